"""The runtime knows no game: no word of any game's vocabulary occurs in it, be it in code, texts or comments.

The words are those of all games that there are: what they declare and what is printed on their cards. The words of the
language itself are taken from its grammar and its trees; what is left over stands in `ORDINARY`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest

from compiler import ir, nodes, resolve
from compiler.parse import grammar
from compiler.schema import node_classes
from compiler.walk import descendants
from tests.games import GAMES, ROOT, compiled

RUNTIME = ROOT / "runtime"
NAMES = ("name", "plural", "space", "edge", "edge_plural", "members", "nodes", "names", "title", "rule")
"""The fields of the IR that hold words of a game."""
NOT_DECLARED = (ir.Local, ir.Param, ir.AttributeOf, ir.Function, ir.Prefer)
"""Their names are those of a variable or of the language."""
SHORTEST = 3

CARD_GAMES = "bank deal dealt deck her laid rank refused score scored share slot slots standing used"
"""What every game with cards has."""
PROGRAMS = """about above ahead attempt build cancel check checks counted counter drop empty failure far final follow
force free gate give idle join last lay lead length letter limit limits line load lost methods new offer
only paid people plain put rest room same settle shared shown single states step sum table taken two
wants well whole"""
"""What every program says."""
ORDINARY = frozenset((CARD_GAMES + " " + PROGRAMS).split())
"""Words of English that some game uses too. Think twice before adding one: is it really not about that game?"""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def words_in(text: str) -> list[str]:
    """The words of a text, in small letters; `court_card` and `CourtCard` are two words each."""
    return [word.lower() for word in _WORD.findall(text)]


@cache
def of_the_language() -> frozenset[str]:
    """The words of the language: its keywords, the names it knows, the names of its trees; and their plurals."""
    found = {word for terminal in grammar().terminals for word in words_in(str(terminal.pattern.value))}
    classes = [*node_classes(), *(cls for cls in vars(nodes).values() if isinstance(cls, type))]
    names = [cls.__name__ for cls in classes]
    names += [field.name for cls in classes if hasattr(cls, "__dataclass_fields__") for field in fields(cls)]
    names += [*resolve.ENTRY_POINTS, *resolve.BUILT_IN_NOUNS]
    found.update(word for name in names for word in words_in(name))
    return frozenset(found | {f"{word}s" for word in found})


def names_of(game: ir.Game) -> Iterator[str]:
    """Every name and title that a game declares."""
    for node in descendants(replace(game, scenarios=())):  # they speak of players by their names
        if not isinstance(node, NOT_DECLARED):
            for value in (getattr(node, name, None) for name in NAMES):
                yield from [value] if isinstance(value, str) else value if isinstance(value, tuple) else ()


@cache
def vocabulary() -> dict[tuple[str, ...], str]:
    """What may not occur: single words, and names of several words; each with the name that it comes from.

    Of titles and the ids of rules only the whole is a word of a game: `score.cards` makes neither of the two one.
    """
    found: dict[tuple[str, ...], str] = {}
    known = of_the_language() | ORDINARY
    for name in sorted(name for game in GAMES for name in names_of(compiled(game))):
        words = words_in(name)
        if len(words) > 1 and not known.issuperset(words) and min(map(len, words)) > 1:
            found.setdefault(tuple(words), name)
        if "." not in name and " " not in name:
            for word in words:
                if len(word) >= SHORTEST and word not in known:
                    found.setdefault((word,), name)
    return found


def game_words(text: str) -> list[str]:
    """The words of games that occur in a text, each with its line."""
    most = max(map(len, vocabulary()))
    words = [(word, number) for number, line in enumerate(text.splitlines(), 1) for word in words_in(line)]
    found = []
    for start, (_, line) in enumerate(words):
        for length in range(1, most + 1):
            name = vocabulary().get(tuple(word for word, _ in words[start : start + length]))
            if name is not None:
                found.append(f"line {line}: {name}")
    return found


@pytest.mark.parametrize("file", [pytest.param(file, id=file.name) for file in sorted(RUNTIME.rglob("*.py"))])
def test_no_word_of_a_game_occurs_in_the_runtime(file: Path) -> None:
    assert game_words(f"{file.stem}\n{file.read_text(encoding='utf-8')}") == []


@pytest.mark.parametrize("name", GAMES)
def test_words_of_every_game_are_looked_for(name: str) -> None:
    words = {word for name in names_of(compiled(name)) for word in words_in(name)}
    assert len(words & {words[0] for words in vocabulary() if len(words) == 1}) > 20


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "text", ["x.take_{}(7)", "# one {} is not like others", 'raise ValueError("no {}")', "A_{} = 3"]
)
def test_a_word_that_is_planted_is_found(name: str, text: str) -> None:
    planted = next(zone.name for zone in compiled(name).zones if (zone.name,) in vocabulary())
    for spelled in (planted, planted.title(), planted.upper()):
        assert f"line 2: {planted}" in game_words(f"x = 1\n{text.format(spelled)}\n")


def test_names_of_several_words_are_found_however_they_are_spelled() -> None:
    words, name = next((words, name) for words, name in vocabulary().items() if len(words) == 2 and "_" in name)
    for spelled in ("_".join(words), " ".join(words), "".join(words).title(), "".join(map(str.title, words))):
        found = [one.removeprefix("line 1: ") for one in game_words(spelled)]
        assert (name in found) == (spelled != "".join(words).title())


def test_nothing_is_excused_that_needs_no_excuse() -> None:
    declared = {word for game in GAMES for name in names_of(compiled(game)) for word in words_in(name)}
    assert declared - of_the_language() >= ORDINARY
