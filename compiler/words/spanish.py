"""Spanish: two genders, articles that melt into prepositions, `y` and `o` that give way to `e` and `u`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from compiler.words.lexicon import Term
from compiler.words.phrase import Amount, Name, Noun, Phrase, Several, Which, You
from compiler.words.realize import ICON_END, ICON_START, Realizer

ORDINALS = ("", "", "segundo", "tercer", "cuarto", "quinto")
PLACES = {
    "": ("en", "a", "de"),
    "sobre": ("sobre", "sobre", "de"),
    "con": ("en poder de", "a", "de"),
    "bajo": ("bajo", "bajo", "de debajo de"),
}
ROLES = {
    "range-from": "de", "range-to": "a",
    "among": "entre", "except": "excepto", "for": "por", "with": "con", "without": "sin", "beside": "junto a",
    "between": "entre", "of": "de", "within": "en", "number": "", "called": "", "over": "por encima de", "on": "en",
    "in": "en", "by": "por", "than": "que", "on-back": "en", "to": "a", "from": "de",
}  # fmt: skip


def adjective(word: str, is_feminine: bool, is_many: bool) -> str:
    """An adjective that agrees, from its masculine form."""
    if " " in word:  # “de inteligencia”
        return word
    if is_feminine and word.endswith("o"):
        word = word[:-1] + "a"
    elif is_feminine and word == "tercer":
        word = "tercera"
    if not is_many:
        return word
    return word + ("s" if word[-1] in "aeiou" else "es")


class Spanish(Realizer):
    language = "es"
    lists: ClassVar[Mapping[str, str]] = {"and": "y", "or": "o", "then": ", en caso de empate "}

    def common(self, noun: Noun, case: str) -> str:
        noun = self.with_owner_as_adjective(noun)
        noun = replace(noun, det="") if case == "bare" else noun
        term = self.term(noun.head)
        is_many = self.is_many(noun, term)
        is_feminine = term.gender == "f"
        owner, tail = noun.owner, ""
        words: list[str] = []
        head = self.form(term, is_many, "nom", noun.head)
        if isinstance(noun.count, Amount):
            words.append(str(noun.count.value))
            if isinstance(owner, You):
                words += ["de", self.your(True)]
                head = self.form(term, True, "nom", noun.head)
        elif noun.count is not None:
            words.append("tantas" if is_feminine else "tantos")
            words += ["de", self.your(is_many)] if isinstance(owner, You) else []
            tail = f" como {self.noun(noun.count, 'nom')}"
        elif isinstance(owner, Which):
            words.append(adjective("cuyo", is_feminine, is_many))
        elif isinstance(owner, You) and noun.det == "each":
            words.append("cada")
        elif isinstance(owner, You):
            words += self.of_all(noun, is_feminine, is_many)
            words.append(self.your(is_many))
        elif not (term.is_proper and noun.det in ("the", "that", "a")):
            is_other = noun.det == "a" and "other" in noun.adjectives  # “otro”, never “un otro”
            words += [] if is_other else self.article(noun.det, term, is_many)
        words += [adjective(ORDINALS[noun.ordinal], is_feminine, is_many)] if noun.ordinal else []
        before, after = self.adjectives(noun, is_feminine, is_many)
        words += [*before, head, *after]
        if isinstance(owner, You) and noun.det == "each" and noun.count is None:  # “cada fase tuya”
            words.append(adjective("suyo" if self.is_third else "tuyo", is_feminine, is_many))
        if owner is not None and not isinstance(owner, (You, Which)):
            words.append(f"de {self.noun(owner, 'nom')}")
        words += [term.tail] if term.tail else []
        text = " ".join(word for word in words if word)
        return f"{self.icon(noun)}{text}{self.behind(noun, term, term.gender, is_many)}{tail}"

    def of_all(self, noun: Noun, is_feminine: bool, is_many: bool) -> list[str]:
        return [adjective("todo", is_feminine, is_many)] if noun.det == "all" else []

    def article(self, det: str, term: Term, is_many: bool) -> list[str]:
        """The word in front."""
        is_feminine = term.gender == "f"
        definite = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}
        the = term.article if term.article and not is_many else definite[is_feminine, is_many]
        match det:
            case "the" | "that":
                return [the]
            case "a":
                return [] if is_many else ["una" if is_feminine and not term.article else "un"]
            case "no":
                return ["" if is_many else "ninguna" if is_feminine else "ningún"]
            case "this":
                return [
                    {(False, False): "este", (True, False): "esta", (False, True): "estos", (True, True): "estas"}[
                        is_feminine, is_many
                    ]
                ]
            case "any":
                return ["cualquier"]
            case "each":
                return ["cada"]
            case "all":
                return [adjective("todo", is_feminine, is_many), the]
        return []

    def adjectives(self, noun: Noun, is_feminine: bool, is_many: bool) -> tuple[list[str], list[str]]:
        """Adjectives in front of the noun and behind it; a `-` in the lexicon says behind."""
        before: list[str] = []
        after: list[str] = []
        for key in noun.adjectives:
            word = self.lexicon.adjectives.get(key, key)
            (after if word.startswith("-") else before).append(adjective(word.lstrip("-"), is_feminine, is_many))
        return before, after

    def your(self, is_many: bool) -> str:
        word = "su" if self.is_third else "tu"
        return f"{word}s" if is_many else word

    def you(self, case: str) -> str:
        return "" if case == "nom" else "él" if self.is_third else "ti"

    def which(self, case: str) -> str:
        return "que"

    def place(self, role: str, phrase: Phrase) -> str:
        if isinstance(phrase, Several):
            return self.several([self.place(role, item) for item in phrase.items], phrase.word)
        at = "con" if isinstance(phrase, (You, Name)) else ""
        if isinstance(phrase, Noun):
            at = self.term(phrase.head).at
        return f"{PLACES[at][('at', 'to', 'from').index(role)]} {self.noun(phrase, 'obl')}"

    def preposition(self, role: str, phrase: Phrase, term: Term) -> str:
        if role in ("at", "to", "from") and role not in term.roles:
            return self.place(role, phrase)
        asked = self.role(term, role)
        word = asked[0] if asked else ROLES.get(role, ROLES["of"])
        return f"{word} {self.noun(phrase, 'obl')}".strip()

    def relative_clauses(self, clauses: list[str]) -> str:
        return f" {self.several(clauses, 'and')}"

    def relative_place(self) -> str:
        gender, is_many = self.antecedent
        the = {(False, False): "el", (True, False): "la", (False, True): "los", (True, True): "las"}[
            gender == "f", is_many
        ]
        return f"{PLACES[self.antecedent_at][0]} {the} que"

    def such_that(self, clauses: list[str]) -> str:
        return f" tal que {self.several(clauses, 'and')}"

    def tidy(self, text: str) -> str:
        icon = f"({ICON_START}[^{ICON_END}]*{ICON_END})?"
        text = re.sub(rf"\b([Dd])e {icon}el (?=\w)", r"\1el \2", text)
        text = re.sub(rf"\b([Aa]) {icon}el (?=\w)", r"\1l \2", text)
        text = re.sub(r"\by (?=h?i(?!e|a|o)|h?í)", "e ", text)
        return re.sub(r"\bo (?=h?o)", "u ", text)
