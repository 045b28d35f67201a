"""A small game in which everything that can hold something does: players, spaces of any grid, roads, cards, enums."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

from jsonschema import Draft202012Validator

from compiler.engine.render import engine_modules
from runtime.game import Game
from runtime.state import State
from tests.random_play import sampled
from tests.snippets import compile_snippet

RULES = """\
game holders "Holders" { players 2 to 4   first_player random }

enum color/colors { red, green }
map isle/isles, strait/straits { rhodes - crete, crete - malta, malta - rhodes }
grid seat_row of bench/benches holding card { column: 2 to 5 }
grid board of cell/cells holding card { color: color   column: 1 to 3 }
grid yard of plot/plots { player: player   column: 1 to 2 }
grid camp of tent/tents { player: player }

kind gem/gems { worth: 1 to 4 }
kind seal/seals of player { power: 1 to 3 }

pieces cube/cubes of player, 60 each {
  load/loads on player   flag/flags in isle   wreath/wreaths on strait   knob/knobs in cell   hut/huts in plot
  bead/beads on gem   pole/poles in tent   fresh each turn
}
pieces stone/stones of color, 60 each { pebble/pebbles on player   rock/rocks in bench }

zone deck: pile of gem, hidden, full
zone hand/hands of player: set of seal, private, full
zone tray/trays of cell: row of gem, open
zone bowl/bowls of bench: row of card, open
zone shed/sheds of plot: set of card, hidden
zone boat/boats of strait: row of card, open
zone chest/chests of color: pile of card, hidden

count coin/coins of player, cell, strait, gem
track wish of player: color or none
track mood of plot: yes/no = yes
track wind of isle: number = 1
track left: number = 60
mark ready on player
mark open_now on tent
mark closed on strait
mark worn on card

to setup [setup] { shuffle deck }

to turn [turn] {
  lower left by 1
  do act
  if left <= 0 { end game by highest its coins [end] }
}

to act [act] {
  choose one [act.what] {
    option players { do to_players }
    option nearby { do to_places }
    option cards { do to_cards }
  }
}

to to_players [players] {
  choose a player in players [players.who]
  choose a color in colors [players.color]
  place your load on player
  place a pebble of color on player
  gain 2 coins
  set player's wish to color
  mark player as ready
}

to to_places [places] {
  choose an isle in isles [places.isle]
  choose a strait in straits [places.strait]
  choose a cell in cells [places.cell]
  choose a plot in plots [places.plot]
  choose a tent in tents [places.tent]
  place your flag in isle
  place your wreath on strait
  place your knob in cell
  place your hut in plot
  place your pole in tent
  raise isle's wind by 1
  set plot's mood to no
  mark tent as open_now
  mark strait as closed
  gain 6 coins
  move 2 your coins to strait
  move your coin to cell
}

to to_cards [cards] {
  choose a gem in deck [cards.gem]
  choose a seal in your hand [cards.seal]
  choose a cell in cells [cards.cell]
  choose a strait in straits [cards.strait]
  choose a plot in plots [cards.plot]
  choose a bench in benches [cards.bench]
  choose a color in colors [cards.color]
  place a rock of color in bench
  mark gem as worn
  mark seal as worn
  gain 2 coins
  move your coin to gem
  choose one [cards.where] {
    option trays { move gem to cell's tray }
    option boats { move gem to strait's boat }
    option chests { move gem to color's chest }
    option cells {
      if cell has no card { move gem to cell }
      else { move gem to plot's shed }
    }
  }
  place your bead on gem
  choose one [cards.whither] {
    option bowls { move seal to bench's bowl }
    option sheds { move seal to plot's shed }
    option chests { move seal to color's chest }
    option benches {
      if bench has no card { move seal to bench }
      else { move seal to bench's bowl }
    }
  }
}
"""


CARDS = "\n".join(
    [f"gem {number} {{ worth {1 + number % 4} }}" for number in range(1, 25)]
    + [f"seal {number} {{ power {number % 3 + 1} }}" for number in range(1, 9)]
)


@cache
def holders_game() -> Game:
    """It, compiled."""
    compiled = compile_snippet(RULES, CARDS)
    assert compiled.game is not None, compiled.report
    return Game.from_source((compiled.game.name, engine_modules(compiled.game)))


def positions() -> Iterator[tuple[State, random.Random]]:
    """Positions of random games."""
    return sampled(holders_game(), games=9, share=0.1)


def test_everything_is_saved_and_read() -> None:
    validator = Draft202012Validator(holders_game().schema())
    for state, _ in positions():
        saved = json.loads(json.dumps(state.to_json()))
        assert holders_game().from_json(saved) == state
        validator.validate(saved)


def test_something_has_been_everywhere() -> None:
    """The games above leave nothing out that the schema has."""
    parts = ("zones", "spaces", "pieces", "fresh", "counts", "tracks", "marks")
    properties = holders_game().schema()["properties"]
    wanted = {(part, name) for part in parts for name in properties[part]["properties"]}
    met = {(part, name) for state, _ in positions() for part in parts for name in state.to_json().get(part, {})}
    assert met == wanted
