"""Damaged and hostile files: what a screen would show otherwise is noticed, and whatever somebody opens is taken in
whole or refused in a sentence. ``python -m tests.campaigns.damage [--seed N] [--count N] [--only NAME]``.

``file``, ``file with log`` and ``log``: a book with plays of all five games is damaged in one way after another, opened
as the app opens it, compared with the sound book in all that a screen shows, and repaired from its copy. ``parser``,
``sessions`` and ``backups``: files of others. Nothing may be raised but a sentence, nothing be half-applied, no file
take long, and what is taken in must be sound, drawn, and written out in every form.
"""

from __future__ import annotations

import faulthandler
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from unittest import mock

from companion.core.recording.referee import Referee
from companion.core.recording.rules_at import RulesAt
from companion.formats.forms import FORMS
from companion.formats.session import Mismatch, save, steps
from companion.games import game_of
from models.backups.backup import back_up, make_copy
from models.backups.backup_reader import read_backup
from models.backups.restore import Repair, bring_in, compare
from models.backups.untrusted_file import UntrustedFile, is_database
from models.book import Book
from models.entry_rows import digest
from models.errors import StorageError
from models.integrity import READING, check_file, examine
from models.journal import Journal
from models.ledger import Refusal
from models.paths import FILE
from tests.campaigns.hostile import (
    IN_BACKUP,
    WAYS,
    backup,
    cut,
    fill,
    one_bit,
    play_session,
    session,
)
from tests.every_game import GAMES
from tests.figures import asked, head, print_figure
from tests.load_play import load_play

LOG = f"{FILE}-wal"
EVENINGS = ("doubletrack-corrections", "rat_a_tat_cat-stopped", "rat_race_monopoly-broker-alone", "ratrace-put-right",
            "ratrace-first-steps", "totopoly-auction-only", "totopoly-book-only")  # fmt: skip
SECONDS, MEMORY = 20, 3_000_000_000
"""What one file, and this process, may take at most; the files here are small."""
LONGEST_SENTENCE = 1_000
OF_A_PLAY = (
    "play",
    "seat",
    "entry",
    "posting",
    "mark",
    "voiding",
    "retold",
    "balance",
    "standing",
    "struck",
)


@dataclass
class Case:
    """What became of one file. ``sentence`` says why it was refused, ``wrong`` how a promise broke."""

    seed: str
    seen: set = field(default_factory=set)
    """What a screen would show otherwise: of which play, and which part."""
    noticed: set = field(default_factory=set)
    """The checks that found something."""
    taken: bool = False
    sentence: str = ""
    wrong: str = ""
    seconds: float = 0.0


class TooLong(BaseException):
    """A file took too long."""


@contextmanager
def watched(case, seconds=SECONDS):
    """Measure the time; a sentence is a refusal, anything else is wrong."""

    def over(*_):
        raise TooLong

    held = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    begun = time.perf_counter()
    try:
        yield
    except TooLong:
        case.wrong = f"takes more than {seconds} seconds: {traceback.format_exc(limit=-4)}"
    except (Mismatch, StorageError, Refusal) as said:
        case.sentence = str(said) if isinstance(said, Mismatch) else said.sentence
        if (
            not case.sentence.strip()
            or len(case.sentence) > LONGEST_SENTENCE
            or not case.sentence.isprintable()
        ):
            case.wrong = f"refused in what is no sentence: {case.sentence[:200]!r}"
    except Exception:  # noqa: BLE001 - that is what is looked for
        case.wrong = traceback.format_exc(limit=-8)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, held)
        case.seconds = time.perf_counter() - begun


def _plays(journal):
    return [
        one
        for put in (False, True)
        for gone in (False, True)
        for one in journal.plays(archived=put, deleted=gone)
    ]


# --- a book of our own, damaged ---------------------------------------------------------------------


