"""Views tell what a player knows and nothing more; determinized states agree with them.

What a player knows is worked out here from the rules and from what has happened, not with the code that is tested.
Positions that differ only in what is hidden are made by hand, card by card, besides those of `determinize`.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from runtime.errors import SavedGameError
from runtime.game import Game
from runtime.naming import Names
from runtime.slots import BELOW, LASTING, LASTS, QUEUE, QUEUED, SP
from runtime.state import State
from tests.games import GAMES, IS_FUZZ, engine
from tests.hidden_game import hidden_game
from tests.random_play import play_on, sampled

HIDDEN = "hidden"
BUDGETS = {"caravan": (600, 0.1), "changcheng": (200, 0.1), HIDDEN: (2000, 0.2)} if IS_FUZZ else {HIDDEN: (12, 0.2)}
USUAL = (60, 0.1) if IS_FUZZ else (3, 0.05)
"""How many games are played, and at which share of their positions somebody looks."""


def game_of(name: str) -> Game:
    """A game by name; one more than there are folders hides all that can be hidden."""
    return hidden_game() if name == HIDDEN else engine(name)


def positions(name: str) -> Iterator[tuple[State, random.Random]]:
    """Positions of random games."""
    games, share = BUDGETS.get(name, USUAL)
    return sampled(game_of(name), games=games, share=share)


# ---- what somebody knows, worked out anew ------------------------------------------------------------------


class Watcher:
    """Follows a game by what has happened, and remembers what was shown to whom."""

    def __init__(self, state: State) -> None:
        self.t = state.t
        self.shown: dict[int, set[int]] = {}
        self.read = 0
        self.location = {card: state.v[state.t.loc + card] for card in Names(state.t, state.players).numbers("card")}

    def follow(self, state: State) -> None:
        """Read what has happened since the last time."""
        assert state.events is not None
        for event in state.events[self.read :]:
            kind, *about = event
            numbers = [number for number in about if isinstance(number, int)]
            if kind == "reveal":
                card, player = numbers
                whom = range(len(state.players)) if player < 0 else (player,)
                self.shown.setdefault(card, set()).update(whom)
            elif kind == "card":
                card, location = numbers
                self.location[card] = location
                if location < self.t.zones and self.sight(location)[0] == "hidden":
                    self.shown.pop(card, None)
            elif kind == "shuffle":
                for card in [card for card, location in self.location.items() if location == numbers[0]]:
                    self.shown.pop(card, None)
        self.read = len(state.events)

    def sight(self, zone: int) -> tuple[str, str | None]:
        """Who sees the cards of a zone, and the optional rule that opens it."""
        _, _, sight, unless, _ = self.t.zone_kinds[self.t.zone_names[zone][0]]
        return sight, unless

    def knows(self, state: State, player: int, card: int) -> bool:
        """Whether a player knows which card this is."""
        location = self.location[card]
        if location >= self.t.zones or player in self.shown.get(card, ()):
            return True
        sight, unless = self.sight(location)
        _, owner_type, owner = self.t.zone_names[location]
        owner = self.t.owner_of[card] if self.t.owner_of[card] >= 0 else owner if owner_type == "player" else -1
        is_opened = unless is not None and bool(state.v[self.t.variants[unless][0]])
        return sight == "open" or is_opened or (sight == "private" and owner == player)


def watched(name: str) -> Iterator[tuple[State, Watcher, random.Random]]:
    """Positions of random games, with somebody who has followed them from the start."""
    game = game_of(name)
    games, share = BUDGETS.get(name, USUAL)
    for seed in range(games):
        chance = random.Random(f"{name} {seed}")
        players = game.player_counts[seed % len(game.player_counts)]
        options = {option: chance.random() < 0.3 for option in game.options}
        state = game.start(players, seed, options)
        watcher = Watcher(state)
        while state.player >= 0:
            watcher.follow(state)
            if chance.random() < share:
                yield state, watcher, chance
            state.apply(chance.randrange(len(state.options)))
        watcher.follow(state)
        yield state, watcher, chance


def plain(name: str | None) -> str | None:
    """A card without the number of its copy."""
    return None if name is None else name.partition("#")[0]


def listed(value: int | list[str | None]) -> list[str | None]:
    """The cards of a zone of a view; those that are only counted are not known."""
    return [None] * value if isinstance(value, int) else value


def cards_told(seen: dict[str, Any]) -> list[str]:
    """All cards that a view shows on the table."""
    found: list[str | None] = []
    for zone in seen.get("zones", {}).values():
        for cards in zone.values() if isinstance(zone, dict) else (zone,):
            found += listed(cards)
    for spaces in seen.get("spaces", {}).values():
        found += spaces.values()
    return [card for card in found if card is not None]


def texts(data: Any) -> Iterator[str]:
    """Every text in a piece of JSON, names of entries too."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from texts(value)
    elif isinstance(data, list):
        for one in data:
            yield from texts(one)
    elif isinstance(data, str):
        yield data


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_exactly_the_cards_that_a_player_knows_are_told(name: str) -> None:
    """Zone by zone, in order where there is one: what is open, one's own, or was shown and not hidden since."""
    for state, watcher, _ in watched(name):
        t = state.t
        spelled = Names(t, state.players)
        for player in range(len(state.players)):
            zones = state.view(player).get("zones", {})
            for zone, (zone_name, owner_type, owner) in enumerate(t.zone_names):
                cards = state.cards(zone)
                wanted = [
                    plain(spelled.thing("card", card)) if watcher.knows(state, player, card) else None for card in cards
                ]
                told: Any = zones.get(zone_name, 0 if owner_type is None else {})
                if owner_type is not None:
                    told = told.get(spelled.thing(owner_type, owner), 0) if cards else 0
                if not any(wanted):
                    assert told == len(cards)
                elif t.zone_kinds[zone_name][0] == "set":
                    assert Counter(map(plain, told)) == Counter(wanted)
                else:
                    assert list(map(plain, told)) == wanted


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_nothing_else_in_a_view_names_a_card(name: str) -> None:
    """What is marked, counted, known or under way names only cards that the view shows on the table, each once."""
    a_card = re.compile(rf"(?:{'|'.join(game_of(name).tables.kinds)})\([^()]*\)(?:#\d+)?")
    for state, _ in positions(name):
        for player in range(len(state.players)):
            seen = state.view(player)
            assert "chance" not in seen
            told = cards_told(seen)
            assert len(told) == len(set(told))
            decision = seen.get("decision", {})
            options = decision.pop("options", None)
            assert (options is not None) == (state.player == player)
            means = decision.pop("means", {})
            assert set(means) <= set(options or ())
            for text in (*texts(seen), *means.values(), *(set(options or ()) - set(means))):
                assert set(a_card.findall(text)) <= set(told), text


