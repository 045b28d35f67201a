"""Numbers of the state as people write them, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from runtime.slots import ACCEPT, AGAIN, ARGUMENT, NO, REFUSE, STOP, VERB, WORD, YES
from runtime.tables import Choice, Tables

WORDS = {YES: "yes", NO: "no", AGAIN: "again", STOP: "stop", ACCEPT: "accept", REFUSE: "refuse"}
_MASK = (1 << ARGUMENT) - 1


class Speller:
    """Spells the things of one game, with the names of its players."""

    def __init__(self, tables: Tables, names: Sequence[str]) -> None:
        self.t = tables
        self.names = names

    def thing(self, type_name: str, number: int) -> str:
        """A thing by its type: `deed(43)`, `square(top, 2)`, `path(north, south)`, `left`, `3`."""
        t = self.t
        kind = type_name.removesuffix(" or none")
        if kind == "number":
            return str(number)
        if kind == "yes/no":
            return "yes" if number else "no"
        if number < 0:
            return "none"
        if kind == "player":
            return self.names[number]
        if kind == "card" or kind in t.kinds:
            owner = t.owner_of[number]
            of = f", {self.names[owner]}" if owner >= 0 else ""
            return f"{t.kinds[t.kind_of[number]]}({t.number_of[number]}{of})"
        if kind in t.members:
            return t.members[kind][number]
        if kind in t.spaces:
            coordinates = zip(t.space_types[kind], t.spaces[kind][number], strict=True)
            return f"{kind}({', '.join(self.thing(*one) for one in coordinates)})"
        if kind in t.values:
            name, arguments = t.values[kind][number]
            types = t.value_types.get((kind, name), ())
            listed = ", ".join(self.thing(*one) for one in zip(types, arguments, strict=True))
            return f"{name}({listed})" if arguments else name
        if kind == "effect":
            return f"{self.thing('card', number // 64)}.{t.part_names[number % 64]}"
        return str(number)

    def turned(self, type_name: str, number: int) -> str | None:
        """An edge from its other end."""
        if type_name not in self.t.edges:
            return None
        (first, second), (kind, _) = self.t.spaces[type_name][number], self.t.space_types[type_name]
        return f"{type_name}({self.thing(kind, second)}, {self.thing(kind, first)})"

    def parts(self, choice: Choice, code: int) -> tuple[str, tuple[tuple[str, int], ...]]:
        """The verb of an option and what it is about, with types."""
        if code >= WORD:
            return WORDS[code], ()
        if choice.kind == "choose":
            return "choose", ((choice.type, code),)
        verb = code // VERB - 1
        types = choice.types[verb]
        return choice.verbs[verb], tuple((kind, code >> ARGUMENT * n & _MASK) for n, kind in enumerate(types))

    def option(self, choice: Choice, code: int) -> tuple[str, tuple[int | str, ...], str, tuple[str, ...]]:
        """Verb, arguments, spelling and other spellings of an option."""
        verb, about = self.parts(choice, code)
        spelled = [self.thing(*one) for one in about]
        args = tuple(number if kind == "number" else text for (kind, number), text in zip(about, spelled, strict=True))
        first = [] if verb == "choose" else [verb]
        other = [self.turned(*one) or text for one, text in zip(about, spelled, strict=True)]
        aliases = (" ".join(first + other),) if other != spelled else ()
        return verb, args, " ".join(first + spelled), aliases

    def told(self, type_name: str, number: int) -> str:
        """A thing as the log calls it: a card with its title, an effect by its own."""
        said, t = self.thing(type_name, number), self.t
        if number >= 0 and (type_name == "card" or type_name.removesuffix(" or none") in t.kinds):
            return f"{said} {t.titles[number]}" if number in t.titles else said
        if type_name == "effect":
            return t.effect_titles.get(number) or said.rpartition(".")[2]
        return said

    def things(self, type_name: str, numbers: Iterable[int]) -> list[str]:
        """Several things."""
        return [self.thing(type_name, number) for number in numbers]
