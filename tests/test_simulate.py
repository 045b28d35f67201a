"""Random games: what they come to, in one process or several, and how `simulate` shows it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path

import pytest

from compiler.cli import main
from compiler.files import create_file
from compiler.scaffold import game_files
from runtime import EngineError, Game, Result, load_game
from runtime.processes import iter_summaries
from runtime.simulate import Summary, simulate, total

ROOT = Path(__file__).parent.parent
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one game, trove, around the current folder."""
    for name, text in game_files("trove", "Trove").items():
        create_file(tmp_path / "cards/trove" / name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def simulated(capsys: Capture, *arguments: str) -> dict[str, object]:
    """What `simulate --json` says."""
    assert main(["simulate", *arguments, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert isinstance(shown, dict)
    return shown


# ---- summaries -------------------------------------------------------------------------------------------


def test_a_summary_counts_shared_victories_in_parts() -> None:
    one = Summary.of_game(Result(((0, 2), (1,)), ((7, 1), (3, 9), (7, 1)), "end"), 10)
    two = Summary.of_game(Result(((1,), (0, 2)), ((2,), (5,), (2,)), None), 4)
    both = one + two
    assert both == two + one
    assert (both.games, both.decisions, both.shortest, both.longest) == (2, 14, 4, 10)
    assert both.wins == (Fraction(1, 2), Fraction(1), Fraction(1, 2))
    assert both.average_scores == [4.5, 4.0, 4.5]
    assert both.reasons == Counter({"end": 1, "": 1})
    assert str(both).splitlines() == [
        "2 games with 3 players, 7.0 decisions each (4 to 10)",
        "  seat 1 wins  25.0 %, score 4.5 on average",
        "  seat 2 wins  50.0 %, score 4.0 on average",
        "  seat 3 wins  25.0 %, score 4.5 on average",
        "  1 ended",
        "  1 ended by [end]",
    ]


def test_a_game_without_scores_has_no_average() -> None:
    without = Summary.of_game(Result(((0,), (1,)), ((), ()), "end"), 3)
    assert without.average_scores is None
    assert "score" not in str(without)
    scored = Summary.of_game(Result(((0,), (1,)), ((4,), (2,)), "end"), 3)
    assert (without + scored).average_scores == [4.0, 2.0]


def test_no_games_are_nothing_to_add() -> None:
    one = Summary.of_game(Result(((0,), (1,)), ((4,), (2,)), "end"), 3)
    assert Summary(2) + one == one + Summary(2) == one
    assert total(2, []).average_decisions == 0


# ---- processes -------------------------------------------------------------------------------------------


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    game = load_game("caravan")
    alone = simulate(game, players=2, games=7, seed=3)
    assert total(2, iter_summaries(game, 2, 7, 3, jobs=1)) == alone
    assert total(2, iter_summaries(game, 2, 7, 3, jobs=2)) == alone


def test_other_processes_get_the_options() -> None:
    game = load_game("caravan")
    options = {"hospitality": True}
    alone = simulate(game, players=3, games=6, seed=1, options=options)
    assert alone != simulate(game, players=3, games=6, seed=1)
    assert total(3, iter_summaries(game, 3, 6, 1, jobs=2, options=options)) == alone


def test_a_game_can_be_sent_to_another_process() -> None:
    game = load_game("caravan")
    twin = Game.from_source(game.source)
    assert simulate(twin, 2, 1) == simulate(game, 2, 1)


def test_who_wants_no_more_games_leaves_no_process_behind() -> None:
    with closing(iter_summaries(load_game("caravan"), 2, 10_000, 0, jobs=2)) as summaries:
        assert next(summaries).games >= 1
        assert active_children()
    assert not active_children()


# ---- the command -----------------------------------------------------------------------------------------


def test_simulating_sums_up_the_games(project: Path, capsys: Capture) -> None:
    assert main(["simulate", "trove", "--players", "3", "--games", "4", "--seed", "5"]) == 0
    captured = capsys.readouterr()
    shown = captured.out.splitlines()
    assert re.fullmatch(r"Trove: 4 games with 3 players, [\d.]+ decisions each \(\d+ to \d+\)", shown[0])
    assert [line.split()[:2] for line in shown[1:4]] == [["seat", "1"], ["seat", "2"], ["seat", "3"]]
    assert shown[4] == "  4 ended by [end]"
    assert re.fullmatch(r"  [\d.,]+ games/s, [\d.,]+ decisions/s", shown[5])
    assert captured.err == "", "a bar is for terminals"


def test_the_same_seed_gives_the_same_games(project: Path, capsys: Capture) -> None:
    shown = [simulated(capsys, "trove", "--games", "5", "--seed", seed) for seed in ("1", "1", "2")]
    for one in shown:
        assert one.pop("speed")
    assert shown[0] == shown[1]
    assert [one["seed"] for one in shown] == [1, 1, 2]
    wins, reasons, length = shown[0]["wins"], shown[0]["reasons"], shown[0]["length"]
    assert isinstance(wins, list)
    assert isinstance(reasons, dict)
    assert isinstance(length, dict)
    assert shown[0]["games"] == sum(wins) == sum(reasons.values()) == 5
    assert shown[0]["players"] == 2
    assert shown[0]["interrupted"] is False
    assert length["least"] <= length["mean"] <= length["most"]


def test_several_jobs_show_the_same(project: Path, capsys: Capture) -> None:
    shown = [simulated(capsys, "trove", "--games", "9", "--jobs", jobs) for jobs in ("1", "2", "0")]
    speeds = [one.pop("speed") for one in shown]
    assert shown[0] == shown[1] == shown[2]
    assert isinstance(speeds[1], dict)
    assert speeds[1]["jobs"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["trove", "--players", "7"], "trove is for 2 to 4 players, not for 7"),
        (["trove", "--games", "0"], "--games"),
        (["trove", "--jobs", "-1"], "--jobs"),
        (["trove", "--option", "magic=yes"], "trove has no option `magic`"),
        (["trov"], "did you mean `trove`?"),
    ],
)
def test_what_cannot_be_simulated_is_wrong_usage(
    arguments: list[str], said: str, project: Path, capsys: Capture
) -> None:
    assert main(["simulate", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("hospitalty=yes", "did you mean `hospitality`?"),
        ("hospitality", "write --option hospitality=yes or --option hospitality=no"),
        ("hospitality=maybe", "--option hospitality=maybe is neither yes nor no"),
    ],
)
def test_an_option_that_makes_no_sense_is_wrong_usage(option: str, said: str, capsys: Capture) -> None:
    assert main(["simulate", "caravan", "--root", str(ROOT), "--option", option]) == 2
    assert said in capsys.readouterr().err


def test_a_game_with_mistakes_is_not_simulated(project: Path, capsys: Capture) -> None:
    file = project / "cards/trove/deck.card"
    file.write_text(file.read_text().replace("color red", "color rde"))
    assert main(["simulate", "trove"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "error[C" in shown.err


def test_a_game_that_cannot_be_played_on_names_its_seed(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise EngineError("nothing goes on")

    monkeypatch.setattr("runtime.simulate.play_randomly", fail)
    assert main(["simulate", "trove", "--seed", "17"]) == 1
    assert "trove can't be played on: nothing goes on (seed 17)" in capsys.readouterr().err


# ---- interrupts ------------------------------------------------------------------------------------------


def interrupt_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come when so many games have been played."""
    from runtime import processes

    play = processes.iter_summaries

    def some(*arguments: object, **more: object) -> Iterator[Summary]:
        for number, summary in enumerate(play(*arguments, **more)):  # type: ignore[arg-type]
            if number == games:
                raise KeyboardInterrupt
            yield summary

    monkeypatch.setattr("runtime.processes.iter_summaries", some)


def test_an_interrupt_sums_up_what_was_played(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after(3, monkeypatch)
    assert main(["simulate", "trove", "--games", "50"]) == 130
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "interrupted: 3 of 50 games played"
    assert shown[1].startswith("Trove: 3 games with 2 players")
    assert main(["simulate", "trove", "--games", "50", "--json"]) == 130
    as_json = json.loads(capsys.readouterr().out)
    assert (as_json["games"], as_json["interrupted"]) == (3, True)


def test_an_interrupt_before_the_first_game_says_nothing(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(0, monkeypatch)
    assert main(["simulate", "trove", "--json"]) == 130
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "")


INTERRUPTIBLE = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may have been told to ignore it
from compiler.cli import main
from runtime import processes

def told(*arguments, play=processes.iter_summaries, **options):
    for number, summary in enumerate(play(*arguments, **options)):
        if number == 1:
            print("playing", file=sys.stderr, flush=True)
        yield summary

processes.iter_summaries = told
sys.exit(main(sys.argv[1:]))
"""
"""The command line, which says when the first summary has been counted."""


def is_there(group: int) -> bool:
    """Whether a group of processes has anybody left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a group of processes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_all_processes_without_a_traceback(jobs: str, project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "simulate", "trove", "--games", "1000000", "--jobs", jobs],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "playing\n"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert out.startswith("interrupted: ")
    until = time.monotonic() + 10
    while is_there(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_there(process.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a group of processes")
def test_processes_end_when_their_parent_was_killed(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "simulate", "trove", "--games", "1000000", "--jobs", "2"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "playing\n"
        process.kill()
    until = time.monotonic() + 10
    while is_there(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_there(process.pid)
