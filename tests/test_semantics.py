"""What sentences mean, one tiny game a rule of docs/decisions.md: heads, gates, decisions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from compiler.engine.render import engine_modules
from compiler.main import compile_game
from compiler.project import Project
from compiler.schema import game_to_json
from runtime.errors import EngineError, IllegalMove
from runtime.game import Game as CompiledGame
from runtime.state import State as CompiledState
from tests.reference.game import Game
from tests.reference.state import State

BOARD = """
game tiny "Tiny" { players 2 to 4   first_player oldest }
count coin/coins of player
count point/points of player
track rounds: number = 0
"""

END = """
to finish { raise rounds by 1   if rounds >= 4 { end game by highest its points, highest its coins [end] } }
"""


AnyGame = Game | CompiledGame
AnyState = State | CompiledState
_plays: list[str] = ["reference"]


@pytest.fixture(autouse=True, params=["reference", "compiled"])
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """What games are played by: the reference interpreter or the modules that they are compiled into."""
    _plays.append(request.param)
    yield request.param
    _plays.pop()


@cache
def build(source: str, engine: str) -> AnyGame:
    """A game from its source."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "cards" / "tiny"
        home.mkdir(parents=True)
        (home / "game.card").write_text(source, encoding="utf-8")
        compiled = compile_game(Project(Path(folder)), "tiny")
    assert compiled.game is not None, [(d.code, d.message, d.span and d.span.line) for d in compiled.report]
    if engine == "compiled":
        return CompiledGame.from_source(("tiny", engine_modules(compiled.game)))
    return Game.from_ir(dict(game_to_json(compiled.game)))


def tiny(rules: str, players: tuple[str, ...] = ("ann", "bob"), **options: bool) -> AnyState:
    """A started game with coins and points; `finish` ends it after four turns."""
    rules = dedent(rules)
    if "to setup" not in rules:
        rules += "\nto setup { set rounds to 0 }\n"
    end = END if "do finish" in rules else ""
    return build(BOARD + end + rules, _plays[-1]).start(players=players, options=options)


def offered(state: AnyState) -> list[str]:
    """The options of the decision, as they are spelled."""
    assert state.decision is not None, "the game is over"
    return [str(option) for option in state.decision.options]


def count(state: AnyState, name: str, player: int = 0) -> int:
    """How much a player has."""
    if isinstance(state, CompiledState):
        slot = next(row[4] for row in state.t.declared if row[:3] == ("count", name, "player"))
        return state.v[slot + player]
    return state.position.count(name, ("player", player))


def is_marked(state: AnyState, name: str, player: int) -> bool:
    """Whether a player has a mark."""
    if isinstance(state, CompiledState):
        slot = next(row[4] for row in state.t.declared if row[:3] == ("mark", name, "player"))
        return bool(state.v[slot + player])
    return (name, ("player", player)) in state.position.marks


# ---- gates -------------------------------------------------------------------------------------------------


def test_an_option_is_offered_only_if_the_head_of_what_it_does_can_be_decided_and_paid() -> None:
    state = tiny("""
        to setup { as players { gain 1 coin } }
        to turn {
          repeat up to 1 times { choose one [way] {
            option cheap { do buy(1) }
            option dear  { do buy(2) }
          } }
          do finish
        }
        to buy(price: number) [buy] {
          require price > 0 [buy.free]
          do settle(price)
          gain 3 points
        }
        to settle(price: number) [settle] { pay (price) coins [settle.coins] }
    """)
    assert offered(state) == ["cheap", "stop"]
    assert state.why("dear") == "settle.coins"


def test_what_is_promised_counts_as_spent_for_the_next_pay_of_the_same_head() -> None:
    rules = """
        to setup { as players { gain 3 coins } }
        to turn {
          repeat up to 1 times { choose one [way] {
            option twice { pay 2 coins [first]   pay 2 coins [second]   gain 1 point }
            option sees  { pay 2 coins [first]   require your coins is 1 [left]   gain 2 points }
          } }
          do finish
        }
    """
    state = tiny(rules)
    assert offered(state) == ["sees", "stop"]
    assert state.why("twice") == "second"
    state.apply("sees")
    assert (count(state, "coin"), count(state, "point")) == (1, 2)


