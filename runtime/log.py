"""What has happened, in lines of text. They are made when somebody reads them: play only notes numbers."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from runtime.slots import ACTIVE
from runtime.spelling import Speller
from runtime.witness import Witness

if TYPE_CHECKING:
    from runtime.state import State

Event = tuple[int | str, ...]


def log_lines(state: State, reader: int = -1) -> list[str]:
    """The log of a game so far; empty if nothing was noted. A player who reads it is told only what was to be seen."""
    return told_by(Teller(state), state, reader)


def told_by(teller: Teller, state: State, reader: int) -> list[str]:
    """The log of a game as somebody tells it to a player; with -1 to everybody."""
    witness = Witness(state, reader)
    lines: list[str] = []
    told = ((place, event, witness.misses(event)) for place, event in enumerate(state.events or ()))
    for _, grouped in groupby(told, key=teller.together):
        listed = list(grouped)
        _, first, is_missed = listed[0]
        if first[0] == "reveal":
            seen = [int(event[1]) for _, event, is_missed in listed if not is_missed]
            lines.append(teller.reveal(seen, len(listed) - len(seen), int(first[2])))
        elif is_missed:
            lines.append(teller.hidden(len(listed), int(first[2])))
        else:
            lines += [line for _, event, _ in listed if (line := teller.line(event, witness))]
    return lines


class Teller:
    """Tells events in the words of one game."""

    def __init__(self, state: State) -> None:
        self.state, self.t = state, state.t
        self.names = state.players
        self.speller: Speller = Speller(state.t, state.players)
        self.slots: dict[int, tuple[str, str, str | None, str, int]] = {}
        """What each slot is: count, track or mark, its name, its holder's type, its own type, and the holder."""
        self.sights: dict[int, tuple[str, str | None]] = {}
        """Who sees what a slot says, if not everybody; and the variant that opens it."""
        declared = sorted(self.t.declared, key=lambda one: one[4])
        ends = [one[4] for one in declared[1:]] + [self.t.size]
        for (what, name, holder, kind, start, first, sight, unless), end in zip(declared, ends, strict=True):
            for slot in range(start, end if holder is not None else start + 1):
                self.slots[slot] = (what, name, holder, kind, slot - start + first)
                if sight != "open":
                    self.sights[slot] = (sight, unless)

    def together(self, one: tuple[int, Event, bool]) -> tuple[int, int]:
        """What makes one line: cards shown to the same player, and those that go to the same place unseen."""
        place, event, is_missed = one
        if event[0] == "reveal":
            return -1, int(event[2])
        return (-2, int(event[2])) if is_missed else (place, 0)

    def hidden(self, count: int, location: int) -> str:
        """Cards go where nobody sees them."""
        return f"{unseen(count)}: to {self.location(location)}"

    def line(self, event: Event, witness: Witness) -> str:
        """One event, as far as it was to be seen."""
        kind, *about = event
        if kind == "do":
            return self.carried_out(str(about[0]), int(about[1]), int(about[2]))
        numbers = [int(number) for number in about]
        match kind:
            case "answer":
                return self.answer(witness, *numbers)
            case "cannot":
                return f"{self.names[numbers[0]]} can't: {self.t.failures[numbers[1]]}"
            case "turn":
                return f"turn of {self.names[numbers[0]]}"
            case "card":
                return f"{self.speller.told('card', numbers[0])}: to {self.location(numbers[1])}"
            case "place":
                form, owner, place = numbers
                article = "an" if self.t.forms[form].name[0] in "aeiou" else "a"
                return f"place {article} {self.piece(form, owner)}: {self.place(form, place)}"
            case "take":
                form, owner, place, goal, to = numbers
                where = "supply" if goal < 0 else self.place(goal, to)
                return f"{self.piece(form, owner)}: {self.place(form, place)} to {where}"
            case "shift":
                return self.shift(*numbers)
            case "set":
                return self.set(*numbers) if self.is_told(numbers[0], witness) else ""
            case "shuffle":
                return f"shuffle {self.location(numbers[0])}"
            case "seat":
                return f"{self.names[numbers[0]]}'s seat is {numbers[1]}"
            case "end":
                return self.end()
        return " ".join(map(str, event))

    def answer(self, witness: Witness, player: int, block: int, code: int, optional: int, is_only: int) -> str:
        """What a player has answered, and where."""
        choice = self.t.choices[block]
        rule = (self.t.optionals[optional][0] if optional else None) or choice.rule
        if choice.is_secret and witness.player not in (-1, player):
            return f"{self.names[player]}: in secret [{rule}]"
        verb, about = self.speller.parts(choice, code)
        said = [
            unseen(1) if self.is_card(kind) and not witness.sees(number) else self.speller.told(kind, number)
            for kind, number in about
        ]
        spelling = " ".join(said if verb == "choose" else [verb, *said])
        return f"{self.names[player]}: {spelling} [{rule}]" + (" (the only option)" if is_only else "")

    def carried_out(self, value_type: str, value: int, card: int) -> str:
        """An icon or an effect on a card happens."""
        return f"{self.speller.told('card', card)}: {self.speller.told(value_type, value)}"

    def location(self, location: int) -> str:
        """A zone with its owner, or a space."""
        if location < 0:
            return "none"
        if location < self.t.zones:
            name, kind, owner = self.t.zone_names[location]
            return name if kind is None else f"{self.speller.thing(kind, owner)}'s {name}"
        for space, (_, first, count) in self.t.grids.items():
            if first <= location < first + count:
                return self.speller.thing(space, location - first)
        return str(location)

    def piece(self, form: int, owner: int) -> str:
        """A piece and whose it is."""
        return f"{self.t.forms[form].name} of {self.speller.thing(self.t.forms[form].owner_type, owner)}"

    def place(self, form: int, place: int) -> str:
        """Where a piece stands."""
        return self.speller.told(self.t.forms[form].place_type, place)

    def holder(self, slot: int) -> str:
        """Who has what a slot counts."""
        if slot < 0:
            return "bank"
        _, _, kind, _, number = self.slots[slot]
        return "table" if kind is None else self.speller.told(kind, number)

    def shift(self, giver: int, taker: int, amount: int) -> str:
        """Some of a count goes from one to another."""
        name = self.slots[max(giver, taker)][1]
        noun = name if amount == 1 else self.t.plurals.get(name, name)
        return f"{amount} {noun}: {self.holder(giver)} to {self.holder(taker)}"

    def set(self, slot: int, value: int) -> str:
        """A count, track or mark has another value, or somebody else is active."""
        if slot == ACTIVE:
            return f"active_player is {self.speller.thing('player', value)}"
        what, name, holder, kind, number = self.slots[slot]
        whose = None if holder is None else self.speller.told(holder, number)
        if what == "mark":
            return f"{whose} is {name if value else f'not {name}'}"
        said = self.t.plurals.get(name, name) if what == "count" else name
        return f"{said}{'' if whose is None else f' of {whose}'} is {self.speller.thing(kind, value)}"

    def is_told(self, slot: int, witness: Witness) -> bool:
        """Whether who reads this may know what a slot says."""
        if slot not in self.sights or witness.player < 0:
            return True
        sight, unless = self.sights[slot]
        _, _, holder, _, number = self.slots[slot]
        return self.state.knows_value(witness.player, sight, unless, holder, number)

    def reveal(self, cards: list[int], others: int, player: int) -> str:
        """Cards are shown to somebody."""
        whom = "all" if player < 0 else self.names[player]
        said = [self.speller.told("card", card) for card in cards] + [unseen(others)] * (others > 0)
        return f"reveal to {whom}: {', '.join(said)}"

    def is_card(self, type_name: str) -> bool:
        kind = type_name.removesuffix(" or none")
        return kind == "card" or kind in self.t.kinds

    def end(self) -> str:
        """The game is over."""
        result = self.state.result
        if result is None:
            return ""
        ranks = (" = ".join(self.names[player] for player in rank) for rank in result.ranking)
        return f"the game is over [{result.reason}]: {' > '.join(ranks)}"


def unseen(count: int) -> str:
    """Cards that nobody sees, or not who reads about them."""
    return "a card" if count == 1 else f"{count} cards"
