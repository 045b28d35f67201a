"""`bench` measures what it says; how much that is, no test can know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler.cli import main
from compiler.files import create_file
from compiler.measure import EXPECTED, Figures, calibrate, measure
from compiler.project import Project
from compiler.scaffold import game_files
from runtime import EngineError

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two games, around the current folder."""
    for game in ("hoard", "trove"):
        for name, text in game_files(game, game.title()).items():
            create_file(tmp_path / "cards" / game / name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def break_a_card(project: Path) -> None:
    file = project / "cards/trove/deck.card"
    file.write_text(file.read_text().replace("color red", "color rde"))


def test_the_calibration_is_always_the_same() -> None:
    assert calibrate() == calibrate() == EXPECTED


def test_all_games_are_measured_or_those_named(project: Path, capsys: Capture) -> None:
    assert main(["bench", "--seconds", "0"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0][:3] == ["game", "players", "compile"]
    assert [row[:2] for row in rows[1:3]] == [["hoard", "2"], ["trove", "2"]]
    assert main(["bench", "trove", "--seconds", "0"]) == 0
    assert "hoard" not in capsys.readouterr().out


def test_figures_are_shown_as_json(project: Path, capsys: Capture) -> None:
    assert main(["bench", "trove", "--seconds", "0", "--json"]) == 0
    (figures,) = json.loads(capsys.readouterr().out)["games"]
    assert (figures["game"], figures["players"], figures["games"]) == ("trove", 2, 1)
    assert figures["decisions"] > 0
    assert set(figures["relative"]) == {"decisions", "games", "compile", "clone"}
    assert figures["state_bytes"] is None or figures["state_bytes"] > 2


def test_the_relative_speed_is_the_same_on_a_machine_that_is_twice_as_fast() -> None:
    slow = Figures("x", 2, 1.0, 1.0, 10, 500, 4.0, 0.1, None, 0.02)
    fast = Figures("x", 2, 0.5, 0.5, 10, 500, 2.0, 0.05, None, 0.01)
    assert fast.decisions_per_second == 2 * slow.decisions_per_second
    assert fast.games_per_second == 2 * slow.games_per_second
    assert fast.relative_speed == pytest.approx(slow.relative_speed)


def test_a_game_with_mistakes_is_reported_and_the_others_are_measured(project: Path, capsys: Capture) -> None:
    break_a_card(project)
    assert main(["bench", "--seconds", "0"]) == 1
    shown = capsys.readouterr()
    assert "error[C" in shown.err
    assert [line.split()[0] for line in shown.out.splitlines()[:2]] == ["game", "hoard"]
    figures, report = measure(Project(project), "trove", 0)
    assert figures is None
    assert report.has_errors


def test_a_game_that_cannot_be_played_on_is_said_plainly(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise EngineError("nothing goes on")

    monkeypatch.setattr("runtime.simulate.play_randomly", fail)
    assert main(["bench", "trove"]) == 1
    assert "trove can't be played on: nothing goes on" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["trov"], ["--seconds", "-1"], ["trove", "--seconds", "soon"]])
def test_what_cannot_be_measured_is_wrong_usage(arguments: list[str], project: Path, capsys: Capture) -> None:
    assert main(["bench", *arguments]) == 2
    assert capsys.readouterr().err.startswith("error: ")
