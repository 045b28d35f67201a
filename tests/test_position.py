"""What `look` shows: where everything is, as far as the player may know it who decides."""

from __future__ import annotations

import random

import pytest

from compiler.position import position_lines
from runtime import load_game
from tests.games import GAMES, engine
from tests.random_play import sampled

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
        "  ideas: 3 cards",
    ]


def test_everything_is_shown_when_the_game_is_over() -> None:
    state = load_game("caravan").start(players=["amira", "boris"], seed=7)
    while state.player >= 0:
        state.apply(0)
    lines = position_lines(state)
    assert not any("face down" in line for line in lines)
    assert any(line.startswith(("  hand", "  caravan")) for line in lines)


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    state = load_game("caravan").start(players=["amira", "boris"], seed=7)
    state.apply("buy")
    state.apply("stall(1)")
    mine, theirs = (position_lines(state, player) for player in (0, 1))
    assert "    cargo(6) Cinnamon" in mine
    assert "    cargo(6) Cinnamon" not in theirs
    assert "  hand: 1 card" in theirs


def test_lasting_effects_and_what_stands_on_cards_are_shown() -> None:
    wanted = {"in force", " of ", "[paid", "used", "favored suit ", "spy of ", "spies of "}
    found: set[str] = set()
    for state, _ in sampled(engine("pamir2e"), games=6, share=0.2):
        text = "\n".join(position_lines(state, 0))
        found |= {word for word in wanted if word in text}
    assert found == wanted


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
