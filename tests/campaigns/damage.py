"""Damaged files: every change that a screen would show is noticed on opening, contained, and can be had back.

A book with plays of all five games is damaged in one way after another, and opened as the app opens it. Whatever a
screen shows is compared with the sound book. ``python -m tests.campaigns.damage --seed 1 --count 2000`` prints what
was changed, noticed by what, missed, and had back; it exits with 1 when a promise broke, and says how to see it again.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from companion.core.recording.rules_at import RulesAt
from companion.formats.session import replay, steps
from companion.games import GAMES, game_of
from models.backups.backup import make_copy
from models.backups.restore import Repair
from models.book import Book
from models.errors import StorageError
from models.integrity import (
    BALANCES,
    BEGINNING,
    CHAIN,
    CHECKSUMS,
    EFFECTS_LEFT,
    LINES,
    READING,
    SAYINGS,
    STANDING,
    SUMS,
    WHOLE,
    check_file,
    examine,
)
from models.journal import Journal
from models.ledger import Refusal, history
from models.paths import FILE
from tests.campaigns.spoiling import WAYS, cut, one_bit
from tests.figures import head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from models.ledger import Entry
    from models.plays import Play

SESSIONS = Path(__file__).parents[1] / "sessions"
EVENINGS = (
    "doubletrack-corrections",
    "doubletrack-fourth-pass",
    "rat_a_tat_cat-stopped",
    "rat_race_monopoly-broker-alone",
    "ratrace-put-right",
    "ratrace-first-steps",
    "totopoly-auction-only",
    "totopoly-book-only",
)
LOG = f"{FILE}-wal"
LOG_WAYS = (one_bit, cut)
"""SQLite reads a log as far as its sums hold, so that one damage to it is like another."""
KINDS = {
    **dict.fromkeys((SUMS, BALANCES, SAYINGS, STANDING), "sums"),
    **dict.fromkeys((CHAIN, LINES, EFFECTS_LEFT, BEGINNING), "chain"),
    READING: "reading",
    CHECKSUMS: "checksums",
    WHOLE: "SQLite",
}
"""What each check is called in the table."""


# --- the book --------------------------------------------------------------------------------------


def lay(folder: Path) -> None:
    """Lay a book with plays of all five games, corrections, a play put away and one deleted, and a copy of it.

    Two plays go on after the copy, and one is begun: those lines lie in the log only.
    """
    chance = random.Random(7)  # noqa: S311 - so that its numbers are those of any other run
    with mock.patch("os.urandom", chance.randbytes):
        _lay(folder)


def _lay(folder: Path) -> None:
    journal = Journal(Book.open(folder))
    plays = {name: _play(journal, name) for name in EVENINGS[:-1]}
    for name in ("Ann", "Zoë", "李小龍"):
        journal.remember_player(name, "#aa3322", "cat")
    journal.set_board_fact("ratrace", "1", "symbol.working", 120)
    journal.set_board_fact("totopoly", "1", "horse", 'Dark "Sécret"')
    journal.set_preference("houses:ratrace", {"interest": "nearest"})
    journal.set_preference("backup.entries", 12)
    journal.rename(plays["ratrace-first-steps"], "Grandmother's eightieth")
    journal.archive(plays["rat_a_tat_cat-stopped"])
    journal.delete(plays["doubletrack-fourth-pass"])
    make_copy(journal.database)
    journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for name in ("ratrace-first-steps", "ratrace-put-right"):
        _write_on(journal, plays[name])
    _play(journal, EVENINGS[-1])
    for path in (folder / FILE, folder / LOG):
        shutil.copy2(path, path.with_name(path.name + ".kept"))
    journal.database.close()
    for name in (FILE, LOG):
        (folder / f"{name}.kept").replace(folder / name)


def _play(journal: Journal, name: str) -> str:
    return replay(journal, steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8"))).play.id


def _write_on(journal: Journal, play: str) -> None:
    from companion.core.recording.referee import Referee  # noqa: PLC0415

    referee = Referee(journal, play, game_of)
    for at in range(6):
        answers = {"giver": "treasury", "taker": referee.table.players[0].key, "amount": 100 + at, "reason": "test"}
        referee.write("correct_money", answers)


@dataclass(frozen=True)
class TriedBook:
    """A book as it is on the disk: the file, its log, its copies' folder; ``shown`` is what its screens show."""

    file: bytes
    log: bytes
    folder: Path
    shown: dict
    copied: dict

    @property
    def copied_plays(self) -> set[str]:
        """The plays that the copy has."""
        return {play for play, _ in self.copied if play != "book"}


