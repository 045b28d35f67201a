"""Heads and gates: nothing that can fail stands where something has already changed.

So a gate that opens can be gone through to its end, and no player is ever left without an option. See
docs/decisions.md, "Heads and gates".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler import ir
from compiler.callgraph import CallGraph
from compiler.diagnostics import Note, Report
from compiler.source import Span
from compiler.walk import descendants


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a block or procedure is like from outside."""

    can_fail: bool
    pure: bool
    """Nothing but decisions, conditions and costs: a head and no body."""


class Flow:
    """Knows for each procedure whether it can fail and whether it is all head."""

    def __init__(self, game: ir.Game, report: Report) -> None:
        self.game = game
        self.report = self.whole_report = report
        self.graph = CallGraph(game)
        forbids = (node for node in descendants(game) if isinstance(node, ir.Forbid))
        self.forbidden = {(node.decision, node.name) for node in forbids}
        self.outcomes: dict[str, Outcome] = {}
        self.running: set[str] = set()
        self.change: Span | None = None
        """Where the gate that is being looked at has first changed something."""

    def check(self) -> None:
        """Go through every block of the game once."""
        for procedure in self.game.procedures:
            outcome = self.outcome(procedure.name)
            if procedure.name in ("setup", "turn") and outcome.can_fail:
                self.report.error(
                    "C402",
                    self.first_failing(procedure.block).span,
                    f"`{procedure.name}` itself can't be refused",
                    label="if this is not possible, the game stands still",
                    help="wrap it in `if possible { … }` or `may { … }`",
                )
        for name in self.graph.blocks:
            self.outcome(name)
        for card in self.game.cards:
            self.rules(card.rules)
        for ability in self.game.abilities:
            self.rules(ability.rules)
        for variant in self.game.variants:
            self.rules(variant.rules)
        for automa in self.game.automas:
            self.rules(automa.rules)
        self.rules(declared.rule for declared in self.game.rules)

    def rules(self, rules: Iterable[ir.Rule]) -> None:
        for rule in rules:
            if isinstance(rule, ir.Hook):
                self.gate(rule.block)

    def outcome(self, name: str) -> Outcome:
        """What a procedure or a printed effect is like; one that does itself is reported elsewhere."""
        if name in self.outcomes:
            return self.outcomes[name]
        block = self.graph.blocks.get(name)
        if block is None or name in self.running:
            return Outcome(False, False)
        self.running.add(name)
        report, self.report = self.report, self.whole_report  # looked at once, so what is wrong is reported now
        self.outcomes[name] = self.gate(block)
        self.report = report
        self.running.discard(name)
        return self.outcomes[name]

    def failing_value(self, value: ir.Expr | None) -> ir.Block | None:
        """What can fail of all that a value may hold."""
        names = (name for name in self.graph.held_by(value) if self.outcome(name).can_fail)
        return self.graph.blocks.get(next(names, ""))

    def silent(self, block: ir.Block) -> Outcome:
        """What a gate is like, without reporting what is wrong in it."""
        report, self.report = self.report, Report()
        outcome = self.gate(block)
        self.report = report
        return outcome

    def gate(self, block: ir.Block) -> Outcome:
        """A block that is a gate of its own."""
        outside, self.change = self.change, None
        can_fail, still_open = self.scan(block, True)
        self.change = outside
        return Outcome(can_fail, still_open)

    def scan(self, block: ir.Block, is_open: bool) -> tuple[bool, bool]:
        """Whether the block can fail, and whether the head goes on behind it."""
        failing = False
        for statement in block.statements:
            can_fail, goes_on = self.statement(statement, is_open)
            if can_fail and not is_open:
                self.too_late(statement)
            failing = failing or (can_fail and is_open)
            if not goes_on and self.change is None:
                self.change = statement.span
            is_open = is_open and goes_on
        return failing, is_open

    def statement(self, node: ir.Stmt, is_open: bool) -> tuple[bool, bool]:
        """Whether a sentence can fail, and whether it leaves everything unchanged."""
        match node:
            case ir.Choose(set=things) if _has_members(things) and (node.rule, node.variable) not in self.forbidden:
                return False, True
            case ir.Choose() | ir.Require() | ir.Pay() | ir.Ask():
                if isinstance(node, ir.Ask) and node.otherwise is not None and self.gate(node.otherwise).can_fail:
                    failing = self.first_failing(node.otherwise)
                    self.report.error(
                        "C401",
                        failing.span,
                        "this can fail when the offer is refused",
                        label="perhaps this is not possible",
                        help="wrap it in `if possible { … }` or `may { … }`",
                    )
                if isinstance(node, ir.Pay) and node.by is not None and self.statement(node.by, False)[0]:
                    self.too_late(node.by, "decide everything before, and lay the money out with what can't fail")
                return True, True
            case ir.Let():
                return False, True
            case ir.ChooseOne(options=options):
                outcomes = [self.gate(option.block) for option in options]
                safe = any(
                    not outcome.can_fail and not option.binders and (node.rule, option.name) not in self.forbidden
                    for outcome, option in zip(outcomes, options, strict=True)
                )
                return not safe, all(o.pure for o in outcomes)
            case ir.May(block=block, rule=rule):
                self.gate(block)
                self.check_id(node, rule, block)
                return False, False
            case ir.IfPossible(then=then, otherwise=otherwise):
                pure = self.gate(then).pure
                if otherwise is None:
                    return False, pure
                can_fail, goes_on = self.scan(otherwise, is_open)
                return can_fail, pure and goes_on
            case ir.Repeat():
                can_fail = self.gate(node.block).can_fail
                if node.asks:
                    self.check_id(node, node.rule, node.block)
                return can_fail and _at_least_once(node), False
            case ir.ForEach(block=block):
                return self.loop(block, is_open)
            case ir.AsPlayer(block=block, each=each):
                return self.loop(block, is_open) if each else self.scan(block, is_open)
            case ir.If(then=then, otherwise=otherwise):
                fails, goes_on = self.scan(then, is_open)
                if otherwise is not None:
                    also_fails, also_on = self.scan(otherwise, is_open)
                    fails, goes_on = fails or also_fails, goes_on and also_on
                return fails, goes_on
            case ir.Do(procedure=name, value=value):
                if name is None:
                    return self.failing_value(value) is not None, False
                outcome = self.outcome(name)
                return outcome.can_fail, outcome.pure
            case ir.Until(rules=rules):
                self.rules(rules)
                return False, False
            case _:
                return False, False

    def check_id(self, node: ir.May | ir.Repeat, rule: str | None, block: ir.Block) -> None:
        """Report a decision without an id: its own, or that of the first choice in it."""
        if rule is None and not self.first_choice(block):
            word = node.span.text.split(None, 1)[0]
            self.report.error(
                "C409",
                node.span.source.span(node.span.start, node.span.start + len(word)),
                "this decision has no id",
                label="it can't be named in explanations and translations",
                help=f"put one behind it: `{word} [topic.detail] {{ … }}`"
                if word == "may"
                else "put one before the brace: `repeat … [topic.detail] { … }`",
            )

    def first_choice(self, block: ir.Block) -> bool:
        """Whether the head of a block has a choice, whose id can be borrowed."""
        for statement in block.statements:
            match statement:
                case ir.Choose() | ir.ChooseOne():
                    return True
                case ir.Do(procedure=str(name)) if name in self.graph.blocks and self.first_choice(
                    self.graph.blocks[name]
                ):
                    return True
                case ir.If(then=then) if self.first_choice(then):
                    return True
                case _ if not self.statement(statement, True)[1]:
                    return False
        return False

    def loop(self, block: ir.Block, is_open: bool) -> tuple[bool, bool]:
        """A block done for each of several: part of the head only if it is nothing else."""
        if self.silent(block).pure:
            return self.scan(block, is_open)
        self.change = self.change or self.first_change(block)
        self.scan(block, False)
        return False, False

    def first_change(self, block: ir.Block) -> Span | None:
        """Where a block first changes something; for a loop, that is before its second round."""
        outside, report = self.change, self.report
        self.change, self.report = None, Report()
        self.scan(block, True)
        found, self.change, self.report = self.change, outside, report
        return found

    def too_late(self, statement: ir.Stmt, help: str = "") -> None:
        """Report a sentence that could strand a player."""
        what = {
            ir.Choose: "perhaps there is nothing to choose",
            ir.ChooseOne: "perhaps none of the options is possible",
            ir.Require: "perhaps this is not so",
            ir.Pay: "perhaps this can't be paid",
            ir.Ask: "perhaps this is refused",
            ir.Repeat: "perhaps this is not possible even once",
        }.get(type(statement), "perhaps this is not possible")
        if isinstance(statement, ir.If | ir.ForEach | ir.AsPlayer | ir.IfPossible):
            return  # what fails inside has been reported there
        notes: list[Note] = []
        if isinstance(statement, ir.Do):
            block = self.graph.blocks.get(statement.procedure or "") or self.failing_value(statement.value)
            if block is not None:
                notes.append(Note("what can fail is in", self.first_failing(block).span))
        if self.change is not None:
            notes.append(Note("the first change is in", self.change))
        self.report.error(
            "C401",
            statement.span,
            "this can fail after something has already changed",
            label=what,
            help=help or "move it up, before the first change, or wrap it in `if possible { … }` or `may { … }`",
            notes=notes,
        )

    def first_failing(self, block: ir.Block) -> ir.Node:
        """The first sentence of a block that can fail, for messages."""
        report, self.report = self.report, Report()
        failing: ir.Node = next((s for s in block.statements if self.statement(s, True)[0]), block)
        self.report = report
        match failing:
            case ir.ForEach(block=inner) | ir.AsPlayer(block=inner):
                return self.first_failing(inner)
            case ir.IfPossible(otherwise=ir.Block() as inner):
                return self.first_failing(inner)
            case ir.If(then=then, otherwise=otherwise):
                inner = then if otherwise is None or self.silent(then).can_fail else otherwise
                return self.first_failing(inner)
            case _:
                return failing


def _at_least_once(node: ir.Repeat) -> bool:
    return node.least is not None and not (isinstance(node.least, ir.Number) and node.least.value == 0)


def _has_members(things: ir.Expr) -> bool:
    """Whether a set is never empty: a whole type, or numbers from 0 up to how many there are."""
    match things:
        case ir.AllOf():
            return True
        case ir.Range(low=ir.Number(value=low), high=high):
            return (low == 0 and isinstance(high, ir.CountOf | ir.PiecesOf | ir.SizeOf)) or (
                isinstance(high, ir.Number) and low <= high.value
            )
        case _:
            return False
