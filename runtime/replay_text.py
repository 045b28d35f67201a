"""A replay as a value and as text: what it holds and how it is written; docs/replays.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

VERSION = "1"
MAGIC = f"cardwright replay {VERSION}"
MOVES, RESULT = "moves", "result"
BETTER, EQUAL = " > ", " = "
WIDTH = 100
"""A longer deck goes on in another line."""
LONGEST = 10_000
"""A line with more characters was not written by anybody."""
QUOTED = 60
"""So much of a line is shown in a message."""

COMMENT = re.compile(r"(?:^|\s)#.*")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that no line of a text has."""
GAME = re.compile(r"\w{1,100}")
SEED = re.compile(r"-?[0-9]{1,100}")
CONTENT = re.compile(r"[0-9a-f]{1,200}")


class ReplayError(ValueError):
    """What is wrong with a replay: in which line, 0 if it was in no file, and what to do about it."""

    def __init__(self, line: int, message: str, *helps: str) -> None:
        super().__init__(line, message, *helps)
        self.line = line
        self.message = message
        self.helps = helps

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return "; ".join([f"{place}{self.message}", *self.helps])


@dataclass(frozen=True, slots=True)
class Move:
    """One answer, and who gave it."""

    player: str
    answer: str
    """As the option is spelled."""
    line: int = field(default=0, compare=False)
    """Where it stands in the file; 0 if it was in none."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played: how it started, the moves, and how it ended.

    Only what can be written can be made: `parse(str(replay)) == replay`.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    moves: tuple[Move, ...] = ()
    options: Mapping[str, bool] = field(default_factory=dict)
    """Optional rules by name. What is not mentioned is as the game has it."""
    deck: tuple[str, ...] = ()
    """The cards in their order, top first; if there are none, the seed has shuffled."""
    content: str = ""
    """The fingerprint of the rules it was played with; empty if any rules will do."""
    result: tuple[tuple[str, ...], ...] = ()
    """The players by rank, the winners first; empty if the game went on or nobody noted it."""
    automas: tuple[str, ...] = ()
    """The automated opponents that play; their moves are not noted, they follow from the others."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """In which line each part stands, by its first words."""

    def __post_init__(self) -> None:
        """Refuse what would not be the same when it is read again: names with a colon, moves of two lines."""
        for name in (
            *self.players,
            *(move.player for move in self.moves),
            *(name for rank in self.result for name in rank),
        ):
            problem = name_problem(name)
            if problem:
                raise ValueError(f"{name!r} can't be a player's name in a replay: {problem}")
        for text in (*(move.answer for move in self.moves), *self.options):
            if not is_plain(text):
                raise ValueError(f"{text!r} can't stand in a replay")
        if any(" " in name for name in self.options):
            raise ValueError("the name of an option is one word")
        if not all(map(GAME.fullmatch, self.automas)) or len(set(self.automas)) < len(self.automas):
            raise ValueError("automated opponents have different names, each one word")
        if not all(map(is_plain, self.deck)) or split_cards(", ".join(self.deck)) != list(self.deck):
            raise ValueError("a deck can't be written like this: cards are separated by commas")
        if not self.players or len(set(self.players)) < len(self.players):
            raise ValueError("a replay needs players, each with a name of his own")
        if not all(self.result):
            raise ValueError("nobody has one of the ranks")
        for pattern, text in ((GAME, self.game), (SEED, str(self.seed)), (CONTENT, self.content or "0")):
            if not pattern.fullmatch(text):
                raise ValueError(f"{text!r} can't stand in a replay")
        if max(map(len, self._iter_lines())) > LONGEST:
            raise ValueError(f"a replay has no lines with more than {LONGEST:,} characters")

    def __str__(self) -> str:
        """The text of a replay file."""
        return "\n".join([*self._iter_lines(), ""])

    def _iter_lines(self) -> Iterator[str]:
        yield MAGIC
        yield f"game {self.game}"
        if self.content:
            yield f"content {self.content}"
        yield f"players {', '.join(self.players)}"
        if self.automas:
            yield f"automa {', '.join(self.automas)}"
        for name, is_chosen in self.options.items():
            yield f"option {name} {'yes' if is_chosen else 'no'}"
        yield f"seed {self.seed}"
        yield from (f"deck {part}" for part in _wrapped(self.deck))
        yield ""
        yield MOVES
        for move in self.moves:
            yield f"{move.player}: {move.answer}"
        if self.result:
            yield f"{RESULT} {ranking_text(self.result)}"

    def line_of(self, part: str) -> int:
        """In which line a part of the head stands, like `seed` or `option NAME`; 0 if it is in no file."""
        return self.lines.get(part, 0)


def name_problem(name: str) -> str:
    """Why a replay can't call a player this; empty if it can."""
    if not is_plain(name):
        return "a name is one line of text, with single spaces"
    return "it may not hold any of `,` `:` `#` `>` `=`" if set(name) & set(",:#>=") else ""


def is_plain(text: str) -> bool:
    """Whether a text is read again as it is written."""
    return bool(text) and text == " ".join(text.split()) and not CONTROL.search(text) and not COMMENT.search(text)


def split_cards(text: str) -> list[str] | None:
    """What stands between commas outside of parentheses; none if a parenthesis is left open or was never opened."""
    parts, depth = [""], 0
    for piece in re.split(r"([(),])", text):
        depth += (piece == "(") - (piece == ")")
        if depth < 0:
            return None
        if piece == "," and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return None if depth else [part.strip() for part in parts] if text else []


def _wrapped(deck: Sequence[str]) -> Iterator[str]:
    """A deck in pieces that fit into a line."""
    line = ""
    for card in deck:
        if line and len(line) + len(card) > WIDTH:
            yield line
            line = ""
        line += f", {card}" if line else card
    if line:
        yield line


def quote(text: str) -> str:
    return f"`{text if len(text) <= QUOTED else text[: QUOTED - 1] + '…'}`"


def ranking_text(result: Iterable[Iterable[str]]) -> str:
    return BETTER.join(EQUAL.join(rank) for rank in result)
