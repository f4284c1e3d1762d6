"""Hostile files: whatever somebody opens, the app takes it in whole or says in a sentence why not.

Sessions and backups are mutated by their grammar and by their bytes. Nothing may be raised but a sentence, nothing may
be half-applied, no file may take long or much memory, and what is taken in must be sound: it passes every check, is
drawn, and can be written out in every form. ``python -m tests.campaigns.fuzzing --seed 1 --count 2000`` prints what
was tried, taken in, refused and the worst of each; it exits with 1 when a promise broke, and says how to see it again.
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.recording.rules_at import RulesAt
from companion.formats.forms import FORMS
from companion.formats.play_file import load
from companion.formats.session import Mismatch, replay, save, steps
from companion.games import game_of
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.restore import bring_in, compare
from models.backups.untrusted_file import UntrustedFile, is_database
from models.entry_rows import digest
from models.errors import StorageError
from models.integrity import check_file, examine
from models.journal import Journal
from models.ledger import Refusal
from tests.campaigns.hostile_backups import IN_BACKUP, backup
from tests.campaigns.hostile_sessions import SESSIONS, session
from tests.figures import head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS = 20
"""So long may one file take at most; the ones here are small."""
MEMORY = 3_000_000_000
LONGEST_SENTENCE = 1_000


@dataclass
class Case:
    """What became of one file: ``taken`` in, or refused in a ``sentence``; ``wrong`` is how a promise broke."""

    seed: str
    taken: int = 0
    sentence: str = ""
    wrong: str = ""
    seconds: float = 0.0
    memory: int = 0


class TooLong(BaseException):
    """A file took too long."""


@contextmanager
def watched(case: Case, seconds: float = SECONDS) -> Iterator[None]:
    """Measure time and the highest memory in use above what was; more than so many seconds is wrong."""

    def over(*_: object) -> None:
        raise TooLong

    before = _memory(afresh=True)
    held = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    begun = time.perf_counter()
    try:
        yield
    except TooLong:
        case.wrong = f"takes more than {seconds} seconds: {traceback.format_exc(limit=-4)}"
    except Exception:  # noqa: BLE001 - that is what is looked for
        case.wrong = traceback.format_exc(limit=-8)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, held)
        case.seconds = time.perf_counter() - begun
        case.memory = max(0, _memory() - before)


def _memory(*, afresh: bool = False) -> int:
    """The most memory in use, in bytes; ``afresh`` from now on. Zero where the system does not say."""
    try:
        if afresh:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024


def parse(seed: str) -> Case:
    """Read a session's lines, without doing them."""
    case = Case(seed)
    data = session(random.Random(seed))  # noqa: S311 - to be had again, not to be secret
    with watched(case):
        try:
            case.taken = len(steps(data.decode(errors="surrogateescape" if len(data) % 2 else "replace")))
        except Mismatch as mismatch:
            _refused(case, str(mismatch))
    return case


def take_session(seed: str, loader: Callable[[Journal, bytes], object] = load) -> Case:
    """Take a session in beside a play that is there."""
    data = session(random.Random(seed))  # noqa: S311 - as above
    return _take_in(seed, lambda journal: loader(journal, data), replays=True)


def take_backup(seed: str) -> Case:
    """Restore a backup into a book in which two of its plays are already."""
    data = backup(random.Random(seed))  # noqa: S311 - as above

    def restore(journal: Journal) -> None:
        if not is_database(data):
            load(journal, data)  # as every screen decides what a file is
            return
        read = read_backup(data)
        try:
            bring_in(journal, read, compare(journal, read))
        finally:
            read.close()

    return _take_in(seed, restore)


def _take_in(seed: str, act: Callable[[Journal], object], *, replays: bool = False) -> Case:
    case = Case(seed)
    journal = Journal(UntrustedFile())
    try:
        mine = replay(
            journal, steps((SESSIONS[0].parent / f"{IN_BACKUP[1]}.session").read_text(encoding="utf-8"))
        ).play.id
        before, kept = _everything(journal), _everything(journal, mine)
        with watched(case):
            try:
                act(journal)
            except Mismatch as mismatch:
                _refused(case, str(mismatch))
            except (StorageError, Refusal) as said:
                _refused(case, said.sentence)
        if case.wrong:
            return case
        if case.sentence:
            if _everything(journal) != before:
                case.wrong = f"half-applied, though it says: {case.sentence}"
            return case
        new = [one for one in _plays(journal) if one.id != mine]
        case.taken = 1
        if _everything(journal, mine) != kept:
            case.wrong = "a play that was here is another one now"
        with watched(later := Case(seed), 120):
            _sound(journal, new, case, replays=replays)
        case.wrong = case.wrong or later.wrong
    finally:
        journal.database.close()
    return case


def _refused(case: Case, sentence: str) -> None:
    case.sentence = sentence
    if not sentence.strip() or len(sentence) > LONGEST_SENTENCE:
        case.wrong = f"refused in {len(sentence)} letters: {sentence[:200]!r}"
    elif any(not sign.isprintable() for sign in sentence):
        case.wrong = f"refused with signs that are no text: {sentence[:200]!r}"


