"""Are the words of a game complete? Every term, title and message that its text needs, in every language.

A game without a folder `text` has no words yet, and nothing is missing. With one, nothing may be missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compiler import ir
from compiler.diagnostics import Diagnostic, Report, did_you_mean
from compiler.project import Project
from compiler.words.lexicon import CASES, LANGUAGES, Lexicon, read_yaml
from compiler.words.phrase import Clause, Noun, Title, parts_of
from compiler.words.plan import Item, Planner
from compiler.words.texts import Texts, lexicon, load, named

if TYPE_CHECKING:
    from jsonschema import ValidationError

GENDERS = {"pl": {"m1", "m2", "m3", "f", "n"}, "cs": {"ma", "mi", "f", "n"}, "de": {"m", "f", "n"}, "es": {"m", "f"}}
_MESSAGE = re.compile(r"^([a-z][\w-]*) *=", re.MULTILINE)
_ATTRIBUTE = re.compile(r"^ +\.(\w+) *=")


def check_words(project: Project, game: ir.Game, report: Report) -> None:
    """Report what is missing or wrong in the words of a game."""
    texts = load(project, game)
    if not texts.languages:
        return
    sound = Report()
    for language in LANGUAGES:
        for path, text in texts.lexicons.get(language, {}).items():
            _check_lexicon(path, text, language, sound)
    for diagnostic in sound:
        report.add(diagnostic)
    if sound.has_errors:
        return
    needs = Needs(Planner(game, named(texts)).items())
    for language in LANGUAGES:
        if language not in texts.languages and language != "en":
            report.add(_missing_language(game, language))
        else:
            for diagnostic in _missing(needs, game, texts, language):
                report.add(diagnostic)


class Needs:
    """What the text of a game asks of every language."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.terms: dict[str, bool] = {}
        """The keys of nouns, and whether the plural is needed too."""
        self.titles: set[tuple[str, str]] = set()
        self.messages: set[tuple[str, str]] = set()
        """The game's own messages, with the form in which they are needed."""
        for item in items:
            self._item(item)

    def _item(self, item: Item) -> None:
        self._part((item.title, item.lines))
        for entry in item.entries:
            self._part((entry.name, entry.values))
        for one in item.items:
            self._item(one)

    def _part(self, thing: object) -> None:
        for part in parts_of(thing):
            if isinstance(part, Noun) and "." in part.head:
                is_many = part.plural or part.count is not None
                self.terms[part.head] = self.terms.get(part.head, False) or is_many
            elif isinstance(part, Title) and part.section != "scenarios":
                self.titles.add((part.section, part.key))
            elif isinstance(part, Clause) and part.is_own:
                if part.message.startswith("do-"):
                    self.titles.add(("procedures", part.message.removeprefix("do-")))
                else:
                    self.messages.add((part.message, "not" if part.negated else ""))


def _missing(needs: Needs, game: ir.Game, texts: Texts, language: str) -> Iterator[Diagnostic]:
    words = lexicon(language, game, texts)
    folder = f"cards/{game.name}/text"
    path = f"{folder}/{language}.yaml"
    for key, is_many in sorted(needs.terms.items()):
        term = words.term(key)
        name = key.partition(".")[2]
        if term is None:
            guess = did_you_mean(name, [k.partition(".")[2] or k for k in words.terms])
            helps = [f"add under `terms`: `{name}: {_example(language)}`"]
            helps += [f"did you mean `{guess}`?"] if guess else []
            yield Diagnostic("C502", f"`{name}` has no word in {_name(language)}", path=path, helps=tuple(helps))
        elif is_many and not term.plural and language != "en":
            message = f"`{name}` has no plural in {_name(language)}"
            yield Diagnostic("C502", message, path=path, helps=(f"add to its entry: `pl: {_forms(language)}`",))
    for section, key in sorted(needs.titles):
        if words.title(section, key) is None:
            help = f"add under `titles`, `{section}`: `{key}: …`"
            message = f"`{key}` has no title in {_name(language)}"
            yield Diagnostic("C503", message, path=path, helps=(help,))
    there = own_messages(texts, language)
    for message, form in sorted(needs.messages):
        if form not in there.get(message, set()):
            help = f"add it: `    .{form} = …`" if form and message in there else f"add: `{message} = …`"
            what = f"`{message}` has no opposite" if form and message in there else f"there is no message `{message}`"
            path_ = f"{folder}/{language}.ftl"
            yield Diagnostic("C504", f"{what} in {_name(language)}", path=path_, helps=(help,))


