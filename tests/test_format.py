"""The house layout of card files: words and comments stay, everything between them is put in order."""

import os
import random
import re
from pathlib import Path

import pytest

from compiler.diagnostics import Report
from compiler.format import format_text
from compiler.nodes import Declaration
from compiler.parse import parse
from compiler.source import Source
from tests.generate import random_source

FUZZ = bool(os.environ.get("CARDWRIGHT_FUZZ"))
ROOT = Path(__file__).parent.parent
FILES = sorted(
    file.relative_to(ROOT).as_posix() for folder in ("cards", "tests") for file in (ROOT / folder).rglob("*.card")
)


def parsed(text: str) -> tuple[tuple[Declaration, ...], list[str]]:
    report = Report()
    return parse(Source("x.card", text), report), [diagnostic.code for diagnostic in report]


def comments(text: str) -> list[str]:
    """What the comments of a text say."""
    found: list[str] = re.findall(r'"[^"\n]*"|#[^\n]*', text)
    return ["".join(comment.split()) for comment in found if comment[0] == "#"]


def assert_formats(before: str, after: str) -> None:
    assert format_text(before) == after
    assert format_text(after) == after
    assert parsed(after) == parsed(before)


# ---- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("use   pamir . market", "use pamir.market\n"),
        ("enum suit / suits{red,green ,blue}", "enum suit/suits { red, green, blue }\n"),
        ("map region/regions ,border/borders { a-b,b  -  c }", "map region/regions, border/borders { a - b, b - c }\n"),
        ("zone hand of player :set of card,private", "zone hand of player: set of card, private\n"),
        ("track stay : yes/no=no", "track stay: yes/no = no\n"),
        ("kind edict working in table {}", "kind edict working in table { }\n"),
        ("query f( x,in y ):number[r]{ max( x,y )*2/ (y-1) }",
         "query f(x, in y): number [r] { max(x, y) * 2 / (y - 1) }\n"),
        ("query f: yes/no { any(slots where its card is x) }",
         "query f: yes/no { any (slots where its card is x) }\n"),
        ("query f: yes/no { no ( x ) }", "query f: yes/no { no (x) }\n"),
        ("action a{pay( x+1 )coins to  player 's owner[r]}", "action a { pay (x + 1) coins to player's owner [r] }\n"),
        ("instead   of build { for\teach x in y { } }", "instead of build { for each x in y { } }\n"),
        ('game x   "two  spaces\tand a tab" { }', 'game x "two  spaces\tand a tab" { }\n'),
    ],
)  # fmt: skip
def test_words_are_set_one_space_apart_and_signs_close(before: str, after: str) -> None:
    assert_formats(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("action a { gain 1 x lose 2 y }", "action a { gain 1 x   lose 2 y }\n"),
        ("action a { if x { gain 1 x } lose 1 y }", "action a { if x { gain 1 x }   lose 1 y }\n"),
        ("action a { if x { } else if y { } else { } }", "action a { if x { } else if y { } else { } }\n"),
        ("c 1 { rank 1 suit red   ability f(x) bought { } }",
         "c 1 { rank 1   suit red   ability f(x)   bought { } }\n"),
        ("grid wall of space { board: one, two part: 1 to 3 }",
         "grid wall of space { board: one, two   part: 1 to 3 }\n"),
        ("pieces p of q, 3 each { a/b in c d on e fresh each turn }",
         "pieces p of q, 3 each { a/b in c   d on e   fresh each turn }\n"),
        ("action a { choose one { option x { } option y { } } }",
         "action a { choose one { option x { }   option y { } } }\n"),
        ("ability a { change x to y treat you as z }", "ability a { change x to y   treat you as z }\n"),
        ('automa a "A" { at [r] { prefer x prefer y } change x to 1 }',
         'automa a "A" { at [r] { prefer x   prefer y }   change x to 1 }\n'),
        ('scenario "s" { players a, b with v given { } when a plays x then x is 1 }',
         'scenario "s" { players a, b with v   given { }   when a plays x   then x is 1 }\n'),
    ],
)  # fmt: skip
def test_sentences_fields_and_options_in_one_line_are_three_spaces_apart(before: str, after: str) -> None:
    assert_formats(before, after)


