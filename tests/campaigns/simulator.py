"""Random evenings of every game through a real referee on a real file, whose sums an oracle keeps a second time.

``python -m tests.campaigns.simulator`` gives 100,000 commands; a failure says its seed, and is played again by
``python -m tests.campaigns.simulator --game ratrace --seed 123 --count 400 --tell``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from companion.games import find_game
from models.book import Book
from tests.campaigns.simulation.mix import Mix
from tests.campaigns.simulation.players import PLAYERS
from tests.campaigns.simulation.simulated_play import Tally
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Callable

EVENING = 250
"""Commands of one evening; the next has the next seed."""
LONG = 100_000
GAMES = tuple(PLAYERS)


@dataclass
class Broken:
    """An evening in which something did not hold: how to play it again, and what was wrong."""

    game: str
    seed: int
    count: int
    why: str
    trace: str
    commands: list[str]

    @property
    def again(self) -> str:
        """The command that plays it again."""
        return f"python -m tests.campaigns.simulator --game {self.game} --seed {self.seed} --count {self.count} --tell"


@dataclass
class Result:
    """What came of some evenings of one game."""

    game: str
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0
    broken: list[Broken] = field(default_factory=list)

    @property
    def never(self) -> list[str]:
        """The actions of the game that were never accepted."""
        return [one.name for one in find_game(self.game).actions if not self.tally.actions[one.name]]


def quiet(_: str) -> None:
    """Print nothing."""


def simulate(
    game: str, seed: int, count: int, *, evening: int = EVENING, say: Callable[[str], None] = quiet, patience: int = 1
) -> Result:
    """Play evenings of a game, the next with the next seed, until so many commands were given or as many broke."""
    result = Result(game)
    began = perf_counter()
    with tempfile.TemporaryDirectory(prefix="simulator-") as folder:
        database = Book.open(Path(folder))
        while result.tally.commands < count and len(result.broken) < patience:
            left = min(evening, count - result.tally.commands)
            before = result.tally.commands
            commands: list[str] = []

            def log(line: str, commands: list[str] = commands) -> None:
                commands.append(line)
                say(line)

            try:
                mix = Mix(game, seed, database, result.tally, log)
                mix.run(left)
                database = mix.database
            except Exception as fault:  # noqa: BLE001 - whatever it is, it is reported with its seed
                given = result.tally.commands - before
                why = f"{type(fault).__name__}: {fault}"
                result.broken.append(Broken(game, seed, given, why, traceback.format_exc(), commands))
                database = Book.open(Path(folder))
            seed += 1
        database.close()
    result.seconds = perf_counter() - began
    return result


def report(result: Result) -> None:
    """Print the figures of one game."""
    tally = result.tally
    print_figure(f"{result.game}: commands", tally.commands)
    print_figure("  accepted", tally.accepted)
    print_figure("  refused, with nothing written", tally.refused)
    for what in ("undo", "redo", "void", "amend", "count", "restart", "twice"):
        print_figure(f"  {what}", tally.turned[what])
    print_figure("  seconds", result.seconds)
    print_figure("  entries a second", tally.accepted / result.seconds)
    actions = len(find_game(result.game).actions)
    print_figure(
        "  actions accepted at least once", actions - len(result.never), f"of {actions}", " ".join(result.never)
    )
    for wrong in result.broken:
        sys.stdout.write(f"\nBROKEN: {wrong.why}\n{wrong.trace}\n  {wrong.again}\n")


def main() -> int:
    """Play, print the figures, and say 1 where something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="commands, of all games together")
    parser.add_argument("--evening", type=int, default=EVENING, help="commands of one evening")
    parser.add_argument("--patience", type=int, default=1, help="how many broken evenings before a game is given up")
    parser.add_argument("--tell", action="store_true", help="print every command as it goes")
    options = parser.parse_args()
    games = (options.game,) if options.game else GAMES
    count = options.count or LONG
    head("Random evenings against the oracle")

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")

    broken = False
    for game in games:
        result = simulate(
            game,
            options.seed,
            count // len(games),
            evening=max(options.evening, count // len(games)) if options.tell else options.evening,
            say=say if options.tell else quiet,
            patience=options.patience,
        )
        report(result)
        broken |= bool(result.broken)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
