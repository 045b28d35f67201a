"""The JSON form of the checked tree: how nodes are written, how the text is laid out, and the schema of both.

Everything follows from the classes of `ir.py` and the types of their fields:

- A node whose place allows several classes anywhere in the tree (expressions, statements, rules, events, sort keys,
  steps) is tagged wherever it stands: an object with one key, its kind in snake_case: `{"gain": {"count": "coin", …}}`.
- Every other node (declarations, parameters, options …) is a plain object of its fields.
- A node with exactly one field is written as the value of that field: `{"number": 3}`, and a block is the list of its
  statements. A node without fields is `true`: `{"you": true}`.
- In an object of fields, those that are none, no or an empty list are left out. Nothing is ever `null`.
- The game, each declaration in its sections and each step of a scenario end with `source`, the path and line where
  they stand.

`python -m compiler.schema` writes grammar/ir.schema.json.
"""

from __future__ import annotations

import json
import re
import types
import typing
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from compiler import ir

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool"
NodeClass: TypeAlias = type[ir.Node]

SCHEMA_FILE = Path(__file__).parent.parent / "grammar" / "ir.schema.json"
WIDTH = 100
"""What fits into this many columns is printed on one line."""

# ---- what the classes say ----------------------------------------------------------------------------


@cache
def node_classes() -> tuple[NodeClass, ...]:
    """Every class of nodes, in the order of `ir.py`."""
    found = (value for value in vars(ir).values() if isinstance(value, type))
    return tuple(value for value in found if issubclass(value, ir.Node) and value is not ir.Node)


@cache
def _fields() -> dict[NodeClass, dict[str, Any]]:
    hints = {cls: typing.get_type_hints(cls, globalns=vars(ir), include_extras=True) for cls in node_classes()}
    return {cls: {field.name: hints[cls][field.name] for field in fields(cls) if field.name != "span"} for cls in hints}


def field_types(cls: NodeClass) -> dict[str, Any]:
    """The fields of a node that are written, with their types."""
    return _fields()[cls]


@cache
def tagged_classes() -> frozenset[NodeClass]:
    """The classes that share a place with another class somewhere: these carry their kind."""
    places = (_classes_in(hint) for cls in node_classes() for hint in field_types(cls).values())
    return frozenset(cls for place in places if len(place) > 1 for cls in place)


