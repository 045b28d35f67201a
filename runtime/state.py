"""A game being played: the one place through which players act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.decisions import Decision, Option, Result, words
from runtime.errors import EngineError, IllegalMove
from runtime.failing import located
from runtime.log import log_lines
from runtime.saving import to_json
from runtime.slots import (
    ARGUMENT,
    BELOW,
    DRAINING,
    JOINED,
    LOCALS,
    NO,
    OPTIONAL,
    OPTIONAL_ASK,
    OPTIONAL_YOU,
    OVER,
    PLAYERS,
    QUEUED,
    RESULT,
    SP,
    STOP,
    TURNS,
    VERB,
    WORD,
)  # fmt: skip
from runtime.spelling import Speller
from runtime.tables import Choice, Failure, Tables, Target
from runtime.telling import told_lines
from runtime.vector import GameOver, Vector
from runtime.view import determinize, view
from runtime.words import WordSpeller

STEPS = 1_000_000
"""More blocks than any sound game runs between two decisions."""
IDLE = 100
"""After so many turns without a decision nobody is taken to decide anything any more."""
_MASK = (1 << ARGUMENT) - 1


class State(Vector):
    """A position, whose decision it is, and what has happened.

    All of it but the log is one vector of integers: two states are equal if their vectors are.
    """

    __slots__ = ("_names", "asks_single")

    def __init__(self, tables: Tables, v: list[int], names: Sequence[str]) -> None:
        super().__init__(tables, v)
        self._names = tuple(names)
        self.asks_single = False
        """Whether a decision with one option is asked like any other."""

    # ---- what players see --------------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        return self._names

    @property
    def automas(self) -> dict[str, int]:
        """Which players automated opponents are, by the name of the opponent."""
        return {name: self.v[slot] for name, _, slot in self.t.automas if self.v[slot] >= 0}

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self.v[TURNS]

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; none when it is over."""
        if self.player < 0:
            return None
        choice = self.choice
        rule, kind = choice.rule, choice.kind
        if self.v[OPTIONAL]:
            own, kind, _, _ = self.t.optionals[self.v[OPTIONAL_ASK]]
            rule = own or rule
        t, names = self.t, self._names

        def tell(language: str, decision: Decision) -> str:
            return WordSpeller(t, names, language).question(decision)

        return Decision(self.player, self._names[self.player], rule, kind, self._spelled(self.options), tell)

    @property
    def choice(self) -> Choice:
        """The decision that the game waits for, as it was compiled."""
        v = self.v
        return self.t.choices[v[v[SP]]]

    def _spelled(self, codes: Sequence[int]) -> tuple[Option, ...]:
        """Options in words; cards that are spelled alike get a number."""
        speller, choice, t, names = Speller(self.t, self._names), self.choice, self.t, self._names

        def tell(language: str, code: int) -> str:
            return WordSpeller(t, names, language).said(choice, code)

        found: list[Option] = []
        seen: dict[str, int] = {}
        for code in codes:
            verb, args, spelling, aliases = speller.option(choice, code)
            seen[spelling] = seen.get(spelling, 0) + 1
            if seen[spelling] > 1:
                mark = f"#{seen[spelling]}"
                spelling, aliases = f"{spelling}{mark}", tuple(f"{one}{mark}" for one in aliases)
            found.append(Option(verb, args, spelling, code, aliases, tell))
        return tuple(found)

    def reason(self, language: str, failure: Failure) -> str:
        """Why something is not possible, in a language: `obstacle` gives the failure."""
        return WordSpeller(self.t, self._names, language).reason(failure)

    def log_in(self, language: str, player: int = -1) -> list[str]:
        """What has happened, line by line, in a language; as far as a player was to see it, if one is named."""
        return told_lines(self, language, player)

    @property
    def result(self) -> Result | None:
        """How the game ended; none while it goes on."""
        v = self.v
        if not v[OVER]:
            return None
        rule, signs = self.t.endings[v[OVER] - 1]
        players, width = v[PLAYERS], len(signs)
        keys = [tuple(v[self.t.size + n * width : self.t.size + (n + 1) * width]) for n in range(players)]
        ranks = [tuple(n for n in range(players) if keys[n] == key) for key in sorted(set(keys))]
        scores = tuple(tuple(s * k for s, k in zip(signs, key, strict=True)) for key in keys)
        return Result(tuple(ranks), scores, rule)

    @property
    def log(self) -> list[str]:
        """What has happened, line by line."""
        return log_lines(self)

    def log_of(self, player: int) -> list[str]:
        """What has happened, as far as this player was to see it."""
        return log_lines(self, player)

    def view(self, player: int) -> dict[str, Any]:
        """What a player may know and nothing more, in the form of `to_json`."""
        return view(self, player)

    def determinize(self, player: int, seed: int) -> State:
        """A full state that this player can't tell from this one: all that is hidden from the player is drawn anew."""
        return determinize(self, player, seed)

    # ---- moves -------------------------------------------------------------------------------------------

    def apply(self, answer: Option | int | str) -> None:
        """Give an answer: an option, its index, or its spelling."""
        if isinstance(answer, int):
            if self.player >= 0 and 0 <= answer < len(self.options):
                self.answer(self.options[answer])
                self.run()
                return
            if self.player >= 0:
                raise IllegalMove(f"there is no option {answer}: there are {len(self.options)}, counted from 0")
        self.answer(self._offered(answer).code)
        self.run()

    def _offered(self, answer: Option | int | str) -> Option:
        decision = self.decision
        if decision is None:
            raise IllegalMove(f"`{answer}` can't be answered: the game is over")
        found = decision.find(str(answer))
        if found is not None:
            return found
        failure = self.obstacle(str(answer))
        offered = ", ".join(map(str, decision.options))
        reason = f" {failure}" if failure else " it is not offered"
        message = f"{decision.name} can't answer `{answer}` at [{decision.rule}]:{reason}"
        raise IllegalMove(f"{message}; possible are: {offered}", failure.rule if failure else None)

    def answer(self, code: int) -> None:
        """Take an option that is known to be legal; nothing follows from it before `run`."""
        v = self.v
        at = v[SP]
        choice = self.t.choices[v[at]]
        if self.events is not None:
            is_only = int(len(self.options) == 1)
            self.note("answer", self.player, v[at], code, v[OPTIONAL] and v[OPTIONAL_ASK], is_only)
        self.player = -1
        if code >= WORD:
            if v[OPTIONAL] and code in (NO, STOP):
                self.leave_optional()
            else:
                v[at] = choice.goes[0 if code < NO else 1]
        elif choice.kind == "choose":
            v[at + choice.slot] = code
            v[at] = choice.goes[0]
        else:
            verb = code // VERB - 1
            for index, slot in enumerate(choice.slots[verb]):
                v[at + slot] = code >> ARGUMENT * index & _MASK
            v[at] = choice.goes[verb]
        v[OPTIONAL] = v[OPTIONAL_ASK] = v[OPTIONAL_YOU] = 0

    def run(self) -> None:
        """Run until somebody must decide or the game is over."""
        v, blocks, options = self.v, self.t.blocks, self.options
        options.clear()
        steps = 0
        try:
            while True:
                steps += 1
                if blocks[v[v[SP]]](self):
                    if not options:
                        self.offer_unwanted()
                    if (len(options) > 1 or self.asks_single) and not self.is_automatic(self.player):
                        return
                    self.answer(self.preferred())
                    options.clear()
                if steps > STEPS:
                    raise EngineError("some effect does not end")
        except GameOver:
            options.clear()
            self.player = -1
        except Exception as error:
            raise located(self.t.name, error, blocks[v[v[SP]]]) from error

    def step(self) -> bool:
        """Run one block; yes if somebody must decide now or the game is over."""
        v = self.v
        self.options.clear()
        try:
            waits = self.t.blocks[v[v[SP]]](self)
        except GameOver:
            self.player = -1
            return True
        if waits and not self.options:
            self.offer_unwanted()
        return waits

    # ---- automated opponents -----------------------------------------------------------------------------

    def preferred(self) -> int:
        """The option that an automated opponent takes: the one she likes best, the first of equals."""
        rank = self.t.ranks.get(self.v[self.v[SP]])
        if rank is None or len(self.options) == 1:
            return self.options[0]
        return min(self.options, key=lambda option: rank(self, option))

    @property
    def _is_hers(self) -> bool:
        return bool(self.options) and self.is_automatic(self.player)

    def offer_unwanted(self) -> None:
        """An automated opponent wants nothing of what is possible and can't refuse: offer her what anybody is."""
        if self.is_automatic(self.player):
            self.is_free = True
            self.t.blocks[self.v[self.v[SP]]](self)
            self.is_free = False
        if not self.options:
            raise EngineError(f"nothing can be answered at [{self.choice.rule}]")

    def end(self, ending: int, keys: list[tuple[Any, ...]]) -> None:
        """The game is over; keys are what players are ranked by, the lowest first."""
        v = self.v
        del v[self.t.size :]
        v += [int(key) for player in keys for key in player]
        v[OVER] = ending + 1
        v[SP] = v[OPTIONAL] = 0
        self.note("end", ending)
        raise GameOver

    # ---- asking: called by generated code -----------------------------------------------------------------

    def ask(self, player: int) -> bool:
        """Ask a player to choose; a `may` or `repeat` that waits for its first decision is asked with it.

        Where that could choose nothing, nobody is asked, and it is left.
        """
        v = self.v
        if v[OPTIONAL]:
            if not self.options:
                self.leave_optional()
                v[OPTIONAL] = v[OPTIONAL_ASK] = v[OPTIONAL_YOU] = 0
                return False
            if player != v[OPTIONAL_YOU]:
                self.options.clear()
                return self.ask_first()
            self.options.sort()
            _, kind, _, out = self.t.optionals[v[OPTIONAL_ASK]]
            if out >= 0:
                self.options.append(NO if kind == "may" else STOP)
        else:
            self.options.sort()
        self.player = player
        return True

    def leave_optional(self) -> None:
        """Go on behind the `may` or `repeat` that waits for its first decision, as if nothing of it had begun."""
        v = self.v
        base = v[OPTIONAL]
        self.give_back(base)
        self.cut(base)
        v[base] = self.t.optionals[v[OPTIONAL_ASK]][3]

    def ask_plainly(self, player: int) -> bool:
        """Ask a player yes or no."""
        v = self.v
        v[OPTIONAL] = v[OPTIONAL_ASK] = v[OPTIONAL_YOU] = 0
        self.player = player
        return True

    def ask_consent(self, player: int) -> bool:
        """Ask a player to agree to what somebody else is about to do."""
        if self.v[OPTIONAL]:
            self.options.clear()
            return self.ask_first()
        self.player = player
        return True

    def sift(self) -> None:
        """Drop options that are there twice, and cards between which there is no difference."""
        if len(self.options) < 2:
            return
        found: list[int] = []
        for code in sorted(set(self.options)):
            if not any(self._is_alike(code, other) for other in found):
                found.append(code)
        self.options[:] = found

    def sift_cards(self) -> None:
        """The same where all options are cards, so that only copies of a card are compared."""
        if len(self.options) < 2:
            return
        first = self.t.first_copy
        found: list[int] = []
        for card in sorted(set(self.options)):
            original = first[card]
            if not any(first[other] == original and self._are_copies(card, other) for other in found):
                found.append(card)
        self.options[:] = found

    def _is_alike(self, code: int, other: int) -> bool:
        """Whether it makes no difference which of two options is taken: they are about copies in one set or pile."""
        choice, speller = self.choice, Speller(self.t, self._names)
        (verb, about), (other_verb, others) = speller.parts(choice, code), speller.parts(choice, other)
        return verb == other_verb and all(
            one == two or ((kind == "card" or kind in self.t.kinds) and self._are_copies(one, two))
            for (kind, one), (_, two) in zip(about, others, strict=True)
        )

    def _are_copies(self, card: int, other: int) -> bool:
        t, v = self.t, self.v
        if card < 0 or other < 0:
            return False
        if any(table[card] != table[other] for table in (t.kind_of, t.number_of, t.owner_of)):
            return False
        here = v[t.loc + card]
        if here != v[t.loc + other] or not 0 <= here < t.zones or t.zone_kinds[t.zone_names[here][0]][0] == "row":
            return False
        return self._traces(card) == self._traces(other)

    def _traces(self, card: int) -> tuple[int, ...]:
        """What lies on a card and is remembered about it."""
        t, v = self.t, self.v
        found = [v[t.known + card]]
        for _, _, holder, _, slot, first, _, _ in t.declared:
            if holder is not None and (holder == "card" or holder == t.kinds[t.kind_of[card]]):
                found.append(v[slot + card - first])
        for form in t.forms:
            if form.card_of is not None:
                for place, holder_card in enumerate(form.card_of):
                    if holder_card == card:
                        for owner in range(form.owners):
                            at = (form.first_owner + owner) * form.places + form.first_place + place
                            found.append(v[form.base + at])
        return tuple(found)

    def refuse(self, at: int) -> None:
        """Somebody has refused: give back what was promised in the whole head."""
        v = self.v
        while v[at + JOINED]:
            at = v[at + BELOW]
        self.give_back(at)

    # ---- icons, actions and effects by value: called by generated code -------------------------------------

    def _target(self, kind: str, value: int) -> Target | None:
        if value < 0:
            return None
        if kind == "effect":
            return self.t.effects[value]
        return (self.t.icons if kind == "icon" else self.t.actions)[value]

    def stops_icon(self, value: int, you: int, card: int) -> int:
        """What stops an icon; 0 if nothing does."""
        return _stopped(self.t.icons[value], self, you, card) if value >= 0 else 0

    def stops_action(self, value: int, you: int, card: int) -> int:
        """What stops an action."""
        return _stopped(self.t.actions[value], self, you, card) if value >= 0 else 0

    def stops_effect(self, value: int, you: int, card: int) -> int:
        """What stops an effect on a card; `this card` is that card."""
        return _stopped(self.t.effects[value], self, you, value // 64) if value >= 0 else 0

    def _do(self, target: Target | None, you: int, card: int) -> None:
        if target is not None:
            assert target.runs is not None
            target.runs(self, you, card, *target.arguments)

    def do_icon(self, value: int, you: int, card: int) -> None:
        """Carry out an icon that asks nobody."""
        self.note("do", "icon", value, card)
        self._do(self._target("icon", value), you, card)

    def do_action(self, value: int, you: int, card: int) -> None:
        """Carry out an action that asks nobody."""
        self._do(self._target("action", value), you, card)

    def do_effect(self, value: int, you: int, card: int) -> None:
        """Carry out an effect that asks nobody."""
        self.note("do", "effect", value, value // 64)
        self._do(self._target("effect", value), you, value // 64)

    def _start(self, target: Target | None, you: int, card: int, joined: int) -> None:
        if target is None:
            self.v[RESULT] = 1
        elif target.runs is not None:
            target.runs(self, you, card, *target.arguments)
            self.v[RESULT] = 1
        else:
            self.push(target.block, target.size, you, card, joined, target.arguments)

    def start_icon(self, value: int, you: int, card: int, joined: int) -> None:
        """Start an icon: in the caller's head, or on its own."""
        self.note("do", "icon", value, card)
        self._start(self._target("icon", value), you, card, joined)

    def start_action(self, value: int, you: int, card: int, joined: int) -> None:
        """Start an action."""
        self._start(self._target("action", value), you, card, joined)

    def start_effect(self, value: int, you: int, card: int, joined: int) -> None:
        """Start an effect on a card."""
        self.note("do", "effect", value, value // 64)
        self._start(self._target("effect", value), you, value // 64, joined)

    def is_plain_icon(self, value: int) -> bool:
        """Whether an icon asks nobody."""
        target = self._target("icon", value)
        return target is None or target.runs is not None

    def is_plain_action(self, value: int) -> bool:
        """Whether an action asks nobody."""
        target = self._target("action", value)
        return target is None or target.runs is not None

    def is_plain_effect(self, value: int) -> bool:
        """Whether an effect asks nobody."""
        target = self._target("effect", value)
        return target is None or target.runs is not None

    # ---- why ---------------------------------------------------------------------------------------------

    def why(self, answer: str) -> str | None:
        """The id of the rule that stops an answer, or several one after the other; none if nothing stops it."""
        failure = self.obstacle(answer)
        return None if failure is None else failure.rule

    def obstacle(self, answer: str) -> Failure | None:
        """What stops an answer, or several one after the other; none if nothing does."""
        if self.player < 0:
            return None
        twin = self.clone()
        twin.events = None
        try:
            return twin._explain(words(answer))
        except Exception as error:
            raise located(self.t.name, error, self.t.blocks[self.v[self.v[SP]]]) from error

    def _explain(self, said: list[str]) -> Failure | None:
        """Walk through answers in a copy, the impossible ones too, to what stops them."""
        first: Failure | None = None
        behind: list[str] = []
        while self.player >= 0:
            v, choice = self.v, self.choice
            if not said:
                return first
            self.refused = {}
            self.options.clear()
            self.t.blocks[v[v[SP]]](self)
            refused, self.refused = self.refused, None
            options = self._spelled(list(dict.fromkeys([*self.options, *refused])))
            for length in range(len(said), 0, -1):
                meant = next((option for option in options if option.is_called(said[:length])), None)
                if meant is not None:
                    break
            else:
                only = None
                if choice.kind != "ask" and (len(self.options) == 1 or self._is_hers):
                    only = self.preferred()
                if only is None:
                    return first or self._not_offered(*behind, choice.rule)
                behind.append(choice.rule)
                self.answer(only)
                self._go_on()
                continue
            said, behind = said[length:], []
            if meant.code in refused:
                first = self.t.failures[refused[meant.code]]
            if not said:
                return first
            self.answer(meant.code)
            self._go_on()
        return first or (self._not_offered(*behind) if behind else None)

    def _not_offered(self, rule: str, *further: str) -> Failure:
        """The reason that a decision has no such option."""
        kind = "nothing to choose"
        said = (one.sentence for one in self.t.failures if (one.rule, one.kind) == (rule, kind))
        return Failure(rule, kind, next(said, ""), further)

    def _go_on(self) -> None:
        """Run to the next decision, even if nothing can be answered there: the answers before were not possible."""
        v = self.v
        last = v[TURNS] + IDLE
        for _ in range(STEPS):
            self.options.clear()
            if v[TURNS] > last:
                self.player = -1
                return
            try:
                if self.t.blocks[v[v[SP]]](self):
                    return
            except GameOver:
                self.player = -1
                return

    # ---- one step at a time ------------------------------------------------------------------------------

    @property
    def speller(self) -> Speller:
        """Spells things with the names of these players."""
        return Speller(self.t, self._names)

    @property
    def is_draining(self) -> bool:
        """Whether hooks wait or are being carried out."""
        return bool(self.v[QUEUED] or self.v[DRAINING])

    def begin_at_turn(self) -> None:
        """The position has been built: the first player's turn comes next."""
        self.v[self.t.size + LOCALS] = 1

    def gate(self) -> tuple[int, int]:
        """The gate whose head is being decided: its frame, and its number there."""
        v = self.v
        at = v[SP]
        while v[at + JOINED]:
            at = v[at + BELOW]
        return at, self.t.gates.get(v[at], 0)

    def is_in_gate(self, frame: int, gate: int) -> bool:
        """Whether a gate is not yet over."""
        v = self.v
        at = v[SP]
        while at > frame:
            at = v[at + BELOW]
        if at != frame:
            return False
        inner = self.t.gates.get(v[at], 0)
        while inner != gate and inner:
            inner = self.t.gate_parents[inner]
        return inner == gate

    # ---- copies ------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """This state as plain JSON, by name; `Game.from_json` reads it."""
        return to_json(self)

    def clone(self) -> State:
        """The same state, independent of this one."""
        twin = State.__new__(State)
        twin.t, twin.v, twin._names = self.t, self.v.copy(), self._names
        twin.lists, twin.unions = self.lists.copy(), self.unions.copy()
        twin.memos, twin.changed = self.memos, self.changed
        twin.options, twin.player, twin.asks_single = self.options.copy(), self.player, self.asks_single
        twin.events = None if self.events is None else self.events.copy()
        twin.chain, twin.ignored, twin.refused, twin.is_free = [], set(), None, False
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.v == other.v and self._names == other._names

    def __hash__(self) -> int:
        return hash(tuple(self.v))


def _stopped(target: Target, s: State, you: int, card: int) -> int:
    stops, _, _, _, arguments = target
    return stops(s, you, card, *arguments) if stops is not None else 0
