"""A deck whose order is fixed: it comes out as it was given, and what can't be laid out is refused by name."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from runtime.deck import REST, DeckError
from runtime.game import Game
from runtime.naming import Names
from runtime.slots import TURNS
from runtime.spelling import Speller
from runtime.state import State
from tests.games import GAMES, engine
from tests.hidden_game import hidden_game
from tests.random_play import play_on


def lying(state: State, zone: str) -> list[str]:
    """The cards of a zone that nobody owns, spelled as in moves."""
    number = next(n for n, (name, kind, _) in enumerate(state.t.zone_names) if (name, kind) == (zone, None))
    return Speller(state.t, state.players).things("card", state.cards(number))


def on_grid(state: State, space: str) -> list[str]:
    """The cards on the spaces of a grid, in the order of the spaces."""
    slot, _, count = state.t.grids[space]
    return Speller(state.t, state.players).things("card", state.held(slot, count))


def ordered_cards(game: Game, players: int) -> list[str]:
    """Every card that lies in some order at the start, spelled as in moves."""
    empty = game.empty_table([f"player{n}" for n in range(1, players + 1)], 0, {})
    speller = Speller(game.tables, empty.players)
    return [
        speller.thing("card", card)
        for zone, cards in enumerate(game._layout(players))
        for card in cards
        if game.tables.zone_kinds[game.tables.zone_names[zone][0]][0] != "set"
    ]


def test_a_deck_comes_out_as_it_was_given() -> None:
    game = engine("caravan")
    for seed in range(20):
        deck = ordered_cards(game, 2)
        random.Random(seed).shuffle(deck)
        state = game.start(2, seed, deck=deck)
        drawn = [card for card in deck if not card.startswith("thought")]  # those lie in a pile of their own
        assert on_grid(state, "stall") + lying(state, "deck") == drawn


def test_the_deck_that_a_seed_gives_is_the_game_of_that_seed() -> None:
    """So a replay with a deck can be made of any game, and chance goes on alike."""
    game = engine("caravan")
    for seed in range(20):
        shuffled = game.start(2, seed)
        assert (
            game.start(2, seed, deck=on_grid(shuffled, "stall") + lying(shuffled, "deck")).options == shuffled.options
        )
        exact = [Names(game.tables, shuffled.players).thing("card", card) for card in _drawn(shuffled)]
        assert game.start(2, seed, deck=exact) == shuffled


def _drawn(state: State) -> list[int]:
    slot, _, count = state.t.grids["stall"]
    return state.held(slot, count) + state.cards(0)


def piles(deck: list[str], players: int) -> Iterator[list[str]]:
    """What a deck that is built of six shuffled piles has in each, as its rules say."""
    rank = {card: place for place, card in enumerate(deck)}
    boxes = {kind: [card for card in deck if card.startswith(kind)] for kind in ("court_card", "event_card", "check")}
    for number in range(1, 7):
        wanted = {"court_card": 5 + players, "event_card": 2 if number == 2 else int(number > 2), "check": number > 2}
        pile: list[str] = []
        for kind, count in wanted.items():
            pile += boxes[kind][: int(count)]
            del boxes[kind][: int(count)]
        yield sorted(pile, key=lambda card: rank[card])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_deck_of_shuffled_piles_keeps_the_order_in_each_and_can_be_given_whole(players: int) -> None:
    game = engine("pamir2e")
    deck = ordered_cards(game, players)
    random.Random(players).shuffle(deck)
    whole = [card for pile in piles(deck, players) for card in pile]
    for given in (deck, [*whole, REST]):
        state = game.start(players, seed=players, deck=given)
        market = on_grid(state, "slot")
        left = lying(state, "deck")
        assert left == whole[len(market) :]
        assert sorted(market) == sorted(whole[: len(market)])


@pytest.mark.parametrize("name", [*GAMES, "hidden"])
def test_the_seed_has_no_say_in_a_whole_deck(name: str) -> None:
    game = hidden_game() if name == "hidden" else engine(name)
    for players in game.player_counts:
        deck = ordered_cards(game, players)
        random.Random(players).shuffle(deck)
        tables = [game.start(players, seed, deck=deck).to_json() for seed in range(8)]
        turned = [table for table in tables if table["active"] == tables[0]["active"]]
        assert len(turned) > 1
        for table in turned:
            assert table["zones"] == turned[0]["zones"]
            assert table.get("spaces") == turned[0].get("spaces")


def test_what_is_not_named_follows_as_the_seed_has_it() -> None:
    game = engine("caravan")
    first = ["event(13)", "cargo(4)", "cargo(1)", "cargo(1)", "cargo(12)"]
    rests = set()
    for seed in range(5):
        state = game.start(2, seed, deck=[*first, REST])
        drawn = on_grid(state, "stall") + lying(state, "deck")
        assert drawn[:5] == first
        rests.add(tuple(drawn[5:]))
    assert len(rests) == 5


def test_zones_of_which_no_card_is_named_are_left_to_the_seed() -> None:
    game = engine("changcheng")
    deck = [card for card in ordered_cards(game, 2) if card.startswith("threat_token")][::-1]
    states = [game.start(2, seed, deck=deck) for seed in range(4)]
    assert len({tuple(lying(state, "threat_box")) for state in states}) == 1
    assert len({tuple(lying(state, "reputation_box")) for state in states}) > 1


def test_a_copy_can_be_named_exactly() -> None:
    game = engine("caravan")
    state = game.start(2, 1, deck=["cargo(1)#2", "cargo(1)", "cargo(1)", "cargo(2)#3", REST])
    names = Names(state.t, state.players)
    assert names.things("card", _drawn(state)[:4]) == ["cargo(1)#2", "cargo(1)", "cargo(1)#3", "cargo(2)#3"]


@pytest.mark.parametrize("save", [False, True])
def test_the_order_waits_behind_decisions_of_the_setup(save: bool) -> None:
    """It is part of the state until the first turn: copied, saved and loaded with it; then it is gone."""
    game = hidden_game()
    state = game.start(["ada", "bo"], 3, deck=["omen(3)", "omen(1)", "omen(2)"])
    assert state.v[TURNS] == 0
    assert state.decision is not None
    assert state.fixed_order()
    if save:
        saved = json.loads(json.dumps(state.to_json()))
        assert saved["frames"][0]["deck"] == ["omen(3)", "omen(1)", "omen(2)"]
        twin = game.from_json(saved)
        assert twin == state
        state = twin
    else:
        state = state.clone()
    while not state.v[TURNS]:
        state.apply(0)
    assert lying(state, "told") == ["omen(3)"]
    assert lying(state, "omens_left") == ["omen(1)", "omen(2)"]
    assert state.fixed_order() == []
    assert "deck" not in state.to_json()["frames"][0]


def test_later_shuffles_are_chance() -> None:
    game = hidden_game()
    deck = [card for card in ordered_cards(game, 2) if card.startswith("gem")]
    orders = set()
    for seed in range(6):
        state = game.start(2, seed, deck=deck)
        while state.log.count("shuffle deck") < 2:
            assert state.decision is not None
            options = list(map(str, state.decision.options))
            state.apply(next((word for word in ("show", "take") if word in options), 0))
        orders.add(tuple(lying(state, "deck")))
    assert len(orders) == 6


def test_a_game_with_a_deck_is_played_to_its_end() -> None:
    for name in GAMES:
        game = engine(name)
        deck = ordered_cards(game, 2)
        random.Random(4).shuffle(deck)
        ends = [play_on(game.start(2, 5, deck=deck), random.Random(5)) for _ in range(2)]
        assert ends[0] == ends[1]
        assert ends[0].log == ends[1].log


# ---- what can't be laid out ------------------------------------------------------------------------------


def without(deck: list[str], *cards: str) -> list[str]:
    for card in cards:
        deck.remove(card)
    return deck


@pytest.mark.parametrize(
    ("deck", "said", "place"),
    [
        (["joker"], "there is no card `joker`", 0),
        (["cargo(1)", "cargo(14)", REST], "there is no card `cargo(14)`; did you mean `cargo(4)`?", 1),
        (["Cargo(4)"], "there is no card `Cargo(4)`; did you mean `cargo(4)`?", 0),
        (["cargo(1)#4"], "there is no card `cargo(1)#4`; did you mean `cargo(1)#3`?", 0),
        (["cargo(1)"] * 4, "`cargo(1)` is named too often: there are 3", 3),
        (["event(13)", "event(13)"], "`event(13)` is named too often: there is 1", 1),
        (["cargo(1)#2", "cargo(1)#2", REST], "`cargo(1)#2` is named too often: there is 1", 1),
        (["cargo(1)#2", "cargo(1)", "cargo(1)", "cargo(1)"], "`cargo(1)` is named too often: there are 3", 3),
        ([REST, "cargo(1)"], "`...` stands for all cards that are not named, so it comes last", 0),
        (["cargo(1)", REST, REST], "`...` stands for all cards that are not named, so it comes last", 1),
    ],
)
def test_a_wrong_card_is_named(deck: list[str], said: str, place: int) -> None:
    with pytest.raises(DeckError) as caught:
        engine("caravan").start(2, 1, deck=deck)
    assert (str(caught.value), caught.value.place) == (said, place)


def test_missing_cards_are_named() -> None:
    game = engine("caravan")
    deck = without(ordered_cards(game, 2), "cargo(1)", "cargo(12)")
    with pytest.raises(DeckError) as caught:
        game.start(2, 1, deck=deck)
    assert str(caught.value) == ("the deck lacks cargo(1), cargo(12); `...` at its end leaves their order to the seed")
    with pytest.raises(DeckError, match=r"^the deck lacks cargo\(1\), .* and \d+ more; "):
        game.start(2, 1, deck=["event(13)"])


def test_cards_without_an_order_are_refused() -> None:
    with pytest.raises(DeckError, match=r"^`action_card\(1, ada\)` lies in ada's hand, which has no order$"):
        engine("changcheng").start(["ada", "bo"], 1, deck=["action_card(1, ada)"])
    with pytest.raises(DeckError, match=r"^there is no card `action_card\(1, chen\)`"):
        engine("changcheng").start(["ada", "bo"], 1, deck=["action_card(1, chen)"])


@pytest.mark.parametrize("deck", ["cargo(1)", [7], [None, "cargo(1)"]])
def test_what_is_no_list_of_cards_is_refused(deck: list[str]) -> None:
    with pytest.raises(DeckError):
        engine("caravan").start(2, 1, deck=deck)


def test_no_deck_is_no_order() -> None:
    game = engine("caravan")
    assert game.start(2, 1, deck=[]) == game.start(2, 1, deck=None) == game.start(2, 1)
