"""Follow-up errors: names that are unknown only because what declares them could not be read or parsed.

One mistake, one error. A name that a broken declaration seems to declare is not reported as unknown elsewhere; if a
whole file is missing, no name is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from compiler.diagnostics import Diagnostic
from compiler.parse import pieces
from compiler.project import Loaded


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


UNKNOWN_NAMES = _words(
    """C201 C202 C205 C206 C207 C210 C212 C221 C224 C225 C226 C227 C228 C229 C230 C231 C232 C235 C236 C237 C239 C330"""
)
UNKNOWN_HOMES = _words("C246")
"""Cards that start in no zone, perhaps because the `full` one is broken."""
LOST_FILES = _words("C101 C102 C103 C104 C105 C240 C241")

_NAMED = _words("to phase action icon query order ability variant automa")
_NAMELESS = _words("use game scenario before after instead change raise lower treat forbid")
_WORD = re.compile(r"[a-z][a-z0-9_]*|[0-9]+")
_REF = re.compile(r"\[([A-Za-z0-9_.]+)\]")
_QUOTED = re.compile(r"`\[?([^`\]]+)\]?`")


def without_follow_ups(
    found: Iterable[Diagnostic], loaded: Loaded, known: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """The mistakes that are not explained by those known from reading and parsing."""
    file_lost = any(diagnostic.code in LOST_FILES for diagnostic in known)
    hidden = frozenset(_hidden_names(loaded))
    for diagnostic in found:
        if diagnostic.code in UNKNOWN_NAMES and (file_lost or hidden.intersection(_names_in(diagnostic))):
            continue
        if diagnostic.code in UNKNOWN_HOMES and (file_lost or "full" in hidden):
            continue
        yield diagnostic


def _hidden_names(loaded: Loaded) -> Iterator[str]:
    """Everything that declarations which did not parse seem to declare."""
    parsed = {(d.span.source.path, d.span.start) for d in loaded.declarations}
    for source in loaded.sources:
        for start, end in pieces(source.text):
            if (source.path, start) not in parsed:
                yield from _declared(source.text[start:end])


def _declared(text: str) -> Iterator[str]:
    yield from _REF.findall(text)
    words = _WORD.findall(text)
    first = words[0] if words else ""
    if first in _NAMED:
        yield from words[1:2]
    elif len(words) > 1 and words[1].isdigit():
        yield words[1]  # a card
    elif first not in _NAMELESS:
        yield from words


def _names_in(diagnostic: Diagnostic) -> list[str]:
    if diagnostic.code == "C210":
        return ["discards"]
    names = _QUOTED.findall(diagnostic.message)
    return names or _WORD.findall(diagnostic.span.text if diagnostic.span else "")
