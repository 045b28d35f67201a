"""`play`: a person in the terminal, here one who types through a pipe."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from compiler.cli import main
from compiler.prompting import Lines, columns, split_answers
from compiler.session import Session
from compiler.table import decision_lines, number_of
from runtime import Decision, EngineError, Game, IllegalMove, Option, State, load_game
from runtime.replay import parse
from runtime.replay import play as play_replay
from runtime.simulate import play_randomly

ROOT = Path(__file__).parent.parent
Capture = pytest.CaptureFixture[str]
CARAVAN = ("caravan", "--names", "amira,boris", "--seed", "7")


class Terminal:
    """Types lines at `cardwright play`, and sees what is shown."""

    def __init__(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.err = ""

    def types(self, *lines: str, at: tuple[str, ...] = CARAVAN, status: int = 0) -> str:
        """What is shown to whoever types this."""
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *at]) == status
        shown = self._capsys.readouterr()
        self.err = shown.err
        return shown.out


@pytest.fixture
def terminal(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Somebody outside of any project: the games that come with Cardwright are played."""
    monkeypatch.chdir(tmp_path)
    return Terminal(capsys, monkeypatch)


def after(shown: str, line: str) -> str:
    """What follows the last time that something was typed."""
    return shown.rpartition(f"> {line}\n")[2]


# ---- what is shown ---------------------------------------------------------------------------------------


def test_the_start_shows_what_happened_and_what_is_to_be_decided(terminal: Terminal) -> None:
    shown = terminal.types()
    assert shown.startswith("Caravan: amira, boris; seed 7\n`help` shows what you can type, `quit` ends.\n")
    assert "  turn of amira\n" in shown
    assert shown.endswith(
        "\namira decides: repeat [turn.action]\n  1. buy\n  2. travel\n  3. rest\n  4. stop\namira> \n"
    )


def test_optional_rules_are_named(terminal: Terminal) -> None:
    assert "; seed 7; with hospitality\n" in terminal.types(at=(*CARAVAN, "--option", "hospitality=yes"))


def test_without_a_seed_each_game_is_another_one_and_says_which(terminal: Terminal) -> None:
    starts = {terminal.types(at=("caravan",)).splitlines()[0] for _ in range(4)}
    assert len(starts) > 1


def test_many_options_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert list(columns(["a", "bb"])) == ["  a", "  bb"]
    lines = list(columns([f"item{number:02}" for number in range(14)]))
    assert lines[0].split() == ["item00", "item05", "item10"]
    assert lines[4].split() == ["item04", "item09"]
    assert list(columns([])) == []


# ---- answers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["1, 2", "buy, stall(1)", "buy stall(1)", "1 stall( 1 )", "buy,2"])
def test_answers_are_numbers_or_spellings_also_several(line: str, terminal: Terminal) -> None:
    news = after(terminal.types(line), line)
    assert news.startswith("  amira: buy [turn.action]\n  amira: stall(1) [buy.stall]\n")
    assert "amira decides: repeat [turn.action]\n" in news


def test_of_a_line_everything_is_done_or_nothing(terminal: Terminal) -> None:
    shown = terminal.types("buy, stall(77)", "buy")
    assert "stall(77)" in after(shown, "buy, stall(77)")
    assert "nothing of this line was done\n" in shown
    news = after(shown, "buy")
    assert news.startswith("  amira: buy [turn.action]\n\namira decides: choose [buy.stall]\n"), "`buy` was taken back"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0", "there is no option 0: there are 4\n"),
        ("5", "there is no option 5: there are 4\n"),
        ("9" * 5000, "there are 4\n"),
        ("travle", "did you mean `travel`?\n"),
        ("/undoo", "did you mean `undo`?\n"),
        ("xyzzy", "`help` shows what you can type\n"),
        (")(", "possible are: buy, travel, rest, stop"),
        ("²", "possible are: buy, travel, rest, stop"),
    ],
)
def test_wrong_input_is_explained_and_asked_again(line: str, said: str, terminal: Terminal) -> None:
    shown = terminal.types(line, "3")
    assert said in shown
    assert "  amira: rest [turn.action]\n" in shown


def test_an_empty_line_asks_again(terminal: Terminal) -> None:
    assert "amira> \namira>   \namira> quit\n" in terminal.types("", "  ", "quit")


def test_what_is_no_text_is_wrong_input(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\n2\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["play", *CARAVAN]) == 0


