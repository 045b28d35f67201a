"""Pax Pamir, where a scenario can't show it: setup, what is hidden, how games end; and the table of rulings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from compiler import ir
from runtime.coverage import Coverage
from runtime.simulate import play_randomly
from runtime.state import State
from tests.games import IS_FUZZ, compiled, engine
from tests.rulings import rows, untrue_rows

RULINGS = range(1, 118)
COALITIONS = ("british", "russian", "afghan")
GAMES = 120 if IS_FUZZ else 24


def begun(players: int, seed: int = 1) -> State:
    """A game in which everybody has chosen a loyalty."""
    state = engine("pamir2e").start(players, seed)
    for number in range(players):
        state.apply(COALITIONS[number % 3])
    return state


def position(**changes: Any) -> State:
    """The first turn of Kasia against Julia, on a table with nothing but these parts of a saved game."""
    state = engine("pamir2e").start(["kasia", "julia"], 1)
    for coalition in ("russian", "british"):
        state.apply(coalition)
    saved = state.to_json()
    if saved["active"] != "kasia":
        saved = renamed(saved, {"kasia": "julia", "julia": "kasia"})
    for part in ("zones", "spaces", "pieces", "counts"):
        saved.pop(part, None)
    saved["counts"] = {"turn_action of player": {"kasia": 2}}
    for part, value in changes.items():
        saved[part] = {**saved.get(part, {}), **value}
    zones = saved.setdefault("zones", {})
    away = [f"{card.kind}({card.number})" for card in compiled("pamir2e").cards]
    away = [card for card in away if card not in on_table(saved)]
    for kind in ("court", "event", "check"):
        zones[f"{kind}_box"] = [card for card in away if card.startswith(kind)]
    zones["ai_deck"] = [card for card in away if card.startswith("ai_card")]
    return engine("pamir2e").from_json(saved)


def on_table(saved: dict[str, Any]) -> list[str]:
    """All cards of a saved game, wherever they lie."""
    found = [*saved.get("spaces", {}).get("slot", {}).values()]
    for zone in saved["zones"].values():
        for cards in [zone] if isinstance(zone, list) else zone.values():
            found += cards
    return found


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


# ---- setup ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_loyalty_is_chosen_clockwise_and_the_last_to_choose_begins(players: int) -> None:
    """Ruling 1: from a random player on; coalitions may be shared."""
    first = set()
    for seed in range(12):
        state = engine("pamir2e").start(players, seed)
        asked = []
        while state.decision is not None and state.decision.rule == "setup.loyalty.choice":
            asked.append(state.player)
            assert list(map(str, state.decision.options)) == list(COALITIONS)
            state.apply("afghan")
        assert asked == [(asked[0] + number) % players for number in range(players)]
        assert state.player == asked[-1]
        first.add(asked[0])
    assert len(first) > 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deck_is_made_of_six_piles(players: int) -> None:
    """Ruling 2 and the example of setup for three: what is in which pile, and how big it is."""
    for seed in range(5):
        saved = begun(players, seed).to_json()
        slots = saved["spaces"]["slot"]
        market = [slots[f"slot({row}, {column})"] for column in range(6) for row in ("top", "bottom")]
        cards = market + saved["zones"]["deck"]
        assert len(cards) == 40 + 6 * players
        for number in range(6):
            size = 5 + players + (2 if number else 0)
            pile, cards = cards[:size], cards[size:]
            wanted = {"court_card": 5 + players, "event_card": (0, 2, 1, 1, 1, 1)[number]}
            wanted |= {"check_card": 1} if number > 1 else {}
            assert Counter(card.partition("(")[0] for card in pile) == Counter(wanted), number + 1
        assert not any(card.startswith("check") for card in market), "ruling 4"
        assert saved["counts"]["rupee of player"] == dict.fromkeys(saved["players"], 4)
        assert "favored_suit" not in saved["tracks"], "political, as at the start"


# ---- what is hidden ------------------------------------------------------------------------------------------


def with_hand(options: Mapping[str, bool]) -> State:
    """A game in which the first player has bought a card."""
    state = engine("pamir2e").start(["kasia", "julia"], 3, options=options)
    while state.decision is not None and state.decision.rule != "purchase.card":
        state.apply("russian" if state.decision.rule.startswith("setup") else "purchase")
    for slot in ("slot(top, 0)", "slot(bottom, 0)"):
        if state.decision is not None and (option := state.decision.find(slot)):
            state.apply(option)
            break
    return state


@pytest.mark.parametrize("is_open", [False, True])
def test_hands_are_closed_unless_open_hands_is_chosen(is_open: bool) -> None:
    state = with_hand({"open_hands": is_open})
    (owner, hand), *_ = state.to_json()["zones"]["hand"].items()
    other = 1 - state.players.index(owner)
    seen = state.view(other)["zones"]["hand"][owner]
    assert (seen == hand) is is_open
    assert state.view(1 - other)["zones"]["hand"][owner] == hand


# ---- the end -------------------------------------------------------------------------------------------------

CHECKS = [f"check_card({number})" for number in (101, 102, 103, 104)]


def test_instability_with_the_last_two_checks_is_final() -> None:
    """Ruling 103: the points double, and the game is over."""
    state = position(
        zones={"discards": CHECKS[:2], "deck": [CHECKS[3]]},
        spaces={"slot": {"slot(top, 0)": "court_card(9)", "slot(bottom, 2)": CHECKS[2]}},
        pieces={"tribe": {"kasia": {"kabul": 1}}},
    )
    state.apply("stop")
    assert state.result is not None
    assert points(state) == {"kasia": 6, "julia": 2}
    assert state.result.reason == "end"


@pytest.mark.parametrize(("ahead", "is_over"), [(1, False), (2, True)])
def test_who_is_four_ahead_after_any_check_wins_at_once(ahead: int, is_over: bool) -> None:
    """Ruling 106: three for the check, one for the other, and what was there before."""
    state = position(
        spaces={"slot": {"slot(top, 0)": CHECKS[0], "slot(bottom, 0)": "court_card(9)"}},
        pieces={"tribe": {"kasia": {"kabul": 1}}},
        counts={"point of player": {"kasia": ahead}},
    )
    state.apply("purchase")
    state.apply("slot(top, 0)")
    assert (state.result is not None) is is_over
    assert points(state) == {"kasia": 3 + ahead, "julia": 1}


def test_no_insurrection_after_an_early_victory() -> None:
    state = position(
        zones={"court": {"kasia": ["court_card(3)"]}},
        tracks={"loyalty of player": {"kasia": "afghan", "julia": "russian"}},
        spaces={"slot": {"slot(top, 0)": CHECKS[0], "slot(bottom, 0)": "court_card(9)"}},
        pieces={"tribe": {"kasia": {"kabul": 1}}},
        counts={"point of player": {"kasia": 9}},
    )
    state.apply("purchase")
    state.apply("slot(top, 0)")
    assert state.result is not None
    assert "army" not in state.to_json().get("pieces", {})


@pytest.mark.parametrize(
    ("stars", "rupees", "ranking"),
    [
        ({"julia": ["court_card(33)"]}, {"kasia": 9}, (("julia",), ("kasia",))),
        ({}, {"kasia": 2, "julia": 1}, (("kasia",), ("julia",))),
        ({"kasia": ["court_card(9)"]}, {"kasia": 1, "julia": 1}, (("kasia", "julia"),)),
    ],
)
def test_a_tie_is_broken_by_military_stars_then_rupees_then_shared(
    stars: dict[str, list[str]], rupees: dict[str, int], ranking: tuple[tuple[str, ...], ...]
) -> None:
    """Ruling 107."""
    state = position(
        zones={"discards": CHECKS[:3], "court": stars},
        spaces={"slot": {"slot(top, 0)": CHECKS[3]}},
        counts={"rupee of player": rupees},
    )
    state.apply("purchase")
    assert state.result is not None
    found = tuple(tuple(state.players[player] for player in rank) for rank in state.result.ranking)
    assert tuple(map(sorted, found)) == tuple(map(sorted, ranking))


def points(state: State) -> dict[str, int]:
    """The points of all players."""
    counted = state.to_json()["counts"]["point of player"]
    return {name: counted.get(name, 0) for name in state.players}


# ---- random games --------------------------------------------------------------------------------------------


@pytest.mark.fuzz
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pieces_and_cards_are_conserved_and_limits_kept_in_random_games(players: int) -> None:
    game = engine("pamir2e")
    for seed in range(GAMES // 4):
        state, chance = game.start(players, seed, log=False), random.Random(seed)
        while state.player >= 0:
            if chance.random() < 0.05:
                check_invariants(state.to_json(), state.players)
            state.apply(chance.randrange(len(state.options)))
        check_invariants(state.to_json(), state.players)
        assert state.result is not None


def check_invariants(saved: dict[str, Any], players: tuple[str, ...]) -> None:
    """What must hold in any position."""
    zones = saved["zones"]
    lying = on_table(saved)
    assert len(lying) == len(set(lying)) == 140, "every card is somewhere, once"
    pieces: dict[str, dict[str, dict[str, int]]] = saved.get("pieces", {})
    for forms, owners, stock in ((("army", "road"), COALITIONS, 12), (("tribe", "spy", "gift"), players, 10)):
        for owner in owners:
            assert sum(sum(pieces.get(form, {}).get(owner, {}).values()) for form in forms) <= stock
    for amounts in saved.get("counts", {}).values():
        assert all(amount > 0 for amount in amounts.values())
    for owner, gifts in pieces.get("gift", {}).items():
        assert set(gifts.values()) == {1}, f"{owner} has two gifts in one place"
    for card in pieces.get("spy", {}).values():
        assert set(card) <= {one for court in zones.get("court", {}).values() for one in court}, "spies stand in courts"
    loyalty = saved["tracks"].get("loyalty of player", {})
    patriots = {card.number: printed_patriot(card) for card in compiled("pamir2e").cards if card.kind == "court_card"}
    if not saved.get("queue"):
        for owner, court in zones.get("court", {}).items():
            theirs = {patriots[int(card[11:-1])] for card in court} - {None}
            if len(saved.get("frames", ())) <= 3:
                assert theirs <= {loyalty[owner]}, "patriots serve their own coalition only"


def printed_patriot(card: ir.Card) -> str | None:
    """The coalition that a card is a patriot of."""
    field = next((field for field in card.fields if field.name == "patriot"), None)
    member = field and field.values[0]
    return member.name if isinstance(member, ir.Member) else None


def test_random_games_use_every_card_icon_action_event_and_decision() -> None:
    """A small soak; `make soak` plays 20,000 games. Public Withdrawal alone is never bought (ruling 22)."""
    game = engine("pamir2e")
    coverage = Coverage()
    for seed in range(160):
        state = game.start(2 + seed % 4, seed)
        play_randomly(state, seed)
        coverage += Coverage.of(state)
    never = {use for use in coverage.never(game.tables) if use[:2] != ("card", "prizes") and not is_hers(*use)}
    assert never <= {("effect", "event_card(111)", "bought")} | RARE
    prizes = {f"court_card({card.number})" for card in compiled("pamir2e").cards if printed(card, "prize")}
    taken = {name for what, place, name in coverage.uses if (what, place) == ("card", "prizes")}
    assert taken <= prizes
    assert len(taken) > len(prizes) // 2


def is_hers(_: str, place: str, name: str) -> bool:
    """Whether only Wakhan uses it: tests/test_wakhan.py plays her."""
    return place.startswith(("wakhan.", "ai_card")) or name.startswith("ai_card")


RARE = {
    ("answer", "safe_house", "stop"),
    ("answer", "limits.cylinder", "tribe"),
    ("answer", "move.unit", "tribe"),
    ("answer", "limits.cylinder", "gift"),
}
"""Answers that 160 games need not give; in 20,000 they all are."""


def printed(card: ir.Card, name: str) -> bool:
    """Whether something stands in a field of a card."""
    return any(field.name == name and field.values for field in card.fields)


# ---- the table of rulings ------------------------------------------------------------------------------------


def test_every_ruling_has_a_row() -> None:
    assert list(rows("pamir2e")) == list(RULINGS)


def test_every_row_names_scenarios_and_tests_that_exist_or_says_why_not() -> None:
    assert list(untrue_rows("pamir2e")) == []