def test_nothing_changes_before_the_whole_head_is_decided(engine: str) -> None:
    state = tiny("""
        to setup { as players { gain 3 coins } }
        to turn {
          if possible { do trade }
          do finish
        }
        to trade [trade] {
          choose a fee in 1 to your coins [trade.fee]
          pay (fee) coins [trade.coins]
          choose a player in other players where player's coins > 0 [trade.with]
          gain (fee) points
          as player { lose 1 coin }
        }
    """, ("ann", "bob", "cid"))  # fmt: skip
    state.apply("2")
    assert state.decision is not None
    assert state.decision.rule == "trade.with"
    assert count(state, "coin") == (3 if engine == "reference" else 1), "the engine sets aside what is promised"
    state.apply("cid")
    assert [count(state, "coin", player) for player in range(3)] == [1, 3, 2]


def test_costs_are_paid_in_order_when_the_gate_opens_and_the_rest_of_a_laid_out_cost_goes_to_the_bank() -> None:
    state = tiny("""
        to setup { as players { gain 5 coins } }
        to turn { if possible { do act }   do finish }
        to act [act] {
          pay 1 coin to your next [act.gift]
          pay 3 coins by lay(2) [act.cost]
          pay (your points) coins by lay(5) [act.nothing]
          gain 1 point
        }
        to lay(amount: number) { as active_player's next { gain (amount) points }   lose 2 coins }
        to idle { may [wait] { gain 1 point } }
        after act { do idle }
    """)
    assert [count(state, "coin", player) for player in range(2)] == [1, 6]
    assert count(state, "point", 1) == 2


def test_a_refused_ask_leaves_nothing_of_the_gate_but_its_else() -> None:
    state = tiny("""
        mark stubborn on player
        to setup { as players { gain 3 coins } }
        to turn { repeat any number of times { do offer }   do finish }
        to offer [offer] {
          choose a player in other players where player is not stubborn [offer.who]
          choose a price in 1 to 2 [offer.price]
          pay (price) coins to player [offer.coins]
          ask player [offer.deal] else { mark player as stubborn }
          gain 1 point
        }
    """)
    state.apply("bob")
    state.apply("2")
    assert state.decision is not None
    assert (state.decision.name, state.decision.kind, offered(state)) == ("bob", "ask", ["accept", "refuse"])
    state.apply("refuse")
    assert (count(state, "coin"), count(state, "coin", 1), count(state, "point")) == (3, 3, 0)
    assert [is_marked(state, "stubborn", player) for player in (0, 1)] == [False, True]
    assert state.decision.name == "bob", "ann can't offer again, so her turn is over"


def test_an_accepted_ask_opens_the_gate() -> None:
    state = tiny("""
        to setup { as players { gain 3 coins } }
        to turn { repeat up to 1 times { do offer }   do finish }
        to offer [offer] {
          choose a price in 1 to 2 [offer.price]
          pay (price) coins [offer.coins]
          ask active_player's next [offer.deal] when price is 1
          gain 1 point
        }
    """)
    state.apply("1")
    state.apply("accept")
    assert (count(state, "coin"), count(state, "point")) == (2, 1)
    state.apply("2")
    assert count(state, "point", 1) == 1, "nobody is asked when the condition does not hold"


def test_if_possible_takes_its_else_when_the_gate_cannot_open() -> None:
    state = tiny("""
        to turn {
          if possible { pay 1 coin [cost]   gain 5 points }
          else { gain 1 point   gain 1 coin }
          may [rest] { gain 2 coins }
          do finish
        }
    """)
    assert (count(state, "point"), count(state, "coin")) == (1, 1)


def test_a_may_that_cannot_be_done_is_not_asked_and_one_without_a_choice_is_yes_or_no(engine: str) -> None:
    state = tiny("""
        to turn {
          may [first] { pay 1 coin [cost]   gain 1 point }
          may [second] { gain 1 coin }
          do finish
        }
    """)
    assert state.decision is not None
    assert (state.decision.rule, offered(state)) == (
        "second",
        ["no", "yes"] if engine == "reference" else ["yes", "no"],
    )


