"""The log in other languages: the same events, with the words of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.log import Event, Teller, told_by
from runtime.slots import ACTIVE
from runtime.words import WordSpeller

if TYPE_CHECKING:
    from runtime.state import State
    from runtime.witness import Witness

TO = "→"


def told_lines(state: State, language: str, reader: int = -1) -> list[str]:
    """The log of a game so far in a language, as `log_lines` gives it."""
    return [line[:1].title() + line[1:] for line in told_by(WordTeller(state, language), state, reader)]


class WordTeller(Teller):
    """Tells events in a language."""

    def __init__(self, state: State, language: str) -> None:
        super().__init__(state)
        self.spoken = WordSpeller(state.t, state.players, language)
        self.speller = self.spoken
        self.words = self.spoken.words
        self.table = self.words["table"]

    def hidden(self, count: int, location: int) -> str:
        return f"{self.spoken.counted('card', count)} {TO} {self.location(location)}"

    def carried_out(self, value_type: str, value: int, card: int) -> str:
        return f"{self.speller.thing('card', card)}: {self.speller.thing(value_type, value)}"

    def line(self, event: Event, witness: Witness) -> str:
        """One event, as far as it was to be seen."""
        kind, *about = event
        if kind == "do":
            return super().line(event, witness)
        numbers = [int(number) for number in about]
        match kind:
            case "cannot":
                return f"{self.names[numbers[0]]}: {self.spoken.reason(self.t.failures[numbers[1]])}"
            case "turn":
                return self.table["turn"].replace("{0}", self.names[numbers[0]])
            case "card":
                return f"{self.speller.thing('card', numbers[0])} {TO} {self.location(numbers[1])}"
            case "place":
                form, owner, place = numbers
                return f"{self.piece(form, owner)}: {self.table['supply']} {TO} {self.place(form, place)}"
            case "take":
                form, owner, place, goal, to = numbers
                where = self.table["supply"] if goal < 0 else self.place(goal, to)
                return f"{self.piece(form, owner)}: {self.place(form, place)} {TO} {where}"
            case "shuffle":
                return self.table["shuffle"].replace("{0}", self.location(numbers[0]))
            case "seat":
                said = self.table["seat"].replace("{0}", self.names[numbers[0]])
                return said.replace("{1}", str(numbers[1]))
        return super().line(event, witness)

    def answer(self, witness: Witness, player: int, block: int, code: int, optional: int, is_only: int) -> str:
        choice = self.t.choices[block]
        _, about = self.speller.parts(choice, code)
        is_missed = any(self.is_card(kind) and not witness.sees(number) for kind, number in about)
        said = self.spoken.counted("card", 1) if is_missed else self.spoken.said(choice, code)
        return f"{self.names[player]}: {said}" + (f" {self.table['only']}" if is_only else "")

    def location(self, location: int) -> str:
        if location < 0:
            return self.words["things"]["none"]
        if location < self.t.zones:
            name, kind, owner = self.t.zone_names[location]
            zone = self.words["zones"][name]
            return zone if kind is None else f"{zone} ({self.speller.thing(kind, owner)})"
        return super().location(location)

    def piece(self, form: int, owner: int) -> str:
        noun = self.words["forms"][self.t.forms[form].name]
        return f"{noun} ({self.speller.thing(self.t.forms[form].owner_type, owner)})"

    def holder(self, slot: int) -> str:
        if slot < 0:
            return self.table["bank"]
        _, _, kind, _, number = self.slots[slot]
        return self.table["table"] if kind is None else self.speller.thing(kind, number)

    def shift(self, giver: int, taker: int, amount: int) -> str:
        name = self.slots[max(giver, taker)][1]
        return f"{self.spoken.counted(name, amount)}: {self.holder(giver)} {TO} {self.holder(taker)}"

    def set(self, slot: int, value: int) -> str:
        if slot == ACTIVE:
            return f"{self.table['active']}: {self.speller.thing('player', value)}"
        what, name, holder, kind, number = self.slots[slot]
        whose = None if holder is None else self.speller.thing(holder, number)
        if what == "mark" or kind == "yes/no":
            said = self.words["states"][f"{name} {'yes' if value else 'no'}"]
            return said if whose is None else f"{whose}: {said}"
        noun = self.words["counts"][name].split("|")[2] if what == "count" else self.words["tracks"][name]
        return f"{noun}{'' if whose is None else f' ({whose})'}: {self.speller.thing(kind, value)}"

    def reveal(self, cards: list[int], others: int, player: int) -> str:
        unseen = [self.spoken.counted("card", others)] if others else []
        listed = ", ".join([*self.speller.things("card", cards), *unseen])
        if player < 0:
            return self.table["reveal"].replace("{0}", listed)
        return self.table["reveal-to"].replace("{0}", listed).replace("{1}", self.names[player])

    def end(self) -> str:
        result = self.state.result
        if result is None:
            return ""
        ranks = (" = ".join(self.names[player] for player in rank) for rank in result.ranking)
        return f"{self.table['end']}: {' > '.join(ranks)}"
