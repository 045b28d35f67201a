"""The catalogue of diagnostics: what each code means, why it is a mistake, and what to write instead.

`python -m compiler.codes` writes it to docs/diagnostics.md.
"""

from __future__ import annotations

from pathlib import Path

from compiler.catalogue import Code, names, rules, source, types, words

PAGE = Path(__file__).parent.parent / "docs" / "diagnostics.md"

CODES: dict[str, Code] = {
    page.code: page for module in (source, names, types, rules, words) for page in module.PAGES
}  # fmt: skip
"""Every code that the compiler can report, in order."""

_CHAPTERS = {"C1": "Files and syntax", "C2": "Names", "C3": "Types", "C4": "Suspicious rules", "C5": "Words"}


def explain(code: str) -> str:
    """The page of a code as plain text; raises KeyError for a code that does not exist."""
    page = CODES[code]
    parts = [f"{page.code}: {page.title}", f"What it means\n{_indented(page.meaning)}", f"Why\n{_indented(page.why)}"]
    parts += [f"Example\n{_indented(page.example)}", f"Use instead\n{_indented(page.instead)}"]
    return "\n\n".join(parts)


def as_markdown() -> str:
    """The whole catalogue as a page of documentation."""
    parts = [
        "# Diagnostics",
        "What every error code means; `cardwright check --explain C201` shows one page.",
        "Generated from compiler/catalogue: do not edit, run `python -m compiler.codes`.",
    ]
    for prefix, title in _CHAPTERS.items():
        parts.append(f"## {prefix}: {title}")
        parts += [_section(page) for code, page in CODES.items() if code.startswith(prefix)]
    return "\n\n".join(parts) + "\n"


def _section(page: Code) -> str:
    return "\n\n".join(
        [
            f"### {page.code}: {page.title}",
            f"*What it means.* {page.meaning}",
            f"*Why.* {page.why}",
            f"*Example*\n\n```\n{page.example}\n```",
            f"*Use instead*\n\n```\n{page.instead}\n```",
        ]
    )


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def main() -> None:
    """Write docs/diagnostics.md."""
    PAGE.write_text(as_markdown(), encoding="utf-8")


if __name__ == "__main__":
    main()