def test_a_may_is_merged_with_its_first_choice_and_borrows_its_id() -> None:
    state = tiny("""
        to turn {
          may { choose an amount in 1 to 2 [take.amount]   gain (amount) coins }
          do finish
        }
    """)
    assert state.decision is not None
    assert (state.decision.rule, state.decision.kind, offered(state)) == ("take.amount", "may", ["1", "2", "no"])
    state.apply("2")
    assert count(state, "coin") == 2


# ---- repeat ------------------------------------------------------------------------------------------------


def test_the_first_round_of_repeat_1_to_3_belongs_to_the_gate_and_the_others_are_optional() -> None:
    state = tiny("""
        to setup { as players { gain 2 coins } }
        to turn {
          may [build] {
            repeat 1 to 3 times { pay 1 coin [cost]   choose an amount in 1 to 2 [size]   gain (amount) points }
          }
          do finish
        }
    """)
    assert offered(state) == ["1", "2", "no"]
    state.apply("2")
    assert offered(state) == ["1", "2", "stop"]
    state.apply("1")
    assert state.decision is not None
    assert state.decision.name == "bob", "no coins are left for a third round"
    assert (count(state, "point"), count(state, "coin")) == (3, 0)


def test_a_repeat_without_a_choice_asks_again_or_stop() -> None:
    state = tiny("to turn { repeat up to 2 times [more] { gain 1 point }   do finish }")
    assert offered(state) == ["again", "stop"]
    state.apply("again")
    state.apply("stop")
    assert count(state, "point") == 1


def test_repeat_n_times_has_no_decision_and_ends_when_a_round_cannot_be_done() -> None:
    state = tiny("""
        to setup { as players { gain 2 coins } }
        to turn {
          set rounds to rounds
          repeat 2 times { gain 1 point }
          repeat your coins + 3 times { if possible { pay 1 coin [cost]   gain 1 point } }
          may [rest] { gain 1 coin }
          do finish
        }
    """)
    assert (count(state, "point"), count(state, "coin")) == (4, 0)


def test_the_bounds_of_a_repeat_are_read_once() -> None:
    state = tiny("""
        to setup { as players { gain 2 coins } }
        to turn {
          repeat your coins times { gain 1 coin }
          may [rest] { gain 1 point }
          do finish
        }
    """)
    assert count(state, "coin") == 4


def test_repeat_while_goes_on_as_long_as_its_condition_holds() -> None:
    state = tiny("""
        to turn {
          repeat while your coins < 3 { gain 1 coin   lose 1 point }
          may [rest] { gain 1 point }
          do finish
        }
    """)
    assert count(state, "coin") == 3


# ---- decisions ---------------------------------------------------------------------------------------------


def test_a_decision_with_one_option_is_taken_silently_and_logged() -> None:
    state = tiny("""
        to turn {
          if possible { choose a player in other players [who]   as player { gain 1 coin } }
          may [rest] { gain 1 point }
          do finish
        }
    """)
    assert "ann: bob [who] (the only option)" in state.log
    assert count(state, "coin", 1) == 1


def test_somebody_else_can_be_the_one_who_chooses() -> None:
    state = tiny("""
        to turn {
          if possible {
            choose a rival in other players [rival]
            choose an amount in 1 to 3 by rival [amount]
            gain (amount) points
          }
          do finish
        }
    """)
    assert state.decision is not None
    assert (state.decision.name, state.decision.rule) == ("bob", "amount")
    state.apply("3")
    assert (count(state, "point"), count(state, "point", 1)) == (3, 0)


def test_an_option_is_spelled_by_its_name_followed_by_what_it_is_about(engine: str) -> None:
    state = tiny("""
        to turn {
          repeat up to 1 times { choose one [way] {
            option give player in other players, amount in 1 to 2 { as player { gain (amount) coins } }
            option keep { gain 1 coin }
          } }
          do finish
        }
    """)
    assert offered(state) == ["give bob 1", "give bob 2", "keep", "stop"]
    assert state.decision is not None
    option = state.decision.options[1]
    assert (option.verb, option.args) == ("give", ("bob" if engine == "compiled" else ("player", 1), 2))
    state.apply("give, bob, 2")
    assert count(state, "coin", 1) == 2


