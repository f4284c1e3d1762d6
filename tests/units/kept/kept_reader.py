"""All that the tests of `tests/kept` use of the code.

Everything that comes out is what JSON can say, in the shapes of `tests/kept`: so when a class or a module gets another
name, only the lines here that name it change.
"""

import asyncio
import contextlib
import gzip
import io
import os
import re
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import flet as ft

from companion.__main__ import main
from companion.core.recording.referee import Referee
from companion.formats.forms import FORMS
from companion.formats.session import Mismatch, begin, replay, run, steps, write_out
from companion.games import find_game, game_of
from models import integrity
from models.backups.untrusted_file import UntrustedFile
from models.book import Book
from models.journal import Journal
from tests.every_game import GAMES
from tests.paths import ROOT

KEPT = ROOT / "tests" / "kept"
FILE = "companion.db"
SLOT_HEAD = 4096
"""Bytes before the content of a file in the storage of an installed app."""
CLOCK = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
NOT_REFUSED = "not refused"


# --- a book ----------------------------------------------------------------------------------------


@contextlib.contextmanager
def in_zone(zone="UTC"):
    """Set the time zone: exports and the command line show local time."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    _set_clock()
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        _set_clock()


def _set_clock():
    if hasattr(time, "tzset"):
        time.tzset()


def lay(source, folder):
    """Copy a kept book, and what is beside it, into a folder of the test's own; unpack what is packed."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.rglob("*")):
        if path.is_file():
            there = folder / path.relative_to(source).as_posix().removesuffix(".gz")
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(unpacked(path))
    return folder


def bring_up(folder):
    """Bring the book of a folder up to date, without the copy that is made before: the kept words know none."""
    before = set(folder.rglob("*"))
    Book.open(folder).close()
    for made in set(folder.rglob("companion-v*")) - before:
        made.unlink()
    return folder


