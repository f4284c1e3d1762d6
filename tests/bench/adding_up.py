"""Recording one line, then what everyone holds: ``python -m tests.bench.adding_up [--beancount PYTHON]``.

The same evening is in a book of ours and in the journals of plain-text bookkeepers: Debian's ``ledger`` and
``hledger``, and ``beancount`` in the Python that is named. Each records the same next line, and says what everyone
holds; the answers are compared. A program that is not there is said to be missing.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from companion.core.recording.referee import Referee
from companion.formats import evening, hledger
from companion.games import game_of
from models.book import Book
from models.journal import Journal
from tests.bench.laying import SEATS, lay
from tests.figures import head, interleaved, print_figure, surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from models.ledger import Entry

    Balances = dict[str, int]

SIZES = (1_000, 10_000, 100_000)
OURS, THEIRS = 200, 3
"""How often a line is recorded and all balances asked for, by us and by them."""
LEAST = 1_000
"""How many times faster than ledger the book must be at the largest size."""
GROWTH = 2.0
"""How many times its cost at the smallest size a line may cost at the largest."""
ASK_BEANCOUNT = """
import sys
from beancount.core import realization
from beancount.loader import load_file
entries, errors, options = load_file(sys.argv[1])
sys.exit(str(errors[:3])) if errors else None
for one in realization.iter_children(realization.realize(entries)):
    for position in one.balance:
        print(one.account, position.units.number)
"""


def record(referee: Referee) -> Entry:
    """Record the next line by the rules: a payment, out of a treasury that never runs dry."""
    taker, amount = SEATS[referee.version % 6].key, referee.version * 37 % 500 + 1
    return referee.write(
        "correct_money", {"giver": "treasury", "taker": taker, "amount": amount, "reason": "as agreed"}
    )


class Bookkeeper:
    """A program that reads a journal of text: how a line is written in it, and how it is asked for all balances."""

    def __init__(self, name: str, program: str, file: Path, text: Iterator[str]) -> None:
        self.name, self.program, self.file = name, program, file
        file.write_text("\n".join(self.translated(text)) + "\n", encoding="utf-8")

    def translated(self, text: Iterator[str]) -> Iterator[str]:
        """The journal as this program has it."""
        return text

    def asked(self) -> list[str]:
        """The command that lists all balances."""
        return [self.program, "-f", str(self.file), "balance", "--flat", "--no-total"]

    def parse(self, output: str) -> Balances:
        """What everyone holds, out of what the program prints."""
        found = re.findall(r"^\s*\$?(-?[\d,]+)(?: share)?\s+(\S+)$", output, re.MULTILINE)
        return {account: int(figure.replace(",", "")) for figure, account in found}

    def record(self, lines: Iterator[str]) -> Balances:
        """Write one more transaction to the file, durably, and have everything added up."""
        with self.file.open("a", encoding="utf-8") as file:
            file.write("\n".join(self.translated(lines)) + "\n")
            file.flush()
            os.fsync(file.fileno())
        asked = {**os.environ, "BEANCOUNT_DISABLE_LOAD_CACHE": "1"}
        done = subprocess.run(self.asked(), capture_output=True, text=True, check=True, env=asked)
        return {account: held for account, held in self.parse(done.stdout).items() if held}


class Hledger(Bookkeeper):
    """Haskell's plain-text accounting."""

    def asked(self) -> list[str]:
        """As CSV, which needs no guessing."""
        return [*super().asked(), "-O", "csv"]

    def parse(self, output: str) -> Balances:
        """Read the CSV."""
        rows = csv.DictReader(output.splitlines())
        return {row["account"]: int(re.sub(r"[$,]| share", "", row["balance"])) for row in rows}


class Beancount(Bookkeeper):
    """Python's plain-text accounting; its accounts begin with one of five words, and its money is in capitals."""

    def translated(self, text: Iterator[str]) -> Iterator[str]:
        """Write what is the same in other words."""
        for line in text:
            if found := re.match(r"account (\S+)", line):
                yield f"2020-01-01 open {self.account(found[1])}"
            elif found := re.match(r"(\S+) \* (.*)", line):
                yield f'{found[1]} * "{found[2]}"'
            elif found := re.match(r"    (\S+:\S+) +(\$?)(-?\d+)(?: share)?$", line):
                yield f"    {self.account(found[1])}  {found[3]} {'USD' if found[2] else 'SHARE'}"
            elif not line.strip():
                yield line

    def account(self, name: str) -> str:
        """Name an account as beancount wants it."""
        first, *rest = name.split(":")
        return ":".join(["Assets" if first == "Players" else "Equity", *(word.capitalize() for word in rest)])

    def asked(self) -> list[str]:
        """By its own library: its report of balances is a package of its own."""
        return [self.program, "-c", ASK_BEANCOUNT, str(self.file)]

    def parse(self, output: str) -> Balances:
        """Read an account and a figure a line."""
        return {account: int(figure) for account, figure in (line.split() for line in output.splitlines())}


