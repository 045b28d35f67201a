"""Sets: what is chosen from, counted and sorted, and the names their members get."""

from __future__ import annotations

from compiler import ir, nodes
from compiler.diagnostics import Note
from compiler.fitting import Phrase
from compiler.phrases import Phrases
from compiler.resolve import AllMembers
from compiler.scope import Scope, Typed
from compiler.source import Span
from compiler.types import ANSWER, CARD, NUMBER, UNKNOWN, Type, describe
from compiler.walk import descendants

LONGEST_RANGE = 1_000


class Sets(Phrases):
    """Lowers sets and sort keys. Expressions come from the subclass."""

    def condition(self, node: nodes.Expr, scope: Scope) -> ir.Expr:
        """An expression that is yes or no."""
        value = self.expression(node, scope, ANSWER)
        if value.type not in (ANSWER, UNKNOWN):
            self.report.error(
                "C307",
                node.span,
                "a condition is needed here",
                label=f"this is {describe(value.type)}",
                help=f"ask with `any {node.span.text}`"
                if isinstance(node, nodes.Np) and (value.type.many or value.type == NUMBER)
                else "compare it: `… > 0`"
                if value.type == NUMBER
                else "compare it with `is`",
            )
        return value.expr

    def introduce(self, name: nodes.Name, type_: Type, scope: Scope, *, can_be_set: bool = False) -> Scope:
        """A scope with a new local name; hiding another one is an error."""
        self.check_new(name, scope)
        return scope.with_local(name.text, type_, name.span, can_be_set)

    def check_new(self, name: nodes.Name, scope: Scope) -> None:
        """Report a local that hides another."""
        if name.text in scope.locals:
            self.report.error(
                "C209",
                name.span,
                f"`{name.text}` has a meaning here already",
                label="it would hide the other",
                help="choose another name",
                notes=[Note("introduced in", scope.locals[name.text].span)],
            )

    # ---- members --------------------------------------------------------------------------------------------

    def named_set(self, node: nodes.Set, name: nodes.Name, scope: Scope) -> tuple[Typed, Scope]:
        """A set whose members get a name; and the scope in which that name is known."""
        things = self.set_base(node, scope)
        inner = self.introduce(name, things.type.one, scope)
        if node.condition is not None:
            before = len(self.report)
            condition = self.condition(node.condition, inner)
            self.check_depends(condition, name.text, node.condition.span, before)
            things = Typed(ir.Filter(node.span, name.text, things.expr, condition), things.type)
            kind = self.tested_kind(condition, name.text, things.type)
            inner = inner.where(condition)
            if kind is not None:
                things = Typed(things.expr, kind.set_of)
                inner = scope.with_local(name.text, kind, name.span).where(condition)
        return things, inner

    def set_of(self, node: nodes.Set, scope: Scope) -> Typed:
        """A set whose member is `it`."""
        things = self.set_base(node, scope)
        if node.condition is None:
            return things
        inner = scope.with_it(things.type.one)
        assert inner.it is not None
        before = len(self.report)
        condition = self.condition(node.condition, inner)
        self.check_depends(condition, inner.it[0], node.condition.span, before)
        kind = self.tested_kind(condition, inner.it[0], things.type)
        return Typed(ir.Filter(node.span, inner.it[0], things.expr, condition), kind.set_of if kind else things.type)

    def check_depends(self, expr: ir.Expr, variable: str, span: Span, before: int) -> None:
        """Report a condition or key that is the same for every member of its set."""
        name = "it" if variable.startswith("it") and variable[2:].isdigit() else variable
        if len(self.report) == before and not any(
            isinstance(node, ir.Local) and node.name == variable for node in descendants(expr)
        ):
            self.report.error(
                "C424",
                span,
                "this is the same for all of them",
                label=f"it does not ask anything of `{name}`",
                help="write `its …`, or `… of it`" if name == "it" else f"write `{name}'s …`, or `… of {name}`",
            )

    def tested_kind(self, condition: ir.Expr, variable: str, type_: Type) -> Type | None:
        """The kind that the condition of a set has tested, if its members were any cards."""
        if type_.base != CARD.base:
            return None
        known = Scope().where(condition).kinds.get(ir.Local(condition.span, variable, "card"))
        return Type(known) if known else None

    def set_base(self, node: nodes.Set, scope: Scope) -> Typed:
        """The members of a set before its condition."""
        if isinstance(node.members, nodes.RangeOf):
            low, high = self.number(node.members.low, scope), self.number(node.members.high, scope)
            if isinstance(low, ir.Number) and isinstance(high, ir.Number) and low.value > high.value:
                self.report.error(
                    "C421", node.members.span, "this range is empty", help=f"write `{high.value} to {low.value}`"
                )
            if isinstance(high, ir.Number) and high.value - getattr(low, "value", 0) > LONGEST_RANGE:
                self.report.error(
                    "C421",
                    node.members.span,
                    f"a range has at most {LONGEST_RANGE:,} numbers",
                    help="write a smaller range",
                )
            return Typed(ir.Range(node.members.span, low, high), NUMBER.set_of)
        found = [self.np(member, scope) for member in node.members]
        for typed, member in zip(found, node.members, strict=True):
            if typed.type != UNKNOWN and not typed.type.many:
                self.report.error(
                    "C302",
                    member.span,
                    "several things are needed here",
                    label=f"this is {describe(typed.type)}",
                    help=self.plural_help(member),
                )
        if any(typed.type == UNKNOWN or not typed.type.many for typed in found):
            return Typed(found[0].expr, UNKNOWN)
        if len(found) == 1:
            return found[0]
        bases = {typed.type.base for typed in found}
        base = bases.pop() if len(bases) == 1 else "card"
        if base == "card" and any(not self.is_a(typed.type, "card") for typed in found):
            self.report.error("C302", node.span, "these can't be put together", label="they are of different types")
            return Typed(found[0].expr, UNKNOWN)
        return Typed(ir.Union(node.span, tuple(typed.expr for typed in found)), Type(base, many=True))

    def plural_help(self, member: nodes.Np) -> str | None:
        """Name the plural, if the author wrote the singular of a type."""
        if isinstance(member.head, nodes.PhraseRef):
            for plural, meaning in self.table.nouns.items():
                if meaning == AllMembers(member.head.noun.text):
                    return f"write `{plural}`"
        return None

    # ---- counting -------------------------------------------------------------------------------------------

    def counted(self, node: nodes.Np | nodes.Set, scope: Scope) -> Typed:
        """What `any`, `no` and `number of` count: a set or a number of pieces."""
        if isinstance(node, nodes.Set):
            return self.set_of(node, scope)
        found = self.np(node, scope)
        if found.type not in (NUMBER, UNKNOWN) and not found.type.many:
            self.report.error(
                "C302",
                node.span,
                "there is nothing to count here",
                label=f"this is {describe(found.type)}",
                help=self.plural_help(node) or ("test it with `is not none`" if found.type.optional else None),
            )
        return found

    def number_of(self, node: nodes.NumberOf, scope: Scope) -> Typed:
        things = self.counted(node.things, scope)
        if things.type == NUMBER:
            self.report.error(
                "C312",
                node.span,
                "this is a number already",
                help=f"write `{node.things.span.text}` without `number of`",
            )
            return things
        return Typed(ir.SizeOf(node.span, things.expr), NUMBER)

    def total(self, node: nodes.Total, scope: Scope) -> Typed:
        """`total rank of (your court where …)`: a value summed over a set."""
        of = node.things
        things = self.set_of(of, scope) if isinstance(of, nodes.Set) else self.np(of, scope)
        if things.type == UNKNOWN:
            return Typed(things.expr, NUMBER)
        if not things.type.many:
            self.report.error(
                "C302", node.things.span, "a total needs several things", label=f"this is {describe(things.type)}"
            )
            return Typed(things.expr, NUMBER)
        inner = scope.with_it(things.type.one)
        assert inner.it is not None
        member = Typed(ir.Local(node.span, inner.it[0], things.type.base), things.type.one)
        phrase = Phrase(node.name.span, node.name, (), member, None, None, None, None)
        value = self.resolve_phrase(phrase, inner, None)
        if value.type not in (NUMBER, UNKNOWN):
            self.report.error(
                "C302", node.name.span, "only numbers can be added up", label=f"this is {describe(value.type)}"
            )
        return Typed(ir.TotalOf(node.span, inner.it[0], things.expr, value.expr), NUMBER)

    # ---- sort keys ------------------------------------------------------------------------------------------

    def keys(self, written: tuple[nodes.Key, ...], variable: str, scope: Scope) -> tuple[ir.Key | ir.OrderKey, ...]:
        """Sort keys that must each ask something of the member."""
        found = []
        for node in written:
            before = len(self.report)
            key = self.key(node, scope)
            if isinstance(key, ir.Key):
                self.check_depends(key.value, variable, node.span, before)
            found.append(key)
        return tuple(found)

    def key(self, node: nodes.Key, scope: Scope) -> ir.Key | ir.OrderKey:
        """A sort key: a number, highest or lowest first; a condition; or a declared order."""
        if isinstance(node, nodes.Highest | nodes.Lowest):
            direction = "highest" if isinstance(node, nodes.Highest) else "lowest"
            return ir.Key(node.span, direction, self.number(node.value, scope))
        if isinstance(node, nodes.Np) and isinstance(node.head, nodes.PhraseRef):
            meaning = self.table.nouns.get(node.head.noun.text)
            if isinstance(meaning, nodes.Order) and node.head.noun.text not in scope.locals:
                return self.order_key(node, node.head, scope)
        value = self.expression(node, scope, ANSWER)
        if value.type not in (ANSWER, UNKNOWN):
            self.report.error(
                "C307",
                node.span,
                "a key is a condition or a number with its direction",
                label=f"this is {describe(value.type)}",
                help=f"write `highest {node.span.text}` or `lowest {node.span.text}`"
                if value.type == NUMBER
                else "write `highest …` or `lowest …` with a number",
            )
        return ir.Key(node.span, "holds", value.expr)

    def order_key(self, node: nodes.Np, head: nodes.PhraseRef, scope: Scope) -> ir.OrderKey:
        owner: Typed | None = None
        match head.owner:
            case nodes.Possessor(thing=thing):
                owner = self.simple(thing, scope)
            case nodes.Its(span=span):
                owner = self.it(span, scope)
            case nodes.Your(span=span):
                owner = Typed(ir.You(span), Type("player"))
            case _:
                pass
        name = head.noun.text
        self.table.use("noun", name)
        phrase = Phrase(node.span, head.noun, (), owner, head.arguments, node.of, node.label, node.place)
        arguments = self.arguments(
            phrase, self.table.params_of("noun", name), head.arguments or (), scope, f"the order `{name}`"
        )
        return ir.OrderKey(node.span, name, arguments)
