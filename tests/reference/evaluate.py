"""What sets and conditions mean in a position. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable

from tests.reference.readings import Readings
from tests.reference.scope import Scope
from tests.reference.values import CARD, Node, Thing, Value, is_card, is_there, is_thing, members, number


class Evaluator(Readings):
    """Reads all expressions. One method a kind of node, named `read_…`."""

    # ---- sets ---------------------------------------------------------------------------------------------

    def read_all_of(self, body: str, scope: Scope) -> Value:
        return self.members_of(body)

    def read_zone_of(self, body: Node, scope: Scope) -> Value:
        zone = body["zone"]
        if "owner" in body:
            owners: Iterable[Thing | None] = members(self.read(body["owner"], scope))
        else:
            owners = self.zone_owners(zone)
        return tuple(card for owner in owners for card in self.cards_in((zone, owner)))

    def read_cards_on(self, body: str, scope: Scope) -> Value:
        return self.cards_on(body)

    def read_range(self, body: Node, scope: Scope) -> Value:
        return tuple(range(number(self.read(body["low"], scope)), number(self.read(body["high"], scope)) + 1))

    def read_filter(self, body: Node, scope: Scope) -> Value:
        things = members(self.read(body["set"], scope))
        name, condition = body["variable"], body["condition"]
        found = []
        with self.named(scope, name) as names:
            for thing in things:
                names[name] = thing
                if self.read(condition, scope):
                    found.append(thing)
        return tuple(found)

    def read_union(self, body: list[Node], scope: Scope) -> Value:
        return tuple(dict.fromkeys(thing for part in body for thing in members(self.read(part, scope))))

    # ---- expressions --------------------------------------------------------------------------------------

    def read_size_of(self, body: Node, scope: Scope) -> Value:
        return len(members(self.read(body, scope)))

    def read_total_of(self, body: Node, scope: Scope) -> Value:
        things = members(self.read(body["set"], scope))
        name, total = body["variable"], 0
        with self.named(scope, name) as names:
            for thing in things:
                names[name] = thing
                total += number(self.read(body["value"], scope))
        return total

    def read_any_of(self, body: Node, scope: Scope) -> Value:
        return is_there(self.read(body, scope))

    def read_none_of(self, body: Node, scope: Scope) -> Value:
        return not is_there(self.read(body, scope))

    def read_has(self, body: Node, scope: Scope) -> Value:
        return is_there(self.read(body["what"], scope))

    def read_has_no(self, body: Node, scope: Scope) -> Value:
        return not is_there(self.read(body["what"], scope))

    def read_compare(self, body: Node, scope: Scope) -> Value:
        left, right = self.read(body["left"], scope), self.read(body["right"], scope)
        match body["operator"]:
            case "is":
                return left == right
            case "is not":
                return left != right
            case "<":
                return number(left) < number(right)
            case "<=":
                return number(left) <= number(right)
            case ">":
                return number(left) > number(right)
        return number(left) >= number(right)

    def read_is_kind(self, body: Node, scope: Scope) -> Value:
        card = self.read(body["card"], scope)
        return is_card(card) and body["kind"] in (CARD, card[1])

    def read_is_in(self, body: Node, scope: Scope) -> Value:
        things = members(self.read(body["set"], scope))
        if "card_value" in body["thing"]:
            return any(card in things for card in self.copies(body["thing"]["card_value"], scope))
        return self.read(body["thing"], scope) in things

    def read_is_known(self, body: Node, scope: Scope) -> Value:
        card, player = self.read(body["card"], scope), self.read(body["player"], scope)
        return is_card(card) and is_thing(player) and self.knows(player, card)

    def read_not(self, body: Node, scope: Scope) -> Value:
        return not self.read(body, scope)

    def read_and(self, body: Node, scope: Scope) -> Value:
        return bool(self.read(body["left"], scope)) and bool(self.read(body["right"], scope))

    def read_or(self, body: Node, scope: Scope) -> Value:
        return bool(self.read(body["left"], scope)) or bool(self.read(body["right"], scope))

    def read_arithmetic(self, body: Node, scope: Scope) -> Value:
        left, right = number(self.read(body["left"], scope)), number(self.read(body["right"], scope))
        match body["operator"]:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left // right if right else 0
        return left % right if right else 0

    def read_if_then(self, body: Node, scope: Scope) -> Value:
        return self.read(body["then"] if self.read(body["condition"], scope) else body["otherwise"], scope)

    def read_otherwise(self, body: Node, scope: Scope) -> Value:
        value = self.read(body["value"], scope)
        return self.read(body["fallback"], scope) if value is None else value

    def read_the(self, body: Node, scope: Scope) -> Value:
        things = members(self.read(body["set"], scope))
        return things[0] if len(things) == 1 else None

    def read_best(self, body: Node, scope: Scope) -> Value:
        ranked = self.ranked(body["variable"], members(self.read(body["set"], scope)), body["keys"], scope)
        if not ranked or (body.get("untied") and len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
            return None
        return ranked[0][1]

    def ranked(
        self, name: str, things: tuple[Value, ...], keys: list[Node], scope: Scope
    ) -> list[tuple[tuple[int, ...], Value]]:
        """The things, best first, each with what it was ranked by; equal ones stay in their order."""
        found = []
        with self.named(scope, name) as names:
            for thing in things:
                names[name] = thing
                found.append((self.sort_key(keys, scope), thing))
        return sorted(found, key=lambda pair: pair[0])

    def sort_key(self, keys: list[Node], scope: Scope) -> tuple[int, ...]:
        """What a thing is ranked by: the lowest comes first."""
        found: list[int] = []
        for node in keys:
            ((kind, body),) = node.items()
            if kind == "order_key":
                order = self.model.orders[body["order"]]
                values = [self.read(argument, scope) for argument in body.get("arguments", ())]
                names = {param["name"]: value for param, value in zip(order.get("params", ()), values, strict=True)}
                found += self.sort_key(order["keys"], Scope(names, scope.you, scope.card, scope.actor))
                continue
            value = self.read(body["value"], scope)
            match body["direction"]:
                case "highest":
                    found.append(-number(value))
                case "lowest":
                    found.append(number(value))
                case _:
                    found.append(0 if value else 1)
        return tuple(found)
