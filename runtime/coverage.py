"""What games have used of their rules and cards, and what they never did. It is read from the events of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runtime.decisions import ASK
from runtime.slots import ACCEPT, NO, REFUSE, STOP, WORD
from runtime.spelling import WORDS, Speller

if TYPE_CHECKING:
    from runtime.state import State
    from runtime.tables import Tables

Use = tuple[str, str, str]
"""One thing that can be used: what it is, where it belongs, its name. For instance `answer`, `turn.action`, `rest`."""
MOST_LISTED = 12
"""What was never used is counted as soon as there is more of it."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often everything was used. Sums are the same in any order."""

    uses: Counter[Use] = field(default_factory=Counter)

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(self.uses + other.uses)

    @classmethod
    def of(cls, state: State) -> Coverage:
        """What one game has used until now; it must have been started with a log."""
        assert state.events is not None, "only a game with a log says what it has used"
        reader = _Reader(state.t)
        return cls(Counter(use for event in state.events for use in reader.read(*event)))

    def never(self, tables: Tables) -> list[Use]:
        """What was never used, of all that can be answered and carried out, and of the places where cards have been.

        For cards only those places count to which another card of their kind has come.
        """
        return [use for use in self.known(tables) if not self.uses[use]]

    def known(self, tables: Tables) -> list[Use]:
        """All that could have been used."""
        reader = _Reader(tables)
        been = {(place, kind_of(name)) for what, place, name in self.uses if what == "card"}
        cards = (("card", place, name) for place, kind in sorted(been) for name in reader.cards(kind))
        answered = (use for use in sorted(self.uses) if use[0] == "answer")
        return list(dict.fromkeys([*reader.answers(), *answered, *reader.printed(), *cards]))

    def as_json(self, tables: Tables) -> dict[str, object]:
        """Everything with its count, also what was never used."""
        found: dict[str, dict[str, dict[str, int]]] = {}
        for use in self.known(tables):
            what, place, name = use
            found.setdefault(what, {}).setdefault(place, {})[name] = self.uses[use]
        return dict(found)

    def lines(self, tables: Tables) -> list[str]:
        """How much was used of what there is, and what never was, for people."""
        groups: dict[str, list[Use]] = {}
        for use in self.known(tables):
            what, place, name = use
            group = f"{tables.plurals.get(kind := kind_of(name), kind)} in {place}" if what == "card" else f"{what}s"
            groups.setdefault(group, []).append(use)
        return [self._line(group, uses) for group, uses in groups.items()]

    def _line(self, group: str, uses: list[Use]) -> str:
        never = [said(use) for use in uses if not self.uses[use]]
        more = f" and {len(never) - MOST_LISTED} more" if len(never) > MOST_LISTED + 1 else ""
        listed = never[:MOST_LISTED] if more else never
        missing = f"; never {', '.join(listed)}{more}" if never else ""
        return f"  {len(uses) - len(never):,} of {len(uses):,} {group} used{missing}"


def kind_of(card: str) -> str:
    """The kind of a card by its name."""
    return card.partition("(")[0]


def said(use: Use) -> str:
    """How a person calls it."""
    what, place, name = use
    return {"answer": f"[{place}] {name}", "effect": f"{place}'s {name}"}.get(what, name)


class _Reader:
    """Reads the events and tables of one game."""

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self.speller = Speller(tables, ())

    def read(self, kind: int | str, *about: int | str) -> Iterator[Use]:
        """What an event has used."""
        if kind == "answer":
            _, block, code, optional, _ = map(int, about)
            choice = self.t.choices[block]
            rule = (self.t.optionals[optional][0] if optional and code >= WORD else None) or choice.rule
            verb, about_what = self.speller.parts(choice, code)
            yield "answer", rule, verb
            yield from (self.carried_out(kind, value) for kind, value in about_what if kind == "action")
        elif kind == "do":
            value_type, value, _ = about
            yield self.carried_out(str(value_type), int(value))
        elif kind == "card":
            card, location = map(int, about)
            if location < self.t.zones and self.t.is_hidden[location]:
                return
            yield "card", self.place(location), self.card(card)

    def carried_out(self, value_type: str, value: int) -> Use:
        """An icon, an action or an effect on a card."""
        if value_type == "effect":
            return value_type, self.card(value // 64), self.t.part_names[value % 64]
        return value_type, "", self.speller.thing(value_type, value)

    def place(self, location: int) -> str:
        """The zone or grid of a location, whosever it is."""
        if location < self.t.zones:
            return self.t.zone_names[location][0]
        return next(grid for grid, (_, first, count) in self.t.grids.items() if first <= location < first + count)

    def card(self, card: int) -> str:
        """A card, whosever it is."""
        return f"{self.t.kinds[self.t.kind_of[card]]}({self.t.number_of[card]})"

    def cards(self, kind: str) -> Iterator[str]:
        """All cards of a kind."""
        return (self.card(card) for card, of in enumerate(self.t.kind_of[:-1]) if self.t.kinds[of] == kind)

    def answers(self) -> Iterator[Use]:
        """All ways of all decisions; words of those decisions that always offer them."""
        for choice in self.t.choices.values():
            names = choice.verbs or ("choose",)
            if choice.kind == ASK:
                names = WORDS[ACCEPT], WORDS[REFUSE]
            elif choice.kind in ("may", "repeat"):
                names = ()
            for name in names:
                yield "answer", choice.rule, name
        for rule, kind, _, out in self.t.optionals.values():
            if rule is not None and out >= 0:
                yield "answer", rule, WORDS[NO if kind == "may" else STOP]

    def printed(self) -> Iterator[Use]:
        """All icons and actions that are printed on a card, and all effects."""
        for value_type, value in self.t.printed:
            if value_type != "ability":
                yield self.carried_out(value_type, value)
        for value in sorted(self.t.effects):
            yield self.carried_out("effect", value)
