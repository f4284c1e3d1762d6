"""The list of the journal as values: headings, rows and folds of what is crossed out, newest first. Plain functions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby

from companion.core.recording.turns import TurnLabel
from companion.dates import clock, day
from models.errors import StorageError
from models.frozen import frozen
from models.ledger import COUNT, Entry, Line, Place
from models.names import name_key
from views.components.journal_row import HEIGHT, RowContent
from views.state.play.journal_state import JournalState
from views.state.play.play_snapshot import PlaySnapshot


@frozen
class Heading:
    """The head of a group: whose turn it was or the day, and when that began."""

    words: str
    when: str = ""


@frozen
class Fold:
    """Entries that are crossed out, ``many`` of them, and those that did it; ``rows`` are empty while it is closed."""

    oldest: int
    many: int
    rows: tuple[RowContent, ...] = ()

    @property
    def words(self) -> str:
        """What it says in place of its entries."""
        if not self.many:
            return "Crossed out and brought back"
        return "1 entry crossed out" if self.many == 1 else f"{self.many} entries crossed out"


@frozen
class _Item:
    place: Place
    at: datetime
    row: RowContent
    turn: TurnLabel | None
    gone: bool = False
    turns_back: bool = False


def list_entries(
    snapshot: PlaySnapshot, reading: JournalState, found: Sequence[Entry], *, whole: bool
) -> list[Heading | RowContent | Fold]:
    """Lay out the entries found, newest first; they are ``whole`` if there are none before them."""
    items = _items(snapshot, reading, found, whole=whole)
    by_turn = 2 * sum(1 for item in items if item.turn and item.turn.seat) > len(items)
    rows: list[Heading | RowContent | Fold] = []
    turn = next((item.turn for item in reversed(items) if item.turn), None)
    under: list[tuple[tuple[str, str], _Item]] = []
    for item in reversed(items):
        turn = item.turn or turn  # one that does not count stands under the turn before it
        head = _words(snapshot, turn) if turn and by_turn else ""
        under.insert(0, ((head, day(item.at)), item))
    upper = ""
    for (head, today), group in groupby(under, key=lambda headed: headed[0]):
        inside = [item for _, item in group]
        if by_turn:
            when = clock(inside[-1].at)
            rows.append(
                Heading(head or today, when if today in (upper, "Today") else f"{today}, {when}")
            )
        else:
            rows.append(Heading(today))
        upper = today
        # whoever looks for words sees what is crossed out as well
        for gone, same in groupby(inside, key=lambda item: item.gone and not reading.find.strip()):
            entries = list(same)
            within = tuple(entry.row for entry in entries)
            if gone:
                oldest, many = within[-1].seq, sum(not entry.turns_back for entry in entries)
                rows.append(Fold(oldest, many, within if oldest in reading.unfolded else ()))
            else:
                rows += within
    return rows


def screenful(
    rows: Sequence[Heading | RowContent | Fold], room: float
) -> Sequence[Heading | RowContent | Fold]:
    """Take from the top what fills so much room, at text size 1; of a fold that is open, all."""
    for at, row in enumerate(rows):
        if room <= 0:
            return rows[:at]
        room -= LOW if isinstance(row, Heading) else HEIGHT
    return rows


LOW = 24
"""No heading is lower."""


def _words(snapshot: PlaySnapshot, turn: TurnLabel) -> str:
    if not turn.seat:
        return turn.round
    name = snapshot.table.name(turn.seat)
    return f"{turn.round} \u00b7 {name}" if turn.round else f"{name}'s turn"


def _items(
    snapshot: PlaySnapshot, reading: JournalState, found: Sequence[Entry], *, whole: bool
) -> list[_Item]:
    """Read what is shown of every entry, and of those that corrections have put in between."""
    lines: list[Line] = []
    with suppress(
        StorageError
    ):  # damage elsewhere in the journal must not hide the page that can be read
        lines = snapshot.referee.lines()
    since = Place(0) if whole or not found else Place(found[-1].seq)
    written = {Place(entry.seq) for entry in found}
    # what an entry says since its correction may be about another player than what was written
    added = [
        line
        for line in lines
        if line.corrected
        and line.place >= since
        and line.place not in written
        and _fits(reading, line)
    ]
    places = written | {line.place for line in added}
    turns = reading.kept.turns.of(snapshot.referee, lines, places)
    statement = snapshot.statement(reading.holder) if reading.holder and lines else ()
    moved = {movement.place: movement for movement in statement}
    counted = any(entry.proposal.action == COUNT for entry in found)
    counts = {count.place.seq: count for count in snapshot.referee.counts()} if counted else {}
    items: list[_Item] = []
    for entry in found:
        place = Place(entry.seq)
        row = snapshot.row_of(
            entry,
            reading.holder,
            movement=moved.get(place),
            count=counts.get(entry.seq),
        )
        gone = snapshot.is_crossed_out(entry)
        items.append(_Item(place, entry.at, row, turns.get(place), gone, entry.turns_back))
    for line in added:
        row = snapshot.row_of_line(line, reading.holder, moved.get(line.place))
        items.append(_Item(line.place, line.at, row, turns.get(line.place)))
    return sorted(items, key=lambda item: item.place, reverse=True)


def _fits(reading: JournalState, line: Line) -> bool:
    """Whether an entry that a correction put in is among those looked for."""
    holder, proposal = reading.holder, line.proposal
    moved = any(posting.account.startswith(f"{holder}:") for posting in proposal.postings)
    about = not holder or moved or holder in proposal.answers.values()
    return about and name_key(reading.find) in name_key(proposal.narration)
