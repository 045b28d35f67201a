"""Effects on numbers and flags: money and other counts, marks, tracks."""

from __future__ import annotations

from typing import cast

from compiler import ir, nodes
from compiler.diagnostics import Note, suggestion
from compiler.resolve import FormOf
from compiler.rules import Rules
from compiler.scope import Scope, Typed
from compiler.types import NUMBER, UNKNOWN, Type, article, describe


class Effects(Rules):
    """Lowers effects on counts, marks and tracks. Procedures (`do`) come from the subclass."""

    def do(self, procedure: nodes.Simple, card: nodes.Simple | None, scope: Scope) -> ir.Do:
        raise NotImplementedError

    # ---- money and other counts -----------------------------------------------------------------------------

    def money(self, node: nodes.Pay | nodes.Take | nodes.Gain | nodes.Lose, scope: Scope) -> ir.Stmt:
        amount = self.amount(node.amount, node, scope)
        count = self.count_name(node.what)
        match node:
            case nodes.Gain():
                if amount is None:
                    at = node.amount.span if node.amount is not None else node.span
                    self.report.error("C318", at, "the bank has no end: how many?", help="write a number")
                return ir.Gain(node.span, amount or ir.Number(node.span, 1), count)
            case nodes.Lose():
                return ir.Lose(node.span, amount, count)
            case nodes.Take():
                return ir.Take(node.span, amount, count, self.holder(node.source, count, scope))
            case nodes.Pay():
                to = self.holder(node.to, count, scope) if node.to is not None else None
                by = self.do(node.by, None, scope) if node.by is not None else None
                everything = ir.CountOf(node.span, count, ir.You(node.span))
                return ir.Pay(node.span, amount or everything, count, to, by, self.rule_id(node.ref))

    def count_name(self, node: nodes.Np) -> str:
        """The count that is gained, lost, taken or paid."""
        head = node.head
        if isinstance(head, nodes.PhraseRef):
            meaning = self.table.nouns.get(head.noun.text)
            if isinstance(meaning, nodes.Count):
                name = meaning.noun.singular.text
                self.table.use("noun", name)
                if (
                    (head.owner is not None and not isinstance(head.owner, nodes.A))
                    or node.of
                    or node.place
                    or head.adjectives
                ):
                    self.report.error(
                        "C319",
                        node.span,
                        "say only how much of what",
                        help="put an amount that is not a plain number in parentheses"
                        if head.adjectives
                        else f"write `{head.noun.text}`: it is yours, and `from` or `to` says whose else",
                    )
                if not any(holder.text == "player" for holder in meaning.holders or ()) and not self.misowned(meaning):
                    self.report.error(
                        "C304",
                        node.span,
                        f"players have no `{head.noun.text}`",
                        help="declare it `of player`, or use `set … to …`",
                        notes=[Note("declared in", meaning.noun.span)],
                    )
                return name
            if isinstance(meaning, nodes.Pieces | FormOf):
                self.report.error(
                    "C320",
                    node.span,
                    f"`{head.noun.text}` is a piece, not a count",
                    help="use `place`, `remove` or `move` for pieces",
                )
                return head.noun.text
        counts = self.table.named(nodes.Count)
        name = head.noun.text if isinstance(head, nodes.PhraseRef) else node.span.text
        help = f"declare it: `count {name} of player`"
        if name in ("card", "cards") or name in self.table.kinds:
            help = "use `draw`, `move` or `discard` for cards"
        self.report.error(
            "C231",
            node.span,
            f"`{name}` is no count",
            label="not money, points or another number that moves",
            help=suggestion(name, counts) or help,
        )
        return name

    def holder(self, node: nodes.Simple, count: str, scope: Scope) -> ir.Expr:
        """Somebody or something that can hold a count."""
        found = self.simple(node, scope)
        meaning = self.table.nouns.get(count)
        holders = [h.text for h in meaning.holders or ()] if isinstance(meaning, nodes.Count) else []
        fits = found.type.base in holders and not found.type.many
        if not fits and found.type != UNKNOWN and holders and not self.misowned(meaning):
            self.report.error(
                "C304",
                node.span,
                f"`{count}` can't be there",
                label=f"this is {describe(found.type)}",
                help=f"`{count}` can be with " + " or ".join(article(h) for h in holders),
            )
        return found.expr

    def amount(self, node: nodes.Amount | None, here: nodes.Node, scope: Scope) -> ir.Expr | None:
        """How many: one if nothing is said, None for all."""
        if node is None:
            return ir.Number(here.span, 1)
        if isinstance(node, nodes.All):
            return None
        value = self.number(node, scope)
        if isinstance(value, ir.Number) and value.value == 0:
            self.report.error("C422", node.span, "this does nothing", help="leave it out, or write another number")
        return value

    # ---- marks, tracks, numbers -----------------------------------------------------------------------------

    def mark_as(self, node: nodes.MarkAs, scope: Scope) -> ir.Stmt:
        thing = self.simple(node.thing, scope)
        meaning = self.table.nouns.get(node.mark.text)
        if not isinstance(meaning, nodes.Mark):
            marks = self.table.named(nodes.Mark)
            self.report.error(
                "C232",
                node.mark.span,
                f"unknown mark `{node.mark.text}`",
                label="no mark has this name",
                help=suggestion(node.mark.text, marks) or f"declare it: `mark {node.mark.text} on …`",
            )
        else:
            if thing.type != UNKNOWN and (thing.type.many or not self.is_a(thing.type, meaning.on.text)):
                self.report.error(
                    "C302",
                    node.thing.span,
                    f"the mark `{node.mark.text}` is for {article(meaning.on.text)}",
                    label=f"this is {describe(thing.type)}",
                    notes=[Note("declared in", meaning.name.span)],
                )
        return ir.MarkAs(node.span, thing.expr, node.mark.text, node.negated is not None)

    def set_to(self, node: nodes.SetTo, scope: Scope) -> ir.SetTo:
        target = self.np(node.target, scope)
        value = self.expression(node.value, scope, target.type)
        settable = self.can_be_set(target.expr, scope) or isinstance(target.expr, ir.ActivePlayer) or (
            isinstance(target.expr, ir.AttributeOf) and target.expr.name == "seat"
        )  # fmt: skip
        if target.type == UNKNOWN:
            return ir.SetTo(node.span, ir.ActivePlayer(node.span), value.expr)
        if not settable:
            self.report.error(
                "C315",
                node.target.span,
                "this can't be set",
                help="a track, a count or a name made with `let` can be set; a query can be changed by a rule",
            )
        else:
            self.check_holder(target.expr, node.target)
        self.expect(value, self.settable_type(target), node.value.span, f"`{node.target.span.text}`")
        return ir.SetTo(node.span, cast("ir.TrackOf | ir.CountOf | ir.Local", target.expr), value.expr)

    def adjust(self, node: nodes.RaiseBy | nodes.LowerBy, scope: Scope) -> ir.Stmt:
        """`raise X by n`, `lower X by n`."""
        target = self.np(node.target, scope)
        amount = self.number(node.amount, scope)
        make = ir.RaiseBy if isinstance(node, nodes.RaiseBy) else ir.LowerBy
        expr = target.expr
        if target.type not in (NUMBER, UNKNOWN) or not self.can_be_set(expr, scope):
            if target.type != UNKNOWN:
                self.report.error(
                    "C315",
                    node.target.span,
                    "this is no number that can be raised or lowered",
                    label=f"this is {describe(target.type)}" if target.type != NUMBER else "",
                    help="a track, a count or a name made with `let` can; a query can be raised by a rule",
                )
            expr = ir.Local(node.target.span, "", "number")
        self.check_holder(expr, node.target)
        return make(node.span, cast("ir.TrackOf | ir.CountOf | ir.Local", expr), amount)

    def can_be_set(self, target: ir.Expr, scope: Scope) -> bool:
        """Tracks and counts can be set, and locals made with `let`."""
        if isinstance(target, ir.Local):
            return target.name in scope.locals and scope.locals[target.name].can_be_set
        return isinstance(target, ir.TrackOf | ir.CountOf)

    def check_holder(self, target: ir.Expr, node: nodes.Np) -> None:
        """Report a count that is with somebody, and it is not said with whom."""
        if isinstance(target, ir.CountOf) and target.holder is None:
            meaning = self.table.nouns.get(target.count)
            if isinstance(meaning, nodes.Count) and meaning.holders:
                self.report.error("C315", node.span, "whose?", help=f"write `your {node.span.text}`")

    def settable_type(self, target: Typed) -> Type:
        """The declared type: a test before has not changed what may be put there."""
        if isinstance(target.expr, ir.TrackOf):
            meaning = self.table.nouns.get(target.expr.track)
            if isinstance(meaning, nodes.Track):
                return self.table.type_of(meaning.type, self.report)
        if isinstance(target.expr, ir.Local) and target.expr.type.endswith(" or none"):
            return target.type.or_none
        return target.type
