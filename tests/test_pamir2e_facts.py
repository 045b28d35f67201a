"""The cards, events and map of Pax Pamir are what the collected facts say, field by field.

The facts lie beside the project and are no part of it: where they are missing these tests are skipped.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from compiler import ir
from compiler.schema import game_to_json
from tests.games import ROOT, compiled

FACTS = ROOT.parent / "shared" / "facts" / "pamir2e"
pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason="the collected facts (shared/facts/pamir2e) are not here")

SPELLED = {
    "citadel_kabul": "citadel(kabul)",
    "citadel_transcaspia": "citadel(transcaspia)",
    "blackmail_kandahar": "blackmail(kandahar)",
    "blackmail_herat": "blackmail(herat)",
    "herat_influence": "influence_in(herat)",
    "persian_influence": "influence_in(persia)",
    "russian_influence": "influence_with(russian)",
} | {f"favor_{suit}": f"favor({suit})" for suit in ("political", "intelligence", "economic", "military")}
"""Where a fact has a name of its own, and the language a parameter."""
EFFECTS = {
    "favor_military": "Military in Favor",
    "favor_intelligence": "Intelligence in Favor",
    "favor_political": "Politics in Favor",
    "koh_i_noor_recovered": "Koh-i-noor Recovered",
}
"""Events whose title has other words than the name in the facts."""
LISTS = ("impact", "actions")
SPELLED_BACK = {ours: theirs for theirs, ours in SPELLED.items()}


@cache
def facts(name: str) -> Any:
    """One file of facts."""
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((FACTS / f"{name}.yaml").read_text(encoding="utf-8"))


@cache
def cards(kind: str) -> dict[int, dict[str, Any]]:
    """The cards of a kind as they are compiled, by number."""
    game: Any = game_to_json(compiled("pamir2e"))
    return {card["number"]: card for card in game["cards"] if card["kind"] == kind}


def spelled(value: dict[str, Any]) -> str:
    """A printed value as the language writes it."""
    if "number" in value:
        return str(value["number"])
    body: dict[str, Any] = value.get("member") or value["ability_use"]
    arguments = ", ".join(map(spelled, body.get("arguments", ())))
    return f"{body['name']}({arguments})" if arguments else str(body["name"])


def printed(card: dict[str, Any]) -> dict[str, Any]:
    """What stands on a compiled court card, in the words of the facts."""
    fields = {field["name"]: [spelled(value) for value in field["values"]] for field in card["fields"]}
    found: dict[str, Any] = {"number": card["number"], "name": card["title"]}
    for name in ("region", "suit", "rank", "patriot", "prize", "ability"):
        found[name] = next(iter(fields.get(name, ())), None)
    return found | {name: fields.get(name, []) for name in LISTS}


def expected(card: dict[str, Any]) -> dict[str, Any]:
    """The same from the facts."""
    found = {key: card[key] for key in ("number", "name", "region", "suit", "patriot", "prize", "ability")}
    found["rank"] = str(card["rank"])
    found["ability"] = SPELLED.get(card["ability"], card["ability"])
    return found | {name: [SPELLED.get(value, value) for value in card[name]] for name in LISTS}


def test_all_court_cards_are_as_the_facts_say() -> None:
    wanted = facts("court_cards")["cards"]
    assert len(wanted) == 100
    assert {card["number"]: expected(card) for card in wanted} == {
        n: printed(c) for n, c in cards("court_card").items()
    }


def test_the_sums_of_the_facts_are_ours() -> None:
    summary = facts("court_cards")["meta"]["summary"]
    ours = [printed(card) for card in cards("court_card").values()]
    for field in ("region", "suit"):
        assert Counter(card[field] for card in ours) == summary[f"by_{field}"]
    assert Counter(int(card["rank"]) for card in ours) == summary["by_rank"]
    assert Counter(action for card in ours for action in card["actions"]) == summary["actions"]
    icons = Counter(SPELLED_BACK.get(icon, icon) for card in ours for icon in card["impact"])
    assert icons == summary["impact_icons"]


def test_every_ability_is_on_its_cards_and_declared() -> None:
    wanted = {
        SPELLED.get(ability["id"], ability["id"]): set(ability["cards"]) for ability in facts("abilities")["abilities"]
    }
    found: dict[str, set[int]] = {}
    for number, card in cards("court_card").items():
        if (ability := printed(card)["ability"]) is not None:
            found.setdefault(ability, set()).add(number)
    assert found == wanted
    assert len(found) == facts("abilities")["meta"]["count"]
    assert {name.partition("(")[0] for name in found} == {ability.name for ability in compiled("pamir2e").abilities}


def test_every_event_has_both_its_halves() -> None:
    events = facts("events")["events"]
    assert [event["number"] for event in events if event["kind"] == "dominance_check"] == sorted(cards("check_card"))
    others = {event["number"]: event for event in events if event["kind"] == "event"}
    assert set(others) == set(cards("event_card"))
    for number, event in others.items():
        titles = {part["name"]: part["title"] for part in cards("event_card")[number]["parts"]}
        for half, name in (("top", "discarded"), ("bottom", "bought")):
            id = event[half]["id"]
            assert titles[name] == EFFECTS.get(id, " ".join(map(titled, id.split("_")))), (number, half)


def titled(word: str) -> str:
    """A word as it stands in a title."""
    return word if word in ("of", "in", "for", "to", "on") else word.capitalize()


def test_lasting_events_last_until_the_next_check_and_others_do_not() -> None:
    """The halves that set rules for a while are those that the facts call lasting."""
    from compiler.walk import descendants

    game = compiled("pamir2e")
    lasting = {
        (card.number, part.name)
        for card in game.cards
        for part in card.parts
        if any(isinstance(node, ir.Until) for node in descendants(part))
    }
    wanted = {
        (event["number"], name)
        for event in facts("events")["events"]
        for half, name in (("top", "discarded"), ("bottom", "bought"))
        if event[half]["duration"] == "until_after_next_dominance_check"
    }
    assert lasting == wanted


def test_the_map_is_that_of_the_facts() -> None:
    (board,) = compiled("pamir2e").maps
    assert set(board.nodes) == {region["id"] for region in facts("map")["regions"]}
    ours = {frozenset((edge.start, edge.end)) for edge in board.edges}
    assert ours == {frozenset(border) for border in facts("map")["borders"]}
    for region in facts("map")["regions"]:
        near = {other for edge in ours if region["id"] in edge for other in edge - {region["id"]}}
        assert near == set(region["adjacent"])


def test_pieces_players_and_coalitions_are_those_of_the_facts() -> None:
    game, board = compiled("pamir2e"), facts("map")
    assert (game.least_players, game.most_players) == (board["players"]["human_min"], board["players"]["human_max"])
    blocks, cylinders = (next(one for one in game.pieces if one.name == name) for name in ("block", "cylinder"))
    assert {coalition["blocks"] for coalition in board["coalitions"]} == {blocks.stock}
    assert cylinders.stock == board["components"]["cylinders_per_player"]
    assert [form.name for form in blocks.forms] == list(board["block_forms"].values())
    assert [form.name for form in cylinders.forms] == list(board["cylinder_forms"].values())
    enums = {enum.name: set(enum.members) for enum in game.enums}
    assert enums["coalition"] == {coalition["id"] for coalition in board["coalitions"]}
    assert enums["suit"] == {suit["id"] for suit in board["suits"]}
