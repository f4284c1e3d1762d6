"""Plays, players, board values and preferences: their values, and how they are stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar
from uuid import uuid4

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Executable,
    RowMapping,
    Update,
    bindparam,
    delete,
    func,
    insert,
    text,
    update,
)
from sqlalchemy import select as core_select
from sqlmodel import col, select

from models.checksums import write_checksum
from models.database import Database
from models.entry_rows import as_damage, digest, dump, stamp
from models.errors import DamagedError, NoSuchPlayError
from models.frozen import frozen
from models.ledger import PLAIN, Value
from models.names import name_key
from models.tables import (
    BoardFactRow,
    EntryRow,
    PlayerRow,
    PlayRow,
    PreferenceRow,
    SeatRow,
    columns,
    keys,
    replacing,
)


@frozen
class Seat:
    """A player at the table: a key for accounts, a name for people."""

    key: str
    name: str
    colour: str = ""
    token: str = ""


@frozen
class Play:
    """A play: how it began, and how far it has come.

    ``houses`` and ``board`` are the house rules and board values at the start; entries may change either. ``touched``
    is when it was begun or last written to, ``ended`` how it ended in words, once it has.
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


@frozen
class Player:
    """A player who is remembered from earlier plays."""

    name: str
    colour: str
    token: str
    last_seen: datetime


T = TypeVar("T")
UNKNOWN = datetime.fromtimestamp(0, UTC)
"""In place of a time that is damaged."""

_of_play = (
    select(EntryRow.at)
    .where(EntryRow.play == PlayRow.id)
    .order_by(col(EntryRow.seq).desc())
    .limit(1)
)
# SQLite's max of two values is the greater; reading the last entry's time saves a second write with each entry
_TOUCHED = func.max(PlayRow.touched, func.coalesce(_of_play.scalar_subquery(), ""))
_ENTRIES = (
    select(func.coalesce(func.max(EntryRow.seq), 0))
    .where(EntryRow.play == PlayRow.id)
    .scalar_subquery()
)
PLAYS = core_select(
    *(column for column in columns(PlayRow) if column.name not in {"touched", "purged", "digest"}),
    _TOUCHED.label("touched"),
    _ENTRIES.label("entries"),
).order_by(text("touched DESC"), col(PlayRow.id))
SEATS = core_select(
    *(
        col(cell)
        for cell in (SeatRow.play, SeatRow.key, SeatRow.name, SeatRow.colour, SeatRow.token)
    )
).order_by(col(SeatRow.play), col(SeatRow.place))


def _queries(*which: ColumnElement[bool]) -> tuple[Executable, Executable]:
    """What reads the plays of which this holds, and what reads their seats; made once, for making it takes longest."""
    return PLAYS.where(*which), SEATS.where(col(SeatRow.play).in_(select(PlayRow.id).where(*which)))


THIS = _queries(col(PlayRow.id) == bindparam("play"))
BEGUN = core_select(*columns(PlayRow)).filter_by(id=bindparam("play"))
LISTED = _queries(
    col(PlayRow.archived) == bindparam("archived"), col(PlayRow.deleted) == bindparam("deleted")
)
PREFERENCES = select(PreferenceRow.key, PreferenceRow.value)
PREFERENCE = PREFERENCES.where(PreferenceRow.key == bindparam("key"))
PLAYERS = select(PlayerRow.name, PlayerRow.colour, PlayerRow.token, PlayerRow.last_seen).order_by(
    col(PlayerRow.last_seen).desc()
)


