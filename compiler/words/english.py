"""English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from compiler.words.lexicon import Term
from compiler.words.phrase import Amount, Name, Noun, Phrase, Several, Which, You
from compiler.words.realize import Realizer

ORDINALS = ("", "", "second", "third", "fourth", "fifth")
PLACES = {
    "": ("in", "to", "from"),
    "on": ("on", "onto", "from"),
    "at": ("at", "to", "from"),
    "with": ("with", "to", "from"),
    "under": ("under", "under", "from under"),
}  # fmt: skip
ROLES = {
    "range-from": "from", "range-to": "to",
    "among": "among", "except": "except", "for": "for", "with": "with", "without": "without",
    "beside": "next to", "between": "between", "of": "of",
    "within": "in", "number": "", "called": "", "over": "over", "on": "on", "by": "by", "than": "than",
}  # fmt: skip
PERSONS = {"player", "owner", "actor", "active-player", "next-player", "previous-player"}


class English(Realizer):
    language = "en"
    lists: ClassVar[Mapping[str, str]] = {"and": "and", "or": "or", "then": ", if tied "}

    def common(self, noun: Noun, case: str) -> str:
        noun = self.with_owner_as_adjective(noun)
        if case == "bare":
            noun = replace(noun, det="")
        term = self.term(noun.head)
        is_many = self.is_many(noun, term)
        words = [self.adjective(one) for one in noun.adjectives]
        words += [ORDINALS[noun.ordinal]] if noun.ordinal else []
        words.append(self.form(term, is_many, "nom", noun.head))
        core = " ".join(words)
        core, tail = self.counted(noun, core)
        owner = noun.owner
        if isinstance(owner, You):
            core = self.yours(noun, core)
        elif isinstance(owner, Which):
            core = f"whose {core}"
        elif isinstance(owner, Name) or (isinstance(owner, Noun) and self.is_person(owner) and not owner.plural):
            of = self.noun(owner, "nom")
            whose = f"{of}{chr(8217)}" if of.endswith("s") else f"{of}{chr(8217)}s"
            core = (
                f"{whose} {core}" if noun.det in ("the", "that", "") else f"{self.article(noun, core, term)} of {whose}"
            )
            if noun.det not in ("the", "that", ""):
                plain = self.article(noun, core.partition(" of ")[0].split(" ", 1)[-1], term)
                core = f"{plain} of {of}" if noun.det not in ("the", "that", "") else core
        elif owner is not None:
            core = f"{self.article(noun, core, term)} of {self.noun(owner, 'nom')}"
        else:
            core = self.article(noun, core, term)
        return f"{self.icon(noun)}{core}{self.behind(noun, term, term.gender, is_many)}{tail}"

    def is_person(self, owner: Noun) -> bool:
        """Whether an owner takes 's: a person, without anything behind it."""
        known = owner.head in PERSONS or owner.head.startswith("local.")
        return known and not (owner.places or owner.clauses or owner.such or owner.owner)

    def person(self, phrase: Phrase) -> str:
        return "many" if isinstance(phrase, You) and self.is_third else super().person(phrase)

    def counted(self, noun: Noun, core: str) -> tuple[str, str]:
        if noun.count is None:
            return core, ""
        if isinstance(noun.count, Amount):
            return f"{noun.count.value} {core}", ""
        return f"as many {core}", f" as {self.noun(noun.count, 'nom')}"

    def yours(self, noun: Noun, core: str) -> str:
        your = "their" if self.is_third else "your"
        if noun.count is not None:
            first = core.partition(" ")[0] if isinstance(noun.count, Amount) else "as many"
            return core.replace(f"{first} ", f"{first} of {your} ", 1)
        return {
            "all": f"all {your} {core}", "each": f"each of {your} {core}", "no": f"none of {your} {core}",
            "this": f"this {core} of {your}s",
        }.get(noun.det, f"{your} {core}")  # fmt: skip

    def article(self, noun: Noun, core: str, term: Term) -> str:
        """The determiner in front."""
        if noun.count is not None or term.is_proper:
            return core
        if noun.det in ("the", "that") and noun.places and noun.places[0][0] == "number":
            return core
        match noun.det:
            case "the" | "that":
                return f"the {core}"
            case "a":
                is_many = noun.plural
                vowel = re.match(r"[aeiou](?!ni|se)", core, re.IGNORECASE)
                if core.startswith("other ") and not is_many:
                    return f"an{core}"
                return core if is_many else f"an {core}" if vowel else f"a {core}"
            case "":
                return core
        return f"{noun.det} {core}"

    def adjective(self, key: str) -> str:
        return self.lexicon.adjectives.get(key, key)

    def you(self, case: str) -> str:
        if self.is_third:
            return "they" if case == "nom" else "them"
        return "you"

    def which(self, case: str) -> str:
        return "that"

    def place(self, role: str, phrase: Phrase) -> str:
        if isinstance(phrase, Several):
            return self.several([self.place(role, item) for item in phrase.items], phrase.word)
        at = (
            self.term(phrase.head).at if isinstance(phrase, Noun) else "with" if isinstance(phrase, (You, Name)) else ""
        )
        if isinstance(phrase, Noun) and phrase.head in PERSONS:
            at = "with"
        return f"{PLACES[at][('at', 'to', 'from').index(role)]} {self.noun(phrase, 'obl')}"

    def preposition(self, role: str, phrase: Phrase, term: Term) -> str:
        if role in ("at", "to", "from"):
            return self.place(role, phrase)
        asked = self.role(term, role)
        word = asked[0] if asked else ROLES.get(role, ROLES["of"])
        return f"{word} {self.noun(phrase, 'obl')}".strip()

    def relative_place(self) -> str:
        return f"{PLACES[self.antecedent_at][0]} which"

    def relative_clauses(self, clauses: list[str]) -> str:
        return f" {self.several(clauses, 'and')}"

    def such_that(self, clauses: list[str]) -> str:
        return f" such that {self.several(clauses, 'and')}"
