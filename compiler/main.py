"""The driver: from sources to a checked game. The table of contents of the compiler."""

from __future__ import annotations

from dataclasses import dataclass

from compiler import ir
from compiler.check import check
from compiler.diagnostics import Diagnostic, Report
from compiler.followups import without_follow_ups
from compiler.lower import lower
from compiler.project import Loaded, Project
from compiler.resolve import resolve


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of one game: the IR if nothing is wrong, and the report."""

    report: Report
    game: ir.Game | None = None


def compile_game(project: Project, name: str) -> Compiled:
    """Check one game of a project. Author mistakes become diagnostics."""
    report = Report()
    loaded = project.load(name, report)
    game = check_declarations(loaded, report, f"cards/{name}/")
    if game is not None and has_words(project, name):
        from compiler.words.check import check_words

        check_words(project, game, report)
    return Compiled(report, None if report.has_errors else game)


def has_words(project: Project, name: str) -> bool:
    """Whether somebody has begun to write the words of a game."""
    return (project.cards / name / "text").is_dir()


def check_declarations(loaded: Loaded, report: Report, own: str) -> ir.Game | None:
    """The checked game, or None if anything is wrong.

    `own` is the folder of the game: declarations from elsewhere are shared, and need not all be used.
    """
    found = Report()
    table = resolve(loaded.declarations, found)
    game = lower(loaded.declarations, table, found)
    for diagnostic in without_follow_ups(found, loaded, tuple(report)):
        report.add(diagnostic)
    if game is None:
        if loaded.sound:
            path = loaded.sources[0].path if loaded.sources else own
            report.add(
                Diagnostic(
                    "C243",
                    f"the folder {own.rstrip('/')} has no game",
                    path=path,
                    helps=('declare it in one of its files: `game name "Title" { players 2 to 4 }`',),
                )
            )
        return None
    folder = own.rstrip("/").rpartition("/")[2]
    title = table.game.name if table.game is not None else None
    if title is not None and title.span.source.path.startswith(own) and folder not in ("", title.text):
        report.error(
            "C247",
            title.span,
            f"this game lies in the folder `{folder}`",
            label="and has another name",
            help=f"write `game {folder} …`, or rename the folder",
        )
    if loaded.sound and not report.has_errors:
        check(game, table, report, own)
    return None if report.has_errors else game
