"""The command that plays many games at random: simulate."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from compiler.commands import AsJson, AutomatedOpponents, OptionalRules, Root, app
from compiler.console import plural, say, say_error, write_json

if TYPE_CHECKING:
    from runtime import Game
    from runtime.simulate import Summary


@app.command(epilog="Example: cardwright simulate caravan --players 3 --games 1000 --seed 7 --jobs 0")
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int | None, typer.Option(help="How many players; as few as possible if left out.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int, typer.Option(min=0, help="How many games at a time; 0: one for each core.")] = 1,
    automa: AutomatedOpponents = None,
    option: OptionalRules = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Show what of the game was never used.")] = False,
    as_json: AsJson = False,
    root: Root = None,
) -> int:
    """Play games at random and sum up: who wins, how long they take, how they end.

    Ctrl-C ends it early and sums up what was played until then.
    """
    from concurrent.futures import BrokenExecutor

    from compiler.cli import INTERRUPTED
    from compiler.playing import playable
    from compiler.seating import chosen_options, opponents, player_count
    from runtime import EngineError
    from runtime.processes import cores

    found = playable(root, game)
    if found is None:
        return 1
    count = player_count(found, players)
    hers = opponents(found, count, automa)
    options = chosen_options(found, option or [])
    jobs = jobs or cores()
    started = time.perf_counter()
    try:
        summary = _simulated(found, count, games, seed, jobs, options, hers, coverage)
    except EngineError as error:
        say_error(
            f"{found.name} can't be played on: {error}", "`cardwright check` finds nothing, so this may be our mistake"
        )
        return 1
    except BrokenExecutor:
        say_error("the system has ended a process that was playing", "try fewer: --jobs 1")
        return 1
    seconds = time.perf_counter() - started
    is_cut = summary.games < games
    if not summary.games:
        raise KeyboardInterrupt
    if as_json:
        head = {"game": found.name, "seed": seed, "options": found.options | options, "interrupted": is_cut}
        used = {"coverage": summary.coverage.as_json(found.tables)} if summary.coverage else {}
        write_json(json.dumps(head | _as_json(summary) | used | {"speed": _speed(summary, jobs, seconds)}, indent=2))
    else:
        if is_cut:
            say(f"interrupted: {summary.games:,} of {plural(games, 'game')} played")
        say(f"{found.title}: {summary}")
        for line in summary.coverage.lines(found.tables) if summary.coverage else ():
            say(line)
        say(f"  {summary.games / seconds:,.1f} games/s, {summary.decisions / seconds:,.0f} decisions/s")
    return INTERRUPTED if is_cut else 0


def _simulated(
    game: Game,
    players: int,
    games: int,
    seed: int,
    jobs: int,
    options: dict[str, bool],
    automa: list[str],
    coverage: bool,
) -> Summary:
    """Play the games, or as many as were played when somebody interrupts."""
    from runtime.processes import iter_summaries
    from runtime.simulate import Summary

    total = Summary(players)
    try:
        parts = iter_summaries(game, players, games, seed, jobs, options, automa, with_coverage=coverage)
        with closing(parts), _progress(games) as advance:
            for part in parts:
                total += part
                advance(part.games)
    except KeyboardInterrupt:
        pass
    return total


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Shows how far it is, with the rate and the time left, on a terminal; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(TextColumn):
        """Games a second, as soon as it is known."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f} games/s" if task.speed else "")

    columns = TextColumn("playing"), BarColumn(), MofNCompleteColumn(), Rate(""), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda played: bar.advance(task, played)


def _as_json(summary: Summary) -> dict[str, object]:
    """What depends on nothing but the game, its options and the seeds."""
    averages = summary.average_scores
    seats = {name: seat + 1 for name, seat in summary.automas.items()}
    return {
        "players": summary.players,
        **({"automas": seats} if seats else {}),
        "games": summary.games,
        "decisions": summary.decisions,
        "length": {
            "mean": round(summary.average_decisions, 6),
            "least": summary.shortest,
            "most": summary.longest,
        },
        "wins": [round(float(wins), 6) for wins in summary.wins],
        "scores": None if averages is None else [round(average, 6) for average in averages],
        "reasons": dict(sorted(summary.reasons.items())),
    }


def _speed(summary: Summary, jobs: int, seconds: float) -> dict[str, float]:
    return {
        "jobs": jobs,
        "seconds": round(seconds, 6),
        "games_per_second": round(summary.games / seconds, 3),
        "decisions_per_second": round(summary.decisions / seconds, 3),
    }
