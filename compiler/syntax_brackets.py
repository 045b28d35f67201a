"""The brackets of a declaration and their partners."""

from __future__ import annotations

from bisect import bisect_right

from compiler.syntax_guards import ITEM


class Brackets:
    """The brackets of a text and their partners."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.unopened: set[int] = set()
        self.pairs: list[tuple[int, int]] = []
        self._inside: list[tuple[int, int | None]] = [(0, None)]
        stack: list[int] = []
        unclosed: list[int] = []
        for item in ITEM.finditer(text):
            at, sign = item.start(), item[0]
            if sign in "({":
                stack.append(at)
            elif sign in ")}":
                while stack and sign == "}" and text[stack[-1]] == "(":
                    unclosed.append(stack.pop())
                if stack and text[stack[-1]] == "({"[sign == "}"]:
                    self.pairs.append((stack.pop(), at))
                else:
                    self.unopened.add(at)
            else:
                continue
            self._inside.append((at + 1, stack[-1] if stack else None))
        self.unclosed = sorted([*unclosed, *stack])

    def around(self, at: int) -> int | None:
        """The innermost bracket open at a place; a closing one there does not close it yet."""
        return self._inside[bisect_right(self._inside, at, key=lambda entry: entry[0]) - 1][1]

    @property
    def suspect(self) -> int:
        """The bracket most likely meant when one is never closed: its partner stands in another's column."""
        for opening, closing in self.pairs:
            line = self.text.rfind("\n", 0, closing) + 1
            alone = "\n" in self.text[opening:closing] and not self.text[line:closing].strip()
            if alone and closing - line < self._indent(opening):
                return opening
        return self.unclosed[-1]

    def _indent(self, at: int) -> int:
        line = self.text.rfind("\n", 0, at) + 1
        return len(self.text[line:at]) - len(self.text[line:at].lstrip())
