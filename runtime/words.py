"""What happens at the table, in other languages: options, questions, reasons and the log.

`cardwright build` writes the words of a game as plain tables, one module a language, which are read when somebody asks
for them. Nothing here knows a game or a grammar: whatever has to agree with something was settled when they were made.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from runtime.spelling import Speller
from runtime.tables import Choice, Failure, Tables

if TYPE_CHECKING:
    from runtime.decisions import Decision

Words = Mapping[str, Mapping[str, str]]
PREFIX = "_words_"
"""So begin the names of the modules that hold words."""
START = "WORDS: dict[str, dict[str, str]] = "


class UnknownLanguage(LookupError):
    """The game has no words in this language."""


@lru_cache(maxsize=64)
def _read(text: str) -> Words:
    found: Words = ast.literal_eval(text.partition(START)[2])
    return found


def words_of(tables: Tables, language: str) -> Words:
    """The words of a game in a language."""
    if language not in tables.words:
        known = ", ".join(sorted(tables.words)) or "none"
        raise UnknownLanguage(f"{tables.name} has no words in `{language}`; languages it has: {known}")
    return _read(tables.words[language])


def plural(language: str, number: int) -> int:
    """Which of three forms a noun has behind a number: one, a few, many."""
    if number == 1:
        return 0
    if language == "pl":
        return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2
    return 1 if language == "cs" and number in (2, 3, 4) else 2


class WordSpeller(Speller):
    """Says the things of one game in a language."""

    def __init__(self, tables: Tables, names: Sequence[str], language: str) -> None:
        super().__init__(tables, names)
        self.language = language
        self.words = words_of(tables, language)

    def thing(self, type_name: str, number: int) -> str:
        t, things = self.t, self.words["things"]
        kind = type_name.removesuffix(" or none")
        if kind == "number" or (kind == "player" and number >= 0):
            return super().thing(kind, number)
        if kind == "yes/no":
            return things["yes" if number else "no"]
        if number < 0:
            return things["none"]
        if kind == "card" or kind in t.kinds:
            owner = t.owner_of[number]
            said = things[f"{t.kinds[t.kind_of[number]]}({t.number_of[number]})"]
            return f"{said} ({self.names[owner]})" if owner >= 0 else said
        if kind == "effect":
            return f"{self.thing('card', number // 64)}: {things[f'field.{t.part_names[number % 64]}']}"
        return things[f"{kind}.{Speller(t, self.names).thing(kind, number)}"]

    def said(self, choice: Choice, code: int) -> str:
        """An option."""
        verb, about = self.parts(choice, code)
        things = ", ".join(self.thing(*one) for one in about)
        if verb == "choose":
            return things
        label = self.words["options"].get(verb) or self.words["things"][verb]
        return f"{label}: {things}" if things else label

    def question(self, decision: Decision) -> str:
        """What a decision asks."""
        prompts = self.words["prompts"]
        asked = prompts.get(f"{decision.rule} {decision.kind}") or prompts.get(f"{decision.rule} choose")
        return asked or self.words["table"][f"ask {decision.kind}"]

    def reason(self, failure: Failure) -> str:
        """Why something is not possible."""
        said = self.words["reasons"].get(failure.rule or "")
        table = self.words["table"]
        return said or (table["ask forbidden"] if failure.kind == "forbidden" else table["ask impossible"])

    def counted(self, name: str, amount: int) -> str:
        """So much of a count."""
        return f"{amount}\u00a0{self.words['counts'][name].split('|')[plural(self.language, amount)]}"
