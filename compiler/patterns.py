"""Rules in force and the events and queries they are about.

In a pattern `a X` gives a name to whatever stands there; anything else must be equal to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from compiler import ir, nodes
from compiler.calls import usage
from compiler.diagnostics import did_you_mean
from compiler.expressions import Expressions
from compiler.fitting import one_of
from compiler.holdings import SUPPLY
from compiler.resolve import FormOf, Parameter
from compiler.scope import Scope
from compiler.source import Span
from compiler.types import BUILT_IN, NUMBER, PLAYER, UNKNOWN, Type, article, describe


class Patterns(Expressions):
    """Lowers rules. Blocks come from the subclass."""

    def block(self, node: nodes.Block, scope: Scope) -> ir.Block:
        raise NotImplementedError

    decisions: dict[str, dict[str, Scope]]
    """For each decision id, the names that can be forbidden or preferred there, with what is known then."""

    # ---- rules --------------------------------------------------------------------------------------------

    def rule(self, node: nodes.Rule, scope: Scope) -> ir.Rule:
        """A rule in force."""
        scope = replace(scope, in_rule=True)
        match node:
            case nodes.Hook():
                return self.hook(node, scope)
            case nodes.Change():
                name, patterns, type_, inner = self.target(node.target, scope)
                value = self.expression(node.value, inner, type_)
                self.expect(value, type_, node.value.span, f"`{name}`")
                condition, rule = self.optional_condition(node.condition, inner), self.rule_id(node.ref)
                return ir.Change(node.span, name, patterns, value.expr, condition, rule)
            case nodes.Raise() | nodes.Lower():
                name, patterns, type_, inner = self.target(node.target, scope)
                if type_ not in (NUMBER, UNKNOWN):
                    self.report.error(
                        "C302",
                        node.target.span,
                        "only a number can be raised or lowered",
                        label=f"this is {describe(type_)}",
                    )
                amount = self.number(node.amount, inner)
                condition = self.optional_condition(node.condition, inner)
                make = ir.Raise if isinstance(node, nodes.Raise) else ir.Lower
                return make(node.span, name, patterns, amount, condition, self.rule_id(node.ref))
            case nodes.Treat():
                return self.treat(node, scope)
            case nodes.Forbid():
                there = self.at_decision(node.decision, node.name, scope)
                condition = self.optional_condition(node.condition, there) if there is not None else None
                return ir.Forbid(node.span, node.decision.id, node.name.text, condition, self.rule_id(node.ref))

    def rule_id(self, ref: nodes.Ref | None) -> str | None:
        """The id of a rule, remembered for scenarios."""
        if ref is None:
            return None
        self.table.rule_ids.setdefault(ref.id, ref.span)
        return ref.id

    def optional_condition(self, node: nodes.Expr | None, scope: Scope) -> ir.Expr | None:
        return self.condition(node, scope) if node is not None else None

    def hook(self, node: nodes.Hook, scope: Scope) -> ir.Hook:
        """Something that happens before, after or instead of an event."""
        event, inner = self.event(node.event, replace(scope, in_rule=True))
        condition = self.optional_condition(node.condition, inner)
        if condition is not None:
            inner = inner.where(condition)
        return ir.Hook(
            node.span, node.moment.text, event, condition, self.rule_id(node.ref), self.block(node.block, inner)
        )

    def target(self, node: nodes.Np, scope: Scope) -> tuple[str, tuple[ir.Pattern, ...], Type, Scope]:
        """The query or track that a rule changes: its name, the pattern of its arguments, its type."""
        head = node.head
        if isinstance(head, nodes.PhraseRef):
            name = head.noun.text
            meaning = self.table.nouns.get(name)
            match meaning:
                case nodes.Query():
                    self.table.use("noun", name)
                    params = self.table.params_of("noun", name)
                    patterns, inner = self.argument_patterns(node, head, params, scope)
                    return name, patterns, self.table.type_of(meaning.type, self.report), inner
                case nodes.Track():
                    self.table.use("noun", name)
                    owner = meaning.owner
                    params = (Parameter(owner.text, Type(owner.text), None, owner.span),) if owner else ()
                    patterns, inner = self.argument_patterns(node, head, params, scope)
                    return name, patterns, self.table.type_of(meaning.type, self.report), inner
                case _:
                    candidates = [n for n, m in self.table.nouns.items() if isinstance(m, nodes.Query | nodes.Track)]
                    guess = did_you_mean(name, candidates)
                    self.report.error(
                        "C224",
                        head.noun.span,
                        f"`{name}` is no query or track",
                        label="rules can change only these",
                        help=f"did you mean `{guess}`?" if guess else f"declare it: `query {name}: number {{ … }}`",
                    )
                    return name, (), UNKNOWN, self.with_any(node, scope)
        self.report.error("C224", node.span, "rules can change only a query or a track", help="name a query or a track")
        return "", (), UNKNOWN, scope

    def with_any(self, node: nodes.Np, scope: Scope) -> Scope:
        """The scope with everything that a phrase introduces, of unknown type: the phrase has been reported."""
        for name in _introduced(node):
            if name.text not in scope.locals:
                scope = scope.with_local(name.text, UNKNOWN, name.span)
        return scope

    def treat(self, node: nodes.Treat, scope: Scope) -> ir.Treat:
        """`treat X as [not] adjective`."""
        head = node.predicate.head
        negated = node.negated is not None
        if isinstance(head, nodes.PhraseRef):
            meaning = self.table.nouns.get(head.noun.text)
            if isinstance(meaning, nodes.Query) and isinstance(meaning.type, nodes.YesNoType):
                name = head.noun.text
                self.table.use("noun", name)
                params = self.table.params_of("noun", name)
                patterns, inner = self.argument_patterns(node.predicate, head, params, scope, subject=node.subject)
                condition = self.optional_condition(node.condition, inner)
                return ir.Treat(node.span, name, patterns, negated, condition, self.rule_id(node.ref))
        names = [
            n for n, m in self.table.nouns.items() if isinstance(m, nodes.Query) and isinstance(m.type, nodes.YesNoType)
        ]
        guess = did_you_mean(node.predicate.span.text, names)
        self.report.error(
            "C225",
            node.predicate.span,
            f"`{node.predicate.span.text}` is no yes/no query",
            label="things can be treated only as one of these",
            help=f"did you mean `{guess}`?" if guess else "declare one: `query protected(card): yes/no { no }`",
        )
        return ir.Treat(node.span, "", (), negated, None, self.rule_id(node.ref))

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

    # ---- events -------------------------------------------------------------------------------------------

    def event(self, node: nodes.Event, scope: Scope) -> tuple[ir.Event, Scope]:
        """An event, and the names it introduces."""
        match node:
            case nodes.Done():
                return self.done(node, scope)
            case nodes.Leaves(thing=thing, place=place):
                return self.moves("leaves", node.span, thing, place, scope)
            case nodes.Enters(thing=thing, place=place):
                return self.moves("enters", node.span, thing, place, scope)

    def done(self, node: nodes.Done, scope: Scope) -> tuple[ir.Event, Scope]:
        """A procedure carried out."""
        head = node.procedure.head
        name = head.noun.text if isinstance(head, nodes.PhraseRef) else node.procedure.span.text
        patterns: tuple[ir.Pattern, ...] = ()
        if not isinstance(head, nodes.PhraseRef) or name not in self.table.procedures:
            guess = did_you_mean(name, self.table.procedures)
            self.report.error(
                "C226",
                node.procedure.span,
                f"`{name}` is no event",
                label="no procedure has this name",
                help=f"did you mean `{guess}`?"
                if guess
                else "name a procedure, or write `a card leaves …`, `a piece enters …`",
            )
            scope = self.with_any(node.procedure, scope)
        else:
            self.table.use("procedure", name)
            more = head.owner or head.adjectives or node.procedure.of or node.procedure.place
            if head.arguments is not None or more:
                params = self.table.params_of("procedure", name)
                patterns, scope = self.argument_patterns(node.procedure, head, params, scope)
        actor = None
        if node.actor is not None:
            actor, scope = self.pattern(node.actor, PLAYER, scope, "who acts")
        return ir.Done(node.span, name, patterns, actor), scope

    def moves(
        self, direction: str, span: Span, thing: nodes.Np, place: nodes.Np, scope: Scope
    ) -> tuple[ir.Event, Scope]:
        """A card or a piece that enters or leaves."""
        head = thing.head
        if isinstance(head, nodes.PhraseRef):
            meaning = self.table.nouns.get(head.noun.text)
            if isinstance(meaning, nodes.Pieces | FormOf):
                return self.piece_moves(direction, span, thing, head, meaning, place, scope)
            name = head.noun.text
            pieces = [n for n, m in self.table.nouns.items() if isinstance(m, nodes.Pieces | FormOf)]
            if isinstance(head.owner, nodes.A) and name not in self.table.kinds and name != "card":
                guess = did_you_mean(name, [*pieces, *self.table.kinds, "card"])
                if guess is not None or thing.of is not None:
                    self.report.error(
                        "C226",
                        head.noun.span,
                        f"`{name}` is no card and no piece",
                        label="only these enter and leave",
                        help=f"did you mean `{guess}`?" if guess else one_of(["card", *self.table.kinds, *pieces]),
                    )
                    nothing = ir.Pattern(thing.span, name, "card", None)
                    scope = self.with_any(place, self.with_any(thing, scope))
                    return ir.CardMoves(span, direction, nothing, "", None), scope
        return self.card_moves(direction, span, thing, place, scope)

    def piece_moves(
        self, direction: str, span: Span, thing: nodes.Np, head: nodes.PhraseRef, meaning: nodes.Pieces | FormOf,
        place: nodes.Np, scope: Scope,
    ) -> tuple[ir.Event, Scope]:  # fmt: skip
        pieces = meaning.pieces if isinstance(meaning, FormOf) else meaning
        forms = (meaning.form,) if isinstance(meaning, FormOf) else pieces.forms
        self.table.use("noun", pieces.noun.singular.text)
        self.table.use("noun", head.noun.text)
        self.check_one_word(head, thing.place)
        owner = None
        if thing.of is not None:
            owner, scope = self.pattern(thing.of, Type(pieces.owner.text), scope, "the owner")
        elif isinstance(head.owner, nodes.Your):
            owner = ir.Pattern(head.owner.span, None, "player", ir.You(head.owner.span))
        names = tuple(form.noun.singular.text for form in forms)
        target = place.head
        if isinstance(target, nodes.PhraseRef) and target.owner is None and target.noun.text == SUPPLY:
            return ir.PieceMoves(span, direction, pieces.noun.singular.text, names, owner, None, True), scope
        wanted = {form.place.text for form in forms}
        if len(wanted) > 1:
            self.report.error(
                "C227",
                place.span,
                f"`{head.noun.text}` pieces stand in different kinds of places",
                help="name one form: " + ", ".join(f"`{name}`" for name in names),
            )
            event = ir.PieceMoves(span, direction, pieces.noun.singular.text, names, owner, None, False)
            return event, self.with_any(place, scope)
        where, scope = self.pattern(place, Type(wanted.pop()), scope, "the place")
        return ir.PieceMoves(span, direction, pieces.noun.singular.text, names, owner, where, False), scope

    def card_moves(
        self, direction: str, span: Span, thing: nodes.Np, place: nodes.Np, scope: Scope
    ) -> tuple[ir.Event, Scope]:
        zone, holds, owner, scope = self.card_place(place, scope)
        head = thing.head
        if isinstance(head, nodes.PhraseRef) and isinstance(head.owner, nodes.A):
            name = head.noun.text
            self.check_one_word(head, thing.of, thing.place)
            self.check_named_type(head.noun, holds, "what lies there")
            type_ = Type(name) if name in self.table.kinds else holds
            inner = self.introduce(head.noun, type_, scope)
            return ir.CardMoves(span, direction, ir.Pattern(thing.span, name, str(type_), None), zone, owner), inner
        value = self.np(thing, scope)
        if value.type != UNKNOWN and not self.is_a(value.type, "card"):
            self.report.error(
                "C226",
                thing.span,
                "only cards and pieces enter and leave",
                label=f"this is {describe(value.type)}",
                help="write `a card enters …`, or name a piece with `a`",
            )
        card = ir.Pattern(thing.span, None, str(value.type), value.expr)
        return ir.CardMoves(span, direction, card, zone, owner), scope

    def card_place(self, place: nodes.Np, scope: Scope) -> tuple[str, Type, ir.Pattern | None, Scope]:
        """The zone or slot a card enters or leaves: its name, what it holds, whose it is."""
        head = place.head
        if not isinstance(head, nodes.PhraseRef):
            self.report.error(
                "C227", place.span, "cards enter and leave zones and slots", help="name a zone: `a player's hand`"
            )
            return "", UNKNOWN, None, scope
        name = head.noun.text
        meaning = self.table.nouns.get(name)
        if isinstance(meaning, nodes.Zone):
            self.table.use("noun", meaning.noun.singular.text)
            self.table.use("noun", name)
            holds = self.held(meaning.holds)
            owner: ir.Pattern | None = None
            given: nodes.Simple | None = place.of
            match head.owner:
                case nodes.Possessor(thing=whose):
                    given = whose
                case nodes.Your(span=your):
                    given = nodes.You(your)
                case _:
                    pass
            self.check_one_word(head, place.place)
            if given is not None and meaning.owner is None:
                self.report.error("C213", place.span, f"`{name}` belongs to nobody", help=f"write `{name}`")
                scope = self.with_any(place, scope)
            elif given is not None and meaning.owner is not None:
                owner, scope = self.pattern(given, Type(meaning.owner.text), scope, f"the owner of `{name}`")
            return meaning.noun.singular.text, holds, owner, scope
        space = self.table.types.get(name)
        if isinstance(space, nodes.Grid) and space.holding is not None:
            self.table.use("type", name)
            where, scope = self.pattern(place, Type(name), scope, "the slot")
            return name, self.held(space.holding), where, scope
        candidates = [n for n, m in self.table.nouns.items() if isinstance(m, nodes.Zone)]
        guess = did_you_mean(name, candidates)
        self.report.error(
            "C227",
            head.noun.span,
            f"`{name}` is no zone or slot",
            label="cards can't be there",
            help=f"did you mean `{guess}`?" if guess else None,
        )
        return "", UNKNOWN, None, self.with_any(place, scope)

    # ---- decisions ----------------------------------------------------------------------------------------

    def at_decision(self, decision: nodes.Ref, name: nodes.Name, scope: Scope) -> Scope | None:
        """What is known at a decision when this option or thing is considered there; None if there is no such."""
        known = self.decisions.get(decision.id)
        if known is None:
            guess = did_you_mean(decision.id, self.decisions)
            self.report.error(
                "C228",
                decision.span,
                f"no decision has the id `{decision.id}`",
                label="nothing is chosen under this id",
                help=f"did you mean `[{guess}]`?" if guess else "put the id behind the `choose` that is meant",
            )
            return None
        if name.text not in known:
            guess = did_you_mean(name.text, known)
            self.report.error(
                "C229",
                name.span,
                f"at `[{decision.id}]` there is no `{name.text}`",
                label="not an option there",
                help=f"did you mean `{guess}`?" if guess else one_of(list(known)),
            )
            return None
        there = known[name.text]
        return replace(
            there, locals={**there.locals, **scope.locals}, this_card=scope.this_card or there.this_card, in_rule=True
        )


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
