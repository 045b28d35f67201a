"""Patterns: what a rule is about.

In a pattern `a X` gives a name to whatever stands there; anything else must be equal to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler import ir, nodes
from compiler.calls import usage
from compiler.expressions import Expressions
from compiler.resolve import Parameter
from compiler.scope import Scope
from compiler.types import BUILT_IN, UNKNOWN, Type, article, describe


class Patterns(Expressions):
    """Lowers the arguments of events and of the queries that rules change."""

    def rule_id(self, ref: nodes.Ref | None) -> str | None:
        """The id of a rule, remembered for scenarios."""
        if ref is None:
            return None
        self.table.rule_ids.setdefault(ref.id, ref.span)
        return ref.id

    def optional_condition(self, node: nodes.Expr | None, scope: Scope) -> ir.Expr | None:
        return self.condition(node, scope) if node is not None else None

    # ---- arguments ------------------------------------------------------------------------------------------

    def argument_patterns(
        self,
        node: nodes.Np,
        head: nodes.PhraseRef,
        params: Sequence[Parameter],
        scope: Scope,
        subject: nodes.Np | None = None,
    ) -> tuple[tuple[ir.Pattern, ...], Scope]:
        """Patterns for the parameters of a query or procedure, in their order."""
        first: nodes.Simple | nodes.Np | None = subject or node.of
        match head.owner:
            case nodes.Possessor(thing=thing):
                first = thing
            case nodes.Your(span=span):
                first = nodes.You(span)
            case nodes.Its(span=span):
                first = nodes.It(span)
            case _:
                pass
        if head.adjectives:
            adjective = head.adjectives[0]
            self.report.error(
                "C223",
                adjective.span,
                "adjectives can't stand in what a rule is about",
                help=f"put it into a condition: `… if X is {adjective.text}`",
            )
        rest: list[nodes.Expr] = list(head.arguments or ())
        found: list[ir.Pattern] = []
        missing: list[str] = []
        place_used = node.place is None
        for param in params:
            given: nodes.Expr | nodes.Simple | None
            if param.label is not None:
                given = node.place if node.label is not None and node.label.text == param.label else None
                place_used = place_used or given is not None
            elif first is not None:
                given, first = first, None
            else:
                given = rest.pop(0) if rest else None
            if given is None:
                missing.append(f"`{f'{param.label} ' if param.label else ''}{param.name}`")
                continue
            pattern, scope = self.pattern(given, param.type, scope, f"`{param.name}` of `{head.noun.text}`")
            found.append(pattern)
        if missing or rest or first is not None or not place_used:
            wants = usage(head.noun.text, params)
            wrong = f"misses {' and '.join(missing)}" if missing else "has too many arguments"
            self.report.error(
                "C301",
                node.span,
                f"`{head.noun.text}` {wrong}",
                help=f"it is written `{wants}`; put `a` before what may be anything",
            )
        return tuple(found), scope

    def pattern(
        self, node: nodes.Expr | nodes.Simple, type_: Type, scope: Scope, what: str
    ) -> tuple[ir.Pattern, Scope]:
        """One argument: `a card` names it, anything else must be equal."""
        simple = node.head if isinstance(node, nodes.Np) and node.of is None and node.place is None else node
        if isinstance(simple, nodes.PhraseRef) and isinstance(simple.owner, nodes.A):
            self.check_one_word(simple)
            self.check_named_type(simple.noun, type_, what)
            inner = self.introduce(simple.noun, type_, scope)
            return ir.Pattern(node.span, simple.noun.text, str(type_), None), inner
        if isinstance(simple, nodes.PhraseRef) and self.misses_article(simple, type_, scope):
            return ir.Pattern(node.span, simple.noun.text, str(type_), None), self.introduce(simple.noun, type_, scope)
        value = (
            self.simple(node, scope, type_)
            if isinstance(node, nodes.You | nodes.It | nodes.ThisCard | nodes.None_ | nodes.PhraseRef)
            else self.expression(node, scope, type_)
        )
        self.expect(value, type_, node.span, what, optional=True)
        return ir.Pattern(node.span, None, str(type_), value.expr), scope

    def check_named_type(self, noun: nodes.Name, type_: Type, what: str) -> None:
        """Report `a road` where a town stands: a type may be a name only for what is of this type."""
        named = noun.text in self.table.types or noun.text in BUILT_IN
        if named and not self.is_a(Type(noun.text), type_.base):
            self.report.error("C302", noun.span, f"{what} is {describe(type_)}", help=f"write `{article(type_.base)}`")

    def misses_article(self, head: nodes.PhraseRef, type_: Type, scope: Scope) -> bool:
        """Report `for stall` where `for a stall` introduces one."""
        name = head.noun.text
        known = name in scope.locals or name in self.table.nouns or name != type_.base
        if known or head.owner is not None or head.adjectives or head.arguments is not None:
            return False
        self.report.error(
            "C201",
            head.span,
            f"unknown name `{name}`",
            label="nothing here has this name",
            help=f"write `{article(name)}` for any of them, called `{name}` from here on",
        )
        return True

    def check_one_word(self, head: nodes.PhraseRef, *more: nodes.Node | None) -> None:
        """Report what stands beside the one word that names something in a pattern."""
        if head.adjectives or head.arguments is not None or any(node is not None for node in more):
            name = head.noun.text
            self.report.error(
                "C223",
                head.span,
                f"only the word `{name}` can stand here",
                help="leave out the rest, or make it a condition: `… if …`",
            )

    def with_any(self, node: nodes.Np, scope: Scope) -> Scope:
        """The scope with everything that a phrase introduces, of unknown type: the phrase has been reported."""
        for name in _introduced(node):
            if name.text not in scope.locals:
                scope = scope.with_local(name.text, UNKNOWN, name.span)
        return scope


def _introduced(node: nodes.Expr | nodes.Simple) -> Iterator[nodes.Name]:
    """The names behind `a` in a phrase, at any depth."""
    match node:
        case nodes.Np(head=head, of=of, place=place):
            for inner in (head, of, place):
                if inner is not None:
                    yield from _introduced(inner)
        case nodes.PhraseRef(owner=owner, noun=noun, arguments=arguments):
            if isinstance(owner, nodes.A):
                yield noun
            elif isinstance(owner, nodes.Possessor):
                yield from _introduced(owner.thing)
            for argument in arguments or ():
                yield from _introduced(argument)
        case _:
            return
