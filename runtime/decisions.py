"""Decisions and options: what a player is asked and may answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

NOTHING = "nothing to choose"
CHOOSE, CHOOSE_ONE, MAY, REPEAT, ASK = "choose", "choose one", "may", "repeat", "ask"


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer. Two options of one decision are never spelled alike."""

    verb: str
    """`choose`, the name of an option, or a word such as `yes` or `stop`."""
    args: tuple[int | str, ...]
    """What it is about: numbers as they are, everything else as it is spelled."""
    spelling: str
    code: int = field(repr=False)
    """The option as the engine knows it."""
    aliases: tuple[str, ...] = field(default=(), repr=False)
    """Other spellings that are understood: the ends of an edge the other way round."""
    tell: Callable[[str, int], str] | None = field(default=None, repr=False, compare=False)
    """Says what a code means here in a language."""

    def text(self, language: str) -> str:
        """The option in words; `UnknownLanguage` if the game has none in this language."""
        return self.spelling if self.tell is None else self.tell(language, self.code)

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
    tell: Callable[[str, Decision], str] | None = field(default=None, repr=False, compare=False)

    def text(self, language: str) -> str:
        """What is asked, in words; `UnknownLanguage` if the game has none in this language."""
        return f"{self.kind} [{self.rule}]" if self.tell is None else self.tell(language, self)

    def find(self, answer: str) -> Option | None:
        """The option spelled like this; commas and spaces between its parts don't matter."""
        wanted = words(answer)
        return next((option for option in self.options if option.is_called(wanted)), None)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Players by rank, the winners first; those who are equal share a rank."""
    scores: tuple[tuple[int, ...], ...]
    """For each player what the ranking went by, most important first."""
    reason: str | None
    """The id of the rule that ended it."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won."""
        return self.ranking[0]


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
