"""Changes as Python: each does as much as it can and never fails, with the hooks it sets off."""

from __future__ import annotations

from compiler import ir
from compiler.engine.expressions import Expressions, Scope
from compiler.engine.kinds import ANSWER, NUMBER, PLAYER, base, is_list
from compiler.engine.output import Output, Unsupported


class Effects(Expressions):
    """Writes changes, one method a kind of node. `hooked` is no while the position of a scenario is built."""

    out: Output
    lines: list[str]
    depth: int
    hooked: bool

    def line(self, text: str) -> None:
        """One line of the function that is being written."""
        self.lines.append("    " * self.depth + text)

    def assign(self, name: str, source: str) -> None:
        """Give a name a value; `Routines` keeps it in the frame too."""
        self.line(f"{name} = {source}")

    def effect(self, node: ir.Stmt, scope: Scope) -> None:
        """One sentence that changes something."""
        getattr(self, f"do_{type(node).__name__}")(node, scope)

    # ---- events ------------------------------------------------------------------------------------------

    def has_event(self, moment: str, *subject: str) -> bool:
        """Whether anything waits for an event."""
        if not self.hooked:
            return False
        return bool(self.facts.hooks(moment, *subject)) or (moment == "after" and bool(self.facts.ending(*subject)))

    def happens(self, subject: tuple[str, ...], scope: Scope, *about: str) -> None:
        """Queue what comes after an event, and end what lasts until then."""
        if self.has_event("after", *subject):
            self.line(f"rules.{event_name('after', subject)}(s, {', '.join((scope.you, *about))})")

    def guarded(self, subjects: list[tuple[tuple[str, ...], tuple[str, ...]]], scope: Scope) -> bool:
        """Write what comes before and instead of some events that are one change; yes if a condition was opened."""
        calls = []
        for moment in ("before", "instead of"):
            for subject, about in subjects:
                if self.hooked and self.facts.hooks(moment, *subject):
                    calls.append(f"rules.{event_name(moment, subject)}(s, {', '.join((scope.you, *about))})")
        if not calls:
            return False
        self.line(f"if not s.run_now({' + '.join(calls)}):")
        self.depth += 1
        return True

    def _card_hooks(self, node: ir.Stmt) -> bool:
        return self.hooked and any(
            self.has_event(moment, *subject)
            for moment in ("before", "instead of", "after")
            for subject in self.facts.events(node)
        )

    # ---- pieces ------------------------------------------------------------------------------------------

    def form_number(self, form: str) -> int:
        return list(self.layout.forms).index(form)

    def form_for(self, pieces: ir.PiecesOf) -> str:
        """The form that pieces take where they are placed."""
        fitting = self.fitting_forms(pieces)
        return fitting[0] if fitting else pieces.forms[0]

    def do_Place(self, node: ir.Place, scope: Scope) -> None:
        depth = self.depth
        form = self.form_for(node.pieces)
        if not (isinstance(node.amount, ir.Number) and node.amount.value == 1):
            self.line(f"for _ in range({self.value(node.amount, scope)}):")
            self.depth += 1
        owner = self._each(node.pieces.owner, "owner", scope, lambda: self.owners(node.pieces, scope))
        assert node.pieces.place is not None
        place = self._each(node.pieces.place, "place", scope, None)
        self.place_one(form, owner, place, scope)
        self.depth = depth

    def place_one(self, form: str, owner: str, place: str, scope: Scope) -> None:
        """One piece from the supply to a place."""
        depth = self.depth
        number = self.form_number(form)
        if self.stands_on_card(form):
            self.line(f"if s.can_stand({number}, {place}):")
            self.depth += 1
        if not self.hooked:
            self.line(f"s.lay({number}, {owner}, {place})")
            self.depth = depth
            return
        leaves, enters = ("piece", "leaves", form, "supply"), ("piece", "enters", form, "")
        self.guarded([(leaves, (owner,)), (enters, (owner, place))], scope)
        if self.has_event("after", *leaves) or self.has_event("after", *enters):
            self.line(f"if s.place({number}, {owner}, {place}):")
            self.depth += 1
            self.happens(leaves, scope, owner)
            self.happens(enters, scope, owner, place)
        else:
            self.line(f"s.place({number}, {owner}, {place})")
        self.depth = depth

    def stands_on_card(self, form: str) -> bool:
        """Whether places of this form belong to cards."""
        place = self.layout.forms[form].form.place
        if place in self.layout.grids:
            return any(axis.type in self.layout.card_ranges for axis in self.layout.grids[place].axes)
        return place in self.layout.card_ranges

    def _each(self, node: ir.Expr | None, wanted: str, scope: Scope, all_of: object) -> str:
        """One member after the other of what a phrase means, as a Python name or expression."""
        if node is not None and not is_list(self.type(node)):
            source = self.value(node, scope)
            if self.can_be_none(node):
                if not source.isidentifier():
                    name = self.fresh_name(wanted, scope)
                    self.line(f"{name} = {source}")
                    source = name
                self.line(f"if {source} >= 0:")
                self.depth += 1
            return source
        name = self.fresh_name(wanted, scope)
        things = self.members(node, scope) if node is not None else all_of()  # type: ignore[operator]
        self.line(f"for {name} in {things}:")
        self.depth += 1
        return name

    def do_Remove(self, node: ir.Remove, scope: Scope) -> None:
        for thing in node.things:
            if isinstance(thing, ir.CountOf):
                depth = self.depth
                for slot in self._holder_slots(thing, scope):
                    amount = f"v[{slot}]" if node.amount is None else self.amount(node.amount, scope)
                    self.line(f"s.shift({slot}, -1, {amount})")
                self.depth = depth
            else:
                self._take_pieces(thing, node.amount, None, scope)

    def _take_pieces(self, pieces: ir.PiecesOf, amount: ir.Expr | None, to: ir.Expr | None, scope: Scope) -> None:
        """Pieces from where they stand back to the supply, or to another place."""
        depth = self.depth
        goal_place = "-1"
        if to is not None:
            goal_place = self.value(to, scope)
            if not goal_place.isidentifier() and not goal_place.isdigit():
                name = self.fresh_name("goal", scope)
                self.line(f"{name} = {goal_place}")
                goal_place = name
            if self.can_be_none(to):
                self.line(f"if {goal_place} >= 0:")
                self.depth += 1
        inner_depth = self.depth
        limited = amount is not None
        forms = self.fitting_forms(pieces)
        if limited:
            self.line(f"left = {self.amount(amount, scope)}")  # type: ignore[arg-type]
        for form in forms:
            owners = "None" if pieces.owner is None else self.members(pieces.owner, scope)
            places = "None" if pieces.place is None else self.members(pieces.place, scope)
            fresh = ", True" if pieces.fresh else ""
            owner, place = self.fresh_name("owner", scope), self.fresh_name("place", scope)
            self.line(f"for {owner}, {place}, n in s.standing({self.form_number(form)}, {owners}, {places}{fresh}):")
            self.depth += 1
            if to is not None:
                self.line(f"if {place} == {goal_place}:")
                self.line("    continue")
            self.line("for _ in range(min(n, left)):" if limited else "for _ in range(n):")
            self.depth += 1
            self.take_one(form, owner, place, to, goal_place, scope)
            self.depth -= 1
            if limited:
                self.line("left -= min(n, left)")
            self.depth = inner_depth
        self.depth = depth

    def take_one(self, form: str, owner: str, place: str, to: ir.Expr | None, goal_place: str, scope: Scope) -> None:
        """One piece from a place, with the events that it is."""
        depth = self.depth
        goal = form if to is None else self._form_at(form, base(self.type(to)))
        number = self.form_number(form)
        leaves = ("piece", "leaves", form, "")
        enters = ("piece", "enters", goal, "" if to is not None else "supply")
        about = (owner,) if to is None else (owner, goal_place)
        self.guarded([(leaves, (owner, place)), (enters, about)], scope)
        taken = f"s.take({number}, {owner}, {place}, {-1 if to is None else self.form_number(goal)}, {goal_place})"
        if self.has_event("after", *leaves) or self.has_event("after", *enters):
            self.line(f"if {taken}:")
            self.depth += 1
            self.happens(leaves, scope, owner, place)
            self.happens(enters, scope, *about)
        else:
            self.line(taken)
        self.depth = depth

    def _form_at(self, form: str, kind: str) -> str:
        """The form a piece takes where it goes: its own, if that can stand there."""
        forms = self.layout.forms[form].pieces.forms
        fitting = [other.name for other in forms if other.place == kind]
        return form if form in fitting or not fitting else fitting[0]

    def do_MovePieces(self, node: ir.MovePieces, scope: Scope) -> None:
        self._take_pieces(node.pieces, node.amount, node.to, scope)

    # ---- counts ------------------------------------------------------------------------------------------

    def count_slot(self, count: str, kind: str) -> str:
        """The constant where a count keeps what things of a type hold."""
        declared = next(one for one in self.layout.game.counts if one.name == count)
        return self.layout.counts[count, self.layout.holder_type(declared, kind)]

    def slot_of(self, count: str, node: ir.Expr, scope: Scope) -> str:
        """The slot of what one thing holds."""
        return f"{self.count_slot(count, self.type(node))} + {self.value(node, scope)}"

    def _holder_slots(self, thing: ir.CountOf, scope: Scope) -> list[str]:
        """The slots of the holders meant; loops and conditions are opened for them."""
        declared = next(one for one in self.layout.game.counts if one.name == thing.count)
        if thing.holder is not None:
            holder = self._each(thing.holder, "holder", scope, None)
            return [f"{self.count_slot(thing.count, self.type(thing.holder))} + {holder}"]
        if not declared.holders:
            return [self.layout.counts[thing.count, None]]
        if len(declared.holders) > 1:
            raise Unsupported(thing, f"say which {declared.plural} are meant")
        holder = self.fresh_name("holder", scope)
        self.line(f"for {holder} in {self.everything(declared.holders[0])}:")
        self.depth += 1
        return [f"{self.layout.counts[thing.count, declared.holders[0]]} + {holder}"]

    def do_MoveCount(self, node: ir.MoveCount, scope: Scope) -> None:
        depth = self.depth
        taker = self.slot_of(node.count.count, node.to, scope)
        if self.can_be_none(node.to):
            self.line(f"if {self.value(node.to, scope)} >= 0:")
            self.depth += 1
        for giver in self._holder_slots(node.count, scope):
            amount = f"v[{giver}]" if node.amount is None else self.amount(node.amount, scope)
            if giver == taker:
                continue
            is_safe = giver.partition(" ")[0] != taker.partition(" ")[0]  # their holders are of different types
            if not is_safe:
                self.line(f"if {giver} != {taker}:")
            self.line(f"{'' if is_safe else '    '}s.shift({giver}, {taker}, {amount})")
        self.depth = depth

    def do_Take(self, node: ir.Take, scope: Scope) -> None:
        depth = self.depth
        taker = f"{self.count_slot(node.count, PLAYER)} + {scope.you}"
        holder = self._each(node.source, "holder", scope, None)
        giver = f"{self.count_slot(node.count, self.type(node.source))} + {holder}"
        amount = f"v[{giver}]" if node.amount is None else self.amount(node.amount, scope)
        if base(self.type(node.source)) == PLAYER:
            self.line(f"if {holder} != {scope.you}:")
            self.depth += 1
        self.line(f"s.shift({giver}, {taker}, {amount})")
        self.depth = depth

    def do_Gain(self, node: ir.Gain, scope: Scope) -> None:
        self.line(
            f"s.shift(-1, {self.count_slot(node.count, PLAYER)} + {scope.you}, {self.amount(node.amount, scope)})"
        )

    def do_Lose(self, node: ir.Lose, scope: Scope) -> None:
        slot = f"{self.count_slot(node.count, PLAYER)} + {scope.you}"
        amount = f"v[{slot}]" if node.amount is None else self.amount(node.amount, scope)
        self.line(f"s.shift({slot}, -1, {amount})")

    # ---- cards -------------------------------------------------------------------------------------------

    def location(self, node: ir.Expr, scope: Scope) -> tuple[str, ir.Expr | None]:
        """A zone or space as a place for cards, and what may be none about it."""
        if isinstance(node, ir.ZoneOf):
            declared = self.facts.zones[node.zone]
            if declared.owner is not None and node.owner is None:
                raise Unsupported(node, f"say whose {node.zone} is meant")
            return self.zone(node, scope), node.owner if node.owner and self.can_be_none(node.owner) else None
        kind = base(self.type(node))
        if kind not in self.layout.space_loc:
            raise Unsupported(node, "cards can't be moved there")
        space = self.layout.space_loc[kind]
        return f"{space} + {self.value(node, scope)}", node if self.can_be_none(node) else None

    def is_first(self, to: ir.Expr, end: str | None) -> bool:
        """Whether a card goes to the left or top."""
        default = "right"
        if isinstance(to, ir.ZoneOf) and self.facts.zones[to.zone].shape == "pile":
            default = "top"
        return (end or default) in ("left", "top")

    def do_MoveCards(self, node: ir.MoveCards, scope: Scope) -> None:
        self._move(node, node.cards, node.to, node.end, scope)

    def do_Discard(self, node: ir.Discard, scope: Scope) -> None:
        self._move(node, node.cards, ir.ZoneOf(node.span, "discards", None), None, scope)

    def _move(self, node: ir.Stmt, cards: ir.Expr, to: ir.Expr, end: str | None, scope: Scope) -> None:
        depth = self.depth
        location, optional = self.location(to, scope)
        if optional is not None:
            self.line(f"if {self.value(optional, scope)} >= 0:")
            self.depth += 1
        if (
            not self.hooked
            and isinstance(cards, ir.CardValue)
            and isinstance(cards.number, ir.Number)
            and not cards.owner
        ):
            copies = self.copies(cards.kind, cards.number.value)
            card = f"s.spare({tuple(copies)})" if len(copies) > 1 else str(copies[0])
        elif is_list(self.type(cards)):
            card = self.fresh_name("card", scope)
            self.line(f"for {card} in {self.members(cards, scope)}:")
            self.depth += 1
        else:
            card = self._each(cards, "card", scope, None)
        self.move_one(node, card, location, isinstance(to, ir.ZoneOf), self.is_first(to, end), scope)
        self.depth = depth

    def move_one(self, node: ir.Stmt, card: str, location: str, is_zone: bool, is_first: bool, scope: Scope) -> None:
        """One card to a place, with the events that it is."""
        depth = self.depth
        if not is_zone:
            self.line(f"if s.has_room({location}):")
            self.depth += 1
        hooked = self._card_hooks(node)
        if hooked:
            self.line(f"was = v[LOC + {card}]")
            if any(self.facts.hooks(m, *e) for m in ("before", "instead of") for e in self.facts.events(node)):
                self.line(f"if not s.run_now(rules.before_card_moves(s, {scope.you}, {card}, was, {location})):")
                self.depth += 1
        self.line(f"s.put({card}, {location}, {is_first})")
        if hooked:
            self.line(f"rules.card_moved(s, {scope.you}, {card}, was, {location})")
        self.depth = depth

    def do_Draw(self, node: ir.Draw, scope: Scope) -> None:
        depth = self.depth
        source, none_source = self.location(node.source, scope)
        location, none_goal = self.location(node.to, scope)
        for optional in (none_source, none_goal):
            if optional is not None:
                self.line(f"if {self.value(optional, scope)} >= 0:")
                self.depth += 1
        card = self.fresh_name("card", scope)
        if not (isinstance(node.amount, ir.Number) and node.amount.value == 1):
            amount = f"v[SIZE + {source}]" if node.amount is None else self.amount(node.amount, scope)
            self.line(
                f"for _ in range(min(v[SIZE + {source}], {amount})):" if node.amount else f"for _ in range({amount}):"
            )
            self.depth += 1
        self.line(f"{card} = v[FIRST + {source}]")
        self.line(f"if {card} >= 0:")
        self.depth += 1
        self.move_one(node, card, location, isinstance(node.to, ir.ZoneOf), self.is_first(node.to, node.end), scope)
        self.depth = depth

    def do_Shuffle(self, node: ir.Shuffle, scope: Scope) -> None:
        depth = self.depth
        zone, optional = self.location(node.zone, scope)
        if optional is not None:
            self.line(f"if {self.value(optional, scope)} >= 0:")
            self.depth += 1
        self.line(f"s.shuffle({zone})")
        self.depth = depth

    def do_Swap(self, node: ir.Swap, scope: Scope) -> None:
        if isinstance(node.first, ir.ZoneOf) and isinstance(node.second, ir.ZoneOf):
            depth = self.depth
            (here, none_here), (there, none_there) = self.location(node.first, scope), self.location(node.second, scope)
            for optional in (none_here, none_there):
                if optional is not None:
                    self.line(f"if {self.value(optional, scope)} >= 0:")
                    self.depth += 1
            self.line(f"ours, theirs = s.cards({here}), s.cards({there})")
            for cards, goal in (("ours", there), ("theirs", here)):
                card = self.fresh_name("card", scope)
                self.line(f"for {card} in {cards}:")
                self.depth += 1
                self.move_one(node, card, goal, True, False, scope)
                self.depth -= 1
            self.depth = depth
            return
        assert isinstance(node.first, ir.PiecesOf)
        assert isinstance(node.second, ir.PiecesOf)
        pairs: list[tuple[str, str, ir.Expr | None]] = []
        for pieces, other in ((node.first, node.second), (node.second, node.first)):
            for form in self.fitting_forms(pieces):
                owners = "None" if pieces.owner is None else self.members(pieces.owner, scope)
                places = "None" if pieces.place is None else self.members(pieces.place, scope)
                name = f"standing_{len(pairs) + 1}"
                self.line(f"{name} = s.standing({self.form_number(form)}, {owners}, {places})")
                pairs.append((name, form, other.place))
        for name, form, to in pairs:
            depth = self.depth
            assert to is not None
            goal = self.value(to, scope)
            self.line(f"for owner, place, n in {name}:")
            self.depth += 1
            self.line("for _ in range(n):")
            self.depth += 1
            self.take_one(form, "owner", "place", to, goal, scope)
            self.depth = depth

    def do_Reveal(self, node: ir.Reveal, scope: Scope) -> None:
        if base(self.type(node.what)) not in self.layout.card_ranges:
            raise Unsupported(node, "only cards can be revealed")
        if node.to is not None and is_list(self.type(node.to)):
            name = self.fresh_name("player", scope)
            self.line(f"for {name} in {self.members(node.to, scope)}:")
            self.line(f"    s.reveal({self.members(node.what, scope)}, {name})")
            return
        to = "-1" if node.to is None else self.value(node.to, scope)
        self.line(f"s.reveal({self.members(node.what, scope)}, {to})")

    # ---- marks, tracks, names ----------------------------------------------------------------------------

    def do_MarkAs(self, node: ir.MarkAs, scope: Scope) -> None:
        depth = self.depth
        thing = self._each(node.thing, "thing", scope, None)
        self.line(f"s.set({self.layout.marks[node.mark]} + {thing}, {0 if node.off else 1})")
        self.depth = depth

    def do_SetTo(self, node: ir.SetTo, scope: Scope) -> None:
        value = self.value(node.value, scope)
        if self.type(node.value) == ANSWER and not value.isdigit():
            value = {"True": "1", "False": "0"}.get(value, f"int({value})")
        self._set(node.target, value, scope)

    def _set(self, target: ir.Node, value: str, scope: Scope) -> None:
        depth = self.depth
        match target:
            case ir.Local(name=name):
                self.assign(scope.names[name], value)
            case ir.ActivePlayer():
                self.line(f"s.activate({value})")
            case ir.AttributeOf(thing=thing):
                self.line(f"s.sit({self.value(thing, scope)}, {value})")
            case ir.CountOf():
                for slot in self._holder_slots(target, scope):
                    self.line(f"s.set({slot}, max(0, {value}))")
            case ir.TrackOf(track=track, owner=None):
                self.line(f"s.set({self.layout.tracks[track]}, {value})")
            case ir.TrackOf(track=track, owner=owner):
                assert owner is not None
                holder = self._each(owner, "holder", scope, None)
                self.line(f"s.set({self.layout.tracks[track]} + {holder}, {value})")
        self.depth = depth

    def _adjust(self, node: ir.RaiseBy | ir.LowerBy, sign: str, scope: Scope) -> None:
        amount = self.amount(node.amount, scope)
        match node.target:
            case ir.Local(name=name):
                self.assign(scope.names[name], f"{scope.names[name]} {sign} {amount}")
            case ir.TrackOf(track=track, owner=None):
                slot = self.layout.tracks[track]
                self.line(f"s.set({slot}, v[{slot}] {sign} {amount})")
            case ir.TrackOf(track=track, owner=owner):
                assert owner is not None
                depth = self.depth
                slot = f"{self.layout.tracks[track]} + {self._each(owner, 'holder', scope, None)}"
                self.line(f"s.set({slot}, v[{slot}] {sign} {amount})")
                self.depth = depth
            case ir.CountOf():
                depth = self.depth
                for slot in self._holder_slots(node.target, scope):
                    self.line(f"s.set({slot}, max(0, v[{slot}] {sign} {amount}))")
                self.depth = depth

    def do_RaiseBy(self, node: ir.RaiseBy, scope: Scope) -> None:
        self._adjust(node, "+", scope)

    def do_LowerBy(self, node: ir.LowerBy, scope: Scope) -> None:
        self._adjust(node, "-", scope)

    def do_Until(self, node: ir.Until, scope: Scope) -> None:
        names = [scope.names[name] for name in self.facts.remembered(node)]
        self.line(f"s.last({', '.join((str(self.facts.until_number(node)), scope.you, scope.card, *names))})")

    # ---- the end -----------------------------------------------------------------------------------------

    def do_EndGame(self, node: ir.EndGame, scope: Scope) -> None:
        number = len(self.out.endings)
        self.out.endings.append((node.rule, tuple(self._signs(node.keys))))
        name, inner = self.member_of(node.variable, ir.You(node.span), scope)
        keys = ", ".join(self.key(key, inner) for key in node.keys)
        self.line(f"s.end({number}, [({keys}{',' if keys else ''}) for {name} in range(v[PLAYERS])])")

    def _signs(self, keys: tuple[ir.Key | ir.OrderKey, ...]) -> list[int]:
        found: list[int] = []
        for key in keys:
            if isinstance(key, ir.OrderKey):
                found += self._signs(self.facts.orders[key.order].keys)
            else:
                found.append(-1 if key.direction == "highest" else 1)
        return found


def event_name(moment: str, subject: tuple[str, ...]) -> str:
    """The function of the index that stands for an event."""
    return "_".join((moment.split()[0], *(part for part in subject if part)))


_ = NUMBER
