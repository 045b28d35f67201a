"""Read source files that anybody or anything may have written.

Nothing here raises for a bad file: each problem becomes a C10x diagnostic. Where the author's words survive the
problem (a byte order mark, foreign line ends) a source comes back all the same, so that checking goes on.
"""

from __future__ import annotations

import codecs
import re
import stat
from pathlib import Path

from compiler.diagnostics import Diagnostic, Report
from compiler.source import Source

LIMIT = 1_000_000
"""The most bytes a source file may have; far more than anybody writes by hand."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def read_source(file: Path, display: str, report: Report) -> Source | None:
    """The text of a file, or None when there is nothing to check in it."""
    data = _read(file, display, report)
    text = None if data is None else decode(data, display, report)
    if text is None:
        return None
    if all(not line or line.startswith("#") for line in map(str.strip, text.split("\n"))):
        message = "this file has only comments" if text.strip() else "this file is empty"
        _problem(report, "C108", display, message, "write a declaration in it, or delete the file")
        return None
    return Source(display, text)


def decode(data: bytes, display: str, report: Report, *, repair: bool = False) -> str | None:
    """The text in a file's bytes, without byte order mark and with LF line ends; None when it is no text.

    With `repair` the mark and the line ends are put right without a word: that is the formatter's business.
    """
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if b"\0" in data and not utf16:
        _problem(report, "C104", display, "this is not a text file: it contains NUL bytes")
        return None
    try:
        raw = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _not_utf8(data, error.start, utf16, display, report)
        return None

    marked = raw.startswith("\ufeff")
    raw = raw.removeprefix("\ufeff")
    text = _with_lf(raw)
    if marked and not repair:
        _problem(report, "C106", display, "this file starts with a byte order mark", "`cardwright fmt` removes it")
    if "\r" in raw and not repair:
        line = raw.count("\n", 0, raw.index("\r")) + 1
        message = f"line {line} ends with a carriage return"
        _problem(report, "C107", display, message, "`cardwright fmt` rewrites the line ends")
    return None if _has_controls(text, display, report) else text


def _read(file: Path, display: str, report: Report) -> bytes | None:
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            _problem(report, "C101", display, "this is a folder, not a file", "rename it, or name a file inside it")
        elif not stat.S_ISREG(status.st_mode):  # reading a pipe or a device may never end
            _problem(report, "C102", display, "cannot read this file: it is a pipe or a device")
        elif status.st_size > LIMIT:
            message = f"this file is too big: {status.st_size:,} bytes, at most {LIMIT:,} are allowed"
            _problem(report, "C103", display, message, "split it into several files")
        else:
            return file.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path no system call accepts, like one with a NUL
        reason = getattr(error, "strerror", None) or str(error) or "unknown reason"
        _problem(report, "C102", display, f"cannot read this file: {reason[:1].lower()}{reason[1:]}")
    return None


def _not_utf8(data: bytes, at: int, utf16: bool, display: str, report: Report) -> None:
    before = _with_lf(data[:at].decode("utf-8"))
    source = Source(display, before + _with_lf(data[at:].decode("utf-8", "replace")))
    span = source.span(len(before), len(before) + 1)
    what = "UTF-16, not UTF-8" if utf16 else "not UTF-8"
    message = f"this file is {what}: byte 0x{data[at]:02X} on line {span.line}"
    report.error("C105", span, message, label="not a character", help="save the file as UTF-8")


def _has_controls(text: str, display: str, report: Report) -> bool:
    control = _CONTROL.search(text)
    if control:
        message = f"control character U+{ord(control[0]):04X} in the text"
        report.error("C104", Source(display, text).span(*control.span()), message, help="delete it")
    return bool(control)


def _with_lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _problem(report: Report, code: str, path: str, message: str, *helps: str) -> None:
    report.add(Diagnostic(code, message, path=path, helps=helps))
