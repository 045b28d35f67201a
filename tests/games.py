"""The games that tests play: whatever stands in `cards/`, and the ports of hard cases. No test needs their names."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from compiler import ir
from compiler.engine.render import engine_modules
from compiler.main import compile_game
from compiler.project import Project
from compiler.schema import game_to_json
from runtime.game import Game
from tests.reference.game import Game as ReferenceGame

ROOT = Path(__file__).parent.parent
IS_FUZZ = bool(os.environ.get("CARDWRIGHT_FUZZ"))


class HardCases(Project):
    """The ports of hard cases as a project: their folder takes the place of `cards`."""

    @property
    def cards(self) -> Path:
        return self.root / "tests" / "hard_cases"


_PROJECTS: dict[str, Project] = {
    name: project for project in (HardCases(ROOT), Project(ROOT)) for name in project.games()
}
GAMES = tuple(sorted(_PROJECTS))


@cache
def compiled(name: str) -> ir.Game:
    """A game, compiled from its source."""
    found = compile_game(_PROJECTS[name], name)
    assert found.game is not None, f"{name} does not compile"
    return found.game


@cache
def engine(name: str) -> Game:
    """A game as the compiled engine plays it."""
    return Game.from_source((name, engine_modules(compiled(name))))


@cache
def reference(name: str) -> ReferenceGame:
    """A game as the reference interpreter plays it."""
    return ReferenceGame.from_ir(dict(game_to_json(compiled(name))))


def tables(name: str) -> list[tuple[int, int]]:
    """Who can sit at a table: how many players, and how many of them are automated; with one, against one or two."""
    game = engine(name)
    automated = [(people + automa, automa) for automa in range(1, len(game.automas) + 1) for people in (1, 2)]
    return [
        *((players, 0) for players in game.player_counts),
        *(one for one in automated if one[0] in game.player_counts),
    ]
