"""Plays very many random games of one game and sums up what they used: `make soak`, or
`python -m tests.soak GAME [GAMES] [JOBS]`.

Games are spread evenly over the numbers of players. A game that can't be played on, a position without an option
or an effect that does not end stops it with the seed; `cardwright simulate` plays that game again.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

from runtime import load_game
from runtime.coverage import Coverage
from runtime.processes import cores, iter_summaries
from runtime.simulate import total

ROOT = Path(__file__).parent.parent


def main(name: str, games: int = 20_000, jobs: int = 0) -> None:
    """Play and report."""
    game = load_game(name, folder=ROOT / "generated")
    coverage, started, decisions = Coverage(), time.perf_counter(), 0
    for players in game.player_counts:
        share = games // len(game.player_counts)
        with closing(iter_summaries(game, players, share, 0, jobs or cores(), with_coverage=True)) as parts:
            summary = total(players, parts)
        assert summary.games == share
        assert summary.coverage is not None
        coverage += summary.coverage
        decisions += summary.decisions
        print(summary, flush=True)
    print(f"all games together, {decisions:,} decisions in {time.perf_counter() - started:,.0f} s:")
    print("\n".join(coverage.lines(game.tables)))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
