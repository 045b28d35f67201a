"""The command that shows what Cardwright does: demo."""

from __future__ import annotations

from compiler.commands import app
from compiler.console import Usage, plural, say

SEED = 42
GAMES = 20
SCORES = ("point", "coin", "camel")
"""What `end game by` compares in Caravan."""
LOG_LINES = 8


@app.command(epilog="Example: cardwright demo")
def demo() -> int:
    """Play a game of Caravan and some more, and say where to look next."""
    from runtime import UnknownGame, load_game
    from runtime.simulate import play_randomly, simulate

    try:
        game = load_game("caravan")
    except UnknownGame:
        raise Usage("Caravan has not been built", "run `cardwright build` in the folder of Cardwright") from None
    state = game.start(players=["amira", "boris", "chen"], seed=SEED)
    decisions = play_randomly(state, SEED)
    result = state.result
    assert result is not None, "a game that was played to its end has a result"
    say(f"{game.title}, a game of {len(state.players)}, everybody deciding at random (seed {SEED}):\n")
    say(f"  … {plural(len(state.log) - LOG_LINES, 'line')} …")
    for line in state.log[-LOG_LINES:]:
        say(f"  {line}")
    say(f"\nAfter {decisions} decisions the game is over [{result.reason}]:\n")
    for rank, players in enumerate(result.ranking, 1):
        for player in players:
            scores = ", ".join(plural(score, what) for score, what in zip(result.scores[player], SCORES, strict=True))
            say(f"  {rank}. {state.players[player]:6} {scores}")
    say()
    say(f"{game.title}: {simulate(game, players=3, games=GAMES, seed=1)}")
    say(
        "\nWhere to look next:\n"
        "  cardwright play caravan   you play it, here in the terminal\n"
        "  cards/caravan/            the whole game, in the card language\n"
        "  docs/tutorial.md          reads it with you, and adds a card\n"
        "  README.md                 what is where\n"
        "  cardwright check          finds every mistake in the cards\n"
        "  cardwright new game NAME  starts a game of your own"
    )
    return 0