def unpacked(path):
    """Read a kept file, packed or not."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


@contextlib.contextmanager
def book(folder):
    """Open the book of a folder; what has to be brought up to date is, as in the app."""
    database = Book.open(folder)
    try:
        yield Journal(database)
    finally:
        database.close()


class Clocked(Journal):
    """A journal whose plays and entries come a minute apart, under ids of our own: it comes out the same each time."""

    ticks = 0

    def tick(self):
        """Return the next minute."""
        self.ticks += 1
        return CLOCK + timedelta(minutes=self.ticks)

    def begin(self, **kwargs):
        """Begin a play now, by this clock."""
        at = self.tick()
        return super().begin(
            **kwargs | {"at": at, "play": kwargs.get("play") or f"{self.ticks:032x}"}
        )

    def append(self, *args, **more):
        """Write an entry now, by this clock."""
        at = self.tick()
        return super().append(*args, **more | {"at": at, "command": f"{self.ticks:032x}"})


@contextlib.contextmanager
def scratch():
    """Yield a journal in memory."""
    untrusted = UntrustedFile()
    try:
        with untrusted.writing():
            yield Clocked(untrusted)
    finally:
        untrusted.close()


# --- what is read ----------------------------------------------------------------------------------


def read_book(folder):
    """Everything that can be read in the book of a folder."""
    with book(folder) as journal:
        return {
            "shelf": remembered(journal),
            "plays": [one | effective(journal, one["id"]) for one in plays(journal)],
        }


def rows(file):
    """All rows of the file of a book, by table."""
    with contextlib.closing(sqlite3.connect(file)) as driver:
        tables = driver.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {
            table: sorted(map(repr, driver.execute(f"SELECT * FROM {table}")))  # noqa: S608 - the book's own names
            for (table,) in tables
        }


def remembered(journal):
    """Everything in a book but the lines of its plays."""
    with journal.database.reading():
        driver = journal.database.driver
        keys = [key for (key,) in driver.execute("SELECT key FROM preference ORDER BY key")]
        boards = driver.execute(
            "SELECT DISTINCT game, edition FROM board_fact ORDER BY game, edition"
        ).fetchall()
    return {
        "players": [
            [one.name, one.colour, one.token, one.last_seen.isoformat()]
            for one in journal.players()
        ],
        "preferences": {key: journal.preference(key, None) for key in keys},
        "board_facts": [
            [game, edition, dict(sorted(journal.board_facts(game, edition).items()))]
            for game, edition in boards
        ],
    }


def plays(journal):
    """Every play of a book, deleted ones too, in the order in which they were begun, with all of its lines."""
    there = [
        play
        for archived in (False, True)
        for deleted in (False, True)
        for play in journal.plays(archived=archived, deleted=deleted)
    ]
    return [_play(journal, one) for one in sorted(there, key=lambda one: (one.created, one.id))]


def _play(journal, one):
    return {
        "id": one.id,
        "title": one.title,
        "game": one.game,
        "edition": one.edition,
        "created": one.created.isoformat(),
        "touched": one.touched.isoformat(),
        "archived": one.archived,
        "deleted": one.deleted,
        "ended": one.ended,
        "seats": [[seat.key, seat.name, seat.colour, seat.token] for seat in one.seats],
        "houses": dict(one.houses),
        "board": dict(one.board),
        "entries": one.entries,
        "faults": integrity.check(journal, one.id),
        **standing(journal, one.id),
        "lines": lines(journal, one.id),
    }


def standing(journal, play):
    """What everyone holds in a play, what is said of whom, and what undo and redo would turn over."""
    ledger = journal.ledger(play)
    undo, redo = journal.undoable(play), journal.redoable(play)
    return {
        "balances": sorted(
            [account, unit, held] for (account, unit), held in ledger.balances.items()
        ),
        "marks": sorted([holder, name, value] for (holder, name), value in ledger.marks.items()),
        "undo": undo and undo.seq,
        "redo": redo and redo.seq,
    }


def lines(journal, play, after=0):
    """Every entry of a play, from the first, as it is written; and which one voids it."""
    found = reversed(journal.entries(play, limit=-1))
    return [_line(one, one.voided_by) for one in found if one.seq > after]


def _line(entry, voided_by):
    line = {
        "seq": entry.seq,
        "at": entry.at.isoformat(),
        "by": entry.by,
        **_content(entry.proposal),
    }
    line["voids"] = list(entry.proposal.voids)
    line["retold"] = [
        {"place": list(change.place), "number": change.number, **_content(change.proposal)}
        for change in entry.proposal.revised
    ]
    return line | {"struck_by": voided_by, "digest": entry.digest}


def _content(proposal):
    return {
        "action": proposal.action,
        "answers": dict(proposal.answers),
        "narration": proposal.narration,
        "postings": [[one.account, one.quantity, one.unit] for one in proposal.postings],
        "marks": [[one.holder, one.name, one.value] for one in proposal.marks],
        "working": [
            [one.text, one.figure, one.unit, one.signed, one.total] for one in proposal.working
        ],
        "rule": proposal.rule,
        "source": proposal.source,
        "house": list(proposal.house),
    }


def effective(journal, play):
    """The effective entries: place, number and entry of each; and the counts of the cash."""
    referee = Referee(journal, play, game_of)
    return {
        "told": [
            [*one.place, one.number, one.entry.seq, one.proposal.action] for one in referee.lines()
        ],
        "counts": [
            [*one.place, one.account, one.unit, one.counted, one.book, one.then]
            for one in referee.counts()
        ],
    }


# --- what is worked out anew -----------------------------------------------------------------------


def replayed(text, journal):
    """Replay a session: return the id of its play, and number and sentence of each line that must be refused."""
    found = steps(text)
    play, rest = begin(journal, found)
    referee = Referee(journal, play.id, game_of)
    refusals = []
    for step in rest:
        if (
            step.word == "refuse"
        ):  # for whatever reason: its words may be others than the session has
            refusals.append(
                {"line": step.number, "refused": step.rest, "refusal": _refusal(referee, step.rest)}
            )
        else:
            run(referee, step)
    return play.id, refusals


def _refusal(referee, line):
    try:
        run(referee, steps(line)[0])
    except Mismatch as refused:
        return refused.reason.removeprefix("refused: ")
    return NOT_REFUSED


def played_on(journal, play, more):
    """Go on with a play, line by line as a session has them; what was written, and the state of everything then."""
    referee = Referee(journal, play, game_of)
    last = referee.version
    for line in more:
        run(referee, steps(line)[0])
    return {
        "faults": integrity.check(journal, play),
        "lines": lines(journal, play, last),
        "ended": journal.play(play).ended,
        **standing(journal, play),
        **effective(journal, play),
    }


def written_out(journal, play):
    """One play as session text."""
    return "\n".join(write_out(journal.play(play), journal.all_entries(play))) + "\n"


def taken_in_again(text):
    """Replay a play from its session text, with all the postings that are written in it."""
    with scratch() as journal:
        play = replay(journal, steps(text)).play.id
        return {
            key: value
            for key, value in standing(journal, play).items()
            if key in ("balances", "marks")
        }


def exported(journal, play):
    """One play in every form, by the form's key."""
    return {one.key: one.write(journal, play).decode() for one in FORMS}


def session_again(text):
    """Replay a kept session by our clock: its play with the refusals in it, and the play in every form."""
    with scratch() as journal:
        play, refusals = replayed(text, journal)
        (one,) = plays(journal)
        return one | effective(journal, play) | {"refusals": refusals}, exported(journal, play)


def games_played(folder, more):
    """Go on with plays of a book, each with lines of its own, by our clock."""
    with book(folder) as journal:
        clocked = Clocked(journal.database)
        with journal.database.writing():
            return {play: played_on(clocked, play, lines) for play, lines in more.items()}


# --- the command line ------------------------------------------------------------------------------


