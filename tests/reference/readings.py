"""What values and readings mean in a position: players, cards, places, counts, pieces, queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from runtime.errors import EngineError
from tests.reference.model import Model
from tests.reference.position import Position
from tests.reference.rules import Rules
from tests.reference.scope import Scope
from tests.reference.values import CARD, PLAYER, Node, Thing, Value, base_type, is_card, members, number

Reader = Callable[[Any, Scope], Value]

EMPTY: dict[str, Value] = {"number": 0, "yes/no": False}
"""What a chain through none gives where it is not none itself."""


class Readings(Rules):
    """Reads values and what things have. One method a kind of node, named `read_…`."""

    def __init__(self, model: Model, position: Position, names: tuple[str, ...]) -> None:
        super().__init__(model, position, names)
        self._readers: dict[str, Reader] = {}

    def read(self, node: Node, scope: Scope) -> Value:
        """The value of an expression."""
        ((kind, body),) = node.items()
        reader = self._readers.get(kind)
        if reader is None:
            found = getattr(self, f"read_{kind}", None)
            if found is None:
                raise EngineError(f"the engine can't read `{kind}`")
            reader = self._readers[kind] = found
        return reader(body, scope)

    def holds(self, node: Node | None, scope: Scope) -> bool:
        """Whether a condition holds; none given, it does."""
        return node is None or bool(self.read(node, scope))

    def amount(self, node: Node, scope: Scope) -> int:
        """A number of things: never negative."""
        return max(0, number(self.read(node, scope)))

    def optional(self, node: Node | None, scope: Scope) -> Value:
        """The value of an expression that may be left out."""
        return None if node is None else self.read(node, scope)

    @contextmanager
    def named(self, scope: Scope, name: str) -> Iterator[dict[str, Value]]:
        """Names in which a member of a set can be given a name, for a while."""
        before = scope.names.get(name, _MISSING)
        yield scope.names
        if before is _MISSING:
            scope.names.pop(name, None)
        else:
            scope.names[name] = before

    # ---- values -------------------------------------------------------------------------------------------

    def read_number(self, body: int, scope: Scope) -> Value:
        return body

    def read_answer(self, body: bool, scope: Scope) -> Value:
        return body

    def read_none_value(self, body: bool, scope: Scope) -> Value:
        return None

    def read_member(self, body: Node, scope: Scope) -> Value:
        kind, name = body["type"], body["name"]
        if kind == PLAYER:
            return (PLAYER, self.names.index(name)) if name in self.names else None
        return (kind, name, *(self.read(argument, scope) for argument in body.get("arguments", ())))

    def read_ability_use(self, body: Node, scope: Scope) -> Value:
        return ("ability", body["name"], *(self.read(argument, scope) for argument in body.get("arguments", ())))

    def read_local(self, body: Node, scope: Scope) -> Value:
        try:
            return scope.names[body["name"]]
        except KeyError:
            raise EngineError(f"nothing is called `{body['name']}` here") from None

    def read_you(self, body: bool, scope: Scope) -> Value:
        return scope.you

    def read_actor(self, body: bool, scope: Scope) -> Value:
        return scope.actor if scope.actor is not None else scope.you

    def read_this_card(self, body: bool, scope: Scope) -> Value:
        return scope.card

    def read_automa_player(self, body: str, scope: Scope) -> Value:
        return (PLAYER, self.position.automas[body]) if body in self.position.automas else None

    def read_variant_chosen(self, body: str, scope: Scope) -> Value:
        return body in self.position.variants

    def read_card_value(self, body: Node, scope: Scope) -> Value:
        copies = self.copies(body, scope)
        return copies[0] if copies else None

    def copies(self, body: Node, scope: Scope) -> list[Thing]:
        """All copies of a card named by kind and number."""
        wanted = self.read(body["number"], scope)
        owner = self.optional(body.get("owner"), scope)
        index = -1 if owner is None else owner[1]
        return [card for card in self.members_of(body["kind"]) if card[2] == wanted and card[4] == index]

    def read_place_value(self, body: Node, scope: Scope) -> Value:
        coordinates = tuple(self.read(one, scope) for one in body["coordinates"])
        kind = body["type"]
        if None in coordinates:
            return None
        if kind in self.model.edge_maps:
            ends = set(coordinates)
            return next((edge for edge in self.model.edges(kind) if set(edge[1:]) == ends), None)
        space = (kind, *coordinates)
        return space if space in self.members_of(kind) else None

    # ---- readings -----------------------------------------------------------------------------------------

    def read_field_of(self, body: Node, scope: Scope) -> Value:
        name, card = body["name"], self.read(body["card"], scope)
        if not is_card(card):
            return self.nothing(self._entry_type(name))
        kind, key = card[1], (card[1], card[2])
        type_name = self.model.entries[kind].get(name)
        if type_name is None:
            return self.nothing(self._entry_type(name))
        if base_type(type_name) == "effect":
            return ("effect", card, name) if name in self.model.parts[key] else None
        values = self.model.printed_fields[key].get(name, [])
        if type_name.startswith("list of "):
            return tuple(self.read(value, scope) for value in values)
        return self.read(values[0], scope) if values else self.nothing(type_name)

    def _entry_type(self, name: str) -> str:
        found = (entries[name] for entries in self.model.entries.values() if name in entries)
        return next(found, "none")

    def nothing(self, type_name: str) -> Value:
        """What none has: 0, no, an empty list, or none."""
        return () if type_name.startswith("list of ") else EMPTY.get(type_name)

    def read_attribute_of(self, body: Node, scope: Scope) -> Value:
        name, thing = body["name"], self.read(body["thing"], scope)
        if thing is None:
            return self._attribute_of_none(name)
        if thing[0] == PLAYER:
            return self._player_attribute(name, thing)
        if is_card(thing):
            return self._card_attribute(name, thing)
        if thing[0] in self.model.grids:
            for axis, coordinate in zip(self.model.grids[thing[0]]["axes"], thing[1:], strict=True):
                if axis["name"] == name:
                    return coordinate
            return self.position.spaces.get(thing)
        return self._map_attribute(name, thing)

    def _attribute_of_none(self, name: str) -> Value:
        if name in ("seat", "number", "position"):
            return 0
        axes = [axis for grid in self.model.grids.values() for axis in grid["axes"] if axis["name"] == name]
        if axes:
            return 0 if axes[0]["type"] == "number" else None
        edges = {declared.get("edge_plural") for declared in self.model.maps.values()}
        return () if name in ("neighbors", "ends") or name in edges else None

    def _player_attribute(self, name: str, player: Thing) -> Value:
        if name == "seat":
            return self.position.seats[player[1]]
        return (PLAYER, self.position.neighbor(player[1], 1 if name == "next" else -1))

    def _card_attribute(self, name: str, card: Thing) -> Value:
        location = self.position.where.get(card)
        if name == "number":
            return card[2]
        if name == "owner":
            return self.owner_of(card)
        if name == "position":
            lying = self.cards_in(location) if location is not None else ()
            return lying.index(card) + 1 if card in lying else 0
        if location is not None and location[1] is not None and location[1][0] == name:
            return location[1]
        return None

    def _map_attribute(self, name: str, thing: Thing) -> Value:
        if thing[0] in self.model.edge_maps:
            return thing[1:]
        declared = self.model.maps[thing[0]]
        edges = [edge for edge in self.model.edges(declared["edge"]) if thing in edge]
        if name != "neighbors":
            return tuple(edges)
        near = {end for edge in edges for end in edge[1:]} - {thing}
        return tuple(node for node in self.members_of(thing[0]) if node in near)

    def read_active_player(self, body: bool, scope: Scope) -> Value:
        return (PLAYER, self.position.active)

    def read_track_of(self, body: Node, scope: Scope) -> Value:
        name = body["track"]
        declared = self.model.tracks[name]
        owner = self.optional(body.get("owner"), scope)
        if owner is None and "owner" in declared:
            return self.nothing(declared["type"])
        key = (name, owner)
        own = self.position.tracks[key] if key in self.position.tracks else self.read(declared["initial"], scope)
        return self.adjusted(name, () if owner is None else (owner,), own, scope)

    def read_count_of(self, body: Node, scope: Scope) -> Value:
        name = body["count"]
        if "holder" not in body:
            return sum(amount for (count, _), amount in self.position.counts.items() if count == name)
        return sum(self.available(name, holder) for holder in members(self.read(body["holder"], scope)))

    def available(self, count: str, holder: Thing) -> int:
        """What a holder has and has not promised."""
        return self.position.count(count, holder) - self.promised(count, holder)

    def promised(self, count: str, holder: Thing) -> int:
        """What a holder is about to pay: known while a head is decided."""
        return 0

    def read_pieces_of(self, body: Node, scope: Scope) -> Value:
        declared = self.model.pieces[body["pieces"]]
        owners = self.piece_owners(body, scope)
        if body.get("in_supply"):
            return sum(self.supply(declared["name"], owner) for owner in owners)
        return sum(count for _, _, _, count in self.standing(body, scope))

    def piece_owners(self, body: Node, scope: Scope) -> tuple[Thing, ...]:
        """The owners meant; all of them if none is named."""
        if "owner" in body:
            return members(self.read(body["owner"], scope))
        return self.members_of(self.model.pieces[body["pieces"]]["owner"])

    def standing(self, body: Node, scope: Scope) -> list[tuple[str, Thing, Thing, int]]:
        """Where the pieces meant stand and how many: form, owner, place, number, in the order of declaration."""
        owners = {owner: index for index, owner in enumerate(self.piece_owners(body, scope))}
        forms = {form: index for index, form in enumerate(body["forms"])}
        places = members(self.read(body["place"], scope)) if "place" in body else None
        wanted = None if places is None else {place: index for index, place in enumerate(places)}
        fresh = bool(body.get("fresh"))
        found = []
        for (form, owner, place), (old, new) in self.position.pieces.items():
            if form in forms and owner in owners and (wanted is None or place in wanted) and (new if fresh else 1):
                rank = self._place_rank(place) if wanted is None else wanted[place]
                found.append(((forms[form], owners[owner], rank), (form, owner, place, new if fresh else old + new)))
        return [entry for _, entry in sorted(found)]

    def _place_rank(self, place: Thing) -> int:
        kind = CARD if is_card(place) else place[0]
        return self.members_of(kind).index(place)

    def read_query_of(self, body: Node, scope: Scope) -> Value:
        query = self.model.queries[body["query"]]
        arguments = tuple(self.read(argument, scope) for argument in body.get("arguments", ()))
        for param, argument in zip(query.get("params", ()), arguments, strict=True):
            if not self.is_of_type(argument, param["type"]):
                return self.nothing(query["type"])
        names = {param["name"]: value for param, value in zip(query.get("params", ()), arguments, strict=True)}
        own = self.read(query["value"], Scope(names, scope.you, scope.card, scope.actor))
        return self.adjusted(query["name"], arguments, own, scope)

    def read_marked_as(self, body: Node, scope: Scope) -> Value:
        return (body["mark"], self.read(body["thing"], scope)) in self.position.marks

    def read_function(self, body: Node, scope: Scope) -> Value:
        values = [self.read(argument, scope) for argument in body["arguments"]]
        match body["name"]:
            case "max" | "min":
                numbers = [number(one) for value in values for one in (value if isinstance(value, tuple) else (value,))]
                return (max if body["name"] == "max" else min)(numbers, default=0)
            case "nth":
                things, place = values[0] or (), number(values[1])
                return things[place - 1] if 1 <= place <= len(things) else None
            case "position":
                things = values[0] or ()
                return things.index(values[1]) + 1 if values[1] in things else 0
            case "top":
                return values[0][0] if values[0] else None
        raise EngineError(f"the engine does not know the function `{body['name']}`")


_MISSING = object()
