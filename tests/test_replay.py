"""Replays: what is written is read again, and whatever is wrong with one is said with its line."""

from __future__ import annotations

import json
import os
import random
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.cli import main
from compiler.files import create_file
from compiler.scaffold import game_files
from runtime import EngineError, Game, IllegalMove, State, load_game
from runtime.replay import MAGIC, Move, Recorder, Replay, ReplayError, parse, play, record, result_of

ROOT = Path(__file__).parent.parent
Capture = pytest.CaptureFixture[str]
EXAMPLES = 2_000 if os.environ.get("CARDWRIGHT_FUZZ") else 60

HEAD = f"{MAGIC}\ngame caravan\nplayers amira, boris\nseed 7\n"
THREE_MOVES = f"{HEAD}moves\namira: buy\namira: stall(1)\namira: rest\n"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("caravan")


@pytest.fixture(scope="module")
def whole(game: Game) -> Replay:
    """A game that was played to its end."""
    return played(Recorder(game, ["amira", "boris", "chen"], seed=3, options={"hospitality": True}))


def played(recorder: Recorder) -> Replay:
    chance = random.Random(1)
    while (decision := recorder.state.decision) is not None:
        recorder.apply(chance.randrange(len(decision.options)))
    return recorder.replay


def error_of(text: str | bytes, game: Game | None = None) -> ReplayError:
    """What is wrong with a text or, with a game, with playing it."""
    if game is None:
        with pytest.raises(ReplayError) as caught:
            parse(text)
    else:
        replay = parse(text)
        with pytest.raises(ReplayError) as caught:
            play(game, replay)
    assert str(caught.value).startswith(f"line {caught.value.line}: {caught.value.message}")
    return caught.value


# ---- round trips -------------------------------------------------------------------------------------------


def test_a_whole_game_is_written_and_read_and_played_again(game: Game, whole: Replay) -> None:
    again = parse(str(whole))
    assert again == whole
    assert str(again) == str(whole)
    state = play(game, again)
    assert state.decision is None
    assert result_of(state) == whole.result


def test_the_file_looks_like_this(game: Game) -> None:
    text = str(replace(record(game, ["buy", "stall(1)", "rest"], ["amira", "boris"], seed=7), content="c0de"))
    assert text == (
        "cardwright replay 1\n"
        "game caravan\n"
        "content c0de\n"
        "players amira, boris\n"
        "option hospitality no\n"
        "seed 7\n"
        "\n"
        "moves\n"
        "amira: buy\n"
        "amira: stall(1)\n"
        "amira: rest\n"
    )


def test_a_recorder_notes_options_as_they_are_spelled(game: Game) -> None:
    recorder = Recorder(game, 2, seed=7)
    assert recorder.state.decision is not None
    recorder.apply(recorder.state.decision.options[0])
    recorder.apply(1)
    recorder.apply("  rest ")
    assert [move.answer for move in recorder.replay.moves] == ["buy", "stall(1)", "rest"]
    assert recorder.replay.players == ("player1", "player2")
    assert recorder.replay.options == {"hospitality": False}
    assert recorder.replay.result == ()


def test_what_is_not_legal_is_not_noted(game: Game, whole: Replay) -> None:
    recorder = Recorder(game, 2, seed=7)
    with pytest.raises(IllegalMove):
        recorder.apply("fly")
    assert recorder.replay.moves == ()
    played(recorder)
    count = len(recorder.replay.moves)
    with pytest.raises(IllegalMove):
        recorder.apply(0)
    assert len(recorder.replay.moves) == count


def test_any_beginning_of_a_game_is_a_replay(game: Game, whole: Replay) -> None:
    for count in (0, 1, 5, len(whole.moves) - 1):
        beginning = replace(whole, moves=whole.moves[:count], result=())
        state = play(game, parse(str(beginning)))
        assert state.decision is not None
        assert state.log == play(game, whole, to=count).log


def test_comments_blank_lines_spaces_and_line_ends_do_not_matter(game: Game) -> None:
    untidy = (
        "\ufeff# first\r\n\r\n  cardwright   replay 1 # magic\r\nseed 7\r\nplayers amira ,boris\r\n game caravan\r\n"
        "\r\nmoves # now\r\n\r\n# one\r\namira :buy # a comment\r\n  amira:  stall(1)\r\namira: rest"
    )
    for text in (untidy, untidy.replace("\r\n", "\n"), untidy.replace("\r\n", "\r"), untidy.encode()):
        replay = parse(text)
        assert replay == parse(THREE_MOVES)
    assert [move.line for move in parse(untidy).moves] == [11, 12, 13]


