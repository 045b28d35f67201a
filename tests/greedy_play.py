"""A player of Pax Pamir who looks one answer ahead: for soaks against somebody better than chance."""

from __future__ import annotations

from functools import cache

from runtime.game import Game
from runtime.state import State

WORTH = {
    "point": 100,
    "tribe": 6,
    "spy": 4,
    "gift": 9,
    "court": 8,
    "hand": 3,
    "prizes": 5,
    "army": 3,
    "road": 2,
    "rupee": 1,
}
"""What one of each is worth to its owner; blocks of a coalition to whoever is loyal to it."""


@cache
def _slots(game: Game) -> tuple[dict[str, tuple[int, int]], dict[str, int], int]:
    """Where counts of players and pieces stand, their zones, and their loyalties."""
    t = game.tables
    held = {name: (slot, 1) for _, name, holder, _, slot, *_ in t.declared if holder == "player" and name in WORTH}
    held |= {form.name: (form.base + form.first_place, form.places) for form in t.forms}
    zones = {name: number for number, (name, kind, owner) in enumerate(t.zone_names) if kind == "player" and owner == 0}
    loyalty = next(slot for _, name, _, _, slot, *_ in t.declared if name == "loyalty")
    return held, zones, loyalty


def value(game: Game, state: State, player: int) -> int:
    """What a position is worth to a player."""
    held, zones, loyalty = _slots(game)
    v, t = state.v, state.t
    found = 0
    for name, worth in WORTH.items():
        if name in zones:
            found += worth * v[t.count + zones[name] + player]
            continue
        slot, width = held[name]
        owner = v[loyalty + player] if name in ("army", "road") else player
        if owner >= 0:
            found += worth * sum(v[slot + owner * width : slot + (owner + 1) * width])
    return found


def best(game: Game, state: State) -> int:
    """The index of the answer that leads to the best position, the first of equals."""
    player = state.player

    def after(index: int) -> int:
        twin = state.clone()
        twin.events = None
        twin.apply(index)
        return value(game, twin, player)

    return max(range(len(state.options)), key=after)


def play(game: Game, players: int, seed: int) -> State:
    """A game against one automated opponent, to its end."""
    state = game.start(players=players, seed=seed, log=False, automa=1)
    while state.player >= 0:
        state.apply(best(game, state))
    return state
