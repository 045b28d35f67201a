"""Where everything is: plain data, copied and compared as a whole.

The methods here only move things; what follows from a move is the business of `hooks.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runtime import rng
from tests.reference.values import Thing, Value

Location = tuple[str, Thing | None]
"""A zone and its owner, or the noun of a grid's spaces and the space."""


class Lasting(NamedTuple):
    """Rules in force until something happens: which `until`, and what its names meant when it began."""

    until: int
    names: tuple[tuple[str, Value], ...]
    you: Thing | None
    card: Thing | None


@dataclass(slots=True)
class Position:
    """Everything that moves change."""

    players: int
    seats: tuple[int, ...]
    active: int
    chance: int
    variants: frozenset[str] = frozenset()
    automas: dict[str, int] = field(default_factory=dict)
    """Which players automated opponents are; nobody changes it."""
    started: bool = False
    turns: int = 0
    zones: dict[Location, tuple[Thing, ...]] = field(default_factory=dict)
    spaces: dict[Thing, Thing] = field(default_factory=dict)
    where: dict[Thing, Location] = field(default_factory=dict)
    counts: dict[tuple[str, Thing | None], int] = field(default_factory=dict)
    tracks: dict[tuple[str, Thing | None], Value] = field(default_factory=dict)
    marks: dict[tuple[str, Thing], bool] = field(default_factory=dict)
    pieces: dict[tuple[str, Thing, Thing], tuple[int, int]] = field(default_factory=dict)
    """Old and fresh ones, by form, owner and place."""
    known: dict[Thing, frozenset[int]] = field(default_factory=dict)
    """Who has been shown which card."""
    lasting: tuple[Lasting, ...] = ()

    def copy(self) -> Position:
        """The same position, independent of this one."""
        twin = replace(self)
        for name in _DICTS:
            setattr(twin, name, dict(getattr(self, name)))
        return twin

    # ---- players ------------------------------------------------------------------------------------------

    def seating(self) -> list[int]:
        """The players as they sit, the lowest seat first."""
        return sorted(range(self.players), key=lambda player: (self.seats[player], player))

    def neighbor(self, player: int, step: int) -> int:
        """Who sits so many seats further on."""
        order = self.seating()
        return order[(order.index(player) + step) % self.players]

    def turn_order(self) -> list[int]:
        """All players, from the active one on."""
        order = self.seating()
        at = order.index(self.active)
        return order[at:] + order[:at]

    # ---- cards --------------------------------------------------------------------------------------------

    def take_away(self, card: Thing) -> None:
        """Lift a card from wherever it lies."""
        location = self.where.pop(card, None)
        if location is None:
            return
        if location in self.zones:
            self.zones[location] = tuple(other for other in self.zones[location] if other != card)
        else:
            assert location[1] is not None
            del self.spaces[location[1]]

    def put_in_zone(self, card: Thing, location: Location, first: bool) -> None:
        """Lay a card into a zone, at its left or top, or at its right or bottom."""
        self.take_away(card)
        there = self.zones.get(location, ())
        self.zones[location] = (card, *there) if first else (*there, card)
        self.where[card] = location

    def put_on_space(self, card: Thing, space: Thing) -> None:
        """Lay a card onto a free space of a grid."""
        self.take_away(card)
        self.spaces[space] = card
        self.where[card] = (space[0], space)

    def shuffle(self, location: Location) -> None:
        """Give the cards of a zone a random order; nobody knows them any more."""
        self.chance, order = rng.shuffled(self.chance, list(self.zones.get(location, ())))
        self.zones[location] = tuple(order)
        for card in order:
            self.known.pop(card, None)

    # ---- counts -------------------------------------------------------------------------------------------

    def count(self, name: str, holder: Thing | None) -> int:
        """How much lies with a holder."""
        return self.counts.get((name, holder), 0)

    def set_count(self, name: str, holder: Thing | None, amount: int) -> None:
        """Never below 0, and 0 is not remembered: equal positions are equal data."""
        if amount > 0:
            self.counts[name, holder] = amount
        else:
            self.counts.pop((name, holder), None)

    # ---- pieces -------------------------------------------------------------------------------------------

    def pieces_on(self, form: str, owner: Thing, place: Thing, fresh: bool = False) -> int:
        """How many stand there."""
        old, new = self.pieces.get((form, owner, place), (0, 0))
        return new if fresh else old + new

    def on_board(self, forms: Iterable[str], owner: Thing) -> int:
        """How many pieces of an owner are in play, in any of these forms."""
        wanted = frozenset(forms)
        return sum(old + new for (form, of, _), (old, new) in self.pieces.items() if form in wanted and of == owner)

    def add_piece(self, form: str, owner: Thing, place: Thing, fresh: bool) -> None:
        """One piece more."""
        old, new = self.pieces.get((form, owner, place), (0, 0))
        self.pieces[form, owner, place] = (old, new + 1) if fresh else (old + 1, new)

    def take_piece(self, form: str, owner: Thing, place: Thing) -> bool:
        """One piece less, an old one if there is any. Whether it was fresh."""
        old, new = self.pieces[form, owner, place]
        fresh = old == 0
        left = (old, new - 1) if fresh else (old - 1, new)
        if left == (0, 0):
            del self.pieces[form, owner, place]
        else:
            self.pieces[form, owner, place] = left
        return fresh


_DICTS = ("zones", "spaces", "where", "counts", "tracks", "marks", "pieces", "known")
