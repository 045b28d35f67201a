"""Noun phrases: from words to what they mean.

`[your | its | X's] adjectives noun(arguments) [of X] [in|on|for X]` names pieces, money, zones, fields, tracks, queries
and members alike. The first reading that the words allow is taken, in the order of the methods below; the expected
type helps where one word has several.
"""

from __future__ import annotations

from dataclasses import replace

from compiler import ir, nodes
from compiler.fitting import Phrase
from compiler.holdings import Holdings, whose
from compiler.nodes import Name
from compiler.resolve import FUNCTIONS, AllMembers, FormOf
from compiler.scope import Scope, Typed
from compiler.source import Span
from compiler.syntax_guards import is_reserved
from compiler.types import ANSWER, CARD, NONE, PLAYER, UNKNOWN, Type, describe


class Phrases(Holdings):
    """Lowers noun phrases."""

    # ---- entry points ---------------------------------------------------------------------------------------

    def np(self, node: nodes.Np, scope: Scope, expected: Type | None = None, *, article: bool = False) -> Typed:
        """What a noun phrase means; `article` allows `a` before it, as in `place an army`."""
        if not isinstance(node.head, nodes.PhraseRef):
            found = self.simple(node.head, scope, expected)
            if node.of is None and node.place is None:
                return found
            word = "of" if node.of is not None or node.label is None else node.label.text
            message = f"`{node.head.span.text}` can't be `{word}` anything"
            self.report.error("C213", node.span, message, help=f"write `{node.head.span.text}` alone")
            return Typed(found.expr, UNKNOWN)
        return self.reference(node.head, scope, expected, node, article=article)

    def simple(self, node: nodes.Simple, scope: Scope, expected: Type | None = None, *, article: bool = False) -> Typed:
        """What a phrase without `of`, `in`, `on` or `for` means."""
        match node:
            case nodes.You():
                return Typed(ir.You(node.span), PLAYER)
            case nodes.None_():
                return Typed(ir.NoneValue(node.span), NONE)
            case nodes.ThisCard():
                if scope.this_card is None:
                    self.report.error(
                        "C214",
                        node.span,
                        "there is no `this card` here",
                        help="`this card` exists on a card, in an ability, in an icon and in an action",
                    )
                    return Typed(ir.ThisCard(node.span), UNKNOWN)
                return scope.narrow(ir.ThisCard(node.span), scope.this_card)
            case nodes.It():
                return self.it(node.span, scope)
            case nodes.PhraseRef():
                return self.reference(node, scope, expected, None, article=article)

    def it(self, span: Span, scope: Scope) -> Typed:
        """The member of the innermost set."""
        if scope.it is None:
            self.report.error(
                "C215",
                span,
                "nothing is `it` here",
                help="`it` is the member of a set in parentheses: `any (players where it is not you)`",
            )
            return Typed(ir.NoneValue(span), UNKNOWN)
        name, type_ = scope.it
        return scope.narrow(ir.Local(span, name, str(type_)), type_)

    def reference(
        self, node: nodes.PhraseRef, scope: Scope, expected: Type | None, np: nodes.Np | None, *, article: bool
    ) -> Typed:
        """What a noun with its owner, adjectives and arguments means."""
        for adjective in node.adjectives:
            if is_reserved(adjective.text):  # the parser takes it for a name where it has no meaning
                self.report.error(
                    "C120",
                    adjective.span,
                    f"`{adjective.text}` can't stand here",
                    label="it is a word of the language",
                    help="leave it out",
                )
                return Typed(ir.NoneValue(node.span), UNKNOWN)
        if node.adjectives and self.misspelt_owner(node.adjectives[0]):
            return Typed(ir.NoneValue(node.span), UNKNOWN)
        owner: Typed | None = None
        match node.owner:
            case nodes.Your(span=span):
                owner = Typed(ir.You(span), PLAYER)
            case nodes.Its(span=span):
                owner = self.it(span, scope)
            case nodes.Possessor(thing=thing):
                owner = self.simple(thing, scope)
            case nodes.A() if not article:
                self.report.error(
                    "C211",
                    node.owner.span.to(node.noun.span),
                    "`a` introduces nothing here",
                    help=f"write `{node.noun.text}` without the article",
                )
            case _:
                pass
        span = np.span if np is not None else node.span
        phrase = Phrase(
            span,
            node.noun,
            node.adjectives,
            owner,
            node.arguments,
            np.of if np else None,
            np.label if np else None,
            np.place if np else None,
        )
        if owner is not None and owner.type == UNKNOWN:
            self.check_arguments(phrase, scope)
            return Typed(owner.expr, UNKNOWN)
        return self.resolve_phrase(phrase, scope, expected)

    def resolve_phrase(self, phrase: Phrase, scope: Scope, expected: Type | None) -> Typed:
        """Try the readings one after the other."""
        found = self.owned(phrase, scope) if phrase.owner else self.unowned(phrase, scope, expected)
        if found is None:
            self.check_arguments(phrase, scope)
            if phrase.owner:
                self.unknown_attribute(phrase)
            else:
                self.unknown_name(phrase.noun, scope, expected)
            return Typed(ir.NoneValue(phrase.span), UNKNOWN)
        if phrase.adjectives and not isinstance(found.expr, ir.PiecesOf):
            found = self.described(found, phrase.adjectives, scope)
        return scope.narrow(found.expr, found.type)

    def check_arguments(self, phrase: Phrase, scope: Scope) -> None:
        """Look for further mistakes inside a phrase that is wrong itself."""
        for argument in phrase.arguments or ():
            self.expression(argument, scope)
        for simple in (phrase.of, phrase.place):
            if simple is not None:
                self.simple(simple, scope)

    # ---- a noun by itself -----------------------------------------------------------------------------------

    def unowned(self, phrase: Phrase, scope: Scope, expected: Type | None) -> Typed | None:
        """A phrase without a possessor."""
        name, span = phrase.noun.text, phrase.span
        described = phrase.adjectives and replace(phrase, adjectives=()).bare and name not in self.table.nouns
        if (phrase.bare or described) and name in scope.locals:
            introduced = scope.locals[name]
            self.locals_used.add((name, introduced.span))
            return Typed(ir.Local(span, name, str(introduced.type)), introduced.type)
        if phrase.bare and name in scope.players:
            return Typed(ir.Member(span, "player", name), PLAYER)
        plain = phrase.of is None and not phrase.adjectives
        if expected is not None and plain and self.table.is_member(name, expected.base):
            return self.member(phrase, expected.base, scope)
        if name == "active_player":
            self.alone(phrase)
            return Typed(ir.ActivePlayer(span), PLAYER)
        if name == "actor":
            self.alone(phrase)
            if not scope.in_rule:
                self.report.error("C216", span, "`actor` has a meaning only in a rule", help="write `you`")
            return Typed(ir.Actor(span), PLAYER)
        if name in ("card", "cards") and phrase.place is not None:
            return self.cards_in(phrase, CARD, scope)
        if name == "players":
            self.alone(phrase)
            return Typed(ir.AllOf(span, "player"), PLAYER.set_of)
        if name in FUNCTIONS and phrase.arguments is not None:
            self.alone(phrase, arguments=True)
            return self.function(phrase, scope)
        if phrase.arguments is not None and name in self.table.types:
            self.alone(phrase, arguments=True)
            return self.constructed(phrase, scope)
        meaning = self.table.nouns.get(name)
        if meaning is not None and (found := self.noun(phrase, scope, meaning)):
            self.table.use("noun", name)
            return found
        for type_name in self.table.members.get(name, ()):
            return self.member(phrase, type_name, scope)
        if name in self.table.procedures and phrase.of is None:
            family = self.table.procedures[name].family.text
            if family in ("icon", "action"):
                return self.member(phrase, family, scope)
        return None

    def noun(self, phrase: Phrase, scope: Scope, meaning: object) -> Typed | None:
        """A declared noun without possessor."""
        span, name = phrase.span, phrase.noun.text
        match meaning:
            case nodes.Pieces() | FormOf():
                self.alone(phrase, of=True, place=True)
                return self.pieces(phrase, scope, meaning)
            case nodes.Count():
                self.alone(phrase, of=True, place=True)
                return self.count(phrase, scope, meaning)
            case nodes.Query():
                return self.query(phrase, scope, meaning)
            case nodes.Track():
                self.alone(phrase, of=True)
                owner = self.of_owner(phrase, scope, meaning.owner, f"the track `{name}`")
                return Typed(ir.TrackOf(span, name, owner), self.table.type_of(meaning.type, self.report))
            case nodes.Zone():
                self.alone(phrase, of=True)
                zone = meaning.noun.singular.text
                several = meaning.noun.plural is not None and meaning.noun.plural.text != zone
                if meaning.owner is not None and phrase.of is None and name == zone and several:
                    self.report.error(
                        "C220",
                        phrase.noun.span,
                        f"whose `{zone}`?",
                        label=f"each {meaning.owner.text} has one",
                        help=f"write `{whose(meaning.owner.text)} {zone}`",
                    )
                    return Typed(ir.NoneValue(span), UNKNOWN)
                of = self.simple(phrase.of, scope).expr if phrase.of is not None else None
                if of is not None and meaning.owner is None:
                    self.report.error("C213", span, f"the zone `{zone}` belongs to nobody", help=f"write `{name}`")
                self.table.use("noun", zone)
                return Typed(ir.ZoneOf(span, zone, of), self.held(meaning.holds, many=True))
            case nodes.Grid():
                assert meaning.holding is not None
                self.alone(phrase)
                return Typed(ir.CardsOn(span, meaning.name.text), self.held(meaning.holding, many=True))
            case nodes.Variant():
                self.alone(phrase)
                return Typed(ir.VariantChosen(span, name), ANSWER)
            case nodes.Automa():
                self.alone(phrase)
                return scope.narrow(ir.AutomaPlayer(span, name), PLAYER.or_none)
            case AllMembers(type=type_name):
                self.table.use("type", type_name)
                if phrase.place is not None and type_name in self.table.kinds:
                    return self.cards_in(phrase, Type(type_name), scope)
                if phrase.place is not None or phrase.of is not None:
                    return None
                self.alone(phrase)
                return Typed(ir.AllOf(span, type_name), Type(type_name, many=True))
            case nodes.Order():
                self.report.error("C217", span, f"`{name}` is an order", help="orders sort: write it behind `by`")
                return Typed(ir.NoneValue(span), UNKNOWN)
            case nodes.Mark():
                self.report.error(
                    "C218", span, f"`{name}` is a mark", help=f"ask with `X is {name}`, set it with `mark X as {name}`"
                )
                return Typed(ir.NoneValue(span), UNKNOWN)
            case _:
                return None

    def member(self, phrase: Phrase, type_name: str, scope: Scope) -> Typed:
        """A member of an enum, map or axis; or an icon or action with its arguments."""
        name = phrase.noun.text
        self.table.use("member", f"{type_name}.{name}")
        if type_name not in ("icon", "action"):
            self.alone(phrase, arguments=True)
        arguments: tuple[ir.Expr, ...] = ()
        if type_name in ("icon", "action"):
            self.table.use("procedure", name)
            params = self.table.params_of("procedure", name)
            arguments = self.arguments(phrase, params, phrase.arguments or (), scope, f"the {type_name} `{name}`")
        elif phrase.arguments is not None:
            self.report.error("C301", phrase.span, f"`{name}` takes no arguments", help=f"write `{name}`")
        return Typed(ir.Member(phrase.span, type_name, name, arguments), Type(type_name))

    def cards_in(self, phrase: Phrase, kind: Type, scope: Scope) -> Typed | None:
        """`cards in deck`, `political cards in your court`."""
        assert phrase.place is not None
        place = self.simple(phrase.place, scope)
        if place.type == UNKNOWN:
            return Typed(place.expr, UNKNOWN)
        if not place.type.many:
            self.report.error(
                "C302",
                phrase.place.span,
                f"cards lie in a zone, and this is {describe(place.type)}",
                help="name a zone, such as `deck` or `your hand`",
            )
            return Typed(place.expr, UNKNOWN)
        if kind == CARD or kind.base == place.type.base:
            return place
        it = scope.with_it(place.type.one)
        assert it.it is not None
        condition = ir.IsKind(phrase.span, ir.Local(phrase.span, it.it[0], place.type.base), kind.base)
        return Typed(ir.Filter(phrase.span, it.it[0], place.expr, condition), kind.set_of)

    # ---- with a possessor -----------------------------------------------------------------------------------

    def owned(self, phrase: Phrase, scope: Scope) -> Typed | None:
        """`X's noun`, `your noun`, `its noun`."""
        assert phrase.owner is not None
        owner = phrase.owner
        if owner.type.many:
            self.report.error(
                "C303",
                phrase.span,
                f"several things have no `{phrase.noun.text}` together",
                help=f"say which one, or add up with `total {phrase.noun.text} of …`",
            )
            return Typed(owner.expr, UNKNOWN)
        meaning = self.table.nouns.get(phrase.noun.text)
        if self.misowned(meaning):
            self.check_arguments(phrase, scope)
            return Typed(owner.expr, UNKNOWN)
        found: Typed | None = None
        match meaning:
            case nodes.Pieces(owner=kind) if kind.text == owner.type.base:
                self.alone(phrase, of=True, place=True)
                found = self.pieces(phrase, scope, meaning)
            case FormOf(pieces=pieces) if pieces.owner.text == owner.type.base:
                self.alone(phrase, of=True, place=True)
                found = self.pieces(phrase, scope, meaning)
            case nodes.Count(holders=holders) if holders and owner.type.base in {h.text for h in holders}:
                self.alone(phrase, of=True, place=True)
                found = self.count(phrase, scope, meaning)
            case nodes.Track(owner=Name(text=base)) if self.is_a(owner.type, base):
                self.alone(phrase)
                type_ = self.table.type_of(meaning.type, self.report)
                found = Typed(ir.TrackOf(phrase.span, phrase.noun.text, owner.expr), self.through(owner, type_))
            case nodes.Zone(owner=Name(text=base)) if base == owner.type.base:
                self.alone(phrase)
                zone = meaning.noun.singular.text
                self.table.use("noun", zone)
                found = Typed(ir.ZoneOf(phrase.span, zone, owner.expr), self.held(meaning.holds, many=True))
            case nodes.Query():
                first = next((p for p in self.table.params_of("noun", phrase.noun.text) if p.label is None), None)
                if first is not None and self.is_a(owner.type, first.type.base):
                    found = self.query(phrase, scope, meaning)
            case AllMembers(type=type_name):
                found = self.spaces_of(phrase, type_name, scope)
            case _:
                pass
        if found is not None:
            self.table.use("noun", phrase.noun.text)
            return found
        return self.attribute(phrase)

    def attribute(self, phrase: Phrase) -> Typed | None:
        """A field of a card or a built-in attribute."""
        assert phrase.owner is not None
        owner, name, span = phrase.owner, phrase.noun.text, phrase.span
        if phrase.arguments is not None or phrase.place is not None or phrase.of is not None:
            found = self.attribute(replace(phrase, arguments=None, of=None, label=None, place=None))
            if found is not None:
                self.alone(phrase)
            return found
        base = owner.type.base
        if base == "card" or base in self.table.kinds:
            kinds = self.table.kinds if base == "card" else {base: self.table.kinds[base]}
            for kind, fields in kinds.items():
                if name in fields:
                    self.table.use("field", f"{kind}.{name}")
                    type_ = fields[name].type
                    return Typed(
                        ir.FieldOf(span, name, owner.expr),
                        type_.or_none if base == "card" else self.through(owner, type_),
                    )
        type_or_none = self.built_in(base, name)
        if type_or_none is None:
            return None
        return Typed(ir.AttributeOf(span, name, owner.expr), self.through(owner, type_or_none))

    def spaces_of(self, phrase: Phrase, type_name: str, scope: Scope) -> Typed | None:
        """`card's spots`, `board's provinces`: the spaces of a grid that share a coordinate."""
        assert phrase.owner is not None
        grid = self.table.types.get(type_name)
        if isinstance(grid, nodes.Map):
            return None
        if not isinstance(grid, nodes.Grid):
            return None
        for axis in grid.axes:
            axis_type = self.table.axis_types.get((type_name, axis.name.text))
            if axis_type is not None and axis_type.base == phrase.owner.type.base:
                self.table.use("type", type_name)
                inner = scope.with_it(Type(type_name))
                assert inner.it is not None
                member = ir.Local(phrase.span, inner.it[0], type_name)
                same = ir.Compare(
                    phrase.span, "is", ir.AttributeOf(phrase.span, axis.name.text, member), phrase.owner.expr
                )
                spaces = ir.AllOf(phrase.span, type_name)
                return Typed(ir.Filter(phrase.span, inner.it[0], spaces, same), Type(type_name, many=True))
        return None
