"""Lower declarations to IR: check every phrase and sentence on the way.

Author mistakes are reported; what is returned is complete only if nothing was. Decisions named in `forbid` and `at`
may stand in any file, so the declarations that hold decisions are walked once before, with their reports thrown away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass

from compiler import ir, nodes
from compiler.diagnostics import Note, Report, did_you_mean
from compiler.nodes import Declaration
from compiler.resolve import Table
from compiler.scope import Scope
from compiler.sentences import Sentences
from compiler.types import NUMBER, UNKNOWN, Type, article, describe

FIRST_PLAYER = ("random", "oldest", "youngest", "first")


def lower(declarations: Sequence[Declaration], table: Table, report: Report) -> ir.Game:
    """The checked game."""
    needs_card = frozenset(
        d.name.text for d in declarations if isinstance(d, nodes.Procedure) and _speaks_of_this_card(d.block)
    )
    decisions: dict[str, dict[str, Scope]] = {}
    if any(isinstance(node, nodes.Forbid | nodes.Policy) for d in declarations for node in _rules_of(d)):
        scout = Lowering(table, Report(), needs_card, decisions)
        for declaration in declarations:
            if not isinstance(declaration, nodes.Scenario | nodes.Automa):
                scout.declaration(declaration)
    lowering = Lowering(table, report, needs_card, decisions)
    sections: dict[str, list[ir.Node]] = {}
    for declaration in declarations:
        lowered = lowering.declaration(declaration)
        if lowered is not None:
            sections.setdefault(_SECTIONS[type(lowered)], []).append(lowered)
    lowering.check_reasons()
    sections.get("cards", []).sort(key=lambda card: (card.kind, card.number) if isinstance(card, ir.Card) else ("", 0))
    return lowering.game({name: tuple(found) for name, found in sections.items()})


class Lowering(Sentences):
    """Lowers one game."""

    def __init__(
        self, table: Table, report: Report, needs_card: frozenset[str], decisions: dict[str, dict[str, Scope]]
    ) -> None:
        super().__init__(table, report)
        self.needs_card = needs_card
        self.decisions = decisions
        self.reasons: list[nodes.Ref] = []
        """The rules that scenarios name as reasons; known only when all rules are."""

    def game(self, sections: dict[str, tuple[ir.Node, ...]]) -> ir.Game:
        """The game itself: players, title, and all sections."""
        node = self.table.game
        assert node is not None, "the driver compiles only folders with a game"
        least, most, first = 1, 1, "random"
        seen: set[str] = set()
        for field in node.fields:
            seen.add(field.name.text)
            value = field.values[0]
            match field.name.text, value:
                case "players", nodes.NumberValue(low=low, high=high) if len(field.values) == 1:
                    least, most = low.value, (high or low).value
                    if not 1 <= least <= most <= 12:
                        self.report.error("C322", value.span, "a game has 1 to 12 players, fewest first", help="write `players 2 to 4`")
                case "first_player", nodes.NameValue(name=name, arguments=None) if name.text in FIRST_PLAYER:
                    first = name.text
                case "players" | "first_player", _:
                    usage = "players 2 to 4" if field.name.text == "players" else "first_player random"
                    self.report.error("C322", value.span, f"`{field.name.text}` can't be this", help=f"write `{usage}`")
                case _:
                    self.unknown_field(field, "a game", ["players", "first_player"])
        if "players" not in seen:
            self.report.error("C322", node.name.span, "how many players?", help="add `players 2 to 4`")
        return ir.Game(node.span, node.name.text, node.title.value, least, most, first, **sections)  # type: ignore[arg-type]

    def declaration(self, node: Declaration) -> ir.Node | None:
        """One declaration."""
        span = node.span
        match node:
            case nodes.Use() | nodes.Game():
                return None
            case nodes.Enum():
                names = tuple(member.text for member in node.members)
                return ir.Enum(span, *_words(node.noun), names)
            case nodes.Map():
                return self.map(node)
            case nodes.Grid():
                return self.grid(node)
            case nodes.Pieces():
                return self.piece_kind(node)
            case nodes.Count():
                holders = tuple(self.holder_type(name) for name in node.holders or ())
                return ir.Count(span, *_words(node.noun), holders, self.reset(node.reset))
            case nodes.Track():
                return self.track(node)
            case nodes.Mark():
                self.thing_type(node.on)
                return ir.Mark(span, node.name.text, node.on.text, self.reset(node.reset))
            case nodes.Zone():
                return self.zone(node)
            case nodes.Kind():
                return self.kind(node)
            case nodes.Query():
                return self.query_declaration(node)
            case nodes.Order():
                scope = self.parameters("noun", node.name.text, Scope())
                keys = tuple(self.key(key, scope) for key in node.keys)
                return ir.Order(span, node.name.text, self.ir_params("noun", node.name.text), self.rule_id(node.ref), keys)
            case nodes.Procedure():
                return self.procedure(node)
            case nodes.Ability():
                scope = Scope(this_card=self.carrier("ability"))
                scope = self.parameters("ability", node.name.text, scope)
                params = self.ir_params("ability", node.name.text)
                rules = tuple(self.rule(rule, scope) for rule in node.rules)
                title = node.title.value if node.title else None
                return ir.Ability(span, node.name.text, title, params, self.rule_id(node.ref), rules)
            case nodes.Variant():
                rules = tuple(self.rule(rule, Scope()) for rule in node.rules)
                default = node.default is not None and node.default.text == "yes"
                return ir.Variant(span, node.name.text, node.title.value, default, self.rule_id(node.ref), rules)
            case nodes.Automa():
                return self.automa(node)
            case nodes.Card():
                return self.card(node)
            case nodes.Scenario():
                return self.scenario(node)
            case _:
                return ir.GameRule(span, self.rule(node, Scope()))

    # ---- words ------------------------------------------------------------------------------------------------

    def map(self, node: nodes.Map) -> ir.Map:
        ends: list[str] = []
        edges = []
        for edge in node.edges:
            ends += [end.text for end in (edge.start, edge.end) if end.text not in ends]
            edges.append(ir.Edge(edge.span, f"{edge.start.text}_{edge.end.text}", edge.start.text, edge.end.text))
        return ir.Map(node.span, *_words(node.noun), tuple(ends), *_words(node.edge_noun), tuple(edges))

    def grid(self, node: nodes.Grid) -> ir.Grid:
        if node.holding is not None and node.holding.text != "card":
            self.kind_name(node.holding)
        axes = []
        for axis in node.axes:
            type_ = self.table.axis_types.get((node.noun.singular.text, axis.name.text), UNKNOWN)
            names: list[str] = []
            numbers: list[int] = []
            for value in axis.values:
                if isinstance(value, nodes.NumberValue):
                    high = value.high.value if value.high else value.low.value
                    if high < value.low.value or high - value.low.value > 100:
                        self.report.error("C421", value.span, "this range is empty or too long", help="write `0 to 5`")
                        continue
                    numbers += range(value.low.value, high + 1)
                elif type_.base == axis.name.text and isinstance(self.table.types.get(axis.name.text), nodes.Axis):
                    names.append(value.name.text)
            axes.append(ir.Axis(axis.span, axis.name.text, str(type_), tuple(names), tuple(numbers)))
        holding = node.holding.text if node.holding else None
        return ir.Grid(node.span, node.name.text, *_words(node.noun), holding, tuple(axes))

    def piece_kind(self, node: nodes.Pieces) -> ir.Pieces:
        self.holder_type(node.owner)
        if node.stock.value == 0:
            self.report.error("C422", node.stock.span, "no piece at all?", help="write how many each owner has")
        forms = []
        for form in node.forms:
            self.thing_type(form.place)
            forms.append(ir.Form(form.span, *_words(form.noun), form.label.text, form.place.text))
        fresh = self.reset(node.fresh.reset) if node.fresh else None
        return ir.Pieces(node.span, *_words(node.noun), node.owner.text, node.stock.value, tuple(forms), fresh)

    def track(self, node: nodes.Track) -> ir.Track:
        if node.owner is not None:
            self.thing_type(node.owner)
        type_ = self.table.type_of(node.type, self.report)
        if type_.many:
            self.report.error("C323", node.type.span, "a track has one value", help="use a zone for several cards")
        initial = self.initial(node, type_)
        private = node.sight is not None and node.sight.word.text != "open"
        if node.sight is not None and node.sight.unless is not None:
            self.variant_name(node.sight.unless)
        owner = node.owner.text if node.owner else None
        return ir.Track(node.span, node.name.text, owner, str(type_), private, initial, self.reset(node.reset))

    def initial(self, node: nodes.Track, type_: Type) -> ir.Number | ir.Answer | ir.Member | ir.NoneValue:
        """The first value of a track: as written, or 0, no, none; an unset thing is none until it is set."""
        value = node.initial
        span = value.span if value is not None else node.span
        if value is None:
            if type_ == NUMBER:
                return ir.Number(span, 0)
            return ir.Answer(span, False) if type_.base == "yes/no" else ir.NoneValue(span)
        if isinstance(value, nodes.NumberValue) and type_ == NUMBER and value.high is None:
            return ir.Number(span, value.low.value)
        if isinstance(value, nodes.NameValue) and value.arguments is None:
            name = value.name.text
            if type_.base == "yes/no" and name in ("yes", "no"):
                return ir.Answer(span, name == "yes")
            if type_.optional and name == "none":
                return ir.NoneValue(span)
            if self.table.is_member(name, type_.base):
                self.table.use("member", f"{type_.base}.{name}")
                return ir.Member(span, type_.base, name)
        if type_ != UNKNOWN:
            self.bad_value(value, type_, f"the first value of `{node.name.text}`")
        return ir.NoneValue(span)

    def zone(self, node: nodes.Zone) -> ir.Zone:
        if node.owner is not None:
            self.thing_type(node.owner)
        if node.holds.text != "card":
            self.kind_name(node.holds)
        if node.sight.unless is not None:
            self.variant_name(node.sight.unless)
        return ir.Zone(
            node.span,
            *_words(node.noun),
            node.owner.text if node.owner else None,
            node.shape.text,
            node.holds.text,
            node.sight.word.text,
            node.sight.unless.text if node.sight.unless else None,
            node.full is not None,
        )

    def kind(self, node: nodes.Kind) -> ir.Kind:
        name = node.noun.singular.text
        if node.owner is not None and node.owner.text != "player":
            self.report.error("C324", node.owner.span, "only players have cards of their own", help="write `of player`")
        if node.working_in is not None:
            self.zone_name(node.working_in)
        entries = []
        for field in self.table.kinds.get(name, {}).values():
            entry = field.entry
            low = entry.type.low.value if isinstance(entry.type, nodes.RangeType) else None
            high = entry.type.high.value if isinstance(entry.type, nodes.RangeType) else None
            if low is not None and high is not None and low > high:
                self.report.error("C421", entry.span, "this range is empty", help=f"write `{high} to {low}`")
            if field.type.base == "ability":
                self.table.use("field", f"{name}.{entry.name.text}")
                if node.working_in is None:
                    self.report.error(
                        "C325",
                        entry.span,
                        "where do these abilities work?",
                        help=f"write `kind {name} working in ZONE {{ … }}`",
                    )
            entries.append(ir.Entry(entry.span, entry.name.text, str(field.type), low, high, entry.on_back is not None))
        owner = node.owner.text if node.owner else None
        working_in = node.working_in.text if node.working_in else None
        return ir.Kind(node.span, *_words(node.noun), owner, working_in, tuple(entries))

    # ---- rules ------------------------------------------------------------------------------------------------

    def query_declaration(self, node: nodes.Query) -> ir.Query:
        name = node.name.text
        scope = self.parameters("noun", name, Scope())
        type_ = self.table.type_of(node.type, self.report)
        value = self.expression(node.value, scope, type_)
        self.expect(value, type_, node.value.span, f"the value of `{name}`")
        params = self.ir_params("noun", name)
        return ir.Query(node.span, name, params, str(type_), self.rule_id(node.ref), value.expr)

    def procedure(self, node: nodes.Procedure) -> ir.Procedure:
        name, family = node.name.text, node.family.text
        carrier = self.carrier(family) if family in ("icon", "action") else None
        scope = self.parameters("procedure", name, Scope(this_card=carrier))
        params = self.ir_params("procedure", name)
        for param in self.table.params_of("procedure", name):
            if param.label is not None:
                self.report.error("C326", param.span, "a procedure's parameters have no preposition", help=f"write `{param.name}`")
        if name in ("setup", "turn") and params:
            self.report.error("C326", node.name.span, f"`{name}` takes no parameters")
        return ir.Procedure(node.span, name, family, params, self.rule_id(node.ref), self.block(node.block, scope))

    def carrier(self, field_type: str) -> Type:
        """The kind of card that has fields of this type; any card if there are several such kinds."""
        kinds = [k for k, fs in self.table.kinds.items() if any(f.type.base == field_type for f in fs.values())]
        return Type(kinds[0]) if len(kinds) == 1 else Type("card")

    def parameters(self, space: str, name: str, scope: Scope) -> Scope:
        for param in self.table.params_of(space, name):
            scope = scope.with_local(param.name, param.type, param.span)
        return scope

    def ir_params(self, space: str, name: str) -> tuple[ir.Param, ...]:
        return tuple(ir.Param(p.span, p.name, str(p.type), p.label) for p in self.table.params_of(space, name))

    def automa(self, node: nodes.Automa) -> ir.Automa:
        rules: list[ir.Rule] = []
        policies: list[ir.Policy] = []
        for item in node.items:
            if not isinstance(item, nodes.Policy):
                rules.append(self.rule(item, Scope()))
                continue
            prefers = []
            for prefer in item.prefers:
                scope = self.at_decision(item.decision, prefer.name, Scope(in_rule=True))
                condition = self.optional_condition(prefer.condition, scope)
                keys = tuple(self.key(key, scope) for key in prefer.keys or ())
                prefers.append(ir.Prefer(prefer.span, prefer.name.text, condition, keys))
            policies.append(ir.Policy(item.span, item.decision.id, tuple(prefers)))
        title, rule = node.title.value, self.rule_id(node.ref)
        return ir.Automa(node.span, node.name.text, title, rule, tuple(rules), tuple(policies))

    # ---- cards ------------------------------------------------------------------------------------------------

    def card(self, node: nodes.Card) -> ir.Card | None:
        kind = node.kind.text
        if kind not in self.table.kinds:
            self.kind_name(node.kind)
            return None
        self.table.use("type", kind)
        declared = self.table.kinds[kind]
        scope = Scope(this_card=Type(kind))
        printed: dict[str, nodes.Node] = {}
        card_fields, parts, rules = [], [], []
        copies = 1
        for item in node.items:
            if isinstance(item, nodes.Field | nodes.Part):
                if item.name.text in printed:
                    self.report.error(
                        "C203",
                        item.name.span,
                        f"`{item.name.text}` is written twice on this card",
                        notes=[Note("first written in", printed[item.name.text].span)],
                    )
                    continue
                printed[item.name.text] = item
            match item:
                case nodes.Field(name=nodes.Name(text="copies")):
                    copies = self.copies(item)
                case nodes.Field():
                    if (lowered := self.card_field(item, kind)) is not None:
                        card_fields.append(lowered)
                case nodes.Part():
                    parts.append(self.part(item, kind, scope))
                case _:
                    rules.append(self.rule(item, scope))
        for name, field in declared.items():
            needed = not field.type.many and not field.type.optional
            if needed and name not in printed:
                self.report.error(
                    "C327",
                    node.kind.span.to(node.number.span),
                    f"this {kind} has no `{name}`",
                    label="missing",
                    help=f"add `{name} {{ }}`" if field.type.base == "effect" else f"add `{name} …`",
                    notes=[Note("the field is declared in", field.entry.span)],
                )
        title = node.title.value if node.title else None
        key = (tuple(card_fields), tuple(parts), tuple(rules))
        return ir.Card(node.span, kind, node.number.value, title, copies, *key)

    def copies(self, item: nodes.Field) -> int:
        value = item.values[0]
        if len(item.values) == 1 and isinstance(value, nodes.NumberValue) and value.high is None and value.low.value > 0:
            return value.low.value
        self.report.error("C328", item.span, "`copies` is one number", help="write `copies 3`")
        return 1

    def card_field(self, item: nodes.Field, kind: str) -> ir.CardField | None:
        declared = self.table.kinds[kind].get(item.name.text)
        if declared is None:
            self.unknown_field(item, article(kind), [*self.table.kinds[kind], "copies"])
            return None
        if declared.type.base == "effect":
            self.report.error("C328", item.span, f"`{item.name.text}` is an effect", help=f"write `{item.name.text} {{ … }}`")
            return None
        if len(item.values) > 1 and not declared.type.many:
            self.report.error(
                "C328",
                item.span,
                f"`{item.name.text}` has one value",
                notes=[Note("the field is declared in", declared.entry.span)],
            )
        values = [self.printed_value(value, declared.type, declared.entry) for value in item.values]
        return ir.CardField(item.span, item.name.text, tuple(value for value in values if value is not None))

    def printed_value(
        self, value: nodes.Value, type_: Type, entry: nodes.Entry
    ) -> ir.Number | ir.Answer | ir.Member | ir.AbilityUse | None:
        what = f"`{entry.name.text}`"
        match value:
            case nodes.NumberValue(low=low, high=None) if type_.base == "number":
                if isinstance(entry.type, nodes.RangeType) and not entry.type.low.value <= low.value <= entry.type.high.value:
                    self.report.error(
                        "C329",
                        value.span,
                        f"{what} is {entry.type.low.value} to {entry.type.high.value}",
                        label="outside",
                        notes=[Note("the field is declared in", entry.span)],
                    )
                return ir.Number(value.span, low.value)
            case nodes.NameValue(name=name, arguments=None) if type_.base == "yes/no" and name.text in ("yes", "no"):
                return ir.Answer(value.span, name.text == "yes")
            case nodes.NameValue(name=name) if type_.base == "ability" and name.text in self.table.abilities:
                self.table.use("ability", name.text)
                arguments = self.printed_arguments(value, "ability", name.text)
                return ir.AbilityUse(value.span, name.text, arguments)
            case nodes.NameValue(name=name) if self.table.is_member(name.text, type_.base):
                self.table.use("member", f"{type_.base}.{name.text}")
                if type_.base in ("icon", "action"):
                    self.table.use("procedure", name.text)
                    arguments = self.printed_arguments(value, "procedure", name.text)
                    return ir.Member(value.span, type_.base, name.text, arguments)
                if value.arguments is not None:
                    self.report.error("C301", value.span, f"`{name.text}` takes no arguments", help=f"write `{name.text}`")
                return ir.Member(value.span, type_.base, name.text)
            case _:
                if type_ != UNKNOWN:
                    self.bad_value(value, type_, what, entry)
                return None

    def printed_arguments(self, value: nodes.NameValue, space: str, name: str) -> tuple[ir.Expr, ...]:
        """The arguments of an icon, action or ability on a card."""
        params = self.table.params_of(space, name)
        given = value.arguments or ()
        if len(given) != len(params):
            wants = f"{name}({', '.join(p.name for p in params)})" if params else name
            self.report.error(
                "C301", value.span, f"`{name}` takes {len(params)} arguments, not {len(given)}", help=f"write `{wants}`"
            )
            return ()
        found: list[ir.Expr] = []
        for param, argument in zip(params, given, strict=True):
            if isinstance(argument, nodes.NumberValue) and param.type == NUMBER and argument.high is None:
                found.append(ir.Number(argument.span, argument.low.value))
            elif isinstance(argument, nodes.NameValue) and self.table.is_member(argument.name.text, param.type.base):
                self.table.use("member", f"{param.type.base}.{argument.name.text}")
                found.append(ir.Member(argument.span, param.type.base, argument.name.text))
            elif param.type != UNKNOWN:
                self.bad_value(argument, param.type, f"`{param.name}` of `{name}`")
        return tuple(found)

    def bad_value(self, value: nodes.Value, type_: Type, what: str, entry: nodes.Entry | None = None) -> None:
        """A value that a field or argument can't have."""
        members = self.table.members_of(type_.base)
        written = value.name.text if isinstance(value, nodes.NameValue) else str(value.low.value)
        guess = did_you_mean(written, members)
        some = ", ".join(f"`{member}`" for member in members[:8])
        self.report.error(
            "C330",
            value.span,
            f"`{written}` is no {type_.base}" if type_.base not in ("number", "yes/no") else f"{what} is {describe(type_.one)}",
            label=f"{what} is {describe(type_.one)}",
            help=f"did you mean `{guess}`?" if guess else f"one of {some}" if some else None,
            notes=[Note("the field is declared in", entry.span)] if entry is not None else (),
        )

    def part(self, item: nodes.Part, kind: str, scope: Scope) -> ir.Part:
        declared = self.table.kinds[kind].get(item.name.text)
        if declared is None:
            self.unknown_field(item, article(kind), list(self.table.kinds[kind]))
        elif declared.type.base not in ("effect", "?"):
            self.report.error(
                "C328",
                item.name.span,
                f"`{item.name.text}` is no effect",
                label=f"it is {describe(declared.type)}",
                help=f"write `{item.name.text} …` without braces",
                notes=[Note("the field is declared in", declared.entry.span)],
            )
        title = item.title.value if item.title else None
        return ir.Part(item.span, item.name.text, title, self.rule_id(item.ref), self.block(item.block, scope))

    # ---- scenarios ----------------------------------------------------------------------------------------------

    def scenario(self, node: nodes.Scenario) -> ir.Scenario:
        players = [name.text for name in node.players]
        for name in node.players:
            if name.text in self.table.nouns or name.text in self.table.members or players.count(name.text) > 1:
                self.report.error("C233", name.span, f"`{name.text}` has another meaning", help="choose another name for the player")
        scope = Scope(players=frozenset(players), in_rule=False)
        variants = []
        for name in node.variants or ():
            self.variant_name(name)
            variants.append(name.text)
        given = self.block(node.given, scope)
        steps: list[ir.Step] = []
        for step in node.steps:
            match step:
                case nodes.Then():
                    steps.append(ir.Then(step.span, self.condition(step.fact, scope)))
                case nodes.Plays() | nodes.Cannot():
                    if step.player.text not in players:
                        guess = did_you_mean(step.player.text, players)
                        self.report.error(
                            "C234",
                            step.player.span,
                            f"`{step.player.text}` does not play here",
                            help=f"did you mean `{guess}`?" if guess else "the players of this scenario stand behind `players`",
                        )
                    answers = tuple(" ".join(answer.span.text.split()) for answer in step.answers)
                    if isinstance(step, nodes.Plays):
                        steps.append(ir.Plays(step.span, step.player.text, answers))
                    else:
                        self.reasons.append(step.ref)
                        steps.append(ir.Cannot(step.span, step.player.text, answers, step.ref.id))
        rule = self.rule_id(node.ref)
        return ir.Scenario(node.span, node.title.value, rule, tuple(players), tuple(variants), given, tuple(steps))

    def check_reasons(self) -> None:
        """Report reasons that no rule can give."""
        for ref in self.reasons:
            if ref.id not in self.table.rule_ids:
                guess = did_you_mean(ref.id, self.table.rule_ids)
                self.report.error(
                    "C239",
                    ref.span,
                    f"no rule has the id `{ref.id}`",
                    help=f"did you mean `[{guess}]`?" if guess else "name the id of the `require`, `pay` or `forbid` that stops it",
                )

    # ---- names of declarations ------------------------------------------------------------------------------------

    def thing_type(self, name: nodes.Name) -> str:
        """A type whose members can carry or own something."""
        if name.text in ("player", "card"):
            return name.text
        type_ = self.table.type_of(nodes.NamedType(name.span, name), self.report)
        if type_ == NUMBER or type_.base in ("yes/no", "icon", "action", "ability", "effect"):
            self.report.error("C331", name.span, f"{describe(type_)} can't have anything", help="name a type such as `player`")
        return name.text

    holder_type = thing_type

    def kind_name(self, name: nodes.Name) -> None:
        if name.text in self.table.kinds:
            self.table.use("type", name.text)
            return
        guess = did_you_mean(name.text, [*self.table.kinds, "card"])
        self.report.error(
            "C235",
            name.span,
            f"unknown kind of card `{name.text}`",
            label="no kind has this name",
            help=f"did you mean `{guess}`?" if guess else f"declare it: `kind {name.text}/{name.text}s {{ … }}`",
        )

    def zone_name(self, name: nodes.Name) -> None:
        if isinstance(self.table.nouns.get(name.text), nodes.Zone | nodes.Grid):
            self.table.use("noun", name.text)
            return
        zones = [n for n, m in self.table.nouns.items() if isinstance(m, nodes.Zone)]
        guess = did_you_mean(name.text, zones)
        self.report.error(
            "C236",
            name.span,
            f"unknown zone `{name.text}`",
            label="no zone has this name",
            help=f"did you mean `{guess}`?" if guess else f"declare it: `zone {name.text}: pile of card, open`",
        )

    def variant_name(self, name: nodes.Name) -> None:
        if isinstance(self.table.nouns.get(name.text), nodes.Variant):
            self.table.use("noun", name.text)
            return
        guess = did_you_mean(name.text, [n for n, m in self.table.nouns.items() if isinstance(m, nodes.Variant)])
        self.report.error(
            "C237", name.span, f"unknown variant `{name.text}`", help=f"did you mean `{guess}`?" if guess else None
        )

    def reset(self, node: nodes.Reset | None) -> str | None:
        """The procedure whose start makes something forgotten."""
        if node is None:
            return None
        name = node.procedure
        if name.text not in self.table.procedures:
            guess = did_you_mean(name.text, self.table.procedures)
            self.report.error(
                "C230",
                name.span,
                f"unknown procedure `{name.text}`",
                label="nothing to do has this name",
                help=f"did you mean `{guess}`?" if guess else None,
            )
        self.table.use("procedure", name.text)
        return name.text

    def unknown_field(self, item: nodes.Field | nodes.Part, what: str, names: Sequence[str]) -> None:
        guess = did_you_mean(item.name.text, names)
        self.report.error(
            "C238",
            item.name.span,
            f"{what} has no field `{item.name.text}`",
            label="no such field",
            help=f"did you mean `{guess}`?" if guess else "one of " + ", ".join(f"`{name}`" for name in names),
        )


