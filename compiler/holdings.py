"""What can be had and counted: pieces in places, money and other counts with their holders."""

from __future__ import annotations

from collections.abc import Sequence

from compiler import ir, nodes
from compiler.calls import Calls
from compiler.diagnostics import Note
from compiler.fitting import Phrase
from compiler.nodes import Name
from compiler.resolve import FormOf
from compiler.scope import Scope, Typed
from compiler.types import NUMBER, UNKNOWN, Type, article, describe

SUPPLY = "supply"


class Holdings(Calls):
    """Lowers phrases about pieces and counts."""

    def pieces(self, phrase: Phrase, scope: Scope, meaning: nodes.Pieces | FormOf) -> Typed:
        """How many pieces: `armies of your loyalty in region`, `blocks of coalition in supply`."""
        pieces = meaning.pieces if isinstance(meaning, FormOf) else meaning
        forms = (meaning.form,) if isinstance(meaning, FormOf) else pieces.forms
        self.table.use("noun", pieces.noun.singular.text)
        for form in forms:
            self.table.use("noun", form.noun.singular.text)
        owner = phrase.owner.expr if phrase.owner else None
        if phrase.of is not None:
            if owner is not None:
                self.report.error("C213", phrase.span, "these pieces have two owners", help="leave out one of them")
            owner = self.fitting(phrase.of, scope, Type(pieces.owner.text), f"the owner of `{phrase.noun.text}`")
        fresh = False
        for adjective in phrase.adjectives:
            if adjective.text == "fresh":
                fresh = True
                if pieces.fresh is None:
                    self.report.error(
                        "C219",
                        adjective.span,
                        f"`{pieces.noun.singular.text}` pieces don't remember when they were placed",
                        help="add `fresh each turn` to their declaration",
                        notes=[Note("declared in", pieces.noun.span)],
                    )
            elif owner is None and self.table.is_member(adjective.text, pieces.owner.text):
                self.table.use("member", f"{pieces.owner.text}.{adjective.text}")
                owner = ir.Member(adjective.span, pieces.owner.text, adjective.text)
            else:
                candidates = self.table.members_of(pieces.owner.text) + ["fresh"] * (pieces.fresh is not None)
                self.unknown_adjective(adjective, forms[0].noun.singular.text, candidates)
        place, in_supply = self.piece_place(phrase, scope, pieces, forms)
        names = tuple(form.noun.singular.text for form in forms)
        expr = ir.PiecesOf(phrase.span, pieces.noun.singular.text, names, owner, place, in_supply, fresh)
        return Typed(expr, NUMBER)

    def piece_place(
        self, phrase: Phrase, scope: Scope, pieces: nodes.Pieces, forms: Sequence[nodes.Form]
    ) -> tuple[ir.Expr | None, bool]:
        """Where the pieces stand, and whether that is the supply."""
        if phrase.place is None or phrase.label is None:
            return None, False
        place = phrase.place
        if isinstance(place, nodes.PhraseRef) and place.owner is None and place.noun.text == SUPPLY:
            return None, True
        wanted = {form.place.text for form in forms}
        found = self.simple(place, scope, Type(next(iter(wanted))) if len(wanted) == 1 else None)
        if self.misnamed(*(form.place for form in forms)):
            return found.expr, False
        if found.type != UNKNOWN and not any(self.is_a(found.type.one, base) for base in wanted):
            where = " or ".join(f"{form.label.text} {article(form.place.text)}" for form in forms)
            self.report.error(
                "C304",
                place.span,
                f"`{phrase.noun.text}` can't be there",
                label=f"this is {describe(found.type)}",
                help=f"`{phrase.noun.text}` stand {where}",
                notes=[Note("declared in", forms[0].span)],
            )
        elif len(forms) == 1 and phrase.label.text != forms[0].label.text:
            self.report.error(
                "C305",
                phrase.label.span,
                f"`{phrase.noun.text}` stand `{forms[0].label.text}` {article(forms[0].place.text)}",
                help=f"write `{forms[0].label.text}`",
                notes=[Note("declared in", forms[0].span)],
            )
        return found.expr, False

    def count(self, phrase: Phrase, scope: Scope, meaning: nodes.Count) -> Typed:
        """How much: `your rupees`, `rupees on slot`, `rupees of player`."""
        name = meaning.noun.singular.text
        self.table.use("noun", name)
        given = [x for x in (phrase.owner, phrase.of, phrase.place) if x is not None]
        if len(given) > 1:
            self.report.error(
                "C213", phrase.span, f"`{phrase.noun.text}` has two holders", help="leave out one of them"
            )
        for adjective in phrase.adjectives:
            self.unknown_adjective(adjective, name, ())
        holders = [holder.text for holder in meaning.holders or ()]
        holder: ir.Expr | None = None
        if phrase.owner is not None:
            holder = phrase.owner.expr
        elif given:
            node = phrase.of or phrase.place
            assert node is not None
            found = self.simple(node, scope)
            holder = found.expr
            if found.type != UNKNOWN and found.type.base not in holders:
                self.report.error(
                    "C304",
                    node.span,
                    f"`{phrase.noun.text}` can't be there",
                    label=f"this is {describe(found.type)}",
                    help=f"`{phrase.noun.text}` can be with " + " or ".join(article(h) for h in holders)
                    if holders
                    else f"write `{phrase.noun.text}`: it belongs to nobody",
                    notes=[Note("declared in", meaning.noun.span)],
                )
        return Typed(ir.CountOf(phrase.span, name, holder), NUMBER)

    def of_owner(self, phrase: Phrase, scope: Scope, wanted: Name | None, what: str) -> ir.Expr | None:
        """The owner behind `of`, if the thing has owners."""
        if phrase.of is None:
            if wanted is not None:
                self.report.error(
                    "C220",
                    phrase.noun.span,
                    f"whose `{phrase.noun.text}`?",
                    label=f"each {wanted.text} has one",
                    help=f"write `{whose(wanted.text)} {phrase.noun.text}`",
                )
            return None
        if wanted is None:
            self.report.error("C213", phrase.span, f"{what} belongs to nobody", help=f"write `{phrase.noun.text}`")
            return None
        return self.fitting(phrase.of, scope, Type(wanted.text), f"the owner of {what}")


def whose(owner: str) -> str:
    return "your" if owner == "player" else f"{owner}'s"