@dataclass(frozen=True)
class SoundBook:
    """A book as it is on the disk, with its log and a copy; what its screens show, and what the copy's would."""

    files: dict
    shown: dict
    copied: dict

    def put(self, folder, **instead):
        """Write it into a folder, some files otherwise."""
        shutil.rmtree(folder, ignore_errors=True)
        for name, data in (self.files | instead).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return folder


@cache
def sound_book(*, log):
    """Make the book: plays of all five games, corrections, a play put away and one deleted, and a copy of it.

    Two plays go on after the copy, and one is begun: those lines lie in the log, unless that was moved into the file.
    """
    chance = random.Random(7)  # noqa: S311 - so that its numbers are those of any other run
    with tempfile.TemporaryDirectory() as name, mock.patch("os.urandom", chance.randbytes):
        folder, kept = Path(name, "book"), Path(name, "kept")
        journal = Journal(Book.open(folder))
        plays = fill(journal, EVENINGS[:-1])
        journal.set_play(plays["ratrace-first-steps"], title="Grandmother's eightieth")
        journal.set_play(plays["rat_a_tat_cat-stopped"], archived=True)
        journal.set_play(plays["doubletrack-corrections"], deleted=True)
        copy = make_copy(journal.database).path
        journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for again in ("ratrace-first-steps", "ratrace-put-right"):
            referee = Referee(journal, plays[again], game_of)
            taker = referee.table.players[0].key
            for amount in range(100, 106):
                answers = {"giver": "treasury", "taker": taker, "amount": amount, "reason": "test"}
                referee.write("correct_money", answers)
        play_session(journal, EVENINGS[-1])
        if not log:
            journal.database.close()  # moves the log into the file
        shutil.copytree(folder, kept)
        journal.database.close()
        there = [
            path
            for path in kept.rglob("*")
            if path.name in (FILE, LOG) or path.parent.name == "backups"
        ]
        files = {str(path.relative_to(kept)): path.read_bytes() for path in there}
        (kept / "copy").mkdir()
        shutil.copy2(copy, kept / "copy" / FILE)
        return SoundBook(
            files, *(_with(Journal(Book.open(where)), shown) for where in (folder, kept / "copy"))
        )


def _with(journal, look):
    with closing(journal.database):
        return look(journal)


def shown(journal):
    """Read everything that a screen shows, part by part; where that says a sentence, it is that."""
    found = {("book", "players"): _tried(journal.players)}
    for game in GAMES:
        found["book", game.key] = _tried(partial(journal.board_facts, game.key, "1"))
    plays = _tried(partial(_plays, journal))
    if not isinstance(plays, list):
        return found | {("book", "home"): plays}
    for play in plays:
        found[play.id, "home"] = play
        found[play.id, "journal"] = _tried(partial(journal.entries, play.id, limit=-1))
        found[play.id, "search"] = _tried(partial(journal.entries, play.id, limit=-1, text="the"))
        for seat in play.seats[:2]:
            found[play.id, seat.key] = _tried(
                partial(journal.entries, play.id, limit=-1, holder=seat.key)
            )
        for read in (
            journal.ledger,
            journal.last,
            journal.undoable,
            journal.redoable,
            journal.corrections,
        ):
            found[play.id, read.__name__] = _tried(partial(read, play.id))
    return found


@dataclass(frozen=True)
class Said:
    """Something could not be read, and a sentence said so."""

    sentence: str


def _tried(read):
    try:
        return read()
    except (StorageError, Refusal) as said:
        return Said(said.sentence)


def _checks(check):
    found = _tried(lambda: {fault.check for fault in check()})
    return {READING} if isinstance(found, Said) else found


