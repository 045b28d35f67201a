"""Trying heads: which answers lead on, and what stops the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from runtime.errors import EngineError
from tests.reference.decisions import ASK, CHOOSE, NOTHING, Decision, Failure, Option, Question, in_order
from tests.reference.evaluate import Evaluator
from tests.reference.gates import Asked, Cost, Failed, Gate, Opened, Pending, Prompt, Start
from tests.reference.model import Model
from tests.reference.position import Position
from tests.reference.scope import Scope
from tests.reference.values import PLAYER, Thing, Value, is_card, is_thing

STEPS = 2_000_000
"""Far more sentences than any turn has, tried ones included."""


class Answer(NamedTuple):
    """An answer on the tape: what was said, by whom, at which decision, and whether nothing else was possible."""

    option: Option
    player: str
    rule: str
    is_only: bool

    def __str__(self) -> str:
        return f"{self.player}: {self.option} [{self.rule}]" + (" (the only option)" if self.is_only else "")


Tape: TypeAlias = list[Answer | bool]


class Planner(Evaluator):
    """Runs heads without changing anything, and asks for answers.

    The tape holds what has been found out since the turn began: answers, and whether gates could open. Running the
    turn again with it comes to the same place without any trying.
    """

    def __init__(self, model: Model, position: Position, names: tuple[str, ...], tape: Tape) -> None:
        super().__init__(model, position, names)
        self.tape = tape
        self.cursor = 0
        self.asks_single = False
        """Whether a decision with one option is asked like any other."""
        self.is_free = False
        """Whether an automated opponent takes what she does not want: there is nothing else, and she must."""
        self.log: list[str] = []
        self.steps = 0
        self.gate = Gate(lambda scope: None, Scope({}), is_plan=False, is_open=True)

    def count_step(self) -> None:
        """Catch a defect before it runs for ever."""
        self.steps += 1
        if self.steps > STEPS:
            raise EngineError(f"{self.model.name}: more than {STEPS:,} sentences in one turn; some effect does not end")

    def promised(self, count: str, holder: Thing) -> int:
        return self.gate.promised(count, holder)

    # ---- trying -------------------------------------------------------------------------------------------

    def plan(
        self, start: Start, scope: Scope, answers: Iterable[Option], before: tuple[Cost, ...]
    ) -> Question | Failure | None:
        """Run a head with these answers: none if the gate opens, else the next question or what stops it."""
        outer = self.gate
        self.gate = Gate(start, scope, is_plan=True, given=tuple(answers), before=before)
        try:
            start(scope.separate())
        except Opened:
            return None
        except Failed as failed:
            return failed.failure
        except Asked as asked:
            return asked.question
        finally:
            self.gate = outer
        return None

    def obstacle(
        self, start: Start, scope: Scope, answers: tuple[Option, ...] = (), before: tuple[Cost, ...] = ()
    ) -> Failure | None:
        """The first thing that stops a head in every way it could be decided; none if the gate can open."""
        found = self.plan(start, scope, answers, before)
        if not isinstance(found, Question):
            return found
        first: Failure | None = None
        for candidate in found.candidates:
            failure = self.obstacle(start, scope, (*answers, candidate), before)
            if failure is None:
                return None
            first = first or failure
        return first or _nothing(found)

    def is_possible(self, start: Start, scope: Scope) -> bool:
        """Whether a gate can open now."""
        if self.gate.is_plan:
            return self.obstacle(start, scope, (), (*self.gate.before, *self.gate.costs)) is None
        if self.cursor == len(self.tape):
            unpaid = () if self.gate.is_open else (*self.gate.before, *self.gate.costs)
            self.tape.append(self.obstacle(start, scope, (), unpaid) is None)
        known = self.tape[self.cursor]
        self.cursor += 1
        assert isinstance(known, bool)
        return known

    # ---- asking -------------------------------------------------------------------------------------------

    def decide(self, question: Question, always: tuple[Option, ...] = ()) -> Option:
        """The answer to a question in a head. `always` is legal whatever follows."""
        gate = self.gate
        if len(gate.answers) < len(gate.given):
            option = gate.given[len(gate.answers)]
        elif gate.is_plan:
            raise Asked(question)
        else:
            prompt = Prompt(question, gate.start, gate.scope, tuple(gate.answers), gate.before, always)
            option = self.answer(lambda: prompt)
        gate.answers.append(option)
        return option

    def answer(self, ask: Callable[[], Prompt]) -> Option:
        """An answer from the tape, the only possible one, or a pause until the player gives one."""
        if self.cursor == len(self.tape):
            prompt = ask()
            question, always = prompt.question, prompt.always
            options = in_order([*self.possible(prompt, question.candidates), *always])
            if not options and self.is_automatic(question.player):
                self.is_free = True
                options = in_order(self.possible(prompt, (*question.candidates, *question.unwanted)))
                self.is_free = False
            if not options:
                raise EngineError(f"{self.model.name}: nothing can be answered at [{question.rule}]")
            is_hers = self.is_automatic(question.player)
            if self.asks_single or (len(options) > 1 and not is_hers):
                player = question.player[1]
                decision = Decision(player, self.names[player], question.rule, question.kind, options)
                raise Pending(decision, prompt)
            chosen = self.preferred(question, options) if is_hers else options[0]
            self.tape.append(Answer(chosen, self.spell(question.player), question.rule, len(options) == 1))
        known = self.tape[self.cursor]
        self.cursor += 1
        assert isinstance(known, Answer)
        self.note(str(known))
        return known.option

    def possible(self, prompt: Prompt, candidates: Iterable[Option]) -> list[Option]:
        """The answers that lead on."""
        _, start, scope, answers, before, _ = prompt
        return [one for one in candidates if self.obstacle(start, scope, (*answers, one), before) is None]

    def is_automatic(self, player: Thing) -> bool:
        """Whether a player is an automated opponent."""
        return player[1] in self.position.automas.values()

    def preferred(self, question: Question, options: Sequence[Option]) -> Option:
        """What an automated opponent answers: what she likes best, of equals what was declared first."""
        verbs = list(dict.fromkeys(one.verb for one in (*question.candidates, *question.unwanted)))

        def place(option: Option) -> tuple[int, ...]:
            if option.is_word:
                return len(verbs), ("yes", "again", "accept", "no", "stop", "refuse").index(option.verb)
            return verbs.index(option.verb), *(self._number(value) for value in reversed(option.args))

        return min(options, key=lambda option: (question.rank(option), place(option)))

    def _number(self, value: Value) -> int:
        """Where something stands among those of its type, as they are declared; players by their seats at first."""
        if not isinstance(value, tuple):
            return int(value or 0)
        if value[0] == PLAYER:
            return int(value[1])
        return self.members_of(value[0]).index(value)

    def note(self, line: str) -> None:
        """Write a line into the log."""
        self.log.append(line)

    def explain(self, prompt: Prompt, said: list[str]) -> Failure | None:
        """What stops these answers, given one after the other; none if nothing does."""
        _, start, scope, answers, before, always = prompt
        for length in range(len(said), 0, -1):
            if any(option.is_called(said[:length]) for option in always):
                return None
        found = self.plan(start, scope, answers, before)
        if not isinstance(found, Question):
            return found
        if not said:
            return self.obstacle(start, scope, answers, before)
        for length in range(len(said), 0, -1):
            for candidate in found.candidates:
                if candidate.is_called(said[:length]):
                    further = prompt._replace(answers=(*answers, candidate), always=())
                    return self.explain(further, said[length:])
            for option, rule in found.forbidden.items():
                if option.is_called(said[:length]):
                    return Failure(rule, "forbidden")
        only = None if always else self._only(found, prompt)
        behind = None if only is None else self.explain(prompt._replace(answers=(*answers, only)), said)
        if behind is None:
            return Failure(found.rule, NOTHING)
        if behind.kind != NOTHING or behind.rule is None:
            return behind
        return Failure(found.rule, NOTHING, (behind.rule, *behind.further))

    def _only(self, question: Question, prompt: Prompt) -> Option | None:
        """The answer to a decision that nobody has to be asked: the only one there is, or that leads on."""
        if question.kind == ASK:  # refusing is always possible
            return None
        found = question.candidates
        if len(found) > 1:
            found = tuple(self.possible(prompt, found))
        if len(found) > 1 and self.is_automatic(question.player):
            return self.preferred(question, found)
        return found[0] if len(found) == 1 else None

    # ---- candidates ---------------------------------------------------------------------------------------

    def spelled_apart(self, verb: str, choices: list[tuple[Value, ...]]) -> list[Option]:
        """Options for choices: those that make no difference are offered once, others that are spelled alike
        get a number."""
        found: dict[str, list[Option]] = {}
        for args in choices:
            said = self.spell_option(verb, args)
            alike = found.setdefault(said, [])
            if any(all(map(self._interchangeable, option.args, args)) for option in alike):
                continue
            mark = f"#{len(alike) + 1}" if alike else ""
            turned = (f"{other}{mark}" for other in self._turned(verb, args))
            alike.append(Option(verb, args, f"{said}{mark}", aliases=tuple(turned)))
        return [option for alike in found.values() for option in alike]

    def _turned(self, verb: str, args: tuple[Value, ...]) -> Iterator[str]:
        """Spellings of an option in which some edges begin at their other end."""
        edges = self.model.edge_maps
        if not any(is_thing(value) and value[0] in edges for value in args):
            return
        ways = [
            (value, (value[0], *value[:0:-1])) if is_thing(value) and value[0] in edges else (value,) for value in args
        ]
        for way in product(*ways):
            if way != args:
                yield self.spell_option(verb, way)

    def spell_option(self, verb: str, args: tuple[Value, ...]) -> str:
        """An option by its name and what it is about."""
        return " ".join(([verb] if verb != CHOOSE else []) + [self.spell(value) for value in args])

    def _interchangeable(self, one: Value, other: Value) -> bool:
        """Whether it makes no difference which of two things is meant: copies of a card in one set or pile."""
        if one == other:
            return True
        if not (is_card(one) and is_card(other)):
            return False
        here, there = self.position.where.get(one), self.position.where.get(other)
        if here != there or here is None or self.model.zones.get(here[0], {}).get("shape") == "row":
            return False
        return self._traces(one) == self._traces(other)

    def _traces(self, card: Thing) -> tuple[Value, ...]:
        """What lies on a card and is remembered about it."""
        position = self.position
        marks = tuple(sorted(mark for mark, thing in position.marks if thing == card))
        counts = tuple(sorted((name, n) for (name, holder), n in position.counts.items() if holder == card))
        tracks = tuple(sorted((name, str(value)) for (name, of), value in position.tracks.items() if of == card))
        pieces = tuple(
            sorted((form, of, n) for (form, of, on), n in position.pieces.items() if card == on or card in on)
        )
        return marks, counts, tracks, pieces, position.known.get(card)


def _nothing(question: Question) -> Failure:
    """There is nothing to choose, or not this."""
    if question.forbidden:
        return Failure(next(iter(question.forbidden.values())), "forbidden")
    return Failure(question.rule, NOTHING)