@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_who_is_asked_knows_what_the_options_are_about(name: str) -> None:
    """Where copies of a card differ, the view says which of them an option means."""
    for state, _ in positions(name):
        if state.player < 0:
            continue
        decision = state.view(state.player)["decision"]
        meant = [decision.get("means", {}).get(option, option) for option in decision["options"]]
        assert len(set(meant)) == len(meant)


def test_an_effect_on_a_hidden_card_is_not_named() -> None:
    """Others see that somebody decides, but neither the card nor what stands on it."""
    sworn = 0
    for state, _ in positions(HIDDEN):
        decision = state.decision
        if decision is None or decision.rule != "vow.color":
            continue
        sworn += 1
        for player in range(len(state.players)):
            seen = state.view(player)
            assert any("vow" in text.lower() for text in texts(seen)) == (player == decision.player)
            assert seen["decision"]["player"] == decision.name
    assert sworn


# ---- positions that differ only in what is hidden ----------------------------------------------------------


def told_to(player: int, state: State) -> str:
    """A view as text, so that the order of what it lists counts too."""
    return json.dumps(state.view(player))


def noted(state: State) -> set[int]:
    """Numbers that may be cards which something under way speaks of."""
    v = state.v
    return {*v[state.t.size :], *v[QUEUE : QUEUE + v[QUEUED]], *v[LASTS : LASTS + v[LASTING]]}


