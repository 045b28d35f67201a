"""What authors are told about a declaration that does not parse."""

import re

import pytest

from compiler.diagnostics import Diagnostic, Report
from compiler.nodes import Number, Procedure
from compiler.parse import grammar, parse
from compiler.source import Source
from compiler.syntax_guards import MAX_DEPTH
from compiler.syntax_words import DECLARATIONS, RULES, SENTENCES, expected_words, spelled


def problems(text: str) -> list[Diagnostic]:
    report = Report()
    parse(Source("x.card", text), report)
    return report.sorted()


def problem(text: str) -> Diagnostic:
    """The only mistake in a text."""
    found = problems(text)
    assert len(found) == 1, found
    return found[0]


def inside(sentences: str) -> str:
    return f"action tax [tax] {{\n  {sentences}\n}}\n"


SENTENCE = "a sentence (`choose`, `may`, …)"
HOW = "start with `action`, `query`, `zone` …, or with a card's kind and number: `treasure 1 { … }`"

# The text, then code, headline, what is underlined, and the help.
CASES = [
    # nesting and numbers
    ("query x: number { " + "(" * 90 + "1" + ")" * 90 + " }", "C110", "nested more than 80 levels deep", "(",
     "give the inner part a name: make it a query or a procedure of its own"),
    ("query x: number { y" + "'s y" * 90 + " }", "C110", "nested more than 80 levels deep", "y",
     "give the inner part a name: make it a query or a procedure of its own"),
    (inside("gain 1234567890 coins"), "C112", "this number has 10 digits, at most 9 are allowed", "1234567890",
     "write a smaller number"),
    # characters
    (inside("gain 1 coin; gain 2 coins"), "C111", "unexpected `;`", ";", "sentences need no separator: leave it out"),
    (inside("require x != 3"), "C111", "unexpected `!=`", "!=", "write `is not`"),
    (inside("require x == 3"), "C111", "unexpected `==`", "==", "write `is`"),
    (inside("require x = 3"), "C111", "unexpected `=`", "=", "write `is`"),
    (inside("let x = 3"), "C111", "unexpected `=`", "=", "write `be`"),
    (inside("set your coins = 3"), "C111", "unexpected `=`", "=", "write `to`"),
    (inside("require x => 3"), "C111", "unexpected `=>`", "=>", "write `>=`"),
    (inside("require x <> 3"), "C111", "unexpected `<>`", "<>", "write `is not`"),
    (inside("require x && y"), "C111", "unexpected `&&`", "&&", "write `and`"),
    (inside("require player.coins > 3"), "C111", "unexpected `.`", ".", "write `'s`: `player's hand`"),
    (inside("gain 1.5 coins"), "C111", "unexpected `.`", ".", "numbers are whole"),
    (inside("gain 1 coin."), "C111", "unexpected `.`", ".", "sentences need no full stop"),
    (inside("gain 1 coin // why"), "C111", "unexpected `//`", "//", "comments start with `#`"),
    (inside("gain 1 Coin"), "C111", "`Coin` contains capital letters", "Coin", "names are lower case: write `coin`"),
    (inside("gain 1 goldCoin"), "C111", "`goldCoin` contains capital letters", "goldCoin",
     "names are lower case: write `goldcoin`"),
    (inside("gain 1 złoty"), "C111", "`złoty` contains an unexpected character", "złoty",
     "names are made of the letters a to z, digits and `_`"),
    (inside("gain 2coins"), "C111", "`2coins` is no name", "2coins", "names start with a letter: write `2 coins`"),
    (inside("gain 1 _coin"), "C111", "`_coin` is no name", "_coin", "names start with a letter"),
    (inside("discard players' cards"), "C111", "unexpected `'`", "'", "write `'s`, after a plural too"),
    ("game x 'Caravan' { }", "C111", "unexpected `'`", "'", 'write texts in double quotes: `"…"`'),
    (inside("discard player’s card"), "C111", "unexpected `’`", "’", "write the straight apostrophe `'`"),
    ("// roads", "C111", "unexpected `//`", "//", "comments start with `#`"),
    # texts
    ('game x "Caravan { }', "C113", "this text is not closed on its line", '"Caravan { }', 'end it with `"`'),
    # brackets
    ("action tax {\n  gain 1 coin\n", "C114", "this `{` is never closed", "{", "close it with `}`"),
    ("action tax {\n  if x { gain 1 coin\n}\n", "C114", "this `{` is never closed", "{", "close it with `}`"),
    (inside("require any (cards where its suit is red [x]"), "C114", "this `(` is never closed", "(",
     "close it with `)`"),
    (inside("choose one [x] {\n    option a { gain 1 coin\n    option b { }\n  }"), "C114", "this `{` is never closed",
     "{", "close it with `}`"),
    ("action tax { } }", "C115", "`}` without its `{`", "}", "leave it out, or open a `{`"),
    ("}\nuse roads", "C115", "`}` without its `{`", "}", "leave it out, or open a `{`"),
    (inside("gain 1 coin)"), "C115", "`)` without its `(`", ")", "leave it out, or open a `(`"),
    (inside("require x tax]"), "C115", "`]` without its `[`", "]",
     "leave it out, or write a rule id like `[tax.1]`"),
    # declarations
    ("actoin tax { }", "C116", "unknown declaration `actoin`", "actoin", "did you mean `action`?"),
    ("opponent wakhan { }", "C116", "unknown declaration `opponent`", "opponent", "write `automa`"),
    ("frobnicate the market", "C116", "unknown declaration `frobnicate`", "frobnicate", HOW),
    ("choose a card in market", "C116", "unknown declaration `choose`", "choose",
     "indent the lines inside a block: only declarations start at the beginning of a line"),
    ("gain 1 coin", "C116", "unknown declaration `gain`", "gain",
     "indent the lines inside a block: only declarations start at the beginning of a line"),
    ("instead build by you { }", "C116", "unknown declaration `instead`", "instead", "write `instead of`"),
    ("43 { }", "C116", "a declaration can't start with `43`", "43", HOW),
    ("  use roads", "C116", "`use` is indented", "use", "start a declaration at the beginning of its line"),
    ("# roads\n\n  use roads", "C116", "`use` is indented", "use", "start a declaration at the beginning of its line"),
    ("use roads\n  zone deck: pile of card, hidden", "C116", "`zone` is indented", "zone",
     "start a declaration at the beginning of its line"),
    # words
    ('court_card "Toll Gate" { }', "C117", 'expected the card\'s number, found `"Toll Gate"`', '"Toll Gate"',
     "write `court_card 1 …`"),
    (inside("chose a card in market [x]"), "C117", f"expected {SENTENCE} or `}}`, found `chose`", "chose",
     "did you mean `choose`?"),
    (inside("gain 1 coin\n  chose a card in market [x]"), "C117", "expected `choose`, found `chose`", "chose",
     "did you mean `choose`?"),
    (inside("requires x is 3"), "C117", f"expected {SENTENCE} or `}}`, found `requires`", "requires",
     "did you mean `require`?"),
    (inside("choose card in market [x]"), "C117", "expected `a`, `one` or `secretly`, found `card`", "card",
     "write `choose a card in …`"),
    (inside("choose army in market [x]"), "C117", "expected `a`, `one` or `secretly`, found `army`", "army",
     "write `choose an army in …`"),
    (inside("foreach card in market { discard card }"), "C117", f"expected {SENTENCE} or `}}`, found `foreach`",
     "foreach", "write `for each`"),
    (inside("gain 1 coin\n  foreach card in market { discard card }"), "C117", "expected `for each`, found `foreach`",
     "foreach", "write `for each`"),
    (inside("if x is 3 gain 1 coin"), "C117", "expected `{`, found `gain`", "gain",
     "put what happens in braces: `{ gain … }`"),
    (inside("if x { } else gain 1 coin"), "C117", "expected `{`, found `gain`", "gain",
     "put what happens in braces: `{ gain … }`"),
    (inside("if x { } else if y gain 1 coin"), "C117", "expected `{`, found `gain`", "gain",
     "put what happens in braces: `{ gain … }`"),
    (inside("if x { } elif y { }"), "C117", f"expected {SENTENCE}, `}}` or `else`, found `elif`", "elif",
     "write `else if`"),
    (inside("if x then { gain 1 coin }"), "C117", "expected `{` or `or`, found `then`", "then", "leave out `then`"),
    (inside("repeat times { gain 1 coin }"), "C117", "expected a value, found `times`", "times",
     "say how often: `repeat 2 times { … }`"),
    (inside("gain 1 coin, gain 2 coins"), "C117", f"expected {SENTENCE} or `}}`, found `,`", ",", "leave out `,`"),
    (inside("put 2 coins on slot"), "C117", f"expected {SENTENCE} or `}}`, found `put`", "put", "write `place`"),
    (inside("require a > 3"), "C117", "expected a name, found `>`", ">",
     "`a` and `an` introduce a thing and can't be names"),
    ("mark used once", "C117", "expected `on`, found `once`", "once", None),
    ("zone deck: heap of card, open", "C117", "expected `row`, `pile` or `set`, found `heap`", "heap", None),
    ("enum suit { }", "C117", "expected a name, found `}`", "}", None),
    ("query x(y) number { 3 }", "C117", "expected `:`, found `number`", "number", None),
    ("query x: number { 3 + }", "C117", "expected a value, found `}`", "}", None),
    ("use roads bridges", "C117", "expected `.` or the end of the declaration, found `bridges`", "bridges", None),
    ("action tax [a] [b] { }", "C117", "expected `{`, found `[b]`", "[b]", None),
    # the end
    ("action tax", "C118", "this declaration ends too early: expected a rule id like `[tax.1]`, `{` or `(`", "tax",
     "write what belongs to it in braces: `{ … }`"),
    ("use roads.  # and?", "C118", "this declaration ends too early: expected a name", ".", None),
    ("track x of player", "C118", "this declaration ends too early: expected `:`", "player", None),
    # rule ids
    ("action tax [tax 1] { }", "C119", "`[tax 1]` is not a rule id", "[tax 1]", "write `[tax.1]`"),
    ("action tax [tax-1] { }", "C119", "`[tax-1]` is not a rule id", "[tax-1]", "write `[tax.1]`"),
    ("action tax [] { }", "C119", "this rule id is empty", "[]", "write a rule id like `[tax.1]`, or leave it out"),
    ("action tax [tax { }", "C119", "this rule id is not closed", "[tax", "write `[tax]`"),
    # reserved words
    (inside("let place be 3"), "C120", "`place` is a word of the language and can't be a name", "place",
     "choose another name"),
    ("query set(x): number { 3 }", "C120", "`set` is a word of the language and can't be a name", "set",
     "choose another name"),
    ("enum of/ofs { red }", "C120", "`of` is a word of the language and can't be a name", "of", "choose another name"),
    (inside("let total be 3\n  require total > 3 [x]"), "C120",
     "`total` is a word of the language and can't be a name", "total", "choose another name"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "message", "underlined", "help"), CASES)
