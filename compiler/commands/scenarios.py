"""The command that plays the worked examples: test."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from compiler.commands import AsJson, Root, app
from compiler.console import plural, say, show_report, write_json


@app.command("test", epilog="Example: cardwright test caravan")
def play_scenarios(
    what: Annotated[list[str] | None, typer.Argument(metavar="GAME|FILE")] = None,
    as_json: AsJson = False,
    root: Root = None,
) -> int:
    """Play the scenarios of the games, all of them or those named, and report what is not as they say.

    A file or folder stands for the game it belongs to.
    """
    from compiler.diagnostics import Report, to_json
    from compiler.main import compile_game
    from compiler.playing import engine
    from compiler.selection import select_games, stray_problems
    from runtime.scenarios import iter_broken

    selection = select_games(what or [], root)
    report = Report()
    for problem in stray_problems(selection):
        report.add(problem)
    games: list[dict[str, object]] = []
    lines: list[str] = []
    is_broken = False
    for name in selection.games:
        compiled = compile_game(selection.project, name)
        for problem in compiled.report:
            report.add(problem)
        if compiled.game is None:
            continue
        game = engine(compiled.game)
        examples = game.scenarios
        found = [(example.title, broken) for example in examples for broken in iter_broken(game, example)]
        is_broken = is_broken or bool(found)
        failures = [
            {"scenario": title, "message": broken.message, "path": broken.path, "line": broken.line}
            for title, broken in found
        ]
        games.append({"name": name, "scenarios": len(examples), "failures": failures})
        lines.append(
            f"{name}: {plural(len(examples), 'scenario')}, {plural(len(found), 'mistake') if found else 'fine'}"
        )
        lines += [str(broken) for _, broken in found]
    if as_json:
        write_json(json.dumps({"games": games, "diagnostics": to_json(report)}, ensure_ascii=False, indent=2))
        return int(report.has_errors or is_broken)
    if report.has_errors:
        show_report(report)
    for line in [*(f"note: {note}" for note in selection.notes), *lines]:
        say(line)
    return int(report.has_errors or is_broken)
