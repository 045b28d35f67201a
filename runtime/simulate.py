"""Random games: who wins, how long they take, how they end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from runtime import rng
from runtime.game import Game
from runtime.state import State


@dataclass(slots=True)
class Summary:
    """What became of many games."""

    games: int
    players: int
    decisions: int = 0
    """In all games together."""
    wins: list[float] = field(default_factory=list)
    """By seat; a shared victory counts in parts."""
    reasons: Counter[str] = field(default_factory=Counter)
    """The ids of the rules that ended the games."""

    @property
    def average_decisions(self) -> float:
        """How many decisions a game has."""
        return self.decisions / self.games if self.games else 0.0

    def __str__(self) -> str:
        seats = ", ".join(f"{share:g}" for share in self.wins)
        ends = ", ".join(f"{count} by [{reason}]" for reason, count in sorted(self.reasons.items()))
        return (
            f"{self.games} games with {self.players} players, {self.average_decisions:.1f} decisions each\n"
            f"wins by seat: {seats}\n"
            f"ended: {ends}"
        )


def simulate(game: Game, players: int, games: int, seed: int = 0) -> Summary:
    """Play games with random moves. The same seed gives the same games."""
    summary = Summary(games, players, wins=[0.0] * players)
    for index in range(games):
        state = game.start(players=players, seed=seed + index)
        summary.decisions += play_randomly(state, seed + index)
        assert state.result is not None
        for winner in state.result.winners:
            summary.wins[winner] += 1 / len(state.result.winners)
        summary.reasons[state.result.reason or ""] += 1
    return summary


def play_randomly(state: State, seed: int) -> int:
    """Play a game to its end; how many decisions that took."""
    chance, decisions = rng.seeded(~seed), 0  # not the numbers by which the cards were shuffled
    while (decision := state.decision) is not None:
        chance, pick = rng.below(chance, len(decision.options))
        state.apply(pick)
        decisions += 1
    return decisions
