"""Looking a play over for damage: every fault in a sentence, and none of them fatal to the looking."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from models.folding import kept, reckon
from models.record import EFFECTS, entry_of, read_rows, understood
from models.trouble import Damaged

if TYPE_CHECKING:
    import sqlite3

    from models.record import Rows


class Fault(NamedTuple):
    """What a check found: which check, one of ``CHECKS``, and a sentence."""

    check: str
    sentence: str


LINES, CHAIN, SUMS, WORDS = "lines", "chain", "sums", "words"
EFFECTS_LEFT, BALANCES, SAYINGS, STANDING = "effects", "balances", "sayings", "standing"
CHECKS = {
    LINES: "no line is missing",
    CHAIN: "every line is what was written, by the chain of digests",
    SUMS: "every line sums to nought, for each unit",
    WORDS: "every line can be read",
    EFFECTS_LEFT: "nothing is left of lines that are gone",
    BALANCES: "the balances kept are what the lines come to",
    SAYINGS: "what is said of everyone is what the lines say",
    STANDING: "the lines struck out are those that the lines strike out",
}
"""What a play is looked over for, in words."""


def faults(driver: sqlite3.Connection, play: str, start: str, *, quiet: bool = False) -> list[str]:
    """Say every fault of a play, whose chain begins with the digest ``start``; none when it is sound.

    A ``quiet`` list gives no balances, for games in which they are secret.
    """
    return [one.sentence for one in examined(driver, play, start, quiet=quiet)]


def examined(driver: sqlite3.Connection, play: str, start: str, *, quiet: bool = False) -> list[Fault]:
    """Find every fault of a play, as ``faults`` does, with the check that found it.

    Raises:
        Damaged: so much is damaged that no more can be told.

    """
    with understood("This play is damaged, and not all of it can be read."):
        return _examined(driver, play, start, quiet=quiet)


def _examined(driver: sqlite3.Connection, play: str, start: str, *, quiet: bool) -> list[Fault]:
    found: list[Fault] = []
    previous, last = start, 0
    seen: set[int] = set()
    for rows in read_rows(driver, play):
        if rows.seq != last + 1:
            missing = f"{last + 1}" if rows.seq == last + 2 else f"{last + 1} to {rows.seq - 1}"
            found.append(Fault(LINES, f"Entry {missing} is missing."))
        elif rows.chained(previous) != rows.digest:
            # after a gap the chain says nothing about the entry that follows
            found.append(Fault(CHAIN, f"Entry {rows.seq} is not what was written."))
        found += _of_one(rows)
        previous, last = rows.digest, rows.seq
        seen.add(rows.seq)
    found += _orphans(driver, play, seen)
    return found + _out_of_step(driver, play, quiet=quiet)


def _of_one(rows: Rows) -> list[Fault]:
    totals: Counter[str] = Counter()
    for _, _, _, _, unit, quantity in rows.postings:
        totals[unit] += quantity
    found = [
        Fault(SUMS, f"The postings of entry {rows.seq} in {unit} come to {total}, not to nought.")
        for unit, total in totals.items()
        if total
    ]
    if not found:
        try:
            entry_of(rows)
        except Damaged as damage:
            found.append(Fault(WORDS, damage.sentence))
    return found


def _orphans(driver: sqlite3.Connection, play: str, seen: set[int]) -> list[Fault]:
    """Find effects whose entry is gone, as when the last entries are cut off."""
    lost: set[int] = set()
    for effect in EFFECTS:
        numbers = driver.execute(f"SELECT DISTINCT seq FROM {effect} WHERE play = ?", (play,))  # noqa: S608 - our own names
        lost |= {seq for (seq,) in numbers if seq not in seen}
    return [Fault(EFFECTS_LEFT, f"Entry {seq} is gone, but not all that it did.") for seq in sorted(lost)]


def _out_of_step(driver: sqlite3.Connection, play: str, *, quiet: bool) -> list[Fault]:
    written, folded = reckon(driver, play), kept(driver, play)
    found = []
    for account, unit in sorted(written.balances.keys() | folded.balances.keys()):
        says = folded.balances.get((account, unit), 0)
        is_ = written.balances.get((account, unit), 0)
        if says != is_ or type(says) is not int:
            figures = (
                "is not what the entries come to" if quiet else f"says {says} {unit}, but the entries come to {is_}"
            )
            found.append(Fault(BALANCES, f"The balance of {account} {figures}."))
    for holder, name in sorted(written.standing.keys() | folded.standing.keys()):
        if written.standing.get((holder, name)) != folded.standing.get((holder, name)):
            found.append(Fault(SAYINGS, f"What is said of {holder} under {name} is not what the entries say."))
    found += [
        Fault(STANDING, f"Whether entry {seq} stands is not as the entries have it.")
        for seq in sorted({seq for seq, _ in written.struck ^ folded.struck})
    ]
    return found
