"""Who sits at the table: people, and automated opponents at seats of their own."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.tables import Tables

Automa = int | Sequence[str]
"""How many automated opponents play, in the order of their declaration, or which ones, by name."""


def playing(tables: Tables, automa: Automa) -> tuple[str, ...]:
    """The names of the automated opponents that play; `ValueError` if there are none like that."""
    known = tuple(name for name, _, _ in tables.automas)
    listed = ", ".join(known) or "none"
    if isinstance(automa, int):
        if not 0 <= automa <= len(known):
            raise ValueError(f"{tables.title} has not {automa} automated opponents; it has: {listed}")
        return known[:automa]
    for name in automa:
        if name not in known:
            raise ValueError(f"{tables.title} has no automated opponent `{name}`; it has: {listed}")
    if len(set(automa)) < len(automa):
        raise ValueError("an automated opponent plays only once")
    return tuple(name for name in known if name in automa)


def seated(tables: Tables, players: int | Sequence[str], automa: Automa) -> tuple[tuple[str, ...], dict[str, int]]:
    """The names of all players, and which of them the automated opponents are.

    An opponent sits where a player has her name; the others have the last seats.
    """
    hers = playing(tables, automa)
    if isinstance(players, int):
        people = tuple(f"player{n}" for n in range(1, players - len(hers) + 1))
        names = (*people, *hers[: max(0, players)])
    else:
        names = tuple(players)
    if len(hers) >= len(names):
        raise ValueError("somebody has to play against an automated opponent")
    found = {name: names.index(name) for name in hers if name in names}
    left = [name for name in hers if name not in found]
    free = [seat for seat in range(len(names)) if seat not in found.values()]
    found |= dict(zip(left, free[len(free) - len(left) :], strict=True))
    return names, found