def test_a_mistake_is_named_in_the_authors_words(
    text: str, code: str, message: str, underlined: str, help: str | None
) -> None:
    found = problem(text)
    assert found.span is not None
    assert (found.code, found.message, found.span.text) == (code, message, underlined)
    assert found.helps == ((help,) if help else ())


def test_every_syntax_code_has_a_case() -> None:
    assert {case[1] for case in CASES} == {f"C{number}" for number in range(110, 121)}


def test_headlines_are_lowercase_without_a_full_stop() -> None:
    for _, _, message, *_ in CASES:
        assert not message[0].isupper()
        assert not message.endswith(".")


def test_a_missing_brace_names_the_place_where_the_next_declaration_starts() -> None:
    text = "action tax {\n  gain 1 coin\n\nuse roads\n"
    note = problem(text).notes[0]
    assert note.text == "the next declaration starts at"
    assert note.span is not None
    assert note.span.line == 4


def test_a_missing_brace_in_the_last_declaration_names_the_end_of_the_file() -> None:
    note = problem("action tax {\n  gain 1 coin\n").notes[0]
    assert (note.text, note.span and note.span.line) == ("the file ends at", 3)


def test_the_brace_that_is_never_closed_is_found_by_its_column() -> None:
    span = problem("action tax {\n  may {\n    if x {\n      gain 1 coin\n  }\n}\n").span
    assert span is not None
    assert (span.line, span.column) == (3, 10)


