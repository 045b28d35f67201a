"""Automated opponents: what they take, what they never take, and what becomes of it; both engines say the same."""

from __future__ import annotations

import json
from functools import cache

import jsonschema
import pytest

from compiler.engine.render import engine_modules
from compiler.schema import game_to_json
from runtime import load_game
from runtime.errors import SavedGameError
from runtime.game import Game
from runtime.replay import ReplayError, parse, play, record
from runtime.scenarios import run_scenario
from runtime.state import State
from tests.agreement import disagreement
from tests.reference.game import Game as ReferenceGame
from tests.reference.scenarios import run_scenario as run_on_reference
from tests.reference.scenarios import scenarios
from tests.snippets import compile_snippet

BASE = """
game sample "Sample" { players 2 to 3   first_player first }
enum color/colors { red, green, blue }
count coin/coins of player
count point/points of player
track last of player: color or none
query value(color): number { if color is red then 1 else 2 }
to setup { }
to turn {
  if any (players where its points > 9) { end game by highest its points [end] }
  gain 1 point
  do act
}
"""


@cache
def games(source: str) -> tuple[Game, ReferenceGame]:
    """The base with an action and an opponent, as the engine and as the interpreter play it."""
    compiled = compile_snippet(BASE, source)
    assert compiled.game is not None, list(compiled.report)
    modules = engine_modules(compiled.game)
    return Game.from_source(("sample", modules)), ReferenceGame.from_ir(dict(game_to_json(compiled.game)))


def answers(source: str, turns: int = 1) -> list[str]:
    """What the opponent, who moves second, answers in her first turns; both engines agree on whole games."""
    game, reference = games(source)
    assert disagreement(game, reference, 2, 0, 100, 1) is None
    state = game.start(players=2, automa=1)
    while state.player >= 0 and state.turns <= 2 * turns:
        state.apply(0)
    return [line.removeprefix("robot: ") for line in state.log if line.startswith("robot: ")]


PAINT = "to act { choose a color in colors [paint]  set your last to color }\n"


@pytest.mark.parametrize(
    ("policy", "taken"),
    [
        ("", "red"),
        ("at [paint] { prefer color if color is blue  prefer color }", "blue"),
        ("at [paint] { prefer color by highest color's value }", "green"),
        ("at [paint] { prefer color by highest color's value, color is blue }", "blue"),
        ("at [paint] { prefer color if your coins > 0 by color is blue  prefer color by color is green }", "green"),
        ("at [paint] { prefer color if actor is robot by color is blue }", "blue"),
        ("at [paint] { prefer color if active_player is not you  prefer color if color is not red }", "green"),
    ],
)
def test_the_first_line_that_applies_wins_then_its_keys_then_the_order(policy: str, taken: str) -> None:
    assert answers(PAINT + f'automa robot "Robot" {{ {policy} }}')[0].partition(" ")[0] == taken


WAYS = """
to act {
  choose one [act] {
    option sing { gain 2 points }
    option pay_for color in colors [act.color] {
      choose a tip in 1 to 2 [act.tip]
      set your last to color
      lose (tip) coins
    }
    option wait { gain 1 coin }
  }
}
"""


@pytest.mark.parametrize(
    ("policy", "taken"),
    [
        ("", ["sing [act]"]),
        ("at [act] { prefer wait }", ["wait [act] (the only option)"]),
        ("at [act] { prefer pay_for if color is green  prefer sing }", ["pay_for green [act]", "1 [act.tip]"]),
        (
            "at [act] { prefer pay_for  prefer sing } at [act.tip] { prefer tip if color is red and tip is 2 }",
            ["pay_for red [act]", "2 [act.tip] (the only option)"],
        ),
        (
            "at [act] { prefer pay_for  prefer sing } at [act.tip] { prefer tip if tip > 2 }",
            ["sing [act] (the only option)"],
        ),
    ],
)
def test_what_no_line_names_is_no_option_for_her_also_when_a_head_is_tried(policy: str, taken: list[str]) -> None:
    assert answers(WAYS + f'automa robot "Robot" {{ {policy} }}')[: len(taken)] == taken


