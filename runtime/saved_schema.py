"""The JSON schema of a game's saved form, for whoever reads or writes saved games with other tools."""

from __future__ import annotations

import re
from typing import Any

from runtime.grouping import EMPTY, UNKNOWN, has_one_word
from runtime.saving import ENGINE, IN_TURN, MOMENTS, RESULTS
from runtime.saving_table import declared_name
from runtime.tables import Tables
from runtime.vector import LOOP

Schema = dict[str, Any]
NUMBER: Schema = {"type": "integer"}
NUMBERS: Schema = {"type": "array", "items": NUMBER}
TEXT: Schema = {"type": "string"}
NAME = r'("([^"\\]|\\.)*"|[^,;()"]+)'
"""A player's name or another coordinate, inside a text."""
PLAYER: Schema = {"type": ["string", "null"]}


def schema(tables: Tables, content: str) -> Schema:
    """What `to_json` gives for this game (draft 2020-12). Players' names are free, so that no schema can list them."""
    t = tables
    card = {"type": "string", "pattern": f"^({'|'.join(map(re.escape, t.kinds))})\\([0-9]+(, .*)?\\)(#[0-9]+)?$"}
    some: Schema = {"type": "integer", "minimum": 0}
    pieces = {form.name: _placed(t, form.owner_type, _alike(t, form.place_type, some)) for form in t.forms}
    hook = {
        "hook": {"enum": [one.name for one in t.hooks]},
        "you": PLAYER,
        "card": card,
        "actor": PLAYER,
        "about": _by_name({"type": ["integer", "boolean", "string", "null"]}),
    }
    around = _closed(hook | {"moment": {"enum": list(MOMENTS)}}, "hook", "moment")
    blocks = {"enum": [*(name for block, name in ENGINE.items() if block != LOOP), *t.block_names]}
    frame = {
        "block": blocks,
        "you": PLAYER,
        "card": card,
        "joined": {"const": True},
        "target": {"type": "integer", "minimum": 0},
        "done": {"type": "integer", "minimum": 0},
        "hooks": {"type": "array", "items": around},
        "locals": _by_name({"type": ["integer", "boolean", "string", "null"]}),
        "numbers": _by_name(NUMBER),
    }
    lasting = {"until": TEXT, "you": PLAYER, "card": card, "about": NUMBERS}
    over = {"ending": {"type": "integer", "minimum": 1}, "rule": PLAYER, "keys": _of_players(t, NUMBERS), "by": TEXT}
    optional = {"frame": {"type": ["integer", "null"]}, "block": blocks, "you": TEXT}
    properties: Schema = {
        "game": {"const": t.name},
        "content": {"const": content},
        "players": _of_players(t, TEXT) | {"uniqueItems": True},
        "active": TEXT,
        "turns": {"type": "integer", "minimum": 0},
        "automas": _closed({name: TEXT for name, _, _ in t.automas}),
        "options": _closed({name: {"type": "boolean"} for name in t.variants}),
        "seats": _of_players(t, NUMBER),
        "zones": _closed({name: _zone(t, name, kind) for name, kind, _ in t.zone_names}),
        "spaces": _closed({grid: _in_rows(t, grid, _several(t, "card", blank=EMPTY)) for grid in t.grids}),
        "pieces": _closed(pieces),
        "fresh": _closed({form.name: pieces[form.name] for form in t.forms if form.fresh >= 0}),
        "counts": _declared(t, "count"),
        "tracks": _declared(t, "track"),
        "marks": _declared(t, "mark"),
        "shown": _several(t, "card"),
        "known": _of_players(t, _several(t, "card")),
        "chance": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "result": {"enum": list(RESULTS.values())},
        "optional": _closed(optional, "frame", "block"),
        "draining": {"const": True},
        "waiting": {"type": "array", "items": _closed(hook, "hook")},
        "lasting": {"type": "array", "items": _closed(lasting, "until")},
        "over": _closed(over, "ending", "rule", "keys"),
        "stage": {"type": "integer", "minimum": 0, "maximum": IN_TURN},
        "deck": _several(t, "card", blank=UNKNOWN),
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


def _several(tables: Tables, type_name: str, *, blank: str | None = None, is_zone: bool = False) -> Schema:
    """A text that names things of one type; `blank` may stand for one."""
    t = tables
    if type_name in t.members:
        group = f"({'|'.join(t.members[type_name])})"
        return _text(f"{group}( +{group})*")
    number = "-?[0-9]+(#[0-9]+)?" if blank is None else rf"(-?[0-9]+(#[0-9]+)?|{re.escape(blank)})"
    numbers = f"{number}( +{number})*"
    if type_name == "card" or type_name in t.kinds:
        part, words = f"{numbers}(, {NAME})?", t.kinds if type_name == "card" else (type_name,)
    elif type_name in t.spaces and set(t.space_types[type_name]) <= {"number", "player", *t.members}:
        part = f"({NAME}, )*" + (numbers if t.space_types[type_name][-1] == "number" else NAME)
        words = (type_name,)
    else:
        return TEXT
    parts = f"{part}(; *{part})*"
    group = rf"({'|'.join(map(re.escape, words))})\({parts}\)(#[0-9]+)?" + (f"|{re.escape(blank)}" if blank else "")
    groups = f"({group})( +({group}))*"
    return _text(f"{parts}|{groups}" if has_one_word(t, type_name, is_zone) else groups)


def _text(pattern: str) -> Schema:
    return {"type": "string", "pattern": f"^({pattern})?$"}


def _zone(tables: Tables, name: str, owner: str | None) -> Schema:
    """The cards of a zone, or of all zones with this name."""
    cards = _several(tables, tables.zone_kinds[name][1], is_zone=True)
    return cards if owner is None else _placed(tables, owner, cards)


def _placed(tables: Tables, owner: str, values: Schema) -> Schema:
    """What members of a type have."""
    if owner == "player":
        return _of_players(tables, values)
    if owner in tables.spaces and owner not in tables.edges:
        return _in_rows(tables, owner, {"type": "array", "items": values})
    return _closed(dict.fromkeys(tables.members[owner], values)) if owner in tables.members else _by_name(values)


def _of_players(tables: Tables, values: Schema) -> Schema:
    """What players have, in their order."""
    return {"type": "array", "items": values, "minItems": tables.least_players, "maxItems": tables.most_players}


def _in_rows(tables: Tables, grid: str, row: Schema) -> Schema:
    """The rows of a grid; there is only one if it has one coordinate."""
    return _by_name(row) if len(tables.space_types[grid]) > 1 else row


def _alike(tables: Tables, holder: str, values: Schema) -> Schema:
    """Values by what has them, or only what has them if all have one."""
    if holder == "player":
        return _of_players(tables, values)
    things = _several(tables, holder)
    held = _by_name(values) | {"propertyNames": things}
    return {"anyOf": [held, things]} if values.get("type") == "integer" else held


def _declared(tables: Tables, wanted: str) -> Schema:
    """Counts, tracks or marks, by name and holder."""
    found: Schema = {}
    for what, name, holder, kind, *_ in tables.declared:
        if what != wanted:
            continue
        value = _value(tables, kind)
        if holder is None:
            held = value
        elif what == "mark" and holder != "player":
            held = _several(tables, holder)
        else:
            held = _alike(tables, holder, value)
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
