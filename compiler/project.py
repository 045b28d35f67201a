"""A project: a folder with `cards/`, in which every folder is a game and `cards/shared` holds what games share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from compiler import nodes
from compiler.diagnostics import Diagnostic, Note, Report, did_you_mean
from compiler.nodes import Declaration
from compiler.parse import parse
from compiler.reading import read_source
from compiler.source import Source

SHARED = "shared"
SUFFIX = ".card"


@dataclass(slots=True)
class Loaded:
    """The sources of one game, parsed."""

    declarations: list[Declaration] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    sound: bool = True
    """Whether every file could be read and parsed whole."""


class Project:
    """The games in one folder. Parsed files are kept, so that checking again costs only what has changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._parsed: dict[str, tuple[Source, tuple[Declaration, ...], tuple[Diagnostic, ...]]] = {}

    @property
    def cards(self) -> Path:
        return self.root / "cards"

    def games(self) -> list[str]:
        """The names of all games, sorted."""
        try:
            found = [
                entry.name for entry in os.scandir(self.cards) if entry.is_dir() and not entry.name.startswith(".")
            ]
        except OSError:
            return []
        return sorted(name for name in found if name != SHARED and next(self.files(name), None) is not None)

    def files(self, game: str) -> Iterator[Path]:
        """The card files of a game, in a stable order."""
        for folder, folders, names in os.walk(self.cards / game):
            folders.sort()
            for name in sorted(names + [f for f in folders if f.endswith(SUFFIX)]):
                if name.endswith(SUFFIX) and not name.startswith("."):
                    yield Path(folder) / name

    def display(self, file: Path) -> str:
        """The path of a file as messages show it."""
        return file.relative_to(self.root).as_posix()

    def load(self, game: str, report: Report) -> Loaded:
        """Read and parse a game with everything it uses."""
        loaded = Loaded()
        open_files: list[str] = []
        done: set[str] = set()

        def load_file(file: Path) -> None:
            display = self.display(file)
            done.add(display)
            open_files.append(display)
            declarations = self.parse_file(file, display, report, loaded)
            for declaration in declarations:
                if isinstance(declaration, nodes.Use):
                    load_use(declaration)
            open_files.pop()
            loaded.declarations += declarations

        def load_use(use: nodes.Use) -> None:
            used = self.used_file(use, report)
            if used is None:
                loaded.sound = False
                return
            display = self.display(used)
            if display in open_files:
                circle = " → ".join([*open_files[open_files.index(display) :], display])
                report.error(
                    "C242",
                    use.span,
                    "these files use each other in a circle",
                    label=circle,
                    help="move what both need into a third file",
                )
            elif display not in done:
                load_file(used)

        for file in self.files(game):
            load_file(file)
        return loaded

    def parse_file(self, file: Path, display: str, report: Report, loaded: Loaded) -> tuple[Declaration, ...]:
        """The declarations of one file, from the cache if its text is the same."""
        before = len(report)
        source = read_source(file, display, report)
        if source is None:
            loaded.sound = False
            return ()
        known = self._parsed.get(display)
        if known is None or known[0].text != source.text:
            own = Report()
            known = source, parse(source, own), tuple(own)
            self._parsed[display] = known
        for diagnostic in known[2]:
            report.add(diagnostic)
        loaded.sources.append(known[0])
        loaded.sound = loaded.sound and len(report) == before
        return known[1]

    def used_file(self, use: nodes.Use, report: Report) -> Path | None:
        """The file that a `use` names: `use shared.market` is cards/shared/market.card."""
        words = [name.text for name in use.path]
        file = self.cards.joinpath(*words[:-1], words[-1] + SUFFIX)
        if words[0] != SHARED:
            report.error(
                "C241",
                use.span,
                "only shared files can be used",
                label=f"this is not in cards/{SHARED}",
                help=f"the files of a game are read by themselves; move what games share to cards/{SHARED}",
            )
            return None
        if file.is_file():
            return file
        there = [".".join(f.relative_to(self.cards).with_suffix("").parts) for f in self.files(SHARED)]
        guess = did_you_mean(".".join(words), there)
        report.error(
            "C240",
            use.span,
            f"there is no file {self.display(file)}",
            help=f"did you mean `use {guess}`?" if guess else None,
            notes=[Note("shared files are: " + ", ".join(there))] if there else (),
        )
        return None

    def check_unused_shared(self, report: Report) -> None:
        """Report shared files that none of the games loaded so far uses, and whatever in them can't be read."""
        for file in self.files(SHARED):
            display = self.display(file)
            if display not in self._parsed:
                self.parse_file(file, display, report, Loaded())
                use = ".".join(file.relative_to(self.cards).with_suffix("").parts)
                help = f"write `use {use}` in a file of the game that needs it, or remove the file"
                report.add(Diagnostic("C248", "no game uses this file", path=display, helps=(help,)))

    def strays(self) -> list[Path]:
        """Card files that lie beside the games and belong to none."""
        try:
            return sorted(entry for entry in self.cards.iterdir() if entry.name.endswith(SUFFIX))
        except OSError:
            return []


def find_project(start: Path) -> Project | None:
    """The project around a folder: the nearest one, going up, that has a folder `cards`."""
    for folder in (start, *start.parents):
        if (folder / "cards").is_dir():
            return Project(folder)
    return None


def installed_project() -> Project:
    """The games that come with Cardwright."""
    return Project(Path(__file__).parent.parent)
