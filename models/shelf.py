"""The shelf: the plays of a book, the players remembered, and how this table likes things."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from sqlalchemy import func, update
from sqlmodel import Session, col, delete, select

from models.play import Play, Player, Seat
from models.record import digest, dump, stamp
from models.schema import (
    BalanceRow,
    BoardFactRow,
    EntryRow,
    MarkRow,
    PlayerRow,
    PlayRow,
    PostingRow,
    PreferenceRow,
    RetoldRow,
    SeatRow,
    StandingRow,
    StruckRow,
    VoidingRow,
)
from models.trouble import Damaged, NoSuchPlay

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement

    from models.database import Database
    from models.ledger import Value

T = TypeVar("T")

OF_A_PLAY = (BalanceRow, StandingRow, StruckRow, RetoldRow, VoidingRow, MarkRow, PostingRow, EntryRow, SeatRow)
"""All that goes with a play, in an order in which no row is left without the one it belongs to."""


class Shelf:
    """Everything but the entries.

    A session's commit only hands its rows to the driver; the database commits when ``writing`` ends.
    """

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
    ) -> Play:
        """Put a new play on the shelf."""
        now = stamp(at or datetime.now(UTC))
        row = PlayRow(
            id=uuid4().hex,
            game=game,
            title=title,
            created=now,
            touched=now,
            houses=dump(dict(houses)),
            board=dump(dict(board)),
            edition=edition,
            digest="",
        )
        seated = tuple(seats)
        row.digest = start_of(row, seated)
        play = _play_of(row, seated, now, 0)
        rows = [
            SeatRow(play=row.id, place=n, key=one.key, name=one.name, colour=one.colour, token=one.token)
            for n, one in enumerate(seated)
        ]
        with self.database.writing(), Session(self.database.engine) as session:
            session.add(row)
            session.flush()
            session.add_all(rows)
            session.commit()
        return play

    def plays(self, *, archived: bool = False, deleted: bool = False) -> list[Play]:
        """List the plays, the one touched last first. A damaged one is listed too, with what can be read."""
        found = self._plays(col(PlayRow.archived) == archived, col(PlayRow.deleted) == deleted)
        plays = []
        for row, seats, touched, entries in found:
            try:
                plays.append(_play_of(row, seats, touched, entries))
            except Damaged:
                row.houses = row.board = "{}"
                row.created = stamp(datetime.fromtimestamp(0, UTC))
                plays.append(_play_of(row, seats, row.created, entries))
        return plays

    def play(self, play: str) -> Play:
        """Take one play from the shelf.

        Raises:
            NoSuchPlay: it isn't there.
            Damaged: how it began can't be read.

        """
        for found in self._plays(col(PlayRow.id) == play):
            return _play_of(*found)
        raise NoSuchPlay

    def rename(self, play: str, title: str) -> None:
        """Give a play another title."""
        self._change(play, title=title)

    def archive(self, play: str, yes: bool = True) -> None:
        """Put a play away, or take it back out."""
        self._change(play, archived=yes)

    def delete(self, play: str) -> None:
        """Take a play off the shelf; ``restore`` puts it back, ``purge`` can't be taken back."""
        self._change(play, deleted=True)

    def restore(self, play: str) -> None:
        """Put a deleted play back."""
        self._change(play, deleted=False)

    def mark_ended(self, play: str, text: str | None) -> None:
        """Say how a play ended, or that it goes on after all."""
        self._change(play, ended=text)

    def purge(self, play: str) -> None:
        """Remove a play and all that was written in it, for good."""
        with self.database.writing(), Session(self.database.engine) as session:
            self._change(play, purged=True)
            for row in OF_A_PLAY:
                session.exec(delete(row).where(col(row.play) == play))
            session.exec(delete(PlayRow).where(col(PlayRow.id) == play))
            session.commit()

    def _change(self, play: str, **values: str | bool | None) -> None:
        with self.database.writing(), Session(self.database.engine) as session:
            changed = session.exec(update(PlayRow).where(col(PlayRow.id) == play).values(**values))
            if not changed.rowcount:
                raise NoSuchPlay
            session.commit()

    def _plays(self, *which: ColumnElement[bool]) -> list[tuple[PlayRow, tuple[Seat, ...], str, int]]:
        of_play = col(EntryRow.play) == col(PlayRow.id)
        count = select(func.coalesce(func.max(EntryRow.seq), 0)).where(of_play).scalar_subquery()
        latest = select(EntryRow.at).where(of_play).order_by(col(EntryRow.seq).desc()).limit(1).scalar_subquery()
        # SQLite's max of two is the greater; reading the last entry spares each entry a second write
        touched = func.max(PlayRow.touched, func.coalesce(latest, ""))
        ids = select(PlayRow.id).where(*which)
        with self.database.reading(), Session(self.database.engine) as session:
            plays = session.exec(
                select(PlayRow, touched, count).where(*which).order_by(touched.desc(), col(PlayRow.id))
            ).all()
            seats: dict[str, list[Seat]] = {}
            for row in session.exec(select(SeatRow).where(col(SeatRow.play).in_(ids)).order_by(col(SeatRow.place))):
                seats.setdefault(row.play, []).append(Seat(row.key, row.name, row.colour, row.token))
            session.expunge_all()
        return [(row, tuple(seats.get(row.id, ())), at, entries) for row, at, entries in plays]

    # --- across plays ------------------------------------------------------------------------------

    def remember_player(self, name: str, colour: str = "", token: str = "") -> None:
        """Remember who played, with what, and that it was just now."""
        row = PlayerRow(
            folded=name.strip().casefold(),
            name=name.strip(),
            colour=colour,
            token=token,
            last_seen=stamp(datetime.now(UTC)),
        )
        self._put(row)

    def dress_player(self, name: str, colour: str, token: str) -> None:
        """Remember other looks of a player for the next time; whoever isn't remembered has none to change."""
        looks = update(PlayerRow).where(col(PlayerRow.folded) == name.strip().casefold())
        with self.database.writing(), Session(self.database.engine) as session:
            session.exec(looks.values(colour=colour, token=token))
            session.commit()

    def forget_player(self, name: str) -> None:
        """Forget a player; the plays they sat in stay as they are."""
        with self.database.writing(), Session(self.database.engine) as session:
            session.exec(delete(PlayerRow).where(col(PlayerRow.folded) == name.strip().casefold()))
            session.commit()

    def players(self) -> list[Player]:
        """List everyone remembered, whoever played last first."""
        with self.database.reading(), Session(self.database.engine) as session:
            rows = session.exec(select(PlayerRow).order_by(col(PlayerRow.last_seen).desc())).all()
            return [Player(row.name, row.colour, row.token, datetime.fromisoformat(row.last_seen)) for row in rows]

    def board_facts(self, game: str, edition: str) -> dict[str, Value]:
        """Tell what this table's copy of a board has otherwise than the edition."""
        with self.database.reading(), Session(self.database.engine) as session:
            rows = session.exec(
                select(BoardFactRow.key, BoardFactRow.value).where(
                    BoardFactRow.game == game, BoardFactRow.edition == edition
                )
            ).all()
        return {key: json.loads(value) for key, value in rows}

    def set_board_fact(self, game: str, edition: str, key: str, value: Value) -> None:
        """Keep a figure of the printed board for later plays."""
        self._put(BoardFactRow(game=game, edition=edition, key=key, value=dump(value)))

    def clear_board_facts(self, game: str, edition: str, key: str | None = None) -> None:
        """Go back to what the edition has, for one figure or for all."""
        which = [col(BoardFactRow.game) == game, col(BoardFactRow.edition) == edition]
        if key is not None:
            which.append(col(BoardFactRow.key) == key)
        with self.database.writing(), Session(self.database.engine) as session:
            session.exec(delete(BoardFactRow).where(*which))
            session.commit()

    def preference(self, key: str, default: T) -> T:
        """Tell what was preferred; the default where nothing was, or nothing of the default's kind."""
        with self.database.reading(), Session(self.database.engine) as session:
            row = session.get(PreferenceRow, key)
            value = default if row is None else json.loads(row.value)
        return value if default is None or isinstance(value, type(default)) else default

    def set_preference(self, key: str, value: object) -> None:
        """Keep a preference: anything that JSON can say."""
        self._put(PreferenceRow(key=key, value=dump(value)))

    def _put(self, row: PlayerRow | BoardFactRow | PreferenceRow) -> None:
        with self.database.writing(), Session(self.database.engine) as session:
            session.merge(row)
            session.commit()


def start_of(row: PlayRow, seats: Sequence[Seat]) -> str:
    """Digest how a play began. The title is left out: it may change."""
    seated = [(one.key, one.name, one.colour, one.token) for one in seats]
    return digest([row.id, row.game, row.created, row.houses, row.board, row.edition, seated])


def _play_of(row: PlayRow, seats: tuple[Seat, ...], touched: str, entries: int) -> Play:
    try:
        return Play(
            id=row.id,
            game=row.game,
            title=row.title,
            created=datetime.fromisoformat(row.created),
            touched=datetime.fromisoformat(touched),
            archived=row.archived,
            deleted=row.deleted,
            ended=row.ended,
            houses=MappingProxyType(json.loads(row.houses)),
            board=MappingProxyType(json.loads(row.board)),
            edition=row.edition,
            seats=seats,
            entries=entries,
        )
    except (ValueError, TypeError) as error:
        raise Damaged(f"How {row.title} began is damaged and can't be read.") from error
