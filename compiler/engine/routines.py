"""Procedures, hooks and effects on cards as Python.

What asks nobody becomes one plain function. What may have to wait is split into blocks at its decisions: functions
that take their names from the frame on top of the state, and say which block comes next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from compiler import ir
from compiler.engine.automas import Automas
from compiler.engine.expressions import Scope, negated
from compiler.engine.facts import Facts, RuleInfo
from compiler.engine.heads import Local, Rest, Routine
from compiler.engine.kinds import CARD, PLAYER, base, is_list
from compiler.engine.layout import Layout
from compiler.engine.output import ChoiceText, Function, Output, Unsupported, where
from compiler.engine.reading import is_read
from compiler.walk import descendants

DRAIN_CHECK = "if v[QUEUED] and not v[DRAINING]:"


@dataclass(slots=True)
class HeadLoop:
    """A loop in a head that is being written."""

    capacity: int
    index: str
    """The name of the number of the round, counted from 1."""


@dataclass(slots=True)
class Payment:
    """A cost in a head: where its amount, its taker and the arguments of what lays it out are kept."""

    node: ir.Pay
    slot: str
    amount: str
    to: str | None
    arguments: tuple[str, ...]
    card: str
    loop: HeadLoop | None = None
    """The loop in whose rounds it is promised."""
    kept: tuple[tuple[str, int], ...] = ()
    """In a loop, names that differ from round to round, and where the frame keeps them for the first."""


@dataclass(slots=True)
class Gate:
    """A head that is being written."""

    is_open: bool = False
    is_root: bool = False
    """Whether it is that of the whole routine, which may stand in the head of its caller."""
    is_optional: bool = False
    decided: bool = False
    number: int = 0
    leave: str | None = None
    """The block to go to when somebody has refused; none leaves the routine."""
    payments: list[Payment] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    """Blocks that stand in this head behind a cost."""
    calls: list[ir.Procedure] = field(default_factory=list)

    def branch(self) -> Gate:
        """The same gate on one of several ways; what is promised is known to all."""
        return Gate(
            self.is_open,
            self.is_root,
            self.is_optional,
            self.decided,
            self.number,
            self.leave,
            self.payments,
            self.blocks,
        )


class Routines(Automas):
    """Writes routines into the output."""

    def __init__(self, layout: Layout, facts: Facts, out: Output) -> None:
        super().__init__(layout, facts)
        self.out = out
        self.lines: list[str] = []
        self.depth = 0
        self.hooked = True
        self.storing = True
        self.block_name = ""
        self.comment = ""
        self.scope_gate = 0
        self.inits: list[str] = []
        self.looping: HeadLoop | None = None
        self.paying: dict[int, Gate] = {}
        """The gates of this routine in whose heads something is promised."""

    # ---- lines -------------------------------------------------------------------------------------------

    def captured(self, write: Callable[[], None]) -> list[str]:
        storing, self.storing = self.storing, False
        found = super().captured(write)
        self.storing = storing
        return found

    def assign(self, name: str, source: str) -> None:
        """Give a name a value, and keep it in the frame."""
        if self.storing and self.routine.has_frame:
            slot = next((one.slot for one in self.routine.locals.values() if one.python == name), None)
            if slot is not None:
                self.line(f"{name} = v[at + {slot + 5}] = {source}")
                return
        self.line(f"{name} = {source}")

    def slot(self, name: str) -> str:
        """The frame's slot of a Python name."""
        return str(next(one.slot for one in self.routine.locals.values() if one.python == name) + 5)

    # ---- blocks ------------------------------------------------------------------------------------------

    def label(self) -> str:
        """A block to come: the constant of its number."""
        self.routine.blocks += 1
        return f"{self.routine.name.upper()}_{self.routine.blocks}"

    def start(self, block: str, node: ir.Node, rule: str | None = None) -> None:
        """Begin a block."""
        assert not self.lines, self.lines
        self.block_name = block
        self.comment = where(node, rule)
        self.depth = 0

    def finish(self) -> None:
        """End the block that is being written; its last line has left it."""
        body, self.lines = self.lines, []
        text = "\n".join(body)
        used = {name: source for name, source in self.routine.lists.items() if re.search(rf"\b{name}\b", text)}
        lists = [f"{name} = {source}" for name, source in used.items()]
        text = "\n".join([*lists, *body])
        loads = []
        if re.search(r"\bat\b", text) or any(re.search(rf"\b{name}\b", text) for name in self.names()):
            loads.append("at = v[SP]")
        for name, slot in (("you", "YOU"), ("this_card", "CARD")):
            if re.search(rf"\b{name}\b", text):
                loads.append(f"{name} = v[at + {slot}]")
        for local in self.routine.locals.values():
            if is_read(local.python, [*lists, *body]):
                loads.append(f"{local.python} = v[at + {local.slot + 5}]")
        loads += lists
        if loads or re.search(r"\bv\b", text):
            loads.insert(0, "v = s.v")
        function = self.block_name.lower()
        self.out.modules.setdefault(self.routine.module, []).append(
            Function(function, "s: State", "bool", self.comment, "", loads + body)
        )
        self.out.blocks[self.block_name] = (self.routine.module, function)
        self.out.routines[self.block_name] = (self.routine.name, self.routine.module)
        self.out.gates[self.block_name] = self.scope_gate
        self.block_name = ""

    def go(self, block: str) -> None:
        """Go on with another block, at once."""
        self.line(f"return {block.lower()}(s)")

    def again(self, block: str) -> None:
        """Go on with an earlier block: the engine comes back to it."""
        self.line(f"v[at] = {block}")
        self.line("return False")

    def drain(self, node: ir.Stmt, then: str | None = None) -> None:
        """Carry out waiting hooks before the next sentence, if this one may have set any off."""
        queued = self.queued_by(node)
        if not queued or not self.hooked:
            return
        if not any(self.facts.hook_pauses(info) for info in queued):
            self.line("s.drain()")
            return
        self.suspend_drain(node, then)

    def suspend_drain(self, node: ir.Node, then: str | None = None) -> None:
        """Let waiting hooks come first, whatever they ask."""
        block = then or self.label()
        self.line(DRAIN_CHECK)
        self.line(f"    v[at] = {block}")
        self.line("    return s.start_draining()")
        if then is None:
            self.go(block)
            self.finish()
            self.start(block, node)

    def queued_by(self, node: ir.Stmt) -> list[RuleInfo]:
        """The `after` hooks that a sentence may have queued when it is over."""
        match node:
            case ir.Do(procedure=str(name)):
                return self.facts.hooks("after", "done", name)
            case ir.Do():
                assert node.value is not None
                kind = base(self.type(node.value))
                if kind == "effect":
                    return []
                names = {name for name, _ in self.layout.procedure_values[kind]}
                return [info for name in names for info in self.facts.hooks("after", "done", name)]
        return [info for subject in self.facts.events(node) for info in self.facts.hooks("after", *subject)]

    # ---- whole routines ----------------------------------------------------------------------------------

    def procedure(self, procedure: ir.Procedure) -> None:
        """Write a procedure: what stops it, and what it does."""
        self.module = self.facts.module_of(procedure)
        self.write_stops(
            procedure.name, procedure.block, tuple(param.name for param in procedure.params), procedure, procedure.rule
        )
        pausing = self.facts.procedure_pauses(procedure.name)
        routine = self.routine = Routine(procedure.name, self.module, procedure, procedure.rule, pausing)
        routine.procedure = procedure
        scope = Scope(names={})
        for param in procedure.params:
            self.bind(param.name, param.type, scope)
        arguments = [scope.names[param.name] for param in procedure.params]
        self.body(procedure.block, scope, arguments)

    def part(self, card: ir.Card, part: ir.Part) -> None:
        """Write an effect printed on a card."""
        self.module = self.facts.module_of(card)
        name = part_name(card, part.name)
        self.write_stops(name, part.block, (), part, part.rule)
        self.routine = Routine(name, self.module, part, part.rule, self.facts.part_pauses(card, part.name))
        self.body(part.block, Scope(names={}), [])

    def hook(self, info: RuleInfo) -> None:
        """Write what a hook does."""
        rule = info.rule
        assert isinstance(rule, ir.Hook)
        self.module = info.module
        names = hook_names(info)
        head = rule.block
        if rule.moment == "instead of" and rule.condition is not None:  # what comes before may still change that
            require = ir.Require(rule.condition.span, rule.condition, rule.rule)
            head = replace(head, statements=(require, *head.statements))
        self.write_stops(info.name, head, names, rule, rule.rule, has_actor=True)
        self.routine = Routine(info.name, self.module, rule, rule.rule, self.facts.hook_pauses(info))
        scope = Scope(actor="actor", names={})
        self.routine.locals["actor"] = Local("actor", self.routine.reserve(1), PLAYER)
        for name in names:
            self.bind(name, CARD, scope)
        self.body(rule.block, scope, ["actor", *(scope.names[name] for name in names)])

    def body(self, block: ir.Block, scope: Scope, arguments: list[str]) -> None:
        """Write the sentences of a routine, as a function or as blocks."""
        routine = self.routine
        self.scope_gate = 0
        gate = self.new_gate(is_root=True)
        self.scope_gate = gate.number
        self.inits = []
        self.paying = {}
        if not routine.has_frame:
            self.lines, self.depth = [], 0
            self.resets()
            self.block(block, scope, gate, ())
            self.open(gate, routine.node)
            self.done(scope, arguments)
            body, self.lines = self.inits + self.lines, []
            text = "\n".join(body)
            if re.search(r"\bv\b", text):
                body.insert(0, "v = s.v")
            params = ["s: State", "you: int", "this_card: int", *(f"{name}: int" for name in arguments)]
            self.out.modules.setdefault(routine.module, []).append(
                Function(
                    routine.name, ", ".join(params), "None", where(routine.node, routine.rule), "", body or ["pass"]
                )
            )
            return
        self.start(self.label(), routine.node, routine.rule)
        if self.reset_lines():
            self.line("if not v[at + JOINED]:")
            self.depth += 1
            self.resets()
            self.depth -= 1
        self.block(block, scope, gate, ())
        self.open(gate, routine.node)
        self.done(scope, arguments)
        self.line("return s.pop()")
        self.finish()
        for promising in self.paying.values():
            self.settle_function(promising)
        self.out.locals[routine.name] = {
            one.python: (one.slot, one.type) for one in sorted(routine.locals.values(), key=lambda one: one.slot)
        }
        self.out.sizes[routine.name] = str(routine.size)

    def done(self, scope: Scope, arguments: list[str]) -> None:
        """A procedure has been carried out."""
        if self.routine.procedure is not None:
            self.happens(("done", self.routine.name), scope, *arguments)

    def scenario(self, number: int, scenario: ir.Scenario) -> None:
        """Write how a worked example begins, and its facts."""
        self.module = "_scenarios"
        scope = Scope(names={}, players=scenario.players)
        self.routine = Routine(f"given_{number}", self.module, scenario, scenario.rule, False)
        self.hooked, self.lines, self.depth = False, [], 0
        self.block(scenario.given, scope, Gate(is_open=True), ())
        self.hooked = True
        body, self.lines = ["v = s.v", "you, this_card = 0, -1", *self.lines], []
        self.out.modules.setdefault(self.module, []).append(
            Function(f"given_{number}", "s: State", "None", where(scenario, scenario.rule), "", body)
        )
        for index, step in enumerate(scenario.steps):
            if isinstance(step, ir.Then):
                for part, fact in enumerate(parts(step.fact)):
                    self.fact(f"fact_{number}_{index}_{part}", fact, scope, step)

    def fact(self, name: str, fact: ir.Expr, scope: Scope, step: ir.Node) -> None:
        """Write a fact, and what it compares."""
        sides = [("", fact)]
        if isinstance(fact, ir.Compare):
            sides += [("_left", fact.left), ("_right", fact.right)]
        elif isinstance(fact, ir.IsIn):
            sides += [("_set", fact.set)]
        for suffix, node in sides:
            many = is_list(self.type(node))
            source = f"list({self.members(node, scope)})" if many else self.value(node, scope)
            body = ["v = s.v", "you, this_card = v[ACTIVE], -1", f"return {source}"]
            self.out.modules.setdefault(self.module, []).append(
                Function(f"{name}{suffix}", "s: State", "list[int]" if many else "int", where(step), "", body)
            )

    def write_stops(
        self,
        name: str,
        block: ir.Block,
        params: tuple[str, ...],
        node: ir.Node,
        rule: str | None,
        has_actor: bool = False,
    ) -> None:
        """Write the function that says what stops a whole routine."""
        self.routine = Routine(name, self.module, node, rule, False)
        scope = Scope(actor="actor" if has_actor else "you", names={})
        for param in params:
            self.bind(param, CARD, scope)
        rest = self.sentences(block, scope)
        if not self.can_stop(rest):
            return
        given = [scope.names[param] for param in params]
        first = ["you", "this_card", *(["actor"] if has_actor else []), *given]
        body = self.captured(lambda: self.stop_code(rest, list(first)))
        if re.search(r"\bv\b", "\n".join(body)):
            body.insert(0, "v = s.v")
        self.out.modules.setdefault(self.module, []).append(
            Function(f"{name}_stops", ", ".join(["s: State", *(f"{one}: int" for one in first)]), "int",
                     where(node, rule), "What stops this; 0 if nothing does.", body)
        )  # fmt: skip

    # ---- what is forgotten -------------------------------------------------------------------------------

    def reset_lines(self) -> list[str]:
        """What starting this procedure forgets."""
        procedure = self.routine.procedure
        if procedure is None:
            return []
        found = []
        layout = self.layout
        for mark in layout.game.marks:
            if mark.reset == procedure.name:
                found.append(self._cleared(layout.marks[mark.name], layout.offset(mark.on), "0"))
        for count in layout.game.counts:
            if count.reset == procedure.name:
                for holder in count.holders or (None,):
                    slot = layout.counts[count.name, holder]
                    found.append(self._cleared(slot, layout.offset(holder) if holder else 0, "0"))
        for track in layout.game.tracks:
            if track.reset == procedure.name:
                first = layout.offset(track.owner) if track.owner else 0
                found.append(self._cleared(layout.tracks[track.name], first, str(layout.constant(track.initial))))
        for pieces in layout.game.pieces:
            if pieces.fresh == procedure.name:
                for form in pieces.forms:
                    fresh = layout.forms[form.name].fresh
                    assert fresh is not None
                    found.append(self._cleared(fresh, layout.offset(form.place), "0"))
        return found

    def _cleared(self, slot: str, first: int, value: str) -> str:
        width = self.layout.widths[slot]
        start = slot if not first else f"{slot} + {first}"
        return f"v[{start}] = {value}" if width == 1 else f"v[{start} : {start} + {width}] = [{value}] * {width}"

    def resets(self) -> None:
        """Forget what is kept only until this procedure starts again."""
        lines = self.reset_lines()
        if not lines:
            return
        lines = ["v = s.v", *lines, "s.changed |= PIECE_MOVES | COUNT_CHANGES | VALUE_CHANGES"]
        name = f"{self.routine.name}_forget"
        functions = self.out.modules.setdefault(self.routine.module, [])
        if not any(function.name == name for function in functions):
            functions.append(
                Function(name, "s: State", "None", where(self.routine.node, self.routine.rule),
                         f"What is forgotten when {self.routine.name} starts.", lines)
            )  # fmt: skip
        self.line(f"{name}(s)")

    # ---- gates -------------------------------------------------------------------------------------------

    def new_gate(self, is_root: bool = False, is_optional: bool = False, leave: str | None = None) -> Gate:
        self.out.gate_count += 1
        self.out.gate_parents[self.out.gate_count] = self.scope_gate
        return Gate(is_root=is_root, is_optional=is_optional, number=self.out.gate_count, leave=leave)

    def in_head(self, block: str, gate: Gate) -> None:
        """A block that waits in a head: what was promised before it may have to be given back there."""
        gate.blocks.append(block)
        if gate.payments:
            self.out.settles[block] = (self.routine.module, self.settle_name(gate))
        if gate.is_root and self.routine.procedure is not None:
            if self.is_hooked(self.routine.procedure.name):
                self.out.begins[block] = self.routine.procedure.name
            if self.reset_lines():
                self.out.forgets[block] = (self.routine.module, f"{self.routine.name}_forget")

    def settle_name(self, gate: Gate) -> str:
        return f"{self.routine.name}_settle_{gate.number}"

    def is_hooked(self, procedure: str) -> bool:
        """Whether something may come before a procedure, or instead of it."""
        return any(self.facts.hooks(moment, "done", procedure) for moment in ("before", "instead of"))

    def open(self, gate: Gate, node: ir.Node) -> None:
        """Everything in a head is decided: pay, and let come first what comes before."""
        if gate.is_open:
            return
        gate.is_open = True
        routine = self.routine
        framed = routine.has_frame
        if framed and (gate.is_root or gate.is_optional) and not gate.decided:
            self.line("if v[OPTIONAL]:")
            if gate.payments:  # promised in this very block
                self.line(f"    {self.settle_name(gate)}(s, at, False)")
            self.line("    return s.ask_first()")
        if framed and gate.is_root:
            if self.reset_lines():
                self.line("if v[at + JOINED]:")
                self.depth += 1
                self.resets()
                self.depth -= 1
            if routine.procedure is not None or routine.name:
                self.line("if v[at + JOINED]:")
                self.line("    s.settle_callers(at)")
        if gate.payments:
            if framed:
                self.line(f"{self.settle_name(gate)}(s, at, True)")
            else:
                for payment in gate.payments:
                    self.pay(payment)
        if gate.is_root and self.hooked:
            self.begin(gate, node)

    def begin(self, gate: Gate, node: ir.Node) -> None:
        """What comes before or instead of the procedures whose heads are now decided."""
        procedure = self.routine.procedure
        if not self.routine.has_frame:
            if procedure is not None and self.is_hooked(procedure.name):
                arguments = [local.python for local in list(self.routine.locals.values())[: len(procedure.params)]]
                self.line(f"if s.run_now(rules.begin_{procedure.name}({', '.join(['s', 'you', *arguments])})):")
                self.line("    return")
            return
        own = procedure is not None and self.is_hooked(procedure.name)
        if not own and not self.has_hooked_callers():
            return
        block = self.label()
        self.line(f"v[at] = {block}")
        if own:
            assert procedure is not None
            self.out.begins[block] = procedure.name
        self.line("if s.begin(at):")
        self.line("    return False")
        self.go(block)
        self.finish()
        self.start(block, node)
        if own:
            self.line("if v[RESULT] == REPLACED:")
            self.line("    return s.pop()")
        self.suspend_drain(node)

    def has_hooked_callers(self) -> bool:
        """Whether this routine may stand in the head of a procedure that something comes before."""
        node = self.routine.node
        return id(node) in self._with_hooked_callers

    @cached_property
    def _with_hooked_callers(self) -> set[int]:
        """The procedures and effects on cards that may stand in such a head."""
        found: set[int] = set()
        todo: list[ir.Procedure | ir.Part] = [one for one in self.facts.game.procedures if self.is_hooked(one.name)]
        while todo:
            for node in first_dos(todo.pop().block, self.facts):
                for target in self._targets(node):
                    if id(target) not in found:
                        found.add(id(target))
                        todo.append(target)
        return found

    def _targets(self, node: ir.Do) -> Iterator[ir.Procedure | ir.Part]:
        """What a `do` may carry out."""
        if node.procedure is not None:
            yield self.facts.procedures[node.procedure]
            return
        assert node.value is not None
        kind = base(self.type(node.value))
        if kind == "effect":
            yield from (part for card in self.facts.game.cards for part in card.parts)
        else:
            yield from (self.facts.procedures[name] for name, _ in self.layout.procedure_values[kind])

    def settle_function(self, gate: Gate) -> None:
        """Write the function that pays what a head has promised, or gives it back."""
        name = self.settle_name(gate)
        functions = self.out.modules.setdefault(self.routine.module, [])

        def write() -> None:
            for payment in gate.payments:
                with self.rounds(payment):
                    self.pay(payment)
                    self.forget_promise(payment)

        def refund() -> None:
            self.line("if not is_paid:")
            self.depth += 1
            for payment in gate.payments:
                with self.rounds(payment):
                    self.line(f"v[{payment.slot}] += {payment.amount}")
                    self.counted(payment.node)
                    self.forget_promise(payment)
            self.line("return")
            self.depth -= 1
            write()

        body = self.captured(refund)
        text = "\n".join(body)
        loads = ["v = s.v"]
        for python, constant in (("you", "YOU"), ("this_card", "CARD")):
            if re.search(rf"\b{python}\b", text):
                loads.append(f"{python} = v[at + {constant}]")
        for local in self.routine.locals.values():
            if is_read(local.python, body):
                loads.append(f"{local.python} = v[at + {local.slot + 5}]")
        first = gate.payments[0].node
        doc = "Pay what was promised, or give it back."
        params = "s: State, at: int, is_paid: bool"
        functions.append(Function(name, params, "None", where(first, first.rule), doc, loads + body))

    @contextmanager
    def rounds(self, payment: Payment) -> Iterator[None]:
        """What was promised in a loop is settled for each of its rounds."""
        if payment.loop is None:
            yield
            return
        self.line(f"for i in range({payment.loop.capacity}):")
        self.depth += 1
        for name, first in payment.kept:
            self.line(f"{name} = v[at + {first} + i]")
        yield
        self.depth -= 1

    def forget_promise(self, payment: Payment) -> None:
        if payment.loop is None:
            self.line(f"v[at + {self.slot(payment.amount)}] = 0")
        else:
            self.line(f"v[at + {dict(payment.kept)[payment.amount]} + i] = 0")

    def pay(self, payment: Payment) -> None:
        """Pay one cost; what a procedure does not lay out goes to the bank."""
        node = payment.node
        self.line(f"v[{payment.slot}] += {payment.amount}")
        self.counted(node)
        if node.by is None:
            self.line(f"s.shift({payment.slot}, {payment.to or '-1'}, {payment.amount})")
            return
        by = node.by
        assert by.procedure is not None
        if self.facts.procedure_pauses(by.procedure):
            raise Unsupported(node, f"`{by.procedure}` lays out a cost, so nobody can be asked in it")
        function = self.function(self.facts.module_of(self.facts.procedures[by.procedure]), by.procedure)
        payer = payment.slot.rpartition(" ")[2]
        self.line(f"if {payment.amount} > 0:")
        self.line(f"    left = v[{payment.slot}] - {payment.amount}")
        self.line(f"    {function}({', '.join(['s', payer, payment.card, *payment.arguments])})")
        self.line(f"    s.shift({payment.slot}, -1, max(0, v[{payment.slot}] - left))")

    # ---- sentences ---------------------------------------------------------------------------------------

    def block(self, block: ir.Block, scope: Scope, gate: Gate, rest: Rest) -> None:
        """Sentences, one after the other."""
        statements = block.statements
        for index, sentence in enumerate(statements):
            behind = tuple((one, scope) for one in statements[index + 1 :]) + rest
            self.sentence(sentence, scope, gate, () if gate.is_open else behind)

    def sentence(self, node: ir.Stmt, scope: Scope, gate: Gate, rest: Rest) -> None:
        """One sentence, and whatever waits to follow it."""
        if gate.is_open and isinstance(node, ir.Choose | ir.ChooseOne | ir.Require | ir.Pay | ir.Ask):
            outer = self.scope_gate
            leave = self.label() if isinstance(node, ir.Ask) or self.facts.can_be_refused(node) else None
            inner = self.new_gate(leave=leave)
            self.sentence(node, scope, inner, ())
            self.open(inner, node)
            if leave is None and inner.decided:
                leave = self.label()
            self.scope_gate = outer
            if leave is not None:
                self.again(leave)
                self.finish()
                self.start(leave, node)
            return
        if self.facts.is_pure_sentence(node) and not gate.is_open:
            self.decide(node, scope, gate, rest)
            return
        if not self.hooked or not self.facts.pauses(node):
            self.open(gate, node)
            self.plain(node, scope, gate)
            return
        self.flow(node, scope, gate, rest)

    # ---- what asks nobody --------------------------------------------------------------------------------

    def plain(self, node: ir.Stmt, scope: Scope, gate: Gate) -> None:
        """A sentence in which nobody decides, its gate open."""
        depth = self.depth
        match node:
            case ir.Let():
                source = self.value(node.value, scope)
                self.assign(self.bind(node.variable, node.type, scope), source)
            case ir.Require():
                pass  # it was tried before
            case ir.If():
                self.line(f"if {self.condition(node.condition, scope)}:")
                self.nested(node.then, scope)
                if node.otherwise is not None and node.otherwise.statements:
                    self.line("else:")
                    self.nested(node.otherwise, scope)
            case ir.IfPossible():
                call = self.stop_call(self.sentences(node.then, scope), self.names(), node)
                if call is None:
                    self.inside(node.then, scope)
                else:
                    self.line(f"if {self.tried(call)} == 0:")
                    self.nested(node.then, scope, own_gate=True)
                    has_other = node.otherwise is not None and node.otherwise.statements
                    if has_other or self.tells:
                        self.line("else:")
                        self.tell(scope)
                    if has_other:
                        assert node.otherwise is not None
                        self.attempt_nested(node.otherwise, scope)
            case ir.ForEach():
                self.plain_loop(node, scope)
            case ir.AsPlayer():
                self.plain_as(node, scope)
            case ir.Repeat():
                self.plain_repeat(node, scope)
            case ir.Do(procedure=str(name)):
                self.call(name, node, scope)
                self.drain(node)
            case ir.Do():
                assert node.value is not None
                card = scope.card if node.card is None else self.value(node.card, scope)
                self.line(f"s.do_{base(self.type(node.value))}({self.value(node.value, scope)}, {scope.you}, {card})")
                self.drain(node)
            case ir.Pay():
                raise Unsupported(node, "a cost must stand in a head")
            case _:
                self.effect(node, scope)
                self.drain(node)
        self.depth = depth

    def nested(self, block: ir.Block, scope: Scope, own_gate: bool = False) -> None:
        """A block inside an `if` or loop of Python."""
        self.depth += 1
        before = len(self.lines)
        self.inside(block, scope)
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1
        del own_gate

    def inside(self, block: ir.Block, scope: Scope) -> None:
        """A block with a gate of its own in which nobody decides."""
        gate = self.new_gate()
        self.block(block, scope, gate, ())
        self.open(gate, block)

    def attempt_nested(self, block: ir.Block, scope: Scope) -> None:
        """A block that is skipped if its head can't be decided."""
        self.depth += 1
        call = self.stop_call(self.sentences(block, scope), self.names(), block)
        if call is not None:
            self.line(f"if {call} == 0:")
            self.nested(block, scope)
        else:
            before = len(self.lines)
            self.inside(block, scope)
            if len(self.lines) == before:
                self.line("pass")
        self.depth -= 1

    def call(self, name: str, node: ir.Do, scope: Scope) -> None:
        """Call a procedure that asks nobody."""
        card = scope.card if node.card is None else self.value(node.card, scope)
        arguments = [self.value(argument, scope) for argument in node.arguments]
        function = self.function(self.facts.module_of(self.facts.procedures[name]), name)
        self.line(f"{function}({', '.join(['s', scope.you, card, *arguments])})")

    def things_in_order(self, node: ir.ForEach, scope: Scope) -> str:
        """The members of a loop, sorted if it says by what."""
        things = self.members(node.set, scope)
        if not node.keys:
            return things
        name, inner = self.member_of(node.variable, node.set, scope)
        return f"sorted({things}, key=lambda {name}: {self.keys(node.keys, inner)})"

    def plain_loop(self, node: ir.ForEach, scope: Scope) -> None:
        things = self.things_in_order(node, scope)
        name = self.bind(node.variable, node.type, scope)
        card_zone = base(node.type) in self.layout.card_ranges and _lists_zones(node.set)
        moves = card_zone and _moves_cards(node.block, self.facts)
        if moves:
            area = f"{name}_area"
            self.line(f"for {name}, {area} in [(one, s.area(one)) for one in {things}]:")
            self.depth += 1
            self.line(f"if s.area({name}) != {area}:")
            self.line("    continue")
        else:
            self.line(f"for {name} in {things}:")
            self.depth += 1
        self.depth -= 1
        self.nested(node.block, scope)

    def plain_as(self, node: ir.AsPlayer, scope: Scope) -> None:
        inner = self.acting_as(node, scope)
        if node.each:
            self.line(f"for {inner.you} in {self.members(node.players, scope)}:")
            self.nested(node.block, inner)
            return
        self.assign(inner.you, self.value(node.players, scope))
        if self.can_be_none(node.players):
            self.line(f"if {inner.you} >= 0:")
            self.nested(node.block, inner)
        else:
            self.inside(node.block, inner)

    def plain_repeat(self, node: ir.Repeat, scope: Scope) -> None:
        if node.most is None:
            self.line("while True:")
        else:
            self.line(f"for _ in range({self.value(node.most, scope)}):")
        self.depth += 1
        if node.condition is not None:
            self.line(f"if {negated(self.condition(node.condition, scope))}:")
            self.line("    break")
        call = self.stop_call(self.sentences(node.block, scope), self.names(), node)
        if call is not None:
            self.line(f"if {call}:")
            self.line("    break")
        self.depth -= 1
        self.nested(node.block, scope)

    # ---- heads -------------------------------------------------------------------------------------------

    def decide(self, node: ir.Stmt, scope: Scope, gate: Gate, rest: Rest) -> None:
        """A sentence that only decides, in a head."""
        match node:
            case ir.Let():
                source = self.value(node.value, scope)
                self.assign(self.bind(node.variable, node.type, scope), source)
            case ir.Require():
                pass  # it was tried before
            case ir.Pay():
                self.promise(node, scope, gate)
            case ir.Choose():
                self.choose(node, scope, gate, rest)
            case ir.ChooseOne():
                self.choose_one(node, scope, gate, rest)
            case ir.Ask():
                self.ask(node, scope, gate)
            case ir.If():
                self.branch_head(node, scope, gate, rest)
            case ir.Do():
                assert node.procedure is not None
                inner = self.inlined_arguments(node, scope, [])
                self.block(self.facts.procedures[node.procedure].block, inner, gate, rest)
                if self.has_event("after", "done", node.procedure) or self.is_hooked(node.procedure):
                    raise Unsupported(node, f"nothing can be hooked to `{node.procedure}`, which only decides")
            case ir.AsPlayer(each=False):
                inner = self.acting_as(node, scope)
                self.assign(inner.you, self.value(node.players, scope))
                self.block(node.block, inner, gate, rest)
            case ir.IfPossible():
                call = self.stop_call(self.sentences(node.then, scope), self.names(), node)
                self.two_ways(f"{call} == 0" if call else "True", node.then, node.otherwise, scope, gate, rest, node)
            case ir.ForEach() | ir.AsPlayer():
                if not all(isinstance(one, ir.Let | ir.Require) for one in node.block.statements):
                    self.decide_each(node, scope, gate, rest)

    def decide_each(self, node: ir.ForEach | ir.AsPlayer, scope: Scope, gate: Gate, rest: Rest) -> None:
        """A loop in a head: the list is kept in the frame, and what each round promises with it."""
        if self.looping is not None:
            raise Unsupported(node, "a loop with decisions or costs can't stand in another one in the head of a block")
        if not self.routine.has_frame:
            raise Unsupported(node, "a cost can't stand in a loop in a head in which nobody decides anything")
        things = self.members(node.set if isinstance(node, ir.ForEach) else node.players, scope)
        kind = base(node.type) if isinstance(node, ir.ForEach) else PLAYER
        capacity = 64 if kind == "number" else self.layout.cardinality(kind)
        name, inner = self.round_of(node, scope)
        scratch = Scope(names={})
        stem = f"{name}_{self.routine.size}"
        index, count = self.bind(f"{stem}_i", "number", scratch), self.bind(f"{stem}_n", "number", scratch)
        first = self.routine.reserve(capacity) + 5
        step = self.head_loop(node, scope, rest, self.names())
        self.routine.lists[step.left] = f"v[at + {first} + {index} : at + {first} + {count}]"
        loop, after = self.label(), self.label()
        self.line(f"things = {_listed(things)}")
        self.line(f"v[at + {first} : at + {first} + len(things)] = things")
        self.assign(count, "len(things)")
        self.assign(index, "0")
        self.go(loop)
        self.finish()
        self.start(loop, node)
        self.line(f"if {index} >= {count}:")
        self.line(f"    v[at + {first} : at + {first} + {count}] = [0] * {count}")
        self.line(f"    return {after.lower()}(s)")
        self.assign(name, f"v[at + {first} + {index}]")
        self.line(f"{index} = v[at + {self.slot(index)}] = {index} + 1")
        self.looping = HeadLoop(capacity, index)
        self.block(node.block, inner, gate, ((step, scope),))
        self.looping = None
        self.go(loop)
        self.finish()
        del self.routine.lists[step.left]
        self.start(after, node)

    def branch_head(self, node: ir.If, scope: Scope, gate: Gate, rest: Rest) -> None:
        """An `if` in a head that changes nothing."""
        if not self.facts.pauses(node):
            depth = self.depth
            self.line(f"if {self.condition(node.condition, scope)}:")
            for block in (node.then, node.otherwise):
                if block is None:
                    continue
                if block is node.otherwise:
                    self.line("else:")
                self.depth += 1
                before = len(self.lines)
                self.block(block, scope, gate, rest)
                if len(self.lines) == before:
                    self.line("pass")
                self.depth = depth
            return
        self.two_ways(self.condition(node.condition, scope), node.then, node.otherwise, scope, gate, rest, node)

    def two_ways(
        self,
        condition: str,
        then: ir.Block,
        otherwise: ir.Block | None,
        scope: Scope,
        gate: Gate,
        rest: Rest,
        node: ir.Node,
    ) -> None:
        """Two ways in a head that meet again, the gate still shut."""
        other, join = self.label(), self.label()
        self.line(f"if {negated(condition)}:")
        self.line(f"    return {other.lower()}(s)")
        branch = gate.branch()
        self.block(then, scope, branch, rest)
        self.go(join)
        self.finish()
        self.start(other, node)
        if otherwise is not None:
            self.block(otherwise, scope, gate.branch(), rest)
        self.go(join)
        self.finish()
        self.start(join, node)

    def promise(self, node: ir.Pay, scope: Scope, gate: Gate) -> None:
        """A cost: taken from the payer now, paid when the gate opens."""
        number = len(gate.payments) + 1
        stem = f"cost_{gate.number}_{number}"
        slot = f"{self.count_slot(node.count, PLAYER)} + {scope.you}"
        amount = self.bind(stem, "number", Scope(names={}))
        if not self.routine.has_frame and self.depth:
            self.inits.append(f"{amount} = 0")
        self.assign(amount, self.amount(node.amount, scope))
        to, arguments, card = None, [], scope.card
        if node.to is not None:
            taker = self.bind(f"{stem}_to", self.type(node.to), Scope(names={}))
            self.assign(taker, self.value(node.to, scope))
            to = f"{self.count_slot(node.count, self.type(node.to))} + {taker}"
        if node.by is not None:
            for index, argument in enumerate(node.by.arguments, 1):
                name = self.bind(f"{stem}_{index}", self.type(argument), Scope(names={}))
                self.assign(name, self.value(argument, scope))
                arguments.append(name)
            if node.by.card is not None:
                card = self.bind(f"{stem}_card", CARD, Scope(names={}))
                self.assign(card, self.value(node.by.card, scope))
        self.line(f"v[{slot}] -= {amount}")
        self.counted(node)
        self.paying[gate.number] = gate
        payment = Payment(node, slot, amount, to, tuple(arguments), card)
        gate.payments.append(payment)
        loop = payment.loop = self.looping
        if loop is not None:
            known = {local.python for local in self.routine.locals.values()}
            names = dict.fromkeys([amount, *([taker] if node.to is not None else []), *arguments, card, scope.you])
            kept = []
            for name in names:
                if name in known:
                    kept.append((name, self.routine.reserve(loop.capacity) + 5))
                    self.line(f"v[at + {kept[-1][1] - 1} + {loop.index}] = {name}")
            payment.kept = tuple(kept)

    # ---- decisions ---------------------------------------------------------------------------------------

    def decision_block(self, node: ir.Node, rule: str | None, gate: Gate) -> str:
        """Begin the block of a decision; the state waits there for the answer."""
        block = self.label()
        self.go(block)
        self.finish()
        self.start(block, node, rule)
        self.line(f"v[at] = {block}")
        self.scope_of(gate)
        gate.decided = True
        self.in_head(block, gate)
        return block

    def scope_of(self, gate: Gate) -> None:
        self.scope_gate = gate.number

    def offer(self, option: str, forbidden: str | None, call: str | None) -> None:
        """Offer a candidate if nothing stops it; tell who asks why it is not."""
        if forbidden is None and call is None:
            self.line(f"options.append({option})")
            return
        parts = [part for part in (forbidden, call) if part]
        self.line(f"code = {' or '.join(parts)}")
        self.line("if code == 0:")
        self.line(f"    options.append({option})")
        self.line("elif s.refused is not None:")
        self.line(f"    s.refused[{option}] = code")

    def choose(self, node: ir.Choose, scope: Scope, gate: Gate, rest: Rest) -> None:
        block = self.decision_block(node, node.rule, gate)
        things = self.members(node.set, scope)
        lines = self.each(node.variable, node.type, node.set, scope)
        name = scope.names[node.variable]
        player = scope.you if node.player is None else self.value(node.player, scope)
        forbidden = self.forbidden(node.rule, node.variable, scope, {node.variable: name}, player)
        call = self.stop_call(rest, self.names(), node)
        if forbidden is None and call is None:
            self.line(f"s.options += {things}")
        else:
            depth = self.depth
            self.line("options = s.options")
            self.write_each(lines)
            self.offer(name, forbidden, call)
            self.depth = depth
        if self.may_repeat(node.set) or self.has_copies(node.type):
            self.line("s.sift_cards()" if base(node.type) in self.layout.card_ranges else "s.sift()")
        self.line(f"return s.ask({player})")
        self.finish()
        then = self.label()
        self.out.choices[block] = ChoiceText(
            node.rule or "", "choose", base(node.type), int(self.slot(name)), (then,), is_secret=node.secretly
        )
        self.write_ranking(block, node, scope)
        self.start(then, node, node.rule)

    def may_repeat(self, node: ir.Expr) -> bool:
        """Whether a set may hold something twice: a printed list does if some card says something twice there."""
        if isinstance(node, ir.Filter):
            return self.may_repeat(node.set)
        if not isinstance(node, ir.FieldOf):
            return False
        fields = (field for card in self.layout.game.cards for field in card.fields if field.name == node.name)
        lists = ([self.layout.constant(value) for value in field.values] for field in fields)
        return any(len(set(values)) < len(values) for values in lists)

    def has_copies(self, type_name: str) -> bool:
        """Whether there may be cards of a type that look alike."""
        kind = base(type_name)
        return kind in self.layout.card_ranges and any(
            card.printed.copies > 1 for card in self.layout.cards if kind in (CARD, card.kind)
        )

    def choose_one(self, node: ir.ChooseOne, scope: Scope, gate: Gate, rest: Rest) -> None:
        """Several ways, and what each is about."""
        block = self.decision_block(node, node.rule, gate)
        pure = self.facts.is_pure_sentence(node)
        self.line("options = s.options")
        for number, option in enumerate(node.options, 1):
            depth = self.depth
            packed = "VERB" if number == 1 else f"{number} * VERB"
            for index, name in enumerate(self.nest(option, scope, is_offer=True)):
                packed += f" + {name}" if index == 0 else f" + ({name} << {20 * index})"
            chosen = {binder.variable: scope.names[binder.variable] for binder in option.binders}
            forbidden = self.forbidden(node.rule, option.name, scope, chosen, scope.you)
            behind = self.sentences(option.block, scope) + self.after(option.block, rest)
            self.offer(packed, forbidden, self.stop_call(behind, self.names(), option))
            self.depth = depth
        if any(self.has_copies(b.type) or self.may_repeat(b.set) for option in node.options for b in option.binders):
            self.line("s.sift()")
        self.line(f"return s.ask({scope.you})")
        self.finish()
        labels = [self.label() for _ in node.options]
        join = self.label()
        self.out.choices[block] = ChoiceText(
            node.rule or "",
            "choose one",
            goes=tuple(labels),
            verbs=tuple(option.name for option in node.options),
            types=tuple(tuple(base(binder.type) for binder in option.binders) for option in node.options),
            slots=tuple(
                tuple(int(self.slot(scope.names[binder.variable])) for binder in option.binders)
                for option in node.options
            ),
        )
        self.write_ranking(block, node, scope)
        for option, label in zip(node.options, labels, strict=True):
            self.start(label, option, option.rule)
            branch = gate.branch()
            self.block(option.block, scope, branch, rest)
            if not pure:
                self.open(branch, option)
            self.go(join)
            self.finish()
        self.start(join, node)
        if not pure:
            gate.is_open = True

    def ask(self, node: ir.Ask, scope: Scope, gate: Gate) -> None:
        """Somebody else must agree."""
        player = self.value(node.player, scope)
        then = self.label()
        conditions = [self.condition(node.condition, scope)] if node.condition is not None else []
        if self.can_be_none(node.player):
            conditions.append(f"{player} >= 0")
        if conditions:
            self.line(f"if not ({' and '.join(f'({one})' for one in conditions)}):")
            self.line(f"    return {then.lower()}(s)")
        block = self.decision_block(node, node.rule, gate)
        self.line("s.options.append(ACCEPT)")
        refusal = self.ruled_out(node.rule, "refuse", scope, {}, player)
        if refusal is None:
            self.line("s.options.append(REFUSE)")
        else:
            self.line(f"if not {refusal}:")
            self.line("    s.options.append(REFUSE)")
        self.line(f"return s.ask_consent({player})")
        self.finish()
        refused = self.label()
        self.out.choices[block] = ChoiceText(node.rule or "", "ask", goes=(then, refused))
        self.write_ranking(block, node, scope)
        self.start(refused, node, node.rule)
        self.in_head(refused, gate)
        self.line("s.refuse(at)" if gate.is_root else "s.give_back(at)")
        if node.otherwise is not None and node.otherwise.statements:
            inner = self.new_gate()
            end = self.label()
            call = self.stop_call(self.sentences(node.otherwise, scope), self.names(), node)
            if call is not None:
                self.line(f"if {call}:")
                self.line(f"    return {end.lower()}(s)")
            self.block(node.otherwise, scope, inner, ())
            self.open(inner, node)
            self.go(end)
            self.finish()
            self.start(end, node)
        if gate.leave is None:
            self.line("return s.pop(REFUSED)")
        else:
            self.go(gate.leave)
        self.finish()
        self.start(then, node, node.rule)

    # ---- flow that pauses --------------------------------------------------------------------------------

    def flow(self, node: ir.Stmt, scope: Scope, gate: Gate, rest: Rest) -> None:
        """A sentence that may have to wait for somebody and changes something, or whose gate is open."""
        match node:
            case ir.If():
                self.flow_if(node, scope, gate)
            case ir.IfPossible():
                self.flow_if_possible(node, scope, gate)
            case ir.May():
                self.flow_may(node, scope, gate)
            case ir.Repeat():
                self.flow_repeat(node, scope, gate)
            case ir.ForEach():
                self.open(gate, node)
                self.flow_for_each(node, scope)
            case ir.AsPlayer(each=True):
                self.open(gate, node)
                self.flow_as_each(node, scope)
            case ir.AsPlayer():
                self.flow_as(node, scope, gate)
            case ir.ChooseOne():
                self.choose_one(node, scope, gate, rest)
            case ir.Do():
                self.flow_do(node, scope, gate)
            case ir.Place():
                self.open(gate, node)
                self.flow_place(node, scope)
            case _:
                self.open(gate, node)
                around = [
                    info
                    for moment in ("before", "instead of")
                    for subject in self.facts.events(node)
                    for info in self.facts.hooks(moment, *subject)
                ]
                if any(self.facts.hook_pauses(info) for info in around):
                    raise Unsupported(node, "what comes before or instead of this can't ask anybody")
                self.effect(node, scope)
                self.drain(node)

    def own_block(self, block: ir.Block, scope: Scope, gate: Gate, node: ir.Node) -> None:
        """A block behind a gate of its own, or in one that is still being decided."""
        self.block(block, scope, gate, ())
        self.open(gate, node)

    def flow_if(self, node: ir.If, scope: Scope, gate: Gate) -> None:
        other, join = self.label(), self.label()
        self.line(f"if {negated(self.condition(node.condition, scope))}:")
        self.line(f"    return {other.lower()}(s)")
        self.branch_of(node.then, scope, gate, node)
        self.go(join)
        self.finish()
        self.start(other, node)
        if node.otherwise is not None:
            self.branch_of(node.otherwise, scope, gate, node)
        elif not gate.is_open:
            self.open(gate.branch(), node)
        self.go(join)
        self.finish()
        self.start(join, node)
        gate.is_open = True

    def branch_of(self, block: ir.Block, scope: Scope, gate: Gate, node: ir.Node) -> None:
        """One way of an `if`: in the head that is being decided, or with the gate open."""
        branch = gate.branch()
        self.block(block, scope, branch, ())
        self.open(branch, node)

    def flow_if_possible(self, node: ir.IfPossible, scope: Scope, gate: Gate) -> None:
        other, join = self.label(), self.label()
        call = self.stop_call(self.sentences(node.then, scope), self.names(), node)
        if call is not None:
            self.line(f"if {self.tried(call)}:")
            self.tell(scope)
            self.line(f"    return {other.lower()}(s)")
        was_open = gate.is_open
        branch = gate.branch()
        self.open(branch, node)
        if not was_open and call is not None and (gate.payments or gate.is_root):
            self.line(f"if {call}:")  # paying, or what came before, may have made it impossible
            self.line(f"    return {other.lower()}(s)")
        outer = self.scope_gate
        inner = self.new_gate(leave=join)
        self.scope_of(inner)
        self.own_block(node.then, scope, inner, node)
        self.again(join)
        self.finish()
        self.scope_gate = outer
        self.start(other, node)
        if node.otherwise is not None and node.otherwise.statements:
            if was_open:
                self.attempt(node.otherwise, scope, join, node)
            else:
                self.branch_of(node.otherwise, scope, gate, node)
        elif not was_open:
            self.open(gate.branch(), node)
        self.go(join)
        self.finish()
        self.start(join, node)
        gate.is_open = True

    def attempt(self, block: ir.Block, scope: Scope, join: str, node: ir.Node) -> None:
        """A block behind a gate of its own that is skipped if it can't open."""
        call = self.stop_call(self.sentences(block, scope), self.names(), node)
        if call is not None:
            self.line(f"if {call}:")
            self.line(f"    return {join.lower()}(s)")
        outer = self.scope_gate
        inner = self.new_gate(leave=join)
        self.scope_of(inner)
        self.own_block(block, scope, inner, node)
        self.scope_gate = outer

    def optional(self, rule: str | None, kind: str, scope: Scope, after: str, node: ir.Node) -> str:
        """Ask whether to go on, together with the first decision; gives the block of what is asked about."""
        body, ask = self.label(), self.label()
        go, end = ("YES", "NO") if kind == "may" else ("AGAIN", "STOP")
        no_going, no_ending = (self.ruled_out(rule, word.lower(), scope, {}, scope.you) for word in (go, end))
        unwanted = self.unwanted(rule, go.lower(), scope, {}, scope.you, is_word=True)
        no_going = " or ".join(filter(None, (no_going, unwanted))) or None
        asks = [(ask, after)]
        if no_going is not None:
            self.line(f"if {no_going}:")
            self.line(f"    return {after.lower()}(s)")
        self.line("v[OPTIONAL] = at")
        if no_ending is None:
            self.line(f"v[OPTIONAL_ASK] = {ask}")
        else:
            asks.append((self.label(), ""))
            self.line(f"v[OPTIONAL_ASK] = {asks[1][0]} if {no_ending} else {ask}")
        self.line(f"v[OPTIONAL_YOU] = {scope.you}")
        self.go(body)
        self.finish()
        for block, out in asks:
            self.start(block, node, rule)
            self.line(f"v[at] = {block}")
            self.line(f"s.options += ({go}, {end})" if out else f"s.options.append({go})")
            self.line(f"return s.ask_plainly({scope.you})")
            self.finish()
            self.out.choices[block] = ChoiceText(rule or "", kind, goes=(body, out) if out else (body,))
            self.out.optionals[block] = (rule, kind, body, out)
        self.start(body, node, rule)
        return body

    def is_left_unasked(self, block: ir.Block, rule: str | None, end: str, scope: Scope) -> bool:
        """Whether `State.ask` leaves a `may` or a round if nothing can be chosen there, so that nobody need try it.

        That is so if its first decision comes before anything that could stop it, and no rule forbids to leave.
        """
        return self.begins_with_choice(block) and self.ruled_out(rule, end, scope, {}, scope.you) is None

    def begins_with_choice(self, block: ir.Block) -> bool:
        """Whether somebody chooses first of all."""
        for node in block.statements:
            match node:
                case ir.Choose() | ir.ChooseOne():
                    return True
                case ir.Do(procedure=str(name)):
                    return self.facts.procedure_pauses(name) and self.begins_with_choice(
                        self.facts.procedures[name].block
                    )
                case ir.Let():
                    continue
            return False
        return False

    def flow_may(self, node: ir.May, scope: Scope, gate: Gate) -> None:
        self.open(gate, node)
        after = self.label()
        if not self.is_left_unasked(node.block, node.rule, "no", scope):
            call = self.stop_call(self.sentences(node.block, scope), self.names(), node)
            if call is not None:
                self.line(f"if {call}:")
                self.line(f"    return {after.lower()}(s)")
        outer = self.scope_gate
        inner = self.new_gate(is_optional=True, leave=after)
        self.scope_of(inner)
        self.optional(node.rule, "may", scope, after, node)
        self.own_block(node.block, scope, inner, node)
        self.again(after)
        self.finish()
        self.scope_gate = outer
        self.start(after, node)

    def flow_repeat(self, node: ir.Repeat, scope: Scope, gate: Gate) -> None:
        scratch = Scope(names={})
        self.routine.loops += 1
        stem = "rounds" if self.routine.loops == 1 else f"rounds_{self.routine.loops}"
        rounds = self.bind(stem, "number", scratch)
        most = None
        least = None
        if node.most is not None:
            most = self.value(node.most, scope)
            if not isinstance(node.most, ir.Number):
                most_name = self.bind(f"{stem}_most", "number", scratch)
                self.assign(most_name, most)
                most = most_name
        if node.least is not None:
            least = self.value(node.least, scope)
            if not isinstance(node.least, ir.Number):
                least_name = self.bind(f"{stem}_least", "number", scratch)
                self.assign(least_name, least)
                least = least_name
        loop, after, ended = self.label(), self.label(), self.label()
        self.assign(rounds, "0")
        first = "False" if gate.is_open else self.first_round(node, scope)
        if first != "False":
            if first != "True":
                skip = self.label()
                self.line(f"if {negated(first)}:")
                self.line(f"    return {skip.lower()}(s)")
            branch = gate.branch()
            self.own_block(node.block, scope, branch, node)
            self.go(ended)
            self.finish()
            if first != "True":
                self.start(skip, node)
                self.open(gate.branch(), node)
                self.go(loop)
                self.finish()
            gate.is_open = True
        else:
            self.open(gate, node)
            self.go(loop)
            self.finish()
        self.start(loop, node, node.rule)
        if most is not None:
            self.line(f"if {rounds} >= {most}:")
            self.line(f"    return {after.lower()}(s)")
        if node.condition is not None:
            self.line(f"if {negated(self.condition(node.condition, scope))}:")
            self.line(f"    return {after.lower()}(s)")
        is_left = node.asks and self.is_left_unasked(node.block, node.rule, "stop", scope)
        call = self.stop_call(self.sentences(node.block, scope), self.names(), node)
        if call is not None and not is_left:
            self.line(f"if {call}:")
            self.line(f"    return {after.lower()}(s)")
        outer = self.scope_gate
        inner = self.new_gate(is_optional=node.asks, leave=ended)
        self.scope_of(inner)
        if node.asks:
            if least is not None and least != "0":
                must = self.label()
                self.line(f"if {rounds} < {least}:")
                if call is not None and is_left:
                    self.line(f"    if {call}:")
                    self.line(f"        return {after.lower()}(s)")
                self.line(f"    return {must.lower()}(s)")
                self.optional(node.rule, "repeat", scope, after, node)
                self.go(must)
                self.finish()
                self.start(must, node)
            else:
                self.optional(node.rule, "repeat", scope, after, node)
        self.own_block(node.block, scope, inner, node)
        self.again(ended)
        self.finish()
        self.scope_gate = outer
        self.start(ended, node)
        counted = self.label()
        self.suspend_drain(node, counted)
        self.go(counted)
        self.finish()
        self.start(counted, node)
        self.assign(rounds, f"{rounds} + 1")
        self.again(loop)
        self.finish()
        self.start(after, node)

    def flow_for_each(self, node: ir.ForEach, scope: Scope) -> None:
        kind = base(node.type)
        things = self.things_in_order(node, scope)
        name = self.bind(node.variable, node.type, scope)
        cards = kind in self.layout.card_ranges and _lists_zones(node.set)
        if kind == "number":
            self.counted_loop(node, things, name, scope)
            return
        capacity = self.layout.cardinality(kind)
        if isinstance(node.set, ir.FieldOf) or self.may_repeat(node.set):
            capacity = max([capacity, *(len(field.values) for card in self.layout.game.cards for field in card.fields)])
        idle = self.idle_round(node.block)
        self.listed_loop(
            things, name, capacity, cards, node, lambda: self.loop_body(node.block, scope, node),
            None if idle is None else lambda: self.skip_idle(*idle, scope),
        )  # fmt: skip

    def idle_round(self, block: ir.Block) -> tuple[list[ir.Let], list[ir.Expr]] | None:
        """If a round does nothing but under conditions: names that stand before them, and the conditions."""
        lets = [one for one in block.statements if isinstance(one, ir.Let)]
        *before, last = block.statements or (None,)
        if len(lets) != len(before) or not isinstance(last, ir.If):
            return None
        conditions = [last.condition]
        while last.otherwise is not None and last.otherwise.statements:
            if len(last.otherwise.statements) != 1 or not isinstance(last.otherwise.statements[0], ir.If):
                return None
            last = last.otherwise.statements[0]
            conditions.append(last.condition)
        return lets, conditions

    def skip_idle(self, lets: list[ir.Let], conditions: list[ir.Expr], scope: Scope) -> None:
        """Leave the search for a round in which something happens, if this is one."""
        storing, self.storing = self.storing, False
        for let in lets:
            source = self.value(let.value, scope)
            self.assign(self.bind(let.variable, let.type, scope), source)
        self.storing = storing
        sources = [self.condition(condition, scope) for condition in conditions]
        self.line(f"if {' or '.join(f'({one})' if len(sources) > 1 else one for one in sources)}:")
        self.line("    break")

    def loop_body(self, block: ir.Block, scope: Scope, node: ir.Node) -> None:
        """The sentences of a loop, the gate open."""
        gate = Gate(is_open=True, number=self.scope_gate)
        self.block(block, scope, gate, ())
        del node

    def listed_loop(
        self,
        things: str,
        name: str,
        capacity: int,
        cards: bool,
        node: ir.Node,
        body: Callable[[], None],
        search: Callable[[], None] | None = None,
    ) -> None:
        """A loop over a list that is kept in the frame; `search` leaves out rounds in which nothing happens."""
        scratch = Scope(names={})
        stem = f"{name}_{self.routine.size}"
        index, count = self.bind(f"{stem}_i", "number", scratch), self.bind(f"{stem}_n", "number", scratch)
        first = self.routine.reserve(capacity) + 5
        areas = self.routine.reserve(capacity) + 5 if cards else 0
        loop, after = self.label(), self.label()
        self.line(f"things = {_listed(things)}")
        self.line(f"v[at + {first} : at + {first} + len(things)] = things")
        if cards:
            self.line(f"v[at + {areas} : at + {areas} + len(things)] = map(s.area, things)")
        self.assign(count, "len(things)")
        self.assign(index, "0")
        self.go(loop)
        self.finish()
        self.start(loop, node)
        if search is not None:
            self.line("while True:")
            self.depth += 1
        self.line(f"if {index} >= {count}:")
        self.depth += 1
        for start in (first, areas):
            if start:
                self.line(f"v[at + {start} : at + {start} + {count}] = [0] * {count}")
        self.line(f"return {after.lower()}(s)")
        self.depth -= 1
        if search is not None:
            self.line(f"{name} = v[at + {first} + {index}]")
            self.line(f"{index} += 1")
            if cards:
                self.line(f"if s.area({name}) != v[at + {areas} + {index} - 1]:")
                self.line("    continue")
            search()
            self.depth -= 1
            self.line(f"v[at + {self.slot(index)}] = {index}")
            self.line(f"v[at + {self.slot(name)}] = {name}")
            body()
            self.again(loop)
            self.finish()
            self.start(after, node)
            return
        self.line(f"v[at + {self.slot(index)}] = {index} + 1")
        self.assign(name, f"v[at + {first} + {index}]")
        if cards:
            self.line(f"if s.area({name}) != v[at + {areas} + {index}]:")
            self.line(f"    v[at] = {loop}")
            self.line("    return False")
        body()
        self.again(loop)
        self.finish()
        self.start(after, node)

    def counted_loop(self, node: ir.ForEach, things: str, name: str, scope: Scope) -> None:
        """A loop over numbers: the next one and the last are kept."""
        if node.keys or not isinstance(node.set, ir.Range):
            self.listed_loop(things, name, 64, False, node, lambda: self.loop_body(node.block, scope, node))
            return
        scratch = Scope(names={})
        stem = f"{name}_{self.routine.size}"
        following, last = self.bind(f"{stem}_next", "number", scratch), self.bind(f"{stem}_last", "number", scratch)
        loop, after = self.label(), self.label()
        self.assign(following, self.value(node.set.low, scope))
        self.assign(last, self.value(node.set.high, scope))
        self.go(loop)
        self.finish()
        self.start(loop, node)
        self.line(f"if {following} > {last}:")
        self.line(f"    return {after.lower()}(s)")
        self.assign(name, following)
        self.line(f"v[at + {self.slot(following)}] = {following} + 1")
        self.loop_body(node.block, scope, node)
        self.again(loop)
        self.finish()
        self.start(after, node)

    def flow_as_each(self, node: ir.AsPlayer, scope: Scope) -> None:
        inner = self.acting_as(node, scope)
        players = self.members(node.players, scope)
        self.listed_loop(
            players, inner.you, self.layout.seats, False, node, lambda: self.loop_body(node.block, inner, node)
        )

    def flow_as(self, node: ir.AsPlayer, scope: Scope, gate: Gate) -> None:
        inner = self.acting_as(node, scope)
        self.assign(inner.you, self.value(node.players, scope))
        if not self.can_be_none(node.players):
            self.block(node.block, inner, gate, ())
            self.open(gate, node)
            return
        nobody, join = self.label(), self.label()
        self.line(f"if {inner.you} < 0:")
        self.line(f"    return {nobody.lower()}(s)")
        self.branch_of(node.block, inner, gate, node)
        self.go(join)
        self.finish()
        self.start(nobody, node)
        if not gate.is_open:
            self.open(gate.branch(), node)
        self.go(join)
        self.finish()
        self.start(join, node)
        gate.is_open = True

    def flow_do(self, node: ir.Do, scope: Scope, gate: Gate) -> None:
        """Carry out something that may have to wait: in the head that is being decided, or on its own."""
        if node.procedure is not None and not self.facts.procedure_pauses(node.procedure):
            self.open(gate, node)
            self.call(node.procedure, node, scope)
            self.drain(node)
            return
        then = self.label()
        joined = 0 if gate.is_open else 1
        card = scope.card if node.card is None else self.value(node.card, scope)
        self.line(f"v[at] = {then}")
        if node.procedure is not None:
            arguments = [self.value(argument, scope) for argument in node.arguments]
            packed = f", ({', '.join(arguments)},)" if arguments else ""
            entry = f"{node.procedure.upper()}_1"
            self.line(f"s.push({entry}, {node.procedure.upper()}_SIZE, {scope.you}, {card}, {joined}{packed})")
            self.line("return False")
        else:
            assert node.value is not None
            kind = base(self.type(node.value))
            if joined:  # what it holds may ask nobody: then nothing would open this gate
                self.line(f"if s.is_plain_{kind}({self.value(node.value, scope)}):")
                self.depth += 1
                plain = self.label()
                self.line(f"return {plain.lower()}(s)")
                self.depth -= 1
            self.line(f"s.start_{kind}({self.value(node.value, scope)}, {scope.you}, {card}, {joined})")
            self.line("return False")
        self.finish()
        if node.value is not None and joined:
            self.start(plain, node)
            branch = gate.branch()
            self.open(branch, node)
            self.line(f"s.do_{kind}({self.value(node.value, scope)}, {scope.you}, {card})")
            self.line("v[RESULT] = DONE")
            self.go(then)
            self.finish()
        if joined:
            self.in_head(then, gate)
        self.start(then, node)
        if joined:
            own = gate.is_root and self.routine.procedure is not None and self.is_hooked(self.routine.procedure.name)
            if own:
                self.line("if v[RESULT] == REPLACED:")
                self.line("    return s.pop()")
            if node.procedure is None or self.facts.can_be_refused(node):
                self.line("if v[RESULT] == REFUSED:")
                self.line("    return s.pop(REFUSED)" if gate.leave is None else f"    return {gate.leave.lower()}(s)")
            gate.is_open = True
        if self.queued_by(node) and self.hooked:
            self.suspend_drain(node)

    def flow_place(self, node: ir.Place, scope: Scope) -> None:
        """Pieces that are placed one by one, because somebody may have to decide in between."""
        pieces = node.pieces
        form = self.form_for(pieces)
        leaves, enters = ("piece", "leaves", form, "supply"), ("piece", "enters", form, "")
        if (
            pieces.owner is None
            or pieces.place is None
            or is_list(self.type(pieces.owner))
            or is_list(self.type(pieces.place))
        ):
            raise Unsupported(node, "say whose piece is placed where")
        scratch = Scope(names={})
        stem = f"placing_{self.routine.size}"
        left = self.bind(f"{stem}_left", "number", scratch)
        owner = self.bind(f"{stem}_owner", self.type(pieces.owner), scratch)
        place = self.bind(f"{stem}_place", self.type(pieces.place), scratch)
        self.assign(owner, self.value(pieces.owner, scope))
        self.assign(place, self.value(pieces.place, scope))
        amount = self.amount(node.amount, scope)
        if self.can_be_none(pieces.owner) or self.can_be_none(pieces.place):
            amount = f"{amount} if {owner} >= 0 and {place} >= 0 else 0"
        self.assign(left, amount)
        loop, step, after = self.label(), self.label(), self.label()
        self.go(loop)
        self.finish()
        self.start(loop, node)
        stands = f" or not s.can_stand({self.form_number(form)}, {place})" if self.stands_on_card(form) else ""
        self.line(f"if {left} <= 0{stands}:")
        self.line(f"    return {after.lower()}(s)")
        self.assign(left, f"{left} - 1")
        calls = []
        for moment in ("before", "instead of"):
            for subject, about in ((leaves, (owner,)), (enters, (owner, place))):
                if self.facts.hooks(moment, *subject):
                    from compiler.engine.effects import event_name

                    calls.append(f"rules.{event_name(moment, subject)}(s, {', '.join((scope.you, *about))})")
        if calls:
            self.line(f"v[at] = {step}")
            self.line("v[RESULT] = DONE")
            self.line(f"if s.run_hooks({' + '.join(calls)}, at):")
            self.line("    return False")
        self.go(step)
        self.finish()
        self.start(step, node)
        number = self.form_number(form)
        guard = "v[RESULT] != REPLACED and " if calls else ""
        if self.has_event("after", *leaves) or self.has_event("after", *enters):
            self.line(f"if {guard}s.place({number}, {owner}, {place}):")
            self.depth += 1
            self.happens(leaves, scope, owner)
            self.happens(enters, scope, owner, place)
            self.depth -= 1
            self.suspend_drain(node, loop)
        elif guard:
            self.line(f"if {guard[:-5]}:")
            self.line(f"    s.place({number}, {owner}, {place})")
        else:
            self.line(f"s.place({number}, {owner}, {place})")
        self.again(loop)
        self.finish()
        self.start(after, node)


