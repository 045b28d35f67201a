"""Rules by what they are about: the functions that ask all rules in force.

A query that rules change ends with a call here; an event calls here what comes before, instead of or after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from math import prod

from compiler import ir
from compiler.engine.automas import RULES
from compiler.engine.effects import event_name
from compiler.engine.expressions import Scope, python_name
from compiler.engine.facts import Carrier, RuleInfo, subjects
from compiler.engine.heads import identifier
from compiler.engine.kinds import ANSWER, CARD, NUMBER, PLAYER, base, is_list, or_none, python_type
from compiler.engine.memory import Memory, Remembered
from compiler.engine.output import Function, where
from compiler.engine.routines import Routines, hook_names
from compiler.walk import descendants
from runtime.slots import LOCALS

UNROLLED = 4
"""So many cards with rules are written one after the other, more as a loop."""
MOMENTS = {"before": 0, "instead of": 1}


class Index(Routines):
    """Writes queries, orders and the index of rules."""

    # ---- queries and orders ------------------------------------------------------------------------------

    def query(self, query: ir.Query) -> None:
        """Write a query: its own value, then what changes it."""
        self.module = self.facts.module_of(query)
        names = {param.name: python_name(param.name) for param in query.params}
        scope = Scope(names=names)
        card = ["this_card: int"] if self.facts.uses_card(query.name) else []
        params = [
            "s: State",
            "you: int",
            *card,
            *(f"{names[one.name]}: {python_type(one.type)}" for one in query.params),
        ]
        self.lines, self.depth = [], 0
        nothing = "[]" if is_list(query.type) else {NUMBER: "0", ANSWER: "False"}.get(query.type, "-1")
        for param, kinds in zip(query.params, self._argument_types(query), strict=True):
            name = names[param.name]
            test = self.misfit(name, param.type, kinds)
            if test:
                self.line(f"if {test}:")
                self.line(f"    return {nothing}")
        source = self.members(query.value, scope) if is_list(query.type) else self.value(query.value, scope)
        opening: list[str] = []
        if query.name in self.facts.adjusted:
            given = "".join(f", {names[param.name]}" for param in query.params)
            plays = self.while_playing(query.name)
            if plays:
                call = f"rules.{query.name}(s, you, own_value{given})"
                opening = [f"own_value: int = {source}", f"if {plays}:", f"    own_value = {call}"]
                source = "own_value"
            else:
                source = f"rules.{query.name}(s, you, {source}{given})"
        remembered = self.memory.queries.get(query.name)
        if remembered is None:
            self.lines += opening
            self.line(f"return {source}")
        else:
            self._remember(remembered, opening, source, [names[param.name] for param in query.params])
        returns = python_type(query.type)
        self.emit(
            self.module, self.facts.query_function(query.name), ", ".join(params), returns, where(query, query.rule),
            "" if remembered is None else remembered.doc,
        )  # fmt: skip

    @cached_property
    def memory(self) -> Memory:  # type: ignore[override]
        """Which queries are remembered."""
        found = Memory(self.layout, self.facts, self._reaches)
        self.out.memory = found.masks
        return found

    def _remember(self, query: Remembered, opening: list[str], source: str, arguments: list[str]) -> None:
        """Look an answer up, or work it out and remember it."""
        key = ""
        for name, width in zip([*(["you"] if query.is_personal else []), *arguments], query.widths, strict=True):
            key = f"({key}) * {width} + {name}" if " + " in key else f"{key} * {width} + {name}" if key else name
        shift = query.offset + sum(prod(query.widths[n + 1 :]) for n in range(len(query.widths)))  # none is -1
        self.line("if s.changed:")
        self.line("    s.forget()")
        self.line(f"memo = s.memos[{query.group}]")
        self.line(f"key = {key} + {shift}" if key else f"key = {shift}")
        self.line("found = memo.get(key)")
        self.line("if found is None:")
        self.lines += [f"    {line}" for line in opening]
        self.line(f"    found = memo[key] = {source}")
        self.line("return found")

    def emit(self, module: str, name: str, params: str, returns: str, comment: str, doc: str) -> None:
        """Write the lines that have come together as a function."""
        body, self.lines = self.lines, []
        if re.search(r"\bv\b", "\n".join(body)):
            body.insert(0, "v = s.v")
        self.out.modules.setdefault(module, []).append(Function(name, params, returns, comment, doc, body))

    def _argument_types(self, query: ir.Query) -> list[set[str]]:
        found: list[set[str]] = [set() for _ in query.params]
        for node in self._asked.get(query.name, []):
            for kinds, argument in zip(found, node.arguments, strict=False):
                kinds.add(self.type(argument))
        return found

    @property
    def _asked(self) -> dict[str, list[ir.QueryOf]]:
        if not hasattr(self, "_asked_cache"):
            self._asked_cache: dict[str, list[ir.QueryOf]] = {}
            for node in descendants(self.layout.game):
                if isinstance(node, ir.QueryOf):
                    self._asked_cache.setdefault(node.query, []).append(node)
        return self._asked_cache

    def misfit(self, name: str, wanted: str, given: set[str]) -> str | None:
        """A condition under which something does not fit where a type is wanted."""
        kind = base(wanted)
        if kind in self.layout.kinds and any(
            base(one) == CARD or (base(one) in self.layout.kinds and base(one) != kind) for one in given
        ):
            low, high = self.layout.card_ranges[kind]
            optional = f"{name} >= 0 and " if wanted.endswith(" or none") else ""
            return f"{optional}not {low} <= {name} < {high}"
        if (
            not wanted.endswith(" or none")
            and wanted not in (NUMBER, ANSWER)
            and any(one.endswith("none") for one in given)
        ):
            return f"{name} < 0"
        return None

    def order(self, order: ir.Order) -> None:
        """Write the sort keys of an order."""
        self.module = self.facts.module_of(order)
        names = {param.name: python_name(param.name) for param in order.params}
        keys = ", ".join(self.key(key, Scope(names=names)) for key in order.keys)
        self.lines, self.depth = [f"return ({keys},)"], 0
        params = ["s: State", "you: int", "this_card: int", *(f"{name}: int" for name in names.values())]
        self.emit(
            self.module,
            self.facts.order_function(order.name),
            ", ".join(params),
            "tuple[int, ...]",
            where(order, order.rule),
            "",
        )

    # ---- rules in force ----------------------------------------------------------------------------------

    def rule_index(self) -> None:
        """Write everything that asks rules by what they are about."""
        self.module = RULES
        for name in sorted(self.facts.adjusted):
            self._adjusted(name)
        decisions = {(i.rule.decision, i.rule.name) for i in self.facts.rules if isinstance(i.rule, ir.Forbid)}
        for decision, name in sorted(decisions):
            self._forbids(decision, name)
        self.unwanted_rules()
        self.rank_rules()
        self._events()

    def _adjusted(self, name: str) -> None:
        query = self.facts.queries.get(name)
        if query is not None:
            params = [(python_name(param.name), param.type) for param in query.params]
            type_name = query.type
        else:
            track = next(track for track in self.layout.game.tracks if track.name == name)
            params = [("owner", track.owner)] if track.owner else []
            type_name = track.type
        arguments = [one for one, _ in params]
        actor = next((one for one, kind in params if base(kind) == PLAYER), "you")
        self.lines, self.depth = [], 0
        for kind, text in ((ir.Change, "value = {}"), (ir.Raise, "value += {}"), (ir.Lower, "value -= {}")):
            infos = self.facts.rules_about(kind, name)

            def apply(info: RuleInfo, scope: Scope, text: str = text) -> None:
                rule = info.rule
                source = rule.value if isinstance(rule, ir.Change) else rule.amount  # type: ignore[union-attr]
                self._unseen(info, scope, name, lambda: self.line(text.format(self.value(source, scope))))

            self._each_in_force(infos, arguments, [kind for _, kind in params], actor, apply, by_card=True)
        treats = self.facts.rules_about(ir.Treat, name)
        for answer in (False, True):  # treated as not beats treated as yes
            infos = [one for one in treats if isinstance(one.rule, ir.Treat) and one.rule.negated != answer]

            def treat(info: RuleInfo, scope: Scope, answer: bool = answer) -> None:
                self.line(f"return {answer}")

            self._each_in_force(infos, arguments, [kind for _, kind in params], actor, treat, by_card=True)
        self.line("return value")
        listed = ", ".join(["s: State", "you: int", "value: int", *(f"{one}: int" for one in arguments)])
        self.emit(RULES, name, listed, "int", "", f"What rules in force make of {name.replace('_', ' ')}.")
        del type_name

    def _unseen(self, info: RuleInfo, scope: Scope, name: str, write: Callable[[], None]) -> None:
        """A rule does not see itself."""
        if not self._reaches(info, name):
            write()
            return
        self.line(f"if s.begins_rule({info.place}, {scope.card}):")
        self.depth += 1
        write()
        self.line(f"s.ends_rule({info.place}, {scope.card})")
        self.depth -= 1

    def _reaches(self, info: RuleInfo, name: str) -> bool:
        """Whether the value of a rule depends on what it changes."""
        seen: set[str] = set()
        todo: list[ir.Node] = [info.rule]
        while todo:
            for node in descendants(todo.pop()):
                found = (
                    node.query if isinstance(node, ir.QueryOf) else node.track if isinstance(node, ir.TrackOf) else None
                )
                if found == name:
                    return True
                if found is not None and found not in seen:
                    seen.add(found)
                    if found in self.facts.queries:
                        todo.append(self.facts.queries[found].value)
                    todo += [
                        i.rule
                        for i in self.facts.rules
                        if getattr(i.rule, "name", None) == found and not isinstance(i.rule, ir.Forbid)
                    ]
        return False

    def _each_in_force(
        self,
        infos: list[RuleInfo],
        arguments: list[str],
        types: list[str],
        actor: str,
        apply: Callable[[RuleInfo, Scope], None],
        by_card: bool,
    ) -> None:
        """Write a loop over the rules in force; `by_card` puts the rules on cards in the order of the cards."""

        def patterned(info: RuleInfo, scope: Scope) -> None:
            patterns = getattr(info.rule, "arguments", ())
            self._if_matching(info, patterns, arguments, types, scope, apply)

        self.in_force(infos, actor, patterned, by_card)

    def in_force(
        self, infos: list[RuleInfo], actor: str, write: Callable[[RuleInfo, Scope], None], by_card: bool
    ) -> None:
        """Write something for each rule in force, with where it stands and what its names mean."""
        rest = infos

        def apply(info: RuleInfo, scope: Scope) -> None:
            self.line(f"# {where(info.rule, getattr(info.rule, 'rule', None))}")
            write(info, scope)

        while rest:
            info = rest[0]
            if info.origin in ("ability", "card"):
                group = [one for one in rest if one.origin in ("ability", "card")] if by_card else [info]
                self._on_cards(group, actor, apply, by_card)
                rest = [one for one in rest if one not in group]
                continue
            if info.origin == "until":
                group = [one for one in rest if one.origin == "until"] if by_card else [info]
                self._lasting(group, actor, apply)
                rest = [one for one in rest if one not in group]
                continue
            depth = self.depth
            you = "you"
            if isinstance(info.holder, ir.Variant):
                self.line(f"if v[{self.layout.variants[info.holder.name]}]:")
                self.depth += 1
            elif isinstance(info.holder, ir.Automa):
                you = f"v[{self.layout.automas[info.holder.name]}]"
                self.line(f"if {you} >= 0:")
                self.depth += 1
            apply(info, Scope(you, "-1", actor, {}))
            self.depth = depth
            rest = rest[1:]

    def _lasting(self, infos: list[RuleInfo], actor: str, apply: Callable[[RuleInfo, Scope], None]) -> None:
        untils = list(
            dict.fromkeys(self.facts.until_number(one.holder) for one in infos if isinstance(one.holder, ir.Until))
        )
        depth = self.depth
        self.line(f"for lasting in s.lasting({', '.join(map(str, untils))}) if v[LASTING] else ():")
        self.depth += 1
        for info in infos:
            assert isinstance(info.holder, ir.Until)
            inner = self.depth
            if len(untils) > 1:
                self.line(f"if v[lasting - 1] == {self.facts.until_number(info.holder)}:")
                self.depth += 1
            names = {name: f"v[lasting + {index + 2}]" for index, name in enumerate(info.params)}
            apply(info, Scope("v[lasting]", "v[lasting + 1]", actor if actor != "you" else "you", names))
            self.depth = inner
        self.depth = depth

    def _on_cards(
        self, infos: list[RuleInfo], actor: str, apply: Callable[[RuleInfo, Scope], None], by_card: bool
    ) -> None:
        listed: list[tuple[RuleInfo, Carrier]] = [
            (info, carrier) for info in infos for carrier in self.facts.carriers(info)
        ]
        listed = [(info, carrier) for info, carrier in listed if carrier.working_in]
        if not listed:
            return
        cards = self.layout.cards
        if by_card:
            listed.sort(key=lambda one: (cards[one[1].number].number, cards[one[1].number].copy, one[0].place))
        if len(listed) == 1 or (by_card and len(listed) <= UNROLLED):
            for info, carrier in listed:
                given = tuple(map(str, carrier.arguments))
                self._if_working({carrier.working_in}, info, actor, apply, str(carrier.number), given)
            return
        width = max(len(carrier.arguments) for _, carrier in listed)
        many = len(infos) > 1
        names = [*(["which"] if many else []), "this_card", *(f"given_{n + 1}" for n in range(width))]
        rows = []
        for info, carrier in listed:
            padded = (*carrier.arguments, *([-1] * (width - len(carrier.arguments))))
            rows.append((*([infos.index(info)] if many else []), carrier.number, *padded))
        depth = self.depth
        if not by_card:
            text = ", ".join(f"({', '.join(map(str, row))},)" for row in rows)
            at = " or ".join(self._works_there(place, "v[LOC + one[0]]") for place in sorted(self._places(listed)))
            self.line(f"rows = [one for one in ({text},) if {at}]")
            self.line(f"for {', '.join(names)}{',' if len(names) == 1 else ''} in s.in_turn_order(rows):")
        elif len(names) == 1:
            self.line(f"for this_card in ({', '.join(str(row[0]) for row in rows)},):")
        else:
            text = ", ".join(f"({', '.join(map(str, row))})" for row in rows)
            self.line(f"for {', '.join(names)} in ({text},):")
        self.depth += 1
        inner = self.depth
        given = tuple(f"given_{index + 1}" for index in range(width))
        for index, info in enumerate(infos):
            if many:
                self.line(f"if which == {index}:")
                self.depth += 1
            working = {carrier.working_in for one, carrier in listed if one is info} or self._places(listed)
            self._if_working(working, info, actor, apply, "this_card", given)
            self.depth = inner
        self.depth = depth

    def _places(self, listed: list[tuple[RuleInfo, Carrier]]) -> set[str]:
        """Where the rules of these cards work."""
        return {carrier.working_in for _, carrier in listed if carrier.working_in}

    def _works_there(self, place: str, location: str) -> str:
        """A condition under which a card that lies there is at work."""
        zone = self.facts.zones.get(place)
        if zone is None:
            grid = next(grid for grid in self.layout.game.grids if grid.name == place)
            first = self.layout.space_loc[grid.space]
            return f"{first} <= {location} < {first} + {len(self.layout.spaces[grid.space])}"
        low, count = self.layout.zone_at[place], 1 if zone.owner is None else self.layout.cardinality(zone.owner)
        return f"{location} == {low}" if count == 1 else f"{low} <= {location} < {low + count}"

    def _if_working(
        self,
        places: set[str | None] | set[str],
        info: RuleInfo,
        actor: str,
        apply: Callable[[RuleInfo, Scope], None],
        card: str,
        given: tuple[str, ...],
    ) -> None:
        """Write something under the condition that a card is at work; `given` is what stands behind its ability."""
        names = dict(zip(info.params, given, strict=False))
        for place in sorted(one for one in places if one):
            zone = self.facts.zones.get(place)
            depth = self.depth
            owner = "you"
            if zone is not None and zone.owner == PLAYER:
                self.line(f"owner_ = v[LOC + {card}] - {self.layout.zone_base[place]}")
                self.line(f"if 0 <= owner_ < {self.layout.seats}:")
                owner = "owner_"
            else:
                self.line(f"if {self._works_there(place, f'v[LOC + {card}]')}:")
            self.depth += 1
            owned = any(
                self.layout.kinds[kind].owner == PLAYER
                for kind in self.layout.kinds
                if self.layout.kinds[kind].working_in == place
            )
            if owner == "you" and owned:
                self.line(f"owner_ = OWNER_OF[{card}]")
                self.line("owner_ = owner_ if owner_ >= 0 else you")
                owner = "owner_"
            apply(info, Scope(owner, card, actor, names))
            self.depth = depth

    def _if_matching(
        self,
        info: RuleInfo,
        patterns: tuple[ir.Pattern | None, ...],
        arguments: list[str],
        types: list[str],
        scope: Scope,
        apply: Callable[[RuleInfo, Scope], None],
    ) -> None:
        """Write something under the condition that what happens or is asked fits the patterns of a rule."""
        conditions = []
        names = dict(scope.names)
        inner = Scope(scope.you, scope.card, scope.actor, names, scope.players)
        for pattern, argument, kind in zip(patterns, arguments, types, strict=False):
            if pattern is None:
                continue
            if pattern.value is not None:
                conditions.append(f"{argument} == {self.value(pattern.value, inner)}")
                continue
            test = self.misfit(argument, pattern.type, {kind})
            if test:
                conditions.append(test[4:] if test.startswith("not ") else f"not ({test})")
            assert pattern.variable is not None
            names[pattern.variable] = argument
        condition = getattr(info.rule, "condition", None)
        is_instead = isinstance(info.rule, ir.Hook) and info.rule.moment == "instead of"
        if condition is not None and not is_instead:
            source = self.condition(condition, inner)
            conditions.append(f"({source})" if conditions and isinstance(condition, ir.Or | ir.IfThen) else source)
        depth = self.depth
        if conditions:
            self.line(f"if {' and '.join(conditions)}:")
            self.depth += 1
        apply(info, inner)
        self.depth = depth

    def _forbids(self, decision: str, name: str) -> None:
        infos = [
            i
            for i in self.facts.rules_about(ir.Forbid, decision)
            if isinstance(i.rule, ir.Forbid) and i.rule.name == name
        ]
        seen = self.forbid_names(decision, name)
        self.lines, self.depth = [], 0

        def apply(info: RuleInfo, scope: Scope) -> None:
            assert isinstance(info.rule, ir.Forbid)
            names = {**{one: python_name(one) for one in seen}, **scope.names}
            card = "at_card" if scope.card == "-1" else scope.card
            inner = Scope(scope.you, card, "actor", names)
            depth = self.depth
            if info.rule.condition is not None:
                self.line(f"if {self.condition(info.rule.condition, inner)}:")
                self.depth += 1
            self.line(f"return {self.out.failure('forbidden', info.rule.rule or decision, info.rule)}")
            self.depth = depth

        self.in_force(infos, "actor", apply, by_card=False)
        self.line("return 0")
        params = ", ".join(
            ["s: State", "you: int", "at_card: int", "actor: int", *(f"{python_name(one)}: int" for one in seen)]
        )
        self.emit(
            RULES, f"forbid_{identifier(decision)}_{name}", params, "int", "", f"What forbids {name} at [{decision}]."
        )

    # ---- events ------------------------------------------------------------------------------------------

    def hook_number(self, info: RuleInfo) -> int:
        return [one for one in self.facts.rules if isinstance(one.rule, ir.Hook)].index(info)

    def _events(self) -> None:
        events: set[tuple[str, ...]] = set()
        for info in self.facts.rules:
            if isinstance(info.rule, ir.Hook):
                events |= set(subjects(info.rule.event))
        for until in self.facts.untils:
            events |= set(subjects(until.event))
        cards = sorted(event for event in events if event[0] == "card")
        for event in sorted(events):
            if event[0] == "done":
                self._done_event(event)
            elif event[0] == "piece":
                self._piece_event(event)
        if cards:
            self._card_events(cards)

    def done_patterns(self, event: ir.Event) -> list[ir.Pattern | None]:
        """The patterns for the parameters of a procedure, and for who carries it out."""
        assert isinstance(event, ir.Done)
        missing = len(self.facts.procedures[event.procedure].params) - len(event.arguments)
        return [*event.arguments, *([None] * missing), event.actor]

    def _done_event(self, event: tuple[str, ...]) -> None:
        procedure = self.facts.procedures[event[1]]
        arguments = [python_name(param.name) for param in procedure.params]
        types = [param.type for param in procedure.params]
        about = [*arguments, "you"]
        kinds = [*types, PLAYER]
        params = ", ".join(["s: State", "you: int", *(f"{one}: int" for one in arguments)])
        before = [*self.facts.hooks("before", *event), *self.facts.hooks("instead of", *event)]
        if before:
            self.lines, self.depth = ["entries: list[int] = []"], 0
            self._entries(before, about, kinds, self.done_patterns)
            self.line("return entries")
            self.emit(
                RULES, f"begin_{event[1]}", params, "list[int]", "", f"What comes before {event[1]}, or instead of it."
            )
            told = [f"v[at + {LOCALS + n}]" for n in range(len(arguments))]
            self.lines = [f"return begin_{event[1]}({', '.join(['s', 'v[at + YOU]', *told])})"]
            self.emit(
                RULES,
                f"begin_{event[1]}_at",
                "s: State, at: int",
                "list[int]",
                "",
                f"The same, for {event[1]} in a frame.",
            )
        if self.has_event("after", *event):
            self.lines, self.depth = [], 0
            self._waits(self.facts.hooks("after", *event), about, kinds, self.done_patterns)
            self._ends(event, about, kinds)
            self.emit(RULES, event_name("after", event), params, "None", "", f"What comes after {event[1]}.")

    def _piece_event(self, event: tuple[str, ...]) -> None:
        form = self.layout.forms[event[2]]
        supply = event[3] == "supply"
        about = ["owner"] if supply else ["owner", "place"]
        kinds = [form.pieces.owner] if supply else [form.pieces.owner, form.form.place]
        params = ", ".join(["s: State", "you: int", *(f"{one}: int" for one in about)])
        for moment in ("before", "instead of"):
            infos = self.facts.hooks(moment, *event)
            if infos:
                self.lines, self.depth = ["entries: list[int] = []"], 0
                self._entries(infos, about, kinds, _piece_patterns)
                self.line("return entries")
                self.emit(RULES, event_name(moment, event), params, "list[int]", "", f"What comes {moment} it.")
        if self.has_event("after", *event):
            self.lines, self.depth = [], 0
            self._waits(self.facts.hooks("after", *event), about, kinds, _piece_patterns)
            self._ends(event, about, kinds)
            self.emit(
                RULES,
                event_name("after", event),
                params,
                "None",
                "",
                f"A {event[2]} {event[1]} {'supply' if supply else 'a place'}.",
            )

    def _card_events(self, events: list[tuple[str, ...]]) -> None:
        for moments, name in ((("before", "instead of"), "before_card_moves"), (("after",), "card_moved")):
            if not any(self.has_event(moment, *event) for event in events for moment in moments):
                continue
            is_after = moments == ("after",)
            self.lines, self.depth = [] if is_after else ["entries: list[int] = []"], 0
            for direction, location in (("leaves", "was"), ("enters", "now")):
                for event in events:
                    infos = [info for moment in moments for info in self.facts.hooks(moment, *event)]
                    ends = is_after and self.facts.ending(*event)
                    if event[1] != direction or not (infos or ends):
                        continue
                    low, count, kind = self._area(event[2])
                    self.line(f"if {low} <= {location} < {low} + {count}:" if count > 1 else f"if {location} == {low}:")
                    self.depth += 1
                    about, kinds = ["card"], [CARD]
                    if kind is not None:
                        first = self.layout.offset(kind)
                        self.line(f"owner = {location} - {low}" + (f" + {first}" if first else ""))
                        about, kinds = ["card", "owner"], [CARD, kind]
                    if is_after:
                        self._waits(infos, about, kinds, _card_patterns)
                        self._ends(event, about, kinds)
                    else:
                        self._entries(infos, about, kinds, _card_patterns)
                    self.depth = 0
            if not is_after:
                self.line("return entries")
            params = "s: State, you: int, card: int, was: int, now: int"
            self.emit(
                RULES, name, params, "None" if is_after else "list[int]", "", "A card goes from one place to another."
            )

    def _area(self, name: str) -> tuple[int, int, str | None]:
        """The first location of a zone or grid, how many there are, and the type of whose they are."""
        zone = self.facts.zones.get(name)
        if zone is None:
            return self.layout.constants[self.layout.space_loc[name]], len(self.layout.spaces[name]), name
        count = 1 if zone.owner is None else self.layout.cardinality(zone.owner)
        return self.layout.zone_at[name], count, zone.owner

    def _about_hook(self, info: RuleInfo, scope: Scope) -> str:
        names = [scope.names[name] for name in hook_names(info)]
        return ", ".join([str(self.hook_number(info)), scope.you, scope.card, scope.actor, *names])

    def _entries(
        self,
        infos: list[RuleInfo],
        about: list[str],
        kinds: list[str],
        patterns: Callable[[ir.Event], list[ir.Pattern | None]],
    ) -> None:
        def apply(info: RuleInfo, scope: Scope) -> None:
            assert isinstance(info.rule, ir.Hook)

            def add(info: RuleInfo, inner: Scope) -> None:
                assert isinstance(info.rule, ir.Hook)
                text = self._about_hook(info, inner)
                self.line(f"entries += ({text.count(',') + 3}, {MOMENTS[info.rule.moment]}, {text})")

            self._if_matching(info, tuple(patterns(info.rule.event)), about, kinds, scope, add)

        self.in_force(infos, "you", apply, by_card=False)

    def _waits(
        self,
        infos: list[RuleInfo],
        about: list[str],
        kinds: list[str],
        patterns: Callable[[ir.Event], list[ir.Pattern | None]],
    ) -> None:
        def apply(info: RuleInfo, scope: Scope) -> None:
            assert isinstance(info.rule, ir.Hook)
            self._if_matching(
                info, tuple(patterns(info.rule.event)), about, kinds, scope,
                lambda info, inner: self.line(f"s.wait({self._about_hook(info, inner)})"),
            )  # fmt: skip

        self.in_force(infos, "you", apply, by_card=False)

    def _ends(self, event: tuple[str, ...], about: list[str], kinds: list[str]) -> None:
        """End the lasting effects that last until an event."""
        for until in self.facts.ending(*event):
            depth = self.depth
            self.line(f"# {where(until)}")
            self.line(f"for lasting in reversed(s.lasting({self.facts.until_number(until)})):")
            self.depth += 1
            names = {name: f"v[lasting + {i + 2}]" for i, name in enumerate(self.facts.remembered(until))}
            scope = Scope("v[lasting]", "v[lasting + 1]", "you", names)
            patterns = {"done": self.done_patterns, "card": _card_patterns, "piece": _piece_patterns}[event[0]](
                until.event
            )
            nothing = RuleInfo(0, "until", until, until.rules[0], "", "", ())
            self._if_matching_event(nothing, tuple(patterns), about, kinds, scope)
            self.depth = depth

    def _if_matching_event(
        self, info: RuleInfo, patterns: tuple[ir.Pattern | None, ...], about: list[str], kinds: list[str], scope: Scope
    ) -> None:
        conditions = []
        for pattern, argument in zip(patterns, about, strict=False):
            if pattern is not None and pattern.value is not None:
                conditions.append(f"{argument} == {self.value(pattern.value, scope)}")
        if conditions:
            self.line(f"if {' and '.join(conditions)}:")
            self.depth += 1
        self.line("s.end_lasting(lasting)")
        del info, kinds


def _piece_patterns(event: ir.Event) -> list[ir.Pattern | None]:
    assert isinstance(event, ir.PieceMoves)
    return [event.owner, event.place]


def _card_patterns(event: ir.Event) -> list[ir.Pattern | None]:
    assert isinstance(event, ir.CardMoves)
    return [event.card, event.owner]


_ = or_none
