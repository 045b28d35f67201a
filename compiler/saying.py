"""Expressions of the IR in words, as an author would write them: for messages, not to be compiled again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Node: TypeAlias = dict[str, Any]
"""A node of the IR, as JSON."""
PLAYER, CARD = "player", "card"
LOOSE = {"or": 0, "and": 1, "not": 2, "if_then": 0, "otherwise": 0}
"""How loosely conditions and choices of value hang together; what is not named here needs no parentheses."""
TIGHT = {"+": 4, "-": 4, "*": 5, "/": 5, "mod": 5}
TIGHTEST = 9


_SECTIONS = ("enums", "maps", "pieces", "counts", "zones", "kinds", "queries")


class Phrases:
    """Words for expressions. One method a kind of node, named `say_…`."""

    def __init__(self, document: Node) -> None:
        named = {section: {one["name"]: one for one in document.get(section, ())} for section in _SECTIONS}
        self._pieces, self._queries, self._zones = (named[section] for section in ("pieces", "queries", "zones"))
        forms = [form for pieces in self._pieces.values() for form in pieces["forms"]]
        self._plurals = {
            one["name"]: one["plural"] for found in named.values() for one in found.values() if "plural" in one
        }
        self._plurals |= {form["name"]: form["plural"] for form in forms if "plural" in form}
        self._plurals |= {one["space"]: one["plural"] for one in document.get("grids", ()) if "plural" in one}
        self._plurals |= {one["edge"]: one["edge_plural"] for one in document.get("maps", ()) if "edge_plural" in one}

    def say(self, node: Node) -> str:
        """An expression in words."""
        ((kind, body),) = node.items()
        speak: Callable[[Any], str] = getattr(self, f"say_{kind}")
        return speak(body)

    def _plural(self, noun: str) -> str:
        return f"{noun}s" if noun in (PLAYER, CARD) else self._plurals.get(noun, noun)

    def _called(self, name: str, arguments: list[Node]) -> str:
        """A name with arguments, if there are any."""
        return f"{name}({', '.join(map(self.say, arguments))})" if arguments else name

    def _inside(self, node: Node, strength: int) -> str:
        """A part of a longer expression, in parentheses if it would fall apart there."""
        return self.say(node) if _strength(node) >= strength else f"({self.say(node)})"

    def _of(self, owner: Node | None, what: str) -> str:
        """What somebody or something has."""
        if owner is None:
            return what
        if "you" in owner:
            return f"your {what}"
        said = self._inside(owner, TIGHTEST)
        return f"its {what}" if said == "it" else f"{said}'s {what}"

    # ---- values -------------------------------------------------------------------------------------------

    def say_number(self, body: int) -> str:
        return str(body)

    def say_answer(self, body: bool) -> str:
        return "yes" if body else "no"

    def say_none_value(self, body: bool) -> str:
        return "none"

    def say_member(self, body: Node) -> str:
        return self._called(body["name"], body.get("arguments", []))

    say_ability_use = say_member

    def say_local(self, body: Node) -> str:
        return str(body["name"])

    def say_you(self, body: bool) -> str:
        return "you"

    def say_actor(self, body: bool) -> str:
        return "actor"

    def say_this_card(self, body: bool) -> str:
        return "this card"

    def say_active_player(self, body: bool) -> str:
        return "active_player"

    def say_variant_chosen(self, body: str) -> str:
        return body

    def say_automa_player(self, body: str) -> str:
        return body

    def say_card_value(self, body: Node) -> str:
        return self._called(body["kind"], [body["number"], *([body["owner"]] if "owner" in body else [])])

    def say_place_value(self, body: Node) -> str:
        return self._called(body["type"], body["coordinates"])

    # ---- readings -----------------------------------------------------------------------------------------

    def say_field_of(self, body: Node) -> str:
        return self._of(body.get("card"), body["name"])

    def say_attribute_of(self, body: Node) -> str:
        return self._of(body.get("thing"), body["name"])

    def say_track_of(self, body: Node) -> str:
        return self._of(body.get("owner"), body["track"])

    def say_count_of(self, body: Node) -> str:
        holder, coins = body.get("holder"), self._plural(body["count"])
        return f"{coins} on {self.say(holder)}" if holder and _is_place(holder) else self._of(holder, coins)

    def say_pieces_of(self, body: Node) -> str:
        declared = self._pieces[body["pieces"]]
        all_forms = [form["name"] for form in declared["forms"]]
        nouns = [declared["name"]] if list(body["forms"]) == all_forms else body["forms"]
        said = " and ".join(map(self._plural, nouns))
        said = f"fresh {said}" if body.get("fresh") else said
        if "owner" in body:
            said += f" of {self._inside(body['owner'], TIGHTEST)}"
        if "place" in body:
            form = next(form for form in declared["forms"] if form["name"] == body["forms"][0])
            said += f" {form.get('label', 'in')} {self._inside(body['place'], TIGHTEST)}"
        return f"{said} in supply" if body.get("in_supply") else said

    def say_query_of(self, body: Node) -> str:
        return self._query(body, "is")

    def _query(self, body: Node, verb: str) -> str:
        """A query as it is asked: its first thing in front, labelled ones behind their words, others in parentheses."""
        declared = self._queries[body["query"]]
        pairs = list(zip(declared.get("params", ()), body.get("arguments", ()), strict=False))
        plain = [argument for param, argument in pairs if "label" not in param]
        labelled = [f" {param['label']} {self.say(argument)}" for param, argument in pairs if "label" in param]
        said = self._called(body["query"], plain[1:]) + "".join(labelled)
        if declared["type"] != "yes/no":
            return self._of(plain[0] if plain else None, said)
        return f"{self.say(plain[0])} {verb} {said}" if plain else f"{'not ' if verb == 'is not' else ''}{said}"

    def say_marked_as(self, body: Node) -> str:
        return f"{self.say(body['thing'])} is {body['mark']}"

    def say_function(self, body: Node) -> str:
        return self._called(body["name"], body["arguments"])

    # ---- sets ---------------------------------------------------------------------------------------------

    def say_all_of(self, body: str) -> str:
        return self._plural(body)

    def say_zone_of(self, body: Node) -> str:
        if "owner" in body:
            return self._of(body["owner"], body["zone"])
        return self._plural(body["zone"]) if "owner" in self._zones[body["zone"]] else str(body["zone"])

    def say_cards_on(self, body: str) -> str:
        return body

    def say_range(self, body: Node) -> str:
        return f"{self.say(body['low'])} to {self.say(body['high'])}"

    def say_filter(self, body: Node) -> str:
        return f"({self._where(body)})"

    def _where(self, body: Node) -> str:
        return f"{self.say(body['set'])} where {self.say(body['condition'])}"

    def say_union(self, body: list[Node]) -> str:
        return f"({' and '.join(map(self.say, body))})"

    # ---- expressions --------------------------------------------------------------------------------------

    def say_size_of(self, body: Node) -> str:
        return f"number of {self.say(body)}"

    def say_total_of(self, body: Node) -> str:
        of = self._without(body["value"], lambda part: _is_local(part, body["variable"]))
        return f"total {of} of {self.say(body['set'])}"

    def say_any_of(self, body: Node) -> str:
        return f"any {self.say(body)}"

    def say_none_of(self, body: Node) -> str:
        return f"no {self.say(body)}"

    def say_has(self, body: Node) -> str:
        had = self._without(body["what"], lambda part: part == body["owner"])
        is_one = next(iter(body["what"])) in ("attribute_of", "field_of", "track_of")
        return f"{self.say(body['owner'])} has {a(had) if is_one else had}"

    def say_has_no(self, body: Node) -> str:
        had = self._without(body["what"], lambda part: part == body["owner"])
        return f"{self.say(body['owner'])} has no {had}"

    def _without(self, node: Node, is_owner: Callable[[Any], bool]) -> str:
        """What somebody has, without saying whose it is."""
        ((kind, body),) = node.items()
        if not isinstance(body, dict):
            return self.say(node)
        return self.say({kind: {key: part for key, part in body.items() if not is_owner(part)}})

    def say_compare(self, body: Node) -> str:
        return f"{self._inside(body['left'], 3)} {body['operator']} {self._inside(body['right'], 3)}"

    def say_is_kind(self, body: Node) -> str:
        return f"{self.say(body['card'])} is {a(body['kind'])}"

    def say_is_in(self, body: Node) -> str:
        return f"{self.say(body['thing'])} is in {self.say(body['set'])}"

    def say_is_known(self, body: Node) -> str:
        return f"{self.say(body['card'])} is known to {self.say(body['player'])}"

    def say_not(self, body: Node) -> str:
        ((kind, inner),) = body.items()
        if kind == "query_of":
            return self._query(inner, "is not")
        if kind in ("is_in", "is_kind", "is_known", "marked_as"):
            return self.say(body).replace(" is ", " is not ", 1)
        return f"not {self._inside(body, LOOSE['not'])}"

    def say_and(self, body: Node) -> str:
        return f"{self._inside(body['left'], LOOSE['and'])} and {self._inside(body['right'], LOOSE['and'])}"

    def say_or(self, body: Node) -> str:
        return f"{self.say(body['left'])} or {self.say(body['right'])}"

    def say_arithmetic(self, body: Node) -> str:
        strength = TIGHT[body["operator"]]
        return f"{self._inside(body['left'], strength)} {body['operator']} {self._inside(body['right'], strength + 1)}"

    def say_if_then(self, body: Node) -> str:
        then, otherwise = self._inside(body["then"], 1), self._inside(body["otherwise"], 1)
        return f"if {self.say(body['condition'])} then {then} else {otherwise}"

    def say_otherwise(self, body: Node) -> str:
        return f"{self._inside(body['value'], 1)} otherwise {self._inside(body['fallback'], 1)}"

    def say_the(self, body: Node) -> str:
        return f"the {self._member_of(body)}"

    def say_best(self, body: Node) -> str:
        keys = ", ".join(map(self._key, body["keys"]))
        return f"{'the ' if body.get('untied') else ''}best {self._member_of(body)} by {keys}"

    def _member_of(self, body: Node) -> str:
        found = body["set"]
        said = self._where(found["filter"]) if "filter" in found else self.say(found)
        return f"{body['variable']} in {said}"

    def _key(self, node: Node) -> str:
        ((kind, body),) = node.items()
        if kind == "order_key":
            return self._called(body["order"], body.get("arguments", []))
        said = self.say(body["value"])
        return said if body["direction"] == "holds" else f"{body['direction']} {said}"


def a(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _strength(node: Node) -> int:
    ((kind, body),) = node.items()
    if kind == "arithmetic":
        return TIGHT[body["operator"]]
    if kind in ("compare", "is_in", "is_kind", "is_known", "marked_as", "has", "has_no", "any_of", "none_of"):
        return 3
    return LOOSE.get(kind, TIGHTEST)


def _is_place(node: Node) -> bool:
    """Whether a thing is named that is no player: coins lie on it."""
    ((kind, body),) = node.items()
    if kind in ("member", "local"):
        return bool(body["type"] != PLAYER)
    return kind in ("place_value", "card_value", "this_card")


def _is_local(node: Any, name: str) -> bool:
    return isinstance(node, dict) and node.get("local", {}).get("name") == name
