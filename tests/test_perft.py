"""How many sequences of moves there are, from the start of every game and from its middle: tests/perft/<game>.perft.

A line says how many players there are (`1+1`: one and an automated opponent), how many random moves have been made,
and how many sequences of one, two, three … moves can follow, until there are too many. One option too many or too few
anywhere shows in these numbers. `pytest --update-goldens` writes what they are now; read that diff as code.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.game import Game
from runtime.state import State
from tests.games import GAMES, engine, tables

FOLDER = Path(__file__).parent / "perft"
SEED = 1
MADE = (0, 30)
"""From the start, and from somewhere in the middle."""
MOST = 700
"""Where there are more sequences they are counted, but not followed further: a second or two for a game."""
HEAD = "# players, random moves made, sequences of one, two, three … moves\n"


def perft(state: State) -> Iterator[int]:
    """How many sequences of one move, of two moves … there are."""
    level = [state]
    while number := sum(len(state.options) for state in level):
        yield number
        if number > MOST:
            return
        level = [after(state, option) for state in level for option in range(len(state.options))]


def after(state: State, option: int) -> State:
    """The position after a move."""
    twin = state.clone()
    twin.apply(option)
    return twin


def position(game: Game, players: int, automa: int, moves: int) -> State:
    """The position after some random moves."""
    state, chance = game.start(players=players, seed=SEED, log=False, automa=automa), random.Random(SEED)
    for _ in range(moves):
        if state.player >= 0:
            state.apply(chance.randrange(len(state.options)))
    return state


def counted(game: Game) -> str:
    """All counts of a game, as its file holds them."""
    lines = [
        f"{_seats(players, automa)} {moves:>2}: {' '.join(map(str, perft(position(game, players, automa, moves))))}\n"
        for players, automa in tables(game.name)
        for moves in MADE
    ]
    return HEAD + "".join(lines)


def _seats(players: int, automa: int) -> str:
    return f"{players - automa}+{automa}" if automa else str(players)


@pytest.mark.parametrize("name", GAMES)
def test_there_are_as_many_sequences_of_moves_as_ever(name: str, update_goldens: bool) -> None:
    file, found = FOLDER / f"{name}.perft", counted(engine(name))
    if update_goldens:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == found


def test_every_count_belongs_to_a_game() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*")) == list(GAMES)
