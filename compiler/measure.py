"""How fast games are, measured so that figures from different machines can be compared.

Between the games a fixed loop of plain Python runs, the calibration. What counts is the ratio of the two: a machine
that is twice as fast, or busy with something else, changes both alike. Times are those of the processor.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compiler.diagnostics import Report

if TYPE_CHECKING:
    from compiler.project import Project
    from runtime import Game, State

ROUNDS = 20_000
EXPECTED = 792_046_932
"""What the calibration comes to. It must stay as it is: figures are compared with those of older versions."""
SEED = 1
BETWEEN = 0.1
"""After so many seconds of playing the calibration runs once."""
CLONES = 200


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one game. Times are in seconds."""

    game: str
    players: int
    compile_time: float
    load_time: float
    """From the IR to a game that can be started."""
    games: int
    decisions: int
    play_time: float
    clone_time: float
    state_size: int | None
    """The bytes of a state as JSON, in the middle of a game; none if the engine can't write one."""
    calibration_time: float
    """How long the calibration took, on average."""

    @property
    def games_per_second(self) -> float:
        return self.games / self.play_time

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.play_time

    @property
    def relative_speed(self) -> float:
        """How many decisions are made in the time of one calibration: the figure to compare."""
        return self.decisions_per_second * self.calibration_time


def calibrate() -> int:
    """Some plain Python, always the same: calls, numbers, lists and dicts, as an engine uses them."""

    def step(number: int) -> int:
        return (number * 1_103_515_245 + 12_345) & 0xFFFF_FFFF

    number, counts, stack = 1, dict.fromkeys(range(64), 0), [0] * 16
    for turn in range(ROUNDS):
        number = step(number)
        counts[number >> 26] += 1
        stack[turn & 15] = number
        if number & 64:
            number ^= sum(stack[:4]) & 0xFFFF
    return number + counts[7]


def measure(project: Project, name: str, seconds: float) -> tuple[Figures | None, Report]:
    """Measure a game for about so many seconds; no figures if its sources have mistakes, which the report shows."""
    from compiler.main import compile_game
    from compiler.parse import grammar
    from compiler.playing import engine

    grammar()  # made once a process, whatever is compiled
    started = time.process_time()
    compiled = compile_game(project, name)
    compile_time = time.process_time() - started
    if compiled.game is None:
        return None, compiled.report
    started = time.process_time()
    game = engine(compiled.game)
    load_time = time.process_time() - started
    return _measured(game, seconds, compile_time, load_time), compiled.report


def _measured(game: Game, seconds: float, compile_time: float, load_time: float) -> Figures:
    from runtime.simulate import play_randomly

    players = game.player_counts[0]
    middle = _middle(game, players)  # the first game is not measured: it fills caches
    games = decisions = calibrations = 0
    play_time = calibration_time = since = 0.0
    while not games or play_time < seconds:
        started = time.process_time()
        decisions += play_randomly(game.start(players, SEED + games, log=False), SEED + games)
        needed = time.process_time() - started
        games += 1
        play_time += needed
        since += needed
        if not calibrations or since > BETWEEN:
            calibration_time += _time_of(calibrate)
            calibrations += 1
            since = 0.0
    return Figures(
        game=game.name,
        players=players,
        compile_time=compile_time,
        load_time=load_time,
        games=games,
        decisions=decisions,
        play_time=play_time,
        clone_time=min(_time_of(lambda: [middle.clone() for _ in range(CLONES)]) for _ in range(5)) / CLONES,
        state_size=_size(middle),
        calibration_time=calibration_time / calibrations,
    )


def _middle(game: Game, players: int) -> State:
    """A state from the middle of a game."""
    from runtime import rng
    from runtime.simulate import first_chance, play_randomly

    length = play_randomly(game.start(players=players, seed=SEED), SEED)
    state, chance = game.start(players=players, seed=SEED), first_chance(SEED)
    for _ in range(length // 2):
        chance, pick = rng.below(chance, len(state.options))
        state.apply(pick)
    return state


def _size(state: State) -> int | None:
    to_json = getattr(state, "to_json", None)
    return None if to_json is None else len(json.dumps(to_json(), separators=(",", ":")).encode())


def _time_of(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
