"""Commands that look for what is wrong or untidy in the sources: check, fmt."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from compiler.commands import AsJson, Root, app
from compiler.console import Usage, plural, say, show_report, write_json

if TYPE_CHECKING:
    from compiler.project import Project


@app.command(epilog="Example: cardwright check caravan")
def check(
    what: Annotated[list[str] | None, typer.Argument(metavar="GAME|FILE")] = None,
    as_json: AsJson = False,
    explain: Annotated[str | None, typer.Option(metavar="CODE", help="Say what an error code means.")] = None,
    root: Root = None,
) -> int:
    """Report every mistake in the games: all of them, or those named.

    A file or folder stands for the game it belongs to.
    """
    if explain is not None:
        return explain_code(explain)
    from compiler.diagnostics import Report, to_json
    from compiler.engine.render import engine_modules
    from compiler.main import compile_game
    from compiler.selection import select_games, stray_problems

    selection = select_games(what or [], root)
    report = Report()
    for problem in stray_problems(selection):
        report.add(problem)
    games: list[dict[str, str | int]] = []
    fine = []
    for name in selection.games:
        compiled = compile_game(selection.project, name)
        if compiled.game is not None:
            engine_modules(compiled.game)
        for problem in compiled.report:
            report.add(problem)
        cards, declarations = _sizes(selection.project, name)
        games.append({"name": name, "cards": cards, "declarations": declarations})
        if not compiled.report.has_errors:
            fine.append(f"{name}: {plural(declarations, 'declaration')}, {plural(cards, 'card')}, fine")
    if not what:
        selection.project.check_unused_shared(report)
    if as_json:
        write_json(json.dumps({"games": games, "diagnostics": to_json(report)}, ensure_ascii=False, indent=2))
        return int(report.has_errors)
    for line in [*(f"note: {note}" for note in selection.notes), *fine]:
        say(line)
    if report.has_errors:
        show_report(report)
    return int(report.has_errors)


def _sizes(project: Project, name: str) -> tuple[int, int]:
    """How many cards and how many other declarations a game has, with all it uses."""
    from compiler import nodes
    from compiler.diagnostics import Report

    declarations = project.load(name, Report()).declarations
    cards = sum(isinstance(declaration, nodes.Card) for declaration in declarations)
    return cards, len(declarations) - cards


def explain_code(code: str) -> int:
    """Say what an error code means, with an example and what to write instead."""
    from compiler.codes import CODES, explain
    from compiler.diagnostics import did_you_mean

    wanted = code.strip().upper().removeprefix("ERROR[").removesuffix("]")
    if wanted not in CODES:
        guess = did_you_mean(wanted, CODES)
        helps = [f"did you mean {guess}?"] if guess else []
        raise Usage(f"there is no error code {code}", *helps, "codes look like C201; each error shows its own")
    say(explain(wanted))
    return 0


@app.command(epilog="Example: cardwright fmt cards/caravan")
def fmt(
    paths: Annotated[list[str] | None, typer.Argument(metavar="FILE|FOLDER")] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; list what would change.")] = False,
    root: Root = None,
) -> int:
    """Put spaces, indents and line ends of card files in order; what they say stays the same."""
    from compiler.diagnostics import Report
    from compiler.files import replace_file
    from compiler.selection import select_files
    from compiler.tidy import tidy

    report = Report()
    changed = 0
    files = select_files(paths or [], root)
    for file, display in files:
        text = tidy(file, display, report)
        if text is not None:
            changed += 1
            if not check:
                replace_file(file, text)
            say(f"would change {display}" if check else f"changed {display}")
    if report.has_errors:
        show_report(report)
    elif not changed:
        say(f"{plural(len(files), 'file')}, all in order")
    return int(report.has_errors or (check and changed > 0))
