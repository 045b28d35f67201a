"""The types of the card language.

Every type but `number` is finite. A set or list is the type of its members with `many`; a value that may be none
is `optional`. `UNKNOWN` is the type of what has already been reported: it fits everywhere, so one mistake gives one
error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Type:
    """What a phrase stands for."""

    base: str
    many: bool = False
    optional: bool = False

    def __str__(self) -> str:
        if self.base == "?":
            return "unknown"
        name = f"list of {self.base}" if self.many else self.base
        return f"{name} or none" if self.optional else name

    @property
    def one(self) -> Type:
        """The type of a single member that is there."""
        return Type(self.base)

    @property
    def set_of(self) -> Type:
        """The type of a set of these."""
        return Type(self.base, many=True)

    @property
    def or_none(self) -> Type:
        """The same, but it may be none. Numbers and answers have a value of their own for nothing: 0 and no."""
        if self.many or self in (NUMBER, ANSWER, UNKNOWN):
            return self
        return replace(self, optional=True)


UNKNOWN = Type("?")
NUMBER = Type("number")
ANSWER = Type("yes/no")
PLAYER = Type("player")
CARD = Type("card")
NONE = Type("none", optional=True)
ICON = Type("icon")
ACTION = Type("action")
EFFECT = Type("effect")
ABILITY = Type("ability")

BUILT_IN = ("number", "yes/no", "player", "card", "icon", "action", "ability", "effect")
"""The types no game declares."""


def article(word: str) -> str:
    """The word with its indefinite article: `an action`, `a card`."""
    return f"{'an' if word[:1] in 'aeio' else 'a'} {word}"


def describe(type_: Type) -> str:
    """A type in words: `a region`, `a set of `icon``, `yes or no`."""
    if type_ == NONE:
        return "none"
    if type_.base == "yes/no":
        return "yes or no"
    if type_.many:
        return f"a set of `{type_.base}`"
    return article(type_.base) + (" or none" if type_.optional else "")
