"""Notes a game down while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from runtime.automas import Automa
from runtime.decisions import Decision, Option
from runtime.game import Game
from runtime.replay_player import result_of
from runtime.replay_text import Move, Replay


class Recorder:
    """A game that is noted down while it is played: give answers to `apply`, look at `state`."""

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str] = 2,
        seed: int = 0,
        options: Mapping[str, bool] | None = None,
        deck: Sequence[str] | None = None,
        automa: Automa = 0,
    ) -> None:
        """Starts a game, as `Game.start` does."""
        self.state = game.start(players, seed, options, deck, automa=automa)
        self._moves: list[Move] = []
        self._start = Replay(
            game.name,
            tuple(self.state.players),
            seed,
            options={**game.options, **(options or {})},
            deck=tuple(deck or ()),
            content=game.content,
            automas=tuple(self.state.automas),
        )

    def apply(self, answer: Option | int | str) -> None:
        """Give an answer; it is noted as the option is spelled, however it was given. Raises `IllegalMove`."""
        decision = self.state.decision
        self.state.apply(answer)
        assert decision is not None, "else no answer is legal"
        self._moves.append(Move(decision.name, _spelling(decision, answer)))

    @property
    def replay(self) -> Replay:
        """The game so far."""
        start = self._start
        return Replay(
            start.game,
            start.players,
            start.seed,
            tuple(self._moves),
            start.options,
            start.deck,
            start.content,
            result_of(self.state),
            start.automas,
        )


def _spelling(decision: Decision, answer: Option | int | str) -> str:
    if isinstance(answer, int) and not isinstance(answer, bool):
        return str(decision.options[answer])
    return str(decision.find(str(answer)) or answer)


def record(
    game: Game,
    answers: Iterable[Option | int | str],
    players: int | Sequence[str] = 2,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    deck: Sequence[str] | None = None,
    automa: Automa = 0,
) -> Replay:
    """The replay of a game that starts like this and goes on with these answers."""
    recorder = Recorder(game, players, seed, options, deck, automa)
    for answer in answers:
        recorder.apply(answer)
    return recorder.replay
