"""Pax Pamir's first edition, where a scenario can't show it: setup, secrets, how games end, the deck; its rulings."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from compiler import ir
from runtime.coverage import Coverage
from runtime.simulate import play_randomly
from runtime.state import State
from tests.games import IS_FUZZ, ROOT, compiled, engine
from tests.rulings import rows, untrue_rows

DOCS = (ROOT / "docs" / "pamir1e.md").read_text(encoding="utf-8")
RULINGS = range(1, 50)
EMPIRES = ("british", "russian", "afghan")
SUITS = ("political", "intelligence", "economic", "military")
OPTIONS = ("deals", "nation_building", "weak_states", "badal_tokens", "card_texts")
ROUNDS = 10 if IS_FUZZ else 1
TOPPLES = ("topple(1)", "topple(1)#2", "topple(1)#3", "topple(1)#4")


def begun(players: int, seed: int = 1) -> State:
    """A game in which everybody has chosen a loyalty."""
    state = engine("pamir1e").start(players, seed)
    while state.decision is not None and state.decision.rule == "C6.empire":
        state.apply(0)
    return state


def printed(card: ir.Card, name: str) -> list[str]:
    """What stands in a field of a card."""
    values = [value for field in card.fields if field.name == name for value in field.values]
    return [str(getattr(value, "name", None) or getattr(value, "value", "")) for value in values]


def cards_of(*kinds: str) -> list[ir.Card]:
    """The cards of some kinds."""
    return [card for card in compiled("pamir1e").cards if card.kind in kinds]


def names(card: ir.Card) -> list[str]:
    """What a saved game calls a card, and each of its copies."""
    return [f"{card.kind}({card.number}){f'#{copy}' if copy > 1 else ''}" for copy in range(1, card.copies + 1)]


# ---- setup and secrets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deck_is_made_of_six_piles_with_topples_in_the_lower_four(players: int) -> None:
    total = 40 + 8 * players
    for seed in range(5):
        saved = begun(players, seed).to_json()
        slots = saved["spaces"]["slot"]
        cards = [slots[f"slot({row}, {column})"] for column in range(6) for row in ("top", "bottom")]
        cards += saved["zones"]["deck"]
        sizes = [total // 6 + (number < total % 6) for number in range(6)]
        for number, size in enumerate(sizes):
            pile, cards = cards[: size + (number > 1)], cards[size + (number > 1) :]
            assert sum(card in TOPPLES for card in pile) == (number > 1)
        assert cards == []
        assert saved["counts"]["rupee of player"] == dict.fromkeys(saved["players"], 4)
        assert "favored_suit" not in saved["tracks"], "political, as at the start"


@pytest.mark.parametrize("players", [2, 5])
def test_loyalty_cards_seat_the_players_and_the_lowest_number_begins(players: int) -> None:
    for seed in range(8):
        state = begun(players, seed)
        saved = state.to_json()
        dealt = {name: int(card[len("loyalty_card(") : -1]) for name, (card,) in saved["zones"]["dealt"].items()}
        assert saved["seats"] == dealt
        assert saved["active"] == min(dealt, key=dealt.__getitem__)
        loyalty = saved["tracks"]["loyalty of player"]
        pairs = {card.number: printed(card, "first") + printed(card, "second") for card in cards_of("loyalty_card")}
        assert all(loyalty[name] in pairs[number] for name, number in dealt.items())
        alone = {empire for empire, count in Counter(loyalty.values()).items() if count == 1}
        favors = {card: name for name, cards in saved["zones"].get("favor", {}).items() for card in cards}
        for number, empire in enumerate(EMPIRES, 1):
            if empire in alone:
                assert loyalty[favors[f"favor_card({number})"]] == empire


def test_nobody_sees_a_loyalty_before_all_have_chosen() -> None:
    state = engine("pamir1e").start(["amira", "boris", "chen"], 3)
    state.apply(0)
    chosen = state.to_json()["tracks"]["sealed of player"]
    (chooser,) = chosen
    for player, name in enumerate(state.players):
        view = state.view(player)
        assert view.get("tracks", {}).get("sealed of player", {}) == (chosen if name == chooser else {})


# ---- the end ---------------------------------------------------------------------------------------------------


def position(**changes: Any) -> State:
    """A turn of one of two players on a table with nothing but these parts of a saved game; `me` is to move."""
    saved = begun(2).to_json()
    options = dict.fromkeys(changes.pop("options", ()), True)
    me, you = sorted(saved["players"], key=lambda name: name != saved["active"])
    for part in ("zones", "spaces", "counts"):
        saved.pop(part, None)
    saved |= {"tracks": {}, "counts": {"turn_action of player": {me: 2}}}
    if options:
        saved["options"] = options
    for part, value in named(changes, {"me": me, "you": you}).items():
        saved[part] = {**saved.get(part, {}), **value}
    zones = saved.setdefault("zones", {})
    lying = set(on_table(saved))
    for kind, zone in BOXES.items():
        zones[zone] = [name for card in cards_of(kind) for name in names(card) if name not in lying]
    return engine("pamir1e").from_json(saved)


BOXES = {"court_card": "court_box", "topple": "topple_box", "loyalty_card": "loyalty_box", "favor_card": "favor_box"}


def named(value: Any, names: dict[str, str]) -> Any:
    """The same with the names that the players have."""
    if isinstance(value, dict):
        return {names.get(key, key): named(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [named(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def on_table(saved: dict[str, Any]) -> list[str]:
    """All cards of a saved game, wherever they lie."""
    found = [*saved.get("spaces", {}).get("slot", {}).values()]
    for zone in saved.get("zones", {}).values():
        for cards in [zone] if isinstance(zone, list) else zone.values():
            found += cards
    return found


def winners(state: State, me: str) -> tuple[str, ...]:
    """Who has won: me, you or both."""
    assert state.result is not None
    return tuple(sorted("me" if state.players[player] == me else "you" for player in state.result.ranking[0]))


BRITISH_ROAD = {"road": {"british": {"border(herat, kabul)": 1}}}
ECONOMIC: dict[str, Any] = {"favored_suit": "economic", "loyalty of player": {"me": "british", "you": "british"}}


@pytest.mark.parametrize(
    ("stars", "rupees", "favor", "won"),
    [
        ({"you": ["court_card(62)"]}, {"me": 9}, {}, ("you",)),
        ({}, {"me": 3, "you": 2}, {}, ("me",)),
        ({}, {"me": 2, "you": 2}, {"you": ["favor_card(1)"]}, ("you",)),
        ({}, {"me": 2, "you": 2}, {}, ("me", "you")),
    ],
)
def test_a_tie_in_influence_is_broken_by_stars_rupees_and_the_favor_card(
    stars: dict[str, list[str]], rupees: dict[str, int], favor: dict[str, list[str]], won: tuple[str, ...]
) -> None:
    state = position(
        options=["weak_states"],
        tracks=ECONOMIC | {"pledge of player": {"me": "british", "you": "british"}},
        zones={"court": stars, "favor": favor},
        spaces={"slot": {"slot(top, 0)": TOPPLES[3]}},
        counts={"rupee of player": rupees, "turn_action of player": {"me": 2}},
        pieces=BRITISH_ROAD,
    )
    me = state.to_json()["active"]
    state.apply("purchase")
    assert state.result is not None
    assert state.result.reason == "H3"
    assert winners(state, me) == won


@pytest.mark.parametrize("answer", ["purchase", "stop"])
def test_the_last_topple_ends_the_game_bought_or_discarded(answer: str) -> None:
    state = position(
        tracks={"loyalty of player": {"me": "british", "you": "afghan"}},
        zones={"discards": [*TOPPLES[:3]], "court": {"you": ["court_card(62)"]}},
        spaces={"slot": {"slot(top, 0)": TOPPLES[3]}},
        counts={"rupee of player": {"me": 5}, "turn_action of player": {"me": 2}},
    )
    me = state.to_json()["active"]
    state.apply(answer)
    assert state.result is not None
    assert state.result.reason == "H5"
    assert winners(state, me) == ("you",)


@pytest.mark.parametrize(
    ("before", "discarded", "is_over"),
    [(None, 0, False), ("russian", 0, False), ("british", 0, True), (None, 3, True)],
)
def test_nation_building_ends_the_game_at_the_second_supremacy_in_a_row(
    before: str | None, discarded: int, is_over: bool
) -> None:
    """Or at the last Topple."""
    state = position(
        options=["weak_states", "nation_building"],
        tracks=ECONOMIC | ({"ascendant": before} if before else {}),
        zones={"discards": [*TOPPLES[:discarded]]},
        spaces={"slot": {"slot(top, 0)": TOPPLES[3], "slot(bottom, 0)": "court_card(6)"}},
        pieces=BRITISH_ROAD,
    )
    state.apply("purchase")
    state.apply("slot(top, 0)")
    assert (state.result is not None) is is_over
    assert is_over or state.to_json()["tracks"]["ascendant"] == "british"


# ---- random games ----------------------------------------------------------------------------------------------


def options_of(seed: int) -> dict[str, bool]:
    """The optional rules of a random game: none, each one alone, all of them."""
    chosen = seed % (len(OPTIONS) + 2)
    return {name: chosen in (number, len(OPTIONS) + 1) for number, name in enumerate(OPTIONS, 1)}


@pytest.mark.fuzz
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pieces_cards_and_money_are_conserved_in_random_games(players: int) -> None:
    game = engine("pamir1e")
    for seed in range(ROUNDS * (len(OPTIONS) + 2)):
        state, chance = game.start(players, seed, options=options_of(seed)), random.Random(seed)
        while state.player >= 0:
            if chance.random() < 0.05:
                check_invariants(state.to_json(), state.players)
            state.apply(chance.randrange(len(state.options)))
        assert state.result is not None
        saved = state.to_json()
        check_invariants(saved, state.players)
        amounts = saved["counts"]
        held = sum(sum(amounts.get(f"rupee of {holder}", {}).values()) for holder in ("player", "slot"))
        assert held == money(state.log, 4 * players)


def money(log: list[str], inside: int) -> int:
    """The rupees that are in the game: those at the start, what came from the bank, without what went there."""
    for line in log:
        if moved := re.fullmatch(r"(\d+) rupees?: (.+) to (.+)", line):
            inside += int(moved[1]) * ((moved[2] == "bank") - (moved[3] == "bank"))
    return inside


def check_invariants(saved: dict[str, Any], players: tuple[str, ...]) -> None:
    """What must hold in any position."""
    zones = saved["zones"]
    assert sorted(on_table(saved)) == sorted(name for card in compiled("pamir1e").cards for name in names(card))
    pieces: dict[str, dict[str, dict[str, int]]] = saved.get("pieces", {})
    for forms, owners in ((("army", "road"), EMPIRES), (("tribe", "spy", "gift"), players)):
        for owner in owners:
            assert sum(sum(pieces.get(form, {}).get(owner, {}).values()) for form in forms) <= 10
    for amounts in saved.get("counts", {}).values():
        assert all(amount > 0 for amount in amounts.values())
    assert sum(saved["counts"].get("badal of player", {}).values()) <= 10
    for gifts in pieces.get("gift", {}).values():
        assert set(gifts.values()) == {1}
    if saved.get("queue"):
        return
    owner_of = {card: owner for owner, court in zones.get("court", {}).items() for card in court}
    for owner, spots in pieces.get("spy", {}).items():
        for spot, number in spots.items():
            card, _, band = spot[len("spot(") : -1].rpartition(", ")
            assert card in owner_of, "spies stand in courts"
            assert band == "middle" or number == 1, "one spy of a player on a band"
            if len(saved.get("frames", ())) <= 2:
                assert band == "middle" or owner_of[card] != owner, "the bands of one's own cards are closed"
    if len(saved.get("frames", ())) <= 2:
        loyalty = saved["tracks"].get("loyalty of player", {})
        patriots = {f"court_card({card.number})": printed(card, "patriot") for card in cards_of("court_card")}
        for card, owner in owner_of.items():
            assert patriots[card] in ([], [loyalty[owner]]), "patriots serve their own empire only"


def test_random_games_use_every_card_action_impact_regime_and_decision() -> None:
    """A small soak with all options; `make soak GAME=pamir1e` plays 20,000 games."""
    game = engine("pamir1e")
    coverage, regimes = Coverage(), set[str]()
    for seed in range(160):
        state = game.start(2 + seed % 4, seed, options=dict.fromkeys(OPTIONS, seed % 2 == 0))
        play_randomly(state, seed)
        coverage += Coverage.of(state)
        regimes |= {suit for line in state.log for suit in re.findall(r"^favored_suit is (\w+)$", line)}
    assert regimes == set(SUITS)
    never = {use for use in coverage.never(game.tables) if use[:2] != ("card", "prizes")}
    assert never <= RARE
    prizes = {f"court_card({card.number})" for card in cards_of("court_card") if printed(card, "prize")}
    taken = {name for what, place, name in coverage.uses if (what, place) == ("card", "prizes")}
    assert taken <= prizes
    assert taken


RARE = {("answer", "I3.source", "rival"), ("answer", "E6.more", "stop")}
"""What 160 games need not use; in 20,000 all of it is."""


# ---- the deck, and the docs --------------------------------------------------------------------------------------


def test_the_deck_has_the_shape_that_the_docs_say() -> None:
    """The deck is ours: only its numbers are like those of the published one."""
    cards = cards_of("court_card")
    assert len(cards) == 93 == len({card.title for card in cards})
    table = re.findall(r"^\| (\w+) \| (\d) \| (\d) \| (\d) \| (\d) \| (\d) / (\d) / (\d) \|$", DOCS, re.MULTILINE)
    assert len(table) == 6
    for region, *numbers in table:
        here = [card for card in cards if printed(card, "region") == [region]]
        suits = [sum(printed(card, "suit") == [suit] for card in here) for suit in SUITS]
        patriots = [sum(printed(card, "patriot") == [empire] for card in here) for empire in EMPIRES]
        assert suits + patriots == list(map(int, numbers)), region
    levels = re.search(r"(\d+) cards are of level 1, (\d+) of level 2, (\d+) of level 3; each empire has (\d+)", DOCS)
    assert levels is not None
    *wanted, prizes = map(int, levels.groups())
    assert [sum(printed(card, "rank") == [str(rank)] for card in cards) for rank in (1, 2, 3)] == wanted
    assert Counter(prize for card in cards for prize in printed(card, "prize")) == dict.fromkeys(EMPIRES, prizes)
    for card in cards:
        assert 1 <= len(printed(card, "actions")) <= 3
        assert set(printed(card, "patriot")).isdisjoint(printed(card, "prize")), "two bands are of two empires"


def test_the_label_of_the_deck_is_in_the_docs() -> None:
    assert "our own playtest set in the same shape. Replace the data file if you own" in DOCS.replace("\n", " ")


def test_every_option_is_in_the_docs_with_its_default() -> None:
    rows_of = dict(re.findall(r"^\| `(\w+)` \| (yes|no) \| ", DOCS, re.MULTILINE))
    assert rows_of == {name: "yes" if usual else "no" for name, usual in engine("pamir1e").options.items()}


def test_every_ruling_has_a_row() -> None:
    assert list(rows("pamir1e")) == list(RULINGS)


def test_every_row_names_scenarios_and_tests_that_exist() -> None:
    assert list(untrue_rows("pamir1e")) == []


def test_every_example_of_the_rulebook_is_a_scenario() -> None:
    ids = Counter(str(scenario.rule) for scenario in compiled("pamir1e").scenarios)
    examples = ["E1", "E3", "E4.kabul", "E4.punjab", "E4.kandahar", "E5", "E7", "E11", "E12", "F2", "H3", "H5"]
    wanted = {".example".join((name.partition(".")[0], name[len(name.partition(".")[0]) :])) for name in examples}
    assert wanted | {f"G1.example_{number}" for number in (1, 2, 3)} <= set(ids)
    assert ids["E12.example"] == 2, "with intelligence and without"
