"""What generated lines read of the names that a frame keeps."""

from __future__ import annotations

import re


def is_read(name: str, lines: list[str]) -> bool:
    """Whether lines want the value that a name had before them: not if they first give it one."""
    for number, line in enumerate(lines):
        if not re.search(rf"\b{name}\b", line):
            continue
        code = line.lstrip()
        indent = _indent(line)
        loop = re.match(rf"for {name} in (.*):$", code)
        if loop and not re.search(rf"\b{name}\b", loop[1]):
            behind = lines[number + 1 :]
            outside = next((n for n, one in enumerate(behind) if _indent(one) <= indent), len(behind))
            return is_read(name, behind[outside:])
        given, equals, value = code.partition(" = ")
        return indent > 0 or not equals or given != name or bool(re.search(rf"\b{name}\b", value))
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