def test_an_illegal_move_names_the_decision_the_answer_and_the_options() -> None:
    state = tiny("""
        to turn {
          repeat up to 1 times { choose one [way] {
            option rich { require your coins > 5 [way.rich]   gain 1 point }
            option keep { gain 1 coin }
          } }
          do finish
        }
    """)
    with pytest.raises(IllegalMove, match=r"ann can't answer `rich` at \[way\]: .*\[way\.rich\].*keep, stop") as e:
        state.apply("rich")
    assert e.value.rule == "way.rich"
    with pytest.raises(IllegalMove, match="there is no option 7"):
        state.apply(7)
    assert state.why("keep") is None


def test_why_names_the_first_rule_that_fails_further_on() -> None:
    state = tiny("""
        to setup { as players { gain 2 coins } }
        to turn { repeat up to 1 times { choose one [way] { option buy { do buy } } }   do finish }
        to buy [buy] {
          choose an amount in 1 to 4 [buy.amount]
          require amount is not 2 [buy.even]
          pay (amount) coins [buy.coins]
          gain (amount) points
        }
    """)
    assert state.why("buy 2") == "buy.even"
    assert state.why("buy 3") == "buy.coins"
    assert state.why("buy 5") == "buy.amount"
    assert state.why("buy 1") is None
    assert state.why("sell") == "way"


def test_players_act_in_turn_order_from_the_active_player() -> None:
    state = tiny("""
        to turn {
          raise rounds by 1
          if rounds is 2 {
            as players { gain (rounds) points   raise rounds by 1 }
            end game by highest its points, lowest its coins [done]
          }
        }
    """, ("ann", "bob", "cid"))  # fmt: skip
    assert state.result is not None
    assert state.result.scores == ((4, 0), (2, 0), (3, 0))
    assert state.result.ranking == ((0,), (2,), (1,))


def test_players_who_are_equal_by_all_keys_share_a_rank() -> None:
    state = tiny("to turn { do finish }")
    assert state.result is not None
    assert (state.result.ranking, state.result.reason) == (((0, 1),), "end")
    with pytest.raises(IllegalMove, match="the game is over"):
        state.apply(0)


# ---- best, the best, the ------------------------------------------------------------------------------------


def test_best_takes_the_first_of_equals_and_the_best_takes_none_of_them() -> None:
    state = tiny("""
        to setup { as players { gain 1 coin } }
        to turn {
          let first be best p in players by highest p's coins
          let leader be the best p in players by highest p's coins
          if leader is none and first is you { gain 1 point }
          gain 1 coin
          let richest be the best p in players by highest p's coins
          if richest is you { gain 10 points }
          may [rest] { gain 1 point }
          do finish
        }
    """)
    assert count(state, "point") == 11


@pytest.mark.parametrize(
    ("sentence", "no", "yes"), [("may [tip]", "no", "yes"), ("repeat up to 1 times [tip]", "stop", "again")]
)
def test_what_is_paid_after_yes_alone_is_paid_once_and_only_after_yes(sentence: str, no: str, yes: str) -> None:
    state = tiny(f"""
        to setup {{ as players {{ gain 5 coins }} }}
        to turn {{
          {sentence} {{
            pay 1 coin [tip.coin]
            gain 1 point
          }}
          do finish
        }}
    """)
    state.apply(no)
    assert count(state, "coin", 0) == 5
    state.apply(yes)
    assert (count(state, "coin", 1), count(state, "point", 1)) == (4, 1)


# ---- the engine itself --------------------------------------------------------------------------------------


def test_a_game_refuses_the_wrong_number_of_players_and_unknown_options() -> None:
    game = build(BOARD + END + "to turn { do finish }\nto setup { set rounds to 0 }", _plays[-1])
    with pytest.raises(ValueError, match="Tiny is for 2 to 4 players, not for 5"):
        game.start(players=5)
    with pytest.raises(ValueError, match="Tiny has no option rain"):
        game.start(players=2, options={"rain": True})


def test_a_game_that_never_ends_is_a_defect_with_a_clear_message() -> None:
    with pytest.raises(EngineError, match="more than 10,000 turns"):
        tiny("to turn { set rounds to 0   do finish }")


def test_the_log_counts_in_the_singular_and_in_the_plural() -> None:
    state = tiny(
        "to turn { gain 1 coin   gain 3 points   set your coins to 5   may [rest] { gain 1 coin }   do finish }"
    )
    assert state.log[2:5] == ["1 coin: bank to ann", "3 points: bank to ann", "coins of ann is 5"]
