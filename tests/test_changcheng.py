"""Chang Cheng: its tables are those of our facts, its rulings are played, its games end as was worked out.

The rules themselves are played by the scenarios in cards/changcheng/scenarios.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from typing import Any

import pytest

from compiler.schema import game_to_json
from runtime.coverage import Coverage
from runtime.state import State
from tests.games import IS_FUZZ, ROOT, compiled, engine
from tests.random_play import play_on

FACTS = ROOT.parent / "shared" / "facts" / "changcheng" / "found.md"
GUIDE = (ROOT / "docs" / "changcheng.md").read_text(encoding="utf-8")
WALLS = {"single_wall": 14, "double_wall": 2, "tower": 1}
"""How many spaces a player can fill with each."""
GAMES = 300 if IS_FUZZ else 10
"""For each number of players."""
COVERED = 60
"""So many games for each number of players use everything, if options are chosen at random."""


@cache
def facts() -> str:
    """What is known of the published game: notes that lie beside this repository."""
    if not FACTS.exists():
        pytest.skip("the facts about the published game are not part of this repository")
    return FACTS.read_text(encoding="utf-8")


def numbers(entry: str) -> dict[int, int]:
    """An entry of the facts such as `counters: {0: 3, 1: 3}`."""
    found = re.search(rf"^{entry}: {{(.*?)}}", facts(), re.MULTILINE)
    assert found is not None
    return {int(key): int(value) for key, value in re.findall(r"(-?\d+): (\d+)", found[1])}


def component(name: str) -> int:
    """How many of something the published game has."""
    found = re.search(rf"^  {name}: (\d+)", facts(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def source() -> dict[str, Any]:
    """The checked game as data."""
    return dict(game_to_json(compiled("changcheng")))


def printed(kind: str) -> list[dict[str, Any]]:
    """The cards of a kind: number, title, copies, and their fields as lists of numbers and names."""
    return [
        card
        | {
            field["name"]: [
                value["number"] if "number" in value else value["member"]["name"] for value in field["values"]
            ]
            for field in card.get("fields", ())
        }
        for card in source()["cards"]
        if card["kind"] == kind
    ]


def walls(state: State) -> Counter[str]:
    """How many pieces of wall stand on each space."""
    pieces = state.to_json().get("pieces", {})
    found: Counter[str] = Counter()
    for form in WALLS:
        for spaces in pieces.get(form, {}).values():
            found.update(spaces)
    return found


def played(players: int, seed: int, **options: bool) -> State:
    """A random game at its end."""
    return play_on(engine("changcheng").start(players, seed, options), random.Random(seed))


# ---- boards and counters ---------------------------------------------------------------------------------


def test_the_faces_have_the_known_shape() -> None:
    """13 spaces, three provinces of 3 to 6, three regions, and no border of both at the same place."""
    faces = printed("face")
    assert Counter((face["board"][0], face["surface"][0]) for face in faces) == {
        (board, side): 1 for board in range(1, 5) for side in ("front", "rear")
    }
    for face in faces:
        provinces, regions = face["provinces"], face["regions"]
        assert len(provinces) == len(regions) == 3
        assert sum(provinces) == sum(regions) == 13
        assert all(3 <= length <= 6 for length in (*provinces, *regions))
        assert not set(list(accumulate(provinces))[:-1]) & set(list(accumulate(regions))[:-1])


def test_the_faces_are_those_of_the_facts() -> None:
    found = re.findall(
        r"- id: (\d)|^    ([AB]): {provinces: \[([\d, ]+)\], mongol_regions: \[([\d, ]+)\]}", facts(), re.MULTILINE
    )
    board, wanted = "", {}
    for number, side, provinces, regions in found:
        board = number or board
        if side:
            wanted[board + side] = tuple([int(length) for length in part.split(", ")] for part in (provinces, regions))
    assert len(wanted) == 8
    assert {face["title"]: (face["provinces"], face["regions"]) for face in printed("face")} == wanted


def test_the_counters_are_those_of_the_facts() -> None:
    reputation = {card["worth"][0]: card["copies"] for card in printed("reputation_token")}
    threats = {-card["worth"][0]: card["copies"] for card in printed("threat_token")}
    assert reputation == numbers("reputation_counters")
    assert threats == numbers("threat_counters")
    assert sum(reputation.values()) == component("reputation_counters")
    assert sum(threats.values()) == component("threat_counters")


def test_the_cards_are_those_of_the_facts() -> None:
    cards = {f"{card['priority'][0]}_{card['title'].lower().replace(' ', '_')}" for card in printed("action_card")}
    assert cards == set(re.findall(r"^  (\d_\w+):", facts(), re.MULTILINE))
    assert len(cards) * 4 == component("action_cards")
    assert len(printed("event_card")) == component("event_cards")


def test_the_pieces_are_those_of_the_facts() -> None:
    pieces = {pieces["name"]: pieces["stock"] for pieces in source()["pieces"]}
    assert pieces["single"] * 4 == component("single_walls")
    assert pieces["double"] * 4 == component("double_walls") * 2, "a double wall is two halves"
    assert pieces["turret"] * 4 == component("towers")


# ---- the guide -------------------------------------------------------------------------------------------


def rows(table: str) -> list[list[str]]:
    """A table of the guide, cell by cell, without its head."""
    _, _, rest = GUIDE.partition(f"<!-- {table} -->\n")
    lines = rest.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


@pytest.mark.parametrize("table", ["rulings", "confirmed"])
def test_every_ruling_is_played(table: str) -> None:
    """What stands in the last column are titles of scenarios, or tests of this module."""
    titles = {scenario.title for scenario in engine("changcheng").scenarios}
    for row in rows(table):
        scenarios, tests = re.findall(r'"([^"]+)"', row[-1]), re.findall(r"test_\w+", row[-1])
        assert scenarios or tests, row
        assert set(scenarios) <= titles
        assert set(tests) <= set(globals())


def test_all_rulings_of_the_facts_are_in_the_guide() -> None:
    ruled = [int(row[0]) for row in rows("rulings")]
    assert ruled == list(range(1, len(ruled) + 1))
    section = facts().partition("## 3. ")[2].partition("\n## ")[0]
    assert set(map(int, re.findall(r"^(\d+)\. ", section, re.MULTILINE))) <= set(ruled)


def test_the_examples_of_the_rulebook_are_played() -> None:
    titles = [scenario.title for scenario in engine("changcheng").scenarios]
    assert sorted(title[0] for title in titles if re.match("[A-Z]: ", title)) == list("ABCDEFGHI")


def test_every_action_card_and_event_card_is_played_in_a_scenario() -> None:
    """By the name of the card in the title."""
    titles = [scenario.title for scenario in engine("changcheng").scenarios]
    for card in (*printed("action_card"), *printed("event_card")):
        assert any(re.search(rf"\b{card['title']}\b", title) for title in titles), card["title"]


def test_every_option_is_in_the_guide_with_its_default() -> None:
    told = {
        name: default == "yes"
        for names, default in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (yes|no) \|", GUIDE, re.MULTILINE)
        for name in re.findall(r"\w+", names)
    }
    assert told == dict(engine("changcheng").options)


def test_the_guide_shows_a_face_as_it_is() -> None:
    source = (ROOT / "cards" / "changcheng" / "boards" / "faces.card").read_text(encoding="utf-8")
    shown = re.search(r"```card\n(face .*)\n```", GUIDE)
    assert shown is not None
    assert shown[1] in source.splitlines()


# ---- whole games -----------------------------------------------------------------------------------------


@pytest.mark.fuzz
@pytest.mark.parametrize(("players", "boards"), [(2, 3), (3, 3), (4, 4)])
def test_the_wall_is_completed(players: int, boards: int) -> None:
    """As the facts work out: with neutral walls for two players, and always for three and four."""
    for seed in range(GAMES):
        state = played(players, seed)
        filled = walls(state)
        assert set(filled.values()) == {1}, "a space takes one piece"
        assert len(filled) == 13 * boards
        assert len(state.to_json()["spaces"]["site"]) == boards


@pytest.mark.fuzz
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_gets_lost(players: int) -> None:
    """Pieces are used at most once, cards are somewhere, and every completed province has been scored once."""
    for seed in range(GAMES):
        chance = random.Random(seed)
        state = engine("changcheng").start(players, seed, two_events(seed))
        scored: set[str] = set()
        while state.player >= 0:
            state.apply(chance.randrange(len(state.options)))
            saved = state.to_json()
            for form, most in WALLS.items():
                for spaces in saved.get("pieces", {}).get(form, {}).values():
                    assert sum(spaces.values()) <= most
            now = set(saved.get("marks", {}).get("scored on province", ()))
            assert scored <= now
            scored = now
            assert cards_lying(saved) == {"reputation_token": 15, "threat_token": 15, "action_card": 6 * players,
                                          "face": 8, "event_card": 4}  # fmt: skip


def two_events(seed: int) -> dict[str, bool]:
    return {"two_events": seed % 2 == 0}


def cards_lying(saved: Mapping[str, Any]) -> Counter[str]:
    """How many cards of each kind a saved game has, wherever they are."""
    text = json.dumps([saved.get("zones", {}), saved.get("spaces", {})])
    return Counter(re.findall(r"\"(\w+)\((?=\d)", text))


def test_a_game_in_which_nobody_can_do_anything_ends() -> None:
    """Two players without neutral walls can't complete three boards: 34 pieces for 39 spaces."""
    for seed in range(GAMES):
        state = played(2, seed, neutral_walls=False)
        saved = state.to_json()
        filled = walls(state)
        assert 39 - 7 <= len(filled) <= 39 - 5
        assert state.result is not None
        assert not state.to_json().get("frames")
        open_provinces = 9 - len(saved["marks"]["scored on province"])
        assert open_provinces > 0, "what is not complete is not scored"
        assert all(card not in saved["known"] or len(saved["known"][card]) == 2 for card in threats_on(saved)), (
            "the Mongols come"
        )