def test_a_hash_inside_of_a_move_is_no_comment() -> None:
    assert parse(f"{HEAD}moves\namira: cargo(1)#2 # the second\n").moves == (Move("amira", "cargo(1)#2"),)


def test_a_file_without_moves_is_a_game_that_was_set_up(game: Game) -> None:
    for text in (HEAD, f"{HEAD}moves\n", f"{HEAD}\n\nmoves"):
        assert parse(text).moves == ()
        assert play(game, parse(text)).decision is not None


def test_a_long_deck_is_written_in_several_lines() -> None:
    deck = tuple(f"card({number}, left)" for number in range(40))
    replay = Replay("trove", ("a", "b"), -3, deck=deck)
    lines = [line for line in str(replay).splitlines() if line.startswith("deck ")]
    assert len(lines) > 3
    assert max(map(len, lines)) <= 120
    assert parse(str(replay)) == replay
    assert parse(str(replay)).seed == -3


def test_a_deck_is_laid_out_and_written_as_it_was_given(game: Game) -> None:
    deck = ["cargo(3)", "cargo(1)", "cargo(1)", "event(13)", "..."]
    replay = Recorder(game, ["amira", "boris"], seed=7, deck=deck).replay
    assert "\ndeck cargo(3), cargo(1), cargo(1), event(13), ...\n" in str(replay)
    assert parse(str(replay)) == replay
    assert replay.deck == tuple(deck)
    state = play(game, parse(f"{HEAD}deck cargo(3), cargo(1)\n# more\ndeck cargo(1), event(13), ...\n"))
    assert (
        state == play(game, replay) == game.start(["amira", "boris"], 7, deck=deck) != game.start(["amira", "boris"], 7)
    )
    assert list(state.to_json()["spaces"]["stall"].values()) == ["cargo(3)", "cargo(1)", "cargo(1)#2", "event(13)"]


