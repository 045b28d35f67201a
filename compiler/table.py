"""What there is to see at a table, in lines: a decision, where everything is, how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from compiler.console import visible
from compiler.prompting import columns

if TYPE_CHECKING:
    from runtime import Decision, State

MOST_DIGITS = 9
"""A longer number counts nothing here."""


def decision_lines(decision: Decision, told: Sequence[str] = (), language: str | None = None) -> list[str]:
    """Who decides and what, and the options with their numbers; in a language, if one is given.

    `told` says how each option is shown, if not as it is spelled.
    """
    if language is not None:
        said = [visible(f"{n}. {option.text(language)}") for n, option in enumerate(decision.options, 1)]
        return [f"{decision.name}: {decision.text(language)}", *columns(said)]
    spellings = [str(option) for option in decision.options]
    told = told or spellings
    if _are_numbered(spellings):
        width = len(str(len(spellings)))
        told = [f"{number:{width}}. {option}" for number, option in enumerate(told, 1)]
    options = columns([visible(option) for option in told])
    return [f"{decision.name} decides: {decision.kind} [{decision.rule}]", *options]


def _are_numbered(spellings: Sequence[str]) -> bool:
    """Whether an option can be given by its number: not where options are numbers themselves."""
    return not any(spelling.lstrip("-").isdecimal() for spelling in spellings)


def number_of(text: str, spellings: Sequence[str]) -> int | None:
    """The index of the option with this number; none if this is no number. Raises `IllegalMove` if none has it."""
    from runtime import IllegalMove

    if not (spellings and text.isascii() and text.isdecimal() and _are_numbered(spellings)):
        return None
    if len(text) > MOST_DIGITS or not 1 <= int(text) <= len(spellings):
        raise IllegalMove(f"there is no option {text}: there are {len(spellings)}")
    return int(text) - 1


def result_lines(state: State) -> list[str]:
    """How a game ended: the players by rank, each with what the ranking went by."""
    result = state.result
    assert result is not None, "a game in which nobody decides is over"
    by = f" [{result.reason}]" if result.reason else ""
    width = max(map(len, state.players))
    lines = [f"The game is over{by}:"]
    for rank, players in enumerate(result.ranking, 1):
        for player in players:
            scores = ", ".join(map(str, result.scores[player]))
            lines.append(f"  {rank}. {state.players[player]:{width}}  {scores}".rstrip())
    return lines