def test_without_an_input_the_game_is_left(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", *CARAVAN]) == 0


def test_options_that_are_numbers_are_meant_by_their_numbers() -> None:
    spellings = ["0", "1", "2", "stop"]
    assert number_of("1", spellings) is None
    decision = Decision(
        0, "ada", "x", "choose", tuple(Option("choose", (), spelling, code) for code, spelling in enumerate(spellings))
    )
    assert decision_lines(decision)[1:] == ["  0", "  1", "  2", "  stop"]
    assert number_of("1", ["red", "blue"]) == 0
    with pytest.raises(IllegalMove, match="there is no option 3: there are 2"):
        number_of("3", ["red", "blue"])


def test_answers_are_split_outside_of_parentheses() -> None:
    assert split_answers(" a,b  c , d(1, 2) ,, e( f )") == ["a", "b", "c", "d(1,2)", "e(f)"]
    assert split_answers("") == []


# ---- commands --------------------------------------------------------------------------------------------


def test_why_says_what_stops_an_answer(terminal: Terminal) -> None:
    shown = terminal.types("why buy stall(0)", "buy stall(2)", "why buy stall(0)", "why")
    assert "amira> why buy stall(0)\nnothing stops `buy stall(0)`\n" in shown
    assert "`buy stall(0)` is not possible now: " in shown
    assert "why what? for example: why travel\n" in shown


def test_undo_goes_back_as_often_as_one_likes(terminal: Terminal) -> None:
    shown = terminal.types("buy", "2", "undo", "undo", "undo", "rest")
    assert "took back: stall(1)\n\namira decides: choose [buy.stall]\n" in shown
    assert "took back: buy\n\namira decides: repeat [turn.action]\n" in shown
    assert "there is nothing to take back\n" in shown
    assert after(shown, "rest").startswith("  amira: rest [turn.action]\n")


def test_undo_goes_back_over_moves_of_bots_which_then_move_alike(terminal: Terminal) -> None:
    shown = terminal.types("stop", "undo", "stop", at=(*CARAVAN, "--you", "amira"))
    first, second = shown.split("amira> stop\n")[1:]
    assert "boris: " in first
    assert "took back: stop, " in first
    assert first.partition("amira> undo\n")[0] == second.partition("amira> \n")[0]


def test_the_log_is_shown_whole_or_its_end(terminal: Terminal) -> None:
    shown = terminal.types("log", "log 1", "log 99999", "log 0", "log x")
    assert after(shown, "log").startswith("  starter is amira\n")
    assert "amira> log 1\n  turn of amira\namira> " in shown
    assert "amira> log 0\namira> " in shown
    assert "`x` is no number of lines" in shown


@pytest.mark.parametrize("word", ["look", "position", "/look"])
def test_one_can_look_at_the_table(word: str, terminal: Terminal) -> None:
    assert "stall" in after(terminal.types(word), word)


ALONE = ("changcheng", "--names", "amira,boris", "--you", "amira", "--seed", "3")
OPENING = ("1", "1", "space(west, 3)", "yes", "two_walls", "1", "no")


def test_who_plays_alone_is_told_only_what_is_to_be_seen(terminal: Terminal) -> None:
    """Bots hide their cards, and what they have scouted; one's own is told, with titles."""
    shown = terminal.types(*OPENING, "log", at=ALONE)
    told = after(shown, "log")
    assert re.search(r"reveal to amira: threat_token\(\d\) -\d", told)
    assert "boris: a card [cards.card]" in told
    assert not re.search(r"(boris: |^  )action_card\(\d, boris\)", told, re.MULTILINE)
    assert not re.search(r"reveal to boris: threat_token", told)


def test_options_are_shown_with_the_titles_of_cards(terminal: Terminal) -> None:
    assert "action_card(1, amira)  Warrior" in terminal.types(*OPENING[:4], "two_cards", at=ALONE)


def test_the_help_names_every_command(terminal: Terminal) -> None:
    shown = terminal.types("help", "?", "HELP", "/help")
    for word in ("why", "undo", "log", "look", "save", "quit"):
        assert shown.count(f"\n  {word} ") == 4


@pytest.mark.parametrize("word", ["quit", "exit", "/quit"])
def test_quit_ends(word: str, terminal: Terminal) -> None:
    assert terminal.types(word, "buy").endswith(f"amira> {word}\n")


def test_a_replay_is_saved_and_not_over_something_else(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    lines = ("buy stall(1)", "save a.replay", "rest", "save a.replay", "save notes", "save", "save notes/x")
    shown = terminal.types(*lines, at=(*CARAVAN, "--bots", "2", "--option", "hospitality=yes"))
    assert "wrote a.replay: 2 moves\n" in shown
    assert "notes exists already: choose another name\n" in shown
    assert "save to which file?" in shown
    assert "notes/x can't be written: " in shown
    assert (tmp_path / "notes").read_text() == "mine"
    replay = parse((tmp_path / "a.replay").read_bytes())
    assert (replay.game, replay.players, replay.seed) == ("caravan", ("amira", "boris"), 7)
    assert replay.options == {"hospitality": True}
    assert [move.answer for move in replay.moves[:3]] == ["buy", "stall(1)", "rest"]
    play_replay(load_game("caravan"), replay)


def test_an_option_comes_before_a_command_of_the_same_name(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(load_game("caravan"), ["amira", "boris"], 7, set(), {})
    called: list[str] = []
    session._commands["rest"] = called.append
    monkeypatch.setattr("sys.stdin", io.StringIO("/rest now\nrest\n"))
    session.run(Lines())
    assert called == ["now"]
    assert session._answers == ["rest"]


# ---- who plays -------------------------------------------------------------------------------------------


def test_bots_alone_play_the_game_of_a_simulation(terminal: Terminal) -> None:
    shown = terminal.types(at=(*CARAVAN, "--bots", "1,2"))
    state = load_game("caravan").start(players=["amira", "boris"], seed=7)
    play_randomly(state, 7)
    assert state.log[-1] in shown
    assert "The game is over [end]:\n  1. " in shown
    assert "> " not in shown.rpartition("The game is over [end]:")[2]


def test_when_the_game_is_over_one_can_still_take_back_and_save(terminal: Terminal, tmp_path: Path) -> None:
    state = load_game("caravan").start(players=["amira", "boris"], seed=7)
    moves = []
    while state.decision is not None:
        moves.append(str(state.decision.options[0]))
        state.apply(0)
    shown = terminal.types(*moves, "why buy", "buy", "save whole.replay", "undo", "quit")
    assert "over> why buy\nthe game is over\n" in shown
    assert "`undo` goes back, `quit` ends\n" in shown
    assert f"took back: {moves[-1]}\n" in shown
    assert parse((tmp_path / "whole.replay").read_bytes()).result


def test_people_sit_at_all_seats_unless_there_are_bots(terminal: Terminal) -> None:
    assert "\nboris> " in terminal.types("stop")
    assert "\nboris> " not in terminal.types("stop", at=(*CARAVAN, "--bots", "boris"))
    assert "\nplayer3> " in terminal.types("stop", "stop", "stop", at=("caravan", "--players", "3", "--seed", "7"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "9"], "caravan is for 2 to 4 players, not for 9"),
        (["--names", "amira"], "caravan is for 2 to 4 players, not for 1"),
        (["--names", "amira,amira"], "two players have the same name"),
        (["--names", "amira,"], "`` can't be the name of a player"),
        (["--names", "amira,b c"], "`b c` can't be the name of a player"),
        (["--names", "amira,boris", "--players", "2"], "--players and --names exclude each other"),
        (["--bots", "3"], "there is no seat `3`"),
        (["--bots", "0"], "there is no seat `0`"),
        (["--you", "zoe"], "there is no seat `zoe`"),
        (["--bots", "1", "--you", "2"], "--bots and --you exclude each other"),
        (["--option", "hospitality=1"], "neither yes nor no"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_what_cannot_be_played_is_wrong_usage(arguments: list[str], said: str, terminal: Terminal) -> None:
    assert terminal.types(at=("caravan", *arguments), status=2) == ""
    assert said in terminal.err


# ---- defects ---------------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_played_on_goes_back_to_the_decision(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = State.apply

    def fail(self: State, answer: Option | int | str) -> None:
        apply(self, answer)
        if str(answer) == "rest":
            raise EngineError("nothing goes on")

    monkeypatch.setattr(State, "apply", fail)
    shown = terminal.types("rest", "travel")
    assert "which may be our mistake: nothing goes on\n" in shown
    assert after(shown, "travel").startswith("  amira: travel") or "decides: choose [travel" in after(shown, "travel")


def test_a_game_that_cannot_be_started_is_said_plainly(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> State:
        raise EngineError("nothing goes on")

    monkeypatch.setattr(Game, "start", fail)
    terminal.types(status=1)
    assert "caravan can't be played on: nothing goes on" in terminal.err


def test_an_interrupt_leaves_with_status_130(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    terminal.types(status=130)
    assert "Traceback" not in terminal.err
