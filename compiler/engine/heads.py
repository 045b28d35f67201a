"""What stops a head: for each point in it a function that gives 0 if the rest can be decided, else the reason.

The same functions say which options are offered, whether a gate can open, and why something is not possible. They
change nothing: what a head promises to pay is taken from the payer while the rest is tried, and given back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile

from compiler import ir
from compiler.engine.effects import Effects
from compiler.engine.expressions import Scope, negated, paren
from compiler.engine.facts import OPPOSITES
from compiler.engine.kinds import PLAYER, base, is_list
from compiler.engine.memory import Memory
from compiler.engine.output import Function, LoopStep, where
from compiler.walk import descendants

Rest = tuple[tuple[ir.Stmt | LoopStep, Scope], ...]
"""What is still to come of a head: sentences, each with what names mean there."""


class Local:
    """A name of a routine: its Python name, and where its frame keeps it."""

    def __init__(self, python: str, slot: int, type_name: str) -> None:
        self.python, self.slot, self.type = python, slot, type_name


class Routine:
    """A procedure, hook or effect on a card that is being written."""

    def __init__(self, name: str, module: str, node: ir.Node, rule: str | None, has_frame: bool) -> None:
        self.name, self.module, self.node, self.rule, self.has_frame = name, module, node, rule, has_frame
        self.locals: dict[str, Local] = {}
        self.size = 0
        self.blocks = 0
        self.loops = 0
        self.inlined: dict[tuple[int, int], Scope] = {}
        self.acting: dict[int, str] = {}
        self.lists: dict[str, str] = {}
        """Lists that are kept in the frame, with how they are read from it."""
        self.procedure: ir.Procedure | None = None

    def reserve(self, width: int) -> int:
        """Slots in the frame, counted from its first local."""
        at = self.size
        self.size += width
        return at


class Heads(Effects):
    """Writes what stops a head, and shares with `Routines` how names are bound."""

    routine: Routine
    memory: Memory

    # ---- names -------------------------------------------------------------------------------------------

    def bind(self, name: str, type_name: str, scope: Scope, stem: str = "") -> str:
        """A place for a value that is named; gives its Python name."""
        key = stem + name
        if key not in self.routine.locals:
            from compiler.engine.expressions import python_name

            python = python_name(key)
            taken = {local.python for local in self.routine.locals.values()} | self.facts.function_names
            number = 2
            while python in taken:
                python = f"{python_name(key)}_{number}"
                number += 1
            self.routine.locals[key] = Local(python, self.routine.reserve(1), type_name)
        python = self.routine.locals[key].python
        scope.names[name] = python
        return python

    def names(self) -> list[str]:
        """All Python names that a function for this head may be given."""
        locals_ = (local.python for local in self.routine.locals.values())
        return ["you", "this_card", "actor", *locals_, *self.routine.lists]

    def inline_scope(self, node: ir.Do, scope: Scope) -> Scope:
        """The scope of a procedure that is all head, written into its caller."""
        key = (id(node), id(scope))
        if key not in self.routine.inlined:
            card = scope.card if node.card is None else "inlined"
            self.routine.inlined[key] = Scope(scope.you, card, scope.actor, {}, scope.players)
        inner = self.routine.inlined[key]
        assert node.procedure is not None
        for param in self.facts.procedures[node.procedure].params:
            self.bind(param.name, param.type, inner, f"{node.procedure}_")
        if node.card is not None:
            inner = replace(inner, card=self.bind("card", "card", inner, f"{node.procedure}_this_"))
            self.routine.inlined[key] = inner
        return inner

    def acting_as(self, node: ir.AsPlayer, scope: Scope) -> Scope:
        """The scope in which somebody else is `you`; names are shared."""
        if id(node) not in self.routine.acting:
            key = f"you_{len(self.routine.acting) + 2}"
            self.routine.locals[key] = Local(key, self.routine.reserve(1), PLAYER)
            self.routine.acting[id(node)] = key
        return replace(scope, you=self.routine.acting[id(node)])

    # ---- functions ---------------------------------------------------------------------------------------

    def captured(self, write: Callable[[], None]) -> list[str]:
        """The lines that something writes, as the body of a function of its own."""
        lines, depth = self.lines, self.depth
        self.lines, self.depth = [], 0
        write()
        found = self.lines
        self.lines, self.depth = lines, depth
        return found

    def stop_call(self, rest: Rest, bound: list[str], node: ir.Node) -> str | None:
        """A call of the function that says what stops the rest of a head; none if nothing can."""
        if not self.can_stop(rest):
            return None
        body = self.captured(lambda: self.stop_code(rest, list(bound)))
        text = "\n".join(body)
        if body == ["return 0"]:
            return None
        if len(body) == 1 and re.fullmatch(r"return [\w.]+\(.*\)", body[0]):
            return body[0].removeprefix("return ")
        params = [name for name in dict.fromkeys(bound) if re.search(rf"\b{name}\b", text)]
        if re.search(r"\bv\b", text):
            body.insert(0, "v = s.v")
        key = (self.routine.module, tuple(params), tuple(body))
        known = self.out.tries.get(key)
        if known is not None:
            return f"{self.function(self.routine.module, known)}({', '.join(['s', *params])})"
        count = self.out.try_counts[self.routine.name] = self.out.try_counts.get(self.routine.name, 0) + 1
        name = self.out.tries[key] = f"{self.routine.name}_stop_{count}"
        self.out.modules.setdefault(self.routine.module, []).append(
            Function(name, self.parameters(params), "int", where(node), "What stops this; 0 if nothing does.", body)
        )
        return f"{self.function(self.routine.module, name)}({', '.join(['s', *params])})"

    def parameters(self, names: list[str]) -> str:
        """What a function is given."""
        return ", ".join(["s: State", *(f"{p}: {'list[int]' if p.startswith('left_') else 'int'}" for p in names)])

    def can_stop(self, rest: Rest) -> bool:
        """Whether anything in the rest of a head could fail."""
        for node, scope in rest:
            match node:
                case LoopStep():
                    return True
                case ir.Let():
                    continue
                case ir.Choose() | ir.Require() | ir.Pay() | ir.ChooseOne():
                    return True
                case ir.Ask():
                    continue
                case ir.If(then=then, otherwise=otherwise):
                    branches = [then, *([otherwise] if otherwise else [])]
                    if any(self.can_stop(self.sentences(branch, scope)) for branch in branches):
                        return True
                case ir.IfPossible(then=then, otherwise=otherwise):
                    if otherwise and self.can_stop(self.sentences(otherwise, scope)):
                        return True
                    if self.facts.is_pure_sentence(node) and self.can_stop(self.sentences(then, scope)):
                        return True
                case ir.AsPlayer(block=block, each=each):
                    if (not each or self.facts.is_pure_sentence(node)) and self.can_stop(self.sentences(block, scope)):
                        return True
                case ir.ForEach(block=block):
                    if self.facts.is_pure_sentence(node) and self.can_stop(self.sentences(block, scope)):
                        return True
                case ir.Repeat(block=block, least=least):
                    if least is not None:
                        return self.can_stop(self.sentences(block, scope))
                case ir.Do(procedure=str(name)):
                    if self.can_stop(self.sentences(self.facts.procedures[name].block, scope)):
                        return True
                case ir.Do():
                    return any(self.target_can_stop(node))
            if not self.facts.is_pure_sentence(node):
                return False
        return False

    def target_can_stop(self, node: ir.Do) -> list[bool]:
        """For each thing that a value may hold, whether it could fail."""
        assert node.value is not None
        kind = base(self.type(node.value))
        scope = Scope()
        if kind == "effect":
            blocks = [part.block for card in self.facts.game.cards for part in card.parts]
        else:
            names = {name for name, _ in self.layout.procedure_values[kind]}
            blocks = [self.facts.procedures[name].block for name in names]
        return [self.can_stop(self.sentences(block, scope)) for block in blocks]

    def sentences(self, block: ir.Block, scope: Scope) -> Rest:
        """A block as the rest of a head."""
        return tuple((sentence, scope) for sentence in block.statements)

    # ---- what stops it -----------------------------------------------------------------------------------

    def stop_code(self, rest: Rest, bound: list[str]) -> None:
        """Write the rest of a head as a try: every way ends with `return`."""
        while rest:
            (node, scope), rest = rest[0], rest[1:]
            if isinstance(node, LoopStep):
                self.line(f"return {node.function}({', '.join(['s', node.left, *node.names])})")
                return
            if not self.facts.is_pure_sentence(node):
                self.last_stop(node, scope, rest, bound)
                return
            if self.head_stop(node, scope, rest, bound):
                return
        self.line("return 0")

    def head_stop(self, node: ir.Stmt, scope: Scope, rest: Rest, bound: list[str]) -> bool:
        """Write one sentence that only decides; yes if it has taken the rest along."""
        match node:
            case ir.Let():
                source = self.value(node.value, scope)
                name = self.bind(node.variable, node.type, scope)
                self.line(f"{name} = {source}")
                bound.append(name)
            case ir.Require():
                code = self.out.failure("required", node.rule, node)
                self.line(f"if {negated(self.condition(node.condition, scope))}:")
                self.line(f"    return {code}")
            case ir.Pay():
                return self._pay_stop(node, scope, rest, bound)
            case ir.Choose():
                self._choose_stop(node, scope, rest, bound)
                return True
            case ir.ChooseOne():
                self._choose_one_stop(node, scope, rest, bound)
                return True
            case ir.Ask():
                pass  # nobody knows the answer before it is given
            case ir.If():
                self._branches(node, scope, rest, bound)
                return True
            case ir.IfPossible():
                call = self.stop_call(self.sentences(node.then, scope), bound, node)
                if call is None:
                    self.stop_code(self.sentences(node.then, scope) + rest, bound)
                    return True
                self.line(f"if {call} == 0:")
                self.depth += 1
                self.stop_code(self.sentences(node.then, scope) + rest, list(bound))
                self.depth -= 1
                self.stop_code((self.sentences(node.otherwise, scope) if node.otherwise else ()) + rest, bound)
                return True
            case ir.Do():
                assert node.procedure is not None
                inner = self.inlined_arguments(node, scope, bound)
                self.stop_code(self.sentences(self.facts.procedures[node.procedure].block, inner) + rest, bound)
                return True
            case ir.AsPlayer(each=False):
                inner = self.acting_as(node, scope)
                self.line(f"{inner.you} = {self.value(node.players, scope)}")
                bound.append(inner.you)
                self.stop_code(self.sentences(node.block, inner) + rest, bound)
                return True
            case ir.ForEach() | ir.AsPlayer():
                if all(isinstance(one, ir.Let | ir.Require) for one in node.block.statements):
                    self._loop_stop(node, scope, bound)
                    return False
                step = self.head_loop(node, scope, rest, bound)
                things = self.members(node.set if isinstance(node, ir.ForEach) else node.players, scope)
                self.line(f"return {step.function}({', '.join(['s', f'list({things})', *step.names])})")
                return True
        return False

    def inlined_arguments(self, node: ir.Do, scope: Scope, bound: list[str]) -> Scope:
        """Write what the parameters of a procedure are that is written into its caller."""
        assert node.procedure is not None
        procedure = self.facts.procedures[node.procedure]
        sources = [self.value(argument, scope) for argument in node.arguments]
        card = None if node.card is None else self.value(node.card, scope)
        inner = self.inline_scope(node, scope)
        for param, source in zip(procedure.params, sources, strict=True):
            self.assign(inner.names[param.name], source)
            bound.append(inner.names[param.name])
        if card is not None:
            self.assign(inner.card, card)
            bound.append(inner.card)
        return inner

    def _pay_stop(self, node: ir.Pay, scope: Scope, rest: Rest, bound: list[str]) -> bool:
        slot = f"{self.count_slot(node.count, PLAYER)} + {scope.you}"
        code = self.out.failure("can't be paid", node.rule, node)
        amount = self.amount(node.amount, scope)
        if self.can_stop(rest) and not amount.isdigit():
            self.line(f"n = {amount}")
            amount = "n"
        self.line(f"if v[{slot}] < {amount}:")
        self.line(f"    return {code}")
        call = self.stop_call(rest, bound, node)
        if call is None:
            self.line("return 0")
        elif not self.reads_count(rest, node.count):
            self.line(f"return {call}")
        else:
            self.line(f"v[{slot}] -= {amount}")
            self.counted(node)
            self.line(f"stop = {call}")
            self.line(f"v[{slot}] += {amount}")
            self.counted(node)
            self.line("return stop")
        return True

    def counted(self, node: ir.Pay) -> None:
        """A promise has changed a count: what is remembered may depend on it."""
        if node.count in self.memory.counts:
            self.line("s.changed |= COUNT_CHANGES")

    def reads_count(self, rest: Rest, count: str) -> bool:
        """Whether what is paid could matter for the rest."""
        for node, _ in rest:
            if isinstance(node, LoopStep):
                return True
            for inner in descendants(node):
                match inner:
                    case ir.CountOf(count=name) | ir.Pay(count=name) if name == count:
                        return True
                    case ir.QueryOf() | ir.Do() | ir.TrackOf():
                        return True
                    case ir.Choose(rule=rule) | ir.ChooseOne(rule=rule):
                        if any(prefer.condition for _, prefers in self.facts.policies(rule) for prefer in prefers):
                            return True
        return any(isinstance(info.rule, ir.Forbid) for info in self.facts.rules)

    def forbidden(self, rule: str | None, name: str, scope: Scope, chosen: dict[str, str], player: str) -> str | None:
        """What gives the reason for which an option is none for a player: a rule in force, or her policy; none if
        nothing could."""
        calls = (one(rule, name, scope, chosen, player) for one in (self.ruled_out, self.unwanted))
        return " or ".join(filter(None, calls)) or None

    def unwanted(
        self, rule: str | None, name: str, scope: Scope, chosen: dict[str, str], player: str, is_word: bool = False
    ) -> str | None:
        """What gives the reason for which an automated opponent never takes an option; none if none of them could.

        A word such as `yes` is hers anyway unless some line names it or its opposite.
        """
        policies = [one for one in self.facts.policies(rule) if self.may_be_unwanted(one[1], name, is_word)]
        if not policies:
            return None
        assert rule is not None
        self.out.unwanted[rule, name] = is_word
        seen = {**scope.names, **chosen}
        told = ["s", scope.card, player, *(seen.get(one, "-1") for one in self.wanted_names(rule, name))]
        is_hers = " or ".join(f"{player} == v[{self.layout.automas[automa.name]}]" for automa, _ in policies)
        call = f"rules.unwanted_{identifier(rule)}_{name}({', '.join(told)})"
        return f"{paren(is_hers) if len(policies) > 1 else is_hers} and {call}"

    def may_be_unwanted(self, prefers: tuple[ir.Prefer, ...], name: str, is_word: bool) -> bool:
        """Whether there are cases in which an opponent with these preferences does not take an option."""
        deciding = self.facts.preferring(prefers, name, is_word)
        if is_word:
            return bool(deciding) and (deciding[0].name != name or deciding[0].condition is not None)
        return not any(prefer.name == name and prefer.condition is None for prefer in deciding)

    def wanted_names(self, rule: str, name: str) -> list[str]:
        """What the lines about an option want to know of its decision."""
        found: set[str] = set()
        for _, prefers in self.facts.policies(rule):
            for prefer in prefers:
                if prefer.name in (name, OPPOSITES.get(name)):
                    inner = [one for one in descendants(prefer) if one is not prefer]
                    bound = {getattr(one, "variable", None) for one in inner}
                    found |= {one.name for one in inner if isinstance(one, ir.Local)} - bound
        return sorted(found)

    def ruled_out(self, rule: str | None, name: str, scope: Scope, chosen: dict[str, str], player: str) -> str | None:
        """A call that gives the reason for which a rule in force forbids an option; none if no rule could."""
        infos = [i for i in self.facts.rules_about(ir.Forbid, rule or "") if getattr(i.rule, "name", "") == name]
        if not infos:
            return None
        seen = {**scope.names, **chosen}
        used = self.forbid_names(rule or "", name)
        arguments = [seen.get(one, "-1") for one in used]
        told = ", ".join(("s", scope.you, scope.card, player, *arguments))
        return f"rules.forbid_{identifier(rule or '')}_{name}({told})"

    def forbid_names(self, rule: str, name: str) -> list[str]:
        """What the rules that forbid something at a decision want to know of it."""
        found: set[str] = set()
        for info in self.facts.rules_about(ir.Forbid, rule):
            if isinstance(info.rule, ir.Forbid) and info.rule.name == name and info.rule.condition is not None:
                bound = {getattr(n, "variable", None) for n in descendants(info.rule.condition)}
                used = {n.name for n in descendants(info.rule.condition) if isinstance(n, ir.Local)}
                found |= used - bound - set(info.params)
        return sorted(found)

    def _choose_stop(self, node: ir.Choose, scope: Scope, rest: Rest, bound: list[str]) -> None:
        nothing = self.out.failure("nothing to choose", node.rule, node)
        lines = self.each(node.variable, node.type, node.set, scope)
        name = scope.names[node.variable]
        player = scope.you if node.player is None else self.value(node.player, scope)
        forbidden = self.forbidden(node.rule, node.variable, scope, {node.variable: name}, player)
        call = self.stop_call(rest, [*bound, name], node)
        can_fail = call is not None or forbidden is not None
        if can_fail:
            self.line("stop = 0")
        depth = self.depth
        self.write_each(lines)
        self._try(forbidden, call)
        self.depth = depth
        self.line(f"return stop or {nothing}" if can_fail else f"return {nothing}")

    def each(self, variable: str, type_name: str, node: ir.Expr, scope: Scope) -> list[str]:
        """The lines that go through the members of a set, in a head: nothing changes meanwhile, so no list is made."""
        conditions: list[tuple[str, ir.Expr]] = []
        things = self.members(node, scope)
        plain: ir.Expr = node
        while isinstance(plain, ir.Filter):
            conditions.insert(0, (plain.variable, plain.condition))
            plain = plain.set
        source = self.members(plain, scope)
        before = scope.naming(variable, scope.names.get(variable, ""))
        name = self.bind(variable, type_name, scope)
        lines = [f"for {name} in {source}:"]
        for one, condition in conditions:
            test = self.condition(condition, before.naming(one, "this_one"))
            if re.search(rf"\b{name}\b", test):  # it speaks of something else of that name
                return [f"for {name} in {things}:"]
            lines.append(f"if {self.condition(condition, before.naming(one, name))}:")
        return lines

    def write_each(self, lines: list[str]) -> None:
        """Write nested lines, and go into the innermost."""
        for line in lines:
            self.line(line)
            self.depth += 1

    def nest(self, option: ir.Option, scope: Scope, is_offer: bool) -> list[str]:
        """Write the loops over all that an option may be about; gives the names.

        What does not depend on the loops around it is looked up once, and what is required of a part only is tried as
        soon as that is known.
        """
        names: list[str] = []
        levels: list[list[str]] = []
        for binder in option.binders:
            lines = self.each(binder.variable, binder.type, binder.set, scope)
            name = scope.names[binder.variable]
            head, _, things = lines[0].removesuffix(":").partition(" in ")
            if names and "(" in things and not things.startswith("range(") and not _mentions(things, names):
                self.line(f"{name}_all = {things}")
                lines[0] = f"{head} in {name}_all:"
            names.append(name)
            levels.append(lines)
        required = [one for one in leading(option.block) if isinstance(one, ir.Require)]
        for level, lines in enumerate(levels):
            self.write_each(lines)
            inner = names[level + 1 :]
            while inner and required:
                condition = self.condition(required[0].condition, scope)
                if _mentions(condition, inner):
                    break
                missing = required.pop(0)
                code = self.out.failure("required", missing.rule, missing)
                test = negated(condition)
                self.line(
                    f"if {paren(test) if ' or ' in test else test} and s.refused is None:"
                    if is_offer
                    else f"if {test}:"
                )
                if not is_offer:
                    self.line(f"    stop = stop or {code}")
                self.line("    continue")
        return names

    def _try(self, forbidden: str | None, call: str | None) -> None:
        """Try one candidate: `return 0` if it leads on, else remember the first reason."""
        if forbidden is not None:
            self.line(f"code = {forbidden}")
            self.line(f"code = code or {call}" if call else "code = code")
        elif call is not None:
            self.line(f"code = {call}")
        if forbidden is None and call is None:
            self.line("return 0")
            return
        if self.lines[-1].strip() == "code = code":
            self.lines.pop()
        self.line("if code == 0:")
        self.line("    return 0")
        self.line("stop = stop or code")

    def _choose_one_stop(self, node: ir.ChooseOne, scope: Scope, rest: Rest, bound: list[str]) -> None:
        self.line("stop = 0")
        for option in node.options:
            depth = self.depth
            inner_bound = [*bound, *self.nest(option, scope, is_offer=False)]
            chosen = {binder.variable: scope.names[binder.variable] for binder in option.binders}
            forbidden = self.forbidden(node.rule, option.name, scope, chosen, scope.you)
            call = self.stop_call(
                self.sentences(option.block, scope) + self.after(option.block, rest), inner_bound, option
            )
            self._try(forbidden, call)
            self.depth = depth
            if not option.binders and forbidden is None and call is None:
                return
        self.line(f"return stop or {self.out.failure('nothing to choose', node.rule, node)}")

    def after(self, block: ir.Block, rest: Rest) -> Rest:
        """The rest of a head behind a block: nothing, if the block opens the gate."""
        return rest if self.facts.is_pure(block) else ()

    def _branches(self, node: ir.If, scope: Scope, rest: Rest, bound: list[str]) -> None:
        self.line(f"if {self.condition(node.condition, scope)}:")
        self.depth += 1
        self.stop_code(self.sentences(node.then, scope) + self.after(node.then, rest), list(bound))
        self.depth -= 1
        otherwise = self.sentences(node.otherwise, scope) if node.otherwise else ()
        behind = rest if node.otherwise is None else self.after(node.otherwise, rest)
        self.stop_code(otherwise + behind, bound)

    def _loop_stop(self, node: ir.ForEach | ir.AsPlayer, scope: Scope, bound: list[str]) -> None:
        """A loop in a head that only requires something of each."""
        things = self.members(node.set if isinstance(node, ir.ForEach) else node.players, scope)
        name, inner = self.round_of(node, scope)
        self.line(f"for {name} in {things}:")
        self.depth += 1
        before = len(self.lines)
        for sentence in node.block.statements:
            self.head_stop(sentence, inner, (), bound)
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    def round_of(self, node: ir.ForEach | ir.AsPlayer, scope: Scope) -> tuple[str, Scope]:
        """The Python name of whose round it is, and the scope of the round."""
        if isinstance(node, ir.ForEach):
            return self.bind(node.variable, node.type, scope), scope
        inner = self.acting_as(node, scope)
        return inner.you, inner

    def head_loop(self, node: ir.ForEach | ir.AsPlayer, scope: Scope, rest: Rest, bound: list[str]) -> LoopStep:
        """Write the function that tries the rounds of a loop in a head one after the other, and then the rest.

        A head changes nothing, so the list is made once; each round tries the next with what it has promised.
        """
        name, inner = self.round_of(node, scope)
        sentences = self.sentences(node.block, inner)
        needed = {"you", "this_card"}
        for one, known in (*sentences, *rest):
            if isinstance(one, LoopStep):
                needed |= {one.left, *one.names}
            else:
                needed |= {known.you, known.card, known.actor}
                used = (use.name for use in descendants(one) if isinstance(use, ir.Local))
                needed |= {known.names[use] for use in used if use in known.names}
        names = tuple(dict.fromkeys(one for one in bound if one in needed and one != name))
        key = (self.routine.name, name, names, id(node), *(id(one) for one, _ in rest))
        if key in self.out.head_loops:
            return self.out.head_loops[key]
        module = self.routine.module
        count = self.out.try_counts[self.routine.name] = self.out.try_counts.get(self.routine.name, 0) + 1
        function, left = f"{self.routine.name}_stop_{count}", f"left_{count}"
        step = LoopStep(self.function(module, function), left, names)
        self.out.head_loops[key] = step

        def write() -> None:
            self.line(f"if not {left}:")
            self.depth += 1
            self.stop_code(rest, list(names))
            self.depth -= 1
            self.line(f"{name}, {left} = {left}[0], {left}[1:]")
            self.stop_code((*sentences, (step, scope)), [*names, name, left])

        body = self.captured(write)
        if re.search(r"\bv\b", "\n".join(body)):
            body.insert(0, "v = s.v")
        doc = "What stops the rounds that are left, and what follows them; 0 if nothing does."
        self.out.modules.setdefault(module, []).append(
            Function(function, self.parameters([left, *names]), "int", where(node), doc, body)
        )
        return step

    def last_stop(self, node: ir.Stmt, scope: Scope, rest: Rest, bound: list[str]) -> None:
        """Write the sentence that opens the gate, as far as it adds a head of its own."""
        match node:
            case ir.Do(procedure=str(name)):
                procedure = self.facts.procedures[name]
                if not self.can_stop(self.sentences(procedure.block, Scope())):
                    self.line("return 0")
                    return
                card = scope.card if node.card is None else self.value(node.card, scope)
                arguments = [self.value(argument, scope) for argument in node.arguments]
                function = self.function(self.facts.module_of(procedure), f"{name}_stops")
                self.line(f"return {function}({', '.join(['s', scope.you, card, *arguments])})")
            case ir.Do():
                if not any(self.target_can_stop(node)):
                    self.line("return 0")
                    return
                assert node.value is not None
                card = scope.card if node.card is None else self.value(node.card, scope)
                kind = base(self.type(node.value))
                self.line(f"return s.stops_{kind}({self.value(node.value, scope)}, {scope.you}, {card})")
            case ir.ChooseOne():
                self._choose_one_stop(node, scope, rest, bound)
            case ir.If():
                self._branches(node, scope, (), bound)
            case ir.IfPossible():
                call = self.stop_call(self.sentences(node.then, scope), bound, node)
                otherwise = self.sentences(node.otherwise, scope) if node.otherwise else ()
                if call is None or not self.can_stop(otherwise):
                    self.line("return 0")
                    return
                self.line(f"if {call} == 0:")
                self.line("    return 0")
                self.stop_code(otherwise, bound)
            case ir.AsPlayer(each=False):
                inner = self.acting_as(node, scope)
                self.line(f"{inner.you} = {self.value(node.players, scope)}")
                if self.can_be_none(node.players):
                    self.line(f"if {inner.you} < 0:")
                    self.line("    return 0")
                bound.append(inner.you)
                self.stop_code(self.sentences(node.block, inner), bound)
            case ir.Repeat(least=least, most=most) if least is not None:
                first = self.first_round(node, scope)
                if first == "False":
                    self.line("return 0")
                    return
                if first != "True":
                    self.line(f"if {negated(first)}:")
                    self.line("    return 0")
                del most
                self.stop_code(self.sentences(node.block, scope), bound)
            case _:
                self.line("return 0")

    def first_round(self, node: ir.Repeat, scope: Scope) -> str:
        """A condition under which the first round of a loop belongs to the head."""
        parts = []
        for bound in (node.least, node.most):
            if bound is None:
                continue
            if isinstance(bound, ir.Number):
                if bound.value < 1:
                    return "False"
            else:
                parts.append(f"{self.value(bound, scope)} >= 1")
        if node.least is None:
            return "False"
        if node.condition is not None:
            parts.append(self.condition(node.condition, scope))
        return " and ".join(parts) or "True"


def leading(block: ir.Block) -> list[ir.Stmt]:
    """The conditions that a block begins with."""
    return list(takewhile(lambda one: isinstance(one, ir.Require), block.statements))


def _mentions(source: str, names: list[str]) -> bool:
    return any(re.search(rf"\b{name}\b", source) for name in names)


def identifier(rule: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", rule)


_ = is_list
