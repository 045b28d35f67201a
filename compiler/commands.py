"""The commands. Each imports what it needs when it is called: nobody waits for what he didn't ask for."""

from __future__ import annotations

import json
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from compiler.console import Usage, plural, say, show_report, write_json

app = typer.Typer(
    help="Cardwright checks card games written in the card language, and makes an engine of them.",
    epilog="Start with: cardwright demo",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
new = typer.Typer(help="Start a new game or a new card.", epilog="Example: cardwright new game silk_road")
app.add_typer(new, name="new")

Root = Annotated[Path | None, typer.Option("--root", help="The project: a folder with `cards` in it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


class Pass(StrEnum):
    """What `ir` can show."""

    PARSE = "parse"
    RESOLVE = "resolve"
    IR = "ir"


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name; gives its exit status. Raises `Usage` for what makes no sense."""
    command = typer.main.get_command(app)
    try:
        status = command.main(arguments or ["--help"], prog_name="cardwright", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:  # so Typer ends when nobody reads its output any more
        raise BrokenPipeError from None
    except Exception as error:
        # Typer has its own copy of click or uses click itself, depending on its version.
        if not hasattr(error, "format_message"):
            raise
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "cardwright"
        message = " ".join(error.format_message().split()).rstrip(".")
        raise Usage(f"{message[:1].lower()}{message[1:]}", f"`{path} --help` shows how it is called") from None
    return status if isinstance(status, int) else 0


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", "-V", help="Show the version.", is_eager=True)] = False,
) -> None:
    if version:
        from compiler.cli import show_version

        raise typer.Exit(show_version())


# ---- check, explain, fmt -------------------------------------------------------------------------------


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
    from compiler.main import compile_game
    from compiler.selection import select_games, stray_problems

    selection = select_games(what or [], root)
    report = Report()
    for problem in stray_problems(selection):
        report.add(problem)
    games = []
    for name in selection.games:
        compiled = compile_game(selection.project, name)
        for problem in compiled.report:
            report.add(problem)
        games.append({"name": name, **_sizes(selection.project, name), "fine": not compiled.report.has_errors})
    if as_json:
        listed = [{key: game[key] for key in ("name", "cards", "declarations")} for game in games]
        document = {"games": listed, "diagnostics": to_json(report)}
        write_json(json.dumps(document, ensure_ascii=False, indent=2))
        return int(report.has_errors)
    for note in selection.notes:
        say(f"note: {note}")
    for game in games:
        if game["fine"]:
            declarations, cards = plural(game["declarations"], "declaration"), plural(game["cards"], "card")
            say(f"{game['name']}: {declarations}, {cards}, fine")
    if report.has_errors:
        show_report(report)
    return int(report.has_errors)


def _sizes(project: Any, name: str) -> dict[str, Any]:
    """How many cards and other declarations a game has, with all it uses."""
    from compiler import nodes
    from compiler.diagnostics import Report

    declarations = project.load(name, Report()).declarations
    cards = sum(isinstance(declaration, nodes.Card) for declaration in declarations)
    return {"cards": cards, "declarations": len(declarations) - cards}


@app.command("explain", epilog="Example: cardwright explain C201")
def explain_code(code: Annotated[str, typer.Argument(metavar="CODE")]) -> int:
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


# ---- ir --------------------------------------------------------------------------------------------------


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


# ---- new -------------------------------------------------------------------------------------------------


@new.command("game", epilog='Example: cardwright new game silk_road --title "The Silk Road"')
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and `_`.")],
    title: Annotated[str | None, typer.Option(help="The title; made from the name if left out.")] = None,
    root: Root = None,
) -> int:
    """Start a game: a small one that can be played at once, for you to change."""
    from compiler.files import create_file
    from compiler.project import Project, find_project
    from compiler.scaffold import check_game_name, check_title, game_files, title_of

    project = Project(Path(os.path.abspath(root))) if root else find_project(Path.cwd()) or Project(Path.cwd())
    check_game_name(name, project.games())
    title = title_of(name) if title is None else title
    check_title(title)
    folder = project.cards / name
    if os.path.lexists(folder):
        raise Usage(f"{folder} exists already", "choose another name, or remove it first")
    for file, text in game_files(name, title).items():
        create_file(folder / file, text)
        say(f"wrote {project.display(folder / file)}")
    say(f"\nNow: `cardwright check {name}`, then open {project.display(folder / 'turn.card')} and change the rules.")
    return 0


@new.command("card", epilog='Example: cardwright new card caravan --kind cargo --title "Green Tea"')
def new_card(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    kind: Annotated[str | None, typer.Option(help="The kind of card; if left out, that of most cards.")] = None,
    title: Annotated[str | None, typer.Option(help="The title printed on it.")] = None,
    root: Root = None,
) -> int:
    """Start a card: in a file of its own, with the next free number and every field filled in."""
    from compiler.diagnostics import Report
    from compiler.files import create_file
    from compiler.resolve import resolve
    from compiler.scaffold import card_text, check_title, choose_kind, next_number, title_of
    from compiler.selection import one_game

    project = _writable_project(root, "add a card")
    name = one_game(project, game)
    table = resolve(project.load(name, Report()).declarations, Report())
    chosen = choose_kind(table, kind)
    title = f"New {title_of(chosen)}" if title is None else title
    check_title(title)
    number = next_number(table, chosen)
    file = project.cards / name / "deck" / f"{chosen}_{number}.card"
    create_file(file, card_text(table, chosen, number, title))
    if kind is None and len(table.kinds) > 1:
        others = ", ".join(other for other in table.kinds if other != chosen)
        say(f"note: this is a {chosen}, as most cards are; `--kind` makes another: {others}")
    say(f"wrote {project.display(file)}: {chosen} {number}")
    return 0


def _writable_project(root: Path | None, purpose: str) -> Any:
    from compiler.selection import own_project

    project = own_project(root)
    if project is None:
        raise Usage(
            f"there is no project here to {purpose}",
            "go to a folder that has `cards` in it, or start one: `cardwright new game my_game`",
        )
    return project


# ---- build -----------------------------------------------------------------------------------------------


@app.command(epilog="Example: cardwright build caravan")
def build(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say what is not current.")] = False,
    root: Root = None,
) -> int:
    """Write what is generated from the games to the folder `generated`."""
    from compiler.build import differences, leftovers, outputs, write
    from compiler.diagnostics import Report
    from compiler.main import compile_game
    from compiler.selection import one_game

    project = _writable_project(root, "build")
    names = [one_game(project, game) for game in games] if games else project.games()
    if not names:
        raise Usage(f"there are no games in {project.cards}", "`cardwright new game NAME` starts one")
    report = Report()
    stale = False
    for name in dict.fromkeys(names):
        compiled = compile_game(project, name)
        for problem in compiled.report:
            report.add(problem)
        if compiled.game is None:
            continue
        texts = outputs(name, compiled.game)
        if check:
            found = list(differences(project, texts))
            stale = stale or bool(found)
            for path, reason in found:
                say(f"{path} {reason}")
        else:
            changed = write(project, texts)
            say("\n".join(f"wrote {path}" for path in changed) or f"{name}: generated files are current")
    for folder in [] if games else leftovers(project):
        stale = True
        say(f"{project.display(folder)} has no game any more: delete it")
    if report.has_errors:
        show_report(report)
    if check and stale:
        say("help: run `cardwright build`")
    elif check and not report.has_errors:
        say(f"{plural(len(names), 'game')}: generated files are current")
    return int(report.has_errors or (check and stale))
