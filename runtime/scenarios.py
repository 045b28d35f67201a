"""Worked examples: build the position, make the moves, check the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from runtime.decisions import NOTHING, Decision, Option, words
from runtime.errors import EngineError

if TYPE_CHECKING:
    from runtime.game import Game
    from runtime.state import State

PATIENCE = 100
"""After so many turns without a decision, a game is taken to stand still."""
ROUNDS = 2
"""For so many rounds decisions with one option are taken, to come to the one that an answer is meant for."""
LISTED = 12
"""So many things in a set are listed."""
COMPARED = {"<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "is": ""}


class Side(NamedTuple):
    """A value that a fact is about: in words, its type, and how to read it."""

    text: str
    type: str
    read: Callable[[State], int | list[int]]


class Fact(NamedTuple):
    """Something that must be true, in words; and what it compares, to say what is so instead."""

    text: str
    holds: Callable[[State], object]
    operator: str = ""
    sides: tuple[Side, ...] = ()


class Step(NamedTuple):
    """One line of a worked example: moves, moves that must not be possible, or facts."""

    kind: str
    source: str
    player: str = ""
    answers: tuple[str, ...] = ()
    rule: str = ""
    facts: tuple[Fact, ...] = ()


class Scenario(NamedTuple):
    """A worked example."""

    title: str
    rule: str | None
    source: str
    players: tuple[str, ...]
    variants: tuple[str, ...]
    given: Callable[[State], None]
    steps: tuple[Step, ...]


class Broken(NamedTuple):
    """Something that is not as a worked example says: where it says so, and what is so instead."""

    source: str
    message: str

    @property
    def path(self) -> str:
        return self.source.rpartition(":")[0]

    @property
    def line(self) -> int:
        return int(self.source.rpartition(":")[2])

    def __str__(self) -> str:
        return f"{self.source}: {self.message}"


def run_scenario(game: Game, scenario: Scenario) -> list[str]:
    """What is wrong with a worked example, with its place: nothing, if the game plays as it says."""
    return [str(broken) for broken in iter_broken(game, scenario)]


def iter_broken(game: Game, scenario: Scenario) -> Iterator[Broken]:
    """What is wrong with a worked example, step by step, to the first answer that can't be given."""
    source = scenario.source
    try:
        run = _Run(game, scenario)
        for step in scenario.steps:
            source = step.source
            found = list(getattr(run, step.kind)(step))
            yield from (Broken(source, message) for message in found)
            if found and step.kind == "plays":
                return  # what follows is about another position
    except EngineError as error:
        yield Broken(source, str(error))


