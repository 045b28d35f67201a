"""Wakhan, where a scenario can't show it: her cards are those of the facts, she begins, and the table of her proofs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from compiler import ir
from runtime.scenarios import run_scenario
from runtime.simulate import simulate
from runtime.state import State
from tests import greedy_play
from tests.games import IS_FUZZ, ROOT, compiled, engine

FACTS = ROOT.parent / "shared" / "facts" / "pamir2e" / "wakhan_cards.yaml"
DOCS = ROOT / "docs" / "wakhan.md"
LABELS = {"top_left": "top", "bottom_right": "bottom"}
CONDITIONS: dict[str, Callable[[dict[str, Any]], str]] = {
    "own_rupees_below": lambda told: f"your rupees < {told['value']}",
    "favored_suit_is": lambda told: f"favored_suit is {told['suit']}",
    "no_dominant_coalition": lambda told: "dominant is none",
    "dominant_coalition_exists": lambda told: "dominant is not none",
    "own_court_lacks_action": lambda told: f"no (your court where {told['name']} is in its actions)",
    "own_court_at_limit": lambda told: "number of your court >= your court_limit",
    "fewer_spies_than_some_other_player": lambda told: "any (players where spies of it > spies of you)",
}
"""How each condition of the facts is said on her cards."""


def line(action: dict[str, Any]) -> str:
    """What a line of her card says, from the facts."""
    told = action.get("condition")
    condition = f"require {CONDITIONS[told['type']](told)} [wakhan.condition] " if told else ""
    if action["action"] != "radicalize":
        return f"{condition}do card_action({action['action']})"
    return f"{condition}do {radicalize(action['select'])}"


def radicalize(select: dict[str, Any]) -> str:
    """How she is told what to buy."""
    match select:
        case {"pick": "default"}:
            return "radicalize_plain"
        case {"pick": "highest_rank", "suit": suit}:
            return f"radicalize_suit({suit})"
        case {"pick": "any", "suit": suit}:
            return f"radicalize_any({suit})"
        case {"pick": "any", "has_action": action}:
            return f"radicalize_action({action})"
        case {"pick": "any", "patriot_of": "dominant_coalition"}:
            return "radicalize_patriot"
        case {"pick": "most_icons", "icons": [first, second]}:
            return f"radicalize_icons({first}, {second})"
        case {"pick": "max_net_rupees"}:
            return "radicalize_richest"
        case {"pick": "gains_rule_of_a_region"}:
            return "radicalize_ruler"
    raise AssertionError(select)


def printed(card: ir.Card) -> dict[str, list[Any]]:
    """The fields of a card."""
    return {
        field.name: [getattr(one, "name", getattr(one, "value", None)) for one in field.values] for field in card.fields
    }


def said(block: ir.Block) -> str:
    """The text of a block, on one line."""
    return " ".join(block.span.text.split()).removeprefix("{ ").removesuffix(" }")


@pytest.mark.skipif(not FACTS.is_file(), reason="the collected facts (shared/facts/pamir2e) are not here")
def test_all_her_cards_are_as_the_facts_say() -> None:
    yaml = pytest.importorskip("yaml")
    facts = yaml.safe_load(FACTS.read_text(encoding="utf-8"))
    ours = {card.number: card for card in compiled("pamir2e").cards if card.kind == "ai_card"}
    assert sorted(ours) == [card["number"] for card in facts["cards"]]
    assert len(ours) == facts["meta"]["count"]
    for wanted in facts["cards"]:
        card, front, back = ours[wanted["number"]], wanted["front"], wanted["back"]
        fields, lines = printed(card), {part.name: said(part.block) for part in card.parts}
        sites = [place for place, action in enumerate(front["actions"], 1) if action.get("site")]
        assert fields == {
            "row_labels": [LABELS[label] for label in back["row_labels"]],
            "columns": back["column_numbers"],
            "row_arrow": [front["row_arrow"] + 1],
            "column_arrow": [front["column_arrow"] + 1],
            "loyalty_order": front["loyalty_order"],
            "region_order": front["region_order"],
            "court_battle": sites or [0],
        }
        assert lines == {f"line_{place}": line(action) for place, action in enumerate(front["actions"], 1)}
        for place in sites:
            site = front["actions"][place - 1]["site"]
            assert (site["type"], site["pick"]) == ("court_card", "most_spies")


# ---- at the table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [1, 2])
def test_she_begins_beside_whoever_chose_a_loyalty_last(people: int) -> None:
    """She sits last; the person after her chooses last, and has the turn after hers."""
    for seed in range(5):
        state = engine("pamir2e").start(players=people + 1, seed=seed, automa=1)
        chosen = []
        while state.turns == 0:
            decision = state.decision
            assert decision is not None
            chosen.append(decision.player)
            state.apply(0)
        assert chosen == [*range(1, people), 0][:people], "the person behind her seat chooses last"
        assert [one for one in state.log if one.startswith("turn of")] == ["turn of wakhan", "turn of player1"]


def test_she_counts_for_the_deck_and_has_no_loyalty_of_her_own() -> None:
    state = engine("pamir2e").start(players=2, automa=1)
    other = engine("pamir2e").start(players=2)
    names = [name for name, _, _ in state.t.zone_names]
    deck = names.index("deck")
    assert len(state.cards(deck)) == len(other.cards(deck))
    while state.turns == 0:
        state.apply(0)
    assert "wakhan" not in state.to_json()["tracks"]["loyalty of player"]


def test_nobody_waits_for_her_and_her_hand_is_empty_after_her_turn() -> None:
    """But for cards that a swap of hands has brought there."""
    turns = 0
    for seed in range(4):
        state = engine("pamir2e").start(players=2 + seed % 2, seed=seed, automa=1)
        began = state.turns
        while (decision := state.decision) is not None:
            assert decision.name != "wakhan"
            if state.turns > began and not any("Other Persuasive Methods" in line for line in state.log):
                began, turns = state.turns, turns + 1
                assert "wakhan" not in state.to_json()["zones"].get("hand", {})
            state.apply(len(state.options) // 2)
    assert turns > 4


@pytest.mark.parametrize("people", [1, 2])
def test_games_against_her_end_and_she_beats_random_play(people: int) -> None:
    """A small soak; docs/wakhan.md has the figures of a large one."""
    games = 200 if IS_FUZZ else 12
    summary = simulate(engine("pamir2e"), people + 1, games, seed=1, automa=1)
    assert summary.games == games
    assert summary.wins[people] > games / 2


# ---- what is told of her ---------------------------------------------------------------------------------


def rows(section: str) -> list[list[str]]:
    """The cells of the table of a section."""
    _, _, text = DOCS.read_text(encoding="utf-8").partition(f"\n## {section}\n")
    text = text.partition("\n## ")[0]
    found = [[cell.strip() for cell in row.strip("|").split("|")] for row in re.findall(r"^\|.*\|$", text, re.M)]
    return [row for row in found[1:] if not set(row[0]) <= set("- ")]


def scenario_titles() -> dict[str, str]:
    return {example.title: example.rule or "" for example in compiled("pamir2e").scenarios}


def test_every_variant_of_hers_is_in_the_table_of_differences_and_proven_under_both_values() -> None:
    variants = {one.name: one for one in compiled("pamir2e").variants if one.name.startswith("wakhan_")}
    told = {name for row in rows("Where the rulebooks differ") for name in re.findall(r"`(wakhan_\w+)`", row[2])}
    assert told == set(variants)
    assert not any(variant.default for variant in variants.values())
    for name in variants:
        examples = [one for one in compiled("pamir2e").scenarios if name in one.variants]
        assert examples, f"no scenario is played with {name}"
        for example in examples:
            usual = example.title.removesuffix(f": with {name}")
            assert usual != example.title
            assert scenario_titles()[usual] == example.rule, f"{example.title} has no counterpart"


def test_every_point_of_the_table_is_proven() -> None:
    rules = set(scenario_titles().values())
    for row in (*rows("What she does"), *rows("Where the rulebooks differ")):
        ids = re.findall(r"`\[([\w.]+)\]`", row[-1])
        tests = re.findall(r"`(test_\w+)`", row[-1])
        assert ids or tests or row[-1].startswith("–"), row
        assert set(ids) <= rules, row
        assert all(f"def {test}(" in (ROOT / "tests" / "test_wakhan.py").read_text(encoding="utf-8") for test in tests)


def test_each_of_her_cards_has_a_scenario_of_its_lines_and_one_of_its_arrows() -> None:
    rules = list(scenario_titles().values())
    for number in range(1, 25):
        assert f"wakhan.card_{number}" in rules
        assert f"wakhan.card_{number}.arrows" in rules


def test_each_decision_at_which_she_has_preferences_is_hers_in_some_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    preferred = State.preferred

    def noted(state: State) -> int:
        if state.is_automatic(state.player):
            asked.add(state.choice.rule)
        return preferred(state)

    monkeypatch.setattr(State, "preferred", noted)
    game = engine("pamir2e")
    for example in game.scenarios:
        if "wakhan" in example.players:
            assert run_scenario(game, example) == []
    (wakhan,) = compiled("pamir2e").automas
    assert {policy.decision for policy in wakhan.policies} <= asked


@pytest.mark.parametrize("people", [1, 2])
def test_games_against_people_who_look_ahead_end_too(people: int) -> None:
    game = engine("pamir2e")
    assert greedy_play._slots(game)[1].keys() >= {"court", "hand", "prizes"}
    for seed in range(20 if IS_FUZZ else 2):
        result = greedy_play.play(game, people + 1, seed).result
        assert result is not None
        assert sorted(player for rank in result.ranking for player in rank) == list(range(people + 1))