def exchanged(state: State, one: int, two: int) -> State:
    """The same position, but two cards have changed places; what is known and marked stays with the place."""
    twin = state.clone()
    t, v = state.t, twin.v
    per_card = [t.loc, t.next, t.previous, t.known]
    kind = t.kinds[t.kind_of[one]]
    per_card += [start - first for _, _, holder, _, start, first, _, _ in t.declared if holder in ("card", kind)]
    for start in per_card:
        v[start + one], v[start + two] = v[start + two], v[start + one]
    cards = len(t.owner_of) - 1
    grids = [(slot, count) for slot, _, count in t.grids.values()]
    for start, count in ((t.next, cards), (t.previous, cards), (t.first, t.zones), (t.last, t.zones), *grids):
        for slot in range(start, start + count):
            v[slot] = {one: two, two: one}.get(v[slot], v[slot])
    twin.renew()
    return twin


def differs_only_in_hidden_cards(state: State, unknown: list[int], chance: random.Random) -> State | None:
    """Another position in which two cards of a kind, both unknown and not spoken of, have changed places."""
    t = state.t
    one = chance.choice(unknown)
    alike = [
        card
        for card in unknown
        if t.kind_of[card] == t.kind_of[one] and t.owner_of[card] == t.owner_of[one]
        if t.number_of[card] != t.number_of[one]
    ]
    return exchanged(state, one, chance.choice(alike)) if alike else None


def test_cards_are_exchanged_by_hand() -> None:
    """The tool itself: every zone keeps its size, two cards lie elsewhere, and all can be saved and read."""
    game = engine("caravan")
    state = game.start(2, 1)
    top, *_, bottom = state.cards(0)
    other = exchanged(state, top, bottom)
    assert other.cards(0) == [bottom, *state.cards(0)[1:-1], top]
    assert game.from_json(other.to_json()) == other
    assert exchanged(other, top, bottom) == state


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_views_do_not_depend_on_hidden_cards(name: str) -> None:
    """Cards that change places out of a player's sight leave the player's view alone."""
    game = game_of(name)
    compared = 0
    for state, watcher, chance in watched(name):
        for player in range(len(state.players)):
            unknown = [
                card for card in watcher.location if not watcher.knows(state, player, card) and card not in noted(state)
            ]
            other = differs_only_in_hidden_cards(state, unknown, chance) if unknown else None
            if other is None:
                continue
            assert other != state
            assert told_to(player, other) == told_to(player, state)
            try:
                again = game.from_json(other.to_json())
            except SavedGameError:  # somebody is asked about cards that are elsewhere now
                assert state.player not in (-1, player)
                continue
            compared += 1
            assert told_to(player, again) == told_to(player, state), "asked anew, the options are the same"
    assert compared


@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_views_do_not_depend_on_the_order_of_a_set(name: str) -> None:
    """Who put what where in a set, and when, is not to be seen."""
    for state, chance in positions(name):
        other = state.clone()
        for zone, (zone_name, _, _) in enumerate(state.t.zone_names):
            if state.t.zone_kinds[zone_name][0] == "set":
                cards = other.cards(zone)
                chance.shuffle(cards)
                other.arrange(zone, cards)
        for player in range(len(state.players)):
            assert told_to(player, other) == told_to(player, state)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_views_do_not_tell_copies_apart(name: str) -> None:
    """It makes no difference which copy of a card lies where, seen or unseen."""
    compared = 0
    for state, _, chance in watched(name):
        t = state.t
        player = chance.randrange(len(state.players))
        if state.player == player:
            continue  # which one an option means may depend on it
        one = chance.choice([card for card in Names(t, state.players).numbers("card") if card not in noted(state)])
        printed = (t.kind_of[one], t.number_of[one], t.owner_of[one])
        copies = [
            card
            for card in Names(t, state.players).numbers("card")
            if (t.kind_of[card], t.number_of[card], t.owner_of[card]) == printed
            if card != one and card not in noted(state)
            if not any(form.card_of and {one, card} & set(form.card_of) for form in t.forms)
        ]
        if copies:
            compared += 1
            assert told_to(player, exchanged(state, one, chance.choice(copies))) == told_to(player, state)
    assert compared or not any(game_of(name).tables.copy_of) or name.startswith("pamir")


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_views_do_not_depend_on_what_others_keep_secret(name: str) -> None:
    """Another value on a track that a player can't read, and another secret answer, leave the view alone."""
    changed: Counter[str] = Counter()
    for state, _ in positions(name):
        for player in range(len(state.players)):
            seen = told_to(player, state)
            for slot in secret_tracks(state, player):
                other = state.clone()
                other.v[slot] += 1
                changed["track"] += 1
                assert told_to(player, other) == seen
            for slot in secret_answers(state):
                other = state.clone()
                other.v[slot] += 1
                changed["answer"] += 1
                assert told_to(player, other) == seen
    has_tracks = any(sight != "open" for *_, sight, _ in game_of(name).tables.declared)
    assert bool(changed["track"]) == has_tracks
    if name == HIDDEN:
        assert changed["answer"]


