"""Conditions as relative clauses: “that has a card”, “whose good is salt”, “in which you have a camel”."""

from __future__ import annotations

from dataclasses import replace

from compiler.words.phrase import Clause, Noun, Phrase, Which, mapped, parts_of


def relative(clause: Clause, label: Phrase) -> Clause | None:
    """The clause as one about `label`, with the relative pronoun in its place; none if that can't be said well."""
    told = sum(part == label for part in parts_of(clause.args)) + 0
    if told != 1 or any(isinstance(part, Which) for part in parts_of(clause)):
        return None
    for name, value in clause.args:
        if isinstance(value, Clause):
            continue
        if value == label and value == clause.subject:
            return _with(clause, name, Which())
        if isinstance(value, Noun) and value.owner == label and value == clause.subject and value.head != "number-of":
            return _with(clause, name, replace(value, owner=Which(), det=""))
        if isinstance(value, Noun) and ("at", label) in value.places:
            rest = tuple(place for place in value.places if place != ("at", label))
            inner = _with(clause, name, replace(value, places=rest))
            return Clause("in-which", (("clause", inner), ("place", Which())), inner.subject)
    return None


def _with(clause: Clause, name: str, value: Phrase) -> Clause:
    args = tuple((key, value if key == name else old) for key, old in clause.args)
    old = clause.arg(name)
    return replace(clause, args=args, subject=value if clause.subject == old else clause.subject)


def replaced(clause: Clause, old: Phrase, new: Phrase) -> Clause:
    """The clause with one phrase instead of another."""
    changed = mapped(clause, lambda part: new if part == old else None)
    assert isinstance(changed, Clause)
    return changed