def test_a_whole_game_with_a_deck_is_played_again(game: Game) -> None:
    shuffled = game.start(2, 1).to_json()
    cards = [*shuffled["spaces"]["stall"].values(), *shuffled["zones"]["deck"]]
    deck = [card.partition("#")[0] for card in cards[::-1]]
    replay = played(Recorder(game, ["amira", "boris"], seed=9, deck=deck))
    assert parse(str(replay)).deck == tuple(deck)
    assert play(game, parse(str(replay))).log == play(game, replay).log
    with pytest.raises(ReplayError):
        play(game, replace(replay, deck=()))  # without it, this is another game


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
NAMES = TEXTS.map(lambda text: " ".join(re.sub("[,:#>=]", "", text).split())).filter(bool)


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    names=st.lists(NAMES, min_size=1, max_size=5, unique=True),
    answers=st.lists(TEXTS, max_size=8),
    deck=st.lists(TEXTS, max_size=8),
    seed=st.integers(),
    data=st.data(),
)
def test_what_can_be_made_is_read_as_it_was_written(
    names: list[str], answers: list[str], deck: list[str], seed: int, data: st.DataObject
) -> None:
    moves = tuple(Move(data.draw(st.sampled_from(names)), answer) for answer in answers)
    ranking = tuple((name,) for name in data.draw(st.permutations(names)))
    try:
        replay = Replay("trove", tuple(names), seed, moves, {}, tuple(deck), "", ranking)
    except ValueError:
        return
    assert parse(str(replay)) == replay
    assert parse(str(replay).encode()) == replay


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": ("a:b", "c")}, "player's name"),
        ({"players": ("a", "a")}, "name of his own"),
        ({"players": ()}, "needs players"),
        ({"moves": (Move("a", "one\ntwo"),)}, "can't stand in a replay"),
        ({"moves": (Move("a", "one #two"),)}, "can't stand in a replay"),
        ({"moves": (Move("a", "\ud800"),)}, "can't stand in a replay"),
        ({"moves": (Move("", "one"),)}, "player's name"),
        ({"options": {"two words": True}}, "one word"),
        ({"deck": ("a, b",)}, "separated by commas"),
        ({"deck": ("a(",)}, "separated by commas"),
        ({"deck": ("a", "")}, "separated by commas"),
        ({"result": (("a",), ())}, "ranks"),
        ({"game": "../x"}, "can't stand in a replay"),
        ({"content": "XYZ"}, "can't stand in a replay"),
        ({"moves": (Move("a", "x" * 10_000),)}, "no lines with more than 10,000 characters"),
        ({"seed": 10**200}, "can't stand in a replay"),
    ],
)
def test_what_could_not_be_read_again_cannot_be_made(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(Replay("trove", ("a", "b"), 0), **changes)  # type: ignore[arg-type]


# ---- damage ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "said", "helped"),
    [
        ("", 1, "there is nothing in this file", "cardwright replay 1"),
        ("\n# only this\n", 1, "there is nothing in this file", "cardwright replay 1"),
        ("\nhello\n", 2, "this is no replay: it begins with `hello`", "cardwright replay 1"),
        (HEAD.replace("replay 1", "replay 2"), 1, "version `2`, which is not known", "reads version 1"),
        (HEAD.replace("game caravan\n", ""), 3, "there is no line `game`", "`game my_game`"),
        (f"{MAGIC}\ngame caravan\nseed 1\n\nmoves\n", 5, "there is no line `players`", "`players amira, boris`"),
        (HEAD.replace("seed 7\n", ""), 3, "there is no line `seed`", "`seed 7`"),
        (HEAD.replace("seed 7", "sede 7"), 4, "`sede 7` says nothing about the start", "did you mean `seed`?"),
        (f"{HEAD}frobnicate\n", 5, "`frobnicate` says nothing about the start", "lines begin with game, content"),
        (f"{HEAD}amira: buy\n", 5, "`amira: buy` says nothing about the start", "write a line `moves` above"),
        (f"{HEAD}result amira > boris\n", 5, "`result amira > boris` says nothing", "write a line `moves` above"),
        (f"{HEAD}seed 8\n", 5, "`seed` was said in line 4 already", "remove one"),
        (f"{HEAD}option x yes\noption x no\n", 6, "`option x` was said in line 5 already", "remove one"),
        (HEAD.replace("seed 7", "seed"), 4, "`seed` says nothing", "`seed 7`"),
        (HEAD.replace("seed 7", "seed seven"), 4, "`seven` is no seed", "a whole number"),
        (HEAD.replace("seed 7", "seed ٧"), 4, "`٧` is no seed", "a whole number"),
        (HEAD.replace("seed 7", f"seed {'9' * 5_000}"), 4, "…` is no seed", "a whole number"),
        (HEAD.replace("caravan", "../caravan"), 2, "`../caravan` is no name of a game", "`game my_game`"),
        (f"{HEAD}content XYZ\n", 5, "`XYZ` is no fingerprint", "remove the line"),
        (HEAD.replace("boris", ""), 3, "a player has no name", "`players amira, boris`"),
        (HEAD.replace("boris", "bo:ris"), 3, "`bo:ris` can't be a player's name", "`players amira, boris`"),
        (HEAD.replace("boris", "amira"), 3, "two players are called `amira`", "a name of his own"),
        (f"{HEAD}option hospitality\n", 5, "`hospitality` is yes or no", "`option hospitality yes`"),
        (f"{HEAD}option hospitality maybe\n", 5, "yes or no, not `maybe`", "`option hospitality no`"),
        (f"{HEAD}deck a,, b\n", 5, "`a,, b` is no list of cards", "separate cards by commas"),
        (f"{HEAD}deck a(1\n", 5, "`a(1` is no list of cards", "close each parenthesis"),
        (f"{HEAD}deck a)1(\n", 5, "`a)1(` is no list of cards", "close each parenthesis"),
        (f"{HEAD}deck\n", 5, "`deck` says nothing", "`deck card(3), card(1)`"),
        (f"{THREE_MOVES}buy\n", 9, "`buy` is no move", "`NAME: ANSWER`"),
        (f"{THREE_MOVES}amira:\n", 9, "`amira:` is no move", "`NAME: ANSWER`"),
        (f"{THREE_MOVES}: buy\n", 9, "`: buy` is no move", "`NAME: ANSWER`"),
        (f"{THREE_MOVES}moves\n", 9, "`moves` is no move", "`NAME: ANSWER`"),
        (f"{THREE_MOVES}result\n", 9, "`` is no ranking", "`result amira > boris = chen`"),
        (f"{THREE_MOVES}result a > > b\n", 9, "`a > > b` is no ranking", "`result amira > boris = chen`"),
        (f"{THREE_MOVES}result a > b\namira: buy\n", 10, "follows the result of line 9", "the last line"),
        (f"{THREE_MOVES}result a > b\nresult a > b\n", 10, "follows the result of line 9", "the last line"),
        (f"{THREE_MOVES}amira: {'(' * 10_000}\n", 9, "more than 10,000 characters", "anew"),
        (f"{THREE_MOVES}amira: b\0uy\n", 9, "characters here that no text has", "anew"),
        (f"{THREE_MOVES}amira: \x1b[31mbuy\n", 9, "characters here that no text has", "anew"),
    ],
)
def test_damage_is_said_with_its_line_and_what_to_do(text: str, line: int, said: str, helped: str) -> None:
    error = error_of(text)
    assert (error.line, said in error.message, helped in " ".join(error.helps)) == (line, True, True), str(error)
    assert len(error.message) < 300


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1),
        (THREE_MOVES.encode() + "amira: caf\xe9\n".encode("latin-1"), 9),
        (THREE_MOVES.encode("utf-16"), 1),
        (THREE_MOVES.encode() + "ł".encode()[:1], 9),
    ],
)
def test_what_is_not_utf_8_is_said_with_its_line(data: bytes, line: int) -> None:
    error = error_of(data)
    assert (error.line, error.message) == (line, "this is no text in UTF-8")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD.replace("caravan", "trove"), 2, "this is a replay of trove, not of caravan"),
        (HEAD.replace(", boris", ""), 3, "Caravan is for 2 to 4 players, not for 1"),
        (HEAD.replace("boris", "b, c, d, e"), 3, "Caravan is for 2 to 4 players, not for 5"),
        (f"{HEAD}option hospitality yes\noption magic yes\n", 6, "Caravan has no option `magic`"),
        (THREE_MOVES.replace("amira: rest", "boris: rest"), 8, "it is amira who decides [turn.action], not boris"),
        (THREE_MOVES.replace("amira: rest", "nobody: rest"), 8, "it is amira who decides [turn.action], not nobody"),
        (THREE_MOVES.replace("amira: rest", "amira: fly"), 8, "amira can't answer `fly` at [turn.action]"),
        (THREE_MOVES.replace("stall(1)", "stall(9)"), 7, "amira can't answer `stall(9)` at [buy.stall]"),
        (f"{THREE_MOVES}result amira > boris\n", 9, "the game is not over here: boris decides [turn.action]"),
    ],
)
def test_what_does_not_fit_the_game_is_said_with_its_line(text: str, line: int, said: str, game: Game) -> None:
    error = error_of(text, game)
    assert (error.line, said in error.message) == (line, True), str(error)


