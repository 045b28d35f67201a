"""What a player at the terminal is shown: options with the titles of cards, and the table as that player may see it."""

from __future__ import annotations

import re

import pytest

from compiler.looking import look_lines, option_lines
from compiler.table import decision_lines
from runtime.state import State
from tests.games import engine
from tests.random_play import sampled


def bought() -> State:
    """A game of caravan in which amira has bought a card."""
    state = engine("caravan").start(["amira", "boris"], 7)
    while state.decision is not None and state.decision.name != "amira":
        state.apply("stop")
    state.apply("buy")
    return state


def test_options_are_shown_with_the_titles_of_their_cards() -> None:
    state = bought()
    assert state.decision is not None
    lines = option_lines(state.decision, state)
    assert [line.partition("  ")[0] for line in lines] == list(map(str, state.decision.options))
    assert all(re.fullmatch(r"stall\(\d\)  [A-Z].*", line) for line in lines)
    assert decision_lines(state.decision, lines)[1].endswith(f"1. {lines[0]}")


def test_the_table_is_shown_as_the_player_may_see_it() -> None:
    state = bought()
    state.apply("stall(1)")
    mine, theirs = ("\n".join(look_lines(state, player)) for player in (0, 1))
    title = re.search(r"hand: (cargo\(\d+\)\S* [A-Z].*)", mine)
    assert title is not None
    assert title[1] not in theirs
    assert "hand: 1 card" in theirs
    assert re.search(r"^  stall\(0\) +\w+\(\d+\).* [A-Z].*, 1 coin$", mine, re.MULTILINE)
    assert re.search(r"^  deck: \d+ cards$", mine, re.MULTILINE)
    assert "harbor: 1 camel of amira, 1 camel of boris" in mine


def test_lasting_effects_and_what_stands_on_cards_are_shown() -> None:
    found = set()
    for state, _ in sampled(engine("pamir2e"), games=6, share=0.2):
        text = "\n".join(look_lines(state, 0))
        found |= {word for word in ("in force: event_card(", " of ", "paid", "used", "favored_suit ") if word in text}
        found |= {"spy" for _ in re.findall(r"court: .*court_card\(\d+\) [^;]*, \d sp(?:y|ies) of", text)}
    assert found == {"in force: event_card(", " of ", "paid", "used", "favored_suit ", "spy"}


@pytest.mark.parametrize("name", ["caravan", "changcheng", "pamir1e", "pamir2e", "wakhan"])
def test_every_game_can_be_looked_at_by_everybody(name: str) -> None:
    for state, _ in sampled(engine(name), games=1, share=0.02):
        for player in range(len(state.players)):
            lines = look_lines(state, player)
            assert all(line.strip() for line in lines)
            assert sum(line.startswith(f"  {state.players[player]}: ") for line in lines) == 1
