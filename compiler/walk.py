"""Walk the IR."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from compiler import ir


def _children_of(cls: type[ir.Node]) -> tuple[str, ...]:
    known = _CHILDREN.get(cls)
    if known is None:
        known = _CHILDREN[cls] = _node_fields(cls)
    return known


_CHILDREN: dict[type[ir.Node], tuple[str, ...]] = {}


def _node_fields(cls: type[ir.Node]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.name != "span" and not str(f.type).startswith(("str", "int", "bool")))


def descendants(node: ir.Node) -> Iterator[ir.Node]:
    """The node and everything in it, in the order of the source."""
    stack: list[object] = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, ir.Node):
            yield here
            names = _children_of(type(here))
            stack.extend(getattr(here, name) for name in reversed(names))
        elif isinstance(here, tuple):
            stack.extend(reversed(here))


def statements_in(block: ir.Block) -> Iterator[ir.Node]:
    """All sentences in a block, at any depth, that belong to the same gate or to gates inside it."""
    for node in descendants(block):
        if not isinstance(node, ir.Block):
            yield node


def hooks_of(game: ir.Game) -> Iterator[ir.Hook]:
    """Every hook of a game, wherever it stands."""
    for node in descendants(game):
        if isinstance(node, ir.Hook):
            yield node
