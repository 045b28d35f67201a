"""The worked examples of a game as a table: what is played, and which facts must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compiler import ir
from compiler.engine.kinds import base
from compiler.engine.routines import parts
from compiler.saying import Phrases
from compiler.schema import game_to_json, to_json

if TYPE_CHECKING:
    from compiler.engine.render import Compiler


def scenario_lines(compiler: Compiler) -> list[str]:
    """The table of scenarios, as Python."""
    game = compiler.game
    if not game.scenarios:
        return ["SCENARIOS: tuple[Scenario, ...] = ()"]
    phrases = Phrases(game_to_json(game))
    lines = ["SCENARIOS = ("]
    for number, scenario in enumerate(game.scenarios):
        lines.append(f"    Scenario(  # {scenario.title}")
        lines.append(
            f"        {scenario.title!r}, {scenario.rule!r}, {_source(scenario)!r},"
            f" {scenario.players!r}, {scenario.variants!r},"
        )
        lines.append(f"        given_{number},")
        lines.append("        (")
        for index, step in enumerate(scenario.steps):
            lines += [f"            {line}" for line in _step(compiler, phrases, f"fact_{number}_{index}", step)]
        lines.append("        ),")
        lines.append("    ),")
    return [*lines, ")"]


def _source(node: ir.Node) -> str:
    return f"{node.span.source.path}:{node.span.line}"


def _step(compiler: Compiler, phrases: Phrases, stem: str, step: ir.Step) -> list[str]:
    match step:
        case ir.Plays(player=player, answers=answers):
            return [f"Step('plays', {_source(step)!r}, {player!r}, {answers!r}),"]
        case ir.Cannot(player=player, answers=answers, rule=rule):
            return [f"Step('cannot', {_source(step)!r}, {player!r}, {answers!r}, {rule!r}),"]
        case ir.Then(fact=fact):
            listed = [_fact(compiler, phrases, f"{stem}_{part}", one) for part, one in enumerate(parts(fact))]
            return [f"Step('then', {_source(step)!r}, facts=(", *(f"    {one}," for one in listed), ")),"]


def _fact(compiler: Compiler, phrases: Phrases, name: str, fact: ir.Expr) -> str:
    def side(suffix: str, node: ir.Expr) -> str:
        kind = compiler.writer.type(node)
        return f"Side({phrases.say(_json(node))!r}, {base(kind)!r}, {name}{suffix})"

    text = phrases.say(_json(fact))
    match fact:
        case ir.Compare(operator=operator, left=left, right=right):
            return f"Fact({text!r}, {name}, {operator!r}, ({side('_left', left)}, {side('_right', right)}))"
        case ir.IsIn(set=things):
            return f"Fact({text!r}, {name}, 'in', ({side('_set', things)},))"
    return f"Fact({text!r}, {name})"


def _json(node: ir.Expr) -> dict[str, Any]:
    found = to_json(node)
    assert isinstance(found, dict)
    return found
