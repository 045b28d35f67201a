"""Sources, spans, and reading files that anybody may have written."""

import os
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Diagnostic, Report, render
from compiler.reading import LIMIT, decode, read_source
from compiler.source import Source, Span

CARD = "# roads\ncard toll_gate {\n  suit: economic\n}\n"
SOURCE = Source("cards/x.card", CARD)


def read(file: Path) -> tuple[Source | None, list[Diagnostic]]:
    report = Report()
    return read_source(file, "cards/x.card", report), report.sorted()


def read_bytes(tmp_path: Path, data: bytes) -> tuple[Source | None, list[Diagnostic]]:
    file = tmp_path / "x.card"
    file.write_bytes(data)
    return read(file)


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics]


# ---- Source and Span ----------------------------------------------------------------------------------


def test_lines_and_columns_count_from_one() -> None:
    assert SOURCE.position(0) == (1, 1)
    assert SOURCE.position(CARD.index("card toll")) == (2, 1)
    assert SOURCE.position(CARD.index("economic")) == (3, 9)


def test_a_line_end_belongs_to_the_line_it_ends() -> None:
    assert SOURCE.position(CARD.index("\n")) == (1, 8)


def test_the_end_of_the_text_has_a_position() -> None:
    assert SOURCE.position(len(CARD)) == (5, 1)
    assert Source("x", "ab").position(2) == (1, 3)
    assert Source("x", "").position(0) == (1, 1)


def test_an_offset_outside_the_text_counts_as_its_nearest_end() -> None:
    assert SOURCE.position(-5) == (1, 1)
    assert SOURCE.position(10_000) == (5, 1)


def test_columns_count_characters_not_bytes() -> None:
    assert Source("x", "zażółć 城 x").position(9) == (1, 10)


def test_a_line_comes_without_its_end() -> None:
    assert [SOURCE.line(n) for n in range(1, 6)] == [*CARD.split("\n")]
    assert Source("x", "").line(1) == ""


def test_only_a_newline_ends_a_line() -> None:
    assert Source("x", "a\x0bb\u2028c\x85d\re").position(8) == (1, 9)


def test_a_source_equals_only_itself() -> None:
    assert SOURCE == SOURCE
    assert Source("a", "b") != Source("a", "b")
    assert Source("a", "b").span(0, 1) != Source("a", "b").span(0, 1)
    assert SOURCE.span(0, 1) == SOURCE.span(0, 1)
    assert len({SOURCE.span(0, 1), SOURCE.span(0, 1)}) == 1


def test_a_span_knows_its_place_and_text() -> None:
    start = CARD.index("economic")
    span = SOURCE.span(start, start + 8)
    assert (span.line, span.column, span.text, span.location) == (3, 9, "economic", "cards/x.card:3:9")


def test_joined_spans_cover_both_in_either_order() -> None:
    a, b = SOURCE.span(2, 5), SOURCE.span(9, 11)
    assert a.to(b) == b.to(a) == Span(SOURCE, 2, 11)
    assert SOURCE.span(0, 20).to(a) == SOURCE.span(0, 20)


def test_spans_of_two_sources_are_not_joined() -> None:
    with pytest.raises(AssertionError, match="two sources"):
        SOURCE.span(0, 1).to(Source("y", "y").span(0, 1))


def test_a_source_does_not_print_its_text() -> None:
    assert "toll_gate" not in repr(SOURCE.span(0, 1))


@pytest.mark.fuzz
@settings(deadline=None)
@given(st.text("ab\n\r城", max_size=60), st.data())
def test_a_position_leads_back_to_its_offset(text: str, data: st.DataObject) -> None:
    source = Source("x", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.position(offset)
    before = [source.line(n) for n in range(1, line)]
    assert "".join(f"{text}\n" for text in before) + source.line(line)[: column - 1] == text[:offset]


# ---- read_source --------------------------------------------------------------------------------------


def test_a_good_file_is_read_without_a_word(tmp_path: Path) -> None:
    source, found = read_bytes(tmp_path, "# żółw\n\tcard a {}\n".encode())
    assert source is not None
    assert (source.path, source.text) == ("cards/x.card", "# żółw\n\tcard a {}\n")
    assert found == []


def test_a_folder_is_reported(tmp_path: Path) -> None:
    source, found = read(tmp_path)
    assert source is None
    assert render(found, colour=False) == (
        "error[C101]: this is a folder, not a file\n"
        " --> cards/x.card\n"
        "help: rename it, or name a file inside it\n"
        "\n"
        "1 error in 1 file"
    )


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    source, [found] = read(tmp_path / "none.card")
    assert source is None
    assert (found.code, found.path) == ("C102", "cards/x.card")
    assert found.message == "cannot read this file: no such file or directory"


def test_a_forbidden_file_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(self: Path) -> bytes:  # chmod does not stop a test that runs as root
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", forbid)
    source, [found] = read_bytes(tmp_path, b"card a {}")
    assert source is None
    assert (found.code, found.message) == ("C102", "cannot read this file: permission denied")


def test_an_error_without_words_is_still_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path) -> bytes:
        raise OSError

    monkeypatch.setattr(Path, "read_bytes", fail)
    assert read_bytes(tmp_path, b"card a {}")[1][0].message == "cannot read this file: unknown reason"


@pytest.mark.parametrize("name", ["a\0b.card", "a\udcffb\0.card", "x" * 5000])
def test_a_name_no_file_can_have_is_reported(tmp_path: Path, name: str) -> None:
    source, found = read(tmp_path / name)
    assert source is None
    assert codes(found) == ["C102"]


