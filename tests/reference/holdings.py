"""Changes of what is held: pieces in places, and counts with their holders."""

from __future__ import annotations

from compiler.saying import a
from tests.reference.hooks import Hooks
from tests.reference.scope import Scope
from tests.reference.values import Node, Thing, is_card, members


class Holdings(Hooks):
    """Places, removes and moves pieces and counts. One method a kind of node, named `do_…`."""

    # ---- pieces -------------------------------------------------------------------------------------------

    def do_place(self, body: Node, scope: Scope) -> None:
        pieces = body["pieces"]["pieces_of"] if "pieces_of" in body["pieces"] else body["pieces"]
        owners = self.piece_owners(pieces, scope)
        places = members(self.optional(pieces.get("place"), scope))
        form = self._form_for(pieces, places)
        for _ in range(self.amount(body["amount"], scope)):
            for owner in owners:
                for place in places:
                    self.place_one(form, owner, place, scope)

    def _form_for(self, pieces: Node, places: tuple[Thing, ...]) -> str:
        """The form that pieces take in these places."""
        kinds = {place[1] if is_card(place) else place[0] for place in places}
        for form in self.model.pieces[pieces["pieces"]]["forms"]:
            if form["name"] in pieces["forms"] and (form["place"] in kinds or len(pieces["forms"]) == 1):
                return str(form["name"])
        return str(pieces["forms"][0])

    def place_one(self, form: str, owner: Thing, place: Thing, scope: Scope) -> None:
        """One piece from the supply to a place, if there is one."""
        card = next((part for part in (place, *place[1:]) if is_card(part)), None)
        if card is not None and not self.is_on_table(card):
            return
        events = [("piece", "leaves", form, owner, None), ("piece", "enters", form, owner, place)]
        if self.happens_instead(events, scope.you):
            return
        pieces = self.model.form_pieces[form]
        if self.supply(pieces, owner) <= 0:
            return
        self.position.add_piece(form, owner, place, fresh=self.has_hooks and "fresh" in self.model.pieces[pieces])
        self.note(f"place {a(form)} of {self.spell(owner)}: {self.spell(place)}")
        self.happened(events, scope.you)

    def do_remove(self, body: Node, scope: Scope) -> None:
        for node in body["things"]:
            ((kind, thing),) = node.items()
            amount = None if "amount" not in body else self.amount(body["amount"], scope)
            if kind == "count_of":
                for holder in self._holders(thing, scope):
                    self.shift(thing["count"], holder, None, amount)
                continue
            for form, owner, place, count in self.standing(thing, scope):
                taken = count if amount is None else min(count, amount)
                amount = None if amount is None else amount - taken
                for _ in range(taken):
                    self.take_one(form, owner, place, None, scope)

    def take_one(self, form: str, owner: Thing, place: Thing, to: Thing | None, scope: Scope) -> None:
        """One piece from a place to another one, or back to the supply."""
        if self.position.pieces_on(form, owner, place) == 0:
            return  # a hook has taken it
        goal = self._form_at(form, to)
        events = [("piece", "leaves", form, owner, place), ("piece", "enters", goal, owner, to)]
        if self.happens_instead(events, scope.you) or self.position.pieces_on(form, owner, place) == 0:
            return
        fresh = self.position.take_piece(form, owner, place)
        if to is not None:
            self.position.add_piece(goal, owner, to, fresh)
        where = "supply" if to is None else self.spell(to)
        self.note(f"{form} of {self.spell(owner)}: {self.spell(place)} to {where}")
        self.happened(events, scope.you)

    def _form_at(self, form: str, place: Thing | None) -> str:
        """The form a piece takes where it goes: its own, if that can stand there."""
        if place is None:
            return form
        kind = place[1] if is_card(place) else place[0]
        forms = self.model.pieces[self.model.form_pieces[form]]["forms"]
        fitting = [other["name"] for other in forms if other["place"] == kind]
        return form if form in fitting or not fitting else str(fitting[0])

    def do_move_pieces(self, body: Node, scope: Scope) -> None:
        pieces = body["pieces"]["pieces_of"] if "pieces_of" in body["pieces"] else body["pieces"]
        to = self.read(body["to"], scope)
        amount = None if "amount" not in body else self.amount(body["amount"], scope)
        if to is None:
            return
        for form, owner, place, count in self.standing(pieces, scope):
            taken = count if amount is None else min(count, amount)
            amount = None if amount is None else amount - taken
            if place != to:
                for _ in range(taken):
                    self.take_one(form, owner, place, to, scope)

    # ---- counts -------------------------------------------------------------------------------------------

    def shift(self, count: str, giver: Thing | None, taker: Thing | None, amount: int | None) -> None:
        """Some or all of a count from one holder to another, as far as there is; none is the bank."""
        if giver is not None:
            there = self.position.count(count, giver)
            amount = there if amount is None else min(there, amount)
            self.position.set_count(count, giver, there - amount)
        if not amount:
            return
        if taker is not None:
            self.position.set_count(count, taker, self.position.count(count, taker) + amount)
        names = ("bank" if holder is None else self.spell(holder) for holder in (giver, taker))
        self.note(f"{self.model.amount(amount, count)}: {' to '.join(names)}")

    def _holders(self, thing: Node, scope: Scope) -> tuple[Thing | None, ...]:
        """The holders of a count that are meant; without one, all who have some."""
        if "holder" in thing:
            return members(self.read(thing["holder"], scope))
        return tuple(holder for count, holder in self.position.counts if count == thing["count"])

    def do_move_count(self, body: Node, scope: Scope) -> None:
        thing = body["count"].get("count_of", body["count"])
        to = self.read(body["to"], scope)
        amount = None if "amount" not in body else self.amount(body["amount"], scope)
        for holder in self._holders(thing, scope):
            if to is not None and holder != to:
                self.shift(thing["count"], holder, to, amount)

    def do_take(self, body: Node, scope: Scope) -> None:
        amount = None if "amount" not in body else self.amount(body["amount"], scope)
        for holder in members(self.read(body["source"], scope)):
            if holder != scope.you:
                self.shift(body["count"], holder, scope.you, amount)

    def do_gain(self, body: Node, scope: Scope) -> None:
        self.shift(body["count"], None, scope.you, self.amount(body["amount"], scope))

    def do_lose(self, body: Node, scope: Scope) -> None:
        amount = None if "amount" not in body else self.amount(body["amount"], scope)
        if scope.you is not None:
            self.shift(body["count"], scope.you, None, amount)
