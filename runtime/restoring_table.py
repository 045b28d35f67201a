"""Reads saved games: what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from runtime.errors import SavedGameError
from runtime.grouping import EMPTY, Groups, rows
from runtime.naming import Names, shown
from runtime.restoring_values import as_answer, as_list, as_mapping, as_names, as_number, entries
from runtime.saving_table import declared_name
from runtime.slots import PLAYERS, SEATED, SEATS
from runtime.tables import Form

if TYPE_CHECKING:
    from runtime.game import Game

LISTED = 5
"""So many cards that are missing are named in a message."""


class TableReader:
    """Lays what was saved on an empty table."""

    def __init__(self, game: Game, saved: Mapping[str, Any]) -> None:
        self.saved, self.t = saved, game.tables
        players = as_names(saved.get("players"), "players")
        if len(players) not in game.player_counts:
            least, most = game.player_counts[0], game.player_counts[-1]
            raise SavedGameError(f"players: {game.title} is for {least} to {most} players, not for {len(players)}")
        if len(set(players)) < len(players):
            raise SavedGameError("players: two players have the same name")
        options = {name: as_answer(value, key) for name, value, key in entries(saved, "options")}
        unknown = sorted(set(options) - set(game.options))
        if unknown:
            raise SavedGameError(f"options: {game.title} has no option {', '.join(map(shown, unknown))}")
        self.s = game.empty_table(players, 0, options, self.automas(players))
        self.v = self.s.v
        self.names = Names(self.t, players)
        self.groups = Groups(self.names)

    def automas(self, players: list[str]) -> dict[str, int]:
        """Which players automated opponents are."""
        known, found = {name for name, _, _ in self.t.automas}, dict[str, int]()
        for name, player, key in entries(self.saved, "automas"):
            if name not in known:
                raise SavedGameError(f"{key}: there is no such automated opponent")
            if player not in players or players.index(player) in found.values():
                raise SavedGameError(f"{key}: {shown(player)} is no player, or another opponent already")
            found[name] = players.index(player)
        return found

    def table(self) -> None:
        """All that lies on the table."""
        self.seats()
        self.zones()
        self.spaces()
        self.shown()
        self.pieces("pieces")
        self.pieces("fresh")
        self.declared()

    # ---- things ------------------------------------------------------------------------------------------

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

    def of_players(self, value: object, key: str) -> Iterator[tuple[int, Any, str]]:
        """What players have, in their order: the player, the value, and where it stands."""
        values = as_list(value, key)
        if len(values) != self.v[PLAYERS]:
            raise SavedGameError(f"{key}: {self.v[PLAYERS]} values are wanted, one for each player, not {len(values)}")
        yield from ((player, one, f"{key}[{player}]") for player, one in enumerate(values))

    # ---- cards -------------------------------------------------------------------------------------------

    def seats(self) -> None:
        """Who sits where, if somebody has changed seats."""
        if "seats" in self.saved:
            self.v[SEATED] = 1
            for player, seat, key in self.of_players(self.saved["seats"], "seats"):
                self.v[SEATS + player] = as_number(seat, key)

    def zones(self) -> None:
        """The cards of all zones."""
        zones = {(name, owner): zone for zone, (name, _, owner) in enumerate(self.t.zone_names)}
        owners = {name: kind for name, kind, _ in self.t.zone_names}
        for name, value, key in entries(self.saved, "zones"):
            if name not in owners:
                raise SavedGameError(f"{key}: there is no such zone")
            kind = owners[name]
            placed = [(-1, value, key)] if kind is None else self.placed(kind, value, key)
            for owner, text, where in placed:
                _, holds, _, _, _ = self.t.zone_kinds[name]
                for card in self.groups.read(holds, text, where, is_zone=True):
                    self.lay(card, zones[name, owner], where)

    def placed(self, kind: str, value: object, key: str) -> Iterator[tuple[int, Any, str]]:
        """What members of a type have: the member, what it has, and where that stands."""
        if kind == "player":
            yield from self.of_players(value, key)
        elif rows(self.names, kind) is None:
            for name, one in as_mapping(value, key).items():
                yield self.thing(kind, name, f"{key}.{name}"), one, f"{key}.{name}"
        else:
            for row, values, where in self.in_rows(kind, value, key):
                listed = as_list(values, where)
                fits(row, listed, where)
                yield from ((row[place], one, f"{where}[{place}]") for place, one in enumerate(listed))

    def in_rows(self, kind: str, value: object, key: str) -> Iterator[tuple[list[int], object, str]]:
        """The rows of a grid: the spaces, what stands there, and where that is."""
        known = rows(self.names, kind) or {}
        if "" in known:
            yield known[""], value, key
            return
        for name, one in as_mapping(value, key).items():
            if name not in known:
                raise SavedGameError(f"{key}.{name}: there is no such row")
            yield known[name], one, f"{key}.{name}"

    def spaces(self) -> None:
        """The cards on spaces; then all cards must lie somewhere."""
        t, v = self.t, self.v
        for space, value, key in entries(self.saved, "spaces"):
            if space not in t.grids:
                raise SavedGameError(f"{key}: no cards lie there")
            for row, text, where in self.in_rows(space, value, key):
                cards = self.groups.read("card", text, where, blank=EMPTY)
                fits(row, cards, where)
                for number, card in zip(row, cards, strict=False):
                    if card >= 0:
                        self.lay(card, t.grids[space][1] + number, where)
        nowhere = [card for card in self.names.numbers("card") if v[t.loc + card] < 0]
        if nowhere:
            more = f" and {len(nowhere) - LISTED} more" if len(nowhere) > LISTED else ""
            named = ", ".join(self.names.thing("card", card) for card in nowhere[:LISTED])
            raise SavedGameError(f"zones: these cards lie nowhere: {named}{more}")

    def lay(self, card: int, location: int, key: str) -> None:
        """Lay a card somewhere."""
        if self.v[self.t.loc + card] >= 0:
            raise SavedGameError(f"{key}: `{self.names.thing('card', card)}` lies somewhere else already")
        self.s.put(card, location, False)

    def shown(self) -> None:
        """Who has been shown which card."""
        v, t = self.v, self.t
        for card in self.groups.read("card", self.saved.get("shown", ""), "shown"):
            v[t.known + card] = (1 << v[PLAYERS]) - 1
        for player, text, key in self.of_players(self.saved["known"], "known") if "known" in self.saved else ():
            for card in self.groups.read("card", text, key):
                v[t.known + card] |= 1 << player

    # ---- pieces and values -------------------------------------------------------------------------------

    def values(self, type_name: str, value: object, key: str) -> Iterator[tuple[int, Any, str]]:
        """What has a value, the value, and where it stands; a text means 1 for each."""
        if type_name == "player":
            yield from self.of_players(value, key)
            return
        met: set[int] = set()
        for text, one in {value: 1}.items() if isinstance(value, str) else as_mapping(value, key).items():
            where = key if isinstance(value, str) else f"{key}.{text}"
            for number in self.groups.read(type_name, text, where):
                if number in met:
                    raise SavedGameError(f"{where}: `{self.names.thing(type_name, number)}` is named twice")
                met.add(number)
                yield number, one, where

    def pieces(self, part: str) -> None:
        """Pieces in play come out of the supply; those among them that are fresh do not."""
        forms = {form.name: form for form in self.t.forms}
        for name, value, key in entries(self.saved, part):
            if name not in forms or (part == "fresh" and forms[name].fresh < 0):
                raise SavedGameError(f"{key}: there are no such pieces")
            for owner, places, where in self.placed(forms[name].owner_type, value, key):
                self.stand(forms[name], owner, places, where, part == "fresh")

    def stand(self, form: Form, owner: int, places: object, key: str, is_fresh: bool) -> None:
        """Put the pieces of one owner on their places."""
        v = self.v
        for place, number, where in self.values(form.place_type, places, key):
            at = owner * form.places + place
            count = as_number(number, where, 0)
            limit = v[form.base + at] if is_fresh else v[form.supply + owner]
            if count > limit:
                raise SavedGameError(f"{where}: there are only {limit} of them, not {count}")
            v[(form.fresh if is_fresh else form.base) + at] = count
            if not is_fresh:
                v[form.supply + owner] -= count

    def declared(self) -> None:
        """Counts, tracks and marks."""
        for part, wanted in (("counts", "count"), ("tracks", "track"), ("marks", "mark")):
            known = {declared_name(*one[:3]): one for one in self.t.declared if one[0] == wanted}
            for name, value, key in entries(self.saved, part):
                if name not in known:
                    raise SavedGameError(f"{key}: there is no such {wanted}")
                _, _, holder, kind, start, first, _, _ = known[name]
                if holder is None:
                    self.v[start] = self.value(kind, value, key)
                    continue
                if wanted == "mark" and holder != "player":
                    for number in self.groups.read(holder, value, key):
                        self.v[start + number - first] = 1
                    continue
                for number, one, where in self.values(holder, value, key):
                    self.v[start + number - first] = self.value(kind, one, where)

    def value(self, kind: str, value: object, key: str) -> int:
        """The value of a count, track or mark: never the number of something that has a name."""
        if isinstance(value, int) and not isinstance(value, bool) and kind not in ("number", "yes/no"):
            raise SavedGameError(f"{key}: {shown(value)} is no {kind.removesuffix(' or none')}")
        return self.names.read(kind, value, key)


def fits(row: list[int], values: list[Any], key: str) -> None:
    """A row is long enough."""
    if len(values) > len(row):
        raise SavedGameError(f"{key}: this row has {len(row)} spaces, not {len(values)}")
