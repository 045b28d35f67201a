"""Diagnostics: collecting, rendering, and guessing what the author meant."""

import json
import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compiler.diagnostics import WINDOW, Diagnostic, Note, Report, did_you_mean, render, to_json
from compiler.source import Source, Span

GAME = Source("cards/caravan/game.card", "game caravan\nzone market\n")
TOLL_GATE = Source(
    "cards/caravan/roads/toll_gate.card",
    "card toll_gate {\n"
    "  suit: economic\n"
    "  on play [4.2] {\n"
    "    choose rival in region\n"
    "    take 1 coin from rival\n"
    "    move this to marcket\n"
    "  }\n"
    "}\n",
)


def at(source: Source, text: str) -> Span:
    start = source.text.index(text)
    return source.span(start, start + len(text))


def unknown_zone() -> Report:
    report = Report()
    report.error(
        "C203",
        at(TOLL_GATE, "marcket"),
        "unknown zone `marcket`",
        label="no zone has this name",
        help="did you mean `market`?",
        notes=[Note("zones are declared in", at(GAME, "zone"))],
    )
    return report


def shown(span: Span, label: str = "") -> list[str]:
    """The lines of a rendered span, from the source line to the carets."""
    text = render([Diagnostic("C101", "m", span, label=label)], colour=False)
    return text.split("\n")[3:5]


# ---- Report -------------------------------------------------------------------------------------------


def test_an_empty_report_has_no_errors() -> None:
    report = Report()
    assert (report.has_errors, len(report), list(report), report.sorted()) == (False, 0, [], [])


def test_one_help_or_several_or_none_may_be_given() -> None:
    report = Report()
    span = TOLL_GATE.span(0, 1)
    report.error("C101", span, "a")
    report.error("C102", span, "b", help="one")
    report.error("C103", span, "c", help=["one", "two"])
    assert [found.helps for found in report] == [(), ("one",), ("one", "two")]


def test_a_report_is_in_source_order_with_whole_files_first() -> None:
    report = Report()
    b, a = Source("b.card", "x y"), Source("a.card", "x y")
    report.error("C201", b.span(0, 1), "fourth")
    report.error("C201", a.span(2, 3), "third")
    report.error("C202", a.span(0, 1), "second")
    report.add(Diagnostic("C106", "first", path="a.card"))
    assert [found.message for found in report] == ["first", "second", "third", "fourth"]
    assert list(report) == report.sorted()


def test_errors_at_one_place_stay_in_the_order_found() -> None:
    report = Report()
    report.error("C302", GAME.span(0, 4), "first")
    report.error("C301", GAME.span(0, 4), "second")
    assert [found.message for found in report] == ["first", "second"]


def test_the_same_code_at_the_same_span_is_reported_once() -> None:
    report = Report()
    report.error("C201", GAME.span(0, 4), "first")
    report.error("C201", GAME.span(0, 4), "again, in other words")
    report.error("C201", Source(GAME.path, GAME.text).span(0, 4), "again, from a file read twice")
    report.error("C202", GAME.span(0, 4), "another code")
    report.error("C201", GAME.span(0, 3), "another span")
    assert len(report) == 3
    assert {found.message for found in report} == {"first", "another code", "another span"}


def test_problems_of_a_whole_file_are_dropped_only_when_equal() -> None:
    report = Report()
    for message in ("no text for `a`", "no text for `b`", "no text for `a`"):
        report.add(Diagnostic("C501", message, path="text/pl.ftl"))
    assert len(report) == 2


# ---- render -------------------------------------------------------------------------------------------


def test_a_report_looks_as_in_the_style_guide() -> None:
    assert render(unknown_zone(), colour=False) == (
        "error[C203]: unknown zone `marcket`\n"
        " --> cards/caravan/roads/toll_gate.card:6:18\n"
        "  |\n"
        "6 |     move this to marcket\n"
        "  |                  ^^^^^^^ no zone has this name\n"
        "  |\n"
        "help: did you mean `market`?\n"
        "note: zones are declared in cards/caravan/game.card:2\n"
        "\n"
        "1 error in 1 file"
    )