def test_moves_after_the_end_are_refused(game: Game, whole: Replay) -> None:
    text = str(replace(whole, result=())) + "chen: buy\n"
    error = error_of(text, game)
    assert error.line == text.count("\n")
    assert error.message == "chen moves when the game is over already"


def test_another_result_is_refused_but_not_another_order_among_equals(game: Game, whole: Replay) -> None:
    wrong = str(replace(whole, result=whole.result[::-1]))
    error = error_of(wrong, game)
    assert error.line == wrong.count("\n")
    assert error.message.startswith("the game ends with ")
    assert error_of(str(replace(whole, result=(whole.players,))), game).line == error.line
    tied = parse(f"{HEAD}moves\nresult boris = amira > chen")
    assert tied.result == (("boris", "amira"), ("chen",))


def test_other_rules_are_noticed_by_their_fingerprint(game: Game) -> None:
    assert Recorder(game).replay.content == game.content
    play(game, parse(f"{HEAD}content {game.content}\n"))
    play(game, parse(HEAD))
    error = error_of(f"{HEAD}content c0de\n", game)
    assert (error.line, "other rules or cards of caravan" in error.message) == (5, True)
    assert "remove this line" in error.helps[0]


@pytest.mark.parametrize(
    ("deck", "line", "said"),
    [
        ("deck joker\n", 5, "there is no card `joker`"),
        (
            "deck cargo(1), cargo(2)\n\ndeck cargo(44), ...\n",
            7,
            "there is no card `cargo(44)`; did you mean `cargo(4)`?",
        ),
        ("deck cargo(4)\ndeck cargo(4), ...\n", 6, "`cargo(4)` is named too often: there is 1"),
        ("deck ..., cargo(4)\n", 5, "`...` stands for all cards that are not named, so it comes last"),
        ("deck cargo(4)\n", 5, "the deck lacks cargo(1), cargo(1), "),
    ],
)
def test_a_deck_that_cannot_be_laid_out_is_said_with_its_line(deck: str, line: int, said: str, game: Game) -> None:
    error = error_of(f"{HEAD}{deck}", game)
    assert (error.line, said in error.message) == (line, True), str(error)
    assert "remove all that begin with `deck`" in error.helps[0]


