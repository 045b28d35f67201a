"""Comparisons: the readings of `is`, `is in` and `has`."""

from __future__ import annotations

from dataclasses import replace

from compiler import ir, nodes
from compiler.diagnostics import Note
from compiler.fitting import Phrase, some_of
from compiler.scope import Scope, Typed
from compiler.sets import Sets
from compiler.source import Span
from compiler.types import ANSWER, CARD, NONE, NUMBER, PLAYER, UNKNOWN, Type, article, describe


class Comparisons(Sets):
    """Lowers comparisons."""

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

    def is_known(self, node: nodes.IsKnown, scope: Scope) -> Typed:
        """`is known to`: whether a player knows which card this is."""
        card, player = self.expression(node.left, scope), self.simple(node.player, scope, PLAYER)
        self.expect(player, PLAYER, node.player.span, "who knows it")
        if card.type != UNKNOWN and (card.type.many or not self.is_a(card.type, "card")):
            self.report.error(
                "C302", card.expr.span, "only a card can be known to somebody", label=f"this is {describe(card.type)}"
            )
        expr: ir.Expr = ir.IsKnown(node.span, card.expr, player.expr)
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
