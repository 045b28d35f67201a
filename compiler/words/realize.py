"""Phrases and clauses in one language: the part that all languages share.

A pattern is a message of Fluent. Its arguments are phrases, and functions put them into the form that the pattern asks
for: `{ NP($thing, case: "acc") }`. Every language says in a module of its own how a noun phrase is built.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar, cast

from compiler.words.lexicon import CASES, Lexicon, Term
from compiler.words.phrase import (
    Amount,
    Clause,
    Formula,
    Name,
    Noun,
    Part,
    Phrase,
    Several,
    Title,
    Which,
    You,
)  # fmt: skip

CLOSE = "\ue000"
"""The end of a subordinate clause: a comma, unless the sentence or another clause ends here."""
ICON_START, ICON_END = "\ue001", "\ue002"
NBSP = "\u00a0"
QUOTES = {"en": "“”", "pl": "„”", "cs": "„“", "de": "„“", "es": "«»"}


class Unworded(LookupError):
    """A word, form or message that is missing in a language. `key` says which."""

    def __init__(self, kind: str, key: str, language: str) -> None:
        super().__init__(f"{language}: there is no {kind} `{key}`")
        self.kind, self.key, self.language = kind, key, language


class Arg(str):
    """A phrase or clause on its way through Fluent, which lets strings pass as they are."""

    __slots__ = ("part",)

    part: Part

    @classmethod
    def of(cls, part: Part) -> Arg:
        """A part of the plan as an argument."""
        found = cls("…")
        found.part = part
        return found


class Patterns:
    """Formats messages; the engine behind it is Fluent."""

    def __init__(self, language: str, sources: Mapping[str, str], functions: Mapping[str, Callable[..., str]]) -> None:
        """`sources` are the texts of .ftl files, by path."""
        from fluent.runtime import FluentBundle, FluentResource

        self.language = language
        self.bundle = FluentBundle([language], functions=cast(Any, dict(functions)), use_isolating=False)
        for text in sources.values():
            self.bundle.add_resource(FluentResource(text), allow_overrides=True)

    def has(self, message: str, form: str = "") -> bool:
        """Whether there is such a message, with such an attribute."""
        if not self.bundle.has_message(message):
            return False
        found = self.bundle.get_message(message)
        return form in found.attributes if form else found.value is not None

    def format(self, message: str, form: str, args: Mapping[str, object]) -> str:
        """A message with its arguments."""
        if not self.has(message, form):
            raise Unworded("message", f"{message}.{form}" if form else message, self.language)
        found = self.bundle.get_message(message)
        pattern = found.attributes[form] if form else found.value
        assert pattern is not None
        text, errors = self.bundle.format_pattern(pattern, dict(args))
        if errors:
            raise errors[0]
        return str(text)


class Realizer:
    """One language. Subclasses say how nouns, pronouns, articles and prepositions look."""

    language = ""
    lists: ClassVar[Mapping[str, str]] = {}
    """The words that join lists."""
    closes = False
    """Whether subordinate clauses stand between commas."""

    def __init__(self, lexicon: Lexicon, sources: Mapping[str, str]) -> None:
        self.lexicon = lexicon
        self.functions: dict[str, Callable[..., str]] = {
            "NP": self._np,
            "AT": lambda part: self.place("at", part.part),
            "TO": lambda part: self.place("to", part.part),
            "FROM": lambda part: self.place("from", part.part),
            "V": self._verb,
            "G": self._by_gender,
            "CL": lambda part: self.clause(part.part),
            "MAIN": lambda part: self.main_clause(part.part),
            "DO": lambda part: self.clause(part.part),
            "INF": lambda part: self.clause(part.part, "inf"),
            "DOES": lambda part: self.clause(part.part, "third"),
            "REL": lambda part: self.relative_place(),
            "END": lambda: CLOSE,
            "NO": self._none,
            "SAY": lambda part: self.capital(self.clause(part.part)),
            "CORE": self._core,
            "WHERE": self._where,
            "WHAT": self._what,
            "TAIL": self._tail,
        }
        self.patterns: Any = Patterns(self.language, sources, self.functions)
        self.case = "nom"
        self.subject: Phrase | None = None
        self.is_third = False
        self.antecedent: tuple[str, bool] = ("m", False)
        self.antecedent_at = ""

    # ---- what patterns call -----------------------------------------------------------------------------

    def _np(self, part: Arg, case: str = "nom") -> str:
        return self.noun(part.part, self.case if case == "this" else str(case))  # type: ignore[arg-type]

    def _none(self, part: Arg, case: str = "nom", core: str = "") -> str:
        """A phrase with `no` in front: “no card”; with `core` without its relative clauses, which `TAIL` says."""
        phrase = part.part
        if isinstance(phrase, Noun) and core:
            phrase = replace(phrase, clauses=(), such=())
        return self.noun(replace(phrase, det="no") if isinstance(phrase, Noun) else phrase, str(case))  # type: ignore[arg-type]

    def _core(self, part: Arg, case: str = "nom") -> str:
        """A phrase without its relative clauses, which `TAIL` says."""
        phrase = part.part
        return self.noun(replace(phrase, clauses=(), such=()) if isinstance(phrase, Noun) else phrase, str(case))  # type: ignore[arg-type]

    def _where(self, part: Arg) -> str:
        """Where a thing is, which `WHAT` leaves out: “in the region”."""
        phrase = part.part
        places = phrase.places if isinstance(phrase, Noun) else ()
        return " ".join(self.place(role, place) for role, place in places if role == "at")

    def _what(self, part: Arg, case: str = "nom") -> str:
        """A phrase without where it is, which `WHERE` says."""
        phrase = part.part
        if isinstance(phrase, Noun):
            phrase = replace(phrase, places=tuple(place for place in phrase.places if place[0] != "at"))
        return self.noun(phrase, str(case))  # type: ignore[arg-type]

    def _tail(self, part: Arg) -> str:
        phrase = part.part
        if not isinstance(phrase, Noun):
            return ""
        gender, is_many = self.agreement(phrase)
        return self.told_of(phrase, self.term(phrase.head), gender, is_many)

    def _verb(self, who: Arg, you: str, one: str, many: str) -> str:
        return {"you": you, "one": one, "many": many}[self.person(who.part)]  # type: ignore[arg-type]

    def _by_gender(self, thing: Arg, *forms: str) -> str:
        """The form for the gender: masculine, feminine, neuter, plural; the last one given stands for the rest."""
        gender, is_many = self.agreement(thing.part)  # type: ignore[arg-type]
        place = 3 if is_many else {"f": 1, "n": 2}.get(gender, 0)
        return str(forms[min(place, len(forms) - 1)])

    # ---- clauses ----------------------------------------------------------------------------------------

    def clause(self, clause: Clause, form: str = "") -> str:
        """A clause: as an order or statement, or in another form, such as the infinitive."""
        wanted = "not" if clause.negated else form
        if clause.is_own and clause.message.startswith("do-") and not self.patterns.has(clause.message, wanted):
            clause = general_order(clause)
        message = self.special(clause, wanted)
        with self.told(clause, form):
            args = {"you": Arg.of(You())} | {name: Arg.of(part) for name, part in clause.args}
            return self.patterns.format(message, wanted, args)  # type: ignore[no-any-return]

    def main_clause(self, clause: Clause) -> str:
        """A condition as a statement of its own; only German needs another order of words for that."""
        return self.clause(clause)

    def special(self, clause: Clause, form: str) -> str:
        """The message for a clause: that of the game for one of its counts, `pay-turn_action`, or the general one."""
        thing = clause.arg("thing")
        if isinstance(thing, Noun) and thing.head.startswith("count."):
            message = f"{clause.message}-{thing.head.removeprefix('count.')}"
            return message if self.patterns.has(message, form) else clause.message
        return clause.message

    @contextmanager
    def told(self, clause: Clause, form: str) -> Iterator[None]:
        """Who is the subject while a clause is told."""
        before = self.subject, self.is_third
        is_order = clause.subject is None
        self.subject = You() if is_order else clause.subject
        if form == "third":
            self.is_third = True
        try:
            yield
        finally:
            self.subject, self.is_third = before

    @contextmanager
    def about_others(self, is_so: bool) -> Iterator[None]:
        """Inside, `you` is somebody else."""
        before = self.is_third
        self.is_third = before or is_so
        try:
            yield
        finally:
            self.is_third = before

    # ---- phrases ----------------------------------------------------------------------------------------

    def noun(self, phrase: Phrase, case: str) -> str:
        """A phrase in a case."""
        match phrase:
            case Noun():
                return self.common(phrase, case)
            case Amount():
                return str(phrase.value)
            case You():
                return self.you(case)
            case Name():
                return self.name(phrase.text, case)
            case Title():
                return self.quoted(self.title(phrase))
            case Which():
                return self.which(case)
            case Several():
                return self.several(self.without_repeats(phrase, case), phrase.word)
        before, self.case = self.case, case
        args = {name: Arg.of(part) for name, part in phrase.args}
        try:
            return self.patterns.format(phrase.message, "", args)  # type: ignore[no-any-return]
        finally:
            self.case = before

    def without_repeats(self, phrase: Several, case: str) -> list[str]:
        """The items of a list; `all` is said once where it looks the same: “all tribes and armies”."""
        texts = [self.noun(item, case) for item in phrase.items]
        is_all = all(isinstance(item, Noun) and item.det == "all" for item in phrase.items)
        start = texts[0].partition(" ")[0] + " "
        return [text.removeprefix(start) if is_all and place else text for place, text in enumerate(texts)]

    def name(self, text: str, case: str) -> str:
        """The name of a player."""
        return text

    def title(self, title: Title) -> str:
        """A title in this language."""
        found = self.lexicon.title(title.section, title.key)
        if found is None:
            raise Unworded(f"title in `{title.section}`", title.key, self.language)
        return found

    def quoted(self, text: str) -> str:
        """In the quotes of this language."""
        return f"{QUOTES[self.language][0]}{text}{QUOTES[self.language][1]}"

    def several(self, items: list[str], word: str) -> str:
        """A list of things."""
        if word == "listed":
            return ", ".join(items)
        if word == "then":
            return self.lists["then"].join(items)
        if len(items) == 1:
            return items[0]
        return f"{', '.join(items[:-1])} {self.lists[word]} {items[-1]}"

    def term(self, head: str) -> Term:
        """A noun of the lexicon."""
        found = self.lexicon.term(head)
        if found is None:
            raise Unworded("term", head, self.language)
        return found

    def role(self, term: Term, role: str) -> tuple[str, str] | None:
        """The words that a noun asks for in front of what belongs to it, and the case: `for: za kartę na loc`."""
        asked = term.roles.get(role)
        if asked is None:
            return None
        words, _, case = asked.rpartition(" ") if len(CASES[self.language]) > 1 else (asked, "", "nom")
        return ("" if words == "-" else words), case

    def with_owner_as_adjective(self, noun: Noun) -> Noun:
        """`Afghan armies` for `armies of the Afghan coalition`, where the lexicon has the adjective."""
        owner = noun.owner
        if not isinstance(owner, Noun) or owner.head not in self.lexicon.adjectives or owner.variable:
            return noun
        return replace(noun, owner=None, adjectives=(*noun.adjectives, owner.head))

    def form(self, term: Term, is_many: bool, case: str, head: str) -> str:
        """A noun in number and case."""
        forms = term.plural if is_many else term.singular
        if not forms:
            forms = term.singular
        if len(forms) == 1:
            return forms[0]
        place = CASES[self.language].index(case) if case in CASES[self.language] else 0
        if place >= len(forms):
            raise Unworded(f"{case} {'plural' if is_many else 'singular'} of", head, self.language)
        return forms[place]

    def agreement(self, phrase: Phrase) -> tuple[str, bool]:
        """Gender, and whether the verb is plural."""
        match phrase:
            case Noun():
                term = self.term(phrase.head)
                return term.gender, self.is_many(phrase, term)
            case Which():
                return self.antecedent
            case Several():
                return self.agreement(phrase.items[0])[0], phrase.word == "and"
        return "m", False

    def is_many(self, noun: Noun, term: Term) -> bool:
        """Whether the verb is plural."""
        if isinstance(noun.count, Amount):
            return noun.count.value != 1
        return noun.plural or noun.count is not None

    def person(self, phrase: Phrase) -> str:
        """`you`, `one` or `many`."""
        if isinstance(phrase, You):
            return "one" if self.is_third else "you"
        return "many" if self.agreement(phrase)[1] else "one"

    def is_reflexive(self) -> bool:
        """Whether `your` stands in a clause about you."""
        return isinstance(self.subject, You)

    @contextmanager
    def within(self, gender: str, is_many: bool, at: str) -> Iterator[None]:
        """What the relative clauses inside are about."""
        before = self.antecedent, self.antecedent_at
        self.antecedent, self.antecedent_at = (gender, is_many), at
        try:
            yield
        finally:
            self.antecedent, self.antecedent_at = before

    def behind(self, noun: Noun, term: Term, gender: str, is_many: bool) -> str:
        """What stands behind a noun: places and relative clauses."""
        places = "".join(
            f" ({self.noun(phrase, 'nom')})" if role == "about" else f" {self.preposition(role, phrase, term)}"
            for role, phrase in noun.places
        )
        return places + self.told_of(noun, term, gender, is_many)

    def told_of(self, noun: Noun, term: Term, gender: str, is_many: bool) -> str:
        """The relative clauses of a noun."""
        text = ""
        with self.within(gender, is_many, term.at):
            relatives = [self.clause(clause) for clause in noun.clauses]
            such = [self.clause(clause) for clause in noun.such]
            if relatives:
                text += self.relative_clauses(relatives)
            if such:
                text += self.such_that(such)
        return text

    def relative_clauses(self, clauses: list[str]) -> str:
        """Relative clauses behind their noun."""
        return f", {self.several(clauses, 'and')}{CLOSE}"

    def icon(self, noun: Noun) -> str:
        """The mark for an icon in front of a noun, which the output replaces."""
        return f"{ICON_START}{noun.icon}{ICON_END}" if noun.icon else ""

    # ---- what a language has to say ---------------------------------------------------------------------

    def common(self, noun: Noun, case: str) -> str:
        raise NotImplementedError

    def you(self, case: str) -> str:
        raise NotImplementedError

    def which(self, case: str) -> str:
        raise NotImplementedError

    def place(self, role: str, phrase: Phrase) -> str:
        """Where something is, goes to or comes from."""
        raise NotImplementedError

    def preposition(self, role: str, phrase: Phrase, term: Term) -> str:
        """A phrase behind a preposition."""
        raise NotImplementedError

    def relative_place(self) -> str:
        """“in which”."""
        raise NotImplementedError

    def such_that(self, clauses: list[str]) -> str:
        raise NotImplementedError

    def tidy(self, text: str) -> str:
        """What the sounds of neighbouring words ask for: `do` and `el` become `del`."""
        return text

    # ---- whole sentences --------------------------------------------------------------------------------

    def sentence(self, clause: Clause, end: str = ".") -> str:
        """A clause as a sentence of its own."""
        return self.finish(self.clause(clause), end)

    def capital(self, text: str) -> str:
        """With a capital letter in front."""
        start = re.match(rf"(?:{ICON_START}[^{ICON_END}]*{ICON_END}|[“„«(¿¡ ])*", text)
        place = start.end() if start else 0
        return text[:place] + text[place : place + 1].upper() + text[place + 1 :]

    def finish(self, text: str, end: str = ".") -> str:
        """Spaces, commas, the capital letter and the stop."""
        text = re.sub(rf"{CLOSE}(?=\s*({CLOSE}|[,.;:)]|$))", "", f"{text}").replace(CLOSE, ",")
        text = re.sub(r"[ \n\t]+", " ", text).strip()
        text = re.sub(r" ([,.;:])", r"\1", text)
        text = self.tidy(text)
        text = re.sub(r"(?<![\w.])(\d+) (?=[^\W\d_])", rf"\1{NBSP}", text)
        text = self.capital(text)
        if end and not text.endswith((".", ":", "!", "?")):
            text += end
        return text


def general_order(clause: Clause) -> Clause:
    """“Carry out Loading (the cargo)”: what is said of a procedure that has no message of its own."""
    title = Title("procedures", clause.message.removeprefix("do-"))
    if not clause.args:
        return Clause("carry-out", (("title", title),), clause.subject)
    things = Several(tuple(part for _, part in clause.args if not isinstance(part, Clause)), "listed")
    return Clause("carry-out-with", (("title", title), ("things", things)), clause.subject)


__all__ = ["Amount", "Formula", "Realizer"]