def damage(seed, on=FILE, *, log=False, way=None, repair=True):
    """Damage a book in one way, open it as the app does, compare everything it shows, and repair it."""
    chance = random.Random(seed)  # noqa: S311 - to be had again, not to be secret
    whole = sound_book(log=log)
    way = way or chance.choice(
        (one_bit, cut) if on == LOG else WAYS
    )  # SQLite reads a log as far as its sums hold
    data = bytearray(whole.files[on])
    way(data, chance)
    case = Case(seed)
    with tempfile.TemporaryDirectory() as name, watched(case, 120):
        folder = whole.put(Path(name, "book"), **{on: bytes(data)})
        try:
            journal = Journal(Book.open(folder))
        except StorageError:
            case.noticed.add("opening")
        else:
            _with(journal, partial(_compare, whole, case, on))
        if repair and case.noticed:
            whole.put(folder, **{on: bytes(data)})
            with closing(Repair(folder / FILE)) as repairing:
                repairing.keep()
            _with(Journal(Book.open(folder)), partial(_same, whole, case))
    case.wrong = case.wrong or case.sentence
    return case


def _compare(whole, case, on, journal):
    """See that whatever is shown otherwise was noticed, in its play or in the whole book."""
    of_file, now = _checks(partial(check_file, journal)), shown(journal)
    of_plays = {play: _checks(partial(examine, journal, play)) for play, _ in now if play != "book"}
    case.noticed |= of_file.union(
        *of_plays.values(), *({READING} for part in now.values() if isinstance(part, Said))
    )
    case.seen = {key for key in now | whole.shown if now.get(key) != whole.shown.get(key)}
    missed = {
        key
        for key in case.seen
        if not (of_file or of_plays.get(key[0]) or isinstance(now.get(key), Said))
    }
    if missed and not (on == LOG and _is_earlier(whole.shown, now)):
        case.wrong = f"nothing has noticed that {sorted(missed)} changed"


def _written(shown, play):
    """A play's entries from the first, without what later ones have voided since."""
    return [replace(entry, voided_by=None) for entry in reversed(shown.get((play, "journal"), ()))]


def _is_earlier(before, now):
    """Whether a book is what it was some lines ago: nothing is in it that was not, in no play is a gap."""
    known = {play for play, part in now if part == "journal"}
    return now.keys() <= before.keys() and all(
        _written(now, play) == _written(before, play)[: len(_written(now, play))] for play in known
    )


def _same(whole, case, journal):
    """See that each play of the copy is there, to its last line or further, as it was in the book."""
    now, plays = shown(journal), {play for play, part in whole.copied if part == "journal"}
    if _checks(partial(check_file, journal)).union(
        *(_checks(partial(examine, journal, play)) for play in plays)
    ):
        case.wrong = "repaired, and still not sound"
    for play in plays:
        lines, copied, had = (_written(some, play) for some in (now, whole.copied, whole.shown))
        if lines[: len(copied)] != copied or lines != had[: len(lines)]:
            case.wrong = "lines had back otherwise"
        known = [
            some for some, read in ((whole.copied, copied), (whole.shown, had)) if read == lines
        ]
        for key in whole.copied if known else ():
            if key[0] == play and not any(now.get(key) == some.get(key) for some in known):
                case.wrong = f"had back otherwise: {key[1]}: {now.get(key)!r:.300}"


# --- files of others --------------------------------------------------------------------------------


def parse(seed):
    """Read a session's lines, without doing them."""
    case, data = Case(seed), session(random.Random(seed))  # noqa: S311 - to be had again, not to be secret
    with watched(case):
        case.taken = bool(
            steps(data.decode(errors="surrogateescape" if len(data) % 2 else "replace"))
        )
    return case


def take_session(seed, loader=load_play):
    """Take a session in beside a play that is there."""
    data = session(random.Random(seed))  # noqa: S311 - as above
    return _take_in(seed, lambda journal: loader(journal, data), replays=True)


def take_backup(seed):
    """Restore a backup into a book in which one of its plays is already."""
    data = backup(random.Random(seed))  # noqa: S311 - as above

    def restore(journal):
        if not is_database(data):
            load_play(journal, data)  # as every screen decides what a file is
            return
        with closing(read_backup(data)) as read:
            bring_in(journal, read, compare(journal, read))

    return _take_in(seed, restore)