def test_a_line_in_column_0_costs_the_block_its_end_and_is_explained() -> None:
    codes = [found.code for found in problems("action tax {\ngain 1 coin\n}\n")]
    assert codes == ["C114", "C116"]


def test_one_mistake_costs_one_declaration() -> None:
    report = Report()
    found = parse(Source("x.card", "use a\naction b { gain 1 , }\nuse c\nzone d\nuse e\n"), report)
    assert len(found) == 3
    assert [diagnostic.code for diagnostic in report] == ["C117", "C118"]


def test_as_many_levels_as_allowed_parse() -> None:
    assert not problems("query x: number { " + "(" * (MAX_DEPTH - 1) + "1" + ")" * (MAX_DEPTH - 1) + " }")


def test_nine_digits_are_a_number() -> None:
    report = Report()
    (found,) = parse(Source("x.card", inside("gain 999999999 coins")), report)
    assert isinstance(found, Procedure)
    amount = found.block.statements[0].amount  # type: ignore[union-attr]
    assert isinstance(amount, Number)
    assert amount.value == 999_999_999


def test_long_words_are_cut_in_messages() -> None:
    assert len(problem("actio" + "x" * 100_000).message) < 80


# ---- the words of the language ------------------------------------------------------------------------


TERMINALS = [terminal.name for terminal in grammar().terminals if terminal.name not in grammar().ignore_tokens]
TERMINALS.append("$END")


