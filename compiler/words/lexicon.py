"""The words of a language for one game: nouns with their forms, adjectives, titles. Read from YAML.

`patterns/<lang>.yaml` holds what every game needs; `cards/<game>/text/<lang>.yaml` (and the same in cards/shared) what
one game names. English nouns and titles need not be written down: they stand in the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from compiler import ir

HERE = Path(__file__).parent / "patterns"
LANGUAGES = ("en", "pl", "cs", "de", "es")
CASES = {
    "en": ("nom",),
    "pl": ("nom", "gen", "dat", "acc", "ins", "loc"),
    "cs": ("nom", "gen", "dat", "acc", "loc", "ins"),
    "de": ("nom", "acc", "dat", "gen"),
    "es": ("nom",),
}
SECTIONS = ("procedures", "options", "abilities", "variants", "parts", "cards", "scenarios", "games", "automas")
ORIGINS = ("official", "ours")


@dataclass(frozen=True, slots=True)
class Term:
    """A noun: gender and forms by case, singular and plural, and the prepositions it goes with."""

    singular: tuple[str, ...]
    plural: tuple[str, ...] = ()
    gender: str = ""
    is_proper: bool = False
    """Goes without an article."""
    at: str = ""
    """How one is there: the class of prepositions for `at`, `to` and `from`."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Prepositions that this noun asks for, by role: `for: za acc`."""
    is_official: bool = False
    adjective: str = ""
    """German: the stem of an adjective that is part of the term and declined with it."""
    article: str = ""
    """Spanish: `el` before a stressed a."""
    tail: str = ""
    """What stands behind the one it belongs to: “the score of the player in this check”."""


@dataclass(slots=True)
class Lexicon:
    """The words of one language."""

    language: str
    terms: dict[str, Term] = field(default_factory=dict)
    """The nouns of the game: `coin`, or `good.salt` where the name alone would not do."""
    general: dict[str, Term] = field(default_factory=dict)
    """Nouns that every game needs."""
    derived: dict[str, Term] = field(default_factory=dict)
    """English nouns, as the cards have them."""
    adjectives: dict[str, str] = field(default_factory=dict)
    titles: dict[str, dict[str, str]] = field(default_factory=dict)
    official_titles: set[tuple[str, str]] = field(default_factory=set)

    def term(self, key: str) -> Term | None:
        """A noun by its key: under the whole key, or under the name behind the dot."""
        kind, _, name = key.rpartition(".")
        if not kind:
            return self.general.get(key)
        return self.terms.get(key) or self.terms.get(name) or self.derived.get(key)

    def title(self, section: str, key: str) -> str | None:
        """A title by its key."""
        return self.titles.get(section, {}).get(key)

    def add(self, document: Mapping[str, Any], *, is_general: bool = False) -> None:
        """Add what a file says."""
        terms = self.general if is_general else self.terms
        for origin in ORIGINS:
            for key, entry in (document.get("terms", {}).get(origin) or {}).items():
                terms[str(key)] = _term(entry, self.language, is_official=origin == "official")
            for section, titles in (document.get("titles", {}).get(origin) or {}).items():
                for key, title in (titles or {}).items():
                    self.titles.setdefault(section, {})[str(key)] = title
                    if origin == "official":
                        self.official_titles.add((section, str(key)))
        self.adjectives |= document.get("adjectives") or {}


def _term(entry: Mapping[str, Any] | str, language: str, *, is_official: bool) -> Term:
    if isinstance(entry, str):
        return Term((entry,), (), is_official=is_official)
    singular, plural = (
        (one,) if isinstance(one, str) else tuple(one or ()) for one in (entry.get("sg"), entry.get("pl"))
    )
    known = ("sg", "pl", "g", "proper", "at", "article", "adj", "tail")
    return Term(
        singular,
        plural,
        entry.get("g", ""),
        bool(entry.get("proper", False)),
        entry.get("at", ""),
        {key: value for key, value in entry.items() if key not in known},
        is_official,
        entry.get("adj", ""),
        entry.get("article", ""),
        entry.get("tail", ""),
    )


