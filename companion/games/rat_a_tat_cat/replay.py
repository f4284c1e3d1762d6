"""The whole sheet, counted anew from what happened: totals, who is out, who deals, and whether the game is over.

Nothing of it is kept. Whatever is corrected or struck out, the sheet is what the remaining lines make of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.table import Table
from companion.games.rat_a_tat_cat import happenings as told
from companion.games.rat_a_tat_cat.happenings import Happening
from companion.games.rat_a_tat_cat.options import LIMIT, TIME
from companion.games.rat_a_tat_cat.timing import Timing

EVERYBODY_OUT = "Not counted, played again: everybody left reached the limit."
NO_TIE = "Not counted: there is no tie to decide."
AFTER_THE_END = "Not counted: the game was over."


@dataclass(slots=True)
class Row:
    """A line of the sheet. ``counted`` are the seats whose scores count, ``running`` the totals after it.

    ``number`` is its place among the rounds on the sheet, from 1; a late joiner's line has none.
    """

    told: Happening
    number: int
    dealer: str
    starter: str
    counted: frozenset[str] = frozenset()
    lowest: frozenset[str] = frozenset()
    extra: int = 0
    running: Mapping[str, int] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    note: str = ""

    @property
    def sudden(self) -> bool:
        """Whether it decides a tie, and joins no total."""
        return self.told.kind == told.SUDDEN

    @property
    def won(self) -> bool:
        """Whether somebody knocked, and was lowest."""
        return self.told.knocked in self.counted and knock_won(self.told, self.lowest)

    def points(self, who: str) -> int:
        """What a player's score comes to with a penalty; nought where it was missed."""
        if who not in self.told.hands:
            return 0
        return self.told.hands[who].total + (self.extra if who == self.told.knocked else 0)


@dataclass(slots=True)
class Sheet:
    """What the lines come to. ``out`` gives the round with which a player went out; ``left`` who left."""

    seats: tuple[str, ...]
    opened: bool
    limit: int | None
    timing: Timing
    rows: list[Row] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    deal: str = ""
    time_over: bool = False
    stopped: str = ""
    next: int = 1
    """The number that the next round will have on the sheet."""

    @property
    def playing(self) -> tuple[str, ...]:
        """Everyone still in, in seating order."""
        return tuple(who for who in self.seats if who in self.totals and who not in self.out and who not in self.left)

    @property
    def rounds(self) -> tuple[Row, ...]:
        """Every round on the sheet, whether it counts or not."""
        return tuple(row for row in self.rows if row.number)

    @property
    def counting(self) -> tuple[Row, ...]:
        """The rounds that count towards the totals."""
        return tuple(row for row in self.rows if row.number and row.counted and not row.sudden)

    def row(self, number: int) -> Row | None:
        """The round under a number, if there is one."""
        return next((row for row in self.rounds if row.number == number), None)

    def dealer(self, among: Sequence[str] = ()) -> str:
        """Who deals next: whose deal it is, or the next to the left who is in."""
        there = self.playing or among
        order = self._round_from(self.deal)
        return next((who for who in order if who in there), order[0])

    def starter(self, among: Sequence[str] = ()) -> str:
        """Who starts the next round: the first to the dealer's left who plays in it."""
        there, dealer = among or self.playing, self.dealer(among)
        order = (*self._round_from(dealer)[1:], dealer)
        return next((who for who in order if who in there), order[0])

    def left_of(self, who: str, among: Sequence[str] = ()) -> str:
        """Whose deal it is after somebody's."""
        there = self.playing or among
        order = (*self._round_from(who)[1:], who)
        return next((one for one in order if one in there), order[0])

    def _round_from(self, who: str) -> tuple[str, ...]:
        at = self.seats.index(who) if who in self.seats else 0
        return self.seats[at:] + self.seats[:at]


def knock_won(round_: Happening, lowest: frozenset[str]) -> bool:
    """Tell whether the knocker was lowest, by the house rule of the day."""
    return round_.knocked in lowest and not (round_.alone and len(lowest) > 1)


