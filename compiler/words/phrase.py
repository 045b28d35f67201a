"""The text plan: phrases, clauses and lines, in no language yet.

A phrase is a thing that can stand in a case: a noun with everything around it, a number, you. A clause is a pattern
(a message of Fluent) with phrases in it. Lines are what a reader gets: a sentence, and those indented under it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class You:
    """The player who acts."""


@dataclass(frozen=True, slots=True)
class Which:
    """What a relative clause is about. `whose` is a noun that belongs to it, `place` stands where it is a place."""


@dataclass(frozen=True, slots=True)
class Name:
    """Said as it is written: the name of a player."""

    text: str


@dataclass(frozen=True, slots=True)
class Title:
    """A heading of the game, in quotes: a card, an ability, a variant. `key` names it in the lexicon."""

    section: str
    key: str


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in digits."""

    value: int


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with what stands around it."""

    head: str
    det: str = "the"
    """`the`, `a`, `that` (known from before), `this`, `all`, `each`, `no`, `some`, or nothing."""
    plural: bool = False
    count: Phrase | None = None
    """How many: digits, or as many as some other number."""
    adjectives: tuple[str, ...] = ()
    ordinal: int = 0
    """Which of several with the same name: 2 for the second; 0 if there is but one."""
    owner: Phrase | None = None
    places: tuple[tuple[str, Phrase], ...] = ()
    """Prepositions, by role, with what stands behind them: `at`, `from`, `to`, `for`, `with`, …"""
    clauses: tuple[Clause, ...] = ()
    """Relative clauses."""
    such: tuple[Clause, ...] = ()
    """Conditions that can't be relative clauses."""
    variable: str = ""
    """The name in the source that this noun stands for."""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Several:
    """A list of phrases, joined by `and` or `or`."""

    items: tuple[Phrase, ...]
    word: str = "and"


@dataclass(frozen=True, slots=True)
class Formula:
    """A phrase that a pattern makes of other phrases: `A plus B`."""

    message: str
    args: tuple[tuple[str, Phrase | Clause], ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A pattern with what stands in it. Without a subject it is an order to you."""

    message: str
    args: tuple[tuple[str, Phrase | Clause], ...] = ()
    subject: Phrase | None = None
    negated: bool = False
    is_own: bool = False
    """Whether the message is one of the game's own."""

    def arg(self, name: str) -> Phrase | Clause | None:
        """An argument by name."""
        return next((value for key, value in self.args if key == name), None)


Phrase: TypeAlias = You | Which | Name | Title | Amount | Noun | Several | Formula
Part: TypeAlias = Phrase | Clause


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and the lines that are indented under it."""

    clause: Clause
    lines: tuple[Line, ...] = ()
    then: tuple[Clause, ...] = ()
    """Sentences that belong in the same paragraph."""


def parts_of(thing: object) -> Iterator[Part]:
    """Everything in a phrase, clause or line, at any depth."""
    stack: list[object] = [thing]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(here)
        elif isinstance(here, Line):
            stack += [here.clause, here.lines, here.then]
        elif isinstance(here, (You, Which, Name, Title, Amount, Noun, Several, Formula, Clause)):
            yield here
            stack.extend(getattr(here, field.name) for field in fields(here))


def mapped(thing: Part, change: Callable[[Part], Part | None]) -> Part:
    """The same with some parts replaced; `change` gives what comes instead, or none to look further inside."""
    changed = change(thing)
    if changed is not None:
        return changed
    values = {field.name: getattr(thing, field.name) for field in fields(thing)}
    new: dict[str, Any] = {name: _mapped(value, change) for name, value in values.items()}
    return replace(thing, **new) if new != values else thing


def _mapped(value: object, change: Callable[[Part], Part | None]) -> object:
    if isinstance(value, tuple):
        return tuple(_mapped(item, change) for item in value)
    if isinstance(value, (You, Which, Name, Title, Amount, Noun, Several, Formula, Clause)):
        return mapped(value, change)
    return value
