"""What sentences use up and give back: cards, counts, pieces, marks, numbers.

A loop without a number ends because it uses something up that nothing in it gives back. This is an approximation on the
careful side for counts, pieces and marks, and a rough one for cards: moving them counts, unless they go round in a
circle. A bound in the runtime catches what this can't see.
"""

from __future__ import annotations

from collections.abc import Iterable

from compiler import ir

END = "end"
"""The end of the game: the last thing that is used up."""


def used_up(node: ir.Node) -> set[str]:
    """What a sentence takes away for good."""
    match node:
        case ir.EndGame():
            return {END}
        case ir.Discard() | ir.MoveCards() | ir.Draw():
            return {"cards"}
        case ir.Lose(count=count) | ir.Pay(count=count) | ir.Take(count=count):
            return {f"count {count}"}
        case ir.Place(pieces=pieces):
            return {f"supply {pieces.pieces}"}
        case ir.Remove(things=things):
            return {f"table {t.pieces}" if isinstance(t, ir.PiecesOf) else f"count {t.count}" for t in things}
        case ir.MarkAs(mark=mark, off=False):
            return {f"mark {mark}"}
        case ir.LowerBy(target=ir.CountOf(count=count)):
            return {f"count {count}"}
        case ir.Gain(count=count):
            return {f"up {count}"}
        case ir.RaiseBy(target=target):
            return {f"up {_number(target)}"}
        case ir.LowerBy(target=target):
            return {f"down {_number(target)}"}
        case _:
            return set()


def given_back(nodes: Iterable[ir.Node]) -> set[str]:
    """What sentences add again."""
    found: set[str] = set()
    sources: set[str] = set()
    goals: set[str] = set()
    for node in nodes:
        match node:
            case ir.Gain(count=count) | ir.RaiseBy(target=ir.CountOf(count=count)):
                found.add(f"count {count}")
            case ir.Lose(count=count) | ir.Pay(count=count):
                found.add(f"up {count}")
            case ir.Place(pieces=pieces):
                found.add(f"table {pieces.pieces}")
            case ir.Remove(things=things):
                found |= {f"supply {thing.pieces}" for thing in things if isinstance(thing, ir.PiecesOf)}
            case ir.MarkAs(mark=mark, off=True):
                found.add(f"mark {mark}")
            case ir.RaiseBy(target=target):
                found.add(f"down {_number(target)}")
            case ir.LowerBy(target=target):
                found.add(f"up {_number(target)}")
            case ir.SetTo(target=ir.CountOf(count=count)):
                found.add(f"count {count}")
            case ir.SetTo(target=target):
                found |= {f"up {_number(target)}", f"down {_number(target)}"}
            case ir.Discard():
                goals.add("discards")
            case ir.Draw(source=source, to=to):
                sources.add(source.zone)
                goals |= _zone(to)
            case ir.MoveCards(cards=cards, to=to):
                sources |= _zone(cards)
                goals |= _zone(to)
            case _:
                pass
    return found | {"cards"} if sources & goals else found


def read_by(nodes: Iterable[ir.Node]) -> set[str]:
    """What a condition depends on: using one of these up can end a loop."""
    found = {END}
    for node in nodes:
        match node:
            case ir.CountOf(count=count):
                found |= {f"count {count}", f"up {count}", f"down {count}"}
            case ir.PiecesOf(pieces=pieces):
                found |= {f"supply {pieces}", f"table {pieces}"}
            case ir.MarkedAs(mark=mark):
                found.add(f"mark {mark}")
            case ir.TrackOf() | ir.Local():
                found |= {f"up {_number(node)}", f"down {_number(node)}"}
            case ir.ZoneOf() | ir.CardsOn() | ir.AttributeOf(name="card"):
                found.add("cards")
            case _:
                pass
    return found


def _number(target: ir.Node) -> str:
    match target:
        case ir.TrackOf(track=name) | ir.CountOf(count=name) | ir.Local(name=name):
            return name
        case _:
            return ""


def _zone(node: ir.Expr) -> set[str]:
    match node:
        case ir.ZoneOf(zone=zone) | ir.Function(name="top", arguments=(ir.ZoneOf(zone=zone), *_)):
            return {zone}
        case _:
            return set()
