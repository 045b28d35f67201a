"""What every part of the lowering needs: types that must fit, and words that nobody knows.

`Fitting` is the root of the lowering. Its subclasses each add one layer: adjectives, calls, holdings, phrases,
sets, comparisons, expressions, patterns, events, rules, effects, moves, sentences, words, cards, declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from compiler import ir, nodes
from compiler.diagnostics import Note, Report, did_you_mean, suggestion
from compiler.nodes import Name
from compiler.resolve import AllMembers, FormOf, Table
from compiler.scope import Scope, Typed
from compiler.source import Span
from compiler.syntax_words import SENTENCES
from compiler.types import BUILT_IN, NONE, NUMBER, PLAYER, UNKNOWN, Type, article, describe


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase taken apart."""

    span: Span
    noun: Name
    adjectives: tuple[Name, ...]
    owner: Typed | None
    arguments: tuple[nodes.Expr, ...] | None
    of: nodes.Simple | None
    label: nodes.Word | None
    place: nodes.Simple | None

    @property
    def bare(self) -> bool:
        """Nothing but one word."""
        return not (self.adjectives or self.owner or self.arguments is not None or self.of or self.place)


ATTRIBUTES = ("seat", "next", "previous", "number", "position", "owner", "card", "ends", "neighbors")


