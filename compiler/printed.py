"""Cards: lowers what is printed on them."""

from __future__ import annotations

from compiler import ir, nodes
from compiler.calls import wrong_count
from compiler.diagnostics import Note
from compiler.scope import Scope
from compiler.types import NUMBER, UNKNOWN, Type, article, describe
from compiler.vocabulary import Vocabulary

MOST_COPIES = 999


class Cards(Vocabulary):
    """Lowers cards, their fields and the effects printed on them."""

    def card(self, node: nodes.Card) -> ir.Card | None:
        kind = node.kind.text
        if kind not in self.table.kinds:
            self.kind_name(node.kind)
            return None
        self.table.use("type", kind)
        declared = self.table.kinds[kind]
        scope = Scope(this_card=Type(kind))
        printed: dict[str, nodes.Node] = {}
        card_fields, parts, rules = [], [], []
        copies = 1
        for item in node.items:
            if isinstance(item, nodes.Field | nodes.Part):
                if item.name.text in printed:
                    self.report.error(
                        "C203",
                        item.name.span,
                        f"`{item.name.text}` is written twice on this card",
                        help="remove one of the two",
                        notes=[Note("first written in", printed[item.name.text].span)],
                    )
                    continue
                printed[item.name.text] = item
            match item:
                case nodes.Field(name=nodes.Name(text="copies")):
                    copies = self.copies(item)
                case nodes.Field() | nodes.Part() if item.name.text not in declared:
                    names = [*declared, "copies"] if isinstance(item, nodes.Field) else list(declared)
                    if (meant := self.unknown_field(item, article(kind), names)) is not None:
                        printed.setdefault(meant, item)  # so that it is not reported as missing, too
                case nodes.Field():
                    if (lowered := self.card_field(item, kind)) is not None:
                        card_fields.append(lowered)
                case nodes.Part():
                    parts.append(self.part(item, kind, scope))
                case _:
                    rules.append(self.rule(item, scope))
        missing = {
            name: field
            for name, field in declared.items()
            if not (field.type.many or field.type.optional or name in printed)
        }
        if missing:
            items = [f"{name} {{ … }}" if f.type.base == "effect" else f"{name} …" for name, f in missing.items()]
            self.report.error(
                "C327",
                node.kind.span.to(node.number.span),
                f"this {kind} has no {' and no '.join(f'`{name}`' for name in missing)}",
                help=f"add `{'   '.join(items)}`",
                notes=[Note("its fields are declared in", next(iter(missing.values())).entry.span)],
            )
        title = node.title.value if node.title else None
        key = (tuple(card_fields), tuple(parts), tuple(rules))
        return ir.Card(node.span, kind, node.number.value, title, copies, *key)

    def copies(self, item: nodes.Field) -> int:
        value = item.values[0]
        if (
            len(item.values) == 1
            and isinstance(value, nodes.NumberValue)
            and value.high is None
            and 1 <= value.low.value <= MOST_COPIES
        ):
            return value.low.value
        self.report.error("C328", item.span, f"`copies` is a number from 1 to {MOST_COPIES}", help="write `copies 3`")
        return 1

    def card_field(self, item: nodes.Field, kind: str) -> ir.CardField | None:
        declared = self.table.kinds[kind][item.name.text]
        if declared.type.base == "effect":
            self.report.error(
                "C328", item.span, f"`{item.name.text}` is an effect", help=f"write `{item.name.text} {{ … }}`"
            )
            return None
        if len(item.values) > 1 and not declared.type.many:
            self.report.error(
                "C328",
                item.values[1].span,
                f"`{item.name.text}` has one value",
                label="this is one more",
                help="leave it out, or declare the field as `list of …`",
                notes=[Note("the field is declared in", declared.entry.span)],
            )
        values = [self.printed_value(value, declared.type, declared.entry) for value in item.values]
        return ir.CardField(item.span, item.name.text, tuple(value for value in values if value is not None))

    def printed_value(
        self, value: nodes.Value, type_: Type, entry: nodes.Entry
    ) -> ir.Number | ir.Answer | ir.Member | ir.AbilityUse | None:
        what = f"`{entry.name.text}`"
        match value:
            case nodes.NumberValue(low=low, high=None) if type_.base == "number":
                if (
                    isinstance(entry.type, nodes.RangeType)
                    and not entry.type.low.value <= low.value <= entry.type.high.value
                ):
                    self.report.error(
                        "C329",
                        value.span,
                        f"{what} is {entry.type.low.value} to {entry.type.high.value}, not {low.value}",
                        help="print another number, or change the range of the field",
                        notes=[Note("the field is declared in", entry.span)],
                    )
                return ir.Number(value.span, low.value)
            case nodes.NameValue(name=name, arguments=None) if type_.base == "yes/no" and name.text in ("yes", "no"):
                return ir.Answer(value.span, name.text == "yes")
            case nodes.NameValue(name=name) if type_.base == "ability" and name.text in self.table.abilities:
                self.table.use("ability", name.text)
                arguments = self.printed_arguments(value, "ability", name.text)
                return ir.AbilityUse(value.span, name.text, arguments)
            case nodes.NameValue(name=name) if self.table.is_member(name.text, type_.base):
                self.table.use("member", f"{type_.base}.{name.text}")
                if type_.base in ("icon", "action"):
                    self.table.use("procedure", name.text)
                    arguments = self.printed_arguments(value, "procedure", name.text)
                    return ir.Member(value.span, type_.base, name.text, arguments)
                if value.arguments is not None:
                    self.report.error(
                        "C301", value.span, f"`{name.text}` takes no arguments", help=f"write `{name.text}`"
                    )
                return ir.Member(value.span, type_.base, name.text)
            case _:
                if type_ != UNKNOWN:
                    self.bad_value(value, type_, what, entry)
                return None

    def printed_arguments(self, value: nodes.NameValue, space: str, name: str) -> tuple[ir.Expr, ...]:
        """The arguments of an icon, action or ability on a card."""
        params = self.table.params_of(space, name)
        given = value.arguments or ()
        if len(given) != len(params):
            wants = f"{name}({', '.join(p.name for p in params)})" if params else name
            self.report.error("C301", value.span, wrong_count(name, len(params), len(given)), help=f"write `{wants}`")
            return ()
        found: list[ir.Expr] = []
        for param, argument in zip(params, given, strict=True):
            if isinstance(argument, nodes.NumberValue) and param.type == NUMBER and argument.high is None:
                found.append(ir.Number(argument.span, argument.low.value))
            elif isinstance(argument, nodes.NameValue) and self.table.is_member(argument.name.text, param.type.base):
                self.table.use("member", f"{param.type.base}.{argument.name.text}")
                found.append(ir.Member(argument.span, param.type.base, argument.name.text))
            elif param.type != UNKNOWN:
                self.bad_value(argument, param.type, f"`{param.name}` of `{name}`")
        return tuple(found)

    def part(self, item: nodes.Part, kind: str, scope: Scope) -> ir.Part:
        declared = self.table.kinds[kind][item.name.text]
        if declared.type.base not in ("effect", "?"):
            self.report.error(
                "C328",
                item.name.span,
                f"`{item.name.text}` is no effect",
                label=f"it is {describe(declared.type)}",
                help=f"write `{item.name.text} …` without braces",
                notes=[Note("the field is declared in", declared.entry.span)],
            )
        title = item.title.value if item.title else None
        return ir.Part(item.span, item.name.text, title, self.rule_id(item.ref), self.block(item.block, scope))
