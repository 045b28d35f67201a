"""Lay out card files: the author's words, comments and line breaks, everything between them put in order.

Works on the words of each declaration; the tree only says where sentences, fields, options, parts and rules start.
A declaration that does not parse stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from compiler.parse import early_problem, pieces, scan
from compiler.source import Source

STEP = 2
"""The spaces of one level."""
BETWEEN_ITEMS = "   "
"""What separates sentences, fields and the like that share a line."""

# The rules whose children are items: each starts a line, or is set apart in one.
_ITEM_LISTS = frozenset(
    ("block", "fields", "card_items", "rules", "automa_items", "prefers", "steps", "alternatives", "axes", "forms")
)
# Declarations whose braces hold a list with commas: a line break after a comma continues nothing.
_COMMA_LISTS = frozenset(("ENUM", "MAP", "KIND", "ORDER"))
_TIGHT_BEFORE = frozenset(("COMMA", "__ANON_1", "RPAR", "COLON", "SLASH", "DOT"))
_TIGHT_AFTER = frozenset(("LPAR", "SLASH", "DOT"))
_ONE_LINER = re.compile(r"( *(?:option|at) )([^{]*?) +(\{ .*\}.*|\{ \})$")
FARTHEST = 24
"""The most spaces that setting braces in one column may need."""
_RULER = re.compile(r"#(?:#|([^\w\s])\1)")


def format_text(text: str) -> str:
    """The text of a card file in the house layout; the same declarations, comments and line breaks."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source("", text)
    cuts = list(pieces(text))
    lines = _trim(_own_lines(text[: cuts[0][0]] if cuts else text), start=True, end=not cuts)
    last: list[str] = []
    between: list[str] = []
    for start, end in cuts:
        declaration, behind = _declaration(source, start, end)
        if last and "" not in between and (len(last) > 1 or len(declaration) > 1):
            lines.append("")
        lines += between + declaration
        last, between = declaration, behind
    lines += _trim(between, end=True)
    return "\n".join(lines) + "\n" if lines else ""


def _declaration(source: Source, start: int, end: int) -> tuple[list[str], list[str]]:
    """The lines of a declaration, and the comments and blank lines behind it."""
    text = source.text[start:end]
    try:
        scanned = None if early_problem(source, start, end) else scan(text)
    except UnexpectedInput:
        scanned = None
    if scanned is None:
        return _as_it_is(text)
    tokens, tree = scanned
    layout = _Layout(text, tokens, tree)
    beside, *behind = text[_end(tokens[-1]) :].split("\n")
    return layout.finish(beside), _own_lines("\n".join(behind))


def _as_it_is(text: str) -> tuple[list[str], list[str]]:
    lines = [line.rstrip() for line in text.split("\n")]
    last = max(number for number, line in enumerate(lines) if line and not line.startswith("#"))
    return _trim(lines[: last + 1], start=True), _own_lines("\n".join(lines[last + 1 :]))


def _own_lines(text: str) -> list[str]:
    """The comments and blank lines up to the start of the next line, no two blank ones in a row."""
    *lines, rest = (line.strip() for line in text.split("\n"))
    found: list[str] = []
    for line in [*lines, rest] if rest else lines:
        if line or not found or found[-1]:
            found.append(_comment(line))
    return found


def _trim(lines: list[str], *, start: bool = False, end: bool = False) -> list[str]:
    """The lines without blank ones at their start or end."""
    full = [number for number, line in enumerate(lines) if line]
    if not full:
        return [] if start or end else lines
    return lines[full[0] if start else 0 : full[-1] + 1 if end else len(lines)]


def _comment(text: str) -> str:
    text = text.replace("\t", " ")
    if len(text) > 1 and not text[1].isspace() and not _RULER.match(text):
        return f"# {text[1:]}"
    return text


