"""The command that plays a recorded game again: replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from compiler.commands import AsJson, Root, app
from compiler.console import Usage, plural, say, say_error, write_json

if TYPE_CHECKING:
    from runtime import Game, State
    from runtime.replay import Replay, ReplayError

LOG_LINES = 8


@app.command(epilog="Example: cardwright replay tests/playthroughs/caravan/two_players.replay --to 20")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    to: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after so many moves.")] = None,
    as_json: AsJson = False,
    lang: Annotated[str | None, typer.Option(help="Show everything in en, pl, cs, de or es.")] = None,
    root: Root = None,
) -> int:
    """Play a recorded game again, check every move, and show where it leads."""
    from compiler.playing import playable
    from compiler.seating import check_language
    from compiler.selection import any_project, unknown_game
    from runtime import EngineError
    from runtime.replay import ReplayError, parse, play

    if not file.is_file():
        raise Usage(f"there is no file {file}", "name a replay; docs/replays.md describes them")
    games = any_project(root).games()
    try:
        recorded = parse(file.read_bytes())
        if recorded.game not in games:
            unknown = unknown_game(recorded.game, games)
            raise ReplayError(recorded.line_of("game"), unknown.message, *unknown.helps)
        _check_end(recorded, to)
        game = playable(root, recorded.game)
        if game is None:
            return 1
        check_language(game, lang)
        state = play(game, recorded, to)
    except ReplayError as error:
        _show_error(file, error, as_json)
        return 1
    except EngineError as error:
        say_error(f"{file} can't be played on: {error}", "`cardwright check` finds nothing, so this may be our mistake")
        return 1
    if as_json:
        write_json(_json(game, recorded, state))
    else:
        say("\n".join(_lines(game, recorded, state, to, lang)))
    return 0


def _check_end(recorded: Replay, to: int | None) -> None:
    count = len(recorded.moves)
    if to is not None and to > count:
        raise Usage(f"there are only {plural(count, 'move')}, so it can't stop after {to}", f"use --to 0 to {count}")


def _show_error(file: Path, error: ReplayError, as_json: bool) -> None:
    if as_json:
        found = {"error": error.message, "help": list(error.helps), "path": str(file), "line": error.line}
        write_json(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        say_error(f"{file}:{error.line}: {error.message}", *error.helps)


def _lines(game: Game, recorded: Replay, state: State, to: int | None, language: str | None) -> Iterator[str]:
    from runtime.replay import result_of

    count = len(recorded.moves)
    played = plural(count, "move") if to is None else f"{to} of {plural(count, 'move')}"
    yield f"{game.title} with {', '.join(state.players)}, seed {recorded.seed}: {played}, fine"
    yield ""
    log = state.log if language is None else state.log_in(language)
    if len(log) > LOG_LINES:
        yield f"  … {plural(len(log) - LOG_LINES, 'line')} …"
    yield from (f"  {line}" for line in log[-LOG_LINES:])
    yield ""
    decision, result = state.decision, state.result
    if decision is not None:
        if language is None:
            yield f"{decision.name} decides [{decision.rule}]:"
            yield from (f"  {option}" for option in decision.options)
        else:
            yield f"{decision.name}: {decision.text(language)}"
            yield from (f"  {option.text(language)}" for option in decision.options)
    elif result is not None:
        yield f"The game is over [{result.reason}]:" if result.reason else "The game is over:"
        for rank, names in enumerate(result_of(state), 1):
            yield from (f"  {rank}. {name}" for name in names)


def _json(game: Game, recorded: Replay, state: State) -> str:
    """The state as it describes itself or, if it can't, what a player knows of it."""
    from runtime.replay import result_of

    describe = getattr(state, "to_json", None)
    if describe is not None:
        described = describe()
        return described if isinstance(described, str) else json.dumps(described, ensure_ascii=False, indent=2)
    decision = state.decision
    known: dict[str, Any] = {
        "game": game.name,
        "players": list(state.players),
        "seed": recorded.seed,
        "log": list(state.log),
        "decision": decision
        and {
            "player": decision.name,
            "rule": decision.rule,
            "kind": decision.kind,
            "options": [str(option) for option in decision.options],
        },
        "result": [list(rank) for rank in result_of(state)] or None,
    }
    return json.dumps(known, ensure_ascii=False, indent=2)
