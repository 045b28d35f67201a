"""Which queries are remembered until something changes that they depend on.

A query that goes through a set is asked again and again between two changes: by every option that is tried, and by
other queries. Its answers are kept by what it was asked about. What it depends on is found in its value, in the rules
that change it, and in whatever those ask in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from compiler import ir
from compiler.engine.facts import Facts, RuleInfo
from compiler.engine.kinds import ANSWER, NUMBER, PLAYER, base, is_list
from compiler.engine.layout import Layout
from compiler.walk import descendants
from runtime.slots import CARD_MOVES, COUNT_CHANGES, LASTING_CHANGES, ORDER_CHANGES, PIECE_MOVES, VALUE_CHANGES

MOST = 1 << 40
"""More combinations of arguments than are told apart."""
_KINDS = {
    CARD_MOVES: "cards", PIECE_MOVES: "pieces", COUNT_CHANGES: "counts", VALUE_CHANGES: "tracks or marks",
    ORDER_CHANGES: "the order of players", LASTING_CHANGES: "lasting effects",
}  # fmt: skip
_PLAIN = (ir.Change, ir.Raise, ir.Lower, ir.Treat)


@dataclass(slots=True)
class Dependence:
    """All that the answer of a query may depend on."""

    mask: int = 0
    counts: set[str] = field(default_factory=set)
    is_personal: bool = False
    """Whether it depends on who `you` are."""
    is_sound: bool = True
    """Whether it may be remembered at all: not while rules are asked that must not see themselves."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A query whose answers are kept."""

    group: int
    offset: int
    widths: tuple[int, ...]
    """How many values each argument can have, none included."""
    is_personal: bool
    mask: int

    @property
    def doc(self) -> str:
        """Until when."""
        kinds = [name for bit, name in _KINDS.items() if self.mask & bit]
        return f"Remembered until {' or '.join(kinds)} change." if kinds else "Worked out once."


