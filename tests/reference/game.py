"""Games: read what has been built, and start playing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from runtime import rng
from runtime.errors import UnknownGame
from tests.reference.model import Model
from tests.reference.position import Position
from tests.reference.state import State
from tests.reference.table import Table
from tests.reference.values import CARD, PLAYER

GENERATED = Path(__file__).parent.parent.parent / "generated"
FILE = "game.json"


class Game:
    """The rules of one game."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @classmethod
    def from_ir(cls, document: dict[str, Any]) -> Game:
        """A game from its IR, as JSON."""
        return cls(Model(document))

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def player_counts(self) -> range:
        """With how many players it can be played."""
        return range(self.model.document["least_players"], self.model.document["most_players"] + 1)

    @property
    def options(self) -> dict[str, bool]:
        """The optional rules, and whether they are played unless somebody decides otherwise."""
        return {name: bool(variant.get("default")) for name, variant in self.model.variants.items()}

    def start(
        self,
        players: int | Sequence[str] = 2,
        seed: int = 0,
        options: Mapping[str, bool] | None = None,
        automa: int = 0,
    ) -> State:
        """A new game, set up: so many players, the last of them automated. The same seed gives the same game."""
        automas = list(self.model.automas)[:automa]
        if isinstance(players, int):
            players = [*(f"{PLAYER}{n}" for n in range(1, players - automa + 1)), *automas]
        names = tuple(players)
        if len(names) not in self.player_counts:
            least, most = self.player_counts[0], self.player_counts[-1]
            raise ValueError(f"{self.title} is for {least} to {most} players, not for {len(names)}")
        position = self.empty_table(len(names), seed, options or {}, {name: names.index(name) for name in automas})
        self._fill(Table(self.model, position, names))
        if self.model.document["first_player"] == "random":
            position.chance, position.active = rng.below(position.chance, len(names))
        return State(self.model, names, position)

    def empty_table(self, players: int, seed: int, options: Mapping[str, bool], automas: Mapping[str, int]) -> Position:
        """The position before anything is laid out."""
        unknown = sorted(set(options) - set(self.options))
        if unknown:
            known = ", ".join(self.options) or "none"
            raise ValueError(f"{self.title} has no option {', '.join(unknown)}; its options are: {known}")
        chosen = frozenset(name for name, default in self.options.items() if options.get(name, default))
        position = Position(players, tuple(range(1, players + 1)), 0, rng.seeded(seed), chosen, dict(automas))
        table = Table(self.model, position, ())
        for zone in self.model.zones:
            for owner in table.zone_owners(zone):
                position.zones[zone, owner] = ()
        return position

    def _fill(self, table: Table) -> None:
        """Lay the cards into the zones that hold all of their kind."""
        full = [(name, zone) for name, zone in self.model.zones.items() if zone.get("full")]
        of_one_kind = [one for one in full if one[1]["holds"] != CARD]
        for name, zone in (*of_one_kind, *(one for one in full if one[1]["holds"] == CARD)):
            for owner in table.zone_owners(name):
                for card in table.cards:
                    is_theirs = owner is None or owner[0] != PLAYER or card[4] in (-1, owner[1])
                    if zone["holds"] in (CARD, card[1]) and is_theirs and card not in table.position.where:
                        table.position.put_in_zone(card, (name, owner), first=False)


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
    return Game.from_ir(json.loads(((folder or GENERATED) / name / FILE).read_text(encoding="utf-8")))
