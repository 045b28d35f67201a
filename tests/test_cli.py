"""The commands: what they print, what they write, and their exit status."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.cli import main
from compiler.commands import command_line
from compiler.files import create_file, replace_file
from compiler.scaffold import game_files
from runtime import UnknownGame

ROOT = Path(__file__).parent.parent
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one game, trove, around the current folder."""
    for name, text in game_files("trove", "Trove").items():
        create_file(tmp_path / "cards/trove" / name, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder without a project."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def break_a_card(project: Path) -> None:
    file = project / "cards/trove/deck.card"
    file.write_text(file.read_text().replace("color red", "color rde"))


def run_in_a_process(*arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "compiler.cli", *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )


# ---- the whole -----------------------------------------------------------------------------------------


def test_the_version_needs_neither_typer_nor_the_compiler() -> None:
    code = "import sys; from compiler.cli import main; main(['--version']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    version, modules = done.stdout.splitlines()
    assert version.startswith("cardwright ")
    assert not {"typer", "rich", "lark", "compiler.nodes", "jsonschema"} & set(json.loads(modules.replace("'", '"')))


def test_the_version_is_also_shown_among_other_options(capsys: Capture) -> None:
    assert main(["--version", "check"]) == 0
    assert capsys.readouterr().out.startswith("cardwright ")


def test_without_arguments_the_help_is_shown(capsys: Capture) -> None:
    assert main([]) == 0
    assert "Usage: cardwright" in capsys.readouterr().out


def command_paths() -> list[list[str]]:
    paths = []
    for name, command in command_line().commands.items():
        paths += [[name, inner] for inner in getattr(command, "commands", {})] or [[name]]
    return paths


@pytest.mark.parametrize("path", command_paths(), ids=" ".join)
def test_the_help_of_each_command_shows_an_example(path: list[str], capsys: Capture) -> None:
    assert main([*path, "--help"]) == 0
    assert f"Example: cardwright {' '.join(path)}" in capsys.readouterr().out


@pytest.mark.parametrize("path", command_paths(), ids=" ".join)
def test_each_command_is_described_in_the_docs(path: list[str]) -> None:
    assert f"cardwright {' '.join(path)}" in (ROOT / "docs/commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [["chek"], ["check", "--frobnicate"], ["ir"], ["new"], ["new", "planet"], ["ir", "trove", "--pass", "x"]],
)
def test_wrong_usage_is_status_2_with_a_help(arguments: list[str], project: Path, capsys: Capture) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert "--help` shows how it is called" in shown.err


def test_wrong_usage_with_json_is_json(project: Path, capsys: Capture) -> None:
    assert main(["check", "trov", "--json"]) == 2
    shown = capsys.readouterr()
    assert shown.err == ""
    assert json.loads(shown.out) == {
        "error": "there is no game `trov`",
        "help": ["did you mean `trove`?", "the games here are: trove"],
    }


def test_a_defect_is_ours_and_shows_no_traceback(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh\x1b[31m")

    monkeypatch.setattr("compiler.main.compile_game", fail)
    assert main(["check"]) == 70
    shown = capsys.readouterr()
    assert "our mistake" in shown.err
    assert "ZeroDivisionError: oh\\x1b[31m" in shown.err
    assert "Traceback" not in shown.err
    monkeypatch.setenv("CARDWRIGHT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check"])


def test_an_interrupt_is_status_130(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("compiler.main.compile_game", interrupt)
    assert main(["check"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_who_leaves_is_no_mistake() -> None:
    command = [sys.executable, "-m", "compiler.cli", "ir", "caravan"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


# ---- test ----------------------------------------------------------------------------------------------


def spoil_the_scenario(project: Path) -> int:
    """Add a fact that is not so; gives its line."""
    file = project / "cards/trove/scenarios.card"
    lines = file.read_text().rstrip().splitlines()
    file.write_text("\n".join([*lines[:-1], "  then ada's seat is 7", lines[-1], ""]))
    return len(lines)


def test_the_scenarios_of_all_games_are_played(project: Path, capsys: Capture) -> None:
    assert main(["test"]) == 0
    assert capsys.readouterr().out == "trove: 1 scenario, fine\n"


def test_what_is_not_as_a_scenario_says_is_shown_with_its_place(project: Path, capsys: Capture) -> None:
    line = spoil_the_scenario(project)
    assert main(["test", "trove"]) == 1
    assert capsys.readouterr().out == (
        "trove: 1 scenario, 1 mistake\n"
        f"cards/trove/scenarios.card:{line}: this is not so: ada's seat is 1, not 7\n"
    )  # fmt: skip


def test_failures_of_scenarios_are_shown_as_json(project: Path, capsys: Capture) -> None:
    line = spoil_the_scenario(project)
    assert main(["test", "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    (game,) = shown["games"]
    (failure,) = game["failures"]
    assert (game["name"], game["scenarios"], shown["diagnostics"]) == ("trove", 1, [])
    assert failure.pop("scenario")
    assert failure == {
        "message": "this is not so: ada's seat is 1, not 7",
        "path": "cards/trove/scenarios.card",
        "line": line,
    }


def test_a_game_with_errors_shows_the_report_of_check_first(project: Path, capsys: Capture) -> None:
    for name, text in game_files("loot", "Loot").items():
        create_file(project / "cards/loot" / name, text)
    break_a_card(project)
    assert main(["check", "trove"]) == 1
    report = capsys.readouterr().out
    assert main(["test"]) == 1
    assert capsys.readouterr().out == f"{report}loot: 1 scenario, fine\n"
    assert main(["test", "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in shown["games"]] == ["loot"]
    assert {diagnostic["code"] for diagnostic in shown["diagnostics"]} == {"C330"}


def test_an_unknown_game_has_no_scenarios(project: Path, capsys: Capture) -> None:
    assert main(["test", "trov"]) == 2
    assert "did you mean `trove`?" in capsys.readouterr().err


# ---- check -----------------------------------------------------------------------------------------------


def test_a_fine_game_is_one_line(project: Path, capsys: Capture) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "trove: 11 declarations, 4 cards, fine\n"


def test_the_project_is_found_from_inside(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "cards/trove")
    assert main(["check"]) == 0
    assert "trove: " in capsys.readouterr().out


def test_outside_of_a_project_the_installed_games_are_checked(nowhere: Path, capsys: Capture) -> None:
    assert main(["check"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("note: there is no project here")
    assert "caravan: " in shown


def test_mistakes_are_status_1_and_the_other_games_are_still_checked(project: Path, capsys: Capture) -> None:
    main(["new", "game", "other"])
    break_a_card(project)
    capsys.readouterr()
    assert main(["check"]) == 1
    shown = capsys.readouterr().out
    assert "other: 11 declarations, 4 cards, fine" in shown
    assert "trove: " not in shown
    assert "did you mean `red`?" in shown
    assert shown.endswith("2 errors in 1 file\n")


def test_a_file_stands_for_its_game(project: Path, capsys: Capture) -> None:
    break_a_card(project)
    assert main(["check", "cards/trove/turn.card"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("note: cards/trove/turn.card belongs to trove: the whole game is checked\n")
    assert "cards/trove/deck.card:3" in shown


@pytest.mark.parametrize("path", [".", "cards", "cards/trove", "cards/trove/"])
def test_a_folder_stands_for_its_games(path: str, project: Path, capsys: Capture) -> None:
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == "trove: 11 declarations, 4 cards, fine\n"


def test_a_file_of_another_project_can_be_named(
    project: Path, tmp_path_factory: pytest.TempPathFactory, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert main(["check", str(project / "cards/trove/deck.card")]) == 0
    assert "trove: " in capsys.readouterr().out


def test_a_shared_file_stands_for_all_games(project: Path, capsys: Capture) -> None:
    create_file(project / "cards/shared/words.card", "enum metal/metals { gold, tin }\n")
    assert main(["check", "cards/shared/words.card"]) == 0
    assert "is shared: all games are checked\ntrove: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("trov", "there is no game `trov`\nhelp: did you mean `trove`?"),
        ("cards/trove/dekc.card", "there is no file or folder cards/trove/dekc.card"),
        ("README.md", "README.md is not in "),
        ("/", "/ is not in any project"),
    ],
)
def test_what_is_not_there_is_status_2(argument: str, said: str, project: Path, capsys: Capture) -> None:
    (project / "README.md").touch()
    assert main(["check", argument]) == 2
    assert f"error: {said}" in capsys.readouterr().err


def test_a_card_file_beside_the_games_is_an_error(project: Path, capsys: Capture) -> None:
    create_file(project / "cards/lost.card", "# ?\n")
    for arguments in (["check"], ["check", "cards/lost.card"]):
        assert main(arguments) == 1
        assert "error[C244]: this file belongs to no game\n --> cards/lost.card" in capsys.readouterr().out
    assert main(["check", "trove"]) == 0


def test_a_project_without_games_is_wrong_usage(nowhere: Path, capsys: Capture) -> None:
    (nowhere / "cards").mkdir()
    assert main(["check"]) == 2
    assert "cardwright new game" in capsys.readouterr().err


def test_a_root_without_cards_is_wrong_usage(nowhere: Path, capsys: Capture) -> None:
    assert main(["check", "--root", str(nowhere)]) == 2
    assert "is no project" in capsys.readouterr().err


def test_json_lists_games_and_diagnostics(project: Path, capsys: Capture) -> None:
    assert main(["check", "--json"]) == 0
    fine = json.loads(capsys.readouterr().out)
    assert fine == {"games": [{"name": "trove", "cards": 4, "declarations": 11}], "diagnostics": []}
    break_a_card(project)
    assert main(["check", "--json"]) == 1
    wrong = json.loads(capsys.readouterr().out)
    assert wrong["games"] == fine["games"]
    assert [(d["path"], d["line"]) for d in wrong["diagnostics"]] == [
        ("cards/trove/deck.card", 3),
        ("cards/trove/deck.card", 5),
    ]


def test_a_shared_file_that_no_game_uses_is_reported_with_its_own_mistakes(project: Path, capsys: Capture) -> None:
    create_file(project / "cards/shared/harbors.card", "quary x: number { 1 }\n")
    assert main(["check", "trove"]) == 0  # asked for one game, only that is looked at
    capsys.readouterr()
    assert main(["check"]) == 1
    shown = capsys.readouterr().out
    assert "error[C116]: unknown declaration `quary`" in shown
    assert "error[C248]: no game uses this file\n --> cards/shared/harbors.card\n" in shown
    assert "help: write `use shared.harbors` in a file of the game that needs it, or remove the file" in shown


def test_colour_is_for_terminals_that_want_it(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    break_a_card(project)
    main(["check"])
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    main(["check"])
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check"])
    assert "\x1b" not in capsys.readouterr().out


def test_a_code_is_explained(capsys: Capture) -> None:
    assert main(["check", "--explain", "c108"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("C108: ")
    assert "Use instead" in page


def test_an_unknown_code_is_wrong_usage(capsys: Capture) -> None:
    assert main(["check", "--explain", "C999"]) == 2
    assert "there is no error code C999" in capsys.readouterr().err


# ---- fmt -------------------------------------------------------------------------------------------------

UNTIDY = b'\xef\xbb\xbftreasure 9 "Pearl" {color   red\r\n worth 2}\r\n'
TIDY = 'treasure 9 "Pearl" { color red\n  worth 2 }\n'


def test_formatting_what_is_in_order_changes_nothing(project: Path, capsys: Capture) -> None:
    assert main(["fmt"]) == 0
    assert capsys.readouterr().out == "4 files, all in order\n"


def test_formatting_keeps_the_mode_and_says_what_it_changed(project: Path, capsys: Capture) -> None:
    file = project / "cards/trove/pearl.card"
    file.write_bytes(UNTIDY)
    file.chmod(0o640)
    assert main(["fmt", "--check"]) == 1
    assert capsys.readouterr().out == "would change cards/trove/pearl.card\n"
    assert file.read_bytes() == UNTIDY
    assert main(["fmt"]) == 0
    assert capsys.readouterr().out == "changed cards/trove/pearl.card\n"
    text = file.read_bytes().decode()
    assert text.split() == TIDY.split()
    assert "\r" not in text
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert main(["fmt", "--check"]) == 0


def test_files_and_folders_can_be_named_for_formatting(project: Path, capsys: Capture) -> None:
    (project / "cards/trove/a.card").write_bytes(UNTIDY)
    (project / "cards/trove/b.card").write_bytes(UNTIDY)
    assert main(["fmt", "cards/trove/a.card", "cards/trove/a.card"]) == 0
    assert capsys.readouterr().out == "changed cards/trove/a.card\n"
    assert main(["fmt", "cards/trove"]) == 0
    assert capsys.readouterr().out == "changed cards/trove/b.card\n"


def test_a_link_stays_a_link_when_formatted(project: Path) -> None:
    real = project / "pearl.card"
    real.write_bytes(UNTIDY)
    link = project / "cards/trove/pearl.card"
    link.symlink_to(real)
    assert main(["fmt"]) == 0
    assert link.is_symlink()
    assert real.read_bytes() != UNTIDY


def test_a_declaration_that_does_not_parse_stays_and_the_others_are_formatted(project: Path, capsys: Capture) -> None:
    file = project / "cards/trove/pearl.card"
    broken = "treasure 10 { color    red ))"
    file.write_text(f"{broken}\ntreasure 9 {{color   red   worth    2}}\n")
    assert main(["fmt"]) == 1
    assert "error[C1" in capsys.readouterr().out
    text = file.read_text()
    assert broken in text
    assert "treasure 9 { color red   worth 2 }" in text


def test_only_card_files_are_formatted(project: Path, capsys: Capture) -> None:
    (project / "README.md").write_text("#  title")
    assert main(["fmt", "README.md"]) == 2
    assert "README.md is not a card file" in capsys.readouterr().err
    assert (project / "README.md").read_text() == "#  title"


def test_formatting_needs_a_project_or_names(nowhere: Path, capsys: Capture) -> None:
    assert main(["fmt"]) == 2
    assert "there is no project here" in capsys.readouterr().err


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.card"
    file.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space left"):
        replace_file(file, "new")
    assert [(f.name, f.read_text()) for f in tmp_path.iterdir()] == [("a.card", "old")]


# ---- ir --------------------------------------------------------------------------------------------------


def test_ir_prints_the_game(project: Path, capsys: Capture) -> None:
    assert main(["ir", "trove"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert (game["name"], len(game["cards"])) == ("trove", 4)


@pytest.mark.parametrize("card", [["4"], ["treasure", "4"], ["treasure 4"], ["blue vase"], ["Blue", "Vase"]])
def test_a_card_is_found_by_number_kind_or_title(card: list[str], project: Path, capsys: Capture) -> None:
    assert main(["ir", "trove", *card]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["number"], found["title"]) == ("treasure", 4, "Blue Vase")


@pytest.mark.parametrize(
    ("card", "said"),
    [("77", "the cards are: treasure 1-4"), ("Blue Vose", "did you mean `Blue Vase`?"), ("tresure 4", "`treasure 4`?")],
)
def test_an_unknown_card_is_wrong_usage(card: str, said: str, project: Path, capsys: Capture) -> None:
    assert main(["ir", "trove", card]) == 2
    shown = capsys.readouterr().err
    assert f"there is no card `{card}`" in shown
    assert said in shown


def test_a_number_that_two_kinds_have_is_not_enough(project: Path, capsys: Capture) -> None:
    create_file(project / "cards/trove/more.card", "kind curse/curses { }\ncurse 4 { }\n")
    assert main(["ir", "trove", "4"]) == 2
    assert "it could be: treasure 4, curse 4" in capsys.readouterr().err


def test_the_syntax_tree_is_shown(project: Path, capsys: Capture) -> None:
    assert main(["ir", "trove", "4", "--pass", "parse"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "Card  cards/trove/deck.card:6"
    assert '  title: "Blue Vase"' in shown


def test_the_names_are_shown(project: Path, capsys: Capture) -> None:
    assert main(["ir", "trove", "--pass", "resolve"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["noun", "hand", "zone", "cards/trove/game.card:14"] in rows
    assert ["procedure", "turn", "to", "cards/trove/turn.card:13"] in rows
    assert main(["ir", "trove", "4", "--pass", "resolve"]) == 2


def test_early_passes_are_shown_in_spite_of_mistakes(project: Path, capsys: Capture) -> None:
    break_a_card(project)
    assert main(["ir", "trove"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "did you mean `red`?" in shown.err
    assert main(["ir", "trove", "1", "--pass", "parse"]) == 0
    assert "name: rde" in capsys.readouterr().out


def test_on_a_terminal_json_escapes_what_is_not_printable(
    project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = "\N{RIGHT-TO-LEFT OVERRIDE}x\N{MUSICAL SYMBOL BEGIN BEAM}"
    create_file(project / "cards/trove/odd.card", f'treasure 9 "{title}" {{ color red   worth 2 }}\n')
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["ir", "trove", "9"]) == 0
    shown = capsys.readouterr().out
    assert '"title": "\\u202ex\\ud834\\udd73"' in shown
    assert json.loads(shown)["title"] == title


# ---- demo --------------------------------------------------------------------------------------------------


def test_the_demo_plays_a_game_to_its_end(nowhere: Path, capsys: Capture) -> None:
    assert main(["demo"]) == 0
    shown = capsys.readouterr().out
    assert "the game is over [end]" in shown
    assert "\n  1. " in shown
    assert "20 games with 3 players" in shown
    assert "docs/tutorial.md" in shown


def test_the_demo_of_a_fresh_checkout_says_to_build(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise UnknownGame(name)

    monkeypatch.setattr("runtime.load_game", fail)
    assert main(["demo"]) == 2
    assert "cardwright build" in capsys.readouterr().err


def test_everything_works_from_a_process(project: Path) -> None:
    done = run_in_a_process("check", cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "trove: 11 declarations, 4 cards, fine\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("arguments", [["--version"], ["check"], ["ir", "caravan"]], ids=" ".join)
def test_a_full_disk_is_said_plainly(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "compiler.cli", *arguments]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.stderr.startswith("error: no space left on device\n")
    assert "Traceback" not in done.stderr


def test_without_an_output_nothing_is_printed(project: Path) -> None:
    command = f'"{sys.executable}" -m compiler.cli check >&-'
    done = subprocess.run(
        command, shell=True, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
