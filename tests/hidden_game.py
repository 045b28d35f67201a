"""A small game that hides all that can be hidden, for tests of saving, views and decks.

Private hands and rows, a hidden pile and a hidden set, cards that are shown to one player, secret choices, private and
hidden tracks of every type, marks and counts on cards nobody sees, effects on cards that are not shown, a shuffle
behind a decision of the setup, and a pile that is shuffled again during play.
"""

from __future__ import annotations

from functools import cache

from compiler.engine.render import engine_modules
from runtime.game import Game
from tests.snippets import compile_snippet

RULES = """\
game hidden "Hidden" { players 2 to 4   first_player random }

enum color/colors { red, green, blue }
enum shelf/shelves { low, high }

kind gem/gems { color: color, worth: 1 to 5 }
kind seal/seals of player { power: 1 to 3, vow: effect or none }
kind omen/omens { sign: color }

zone deck: pile of gem, hidden, full
zone discards: pile of gem, open
zone hand/hands of player: set of gem, private unless open_hands
zone line/lines of player: row of gem, private
zone vault of shelf: set of gem, hidden
zone seal_hand/seal_hands of player: set of seal, private, full
zone sealed of shelf: set of seal, private
zone broken: row of seal, open
zone omens_left: pile of omen, hidden, full
zone told: row of omen, open

count point/points of player
count scratch/scratches of gem
track wish of player: color or none, private
track luck of player: number, private = 0
track bold of player: yes/no, private = no
track fate: color or none, hidden
track favorite: color or none
track turns_left: number = 24
mark chipped on gem

variant open_hands "Open hands" default no [open_hands] { }

to setup [setup] {
  shuffle deck
  as players { draw 3 gems from deck to your hand }
  for each shelf in shelves { draw 2 gems from deck to shelf's vault }
  as players {
    if possible {
      choose secretly a color in colors [setup.wish]
      set your wish to color
    }
  }
}

# Nobody has seen these when the first decisions are made.
after setup [omens] {
  shuffle omens_left
  set fate to top(omens_left)'s sign
  draw 1 omen from omens_left to right of told
}

to turn [turn] {
  do act
  lower turns_left by 1
  if no cards in deck {
    draw all cards from discards to top of deck
    shuffle deck
  }
  if turns_left <= 0 { end game by highest its points, highest its total_worth [end] }
}

query total_worth(player): number { total worth of player's hand }

to act [turn.act] {
  choose one [turn.act] {
    option take { draw 1 gem from deck to your hand }
    option peek { do peek }
    option hide { do hide }
    option seal { do seal_something }
    option wager { do wager }
    option show { do show }
    option chip { do chip }
    option swap { do trade }
    option swear { do swear }
  }
}

to peek [peek] {
  choose a shelf in shelves where any shelf's vault [peek.where]
  reveal shelf's vault to you
}

# Two decisions before anything is shown: the first card waits in a frame.
to hide [hide] {
  choose a gem in your hand [hide.gem]
  choose a shelf in shelves [hide.where]
  if shelf is low { move gem to right of your line }
  else { move gem to shelf's vault }
  mark gem as chipped
  raise your luck by gem's worth
}

to seal_something [seal] {
  choose a seal in your seal_hand [seal.seal]
  choose a shelf in shelves [seal.where]
  move seal to shelf's sealed
  if number of shelf's sealed >= 3 {
    for each other_seal in shelf's sealed { move other_seal to right of broken }
  }
}

to wager [wager] {
  choose secretly a color in colors [wager.color]
  choose a rival in other players [wager.rival]
  set your wish to color
  set your bold to yes
  if rival's wish is color { gain 1 point }
}

to show [show] {
  choose a gem in your hand [show.gem]
  reveal gem
  gain (gem's worth) points
  discard gem
  set favorite to gem's color
}

to chip [chip] {
  choose a gem in your line [chip.gem]
  raise scratches on gem by 1
  may {
    choose a second in your line where second is not gem [chip.second]
    move second to left of your line
  }
}

to trade [trade] {
  choose a rival in other players where any rival's hand [trade.rival]
  choose a gem in your hand [trade.gem]
  choose a theirs in rival's hand by rival [trade.theirs]
  move gem to rival's hand
  move theirs to your hand
}

# What is sworn by is not shown.
to swear [swear] {
  choose a seal in your seal_hand where seal has a vow [swear.seal]
  do seal's vow
}
"""

CARDS = """\
gem 1 { color red   worth 1   copies 4 }
gem 2 { color red   worth 3   copies 2 }
gem 3 { color green   worth 2   copies 3 }
gem 4 { color green   worth 5 }
gem 5 { color blue   worth 2   copies 4 }
gem 6 { color blue   worth 4   copies 2 }
gem 7 { color red   worth 5 }
gem 8 { color blue   worth 1 }
seal 1 {
  power 1
  vow "Bold vow" [vow] {
    choose a color in colors [vow.color]
    set favorite to color
  }
}
seal 2 {
  power 2
  vow "Mild vow" [vow] {
    choose a color in colors [vow.color]
    set favorite to color
    gain 1 point
  }
}
seal 3 { power 3 }
omen 1 { sign red }
omen 2 { sign green }
omen 3 { sign blue }
"""


@cache
def hidden_game() -> Game:
    """The game, compiled."""
    compiled = compile_snippet(RULES, CARDS)
    assert compiled.game is not None, compiled.report
    return Game.from_source(("hidden", engine_modules(compiled.game)))
