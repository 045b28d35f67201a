"""The lowered form of a game for readers: blocks split at decisions, by source file, each with where it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from compiler import ir
from compiler.engine.automas import RULES
from compiler.engine.output import ChoiceText, Function, Output
from compiler.engine.render import SCENARIOS, Compiler
from runtime.slots import LOCALS


class Listed(NamedTuple):
    """One function of the lowered game: the file it comes from, its name, and its text with notes above it."""

    source: str
    name: str
    text: str


def listed_functions(game: ir.Game) -> Iterator[Listed]:
    """Every function that the sources of a game become, file by file; what only worked examples need is left out."""
    compiler = Compiler(game)
    compiler.compile()
    out = compiler.out
    blocks = {where: block for block, where in out.blocks.items()}
    for module, functions in sorted(out.modules.items(), key=lambda item: (item[0] == RULES, item[0])):
        if module == SCENARIOS:
            continue
        source = "rules in force" if module == RULES else compiler.source_of(module)
        for function in functions:
            notes = [f"# {note}" for note in _notes(out, blocks.get((module, function.name)))]
            yield Listed(source, function.name, "\n".join([*notes, *_lines(function)]) + "\n")


def blocks_text(game: ir.Game) -> str:
    """The lowered form of a game, as `cardwright build --dump blocks` shows it."""
    parts: list[str] = []
    source = ""
    for function in listed_functions(game):
        if function.source != source:
            source = function.source
            parts.append(f"# ---- {source} {'-' * max(4, 112 - len(source))}\n")
        parts.append(function.text)
    return "\n".join(parts)


def _lines(function: Function) -> Iterator[str]:
    comment = f"  # {function.comment}" if function.comment else ""
    yield f"def {function.name}({function.params}) -> {function.returns}:{comment}"
    for line in function.lines:
        yield f"    {line}"


def _notes(out: Output, block: str | None) -> Iterator[str]:
    """What is known of a block: the frame of its routine, what it asks, and where answers lead."""
    if block is None:
        return
    routine = out.routines.get(block, ("", ""))[0]
    kept = out.locals.get(routine, {})
    if kept and block == next(one for one, (name, _) in out.routines.items() if name == routine):
        slots = (f"{LOCALS + slot} {name}: {kind}" for name, (slot, kind) in kept.items())
        yield f"frame of {routine}: {', '.join(slots)}"
    choice = out.choices.get(block)
    if choice is None:
        return
    rule = f" [{choice.rule}]" if choice.rule else ""
    yield f"asks{rule} {choice.kind}{' secretly' if choice.is_secret else ''}: {', '.join(_answers(choice))}"


def _answers(choice: ChoiceText) -> Iterator[str]:
    """What can be answered, and the block that each answer leads to."""
    if choice.verbs:
        for verb, types, block in zip(choice.verbs, choice.types, choice.goes, strict=True):
            yield f"{' '.join((verb, *types))} -> {block.lower()}"
        return
    words = {"may": ("yes", "no"), "repeat": ("again", "stop"), "ask": ("accept", "refuse")}
    for word, block in zip(words.get(choice.kind, (choice.type,)), choice.goes, strict=True):
        yield f"{word} -> {block.lower()}"
