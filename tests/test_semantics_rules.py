"""What rules in force mean, one tiny game a rule of docs/decisions.md: hooks, changes, pieces, cards."""

from __future__ import annotations

import re

from runtime.state import State as CompiledState
from tests.test_semantics import AnyState, count, engine, tiny

__all__ = ["engine"]

CARDS = """
kind gem/gems working in shelf { worth: number, power: ability or none }
gem 1 "Ruby" { worth 1 }
gem 2 "Topaz" { worth 2   power bright(3) }
gem 3 "Onyx" { worth 3   power bright(1) }
zone box: row of gem, open, full
zone discards: pile of gem, open
zone shelf/shelves of player: row of gem, open
query value(player): number { 10 }
to setup { set rounds to number of box - 3 }
"""

MAP = """
map town/towns, road/roads { harbor - oasis, oasis - temple }
pieces animal/animals of player, 2 each { camel/camels in town   fresh each turn }
"""


def points(state: AnyState) -> list[int]:
    """The points of all players."""
    return [count(state, "point", player) for player in range(len(state.players))]


def fresh(state: AnyState, form: str, player: int, town: str) -> int:
    """How many pieces of a player have come to a town this turn."""
    if isinstance(state, CompiledState):
        found = next(one for one in state.t.forms if one.name == form)
        return state.v[found.fresh + player * found.places + state.t.members["town"].index(town)]
    return state.position.pieces_on(form, ("player", player), ("town", town), fresh=True)


# ---- hooks ---------------------------------------------------------------------------------------------------


def test_after_hooks_wait_in_one_queue_first_in_first_out() -> None:
    state = tiny("""
        to turn { do work   may [rest] { gain 1 coin }   do finish }
        to work { gain 1 coin }
        to echo { gain 2 coins }
        to last { gain 3 coins }
        after work { do echo   gain 10 coins }
        after work { gain 20 coins }
        after echo { do last }
        after last { gain 30 coins }
    """)
    amounts = [line.split()[0] for line in state.log if re.search("coins?: bank", line)]
    assert amounts == ["1", "2", "10", "20", "3", "30"], "what a hook sets off joins the end"


def test_the_queue_is_emptied_before_the_next_sentence_of_the_interrupted_effect() -> None:
    state = tiny("""
        to turn { do twice   may [rest] { gain 1 coin }   do finish }
        to twice { do work   gain 5 coins }
        to work { gain 1 coin   gain 2 coins }
        after work { gain 3 coins }
    """)
    assert [line.split()[0] for line in state.log if re.search("coins?: bank", line)] == ["1", "2", "3", "5"]


def test_before_comes_first_and_instead_of_replaces_the_rest_but_not_the_costs() -> None:
    state = tiny("""
        to setup { as players { gain 5 coins } }
        to turn { repeat up to 1 times { choose one [way] { option act { do act } } }   do finish }
        to act [act] { pay 2 coins [act.coins]   gain 7 points }
        before act { gain (your coins) points }
        instead of act if your points > 0 { gain 10 points }
        after act { gain 100 points }
    """)
    state.apply("act")
    assert (count(state, "coin"), count(state, "point")) == (3, 13)


def test_a_hook_whose_gate_cannot_open_is_skipped() -> None:
    state = tiny("""
        to turn { do work   may [rest] { gain 1 coin }   do finish }
        to work { gain 1 point }
        before work { pay 1 coin [tax]   gain 50 points }
        instead of work { pay 1 coin [tax]   gain 60 points }
        after work { pay 1 coin [tax]   gain 70 points }
    """)
    assert points(state) == [1, 0]


def test_an_event_can_name_who_acts() -> None:
    state = tiny("""
        to turn { do work   may [rest] { gain 1 coin }   do finish }
        to work { gain 1 point }
        after work by a player if player is not active_player's next { as player { gain 2 points } }
    """)
    assert points(state) == [3, 0]


def test_until_ends_when_its_event_is_over() -> None:
    state = tiny("""
        query pay_of(player): number { 1 }
        to turn {
          until work by you { raise your pay_of by 4 }
          do work
          do work
          may [rest] { gain 1 coin }
          do finish
        }
        to work { gain (your pay_of) points }
    """)
    assert points(state) == [6, 0]


def test_a_hook_does_not_set_itself_off() -> None:
    state = tiny("""
        before a token of a player leaves supply { place a token of player in square }
        pieces token/tokens of player, 5 each { token/tokens in site }
        map site/sites, path/paths { square - tower }
        to turn { place your token in tower   may [rest] { gain (tokens of you) points }   do finish }
    """)
    state.apply("yes")
    assert points(state) == [2, 0]