def threats_on(saved: Mapping[str, Any]) -> list[str]:
    """The threats on regions."""
    return [card for cards in saved["zones"].get("threat", {}).values() for card in cards]


def test_the_short_game_for_two_is_played_on_two_boards() -> None:
    for seed in range(GAMES):
        state = played(2, seed, short_game=True)
        assert len(walls(state)) == 26
        assert "neutral_color" not in state.to_json().get("tracks", {})


def test_who_is_first_together_has_won_together() -> None:
    """The winners are all those with the highest reputation, and nothing breaks a tie."""
    shared = 0
    for seed in range(GAMES * 6):
        result = played(4, seed).result
        assert result is not None
        scores = [score for score, *_ in result.scores]
        assert set(result.winners) == {seat for seat, score in enumerate(scores) if score == max(scores)}
        shared += len(result.winners) > 1
    assert shared


@pytest.mark.parametrize(("options", "events"), [({}, 0), ({"one_event": True}, 1), ({"two_events": True}, 2)])
def test_up_to_two_event_cards_are_drawn(options: dict[str, bool], events: int) -> None:
    drawn = set()
    for seed in range(30):
        state = play_setup(engine("changcheng").start(3, seed, options))
        table = state.to_json()["zones"].get("table", [])
        assert len(table) == events
        drawn.update(table)
    assert len(drawn) == (4 if events else 0)


