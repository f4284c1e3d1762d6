"""Recording one line, then what everyone holds: ``python -m tests.bench.adding_up``.

The same evening is in a book of ours and in the journals of plain-text bookkeepers, ``ledger`` and ``hledger``. Each
records the same next line, and says what everyone holds; the answers are compared.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import takewhile
from pathlib import Path
from statistics import median
from time import perf_counter

from companion.core.recording.referee import Referee
from companion.formats import evening, hledger
from companion.games import game_of
from tests.bench.laying import SEATS, journal_in, lay
from tests.figures import head, print_figure

SIZES = (1_000, 10_000, 100_000)
OURS, THEIRS = 200, 3
"""How often a line is recorded and all balances asked for, by us and by them."""
LEAST = 1_000
"""How many times faster than ledger the book must be at the largest size."""
PROGRAMS = tuple(name for name in ("ledger", "hledger") if shutil.which(name))
BALANCE = re.compile(r"^\s*\$?(-?[\d,]+)(?: share)?\s+(\S+)$", re.MULTILINE)
GROWTH = 2.0
"""How many times its cost at the smallest size a line may cost at the largest."""


def once(referee):
    """Record one line, a payment by the treasury, then read all balances; give the seconds that took."""
    taker, amount = SEATS[referee.version % 6], referee.version * 37 % 500 + 1
    began = perf_counter()
    referee.write(
        "correct_money",
        {"giver": "treasury", "taker": taker, "amount": amount, "reason": "as agreed"},
    )
    referee.journal.ledger(referee.play.id)
    return perf_counter() - began


def ask(program, file, lines):
    """Write one more transaction to a journal of text, durably, and have a program add up; give its seconds too."""
    began = perf_counter()
    with file.open("a", encoding="utf-8") as text:
        text.write("\n".join(lines) + "\n")
        text.flush()
        os.fsync(text.fileno())
    command = [program, "-f", str(file), "balance", "--flat", "--no-total"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    took = perf_counter() - began
    found = {account: int(figure.replace(",", "")) for figure, account in BALANCE.findall(printed)}
    return took, {account: held for account, held in found.items() if held}


def transactions(referee, since=0):
    """The play as hledger's journal, without the balances at its end; or only the lines ``since`` a number."""
    read = evening.read(referee.journal, referee.play.id)
    text = list(takewhile(lambda line: hledger.HELD not in line, hledger.write(read)))
    return text[
        next(at for at, line in enumerate(text) if f"({since + 1})" in line) if since else 0 :
    ]


def compare(size, repeats=THEIRS):
    """Record lines and ask for all balances, by us and by who is there; give the median seconds of each, by name.

    Raises:
        AssertionError: the answers differ.

    """
    with journal_in() as journal, tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        referee = Referee(journal, lay(journal, size), game_of)
        took = {"book": [once(referee) for _ in range(OURS)], **{name: [] for name in PROGRAMS}}
        _, _, names, _ = hledger._holdings(evening.read(journal, referee.play.id))
        files = {name: Path(folder, f"{name}.journal") for name in PROGRAMS}
        for file in files.values():
            file.write_text("\n".join(transactions(referee)) + "\n", encoding="utf-8")
        for _ in range(repeats):
            last = referee.version
            once(referee)
            lines = transactions(referee, last)
            ours = {
                names[account]: held
                for (account, _), held in journal.ledger(referee.play.id).balances.items()
            }
            for name, file in files.items():
                seconds, found = ask(name, file, lines)
                took[name].append(seconds)
                assert found == ours, f"{name} says {found}, the book says {ours}"
    return {name: median(times) for name, times in took.items()}


def main():
    """Print what each takes at each size; 1 where the book is not as much faster as it must be."""
    head("One line recorded durably, then what everyone holds; answers compared")
    found = {size: compare(size) for size in SIZES}
    for size, took in found.items():
        for name, seconds in took.items():
            held = name == "ledger" and size == max(SIZES)
            what = f"{size:,} lines, {name}: {seconds * 1000:,.2f} ms, of the book's"
            print_figure(what, seconds / took["book"], "x", f"at least {LEAST:,}" if held else "")
    grown = found[max(SIZES)]["book"] / found[min(SIZES)]["book"]
    print_figure(
        "the book at the largest size, beside the smallest", grown, "x", f"at most {GROWTH}"
    )
    last = found[max(SIZES)]
    return grown > GROWTH or last.get("ledger", float("inf")) < LEAST * last["book"]


if __name__ == "__main__":
    sys.exit(main())