def _take_in(seed, act, *, replays=False):
    case = Case(seed)
    with closing(UntrustedFile()) as book:
        journal = Journal(book)
        mine = play_session(journal, IN_BACKUP[1])
        before, kept = _everything(journal), _everything(journal, mine)
        with watched(case):
            act(journal)
        if case.sentence and _everything(journal) != before:
            case.wrong = f"half-applied, though it says: {case.sentence}"
        if case.sentence or case.wrong:
            return case
        case.taken = True
        later = Case(seed)
        with watched(later, 120):
            if _everything(journal, mine) != kept:
                case.wrong = "a play that was here is another one now"
            _sound(
                journal, [one for one in _plays(journal) if one.id != mine], case, replays=replays
            )
        case.wrong = case.wrong or later.wrong or later.sentence
    return case


def _everything(journal, play=""):
    """Return a digest of the whole content of a book, or of one play."""
    rows = []
    for table in OF_A_PLAY if play else (*OF_A_PLAY, "player", "board_fact", "preference", "seal"):
        test = f"WHERE {'id' if table == 'play' else 'play'} = '{play}'" if play else ""
        found = journal.database.driver.execute(f"SELECT * FROM {table} {test}")  # noqa: S608 - our own names
        rows.append(sorted(map(repr, found)))
    return digest(rows)


def _sound(journal, new, case, *, replays):
    """See that what was taken in passes every check, can be drawn, and can be written out in every form."""
    if faults := [
        *check_file(journal),
        *(fault for one in new[:20] for fault in examine(journal, one.id)),
    ]:
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
        _draw(rules)
        for form in FORMS:
            form.write(journal, play.id)
        if replays:
            again = load_play(journal, save(journal, play.id))
            if journal.ledger(again.id) != journal.ledger(play.id):
                case.wrong = "written out and taken in again, it is another play"


def _draw(rules):
    for seat in rules.table.players:
        rules.game.standing(rules.table, seat.key)
    for draw in (rules.game.prompt, rules.game.ending, rules.game.boards):
        draw(rules.table)


# --- many -------------------------------------------------------------------------------------------

TARGETS = {
    "file": (damage, 1),
    "file with log": (partial(damage, log=True), 1),
    "log": (partial(damage, on=LOG, log=True), 1),
    "parser": (parse, 100),
    "sessions": (take_session, 2),
    "backups": (take_backup, 2),
}
"""What is tried, and how often for each of the count."""


def campaign(target, seed, count, act=None):
    """Try so many files on one target."""
    return [(act or TARGETS[target][0])(f"{seed}/{target}/{at}") for at in range(count)]


def main():
    """Try files, and print what came of them; 1 where a promise broke."""
    options = asked(__doc__, seed=1, count=200, only="", again="")
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if options.again:
        case = TARGETS[options.again.split("/")[1]][0](options.again)
        sys.stdout.write(f"{case}\n{case.wrong}\n")
        return bool(case.wrong)
    head("Damaged and hostile files")
    broke = 0
    for target in filter(re.compile(options.only).search, TARGETS):
        cases = campaign(target, options.seed, options.count * TARGETS[target][1])
        said = Counter(
            re.sub(r"\d+|'[^']*'", "#", case.sentence)[:60] for case in cases if case.sentence
        )
        broken = [case for case in cases if case.wrong]
        counts = {
            name: sum(bool(getattr(case, name)) for case in cases)
            for name in ("seen", "noticed", "taken")
        }
        counts |= {"refused": said.total(), "sentences": len(said), "broke": len(broken)}
        words = ", ".join(f"{many} {name}" for name, many in counts.items() if many)
        print_figure(
            f"{target}, the slowest {max(case.seconds for case in cases):.2f} s",
            len(cases),
            "tried",
            words,
        )
        for case in {case.wrong.strip().splitlines()[-1][:90]: case for case in broken}.values():
            sys.stdout.write(f"\n--again '{case.seed}'\n{case.wrong[-1500:]}\n")
        broke += len(broken)
    return 1 if broke else 0


if __name__ == "__main__":
    sys.exit(main())
