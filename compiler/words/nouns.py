"""Expressions as phrases: `stall's card` is “the card in the stall”."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from compiler import ir
from compiler.words.phrase import (
    Amount,
    Clause,
    Formula,
    Name,
    Noun,
    Part,
    Phrase,
    Several,
    Title,
    Which,
    You,
    parts_of,
)
from compiler.words.relative import relative
from compiler.words.vocabulary import Vocabulary, base, is_list

ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "mod": "modulo"}


class Nouns:
    """Makes phrases of expressions. Subclassed by what makes clauses and sentences."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.vocabulary = Vocabulary(game)
        self.labels: dict[str, Noun | Phrase] = {}
        """What the names of the source are called."""
        self.heads: Counter[str] = Counter()
        self.facts: dict[str, Clause] = {}
        """What has been noted, under a name, to be true or not."""

    # ---- names ------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Names introduced inside are unknown outside."""
        labels, heads, facts = dict(self.labels), self.heads.copy(), dict(self.facts)
        try:
            yield
        finally:
            self.labels, self.heads, self.facts = labels, heads, facts

    def introduce(self, variable: str, type_name: str) -> Noun:
        """A new name: “a stall”, and “a second stall” if there is one already."""
        head = self.vocabulary.local(variable, type_name)
        self.heads[head] += 1
        ordinal = self.heads[head] if self.heads[head] > 1 else 0
        label = Noun(head, "that", ordinal=ordinal, variable=variable, plural=is_list(type_name))
        self.labels[variable] = label
        return replace(label, det="a", variable="")

    def bind(self, variable: str, phrase: Phrase) -> None:
        """A name that stands for a phrase."""
        self.labels[variable] = phrase

    # ---- phrases ----------------------------------------------------------------------------------------

    def noun(self, node: ir.Expr) -> Phrase:
        """An expression as a phrase."""
        method = getattr(self, f"noun_{type(node).__name__}", None)
        if method is not None:
            phrase: Phrase = method(node)
            return phrase
        if not hasattr(self, f"clause_{type(node).__name__}"):
            raise NotImplementedError(f"there are no words for {type(node).__name__}: see docs/words.md")
        return Formula("whether", (("condition", self.condition(node)),))

    def maybe(self, node: ir.Expr | None) -> Phrase | None:
        """An expression as a phrase, if there is one."""
        return None if node is None else self.noun(node)

    def condition(self, node: ir.Expr) -> Clause:
        """An expression as a clause."""
        raise NotImplementedError

    def noun_Number(self, node: ir.Number) -> Phrase:
        return Amount(node.value)

    def noun_Answer(self, node: ir.Answer) -> Phrase:
        return Noun("yes" if node.value else "no", det="")

    def noun_NoneValue(self, node: ir.NoneValue) -> Phrase:
        return Noun("none", det="")

    def noun_Member(self, node: ir.Member) -> Phrase:
        about = tuple(("of", self.noun(one)) for one in node.arguments)
        kind = base(node.type)
        if kind == "player":  # a player of a scenario, by name
            return Name(node.name[:1].upper() + node.name[1:])
        if kind in ("icon", "action", "ability"):
            key = self.vocabulary.key(kind, node.name)
            return Noun(key, det="the", places=about, icon=node.name if kind == "icon" else "")
        return Noun(self.vocabulary.key(kind, node.name), icon=node.name if kind in self.vocabulary.enums else "")

    def noun_Local(self, node: ir.Local) -> Phrase:
        if base(node.type) == "yes/no":
            return Formula("fact", (("condition", self.condition(node)),))
        known = self.labels.get(node.name)
        if known is None:
            return Noun(self.vocabulary.local(node.name, node.type), "that", plural=is_list(node.type))
        return known

    def noun_You(self, node: ir.You) -> Phrase:
        return You()

    def noun_Actor(self, node: ir.Actor) -> Phrase:
        return Noun("actor")

    def noun_ThisCard(self, node: ir.ThisCard) -> Phrase:
        return Noun("card", "this")

    def noun_CardValue(self, node: ir.CardValue) -> Phrase:
        if isinstance(node.number, ir.Number):
            owner = None if node.owner is None else self.noun(node.owner)
            return self.vocabulary.card(node.kind, node.number.value, owner)
        about = (("number", self.noun(node.number)),)
        return Noun(self.vocabulary.key("kind", node.kind), owner=self.maybe(node.owner), places=about)

    def noun_PlaceValue(self, node: ir.PlaceValue) -> Phrase:
        coordinates = tuple(self.noun(one) for one in node.coordinates)
        head = self.vocabulary.key("place", node.type)
        if node.type in self.vocabulary.edges:
            return Noun(head, places=(("between", Several(coordinates)),))
        bare = tuple(replace(one, det="") if isinstance(one, Noun) else one for one in coordinates)
        if len(bare) == 1 and not isinstance(bare[0], Amount):
            return Noun(head, owner=coordinates[0])
        if len(bare) == 1:
            return Noun(head, places=(("number", bare[0]),))
        return Noun(head, places=(("number", Formula("group", (("value", Several(bare, "listed")),))),))

    # ---- readings ---------------------------------------------------------------------------------------

    def noun_FieldOf(self, node: ir.FieldOf) -> Phrase:
        is_many = self.vocabulary.is_list_field(node.name)
        return Noun(self.vocabulary.key("field", node.name), owner=self.noun(node.card), plural=is_many)

    def noun_AttributeOf(self, node: ir.AttributeOf) -> Phrase:
        thing = self.noun(node.thing)
        match node.name:
            case "card":
                return Noun("card", places=(("at", thing),))
            case "neighbors":
                head = self.vocabulary.key("place", self.vocabulary.type_of_place(node.thing))
                return Noun(head, plural=True, places=(("beside", thing),))
            case "ends":
                return Noun(self.vocabulary.type_head(self.vocabulary.type_of(node)), owner=thing, plural=True)
            case "seat" | "next" | "previous" | "number" | "owner" | "position":
                heads = {"number": "card-number", "next": "next-player", "previous": "previous-player"}
                return Noun(heads.get(node.name, node.name), owner=thing)
        plural = self.vocabulary.is_plural(node.name)
        return Noun(self.vocabulary.key("attribute", node.name), owner=thing, plural=plural)

    def noun_ActivePlayer(self, node: ir.ActivePlayer) -> Phrase:
        return Noun("active-player")

    def noun_AutomaPlayer(self, node: ir.AutomaPlayer) -> Phrase:
        return Name(self.vocabulary.automas[node.automa].title)

    def noun_TrackOf(self, node: ir.TrackOf) -> Phrase:
        return Noun(self.vocabulary.key("track", node.track), owner=self.maybe(node.owner))

    def noun_CountOf(self, node: ir.CountOf) -> Phrase:
        return Noun("number-of", owner=self.counted(node))

    def noun_PiecesOf(self, node: ir.PiecesOf) -> Phrase:
        return Noun("number-of", owner=self.pieces(node, "", plural=True))

    def counted(self, node: ir.CountOf, det: str = "", *, plural: bool = True, count: Phrase | None = None) -> Noun:
        """Some of a count, with who has it: “your coins”, “2 coins in the stall”."""
        holder = None if node.holder is None else self.noun(node.holder)
        head = self.vocabulary.key("count", node.count)
        if holder is None or self.vocabulary.is_player(node.holder):
            return Noun(head, det, plural, count, owner=holder)
        return Noun(head, det, plural, count, places=(("at", holder),))

    def pieces(
        self, node: ir.PiecesOf, det: str, *, plural: bool, count: Phrase | None = None, at: bool = True
    ) -> Noun | Several:
        """Pieces with whose they are and where: “2 camels of a player in the harbor”."""
        owner = None if node.owner is None else self.noun(node.owner)
        places: tuple[tuple[str, Phrase], ...] = ()
        if at and node.place is not None:
            places = (("at", self.noun(node.place)),)
        elif at and node.in_supply:
            places = (("at", Noun("supply")),)
        fresh = ("fresh",) if node.fresh else ()
        heads = self.vocabulary.piece_heads(node.pieces, node.forms)
        nouns = [Noun(head, det, plural, count, fresh) for head in heads]
        if len(nouns) == 1:
            return replace(nouns[0], owner=owner, places=places)
        last = replace(nouns[-1], owner=owner, places=places)
        return Several((*nouns[:-1], last), "or")

    def noun_QueryOf(self, node: ir.QueryOf) -> Phrase:
        query = self.vocabulary.queries[node.query]
        if base(query.type) == "yes/no":
            return Formula("whether", (("condition", self.condition(node)),))
        return self.asked(query, [self.noun(one) for one in node.arguments])

    def asked(self, query: ir.Query, arguments: Sequence[Phrase]) -> Noun:
        """A query with what it is asked about: “your price for the stall”."""
        owner: Phrase | None = None
        places: list[tuple[str, Phrase]] = []
        for param, argument in zip(query.params, arguments, strict=True):
            if param.label is None and owner is None:
                owner = argument
            else:
                places.append(("at" if param.label in ("in", "on") else param.label or "for", argument))
        plural = is_list(query.type)
        return Noun(self.vocabulary.key("query", query.name), owner=owner, places=tuple(places), plural=plural)

    def noun_Function(self, node: ir.Function) -> Phrase:
        things = tuple(self.noun(one) for one in node.arguments)
        match node.name:
            case "max" | "min":
                return Formula("maximum" if node.name == "max" else "minimum", (("things", Several(things)),))
            case "nth":
                return Formula("nth", (("list", things[0]), ("place", things[1])))
            case "position":
                return Noun("position", owner=things[1], places=(("within", things[0]),))
        return Noun("top-card", owner=things[0])

    # ---- sets -------------------------------------------------------------------------------------------

    def noun_AllOf(self, node: ir.AllOf) -> Phrase:
        return Noun(self.vocabulary.type_head(node.type), "all", plural=True)

    def noun_ZoneOf(self, node: ir.ZoneOf) -> Phrase:
        zone = self.vocabulary.zones[node.zone]
        where = self.zone(node)
        return Noun(self.vocabulary.key("kind", zone.holds), plural=True, places=(("at", where),))

    def zone(self, node: ir.ZoneOf) -> Noun:
        """A zone as a place: “your hand”."""
        owner = None if node.owner is None else self.noun(node.owner)
        is_each = owner is None and self.vocabulary.zones[node.zone].owner is not None
        return Noun(self.vocabulary.key("zone", node.zone), "all" if is_each else "the", is_each, owner=owner)

    def noun_CardsOn(self, node: ir.CardsOn) -> Phrase:
        return Noun("card", plural=True, places=(("at", Noun(self.vocabulary.key("grid", node.grid))),))

    def noun_Range(self, node: ir.Range) -> Phrase:
        ends = (("range-from", self.noun(node.low)), ("range-to", self.noun(node.high)))
        return Noun("number", plural=True, places=ends)

    def noun_Filter(self, node: ir.Filter) -> Phrase:
        return self.filtered(node, plural=True)

    def filtered(self, node: ir.Filter, *, plural: bool) -> Phrase:
        """The members of a set that fulfil a condition."""
        whole = self.members(node.set, plural=plural)
        with self.scope():
            self.introduce(node.variable, self.vocabulary.member_type(node.set))
            label = self.labels[node.variable]
            # inside, the thing is spoken of as the relative pronoun; only where that can't be, by its own name
            return self.restricted(whole, label, node.condition)

    def restricted(self, whole: Phrase, label: Phrase, condition: ir.Expr) -> Phrase:
        """A noun with the condition as relative clauses, or behind “such that”."""
        if isinstance(whole, Several):
            last = self.restricted(whole.items[-1], label, condition)
            return Several((*whole.items[:-1], last), whole.word)
        if not isinstance(whole, Noun):
            return whole
        shared = isinstance(label, Noun) and label.ordinal
        for part in conjuncts(condition):
            kind = self.kind_of_card(part, label)
            if kind is not None:
                whole = replace(whole, adjectives=(*whole.adjectives, kind))
                continue
            clause = self.condition(part)
            role = with_role(clause, label)
            found = relative(clause, label)
            if role == ("except", You()):
                whole = replace(whole, adjectives=("other", *whole.adjectives))
            elif role is not None:
                places = sorted((*whole.places, role), key=lambda place: place[0] == "except")
                whole = replace(whole, places=tuple(places))
            elif found is not None:
                whole = replace(whole, clauses=(*whole.clauses, found))
            else:
                whole = replace(whole, such=(*whole.such, clause), ordinal=whole.ordinal or int(shared))
        return whole

    def kind_of_card(self, node: ir.Expr, label: Phrase) -> str | None:
        """The adjective for a condition like “its suit is political”, where the languages have one."""
        match node:
            case ir.Compare(operator="is", left=ir.FieldOf() as field, right=ir.Member() as member):
                key = self.vocabulary.key(base(member.type), member.name)
                is_known = f"adjective:{key}" in self.vocabulary.named and field.name == base(member.type)
                return key if is_known and self.noun(field.card) == label else None
        return None

    def members(self, node: ir.Expr, *, plural: bool, det: str | None = None) -> Phrase:
        """A set as its members: “cards in your hand”, or one of them: “a card in your hand”."""
        found = self.filtered(node, plural=plural) if isinstance(node, ir.Filter) else self.noun(node)
        if isinstance(found, Noun):
            wanted = det if det is not None else ("" if plural else "a")
            if isinstance(node, ir.AllOf) or found.det in ("all", "the"):
                return replace(found, det=wanted, plural=plural)
            return replace(found, plural=plural) if found.plural != plural else found
        if isinstance(found, Several) and isinstance(node, ir.Union):
            items = tuple(self.members(one, plural=plural, det=det) for one in node.sets)
            return Several(items, "and" if plural else "or")
        return Noun("member", "a" if not plural else "", plural, places=(("from", found),))

    def noun_Union(self, node: ir.Union) -> Phrase:
        return Several(tuple(self.noun(one) for one in node.sets))

    # ---- computed ---------------------------------------------------------------------------------------

    def noun_SizeOf(self, node: ir.SizeOf) -> Phrase:
        return Noun("number-of", owner=self.members(node.set, plural=True, det=""))

    def noun_TotalOf(self, node: ir.TotalOf) -> Phrase:
        whole = self.members(node.set, plural=True, det="all")
        with self.scope():
            self.introduce(node.variable, self.vocabulary.member_type(node.set))
            label = self.labels[node.variable]
            value = self.noun(node.value)
        if isinstance(value, Noun) and value.owner == label and not mentions(replace(value, owner=None), label):
            value = replace(value, owner=whole)
            return Noun("total", owner=replace(value, plural=False))
        return Formula("total", (("value", value), ("set", whole)))

    def noun_Arithmetic(self, node: ir.Arithmetic) -> Phrase:
        left, right = (self._grouped_value(one, ir.IfThen) for one in (node.left, node.right))
        nested = isinstance(node.left, ir.Arithmetic) and rank(node.left.operator) < rank(node.operator)
        left = Formula("group", (("value", left),)) if nested else left
        nested = isinstance(node.right, ir.Arithmetic) and rank(node.right.operator) <= rank(node.operator)
        right = Formula("group", (("value", right),)) if nested else right
        return Formula(f"arithmetic-{ARITHMETIC[node.operator]}", (("left", left), ("right", right)))

    def noun_IfThen(self, node: ir.IfThen) -> Phrase:
        args: list[tuple[str, Part]] = [("condition", self.condition(node.condition))]
        args += [("then", self._grouped_value(node.then, ir.IfThen)), ("otherwise", self.noun(node.otherwise))]
        return Formula("if-then-chain" if isinstance(node.otherwise, ir.IfThen) else "if-then", tuple(args))

    def _grouped_value(self, node: ir.Expr, *kinds: type[ir.Expr]) -> Phrase:
        """A value, in parentheses if it is of a kind that would run into what stands around it."""
        found = self.noun(node)
        return Formula("group", (("value", found),)) if isinstance(node, kinds) else found

    def noun_Otherwise(self, node: ir.Otherwise) -> Phrase:
        return Formula("otherwise-value", (("value", self.noun(node.value)), ("fallback", self.noun(node.fallback))))

    def noun_The(self, node: ir.The) -> Phrase:
        one = self.members(node.set, plural=False, det="the")
        return replace(one, det="the", adjectives=("only", *one.adjectives)) if isinstance(one, Noun) else one

    def noun_Best(self, node: ir.Best) -> Phrase:
        type_name = self.vocabulary.member_type(node.set)
        with self.scope():
            self.introduce(node.variable, type_name)
            keys = Several(tuple(self.key(key, self.labels[node.variable]) for key in node.keys), "then")
        places: tuple[tuple[str, Phrase], ...] = (("with", keys),)
        if not isinstance(node.set, ir.AllOf):
            places = (*places, ("among", self.members(node.set, plural=True, det="the")))
        only = ("only",) if node.untied else ()
        return Noun(self.vocabulary.type_head(type_name), adjectives=only, places=places)

    def key(self, key: ir.Key | ir.OrderKey, label: Phrase) -> Phrase:
        """A sort key, told of the thing it ranks."""
        if isinstance(key, ir.OrderKey):
            about = tuple(("for", self.noun(one)) for one in key.arguments)
            return Noun(self.vocabulary.key("order", key.order), places=tuple(p for p in about if p[1] != label))
        if key.direction == "holds":
            clause = self.condition(key.value)
            return Formula("key-holds", (("condition", clause),))
        value = without(self.noun(key.value), label)
        if (isinstance(value, Noun) and not mentions(value, label) and value.owner is not None) or is_bare(value):
            assert isinstance(value, Noun)
            return replace(value, adjectives=(key.direction, *value.adjectives))
        return Noun("value", adjectives=(key.direction,), owner=Several((value,)))


