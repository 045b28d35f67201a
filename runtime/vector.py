"""The state vector and everything that changes it: cards, pieces, counts, frames, waiting hooks.

Generated code calls these methods; none of them decides anything. Lists of cards run from the left or from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from runtime import rng
from runtime.errors import EngineError
from runtime.slots import (
    ACTIVE,
    BELOW,
    BLOCK,
    CARD,
    CARD_MOVES,
    COUNT_CHANGES,
    DONE,
    DRAINING,
    JOINED,
    LASTING,
    LASTING_CHANGES,
    LASTS,
    LASTS_END,
    LOCALS,
    OPTIONAL,
    OPTIONAL_ASK,
    ORDER_CHANGES,
    PIECE_MOVES,
    PLAYERS,
    QUEUE,
    QUEUE_END,
    QUEUED,
    REPLACED,
    RESULT,
    RNG_HIGH,
    RNG_LOW,
    SEATED,
    SEATS,
    SP,
    VALUE_CHANGES,
)  # fmt: skip
from runtime.slots import (
    TURNS as TURNS_BEGUN,
)
from runtime.tables import Tables

ORDERS = tuple(
    tuple(tuple((first + step) % players for step in range(players)) for first in range(players))
    for players in range(9)
)
"""Turn order by number of players and active player, while everybody sits where they began."""

DRAIN, HOOKS, LOOP, REPLACING = 0, 1, 2, 3
ENGINE_BLOCKS = 4
"""Blocks of the engine itself: run waiting hooks, run hooks around an event, begin the next turn, go on after an
`instead of`; and how many there are."""
ENTRY = 4
"""A waiting hook: how long it is, which hook, you, this card, actor, then what it is about."""


class Vector:
    """All that changes in a game, as one list of integers."""

    __slots__ = (
        "chain",
        "changed",
        "events",
        "ignored",
        "is_free",
        "lists",
        "memos",
        "options",
        "player",
        "refused",
        "t",
        "unions",
        "v",
    )

    def __init__(self, tables: Tables, v: list[int]) -> None:
        self.t = tables
        self.v = v
        self.lists: list[list[int] | None]
        """The cards of each zone, as `cards` has last found them; none once it has changed. No list is ever changed."""
        self.unions: dict[int, list[int]]
        """The cards of everybody's zones of a kind, by the first of them, while none of them has changed."""
        self.memos: list[dict[int, int]]
        """Answers to queries that are remembered, in groups that depend on the same. Clones share them until then."""
        self.changed: int
        """What has changed since then, as bits."""
        self.renew()
        self.options: list[int] = []
        self.player = -1
        self.events: list[tuple[int | str, ...]] | None = None
        """What has happened; none if nobody wants to know."""
        self.chain: list[int] = []
        """The callers, the outermost first, in whose head stood what has just been decided."""
        self.ignored: set[tuple[int, int]] = set()
        """Rules that are being read, and hooks that run: neither sees itself."""
        self.is_free = False
        """Whether an automated opponent takes what she does not want: there is nothing else, and she must."""
        self.refused: dict[int, int] | None = None
        """While somebody asks why: what can't be answered at this decision, and what stops it."""

    def note(self, *event: int | str) -> None:
        """Remember what has happened."""
        if self.events is not None:
            self.events.append(event)

    def renew(self) -> None:
        """Forget all that was worked out from the vector: somebody has written into it directly."""
        self.lists = [None] * self.t.zones
        self.unions = {}
        self.memos = [{} for _ in self.t.memory]
        self.changed = 0

    def forget(self) -> None:
        """Forget the answers to queries that depend on what has changed."""
        changed, self.changed = self.changed, 0
        known = zip(self.t.memory, self.memos, strict=True)
        self.memos = [{} if mask & changed else memo for mask, memo in known]

    # ---- players -----------------------------------------------------------------------------------------

    def order(self) -> Sequence[int]:
        """All players, from the active one on."""
        v = self.v
        if not v[SEATED]:
            return ORDERS[v[PLAYERS]][v[ACTIVE]]
        seated = sorted(range(v[PLAYERS]), key=lambda player: (v[SEATS + player], player))
        at = seated.index(v[ACTIVE])
        return seated[at:] + seated[:at]

    def neighbor(self, player: int, step: int) -> int:
        """Who sits so many seats further on."""
        v = self.v
        if player < 0:
            return -1
        if not v[SEATED]:
            return (player + step) % v[PLAYERS]
        seated = sorted(range(v[PLAYERS]), key=lambda one: (v[SEATS + one], one))
        return seated[(seated.index(player) + step) % v[PLAYERS]]

    def sit(self, player: int, seat: int) -> None:
        """Give a player another seat."""
        if player >= 0:
            self.changed |= ORDER_CHANGES
            self.unions.clear()
            self.v[SEATED] = 1
            self.v[SEATS + player] = seat
            self.note("seat", player, seat)

    def is_automatic(self, player: int) -> bool:
        """Whether a player is an automated opponent."""
        return any(self.v[slot] == player for _, _, slot in self.t.automas)

    def tell(self, you: int, failure: int) -> None:
        """Remember why an automated opponent can't do what she would."""
        if self.events is not None and self.is_automatic(you):
            self.note("cannot", you, failure)

    def activate(self, player: int) -> None:
        """Make it a player's turn."""
        self.changed |= ORDER_CHANGES
        self.unions.clear()
        self.set(ACTIVE, player)

    # ---- chance ------------------------------------------------------------------------------------------

    def below(self, limit: int) -> int:
        """A random number from 0 to limit - 1."""
        v = self.v
        state, pick = rng.below(v[RNG_HIGH] << 32 | v[RNG_LOW], limit)
        v[RNG_HIGH], v[RNG_LOW] = state >> 32, state & 0xFFFFFFFF
        return pick

    # ---- cards -------------------------------------------------------------------------------------------

    def cards(self, zone: int) -> list[int]:
        """The cards of one zone; the list is not to be changed."""
        found = self.lists[zone]
        if found is None:
            v, t = self.v, self.t
            found = self.lists[zone] = []
            card = v[t.first + zone]
            next_ = t.next
            while card >= 0:
                found.append(card)
                card = v[next_ + card]
        return found

    def cards_of(self, zone: int, owners: Iterable[int]) -> list[int]:
        """The cards of the zones of several owners."""
        found: list[int] = []
        for owner in owners:
            found += self.cards(zone + owner)
        return found

    def everyones(self, zone: int) -> list[int]:
        """The cards of everybody's zones of one kind, in turn order; the list is not to be changed."""
        found = self.unions.get(zone)
        if found is None:
            found = self.unions[zone] = self.cards_of(zone, self.order())
        return found

    def held(self, first: int, count: int) -> list[int]:
        """The cards on the spaces of a grid."""
        return [card for card in self.v[first : first + count] if card >= 0]

    def all_cards(self) -> list[int]:
        """Every card of this game: those of absent players are not there."""
        players = self.v[PLAYERS]
        return [card for card, owner in enumerate(self.t.owner_of[:-1]) if owner < players]

    def card(self, kind: int, number: int, owner: int) -> int:
        """A card by kind and number."""
        return self.t.by_number.get((kind, number, owner), -1)

    def owner(self, card: int) -> int:
        """Whose card it is: that is printed on it, or it lies in somebody's zone."""
        if card < 0:
            return -1
        t = self.t
        if t.owner_of[card] >= 0:
            return t.owner_of[card]
        location = self.v[t.loc + card]
        if 0 <= location < t.zones:
            _, kind, number = t.zone_names[location]
            return number if kind == "player" else -1
        return -1

    def position(self, card: int) -> int:
        """Where a card lies in its zone, counted from 1."""
        v, t = self.v, self.t
        if card < 0 or not 0 <= v[t.loc + card] < t.zones:
            return 0
        previous, place = t.previous, 0
        while card >= 0:
            place += 1
            card = v[previous + card]
        return place

    def space_of(self, card: int, first: int, count: int) -> int:
        """The space of a grid that a card lies on."""
        location = self.v[self.t.loc + card] - first if card >= 0 else -1
        return location if 0 <= location < count else -1

    def lies_with(self, card: int, zones: Iterable[tuple[int, int, int]]) -> int:
        """The place in whose zone a card lies."""
        location = self.v[self.t.loc + card] if card >= 0 else -1
        for low, high, constant in zones:
            if low <= location < high:
                return location - constant
        return -1

    def area(self, card: int) -> int:
        """The zone, or the grid, that a card lies in."""
        location = self.v[self.t.loc + card]
        if location < self.t.zones:
            return location
        for _, first, count in self.t.grids.values():
            if first <= location < first + count:
                return first
        return location

    def lift(self, card: int) -> int:
        """Take a card away from where it lies; gives that place."""
        v, t = self.v, self.t
        location = v[t.loc + card]
        if location < 0:
            return location
        self.changed |= CARD_MOVES
        if location < t.zones:
            self.lists[location] = None
            self.unions.clear()
            after, before = v[t.next + card], v[t.previous + card]
            if before >= 0:
                v[t.next + before] = after
            else:
                v[t.first + location] = after
            if after >= 0:
                v[t.previous + after] = before
            else:
                v[t.last + location] = before
            v[t.next + card] = v[t.previous + card] = -1
            v[t.count + location] -= 1
        else:
            v[t.space_slots[location - t.zones]] = -1
        v[t.loc + card] = -1
        return location

    def put(self, card: int, location: int, is_first: bool) -> None:
        """Lay a card into a zone, at its left or top or at its right or bottom, or onto a space."""
        v, t = self.v, self.t
        if v[t.loc + card] >= 0:
            self.lift(card)
        v[t.loc + card] = location
        self.changed |= CARD_MOVES
        if location < t.zones:
            self.lists[location] = None
            self.unions.clear()
            v[t.count + location] += 1
            end, other = (t.first, t.last) if is_first else (t.last, t.first)
            neighbor = v[end + location]
            v[end + location] = card
            if neighbor < 0:
                v[other + location] = card
            elif is_first:
                v[t.next + card] = neighbor
                v[t.previous + neighbor] = card
            else:
                v[t.previous + card] = neighbor
                v[t.next + neighbor] = card
            if t.is_hidden[location]:
                v[t.known + card] = 0
        else:
            v[t.space_slots[location - t.zones]] = card
        if self.events is not None:
            self.note("card", card, location)

    def has_room(self, location: int) -> bool:
        """Whether a card can go there: a space takes only one."""
        t = self.t
        if location < t.zones:
            return location >= 0
        return self.v[t.space_slots[location - t.zones]] < 0

    def shuffle(self, zone: int) -> None:
        """Give the cards of a zone a random order; nobody knows them any more."""
        v, t = self.v, self.t
        cards = self.cards(zone).copy()
        for last in range(len(cards) - 1, 0, -1):
            pick = self.below(last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        if not v[TURNS_BEGUN]:
            rank = {card: place for place, card in enumerate(self.fixed_order())}
            cards.sort(key=lambda card: rank.get(card, len(rank)))
        self.arrange(zone, cards)
        for card in cards:
            v[t.known + card] = 0
        self.note("shuffle", zone)

    def fixed_order(self) -> list[int]:
        """The cards whose order was fixed, top first: the lowest frame keeps it until the first turn."""
        v, lowest = self.v, self.t.size
        at, end = v[SP], len(v)
        while at > lowest:
            at, end = v[at + BELOW], at
        return v[lowest + LOCALS + 1 : end]

    def arrange(self, zone: int, cards: list[int]) -> None:
        """Lay the cards of a zone in this order."""
        v, t = self.v, self.t
        self.lists[zone] = None
        self.unions.clear()
        self.changed |= CARD_MOVES
        before = -1
        for card in cards:
            v[t.previous + card] = before
            if before >= 0:
                v[t.next + before] = card
            before = card
        if cards:
            v[t.first + zone], v[t.last + zone] = cards[0], before
            v[t.next + before] = -1

    def reveal(self, cards: Iterable[int], player: int) -> None:
        """Show cards to a player; to all with -1."""
        v, t = self.v, self.t
        mask = (1 << v[PLAYERS]) - 1 if player < 0 else 1 << player
        for card in cards:
            v[t.known + card] |= mask
            self.note("reveal", card, player)
        self.changed |= CARD_MOVES

    def knows(self, player: int, card: int) -> bool:
        """Whether a player knows which card this is: it is open, the player's own, or was shown. None is not known."""
        if card < 0:
            return False
        v, t = self.v, self.t
        location = v[t.loc + card]
        if not 0 <= location < t.zones or v[t.known + card] >> player & 1:
            return True
        _, _, sight, unless, _ = t.zone_kinds[t.zone_names[location][0]]
        if sight == "open" or (unless is not None and v[t.variants[unless][0]]):
            return True
        return sight == "private" and self.owner(card) == player

    def knows_value(self, player: int, sight: str, unless: str | None, holder: str | None, number: int) -> bool:
        """Whether a player knows what is kept with this sight for a holder: it is open, or the player's own."""
        if sight == "open" or (unless is not None and self.v[self.t.variants[unless][0]]):
            return True
        if sight != "private" or holder is None:
            return False
        if holder == "card" or holder in self.t.kinds:
            return self.owner(number) == player
        return holder == "player" and number == player

    def is_on_table(self, card: int) -> bool:
        """Whether pieces can stand on a card: it lies on a grid, or open and not in a pile."""
        t = self.t
        location = self.v[t.loc + card]
        if location < 0:
            return False
        if location >= t.zones:
            return True
        shape, _, sight, _, _ = t.zone_kinds[t.zone_names[location][0]]
        return shape != "pile" and sight == "open"

    # ---- pieces ------------------------------------------------------------------------------------------

    def can_stand(self, form: int, place: int) -> bool:
        """Whether a piece can be placed there: the card it would stand on is still on the table."""
        card_of = self.t.forms[form].card_of
        return card_of is None or self.is_on_table(card_of[place - self.t.forms[form].first_place])

    def place(self, form: int, owner: int, place: int) -> bool:
        """One piece from the supply to a place, if there is one."""
        v, f = self.v, self.t.forms[form]
        if v[f.supply + owner] <= 0:
            return False
        self.changed |= PIECE_MOVES
        v[f.supply + owner] -= 1
        v[f.base + owner * f.places + place] += 1
        if f.fresh >= 0:
            v[f.fresh + owner * f.places + place] += 1
        self.note("place", form, owner, place)
        return True

    def lay(self, form: int, owner: int, place: int) -> None:
        """One piece more that is not fresh: for positions that are built."""
        v, f = self.v, self.t.forms[form]
        if v[f.supply + owner] > 0:
            self.changed |= PIECE_MOVES
            v[f.supply + owner] -= 1
            v[f.base + owner * f.places + place] += 1

    def take(self, form: int, owner: int, place: int, goal: int, to: int) -> bool:
        """One piece, an old one if there is any, back to the supply (goal -1) or elsewhere; whether there is one."""
        v, f = self.v, self.t.forms[form]
        at = owner * f.places + place
        if v[f.base + at] <= 0:
            return False
        self.changed |= PIECE_MOVES
        v[f.base + at] -= 1
        was_fresh = 0
        if f.fresh >= 0 and v[f.fresh + at] > v[f.base + at]:
            v[f.fresh + at] -= 1
            was_fresh = 1
        if goal < 0:
            v[f.supply + owner] += 1
        else:
            g = self.t.forms[goal]
            v[g.base + owner * g.places + to] += 1
            if g.fresh >= 0:
                v[g.fresh + owner * g.places + to] += was_fresh
        self.note("take", form, owner, place, goal, to)
        return True

    def standing(
        self, form: int, owners: Iterable[int] | None, places: Iterable[int] | None, fresh: bool = False
    ) -> list[tuple[int, int, int]]:
        """Where pieces of a form stand: owner, place and how many, in the order given or declared."""
        v, f = self.v, self.t.forms[form]
        base = f.fresh if fresh else f.base
        if base < 0:
            return []
        if owners is None:
            owners = self.order() if f.owner_type == "player" else range(f.first_owner, f.first_owner + f.owners)
        listed = range(f.first_place, f.first_place + f.places) if places is None else list(places)
        return [
            (owner, place, v[base + owner * f.places + place])
            for owner in owners
            for place in listed
            if v[base + owner * f.places + place]
        ]

    # ---- counts, tracks, marks ---------------------------------------------------------------------------

    def shift(self, giver: int, taker: int, amount: int) -> None:
        """Some of a count from one slot to another, as far as there is; -1 is the bank."""
        v = self.v
        if giver >= 0:
            amount = min(v[giver], amount)
            v[giver] -= amount
        if amount <= 0:
            return
        self.changed |= COUNT_CHANGES
        if taker >= 0:
            v[taker] += amount
        if self.events is not None:
            self.note("shift", giver, taker, amount)

    def set(self, slot: int, value: int) -> None:
        """Keep a value."""
        self.changed |= COUNT_CHANGES | VALUE_CHANGES
        self.v[slot] = value
        if self.events is not None:
            self.note("set", slot, value)

    # ---- frames ------------------------------------------------------------------------------------------

    def push(self, block: int, size: int, you: int, card: int, joined: int, arguments: Sequence[int] = ()) -> None:
        """Start a frame on top of the running one."""
        v = self.v
        base = len(v)
        v += (block, v[SP], you, card, joined, *arguments)
        v += [0] * (size - len(arguments))
        v[SP] = base

    def pop(self, result: int = DONE) -> bool:
        """End the running frame."""
        v = self.v
        base = v[SP]
        v[SP] = v[base + BELOW]
        v[RESULT] = result
        del v[base:]
        return False

    def cut(self, base: int) -> None:
        """Drop all frames above one."""
        v = self.v
        at = v[SP]
        while at != base:
            above, at = at, v[at + BELOW]
            del v[above:]
        v[SP] = base

    # ---- heads -------------------------------------------------------------------------------------------

    def settle_callers(self, at: int) -> None:
        """The head of this frame belongs to its callers', all is decided: start them, then pay what they promised."""
        v, t = self.v, self.t
        chain, start = [], at
        while v[at + JOINED]:
            at = v[at + BELOW]
            chain.append(at)
        chain.reverse()  # the outermost first
        for base in chain:
            if v[base + JOINED] and v[base] in t.forgets:
                t.forgets[v[base]](self)  # type: ignore[arg-type]
        for base in chain:
            if v[base] in t.settles:
                t.settles[v[base]](self, base, True)  # type: ignore[arg-type]
        for base in (*chain, start):
            v[base + JOINED] = 0  # from now on each of them is on its own
        self.chain = chain

    def give_back(self, down_to: int) -> None:
        """Give back what was promised in the heads of all frames down to one, that one included."""
        v = self.v
        at = v[SP]
        while True:
            settle = self.t.settles.get(v[at])
            if settle is not None:
                settle(self, at, False)  # type: ignore[arg-type]
            if at == down_to:
                return
            at = v[at + BELOW]

    def begin(self, at: int) -> bool:
        """Run what comes before or instead of procedures whose heads have just been decided; whether anything does."""
        v = self.v
        callers, self.chain = self.chain, []
        v[RESULT] = DONE
        pushed = False
        for base in (at, *reversed(callers)):  # the outermost is pushed last and runs first
            begins = self.t.begins.get(v[base])
            if begins is not None:
                entries = begins(self, base)  # type: ignore[arg-type]
                pushed = self.run_hooks(entries, base) or pushed
        return pushed

    def ask_first(self) -> bool:
        """A `may` or `repeat` whose head asks nothing by itself: ask yes or no instead."""
        v = self.v
        base = v[OPTIONAL]
        self.give_back(base)
        self.cut(base)
        v[base + BLOCK] = v[OPTIONAL_ASK]
        return False

    # ---- hooks -------------------------------------------------------------------------------------------

    def wait(self, *entry: int) -> None:
        """Let a hook wait until the running sentence is over."""
        v = self.v
        end = QUEUE + v[QUEUED]
        if end + len(entry) + 1 > QUEUE_END:
            raise EngineError("too many effects wait for one another")
        v[end] = len(entry) + 1
        v[end + 1 : end + 1 + len(entry)] = entry
        v[QUEUED] += len(entry) + 1

    def next_waiting(self) -> list[int]:
        """Take the first waiting hook out of the queue."""
        v = self.v
        length = v[QUEUE]
        entry = v[QUEUE + 1 : QUEUE + length]
        left = v[QUEUED] - length
        v[QUEUE : QUEUE + left] = v[QUEUE + length : QUEUE + length + left]
        v[QUEUE + left : QUEUE + left + length] = [0] * length
        v[QUEUED] = left
        return entry

    def drain(self) -> None:
        """Carry out waiting hooks that ask nobody."""
        v = self.v
        if v[DRAINING] or not v[QUEUED]:
            return
        v[DRAINING] = 1
        rounds = 0
        while v[QUEUED]:
            rounds += 1
            if rounds > 10_000:
                raise EngineError("hooks set each other off without end")
            self.start_hook(self.next_waiting())
        v[DRAINING] = 0

    def start_hook(self, entry: Sequence[int]) -> bool:
        """Carry out a hook if its gate can open; yes if a frame was started for it."""
        hook = self.t.hooks[entry[0]]
        about = entry[1:]
        if hook.stops is not None and hook.stops(self, *about):
            return False
        if hook.runs is not None:
            hook.runs(self, *about)
            return False
        you, card = about[0], about[1]
        self.push(hook.block, hook.size, you, card, 0, about[2:])
        return True

    def run_now(self, entries: list[int]) -> bool:
        """Run hooks around an event that ask nobody; whether something happened instead."""
        at = 0
        while at < len(entries):
            length, moment = entries[at], entries[at + 1]
            entry = entries[at + 2 : at + length]
            at += length
            key = (-1 - entry[0], entry[2])
            if key in self.ignored:
                continue
            hook = self.t.hooks[entry[0]]
            if hook.stops is not None and hook.stops(self, *entry[1:]):
                continue
            self.ignored.add(key)
            self.start_hook(entry)
            self.ignored.discard(key)
            if moment == 1:
                return True
        return False

    def begins_rule(self, rule: int, card: int) -> bool:
        """Whether a rule may be read: not while it is being read itself."""
        if (rule, card) in self.ignored:
            return False
        self.ignored.add((rule, card))
        return True

    def ends_rule(self, rule: int, card: int) -> None:
        """A rule has been read."""
        self.ignored.discard((rule, card))

    def spare(self, copies: Sequence[int]) -> int:
        """A copy of a card that is not yet on the table."""
        return next((card for card in copies if self.v[self.t.loc + card] < 0), copies[0])

    def start_draining(self) -> bool:
        """Carry out waiting hooks before the running frame goes on."""
        v = self.v
        v[DRAINING] = 1
        self.push(DRAIN, 0, -1, -1, 0)
        return False

    def run_hooks(self, entries: list[int], target: int) -> bool:
        """Run hooks around an event: `before` ones, then the first `instead of` that can happen.

        Entries are flat: length, which moment (0 before, 1 instead of), and the hook. The target frame goes on when
        they are over, with RESULT saying whether something happened instead.
        """
        if not entries:
            return False
        self.push(HOOKS, 2 + len(entries), -1, -1, 0, (target, 0, *entries))
        return True

    def is_running(self, hook: int, card: int) -> bool:
        """Whether a hook runs inside its own event already: it does not set itself off."""
        v, t = self.v, self.t
        block = t.hooks[hook].block
        name = t.hooks[hook].name
        if block < 0:
            return False
        at = v[SP]
        while at:
            if v[at + CARD] == card and v[at] in t.routines and t.routines[v[at]][0] == name:
                return True
            at = v[at + BELOW]
        return False

    # ---- lasting effects ---------------------------------------------------------------------------------

    def last(self, until: int, *names: int) -> None:
        """Put rules in force until something happens: which `until`, you, this card, and what names mean now."""
        v = self.v
        end = LASTS + v[LASTING]
        if end + len(names) + 2 > LASTS_END:
            raise EngineError("too many lasting effects")
        self.changed |= LASTING_CHANGES
        v[end] = len(names) + 2
        v[end + 1] = until
        v[end + 2 : end + 2 + len(names)] = names
        v[LASTING] += len(names) + 2

    def lasting(self, *untils: int) -> list[int]:
        """Where the effects of some `until` that are in force are kept, in the order in which they began."""
        v = self.v
        if not v[LASTING]:
            return []
        at, found = LASTS, []
        while at < LASTS + v[LASTING]:
            if v[at + 1] in untils:
                found.append(at + 2)
            at += v[at]
        return found

    def end_lasting(self, at: int) -> None:
        """Take a lasting effect out of force."""
        v = self.v
        self.changed |= LASTING_CHANGES
        start = at - 2
        length = v[start]
        end = LASTS + v[LASTING]
        v[start : end - length] = v[start + length : end]
        v[end - length : end] = [0] * length
        v[LASTING] -= length

    def in_turn_order(self, carriers: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Cards with what is printed on them, by owner in turn order from the active player."""
        found = list(carriers)
        if len(found) < 2:
            return found
        order = list(self.order())
        owners = {one[0]: self.owner(one[0]) for one in found}
        return sorted(found, key=lambda one: -1 if owners[one[0]] < 0 else order.index(owners[one[0]]))


def drain(s: Vector) -> bool:
    """The block that carries out waiting hooks, first in first out."""
    v = s.v
    while v[QUEUED]:
        if s.start_hook(s.next_waiting()):
            return False
    v[DRAINING] = 0
    return s.pop()


def run_hooks(s: Vector) -> bool:
    """The block that runs hooks around an event."""
    v = s.v
    at = v[SP]
    target, done = v[at + LOCALS], v[at + LOCALS + 1]
    entries = v[at + LOCALS + 2 :]
    while done < len(entries):
        length, moment = entries[done], entries[done + 1]
        entry = entries[done + 2 : done + length]
        v[at + LOCALS + 1] = done = done + length
        if s.is_running(entry[0], entry[2]):
            continue
        hook = s.t.hooks[entry[0]]
        if hook.stops is not None and hook.stops(s, *entry[1:]):
            continue
        if moment == 1:
            return _instead(s, at, target, entry)
        if s.start_hook(entry):
            return False
    v[SP] = v[at + BELOW]
    v[RESULT] = DONE
    del v[at:]
    return False


def _instead(s: Vector, at: int, target: int, entry: list[int]) -> bool:
    """Something happens instead: when it is over, the target goes on, and knows it."""
    v = s.v
    v[at + LOCALS + 1] = len(v) - at - LOCALS - 2
    v[at + BLOCK] = REPLACING
    if not s.start_hook(entry):
        return replacing(s)
    return False


def replacing(s: Vector) -> bool:
    """The block behind an `instead of` hook."""
    v = s.v
    target = v[v[SP] + LOCALS]
    s.cut(target)
    v[RESULT] = REPLACED
    return False


class GameOver(Exception):
    """Nothing happens any more."""


TURNS = 10_000
"""More turns than any sound game has."""


def begin_turn(s: Vector) -> bool:
    """The block below all others: setup, then one turn after the other."""
    v, t = s.v, s.t
    at = v[SP]
    stage = v[at + LOCALS]
    if v[QUEUED]:
        return s.start_draining()
    if stage == 2:
        v[ACTIVE] = s.neighbor(v[ACTIVE], 1)
        s.changed |= ORDER_CHANGES
        s.unions.clear()
    if stage:
        if not v[TURNS_BEGUN]:
            del v[at + LOCALS + 1 :]  # an order that was fixed
        v[TURNS_BEGUN] += 1
        if v[TURNS_BEGUN] > TURNS:
            raise EngineError(f"more than {TURNS:,} turns")
        s.note("turn", v[ACTIVE])
    begins, size = (t.turn, t.turn_size) if stage else (t.setup, t.setup_size)
    v[at + LOCALS] = 2 if stage else 1
    if not isinstance(begins, int):
        begins(s, v[ACTIVE], -1)
        s.drain()
    elif begins >= 0:
        s.push(begins, size, v[ACTIVE], -1, 0)
    return False
