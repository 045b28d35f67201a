"""What is being written: functions by file, blocks, decisions and the other tables, all by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from compiler import console, ir


class Unsupported(console.Unsupported):
    """What the engine compiler can't do, with the node that asks for it."""

    def __init__(self, node: ir.Node, message: str) -> None:
        super().__init__(f"{node.span.source.path}:{node.span.line}: {message}")


@dataclass(slots=True)
class Function:
    """One generated function."""

    name: str
    params: str
    returns: str
    comment: str
    doc: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class LoopStep:
    """The end of a round of a loop in a head: the other rounds, and then what follows the loop."""

    function: str
    left: str
    """The name of the list of those whose round is still to come."""
    names: tuple[str, ...]


@dataclass(slots=True)
class ChoiceText:
    """A decision, with names of blocks for numbers."""

    rule: str
    kind: str
    type: str = ""
    slot: int = -1
    goes: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    types: tuple[tuple[str, ...], ...] = ()
    slots: tuple[tuple[int, ...], ...] = ()
    is_secret: bool = False


@dataclass(slots=True)
class Output:
    """Everything generated for a game."""

    modules: dict[str, list[Function]] = field(default_factory=dict)
    blocks: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By the constant of a block, its file and function."""
    choices: dict[str, ChoiceText] = field(default_factory=dict)
    optionals: dict[str, tuple[str | None, str, str, str]] = field(default_factory=dict)
    ranks: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By the block of a decision: how automated opponents rank its options, as file and function."""
    unwanted: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Options that an automated opponent may not want, by decision and name; yes for a word such as `yes`."""
    ranked: set[tuple[str, str]] = field(default_factory=set)
    """Options that automated opponents rank."""
    settles: dict[str, tuple[str, str]] = field(default_factory=dict)
    begins: dict[str, str] = field(default_factory=dict)
    forgets: dict[str, tuple[str, str]] = field(default_factory=dict)
    routines: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By block: the name and file of its routine."""
    locals: dict[str, dict[str, tuple[int, str]]] = field(default_factory=dict)
    """By routine: its locals with slot and type."""
    gates: dict[str, int] = field(default_factory=dict)
    failures: dict[str, tuple[str | None, str, str]] = field(default_factory=dict)
    """By constant: the rule, what kind of reason it is, and what the rule says."""
    endings: list[tuple[str | None, tuple[int, ...]]] = field(default_factory=list)
    sizes: dict[str, str] = field(default_factory=dict)
    """The constant for the size of each routine's frame."""
    memory: list[int] = field(default_factory=list)
    """Of each group of queries that are remembered: what makes their answers void."""
    gate_count: int = 0
    gate_parents: dict[int, int] = field(default_factory=dict)
    tries: dict[tuple[str, tuple[str, ...], tuple[str, ...]], str] = field(default_factory=dict)
    """The functions that try the rest of a head, by file, parameters and text: what is tried alike is written once."""
    try_counts: dict[str, int] = field(default_factory=dict)
    head_loops: dict[tuple[object, ...], LoopStep] = field(default_factory=dict)

    def failure(self, kind: str, rule: str | None, node: ir.Node) -> str:
        """The constant for a reason, which stands in a sentence."""
        words = {
            "required": "REQUIRED",
            "can't be paid": "UNPAID",
            "nothing to choose": "NOTHING",
            "forbidden": "FORBIDDEN",
            "unwanted": "UNWANTED",
        }
        name = f"{words[kind]}_{re.sub(r'[^A-Za-z0-9]+', '_', rule or 'here').upper()}"
        self.failures.setdefault(name, (rule, kind, _said(node) if rule else ""))
        return name


def _said(node: ir.Node) -> str:
    """What a sentence says, in one line: without its first word where that only repeats what kind it is, and its id."""
    if isinstance(node, ir.Automa):
        return node.title
    if isinstance(node, ir.ChooseOne):
        return f"choose {', '.join(option.name for option in node.options)}"
    text = " ".join(re.sub(r"#.*", "", node.span.text).split())
    return re.sub(r"^require |(?<=\S) \[[^\]]*\]$", "", text)


def where(node: ir.Node, rule: str | None = None) -> str:
    """The comment that says which line of which source something comes from."""
    name = node.span.source.path.rpartition("/")[2]
    return f"{name}:{node.span.line}" + (f" [{rule}]" if rule else "")
