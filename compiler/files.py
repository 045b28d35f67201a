"""Write files safely: whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
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


def replace_files(texts: Mapping[Path, str]) -> None:
    """Write many files with their folders, each as `replace_file` does: all, or none if one can't be written."""
    staged: dict[Path, Path] = {}
    before: dict[Path, bytes | None] = {}
    made: list[Path] = []
    try:
        for file, text in texts.items():
            target = Path(os.path.realpath(file))
            _make_folder(target.parent, made)
            staged[target] = target.with_name(f".{target.name[:100]}.{os.getpid()}.tmp")
            replace_file(staged[target], text)
        for target, new in staged.items():
            before[target] = target.read_bytes() if target.exists() else None
            os.chmod(new, _mode(target))
            os.replace(new, target)
    except BaseException:
        for target, content in before.items():
            with suppress(OSError):
                _restore(target, content)
        for new in staged.values():
            remove_file(new)
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise


def remove_file(file: Path) -> None:
    """Remove a file, if it is there."""
    file.unlink(missing_ok=True)


def create_file(file: Path, text: str) -> None:
    """Write a new file with its folders; raises FileExistsError if anything has that name already."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "xb") as stream:
        stream.write(text.encode("utf-8"))


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it; `made` then lists the new ones, from the outside in."""
    if not folder.is_dir():
        _make_folder(folder.parent, made)
        folder.mkdir(exist_ok=True)
        made.append(folder)


def _restore(target: Path, content: bytes | None) -> None:
    if content is None:
        remove_file(target)
    else:
        target.write_bytes(content)


def _mode(target: Path) -> int:
    """The mode of a file, or the one that a new file gets: temporary files are readable by nobody else."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