def test_an_error_of_a_replay_that_was_in_no_file_names_no_line(game: Game) -> None:
    with pytest.raises(ReplayError, match=r"^amira can't answer `fly`"):
        play(game, Replay("caravan", ("amira", "boris"), 7, (Move("amira", "fly"),)))


def test_moves_behind_the_stop_are_not_looked_at(game: Game) -> None:
    replay = parse(f"{THREE_MOVES}amira: nonsense\nresult amira > boris\n")
    assert play(game, replay, to=3).log == play(game, parse(THREE_MOVES)).log
    with pytest.raises(ReplayError):
        play(game, replay)
    for to in (-1, 5):
        with pytest.raises(ValueError, match="there are 4 moves"):
            play(game, replay, to=to)


@pytest.mark.fuzz
@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data())
def test_a_damaged_file_is_played_or_refused_but_never_breaks_anything(data: st.DataObject) -> None:
    whole = (ROOT / "tests/playthroughs/caravan/two_players.replay").read_bytes()[:700]
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 20)))
    inserted = data.draw(
        st.one_of(st.binary(max_size=8), st.text(max_size=8).map(lambda text: text.encode("utf-8", "replace")))
    )
    damaged = whole[:start] + inserted + whole[end:]
    line = 1
    try:
        play(load_game("caravan"), parse(damaged))
    except ReplayError as error:
        line = error.line
    assert 1 <= line <= len(re.split(rb"\r\n|\r|\n", damaged))


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.one_of(st.binary(), st.text(), st.text().map(lambda text: HEAD + text)))
def test_garbage_is_refused(garbage: str | bytes) -> None:
    line = 1
    try:
        parse(garbage)
    except ReplayError as error:
        line = error.line
    assert line >= 1


@pytest.mark.parametrize("answer", ["(" * 9_000, ")" * 9_000, "a " * 4_500, "a, " * 3_000, "buy " * 2_000])
def test_an_endless_answer_is_refused_soon(answer: str, game: Game) -> None:
    started = time.process_time()
    error = error_of(f"{HEAD}moves\namira: {answer}\n", game)
    assert error.line == 6
    assert time.process_time() - started < 2


# ---- the command -------------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one game, trove, and a whole replay of it, around the current folder."""
    for name, text in game_files("trove", "Trove").items():
        create_file(tmp_path / "cards/trove" / name, text)
    monkeypatch.chdir(tmp_path)
    from compiler.playing import playable

    game = playable(None, "trove")
    assert game is not None
    create_file(tmp_path / "whole.replay", str(played(Recorder(game, ["ada", "bo"], seed=5))))
    return tmp_path


