"""The examples of docs/language.md are played: what they declare can be done and asked for, compiled as interpreted.

The game that they add to gets another `setup`, which deals cards and money, and another `turn`, in which players may do
whatever the example declares, with any arguments, and each of its queries is asked about everything.
"""

from __future__ import annotations

import re

import pytest

from compiler import ir
from compiler.diagnostics import render
from compiler.engine.render import engine_modules
from compiler.schema import game_to_json
from runtime.game import Game
from tests.agreement import disagreement
from tests.games import IS_FUZZ
from tests.reference.game import Game as ReferenceGame
from tests.snippets import compile_snippet, declarations
from tests.test_language_reference import base, examples, name_of

SEEDS, DECISIONS = (40, 400) if IS_FUZZ else (2, 60)
SETUP = """to setup [setup] {
  shuffle deck
  for each stall in stalls { draw 1 card from deck to stall }
  for each player in players {
    as player {
      gain 6 coins
      for each cargo in cargoes in deck {
        if number of your hand < 2 { move cargo to your hand }
        else if number of your caravan < 2 { move cargo to your caravan }
      }
      place 2 your camels in harbor
      place your camel in oasis
    }
  }
}
"""
MORE = "cargo 51 { good silk   town palace   worth 4   gift coin   copies 12 }\ntrack tried: number\n"
ALL_OF = {"player": "players", "town": "towns", "good": "goods", "stall": "stalls", "cargo": "cargoes"}
ALL_OF |= {"event": "events", "card": "cargoes", "number": "1 to 3"}
TESTS = {"number": " > 1", "yes/no": "", "town": " is oasis", "icon": " is coin"}


def playable(text: str) -> ir.Game:
    """The game of an example, with something to do in its turns."""
    first = compile_snippet(base(), text)
    assert first.game is not None, render(first.report, colour=False)
    nodes = list(declarations(first.game))
    tries = [tried(node) for node in nodes if isinstance(node, ir.Procedure)]
    asks = [asked(node) for node in nodes if isinstance(node, ir.Query)]
    end = "if tried > 20 { end game by highest its points [end] }"
    sentences = ["raise tried by 1", "may [turn.trade] { do trade }", *tries, *asks, end]
    turn = "\n  ".join(["to turn [turn] {", *sentences]) + "\n}\n"
    whole = re.sub(r"^to setup .*?\n(?=\S)", SETUP, base(), flags=re.MULTILINE | re.DOTALL)
    whole = re.sub(r"^to turn .*?^}\n", lambda _: turn, whole, flags=re.MULTILINE | re.DOTALL)
    found = compile_snippet(whole + MORE, text)
    assert found.game is not None, render(found.report, colour=False)
    return found.game


def tried(node: ir.Procedure) -> str:
    """A sentence that lets a player do something."""
    names = [f"try_{param.name}" for param in node.params]
    choices = [
        f"choose a {name} in {ALL_OF[param.type]} [try.{node.name}.{param.name}]"
        for name, param in zip(names, node.params, strict=True)
    ]
    call = f"{node.name}({', '.join(names)})" if names else node.name
    with_card = ""
    if node.family in ("icon", "action"):
        choices.append(f"choose a try_card in your caravan [try.{node.name}.card]")
        with_card = " with try_card"
    return f"may [try.{node.name}] {{ {' '.join(choices)} do {call}{with_card} }}"


def asked(node: ir.Query) -> str:
    """A sentence that asks a query about everything, and gives points for what it answers."""
    loops = [f"for each ask_{param.name} in {ALL_OF[param.type]} {{" for param in node.params]
    owner = ""
    labelled, others = "", []
    for number, param in enumerate(node.params):
        if param.label:
            labelled = f" {param.label} ask_{param.name}"
        elif number == 0:
            owner = f"ask_{param.name}'s "
        else:
            others.append(f"ask_{param.name}")
    phrase = f"{owner}{node.name}{'(' + ', '.join(others) + ')' if others else ''}{labelled}"
    test = f"{phrase}{TESTS.get(node.type, ' is not none')}"
    return f"{' '.join(loops)} if {test} {{ gain 1 point }} {'}' * len(loops)}"


@pytest.mark.fuzz
@pytest.mark.parametrize("text", [pytest.param(text, id=name_of(text)) for tag, text in examples() if not tag])
def test_an_example_is_played_alike_by_the_engine_and_by_the_interpreter(text: str) -> None:
    compiled = playable(text)
    game = Game.from_source((compiled.name, engine_modules(compiled)))
    reference = ReferenceGame.from_ir(dict(game_to_json(compiled)))
    for seed in range(SEEDS):
        assert disagreement(game, reference, 2 + seed % 3, seed, DECISIONS) is None