KINDS: dict[str, type[Bookkeeper]] = {"ledger": Bookkeeper, "hledger": Hledger, "beancount": Beancount}


def programs(beancount: str | None) -> dict[str, str]:
    """Which bookkeepers there are on this machine."""
    there = {name: found for name in ("ledger", "hledger") if (found := shutil.which(name))}
    return {**there, "beancount": beancount} if beancount else there


def transactions(referee: Referee, *, since: int = 0) -> list[str]:
    """The play as hledger's journal, without the balances at its end; or only the lines ``since`` a number."""
    read = evening.read(referee.journal, referee.play.id)
    text = list(hledger.write(read))[: -len(list(hledger.assertions(read)))]
    if not since:
        return text
    return text[next(at for at, line in enumerate(text) if f"({since + 1})" in line) :]


def compare(folder: Path, size: int, there: dict[str, str], repeats: int = THEIRS) -> dict[str, list[float]]:
    """Record lines and ask for all balances, by us and by whoever is there; give the seconds each took, by name.

    Raises:
        AssertionError: the answers differ.

    """
    took: dict[str, list[float]] = {"book": []}
    with closing(Book.open(folder)) as database:
        journal = Journal(database)
        referee = Referee(journal, lay(journal, size), game_of)
        for _ in range(OURS):
            took["book"].append(once(referee))
        read = evening.read(journal, referee.play.id)
        names, text = hledger._Book(read).accounts, transactions(referee)
        theirs = [KINDS[name](name, other, folder / f"{name}.journal", iter(text)) for name, other in there.items()]
        for _ in range(repeats):
            last = referee.version
            record(referee)
            lines = transactions(referee, since=last)
            ours = {names[account]: held for (account, _), held in journal.ledger(referee.play.id).balances.items()}
            for other in theirs:
                began = perf_counter()
                found = other.record(iter(lines))
                took.setdefault(other.name, []).append(perf_counter() - began)
                mine = (
                    {other.account(name): held for name, held in ours.items()} if isinstance(other, Beancount) else ours
                )
                assert found == mine, f"{other.name} says {found}, the book says {mine}"
    return took


def report(folder: Path, journal: Path, repeats: int = 11) -> dict[str, float]:
    """List all balances from a cold start, in turns: our own command, which proves them, and ledger. Median seconds."""
    ours = [sys.executable, "-m", "companion", "balances", "--data", str(folder)]
    theirs = ["ledger", "-f", str(journal), "balance", "--flat", "--no-total"]

    around = surroundings()

    def run(command: list[str]) -> float:
        return _timed(lambda: subprocess.run(command, capture_output=True, check=True, env=around))

    run(ours)  # what is compiled once is not measured
    took = interleaved(repeats, ours=lambda _: run(ours), ledger=lambda _: run(theirs))
    return {name: median(times) for name, times in took.items()}


def once(referee: Referee) -> float:
    """Record one line, then read all balances; give the seconds that took."""
    return _timed(lambda: (record(referee), referee.journal.ledger(referee.play.id)))


def _timed(do: Callable[[], object]) -> float:
    began = perf_counter()
    do()
    return perf_counter() - began


def main() -> int:
    """Print what each takes at each size; 1 where the book is not as much faster as it must be."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--beancount", metavar="PYTHON", help="a Python that has beancount")
    asked.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    options = asked.parse_args()
    there = programs(options.beancount)
    head("One line recorded durably, then what everyone holds; answers compared")
    ours: list[float] = []
    short = False
    for size in options.sizes:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            took = {name: median(times) for name, times in compare(Path(folder), size, there).items()}
            cold = report(Path(folder), Path(folder) / "ledger.journal") if "ledger" in there else {}
        ours.append(took["book"])
        print_figure(f"{size:,} lines: the book", took["book"] * 1000, "ms")
        for name in there:
            ratio = took[name] / took["book"]
            held = name == "ledger" and size == max(SIZES)
            print_figure(f"  {name}, {took[name] * 1000:,.0f} ms", ratio, "x", f"at least {LEAST:,}" if held else "")
            short |= held and ratio < LEAST
        if cold:
            what = f"  balances, proven, from a cold start: {cold['ours'] * 1000:,.0f} ms; of ledger's time"
            print_figure(what, cold["ours"] / cold["ledger"], "x")
    grown = ours[-1] / ours[0]
    print_figure("the book at the largest size, beside the smallest", grown, "x", f"at most {GROWTH}")
    for name in KINDS.keys() - there.keys():
        sys.stdout.write(f"{name} is not on this machine.\n")
    return short or grown > GROWTH


if __name__ == "__main__":
    sys.exit(main())
