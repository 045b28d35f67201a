"""Events: what rules wait for."""

from __future__ import annotations

from compiler import ir, nodes
from compiler.diagnostics import did_you_mean, suggestion
from compiler.fitting import one_of
from compiler.holdings import SUPPLY
from compiler.patterns import Patterns
from compiler.resolve import FormOf
from compiler.scope import Scope
from compiler.source import Span
from compiler.types import PLAYER, UNKNOWN, Type, describe


class Events(Patterns):
    """Lowers events."""

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
            self.report.error(
                "C226",
                node.procedure.span,
                f"`{name}` is no event",
                label="no procedure has this name",
                help=suggestion(name, self.table.procedures)
                or "name a procedure, or write `a card leaves …`, `a piece enters …`",
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
            pieces = self.table.named(nodes.Pieces, FormOf)
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
        candidates = self.table.named(nodes.Zone)
        self.report.error(
            "C227",
            head.noun.span,
            f"`{name}` is no zone or slot",
            label="cards can't be there",
            help=suggestion(name, candidates),
        )
        return "", UNKNOWN, None, self.with_any(place, scope)
