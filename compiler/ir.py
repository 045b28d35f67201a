"""The checked tree: names resolved, phrases turned into what they mean, every node typed.

One class a node kind; `compiler/schema.py` derives grammar/ir.schema.json from these classes, with their
docstrings as descriptions, and prints the JSON form. In JSON a node is an object with one key, its kind:
`{"place": {"amount": 1, …}}`. Declarations are plain objects listed by section.

Spans travel with the nodes in memory; in JSON only declarations and the steps of scenarios say where they stand
(`source`), so that a blank line added to a file does not change the IR of everything below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from compiler.source import Span

TypeName: TypeAlias = Annotated[
    str,
    "a type as an author writes it: `number`, `yes/no`, `player`, `region`, `court_card or none`, `list of icon`",
]
RuleId: TypeAlias = Annotated[str, "a rule id, as in brackets in the source"]


@dataclass(frozen=True, slots=True)
class Node:
    """Anything with a place in a source."""

    span: Span = field(compare=False, repr=False)


# ---- values ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """Yes or no."""

    value: bool


@dataclass(frozen=True, slots=True)
class NoneValue(Node):
    """None: no thing at all."""


@dataclass(frozen=True, slots=True)
class Member(Node):
    """A named value: member of an enum, node of a map, value of a grid axis; or an icon or action by name."""

    type: TypeName
    name: str
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Local(Node):
    """A name introduced in this declaration: parameter, choice, loop variable, `let`, pattern, or `it`."""

    name: str
    type: TypeName


@dataclass(frozen=True, slots=True)
class You(Node):
    """The player who acts here; in a rule of a card, the player that card works for."""


@dataclass(frozen=True, slots=True)
class Actor(Node):
    """In a rule: the player whose value is asked for, or who decides."""


@dataclass(frozen=True, slots=True)
class ThisCard(Node):
    """The card this effect or rule is printed on, or that carries out the action or icon."""


@dataclass(frozen=True, slots=True)
class VariantChosen(Node):
    """Yes if the game is played with this variant."""

    variant: str


@dataclass(frozen=True, slots=True)
class AutomaPlayer(Node):
    """The player that an automated opponent is; none if she does not play."""

    automa: str


@dataclass(frozen=True, slots=True)
class CardValue(Node):
    """A card by kind and number; `owner` for kinds of which each player has a set."""

    kind: str
    number: Expr
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class PlaceValue(Node):
    """A place by its coordinates: a grid space, or the edge between two nodes of a map."""

    type: TypeName
    coordinates: tuple[Expr, ...]


# ---- readings ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldOf(Node):
    """What is printed on a card under a field's name. Of none: 0, no, nothing."""

    name: str
    card: Expr


@dataclass(frozen=True, slots=True)
class AttributeOf(Node):
    """A built-in attribute.

    Of players: `seat`, `next`, `previous`. Of cards: `number`, `owner`, `position` in its row, and the place or
    slot that holds it. Of places: the coordinates of a grid, `card` of a slot, `neighbors`, the edges of a node,
    `ends` of an edge.
    """

    name: str
    thing: Expr


@dataclass(frozen=True, slots=True)
class ActivePlayer(Node):
    """The player whose turn it is."""


@dataclass(frozen=True, slots=True)
class TrackOf(Node):
    """The value of a track."""

    track: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class CountOf(Node):
    """How much of a count lies with a holder; without a holder, everywhere together."""

    count: str
    holder: Expr | None


@dataclass(frozen=True, slots=True)
class PiecesOf(Node):
    """How many pieces there are: of an owner or of all, in a place, in any place of a set, everywhere or in supply.

    `forms` are the shapes meant; all forms of `pieces` if the phrase named the pieces themselves.
    """

    pieces: str
    forms: tuple[str, ...]
    owner: Expr | None
    place: Expr | None
    in_supply: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class QueryOf(Node):
    """The value of a query, after what changes it."""

    query: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MarkedAs(Node):
    """Does the thing carry the mark?"""

    mark: str
    thing: Expr


@dataclass(frozen=True, slots=True)
class Function(Node):
    """`max`, `min` of numbers; `nth` and `position` of a list; `top` of a zone."""

    name: str
    arguments: tuple[Expr, ...]


# ---- sets --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """Every member of a finite type: players in turn order, regions, slots, cards of a kind."""

    type: TypeName


