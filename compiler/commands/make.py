"""Commands that write files: new game, new card, build."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compiler.commands import Root, app, writable_project
from compiler.console import Usage, plural, say, show_report

if TYPE_CHECKING:
    from compiler import ir
    from compiler.project import Project

new = typer.Typer(help="Start a new game or a new card.", epilog="Example: cardwright new game silk_road")
app.add_typer(new, name="new")


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

    project = writable_project(root, "add a card")
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


class Dump(StrEnum):
    """What `build` can show instead of writing it."""

    BLOCKS = "blocks"


@app.command(epilog="Example: cardwright build caravan")
def build(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say what is not current.")] = False,
    dump: Annotated[
        Dump | None, typer.Option("--dump", help="Write nothing; show the blocks that effects are split into.")
    ] = None,
    root: Root = None,
) -> int:
    """Write what is generated from the games to the folder `generated`, and remove what no game makes any more."""
    from compiler.build import outputs
    from compiler.diagnostics import Report
    from compiler.main import compile_game
    from compiler.selection import any_project, one_game
    from compiler.words.bake import word_modules

    if dump and check:
        raise Usage("--check and --dump don't go together", "--dump shows the blocks, --check compares files")
    project = any_project(root) if dump else writable_project(root, "build")
    names = [one_game(project, game) for game in games] if games else project.games()
    if not names:
        raise Usage(f"there are no games in {project.cards}", "`cardwright new game NAME` starts one")
    report = Report()
    is_current = True
    for name in dict.fromkeys(names):
        compiled = compile_game(project, name)
        for problem in compiled.report:
            report.add(problem)
        if compiled.game is None:
            continue
        if dump:
            _show_blocks(compiled.game)
        elif check:
            is_current = (
                _is_current(project, name, outputs(name, compiled.game, word_modules(project, compiled.game)))
                and is_current
            )
        else:
            _write(project, name, outputs(name, compiled.game, word_modules(project, compiled.game)))
    if not dump and not games:
        is_current = _without_orphans(project, check) and is_current
    if report.has_errors:
        sys.stdout.flush()
        show_report(report, to=sys.stderr if dump else None)
    if check and not is_current:
        say("help: run `cardwright build`")
    elif check and not report.has_errors:
        say(f"{plural(len(names), 'game')}: generated files are current")
    return int(report.has_errors or (check and not is_current))


def _show_blocks(game: ir.Game) -> None:
    from compiler.engine.listing import blocks_text

    say(blocks_text(game))


def _is_current(project: Project, name: str, texts: dict[str, str]) -> bool:
    """Say what is not as it should be."""
    from compiler.build import differences, leftovers

    found = list(differences(project, texts))
    found += [(path, "is left over: no source makes it any more") for path in leftovers(project, name, texts)]
    for path, reason in found:
        say(f"{path} {reason}")
    return not found


def _write(project: Project, name: str, texts: dict[str, str]) -> None:
    from compiler.build import leftovers, remove, write

    done = [f"wrote {path}" for path in write(project, texts)]
    gone = leftovers(project, name, texts)
    remove(project, gone)
    done += [f"removed {path}: no source makes it any more" for path in gone]
    say("\n".join(done) or f"{name}: generated files are current")


def _without_orphans(project: Project, check: bool) -> bool:
    """See to what is left of games that are gone; yes if there is nothing, or nothing any more."""
    from compiler.build import FOLDER, orphans, remove

    found = orphans(project)
    for name, paths in found.items():
        if check:
            say(f"{FOLDER}/{name} has no game any more")
        else:
            remove(project, paths)
            say(f"removed {FOLDER}/{name}: it has no game any more")
            if (project.root / FOLDER / name).exists():
                say(f"note: {FOLDER}/{name} holds other files too; they are still there")
    return not found
