"""Saved games: equal at every step, readable, small, and refused when they are damaged."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from runtime.errors import SavedGameError
from runtime.game import Game
from runtime.state import State
from tests.random_play import play_on, sampled

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "saved-games.md").read_text(encoding="utf-8")


def test_saving_changes_nothing(compiled_games: dict[str, Game]) -> None:
    """A state that was saved and read is equal, and waits for the same answer."""
    for game in compiled_games.values():
        for state, _ in sampled(game, games=6, share=0.3):
            again = game.from_json(json.loads(json.dumps(state.to_json())))
            assert again == state
            assert (again.player, again.options) == (state.player, state.options)
            assert again.decision == state.decision
            assert again.result == state.result


def test_play_goes_on_alike(compiled_games: dict[str, Game]) -> None:
    """A game goes on after reading as it would have without."""
    for game in compiled_games.values():
        for state, chance in sampled(game, games=2, share=0.03):
            seed = chance.random()
            twin = game.from_json(state.to_json())
            assert play_on(twin, random.Random(seed)) == play_on(state.clone(), random.Random(seed))


def test_schema_describes_what_is_saved(compiled_games: dict[str, Game]) -> None:
    """The schema is one, and every saved game fits it."""
    for game in compiled_games.values():
        Draft202012Validator.check_schema(game.schema())
        validator = Draft202012Validator(game.schema())
        for state, _ in sampled(game, games=3, share=0.1):
            validator.validate(state.to_json())


def test_saved_games_are_small(compiled_games: dict[str, Game]) -> None:
    """2 kB are enough for a small game."""
    for state, _ in sampled(compiled_games["caravan"], games=8, share=0.5):
        assert len(json.dumps(state.to_json())) <= 2_000


def test_other_rules_are_refused(compiled_games: dict[str, Game]) -> None:
    """A game that was saved with other rules is not gone on with."""
    game = compiled_games["caravan"]
    data = game.start(2, 1).to_json()
    with pytest.raises(SavedGameError, match=r"content: .* other rules"):
        game.from_json(data | {"content": "0" * 12})
    with pytest.raises(SavedGameError, match="game: "):
        game.from_json(data | {"game": "chess"})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", ["amira"]),
        ("players", ["amira", "amira"]),
        ("players", None),
        ("active", "nobody"),
        ("active", None),
        ("turns", -1),
        ("turns", True),
        ("turns", 1.5),
        ("chance", "xyz"),
        ("chance", 5),
        ("options", {"unheard_of": True}),
        ("zones", []),
        ("zones", {"attic": []}),
        ("zones", {"deck": ["cargo(99)"]}),
        ("zones", {"deck": ["cargo(1)", "cargo(1)"]}),
        ("zones", {"hand": {"player1": ["event(13)"]}}),
        ("zones", {"hand": {"nobody": []}}),
        ("spaces", {"stall": {"stall(9)": "cargo(1)"}}),
        ("pieces", {"camel": {"player1": {"harbor": 4}}}),
        ("pieces", {"camel": {"player1": {"moon": 1}}}),
        ("pieces", {"ox": {}}),
        ("fresh", {"camel": {"player1": {"harbor": 1}}}),
        ("counts", {"coin of player": {"player1": "many"}}),
        ("counts", {"coin": 3}),
        ("tracks", {"busy": 2.5}),
        ("tracks", {"starter": 17}),
        ("marks", {"paid on card": {}}),
        ("marks", {"paid on card": ["cargo(99)"]}),
        ("known", {"cargo(1)": ["nobody"]}),
        ("result", "perhaps"),
        ("waiting", [{"hook": "none such"}]),
        ("lasting", [{"until": "tomorrow"}]),
        ("over", {"ending": 99}),
        ("frames", []),
        ("frames", [{"block": "loop", "stage": 1}]),
        ("frames", [{"block": "loop", "stage": 1}, {"block": "TURN_1", "routine": "elsewhere"}]),
        ("optional", {"frame": 77, "block": "TURN_1", "you": "player1"}),
    ],
)
def test_damage_is_named(compiled_games: dict[str, Game], key: str, value: object) -> None:
    """The message begins with the key that is wrong."""
    game = compiled_games["caravan"]
    data = game.start(2, 1).to_json()
    if key == "frames":
        data.pop("optional", None)  # it speaks of frames
    with pytest.raises(SavedGameError, match=rf"^{key}"):
        game.from_json(data | {key: value})


@pytest.mark.parametrize("data", [None, 3, "", [], {}, {"game": "caravan", "more": 1}])
def test_something_else_is_refused(compiled_games: dict[str, Game], data: object) -> None:
    """What is no saved game at all."""
    with pytest.raises(SavedGameError):
        compiled_games["caravan"].from_json(data)


def test_random_damage_never_breaks_anything_else(compiled_games: dict[str, Game]) -> None:
    """Whatever is changed: it is read, or refused with a message."""
    for game in compiled_games.values():
        for state, chance in sampled(game, games=2, share=0.05):
            saved = state.to_json()
            for _ in range(8):
                data = copy.deepcopy(saved)
                holder, key = chance.choice(list(_places(data)))
                if chance.random() < 0.3:
                    del holder[key]
                else:
                    holder[key] = chance.choice([None, -1, 7, 10**30, 0.5, "x", "yes", [], {}, True, [1], {"x": 1}])
                try:
                    game.from_json(data)
                except SavedGameError:
                    continue


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a saved game that holds something."""
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in entries:
        yield data, key
        if isinstance(value, dict | list):
            yield from _places(value)


