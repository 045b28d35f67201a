"""One message over counts and genders, for those who translate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from compiler.words.phrase import Amount, Clause, Noun, Phrase, parts_of
from compiler.words.plan import Item

if TYPE_CHECKING:
    from compiler.words.telling import Telling

COUNTS = (1, 2, 5, 22)


def previews(telling: Telling, language: str, message: str) -> Iterator[str]:
    """A message as this game uses it, and with nouns of every gender in various numbers."""
    from compiler.console import Usage

    words = telling.language(language)
    found = [clause for item in telling.items for clause in _clauses(item) if clause.message == message]
    if not found:
        known = sorted({clause.message for item in telling.items for clause in _clauses(item)})
        from compiler.diagnostics import did_you_mean

        guess = did_you_mean(message, known)
        helps = [f"did you mean `{guess}`?"] if guess else []
        raise Usage(f"{telling.game.name} uses no message `{message}`", *helps)
    seen: list[str] = []
    for clause in found:
        for phrase in (clause.arg("thing"), None):
            if isinstance(phrase, Noun):
                for other in _variants(telling, language, phrase):
                    args = tuple((name, other if name == "thing" else part) for name, part in clause.args)
                    seen.append(words.sentence(Clause(message, args, clause.subject, clause.negated, clause.is_own)))
            else:
                seen.append(words.sentence(clause))
        if len(seen) > 40:
            break
    yield from dict.fromkeys(seen)


def _clauses(item: Item) -> Iterator[Clause]:
    for part in parts_of(item.lines):
        if isinstance(part, Clause):
            yield part
    for one in item.items:
        yield from _clauses(one)


def _variants(telling: Telling, language: str, noun: Noun) -> Iterator[Phrase]:
    """A noun of each gender, counted."""
    words = telling.language(language)
    heads: dict[str, str] = {}
    for item in telling.items:
        for part in parts_of(item.lines):
            if isinstance(part, Noun) and part.head.startswith(("count.", "form.", "type.")):
                term = words.lexicon.term(part.head)
                if term is not None and term.plural:
                    heads.setdefault(term.gender, part.head)
    for _, head in sorted(heads.items()):
        for count in COUNTS:
            yield Noun(head, "", True, Amount(count), places=noun.places, owner=noun.owner)