@dataclass(frozen=True, slots=True)
class ZoneOf(Node):
    """The cards in a zone; of an owned zone without owner, those of all owners in turn order."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class CardsOn(Node):
    """The cards held by the spaces of a grid."""

    grid: str


@dataclass(frozen=True, slots=True)
class Range(Node):
    """The numbers from low to high."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """The members of a set for which the condition holds."""

    variable: str
    set: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Union(Node):
    """Several sets, one after the other."""

    sets: tuple[Expr, ...]


# ---- expressions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SizeOf(Node):
    """How many members a set has."""

    set: Expr


@dataclass(frozen=True, slots=True)
class TotalOf(Node):
    """The sum of a value over a set."""

    variable: str
    set: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    """Is there at least one? Of a set a member, of a number more than zero."""

    things: Expr


@dataclass(frozen=True, slots=True)
class NoneOf(Node):
    """Is there none? A node of its own, because negation changes the case in Polish."""

    things: Expr


@dataclass(frozen=True, slots=True)
class Has(Node):
    """Does the owner have it: at least one piece or coin, a printed value, a member?"""

    owner: Expr
    what: Expr


@dataclass(frozen=True, slots=True)
class HasNo(Node):
    """Does the owner have none of it?"""

    owner: Expr
    what: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """A comparison; `operator` is one of `is`, `is not`, `<`, `<=`, `>`, `>=`. None counts as 0 beside a number."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsKind(Node):
    """Is the card of this kind?"""

    card: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    """Is the thing a member of the set?"""

    thing: Expr
    set: Expr


@dataclass(frozen=True, slots=True)
class IsKnown(Node):
    """Does the player know which card this is?"""

    card: Expr
    player: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The opposite of a condition."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    """Both conditions."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Node):
    """At least one of two conditions."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`+`, `-`, `*`, `/` (rounding down) or `mod`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IfThen(Node):
    """One of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    """The first value, or the second where the first is none."""

    value: Expr
    fallback: Expr


@dataclass(frozen=True, slots=True)
class The(Node):
    """The only member of a set; none if there is not exactly one."""

    variable: str
    set: Expr


@dataclass(frozen=True, slots=True)
class Best(Node):
    """The member that comes first by the keys; none of an empty set.

    Of members that are equal by all keys the first counts; none of them if `untied` is asked for.
    """

    variable: str
    set: Expr
    keys: tuple[Key | OrderKey, ...]
    untied: bool


@dataclass(frozen=True, slots=True)
class Key(Node):
    """One sort key: `highest` or `lowest` of a number, or `holds` for a condition (those that fulfil it first)."""

    direction: str
    value: Expr


@dataclass(frozen=True, slots=True)
class OrderKey(Node):
    """All the keys of a declared order, for one thing."""

    order: str
    arguments: tuple[Expr, ...]


# ---- decisions and conditions: the head of a block ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """You, or another player, choose one member of a set; it keeps the name."""

    variable: str
    type: TypeName
    set: Expr
    player: Expr | None
    secretly: bool
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """A thing chosen together with an option."""

    variable: str
    type: TypeName
    set: Expr


@dataclass(frozen=True, slots=True)
class Option(Node):
    """One way to go on, with the things it is about."""

    name: str
    binders: tuple[Binder, ...]
    rule: RuleId | None
    block: Block


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    """You choose one of several ways."""

    rule: RuleId | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Require(Node):
    """A condition without which this is not offered."""

    condition: Expr
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """A cost: it must be covered, and it is paid when everything in the head is decided.

    To `to`, or to the bank; or laid out by the procedure `by`.
    """

    amount: Expr
    count: str
    to: Expr | None
    by: Do | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """The consent of another player. Refused, nothing of this head happens but `otherwise`."""

    player: Expr
    condition: Expr | None
    otherwise: Block | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """A name for a value."""

    variable: str
    type: TypeName
    value: Expr


