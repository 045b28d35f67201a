"""A game in one language: what the commands and the tables of the engine are made of."""

from __future__ import annotations

from collections.abc import Iterator

from compiler import ir
from compiler.project import Project
from compiler.words.plan import Item, Planner
from compiler.words.realize import Realizer
from compiler.words.render import Told, tell
from compiler.words.texts import Texts, load, named, realizer


class Telling:
    """The plan of a game, and the languages it is told in."""

    def __init__(self, project: Project, game: ir.Game) -> None:
        self.game = game
        self.texts: Texts = load(project, game)
        self.planner = Planner(game, named(self.texts))
        self._items: list[Item] | None = None
        self._languages: dict[str, Realizer] = {}

    @property
    def items(self) -> list[Item]:
        """Everything that has words."""
        if self._items is None:
            self._items = list(self.planner.items())
        return self._items

    def language(self, name: str) -> Realizer:
        """A language, with the words of this game."""
        if name not in self._languages:
            self._languages[name] = realizer(name, self.game, self.texts)
        return self._languages[name]

    def told(self, language: str, section: str | None = None) -> Iterator[Told]:
        """The items of a section, or all of them, in a language."""
        words = self.language(language)
        yield from (tell(item, words) for item in self.items if section in (None, item.section))

    def title(self, language: str) -> str:
        """The title of the game."""
        return self.language(language).lexicon.title("games", self.game.name) or self.game.title