def is_bare(value: Phrase) -> bool:
    """Whether it is a noun of which one can say that it is the highest."""
    return isinstance(value, Noun) and value.owner is None and not value.variable


def conjuncts(node: ir.Expr) -> list[ir.Expr]:
    """The conditions that must all hold."""
    return [*conjuncts(node.left), *conjuncts(node.right)] if isinstance(node, ir.And) else [node]


def rank(operator: str) -> int:
    """How strongly an operator binds."""
    return 1 if operator in "+-" else 2


def mentions(thing: Part, label: Phrase) -> bool:
    """Whether a phrase speaks of a thing."""
    return any(part == label for part in parts_of(thing))


def without(value: Phrase, label: Phrase) -> Phrase:
    """A value without the thing it belongs to, where that goes without saying."""
    if isinstance(value, Noun):
        if value.owner == label:
            return replace(value, owner=None)
        if ("at", label) in value.places:
            return replace(value, places=tuple(place for place in value.places if place != ("at", label)))
        if isinstance(value.owner, Noun) and value.head == "number-of":
            return replace(value, owner=without(value.owner, label))
    return value


def with_role(clause: Clause, label: Phrase) -> tuple[str, Phrase] | None:
    """“a stall with a card” for “a stall that has a card”."""
    thing = clause.arg("thing")
    if clause.message == "is" and clause.negated and clause.subject == label:
        value = clause.arg("value")
        return None if value is None or isinstance(value, Clause) or mentions(value, label) else ("except", value)
    if clause.message == "you-are" and clause.negated and clause.arg("other") == label:
        return "except", You()
    if clause.message != "has" or clause.subject != label or isinstance(thing, Clause) or thing is None:
        return None
    if mentions(thing, label):
        return None
    if clause.negated and isinstance(thing, Noun):
        return "without", replace(thing, det="")
    return None if clause.negated else ("with", thing)


__all__ = ["Name", "Nouns", "Title", "Which", "conjuncts", "mentions"]