# ---- changes -------------------------------------------------------------------------------------------------


def test_changes_come_before_raises_and_the_last_change_wins() -> None:
    state = tiny(
        """
        query price(player): number { 1 }
        variant sale "Sale" default yes { change a player's price to 20   raise a player's price by 1 }
        variant rush "Rush" default yes { change a player's price to 30 if player is active_player }
        to turn { gain (your price) points   until work { change your price to 40 }   gain (your price) points
          may [rest] { do work   gain 1 coin }   do finish }
        to work { gain 1 coin }
        """
    )
    assert points(state) == [31 + 41, 0]


def test_a_number_is_lowered_after_it_was_changed() -> None:
    state = tiny(
        """
        query price(player): number { 1 }
        variant sale "Sale" default yes { lower a player's price by 3   change a player's price to 20 }
        to turn { gain (your price) points   may [rest] { gain 1 coin }   do finish }
        """
    )
    assert points(state) == [17, 0]


def test_a_change_that_reads_its_own_query_sees_it_without_itself() -> None:
    state = tiny(
        """
        query price(player): number { 3 }
        variant double "Double" default yes { change a player's price to player's price * 2 }
        to turn { gain (your price) points   may [rest] { gain 1 coin }   do finish }
        """
    )
    assert points(state) == [6, 0]


def test_treated_as_not_beats_treated_as_yes() -> None:
    state = tiny(
        """
        query lucky(player): yes/no { no }
        query wise(player): yes/no { no }
        variant charm "Charm" default yes { treat a player as lucky   treat a player as wise }
        variant curse "Curse" default yes { treat a player as not lucky if player is active_player }
        to turn {
          if you are lucky { gain 1 point }
          if you are wise { gain 10 points }
          may [rest] { gain 1 coin }
          do finish
        }
        """
    )
    assert points(state) == [10, 0]


def test_a_variant_that_is_not_chosen_changes_nothing() -> None:
    rules = """
        query price(player): number { 3 }
        variant double "Double" default yes { change a player's price to 6 }
        to turn { gain (your price) points   may [rest] { gain 1 coin }   do finish }
        """
    assert points(tiny(rules, double=False)) == [3, 0]


def test_forbid_takes_an_option_away_and_says_which_rule_it_was() -> None:
    state = tiny(
        """
        variant truce "Truce" default yes { forbid rival at [hit.who] if rival is active_player's next [truce] }
        to turn { repeat up to 1 times { choose one [way] { option hit { do hit } option pass { gain 1 coin } } }
          do finish }
        to hit [hit] { choose a rival in other players [hit.who]   as rival { lose 1 point }   gain 1 point }
        """,
        ("ann", "bob", "cid"),
    )
    assert state.why("hit bob") == "truce"
    state.apply("hit")
    assert points(state) == [1, 0, 0]
    assert "ann: cid [hit.who] (the only option)" in state.log


def test_the_words_of_a_may_an_ask_and_a_repeat_can_be_forbidden_too() -> None:
    state = tiny(
        """
        variant strict "Strict" default yes {
          forbid yes at [nap] [strict]
          forbid stop at [drill] [strict]
          forbid refuse at [plea] [strict]
        }
        to turn {
          may [nap] { gain 1 coin }
          repeat up to 2 times [drill] { gain 1 point }
          may [ask_for] { ask active_player's next [plea] else { lose 1 point }   gain 10 points }
          do finish
        }
        """
    )
    assert state.decision is not None
    assert (state.decision.rule, points(state)) == ("ask_for", [2, 0])
    state.apply("yes")
    assert points(state) == [12, 2], "bob could only accept, and has drilled as well"


# ---- cards ---------------------------------------------------------------------------------------------------


def test_an_ability_works_while_its_card_lies_where_its_kind_works() -> None:
    state = tiny(
        CARDS
        + """
        ability bright(n: number) "Bright" { raise your value by n }
        to turn {
          move gem(2) to right of your shelf
          move gem(3) to right of your shelf
          gain (your value) points
          discard gem(2)
          gain (your value) coins
          may [rest] { gain (total worth of your shelf) coins }
          do finish
        }
        """.replace("\n        ", "\n")
    )
    assert (count(state, "point"), count(state, "coin")) == (14, 11)