def lowest_of(round_: Happening, counted: frozenset[str]) -> frozenset[str]:
    """Who had the fewest points in the cards."""
    least = min((round_.hands[who].total for who in counted), default=0)
    return frozenset(who for who in counted if round_.hands[who].total == least)


def penalty_of(round_: Happening, counted: frozenset[str], lowest: frozenset[str]) -> int:
    """What the knocker gets on top of the cards."""
    if not round_.penalty or round_.knocked not in counted or knock_won(round_, lowest):
        return 0
    if round_.penalty == "double":
        return round_.hands[round_.knocked].total
    if round_.penalty == "highest":
        return max(round_.hands[who].total for who in counted)
    return int(round_.penalty)


def replay(table: Table) -> Sheet:
    """Count the whole sheet. Ties are judged in ``verdict``, which says too which sudden death rounds count."""
    sheet = Sheet(
        tuple(seat.key for seat in table.players),
        table.ledger.mark(told.SHEET, "opened") is not None,
        int(table.house("limit")) if table.house("ending") == LIMIT else None,
        Timing(60 * int(table.house("minutes"))),
        totals={seat.key: 0 for seat in table.seats},
    )
    timed = table.house("ending") == TIME
    for one in told.happenings(table):
        if one.kind in (told.ROUND, told.SUDDEN):
            _play(sheet, one, again=table.house("all_out") == "again")
            sheet.time_over |= timed and one.at is not None and sheet.timing.up(one.at)
        else:
            _else(sheet, one, timed=timed)
    return sheet


def _play(sheet: Sheet, one: Happening, *, again: bool) -> None:
    """Count one round, and pass the deal on."""
    tied = tuple(one.hands)
    row = Row(one, sheet.next, sheet.dealer(tied), "")
    row.starter = sheet.starter(tied)
    playing = sheet.playing
    if one.kind == told.ROUND:
        if len(playing) > 1:
            _count(sheet, row, playing, again=again)
        else:
            row.note = AFTER_THE_END
    else:
        row.note = NO_TIE
    row.running = {who: sheet.totals[who] for who in playing}
    sheet.deal = sheet.left_of(row.dealer, tied)
    sheet.rows.append(row)
    sheet.next += 1


def _count(sheet: Sheet, row: Row, playing: tuple[str, ...], *, again: bool) -> None:
    """Add a round to the totals; with a limit, see who goes out by it."""
    counted = frozenset(who for who in playing if who in row.told.hands)
    lowest = lowest_of(row.told, counted)
    row.extra = penalty_of(row.told, counted, lowest)
    totals = {who: sheet.totals[who] + (row.points(who) if who in counted else 0) for who in playing}
    gone = tuple(who for who in playing if sheet.limit is not None and totals[who] >= sheet.limit)
    if again and gone == playing:
        row.extra, row.note = 0, EVERYBODY_OUT
        return
    row.counted, row.lowest, row.gone = counted, lowest, gone
    sheet.totals |= totals
    sheet.out |= dict.fromkeys(gone, row.number)


def _else(sheet: Sheet, one: Happening, *, timed: bool) -> None:
    who = str(one.about)
    at = one.about if isinstance(one.about, int) else None
    if one.kind == told.LEAVE and who in sheet.totals and who not in sheet.left:
        sheet.left.append(who)
    elif one.kind == told.JOIN and who in sheet.seats:
        there = [sheet.totals[other] for other in sheet.playing]
        # the average, rounded up
        sheet.totals[who] = -(-sum(there) // max(1, len(there)))
        row = Row(one, 0, "", "", running={other: sheet.totals[other] for other in sheet.playing})
        sheet.rows.append(row)
    elif one.kind == told.DEAL and who in sheet.seats:
        sheet.deal = who
    elif one.kind == told.RUN:
        sheet.timing = sheet.timing.run(at or 0)
    elif one.kind == told.PAUSE:
        sheet.timing = sheet.timing.pause(at or 0)
    elif one.kind == told.TIME_UP and timed:
        sheet.time_over |= at is None or sheet.timing.up(at)
    elif one.kind == told.STOP:
        sheet.stopped = who
