"""Random games in several processes. What comes out does not depend on how many there are."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any, TypeAlias

from runtime import Game
from runtime.automas import Automa
from runtime.simulate import Summary, iter_games, total

CHUNK_SECONDS = 0.25
"""How long a process plays before it reports: a bar that moves, and not much lost when somebody interrupts."""
Start: TypeAlias = tuple[int, dict[str, bool], Automa, bool]
"""What games begin with: players, optional rules, automated opponents; and whether to note what they use."""
AHEAD = 2
"""How many chunks each process is given: one to play and one to go on with."""


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def iter_summaries(
    game: Game,
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    options: Mapping[str, bool] | None = None,
    automa: Automa = 0,
    *,
    with_coverage: bool = False,
) -> Generator[Summary, None, None]:
    """Play games at random, game i with the seed `seed + i`; gives summaries of some of them as they are done.

    Close it if you don't want all of them: then no process is left behind.
    """
    if min(jobs, games) <= 1:
        seeds = range(seed, seed + games)
        yield from iter_games(game, players, seeds, options, automa, with_coverage=with_coverage)
        return
    others = set(active_children())
    jobs = min(jobs, games)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin, initargs=(game.source,))
    try:
        start = players, dict(options or {}), automa, with_coverage
        yield from _iter_chunks(pool, start, range(seed, seed + games), jobs)
    except BaseException:  # also when closed: nobody waits for the rest
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _iter_chunks(pool: ProcessPoolExecutor, start: Start, seeds: range, jobs: int) -> Iterator[Summary]:
    """The summaries of chunks that take about the same time: small ones first, until the speed is known."""
    running: set[Future[tuple[Summary, float]]] = set()
    played, seconds = 0, 0.0
    while seeds or running:
        size = int(CHUNK_SECONDS * played / seconds) if seconds else 1
        with _uninterrupted():
            while seeds and len(running) < AHEAD * jobs:
                size = max(1, min(size, len(seeds) // (AHEAD * jobs)))
                running.add(pool.submit(_play_chunk, start, seeds[:size]))
                seeds = seeds[size:]
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            summary, needed = future.result()
            played += summary.games
            seconds += needed
            yield summary


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold back Ctrl-C. Processes started meanwhile never get it: their parent does, and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- in the other processes ---------------------------------------------------------------------------------

_source: Any = None
_game: Game | None = None


def _begin(source: Any) -> None:
    global _source
    _source = source
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed has nobody to play for."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_chunk(start: Start, seeds: range) -> tuple[Summary, float]:
    """The summary of some games, and the seconds they took. The game is made for the first of them."""
    global _game
    if _game is None:
        _game = Game.from_source(_source)
    started = time.perf_counter()
    players, options, automa, with_coverage = start
    games = iter_games(_game, players, seeds, options, automa, with_coverage=with_coverage)
    summary = total(players, games)
    return summary, time.perf_counter() - started
