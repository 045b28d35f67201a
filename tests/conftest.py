"""The one option of the tests: `pytest --update-goldens` rewrites what fixtures expect. Read that diff as code."""

from __future__ import annotations

import pytest

from runtime.game import Game
from tests.games import GAMES, engine


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag."""
    parser.addoption("--update-goldens", action="store_true", help="rewrite the expected output of fixtures")


def pytest_configure(config: pytest.Config) -> None:
    """Several processes would overwrite each other's goldens."""
    if config.getoption("--update-goldens") and hasattr(config, "workerinput"):
        raise pytest.UsageError("refresh goldens in one process: leave out -n")


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expectations are to be rewritten."""
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture(scope="session")
def compiled_games() -> dict[str, Game]:
    """Every game that there is, and those of the hard cases, by name: compiled once."""
    return {name: engine(name) for name in GAMES}
