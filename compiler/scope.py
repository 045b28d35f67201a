"""What is known at one place of a declaration: the names introduced so far, who is `you`, what has been tested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from compiler import ir
from compiler.source import Span
from compiler.types import Type
from compiler.walk import descendants


class Typed(NamedTuple):
    """A checked expression and its type."""

    expr: ir.Expr
    type: Type


class Introduced(NamedTuple):
    """A local name: its type, where it was introduced, and whether `set` may change it: only `let` makes such names."""

    type: Type
    span: Span
    can_be_set: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """An immutable scope; each new name or test gives a new one."""

    locals: Mapping[str, Introduced] = field(default_factory=dict)
    this_card: Type | None = None
    players: frozenset[str] = frozenset()
    """The players of a scenario."""
    in_rule: bool = False
    """Whether this is a rule in force, where `actor` has a meaning."""
    it: tuple[str, Type] | None = None
    its: int = 0
    """How many sets with an `it` are open here; each has its own name in the IR."""
    kinds: Mapping[ir.Expr, str] = field(default_factory=dict)
    """Cards whose kind has been tested."""
    some: frozenset[ir.Expr] = frozenset()
    """Things that have been tested not to be none."""

    def with_local(self, name: str, type_: Type, span: Span, can_be_set: bool = False) -> Scope:
        """This scope with one more name."""
        return replace(self, locals={**self.locals, name: Introduced(type_, span, can_be_set)})

    def with_it(self, type_: Type) -> Scope:
        """This scope inside a set, whose member is `it`."""
        name = "it" if self.its == 0 else f"it{self.its + 1}"
        return replace(self, it=(name, type_), its=self.its + 1)

    def where(self, condition: ir.Expr, holds: bool = True) -> Scope:
        """This scope where a condition is known to hold, or not to hold."""
        kinds, some = dict(self.kinds), set(self.some)
        for fact in _facts(condition, holds):
            if isinstance(fact, ir.IsKind):
                kinds[fact.card] = fact.kind
                some.add(fact.card)
            else:
                some.add(fact)
        if len(kinds) == len(self.kinds) and len(some) == len(self.some):
            return self
        return replace(self, kinds=kinds, some=frozenset(some))

    def forget(self, target: ir.Expr) -> Scope:
        """This scope after a track or a local was set: what was tested about it need not hold any more."""
        if not self.some:
            return self
        some = frozenset(expr for expr in self.some if target not in descendants(expr))
        return replace(self, some=some, kinds={expr: kind for expr, kind in self.kinds.items() if expr in some})

    def narrow(self, expr: ir.Expr, type_: Type) -> Typed:
        """An expression with the type that tests have shown it to have."""
        if self.some and expr in self.some:
            kind = self.kinds.get(expr)
            type_ = Type(kind) if kind else replace(type_, optional=False)
        return Typed(expr, type_)


def _facts(condition: ir.Expr, holds: bool) -> Iterator[ir.Expr]:
    """Kinds that are known, and expressions that are known not to be none."""
    match condition:
        case ir.And(left=left, right=right) if holds:
            yield from _facts(left, True)
            yield from _facts(right, True)
        case ir.Or(left=left, right=right) if not holds:
            yield from _facts(left, False)
            yield from _facts(right, False)
        case ir.Not(condition=inner):
            yield from _facts(inner, not holds)
        case ir.IsKind() if holds:
            yield condition
        case ir.Compare(operator=operator, left=left, right=ir.NoneValue()):
            if (operator == "is not") == holds:
                yield left
        case ir.Compare(operator="is", left=left, right=ir.Member()) if holds:
            yield left
        case ir.Has(what=what) if holds:
            yield what
        case ir.HasNo(what=what) if not holds:
            yield what
        case _:
            return
