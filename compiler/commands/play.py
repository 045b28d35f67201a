"""Commands that play: simulate, demo."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from compiler.commands import AsJson, Root, app
from compiler.console import Usage, plural, say, say_error, show_report, write_json

if TYPE_CHECKING:
    from runtime import Game
    from runtime.simulate import Summary

DEMO_SEED = 42
DEMO_GAMES = 20
DEMO_SCORES = ("point", "coin", "camel")
"""What `end game by` compares in Caravan."""
LOG_LINES = 8


@app.command(epilog="Example: cardwright simulate caravan --players 3 --games 100 --seed 7")
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int | None, typer.Option(help="How many players; as few as possible if left out.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    as_json: AsJson = False,
    root: Root = None,
) -> int:
    """Play games at random and sum up: who wins, how long they take, how they end."""
    from compiler.main import compile_game
    from compiler.schema import game_to_json
    from compiler.selection import any_project, one_game
    from runtime import EngineError, Game

    project = any_project(root)
    name = one_game(project, game)
    compiled = compile_game(project, name)
    if compiled.game is None:
        show_report(compiled.report, to=sys.stderr)
        return 1
    playable = Game.from_ir(game_to_json(compiled.game))
    counts = playable.player_counts
    players = counts[0] if players is None else players
    if players not in counts:
        raise Usage(f"{name} is for {counts[0]} to {counts[-1]} players, not for {players}")
    try:
        summary = _simulated(playable, players, games, seed)
    except EngineError as error:
        say_error(f"{name} can't be played on: {error}", "`cardwright check` finds nothing, so this may be our mistake")
        return 1
    if as_json:
        write_json(json.dumps({"game": name, "seed": seed, **_as_json(summary)}, indent=2))
    else:
        say("\n".join(_lines(playable.title, summary)))
    return 0


def _simulated(game: Game, players: int, games: int, seed: int) -> Summary:
    """Play games one by one, with a progress bar on a terminal."""
    from runtime.simulate import Summary, simulate

    total = Summary(0, players, wins=[0.0] * players)
    for number in _with_progress(games, "playing"):
        one = simulate(game, players=players, games=1, seed=seed + number)
        total.games += 1
        total.decisions += one.decisions
        total.wins = [a + b for a, b in zip(total.wins, one.wins, strict=True)]
        total.reasons += one.reasons
    return total


def _with_progress(count: int, what: str) -> Iterator[int]:
    if not sys.stderr.isatty():
        yield from range(count)
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(range(count), description=what, console=Console(stderr=True), transient=True)


def _lines(title: str, summary: Summary) -> Iterator[str]:
    games = plural(summary.games, "game")
    yield f"{title}: {games} with {summary.players} players, {summary.average_decisions:.1f} decisions each"
    for seat, wins in enumerate(summary.wins, 1):
        yield f"  seat {seat} wins {100 * wins / summary.games:5.1f} %"
    for reason, count in sorted(summary.reasons.items()):
        yield f"  {count} ended by [{reason}]"


def _as_json(summary: Summary) -> dict[str, object]:
    return {
        "players": summary.players,
        "games": summary.games,
        "decisions": summary.decisions,
        "wins": [round(wins, 6) for wins in summary.wins],
        "reasons": dict(sorted(summary.reasons.items())),
    }


@app.command(epilog="Example: cardwright demo")
def demo() -> int:
    """Play a game of Caravan and some more, and say where to look next."""
    from runtime import UnknownGame, load_game
    from runtime.simulate import play_randomly

    try:
        game = load_game("caravan")
    except UnknownGame:
        raise Usage("Caravan has not been built", "run `cardwright build` in the folder of Cardwright") from None
    state = game.start(players=["amira", "boris", "chen"], seed=DEMO_SEED)
    decisions = play_randomly(state, DEMO_SEED)
    result = state.result
    assert result is not None, "a game that was played to its end has a result"
    say(f"{game.title}, a game of {len(state.players)}, everybody deciding at random (seed {DEMO_SEED}):\n")
    say(f"  … {plural(len(state.log) - LOG_LINES, 'line')} …")
    for line in state.log[-LOG_LINES:]:
        say(f"  {line}")
    say(f"\nAfter {decisions} decisions the game is over [{result.reason}]:\n")
    for rank, players in enumerate(result.ranking, 1):
        for player in players:
            scores = ", ".join(
                plural(score, what) for score, what in zip(result.scores[player], DEMO_SCORES, strict=True)
            )
            say(f"  {rank}. {state.players[player]:6} {scores}")
    say()
    say("\n".join(_lines(game.title, _simulated(game, 3, DEMO_GAMES, seed=1))))
    say(
        "\nWhere to look next:\n"
        "  cards/caravan/            the whole game, in the card language\n"
        "  docs/tutorial.md          reads it with you, and adds a card\n"
        "  README.md                 what is where\n"
        "  cardwright check          finds every mistake in the cards\n"
        "  cardwright new game NAME  starts a game of your own"
    )
    return 0
