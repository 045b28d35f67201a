"""Heads: the sentences that decide and promise, and change nothing."""

from __future__ import annotations

from collections.abc import Callable

from runtime.errors import EngineError
from tests.reference.decisions import ASK, CHOOSE, CHOOSE_ONE, NOTHING, Failure, Option, Question, word
from tests.reference.effects import Effects
from tests.reference.gates import Cost, Failed, Refused
from tests.reference.scope import Scope
from tests.reference.values import PLAYER, Node, Thing, Value, members, unique

ACCEPT, REFUSE = word("accept"), word("refuse")


class Heads(Effects):
    """Carries out sentences of heads. One method a kind of node, named `flow_…`."""

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
        forbidden: dict[Option, str] = {}
        allowed = []
        unwanted = []
        for option in options:
            by = self.forbidding(rule, player, *names_of(option), scope)
            if by is not None:
                forbidden[option] = by
            elif kind != ASK and not self.wants(rule, player, *names_of(option), scope):
                forbidden[option] = rule
                unwanted.append(option)
            else:
                allowed.append(option)
        if not allowed and (self.gate.is_plan or not unwanted):
            failure = Failure(next(iter(forbidden.values())), "forbidden") if forbidden else None
            raise Failed(failure or Failure(rule, NOTHING))

        gate = self.gate

        def rank(option: Option) -> tuple[int, ...]:
            name, chosen = (option.verb, {}) if option.is_word else names_of(option)
            outer, self.gate = self.gate, gate  # what has been promised until then counts as spent
            found = self.rank(rule, player, name, chosen, scope)
            self.gate = outer
            return found

        return Question(player, rule, kind, tuple(allowed), forbidden, tuple(unwanted), rank)

    # ---- automated opponents ------------------------------------------------------------------------------

    def preferences(self, decision: str, player: Thing) -> list[Node]:
        """What an automated opponent prefers at a decision; nothing for anybody else."""
        return [
            prefer
            for name, seat in self.position.automas.items()
            if (PLAYER, seat) == player
            for prefer in self.model.preferences.get((name, decision), ())
        ]

    def wants(self, decision: str, player: Thing, name: str, chosen: dict[str, Value], scope: Scope) -> bool:
        """Whether an option is one for an automated opponent, as it is for everybody else."""
        prefers = self.preferences(decision, player)
        inner = Scope({**scope.names, **chosen}, player, scope.card, player)
        named = (prefer for prefer in prefers if prefer["name"] == name)
        return not prefers or self.is_free or any(self.holds(one.get("condition"), inner) for one in named)

    def goes_on(self, decision: str | None, player: Thing, go: Option, end: Option, scope: Scope) -> bool:
        """Whether an automated opponent says yes: some line says so before any says no, or none speaks of it."""
        prefers = [one for one in self.preferences(decision or "", player) if one["name"] in (go.verb, end.verb)]
        inner = Scope(scope.names, player, scope.card, player)
        applying = (one for one in prefers if self.holds(one.get("condition"), inner))
        return not prefers or self.is_free or any(one["name"] == go.verb for one in list(applying)[:1])

    def rank(self, decision: str, player: Thing, name: str, chosen: dict[str, Value], scope: Scope) -> tuple[int, ...]:
        """The place of the first line for an option that applies, then what its keys say."""
        prefers = self.preferences(decision, player)
        inner = Scope({**scope.names, **chosen}, player, scope.card, player)
        for place, prefer in enumerate(prefers):
            if prefer["name"] == name and self.holds(prefer.get("condition"), inner):
                return place, *self.sort_key(prefer.get("keys", []), inner)
        return (len(prefers),)

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
        rule = body.get("rule", "")
        question = self.question(player, rule, ASK, [ACCEPT], lambda option: (option.verb, {}), scope)
        may_refuse = self.forbidding(rule, player, REFUSE.verb, {}, scope) is None
        if self.decide(question, always=(REFUSE,) if may_refuse else ()) == REFUSE:
            raise Refused(self.gate, body.get("otherwise", []), scope)

    def flow_let(self, body: Node, scope: Scope) -> None:
        scope.names[body["variable"]] = self.read(body["value"], scope)
