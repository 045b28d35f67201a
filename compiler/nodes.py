"""The syntax tree: one frozen class for each rule or alias of grammar/cards.lark.

Fields stand in the order of the grammar's children, so that `parse` builds every node the same way. Spans take
no part in comparison: two sources with the same meaning-bearing tokens have equal trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from compiler.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands somewhere in a source."""

    span: Span = field(compare=False, repr=False)


# ---- tokens -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    value: str


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """A rule id in brackets: `[tax.shelter]`."""

    id: str


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A keyword that carries meaning: `not`, `left`, `>=`, `instead of`."""

    text: str


# ---- words: what exists -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Use(Node):
    path: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Noun(Node):
    singular: Name
    plural: Name | None


@dataclass(frozen=True, slots=True)
class Game(Node):
    name: Name
    title: Text
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Enum(Node):
    noun: Noun
    members: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Edge(Node):
    start: Name
    end: Name


@dataclass(frozen=True, slots=True)
class Map(Node):
    noun: Noun
    edge_noun: Noun
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Axis(Node):
    name: Name
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Grid(Node):
    name: Name
    noun: Noun
    holding: Name | None
    axes: tuple[Axis, ...]


@dataclass(frozen=True, slots=True)
class Form(Node):
    """One shape a piece takes on the table: `army/armies in region`."""

    noun: Noun
    label: Word
    place: Name


@dataclass(frozen=True, slots=True)
class Reset(Node):
    """`each turn`: forgotten when the next one begins."""

    procedure: Name


@dataclass(frozen=True, slots=True)
class Fresh(Node):
    reset: Reset


@dataclass(frozen=True, slots=True)
class Pieces(Node):
    noun: Noun
    owner: Name
    stock: Number
    forms: tuple[Form, ...]
    fresh: Fresh | None


@dataclass(frozen=True, slots=True)
class Count(Node):
    noun: Noun
    holders: tuple[Name, ...] | None
    reset: Reset | None


@dataclass(frozen=True, slots=True)
class Sight(Node):
    word: Word
    unless: Name | None


@dataclass(frozen=True, slots=True)
class Track(Node):
    name: Name
    owner: Name | None
    type: Type
    sight: Sight | None
    initial: Value | None
    reset: Reset | None


@dataclass(frozen=True, slots=True)
class Mark(Node):
    name: Name
    on: Name
    reset: Reset | None


@dataclass(frozen=True, slots=True)
class Zone(Node):
    noun: Noun
    owner: Name | None
    shape: Word
    holds: Name
    sight: Sight
    full: Word | None


@dataclass(frozen=True, slots=True)
class Entry(Node):
    name: Name
    type: Type | None
    on_back: Word | None


@dataclass(frozen=True, slots=True)
class Kind(Node):
    noun: Noun
    owner: Name | None
    working_in: Name | None
    entries: tuple[Entry, ...] | None


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class ListType(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class YesNoType(Node):
    word: Word


@dataclass(frozen=True, slots=True)
class OptionalType(Node):
    base: Type


Type: TypeAlias = NamedType | RangeType | ListType | YesNoType | OptionalType


# ---- cards: what is printed -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NameValue(Node):
    name: Name
    arguments: tuple[Value, ...] | None


@dataclass(frozen=True, slots=True)
class NumberValue(Node):
    low: Number
    high: Number | None


Value: TypeAlias = NameValue | NumberValue


@dataclass(frozen=True, slots=True)
class Field(Node):
    name: Name
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Part(Node):
    """An effect printed on a card: `bought "Rumor" { … }`."""

    name: Name
    title: Text | None
    ref: Ref | None
    block: Block


@dataclass(frozen=True, slots=True)
class Card(Node):
    kind: Name
    number: Number
    title: Text | None
    items: tuple[Field | Part | Rule, ...]


# ---- rules: what happens, what counts ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Param(Node):
    label: Word | None
    name: Name
    type: Type | None


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    family: Word
    name: Name
    params: tuple[Param, ...] | None
    ref: Ref | None
    block: Block


@dataclass(frozen=True, slots=True)
class Query(Node):
    name: Name
    params: tuple[Param, ...] | None
    type: Type
    ref: Ref | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Order(Node):
    name: Name
    params: tuple[Param, ...]
    ref: Ref | None
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Ability(Node):
    name: Name
    params: tuple[Param, ...] | None
    title: Text | None
    ref: Ref | None
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Variant(Node):
    name: Name
    title: Text
    default: Word | None
    ref: Ref | None
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Prefer(Node):
    name: Name
    condition: Expr | None
    keys: tuple[Key, ...] | None


@dataclass(frozen=True, slots=True)
class Policy(Node):
    decision: Ref
    prefers: tuple[Prefer, ...]


@dataclass(frozen=True, slots=True)
class Automa(Node):
    name: Name
    title: Text
    ref: Ref | None
    items: tuple[Rule | Policy, ...]


@dataclass(frozen=True, slots=True)
class Change(Node):
    target: Np
    value: Expr
    condition: Expr | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Raise(Node):
    target: Np
    amount: Expr
    condition: Expr | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Lower(Node):
    target: Np
    amount: Expr
    condition: Expr | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Treat(Node):
    subject: Np
    negated: Word | None
    predicate: Np
    condition: Expr | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Forbid(Node):
    name: Name
    decision: Ref
    condition: Expr | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Done(Node):
    """A procedure that was carried out: `build by you`."""

    procedure: Np
    actor: Simple | None


@dataclass(frozen=True, slots=True)
class Leaves(Node):
    thing: Np
    place: Np


@dataclass(frozen=True, slots=True)
class Enters(Node):
    thing: Np
    place: Np


Event: TypeAlias = Done | Leaves | Enters


@dataclass(frozen=True, slots=True)
class Hook(Node):
    moment: Word
    event: Event
    condition: Expr | None
    ref: Ref | None
    block: Block


Rule: TypeAlias = Change | Raise | Lower | Treat | Forbid | Hook


@dataclass(frozen=True, slots=True)
class Plays(Node):
    player: Name
    answers: tuple[Simple | Number, ...]


@dataclass(frozen=True, slots=True)
class Then(Node):
    fact: Expr


@dataclass(frozen=True, slots=True)
class Cannot(Node):
    player: Name
    answers: tuple[Simple | Number, ...]
    ref: Ref


Step: TypeAlias = Plays | Then | Cannot


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    title: Text
    ref: Ref | None
    players: tuple[Name, ...]
    variants: tuple[Name, ...] | None
    given: Block
    steps: tuple[Step, ...]


# ---- sentences: decisions and conditions, flow, effects ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    secretly: Word | None
    name: Name
    set: Set
    player: Simple | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Binder(Node):
    name: Name
    set: Set


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    name: Name
    binders: tuple[Binder, ...] | None
    ref: Ref | None
    block: Block


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    ref: Ref | None
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expr
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Pay(Node):
    amount: Amount | None
    what: Np
    to: Simple | None
    by: Simple | None
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class Ask(Node):
    player: Simple
    ref: Ref | None
    condition: Expr | None
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class May(Node):
    ref: Ref | None
    block: Block


@dataclass(frozen=True, slots=True)
class Exactly(Node):
    count: Expr


@dataclass(frozen=True, slots=True)
class Between(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class AtMost(Node):
    count: Expr


@dataclass(frozen=True, slots=True)
class AnyNumber(Node):
    pass


Times: TypeAlias = Exactly | Between | AtMost | AnyNumber


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    times: Times | None
    condition: Expr | None
    ref: Ref | None
    block: Block


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    name: Name
    set: Set
    keys: tuple[Key, ...] | None
    block: Block


@dataclass(frozen=True, slots=True)
class AsPlayer(Node):
    players: Set
    block: Block


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    then: Block
    otherwise: Block | If | IfPossible | None


@dataclass(frozen=True, slots=True)
class IfPossible(Node):
    then: Block
    otherwise: Block | If | IfPossible | None


@dataclass(frozen=True, slots=True)
class Do(Node):
    procedure: Simple
    card: Simple | None


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    keys: tuple[Key, ...]
    ref: Ref | None


@dataclass(frozen=True, slots=True)
class All(Node):
    word: Word


Amount: TypeAlias = "Number | All | Expr"


@dataclass(frozen=True, slots=True)
class Place(Node):
    amount: Amount | None
    what: Np


@dataclass(frozen=True, slots=True)
class Remove(Node):
    amount: Amount | None
    what: tuple[Np, ...]


@dataclass(frozen=True, slots=True)
class Move(Node):
    amount: Amount | None
    what: Np
    end: Word | None
    to: Simple


@dataclass(frozen=True, slots=True)
class Draw(Node):
    amount: Amount | None
    what: Np
    source: Simple
    end: Word | None
    to: Simple


@dataclass(frozen=True, slots=True)
class Swap(Node):
    first: Np
    second: Np


@dataclass(frozen=True, slots=True)
class Discard(Node):
    amount: Amount | None
    what: Np


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Simple


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    what: Simple
    to: Simple | None


@dataclass(frozen=True, slots=True)
class Take(Node):
    amount: Amount | None
    what: Np
    source: Simple


@dataclass(frozen=True, slots=True)
class Gain(Node):
    amount: Amount | None
    what: Np


@dataclass(frozen=True, slots=True)
class Lose(Node):
    amount: Amount | None
    what: Np


@dataclass(frozen=True, slots=True)
class MarkAs(Node):
    thing: Simple
    negated: Word | None
    mark: Name


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    target: Np
    value: Expr


@dataclass(frozen=True, slots=True)
class RaiseBy(Node):
    target: Np
    amount: Expr


@dataclass(frozen=True, slots=True)
class LowerBy(Node):
    target: Np
    amount: Expr


@dataclass(frozen=True, slots=True)
class Until(Node):
    event: Event
    rules: tuple[Rule, ...]


Stmt: TypeAlias = (
    Choose | ChooseOne | Require | Pay | Ask | Let | May | Repeat | ForEach | AsPlayer | If | IfPossible | Do | EndGame
    | Place | Remove | Move | Draw | Swap | Discard | Shuffle | Reveal | Take | Gain | Lose | MarkAs | SetTo
    | RaiseBy | LowerBy | Until
)  # fmt: skip


# ---- phrases and expressions ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RangeOf(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Set(Node):
    members: tuple[Np, ...] | RangeOf
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class You(Node):
    pass


@dataclass(frozen=True, slots=True)
class It(Node):
    pass


@dataclass(frozen=True, slots=True)
class ThisCard(Node):
    pass


@dataclass(frozen=True, slots=True)
class None_(Node):
    pass


@dataclass(frozen=True, slots=True)
class Your(Node):
    pass


@dataclass(frozen=True, slots=True)
class Its(Node):
    pass


@dataclass(frozen=True, slots=True)
class A(Node):
    """The article that introduces a thing in a pattern: `after a card leaves a court`."""


@dataclass(frozen=True, slots=True)
class Possessor(Node):
    thing: Simple


Owner: TypeAlias = Your | Its | A | Possessor


@dataclass(frozen=True, slots=True)
class PhraseRef(Node):
    """A reference: owner, adjectives and a noun, arguments."""

    owner: Owner | None
    words: tuple[Name, ...]
    arguments: tuple[Expr, ...] | None

    @property
    def noun(self) -> Name:
        """The last word: what the phrase is about."""
        return self.words[-1]

    @property
    def adjectives(self) -> tuple[Name, ...]:
        return self.words[:-1]


Simple: TypeAlias = You | It | ThisCard | None_ | PhraseRef


@dataclass(frozen=True, slots=True)
class Np(Node):
    head: Simple
    of: Simple | None
    label: Word | None
    place: Simple | None


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    value: Expr
    fallback: Expr


@dataclass(frozen=True, slots=True)
class IfThen(Node):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class The(Node):
    name: Name
    set: Set


@dataclass(frozen=True, slots=True)
class Best(Node):
    name: Name
    set: Set
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class TheBest(Node):
    name: Name
    set: Set
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Highest(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Lowest(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    left: Expr
    operator: Word
    right: Expr


@dataclass(frozen=True, slots=True)
class Is(Node):
    left: Expr
    negated: Word | None
    right: Expr


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    left: Expr
    negated: Word | None
    right: Np


@dataclass(frozen=True, slots=True)
class IsKnown(Node):
    left: Expr
    negated: Word | None
    player: Simple


@dataclass(frozen=True, slots=True)
class Has(Node):
    owner: Expr
    what: Np


@dataclass(frozen=True, slots=True)
class HasNo(Node):
    owner: Expr
    what: Np


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    things: Np | Set


@dataclass(frozen=True, slots=True)
class NoneOf(Node):
    things: Np | Set


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    left: Expr
    operator: Word
    right: Expr


@dataclass(frozen=True, slots=True)
class Yes(Node):
    pass


@dataclass(frozen=True, slots=True)
class No(Node):
    pass


@dataclass(frozen=True, slots=True)
class NumberOf(Node):
    things: Np | Set


@dataclass(frozen=True, slots=True)
class Total(Node):
    name: Name
    things: Np | Set


Expr: TypeAlias = (
    Np | Otherwise | IfThen | The | Best | TheBest | Or | And | Not | Compare | Is | IsIn | IsKnown | Has | HasNo
    | AnyOf | NoneOf
    | Arithmetic | Number | Yes | No | NumberOf | Total
)  # fmt: skip
Key: TypeAlias = "Expr | Highest | Lowest"
Declaration: TypeAlias = (
    Use | Game | Enum | Map | Grid | Pieces | Count | Track | Mark | Zone | Kind | Query | Order | Procedure | Ability
    | Variant | Automa | Card | Scenario | Rule
)  # fmt: skip
