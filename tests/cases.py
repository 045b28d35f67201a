"""Case files: `[case name]`, a few declarations, `[out]`, and what they become. One flag rewrites what they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from compiler import ir
from compiler.diagnostics import render
from tests.snippets import compile_snippet

LOWERING = Path(__file__).parent / "lowering"
BASE = (LOWERING / "base.card").read_text(encoding="utf-8")
_CASE = re.compile(r"^\[case (\w+)\]\n(.*?)^\[out\]\n(.*?)(?=^\[case |\Z)", re.MULTILINE | re.DOTALL)


class Case(NamedTuple):
    """One construct: its source and what it becomes."""

    file: Path
    name: str
    source: str
    expected: str

    @property
    def id(self) -> str:
        """How a test calls it."""
        return f"{self.file.stem}-{self.name}"


def read_cases(folder: Path) -> Iterator[Case]:
    """All cases of the files in a folder."""
    for file in sorted(folder.glob("*.test")):
        for name, source, expected in _CASE.findall(file.read_text(encoding="utf-8")):
            yield Case(file, name, source, expected)


def check(case: Case, shown: Callable[[str], str], *, update: bool) -> None:
    """A case becomes what its file says; with `update`, the file says what it becomes."""
    found = shown(case.source).rstrip("\n")
    if update:
        _write(case, found)
    else:
        assert found == case.expected.rstrip("\n")


def _write(case: Case, found: str) -> None:
    text = case.file.read_text(encoding="utf-8")
    head = f"[case {case.name}]\n{case.source}[out]\n"
    assert text.count(head) == 1, f"two cases are called {case.name}"
    new = text.replace(head + case.expected, f"{head}{found}\n\n")
    case.file.write_text(new.rstrip("\n") + "\n", encoding="utf-8")


def check_names(folder: Path) -> None:
    """Every file is read whole, and no case has the name of another."""
    names = [case.name for case in read_cases(folder)]
    headers = sum(file.read_text(encoding="utf-8").count("[case ") for file in folder.glob("*.test"))
    assert len(names) == len(set(names)) == headers > 0


def lowered(source: str) -> ir.Game:
    """The game made of the base and a case; fails with the report if anything is wrong."""
    compiled = compile_snippet(BASE, source)
    assert compiled.game is not None, render(compiled.report, colour=False)
    return compiled.game