class Plays:
    """The plays, players, board values and preferences of a book."""

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
        """Begin a play under the id given, or under a new one.

        A play that was begun under this id before is returned as it is.
        """
        now = stamp(at or datetime.now(UTC))
        seated = tuple(seats)
        began = PlayRow(
            id=play or uuid4().hex,
            game=game,
            title=title,
            created=now,
            touched=now,
            houses=dump(dict(houses)),
            board=dump(dict(board)),
            edition=edition,
            digest="",
        )
        began.digest = start_of(began, seated)
        with self.database.writing() as connection:
            if not play or not self._plays(THIS, play=play):
                insert_play(connection, began, seated)
            return self.play(began.id)

    def plays(self, *, archived: bool = False, deleted: bool = False) -> list[Play]:
        """List the plays, the one touched last first. A damaged one is listed with what can be read."""
        with self.database.lenient():
            found = self._plays(LISTED, archived=archived, deleted=deleted)
        plays = []
        for row, seats in found:
            try:
                plays.append(_play_of(row, seats))
            except DamagedError:
                plays.append(_what_is_left(row))
        return plays

    def every_play(self) -> list[Play]:
        """List the plays that were not deleted, the one touched last first, archived ones last."""
        return [*self.plays(), *self.plays(archived=True)]

    def play(self, play: str) -> Play:
        """Read one play.

        Raises:
            NoSuchPlayError: it isn't there.
            DamagedError: how it began can't be read.

        """
        for found in self._plays(THIS, play=play):
            return _play_of(*found)
        raise NoSuchPlayError

    def set_play(self, play: str, **values: str | bool | None) -> None:
        """Change a play's title, how it ended, or whether it is archived or deleted."""
        with self.database.writing() as connection:
            if not self.database.write(update(PlayRow).filter_by(id=play).values(**values)):
                raise NoSuchPlayError
            write_checksum(connection, PlayRow, play)

    def _plays(
        self, reading: tuple[Executable, Executable], **which: str | bool
    ) -> list[tuple[RowMapping, tuple[Seat, ...]]]:
        rows, seated = reading
        unread = "A part of the shelf is damaged and can't be read."
        with as_damage(unread), self.database.reading() as connection:
            found = connection.execute(rows, which).mappings().all()
            seats: dict[str, list[Seat]] = {}
            for play, *seat in connection.execute(seated, which):
                seats.setdefault(play, []).append(Seat(*seat))
            return [(row, tuple(seats.get(row["id"], ()))) for row in found]

    # --- across plays ------------------------------------------------------------------------------

    def remember_player(self, name: str, colour: str = "", token: str = "") -> None:
        """Remember a player with colour and token, as seen just now."""
        self.put(
            PlayerRow(
                folded=name_key(name),
                name=name.strip(),
                colour=colour,
                token=token,
                last_seen=stamp(datetime.now(UTC)),
            )
        )

    def dress_player(self, name: str, colour: str, token: str) -> None:
        """Change the colour and token of a remembered player."""
        self._change_player(name, update(PlayerRow).values(colour=colour, token=token))

    def forget_player(self, name: str) -> None:
        """Forget a player. Their plays stay as they are."""
        self._change_player(name, delete(PlayerRow))

    def _change_player(self, name: str, change: Update | Delete) -> None:
        # earlier versions did not compose letters, so there may be several
        known = select(PlayerRow.folded).where(func.folded(PlayerRow.folded) == name_key(name))
        with self.database.writing() as connection:
            for folded in connection.execute(known).scalars().all():
                connection.execute(change.filter_by(folded=folded))
                write_checksum(connection, PlayerRow, folded)

    def players(self) -> list[Player]:
        """List the remembered players, the latest first. Those that can't be read are left out: see ``checksums``.

        Earlier versions remembered a name twice that was composed otherwise; the latest is listed.
        """
        found: dict[str, Player] = {}
        with self.database.lenient() as connection:
            for name, colour, token, last_seen in connection.execute(PLAYERS).all():
                with suppress(ValueError, TypeError):
                    _words(name, colour, token)
                    found.setdefault(
                        name_key(name), Player(name, colour, token, _moment(last_seen))
                    )
        return list(found.values())

    def board_facts(self, game: str, edition: str) -> dict[str, Value]:
        """Return the board values that differ from the edition's, as far as they can be read."""
        found = self._read_json(
            select(BoardFactRow.key, BoardFactRow.value).filter_by(game=game, edition=edition)
        )
        return {key: value for key, value in found.items() if isinstance(value, PLAIN)}

    def set_board_fact(self, game: str, edition: str, key: str, value: Value) -> None:
        """Store a board value for later plays."""
        self.put(BoardFactRow(game=game, edition=edition, key=key, value=dump(value)))

    def clear_board_facts(self, game: str, edition: str, key: str | None = None) -> None:
        """Go back to the edition's board values, for one key or for all."""
        with self.database.writing() as connection:
            known = select(BoardFactRow.key).filter_by(game=game, edition=edition)
            for fact in connection.execute(known).scalars().all():
                if key in (None, fact):
                    connection.execute(
                        delete(BoardFactRow).filter_by(game=game, edition=edition, key=fact)
                    )
                    write_checksum(connection, BoardFactRow, game, edition, fact)

    def preference(self, key: str, default: T) -> T:
        """Return a preference; the default where there is none of the default's type."""
        found = self._read_json(PREFERENCE, key=key)
        value: Any = found.get(key, default)
        return value if default is None or isinstance(value, type(default)) else default

    def preferences(self, begins: str) -> dict[str, object]:
        """Return every preference whose key begins so, by the rest of its key, as far as they can be read."""
        these = func.substr(PreferenceRow.key, 1, len(begins)) == begins
        found = self._read_json(PREFERENCES.where(these))
        return {key.removeprefix(begins): value for key, value in found.items()}

    def _read_json(self, which: Executable, **values: str) -> dict[str, Any]:
        """Read values in JSON by their keys, as far as they can be read."""
        with self.database.lenient() as connection:
            rows = connection.execute(which, values).all()
        found = {}
        for key, value in rows:
            with suppress(ValueError, TypeError, RecursionError):
                found[key] = json.loads(value)
        return found

    def set_preference(self, key: str, value: object) -> None:
        """Store a preference: any JSON value."""
        self.put(PreferenceRow(key=key, value=dump(value)))

    def put(self, row: PlayerRow | BoardFactRow | PreferenceRow) -> None:
        """Insert a row, or replace the one with the same key."""
        kind = type(row)
        with self.database.writing() as connection:
            connection.execute(replacing(kind), row.model_dump())
            write_checksum(connection, kind, *(getattr(row, column.name) for column in keys(kind)))


