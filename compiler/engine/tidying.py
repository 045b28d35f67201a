"""Takes out of the generated functions what nobody needs to read or to run."""

from __future__ import annotations

import re

from compiler.engine.output import Output

_JUMP = re.compile(r"return (\w+)\(s\)")
_LEADS = re.compile(r"\b(return|else) (\w+)\(s\)")
"""Where a line goes on with another block."""


def skip_jumps(out: Output) -> None:
    """Blocks that only go on with another one are left out: whoever leads to them leads to that one."""
    for module, functions in out.modules.items():
        blocks = {name for where, name in out.blocks.values() if where == module}
        jumps = {
            function.name: match[1]
            for function in functions
            if function.name in blocks and len(function.lines) == 1
            if (match := _JUMP.fullmatch(function.lines[0])) and match[1] in blocks
        }
        goals = {name: _goal(name, jumps) for name in jumps}
        functions[:] = [function for function in functions if function.name not in goals]
        for function in functions:
            function.lines[:] = [_led(line, goals) for line in function.lines]
        for block, (where, name) in out.blocks.items():
            if where == module and name in goals:
                out.blocks[block] = (module, goals[name])


def _led(line: str, goals: dict[str, str]) -> str:
    """A line that leads past the blocks that are left out."""
    return _LEADS.sub(lambda one: f"{one[1]} {goals.get(one[2], one[2])}(s)", line)


def _goal(name: str, jumps: dict[str, str]) -> str:
    seen = {name}
    while name in jumps:
        name = jumps[name]
        assert name not in seen, f"{name} goes on with itself"
        seen.add(name)
    return name