def play_setup(state: State) -> State:
    while state.decision is not None and state.decision.rule == "setup.color":
        state.apply(0)
    return state


@pytest.mark.fuzz
def test_only_who_scouts_learns_a_threat() -> None:
    """Nobody's view of the threats changes, but that of the player who says yes; and it then shows one more."""
    learned = 0
    for seed in range(GAMES):
        chance = random.Random(seed)
        state = engine("changcheng").start(2 + seed % 3, seed)
        while state.player >= 0:
            decision = state.decision
            assert decision is not None
            known, boards, options = seen_threats(state), len(state.to_json()["spaces"]["site"]), decision.options
            pick = chance.randrange(len(options))
            state.apply(pick)
            if state.player < 0 or len(state.to_json()["spaces"]["site"]) > boards:
                continue
            for player, (before, now) in enumerate(zip(known, seen_threats(state), strict=True)):
                has_scouted = decision.rule == "scout" and player == decision.player and str(options[pick]) == "yes"
                gained = {region for region in now if region not in before}
                assert gained <= set() if not has_scouted else len(gained) <= 1
                assert len(before) - len(now) <= 1, "a Traitor removes one"
                learned += len(gained)
    assert learned


def seen_threats(state: State) -> list[dict[str, str]]:
    """For each player, the regions whose threat the player's view shows."""
    return [
        {
            region: cards[0]
            for region, cards in state.view(player)["zones"].get("threat", {}).items()
            if isinstance(cards, list) and cards[0] is not None
        }
        for player in range(len(state.players))
    ]


@pytest.mark.fuzz
def test_random_games_use_every_card_choice_and_decision() -> None:
    """With options chosen at random: none is used by nobody."""
    game, chance = engine("changcheng"), random.Random(1)
    coverage = Coverage()
    for players in game.player_counts:
        for seed in range(COVERED):
            options = {option: chance.random() < 0.4 for option in game.options}
            coverage += Coverage.of(play_on(game.start(players, seed, options), random.Random(seed)))
    assert coverage.never(game.tables) == []
