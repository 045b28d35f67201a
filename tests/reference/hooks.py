"""Events: what happens before them, instead of them and after them.

An event is a tuple: `("done", procedure, arguments, actor)`, `("card", direction, card, zone or space noun, owner or
space)` or `("piece", direction, form, owner, place)`, where the place none is the supply.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple

from runtime.errors import EngineError
from tests.reference.gates import Call, Replaced, Start
from tests.reference.model import Model
from tests.reference.planning import Planner, Tape
from tests.reference.position import Lasting, Position
from tests.reference.rules import Instance
from tests.reference.scope import Scope
from tests.reference.values import Node, Thing

Event = tuple[Any, ...]
QUEUE = 10_000


class Waiting(NamedTuple):
    """An `after` hook whose event has happened."""

    block: list[Node]
    scope: Scope


class Hooks(Planner):
    """Runs hooks, ends lasting effects, and sets back what is forgotten."""

    def __init__(self, model: Model, position: Position, names: tuple[str, ...], tape: Tape) -> None:
        super().__init__(model, position, names, tape)
        self.queue: list[Waiting] = []
        self.inline: set[tuple[int, Thing | None]] = set()
        """The hooks that run inside their event now: each rule, on each card that has it."""
        self.is_emptying = False
        self.hooks_run = 0
        self.has_hooks = True
        """No while a scenario builds its position."""

    @abstractmethod
    def block(self, block: list[Node], scope: Scope) -> None: ...

    @abstractmethod
    def run_gate(self, start: Start, scope: Scope) -> None: ...

    # ---- events -------------------------------------------------------------------------------------------

    def happens_instead(self, events: list[Event], you: Thing | None) -> bool:
        """Run what comes before some events that are one change; whether something happened instead."""
        for event in events:
            for hook in self.hooks("before", event, you):
                self.run_inline(hook)
        return any(self.run_inline(hook) for event in events for hook in self.hooks("instead of", event, you))

    def run_inline(self, hook: Waiting) -> bool:
        """Carry out a hook in the middle of its event. It does not set itself off."""
        key = (id(hook.block), hook.scope.card)
        if key in self.inline:
            return False
        self.inline.add(key)
        try:
            return self.run_hook(hook)
        finally:
            self.inline.discard(key)

    def happened(self, events: list[Event], you: Thing | None) -> None:
        """Queue what comes after, and end what lasts until then."""
        for event in events:
            self.queue += self.hooks("after", event, you)
            self.end_lasting(event)

    def hooks(self, moment: str, event: Event, you: Thing | None) -> list[Waiting]:
        """The hooks on an event whose condition holds now."""
        if not self.has_hooks:
            return []
        subject = f"{moment} {event[0]} {event[1]}"
        found = []
        for instance in self.in_force("hook", subject, you):
            scope = self._hook_scope(instance, event, you)
            if scope is not None:
                found.append(Waiting(instance.body["block"], scope))
        return found

    def _hook_scope(self, instance: Instance, event: Event, you: Thing | None) -> Scope | None:
        actor = event[3] if event[0] == "done" else you
        scope = Scope(instance.scope.names, instance.scope.you, instance.scope.card, actor)
        if not self.fits(instance.body["event"], event, scope):
            return None
        condition = instance.body.get("condition")
        return scope if condition is None or self.read(condition, scope) else None

    def fits(self, node: Node, event: Event, scope: Scope) -> bool:
        """Whether an event is the one described; names it introduces are then in the scope."""
        ((kind, body),) = node.items()
        match kind, event:
            case "done", ("done", procedure, arguments, actor):
                return (
                    body["procedure"] == procedure
                    and self.matches(body.get("arguments", []), arguments, scope)
                    and self.match(body.get("actor"), actor, scope)
                )
            case "card_moves", ("card", direction, card, zone, owner):
                return (
                    body["direction"] == direction
                    and body["zone"] == zone
                    and self.match(body["card"], card, scope)
                    and self.match(body.get("owner"), owner, scope)
                )
            case "piece_moves", ("piece", direction, form, owner, place):
                return (
                    body["direction"] == direction
                    and form in body["forms"]
                    and bool(body.get("supply")) == (place is None)
                    and self.match(body.get("owner"), owner, scope)
                    and (place is None or self.match(body.get("place"), place, scope))
                )
        return False

    # ---- running ------------------------------------------------------------------------------------------

    def run_hook(self, hook: Waiting) -> bool:
        """Carry out a hook, unless its gate can't open; whether it was carried out."""
        self.hooks_run += 1
        if self.hooks_run > QUEUE:
            raise EngineError(f"{self.model.name}: more than {QUEUE:,} hooks in one turn; they set each other off")
        start: Start = lambda scope: self.block(hook.block, scope)  # noqa: E731
        if not self.is_possible(start, hook.scope):
            return False
        self.run_gate(start, hook.scope)
        return True

    def empty_queue(self) -> None:
        """Carry out the hooks that wait, first in first out; what they set off joins the end."""
        if self.is_emptying or not self.queue:
            return
        self.is_emptying = True
        try:
            while self.queue:
                self.run_hook(self.queue.pop(0))
        finally:
            self.is_emptying = False

    # ---- procedures ---------------------------------------------------------------------------------------

    def begin(self, call: Call) -> None:
        """A procedure whose head is decided and paid: what comes before it, or instead of it."""
        event = ("done", call.procedure, call.arguments, call.actor)
        if self.happens_instead([event], call.actor) and not call.is_done:
            raise Replaced(call)

    def done(self, call: Call) -> None:
        """A procedure has been carried out."""
        self.happened([("done", call.procedure, call.arguments, call.actor)], call.actor)

    def reset(self, call: Call) -> None:
        """Forget what is kept only until this procedure starts again."""
        if call.has_reset:
            return
        call.has_reset = True
        position = self.position
        for section, name in self.model.resets.get(call.procedure, ()):
            match section:
                case "marks":
                    position.marks = {key: on for key, on in position.marks.items() if key[0] != name}
                case "counts":
                    position.counts = {key: n for key, n in position.counts.items() if key[0] != name}
                case "tracks":
                    position.tracks = {key: value for key, value in position.tracks.items() if key[0] != name}
                case _:
                    forms = {form["name"] for form in self.model.pieces[name]["forms"]}
                    position.pieces = {
                        key: (old + new, 0) if key[0] in forms else (old, new)
                        for key, (old, new) in position.pieces.items()
                    }

    # ---- lasting effects ----------------------------------------------------------------------------------

    def begin_lasting(self, until: Node, scope: Scope) -> None:
        """Put rules in force until something happens."""
        names = tuple(sorted(scope.names.items(), key=lambda pair: pair[0]))
        lasting = Lasting(self.model.until_index(until), names, scope.you, scope.card)
        self.position.lasting = (*self.position.lasting, lasting)

    def end_lasting(self, event: Event) -> None:
        """Take the rules out of force that lasted until this event."""
        if not self.position.lasting:
            return
        self.position.lasting = tuple(
            lasting
            for lasting in self.position.lasting
            if not self.fits(
                self.model.untils[lasting.until]["event"], event, Scope(dict(lasting.names), lasting.you, lasting.card)
            )
        )
