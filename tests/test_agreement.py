"""The compiled engine agrees with the reference interpreter: decisions, options, the table, the result."""

from __future__ import annotations

import pytest

from tests.agreement import disagreement
from tests.games import GAMES, IS_FUZZ, engine, reference, tables

USUAL = (4, 400)
BUDGETS = {"pamir2e": (1, 400), "pamir1e": (1, 40), "changcheng": (1, 30)}
"""Seeds for each number of players, and decisions for each seed: less where the interpreter is slow. With 400 decisions
games come to their end, so that results are compared too; those of changcheng, five decisions a second, do not."""
MORE = 10 if IS_FUZZ else 1


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_the_engine_agrees_with_the_interpreter(name: str) -> None:
    game = engine(name)
    seeds, limit = BUDGETS.get(name, USUAL)
    for players, automa in tables(name):
        for seed in range(seeds * MORE):
            assert disagreement(game, reference(name), players, seed, limit, automa) is None
