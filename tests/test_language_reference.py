"""docs/language.md says what is so: its examples compile, its reports are the reports, its counts are right.

A block tagged `card base` is the game that all examples add to. Each block tagged `card` is compiled together with it;
one tagged `card bad C401` gives exactly this code, and the `text` block behind it is the report
(`pytest --update-goldens` refreshes it).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from compiler import nodes
from compiler.diagnostics import Report, render
from compiler.format import format_text
from compiler.parse import GRAMMAR, pieces, scan
from compiler.project import SHARED, Project
from tests.snippets import OWN_SNIPPET, SNIPPET, compile_snippet
from tests.worked_examples import PLAYED_BY, mistakes

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "language.md"
REFERENCE = FILE.read_text(encoding="utf-8")
UNUSED = ("C405", "C406")
"""What only a game's own files are blamed for: an example lies in one of those if it is to show that."""

_BLOCK = re.compile(r"^```card *([^\n]*)\n(.*?)^```\n(?:\n<!-- report -->\n```text\n(.*?)^```)?", re.M | re.S)


@cache
def blocks() -> tuple[tuple[str, str, str], ...]:
    """The tag behind `card`, the source and the report of every block."""
    return tuple(_BLOCK.findall(REFERENCE))


def base() -> str:
    """The game that all examples add to."""
    (text,) = [text for tag, text, _ in blocks() if tag == "base"]
    return text


def examples() -> list[tuple[str, str]]:
    """Tag and source of every example."""
    return [(tag, text) for tag, text, _ in blocks() if tag != "base"]


def report_of(tag: str, text: str) -> Report:
    return compile_snippet(base(), text, own=any(code in tag for code in UNUSED)).report


def name_of(text: str) -> str:
    return "_".join(re.findall(r"\w+", text)[:2])


@pytest.mark.parametrize(
    "text", [pytest.param(text, id=name_of(text)) for tag, text, _ in blocks() if not tag.startswith("bad")]
)
def test_an_example_compiles_with_the_base(text: str) -> None:
    report = report_of("", "" if text == base() else text)
    problems = [diagnostic for diagnostic in report if diagnostic.code != "C108"]  # the base alone: an empty snippet
    assert problems == [], render(report, colour=False)


@pytest.mark.parametrize(
    ("tag", "text", "expected"), [pytest.param(*b, id=b[0]) for b in blocks() if b[0].startswith("bad")]
)
def test_a_bad_example_gives_the_code_and_the_report_that_it_says(
    tag: str, text: str, expected: str, update_goldens: bool
) -> None:
    report = report_of(tag, text)
    assert [diagnostic.code for diagnostic in report] == tag.split()[1:]
    shown = render(report, colour=False).replace(SNIPPET, "example.card").replace(OWN_SNIPPET, "example.card")
    shown = shown.rpartition("\n\n")[0] + "\n"  # without the closing count
    if update_goldens:
        before = f"{text}```\n\n<!-- report -->\n```text\n"
        FILE.write_text(FILE.read_text(encoding="utf-8").replace(before + expected, before + shown), encoding="utf-8")
    else:
        assert shown == expected


@pytest.mark.parametrize("text", [pytest.param(text, id=name_of(text)) for _, text, _ in blocks()])
def test_an_example_is_laid_out_as_the_formatter_would(text: str) -> None:
    assert format_text(text) == text


@pytest.mark.parametrize("text", [pytest.param(t, id=name_of(t)) for _, t in examples() if "\nscenario " in f"\n{t}"])
@pytest.mark.parametrize("played_by", PLAYED_BY)
def test_a_scenario_is_played_as_it_says(text: str, played_by: str) -> None:
    game = compile_snippet(base(), text).game
    assert game is not None
    assert game.scenarios, "the example has a scenario"
    assert mistakes(game, played_by) == [[] for _ in game.scenarios]


def test_every_fenced_block_is_an_example_or_a_report() -> None:
    assert set(re.findall(r"^```(\w+)", REFERENCE, re.M)) == {"card", "text"}
    assert REFERENCE.count("```card") == len(blocks())


