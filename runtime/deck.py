"""The order of the cards at the start, where somebody wants to fix it.

A deck is one list of cards, top first. Wherever cards are laid out at the start, and whenever a zone is shuffled before
the first turn, the cards of the list lie on top in this order; all others follow as chance has it. So the list is what
the deck looks like in the end, even if the rules shuffle parts of it and put them together.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from runtime.naming import Names, shown
from runtime.tables import Tables

REST = "..."
"""At the end of a deck: the order of all other cards is left to the seed."""
LISTED = 12
"""So many missing cards are named in a message."""


class DeckError(ValueError):
    """A deck that can't be laid out. `place` is the index of the card that is wrong, none if cards are missing."""

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self.place = place


def deck_order(
    tables: Tables, players: Sequence[str], lying: Sequence[Sequence[int]], deck: Sequence[str]
) -> list[int]:
    """The numbers of the cards of a deck, in its order; `lying` are the cards of each zone at the start.

    Copies of a card are spelled alike: each mention means the next one, but `deed(43)#2` means the second.
    """
    if isinstance(deck, str):
        raise DeckError("a deck is a list of cards, not one text")
    names = Names(tables, players)
    named = list(deck[:-1] if deck and deck[-1] == REST else deck)
    order = _numbers(names, named)
    zones = {card: zone for zone, cards in enumerate(lying) for card in cards}
    for place, card in enumerate(order):
        if card not in zones:
            raise DeckError(f"{shown(named[place])} lies in no zone at the start", place)
        name, kind, owner = tables.zone_names[zones[card]]
        if tables.zone_kinds[name][0] == "set":
            whose = name if kind is None else f"{names.thing(kind, owner)}'s {name}"
            raise DeckError(f"{shown(named[place])} lies in {whose}, which has no order", place)
    if len(named) == len(deck):
        _check_whole(names, set(order), [lying[zone] for zone in sorted({zones[card] for card in order})])
    return order


def _numbers(names: Names, named: Sequence[str]) -> list[int]:
    """The cards that spellings mean."""
    by_name = names.by_name("card")
    copies: dict[str, list[int]] = {}
    for name, card in by_name.items():
        copies.setdefault(name.partition("#")[0], []).append(card)
    meant = {by_name[name] for name in named if name in by_name and "#" in name}
    """Copies that are named exactly, so that no other mention means them."""
    order: list[int] = []
    for place, name in enumerate(named):
        if name == REST:
            raise DeckError(f"`{REST}` stands for all cards that are not named, so it comes last", place)
        if name not in by_name:
            alike = difflib.get_close_matches(str(name), by_name, 1)
            help_ = f"; did you mean `{alike[0]}`?" if alike else ""
            raise DeckError(f"there is no card {shown(name)}{help_}", place)
        free = [by_name[name]] if "#" in name else [card for card in copies[name] if card not in meant]
        card = next((card for card in free if card not in order), -1)
        if card < 0:
            count = 1 if "#" in name else len(copies[name])
            raise DeckError(f"{shown(name)} is named too often: there {'is' if count == 1 else 'are'} {count}", place)
        order.append(card)
    return order


def _check_whole(names: Names, named: set[int], zones: Sequence[Sequence[int]]) -> None:
    """Of each zone all cards are named or none."""
    missing = [names.thing("card", card).partition("#")[0] for zone in zones for card in zone if card not in named]
    if missing:
        more = f" and {len(missing) - LISTED} more" if len(missing) > LISTED else ""
        help_ = f"`{REST}` at its end leaves their order to the seed"
        raise DeckError(f"the deck lacks {', '.join(missing[:LISTED])}{more}; {help_}")
