"""One game at one table: the rules, the position, and what both say about things."""

from __future__ import annotations

from functools import cached_property

from tests.reference.model import Model
from tests.reference.position import Location, Position
from tests.reference.values import CARD, PLAYER, Thing, Value, base_type, is_card, spell

END_FIRST = ("left", "top")


class Table:
    """A position with the rules it is played by."""

    def __init__(self, model: Model, position: Position, names: tuple[str, ...]) -> None:
        self.model = model
        self.position = position
        self.names = names

    @cached_property
    def cards(self) -> list[Thing]:
        """Every card of the game."""
        return self.model.cards_for(self.position.players)

    @cached_property
    def _members(self) -> dict[str, tuple[Value, ...]]:
        return {}

    def spell(self, value: Value) -> str:
        """The canonical spelling of a value."""
        return spell(value, self.names)

    def members_of(self, type_name: str) -> tuple[Value, ...]:
        """All members of a type; players in turn order from the active one."""
        if type_name == PLAYER:
            return tuple((PLAYER, index) for index in self.position.turn_order())
        if type_name not in self._members:
            self._members[type_name] = self.model.members_of(type_name, self.cards, self.position.players)
        return self._members[type_name]

    def is_of_type(self, value: Value, type_name: str) -> bool:
        """Whether a value can stand where this type is wanted."""
        if value is None:
            return type_name.endswith(" or none")
        kind = base_type(type_name)
        if is_card(value):
            return kind in (CARD, value[1])
        return True

    # ---- where cards are ----------------------------------------------------------------------------------

    def zone_owners(self, zone: str) -> tuple[Thing | None, ...]:
        """Whose zones of this name there are."""
        owner = self.model.zones[zone].get("owner")
        return (None,) if owner is None else self.members_of(owner)

    def cards_in(self, location: Location) -> tuple[Thing, ...]:
        """The cards of one zone, from the left or from the top."""
        return self.position.zones.get(location, ())

    def cards_on(self, grid: str) -> tuple[Thing, ...]:
        """The cards on a grid, by its name, in the order of its spaces."""
        space = next(space for space, declared in self.model.grids.items() if declared["name"] == grid)
        held = self.position.spaces
        return tuple(held[place] for place in self.members_of(space) if place in held)

    def area(self, location: Location | None) -> tuple[str, Thing | None] | None:
        """The zone, or the whole grid, that a card lies in."""
        if location is None or location in self.position.zones:
            return location
        return str(self.model.grids[location[0]]["name"]), None

    def is_working(self, card: Thing) -> bool:
        """Whether the rules printed on a card are in force: it lies where its kind works."""
        area = self.area(self.position.where.get(card))
        return area is not None and area[0] == self.model.kinds[card[1]].get("working_in")

    def owner_of(self, card: Thing) -> Thing | None:
        """Whose card it is: that is printed on it, or it lies in somebody's zone."""
        if card[4] >= 0:
            return (PLAYER, card[4])
        location = self.position.where.get(card)
        if location is not None and location[1] is not None and location[1][0] == PLAYER:
            return location[1]
        return None

    def knows(self, player: Thing, card: Thing) -> bool:
        """Whether a player knows which card this is: it is open, the player's own, or was shown."""
        location = self.position.where.get(card)
        if location not in self.position.zones or player[1] in self.position.known.get(card, ()):
            return True
        zone = self.model.zones[location[0]]
        is_opened = zone.get("unless") in self.position.variants
        return zone["sight"] == "open" or is_opened or (zone["sight"] == "private" and self.owner_of(card) == player)

    def is_on_table(self, card: Thing) -> bool:
        """Whether pieces can stand on a card: it lies on a grid, or open and not in a pile."""
        location = self.position.where.get(card)
        if location is None:
            return False
        zone = self.model.zones.get(location[0])
        return location not in self.position.zones or (
            zone is not None and zone["shape"] != "pile" and zone["sight"] == "open"
        )

    # ---- pieces -------------------------------------------------------------------------------------------

    def supply(self, pieces: str, owner: Thing) -> int:
        """How many pieces an owner can still place."""
        declared = self.model.pieces[pieces]
        forms = [form["name"] for form in declared["forms"]]
        return int(declared["stock"]) - self.position.on_board(forms, owner)
