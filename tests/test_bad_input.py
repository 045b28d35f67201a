"""Whatever lies in a `.card` file, the answer is a diagnostic with a code: soon, and never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compiler.cli import main
from compiler.scaffold import game_files

ROOT = Path(__file__).parent.parent
SECONDS = 2.0

SOUND = 'treasure 9 "Pearl" { color red   worth 2 }\n'

BAD_BYTES = {
    "empty": (b"", {"C108"}),
    "only_a_comment": (b"# later\n", {"C108"}),
    "binary": (bytes(range(256)) * 20, {"C104"}),
    "an_image": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", {"C104"}),
    "latin_1": ('treasure 9 "Pérle" { color red   worth 2 }\n'.encode("latin-1"), {"C105"}),
    "utf_16": (SOUND.encode("utf-16"), {"C105"}),
    "utf_16_without_mark": (SOUND.encode("utf-16-le"), {"C104"}),
    "utf_8_cut_in_a_character": ('treasure 9 "Perł'.encode()[:-1], {"C105"}),
    "byte_order_mark": (b"\xef\xbb\xbf" + SOUND.encode(), {"C106"}),
    "crlf": (SOUND.replace("\n", "\r\n").encode(), {"C107"}),
    "cr": (SOUND.replace("\n", "\r").encode(), {"C107"}),
    "nul": (SOUND.replace("Pearl", "Pe\0rl").encode(), {"C104"}),
    "five_megabytes": (SOUND.encode() * (5_000_000 // len(SOUND)), {"C103"}),
    "nested_parentheses": (b"query deep: number { " + b"(" * 10_000 + b"1" + b")" * 10_000 + b" }\n", {"C110"}),
    "nested_parentheses_left_open": (b"query deep: number { " + b"(" * 10_000, {"C110"}),
    "nested_braces": (b"to deep { " + b"may { " * 10_000, {"C110"}),
    "a_long_chain": (b"query deep: number { " + b"1 + " * 10_000 + b"1 }\n", {"C110"}),
    "a_long_chain_of_owners": (b"query deep: number { " + b"treasure's " * 4_000 + b"worth }\n", {"C110"}),
    "a_huge_number": (b"treasure 9 { color red   worth " + b"9" * 100_000 + b" }\n", {"C112"}),
    "half_a_text": (b'treasure 9 "Pea', None),
    "half_a_rule_id": (b"to half [hal", None),
    "half_a_word": (b"treasure 9 { color re", None),
    "half_a_declaration": (b"treasure 9 { color red   wor", None),
    "an_open_brace": (b"treasure 9 {", None),
    "one_letter": (b"x", None),
    "one_line_of_a_megabyte": (b"x " * 499_000, None),
    "quotes_only": (b'"' * 20_000, None),
    "a_newline_in_a_title": (b'treasure 9 "Pea\nrl" { color red   worth 2 }\n', None),
    "a_quote_in_a_title": (b'treasure 9 "Pea"rl" { color red   worth 2 }\n', None),
    "an_escape_in_a_title": (b'treasure 9 "\x1b[31mred\x1b[0m" { color red   worth 2 }\n', {"C104"}),
    "an_8_bit_escape_in_a_title": ('treasure 9 "\x9b31mred" { color red   worth 2 }\n'.encode(), {"C104"}),
    "markup_in_a_wrong_name": (b"treasure 9 { color [bold]red[/bold]   worth 2 }\n", None),
    "a_template": (b"{{ 7 * 7 }}\n{% include 'x' %}\n", None),
    "python": (b"import os\nos.system('true')\n", None),
    "yaml": (b"treasure:\n  - color: red\n    worth: 2\n", None),
    "json": (b'{"treasure": [{"color": "red"}]}\n', None),
    "a_thousand_mistakes": (b"treasure 9 { color grey   worth 99 }\n" * 1_000, None),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "cards" / "trove"
    folder.mkdir(parents=True)
    for name, text in game_files("trove", "Trove").items():
        (folder / name).write_text(text, encoding="utf-8")
    return tmp_path


def checked(project: Path, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The codes of `cardwright check`, which must say that there are errors: for people and for programs, in time."""
    started = time.process_time()
    assert main(["check", "trove", "--root", str(project)]) == 1
    seconds = time.process_time() - started
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "Traceback" not in shown.out
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown.out)
    assert main(["check", "trove", "--json", "--root", str(project)]) == 1
    diagnostics = json.loads(capsys.readouterr().out)["diagnostics"]
    assert seconds < SECONDS
    codes = set(re.findall(r"^error\[(C\d\d\d)\]: \S", shown.out, re.MULTILINE))
    assert codes == {diagnostic["code"] for diagnostic in diagnostics} != set()
    return codes