def read_yaml(text: str) -> dict[str, Any]:
    """A document of words."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = yaml.load(text, Loader=loader)
    return found or {}


@cache
def built_in(language: str) -> dict[str, Any]:
    """The words that every game needs."""
    return read_yaml((HERE / f"{language}.yaml").read_text(encoding="utf-8"))


def plain(name: str) -> str:
    """A name of the source as words: `court_card` is “court card”."""
    return name.replace("_", " ")


def heading(name: str) -> str:
    """A name of the source as a title."""
    words = plain(name)
    return words[:1].upper() + words[1:]


def english(game: ir.Game) -> Lexicon:
    """English nouns and titles as the cards have them."""
    found = Lexicon("en")
    for key, (one, many) in _declared(game):
        found.derived[key] = Term((plain(one),), (plain(many),))
    titles = found.titles
    titles["games"] = {game.name: game.title}
    titles["procedures"] = {one.name: heading(one.name) for one in game.procedures}
    titles["abilities"] = {one.name: one.title or heading(one.name) for one in game.abilities}
    titles["variants"] = {one.name: one.title for one in game.variants}
    titles["automas"] = {one.name: one.title for one in game.automas}
    titles["cards"] = {f"{card.kind}.{card.number}": card.title for card in game.cards if card.title}
    titles["parts"] = {
        f"{card.kind}.{card.number}.{part.name}": part.title for card in game.cards for part in card.parts if part.title
    }
    titles["scenarios"] = {one.title: one.title for one in game.scenarios}
    from compiler.walk import descendants

    titles["options"] = {node.name: heading(node.name) for node in descendants(game) if isinstance(node, ir.Option)}
    return found


def _declared(game: ir.Game) -> Iterator[tuple[str, tuple[str, str]]]:
    for enum in game.enums:
        yield f"type.{enum.name}", (enum.name, enum.plural)
        yield from ((f"{enum.name}.{member}", (member, member)) for member in enum.members)
    for one in game.maps:
        yield f"type.{one.name}", (one.name, one.plural)
        yield f"type.{one.edge}", (one.edge, one.edge_plural)
        yield from ((f"{one.name}.{node}", (node, node)) for node in one.nodes)
    for grid in game.grids:
        yield f"grid.{grid.name}", (grid.name, grid.name)
        yield f"type.{grid.space}", (grid.space, grid.plural)
        for axis in grid.axes:
            yield f"attribute.{axis.name}", (axis.name, f"{axis.name}s")
            yield f"type.{axis.name}", (axis.name, f"{axis.name}s")
            yield from ((f"{axis.name}.{name}", (name, name)) for name in axis.names)
    for pieces in game.pieces:
        yield f"pieces.{pieces.name}", (pieces.name, pieces.plural)
        yield from ((f"form.{form.name}", (form.name, form.plural)) for form in pieces.forms)
    for count in game.counts:
        yield f"count.{count.name}", (count.name, count.plural)
    for track in game.tracks:
        yield f"track.{track.name}", (track.name, f"{track.name}s")
    for zone in game.zones:
        yield f"zone.{zone.name}", (zone.name, zone.plural)
    for kind in game.kinds:
        yield f"type.{kind.name}", (kind.name, kind.plural)
        yield from ((f"field.{entry.name}", (entry.name, f"{entry.name}s")) for entry in kind.entries)
    for query in game.queries:
        yield f"query.{query.name}", (query.name, query.name)
    for order in game.orders:
        yield f"order.{order.name}", (order.name, order.name)
    for ability in game.abilities:
        yield f"ability.{ability.name}", (ability.title or ability.name, ability.title or ability.name)
    for procedure in game.procedures:
        yield f"event.{procedure.name}", (procedure.name, procedure.name)
        if procedure.family in ("icon", "action"):
            yield f"{procedure.family}.{procedure.name}", (procedure.name, procedure.name)
