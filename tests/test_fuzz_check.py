"""Whatever an author does to a game, the checker answers with diagnostics and never with a crash.

Real sources are damaged word by word: words are dropped, doubled, swapped, replaced by other words of the same sources.
Most of that still parses, and goes through resolving, lowering and checking. `CARDWRIGHT_FUZZ=1` does it for longer.
"""

from __future__ import annotations

import os
import random
import re
from functools import cache
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic, Report, render, to_json
from compiler.main import check_declarations
from compiler.nodes import Declaration
from compiler.parse import parse
from compiler.project import Loaded
from compiler.schema import game_to_json
from compiler.source import Source
from compiler.validate import validate

ROOT = Path(__file__).parent.parent
GAMES = {
    "caravan": [ROOT / "cards" / "caravan"],
    "changcheng": [ROOT / "cards" / "changcheng"],
    "pamir1e": [ROOT / "cards" / name for name in ("shared", "pamir1e")],
    "pamir2e": [ROOT / "cards" / name for name in ("shared", "pamir2e")],
}
ROUNDS = 600 if os.environ.get("CARDWRIGHT_FUZZ") else 60
WORD = re.compile(r"[a-z_]+|\d+|\[[\w.]+\]|'s|\S")


def texts(game: str) -> list[tuple[str, str]]:
    files = [file for folder in GAMES[game] for file in sorted(folder.rglob("*.card"))]
    return [(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")) for file in files]


def damage(text: str, vocabulary: list[str], rng: random.Random) -> str:
    """The text with a few words changed; declarations stay in column 0."""
    for _ in range(rng.randint(1, 4)):
        words = [m for m in WORD.finditer(text) if m.start() > 0 and text[m.start() - 1] != "\n"]
        if not words:
            return text
        word = rng.choice(words)
        new = rng.choice(["", word.group() * 2, f"{word.group()} {word.group()}", *rng.sample(vocabulary, 6)])
        text = text[: word.start()] + new + text[word.end() :]
    return text


@cache
def parsed(path: str, text: str) -> tuple[tuple[Declaration, ...], tuple[Diagnostic, ...]]:
    report = Report()
    return parse(Source(path, text), report), tuple(report)


def check(sources: list[tuple[str, str]]) -> Report:
    report = Report()
    loaded = Loaded()
    for path, text in sources:
        declarations, problems = parsed(path, text)
        loaded.declarations += declarations
        loaded.sound = loaded.sound and not problems
        for problem in problems:
            report.add(problem)
    game = check_declarations(loaded, report, "")
    if game is not None:
        validate(game_to_json(game))
    return report


@pytest.mark.fuzz
@pytest.mark.parametrize("game", sorted(GAMES))
def test_damaged_sources_give_diagnostics_and_no_crash(game: str) -> None:
    rng = random.Random(f"{game} {ROUNDS}")
    whole = texts(game)
    vocabulary = sorted({word for _, text in whole for word in WORD.findall(text)})
    reported = 0
    for _ in range(ROUNDS):
        sources = list(whole)
        index = rng.randrange(len(sources))
        path, text = sources[index]
        sources[index] = path, damage(text, vocabulary, rng)
        report = check(sources)
        reported += report.has_errors
        render(report, colour=True)
        to_json(report)
    assert reported > ROUNDS // 2, "the damage is too small to prove anything"
