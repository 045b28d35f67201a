"""Random games: who wins, how long they take, how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from runtime import EngineError, Game, Result, State, rng
from runtime.automas import Automa
from runtime.coverage import Coverage


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of some games. All of it is counted exactly, so that summaries can be added in any order."""

    players: int
    games: int = 0
    decisions: int = 0
    """In all games together."""
    shortest: int = 0
    """How many decisions the shortest game had."""
    longest: int = 0
    wins: tuple[Fraction, ...] = ()
    """By seat; a shared victory counts in parts."""
    scores: tuple[int, ...] = ()
    """By seat, the sum of what the ranking goes by first."""
    scored: int = 0
    """How many games had scores: a game may also end without."""
    reasons: Counter[str] = field(default_factory=Counter)
    """The ids of the rules that ended the games."""
    coverage: Coverage | None = None
    """What the games have used, if somebody wants to know."""
    automas: Mapping[str, int] = field(default_factory=dict)
    """The seats of automated opponents, counted from 0."""

    @classmethod
    def of_game(
        cls,
        result: Result,
        decisions: int,
        coverage: Coverage | None = None,
        automas: Mapping[str, int] | None = None,
    ) -> Summary:
        """The summary of one game."""
        players = len(result.scores)
        share = Fraction(1, len(result.winners))
        has_scores = all(result.scores)
        return cls(
            players=players,
            games=1,
            decisions=decisions,
            shortest=decisions,
            longest=decisions,
            wins=tuple(share if seat in result.winners else Fraction() for seat in range(players)),
            scores=tuple(score[0] for score in result.scores) if has_scores else (0,) * players,
            scored=int(has_scores),
            reasons=Counter([result.reason or ""]),
            coverage=coverage,
            automas=automas or {},
        )

    def __add__(self, other: Summary) -> Summary:
        """The summary of the games of both."""
        if not self.games or not other.games:
            return self if self.games else other
        return Summary(
            players=self.players,
            games=self.games + other.games,
            decisions=self.decisions + other.decisions,
            shortest=min(self.shortest, other.shortest),
            longest=max(self.longest, other.longest),
            wins=tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
            scores=tuple(a + b for a, b in zip(self.scores, other.scores, strict=True)),
            scored=self.scored + other.scored,
            reasons=self.reasons + other.reasons,
            coverage=self.coverage and other.coverage and self.coverage + other.coverage,
            automas=self.automas,
        )

    @property
    def average_decisions(self) -> float:
        """How many decisions a game has."""
        return self.decisions / self.games if self.games else 0.0

    @property
    def average_scores(self) -> list[float] | None:
        """By seat, the mean of what the ranking goes by first; none if no game had scores."""
        return [score / self.scored for score in self.scores] if self.scored else None

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        games = f"{self.games:,} game{'s' * (self.games != 1)} with {self.players} players"
        yield f"{games}, {self.average_decisions:.1f} decisions each ({self.shortest:,} to {self.longest:,})"
        averages = self.average_scores
        for seat, wins in enumerate(self.wins):
            hers = next((f" ({name})" for name, hers in self.automas.items() if hers == seat), "")
            score = f", score {averages[seat]:.1f} on average" if averages else ""
            yield f"  seat {seat + 1}{hers} wins {float(100 * wins / self.games):5.1f} %{score}"
        for reason, count in sorted(self.reasons.items()):
            yield f"  {count:,} ended by [{reason}]" if reason else f"  {count:,} ended"


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    automa: Automa = 0,
) -> Summary:
    """Play games with random moves, those of automated opponents aside. The same seed gives the same games."""
    return total(players, iter_games(game, players, range(seed, seed + games), options, automa))


def total(players: int, summaries: Iterable[Summary]) -> Summary:
    """The summary of the games of all of them."""
    return sum(summaries, Summary(players))


def iter_games(
    game: Game,
    players: int,
    seeds: Iterable[int],
    options: Mapping[str, bool] | None = None,
    automa: Automa = 0,
    *,
    with_coverage: bool = False,
) -> Iterator[Summary]:
    """A random game for each seed. Raises `EngineError`, with the seed, if one can't be played to its end."""
    for seed in seeds:
        try:
            state = game.start(players, seed, options, log=with_coverage, automa=automa)
            decisions = play_randomly(state, seed)
        except EngineError as error:
            raise EngineError(f"{error} (seed {seed})") from error
        assert state.result is not None, "a game that was played to its end has a result"
        coverage = Coverage.of(state) if with_coverage else None
        yield Summary.of_game(state.result, decisions, coverage, state.automas)


def play_randomly(state: State, seed: int) -> int:
    """Play a game to its end; how many decisions that took."""
    chance, decisions = first_chance(seed), 0
    while state.player >= 0:
        chance, pick = rng.below(chance, len(state.options))
        state.apply(pick)
        decisions += 1
    return decisions


def first_chance(seed: int) -> int:
    """What random players begin with: not the numbers by which the cards are shuffled."""
    return rng.seeded(~seed)
