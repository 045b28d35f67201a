"""Rules in force: what they change, forbid, and add before, after or instead of events."""

from __future__ import annotations

from dataclasses import replace

from compiler import ir, nodes
from compiler.diagnostics import did_you_mean, suggestion
from compiler.events import Events
from compiler.fitting import one_of
from compiler.resolve import Parameter
from compiler.scope import Scope
from compiler.types import NUMBER, UNKNOWN, Type, describe


class Rules(Events):
    """Lowers rules. Blocks come from the subclass."""

    decisions: dict[str, dict[str, Scope]]
    """For each decision id, the names that can be forbidden or preferred there, with what is known then."""

    def block(self, node: nodes.Block, scope: Scope) -> ir.Block:
        raise NotImplementedError

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
                    candidates = self.table.named(nodes.Query, nodes.Track)
                    self.report.error(
                        "C224",
                        head.noun.span,
                        f"`{name}` is no query or track",
                        label="rules can change only these",
                        help=suggestion(name, candidates) or f"declare it: `query {name}: number {{ … }}`",
                    )
                    return name, (), UNKNOWN, self.with_any(node, scope)
        self.report.error("C224", node.span, "rules can change only a query or a track", help="name a query or a track")
        return "", (), UNKNOWN, scope

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
        self.report.error(
            "C225",
            node.predicate.span,
            f"`{node.predicate.span.text}` is no yes/no query",
            label="things can be treated only as one of these",
            help=suggestion(node.predicate.span.text, names) or "declare one: `query protected(card): yes/no { no }`",
        )
        return ir.Treat(node.span, "", (), negated, None, self.rule_id(node.ref))

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
            self.report.error(
                "C229",
                name.span,
                f"at `[{decision.id}]` there is no `{name.text}`",
                label="not an option there",
                help=suggestion(name.text, known) or one_of(list(known)),
            )
            return None
        there = known[name.text]
        return replace(
            there, locals={**there.locals, **scope.locals}, this_card=scope.this_card or there.this_card, in_rule=True
        )
