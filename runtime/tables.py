"""What a compiled game consists of, for the engine: tables indexed by the numbers that stand in the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from runtime.state import State

Block = Callable[["State"], bool]
"""Runs until something has to be waited for; yes if that is a player."""


class Form(NamedTuple):
    """Pieces in one kind of place: `base + owner * places + place` counts them, those among them that are fresh too."""

    name: str
    base: int
    fresh: int
    """-1 if nobody keeps them apart."""
    supply: int
    owners: int
    places: int
    first_owner: int
    first_place: int
    owner_type: str
    place_type: str
    card_of: tuple[int, ...] | None
    """The card that each place belongs to, if it belongs to one."""


class Hook(NamedTuple):
    """What happens with an event."""

    name: str
    stops: Callable[..., int] | None
    """What keeps it from happening; none if nothing does."""
    runs: Callable[..., None] | None
    """Carries it out at once; none if somebody may have to decide."""
    block: int
    """Where it starts, if somebody may have to."""
    size: int
    about: tuple[tuple[str, str], ...] = ()
    """What it is told besides you, this card and actor: names and types."""


class Choice(NamedTuple):
    """A decision: what is asked, and where each answer leads."""

    rule: str
    kind: str
    """`choose`, `choose one`, `may`, `repeat` or `ask`."""
    type: str
    """The type of what is chosen, with `choose`."""
    slot: int
    """Where the answer is kept, with `choose`."""
    goes: tuple[int, ...]
    """The blocks that follow: one; one for each option; for yes and no; for accept and refuse."""
    verbs: tuple[str, ...] = ()
    types: tuple[tuple[str, ...], ...] = ()
    slots: tuple[tuple[int, ...], ...] = ()
    """With `choose one`: the options, the types of what they are about, and where that is kept."""
    is_secret: bool = False


class Target(NamedTuple):
    """What an icon, an action or an effect on a card does."""

    stops: Callable[..., int] | None
    runs: Callable[..., None] | None
    block: int
    size: int
    arguments: tuple[int, ...]


class Failure(NamedTuple):
    """Why something is not possible: the first `require`, `pay`, `forbid` or empty choice that stops it."""

    rule: str | None
    kind: str
    sentence: str = ""
    """What the rule says, as its author has written it."""
    further: tuple[str, ...] = ()
    """Decisions behind this one that nobody has to be asked, at which it can't be chosen either."""

    def __str__(self) -> str:
        if not self.rule:
            return self.kind
        verb = {
            "required": "requires that",
            "can't be paid": "can't be paid:",
            "nothing to choose": "does not offer it:",
            "forbidden": "forbids it:",
            "unwanted": "holds nothing for",
        }[self.kind]
        return f"[{self.rule}] {verb} {self.sentence}" if self.sentence else f"[{self.rule}] {verb.rstrip(':')}"