def first_dos(block: ir.Block, facts: Facts) -> Iterator[ir.Do]:
    """What a block may carry out while its gate is still shut."""
    for node in block.statements:
        if facts.is_pure_sentence(node):
            continue
        if isinstance(node, ir.Do | ir.If | ir.IfPossible | ir.ChooseOne | ir.Repeat | ir.AsPlayer):
            yield from (one for one in descendants(node) if isinstance(one, ir.Do))
        return


def parts(fact: ir.Expr) -> list[ir.Expr]:
    """The facts that are joined by `and`."""
    if isinstance(fact, ir.And):
        return [*parts(fact.left), *parts(fact.right)]
    return [fact]


def part_name(card: ir.Card, part: str) -> str:
    """The routine of an effect on a card."""
    return f"{card.kind}_{card.number}_{part}"


def hook_names(info: RuleInfo) -> tuple[str, ...]:
    """What a hook is told: what its ability or `until` brings along, then what its event is about."""
    assert isinstance(info.rule, ir.Hook)
    return info.params + tuple(name for name in pattern_names(info.rule.event) if name not in info.params)


def pattern_names(event: ir.Event) -> list[str]:
    """The names that the patterns of an event introduce, in their order."""
    match event:
        case ir.Done(arguments=arguments, actor=actor):
            patterns = [*arguments, actor]
        case ir.CardMoves(card=card, owner=owner):
            patterns = [card, owner]
        case ir.PieceMoves(owner=owner, place=place):
            patterns = [owner, place]
    return [pattern.variable for pattern in patterns if pattern is not None and pattern.variable is not None]


def _lists_zones(node: ir.Expr) -> bool:
    """Whether the members of a set are the cards of a zone or grid."""
    match node:
        case ir.ZoneOf() | ir.CardsOn():
            return True
        case ir.Filter(set=inner):
            return _lists_zones(inner)
        case ir.Union(sets=parts):
            return any(map(_lists_zones, parts))
    return False


def _moves_cards(block: ir.Block, facts: Facts) -> bool:
    """Whether cards may go elsewhere in a block."""
    return any(
        isinstance(n, ir.MoveCards | ir.Draw | ir.Discard | ir.Swap | ir.Do | ir.Place | ir.Remove)
        for n in descendants(block)
    )


def _listed(things: str) -> str:
    """A list with these members."""
    return things if things.startswith("sorted(") else f"list({things})"
