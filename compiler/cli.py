"""The command line: starts one of the commands in `commands/`, and sees to it that nobody is shown a traceback.

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
        _prepare_streams()
        return show_version() if given in (["--version"], ["-V"]) else _run(given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # as in `cardwright ir caravan | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains when it ends
        return BROKEN_PIPE
    except OSError as error:
        return _refused(error)
    except Exception as error:
        if os.environ.get("CARDWRIGHT_DEBUG"):
            raise
        return _defect(error)


def _run(arguments: list[str]) -> int:
    from compiler.commands import run
    from compiler.console import Unsupported, Usage, say_error, write_json

    try:
        status = run(arguments)
        sys.stdout.flush()
        return status
    except Unsupported as error:
        say_error(str(error), "the checker allows it, but the engine compiler can't do it yet; write it in another way")
        return 1
    except Usage as error:
        if "--json" in arguments:
            import json

            write_json(json.dumps({"error": error.message, "help": list(error.helps)}, ensure_ascii=False, indent=2))
        else:
            say_error(error.message, *error.helps)
        return 2


def show_version() -> int:
    """Print the version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(f"cardwright {version('cardwright')}")
    except PackageNotFoundError:
        print("cardwright (not installed)")
    sys.stdout.flush()
    return 0


def _prepare_streams() -> None:
    """Print what an encoding lacks as an escape, instead of failing over it; print nowhere, if there is no stream."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (open to the end)
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _refused(error: OSError) -> int:
    """Say what the system would not do: read a folder, write a file, print to a full disk."""
    from compiler.console import say_error

    what = f"{error.filename!s}: " if error.filename else ""
    say_error(f"{what}{(error.strerror or str(error)).lower()}")
    return 1


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
