"""Who sits at the table and which optional rules are played: what the options of the commands that play mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from compiler.console import Usage, listed, plural
from compiler.diagnostics import did_you_mean

if TYPE_CHECKING:
    from runtime import Game

YES_OR_NO = {"yes": True, "no": False}


def player_count(game: Game, players: int | None) -> int:
    """With how many players to play; with as few as possible if nobody says."""
    counts = game.player_counts
    if players is None:
        return counts[0]
    if players not in counts:
        raise Usage(f"{game.name} is for {counts[0]} to {counts[-1]} players, not for {players}")
    return players


def opponents(game: Game, players: int, automa: str | None) -> list[str]:
    """The automated opponents that are among so many players: so many, or those that are named."""
    if automa is None:
        return []
    known = list(game.automas)
    said = [name.strip() for name in automa.split(",")]
    if not known:
        raise Usage(f"{game.name} has no automated opponents", "leave out --automa")
    if automa.isdecimal() and int(automa) > len(known):
        raise Usage(
            f"{game.name} has only {plural(len(known), 'automated opponent')}",
            f"--automa 1, or by name: {listed(known)}",
        )
    found = known[: int(automa)] if automa.isdecimal() else said
    for name in found:
        if name not in known:
            guess = did_you_mean(name, known)
            helps = [f"did you mean `{guess}`?"] if guess else []
            raise Usage(f"{game.name} has no automated opponent `{name}`", *helps, f"it has: {listed(known)}")
    if len(set(found)) < len(found):
        raise Usage("an automated opponent plays only once")
    if len(found) >= players:
        raise Usage("nobody plays against the automated opponents", "--players counts them too")
    return found


def introduced(game: Game, players: Sequence[str], automa: Sequence[str]) -> list[str]:
    """The players as they are introduced: whoever is an automated opponent by another name, with hers."""
    from runtime.automas import seated

    titles = {seat: game.automas[name] for name, seat in seated(game.tables, players, automa)[1].items()}
    return [
        f"{name} ({titles[seat]})" if seat in titles and name not in automa else name
        for seat, name in enumerate(players)
    ]


def player_names(game: Game, players: int | None, names: str | None, automa: Sequence[str] = ()) -> list[str]:
    """Who plays: those named in a row, or so many without a name of their own; automated opponents come last."""
    if names is None:
        people = player_count(game, players) - len(automa)
        return [*(f"player{seat}" for seat in range(1, people + 1)), *automa]
    if players is not None:
        raise Usage("--players and --names exclude each other", "the names say how many players there are")
    found = [name.strip() for name in names.split(",")]
    for name in found:
        if not name.isidentifier():
            raise Usage(
                f"`{name}` can't be the name of a player", "letters, digits and `_`, as in: --names amira,boris"
            )
    if len(set(found)) < len(found):
        raise Usage("two players have the same name")
    player_count(game, len(found))
    return found


def chosen_options(game: Game, given: Sequence[str]) -> dict[str, bool]:
    """The optional rules that are switched on or off, from texts like `hospitality=yes`."""
    chosen: dict[str, bool] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in game.options:
            guess = did_you_mean(name, list(game.options))
            helps = [f"did you mean `{guess}`?"] if guess else []
            raise Usage(
                f"{game.name} has no option `{name}`", *helps, f"its options are: {listed(game.options) or 'none'}"
            )
        if value not in YES_OR_NO:
            raise Usage(f"--option {text} is neither yes nor no", f"write --option {name}=yes or --option {name}=no")
        chosen[name] = YES_OR_NO[value]
    return chosen


def check_language(game: Game, language: str | None) -> None:
    """Whether a game can be shown in a language, if one is asked for."""
    there = sorted(game.tables.words)
    if language is not None and language not in there:
        known = f"languages it has: {listed(there)}" if there else "docs/words.md says how to write some"
        raise Usage(f"{game.name} has no words in `{language}`", known)


def bot_seats(players: Sequence[str], bots: str | None, you: str | None) -> set[int]:
    """The seats, counted from 0, that play at random: those named, or all but yours; none if nobody says."""
    if bots is not None and you is not None:
        raise Usage("--bots and --you exclude each other", "--you 1 makes bots of all others")
    if you is not None:
        return set(range(len(players))) - {_seat(players, you)}
    return {_seat(players, text) for text in bots.split(",")} if bots is not None else set()


def _seat(players: Sequence[str], text: str) -> int:
    """A seat, counted from 0, that was given by number or by the name of its player."""
    wanted = text.strip()
    if wanted in players:
        return players.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(players):
        return int(wanted) - 1
    raise Usage(f"there is no seat `{wanted}`", f"seats are 1 to {len(players)}, or: {listed(players)}")