@dataclass(frozen=True, slots=True)
class Tables:
    """A compiled game."""

    name: str
    title: str
    content: int
    least_players: int
    most_players: int
    first_player: str
    size: int
    """How many slots there are before the frames."""
    initial: tuple[int, ...]
    """What they hold on an empty table."""
    loc: int
    next: int
    previous: int
    known: int
    first: int
    last: int
    count: int
    zones: int
    """How many there are."""
    zone_names: tuple[tuple[str, str | None, int], ...]
    """Of each zone, its name and whose it is."""
    zone_kinds: dict[str, tuple[str, str, str, str | None, bool]]
    """By name: shape, what it holds, sight, the variant that opens it, whether it is full at the start."""
    grids: dict[str, tuple[int, int, int]]
    """Those that hold cards, by the noun of their spaces: the slot of the first, its location, how many there are."""
    kind_of: tuple[int, ...]
    number_of: tuple[int, ...]
    copy_of: tuple[int, ...]
    owner_of: tuple[int, ...]
    kinds: tuple[str, ...]
    by_number: dict[tuple[int, int, int], int]
    """The first copy of a card, by kind, number and owner."""
    forms: tuple[Form, ...]
    variants: dict[str, tuple[int, bool]]
    """The slot of each, and whether it is chosen unless somebody decides otherwise."""
    automas: tuple[tuple[str, str, int], ...]
    """Automated opponents: name, title, and the slot that says which player each of them is."""
    members: dict[str, tuple[str, ...]]
    """The names of the members of each type that has names."""
    spaces: dict[str, tuple[tuple[int, ...], ...]]
    space_types: dict[str, tuple[str, ...]]
    """The coordinates of the spaces of each grid and of the edges of each map, and their types."""
    edges: frozenset[str]
    values: dict[str, tuple[tuple[str, tuple[int, ...]], ...]]
    """Icons, actions and abilities with the arguments they are printed with."""
    value_types: dict[tuple[str, str], tuple[str, ...]]
    printed: tuple[tuple[str, int], ...]
    """Those of them that stand on a card: the type and the number."""
    titles: dict[int, str]
    """What cards are called: by their title, or by those of their effects."""
    effect_titles: dict[int, str]
    """The titles of effects, by card and part as one number."""
    part_names: tuple[str, ...]
    declared: tuple[tuple[str, str, str | None, str, int, int, str, str | None], ...]
    """Counts, tracks and marks: what it is, name, holder, type, first slot, first number of a holder, who sees it
    (`open`, `private` or `hidden`) and the variant that opens it."""
    plurals: dict[str, str]
    blocks: tuple[Block, ...]
    choices: dict[int, Choice]
    optionals: dict[int, tuple[str | None, str, int, int]]
    """By the block that asks yes or no: rule, kind, and the blocks for yes and for no."""
    ranks: Mapping[int, Callable[[State, int], tuple[int, ...]]]
    """By the block of a decision: the rank of an option for automated opponents, the lowest is best."""
    settles: Mapping[int, Callable[[State, int, bool], None]]
    """By block: pays what its head has promised, or gives it back."""
    forgets: Mapping[int, Callable[[State], None]]
    """By block: forgets what is kept only until the procedure it belongs to starts again."""
    begins: Mapping[int, Callable[[State, int], list[int]]]
    """By block: the hooks before and instead of the procedure it belongs to."""
    hooks: tuple[Hook, ...]
    untils: tuple[str, ...]
    failures: tuple[Failure, ...]
    icons: tuple[Target, ...]
    actions: tuple[Target, ...]
    effects: dict[int, Target]
    """By card and part, as one number."""
    endings: tuple[tuple[str | None, tuple[int, ...]], ...]
    """For each `end game`: its rule, and the signs of its keys."""
    setup: int | Callable[..., None]
    turn: int | Callable[..., None]
    """The block where it starts, or a function if nobody is ever asked in it."""
    setup_size: int
    turn_size: int
    routines: dict[int, tuple[str, tuple[tuple[str, str, int], ...], int]]
    """By block: the name of what it belongs to, its locals (name, type and place behind `LOCALS`), and how many slots
    its frame has behind `LOCALS`."""
    block_names: tuple[str, ...]
    gates: dict[int, int]
    gate_parents: dict[int, int]
    """The innermost gate that a block belongs to, and the gate around each gate of the same routine; 0 for none."""
    memory: tuple[int, ...]
    """Of each group of queries that are remembered, as bits: what makes their answers void."""
    words: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    """The text of the module with the words of each language: see `runtime.words`."""
    is_hidden: tuple[bool, ...] = field(init=False)
    """Whether nobody sees the cards of a zone."""
    space_slots: tuple[int, ...] = field(init=False)
    """Where the card of each space is kept: locations behind those of the zones are spaces."""
    first_copy: tuple[int, ...] = field(init=False)
    """The first of all copies of each card."""

    def __post_init__(self) -> None:
        sights = tuple(self.zone_kinds[name][2] == "hidden" for name, _, _ in self.zone_names)
        grids = sorted(self.grids.values(), key=lambda grid: grid[1])
        slots = tuple(slot + number for slot, _, count in grids for number in range(count))
        assert all(first == self.zones + sum(one[2] for one in grids[:n]) for n, (_, first, _) in enumerate(grids))
        printed = zip(self.kind_of[:-1], self.number_of, self.owner_of, strict=False)
        object.__setattr__(self, "is_hidden", sights)
        object.__setattr__(self, "space_slots", slots)
        object.__setattr__(self, "first_copy", tuple(self.by_number[one] for one in printed))
