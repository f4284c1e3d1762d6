"""What correcting the past costs: ``python -m tests.bench.amending``. 2,000 later lines are worked out in under 1 s."""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from companion.core.recording.revision import DROP, Change
from companion.formats.session import replay, steps
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Place

PAYS = {
    "ratrace": (
        (
            "game ratrace\nseats Ann Ben Cy Dan\nhouse businesses=one\nstart first=ann\npick who=ann business=black\n"
            "pick who=ben business=olive\npick who=cy business=red\npick who=dan business=blue\n"
        ),
        5,
        "correct_money giver=treasury taker={who} amount={amount} reason=owed\n",
    ),
    "rat_race_monopoly": (
        "game rat_race_monopoly\nseats Ann Ben Cy Dan\nhouse board=classic\nstart\n",
        1,
        "pay giver=bank taker={who} amount={amount} reason=owed\n",
    ),
    "rat_a_tat_cat": (
        "game rat_a_tat_cat\nseats Ann Ben Cy Dan\nhouse ending=limit limit=9999\nstart first=ann\n",
        1,
        "round scores='ann={amount} ben=17 cy=9 dan=20'\n",
    ),
}
LINES = 2_000
ROUNDS = 60
"""A score sheet is gone through as a whole for every line; no card game has more rounds in an evening than that."""
PEOPLE = ("ann", "ben", "cy", "dan")
REPEATS = 5
LIMIT = 1.0
"""Seconds."""


def main() -> int:
    """Print the times; 1 where working 2,000 lines out again takes too long."""
    worst = 0.0
    sys.stdout.write(f"a correction of the first line, median of {REPEATS}\n")
    for game, (head, first, line) in PAYS.items():
        many = ROUNDS if game == "rat_a_tat_cat" else LINES
        text = head + "".join(line.format(who=PEOPLE[at % 4], amount=(at % 6 + 1) * 5) for at in range(many))
        untrusted = UntrustedFile()
        referee = replay(Journal(untrusted), steps(text))
        effective = referee.lines()[first]
        decisions = {effective.place: Change(effective.proposal.action, effective.proposal.answers)}
        again = _seconds(lambda referee=referee, decisions=decisions: referee.revise(decisions))
        dropped = {Place(effective.place.seq): DROP}
        began = perf_counter()
        entry = referee.amend(dropped, "for the figures")
        written = perf_counter() - began
        began = perf_counter()
        referee.undo()
        undone = perf_counter() - began
        untrusted.close()
        worst = max(worst, again * LINES / many if many == LINES else again)
        sys.stdout.write(
            f"{game:18} {many:5,} later lines: worked out {again:6.3f} s, taken {written:6.3f} s "
            f"({len(entry.proposal.revised):,} revised), undone {undone:6.3f} s\n"
        )
    return worst > LIMIT


def _seconds(work: object) -> float:
    times = []
    for _ in range(REPEATS):
        began = perf_counter()
        work()  # type: ignore[operator]  # a function without parameters
        times.append(perf_counter() - began)
    return median(times)


if __name__ == "__main__":
    raise SystemExit(main())