class Walker:
    """Goes through a game one block at a time, so that what an answer has set off can be told from what comes next."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.is_waiting = False
        self.is_idle = False
        """Whether patience ran out; nothing has then happened since the last answer."""
        self._gate: tuple[int, int] | None = None
        """The outermost gate with an answer in its head that is not yet over: its frame and its number."""

    def clone(self) -> Walker:
        """The same game at the same place."""
        twin = Walker(self.state.clone())
        twin.is_waiting, twin.is_idle, twin._gate = self.is_waiting, self.is_idle, self._gate
        return twin

    @property
    def decision(self) -> Decision | None:
        """What the game waits for, after all that comes before it."""
        before, turns = None, self.state.turns
        while not self.is_waiting and not self.is_idle:
            if before is None and self._gate is None:
                before = self.state.v.copy()
            self._step()
            if self.state.turns > turns + PATIENCE:
                self.is_idle = True
                if before is not None:
                    self.state.v[:] = before
        return None if self.is_idle else self.state.decision

    @property
    def is_automatic(self) -> bool:
        """Whether an automated opponent decides now."""
        return self.state.is_automatic(self.state.player)

    def preferred(self) -> Option:
        """What an automated opponent answers here; the first option for anybody else."""
        code = self.state.preferred()
        decision = self.state.decision
        assert decision is not None
        return next(option for option in decision.options if option.code == code)

    def give(self, option: Option) -> None:
        """Give an answer, but let nothing follow from it yet."""
        if self._gate is None:
            self._gate = self.state.gate()
        self.state.answer(option.code)
        self.is_waiting = False

    def settle(self) -> None:
        """Let what the last answers began be over, or come to the next decision with several options."""
        while not self.is_idle and (self._gate is not None or self.state.is_draining):
            if self.is_waiting:
                if len(self.state.options) != 1 and not self.is_automatic:
                    return
                self.state.answer(self.state.preferred())
            self._step()

    def _step(self) -> None:
        self.is_waiting = self.state.step()
        if self._gate is not None and not self.state.is_in_gate(*self._gate):
            self._gate = None


class _Run:
    """One worked example being played. One method a kind of step gives what is wrong with it."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        automas = {name: scenario.players.index(name) for name in game.automas if name in scenario.players}
        state = game.empty_table(scenario.players, 0, dict.fromkeys(scenario.variants, True), automas)
        scenario.given(state)
        state.begin_at_turn()
        state.asks_single = True
        self.walker = Walker(state)

    # ---- moves -------------------------------------------------------------------------------------------

    def plays(self, step: Step) -> Iterator[str]:
        """Give answers, one decision after the other."""
        left, player = words(" ".join(step.answers)), step.player
        walker = self.walker
        waiting = _Waiting(player)
        while left:
            decision = walker.decision
            if decision is None or waiting.is_over(walker.state):
                yield f"{player} can't play {_listed(left)}{waiting.reason(left)}: {waiting.said or _end(walker)}"
                return
            option, length = _meant(decision, left, player)
            if option is not None:
                left, waiting = left[length:], _Waiting(player)
                if walker.is_automatic and option != walker.preferred():
                    yield f"{player} does not play {option} at [{decision.rule}], but {walker.preferred()}"
                    return
            else:
                waiting.note(walker.state, decision)
                if len(decision.options) > 1 and not walker.is_automatic:
                    yield f"{player} can't play {_listed(left)}{waiting.reason(left)}: {waiting.said}"
                    return
                option = walker.preferred()
            walker.give(option)

    def cannot(self, step: Step) -> Iterator[str]:
        """Try answers; the rule that is named must stop them."""
        walker = self.walker
        if walker.decision is not None:
            walker = walker.clone()
        player, wanted, said = step.player, step.rule, ", ".join(step.answers)
        left = words(" ".join(step.answers))
        waiting = _Waiting(player)
        while (decision := walker.decision) is not None and not waiting.is_over(walker.state):
            option, length = None, 0
            if decision.name == player:
                failure = walker.state.obstacle(" ".join(left))
                if failure is not None and wanted in (failure.rule, *failure.further):
                    return
                if failure is not None and failure.kind != NOTHING:
                    by = f"[{failure.rule}]" if failure.rule else "a rule without an id"
                    yield f"{player} can't play {said}, but because of {by}, not of [{wanted}]"
                    return
                option, length = _meant(decision, left, player)
            if option is not None:
                left, waiting = left[length:], _Waiting(player)
                if not left:
                    yield f"{player} can play {said}"
                    return
            else:
                waiting.note(walker.state, decision)
                if len(decision.options) > 1 and not walker.is_automatic:
                    break
            walker.give(option or walker.preferred())
        yield f"[{wanted}] is not what keeps {player} from playing {said}: {waiting.said or _end(walker)}"

    # ---- facts -------------------------------------------------------------------------------------------

    def then(self, step: Step) -> Iterator[str]:
        """Check facts."""
        settled = self.walker.clone()  # decisions with one option may still be answered by name
        settled.settle()
        for fact in step.facts:
            if not fact.holds(settled.state):
                yield f"this is not so: {self._denied(fact, settled.state)}"

    def _denied(self, fact: Fact, state: State) -> str:
        """A fact that does not hold, with the values that are there instead."""
        if fact.operator in COMPARED:
            return self._compared(state, COMPARED[fact.operator], *fact.sides)
        if fact.operator == "in":
            things = _spelled(state, fact.sides[0])
            return f"{fact.text}, where {'there is ' + _listed(things) if things else 'nothing is'}"
        return fact.text

    def _compared(self, state: State, than: str, left: Side, right: Side) -> str:
        texts = [left.text, right.text]
        values = [", ".join(_spelled(state, side)) or "nothing" for side in (left, right)]
        if not than and texts[0] == values[0]:  # the value comes first, as in `4 is …`
            texts.reverse()
            values.reverse()
        of = "" if texts[1] == values[1] else f" ({texts[1]})"
        return f"{texts[0]} is {values[0]}, not {than}{values[1]}{of}"


class _Waiting:
    """The decision that an answer was not meant for: the last of the player in one turn, else the first there was."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.decision: Decision | None = None
        self.state: State | None = None
        self.turn = 0
        self.first_turn: int | None = None

    def note(self, state: State, decision: Decision) -> None:
        """Another decision has come up."""
        turn = state.turns
        if self.first_turn is None:
            self.first_turn = turn
        before = self.decision
        is_theirs = decision.name == self.player
        if before is None or (is_theirs and (before.name != self.player or turn == self.turn)):
            self.decision, self.state, self.turn = decision, state.clone(), turn

    def is_over(self, state: State) -> bool:
        """Whether it makes no sense to go on."""
        return self.first_turn is not None and state.turns > self.first_turn + ROUNDS * len(state.players)

    @property
    def said(self) -> str:
        """Who decides, and what can be answered."""
        if self.decision is None:
            return ""
        offered = ", ".join(map(str, self.decision.options))
        return f"{self.decision.name} decides [{self.decision.rule}], between {offered}"

    def reason(self, answers: list[str]) -> str:
        """The rule that stops the answers there, if one does."""
        if self.state is None or self.decision is None or self.decision.name != self.player:
            return ""
        failure = self.state.obstacle(" ".join(answers))
        if failure is None or failure.rule is None or failure.kind == NOTHING:
            return ""
        return f" because of [{failure.rule}]"


def _meant(decision: Decision, answers: list[str], player: str) -> tuple[Option | None, int]:
    """The option that the first of these answers mean, and how many of them."""
    if decision.name == player:
        for length in range(len(answers), 0, -1):
            option = decision.find(" ".join(answers[:length]))
            if option is not None:
                return option, length
    return None, 0


def _end(walker: Walker) -> str:
    return "nobody has anything to decide any more" if walker.is_idle else "the game is over"


def _listed(things: list[str]) -> str:
    more = [f"and {len(things) - LISTED} more"] if len(things) > LISTED else []
    return ", ".join([*things[:LISTED], *more])


def _spelled(state: State, side: Side) -> list[str]:
    value = side.read(state)
    return state.speller.things(side.type, value if isinstance(value, list) else [value])
