"""Whatever takes arguments: queries, functions, cards by number, places by coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from compiler import ir, nodes
from compiler.adjectives import Adjectives
from compiler.diagnostics import Note
from compiler.fitting import Phrase
from compiler.resolve import FUNCTIONS, Parameter
from compiler.scope import Scope, Typed
from compiler.types import NUMBER, UNKNOWN, Type, article, describe

_USAGE = {
    "max": "write `max(a, b)`",
    "min": "write `min(a, b)`",
    "nth": "write `nth(list, n)`",
    "position": "write `position(list, thing)`",
    "top": "write `top(zone)`",
}


class Calls(Adjectives):
    """Lowers phrases with arguments."""

    def query(self, phrase: Phrase, scope: Scope, meaning: nodes.Query) -> Typed:
        """The value of a query with its arguments."""
        name = phrase.noun.text
        self.table.use("noun", name)
        params = self.table.params_of("noun", name)
        arguments = self.arguments(phrase, params, phrase.arguments or (), scope, f"`{name}`")
        type_ = self.table.type_of(meaning.type, self.report)
        wanted = next((p.type for p in params if p.label is None), None)
        if phrase.owner is not None and wanted is not None:
            given = phrase.owner.type
            of_none = given.optional and not wanted.optional
            if of_none or wanted.base not in (given.base, "card"):
                type_ = type_.or_none
        return Typed(ir.QueryOf(phrase.span, name, arguments), type_)

    def function(self, phrase: Phrase, scope: Scope) -> Typed:
        """`max(a, b)`, `min(a, b)`, `nth(list, n)`, `position(list, x)`, `top(zone)`."""
        name = phrase.noun.text
        given = phrase.arguments or ()
        if len(given) != FUNCTIONS[name] and not (name in ("max", "min") and len(given) > 2):
            self.report.error("C301", phrase.span, wrong_count(name, FUNCTIONS[name], len(given)), help=_USAGE[name])
            return Typed(ir.NoneValue(phrase.span), UNKNOWN)
        if name in ("max", "min"):
            values = tuple(self.number(argument, scope) for argument in given)
            return Typed(ir.Function(phrase.span, name, values), NUMBER)
        things = self.expression(given[0], scope)
        if things.type != UNKNOWN and not things.type.many:
            self.report.error(
                "C302",
                given[0].span,
                f"`{name}` needs a list or a zone, and this is {describe(things.type)}",
                help=_USAGE[name],
            )
            return Typed(things.expr, UNKNOWN)
        if name == "top":
            return Typed(ir.Function(phrase.span, name, (things.expr,)), things.type.one.or_none)
        if name == "nth":
            index = self.number(given[1], scope)
            return Typed(ir.Function(phrase.span, name, (things.expr, index)), things.type.one)
        thing = self.expression(given[1], scope, things.type.one)
        self.expect(thing, things.type.one, given[1].span, "what is looked for", optional=True)
        return Typed(ir.Function(phrase.span, name, (things.expr, thing.expr)), NUMBER)

    def constructed(self, phrase: Phrase, scope: Scope) -> Typed:
        """A card by its number, or a place by its coordinates: `court_card(43)`, `slot(top, 2)`."""
        name, given = phrase.noun.text, phrase.arguments or ()
        self.table.use("type", name)
        node = self.table.types[name]
        match node:
            case nodes.Kind():
                return self.card_value(phrase, node, given, scope)
            case nodes.Grid():
                wanted = [
                    (axis.name.text, self.table.axis_types.get((name, axis.name.text), UNKNOWN)) for axis in node.axes
                ]
            case nodes.Map() if node.edge_noun.singular.text == name:
                wanted = [("end", Type(node.noun.singular.text))] * 2
            case _:
                self.report.error(
                    "C301", phrase.span, f"`{name}` takes no arguments", help=f"name a member of `{name}`"
                )
                return Typed(ir.NoneValue(phrase.span), UNKNOWN)
        if len(given) != len(wanted):
            self.report.error(
                "C301",
                phrase.span,
                wrong_count(name, len(wanted), len(given)),
                help=f"write `{name}({', '.join(label for label, _ in wanted)})`",
            )
            return Typed(ir.NoneValue(phrase.span), Type(name))
        values = []
        for argument, (label, type_) in zip(given, wanted, strict=True):
            value = self.expression(argument, scope, type_)
            self.expect(value, type_, argument.span, f"`{label}` of `{name}`", optional=True)
            if isinstance(node, nodes.Grid):
                self.check_on_grid(node, label, value.expr)
            values.append(value.expr)
        place = ir.PlaceValue(phrase.span, name, tuple(values))
        return Typed(place, Type(name, optional=isinstance(node, nodes.Map) and not self.is_edge(place, node)))

    def check_on_grid(self, grid: nodes.Grid, axis_name: str, value: ir.Expr) -> None:
        """Report a number that an axis of a grid does not have."""
        if not isinstance(value, ir.Number):
            return
        (axis,) = [axis for axis in grid.axes if axis.name.text == axis_name]
        ranges = [(v.low.value, (v.high or v.low).value) for v in axis.values if isinstance(v, nodes.NumberValue)]
        if not any(low <= value.value <= high for low, high in ranges):
            written = ", ".join(v.span.text for v in axis.values)
            self.report.error(
                "C207",
                value.span,
                f"there is no {grid.noun.singular.text} with this number",
                label=f"`{axis_name}` is {written}",
                notes=[Note("declared in", axis.span)],
            )

    def is_edge(self, place: ir.PlaceValue, node: nodes.Map) -> bool:
        """Whether two places named outright are joined; two that are not are reported."""
        ends = [end.name for end in place.coordinates if isinstance(end, ir.Member)]
        if len(ends) < 2:
            return False
        if not any({edge.start.text, edge.end.text} == set(ends) for edge in node.edges):
            joined = sorted({e.text for edge in node.edges for e in (edge.start, edge.end)
                             if ends[0] in (edge.start.text, edge.end.text)} - {ends[0]})  # fmt: skip
            self.report.error(
                "C334",
                place.span,
                f"`{ends[0]}` and `{ends[1]}` are not joined",
                label=f"there is no such {place.type}",
                help=f"`{ends[0]}` is joined with " + " and ".join(f"`{end}`" for end in joined) if joined else None,
                notes=[Note("the map is declared in", node.noun.span)],
            )
        return True

    def card_value(self, phrase: Phrase, kind: nodes.Kind, given: tuple[nodes.Expr, ...], scope: Scope) -> Typed:
        name = phrase.noun.text
        count = 2 if kind.owner is not None else 1
        if len(given) != count:
            usage = f"{name}(number, {kind.owner.text})" if kind.owner else f"{name}(number)"
            self.report.error("C301", phrase.span, wrong_count(name, count, len(given)), help=f"write `{usage}`")
            return Typed(ir.NoneValue(phrase.span), Type(name))
        number = self.number(given[0], scope)
        if isinstance(number, ir.Number) and (name, number.value) not in self.table.cards:
            others = [kind for kind, printed in self.table.cards if printed == number.value]
            self.report.error(
                "C207",
                given[0].span,
                f"there is no {name} {number.value}",
                label="no card has this number",
                help=f"did you mean `{others[0]}({number.value})`?" if others else None,
            )
        owner = None
        if kind.owner is not None:
            typed = self.expression(given[1], scope, Type(kind.owner.text))
            self.expect(typed, Type(kind.owner.text), given[1].span, f"the owner of {article(name)}")
            owner = typed.expr
        return Typed(ir.CardValue(phrase.span, name, number, owner), Type(name))

    def arguments(
        self, phrase: Phrase, params: tuple[Parameter, ...], given: tuple[nodes.Expr, ...], scope: Scope, what: str
    ) -> tuple[ir.Expr, ...]:
        """The arguments in the order of the parameters: the possessor or `of` first, then those in parentheses,
        labelled ones behind `in`, `on` or `for`."""
        rest = list(given)
        owner: Typed | nodes.Simple | None = phrase.owner or phrase.of
        place_used = phrase.place is None
        values: list[ir.Expr] = []
        missing: list[str] = []
        for param in params:
            if param.label is not None:
                if phrase.place is None or phrase.label is None or phrase.label.text != param.label:
                    missing.append(f"{param.label} {param.name}")
                    continue
                place_used = True
                value, span = self.simple(phrase.place, scope, param.type), phrase.place.span
            elif owner is not None:
                value, span = (owner, phrase.span) if isinstance(owner, Typed) else (
                    self.simple(owner, scope, param.type), owner.span
                )  # fmt: skip
                owner = None
            elif rest:
                argument = rest.pop(0)
                value, span = self.expression(argument, scope, param.type), argument.span
            else:
                missing.append(param.name)
                continue
            of_none = value is phrase.owner  # what is asked of none, or of another kind of card, is 0, no or none
            if not (of_none and self.is_a(value.type, param.type.base) and not value.type.many):
                self.expect(value, param.type, span, f"`{param.name}` of {what}", note=param.span)
            values.append(value.expr)
        labels = [param.label for param in params if param.label is not None]
        if not place_used and phrase.label is not None:
            self.report.error(
                "C301",
                phrase.label.span,
                f"{what} takes nothing behind `{phrase.label.text}`",
                label=f"it takes something behind `{labels[0]}`" if labels else "",
                help=f"write `{usage(phrase.noun.text, params)}`",
            )
        elif missing:
            self.report.error(
                "C301",
                phrase.span,
                f"{what} misses {' and '.join(f'`{name}`' for name in missing)}",
                help=f"write `{usage(phrase.noun.text, params)}`",
            )
        elif rest or owner is not None:
            self.report.error(
                "C301", phrase.span, f"{what} has too many arguments", help=f"write `{usage(phrase.noun.text, params)}`"
            )
        return tuple(values)


def wrong_count(name: str, wanted: int, given: int) -> str:
    """Say that something has too few or too many arguments."""
    if wanted == 0:
        return f"`{name}` takes no arguments"
    return f"`{name}` takes {wanted} argument{'s' * (wanted != 1)}, not {given}"


def usage(name: str, params: Sequence[Parameter]) -> str:
    """How a query or procedure is written: `price(player, slot)` or `player's price for slot`."""
    plain = [p for p in params if p.label is None]
    labelled = "".join(f" {p.label} {p.name}" for p in params if p.label is not None)
    if labelled and plain:
        rest = f"({', '.join(p.name for p in plain[1:])})" if len(plain) > 1 else ""
        return f"{plain[0].name}'s {name}{rest}{labelled}"
    return name + (f"({', '.join(p.name for p in plain)})" if plain else "") + labelled
