"""Options with the titles of the cards that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime import Decision, State


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
