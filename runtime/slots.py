"""The first slots of every state vector. A game's own slots start at `GAME`; frames stand behind them."""

from __future__ import annotations

from typing import Final

CONTENT: Final = 0
"""The fingerprint of the rules this state belongs to."""
RNG_HIGH: Final = 1
RNG_LOW: Final = 2
PLAYERS: Final = 3
ACTIVE: Final = 4
TURNS: Final = 5
OVER: Final = 6
"""0 while the game goes on, then 1 + which `end game` ended it."""
ENDER: Final = 7
"""Who was `you` when it ended."""
SP: Final = 8
"""Where the running frame starts."""
RESULT: Final = 9
"""What the last frame gave: DONE, REFUSED or REPLACED."""
OPTIONAL: Final = 10
"""The frame in which a `may` or `repeat` waits for its first decision, to be merged with it; 0 if none does."""
OPTIONAL_ASK: Final = 11
"""The block of that frame that asks a plain yes or no."""
DRAINING: Final = 12
"""Whether waiting hooks are being carried out."""
QUEUED: Final = 13
"""How many slots of the queue are in use."""
LASTING: Final = 14
"""How many slots of lasting effects are in use."""
OPTIONAL_YOU: Final = 15
"""Who is asked by it."""
SEATED: Final = 16
"""Whether somebody has changed seats."""
SEATS: Final = 17
"""The seat of each player, room for eight."""
QUEUE: Final = 25
QUEUE_END: Final = QUEUE + 240
LASTS: Final = QUEUE_END
LASTS_END: Final = LASTS + 96
GAME: Final = LASTS_END

# ---- frames: block, the frame below, you, this card, whether it belongs to the caller's head, then locals

BLOCK: Final = 0
BELOW: Final = 1
YOU: Final = 2
CARD: Final = 3
JOINED: Final = 4
LOCALS: Final = 5

# ---- what changes, as bits: answers to queries are remembered until something that they depend on does

CARD_MOVES: Final = 1
PIECE_MOVES: Final = 2
COUNT_CHANGES: Final = 4
VALUE_CHANGES: Final = 8
"""Tracks and marks."""
ORDER_CHANGES: Final = 16
"""Whose turn it is, and where players sit."""
LASTING_CHANGES: Final = 32

REFUSED: Final = 0
DONE: Final = 1
REPLACED: Final = 2

# ---- options: a plain value for `choose`; `choose one` packs its option and what it is about; words are large

ARGUMENT: Final = 20
"""Bits for one argument."""
VERB: Final = 1 << 40
"""The first option of a `choose one` is VERB, the second 2 * VERB, …"""
WORD: Final = 1 << 56
YES, AGAIN, ACCEPT = WORD, WORD + 1, WORD + 2
NO, STOP, REFUSE = WORD + 3, WORD + 4, WORD + 5