def own_messages(texts: Texts, language: str) -> dict[str, set[str]]:
    """The messages of a game in a language, with the forms they have."""
    found: dict[str, set[str]] = {}
    for text in texts.messages.get(language, {}).values():
        here = ""
        for line in text.splitlines():
            message, attribute = _MESSAGE.match(line), _ATTRIBUTE.match(line)
            if message is not None:
                here = message[1]
                found.setdefault(here, set()).add("")
            elif attribute is not None and here:
                found[here].add(attribute[1])
    return found


def _name(language: str) -> str:
    return {"en": "English", "pl": "Polish", "cs": "Czech", "de": "German", "es": "Spanish"}[language]


def _forms(language: str) -> str:
    return "…" if len(CASES[language]) == 1 else f"[{', '.join(CASES[language])}]"


def _example(language: str) -> str:
    gender = "" if language == "en" else "g: …, "
    return f"{{{gender}sg: {_forms(language)}}}"


def _missing_language(game: ir.Game, language: str) -> Diagnostic:
    return Diagnostic(
        "C501",
        f"{game.name} has no words in {_name(language)}",
        path=f"cards/{game.name}/text/{language}.yaml",
        helps=("write this file; the one of another language shows how",),
    )


@cache
def _schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_text(encoding="utf-8"))
    return found


def _check_lexicon(path: str, text: str, language: str, report: Report) -> None:
    """Whether a file of words can be read, and has the forms that its language has."""
    import yaml
    from jsonschema import Draft202012Validator

    try:
        document = read_yaml(text)
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f" in line {where.line + 1}" if where is not None else ""
        said = getattr(error, "problem", None) or "it is no YAML"
        help = f"mend it{line}: {said}"
        report.add(Diagnostic("C505", "these words can't be read", path=path, helps=(help,)))
        return
    problems = [_said(error) for error in Draft202012Validator(_schema()).iter_errors(document)]
    if not problems:
        words = Lexicon(language)
        words.add(document)
        for key, term in words.terms.items():
            found = _form_problems(term.singular, term.plural, term.gender, language)
            problems += [f"`{key}`: {problem}" for problem in found]
    for problem in problems:
        report.add(Diagnostic("C505", problem, path=path, helps=("docs/words.md says what such a file holds",)))


def _said(error: ValidationError) -> str:
    """What is wrong with a document, at the deepest place that says so."""
    from jsonschema.exceptions import best_match

    while error.context:
        inner = best_match([one for one in error.context if one.validator != "type"] or error.context)
        if inner is None:
            break
        error = inner
    place = ".".join(map(str, error.absolute_path)) or "the file"
    return f"`{place}`: {error.message}"


def _form_problems(singular: tuple[str, ...], plural: tuple[str, ...], gender: str, language: str) -> Iterator[str]:
    wanted = len(CASES[language])
    for name, forms in (("sg", singular), ("pl", plural)):
        if forms and len(forms) != wanted and not (name == "sg" and len(forms) == 1 and not gender):
            yield f"`{name}` has {len(forms)} forms and should have {wanted}: {', '.join(CASES[language])}"
    if gender and language in GENDERS and gender not in GENDERS[language]:
        yield f"there is no gender `{gender}` here: it is one of {', '.join(sorted(GENDERS[language]))}"
