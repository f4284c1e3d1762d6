"""The tables of the file.

Five tables are *written*: triggers refuse any change to their rows. Three are *projections*: derived from the written
ones within the same transaction. The others have the plays, what is kept across them, and who takes part.
``migrations`` creates the tables; a test compares the two.

Times are ISO text in UTC, of one width, so that they sort. Columns in JSON say so in their comment.
"""

from typing import Any, ClassVar

from sqlalchemy import Column, Insert, insert
from sqlmodel import Field, SQLModel

KEY: Any = Field(primary_key=True)

# --- written ---------------------------------------------------------------------------------------


class EntryRow(SQLModel, table=True):
    """An entry without its effects. ``command`` is made on the device, so that one tap is one entry."""

    __tablename__: ClassVar[str] = "entry"

    play: str = KEY
    seq: int = KEY
    at: str
    by: str
    command: str
    action: str
    narration: str
    answers: str  # JSON: {question: value}
    working: str  # JSON: [[text, figure, unit, signed, total]]
    rule: str
    source: str
    house: str  # JSON: [sentence]
    digest: str


class PostingRow(SQLModel, table=True):
    """A quantity of a unit that an entry moves into an account, or out of it."""

    __tablename__: ClassVar[str] = "posting"

    play: str = KEY
    seq: int = KEY
    n: int = KEY
    account: str
    unit: str
    quantity: int


class MarkRow(SQLModel, table=True):
    """A mark of an entry."""

    __tablename__: ClassVar[str] = "mark"

    play: str = KEY
    seq: int = KEY
    n: int = KEY
    holder: str
    name: str
    value: str  # JSON


class VoidingRow(SQLModel, table=True):
    """An entry that another one voids, as long as that one counts itself."""

    __tablename__: ClassVar[str] = "voiding"

    play: str = KEY
    seq: int = KEY
    target: int = KEY


class RevisedRow(SQLModel, table=True):
    """A revised entry: in the place of another line, or put in after it."""

    __tablename__: ClassVar[str] = "retold"

    play: str = KEY
    seq: int = KEY
    n: int = KEY
    place: int
    after: int
    number: int
    line: str  # JSON: [action, narration, answers, postings, marks, working, rule, source, house]


# --- folded ----------------------------------------------------------------------------------------


class BalanceRow(SQLModel, table=True):
    """The balance of an account. Zero may be a row or none."""

    __tablename__: ClassVar[str] = "balance"

    play: str = KEY
    account: str = KEY
    unit: str = KEY
    quantity: int


class StandingRow(SQLModel, table=True):
    """The last value of a mark, and the entry that set it."""

    __tablename__: ClassVar[str] = "standing"

    play: str = KEY
    holder: str = KEY
    name: str = KEY
    seq: int
    value: str  # JSON


class VoidedRow(SQLModel, table=True):
    """An entry that does not count, and one that voids it; there may be several."""

    __tablename__: ClassVar[str] = "struck"

    play: str = KEY
    seq: int = KEY
    by: int = KEY


# --- the shelf -------------------------------------------------------------------------------------


class PlayRow(SQLModel, table=True):
    """A play. ``digest`` covers how it began, and is the first link of its entries' chain.

    ``purged`` is set in the transaction that removes the whole play, and lets its written rows be deleted.
    """

    __tablename__: ClassVar[str] = "play"

    id: str = KEY
    game: str
    title: str
    created: str
    touched: str
    archived: bool = False
    deleted: bool = False
    purged: bool = False
    ended: str | None = None
    houses: str  # JSON: {key: choice}
    board: str  # JSON: {key: value}
    edition: str
    digest: str


class SeatRow(SQLModel, table=True):
    """A seat of a play when it began."""

    __tablename__: ClassVar[str] = "seat"

    play: str = KEY
    place: int = KEY
    key: str
    name: str
    colour: str
    token: str


class PlayerRow(SQLModel, table=True):
    """A player remembered across plays; Zoë and ZOË are one."""

    __tablename__: ClassVar[str] = "player"

    folded: str = KEY
    name: str
    colour: str
    token: str
    last_seen: str


class BoardFactRow(SQLModel, table=True):
    """A board value that differs from the edition's, for later plays."""

    __tablename__: ClassVar[str] = "board_fact"

    game: str = KEY
    edition: str = KEY
    key: str = KEY
    value: str  # JSON


class ChecksumRow(SQLModel, table=True):
    """The checksum of a row: its table, its key and its digest. See ``checksums``."""

    __tablename__: ClassVar[str] = "seal"

    what: str = KEY
    key: str = KEY
    digest: str


class PreferenceRow(SQLModel, table=True):
    """A preference of this device, such as the theme or the house rules played last."""

    __tablename__: ClassVar[str] = "preference"

    key: str = KEY
    value: str  # JSON


# --- who takes part: in no backup, so that a restored book lets nobody in --------------------------


class RoomRow(SQLModel, table=True):
    """An evening at one table. ``invitation`` is in the square that phones scan, ``code`` is for typing."""

    __tablename__: ClassVar[str] = "room"

    id: str = KEY
    created: str
    code: str
    invitation: str
    closed: bool = False
    at_once: bool = False
    newcomers: bool = False


class RoomPlayRow(SQLModel, table=True):
    """A play of a room; it is of no other."""

    __tablename__: ClassVar[str] = "room_play"

    play: str = KEY
    room: str


class MemberRow(SQLModel, table=True):
    """A device that was let in, or asks to be. ``room`` is empty for one that has the whole book."""

    __tablename__: ClassVar[str] = "member"

    id: str = KEY
    room: str = ""
    token: str = Field(unique=True)  # the digest of what the device holds
    people: str  # JSON: [name]
    state: str = "asks"
    host: bool = False
    bank: bool = False
    since: str


class RequestRow(SQLModel, table=True):
    """What a member asks the bank to record."""

    __tablename__: ClassVar[str] = "request"

    id: str = KEY
    play: str
    member: str
    seat: str
    at: str
    action: str
    answers: str  # JSON: {question: value}
    state: str
    word: str


PRIVATE = frozenset(str(row.__tablename__) for row in (RoomRow, RoomPlayRow, MemberRow, RequestRow))
"""The names of the tables that are in no backup, and are read from none."""


def columns(row: type[SQLModel]) -> tuple[Column[Any], ...]:
    """Return a table's columns, in the order of the file."""
    return tuple(SQLModel.metadata.tables[str(row.__tablename__)].columns)


def keys(row: type[SQLModel]) -> list[Column[Any]]:
    """Return the columns of a table's key."""
    return [column for column in columns(row) if column.primary_key]


def replacing(row: type[SQLModel]) -> Insert:
    """Return the statement that inserts a row in place of the one with its key, where there is one."""
    return insert(row).prefix_with("OR REPLACE")
