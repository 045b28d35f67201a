"""Numbers of the state as they are saved and logged, and back: every thing has one name, copies of a card too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from runtime.errors import SavedGameError
from runtime.spelling import Speller
from runtime.tables import Tables

Plain: TypeAlias = int | str | None
"""A value in JSON: a number, yes or no, the name of a thing, or none."""
LARGEST = 1 << 62


class Names(Speller):
    """The names of one game's things; the second copy of a card is `deed(43)#2`."""

    def __init__(self, tables: Tables, names: Sequence[str]) -> None:
        super().__init__(tables, names)
        self._numbers: dict[str, dict[str, int]] = {}

    def thing(self, type_name: str, number: int) -> str:
        """A thing by its type; other than a player says it, with the copy of a card."""
        kind = type_name.removesuffix(" or none")
        spelled = super().thing(type_name, number)
        is_card = number >= 0 and (kind == "card" or kind in self.t.kinds)
        copy = self.copy_number(number) if is_card else 1
        return f"{spelled}#{copy}" if copy > 1 else spelled

    def copy_number(self, card: int) -> int:
        """Which of the copies of a card this is, counted from 1."""
        return self.t.copy_of[card] + 1

    def numbers(self, type_name: str) -> Iterable[int]:
        """The numbers of the members of a type; nothing for types without a list of members."""
        t = self.t
        kind = type_name.removesuffix(" or none")
        if kind == "player":
            return range(len(self.names))
        if kind == "card" or kind in t.kinds:
            return [
                card
                for card, owner in enumerate(t.owner_of[:-1])
                if owner < len(self.names) and kind in ("card", t.kinds[t.kind_of[card]])
            ]
        if kind == "effect":
            return t.effects
        for table in (t.members, t.spaces, t.values):
            if kind in table:
                return range(len(table[kind]))
        return ()

    def by_name(self, type_name: str) -> dict[str, int]:
        """The members of a type by name."""
        kind = type_name.removesuffix(" or none")
        if kind not in self._numbers:
            found = self._numbers[kind] = {}
            for number in self.numbers(kind):
                try:
                    found[self.thing(kind, number)] = number
                except IndexError:  # it belongs to a player who is not there
                    continue
        return self._numbers[kind]

    def write(self, type_name: str, number: int) -> Plain:
        """A value for JSON. What is no member of its type, such as a name that has no value yet, stays a number."""
        kind = type_name.removesuffix(" or none")
        if kind == "yes/no" and number in (0, 1):
            return bool(number)
        if kind in ("number", "yes/no"):
            return number
        if number == -1:
            return None
        return self.thing(kind, number) if self.is_member(kind, number) else number

    def is_member(self, kind: str, number: int) -> bool:
        """Whether a type has a member with this number."""
        try:
            return number >= 0 and self.by_name(kind).get(self.thing(kind, number)) == number
        except (IndexError, KeyError):
            return False

    def read(self, type_name: str, value: object, key: str) -> int:
        """The number of a value that was written; `key` says where it stands."""
        kind = type_name.removesuffix(" or none")
        match value:
            case None if kind not in ("number", "yes/no"):
                return -1
            case bool() if kind == "yes/no":
                return int(value)
            case int() if not isinstance(value, bool) and abs(value) < LARGEST:
                return value
            case str() if value in self.by_name(kind):
                return self.by_name(kind)[value]
        wanted = "card" if kind in self.t.kinds else kind
        raise SavedGameError(f"{key}: {shown(value)} is no {wanted}")


def shown(value: object) -> str:
    """A value from a file, in a message."""
    text = f"`{value}`" if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def until_names(tables: Tables) -> tuple[str, ...]:
    """The places in the sources where lasting effects begin; the second on one line has `#2`."""
    found: list[str] = []
    for number, place in enumerate(tables.untils):
        before = tables.untils[:number].count(place)
        found.append(f"{place}#{before + 1}" if before else place)
    return tuple(found)
