"""Reads saved games. Whatever is wrong with one is a `SavedGameError` that names the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from runtime.errors import SavedGameError
from runtime.naming import LARGEST, Names, shown, until_names
from runtime.saving import ENGINE, MOMENTS, RESULTS, declared_name
from runtime.slots import (
    ACTIVE,
    BELOW,
    DRAINING,
    ENDER,
    LASTING,
    LASTS,
    LASTS_END,
    OPTIONAL,
    OPTIONAL_ASK,
    OPTIONAL_YOU,
    OVER,
    PLAYERS,
    QUEUE,
    QUEUE_END,
    QUEUED,
    RESULT,
    RNG_HIGH,
    RNG_LOW,
    SEATED,
    SEATS,
    SP,
    TURNS,
)  # fmt: skip
from runtime.vector import DRAIN, HOOKS, LOOP, REPLACING

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

TABLE_KEYS = (
    "game",
    "content",
    "players",
    "active",
    "turns",
    "automas",
    "options",
    "seats",
    "zones",
    "spaces",
    "pieces",
    "fresh",
)
VALUE_KEYS = ("counts", "tracks", "marks", "known", "chance")
FLOW_KEYS = ("result", "optional", "draining", "waiting", "lasting", "over", "frames")
KEYS = frozenset((*TABLE_KEYS, *VALUE_KEYS, *FLOW_KEYS))
HELD_KEYS = ("stage", "deck", "target", "done", "hooks", "locals", "numbers")
FRAME_KEYS = frozenset(("routine", "block", "you", "card", "joined", *HELD_KEYS))
LISTED = 5
"""So many cards that are missing are named in a message."""


def from_json(game: Game, data: object) -> State:
    """The state that was saved, waiting for the same decision."""
    saved = _mapping(data, "the saved game", KEYS)
    if saved.get("game") != game.name:
        raise SavedGameError(f"game: this is a game of {shown(saved.get('game'))}, not of `{game.name}`")
    if saved.get("content") != game.content:
        raise SavedGameError(
            f"content: this game was saved with other rules of {game.title}: its fingerprint is"
            f" {shown(saved.get('content'))}, that of these rules `{game.content}`"
        )
    return _Reader(game, saved).state()


def _mapping(value: object, key: str, allowed: frozenset[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise SavedGameError(f"{key}: names with values are wanted, not {shown(value)}")
    unknown = sorted(set(value) - allowed) if allowed is not None else ()
    if unknown:
        raise SavedGameError(f"{key}: nothing is called {', '.join(map(shown, unknown))} here")
    return value


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise SavedGameError(f"{key}: a list is wanted, not {shown(value)}")
    return value


def _number(value: object, key: str, least: int = -LARGEST, most: int = LARGEST) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        limits = "" if least == -LARGEST else f" from {least} on" if most == LARGEST else f" from {least} to {most}"
        raise SavedGameError(f"{key}: a number{limits} is wanted, not {shown(value)}")
    return value


def _one_of(value: object, names: Mapping[str, int], key: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise SavedGameError(f"{key}: nothing is called {shown(value)} here")
    return names[value]


def _entries(saved: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any, str]]:
    """The entries of a part that may be missing: name, value, and where it stands."""
    for name, value in _mapping(saved.get(key, {}), key).items():
        yield name, value, f"{key}.{name}"


class _Reader:
    """Builds a state from an empty table."""

    def __init__(self, game: Game, saved: Mapping[str, Any]) -> None:
        self.saved, self.t = saved, game.tables
        players = _list(saved.get("players"), "players")
        if not all(isinstance(name, str) for name in players):
            raise SavedGameError(f"players: a list of names is wanted, not {shown(players)}")
        if len(players) not in game.player_counts:
            least, most = game.player_counts[0], game.player_counts[-1]
            raise SavedGameError(f"players: {game.title} is for {least} to {most} players, not for {len(players)}")
        if len(set(players)) < len(players):
            raise SavedGameError("players: two players have the same name")
        options = {name: self.answer(value, key) for name, value, key in _entries(saved, "options")}
        unknown = sorted(set(options) - set(game.options))
        if unknown:
            raise SavedGameError(f"options: {game.title} has no option {', '.join(map(shown, unknown))}")
        self.s = game.empty_table(players, 0, options, self.automas(players))
        self.v = self.s.v
        self.names = Names(self.t, players)
        t = self.t
        self.blocks = {name: block for block, name in enumerate((*ENGINE.values(), *t.block_names))}
        self.hooks = {hook.name: number for number, hook in enumerate(t.hooks)}
        self.untils = {name: number for number, name in enumerate(until_names(t))}

    def answer(self, value: object, key: str) -> bool:
        """Yes or no."""
        if not isinstance(value, bool):
            raise SavedGameError(f"{key}: true or false is wanted, not {shown(value)}")
        return value

    def automas(self, players: list[str]) -> dict[str, int]:
        """Which players automated opponents are."""
        known, found = {name for name, _, _ in self.t.automas}, dict[str, int]()
        for name, player, key in _entries(self.saved, "automas"):
            if name not in known:
                raise SavedGameError(f"{key}: there is no such automated opponent")
            if player not in players or players.index(player) in found.values():
                raise SavedGameError(f"{key}: {shown(player)} is no player, or another opponent already")
            found[name] = players.index(player)
        return found

    def state(self) -> State:
        """The state, all of it read."""
        saved, v = self.saved, self.v
        del v[self.t.size :]
        v[SP] = 0
        v[ACTIVE] = self.player(saved.get("active"), "active")
        v[TURNS] = _number(saved.get("turns"), "turns", 0)
        self.chance()
        self.seats()
        self.cards()
        self.pieces("pieces")
        self.pieces("fresh")
        self.declared()
        results = {name: number for number, name in RESULTS.items()}
        v[RESULT] = _one_of(saved["result"], results, "result") if "result" in saved else 0
        v[DRAINING] = int(self.answer(saved.get("draining", False), "draining"))
        self.lists()
        if "over" in saved:
            self.over()
        bases = self.frames()
        self.optional(bases)
        self.wait()
        return self.s

    def player(self, value: object, key: str, or_none: bool = False) -> int:
        """A player by name."""
        number = self.names.read("player", value, key)
        if not (-1 if or_none else 0) <= number < self.v[PLAYERS]:
            raise SavedGameError(f"{key}: {shown(value)} is no player")
        return number

    def thing(self, type_name: str, value: object, key: str) -> int:
        """A thing that must be there, by name."""
        found = self.names.by_name(type_name).get(value) if isinstance(value, str) else None
        if found is None:
            raise SavedGameError(f"{key}: {shown(value)} is no {type_name}")
        return found

    # ---- the table ---------------------------------------------------------------------------------------

    def chance(self) -> None:
        """The state of the random numbers."""
        text = self.saved.get("chance")
        digits = set("0123456789abcdef")
        if not isinstance(text, str) or len(text) != 16 or not set(text) <= digits:
            raise SavedGameError(f"chance: 16 hexadecimal digits are wanted, not {shown(text)}")
        self.v[RNG_HIGH], self.v[RNG_LOW] = int(text[:8], 16), int(text[8:], 16)

    def seats(self) -> None:
        """Who sits where, if somebody has changed seats."""
        if "seats" in self.saved:
            self.v[SEATED] = 1
            for name, value, key in _entries(self.saved, "seats"):
                self.v[SEATS + self.player(name, key)] = _number(value, key)

    def cards(self) -> None:
        """Zones, spaces, and who has been shown which card."""
        t, v = self.t, self.v
        zones = {(name, owner): zone for zone, (name, _, owner) in enumerate(t.zone_names)}
        owners = {name: kind for name, kind, _ in t.zone_names}
        for name, value, key in _entries(self.saved, "zones"):
            if name not in owners:
                raise SavedGameError(f"{key}: there is no such zone")
            kind = owners[name]
            if kind is None:
                self.fill(zones[name, -1], value, key)
                continue
            for owner, cards in _mapping(value, key).items():
                self.fill(zones[name, self.thing(kind, owner, f"{key}.{owner}")], cards, f"{key}.{owner}")
        for space, value, key in _entries(self.saved, "spaces"):
            if space not in t.grids:
                raise SavedGameError(f"{key}: no cards lie there")
            for place, card in _mapping(value, key).items():
                where = f"{key}.{place}"
                self.lay(card, t.grids[space][1] + self.thing(space, place, where), where)
        for card, value, key in _entries(self.saved, "known"):
            mask = sum({1 << self.player(one, key) for one in _list(value, key)})
            v[t.known + self.thing("card", card, key)] = mask
        nowhere = [card for card in self.names.numbers("card") if v[t.loc + card] < 0]
        if nowhere:
            more = f" and {len(nowhere) - LISTED} more" if len(nowhere) > LISTED else ""
            named = ", ".join(self.names.thing("card", card) for card in nowhere[:LISTED])
            raise SavedGameError(f"zones: these cards lie nowhere: {named}{more}")

    def fill(self, zone: int, cards: object, key: str) -> None:
        """Lay cards into a zone."""
        for place, card in enumerate(_list(cards, key)):
            self.lay(card, zone, f"{key}[{place}]")

    def lay(self, value: object, location: int, key: str) -> None:
        """Lay a card somewhere."""
        card = self.thing("card", value, key)
        if self.v[self.t.loc + card] >= 0:
            raise SavedGameError(f"{key}: {shown(value)} lies somewhere else already")
        if location < self.t.zones:
            name = self.t.zone_names[location][0]
            if self.t.zone_kinds[name][1] not in ("card", self.t.kinds[self.t.kind_of[card]]):
                raise SavedGameError(f"{key}: {shown(value)} can't lie in {name}")
        self.s.put(card, location, False)

    def pieces(self, part: str) -> None:
        """Pieces in play come out of the supply; those among them that are fresh do not."""
        v = self.v
        forms = {form.name: form for form in self.t.forms}
        for name, value, key in _entries(self.saved, part):
            if name not in forms or (part == "fresh" and forms[name].fresh < 0):
                raise SavedGameError(f"{key}: there are no such pieces")
            form = forms[name]
            for owner, places in _mapping(value, key).items():
                whose = self.thing(form.owner_type, owner, f"{key}.{owner}")
                for place, number in _mapping(places, f"{key}.{owner}").items():
                    where = f"{key}.{owner}.{place}"
                    at = whose * form.places + self.thing(form.place_type, place, where)
                    count = _number(number, where, 1)
                    limit = v[form.base + at] if part == "fresh" else v[form.supply + whose]
                    if count > limit:
                        raise SavedGameError(f"{where}: there are only {limit} of them, not {count}")
                    v[(form.fresh if part == "fresh" else form.base) + at] = count
                    if part == "pieces":
                        v[form.supply + whose] -= count

    def declared(self) -> None:
        """Counts, tracks and marks."""
        for part, wanted in (("counts", "count"), ("tracks", "track"), ("marks", "mark")):
            known = {declared_name(*one[:3]): one for one in self.t.declared if one[0] == wanted}
            for name, value, key in _entries(self.saved, part):
                if name not in known:
                    raise SavedGameError(f"{key}: there is no such {wanted}")
                _, _, holder, kind, start, first, _, _ = known[name]
                if holder is None:
                    self.v[start] = self.value(kind, value, key)
                    continue
                held = dict.fromkeys(_names(value, key), True) if wanted == "mark" else _mapping(value, key)
                for one, amount in held.items():
                    slot = start + self.thing(holder, one, f"{key}.{one}") - first
                    self.v[slot] = self.value(kind, amount, f"{key}.{one}")

    def value(self, kind: str, value: object, key: str) -> int:
        """The value of a count, track or mark: never the number of something that has a name."""
        if isinstance(value, int) and not isinstance(value, bool) and kind not in ("number", "yes/no"):
            raise SavedGameError(f"{key}: {shown(value)} is no {kind.removesuffix(' or none')}")
        return self.names.read(kind, value, key)

    # ---- what is going on --------------------------------------------------------------------------------

    def lists(self) -> None:
        """Hooks that wait, and effects that last."""
        v = self.v
        waiting: list[int] = []
        for place, one in enumerate(_list(self.saved.get("waiting", []), "waiting")):
            entry = self.hook(one, f"waiting[{place}]")
            waiting += [len(entry) + 1, *entry]
        lasting: list[int] = []
        for place, one in enumerate(_list(self.saved.get("lasting", []), "lasting")):
            key = f"lasting[{place}]"
            effect = _mapping(one, key, frozenset(("until", "you", "card", "about")))
            until = _one_of(effect.get("until"), self.untils, f"{key}.until")
            about = [_number(n, f"{key}.about") for n in _list(effect.get("about", []), f"{key}.about")]
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
        saved = _mapping(value, key, frozenset(("hook", "you", "card", "actor", "about", *more)))
        number = _one_of(saved.get("hook"), self.hooks, f"{key}.hook")
        told = self.t.hooks[number].about
        about = _mapping(saved.get("about", {}), f"{key}.about", frozenset(name for name, _ in told))
        actor = self.player(saved.get("actor"), f"{key}.actor", or_none=True)
        numbers = [self.names.read(kind, about.get(name), f"{key}.about.{name}") for name, kind in told]
        return [number, *self.who(saved, key), actor, *numbers]

    def over(self) -> None:
        """How the game ended; the keys stand where frames stood."""
        saved = _mapping(self.saved["over"], "over", frozenset(("ending", "rule", "keys", "by")))
        v = self.v
        v[OVER] = _number(saved.get("ending"), "over.ending", 1, len(self.t.endings))
        v[ENDER] = self.player(saved["by"], "over.by") if "by" in saved else 0
        keys = _mapping(saved.get("keys"), "over.keys", frozenset(self.names.names))
        width = len(self.t.endings[v[OVER] - 1][1])
        for name in self.names.names:
            key = f"over.keys.{name}"
            listed = [_number(n, key) for n in _list(keys.get(name), key)]
            if len(listed) != width:
                raise SavedGameError(f"{key}: {width} numbers are wanted, not {len(listed)}")
            v += listed

    def frames(self) -> list[int]:
        """Put the frames on top of each other; gives where they start."""
        v, bases = self.v, list[int]()
        frames = _list(self.saved.get("frames", []), "frames")
        if bool(frames) == bool(v[OVER]):
            raise SavedGameError("frames: a game that goes on has some, one that is over has none")
        for place, value in enumerate(frames):
            key = f"frames[{place}]"
            saved = _mapping(value, key, FRAME_KEYS)
            block = _one_of(saved.get("block"), self.blocks, f"{key}.block")
            if (block == LOOP) != (place == 0):
                raise SavedGameError(f"{key}.block: `{ENGINE[LOOP]}` stands below all others, and only there")
            joined = int(self.answer(saved.get("joined", False), f"{key}.joined"))
            held = self.held(block, saved, key, bases)
            bases.append(len(v))
            self.s.push(block, len(held), *self.who(saved, key), joined, held)
            if joined and place < 2:
                raise SavedGameError(f"{key}.joined: nothing stands below it that it could belong to")
        assert all(v[at + BELOW] == below for below, at in zip([0, *bases], bases, strict=False))
        return bases

    def held(self, block: int, saved: Mapping[str, Any], key: str, bases: list[int]) -> list[int]:
        """What a frame holds behind its first slots."""
        if block == DRAIN:
            return []
        if block == LOOP:
            return [_number(saved.get("stage"), f"{key}.stage", 0, 2), *self.fixed_order(saved, f"{key}.deck")]
        if block in (HOOKS, REPLACING):
            target = _number(saved.get("target"), f"{key}.target", 0, len(bases) - 1)
            entries: list[int] = []
            moments = {name: number for number, name in enumerate(MOMENTS)}
            for place, one in enumerate(_list(saved.get("hooks"), f"{key}.hooks")):
                where = f"{key}.hooks[{place}]"
                entry = self.hook(one, where, "moment")
                entries += [len(entry) + 2, _one_of(one.get("moment"), moments, f"{where}.moment"), *entry]
            done = _number(saved.get("done"), f"{key}.done", 0, len(entries))
            return [bases[target], done, *entries]
        routine, declared, size = self.t.routines[block]
        if saved.get("routine") != routine:
            said = shown(saved.get("routine"))
            raise SavedGameError(f"{key}.routine: the block belongs to `{routine}`, not to {said}")
        held = [0] * size
        named = _mapping(saved.get("locals", {}), f"{key}.locals", frozenset(name for name, _, _ in declared))
        for name, kind, slot in declared:
            if name in named:
                held[slot] = self.names.read(kind, named[name], f"{key}.locals.{name}")
        others = {str(slot): slot for slot in range(size)}
        for name, value in _mapping(saved.get("numbers", {}), f"{key}.numbers").items():
            where = f"{key}.numbers.{name}"
            held[_one_of(name, others, where)] = _number(value, where)
        return held

    def fixed_order(self, saved: Mapping[str, Any], key: str) -> list[int]:
        """The order of cards that was fixed at the start; null for cards that nobody knows any more."""
        listed = _list(saved.get("deck", []), key)
        return [
            -1 if card is None else self.thing("card", card, f"{key}[{place}]") for place, card in enumerate(listed)
        ]

    def optional(self, bases: list[int]) -> None:
        """A `may` or `repeat` that waits for its first decision."""
        if "optional" not in self.saved:
            return
        saved = _mapping(self.saved["optional"], "optional", frozenset(("frame", "block", "you")))
        frame = saved.get("frame")
        v = self.v
        if frame is not None:
            v[OPTIONAL] = bases[_number(frame, "optional.frame", 0, len(bases) - 1)]
        v[OPTIONAL_ASK] = _one_of(saved.get("block"), self.blocks, "optional.block")
        if v[OPTIONAL_ASK] not in self.t.optionals:
            raise SavedGameError(f"optional.block: nothing is asked at {shown(saved.get('block'))}")
        v[OPTIONAL_YOU] = self.player(saved.get("you"), "optional.you")

    def wait(self) -> None:
        """Ask again what was asked."""
        if self.v[OVER]:
            return
        if not ask_again(self.s):
            raise SavedGameError("frames: they do not lead to a decision that can be answered")


def _names(value: object, key: str) -> list[str]:
    """A list of names, each once."""
    listed = _list(value, key)
    if not all(isinstance(one, str) for one in listed):
        raise SavedGameError(f"{key}: a list of names is wanted, not {shown(value)}")
    return listed


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
