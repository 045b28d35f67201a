"""Worked examples: build the position, make the moves, check the facts."""

from __future__ import annotations

from typing import Any

from runtime.decisions import Decision, Option
from runtime.errors import EngineError, IllegalMove
from runtime.game import Game
from runtime.machine import Machine
from runtime.model import Model
from runtime.position import Position
from runtime.scope import Scope
from runtime.state import State
from runtime.values import PLAYER, Node, words


def scenarios(game: Game) -> list[Node]:
    """The worked examples of a game."""
    return list(game.model.document.get("scenarios", ()))


def run_scenario(game: Game, scenario: Node) -> list[str]:
    """What is wrong with a worked example: nothing, if the game plays as it says."""
    try:
        return _Run(game, scenario).failures()
    except (IllegalMove, EngineError) as error:
        return [str(error)]


class _Run:
    def __init__(self, game: Game, scenario: Node) -> None:
        self.scenario = scenario
        names = tuple(scenario["players"])
        chosen = dict.fromkeys(scenario.get("variants", ()), True)
        position = game.empty_table(len(names), 0, chosen)
        _build(game.model, names, position, scenario.get("given", []))
        position.started = True
        self.state = State(game.model, names, position, asks_single=True)
        self.is_behind = False

    def failures(self) -> list[str]:
        found: list[str] = []
        for index, step in enumerate(self.scenario.get("steps", ()), 1):
            ((kind, body),) = step.items()
            said = getattr(self, f"_{kind}")(body)
            if said is not None:
                found.append(f"step {index}: {said}")
                if kind == "plays":
                    break  # what follows is about another position
        return found

    def _plays(self, body: Node) -> str | None:
        """Give answers, one decision after the other."""
        left = list(body["answers"])
        while left:
            decision = self._decision()
            if decision is None:
                return f"{body['player']} can't play {', '.join(left)}: the game is over"
            for length in range(len(left), 0, -1):
                option = decision.find(" ".join(left[:length]))
                if option is not None and decision.name == body["player"]:
                    self._give(option)
                    left = left[length:]
                    break
            else:
                if len(decision.options) == 1:
                    self._give(decision.options[0])
                    continue
                offered = ", ".join(map(str, decision.options))
                why = self.state.why(" ".join(left))
                reason = f" because [{why}]" if why else ""
                return (
                    f"{body['player']} can't play {', '.join(left)}{reason}; "
                    f"{decision.name} decides [{decision.rule}]: {offered}"
                )
        return None

    def _give(self, option: Option) -> None:
        self.state.give(option)
        self.is_behind = True

    def _decision(self) -> Decision | None:
        if self.is_behind:
            self.state.advance()
            self.is_behind = False
        return self.state.decision

    def _then(self, fact: Node) -> str | None:
        if self.state.reads(fact):
            return None
        return f"this is not so: {_show(fact)}"

    def _cannot(self, body: Node) -> str | None:
        said = ", ".join(body["answers"])
        self._decision()
        state = self.state.clone()
        left = words(" ".join(body["answers"]))
        while (decision := state.decision) is not None:
            if decision.name != body["player"]:
                return f"it is {decision.name}'s decision [{decision.rule}], not {body['player']}'s"
            why = state.why(" ".join(left))
            if why is not None:
                wanted = body["rule"]
                return None if why == wanted else f"{said}: stopped by [{why}], not by [{wanted}]"
            for length in range(len(left), 0, -1):
                option = decision.find(" ".join(left[:length]))
                if option is not None:
                    state.apply(option)
                    left = left[length:]
                    break
            else:
                if len(decision.options) > 1:
                    return f"{said}: [{decision.rule}] does not stop it"
                state.apply(0)
            if not left:
                break
        return f"{body['player']} can play {said}"


def _build(model: Model, names: tuple[str, ...], position: Position, given: list[Node]) -> None:
    """Carry out sentences on an empty table, without hooks."""
    machine = Machine(model, position, names, [])
    machine.has_hooks = False
    machine.block(given, Scope({}, (PLAYER, 0)))


def _show(fact: Any) -> str:
    """A fact in short: the words in it, in order."""
    if isinstance(fact, dict):
        return " ".join(
            f"{key}({_show(value)})" if isinstance(value, dict | list) else str(value) for key, value in fact.items()
        )
    if isinstance(fact, list):
        return ", ".join(map(_show, fact))
    return str(fact)
