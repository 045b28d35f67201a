"""Things nobody uses, effects nobody reaches, comparisons that are always the same.

Declarations of shared files need not all be used by one game: only those in the game's own folder are looked at.
"""

from __future__ import annotations

from compiler import ir, nodes
from compiler.diagnostics import Note, Report
from compiler.resolve import AllMembers, FormOf, Table
from compiler.source import Span
from compiler.walk import descendants

_WHAT = {
    nodes.Query: "query", nodes.Order: "order", nodes.Track: "track", nodes.Mark: "mark", nodes.Zone: "zone",
    nodes.Count: "count", nodes.Pieces: "pieces", FormOf: "form", nodes.Variant: "variant",
}  # fmt: skip


def check_usage(game: ir.Game, table: Table, report: Report, own: str) -> None:
    """Report what is declared or written in vain."""
    _unused(table, report, own)
    _unread_fields(table, report, own)
    _unread_values(game, table, report, own)
    for node in descendants(game):
        _unreachable(node, report)
        _never_true(node, table, report)


def _unused(table: Table, report: Report, own: str) -> None:
    reported: set[Span] = set()
    for name, meaning in table.nouns.items():
        what = _WHAT.get(type(meaning))
        if what is None or isinstance(meaning, AllMembers) or (isinstance(meaning, nodes.Variant) and meaning.rules):
            continue
        words = [name]
        span = table.places[f"noun:{name}"]
        if isinstance(meaning, nodes.Zone | nodes.Count | nodes.Pieces | FormOf):
            noun = meaning.form.noun if isinstance(meaning, FormOf) else meaning.noun
            if isinstance(meaning, FormOf) and not _is_used(meaning.pieces.noun, table):
                noun, what = meaning.pieces.noun, "pieces"  # one report for the pieces with all their forms
            words = [noun.singular.text, *([noun.plural.text] if noun.plural else [])]
            span = noun.singular.span
        if not any(f"noun:{word}" in table.used for word in words) and span not in reported:
            reported.add(span)
            _report_unused(span, what, words[0], report, own)
    for name, procedure in table.procedures.items():
        if f"procedure:{name}" not in table.used:
            family = procedure.family.text
            _report_unused(procedure.name.span, "procedure" if family == "to" else family, name, report, own)
    for name, ability in table.abilities.items():
        if f"ability:{name}" not in table.used:
            _report_unused(ability.name.span, "ability", name, report, own)
    for name in table.types:
        plurals = [n for n, m in table.nouns.items() if m == AllMembers(name)]
        used = f"type:{name}" in table.used or any(f"noun:{plural}" in table.used for plural in plurals)
        node = table.types[name]
        if isinstance(node, nodes.Map):
            edge = node.edge_noun
            words = [f"type:{edge.singular.text}", f"noun:{(edge.plural or edge.singular).text}"]
            members = [f"member:{name}.{end.text}" for edge in node.edges for end in (edge.start, edge.end)]
            used = used or any(word in table.used for word in (*words, *members))
        must_be_named = isinstance(node, nodes.Axis) or (
            isinstance(node, nodes.Map) and node.noun.singular.text != name
        )
        if not used and not must_be_named:
            _report_unused(table.places[f"type:{name}"], type(node).__name__.lower(), name, report, own)


def _is_used(noun: nodes.Noun, table: Table) -> bool:
    return any(f"noun:{word.text}" in table.used for word in (noun.singular, noun.plural) if word is not None)


def _report_unused(span: Span, what: str, name: str, report: Report, own: str) -> None:
    if span.source.path.startswith(own):
        asked = "asked for" if what == "mark" else "used"
        report.error(
            "C405",
            span,
            f"the {what} `{name}` is never {asked}"
            if what not in ("pieces",)
            else f"the pieces `{name}` are never used",
            help="use it, or remove the declaration",
        )


