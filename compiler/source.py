"""Source texts and the places in them.

Every node and diagnostic carries a `Span`, so a span is three plain fields; lines and columns are worked out
only when somebody asks. Reading files is in `reading.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One text with its display path (project-relative, posix); equal only to itself."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in re.finditer("\n", self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of an offset; one outside the text counts as its nearest end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a 1-based line, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end]

    def span(self, start: int, end: int) -> Span:
        """The place between two offsets."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The 1-based line of the first character."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The 1-based column of the first character, in characters."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def location(self) -> str:
        """The place as editors and terminals link it: `cards/x.card:6:18`."""
        line, column = self.source.position(self.start)
        return f"{self.source.path}:{line}:{column}"

    def to(self, other: Span) -> Span:
        """The smallest span over both, which lie in the same source."""
        assert other.source is self.source, "spans of two sources can't be joined"
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
