"""A game being played: the one place through which players act."""

from __future__ import annotations

from contextlib import suppress

from runtime.errors import IllegalMove
from tests.reference.decisions import Decision, Failure, Option
from tests.reference.gates import GameOver, Pending, Result, Settled
from tests.reference.machine import Machine
from tests.reference.model import Model
from tests.reference.planning import Answer, Tape
from tests.reference.position import Position
from tests.reference.scope import Scope
from tests.reference.values import PLAYER, Node, Value, words


class State:
    """A position, whose decision it is, and how it came about.

    It remembers the position at the start of the turn and the answers since; the turn is run again with one answer
    more. Two states are equal if they have come to the same turn in the same position and the same answers followed.
    """

    def __init__(
        self,
        model: Model,
        names: tuple[str, ...],
        position: Position,
        *,
        asks_single: bool = False,
        patience: int | None = None,
    ) -> None:
        """`asks_single`: a decision with one option is asked like any other. `patience`: for how many turns nobody
        needs to decide anything, before the game is taken to stand still."""
        self._model = model
        self._names = names
        self._start = position
        self._tape: Tape = []
        self._before: tuple[str, ...] = ()
        self._asks_single = asks_single
        self._patience = patience
        self._machine: Machine
        self._pending: Pending | None = None
        self.result: Result | None = None
        """How the game ended; none while it goes on."""
        self.is_idle = False
        """Whether patience ran out; nothing has then happened since the last answer."""
        self.advance()

    # ---- what players see ---------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        return self._names

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; none when it is over."""
        return None if self._pending is None else self._pending.decision

    @property
    def log(self) -> list[str]:
        """What has happened, a line an event."""
        return [*self._before, *self._machine.log]

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._machine.position.turns

    @property
    def position(self) -> Position:
        """Where everything is now: a copy."""
        return self._machine.position.copy()

    def reads(self, expression: Node) -> Value:
        """The value of an expression of the IR when what the last answer set off is over, before anything else
        happens; `you` is the active player."""
        machine = Machine(self._model, self._start.copy(), self._names, list(self._tape))
        machine.settles = True
        if self._tape:
            with suppress(Pending, GameOver, Settled):
                machine.run()
        return machine.read(expression, Scope({}, (PLAYER, machine.position.active)))

    # ---- moves --------------------------------------------------------------------------------------------

    def apply(self, answer: Option | int | str) -> None:
        """Give an answer: an option, its index, or its spelling."""
        self.give(answer)
        self.advance()

    def give(self, answer: Option | int | str) -> None:
        """Give an answer, but let nothing follow from it yet: that is what `advance` does."""
        option = self._offered(answer)
        decision = self.decision
        assert decision is not None
        self._tape.append(Answer(option, decision.name, decision.rule, len(decision.options) == 1))

    def _offered(self, answer: Option | int | str) -> Option:
        decision = self.decision
        if decision is None:
            raise IllegalMove(f"`{answer}` can't be answered: the game is over")
        if isinstance(answer, int) and not isinstance(answer, bool):
            if 0 <= answer < len(decision.options):
                return decision.options[answer]
            raise IllegalMove(f"there is no option {answer}: there are {len(decision.options)}, counted from 0")
        found = decision.find(str(answer))
        if found is not None:
            return found
        assert self._pending is not None
        failure = self._machine.explain(self._pending.prompt, words(str(answer)))
        offered = ", ".join(map(str, decision.options))
        reason = f" {failure}" if failure else ""
        message = f"{decision.name} can't answer `{answer}` at [{decision.rule}]:{reason or ' it is not offered'}"
        raise IllegalMove(f"{message}; possible are: {offered}", failure.rule if failure else None)

    def why(self, answer: str) -> str | None:
        """The id of the rule that stops an answer, or several one after the other; none if nothing stops it."""
        failure = self.obstacle(answer)
        return None if failure is None else failure.rule

    def obstacle(self, answer: str) -> Failure | None:
        """What stops an answer, or several one after the other; none if nothing does."""
        return None if self._pending is None else self._machine.explain(self._pending.prompt, words(answer))

    @property
    def is_automatic(self) -> bool:
        """Whether an automated opponent decides now; she is asked only where everybody is."""
        return self._pending is not None and self._machine.is_automatic(self._pending.prompt.question.player)

    @property
    def preferred(self) -> Option:
        """What an automated opponent answers now; the first option for anybody else."""
        assert self._pending is not None
        options = self._pending.decision.options
        return self._machine.preferred(self._pending.prompt.question, options) if self.is_automatic else options[0]

    def clone(self) -> State:
        """The same state, independent of this one."""
        twin = object.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin._tape = list(self._tape)
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self._model.name, self._names, self._start, self._tape, self.result) == (
            other._model.name,
            other._names,
            other._start,
            other._tape,
            other.result,
        )

    __hash__ = None  # type: ignore[assignment]

    # ---- running ------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Run until somebody must decide or the game is over."""
        self._pending = None
        before = self._start, list(self._tape), self._before
        turns = 0
        while True:
            machine = self._machine = Machine(self._model, self._start.copy(), self._names, self._tape)
            machine.asks_single = self._asks_single
            try:
                machine.run()
            except Pending as pending:
                self._pending = pending.with_traceback(None)
                return
            except GameOver as over:
                self.result = over.result
                return
            self._start, self._tape = machine.position, []
            self._before = (*self._before, *machine.log)
            turns += 1
            if self._patience is not None and turns > self._patience:
                self._start, self._tape, self._before = before
                self.is_idle = True
                return