# ---- flow --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Sentences, one after the other."""

    statements: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class May(Node):
    """You may do this, if it is possible."""

    block: Block
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """Again and again: at least `least` times and at most `most` times, while the condition holds and it is possible.

    If it `asks`, the player decides before each round beyond `least`.
    """

    least: Expr | None
    most: Expr | None
    condition: Expr | None
    asks: bool
    rule: RuleId | None
    block: Block


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """Once for each member, listed at the start; members that no longer belong are skipped."""

    variable: str
    type: TypeName
    set: Expr
    keys: tuple[Key | OrderKey, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class AsPlayer(Node):
    """The player, or each of the players in turn order, becomes `you`."""

    players: Expr
    each: bool
    block: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    """A condition."""

    condition: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class IfPossible(Node):
    """Do this if it can be done, otherwise the other."""

    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Do(Node):
    """A named procedure, or the icon, action or effect that a value holds; `card` becomes its `this card`."""

    procedure: str | None
    value: Expr | None
    arguments: tuple[Expr, ...]
    card: Expr | None


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    """The game is over; players are ranked by the keys of `player`, named `it` there."""

    variable: str
    keys: tuple[Key | OrderKey, ...]
    rule: RuleId | None


# ---- effects -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place(Node):
    """Pieces from the supply to a place, as many as there are."""

    amount: Expr
    pieces: PiecesOf


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """Pieces back to their supply or counts to the bank. Amount none: all of them."""

    amount: Expr | None
    things: tuple[PiecesOf | CountOf, ...]


@dataclass(frozen=True, slots=True)
class MovePieces(Node):
    """Pieces from one place to another. Amount none: all of them."""

    amount: Expr | None
    pieces: PiecesOf
    to: Expr


@dataclass(frozen=True, slots=True)
class MoveCount(Node):
    """Money or another count from one holder to another. Amount none: all of it."""

    amount: Expr | None
    count: CountOf
    to: Expr


@dataclass(frozen=True, slots=True)
class MoveCards(Node):
    """A card, or each card of a set, to a zone or slot; `end` says where in a row or pile."""

    cards: Expr
    to: Expr
    end: str | None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """Cards from the top of a pile to a zone or slot, as many as there are. Amount none: all of them."""

    amount: Expr | None
    source: ZoneOf
    to: Expr
    end: str | None


@dataclass(frozen=True, slots=True)
class Swap(Node):
    """Two zones, or pieces in two places, change places."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Discard(Node):
    """A card, or each card of a set, to the zone `discards`."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """A pile gets a random order."""

    zone: ZoneOf


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    """A card or the cards of a zone become known, to one player or to all."""

    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Take(Node):
    """A count from a holder to you, as far as there is. Amount none: all of it."""

    amount: Expr | None
    count: str
    source: Expr


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """A count from the bank to you."""

    amount: Expr
    count: str


@dataclass(frozen=True, slots=True)
class Lose(Node):
    """A count from you to the bank, as far as you have it. Amount none: all of it."""

    amount: Expr | None
    count: str


@dataclass(frozen=True, slots=True)
class MarkAs(Node):
    """Put a mark on a thing, or take it off."""

    thing: Expr
    mark: str
    off: bool


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    """Give a track, a count or a local a value."""

    target: TrackOf | CountOf | Local | ActivePlayer | AttributeOf
    value: Expr


@dataclass(frozen=True, slots=True)
class RaiseBy(Node):
    """A number goes up by an amount."""

    target: TrackOf | CountOf | Local
    amount: Expr


@dataclass(frozen=True, slots=True)
class LowerBy(Node):
    """A number goes down by an amount; a count not below 0."""

    target: TrackOf | CountOf | Local
    amount: Expr


@dataclass(frozen=True, slots=True)
class Until(Node):
    """Rules in force from now until something has happened; names in them keep the values they have now."""

    event: Event
    rules: tuple[Rule, ...]


# ---- rules -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """One argument of an event or query in a rule: a fixed value, or a name for whatever stands there."""

    variable: str | None
    type: TypeName
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Done(Node):
    """A procedure has been carried out, by somebody."""

    procedure: str
    arguments: tuple[Pattern, ...]
    actor: Pattern | None


@dataclass(frozen=True, slots=True)
class CardMoves(Node):
    """A card enters or leaves a zone or a slot of a grid."""

    direction: str
    card: Pattern
    zone: str
    owner: Pattern | None


@dataclass(frozen=True, slots=True)
class PieceMoves(Node):
    """A piece enters or leaves a place, or the supply."""

    direction: str
    pieces: str
    forms: tuple[str, ...]
    owner: Pattern | None
    place: Pattern | None
    supply: bool


@dataclass(frozen=True, slots=True)
class Change(Node):
    """A query or track has another value."""

    name: str
    arguments: tuple[Pattern, ...]
    value: Expr
    condition: Expr | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Raise(Node):
    """A number is higher by an amount."""

    name: str
    arguments: tuple[Pattern, ...]
    amount: Expr
    condition: Expr | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Lower(Node):
    """A number is lower by an amount."""

    name: str
    arguments: tuple[Pattern, ...]
    amount: Expr
    condition: Expr | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Treat(Node):
    """A yes/no query is decided as yes, or `negated` as no; no beats yes."""

    name: str
    arguments: tuple[Pattern, ...]
    negated: bool
    condition: Expr | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    """At a decision, an option or a member is not offered. The decision's own names can be used."""

    decision: RuleId
    name: str
    condition: Expr | None
    rule: RuleId | None


@dataclass(frozen=True, slots=True)
class Hook(Node):
    """Something happens before, after or instead of an event."""

    moment: str
    event: Event
    condition: Expr | None
    rule: RuleId | None
    block: Block


# ---- declarations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """A field of a kind of cards."""

    name: str
    type: TypeName
    low: int | None
    high: int | None
    on_back: bool


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter; `label` is the preposition it stands behind."""

    name: str
    type: TypeName
    label: str | None


@dataclass(frozen=True, slots=True)
class Enum(Node):
    """Named values."""

    name: str
    plural: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge(Node):
    """A connection between two nodes of a map."""

    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Map(Node):
    """Places and the connections between them."""

    name: str
    plural: str
    nodes: tuple[str, ...]
    edge: str
    edge_plural: str
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Axis(Node):
    """One coordinate of a grid: names, numbers, or every member of a type."""

    name: str
    type: TypeName
    names: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """Places with coordinates, each of which may hold one card."""

    name: str
    space: str
    plural: str
    holding: str | None
    axes: tuple[Axis, ...]


@dataclass(frozen=True, slots=True)
class Form(Node):
    """A shape that pieces take in one kind of place."""

    name: str
    plural: str
    label: str
    place: str


@dataclass(frozen=True, slots=True)
class Pieces(Node):
    """Interchangeable pieces, so many for each owner. `fresh` names the procedure whose start makes all old."""

    name: str
    plural: str
    owner: str
    stock: int
    forms: tuple[Form, ...]
    fresh: str | None


@dataclass(frozen=True, slots=True)
class Count(Node):
    """Money, points or another number that moves in steps. `reset`: 0 again whenever that procedure starts."""

    name: str
    plural: str
    holders: tuple[str, ...]
    reset: str | None


@dataclass(frozen=True, slots=True)
class Track(Node):
    """A value that is kept. `reset`: its first value again whenever that procedure starts."""

    name: str
    owner: str | None
    type: TypeName
    sight: str
    unless: str | None
    initial: Number | Answer | Member | NoneValue
    reset: str | None


@dataclass(frozen=True, slots=True)
class Mark(Node):
    """A flag on a thing."""

    name: str
    on: TypeName
    reset: str | None


@dataclass(frozen=True, slots=True)
class Zone(Node):
    """Where cards are. `shape`: row, pile or set; `sight`: open, private or hidden, open under the variant `unless`."""

    name: str
    plural: str
    owner: str | None
    shape: str
    holds: str
    sight: str
    unless: str | None
    full: bool


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """A kind of cards."""

    name: str
    plural: str
    owner: str | None
    working_in: str | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class AbilityUse(Node):
    """An ability on a card, with its arguments."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CardField(Node):
    """What is printed in one field; a list field has any number of values."""

    name: str
    values: tuple[Number | Answer | Member | AbilityUse, ...]


@dataclass(frozen=True, slots=True)
class Part(Node):
    """An effect printed on a card."""

    name: str
    title: str | None
    rule: RuleId | None
    block: Block


@dataclass(frozen=True, slots=True)
class Card(Node):
    """A card."""

    kind: str
    number: int
    title: str | None
    copies: int
    fields: tuple[CardField, ...]
    parts: tuple[Part, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Query(Node):
    """A value that can be computed, and changed by rules."""

    name: str
    params: tuple[Param, ...]
    type: TypeName
    rule: RuleId | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Order(Node):
    """Sort keys with a name."""

    name: str
    params: tuple[Param, ...]
    rule: RuleId | None
    keys: tuple[Key | OrderKey, ...]


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    """A named effect. `family`: to, phase, action or icon."""

    name: str
    family: str
    params: tuple[Param, ...]
    rule: RuleId | None
    block: Block


@dataclass(frozen=True, slots=True)
class Ability(Node):
    """Rules that cards carry."""

    name: str
    title: str | None
    params: tuple[Param, ...]
    rule: RuleId | None
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Variant(Node):
    """An optional rule."""

    name: str
    title: str
    default: bool
    rule: RuleId | None
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Prefer(Node):
    """An option she takes, if the condition holds, best by the keys."""

    name: str
    condition: Expr | None
    keys: tuple[Key | OrderKey, ...]


@dataclass(frozen=True, slots=True)
class Policy(Node):
    """How an automated opponent answers at one decision, best first."""

    decision: RuleId
    prefers: tuple[Prefer, ...]


@dataclass(frozen=True, slots=True)
class Automa(Node):
    """An automated opponent: rules that are different for her, and how she decides."""

    name: str
    title: str
    rule: RuleId | None
    rules: tuple[Rule, ...]
    policies: tuple[Policy, ...]


@dataclass(frozen=True, slots=True)
class GameRule(Node):
    """A rule that is always in force."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class Plays(Node):
    """A player decides; answers to the decisions that follow, in order."""

    player: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Then(Node):
    """Something that must be true now."""

    fact: Expr


@dataclass(frozen=True, slots=True)
class Cannot(Node):
    """Answers that a player must not be offered now, and the rule that says so."""

    player: str
    answers: tuple[str, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    """A worked example: a position, moves, facts."""

    title: str
    rule: RuleId | None
    players: tuple[str, ...]
    variants: tuple[str, ...]
    given: Block
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Game(Node):
    """One game, whole."""

    name: str
    title: str
    least_players: int
    most_players: int
    first_player: str
    enums: tuple[Enum, ...] = ()
    maps: tuple[Map, ...] = ()
    grids: tuple[Grid, ...] = ()
    pieces: tuple[Pieces, ...] = ()
    counts: tuple[Count, ...] = ()
    tracks: tuple[Track, ...] = ()
    marks: tuple[Mark, ...] = ()
    zones: tuple[Zone, ...] = ()
    kinds: tuple[Kind, ...] = ()
    queries: tuple[Query, ...] = ()
    orders: tuple[Order, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    abilities: tuple[Ability, ...] = ()
    variants: tuple[Variant, ...] = ()
    rules: tuple[GameRule, ...] = ()
    automas: tuple[Automa, ...] = ()
    cards: tuple[Card, ...] = ()
    scenarios: tuple[Scenario, ...] = ()


Expr: TypeAlias = (
    Number | Answer | NoneValue | Member | Local | You | Actor | ThisCard | VariantChosen | AutomaPlayer | CardValue
    | PlaceValue
    | FieldOf | AttributeOf | ActivePlayer | TrackOf | CountOf | PiecesOf | QueryOf | MarkedAs | Function
    | AllOf | ZoneOf | CardsOn | Range | Filter | Union
    | SizeOf | TotalOf | AnyOf | NoneOf | Has | HasNo | Compare | IsKind | IsIn | IsKnown | Not | And | Or | Arithmetic
    | IfThen | Otherwise | The | Best
)  # fmt: skip
Stmt: TypeAlias = (
    Choose | ChooseOne | Require | Pay | Ask | Let | May | Repeat | ForEach | AsPlayer | If | IfPossible | Do | EndGame
    | Place | Remove | MovePieces | MoveCount | MoveCards | Draw | Swap | Discard | Shuffle | Reveal | Take | Gain
    | Lose | MarkAs | SetTo | RaiseBy | LowerBy | Until
)  # fmt: skip
Rule: TypeAlias = Change | Raise | Lower | Treat | Forbid | Hook
Event: TypeAlias = Done | CardMoves | PieceMoves
Step: TypeAlias = Plays | Then | Cannot
Declaration: TypeAlias = (
    Enum | Map | Grid | Pieces | Count | Track | Mark | Zone | Kind | Query | Order | Procedure | Ability | Variant
    | GameRule | Automa | Card | Scenario
)  # fmt: skip
