"""Tables of rulings: docs/<game>.md says for each reading of the rules where it is proven.

A row is `| number | what it is about | proof |`. A proof is a scenario, `[ruling.7]`, or a test, `test_…`; a row that
begins with a dash says why there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.games import ROOT, compiled


def rows(game: str) -> dict[int, str]:
    """Where each ruling of a game is proven, from its docs."""
    text = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)
    assert len(found) == len({number for number, _ in found}), "a ruling has two rows"
    return {int(number): proof.strip() for number, proof in found}


def untrue_rows(game: str) -> Iterator[str]:
    """What is wrong with the table: rows that prove nothing, and scenarios that have no row."""
    ids = {str(scenario.rule) for scenario in compiled(game).scenarios}
    tests = (file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests").glob("test_*.py")))
    defined = set(re.findall(r"^def (test_\w+)\(", "\n".join(tests), re.MULTILINE))
    named: set[str] = set()
    for number, proof in rows(game).items():
        scenarios, functions = set(re.findall(r"`\[([\w.]+)\]`", proof)), set(re.findall(r"`(test_\w+)`", proof))
        named |= scenarios
        if not scenarios and not functions and not proof.startswith("–"):
            yield f"ruling {number} has no proof and no reason"
        yield from (f"ruling {number} names {name}, which is not there" for name in scenarios - ids)
        yield from (f"ruling {number} names {name}, which is not there" for name in functions - defined)
    yield from (f"[{id}] is in no row" for id in sorted(ids - named) if re.fullmatch(r"ruling\.\d+", id))
