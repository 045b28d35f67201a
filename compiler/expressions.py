"""Expressions: each form with its type."""

from __future__ import annotations

from dataclasses import replace

from compiler import ir, nodes
from compiler.comparisons import Comparisons
from compiler.scope import Scope, Typed
from compiler.types import ANSWER, NUMBER, UNKNOWN, Type


class Expressions(Comparisons):
    """Lowers expressions."""

    def expression(self, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Typed:
        """What an expression means, and its type."""
        span = node.span
        match node:
            case nodes.Np():
                return self.np(node, scope, expected)
            case nodes.Number(value=value):
                return Typed(ir.Number(span, value), NUMBER)
            case nodes.Yes() | nodes.No():
                return Typed(ir.Answer(span, isinstance(node, nodes.Yes)), ANSWER)
            case nodes.Arithmetic():
                left, right = self.number(node.left, scope), self.number(node.right, scope)
                operator = node.operator.text
                if operator in ("/", "mod") and isinstance(right, ir.Number) and right.value == 0:
                    self.report.error(
                        "C423", node.right.span, "nothing can be divided by 0", help="write another number"
                    )
                return Typed(ir.Arithmetic(span, operator, left, right), NUMBER)
            case nodes.Compare():
                left, right = self.number(node.left, scope), self.number(node.right, scope)
                return Typed(ir.Compare(span, node.operator.text, left, right), ANSWER)
            case nodes.And():
                left = self.condition(node.left, scope)
                right = self.condition(node.right, scope.where(left))
                return Typed(ir.And(span, left, right), ANSWER)
            case nodes.Or():
                left = self.condition(node.left, scope)
                right = self.condition(node.right, scope.where(left, False))
                return Typed(ir.Or(span, left, right), ANSWER)
            case nodes.Not():
                return Typed(ir.Not(span, self.condition(node.value, scope)), ANSWER)
            case nodes.Is():
                return self.comparison(node, scope)
            case nodes.IsIn():
                return self.is_in(node, scope)
            case nodes.IsKnown():
                return self.is_known(node, scope)
            case nodes.Has() | nodes.HasNo():
                return self.has(node, scope)
            case nodes.AnyOf():
                return Typed(ir.AnyOf(span, self.counted(node.things, scope).expr), ANSWER)
            case nodes.NoneOf():
                return Typed(ir.NoneOf(span, self.counted(node.things, scope).expr), ANSWER)
            case nodes.NumberOf():
                return self.number_of(node, scope)
            case nodes.Total():
                return self.total(node, scope)
            case nodes.IfThen():
                condition = self.condition(node.condition, scope)
                then = self.expression(node.then, scope.where(condition), expected)
                otherwise = self.expression(node.otherwise, scope.where(condition, False), expected)
                type_ = self.common(then, otherwise, node.otherwise.span, "both values of `if … then … else`")
                return Typed(ir.IfThen(span, condition, then.expr, otherwise.expr), type_)
            case nodes.Otherwise():
                first = self.expression(node.value, scope, expected)
                fallback = self.expression(node.fallback, scope, expected)
                if first.type != UNKNOWN and not first.type.optional:
                    self.report.error(
                        "C403",
                        node.fallback.span,
                        "this is never used",
                        label="what stands before `otherwise` is never none",
                        help="leave out `otherwise` and what follows",
                    )
                type_ = self.common(first, fallback, node.fallback.span, "both values of `otherwise`")
                if not fallback.type.optional:
                    type_ = replace(type_, optional=False)
                return Typed(ir.Otherwise(span, first.expr, fallback.expr), type_)
            case nodes.The():
                things, inner = self.named_set(node.set, node.name, scope)
                return Typed(ir.The(span, node.name.text, things.expr), things.type.one.or_none)
            case nodes.Best() | nodes.TheBest():
                things, inner = self.named_set(node.set, node.name, scope)
                keys = self.keys(node.keys, node.name.text, inner)
                untied = isinstance(node, nodes.TheBest)
                sure = isinstance(things.expr, ir.AllOf) and not untied  # a type has members
                type_ = things.type.one if sure else things.type.one.or_none
                return Typed(ir.Best(span, node.name.text, things.expr, keys, untied), type_)