def test_no_errors_render_as_nothing() -> None:
    assert render([], colour=True) == ""


def test_a_problem_of_a_whole_file_has_no_excerpt() -> None:
    found = Diagnostic("C106", "byte order mark", path="a.card", helps=("fmt",), notes=(Note("really"),))
    assert render([found], colour=False).startswith(
        "error[C106]: byte order mark\n --> a.card\nhelp: fmt\nnote: really\n"
    )


def test_a_problem_without_a_place_has_only_its_words() -> None:
    assert render([Diagnostic("C100", "no game here")], colour=False) == "error[C100]: no game here\n\n1 error"


def test_errors_and_files_are_counted() -> None:
    report = unknown_zone()
    report.error("C201", GAME.span(0, 4), "a")
    report.error("C201", GAME.span(5, 8), "b")
    text = render(report, colour=False)
    assert text.endswith("\n\n3 errors in 2 files")
    assert text.count("\n\n") == 3


def test_the_gutter_is_as_wide_as_the_line_number() -> None:
    source = Source("a.card", "\n" * 99 + "here\n")
    text = render([Diagnostic("C101", "m", at(source, "here"), helps=("h",))], colour=False)
    assert text.split("\n")[1:6] == ["   --> a.card:100:1", "    |", "100 | here", "    | ^^^^", "    |"]


def test_a_span_over_lines_shows_the_first_to_its_end() -> None:
    assert shown(at(TOLL_GATE, "on play [4.2] {\n    choose"), "this block") == [
        "3 |   on play [4.2] {",
        "  |   ^^^^^^^^^^^^^^^ this block",
    ]


def test_an_empty_span_still_has_a_caret() -> None:
    assert shown(GAME.span(5, 5)) == ["1 | game caravan", "  |      ^"]


def test_the_end_of_a_line_and_of_the_text_can_be_shown() -> None:
    assert shown(GAME.span(12, 13)) == ["1 | game caravan", "  |             ^"]
    end = len(GAME.text)
    assert shown(GAME.span(end, end), "the file ends here") == ["3 |", "  | ^ the file ends here"]
    assert shown(Source("x", "").span(0, 0)) == ["1 |", "  | ^"]


def test_tabs_become_spaces() -> None:
    assert shown(at(Source("x", "\tgo\there"), "here")) == ["1 |     go    here", "  |           ^^^^"]


def test_wide_characters_take_two_carets() -> None:
    assert shown(at(Source("x", "長城 長城 x"), "長城 x")) == ["1 | 長城 長城 x", "  |      ^^^^^^"]
    assert shown(at(Source("x", "長城 x"), "x")) == ["1 | 長城 x", "  |      ^"]
    assert shown(at(Source("x", "長城"), "城")) == ["1 | 長城", "  |   ^^"]


def test_combining_marks_take_no_caret() -> None:
    source = Source("x", unicodedata.normalize("NFD", "żółć x"))
    assert shown(at(source, "x"))[1] == "  |      ^"
    assert shown(source.span(0, source.text.index(" ")))[1] == "  | ^^^^"


def test_a_span_on_a_mark_points_at_its_letter() -> None:
    source = Source("x", "ac\u0301e")
    assert shown(source.span(2, 3))[1] == "  |  ^"
    assert shown(Source("x", "\u0301a").span(0, 1))[1] == "  | ^"


def test_control_characters_are_made_visible_everywhere() -> None:
    evil = "\x1b[31m\r\x07\u202e\udcff"
    source = Source(f"{evil}.card", f"{evil} x")
    note = Note(evil, source.span(0, 1))
    found = Diagnostic("C101", evil, at(source, "x"), label=evil, helps=(evil,), notes=(note,))
    text = render([found, Diagnostic("C102", evil, path=evil)], colour=False)
    assert text.replace("\n", "").isprintable()
    assert "<U+001B>[31m<U+000D><U+0007><U+202E><U+DCFF>" in text
    text.encode()


