"""Whatever a table can ask of its book, one command at a time, each under an id made beforehand.

An evening here is a script of such commands: plays of every game begun, their lines, undone and corrected, and all that
the home screen can do meanwhile. A command is read on the table as it is, as a screen reads it, and may then be sent
more than once.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from companion import backup_reminder
from companion.core.recording import countable, revision
from companion.core.recording.referee import Referee
from companion.formats.session import read_pairs, replay, steps, write_out
from companion.games import GAMES, game_of
from companion.testing import NAMES, random_evening
from models import projections
from models.backups.untrusted_file import UntrustedFile
from models.entry_rows import read_rows
from models.errors import NoSuchPlayError
from models.journal import Journal
from models.ledger import AMEND, COUNT, REDO, UNDO, VOID, Entry
from models.plays import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.formats.session import Step

SESSIONS = Path(__file__).parents[1] / "sessions"
HEAD = ("game", "title", "seats", "house", "board", "end", "refuse")


class Hand:
    """A sender of commands: keeps a referee for each play, as the app does."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._referees: dict[str, Referee] = {}

    def referee(self, play: str) -> Referee:
        """The one referee of a play."""
        if play not in self._referees:
            self._referees[play] = Referee(self.journal, play, game_of)
        return self._referees[play]


Sending = "Callable[[Hand, str], str]"


@dataclass(frozen=True, slots=True)
class TableCommand:
    """One command: what kind it is, its id, and how it is read on the table as it is.

    What reading returns is sent to a hand under an id, as often as needed, and returns what came back.
    """

    kind: str
    id: str
    read: Callable[[Hand], Sending]


def sent_line(referee: Referee, step: Step) -> Callable[[Referee, str], Entry]:
    """Read a line of a session on the table as it is."""
    pairs = read_pairs(step)
    if step.word == UNDO:
        return lambda other, command: other.undo(pairs.get("reason", ""), command=command)
    if step.word == REDO:
        return lambda other, command: other.redo(command=command)
    if step.word == VOID:
        return lambda other, command: other.void(int(pairs["seq"]), pairs["reason"], command=command)
    if step.word == AMEND:
        decisions, again = revision.read_decisions(pairs)
        return lambda other, command: other.amend(decisions, pairs["reason"], again=again, command=command)
    if step.word == COUNT:
        answers = countable.read(referee.game, referee.table, pairs)
    else:
        answers = referee.game.find_action(step.word).read(referee.table, pairs)
    return lambda other, command: other.write(step.word, answers, command=command)


def line(play: str, game: str, step: Step, command: str) -> TableCommand:
    """A line of a play."""

    def read(hand: Hand) -> Sending:
        send = sent_line(hand.referee(play), step)

        def sending(other: Hand, command: str) -> str:
            entry = send(other.referee(play), command)
            return f"{play} {entry.seq} {entry.digest}"

        return sending

    kind = step.word if step.word in (UNDO, REDO, VOID, AMEND, COUNT) else f"line of {game}"
    return TableCommand(kind, command, read)


def book_command(kind: str, command: str, act: Callable[[Journal], object]) -> TableCommand:
    """Something that the home screen does, and that does no more when it is sent twice."""

    def sending(hand: Hand, _: str) -> str:
        act(hand.journal)
        return ""

    return TableCommand(kind, command, lambda _: sending)


# --- what is played --------------------------------------------------------------------------------


