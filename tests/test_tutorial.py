"""The tutorial tells the truth: what it quotes stands in the game, what it adds compiles, what it shows is shown."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from compiler.diagnostics import render
from compiler.engine.render import engine_modules
from compiler.main import compile_game
from compiler.project import Project
from runtime.game import Game
from runtime.simulate import simulate
from tests.worked_examples import PLAYED_BY, mistakes

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
GAME = ROOT / "cards" / "caravan"


def blocks(tag: str) -> list[str]:
    """The fenced blocks with this tag."""
    return re.findall(rf"^```{re.escape(tag)}\n(.*?)^```", TUTORIAL, re.DOTALL | re.MULTILINE)


def copy_of_the_game(root: Path) -> Path:
    folder = root / "cards" / "caravan"
    shutil.copytree(GAME, folder)
    return folder


def test_every_quoted_line_stands_in_the_game() -> None:
    sources = "\n".join(file.read_text(encoding="utf-8") for file in sorted(GAME.rglob("*.card")))
    quoted = blocks("card")
    assert len(quoted) > 10
    assert [block for block in quoted if block not in sources] == []


def test_what_the_tutorial_adds_compiles_and_can_be_played(tmp_path: Path) -> None:
    added = blocks("card new")
    assert len(added) >= 3
    folder = copy_of_the_game(tmp_path)
    (folder / "added.card").write_text("\n".join(added), encoding="utf-8")
    assert "`cargo.14` has no title in Polish" in render(
        compile_game(Project(tmp_path), "caravan").report, colour=False
    )
    for file in (folder / "text").glob("*.yaml"):
        text = file.read_text(encoding="utf-8").replace("cards:\n", "cards:\n      cargo.14: A\n      cargo.15: B\n")
        file.write_text(text.replace("abilities: {", "abilities: {porter: C, "), encoding="utf-8")
    compiled = compile_game(Project(tmp_path), "caravan")
    assert render(compiled.report, colour=False) == ""
    assert compiled.game is not None
    assert {card.number for card in compiled.game.cards} >= {14, 15}
    for played_by in PLAYED_BY:
        assert mistakes(compiled.game, played_by) == [[] for _ in compiled.game.scenarios]
    game = Game.from_source((compiled.game.name, engine_modules(compiled.game)))
    assert simulate(game, players=2, games=5).games == 5


def test_the_slip_of_the_finger_gives_the_report_that_is_shown(tmp_path: Path) -> None:
    shown = re.search(r"<!-- report -->\n```text\n(.*?)^```", TUTORIAL, re.DOTALL | re.MULTILINE)
    assert shown is not None
    card = blocks("card new")[0].replace("town village", "town vilage")
    file = copy_of_the_game(tmp_path) / "deck.card"
    # Where the tutorial tells the reader to write it: behind the last of the spices.
    text = file.read_text(encoding="utf-8")
    before, heading, behind = text.partition("# ---- silk")
    file.write_text(f"{before}{card}\n{heading}{behind}", encoding="utf-8")
    report = compile_game(Project(tmp_path), "caravan").report
    assert render(report, colour=False) + "\n" == shown.group(1)
