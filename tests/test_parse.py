"""Sources into declarations: any text whatever gives nodes or diagnostics, never an exception."""

import os
import random
import re
import time
from collections.abc import Iterator
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from compiler import nodes
from compiler.diagnostics import Report, render
from compiler.format import format_text
from compiler.nodes import Declaration, Node
from compiler.parse import grammar, parse, pieces
from compiler.source import Source
from tests.generate import random_declaration, random_source

FUZZ = bool(os.environ.get("CARDWRIGHT_FUZZ"))
random_input = settings(
    max_examples=5_000 if FUZZ else 150, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

COURT = """# courts
court_card 43 "Giljee Nobles" {
  region kandahar   rank 1
  impact tribe, army, favor(economic)
  bought "Riots" [riots] { remove all tribes and armies in herat }
}
action tax [tax] {
  repeat 1 to this card's rank times {
    choose one [tax.source] {
      option market slot in slots { take 1 rupee from slot }
      option rival player in other players {
        require player's rupees > player's tax_shelter [tax.shelter]
        take 1 rupee from player
      }
    }
  }
}
"""


def parsed(text: str) -> tuple[Declaration, ...]:
    """The declarations of a text without mistakes."""
    report = Report()
    found = parse(Source("x.card", text), report)
    assert not report.has_errors, render(report, colour=False)
    return found


def inner(node: object) -> Iterator[Node]:
    """A node and all nodes in it."""
    if isinstance(node, tuple):
        for part in node:
            yield from inner(part)
    elif isinstance(node, Node):
        yield node
        for field in fields(node):
            yield from inner(getattr(node, field.name))


# ---- declarations -------------------------------------------------------------------------------------


def test_a_card_has_fields_and_parts() -> None:
    card = parsed(COURT)[0]
    assert isinstance(card, nodes.Card)
    region, rank, impact, bought = card.items
    assert isinstance(region, nodes.Field)
    assert isinstance(rank, nodes.Field)
    assert isinstance(impact, nodes.Field)
    assert isinstance(bought, nodes.Part)
    assert card.title
    assert card.title.value == "Giljee Nobles"
    assert [field.name.text for field in (region, rank, impact)] == ["region", "rank", "impact"]
    assert len(impact.values) == 3
    assert bought.ref
    assert bought.ref.id == "riots"
    assert len(bought.block.statements) == 1


def test_sentences_need_no_separator() -> None:
    (found,) = parsed("action a { gain 1 coin lose 2 coins if x { } discard it }")
    assert isinstance(found, nodes.Procedure)
    kinds = [type(statement) for statement in found.block.statements]
    assert kinds == [nodes.Gain, nodes.Lose, nodes.If, nodes.Discard]


def test_spans_cover_the_words_of_a_node_in_its_file() -> None:
    action = parsed(COURT)[1]
    assert isinstance(action, nodes.Procedure)
    assert action.span.line == 7
    assert action.span.text == COURT[COURT.index("action tax") :].rstrip()
    texts = [node.span.text for node in inner(action) if isinstance(node, nodes.Require)]
    assert texts == ["require player's rupees > player's tax_shelter [tax.shelter]"]


def test_every_node_lies_inside_the_node_around_it() -> None:
    for declaration in parsed(COURT):
        for node in inner(declaration):
            for part in inner(node):
                assert node.span.start <= part.span.start <= part.span.end <= node.span.end


def test_layout_and_comments_mean_nothing() -> None:
    other = 'court_card 43 "Giljee Nobles"{region kandahar rank 1 # rank\n impact tribe,army , favor( economic )\n'
    assert (
        parsed(other + "bought".rjust(9) + ' "Riots"[riots]{ remove all tribes and armies in herat}\n}')
        == parsed(COURT)[:1]
    )


def test_words_written_with_a_blank_in_between_are_one() -> None:
    assert parsed("instead  of build { for   each x in y { } }") == parsed("instead of build { for each x in y { } }")


def test_a_keyword_is_a_name_where_the_grammar_has_no_use_for_it() -> None:
    (found,) = parsed("action move [move] { }")
    assert isinstance(found, nodes.Procedure)
    assert found.name.text == "move"


@pytest.mark.parametrize("text", ["mark used once", "action a { for each x index { } }", "count coin ofplayer"])
def test_a_keyword_is_a_whole_word(text: str) -> None:
    report = Report()
    assert parse(Source("x.card", text), report) == ()
    assert [found.code for found in report] == ["C117"]


def test_a_name_may_begin_like_a_keyword() -> None:
    (found,) = parsed("action a { gain 1 island discard inn of android on forest }")
    assert isinstance(found, nodes.Procedure)
    assert [type(statement) for statement in found.block.statements] == [nodes.Gain, nodes.Discard]


# ---- pieces -------------------------------------------------------------------------------------------


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in pieces(text)]


