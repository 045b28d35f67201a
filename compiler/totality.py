"""Every effect ends: nothing calls itself, and a loop without a number uses something up.

Calls count `before` and `instead of` hooks, which run inline; `after` hooks wait in a queue, and a circle of them must
use something up. What counts as using up is an approximation: cards, counts and pieces that go away, marks set;
a bound in the runtime catches what this can't see.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler import ir
from compiler.diagnostics import Note, Report
from compiler.source import Span
from compiler.walk import descendants, hooks_of, statements_in

USES_UP = (
    ir.Discard, ir.Draw, ir.MoveCards, ir.Lose, ir.Pay, ir.Take, ir.Place, ir.Remove, ir.EndGame, ir.LowerBy
)  # fmt: skip


def check_totality(game: ir.Game, report: Report) -> None:
    """Report calls in a circle and loops that may never end."""
    _Totality(game, report).check()


class _Totality:
    def __init__(self, game: ir.Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.procedures = {p.name: p for p in game.procedures}
        self.using: dict[str, bool] = {}

    def check(self) -> None:
        self.check_calls()
        self.check_queries()
        self.check_hooks()
        self.check_inline_hooks()
        for node in descendants(self.game):
            if isinstance(node, ir.Repeat) and node.most is None and not self.uses_up(node.block):
                asks = any(isinstance(inner, ir.Ask) for inner in statements_in(node.block))
                self.report.error(
                    "C410",
                    _head_of(node.span, node.block.span),
                    "this could go on for ever",
                    label="a round may use nothing up",
                    help=[
                        "give it a number: `repeat 10 times while …`, or `up to 10 times` if one may stop",
                        "or let each round spend, discard or mark something",
                        *(["also if the offer is refused: `ask … else { mark … as … }`"] if asks else []),
                    ],
                )

    # ---- calls ------------------------------------------------------------------------------------------------

    def check_calls(self) -> None:
        graph = {name: dict(self.calls(p.block)) for name, p in self.procedures.items()}
        for hook in hooks_of(self.game):
            if hook.moment != "after" and isinstance(hook.event, ir.Done) and hook.event.procedure in graph:
                for name, at in self.calls(hook.block):
                    graph[hook.event.procedure].setdefault(name, at)
        for cycle in _cycles({name: list(calls) for name, calls in graph.items()}):
            path = " → ".join([*cycle, cycle[0]])
            at = graph[cycle[-1]][cycle[0]]
            self.report.error(
                "C411",
                at.span,
                f"`{cycle[0]}` is done inside itself",
                label=f"{path}" if len(cycle) > 1 else "here it does itself again",
                help="effects must end: use `repeat` with a number, or an `after` hook that uses something up",
                notes=[Note("declared in", self.procedures[cycle[0]].span)] if len(cycle) > 1 else (),
            )

    def calls(self, block: ir.Block) -> Iterator[tuple[str, ir.Node]]:
        """The procedures a block does, with the place."""
        for node in descendants(block):
            if isinstance(node, ir.Do):
                if node.procedure is not None:
                    yield node.procedure, node
                elif isinstance(node.value, ir.Local):
                    for name, procedure in self.procedures.items():
                        if procedure.family == node.value.type:
                            yield name, node

    def check_queries(self) -> None:
        queries = {query.name: query for query in self.game.queries}
        graph = {
            name: [node.query for node in descendants(query.value) if isinstance(node, ir.QueryOf)]
            for name, query in queries.items()
        }
        for cycle in _cycles(graph):
            query = queries[cycle[0]]
            self.report.error(
                "C411",
                _head_of(query.span, query.value.span),
                f"`{cycle[0]}` is computed from itself",
                label=" → ".join([*cycle, cycle[0]]) if len(cycle) > 1 else "",
                help="a query can't need its own value",
            )

    def check_hooks(self) -> None:
        """Report `after` hooks that set each other off without using anything up."""
        hooks = {str(index): hook for index, hook in enumerate(hooks_of(self.game)) if hook.moment == "after"}
        inside = {key: list(self.everything_in(hook.block)) for key, hook in hooks.items()}
        graph = {
            key: [other for other, hook in hooks.items() if any(_sets_off(node, hook.event) for node in nodes)]
            for key, nodes in inside.items()
        }
        for cycle in _cycles(graph):
            if not any(isinstance(node, USES_UP) for key in cycle for node in inside[key]):
                hook = hooks[cycle[0]]
                self.report.error(
                    "C412",
                    hook.event.span,
                    "this sets itself off again, for ever",
                    label="what follows makes this happen once more",
                    help="let it use something up, or act only `if` something is still to be done and mark it as done",
                    notes=[Note("it goes on in", hooks[key].event.span) for key in cycle[1:]],
                )

    def check_inline_hooks(self) -> None:
        """Report `before` and `instead of` hooks that always make their own event happen again."""
        inline = [h for h in hooks_of(self.game) if h.moment != "after" and h.condition is None]
        hooks = {str(index): hook for index, hook in enumerate(inline) if not isinstance(hook.event, ir.Done)}
        graph = {
            key: [
                other
                for other, goal in hooks.items()
                if any(_makes_happen(statement, goal.event) for statement in self.always_in(hook.block))
            ]
            for key, hook in hooks.items()
        }
        for cycle in _cycles(graph):
            hook = hooks[cycle[0]]
            self.report.error(
                "C411",
                hook.event.span,
                "this happens inside itself",
                label="what follows makes this happen once more, before it is over",
                help="add a condition (`if …`), or make it an `after` hook that uses something up",
                notes=[Note("it goes on in", hooks[key].event.span) for key in cycle[1:]],
            )

    def always_in(self, block: ir.Block, inside: frozenset[str] = frozenset()) -> Iterator[ir.Stmt]:
        """The sentences that are carried out whenever a block is, also in the procedures it does."""
        for statement in block.statements:
            yield statement
            if isinstance(statement, ir.AsPlayer) and not statement.each:
                yield from self.always_in(statement.block, inside)
            elif isinstance(statement, ir.Do) and statement.procedure is not None:
                name = statement.procedure
                if name in self.procedures and name not in inside:
                    yield from self.always_in(self.procedures[name].block, inside | {name})

    def everything_in(self, block: ir.Block) -> Iterator[ir.Node]:
        """What stands in a block and in the procedures it does."""
        seen: set[str] = set()
        blocks = [block]
        while blocks:
            here = blocks.pop()
            yield from descendants(here)
            for name, _ in self.calls(here):
                if name not in seen and name in self.procedures:
                    seen.add(name)
                    blocks.append(self.procedures[name].block)

    # ---- using something up -------------------------------------------------------------------------------------

    def uses_up(self, block: ir.Block) -> bool:
        """Whether the block uses something up, whichever way it goes."""
        return any(self.statement_uses_up(statement) for statement in block.statements) and not any(
            isinstance(node, ir.Ask) and (node.otherwise is None or not self.uses_up(node.otherwise))
            for node in statements_in(block)
        )

    def statement_uses_up(self, node: ir.Stmt) -> bool:
        match node:
            case ir.MarkAs(off=off):
                return not off
            case ir.ChooseOne(options=options):
                return all(self.uses_up(option.block) for option in options)
            case ir.If(then=then, otherwise=otherwise) | ir.IfPossible(then=then, otherwise=otherwise):
                return otherwise is not None and self.uses_up(then) and self.uses_up(otherwise)
            case ir.AsPlayer(block=block, each=False):
                return self.uses_up(block)
            case ir.Repeat(block=block) if node.least is not None:
                return self.uses_up(block)
            case ir.Do(procedure=str(name)):
                return self.procedure_uses_up(name)
            case ir.Do():
                return False
            case _:
                return isinstance(node, USES_UP)

    def procedure_uses_up(self, name: str) -> bool:
        if name not in self.using:
            self.using[name] = False  # a cycle uses nothing up
            procedure = self.procedures.get(name)
            self.using[name] = procedure is not None and self.uses_up(procedure.block)
        return self.using[name]


def _sets_off(node: ir.Node, event: ir.Event) -> bool:
    """Whether a sentence can make an event happen."""
    match event:
        case ir.Done(procedure=name):
            return isinstance(node, ir.Do) and node.procedure == name
        case ir.CardMoves():
            return isinstance(node, ir.Discard | ir.MoveCards | ir.Draw)
        case ir.PieceMoves(forms=forms):
            match node:
                case ir.Place(pieces=pieces) | ir.MovePieces(pieces=pieces):
                    return any(form in forms for form in pieces.forms)
                case ir.Remove(things=things):
                    return any(isinstance(t, ir.PiecesOf) and set(t.forms) & set(forms) for t in things)
            return False


def _makes_happen(node: ir.Stmt, event: ir.Event) -> bool:
    """Whether a sentence makes an event happen for certain, as far as its kind and direction tell."""
    match event:
        case ir.PieceMoves(forms=forms, direction=direction, supply=supply):
            placed = isinstance(node, ir.Place) and bool(set(node.pieces.forms) & set(forms))
            return placed and (direction == "leaves") == supply
        case ir.CardMoves(direction=direction, zone=zone):
            if isinstance(node, ir.Discard):
                return direction == "enters" and zone == "discards"
            if isinstance(node, ir.MoveCards | ir.Draw) and direction == "enters":
                return isinstance(node.to, ir.ZoneOf) and node.to.zone == zone
            return isinstance(node, ir.Draw) and node.source.zone == zone
        case _:
            return False


def _head_of(whole: Span, body: Span) -> Span:
    """What stands before the braces of a loop or query."""
    head = whole.source.text[whole.start : body.start].rstrip().removesuffix("{").rstrip()
    return whole.source.span(whole.start, whole.start + len(head))


def _cycles(graph: dict[str, list[str]]) -> Iterator[list[str]]:
    """Each circle of calls once, found by a depth-first walk."""
    finished: dict[str, bool] = {}
    for start in graph:
        if start in finished:
            continue
        path, rest = [start], [iter(graph[start])]
        finished[start] = False
        while path:
            for name in rest[-1]:
                if name in graph and name not in finished:
                    path.append(name)
                    rest.append(iter(graph[name]))
                    finished[name] = False
                    break
                if finished.get(name) is False:
                    yield path[path.index(name) :]
            else:
                finished[path.pop()] = True
                rest.pop()
