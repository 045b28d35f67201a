"""A game's IR with everything found by name: what stays the same while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from runtime.errors import EngineError
from tests.reference.values import CARD, PLAYER, Node, Thing, Value

HEAD = frozenset({"choose", "require", "pay", "ask", "let"})
"""Sentences that decide and change nothing."""

MOVES = {"card_moves": CARD, "piece_moves": "piece"}


class RuleSource(NamedTuple):
    """A rule and what puts it in force: `game`, or a variant, ability, card or `until` by name, number or index."""

    place: int
    """Where it stands among all rules."""
    origin: str
    name: Any
    kind: str
    body: Node


class Model:
    """Everything about a game that no move changes."""

    def __init__(self, document: Node) -> None:
        self.document = document
        self.name: str = document["name"]
        self.title: str = document["title"]
        self.untils: list[Node] = []
        self._until_index: dict[int, int] = {}
        self._number_untils(document)
        self._pure: dict[int, bool] = {}
        self._pure_procedures: dict[str, bool] = {}

    def _named(self, section: str, key: str = "name") -> dict[str, Node]:
        return {declared[key]: declared for declared in self.document.get(section, ())}

    @cached_property
    def enums(self) -> dict[str, Node]:
        return self._named("enums")

    @cached_property
    def maps(self) -> dict[str, Node]:
        return self._named("maps")

    @cached_property
    def edge_maps(self) -> dict[str, Node]:
        return {m["edge"]: m for m in self.document.get("maps", ()) if "edge" in m}

    @cached_property
    def grids(self) -> dict[str, Node]:
        """By the noun of their spaces."""
        return self._named("grids", "space")

    @cached_property
    def pieces(self) -> dict[str, Node]:
        return self._named("pieces")

    @cached_property
    def form_pieces(self) -> dict[str, str]:
        """The pieces that take a form."""
        return {form["name"]: name for name, pieces in self.pieces.items() for form in pieces["forms"]}

    @cached_property
    def counts(self) -> dict[str, Node]:
        return self._named("counts")

    @cached_property
    def plurals(self) -> dict[str, str]:
        """The nouns for several, of everything that has one: `coins` of `coin`."""
        forms = [form for pieces in self.pieces.values() for form in pieces["forms"]]
        sections = ("enums", "maps", "pieces", "counts", "zones", "kinds")
        declared = [one for section in sections for one in self.document.get(section, ())]
        edges = {edge: one["edge_plural"] for edge, one in self.edge_maps.items() if "edge_plural" in one}
        spaces = {space: one["plural"] for space, one in self.grids.items() if "plural" in one}
        return edges | spaces | {one["name"]: one["plural"] for one in (*declared, *forms) if "plural" in one}

    def amount(self, number: int, noun: str) -> str:
        """So many of something: `1 coin`, `3 coins`."""
        return f"{number} {noun if number == 1 else self.plurals.get(noun, noun)}"

    @cached_property
    def tracks(self) -> dict[str, Node]:
        return self._named("tracks")

    @cached_property
    def marks(self) -> dict[str, Node]:
        return self._named("marks")

    @cached_property
    def zones(self) -> dict[str, Node]:
        return self._named("zones")

    @cached_property
    def kinds(self) -> dict[str, Node]:
        return self._named("kinds")

    @cached_property
    def queries(self) -> dict[str, Node]:
        return self._named("queries")

    @cached_property
    def orders(self) -> dict[str, Node]:
        return self._named("orders")

    @cached_property
    def procedures(self) -> dict[str, Node]:
        return self._named("procedures")

    @cached_property
    def abilities(self) -> dict[str, Node]:
        return self._named("abilities")

    @cached_property
    def variants(self) -> dict[str, Node]:
        return self._named("variants")

    @cached_property
    def automas(self) -> dict[str, Node]:
        return self._named("automas")

    @cached_property
    def preferences(self) -> dict[tuple[str, str], list[Node]]:
        """What automated opponents prefer, by opponent and decision."""
        found: dict[tuple[str, str], list[Node]] = {}
        for name, automa in self.automas.items():
            for policy in automa.get("policies", ()):
                found.setdefault((name, policy["decision"]), []).extend(policy["prefers"])
        return found

    @cached_property
    def printed(self) -> dict[tuple[str, int], Node]:
        """The declarations of cards by kind and number."""
        return {(card["kind"], card["number"]): card for card in self.document.get("cards", ())}

    @cached_property
    def printed_fields(self) -> dict[tuple[str, int], dict[str, list[Node]]]:
        """What is printed on a card, by field."""
        return {
            key: {field["name"]: field.get("values", []) for field in card.get("fields", ())}
            for key, card in self.printed.items()
        }

    @cached_property
    def entries(self) -> dict[str, dict[str, str]]:
        """The types of the fields of each kind of cards."""
        return {
            name: {entry["name"]: entry["type"] for entry in kind.get("entries", ())}
            for name, kind in self.kinds.items()
        }

    @cached_property
    def parts(self) -> dict[tuple[str, int], dict[str, Node]]:
        """The effects printed on a card."""
        return {key: {part["name"]: part for part in card.get("parts", ())} for key, card in self.printed.items()}

    def cards_for(self, players: int) -> list[Thing]:
        """Every card there is: the copies of each, and a set for each player of the kinds that players own."""
        found: list[Thing] = []
        for kind in self.kinds.values():
            cards = [card for card in self.document.get("cards", ()) if card["kind"] == kind["name"]]
            owners = range(players) if kind.get("owner") == PLAYER else (-1,)
            for owner, card in product(owners, sorted(cards, key=lambda card: int(card["number"]))):
                for copy in range(card.get("copies", 1)):
                    found.append((CARD, kind["name"], card["number"], copy, owner))
        return found

    def spaces(self, name: str, cards: list[Thing], players: int) -> tuple[Thing, ...]:
        """The spaces of a grid, the first axis slowest."""
        axes = [tuple(self._axis(axis, cards, players)) for axis in self.grids[name]["axes"]]
        return tuple((name, *coordinates) for coordinates in product(*axes))

    def _axis(self, axis: Node, cards: list[Thing], players: int) -> Iterator[Value]:
        if axis.get("numbers"):
            yield from axis["numbers"]
        elif axis.get("names"):
            yield from ((axis["type"], name) for name in axis["names"])
        else:
            yield from self.members_of(axis["type"], cards, players)

    def members_of(self, type_name: str, cards: list[Thing], players: int) -> tuple[Value, ...]:
        """The members of a finite type, in the order of their declaration; players by their index."""
        if type_name == PLAYER:
            return tuple((PLAYER, index) for index in range(players))
        if type_name == CARD:
            return tuple(cards)
        if type_name in self.kinds:
            return tuple(card for card in cards if card[1] == type_name)
        if type_name in self.enums:
            return tuple((type_name, name) for name in self.enums[type_name]["members"])
        if type_name in self.maps:
            return tuple((type_name, name) for name in self.maps[type_name]["nodes"])
        if type_name in self.edge_maps:
            return self.edges(type_name)
        if type_name in self.grids:
            return self.spaces(type_name, cards, players)
        if type_name in ("icon", "action"):
            named = (p for p in self.procedures.values() if p["family"] == type_name and not p.get("params"))
            return tuple((type_name, p["name"]) for p in named)
        for grid in self.grids.values():
            for axis in grid["axes"]:
                if axis["type"] == type_name and axis.get("names"):
                    return tuple((type_name, name) for name in axis["names"])
        raise EngineError(f"`{type_name}` has no list of members")

    def edges(self, type_name: str) -> tuple[Thing, ...]:
        """The edges of a map, by the noun of its edges; each with its ends, as they are declared."""
        declared = self.edge_maps[type_name]
        node = declared["name"]
        return tuple((type_name, (node, edge["start"]), (node, edge["end"])) for edge in declared.get("edges", ()))

    # ---- rules, by what they are about --------------------------------------------------------------------

    @cached_property
    def rule_index(self) -> dict[tuple[str, str], list[RuleSource]]:
        """Rules by their kind and by what they wait for or change."""
        index: dict[tuple[str, str], list[RuleSource]] = {}
        for count, (origin, name, rule) in enumerate(self._all_rules()):
            ((kind, body),) = rule.items()
            index.setdefault((kind, _subject(kind, body)), []).append(RuleSource(count, origin, name, kind, body))
        return index

    def _all_rules(self) -> Iterator[tuple[str, Any, Node]]:
        """Every rule with its origin, in the order in which later ones win."""
        for declared in self.document.get("rules", ()):
            yield "game", None, declared["rule"]
        for name, variant in self.variants.items():
            yield from (("variant", name, rule) for rule in variant.get("rules", ()))
        for name, automa in self.automas.items():
            yield from (("automa", name, rule) for rule in automa.get("rules", ()))
        for index, until in enumerate(self.untils):
            yield from (("until", index, rule) for rule in until.get("rules", ()))
        for name, ability in self.abilities.items():
            yield from (("ability", name, rule) for rule in ability.get("rules", ()))
        for key, card in self.printed.items():
            yield from (("card", key, rule) for rule in card.get("rules", ()))

    @cached_property
    def ability_uses(self) -> dict[str, list[tuple[tuple[str, int], list[Node]]]]:
        """The cards that carry an ability, with the arguments printed there."""
        found: dict[str, list[tuple[tuple[str, int], list[Node]]]] = {}
        for key, fields in self.printed_fields.items():
            for values in fields.values():
                for value in values:
                    if use := value.get("ability_use"):
                        found.setdefault(use["name"], []).append((key, use.get("arguments", [])))
        return found

    def until_index(self, until: Node) -> int:
        """The number under which a position remembers this `until`."""
        return self._until_index[id(until)]

    def _number_untils(self, node: Any) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                if key == "until" and isinstance(value, dict) and "event" in value:
                    self._until_index[id(value)] = len(self.untils)
                    self.untils.append(value)
                self._number_untils(value)
        elif isinstance(node, list):
            for value in node:
                self._number_untils(value)

    @cached_property
    def resets(self) -> dict[str, list[tuple[str, str]]]:
        """What each procedure sets back when it starts."""
        found: dict[str, list[tuple[str, str]]] = {}
        for section, key in (("marks", "reset"), ("counts", "reset"), ("tracks", "reset"), ("pieces", "fresh")):
            for declared in self.document.get(section, ()):
                if key in declared:
                    found.setdefault(declared[key], []).append((section, declared["name"]))
        return found

    # ---- what is all head ---------------------------------------------------------------------------------

    def is_pure(self, block: list[Node]) -> bool:
        """Whether a block does nothing but decide: a head and no body."""
        known = self._pure.get(id(block))
        if known is None:
            known = self._pure[id(block)] = all(self.is_pure_sentence(sentence) for sentence in block)
        return known

    def is_pure_sentence(self, sentence: Node) -> bool:
        """Whether a sentence changes nothing, whichever way it goes."""
        ((kind, body),) = sentence.items()
        if kind in HEAD:
            return True
        match kind:
            case "choose_one":
                return all(self.is_pure(option["block"]) for option in body["options"])
            case "if" | "if_possible":
                return self.is_pure(body["then"]) and self.is_pure(body.get("otherwise", []))
            case "for_each" | "as_player":
                return self.is_pure(body["block"])
            case "do":
                return "procedure" in body and self.is_pure_procedure(body["procedure"])
        return False

    def is_pure_procedure(self, name: str) -> bool:
        """Whether a procedure is all head."""
        if name not in self._pure_procedures:
            self._pure_procedures[name] = False
            self._pure_procedures[name] = self.is_pure(self.procedures[name]["block"])
        return self._pure_procedures[name]


def _subject(kind: str, body: Node) -> str:
    """What a rule is about: a query or track, a decision, or an event."""
    if kind == "forbid":
        return str(body["decision"])
    if kind != "hook":
        return str(body["name"])
    ((event, about),) = body["event"].items()
    if event == "done":
        return f"{body['moment']} done {about['procedure']}"
    return f"{body['moment']} {MOVES[event]} {about['direction']}"