def test_an_invisible_space_is_made_visible() -> None:
    assert shown(at(Source("x", "a\u00a0b"), "\u00a0")) == ["1 | a<U+00A0>b", "  |  ^^^^^^^^"]


def test_a_message_stays_on_its_line() -> None:
    assert render([Diagnostic("C101", "a\nb")], colour=False).startswith("error[C101]: a<U+000A>b\n")


@pytest.mark.parametrize(
    ("before", "after", "excerpt"),
    [
        (0, 500, f"1 | here{'b' * (WINDOW - 4)}…"),
        (500, 0, f"1 | …{'a' * (WINDOW - 4)}here"),
        (500, 500, f"1 | …{'a' * 40}here{'b' * (WINDOW - 44)}…"),
        (78, 78, f"1 | {'a' * 78}here{'b' * 78}"),
    ],
)
def test_a_long_line_is_cut_around_the_span(before: int, after: int, excerpt: str) -> None:
    source = Source("x", "a" * before + "here" + "b" * after)
    line, carets = shown(at(source, "here"))
    assert line == excerpt
    assert carets == "  |" + " " * (excerpt.index("here") - 3) + "^^^^"


def test_carets_stop_where_a_long_line_is_cut() -> None:
    line, carets = shown(Source("x", "x" * 1000).span(0, 1000), "long")
    assert line == f"1 | {'x' * WINDOW}…"
    assert carets == f"  | {'^' * WINDOW} long"


def test_colour_adds_only_colour() -> None:
    plain, coloured = (render(unknown_zone(), colour=colour) for colour in (False, True))
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert coloured.startswith("\x1b[1;31merror[C203]\x1b[0m: unknown zone")
    for part in ("\x1b[34m-->", "\x1b[34m6 |", "\x1b[1;31m^^^^^^^", "\x1b[32mhelp", "\x1b[36mnote"):
        assert part in coloured


TEXTS = st.text(st.sampled_from("ab \t\n\x1b\u200d\u00a0長ａ\u0301\u20dd") | st.characters(), max_size=80)


def cells(text: str) -> list[str]:
    """The text by terminal cell: a wide character fills two, a mark shares its letter's."""
    result = [""]
    for c in text:
        if unicodedata.category(c) in ("Mn", "Me"):
            result[-1] += c
        else:
            result += [c, ""] if unicodedata.east_asian_width(c) in "WF" else [c]
    return result[1:]


def letters(text: str) -> str:
    """What the carets have to stand under: the text as shown, without marks and closing blanks."""
    visible = "".join(c if c.isprintable() else "    " if c == "\t" else f"<U+{ord(c):04X}>" for c in text)
    return "".join(c for c in visible if unicodedata.category(c) not in ("Mn", "Me")).rstrip()


@pytest.mark.fuzz
@settings(deadline=None)
@given(TEXTS, st.sampled_from([0, 200]), st.sampled_from([0, 200]), st.data())
def test_carets_stand_under_the_span(text: str, before: int, after: int, data: st.DataObject) -> None:
    text = "x" * before + text + "x" * after
    start = data.draw(st.integers(before, len(text) - after))
    end = data.draw(st.integers(start, len(text) - after))
    span = Source("a.card", text).span(start, end)
    line, carets = shown(span)
    first, last = carets.index("^"), carets.rindex("^") + 1
    assert carets[first:] == "^" * (last - first)
    under = letters("".join(cells(line)[first:last]))
    expected = letters(span.text.partition("\n")[0])
    assert under.endswith(expected)
    if expected and unicodedata.category(span.text[0]) not in ("Mn", "Me"):
        assert under == expected


