"""What the declarations of a game say about its words: which key each name has in the lexicon, what type things are."""

from __future__ import annotations

from collections.abc import Set

from compiler import ir
from compiler.walk import descendants
from compiler.words.phrase import Amount, Noun, Phrase, Title

LIST = "list of "
BUILT_IN = {"player", "card", "number", "icon", "action", "ability", "effect", "yes/no"}


def base(type_name: str) -> str:
    """The type without `list of` and `or none`."""
    return type_name.removesuffix(" or none").removeprefix(LIST)


def is_list(type_name: str) -> bool:
    """Whether it is a type of lists."""
    return type_name.startswith(LIST)


class Vocabulary:
    """The names of one game."""

    def __init__(self, game: ir.Game, named: Set[str] = frozenset()) -> None:
        self.named = named
        """Names of parameters and choices that have words of their own."""
        self.queries = {query.name: query for query in game.queries}
        self.zones = {zone.name: zone for zone in game.zones}
        self.tracks = {track.name: track for track in game.tracks}
        self.automas = {automa.name: automa for automa in game.automas}
        self.kinds = {kind.name: kind for kind in game.kinds}
        self.pieces = {pieces.name: pieces for pieces in game.pieces}
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.enums = {enum.name for enum in game.enums}
        self.maps = {one.name: one for one in game.maps}
        self.edges = {one.edge: one for one in game.maps}
        self.grids = {one.space: one for one in game.grids}
        self.grid_names = {one.name: one for one in game.grids}
        self.axes = {axis.name for grid in game.grids for axis in grid.axes}
        self.cards = {(card.kind, card.number): card for card in game.cards}
        self.entries = {entry.name: entry for kind in game.kinds for entry in kind.entries}
        self.plurals = {one.edge_plural for one in game.maps} | {one.plural for one in game.grids}
        self.options = frozenset(node.name for node in descendants(game) if isinstance(node, ir.Option))
        self.members = {name: f"{one.name}.{name}" for one in game.maps for name in one.nodes}
        self.members |= {name: f"{one.name}.{name}" for one in game.enums for name in one.members}
        self.members |= {
            name: f"{axis.name}.{name}" for grid in game.grids for axis in grid.axes for name in axis.names
        }
        self.members |= {
            one.name: f"{one.family}.{one.name}" for one in game.procedures if one.family in ("icon", "action")
        }

    def member(self, name: str) -> str | None:
        """The key of a named value."""
        return self.members.get(name)

    def key(self, kind: str, name: str) -> str:
        """The key of a name in the lexicon."""
        if kind in self.edges or kind in self.maps or kind in self.grids or kind in self.enums:
            return f"{kind}.{name}"
        if kind == "field" and name in BUILT_IN:
            return name
        if kind in ("place", "kind", "grid"):
            return f"grid.{name}" if kind == "grid" else self.type_head(name)
        if kind == "attribute" and name not in self.axes:
            return self.type_head(self._edge_or_space(name))
        return f"{kind}.{name}"

    def _edge_or_space(self, name: str) -> str:
        """The type that an attribute of a place is named after: `town's roads`, `card's spots`."""
        for one in self.edges.values():
            if name == one.edge_plural:
                return one.edge
        for grid in self.grids.values():
            if name in (grid.plural, grid.space):
                return grid.space
        return name

    def is_plural(self, attribute: str) -> bool:
        """Whether an attribute of a place is a set of places."""
        return attribute in self.plurals

    def type_head(self, type_name: str) -> str:
        """The noun for a type."""
        name = base(type_name)
        if name in BUILT_IN:
            return "answer" if name == "yes/no" else name
        return f"type.{name}"

    def local(self, variable: str, type_name: str) -> str:
        """The noun for a name in the source: its own, or that of its type."""
        for name in (f"{base(type_name)}.{variable}", variable):
            if name in self.named and name != base(type_name):
                return f"local.{name}"
        return self.type_head(type_name)

    def is_list_field(self, name: str) -> bool:
        """Whether a field of cards holds a list."""
        return name in self.entries and is_list(self.entries[name].type)

    def is_player(self, node: ir.Expr | None) -> bool:
        """Whether an expression is surely a player."""
        match node:
            case ir.You() | ir.Actor() | ir.ActivePlayer():
                return True
            case ir.Local() | ir.Member():
                return base(node.type) == "player"
            case ir.AttributeOf():
                return node.name in ("owner", "next", "previous")
            case ir.QueryOf():
                return base(self.queries[node.query].type) == "player"
            case ir.TrackOf():
                return base(self.tracks[node.track].type) == "player"
        return False

    def piece_heads(self, pieces: str, forms: tuple[str, ...]) -> list[str]:
        """The nouns for the forms of pieces that are meant."""
        declared = self.pieces[pieces]
        if len(forms) == len(declared.forms) and len(forms) > 1:
            return [f"pieces.{pieces}"]
        return [f"form.{form}" for form in forms]

    def card(self, kind: str, number: int, owner: Phrase | None = None) -> Phrase:
        """A card by its title, or by its number if it has none."""
        card = self.cards.get((kind, number))
        if card is not None and card.title is not None:
            return Noun(self.type_head(kind), owner=owner, places=(("called", Title("cards", f"{kind}.{number}")),))
        return Noun(self.type_head(kind), owner=owner, places=(("number", Amount(number)),))

    def type_of_place(self, node: ir.Expr) -> str:
        """The type of a place that has neighbors."""
        found = self.type_of(node)
        return found if found in self.maps or found in self.grids else next(iter(self.maps), next(iter(self.grids)))

    def member_type(self, node: ir.Expr) -> str:
        """The type of the members of a set."""
        match node:
            case ir.AllOf():
                return node.type
            case ir.ZoneOf():
                return self.zones[node.zone].holds
            case ir.CardsOn():
                return self.grid_names[node.grid].holding or "card"
            case ir.Range():
                return "number"
            case ir.Filter():
                return self.member_type(node.set)
            case ir.Union():
                return self.member_type(node.sets[0])
        return base(self.type_of(node))

    def type_of(self, node: ir.Expr) -> str:
        """The type of an expression, as far as its words depend on it."""
        match node:
            case ir.Local() | ir.Member() | ir.PlaceValue() | ir.AllOf():
                return base(node.type)
            case ir.You() | ir.Actor() | ir.ActivePlayer():
                return "player"
            case ir.ThisCard():
                return "card"
            case ir.CardValue():
                return node.kind
            case ir.FieldOf():
                return base(self.entries[node.name].type) if node.name in self.entries else "card"
            case ir.TrackOf():
                return base(self.tracks[node.track].type)
            case ir.QueryOf():
                return base(self.queries[node.query].type)
            case ir.Best() | ir.The() | ir.Filter() | ir.Union() | ir.ZoneOf() | ir.CardsOn():
                return self.member_type(node.set if isinstance(node, (ir.Best, ir.The)) else node)
            case ir.AttributeOf():
                return self._attribute_type(node)
            case ir.IfThen():
                return self.type_of(node.then)
            case ir.Otherwise():
                return self.type_of(node.value)
            case ir.AutomaPlayer():
                return "player"
            case ir.Function() if node.name == "top":
                return "card"
            case ir.Function() if node.name == "nth":
                return self.member_type(node.arguments[1])
            case ir.MarkedAs() | ir.VariantChosen() | ir.Answer() | ir.AnyOf() | ir.NoneOf() | ir.Has() | ir.HasNo():
                return "yes/no"
            case ir.Compare() | ir.IsKind() | ir.IsIn() | ir.Not() | ir.And() | ir.Or():
                return "yes/no"
        return "number"

    def _attribute_type(self, node: ir.AttributeOf) -> str:
        match node.name:
            case "card":
                return "card"
            case "owner" | "next" | "previous":
                return "player"
            case "neighbors":
                return self.type_of(node.thing)
            case "ends":
                edge = self.edges.get(self.type_of(node.thing))
                return edge.name if edge else next(iter(self.maps), "number")
        found = self._edge_or_space(node.name)
        if found in self.edges or found in self.grids or found in self.maps:
            return found
        for grid in self.grids.values():
            for axis in grid.axes:
                if axis.name == node.name:
                    return base(axis.type)
        return "number"
