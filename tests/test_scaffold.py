"""Starting points: what `cardwright new` writes is right at once, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.cli import main
from compiler.diagnostics import Report, render
from compiler.engine.render import engine_modules
from compiler.files import create_file
from compiler.format import format_text
from compiler.main import compile_game
from compiler.project import Project
from compiler.resolve import Table, resolve
from compiler.scaffold import game_files, next_number, title_of
from compiler.schema import game_to_json
from runtime.game import Game
from runtime.simulate import simulate
from tests.agreement import disagreement
from tests.reference.game import Game as ReferenceGame
from tests.worked_examples import PLAYED_BY, mistakes

HARD_CASES = Path(__file__).parent / "hard_cases"
CARDS = Path(__file__).parent.parent / "cards"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def assert_fine(root: Path, game: str) -> None:
    assert render(compile_game(Project(root), game).report, colour=False) == ""


def table_of(root: Path, game: str) -> Table:
    return resolve(Project(root).load(game, Report()).declarations, Report())


# ---- a game ----------------------------------------------------------------------------------------------


def test_a_new_game_is_fine_at_once(folder: Path, capsys: Capture) -> None:
    assert main(["new", "game", "silk_road"]) == 0
    assert "wrote cards/silk_road/game.card\n" in capsys.readouterr().out
    assert_fine(folder, "silk_road")
    assert main(["check"]) == 0
    assert main(["build"]) == 0


def test_a_new_game_is_played_to_its_end_and_its_scenario_holds(folder: Path) -> None:
    assert main(["new", "game", "silk_road"]) == 0
    compiled = compile_game(Project(folder), "silk_road").game
    assert compiled is not None
    game = Game.from_source((compiled.name, engine_modules(compiled)))
    for players in game.player_counts:
        summary = simulate(game, players, games=10, seed=3)
        assert summary.shortest > 0
        assert summary.reasons == {"end": 10}
    assert [mistakes(compiled, played_by) for played_by in PLAYED_BY] == [[[]], [[]]]


def test_a_new_game_plays_as_the_interpreter_does(folder: Path) -> None:
    assert main(["new", "game", "silk_road"]) == 0
    compiled = compile_game(Project(folder), "silk_road").game
    assert compiled is not None
    game = Game.from_source((compiled.name, engine_modules(compiled)))
    reference = ReferenceGame.from_ir(game_to_json(compiled))
    assert [disagreement(game, reference, players, 1, 100) for players in game.player_counts] == [None, None, None]


@pytest.mark.parametrize("file", game_files("x", "X"))
def test_a_new_game_is_in_the_house_layout(file: str) -> None:
    text = game_files("silk_road", "Silk Road")[file]
    assert format_text(text) == text


@pytest.mark.parametrize("title", ["@name@ {{ x }} {title}", "It's # no comment", "絹の道"])
def test_a_new_game_has_the_wanted_title(title: str, folder: Path) -> None:
    assert main(["new", "game", "silk", "--title", title]) == 0
    compiled = compile_game(Project(folder), "silk")
    assert compiled.game is not None
    assert compiled.game.title == title


@pytest.mark.parametrize("title", ['a "quoted" one', "two\nlines", "\x1b[31mred", "", "  "])
def test_a_title_that_cannot_be_written_is_refused(title: str, folder: Path, capsys: Capture) -> None:
    assert main(["new", "game", "silk", "--title", title]) == 2
    assert "this can't be a title" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("SilkRoad", "for example `silkroad`"),
        ("silk road", "for example `silk_road`"),
        ("../silk", "for example `silk`"),
        ("2nd", "for example `nd`"),
        ("", "can't be the name of a game"),
        ("\x1b[31m", "for example `m`"),
        ("x" * 300, "can't be the name of a game"),
        ("shared", "has a meaning of its own"),
        ("choose", "has a meaning of its own"),
        ("game", "has a meaning of its own"),
        ("class", "has a meaning of its own"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused(name: str, said: str, folder: Path, capsys: Capture) -> None:
    assert main(["new", "game", name]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert "\x1b" not in shown
    assert list(folder.iterdir()) == []


def test_a_game_that_exists_is_left_alone(folder: Path, capsys: Capture) -> None:
    main(["new", "game", "silk"])
    deck = folder / "cards/silk/deck.card"
    deck.write_text("mine")
    assert main(["new", "game", "silk"]) == 2
    assert "there is a game `silk` already" in capsys.readouterr().err
    assert deck.read_text() == "mine"


def test_a_folder_that_exists_is_left_alone(folder: Path, capsys: Capture) -> None:
    create_file(folder / "cards/silk/notes.txt", "mine")
    assert main(["new", "game", "silk"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [file.name for file in (folder / "cards/silk").iterdir()] == ["notes.txt"]


def test_a_new_game_joins_the_project_around_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["new", "game", "first"])
    monkeypatch.chdir(folder / "cards/first")
    assert main(["new", "game", "second"]) == 0
    assert Project(folder).games() == ["first", "second"]


def test_a_title_is_made_from_a_name() -> None:
    assert title_of("silk_road_2") == "Silk Road 2"


# ---- a card ----------------------------------------------------------------------------------------------


def test_a_new_card_is_fine_at_once(folder: Path, capsys: Capture) -> None:
    main(["new", "game", "silk"])
    capsys.readouterr()
    assert main(["new", "card", "silk", "--title", "Green Tea"]) == 0
    assert capsys.readouterr().out == "wrote cards/silk/deck/treasure_5.card: treasure 5\n"
    assert (folder / "cards/silk/deck/treasure_5.card").read_text() == (
        'treasure 5 "Green Tea" {\n  color red  # or blue\n  worth 1  # 1 to 5\n  # copies 2\n}\n'
    )
    assert_fine(folder, "silk")
    assert main(["new", "card", "silk"]) == 0
    assert "treasure 6" in capsys.readouterr().out
    assert_fine(folder, "silk")


def copy_game(folder: Path, game: str) -> None:
    """Make a project with one of our games or hard cases, and what is shared."""
    home = CARDS if (CARDS / game).is_dir() else HARD_CASES
    for name in (game, "shared"):
        for file in sorted((home / name).rglob("*.card")):
            create_file(folder / "cards" / file.relative_to(home), file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", ["caravan", "changcheng", "pamir1e", "pamir2e"])
def test_a_new_card_of_every_kind_is_as_fine_as_the_game(game: str, folder: Path) -> None:
    copy_game(folder, game)
    before = {(d.code, d.message) for d in compile_game(Project(folder), game).report}
    for kind in table_of(folder, game).kinds:
        assert main(["new", "card", game, "--kind", kind]) == 0
    after = {(d.code, d.message) for d in compile_game(Project(folder), game).report}
    assert after == before
    for file in (folder / "cards" / game / "deck").glob("*_*.card"):
        text = file.read_text(encoding="utf-8")
        assert format_text(text) == text


def test_what_a_card_may_have_besides_stands_in_comments(folder: Path, capsys: Capture) -> None:
    copy_game(folder, "caravan")
    assert main(["new", "card", "caravan", "--kind", "cargo", "--title", "Green Tea"]) == 0
    assert capsys.readouterr().out == "wrote cards/caravan/deck/cargo_13.card: cargo 13\n"
    lines = (folder / "cards/caravan/deck/cargo_13.card").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "  good salt  # or spice, silk"
    assert "  # gift coin, …" in lines
    assert "  # ability friend_of(salt)" in lines


def test_of_several_kinds_the_most_frequent_is_chosen_and_said(folder: Path, capsys: Capture) -> None:
    main(["new", "game", "silk"])
    create_file(folder / "cards/silk/curses.card", "kind curse/curses { }\ncurse 7 { }\n")
    capsys.readouterr()
    assert main(["new", "card", "silk"]) == 0
    shown = capsys.readouterr().out
    assert "note: this is a treasure, as most cards are; `--kind` makes another: curse" in shown
    assert main(["new", "card", "silk", "--kind", "curse"]) == 0
    assert "curse 8" in capsys.readouterr().out


def test_an_unknown_kind_is_wrong_usage(folder: Path, capsys: Capture) -> None:
    main(["new", "game", "silk"])
    assert main(["new", "card", "silk", "--kind", "tresure"]) == 2
    assert "did you mean `treasure`?" in capsys.readouterr().err


def test_a_game_without_kinds_gets_no_card(folder: Path, capsys: Capture) -> None:
    create_file(folder / "cards/bare/game.card", 'game bare "Bare" { players 2 to 2 }\n')
    assert main(["new", "card", "bare"]) == 2
    assert "this game declares no kind of cards" in capsys.readouterr().err


def test_a_card_file_that_exists_is_left_alone(folder: Path, capsys: Capture) -> None:
    main(["new", "game", "silk"])
    file = folder / "cards/silk/deck/treasure_5.card"
    create_file(file, "# mine\n")
    assert main(["new", "card", "silk"]) == 1
    assert "file exists" in capsys.readouterr().err
    assert file.read_text() == "# mine\n"


def test_there_is_no_card_without_a_project(folder: Path, capsys: Capture) -> None:
    assert main(["new", "card", "caravan"]) == 2
    assert "there is no project here to add a card" in capsys.readouterr().err


def numbered(folder: Path, cards: str) -> Table:
    create_file(folder / "cards/g/game.card", "kind a/as_ { }\nkind b/bs { }\n" + cards)
    return table_of(folder, "g")


def test_a_game_numbered_throughout_stays_so(folder: Path) -> None:
    table = numbered(folder, "a 1 { }\na 2 { }\nb 3 { }\nb 4 { }\n")
    assert (next_number(table, "a"), next_number(table, "b")) == (5, 5)


def test_kinds_that_are_numbered_apart_stay_so(folder: Path) -> None:
    table = numbered(folder, "a 1 { }\na 2 { }\nb 1 { }\nb 2 { }\nb 3 { }\n")
    assert (next_number(table, "a"), next_number(table, "b")) == (3, 4)
