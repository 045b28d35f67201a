"""A game in the terminal: what a person is shown, and what becomes of what he types."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compiler.console import listed, plural, say, visible
from compiler.diagnostics import did_you_mean
from compiler.looking import option_lines
from compiler.prompting import Lines, split_answers
from compiler.table import MOST_DIGITS, decision_lines, number_of, result_lines

if TYPE_CHECKING:
    from runtime import Game, State

HELP = """\
  2               the second option
  OPTION          an option as it is spelled
  1, OPTION, 3    several answers, one after the other
  why ANSWERS     why something is not possible now, also several answers one after the other
  undo            back to the last decision of a person; as often as you like
  log [N]         what has happened: all of it, or the last N lines
  look            where everything is, as far as whoever decides may know; also `position`
  save FILE       write the game so far to a replay
  help            this
  quit            end; nothing is saved
Where an option is spelled like one of these words, the option is meant; `/log` is always the log."""
MOST_NEWS = 30
"""So many new lines of the log are shown at once."""


class Mark(NamedTuple):
    """Where `undo` goes back to."""

    state: State
    chance: int
    answers: int


class Session:
    """A game with persons at some seats, and bots that decide at random at the others."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        seed: int,
        bots: set[int],
        options: Mapping[str, bool],
        automa: Sequence[str] = (),
        language: str | None = None,
    ) -> None:
        """Starts the game; raises `EngineError` if that can't be done. In a `language`, everything is told in it."""
        from runtime.simulate import first_chance

        self._game = game
        self._seed = seed
        self._bots = bots
        people = set(range(len(players))) - bots
        self._alone = people.pop() if len(people) == 1 else None
        """The only person: nobody else looks at the screen."""
        self._options = options
        self._language = language
        self._state = game.start(players=players, seed=seed, options=options, automa=automa)
        self._automa = automa
        self._chance = first_chance(seed)
        self._answers: list[str] = []
        self._marks: list[Mark] = []
        self._shown = 0
        self._saved: set[Path] = set()
        self._is_left = False
        self._commands: dict[str, Callable[[str], None]] = {
            "why": self._why,
            "undo": self._undo,
            "log": self._show_log,
            "look": self._look,
            "position": self._look,
            "save": self._save,
            "help": lambda _: say(HELP),
            "?": lambda _: say(HELP),
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self, lines: Lines) -> None:
        """Play until the person leaves or nothing more is typed; without persons, until the game is over."""
        self._let_bots_play()
        self._show_table()
        unasked = self._bots | set(self._state.automas.values())
        while not self._is_left and len(unasked) < len(self._state.players):
            decision = self._state.decision
            line = lines.next(f"{visible(decision.name) if decision else 'over'}> ")
            if line is None:
                return
            self._obey(line)

    # ---- answers ------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower().removeprefix("/"))
        if command and not self._is_option(line) and not self._is_option(word):
            command(rest.strip())
        elif line:
            self._answer(line)

    def _is_option(self, text: str) -> bool:
        decision = self._state.decision
        said = split_answers(text)
        return decision is not None and any(split_answers(str(option)) == said for option in decision.options)

    def _answer(self, line: str) -> None:
        """Give all the answers of a line, or none of them if one can't be given."""
        from runtime import EngineError, IllegalMove

        before = self._mark()
        marks = len(self._marks)
        said = split_answers(line)
        try:
            left = said
            while left:
                left = left[self._give(left) :]
                self._let_bots_play()
        except (IllegalMove, EngineError) as error:
            del self._marks[marks:]
            self._go_back(before)
            if isinstance(error, EngineError):
                say(f"the game can't be played on like this, which may be our mistake: {error}")
            else:
                say(f"{error}")
                self._suggest(line)
            if len(said) > 1:
                say("nothing of this line was done")
            return
        self._show_table()

    def _give(self, said: list[str]) -> int:
        """Give the answer that these words begin with; how many of them it is."""
        from runtime import IllegalMove

        decision = self._state.decision
        spellings = [str(option) for option in decision.options] if decision else []
        most = max((len(split_answers(spelling)) for spelling in spellings), default=1)
        for length in range(min(most, len(said)), 0, -1):
            text = " ".join(said[:length])
            mark = self._mark()
            try:
                number = number_of(text, spellings)
                self._state.apply(text if number is None else number)
            except IllegalMove:
                if length == 1:
                    raise
                continue
            self._marks.append(mark)
            self._answers.append(text if number is None else spellings[number])
            return length
        raise AssertionError("one word is always tried")

    def _suggest(self, line: str) -> None:
        decision = self._state.decision
        if decision is None:
            say("`undo` goes back, `quit` ends")
            return
        guess = did_you_mean(line.removeprefix("/"), [*map(str, decision.options), *self._commands])
        say(f"did you mean `{guess}`?" if guess else "`help` shows what you can type")

    def _let_bots_play(self) -> None:
        from runtime import rng

        while (decision := self._state.decision) is not None and decision.player in self._bots:
            self._chance, pick = rng.below(self._chance, len(decision.options))
            self._state.apply(pick)
            self._answers.append(str(decision.options[pick]))

    def _mark(self) -> Mark:
        return Mark(self._state.clone(), self._chance, len(self._answers))

    def _go_back(self, mark: Mark) -> None:
        self._state, self._chance = mark.state, mark.chance
        del self._answers[mark.answers :]

    # ---- commands -----------------------------------------------------------------------------------------

    def _why(self, text: str) -> None:
        if self._state.decision is None:
            say("the game is over")
        elif not text:
            say(f"why what? for example: why {self._state.decision.options[0]}")
        else:
            reason = self._state.obstacle(text)
            if reason is not None and self._language is not None:
                say(self._state.reason(self._language, reason))
                return
            say(f"nothing stops `{text}`" if reason is None else f"`{text}` is not possible now: {reason}")

    def _undo(self, _: str) -> None:
        if not self._marks:
            say("there is nothing to take back")
            return
        mark = self._marks.pop()
        say(f"took back: {listed(self._answers[mark.answers :])}")
        self._go_back(mark)
        self._shown = len(self._log())
        self._show_table()

    def _show_log(self, count: str) -> None:
        log = self._log()
        if count and not (count.isascii() and count.isdecimal() and len(count) <= MOST_DIGITS):
            say(f"`{count}` is no number of lines: `log` shows all, `log 10` the last ten")
            return
        for line in log[max(0, len(log) - int(count)) :] if count else log:
            say(f"  {line}")

    def _log(self) -> list[str]:
        """What has happened; a person who plays alone against bots is told no more than is to be seen."""
        reader = -1 if self._alone is None else self._alone
        if self._language is not None:
            return self._state.log_in(self._language, reader)
        return self._state.log if self._alone is None else self._state.log_of(self._alone)

    def _look(self, _: str) -> None:
        """The table as whoever decides may see it; when the game is over, everything."""
        from compiler.position import position_lines

        say("\n".join(position_lines(self._state, self._alone)))

    def _save(self, name: str) -> None:
        from compiler.files import create_file, replace_file
        from runtime.replay import record

        if not name:
            say("save to which file? for example: save my_game.replay")
            return
        file = Path(name).expanduser()
        text = str(
            record(self._game, self._answers, self._state.players, self._seed, self._options, automa=self._automa)
        )
        try:
            if file in self._saved:
                replace_file(file, text)
            else:
                create_file(file, text)
        except (OSError, ValueError) as error:
            if isinstance(error, FileExistsError) and os.path.lexists(file):
                say(f"{name} exists already: choose another name")
            else:
                say(f"{name} can't be written: {(getattr(error, 'strerror', None) or str(error)).lower()}")
        else:
            self._saved.add(file)
            say(f"wrote {name}: {plural(len(self._answers), 'move')}")

    def _quit(self, _: str) -> None:
        self._is_left = True

    # ---- what is shown ------------------------------------------------------------------------------------

    def _show_table(self) -> None:
        """Show what has happened since the last time, and what is to be decided or how it ended."""
        news = self._log()[self._shown :]
        self._shown += len(news)
        if len(news) > MOST_NEWS:
            say(f"  … {plural(len(news) - MOST_NEWS, 'line')} more: `log` shows all …")
        for line in news[-MOST_NEWS:]:
            say(f"  {line}")
        say()
        if self._state.decision is not None:
            decision = self._state.decision
            told = option_lines(decision, self._state) if self._language is None else ()
            say("\n".join(decision_lines(decision, told, self._language)))
        else:
            say("\n".join(result_lines(self._state)))