def test_a_file_is_cut_at_lines_that_begin_in_column_0() -> None:
    assert cut("# a\nuse a\n\n# b\nuse b\n  .c\n}\n") == ["use a\n\n# b\n", "use b\n  .c\n}\n"]


def test_comments_and_blanks_are_no_declaration() -> None:
    assert cut("# a\n  # b\n\n") == []
    assert cut("") == []


def test_text_before_the_first_declaration_is_a_piece() -> None:
    assert cut("  x\nuse a\n") == ["  x\n", "use a\n"]
    assert cut("}\nuse a\n") == ["}\n", "use a\n"]
    assert cut("  x") == ["  x"]


def test_the_same_text_elsewhere_is_parsed_from_the_cache_and_has_its_own_place() -> None:
    first, second = parsed("zone out_of_play: pile of card, open\nzone out_of_play: pile of card, open\n")
    assert first == second
    assert (first.span.line, second.span.line) == (1, 2)


# ---- grammar and nodes --------------------------------------------------------------------------------


def test_every_class_of_the_tree_is_built_from_some_source() -> None:
    """Random sources reach every rule of the grammar, so each node class is right about its children."""
    known = {value for value in vars(nodes).values() if isinstance(value, type) and issubclass(value, Node)}
    built: set[type] = {Node}
    for seed in range(20_000):
        for declaration in parsed(random_declaration(random.Random(seed))):
            built |= {type(node) for node in inner(declaration)}
        if built >= known:
            break
    assert known - built == set()


def test_every_node_has_what_its_class_says() -> None:
    """The types written in nodes.py hold for what the parser builds."""
    for seed in range(500):
        for declaration in parsed(random_declaration(random.Random(seed))):
            for node in inner(declaration):
                for field in fields(node):
                    value = getattr(node, field.name)
                    assert fits(value, str(field.type)), (type(node).__name__, field.name, value)


def fits(value: object, hint: str) -> bool:
    """Whether a value is of a type as nodes.py writes it: `Number | None`, `tuple[Name, ...]`."""
    for part in re.findall(r"tuple\[.*?, \.\.\.\]|\w+", hint):
        if part.startswith("tuple["):
            found = isinstance(value, tuple) and all(fits(member, part[6:-6]) for member in value)
        elif part == "None":
            found = value is None
        else:
            meant = {"str": str, "int": int, **vars(nodes)}[part]
            found = fits(value, meant) if isinstance(meant, str) else isinstance(value, meant)
        if found:
            return True
    return False


# ---- whatever anybody writes --------------------------------------------------------------------------

