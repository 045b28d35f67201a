"""Every effect ends: nothing does itself, a loop without a number uses something up, and so do hooks in a circle.

Calls count the hooks on procedures that run inline. Other inline hooks can't run for ever, because a hook does not set
itself off; `after` hooks wait in a queue, and a circle of them must use something up.
"""

from __future__ import annotations

from collections.abc import Iterable

from compiler import ir
from compiler.callgraph import CallGraph, cycles
from compiler.diagnostics import Note, Report
from compiler.resources import given_back, read_by, used_up
from compiler.source import Span
from compiler.walk import descendants, hooks_of, statements_in

SURE = (ir.Pay, ir.Discard, ir.MoveCards, ir.MarkAs, ir.EndGame)
"""Sentences that use something up whenever they are carried out."""


def check_totality(game: ir.Game, report: Report) -> None:
    """Report calls in a circle, loops that may never end, and a game without an end."""
    _Totality(game, report).check()


class _Totality:
    def __init__(self, game: ir.Game, report: Report) -> None:
        self.game = game
        self.report = report
        self.graph = CallGraph(game)
        self.queries = {query.name: query for query in game.queries}

    def check(self) -> None:
        circular = self.check_calls()
        self.check_queries()
        if not circular:
            self.check_hooks()
            self.check_loops()
        self.check_end()

    # ---- calls ----------------------------------------------------------------------------------------------

    def check_calls(self) -> bool:
        """Report what is done inside itself; whether there is such a thing."""
        graph = {name: dict(self.graph.calls(block)) for name, block in self.graph.blocks.items()}
        for hook in hooks_of(self.game):
            if hook.moment != "after" and isinstance(hook.event, ir.Done) and hook.event.procedure in graph:
                for name, at in self.graph.calls(hook.block):
                    graph[hook.event.procedure].setdefault(name, at)
        found = False
        for cycle in cycles(graph):
            found = True
            self.report.error(
                "C411",
                graph[cycle[-1]][cycle[0]].span,
                f"`{cycle[0]}` is done inside itself",
                label=" → ".join([*cycle, cycle[0]]) if len(cycle) > 1 else "here it does itself again",
                help="effects must end: use `repeat` with a number, or an `after` hook that uses something up",
                notes=[Note("it stands in", self.graph.blocks[cycle[0]].span)] if len(cycle) > 1 else (),
            )
        return found

    def check_queries(self) -> None:
        graph = {
            name: [node.query for node in descendants(query.value) if isinstance(node, ir.QueryOf)]
            for name, query in self.queries.items()
        }
        for cycle in cycles(graph):
            query = self.queries[cycle[0]]
            self.report.error(
                "C411",
                _head_of(query.span, query.value.span),
                f"`{cycle[0]}` is computed from itself",
                label=" → ".join([*cycle, cycle[0]]) if len(cycle) > 1 else "",
                help="a query can't need its own value",
            )

    # ---- hooks ----------------------------------------------------------------------------------------------

    def check_hooks(self) -> None:
        """Report `after` hooks that set each other off without using anything up."""
        hooks = {str(index): hook for index, hook in enumerate(hooks_of(self.game)) if hook.moment == "after"}
        inside = {key: list(self.graph.everything_in(hook.block)) for key, hook in hooks.items()}
        graph = {
            key: [other for other, hook in hooks.items() if any(_sets_off(node, hook.event) for node in nodes)]
            for key, nodes in inside.items()
        }
        for cycle in cycles(graph):
            together = [node for key in cycle for node in inside[key]]
            back = given_back(together)
            if not any(_for_good(node, back) for node in together):
                self.report.error(
                    "C412",
                    hooks[cycle[0]].event.span,
                    "this sets itself off again, for ever",
                    label="what follows makes this happen once more",
                    help="let it use something up, or act only `if` something is still to be done and mark it as done",
                    notes=[Note("it goes on in", hooks[key].event.span) for key in cycle[1:]],
                )

    # ---- loops ----------------------------------------------------------------------------------------------

    def check_loops(self) -> None:
        for node in descendants(self.game):
            if not isinstance(node, ir.Repeat) or node.most is not None:
                continue
            ends = read_by(self.with_queries(node.condition)) if node.condition is not None else None
            if self.comes_to_an_end(node.block, ends):
                continue
            asks = any(isinstance(inner, ir.Ask) for inner in statements_in(node.block))
            what = "spend, discard or mark something"
            self.report.error(
                "C410",
                _head_of(node.span, node.block.span),
                "this could go on for ever",
                label="a round may use nothing up" if ends is None else "a round may bring the end no nearer",
                help=[
                    "give it a number: `repeat 10 times while …`, or `up to 10 times` if one may stop",
                    f"or let each round {what}{' that the condition asks for' if ends else ''}, and not give it back",
                    *(["also if the offer is refused: `ask … else { mark … as … }`"] if asks else []),
                ],
            )

    def comes_to_an_end(self, block: ir.Block, ends: set[str] | None) -> bool:
        """Whether rounds of a loop can't go on for ever.

        An option that uses up what no option gives back is taken only so often. Without it the others give back less,
        so the same is asked of them, until none is left.
        """
        choices = [statement for statement in block.statements if isinstance(statement, ir.ChooseOne)]
        ways = [option.block for option in choices[0].options] if choices else []
        rest = ir.Block(block.span, tuple(s for s in block.statements if s not in choices[:1]))
        while True:
            back = given_back(self.graph.everything_in(rest, *ways))
            one_round = _Round(self.graph, back, ends)
            if one_round.uses_up(rest):
                return True
            left = [way for way in ways if not one_round.uses_up(way)]
            if len(left) == len(ways):
                return False
            if not left:
                return True
            ways = left

    def with_queries(self, condition: ir.Expr) -> Iterable[ir.Node]:
        """A condition with the queries it asks."""
        seen: set[str] = set()
        waiting: list[ir.Expr] = [condition]
        while waiting:
            for node in descendants(waiting.pop()):
                yield node
                if isinstance(node, ir.QueryOf) and node.query not in seen and node.query in self.queries:
                    seen.add(node.query)
                    waiting.append(self.queries[node.query].value)

    def check_end(self) -> None:
        """Report a game that never ends."""
        if not any(isinstance(node, ir.EndGame) for node in descendants(self.game)):
            turn = next((p for p in self.game.procedures if p.name == "turn"), None)
            span = _head_of(turn.span, turn.block.span) if turn is not None else self.game.span
            self.report.error(
                "C413",
                span,
                "this game never ends",
                label="`turn` is carried out again and again",
                help="say when it is over: `end game by highest its points [end]`",
            )


