"""What holds in every game of Caravan, however it is played."""

from __future__ import annotations

import os

import pytest

from runtime import rng
from tests.reference.game import Game, load_game
from tests.reference.state import State
from tests.reference.values import spell

GAMES = 300 if os.environ.get("CARDWRIGHT_FUZZ") else 8


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("caravan")


def moves(state: State, seed: int, most: int = 10_000) -> int:
    """Make random moves, and check each decision on the way."""
    chance, made = rng.seeded(seed), 0
    while (decision := state.decision) is not None and made < most:
        spellings = [str(option) for option in decision.options]
        assert len(spellings) > 1, "a decision with one option is not asked"
        assert len(set(spellings)) == len(spellings)
        chance, pick = rng.below(chance, len(spellings))
        state.apply(pick)
        made += 1
    return made


@pytest.mark.fuzz
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_ends_and_nothing_gets_lost(game: Game, players: int, seed: int) -> None:
    state = game.start(players=players, seed=seed, options={"hospitality": seed % 2 == 0})
    cards = sorted(state.position.where)
    while state.decision is not None:
        before, log = state.position, len(state.log)
        moves(state, seed + 1, most=1)
        after = state.position
        assert sorted(after.where) == cards
        lying = [card for zone in after.zones.values() for card in zone] + list(after.spaces.values())
        assert sorted(lying) == cards, "every card lies in exactly one place"
        for player in range(players):
            assert after.on_board(["camel"], ("player", player)) <= 3
        banked = bank_flow(state.log[log:])
        assert total(after.counts, "coin") - total(before.counts, "coin") == banked
    assert state.result is not None
    assert state.result.reason == "end"
    assert sorted(player for rank in state.result.ranking for player in rank) == list(range(players))


def total(counts: dict[tuple[str, tuple[object, ...] | None], int], name: str) -> int:
    return sum(amount for (count, _), amount in counts.items() if count == name)


def bank_flow(lines: list[str]) -> int:
    """How many coins came from the bank, less those that went there."""
    flow = 0
    for line in lines:
        amount, _, way = line.replace(" coins: ", " coin: ").partition(" coin: ")
        if way.startswith("bank to "):
            flow += int(amount)
        elif way.endswith(" to bank"):
            flow -= int(amount)
    return flow


def test_the_same_seed_and_moves_give_the_same_log(game: Game) -> None:
    logs = []
    for _ in range(2):
        state = game.start(players=3, seed=7)
        moves(state, 5)
        logs.append(state.log)
    assert logs[0] == logs[1]
    other = game.start(players=3, seed=8)
    assert other.log != logs[0][: len(other.log)]


def test_a_clone_is_equal_and_independent(game: Game) -> None:
    state = game.start(players=2, seed=3)
    moves(state, 1, most=9)
    twin = state.clone()
    assert twin == state
    log, position = state.log, state.position
    twin.apply(0)
    assert twin != state
    assert (state.log, state.position) == (log, position)
    state.apply(0)
    assert twin == state
    moves(state, 2)
    moves(twin, 2)
    assert (state.result, state.log) == (twin.result, twin.log)


def test_an_option_can_be_given_as_itself_by_index_or_by_spelling(game: Game) -> None:
    first, second, third = (game.start(players=2, seed=1) for _ in range(3))
    assert first.decision is not None
    option = first.decision.options[-1]
    second.apply(len(first.decision.options) - 1)
    first.apply(option)
    third.apply(str(option))
    assert first == second == third


def test_random_games_come_out_the_same_again(game: Game) -> None:
    played = []
    for _ in range(2):
        games = [game.start(players=3, seed=seed) for seed in range(1, 5)]
        decisions = [moves(state, seed) for seed, state in enumerate(games)]
        results = [state.result for state in games]
        assert sum(decisions) > 40
        assert [result and result.reason for result in results] == ["end"] * 4
        played.append((decisions, results))
    assert played[0] == played[1]


def test_copies_of_a_card_in_one_hand_are_one_option() -> None:
    assert spell(("card", "cargo", 1, 0, -1), ()) == spell(("card", "cargo", 1, 2, -1), ()) == "cargo(1)"
    state = load_game("caravan").start(players=2, seed=0)
    machine = state._machine
    copies = machine.members_of("cargo")[:3]
    for card in copies:
        machine.position.put_in_zone(card, ("hand", ("player", 0)), first=False)
    assert [str(option) for option in machine.spelled_apart("choose", [(card,) for card in copies])] == ["cargo(1)"]
    machine.position.put_on_space(copies[1], ("stall", 2))
    apart = [str(option) for option in machine.spelled_apart("choose", [(card,) for card in copies])]
    assert apart == ["cargo(1)", "cargo(1)#2"]