def test_people_are_offered_everything_all_the_same() -> None:
    game, _ = games(WAYS + 'automa robot "Robot" { at [act] { prefer wait } }')
    state = game.start(players=2, automa=1)
    assert [str(option) for option in _decision(state).options] == [
        "sing", "pay_for red", "pay_for green", "pay_for blue", "wait",
    ]  # fmt: skip


OFFER = "to act { may [offer] { choose a color in colors [paint]  set your last to color } }\n"
ROUNDS = "to act { repeat up to 3 times [more] { choose a color in colors [paint]  set your last to color } }\n"


@pytest.mark.parametrize(
    ("act", "policy", "taken"),
    [
        (OFFER, "", ["red [offer]"]),
        (OFFER, "at [offer] { prefer no }", []),
        (OFFER, "at [offer] { prefer no if your points > 5  prefer yes }", ["red [offer]"]),
        (OFFER, "at [offer] { prefer yes if your points > 5 }", []),
        (OFFER, "at [paint] { prefer color if color is blue }", ["blue [offer]"]),
        (OFFER, "at [paint] { prefer color if your points > 5 }", []),
        (ROUNDS, "", ["red [more]"] * 3),
        (ROUNDS, "at [more] { prefer stop if your last is not none  prefer again }", ["red [more]"]),
        (ROUNDS, "at [paint] { prefer color if color is not your last }", ["red [more]", "green [more]", "red [more]"]),
    ],
)
def test_she_says_yes_and_goes_on_unless_a_line_says_otherwise(act: str, policy: str, taken: list[str]) -> None:
    assert answers(act + f'automa robot "Robot" {{ {policy} }}') == taken


ASKED = """
to act {
  if possible {
    ask your next [agree] else { lose 1 point }
    gain 1 coin
  }
}
"""


@pytest.mark.parametrize(
    ("policy", "taken"),
    [
        ("", "accept [agree]"),
        ("at [agree] { prefer refuse }", "refuse [agree]"),
        ("at [agree] { prefer refuse if active_player's coins > 5 }", "accept [agree]"),
    ],
)
def test_she_agrees_with_others_unless_a_line_says_otherwise(policy: str, taken: str) -> None:
    assert answers(ASKED + f'automa robot "Robot" {{ {policy} }}')[0] == taken


FORCED = """
to act {
  gain 1 coin
  choose one [then] { option left { gain 1 coin }  option right { gain 1 coin } }
}
"""


def test_where_she_must_decide_and_wants_nothing_she_takes_the_first_option() -> None:
    source = FORCED + 'automa robot "Robot" { at [then] { prefer left if your coins > 99 } }'
    assert answers(source)[0] == "left [then]"


BY_HER = "to act { may [gift] { choose a color in colors by your next [gift.color]  set your last to color } }\n"


def test_what_she_decides_in_the_turn_of_another_is_hers_too() -> None:
    source = BY_HER + 'automa robot "Robot" { at [gift.color] { prefer color if color is blue and actor is you } }'
    game, _ = games(source)
    state = game.start(players=2, automa=1)
    assert [str(option) for option in _decision(state).options] == ["yes", "no"]
    state.apply("yes")
    assert "robot: blue [gift.color] (the only option)" in state.log
    assert answers(source)


RULES = """
to act { if possible { choose a color in colors [paint]  set your last to color } }
automa robot "Robot" {
  change a color's value to 7 if color is green
  after turn by you { gain (red's value + green's value) coins }
  forbid color at [paint] if color is red and actor is you [robot.red]
}
after turn by a player if player is robot { as player { gain 100 coins } }
"""


def test_her_rules_are_in_force_while_she_plays_and_she_is_none_otherwise() -> None:
    game, reference = games(RULES)
    assert disagreement(game, reference, 3, 1, 60, 1) is None
    assert disagreement(game, reference, 3, 1, 60, 0) is None
    state, without = game.start(players=2, automa=1), game.start(players=2)
    assert [str(option) for option in _decision(state).options] == ["red", "green", "blue"]
    state.apply("red")
    assert "8 coins: bank to robot" in state.log
    assert "100 coins: bank to robot" in state.log
    assert "robot: green [paint]" in state.log
    for _ in range(4):
        without.apply("red")
    assert not [line for line in without.log if "coin" in line]