def book(folder: Path, *, log: bool) -> TriedBook:
    """Make the book to damage, with its newest lines in the log or all of it in the file."""
    origin = folder / ("with-log" if log else "without-log")
    lay(origin)
    if not log:
        Book.open(origin).close()  # moves the log into the file
    file = (origin / FILE).read_bytes()
    kept = (origin / LOG).read_bytes() if log else b""
    journal = Journal(Book.open(origin))
    whole = shown(journal)
    journal.database.close()
    copied = _copied(origin)
    return TriedBook(file, kept, origin, whole, copied)


def _copied(origin: Path) -> dict:
    """What the newest copy shows."""
    beside = origin / "copied"
    beside.mkdir()
    shutil.copy2(max((origin / "backups").glob("*.db")), beside / FILE)
    journal = Journal(Book.open(beside))
    found = shown(journal)
    journal.database.close()
    return found


# --- what is seen ----------------------------------------------------------------------------------


def shown(journal: Journal, whole: dict | None = None) -> dict[tuple[str, str], object]:
    """Read everything that a screen shows, part by part: each by what it is of, and which part.

    An error is what its part shows; anything else that is raised is kept as ``Raised``. What the rules make of
    a play is not worked out again where it rests on the same as in the ``whole`` book.
    """
    found: dict[tuple[str, str], object] = {}
    plays: list = []
    for archived in (False, True):
        for deleted in (False, True):
            part = _tried(lambda a=archived, d=deleted: journal.plays(archived=a, deleted=d))
            if isinstance(part, list):
                plays += part
            else:
                found["book", "home"] = part
    for play in plays:
        found[play.id, "home"] = play
        for name, read in _parts(journal, play).items():
            found[play.id, name] = _tried(read)
        for name, rest, read in _derived(journal, play):
            same = whole and all(whole.get((play.id, one)) == found[play.id, one] for one in rest)
            found[play.id, name] = whole[play.id, name] if same else _tried(read)
    found["book", "players"] = _tried(journal.players)
    for game in GAMES:
        found["book", f"facts of {game.key}"] = _tried(lambda key=game.key: journal.board_facts(key, "1"))
    return found


def _parts(journal: Journal, play: Play) -> dict[str, Callable[[], object]]:
    return {
        "journal": lambda: journal.entries(play.id, limit=None),
        "ledger": lambda: journal.ledger(play.id),
        "turns": lambda: (journal.last(play.id), journal.undoable(play.id), journal.redoable(play.id)),
        "corrections": lambda: journal.corrections(play.id),
        "holders": lambda: [
            [one.seq for one in journal.entries(play.id, limit=None, holder=seat.key)] for seat in play.seats[:2]
        ],
        "search": lambda: [one.seq for one in journal.entries(play.id, limit=None, text="the")],
    }


def _derived(journal: Journal, play: Play) -> Iterator[tuple[str, tuple[str, ...], Callable[[], object]]]:
    """What the rules make of a play: which part, of which others, and how."""

    def by_rules() -> object:
        rules = RulesAt(play, game_of(play.game), journal.ledger(play.id))
        cards = [rules.game.standing(rules.table, seat.key) for seat in rules.table.players]
        return cards, rules.game.ending(rules.table), rules.game.prompt(rules.table)

    def effective() -> object:
        return [(one.place, one.proposal) for one in history(journal.all_entries(play.id))]

    yield "cards", ("home", "ledger"), by_rules
    yield "evening", ("journal",), effective


