"""German: articles, adjectives in three declensions, and verbs at the end of subordinate clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from compiler.words.lexicon import Term
from compiler.words.phrase import Amount, Clause, Name, Noun, Phrase, Several, Which, You
from compiler.words.realize import CLOSE, Realizer

CASES = ("nom", "acc", "dat", "gen")
DEFINITE = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    "pl": ("die", "die", "den", "der"),
}
EIN = {
    "m": ("", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "n": ("", "", "em", "es"),
    "pl": ("e", "e", "en", "er"),
}
"""Endings of `ein`, `kein`, `dein`."""
DIES = {
    "m": ("er", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "es"),
    "pl": ("e", "e", "en", "er"),
}
"""Endings of `dieser`, `jeder`, and of adjectives without an article (but for the genitive)."""
RELATIVE = {
    "m": ("der", "den", "dem", "dessen"),
    "f": ("die", "die", "der", "deren"),
    "n": ("das", "das", "dem", "dessen"),
    "pl": ("die", "die", "denen", "deren"),
}
ORDINALS = ("", "", "zweit", "dritt", "viert", "fünft")
PLACES = {
    "": (("in", "dat"), ("in", "acc"), ("aus", "dat")),
    "auf": (("auf", "dat"), ("auf", "acc"), ("von", "dat")),
    "auf aus": (("auf", "dat"), ("auf", "acc"), ("aus", "dat")),
    "an": (("an", "dat"), ("an", "acc"), ("von", "dat")),
    "bei": (("bei", "dat"), ("zu", "dat"), ("von", "dat")),
    "unter": (("unter", "dat"), ("unter", "acc"), ("unter", "dat")),
    "nach": (("in", "dat"), ("nach", "dat"), ("aus", "dat")),
    "hinter": (("hinter", "dat"), ("hinter", "acc"), ("von", "dat")),
}
ROLES = {
    "range-from": ("von", "dat"), "range-to": ("bis zu", "dat"),
    "among": ("unter", "dat"), "except": ("außer", "dat"), "for": ("für", "acc"), "with": ("mit", "dat"),
    "without": ("ohne", "acc"), "beside": ("neben", "dat"), "between": ("zwischen", "dat"), "of": ("von", "dat"),
    "within": ("in", "dat"), "number": ("", "nom"), "called": ("", "nom"), "over": ("über", "acc"),
    "on": ("auf", "dat"), "in": ("in", "dat"), "by": ("durch", "acc"), "than": ("als", "nom"),
    "on-back": ("auf", "dat"), "to": ("zu", "dat"), "from": ("aus", "dat"),
}  # fmt: skip
CONTRACTED = {
    "in dem": "im", "an dem": "am", "von dem": "vom", "zu dem": "zum", "bei dem": "beim", "in das": "ins",
    "an das": "ans", "zu der": "zur",
}  # fmt: skip


def weak(group: str, case: str) -> str:
    """The ending of an adjective behind a definite article."""
    is_short = case == "nom" or (case == "acc" and group in ("f", "n"))
    return "e" if group != "pl" and is_short else "en"


class German(Realizer):
    language = "de"
    lists: ClassVar[Mapping[str, str]] = {"and": "und", "or": "oder", "then": ", bei Gleichstand "}
    closes = True

    def common(self, noun: Noun, case: str) -> str:
        noun = self.with_owner_as_adjective(noun)
        term = self.term(noun.head)
        is_many = self.is_many(noun, term)
        group = "pl" if is_many else term.gender or "n"
        place = CASES.index(case)
        owner, tail = noun.owner, ""
        words: list[str] = []
        kind = "bare"
        if isinstance(noun.count, Amount):
            words.append(str(noun.count.value))
            if isinstance(owner, You):  # “2 deiner Karten”
                many = self.form(term, True, "gen", noun.head)
                words += [f"{self.your()}er", *self.adjectives(noun, term, "weak", "pl", "gen"), many]
                return f"{self.icon(noun)}{' '.join(words)}{self.behind(noun, term, term.gender, True)}"
        elif noun.count is not None:
            words.append("so viele" if group == "pl" else "so viel")
            if isinstance(owner, You):  # “so viele deiner Karten”
                words.append(f"{self.your()}er")
                place, kind, case = CASES.index("gen"), "weak", "gen"
            tail = f", wie {self.noun(noun.count, 'nom')} beträgt{CLOSE}"
        elif isinstance(owner, Which):
            words.append(RELATIVE["pl" if self.antecedent[1] else self.antecedent[0]][3])
        elif isinstance(owner, You) and noun.det != "each":
            words += [f"all{DIES[group][place]}"] if noun.det == "all" else []
            words.append(self.your() + EIN[group][place])
            kind = "mixed"
        elif isinstance(owner, You) and term.plural:  # “jeder deiner Züge”
            words.append(f"jed{DIES[group][place]} {self.your()}er")
            case, kind, is_many, group = "gen", "weak", True, "pl"
        elif not (term.is_proper and noun.det in ("the", "that", "a")):
            article, kind = self.article(noun.det, group, place)
            words += [article] if article else []
        words += self.adjectives(noun, term, kind, group, case)
        words.append(self.form(term, is_many, case, noun.head))
        if owner is not None and not isinstance(owner, (You, Which)):
            is_number = noun.head == "number-of" and isinstance(owner, Noun) and owner.plural and not owner.det
            words.append(self.of(replace(owner, det="the") if is_number and isinstance(owner, Noun) else owner))
        words += [term.tail] if term.tail else []
        return f"{self.icon(noun)}{' '.join(words)}{self.behind(noun, term, term.gender, is_many)}{tail}"

    def article(self, det: str, group: str, place: int) -> tuple[str, str]:
        """The word in front, and how the adjectives behind it are declined."""
        match det:
            case "the" | "that":
                return DEFINITE[group][place], "weak"
            case "a" | "any":
                return ("", "bare") if group == "pl" else (f"ein{EIN[group][place]}", "mixed")
            case "no":
                return f"kein{EIN[group][place]}", "mixed"
            case "this" | "each" | "all":
                stem = {"this": "dies", "each": "jed", "all": "all"}[det]
                return f"{stem}{DIES[group][place]}", "weak"
        return "", "bare"

    def adjectives(self, noun: Noun, term: Term, kind: str, group: str, case: str) -> list[str]:
        stems = ["beliebig"] if noun.det == "any" else []
        stems += [ORDINALS[noun.ordinal]] if noun.ordinal else []
        stems += [self.lexicon.adjectives.get(one, one) for one in noun.adjectives]
        stems += [term.adjective] if term.adjective else []
        return [stem + self.ending(kind, group, case) for stem in stems]

    def ending(self, kind: str, group: str, case: str) -> str:
        """The ending of an adjective: behind der (weak), behind ein (mixed), or without an article."""
        place = CASES.index(case)
        strong = DIES[group][place] if (case, group) not in (("gen", "m"), ("gen", "n")) else "en"
        if kind == "bare":
            return strong
        is_bare_ein = group != "pl" and not EIN[group][place]
        return strong if kind == "mixed" and is_bare_ein else weak(group, case)

    def your(self) -> str:
        return "sein" if self.is_third else "dein"

    def of(self, owner: Phrase) -> str:
        """Whose: in the genitive if an article shows it, else with `von`."""
        if isinstance(owner, Noun):
            is_shown = owner.count is None and (owner.det not in ("", "no") or isinstance(owner.owner, You))
            if owner.det == "a" and owner.plural:
                is_shown = False
            if is_shown and not self.term(owner.head).is_proper:
                return self.noun(owner, "gen")
            if owner.owner is not None and isinstance(owner.owner, Which):
                return self.noun(owner, "gen")
        return f"von {self.noun(owner, 'dat')}"

    def you(self, case: str) -> str:
        if self.is_third:
            return {"nom": "er", "acc": "ihn", "dat": "ihm", "gen": "seiner"}[case]
        return {"nom": "du", "acc": "dich", "dat": "dir", "gen": "deiner"}[case]

    def which(self, case: str) -> str:
        return RELATIVE["pl" if self.antecedent[1] else self.antecedent[0] or "n"][CASES.index(case)]

    def behind_preposition(self, preposition: str, phrase: Phrase, case: str) -> str:
        """A phrase behind its preposition, both in one word where that is usual."""
        text = self.noun(phrase, case)
        if isinstance(phrase, Noun) and phrase.det in ("the", "that") and not isinstance(phrase.owner, (You, Which)):
            article, _, rest = text.partition(" ")
            return f"{CONTRACTED.get(f'{preposition} {article}', f'{preposition} {article}')} {rest}".strip()
        return f"{preposition} {text}".strip()

    def place(self, role: str, phrase: Phrase) -> str:
        if isinstance(phrase, Several):
            return self.several([self.place(role, item) for item in phrase.items], phrase.word)
        at = "bei" if isinstance(phrase, (You, Name)) else ""
        if isinstance(phrase, Noun):
            at = self.term(phrase.head).at
        if at == "nach" and isinstance(phrase, Noun) and not self.term(phrase.head).is_proper:
            at = ""
        return self.behind_preposition(*self._parts(at, role, phrase))

    @staticmethod
    def _parts(at: str, role: str, phrase: Phrase) -> tuple[str, Phrase, str]:
        preposition, case = PLACES[at][("at", "to", "from").index(role)]
        return preposition, phrase, case

    def preposition(self, role: str, phrase: Phrase, term: Term) -> str:
        if role in ("at", "to", "from") and role not in term.roles:
            return self.place(role, phrase)
        word, case = self.role(term, role) or ROLES.get(role, ROLES["of"])
        return self.behind_preposition(word, phrase, case)

    def relative_place(self) -> str:
        preposition, case = PLACES[self.antecedent_at][0]
        return f"{preposition} {self.which(case)}"

    def main_clause(self, clause: Clause) -> str:
        """A condition as a statement: the `main` form of its message, or behind “es gilt, dass”."""
        form = "main-not" if clause.negated else "main"
        if self.patterns.has(clause.message, form):
            return self.clause(replace(clause, negated=False), form)
        return f"es gilt, dass {self.clause(clause)}{CLOSE}"

    def tidy(self, text: str) -> str:
        text = re.sub(r"\bbis zu (?=\d+(?![\d-]))", "bis ", text)
        return re.sub(r"\bbis zu (der|dem)\b", lambda found: f"bis {CONTRACTED[f'zu {found[1]}']}", text)

    def such_that(self, clauses: list[str]) -> str:
        return f", für {self.which('acc')} gilt, dass {self.several(clauses, 'and')}{CLOSE}"
