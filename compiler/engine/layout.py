"""Gives every zone, piece, count, track and mark of a game its slots, and every thing its number.

Members of a type are numbered in the order of their declaration, cards by kind, owner, number and copy, spaces of a
grid with the first axis slowest; none is -1. There is room for the largest number of players, so that slots never
depend on how many play.
"""

from __future__ import annotations

import keyword
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from compiler import ir
from compiler.engine.kinds import base, is_list
from runtime import slots


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One card on the table: a copy of a printed card, in the set of a player for kinds that players own."""

    kind: str
    number: int
    copy: int
    owner: int
    printed: ir.Card


@dataclass(frozen=True, slots=True)
class PieceSlots:
    """Where pieces of one form are counted: at `base + owner * places + place`."""

    form: ir.Form
    pieces: ir.Pieces
    base: str
    fresh: str | None
    places: int
    owners: int


@dataclass
class Layout:
    """The slots of one game. Constants are kept by name, in the order in which they are written."""

    game: ir.Game
    constants: dict[str, int] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    size: int = slots.GAME
    taken: set[str] = field(default_factory=set)
    initial: dict[str, int] = field(default_factory=dict)
    """What a slot holds at the start, if not 0, by constant."""
    widths: dict[str, int] = field(default_factory=dict)
    zone_base: dict[str, str] = field(default_factory=dict)
    zone_at: dict[str, int] = field(default_factory=dict)
    space_loc: dict[str, str] = field(default_factory=dict)
    locations: int = 0
    forms: dict[str, PieceSlots] = field(default_factory=dict)
    supply: dict[str, str] = field(default_factory=dict)
    counts: dict[tuple[str, str | None], str] = field(default_factory=dict)
    tracks: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    """Which card lies on each space of a grid."""
    variants: dict[str, str] = field(default_factory=dict)
    automas: dict[str, str] = field(default_factory=dict)

    # ---- things ------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> int:
        return self.game.most_players

    @cached_property
    def cards(self) -> list[PhysicalCard]:
        found = []
        for kind in self.game.kinds:
            printed = sorted((c for c in self.game.cards if c.kind == kind.name), key=lambda c: c.number)
            owners = range(self.seats) if kind.owner == "player" else (-1,)
            for owner, card in product(owners, printed):
                found += [PhysicalCard(kind.name, card.number, copy, owner, card) for copy in range(card.copies)]
        return found

    @cached_property
    def card_ranges(self) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for kind in self.game.kinds:
            numbers = [i for i, card in enumerate(self.cards) if card.kind == kind.name]
            found[kind.name] = (numbers[0], numbers[-1] + 1) if numbers else (0, 0)
        found["card"] = (0, len(self.cards))
        return found

    @cached_property
    def kinds(self) -> dict[str, ir.Kind]:
        return {kind.name: kind for kind in self.game.kinds}

    @cached_property
    def grids(self) -> dict[str, ir.Grid]:
        return {grid.space: grid for grid in self.game.grids}

    @cached_property
    def maps(self) -> dict[str, ir.Map]:
        return {declared.name: declared for declared in self.game.maps}

    @cached_property
    def edge_maps(self) -> dict[str, ir.Map]:
        return {declared.edge: declared for declared in self.game.maps if declared.edge}

    @cached_property
    def members(self) -> dict[str, tuple[str, ...]]:
        """The names of the members of types that have names."""
        found = {enum.name: enum.members for enum in self.game.enums}
        found |= {declared.name: declared.nodes for declared in self.game.maps}
        for grid in self.game.grids:
            found |= {axis.type: axis.names for axis in grid.axes if axis.names}
        return found

    @cached_property
    def procedure_values(self) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
        """Icons, actions and abilities as values: each with the arguments it is printed with anywhere."""
        found: dict[str, list[tuple[str, tuple[int, ...]]]] = {"icon": [], "action": [], "ability": []}
        for procedure in self.game.procedures:
            if procedure.family in found and not procedure.params:
                found[procedure.family].append((procedure.name, ()))
        from compiler.walk import descendants

        for node in descendants(self.game):
            if isinstance(node, ir.Member) and node.type in found:
                key = (node.name, tuple(self.constant(argument) for argument in node.arguments))
                if key not in found[node.type]:
                    found[node.type].append(key)
            elif isinstance(node, ir.AbilityUse):
                key = (node.name, tuple(self.constant(argument) for argument in node.arguments))
                if key not in found["ability"]:
                    found["ability"].append(key)
        return found

    @cached_property
    def part_names(self) -> list[str]:
        """The names of effects on cards, in a fixed order."""
        return sorted(
            {entry.name for kind in self.game.kinds for entry in kind.entries if base(entry.type) == "effect"}
        )

    def constant(self, node: ir.Node) -> int:
        """The number of a value that is printed."""
        match node:
            case ir.Number(value=value):
                return value
            case ir.Answer(value=value):
                return int(value)
            case ir.NoneValue():
                return -1
            case ir.Member(type=type_, name=name) if type_ in ("icon", "action", "ability"):
                key = (name, tuple(self.constant(argument) for argument in node.arguments))
                return self.procedure_values[type_].index(key)
            case ir.Member(type=type_, name=name):
                return self.members[base(type_)].index(name)
            case ir.AbilityUse(name=name):
                key = (name, tuple(self.constant(argument) for argument in node.arguments))
                return self.procedure_values["ability"].index(key)
            case ir.PlaceValue(type=type_):
                return self.space_number(type_, tuple(self.constant(one) for one in node.coordinates))
        raise NotImplementedError(f"{type(node).__name__} is not printed on cards")

    # ---- places ------------------------------------------------------------------------------------------

    def axis_values(self, axis: ir.Axis) -> tuple[int, ...]:
        """The values of a coordinate: the numbers themselves, or the numbers of members."""
        if axis.numbers:
            return axis.numbers
        if axis.names:
            return tuple(range(len(axis.names)))
        low = self.card_ranges[axis.type][0] if axis.type in self.card_ranges else 0
        return tuple(range(low, low + self.cardinality(axis.type)))

    @cached_property
    def spaces(self) -> dict[str, list[tuple[int, ...]]]:
        """The coordinates of the spaces of each grid, by its noun."""
        return {grid.space: list(product(*(self.axis_values(axis) for axis in grid.axes))) for grid in self.game.grids}

    def space_number(self, space: str, coordinates: tuple[int, ...]) -> int:
        """Which space has these coordinates; -1 if there is none."""
        if space in self.edge_maps:
            nodes = self.members[self.edge_maps[space].name]
            ends = {nodes[one] for one in coordinates}
            for number, edge in enumerate(self.edge_maps[space].edges):
                if {edge.start, edge.end} == ends:
                    return number
            return -1
        return self.spaces[space].index(coordinates) if coordinates in self.spaces[space] else -1

    def cardinality(self, type_name: str) -> int:
        """How many members a finite type has at most."""
        name = base(type_name)
        if name == "player":
            return self.seats
        if name == "yes/no":
            return 2
        if name in self.card_ranges:
            low, high = self.card_ranges[name]
            return high - low
        if name in self.members:
            return len(self.members[name])
        if name in self.edge_maps:
            return len(self.edge_maps[name].edges)
        if name in self.grids:
            return len(self.spaces[name])
        if name in self.procedure_values:
            return len(self.procedure_values[name])
        raise NotImplementedError(f"`{name}` has no list of members")

    def offset(self, type_name: str) -> int:
        """The number of the first member: cards of a kind do not start at 0."""
        name = base(type_name)
        return self.card_ranges[name][0] if name in self.card_ranges else 0

    # ---- slots -------------------------------------------------------------------------------------------

    def name(self, wanted: str) -> str:
        """A name for a constant that nothing else has."""
        name = wanted.upper()
        while name in self.taken or keyword.iskeyword(name) or hasattr(slots, name):
            name += "_"
        self.taken.add(name)
        return name

    def reserve(self, wanted: str, width: int, note: str, first: int = 0, initial: int = 0) -> str:
        """Slots for a declaration; the constant is such that `constant + number of the thing` is its slot."""
        name = self.name(wanted)
        self.constants[name] = self.size - first
        self.notes[name] = note
        self.widths[name] = width
        if initial:
            self.initial[name] = initial
        self.size += width
        return name

    def holder_type(self, count: ir.Count, type_name: str) -> str | None:
        """Under which of its holders a count keeps what something of this type has."""
        name = base(type_name)
        if not count.holders:
            return None
        if name in count.holders:
            return name
        if name in self.kinds and "card" in count.holders:
            return "card"
        return next((holder for holder in count.holders if holder in self.kinds and name == "card"), count.holders[0])


def lay_out(game: ir.Game) -> Layout:
    """The slots of a game."""
    layout = Layout(game)
    total = len(layout.cards)
    layout.constants["CARDS"] = total
    layout.taken.add("CARDS")
    for name, note in (
        ("LOC", "where each card is"),
        ("NEXT", "the card behind it"),
        ("PREVIOUS", "the card before it"),
    ):
        layout.reserve(name, total, note, initial=-1)
    layout.reserve("KNOWN", total, "who has been shown each card, a bit a player")
    for zone in game.zones:
        owners = 1 if zone.owner is None else layout.cardinality(zone.owner)
        name = layout.name(zone.name)
        layout.constants[name] = layout.locations - (0 if zone.owner is None else layout.offset(zone.owner))
        layout.notes[name] = f"zone {zone.name}" + (f" of {zone.owner}" if zone.owner else "")
        layout.zone_base[zone.name] = name
        layout.zone_at[zone.name] = layout.locations
        layout.locations += owners
    layout.constants["ZONES"] = layout.locations
    for name, note, first in (
        ("FIRST", "the first card of each zone", -1),
        ("LAST", "the last card of each zone", -1),
        ("SIZE", "how many cards lie in each zone", 0),
    ):
        layout.reserve(name, layout.locations, note, initial=first)
    for grid in game.grids:
        if grid.holding:
            spaces = len(layout.spaces[grid.space])
            layout.held[grid.space] = layout.reserve(grid.name, spaces, f"the card on each {grid.space}", initial=-1)
            name = layout.name(f"{grid.name}_at")
            layout.constants[name] = layout.locations
            layout.notes[name] = f"the location of the first {grid.space}"
            layout.space_loc[grid.space] = name
            layout.locations += spaces
    for pieces in game.pieces:
        owners, first = layout.cardinality(pieces.owner), layout.offset(pieces.owner)
        layout.supply[pieces.name] = layout.reserve(
            f"{pieces.name}_supply", owners, f"{pieces.plural} of each {pieces.owner} in supply", first, pieces.stock
        )
        for form in pieces.forms:
            places = layout.cardinality(form.place)
            shift = layout.offset(form.place)
            note = f"{form.plural} of each {pieces.owner}, {form.label} each {form.place}"
            name = layout.reserve(form.name, owners * places, note, shift)
            fresh = None
            if pieces.fresh:
                fresh = layout.reserve(
                    f"fresh_{form.name}", owners * places, f"those placed this {pieces.fresh}", shift
                )
            layout.forms[form.name] = PieceSlots(form, pieces, name, fresh, places, owners)
    for count in game.counts:
        for holder in count.holders or (None,):
            if holder is None:
                layout.counts[count.name, None] = layout.reserve(count.name, 1, f"{count.plural}")
            else:
                wanted = count.name if len(count.holders) == 1 else f"{count.name}_{holder}"
                layout.counts[count.name, holder] = layout.reserve(
                    wanted, layout.cardinality(holder), f"{count.plural} of each {holder}", layout.offset(holder)
                )
    for track in game.tracks:
        width = 1 if track.owner is None else layout.cardinality(track.owner)
        first = 0 if track.owner is None else layout.offset(track.owner)
        note = f"track {track.name}" + (f" of each {track.owner}" if track.owner else "")
        layout.tracks[track.name] = layout.reserve(track.name, width, note, first, layout.constant(track.initial))
    for mark in game.marks:
        layout.marks[mark.name] = layout.reserve(
            mark.name, layout.cardinality(mark.on), f"which {base(mark.on)} is {mark.name}", layout.offset(mark.on)
        )
    for variant in game.variants:
        layout.variants[variant.name] = layout.reserve(variant.name, 1, f"variant {variant.name}")
    for automa in game.automas:
        note = f"which player {automa.name} is, none if she does not play"
        layout.automas[automa.name] = layout.reserve(automa.name, 1, note, initial=-1)
    layout.constants["FRAMES"] = layout.size
    layout.notes["FRAMES"] = "behind this slot stand the frames"
    assert not any(is_list(track.type) for track in game.tracks)
    return layout