def test_for_each_lists_its_members_at_the_start_and_skips_those_that_have_left() -> None:
    state = tiny(
        CARDS
        + """
        ability bright(n: number) "Bright" { raise your value by n }
        to turn {
          for each gem in box {
            gain (gem's worth) points
            if gem's number is 1 { move gem(2) to left of your shelf }
          }
          may [rest] { gain (your value) coins   discard gem(1) }
          do finish
        }
        """.replace("\n        ", "\n")
    )
    assert points(state) == [4, 0]


def test_rows_piles_and_ends() -> None:
    state = tiny(
        CARDS
        + """
        ability bright(n: number) "Bright" { raise your value by n }
        to turn {
          move gem(1) to right of your shelf
          move gem(2) to right of your shelf
          move gem(3) to left of your shelf
          gain (gem(1)'s position * 100 + gem(2)'s position * 10 + gem(3)'s position) points
          discard gem(1)
          discard gem(2)
          if top(discards) is gem(2) { gain 1000 points }
          may [rest] { gain (your value) coins   gain (top(discards)'s worth) coins }
          do finish
        }
        """.replace("\n        ", "\n")
    )
    assert points(state) == [1231, 0]


def test_none_gives_0_no_and_nothing_and_is_never_taken_for_0() -> None:
    state = tiny(
        CARDS
        + """
        ability bright(n: number) "Bright" { raise your value by n }
        query best_gem(player): gem or none { best g in player's shelf by highest g's worth }
        to turn {
          if your best_gem's worth is 0 { gain 1 point }
          if your best_gem is none { gain 10 points }
          if no your best_gem's owner's shelf { gain 100 points }
          move gem(1) to right of your shelf
          if your best_gem's worth is 1 { gain 1000 points }
          may [rest] { gain (your value) coins   discard gem(1) }
          do finish
        }
        """.replace("\n        ", "\n")
    )
    assert points(state) == [1111, 0]


# ---- pieces, marks and what is forgotten ---------------------------------------------------------------------


def test_placing_does_as_much_as_the_supply_allows() -> None:
    state = tiny(
        MAP
        + """
to turn {
  place 2 camels of you in harbor
  place 2 camels of you in harbor
  gain (fresh camels of you in harbor) points
  may [rest] { gain 1 coin }
  do finish
}
"""
    )
    assert points(state) == [2, 0]


def test_a_before_hook_can_fetch_a_piece_when_the_supply_is_empty_but_no_fresh_one() -> None:
    state = tiny(
        MAP
        + """
to turn {
  if rounds is 0 { as players { place 2 camels of you in harbor } }
  else { place 2 camels of you in temple }
  gain (camels of you in temple) points
  may [rest] { gain 1 coin }
  do finish
}
before an animal of a player leaves supply if no animals of player in supply [short] {
  if possible {
    choose one [short.from] {
      option camel town in towns {
        require camels of player in town > fresh camels of player in town [short.fresh]
        remove a camel of player in town
      }
    }
  }
}
"""
    )
    state.apply("no")
    assert points(state) == [0, 2]
    assert fresh(state, "camel", 1, "temple") == 2
    assert fresh(state, "camel", 0, "harbor") == 0


def test_a_moved_piece_stays_fresh_and_old_ones_are_taken_first() -> None:
    state = tiny(
        MAP
        + """
to setup { as players { place a camel of you in harbor } }
to turn {
  place a camel of you in harbor
  move a camel of you in harbor to oasis
  gain (fresh camels of you in harbor) points
  move all camels of you in harbor to temple
  gain (10 * fresh camels of you in temple + 100 * fresh camels of you in oasis) points
  may [rest] { gain 1 coin }
  do finish
}
"""
    )
    assert points(state) == [11, 0]


def test_what_is_kept_each_turn_is_forgotten_when_the_next_turn_begins() -> None:
    state = tiny("""
        count step/steps of player each turn
        track busy: yes/no = no each turn
        mark tired on player each turn
        to turn {
          if not busy and your steps is 0 and no (players where it is tired) { gain 1 point }
          gain 2 steps
          set busy to yes
          mark you as tired
          if busy and your steps is 2 and you are tired { gain 10 points }
          may [rest] { gain 1 coin }
          do finish
        }
    """)
    for _ in range(2):
        state.apply("no")
    assert points(state) == [22, 11]


def test_every_piece_is_an_event_of_its_own_and_the_hook_runs_after_the_sentence() -> None:
    state = tiny(
        MAP
        + """
to turn { place 2 camels of you in harbor   gain 5 points   may [rest] { gain 1 coin }   do finish }
after a camel of a player enters a town if town is harbor { as player { gain (camels of player in town) points } }
"""
    )
    assert [line.split()[0] for line in state.log if "points: bank" in line] == ["2", "2", "5"]
