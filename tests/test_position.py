"""What `look` shows: where everything is, as far as the player may know it who decides."""

from __future__ import annotations

import random

import pytest

from compiler.position import position_lines
from runtime import load_game
from tests.games import GAMES, engine

POSITIONS = 25


def test_a_position_is_shown_in_lines() -> None:
    state = load_game("caravan").start(players=["amira", "boris"], seed=7)
    for answer in ("buy", "stall(1)", "rest"):
        state.apply(answer)
    assert position_lines(state) == [
        "turn 2 of boris, then amira",
        "",
        "  starter amira",
        "  busy no",
        "",
        "stalls:",
        "  stall(0)  event(13) Fair Wind / Sandstorm, 1 coin",
        "  stall(1)  cargo(9) Raw Silk",
        "  stall(2)  cargo(1) Sea Salt",
        "  stall(3)  cargo(3) Salt Blocks",
        "",
        "towns:",
        "  harbor: 1 camel of amira, 1 camel of boris",
        "",
        "boris: 2 coins",
        "",
        "amira: 2 coins",
        "  hand: 1 card",
        "",
        "cards:",
        "  deck: 24 cards",
    ]


def test_everything_is_shown_when_the_game_is_over() -> None:
    state = load_game("caravan").start(players=["amira", "boris"], seed=7)
    while state.player >= 0:
        state.apply(0)
    lines = position_lines(state)
    assert not any("face down" in line for line in lines)
    assert any(line.startswith(("  hand", "  caravan")) for line in lines)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_shown_that_the_player_may_not_know(name: str) -> None:
    """A full state that the player can't tell from the real one looks the same."""
    chance, game = random.Random(1), engine(name)
    for seed in range(POSITIONS):
        state = game.start(players=chance.choice(game.player_counts), seed=seed)
        for _ in range(chance.randrange(120)):
            if state.player >= 0:
                state.apply(chance.randrange(len(state.options)))
        if state.player >= 0:
            assert position_lines(state.determinize(state.player, seed)) == position_lines(state)