@dataclass(frozen=True)
class Raised:
    """Something was raised that is no sentence."""

    error: str
    where: str = field(compare=False, default="")


@dataclass(frozen=True)
class Said:
    """Something could not be read, and a sentence said so."""

    sentence: str


def _tried(read: Callable[[], object]) -> object:
    try:
        return read()
    except (StorageError, Refusal) as said:
        return Said(said.sentence)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return Raised(f"{type(error).__name__}: {str(error)[:100]}", traceback.format_exc(limit=-6))


# --- one case --------------------------------------------------------------------------------------


@dataclass
class Case:
    """What became of one damage: what changed in sight, by what it was noticed, and what was had back."""

    way: str
    seed: str
    on: str = FILE
    shut: str = ""
    earlier: int | None = None
    changed: set[tuple[str, str]] = field(default_factory=set)
    noticed: set[str] = field(default_factory=set)
    missed: set[tuple[str, str]] = field(default_factory=set)
    raised: list[Raised] = field(default_factory=list)
    others: int = 0
    sqlite: bool = False
    repaired: bool | None = None
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def broke(self) -> bool:
        """Whether a promise broke."""
        return bool(self.missed or self.raised or self.wrong)


def opened(folder: Path) -> Journal:
    """Open the book as ``views.hosting.native.BookOpener`` does, which does not if the plays can't be listed."""
    journal = Journal(Book.open(folder))
    try:
        journal.plays()
    except BaseException:
        journal.database.close()
        raise
    return journal


def look(journal: Journal) -> list:
    """Look the file over as the app does when it is opened."""
    return check_file(journal)


def play_faults(journal: Journal, play: str) -> list:
    """Look a play over as the app does when it is opened."""
    return examine(journal, play, quiet=True)


def try_one(whole: TriedBook, way: Callable, seed: str, folder: Path, *, on: str = FILE, repair: bool = True) -> Case:
    """Damage a book in one way, open it as the app does, and compare everything it shows."""
    chance = random.Random(seed)  # noqa: S311 - to be had again, not to be secret
    case = Case(way.__name__, seed, on)
    data = {FILE: bytearray(whole.file), LOG: bytearray(whole.log)}
    way(data[on], chance)
    _put(folder, whole, data)
    case.sqlite = _by_sqlite_alone(folder)
    _put(folder, whole, data)
    begun = time.perf_counter()
    try:
        journal = opened(folder)
    except StorageError as said:
        case.shut = said.sentence
        case.noticed.add("opening")
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        case.raised.append(Raised(f"opening: {error!r}", traceback.format_exc(limit=-6)))
        return case
    else:
        try:
            _compare(whole, journal, case)
        finally:
            journal.database.close()
    case.seconds = time.perf_counter() - begun
    if repair and case.noticed:
        _put(folder, whole, data)
        _repair(whole, folder, case)
    return case


def _put(folder: Path, whole: TriedBook, data: dict[str, bytearray]) -> None:
    for path in folder.iterdir():
        if path.is_file() or path.is_symlink():
            path.unlink()
    (folder / FILE).write_bytes(data[FILE])
    if whole.log:
        (folder / LOG).write_bytes(data[LOG])
    beside = folder / "backups"
    if not beside.exists():
        shutil.copytree(whole.folder / "backups", beside)


def _by_sqlite_alone(folder: Path) -> bool:
    """Whether SQLite's own integrity check, or its opening, finds anything."""
    try:
        with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as file:
            return file.execute("PRAGMA integrity_check").fetchone()[0] != "ok"
    except (sqlite3.Error, UnicodeDecodeError):
        return True


