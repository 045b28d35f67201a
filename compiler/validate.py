"""Check IR against its schema: the last look before anything is generated from it.

A document is checked by functions made from the schema, which takes a fortieth of the time of the jsonschema package;
that package is the reference, gives the reason when a document is refused, and only then is imported. The tests hold
both to the same answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from compiler.schema import SCHEMA_FILE

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Check: TypeAlias = Callable[[Any], bool]

_TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
_LONGEST_REASON = 200


class InvalidIR(Exception):
    """The compiler made IR that its schema does not allow: a defect of the compiler, never of a card."""


def validate(document: dict[str, Any]) -> None:
    """Return if the document is valid IR, else raise `InvalidIR` with the place and the reason."""
    if quick_checks()["#"](document):
        return
    from jsonschema.exceptions import best_match

    error = best_match(reference_validator().iter_errors(document))
    assert error is not None, "the quick check refuses what the schema allows"
    reason = error.message
    if len(reason) > _LONGEST_REASON:  # it quotes the value, which may be a whole game
        reason = f"{reason[: _LONGEST_REASON // 2]} … {reason[-_LONGEST_REASON // 2 :]}"
    raise InvalidIR(f"{error.json_path}: {reason} (is grammar/ir.schema.json current? `python -m compiler.schema`)")


@cache
def reference_validator() -> Validator:
    """The jsonschema package's validator for the committed schema."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_schema())


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return schema


@cache
def quick_checks() -> dict[str, Check]:
    """A check for each definition by its address, `#/$defs/Card`, and for a whole document under `#`."""
    schema = _schema()
    checks: dict[str, Check] = {}
    for name, definition in schema["$defs"].items():
        checks[f"#/$defs/{name}"] = _compile(definition, checks)
    checks["#"] = checks[schema["$ref"]]
    return checks


def _compile(schema: dict[str, Any], checks: dict[str, Check]) -> Check:
    """The check of one schema. It knows only the keywords that ours uses and fails on any other."""
    match {keyword: value for keyword, value in schema.items() if keyword != "description"}:
        case {"$ref": str(address), **rest} if not rest:
            return lambda value: checks[address](value)
        case {"const": True, **rest} if not rest:
            return lambda value: value is True
        case {"enum": list(words), **rest} if not rest:
            return lambda value: isinstance(value, str) and value in words
        case {"type": "string", "pattern": str(pattern), **rest} if not rest:
            matches = re.compile(pattern).search
            return lambda value: isinstance(value, str) and matches(value) is not None
        case {"type": "array", "items": dict(items), **rest} if rest.keys() <= {"minItems"}:
            return _list_check(_compile(items, checks), rest.get("minItems", 0))
        case {"type": "object", "properties": dict(found), "additionalProperties": False, **rest}:
            parts = {name: _compile(part, checks) for name, part in found.items()}
            if rest == {"minProperties": 1, "maxProperties": 1}:
                return _union_check(parts)
            if rest.keys() == {"required"}:
                return _object_check(parts, tuple(rest["required"]))
        case {"type": "integer", **rest} if not rest:
            return lambda value: isinstance(value, int) and not isinstance(value, bool)
        case {"type": str(name), **rest} if not rest:
            cls = _TYPES[name]
            return lambda value: isinstance(value, cls)
    raise NotImplementedError(f"compiler/validate.py has no check for {schema}")


def _list_check(item: Check, least: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(item, value))


def _union_check(parts: dict[str, Check]) -> Check:
    def check(value: Any) -> bool:
        if not isinstance(value, dict) or len(value) != 1:
            return False
        ((tag, body),) = value.items()
        return tag in parts and parts[tag](body)

    return check


def _object_check(parts: dict[str, Check], required: tuple[str, ...]) -> Check:
    def check(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        for name in required:
            if name not in value:
                return False
        for name, body in value.items():
            part = parts.get(name)
            if part is None or not part(body):
                return False
        return True

    return check
