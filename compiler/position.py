"""Where everything is, in lines for a person: the grids with their cards, the places, each player, and the rest.

It shows what one player may know, so that several persons can share a terminal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from compiler.console import plural, visible

if TYPE_CHECKING:
    from runtime import State

Thing: TypeAlias = tuple[str, int]
"""A type and a number."""
NOBODY: Thing = ("", -1)
"""What the whole game has."""
CARD, PLAYER = "card", "player"


class Position:
    """What lies where, as one player sees it; all of it once the game is over."""

    def __init__(self, state: State, viewer: int) -> None:
        """With -1 everything is seen."""
        self.s, self.t, self.v = state, state.t, state.v
        self.viewer = viewer
        self.speller = state.speller
        self.facts: dict[Thing, list[str]] = defaultdict(list)
        """What there is to say about things, besides their cards."""
        self._pieces()
        self._declared()

    def lines(self) -> Iterator[str]:
        """All of it."""
        names = self.s.players
        order = [names[player] for player in self.s.order()]
        yield (
            f"turn {self.s.turns} of {order[0]}, then {', '.join(order[1:])}"
            if self.s.turns
            else "before the first turn"
        )
        yield from self._block("", self.facts.pop(NOBODY, []))
        for grid in self.t.grids:
            yield from self._grid(grid)
        for kind in self._places():
            told = [self._row(self._name(kind, number), self.facts[kind, number]) for number in self._numbers(kind)]
            yield from self._block(f"{self._many(kind)}:", [line for line in told if line])
        for player in self.s.order():
            yield from self._block(f"{names[player]}: {', '.join(self.facts[PLAYER, player]) or 'nothing'}", [])
            yield from (f"  {line}" for line in self._zones(player))
        yield from self._block("cards:", list(self._zones(-1)))
        if lasting := list(self._in_force()):
            yield from self._block("in force:", lasting)

    def _zones(self, player: int) -> Iterator[str]:
        """The zones of a player; with -1 those of nobody and of places."""
        for zone, (_, kind, owner) in enumerate(self.t.zone_names):
            if (owner if kind == PLAYER else -1) == player:
                yield from self._zone(zone)

    def _in_force(self) -> Iterator[str]:
        """Effects that last: the card they stand on, or where they stand in the source, and whose they are."""
        for at in self.s.lasting(*range(len(self.t.untils))):
            you, card = self.v[at : at + 2]
            what = self._card(card) if card >= 0 else self.t.untils[self.v[at - 1]]
            yield f"{what}, since {self._name(PLAYER, you)}'s effect" if you >= 0 else what

    # ---- what is where ------------------------------------------------------------------------------------

    def _pieces(self) -> None:
        for form in self.t.forms:
            owners = range(form.first_owner, form.first_owner + form.owners)
            for place in range(form.first_place, form.first_place + form.places):
                held = [(self.v[form.base + owner * form.places + place], owner) for owner in owners]
                for count, owner in held:
                    if count:
                        whose = self._name(form.owner_type, owner)
                        self.facts[self._holder(form.place_type, place)].append(
                            f"{count} {self._counted(form.name, count)} of {whose}"
                        )

    def _declared(self) -> None:
        for what, name, holder, kind, start, first, sight, unless in self.t.declared:
            listed: Iterable[int] = (first,) if holder is None else self._numbers(holder)
            for number in listed:
                value = self.v[start + number - first]
                if value == self.t.initial[start + number - first] and (holder is not None or value < 0):
                    continue
                about = NOBODY if holder is None else self._holder(holder, number)
                if self.viewer >= 0 and not self.s.knows_value(self.viewer, sight, unless, holder, number):
                    continue
                if what == "mark":
                    said = name
                elif what == "count":
                    said = f"{value} {self._counted(name, value)}"
                else:
                    said = f"{name} {self._name(kind, value)}"
                self.facts[about].append(said.replace("_", " "))

    def _holder(self, kind: str, number: int) -> Thing:
        return (CARD, number) if kind == CARD or kind in self.t.kinds else (kind, number)

    # ---- in words -----------------------------------------------------------------------------------------

    def _name(self, kind: str, number: int) -> str:
        return visible(self.speller.thing(kind, number))

    def _many(self, noun: str) -> str:
        return self.t.plurals.get(noun, noun).replace("_", " ")

    def _counted(self, noun: str, count: int) -> str:
        return noun if count == 1 else self.t.plurals.get(noun, noun)

    def _numbers(self, kind: str) -> Iterable[int]:
        from runtime.naming import Names

        return Names(self.t, self.s.players).numbers(kind)

    def _places(self) -> Iterator[str]:
        """The types of places that hold no cards, as far as something is there."""
        kinds = dict.fromkeys(kind for kind, _ in self.facts if kind not in (CARD, PLAYER, *self.t.grids))
        order = [*self.t.members, *self.t.spaces]
        yield from sorted(kinds, key=lambda kind: order.index(kind) if kind in order else len(order))

    def _card(self, card: int) -> str:
        """A card, with what lies on it and is marked."""
        if self.viewer >= 0 and not self.s.knows(self.viewer, card):
            return "face down"
        facts = self.facts.get((CARD, card), [])
        return visible(self.speller.told(CARD, card)) + (f" [{', '.join(facts)}]" if facts else "")

    def _row(self, name: str, facts: list[str]) -> str:
        return f"{name}: {', '.join(facts)}" if facts else ""

    def _block(self, title: str, lines: list[str]) -> Iterator[str]:
        if title or lines:
            yield ""
        if title:
            yield title
        yield from (f"  {line}" for line in lines)

    def _grid(self, grid: str) -> Iterator[str]:
        slot, _, count = self.t.grids[grid]
        names = [self._name(grid, number) for number in range(count)]
        width = max(map(len, names))
        lines = []
        for number, name in enumerate(names):
            card = self.v[slot + number]
            told = [*([self._card(card)] if card >= 0 else []), *self.facts.get((grid, number), [])]
            if told:
                lines.append(f"{name:{width}}  {', '.join(told)}")
        yield from self._block(f"{self._many(grid)}:", lines)

    def _zone(self, zone: int) -> Iterator[str]:
        cards = self.s.cards(zone)
        name, kind, owner = self.t.zone_names[zone]
        if not cards:
            return
        title = name.replace("_", " ") + (
            f" of {self._name(kind, owner)}" if kind is not None and kind != PLAYER else ""
        )
        known = [card for card in cards if self.viewer < 0 or self.s.knows(self.viewer, card)]
        if self.t.zone_kinds[name][0] == "pile":
            top = f", {self._card(cards[0])} on top" if cards[0] in known else ""
            yield f"{title}: {plural(len(cards), 'card')}{top}"
        elif not known:
            yield f"{title}: {plural(len(cards), 'card')}"
        else:
            yield f"{title}:"
            yield from (f"  {self._card(card)}" for card in cards)


def position_lines(state: State, player: int | None = None) -> list[str]:
    """Where everything is, as a player sees it; all of it once the game is over. Unless it is said, who decides."""
    is_over = state.player < 0
    return list(Position(state, -1 if is_over else state.player if player is None else player).lines())
