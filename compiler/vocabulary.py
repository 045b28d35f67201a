"""Words: lowers the declarations that say what exists."""

from __future__ import annotations

from collections.abc import Sequence

from compiler import ir, nodes
from compiler.diagnostics import Note, did_you_mean, suggestion
from compiler.fitting import one_of
from compiler.resolve import only_on_cards
from compiler.sentences import Sentences
from compiler.types import NUMBER, UNKNOWN, Type, describe

LONGEST_AXIS = 100


class Vocabulary(Sentences):
    """Lowers enums, maps, grids, pieces, counts, tracks, marks, zones and kinds."""

    def map(self, node: nodes.Map) -> ir.Map:
        ends: list[str] = []
        edges = []
        for edge in node.edges:
            ends += [end.text for end in (edge.start, edge.end) if end.text not in ends]
            edges.append(ir.Edge(edge.span, edge.start.text, edge.end.text))
        return ir.Map(node.span, *words(node.noun), tuple(ends), *words(node.edge_noun), tuple(edges))

    def grid(self, node: nodes.Grid) -> ir.Grid:
        if node.holding is not None and node.holding.text != "card":
            self.kind_name(node.holding)
        axes = []
        for axis in node.axes:
            type_ = self.table.axis_types.get((node.noun.singular.text, axis.name.text), UNKNOWN)
            names: list[str] = []
            numbers: list[int] = []
            for value in axis.values:
                if isinstance(value, nodes.NumberValue):
                    high = value.high.value if value.high else value.low.value
                    low = value.low.value
                    if high < low:
                        self.report.error("C421", value.span, "this range is empty", help=f"write `{high} to {low}`")
                        continue
                    if high - low > LONGEST_AXIS:
                        message = f"this axis is too long: it has {high - low + 1} places"
                        self.report.error("C421", value.span, message, help=f"write at most {LONGEST_AXIS} places")
                        continue
                    numbers += range(low, high + 1)
                elif type_.base == axis.name.text and isinstance(self.table.types.get(axis.name.text), nodes.Axis):
                    names.append(value.name.text)
            axes.append(ir.Axis(axis.span, axis.name.text, str(type_), tuple(names), tuple(numbers)))
        holding = node.holding.text if node.holding else None
        return ir.Grid(node.span, node.name.text, *words(node.noun), holding, tuple(axes))

    def piece_kind(self, node: nodes.Pieces) -> ir.Pieces:
        self.thing_type(node.owner)
        if node.stock.value == 0:
            self.report.error("C422", node.stock.span, "no piece at all?", help="write how many each owner has")
        forms = []
        for form in node.forms:
            self.thing_type(form.place)
            forms.append(ir.Form(form.span, *words(form.noun), form.label.text, form.place.text))
        fresh = self.reset(node.fresh.reset) if node.fresh else None
        return ir.Pieces(node.span, *words(node.noun), node.owner.text, node.stock.value, tuple(forms), fresh)

    def track(self, node: nodes.Track) -> ir.Track:
        if node.owner is not None:
            self.thing_type(node.owner)
        type_ = self.table.type_of(node.type, self.report)
        only_on_cards(node.type, self.report)
        if type_.many:
            self.report.error("C323", node.type.span, "a track has one value", help="use a mark, or a zone for cards")
        initial = self.initial(node, type_)
        sight: str = "open"
        unless: str | None = None
        if node.sight is not None:
            sight = node.sight.word.text
            if node.sight.unless is not None:
                self.variant_name(node.sight.unless)
                unless = node.sight.unless.text
            if sight == "private" and (node.owner is None or node.owner.text != "player"):
                self.report.error(
                    "C332",
                    node.sight.span,
                    "private to whom?",
                    help="write `of player` behind the name, or `hidden` if nobody may see it",
                )
        owner = node.owner.text if node.owner else None
        reset = self.reset(node.reset)
        return ir.Track(node.span, node.name.text, owner, str(type_), sight, unless, initial, reset)

    def initial(self, node: nodes.Track, type_: Type) -> ir.Number | ir.Answer | ir.Member | ir.NoneValue:
        """The first value of a track: as written, or 0, no, none; an unset thing is none until it is set."""
        value = node.initial
        span = value.span if value is not None else node.span
        if value is None:
            if type_ == NUMBER:
                return ir.Number(span, 0)
            return ir.Answer(span, False) if type_.base == "yes/no" else ir.NoneValue(span)
        if isinstance(value, nodes.NumberValue) and type_ == NUMBER and value.high is None:
            return ir.Number(span, value.low.value)
        if isinstance(value, nodes.NameValue) and value.arguments is None:
            name = value.name.text
            if type_.base == "yes/no" and name in ("yes", "no"):
                return ir.Answer(span, name == "yes")
            if type_.optional and name == "none":
                return ir.NoneValue(span)
            if self.table.is_member(name, type_.base):
                self.table.use("member", f"{type_.base}.{name}")
                return ir.Member(span, type_.base, name)
        if type_ != UNKNOWN:
            self.bad_value(value, type_, f"the first value of `{node.name.text}`")
        return ir.NoneValue(span)

    def zone(self, node: nodes.Zone) -> ir.Zone:
        if node.owner is not None:
            self.thing_type(node.owner)
        if node.holds.text != "card":
            self.kind_name(node.holds)
        if node.sight.unless is not None:
            self.variant_name(node.sight.unless)
        return ir.Zone(
            node.span,
            *words(node.noun),
            node.owner.text if node.owner else None,
            node.shape.text,
            node.holds.text,
            node.sight.word.text,
            node.sight.unless.text if node.sight.unless else None,
            node.full is not None,
        )

    def kind(self, node: nodes.Kind) -> ir.Kind:
        name = node.noun.singular.text
        if node.owner is not None and node.owner.text != "player":
            self.report.error("C324", node.owner.span, "only players have cards of their own", help="write `of player`")
        if node.working_in is not None:
            self.zone_name(node.working_in)
        entries = []
        for field in self.table.kinds.get(name, {}).values():
            entry = field.entry
            low = entry.type.low.value if isinstance(entry.type, nodes.RangeType) else None
            high = entry.type.high.value if isinstance(entry.type, nodes.RangeType) else None
            if low is not None and high is not None and low > high:
                at = entry.type.span if entry.type is not None else entry.span
                self.report.error("C421", at, "this range is empty", help=f"write `{high} to {low}`")
            if field.type.base == "ability":
                self.table.use("field", f"{name}.{entry.name.text}")
                if node.working_in is None:
                    self.report.error(
                        "C325",
                        entry.span,
                        "where do these abilities work?",
                        help=f"name their zone: `kind {'/'.join(words(node.noun))} working in … {{ … }}`",
                    )
            entries.append(ir.Entry(entry.span, entry.name.text, str(field.type), low, high, entry.on_back is not None))
        self.check_home(node)
        owner = node.owner.text if node.owner else None
        working_in = node.working_in.text if node.working_in else None
        return ir.Kind(node.span, *words(node.noun), owner, working_in, tuple(entries))

    def check_home(self, node: nodes.Kind) -> None:
        """The cards of each kind start in the one zone that is `full`: one of their kind, else one of cards."""
        kind = node.noun.singular.text
        zones = {id(m): m for m in self.table.nouns.values() if isinstance(m, nodes.Zone) and m.full is not None}
        own = [zone for zone in zones.values() if zone.holds.text == kind]
        homes = own or [zone for zone in zones.values() if zone.holds.text == "card"]
        if len(homes) == 1 or not any(card == kind for card, _ in self.table.cards):
            return
        if self.misnamed(*(zone.holds for zone in zones.values())):
            return
        owner = " of player" if node.owner is not None else ""
        self.report.error(
            "C246",
            node.noun.span,
            f"{(node.noun.plural or node.noun.singular).text} start {'nowhere' if not homes else 'in two zones'}",
            label="their cards must begin somewhere" if not homes else "each card begins in one place",
            help=f"declare a zone that is full at the start: `zone box{owner}: pile of {kind}, hidden, full`"
            if not homes
            else "leave out `full` in one of them",
            notes=[Note("full at the start is", zone.noun.span) for zone in homes],
        )

    # ---- names of declarations ------------------------------------------------------------------------------

    def thing_type(self, name: nodes.Name) -> str:
        """A type whose members can carry or own something."""
        if name.text in ("player", "card"):
            return name.text
        type_ = self.table.type_of(nodes.NamedType(name.span, name), self.report)
        if type_ == NUMBER or type_.base in ("yes/no", "icon", "action", "ability", "effect"):
            self.report.error(
                "C331", name.span, f"{describe(type_)} can't have anything", help="name a type such as `player`"
            )
        return name.text

    def kind_name(self, name: nodes.Name) -> None:
        if name.text in self.table.kinds:
            self.table.use("type", name.text)
            return
        self.report.error(
            "C235",
            name.span,
            f"unknown kind of card `{name.text}`",
            label="no kind has this name",
            help=suggestion(name.text, [*self.table.kinds, "card"])
            or f"declare it: `kind {name.text}/{name.text}s {{ … }}`",
        )

    def zone_name(self, name: nodes.Name) -> None:
        if isinstance(self.table.nouns.get(name.text), nodes.Zone | nodes.Grid):
            self.table.use("noun", name.text)
            return
        zones = self.table.named(nodes.Zone)
        self.report.error(
            "C236",
            name.span,
            f"unknown zone `{name.text}`",
            label="no zone has this name",
            help=suggestion(name.text, zones) or f"declare it: `zone {name.text}: pile of card, open`",
        )

    def variant_name(self, name: nodes.Name) -> None:
        if isinstance(self.table.nouns.get(name.text), nodes.Variant):
            self.table.use("noun", name.text)
            return
        self.report.error(
            "C237",
            name.span,
            f"unknown variant `{name.text}`",
            label="no variant has this name",
            help=suggestion(name.text, self.table.named(nodes.Variant))
            or f'declare it: `variant {name.text} "Title" {{ … }}`',
        )

    def reset(self, node: nodes.Reset | None) -> str | None:
        """The procedure whose start makes something forgotten."""
        if node is None:
            return None
        name = node.procedure
        if name.text not in self.table.procedures:
            self.report.error(
                "C230",
                name.span,
                f"unknown procedure `{name.text}`",
                label="no procedure has this name",
                help=suggestion(name.text, self.table.procedures) or "name a procedure or phase, such as `turn`",
            )
        self.table.use("procedure", name.text)
        return name.text

    def unknown_field(self, item: nodes.Field | nodes.Part, what: str, names: Sequence[str]) -> str | None:
        """Report a field that does not exist; the field that was meant, if one is near."""
        guess = did_you_mean(item.name.text, names)
        self.report.error(
            "C238",
            item.name.span,
            f"{what} has no field `{item.name.text}`",
            label="no such field",
            help=f"did you mean `{guess}`?" if guess else one_of(names) if names else "leave it out",
        )
        return guess

    def bad_value(self, value: nodes.Value, type_: Type, what: str, entry: nodes.Entry | None = None) -> None:
        """A value that a field or argument can't have."""
        members = self.table.members_of(type_.base)
        written = value.name.text if isinstance(value, nodes.NameValue) else str(value.low.value)
        builtin = {"number": "write a number", "yes/no": "write `yes` or `no`"}.get(type_.base)
        self.report.error(
            "C330",
            value.span,
            f"`{written}` is no {type_.base}"
            if type_.base not in ("number", "yes/no")
            else f"{what} is {describe(type_.one)}",
            label=f"not {describe(type_.one)}" if members else "",
            help=suggestion(written, members) or (one_of(members) if members else builtin),
            notes=[Note("the field is declared in", entry.span)] if entry is not None else (),
        )


def words(noun: nodes.Noun) -> tuple[str, str]:
    """Singular and plural of a noun."""
    return noun.singular.text, (noun.plural or noun.singular).text
