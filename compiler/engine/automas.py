"""How automated opponents decide: what they never take, and which of the options they like best.

What no `prefer` line of hers names is no option for her, wherever it is tried: `unwanted_…` says so, beside what rules
forbid. Where she is asked, the options are ranked by a function of that decision, which reads the frame as blocks do.
"""

from __future__ import annotations

import re
from functools import partial

from compiler import ir
from compiler.engine.expressions import Scope, python_name
from compiler.engine.facts import OPPOSITES
from compiler.engine.heads import Heads, identifier
from compiler.engine.output import Function, where
from compiler.engine.reading import is_read

RULES = "_rules"


class Automas(Heads):
    """Writes what automated opponents want."""

    # ---- what she never takes ----------------------------------------------------------------------------

    def unwanted_rules(self) -> None:
        """Write a function for each option that somebody may not want."""
        self.module = RULES
        for (decision, name), is_word in sorted(self.out.unwanted.items()):
            body = self.captured(partial(self._unwanted, decision, name, is_word))
            doc = f"Why an automated opponent never takes {name} at [{decision}]; 0 if she may."
            self._emit(f"unwanted_{identifier(decision)}_{name}", self.wanted_names(decision, name), "int", doc, body)

    def _unwanted(self, decision: str, name: str, is_word: bool) -> None:
        for automa, prefers in self.facts.policies(decision):
            if not self.may_be_unwanted(prefers, name, is_word):
                continue
            code = self.out.failure("unwanted", decision, automa)
            self.line(f"if actor == v[{self.layout.automas[automa.name]}] and not s.is_free:")
            self.depth += 1
            always = False
            for prefer in self.facts.preferring(prefers, name, is_word):
                answer = "0" if prefer.name == name else code
                always = self._if_applies(prefer, decision, name, f"return {answer}")
                if always:
                    break
            if not always:
                self.line(f"return {code}")
            self.depth -= 1
        self.line("return 0")

    def _if_applies(self, prefer: ir.Prefer, decision: str, name: str, line: str) -> bool:
        """Write what holds under the condition of a preference; yes if it has none."""
        scope = self._scope(decision, name)
        self.line(f"# {where(prefer)}")
        if prefer.condition is None:
            self.line(line)
            return True
        self.line(f"if {self.condition(prefer.condition, scope)}:")
        self.depth += 1
        self.line(line)
        self.depth -= 1
        return False

    def _scope(self, decision: str, name: str) -> Scope:
        names = {one: python_name(one) for one in self.wanted_names(decision, name)}
        return Scope("actor", "at_card", "actor", names)

    # ---- what she likes best -----------------------------------------------------------------------------

    def rank_rules(self) -> None:
        """Write a function for each option that somebody ranks."""
        self.module = RULES
        for decision, name in sorted(self.out.ranked):
            body = self.captured(partial(self._rank, decision, name))
            doc = f"How good {name} is at [{decision}] for an automated opponent, the lowest is best."
            names = self.wanted_names(decision, name)
            self._emit(f"rank_{identifier(decision)}_{name}", names, "tuple[int, ...]", doc, body)

    def _rank(self, decision: str, name: str) -> None:
        policies = self.facts.policies(decision)
        always = False
        for automa, prefers in policies:
            if len(policies) > 1:
                self.line(f"if actor == v[{self.layout.automas[automa.name]}]:")
                self.depth += 1
            for place, prefer in enumerate(prefers):
                if prefer.name != name:
                    continue
                keys = [self.key(key, self._scope(decision, name)) for key in prefer.keys]
                ranked = f"return ({', '.join([str(place), *keys])},)"
                always = self._if_applies(prefer, decision, name, ranked)
                if always:
                    break
            if len(policies) > 1:
                self.depth -= 1
                always = False
        if not always:
            self.line(f"return ({max(len(prefers) for _, prefers in policies)},)")

    def _emit(self, function: str, names: list[str], returns: str, doc: str, body: list[str]) -> None:
        if re.search(r"\bv\b", "\n".join(body)):
            body.insert(0, "v = s.v")
        listed = ["s: State", "at_card: int", "actor: int", *(f"{python_name(one)}: int" for one in names)]
        self.out.modules.setdefault(RULES, []).append(Function(function, ", ".join(listed), returns, "", doc, body))

    # ---- what she could not do ---------------------------------------------------------------------------

    @property
    def tells(self) -> bool:
        """Whether there is anybody who does not ask for reasons, but has the log tell them."""
        return bool(self.facts.game.automas)

    def tried(self, call: str) -> str:
        """The reason for which something that nobody is asked about is not possible."""
        if not self.tells:
            return call
        self.line(f"code = {call}")
        return "code"

    def tell(self, scope: Scope) -> None:
        """Let the log tell that reason, if it stops an automated opponent."""
        if self.tells:
            self.line(f"    s.tell({scope.you}, code)")

    # ---- the decision ------------------------------------------------------------------------------------

    def write_ranking(self, block: str, node: ir.Choose | ir.ChooseOne | ir.Ask, scope: Scope) -> None:
        """Write how she ranks the options of a decision, if an automated opponent has said so."""
        rule = node.rule or ""
        if not self.facts.policies(rule):
            return
        body = self.captured(lambda: self._ranking(node, scope))
        text = "\n".join(body)
        loads = ["v = s.v", "at = v[SP]"]
        for python, constant in (("you", "YOU"), ("this_card", "CARD")):
            if re.search(rf"\b{python}\b", text):
                loads.append(f"{python} = v[at + {constant}]")
        for local in self.routine.locals.values():
            if is_read(local.python, body):
                loads.append(f"{local.python} = v[at + {local.slot + 5}]")
        name = f"{block.lower()}_rank"
        doc = "How good an option is for an automated opponent, the lowest is best."
        function = Function(name, "s: State, option: int", "tuple[int, ...]", where(node, rule), doc, loads + body)
        self.out.modules.setdefault(self.routine.module, []).append(function)
        self.out.ranks[block] = (self.routine.module, name)

    def _ranking(self, node: ir.Choose | ir.ChooseOne | ir.Ask, scope: Scope) -> None:
        rule = node.rule or ""
        named = {prefer.name for _, prefers in self.facts.policies(rule) for prefer in prefers}
        words = [word for word in OPPOSITES if word in named and not isinstance(node, ir.ChooseOne)]
        for word in words:
            self.line(f"if option == {word.upper()}:")
            self.line(f"    return {self._rank_call(rule, word, scope, {})}")
        worst = max(len(prefers) for _, prefers in self.facts.policies(rule))
        if isinstance(node, ir.Ask):
            self.line(f"return ({worst},)")
            return
        self.line("if option >= WORD:")
        self.line(f"    return ({worst},)")
        if isinstance(node, ir.Choose):
            name = scope.names[node.variable]
            self.line(f"{name} = option")
            self.line(f"return {self._rank_call(rule, node.variable, scope, {node.variable: name})}")
            return
        for number, option in enumerate(node.options, 1):
            if option.name not in named:
                continue
            self.line(f"if option // VERB == {number}:")
            self.depth += 1
            chosen = {binder.variable: scope.names[binder.variable] for binder in option.binders}
            for index, name in enumerate(chosen.values()):
                self.line(f"{name} = argument(option, {index})")
            self.line(f"return {self._rank_call(rule, option.name, scope, chosen)}")
            self.depth -= 1
        self.line(f"return ({worst},)")

    def _rank_call(self, rule: str, name: str, scope: Scope, chosen: dict[str, str]) -> str:
        self.out.ranked.add((rule, name))
        seen = {**scope.names, **chosen}
        arguments = [seen.get(one, "-1") for one in self.wanted_names(rule, name)]
        return f"rules.rank_{identifier(rule)}_{name}({', '.join(['s', scope.card, 's.player', *arguments])})"
