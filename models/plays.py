"""Plays, players, figures of boards and preferences: their values, and how the book keeps them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import (
    UTC,
    datetime,
)
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from models.checksums import SEALED, seal
from models.entry_rows import digest, dump, stamp, understood
from models.errors import DamagedError, NoSuchPlayError
from models.ledger import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from models.database import Database
    from models.ledger import Value
    from models.tables import PlayRow


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: a key for the books, a name for people."""

    key: str
    name: str
    colour: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """One evening's game: how it began, and how far it has come.

    ``houses`` and ``board`` are as they were at the start; entries may change either later on.
    ``touched`` is when it was begun or last written to, ``ended`` how it ended in words, once it has.
    """

    id: str
    game: str
    title: str
    created: datetime
    touched: datetime
    archived: bool
    deleted: bool
    ended: str | None
    houses: Mapping[str, str]
    board: Mapping[str, Value]
    edition: str
    seats: tuple[Seat, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who has played before, for seating them again."""

    name: str
    colour: str
    token: str
    last_seen: datetime


T = TypeVar("T")

OF_A_PLAY = ("balance", "standing", "struck", "retold", "voiding", "mark", "posting", "entry", "seat")
"""All that goes with a play, in an order in which no row is left without the one it belongs to."""

BEGIN = """INSERT INTO play (
        id, game, title, created, touched, archived, deleted, purged, houses, board, edition, digest
    ) VALUES (:id, :game, :title, :created, :created, 0, 0, 0, :houses, :board, :edition, :digest)"""
SEAT = "INSERT INTO seat (play, place, key, name, colour, token) VALUES (?, ?, ?, ?, ?, ?)"
# SQLite's max of two is the greater; reading the last entry spares each entry a second write
PLAYS = """SELECT id, game, title, created, archived, deleted, ended, houses, board, edition, digest,
        max(touched, coalesce((SELECT at FROM entry WHERE play = id ORDER BY seq DESC LIMIT 1), '')) AS latest,
        (SELECT coalesce(max(seq), 0) FROM entry WHERE play = id)
    FROM play"""
SEATS = "SELECT key, name, colour, token FROM seat WHERE play = ? ORDER BY place"
PLAYERS = "SELECT name, colour, token, last_seen FROM player ORDER BY last_seen DESC"
FACTS = "SELECT key, value FROM board_fact WHERE game = ? AND edition = ?"
CLEAR = "DELETE FROM board_fact WHERE game = ? AND edition = ? AND key = ?"
PREFERENCE = "SELECT value FROM preference WHERE key = ?"
DRESS = "UPDATE player SET colour = ?, token = ? WHERE folded = ?"


class Cells(NamedTuple):
    """A play as the file has it; of a damaged one, anything may stand anywhere."""

    id: str
    game: str
    title: str
    created: str
    archived: int
    deleted: int
    ended: str | None
    houses: str
    board: str
    edition: str
    digest: str
    touched: str
    entries: int


class Plays:
    """Everything but the entries."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # --- plays -------------------------------------------------------------------------------------

    def begin(  # noqa: PLR0913 - all that makes this play differ from another
        self,
        *,
        game: str,
        title: str,
        seats: Iterable[Seat],
        houses: Mapping[str, str],
        board: Mapping[str, Value],
        edition: str,
        at: datetime | None = None,
        play: str = "",
    ) -> Play:
        """Put a new play on the shelf, under an id of whoever asks for it, or one of its own.

        One that was begun under this id before is not begun again, whatever comes with it now.
        """
        now = stamp(at or datetime.now(UTC))
        seated = tuple(seats)
        from uuid import uuid4  # noqa: PLC0415 - it asks what machine this is, which a report does without

        began = Cells(
            play or uuid4().hex,
            game,
            title,
            now,
            0,
            0,
            None,
            dump(dict(houses)),
            dump(dict(board)),
            edition,
            "",
            now,
            0,
        )
        began = began._replace(digest=start_of(began, seated))
        with self.database.writing() as driver:
            if play and self._plays("id = ?", play):
                return self.play(play)
            driver.execute(BEGIN, began._asdict())
            driver.executemany(
                SEAT, [(began.id, n, one.key, one.name, one.colour, one.token) for n, one in enumerate(seated)]
            )
            seal(driver, "play", began.id)
        return _play_of(began, seated)

    def plays(self, *, archived: bool = False, deleted: bool = False) -> list[Play]:
        """List the plays, the one touched last first. A damaged one is listed too, with what can be read."""
        with self.database.lenient():
            found = self._plays("archived = ? AND deleted = ?", archived, deleted)
        plays = []
        for cells, seats in found:
            try:
                plays.append(_play_of(cells, seats))
            except DamagedError:
                plays.append(_what_is_left(cells, seats))
        return plays

    def play(self, play: str) -> Play:
        """Take one play from the shelf.

        Raises:
            NoSuchPlayError: it isn't there.
            DamagedError: how it began can't be read.

        """
        for found in self._plays("id = ?", play):
            return _play_of(*found)
        raise NoSuchPlayError

    def beginning(self, play: str) -> tuple[str, str]:
        """Digest how a play began as it is in the file, and give the digest that was written then.

        Raises:
            NoSuchPlayError: it isn't there.
            DamagedError: it can't be read.

        """
        for cells, seats in self._plays("id = ?", play):
            with understood("How this play began can't be read: the file is damaged."):
                return start_of(cells, seats), cells.digest
        raise NoSuchPlayError

    def rename(self, play: str, title: str) -> None:
        """Give a play another title."""
        self._change(play, "title", title)

    def archive(self, play: str, yes: bool = True) -> None:
        """Put a play away, or take it back out."""
        self._change(play, "archived", yes)

    def delete(self, play: str) -> None:
        """Take a play off the shelf; ``restore`` puts it back, ``purge`` can't be taken back."""
        self._change(play, "deleted", True)

    def restore(self, play: str) -> None:
        """Put a deleted play back."""
        self._change(play, "deleted", False)

    def mark_ended(self, play: str, text: str | None) -> None:
        """Say how a play ended, or that it goes on after all."""
        self._change(play, "ended", text)

    def purge(self, play: str) -> None:
        """Remove a play and all that was written in it, for good."""
        with self.database.writing() as driver:
            self._change(play, "purged", True)
            for table in OF_A_PLAY:
                driver.execute(f"DELETE FROM {table} WHERE play = ?", (play,))  # noqa: S608 - our own names
            driver.execute("DELETE FROM play WHERE id = ?", (play,))
            seal(driver, "play", play)

    def _change(self, play: str, cell: str, value: str | bool | None) -> None:
        with self.database.writing() as driver:
            changed = driver.execute(f"UPDATE play SET {cell} = ? WHERE id = ?", (value, play))  # noqa: S608 - our own names
            if not changed.rowcount:
                raise NoSuchPlayError
            seal(driver, "play", play)

    def _plays(self, which: str, *given: str | bool) -> list[tuple[Cells, tuple[Seat, ...]]]:
        unread = "A part of the shelf is damaged and can't be read."
        with understood(unread), self.database.reading() as driver:
            found = driver.execute(f"{PLAYS} WHERE {which} ORDER BY latest DESC, id", given).fetchall()
            return [
                (cells, tuple([Seat(*seat) for seat in driver.execute(SEATS, (cells.id,))]))
                for cells in map(Cells._make, found)
            ]

    # --- across plays ------------------------------------------------------------------------------

    def remember_player(self, name: str, colour: str = "", token: str = "") -> None:
        """Remember who played, with what, and that it was just now."""
        self._put(
            "player",
            folded=name.strip().casefold(),
            name=name.strip(),
            colour=colour,
            token=token,
            last_seen=stamp(datetime.now(UTC)),
        )

    def dress_player(self, name: str, colour: str, token: str) -> None:
        """Remember other looks of a player for the next time; whoever isn't remembered has none to change."""
        folded = name.strip().casefold()
        with self.database.writing() as driver:
            driver.execute(DRESS, (colour, token, folded))
            seal(driver, "player", folded)

    def forget_player(self, name: str) -> None:
        """Forget a player; the plays they sat in stay as they are."""
        folded = name.strip().casefold()
        with self.database.writing() as driver:
            driver.execute("DELETE FROM player WHERE folded = ?", (folded,))
            seal(driver, "player", folded)

    def players(self) -> list[Player]:
        """List everyone remembered, whoever played last first; who can't be read is left out: see ``checksums``."""
        found = []
        with self.database.lenient() as driver:
            for name, colour, token, last_seen in driver.execute(PLAYERS).fetchall():
                with suppress(ValueError, TypeError):
                    _words(name, colour, token)
                    found.append(Player(name, colour, token, _moment(last_seen)))
        return found

    def board_facts(self, game: str, edition: str) -> dict[str, Value]:
        """Tell what this table's copy of a board has otherwise than the edition, as far as it can be read."""
        with self.database.lenient() as driver:
            rows = driver.execute(FACTS, (game, edition)).fetchall()
        found: dict[str, Value] = {}
        for key, value in rows:
            with suppress(ValueError, TypeError, RecursionError):
                told = json.loads(value)
                if isinstance(told, PLAIN):
                    found[key] = told
        return found

    def set_board_fact(self, game: str, edition: str, key: str, value: Value) -> None:
        """Keep a figure of the printed board for later plays."""
        self._put("board_fact", game=game, edition=edition, key=key, value=dump(value))

    def clear_board_facts(self, game: str, edition: str, key: str | None = None) -> None:
        """Go back to what the edition has, for one figure or for all."""
        with self.database.writing() as driver:
            for one, _ in driver.execute(FACTS, (game, edition)).fetchall():
                if key in (None, one):
                    driver.execute(
                        "DELETE FROM board_fact WHERE game = ? AND edition = ? AND key = ?", (game, edition, one)
                    )
                    seal(driver, "board_fact", game, edition, one)

    def preference(self, key: str, default: T) -> T:
        """Tell what was preferred; the default where nothing was, or nothing of the default's kind."""
        value = default
        with self.database.lenient() as driver:
            found = driver.execute(PREFERENCE, (key,)).fetchone()
        with suppress(ValueError, TypeError, RecursionError):
            value = default if found is None else json.loads(found[0])
        return value if default is None or isinstance(value, type(default)) else default

    def set_preference(self, key: str, value: object) -> None:
        """Keep a preference: anything that JSON can say."""
        self._put("preference", key=key, value=dump(value))

    def _put(self, table: str, **cells: str) -> None:
        known_by, _ = SEALED[table]
        rest = ", ".join(f"{cell} = excluded.{cell}" for cell in cells if cell not in known_by)
        put = (
            f"INSERT INTO {table} ({', '.join(cells)}) VALUES ({', '.join('?' * len(cells))}) "  # noqa: S608 - our own names
            f"ON CONFLICT ({', '.join(known_by)}) DO UPDATE SET {rest}"
        )
        with self.database.writing() as driver:
            driver.execute(put, tuple(cells.values()))
            seal(driver, table, *(cells[name] for name in known_by))


def _what_is_left(cells: Cells, seats: tuple[Seat, ...]) -> Play:
    """Give a play that is damaged, as far as it can be read."""
    began = stamp(datetime.fromtimestamp(0, UTC))
    known = tuple(Seat(str(one.key), str(one.name), str(one.colour), str(one.token)) for one in seats)
    left = Cells(
        id=str(cells.id),
        game=str(cells.game),
        title=str(cells.title),
        created=began,
        archived=cells.archived,
        deleted=cells.deleted,
        ended=cells.ended and str(cells.ended),
        houses="{}",
        board="{}",
        edition=str(cells.edition),
        digest="",
        touched=began,
        entries=cells.entries if isinstance(cells.entries, int) else 0,
    )
    return _play_of(left, known)


def _words(*cells: str) -> None:
    if not all(isinstance(one, str) for one in cells):
        raise TypeError("a damaged file may have anything in the place of words")


def _moment(cell: str) -> datetime:
    found = datetime.fromisoformat(cell)
    if not found.tzinfo:
        raise ValueError(f"{cell} says no time zone")
    return found


def start_of(row: Cells | PlayRow, seats: Sequence[Seat]) -> str:
    """Digest how a play began. The title is left out: it may change."""
    seated = [(one.key, one.name, one.colour, one.token) for one in seats]
    return digest([row.id, row.game, row.created, row.houses, row.board, row.edition, seated])


def _play_of(cells: Cells, seats: tuple[Seat, ...]) -> Play:
    try:
        _words(cells.id, cells.game, cells.title, cells.edition, cells.ended or "")
        for seat in seats:
            _words(seat.key, seat.name, seat.colour, seat.token)
        return Play(
            id=cells.id,
            game=cells.game,
            title=cells.title,
            created=_moment(cells.created),
            touched=_moment(cells.touched),
            archived=bool(cells.archived),
            deleted=bool(cells.deleted),
            ended=cells.ended,
            houses=MappingProxyType(json.loads(cells.houses)),
            board=MappingProxyType(json.loads(cells.board)),
            edition=cells.edition,
            seats=seats,
            entries=int(cells.entries),
        )
    except (ValueError, TypeError, RecursionError) as error:
        title = cells.title if isinstance(cells.title, str) else "a play"
        raise DamagedError(f"How {title} began is damaged and can't be read.") from error
