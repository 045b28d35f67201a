"""Reads replays; docs/replays.md describes the format. Whatever is wrong with one is a `ReplayError` with its line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from runtime.replay_text import (
    COMMENT,
    CONTENT,
    CONTROL,
    GAME,
    LONGEST,
    MAGIC,
    MOVES,
    QUOTED,
    RESULT,
    SEED,
    VERSION,
    Move,
    Replay,
    ReplayError,
    name_problem,
    quote,
    split_cards,
)  # fmt: skip

REQUIRED = ("game", "players", "seed")
HEADERS = ("game", "content", "players", "automa", "option", "seed", "deck")


def parse(text: str | bytes) -> Replay:
    """The replay that a text, or a file of these bytes, says; raises `ReplayError` if it says none."""
    return _Reader().read(text if isinstance(text, str) else _decoded(text))


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(re.split(rb"\r\n|\n|\r", data[: error.start]))
        raise ReplayError(line, "this is no text in UTF-8", "save the file as UTF-8, or get it anew") from None


class _Reader:
    """A replay being read; one method a word that a line of the head can begin with."""

    def __init__(self) -> None:
        self.line = 1
        self.lines: dict[str, int] = {}
        self.name = ""
        self.fingerprint = ""
        self.names: tuple[str, ...] = ()
        self.automas: tuple[str, ...] = ()
        self.number = 0
        self.options: dict[str, bool] = {}
        self.cards: list[str] = []
        self.moves: list[Move] = []
        self.ranking: tuple[tuple[str, ...], ...] = ()

    def read(self, text: str) -> Replay:
        """The replay of a text."""
        lines = self._iter_content(text.removeprefix("\ufeff"))
        self._begin(next(lines, None))
        for line in lines:
            if line == MOVES:
                break
            self._header(line)
        missing = [word for word in REQUIRED if word not in self.lines]
        if missing:
            helps = f"add it above the moves, for example `{_example(missing[0])}`"
            raise ReplayError(self.line, f"there is no line `{missing[0]}`", helps)
        for line in lines:
            self._move(line)
        return Replay(
            self.name,
            self.names,
            self.number,
            tuple(self.moves),
            self.options,
            tuple(self.cards),
            self.fingerprint,
            self.ranking,
            self.automas,
            self.lines,
        )

    def _iter_content(self, text: str) -> Iterator[str]:
        """The lines that say something, without comments and with single spaces."""
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
            if CONTROL.search(line):
                raise ReplayError(number, "there are characters here that no text has", "get the file anew")
            if len(line) > LONGEST:
                raise ReplayError(number, f"this line has more than {LONGEST:,} characters", "get the file anew")
            content = " ".join(COMMENT.sub("", line, count=1).split())
            if content:
                self.line = number
                yield content

    def _error(self, message: str, *helps: str) -> ReplayError:
        return ReplayError(self.line, message, *helps)

    def _begin(self, line: str | None) -> None:
        if line is None:
            raise self._error("there is nothing in this file", f"a replay begins with `{MAGIC}`")
        kind, _, version = line.rpartition(" ")
        if line != MAGIC and kind == MAGIC.rpartition(" ")[0]:
            raise self._error(
                f"this is a replay of version {quote(version)}, which is not known here",
                f"this Cardwright reads version {VERSION}; a newer one may read it",
            )
        if line != MAGIC:
            raise self._error(f"this is no replay: it begins with {quote(line)}", f"a replay begins with `{MAGIC}`")

    def _header(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word not in HEADERS:
            raise self._error(f"{quote(line)} says nothing about the start of a game", self._meant(word, line))
        if not rest:
            raise self._error(f"`{word}` says nothing", f"write for example `{_example(word)}`")
        key = f"option {rest.split()[0]}" if word == "option" else word
        if key in self.lines and word != "deck":
            raise self._error(f"`{key}` was said in line {self.lines[key]} already", "remove one of the two")
        self.lines.setdefault(key, self.line)
        getattr(self, f"_{word}")(rest)

    def _meant(self, word: str, line: str) -> str:
        if ":" in line or word == RESULT:
            return f"if this belongs to the moves, write a line `{MOVES}` above them"
        guess = difflib.get_close_matches(word[:QUOTED], (*HEADERS, MOVES), 1)
        return f"did you mean `{guess[0]}`?" if guess else f"lines begin with {', '.join(HEADERS)} or {MOVES}"

    def _game(self, text: str) -> None:
        if not GAME.fullmatch(text):
            raise self._error(f"{quote(text)} is no name of a game", f"write for example `{_example('game')}`")
        self.name = text

    def _content(self, text: str) -> None:
        if not CONTENT.fullmatch(text):
            raise self._error(
                f"{quote(text)} is no fingerprint of rules: it has digits and letters from a to f",
                "remove the line to play it with whatever rules there are",
            )
        self.fingerprint = text

    def _players(self, text: str) -> None:
        names = [name.strip() for name in text.split(",")]
        for name in names:
            problem = name_problem(name)
            if problem:
                what = f"{quote(name)} can't be a player's name" if name else "a player has no name"
                raise self._error(f"{what}: {problem}", f"write for example `{_example('players')}`")
            if names.count(name) > 1:
                raise self._error(f"two players are called {quote(name)}", "give each a name of his own")
        self.names = tuple(names)

    def _automa(self, text: str) -> None:
        names = [name.strip() for name in text.split(",")]
        for name in names:
            if not GAME.fullmatch(name):
                example = f"write for example `{_example('automa')}`"
                raise self._error(f"{quote(name)} is no name of an automated opponent", example)
            if names.count(name) > 1:
                raise self._error(f"{quote(name)} plays twice", "name each opponent once")
        self.automas = tuple(names)

    def _option(self, text: str) -> None:
        name, _, chosen = text.partition(" ")
        if chosen not in ("yes", "no"):
            said = f"`{name}` is yes or no" + (f", not {quote(chosen)}" if chosen else "")
            raise self._error(said, f"write `option {name[:QUOTED]} yes` or `option {name[:QUOTED]} no`")
        self.options[name] = chosen == "yes"

    def _seed(self, text: str) -> None:
        if not SEED.fullmatch(text):
            raise self._error(f"{quote(text)} is no seed", f"write a whole number, for example `{_example('seed')}`")
        self.number = int(text)

    def _deck(self, text: str) -> None:
        cards = split_cards(text)
        if cards is None or not all(cards):
            raise self._error(
                f"{quote(text)} is no list of cards",
                "separate cards by commas, close each parenthesis, and begin each further line with `deck` again",
            )
        for card in cards:
            self.lines[f"deck {len(self.cards)}"] = self.line
            self.cards.append(card)

    def _move(self, line: str) -> None:
        player, colon, answer = (part.strip() for part in line.partition(":"))
        if self.ranking:
            before = self.lines[RESULT]
            raise self._error(f"something follows the result of line {before}", f"`{RESULT}` is the last line")
        if not colon and line.split()[0] == RESULT:
            self.lines[RESULT] = self.line
            self._result(line.removeprefix(RESULT).strip())
        elif name_problem(player) or not answer:
            raise self._error(f"{quote(line)} is no move", "write who moves and the answer: `NAME: ANSWER`")
        else:
            self.moves.append(Move(player, answer, self.line))

    def _result(self, text: str) -> None:
        ranking = tuple(tuple(name.strip() for name in rank.split("=")) for rank in text.split(">"))
        for name in (name for rank in ranking for name in rank):
            if name_problem(name):
                raise self._error(f"{quote(text)} is no ranking", f"write for example `{_example(RESULT)}`")
        self.ranking = ranking


def _example(word: str) -> str:
    values = {
        "game": "my_game",
        "content": "0c4f",
        "players": "amira, boris",
        "automa": "my_opponent",
        "option": "my_option yes",
        "seed": "7",
        "deck": "card(3), card(1)",
        RESULT: "amira > boris = chen",
    }
    return f"{word} {values[word]}"
