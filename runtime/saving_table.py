"""Saved games: what lies on the table, as `saving.py` writes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.grouping import EMPTY, UNKNOWN, Groups, rows
from runtime.naming import Names, Plain
from runtime.slots import ACTIVE, CONTENT, PLAYERS, SEATED, SEATS, TURNS
from runtime.tables import Form

if TYPE_CHECKING:
    from runtime.state import State

Saved = dict[str, Any]


def declared_name(what: str, name: str, holder: str | None) -> str:
    """A count, track or mark with the type of what has it: `gem of player`, `seen on card`."""
    return name if holder is None else f"{name} {'on' if what == 'mark' else 'of'} {holder}"


class TableWriter:
    """Writes what lies on the table. A view leaves out what its player does not know."""

    def __init__(self, state: State, names: Names) -> None:
        self.s, self.t, self.v = state, state.t, state.v
        self.names, self.groups = names, Groups(names)

    def table(self) -> Saved:
        """All that lies on the table, and whose turn it is."""
        v, t = self.v, self.t
        chosen = {name: bool(v[slot]) for name, (slot, default) in t.variants.items() if v[slot] != int(default)}
        found: Saved = {
            "game": t.name,
            "content": f"{v[CONTENT]:012x}",
            "players": list(self.names.names),
            "active": self.player(v[ACTIVE]),
            "turns": v[TURNS],
            "automas": {name: self.player(v[slot]) for name, _, slot in t.automas if v[slot] >= 0},
            "options": chosen,
            "seats": v[SEATS : SEATS + v[PLAYERS]] if v[SEATED] else {},
            "zones": self.zones(),
            "spaces": self.spaces(),
            "pieces": self.pieces(is_fresh=False),
            "fresh": self.pieces(is_fresh=True),
            "counts": dict(self.values("count")),
            "tracks": dict(self.values("track")),
            "marks": dict(self.values("mark")),
            **self.shown(),
        }
        return {name: value for name, value in found.items() if value != {}}

    def player(self, number: int) -> Plain:
        """A player's name."""
        return self.names.write("player", number)

    # ---- what a view leaves out --------------------------------------------------------------------------

    def shows(self, type_name: str, number: int) -> bool:
        """Whether a thing may be named."""
        del type_name, number
        return True

    def shows_value(self, sight: str, unless: str | None, holder: str | None, number: int) -> bool:
        """Whether the value of a track may be told."""
        del sight, unless, holder, number
        return True

    # ---- cards -------------------------------------------------------------------------------------------

    def zones(self) -> Saved:
        """The cards of each zone, from the left or from the top."""
        lying: dict[tuple[str, str | None], dict[int, str | int]] = {}
        for zone, (name, kind, owner) in enumerate(self.t.zone_names):
            if self.v[self.t.count + zone]:
                lying.setdefault((name, kind), {})[owner] = self.zone(zone)
        return {name: zones[-1] if kind is None else self.placed(kind, zones) for (name, kind), zones in lying.items()}

    def zone(self, zone: int) -> str | int:
        """The cards of one zone."""
        return self.cards(zone, self.s.cards(zone))

    def cards(self, zone: int, cards: Sequence[int | str]) -> str:
        """Cards, as they are written in this zone."""
        _, holds, _, _, _ = self.t.zone_kinds[self.t.zone_names[zone][0]]
        return self.groups.write(holds, cards, is_zone=True)

    def placed(self, kind: str, held: Mapping[int, Any]) -> Any:
        """What members of a type have: in the order of players, in the rows of a grid, or else by name."""
        if kind == "player":
            return [held.get(number, "") for number in range(self.v[PLAYERS])]
        in_rows = rows(self.names, kind)
        if in_rows is None:
            return {self.names.thing(kind, number): value for number, value in held.items()}
        found = {
            before: [held.get(one, "") for one in _up_to_last(row, held)]
            for before, row in in_rows.items()
            if not held.keys().isdisjoint(row)
        }
        return found.get("", found)

    def spaces(self) -> Saved:
        """The card on each space of each grid, row by row."""
        found: Saved = {}
        for space, (slot, _, count) in self.t.grids.items():
            cards = {n: self.v[slot + n] for n in range(count) if self.v[slot + n] >= 0}
            lying = {
                before: self.groups.write("card", [cards.get(one, EMPTY) for one in _up_to_last(row, cards)])
                for before, row in (rows(self.names, space) or {}).items()
                if not cards.keys().isdisjoint(row)
            }
            if lying:
                found[space] = lying.get("", lying)
        return found

    def shown(self) -> Saved:
        """The cards that everybody has been shown, and those that only some have, by player."""
        everybody = (1 << self.v[PLAYERS]) - 1
        masks = {card: self.v[self.t.known + card] for card in self.names.numbers("card") if self.shows("card", card)}
        to_all = [card for card, mask in masks.items() if mask == everybody]
        to_some = {
            player: self.groups.write("card", cards)
            for player in range(self.v[PLAYERS])
            if (cards := [card for card, mask in masks.items() if mask != everybody and mask >> player & 1])
        }
        found: Saved = {"shown": self.groups.write("card", to_all)} if to_all else {}
        return found | ({"known": self.placed("player", to_some)} if to_some else {})

    # ---- pieces and values -------------------------------------------------------------------------------

    def pieces(self, *, is_fresh: bool) -> Saved:
        """How many pieces stand where, by form, owner and place."""
        found: Saved = {}
        for number, form in enumerate(self.t.forms):
            standing: dict[int, dict[int, Plain]] = {}
            for owner, place, count in self.s.standing(number, _owners(form), None, fresh=is_fresh):
                if self.shows(form.place_type, place):
                    standing.setdefault(owner, {})[place] = count
            if standing:
                owners = range(self.v[PLAYERS]) if form.place_type == "player" == form.owner_type else standing
                written = {owner: self.alike(form.place_type, standing.get(owner, {})) for owner in owners}
                found[form.name] = self.placed(form.owner_type, written)
        return found

    def alike(self, type_name: str, held: Mapping[int, Plain]) -> Any:
        """Values by what has them: things with the same one stand together, alone if it is the number 1 for all."""
        if type_name == "player":
            return [held.get(number, 0) for number in range(self.v[PLAYERS])]
        by_value: dict[Plain, list[int]] = {}
        for number, value in held.items():
            by_value.setdefault(value, []).append(number)
        written = {self.groups.write(type_name, numbers): value for value, numbers in by_value.items()}
        text, value = next(iter(written.items()))
        return text if len(written) == 1 and type(value) is int and value == 1 else written

    def values(self, wanted: str) -> Iterator[tuple[str, Any]]:
        """Counts, tracks or marks that are not as they were at first; those of players all together."""
        for name, holder, kind, told in self.declared(wanted):
            held = {number: self.names.write(kind, self.v[slot]) for number, slot in told.items()}
            changed = {n: held[n] for n, slot in told.items() if self.v[slot] != self.t.initial[slot]}
            if not changed:
                continue
            if holder is None:
                yield from ((name, value) for value in changed.values())
            elif holder == "player":
                yield name, [held.get(number, UNKNOWN) for number in range(self.v[PLAYERS])]
            else:
                yield name, self.groups.write(holder, changed) if wanted == "mark" else self.alike(holder, changed)

    def declared(self, wanted: str) -> Iterator[tuple[str, str | None, str, dict[int, int]]]:
        """Counts, tracks or marks: name, what has them, type, and their slots as far as they may be told."""
        for what, name, holder, kind, start, first, sight, unless in self.t.declared:
            if what == wanted:
                numbers = (first,) if holder is None else self.names.numbers(holder)
                told = {
                    number: start + number - first
                    for number in numbers
                    if self.shows_value(sight, unless, holder, number)
                    if holder is None or self.shows(holder, number)
                }
                yield declared_name(what, name, holder), holder, kind, told


def _owners(form: Form) -> range:
    """All that can own pieces of a form, in a fixed order."""
    return range(form.first_owner, form.first_owner + form.owners)


def _up_to_last(row: Sequence[int], held: Mapping[int, Any]) -> Sequence[int]:
    """A row without the empty spaces at its end."""
    return row[: max(place for place, number in enumerate(row, 1) if number in held)]