REASONS = """
to act {
  if possible { pay 1 coin [act.coin]  gain 1 point }
  else { gain 1 coin }
  choose a color in colors [paint]
  set your last to color
}
automa robot "Robot" { at [paint] { prefer color } }
"""


def test_the_log_says_what_stopped_her() -> None:
    game, _ = games(
        REASONS.replace(
            "choose a color in colors [paint]\n  set your last to color",
            "may { choose a color in colors [paint]  set your last to color }",
        )
    )
    state = game.start(players=2, automa=1)
    state.apply("red")
    assert "robot can't: [act.coin] can't be paid: pay 1 coin" in state.log
    assert not [line for line in state.log if line.startswith("player1 can't")]


# ---- at the table ----------------------------------------------------------------------------------------


def _decision(state: State):  # type: ignore[no-untyped-def]
    assert state.decision is not None
    return state.decision


def test_she_has_the_last_seat_or_that_with_her_name() -> None:
    game = load_game("caravan")
    assert game.automas == {"zahra": "Zahra"}
    assert game.start(players=3, automa=1).players == ("player1", "player2", "zahra")
    assert game.start(players=3, automa=1).automas == {"zahra": 2}
    assert game.start(players=["zahra", "bo"], automa=["zahra"]).automas == {"zahra": 0}
    assert game.start(players=["ada", "bo"], automa=1).automas == {"zahra": 1}
    assert game.start(players=["ada", "zahra"]).automas == {}


@pytest.mark.parametrize(
    ("players", "automa", "message"),
    [
        (2, 2, "has not 2 automated opponents; it has: zahra"),
        (2, ["bo"], "has no automated opponent `bo`; it has: zahra"),
        (2, ["zahra", "zahra"], "plays only once"),
        (1, 1, "somebody has to play against"),
        (5, 1, "for 2 to 4 players, not for 5"),
    ],
)
def test_who_can_not_play_is_told_why(players: int, automa: int | list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_game("caravan").start(players=players, automa=automa)


def test_a_game_is_saved_with_her_and_everybody_sees_who_she_is() -> None:
    game = load_game("caravan")
    state = game.start(players=2, seed=3, automa=1)
    saved = state.to_json()
    assert saved["automas"] == {"zahra": "zahra"}
    jsonschema.validate(saved, game.schema())
    again = game.from_json(json.loads(json.dumps(saved)))
    assert again == state
    assert again.automas == {"zahra": 1}
    assert state.view(0)["automas"] == {"zahra": "zahra"}
    assert "automas" not in game.start(players=2).to_json()
    for wrong in ({"bo": "zahra"}, {"zahra": "bo"}, {"zahra": 1}):
        with pytest.raises(SavedGameError, match="automas"):
            game.from_json({**saved, "automas": wrong})


def test_a_replay_names_her_and_holds_the_moves_of_the_others() -> None:
    game = load_game("caravan")
    replay = record(game, ["stop"], 2, seed=3, automa=1)
    assert "\nautoma zahra\n" in str(replay)
    assert parse(str(replay)) == replay
    assert {move.player for move in replay.moves} == {"player1"}
    assert play(game, replay).automas == {"zahra": 1}
    for line, message in (
        ("automa bo", "has no automated opponent `bo`"),
        ("automa zahra, zahra", "plays twice"),
        ("automa a-b", "no name of an automated opponent"),
    ):
        with pytest.raises(ReplayError, match=message):
            play(game, parse(str(replay).replace("automa zahra", line)))


def test_a_worked_example_says_what_she_would_do_instead() -> None:
    examples = """
automa robot "Robot" { at [paint] { prefer color if color is not red by color is blue } }
scenario "She paints green" { players robot, ada  given { set ada's points to 0 }
  when robot plays green
}
scenario "She paints anything but red" { players robot, ada  given { set ada's points to 0 }
  then robot cannot play red because [paint]
  when robot plays blue
  then robot's last is blue and robot's points is 1
}
"""
    game, reference = games(PAINT + examples)
    wrong = [line.partition(": ")[2] for line in run_scenario(game, game.scenarios[0])]
    assert wrong == ["robot does not play green at [paint], but blue"]
    assert run_scenario(game, game.scenarios[1]) == []
    said = [[line.partition(": ")[2] for line in run_on_reference(reference, one)] for one in scenarios(reference)]
    assert said == [wrong, []]
