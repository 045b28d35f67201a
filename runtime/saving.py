"""Saved games: all that a state holds, by name, as plain JSON. `restoring.py` reads it, `saved_schema.py` describes it.

Only what differs from an empty table is written: empty zones, counts of 0, tracks at their first value and locals of a
frame that are 0 are left out, and the supply follows from the pieces in play. Only three things have no names and are
written as numbers: under `numbers` of a frame the lists that its loops keep, by their place behind the frame's first
local; under `about` of a lasting effect what names meant when it began; under `keys` what players were ranked by. The
log is no part of a state, so it is not saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runtime.naming import Names, Plain, until_names
from runtime.slots import (
    ACTIVE,
    BELOW,
    BLOCK,
    CARD,
    CONTENT,
    DONE,
    DRAINING,
    ENDER,
    JOINED,
    LASTING,
    LASTS,
    LOCALS,
    OPTIONAL,
    OPTIONAL_ASK,
    OPTIONAL_YOU,
    OVER,
    PLAYERS,
    QUEUE,
    QUEUED,
    REFUSED,
    REPLACED,
    RESULT,
    RNG_HIGH,
    RNG_LOW,
    SEATED,
    SEATS,
    SP,
    TURNS,
    YOU,
)  # fmt: skip
from runtime.tables import Form, Tables
from runtime.vector import DRAIN, HOOKS, LOOP, REPLACING

if TYPE_CHECKING:
    from runtime.state import State

Saved = dict[str, Any]
ENGINE = {DRAIN: "drain", HOOKS: "hooks", LOOP: "loop", REPLACING: "replacing"}
"""Blocks of the engine itself, as they are saved."""
RESULTS = {REFUSED: "refused", DONE: "done", REPLACED: "replaced"}
MOMENTS = ("before", "instead of")
TOLD = 4
"""Every hook is told which one it is, you, this card and actor, before what it is about."""


def to_json(state: State) -> Saved:
    """A state as plain JSON: `from_json` gives an equal one."""
    return Writer(state).saved()


def block_name(tables: Tables, block: int) -> str:
    """The name of a block."""
    return ENGINE[block] if block in ENGINE else tables.block_names[block - len(ENGINE)]


def declared_name(what: str, name: str, holder: str | None) -> str:
    """A count, track or mark with the type of what has it: `gem of player`, `seen on card`."""
    return name if holder is None else f"{name} {'on' if what == 'mark' else 'of'} {holder}"


class Writer:
    """Writes one state. A view is written by a subclass that leaves out what its player does not know."""

    def __init__(self, state: State) -> None:
        self.s, self.t, self.v = state, state.t, state.v
        self.names = Names(state.t, state.players)

    def saved(self) -> Saved:
        """The whole state."""
        return {**self.table(), **self.chance(), **self.flow()}

    # ---- the table ---------------------------------------------------------------------------------------

    def table(self) -> Saved:
        """All that lies on the table, and whose turn it is."""
        v, t = self.v, self.t
        chosen = {name: bool(v[slot]) for name, (slot, default) in t.variants.items() if v[slot] != int(default)}
        seats = {self.player(n): v[SEATS + n] for n in range(v[PLAYERS])} if v[SEATED] else {}
        found: Saved = {
            "game": t.name,
            "content": f"{v[CONTENT]:012x}",
            "players": list(self.names.names),
            "active": self.player(v[ACTIVE]),
            "turns": v[TURNS],
            "automas": {name: self.player(v[slot]) for name, _, slot in t.automas if v[slot] >= 0},
            "options": chosen,
            "seats": seats,
            "zones": self.zones(),
            "spaces": self.spaces(),
            "pieces": self.pieces(is_fresh=False),
            "fresh": self.pieces(is_fresh=True),
            "counts": self.declared("count"),
            "tracks": self.declared("track"),
            "marks": {name: list(holders) for name, holders in self.declared("mark").items()},
            "known": self.known(),
        }
        return {name: value for name, value in found.items() if value not in ({}, [])}

    def player(self, number: int) -> Plain:
        """A player's name."""
        return self.names.write("player", number)

    def shows(self, type_name: str, number: int) -> bool:
        """Whether a thing may be named."""
        del type_name, number
        return True

    def shows_value(self, sight: str, unless: str | None, holder: str | None, number: int) -> bool:
        """Whether the value of a track may be told."""
        del sight, unless, holder, number
        return True

    def zones(self) -> Saved:
        """The cards of each zone, from the left or from the top."""
        found: Saved = {}
        for zone, (name, kind, owner) in enumerate(self.t.zone_names):
            if not self.v[self.t.count + zone]:
                continue
            if kind is None:
                found[name] = self.zone(zone)
            else:
                found.setdefault(name, {})[self.names.thing(kind, owner)] = self.zone(zone)
        return found

    def zone(self, zone: int) -> Any:
        """The cards of one zone."""
        return [self.names.thing("card", card) for card in self.s.cards(zone)]

    def spaces(self) -> Saved:
        """The card on each space of each grid."""
        found: Saved = {}
        for space, (slot, _, count) in self.t.grids.items():
            for number in range(count):
                if self.v[slot + number] >= 0:
                    card = self.names.thing("card", self.v[slot + number])
                    found.setdefault(space, {})[self.names.thing(space, number)] = card
        return found

    def pieces(self, *, is_fresh: bool) -> Saved:
        """How many pieces stand where, by form, owner and place."""
        found: Saved = {}
        for number, form in enumerate(self.t.forms):
            for owner, place, count in self.s.standing(number, _owners(form), None, fresh=is_fresh):
                if self.shows(form.place_type, place):
                    whose = self.names.thing(form.owner_type, owner)
                    where = self.names.thing(form.place_type, place)
                    found.setdefault(form.name, {}).setdefault(whose, {})[where] = count
        return found

    def declared(self, wanted: str) -> Saved:
        """Counts, tracks or marks that are not as they were at first, by holder."""
        found: Saved = {}
        for what, name, holder, kind, start, first, sight, unless in self.t.declared:
            if what != wanted:
                continue
            key = declared_name(what, name, holder)
            for number in (first,) if holder is None else self.names.numbers(holder):
                slot = start + number - first
                if self.v[slot] == self.t.initial[slot] or not self.shows_value(sight, unless, holder, number):
                    continue
                value = self.names.write(kind, self.v[slot])
                if holder is None:
                    found[key] = value
                elif self.shows(holder, number):
                    found.setdefault(key, {})[self.names.thing(holder, number)] = value
        return found

    def known(self) -> Saved:
        """To whom cards have been shown."""
        v, t = self.v, self.t
        return {
            self.names.thing("card", card): [self.player(n) for n in range(v[PLAYERS]) if v[t.known + card] >> n & 1]
            for card in self.names.numbers("card")
            if v[t.known + card] and self.shows("card", card)
        }

    # ---- what is going on --------------------------------------------------------------------------------

    def chance(self) -> Saved:
        """The state of the random numbers, as 16 hexadecimal digits."""
        return {"chance": f"{self.v[RNG_HIGH] << 32 | self.v[RNG_LOW]:016x}"}

    def flow(self) -> Saved:
        """Frames, hooks that wait, effects that last, and the end."""
        v = self.v
        bases = self.bases()
        found: Saved = {"result": RESULTS[v[RESULT]]} if v[RESULT] else {}
        if v[OPTIONAL] or v[OPTIONAL_ASK] or v[OPTIONAL_YOU]:
            found["optional"] = {
                "frame": bases.index(v[OPTIONAL]) if v[OPTIONAL] else None,
                "block": block_name(self.t, v[OPTIONAL_ASK]),
                "you": self.player(v[OPTIONAL_YOU]),
            }
        if v[DRAINING]:
            found["draining"] = True
        if v[QUEUED]:
            found["waiting"] = self.waiting()
        if v[LASTING]:
            found["lasting"] = self.lasting()
        if v[OVER]:
            found["over"] = self.over()
        if bases:
            ends = [*bases[1:], len(v)]
            found["frames"] = [self.frame(at, end, bases) for at, end in zip(bases, ends, strict=True)]
        return found

    def bases(self) -> list[int]:
        """Where frames start, the lowest first."""
        found: list[int] = []
        at = self.v[SP]
        while at:
            found.append(at)
            at = self.v[at + BELOW]
        return found[::-1]

    def over(self) -> Saved:
        """How the game ended."""
        v, t = self.v, self.t
        rule, signs = t.endings[v[OVER] - 1]
        keys = v[t.size :]
        by_player = {self.player(n): keys[n * len(signs) : (n + 1) * len(signs)] for n in range(v[PLAYERS])}
        found: Saved = {"ending": v[OVER], "rule": rule, "keys": by_player}
        return found | ({"by": self.player(v[ENDER])} if v[ENDER] else {})

    def hook(self, entry: list[int]) -> Saved:
        """A hook with what it is told."""
        hook = self.t.hooks[entry[0]]
        you, card, actor, *about = entry[1:]
        found = self.who(you, card) | {"actor": self.player(actor)}
        named = {name: self.names.write(kind, n) for (name, kind), n in zip(hook.about, about, strict=True)}
        return {"hook": hook.name} | found | ({"about": named} if named else {})

    def who(self, you: int, card: int) -> Saved:
        """You and this card, where there are any."""
        found: Saved = {}
        if you != -1:
            found["you"] = self.player(you)
        if card != -1:
            found["card"] = self.names.write("card", card)
        return found

    def waiting(self) -> list[Saved]:
        """The hooks that wait, first in first out."""
        v, found, at = self.v, [], QUEUE
        while at < QUEUE + v[QUEUED]:
            found.append(self.hook(v[at + 1 : at + v[at]]))
            at += v[at]
        return found

    def lasting(self) -> list[Saved]:
        """The effects that are in force until something happens."""
        v, found, at = self.v, [], LASTS
        places = until_names(self.t)
        while at < LASTS + v[LASTING]:
            until, you, card, *about = v[at + 1 : at + v[at]]
            found.append({"until": places[until]} | self.who(you, card) | self.remembered(about))
            at += v[at]
        return found

    def remembered(self, about: list[int]) -> Saved:
        """What names meant when a lasting effect began."""
        return {"about": about} if about else {}

    def frame(self, at: int, end: int, bases: list[int]) -> Saved:
        """One frame."""
        v = self.v
        block = v[at + BLOCK]
        found: Saved = {"block": block_name(self.t, block)} | self.who(v[at + YOU], v[at + CARD])
        if v[at + JOINED]:
            found["joined"] = True
        if block == LOOP:
            found["stage"] = v[at + LOCALS]
            found |= self.fixed_order(v[at + LOCALS + 1 : end])
        elif block in (HOOKS, REPLACING):
            found |= {"target": bases.index(v[at + LOCALS]), "done": v[at + LOCALS + 1]}
            found["hooks"] = self.around(v[at + LOCALS + 2 : end])
        elif block != DRAIN:
            routine, _, _ = self.t.routines[block]
            found = {"routine": routine} | found | self.locals(block, v[at + LOCALS : end])
        return found

    def fixed_order(self, cards: list[int]) -> Saved:
        """The order of cards that was fixed at the start, while the game is set up."""
        return {"deck": [self.names.write("card", card) for card in cards]} if cards else {}

    def around(self, entries: list[int]) -> list[Saved]:
        """The hooks around an event."""
        found, at = [], 0
        while at < len(entries):
            length, moment = entries[at], entries[at + 1]
            found.append({"moment": MOMENTS[moment]} | self.hook(entries[at + 2 : at + length]))
            at += length
        return found

    def locals(self, block: int, held: list[int]) -> Saved:
        """What the names of a frame mean, and what its loops keep."""
        _, declared, _ = self.t.routines[block]
        named = {name: self.names.write(kind, held[slot]) for name, kind, slot in declared if held[slot]}
        slots = {slot for _, _, slot in declared}
        others = {str(slot): n for slot, n in enumerate(held) if n and slot not in slots}
        return ({"locals": named} if named else {}) | ({"numbers": others} if others else {})


def _owners(form: Form) -> range:
    """All that can own pieces of a form, in a fixed order."""
    return range(form.first_owner, form.first_owner + form.owners)
