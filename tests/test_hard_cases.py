"""The language says what three real games need: their hard cases check clean, lower to a valid IR, and can be loaded.

The sources in tests/hard_cases are partial decks; `tests/hard_cases` stands in for `cards/`. They are played by
tests/test_scenarios.py, tests/test_conformance.py and tests/test_agreement.py.
"""

from __future__ import annotations

import pytest

from compiler.diagnostics import render
from compiler.main import compile_game
from compiler.project import Project
from compiler.schema import game_to_json
from compiler.validate import validate
from tests.games import ROOT, HardCases, engine

PROJECT = HardCases(ROOT)


@pytest.mark.parametrize("name", PROJECT.games())
def test_the_hard_cases_of_a_real_game_check_clean_and_can_be_loaded(name: str) -> None:
    compiled = compile_game(PROJECT, name)
    assert render(compiled.report, colour=False) == ""
    assert compiled.game is not None
    validate(game_to_json(compiled.game))
    assert len(engine(name).scenarios) == len(compiled.game.scenarios) > 0


def test_hard_cases_make_way_for_whole_games() -> None:
    assert not set(PROJECT.games()) & set(Project(ROOT).games())