def _compare(whole: TriedBook, journal: Journal, case: Case) -> None:
    found = _tried(lambda: look(journal))
    of_file = _faults(found, case)
    now = shown(journal, whole.shown)
    of_plays: dict[str, list] = {}
    for play in {one for one, _ in now if one != "book"}:  # what the home screen does not list nobody opens
        of_plays[play] = _faults(_tried(lambda play=play: play_faults(journal, play)), case)
    for key in now.keys() | whole.shown.keys():
        if now.get(key) == whole.shown.get(key):
            continue
        case.changed.add(key)
        part = now.get(key)
        if isinstance(part, Raised) and key[1] not in ("cards", "evening"):
            case.raised.append(part)
        reported = of_file or of_plays.get(key[0])
        if isinstance(part, Said):
            case.noticed.add("reading")
            reported = True
        if not reported:
            case.missed.add(key)
    if case.missed and case.on == LOG and _is_earlier(whole.shown, now):
        case.earlier = _lines(whole.shown) - _lines(now)
        case.missed.clear()
    for fault in (*of_file, *(fault for found in of_plays.values() for fault in found)):
        case.noticed.add(KINDS.get(fault.check, fault.check))
    case.others = sum(not faults for faults in of_plays.values())


def _as_written(entries: Sequence[Entry]) -> list[Entry]:
    """Entries from the first, without what later ones have voided since."""
    return [replace(entry, voided_by=None) for entry in reversed(entries)]


def _is_earlier(whole: dict, now: dict) -> bool:
    """Whether a book is what it was some lines ago: nothing is in it that was not, in no play is a gap."""
    for (play, part), held in whole.items():
        there = now.get((play, part))
        if part == "journal" and there is not None:
            kept, had = _as_written(there), _as_written(held)
            if kept != had[: len(kept)]:
                return False
        elif play == "book" and there != held:
            return False
    return now.keys() <= whole.keys()


def _lines(shown_: dict) -> int:
    return sum(len(held) for (_, part), held in shown_.items() if part == "journal")


def _faults(found: object, case: Case) -> list:
    if isinstance(found, Raised):
        case.raised.append(found)
        return []
    return [type("", (), {"check": READING})()] if isinstance(found, Said) else list(found)


# --- had back --------------------------------------------------------------------------------------


def _repair(whole: TriedBook, folder: Path, case: Case) -> None:
    """Repair the book, and see that every play is there as it was in the copy, or further as it was in the book."""
    case.repaired = False
    try:
        repair = Repair(folder / FILE)
        try:
            repair.keep()
        finally:
            repair.close()
        journal = Journal(Book.open(folder))
        try:
            if faults := [
                *check_file(journal),
                *(one for play in whole.copied_plays for one in play_faults(journal, play)),
            ]:
                case.wrong.append(f"repaired, and still: {faults[0].sentence}")
            _same(whole, shown(journal, whole.shown), case)
        finally:
            journal.database.close()
    except StorageError as said:
        case.wrong.append(f"not repaired: {said.sentence}")
    except Exception:  # noqa: BLE001 - that is what is looked for
        case.raised.append(Raised("repair", traceback.format_exc(limit=-6)))
    else:
        case.repaired = not case.wrong


def _same(whole: TriedBook, now: dict, case: Case) -> None:
    """See that each play of the copy is there, to its last line or further, as it was in the book."""
    for play in whole.copied_plays:
        lines, copied, had = (_as_written(some.get((play, "journal"), ())) for some in (now, whole.copied, whole.shown))
        if lines[: len(copied)] != copied or lines != had[: len(lines)]:
            case.wrong.append("lines had back otherwise")
        # what an evening shows between the copy and now is what its lines come to, which the chain and the sums prove
        known = [some for some, read in ((whole.copied, copied), (whole.shown, had)) if read == lines]
        for key in whole.copied:
            if known and key[0] == play and not any(now.get(key) == some.get(key) for some in known):
                case.wrong.append(f"had back otherwise: {key[1]}: {now.get(key)!r:.300}")


