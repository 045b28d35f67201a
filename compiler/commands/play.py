"""The command with which a person plays in the terminal: play."""

from __future__ import annotations

from typing import Annotated

import typer

from compiler.commands import AutomatedOpponents, OptionalRules, Root, app
from compiler.console import listed, say, say_error

SEEDS = 1_000_000
"""How many games somebody gets who names no seed."""


@app.command(epilog="Example: cardwright play caravan --names amira,boris --you 1 --seed 7")
def play(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int | None, typer.Option(help="How many players; as few as possible if left out.")] = None,
    names: Annotated[str | None, typer.Option(metavar="NAME,NAME…", help="The players, if they have names.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game; any one if left out.")] = None,
    bots: Annotated[str | None, typer.Option(metavar="SEAT,SEAT…", help="Who decides at random.")] = None,
    you: Annotated[str | None, typer.Option(metavar="SEAT", help="Your seat; the others decide at random.")] = None,
    automa: AutomatedOpponents = None,
    option: OptionalRules = None,
    lang: Annotated[str | None, typer.Option(help="Show everything in en, pl, cs, de or es.")] = None,
    root: Root = None,
) -> int:
    """Play a game: answer by number or name, take back, ask why not, save a replay.

    Seats are numbers or names. Without --bots and --you, people sit at all of them.
    """
    from random import randrange

    from compiler.playing import playable
    from compiler.prompting import Lines
    from compiler.seating import (
        bot_seats,
        check_language,
        chosen_options,
        introduced,
        opponents,
        player_count,
        player_names,
    )
    from compiler.session import Session
    from runtime import EngineError

    found = playable(root, game)
    if found is None:
        return 1
    hers = opponents(found, player_count(found, players) if names is None else names.count(",") + 1, automa)
    seats = player_names(found, players, names, hers)
    random = bot_seats(seats, bots, you)
    options = chosen_options(found, option or [])
    seed = randrange(SEEDS) if seed is None else seed
    check_language(found, lang)
    chosen = [name for name, is_played in (found.options | options).items() if is_played]
    say(
        f"{found.title}: {listed(introduced(found, seats, hers))}; seed {seed}"
        + (f"; with {listed(chosen)}" if chosen else "")
    )
    say("`help` shows what you can type, `quit` ends.\n")
    try:
        Session(found, seats, seed, random, options, hers, lang).run(Lines())
    except EngineError as error:
        say_error(
            f"{found.name} can't be played on: {error}", "`cardwright check` finds nothing, so this may be our mistake"
        )
        return 1
    return 0
