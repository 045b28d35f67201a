"""Sentences: decisions, conditions and flow, with the names they introduce."""

from __future__ import annotations

from compiler import ir, nodes
from compiler.diagnostics import Note, suggestion
from compiler.fitting import Phrase
from compiler.moves import Moves
from compiler.scope import Scope
from compiler.source import Span
from compiler.syntax_guards import is_reserved
from compiler.types import PLAYER, UNKNOWN, Type, describe


class Sentences(Moves):
    """Lowers blocks."""

    needs_card: frozenset[str] = frozenset()
    """The procedures that speak of `this card`."""
    decision_shapes: dict[str, tuple[str, Span]]
    """What is decided under each id, and where first."""

    def block(self, node: nodes.Block, scope: Scope) -> ir.Block:
        """The sentences of a block; names introduced in it end with it."""
        statements: list[ir.Stmt] = []
        introduced: list[nodes.Name] = []
        before = len(self.report)
        for statement in node.statements:
            lowered, scope = self.statement(statement, scope)
            statements.append(lowered)
            if isinstance(statement, nodes.Let | nodes.Choose):
                introduced.append(statement.name)
                self.locals_used.discard((statement.name.text, statement.name.span))  # its own `where` is no use
        self.check_used(introduced, before)
        return ir.Block(node.span, tuple(statements))

    def check_used(self, introduced: list[nodes.Name], before: int) -> None:
        """Report names that nothing refers to, unless more was reported: that may well be where they are used."""
        if len(self.report) > before:
            return
        for name in introduced:
            if (name.text, name.span) not in self.locals_used and not is_reserved(name.text):
                self.report.error(
                    "C407",
                    name.span,
                    f"`{name.text}` is never used",
                    help="use it, or leave the sentence out",
                )

    def statement(self, node: nodes.Stmt, scope: Scope) -> tuple[ir.Stmt, Scope]:
        """A sentence, and the scope behind it."""
        span = node.span
        match node:
            case nodes.Choose():
                return self.choose(node, scope)
            case nodes.ChooseOne():
                return self.choose_one(node, scope), scope
            case nodes.Require():
                condition = self.condition(node.condition, scope)
                self.check_reason(node)
                return ir.Require(span, condition, self.rule_id(node.ref)), scope.where(condition)
            case nodes.Let():
                value = self.expression(node.value, scope)
                inner = self.introduce(node.name, value.type, scope, can_be_set=True)
                return ir.Let(span, node.name.text, str(value.type), value.expr), inner
            case nodes.Ask():
                player = self.player(node.player, scope)
                when = self.optional_condition(node.condition, scope)
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                self.decision(node.ref, node, {"accept": scope, "refuse": scope})
                return ir.Ask(span, player, when, otherwise, self.rule_id(node.ref)), scope
            case nodes.May():
                if node.ref is not None:
                    self.decision(node.ref, node, {"yes": scope, "no": scope})
                return ir.May(span, self.block(node.block, scope), self.rule_id(node.ref)), scope
            case nodes.Repeat():
                return self.repeat(node, scope), scope
            case nodes.ForEach():
                things, inner = self.named_set(node.set, node.name, scope)
                keys = self.keys(node.keys or (), node.name.text, inner)
                block = self.block(node.block, inner)
                return ir.ForEach(span, node.name.text, things.type.base, things.expr, keys, block), scope
            case nodes.AsPlayer():
                return self.as_player(node, scope), scope
            case nodes.If():
                condition = self.condition(node.condition, scope)
                then = self.block(node.then, scope.where(condition))
                return ir.If(
                    span, condition, then, self.otherwise(node.otherwise, scope.where(condition, False))
                ), scope
            case nodes.IfPossible():
                return ir.IfPossible(span, self.block(node.then, scope), self.otherwise(node.otherwise, scope)), scope
            case nodes.Do():
                return self.do(node.procedure, node.card, scope), scope
            case nodes.EndGame():
                inner = scope.with_it(PLAYER)
                assert inner.it is not None
                ranking = self.keys(node.keys, inner.it[0], inner)
                return ir.EndGame(span, inner.it[0], ranking, self.rule_id(node.ref)), scope
            case nodes.Until():
                event, inner = self.event(node.event, scope)
                return ir.Until(span, event, tuple(self.rule(rule, inner) for rule in node.rules)), scope
            case nodes.Pay() | nodes.Take() | nodes.Gain() | nodes.Lose():
                if isinstance(node, nodes.Pay):
                    self.check_reason(node)
                return self.money(node, scope), scope
            case nodes.MarkAs():
                return self.mark_as(node, scope), scope
            case nodes.SetTo():
                set_to = self.set_to(node, scope)
                return set_to, scope.forget(set_to.target)
            case nodes.RaiseBy() | nodes.LowerBy():
                return self.adjust(node, scope), scope
            case nodes.Place() | nodes.Remove():
                return self.place_or_remove(node, scope), scope
            case _:
                return self.move_cards_or_pieces(node, scope), scope

    # ---- decisions ------------------------------------------------------------------------------------------

    def decision(self, ref: nodes.Ref | None, node: nodes.Node, names: dict[str, Scope]) -> None:
        """Remember what can be chosen under an id; every decision needs one."""
        if ref is None:
            word = node.span.text.split(None, 1)[0]
            first_line = node.span.source.span(node.span.start, node.span.start + len(word))
            self.report.error(
                "C409",
                first_line,
                "this decision has no id",
                label="it can't be named in explanations and translations",
                help="put one behind it: `[topic.detail]`",
            )
            return
        self.decisions.setdefault(ref.id, {}).update(names)
        if isinstance(node, nodes.May | nodes.Repeat):
            return  # these may borrow the id of their first choice
        shape = " or ".join(sorted(names)) if isinstance(node, nodes.ChooseOne) else type(node).__name__
        before, first = self.decision_shapes.setdefault(ref.id, (shape, ref.span))
        if shape != before:
            self.report.error(
                "C245",
                ref.span,
                f"`[{ref.id}]` is the id of another decision",
                label="something else is chosen here",
                help="give this decision an id of its own; one id may stand at several only if they are alike",
                notes=[Note("the other one is in", first)],
            )

    def check_reason(self, node: nodes.Require | nodes.Pay) -> None:
        """Report a condition or cost without an id: nobody could be told why something is not offered."""
        if node.ref is None:
            word = "require" if isinstance(node, nodes.Require) else "pay"
            self.report.error(
                "C409",
                node.span.source.span(node.span.start, node.span.start + len(word)),
                "this rule has no id",
                label="nobody can be told why something is not possible",
                help="put one behind it: `[topic.detail]`",
            )

    def choose(self, node: nodes.Choose, scope: Scope) -> tuple[ir.Stmt, Scope]:
        things, inner = self.named_set(node.set, node.name, scope)
        self.decision(node.ref, node, {node.name.text: inner})
        player = self.player(node.player, scope) if node.player is not None else None
        secretly = node.secretly is not None
        rule = self.rule_id(node.ref)
        return ir.Choose(node.span, node.name.text, things.type.base, things.expr, player, secretly, rule), inner

    def choose_one(self, node: nodes.ChooseOne, scope: Scope) -> ir.Stmt:
        options: list[ir.Option] = []
        names: dict[str, Scope] = {}
        for alternative in node.alternatives:
            if alternative.name.text in names:
                self.report.error(
                    "C203",
                    alternative.name.span,
                    f"the option `{alternative.name.text}` is declared twice",
                    label="second declaration",
                    help="rename or remove one of the two",
                )
            inner = scope
            binders = []
            for binder in alternative.binders or ():
                things, inner = self.named_set(binder.set, binder.name, inner)
                binders.append(ir.Binder(binder.span, binder.name.text, things.type.base, things.expr))
            names[alternative.name.text] = inner
            before = len(self.report)
            bound = [binder.name for binder in alternative.binders or ()]
            self.locals_used.difference_update((name.text, name.span) for name in bound[-1:])
            block = self.block(alternative.block, inner)
            self.check_used(bound, before)
            rule = self.rule_id(alternative.ref)
            options.append(ir.Option(alternative.span, alternative.name.text, tuple(binders), rule, block))
        self.decision(node.ref, node, names)
        return ir.ChooseOne(node.span, self.rule_id(node.ref), tuple(options))

    # ---- flow -----------------------------------------------------------------------------------------------

    def otherwise(self, node: nodes.Block | nodes.If | nodes.IfPossible | None, scope: Scope) -> ir.Block | None:
        if node is None:
            return None
        if isinstance(node, nodes.Block):
            return self.block(node, scope)
        return ir.Block(node.span, (self.statement(node, scope)[0],))

    def repeat(self, node: nodes.Repeat, scope: Scope) -> ir.Stmt:
        least: ir.Expr | None = None
        most: ir.Expr | None = None
        asks = False
        match node.times:
            case nodes.Exactly(count=count):
                most = self.number(count, scope)
                least = most if node.condition is None else None
            case nodes.Between(low=low, high=high):
                least, most, asks = self.number(low, scope), self.number(high, scope), True
                if isinstance(least, ir.Number) and isinstance(most, ir.Number) and least.value > most.value:
                    self.report.error(
                        "C421",
                        node.times.span,
                        "this range is empty",
                        help=f"write `{most.value} to {least.value} times`",
                    )
            case nodes.AtMost(count=count):
                most, asks = self.number(count, scope), True
            case nodes.AnyNumber():
                asks = True
            case None if node.condition is None:
                word = node.span.source.span(node.span.start, node.span.start + len("repeat"))
                self.report.error(
                    "C317",
                    word,
                    "how often?",
                    help="write `repeat 2 times`, `repeat up to 3 times` or `repeat while …`",
                )
        if isinstance(most, ir.Number) and most.value == 0:
            self.report.error("C422", most.span, "this never happens", help="leave it out, or write another number")
        condition = self.optional_condition(node.condition, scope)
        inner = scope.where(condition) if condition is not None else scope
        if node.ref is not None:
            self.decision(node.ref, node, {"again": scope, "stop": scope})
        return ir.Repeat(node.span, least, most, condition, asks, self.rule_id(node.ref), self.block(node.block, inner))

    def as_player(self, node: nodes.AsPlayer, scope: Scope) -> ir.Stmt:
        members = node.players.members
        if not isinstance(members, nodes.RangeOf) and len(members) == 1 and node.players.condition is None:
            found = self.np(members[0], scope, PLAYER)
            if not found.type.many:
                self.expect(found, PLAYER, members[0].span, "who acts")
                return ir.AsPlayer(node.span, found.expr, False, self.block(node.block, scope))
            things = found
        else:
            things = self.set_of(node.players, scope)
        if things.type != UNKNOWN and things.type.base != "player":
            self.report.error(
                "C302",
                node.players.span,
                "only players act",
                label=f"this is {describe(things.type)}",
                help="write `players`, or name one of them",
            )
        return ir.AsPlayer(node.span, things.expr, True, self.block(node.block, scope))

    def do(self, procedure: nodes.Simple, card: nodes.Simple | None, scope: Scope) -> ir.Do:
        """A named procedure, or what a value holds."""
        with_card: ir.Expr | None = None
        if card is not None:
            typed = self.simple(card, scope)
            self.expect(typed, Type("card"), card.span, "what carries this out")
            with_card = typed.expr
        name = procedure.noun.text if isinstance(procedure, nodes.PhraseRef) else procedure.span.text
        static = isinstance(procedure, nodes.PhraseRef) and procedure.owner is None and name not in scope.locals
        if static and name in self.table.procedures:
            assert isinstance(procedure, nodes.PhraseRef)
            for adjective in procedure.adjectives:
                self.unknown_adjective(adjective, "procedure", ())
            self.table.use("procedure", name)
            phrase = Phrase(procedure.span, procedure.noun, (), None, procedure.arguments, None, None, None)
            params = self.table.params_of("procedure", name)
            arguments = self.arguments(phrase, params, procedure.arguments or (), scope, f"`{name}`")
            if name in self.needs_card and card is None and scope.this_card is None:
                self.report.error(
                    "C316",
                    procedure.span,
                    f"`{name}` speaks of `this card`, and there is none here",
                    help=f"say which card it is: `do {procedure.span.text} with …`",
                )
            return ir.Do(procedure.span, name, None, arguments, with_card)
        if static:
            assert isinstance(procedure, nodes.PhraseRef)
            self.report.error(
                "C230",
                procedure.span,
                f"unknown procedure `{name}`",
                label="no procedure has this name",
                help=suggestion(name, self.table.procedures) or f"declare it: `to {name} {{ … }}`",
            )
            for argument in procedure.arguments or ():
                self.expression(argument, scope)
            return ir.Do(procedure.span, None, ir.NoneValue(procedure.span), (), with_card)
        value = self.simple(procedure, scope)
        if value.type != UNKNOWN and value.type.base not in ("icon", "action", "effect"):
            self.report.error(
                "C302",
                procedure.span,
                "only a procedure, an icon, an action or an effect can be done",
                label=f"this is {describe(value.type)}",
            )
        return ir.Do(procedure.span, None, value.expr, (), with_card)
