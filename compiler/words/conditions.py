"""Conditions as clauses: `you have a camel in town`, `stall's card is not paid`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from compiler import ir
from compiler.words.nouns import Nouns
from compiler.words.phrase import Amount, Clause, Noun, Part, Phrase, Several, Title, You
from compiler.words.vocabulary import base, is_list

COMPARED = {">": "more", ">=": "at-least", "<": "less", "<=": "at-most", "is": "exactly", "is not": "exactly"}


OPPOSITES = (("more", "at-most"), ("at-most", "more"), ("at-least", "less"), ("less", "at-least"))


def clause(message: str, subject: Phrase | None = None, *, negated: bool = False, **args: Part) -> Clause:
    """A clause about a subject."""
    return Clause(message, tuple(args.items()), subject, negated)


def own(message: str, negated: bool = False, subject: Phrase | None = None, **args: Part) -> Clause:
    """A clause in a message of the game."""
    return Clause(message, tuple(args.items()), subject, negated, is_own=True)


def exists(thing: Phrase, *, negated: bool = False) -> Clause:
    """There is something; where it is may come first."""
    is_somewhere = isinstance(thing, Noun) and any(role == "at" for role, _ in thing.places)
    return clause("exists-at" if is_somewhere else "exists", thing, negated=negated, thing=thing)


def in_any(thing: Noun, zone: Noun, role: str) -> Noun:
    """One of the cards of a zone: “in any court” if all zones of that name are meant, else in another role."""
    near = replace(zone, det="any", plural=False) if zone.plural else zone
    places = (("at" if zone.plural else role, near) if place == zone else (old, place) for old, place in thing.places)
    return replace(thing, places=tuple(places))


def is_what(thing: Phrase) -> str:
    """The message for `is`: what a thing is, or what a place, a field or a track holds."""
    is_plain = not isinstance(thing, Noun) or thing.variable or thing.det == "this"
    return "is" if is_plain else "holds"


class Conditions(Nouns):
    """Makes clauses of expressions that are true or not."""

    def condition(self, node: ir.Expr) -> Clause:
        method = getattr(self, f"clause_{type(node).__name__}", None)
        if method is not None:
            found: Clause = method(node)
            return found
        thing = self.noun(node)
        return clause("is", thing, thing=thing, value=Noun("yes", det=""))

    def negative(self, node: ir.Expr) -> Clause:
        """The opposite of a condition, said in one clause where that can be done."""
        found = self.condition(node)
        if isinstance(node, (ir.And, ir.Or)):  # not (A and B): not A or not B
            left, right = self.negative(node.left), self.negative(node.right)
            word, other = ("or", "and") if isinstance(node, ir.And) else ("and", "or")
            return clause(word, left=self._grouped(left, other), right=self._grouped(right, other))
        if found.message in ("and", "or", "not-so", "if-then-condition", "noted"):
            return clause("not-so", condition=found)
        for how, opposite in OPPOSITES:
            if found.message.endswith(f"-{how}"):
                return replace(found, message=f"{found.message.removesuffix(how)}{opposite}")
        return replace(found, negated=not found.negated)

    def clause_Local(self, node: ir.Local) -> Clause:
        """A fact that was noted before, or one of which a query is asked."""
        known = self.facts.get(node.name)
        return own(f"fact-{node.name}") if known is None else clause("noted", condition=known)

    def clause_Not(self, node: ir.Not) -> Clause:
        return self.negative(node.condition)

    def clause_And(self, node: ir.And) -> Clause:
        left, right = (self.condition(one) for one in (node.left, node.right))
        return clause("and", left=self._grouped(left, "or"), right=self._grouped(right, "or"))

    def clause_Or(self, node: ir.Or) -> Clause:
        left, right = (self.condition(one) for one in (node.left, node.right))
        return clause("or", left=self._grouped(left, "and"), right=self._grouped(right, "and"))

    def _grouped(self, part: Clause, other: str) -> Clause:
        return clause("group-condition", condition=part) if part.message == other else part

    def clause_Answer(self, node: ir.Answer) -> Clause:
        return clause("always", negated=not node.value)

    def clause_AnyOf(self, node: ir.AnyOf) -> Clause:
        thing = self.some(node.things)
        return exists(thing)

    def clause_NoneOf(self, node: ir.NoneOf) -> Clause:
        thing = self.some(node.things)
        return exists(thing, negated=True)

    def some(self, node: ir.Expr) -> Phrase:
        """At least one of something: “a camel in the harbor”."""
        match node:
            case ir.CountOf():
                return self.counted(node, "a", plural=False)
            case ir.PiecesOf():
                return self.pieces(node, "a", plural=False)
            case ir.Filter() | ir.ZoneOf() | ir.AllOf() | ir.CardsOn() | ir.Union():
                found = self.members(node, plural=False, det="a")
                whole: ir.Expr = node
                while isinstance(whole, ir.Filter):
                    whole = whole.set
                if isinstance(whole, ir.ZoneOf) and isinstance(found, Noun):
                    return in_any(found, self.zone(whole), "at")
                return found
        if self.vocabulary.type_of(node) == "number" and not isinstance(node, (ir.FieldOf, ir.AttributeOf)):
            return self.noun(node)
        return self.members(node, plural=False, det="a") if isinstance(node, ir.Local) else self.noun(node)

    def clause_Has(self, node: ir.Has) -> Clause:
        return self._has(node.owner, node.what, negated=False)

    def clause_HasNo(self, node: ir.HasNo) -> Clause:
        return self._has(node.owner, node.what, negated=True)

    def _has(self, owner: ir.Expr, what: ir.Expr, *, negated: bool) -> Clause:
        who = self.noun(owner)
        thing = self._had(what, who)
        return clause("has", who, negated=negated, owner=who, thing=thing)

    def _had(self, node: ir.Expr, owner: Phrase) -> Phrase:
        """What somebody has, without saying again that it is his."""
        match node:
            case ir.CountOf():
                return replace(self.counted(node, "a", plural=False), owner=None, places=())
            case ir.PiecesOf():
                return self.pieces(
                    replace(node, owner=None),
                    "a",
                    plural=False,
                    at=node.place is None or self.noun(node.place) != owner,
                )
            case ir.FieldOf():
                head = self.vocabulary.key("field", node.name)
                return Noun(head, "a")
            case ir.AttributeOf() if node.name == "card":
                return Noun("card", "a")
        found = self.members(node, plural=False, det="a") if self._is_set(node) else self.noun(node)
        return replace(found, owner=None, det="a") if isinstance(found, Noun) and found.owner == owner else found

    def _is_set(self, node: ir.Expr) -> bool:
        match node:
            case ir.Filter() | ir.ZoneOf() | ir.AllOf() | ir.CardsOn() | ir.Union():
                return True
            case ir.QueryOf():
                return is_list(self.vocabulary.queries[node.query].type)
            case ir.Local():
                return is_list(node.type)
        return False

    # ---- comparing --------------------------------------------------------------------------------------

    def clause_Compare(self, node: ir.Compare) -> Clause:
        negated = node.operator == "is not"
        if node.operator in ("is", "is not"):
            same = self._same(node, negated)
            if same is not None:
                return same
        if isinstance(node.right, ir.Number) and node.right.value == 0 and negated is False and node.operator == "is":
            match node.left:
                case ir.CountOf() if node.left.holder is not None and self.vocabulary.is_player(node.left.holder):
                    return self._has(node.left.holder, node.left, negated=True)
                case ir.CountOf() | ir.PiecesOf():
                    thing = self.some(node.left)
                    return exists(thing, negated=True)
        how = COMPARED[node.operator]
        count = self.noun(node.right)
        counted = node.left if isinstance(count, Amount) else None
        match counted:
            case ir.CountOf() if counted.holder is not None and self.vocabulary.is_player(counted.holder):
                who = self.noun(counted.holder)
                thing = replace(self.counted(counted, "", count=count), owner=None)
                return clause(f"has-{how}", who, negated=negated, owner=who, thing=thing)
            case ir.CountOf():
                thing = self.counted(counted, "", count=count)
                return clause(f"exists-{how}", thing, negated=negated, thing=thing)
            case ir.PiecesOf():
                pieces = self.pieces(counted, "", plural=True, count=count)
                return clause(f"exists-{how}", pieces, negated=negated, thing=pieces)
            case ir.SizeOf():
                members = self.members(counted.set, plural=True, det="")
                if isinstance(members, Noun) and members.count is None:
                    members = replace(members, count=count)
                    return clause(f"exists-{how}", members, negated=negated, thing=members)
        left = self.noun(node.left)
        return clause(f"is-{how}", left, negated=negated, left=left, right=count)

    def _same(self, node: ir.Compare, negated: bool) -> Clause | None:
        """`is` between things; none if numbers are compared."""
        if isinstance(node.right, ir.NoneValue):
            thing = self.noun(node.left)
            if isinstance(thing, Noun) and thing.variable:
                thing = replace(thing, det="a", variable="")
                return clause("such-exists", thing, negated=not negated, thing=thing)
            if isinstance(thing, Noun):
                thing = replace(thing, det="a")
            return clause("there-is", thing, negated=not negated, thing=thing)
        if isinstance(node.right, ir.Answer):
            found = self.condition(node.left)
            return replace(found, negated=found.negated ^ negated ^ (not node.right.value))
        left, right = self.noun(node.left), self.noun(node.right)
        if isinstance(left, You) or isinstance(right, You):
            other = right if isinstance(left, You) else left
            return clause("you-are", You(), negated=negated, you=You(), other=other)
        if self.vocabulary.type_of(node.left) == "number" and self.vocabulary.type_of(node.right) == "number":
            return None
        return clause(is_what(left), left, negated=negated, thing=left, value=right)

    def clause_IsKind(self, node: ir.IsKind) -> Clause:
        thing = self.noun(node.card)
        return clause(is_what(thing), thing, thing=thing, value=Noun(self.vocabulary.key("kind", node.kind), "a"))

    def clause_IsIn(self, node: ir.IsIn) -> Clause:
        thing = self.noun(node.thing)
        if isinstance(node.set, ir.FieldOf) and isinstance(thing, Noun) and not thing.variable:
            card = self.noun(node.set.card)
            return clause("has", card, owner=card, thing=replace(thing, det="a"))
        if isinstance(node.set, ir.ZoneOf):
            return clause("lies", thing, thing=thing, place=self.zone(node.set))
        if isinstance(node.set, ir.CardsOn):
            return clause("lies", thing, thing=thing, place=Noun(self.vocabulary.key("grid", node.set.grid)))
        return clause("is-one-of", thing, thing=thing, set=self.members(node.set, plural=True, det="the"))

    def clause_IsKnown(self, node: ir.IsKnown) -> Clause:
        player = self.noun(node.player)
        return clause("is-known", player, player=player, thing=self.noun(node.card))

    # ---- yes or no --------------------------------------------------------------------------------------

    def clause_MarkedAs(self, node: ir.MarkedAs) -> Clause:
        thing = self.noun(node.thing)
        return own(f"mark-{node.mark}", subject=thing, thing=thing)

    def clause_VariantChosen(self, node: ir.VariantChosen) -> Clause:
        return clause("variant-chosen", title=Title("variants", node.variant))

    def clause_TrackOf(self, node: ir.TrackOf) -> Clause:
        if base(self.vocabulary.tracks[node.track].type) != "yes/no":
            thing = self.noun(node)
            return clause("there-is", thing, thing=thing)
        owner: dict[str, Any] = {} if node.owner is None else {"owner": self.noun(node.owner)}
        return own(f"track-{node.track}", subject=owner.get("owner"), **owner)

    def clause_QueryOf(self, node: ir.QueryOf) -> Clause:
        query = self.vocabulary.queries[node.query]
        arguments = [self.noun(one) for one in node.arguments]
        if base(query.type) != "yes/no":
            thing = self.asked(query, arguments)
            return clause("there-is", thing, thing=thing)
        return self.holds(query, arguments)

    def holds(self, query: ir.Query, arguments: list[Phrase]) -> Clause:
        """A yes/no query as a clause of the game's own."""
        args: dict[str, Any] = {param.name: argument for param, argument in zip(query.params, arguments, strict=True)}
        return own(f"query-{query.name}", subject=arguments[0] if arguments else None, **args)

    def clause_IfThen(self, node: ir.IfThen) -> Clause:
        return clause(
            "if-then-condition",
            condition=self.condition(node.condition),
            then=self.condition(node.then),
            otherwise=self.condition(node.otherwise),
        )


__all__ = ["Amount", "Conditions", "Several", "clause", "own"]
