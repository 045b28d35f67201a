"""Collect what the declarations of a game name.

Names live in four spaces: types; nouns (everything a phrase can be about); procedures; abilities. One word may be a
noun and an icon at once (`army`): the expected type decides. Members of enums, maps and grids stand beside them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from compiler import nodes
from compiler.diagnostics import Note, Report, did_you_mean
from compiler.nodes import Declaration, Name
from compiler.source import Span
from compiler.types import ABILITY, ACTION, ANSWER, BUILT_IN, CARD, EFFECT, ICON, NUMBER, PLAYER, UNKNOWN, Type

BUILT_IN_NOUNS = frozenset(
    [
        "player",
        "players",
        "card",
        "cards",
        "active_player",
        "actor",
        "supply",
        "number",
        "icon",
        "action",
        "ability",
        "effect",
        "max",
        "min",
        "nth",
        "position",
        "top",
        "seat",
        "next",
        "previous",
        "owner",
        "ends",
        "neighbors",
        "other",
        "fresh",
        "copies",
    ]
)
FUNCTIONS = {"max": 2, "min": 2, "nth": 2, "position": 2, "top": 1}
ENTRY_POINTS = ("setup", "turn")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query, order, ability or procedure."""

    name: str
    type: Type
    label: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class FormOf:
    """A form with the pieces it belongs to."""

    form: nodes.Form
    pieces: nodes.Pieces


