"""Flow: conditions, loops and what players may leave out."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from tests.reference.decisions import ASK, MAY, REPEAT, Option, Question, word
from tests.reference.gates import Prompt, Start
from tests.reference.heads import Heads
from tests.reference.scope import Scope
from tests.reference.values import Node, is_card, members

YES, NO, AGAIN, STOP = map(word, ("yes", "no", "again", "stop"))


class Flow(Heads):
    """Carries out sentences made of blocks. One method a kind of node, named `flow_…`."""

    @abstractmethod
    def run_gate(self, start: Start, scope: Scope, given: tuple[Option, ...] = ()) -> None: ...

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
        if rule is not None and self.forbidding(rule, you, go.verb, {}, scope) is not None:
            return False
        if not self.goes_on(rule, you, go, end, scope):
            return False
        may_end = rule is None or self.forbidding(rule, you, end.verb, {}, scope) is None

        def ask() -> Prompt:
            first = self.plan(start, scope, (), ())
            question = Question(you, rule or "", kind, ())
            always: tuple[Option, ...] = (go, end) if may_end else (go,)
            if isinstance(first, Question):
                question = replace(question, rule=rule or first.rule)
                if first.player == you and first.kind != ASK:
                    question = replace(first, rule=question.rule, kind=kind)
                    always = (end,) if may_end else ()
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