class _Round:
    """Whether a round of a loop uses something up, whichever way it goes."""

    def __init__(self, graph: CallGraph, back: set[str], ends: set[str] | None) -> None:
        self.graph = graph
        self.back = back
        self.ends = ends

    def uses_up(self, block: ir.Block) -> bool:
        return any(self.statement(statement) for statement in block.statements) and not any(
            isinstance(node, ir.Ask) and (node.otherwise is None or not self.uses_up(node.otherwise))
            for node in statements_in(block)
        )

    def statement(self, node: ir.Stmt) -> bool:
        match node:
            case ir.ChooseOne(options=options):
                return all(self.uses_up(option.block) for option in options)
            case ir.If(then=then, otherwise=otherwise) | ir.IfPossible(then=then, otherwise=otherwise):
                return otherwise is not None and self.uses_up(then) and self.uses_up(otherwise)
            case ir.AsPlayer(block=block, each=False):
                return self.uses_up(block)
            case ir.Repeat(block=block) if node.least is not None:
                return self.uses_up(block)
            case ir.Do(procedure=str(name)) if name in self.graph.blocks:
                return self.uses_up(self.graph.blocks[name])
            case _:
                return _for_good(node, self.back, self.ends)


def _for_good(node: ir.Node, back: set[str], ends: set[str] | None = None) -> bool:
    """Whether a sentence uses something up that is not given back; of `ends`, if these are what a loop waits for."""
    used = used_up(node) - back
    if ends is None:  # no condition looks at what is left: what takes only as far as there is may take nothing
        return isinstance(node, SURE) and bool(used)
    return bool(used & ends)


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


def _head_of(whole: Span, body: Span) -> Span:
    """What stands before the braces of a loop or query."""
    head = whole.source.text[whole.start : body.start].rstrip().removesuffix("{").rstrip()
    return whole.source.span(whole.start, whole.start + len(head))
