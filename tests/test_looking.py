"""Options are shown with the titles of cards."""

from __future__ import annotations

import re

from compiler.looking import option_lines
from compiler.table import decision_lines
from tests.games import engine


def test_options_are_shown_with_the_titles_of_their_cards() -> None:
    state = engine("caravan").start(["amira", "boris"], 7)
    state.apply("buy")
    assert state.decision is not None
    lines = option_lines(state.decision, state)
    assert [line.partition("  ")[0] for line in lines] == list(map(str, state.decision.options))
    assert all(re.fullmatch(r"stall\(\d\)  [A-Z].*", line) for line in lines)
    assert decision_lines(state.decision, lines)[1].endswith(f"1. {lines[0]}")
