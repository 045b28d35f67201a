"""Noun phrases: from words to what they mean.

`[your | its | X's] adjectives noun(arguments) [of X] [in|on|for X]` names pieces, money, zones, fields, tracks, queries
and members alike. The first reading that the words allow is taken, in the order of the methods below; the expected
type helps where one word has several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from compiler import ir, nodes
from compiler.diagnostics import Note, Report, did_you_mean
from compiler.nodes import Name
from compiler.resolve import FUNCTIONS, AllMembers, FormOf, Parameter, Table
from compiler.scope import Scope, Typed
from compiler.source import Span
from compiler.types import ANSWER, CARD, NONE, NUMBER, PLAYER, UNKNOWN, Type, article, describe

SUPPLY = "supply"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase taken apart."""

    span: Span
    noun: Name
    adjectives: tuple[Name, ...]
    owner: Typed | None
    arguments: tuple[nodes.Expr, ...] | None
    of: nodes.Simple | None
    label: nodes.Word | None
    place: nodes.Simple | None

    @property
    def bare(self) -> bool:
        """Nothing but one word."""
        return not (self.adjectives or self.owner or self.arguments is not None or self.of or self.place)


class Phrases:
    """Lowers noun phrases. Expressions (`condition`, `expression`) come from the subclass."""

    def __init__(self, table: Table, report: Report) -> None:
        self.table = table
        self.report = report
        self.locals_used: set[tuple[str, Span]] = set()

    def expression(self, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Typed:
        raise NotImplementedError

    # ---- entry points -----------------------------------------------------------------------------------

    def np(self, node: nodes.Np, scope: Scope, expected: Type | None = None, *, article: bool = False) -> Typed:
        """What a noun phrase means; `article` allows `a` before it, as in `place an army`."""
        if not isinstance(node.head, nodes.PhraseRef):
            if node.of is not None or node.place is not None:
                self.report.error("C213", node.span, "this can't have anything in it or belong to anyone")
            return self.simple(node.head, scope, expected)
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

    # ---- a noun by itself ---------------------------------------------------------------------------------

    def unowned(self, phrase: Phrase, scope: Scope, expected: Type | None) -> Typed | None:
        """A phrase without a possessor."""
        name, span = phrase.noun.text, phrase.span
        if phrase.bare and name in scope.locals:
            introduced = scope.locals[name]
            self.locals_used.add((name, introduced.span))
            return Typed(ir.Local(span, name, str(introduced.type)), introduced.type)
        if phrase.bare and name in scope.players:
            return Typed(ir.Member(span, "player", name), PLAYER)
        if expected is not None and phrase.of is None and not phrase.adjectives:
            if self.table.is_member(name, expected.base):
                return self.member(phrase, expected.base, scope)
        if name == "active_player" and phrase.bare:
            return Typed(ir.ActivePlayer(span), PLAYER)
        if name == "actor" and phrase.bare:
            if not scope.in_rule:
                self.report.error("C216", span, "`actor` has a meaning only in a rule", help="write `you`")
            return Typed(ir.Actor(span), PLAYER)
        if name in ("card", "cards") and phrase.place is not None:
            return self.cards_in(phrase, CARD, scope)
        if name in ("player", "players") and phrase.of is None and phrase.place is None:
            return Typed(ir.AllOf(span, "player"), PLAYER.set_of)
        if name in FUNCTIONS and phrase.arguments is not None:
            return self.function(phrase, scope)
        if phrase.arguments is not None and name in self.table.types:
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
                return self.pieces(phrase, scope, meaning)
            case nodes.Count():
                return self.count(phrase, scope, meaning)
            case nodes.Query():
                return self.query(phrase, scope, meaning)
            case nodes.Track():
                owner = self.of_owner(phrase, scope, meaning.owner, f"the track `{name}`")
                return Typed(ir.TrackOf(span, name, owner), self.table.type_of(meaning.type, self.report))
            case nodes.Zone():
                zone = meaning.noun.singular.text
                of = self.simple(phrase.of, scope).expr if phrase.of is not None else None
                if of is not None and meaning.owner is None:
                    self.report.error("C213", span, f"the zone `{zone}` belongs to nobody", help=f"write `{name}`")
                self.table.use("noun", zone)
                return Typed(ir.ZoneOf(span, zone, of), Type(meaning.holds.text, many=True))
            case nodes.Grid():
                assert meaning.holding is not None
                return Typed(ir.CardsOn(span, meaning.name.text), Type(meaning.holding.text, many=True))
            case nodes.Variant():
                return Typed(ir.VariantChosen(span, name), ANSWER)
            case nodes.Automa():
                return Typed(ir.Member(span, "player", name), PLAYER)
            case AllMembers(type=type_name):
                self.table.use("type", type_name)
                if phrase.place is not None and type_name in self.table.kinds:
                    return self.cards_in(phrase, Type(type_name), scope)
                if phrase.place is not None or phrase.of is not None:
                    return None
                return Typed(ir.AllOf(span, type_name), Type(type_name, many=True))
            case nodes.Order():
                self.report.error("C217", span, f"`{name}` is an order", help="an order stands behind `by`")
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

    # ---- with a possessor ---------------------------------------------------------------------------------

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
        found: Typed | None = None
        match meaning:
            case nodes.Pieces(owner=kind) if kind.text == owner.type.base:
                found = self.pieces(phrase, scope, meaning)
            case FormOf(pieces=pieces) if pieces.owner.text == owner.type.base:
                found = self.pieces(phrase, scope, meaning)
            case nodes.Count(holders=holders) if holders and owner.type.base in {h.text for h in holders}:
                found = self.count(phrase, scope, meaning)
            case nodes.Track(owner=Name(text=base)) if self.is_a(owner.type, base):
                type_ = self.table.type_of(meaning.type, self.report)
                found = Typed(ir.TrackOf(phrase.span, phrase.noun.text, owner.expr), self.through(owner, type_))
            case nodes.Zone(owner=Name(text=base)) if base == owner.type.base:
                zone = meaning.noun.singular.text
                self.table.use("noun", zone)
                found = Typed(ir.ZoneOf(phrase.span, zone, owner.expr), Type(meaning.holds.text, many=True))
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
            return None
        base = owner.type.base
        if base == "card" or base in self.table.kinds:
            kinds = self.table.kinds if base == "card" else {base: self.table.kinds[base]}
            for kind, fields in kinds.items():
                if name in fields:
                    self.table.use("field", f"{kind}.{name}")
                    type_ = fields[name].type
                    return Typed(ir.FieldOf(span, name, owner.expr), type_.or_none if base == "card" else self.through(owner, type_))
        type_or_none = self.built_in(base, name)
        if type_or_none is None:
            return None
        return Typed(ir.AttributeOf(span, name, owner.expr), self.through(owner, type_or_none))

    def built_in(self, base: str, name: str) -> Type | None:
        """The type of a built-in attribute, or None if there is none of this name."""
        if base == "player":
            return {"seat": NUMBER, "next": PLAYER, "previous": PLAYER}.get(name)
        if base == "card" or base in self.table.kinds:
            if name in ("number", "position"):
                return NUMBER
            if name == "owner":
                declared_kind = self.table.types.get(base)
                own = isinstance(declared_kind, nodes.Kind) and declared_kind.owner is not None
                return PLAYER if own else PLAYER.or_none
            for declared in self.holders(base):
                if declared == name:
                    return Type(name, optional=True)
            return None
        node = self.table.types.get(base)
        match node:
            case nodes.Grid():
                if name == "card" and node.holding is not None:
                    return Type(node.holding.text, optional=True)
                return self.table.axis_types.get((base, name))
            case nodes.Map():
                is_edge = node.edge_noun.singular.text == base
                places = Type(node.noun.singular.text, many=True)
                if is_edge:
                    return places if name == "ends" else None
                if name == "neighbors":
                    return places
                edge = node.edge_noun
                if name == (edge.plural or edge.singular).text:
                    self.table.use("type", edge.singular.text)
                    return Type(edge.singular.text, many=True)
                return None
            case _:
                return None

    def holders(self, kind: str) -> list[str]:
        """The kinds of places that can hold a card of this kind: grid spaces, and places with a zone."""
        found = [
            grid.noun.singular.text
            for grid in self.table.types.values()
            if isinstance(grid, nodes.Grid) and grid.holding is not None and _may_be(grid.holding.text, kind)
        ]
        for zone in self.table.nouns.values():
            if isinstance(zone, nodes.Zone) and zone.owner and zone.owner.text != "player" and _may_be(zone.holds.text, kind):
                found.append(zone.owner.text)
        return found

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

    # ---- pieces, counts, queries, functions -----------------------------------------------------------------

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
                self.unknown_adjective(adjective, self.table.members_of(pieces.owner.text))
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
            self.report.error("C213", phrase.span, f"`{phrase.noun.text}` has two holders", help="leave out one of them")
        for adjective in phrase.adjectives:
            self.unknown_adjective(adjective, ())
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

    def query(self, phrase: Phrase, scope: Scope, meaning: nodes.Query) -> Typed:
        """The value of a query with its arguments."""
        name = phrase.noun.text
        self.table.use("noun", name)
        params = self.table.params_of("noun", name)
        arguments = self.arguments(phrase, params, phrase.arguments or (), scope, f"`{name}`")
        type_ = self.table.type_of(meaning.type, self.report)
        first = next((p.type for p in params if p.label is None), None)
        unsure = phrase.owner is not None and first is not None and (
            phrase.owner.type.optional and not first.optional or phrase.owner.type.base != first.base and first.base != "card"
        )  # fmt: skip
        return Typed(ir.QueryOf(phrase.span, name, arguments), type_.or_none if unsure else type_)

    def function(self, phrase: Phrase, scope: Scope) -> Typed:
        """`max(a, b)`, `min(a, b)`, `nth(list, n)`, `position(list, x)`, `top(zone)`."""
        name = phrase.noun.text
        given = phrase.arguments or ()
        if len(given) != FUNCTIONS[name] and not (name in ("max", "min") and len(given) > 2):
            self.report.error(
                "C301", phrase.span, f"`{name}` takes {FUNCTIONS[name]} arguments, not {len(given)}", help=_USAGE[name]
            )
            return Typed(ir.NoneValue(phrase.span), UNKNOWN)
        if name in ("max", "min"):
            values = tuple(self.number(argument, scope) for argument in given)
            return Typed(ir.Function(phrase.span, name, values), NUMBER)
        things = self.expression(given[0], scope)
        if things.type != UNKNOWN and not things.type.many:
            self.report.error(
                "C302", given[0].span, f"`{name}` needs a list or a zone, and this is {describe(things.type)}", help=_USAGE[name]
            )
            return Typed(things.expr, UNKNOWN)
        if name == "top":
            return Typed(ir.Function(phrase.span, name, (things.expr,)), things.type.one.or_none)
        if name == "nth":
            index = self.number(given[1], scope)
            return Typed(ir.Function(phrase.span, name, (things.expr, index)), things.type.one)
        thing = self.expression(given[1], scope, things.type.one)
        self.expect(thing, things.type.one, given[1].span, "what is looked for", optional=True)
        return Typed(ir.Function(phrase.span, name, (things.expr, thing.expr)), NUMBER)

    def constructed(self, phrase: Phrase, scope: Scope) -> Typed:
        """A card by its number, or a place by its coordinates: `court_card(43)`, `slot(top, 2)`."""
        name, given = phrase.noun.text, phrase.arguments or ()
        self.table.use("type", name)
        node = self.table.types[name]
        match node:
            case nodes.Kind():
                return self.card_value(phrase, node, given, scope)
            case nodes.Grid():
                wanted = [(axis.name.text, self.table.axis_types.get((name, axis.name.text), UNKNOWN)) for axis in node.axes]
            case nodes.Map() if node.edge_noun.singular.text == name:
                wanted = [("end", Type(node.noun.singular.text))] * 2
            case _:
                self.report.error("C301", phrase.span, f"`{name}` takes no arguments", help=f"name a member of `{name}`")
                return Typed(ir.NoneValue(phrase.span), UNKNOWN)
        if len(given) != len(wanted):
            self.report.error(
                "C301",
                phrase.span,
                f"`{name}` takes {len(wanted)} arguments, not {len(given)}",
                help=f"write `{name}({', '.join(label for label, _ in wanted)})`",
            )
            return Typed(ir.NoneValue(phrase.span), Type(name))
        values = []
        for argument, (label, type_) in zip(given, wanted, strict=True):
            value = self.expression(argument, scope, type_)
            self.expect(value, type_, argument.span, f"`{label}` of `{name}`", optional=True)
            values.append(value.expr)
        return Typed(ir.PlaceValue(phrase.span, name, tuple(values)), Type(name, optional=isinstance(node, nodes.Map)))

    def card_value(self, phrase: Phrase, kind: nodes.Kind, given: tuple[nodes.Expr, ...], scope: Scope) -> Typed:
        name = phrase.noun.text
        count = 2 if kind.owner is not None else 1
        if len(given) != count:
            usage = f"{name}(number, {kind.owner.text})" if kind.owner else f"{name}(number)"
            self.report.error("C301", phrase.span, f"`{name}` takes {count} arguments, not {len(given)}", help=f"write `{usage}`")
            return Typed(ir.NoneValue(phrase.span), Type(name))
        number = self.number(given[0], scope)
        if isinstance(number, ir.Number) and (name, number.value) not in self.table.cards:
            self.report.error("C207", given[0].span, f"there is no {name} {number.value}", label="no card has this number")
        owner = None
        if kind.owner is not None:
            typed = self.expression(given[1], scope, Type(kind.owner.text))
            self.expect(typed, Type(kind.owner.text), given[1].span, f"the owner of {article(name)}")
            owner = typed.expr
        return Typed(ir.CardValue(phrase.span, name, number, owner), Type(name))

    def arguments(
        self, phrase: Phrase, params: tuple[Parameter, ...], given: tuple[nodes.Expr, ...], scope: Scope, what: str
    ) -> tuple[ir.Expr, ...]:
        """The arguments in the order of the parameters: the possessor or `of` first, then those in parentheses,
        labelled ones behind `in`, `on` or `for`."""
        rest = list(given)
        owner: Typed | nodes.Simple | None = phrase.owner or phrase.of
        place_used = phrase.place is None
        values: list[ir.Expr] = []
        missing: list[str] = []
        for param in params:
            if param.label is not None:
                if phrase.place is None or phrase.label is None or phrase.label.text != param.label:
                    missing.append(f"{param.label} {param.name}")
                    continue
                place_used = True
                value, span = self.simple(phrase.place, scope, param.type), phrase.place.span
            elif owner is not None:
                value, span = (owner, phrase.span) if isinstance(owner, Typed) else (
                    self.simple(owner, scope, param.type), owner.span
                )  # fmt: skip
                owner = None
            elif rest:
                argument = rest.pop(0)
                value, span = self.expression(argument, scope, param.type), argument.span
            else:
                missing.append(param.name)
                continue
            of_none = value is phrase.owner  # what is asked of none, or of another kind of card, is 0, no or none
            if not (of_none and self.is_a(value.type, param.type.base) and not value.type.many):
                self.expect(value, param.type, span, f"`{param.name}` of {what}", note=param.span)
            values.append(value.expr)
        if missing:
            self.report.error(
                "C301",
                phrase.span,
                f"{what} misses {' and '.join(f'`{name}`' for name in missing)}",
                help=f"write `{usage(phrase.noun.text, params)}`",
            )
        elif rest or owner is not None:
            self.report.error(
                "C301", phrase.span, f"{what} has too many arguments", help=f"write `{usage(phrase.noun.text, params)}`"
            )
        if not place_used and phrase.label is not None:
            self.report.error(
                "C301",
                phrase.label.span,
                f"{what} takes nothing behind `{phrase.label.text}`",
                help=f"write `{usage(phrase.noun.text, params)}`",
            )
        return tuple(values)

    def of_owner(self, phrase: Phrase, scope: Scope, wanted: Name | None, what: str) -> ir.Expr | None:
        """The owner behind `of`, if the thing has owners."""
        if phrase.of is None:
            if wanted is not None:
                self.report.error(
                    "C220",
                    phrase.noun.span,
                    f"whose `{phrase.noun.text}`?",
                    label=f"each {wanted.text} has one",
                    help=f"write `{_whose(wanted.text)} {phrase.noun.text}`",
                )
            return None
        if wanted is None:
            self.report.error("C213", phrase.span, f"{what} belongs to nobody", help=f"write `{phrase.noun.text}`")
            return None
        return self.fitting(phrase.of, scope, Type(wanted.text), f"the owner of {what}")

    # ---- adjectives -----------------------------------------------------------------------------------------

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
        self.unknown_adjective(adjective, self.adjectives_for(thing.type))
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

    # ---- types ------------------------------------------------------------------------------------------------

    def is_a(self, type_: Type, base: str) -> bool:
        """Whether a thing of this type is, or may be, one of the named type."""
        return UNKNOWN.base in (type_.base, base) or (_may_be(base, type_.base) and (
            type_.base == base or type_.base in self.table.kinds or base in self.table.kinds
        ))

    def through(self, owner: Typed, type_: Type) -> Type:
        """The type of an attribute: none for an owner that is none."""
        return type_.or_none if owner.type.optional else type_

    def expect(
        self, value: Typed, wanted: Type, span: Span, what: str, *, optional: bool = False, note: Span | None = None
    ) -> None:
        """Report a value that does not fit. `optional`: none is fine here even if not wanted."""
        notes = [Note("declared in", note)] if note is not None else []
        if UNKNOWN in (value.type, wanted) or wanted.base == "?":
            return
        if value.type == NONE:
            if not (wanted.optional or optional):
                self.report.error("C306", span, f"{what} can't be none", notes=notes)
            return
        kind_mismatch = wanted.base in self.table.kinds and value.type.base == "card"
        if value.type.many != wanted.many or kind_mismatch or not (
            value.type.base == wanted.base or (wanted.base == "card" and value.type.base in self.table.kinds)
        ):  # fmt: skip
            self.report.error(
                "C302",
                span,
                f"{what} is {describe(wanted)}",
                label=f"this is {describe(value.type)}",
                help=f"test it first: `if … is {article(wanted.base)} {{ … }}`" if kind_mismatch else None,
                notes=notes,
            )
        elif value.type.optional and not (wanted.optional or optional):
            self.report.error(
                "C306",
                span,
                f"{what} can't be none",
                label="this may be none",
                help="test it first with `is not none` or `has`, or give another value with `otherwise`",
                notes=notes,
            )

    def fitting(self, node: nodes.Simple, scope: Scope, wanted: Type, what: str) -> ir.Expr:
        """A phrase of a wanted type; none is fine."""
        value = self.simple(node, scope, wanted)
        self.expect(value, wanted, node.span, what, optional=True)
        return value.expr

    def number(self, node: nodes.Expr, scope: Scope) -> ir.Expr:
        """An expression that is a number."""
        value = self.expression(node, scope, NUMBER)
        if value.type not in (NUMBER, UNKNOWN):
            self.report.error(
                "C302",
                node.span,
                "a number is needed here",
                label=f"this is {describe(value.type)}",
                help="count them with `number of …`" if value.type.many else None,
            )
        return value.expr

    # ---- unknown words ------------------------------------------------------------------------------------------

    def unknown_name(self, noun: Name, scope: Scope, expected: Type | None) -> None:
        candidates = [*scope.locals, *scope.players, *self.table.nouns, *self.table.members, "you", "players"]
        what = "name"
        if expected is not None and (members := self.table.members_of(expected.base)):
            candidates = [*scope.locals, *members]
            what = expected.base
        guess = did_you_mean(noun.text, candidates) or did_you_mean(noun.text, self.table.nouns)
        helps = f"did you mean `{guess}`?" if guess else None
        if guess is None and noun.text in self.table.types:
            plural = next((n for n, m in self.table.nouns.items() if m == AllMembers(noun.text)), noun.text)
            helps = f"`{noun.text}` is a type: introduce one with `choose a {noun.text} in {plural}`, or write `{plural}` for all"
        self.report.error("C201", noun.span, f"unknown {what} `{noun.text}`", label="nothing here has this name", help=helps)

    def unknown_attribute(self, phrase: Phrase) -> None:
        assert phrase.owner is not None
        name, owner = phrase.noun, phrase.owner.type
        guess = did_you_mean(name.text, self.attribute_names(owner))
        self.report.error(
            "C202",
            name.span,
            f"{article(owner.base)} has no `{name.text}`",
            label="no such thing",
            help=f"did you mean `{guess}`?" if guess else None,
        )

    def attribute_names(self, type_: Type) -> list[str]:
        """What a thing of this type has, for suggestions."""
        base = type_.base
        found = list(self.table.kinds.get(base, {}))
        if base == "card":
            found = [name for fields in self.table.kinds.values() for name in fields]
        found += [name for name in ("seat", "next", "previous", "number", "position", "owner", "card", "ends", "neighbors")
                  if self.built_in(base, name)]  # fmt: skip
        found += [axis for space, axis in self.table.axis_types if space == base]
        matches: Callable[[Name | None], bool] = lambda owner: owner is not None and owner.text == base  # noqa: E731
        for name, meaning in self.table.nouns.items():
            match meaning:
                case nodes.Track(owner=owner) | nodes.Zone(owner=owner) if matches(owner):
                    found.append(name)
                case nodes.Pieces(owner=owner) if matches(owner):
                    found.append(name)
                case FormOf(pieces=pieces) if matches(pieces.owner):
                    found.append(name)
                case nodes.Count(holders=holders) if holders and any(matches(h) for h in holders):
                    found.append(name)
                case nodes.Query():
                    first = next((p for p in self.table.params_of("noun", name) if p.label is None), None)
                    if first is not None and self.is_a(type_, first.type.base):
                        found.append(name)
                case _:
                    pass
        return found

    def unknown_adjective(self, adjective: Name, candidates: Sequence[str]) -> None:
        guess = did_you_mean(adjective.text, candidates)
        self.report.error(
            "C212",
            adjective.span,
            f"`{adjective.text}` describes nothing here",
            label="not a word for these",
            help=f"did you mean `{guess}`?" if guess else None,
        )


_USAGE = {
    "max": "write `max(a, b)`",
    "min": "write `min(a, b)`",
    "nth": "write `nth(list, n)`",
    "position": "write `position(list, thing)`",
    "top": "write `top(zone)`",
}


def _may_be(base: str, other: str) -> bool:
    """Whether a thing of one type could be of the other: equal, or one of them any card."""
    return base == other or "card" in (base, other)


def usage(name: str, params: Sequence[Parameter]) -> str:
    """How a query or procedure is written: `price(player, slot)` or `player's price for slot`."""
    plain = [p for p in params if p.label is None]
    labelled = "".join(f" {p.label} {p.name}" for p in params if p.label is not None)
    if labelled and plain:
        rest = f"({', '.join(p.name for p in plain[1:])})" if len(plain) > 1 else ""
        return f"{plain[0].name}'s {name}{rest}{labelled}"
    return name + (f"({', '.join(p.name for p in plain)})" if plain else "") + labelled


def _whose(owner: str) -> str:
    return "your" if owner == "player" else f"{owner}'s"
