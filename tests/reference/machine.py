"""Carries out sentences: decisions and flow, gate by gate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.errors import EngineError
from tests.reference.decisions import Option
from tests.reference.flow import Flow
from tests.reference.gates import Call, Cost, Failed, Gate, Opened, Refused, Replaced, Settled, Start
from tests.reference.model import HEAD, Model
from tests.reference.planning import Tape
from tests.reference.position import Position
from tests.reference.scope import Scope
from tests.reference.values import PLAYER, Node, Thing, Value

TURNS = 10_000


class Machine(Flow):
    """Runs setup and turns. A turn can be run again with the same answers; it comes to the same place."""

    def __init__(self, model: Model, position: Position, names: tuple[str, ...], tape: Tape) -> None:
        super().__init__(model, position, names, tape)
        self.settles = False
        """Whether to stop as soon as what the last answer set off is over."""
        self._sentences: dict[str, Callable[[Any, Scope], None]] = {}

    def run(self) -> None:
        """Setup if the game has not begun, else one turn; the next player is then to move."""
        position = self.position
        try:
            if not position.started:
                self.call("setup", (), (PLAYER, position.active), None)
                self.empty_queue()
                position.started = True
                return
            position.turns += 1
            if position.turns > TURNS:
                raise EngineError(f"{self.model.name}: more than {TURNS:,} turns")
            self.note(f"turn of {self.names[position.active]}")
            self.call("turn", (), (PLAYER, position.active), None)
            self.empty_queue()
        except Failed as failed:
            raise EngineError(f"{self.model.name}: a turn stands still: {failed.failure}") from failed
        position.active = position.neighbor(position.active, 1)

    # ---- gates --------------------------------------------------------------------------------------------

    def open(self) -> None:
        gate = self.gate
        if gate.is_open:
            return
        if gate.is_plan:
            raise Opened
        gate.is_open = True
        for call, _ in gate.calls:
            self.reset(call)
        for cost in gate.costs:
            self.pay(cost)
        for call, is_done in gate.calls:
            if is_done:
                self.done(call)
            else:
                self.begin(call)
        self.empty_queue()

    def run_gate(self, start: Start, scope: Scope, given: tuple[Option, ...] = ()) -> None:
        """Decide a head, open its gate and carry out the rest; refused, do what was to be done then."""
        outer = self.gate
        gate = self.gate = Gate(start, scope.separate(), is_plan=False, given=given, outer=outer)
        try:
            start(scope)
            self.open()
        except Refused as refused:
            if refused.gate is not gate:
                raise
            self.gate = outer
            self.attempt(refused.otherwise, refused.scope)
        finally:
            self.gate = outer
        if self.settles and gate.answers and not outer.is_answered() and self.cursor == len(self.tape):
            self.empty_queue()
            raise Settled

    def pay(self, cost: Cost) -> None:
        """Pay one cost; what a procedure does not lay out goes to the bank."""
        if cost.by is None:
            self.shift(cost.money, cost.payer, cost.to, cost.amount)
        elif cost.amount > 0:
            before = self.position.count(cost.money, cost.payer)
            self.call(cost.by["procedure"], cost.arguments, cost.payer, cost.card)
            laid_out = before - self.position.count(cost.money, cost.payer)
            self.shift(cost.money, cost.payer, None, max(0, cost.amount - laid_out))

    # ---- sentences ----------------------------------------------------------------------------------------

    def block(self, block: list[Node], scope: Scope) -> None:
        """Sentences, one after the other."""
        for sentence in block:
            self.sentence(sentence, scope)

    def sentence(self, sentence: Node, scope: Scope) -> None:
        """One sentence, and whatever waits to follow it."""
        self.count_step()
        ((kind, body),) = sentence.items()
        run = self._sentences.get(kind)
        if run is None:
            run = self._sentences[kind] = self._find(kind)
        if self.gate.is_open and kind in ("choose", "choose_one", "require", "pay", "ask"):
            self.run_gate(lambda inner: self._within(run, sentence, body, inner), scope)
        else:
            self._within(run, sentence, body, scope)
        if self.gate.is_open:
            self.empty_queue()

    def _within(self, run: Callable[[Any, Scope], None], sentence: Node, body: Any, scope: Scope) -> None:
        run(body, scope)
        if not self.gate.is_open and not self.model.is_pure_sentence(sentence):
            self.open()

    def _find(self, kind: str) -> Callable[[Any, Scope], None]:
        flow: Callable[[Any, Scope], None] | None = getattr(self, f"flow_{kind}", None)
        if flow is not None:
            return flow
        effect: Callable[[Any, Scope], None] | None = getattr(self, f"do_{kind}", None)
        if effect is None or kind in HEAD:
            raise EngineError(f"the engine can't carry out `{kind}`")
        found = effect

        def change(body: Any, scope: Scope) -> None:
            self.open()
            found(body, scope)

        return change

    # ---- procedures ---------------------------------------------------------------------------------------

    def flow_do(self, body: Node, scope: Scope) -> None:
        card = self.read(body["card"], scope) if "card" in body else scope.card
        if "procedure" in body:
            arguments = tuple(self.read(argument, scope) for argument in body.get("arguments", ()))
            self.call(body["procedure"], arguments, scope.you, card)
            return
        match self.read(body["value"], scope):
            case ("effect", holder, name):
                part = self.model.parts[holder[1], holder[2]][name]
                inner = Scope({}, scope.you, holder)
                if self.gate.is_open:
                    self.run_gate(lambda own: self.block(part["block"], own), inner)
                else:
                    self.block(part["block"], inner)
            case (str(), str(name), *values):
                self.call(name, tuple(values), scope.you, card)

    def call(self, name: str, arguments: tuple[Value, ...], you: Thing | None, card: Thing | None) -> None:
        """Carry out a procedure: in the gate that is being decided, or in one of its own."""
        procedure = self.model.procedures.get(name)
        if procedure is None:
            return
        names = {param["name"]: value for param, value in zip(procedure.get("params", ()), arguments, strict=True)}
        scope = Scope(names, you, card)
        if self.gate.is_open:
            self.reset(Call(name, arguments, you))
            self.run_gate(lambda inner: self._carry_out(Call(name, arguments, you, has_reset=True), inner), scope)
        else:
            self._carry_out(Call(name, arguments, you), scope)

    def _carry_out(self, call: Call, scope: Scope) -> None:
        gate = self.gate
        gate.calls.append((call, False))
        try:
            self.block(self.model.procedures[call.procedure]["block"], scope)
        except Replaced as replaced:
            if replaced.call is not call:
                raise
            return
        if gate.is_open:
            self.done(call)
        else:
            call.is_done = True
            gate.calls.append((call, True))
