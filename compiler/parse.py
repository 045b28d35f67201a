"""Parse sources into declarations.

A file is cut where a line starts in column 0, each piece is parsed alone: one syntax error costs one declaration,
and the tree of a piece whose text was parsed before is taken from the cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternRE, PatternStr, TerminalDef

from compiler import nodes
from compiler.diagnostics import Diagnostic, Report
from compiler.nodes import Declaration
from compiler.source import Source, Span
from compiler.syntax_errors import error_offset, syntax_problem
from compiler.syntax_guards import (
    MAX_DEPTH,
    MOST_PROBLEMS,
    depth_problem,
    indent_problem,
    is_reserved,
    length_problem,
    nesting_problem,
    reserved,
    too_many,
)

LONGEST_TRIAL = 20_000
GRAMMAR = Path(__file__).parent.parent / "grammar" / "cards.lark"

_DECLARATION = re.compile(r"^[^\s#}]", re.MULTILINE)
_COMMENT_OR_BLANK = re.compile(r"(?:\s+|#[^\n]*)*+\Z")

# Rules of the grammar that are lists: their children become a tuple.
_LISTS = frozenset(
    ("path", "names", "edges", "axes", "forms", "entries", "fields", "values", "card_items", "rules", "automa_items",
     "prefers", "params", "answers", "steps", "alternatives", "binders", "nps", "words", "args", "keys")
)  # fmt: skip
_CLASSES: dict[str, type[nodes.Node]] = {"ref": nodes.PhraseRef, "none": nodes.None_}

# What gives a noun of the language a name: there, a word with a meaning of its own would be misread later.
_NAMING: dict[type[nodes.Node], tuple[str, ...]] = {
    **dict.fromkeys((nodes.Let, nodes.Choose, nodes.ForEach, nodes.Binder, nodes.The, nodes.Best), ("name",)),
    **dict.fromkeys((nodes.TheBest, nodes.Param, nodes.Query, nodes.Order, nodes.Grid), ("name",)),
    **dict.fromkeys((nodes.Track, nodes.Mark), ("name",)),
    nodes.Noun: ("singular", "plural"),
    nodes.Enum: ("members",),
}


@cache
def grammar() -> Lark:
    """The parser made from grammar/cards.lark."""
    text = GRAMMAR.read_text(encoding="utf-8")
    return Lark(
        text, parser="lalr", propagate_positions=True, maybe_placeholders=True, edit_terminals=_end_with_the_word
    )


def parse(source: Source, report: Report) -> tuple[Declaration, ...]:
    """All declarations of a source that parse; the others are reported."""
    found = []
    before = len(report)
    for start, end in pieces(source.text):
        if len(report) - before >= MOST_PROBLEMS:
            report.add(too_many(source.span(start, end)))
            break
        if problem := early_problem(source, start, end):
            report.add(problem)
            continue
        try:
            tree = _parse_piece(source.text[start:end])
            builder = _Builder(source, start)
            found.append(cast(Declaration, builder.build(tree)))
        except UnexpectedInput as error:
            report.add(syntax_problem(source, start, end, error, _reach))
        except _TooDeep as error:
            report.add(depth_problem(error.span))
        else:
            for name in builder.reserved:
                report.add(reserved(name.span))
    return tuple(found)


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where each declaration starts and ends: cut at lines that begin in column 0."""
    starts = [match.start() for match in _DECLARATION.finditer(text)]
    if starts and not _COMMENT_OR_BLANK.match(text, 0, starts[0]):
        starts.insert(0, 0)
    elif not starts and not _COMMENT_OR_BLANK.match(text):
        starts = [0]
    yield from pairwise([*starts, len(text)])


def early_problem(source: Source, start: int, end: int) -> Diagnostic | None:
    """What is wrong with a piece before its grammar is looked at, if anything."""
    found = indent_problem(source, start, end) or nesting_problem(source, start, end)
    return found or length_problem(source, start, end)


def scan(text: str) -> tuple[list[Token], Tree[Token]]:
    """Every word and sign of a declaration in order, and its tree; raises Lark's error if it does not parse."""
    parser = grammar().parse_interactive(text)
    tokens = parser.exhaust_lexer()
    return tokens, parser.feed_eof(tokens[-1] if tokens else None)  # type: ignore[no-untyped-call]


@lru_cache(maxsize=50_000)
def _parse_piece(text: str) -> Tree[Token]:
    return grammar().parse(text)


def _reach(text: str) -> int:
    """How many characters of a text parse; 0 for one too long to try things out on."""
    if len(text) > LONGEST_TRIAL:
        return 0
    try:
        grammar().parse(text)
    except UnexpectedInput as error:
        return error_offset(error, text)
    return len(text) + 1


def _end_with_the_word(terminal: TerminalDef) -> None:
    """Keep keywords and numbers whole: Lark would read `once` as `on` and `ce` where no name can stand."""
    value = terminal.pattern.value
    if isinstance(terminal.pattern, PatternStr) and value[-1].isalpha():
        terminal.pattern = PatternRE(re.escape(value) + r"\b")
        terminal.priority = max(1, terminal.priority)  # before NAME, as Lark has it with plain strings
    elif terminal.name == "INT":
        terminal.pattern = PatternRE(value + r"(?![A-Za-z_])")


class _TooDeep(Exception):
    def __init__(self, span: Span) -> None:
        self.span = span


class _Builder:
    """Turns the parser's tree into nodes, at its place in a source."""

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset
        self.depth = 0
        self.reserved: list[nodes.Name] = []

    def build(self, tree: Tree[Token]) -> nodes.Node:
        """The node of a tree whose rule or alias has a class."""
        rule = tree.data
        node_class = _CLASSES.get(rule)
        if node_class is None:
            node_class = _CLASSES[rule] = getattr(nodes, rule.title().replace("_", ""))
        span = Span(self.source, self.offset + tree.meta.start_pos, self.offset + tree.meta.end_pos)
        if self.depth == MAX_DEPTH:
            raise _TooDeep(span)
        self.depth += 1
        children: list[Any] = [self.child(child) for child in tree.children]
        self.depth -= 1
        if node_class is nodes.Block:
            return nodes.Block(span, tuple(children))
        if node_class is nodes.Number:
            return cast(nodes.Number, children[0])
        node = node_class(span, *children)
        for field in _NAMING.get(node_class, ()):
            self._note_reserved(getattr(node, field))
        return node

    def child(self, child: Tree[Token] | Token | None) -> Any:
        """A node, a tuple of nodes, or None for something left out."""
        if child is None:
            return None
        if isinstance(child, Token):
            return self.token(child)
        if child.data in _LISTS:
            return tuple(self.child(c) for c in child.children)
        return self.build(child)

    def token(self, token: Token) -> nodes.Node:
        """The node of one word."""
        start = self.offset + cast(int, token.start_pos)
        span = Span(self.source, start, start + len(token))
        match token.type:
            case "NAME":
                return nodes.Name(span, str(token))
            case "INT":
                return nodes.Number(span, int(token))
            case "STRING":
                return nodes.Text(span, token[1:-1])
            case "REF":
                return nodes.Ref(span, token[1:-1])
            case _:
                return nodes.Word(span, " ".join(token.split()))

    def _note_reserved(self, names: nodes.Name | tuple[nodes.Name, ...] | None) -> None:
        for name in names if isinstance(names, tuple) else (names,):
            if name and is_reserved(name.text):
                self.reserved.append(name)


__all__ = ["GRAMMAR", "MAX_DEPTH", "early_problem", "grammar", "parse", "pieces", "scan"]