class Fitting:
    """The table of names, the report, and what must fit where."""

    def __init__(self, table: Table, report: Report) -> None:
        self.table = table
        self.report = report
        self.locals_used: set[tuple[str, Span]] = set()

    def expression(self, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Typed:
        raise NotImplementedError

    def simple(self, node: nodes.Simple, scope: Scope, expected: Type | None = None, *, article: bool = False) -> Typed:
        raise NotImplementedError

    def held(self, kind: Name, *, many: bool = False) -> Type:
        """The type of the cards that a zone or grid holds; unknown if there is no such kind."""
        return Type(kind.text, many=many) if kind.text in self.table.kinds or kind.text == "card" else UNKNOWN

    def misnamed(self, *types: Name | None) -> bool:
        """Whether one of these types does not exist, which has been reported where it is named."""
        known = (*self.table.types, *BUILT_IN)
        return any(name is not None and name.text not in known for name in types)

    def misowned(self, meaning: object) -> bool:
        """Whether a noun is declared with an owner or holder that does not exist."""
        match meaning:
            case nodes.Pieces(owner=owner) | nodes.Track(owner=owner) | nodes.Zone(owner=owner):
                return self.misnamed(owner)
            case FormOf(pieces=pieces):
                return self.misnamed(pieces.owner)
            case nodes.Count(holders=holders):
                return self.misnamed(*(holders or ()))
            case _:
                return False

    # ---- types ----------------------------------------------------------------------------------------------

    def is_a(self, type_: Type, base: str) -> bool:
        """Whether a thing of this type is, or may be, one of the named type."""
        return UNKNOWN.base in (type_.base, base) or (
            _may_be(base, type_.base)
            and (type_.base == base or type_.base in self.table.kinds or base in self.table.kinds)
        )

    def through(self, owner: Typed, type_: Type) -> Type:
        """The type of an attribute: none for an owner that is none."""
        return type_.or_none if owner.type.optional else type_

    def expect(
        self, value: Typed, wanted: Type, span: Span, what: str, *, optional: bool = False, note: Span | None = None
    ) -> None:
        """Report a value that does not fit. `optional`: none is fine here even if not wanted."""
        notes = [Note("declared in", note)] if note is not None else []
        if UNKNOWN in (value.type, wanted) or wanted.base == "?":
            return
        if value.type == NONE:
            if not (wanted.optional or optional):
                helps = f"name {article(wanted.base)}"
                self.report.error("C306", span, f"{what} can't be none", help=helps, notes=notes)
            return
        kind_mismatch = wanted.base in self.table.kinds and value.type.base == "card"
        if value.type.many != wanted.many or kind_mismatch or not (
            value.type.base == wanted.base or (wanted.base == "card" and value.type.base in self.table.kinds)
        ):  # fmt: skip
            self.report.error(
                "C302",
                span,
                f"{what} must be {describe(wanted)}",
                label=f"this is {'any card' if kind_mismatch else describe(value.type)}",
                help=f"test it first: `if {span.text} is {article(wanted.base)} {{ … }}`" if kind_mismatch else None,
                notes=notes,
            )
        elif value.type.optional and not (wanted.optional or optional):
            self.report.error(
                "C306",
                span,
                f"{what} can't be none",
                label="this may be none",
                help="test it first with `is not none` or `has`, or give another value with `otherwise`",
                notes=notes,
            )

    def fitting(self, node: nodes.Simple, scope: Scope, wanted: Type, what: str) -> ir.Expr:
        """A phrase of a wanted type; none is fine."""
        value = self.simple(node, scope, wanted)
        self.expect(value, wanted, node.span, what, optional=True)
        return value.expr

    def number(self, node: nodes.Expr, scope: Scope) -> ir.Expr:
        """An expression that is a number."""
        value = self.expression(node, scope, NUMBER)
        if value.type not in (NUMBER, UNKNOWN):
            self.report.error(
                "C302",
                node.span,
                "a number is needed here",
                label=f"this is {describe(value.type)}",
                help="count them with `number of …`" if value.type.many else None,
            )
        return value.expr

    # ---- attributes -----------------------------------------------------------------------------------------

    def built_in(self, base: str, name: str) -> Type | None:
        """The type of a built-in attribute, or None if there is none of this name."""
        if base == "player":
            return {"seat": NUMBER, "next": PLAYER, "previous": PLAYER}.get(name)
        if base == "card" or base in self.table.kinds:
            if name in ("number", "position"):
                return NUMBER
            if name == "owner":
                declared_kind = self.table.types.get(base)
                own = isinstance(declared_kind, nodes.Kind) and declared_kind.owner is not None
                return PLAYER if own else PLAYER.or_none
            for declared in self.holders(base):
                if declared == name:
                    return Type(name, optional=True)
            return None
        node = self.table.types.get(base)
        match node:
            case nodes.Grid():
                if name == "card" and node.holding is not None:
                    return self.held(node.holding).or_none
                return self.table.axis_types.get((base, name))
            case nodes.Map():
                is_edge = node.edge_noun.singular.text == base
                places = Type(node.noun.singular.text, many=True)
                if is_edge:
                    return places if name == "ends" else None
                if name == "neighbors":
                    return places
                edge = node.edge_noun
                if name == (edge.plural or edge.singular).text:
                    self.table.use("type", edge.singular.text)
                    return Type(edge.singular.text, many=True)
                return None
            case _:
                return None

    def holders(self, kind: str) -> list[str]:
        """The kinds of places that can hold a card of this kind: grid spaces, and places with a zone."""
        found = [
            grid.noun.singular.text
            for grid in self.table.types.values()
            if isinstance(grid, nodes.Grid) and grid.holding is not None and _may_be(grid.holding.text, kind)
        ]
        for zone in self.table.nouns.values():
            if (
                isinstance(zone, nodes.Zone)
                and zone.owner
                and zone.owner.text != "player"
                and _may_be(zone.holds.text, kind)
            ):
                found.append(zone.owner.text)
        return found

    def alone(self, phrase: Phrase, *, of: bool = False, place: bool = False, arguments: bool = False) -> None:
        """Report an owner, a place or arguments that mean nothing with this noun."""
        noun, label = phrase.noun.text, phrase.label.text if phrase.label is not None else ""
        if phrase.arguments is not None and not arguments:
            self.report.error("C301", phrase.span, f"`{noun}` takes no arguments", help=f"write `{noun}`")
        if phrase.of is not None and not of:
            message = f"`{noun}` has an owner already" if phrase.owner else f"`{noun}` belongs to nobody"
            self.report.error("C213", phrase.of.span, message, help="leave out `of …`")
        if phrase.place is not None and not place:
            message = f"`{noun}` can't be `{label}` anything"
            self.report.error("C213", phrase.place.span, message, help=f"leave out `{label} …`")

    def attribute_names(self, type_: Type) -> list[str]:
        """What a thing of this type has, for suggestions."""
        base = type_.base
        found = list(self.table.kinds.get(base, {}))
        if base == "card":
            found = [name for fields in self.table.kinds.values() for name in fields]
        found += [name for name in ATTRIBUTES if self.built_in(base, name)]
        found += [axis for space, axis in self.table.axis_types if space == base]
        matches: Callable[[Name | None], bool] = lambda owner: owner is not None and owner.text == base  # noqa: E731
        for name, meaning in self.table.nouns.items():
            match meaning:
                case nodes.Track(owner=owner) | nodes.Zone(owner=owner) if matches(owner):
                    found.append(name)
                case nodes.Pieces(owner=owner) if matches(owner):
                    found.append(name)
                case FormOf(pieces=pieces) if matches(pieces.owner):
                    found.append(name)
                case nodes.Count(holders=holders) if holders and any(matches(h) for h in holders):
                    found.append(name)
                case nodes.Query():
                    first = next((p for p in self.table.params_of("noun", name) if p.label is None), None)
                    if first is not None and self.is_a(type_, first.type.base):
                        found.append(name)
                case _:
                    pass
        return found

    # ---- unknown words --------------------------------------------------------------------------------------

    def unknown_name(self, noun: Name, scope: Scope, expected: Type | None) -> None:
        candidates = [*scope.locals, *scope.players, *self.table.nouns, *self.table.members, "you", "players"]
        what = "name"
        if expected is not None and (members := self.table.members_of(expected.base)):
            candidates = [*scope.locals, *members]
            what = expected.base
        guess = did_you_mean(noun.text, candidates) or did_you_mean(noun.text, self.table.nouns)
        if noun.text in ("card", "cards"):
            helps = "say where they are: `cards in …`"
        elif noun.text == "player":
            helps = "write `players` for all, `you` for whoever acts, or introduce one: `choose a player in players`"
        elif noun.text in self.table.types:
            plural = next((n for n, m in self.table.nouns.items() if m == AllMembers(noun.text)), noun.text)
            helps = f"`{noun.text}` is a type: write `{plural}` for all, or `choose a {noun.text} in {plural}` first"
        elif guess is not None:
            helps = f"did you mean `{guess}`?"
        elif what != "name":
            helps = one_of(self.table.members_of(what))
        else:
            helps = "declare it (`zone`, `count`, `query` …), or introduce it with `let` or `choose`"
        label = "nothing here has this name" if what == "name" else f"no {what} has this name"
        self.report.error("C201", noun.span, f"unknown {what} `{noun.text}`", label=label, help=helps)

    def unknown_attribute(self, phrase: Phrase) -> None:
        assert phrase.owner is not None
        name, owner = phrase.noun, phrase.owner.type
        names = self.attribute_names(owner)
        guess = did_you_mean(name.text, names)
        if guess is not None:
            helps = f"did you mean `{guess}`?"
        elif isinstance(self.table.nouns.get(name.text), nodes.Zone | nodes.Track | nodes.Grid):
            helps = f"`{name.text}` belongs to nobody: write `{name.text}`"
        else:
            nouns = {id(self.table.nouns.get(n, n)): n for n in names}  # of singular and plural the latter
            helps = f"{article(owner.base)} has {some_of(list(nouns.values())) or 'nothing'}"
        self.report.error(
            "C202", name.span, f"{article(owner.base)} has no `{name.text}`", label="no such thing", help=helps
        )

    def unknown_adjective(self, adjective: Name, what: str, candidates: Sequence[str]) -> None:
        if (verb := verb_at_line_start(adjective)) is not None:
            self.report.error(
                "C212",
                adjective.span,
                f"`{adjective.text}` is no verb",
                label="so this line is taken for a part of the sentence before",
                help=f"did you mean `{verb}`?",
            )
            return
        self.report.error(
            "C212",
            adjective.span,
            f"`{adjective.text}` describes no {what}",
            label="no such adjective",
            help=suggestion(adjective.text, candidates) or (one_of(candidates) if candidates else "leave it out"),
        )


def verb_at_line_start(word: Name) -> str | None:
    """The verb that the first word of a line was probably meant to be."""
    span = word.span
    line_start = span.source.text.rfind("\n", 0, span.start) + 1
    if span.source.text[line_start : span.start].strip():
        return None
    return did_you_mean(word.text, SENTENCES)


def some_of(names: Sequence[str]) -> str:
    """The first few names, quoted: "`salt`, `silk`, …"."""
    few = list(dict.fromkeys(names))
    return ", ".join([*(f"`{name}`" for name in few[:8]), *(["…"] if len(few) > 8 else [])])


def one_of(names: Sequence[str]) -> str:
    """A help that lists what can be written."""
    return f"write {'one of ' if len(set(names)) > 1 else ''}{some_of(names)}"


def _may_be(base: str, other: str) -> bool:
    """Whether a thing of one type could be of the other: equal, or one of them any card."""
    return base == other or "card" in (base, other)
