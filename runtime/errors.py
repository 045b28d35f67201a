"""What can go wrong at the table, and what is our own mistake."""

from __future__ import annotations


class IllegalMove(ValueError):
    """An answer that is not offered. `rule` is the id of the rule that stops it, where that is known."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class UnknownGame(LookupError):
    """No game of this name has been built."""


class EngineError(RuntimeError):
    """A defect of the engine or of a game's rules: never the fault of whoever plays."""


class SavedGameError(ValueError):
    """A saved game that can't be gone on with: it belongs to other rules, or is damaged. The message names the key."""
