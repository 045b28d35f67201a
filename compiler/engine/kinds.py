"""The types of expressions, as the layout needs them: names as in the IR, with `list of` and `or none`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler import ir

if TYPE_CHECKING:
    from compiler.engine.layout import Layout

NUMBER, ANSWER, PLAYER, CARD = "number", "yes/no", "player", "card"


def base(type_name: str) -> str:
    """The type of one that is there."""
    return type_name.removesuffix(" or none").removeprefix("list of ")


def is_list(type_name: str) -> bool:
    """Whether it is a set or list."""
    return type_name.startswith("list of ")


def python_type(type_name: str) -> str:
    """The type that a value has in generated code."""
    return "Sequence[int]" if is_list(type_name) else "int"


def or_none(type_name: str) -> str:
    """The same, but it may be none; numbers and answers are 0 and no instead."""
    if type_name in (NUMBER, ANSWER) or is_list(type_name) or type_name.endswith(" or none"):
        return type_name
    return f"{type_name} or none"


def type_of(node: ir.Expr, layout: Layout) -> str:
    """The type of an expression."""
    game = layout.game
    match node:
        case ir.Number() | ir.CountOf() | ir.PiecesOf() | ir.SizeOf() | ir.TotalOf() | ir.Arithmetic():
            return NUMBER
        case ir.Answer() | ir.VariantChosen() | ir.MarkedAs() | ir.AnyOf() | ir.NoneOf() | ir.Has() | ir.HasNo():
            return ANSWER
        case ir.Compare() | ir.IsKind() | ir.IsIn() | ir.IsKnown() | ir.Not() | ir.And() | ir.Or():
            return ANSWER
        case ir.NoneValue():
            return "none"
        case ir.Member(type=name) | ir.Local(type=name):
            return name
        case ir.You() | ir.Actor() | ir.ActivePlayer():
            return PLAYER
        case ir.AutomaPlayer():
            return "player or none"
        case ir.ThisCard():
            return "card or none"
        case ir.CardValue(kind=kind):
            return f"{kind} or none"
        case ir.PlaceValue(type=name):
            return f"{name} or none"
        case ir.FieldOf():
            return field_type(node, layout)
        case ir.AttributeOf():
            return attribute_type(node, layout)
        case ir.TrackOf(track=name):
            return next(track.type for track in game.tracks if track.name == name)
        case ir.QueryOf(query=name):
            return next(query.type for query in game.queries if query.name == name)
        case ir.Function(name=name, arguments=arguments):
            if name in ("max", "min", "position"):
                return NUMBER
            return or_none(base(type_of(arguments[0], layout)))
        case ir.AllOf(type=name):
            return f"list of {name}"
        case ir.ZoneOf(zone=name):
            return "list of " + next(zone.holds for zone in game.zones if zone.name == name)
        case ir.CardsOn(grid=name):
            return "list of " + str(next(grid.holding for grid in game.grids if grid.name == name))
        case ir.Range():
            return "list of number"
        case ir.Filter(set=inner):
            return as_list(type_of(inner, layout))
        case ir.Union(sets=parts):
            kinds = {base(type_of(part, layout)) for part in parts}
            return "list of " + (kinds.pop() if len(kinds) == 1 else CARD)
        case ir.IfThen(then=then, otherwise=otherwise):
            first, second = type_of(then, layout), type_of(otherwise, layout)
            if first == "none" or second == "none":
                return or_none(second if first == "none" else first)
            if base(first) != base(second):
                first = first.replace(base(first), CARD)
            return or_none(first) if " or none" in first + second else first
        case ir.Otherwise(value=value, fallback=fallback):
            other = type_of(fallback, layout)
            return type_of(value, layout) if other == "none" else other
        case ir.The(set=inner) | ir.Best(set=inner):
            return or_none(base(type_of(inner, layout)))
    raise NotImplementedError(type(node).__name__)


def as_list(type_name: str) -> str:
    """The type of a set of these."""
    return f"list of {base(type_name)}"


def field_type(node: ir.FieldOf, layout: Layout) -> str:
    """What is printed under a name."""
    kind = base(type_of(node.card, layout))
    kinds = [layout.kinds[kind]] if kind in layout.kinds else list(layout.game.kinds)
    for declared in kinds:
        for entry in declared.entries:
            if entry.name == node.name:
                plain = NUMBER if entry.low is not None else entry.type
                return plain if is_list(plain) or kind in layout.kinds else or_none(plain)
    for declared in layout.game.kinds:
        for entry in declared.entries:
            if entry.name == node.name:
                return or_none(NUMBER if entry.low is not None else entry.type)
    raise NotImplementedError(f"no field {node.name}")


def attribute_type(node: ir.AttributeOf, layout: Layout) -> str:
    """What an attribute gives."""
    thing, name = base(type_of(node.thing, layout)), node.name
    if thing == PLAYER:
        return NUMBER if name == "seat" else PLAYER
    if thing in layout.grids:
        grid = layout.grids[thing]
        for axis in grid.axes:
            if axis.name == name:
                return NUMBER if axis.numbers else axis.type
        if name == "card":
            return f"{grid.holding} or none"
    if thing in layout.edge_maps:
        return f"list of {layout.edge_maps[thing].name}"
    if thing in layout.maps:
        if name == "neighbors":
            return f"list of {thing}"
        if name == layout.maps[thing].edge_plural:
            return f"list of {layout.maps[thing].edge}"
    for grid in layout.game.grids:
        if grid.plural == name:
            return f"list of {grid.space}"
    if thing in layout.card_ranges:
        if name in ("number", "position"):
            return NUMBER
        return "player or none" if name == "owner" else f"{name} or none"
    raise NotImplementedError(f"{thing}'s {name}")
