"""The catalogue of diagnostics is complete, true and printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from compiler.codes import CODES, PAGE, as_markdown, explain
from tests.test_diagnostics_fixtures import CASES, Case

COMPILER = Path(__file__).parent.parent / "compiler"
TESTS = Path(__file__).parent

RAISED = {
    code
    for file in COMPILER.rglob("*.py")
    if "catalogue" not in file.parts
    for code in re.findall(r'"(C[0-9]{3})"', file.read_text(encoding="utf-8"))
}
NO_SOURCE = (
    {code for code in CODES if code < "C110"}
    | {"C121", "C122", "C240", "C241", "C242", "C244", "C248"}
    | {code for code in CODES if code.startswith("C5")}
)
"""Codes about files: their examples are no sources."""
UNUSED = {"C405", "C406", "C408"}
"""An example shows one declaration, and nothing may use it."""


def reported(source: str, root: Path) -> set[str]:
    """The codes that a source gives, added to the small game of the fixtures unless it is a game itself."""
    whole = source.startswith("game ")
    report = Case(COMPILER, "example", not whole, {"example.card": f"{source}\n"}, "").report(root)
    return set(re.findall(r"^error\[(C[0-9]{3})\]", report, re.MULTILINE))


def test_every_code_of_the_compiler_is_in_the_catalogue() -> None:
    assert sorted(RAISED - CODES.keys()) == []


def test_every_code_of_the_catalogue_is_raised_somewhere() -> None:
    assert sorted(CODES.keys() - RAISED) == []


def test_every_code_has_a_case() -> None:
    shown = {code for case in CASES for code in re.findall(r"^error\[(C[0-9]{3})\]", case.out, re.MULTILINE)}
    tests = "".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    shown |= set(re.findall(r"error\[(C[0-9]{3})\]", tests))
    assert sorted(CODES.keys() - shown) == []


def test_codes_stand_in_order_and_once() -> None:
    assert list(CODES) == sorted(CODES)


@pytest.mark.parametrize("code", [code for code in CODES if code not in NO_SOURCE])
def test_the_example_shows_the_mistake_and_only_that(code: str, tmp_path: Path) -> None:
    base_less = {"C243"}
    if code in base_less:
        report = Case(COMPILER, code, False, {"example.card": CODES[code].example + "\n"}, "").report(tmp_path)
        assert re.findall(r"error\[(C[0-9]{3})\]", report) == [code]
    else:
        assert reported(CODES[code].example, tmp_path) - UNUSED == {code} - UNUSED
        assert code in reported(CODES[code].example, tmp_path)


@pytest.mark.parametrize("code", [code for code in CODES if code not in NO_SOURCE])
def test_what_to_use_instead_is_right(code: str, tmp_path: Path) -> None:
    found = reported(CODES[code].instead, tmp_path)
    assert code not in found
    assert found <= UNUSED


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_all_its_parts(code: str) -> None:
    page = explain(code)
    assert page.startswith(f"{code}: {CODES[code].title}\n")
    assert re.findall(r"^\S.*$", page, re.MULTILINE)[1:] == ["What it means", "Why", "Example", "Use instead"]
    assert CODES[code].title[0].islower() or CODES[code].title[0] == "`"
    assert not CODES[code].title.endswith(".")
    assert CODES[code].meaning.endswith((".", "?"))
    assert CODES[code].why.endswith(".")


def test_an_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        explain("C999")


def test_the_printed_catalogue_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == as_markdown()
