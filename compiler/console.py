"""What the commands say, and how: plain lines, in which nothing from a source can command the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from compiler.diagnostics import Diagnostic, render

LONGEST = 300
"""The longest message shown whole: it may quote what was typed."""


class Unsupported(Exception):
    """Something that the language allows and the engine compiler can't do yet; the message says where."""


class Usage(Exception):
    """The command was called in a way that makes no sense; the message says why, `helps` what to do."""

    def __init__(self, message: str, *helps: str) -> None:
        super().__init__(message)
        self.message = message
        self.helps = helps


def say(text: str = "", *, to: TextIO | None = None) -> None:
    """Print a text. What is not printable in it is named instead."""
    print(visible(text), file=to or sys.stdout)


def visible(text: str) -> str:
    """The text with everything but printable characters and line ends spelled out."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\u00a0" else f"<U+{ord(c):04X}>" for c in text)


def say_error(message: str, *helps: str) -> None:
    """Print what went wrong, outside of any source, on the error stream."""
    if len(message) > LONGEST:
        message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"
    say(f"error: {message}", to=sys.stderr)
    for text in helps:
        say(f"help: {text}", to=sys.stderr)


MOST_SHOWN = 200


def show_report(diagnostics: Iterable[Diagnostic], to: TextIO | None = None) -> None:
    """Print the author's mistakes, in colour on a terminal."""
    stream = to or sys.stdout
    found = list(diagnostics)
    print(render(found[:MOST_SHOWN], colour=has_colour(stream)), file=stream)
    if len(found) > MOST_SHOWN:
        print(f"and {len(found) - MOST_SHOWN:,} more: mend these first, or see all with --json", file=stream)


def has_colour(stream: TextIO) -> bool:
    """Whether colours are seen and wanted."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_json(text: str) -> None:
    """Print JSON: in UTF-8 whatever the locale; on a terminal, what is not printable is escaped as JSON does it."""
    if sys.stdout.isatty():
        text = "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in text)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def _escaped(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def plural(number: int, noun: str) -> str:
    """A number with its noun: `1 card`, `3 cards`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Iterable[str]) -> str:
    """Names in a row, at most twenty of them."""
    found = list(names)
    return ", ".join([*found[:20], *(["…"] if len(found) > 20 else [])])
