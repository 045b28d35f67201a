"""Measure the compiler: `python -m tests.bench`. Prints a table; nothing here can fail for being slow.

Each size of game is compiled in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
SIZES = (1_000, 2_000, 5_000, 10_000)
CARDS_A_FILE = 500
"""Files have a size limit, and nobody writes ten thousand cards into one."""


def main(sizes: Sequence[int] = SIZES) -> None:
    """Measure and print."""
    print(f"cardwright --version        {_best_of(5, ['--version']):8.3f} s")
    print(f"cold check of all games     {_best_of(3, ['check']):8.3f} s")
    cold, warm = warm_check()
    print(f"caravan, first check        {cold:8.3f} s   in one process, without its start")
    print(f"caravan, one card edited    {warm:8.3f} s   the same process, the next check")
    print()
    print(f"{'cards':>8} {'seconds':>9} {'ms a card':>10} {'again, s':>9} {'peak MB':>9}")
    for size in sizes:
        seconds, again, peak = _measure_in_a_process(size)
        print(f"{size:>8,} {seconds:>9.2f} {1000 * seconds / size:>10.3f} {again:>9.2f} {peak:>9.0f}")
    print("\nagain: one of the cards edited, checked by the same process")


def generated_cards(first: int, count: int) -> Iterator[str]:
    """Cards for caravan, no two alike."""
    goods, towns = ("salt", "spice", "silk"), ("oasis", "village", "temple", "palace")
    for number in range(first, first + count):
        good, town = goods[number % 3], towns[number % 4]
        extra = (
            "gift coin, camel",
            f"ability friend_of({good})",
            f"raise your fame for a cargo by {number % 5 + 1} if cargo's good is {good} and your points > {number % 7}",
            "before deliver by you if your coins < 3 { gain 1 coin }",
        )[number % 4]
        fields = f"good {good}   town {town}   worth {number % 4 + 1}"
        yield f'cargo {number} "Cargo {number}" {{\n  {fields}\n  {extra}\n}}\n'


def write_game(root: Path, cards: int) -> None:
    """A project with caravan, and so many cards more."""
    folder = root / "cards" / "caravan"
    shutil.copytree(ROOT / "cards" / "caravan", folder)
    (folder / "more").mkdir()
    for first in range(0, cards, CARDS_A_FILE):
        text = "\n".join(generated_cards(1_000 + first, min(CARDS_A_FILE, cards - first)))
        (folder / "more" / f"cards_{first:06}.card").write_text(text, encoding="utf-8")


def warm_check() -> tuple[float, float]:
    """The seconds of the first check of caravan, and of the next one after an edit."""
    from compiler.main import compile_game
    from compiler.project import Project

    with tempfile.TemporaryDirectory() as folder:
        write_game(Path(folder), 0)
        project = Project(Path(folder))
        started = time.perf_counter()
        assert compile_game(project, "caravan").game, "caravan should be fine"
        cold = time.perf_counter() - started
        _edit(Path(folder) / "cards/caravan/deck.card", '"Pepper"')
        started = time.perf_counter()
        assert compile_game(project, "caravan").game, "caravan should be fine"
        return cold, time.perf_counter() - started


def measure(cards: int) -> None:
    """Compile caravan with so many cards more; print seconds, seconds after an edit, and peak memory in MB."""
    from compiler.diagnostics import render
    from compiler.main import compile_game
    from compiler.project import Project

    with tempfile.TemporaryDirectory() as folder:
        write_game(Path(folder), cards)
        project = Project(Path(folder))
        started = time.perf_counter()
        compiled = compile_game(project, "caravan")
        seconds = time.perf_counter() - started
        assert compiled.game, render(list(compiled.report)[:3], colour=False)
        _edit(Path(folder) / "cards/caravan/more/cards_000000.card", '"Cargo 1000"')
        started = time.perf_counter()
        compile_game(project, "caravan")
        again = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * (1024 if sys.platform == "darwin" else 1))
    print(seconds, again, peak)


def _edit(file: Path, title: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert title in text, f"{title} is not in {file.name}"
    file.write_text(text.replace(title, '"Edited"'), encoding="utf-8")


def _measure_in_a_process(cards: int) -> list[float]:
    command = [sys.executable, "-m", "tests.bench", str(cards)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return [float(word) for word in done.stdout.split()]


def _best_of(times: int, arguments: list[str]) -> float:
    """The shortest time, in seconds, that a command took."""
    best = float("inf")
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "compiler.cli", *arguments], cwd=ROOT, capture_output=True, check=True)
        best = min(best, time.perf_counter() - started)
    return best


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(int(sys.argv[1]))
    else:
        main()
