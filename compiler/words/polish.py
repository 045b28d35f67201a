"""Polish: seven forms for a number, five genders, and the genitive after a negated verb."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from compiler.words.lexicon import Term
from compiler.words.phrase import Amount, Name, Noun, Phrase, Several, Which, You
from compiler.words.realize import CLOSE, NBSP, Realizer

CASES = ("nom", "gen", "dat", "acc", "ins", "loc")
HARD = {
    "m": ("y", "ego", "emu", "", "ym", "ym"),
    "f": ("a", "ej", "ej", "ą", "ą", "ej"),
    "n": ("e", "ego", "emu", "e", "ym", "ym"),
    "pl": ("e", "ych", "ym", "", "ymi", "ych"),
}
"""Endings of adjectives; the accusative of masculines and plurals follows animacy."""
TEN = {
    "m": ("ten", "tego", "temu", "", "tym", "tym"),
    "f": ("ta", "tej", "tej", "tę", "tą", "tej"),
    "n": ("to", "tego", "temu", "to", "tym", "tym"),
    "pl": ("te", "tych", "tym", "", "tymi", "tych"),
    "m1": ("ci", "tych", "tym", "", "tymi", "tych"),
}
VIRILE = {
    "który": "którzy",
    "drugi": "drudzy",
    "wszystek": "wszyscy",
    "inny": "inni",
    "każdy": "każdzy",
    "jedyny": "jedyni",
}
ORDINALS = ("", "", "drugi", "trzeci", "czwarty", "piąty")
YOU = {"nom": "", "gen": "ciebie", "dat": "tobie", "acc": "ciebie", "ins": "tobą", "loc": "tobie"}
THEY = {"nom": "", "gen": "niego", "dat": "niemu", "acc": "niego", "ins": "nim", "loc": "nim"}
PLACES = {
    "": (("w", "loc"), ("do", "gen"), ("z", "gen")),
    "na": (("na", "loc"), ("na", "acc"), ("z", "gen")),
    "na do": (("na", "loc"), ("do", "gen"), ("z", "gen")),
    "u": (("u", "gen"), ("do", "gen"), ("od", "gen")),
    "pod": (("pod", "ins"), ("pod", "acc"), ("spod", "gen")),
    "przy": (("przy", "loc"), ("do", "gen"), ("od", "gen")),
    "za": (("za", "ins"), ("za", "acc"), ("zza", "gen")),
}
ROLES = {
    "range-from": ("od", "gen"), "range-to": ("do", "gen"),
    "among": ("spośród", "gen"), "except": ("poza", "ins"), "for": ("dla", "gen"), "with": ("z", "ins"),
    "without": ("bez", "gen"), "beside": ("obok", "gen"),
    "between": ("między", "ins"), "of": ("", "gen"), "within": ("w", "loc"), "number": ("", "nom"),
    "called": ("", "nom"), "over": ("ponad", "ins"), "on": ("na", "loc"), "in": ("w", "loc"), "by": ("przez", "acc"),
    "than": ("niż", "nom"), "on-back": ("na", "loc"), "to": ("do", "gen"), "from": ("z", "gen"),
}  # fmt: skip


def few(number: int) -> bool:
    """Whether a number goes with the plural of the noun: 2, 3, 4, 22, but not 12."""
    return number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)


def adjective(word: str, gender: str, is_many: bool, case: str) -> str:
    """An adjective of the regular declension, from its masculine nominative; `mój`, `twój`, `swój` too."""
    group = "pl" if is_many else "m" if gender.startswith("m") else gender
    if case == "acc" and group in ("m", "pl"):
        is_living = gender == "m1" if is_many else gender in ("m1", "m2")
        case = "gen" if is_living else "nom"
    place = CASES.index(case)
    if word == "ten":
        return TEN["m1" if group == "pl" and gender == "m1" else group][place]
    if word in ("twój", "swój", "mój"):
        if group == "m" and case == "nom":
            return word
        stem, ending = f"{word[:-2]}oj", HARD[group][place]
        ending = {"y": "i"}.get(ending, ending.replace("y", "i", 1)) if ending.startswith("y") else ending
        stem = stem[:-1] if ending.startswith("i") else stem
        return "twoi" if (word, group, case, gender) == ("twój", "pl", "nom", "m1") else stem + ending
    if group == "pl" and case == "nom" and gender == "m1" and word in VIRILE:
        return VIRILE[word]
    if word.endswith(("ki", "gi")):
        stem, ending = word[:-1], HARD[group][place]
        if ending.startswith("y"):
            return stem + "i" + ending[1:]
        return stem + ("i" if ending.startswith("e") else "") + ending
    if word.endswith("i"):
        stem, ending = word[:-1], HARD[group][place]
        return stem + "i" + (ending[1:] if ending.startswith("y") else ending)
    return word[:-1] + HARD[group][place]


class Polish(Realizer):
    language = "pl"
    lists: ClassVar[Mapping[str, str]] = {"and": "i", "or": "lub", "then": ", przy remisie "}
    closes = True

    def common(self, noun: Noun, case: str) -> str:
        noun = self.with_owner_as_adjective(noun)
        term = self.term(noun.head)
        gender = term.gender
        is_many, noun_case, tail = self.governed(noun, gender, case)
        words: list[str] = []
        owner = noun.owner
        if noun.det == "all" and noun.count is None:
            words.append("wszystkich" if (gender == "m1" and noun_case == "acc") else self.all(gender, noun_case))
        elif noun.det == "this" or (noun.det == "that" and not noun.head.startswith("local.")):
            words.append(adjective("ten", gender, is_many, noun_case))
        elif noun.det == "each":
            words.append(adjective("każdy", gender, is_many, noun_case))
        elif noun.det in ("other", "any"):
            words.append(adjective({"other": "inny", "any": "dowolny"}[noun.det], gender, is_many, noun_case))
        if isinstance(owner, You):
            words.append(self.yours(gender, is_many, noun_case))
        elif isinstance(owner, Which):
            words.append(self.which("gen"))
        if isinstance(noun.count, Amount):
            words.insert(0, str(noun.count.value))
        elif noun.count is not None:
            words.insert(0, "tyle")
        words += [adjective(ORDINALS[noun.ordinal], gender, is_many, noun_case)] if noun.ordinal else []
        words += [self.adjective(one, gender, is_many, noun_case) for one in noun.adjectives]
        words.append(self.form(term, is_many, noun_case, noun.head))
        if owner is not None and not isinstance(owner, (You, Which)):
            words.append(self.noun(owner, "gen"))
        words += [term.tail] if term.tail else []
        return f"{self.icon(noun)}{' '.join(words)}{self.behind(noun, term, gender, is_many)}{tail}"

    def governed(self, noun: Noun, gender: str, case: str) -> tuple[bool, str, str]:
        """Number and case of a noun behind its numeral, and what follows it."""
        if noun.count is None:
            return noun.plural, case, ""
        if isinstance(noun.count, Amount):
            number = noun.count.value
            if number == 1:
                return False, case, ""
            if case in ("nom", "acc") and (not few(number) or gender == "m1"):
                return True, "gen", ""
            return True, case, ""
        return True, "gen", f", ile wynosi {self.noun(noun.count, 'nom')}{CLOSE}"

    def all(self, gender: str, case: str) -> str:
        forms = {"nom": "wszystkie", "acc": "wszystkie", "dat": "wszystkim", "ins": "wszystkimi"}
        return "wszyscy" if (gender, case) == ("m1", "nom") else forms.get(case, "wszystkich")

    def yours(self, gender: str, is_many: bool, case: str) -> str:
        if self.is_reflexive() and case != "nom":
            return adjective("swój", gender, is_many, case)
        return "jego" if self.is_third else adjective("twój", gender, is_many, case)

    def adjective(self, key: str, gender: str, is_many: bool, case: str) -> str:
        return adjective(self.lexicon.adjectives.get(key, key), gender, is_many, case)

    def is_many(self, noun: Noun, term: Term) -> bool:
        if isinstance(noun.count, Amount):
            return few(noun.count.value) and term.gender != "m1"
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
        return adjective("który", self.antecedent[0], self.antecedent[1], case)

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
        return f", dla {self.which('gen')} zachodzi warunek: {self.several(clauses, 'and')}{CLOSE}"

    def tidy(self, text: str) -> str:
        text = re.sub(r"\b([Ww]) (?=[wf][^aeiouyąęó\W])", r"\1e ", text)
        text = re.sub(r"\b([Zz]) (?=(?:[szźżśw]|sz|rz)[^aeiouyąęóć\W])", r"\1e ", text)
        return re.sub(r"(?<!\w)([aiouwzAIOUWZ]) ", rf"\1{NBSP}", text)
