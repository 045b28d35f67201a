"""Who does whom: procedures, and the effects printed on cards, with what each of them does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from compiler import ir
from compiler.walk import descendants


class CallGraph:
    """The blocks of a game that have a name, and the calls between them.

    An effect on a card is named as an author would: `event(10)'s bought`. Doing what a value holds counts as doing
    everything that it may hold.
    """

    def __init__(self, game: ir.Game) -> None:
        self.families: dict[str, list[str]] = {"effect": []}
        self.parts: dict[str, list[str]] = {}
        self.blocks: dict[str, ir.Block] = {}
        for procedure in game.procedures:
            self.families.setdefault(procedure.family, []).append(procedure.name)
            self.blocks[procedure.name] = procedure.block
        for kind in game.kinds:
            self.parts.update({entry.name: [] for entry in kind.entries if entry.type.startswith("effect")})
        for card in game.cards:
            for part in card.parts:
                name = f"{card.kind}({card.number})'s {part.name}"
                self.families["effect"].append(name)
                self.parts[part.name].append(name)
                self.blocks[name] = part.block

    def held_by(self, value: ir.Expr | None) -> Iterable[str]:
        """What a value may hold."""
        if isinstance(value, ir.FieldOf) and value.name in self.parts:
            return self.parts[value.name]
        if isinstance(value, ir.Local) and value.type.removesuffix(" or none") in ("icon", "action", "effect"):
            return self.families.get(value.type.removesuffix(" or none"), ())
        return [name for family in ("icon", "action", "effect") for name in self.families.get(family, ())]

    def calls(self, block: ir.Block) -> Iterator[tuple[str, ir.Node]]:
        """What a block does, with the place."""
        for node in descendants(block):
            if isinstance(node, ir.Do):
                names = [node.procedure] if node.procedure is not None else self.held_by(node.value)
                yield from ((name, node) for name in names)

    def everything_in(self, *blocks: ir.Block) -> Iterator[ir.Node]:
        """What stands in blocks and in everything they do."""
        seen: set[str] = set()
        waiting = list(blocks)
        while waiting:
            here = waiting.pop()
            yield from descendants(here)
            for name, _ in self.calls(here):
                if name not in seen and name in self.blocks:
                    seen.add(name)
                    waiting.append(self.blocks[name])


def cycles(graph: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Each circle once, found by a depth-first walk."""
    finished: dict[str, bool] = {}
    for start in graph:
        if start in finished:
            continue
        path, rest = [start], [iter(graph[start])]
        finished[start] = False
        while path:
            for name in rest[-1]:
                if name in graph and name not in finished:
                    path.append(name)
                    rest.append(iter(graph[name]))
                    finished[name] = False
                    break
                if finished.get(name) is False:
                    yield path[path.index(name) :]
            else:
                finished[path.pop()] = True
                rest.pop()