def insert_play(connection: Connection, began: PlayRow, seats: Iterable[Seat]) -> None:
    """Insert a play with its seats, and the checksum of its title."""
    connection.execute(insert(PlayRow), began.model_dump())
    for n, seat in enumerate(seats):
        connection.execute(insert(SeatRow), {"play": began.id, "place": n, **asdict(seat)})
    write_checksum(connection, PlayRow, began.id)


def read_beginning(connection: Connection, play: str) -> tuple[PlayRow, list[Seat]]:
    """Read the row and the seats of a play.

    Raises:
        NoSuchPlayError: it isn't there.

    """
    row = connection.execute(BEGUN, {"play": play}).first()
    if row is None:
        raise NoSuchPlayError
    seats = [Seat(*seat) for _, *seat in connection.execute(THIS[1], {"play": play})]
    return PlayRow(**row._mapping), seats  # noqa: SLF001 - so SQLAlchemy names what is public


def _what_is_left(row: RowMapping) -> Play:
    """Return a damaged play as far as the shelf needs it."""
    words = {name: str(row[name]) for name in ("id", "game", "title", "edition")}
    nothing: Mapping[str, Any] = MappingProxyType({})
    cells = {
        "created": UNKNOWN,
        "touched": UNKNOWN,
        "ended": None,
        "houses": nothing,
        "board": nothing,
    }
    return Play(**{**row, **words, **cells, "seats": (), "entries": 0})


def _words(*values: str) -> None:
    if not all(isinstance(value, str) for value in values):
        raise TypeError("a damaged file may have anything in the place of words")


def _moment(cell: str) -> datetime:
    found = datetime.fromisoformat(cell)
    if not found.tzinfo:
        raise ValueError(f"{cell} says no time zone")
    return found


def start_of(row: PlayRow, seats: Iterable[Seat]) -> str:
    """Return the digest of how a play began, without its title, which may change."""
    seated = [(seat.key, seat.name, seat.colour, seat.token) for seat in seats]
    return digest([row.id, row.game, row.created, row.houses, row.board, row.edition, seated])


def _play_of(row: RowMapping, seats: tuple[Seat, ...]) -> Play:
    try:
        _words(row["id"], row["game"], row["title"], row["edition"], row["ended"] or "")
        for seat in seats:
            _words(seat.key, seat.name, seat.colour, seat.token)
        cells = {
            "created": _moment(row["created"]),
            "touched": _moment(row["touched"]),
            "houses": MappingProxyType(json.loads(row["houses"])),
            "board": MappingProxyType(json.loads(row["board"])),
            "seats": seats,
            "entries": int(row["entries"]),
        }
        return Play(**{**row, **cells})
    except (ValueError, TypeError, RecursionError) as error:
        title = row["title"] if isinstance(row["title"], str) else "a play"
        raise DamagedError(f"How {title} began is damaged and can't be read.") from error
