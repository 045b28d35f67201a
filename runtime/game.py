"""Games: load what has been compiled, and start playing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from runtime import rng
from runtime.automas import Automa, seated
from runtime.deck import deck_order
from runtime.errors import UnknownGame
from runtime.loading import load_texts
from runtime.restoring import from_json
from runtime.saved_schema import schema
from runtime.scenarios import Scenario
from runtime.slots import ACTIVE, CONTENT, LOCALS, PLAYERS, RNG_HIGH, RNG_LOW, SEATS, SP
from runtime.state import State
from runtime.tables import Tables
from runtime.vector import LOOP

GENERATED = Path(__file__).parent.parent / "generated"
FILE = "_index.py"
Source: TypeAlias = tuple[str, dict[str, str]]
"""The name of a game, and the texts of its modules by name."""


class Game:
    """The rules of one game."""

    def __init__(self, tables: Tables, scenarios: Sequence[Scenario] = (), source: Source | None = None) -> None:
        self.tables = tables
        self.scenarios = tuple(scenarios)
        """The worked examples."""
        self._source = source

    @classmethod
    def from_source(cls, source: Source) -> Game:
        """A game from its name and the texts of its modules."""
        return cls(*load_texts(*source), source)

    @property
    def source(self) -> Source:
        """What `from_source` makes the same game of: plain texts, for other processes."""
        if self._source is None:
            raise ValueError(f"{self.name} was not loaded from texts")
        return self._source

    @property
    def name(self) -> str:
        return self.tables.name

    @property
    def title(self) -> str:
        return self.tables.title

    @property
    def content(self) -> str:
        """The fingerprint of the rules: saved games and replays of other rules are refused."""
        return f"{self.tables.content:012x}"

    @property
    def player_counts(self) -> range:
        """With how many players it can be played."""
        return range(self.tables.least_players, self.tables.most_players + 1)

    @property
    def options(self) -> dict[str, bool]:
        """The optional rules, and whether they are played unless somebody decides otherwise."""
        return {name: default for name, (_, default) in self.tables.variants.items()}

    @property
    def automas(self) -> dict[str, str]:
        """The automated opponents it has, by name, with their titles."""
        return {name: title for name, title, _ in self.tables.automas}

    def start(
        self,
        players: int | Sequence[str] = 2,
        seed: int = 0,
        options: Mapping[str, bool] | None = None,
        deck: Sequence[str] | None = None,
        log: bool = True,
        automa: Automa = 0,
    ) -> State:
        """A new game, set up: so many players, or players with these names. The same seed gives the same game.

        `automa` says how many of them are automated opponents, or which ones play: see `runtime.automas`.
        `deck` fixes the order of cards, top first, whatever the seed: see `runtime.deck`; `DeckError` if that can't be.
        Without `log` nothing is remembered of what happens, which is faster.
        """
        names, automas = seated(self.tables, players, automa)
        if len(names) not in self.player_counts:
            least, most = self.player_counts[0], self.player_counts[-1]
            raise ValueError(f"{self.title} is for {least} to {most} players, not for {len(names)}")
        if len(set(names)) < len(names):
            raise ValueError("two players have the same name")
        state = self.empty_table(names, seed, options or {}, automas)
        lying = self._layout(len(names))
        order = deck_order(self.tables, names, lying, deck) if deck else []
        rank = {card: place for place, card in enumerate(order)}
        for zone, cards in enumerate(lying):
            for card in sorted(cards, key=lambda card: rank.get(card, len(rank))):
                state.put(card, zone, False)
        state.v += order  # behind the only frame there is, until the first turn
        if self.tables.first_player == "random":
            state.v[ACTIVE] = state.below(len(names))
        if log:
            state.events = []
        state.run()
        return state

    def from_json(self, data: object) -> State:
        """The state that `State.to_json` has written; `SavedGameError` if it is damaged or belongs to other rules."""
        return from_json(self, data)

    def schema(self) -> dict[str, Any]:
        """The JSON schema of this game's saved form (draft 2020-12)."""
        return schema(self.tables, self.content)

    def empty_table(
        self, names: Sequence[str], seed: int, options: Mapping[str, bool], automas: Mapping[str, int] | None = None
    ) -> State:
        """The state before anything is laid out; `automas` says which players automated opponents are."""
        t = self.tables
        unknown = sorted(set(options) - set(self.options))
        if unknown:
            known = ", ".join(self.options) or "none"
            raise ValueError(f"{self.title} has no option {', '.join(unknown)}; its options are: {known}")
        v = list(t.initial)
        v[CONTENT] = t.content
        v[PLAYERS] = len(names)
        chance = rng.seeded(seed)
        v[RNG_HIGH], v[RNG_LOW] = chance >> 32, chance & 0xFFFFFFFF
        for player in range(len(names)):
            v[SEATS + player] = player + 1
        for name, (slot, default) in t.variants.items():
            v[slot] = int(options.get(name, default))
        for name, _, slot in t.automas:
            v[slot] = (automas or {}).get(name, -1)
        state = State(t, v, names)
        state.push(LOOP, 1, -1, -1, 0)
        assert v[SP] + LOCALS + 1 == len(v)
        return state

    def _layout(self, players: int) -> list[list[int]]:
        """The cards of each zone at the start: those of one kind that are full, then those of any; the others empty."""
        t = self.tables
        found: list[list[int]] = [[] for _ in t.zone_names]
        laid: set[int] = set()
        for zone in sorted(range(len(found)), key=lambda zone: t.zone_kinds[t.zone_names[zone][0]][1] == "card"):
            name, owner_type, owner = t.zone_names[zone]
            _, holds, _, _, is_full = t.zone_kinds[name]
            is_there = is_full and (owner_type != "player" or owner < players)
            cards = [
                card
                for card, printed in enumerate(t.owner_of[:-1])
                if is_there and printed < players and card not in laid
                if holds in ("card", t.kinds[t.kind_of[card]])
                if owner_type != "player" or printed in (-1, owner)
            ]
            laid.update(cards)
            found[zone] = cards
        return found


def built_games(*, folder: Path | None = None) -> list[str]:
    """The names of the games that can be loaded from a folder; see `load_game`."""
    return sorted(file.parent.name for file in (folder or GENERATED).glob(f"*/{FILE}"))


def load_game(name: str, *, folder: Path | None = None) -> Game:
    """A game by name, as `cardwright build` has written it.

    `folder` is the `generated` folder of a project; without it, the games that come with Cardwright are meant.
    """
    there = built_games(folder=folder)
    if name not in there:
        raise UnknownGame(f"there is no game `{name}`; games that have been built: {', '.join(there) or 'none'}")
    files = sorted(((folder or GENERATED) / name).glob("*.py"))
    return Game.from_source((name, {file.stem: file.read_text(encoding="utf-8") for file in files}))
