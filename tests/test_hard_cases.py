"""The language says what three real games need: their hard cases check clean and lower to a valid IR.

The sources in tests/hard_cases are partial decks; `tests/hard_cases` stands in for `cards/`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import render
from compiler.main import compile_game
from compiler.project import Project
from compiler.schema import game_to_json
from compiler.validate import validate

HARD_CASES = Path(__file__).parent / "hard_cases"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = tmp_path_factory.mktemp("project")
    (root / "cards").symlink_to(HARD_CASES)
    return Project(root)


@pytest.mark.parametrize("game", ["changcheng", "pamir1e", "pamir2e"])
def test_the_hard_cases_of_a_real_game_check_clean(game: str, project: Project) -> None:
    compiled = compile_game(project, game)
    assert render(compiled.report, colour=False) == ""
    assert compiled.game is not None
    validate(game_to_json(compiled.game))
