"""Effects on things: pieces and cards that are placed, moved, drawn, shown."""

from __future__ import annotations

from typing import cast

from compiler import ir, nodes
from compiler.diagnostics import Note
from compiler.effects import Effects
from compiler.fitting import one_of
from compiler.holdings import whose
from compiler.resolve import FormOf
from compiler.scope import Scope, Typed
from compiler.source import Span
from compiler.types import NUMBER, PLAYER, UNKNOWN, Type, article, describe

_ENDS = {"row": ("left", "right"), "pile": ("top", "bottom")}


class Moves(Effects):
    """Lowers effects on pieces and cards."""

    # ---- pieces ---------------------------------------------------------------------------------------------

    def place_or_remove(self, node: nodes.Place | nodes.Remove, scope: Scope) -> ir.Stmt:
        amount = self.amount(node.amount, node, scope)
        if isinstance(node, nodes.Place):
            pieces = self.piece_phrase(node.what, scope, "placed")
            if pieces is None:
                return ir.Place(node.span, ir.Number(node.span, 1), self.no_pieces(node.what))
            if amount is None:
                amount = ir.PiecesOf(node.span, pieces.pieces, pieces.forms, pieces.owner, None, True, False)
            self.check_placed(node.what, pieces)
            self.check_stock(amount, pieces)
            return ir.Place(node.span, amount, pieces)
        things: list[ir.PiecesOf | ir.CountOf] = []
        place = node.what[-1]
        for what in node.what:
            shared = (
                what if what.place is not None else nodes.Np(what.span, what.head, what.of, place.label, place.place)
            )
            found = self.np(shared, scope, article=True)
            if isinstance(found.expr, ir.PiecesOf | ir.CountOf):
                things.append(found.expr)
            elif found.type != UNKNOWN:
                self.report.error(
                    "C320",
                    what.span,
                    "only pieces and counts can be removed",
                    label=f"this is {describe(found.type)}",
                    help="use `discard` for cards",
                )
        if amount is not None and any(isinstance(thing, ir.PiecesOf) and thing.owner is None for thing in things):
            self.report.error(
                "C314", node.span, "whose is removed?", help="add `of …`, or write `remove all …` for everybody's"
            )
        return ir.Remove(node.span, amount, tuple(things))

    def check_placed(self, node: nodes.Np, pieces: ir.PiecesOf) -> None:
        """Report pieces that are placed nobody knows where, or whose."""
        form = self.table.nouns.get(pieces.forms[0])
        label = form.form.label.text if isinstance(form, FormOf) else "in"
        missing = [word for word, present in (("whose", pieces.owner), ("where", pieces.place)) if present is None]
        helps = {"whose": "add `of …`, or `your` in front", "where": f"add `{label} …`"}
        if missing:
            message = f"{' and '.join(missing)} is this placed?" if missing != ["whose"] else "whose is this?"
            self.report.error("C314", node.span, message, help=[helps[word] for word in missing])

    def no_pieces(self, node: nodes.Node) -> ir.PiecesOf:
        return ir.PiecesOf(node.span, "", (), None, None, False, False)

    def piece_phrase(self, node: nodes.Np, scope: Scope, verb: str) -> ir.PiecesOf | None:
        """A phrase that must be about pieces of one form."""
        found = self.np(node, scope, article=True)
        if found.type == UNKNOWN:
            return None
        if not isinstance(found.expr, ir.PiecesOf):
            is_count = isinstance(found.expr, ir.CountOf)
            self.report.error(
                "C320",
                node.span,
                f"only pieces can be {verb}",
                label="this is a count" if is_count else f"this is {describe(found.type)}",
                help="use `gain`, `move` or `raise` for counts" if is_count else None,
            )
            return None
        if len(found.expr.forms) > 1 and verb == "placed":
            self.report.error(
                "C314",
                node.span,
                "in which form?",
                help="write " + " or ".join(f"`{form}`" for form in found.expr.forms),
            )
        return found.expr

    def check_stock(self, amount: ir.Expr, pieces: ir.PiecesOf) -> None:
        meaning = self.table.nouns.get(pieces.pieces)
        declared = meaning.pieces if isinstance(meaning, FormOf) else meaning
        if isinstance(amount, ir.Number) and isinstance(declared, nodes.Pieces) and amount.value > declared.stock.value:
            plural = (declared.noun.plural or declared.noun.singular).text
            self.report.error(
                "C420",
                amount.span,
                f"{article(declared.owner.text)} has only {declared.stock.value} {plural}",
                help=f"write {declared.stock.value} or less, or `all`",
                notes=[Note("declared in", declared.stock.span)],
            )

    # ---- cards ----------------------------------------------------------------------------------------------

    def move_cards_or_pieces(self, node: nodes.Stmt, scope: Scope) -> ir.Stmt:
        span = node.span
        match node:
            case nodes.Move():
                return self.move(node, scope)
            case nodes.Draw():
                return self.draw(node, scope)
            case nodes.Discard():
                if not isinstance(self.table.nouns.get("discards"), nodes.Zone):
                    self.report.error(
                        "C210",
                        span,
                        "there is nowhere to discard to",
                        help="declare a zone `discards`: `zone discards: pile of card, open`",
                    )
                self.table.use("noun", "discards")
                return ir.Discard(span, self.cards(node.amount, node.what, scope, "discarded").expr)
            case nodes.Swap():
                first, second = self.np(node.first, scope, article=True), self.np(node.second, scope, article=True)
                zones = isinstance(first.expr, ir.ZoneOf) and isinstance(second.expr, ir.ZoneOf)
                pieces = isinstance(first.expr, ir.PiecesOf) and isinstance(second.expr, ir.PiecesOf)
                if UNKNOWN not in (first.type, second.type) and not (zones or pieces):
                    self.report.error(
                        "C321",
                        span,
                        "only two zones or two pieces can change places",
                        help="name two zones, or pieces in two places",
                    )
                elif zones and first.type.base != second.type.base:
                    label = f"one is for {article(first.type.base)}, the other for {article(second.type.base)}"
                    self.report.error("C302", span, "these zones hold different cards", label=label)
                elif pieces and self.place_of(first.expr) != self.place_of(second.expr):
                    self.report.error(
                        "C321",
                        span,
                        "these pieces stand in different kinds of places",
                        label="they can't change places",
                        help="name two pieces that stand in the same kind of place",
                    )
                for phrase, found in ((node.first, first.expr), (node.second, second.expr)):
                    self.check_one_zone(found, phrase)
                    if isinstance(found, ir.PiecesOf) and found.place is None:
                        self.report.error("C314", phrase.span, "from where?", help="add `in …` or `on …`")
                return ir.Swap(span, first.expr, second.expr)
            case nodes.Shuffle():
                zone = self.simple(node.zone, scope)
                if zone.type != UNKNOWN and not isinstance(zone.expr, ir.ZoneOf):
                    self.report.error(
                        "C321",
                        node.zone.span,
                        "only a zone can be shuffled",
                        label=f"this is {describe(zone.type)}",
                        help=self.zone_help(),
                    )
                self.check_one_zone(zone.expr, node.zone)
                return ir.Shuffle(span, cast(ir.ZoneOf, zone.expr))
            case nodes.Reveal():
                what = self.simple(node.what, scope)
                if what.type != UNKNOWN and not self.is_a(what.type, "card") and not isinstance(what.expr, ir.TrackOf):
                    self.report.error(
                        "C321",
                        node.what.span,
                        "only cards and tracks can be revealed",
                        label=f"this is {describe(what.type)}",
                    )
                to = self.player(node.to, scope) if node.to is not None else None
                return ir.Reveal(span, what.expr, to)
            case _:
                raise AssertionError(f"no lowering for {type(node).__name__}")

    def player(self, node: nodes.Simple, scope: Scope) -> ir.Expr:
        found = self.simple(node, scope, PLAYER)
        self.expect(found, PLAYER, node.span, "who is meant")
        return found.expr

    def cards(self, amount: nodes.Amount | None, what: nodes.Np, scope: Scope, verb: str) -> Typed:
        """A card, or all cards of a set."""
        found = self.np(what, scope, article=True)
        if found.type == UNKNOWN:
            return found
        if not self.is_a(found.type, "card"):
            self.report.error(
                "C321",
                what.span,
                f"only cards can be {verb}",
                label=f"this is {describe(found.type)}",
                help="use `remove` for pieces" if found.type == NUMBER else None,
            )
        elif found.type.many and not isinstance(amount, nodes.All):
            self.report.error(
                "C313",
                what.span,
                "which of them?",
                label="these are several cards",
                help=[
                    f"write `all {what.span.text}` for all of them",
                    "`draw 1 card from … to …` for the top of a pile, `choose a card in …` to let somebody decide",
                ],
            )
        elif not found.type.many and amount is not None:
            self.report.error("C313", amount.span, "this is one card", help="leave out the amount")
        return found

    def move(self, node: nodes.Move, scope: Scope) -> ir.Stmt:
        found = self.np(node.what, scope, article=True)
        end = node.end.text if node.end else None
        if isinstance(found.expr, ir.PiecesOf | ir.CountOf):
            if end is not None and node.end is not None:
                self.report.error(
                    "C321", node.end.span, "only a row or a pile of cards has ends", help=f"leave out `{end} of`"
                )
            amount = self.amount(node.amount, node, scope)
            if isinstance(found.expr, ir.CountOf):
                if found.expr.holder is None:
                    self.report.error(
                        "C314", node.what.span, "from whom?", help="add `of …` or `on …`, or `your` in front"
                    )
                return ir.MoveCount(node.span, amount, found.expr, self.holder(node.to, found.expr.count, scope))
            if found.expr.place is None:
                self.report.error("C314", node.what.span, "from where?", help="add `in …` or `on …`")
            if found.expr.owner is None and amount is not None:
                self.report.error("C314", node.what.span, "whose is moved?", help="add `of …`, or move `all` of them")
            return ir.MovePieces(node.span, amount, found.expr, self.piece_goal(node.to, found.expr, scope))
        if found.type == UNKNOWN:
            return ir.MoveCards(node.span, found.expr, self.simple(node.to, scope).expr, end)
        cards = self.cards(node.amount, node.what, scope, "moved")
        return ir.MoveCards(node.span, cards.expr, self.card_goal(node.to, node.end, cards.type, scope), end)

    def piece_goal(self, node: nodes.Simple, pieces: ir.PiecesOf, scope: Scope) -> ir.Expr:
        form = self.table.nouns.get(pieces.forms[0]) if pieces.forms else None
        wanted = Type(form.form.place.text) if isinstance(form, FormOf) else None
        goal = self.simple(node, scope, wanted)
        if wanted is not None:
            self.expect(goal, wanted, node.span, f"the place of `{pieces.forms[0]}`", optional=True)
        return goal.expr

    def card_goal(self, node: nodes.Simple, end: nodes.Word | None, cards: Type, scope: Scope) -> ir.Expr:
        """A zone or a slot that takes these cards."""
        goal = self.simple(node, scope)
        space = self.table.types.get(goal.type.base)
        holds: str | None = None
        if isinstance(goal.expr, ir.ZoneOf):
            holds = goal.type.base
            zone = self.table.nouns.get(goal.expr.zone)
            if isinstance(zone, nodes.Zone):
                if zone.owner is not None and goal.expr.owner is None:
                    self.report.error(
                        "C220",
                        node.span,
                        f"whose `{goal.expr.zone}`?",
                        label=f"each {zone.owner.text} has one",
                        help=f"write `{whose(zone.owner.text)} {goal.expr.zone}`",
                    )
                self.check_end(end, zone.shape.text, zone.span)
        elif isinstance(space, nodes.Grid) and space.holding is not None and not goal.type.many:
            holds = space.holding.text
            self.check_end(end, space.noun.singular.text, space.noun.span)
        elif goal.type != UNKNOWN:
            self.report.error(
                "C321",
                node.span,
                "cards can't go there",
                label=f"this is {describe(goal.type)}",
                help="name a zone or a slot",
            )
        if holds not in (None, "card", cards.base) and cards != UNKNOWN:
            assert holds is not None
            self.report.error(
                "C302",
                node.span,
                f"only {article(holds)} can go there",
                label="this may be any card" if cards.base == "card" else f"this is {article(cards.base)}",
                help=f"test it first: `if … is {article(holds)} {{ … }}`" if cards.base == "card" else None,
            )
        return goal.expr

    def check_end(self, end: nodes.Word | None, shape: str, declared: Span) -> None:
        """Report an end that a zone of this shape, or a slot, does not have."""
        ends = _ENDS.get(shape, ())
        if end is not None and end.text not in ends:
            self.report.error(
                "C321",
                end.span,
                f"{article(shape)} has no {end.text}" if ends else f"{article(shape)} has no ends",
                help=f"write `{ends[0]} of` or `{ends[1]} of`" if ends else f"leave out `{end.text} of`",
                notes=[Note("declared in", declared)],
            )

    def draw(self, node: nodes.Draw, scope: Scope) -> ir.Stmt:
        amount = self.amount(node.amount, node, scope)
        source = self.simple(node.source, scope)
        if source.type != UNKNOWN and not isinstance(source.expr, ir.ZoneOf):
            self.report.error(
                "C321",
                node.source.span,
                "cards are drawn from a pile",
                label=f"this is {describe(source.type)}",
                help=self.zone_help("pile"),
            )
        elif isinstance(source.expr, ir.ZoneOf):
            zone = self.table.nouns.get(source.expr.zone)
            if isinstance(zone, nodes.Zone) and zone.shape.text != "pile":
                self.report.error(
                    "C321",
                    node.source.span,
                    f"a {zone.shape.text} has no top to draw from",
                    help="declare it as `pile`, or use `choose` and `move`",
                    notes=[Note("declared in", zone.span)],
                )
        self.check_one_zone(source.expr, node.source)
        head = node.what.head
        kind = self.kind_words().get(head.noun.text) if isinstance(head, nodes.PhraseRef) else None
        words = isinstance(head, nodes.PhraseRef) and (head.adjectives or head.arguments)
        more = node.what.of or node.what.place or words
        if kind is None:
            self.report.error("C321", node.what.span, "only cards can be drawn", help="write `draw 1 card from …`")
        elif more:
            help = "write `draw 1 card from …`: what comes is whatever lies on top"
            self.report.error("C321", node.what.span, "the card on top can't be chosen", help=help)
        elif kind not in ("card", source.type.base) and source.type != UNKNOWN:
            help = "write `draw 1 card from …`: what comes is whatever lies on top"
            label = f"this pile is of {article(source.type.base)}"
            self.report.error(
                "C321", node.what.span, "the kind of a card on top can't be chosen", label=label, help=help
            )
        drawn = source.type if isinstance(source.expr, ir.ZoneOf) else UNKNOWN
        goal = self.card_goal(node.to, node.end, drawn, scope)
        return ir.Draw(node.span, amount, cast(ir.ZoneOf, source.expr), goal, node.end.text if node.end else None)

    # ---- what is meant --------------------------------------------------------------------------------------

    def place_of(self, pieces: ir.Expr) -> set[str]:
        """The kinds of places in which these pieces stand."""
        forms = [self.table.nouns.get(name) for name in pieces.forms] if isinstance(pieces, ir.PiecesOf) else []
        return {form.form.place.text for form in forms if isinstance(form, FormOf)}

    def zone_help(self, shape: str = "") -> str | None:
        """A help that names the zones, or those of one shape."""
        zones = {id(m): m for m in self.table.nouns.values() if isinstance(m, nodes.Zone)}.values()
        names = [z.noun.singular.text for z in zones if shape in ("", z.shape.text)]
        return one_of(names) if names else None

    def kind_words(self) -> dict[str, str]:
        """The kind that each word for cards means."""
        words = {"card": "card", "cards": "card"}
        for node in self.table.types.values():
            if isinstance(node, nodes.Kind):
                kind = node.noun.singular.text
                words[kind] = kind
                if node.noun.plural is not None:
                    words[node.noun.plural.text] = kind
        return words

    def check_one_zone(self, found: ir.Expr, node: nodes.Node) -> None:
        """Report a zone that each owner has, where one of them is meant."""
        if isinstance(found, ir.ZoneOf) and found.owner is None:
            zone = self.table.nouns.get(found.zone)
            if isinstance(zone, nodes.Zone) and zone.owner is not None:
                help = f"write `{whose(zone.owner.text)} {found.zone}`"
                self.report.error("C220", node.span, f"whose `{found.zone}`?", help=help)