# ---- lines --------------------------------------------------------------------------------------------


def test_lines_are_indented_by_their_braces() -> None:
    assert_formats(
        "action tax [tax] {\n    repeat 2 times {\n gain 1 coin\n\t\t\t}\n  }\n",
        """action tax [tax] {
  repeat 2 times {
    gain 1 coin
  }
}
""",
    )


def test_else_stands_where_its_if_stands() -> None:
    assert_formats(
        "action a {\n if x {\n gain 1 x\n } else if y {\n gain 2 x\n }\n else {\n gain 3 x\n }\n}\n",
        """action a {
  if x {
    gain 1 x
  } else if y {
    gain 2 x
  }
  else {
    gain 3 x
  }
}
""",
    )


def test_a_continued_line_is_indented_further_and_its_block_is_not() -> None:
    assert_formats(
        """to go(card) {
  for each plan in orders
      where any (plans
      where it is not plan
      ) {
    move plan to out
    }
  require a_thing is here
  or there
  or nowhere [go]
}
""",
        """to go(card) {
  for each plan in orders
    where any (plans
      where it is not plan
    ) {
    move plan to out
  }
  require a_thing is here
    or there
    or nowhere [go]
}
""",
    )


def test_a_declaration_broken_over_lines_keeps_out_of_column_0() -> None:
    assert_formats(
        "query f(\n  x,\n y\n ): number\n [r] {\n x\n + y\n }\n",
        "query f(\n  x,\n  y\n  ): number\n  [r] {\n  x\n    + y\n}\n",
    )


def test_lists_with_commas_are_not_continued_lines() -> None:
    assert_formats(
        "kind c/cs {\n  a: number,\n      b: x\n  or none,\n  d: y }\norder o(x) {\n highest x,\n lowest y\n}\n",
        "kind c/cs {\n  a: number,\n  b: x\n    or none,\n  d: y\n}\n\norder o(x) {\n  highest x,\n  lowest y\n}\n",
    )
    assert_formats("enum e {\n a, b,\n    c\n}", "enum e {\n  a, b,\n  c\n}\n")


def test_a_field_broken_over_lines_is_a_continued_line() -> None:
    assert_formats(
        "c 1 {\n rank 1\n icons a,\n b\n suit red\n}\n",
        "c 1 {\n  rank 1\n  icons a,\n    b\n  suit red\n}\n",
    )


def test_what_a_block_over_several_lines_holds_stands_on_lines_of_its_own() -> None:
    assert_formats(
        "action a { may { if x {\n gain 1 x\n} } }",
        "action a {\n  may {\n    if x {\n      gain 1 x\n    }\n  }\n}\n",
    )


def test_options_under_each_other_get_their_braces_in_one_column() -> None:
    assert_formats(
        "to a {\n choose one [x] {\n option buy { do buy }\n option travel { do travel }\n option no { }\n }\n}",
        "to a {\n  choose one [x] {\n    option buy    { do buy }\n    option travel { do travel }\n"
        "    option no     { }\n  }\n}\n",
    )


# ---- comments -----------------------------------------------------------------------------------------


def test_comments_stay_between_the_same_words() -> None:
    assert_formats(
        """#file
action a {#open

# first
    gain 1 x# beside
      #   second, indented
         # third


 lose 1 # in the middle
   # of a sentence
   y
#last

}#end
# bye""",
        """# file
action a {  # open
  # first
  gain 1 x  # beside
  #   second, indented
  # third

  lose 1  # in the middle
    # of a sentence
    y
  # last
}  # end
# bye
""",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#text", "# text"),
        ("#(so)", "# (so)"),
        ("#-1", "# -1"),
        ("#\ttext\t", "# text"),
        ("#", "#"),
        ("#----", "#----"),
        ("#====  x", "#====  x"),
        ("## x", "## x"),
        ("#   x", "#   x"),
    ],
)
def test_a_comment_begins_with_a_space_unless_it_is_a_ruler(before: str, after: str) -> None:
    assert_formats(f"{before}\nuse a\n", f"{after}\nuse a\n")


