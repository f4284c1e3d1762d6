"""A play in figures: everybody's net worth from line to line, and where the money came from and went.

Plain values for charts and tables, computed from the effective entries, and only while no balance is hidden from the
table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from companion.core.game import Game
from companion.core.show.chart import Chart, Curve, Point, Span
from companion.core.table import Table
from companion.core.units import is_money
from models.frozen import frozen
from models.ledger import Line, ledgers, sum_postings

MOST = 1_600
"""The most net worths that are computed: after 200 lines with eight players, after 800 with two.

Computing all of them for thousands of lines would delay the screen.
"""
SHOWN = 8
"""The most streams that are shown by themselves; the smaller ones are joined."""
BORROWED, PAID_OFF, OTHER = "Borrowed", "Debt paid off", "Other"


@frozen
class Moment:
    """After one line: its number in the play, from 1, its narration, and everybody's net worth.

    ``amounts`` go with the seats of the course; ``None`` for players who were not in the game.
    """

    number: int
    said: str
    amounts: tuple[int | None, ...]


@frozen
class Course:
    """Everybody's net worth over a play of so many ``lines``, in a ``unit``; ``title`` and ``note`` describe it.

    ``goal`` is what everybody tries to come to, where the game has such a figure.
    """

    title: str
    unit: str
    note: str
    seats: tuple[str, ...]
    moments: tuple[Moment, ...]
    lines: int
    goal: int | None = None

    @property
    def moves(self) -> bool:
        """Whether a chart would show anything: everybody's line may be level from end to end."""
        return any(len({amount for _, amount in self.points(who)}) > 1 for who in self.seats)

    @property
    def whole(self) -> bool:
        """Whether every line from the first figure on has a moment."""
        first = self.moments[0].number
        return len(self.moments) == self.lines - first + 1

    @property
    def chart(self) -> Chart:
        """Everybody's line, by powers of ten where there is a goal: it is far from what everybody begins with."""
        curves = tuple(Curve(seat, points) for seat in self.seats if (points := self.points(seat)))
        first, last = self.moments[0].number, self.moments[-1].number
        axis = Span.holding if self.goal is None else Span.tenfold
        return Chart(
            self.title,
            curves,
            self.unit,
            (f"Entry {first}", f"Entry {last}"),
            axis,
            self.goal,
            goal=True,
        )

    def points(self, seat: str) -> tuple[Point, ...]:
        """One player's figures, from the line of joining to that of leaving."""
        at = self.seats.index(seat)
        return tuple(
            (moment.number, amount)
            for moment in self.moments
            if (amount := moment.amounts[at]) is not None
        )


@frozen
class Stream:
    """A kind of income or expense: its title, its amount and its number of lines; ``debt`` if it is of loans."""

    title: str
    amount: int
    lines: int
    debt: bool = False


@frozen
class Flows:
    """Where a player's money came from and went, biggest first; without a ``seat``, for all together.

    For all together it is what the bank and others gave and took, without payments between players.
    """

    seat: str
    unit: str
    came: tuple[Stream, ...]
    went: tuple[Stream, ...]

    @property
    def received(self) -> int:
        """The sum of all income."""
        return sum(stream.amount for stream in self.came)

    @property
    def spent(self) -> int:
        """The sum of all expenses."""
        return sum(stream.amount for stream in self.went)

    @property
    def change(self) -> int:
        """The difference: how much more money is in all purses than at the beginning."""
        return self.received - self.spent


def course(game: Game, table: Table, lines: list[Line], most: int | None = None) -> Course | None:
    """Everybody's net worth after at most ``most`` lines of a play, with the first and the last.

    By default it is as many lines as ``MOST`` allows.

    ``table`` is the present one. ``None`` where the game has no net worth, where a balance is hidden now, or where
    nobody has been dealt in yet.
    """
    if game.hides(table):
        return None
    seats = tuple(seat.key for seat in table.players)
    wanted = spread(len(lines), most or max(2, MOST // len(seats)))
    moments: list[Moment] = []
    last = None
    for number, (line, ledger) in enumerate(ledgers(lines), 1):
        if number not in wanted:
            continue
        then = table.at(ledger)
        found = game.worths(then, seats)
        last = next((worth for worth in found if worth is not None), last)
        if last is not None:
            amounts = tuple(None if worth is None else worth.amount for worth in found)
            moments.append(Moment(number, line.proposal.narration, amounts))
    if last is None:
        return None
    return Course(last.title, last.unit, last.note, seats, tuple(moments), len(lines), last.goal)


def spread(count: int, most: int) -> frozenset[int]:
    """Pick at most so many numbers from 1 to ``count``, evenly spaced, with both ends."""
    if count <= most:
        return frozenset(range(1, count + 1))
    return frozenset(1 + at * (count - 1) // (most - 1) for at in range(most))


def flows(game: Game, table: Table, lines: Iterable[Line]) -> tuple[Flows, ...]:
    """Where the money came from and went, by kind of entry: of all together first, then of each player.

    What a line changes in all purses of a player together counts, so moving money between them does not. Debt is
    separate: buying on credit is borrowing and spending. Empty where a balance is hidden now, or where there is no
    money.
    """
    if game.hides(table):
        return ()
    seats = tuple(seat.key for seat in table.players)
    amounts, times = Counter[_Kind](), Counter[_Kind]()
    for line in lines:
        moved = Counter[tuple[str, str, bool]]()
        for (account, unit), quantity in sum_postings(line.proposal.postings).items():
            holder, _, purse = account.partition(":")
            if is_money(unit) and holder in seats:
                for seat in (holder, ""):
                    moved[seat, unit, purse in game.debts] += quantity
        for seat, unit in dict.fromkeys((seat, unit) for seat, unit, _ in moved):
            owed = -moved[seat, unit, True]
            # borrowing is no income, even where it was spent at once; paying off is no expense
            earned = moved[seat, unit, False] - owed
            lent = BORROWED if owed > 0 else PAID_OFF
            for title, amount, debt in (
                (game.action_title(line.proposal.action), earned, False),
                (lent, owed, True),
            ):
                if amount:
                    kind = _Kind(seat, unit, title, debt, amount > 0)
                    amounts[kind] += abs(amount)
                    times[kind] += 1

    def streams(seat: str, unit: str, *, came: bool) -> tuple[Stream, ...]:
        kinds = [
            kind for kind in amounts if (kind.seat, kind.unit, kind.came) == (seat, unit, came)
        ]
        made = [Stream(kind.title, amounts[kind], times[kind], kind.debt) for kind in kinds]
        return tuple(sorted(made, key=lambda stream: (-stream.amount, stream.title)))

    return tuple(
        Flows(seat, unit, streams(seat, unit, came=True), streams(seat, unit, came=False))
        for unit in sorted({kind.unit for kind in amounts})
        for seat in ("", *seats)
    )


class _Kind(NamedTuple):
    """What is added up: a title of a player's income or expenses; without a ``seat``, of all together."""

    seat: str
    unit: str
    title: str
    debt: bool
    came: bool


def join_small(streams: Collection[Stream], most: int = SHOWN) -> tuple[Stream, ...]:
    """Keep the biggest streams and join the rest, if more than one is left. Loans are never joined."""
    own = [stream for stream in streams if not stream.debt]
    loans = len(streams) - len(own)
    rest = own[max(1, most - loans - 1) :] if len(streams) > most else []
    if len(rest) < 2:
        return tuple(streams)
    kept = (stream for stream in streams if stream not in rest)
    return (
        *kept,
        Stream(OTHER, sum(stream.amount for stream in rest), sum(stream.lines for stream in rest)),
    )
