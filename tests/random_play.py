"""Random games for tests, with a look at some of their positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from runtime.game import Game
from runtime.state import State


def sampled(game: Game, *, games: int, share: float) -> Iterator[tuple[State, random.Random]]:
    """Some positions of a few random games, the last of each among them; nobody may change them."""
    for seed in range(games):
        chance = random.Random(f"{game.name} {seed}")
        state = game.start(game.player_counts[seed % len(game.player_counts)], seed)
        while state.player >= 0:
            if chance.random() < share:
                yield state, chance
            state.apply(chance.randrange(len(state.options)))
        yield state, chance


def play_on(state: State, chance: random.Random) -> State:
    """The same game at its end, after random moves."""
    while state.player >= 0:
        state.apply(chance.randrange(len(state.options)))
    return state
