"""The table as one player may see it, in lines: places with what lies and stands there, players with what they have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime import Decision, State

MOST_LISTED = 12
"""A zone with more cards is counted, not listed."""


def titles_of(state: State) -> dict[str, str]:
    """What cards are called, by their spelling; and of places that hold a card, what that card is called."""
    tables, speller = state.t, state.speller
    there = len(state.players)
    found = {speller.thing("card", card): said for card, said in tables.titles.items() if tables.owner_of[card] < there}
    for space, (slot, _, count) in tables.grids.items():
        for number, card in enumerate(state.v[slot : slot + count]):
            if card in tables.titles:
                found[speller.thing(space, number)] = tables.titles[card]
    return found


def option_lines(decision: Decision, state: State) -> list[str]:
    """The options as they are spelled, each with the titles of the cards that it is about."""
    titles = titles_of(state)
    found = []
    for option in decision.options:
        about = dict.fromkeys(titles[arg] for arg in map(str, option.args) if arg in titles)
        found.append("  ".join([str(option), *([", ".join(about)] if about else [])]))
    return found


def look_lines(state: State, player: int) -> list[str]:
    """What a player sees."""
    return list(_Look(state, player).lines())


class _Look:
    """Tells one view of a state."""

    def __init__(self, state: State, player: int) -> None:
        self.state, self.plurals = state, state.t.plurals
        self.seen: dict[str, Any] = state.view(player)
        self.titles = titles_of(state)
        self.there: dict[str, list[str]] = defaultdict(list)
        """What lies and stands at a place, on a card or with a player."""
        self._gather()

    def _gather(self) -> None:
        players = set(self.state.players)
        for form, owners in self.seen.get("pieces", {}).items():
            for owner, places in owners.items():
                for place, number in places.items():
                    self.there[place].append(f"{self._number(number, form)} of {owner}")
        for kind in ("counts", "tracks"):
            for name, amounts in self.seen.get(kind, {}).items():
                noun, is_kept_by, _ = name.partition(" of ")
                for holder, value in amounts.items() if is_kept_by else ():
                    said = self._number(value, noun) if kind == "counts" else f"{noun} {value}"
                    self.there[holder].insert(0 if holder in players else len(self.there[holder]), said)
        for name, things in self.seen.get("marks", {}).items():
            for thing in things:
                self.there[thing].append(name.partition(" on ")[0])

    def lines(self) -> Iterator[str]:
        """All of it, one part after the other."""
        shown = set(self.state.players)
        for spaces in self.seen.get("spaces", {}).values():
            width = max(map(len, spaces))
            for space, card in spaces.items():
                shown |= {space, card}
                yield f"  {space:{width}}  {self._card(card, self.there[space])}"
        for player in self.state.players:
            yield f"  {player}: {', '.join(self.there[player]) or '–'}"
            for name, zone in self.seen.get("zones", {}).items():
                if isinstance(zone, dict) and zone.get(player):
                    yield f"    {name}: {self._cards(zone[player])}"
                    shown |= set(zone[player]) if isinstance(zone[player], list) else set()
        for name, zone in self.seen.get("zones", {}).items():
            if not isinstance(zone, dict):
                yield f"  {name}: {self._cards(zone)}"
        for place, things in self.there.items():
            if place not in shown and things:
                yield f"  {self._named(place)}: {', '.join(things)}"
        yield from (f"  {name} {value}" for name, value in self.seen.get("tracks", {}).items() if " of " not in name)
        for effect in self.seen.get("lasting", ()):
            yield f"  in force: {self._named(effect.get('card') or effect['until'])}, for {effect['you']}"

    def _number(self, number: int, noun: str) -> str:
        return f"{number} {noun if number == 1 else self.plurals.get(noun, noun)}"

    def _named(self, thing: str) -> str:
        return f"{thing} {self.titles[thing]}" if thing in self.titles else thing

    def _card(self, card: str | None, also: list[str]) -> str:
        if card is None:
            return ", ".join(["–", *also])
        return ", ".join([self._named(card), *self.there[card], *also])

    def _cards(self, cards: int | list[str]) -> str:
        """The cards of a zone: how many there are, if they are many or nobody may see them."""
        if isinstance(cards, list) and len(cards) <= MOST_LISTED:
            return "; ".join(self._card(card, []) for card in cards)
        number = cards if isinstance(cards, int) else len(cards)
        return f"{number} card{'s' * (number != 1)}"
