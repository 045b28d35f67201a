"""Compile a few lines together with a base game, for tests that look at one construct at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from compiler import ir
from compiler.main import Compiled, compile_game
from compiler.project import Project

SNIPPET = "cards/shared/snippet.card"
"""Where a snippet lies: in a shared file, where not everything has to be used (C405, C406)."""
OWN_SNIPPET = "cards/sample/snippet.card"


def compile_snippet(base: str, snippet: str, *, own: bool = False) -> Compiled:
    """The game made of a base and a snippet; `own` puts the snippet in the game's folder, where all must be used."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        files = {
            "cards/shared/base.card": base,
            OWN_SNIPPET if own else SNIPPET: snippet,
            "cards/sample/game.card": "use shared.base\n" + ("" if own else "use shared.snippet\n"),
        }
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        return compile_game(Project(root), "sample")


def declarations(game: ir.Game, path: str = SNIPPET) -> Iterator[ir.Node]:
    """The declarations that stand in one file, in the order of the file."""
    sections = (value for value in (getattr(game, name) for name in game.__slots__) if isinstance(value, tuple))
    found = [node for section in sections for node in section if isinstance(node, ir.Node)]
    yield from sorted((node for node in found if node.span.source.path == path), key=lambda node: node.span.start)