def _words(noun: nodes.Noun) -> tuple[str, str]:
    return noun.singular.text, (noun.plural or noun.singular).text


def _rules_of(node: Declaration) -> Iterator[object]:
    """The rules and policies directly in a declaration, and in the blocks of it."""
    yield node
    yield from _descendants(node, (nodes.Forbid, nodes.Policy))


def _speaks_of_this_card(block: nodes.Block) -> bool:
    return next(iter(_descendants(block, (nodes.ThisCard,))), None) is not None


def _descendants(node: object, wanted: tuple[type, ...]) -> Iterable[object]:
    stack = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, wanted):
            yield here
        if isinstance(here, tuple):
            stack.extend(here)
        elif isinstance(here, nodes.Node) and is_dataclass(here):
            stack.extend(getattr(here, field.name) for field in fields(here) if field.name != "span")


_SECTIONS: dict[type, str] = {
    ir.Enum: "enums", ir.Map: "maps", ir.Grid: "grids", ir.Pieces: "pieces", ir.Count: "counts", ir.Track: "tracks",
    ir.Mark: "marks", ir.Zone: "zones", ir.Kind: "kinds", ir.Query: "queries", ir.Order: "orders",
    ir.Procedure: "procedures", ir.Ability: "abilities", ir.Variant: "variants", ir.Automa: "automas",
    ir.Card: "cards", ir.Scenario: "scenarios", ir.GameRule: "rules",
}  # fmt: skip

