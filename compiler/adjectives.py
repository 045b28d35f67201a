"""Adjectives: words before a plural that narrow it."""

from __future__ import annotations

from collections.abc import Sequence

from compiler import ir, nodes
from compiler.diagnostics import did_you_mean
from compiler.fitting import Fitting
from compiler.nodes import Name
from compiler.scope import Scope, Typed
from compiler.types import UNKNOWN, Type, describe


class Adjectives(Fitting):
    """Lowers adjectives to conditions."""

    def described(self, things: Typed, adjectives: Sequence[Name], scope: Scope) -> Typed:
        """A set narrowed by adjectives: `political cards`, `other players`."""
        for adjective in reversed(adjectives):
            if things.type == UNKNOWN:
                return things
            if not things.type.many:
                self.report.error(
                    "C212",
                    adjective.span,
                    f"`{adjective.text}` can't describe {describe(things.type)}",
                    help="adjectives stand before a plural; ask a single thing with `is`",
                )
                return Typed(things.expr, UNKNOWN)
            inner = scope.with_it(things.type.one)
            assert inner.it is not None
            member = Typed(ir.Local(adjective.span, inner.it[0], things.type.base), things.type.one)
            condition = self.adjective(adjective, member)
            if condition is None:
                return Typed(things.expr, UNKNOWN)
            things = Typed(ir.Filter(adjective.span, inner.it[0], things.expr, condition), things.type)
        return things

    def adjective(self, adjective: Name, thing: Typed) -> ir.Expr | None:
        """The condition that an adjective puts on a thing; None and a report if it has no meaning."""
        name, span = adjective.text, adjective.span
        if name == "other" and thing.type.base == "player":
            return ir.Compare(span, "is not", thing.expr, ir.You(span))
        meaning = self.table.nouns.get(name)
        if isinstance(meaning, nodes.Mark) and self.is_a(thing.type, meaning.on.text):
            self.table.use("noun", name)
            return ir.MarkedAs(span, name, thing.expr)
        if isinstance(meaning, nodes.Query) and isinstance(meaning.type, nodes.YesNoType):
            params = self.table.params_of("noun", name)
            if len(params) == 1 and self.is_a(thing.type, params[0].type.base):
                self.table.use("noun", name)
                return ir.QueryOf(span, name, (thing.expr,))
        if (field := self.field_with_member(thing.type, name)) is not None:
            return ir.Compare(span, "is", ir.FieldOf(span, field[0], thing.expr), ir.Member(span, field[1], name))
        self.unknown_adjective(adjective, thing.type.base, self.adjectives_for(thing.type))
        return None

    def field_with_member(self, type_: Type, member: str) -> tuple[str, str] | None:
        """The field of a card that has this word as a value (`political` is a suit), with its type."""
        kinds = self.table.kinds if type_.base == "card" else {type_.base: self.table.kinds.get(type_.base, {})}
        for kind, fields in kinds.items():
            for name, declared in fields.items():
                plain = not declared.type.many and not declared.type.optional
                if plain and declared.type.base in self.table.members.get(member, ()):
                    self.table.use("field", f"{kind}.{name}")
                    self.table.use("member", f"{declared.type.base}.{member}")
                    return name, declared.type.base
        return None

    def misspelt_owner(self, adjective: Name) -> bool:
        """Report `yuor hand`, which the parser takes for an adjective."""
        word = adjective.text
        guess = did_you_mean(word, ("your", "its"))
        if guess is None or word in ("other", "fresh") or word in self.table.nouns or word in self.table.members:
            return False
        self.report.error("C212", adjective.span, f"`{word}` describes nothing here", help=f"did you mean `{guess}`?")
        return True

    def adjectives_for(self, type_: Type) -> list[str]:
        """The words that can describe a thing of this type."""
        found = ["other"] if type_.base == "player" else []
        for name, meaning in self.table.nouns.items():
            if isinstance(meaning, nodes.Mark) and self.is_a(type_, meaning.on.text):
                found.append(name)
            elif isinstance(meaning, nodes.Query) and isinstance(meaning.type, nodes.YesNoType):
                params = self.table.params_of("noun", name)
                if len(params) == 1 and self.is_a(type_, params[0].type.base):
                    found.append(name)
        for declared in self.table.kinds.get(type_.base, {}).values():
            if not declared.type.many:
                found.extend(self.table.members_of(declared.type.base))
        return found
