"""The command line: starts the commands of `commands.py`, and sees to it that nobody is shown a traceback.

Exit status: 0 fine, 1 the sources have errors, 2 wrong usage, 70 a defect of Cardwright, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

DEFECT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _be_lenient_about_encodings()
        status = show_version() if given in (["--version"], ["-V"]) else _run(given)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # as in `cardwright ir caravan | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains when it ends
        return BROKEN_PIPE
    except Exception as error:
        if os.environ.get("CARDWRIGHT_DEBUG"):
            raise
        return _defect(error)


def _run(arguments: list[str]) -> int:
    from compiler.commands import run
    from compiler.console import Usage, say_error, write_json

    try:
        return run(arguments)
    except Usage as error:
        if "--json" in arguments:
            import json

            write_json(json.dumps({"error": error.message, "help": list(error.helps)}, ensure_ascii=False, indent=2))
        else:
            say_error(error.message, *error.helps)
        return 2
    except BrokenPipeError:
        raise
    except OSError as error:
        what = f"{os.fspath(error.filename)!s}: " if error.filename else ""
        say_error(f"{what}{(error.strerror or str(error)).lower()}")
        return 1


def show_version() -> int:
    """Print the version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(f"cardwright {version('cardwright')}")
    except PackageNotFoundError:
        print("cardwright (not installed)")
    return 0


def _be_lenient_about_encodings() -> None:
    """Print what a terminal's encoding lacks as an escape, instead of failing over it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _defect(error: Exception) -> int:
    what = f"{type(error).__name__}: {error}".encode("unicode_escape").decode("ascii")[:300]
    print(
        f"error: this is our mistake, not yours: {what}\n"
        "Please tell us: README.md says where, under “When something goes wrong”.\n"
        "CARDWRIGHT_DEBUG=1 before the command shows where it happened.",
        file=sys.stderr,
    )
    return DEFECT


if __name__ == "__main__":
    sys.exit(main())
