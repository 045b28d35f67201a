"""The text plan of a whole game: one item for each thing with words of its own, in no language yet."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from typing import Any

from compiler import ir
from compiler.words.answers import Answers
from compiler.words.conditions import clause, own
from compiler.words.phrase import Amount, Clause, Formula, Line, Name, Noun, Phrase, Several, Title, You
from compiler.words.vocabulary import Vocabulary, base

VALUES = {"player": "player", "number": "number"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What is printed in one field of a card."""

    name: Noun
    values: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """Something with a heading and lines: an action, a card, a phase, a scenario."""

    section: str
    key: str
    title: Title | Noun
    lines: tuple[Line, ...] = ()
    source: str = ""
    rule: str = ""
    entries: tuple[Entry, ...] = ()
    items: tuple[Item, ...] = ()
    copies: int = 1


class Planner(Answers):
    """Makes items of declarations."""

    def __init__(self, game: ir.Game, named: Set[str] = frozenset()) -> None:
        super().__init__(game)
        self.vocabulary = Vocabulary(game, named)
        declarations: tuple[ir.Declaration, ...] = (
            *game.procedures,
            *game.abilities,
            *game.variants,
            *game.rules,
            *game.automas,
            *game.cards,
        )
        for node in declarations:
            self.item(node)  # reasons and prompts are noted on the way

    def items(self) -> Iterator[Item]:
        """Everything in a game that has words, in the order of a rulebook."""
        game = self.game
        sections: tuple[tuple[ir.Declaration, ...], ...] = (
            game.enums, game.maps, game.grids, game.pieces, game.counts, game.tracks, game.marks, game.zones,
            game.kinds, game.procedures, game.queries, game.orders, game.rules, game.abilities, game.variants,
            game.automas, game.cards, game.scenarios,
        )  # fmt: skip
        for section in sections:
            yield from map(self.item, section)

    def item(self, node: ir.Declaration) -> Item:
        """One declaration."""
        self.labels.clear()
        self.heads.clear()
        found: Item = getattr(self, f"item_{type(node).__name__}")(node)
        return found

    def _item(self, section: str, node: ir.Node, key: str, title: Title | Noun, *lines: Line, rule: str = "") -> Item:
        return Item(section, key, title, lines, f"{node.span.source.path}:{node.span.line}", rule)

    # ---- components -------------------------------------------------------------------------------------

    def _component(self, node: ir.Node, key: str, head: str, plural: bool, *lines: Clause) -> Item:
        return self._item("components", node, key, Noun(head, "", plural), *(Line(line) for line in lines))

    def item_Enum(self, node: ir.Enum) -> Item:
        head = self.vocabulary.type_head(node.name)
        members = tuple(Noun(f"{node.name}.{member}", "") for member in node.members)
        told = clause("component-list", things=Several(members))
        return self._component(node, node.name, head, True, told)

    def item_Map(self, node: ir.Map) -> Item:
        head = self.vocabulary.type_head(node.name)
        nodes = tuple(Noun(f"{node.name}.{name}", "") for name in node.nodes)
        edge = self.vocabulary.type_head(node.edge)
        ends = ((Noun(f"{node.name}.{one.start}"), Noun(f"{node.name}.{one.end}")) for one in node.edges)
        edges = tuple(Noun(edge, "a", places=(("between", Several(pair)),)) for pair in ends)
        told = clause("component-list", things=Several(nodes))
        return self._component(node, node.name, head, True, told, clause("component-list", things=Several(edges)))

    def item_Grid(self, node: ir.Grid) -> Item:
        space = Noun(self.vocabulary.type_head(node.space), "", True)
        axes: list[Clause] = []
        for axis in node.axes:
            head = self.vocabulary.key("attribute", axis.name)
            if axis.names:
                values: tuple[Phrase, ...] = tuple(Noun(f"{axis.name}.{name}", "") for name in axis.names)
            elif axis.numbers:
                values = tuple(Amount(number) for number in axis.numbers)
            else:
                values = (Noun(self.vocabulary.type_head(axis.type), "all", True),)
            axes.append(clause("component-axis", thing=space, axis=Noun(head, ""), values=Several(values)))
        return self._component(node, node.name, self.vocabulary.key("grid", node.name), False, *axes)

    def item_Pieces(self, node: ir.Pieces) -> Item:
        head = f"pieces.{node.name}"
        forms = tuple(
            clause("component-form", thing=Noun(f"form.{form.name}", "", True), place=self._any(form.place))
            for form in node.forms
        )
        stock = clause(
            "component-stock", thing=Noun(head, "", True, Amount(node.stock)), owner=self._any(node.owner, "each")
        )
        fresh = () if node.fresh is None else (clause("component-fresh", time=Title("procedures", node.fresh)),)
        return self._component(node, node.name, head, True, stock, *forms, *fresh)

    def _any(self, type_name: str, det: str = "a") -> Noun:
        return Noun(self.vocabulary.type_head(type_name), det)

    def item_Count(self, node: ir.Count) -> Item:
        holders = tuple(self._any(one) for one in node.holders)
        told = (
            [clause("component-holders", thing=Noun(f"count.{node.name}", "", True), holders=Several(holders, "or"))]
            if holders
            else []
        )
        told += self._reset(node.reset)
        return self._component(node, node.name, f"count.{node.name}", True, *told)

    def _reset(self, procedure: str | None) -> list[Clause]:
        return [] if procedure is None else [clause("component-reset", time=Title("procedures", procedure))]

    def item_Track(self, node: ir.Track) -> Item:
        told: list[Clause] = []
        if base(node.type) == "yes/no":
            if not (isinstance(node.initial, ir.Answer) and not node.initial.value):
                told.append(clause("component-starts", value=self.noun(node.initial)))
            title = Noun("state", "")
            owner: dict[str, Any] = {} if node.owner is None else {"owner": self._any(node.owner)}
            told.append(
                clause("component-state", condition=own(f"track-{node.name}", subject=owner.get("owner"), **owner))
            )
        else:
            title = Noun(f"track.{node.name}", "")
            told.append(clause("component-starts", value=self.noun(node.initial)))
        if node.owner is not None:
            told.append(clause("component-each", owner=self._any(node.owner, "each")))
        told += self._sight(node.sight, node.unless)
        told += self._reset(node.reset)
        return self._item("components", node, node.name, title, *map(Line, told))

    def _sight(self, sight: str, unless: str | None) -> list[Clause]:
        if unless is not None:
            return [clause(f"component-{sight}-unless", variant=Title("variants", unless))]
        return [clause(f"component-{sight}")]

    def item_Mark(self, node: ir.Mark) -> Item:
        thing = self._any(node.on)
        told = [clause("component-state", condition=own(f"mark-{node.name}", subject=thing, thing=thing))]
        return self._item("components", node, node.name, Noun("state", ""), *map(Line, told + self._reset(node.reset)))

    def item_Zone(self, node: ir.Zone) -> Item:
        told = [clause(f"component-{node.shape}", thing=Noun(self.vocabulary.key("kind", node.holds), "", True))]
        if node.owner is not None:
            told.append(clause("component-each", owner=self._any(node.owner, "each")))
        told += self._sight(node.sight, node.unless)
        if node.full:
            told.append(clause("component-full"))
        return self._component(node, node.name, f"zone.{node.name}", False, *told)

    def item_Kind(self, node: ir.Kind) -> Item:
        told: list[Clause] = []
        if node.entries:
            entries = tuple(self._entry(entry) for entry in node.entries)
            told.append(clause("component-fields", fields=Several(entries)))
        if node.owner is not None:
            told.append(clause("component-each", owner=self._any(node.owner, "each")))
        if node.working_in is not None:
            zone = node.working_in
            kind = "zone" if zone in self.vocabulary.zones else "grid"
            told.append(
                clause(
                    "component-working", place=Noun(self.vocabulary.key(kind, zone), "a" if kind == "zone" else "the")
                )
            )
        return self._component(node, node.name, self.vocabulary.type_head(node.name), True, *told)

    def _entry(self, entry: ir.Entry) -> Phrase:
        name = Noun(self.vocabulary.key("field", entry.name), "")
        if entry.low is not None and entry.high is not None:
            return field_range(name, entry.low, entry.high, entry.on_back)
        if entry.on_back:
            return Noun(self.vocabulary.key("field", entry.name), "", places=(("on-back", Noun("back-side")),))
        return name

    # ---- rules and procedures ---------------------------------------------------------------------------

    def item_Procedure(self, node: ir.Procedure) -> Item:
        title = Title("procedures", node.name)
        about = tuple(self.introduce(param.name, param.type) for param in node.params)
        head = () if not about else (Line(clause("about", things=Several(about))),)
        return self._item(node.family, node, node.name, title, *head, *self.block(node.block), rule=node.rule or "")

    def item_Query(self, node: ir.Query) -> Item:
        arguments = [self.parameter(param) for param in node.params]
        title = Noun("state", "") if base(node.type) == "yes/no" else Noun(f"query.{node.name}", "")
        if isinstance(node.value, ir.Answer):
            told = clause("query-always", condition=replace(self.holds(node, arguments), negated=not node.value.value))
        elif base(node.type) == "yes/no":
            told = clause("query-condition", condition=self.holds(node, arguments), value=self.condition(node.value))
        else:
            thing = self.asked(node, arguments)
            told = clause("query-value", thing, thing=thing, value=self._value(node.value))
        return self._item("queries", node, node.name, title, Line(told), rule=node.rule or "")

    def parameter(self, param: ir.Param) -> Phrase:
        """What a query is asked about."""
        if base(param.type) == "yes/no":
            return Formula("fact", (("condition", own(f"fact-{param.name}")),))
        return self.introduce(param.name, param.type)

    def _value(self, node: ir.Expr) -> Phrase:
        """The value of a query; a set is said as its members."""
        return self.members(node, plural=True, det="all") if self._is_set(node) else self.noun(node)

    def item_Order(self, node: ir.Order) -> Item:
        for param in node.params:
            self.introduce(param.name, param.type)
        label = self.labels[node.params[0].name] if node.params else You()
        keys = tuple(self.key(key, label) for key in node.keys)
        told = clause("order-keys", keys=Several(keys, "then"))
        return self._item("orders", node, node.name, Noun(f"order.{node.name}", ""), Line(told), rule=node.rule or "")

    def item_GameRule(self, node: ir.GameRule) -> Item:
        rule = getattr(node.rule, "rule", None) or ""
        key = f"{node.span.source.path}:{node.span.line}"
        return self._item("rules", node, key, Noun("rule", ""), self.rule_line(node.rule), rule=rule)

    def item_Ability(self, node: ir.Ability) -> Item:
        about = tuple(self.introduce(param.name, param.type) for param in node.params)
        head = () if not about else (Line(clause("about", things=Several(about))),)
        lines = tuple(self.rule_line(rule) for rule in node.rules)
        return self._item(
            "abilities", node, node.name, Title("abilities", node.name), *head, *lines, rule=node.rule or ""
        )

    def item_Variant(self, node: ir.Variant) -> Item:
        default = Line(clause("variant-default", negated=not node.default))
        lines = tuple(self.rule_line(rule) for rule in node.rules)
        return self._item(
            "variants", node, node.name, Title("variants", node.name), default, *lines, rule=node.rule or ""
        )

    def item_Automa(self, node: ir.Automa) -> Item:
        rules = tuple(self.rule_line(rule) for rule in node.rules)
        policies = tuple(self.policy(policy) for policy in node.policies)
        return self._item(
            "automas", node, node.name, Title("automas", node.name), *rules, *policies, rule=node.rule or ""
        )

    def policy(self, node: ir.Policy) -> Line:
        """How an automated opponent answers at one decision."""
        where, options = self.decisions.get(node.decision, (Title("games", self.game.name), frozenset()))
        lines = tuple(self.prefer(node, prefer, options) for prefer in node.prefers)
        return Line(clause("policy", where=where), lines)

    def prefer(self, policy: ir.Policy, node: ir.Prefer, options: Set[str]) -> Line:
        """One way she takes."""
        with self.scope():
            args: dict[str, Any] = {}
            if node.name in options:
                name, args["thing"] = "prefer", Title("options", node.name)
            else:
                found = [
                    one
                    for one in self.choices(ir.Forbid(node.span, policy.decision, node.name, None, None))
                    if one.variable == node.name
                ]
                new = self.introduce(node.name, found[0].type if found else "card")
                name, args["thing"] = "prefer", new
            label = self.labels.get(node.name, You())
            if node.condition is not None:
                name += "-if"
                args["condition"] = self.condition(node.condition)
            if node.keys:
                name += "-by"
                args["keys"] = Several(tuple(self.key(key, label) for key in node.keys), "then")
            return Line(clause(name, **args))

    # ---- cards ------------------------------------------------------------------------------------------

    def item_Card(self, node: ir.Card) -> Item:
        key = f"{node.kind}.{node.number}"
        kind = Noun(self.vocabulary.type_head(node.kind), "")
        title: Title | Noun = (
            Title("cards", key) if node.title else Noun(kind.head, "", places=(("number", Amount(node.number)),))
        )
        entries = tuple(self.entry(field) for field in node.fields)
        items = [self.ability(use) for field in node.fields for use in field.values if isinstance(use, ir.AbilityUse)]
        items += [self.part(node, part) for part in node.parts]
        lines = tuple(self.rule_line(rule) for rule in node.rules)
        source = f"{node.span.source.path}:{node.span.line}"
        return Item("cards", key, title, lines, source, "", entries, tuple(items), node.copies)

    def entry(self, field: ir.CardField) -> Entry:
        """What is printed in a field."""
        values: list[Phrase] = []
        for value in field.values:
            if isinstance(value, ir.AbilityUse):
                values.append(Title("abilities", value.name))
            else:
                found = self.noun(value)
                values.append(
                    Noun(found.head, "", places=found.places, icon=found.icon) if isinstance(found, Noun) else found
                )
        is_many = len(field.values) > 1
        return Entry(Noun(self.vocabulary.key("field", field.name), "", is_many), tuple(values))

    def ability(self, use: ir.AbilityUse) -> Item:
        """An ability on a card, told of what it is printed with."""
        ability = next(one for one in self.game.abilities if one.name == use.name)
        with self.scope():
            for param, argument in zip(ability.params, use.arguments, strict=True):
                self.bind(param.name, self.noun(argument))
            lines = tuple(self.rule_line(rule) for rule in ability.rules)
        return self._item("abilities", ability, use.name, Title("abilities", use.name), *lines, rule=ability.rule or "")

    def part(self, card: ir.Card, part: ir.Part) -> Item:
        """An effect printed on a card."""
        key = f"{card.kind}.{card.number}.{part.name}"
        title = Title("parts", key) if part.title else Noun(self.vocabulary.key("field", part.name), "")
        found = self._item("parts", part, key, title, *self.block(part.block), rule=part.rule or "")
        return Item(found.section, part.name, title, found.lines, found.source, found.rule)

    # ---- scenarios --------------------------------------------------------------------------------------

    def item_Scenario(self, node: ir.Scenario) -> Item:
        players = Several(tuple(Name(heading(name)) for name in node.players))
        lines = [Line(clause("scenario-players", players=players))]
        for variant in node.variants:
            lines.append(Line(clause("scenario-variant", title=Title("variants", variant))))
        for name in node.players:
            self.bind(name, Name(heading(name)))
        if node.given.statements:
            lines.append(Line(clause("scenario-given"), self.block(node.given)))
        lines += [getattr(self, f"step_{type(step).__name__}")(step) for step in node.steps]
        return self._item("scenarios", node, node.title, Title("scenarios", node.title), *lines, rule=node.rule or "")

    def step_Plays(self, step: ir.Plays) -> Line:
        who = Name(heading(step.player))
        return Line(clause("step-plays", who, who=who, answers=self._answers(step.answers)))

    def step_Then(self, step: ir.Then) -> Line:
        return Line(clause("step-then", condition=self.condition(step.fact)))

    def step_Cannot(self, step: ir.Cannot) -> Line:
        who = Name(heading(step.player))
        reason = self.reasons.get(step.rule)
        if reason is None:
            return Line(clause("step-cannot", who, who=who, answers=self._answers(step.answers)))
        return Line(clause("step-cannot-because", who, who=who, answers=self._answers(step.answers), reason=reason))

    def _answers(self, answers: tuple[str, ...]) -> Phrase:
        return Several(tuple(self.answer(answer) for answer in answers), "listed")


def heading(name: str) -> str:
    """The name of a player, as one writes names."""
    return name[:1].upper() + name[1:]


def field_range(name: Noun, low: int, high: int, on_back: bool) -> Phrase:
    """A field with its range."""
    message = "field-range-back" if on_back else "field-range"
    return Formula(message, (("name", name), ("low", Amount(low)), ("high", Amount(high))))


__all__ = ["VALUES", "Item", "Planner"]