def test_links_lead_somewhere() -> None:
    headings = {page: _anchors(page) for page in ("language.md", "decisions.md", "tutorial.md")}
    for target in re.findall(r"\]\(([^)]+)\)", REFERENCE):
        page, _, anchor = target.partition("#")
        assert not page or (ROOT / "docs" / page).exists(), target
        assert not anchor or anchor in headings[page or "language.md"], target


def _anchors(page: str) -> set[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def slug(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


# ---- how big the language is ----------------------------------------------------------------------------


def keywords() -> set[str]:
    """The words of the language: those in quotes in the grammar, and those that its patterns spell out."""
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    words = set(re.findall(r'"([a-z]+(?:/[a-z]+)?)"', text))
    for name, pattern in re.findall(r"^(_?[A-Z_]+)(?:\.\d+)?:\s*/(.*)/$", text, re.M):
        if name not in ("REF", "STRING", "NAME", "INT", "COMMENT"):
            plain = re.sub(r"\\b|\\s\+", " ", pattern).replace("an?", "a|an")
            words.update(re.findall(r"[a-z]+", plain))
    return words


class _HardCases(Project):
    """The hard cases as a project: their folder is what `cards` is elsewhere."""

    @property
    def cards(self) -> Path:
        return self.root


PROJECTS = (Project(ROOT), _HardCases(ROOT / "tests" / "hard_cases"))


@cache
def users() -> dict[str, frozenset[str]]:
    """The games that use each keyword and each class of the syntax tree (in snake_case)."""
    found: dict[str, set[str]] = defaultdict(set)
    for project in PROJECTS:
        for game in project.games():
            assert game != SHARED
            loaded = project.load(game, Report())
            for word in (word for source in loaded.sources for word in _words(source.text)):
                found[word].add(game)
            for node in (node for declaration in loaded.declarations for node in _nodes(declaration)):
                found[_snake(type(node))].add(game)
    return {name: frozenset(games) for name, games in found.items()}


def _words(text: str) -> Iterator[str]:
    for start, end in pieces(text):
        for token in scan(text[start:end])[0]:
            if token.type not in ("NAME", "INT", "STRING", "REF"):
                yield from re.findall(r"[a-z]+(?:/[a-z]+)?", token)


def _nodes(node: object) -> Iterator[nodes.Node]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif isinstance(node, nodes.Node):
        yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))


def _snake(cls: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


def test_the_sentences_are_all_in_the_table_and_counted() -> None:
    _, _, section = REFERENCE.partition("\n## Sentences\n")
    rows = re.findall(r"^\| \[`", section.partition("\n## ")[0], re.M)
    assert len(rows) == len(get_args(nodes.Stmt))
    assert f"There are {len(rows)}:" in section


def test_the_counts_are_right() -> None:
    counts = re.search(r"(\d+) kinds of sentences, (\d+) kinds of rules, (\d+) kinds of events; (\d+) words", REFERENCE)
    assert counts is not None
    assert list(map(int, counts.groups())) == [
        len(get_args(nodes.Stmt)),
        len(get_args(nodes.Rule)),
        len(get_args(nodes.Event)),
        len(keywords()),
    ]


def test_the_words_of_the_language_are_listed() -> None:
    _, _, rest = REFERENCE.partition("<!-- keywords -->\n")
    assert re.findall(r"`([^`]+)`", rest.partition("\n\n")[0]) == sorted(keywords())


def test_what_is_called_rare_is_rare_and_nothing_else_is() -> None:
    """Each word, sentence, rule and expression that at most one game uses has a row that justifies it."""
    shapes = (cls for union in (nodes.Stmt, nodes.Rule, nodes.Event, nodes.Expr) for cls in get_args(union))
    things = keywords() | {_snake(cls) for cls in shapes}
    rare = {thing: set(users().get(thing, ())) for thing in things if len(users().get(thing, ())) <= 1}
    _, _, rest = REFERENCE.partition("<!-- rare -->\n")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", rest.partition("\n\n")[0], re.M)[2:]
    said = {
        thing: set(games.split(", ")) - {"none"} for names, games in rows for thing in re.findall(r"`(\w+)`", names)
    }
    assert said == rare
