"""Values of a saved game, looked at one by one: a `SavedGameError` names the place of one that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from runtime.errors import SavedGameError
from runtime.naming import LARGEST, shown


def as_mapping(value: object, key: str, allowed: frozenset[str] | None = None) -> Mapping[str, Any]:
    """Names with values; no others than those that are allowed."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise SavedGameError(f"{key}: names with values are wanted, not {shown(value)}")
    unknown = sorted(set(value) - allowed) if allowed is not None else ()
    if unknown:
        raise SavedGameError(f"{key}: nothing is called {', '.join(map(shown, unknown))} here")
    return value


def as_list(value: object, key: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise SavedGameError(f"{key}: a list is wanted, not {shown(value)}")
    return value


def as_number(value: object, key: str, least: int = -LARGEST, most: int = LARGEST) -> int:
    """A number between limits."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        limits = "" if least == -LARGEST else f" from {least} on" if most == LARGEST else f" from {least} to {most}"
        raise SavedGameError(f"{key}: a number{limits} is wanted, not {shown(value)}")
    return value


def one_of(value: object, names: Mapping[str, int], key: str) -> int:
    """What one of some names stands for."""
    if not isinstance(value, str) or value not in names:
        raise SavedGameError(f"{key}: nothing is called {shown(value)} here")
    return names[value]


def entries(saved: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any, str]]:
    """The entries of a part that may be missing: name, value, and where it stands."""
    for name, value in as_mapping(saved.get(key, {}), key).items():
        yield name, value, f"{key}.{name}"


def as_names(value: object, key: str) -> list[str]:
    """A list of names, each once."""
    if not all(isinstance(one, str) for one in as_list(value, key)):
        raise SavedGameError(f"{key}: a list of names is wanted, not {shown(value)}")
    return as_list(value, key)


def as_answer(value: object, key: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise SavedGameError(f"{key}: true or false is wanted, not {shown(value)}")
    return value