def command(*words):
    """Run a command as on a terminal: its exit code and all that it says, the folder of the books by another name."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            code = main([str(one) for one in words])
        except SystemExit as end:  # a wrong option
            code = end.code
    said = out.getvalue()
    for word in words:
        if isinstance(word, Path):
            said = said.replace(str(word), word.name)
    return f"exit code {code}\n{said}"


# --- what the code declares ------------------------------------------------------------------------


def games():
    """Everything a game declares by a name that is kept, without the words for it."""
    return {
        game.key: {
            "edition": game.edition,
            "actions": {
                action.name: {
                    "questions": {
                        question.name: {
                            "choices": sorted(getattr(question.kind, "values", ())),
                            "others": list(getattr(question.kind, "others", ())),
                        }
                        for question in action.questions
                    },
                }
                for action in game.actions
            },
            "house_rules": {
                option.key: {
                    "unit": option.unit,
                    "default": option.default,
                    "choices": sorted(dict(option.ways)),
                }
                for option in game.options
            },
            "board": {
                value.key: {"value": value.value, "choices": sorted(dict(value.ways))}
                for value in game.board_values
            },
        }
        for game in GAMES
    }


def mark_name(holder, name, seats):
    """Return the name of a mark as `names.json` lists it: players and numbers by a sign for any of them."""
    kind = _any(holder, seats)
    return kind if kind in ("board", "house", "line") else f"{kind}, {_any(name, seats)}"


def _any(name, seats):
    """Put a sign in the place of a player and of a number in a name."""
    for seat in sorted(seats, key=len, reverse=True):
        name = re.sub(rf"(?<![a-z]){re.escape(seat)}(?![a-z0-9])", "PLAYER", name)
    return re.sub(r"[0-9]+", "N", name)


def keys_of_seats(names):
    """The keys that players of these names get, each alone at the table."""
    return {name: find_game("ratrace").seat_key(name) for name in names}


def tables(folder):
    """How the file of a new book is laid out."""
    with book(folder) as journal, journal.database.reading():
        driver = journal.database.driver
        made = driver.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1, 2"
        ).fetchall()
        columns = {
            name: {
                row[1]: {"type": row[2], "not null": bool(row[3]), "default": row[4], "key": row[5]}
                for row in driver.execute(f'PRAGMA table_xinfo("{name}")')
            }
            for kind, name, _ in made
            if kind == "table"
        }
        return {
            "application_id": driver.execute("PRAGMA application_id").fetchone()[0],
            "user_version": driver.execute("PRAGMA user_version").fetchone()[0],
            "tables": columns,
            "triggers": {name: sql for kind, name, sql in made if kind == "trigger"},
            "indices": {name: sql for kind, name, sql in made if kind == "index"},
        }


def commands(names):
    """The options of commands, as their help lists them; of the app itself under no name."""
    found = {}
    for name in names:
        said = command(*([name] if name else []), "--help")
        found[name] = sorted(
            set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", said.split("examples:")[0]))
            - {"-h", "--help", "-m"}
        )
    return found


def forms():
    """The forms of a play: how a file of each ends, and what kind of file it is."""
    return {one.key: [one.suffix, one.mime] for one in FORMS}


def routes():
    """The path of every screen."""
    from views.app import ROUTES  # noqa: PLC0415 - it loads every screen, which only this asks for

    return sorted(set(_paths(ROUTES, "")))


def _paths(there, above):
    for route in there:
        path = f"{above}/{route.path}" if route.path else above
        yield path or "/"
        yield from _paths(route.children or [], path)


def device_preferences():
    """The keys under which a device keeps how somebody likes the screens."""
    from views.state import preferences  # noqa: PLC0415 - as above
    from views.state.client import Preferences  # noqa: PLC0415 - as above

    kept = []

    class Shared:
        async def set(self, key, _value):
            kept.append(key)

    before = ft.SharedPreferences
    ft.SharedPreferences = Shared
    try:
        asyncio.run(preferences.keep(Preferences()))
    finally:
        ft.SharedPreferences = before
    return kept


# --- the storage of an installed app ---------------------------------------------------------------


def slots(folder):
    """The files that a browser keeps, packed in a folder: what path each is for, and its content without the head."""
    found = {}
    for file in sorted(folder.rglob("slot-*")):
        raw = unpacked(file)
        head, content = raw[:SLOT_HEAD], raw[SLOT_HEAD:]
        length = int.from_bytes(head[8:12])
        words = head[16 : 16 + length]
        sound = (
            head[:4] == b"Comp"
            and int.from_bytes(head[12:16]) == _checksum(head[4:12])
            and int.from_bytes(head[-4:]) == _checksum(words)
        )
        found[file.relative_to(folder).as_posix().removesuffix(".gz")] = (
            words.decode() if sound else "",
            content,
        )
    return found


def _checksum(data):
    found = 0x811C9DC5
    for byte in data:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found


def lay_installed(folder):
    """Lay the book of the kept installed app into a folder, as a book of any other app."""
    folder.mkdir(parents=True)
    (content,) = [
        content for path, content in slots(KEPT / "installed").values() if path == f"/{FILE}"
    ]
    (folder / FILE).write_bytes(content)
    return folder
