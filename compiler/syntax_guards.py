"""Mistakes that need no parser: what is looked at before parsing, and what a finished tree can still have wrong."""

from __future__ import annotations

import re
import sys
from typing import cast

from compiler.diagnostics import Diagnostic
from compiler.source import Source, Span
from compiler.syntax_words import RESERVED

MOST_PROBLEMS = 100
LONGEST = 50_000
MAX_DEPTH = 80
"""The most levels a declaration may be nested; every later pass walks the tree by recursion."""
MAX_DIGITS = 9

ITEM = re.compile(r'"[^"\n]*"?|#[^\n]*|\[[^\]\n]*\]?|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[(){}]')
"""A text, a comment, a rule id, a word, a number or a bracket, closed or not."""
_BLANK = re.compile(r"(?:\s+|#[^\n]*)*+")
_WORD = re.compile(r"\w+")


def indent_problem(source: Source, start: int, end: int) -> Diagnostic | None:
    """The first declaration of a file that does not begin in column 0."""
    at = blanks_end(source.text, start, end)
    if at == start or source.text[at] in "})" or source.position(at)[1] == 1:
        return None
    return indented(word_at(source, at, end))


def nesting_problem(source: Source, start: int, end: int) -> Diagnostic | None:
    """Brackets too deep or a number too long."""
    depth = 0
    for item in ITEM.finditer(source.text, start, end):
        if item[0] in "({":
            depth += 1
            if depth > MAX_DEPTH:
                return depth_problem(source.span(item.start(), item.end()))
        elif item[0] in ")}":
            depth = max(0, depth - 1)
        elif item[0].isdigit() and len(item[0]) > MAX_DIGITS:
            message = f"this number has {len(item[0])} digits, at most {MAX_DIGITS} are allowed"
            return Diagnostic("C112", message, source.span(item.start(), item.end()), helps=("write a smaller number",))
    return None


def depth_problem(span: Span) -> Diagnostic:
    """Something nested too deeply, of which the first word is shown."""
    help = "give the inner part a name: make it a query or a procedure of its own"
    first = word_at(span.source, span.start, span.end)
    return Diagnostic("C110", f"nested more than {MAX_DEPTH} levels deep", first, helps=(help,))


def length_problem(source: Source, start: int, end: int) -> Diagnostic | None:
    """A declaration that nobody would write by hand."""
    if end - start <= LONGEST:
        return None
    help = "divide it: every card, procedure and query is a declaration of its own, and starts at the left margin"
    message = f"this declaration is longer than {LONGEST:,} characters"
    return Diagnostic("C122", message, word_at(source, start, end), helps=(help,))


def too_many(span: Span) -> Diagnostic:
    """The first declaration that was not looked at any more."""
    first = word_at(span.source, span.start, span.end)
    message = f"more than {MOST_PROBLEMS} mistakes in this file"
    help = "mend those above first; is this a card file at all?"
    return Diagnostic("C121", message, first, label="from here on nothing was read", helps=(help,))


def is_reserved(name: str) -> bool:
    """Whether a word has a meaning of its own, so that nothing can be named by it."""
    return name in RESERVED


def indented(span: Span) -> Diagnostic:
    """A declaration that does not begin in column 0."""
    help = "start a declaration at the beginning of its line"
    return Diagnostic("C116", f"{quoted(span.text)} is indented", span, helps=(help,))


def reserved(span: Span) -> Diagnostic:
    """A name that is a word of the language."""
    message = f"`{span.text}` is a word of the language and can't be a name"
    return Diagnostic("C120", message, span, helps=("choose another name",))


def blanks_end(text: str, start: int, end: int = sys.maxsize) -> int:
    """Where the blanks and comments from `start` on end."""
    return cast("re.Match[str]", _BLANK.match(text, start, end)).end()


def word_at(source: Source, start: int, end: int) -> Span:
    """The word at a place, or its one character."""
    word = _WORD.match(source.text, start, end)
    return source.span(start, word.end() if word else min(start + 1, end))


def quoted(text: str) -> str:
    """The author's text as messages show it, on one line and not too long."""
    return f"`{short(' '.join(text.split()) or text)}`"


def short(text: str) -> str:
    """The text, cut where it gets too long for a message."""
    return text if len(text) <= 40 else f"{text[:39]}…"