def kind_of(cls: NodeClass) -> str:
    """The tag of a class: `choose_one` of `ChooseOne`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


def _alternatives(hint: Any) -> tuple[Any, ...]:
    """The types a value may have, without none and without descriptions."""
    if typing.get_origin(hint) is typing.Annotated:
        return _alternatives(hint.__origin__)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(one for part in typing.get_args(hint) for one in _alternatives(part))
    return () if hint is types.NoneType else (hint,)


def _item_type(hint: Any) -> Any:
    """The type of the members of a list, or none if it is not a list."""
    match _alternatives(hint):
        case (only,) if typing.get_origin(only) is tuple:
            item, ellipsis = typing.get_args(only)
            assert ellipsis is ..., f"{only} is not a list"
            return item
    return None


def _classes_in(hint: Any) -> tuple[NodeClass, ...]:
    """The classes of nodes that may stand in a field, alone or in a list."""
    item = _item_type(hint)
    found = _alternatives(hint if item is None else item)
    return tuple(one for one in found if isinstance(one, type) and issubclass(one, ir.Node))


def _may_be_left_out(hint: Any) -> bool:
    allows_none = types.NoneType in typing.get_args(hint)
    return allows_none or _item_type(hint) is not None or _alternatives(hint) == (bool,)


@cache
def named_unions() -> dict[str, tuple[NodeClass, ...]]:
    """The unions of `ir.py` that have a name, but for the declarations: those stand in sections, not together."""
    found = ((name, value) for name, value in vars(ir).items() if isinstance(value, types.UnionType))
    return {name: typing.get_args(value) for name, value in found if value is not ir.Declaration}


@cache
def _sections() -> dict[str, NodeClass]:
    """The fields of a game that list declarations."""
    declarations = typing.get_args(ir.Declaration)
    found = {name: _classes_in(hint) for name, hint in field_types(ir.Game).items()}
    return {name: classes[0] for name, classes in found.items() if classes and classes[0] in declarations}


# ---- nodes to JSON -----------------------------------------------------------------------------------


class Shape(NamedTuple):
    """How the nodes of one class are written."""

    tag: str | None
    names: tuple[str, ...]
    is_single: bool
    has_source: bool


@cache
def _shapes() -> dict[NodeClass, Shape]:
    return {cls: _shape(cls) for cls in node_classes()}


def _shape(cls: NodeClass) -> Shape:
    is_tagged = cls in tagged_classes()
    names = tuple(field_types(cls))
    has_source = cls is ir.Game or cls in _sections().values() or cls in typing.get_args(ir.Step)
    return Shape(kind_of(cls) if is_tagged else None, names, len(names) == 1 and not has_source, has_source)


def game_to_json(game: ir.Game) -> dict[str, Json]:
    """A whole game as JSON."""
    written = _to_json(game, _shapes())
    assert isinstance(written, dict)
    return written


def to_json(node: ir.Node) -> Json:
    """One node as JSON, as it stands in a game."""
    return game_to_json(node) if isinstance(node, ir.Game) else _to_json(node, _shapes())


def _source(node: ir.Node) -> str:
    return f"{node.span.source.path}:{node.span.line}"


def _to_json(value: Any, shapes: dict[NodeClass, Shape]) -> Json:
    if isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [_to_json(one, shapes) for one in value]
    tag, names, is_single, has_source = shapes[type(value)]
    body: Json = True
    if is_single:
        body = _to_json(getattr(value, names[0]), shapes)
    elif names:
        body = {}
        for name in names:
            part = getattr(value, name)
            if part or not (part is None or part is False or part == ()):
                body[name] = _to_json(part, shapes)
        if has_source:
            body["source"] = _source(value)
    return body if tag is None else {tag: body}


# ---- JSON to text ------------------------------------------------------------------------------------

_encode_text = json.JSONEncoder(ensure_ascii=False).encode


def dumps(value: Json) -> str:
    """The one printed form: two spaces of indent, on one line whatever fits, a newline at the end."""
    return _print(value, "", 0) + "\n"


def _print(value: Json, indent: str, before: int) -> str:
    """The text of a value that starts behind the indent and `before` more columns.

    What fits on one line has only parts that fit on one line further in, so each part is laid out once.
    """
    if not isinstance(value, dict | list):
        return _encode_text(value)
    inner = indent + "  "
    if isinstance(value, dict):
        opening, closing = "{", "}"
        keys = [f"{_encode_text(key)}: " for key in value]
        parts = [key + _print(one, inner, len(key)) for key, one in zip(keys, value.values(), strict=True)]
    else:
        opening, closing = "[", "]"
        parts = [_print(one, inner, 0) for one in value]
    flat = sum(map(len, parts)) + 2 * len(parts)
    comma = 1
    if not parts or (len(indent) + before + flat + comma <= WIDTH and not any("\n" in part for part in parts)):
        return opening + ", ".join(parts) + closing
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{closing}"


# ---- the schema --------------------------------------------------------------------------------------

CLOSED = {
    "Arithmetic.operator": ("+", "-", "*", "/", "mod"),
    "CardMoves.direction": ("enters", "leaves"),
    "Compare.operator": ("is", "is not", "<", "<=", ">", ">="),
    "Draw.end": ("left", "right", "top", "bottom"),
    "Form.label": ("in", "on", "for"),
    "Function.name": ("max", "min", "nth", "position", "top"),
    "Hook.moment": ("before", "after", "instead of"),
    "Key.direction": ("highest", "lowest", "holds"),
    "MoveCards.end": ("left", "right", "top", "bottom"),
    "Param.label": ("in", "on", "for"),
    "PieceMoves.direction": ("enters", "leaves"),
    "Procedure.family": ("to", "phase", "action", "icon"),
    "Zone.shape": ("row", "pile", "set"),
    "Track.sight": ("open", "private", "hidden"),
    "Zone.sight": ("open", "private", "hidden"),
}
"""The words that a text field may hold, where they are known."""

UNIONS = {
    "Event": "Something that can happen.",
    "Expr": "A value, a set or a condition.",
    "Rule": "Something that is different or happens while the rule is in force.",
    "Step": "One step of a worked example.",
    "Stmt": "A sentence.",
}
"""What the named unions of `ir.py` are."""

FIELDS = {
    "actor": "who carried it out",
    "amount": "how many; left out: all",
    "answers": "the answers in the order they are given, as options are spelled",
    "arguments": "the arguments, in the order of the parameters",
    "binders": "the things chosen together with it",
    "block": "what happens",
    "by": "the procedure that lays the cost out",
    "card": "the card",
    "Do.card": "the card that carries it out",
    "cards": "the card or cards",
    "condition": "only if, or only those for which, this holds",
    "coordinates": "one value for each axis, or the two ends of an edge",
    "copies": "how many of this card there are",
    "count": "the count",
    "Forbid.decision": "the rule id of the decision",
    "Policy.decision": "the rule id of the decision",
    "default": "played with unless the players decide otherwise",
    "direction": "which way",
    "each": "each of several players in turn order, not just one",
    "edge": "the noun for one connection",
    "edge_plural": "the noun for several connections",
    "Edge.end": "the node at its other end",
    "end": "at which end of the row or pile",
    "event": "what it waits for",
    "fact": "what must be true",
    "fallback": "the value where the first is none",
    "family": "the word it is declared with",
    "first": "what changes places",
    "first_player": "who begins",
    "forms": "the shapes that are meant",
    "fresh": "only those placed since the procedure began that makes pieces old",
    "full": "all cards it can hold are there at the start",
    "given": "sentences that make the position",
    "high": "the highest number",
    "holder": "who or what it lies with",
    "holders": "what it can lie with",
    "holding": "the kind of the cards that its spaces hold",
    "holds": "the kind of the cards in it",
    "in_supply": "those not in play",
    "initial": "its first value",
    "keys": "sort keys, the most important first",
    "kind": "the kind of the card",
    "label": "the preposition in front of it",
    "least": "at least so many times",
    "least_players": "the smallest number of players",
    "left": "the left side",
    "low": "the lowest number",
    "mark": "the mark",
    "members": "the names, in order",
    "moment": "when, seen from the event",
    "most": "at most so many times; left out: any number",
    "most_players": "the largest number of players",
    "name": "its name",
    "names": "the names along it, in order",
    "nodes": "the names of the places",
    "number": "the number of the card",
    "numbers": "the numbers along it, in order",
    "GameRule.rule": "what the rule is",
    "off": "the mark is taken off",
    "negated": "it is treated as not so",
    "untied": "none of them if several are equal by all keys",
    "asks": "the player decides before each round that need not be",
    "Mark.on": "the type of the things that carry it",
    "on_back": "printed on the back, so that everybody sees it",
    "operator": "the operator",
    "options": "the ways to choose from",
    "order": "the order, by name",
    "otherwise": "what happens, or the value, if not",
    "owner": "whose it is",
    "Pieces.owner": "the type whose members have a stock each",
    "Track.owner": "the type whose members have one each; left out: there is just one",
    "Zone.owner": "the type whose members have one each; left out: there is just one",
    "Kind.owner": "the type whose members have a set each",
    "params": "the parameters, in order",
    "Pieces.fresh": "the procedure whose start makes all pieces old",
    "pieces": "the pieces",
    "place": "where they are",
    "Form.place": "the type of the places they stand in",
    "player": "the player",
    "players": "the player or players",
    "plural": "the noun for several",
    "policies": "how she decides, by decision",
    "prefers": "what she takes, best first",
    "procedure": "the procedure, by name",
    "query": "the query, by name",
    "reset": "the procedure whose start sets it back",
    "right": "the right side",
    "rules": "the rules in force",
    "second": "what it changes places with",
    "secretly": "the others do not see the choice",
    "set": "the members to go through or to choose from",
    "shape": "how the cards lie",
    "sight": "who sees the cards",
    "source": "where it comes from",
    "space": "the noun for one place",
    "start": "the node at its one end",
    "steps": "moves and facts, in order",
    "stock": "how many each owner has",
    "supply": "yes if the place is the supply",
    "target": "what gets the value",
    "then": "what happens, or the value, if so",
    "thing": "the thing",
    "things": "the things",
    "title": "the title as printed",
    "to": "where it goes, or who gets or sees it",
    "track": "the track, by name",
    "unless": "the variant under which it is open",
    "value": "the value",
    "values": "what is printed, in order",
    "variable": "the name that a member has in the other fields",
    "Pattern.variable": "the name for whatever stands there",
    "variants": "the variants it is played with",
    "what": "what it is about",
    "working_in": "the zone in which its rules are in force",
    "zone": "the zone",
}
"""What a field holds, by its name or by class and name. Sections, `Annotated` types and records say it themselves."""

SOURCE = {"type": "string", "pattern": ":[0-9]+$", "description": "the path and line where it stands"}


def ir_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a game's JSON."""
    unions = {name: {"description": UNIONS.get(name, "")} | _union(of) for name, of in named_unions().items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:cardwright:ir:1",
        "title": "Cardwright IR",
        "description": "One game, checked. The rules of this form stand at the top of compiler/schema.py.",
        "$ref": "#/$defs/Game",
        "$defs": {cls.__name__: _definition(cls) for cls in node_classes()} | unions,
    }


