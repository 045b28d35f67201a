"""What sentences and phrases become in the IR: one golden for each construct, in `lowering/*.test`.

A case is `[case name]`, a few declarations, `[out]`, and the IR of these declarations, compiled together with
`lowering/base.card`. Where the declarations stand (`source`) is left out. `pytest --update-goldens` writes what
comes out now; read that diff as code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from compiler import ir
from compiler.diagnostics import render
from compiler.schema import Json, dumps, to_json
from tests.snippets import compile_snippet, declarations

FOLDER = Path(__file__).parent / "lowering"
BASE = (FOLDER / "base.card").read_text(encoding="utf-8")
_CASE = re.compile(r"^\[case (\w+)\]\n(.*?)^\[out\]\n(.*?)(?=^\[case |\Z)", re.MULTILINE | re.DOTALL)


class Case(NamedTuple):
    """One construct: its source and what it becomes."""

    file: Path
    name: str
    source: str
    expected: str


def cases() -> Iterator[Case]:
    """All cases of all files."""
    for file in sorted(FOLDER.glob("*.test")):
        for name, source, expected in _CASE.findall(file.read_text(encoding="utf-8")):
            yield Case(file, name, source, expected)


def lowered(source: str) -> ir.Game:
    """The game made of the base and a case; fails with the report if anything is wrong."""
    compiled = compile_snippet(BASE, source)
    assert compiled.game is not None, render(compiled.report, colour=False)
    return compiled.game


def printed(source: str) -> str:
    """The IR of the declarations of a case, without the places where they stand."""
    return "".join(dumps(_without_source(to_json(node))) for node in declarations(lowered(source)))


def _without_source(value: Json) -> Json:
    assert isinstance(value, dict)
    return {key: part for key, part in value.items() if key != "source"}


def update(case: Case) -> None:
    """Write what a case becomes now into its file."""
    text = case.file.read_text(encoding="utf-8")
    head = f"[case {case.name}]\n{case.source}[out]\n"
    assert text.count(head) == 1, f"two cases are called {case.name}"
    new = text.replace(head + case.expected, f"{head}{printed(case.source)}\n")
    case.file.write_text(new.rstrip("\n") + "\n", encoding="utf-8")


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.file.stem}-{case.name}") for case in cases()])
def test_a_construct_becomes_this_ir(case: Case, update_goldens: bool) -> None:
    if update_goldens:
        update(case)
    else:
        assert printed(case.source) == case.expected.rstrip("\n") + "\n"


def test_every_file_is_read_whole_and_no_case_has_the_name_of_another() -> None:
    names = [case.name for case in cases()]
    headers = sum(file.read_text(encoding="utf-8").count("[case ") for file in FOLDER.glob("*.test"))
    assert len(names) == len(set(names)) == headers > 0


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("set coins to 2", "C315"),
        ("raise coins by 1", "C315"),
        ("remove 2 camels in oasis", "C314"),
        ("move a camel in oasis to harbor", "C314"),
        ("swap your camels with red flags in oasis", "C314"),
        ("shuffle hand", "C220"),
        ("swap your hand with deck", "C302"),
        ("move cargo(1) to top of your caravan", "C321"),
        ("draw 1 card from deck to left of discards", "C321"),
        ("move cargo(1) to right of stall(sunny, 0)", "C321"),
    ],
)
def test_a_sentence_that_cannot_be_carried_out_as_written_is_reported(sentence: str, code: str) -> None:
    report = compile_snippet(BASE, f"to try [try] {{ {sentence} }}\n").report
    assert [diagnostic.code for diagnostic in report] == [code]


def test_a_kind_cannot_be_drawn_from_a_pile_of_all_kinds() -> None:
    report = compile_snippet(BASE, "to try [try] { draw 1 event from deck to discards }\n").report
    assert [diagnostic.code for diagnostic in report] == ["C321"]


@pytest.mark.parametrize("event", ["a camel of a player enters a road", "a token enters your hand", "rest(a town, 1)"])
def test_a_type_names_only_what_is_of_that_type(event: str) -> None:
    report = compile_snippet(BASE, f"after {event} {{ gain 1 coin }}\n").report
    assert [diagnostic.code for diagnostic in report] == ["C302"]