def _unread_fields(table: Table, report: Report, own: str) -> None:
    for kind, kind_fields in table.kinds.items():
        for name, field in kind_fields.items():
            if f"field:{kind}.{name}" not in table.used and field.entry.span.source.path.startswith(own):
                report.error(
                    "C406",
                    field.entry.name.span,
                    f"nothing reads the field `{name}`",
                    label="it is printed, but no rule asks for it",
                    help=f"use it in a rule (`card's {name}`), or remove it",
                )


def _unread_values(game: ir.Game, table: Table, report: Report, own: str) -> None:
    """Tracks and counts that are written, but whose value no rule, cost or condition ever needs."""
    written, read = set(), set()
    goals: set[int] = set()
    for node in descendants(game):
        match node:
            case ir.SetTo(target=target) | ir.RaiseBy(target=target) | ir.LowerBy(target=target):
                goals.add(id(target))
            case ir.MoveCount(count=target):
                goals.add(id(target))
            case ir.Remove(things=things):
                goals.update(id(thing) for thing in things)
            case ir.Gain(count=name):
                written.add(name)
            case ir.Pay(count=name) | ir.Take(count=name) | ir.Lose(count=name):
                read.add(name)
            case ir.TrackOf(track=name) | ir.CountOf(count=name):
                (written if id(node) in goals else read).add(name)
            case _:
                pass
    for name in sorted(written - read):
        meaning = table.nouns[name]
        place = table.places[f"noun:{name}"]
        if place.source.path.startswith(own):
            what = "track" if isinstance(meaning, nodes.Track) else "count"
            report.error(
                "C408",
                place,
                f"nothing reads the {what} `{name}`",
                label="it is written, but no rule asks for it",
                help="use it in a condition, a cost or the ranking, or remove it",
            )


def _unreachable(node: ir.Node, report: Report) -> None:
    if isinstance(node, ir.Block):
        for statement, behind in zip(node.statements, node.statements[1:], strict=False):
            if isinstance(statement, ir.EndGame):
                report.error(
                    "C404",
                    behind.span,
                    "this is never reached",
                    label="the game is over before",
                    help="remove it, or put it before `end game`",
                    notes=[Note("the game ends in", statement.span)],
                )
                return
    if isinstance(node, ir.If) and isinstance(node.condition, ir.Answer):
        report.error(
            "C404",
            node.condition.span,
            f"this is always {'yes' if node.condition.value else 'no'}",
            label="so one of the two ways is never taken",
            help="leave out the `if`, or ask for something that can change",
        )
    if isinstance(node, ir.Require) and isinstance(node.condition, ir.Answer):
        report.error(
            "C404",
            node.condition.span,
            f"this is {'always' if node.condition.value else 'never'} so",
            help="leave out the `require`" if node.condition.value else "remove what can never happen",
        )


def _never_true(node: ir.Node, table: Table, report: Report) -> None:
    """A printed number compared with one it can't be."""
    match node:
        case ir.Compare(operator=operator, left=ir.FieldOf(name=name, card=card), right=ir.Number(value=value)):
            ranges = [f[name].entry.type for f in table.kinds.values() if name in f]
            bounds = [(r.low.value, r.high.value) for r in ranges if isinstance(r, nodes.RangeType)]
            if not bounds or len(bounds) < len(ranges):
                return
            low, high = min(b[0] for b in bounds), max(b[1] for b in bounds)
            sure = isinstance(card, ir.Local) and card.type in table.kinds
            numbers = set(range(low, high + 1)) if sure else {0, *range(low, high + 1)}  # of none it is 0
            outcomes = {_holds(operator, number, value) for number in numbers}
            if len(outcomes) == 1:
                report.error(
                    "C424",
                    node.span,
                    f"this is {'always' if outcomes.pop() else 'never'} so",
                    label=f"`{name}` is {low} to {high}",
                    help="compare it with a number in between",
                )


def _holds(operator: str, left: int, right: int) -> bool:
    match operator:
        case "is":
            return left == right
        case "is not":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left >= right
