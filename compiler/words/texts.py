"""The words of a game: its lexicon and its messages in each language, from the files beside its cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from compiler import ir
from compiler.project import SHARED, Project
from compiler.words.lexicon import HERE, LANGUAGES, Lexicon, built_in, english, read_yaml
from compiler.words.realize import Realizer

FOLDER = "text"


@dataclass(frozen=True, slots=True)
class Texts:
    """The files with words of one game: their contents by language and path."""

    lexicons: dict[str, dict[str, str]] = field(default_factory=dict)
    messages: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages somebody has begun with."""
        return tuple(one for one in LANGUAGES if self.lexicons.get(one) or self.messages.get(one))


def folders(project: Project, game: str, sources: tuple[str, ...]) -> list[Path]:
    """Where the words of a game lie: in the shared folders it uses, and in its own."""
    shared = {project.root / Path(path).parent for path in sources if path.startswith(f"cards/{SHARED}/")}
    return [folder / FOLDER for folder in (*sorted(shared), project.cards / game)]


def sources_of(game: ir.Game) -> tuple[str, ...]:
    """The paths of the files a game was read from."""
    sections = (game.enums, game.maps, game.grids, game.pieces, game.counts, game.tracks, game.zones, game.kinds)
    nodes: list[ir.Node] = [node for section in (*sections, game.queries, game.procedures) for node in section]
    return tuple(sorted({node.span.source.path for node in nodes}))


def load(project: Project, game: ir.Game) -> Texts:
    """Read the words of a game."""
    found = Texts()
    for folder in folders(project, game.name, sources_of(game)):
        for language in LANGUAGES:
            for suffix, into in (("yaml", found.lexicons), ("ftl", found.messages)):
                file = folder / f"{language}.{suffix}"
                if file.is_file():
                    into.setdefault(language, {})[project.display(file)] = file.read_text(encoding="utf-8")
    return found


def lexicon(language: str, game: ir.Game, texts: Texts) -> Lexicon:
    """All the words of one language that a game can use."""
    found = english(game) if language == "en" else Lexicon(language)
    found.titles.setdefault("games", {})[game.name] = game.title
    found.add(built_in(language), is_general=True)
    for text in texts.lexicons.get(language, {}).values():
        found.add(read_yaml(text))
    return found


def patterns(language: str, texts: Texts) -> dict[str, str]:
    """The messages of one language: those of every game, then those of this one."""
    own = {f"compiler/words/patterns/{language}.ftl": (HERE / f"{language}.ftl").read_text(encoding="utf-8")}
    return own | texts.messages.get(language, {})


def named(texts: Texts) -> frozenset[str]:
    """Names of choices and parameters, and kinds of cards, that have words of their own in some language."""
    found: set[str] = set()
    for files in texts.lexicons.values():
        for text in files.values():
            document = read_yaml(text)
            found |= {f"adjective:{key}" for key in document.get("adjectives") or {}}
            for terms in (document.get("terms") or {}).values():
                found |= {key.removeprefix("local.") for key in terms or {} if str(key).startswith("local.")}
    return frozenset(found)


def realizer(language: str, game: ir.Game, texts: Texts) -> Realizer:
    """One language, with the words of a game."""
    from importlib import import_module

    name = {"en": "english", "pl": "polish", "cs": "czech", "de": "german", "es": "spanish"}[language]
    cls = getattr(import_module(f"compiler.words.{name}"), name.title())
    found: Realizer = cls(lexicon(language, game, texts), patterns(language, texts))
    return found
