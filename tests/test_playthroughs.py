"""Whole games, played again move by move: tests/playthroughs/<game>/*.replay, each with its log beside it.

A playthrough names no `content`: it is there to be played with the rules of today. `pytest --update-goldens` refreshes
all of them, logs too. Moves stay as they are as long as they are possible; from where they are not, the game goes on at
random. So a new playthrough is a file with the head alone, refreshed; those that every game needs are made. Read that
diff as code.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.replay import Recorder, Replay, parse, play
from tests.games import GAMES, compiled, engine

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
NAMES = ("amira", "boris", "chen", "dora", "emil", "fatima", "goran", "hana")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
SEED = 7


def needed() -> dict[Path, Replay]:
    """What every game needs: a playthrough with the fewest and one with the most players, and one person's with each
    automated opponent; as heads."""
    found = {}
    for name in GAMES:
        for players in {compiled(name).least_players, compiled(name).most_players}:
            file = PLAYTHROUGHS / name / f"{NUMBERS[players]}_players.replay"
            found[file] = Replay(name, NAMES[:players], SEED)
        for automa in compiled(name).automas:
            file = PLAYTHROUGHS / name / f"one_with_{automa.name}.replay"
            found[file] = Replay(name, (NAMES[0], automa.name), SEED, automas=(automa.name,))
    return found


FILES = sorted({*PLAYTHROUGHS.glob("*/*.replay"), *needed()})


def refreshed(replay: Replay) -> tuple[Replay, list[str]]:
    """The same game to its end, as far as it can still be played like that; with its log."""
    head = replay.players, replay.seed, replay.options, replay.deck or None, replay.automas
    recorder = Recorder(engine(replay.game), *head)
    chance, wanted = random.Random(replay.seed), list(replay.moves)
    while (decision := recorder.state.decision) is not None:
        move = wanted.pop(0) if wanted else None
        if move is not None and move.player == decision.name and decision.find(move.answer) is not None:
            recorder.apply(move.answer)
        else:
            wanted = []
            recorder.apply(chance.randrange(len(decision.options)))
    return replace(recorder.replay, content=""), recorder.state.log


def refresh(file: Path) -> None:
    """Write a playthrough and its log anew; the comment above it stays."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# A whole game of {file.stem.partition('_')[0]} who decide at random.\n{needed()[file]}")
    text = file.read_text(encoding="utf-8")
    comment = text.partition("cardwright replay")[0]
    replay, log = refreshed(parse(text))
    file.write_text(comment + str(replay), encoding="utf-8")
    file.with_suffix(".log").write_text("\n".join([*log, ""]), encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_playthrough_is_played_as_ever(file: Path, update_goldens: bool) -> None:
    if update_goldens:
        refresh(file)
    replay = parse(file.read_bytes())
    assert (replay.game, replay.content) == (file.parent.name, "")
    state = play(engine(replay.game), replay)
    assert state.decision is None, "a playthrough is a whole game"
    assert replay.result
    assert state.log == file.with_suffix(".log").read_text(encoding="utf-8").splitlines()


def test_every_playthrough_belongs_to_a_game_and_every_log_to_a_playthrough() -> None:
    assert {file.parent.name for file in FILES} == set(GAMES)
    assert sorted(PLAYTHROUGHS.glob("*/*")) == sorted([*FILES, *(file.with_suffix(".log") for file in FILES)])


def test_refreshing_keeps_what_can_still_be_played() -> None:
    replay = parse(FILES[0].read_bytes())
    assert refreshed(replay)[0] == replay
    spoiled = replace(replay, moves=(*replay.moves[:5], replace(replay.moves[5], answer="nonsense")), result=())
    mended = refreshed(spoiled)[0]
    assert mended.moves[:5] == replay.moves[:5]
    assert mended.result
    play(engine(mended.game), mended)