# --- many ------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """The sums of many cases of one kind."""

    tried: int = 0
    changed: int = 0
    by: Counter = field(default_factory=Counter)
    missed: int = 0
    sqlite: int = 0
    others: int = 0
    repairs: int = 0
    repaired: int = 0
    raised: int = 0
    earlier: int = 0
    most_lost: int = 0
    slowest: float = 0.0
    broken: list[Case] = field(default_factory=list)

    def add(self, case: Case) -> None:
        self.tried += 1
        visible = bool(case.changed or case.shut)
        self.changed += visible
        if visible:
            self.by.update(case.noticed)
            self.sqlite += case.sqlite
            self.others += bool(case.others)
        self.missed += bool(case.missed)
        self.raised += bool(case.raised)
        self.earlier += case.earlier is not None
        self.most_lost = max(self.most_lost, case.earlier or 0)
        self.repairs += case.repaired is not None
        self.repaired += bool(case.repaired)
        self.slowest = max(self.slowest, case.seconds)
        if case.broke:
            self.broken.append(case)


def campaign(seed: int, count: int, *, repair_every: int = 1, ways: Iterable = WAYS) -> dict[str, Tally]:
    """Damage a book in every way, each so many times; the log too."""
    tallies: dict[str, Tally] = {}
    whole = None
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        case_folder = folder / "case"
        case_folder.mkdir()
        for log, on in ((False, FILE), (True, FILE), (True, LOG)):
            shutil.rmtree(case_folder)
            case_folder.mkdir()
            whole = whole if on == LOG and whole else book(folder, log=log)
            for way in ways if on == FILE else LOG_WAYS:
                name = f"{way.__name__.replace('_', ' ')}, {'log' if on == LOG else 'file with log' if log else 'file'}"
                tally = tallies.setdefault(name, Tally())
                for at in range(count if not log else max(1, count // 3)):
                    tally.add(
                        try_one(whole, way, f"{seed}/{name}/{at}", case_folder, on=on, repair=at % repair_every == 0)
                    )
    return tallies


def report(tallies: dict[str, Tally]) -> int:
    """Print a table; the number of broken promises."""
    columns = ("opening", "SQLite", "checksums", "sums", "chain", "reading")
    lines = [
        "tried",
        "seen",
        "missed",
        *columns,
        "SQLite alone",
        "others open",
        "repaired",
        "raised",
        "earlier",
        "lines",
        "slowest s",
    ]
    sys.stdout.write(f"{'':<38}" + " ".join(f"{one:>8}" for one in lines) + "\n")
    for name, fault in tallies.items():
        cells = [
            fault.tried,
            fault.changed,
            fault.missed,
            *(fault.by[c] for c in columns),
            fault.sqlite,
            fault.others,
            f"{fault.repaired}/{fault.repairs}",
            fault.raised,
            fault.earlier,
            fault.most_lost,
            f"{fault.slowest:.2f}",
        ]
        sys.stdout.write(
            f"{name:<38}" + " ".join(f"{c!s:>{max(8, len(h))}}" for c, h in zip(cells, lines, strict=True)) + "\n"
        )
    broken = [case for one in tallies.values() for case in one.broken]
    for case in broken[:40]:
        sys.stdout.write(f"\n{case.way} {case.seed}: missed {sorted(case.missed)} wrong {case.wrong}\n")
        for fault in case.raised[:1]:
            sys.stdout.write(f"  {fault.error}\n{fault.where}\n")
    return len(broken)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="cases of each way")
    parser.add_argument("--way", help="only this way, such as one_bit")
    parser.add_argument("--mend-every", type=int, default=3)
    options = parser.parse_args()
    head("Damaged files")
    ways = [way for way in WAYS if options.way in (None, way.__name__)]
    return 1 if report(campaign(options.seed, options.count, repair_every=options.mend_every, ways=ways)) else 0


if __name__ == "__main__":
    sys.exit(main())
