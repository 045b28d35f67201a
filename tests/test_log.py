"""The log: what happened, in words."""

from __future__ import annotations

import random
import re

from runtime.game import Game
from tests.random_play import play_on


def test_same_seed_and_moves_same_log(compiled_games: dict[str, Game]) -> None:
    """The log follows from seed and moves alone."""
    for game in compiled_games.values():
        logs = [play_on(game.start(2, 5), random.Random(5)).log for _ in range(2)]
        assert logs[0] == logs[1]
        assert logs[0]


def test_log_speaks_of_things_by_name(compiled_games: dict[str, Game]) -> None:
    """Turns, answers, cards, pieces, counts and the end, as people say them."""
    lines = play_on(compiled_games["caravan"].start(["amira", "boris"], 1), random.Random(1)).log
    wanted = (
        r"turn of boris",
        r"amira: travel \[turn\.action\]",
        r"amira: harbor \[travel\.start\] \(the only option\)",
        r"2 coins: bank to amira",
        r"1 coin: \S+ to \S+",
        r"place a camel of amira: harbor",
        r"camel of amira: harbor to oasis",
        r"cargo\(\d+\) [A-Z][A-Za-z ]+: to amira's hand",
        r"cargo\(\d+\) [A-Z][A-Za-z ]+: to stall\(1\)",
        r"event\(13\) Fair Wind / Sandstorm: (Fair Wind|Sandstorm)",
        r"shuffle deck",
        r"busy is yes",
        r"the game is over \[end\]: amira > boris",
    )
    for pattern in wanted:
        assert any(re.fullmatch(pattern, line) for line in lines), pattern


def test_cards_that_go_where_nobody_sees_them_have_no_name(compiled_games: dict[str, Game]) -> None:
    lines = compiled_games["pamir1e"].start(["amira", "boris"], 1).log
    assert any(re.fullmatch(r"\d+ cards: to deck", line) for line in lines)
    assert not any(re.fullmatch(r"\w+\(.*: to deck", line) for line in lines)
    assert any(re.fullmatch(r"court_card\(\d+\) .*: to slot\(top, 0\)", line) for line in lines)


def test_every_event_has_words(compiled_games: dict[str, Game]) -> None:
    """No event is left as numbers: one line each, but cards shown together share one."""
    for game in compiled_games.values():
        state = play_on(game.start(2, 2), random.Random(2))
        assert state.events is not None
        kinds = {event[0] for event in state.events}
        assert not any(line.split()[0] in kinds - {"place", "shuffle", "turn", "reveal"} for line in state.log)
        assert len(state.log) <= len(state.events)


def test_marks_and_reveals(compiled_games: dict[str, Game]) -> None:
    """Marks say what something is, reveals who has seen what."""
    lines = play_on(compiled_games["changcheng"].start(["amira", "boris"], 1), random.Random(1)).log
    assert any(re.fullmatch(r"\w+ is taken", line) for line in lines)
    assert any(re.fullmatch(r"reveal to (all|amira|boris): threat_token\(\d\) -\d", line) for line in lines)


def test_who_reads_the_log_is_told_only_what_was_to_be_seen(compiled_games: dict[str, Game]) -> None:
    """Everything that happened is told to everybody, but some of it without the card."""
    state = play_on(compiled_games["changcheng"].start(["amira", "boris"], 1), random.Random(1))
    told = [[line for line in state.log_of(player) if line.startswith("reveal to boris: threat")] for player in (0, 1)]
    assert len(told[0]) < len(told[1]), "what amira has not seen herself"
    for player, other in ((0, "boris"), (1, "amira")):
        seen, everything = state.log_of(player), state.log
        assert {line for line in seen if "a card" not in line and " cards: " not in line} <= set(everything)
        assert any(line.startswith(f"{other}: a card [cards.") for line in seen)
        chosen = [line for line in everything if line.startswith(f"{state.players[player]}: action_card")]
        assert chosen
        assert set(chosen) <= set(seen), "one knows one's own"


def test_without_log_nothing_is_noted(compiled_games: dict[str, Game]) -> None:
    """Play that nobody reads about costs nothing."""
    assert compiled_games["caravan"].start(2, 1, log=False).log == []


def test_what_others_decide_in_secret_is_not_told(compiled_games: dict[str, Game]) -> None:
    """Loyalties of the first edition of Pax Pamir: chosen one after the other, shown together."""
    state = compiled_games["pamir1e"].start(["amira", "boris"], 1)
    chooser = state.player
    state.apply(0)
    own, others = (set(state.log_of(player)) for player in (chooser, 1 - chooser))
    name = state.players[chooser]
    assert [line for line in others if "[C6" in line] == [f"{name}: in secret [C6.empire]"]
    assert not any(line.startswith("sealed") for line in others)
    secrets = {line for line in state.log if line.startswith(f"sealed of {name} is") or "[C6" in line}
    assert len(secrets) == 2
    assert secrets <= own, "one knows one's own"