class Memory:
    """The queries of a game that are remembered, in groups that are forgotten together."""

    def __init__(self, layout: Layout, facts: Facts, reaches: Callable[[RuleInfo, str], bool]) -> None:
        self.layout, self.facts, self.reaches = layout, facts, reaches
        self.masks: list[int] = []
        """By group: what its answers depend on."""
        self.queries: dict[str, Remembered] = {}
        self.counts: set[str] = set()
        """Counts on which something that is remembered depends."""
        ends: list[int] = []
        for query in layout.game.queries:
            widths = self._widths(query)
            if widths is None or not self._is_long(query):
                continue
            found = self._dependence(query)
            if not found.is_sound:
                continue
            if found.is_personal:
                widths = (layout.seats + 1, *widths)
            if found.mask not in self.masks:
                self.masks.append(found.mask)
                ends.append(0)
            group = self.masks.index(found.mask)
            self.queries[query.name] = Remembered(group, ends[group], widths, found.is_personal, found.mask)
            self.counts |= found.counts
            size = 1
            for width in widths:
                size *= width
            ends[group] += size

    def _widths(self, query: ir.Query) -> tuple[int, ...] | None:
        """How many values each argument can have; none if that is not known, or the answer is a list."""
        if is_list(query.type) or self.facts.uses_card(query.name):
            return None
        widths = []
        size = 1
        for param in query.params:
            kind = base(param.type)
            if kind == NUMBER or is_list(param.type):
                return None
            widths.append(3 if kind == ANSWER else self._highest(kind) + 2)
            size *= widths[-1]
        return tuple(widths) if size < MOST else None

    def _highest(self, kind: str) -> int:
        """The highest number of a thing."""
        if kind in self.layout.card_ranges:
            return len(self.layout.cards)
        if kind == PLAYER:
            return self.layout.seats
        if kind == "effect":
            return 64 * len(self.layout.cards)
        return self.layout.cardinality(kind)

    def _is_long(self, query: ir.Query) -> bool:
        """Whether a query itself goes through a set."""
        nodes = [query.value, *(info.rule for info in self._rules(query.name))]
        return any(
            isinstance(node, ir.Filter | ir.Best | ir.The | ir.TotalOf | ir.OrderKey | ir.Function)
            or self._adds_up(node)
            for one in nodes
            for node in descendants(one)
        )

    def _adds_up(self, node: ir.Node) -> bool:
        return isinstance(node, ir.CountOf | ir.PiecesOf) and any(
            part is not None and is_list(self._type(part))
            for part in ((node.holder,) if isinstance(node, ir.CountOf) else (node.owner, node.place))
        )

    def _type(self, node: ir.Expr) -> str:
        from compiler.engine.kinds import type_of

        return type_of(node, self.layout)

    def _rules(self, name: str) -> Iterator[RuleInfo]:
        """The rules that change a query or a track."""
        for kind in _PLAIN:
            yield from self.facts.rules_about(kind, name)

    def _dependence(self, query: ir.Query) -> Dependence:
        """All that a query depends on."""
        found = Dependence()
        seen = {query.name}
        todo: list[ir.Node] = [query.value]
        todo += self._ruled(query.name, found)
        while todo:
            unordered: set[int] = set()
            for node in descendants(todo.pop()):
                self._note(node, found, unordered)
                name = (
                    node.query if isinstance(node, ir.QueryOf) else node.track if isinstance(node, ir.TrackOf) else ""
                )
                if name and name not in seen:
                    seen.add(name)
                    if isinstance(node, ir.QueryOf):
                        todo.append(self.facts.queries[name].value)
                    todo += self._ruled(name, found)
                if isinstance(node, ir.OrderKey) and node.order not in seen:
                    seen.add(node.order)
                    todo.append(self.facts.orders[node.order])
        return found

    def _ruled(self, name: str, found: Dependence) -> Iterator[ir.Node]:
        """The rules that change something, and what it takes for them to be in force."""
        for info in self._rules(name):
            if self.reaches(info, name):
                found.is_sound = False
            if info.origin in ("ability", "card"):
                found.mask |= CARD_MOVES
                found.is_personal = True
            if info.origin == "until":
                found.mask |= LASTING_CHANGES
            yield info.rule

    def _note(self, node: ir.Node, found: Dependence, unordered: set[int]) -> None:
        """What one part of an expression depends on; `unordered` are sets whose order makes no difference."""
        match node:
            case ir.PiecesOf():
                found.mask |= PIECE_MOVES
            case ir.CountOf(count=name):
                found.mask |= COUNT_CHANGES
                found.counts.add(name)
            case ir.TrackOf() | ir.MarkedAs():
                found.mask |= VALUE_CHANGES
            case ir.ZoneOf(zone=name, owner=owner):
                found.mask |= CARD_MOVES
                if owner is None and self.facts.zones[name].owner == PLAYER and id(node) not in unordered:
                    found.mask |= ORDER_CHANGES
            case ir.CardsOn() | ir.IsKnown():
                found.mask |= CARD_MOVES
            case ir.AttributeOf():
                found.mask |= self._changes_attribute(node)
            case ir.ActivePlayer():
                found.mask |= ORDER_CHANGES
            case ir.AllOf(type=kind) if base(kind) == PLAYER and id(node) not in unordered:
                found.mask |= ORDER_CHANGES
            case ir.You() | ir.Actor():
                found.is_personal = True
        for part in _without_order(node):
            while isinstance(part, ir.Filter):
                part = part.set
            unordered.add(id(part))

    def _changes_attribute(self, node: ir.AttributeOf) -> int:
        """What changes a built-in attribute."""
        kind = base(self._type(node.thing))
        if kind == PLAYER:
            return ORDER_CHANGES
        if kind in self.layout.card_ranges:
            return 0 if node.name == "number" else CARD_MOVES
        return CARD_MOVES if node.name == "card" else 0


def _without_order(node: ir.Node) -> Iterator[ir.Expr]:
    """The sets in an expression whose order makes no difference."""
    match node:
        case ir.AnyOf(things=part) | ir.NoneOf(things=part) | ir.Has(what=part) | ir.HasNo(what=part):
            yield part
        case ir.SizeOf(set=part) | ir.TotalOf(set=part) | ir.The(set=part) | ir.IsIn(set=part):
            yield part
        case ir.CountOf(holder=part) if part is not None:
            yield part
        case ir.PiecesOf(owner=owner, place=place):
            yield from (part for part in (owner, place) if part is not None)
