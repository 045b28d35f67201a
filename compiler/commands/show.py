"""The command that shows what a pass made of a game: ir."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from compiler.commands import Root, app
from compiler.console import Usage, say, show_report, write_json


class Pass(StrEnum):
    """What `ir` can show."""

    PARSE = "parse"
    RESOLVE = "resolve"
    IR = "ir"


@app.command(epilog="Example: cardwright ir caravan cargo 13")
def ir(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    card: Annotated[
        list[str] | None, typer.Argument(metavar="CARD", help="A number, kind and number, or title.")
    ] = None,
    which: Annotated[Pass, typer.Option("--pass", help="Which pass to show.")] = Pass.IR,
    root: Root = None,
) -> int:
    """Show what the compiler understood: of a game, or of one card.

    Passes: parse (the syntax tree), resolve (all names, with their places), ir (the checked tree, as JSON).
    """
    from compiler import nodes
    from compiler.diagnostics import Report
    from compiler.dump import find_card, names_text, tree_text
    from compiler.main import compile_game
    from compiler.resolve import resolve
    from compiler.schema import dumps, game_to_json, to_json
    from compiler.selection import any_project, one_game

    project = any_project(root)
    name = one_game(project, game)
    report = Report()
    declarations = project.load(name, report).declarations
    wanted = None
    if card:
        wanted = find_card([d for d in declarations if isinstance(d, nodes.Card)], " ".join(card))
    if which is Pass.PARSE:
        say(tree_text([wanted] if wanted else declarations))
    elif which is Pass.RESOLVE:
        if wanted:
            raise Usage("names belong to the whole game", f"leave the card out: `cardwright ir {name} --pass resolve`")
        say(names_text(resolve(declarations, report)))
    else:
        compiled = compile_game(project, name)
        report = compiled.report
        if compiled.game and wanted:
            key = (wanted.kind.text, wanted.number.value)
            write_json(dumps(next(to_json(one) for one in compiled.game.cards if (one.kind, one.number) == key)))
        elif compiled.game:
            write_json(dumps(game_to_json(compiled.game)))
    if report.has_errors:
        sys.stdout.flush()
        show_report(report, to=sys.stderr)
    return int(report.has_errors)
