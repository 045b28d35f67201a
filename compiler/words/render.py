"""Items in one language as text: plain, Markdown or HTML with icons."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compiler.words.phrase import Clause, Line, Noun, Title, You
from compiler.words.plan import Item
from compiler.words.realize import ICON_END, ICON_START, Realizer

_ICON = re.compile(f"{ICON_START}([^{ICON_END}]*){ICON_END}")


@dataclass(frozen=True, slots=True)
class Told:
    """An item in one language. `lines` are sentences with how far they are indented; icons are still marked."""

    item: Item
    title: str
    lines: tuple[tuple[int, str], ...]
    entries: tuple[tuple[str, str], ...] = ()
    items: tuple[Told, ...] = ()


def tell(item: Item, language: Realizer) -> Told:
    """An item in one language."""
    entries = []
    for entry in item.entries:
        values = [language.noun(value, "nom") for value in entry.values]
        name = language.finish(language.noun(entry.name, "nom"), "")
        entries.append((name, re.sub(r"\s+", " ", ", ".join(values)).strip()))
    return Told(
        item,
        heading(item.title, language, item.rule),
        tuple(sentences(item.lines, language)),
        tuple(entries),
        tuple(tell(one, language) for one in item.items),
    )


def _key(title: Title) -> tuple[str, str]:
    return title.section, title.key


def heading(title: Title | Noun, language: Realizer, rule: str = "") -> str:
    """A heading; that of a scenario without one in this language is the id of what it is an example of."""
    if isinstance(title, Title) and title.section == "scenarios" and language.lexicon.title(*_key(title)) is None:
        return f"{language.finish(language.noun(Noun('example'), 'nom'), '')} [{rule}]"
    text = language.title(title) if isinstance(title, Title) else language.noun(title, "nom")
    return language.finish(text, "")


def sentences(lines: Iterable[Line], language: Realizer, depth: int = 0) -> Iterator[tuple[int, str]]:
    """Lines as sentences, each with how far it is indented."""
    for line in lines:
        yield depth, language.sentence(line.clause, ":" if line.lines else ".")
        with language.about_others(is_about_others(line.clause)):
            yield from sentences(line.lines, language, depth + 1)


def is_about_others(clause: Clause) -> bool:
    """Whether what is listed under a header is done by somebody else, who is “they” there."""
    then = clause.arg("then")
    if isinstance(then, Clause):
        return is_about_others(then)
    return clause.message == "player-does-list" and not isinstance(clause.arg("who"), You)


def plain(text: str) -> str:
    """Without icons."""
    return _ICON.sub("", text)


def markdown(text: str) -> str:
    """With icons as `:coin:`, and what Markdown would take for its own protected."""
    return _ICON.sub(r":\1: ", re.sub(r"([\\`*_<>#])", r"\\\1", text))


def as_html(text: str, names: Realizer | None = None) -> str:
    """With icons as images."""
    return _ICON.sub(r'<img class="icon" src="icons/\1.svg" alt=""> ', html.escape(text))


def plain_text(told: Told, depth: int = 0) -> str:
    """An item as plain text."""
    return "\n".join(_plain_lines(told, depth))


def _plain_lines(told: Told, depth: int) -> Iterator[str]:
    indent = "  " * depth
    copies = f" ×{told.item.copies}" if told.item.copies > 1 else ""
    yield f"{indent}{plain(told.title)}{copies}"
    for name, values in told.entries:
        yield f"{indent}  {plain(name)}: {plain(values)}"
    for deep, text in told.lines:
        yield f"{indent}  {'  ' * deep}{'– ' if deep else ''}{plain(text)}"
    for one in told.items:
        yield from _plain_lines(one, depth + 1)


def markdown_text(told: Told, level: int = 3) -> str:
    """An item as Markdown."""
    parts = [f"{'#' * level} {markdown(told.title)}"]
    if told.entries:
        parts.append("\n".join(f"- *{markdown(name)}*: {markdown(values)}" for name, values in told.entries))
    parts.append("\n".join(f"{'  ' * deep}- {markdown(text)}" for deep, text in told.lines))
    parts += [markdown_text(one, level + 1) for one in told.items]
    return "\n\n".join(part for part in parts if part)


def html_text(told: Told, level: int = 3) -> str:
    """An item as HTML."""
    parts = [f"<section>\n<h{level}>{as_html(told.title)}</h{level}>"]
    if told.entries:
        rows = (f"<dt>{as_html(name)}</dt><dd>{as_html(values)}</dd>" for name, values in told.entries)
        parts.append(f"<dl>{''.join(rows)}</dl>")
    if told.lines:
        parts.append(_nested([*told.lines]))
    parts += [html_text(one, min(level + 1, 6)) for one in told.items]
    return "\n".join([*parts, "</section>"])


def _nested(lines: list[tuple[int, str]]) -> str:
    """Sentences as nested lists."""
    found, open_depth = "<ul>", 0
    for place, (depth, text) in enumerate(lines):
        if depth > open_depth:
            found += "<ul>" * (depth - open_depth)
        elif place:
            found += "</li>" + "</ul></li>" * (open_depth - depth)
        found += f"<li>{as_html(text)}"
        open_depth = depth
    return found + "</li>" + "</ul></li>" * open_depth + "</ul>"
