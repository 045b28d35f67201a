"""What games have used of their rules and cards: counted right, whoever plays them, and shown."""

from __future__ import annotations

import json

import pytest

from compiler.cli import main
from runtime.coverage import Coverage
from runtime.processes import iter_summaries
from runtime.simulate import simulate, total
from tests import soak
from tests.games import GAMES, engine

Capture = pytest.CaptureFixture[str]


def played(*answers: str) -> Coverage:
    """What a game of caravan has used after these answers."""
    state = engine("caravan").start(["amira", "boris"], 7)
    for answer in answers:
        state.apply(answer)
    return Coverage.of(state)


def test_every_answer_counts_also_the_only_one_and_the_way_out() -> None:
    uses = played("buy", "stall(0)", "stop").uses
    assert uses["answer", "turn.action", "buy"] == 1
    assert uses["answer", "buy.stall", "choose"] == 1
    assert uses["answer", "turn.action", "stop"] == 1
    assert uses["answer", "turn.action", "travel"] == 0


def test_what_is_carried_out_and_where_cards_have_been_counts() -> None:
    before, after = played().uses, played("buy", "stall(0)").uses
    gone = {use: count for use, count in (after - before).items() if use[0] in ("card", "effect")}
    assert ("effect", "event(13)", "bought") in gone
    assert gone["card", "discards", "event(13)"] == 1
    assert not any(place == "deck" for what, place, _ in after if what == "card"), "nobody sees a hidden zone"


def test_what_was_never_used_is_known_from_the_start() -> None:
    tables = engine("caravan").tables
    never = played().never(tables)
    assert ("answer", "turn.action", "travel") in never
    assert ("icon", "", "coin") in never
    assert ("effect", "event(13)", "spoiled") in never
    assert ("card", "stall", "cargo(1)") in never or ("card", "stall", "cargo(2)") in never
    assert ("answer", "turn.action", "travel") not in played("travel").never(tables)


def test_many_random_games_use_everything() -> None:
    game = engine("caravan")
    for players in game.player_counts:
        [*parts] = iter_summaries(game, players, 150, 0, with_coverage=True)
        coverage = total(players, parts).coverage
        assert coverage is not None
        assert coverage.never(game.tables) == []


def test_coverage_does_not_depend_on_the_number_of_processes() -> None:
    from runtime import load_game

    game = load_game("caravan")
    one, two = (total(2, iter_summaries(game, 2, 6, 3, jobs, with_coverage=True)).coverage for jobs in (1, 2))
    assert one == two is not None


def test_who_does_not_ask_gets_none() -> None:
    assert simulate(engine("caravan"), 2, 1).coverage is None


@pytest.mark.parametrize("name", GAMES)
def test_the_coverage_of_every_game_can_be_told(name: str) -> None:
    game = engine(name)
    state = game.start(game.player_counts[0], 1)
    for _ in range(30):
        state.apply(0)
    coverage = Coverage.of(state)
    known = coverage.known(game.tables)
    assert set(coverage.uses) <= set(known)
    assert {use for use in known if use[0] == "effect"}
    assert all(" used" in line for line in coverage.lines(game.tables))


def test_simulate_shows_coverage(capsys: Capture) -> None:
    assert main(["simulate", "caravan", "--games", "1", "--seed", "7", "--coverage"]) == 0
    shown = capsys.readouterr().out
    assert "answers used" in shown
    assert "never" in shown
    assert main(["simulate", "caravan", "--games", "1", "--seed", "7", "--coverage", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)["coverage"]
    assert counted["answer"]["turn.action"]["buy"] > 0
    assert set(counted["effect"]["event(13)"]) == {"bought", "spoiled"}
    assert main(["simulate", "caravan", "--games", "1", "--json"]) == 0
    assert "coverage" not in json.loads(capsys.readouterr().out)


def test_the_soak_plays_with_all_numbers_of_players_and_reports(capsys: Capture) -> None:
    soak.main("caravan", 6, 1)
    shown = capsys.readouterr().out
    assert [f"2 games with {players} players" in shown for players in (2, 3, 4)] == [True] * 3
    assert "answers used" in shown
