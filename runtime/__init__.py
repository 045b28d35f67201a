"""The engine that plays games; it knows none of them."""

from runtime.decisions import Decision, Option, Result
from runtime.errors import EngineError, IllegalMove, UnknownGame
from runtime.game import Game, built_games, load_game
from runtime.state import State

__all__ = [
    "Decision",
    "EngineError",
    "Game",
    "IllegalMove",
    "Option",
    "Result",
    "State",
    "UnknownGame",
    "built_games",
    "load_game",
]