def description_of(cls: NodeClass) -> str:
    """The docstring of a class on one line; nothing if it has none."""
    text = " ".join((cls.__doc__ or "").split())
    return "" if text.startswith(f"{cls.__name__}(") else text  # a dataclass without one gets its signature


def _definition(cls: NodeClass) -> dict[str, Any]:
    hints = field_types(cls)
    if not hints:
        return {"description": description_of(cls), "const": True}
    if not _shape(cls).is_single:
        return _object(cls, has_source=_shape(cls).has_source)
    ((name, hint),) = hints.items()
    assert types.NoneType not in typing.get_args(hint), f"{cls.__name__}.{name} would be null"
    return {"description": description_of(cls)} | _type_schema(hint, f"{cls.__name__}.{name}")


def _object(cls: NodeClass, has_source: bool) -> dict[str, Any]:
    hints = field_types(cls)
    required = [name for name, hint in hints.items() if not _may_be_left_out(hint)]
    properties = {name: _property(cls, name, hint) for name, hint in hints.items()}
    if has_source:
        assert "source" not in hints, f"{cls.__name__}.source would hide where it stands"
        required.append("source")
        properties["source"] = SOURCE
    return {
        "description": description_of(cls),
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


def _property(cls: NodeClass, name: str, hint: Any) -> dict[str, Any]:
    """The schema of a field that is left out when it says nothing, so that it never is `false` or empty."""
    place = f"{cls.__name__}.{name}"
    schema = _type_schema(hint, place)
    if _item_type(hint) is not None:
        schema["minItems"] = 1
    elif _alternatives(hint) == (bool,):
        schema = {"const": True}
    return {"description": _field_description(cls, name, hint)} | schema


def _field_description(cls: NodeClass, name: str, hint: Any) -> str:
    """What a field holds: as the table or its type says, or whatever its only class is. Nothing if nobody says it."""
    classes = _classes_in(hint)
    by_class = description_of(classes[0]) if len(classes) == 1 else ""
    if cls is ir.Game and name in _sections():
        return by_class
    return FIELDS.get(f"{cls.__name__}.{name}") or _annotation(hint) or FIELDS.get(name) or by_class


def _annotation(hint: Any) -> str:
    """The description that an `Annotated` type carries, alone or beside none."""
    for part in (hint, *typing.get_args(hint)):
        if typing.get_origin(part) is typing.Annotated:
            return " ".join(str(text) for text in part.__metadata__)
    return ""


def _type_schema(hint: Any, place: str) -> dict[str, Any]:
    item = _item_type(hint)
    if item is not None:
        return {"type": "array", "items": _type_schema(item, place)}
    if classes := _classes_in(hint):
        return _node_schema(classes)
    (only,) = _alternatives(hint)
    if typing.get_origin(only) is Literal:
        return {"enum": list(typing.get_args(only))}
    if place in CLOSED:
        return {"enum": list(CLOSED[place])}
    return {"type": {str: "string", int: "integer", bool: "boolean"}[only]}


def _node_schema(classes: tuple[NodeClass, ...]) -> dict[str, Any]:
    """The schema of a place for nodes: a plain one, a named union, or a union of its own."""
    if classes[0] not in tagged_classes():
        return {"$ref": f"#/$defs/{classes[0].__name__}"}
    for name, members in named_unions().items():
        if set(members) == set(classes):
            return {"$ref": f"#/$defs/{name}"}
    return _union(classes)


def _union(classes: tuple[NodeClass, ...]) -> dict[str, Any]:
    """An object with one of these tags. Not `oneOf`: that would try them all."""
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
        "properties": {kind_of(cls): {"$ref": f"#/$defs/{cls.__name__}"} for cls in classes},
    }


if __name__ == "__main__":
    SCHEMA_FILE.write_text(dumps(ir_schema()), encoding="utf-8", newline="\n")
