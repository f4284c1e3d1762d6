"""Kill the app by SIGKILL in the midst of whatever it does to the book, and look: ``python -m tests.campaigns.kills``.

A child sends one command after the other, each under an id made beforehand, and says so once each is acknowledged. It
is killed at a random moment. Then all that was acknowledged must be in the book, of the command under way either all
or nothing, and that command sent again under its id must come to exactly what it would have come to, once.

A book in memory that is never killed says what that is. Of the kills, three in twenty go to what a book goes through
as a whole: see ``upheavals``. ``--seed N --count 60`` does an evening that broke again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from companion.games import GAMES
from models import projections
from models.backups.untrusted_file import UntrustedFile
from models.book import ReadOnlyDatabase
from models.database import Database
from models.integrity import examine
from models.journal import Journal
from tests.campaigns.killing import (
    CALLS,
    CLOCK,
    LINES,
    OUTSIDE,
    PHASES,
    Moment,
    Seen,
    means,
    run_and_kill,
    witnessed,
)
from tests.campaigns.table_commands import Hand, book_state, difference, script
from tests.campaigns.upheavals import ALIKE, NOTHING, UPHEAVALS, WHOLE, tried
from tests.figures import head, print_figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.campaigns.table_commands import Sending, TableCommand

EARLY, HALVES, TWICE = "ticked before it is written", "committed in two halves", "sent again under another id"
SABOTAGES = (EARLY, HALVES, TWICE)
"""Ways in which the promise can be broken on purpose, to see that it is noticed."""

GUESS = {CLOCK: 4_000, LINES: 4_000, CALLS: 120}
"""Steps of a command until it is known how many it takes; of the clock, microseconds."""
ERRORS = 5
"""After so many faults a campaign has shown what it can show."""


@dataclass
class Kills:
    """What a campaign came to. ``broken`` has a sentence for each promise that did not hold."""

    seed: int
    kills: int = 0
    evenings: int = 0
    acknowledged: int = 0
    again: int = 0
    twice_killed: int = 0
    means: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)
    actions: set[tuple[str, str]] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)


class Pace:
    """How many steps a command of each kind takes by each means, as far as it is known; so that kills hit all of it."""

    def __init__(self) -> None:
        self._known: defaultdict[tuple[str, str], list[int]] = defaultdict(list)

    def learn(self, means: str, kind: str, steps: int) -> None:
        """Note that a command of a kind took so many."""
        self._known[means, kind].append(steps)

    def draw(self, random: Random, means: str, kind: str) -> int:
        """Draw a moment of the next one: evenly over all of it, and a little beyond its end."""
        known = self._known[means, kind][-40:]
        return random.randint(1, max(2, round((median(known) if known else GUESS[means]) * 1.1)))


class Evening:
    """One script on one book, killed again and again; beside it the same on a book in memory, which never is."""

    def __init__(self, seed: int, folder: Path, found: Kills, pace: Pace, sabotage: str = "") -> None:
        self.random = Random(seed)  # noqa: S311 - it draws moments, it keeps no secrets
        self.folder, self.found, self.pace, self.sabotage, self.seed = folder, found, pace, sabotage, seed
        self.commands, actions = _script(seed)
        found.actions |= actions
        self.untrusted = UntrustedFile()
        self.hand = Hand(Journal(self.untrusted))
        self.next = 0
        self.pending: Sending | None = None  # the next command as it was read, when it was sent before
        self.was: dict[str, object] = {}  # and how the book was then

    def run(self, most: int) -> None:
        """Kill until the script is done, so many kills were made, or something broke."""
        self.found.evenings += 1
        broken, kills = len(self.found.broken), self.found.kills
        try:
            while self.next < len(self.commands) and self.found.kills - kills < most:
                self.once()
                if len(self.found.broken) > broken:
                    break
        finally:
            self.untrusted.close()

    def once(self) -> None:
        """Kill one child, and look what it left."""
        target = min(self.next + self.random.choice((0, 0, 0, 1, 2, 3)), len(self.commands) - 1)
        how = self.random.choice((*means_here(), means_here()[-1]))  # most of a commit is calls to the system
        moment = Moment(target, how, self.pace.draw(self.random, how, self.commands[target].kind))
        seen = Seen()
        resent = self.pending is not None
        try:
            end = run_and_kill(lambda pipe: self._work(pipe, moment, seen), moment, seen)
            at, phase = seen.number, seen.phase
        finally:
            seen.close()
        ticks = [one.split() for one in end.said.splitlines() if not one.startswith("!")]
        for number, steps, *_ in ticks:
            if how != CALLS:
                self.pace.learn(how, self.commands[int(number)].kind, int(steps))
        if how == CALLS and len(ticks) > target - self.next:
            self.pace.learn(how, self.commands[target].kind, end.steps)
        if failed := [one for one in end.said.splitlines() if one.startswith("!")]:
            self._broke(f"command {at} failed: {failed[0]}")
            return
        self.found.acknowledged += len(ticks)
        if end.killed:
            self.found.kills += 1
            self.found.means[how] += 1
            self.found.twice_killed += resent and not ticks
        self._look(ticks, phase, killed=end.killed)

    def _work(self, pipe: int, moment: Moment, seen: Seen) -> None:
        """In the child: do one command after the other, and say so once each was done."""
        if self.sabotage == HALVES:
            _in_halves()
        database = witnessed(seen).open(self.folder)
        hand = Hand(Journal(database))
        moment.arm(seen)
        for number, command in enumerate(self.commands[self.next :], start=self.next):
            send = self.pending if number == self.next and self.pending else command.read(hand)
            seen.at(number)
            moment.reached(number)
            begun = time.perf_counter()
            if self.sabotage == EARLY:
                os.write(pipe, f"{number} 1\n".encode())
            said = send(hand, command.id)
            steps = seen.steps or round((time.perf_counter() - begun) * 1e6)
            if self.sabotage != EARLY:
                os.write(pipe, f"{number} {steps} {said}\n".encode())
            seen.phase = OUTSIDE

    # --- looking --------------------------------------------------------------------------------------

    def _look(self, ticks: list[list[str]], phase: str, *, killed: bool) -> None:
        """Open the book, compare it with the one in memory, and send again what was under way."""
        digests = []
        for number, _, *said in ticks:
            self._beside(int(number))
            digests.append(said)
        before = self.was if self.pending else book_state(self.hand.journal)
        command = self.commands[self.next] if self.next < len(self.commands) else None
        send = command and (self.pending or command.read(self.hand))
        if command and send:
            send(self.hand, command.id)
        after = book_state(self.hand.journal)
        later = self.random.random() < 0.3  # another child sends it again, and may be killed over it
        book = (ReadOnlyDatabase if later else Database).open(self.folder)
        try:
            journal = Journal(book)
            now = book_state(journal)
            self._check(journal, digests)
            left = ALIKE if before == after == now else NOTHING if now == before else WHOLE if now == after else ""
            if not left:
                self._broke(f"of {command and command.kind} only a part is there: {difference(now, before)}")
                return
            if killed and command:
                self.found.phases[phase] += 1
                self.found.left[phase, left] += 1
            if command and send and later:
                self.pending, self.was = send, before
            elif command and send:
                self._send_again(journal, command, send, after)
        finally:
            book.close()

    def _beside(self, number: int) -> None:
        """Do in memory what the book says is done; the command under way may have been done there before."""
        if number != self.next:
            self._broke(f"command {number} was ticked, but {self.next} was next")
        command = self.commands[number]
        (self.pending or command.read(self.hand))(self.hand, command.id)
        self.pending = None
        self.next = number + 1

    def _send_again(self, journal: Journal, command: TableCommand, send: Sending, after: dict[str, object]) -> None:
        """Send a command again, twice, as a reopened app does: it is there once, as it would have been."""
        hand = Hand(journal)
        for key in (command.id, command.id):
            send(hand, f"{key} again" if self.sabotage == TWICE else key)
        self.found.again += 1
        if (now := book_state(journal)) != after:
            self._broke(f"{command.kind} sent again is not what it would have been: {difference(now, after)}")
        self._check(journal, [])
        self.pending = None
        self.next += 1

    def _check(self, journal: Journal, digests: list[list[str]]) -> None:
        """Look for faults, and for the entries that were ticked."""
        for fault in journal.database.check():
            self._broke(fault)
        with journal.database.reading() as connection:
            plays = [play for (play,) in connection.exec_driver_sql("SELECT id FROM play")]
            for play in plays:
                for fault in examine(journal, play):
                    self._broke(f"{play}: {fault}")
                if projections.read_stored(connection, play) != projections.compute(connection, play):
                    self._broke(f"{play} has other projections than its entries")
            for play, seq, digest in (one for one in digests if one):
                found = connection.exec_driver_sql(
                    "SELECT digest FROM entry WHERE play = ? AND seq = ?", (play, seq)
                ).fetchone()
                if play in plays and found != (digest,):
                    self._broke(f"line {seq} of {play} was ticked, and is not there")

    def _broke(self, sentence: str) -> None:
        again = f"--seed {self.seed} --count 60"
        self.found.broken.append(f"{sentence} (command {self.next}; {again})")


def _in_halves() -> None:
    """Commit entries before they are counted."""
    count = projections.count

    def late(connection: Any, rows: object) -> None:
        for statement in ("COMMIT", "BEGIN IMMEDIATE", "SAVEPOINT part"):
            connection.exec_driver_sql(statement)
        count(connection, rows)

    projections.count = late


@cache
def means_here() -> tuple[str, ...]:
    """The means of this machine, found out once."""
    return means()


@cache
def _script(seed: int) -> tuple[list[TableCommand], set[tuple[str, str]]]:
    return script(seed)


def campaign(seed: int, count: int, *, sabotage: str = "", most: int = 10**9) -> Kills:
    """Kill so many children, or of each evening so many at the ``most``; evening after evening from a seed on."""
    found, pace = Kills(seed), Pace()
    for number in evenings(seed):
        if found.kills >= count or len(found.broken) >= ERRORS:
            return found
        with tempfile.TemporaryDirectory() as folder:
            Evening(number, Path(folder), found, pace, sabotage).run(min(most, count - found.kills))
        _script.cache_clear()
    return found


def evenings(seed: int) -> Iterator[int]:
    """The seeds of evenings, one after the other."""
    while True:
        yield seed
        seed += 1


def main() -> int:
    """Print what became of a few thousand kills."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2_000, help="kills")
    parser.add_argument("--sabotage", choices=SABOTAGES, default="", help="break the promise on purpose")
    options = parser.parse_args()
    head("Killed at any moment")
    begun = time.monotonic()
    each = options.count // 40
    found = campaign(options.seed, options.count - each * len(UPHEAVALS), sabotage=options.sabotage)
    print_table(found, time.monotonic() - begun)
    broken = found.broken
    for upheaval in UPHEAVALS if each else ():
        with tempfile.TemporaryDirectory() as folder:
            one = tried(upheaval, Path(folder), options.seed, each, means_here())
        said = ", ".join(f"{count} left {left}" for left, count in one.left.items())
        print_figure(
            f"killed while {one.name}", one.kills, "", said + (f"; {one.parts} unfinished copies" if one.parts else "")
        )
        broken += [f"while {one.name}: {one.broken} (--seed {options.seed})"] if one.broken else []
    for sentence in broken:
        sys.stdout.write(f"BROKEN: {sentence}\n")
    return 1 if broken else 0


def print_table(found: Kills, took: float) -> None:
    """Print the figures of a campaign."""
    print_figure("kills", found.kills, "", f"in {found.evenings} evenings, {took:,.0f} s")
    for name, count in found.means.most_common():
        print_figure(f"  {name}", count)
    for phase in PHASES:
        print_figure(f"killed {phase}", found.phases[phase])
        for left in (NOTHING, WHOLE, ALIKE):
            if found.left[phase, left]:
                print_figure(f"  which left {left}", found.left[phase, left])
    print_figure("commands acknowledged, all there", found.acknowledged)
    print_figure("commands sent again, there once and as they would have been", found.again)
    print_figure("killed once more while sending again", found.twice_killed)
    known = {(game.key, action.name) for game in GAMES for action in game.actions}
    print_figure("actions of the games among the commands", len(found.actions & known), "", f"of {len(known)}")


if __name__ == "__main__":
    sys.exit(main())
