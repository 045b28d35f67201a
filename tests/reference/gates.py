"""Gates: heads that are decided as a whole, then paid, then carried out.

A gate knows how to run its block from the beginning, so whether an answer leads on can be tried: *planning* runs the
head with given answers and stops where the first change would be made. A head changes nothing, so nothing has to be
undone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.reference.decisions import Decision, Failure, Option, Question
from tests.reference.scope import Scope
from tests.reference.values import Node, Thing, Value

Start = Callable[[Scope], None]
"""Runs the block of a gate."""


@dataclass(eq=False, slots=True)
class Call:
    """A procedure that is being carried out."""

    procedure: str
    arguments: tuple[Value, ...]
    actor: Thing | None
    is_done: bool = False
    has_reset: bool = False


class Cost(NamedTuple):
    """What a head has promised: to be paid when its gate opens."""

    money: str
    payer: Thing
    amount: int
    to: Thing | None
    by: Node | None
    arguments: tuple[Value, ...]
    card: Thing | None


@dataclass(eq=False, slots=True)
class Gate:
    """A head being decided, or a block whose head has been."""

    start: Start
    scope: Scope
    """What names meant when it began."""
    is_plan: bool
    given: tuple[Option, ...] = ()
    """Answers known in advance: all of them when planning, the first one when it was merged."""
    before: tuple[Cost, ...] = ()
    """Costs of the gate around it that are not yet paid."""
    answers: list[Option] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)
    calls: list[tuple[Call, bool]] = field(default_factory=list)
    """The procedures begun in this head, and with yes those that are all head and done, in order."""
    is_open: bool = False
    outer: Gate | None = None

    def is_answered(self) -> bool:
        """Whether something was decided in it or in a gate around it."""
        return bool(self.answers) or (self.outer is not None and self.outer.is_answered())

    def promised(self, count: str, payer: Thing) -> int:
        """What somebody has promised and not yet paid."""
        if self.is_open:
            return 0
        return sum(cost.amount for cost in (*self.before, *self.costs) if (cost.money, cost.payer) == (count, payer))


class Opened(Exception):
    """A plan has come to the first change: the gate can open."""


class Failed(Exception):
    """A head can't be decided like this."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


class Asked(Exception):
    """A plan has come to a decision for which it has no answer."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.rule)
        self.question = question


class Refused(Exception):
    """Somebody said no: the gate does not open."""

    def __init__(self, gate: Gate, otherwise: list[Node], scope: Scope) -> None:
        super().__init__("refused")
        self.gate = gate
        self.otherwise = otherwise
        self.scope = scope


class Replaced(Exception):
    """Something else has happened instead of a procedure."""

    def __init__(self, call: Call) -> None:
        super().__init__(call.procedure)
        self.call = call


class Prompt(NamedTuple):
    """A question with the head it stands in."""

    question: Question
    start: Start
    scope: Scope
    answers: tuple[Option, ...]
    """What has been answered in this head."""
    before: tuple[Cost, ...]
    always: tuple[Option, ...]
    """What may be answered whatever follows."""


class Pending(Exception):
    """The game waits for a player."""

    def __init__(self, decision: Decision, prompt: Prompt) -> None:
        super().__init__(decision.rule)
        self.decision = decision
        self.prompt = prompt


class Settled(Exception):
    """What the last answer set off is over."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """Players by rank, the winners first; those who are equal share a rank."""
    scores: tuple[tuple[int, ...], ...]
    """For each player what the ranking went by, most important first."""
    reason: str | None
    """The id of the rule that ended it."""

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0]


class GameOver(Exception):
    """Nothing happens any more."""

    def __init__(self, result: Result) -> None:
        super().__init__("game over")
        self.result = result