MANY = 2_500
HOSTILE = {
    "nested parentheses": ("query x: number { " + "(" * MANY + "1" + ")" * MANY + " }", "C110"),
    "open parentheses": ("query x: number { " + "(" * MANY, "C110"),
    "nested blocks": ("action x " + "{ may " * MANY, "C110"),
    "possessives": ("query x: number { x" + "'s y" * MANY + " }", "C110"),
    "possessives without an end": ("query x: number { x" + "'s y" * MANY, "C114"),
    "nots": ("query x: yes/no { " + "not " * MANY + "x }", "C110"),
    "a long sum": ("query x: number { 1" + " + 1" * MANY + " }", "C110"),
    "a long product": ("query x: number { 1" + " * 1" * MANY + " }", "C110"),
    "a long or": ("query x: number { x" + " or x" * MANY + " }", "C110"),
    "otherwise": ("query x: number { " + "x otherwise " * MANY + "x }", "C110"),
    "if then else": ("query x: number { " + "if x then y else " * MANY + "x }", "C110"),
    "nested ifs": ("query x: number { " + "if " * MANY + "x }", "C117"),
    "else if": ("action x { " + "if y { } else " * MANY + "{ } }", "C110"),
    "else if without an end": ("action x { " + "if y { } else " * MANY, "C114"),
    "nested calls": ("query x: number { " + "f(" * 79 + "1" + ")" * 79 + " }", "C110"),
    "a long name": ("actio" + "x" * 40_000, "C116"),
    "a long word in a block": ("action x { " + "x" * 40_000, "C117"),
    "a long capital word": ("action x { " + "X" * 40_000, "C111"),
    "a long text": ('game x "' + "x" * 40_000, "C113"),
    "a long rule id": ("action x [" + "x " * 20_000, "C119"),
    "a long number": ("action x { gain " + "1" * 100_000 + " x }", "C112"),
    "many words": ("action x { gain " + "x " * 20_000 + "1 }", "C117"),
    "far too many words": ("action x { gain " + "x " * 300_000 + "1 }", "C122"),
    "many closing braces": ("action x { " + "} " * MANY, "C115"),
    "many rule ids": ("[a]" * MANY, "C116"),
    "many quotes": ('"' * MANY, "C116"),
    "many odd signs": ("action x { " + "&" * MANY, "C111"),
    "many blanks": (" " * 100_000 + "x", "C116"),
    "many comments": ("# x\n" * 30_000 + " x", "C116"),
    "half a hook": ("action x { instead", "C117"),
    "half a loop": ("action x { for", "C117"),
    "half a possessive": ("action x { gain y'", "C111"),
    "half a comparison": ("action x { require y >", "C114"),
    "half a rule id": ("action x [", "C119"),
    "a single letter": ("x", "C116"),
    "a NUL": ("use a\0", "C111"),
    "a lone surrogate": ("use a\ud800", "C111"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_gets_a_diagnostic_at_once(name: str) -> None:
    text, code = HOSTILE[name]
    report = Report()
    grammar()
    start = time.process_time()
    assert parse(Source("x.card", text), report) == ()
    assert time.process_time() - start < 2
    assert [found.code for found in report] == [code]
    assert len(render(report, colour=False)) < 1_500


def assert_all_is_accounted_for(text: str) -> None:
    """Each piece is a declaration or has exactly one mistake, inside it; formatting changes nothing of that."""
    source, report = Source("x.card", text), Report()
    found = parse(source, report)
    for start, end in pieces(text):
        declared = [declaration for declaration in found if start <= declaration.span.start < end]
        mistakes = [d for d in report if d.span and start <= d.span.start < d.span.end <= end]
        assert len(declared) + len(mistakes) == 1 or {mistake.code for mistake in mistakes} == {"C120"}
    for diagnostic in report:
        assert diagnostic.code.startswith(("C11", "C120"))
        words = re.sub("`.*`", "", diagnostic.message)
        assert not re.search(r"[A-Z]{2}|_|\$", words), diagnostic.message
    render(report, colour=True)

    laid_out = format_text(text)
    again = Report()
    assert format_text(laid_out) == laid_out
    assert parse(Source("x.card", laid_out), again) == found
    assert [diagnostic.code for diagnostic in again] == [diagnostic.code for diagnostic in report]


@pytest.mark.fuzz
@random_input
@given(st.text())
@example("\x0cuse a")
@example("use a\x85use b")
@example("use a\u2028use b\n}")
@example("\ufeffuse a\r\nuse b\r")
def test_any_text_is_parsed_or_reported(text: str) -> None:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")  # as reading.py does
    assert_all_is_accounted_for(text)


WORDS = sorted(
    {terminal.pattern.value.removesuffix(r"\b").replace("\\", "") for terminal in grammar().terminals}
    | {"x", "3", '"t"', "[r]", "\n", "\n  ", "\n}", "# c\n", '"', "[", "]", ";", "=", "==", ".", "A", "'", "//"}
)


@pytest.mark.fuzz
@random_input
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(["", " ", "\n "]))
def test_any_words_are_parsed_or_reported(words: list[str], space: str) -> None:
    assert_all_is_accounted_for(space.join(words))


@pytest.mark.fuzz
@random_input
@given(st.integers(0, 10**9), st.data())
def test_a_damaged_source_is_parsed_or_reported(seed: int, data: st.DataObject) -> None:
    source = random_source(random.Random(seed), 2)
    tokens = re.findall(r'"[^"\n]*"|#[^\n]*|\w+|\s+|.', source)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(tokens) - 1)))
        match data.draw(st.sampled_from(["delete", "insert", "duplicate", "cut", "swap"])):
            case "delete":
                del tokens[at : at + 1]
            case "insert":
                tokens.insert(at, data.draw(st.sampled_from(WORDS)))
            case "duplicate":
                tokens[at:at] = tokens[at : at + 3]
            case "cut":
                del tokens[at + 1 :]
            case _:
                tokens[at : at + 2] = reversed(tokens[at : at + 2])
    assert_all_is_accounted_for("".join(tokens))
