"""Expressions and sets: comparisons, sums, choices of the best."""

from __future__ import annotations

from dataclasses import replace

from compiler import ir, nodes
from compiler.diagnostics import Note
from compiler.fitting import Phrase, some_of
from compiler.phrases import Phrases
from compiler.resolve import AllMembers
from compiler.scope import Scope, Typed
from compiler.source import Span
from compiler.types import ANSWER, CARD, NONE, NUMBER, UNKNOWN, Type, article, describe
from compiler.walk import descendants


class Expressions(Phrases):
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

    # ---- comparisons ----------------------------------------------------------------------------------------

    def comparison(self, node: nodes.Is, scope: Scope) -> Typed:
        """`is`: a kind, a mark, a yes/no query, a printed value, or equality; the types decide."""
        left = self.expression(node.left, scope)
        test = self.predicate(left, node.right, scope) if isinstance(node.right, nodes.Np) else None
        if test is not None:
            return Typed(ir.Not(node.span, test) if node.negated else test, ANSWER)
        if left.type == UNKNOWN:  # what `is` asks depends on it: only what means something by itself is looked at
            head = node.right.head if isinstance(node.right, nodes.Np) else None
            if not isinstance(head, nodes.PhraseRef) or isinstance(head.owner, nodes.Possessor):
                self.expression(node.right, scope)
            elif head.owner is None and head.noun.text in scope.locals:
                self.locals_used.add((head.noun.text, scope.locals[head.noun.text].span))
            return Typed(left.expr, UNKNOWN)
        right = self.expression(node.right, scope, left.type)
        self.comparable(left, right, node)
        return Typed(ir.Compare(node.span, "is not" if node.negated else "is", left.expr, right.expr), ANSWER)

    def predicate(self, left: Typed, right: nodes.Np, scope: Scope) -> ir.Expr | None:
        """What stands behind `is`, if it asks for more than equality."""
        head = right.head
        if not isinstance(head, nodes.PhraseRef) or left.type == UNKNOWN:
            return None
        article_only = isinstance(head.owner, nodes.A)
        name = head.noun.text
        if (head.owner is not None and not article_only) or (name in scope.locals and not article_only):
            return None
        if head.adjectives:
            if isinstance(self.table.nouns.get(name), nodes.Mark | nodes.Query):
                adjective = head.adjectives[0]
                message = f"`{adjective.text}` can't stand before `{name}`"
                self.report.error("C212", adjective.span, message, help="leave it out")
                return ir.Answer(right.span, False)
            return None
        plain = head.arguments is None and right.of is None and right.place is None
        if plain and (left.type.base == "card" or left.type.base in self.table.kinds) and name in self.table.kinds:
            self.table.use("type", name)
            return ir.IsKind(right.span, left.expr, name)
        if article_only:
            self.report.error(
                "C221",
                right.span,
                f"`{name}` is no kind of card",
                help=f"name a kind ({some_of(list(self.table.kinds))}), or leave out the article to compare",
            )
            return ir.Answer(right.span, False)
        meaning = self.table.nouns.get(name)
        if plain and isinstance(meaning, nodes.Mark):
            self.table.use("noun", name)
            if not self.is_a(left.type, meaning.on.text):
                self.report.error(
                    "C302",
                    left.expr.span,
                    f"the mark `{name}` is for {article(meaning.on.text)}",
                    label=f"this is {describe(left.type)}",
                    notes=[Note("declared in", meaning.name.span)],
                )
            return ir.MarkedAs(right.span, name, left.expr)
        if isinstance(meaning, nodes.Query) and isinstance(meaning.type, nodes.YesNoType) and left.type != ANSWER:
            params = self.table.params_of("noun", name)
            if params:
                phrase = Phrase(right.span, head.noun, (), left, head.arguments, right.of, right.label, right.place)
                return self.query(phrase, scope, meaning).expr
        is_card = left.type.base == "card" or left.type.base in self.table.kinds
        if plain and is_card and (field := self.field_with_member(left.type, name)) is not None:
            return ir.Compare(
                right.span, "is", ir.FieldOf(right.span, field[0], left.expr), ir.Member(right.span, field[1], name)
            )
        return None

    def comparable(self, left: Typed, right: Typed, node: nodes.Is) -> None:
        """Report a comparison that can never be true."""
        a, b = left.type, right.type
        if UNKNOWN in (a, b):
            return
        if NONE in (a, b):
            other, span = (b, node.right.span) if a == NONE else (a, node.left.span)
            if not other.optional:
                self.report.error(
                    "C308", span, f"this is never none: it is always {describe(other)}", help="leave out the test"
                )
            return
        if a.many or b.many or not (a.base == b.base or self.is_a(a, b.base)):
            self.report.error(
                "C308",
                node.span,
                f"{describe(a)} is never {describe(b)}",
                label="these can't be the same",
                help="ask with `is in`" if b.many and not a.many else None,
            )

    def is_in(self, node: nodes.IsIn, scope: Scope) -> Typed:
        """`is in`: a member of a set."""
        things = self.np(node.right, scope)
        thing = self.expression(node.left, scope, things.type.one if things.type.many else None)
        if things.type != UNKNOWN and not things.type.many:
            self.report.error(
                "C302",
                node.right.span,
                f"nothing can be in {describe(things.type)}",
                help="name a zone, a list or a set",
            )
        elif UNKNOWN not in (thing.type, things.type) and not self.is_a(thing.type, things.type.base):
            self.report.error(
                "C308",
                node.span,
                f"{describe(thing.type)} is never in {describe(things.type)}",
                label="these don't match",
            )
        expr: ir.Expr = ir.IsIn(node.span, thing.expr, things.expr)
        return Typed(ir.Not(node.span, expr) if node.negated else expr, ANSWER)

    def has(self, node: nodes.Has | nodes.HasNo, scope: Scope) -> Typed:
        """`has`: pieces, money, a printed value, a member of a list, a card on a slot."""
        owner = self.expression(node.owner, scope)
        what = self.possession(owner, node.what, scope)
        if (
            what.type not in (NUMBER, UNKNOWN)
            and not (what.type.many or what.type.optional)
            and not isinstance(what.expr, ir.IsIn)
        ):
            self.report.error(
                "C308",
                node.what.span,
                f"{describe(replace(owner.type, optional=False))} always has this",
                help="compare it with `is`",
                label=f"this is {describe(what.type)}",
            )
        if isinstance(what.expr, ir.IsIn):
            expr = what.expr if isinstance(node, nodes.Has) else ir.Not(node.span, what.expr)
            return Typed(expr, ANSWER)
        make = ir.Has if isinstance(node, nodes.Has) else ir.HasNo
        return Typed(make(node.span, owner.expr, what.expr), ANSWER)

    def possession(self, owner: Typed, what: nodes.Np, scope: Scope) -> Typed:
        """What is had, as a reading of its owner."""
        head = what.head
        if not isinstance(head, nodes.PhraseRef) or (head.owner is not None and not isinstance(head.owner, nodes.A)):
            noun = head.noun.text if isinstance(head, nodes.PhraseRef) else None
            self.report.error(
                "C222",
                what.span,
                "the owner stands before `has`" if noun else f"nothing has `{what.span.text}`",
                label="only what is had stands here",
                help=f"write `has {noun}`" if noun else "name pieces, money, a field or a card",
            )
            return Typed(owner.expr, UNKNOWN)
        if owner.type == UNKNOWN:
            return Typed(owner.expr, UNKNOWN)
        is_card = owner.type.base == "card" or owner.type.base in self.table.kinds
        name = head.noun.text
        if is_card and name not in self.table.kinds.get(owner.type.base, {}):
            kinds = (
                self.table.kinds if owner.type.base == "card" else {owner.type.base: self.table.kinds[owner.type.base]}
            )
            for kind, fields in kinds.items():
                for field, declared in fields.items():
                    if declared.type.many and self.table.is_member(name, declared.type.base):
                        self.table.use("field", f"{kind}.{field}")
                        if declared.type.base in ("icon", "action"):
                            self.table.use("procedure", name)
                        else:
                            self.table.use("member", f"{declared.type.base}.{name}")
                        member = ir.Member(head.span, declared.type.base, name)
                        return Typed(ir.IsIn(what.span, member, ir.FieldOf(head.span, field, owner.expr)), ANSWER)
        phrase = Phrase(what.span, head.noun, head.adjectives, owner, head.arguments, what.of, what.label, what.place)
        return self.resolve_phrase(phrase, scope, None)

    # ---- sets -------------------------------------------------------------------------------------------------

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

    # ---- helpers ------------------------------------------------------------------------------------------------

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

    def common(self, first: Typed, second: Typed, span: Span, what: str) -> Type:
        """The type of two values one of which is taken."""
        a, b = first.type, second.type
        if UNKNOWN in (a, b):
            return b if a == UNKNOWN else a
        if a == NONE:
            return b.or_none
        if b == NONE:
            return a.or_none
        if a.many != b.many or not (a.base == b.base or self.is_a(a, b.base)):
            self.report.error(
                "C302", span, f"{what} must be of one type", label=f"this is {describe(b)}, the other {describe(a)}"
            )
            return UNKNOWN
        base = a.base if a.base == b.base else CARD.base
        return Type(base, a.many, a.optional or b.optional)
