"""Czech: six forms for a number, four genders, polite orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from compiler.words.lexicon import Term
from compiler.words.phrase import Amount, Name, Noun, Phrase, Several, Which, You
from compiler.words.realize import CLOSE, NBSP, Realizer

CASES = ("nom", "gen", "dat", "acc", "loc", "ins")
HARD = {
    "ma": ("ý", "ého", "ému", "ého", "ém", "ým"),
    "mi": ("ý", "ého", "ému", "ý", "ém", "ým"),
    "f": ("á", "é", "é", "ou", "é", "ou"),
    "n": ("é", "ého", "ému", "é", "ém", "ým"),
    "ma pl": ("í", "ých", "ým", "é", "ých", "ými"),
    "mi pl": ("é", "ých", "ým", "é", "ých", "ými"),
    "f pl": ("é", "ých", "ým", "é", "ých", "ými"),
    "n pl": ("á", "ých", "ým", "á", "ých", "ými"),
}
SOFT = {
    "ma": ("í", "ího", "ímu", "ího", "ím", "ím"),
    "mi": ("í", "ího", "ímu", "í", "ím", "ím"),
    "f": ("í", "í", "í", "í", "í", "í"),
    "n": ("í", "ího", "ímu", "í", "ím", "ím"),
    "ma pl": ("í", "ích", "ím", "í", "ích", "ími"),
    "mi pl": ("í", "ích", "ím", "í", "ích", "ími"),
    "f pl": ("í", "ích", "ím", "í", "ích", "ími"),
    "n pl": ("í", "ích", "ím", "í", "ích", "ími"),
}
TEN = {
    "ma": ("ten", "toho", "tomu", "toho", "tom", "tím"),
    "mi": ("ten", "toho", "tomu", "ten", "tom", "tím"),
    "f": ("ta", "té", "té", "tu", "té", "tou"),
    "n": ("to", "toho", "tomu", "to", "tom", "tím"),
    "ma pl": ("ti", "těch", "těm", "ty", "těch", "těmi"),
    "mi pl": ("ty", "těch", "těm", "ty", "těch", "těmi"),
    "f pl": ("ty", "těch", "těm", "ty", "těch", "těmi"),
    "n pl": ("ta", "těch", "těm", "ta", "těch", "těmi"),
}
POSSESSIVE = {
    "ma": ("", "eho", "emu", "eho", "em", "ím"),
    "mi": ("", "eho", "emu", "", "em", "ím"),
    "f": ("e", "í", "í", "i", "í", "í"),
    "n": ("e", "eho", "emu", "e", "em", "ím"),
    "ma pl": ("i", "ich", "im", "e", "ich", "imi"),
    "mi pl": ("e", "ich", "im", "e", "ich", "imi"),
    "f pl": ("e", "ich", "im", "e", "ich", "imi"),
    "n pl": ("e", "ich", "im", "e", "ich", "imi"),
}
"""Endings of `váš`."""
OWN = {
    "ma": ("svůj", "svého", "svému", "svého", "svém", "svým"),
    "mi": ("svůj", "svého", "svému", "svůj", "svém", "svým"),
    "f": ("svá", "své", "své", "svou", "své", "svou"),
    "n": ("své", "svého", "svému", "své", "svém", "svým"),
    "ma pl": ("sví", "svých", "svým", "své", "svých", "svými"),
    "mi pl": ("své", "svých", "svým", "své", "svých", "svými"),
    "f pl": ("své", "svých", "svým", "své", "svých", "svými"),
    "n pl": ("svá", "svých", "svým", "svá", "svých", "svými"),
}
ALL = {
    "nom": {"ma": "všichni", "n": "všechna"},
    "acc": {"n": "všechna"},
}
SOFTENED = {"druhý": "druzí", "který": "kteří", "každý": "každí", "jiný": "jiní", "nový": "noví", "takový": "takoví"}
ORDINALS = ("", "", "druhý", "třetí", "čtvrtý", "pátý")
YOU = {"nom": "", "gen": "vás", "dat": "vám", "acc": "vás", "loc": "vás", "ins": "vámi"}
THEY = {"nom": "", "gen": "něj", "dat": "němu", "acc": "něj", "loc": "něm", "ins": "ním"}
PLACES = {
    "": (("v", "loc"), ("do", "gen"), ("z", "gen")),
    "na": (("na", "loc"), ("na", "acc"), ("z", "gen")),
    "na do": (("na", "loc"), ("do", "gen"), ("z", "gen")),
    "u": (("u", "gen"), ("k", "dat"), ("od", "gen")),
    "pod": (("pod", "ins"), ("pod", "acc"), ("zpod", "gen")),
    "za": (("za", "ins"), ("za", "acc"), ("zpoza", "gen")),
}
ROLES = {
    "range-from": ("od", "gen"), "range-to": ("do", "gen"),
    "among": ("mezi", "ins"), "except": ("kromě", "gen"), "for": ("pro", "acc"), "with": ("s", "ins"),
    "without": ("bez", "gen"), "beside": ("vedle", "gen"), "between": ("mezi", "ins"), "of": ("", "gen"),
    "within": ("v", "loc"), "number": ("", "nom"), "called": ("", "nom"), "over": ("přes", "acc"), "on": ("na", "loc"),
    "in": ("v", "loc"), "by": ("", "ins"), "than": ("než", "nom"), "on-back": ("na", "loc"), "to": ("do", "gen"),
    "from": ("z", "gen"),
}  # fmt: skip


def group_of(gender: str, is_many: bool) -> str:
    """The column of the tables of forms."""
    return f"{gender or 'mi'} pl" if is_many else gender or "mi"


def adjective(word: str, gender: str, is_many: bool, case: str) -> str:
    """An adjective of the regular declension, from its masculine nominative; `ten`, `váš` and `svůj` too."""
    group, place = group_of(gender, is_many), CASES.index(case)
    if word == "ten":
        return TEN[group][place]
    if word == "svůj":
        return OWN[group][place]
    if word == "váš":
        ending = POSSESSIVE[group][place]
        return f"vaš{ending}" if ending else "váš"
    if word.endswith("í"):
        return word[:-1] + SOFT[group][place]
    if group == "ma pl" and case == "nom" and word in SOFTENED:
        return SOFTENED[word]
    return word[:-1] + HARD[group][place]


class Czech(Realizer):
    language = "cs"
    lists: ClassVar[Mapping[str, str]] = {"and": "a", "or": "nebo", "then": ", při shodě "}
    closes = True

    def common(self, noun: Noun, case: str) -> str:
        noun = self.with_owner_as_adjective(noun)
        term = self.term(noun.head)
        gender = term.gender
        is_many, noun_case, tail = self.governed(noun, case)
        words: list[str] = []
        owner = noun.owner
        if isinstance(owner, Which):
            words.append(self.whose(case))
        if noun.det == "all" and noun.count is None:
            words.append(self.all(gender, noun_case))
        elif noun.det == "this":
            words.append(self.this(gender, is_many, noun_case))
        elif noun.det == "that" and not noun.head.startswith("local."):
            words.append(adjective("ten", gender, is_many, noun_case))
        elif noun.det in ("each", "other", "any"):
            words.append(
                adjective({"each": "každý", "other": "jiný", "any": "libovolný"}[noun.det], gender, is_many, noun_case)
            )
        if isinstance(noun.count, Amount):
            words.append(str(noun.count.value))
        elif noun.count is not None:
            words.append("tolik")
        if isinstance(owner, You):
            words.append(self.yours(gender, is_many, noun_case, case))
        words += [adjective(ORDINALS[noun.ordinal], gender, is_many, noun_case)] if noun.ordinal else []
        words += [self.adjective(one, gender, is_many, noun_case) for one in noun.adjectives]
        words.append(self.form(term, is_many, noun_case, noun.head))
        if owner is not None and not isinstance(owner, (You, Which)):
            words.append(self.noun(owner, "gen"))
        words += [term.tail] if term.tail else []
        return f"{self.icon(noun)}{' '.join(words)}{self.behind(noun, term, gender, is_many)}{tail}"

    def governed(self, noun: Noun, case: str) -> tuple[bool, str, str]:
        """Number and case of a noun behind its numeral, and what follows it."""
        if noun.count is None:
            return noun.plural, case, ""
        if isinstance(noun.count, Amount):
            number = noun.count.value
            if number == 1:
                return False, case, ""
            return True, "gen" if case in ("nom", "acc") and number not in (2, 3, 4) else case, ""
        return True, "gen", f", kolik je {self.noun(noun.count, 'nom')}{CLOSE}"

    def all(self, gender: str, case: str) -> str:
        other = {"nom": "všechny", "acc": "všechny", "dat": "všem", "ins": "všemi"}
        return ALL.get(case, {}).get(gender, other.get(case, "všech"))

    def this(self, gender: str, is_many: bool, case: str) -> str:
        return f"{adjective('ten', gender, is_many, case)}to"

    def yours(self, gender: str, is_many: bool, noun_case: str, case: str) -> str:
        if self.is_reflexive() and case != "nom":
            return adjective("svůj", gender, is_many, noun_case)
        return "jeho" if self.is_third else adjective("váš", gender, is_many, noun_case)

    def whose(self, case: str) -> str:
        """“whose”, by what it belongs to."""
        gender, is_many = self.antecedent
        return "jejichž" if is_many else "jejíž" if gender == "f" else "jehož"

    def adjective(self, key: str, gender: str, is_many: bool, case: str) -> str:
        return adjective(self.lexicon.adjectives.get(key, key), gender, is_many, case)

    def is_many(self, noun: Noun, term: Term) -> bool:
        if isinstance(noun.count, Amount):
            return noun.count.value in (2, 3, 4)
        return noun.plural and noun.count is None

    def agreement(self, phrase: Phrase) -> tuple[str, bool]:
        gender, is_many = super().agreement(phrase)
        if isinstance(phrase, Noun) and phrase.count is not None and not is_many and phrase.count != Amount(1):
            gender = "n"
        return gender, is_many

    def you(self, case: str) -> str:
        return THEY[case] if self.is_third else YOU[case]

    def name(self, text: str, case: str) -> str:
        """Names are not declined; in other cases than the first, `player` is."""
        return text if case == "nom" else f"{self.form(self.term('player'), False, case, 'player')} {text}"

    def which(self, case: str) -> str:
        return adjective("který", self.antecedent[0], self.antecedent[1], case)

    def place(self, role: str, phrase: Phrase) -> str:
        if isinstance(phrase, Several):
            return self.several([self.place(role, item) for item in phrase.items], phrase.word)
        at = "u" if isinstance(phrase, (You, Name)) else ""
        if isinstance(phrase, Noun):
            at = self.term(phrase.head).at
        preposition, case = PLACES[at][("at", "to", "from").index(role)]
        return f"{preposition} {self.noun(phrase, case)}"

    def preposition(self, role: str, phrase: Phrase, term: Term) -> str:
        if role in ("at", "to", "from") and role not in term.roles:
            return self.place(role, phrase)
        word, case = self.role(term, role) or ROLES.get(role, ROLES["of"])
        return f"{word} {self.noun(phrase, case)}".strip()

    def relative_place(self) -> str:
        preposition, case = PLACES[self.antecedent_at][0]
        return f"{preposition} {self.which(case)}"

    def such_that(self, clauses: list[str]) -> str:
        return f", pro {self.which('acc')} platí, že {self.several(clauses, 'and')}{CLOSE}"

    def tidy(self, text: str) -> str:
        text = re.sub(r"\b([Vv]) (?=[vf]|kter|(?:[^aeiouyáéíóúůýěr\W][^aeiouyáéíóúůýělr\W]){2})", r"\1e ", text)
        text = re.sub(r"\b([Zz]) (?=[zsžš]|vš)", r"\1e ", text)
        text = re.sub(r"\b([Kk]) (?=[kg])", r"\1e ", text)
        text = re.sub(r"\b([Ss]) (?=[szšž])", r"\1e ", text)
        return re.sub(r"(?<!\w)([kosuvzKOSUVZaiAI]) ", rf"\1{NBSP}", text)
