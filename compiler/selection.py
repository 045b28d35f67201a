"""Which project, games and files the arguments of a command mean."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from compiler.console import Usage, listed
from compiler.diagnostics import Diagnostic, did_you_mean
from compiler.project import SHARED, SUFFIX, Project, find_project, installed_project


@dataclass(slots=True)
class Selection:
    """Games of one project, with card files that lie beside them and what there is to say about the choice."""

    project: Project
    games: list[str] = field(default_factory=list)
    strays: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def own_project(root: Path | None) -> Project | None:
    """The project in the folder `root`, or around the current folder; None if there is none."""
    if root is None:
        return find_project(Path.cwd())
    if not (root / "cards").is_dir():
        raise Usage(f"{root} is no project: it has no folder `cards`", "`cardwright new game NAME` makes one")
    return Project(Path(os.path.abspath(root)))


def any_project(root: Path | None) -> Project:
    """The own project or, without one, the games that come with Cardwright."""
    return own_project(root) or installed_project()


def one_game(project: Project, name: str) -> str:
    """The name of a game that exists, also if it was given as its folder: `cards/caravan/`."""
    games = project.games()
    if name in games:
        return name
    path = Path(os.path.abspath(name))
    if path.parent == project.cards and path.name in games:
        return path.name
    raise unknown_game(name, games)


def unknown_game(name: str, games: Sequence[str]) -> Usage:
    """What to say about a name that no game has."""
    if not games:
        return Usage(f"there is no game `{name}`", f"`cardwright new game {name}` starts one")
    guess = did_you_mean(name, games)
    helps = [f"did you mean `{guess}`?"] if guess else []
    return Usage(f"there is no game `{name}`", *helps, f"the games here are: {listed(games)}")


def select_games(arguments: Sequence[str], root: Path | None) -> Selection:
    """The games that are named, or to which the named files and folders belong; all of them without a name."""
    if not arguments:
        own = own_project(root)
        project = own or installed_project()
        selection = Selection(project, project.games(), project.strays())
        if own is None:
            selection.notes.append("there is no project here: these are the games that come with Cardwright")
        if not selection.games and not selection.strays:
            raise Usage(f"there are no games in {project.cards}", "`cardwright new game NAME` starts one")
        return selection
    selection = Selection(any_project(root))
    for argument in arguments:
        _select(argument, selection, fixed=root is not None or argument is not arguments[0])
    selection.games = sorted(set(selection.games))
    selection.strays = sorted(set(selection.strays))
    return selection


def _select(argument: str, selection: Selection, fixed: bool) -> None:
    games = selection.project.games()
    if argument in games:
        selection.games.append(argument)
        return
    path = Path(os.path.abspath(argument))
    if not os.path.lexists(path):
        if os.sep in argument or argument.endswith(SUFFIX):
            raise Usage(f"there is no file or folder {argument}")
        raise unknown_game(argument, games)
    project = find_project(path if path.is_dir() else path.parent)
    if project is None or (fixed and project.root != selection.project.root):
        where = "this project" if fixed else "any project"
        raise Usage(f"{argument} is not in {where}", "the files of a game lie in `cards/<game>/`")
    selection.project = project
    games = project.games()
    if path in (project.root, project.cards):
        selection.games += games
        selection.strays += project.strays()
        return
    if project.cards not in path.parents:
        raise Usage(f"{argument} is not in {project.cards}", "the files of a game lie in `cards/<game>/`")
    first = path.relative_to(project.cards).parts[0]
    if path in project.strays():
        selection.strays.append(path)
    elif first == SHARED:
        selection.games += games
        selection.notes.append(f"{argument} is shared: all games are checked")
    elif first in games:
        selection.games.append(first)
        if path != project.cards / first:
            selection.notes.append(f"{argument} belongs to {first}: the whole game is checked")
    else:
        raise unknown_game(first, games)


def stray_problems(selection: Selection) -> Iterator[Diagnostic]:
    """A diagnostic for each card file that belongs to no game."""
    for stray in selection.strays:
        yield Diagnostic(
            "C244",
            "this file belongs to no game",
            path=selection.project.display(stray),
            helps=("move it into the folder of its game: `cards/<game>/`",),
        )


def select_files(arguments: Sequence[str], root: Path | None) -> list[tuple[Path, str]]:
    """The card files that are named or lie in named folders, or all of the project; each with its display path."""
    if not arguments:
        project = own_project(root)
        if project is None:
            raise Usage("there is no project here", "name the files to format: `cardwright fmt my.card`")
        return [(file, project.display(file)) for file in _card_files(project.cards)]
    found: dict[Path, str] = {}
    for argument in arguments:
        path = Path(os.path.abspath(argument))
        if not os.path.lexists(path):
            raise Usage(f"there is no file or folder {argument}")
        if not path.is_dir() and path.suffix != SUFFIX:
            raise Usage(f"{argument} is not a card file", f"card files end in `{SUFFIX}`")
        for file in _card_files(path) if path.is_dir() else [path]:
            project = find_project(file.parent)
            found[file] = project.display(file) if project else os.path.relpath(file)
    return sorted(found.items())


def _card_files(folder: Path) -> Iterator[Path]:
    """The card files below a folder. A folder that is named like one is left to whoever reads it."""
    if folder.suffix == SUFFIX:
        yield folder
    for inside, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names + [f for f in folders if f.endswith(SUFFIX)]):
            if name.endswith(SUFFIX) and not name.startswith("."):
                yield Path(inside) / name
