"""The commands. Each imports what it needs when it is called: nobody waits for what he didn't ask for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from compiler.console import Usage

if TYPE_CHECKING:
    from compiler.project import Project

app = typer.Typer(
    help="Cardwright checks card games written in the card language, and makes an engine of them.",
    epilog="Start with: cardwright demo",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Root = Annotated[Path | None, typer.Option("--root", help="The project: a folder with `cards` in it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
OptionalRules = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=yes|no", help="Play with an optional rule, or without; may be repeated."),
]


AutomatedOpponents = Annotated[
    str | None,
    typer.Option("--automa", metavar="N|NAME,NAME…", help="How many of the players are automated opponents, or which."),
]


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name; gives its exit status. Raises `Usage` for what makes no sense."""
    try:
        status = command_line().main(arguments or ["--help"], prog_name="cardwright", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:  # so Typer ends when nobody reads its output any more
        raise BrokenPipeError from None
    except Exception as error:
        if not hasattr(error, "format_message"):  # what click has to say, whoever's copy of click it is
            raise
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "cardwright"
        message = " ".join(error.format_message().split()).rstrip(".")
        raise Usage(f"{message[:1].lower()}{message[1:]}", f"`{path} --help` shows how it is called") from None
    return status if isinstance(status, int) else 0


def command_line() -> Any:
    """All the commands, as Typer runs them. Its type is click's, or that of Typer's own copy of click."""
    for module in ("check", "scenarios", "show", "make", "play", "simulate", "bench", "demo", "replay", "words"):
        import_module(f"compiler.commands.{module}")
    return typer.main.get_command(app)


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", "-V", help="Show the version.", is_eager=True)] = False,
) -> None:
    if version:
        from compiler.cli import show_version

        raise typer.Exit(show_version())


def writable_project(root: Path | None, purpose: str) -> Project:
    """The own project; without one there is nothing to write to."""
    from compiler.selection import own_project

    project = own_project(root)
    if project is None:
        raise Usage(
            f"there is no project here to {purpose}",
            "go to a folder that has `cards` in it, or start one: `cardwright new game my_game`",
        )
    return project
