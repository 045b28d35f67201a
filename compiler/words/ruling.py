"""Rules in force, events and hooks as sentences: “Your price for a stall is 0 if …”."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from compiler import ir
from compiler.walk import descendants
from compiler.words.conditions import clause, own
from compiler.words.phrase import Clause, Formula, Line, Noun, Part, Phrase, Several, Title, You
from compiler.words.sentences import Sentences
from compiler.words.vocabulary import base


class Ruling(Sentences):
    """Makes lines of rules."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__(game)
        self.decisions = decisions_of(game)

    def rule_line(self, rule: ir.Rule) -> Line:
        with self.scope():
            found: Line = getattr(self, f"rule_{type(rule).__name__}")(rule)
            self.note_rule(rule, found.clause)
            return found

    def note_rule(self, rule: ir.Rule, told: Clause) -> None:
        """A rule has been told; those who want to know are told, too."""

    def pattern(self, pattern: ir.Pattern, used: Set[str] | None = None) -> Phrase:
        """An argument of an event or query: a thing, or a name for whatever stands there.

        With the names that a rule uses, a player it does not use is “each player”, a thing “any card”.
        """
        if pattern.value is not None:
            return self.noun(pattern.value)
        if pattern.variable is None:
            return Noun(self.vocabulary.type_head(pattern.type), "a" if used is None else "any")
        if used is not None and pattern.variable not in used:
            is_player = base(pattern.type) == "player"
            return Noun(self.vocabulary.local(pattern.variable, pattern.type), "each" if is_player else "any")
        return self.introduce(pattern.variable, pattern.type)

    def about(self, rule: ir.Change | ir.Raise | ir.Lower) -> Phrase:
        """The query or track that a rule is about."""
        name, arguments = rule.name, self.arguments(rule)
        if name in self.vocabulary.queries:
            return self.asked(self.vocabulary.queries[name], arguments)
        return Noun(self.vocabulary.key("track", name), owner=arguments[0] if arguments else None)

    def arguments(self, rule: ir.Change | ir.Raise | ir.Lower | ir.Treat) -> list[Phrase]:
        """What the query or track is asked about."""
        used = {node.name for node in descendants(rule) if isinstance(node, ir.Local)}
        return [self.pattern(one, used) for one in rule.arguments]

    def conditional(self, told: Clause, condition: ir.Expr | None) -> Line:
        """A rule, with the condition on which it is in force."""
        if condition is None:
            return Line(told)
        return Line(clause("rule-if", rule=told, condition=self.condition(condition)))

    def rule_Change(self, rule: ir.Change) -> Line:
        query = self.vocabulary.queries.get(rule.name)
        if query is not None and base(query.type) == "yes/no":
            told = self.holds(query, self.arguments(rule))
            if isinstance(rule.value, ir.Answer):
                return self.conditional(clause("treat", condition=replace(told, negated=not rule.value.value)), None)
            value = self.condition(rule.value)
            return self.conditional(clause("treat-if", condition=told, value=value), rule.condition)
        thing = self.about(rule)
        if query is None and base(self.vocabulary.tracks[rule.name].type) == "yes/no":
            track = own(f"track-{rule.name}", negated=rule.value == ir.Answer(rule.span, False))
            return self.conditional(clause("treat", condition=track), rule.condition)
        return self.conditional(clause("change", thing, thing=thing, value=self.noun(rule.value)), rule.condition)

    def rule_Raise(self, rule: ir.Raise) -> Line:
        thing = self.about(rule)
        return self.conditional(clause("raise", thing, thing=thing, amount=self.noun(rule.amount)), rule.condition)

    def rule_Lower(self, rule: ir.Lower) -> Line:
        thing = self.about(rule)
        return self.conditional(clause("lower", thing, thing=thing, amount=self.noun(rule.amount)), rule.condition)

    def rule_Treat(self, rule: ir.Treat) -> Line:
        query = self.vocabulary.queries[rule.name]
        told = self.holds(query, self.arguments(rule))
        return self.conditional(clause("treat", condition=replace(told, negated=rule.negated)), rule.condition)

    def rule_Forbid(self, rule: ir.Forbid) -> Line:
        place, options = self.decisions.get(rule.decision, (Title("games", self.game.name), frozenset()))
        if rule.name in options:
            return self.conditional(
                clause("forbid-option", where=place, option=Title("options", rule.name)), rule.condition
            )
        found = next((node for node in self.choices(rule) if node.variable == rule.name), None)
        thing = self.introduce(rule.name, found.type if found is not None else "card")
        return self.conditional(clause("forbid", thing, where=place, thing=replace(thing, det="a")), rule.condition)

    def choices(self, rule: ir.Forbid) -> list[ir.Choose | ir.Binder]:
        """What can be chosen at the decision that a rule is about."""
        found: list[ir.Choose | ir.Binder] = []
        for node in descendants(self.game):
            if isinstance(node, ir.Choose) and node.rule == rule.decision:
                found.append(node)
            elif isinstance(node, ir.ChooseOne) and node.rule == rule.decision:
                found += [binder for option in node.options for binder in option.binders]
        return found

    def rule_Hook(self, rule: ir.Hook) -> Line:
        event = self.event(rule.event, rule.moment)
        lines = self.block(rule.block)
        name = f"hook-{rule.moment.split()[0]}"
        if rule.condition is not None:
            return self.under(f"{name}-if", lines, event=event, condition=self.condition(rule.condition))
        return self.under(name, lines, event=event)

    # ---- events -----------------------------------------------------------------------------------------

    def event(self, event: ir.Event, moment: str) -> Clause:
        found: Clause = getattr(self, f"event_{type(event).__name__}")(event, moment.split()[0])
        return found

    def event_Done(self, event: ir.Done, moment: str) -> Clause:
        about: list[tuple[str, Phrase]] = []
        params = self.vocabulary.procedures[event.procedure].params
        for param, pattern in zip(params, event.arguments, strict=False):
            is_any = pattern.variable is None and pattern.value is None
            thing = self.pattern(pattern)
            if not is_any:
                about.append((f"with-{param.name}", thing))
        actor = None if event.actor is None else self.pattern(event.actor)
        is_until = moment == "until"
        noun = Noun(
            f"event.{event.procedure}",
            "the" if is_until or isinstance(actor, You) else "each",
            owner=actor,
            adjectives=("next",) if is_until else (),
            places=tuple(about),
        )
        return clause(f"event-done-{moment}", noun, event=noun)

    def event_CardMoves(self, event: ir.CardMoves, moment: str) -> Clause:
        card = self.pattern(event.card)
        owner = None if event.owner is None else self.pattern(event.owner)
        if event.zone in self.vocabulary.zones:
            place: Phrase = Noun(self.vocabulary.key("zone", event.zone), "a" if owner else "the", owner=owner)
        elif owner is not None:
            place = owner
        else:
            place = Noun(self.vocabulary.type_head(event.zone), "a")
        return clause(f"event-card-{event.direction}-{moment}", card, thing=card, place=place)

    def event_PieceMoves(self, event: ir.PieceMoves, moment: str) -> Clause:
        owner = None if event.owner is None else self.pattern(event.owner)
        heads = self.vocabulary.piece_heads(event.pieces, event.forms)
        nouns = [Noun(head, "a") for head in heads]
        nouns[-1] = replace(nouns[-1], owner=owner)
        thing: Phrase = nouns[0] if len(nouns) == 1 else Several(tuple(nouns), "or")
        place: Part = Noun("supply") if event.supply or event.place is None else self.pattern(event.place)
        return clause(f"event-piece-{event.direction}-{moment}", thing, thing=thing, place=place)


def decisions_of(game: ir.Game) -> dict[str, tuple[Title, frozenset[str]]]:
    """By id of a decision: the title of what it stands in, and the names of its options."""
    found: dict[str, tuple[Title, frozenset[str]]] = {}
    for title, home in _homes(game):
        for node in descendants(home):
            if isinstance(node, ir.ChooseOne) and node.rule:
                found[node.rule] = title, frozenset(option.name for option in node.options)
            elif isinstance(node, ir.Choose) and node.rule:
                found.setdefault(node.rule, (title, frozenset()))
    return found


def _homes(game: ir.Game) -> Iterator[tuple[Title, ir.Node]]:
    """All that decisions stand in, with its title; a rule of the game has none but that of the game."""
    yield from ((Title("procedures", one.name), one) for one in game.procedures)
    yield from ((Title("abilities", one.name), one) for one in game.abilities)
    yield from ((Title("variants", one.name), one) for one in game.variants)
    for card in game.cards:
        for part in card.parts:
            key = f"{card.kind}.{card.number}"
            yield (Title("parts", f"{key}.{part.name}") if part.title else Title("cards", key)), part
    yield from ((Title("games", game.name), one) for one in game.rules)


__all__ = ["Formula", "Ruling"]
