"""What holds in every compiled game, however it is played: none is named here, each is found and played at random."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import pytest

from compiler import ir
from runtime import Option
from runtime.log import Event
from runtime.replay import parse, play, record
from runtime.state import State
from runtime.tables import Tables
from tests.agreement import holders, is_deciding
from tests.games import GAMES, IS_FUZZ, ROOT, compiled, engine, tables
from tests.random_play import play_on

SEEDS = 40 if IS_FUZZ else 2
SHARE = 0.2 if IS_FUZZ else 0.1
"""At how many of the positions what takes long is looked at."""
LIMIT = 5_000
"""More decisions than any random game takes."""

pytestmark = [pytest.mark.fuzz, pytest.mark.parametrize("name", GAMES)]


def starts(name: str, *, seeds: int = SEEDS) -> Iterator[tuple[State, random.Random]]:
    """Games at every table, and the random numbers to play each with."""
    for players, automa in tables(name):
        for seed in range(seeds):
            chosen = options(name, seed)
            state = engine(name).start(players=players, seed=seed, options=chosen, automa=automa)
            yield state, random.Random(seed)


def options(name: str, seed: int) -> dict[str, bool]:
    """The optional rules of a game: first as they usually are, then the other way round, then as it happens."""
    chance = random.Random(seed)
    usual = engine(name).options
    return {rule: chosen ^ (seed == 1 or (seed > 1 and chance.random() < 0.5)) for rule, chosen in usual.items()}


def positions(name: str) -> Iterator[State]:
    """Every position of some random games, the last one too; always the same state, as it goes on."""
    for state, chance in starts(name):
        for _ in range(LIMIT):
            yield state
            if state.player < 0:
                break
            state.apply(chance.randrange(len(state.options)))
        else:
            pytest.fail(f"a game with {len(state.players)} players does not end")


def decisions(name: str) -> Iterator[State]:
    """Every position in which somebody decides."""
    return (state for state in positions(name) if state.player >= 0)


def some(states: Iterable[State]) -> Iterator[tuple[State, random.Random]]:
    """Some of these positions, each with random numbers to go on with."""
    chance = random.Random("some")
    for state in states:
        if state.player < 0 or chance.random() < SHARE:
            yield state, random.Random(chance.random())


# ---- decisions -------------------------------------------------------------------------------------------


def test_every_random_game_ends_with_everybody_ranked_once(name: str) -> None:
    ended = 0
    for state in positions(name):
        assert (state.result is None) == (state.player >= 0) == (state.decision is not None)
        if state.result is not None:
            ended += 1
            ranked = sorted(player for rank in state.result.ranking for player in rank)
            assert ranked == list(range(len(state.players)))
    assert ended == len(tables(name)) * SEEDS


def test_options_are_never_empty_and_come_sorted_each_once(name: str) -> None:
    for state in decisions(name):
        assert len(state.options) > 1, "a decision with one option is not asked"
        assert state.player not in state.automas.values(), "automated opponents decide for themselves"
        assert all(one < two for one, two in zip(state.options, state.options[1:], strict=False)), state.options
        decision = state.decision
        assert decision is not None
        assert [option.code for option in decision.options] == state.options
        spellings = [str(option) for option in decision.options]
        assert len(set(spellings)) == len(spellings), spellings


def test_an_option_can_be_given_as_itself_by_index_or_by_spelling(name: str) -> None:
    for number, state in enumerate(decisions(name)):
        decision = state.decision
        assert decision is not None
        index = number % len(decision.options)
        option = decision.options[index]
        given = [state.clone() for _ in range(3)]
        answers: tuple[Option | int | str, ...] = (option, index, str(option))
        for twin, answer in zip(given, answers, strict=True):
            twin.apply(answer)
        assert given[0] == given[1] == given[2], f"{option} at [{decision.rule}]"
        assert given[0].events == given[1].events == given[2].events


def test_asking_changes_nothing(name: str) -> None:
    for state, _ in some(decisions(name)):
        before = list(state.v), list(state.options), list(state.events or ())
        for player in range(len(state.players)):
            state.view(player)
        assert (state.decision, state.log, state.to_json()) == (state.decision, state.log, state.to_json())
        state.obstacle("nonsense")
        assert (state.v, state.options, state.events) == before


# ---- copies ----------------------------------------------------------------------------------------------


def test_a_clone_is_equal_and_independent(name: str) -> None:
    for state in decisions(name):
        twin = state.clone()
        assert twin == state
        assert hash(twin) == hash(state)
        before = list(state.v), list(state.options), state.player, list(state.events or ())
        twin.apply(len(twin.options) - 1)
        assert (state.v, state.options, state.player, state.events) == before


def test_a_game_goes_on_alike_after_saving_anywhere(name: str) -> None:
    game = engine(name)
    for state, chance in some(positions(name)):
        again = game.from_json(json.loads(json.dumps(state.to_json())))
        assert again == state
        assert hash(again) == hash(state)
        assert (again.player, again.options, again.decision) == (state.player, state.options, state.decision)
        assert again.to_json() == state.to_json()
        if chance.random() < 0.1:
            seed = chance.random()
            ends = [play_on(one, random.Random(seed)) for one in (again, state.clone())]
            assert ends[0] == ends[1]
            assert ends[0].result == ends[1].result


def test_playing_the_moves_again_undoes_the_last_one(name: str) -> None:
    game = engine(name)
    there = tables(name)
    for seed in range(SEEDS + 1):
        players, automa = there[seed % len(there)] if seed < SEEDS else there[-1]
        state, chance = game.start(players, seed, options(name, seed), automa=automa), random.Random(seed)
        made: list[Option | int | str] = []
        kept: list[State] = []
        while state.decision is not None:
            kept.append(state.clone())
            made.append(str(chance.choice(state.decision.options)))
            state.apply(made[-1])
        for moves in sorted(chance.sample(range(len(kept)), min(5, len(kept)))):
            replay = record(game, made[:moves], players, seed, options(name, seed), automa=automa)
            again = play(game, parse(str(replay)))
            assert again == kept[moves]
            assert (again.decision, again.log) == (kept[moves].decision, kept[moves].log)


# ---- the same again --------------------------------------------------------------------------------------


def test_the_same_seed_and_moves_give_equal_states_and_logs(name: str) -> None:
    for (one, chance), (two, _) in zip(starts(name), starts(name), strict=True):
        while one.player >= 0:
            assert one == two
            assert hash(one) == hash(two)
            pick = chance.randrange(len(one.options))
            one.apply(pick)
            two.apply(pick)
        assert one == two
        assert (one.result, one.log) == (two.result, two.log)


def test_different_seeds_give_different_games(name: str) -> None:
    game = engine(name)
    assert game.start(players=game.player_counts[0], seed=1) != game.start(players=game.player_counts[0], seed=2)


def digest(name: str) -> str:
    """All that a game is and all that happens in some games of it, as one number."""
    found = hashlib.sha256(json.dumps(engine(name).source).encode())
    for state, chance in starts(name, seeds=2):
        while state.decision is not None:
            found.update(repr((state.v, list(map(str, state.decision.options)))).encode())
            state.apply(chance.randrange(len(state.options)))
        found.update(repr((state.v, state.log, state.result)).encode())
    return found.hexdigest()


def test_another_process_with_other_hashes_compiles_and_plays_alike(name: str) -> None:
    command = [sys.executable, "-c", f"from tests.test_conformance import digest; print(digest({name!r}))"]
    environment = {**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    said = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    assert said.strip() == digest(name)


# ---- nothing gets lost -----------------------------------------------------------------------------------


def test_every_card_lies_in_exactly_one_place(name: str) -> None:
    for state in positions(name):
        t, v = state.t, state.v
        lying: list[int] = []
        for zone in range(t.zones):
            cards = state.cards(zone)
            lying += cards
            assert v[t.count + zone] == len(cards)
            assert [v[t.loc + card] for card in cards] == [zone] * len(cards)
            assert [v[t.previous + card] for card in cards] == [-1, *cards][: len(cards)]
            assert (v[t.first + zone], v[t.last + zone]) == ((cards[0], cards[-1]) if cards else (-1, -1))
        for slot, first, count in t.grids.values():
            held = {first + space: v[slot + space] for space in range(count) if v[slot + space] >= 0}
            lying += held.values()
            assert all(v[t.loc + card] == location for location, card in held.items())
        assert sorted(lying) == state.all_cards()
        absent = set(range(len(t.owner_of) - 1)) - set(lying)
        assert all(v[t.loc + card] == -1 for card in absent), "cards of absent players lie nowhere"


def test_every_piece_is_in_supply_or_on_the_board(name: str) -> None:
    for state in positions(name):
        t, v = state.t, state.v
        found: dict[int, int] = defaultdict(int)
        for form in t.forms:
            for owner in range(form.first_owner, form.first_owner + form.owners):
                standing = [form.base + owner * form.places + form.first_place + place for place in range(form.places)]
                assert min(v[slot] for slot in standing) >= 0
                found[form.supply + owner] += sum(v[slot] for slot in standing)
                if form.fresh >= 0:
                    assert all(0 <= v[slot - form.base + form.fresh] <= v[slot] for slot in standing)
        for supply, on_board in found.items():
            assert v[supply] >= 0
            assert v[supply] + on_board == t.initial[supply]


def test_nobody_has_less_than_nothing(name: str) -> None:
    for state in positions(name):
        assert all(state.v[slot] >= 0 for slot in kept_slots(state, ["count"]))


def test_the_log_tells_of_all_that_changes(name: str) -> None:
    """Cards, pieces, money and whatever is kept change only as is noted: nothing comes from nowhere.

    What is forgotten when something begins is not noted; while a head is being decided, what it costs is laid aside.
    """
    for state, chance in starts(name):
        slots = sorted({*kept_slots(state, ["count", "track", "mark"], but=forgotten(name)), *table_slots(state.t)})
        before, told = list(state.v), len(state.events or ())
        while state.player >= 0:
            state.apply(chance.randrange(len(state.options)))
            if not is_deciding(state):
                events = (state.events or [])[told:]
                expected = as_told(state.t, before, events)
                assert [state.v[slot] for slot in slots] == [expected[slot] for slot in slots], state.log[-20:]
                before, told = list(state.v), told + len(events)


def kept_slots(state: State, kinds: Sequence[str], but: frozenset[str] = frozenset()) -> Iterator[int]:
    """Where counts, tracks and marks stand."""
    for what, name, holder, _, start, *_ in state.t.declared:
        if what in kinds and name not in but:
            yield from range(start, start + holders(state, holder))


def table_slots(t: Tables) -> Iterator[int]:
    """Where it stands where each card lies, where pieces stand, and how many are in supply."""
    yield from range(t.loc, t.loc + len(t.owner_of) - 1)
    for form in t.forms:
        owners = range(form.first_owner, form.first_owner + form.owners)
        yield from (form.supply + owner for owner in owners)
        places = range(form.first_place, form.first_place + form.places)
        yield from (form.base + owner * form.places + place for owner in owners for place in places)


def forgotten(name: str) -> frozenset[str]:
    """What is kept only until something begins."""
    game = compiled(name)
    declared: list[ir.Count | ir.Track | ir.Mark] = [*game.counts, *game.tracks, *game.marks]
    return frozenset(one.name for one in declared if one.reset is not None)


def as_told(t: Tables, before: Sequence[int], events: Iterable[Event]) -> list[int]:
    """The vector after all of this has happened to it."""
    v = [*before, 0]  # the last is the bank
    for kind, *about in events:
        numbers = [number for number in about if isinstance(number, int)]
        match kind, numbers:
            case "card", [card, location]:
                v[t.loc + card] = location
            case "place", [form, owner, place]:
                v[t.forms[form].supply + owner] -= 1
                v[_stand(t, form, owner, place)] += 1
            case "take", [form, owner, place, goal, to]:
                v[_stand(t, form, owner, place)] -= 1
                v[t.forms[form].supply + owner if goal < 0 else _stand(t, goal, owner, to)] += 1
            case "shift", [giver, taker, amount]:
                v[giver] -= amount
                v[taker] += amount
            case "set", [slot, value]:
                v[slot] = value
    return v


def _stand(t: Tables, form: int, owner: int, place: int) -> int:
    return t.forms[form].base + owner * t.forms[form].places + place