# ---- blank lines --------------------------------------------------------------------------------------


def test_one_blank_line_stands_between_declarations() -> None:
    assert_formats("use a\n\n\n\nuse b\naction c {\n}\nuse d\n", "use a\n\nuse b\n\naction c {\n}\n\nuse d\n")


def test_declarations_of_one_line_may_stand_together() -> None:
    assert_formats("use a\nuse b  \n# c\nuse c\n", "use a\nuse b\n# c\nuse c\n")


def test_a_comment_stays_with_the_declaration_below_it() -> None:
    assert_formats("action a {\n}\n# about b\nuse b\n", "action a {\n}\n\n# about b\nuse b\n")
    assert_formats("use a\n# after a\n\n\n# before b\nuse b\n", "use a\n# after a\n\n# before b\nuse b\n")


def test_a_file_begins_and_ends_without_blank_lines() -> None:
    assert_formats("\n\n  \nuse a\n\n \n", "use a\n")
    assert_formats("\n# a\n\n\nuse a\n\n# b\n\n", "# a\n\nuse a\n\n# b\n")


def test_a_block_begins_and_ends_without_blank_lines() -> None:
    assert_formats("action a {\n\n\n  gain 1 x\n\n\n  lose 1 x\n\n}\n", "action a {\n  gain 1 x\n\n  lose 1 x\n}\n")


def test_a_file_of_comments_keeps_them() -> None:
    assert_formats("\n#a\n\n\n  #b\n\n", "# a\n\n# b\n")


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n"])
def test_an_empty_file_is_empty(text: str) -> None:
    assert format_text(text) == ""


def test_byte_order_mark_and_foreign_line_ends_are_removed() -> None:
    assert format_text("\ufeffuse a\r\nuse b\ruse c") == "use a\nuse b\nuse c\n"


# ---- what does not parse ------------------------------------------------------------------------------


def test_a_declaration_that_does_not_parse_stays_as_it_is() -> None:
    assert_formats(
        "use   a\naction  b {  \n\tgain  ;  #x\n\n\n   }\n#c\nuse   d\n",
        "use a\n\naction  b {\n\tgain  ;  #x\n\n\n   }\n\n# c\nuse d\n",
    )


def test_an_indented_first_declaration_stays_as_it_is() -> None:
    assert_formats("\n\n   use   a\nuse   b\n", "   use   a\nuse b\n")


def test_a_declaration_nested_too_deeply_stays_as_it_is() -> None:
    text = "query x: number {" + "(" * 100 + "1" + ")" * 100 + " }\n"
    assert format_text(text) == text


# ---- everything there is, and more --------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_the_repository_means_the_same_when_formatted(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    after = format_text(text)
    assert format_text(after) == after
    assert parsed(after) == parsed(text)
    assert "".join(after.split()) == "".join(text.split())


@pytest.mark.fuzz
@pytest.mark.parametrize("chunk", range(20))
def test_a_random_file_means_the_same_when_formatted(chunk: int) -> None:
    count = 2_500 if FUZZ else 100
    for seed in range(chunk * count, chunk * count + count):
        rng = random.Random(seed)
        text = random_source(rng, rng.choice((1, 1, 1, 2)))
        after = format_text(text)
        declarations, codes = parsed(text)
        assert codes == [], seed
        assert declarations, seed
        assert parsed(after) == (declarations, []), seed
        assert format_text(after) == after, seed
        assert "".join(after.split()) == "".join(text.split()), seed
        assert "\n\n\n" not in after, seed
        assert all(line == line.rstrip() for line in after.split("\n")), seed
        assert comments(after) == comments(text), seed