@pytest.mark.fuzz
@settings(deadline=None)
@given(TEXTS, st.integers(-9, 99), st.integers(-9, 99), st.text(), st.text(), st.booleans())
@example("", 5, 2, "", "", True)
def test_any_span_renders(text: str, start: int, end: int, path: str, message: str, colour: bool) -> None:
    span = Source(path, text).span(start, end)
    found = Diagnostic("C101", message, span, label=message, helps=(message,), notes=(Note(message, span),))
    report = render([found], colour=colour)
    assert re.sub(r"\x1b\[[\d;]*m" if colour else "$", "", report).replace("\n", "").isprintable()
    assert report.count("\n") == 9
    json.dumps(to_json([found]))


# ---- to_json ------------------------------------------------------------------------------------------


def test_json_says_what_the_report_says() -> None:
    assert to_json(unknown_zone()) == [
        {
            "code": "C203",
            "message": "unknown zone `marcket`",
            "path": "cards/caravan/roads/toll_gate.card",
            "line": 6,
            "column": 18,
            "end_line": 6,
            "end_column": 25,
            "label": "no zone has this name",
            "help": ["did you mean `market`?"],
            "notes": [{"text": "zones are declared in", "path": "cards/caravan/game.card", "line": 2, "column": 1}],
        }
    ]


def test_json_of_a_whole_file_has_no_lines() -> None:
    [data] = to_json([Diagnostic("C106", "byte order mark", path="a.card", notes=(Note("really"),))])
    assert (data["path"], data["line"], data["column"]) == ("a.card", None, None)
    assert (data["end_line"], data["end_column"]) == (None, None)
    assert data["notes"] == [{"text": "really", "path": None, "line": None, "column": None}]


def test_json_gives_the_end_of_a_span_over_lines() -> None:
    [data] = to_json([Diagnostic("C101", "m", at(TOLL_GATE, "on play [4.2] {\n    choose"))])
    assert (data["line"], data["column"], data["end_line"], data["end_column"]) == (3, 3, 4, 11)


# ---- did_you_mean -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("marcket", ["market", "court", "hand"], "market"),
        ("makret", ["market"], "market"),  # a swap is one edit
        ("zones", ["zone"], "zone"),
        ("armie", ["armies", "army"], "armies"),
        ("spys", ["spy", "spa"], "spy"),
        ("Market", ["market"], "market"),
        ("MARKET", ["market"], "market"),
        ("cta", ["cat"], "cat"),
        ("market", ["markets", "marke"], "markets"),
        ("elephant", ["market"], None),
        ("kabul", ["kabul"], None),  # the name itself is no suggestion
        ("x", ["y"], None),
        ("abc", ["xyz"], None),
        ("abcd", ["abxy"], None),  # two edits in four letters
        ("abcdef", ["abcdxy"], "abcdxy"),
        ("", ["a"], None),
        ("s", ["s", "t", ""], None),
        ("market", [], None),
    ],
)
def test_the_closest_name_is_suggested(name: str, candidates: list[str], meant: str | None) -> None:
    assert did_you_mean(name, candidates) == meant
    assert did_you_mean(name, reversed(candidates)) == meant


def test_the_suggestion_does_not_depend_on_the_order() -> None:
    assert did_you_mean("bat", ["hat", "cat", "mat"]) == did_you_mean("bat", {"mat", "cat", "hat"}) == "cat"


def test_a_name_nobody_typed_gets_no_suggestion() -> None:
    assert did_you_mean("a" * 100_000, ["a" * 100_001]) is None


@pytest.mark.fuzz
@settings(deadline=None)
@given(st.text("abcs", min_size=4, max_size=12), st.data())
def test_one_slip_is_always_found(name: str, data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(name) - 2))
    slips = [name[:i] + name[i + 1 :], name[:i] + "x" + name[i:], name[:i] + name[i + 1] + name[i] + name[i + 2 :]]
    typed = data.draw(st.sampled_from(slips))
    assert did_you_mean(typed, [name, "elephant"]) == (None if typed == name else name)
