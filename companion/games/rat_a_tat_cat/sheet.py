"""The score sheet, counted from what is written: rounds, totals, who is out, who deals, and who has won.

Nothing of it is kept, so whatever is corrected or crossed out, the sheet is what the remaining entries make of it.
Everything is noted under the number of its entry. A round is ``round_7``: hands are noted of the players, the rest of
the round itself. What else happens is noted of the sheet, as ``leave.7``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import itemgetter
from typing import Any

from companion.api import TurnOf, remembered
from companion.api.questions import Hand, read_hands
from companion.games.rat_a_tat_cat.options import LIMIT, ROUNDS, TIME, House

SHEET = "sheet"
ROUND, SUDDEN = "round", "sudden"
EVERYBODY_OUT = "Not counted, played again: everybody left reached the limit."
NO_TIE = "Not counted: there is no tie to decide."
AFTER_THE_END = "Not counted: the game was over."
STOPPED = "stopped"
EVERYBODY_LEFT = "everybody left"
LAST_ONE_IN = "last one in"
OUT_TOGETHER = "out together"
"""Why a game ends, besides its rounds or its time."""

read_once = lru_cache(maxsize=4096)(read_hands)
"""Hands of a whole evening are remembered, as each is read again with every entry."""


@dataclass(slots=True)
class SheetRow:
    """A line of the sheet: a round as it is written, and how it counts; or who joins late, without a number."""

    entry: int
    number: int = 0
    joins: str = ""
    sudden: bool = False
    hands: Mapping[str, Hand] = field(default_factory=dict)
    knocked: str | None = None
    because: str | None = None
    at: int | None = None
    penalty: str | None = None
    """How the table played a knock in vain by then: "double", "highest", a number of points, or nothing."""
    alone: str | None = None
    counted: frozenset[str] = frozenset()
    """Those whose scores count."""
    running: Mapping[str, int] = field(default_factory=dict)
    """The totals after it."""
    gone: tuple[str, ...] = ()
    note: str = ""

    @property
    def won(self) -> bool:
        """Whether somebody knocked and was lowest, by the option of the day."""
        return self.knocked in self.lowest and not (self.alone and len(self.lowest) > 1)

    def points(self, who: str) -> int:
        """What a player's score comes to with a penalty; zero where it was missed."""
        if who not in self.hands:
            return 0
        return self.hands[who].total + (self.extra if who == self.knocked else 0)

    @property
    def lowest(self) -> frozenset[str]:
        """Those with the fewest points in the cards."""
        least = min((self.hands[who].total for who in self.counted), default=0)
        return frozenset(who for who in self.counted if self.hands[who].total == least)

    @property
    def extra(self) -> int:
        """What the knocker gets on top of the cards."""
        if not self.penalty or self.knocked not in self.counted or self.won:
            return 0
        if self.penalty == "double":
            return self.hands[self.knocked].total
        if self.penalty == "highest":
            return max(self.hands[who].total for who in self.counted)
        return int(self.penalty)


@dataclass(slots=True)
class Sheet:
    """What the entries come to; players are there by their keys."""

    seats: tuple[str, ...]
    limit: int | None
    seconds: int
    """How long its clock runs."""
    totals: dict[str, int]
    deal: str
    rows: list[SheetRow] = field(default_factory=list)
    out: dict[str, int] = field(default_factory=dict)
    """The round with which a player went out."""
    left: list[str] = field(default_factory=list)
    used: int = 0
    """Seconds that had passed before the clock was last started."""
    since: int | None = None
    """When the clock was last started; ``None`` while it stands."""
    time_over: bool = False
    stopped: str = ""
    next: int = 1
    """The number of the next round."""
    ended: str = ""
    """Why no ordinary round is played any more."""
    tie: str = ""
    """How a tie for the lowest total is broken, where there is one and it is not just shared."""
    tied: tuple[str, ...] = ()
    """Those who play sudden death next."""
    winners: tuple[str, ...] = ()
    """Those who won, once it is over."""
    places: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Sheet:
        """Return a sheet that is counted on by itself. Rounds of sudden death change as a tie is decided."""
        rows = [replace(row) if row.sudden else row for row in self.rows]
        return replace(
            self, totals=dict(self.totals), rows=rows, out=dict(self.out), left=list(self.left)
        )

    def seconds_left(self, at: int) -> int:
        """The seconds that its clock has left at a moment; it knows no time but what it is given."""
        ran = 0 if self.since is None else max(0, at - self.since)
        return max(0, self.seconds - self.used - ran)

    @property
    def over(self) -> bool:
        return bool(self.ended) and not self.tied

    @property
    def playing(self) -> tuple[str, ...]:
        """Everyone still in, in seating order."""
        return tuple(
            who
            for who in self.seats
            if who in self.totals and who not in self.out and who not in self.left
        )

    @property
    def next_players(self) -> tuple[str, ...]:
        """Who takes part in the next round, in seating order."""
        return () if self.over else self.tied or self.playing

    @property
    def rounds(self) -> tuple[SheetRow, ...]:
        """Every round on the sheet, whether it counts or not."""
        return tuple(row for row in self.rows if row.number)

    @property
    def counting(self) -> tuple[SheetRow, ...]:
        return tuple(row for row in self.rounds if row.counted and not row.sudden)

    @property
    def dealer(self) -> str:
        return self.deals(self.playing or self.next_players)

    @property
    def starter(self) -> str:
        """Who has the first turn of the next round."""
        return self.left_of(self.dealer, self.next_players or self.playing)

    def deals(self, among: Sequence[str]) -> str:
        """Return who of these deals: whose deal it is, or the next to the left."""
        return self.deal if self.deal in among or not among else self.left_of(self.deal, among)

    def left_of(self, who: str, among: Sequence[str]) -> str:
        """Return the first of these players to the left of somebody, who comes last."""
        at = self.seats.index(who) + 1
        order = self.seats[at:] + self.seats[:at]
        return next((seat for seat in order if seat in among), order[0])


