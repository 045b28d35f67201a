"""Lines that a person types, and lists that he picks from."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from compiler.console import say

MOST_IN_A_COLUMN = 12


class Lines:
    """What is typed on a terminal, or comes through a pipe."""

    def __init__(self) -> None:
        """Takes what is no text as it comes; on a terminal, earlier lines can be had again."""
        self._is_terminal = sys.stdin is not None and sys.stdin.isatty()
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
        if self._is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401 (importing it is enough)

    def next(self, prompt: str) -> str | None:
        """The next line; none if there are no more. What comes through a pipe is shown, as if somebody typed it."""
        sys.stdout.flush()
        try:
            line = input(prompt) if sys.stdin is not None else None
        except (EOFError, KeyboardInterrupt) as error:
            say()
            if isinstance(error, KeyboardInterrupt):
                raise
            return None
        if line is None:
            say()
        elif not self._is_terminal:
            say(line)
        return None if line is None else line.strip()


def split_answers(text: str) -> list[str]:
    """What is between commas and spaces, outside of parentheses; inside of them, spaces don't matter."""
    return list(_iter_parts(text))


def _iter_parts(text: str) -> Iterator[str]:
    depth, part = 0, ""
    for letter in text:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if not letter.isspace() and (depth or letter != ","):
            part += letter
        elif not depth and part:
            yield part
            part = ""
    if part:
        yield part


def columns(items: Sequence[str]) -> Iterator[str]:
    """The lines of a list: an item in each or, if there are many, as many side by side as fit; read downwards."""
    width = max(map(len, items), default=0) + 4
    across = max(1, shutil.get_terminal_size().columns // width) if len(items) > MOST_IN_A_COLUMN else 1
    height = -(-len(items) // across)
    for row in range(height):
        yield "".join(f"  {item:{width - 2}}" for item in items[row::height]).rstrip()
