"""Write files safely: whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


def replace_file(file: Path, text: str) -> None:
    """Write a text in place of what a file holds, if it exists; in UTF-8, with LF line ends.

    Whoever reads meanwhile sees the old text or the new one. The file keeps its mode; a link stays a link, and what it
    points to is written.
    """
    target = Path(os.path.realpath(file))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode("utf-8"))
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def create_file(file: Path, text: str) -> None:
    """Write a new file with its folders; raises FileExistsError if anything has that name already."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "xb") as stream:
        stream.write(text.encode("utf-8"))


def _mode(target: Path) -> int:
    """The mode of a file, or the one that a new file gets: temporary files are readable by nobody else."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
