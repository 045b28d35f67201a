"""Show what a pass made of a game: the syntax tree, the table of names, the checked tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from compiler import nodes
from compiler.console import Usage, listed
from compiler.diagnostics import did_you_mean
from compiler.resolve import AllMembers, FormOf, Table


def tree_text(declarations: Iterable[nodes.Declaration]) -> str:
    """Syntax trees, one field a line; what is left out is not shown."""
    return "\n".join(line for declaration in declarations for line in _tree(declaration, ""))


def _tree(node: nodes.Node, indent: str) -> Iterator[str]:
    place = f"  {node.span.source.path}:{node.span.line}" if not indent else ""
    yield f"{type(node).__name__}{place}"
    indent += "  "
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span" or value is None or value == ():
            continue
        for item in value if isinstance(value, tuple) else (value,):
            first, *rest = [_leaf(item)] if _leaf(item) else _tree(item, indent)
            yield f"{indent}{field.name}: {first}"
            yield from rest


def _leaf(item: object) -> str:
    match item:
        case nodes.Name(text=text) | nodes.Word(text=text):
            return text
        case nodes.Number(value=value):
            return str(value)
        case nodes.Text(value=text):
            return f'"{text}"'
        case nodes.Ref(id=text):
            return f"[{text}]"
    return ""


def names_text(table: Table) -> str:
    """Every name of a game: its space, what it names, where it is declared."""
    rows = []
    for key, span in table.places.items():
        space, name = key.split(":", 1)
        rows.append((space, name, _meaning(table, space, name), f"{span.source.path}:{span.line}"))
    for (kind, number), card in table.cards.items():
        place = f"{card.span.source.path}:{card.span.line}"
        rows.append(("card", f"{kind} {number}", f'"{card.title.value}"' if card.title else "", place))
    rows.sort(key=lambda row: (row[0], row[0] != "card" and row[1]))  # cards stay in the order of the source
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(3)]
    return "\n".join(f"{r[0]:{widths[0]}}  {r[1]:{widths[1]}}  {r[2]:{widths[2]}}  {r[3]}" for r in rows)


def _meaning(table: Table, space: str, name: str) -> str:
    match space:
        case "noun":
            meaning = table.nouns.get(name)
            if isinstance(meaning, AllMembers):
                return f"every {meaning.type}"
            if isinstance(meaning, FormOf):
                return f"form of {meaning.pieces.noun.singular.text}"
            return type(meaning).__name__.lower()
        case "type":
            return type(table.types.get(name)).__name__.lower()
        case "procedure":
            return table.procedures[name].family.text
    return ""


def find_card(cards: Sequence[nodes.Card], wanted: str) -> nodes.Card:
    """The card that is meant by its number, by kind and number, or by its title."""
    found = [card for card in cards if wanted in (str(card.number.value), card_name(card))]
    found = found or [card for card in cards if wanted and _title(card).casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise Usage(f"`{wanted}` is not one card only", f"it could be: {listed(map(card_name, found))}")
    guess = did_you_mean(wanted, map(_title, cards)) or did_you_mean(wanted, map(card_name, cards))
    helps = [f"did you mean `{guess}`?"] if guess else []
    raise Usage(f"there is no card `{wanted}`", *helps, _known(cards))


def card_name(card: nodes.Card) -> str:
    """A card by kind and number: `cargo 13`."""
    return f"{card.kind.text} {card.number.value}"


def _title(card: nodes.Card) -> str:
    return card.title.value if card.title else ""


def _known(cards: Iterable[nodes.Card]) -> str:
    """Which numbers there are, by kind."""
    numbers: dict[str, list[int]] = {}
    for card in cards:
        numbers.setdefault(card.kind.text, []).append(card.number.value)
    if not numbers:
        return "this game has no cards"
    return "the cards are: " + ", ".join(f"{kind} {ranges(found)}" for kind, found in numbers.items())


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in order, runs drawn together: `1-12, 14`."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return listed(str(low) if low == high else f"{low}-{high}" for low, high in parts)
