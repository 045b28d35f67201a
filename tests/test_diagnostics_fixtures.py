"""Bad sources and the whole report that each of them gives.

A case of diagnostics/*.test is added to the small game in diagnostics/base.card, so that it can show one declaration:

    [case unknown_zone_suggests_neighbour]
    …the source, cards/g/game.card; `[base none]` as its first line leaves the small game away…
    [file more.card]
    …a further file of the game; `shared/…` and `h/…` lie beside it…
    [out]
    …what `render` prints…

`pytest --update-goldens` rewrites what stands behind `[out]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from compiler.diagnostics import render
from compiler.main import compile_game
from compiler.project import Project
from compiler.selection import Selection, stray_problems

FOLDER = Path(__file__).parent / "diagnostics"
BASE = (FOLDER / "base.card").read_text(encoding="utf-8")
OUTSIDE = ("shared/", "h/")

_SECTION = re.compile(r"^\[(case|file|base|out)(?: (\S+))?\]$")


@dataclass(frozen=True, slots=True)
class Case:
    """One bad source, or several files of it, and the expected report."""

    fixture: Path
    name: str
    base: bool
    files: dict[str, str]
    out: str

    def report(self, root: Path) -> str:
        """What the compiler says about it."""
        files = {**({"base.card": BASE} if self.base else {}), **self.files}
        for name, text in files.items():
            file = root / "cards" / (name if name.startswith(OUTSIDE) else f"g/{name}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return render(compile_game(Project(root), "g").report, colour=False)


def read_cases(fixture: Path) -> Iterator[Case]:
    """The cases of a fixture file."""
    case: Case | None = None
    lines: list[str] = []
    target = ""

    def close() -> None:
        text = "\n".join(lines).rstrip("\n")
        if case is not None and target == "[out]":
            cases.append(replace(case, out=text))
        elif case is not None and (text or target != "game.card"):
            case.files[target] = text + "\n"
        else:
            assert not text, f"{fixture.name} has text before its first case"
        lines.clear()

    cases: list[Case] = []
    for line in fixture.read_text(encoding="utf-8").splitlines():
        section = _SECTION.match(line)
        match section and section.groups():
            case ("case", str(name)):
                close()
                case, target = Case(fixture, name, True, {}, ""), "game.card"
            case ("base", "none"):
                assert case is not None
                case = replace(case, base=False)
            case ("file", str(name)):
                close()
                target = name
            case ("out", None):
                close()
                target = "[out]"
            case _:
                lines.append(line)
    close()
    return iter(cases)


def write_cases(fixture: Path, cases: list[Case]) -> None:
    """Write a fixture file as `read_cases` reads it."""
    parts = []
    for case in cases:
        parts.append(f"[case {case.name}]\n")
        parts.append("" if case.base else "[base none]\n")
        for name, text in case.files.items():
            parts.append(text if name == "game.card" else f"[file {name}]\n{text}")
        parts.append(f"[out]\n{case.out}\n\n")
    fixture.write_text("".join(parts).rstrip("\n") + "\n", encoding="utf-8")


CASES = [case for fixture in sorted(FOLDER.glob("*.test")) for case in read_cases(fixture)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.fixture.stem}-{case.name}")
def test_the_report_is_as_the_case_says(case: Case, tmp_path: Path, update_goldens: bool) -> None:
    report = case.report(tmp_path)
    if update_goldens:
        cases = [replace(c, out=report) if c.name == case.name else c for c in read_cases(case.fixture)]
        write_cases(case.fixture, cases)
    else:
        assert report == case.out


def test_no_two_cases_of_a_fixture_have_the_same_name() -> None:
    names = [(case.fixture.stem, case.name) for case in CASES]
    assert len(names) == len(set(names))


def test_fixtures_are_written_the_way_the_flag_writes_them(tmp_path: Path) -> None:
    for fixture in FOLDER.glob("*.test"):
        copy = tmp_path / fixture.name
        write_cases(copy, list(read_cases(fixture)))
        assert copy.read_text(encoding="utf-8") == fixture.read_text(encoding="utf-8")


def test_the_base_game_is_right(tmp_path: Path) -> None:
    assert Case(FOLDER, "base", True, {}, "").report(tmp_path) == ""


# ---- what can't be written in a fixture: files that are no text ------------------------------------------


def damaged(root: Path, make: Callable[[Path], object]) -> str:
    """The report about the base game with one more file, made by `make`."""
    file = root / "cards" / "g" / "more.card"
    file.parent.mkdir(parents=True)
    (file.parent / "base.card").write_text(BASE, encoding="utf-8")
    make(file)
    return render(compile_game(Project(root), "g").report, colour=False)


def test_a_folder_named_like_a_file_is_reported(tmp_path: Path) -> None:
    assert damaged(tmp_path, Path.mkdir) == (
        "error[C101]: this is a folder, not a file\n"
        " --> cards/g/more.card\n"
        "help: rename it, or name a file inside it\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_file_that_can_not_be_read_is_reported(tmp_path: Path) -> None:
    assert damaged(tmp_path, lambda file: file.symlink_to("nowhere")) == (
        "error[C102]: cannot read this file: no such file or directory\n --> cards/g/more.card\n\n1 error in 1 file"
    )


def test_a_file_that_is_too_big_is_reported(tmp_path: Path) -> None:
    assert damaged(tmp_path, lambda file: file.write_bytes(b"#" * 1_000_001)) == (
        "error[C103]: this file is too big: 1,000,001 bytes, at most 1,000,000 are allowed\n"
        " --> cards/g/more.card\n"
        "help: split it into several files\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_binary_file_is_reported(tmp_path: Path) -> None:
    assert damaged(tmp_path, lambda file: file.write_bytes(b"PNG\0\0\1")) == (
        "error[C104]: this is not a text file: it contains NUL bytes\n --> cards/g/more.card\n\n1 error in 1 file"
    )


def test_a_control_character_is_reported(tmp_path: Path) -> None:
    assert damaged(tmp_path, lambda file: file.write_bytes(b"after turn by a player {\x07 shuffle deck }\n")) == (
        "error[C104]: control character U+0007 in the text\n"
        " --> cards/g/more.card:1:25\n"
        "  |\n"
        "1 | after turn by a player {<U+0007> shuffle deck }\n"
        "  |                         ^^^^^^^^\n"
        "  |\n"
        "help: delete it\n"
        "\n"
        "1 error in 1 file"
    )


def test_another_encoding_is_reported(tmp_path: Path) -> None:
    assert damaged(tmp_path, lambda file: file.write_bytes("# café\n".encode("latin-1"))) == (
        "error[C105]: this file is not UTF-8: byte 0xE9 on line 1\n"
        " --> cards/g/more.card:1:6\n"
        "  |\n"
        "1 | # caf\ufffd\n"
        "  |      ^ not a character\n"
        "  |\n"
        "help: save the file as UTF-8\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_byte_order_mark_is_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    source = "\ufeffafter turn by a player { shuffle dek }\n"
    assert damaged(tmp_path, lambda file: file.write_text(source, encoding="utf-8")) == (
        "error[C106]: this file starts with a byte order mark\n"
        " --> cards/g/more.card\n"
        "help: `cardwright fmt` removes it\n"
        "\n"
        "error[C201]: unknown name `dek`\n"
        " --> cards/g/more.card:1:34\n"
        "  |\n"
        "1 | after turn by a player { shuffle dek }\n"
        "  |                                  ^^^ nothing here has this name\n"
        "  |\n"
        "help: did you mean `deck`?\n"
        "\n"
        "2 errors in 1 file"
    )


def test_foreign_line_ends_are_reported(tmp_path: Path) -> None:
    source = b"after turn by a player {\r\n  shuffle deck\r\n}\r\n"
    assert damaged(tmp_path, lambda file: file.write_bytes(source)) == (
        "error[C107]: line 1 ends with a carriage return\n"
        " --> cards/g/more.card\n"
        "help: `cardwright fmt` rewrites the line ends\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_file_beside_the_games_is_reported(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    (cards / "g").mkdir(parents=True)
    (cards / "g" / "base.card").write_text(BASE, encoding="utf-8")
    (cards / "deck.card").write_text("enum wind/winds { west, east }\n", encoding="utf-8")
    found = stray_problems(Selection(Project(tmp_path), strays=Project(tmp_path).strays()))
    assert render(found, colour=False) == (
        "error[C244]: this file belongs to no game\n"
        " --> cards/deck.card\n"
        "help: move it into the folder of its game: `cards/<game>/`\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_file_that_is_wrong_all_over_is_given_up(tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "g"
    folder.mkdir(parents=True)
    (folder / "letter.card").write_text("foo\n" * 150, encoding="utf-8")
    found = list(compile_game(Project(tmp_path), "g").report)
    assert len(found) == 101
    assert render(found[-1:], colour=False) == (
        "error[C121]: more than 100 mistakes in this file\n"
        "   --> cards/g/letter.card:101:1\n"
        "    |\n"
        "101 | foo\n"
        "    | ^^^ from here on nothing was read\n"
        "    |\n"
        "help: mend those above first; is this a card file at all?\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_declaration_that_is_much_too_long_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "cards" / "g"
    folder.mkdir(parents=True)
    (folder / "g.card").write_text("to x { " + "gain " * 20_000 + "}", encoding="utf-8")
    (found,) = compile_game(Project(tmp_path), "g").report
    shown = render([found], colour=False)
    assert shown.startswith("error[C122]: this declaration is longer than 50,000 characters\n --> cards/g/g.card:1:1\n")
    assert "help: divide it: every card, procedure and query is a declaration of its own" in shown