def test_a_link_to_itself_is_reported(tmp_path: Path) -> None:
    (tmp_path / "x.card").symlink_to(tmp_path / "x.card")
    assert codes(read(tmp_path / "x.card")[1]) == ["C102"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_reported_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.card")
    source, found = read(tmp_path / "x.card")
    assert source is None
    assert codes(found) == ["C102"]


def test_a_big_file_is_reported_and_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "x.card").open("wb") as file:
        file.truncate(LIMIT + 1)

    def refuse(self: Path) -> bytes:
        raise AssertionError("a file that is too big must not be read")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    source, [found] = read(tmp_path / "x.card")
    assert source is None
    assert found.code == "C103"
    assert found.message == "this file is too big: 1,000,001 bytes, at most 1,000,000 are allowed"


def test_a_file_of_the_allowed_size_is_read(tmp_path: Path) -> None:
    source, found = read_bytes(tmp_path, b"card a {}\n" * (LIMIT // 10))
    assert source is not None
    assert found == []


@pytest.mark.parametrize("data", [b"card\0", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "card".encode("utf-16-le")])
def test_a_binary_file_is_reported_without_an_excerpt(tmp_path: Path, data: bytes) -> None:
    source, [found] = read_bytes(tmp_path, data)
    assert source is None
    assert (found.code, found.span) == ("C104", None)


@pytest.mark.parametrize("control", ["\x01", "\x0b", "\x0c", "\x1b", "\x7f", "\x85", "\x9b"])
def test_a_control_character_is_reported_where_it_stands(tmp_path: Path, control: str) -> None:
    source, [found] = read_bytes(tmp_path, f"card a {{}}\n# {control}[2J\n".encode())
    assert source is None
    assert found.code == "C104"
    assert found.message == f"control character U+{ord(control):04X} in the text"
    assert found.span is not None
    assert (found.span.text, found.span.location) == (control, "cards/x.card:2:3")


def test_a_file_that_is_not_utf8_is_reported_where_it_breaks(tmp_path: Path) -> None:
    source, found = read_bytes(tmp_path, b'card a "\xc5\xbb\xf3\xb3w" {\r\n}\r\n')
    assert source is None
    assert render(found, colour=False) == (
        "error[C105]: this file is not UTF-8: byte 0xF3 on line 1\n"
        " --> cards/x.card:1:10\n"
        "  |\n"
        '1 | card a "Ż�w" {\n'
        "  |          ^ not a character\n"
        "  |\n"
        "help: save the file as UTF-8\n"
        "\n"
        "1 error in 1 file"
    )


def test_the_line_that_is_not_utf8_is_counted_with_any_line_ends(tmp_path: Path) -> None:
    for end in (b"\n", b"\r\n", b"\r"):
        [found] = read_bytes(tmp_path, end.join([b"a", b"b", b"c \xff"]))[1]
        assert found.message == "this file is not UTF-8: byte 0xFF on line 3"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_utf16_file_is_reported_as_such(tmp_path: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    source, [found] = read_bytes(tmp_path, f"{mark}card a {{}}".encode(encoding))
    assert source is None
    assert found.code == "C105"
    assert found.message.startswith("this file is UTF-16, not UTF-8")
    assert found.helps == ("save the file as UTF-8",)


def test_a_bom_is_reported_and_removed(tmp_path: Path) -> None:
    source, [found] = read_bytes(tmp_path, b"\xef\xbb\xbfcard a {}\n")
    assert source is not None
    assert source.text == "card a {}\n"
    assert (found.code, found.helps) == ("C106", ("`cardwright fmt` removes it",))


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_foreign_line_ends_are_reported_once_and_normalised(tmp_path: Path, end: str) -> None:
    source, [found] = read_bytes(tmp_path, f"# a\ncard a {{{end}{end}}}{end}".encode())
    assert source is not None
    assert source.text == "# a\ncard a {\n\n}\n"
    assert (found.code, found.message) == ("C107", "line 2 ends with a carriage return")
    assert found.helps == ("`cardwright fmt` rewrites the line ends",)


def test_all_problems_of_a_file_are_reported(tmp_path: Path) -> None:
    source, found = read_bytes(tmp_path, b"\xef\xbb\xbf\r\n# nothing\r\n")
    assert source is None
    assert codes(found) == ["C106", "C107", "C108"]


@pytest.mark.parametrize("text", ["", "\n", " \t\n\n", "# a", "\n  # a\n#\n\t# b\n"])
def test_a_file_without_declarations_is_reported(tmp_path: Path, text: str) -> None:
    source, [found] = read_bytes(tmp_path, text.encode())
    assert source is None
    assert found.code == "C108"
    assert found.message == ("this file has only comments" if "#" in text else "this file is empty")


# ---- decode -------------------------------------------------------------------------------------------


def test_repairing_says_nothing_about_bom_and_line_ends() -> None:
    report = Report()
    assert decode(b"\xef\xbb\xbfa\r\nb\rc\n", "x", report, repair=True) == "a\nb\nc\n"
    assert not report.has_errors


@pytest.mark.parametrize("data", [b"\0", b"\xff", b"a\x1b"])
def test_what_is_no_text_is_beyond_repair(data: bytes) -> None:
    report = Report()
    assert decode(data, "x", report, repair=True) is None
    assert report.has_errors


@pytest.mark.fuzz
@settings(deadline=None)
@given(st.binary() | st.text().map(str.encode), st.booleans())
@example(b"\xff\xfe", False)
@example(b"\xef\xbb\xbf", False)
@example(b"\r\xe2\x82", False)
def test_any_bytes_give_clean_text_or_a_report(data: bytes, repair: bool) -> None:
    report = Report()
    text = decode(data, "cards/x.card", report, repair=repair)
    render(report, colour=True)
    if text is None:
        assert report.has_errors
    else:
        assert "\r" not in text
        again = Report()
        assert decode(text.encode(), "cards/x.card", again) == text or text.startswith("\ufeff")
