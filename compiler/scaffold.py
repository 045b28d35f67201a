"""Starting points: a small game that can be played, and a card with every field filled in."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence

from compiler import nodes
from compiler.console import Usage, listed
from compiler.diagnostics import did_you_mean
from compiler.project import SHARED
from compiler.resolve import Field, Parameter, Table
from compiler.syntax_words import DECLARATIONS, RESERVED
from compiler.types import BUILT_IN

_NAME = re.compile(r"[a-z][a-z0-9_]*")

# ---- a game ------------------------------------------------------------------------------------------

GAME_FILES = {
    "game.card": """\
# @title@: play one treasure a turn, and be the richest in the end.
# This page holds the words; turn.card says who does what when, deck.card lists the cards.

game @name@ "@title@" { players 2 to 4   first_player random }

enum color/colors { red, blue }

count point/points of player

# What is printed on a treasure. A card starts in the zone that is `full`: the deck.
kind treasure/treasures { color: color, worth: 1 to 5 }

zone deck: pile of treasure, hidden, full
zone hand/hands of player: set of treasure, private
zone discards: pile of treasure, open
""",
    "turn.card": """\
# Setup, the turn, and the end of the game.

to setup [setup] {
  shuffle deck
  as players { draw 3 treasures from deck to your hand }
}

# A query is a question with an answer; a card's ability could change it.
query profit(player, for treasure): number [turn.profit] {
  if treasure's color is blue then treasure's worth + 1 else treasure's worth
}

to turn [turn] {
  if possible {
    choose a treasure in your hand [turn.treasure]
    gain (your profit for treasure) points
    discard treasure
  }
  draw 1 treasure from deck to your hand
  # Each turn uses up a card and none comes back, so every game ends.
  if no hands { end game by highest its points [end] }
}
""",
    "deck.card": """\
# Twelve treasures: four different ones, three of each.

treasure 1 "Copper Ring" { color red   worth 1   copies 3 }
treasure 2 "Glass Beads" { color blue   worth 1   copies 3 }
treasure 3 "Silver Cup" { color red   worth 3   copies 3 }
treasure 4 "Blue Vase" { color blue   worth 3   copies 3 }
""",
    "scenarios.card": """\
# Worked examples, which are also tests.

scenario "A blue treasure is worth one more" [turn.example] {
  players ada, ben
  given {
    move treasure(1) to ada's hand
    move treasure(4) to ada's hand
    move treasure(3) to ben's hand
  }
  when ada plays treasure(4)
  then ada's points is 4 and treasure(4) is in discards
}
""",
}


def check_game_name(name: str, games: Sequence[str]) -> None:
    """Raise `Usage` unless a new game can have this name."""
    if not _NAME.fullmatch(name) or len(name) > 60:
        guess = re.sub(r"[^a-z0-9]+", "_", name.lower())[:60].strip("_").lstrip("0123456789_")
        helps = [f"for example `{guess}`"] if guess else []
        raise Usage(
            f"`{name}` can't be the name of a game", "use small letters, digits and `_`, a letter first", *helps
        )
    if name in RESERVED | DECLARATIONS | {SHARED, *BUILT_IN} or keyword.iskeyword(name):
        raise Usage(f"`{name}` has a meaning of its own", "choose another name")
    if name in games:
        raise Usage(f"there is a game `{name}` already", f"`cardwright new card {name}` adds a card to it")


def check_title(title: str) -> None:
    """Raise `Usage` unless a text can stand between quotes."""
    if '"' in title or not title.isprintable() or not title.strip():
        raise Usage("this can't be a title", 'a title is one line without `"` and without control characters')


def title_of(name: str) -> str:
    """A title made from a name: `Silk Road` of `silk_road`."""
    return " ".join(word.capitalize() for word in name.split("_") if word)


def game_files(name: str, title: str) -> dict[str, str]:
    """The files of a new game by their names; it checks clean, and can be played."""
    return {file: text.replace("@name@", name).replace("@title@", title) for file, text in GAME_FILES.items()}


# ---- a card ------------------------------------------------------------------------------------------


def choose_kind(table: Table, wanted: str | None) -> str:
    """The kind of a new card: the wanted one, or the one with the most cards."""
    kinds = list(table.kinds)
    if not kinds:
        raise Usage("this game declares no kind of cards", "write one: `kind treasure/treasures { worth: 1 to 5 }`")
    if wanted is None:
        return max(kinds, key=lambda kind: sum(card == kind for card, _ in table.cards))
    if wanted not in kinds:
        guess = did_you_mean(wanted, kinds)
        helps = [f"did you mean `{guess}`?"] if guess else []
        raise Usage(f"this game has no kind `{wanted}`", *helps, f"its kinds are: {listed(kinds)}")
    return wanted


def next_number(table: Table, kind: str) -> int:
    """The number after the last of its kind; one that no other kind has, if the game numbers its cards throughout."""
    own = {number for other, number in table.cards if other == kind}
    others = [number for other, number in table.cards if other != kind]
    throughout = len(own.union(others)) == len(table.cards)
    number = max(own, default=0) + 1
    while throughout and number in others:
        number += 1
    return number


def card_text(table: Table, kind: str, number: int, title: str) -> str:
    """A card with a value in each field that needs one; the other fields stand in comments."""
    lines = [f'{kind} {number} "{title}" {{']
    for name, field in table.kinds[kind].items():
        lines += [f"  {line}" for line in _field_lines(table, name, field)]
    lines += ["  # copies 2", "}"]
    return "\n".join(lines) + "\n"


def _field_lines(table: Table, name: str, field: Field) -> Iterator[str]:
    left_out = field.type.many or field.type.optional
    written = field.entry.type
    if field.type.base == "effect":
        yield f"# {name} {{ … }}" if left_out else f"{name} {{ }}"
        return
    low = written.low.value if isinstance(written, nodes.RangeType) else 1
    values = _values(table, field.type.base, low)
    if left_out:
        yield f"# {name} {values[0] if values else '…'}{', …' if field.type.many else ''}"
    else:
        if not values:
            raise Usage(
                f"no card can have a `{name}`: there is no {field.type.base} to print",
                f"declare one in the rules, or change the field in {field.entry.span.location}",
            )
        yield f"{name} {values[0]}{_others(written, values)}"


def _others(written: nodes.Type | None, values: Sequence[str]) -> str:
    """What else could stand in a field, as a comment."""
    if isinstance(written, nodes.RangeType):
        return f"  # {written.low.value} to {written.high.value}"
    return f"  # or {listed(values[1:])}" if len(values) > 1 else ""


def _values(table: Table, base: str, low: int) -> list[str]:
    """What can be printed for a type, as it is written."""
    if base == "number":
        return [str(low)]
    if base == "yes/no":
        return ["no", "yes"]
    space = "ability" if base == "ability" else "procedure"
    found = []
    for name in table.members_of(base):
        params = table.params_of(space, name) if base in ("icon", "action", "ability") else ()
        arguments = [_argument(table, param) for param in params]
        if None not in arguments:
            found.append(f"{name}({', '.join(map(str, arguments))})" if params else name)
    return found


def _argument(table: Table, param: Parameter) -> str | None:
    if param.type.base == "number":
        return "1"
    members = table.members_of(param.type.base)
    return members[0] if members and param.type.base != "ability" else None
