"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_examples_of_the_readme_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = "\n".join(re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 6
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert result.failed == 0, "".join(output)


def test_the_card_in_the_readme_is_the_one_in_the_game() -> None:
    card = re.search(r"^```\n(cargo 5 .*?)^```", README, re.MULTILINE | re.DOTALL)
    assert card is not None
    assert card[1] in (ROOT / "cards/caravan/deck.card").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "docs/commands.md"])
def test_links_and_paths_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    paths = set(re.findall(r"\]\(([^)#:]+)\)", text))
    paths |= set(re.findall(r"(?<![\w/.])((?:compiler|grammar|docs|tests|cards/caravan)/[\w/]+(?:\.\w+)+)", text))
    paths -= {"cards/caravan/deck/cargo_14.card"}  # the new card of an example
    assert paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
