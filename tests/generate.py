"""Random card files that parse, made by walking the rules of grammar/cards.lark as Lark has loaded them.

Whatever the grammar learns is generated from then on. The words come in random layout: spaces, tabs, comments and
line breaks wherever a file may have them.
"""

from __future__ import annotations

import random
import re
import string
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from lark.grammar import NonTerminal, Rule, Symbol
from lark.lexer import PatternStr

from compiler.parse import grammar
from compiler.syntax_words import RESERVED

DEPTH = 14
WORDS = 40
"""From this depth or this many words on, the shortest way to the end is taken."""

_NAMES = "card player court slot spy army rank suit kabul rupee x y1 long_name_of_a_thing end_of_turn a_b fore ins"
# Terminals that are patterns, not fixed words: what can be written for each.
_SAMPLES: dict[str, Sequence[str]] = {
    "NAME": _NAMES.split(),
    "INT": ("0", "1", "2", "13", "007", "999999999"),
    "STRING": ('""', '"Giljee Nobles"', '"a # b { ( [x"', '"żółć\t城"', '"  two  spaces "'),
    "REF": ("[tax]", "[tax.1]", "[E4.card]", "[a_b.c.3]"),
    "_A": ("a", "an"),
    "_BE": ("is", "are"),
    "_HAVE": ("has", "have"),
    "_FOR_EACH": ("for each", "for  each", "for\teach", "for\n each"),
    "FAMILY": ("to", "phase", "action", "icon"),
    "MOMENT": ("before", "after", "instead of", "instead \n\t of"),
    "LABEL": ("in", "on", "for"),
    "SHAPE": ("row", "pile", "set"),
    "SIGHT": ("open", "private", "hidden"),
    "END": ("left", "right", "top", "bottom"),
    "ON_BACK": ("on back", "on   back"),
    "ANSWER": ("yes", "no"),
    "COMPARE": (">=", "<=", ">", "<"),
    "PLUS_MINUS": ("+", "-"),
    "MULTIPLY": ("*", "/", "mod"),
}
_COMMENTS = ("#", "# why", "#why", "#--------", "# ---- part ----", '# "quoted { (', "#\ttabbed ", "## big", "#(so)")
_WORD = re.compile(r"\w")


def random_source(rng: random.Random, size: int) -> str:
    """A card file of `size` declarations."""
    parts = [_random_gap(rng)]
    for _ in range(size):
        parts.append(random_declaration(rng))
        parts.append(_random_gap(rng))
    return "".join(parts)


def random_declaration(rng: random.Random) -> str:
    """One declaration with its line end."""
    words = list(random_words(rng))
    text = words[0]
    calm = rng.random() < 0.3  # mostly on one line
    for before, word in pairwise(words):
        text += random_space(rng, before, word, calm) + word
    return text + rng.choice(("\n", "\n", "  \n", "\t# end\n", " #end\n"))


def random_words(rng: random.Random) -> Iterator[str]:
    """The words of a declaration, in order."""
    rules, heights = _rules()
    stack: list[tuple[Symbol, int]] = [(NonTerminal("start"), 0)]
    words = 0
    while stack:
        symbol, depth = stack.pop()
        if not isinstance(symbol, NonTerminal):
            words += 1
            yield _random_word(rng, symbol.name)
            continue
        choices = rules[symbol.name]
        if depth >= DEPTH or words >= WORDS:
            lowest = min(heights[rule] for rule in choices)
            choices = [rule for rule in choices if heights[rule] == lowest]
        rule = rng.choice(choices)
        stack.extend((part, depth + 1) for part in reversed(rule.expansion))


@cache
def _rules() -> tuple[dict[str, list[Rule]], dict[Rule, int]]:
    """The alternatives of each rule, and how many levels each needs at least."""
    rules = defaultdict(list)
    for rule in grammar().rules:
        rules[rule.origin.name].append(rule)
    known: dict[str, int] = {}
    heights: dict[Rule, int] = {}
    while len(known) < len(rules):
        for rule in grammar().rules:
            inner = [part.name for part in rule.expansion if isinstance(part, NonTerminal)]
            if rule not in heights and all(name in known for name in inner):
                heights[rule] = 1 + max((known[name] for name in inner), default=0)
        for name, group in rules.items():
            if found := [heights[rule] for rule in group if rule in heights]:
                known[name] = min(found)
    return dict(rules), {rule: heights.get(rule, len(rules)) for rule in grammar().rules}


@cache
def _fixed_words() -> dict[str, str]:
    """The terminals that are written in one way."""
    fixed = {}
    for terminal in grammar().terminals:
        if terminal.name not in _SAMPLES and terminal.name not in ("COMMENT", "__IGNORE_0"):
            pattern = terminal.pattern
            fixed[terminal.name] = pattern.value if isinstance(pattern, PatternStr) else _unescaped(pattern.value)
    return fixed


def _unescaped(pattern: str) -> str:
    """The word a keyword's pattern stands for."""
    return re.sub(r"\\(.)", r"\1", pattern.removesuffix(r"\b"))


def _random_word(rng: random.Random, terminal: str) -> str:
    if terminal == "NAME" and rng.random() < 0.2:
        word = "".join(rng.choices(string.ascii_lowercase, k=rng.randint(2, 9)))
        return word if word not in RESERVED and word not in _fixed_words().values() else "thing"
    samples = _SAMPLES.get(terminal)
    return rng.choice(samples) if samples else _fixed_words()[terminal]


def random_space(rng: random.Random, before: str, word: str, calm: bool) -> str:
    """Something that may stand between two words: nothing, blanks, comments, line breaks."""
    chance = rng.random()
    if chance < 0.15 and not (_WORD.match(before[-1]) and _WORD.match(word)):
        return ""
    if calm or chance < 0.75:
        return rng.choice((" ", " ", "  ", "\t", "    "))
    margin = rng.choice(("\t", " ", "  ", "      ")) if word != "}" else rng.choice(("", "  "))
    lines = [rng.choice((" ", "", " " + rng.choice(_COMMENTS)))]
    while rng.random() < 0.3:
        lines.append(rng.choice(("", "  ", "   " + rng.choice(_COMMENTS), rng.choice(_COMMENTS))))
    return "\n".join([*lines, margin])


def _random_gap(rng: random.Random) -> str:
    return "".join(rng.choice(("\n", "  \n", f"{rng.choice(_COMMENTS)}\n")) for _ in range(rng.choice((0, 0, 1, 2, 4))))