def session_lines(name: str) -> list[Step]:
    """Return the lines of a session of the tests, written out from its entries."""
    untrusted = UntrustedFile()
    try:
        return _written(replay(Journal(untrusted), steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8"))))
    finally:
        untrusted.close()


def _written(referee: Referee) -> list[Step]:
    play = referee.play
    return steps("\n".join(write_out(play, referee.journal.all_entries(play.id))))


# --- scripts ---------------------------------------------------------------------------------------


def script(seed: int) -> tuple[list[TableCommand], set[tuple[str, str]]]:
    """Return an evening of commands, the same for the same seed, and which actions of which games are in it.

    Two plays go on at the same time, one of them a session of the tests, the other played at random.
    """
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    names = sorted(path.stem for path in SESSIONS.glob("*.session"))
    ids = (UUID(int=random.getrandbits(128)).hex for _ in iter(int, 1))
    plays = [
        session_lines(names[seed % len(names)]),
        steps(random_evening(GAMES[seed % len(GAMES)].key, seed, random.randint(25, 50))),
    ]
    hands, keys, actions = [], [], set()
    for lines in plays:
        play, game = next(ids), lines[0].rest
        keys.append(play)
        hands.append(chain([_begin(random, lines, play, next(ids))], _lines(lines, play, game, ids)))
        actions |= {(game, one.word) for one in lines if one.word not in HEAD}
    commands = [next(hands[0]), next(hands[1])]
    while hands:
        one = random.choice(hands)
        for _ in range(random.randint(1, 4)):
            if (command := next(one, None)) is None:
                hands.remove(one)
                break
            commands.append(command)
        if random.random() < 0.5:
            commands.append(_at_home(random, random.choice(keys), next(ids)))
    gone = keys[seed % 2]
    last = [book_command("delete", next(ids), lambda one: one.delete(gone)), _purge(gone, next(ids))]
    return commands + last, actions


def _begin(random: Random, lines: list[Step], play: str, command: str) -> TableCommand:
    """Begin a play, as the set-up does: who sits there and how they like to play are remembered along with it."""
    untrusted = UntrustedFile()
    try:
        head = replay(Journal(untrusted), [one for one in lines if one.word in HEAD]).play
    finally:
        untrusted.close()
    colours = [random.choice(("red", "blue", "green")) for _ in head.seats]
    seats = [Seat(one.key, one.name, colour, "cat") for one, colour in zip(head.seats, colours, strict=True)]

    def act(journal: Journal) -> None:
        with journal.database.writing():
            journal.begin(
                game=head.game,
                title=head.title,
                seats=seats,
                houses=head.houses,
                board=head.board,
                edition=head.edition,
                play=play,
            )
            for seat in seats:
                journal.remember_player(seat.name, seat.colour, seat.token)
            journal.set_preference(f"houses:{head.game}", dict(head.houses))

    return book_command("begin", command, act)


def _lines(lines: list[Step], play: str, game: str, ids: Iterator[str]) -> Iterator[TableCommand]:
    for step in lines:
        if step.word not in HEAD:
            yield line(play, game, step, next(ids))


def _at_home(random: Random, play: str, command: str) -> TableCommand:
    title = f"Called {random.randint(1, 99)}"
    name, colour = random.choice(NAMES), random.choice(("red", "blue", "green"))
    yes, size = random.random() < 0.5, random.choice((1, 1.5, 2))
    figure = random.randint(1, 9)
    acts: dict[str, Callable[[Journal], object]] = {
        "rename": lambda one: one.rename(play, title),
        "archive": lambda one: one.archive(play, yes),
        "delete": lambda one: one.delete(play),
        "restore": lambda one: one.restore(play),
        "remember a player": lambda one: one.remember_player(name, colour, "dog"),
        "dress a player": lambda one: one.dress_player(name, colour, "hat"),
        "forget a player": lambda one: one.forget_player(name),
        "a preference": lambda one: one.set_preference("size", size),
        "keep a figure": lambda one: one.set_board_fact("ratrace", "of ours", "rent", figure),
        "clear figures": lambda one: one.clear_board_facts("ratrace", "of ours"),
        "note a backup": backup_reminder.note_backup,
        "put a reminder off": backup_reminder.put_off,
    }
    kind = random.choice(sorted(acts))
    return book_command(kind, command, acts[kind])


def _purge(play: str, command: str) -> TableCommand:
    def act(journal: Journal) -> None:
        with suppress(NoSuchPlayError):  # that it is gone was asked for
            journal.purge(play)

    return book_command("purge", command, act)


# --- what a book says ------------------------------------------------------------------------------

BOOK_TABLES = (
    "SELECT id, game, title, archived, deleted, purged, ended, houses, board, edition FROM play ORDER BY id",
    "SELECT * FROM seat ORDER BY play, place",
    "SELECT folded, name, colour, token FROM player ORDER BY folded",
    "SELECT * FROM board_fact ORDER BY game, edition, key",
    "SELECT * FROM preference WHERE key NOT IN ('backup.at', 'backup.later') ORDER BY key",
)


def book_state(journal: Journal) -> dict[str, object]:
    """All that a book says, but for when it was said, and in which order within a line."""
    with journal.database.reading() as connection:
        found: dict[str, object] = {
            sql.split(" FROM ")[1].split()[0]: connection.exec_driver_sql(sql).fetchall() for sql in BOOK_TABLES
        }
        for play in [row[0] for row in connection.exec_driver_sql("SELECT id FROM play ORDER BY id")]:
            found[f"{play} projections"] = projections.read_stored(connection, play)
            for rows in read_rows(connection, play):
                _, seq, _, by, command, *words, _ = rows.entry
                effects = [sorted(row[3:] for row in one) for one in (rows.postings, rows.marks)]
                found[f"{play} line {seq}"] = (by, command, *words, *effects, rows.voidings, rows.revised)
    return found


def difference(here: dict[str, object], there: dict[str, object]) -> str:
    """Say where two states of a book differ, as far as it helps."""
    keys = [key for key in {**here, **there} if here.get(key) != there.get(key)]
    return "; ".join(f"{key}: {_apart(here.get(key), there.get(key))}" for key in keys[:4])


def _apart(here: object, there: object) -> str:
    if isinstance(here, list | tuple) and isinstance(there, list | tuple) and len(here) == len(there):
        return ", ".join(_apart(*pair) for pair in zip(here, there, strict=True) if pair[0] != pair[1])
    if isinstance(here, dict) and isinstance(there, dict):
        return difference(here, there)
    return f"{here!s:.120} / {there!s:.120}"
