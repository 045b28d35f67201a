"""Lower declarations to IR: check every phrase and sentence on the way.

Author mistakes are reported; what is returned is complete only if nothing was. Decisions named in `forbid` and `at`
may stand in any file, so the declarations that hold decisions are walked once before, with their reports thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace

from compiler import ir, nodes
from compiler.diagnostics import Note, Report, did_you_mean, suggestion
from compiler.fitting import one_of
from compiler.nodes import Declaration
from compiler.printed import Cards
from compiler.resolve import Table, only_on_cards
from compiler.scope import Scope
from compiler.source import Span
from compiler.types import BUILT_IN, UNKNOWN, Type
from compiler.vocabulary import words

ANSWERS = ("yes", "no", "accept", "refuse", "stop", "again", "none")
FIRST_PLAYER = ("random", "oldest", "youngest", "first")


def lower(declarations: Sequence[Declaration], table: Table, report: Report) -> ir.Game | None:
    """The checked game; None if no declaration says which game it is."""
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
    lowering.check_answers()
    sections.get("cards", []).sort(key=lambda card: (card.kind, card.number) if isinstance(card, ir.Card) else ("", 0))
    if table.game is None:
        return None
    return lowering.game(table.game, {name: tuple(found) for name, found in sections.items()})


class Lowering(Cards):
    """Lowers one game."""

    def __init__(
        self, table: Table, report: Report, needs_card: frozenset[str], decisions: dict[str, dict[str, Scope]]
    ) -> None:
        super().__init__(table, report)
        self.needs_card = needs_card
        self.decisions = decisions
        self.decision_shapes = {}
        self.people: set[str] = set()
        self.answers: list[nodes.Simple | nodes.Number] = []
        """The answers of scenarios; what can be chosen is known only when all decisions are."""
        self.reasons: list[nodes.Ref] = []
        """The rules that scenarios name as reasons; known only when all rules are."""

    def game(self, node: nodes.Game, sections: dict[str, tuple[ir.Node, ...]]) -> ir.Game:
        """The game itself: players, title, and all sections."""
        least, most, first = 1, 1, "random"
        seen: set[str] = set()
        for field in node.fields:
            seen.add(field.name.text)
            value = field.values[0]
            match field.name.text, value:
                case "players", nodes.NumberValue(low=low, high=high) if len(field.values) == 1:
                    least, most = low.value, (high or low).value
                    if not 1 <= least <= most <= 12:
                        self.report.error(
                            "C322",
                            value.span,
                            "a game has 1 to 12 players, fewest first",
                            help="write `players 2 to 4`",
                        )
                case "first_player", nodes.NameValue(name=name, arguments=None) if name.text in FIRST_PLAYER:
                    first = name.text
                case "players" | "first_player", _:
                    players = field.name.text == "players"
                    self.report.error(
                        "C322",
                        value.span,
                        "`players` is a number, or a range" if players else f"`{value.span.text}` can't say who begins",
                        help="write `players 2 to 4`" if players else one_of(FIRST_PLAYER),
                    )
                case _:
                    seen.add(self.unknown_field(field, "a game", ["players", "first_player"]) or "")
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
                return ir.Enum(span, *words(node.noun), names)
            case nodes.Map():
                return self.map(node)
            case nodes.Grid():
                return self.grid(node)
            case nodes.Pieces():
                return self.piece_kind(node)
            case nodes.Count():
                holders = tuple(self.thing_type(name) for name in node.holders or ())
                return ir.Count(span, *words(node.noun), holders, self.reset(node.reset))
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
                return ir.Order(
                    span, node.name.text, self.ir_params("noun", node.name.text), self.rule_id(node.ref), keys
                )
            case nodes.Procedure():
                return self.procedure(node)
            case nodes.Ability():
                scope = Scope(this_card=self.carrier("ability"))
                scope = self.parameters("ability", node.name.text, scope)
                params = self.ir_params("ability", node.name.text)
                rules = self.rules(node.rules, scope, node.ref)
                title = node.title.value if node.title else None
                return ir.Ability(span, node.name.text, title, params, self.rule_id(node.ref), rules)
            case nodes.Variant():
                rules = self.rules(node.rules, Scope(), node.ref)
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

    # ---- rules ----------------------------------------------------------------------------------------------

    def rules(self, rules: Iterable[nodes.Rule], scope: Scope, ref: nodes.Ref | None) -> tuple[ir.Rule, ...]:
        """The rules of a declaration; those without an id of their own have its id."""
        lowered = (self.rule(rule, scope) for rule in rules)
        return tuple(replace(rule, rule=rule.rule or self.rule_id(ref)) for rule in lowered)

    def query_declaration(self, node: nodes.Query) -> ir.Query:
        name = node.name.text
        scope = self.parameters("noun", name, Scope())
        type_ = self.table.type_of(node.type, self.report)
        only_on_cards(node.type, self.report)
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
                self.report.error(
                    "C326", param.span, "a procedure's parameters have no preposition", help=f"write `{param.name}`"
                )
        if name in ("setup", "turn") and params:
            self.report.error("C326", node.name.span, f"`{name}` takes no parameters", help="leave them out")
        return ir.Procedure(node.span, name, family, params, self.rule_id(node.ref), self.block(node.block, scope))

    def carrier(self, field_type: str) -> Type:
        """The kind of card that has fields of this type; any card if there are several such kinds."""
        kinds = [k for k, fs in self.table.kinds.items() if any(f.type.base == field_type for f in fs.values())]
        return Type(kinds[0]) if len(kinds) == 1 else Type("card")

    def parameters(self, space: str, name: str, scope: Scope) -> Scope:
        for param in self.table.params_of(space, name):
            scope = scope.with_local(param.name, param.type, param.span)
            meant = did_you_mean(param.name, [*self.table.types, *BUILT_IN]) if param.type == UNKNOWN else None
            if meant is not None and meant not in scope.locals:  # the misspelt name has been reported
                scope = scope.with_local(meant, Type(meant), param.span)
        return scope

    def ir_params(self, space: str, name: str) -> tuple[ir.Param, ...]:
        return tuple(ir.Param(p.span, p.name, str(p.type), p.label) for p in self.table.params_of(space, name))

    def automa(self, node: nodes.Automa) -> ir.Automa:
        rules = self.rules((item for item in node.items if not isinstance(item, nodes.Policy)), Scope(), node.ref)
        policies: list[ir.Policy] = []
        for item in node.items:
            if not isinstance(item, nodes.Policy):
                continue
            prefers = []
            always: dict[str, Span] = {}
            for prefer in item.prefers:
                self.check_reached(prefer, always)
                scope = self.at_decision(item.decision, prefer.name, Scope(in_rule=True))
                if scope is None:
                    continue
                condition = self.optional_condition(prefer.condition, scope)
                keys = tuple(self.key(key, scope) for key in prefer.keys or ())
                prefers.append(ir.Prefer(prefer.span, prefer.name.text, condition, keys))
            policies.append(ir.Policy(item.span, item.decision.id, tuple(prefers)))
        title, rule = node.title.value, self.rule_id(node.ref)
        return ir.Automa(node.span, node.name.text, title, rule, rules, tuple(policies))

    def check_reached(self, prefer: nodes.Prefer, always: dict[str, Span]) -> None:
        """Report a preference behind one that speaks of the same and always applies."""
        name = prefer.name.text
        if name in always:
            self.report.error(
                "C425",
                prefer.span,
                "she never comes to this line",
                label=f"whatever `{name}` it is about is taken by an earlier one",
                help="move it up, or give the earlier one a condition",
                notes=[Note("the earlier one is in", always[name])],
            )
        elif prefer.condition is None:
            always[name] = prefer.span

    # ---- scenarios ------------------------------------------------------------------------------------------

    def scenario(self, node: nodes.Scenario) -> ir.Scenario:
        players = [name.text for name in node.players]
        self.people.update(players)
        for index, name in enumerate(node.players):
            twice = name.text in players[:index]
            meaning = self.table.nouns.get(name.text)
            is_automa = isinstance(meaning, nodes.Automa)  # she plays herself
            if twice or (meaning is not None and not is_automa) or name.text in self.table.members:
                self.report.error(
                    "C233",
                    name.span,
                    f"`{name.text}` plays twice" if twice else f"`{name.text}` has another meaning in this game",
                    help="choose another name for the player",
                )
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
                        self.report.error(
                            "C234",
                            step.player.span,
                            f"`{step.player.text}` does not play here",
                            help=suggestion(step.player.text, players)
                            or "the players of this scenario stand behind `players`",
                        )
                    self.answers += step.answers
                    answers = tuple(_spelled(answer.span.text) for answer in step.answers)
                    if isinstance(step, nodes.Plays):
                        steps.append(ir.Plays(step.span, step.player.text, answers))
                    else:
                        self.reasons.append(step.ref)
                        steps.append(ir.Cannot(step.span, step.player.text, answers, step.ref.id))
        rule = self.rule_id(node.ref)
        return ir.Scenario(node.span, node.title.value, rule, tuple(players), tuple(variants), given, tuple(steps))

    def check_answers(self) -> None:
        """Report answers that nothing in the game is called by."""
        table = self.table
        options = {name for names in self.decisions.values() for name in names}
        known = {*options, *table.members, *table.types, *table.procedures, *ANSWERS, *table.abilities}
        known |= {name for name, meaning in table.nouns.items() if isinstance(meaning, nodes.Automa)} | self.people
        for answer in self.answers:
            if not isinstance(answer, nodes.PhraseRef) or answer.noun.text in known:
                continue
            self.report.error(
                "C201",
                answer.noun.span,
                f"unknown answer `{answer.noun.text}`",
                label="no option and nothing that can be chosen has this name",
                help=suggestion(answer.noun.text, known) or "answers are options and things, as they are spelled",
            )

    def check_reasons(self) -> None:
        """Report reasons that no rule can give."""
        for ref in self.reasons:
            if ref.id not in self.table.rule_ids:
                guess = did_you_mean(ref.id, self.table.rule_ids)
                self.report.error(
                    "C239",
                    ref.span,
                    f"no rule has the id `{ref.id}`",
                    help=f"did you mean `[{guess}]`?"
                    if guess
                    else "name the id of the `require`, `pay` or `forbid` that stops it",
                )


def _spelled(answer: str) -> str:
    """An answer as options are spelled, whatever spaces and comments the author has put in."""
    words = " ".join(re.sub(r"#[^\n]*", " ", answer).split())
    return re.sub(r" ?([(,)]) ?", lambda sign: ", " if sign[1] == "," else sign[1], words)


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
