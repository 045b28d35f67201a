"""Layout means nothing: however the words of a game are set, it is the same game, and the formatter keeps it so."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from compiler.diagnostics import render
from compiler.format import format_text
from compiler.main import compile_game
from compiler.parse import pieces, scan
from compiler.project import Project
from compiler.schema import game_to_json
from tests.generate import random_space

ROOT = Path(__file__).parent.parent
GAMES = {
    "caravan": ROOT / "cards",
    "changcheng": ROOT / "cards",
    "pamir1e": ROOT / "cards",
    "pamir2e": ROOT / "cards",
}


def mangled(text: str, rng: random.Random) -> str:
    """The same words in a wild layout."""
    declarations = []
    for start, end in pieces(text):
        words = [str(token) for token in scan(text[start:end])[0]]
        calm = rng.random() < 0.5
        declaration = words[0]
        for before, word in pairwise(words):
            declaration += random_space(rng, before, word, calm) + word
        declarations.append(declaration)
    return "\n".join(declarations) + "\n"


def without_places(value: Any) -> Any:
    """The IR without where things stand."""
    if isinstance(value, dict):
        return {key: without_places(one) for key, one in value.items() if key != "source"}
    return [without_places(one) for one in value] if isinstance(value, list) else value


def ir_of(project: Project, game: str) -> Any:
    compiled = compile_game(project, game)
    assert compiled.game is not None, render(compiled.report, colour=False)
    return without_places(game_to_json(compiled.game))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_layout_and_formatter_leave_the_ir_as_it_is(game: str, tmp_path: Path) -> None:
    for name in (game, "shared"):
        shutil.copytree(GAMES[game] / name, tmp_path / "cards" / name)
    project = Project(tmp_path)
    expected = ir_of(project, game)
    files = sorted((tmp_path / "cards").rglob("*.card"))
    originals = {file: file.read_text(encoding="utf-8") for file in files}
    rng = random.Random(game)
    for _ in range(3):
        for file, text in originals.items():
            file.write_text(mangled(text, rng), encoding="utf-8")
        assert ir_of(project, game) == expected
        for file in files:
            file.write_text(format_text(file.read_text(encoding="utf-8")), encoding="utf-8")
        assert ir_of(project, game) == expected
