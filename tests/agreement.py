"""Plays a game twice, compiled and in the reference interpreter, and says where the two part.

Copies of a card are spelled alike, and either side may take any of them: what is known of the table is compared as a
bag of facts in words, not card by card.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import cast

from runtime.decisions import Decision
from runtime.game import Game
from runtime.slots import ACTIVE, BELOW, RNG_HIGH, RNG_LOW, SP
from runtime.spelling import Speller
from runtime.state import State
from tests.reference.decisions import Decision as ReferenceDecision
from tests.reference.game import Game as ReferenceGame
from tests.reference.state import State as ReferenceState

Fact = tuple[object, ...]
"""What something is, and in words what is so."""


def disagreement(
    game: Game, reference: ReferenceGame, players: int, seed: int, limit: int, automa: int = 0
) -> str | None:
    """Where two random games with the same seed and answers part, in the first `limit` decisions; none if nowhere.

    So many of the players are automated opponents; what they do in between is told by their answers in the log.
    """
    state = game.start(players=players, seed=seed, automa=automa)
    other = reference.start(players=players, seed=seed, automa=automa)
    chance = random.Random(seed)
    answers: list[str] = []
    for _ in range(limit):
        decision = state.decision
        found = _difference(state, other)
        if found is not None:
            opponents = f", {automa} automated" if automa else ""
            return f"{game.name}, {players} players{opponents}, seed {seed}, after {answers}: {found}"
        if decision is None:
            return None
        answers.append(chance.choice(sorted(map(str, decision.options))))
        state.apply(answers[-1])
        other.apply(answers[-1])
    return None


def _difference(state: State, other: ReferenceState) -> str | None:
    ours, theirs = _asked(state.decision), _asked(other.decision)
    if ours != theirs:
        return f"asked is {ours}, not {theirs}"
    if state.result is not None or other.result is not None:
        results = [one and astuple(one) for one in (state.result, other.result)]
        if results[0] != results[1]:
            return f"the result is {results[0]}, not {results[1]}"
    fresh = frozenset(form.name for form in state.t.forms if form.fresh >= 0)
    sets = frozenset(name for name, (shape, *_) in state.t.zone_kinds.items() if shape == "set")
    table = Counter(_unordered(_table(state), sets))
    wanted = Counter(_unordered(_reference_table(other, not is_deciding(state), fresh), sets))
    if table != wanted:
        return f"there is {sorted((table - wanted), key=str)}, not {sorted((wanted - table), key=str)}"
    return None


def _unordered(facts: Iterable[Fact], sets: frozenset[str]) -> Iterator[Fact]:
    """Facts, with the cards of zones that have no order sorted."""
    for kind, name, *about in facts:
        if kind == "zone" and name in sets:
            *whose, cards = about
            yield kind, name, *whose, tuple(sorted(cast("tuple[str, ...]", cards)))
        else:
            yield kind, name, *about


def _asked(decision: Decision | ReferenceDecision | None) -> Fact | None:
    if decision is None:
        return None
    return decision.player, decision.name, decision.rule, decision.kind, sorted(map(str, decision.options))


def is_deciding(state: State) -> bool:
    """Whether some head is half decided: the engine has then taken what it costs, the interpreter only promised it."""
    v, at = state.v, state.v[SP]
    while at:
        if v[at] in state.t.settles:
            return True
        at = v[at + BELOW]
    return False


# ---- the compiled engine ---------------------------------------------------------------------------------


def _table(state: State) -> Iterator[Fact]:
    """What lies where, in words; what is as it was at the start is left out."""
    t, v, speller = state.t, state.v, Speller(state.t, state.players)
    yield "chance", v[RNG_HIGH] << 32 | v[RNG_LOW]
    yield "turn", v[ACTIVE], state.turns
    for zone, (name, kind, owner) in enumerate(t.zone_names):
        cards = speller.things("card", state.cards(zone))
        if cards:
            yield "zone", name, speller.thing(kind, owner) if kind else None, tuple(cards)
    for name, (slot, _, count) in t.grids.items():
        for space in range(count):
            if v[slot + space] >= 0:
                yield "space", speller.thing(name, space), speller.thing("card", v[slot + space])
    for form in t.forms:
        for owner in range(form.first_owner, form.first_owner + form.owners):
            for place in range(form.first_place, form.first_place + form.places):
                at = owner * form.places + place
                if v[form.base + at]:
                    whose, where = speller.thing(form.owner_type, owner), speller.thing(form.place_type, place)
                    yield "pieces", form.name, whose, where, v[form.base + at]
                    if form.fresh >= 0 and v[form.fresh + at]:
                        yield "fresh", form.name, whose, where, v[form.fresh + at]
    yield from _declared(state, speller, with_money=not is_deciding(state))


def _declared(state: State, speller: Speller, with_money: bool) -> Iterator[Fact]:
    """Counts, tracks and marks."""
    t, v = state.t, state.v
    for what, name, holder, type_name, slot, first, *_ in t.declared:
        if what == "count" and holder == "player" and not with_money:
            continue
        for index in range(holders(state, holder)):
            value = v[slot + index]
            if value != t.initial[slot + index]:
                whose = speller.thing(holder, first + index) if holder else None
                yield what, name, whose, speller.thing(type_name, value)


def holders(state: State, holder: str | None) -> int:
    """How many there are that something is kept for."""
    t = state.t
    if holder is None:
        return 1
    if holder == "player":
        return len(state.players)
    if holder in t.members:
        return len(t.members[holder])
    if holder in t.spaces:
        return len(t.spaces[holder])
    return sum(1 for kind in t.kind_of[:-1] if holder in ("card", t.kinds[kind]))


# ---- the reference interpreter ---------------------------------------------------------------------------


def _reference_table(state: ReferenceState, with_money: bool, fresh: frozenset[str]) -> Iterator[Fact]:
    """The same of the interpreter; `fresh` are the forms of which the engine keeps the fresh ones apart."""
    position, spell = state.position, state._machine.spell
    yield "chance", position.chance
    yield "turn", position.active, position.turns
    for (name, owner), cards in position.zones.items():
        if cards:
            yield "zone", name, spell(owner) if owner else None, tuple(map(spell, cards))
    for space, card in position.spaces.items():
        yield "space", spell(space), spell(card)
    for (form, owner, place), (old, new) in position.pieces.items():
        yield "pieces", form, spell(owner), spell(place), old + new
        if form in fresh and new:
            yield "fresh", form, spell(owner), spell(place), new
    for (name, holder), amount in position.counts.items():
        if with_money or holder is None or holder[0] != "player":
            yield "count", name, spell(holder) if holder else None, spell(amount)
    for (name, holder), value in position.tracks.items():
        yield "track", name, spell(holder) if holder else None, spell(value)
    for name, thing in position.marks:
        yield "mark", name, spell(thing), "yes"
