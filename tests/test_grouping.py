"""Texts in which several things stand: every thing can be told apart, whatever the text looks like."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

import pytest

from runtime.errors import SavedGameError
from runtime.game import Game
from runtime.grouping import EMPTY, UNKNOWN, Groups, rows
from runtime.naming import Names
from tests.games import GAMES, engine
from tests.hidden_game import hidden_game

NAMES = ("Anna Maria", "bo, cy; 2", '"q" (x)', "d", "e f")


def groups_of(game: Game, names: Sequence[str] = NAMES) -> Groups:
    """Texts of a game with as many players as can be."""
    return Groups(Names(game.tables, names[: game.player_counts[-1]]))


def games() -> list[Game]:
    return [*map(engine, GAMES), hidden_game()]


def test_whatever_is_written_is_read_again() -> None:
    """Things of every type, in any order and number, with and without their word."""
    for game in games():
        groups, chance, t = groups_of(game), random.Random(game.name), game.tables
        for kind in ("card", *t.kinds, *t.members, *t.spaces):
            all_of_them = list(groups.names.by_name(kind).values())
            for _ in range(20):
                things = chance.choices(all_of_them, k=chance.randrange(12))
                for is_zone in (False, True):
                    text = groups.write(kind, things, is_zone=is_zone)
                    assert groups.read(kind, text, "here", is_zone=is_zone) == things, text


def test_blanks_keep_their_places() -> None:
    for game in games():
        groups, chance = groups_of(game), random.Random(game.name)
        cards = list(groups.names.by_name("card").values())
        for blank in (UNKNOWN, EMPTY):
            for _ in range(20):
                things = [chance.choice([-1, one]) for one in chance.choices(cards, k=9)]
                text = groups.write("card", [blank if one < 0 else one for one in things])
                assert groups.read("card", text, "here", blank=blank) == things, text


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        (["cargo(9)"], "cargo(9)"),
        (["cargo(5)#2"], "cargo(5#2)"),
        (["cargo(9)", "cargo(5)", "cargo(5)#2", "event(13)"], "cargo(9 5 5#2) event(13)"),
        (["cargo(9)", "event(13)", "cargo(5)"], "cargo(9) event(13) cargo(5)"),
    ],
)
def test_neighbors_share_their_word(numbers: list[str], text: str) -> None:
    groups = groups_of(engine("caravan"))
    assert groups.write("card", [groups.names.by_name("card")[name] for name in numbers]) == text


def test_cards_of_players_share_their_owner() -> None:
    groups = groups_of(hidden_game(), ("ada", "bo, cy"))
    cards = [groups.names.by_name("card")[name] for name in ("seal(1, ada)", "seal(2, ada)", 'seal(1, "bo, cy")')]
    assert groups.write("card", cards) == 'seal(1 2, ada; 1, "bo, cy")'
    assert groups.write("seal", cards, is_zone=True) == '1 2, ada; 1, "bo, cy"'


def test_spaces_share_all_but_their_last_coordinate() -> None:
    groups = groups_of(engine("pamir2e"))
    spaces = [groups.names.by_name("slot")[f"slot({one})"] for one in ("top, 1", "top, 2", "bottom, 4")]
    assert groups.write("slot", spaces) == "top, 1 2; bottom, 4"
    assert groups.read("slot", "slot(top, 1 2) slot(bottom, 4)", "here") == spaces


def test_rows_hold_every_space_once() -> None:
    for game in games():
        t = game.tables
        names = groups_of(game).names
        for kind in t.spaces:
            found = rows(names, kind)
            assert (found is None) == (kind in t.edges)
            assert found is None or sorted(chain(*found.values())) == list(range(len(t.spaces[kind])))
        assert rows(names, "player") is None


@pytest.mark.parametrize(
    "text",
    [
        "cargo(99)",
        "cargo",
        "cargo(",
        "cargo()",
        "cargo()#2 7",
        "7",
        "?",
        "cargo(1, amira)",
        "cargo(1))",
        '"',
        "cargo(1;2,)",
    ],
)
def test_what_is_no_thing_is_named(text: str) -> None:
    with pytest.raises(SavedGameError, match=r"^here: .* is no card$"):
        groups_of(engine("caravan")).read("card", text, "here")
