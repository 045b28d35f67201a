"""Saved games: all that a state holds, by name, as plain JSON. `restoring.py` reads it, `saved_schema.py` describes it.

Only what differs from an empty table is written: empty zones, counts of 0, tracks at their first value and locals of a
frame that are 0 are left out, and the supply follows from the pieces in play. Only three things have no names and are
written as numbers: under `numbers` of a frame the lists that its loops keep, by their place behind the frame's first
local; under `about` of a lasting effect what names meant when it began; under `keys` what players were ranked by. The
log is no part of a state, so it is not saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.grouping import UNKNOWN
from runtime.naming import Names, until_names
from runtime.saving_table import Saved, TableWriter
from runtime.slots import (
    BELOW,
    BLOCK,
    CARD,
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
    SP,
    YOU,
)  # fmt: skip
from runtime.tables import Tables
from runtime.vector import DRAIN, HOOKS, LOOP, REPLACING

if TYPE_CHECKING:
    from runtime.state import State

ENGINE = {DRAIN: "drain", HOOKS: "hooks", LOOP: "loop", REPLACING: "replacing"}
"""Blocks of the engine itself, as they are saved."""
RESULTS = {REFUSED: "refused", DONE: "done", REPLACED: "replaced"}
MOMENTS = ("before", "instead of")
IN_TURN = 2
"""How far the frame below all others is, while it waits for a turn to end."""


def to_json(state: State) -> Saved:
    """A state as plain JSON: `from_json` gives an equal one."""
    return Writer(state).saved()


def block_name(tables: Tables, block: int) -> str:
    """The name of a block."""
    return ENGINE[block] if block in ENGINE else tables.block_names[block - len(ENGINE)]


class Writer(TableWriter):
    """Writes one state. A view is written by a subclass that leaves out what its player does not know."""

    def __init__(self, state: State) -> None:
        super().__init__(state, Names(state.t, state.players))

    def saved(self) -> Saved:
        """The whole state."""
        return {**self.table(), **self.chance(), **self.flow()}

    def chance(self) -> Saved:
        """The state of the random numbers, as 16 hexadecimal digits."""
        return {"chance": f"{self.v[RNG_HIGH] << 32 | self.v[RNG_LOW]:016x}"}

    def flow(self) -> Saved:
        """Frames, hooks that wait, effects that last, and the end."""
        v = self.v
        loop, *bases = self.bases() or [0]
        found: Saved = {"result": RESULTS[v[RESULT]]} if v[RESULT] != DONE else {}
        if v[OPTIONAL] or v[OPTIONAL_ASK] or v[OPTIONAL_YOU]:
            found["optional"] = {
                "frame": bases.index(v[OPTIONAL]) if v[OPTIONAL] else None,
                "block": block_name(self.t, v[OPTIONAL_ASK]),
            }
            if not v[OPTIONAL] or v[OPTIONAL_YOU] != v[v[OPTIONAL] + YOU]:
                found["optional"]["you"] = self.player(v[OPTIONAL_YOU])
        if v[DRAINING]:
            found["draining"] = True
        if v[QUEUED]:
            found["waiting"] = self.waiting()
        if v[LASTING]:
            found["lasting"] = self.lasting()
        if v[OVER]:
            found["over"] = self.over()
        if bases:
            found |= self.loop(v[loop + LOCALS : bases[0]])
            ends = [*bases[1:], len(v)]
            found["frames"] = [self.frame(at, end, bases) for at, end in zip(bases, ends, strict=True)]
        return found

    def bases(self) -> list[int]:
        """Where frames start, the lowest first: that of the game itself."""
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
        by_player = [keys[n * len(signs) : (n + 1) * len(signs)] for n in range(v[PLAYERS])]
        found: Saved = {"ending": v[OVER], "rule": rule, "keys": by_player}
        return found | ({"by": self.player(v[ENDER])} if v[ENDER] else {})

    def hook(self, entry: list[int]) -> Saved:
        """A hook with what it is told."""
        hook = self.t.hooks[entry[0]]
        you, card, actor, *about = entry[1:]
        found = self.who(you, card) | ({"actor": self.player(actor)} if actor != you else {})
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
        found: Saved = {"block": block_name(self.t, block)}
        if v[at + YOU] != v[v[at + BELOW] + YOU]:
            found["you"] = self.player(v[at + YOU])
        found |= self.who(-1, v[at + CARD])
        if v[at + JOINED]:
            found["joined"] = True
        if block in (HOOKS, REPLACING):
            found |= {"target": bases.index(v[at + LOCALS]), "done": v[at + LOCALS + 1]}
            found["hooks"] = self.around(v[at + LOCALS + 2 : end])
        elif block != DRAIN:
            found |= self.locals(block, v[at + LOCALS : end])
        return found

    def loop(self, held: list[int]) -> Saved:
        """The frame below all others, that of the game itself."""
        stage, *order = held
        return ({"stage": stage} if stage != IN_TURN else {}) | self.fixed_order(order)

    def fixed_order(self, cards: list[int]) -> Saved:
        """The order of cards that was fixed at the start, while the game is set up."""
        known = [card if card >= 0 else UNKNOWN for card in cards]
        return {"deck": self.groups.write("card", known)} if cards else {}

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
