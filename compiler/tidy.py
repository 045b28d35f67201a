"""Format one file: read what is there, give the text it should have."""

from __future__ import annotations

from pathlib import Path

from compiler.diagnostics import Report
from compiler.format import format_text
from compiler.parse import parse
from compiler.reading import decode, read_source
from compiler.source import Source

_REPAIRED = frozenset(("C106", "C107"))
"""Marks and line ends: what formatting puts right."""
_EMPTY = "C108"


def tidy(file: Path, display: str, report: Report) -> str | None:
    """The text a file should have, or None if it has it or can't be read.

    Declarations that don't parse are reported and stay as they are.
    """
    found = Report()
    read_source(file, display, found)
    problems = [problem for problem in found if problem.code not in _REPAIRED]
    for problem in problems:
        report.add(problem)
    if any(problem.code != _EMPTY for problem in problems):
        return None
    data = file.read_bytes()
    text = decode(data, display, report, repair=True)
    if text is None:
        return None
    if not problems:
        parse(Source(display, text), report)
    formatted = format_text(text)
    return formatted if formatted.encode("utf-8") != data else None