def first_words(*rules: str) -> set[str]:
    """The words with which these rules of the grammar begin."""
    found: set[str] = set()
    for rule in grammar().rules:
        if rule.origin.name in rules:
            symbol = rule.expansion[0]
            if symbol.is_term:
                found.add(symbol.name)
            elif symbol.name not in rules:
                found |= first_words(symbol.name)
    return found


def test_the_words_that_begin_sentences_are_those_of_the_grammar() -> None:
    assert {spelled(word).split()[0] for word in first_words("stmt")} == SENTENCES


def test_the_words_that_begin_declarations_are_those_of_the_grammar() -> None:
    patterns = {"FAMILY": "to phase action icon", "MOMENT": "before after instead", "NAME": ""}
    words = {word for start in first_words("start") for word in patterns.get(start, spelled(start)).split()}
    assert words == DECLARATIONS


def test_the_words_that_begin_rules_are_those_of_the_grammar() -> None:
    words = {"before", "after", "instead"} | {spelled(word) for word in first_words("rule") - {"MOMENT"}}
    assert words == RULES


@pytest.mark.parametrize("terminal", TERMINALS)
def test_no_terminal_shows_its_name_in_a_list_of_what_was_expected(terminal: str) -> None:
    assert re.fullmatch(r"[a-z ]+(like `\[tax\.1\]`)?|((, | or )?`[^`A-Z_$]+`)+", expected_words([terminal]))


def test_a_list_of_what_was_expected_is_not_long() -> None:
    assert expected_words(TERMINALS).endswith(", …")
    assert len(expected_words(TERMINALS)) < 140
