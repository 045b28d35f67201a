"""Reads saved games. Whatever is wrong with one is a `SavedGameError` that names the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runtime.errors import SavedGameError
from runtime.grouping import UNKNOWN
from runtime.naming import shown, until_names
from runtime.restoring_table import TableReader
from runtime.restoring_values import as_answer, as_list, as_mapping, as_number, one_of
from runtime.saving import ENGINE, IN_TURN, MOMENTS, RESULTS
from runtime.slots import (
    ACTIVE,
    DONE,
    DRAINING,
    ENDER,
    LASTING,
    LASTS,
    LASTS_END,
    OPTIONAL,
    OPTIONAL_ASK,
    OPTIONAL_YOU,
    OVER,
    QUEUE,
    QUEUE_END,
    QUEUED,
    RESULT,
    RNG_HIGH,
    RNG_LOW,
    SP,
    TURNS,
    YOU,
)  # fmt: skip
from runtime.vector import DRAIN, HOOKS, LOOP, REPLACING

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

TABLE_KEYS = ("game", "content", "players", "active", "turns", "automas", "options", "seats", "zones", "spaces")
VALUE_KEYS = ("pieces", "fresh", "counts", "tracks", "marks", "shown", "known", "chance")
FLOW_KEYS = ("result", "optional", "draining", "waiting", "lasting", "over", "stage", "deck", "frames")
KEYS = frozenset((*TABLE_KEYS, *VALUE_KEYS, *FLOW_KEYS))
HELD_KEYS = ("target", "done", "hooks", "locals", "numbers")
FRAME_KEYS = frozenset(("block", "you", "card", "joined", *HELD_KEYS))


def from_json(game: Game, data: object) -> State:
    """The state that was saved, waiting for the same decision."""
    saved = as_mapping(data, "the saved game", KEYS)
    if saved.get("game") != game.name:
        raise SavedGameError(f"game: this is a game of {shown(saved.get('game'))}, not of `{game.name}`")
    if saved.get("content") != game.content:
        raise SavedGameError(
            f"content: this game was saved with other rules of {game.title}: its fingerprint is"
            f" {shown(saved.get('content'))}, that of these rules `{game.content}`"
        )
    return _Reader(game, saved).state()


class _Reader(TableReader):
    """Builds a state from an empty table."""

    def __init__(self, game: Game, saved: Mapping[str, Any]) -> None:
        super().__init__(game, saved)
        self.blocks = {name: block for block, name in enumerate((*ENGINE.values(), *self.t.block_names))}
        del self.blocks[ENGINE[LOOP]]  # its frame is no part of the list
        self.hooks = {hook.name: number for number, hook in enumerate(self.t.hooks)}
        self.untils = {name: number for number, name in enumerate(until_names(self.t))}

    def state(self) -> State:
        """The state, all of it read."""
        saved, v = self.saved, self.v
        del v[self.t.size :]
        v[SP] = 0
        v[ACTIVE] = self.player(saved.get("active"), "active")
        v[TURNS] = as_number(saved.get("turns"), "turns", 0)
        self.chance()
        self.table()
        results = {name: number for number, name in RESULTS.items()}
        v[RESULT] = one_of(saved["result"], results, "result") if "result" in saved else DONE
        v[DRAINING] = int(as_answer(saved.get("draining", False), "draining"))
        self.lists()
        if "over" in saved:
            self.over()
        bases = self.frames()
        self.optional(bases)
        self.wait()
        return self.s

    def chance(self) -> None:
        """The state of the random numbers."""
        text = self.saved.get("chance")
        digits = set("0123456789abcdef")
        if not isinstance(text, str) or len(text) != 16 or not set(text) <= digits:
            raise SavedGameError(f"chance: 16 hexadecimal digits are wanted, not {shown(text)}")
        self.v[RNG_HIGH], self.v[RNG_LOW] = int(text[:8], 16), int(text[8:], 16)

    def lists(self) -> None:
        """Hooks that wait, and effects that last."""
        v = self.v
        waiting: list[int] = []
        for place, one in enumerate(as_list(self.saved.get("waiting", []), "waiting")):
            entry = self.hook(one, f"waiting[{place}]")
            waiting += [len(entry) + 1, *entry]
        lasting: list[int] = []
        for place, one in enumerate(as_list(self.saved.get("lasting", []), "lasting")):
            key = f"lasting[{place}]"
            effect = as_mapping(one, key, frozenset(("until", "you", "card", "about")))
            until = one_of(effect.get("until"), self.untils, f"{key}.until")
            about = [as_number(n, f"{key}.about") for n in as_list(effect.get("about", []), f"{key}.about")]
            lasting += [len(about) + 4, until, *self.who(effect, key), *about]
        for name, found, start, end, size in (
            ("waiting", waiting, QUEUE, QUEUE_END, QUEUED),
            ("lasting", lasting, LASTS, LASTS_END, LASTING),
        ):
            if len(found) > end - start:
                raise SavedGameError(f"{name}: there are too many of them")
            v[start : start + len(found)] = found
            v[size] = len(found)

    def who(self, saved: Mapping[str, Any], key: str) -> tuple[int, int]:
        """You and this card."""
        card = saved.get("card")
        return (
            self.player(saved.get("you"), f"{key}.you", or_none=True),
            -1 if card is None else self.thing("card", card, f"{key}.card"),
        )

    def hook(self, value: object, key: str, *more: str) -> list[int]:
        """A hook with what it is told."""
        saved = as_mapping(value, key, frozenset(("hook", "you", "card", "actor", "about", *more)))
        number = one_of(saved.get("hook"), self.hooks, f"{key}.hook")
        told = self.t.hooks[number].about
        about = as_mapping(saved.get("about", {}), f"{key}.about", frozenset(name for name, _ in told))
        you, card = self.who(saved, key)
        actor = self.player(saved["actor"], f"{key}.actor", or_none=True) if "actor" in saved else you
        numbers = [self.names.read(kind, about.get(name), f"{key}.about.{name}") for name, kind in told]
        return [number, you, card, actor, *numbers]

    def over(self) -> None:
        """How the game ended; the keys stand where frames stood."""
        saved = as_mapping(self.saved["over"], "over", frozenset(("ending", "rule", "keys", "by")))
        v = self.v
        v[OVER] = as_number(saved.get("ending"), "over.ending", 1, len(self.t.endings))
        v[ENDER] = self.player(saved["by"], "over.by") if "by" in saved else 0
        width = len(self.t.endings[v[OVER] - 1][1])
        for _, keys, key in self.of_players(saved.get("keys"), "over.keys"):
            listed = [as_number(one, key) for one in as_list(keys, key)]
            if len(listed) != width:
                raise SavedGameError(f"{key}: {width} numbers are wanted, not {len(listed)}")
            v += listed

    def frames(self) -> list[int]:
        """Put the frames on that of the game itself; gives where they start."""
        v, bases = self.v, list[int]()
        frames = as_list(self.saved.get("frames", []), "frames")
        if bool(frames) == bool(v[OVER]):
            raise SavedGameError("frames: a game that goes on has some, one that is over has none")
        if frames:
            stage = as_number(self.saved.get("stage", IN_TURN), "stage", 0, IN_TURN)
            held = [stage, *self.groups.read("card", self.saved.get("deck", ""), "deck", blank=UNKNOWN)]
            self.s.push(LOOP, len(held), -1, -1, 0, held)
        for place, value in enumerate(frames):
            key = f"frames[{place}]"
            saved = as_mapping(value, key, FRAME_KEYS)
            block = one_of(saved.get("block"), self.blocks, f"{key}.block")
            joined = int(as_answer(saved.get("joined", False), f"{key}.joined"))
            held = self.held(block, saved, key, bases)
            you, card = self.who(saved, key)
            if "you" not in saved:
                you = v[v[SP] + YOU]
            bases.append(len(v))
            self.s.push(block, len(held), you, card, joined, held)
            if joined and not place:
                raise SavedGameError(f"{key}.joined: nothing stands below it that it could belong to")
        return bases

    def held(self, block: int, saved: Mapping[str, Any], key: str, bases: list[int]) -> list[int]:
        """What a frame holds behind its first slots."""
        if block == DRAIN:
            return []
        if block in (HOOKS, REPLACING):
            target = as_number(saved.get("target"), f"{key}.target", 0, len(bases) - 1)
            entries: list[int] = []
            moments = {name: number for number, name in enumerate(MOMENTS)}
            for place, one in enumerate(as_list(saved.get("hooks"), f"{key}.hooks")):
                where = f"{key}.hooks[{place}]"
                entry = self.hook(one, where, "moment")
                entries += [len(entry) + 2, one_of(one.get("moment"), moments, f"{where}.moment"), *entry]
            done = as_number(saved.get("done"), f"{key}.done", 0, len(entries))
            return [bases[target], done, *entries]
        _, declared, size = self.t.routines[block]
        held = [0] * size
        named = as_mapping(saved.get("locals", {}), f"{key}.locals", frozenset(name for name, _, _ in declared))
        for name, kind, slot in declared:
            if name in named:
                held[slot] = self.names.read(kind, named[name], f"{key}.locals.{name}")
        others = {str(slot): slot for slot in range(size)}
        for name, value in as_mapping(saved.get("numbers", {}), f"{key}.numbers").items():
            where = f"{key}.numbers.{name}"
            held[one_of(name, others, where)] = as_number(value, where)
        return held

    def optional(self, bases: list[int]) -> None:
        """A `may` or `repeat` that waits for its first decision."""
        if "optional" not in self.saved:
            return
        saved = as_mapping(self.saved["optional"], "optional", frozenset(("frame", "block", "you")))
        frame = saved.get("frame")
        v = self.v
        if frame is not None:
            v[OPTIONAL] = bases[as_number(frame, "optional.frame", 0, len(bases) - 1)]
        v[OPTIONAL_ASK] = one_of(saved.get("block"), self.blocks, "optional.block")
        if v[OPTIONAL_ASK] not in self.t.optionals:
            raise SavedGameError(f"optional.block: nothing is asked at {shown(saved.get('block'))}")
        follows = bool(v[OPTIONAL]) and "you" not in saved
        v[OPTIONAL_YOU] = v[v[OPTIONAL] + YOU] if follows else self.player(saved.get("you"), "optional.you")

    def wait(self) -> None:
        """Ask again what was asked."""
        if self.v[OVER]:
            return
        if not ask_again(self.s):
            raise SavedGameError("frames: they do not lead to a decision that can be answered")


def ask_again(state: State) -> bool:
    """Find the options of the decision that a state waits for; whether there are any, and nothing else has changed."""
    v = state.v
    before = v.copy()
    state.options.clear()
    state.player = -1
    if v[v[SP]] not in state.t.choices:
        return False
    try:
        is_asked = state.t.blocks[v[v[SP]]](state)
    except Exception:  # generated code meets numbers that it could never have kept itself
        is_asked = False
    return is_asked and bool(state.options) and v == before
