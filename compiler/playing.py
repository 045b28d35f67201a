"""A game of a project, compiled from its sources and ready to play: what the commands that play begin with."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from compiler.console import show_report

if TYPE_CHECKING:
    from compiler import ir
    from runtime import Game


def playable(root: Path | None, name: str) -> Game | None:
    """The game of this name, as its sources are now; none if they have mistakes, which are then shown on stderr.

    Raises `Usage` if there is no such game. Needs no `cardwright build`.
    """
    from compiler.main import compile_game
    from compiler.selection import any_project, one_game

    project = any_project(root)
    compiled = compile_game(project, one_game(project, name))
    if compiled.game is None:
        show_report(compiled.report, to=sys.stderr)
        return None
    from compiler.words.bake import word_modules

    return engine(compiled.game, word_modules(project, compiled.game))


def engine(game: ir.Game, words: Mapping[str, str] = MappingProxyType({})) -> Game:
    """A checked game, compiled and ready to play. Nothing is written."""
    from compiler.engine.render import engine_modules
    from runtime import Game

    return Game.from_source((game.name, {**engine_modules(game), **words}))