def _plays(journal: Journal) -> list:
    return [one for put in (False, True) for gone in (False, True) for one in journal.plays(archived=put, deleted=gone)]


def _everything(journal: Journal, play: str | None = None) -> str:
    """Return a digest of the whole content of a book, or of one play."""
    driver = journal.database.driver
    rows = []
    for table in ("play", "seat", "entry", "posting", "mark", "voiding", "retold", "balance", "standing", "struck"):
        column = "id" if table == "play" else "play"
        test = f"WHERE {column} = ?" if play else ""
        rows.append(sorted(map(repr, driver.execute(f"SELECT * FROM {table} {test}", (play,) if play else ()))))  # noqa: S608 - our own names
    shared = () if play else ("player", "board_fact", "preference", "seal")
    rows += [sorted(map(repr, driver.execute(f"SELECT * FROM {table}"))) for table in shared]  # noqa: S608 - as above
    return digest(rows)


def _sound(journal: Journal, new: list, case: Case, *, replays: bool) -> None:
    """See that what was taken in passes every check, can be drawn, and can be written out in every form."""
    faults = [*check_file(journal), *(fault for one in new[:20] for fault in examine(journal, one.id))]
    if faults:
        case.wrong = f"taken in, and not sound: {faults[0].sentence}"
        return
    if replays and new:
        with closing(read_backup(back_up(journal.database))) as kept:
            if kept.damaged:
                case.wrong = f"taken in, and in no backup: {kept.damaged[0]}"
                return
    journal.players()
    for play in new[:5]:
        try:
            rules = RulesAt(play, game_of(play.game), journal.ledger(play.id))
        except Refusal:
            continue  # a game of another version, which every screen says
        drawn = _drawn(rules)
        for form in FORMS if drawn else ():
            form.write(journal, play.id)
        if replays:
            again = load(journal, save(journal, play.id))
            if journal.ledger(again.id) != journal.ledger(play.id):
                case.wrong = "written out and taken in again, it is another play"


def _drawn(rules: RulesAt) -> bool:
    for seat in rules.table.players:
        rules.game.standing(rules.table, seat.key)
    rules.game.prompt(rules.table)
    rules.game.ending(rules.table)
    rules.game.boards(rules.table)
    return True


# --- many ------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """The sums of many cases."""

    tried: int = 0
    taken: int = 0
    sentences: Counter = field(default_factory=Counter)
    slowest: Case = field(default_factory=lambda: Case(""))
    largest: Case = field(default_factory=lambda: Case(""))
    broken: list[Case] = field(default_factory=list)

    def add(self, case: Case) -> None:
        self.tried += 1
        self.taken += bool(case.taken)
        if case.sentence:
            self.sentences[re.sub(r"\d+|'[^']*'", "#", case.sentence)[:60]] += 1
        self.slowest = max(self.slowest, case, key=lambda one: one.seconds)
        self.largest = max(self.largest, case, key=lambda one: one.memory)
        if case.wrong:
            self.broken.append(case)


TARGETS = {"parser": parse, "sessions": take_session, "backups": take_backup}


def campaign(target: str, seed: int, count: int, act: Callable[[str], Case] | None = None) -> Tally:
    """Try so many files on one target."""
    tally = Tally()
    for at in range(count):
        tally.add((act or TARGETS[target])(f"{seed}/{target}/{at}"))
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--count", type=int, default=2_000, help="files for each import; fifty times as many for the parser"
    )
    parser.add_argument("--only", choices=TARGETS)
    parser.add_argument("--again", help="try the one file of this seed, such as 1/backups/17")
    options = parser.parse_args()
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if options.again:
        case = TARGETS[options.again.split("/")[1]](options.again)
        sys.stdout.write(f"{case}\n{case.wrong}\n")
        return bool(case.wrong)
    head("Hostile files")
    columns = ("tried", "taken in", "refused", "sentences", "broke", "slowest s", "most MB")
    sys.stdout.write(f"{'':<12}" + "".join(f"{one:>12}" for one in columns) + "\n")
    broke = 0
    for target in [options.only] if options.only else TARGETS:
        tally = campaign(target, options.seed, options.count * (50 if target == "parser" else 1))
        cells = (
            tally.tried,
            tally.taken,
            tally.sentences.total(),
            len(tally.sentences),
            len(tally.broken),
            f"{tally.slowest.seconds:.2f}",
            f"{tally.largest.memory / 1e6:.0f}",
        )
        sys.stdout.write(f"{target:<12}" + "".join(f"{one!s:>12}" for one in cells) + "\n")
        sys.stdout.write(f"{'':<12}slowest {tally.slowest.seed}, largest {tally.largest.seed}\n")
        seen = Counter(case.wrong.strip().splitlines()[-1][:90] for case in tally.broken)
        for what, many in seen.most_common(30):
            case = next(one for one in tally.broken if one.wrong.strip().splitlines()[-1][:90] == what)
            sys.stdout.write(f"\n{many} x, --again {case.seed}\n{case.wrong[-1500:]}\n")
        broke += len(tally.broken)
        sys.stdout.flush()
    return 1 if broke else 0


if __name__ == "__main__":
    sys.exit(main())