KNOWN: deque[tuple[Sequence[object], Sheet]] = deque(maxlen=4)
"""Sheets as far as they were counted last, with what they rest on: an entry more is counted on top.

A correction counts the sheet of every later entry, as it was and as it will be.
"""


@remembered
def count_sheet(t: TurnOf[Any]) -> Sheet:
    """Count the whole sheet."""
    house, seats = House(t), tuple(who.key for who in t.seated(0))
    again, limit = house.all_out == "again", house.out_at if house.ending == LIMIT else None
    new = Sheet(
        seats, limit, 60 * house.minutes, {seat.key: 0 for seat in t.table.seats}, deal=seats[0]
    )
    events = _events(t, seats)
    past = [(seats, t.table.seats, t.table.moves, again, limit, house.minutes), *events]
    alike = ((len(known), sheet) for known, sheet in tuple(KNOWN) if past[: len(known)] == known)
    done, counted = max(alike, key=itemgetter(0), default=(1, new))
    sheet = counted.copy()
    for entry, kind, value in events[done - 1 :]:
        sheet.seats = tuple(who.key for who in t.seated(entry))
        if kind in {ROUND, SUDDEN}:
            said, noted = value
            hands = read_once(
                " ".join(f"{who}={hand}" for who, hand in said.items() if hand is not None)
            )
            row = SheetRow(entry, sudden=kind == SUDDEN, hands=hands, **noted)
            if (
                row.knocked not in hands
            ):  # a late joiner who knocked may have been crossed out since
                row.knocked = None
            _play(sheet, row, again=again)
            sheet.time_over |= row.at is not None and not sheet.seconds_left(row.at)
        else:
            _happen(sheet, kind, value, entry)
    KNOWN.append((past, sheet.copy()))
    sheet.seats = tuple(who.key for who in t.everybody)
    _decide(t, sheet)
    return sheet


def _events(t: TurnOf[Any], seats: Sequence[str]) -> list[tuple[int, str, Any]]:
    """Return everything that is written of the sheet, in playing order: by entry, its kind and what was noted of it."""
    parts = ((name.partition("."), value) for name, value in t.all_noted(SHEET).items())
    found: list[tuple[int, str, Any]] = [
        (int(entry), kind, value) for (kind, dot, entry), value in parts if dot
    ]
    for round_, kind in t.holders("kind").items():
        hands = {who: t.noted(who, round_) for who in seats}
        rest = {
            name: t.noted(round_, name) for name in ("knocked", "because", "at", "penalty", "alone")
        }
        found.append((int(round_.removeprefix("round_")), str(kind), (hands, rest)))
    return sorted(found, key=lambda event: t.table.order(event[0]))


