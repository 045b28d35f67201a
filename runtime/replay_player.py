"""Plays a recorded game again and checks every move on the way."""

from __future__ import annotations

from runtime.decisions import Decision
from runtime.deck import DeckError
from runtime.errors import IllegalMove
from runtime.game import Game
from runtime.replay_text import RESULT, Replay, ReplayError, quote, ranking_text
from runtime.state import State

LISTED = 20
"""So many options are shown in a message."""


def play(game: Game, replay: Replay, to: int | None = None) -> State:
    """The state after so many moves, or after all; raises `ReplayError` at the first thing that does not fit.

    The moves behind the one where it stops are not looked at, and the result only if it doesn't stop before the end.
    """
    if to is not None and not 0 <= to <= len(replay.moves):
        raise ValueError(f"there are {len(replay.moves)} moves, so it can't stop after {to}")
    _check_fits(game, replay)
    state = _started(game, replay)
    for move in replay.moves[:to]:
        decision = state.decision
        if decision is None:
            raise ReplayError(
                move.line, f"{move.player} moves when the game is over already", "remove the moves from here on"
            )
        if decision.name != move.player:
            raise ReplayError(
                move.line,
                f"it is {decision.name} who decides [{decision.rule}], not {move.player}",
                _possible(decision),
            )
        try:
            state.apply(move.answer)
        except IllegalMove as error:
            raise ReplayError(move.line, str(error), "change this move, or remove it and those behind it") from None
    if to is None or to == len(replay.moves):
        _check_result(state, replay)
    return state


def _check_fits(game: Game, replay: Replay) -> None:
    """See to it that this game can be started like this."""
    if replay.game != game.name:
        raise ReplayError(replay.line_of("game"), f"this is a replay of {replay.game}, not of {game.name}")
    if replay.content and replay.content != game.content:
        raise ReplayError(
            replay.line_of("content"),
            f"this was played with other rules or cards of {game.name} than there are now",
            "play it with those it was made with, or remove this line to try it with these",
        )
    counts = game.player_counts
    if len(replay.players) not in counts:
        raise ReplayError(
            replay.line_of("players"),
            f"{game.title} is for {counts[0]} to {counts[-1]} players, not for {len(replay.players)}",
            "name as many players as have played",
        )
    for name in replay.automas:
        if name not in game.automas:
            raise ReplayError(
                replay.line_of("automa"),
                f"{game.title} has no automated opponent {quote(name)}",
                f"its opponents are: {', '.join(game.automas) or 'none'}",
            )
    if len(replay.automas) >= len(replay.players):
        raise ReplayError(
            replay.line_of("automa"),
            "nobody plays against the automated opponents",
            "the players named above are all who play, the opponents among them",
        )
    for name in replay.options:
        if name not in game.options:
            raise ReplayError(
                replay.line_of(f"option {name}"),
                f"{game.title} has no option {quote(name)}",
                f"its options are: {', '.join(game.options) or 'none'}",
            )


def _started(game: Game, replay: Replay) -> State:
    try:
        return game.start(replay.players, replay.seed, replay.options, replay.deck, automa=replay.automas)
    except DeckError as error:
        line = replay.line_of("deck" if error.place is None else f"deck {error.place}")
        raise ReplayError(line, str(error), "mend this line, or remove all that begin with `deck`") from None


def _check_result(state: State, replay: Replay) -> None:
    if not replay.result:
        return
    line = replay.line_of(RESULT)
    if state.result is None:
        decision = state.decision
        waits = f": {decision.name} decides [{decision.rule}]" if decision else ""
        raise ReplayError(
            line, f"the game is not over here{waits}", "add the moves that are missing, or remove this line"
        )
    result = result_of(state)
    if [sorted(rank) for rank in result] != [sorted(rank) for rank in replay.result]:
        found, noted = ranking_text(result), ranking_text(replay.result)
        raise ReplayError(line, f"the game ends with {found}, not with {noted}", f"write `{RESULT} {found}`")


def _possible(decision: Decision) -> str:
    spellings = [str(option) for option in decision.options[: LISTED + 1]]
    return f"possible are: {', '.join(spellings[:LISTED])}{', …' if len(spellings) > LISTED else ''}"


def result_of(state: State) -> tuple[tuple[str, ...], ...]:
    """The names of the players by rank, the winners first; nothing while the game goes on."""
    ranking = state.result.ranking if state.result else ()
    return tuple(tuple(state.players[player] for player in rank) for rank in ranking)