# ---- docs/saved-games.md -----------------------------------------------------------------------------------


def saved_on_the_page(game: Game) -> State:
    """The position that the page shows."""
    state = game.start(players=["amira", "boris"], seed=7)
    for answer in ("buy", "stall(1)", "rest"):
        state.apply(answer)
    return state


def without_compiler(data: Any) -> Any:
    """A saved game without what the compiler chooses: the fingerprint, and the numbers of blocks."""
    if isinstance(data, dict):
        return {
            key: re.sub(r"\d+$", "", value) if key == "block" else without_compiler(value)
            for key, value in data.items()
            if key != "content"
        }
    return [without_compiler(one) for one in data] if isinstance(data, list) else data


def keys_on_the_page(heading: str) -> list[str]:
    """The keys that the table of a section explains."""
    _, _, rest = PAGE.partition(f"\n{heading}\n")
    section = re.split(r"^#", rest, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_page_shows_a_real_saved_game(compiled_games: dict[str, Game]) -> None:
    """Its example is what that game gives, but for the cards that it leaves out."""
    (text,) = re.findall(r"^```jsonc\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    shown = json.loads(re.sub(r"\s+//.*", "", text))
    saved = saved_on_the_page(compiled_games["caravan"]).to_json()
    deck = shown["zones"]["deck"]
    assert deck.pop() == "…"
    saved["zones"]["deck"] = saved["zones"]["deck"][: len(deck)]
    assert list(shown) == list(saved), "keys come in this order"
    assert without_compiler(shown) == without_compiler(saved)


def test_the_page_explains_every_key(compiled_games: dict[str, Game]) -> None:
    """No more and no less than the schema has."""
    schema = compiled_games["caravan"].schema()["properties"]
    frame = schema["frames"]["items"]["properties"]
    assert {*keys_on_the_page("## The table"), *keys_on_the_page("## What is going on")} == set(schema)
    assert set(keys_on_the_page("### A frame")) == set(frame)
    assert set(keys_on_the_page("### A hook")) == set(frame["hooks"]["items"]["properties"])
    assert set(keys_on_the_page("### A lasting effect")) == set(schema["lasting"]["items"]["properties"])
    assert set(keys_on_the_page("### What is optional")) == set(schema["optional"]["properties"])
    assert set(keys_on_the_page("### The end")) == set(schema["over"]["properties"])


def test_the_page_says_what_is_always_there(compiled_games: dict[str, Game]) -> None:
    (line,) = re.findall(r"^(.*) are always there\.$", PAGE, re.MULTILINE)
    assert re.findall(r"`(\w+)`", line) == compiled_games["caravan"].schema()["required"]


def test_the_page_tells_what_is_refused(compiled_games: dict[str, Game]) -> None:
    """Each damage gives the message beside it."""
    game = compiled_games["caravan"]
    rows = re.findall(r"^\| `(\{.*?\})` \| (.*) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 10
    for damage, message in rows:
        with pytest.raises(SavedGameError) as caught:
            game.from_json(saved_on_the_page(game).to_json() | json.loads(damage))
        said = re.sub(r"that of these rules `\w+`", "that of these rules ``", str(caught.value))
        assert said == re.sub(r"that of these rules `\w+`", "that of these rules ``", message)


def test_the_examples_of_the_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert len(names["text"]) < 1200
