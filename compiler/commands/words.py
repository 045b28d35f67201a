"""The commands that tell a game in words: text and explain."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from compiler.commands import Root, app
from compiler.console import Usage, listed, say

if TYPE_CHECKING:
    from compiler.words.render import Told
    from compiler.words.telling import Telling


class Language(StrEnum):
    """The languages there are."""

    EN = "en"
    PL = "pl"
    CS = "cs"
    DE = "de"
    ES = "es"


class Format(StrEnum):
    """What text can be written as."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    HTML = "html"


Lang = Annotated[Language, typer.Option("--lang", help="The language.")]


@app.command(epilog="Example: cardwright text caravan pepper --lang pl")
def text(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    card: Annotated[
        list[str] | None, typer.Argument(metavar="CARD", help="A number, kind and number, title, or name of a rule.")
    ] = None,
    lang: Lang = Language.EN,
    format: Annotated[Format, typer.Option("--format", help="Plain text, Markdown or HTML.")] = Format.PLAIN,
    preview: Annotated[
        str | None, typer.Option("--preview", metavar="MESSAGE", help="One message, over counts and genders.")
    ] = None,
    root: Root = None,
) -> int:
    """Print the rules and cards of a game, or one of them, in one of five languages."""
    telling = _telling(root, game)
    if telling is None:
        return 1
    if preview is not None:
        from compiler.words.preview import previews

        say("\n".join(previews(telling, lang, preview)))
        return 0
    told = _found(telling, lang, " ".join(card)) if card else list(telling.told(lang))
    say(_written(told, format))
    return 0


@app.command(epilog="Example: cardwright explain caravan 13 --lang de")
def explain(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    card: Annotated[list[str], typer.Argument(metavar="CARD", help="A number, kind and number, or title.")],
    lang: Lang = Language.EN,
    root: Root = None,
) -> int:
    """Show a card as a player reads it, and where in the sources it stands."""
    from compiler.words.render import plain_text

    telling = _telling(root, game)
    if telling is None:
        return 1
    for told in _found(telling, lang, " ".join(card)):
        rule = f" [{told.item.rule}]" if told.item.rule else ""
        say(f"{plain_text(told)}\n\n{told.item.source}{rule}")
    return 0


def _written(told: list[Told], format: Format) -> str:
    from compiler.words import render

    write = {Format.PLAIN: render.plain_text, Format.MARKDOWN: render.markdown_text, Format.HTML: render.html_text}
    between = "\n" if format is Format.HTML else "\n\n"
    return between.join(write[format](one) for one in told)


def _telling(root: Path | None, name: str) -> Telling | None:
    """A game without mistakes that has words; the mistakes are shown."""
    import sys

    from compiler.console import show_report
    from compiler.main import compile_game
    from compiler.selection import any_project, one_game
    from compiler.words.telling import Telling

    project = any_project(root)
    compiled = compile_game(project, one_game(project, name))
    if compiled.game is None:
        show_report(compiled.report, to=sys.stderr)
        return None
    telling = Telling(project, compiled.game)
    if not telling.texts.languages:
        raise Usage(
            f"{name} has no words yet", f"write cards/{name}/text/pl.yaml and so on; docs/words.md says how to begin"
        )
    return telling


def _found(telling: Telling, language: str, wanted: str) -> list[Told]:
    """The items that somebody means: by number, kind and number, name or title in this language."""
    from compiler.diagnostics import did_you_mean

    said = wanted.casefold()
    told = list(telling.told(language))
    english = telling.language("en")
    names: dict[str, list[Told]] = {}
    for one in told:
        kind, _, number = one.item.key.rpartition(".")
        own = {one.title, one.item.key, english.lexicon.title(one.item.section, one.item.key) or one.title}
        if one.item.section == "cards":
            own |= {number, f"{kind} {number}"}
        for name in own:
            names.setdefault(name.casefold(), []).append(one)
    if said in names:
        return names[said]
    guess = did_you_mean(said, list(names))
    helps = [f"did you mean `{guess}`?"] if guess else []
    cards = listed([one.item.key for one in told if one.item.section == "cards"][:4])
    helps.append(f"cards are called {cards} …, or by title")
    raise Usage(f"{telling.game.name} has nothing called `{wanted}`", *helps)
