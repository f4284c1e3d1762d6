"""Recording one line, then what everyone holds: ``python -m tests.bench.adding_up``.

The same evening is in a book of ours and in the journals of plain-text bookkeepers, ``ledger`` and ``hledger``. Each
records the same next line, and says what everyone holds; the answers are compared.
"""

from __future__ import annotations

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
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from models.ledger import Entry

    Balances = dict[str, int]

SIZES = (1_000, 10_000, 100_000)
OURS, THEIRS = 200, 3
"""How often a line is recorded and all balances asked for, by us and by them."""
LEAST = 1_000
"""How many times faster than ledger the book must be at the largest size."""
PROGRAMS = ("ledger", "hledger")
BALANCE = re.compile(r"^\s*\$?(-?[\d,]+)(?: share)?\s+(\S+)$", re.MULTILINE)
GROWTH = 2.0
"""How many times its cost at the smallest size a line may cost at the largest."""


def record(referee: Referee) -> Entry:
    """Record the next line by the rules: a payment, out of a treasury that never runs dry."""
    taker, amount = SEATS[referee.version % 6].key, referee.version * 37 % 500 + 1
    return referee.write(
        "correct_money", {"giver": "treasury", "taker": taker, "amount": amount, "reason": "as agreed"}
    )


def programs() -> list[str]:
    """Which bookkeepers there are on this machine."""
    return [name for name in PROGRAMS if shutil.which(name)]


def ask(program: str, file: Path, lines: list[str]) -> Balances:
    """Write one more transaction to a journal of text, durably, and have a program add everything up."""
    with file.open("a", encoding="utf-8") as text:
        text.write("\n".join(lines) + "\n")
        text.flush()
        os.fsync(text.fileno())
    command = [program, "-f", str(file), "balance", "--flat", "--no-total"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {account: int(figure.replace(",", "")) for figure, account in BALANCE.findall(printed)}
    return {account: held for account, held in found.items() if held}


def transactions(referee: Referee, *, since: int = 0) -> list[str]:
    """The play as hledger's journal, without the balances at its end; or only the lines ``since`` a number."""
    read = evening.read(referee.journal, referee.play.id)
    text = list(hledger.write(read))[: -len(list(hledger.assertions(read)))]
    if not since:
        return text
    return text[next(at for at, line in enumerate(text) if f"({since + 1})" in line) :]


def compare(folder: Path, size: int, there: list[str], repeats: int = THEIRS) -> dict[str, list[float]]:
    """Record lines and ask for all balances, by us and by who is there; give the seconds each took, by name.

    Raises:
        AssertionError: the answers differ.

    """
    took: dict[str, list[float]] = {"book": [], **{name: [] for name in there}}
    with closing(Book.open(folder)) as database:
        journal = Journal(database)
        referee = Referee(journal, lay(journal, size), game_of)
        took["book"] = [once(referee) for _ in range(OURS)]
        names = hledger._Book(evening.read(journal, referee.play.id)).accounts
        for name in there:
            (folder / f"{name}.journal").write_text("\n".join(transactions(referee)) + "\n", encoding="utf-8")
        for _ in range(repeats):
            last = referee.version
            record(referee)
            lines = transactions(referee, since=last)
            ours = {names[account]: held for (account, _), held in journal.ledger(referee.play.id).balances.items()}
            for name in there:
                began = perf_counter()
                found = ask(name, folder / f"{name}.journal", lines)
                took[name].append(perf_counter() - began)
                assert found == ours, f"{name} says {found}, the book says {ours}"
    return took


def once(referee: Referee) -> float:
    """Record one line, then read all balances; give the seconds that took."""
    began = perf_counter()
    record(referee)
    referee.journal.ledger(referee.play.id)
    return perf_counter() - began


def main() -> int:
    """Print what each takes at each size; 1 where the book is not as much faster as it must be."""
    there = programs()
    head("One line recorded durably, then what everyone holds; answers compared")
    ours: list[float] = []
    short = False
    for size in SIZES:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            took = {name: median(times) for name, times in compare(Path(folder), size, there).items()}
        ours.append(took["book"])
        print_figure(f"{size:,} lines: the book", took["book"] * 1000, "ms")
        for name in there:
            ratio = took[name] / took["book"]
            held = name == "ledger" and size == max(SIZES)
            print_figure(f"  {name}, {took[name] * 1000:,.0f} ms", ratio, "x", f"at least {LEAST:,}" if held else "")
            short |= held and ratio < LEAST
    grown = ours[-1] / ours[0]
    print_figure("the book at the largest size, beside the smallest", grown, "x", f"at most {GROWTH}")
    for name in set(PROGRAMS) - set(there):
        sys.stdout.write(f"{name} is not on this machine.\n")
    return short or grown > GROWTH


if __name__ == "__main__":
    sys.exit(main())
