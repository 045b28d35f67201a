"""Several things in one text, as saved games list them: things that differ only in a number share their word.

`writ(13) deed(4 6#2 1)` are four cards, the third of them the second copy of `deed(6)`; `deed(1 3, amira; 2, boris)`
are three; `square(top, 1 2; bottom, 4)` are three spaces. Where only one word is possible it is left out, with its
parentheses: `4 6#2 1`. A player's name in a text is quoted if it holds what keeps things apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby, islice
from typing import NamedTuple

from runtime.errors import SavedGameError
from runtime.naming import Names, shown
from runtime.tables import Tables

UNKNOWN = "?"
"""In the view of a player: a card that the player does not know."""
EMPTY = "-"
"""In a row of spaces: no card lies here."""
BLANKS = (UNKNOWN, EMPTY)
APART = frozenset(',;()"')
"""What keeps things apart."""


class _Spelled(NamedTuple):
    """A thing, taken apart: `deed(3#2, amira)` has the word `deed`, the number `3#2` and `, amira` after it."""

    word: str
    before: str = ""
    number: str | None = None
    """None if there is no number that could be put next to others."""
    after: str = ""


class Groups:
    """Writes and reads texts that name several things of one type."""

    def __init__(self, names: Names) -> None:
        self.names = names
        if not all(map(_is_plain, names.names)):
            self.names = copy(names)  # the copies of cards are numbered as there
            self.names.rename([one if _is_plain(one) else json.dumps(one, ensure_ascii=False) for one in names.names])

    def write(self, type_name: str, things: Iterable[int | str], *, is_zone: bool = False) -> str:
        """Things by number, in this order, with blanks between them; `is_zone` if they are the cards of a zone."""
        spelled = [_Spelled(one) if isinstance(one, str) else self._taken_apart(type_name, one) for one in things]
        if has_one_word(self.names.t, type_name, is_zone):
            return _joined([_Spelled("", number=one.word) if one.word in BLANKS else one for one in spelled])
        found: list[str] = []
        for word, group in groupby(spelled, lambda one: one.word):
            alike = list(group)
            has_parts = alike[0].before or alike[0].number is not None
            found += [f"{word}({_joined(alike)})"] if has_parts else [word] * len(alike)
        return " ".join(found)

    def read(
        self, type_name: str, text: object, key: str, *, blank: str | None = None, is_zone: bool = False
    ) -> list[int]:
        """What was written, in its order; -1 for a blank, where there may be some."""
        if not isinstance(text, str):
            raise SavedGameError(f"{key}: a text is wanted, not {shown(text)}")
        is_brief = has_one_word(self.names.t, type_name, is_zone) and "(" not in text.partition('"')[0]
        groups = [f"{type_name}({text})"] if is_brief and text.strip() else _split(text, " ")
        names = (name for one in groups for name in self._named(type_name, one))
        return [-1 if name == blank else self.thing(type_name, name, key) for name in names]

    def thing(self, type_name: str, name: str, key: str) -> int:
        """A thing by its name."""
        found = self.names.by_name(type_name).get(name)
        if found is None:
            raise SavedGameError(f"{key}: {shown(name)} is no {type_name}")
        return found

    def _named(self, type_name: str, text: str) -> Iterator[str]:
        """The names of the things in one group."""
        if text in self.names.by_name(type_name) or not text.endswith(")") or text.endswith("()"):
            yield text
            return
        word, _, inside = text.removesuffix(")").partition("(")
        for part in _split(inside, ";"):
            before = comma = after = ""
            numbers = part
            if self._is_card(word):
                numbers, comma, after = part.partition(", ")
            elif self._ends_in_number(word):
                before, comma, numbers = part.rpartition(", ")
            else:
                yield f"{word}({part})"
                continue
            for one in numbers.split():
                value, mark, copy_number = one.partition("#")
                about = f"{value}{comma}{after}" if self._is_card(word) else f"{before}{comma}{value}"
                yield one if one in BLANKS else f"{word}({about}){mark}{copy_number}"

    def _is_card(self, word: str) -> bool:
        return word in self.names.t.kinds

    def _ends_in_number(self, word: str) -> bool:
        return self.names.t.space_types.get(word, ("",))[-1] == "number"

    def _taken_apart(self, type_name: str, number: int) -> _Spelled:
        kind, name = type_name, self.names.thing(type_name, number)
        if kind == "card" or self._is_card(kind):
            word, _, printed = name.partition("(")
            inside, _, copy_number = printed.rpartition(")")
            value, comma, owner = inside.partition(", ")
            return _Spelled(word, "", value + copy_number, comma + owner)
        if kind not in self.names.t.spaces:
            return _Spelled(name)
        inside = name.removeprefix(f"{kind}(").removesuffix(")")
        if not self._ends_in_number(kind):
            return _Spelled(kind, inside)
        before, comma, value = inside.rpartition(", ")
        return _Spelled(kind, before + comma, value)


def has_one_word(tables: Tables, type_name: str, is_zone: bool) -> bool:
    """Whether the word is left out: that of cards in a zone of one kind, that of spaces with several coordinates."""
    if type_name in tables.kinds:
        return is_zone
    coordinates = tables.space_types.get(type_name, ())
    return len(coordinates) > 1 and set(coordinates) <= {"number", "player", *tables.members}


def rows(names: Names, kind: str | None) -> dict[str, list[int]] | None:
    """The rows of a grid, in which only the last coordinate differs, by the others; none of anything else."""
    t = names.t
    if kind not in t.spaces or kind in t.edges:
        return None
    width, found = len(t.space_types[kind]), dict[str, list[int]]()
    for number in names.by_name(kind).values():
        coordinates = zip(t.space_types[kind], t.spaces[kind][number], strict=True)
        before = ", ".join(names.thing(*one) for one in islice(coordinates, width - 1))
        found.setdefault(before, []).append(number)
    return found


def _is_plain(name: str) -> bool:
    """Whether a player's name can stand in a text as it is."""
    return bool(name) and name == " ".join(name.split()) and not APART & set(name)


def _joined(spelled: Sequence[_Spelled]) -> str:
    """Things with one word, without the word."""
    found: list[str] = []
    for (before, after), group in groupby(spelled, lambda one: (one.before, one.after)):
        alike = list(group)
        numbers = " ".join(one.number for one in alike if one.number is not None)
        found += [f"{before}{numbers}{after}"] if numbers else [before] * len(alike)
    return "; ".join(found)


def _split(text: str, separator: str) -> Iterator[str]:
    """The pieces of a text, split where neither parentheses nor quotes are open."""
    depth, is_quoted, is_escaped, start = 0, False, False, 0
    for place, sign in enumerate(text):
        if is_quoted:
            is_quoted, is_escaped = sign != '"' or is_escaped, sign == "\\" and not is_escaped
        elif sign == '"':
            is_quoted = True
        elif sign == separator and not depth:
            yield from [piece] if (piece := text[start:place].strip()) else []
            start = place + 1
        else:
            depth += (sign == "(") - (sign == ")")
    yield from [piece] if (piece := text[start:].strip()) else []
