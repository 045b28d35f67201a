"""Rules in force: which ones apply, to whom, and what they do to the value of a query."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from tests.reference.model import Model, RuleSource
from tests.reference.position import Position
from tests.reference.scope import Scope
from tests.reference.table import Table
from tests.reference.values import PLAYER, Node, Thing, Value, number

ORIGINS = {"game": 0, "variant": 1, "automa": 2, "until": 3, "ability": 4, "card": 4}
"""Later ones win."""


class Instance(NamedTuple):
    """A rule in force: the same rule may be in force several times, on several cards."""

    source: RuleSource
    carrier: int | Thing | None
    """The card it is printed on, or which of the lasting effects it belongs to."""
    scope: Scope

    @property
    def body(self) -> Node:
        return self.source.body

    @property
    def key(self) -> tuple[int, int | Thing | None]:
        return self.source.place, self.carrier


class Rules(Table):
    """Knows which rules are in force."""

    def __init__(self, model: Model, position: Position, names: tuple[str, ...]) -> None:
        super().__init__(model, position, names)
        self._ignored: set[tuple[int, int | Thing | None]] = set()

    @abstractmethod
    def read(self, node: Node, scope: Scope) -> Value: ...

    def in_force(self, kind: str, subject: str, you: Thing | None) -> list[Instance]:
        """The rules of a kind about something, in the order of their source. `you` is whoever acts."""
        sources = self.model.rule_index.get((kind, subject), ())
        return [instance for source in sources for instance in self._instances(source, you)]

    def _instances(self, source: RuleSource, you: Thing | None) -> Iterator[Instance]:
        match source.origin:
            case "game":
                yield Instance(source, None, Scope({}, you))
            case "variant" if source.name in self.position.variants:
                yield Instance(source, None, Scope({}, you))
            case "automa" if source.name in self.position.automas:
                yield Instance(source, None, Scope({}, (PLAYER, self.position.automas[source.name])))
            case "until":
                for index, lasting in enumerate(self.position.lasting):
                    if lasting.until == source.name:
                        yield Instance(source, index, Scope(dict(lasting.names), lasting.you, lasting.card))
            case "ability":
                params = self.model.abilities[source.name].get("params", ())
                carriers = [
                    (card, arguments)
                    for key, arguments in self.model.ability_uses.get(source.name, ())
                    for card in self._working(key)
                ]
                for card, arguments in sorted(carriers, key=lambda pair: self._owner_first(pair[0])):
                    values = [self.read(argument, Scope({})) for argument in arguments]
                    names = {param["name"]: value for param, value in zip(params, values, strict=True)}
                    yield Instance(source, card, Scope(names, self.owner_of(card) or you, card))
            case "card":
                for card in sorted(self._working(source.name), key=self._owner_first):
                    yield Instance(source, card, Scope({}, self.owner_of(card) or you, card))

    def _working(self, key: tuple[str, int]) -> list[Thing]:
        return [card for card in self.members_of(key[0]) if card[2] == key[1] and self.is_working(card)]

    def _owner_first(self, card: Thing) -> tuple[int, int, int]:
        """Cards of several owners in turn order from the active player."""
        owner = self.owner_of(card)
        distance = -1 if owner is None else self.position.turn_order().index(owner[1])
        return distance, card[2], card[3]

    # ---- patterns -----------------------------------------------------------------------------------------

    def matches(self, patterns: list[Node], values: tuple[Value, ...], scope: Scope) -> bool:
        """Whether values fit the patterns of a rule; what the patterns name is then in the scope."""
        return all(self.match(pattern, value, scope) for pattern, value in zip(patterns, values, strict=False))

    def match(self, pattern: Node | None, value: Value, scope: Scope) -> bool:
        """Whether a value fits one pattern."""
        if pattern is None:
            return True
        if "value" in pattern:
            return bool(self.read(pattern["value"], scope) == value)
        if not self.is_of_type(value, pattern["type"]):
            return False
        scope.names[pattern["variable"]] = value
        return True

    def applies(self, instance: Instance, arguments: tuple[Value, ...], actor: Thing | None) -> Scope | None:
        """The scope of a rule about a query, if it concerns these arguments."""
        scope = Scope(instance.scope.names, instance.scope.you, instance.scope.card, actor)
        if not self.matches(instance.body.get("arguments", []), arguments, scope):
            return None
        condition = instance.body.get("condition")
        return scope if condition is None or self.read(condition, scope) else None

    # ---- queries and tracks -------------------------------------------------------------------------------

    def adjusted(self, name: str, arguments: tuple[Value, ...], own: Value, scope: Scope) -> Value:
        """A value after everything that changes it: changes, the last one wins; raised, lowered; treated as, no
        beats yes."""
        index = self.model.rule_index
        if not any((kind, name) in index for kind in ("change", "raise", "lower", "treat")):
            return own
        value = own
        actor = next((one for one in arguments if isinstance(one, tuple) and one[:1] == (PLAYER,)), scope.you)
        for kind, key in (("change", "value"), ("raise", "amount"), ("lower", "amount")):
            instances = sorted(self.in_force(kind, name, scope.you), key=_precedence)
            for instance in instances:
                found = self._effect(instance, arguments, actor, key)
                if found is not None and kind == "change":
                    value = found[0]
                elif found is not None:
                    value = number(value) + (number(found[0]) if kind == "raise" else -number(found[0]))
        answers = [
            not instance.body.get("negated")
            for instance in self.in_force("treat", name, scope.you)
            if self._effect(instance, arguments, actor, None) is not None
        ]
        return all(answers) if answers else value

    def _effect(
        self, instance: Instance, arguments: tuple[Value, ...], actor: Thing | None, key: str | None
    ) -> tuple[Value] | None:
        """What a rule says, if it applies. It doesn't see itself."""
        if instance.key in self._ignored:
            return None
        self._ignored.add(instance.key)
        try:
            scope = self.applies(instance, arguments, actor)
            if scope is None:
                return None
            return (None if key is None else self.read(instance.body[key], scope),)
        finally:
            self._ignored.discard(instance.key)


def _precedence(instance: Instance) -> tuple[int, int, int, int]:
    """Game, variants, lasting effects in the order they began, cards by number."""
    carrier = instance.carrier
    if isinstance(carrier, tuple):
        return ORIGINS[instance.source.origin], carrier[2], carrier[3], instance.source.place
    return ORIGINS[instance.source.origin], carrier or 0, 0, instance.source.place
