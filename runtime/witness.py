"""Who has seen which card: what a player at the table learns from one event after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.log import Event
    from runtime.state import State


class Witness:
    """Follows a game as one player sees it; without a player, as it is told to everybody."""

    def __init__(self, state: State, player: int) -> None:
        self.t, self.player = state.t, player
        self.opened = {name for name, (slot, *_) in state.t.variants.items() if state.v[slot]}
        self.shown: set[int] = set()
        self.location = dict(self._start()) if player >= 0 else {}

    def misses(self, event: Event) -> bool:
        """Whether the player can't tell which card this event is about; it has then happened."""
        kind, *about = event
        if kind not in ("card", "reveal", "shuffle") or self.player < 0:
            return kind == "card" and self._is_hidden(int(about[1]))
        if kind == "shuffle":
            self.shown -= {card for card, location in self.location.items() if location == about[0]}
            return False
        card = int(about[0])
        has_seen = self.sees(card)
        if kind == "reveal":
            if int(about[1]) in (-1, self.player):
                self.shown.add(card)
        else:
            self.location[card] = int(about[1])
            if self._is_hidden(int(about[1])):
                self.shown.discard(card)
        return not (has_seen or self.sees(card))

    def sees(self, card: int) -> bool:
        """Whether the player knows now which card this is."""
        location = self.location.get(card, -1)
        if self.player < 0 or not 0 <= location < self.t.zones or card in self.shown:
            return True
        name, owner_type, owner = self.t.zone_names[location]
        _, _, sight, unless, _ = self.t.zone_kinds[name]
        if sight == "open" or unless in self.opened:
            return True
        whose = self.t.owner_of[card] if self.t.owner_of[card] >= 0 else owner if owner_type == "player" else -1
        return sight == "private" and whose == self.player

    def _is_hidden(self, location: int) -> bool:
        return 0 <= location < self.t.zones and self.t.is_hidden[location]

    def _start(self) -> list[tuple[int, int]]:
        """Where the cards lie that are there from the start."""
        found = []
        for zone, (name, owner_type, owner) in enumerate(self.t.zone_names):
            _, kind, _, _, is_full = self.t.zone_kinds[name]
            for card in range(len(self.t.owner_of) - 1) if is_full else ():
                is_of_kind = kind in ("card", self.t.kinds[self.t.kind_of[card]])
                if is_of_kind and (owner_type != "player" or self.t.owner_of[card] == owner):
                    found.append((card, zone))
        return found