def test_a_whole_game_is_shown_with_its_result(project: Path, capsys: Capture) -> None:
    count = len(parse((project / "whole.replay").read_text()).moves)
    assert main(["replay", "whole.replay"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"Trove with ada, bo, seed 5: {count} moves, fine"
    assert any(line.startswith("  the game is over [end]") for line in shown)
    assert "The game is over [end]:" in shown
    assert {line.split()[-1] for line in shown[shown.index("The game is over [end]:") + 1 :]} == {"ada", "bo"}


def test_a_game_can_be_stopped_after_some_moves(project: Path, capsys: Capture) -> None:
    replay = parse((project / "whole.replay").read_text())
    assert main(["replay", "whole.replay", "--to", "1"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"Trove with ada, bo, seed 5: 1 of {len(replay.moves)} moves, fine"
    (asked,) = [number for number, line in enumerate(shown) if " decides [" in line]
    assert shown[asked].startswith(f"{replay.moves[1].player} decides [")
    assert f"  {replay.moves[1].answer}" in shown[asked + 1 :]
    assert main(["replay", "whole.replay", "--to", "0"]) == 0


def test_the_state_is_shown_as_json(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(State, "to_json", raising=False)
    assert main(["replay", "whole.replay", "--to", "1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["game"], shown["players"], shown["seed"], shown["result"]) == ("trove", ["ada", "bo"], 5, None)
    assert set(shown["decision"]) == {"player", "rule", "kind", "options"}
    assert shown["log"]
    assert main(["replay", "whole.replay", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["decision"] is None
    assert sorted(name for rank in shown["result"] for name in rank) == ["ada", "bo"]


@pytest.mark.parametrize("described", [{"turn": 3}, '{"turn": 3}'])
def test_a_state_that_can_describe_itself_does(
    described: object, project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(State, "to_json", lambda state: described, raising=False)
    assert main(["replay", "whole.replay", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"turn": 3}


def test_damage_is_status_1_with_file_and_line(project: Path, capsys: Capture) -> None:
    text = (project / "whole.replay").read_text()
    (project / "bad.replay").write_text(text.replace("seed 5", "seed five"))
    line = text.splitlines().index("seed 5") + 1
    assert main(["replay", "bad.replay"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"error: bad.replay:{line}: `five` is no seed\nhelp: write a whole number, for example `seed 7`\n"
    )
    assert main(["replay", "bad.replay", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "error": "`five` is no seed",
        "help": ["write a whole number, for example `seed 7`"],
        "path": "bad.replay",
        "line": line,
    }


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", bytes(range(256)), b"x" * 1_000_000, b"\n" * 100_000])
def test_garbage_gives_no_traceback(data: bytes, project: Path, capsys: Capture) -> None:
    (project / "bad.replay").write_bytes(data)
    assert main(["replay", "bad.replay"]) == 1
    shown = capsys.readouterr()
    assert re.match(r"error: bad\.replay:\d+: \w", shown.err)
    assert "Traceback" not in shown.err
    assert len(shown.err) < 500


def test_an_illegal_move_is_status_1_with_the_reason(project: Path, capsys: Capture) -> None:
    replay = parse((project / "whole.replay").read_text())
    (project / "bad.replay").write_text(str(replace(replay, moves=(Move(replay.moves[0].player, "fly"),), result=())))
    assert main(["replay", "bad.replay"]) == 1
    assert f"{replay.moves[0].player} can't answer `fly`" in capsys.readouterr().err


def test_a_game_that_is_not_there_does_not_fit(project: Path, capsys: Capture) -> None:
    text = (project / "whole.replay").read_text()
    (project / "bad.replay").write_text(text.replace("game trove", "game trov"))
    assert main(["replay", "bad.replay"]) == 1
    assert capsys.readouterr().err == (
        "error: bad.replay:2: there is no game `trov`\nhelp: did you mean `trove`?\nhelp: the games here are: trove\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.replay"], "there is no file nothing.replay"),
        (["cards"], "there is no file cards"),
        (["whole.replay", "--to", "9999"], "so it can't stop after 9999"),
        (["whole.replay", "--to", "-1"], "--to"),
        (["whole.replay", "--root", "cards"], "cards is no project"),
        ([], "missing argument"),
    ],
)
def test_wrong_usage_is_status_2(arguments: list[str], said: str, project: Path, capsys: Capture) -> None:
    assert main(["replay", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_game_with_mistakes_is_not_played(project: Path, capsys: Capture) -> None:
    deck = project / "cards/trove/deck.card"
    deck.write_text(deck.read_text().replace("color red", "color rde"))
    assert main(["replay", "whole.replay"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "error[C" in shown.err


def test_another_project_can_be_named(
    project: Path, tmp_path_factory: pytest.TempPathFactory, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert main(["replay", str(project / "whole.replay"), "--root", str(project)]) == 0
    assert capsys.readouterr().out.startswith("Trove with ada, bo")


def test_a_game_that_breaks_is_said_plainly(project: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise EngineError("it goes round in circles")

    monkeypatch.setattr(State, "apply", fail)
    assert main(["replay", "whole.replay"]) == 1
    assert "can't be played on: it goes round in circles" in capsys.readouterr().err


# ---- the page ----------------------------------------------------------------------------------------------


def test_the_examples_of_the_page_are_right(game: Game) -> None:
    page = (ROOT / "docs/replays.md").read_text(encoding="utf-8")
    example = re.search(r"^```\n(# Amira.*?)^```", page, re.MULTILINE | re.DOTALL)
    code = re.search(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert example is not None
    assert code is not None
    assert len(parse(example[1]).moves) == 5
    play(game, parse(example[1]))
    names: dict[str, object] = {}
    exec(code[1], names)
    state = names["state"]
    assert isinstance(state, State)
    assert state.decision is not None
