"""What the engine compiler has to know before it writes a line: rules by what they are about, what can pause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from compiler import ir
from compiler.engine.kinds import base
from compiler.engine.layout import Layout
from compiler.walk import descendants

HEAD = (ir.Choose, ir.Require, ir.Pay, ir.Ask, ir.Let)
"""Sentences that decide and change nothing."""
ASKS = (ir.Choose, ir.ChooseOne, ir.May, ir.Ask)
OPPOSITES = {"yes": "no", "again": "stop", "accept": "refuse", "no": "yes", "stop": "again", "refuse": "accept"}
"""Answers that are no thing and no way of the game."""


Holder: TypeAlias = ir.Variant | ir.Automa | ir.Ability | ir.Card | ir.Until
"""What puts a rule in force."""


@dataclass(frozen=True, eq=False, slots=True)
class RuleInfo:
    """A rule, what puts it in force, and the function that stands for it."""

    place: int
    origin: str
    holder: Holder | None
    rule: ir.Rule
    module: str
    name: str
    params: tuple[str, ...]
    """Names that come from outside: parameters of an ability, or what an `until` remembers."""


class Carrier(NamedTuple):
    """A card on which a rule is in force while it lies where its kind works."""

    number: int
    """As it is numbered in the layout."""
    arguments: tuple[int, ...]
    working_in: str | None


class Facts:
    """Everything that is the same wherever it is asked."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.game = game = layout.game
        self.queries = {query.name: query for query in game.queries}
        self.orders = {order.name: order for order in game.orders}
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.zones = {zone.name: zone for zone in game.zones}
        self.abilities = {ability.name: ability for ability in game.abilities}
        self.untils = [node for node in descendants(game) if isinstance(node, ir.Until)]
        self._until_numbers = {id(until): number for number, until in enumerate(self.untils)}
        self._pure: dict[int, bool] = {}
        self._pausing: set[str] = set()
        self._settle_pausing()

    # ---- names -------------------------------------------------------------------------------------------

    def module_of(self, node: ir.Node) -> str:
        """The generated file that a declaration is written to: it is named after its source."""
        path = node.span.source.path.removesuffix(".card").removeprefix("cards/")
        own, _, rest = path.partition("/")
        name = rest if own == self.game.name else path
        return (name or path).replace("/", "_").replace("-", "_").replace(".", "_")

    def query_function(self, name: str) -> str:
        return self._function_name(name, "query")

    def order_function(self, name: str) -> str:
        return self._function_name(name, "order")

    def _function_name(self, name: str, family: str) -> str:
        clashes = name in self.procedures or hasattr(__builtins__, name)
        return f"{name}_{family}" if clashes or name in ("rules", "layout") else name

    @cached_property
    def function_names(self) -> frozenset[str]:
        """Names that locals must not hide."""
        names = {self.query_function(name) for name in self.queries} | {self.order_function(n) for n in self.orders}
        return frozenset(names | set(self.procedures) | {"rules"})

    def until_number(self, until: ir.Until) -> int:
        return self._until_numbers[id(until)]

    @cached_property
    def _card_users(self) -> set[str]:
        users: set[str] = set()
        grown = True
        while grown:
            grown = False
            for query in self.game.queries:
                if query.name not in users and any(
                    isinstance(node, ir.ThisCard | ir.OrderKey)  # orders always get to know it
                    or (isinstance(node, ir.QueryOf) and node.query in users)
                    for node in descendants(query.value)
                ):
                    users.add(query.name)
                    grown = True
        return users

    def uses_card(self, query: str) -> bool:
        """Whether a query needs to know `this card`."""
        return query in self._card_users

    # ---- rules -------------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> list[RuleInfo]:
        """All rules, in the order in which later ones win."""
        found: list[RuleInfo] = []
        counts: dict[tuple[str, str], int] = {}

        def add(origin: str, holder: Holder | None, rule: ir.Rule, stem: str) -> None:
            kind = type(rule).__name__.lower()
            count = counts[stem, kind] = counts.get((stem, kind), 0) + 1
            name = f"{stem}_{kind}" if count == 1 else f"{stem}_{count}_{kind}"  # blocks have their number at the end
            params: tuple[str, ...] = ()
            if isinstance(holder, ir.Ability):
                params = tuple(param.name for param in holder.params)
            elif isinstance(holder, ir.Until):
                params = self.remembered(holder)
            found.append(RuleInfo(len(found), origin, holder, rule, self.module_of(rule), name, params))

        for declared in self.game.rules:
            add("game", None, declared.rule, _stem(declared.rule))
        for variant in self.game.variants:
            for rule in variant.rules:
                add("variant", variant, rule, variant.name)
        for automa in self.game.automas:
            for rule in automa.rules:
                add("automa", automa, rule, automa.name)
        for number, until in enumerate(self.untils):
            for rule in until.rules:
                add("until", until, rule, f"until_{number}")
        for ability in self.game.abilities:
            for rule in ability.rules:
                add("ability", ability, rule, ability.name)
        for card in self.game.cards:
            for rule in card.rules:
                add("card", card, rule, f"{card.kind}_{card.number}")
        return found

    @cached_property
    def adjusted(self) -> set[str]:
        """Queries and tracks that some rule changes."""
        return {
            info.rule.name for info in self.rules if isinstance(info.rule, ir.Change | ir.Raise | ir.Lower | ir.Treat)
        }

    def only_hers(self, name: str) -> list[ir.Automa]:
        """The automated opponents whose rules alone change a query or track; none if others do, too."""
        holders = [i.holder for i in self.rules if getattr(i.rule, "name", None) == name and _adjusts(i.rule)]
        hers = [holder for holder in holders if isinstance(holder, ir.Automa)]
        return list(dict.fromkeys(hers)) if len(hers) == len(holders) else []

    def rules_about(self, kind: type, name: str) -> list[RuleInfo]:
        """The rules of one kind about a query, a track or a decision."""
        if kind is ir.Forbid:
            return [i for i in self.rules if isinstance(i.rule, ir.Forbid) and i.rule.decision == name]
        return [info for info in self.rules if type(info.rule) is kind and getattr(info.rule, "name", None) == name]

    def policies(self, decision: str | None) -> list[tuple[ir.Automa, tuple[ir.Prefer, ...]]]:
        """What automated opponents prefer at a decision, by opponent."""
        listed = (
            (a, [p for one in a.policies if one.decision == decision for p in one.prefers]) for a in self.game.automas
        )
        return [(automa, tuple(prefers)) for automa, prefers in listed if prefers]

    def preferring(self, prefers: tuple[ir.Prefer, ...], name: str, is_word: bool) -> list[ir.Prefer]:
        """The lines that decide whether she takes an option; a word stands against its opposite."""
        return [one for one in prefers if one.name == name or (is_word and one.name == OPPOSITES[name])]

    def hooks(self, moment: str, *subject: str) -> list[RuleInfo]:
        """The hooks on an event: `done` and a procedure, `card`, direction and place, `piece`, direction and form."""
        return self._hook_index.get((moment, *subject), [])

    @cached_property
    def _hook_index(self) -> dict[tuple[str, ...], list[RuleInfo]]:
        index: dict[tuple[str, ...], list[RuleInfo]] = {}
        for info in self.rules:
            if isinstance(info.rule, ir.Hook):
                for subject in subjects(info.rule.event):
                    index.setdefault((info.rule.moment, *subject), []).append(info)
        return index

    def ending(self, *subject: str) -> list[ir.Until]:
        """The lasting effects that an event may end."""
        return [until for until in self.untils if subject in set(subjects(until.event))]

    def remembered(self, until: ir.Until) -> tuple[str, ...]:
        """The names an `until` takes along, sorted."""
        bound: set[str] = set()
        used: set[str] = set()
        for node in descendants(until):
            if isinstance(node, ir.Local):
                used.add(node.name)
            for key in ("variable",):
                name = getattr(node, key, None)
                if isinstance(name, str):
                    bound.add(name)
        return tuple(sorted(used - bound))

    def carriers(self, info: RuleInfo) -> list[Carrier]:
        """The cards that carry a rule, by number and copy."""
        found = []
        for number, card in enumerate(self.layout.cards):
            working = self.layout.kinds[card.kind].working_in
            if info.holder is card.printed:
                found.append(Carrier(number, (), working))
            elif isinstance(info.holder, ir.Ability):
                for field in card.printed.fields:
                    for value in field.values:
                        if isinstance(value, ir.AbilityUse) and value.name == info.holder.name:
                            arguments = tuple(self.layout.constant(one) for one in value.arguments)
                            found.append(Carrier(number, arguments, working))
        return sorted(found, key=lambda c: (self.layout.cards[c.number].number, self.layout.cards[c.number].copy))

    # ---- what is all head --------------------------------------------------------------------------------

    def is_pure(self, block: ir.Block | None) -> bool:
        """Whether a block does nothing but decide."""
        return block is None or all(self.is_pure_sentence(sentence) for sentence in block.statements)

    def is_pure_sentence(self, node: ir.Stmt) -> bool:
        """Whether a sentence changes nothing, whichever way it goes."""
        match node:
            case ir.Choose() | ir.Require() | ir.Pay() | ir.Ask() | ir.Let():
                return True
            case ir.ChooseOne(options=options):
                return all(self.is_pure(option.block) for option in options)
            case ir.If(then=then, otherwise=otherwise) | ir.IfPossible(then=then, otherwise=otherwise):
                return self.is_pure(then) and self.is_pure(otherwise)
            case ir.ForEach(block=block) | ir.AsPlayer(block=block):
                return self.is_pure(block)
            case ir.Do(procedure=str(name)):
                known = self._pure.get(id(self.procedures[name]))
                if known is None:
                    known = self._pure[id(self.procedures[name])] = self.is_pure(self.procedures[name].block)
                return known
        return False

    def asks(self, node: ir.Node) -> bool:
        """Whether somebody decides in a head: in the sentence itself or in what it carries out."""
        for inner in descendants(node):
            if isinstance(inner, ASKS) or (isinstance(inner, ir.Repeat) and inner.asks):
                return True
            if isinstance(inner, ir.Do) and inner.procedure and self.asks(self.procedures[inner.procedure].block):
                return True
        return False

    # ---- what can pause ----------------------------------------------------------------------------------

    def _settle_pausing(self) -> None:
        """Find all procedures, parts and hooks in which somebody may have to decide."""
        grown = True
        while grown:
            grown = False
            for key, block in self._bodies():
                if key not in self._pausing and self.pauses(block):
                    self._pausing.add(key)
                    grown = True

    def _bodies(self) -> Iterator[tuple[str, ir.Block]]:
        for procedure in self.game.procedures:
            yield f"do {procedure.name}", procedure.block
        for card in self.game.cards:
            for part in card.parts:
                yield f"part {card.kind} {card.number} {part.name}", part.block
        for info in self.rules:
            if isinstance(info.rule, ir.Hook):
                yield f"hook {info.place}", info.rule.block

    def procedure_pauses(self, name: str) -> bool:
        """Whether carrying out a procedure may have to wait for somebody."""
        around = [info for moment in ("before", "instead of") for info in self.hooks(moment, "done", name)]
        return f"do {name}" in self._pausing or any(self.hook_pauses(info) for info in around)

    def part_pauses(self, card: ir.Card, name: str) -> bool:
        return f"part {card.kind} {card.number} {name}" in self._pausing

    def hook_pauses(self, info: RuleInfo) -> bool:
        return f"hook {info.place}" in self._pausing

    def pauses(self, node: ir.Block | ir.Stmt | None) -> bool:
        """Whether a sentence may have to wait for somebody."""
        match node:
            case None:
                return False
            case ir.Block(statements=statements):
                return any(self.pauses(sentence) for sentence in statements)
            case ir.Choose() | ir.ChooseOne() | ir.May() | ir.Ask():
                return True
            case ir.Repeat(asks=asks, block=block):
                return asks or self.pauses(block)
            case ir.ForEach(block=block) | ir.AsPlayer(block=block):
                return self.pauses(block)
            case ir.If(then=then, otherwise=otherwise) | ir.IfPossible(then=then, otherwise=otherwise):
                return self.pauses(then) or self.pauses(otherwise)
            case ir.Pay(by=ir.Do() as by):
                return self.pauses(by)
            case ir.Do(procedure=str(name)):
                return self.procedure_pauses(name) or any(map(self.hook_pauses, self.hooks("after", "done", name)))
            case ir.Do():
                return any(self.target_pauses(node))
        return any(self.hook_pauses(info) for info in self.triggered(node))

    def target_pauses(self, node: ir.Do) -> Iterator[bool]:
        """For each thing that a value may hold, whether it pauses."""
        from compiler.engine.kinds import type_of

        assert node.value is not None
        kind = base(type_of(node.value, self.layout))
        if kind == "effect":
            names = {node.value.name} if isinstance(node.value, ir.FieldOf) else set(self.layout.part_names)
            for card in self.game.cards:
                yield from (self.part_pauses(card, part.name) for part in card.parts if part.name in names)
            return
        for name, _ in self.layout.procedure_values[kind]:
            yield self.pauses(ir.Do(node.span, name, None, (), None))

    # ---- events ------------------------------------------------------------------------------------------

    def triggered(self, node: ir.Node) -> list[RuleInfo]:
        """The hooks that a change may set off."""
        return [
            i for moment in ("before", "instead of", "after") for s in self.events(node) for i in self.hooks(moment, *s)
        ]

    def events(self, node: ir.Node) -> list[tuple[str, ...]]:
        """The events that a change may be, as subjects of hooks."""
        match node:
            case ir.Place(pieces=pieces):
                return [
                    e
                    for form in pieces.forms
                    for e in (("piece", "leaves", form, "supply"), ("piece", "enters", form, ""))
                ]
            case ir.Remove(things=things):
                return [
                    e
                    for thing in things
                    if isinstance(thing, ir.PiecesOf)
                    for form in thing.forms
                    for e in (("piece", "leaves", form, ""), ("piece", "enters", form, "supply"))
                ]
            case ir.MovePieces(pieces=pieces):
                declared = next(p for p in self.game.pieces if p.name == pieces.pieces)
                leaving: list[tuple[str, ...]] = [("piece", "leaves", form, "") for form in pieces.forms]
                return leaving + [("piece", "enters", form.name, "") for form in declared.forms]
            case ir.MoveCards(to=to) | ir.Draw(to=to):
                return [*self._leaving(), ("card", "enters", self._goal(to))]
            case ir.Discard():
                return [*self._leaving(), ("card", "enters", "discards")]
            case ir.Swap(first=ir.ZoneOf() as first, second=ir.ZoneOf() as second):
                zones = (first.zone, second.zone)
                return [("card", way, zone) for way in ("leaves", "enters") for zone in zones]
            case ir.Swap(first=ir.PiecesOf() as one, second=ir.PiecesOf() as other):
                return [("piece", way, f, "") for p in (one, other) for f in p.forms for way in ("leaves", "enters")]
        return []

    def _leaving(self) -> list[tuple[str, ...]]:
        return [("card", "leaves", name) for name in (*self.zones, *self.layout.held)]

    def _goal(self, to: ir.Expr) -> str:
        if isinstance(to, ir.ZoneOf):
            return to.zone
        from compiler.engine.kinds import type_of

        return base(type_of(to, self.layout))

    # ---- consent -----------------------------------------------------------------------------------------

    @cached_property
    def _refusable(self) -> set[str]:
        found: set[str] = set()
        grown = True
        while grown:
            grown = False
            for procedure in self.game.procedures:
                if procedure.name not in found and self.can_be_refused(procedure.block, found):
                    found.add(procedure.name)
                    grown = True
        return found

    def can_be_refused(self, node: ir.Node, known: set[str] | None = None) -> bool:
        """Whether somebody may say no somewhere in it."""
        names = self._refusable if known is None else known
        for inner in descendants(node):
            if isinstance(inner, ir.Ask):
                return True
            if isinstance(inner, ir.Do) and (inner.procedure in names if inner.procedure else names):
                return True
        return False


def subjects(event: ir.Event) -> Iterator[tuple[str, ...]]:
    """What an event is filed under."""
    match event:
        case ir.Done(procedure=procedure):
            yield "done", procedure
        case ir.CardMoves(direction=direction, zone=zone):
            yield "card", direction, zone
        case ir.PieceMoves(direction=direction, forms=forms, supply=supply):
            for form in forms:
                yield "piece", direction, form, "supply" if supply else ""


def _adjusts(rule: ir.Rule) -> bool:
    return isinstance(rule, ir.Change | ir.Raise | ir.Lower | ir.Treat)


def _stem(rule: ir.Rule) -> str:
    """The beginning of a function's name for a rule that stands alone."""
    if isinstance(rule, ir.Hook):
        match rule.event:
            case ir.Done(procedure=procedure):
                return f"{rule.moment.split()[0]}_{procedure}"
            case ir.CardMoves(direction=direction, zone=zone):
                return f"{rule.moment.split()[0]}_card_{direction}_{zone}"
            case ir.PieceMoves(direction=direction, pieces=pieces):
                return f"{rule.moment.split()[0]}_{pieces}_{direction}"
    return str(getattr(rule, "name", "rule")) if not isinstance(rule, ir.Forbid) else f"forbid_{rule.name}"
