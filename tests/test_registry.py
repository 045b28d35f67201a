"""Nothing is half there: every node kind has a schema, a source, a place in the engine and one in the reference.

The language reference ends with two tables, one row a node: the rules and aliases of the grammar that build a class of
`nodes.py`, and the classes of `ir.py`, each with a link to the section that explains it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from compiler import engine, ir, nodes
from compiler.diagnostics import Report
from compiler.engine.effects import Effects
from compiler.engine.expressions import Expressions
from compiler.lower import lower
from compiler.parse import grammar
from compiler.resolve import resolve
from compiler.schema import SCHEMA_FILE, kind_of, node_classes
from compiler.walk import descendants
from tests.cases import BASE, LOWERING, read_cases
from tests.snippets import compile_snippet
from tests.test_language_reference import PROJECTS, REFERENCE, base, examples, slug

UNIONS = {"Expr": ir.Expr, "Stmt": ir.Stmt, "Rule": ir.Rule, "Event": ir.Event, "Step": ir.Step}


def grammar_nodes() -> set[str]:
    """The rules and aliases of the grammar that build a class."""
    names = {str(rule.alias or rule.origin.name) for rule in grammar().rules}
    names = {name for name in names if isinstance(getattr(nodes, _class_name(name), None), type)}
    return names


def _class_name(rule: str) -> str:
    return {"ref": "PhraseRef", "none": "None_"}.get(rule, rule.title().replace("_", ""))


def ir_kinds() -> set[str]:
    """Every node kind of the IR."""
    return {kind_of(cls) for cls in node_classes()}


def table(heading: str) -> dict[str, str]:
    """The rows of one table of the index: a node, and the anchor of the section that explains it."""
    _, _, rest = REFERENCE.partition(f"### {heading}\n")
    section = rest.partition("\n### ")[0]
    rows = re.findall(r"^\| `(\w+)` \| \[[^]]+\]\(#([\w-]+)\) \|$", section, re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a node stands in the table twice"
    return dict(rows)


@cache
def yielded() -> frozenset[str]:
    """The kinds that come out of the sources we have: games, hard cases, examples and lowering cases."""
    games = [compiled.game for compiled in (compile_snippet(base(), text) for tag, text in examples() if not tag)]
    games += [compile_snippet(BASE, case.source).game for case in read_cases(LOWERING)]
    found = {kind_of(type(node)) for game in games if game is not None for node in descendants(game)}
    return frozenset(found | {kind_of(type(node)) for game in _whole_games() for node in descendants(game)})


def _whole_games() -> Iterator[ir.Game]:
    for project in PROJECTS:
        for name in project.games():
            declarations = project.load(name, Report()).declarations
            game = lower(declarations, resolve(declarations, Report()), Report())
            assert game is not None, f"{name} has no game"
            yield game


@pytest.mark.parametrize("kind", sorted(ir_kinds()))
def test_every_node_kind_comes_out_of_some_source(kind: str) -> None:
    assert kind in yielded(), "no source under cards/, tests/hard_cases, docs/language.md or tests/lowering yields it"


def test_every_node_kind_is_in_the_schema() -> None:
    definitions = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))["$defs"]
    for name, union in UNIONS.items():
        assert {kind_of(cls) for cls in get_args(union)} == set(definitions[name]["properties"]), name
    assert {cls.__name__ for cls in node_classes()} <= set(definitions)


# ---- the engine ------------------------------------------------------------------------------------------

ENGINE = Path(engine.__file__).parent


@cache
def cases_in(module: str) -> frozenset[str]:
    """The nodes of the IR that a module of compiler/engine tells apart: in a `case`, or with `isinstance`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ENGINE / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.MatchClass):
            found |= _nodes_named(node.cls)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            found |= _nodes_named(node.args[1])
    return frozenset(found)


def _nodes_named(tree: ast.expr) -> set[str]:
    """The names behind `ir.` in a piece of code."""
    parts = (part for part in ast.walk(tree) if isinstance(part, ast.Attribute))
    return {part.attr for part in parts if isinstance(part.value, ast.Name) and part.value.id == "ir"}


def names_in(union: object) -> list[str]:
    return [cls.__name__ for cls in get_args(union)]


@pytest.mark.parametrize("name", names_in(ir.Expr))
def test_every_expression_has_code_and_a_type_in_the_engine(name: str) -> None:
    assert hasattr(Expressions, f"_{name}"), f"write Expressions._{name} in compiler/engine/expressions.py"
    assert name in cases_in("kinds"), f"say in compiler/engine/kinds.py of what type {name} is"


@pytest.mark.parametrize("name", names_in(ir.Stmt))
def test_every_sentence_is_carried_out_by_the_engine(name: str) -> None:
    """What changes something is an effect; what asks, branches or repeats splits a routine into blocks."""
    is_effect, is_flow = hasattr(Effects, f"do_{name}"), name in cases_in("routines")
    help_ = f"write Effects.do_{name} in compiler/engine/effects.py, or a case in compiler/engine/routines.py"
    assert is_effect or is_flow, help_


@pytest.mark.parametrize(
    ("name", "module"),
    [
        *((name, "facts") for name in names_in(ir.Rule)),
        *((name, "index") for name in names_in(ir.Event)),
        *((name, "examples") for name in names_in(ir.Step)),
    ],
)
def test_every_rule_event_and_step_is_known_to_the_engine(name: str, module: str) -> None:
    assert name in cases_in(module), f"compiler/engine/{module}.py does not know what {name} is"


def test_every_section_of_a_game_is_read_by_the_engine() -> None:
    sections = {field.name for field in fields(ir.Game) if str(field.type).startswith("tuple")}
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in ENGINE.glob("*.py")]
    read = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert sections <= read


# ---- the reference ---------------------------------------------------------------------------------------


def test_every_node_kind_of_the_ir_is_in_the_reference() -> None:
    assert set(table("IR nodes")) == ir_kinds()


def test_every_rule_of_the_grammar_that_builds_a_node_is_in_the_reference() -> None:
    assert set(table("Grammar")) == grammar_nodes()


def test_the_index_of_the_reference_points_to_its_sections() -> None:
    anchors = {slug(heading) for heading in re.findall(r"^#+ (.*)$", REFERENCE, re.MULTILINE)}
    assert set(table("IR nodes").values()) | set(table("Grammar").values()) <= anchors
