"""Changes of cards, marks and tracks, and the end of the game: as far as they go, with the events they are."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from tests.reference.gates import GameOver, Result
from tests.reference.holdings import Holdings
from tests.reference.position import Location
from tests.reference.scope import Scope
from tests.reference.table import END_FIRST
from tests.reference.values import PLAYER, Node, Thing, Value, is_card, is_thing, members, number

DISCARDS = "discards"


class Effects(Holdings):
    """Carries out sentences that change something. One method a kind of node, named `do_…`."""

    @abstractmethod
    def open(self) -> None:
        """Open the gate in front of a change, if it is still closed."""

    # ---- cards --------------------------------------------------------------------------------------------

    def do_move_cards(self, body: Node, scope: Scope) -> None:
        cards, (to, _) = members(self._cards(body["cards"], scope)), self._goal(body["to"], scope)
        for card in cards:
            self.move_card(card, to, body.get("end"), scope)

    def _cards(self, node: Node, scope: Scope) -> Value:
        """The cards meant; while a position is built, a copy that is not yet on the table."""
        if not self.has_hooks and "card_value" in node:
            copies = self.copies(node["card_value"], scope)
            return next((card for card in copies if card not in self.position.where), copies[0] if copies else None)
        return self.read(node, scope)

    def _goal(self, node: Node, scope: Scope) -> tuple[Location | None, Thing | None]:
        """A zone or a space as a place for cards."""
        if "zone_of" in node:
            body = node["zone_of"]
            if "owner" not in body:
                return (body["zone"], self.zone_owners(body["zone"])[0]), None
            owner = self.read(body["owner"], scope)
            return (None if owner is None else (body["zone"], owner)), owner
        space = self.read(node, scope)
        return (None if space is None else (space[0], space)), space

    def move_card(self, card: Thing, to: Location | None, end: str | None, scope: Scope) -> None:
        """One card to a zone or to a free space."""
        if to is None or (to not in self.position.zones and to[1] in self.position.spaces):
            return
        events: list[tuple[Any, ...]] = []
        if (here := self.position.where.get(card)) is not None:
            events.append(("card", "leaves", card, *here))
        events.append(("card", "enters", card, *to))
        if self.happens_instead(events, scope.you):
            return
        if to in self.position.zones:
            zone = self.model.zones[to[0]]
            default = "top" if zone["shape"] == "pile" else "right"
            self.position.put_in_zone(card, to, (end or default) in END_FIRST)
            if zone["sight"] == "hidden":
                self.position.known.pop(card, None)
        else:
            assert to[1] is not None
            self.position.put_on_space(card, to[1])
        self.note(f"{self.spell(card)}: to {self.spell_location(to)}")
        self.happened(events, scope.you)

    def spell_location(self, location: Location) -> str:
        """A zone with its owner, or a space."""
        if location not in self.position.zones:
            return self.spell(location[1])
        return location[0] if location[1] is None else f"{self.spell(location[1])}'s {location[0]}"

    def do_draw(self, body: Node, scope: Scope) -> None:
        source = self._goal(_zone(body["source"]), scope)[0]
        to, _ = self._goal(body["to"], scope)
        if source is None:
            return
        there = len(self.cards_in(source))
        amount = there if "amount" not in body else self.amount(body["amount"], scope)
        for _ in range(min(there, amount)):
            if lying := self.cards_in(source):
                self.move_card(lying[0], to, body.get("end"), scope)

    def do_discard(self, body: Node, scope: Scope) -> None:
        for card in members(self._cards(body, scope)):
            self.move_card(card, (DISCARDS, None), None, scope)

    def do_shuffle(self, body: Node, scope: Scope) -> None:
        location = self._goal(_zone(body), scope)[0]
        if location is not None:
            self.position.shuffle(location)
            self.note(f"shuffle {self.spell_location(location)}")

    def do_swap(self, body: Node, scope: Scope) -> None:
        ((kind, first),) = body["first"].items()
        second = body["second"][kind]
        if kind == "zone_of":
            here, there = self._goal(body["first"], scope)[0], self._goal(body["second"], scope)[0]
            if here is None or there is None:
                return
            ours, theirs = self.cards_in(here), self.cards_in(there)
            for card in ours:
                self.move_card(card, there, "right", scope)
            for card in theirs:
                self.move_card(card, here, "right", scope)
            return
        ours_standing, theirs_standing = self.standing(first, scope), self.standing(second, scope)
        places = [self.read(pieces["place"], scope) for pieces in (first, second)]
        for standing, to in ((ours_standing, places[1]), (theirs_standing, places[0])):
            for form, owner, place, count in standing:
                for _ in range(count):
                    self.take_one(form, owner, place, to, scope)

    def do_reveal(self, body: Node, scope: Scope) -> None:
        to = self.optional(body.get("to"), scope)
        seen = range(self.position.players) if to is None else [player[1] for player in members(to)]
        what = self.read(body["what"], scope)
        for card in members(what):
            if is_card(card):
                self.position.known[card] = self.position.known.get(card, frozenset()) | frozenset(seen)
        whom = "all" if to is None else self.spell(to)
        self.note(f"reveal to {whom}: {self.spell(what)}")

    # ---- marks, tracks, names -----------------------------------------------------------------------------

    def do_mark_as(self, body: Node, scope: Scope) -> None:
        for thing in members(self.read(body["thing"], scope)):
            if body.get("off"):
                self.position.marks.pop((body["mark"], thing), None)
            else:
                self.position.marks[body["mark"], thing] = True
            self.note(f"{self.spell(thing)} is {'not ' if body.get('off') else ''}{body['mark']}")

    def do_set_to(self, body: Node, scope: Scope) -> None:
        self.assign(body["target"], self.read(body["value"], scope), scope)

    def do_raise_by(self, body: Node, scope: Scope) -> None:
        self.adjust(body["target"], self.amount(body["amount"], scope), scope)

    def do_lower_by(self, body: Node, scope: Scope) -> None:
        self.adjust(body["target"], -self.amount(body["amount"], scope), scope)

    def adjust(self, target: Node, by: int, scope: Scope) -> None:
        """A number goes up or down; what rules in force add to a track is not part of it."""
        ((kind, body),) = target.items()
        if kind == "track_of":
            key = (body["track"], self.optional(body.get("owner"), scope))
            initial = self.read(self.model.tracks[body["track"]]["initial"], scope)
            value = self.position.tracks.get(key, initial)
        elif kind == "count_of":
            value = sum(self.position.count(body["count"], holder) for holder in self._set_holders(body, scope))
        else:
            value = self.read(target, scope)
        self.assign(target, number(value) + by, scope)

    def _set_holders(self, body: Node, scope: Scope) -> tuple[Thing | None, ...]:
        return members(self.read(body["holder"], scope)) if "holder" in body else (None,)

    def assign(self, target: Node, value: Value, scope: Scope) -> None:
        """Give a track, a count, a name, the turn or a seat another value."""
        ((kind, body),) = target.items()
        position = self.position
        match kind:
            case "local":
                scope.names[body["name"]] = value
                return
            case "active_player":
                if value is not None:
                    position.active = value[1]
                said = "active_player"
            case "attribute_of":
                player = self.read(body["thing"], scope)
                if player is not None:
                    seats = list(position.seats)
                    seats[player[1]] = number(value)
                    position.seats = tuple(seats)
                said = f"{self.spell(player)}'s {body['name']}"
            case "count_of":
                for holder in self._set_holders(body, scope):
                    position.set_count(body["count"], holder, number(value))
                said = self.model.plurals.get(body["count"], body["count"]) + (
                    "" if "holder" not in body else f" of {self.spell(self.read(body['holder'], scope))}"
                )
            case _:
                owner = self.optional(body.get("owner"), scope)
                declared = self.model.tracks[body["track"]]
                if owner is None and "owner" in declared:
                    return
                if value == self.read(declared["initial"], scope):
                    position.tracks.pop((body["track"], owner), None)
                else:
                    position.tracks[body["track"], owner] = value
                said = body["track"] + ("" if owner is None else f" of {self.spell(owner)}")
        self.note(f"{said} is {self.spell(value)}")

    def do_until(self, body: Node, scope: Scope) -> None:
        self.begin_lasting(body, scope)

    # ---- the end ------------------------------------------------------------------------------------------

    def do_end_game(self, body: Node, scope: Scope) -> None:
        players = tuple((PLAYER, index) for index in range(self.position.players))
        ranked = self.ranked(body["variable"], players, body.get("keys", []), scope)
        ranks: dict[tuple[int, ...], list[int]] = {}
        for key, player in ranked:
            ranks.setdefault(key, []).append(player[1])
        signs = [sign for key in body.get("keys", ()) for sign in self._signs(key)]
        scores = {player[1]: tuple(s * k for s, k in zip(signs, key, strict=True)) for key, player in ranked}
        result = Result(
            tuple(tuple(rank) for rank in ranks.values()),
            tuple(scores[player] for player in range(self.position.players)),
            body.get("rule"),
        )
        self.note(f"the game is over [{result.reason}]: " + " > ".join(map(self._spell_rank, result.ranking)))
        raise GameOver(result)

    def _signs(self, node: Node) -> list[int]:
        ((kind, body),) = node.items()
        if kind == "order_key":
            return [sign for key in self.model.orders[body["order"]]["keys"] for sign in self._signs(key)]
        return [-1 if body["direction"] == "highest" else 1]

    def _spell_rank(self, rank: tuple[int, ...]) -> str:
        return " = ".join(self.names[player] for player in rank)


def _zone(node: Node) -> Node:
    """A zone, tagged or not."""
    return node if is_thing(node) or "zone_of" in node else {"zone_of": node}