def secret_tracks(state: State, player: int) -> Iterator[int]:
    """Where the values stand that a player can't read."""
    t, names = state.t, Names(state.t, state.players)
    for _, _, holder, _, start, first, sight, unless in t.declared:
        if sight == "open" or (unless is not None and state.v[t.variants[unless][0]]):
            continue
        for number in (first,) if holder is None else names.numbers(holder):
            is_own = sight == "private" and (number if holder == "player" else state.owner(number)) == player
            if not (is_own and holder is not None):
                yield start + number - first


def secret_answers(state: State) -> Iterator[int]:
    """Where frames keep what was chosen secretly."""
    t, v = state.t, state.v
    at, end = v[SP], len(v)
    while at:
        routine = t.routines[v[at]][0] if v[at] in t.routines else None
        for block, choice in t.choices.items():
            if choice.is_secret and t.routines[block][0] == routine and at + choice.slot < end:
                yield at + choice.slot
        at, end = v[at + BELOW], at


# ---- determinized states -----------------------------------------------------------------------------------


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [*GAMES, HIDDEN])
def test_determinized_states_look_the_same(name: str) -> None:
    """They differ from the real one in what is hidden, and only there."""
    game = game_of(name)
    changed = exchangeable = 0
    for state, watcher, chance in watched(name):
        before = state.v.copy()
        player = chance.randrange(len(state.players))
        other = state.determinize(player, chance.randrange(10**6))
        assert state.v == before
        assert told_to(player, other) == told_to(player, state)
        assert game.from_json(other.to_json()) == other
        if sum(not watcher.knows(state, player, card) for card in watcher.location) > 3:
            exchangeable += 1
            changed += other.to_json().get("zones") != state.to_json().get("zones")
    assert changed > exchangeable * 0.9


def test_determinized_games_can_be_played(compiled_games: dict[str, Game]) -> None:
    """They go on to their end; the same seed gives the same one."""
    for game in (*compiled_games.values(), hidden_game()):
        for state, chance in sampled(game, games=3, share=0.03):
            seed = chance.randrange(10**6)
            other = state.determinize(0, seed)
            assert other == state.determinize(0, seed)
            assert play_on(other, chance).result is not None


def test_zones_keep_their_kinds(compiled_games: dict[str, Game]) -> None:
    """Cards go only where cards of their kind and owner lay."""
    for game in (*compiled_games.values(), hidden_game()):
        t = game.tables
        for state, chance in sampled(game, games=2, share=0.05):
            other = state.determinize(0, chance.randrange(10**6))
            for zone in range(t.zones):
                kinds = [sorted((t.kind_of[c], t.owner_of[c]) for c in one.cards(zone)) for one in (state, other)]
                assert kinds[0] == kinds[1]


def test_hands_are_dealt_anew(compiled_games: dict[str, Game]) -> None:
    """Over many seeds, every card that a player can't see turns up on top of the deck."""
    state = compiled_games["caravan"].start(2, 1)
    tops = {state.determinize(0, seed).cards(0)[0] for seed in range(400)}
    assert tops == set(state.cards(0))


def test_only_players_have_views(compiled_games: dict[str, Game]) -> None:
    """There is no view for somebody who does not play."""
    state = compiled_games["caravan"].start(2, 1)
    with pytest.raises(ValueError, match="no player 2"):
        state.view(2)
    with pytest.raises(ValueError, match="no player -1"):
        state.determinize(-1, 0)
