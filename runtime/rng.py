"""Chance: one number in the position, so that equal positions have equal futures."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The first state for a seed."""
    return (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK


def step(state: int) -> tuple[int, int]:
    """The next state and 32 random bits (splitmix64)."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, (z ^ (z >> 31)) >> 32


def below(state: int, limit: int) -> tuple[int, int]:
    """The next state and a number from 0 to limit - 1, all equally likely."""
    top = (1 << 32) - (1 << 32) % limit
    while True:
        state, bits = step(state)
        if bits < top:
            return state, bits % limit


def shuffled(state: int, things: list[T]) -> tuple[int, list[T]]:
    """The next state and the things in a random order."""
    result = list(things)
    for last in range(len(result) - 1, 0, -1):
        state, pick = below(state, last + 1)
        result[last], result[pick] = result[pick], result[last]
    return state, result
