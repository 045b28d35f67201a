"""Replays: a game as plain text, from its start to the last move; docs/replays.md describes the format.

A replay holds what was decided, not what came of it: whoever plays it again checks every move on the way. Whatever is
wrong with one is a `ReplayError`, which names the line. This module gathers what others use.
"""

from __future__ import annotations

from runtime.replay_player import play, result_of
from runtime.replay_reader import parse
from runtime.replay_recorder import Recorder, record
from runtime.replay_text import MAGIC, Move, Replay, ReplayError

__all__ = ["MAGIC", "Move", "Recorder", "Replay", "ReplayError", "parse", "play", "record", "result_of"]
