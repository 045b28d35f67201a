"""What expressions stand for: plain, immutable, hashable data.

Numbers and answers are `int` and `bool`, none is `None`, a set is a tuple of values. A thing is a tuple whose first
part is a text:

- `("player", index)`
- `("card", kind, number, copy, owner)`; the owner is the index of a player, or -1 for kinds that nobody owns
- `(type, name)` for members of enums, axes and maps
- `(type, coordinate, …)` for the spaces of a grid, and `(type, start, end)` for the edges of a map
- `("icon" | "action" | "ability", name, argument, …)` and `("effect", card, name)`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

Value: TypeAlias = Any
Thing: TypeAlias = tuple[Any, ...]
Node: TypeAlias = dict[str, Any]
"""A node of the IR, as JSON."""

PLAYER = "player"
CARD = "card"
WITH_ARGUMENTS = ("icon", "action", "ability")


def is_thing(value: Value) -> bool:
    """Whether it is one thing; an empty tuple is a set without members."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], str)


def is_card(value: Value) -> bool:
    """Whether it is a card."""
    return is_thing(value) and value[0] == CARD


def members(value: Value) -> tuple[Value, ...]:
    """The members of a set; a single thing is a set of one, none is an empty one."""
    if value is None:
        return ()
    if isinstance(value, tuple) and not is_thing(value):
        return value
    return (value,)


def number(value: Value) -> int:
    """The value as a number; none is 0."""
    return 0 if value is None else int(value)


def is_there(value: Value) -> bool:
    """Whether there is any of it: a number above 0, a set with members, a thing, or yes."""
    return value > 0 if isinstance(value, int) else value is not None and value != ()


def unique(values: Iterable[Value]) -> tuple[Value, ...]:
    """The values in their order, each once."""
    return tuple(dict.fromkeys(values))


def base_type(type_name: str) -> str:
    """The type without `or none` and `list of`."""
    return type_name.removesuffix(" or none").removeprefix("list of ")


def spell(value: Value, names: tuple[str, ...]) -> str:
    """The canonical spelling: `deed(43)`, `square(top, 2)`, `road(harbor, oasis)`, `left`, `3`."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case ("player", int(index)):
            return names[index]
        case ("card", kind, nr, _, owner):
            return f"{kind}({nr})" if owner < 0 else f"{kind}({nr}, {names[owner]})"
        case ("effect", card, name):
            return f"{spell(card, names)}.{name}"
        case (str(kind), str(name), *rest) if kind in WITH_ARGUMENTS:
            return name if not rest else f"{name}({_list(rest, names)})"
        case (str(), str(name)):
            return name
        case (str(kind), *coordinates):
            return f"{kind}({_list(coordinates, names)})"
    return _list(value, names)


def _list(values: Iterable[Value], names: tuple[str, ...]) -> str:
    return ", ".join(spell(one, names) for one in values)


def words(text: str) -> list[str]:
    """A spelling in parts, as scenarios write it: cut at commas and spaces outside parentheses."""
    return list(_words(text))


def _words(text: str) -> Iterator[str]:
    depth, word = 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and (letter == "," or letter.isspace()):
            if word:
                yield word
            word = ""
        elif not (depth and letter.isspace()):
            word += letter + (" " if depth and letter == "," else "")
    if word:
        yield word


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key that puts numbers in a text in the order of their size."""
    parts = re.split(r"(\d+)", text)
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts if part)