@dataclass(frozen=True, slots=True)
class AllMembers:
    """The plural of a type: every member of it."""

    type: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a kind."""

    entry: nodes.Entry
    type: Type


NounMeaning: TypeAlias = (
    nodes.Pieces | FormOf | nodes.Count | nodes.Track | nodes.Mark | nodes.Zone | nodes.Query | nodes.Order
    | nodes.Variant | nodes.Automa | nodes.Grid | AllMembers
)  # fmt: skip


@dataclass(slots=True)
class Table:
    """Everything a game names."""

    game: nodes.Game | None = None
    types: dict[str, nodes.Enum | nodes.Map | nodes.Grid | nodes.Kind | nodes.Axis] = field(default_factory=dict)
    nouns: dict[str, NounMeaning] = field(default_factory=dict)
    procedures: dict[str, nodes.Procedure] = field(default_factory=dict)
    abilities: dict[str, nodes.Ability] = field(default_factory=dict)
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, dict[str, Field]] = field(default_factory=dict)
    params: dict[str, tuple[Parameter, ...]] = field(default_factory=dict)
    axis_types: dict[tuple[str, str], Type] = field(default_factory=dict)
    cards: dict[tuple[str, int], nodes.Card] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    """Where each name is declared, keyed by space and name: `noun:army`."""
    used: set[str] = field(default_factory=set)
    """Names that something refers to, keyed like `places`."""
    rule_ids: dict[str, Span] = field(default_factory=dict)

    def params_of(self, space: str, name: str) -> tuple[Parameter, ...]:
        """The parameters of a query or order (`noun`), `procedure` or `ability`."""
        return self.params.get(f"{space}:{name}", ())

    def named(self, *meanings: type) -> list[str]:
        """The nouns of a kind, for suggestions."""
        return [name for name, meaning in self.nouns.items() if isinstance(meaning, meanings)]

    def use(self, space: str, name: str) -> None:
        """Remember that something refers to this name."""
        self.used.add(f"{space}:{name}")

    def is_member(self, name: str, type_name: str) -> bool:
        """Whether the type has a member of this name."""
        if type_name in ("icon", "action"):
            return name in self.procedures and self.procedures[name].family.text == type_name
        return type_name in self.members.get(name, ())

    def members_of(self, type_name: str) -> list[str]:
        """The names of all members of a type, for suggestions."""
        if type_name in ("icon", "action"):
            return [n for n, p in self.procedures.items() if p.family.text == type_name]
        if type_name == "ability":
            return list(self.abilities)
        return [name for name, types in self.members.items() if type_name in types]

    def type_of(self, node: nodes.Type, report: Report) -> Type:
        """What a written type means."""
        match node:
            case nodes.YesNoType():
                return ANSWER
            case nodes.RangeType():
                return NUMBER
            case nodes.OptionalType(base=base):
                inner = self.type_of(base, report)
                if inner.many or inner in (NUMBER, ANSWER):
                    nothing = "an empty list" if inner.many else "0" if inner == NUMBER else "no"
                    report.error(
                        "C309",
                        node.span,
                        f"{'a list' if inner.many else f'`{inner}`'} is never none",
                        help=f"leave out `or none`: nothing is {nothing}",
                    )
                    return inner
                return inner.or_none
            case nodes.ListType(name=name):
                return self._named(name, report).set_of
            case nodes.NamedType(name=name):
                return self._named(name, report)

    def _named(self, name: Name, report: Report) -> Type:
        if name.text in BUILT_IN:
            return Type(name.text)
        if name.text in self.types:
            self.use("type", name.text)
            return Type(name.text)
        guess = did_you_mean(name.text, [*self.types, *BUILT_IN])
        plural = self.nouns.get(name.text)
        if isinstance(plural, AllMembers):
            guess = plural.type
        report.error(
            "C205",
            name.span,
            f"unknown type `{name.text}`",
            label="no type has this name",
            help=f"did you mean `{guess}`?" if guess else "declare it with `enum`, `map`, `grid` or `kind`",
        )
        return UNKNOWN


def resolve(declarations: Iterable[Declaration], report: Report) -> Table:
    """The table of names; names given twice are reported."""
    table = Table()
    resolver = _Resolver(table, report)
    declared = list(declarations)
    for declaration in declared:
        resolver.declare(declaration)
    for declaration in declared:
        resolver.types(declaration)
    resolver.check_whole()
    return table


def only_on_cards(written: nodes.Type, report: Report) -> None:
    """Report a range of numbers that stands elsewhere than in a field of a card, where nothing would keep to it."""
    if isinstance(written, nodes.RangeType):
        report.error(
            "C333",
            written.span,
            "a range of numbers can stand only in a field of a card",
            label="nothing keeps to it here",
            help="write `number`",
        )


class _Resolver:
    def __init__(self, table: Table, report: Report) -> None:
        self.table = table
        self.report = report

    # ---- first round: names ---------------------------------------------------------------------------

    def declare(self, node: Declaration) -> None:
        table = self.table
        match node:
            case nodes.Game():
                if table.game is not None:
                    self.twice("C203", node.name, "the game", table.game.name.span, "remove one of the two")
                table.game = table.game or node
            case nodes.Enum(noun=noun, members=members):
                self.declare_type(noun, node)
                for member in members:
                    self.member(member, noun.singular.text)
            case nodes.Map(noun=noun, edge_noun=edge_noun, edges=edges):
                self.declare_type(noun, node)
                self.declare_type(edge_noun, node)
                self.map_members(noun.singular.text, edges)
            case nodes.Grid():
                self.declare_type(node.noun, node)
                if node.holding is not None:
                    self.noun(node.name, node)
                for axis in node.axes:
                    self.axis(node, axis)
            case nodes.Pieces():
                own = [form for form in node.forms if form.noun == node.noun]
                self.noun_pair(node.noun, FormOf(own[0], node) if own else node)
                for form in node.forms:
                    if form not in own[:1]:
                        self.noun_pair(form.noun, FormOf(form, node))
            case nodes.Count() | nodes.Zone():
                self.noun_pair(node.noun, node)
            case nodes.Kind(noun=noun):
                self.declare_type(noun, node)
            case nodes.Track() | nodes.Mark() | nodes.Query() | nodes.Order() | nodes.Variant() | nodes.Automa():
                self.noun(node.name, node)
            case nodes.Procedure():
                if self.new("procedure", node.name):
                    table.procedures[node.name.text] = node
            case nodes.Ability():
                if self.new("ability", node.name):
                    table.abilities[node.name.text] = node
            case nodes.Card(kind=kind, number=number):
                key = (kind.text, number.value)
                if key in table.cards:
                    first = table.cards[key].number.span
                    self.twice("C204", number, f"{kind.text} {number.value}", first, "give one of them another number")
                else:
                    table.cards[key] = node
            case _:
                pass

    def new(self, space: str, name: Name) -> bool:
        """Enter a name into a space; False and a report if it is taken."""
        if space == "noun" and name.text in BUILT_IN_NOUNS:
            self.word_of_the_language(name)
            return False
        key = f"{space}:{name.text}"
        if key in self.table.places:
            self.twice("C203", name, f"`{name.text}`", self.table.places[key])
            return False
        self.table.places[key] = name.span
        return True

    def word_of_the_language(self, name: Name) -> None:
        self.report.error(
            "C208",
            name.span,
            f"`{name.text}` is a word of the language",
            label="it has a meaning of its own",
            help="choose another name",
        )

    def twice(
        self, code: str, node: nodes.Node, what: str, first: Span, help: str = "rename or remove one of the two"
    ) -> None:
        self.report.error(
            code,
            node.span,
            f"{what} is declared twice",
            label="second declaration",
            help=help,
            notes=[Note("first declared in", first)],
        )

    def declare_type(self, noun: nodes.Noun, node: nodes.Enum | nodes.Map | nodes.Grid | nodes.Kind) -> None:
        if noun.singular.text in BUILT_IN:
            self.word_of_the_language(noun.singular)
            return
        plural = noun.plural or noun.singular
        if self.new("type", noun.singular):
            self.table.types[noun.singular.text] = node
            self.noun(plural, AllMembers(noun.singular.text))
        elif f"noun:{plural.text}" not in self.table.places:  # one report for both words
            self.noun(plural, AllMembers(noun.singular.text))

    def noun(self, name: Name, meaning: NounMeaning) -> bool:
        new = self.new("noun", name)
        if new:
            self.table.nouns[name.text] = meaning
        return new

    def noun_pair(self, noun: nodes.Noun, meaning: NounMeaning) -> None:
        new = self.noun(noun.singular, meaning)
        plural = noun.plural
        if plural is None or plural.text == noun.singular.text:
            return
        if new or f"noun:{plural.text}" not in self.table.places:  # one report for both words
            self.noun(plural, meaning)

    def member(self, name: Name, type_name: str) -> None:
        key = f"member:{type_name}.{name.text}"
        if key in self.table.places:
            self.twice("C203", name, f"`{name.text}`", self.table.places[key])
            return
        self.table.places[key] = name.span
        self.table.members[name.text] = (*self.table.members.get(name.text, ()), type_name)

    def map_members(self, type_name: str, edges: tuple[nodes.Edge, ...]) -> None:
        seen: dict[frozenset[str], Span] = {}
        for edge in edges:
            for end in (edge.start, edge.end):
                if not self.table.is_member(end.text, type_name):
                    self.member(end, type_name)
            pair = frozenset((edge.start.text, edge.end.text))
            if len(pair) == 1:
                self.report.error(
                    "C310", edge.span, f"`{edge.start.text}` is joined with itself", help="name two different places"
                )
            elif pair in seen:
                what = f"the connection {edge.start.text} - {edge.end.text}"
                self.twice("C203", edge, what, seen[pair], "leave it out")
            seen.setdefault(pair, edge.span)

    def axis(self, grid: nodes.Grid, axis: nodes.Axis) -> None:
        """An axis of names declares a type of its own, unless it is the name of one."""
        values = axis.values
        if len(values) > 1 and all(isinstance(value, nodes.NameValue) for value in values):
            if self.new("type", axis.name):
                self.table.types[axis.name.text] = axis
            for value in values:
                assert isinstance(value, nodes.NameValue)
                self.member(value.name, axis.name.text)

    # ---- second round: types --------------------------------------------------------------------------

    def types(self, node: Declaration) -> None:
        match node:
            case nodes.Kind():
                self.kind(node)
            case nodes.Grid():
                for axis in node.axes:
                    self.table.axis_types[node.noun.singular.text, axis.name.text] = self.axis_type(axis)
            case nodes.Query() | nodes.Order():
                self.params("noun", node.name.text, node.params)
            case nodes.Ability():
                self.params("ability", node.name.text, node.params)
            case nodes.Procedure():
                self.params("procedure", node.name.text, node.params)
            case _:
                pass

    def kind(self, node: nodes.Kind) -> None:
        fields: dict[str, Field] = {}
        for entry in node.entries or ():
            if entry.name.text in fields:
                self.twice(
                    "C203", entry.name, f"the field `{entry.name.text}`", fields[entry.name.text].entry.name.span
                )
                continue
            if entry.name.text in ("number", "owner", "position", "copies"):
                self.report.error(
                    "C208", entry.name.span, f"every card has a `{entry.name.text}` already", help="choose another name"
                )
                continue
            written = entry.type or nodes.NamedType(entry.name.span, entry.name)
            fields[entry.name.text] = Field(entry, self.table.type_of(written, self.report))
        self.table.kinds.setdefault(node.noun.singular.text, fields)

    def axis_type(self, axis: nodes.Axis) -> Type:
        first = axis.values[0]
        if isinstance(first, nodes.NumberValue):
            for value in axis.values:
                if not isinstance(value, nodes.NumberValue):
                    self.report.error(
                        "C311", value.span, "an axis has either numbers or names", help="use one of the two"
                    )
            return NUMBER
        if len(axis.values) == 1:
            return self.table.type_of(nodes.NamedType(first.span, first.name), self.report)
        return Type(axis.name.text)

    def params(self, space: str, name: str, params: tuple[nodes.Param, ...] | None) -> None:
        found: list[Parameter] = []
        for param in params or ():
            same = next((other for other in found if other.name == param.name.text), None)
            if same is not None:
                self.twice("C203", param.name, f"the parameter `{param.name.text}`", same.span)
                continue
            written = param.type or nodes.NamedType(param.name.span, param.name)
            only_on_cards(written, self.report)
            type_ = self.table.type_of(written, self.report)
            found.append(Parameter(param.name.text, type_, param.label.text if param.label else None, param.name.span))
        self.table.params.setdefault(f"{space}:{name}", tuple(found))

    # ---- the whole --------------------------------------------------------------------------------------

    def check_whole(self) -> None:
        """What every game needs."""
        game = self.table.game
        if game is None:
            return
        for name in ENTRY_POINTS:
            self.table.use("procedure", name)
        missing = [name for name in ENTRY_POINTS if name not in self.table.procedures]
        if missing:
            why = {"setup": "the game begins there", "turn": "it is carried out again and again"}
            self.report.error(
                "C206",
                game.name.span,
                f"this game has no {' and no '.join(f'`{name}`' for name in missing)}",
                help=[f"write `to {name} [{name}] {{ … }}`: {why[name]}" for name in missing],
            )


__all__ = [
    "ABILITY", "ACTION", "CARD", "EFFECT", "FUNCTIONS", "ICON", "PLAYER", "AllMembers", "Field", "FormOf",
    "NounMeaning", "Parameter", "Table", "resolve",
]  # fmt: skip
