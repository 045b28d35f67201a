"""Plays worked examples: on the compiled engine, and in the reference interpreter to see that both say the same."""

from __future__ import annotations

from compiler import ir
from compiler.engine.render import engine_modules
from compiler.schema import game_to_json
from runtime.game import Game
from runtime.scenarios import run_scenario
from tests.reference.game import Game as ReferenceGame
from tests.reference.scenarios import run_scenario as run_on_reference
from tests.reference.scenarios import scenarios

PLAYED_BY = ("compiled", "reference")


def mistakes(game: ir.Game, played_by: str) -> list[list[str]]:
    """What is wrong with each worked example of a game: nothing, if it is played as they say."""
    if played_by == "compiled":
        engine = Game.from_source((game.name, engine_modules(game)))
        found = [run_scenario(engine, example) for example in engine.scenarios]
    else:
        reference = ReferenceGame.from_ir(dict(game_to_json(game)))
        found = [run_on_reference(reference, example) for example in scenarios(reference)]
    assert len(found) == len(game.scenarios)
    return found
