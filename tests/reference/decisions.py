"""Decisions and options: what a player is asked and may answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.reference.values import Thing, Value, natural, words

NOTHING = "nothing to choose"
CHOOSE, CHOOSE_ONE, MAY, REPEAT, ASK = "choose", "choose one", "may", "repeat", "ask"


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer. Two options of one decision are never spelled alike."""

    verb: str
    args: tuple[Value, ...]
    spelling: str
    is_word: bool = False
    """`yes`, `no`, `again`, `stop`, `accept` or `refuse`, not something that is chosen."""
    aliases: tuple[str, ...] = ()
    """Other spellings that are understood: the ends of an edge the other way round."""

    def is_called(self, said: list[str]) -> bool:
        """Whether these words mean this option."""
        return any(words(spelling) == said for spelling in (self.spelling, *self.aliases))

    def __str__(self) -> str:
        return self.spelling


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that the game waits on."""

    player: int
    name: str
    """The player's name."""
    rule: str
    """The id of the decision."""
    kind: str
    """`choose`, `choose one`, `may`, `repeat` or `ask`."""
    options: tuple[Option, ...]

    def find(self, answer: str) -> Option | None:
        """The option spelled like this; commas and spaces between its parts don't matter."""
        wanted = words(answer)
        return next((option for option in self.options if option.is_called(wanted)), None)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a head comes to, before it is known which answers lead on."""

    player: Thing
    rule: str
    kind: str
    candidates: tuple[Option, ...]
    forbidden: dict[Option, str] = field(default_factory=dict)
    """What a rule forbids here or an automated opponent never takes, and the id of what says so."""
    unwanted: tuple[Option, ...] = ()
    """What an automated opponent takes only if she must and there is nothing else."""
    rank: Callable[[Option], tuple[int, ...]] = lambda option: ()
    """How good an option is for an automated opponent, the lowest is best."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something is not possible: the first `require`, `pay`, `forbid` or empty choice that stops it."""

    rule: str | None
    kind: str
    further: tuple[str, ...] = ()
    """Decisions behind this one that nobody has to be asked, at which it can't be chosen either."""

    def __str__(self) -> str:
        return f"{self.kind} [{self.rule}]" if self.rule else self.kind


def word(text: str) -> Option:
    """An answer that is just a word."""
    return Option(text, (), text, True)


def in_order(options: Iterable[Option]) -> tuple[Option, ...]:
    """Options as they are offered: by spelling, words last."""
    return tuple(sorted(options, key=lambda option: (option.is_word, natural(option.spelling))))
