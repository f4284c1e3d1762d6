"""The rows: what the file holds, table by table.

Five tables are *written*: once there, their rows are never changed, and triggers see to it. Three are
*folded*: what the written ones add up to, kept in step within the same transaction, and always to be had
again from them. The rest is the shelf. ``migrations`` makes the tables; a test holds the two together.

Times are ISO text in UTC, of one width, so that they sort. Columns in JSON say so in their comment.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import Column
from sqlmodel import Field, SQLModel

# --- written ---------------------------------------------------------------------------------------


class EntryRow(SQLModel, table=True):
    """An entry but for its effects. ``command`` is made on the device, so that one tap is one entry."""

    __tablename__: ClassVar[str] = "entry"

    play: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
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

    play: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    account: str
    unit: str
    quantity: int


class MarkRow(SQLModel, table=True):
    """Something an entry says of a holder."""

    __tablename__: ClassVar[str] = "mark"

    play: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    holder: str
    name: str
    value: str  # JSON


class VoidingRow(SQLModel, table=True):
    """An entry that another one strikes out, as long as that one stands itself."""

    __tablename__: ClassVar[str] = "voiding"

    play: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    target: int = Field(primary_key=True)


class RevisedRow(SQLModel, table=True):
    """A line that a correction tells anew in its place, or puts in after it."""

    __tablename__: ClassVar[str] = "retold"

    play: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    place: int
    after: int
    number: int
    line: str  # JSON: [action, narration, answers, postings, marks, working, rule, source, house]


# --- folded ----------------------------------------------------------------------------------------


class BalanceRow(SQLModel, table=True):
    """What lies in an account by the entries that stand. Nought may be kept as a row or as none."""

    __tablename__: ClassVar[str] = "balance"

    play: str = Field(primary_key=True)
    account: str = Field(primary_key=True)
    unit: str = Field(primary_key=True)
    quantity: int


class StandingRow(SQLModel, table=True):
    """What was last said of a holder by an entry that stands, and by which."""

    __tablename__: ClassVar[str] = "standing"

    play: str = Field(primary_key=True)
    holder: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    seq: int
    value: str  # JSON


class VoidedRow(SQLModel, table=True):
    """An entry that does not stand, and a standing one that voids it; there may be several."""

    __tablename__: ClassVar[str] = "struck"

    play: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    by: int = Field(primary_key=True)


# --- the shelf -------------------------------------------------------------------------------------


class PlayRow(SQLModel, table=True):
    """A play. ``digest`` is of how it began, and the first link of its entries' chain.

    ``purged`` is set in the transaction that removes the whole play, and lets written rows go with it.
    """

    __tablename__: ClassVar[str] = "play"

    id: str = Field(primary_key=True)
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
    """Who sat where when the play began."""

    __tablename__: ClassVar[str] = "seat"

    play: str = Field(primary_key=True)
    place: int = Field(primary_key=True)
    key: str
    name: str
    colour: str
    token: str


class PlayerRow(SQLModel, table=True):
    """A player remembered from play to play; Zoë and ZOË are one."""

    __tablename__: ClassVar[str] = "player"

    folded: str = Field(primary_key=True)
    name: str
    colour: str
    token: str
    last_seen: str


class BoardFactRow(SQLModel, table=True):
    """A figure on the printed board that this table's copy has otherwise, for later plays."""

    __tablename__: ClassVar[str] = "board_fact"

    game: str = Field(primary_key=True)
    edition: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: str  # JSON


class ChecksumRow(SQLModel, table=True):
    """The digest of a row of the shelf: of which table, and what the row is known by there. See ``checksums``."""

    __tablename__: ClassVar[str] = "seal"

    what: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    digest: str


class PreferenceRow(SQLModel, table=True):
    """How this device likes things: theme, text size, the house rules played last."""

    __tablename__: ClassVar[str] = "preference"

    key: str = Field(primary_key=True)
    value: str  # JSON


def columns(row: type[SQLModel]) -> tuple[Column[Any], ...]:
    """Give a table's columns, in the order in which the file has them."""
    return tuple(SQLModel.metadata.tables[str(row.__tablename__)].columns)
