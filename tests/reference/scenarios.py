"""Worked examples: build the position, make the moves, check the facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from compiler.saying import Phrases
from runtime.errors import EngineError
from tests.reference.decisions import NOTHING, Decision, Option
from tests.reference.game import Game
from tests.reference.machine import Machine
from tests.reference.model import Model
from tests.reference.position import Position
from tests.reference.scope import Scope
from tests.reference.state import State
from tests.reference.values import PLAYER, Node, Value, members, spell, words

PATIENCE = 100
"""After so many turns without a decision, a game is taken to stand still."""
ROUNDS = 2
"""For so many rounds decisions with one option are taken, to come to the one that an answer is meant for."""
LISTED = 12
"""So many things in a set are listed."""
COMPARED = {"<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "is": ""}


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


def scenarios(game: Game) -> list[Node]:
    """The worked examples of a game."""
    return list(game.model.document.get("scenarios", ()))


def run_scenario(game: Game, scenario: Node) -> list[str]:
    """What is wrong with a worked example, with its place: nothing, if the game plays as it says."""
    return [str(broken) for broken in iter_broken(game, scenario)]


def iter_broken(game: Game, scenario: Node) -> Iterator[Broken]:
    """What is wrong with a worked example, step by step, to the first answer that can't be given."""
    source = scenario["source"]
    try:
        run = _Run(game, scenario)
        for step in scenario.get("steps", ()):
            ((kind, body),) = step.items()
            source = body["source"]
            found = list(getattr(run, kind)(body))
            yield from (Broken(source, message) for message in found)
            if found and kind == "plays":
                return  # what follows is about another position
    except EngineError as error:
        yield Broken(source, str(error))


class _Run:
    """One worked example being played. One method a kind of step gives what is wrong with it."""

    def __init__(self, game: Game, scenario: Node) -> None:
        names = tuple(scenario["players"])
        chosen = dict.fromkeys(scenario.get("variants", ()), True)
        automas = {name: names.index(name) for name in game.model.automas if name in names}
        position = game.empty_table(len(names), 0, chosen, automas)
        _build(game.model, names, position, scenario.get("given", []))
        position.started = True
        self.phrases = Phrases(game.model.document)
        self.state = State(game.model, names, position, asks_single=True, patience=PATIENCE)
        self.is_behind = False

    def _decision(self) -> Decision | None:
        if self.is_behind:
            self.state.advance()
            self.is_behind = False
        return self.state.decision

    # ---- moves --------------------------------------------------------------------------------------------

    def plays(self, body: Node) -> Iterator[str]:
        """Give answers, one decision after the other."""
        left, player = words(" ".join(body["answers"])), body["player"]
        waiting = _Waiting(player)
        while left:
            decision = self._decision()
            if decision is None or waiting.is_over(self.state):
                yield f"{player} can't play {_listed(left)}{waiting.reason(left)}: {waiting.said or _end(self.state)}"
                return
            option, length = _meant(decision, left, player)
            if option is not None:
                left, waiting = left[length:], _Waiting(player)
                if self.state.is_automatic and option != self.state.preferred:
                    yield f"{player} does not play {option} at [{decision.rule}], but {self.state.preferred}"
                    return
            else:
                waiting.note(self.state, decision)
                if len(decision.options) > 1 and not self.state.is_automatic:
                    yield f"{player} can't play {_listed(left)}{waiting.reason(left)}: {waiting.said}"
                    return
                option = self.state.preferred
            self.state.give(option)
            self.is_behind = True

    def cannot(self, body: Node) -> Iterator[str]:
        """Try answers; the rule that is named must stop them."""
        self._decision()
        state = self.state.clone()
        player, wanted, said = body["player"], body["rule"], ", ".join(body["answers"])
        left = words(" ".join(body["answers"]))
        waiting = _Waiting(player)
        while (decision := state.decision) is not None and not waiting.is_over(state):
            option, length = None, 0
            if decision.name == player:
                failure = state.obstacle(" ".join(left))
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
                waiting.note(state, decision)
                if len(decision.options) > 1 and not state.is_automatic:
                    break
            state.apply(option or state.preferred)
        yield f"[{wanted}] is not what keeps {player} from playing {said}: {waiting.said or _end(state)}"

    # ---- facts --------------------------------------------------------------------------------------------

    def then(self, body: Node) -> Iterator[str]:
        """Check a fact; of several joined by `and`, each."""
        for fact in _parts(body["fact"]):
            if not self.state.reads(fact):
                yield f"this is not so: {self._denied(fact)}"

    def _denied(self, fact: Node) -> str:
        """A fact that does not hold, with the values that are there instead."""
        ((kind, body),) = fact.items()
        if kind == "compare" and body["operator"] in COMPARED:
            return self._compared(COMPARED[body["operator"]], body["left"], body["right"])
        said = self.phrases.say(fact)
        if kind == "is_in":
            things = [self._spell(one) for one in members(self.state.reads(body["set"]))]
            return f"{said}, where {'there is ' + _listed(things) if things else 'nothing is'}"
        return said

    def _compared(self, than: str, left: Node, right: Node) -> str:
        texts = [self.phrases.say(side) for side in (left, right)]
        values = [self._spell(self.state.reads(side)) for side in (left, right)]
        if not than and texts[0] == values[0]:  # as in `4 is amira's coins`
            texts.reverse()
            values.reverse()
        of = "" if texts[1] == values[1] else f" ({texts[1]})"
        return f"{texts[0]} is {values[0]}, not {than}{values[1]}{of}"

    def _spell(self, value: Value) -> str:
        return spell(value, self.state.players) or "nothing"


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


def _end(state: State) -> str:
    return "nobody has anything to decide any more" if state.is_idle else "the game is over"


def _parts(fact: Node) -> Iterator[Node]:
    if "and" in fact:
        yield from _parts(fact["and"]["left"])
        yield from _parts(fact["and"]["right"])
    else:
        yield fact


def _listed(things: list[str]) -> str:
    more = [f"and {len(things) - LISTED} more"] if len(things) > LISTED else []
    return ", ".join([*things[:LISTED], *more])


def _build(model: Model, names: tuple[str, ...], position: Position, given: list[Node]) -> None:
    """Carry out sentences on an empty table, without hooks."""
    machine = Machine(model, position, names, [])
    machine.has_hooks = False
    machine.block(given, Scope({}, (PLAYER, 0)))
