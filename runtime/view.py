"""What one player may know, and full states that agree with it.

A card is seen where everybody sees it, by its owner where it is private, and by those to whom it was shown. What lies
on a card, is marked on it or remembered about it is told only if the card is. Frames tell what has been answered
openly; all else they hold may follow from something hidden, and so may what they do with a hidden card. Copies of a
card can't be told apart once they have been out of sight, so they are numbered by where they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from runtime import rng
from runtime.naming import Names
from runtime.restoring import ask_again
from runtime.saving import Saved, Writer
from runtime.slots import (
    CARD,
    LASTING,
    LASTS,
    LOCALS,
    OPTIONAL,
    OVER,
    PLAYERS,
    QUEUE,
    QUEUED,
    RNG_HIGH,
    RNG_LOW,
    SP,
    TURNS,
)  # fmt: skip
from runtime.tables import Tables
from runtime.vector import LOOP

if TYPE_CHECKING:
    from runtime.state import State

TRIES = 20
"""How often cards are dealt anew when they do not fit what is being decided."""


def view(state: State, player: int) -> Saved:
    """What a player knows, in the form of a saved game.

    A zone of which the player knows nothing is the number of its cards; where some are known, the others are null. Sets
    are sorted. Random numbers are left out. `decision` says who is asked and, if it is this player, what can be
    answered; `means` says which copy of a card an option is about where its spelling does not.
    """
    _check(state, player)
    return _Viewer(state, player).seen()


def determinize(state: State, player: int, seed: int) -> State:
    """A full state that this player can't tell from the real one.

    The cards that the player does not know change places with others of their kind and owner, so that every zone keeps
    as many of each; what lies on a card or is known of it stays in its place. Cards that somebody is about to do
    something with, in frames or waiting hooks, stay where they are: their numbers have been noted there. What others
    keep secret on tracks is drawn anew where its type has names, and has been decided at all. Chance starts from the
    seed. If no deal fits the decision that is waited for, cards of the player who is asked stay; if that does not help
    either, all do.
    """
    _check(state, player)
    wanted = view(state, player)
    chance = rng.seeded(seed)
    seen = _Viewer(state, player)
    asked = {card for card in seen.names.numbers("card") if state.player >= 0 and state.owner(card) == state.player}
    for attempt in range(2 * TRIES):
        twin = state.clone()
        twin.events = None
        chance = _deal(twin, seen, asked if attempt >= TRIES else set(), chance)
        chance = _draw_tracks(twin, seen, chance)
        _forget_order(twin)
        twin.v[RNG_HIGH], twin.v[RNG_LOW] = chance >> 32, chance & 0xFFFFFFFF
        is_playable = bool(twin.v[OVER]) or (ask_again(twin) and twin.player == state.player)
        if is_playable and view(twin, player) == wanted:
            return twin
    twin = state.clone()
    twin.events = None
    _forget_order(twin)
    twin.v[RNG_HIGH], twin.v[RNG_LOW] = chance >> 32, chance & 0xFFFFFFFF
    return twin


def _forget_order(state: State) -> None:
    """Nobody knows how cards will lie that are still to be shuffled, even if that has been fixed."""
    if not state.v[TURNS] and not state.v[OVER]:
        count, start = len(state.fixed_order()), state.t.size + LOCALS + 1
        state.v[start : start + count] = [-1] * count


def _check(state: State, player: int) -> None:
    if not 0 <= player < state.v[PLAYERS]:
        raise ValueError(f"there is no player {player}: they are counted from 0 to {state.v[PLAYERS] - 1}")


class _SeenNames(Names):
    """Names in which the copies of a card are numbered anew."""

    def __init__(self, tables: Tables, names: Sequence[str], order: Iterable[int]) -> None:
        """`order` holds all cards; copies are numbered as they come in it."""
        super().__init__(tables, names)
        self._copies: dict[int, int] = {}
        met: dict[tuple[int, int, int], int] = {}
        for card in order:
            printed = tables.kind_of[card], tables.number_of[card], tables.owner_of[card]
            met[printed] = self._copies[card] = met.get(printed, 0) + 1

    def copy_number(self, card: int) -> int:
        return self._copies[card]

    def numbers(self, type_name: str) -> Iterable[int]:
        """Copies come in the order of their numbers here."""
        t, found = self.t, super().numbers(type_name)
        kind = type_name.removesuffix(" or none")
        if kind != "card" and kind not in t.kinds:
            return found
        return sorted(
            found, key=lambda card: (t.kind_of[card], t.number_of[card], t.owner_of[card], self._copies[card])
        )


class _Viewer(Writer):
    """Writes what one player knows."""

    def __init__(self, state: State, viewer: int) -> None:
        super().__init__(state)
        self.viewer = viewer
        self.spoken_of = list(self.iter_spoken_of())
        self.names = _SeenNames(state.t, state.players, self.met())

    def seen(self) -> Saved:
        """All that the player knows."""
        return {**self.table(), **self.flow(), **self.decision()}

    def met(self) -> list[int]:
        """All cards, those that the player sees first, in an order that tells nothing about the others."""
        v, t = self.v, self.t
        lying = [v[slot + number] for slot, _, count in t.grids.values() for number in range(count)]
        for zone in range(t.zones):
            seen = [card for card in self.s.cards(zone) if self.sees(card)]
            lying += sorted(seen, key=self.looks) if self.is_set(zone) else seen
        order = dict.fromkeys(card for card in lying if card >= 0)
        return [*order, *(card for card in self.names.numbers("card") if card not in order)]

    def looks(self, card: int) -> tuple[object, ...]:
        """What tells a card of a set from its copies; they are alike if nothing does."""
        v, t = self.v, self.t
        values = [
            v[start + card - first]
            for _, _, holder, _, start, first, sight, unless in t.declared
            if holder == "card" or holder == t.kinds[t.kind_of[card]]
            if self.shows_value(sight, unless, holder, card)
        ]
        standing = [
            (number, owner, on - form.first_place, v[form.base + owner * form.places + on])
            for number, form in enumerate(t.forms)
            for place, bearer in enumerate(form.card_of or ())
            if bearer == card
            for on in (form.first_place + place,)
            for owner in range(form.first_owner, form.first_owner + form.owners)
        ]
        spoken_of = self.spoken_of.index(card) if card in self.spoken_of else len(self.spoken_of)
        printed = t.kind_of[card], t.number_of[card], t.owner_of[card]
        return (*printed, v[t.known + card], values, standing, spoken_of, card)

    def iter_spoken_of(self) -> Iterator[int]:
        """The cards that frames tell of."""
        v, t = self.v, self.t
        for at in self.bases():
            yield v[at + CARD]
            if v[at] in t.routines:
                open_slots = self.answered_openly(v[at])
                for _, kind, slot in t.routines[v[at]][1]:
                    if slot in open_slots:
                        yield from cards_in(self.names, kind, v[at + LOCALS + slot])

    def is_set(self, zone: int) -> bool:
        """Whether the order of the cards in a zone means nothing."""
        return self.t.zone_kinds[self.t.zone_names[zone][0]][0] == "set"

    # ---- who sees what -----------------------------------------------------------------------------------

    def sees(self, card: int) -> bool:
        """Whether the player knows which card this is."""
        return self.s.knows(self.viewer, card)

    def shows(self, type_name: str, number: int) -> bool:
        return all(self.sees(card) for card in cards_in(self.names, type_name, number))

    def shows_value(self, sight: str, unless: str | None, holder: str | None, number: int) -> bool:
        return self.s.knows_value(self.viewer, sight, unless, holder, number)

    # ---- what is told ------------------------------------------------------------------------------------

    def zone(self, zone: int) -> Any:
        cards = self.s.cards(zone)
        seen = [card for card in cards if self.sees(card)]
        if not seen:
            return len(cards)
        if self.is_set(zone):  # its order means nothing, and must not tell anything
            listed = [self.names.thing("card", card) for card in sorted(seen, key=self.looks)]
            return listed + [None] * (len(cards) - len(seen))
        return [self.names.thing("card", card) if card in seen else None for card in cards]

    def declared(self, wanted: str) -> Saved:
        found = super().declared(wanted)
        return {name: value for name, value in found.items() if value != {}}

    def decision(self) -> Saved:
        """What the game waits for."""
        asked = self.s.decision
        if asked is None:
            return {}
        if not self.is_told(self.v[SP]) and asked.player != self.viewer:
            return {"decision": {"player": asked.name}}
        found: Saved = {"player": asked.name, "rule": asked.rule, "kind": asked.kind}
        if asked.player == self.viewer:
            found["options"] = list(map(str, asked.options))
            named = {str(option): self.names.option(self.s.choice, option.code)[2] for option in asked.options}
            means = {said: name for said, name in named.items() if said != name}
            found |= {"means": means} if means else {}
        return {"decision": found}

    def who(self, you: int, card: int) -> Saved:
        return super().who(you, card if card >= 0 and self.sees(card) else -1)

    def is_told(self, at: int) -> bool:
        """Whether the player may know what a frame is doing: not if it does what stands on a card that is hidden."""
        card = self.v[at + CARD]
        return card < 0 or self.sees(card)

    def frame(self, at: int, end: int, bases: list[int]) -> Saved:
        told = super().frame(at, end, bases)
        for name in ("routine", "block", "locals") if not self.is_told(at) else ():
            told.pop(name, None)
        return told

    def flow(self) -> Saved:
        found = super().flow()
        if "optional" in found and not self.is_told(self.v[OPTIONAL]):
            del found["optional"]["block"]
        return found

    def hook(self, entry: list[int]) -> Saved:
        told = super().hook(entry)
        if entry[2] >= 0 and not self.sees(entry[2]):
            del told["hook"]
        kinds = dict(self.t.hooks[entry[0]].about)
        numbers = dict(zip(kinds, entry[4:], strict=True))
        named = told.pop("about", {})
        about = {name: value for name, value in named.items() if self.may_tell(kinds[name], numbers[name])}
        return told | ({"about": about} if about else {})

    def may_tell(self, kind: str, number: int) -> bool:
        """Whether a value says nothing about a hidden card; a number may."""
        return kind not in ("number", "yes/no") and self.shows(kind, number)

    def remembered(self, about: list[int]) -> Saved:
        return {}

    def locals(self, block: int, held: list[int]) -> Saved:
        _, declared, _ = self.t.routines[block]
        open_slots = self.answered_openly(block)
        named = {
            name: self.names.write(kind, held[slot])
            for name, kind, slot in declared
            if held[slot] and slot in open_slots and self.shows(kind, held[slot])
        }
        return {"locals": named} if named else {}

    def fixed_order(self, cards: list[int]) -> Saved:
        return {}

    def answered_openly(self, block: int) -> set[int]:
        """Where a routine keeps what has been answered, but not in secret."""
        t, found, secret = self.t, set[int](), set[int]()
        routine = t.routines[block][0]
        for number, choice in t.choices.items():
            if t.routines[number][0] == routine:
                slots = {choice.slot, *(slot for slots in choice.slots for slot in slots)}
                (secret if choice.is_secret else found).update(slot - LOCALS for slot in slots)
        return found - secret


def cards_in(names: Names, type_name: str, number: int) -> Iterable[int]:
    """The cards that a thing is or belongs to."""
    t = names.t
    kind = type_name.removesuffix(" or none")
    if kind == "effect":
        return [number // 64] if number >= 0 else []
    if kind == "card" or kind in t.kinds:
        return [number] if 0 <= number < len(t.owner_of) - 1 else []
    if kind in t.spaces and 0 <= number < len(t.spaces[kind]):
        parts = zip(t.space_types[kind], t.spaces[kind][number], strict=True)
        return [card for part in parts for card in cards_in(names, *part)]
    return []


# ---- dealing anew ------------------------------------------------------------------------------------------


def _deal(state: State, seen: _Viewer, fixed: set[int], chance: int) -> int:
    """Deal the cards that are not known anew; gives the next state of chance."""
    t, v = state.t, state.v
    fixed = fixed | _noted(seen)
    lying = [(zone, state.cards(zone)) for zone in range(t.zones)]
    free = [card for _, cards in lying for card in cards if not seen.sees(card) and card not in fixed]
    pools: dict[tuple[int, int], list[int]] = {}
    for card in free:
        pools.setdefault((t.kind_of[card], t.owner_of[card]), []).append(card)
    replaced: dict[int, int] = {}
    for pool in pools.values():
        chance, dealt = rng.shuffled(chance, pool)
        replaced.update(zip(pool, dealt, strict=True))
    for zone, cards in lying:
        places = [place for place, card in enumerate(cards) if card in replaced]
        chance, order = rng.shuffled(chance, [cards[place] for place in places])
        # of two cards of different kinds in one zone either may come first, so the order is drawn as well
        moved = {cards[place]: replaced[card] for place, card in zip(places, order, strict=True)}
        lying[zone] = (zone, [moved.get(card, card) for card in cards])
        _carry(state, seen, moved)
    for zone, cards in lying:
        for card in cards:
            v[t.loc + card] = zone
        state.arrange(zone, cards)
    return chance


def _carry(state: State, seen: _Viewer, moved: dict[int, int]) -> None:
    """What is known and remembered about a card goes over to the one that lies in its place now."""
    t, v, old = state.t, state.v, seen.v
    for before, now in moved.items():
        v[t.known + now] = old[t.known + before]
        for _, _, holder, _, start, first, _, _ in t.declared:
            same_kind = t.kind_of[before] == t.kind_of[now] and holder == t.kinds[t.kind_of[now]]
            if holder == "card" or same_kind:
                v[start + now - first] = old[start + before - first]


def _noted(seen: _Viewer) -> set[int]:
    """Cards whose numbers stand in frames, waiting hooks or lasting effects, or may: not every number has a type."""
    t, v = seen.t, seen.v
    found = set(v[LASTS : LASTS + v[LASTING]]) | set(v[QUEUE : QUEUE + v[QUEUED]])
    bases = seen.bases()
    for at, end in zip(bases, [*bases[1:], len(v)], strict=False):
        found.add(v[at + CARD])
        if v[at] not in t.routines:
            found |= set(v[at + LOCALS : end]) if v[at] != LOOP else set()
            continue
        _, declared, _ = t.routines[v[at]]
        named = {at + LOCALS + slot: kind for _, kind, slot in declared}
        for slot in range(at + LOCALS, end):
            if slot in named:
                found |= set(cards_in(seen.names, named[slot], v[slot])) if v[slot] else set()
            elif v[slot]:
                found.add(v[slot])
    return found


def _draw_tracks(state: State, seen: _Viewer, chance: int) -> int:
    """Draw anew what others keep secret; gives the next state of chance."""
    t, v = state.t, state.v
    for what, _, holder, kind, start, first, sight, unless in t.declared:
        members: Sequence[str] = t.members.get(kind.removesuffix(" or none"), ())
        if what != "track" or not members:
            continue
        for number in (first,) if holder is None else seen.names.numbers(holder):
            slot = start + number - first
            if v[slot] >= 0 and v[slot] != t.initial[slot] and not seen.shows_value(sight, unless, holder, number):
                chance, v[slot] = rng.below(chance, len(members))
    return chance
