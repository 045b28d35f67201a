"""Reads the texts of saved games and views in which several cards stand, without the code that is tested."""

from __future__ import annotations

import re
from collections.abc import Iterator

GROUP = re.compile(r"(\w+)\(([^()]*)\)(#\d+)?|[-?]")
NUMBER = re.compile(r"(\d+)(#\d+)?|[-?]")


def cards_of(text: str, kind: str = "card") -> list[str | None]:
    """The cards in a text, in order, by the names that moves have; none for one that is not known or not there.

    `kind` is what a zone holds: cards of one kind stand there without their word.
    """
    if kind != "card":
        text = f"{kind}({text})"
    return [name for group in GROUP.finditer(text) for name in _expanded(*group.groups(default=""))]


def _expanded(word: str, inside: str, copy: str) -> Iterator[str | None]:
    if not word:
        yield None
    for part in inside.split("; ") if inside else ():
        numbers, comma, owner = part.partition(", ")
        for number in NUMBER.finditer(numbers):
            yield f"{word}({number[1]}{comma}{owner}){number[2] or copy}" if number[1] else None
