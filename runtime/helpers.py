"""Small functions that expressions in generated code use. None is -1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from runtime.slots import ARGUMENT


def look(v: list[int], base: int, thing: int, default: int) -> int:
    """What the vector holds for a thing; the default for none."""
    return v[base + thing] if thing >= 0 else default


def otherwise(value: int, fallback: int) -> int:
    """The value, or the fallback where it is none."""
    return value if value >= 0 else fallback


def one_or_none(thing: int) -> tuple[int, ...]:
    """A thing as a set; none is an empty one."""
    return (thing,) if thing >= 0 else ()


def effect_of(card: int, part: int, cards: Sequence[int]) -> int:
    """The effect printed on a card, as a value; none if it has none."""
    return card * 64 + part if card >= 0 and cards[card] else -1


def unique(*sets: Iterable[int]) -> list[int]:
    """The members of several sets, each once."""
    return list(dict.fromkeys(thing for things in sets for thing in things))


def nth(things: Iterable[int], place: int) -> int:
    """The thing at a place, counted from 1."""
    listed = list(things)
    return listed[place - 1] if 1 <= place <= len(listed) else -1


def position(things: Iterable[int], thing: int) -> int:
    """Where a thing stands, counted from 1; 0 if it does not."""
    listed = list(things)
    return listed.index(thing) + 1 if thing in listed else 0


def only(things: Iterable[int]) -> int:
    """The only member; none if there is not exactly one."""
    listed = list(things)
    return listed[0] if len(listed) == 1 else -1


def _key(pair: tuple[Any, int]) -> Any:
    return pair[0]


def best(ranked: list[tuple[Any, int]]) -> int:
    """The thing with the lowest key, the first of equals; none if there is nothing."""
    return min(ranked, key=_key)[1] if ranked else -1


def untied_best(ranked: list[tuple[Any, int]]) -> int:
    """The thing with the lowest key; none if two have it."""
    found = best(ranked)
    if len(ranked) < 2:
        return found
    lowest = min(pair[0] for pair in ranked)
    return found if sum(1 for pair in ranked if pair[0] == lowest) == 1 else -1


def quotient(number: int, by: int) -> int:
    """Division, rounding down; by 0 it is 0."""
    return number // by if by else 0


def remainder(number: int, by: int) -> int:
    """What division leaves; by 0 it is 0."""
    return number % by if by else 0


def argument(option: int, place: int) -> int:
    """What an option of a `choose one` is about, counted from 0."""
    return option >> ARGUMENT * place & (1 << ARGUMENT) - 1
