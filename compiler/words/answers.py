"""What players are asked, what they may answer, and why something is not possible, as phrases and clauses."""

from __future__ import annotations

import re
from dataclasses import replace

from compiler import ir
from compiler.words.conditions import clause
from compiler.words.phrase import Amount, Clause, Formula, Name, Noun, Phrase, Several, Title
from compiler.words.ruling import Ruling

WORDS = ("yes", "no", "stop", "again", "accept", "refuse", "none")
_CALL = re.compile(r"(\w+)\((.*)\)$")


class Answers(Ruling):
    """Knows the decisions of a game, and how answers are spelled."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.prompts: dict[tuple[str, str], Clause] = {}
        """By id and kind of a decision: what is asked."""
        self.reasons: dict[str, Clause] = {}
        """By id of a rule: why something is not possible."""

    def say_Choose(self, node: ir.Choose) -> Clause:
        found = super().say_Choose(node)
        if node.rule:
            thing = found.arg("thing")
            assert thing is not None
            told = clause("choose", thing=thing)
            self.prompts.setdefault((node.rule, "choose"), told)
            self.reasons.setdefault(node.rule, clause("reason-nothing", thing=thing))
        return found

    def say_Require(self, node: ir.Require) -> Clause:
        found = super().say_Require(node)
        if node.rule:
            self.reasons.setdefault(node.rule, found)
        return found

    def say_Pay(self, node: ir.Pay) -> Clause:
        found = super().say_Pay(node)
        assert isinstance(found, Clause)
        if node.rule:
            thing = found.arg("thing")
            assert thing is not None
            self.reasons.setdefault(node.rule, clause("reason-unpaid", thing=thing))
        return found

    def note_rule(self, rule: ir.Rule, told: Clause) -> None:
        """A rule that forbids is a reason."""
        if isinstance(rule, ir.Forbid) and rule.rule:
            self.reasons.setdefault(rule.rule, told)

    def answer(self, text: str) -> Phrase:
        """An answer as a scenario spells it."""
        words = text.split(" ")
        if len(words) > 1 and words[0] in self.option_names:
            return Noun(
                "answer-about",
                "",
                places=(("called", Title("options", words[0])), ("of", self.answer(" ".join(words[1:])))),
            )
        call = _CALL.match(text)
        if call is not None:
            return self._called(call[1], [part.strip() for part in call[2].split(",")])
        if text in self.option_names:
            return Title("options", text)
        if text in WORDS:
            return Noun(f"word-{text}", "")
        if text.isdecimal():
            return Amount(int(text))
        found = self.vocabulary.member(text)
        return Noun(found, "") if found else Name(text[:1].upper() + text[1:])

    def _called(self, name: str, about: list[str]) -> Phrase:
        if name in self.vocabulary.kinds:
            owner = Name(about[1][:1].upper() + about[1][1:]) if len(about) > 1 else None
            return self.vocabulary.card(name, int(about[0]), owner)
        things = Several(tuple(self.answer(part) for part in about))
        if name in self.vocabulary.edges:
            return Noun(self.vocabulary.type_head(name), "", places=(("between", things),))
        if name in self.vocabulary.grids:
            number: Phrase = things.items[0] if len(about) == 1 else replace(things, word="listed")
            number = number if len(about) == 1 else Formula("group", (("value", number),))
            return Noun(self.vocabulary.type_head(name), "", places=(("number", number),))
        found = self.vocabulary.member(name) or name
        return Noun(found, "", places=(("of", things),))

    @property
    def option_names(self) -> frozenset[str]:
        """The names of all options."""
        return self.vocabulary.options
