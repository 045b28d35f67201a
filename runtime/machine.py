"""Carries out sentences: decisions and flow, gate by gate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from runtime.decisions import ASK, CHOOSE, CHOOSE_ONE, MAY, REPEAT, Failure, Option, Question, word
from runtime.effects import Effects
from runtime.errors import EngineError
from runtime.gates import Call, Cost, Failed, Gate, Opened, Prompt, Refused, Replaced, Settled, Start
from runtime.model import HEAD, Model
from runtime.planning import Tape
from runtime.position import Position
from runtime.scope import Scope
from runtime.values import PLAYER, Node, Thing, Value, is_card, members, unique

YES, NO, AGAIN, STOP, ACCEPT, REFUSE = map(word, ("yes", "no", "again", "stop", "accept", "refuse"))
TURNS = 10_000


class Machine(Effects):
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

    # ---- heads --------------------------------------------------------------------------------------------

    def flow_choose(self, body: Node, scope: Scope) -> None:
        player = self.read(body["player"], scope) if "player" in body else scope.you
        things = unique(members(self.read(body["set"], scope)))
        options = self.spelled_apart(CHOOSE, [(thing,) for thing in things])
        name, rule = body["variable"], body.get("rule", "")
        question = self.question(player, rule, CHOOSE, options, lambda option: (name, {name: option.args[0]}), scope)
        scope.names[name] = self.decide(question).args[0]

    def flow_choose_one(self, body: Node, scope: Scope) -> None:
        candidates: list[Option] = []
        blocks = {option["name"]: option for option in body["options"]}
        for option in body["options"]:
            candidates += self.spelled_apart(option["name"], self._bindings(option.get("binders", []), scope))
        names = {name: [b["variable"] for b in option.get("binders", ())] for name, option in blocks.items()}
        question = self.question(
            scope.you, body.get("rule", ""), CHOOSE_ONE, candidates,
            lambda option: (option.verb, dict(zip(names[option.verb], option.args, strict=True))), scope,
        )  # fmt: skip
        chosen = self.decide(question)
        scope.names.update(zip(names[chosen.verb], chosen.args, strict=True))
        self.block(blocks[chosen.verb]["block"], scope)

    def _bindings(self, binders: list[Node], scope: Scope) -> list[tuple[Value, ...]]:
        """All combinations of what an option can be about."""
        if not binders:
            return [()]
        first, rest = binders[0], binders[1:]
        found: list[tuple[Value, ...]] = []
        things = unique(members(self.read(first["set"], scope)))
        with self.named(scope, first["variable"]) as names:
            for thing in things:
                names[first["variable"]] = thing
                found += [(thing, *more) for more in self._bindings(rest, scope)]
        return found

    def question(
        self, player: Thing | None, rule: str, kind: str, options: list[Option],
        names_of: Callable[[Option], tuple[str, dict[str, Value]]], scope: Scope,
    ) -> Question:  # fmt: skip
        """A question without the options that a rule in force forbids."""
        if player is None:
            raise EngineError(f"{self.model.name}: nobody decides at [{rule}]")
        forbidden: dict[str, str] = {}
        allowed = []
        for option in options:
            by = self.forbidding(rule, player, *names_of(option), scope)
            if by is None:
                allowed.append(option)
            else:
                forbidden[option.spelling] = by
        if not allowed:
            failure = Failure(next(iter(forbidden.values())), "forbidden") if forbidden else None
            raise Failed(failure or Failure(rule, "nothing to choose"))
        return Question(player, rule, kind, tuple(allowed), forbidden)

    def forbidding(self, decision: str, player: Thing, name: str, chosen: dict[str, Value], scope: Scope) -> str | None:
        """The id of a rule that forbids an option, if there is one. It sees what the decision sees."""
        for instance in self.in_force("forbid", decision, scope.you):
            if instance.body["name"] != name:
                continue
            names = {**scope.names, **chosen, **instance.scope.names}
            inner = Scope(names, instance.scope.you, instance.scope.card or scope.card, player)
            if self.holds(instance.body.get("condition"), inner):
                return str(instance.body.get("rule") or decision)
        return None

    def flow_require(self, body: Node, scope: Scope) -> None:
        if not self.read(body["condition"], scope):
            raise Failed(Failure(body.get("rule"), "required"))

    def flow_pay(self, body: Node, scope: Scope) -> None:
        amount = self.amount(body["amount"], scope)
        payer = scope.you
        if payer is None or self.available(body["count"], payer) < amount:
            raise Failed(Failure(body.get("rule"), "can't be paid"))
        by = body.get("by")
        by = by.get("do", by) if by is not None else None
        arguments = tuple(self.read(argument, scope) for argument in by.get("arguments", ())) if by else ()
        card = self.read(by["card"], scope) if by and "card" in by else scope.card
        to = self.optional(body.get("to"), scope)
        self.gate.costs.append(Cost(body["count"], payer, amount, to, by, arguments, card))

    def flow_ask(self, body: Node, scope: Scope) -> None:
        if not self.holds(body.get("condition"), scope):
            return
        player = self.read(body["player"], scope)
        if player is None:
            return
        question = Question(player, body.get("rule", ""), ASK, (ACCEPT,))
        if self.decide(question, always=(REFUSE,)) == REFUSE:
            raise Refused(self.gate, body.get("otherwise", []), scope)

    def flow_let(self, body: Node, scope: Scope) -> None:
        scope.names[body["variable"]] = self.read(body["value"], scope)

    # ---- flow ---------------------------------------------------------------------------------------------

    def flow_if(self, body: Node, scope: Scope) -> None:
        if self.read(body["condition"], scope):
            self.block(body["then"], scope)
        else:
            self.block(body.get("otherwise", []), scope)

    def flow_if_possible(self, body: Node, scope: Scope) -> None:
        then: Start = lambda inner: self.block(body["then"], inner)  # noqa: E731
        was_open = self.gate.is_open
        if not self.is_possible(then, scope):
            if was_open:
                self.attempt(body.get("otherwise", []), scope)
            else:
                self.block(body.get("otherwise", []), scope)
            return
        if not was_open and self.model.is_pure(body["then"]):
            self.block(body["then"], scope)
            return
        self.open()
        if was_open or self.is_possible(then, scope):
            self.run_gate(then, scope)
        else:  # paying, or what came before, has made it impossible
            self.attempt(body.get("otherwise", []), scope)

    def attempt(self, block: list[Node], scope: Scope) -> None:
        """A gate of its own that is skipped if it can't open."""
        start: Start = lambda inner: self.block(block, inner)  # noqa: E731
        if block and self.is_possible(start, scope):
            self.run_gate(start, scope)

    def flow_may(self, body: Node, scope: Scope) -> None:
        self.open()
        start: Start = lambda inner: self.block(body["block"], inner)  # noqa: E731
        if self.is_possible(start, scope):
            self.optional_gate(start, scope, MAY, body.get("rule"), YES, NO)

    def optional_gate(self, start: Start, scope: Scope, kind: str, rule: str | None, go: Option, end: Option) -> bool:
        """Ask whether to go through a gate, together with its first choice; whether it was gone through."""
        you = scope.you
        assert you is not None

        def ask() -> Prompt:
            first = self.plan(start, scope, (), ())
            question = Question(you, rule or "", kind, ())
            always: tuple[Option, ...] = (go, end)
            if isinstance(first, Question):
                question = replace(question, rule=rule or first.rule)
                if first.player == you and first.kind != ASK:
                    question = replace(question, candidates=first.candidates, forbidden=first.forbidden)
                    always = (end,)
            return Prompt(question, start, scope.separate(), (), (), always)

        answer = self.answer(ask)
        if answer == end:
            return False
        self.run_gate(start, scope, () if answer.is_word else (answer,))
        return True

    def flow_repeat(self, body: Node, scope: Scope) -> None:
        least = self.amount(body["least"], scope) if "least" in body else 0
        most = self.amount(body["most"], scope) if "most" in body else None
        start: Start = lambda inner: self.block(body["block"], inner)  # noqa: E731
        rounds = 0
        if self.gate.is_open or min(least, 1 if most is None else most) == 0:
            self.open()
        elif self.holds(body.get("condition"), scope):
            start(scope)  # the first round belongs to the head
            self.open()
            self.empty_queue()
            rounds = 1
        while most is None or rounds < most:
            self.count_step()
            if not self.holds(body.get("condition"), scope) or not self.is_possible(start, scope):
                return
            if body.get("asks") and rounds >= least:
                if not self.optional_gate(start, scope, REPEAT, body.get("rule"), AGAIN, STOP):
                    return
            else:
                self.run_gate(start, scope)
            self.empty_queue()
            rounds += 1

    def flow_for_each(self, body: Node, scope: Scope) -> None:
        if not self.model.is_pure(body["block"]):
            self.open()
        things = members(self.read(body["set"], scope))
        if "keys" in body:
            things = tuple(thing for _, thing in self.ranked(body["variable"], things, body["keys"], scope))
        listed = {thing: self.area(self.position.where.get(thing)) for thing in things if is_card(thing)}
        from_zone = _lists_zones(body["set"])
        for thing in things:
            if from_zone and thing in listed and self.area(self.position.where.get(thing)) != listed[thing]:
                continue
            scope.names[body["variable"]] = thing
            self.block(body["block"], scope)

    def flow_as_player(self, body: Node, scope: Scope) -> None:
        if not body.get("each"):
            player = self.read(body["players"], scope)
            if player is not None:
                self.block(body["block"], scope.acting(player))
            return
        if not self.model.is_pure(body["block"]):
            self.open()
        for player in members(self.read(body["players"], scope)):
            self.block(body["block"], scope.acting(player))

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


def _lists_zones(node: Node) -> bool:
    """Whether the members of a set are the cards of a zone or grid."""
    ((kind, body),) = node.items()
    match kind:
        case "zone_of" | "cards_on":
            return True
        case "filter":
            return _lists_zones(body["set"])
        case "union":
            return any(_lists_zones(part) for part in body)
    return False