class _Layout:
    """Sets the words of one declaration, in order, into lines."""

    def __init__(self, text: str, tokens: Sequence[Token], tree: Tree[Token]) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.indent = 0
        self.item_indent = 0  # of the line where the current sentence, field or the like started
        self.open: list[tuple[str, int]] = []  # each open bracket, with what a line that closes it is indented by
        self.items = _item_starts(tree)
        self.declares = tokens[0].type
        broken = _broken_braces(text, tokens)
        before: Token | None = None
        for token in tokens:
            if before is None:
                self.line = _spelled(token)
            else:
                beside, *behind = text[_end(before) : _start(token)].split("\n")
                opens = before.type == "LBRACE" and _start(before) in broken
                closes = token.type == "RBRACE" and _start(token) in broken
                if behind or opens or closes:
                    self.break_line(beside, "\n".join(behind), before, token)
                else:
                    self.line += self.space(before, token)
                self.line += _spelled(token)
            if before and (before.type == "LBRACE" or self.is_item(token)):
                self.item_indent = self.indent
            if token.type == "LBRACE":
                self.open.append((token.type, self.item_indent))
            elif token.type == "LPAR":
                self.open.append((token.type, self.indent))
            elif token.type == "RPAR":
                self.open.pop()
            elif token.type == "RBRACE":
                self.item_indent = self.open.pop()[1]
            before = token

    def finish(self, beside: str) -> list[str]:
        """All lines, the last one with the comment beside it."""
        self.end_line(beside)
        return _aligned(self.lines)

    def end_line(self, beside: str) -> None:
        comment = _comment(beside.strip())
        self.lines.append(f"{self.line}  {comment}" if comment else self.line)

    def break_line(self, beside: str, behind: str, before: Token, token: Token) -> None:
        """Begin a new line for a token, with the comments in between."""
        self.end_line(beside)
        closes = token.type == "RBRACE"
        between = _trim(_own_lines(behind), start=before.type == "LBRACE", end=closes)
        self.indent = self.indent_of(before, token)
        margin = " " * (self.indent + STEP if closes else self.indent)
        self.lines += [margin + comment if comment else "" for comment in between]
        self.line = " " * self.indent

    def indent_of(self, before: Token, token: Token) -> int:
        """How far a line that begins with the token is indented."""
        if not self.open:
            return STEP
        bracket, indent = self.open[-1]
        if token.type == "RBRACE":
            return indent
        if token.type == "RPAR":
            return max(indent, STEP)  # in column 0 it would be taken for a declaration
        if bracket == "LPAR" or before.type == "LBRACE" or self.is_item(token):
            return indent + STEP
        if token.type == "ELSE" and before.type == "RBRACE":
            return indent + STEP
        if before.type == "COMMA" and len(self.open) == 1 and self.declares in _COMMA_LISTS:
            return indent + STEP
        return indent + 2 * STEP

    def space(self, before: Token, token: Token) -> str:
        """What stands between two words of a line."""
        if token.type in _TIGHT_BEFORE or before.type in _TIGHT_AFTER:
            return ""
        if token.type == "LPAR" and before.type == "NAME":
            return ""
        return BETWEEN_ITEMS if self.is_item(token) and before.type != "LBRACE" else " "

    def is_item(self, token: Token) -> bool:
        return _start(token) in self.items or (token.type in ("PLAYERS", "GIVEN") and self.declares == "SCENARIO")


def _broken_braces(text: str, tokens: Sequence[Token]) -> set[int]:
    """The braces, opening and closing, of blocks over several lines: their contents stand on lines of their own."""
    found: set[int] = set()
    opened: list[int] = []
    for token in tokens:
        if token.type == "LBRACE":
            opened.append(_start(token))
        elif token.type == "RBRACE":
            start, end = opened.pop(), _start(token)
            if "\n" in text[start:end]:
                found |= {start, end}
    return found


def _aligned(lines: list[str]) -> list[str]:
    """Options and policies that stand as one-liners under each other get their braces in one column."""
    result: list[str] = []
    group: list[re.Match[str]] = []
    for line in [*lines, ""]:
        match = _ONE_LINER.match(line)
        if group and (match is None or match[1] != group[0][1]):
            column = max(len(one[1] + one[2]) for one in group)
            if column - min(len(one[1] + one[2]) for one in group) <= FARTHEST:
                result += [f"{one[1] + one[2]:{column}} {one[3]}" for one in group]
            else:
                result += [one[0] for one in group]
            group = []
        if match is None:
            result.append(line)
        else:
            group.append(match)
    return result[:-1]


def _item_starts(tree: Tree[Token]) -> set[int]:
    """Where sentences, fields, options, parts and rules start."""
    starts: set[int] = set()
    trees = [tree]
    while trees:
        tree = trees.pop()
        inner = [child for child in tree.children if isinstance(child, Tree)]
        if tree.data in _ITEM_LISTS:
            starts.update(child.meta.start_pos for child in inner)
        elif tree.data == "fresh":
            starts.add(tree.meta.start_pos)
        trees += inner
    return starts


def _spelled(token: Token) -> str:
    return str(token) if token.type == "STRING" else " ".join(token.split())


def _start(token: Token) -> int:
    assert token.start_pos is not None
    return token.start_pos


def _end(token: Token) -> int:
    return _start(token) + len(token)
