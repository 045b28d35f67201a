"""Sentences of the card language as sentences for a reader: clauses, and lines with others indented under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from compiler import ir
from compiler.words.conditions import Conditions, clause, in_any, own
from compiler.words.phrase import Amount, Clause, Formula, Line, Noun, Phrase, Several, Title, You
from compiler.words.vocabulary import base

MOST_JOINED = 2
"""So many sentences are joined to one behind a condition; more of them become a list."""
END_HEADS = {"left": "left-end", "right": "right-end", "top": "top", "bottom": "bottom"}
TOLD = ("gain", "lose", "place", "pay")
"""Orders of which several in a row become one: “gain 1 coin and 2 points”."""


class Sentences(Conditions):
    """Makes lines of statements."""

    def rule_line(self, rule: ir.Rule) -> Line:
        """A rule as a line."""
        raise NotImplementedError

    def event(self, event: ir.Event, moment: str) -> Clause:
        """An event as what comes before, after or instead, or as the end of a time."""
        raise NotImplementedError

    # ---- blocks -----------------------------------------------------------------------------------------

    def block(self, block: ir.Block) -> tuple[Line, ...]:
        """Sentences, one after the other; siblings that say the same of different things become one."""
        with self.scope():
            lines: list[Line] = []
            for statement in block.statements:
                for line in self.say(statement):
                    merged = merge(lines[-1], line) if lines else None
                    if merged is not None:
                        lines[-1] = merged
                    else:
                        lines.append(line)
            return tuple(lines) or (Line(clause("nothing")),)

    def say(self, node: ir.Stmt) -> list[Line]:
        """One statement."""
        found = getattr(self, f"say_{type(node).__name__}")(node)
        if isinstance(found, Clause):
            return [Line(found)]
        return [found] if isinstance(found, Line) else found

    def under(self, header: str, lines: tuple[Line, ...], **args: Any) -> Line:
        """A header with what it introduces: in one sentence if that is short, else as a list."""
        short = self.joined(lines)
        if short is not None and not (header == "may" and short.message in STATEMENTS):
            is_told = header in TOLD_HEADERS and (short.message in STATEMENTS)
            return Line(clause(f"{header}-told" if is_told else header, **args, then=short))
        if len(lines) == 1 and lines[0].clause.message == "player-does-list" and header != "may":
            told = f"{header}-told" if header in TOLD_HEADERS else header
            return Line(clause(told, **args, then=lines[0].clause), lines[0].lines)
        return Line(clause(f"{header}-list", **args), lines)

    @staticmethod
    def joined(lines: tuple[Line, ...]) -> Clause | None:
        """Short lines as one clause; none if they are too many, or have others under them."""
        if len(lines) > MOST_JOINED or any(line.lines or line.clause.message in ALONE for line in lines):
            return None
        if len(lines) == 1:
            return lines[0].clause
        if any(line.clause.message in STATEMENTS or line.clause.message == "both" for line in lines):
            return None
        return clause("both", first=lines[0].clause, second=lines[1].clause)

    # ---- decisions --------------------------------------------------------------------------------------

    def say_Choose(self, node: ir.Choose) -> Clause:
        members = self.picked(node.set)
        new = self.introduce(node.variable, node.type)
        thing = named(members, new)
        message = "choose-secretly" if node.secretly else "choose"
        if node.player is None:
            return clause(message, thing=thing)
        who = self.noun(node.player)
        return clause(f"{message}-by", who, who=who, thing=thing)

    def picked(self, node: ir.Expr) -> Phrase:
        """One of a set, as what one chooses: a card “from your hand” rather than “in your hand”."""
        found = self.members(node, plural=False, det="a")
        whole = node
        while isinstance(whole, ir.Filter):
            whole = whole.set
        if isinstance(whole, ir.ZoneOf) and isinstance(found, Noun):
            return in_any(found, self.zone(whole), "from")
        return found

    def say_ChooseOne(self, node: ir.ChooseOne) -> Line:
        return Line(clause("choose-one"), tuple(self.option(option) for option in node.options))

    def option(self, option: ir.Option) -> Line:
        """One way to go on."""
        with self.scope():
            chosen: list[Phrase] = []
            for binder in option.binders:
                members = self.picked(binder.set)
                chosen.append(named(members, self.introduce(binder.variable, binder.type)))
            lines = self.block(option.block)
        if not chosen:
            short = self.joined(lines)
            if short is not None and not short.message.startswith("require"):
                return Line(replace(short))
            return Line(clause("option", title=Title("options", option.name)), lines)
        things = chosen[0] if len(chosen) == 1 else Several(tuple(chosen))
        title = Title("options", option.name)
        return Line(clause("option-about", title, title=title, things=things), lines)

    def say_Require(self, node: ir.Require) -> Clause:
        return clause("require", condition=self.condition(node.condition))

    def say_Pay(self, node: ir.Pay) -> Line | Clause:
        thing = self.amount(node.amount, node.count)
        if node.to is not None:
            return clause("pay-to", thing=thing, to=self.noun(node.to))
        if node.by is not None:
            return clause("pay-by", thing=thing, by=self.say_Do(node.by))
        return clause("pay", thing=thing)

    def say_Ask(self, node: ir.Ask) -> Line | list[Line]:
        who = self.noun(node.player)
        if node.condition is None:
            asked = clause("ask", who, who=who)
        else:
            asked = clause("ask-if", who, who=who, condition=self.condition(node.condition))
        if node.otherwise is None:
            return Line(asked)
        return [Line(asked), Line(clause("refused", who, who=who), self.block(node.otherwise))]

    def say_Let(self, node: ir.Let) -> Clause:
        value = self.condition(node.value) if base(node.type) == "yes/no" else self.noun(node.value)
        new = self.introduce(node.variable, node.type)
        if isinstance(value, Clause):
            self.facts[node.variable] = value
            return clause("let-whether", condition=value)
        if isinstance(value, Noun) and value.head == new.head and not new.ordinal and not value.variable:
            return clause("consider", thing=value)
        return clause("let", new, name=replace(new, det="the"), value=value)

    # ---- flow -------------------------------------------------------------------------------------------

    def say_May(self, node: ir.May) -> Line:
        return self.under("may", self.block(node.block))

    def say_Repeat(self, node: ir.Repeat) -> Line:
        args: dict[str, Any] = {}
        name = "repeat"
        if node.least is not None:
            args["least"] = self.noun(node.least)
            name += "-least"
        if node.most is not None:
            args["most"] = self.noun(node.most)
            name += "-most"
            if node.least == node.most:
                name, args = "repeat-times", {"most": args["most"]}
        if node.condition is not None:
            args["condition"] = self.condition(node.condition)
            name += "-while"
        if node.asks:
            name += "-asks"
        if node.most is not None and not isinstance(args["most"], Amount):
            name += "-value"
        return Line(clause(name, **args), self.block(node.block))

    def say_ForEach(self, node: ir.ForEach) -> Line:
        with self.scope():
            members = self.members(node.set, plural=False, det="each")
            new = self.introduce(node.variable, node.type)
            label = self.labels[node.variable]
            thing = named(members, replace(new, det="each"))
            if isinstance(thing, Noun):
                # “each second space” would be every other one
                apart = (("about", label),) if new.ordinal and isinstance(label, Noun) else ()
                thing = replace(thing, det="each", ordinal=0, places=(*apart, *thing.places))
            if node.keys:
                keys = Several(tuple(self.key(key, label) for key in node.keys), "then")
                return Line(clause("for-each-by-list", thing=thing, keys=keys), self.block(node.block))
            return self.under("for-each", self.block(node.block), thing=thing)

    def say_AsPlayer(self, node: ir.AsPlayer) -> Line:
        if node.each:
            who = self.members(node.players, plural=False, det="each")
            who = replace(who, det="each") if isinstance(who, Noun) else who
        else:
            who = self.noun(node.players)
        lines = self.block(node.block)
        short = self.joined(lines)
        if short is not None and told(short):
            return Line(clause("player-does", who, who=who, then=short))
        return Line(clause("player-does-list", who, who=who), lines)

    def say_If(self, node: ir.If) -> list[Line]:
        found = [self.under("if", self.block(node.then), condition=self.condition(node.condition))]
        rest = node.otherwise
        while rest is not None:
            if len(rest.statements) == 1 and isinstance(rest.statements[0], ir.If):
                inner = rest.statements[0]
                condition = self.condition(inner.condition)
                found.append(self.under("else-if", self.block(inner.then), condition=condition))
                rest = inner.otherwise
            else:
                found.append(self.under("else", self.block(rest)))
                rest = None
        return found

    def say_IfPossible(self, node: ir.IfPossible) -> list[Line]:
        found = [self.under("if-possible", self.block(node.then))]
        if node.otherwise is not None:
            found.append(self.under("if-impossible", self.block(node.otherwise)))
        return found

    def say_Do(self, node: ir.Do) -> Clause:
        if node.procedure is not None:
            procedure = self.vocabulary.procedures[node.procedure]
            arguments = [self.noun(one) for one in node.arguments]
            args: dict[str, Any] = {param.name: one for param, one in zip(procedure.params, arguments, strict=True)}
            return own(f"do-{node.procedure}", **args)
        assert node.value is not None
        value = self.noun(node.value)
        about = tuple(("of", self.noun(one)) for one in node.arguments)
        if about and isinstance(value, Noun):
            value = replace(value, places=(*value.places, *about))
        if node.card is not None:
            return clause("resolve-with", thing=value, card=self.noun(node.card))
        return clause("resolve", thing=value)

    def say_EndGame(self, node: ir.EndGame) -> Clause:
        with self.scope():
            self.introduce(node.variable, "player")
            keys = tuple(self.key(key, self.labels[node.variable]) for key in node.keys)
        return clause("end-game", keys=Several(keys, "then"))

    # ---- effects ----------------------------------------------------------------------------------------

    def amount(self, node: ir.Expr | None, count: str) -> Noun:
        """So many of a count: “2 coins”, “all your coins”, “as many coins as the fame of the cargo”."""
        head = self.vocabulary.key("count", count)
        if node is None:
            return Noun(head, "all", plural=True, icon=count)
        return Noun(head, "", plural=True, count=self.noun(node), icon=count)

    def some_pieces(self, amount: ir.Expr | None, node: ir.PiecesOf) -> Phrase:
        """So many pieces, with whose they are and where."""
        if amount is None:
            found = self.pieces(node, "all", plural=True)
            return replace(found, word="and") if isinstance(found, Several) else found
        if isinstance(amount, ir.Number) and amount.value == 1:
            return self.pieces(node, "a", plural=False)
        return self.pieces(node, "", plural=True, count=self.noun(amount))

    def say_Place(self, node: ir.Place) -> Clause:
        thing = self.some_pieces(node.amount, replace(node.pieces, place=None))
        assert node.pieces.place is not None
        return clause("place", thing=thing, to=self.noun(node.pieces.place))

    def say_Remove(self, node: ir.Remove) -> Clause:
        things = [self._removed(node.amount, one) for one in node.things]
        return clause("remove", thing=together(things))

    def _removed(self, amount: ir.Expr | None, node: ir.PiecesOf | ir.CountOf) -> Phrase:
        if isinstance(node, ir.PiecesOf):
            return self.some_pieces(amount, node)
        if amount is None:
            return self.counted(node, "all")
        return self.counted(node, "", count=self.noun(amount))

    def say_MovePieces(self, node: ir.MovePieces) -> Clause:
        start = node.pieces.place
        thing = self.some_pieces(node.amount, replace(node.pieces, place=None))
        if start is None:
            return clause("move", thing=thing, to=self.noun(node.to))
        return clause("move-from", thing=thing, start=self.noun(start), to=self.noun(node.to))

    def say_MoveCount(self, node: ir.MoveCount) -> Clause:
        thing = self.amount(node.amount, node.count.count)
        to = self.noun(node.to)
        if node.count.holder is None:
            return clause("move", thing=thing, to=to)
        if isinstance(node.count.holder, ir.You):
            if thing.count == Amount(1):
                thing = replace(thing, count=None, plural=False)
            return clause("move", thing=replace(thing, owner=You()), to=to)
        return clause("move-from", thing=thing, start=self.noun(node.count.holder), to=to)

    def place_of(self, node: ir.Expr, end: str | None) -> Phrase:
        """Where cards go."""
        place = self.zone(node) if isinstance(node, ir.ZoneOf) else self.noun(node)
        return place if end is None else Noun(END_HEADS[end], owner=place)

    def cards(self, node: ir.Expr) -> Phrase:
        """A card, or all cards of a set."""
        if self._is_set(node):
            found = self.members(node, plural=True, det="all")
            return replace(found, det="all") if isinstance(found, Noun) else found
        return self.noun(node)

    def say_MoveCards(self, node: ir.MoveCards) -> Clause:
        return clause("move-cards", thing=self.cards(node.cards), to=self.place_of(node.to, node.end))

    def say_Draw(self, node: ir.Draw) -> Clause:
        zone = self.vocabulary.zones[node.source.zone]
        head = self.vocabulary.key("kind", zone.holds)
        if node.amount is None:
            thing = Noun(head, "all", plural=True)
        else:
            thing = Noun(head, "", plural=True, count=self.noun(node.amount))
        return clause("draw", thing=thing, source=self.zone(node.source), to=self.place_of(node.to, node.end))

    def say_Swap(self, node: ir.Swap) -> Clause:
        first, second = (self._swapped(one) for one in (node.first, node.second))
        return clause("swap", first=first, second=second)

    def _swapped(self, node: ir.Expr) -> Phrase:
        if isinstance(node, ir.ZoneOf):
            return self.zone(node)
        return self.pieces(node, "all", plural=True) if isinstance(node, ir.PiecesOf) else self.noun(node)

    def say_Discard(self, node: ir.Discard) -> Clause:
        return clause("discard", thing=self.cards(node.cards))

    def say_Shuffle(self, node: ir.Shuffle) -> Clause:
        return clause("shuffle", thing=self.zone(node.zone))

    def say_Reveal(self, node: ir.Reveal) -> Clause:
        if isinstance(node.what, ir.ZoneOf):
            thing: Phrase = self.zone(node.what)
        else:
            thing = self.cards(node.what)
        if node.to is None:
            return clause("reveal", thing=thing)
        return clause("reveal-to", thing=thing, to=self.noun(node.to))

    def say_Take(self, node: ir.Take) -> Clause:
        return clause("take", thing=self.amount(node.amount, node.count), start=self.noun(node.source))

    def say_Gain(self, node: ir.Gain) -> Clause:
        return clause("gain", thing=self.amount(node.amount, node.count))

    def say_Lose(self, node: ir.Lose) -> Clause:
        thing = self.amount(node.amount, node.count)
        return clause("lose", thing=replace(thing, owner=You()) if node.amount is None else thing)

    def say_MarkAs(self, node: ir.MarkAs) -> Clause:
        if self._is_set(node.thing):
            thing = self.members(node.thing, plural=True, det="the")
        else:
            thing = self.noun(node.thing)
        return clause("note", condition=own(f"mark-{node.mark}", node.off, thing, thing=thing))

    def say_SetTo(self, node: ir.SetTo) -> Clause:
        if isinstance(node.target, ir.ActivePlayer):
            who = self.noun(node.value)
            return clause("becomes-active", who, who=who)
        if isinstance(node.target, ir.TrackOf) and base(self.vocabulary.tracks[node.target.track].type) == "yes/no":
            if isinstance(node.value, ir.Answer):
                told = self.condition(node.target)
                return clause("note", condition=replace(told, negated=not node.value.value))
            return clause("note-whether", condition=self.condition(node.target), value=self.condition(node.value))
        thing = self.noun(node.target)
        if isinstance(node.value, ir.NoneValue):
            return clause("set-to-none", thing, thing=thing)
        if self.vocabulary.type_of(node.target) == "number":
            return clause("set-number", thing, thing=thing, value=self.noun(node.value))
        return clause("set-to", thing, thing=thing, value=self.noun(node.value))

    def say_RaiseBy(self, node: ir.RaiseBy) -> Clause:
        return clause("raise-by", thing=self.noun(node.target), amount=self.noun(node.amount))

    def say_LowerBy(self, node: ir.LowerBy) -> Clause:
        return clause("lower-by", thing=self.noun(node.target), amount=self.noun(node.amount))

    def say_Until(self, node: ir.Until) -> Line:
        with self.scope():
            until = self.event(node.event, "until")
            rules = tuple(self.rule_line(rule) for rule in node.rules)
        if len(rules) == 1 and not rules[0].lines:
            return Line(clause("until", event=until, rule=rules[0].clause))
        return Line(clause("until-list", event=until), rules)


def named(members: Phrase, new: Noun) -> Phrase:
    """The members of a set under the name one of them gets: “a goal next to the start”."""
    if isinstance(members, Noun):
        return replace(members, head=new.head, det="a", plural=False, ordinal=new.ordinal, variable="")
    if isinstance(members, Several):
        return replace(members, items=tuple(named(item, new) for item in members.items), word="or")
    return Noun(new.head, "a", ordinal=new.ordinal, places=(("from", members),))


def together(things: Sequence[Phrase]) -> Phrase:
    """Several things; what all of them say of owner and place is said once."""
    if len(things) == 1:
        return things[0]
    nouns = [thing for thing in things if isinstance(thing, Noun)]
    if len(nouns) == len(things) and len({(noun.owner, noun.places) for noun in nouns}) == 1:
        nouns[:-1] = [replace(noun, owner=None, places=()) for noun in nouns[:-1]]
        return Several(tuple(nouns))
    return Several(tuple(things))


def told(what: Clause) -> bool:
    """Whether an order can be told of another player: “each player gains 1 coin”."""
    if what.message == "both":
        return all(told(part) for _, part in what.args if isinstance(part, Clause))
    return what.message in THIRD or what.is_own


def merge(first: Line, second: Line) -> Line | None:
    """Two orders as one: “gain 1 coin and 2 points”."""
    one, two = first.clause, second.clause
    if first.lines or second.lines or one.message != two.message or one.message not in MERGED:
        return None
    things = [part.arg("thing") for part in (one, two)]
    rest = [tuple(arg for arg in part.args if arg[0] != "thing") for part in (one, two)]
    if rest[0] != rest[1] or not all(isinstance(thing, (Noun, Several)) for thing in things):
        return None
    items: list[Phrase] = []
    for thing in things:
        items += thing.items if isinstance(thing, Several) and thing.word == "and" else [thing]  # type: ignore[list-item]
    if len({(item.owner, item.places) for item in items if isinstance(item, Noun)}) > 1:
        return None
    return Line(Clause(one.message, (("thing", Several(tuple(items))), *rest[0]), one.subject))


MERGED = {"gain", "lose", "place", "take"}
THIRD = {
    "gain", "lose", "place", "remove", "move", "move-from", "move-cards", "draw", "swap", "discard", "shuffle",
    "reveal", "reveal-to", "take", "raise-by", "lower-by", "pay", "pay-to", "pay-by", "choose",
}  # fmt: skip
"""Orders with a form for the third person."""
STATEMENTS = {"player-does", "end-game", "choose-by", "choose-secretly-by", "becomes-active", "nothing", "set-to",
              "set-number", "let"}  # fmt: skip
"""Sentences that are no orders: in German they need another order of words behind a condition."""
TOLD_HEADERS = {"if", "else-if", "else", "if-possible", "if-impossible"}
"""Headers with a pattern of their own for statements."""
ALONE = {
    "if", "else-if", "else", "may", "for-each", "until", "require", "if-possible", "if-impossible", "ask", "ask-if",
    "let-whether", "consider", "if-told", "else-told", "else-if-told", "if-possible-told", "if-impossible-told",
}  # fmt: skip
"""Sentences that stand by themselves, under a header."""


__all__ = ["Amount", "Formula", "Sentences"]