@pytest.mark.parametrize("name", BAD_BYTES)
def test_every_bad_file_gets_a_code(name: str, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, codes = BAD_BYTES[name]
    (project / "cards/trove/odd.card").write_bytes(data)
    found = checked(project, capsys)
    assert codes is None or codes <= found


@pytest.mark.parametrize("name", BAD_BYTES)
def test_formatting_a_bad_file_tells_or_repairs(
    name: str, project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    data, codes = BAD_BYTES[name]
    odd = project / "cards/trove/odd.card"
    odd.write_bytes(data)
    repaired = codes is not None and codes <= {"C106", "C107"}
    status = main(["fmt"])
    shown = capsys.readouterr()
    assert shown.err == ""
    if repaired:
        assert (status, odd.read_bytes()) == (0, SOUND.encode())
    elif name == "a_thousand_mistakes":  # they parse: whether they mean anything is for `check` to say
        assert status == 0
    else:
        assert status == 1
        assert re.search(r"^error\[C\d\d\d\]: ", shown.out, re.MULTILINE)
        if codes and codes <= {"C103", "C104", "C105", "C110", "C112"}:
            assert odd.read_bytes().rstrip() == data.rstrip()


def test_a_folder_named_like_a_card_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cards/trove/odd.card").mkdir()
    assert checked(project, capsys) == {"C101"}


def test_a_broken_link(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cards/trove/odd.card").symlink_to("nowhere.card")
    assert checked(project, capsys) == {"C102"}


def test_a_link_to_itself(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cards/trove/odd.card").symlink_to("odd.card")
    assert checked(project, capsys) == {"C102"}


def test_a_pipe_is_not_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(project / "cards/trove/odd.card")
    assert checked(project, capsys) == {"C102"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cards/trove/deck.card").chmod(0)
    assert "C102" in checked(project, capsys)


def test_a_file_that_the_system_refuses_to_read(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "cards/trove/odd.card").write_text(SOUND)
    read_bytes = Path.read_bytes

    def refuse(file: Path) -> bytes:
        if file.name == "odd.card":
            raise PermissionError(13, "Permission denied", str(file))
        return read_bytes(file)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert checked(project, capsys) == {"C102"}


def test_a_file_name_that_commands_the_terminal(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cards/trove/\x1b[31modd\n.card").write_bytes(b"x")
    assert checked(project, capsys)


def test_a_file_name_that_is_no_text(project: Path) -> None:
    name = os.fsencode(project / "cards/trove") + b"/odd\xff.card"
    try:
        with open(name, "wb") as stream:
            stream.write(b"x")
    except OSError:
        pytest.skip("this file system has no such names")
    for options in ([], ["--json"]):
        done = run_in_a_process(project, "check", *options)
        assert (done.returncode, done.stderr) == (1, "")


def run_in_a_process(project: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "compiler.cli", *arguments],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | variables,
        capture_output=True,
        text=True,
        timeout=30,
    )


def test_a_terminal_that_knows_only_ascii(project: Path) -> None:
    (project / "cards/trove/odd.card").write_text(
        'treasure 9 "Żółta Łódź" { color red   worth 99 }\n', encoding="utf-8"
    )
    done = run_in_a_process(project, "check", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (1, "")
    assert "error[C329]" in done.stdout


ODD_TITLES = [
    "{{ template }}",
    "{% include 'x' %}",
    "{# comment #}",
    "<script>alert(1)</script>",
    "it's & \\n \\ %s %(x)s {0} {title} $HOME `id`",
    "[bold red]markup[/bold red] [link=x]",
    "# no comment } {",
    '"""'.replace('"', "'"),
    "Żółć, ěščř, ß, ñ, 城",
    "\N{RIGHT-TO-LEFT OVERRIDE}desrever",
    "  spaces  ",
    "",
]


@pytest.mark.parametrize("title", ODD_TITLES)
def test_an_odd_title_comes_out_as_it_was_written(
    title: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f'treasure 9 "{title}" {{ color red   worth 2 }}\n'
    (project / "cards/trove/odd.card").write_text(source, encoding="utf-8")
    assert main(["check", "--root", str(project)]) == 0
    assert main(["build", "--root", str(project)]) == 0
    capsys.readouterr()
    assert main(["ir", "trove", "9", "--root", str(project)]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == title
    built = json.loads((project / "generated/trove/game.json").read_text(encoding="utf-8"))
    assert [card["title"] for card in built["cards"] if card["number"] == 9] == [title]
    compile((project / "generated/trove/__init__.py").read_text(encoding="utf-8"), "generated", "exec")


@pytest.mark.parametrize("title", ODD_TITLES)
def test_an_odd_title_of_a_game_does_not_leak_into_code(title: str, project: Path) -> None:
    file = project / "cards/trove/game.card"
    file.write_text(file.read_text().replace('"Trove"', f'"{title}"'), encoding="utf-8")
    assert main(["build", "--root", str(project)]) == 0
    built = json.loads((project / "generated/trove/game.json").read_text(encoding="utf-8"))
    assert built["title"] == title
    compile((project / "generated/trove/__init__.py").read_text(encoding="utf-8"), "generated", "exec")


def test_a_title_cannot_command_the_terminal(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "cards/trove/odd.card").write_text(
        'treasure 9 "\N{RIGHT-TO-LEFT OVERRIDE}x" { color red   worth 2 }\n', encoding="utf-8"
    )
    for which in ("parse", "resolve"):
        assert main(["ir", "trove", "--pass", which, "--root", str(project)]) == 0
        shown = capsys.readouterr().out
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in shown
        assert "<U+202E>x" in shown
