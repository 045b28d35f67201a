"""What docs/engine.md shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_of_the_engine_page_are_true() -> None:
    page = Path(__file__).parent.parent / "docs" / "engine.md"
    text = page.read_text(encoding="utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(test.examples) > 8
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)