def _play(sheet: Sheet, row: SheetRow, *, again: bool) -> None:
    """Count one round, see who goes out by it where there is a limit, and pass the deal on."""
    playing, row.number = sheet.playing, sheet.next
    there = playing or tuple(row.hands)
    if row.sudden:
        row.note = NO_TIE
    elif len(playing) > 1:
        row.counted = frozenset(who for who in playing if who in row.hands)
        totals = {who: sheet.totals[who] + row.points(who) for who in playing}
        gone = tuple(
            who for who in playing if sheet.limit is not None and totals[who] >= sheet.limit
        )
        if again and gone == playing:
            row.note, row.counted = EVERYBODY_OUT, frozenset()
        else:
            row.gone = gone
            sheet.totals |= totals
            sheet.out |= dict.fromkeys(gone, row.number)
    else:
        row.note = AFTER_THE_END
    row.running = {who: sheet.totals[who] for who in playing}
    sheet.deal = sheet.left_of(sheet.deals(there), sheet.playing or tuple(row.hands))
    sheet.rows.append(row)
    sheet.next += 1


def _happen(sheet: Sheet, kind: str, value: Any, entry: int) -> None:
    """Count what happened besides rounds."""
    if kind == "leave" and value in sheet.totals and value not in sheet.left:
        sheet.left.append(value)
    elif kind == "join" and value in sheet.seats:
        there = [sheet.totals[other] for other in sheet.playing]
        # the average, rounded up
        sheet.totals[value] = -(-sum(there) // max(1, len(there)))
        sheet.rows.append(
            SheetRow(entry, joins=value, running={who: sheet.totals[who] for who in sheet.playing})
        )
    elif kind == "deal" and value in sheet.seats:
        sheet.deal = value
    elif kind == "run":
        # one that runs keeps running
        sheet.since = value if sheet.since is None else sheet.since
    elif kind == "pause" and sheet.since is not None:
        sheet.used += max(0, value - sheet.since)
        sheet.since = None
    elif kind == "time":
        # "said" where nobody looked at the clock
        sheet.time_over |= value == "said" or not sheet.seconds_left(value)
    elif kind == "stop":
        sheet.stopped = value


def _decide(t: TurnOf[Any], sheet: Sheet) -> None:
    """Complete a sheet that is counted: everybody's place, whether it is over, and who has won or is tied."""
    # who is in goes by total, then who went out by how late, then who left
    keys: dict[str, tuple[int, ...]] = {
        who: (2, 0, total)
        if who in sheet.left
        else (1, -sheet.out[who], total)
        if who in sheet.out
        else (0, 0, total)
        for who, total in sheet.totals.items()
    }
    sheet.ended = _why_over(t, sheet)
    if sheet.counting or sheet.ended not in {TIME, STOPPED}:
        best = _best(keys, [who for who in sheet.seats if who in keys and who not in sheet.left])
        if sheet.ended and len(best) > 1 and House(t).tie != "shared":
            sheet.tie = House(t).tie
            (_last_round if sheet.tie == "last" else _sudden_death)(sheet, best, keys)
            best = _best(keys, best)
        if len(best) > 1 and sheet.tie == "sudden" and not sheet.stopped:
            sheet.tied = best
        elif sheet.ended:
            sheet.winners = best
    sheet.places = {
        who: 1 + sum(other < key for other in keys.values()) for who, key in keys.items()
    }


def _why_over(t: TurnOf[Any], sheet: Sheet) -> str:
    """Return why no ordinary round is played any more; nothing when one is."""
    if not sheet.playing and not sheet.out:
        return EVERYBODY_LEFT
    if len(sheet.playing) <= 1:
        return LAST_ONE_IN if sheet.playing else OUT_TOGETHER
    if sheet.stopped:
        return STOPPED
    if House(t).ending == ROUNDS and len(sheet.counting) >= House(t).rounds_to_play:
        return ROUNDS
    return TIME if House(t).ending == TIME and sheet.time_over else ""


def _best(keys: Mapping[str, tuple[int, ...]], among: Sequence[str]) -> tuple[str, ...]:
    least = min((keys[who] for who in among), default=())
    return tuple(who for who in among if keys[who] == least)


def _last_round(sheet: Sheet, tied: tuple[str, ...], keys: dict[str, tuple[int, ...]]) -> None:
    """Let the last round decide among those who played it; who took no part in it can't win by it."""
    last = sheet.counting[-1]
    for who in tied:
        keys[who] += (0, last.points(who)) if who in last.counted else (1,)


def _sudden_death(sheet: Sheet, tied: tuple[str, ...], keys: dict[str, tuple[int, ...]]) -> None:
    """Let the rounds of sudden death count, as far as they are between those who are tied."""
    for row in sheet.rounds:
        if row.sudden and len(tied) > 1 and set(tied) <= set(row.hands):
            row.counted = frozenset(tied)
            row.note = ""
            for who in tied:
                keys[who] += (row.points(who),)
            tied = _best(keys, tied)
