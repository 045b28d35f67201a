"""Expressions as Python: integers, with -1 for none, and lists of integers for sets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from compiler import ir
from compiler.engine.facts import Facts
from compiler.engine.kinds import ANSWER, CARD, NUMBER, PLAYER, base, is_list, type_of
from compiler.engine.layout import Layout

_ATOM = re.compile(r"[\w.]+(\([^()]*\)|\[[^\[\]]*\])*")


def paren(source: str) -> str:
    """The source in parentheses, unless it is one thing anyway."""
    return source if _ATOM.fullmatch(source) else f"({source})"


_OPPOSITES: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq(), ast.Lt: ast.GtE(), ast.GtE: ast.Lt(), ast.Gt: ast.LtE(),
    ast.LtE: ast.Gt(), ast.In: ast.NotIn(), ast.NotIn: ast.In(),
}  # fmt: skip


def negated(source: str) -> str:
    """The opposite of a condition, as somebody would write it."""
    tree = ast.parse(source, mode="eval").body
    match tree:
        case ast.UnaryOp(op=ast.Not()):
            return ast.unparse(tree.operand)
        case ast.Compare(ops=[operator]):
            tree.ops = [_OPPOSITES[type(operator)]]
            return ast.unparse(tree)
    return f"not {paren(source)}"


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean in Python at one place of the generated code."""

    you: str = "you"
    card: str = "this_card"
    actor: str = "you"
    names: dict[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    """The players of a scenario, who have names."""

    def naming(self, name: str, python: str) -> Scope:
        """The same, with one name more."""
        return replace(self, names={**self.names, name: python})


class Expressions:
    """Turns expressions into Python source. `module` is the file that the source will stand in."""

    def __init__(self, layout: Layout, facts: Facts) -> None:
        self.layout = layout
        self.facts = facts
        self.module = ""

    # ---- names -------------------------------------------------------------------------------------------

    def function(self, module: str, name: str) -> str:
        """A function of another generated file, or of this one."""
        return name if module == self.module else f"{module}_card.{name}"

    def fresh_name(self, wanted: str, scope: Scope) -> str:
        """A Python name for a member of a set, which hides nothing."""
        used = {*scope.names.values(), scope.you, scope.card, scope.actor, *self.facts.function_names}
        name = python_name(wanted)
        number = 2
        while name in used:
            name = f"{python_name(wanted)}_{number}"
            number += 1
        return name

    def type(self, node: ir.Expr) -> str:
        return type_of(node, self.layout)

    def can_be_none(self, node: ir.Expr) -> bool:
        """Whether a thing may be missing."""
        if isinstance(node, ir.You | ir.Actor | ir.ActivePlayer | ir.Member):
            return False
        return self.type(node).endswith("none")

    # ---- values ------------------------------------------------------------------------------------------

    def value(self, node: ir.Expr, scope: Scope) -> str:
        """A number, a thing or an answer."""
        return str(getattr(self, f"_{type(node).__name__}")(node, scope))

    def condition(self, node: ir.Expr, scope: Scope) -> str:
        """Something that Python takes for true or false."""
        return self.value(node, scope)

    def amount(self, node: ir.Expr, scope: Scope) -> str:
        """A number that is never negative."""
        source = self.value(node, scope)
        if isinstance(node, ir.Number | ir.CountOf | ir.PiecesOf | ir.SizeOf | ir.FieldOf):
            return source
        return f"max(0, {source})"

    def look(self, slot: str, node: ir.Expr, scope: Scope, default: int = 0) -> str:
        """What the vector holds for a thing, which may be none."""
        thing = self.value(node, scope)
        if not self.can_be_none(node):
            return f"v[{slot} + {thing}]"
        if thing.isidentifier():
            return f"(v[{slot} + {thing}] if {thing} >= 0 else {default})"
        return f"look(v, {slot}, {thing}, {default})"

    def _Number(self, node: ir.Number, scope: Scope) -> str:
        return str(node.value)

    def _Answer(self, node: ir.Answer, scope: Scope) -> str:
        return str(node.value)

    def _NoneValue(self, node: ir.NoneValue, scope: Scope) -> str:
        return "-1"

    def _Member(self, node: ir.Member, scope: Scope) -> str:
        if node.type == PLAYER:
            return str(scope.players.index(node.name)) if node.name in scope.players else "-1"
        return str(self.layout.constant(node))

    def _AbilityUse(self, node: ir.AbilityUse, scope: Scope) -> str:
        return str(self.layout.constant(node))

    def _Local(self, node: ir.Local, scope: Scope) -> str:
        return scope.names[node.name]

    def _You(self, node: ir.You, scope: Scope) -> str:
        return scope.you

    def _Actor(self, node: ir.Actor, scope: Scope) -> str:
        return scope.actor

    def _ThisCard(self, node: ir.ThisCard, scope: Scope) -> str:
        return scope.card

    def _VariantChosen(self, node: ir.VariantChosen, scope: Scope) -> str:
        return f"v[{self.layout.variants[node.variant]}]" if node.variant in self.layout.variants else "0"

    def _AutomaPlayer(self, node: ir.AutomaPlayer, scope: Scope) -> str:
        return f"v[{self.layout.automas[node.automa]}]"

    def _CardValue(self, node: ir.CardValue, scope: Scope) -> str:
        owner = -1 if node.owner is None else None
        if isinstance(node.number, ir.Number) and owner == -1:
            return str(self.copies(node.kind, node.number.value)[0])
        who = "-1" if node.owner is None else self.value(node.owner, scope)
        kind = self.layout.game.kinds.index(self.layout.kinds[node.kind])
        return f"s.card({kind}, {self.value(node.number, scope)}, {who})"

    def copies(self, kind: str, number: int) -> list[int]:
        """The copies of a card, as numbers."""
        found = [i for i, card in enumerate(self.layout.cards) if (card.kind, card.number) == (kind, number)]
        return found or [-1]

    def _PlaceValue(self, node: ir.PlaceValue, scope: Scope) -> str:
        if all(
            isinstance(one, ir.Number | ir.Member) and getattr(one, "type", "") != PLAYER for one in node.coordinates
        ):
            return str(self.layout.constant(node))
        coordinates = ", ".join(self.value(one, scope) for one in node.coordinates)
        comma = "," if len(node.coordinates) == 1 else ""
        return f"{self.layout_table(node.type)}.get(({coordinates}{comma}), -1)"

    def layout_table(self, space: str) -> str:
        """The dictionary from coordinates to places."""
        return f"{base(space).upper()}_AT"

    # ---- readings ----------------------------------------------------------------------------------------

    def _FieldOf(self, node: ir.FieldOf, scope: Scope) -> str:
        card = self.value(node.card, scope)
        if base(self.type(node)) == "effect":
            return f"effect_of({card}, {self.layout.part_names.index(node.name)}, {node.name.upper()}_ON)"
        return f"{node.name.upper()}_ON[{card}]"

    def _AttributeOf(self, node: ir.AttributeOf, scope: Scope) -> str:
        layout, name = self.layout, node.name
        kind, thing = base(self.type(node.thing)), self.value(node.thing, scope)
        if kind == PLAYER:
            if name == "seat":
                return self.look("SEATS", node.thing, scope)
            return f"s.neighbor({thing}, {1 if name == 'next' else -1})"
        if kind in layout.grids:
            if any(axis.name == name for axis in layout.grids[kind].axes):
                return f"{kind.upper()}_{name.upper()}[{thing}]"
            return self.look(layout.held[kind], node.thing, scope, -1)
        if kind in layout.edge_maps:
            return f"{kind.upper()}_ENDS[{thing}]"
        if kind in layout.maps:
            return f"{kind.upper()}_{name.upper()}[{thing}]"
        if name == "number":
            return f"NUMBER_OF[{thing}]"
        if name == "owner":
            return f"s.owner({thing})"
        if name == "position":
            return f"s.position({thing})"
        if name in layout.held:
            return f"s.space_of({thing}, {layout.space_loc[name]}, {len(layout.spaces[name])})"
        return f"s.lies_with({thing}, {name.upper()}_ZONES)"

    def _ActivePlayer(self, node: ir.ActivePlayer, scope: Scope) -> str:
        return "v[ACTIVE]"

    def _TrackOf(self, node: ir.TrackOf, scope: Scope) -> str:
        slot = self.layout.tracks[node.track]
        declared = next(track for track in self.layout.game.tracks if track.name == node.track)
        if node.owner is None:
            own = f"v[{slot}]"
        else:
            own = self.look(slot, node.owner, scope, 0 if declared.type in (NUMBER, ANSWER) else -1)
        if node.track not in self.facts.adjusted:
            return own
        owner = "" if node.owner is None else f", {self.value(node.owner, scope)}"
        call, plays = f"rules.{node.track}(s, {scope.you}, {own}{owner})", self.while_playing(node.track)
        return f"({call} if {plays} else {own})" if plays else call

    def while_playing(self, name: str) -> str:
        """Where only automated opponents have rules that change something: the condition that one of them plays."""
        hers = self.facts.only_hers(name)
        return " or ".join(f"v[{self.layout.automas[automa.name]}] >= 0" for automa in hers)

    def _CountOf(self, node: ir.CountOf, scope: Scope) -> str:
        layout = self.layout
        count = next(count for count in layout.game.counts if count.name == node.count)
        if node.holder is None:
            sums = []
            for (name, _), slot in layout.counts.items():
                if name == node.count:
                    first = layout.constants[slot] + layout.offset(_) if _ else layout.constants[slot]
                    width = layout.widths[slot]
                    start = slot if first == layout.constants[slot] else f"{slot} + {first - layout.constants[slot]}"
                    sums.append(f"v[{slot}]" if width == 1 else f"sum(v[{start} : {start} + {width}])")
            return " + ".join(sums)
        kind = self.type(node.holder)
        slot = layout.counts[node.count, layout.holder_type(count, kind)]
        if not is_list(kind):
            return self.look(slot, node.holder, scope)
        name = self.fresh_name(base(kind), scope)
        return f"sum(v[{slot} + {name}] for {name} in {self.unordered(node.holder, scope)})"

    def _PiecesOf(self, node: ir.PiecesOf, scope: Scope) -> str:
        layout = self.layout
        pieces = next(pieces for pieces in layout.game.pieces if pieces.name == node.pieces)
        if node.in_supply:
            slot = layout.supply[pieces.name]
            if node.owner is not None and not is_list(self.type(node.owner)):
                return self.look(slot, node.owner, scope)
            name = self.fresh_name(pieces.owner, scope)
            return f"sum(v[{slot} + {name}] for {name} in {self.owners(node, scope)})"
        found = [self._standing(node, layout.forms[form], scope) for form in self.fitting_forms(node)]
        return " + ".join(found) if found else "0"

    def fitting_forms(self, node: ir.PiecesOf) -> list[str]:
        """The forms meant that can stand in such a place."""
        if node.place is None:
            return list(node.forms)
        kind = base(self.type(node.place))
        fitting = []
        for form in node.forms:
            place = self.layout.forms[form].form.place
            if (
                place == kind
                or (place in self.layout.kinds and kind == CARD)
                or (place == CARD and kind in self.layout.kinds)
            ):
                fitting.append(form)
        return fitting

    def owners(self, node: ir.PiecesOf, scope: Scope) -> str:
        """The owners of the pieces meant: an iterable."""
        if node.owner is not None:
            return self.members(node.owner, scope)
        pieces = next(pieces for pieces in self.layout.game.pieces if pieces.name == node.pieces)
        return self.everything(pieces.owner)

    def _standing(self, node: ir.PiecesOf, where: object, scope: Scope) -> str:
        from compiler.engine.layout import PieceSlots

        assert isinstance(where, PieceSlots)
        layout = self.layout
        slot = where.base
        if node.fresh:
            if where.fresh is None:
                return "0"
            slot = where.fresh
        first = layout.offset(where.form.place)
        places = where.places
        owner_list = node.owner is not None and is_list(self.type(node.owner))
        place_list = node.place is not None and is_list(self.type(node.place))
        if owner_list or place_list:
            clauses, owner, place = [], "0", None
            inner = scope
            if node.owner is not None:
                owner = self.value(node.owner, scope)
                if owner_list:
                    owner = self.fresh_name("owner", inner)
                    inner = inner.naming("", owner)
                    clauses.append(f"for {owner} in {self.members(node.owner, scope)}")
            if node.place is not None:
                place = self.value(node.place, scope) if not place_list else self.fresh_name("place", inner)
                if place_list:
                    clauses.append(f"for {place} in {self.members(node.place, scope)}")
            one = self._at(slot, owner if node.owner is not None else None, place, where.owners, places, first)
            return f"sum({one} {' '.join(clauses)})"
        owner_source = None if node.owner is None else self.value(node.owner, scope)
        place_source = None if node.place is None else self.value(node.place, scope)
        source = self._at(slot, owner_source, place_source, where.owners, places, first)
        guards = []
        for part, text in ((node.owner, owner_source), (node.place, place_source)):
            if part is not None and self.can_be_none(part):
                guards.append(f"{text} >= 0")
        if node.place is not None and base(self.type(node.place)) == CARD and where.form.place != CARD:
            low, high = layout.card_ranges[where.form.place]
            guards = [g for g in guards if g != f"{place_source} >= 0"] + [f"{low} <= {place_source} < {high}"]
        return f"({source} if {' and '.join(guards)} else 0)" if guards else source

    def _at(self, slot: str, owner: str | None, place: str | None, owners: int, places: int, first: int) -> str:
        """The pieces of an owner in a place; of all owners, or in all places, as a sum of slots."""
        start = slot if first == 0 else f"{slot} + {first}"
        if owner is not None and place is not None:
            return f"v[{slot} + {_times(owner, places)} + {place}]"
        if owner is not None:
            at = f"{start} + {_times(owner, places)}"
            return f"sum(v[{at} : {at} + {places}])"
        if place is not None:
            return f"sum(v[{slot} + {place} : {start} + {owners * places} : {places}])"
        return f"sum(v[{start} : {start} + {owners * places}])"

    def _QueryOf(self, node: ir.QueryOf, scope: Scope) -> str:
        query = self.facts.queries[node.query]
        arguments = ["s", scope.you]
        if self.facts.uses_card(node.query):
            arguments.append(scope.card)
        arguments += [self.value(argument, scope) for argument in node.arguments]
        function = self.function(self.facts.module_of(query), self.facts.query_function(node.query))
        return f"{function}({', '.join(arguments)})"

    def _MarkedAs(self, node: ir.MarkedAs, scope: Scope) -> str:
        return self.look(self.layout.marks[node.mark], node.thing, scope)

    def _Function(self, node: ir.Function, scope: Scope) -> str:
        if node.name == "top" and isinstance(node.arguments[0], ir.ZoneOf):
            return f"v[FIRST + {self.zone(node.arguments[0], scope)}]"
        if node.name in ("nth", "position", "top"):
            things = self.members(node.arguments[0], scope)
            rest = "".join(f", {self.value(one, scope)}" for one in node.arguments[1:])
            return f"{'nth' if node.name == 'top' else node.name}({things}{rest or ', 1'})"
        parts = [
            f"*{self.members(one, scope)}" if is_list(self.type(one)) else self.value(one, scope)
            for one in node.arguments
        ]
        return f"{node.name}({', '.join(parts)})"

    # ---- sets --------------------------------------------------------------------------------------------

    def everything(self, type_name: str) -> str:
        """All members of a type: an iterable."""
        layout, name = self.layout, base(type_name)
        if name == PLAYER:
            return "s.order()"
        if name in layout.card_ranges:
            low, high = layout.card_ranges[name]
            owned = [kind for kind in layout.game.kinds if kind.owner == PLAYER]
            if name != CARD and layout.kinds[name].owner == PLAYER:
                each = (high - low) // layout.seats
                return f"range({low}, {low} + {each} * v[PLAYERS])"
            if name == CARD and owned:
                return "s.all_cards()"
            return f"range({low}, {high})" if low else f"range({high})"
        if name in layout.grids and any(self._depends_on_players(axis) for axis in layout.grids[name].axes):
            return f"{name.upper()}_FOR[v[PLAYERS]]"
        if name in ("icon", "action"):
            return f"range({sum(1 for _, arguments in layout.procedure_values[name] if not arguments)})"
        return f"range({layout.cardinality(name)})"

    def _depends_on_players(self, axis: ir.Axis) -> bool:
        kind = self.layout.kinds.get(axis.type)
        return axis.type == PLAYER or (kind is not None and kind.owner == PLAYER)

    def members(self, node: ir.Expr, scope: Scope) -> str:
        """The members of a set: a Python iterable. A single thing is a set of one."""
        if not is_list(self.type(node)):
            source = self.value(node, scope)
            return f"one_or_none({source})" if self.can_be_none(node) else f"({source},)"
        return self.value(node, scope)

    def unordered(self, node: ir.Expr, scope: Scope) -> str:
        """The members of a set where it makes no difference in which order they come."""
        match node:
            case ir.AllOf(type=kind) if base(kind) == PLAYER:
                return "range(v[PLAYERS])"
            case ir.Filter():
                return self._filtered(node, self.unordered(node.set, scope), scope)
        return self.members(node, scope)

    def _AllOf(self, node: ir.AllOf, scope: Scope) -> str:
        return self.everything(node.type)

    def zone(self, node: ir.ZoneOf, scope: Scope) -> str:
        """The number of a zone, of one owner."""
        name = self.layout.zone_base[node.zone]
        return name if node.owner is None else f"{name} + {self.value(node.owner, scope)}"

    def _ZoneOf(self, node: ir.ZoneOf, scope: Scope) -> str:
        declared = self.facts.zones[node.zone]
        name = self.layout.zone_base[node.zone]
        if declared.owner is None:
            return f"s.cards({name})"
        if node.owner is None and declared.owner == PLAYER:
            return f"s.everyones({name})"
        if node.owner is None or is_list(self.type(node.owner)):
            owners = self.everything(declared.owner) if node.owner is None else self.members(node.owner, scope)
            return f"s.cards_of({name}, {owners})"
        if self.can_be_none(node.owner):
            return f"s.cards_of({name}, {self.members(node.owner, scope)})"
        return f"s.cards({name} + {self.value(node.owner, scope)})"

    def _CardsOn(self, node: ir.CardsOn, scope: Scope) -> str:
        grid = next(grid for grid in self.layout.game.grids if grid.name == node.grid)
        slot = self.layout.held[grid.space]
        return f"s.held({slot}, {len(self.layout.spaces[grid.space])})"

    def _Range(self, node: ir.Range, scope: Scope) -> str:
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        if isinstance(node.high, ir.Number):
            return f"range({low}, {node.high.value + 1})"
        return f"range({low}, {high} + 1)"

    def member_of(self, variable: str, node: ir.Expr, scope: Scope) -> tuple[str, Scope]:
        """A Python name for the member of a set, and the scope in which it has it."""
        name = self.fresh_name(variable, scope)
        return name, scope.naming(variable, name)

    def those(self, variable: str, node: ir.Expr, scope: Scope, ordered: bool = True) -> tuple[str, str, Scope]:
        """A name for the members of a set, what stands behind `in` to go through them, and what names mean there."""
        name, inner = self.member_of(variable, node, scope)
        conditions = []
        while isinstance(node, ir.Filter):
            conditions.append(self._part(node.condition, scope.naming(node.variable, name)))
            node = node.set
        things = self.members(node, scope) if ordered else self.unordered(node, scope)
        tests = " and ".join(reversed(conditions))
        return name, f"{things} if {tests}" if tests else things, inner

    def _Filter(self, node: ir.Filter, scope: Scope) -> str:
        return self._filtered(node, self.members(node.set, scope), scope)

    def _filtered(self, node: ir.Filter, things: str, scope: Scope) -> str:
        """Those of some things that fulfil the condition of a filter."""
        name, inner = self.member_of(node.variable, node.set, scope)
        condition = self.condition(node.condition, inner)
        if isinstance(node.condition, ir.Compare) and isinstance(node.condition.right, ir.QueryOf):
            limit = self.value(node.condition.right, inner)
            if condition.endswith(f" {limit}") and not re.search(rf"\b{name}\b", limit):  # worked out once
                condition = condition.removesuffix(limit) + f"{name}_limit"
                return f"[{name} for {name}_limit in ({limit},) for {name} in {things} if {condition}]"
        return f"[{name} for {name} in {things} if {condition}]"

    def _Union(self, node: ir.Union, scope: Scope) -> str:
        return f"unique({', '.join(self.members(part, scope) for part in node.sets)})"

    # ---- expressions -------------------------------------------------------------------------------------

    def _SizeOf(self, node: ir.SizeOf, scope: Scope) -> str:
        match node.set:
            case ir.ZoneOf(owner=owner) if self._is_one_zone(node.set):
                size = f"v[SIZE + {self.zone(node.set, scope)}]"
                return (
                    f"({size} if {self.value(owner, scope)} >= 0 else 0)" if owner and self.can_be_none(owner) else size
                )
            case ir.Filter():
                name, inner = self.member_of(node.set.variable, node.set.set, scope)
                things = self.unordered(node.set.set, scope)
                return f"sum(1 for {name} in {things} if {self.condition(node.set.condition, inner)})"
        return f"len({self.unordered(node.set, scope)})"

    def _is_one_zone(self, node: ir.ZoneOf) -> bool:
        if node.owner is None:
            return self.facts.zones[node.zone].owner is None
        return not is_list(self.type(node.owner))

    def _TotalOf(self, node: ir.TotalOf, scope: Scope) -> str:
        name, things, inner = self.those(node.variable, node.set, scope, ordered=False)
        return f"sum({self.value(node.value, inner)} for {name} in {things})"

    def there_is(self, node: ir.Expr, scope: Scope) -> str:
        """Whether there is any of it."""
        kind = self.type(node)
        if isinstance(node, ir.Filter):
            name, inner = self.member_of(node.variable, node.set, scope)
            return f"any({self.condition(node.condition, inner)} for {name} in {self.unordered(node.set, scope)})"
        if is_list(kind):
            return f"len({self.unordered(node, scope)}) > 0"
        if kind == ANSWER:
            return self.condition(node, scope)
        return f"{self.value(node, scope)} {'> 0' if kind == NUMBER else '>= 0'}"

    def _AnyOf(self, node: ir.AnyOf, scope: Scope) -> str:
        return self.there_is(node.things, scope)

    def _NoneOf(self, node: ir.NoneOf, scope: Scope) -> str:
        return self._negated(self.there_is(node.things, scope))

    def _Has(self, node: ir.Has, scope: Scope) -> str:
        return self.there_is(node.what, scope)

    def _HasNo(self, node: ir.HasNo, scope: Scope) -> str:
        return self._negated(self.there_is(node.what, scope))

    def _negated(self, source: str) -> str:
        if source.endswith(" > 0") and " if " not in source and " and " not in source and " or " not in source:
            return f"{source[:-4]} == 0" if source.startswith("len(") else f"{source[:-4]} <= 0"
        if source.endswith(" >= 0") and " if " not in source and " and " not in source and " or " not in source:
            return f"{source[:-5]} < 0"
        return f"not {paren(source)}"

    def _Compare(self, node: ir.Compare, scope: Scope) -> str:
        operator = {"is": "==", "is not": "!="}.get(node.operator, node.operator)
        left, right = (paren(self.value(side, scope)) for side in (node.left, node.right))
        if is_list(self.type(node.left)) or is_list(self.type(node.right)):
            left, right = f"list({left})", f"list({right})"
        return f"{left} {operator} {right}"

    def _IsKind(self, node: ir.IsKind, scope: Scope) -> str:
        card = self.value(node.card, scope)
        if node.kind == CARD:
            return f"{paren(card)} >= 0"
        low, high = self.layout.card_ranges[node.kind]
        return f"{low} <= {paren(card)} < {high}"

    def _IsKnown(self, node: ir.IsKnown, scope: Scope) -> str:
        return f"s.knows({self.value(node.player, scope)}, {self.value(node.card, scope)})"

    def _IsIn(self, node: ir.IsIn, scope: Scope) -> str:
        if (
            isinstance(node.thing, ir.CardValue)
            and isinstance(node.thing.number, ir.Number)
            and node.thing.owner is None
        ):
            copies = self.copies(node.thing.kind, node.thing.number.value)
            if len(copies) > 1:
                return f"any(card in {self.members(node.set, scope)} for card in {copies})"
        thing = self.value(node.thing, scope)
        if (
            isinstance(node.set, ir.ZoneOf)
            and self._is_one_zone(node.set)
            and not self.can_be_none(node.thing)
            and not (node.set.owner and self.can_be_none(node.set.owner))
        ):
            return f"v[LOC + {thing}] == {self.zone(node.set, scope)}"
        return f"{paren(thing)} in {self.members(node.set, scope)}"

    def _Not(self, node: ir.Not, scope: Scope) -> str:
        return f"not {paren(self.condition(node.condition, scope))}"

    def _And(self, node: ir.And, scope: Scope) -> str:
        return " and ".join(self._part(side, scope) for side in (node.left, node.right))

    def _Or(self, node: ir.Or, scope: Scope) -> str:
        return " or ".join(self._part(side, scope) for side in (node.left, node.right))

    def _part(self, node: ir.Expr, scope: Scope) -> str:
        source = self.condition(node, scope)
        return f"({source})" if isinstance(node, ir.IfThen | ir.Or) else source

    def _Arithmetic(self, node: ir.Arithmetic, scope: Scope) -> str:
        left, right = (paren(self.value(side, scope)) for side in (node.left, node.right))
        if node.operator in ("/", "mod"):
            if isinstance(node.right, ir.Number) and node.right.value:
                return f"{left} {'//' if node.operator == '/' else '%'} {right}"
            return f"{'quotient' if node.operator == '/' else 'remainder'}({left}, {right})"
        return f"{left} {node.operator} {right}"

    def _IfThen(self, node: ir.IfThen, scope: Scope) -> str:
        then, otherwise = self.value(node.then, scope), self.value(node.otherwise, scope)
        return f"({then} if {self.condition(node.condition, scope)} else {otherwise})"

    def _Otherwise(self, node: ir.Otherwise, scope: Scope) -> str:
        value, fallback = self.value(node.value, scope), self.value(node.fallback, scope)
        if value.isidentifier():
            return f"({value} if {value} >= 0 else {fallback})"
        return f"otherwise({value}, {fallback})"

    def _The(self, node: ir.The, scope: Scope) -> str:
        return f"only({self.unordered(node.set, scope)})"

    def _Best(self, node: ir.Best, scope: Scope) -> str:
        name, things, inner = self.those(node.variable, node.set, scope)
        which = "untied_best" if node.untied else "best"
        return f"{which}([({self.keys(node.keys, inner)}, {name}) for {name} in {things}])"

    def keys(self, keys: Iterable[ir.Key | ir.OrderKey], scope: Scope) -> str:
        """Sort keys: the lowest comes first."""
        parts = [self.key(key, scope) for key in keys]
        return parts[0] if len(parts) == 1 and not parts[0].startswith("*") else f"({', '.join(parts)},)"

    def key(self, key: ir.Key | ir.OrderKey, scope: Scope) -> str:
        if isinstance(key, ir.OrderKey):
            order = self.facts.orders[key.order]
            arguments = ["s", scope.you, scope.card] + [self.value(one, scope) for one in key.arguments]
            function = self.function(self.facts.module_of(order), self.facts.order_function(key.order))
            return f"*{function}({', '.join(arguments)})"
        source = self.value(key.value, scope)
        if key.direction == "highest":
            return f"-{paren(source)}"
        return source if key.direction == "lowest" else negated(source)


def _times(source: str, factor: int) -> str:
    return paren(source) if factor == 1 else f"{paren(source)} * {factor}"


RESERVED = frozenset(
    ["s", "v", "at", "you", "this_card", "actor", "option", "options", "n", "i", "things", "left", "code", "stop"]
) | {"memo", "key", "found"}


def python_name(name: str) -> str:
    """A name of the language as a Python name."""
    import builtins
    import keyword

    return f"{name}_" if keyword.iskeyword(name) or hasattr(builtins, name) or name in RESERVED else name
