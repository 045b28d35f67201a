"""Every worked example of every game is played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from compiler.main import compile_game
from compiler.project import Project
from compiler.schema import game_to_json
from runtime import Game
from runtime.scenarios import run_scenario, scenarios

ROOT = Path(__file__).parent.parent


class HardCases(Project):
    """The ports of hard cases as a project: their folder takes the place of `cards`."""

    @property
    def cards(self) -> Path:
        return self.root / "tests" / "hard_cases"


PROJECTS = {"cards": Project(ROOT), "hard cases": HardCases(ROOT)}


@cache
def built(project: str, name: str) -> Game | None:
    compiled = compile_game(PROJECTS[project], name)
    return None if compiled.game is None else Game.from_ir(dict(game_to_json(compiled.game)))


def _all() -> list[tuple[str, str, str]]:
    """Each scenario with its project and game. A port that doesn't compile is another test's business."""
    found = []
    for project, games in PROJECTS.items():
        for name in games.games():
            game = built(project, name)
            assert game is not None or project != "cards", f"{name} does not compile"
            found += [(project, name, scenario["title"]) for scenario in scenarios(game)] if game else []
    return found


@pytest.mark.parametrize(("project", "name", "title"), _all())
def test_a_worked_example_is_played_as_it_says(project: str, name: str, title: str) -> None:
    game = built(project, name)
    assert game is not None
    (scenario,) = [scenario for scenario in scenarios(game) if scenario["title"] == title]
    assert run_scenario(game, scenario) == []


def test_a_fact_that_does_not_hold_is_reported() -> None:
    game = built("cards", "caravan")
    assert game is not None
    scenario = dict(scenarios(game)[0])
    scenario["steps"] = [
        {"then": {"answer": False}},
        {"cannot": {"player": "amira", "answers": ["rest"], "rule": "turn.rest"}},
        {"plays": {"player": "boris", "answers": ["rest"]}},
    ]
    failures = run_scenario(game, scenario)
    assert failures[0] == "step 1: this is not so: False"
    assert failures[1] == "step 2: amira can play rest"
    assert failures[2].startswith("step 3: boris can't play rest")
