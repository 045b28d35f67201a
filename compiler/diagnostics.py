"""Author mistakes: what they are, where, and how a terminal or a program gets to see them.

All of them are errors; there are no warnings to get used to. What a code means stands in `codes.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from compiler.source import Span

WINDOW = 160
"""The longest source line shown whole; of a longer one, this many characters around the span."""

Paint = Callable[[str, str], str]
"""Style name and text to the text in that style."""

_STYLES = {"error": "1;31", "gutter": "34", "help": "32", "note": "36"}


@dataclass(frozen=True, slots=True)
class Note:
    """Another place involved; with a span the text leads up to it: "zones are declared in"."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: at a span, or without one about the whole file `path`."""

    code: str
    message: str
    span: Span | None = None
    path: str = ""
    label: str = ""
    helps: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def file(self) -> str:
        """The display path of the file to be mended."""
        return self.span.source.path if self.span else self.path


class Report:
    """The mistakes found so far, each once; of several with one code at one span the first counts."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[object, Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a mistake, unless it is known."""
        span = diagnostic.span
        key = (diagnostic.code, span.source.path, span.start, span.end) if span else diagnostic
        self._found.setdefault(key, diagnostic)

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        help: str | Sequence[str] | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        """Add a mistake at a span."""
        helps = (help,) if isinstance(help, str) else tuple(help or ())
        self.add(Diagnostic(code, message, span, label=label, helps=helps, notes=tuple(notes)))

    @property
    def has_errors(self) -> bool:
        """Whether anything is wrong."""
        return bool(self._found)

    def sorted(self) -> list[Diagnostic]:
        """The mistakes in source order; those about a whole file come before those inside it."""
        return sorted(self._found.values(), key=_source_order)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._found)


def render(diagnostics: Iterable[Diagnostic], *, colour: bool) -> str:
    """The mistakes as a terminal shows them, with a closing count; nothing when there are none.

    Printable characters only, whatever the sources and messages contain; no newline at the end.
    """

    def paint(style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if colour else text

    found = list(diagnostics)
    if not found:
        return ""
    blocks = ["\n".join(_lines(diagnostic, paint)) for diagnostic in found]
    return "\n\n".join([*blocks, paint("error", _summary(found))])


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """The mistakes as plain data; lines and columns count from 1, the end is the first column behind."""
    return [
        {
            "code": diagnostic.code,
            "message": diagnostic.message,
            **_place(diagnostic.span, diagnostic.file),
            **_end(diagnostic.span),
            "label": diagnostic.label,
            "help": list(diagnostic.helps),
            "notes": [{"text": note.text, **_place(note.span, None)} for note in diagnostic.notes],
        }
        for diagnostic in diagnostics
    ]


def suggestion(name: str, candidates: Iterable[str]) -> str | None:
    """A help with the name an author most likely meant, if there is one."""
    guess = did_you_mean(name, candidates)
    return f"did you mean `{guess}`?" if guess else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate an author most likely meant, or None; among equally close ones the first by alphabet.

    Close means at most a third of the letters mistyped, where case and a plural s don't count.
    """
    if len(name) > 100:  # not typed by hand, and comparing takes quadratic time
        return None
    limit = max(1, len(name) // 3)
    stem = _stem(name)
    letters = set(stem)
    best: tuple[int, int, str] | None = None
    for candidate in candidates:
        other = _stem(candidate)
        if candidate == name or abs(len(stem) - len(other)) > limit:
            continue
        if len(letters.difference(other)) > limit:  # each of them takes an edit; cheaper than counting edits
            continue
        edits = _edits(stem, other, limit)
        if edits > limit or edits >= max(len(stem), len(other)):  # nothing in common: x is no typo for y
            continue
        rank = (edits, _edits(name, candidate, len(name)), candidate)
        best = rank if best is None else min(best, rank)
    return best[2] if best else None


def _source_order(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (diagnostic.file, span.start, span.end) if span else (diagnostic.file, -1, -1)


def _lines(diagnostic: Diagnostic, paint: Paint) -> Iterator[str]:
    yield f"{paint('error', f'error[{diagnostic.code}]')}: {_visible(diagnostic.message)}"
    if diagnostic.span:
        yield from _excerpt(diagnostic.span, diagnostic.label, bool(diagnostic.helps or diagnostic.notes), paint)
    elif diagnostic.path:
        yield f" {paint('gutter', '-->')} {_visible(diagnostic.path)}"
    for text in diagnostic.helps:
        yield f"{paint('help', 'help')}: {_visible(text)}"
    for note in diagnostic.notes:
        place = f" {note.span.source.path}:{note.span.line}" if note.span else ""
        yield f"{paint('note', 'note')}: {_visible(note.text + place)}"


def _excerpt(span: Span, label: str, more: bool, paint: Paint) -> Iterator[str]:
    number = str(span.line)
    blank = " " * len(number)
    shown, indent, length = _underline(span)
    carets = f"{'^' * length} {_visible(label)}".rstrip()
    yield f"{blank}{paint('gutter', '-->')} {_visible(span.location)}"
    yield paint("gutter", f"{blank} |")
    yield f"{paint('gutter', f'{number} |')} {shown}".rstrip()
    yield f"{paint('gutter', f'{blank} |')} {' ' * indent}{paint('error', carets)}"
    if more:
        yield paint("gutter", f"{blank} |")


def _underline(span: Span) -> tuple[str, int, int]:
    """The span's first line as shown, and the cells before and under its carets."""
    number, column = span.source.position(span.start)
    line = span.source.line(number)
    start = column - 1
    end = min(len(line), start + span.end - span.start)
    while 0 < start < len(line) and not _width(line[start]):  # a mark is drawn over the character before it
        start -= 1
    first = max(0, min(start - WINDOW // 4, len(line) - WINDOW))
    last = min(len(line), first + WINDOW)
    before = "…" * (first > 0) + _visible(line[first:start])
    under = _visible(line[start : min(end, last)])
    after = _visible(line[max(start, min(end, last)) : last]) + "…" * (last < len(line))
    return before + under + after, _width(before), max(1, _width(under))


def _visible(text: str) -> str:
    """The text with tabs as spaces and everything else that is not plainly printable spelled out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "    " if c == "\t" else f"<U+{ord(c):04X}>" for c in text)


def _width(text: str) -> int:
    """The terminal cells a printable text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _summary(diagnostics: Sequence[Diagnostic]) -> str:
    files = {diagnostic.file for diagnostic in diagnostics} - {""}
    errors = _count(len(diagnostics), "error")
    return f"{errors} in {_count(len(files), 'file')}" if files else errors


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _place(span: Span | None, path: str | None) -> dict[str, object]:
    if span is None:
        return {"path": path, "line": None, "column": None}
    return {"path": span.source.path, "line": span.line, "column": span.column}


def _end(span: Span | None) -> dict[str, object]:
    line, column = span.source.position(span.end) if span else (None, None)
    return {"end_line": line, "end_column": column}


def _stem(name: str) -> str:
    return name.casefold().removesuffix("s")


def _edits(a: str, b: str, limit: int) -> int:
    """The letters inserted, dropped, replaced or swapped with their neighbour between two words.

    Gives up with `limit + 1` once it is certain that more are needed.
    """
    older: list[int] = []
    old = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            edits = min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                edits = min(edits, older[j - 2] + 1)
            row.append(edits)
        if min(row) > limit:
            return limit + 1
        older, old = old, row
    return old[-1]
