"""The JSON schema of a game's saved form, for whoever reads or writes saved games with other tools."""

from __future__ import annotations

import re
from typing import Any

from runtime.saving import ENGINE, MOMENTS, RESULTS, declared_name
from runtime.tables import Tables

Schema = dict[str, Any]
NUMBER: Schema = {"type": "integer"}
NUMBERS: Schema = {"type": "array", "items": NUMBER}
TEXT: Schema = {"type": "string"}
PLAYER: Schema = {"type": ["string", "null"]}


def schema(tables: Tables, content: str) -> Schema:
    """What `to_json` gives for this game (draft 2020-12). Players' names are free, so that no schema can list them."""
    t = tables
    card = {"type": "string", "pattern": f"^({'|'.join(map(re.escape, t.kinds))})\\([0-9]+(, .*)?\\)(#[0-9]+)?$"}
    cards = {"type": "array", "items": card, "uniqueItems": True}
    owned = {name: kind is not None for name, kind, _ in t.zone_names}
    pieces = _closed({form.name: _by_name(_by_name({"type": "integer", "minimum": 1})) for form in t.forms})
    hook = {
        "hook": {"enum": [one.name for one in t.hooks]},
        "you": PLAYER,
        "card": card,
        "actor": PLAYER,
        "about": _by_name({"type": ["integer", "boolean", "string", "null"]}),
    }
    around = _closed(hook | {"moment": {"enum": list(MOMENTS)}}, "hook", "actor", "moment")
    blocks = {"enum": [*ENGINE.values(), *t.block_names]}
    frame = {
        "routine": {"enum": sorted({routine for routine, _, _ in t.routines.values()})},
        "block": blocks,
        "you": PLAYER,
        "card": card,
        "joined": {"const": True},
        "stage": {"type": "integer", "minimum": 0, "maximum": 2},
        "deck": {"type": "array", "items": {"anyOf": [card, {"type": "null"}]}},
        "target": {"type": "integer", "minimum": 0},
        "done": {"type": "integer", "minimum": 0},
        "hooks": {"type": "array", "items": around},
        "locals": _by_name({"type": ["integer", "boolean", "string", "null"]}),
        "numbers": _by_name(NUMBER),
    }
    lasting = {"until": TEXT, "you": PLAYER, "card": card, "about": NUMBERS}
    over = {"ending": {"type": "integer", "minimum": 1}, "rule": PLAYER, "keys": _by_name(NUMBERS), "by": TEXT}
    optional = {"frame": {"type": ["integer", "null"]}, "block": blocks, "you": TEXT}
    properties: Schema = {
        "game": {"const": t.name},
        "content": {"const": content},
        "players": {
            "type": "array",
            "items": TEXT,
            "uniqueItems": True,
            "minItems": t.least_players,
            "maxItems": t.most_players,
        },
        "active": TEXT,
        "turns": {"type": "integer", "minimum": 0},
        "automas": _closed({name: TEXT for name, _, _ in t.automas}),
        "options": _closed({name: {"type": "boolean"} for name in t.variants}),
        "seats": _by_name(NUMBER),
        "zones": _closed({name: _by_name(cards) if is_owned else cards for name, is_owned in owned.items()}),
        "spaces": _closed(dict.fromkeys(t.grids, _by_name(card))),
        "pieces": pieces,
        "fresh": pieces,
        "counts": _declared(t, "count"),
        "tracks": _declared(t, "track"),
        "marks": _declared(t, "mark"),
        "known": _by_name({"type": "array", "items": TEXT}),
        "chance": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "result": {"enum": list(RESULTS.values())},
        "optional": _closed(optional, *optional),
        "draining": {"const": True},
        "waiting": {"type": "array", "items": _closed(hook, "hook", "actor")},
        "lasting": {"type": "array", "items": _closed(lasting, "until")},
        "over": _closed(over, "ending", "rule", "keys"),
        "frames": {"type": "array", "items": _closed(frame, "block")},
    }
    required = ("game", "content", "players", "active", "turns", "chance")
    first = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"A saved game of {t.title}"}
    return first | _closed(properties, *required)


def _closed(properties: Schema, *required: str) -> Schema:
    """An object with these properties and no others."""
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


def _by_name(values: Schema) -> Schema:
    """An object with any names."""
    return {"type": "object", "additionalProperties": values}


def _declared(tables: Tables, wanted: str) -> Schema:
    """Counts, tracks or marks, by name and holder."""
    found: Schema = {}
    for what, name, holder, kind, *_ in tables.declared:
        if what == wanted:
            value = _value(tables, kind)
            listed = {"type": "array", "items": TEXT, "uniqueItems": True}
            held = listed if what == "mark" else value if holder is None else _by_name(value)
            found[declared_name(what, name, holder)] = held
    return _closed(found)


def _value(tables: Tables, type_name: str) -> Schema:
    """A value of a type."""
    kind = type_name.removesuffix(" or none")
    if kind in ("number", "yes/no"):
        return {"type": "integer" if kind == "number" else "boolean"}
    if kind in tables.members:
        return {"enum": [*tables.members[kind], None]}
    return {"type": ["string", "null"]}
