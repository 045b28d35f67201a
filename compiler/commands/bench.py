"""The command that measures speed: bench."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from compiler.commands import AsJson, Root, app
from compiler.console import say, say_error, show_report, write_json

if TYPE_CHECKING:
    from compiler.measure import Figures

HEAD = f"{'players':>8} {'compile':>9} {'decisions/s':>12} {'games/s':>9} {'clone':>10} {'state':>10} {'relative':>9}"


@app.command(epilog="Example: cardwright bench caravan")
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="For how long each game is played.")] = 2.0,
    as_json: AsJson = False,
    root: Root = None,
) -> int:
    """Measure how fast games are, all of them or those named: random play on one core.

    The last column can be compared between machines: the decisions made in the time of a fixed piece of Python.
    """
    from compiler.measure import measure
    from compiler.selection import select_games
    from runtime import EngineError

    selection = select_games(games or [], root)
    width = max([len("game"), *map(len, selection.games)])
    found: list[Figures] = []
    has_errors = False
    for name in selection.games:
        try:
            figures, report = measure(selection.project, name, seconds)
        except EngineError as error:
            say_error(
                f"{name} can't be played on: {error}", "`cardwright check` finds nothing: this may be our mistake"
            )
            has_errors = True
            continue
        if figures is None:
            sys.stdout.flush()
            show_report(report, to=sys.stderr)
            has_errors = True
            continue
        if not as_json:
            if not found:
                say(f"{'game':{width}} {HEAD}")
            say(f"{name:{width}} {_row(figures)}")
            sys.stdout.flush()
        found.append(figures)
    if as_json:
        write_json(json.dumps({"games": [_as_json(figures) for figures in found]}, indent=2))
    elif found:
        milliseconds = 1000 * sum(figures.calibration_time for figures in found) / len(found)
        say(f"\nrelative: decisions in the time of one calibration, here {milliseconds:.2f} ms; compare this one")
    return int(has_errors)


def _row(figures: Figures) -> str:
    size = "-" if figures.state_size is None else f"{figures.state_size:,} B"
    return (
        f"{figures.players:>8} {figures.compile_time:>7.2f} s {figures.decisions_per_second:>12,.0f}"
        f" {figures.games_per_second:>9,.1f} {1e6 * figures.clone_time:>7,.1f} µs {size:>10}"
        f" {figures.relative_speed:>9.3f}"
    )


def _as_json(figures: Figures) -> dict[str, object]:
    """All that was measured, in seconds and bytes; under `relative`, in calibrations."""
    unit = figures.calibration_time
    return {
        "game": figures.game,
        "players": figures.players,
        "games": figures.games,
        "decisions": figures.decisions,
        "compile_seconds": figures.compile_time,
        "load_seconds": figures.load_time,
        "play_seconds": figures.play_time,
        "decisions_per_second": figures.decisions_per_second,
        "games_per_second": figures.games_per_second,
        "clone_seconds": figures.clone_time,
        "state_bytes": figures.state_size,
        "calibration_seconds": unit,
        "relative": {
            "decisions": figures.relative_speed,
            "games": figures.games_per_second * unit,
            "compile": figures.compile_time / unit,
            "clone": figures.clone_time / unit,
        },
    }
