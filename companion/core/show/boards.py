"""What some games show beside the players' cards: a score sheet, a tote board, a price, a track, a clock.

Plain values that a game makes of its table and a screen draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from companion.core.prompt import Offer
from companion.core.show.chart import Chart, Curve, Point, Span
from companion.core.units import format_amount
from models.frozen import frozen

Facts: TypeAlias = tuple[tuple[str, str], ...]
"""What something is called, and what it is: a line each."""


@frozen
class Score:
    """One player's score in one round.

    ``points`` is ``None`` where the player took no part. ``text`` stands in their place, as ``2/1``. ``extra`` is a
    penalty on top, in points. ``crossed_out`` scores stay visible and don't count. ``frame`` says in a word why the
    score is framed, such as ``lowest``; ``sign`` is a word for what else there was, shown by the icon that the sheet
    has for it. ``unit`` has the parts of a point that are counted.
    """

    points: int | None = None
    cards: tuple[int, ...] = ()
    extra: int = 0
    frame: str = ""
    sign: str = ""
    crossed_out: bool = False
    text: str = ""
    unit: str = ""

    @property
    def figure(self) -> str:
        """What is written; empty where the player took no part."""
        return self.text or ("" if self.points is None else format_amount(self.points, self.unit))


@frozen
class Round:
    """A line of a score sheet: its name, a score for each seat, and what corrects it.

    That is an action, or the number of the entry that is to be worked out again.
    """

    label: str
    scores: tuple[Score, ...]
    note: str = ""
    correction: Offer | int | None = None


@frozen
class ScoreSheet:
    """All rounds and what they come to. ``seats`` are keys, in the order of the columns.

    ``ranks`` and ``totals`` go with the seats; ``out`` are the seats that play no more; ``limit`` is the total
    at which a player is out. ``running`` are the totals after each round, a tuple for each seat, for a chart:
    it holds nothing where the player was out by then. ``icons`` are Material's names of the icons for signs.
    """

    title: str
    seats: tuple[str, ...]
    rounds: tuple[Round, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    running: tuple[tuple[int | None, ...], ...]
    out: frozenset[str] = frozenset()
    limit: int | None = None
    note: str = ""
    lead: bool = True
    icons: Mapping[str, str] = field(default_factory=dict)
    to_come: tuple[str, ...] = ()
    """The names of the rounds that are still to be played, where it is known which those are."""
    unit: str = ""
    """The parts of a point that totals are counted in."""

    def write(self, points: int) -> str:
        """Write a total, or a figure at the side of the chart."""
        return format_amount(points, self.unit)

    def line(self, seat: str) -> tuple[Point, ...]:
        """A player's totals by round, from zero; a late player's begin later, and end where a player is out."""
        running = self.running[self.seats.index(seat)]
        points = [(number, total) for number, total in enumerate(running, 1) if total is not None]
        return ((0, 0), *points) if points and points[0][0] == 1 else tuple(points)

    @property
    def chart(self) -> Chart:
        """Everybody's totals after each round."""
        curves = tuple(Curve(seat, points) for seat in self.seats if (points := self.line(seat)))
        ends = "Start", self.rounds[-1].label if self.rounds else ""
        return Chart("Totals after each round", curves, self.unit, ends, limit=self.limit)


@frozen
class Backing:
    """What one player has on a horse, all bets together; ``detail`` says more where a board has room.

    ``back`` is what the player gets if the horse wins, where that is known.
    """

    seat: str
    amount: int
    detail: str = ""
    back: int | None = None


@frozen
class Runner:
    """A line of a tote board: a horse, who has how much on it, and what it would pay.

    ``pays`` is what each unit gets back, in words ("10", "5.6", "clerk keeps all"), ``exact`` the same unrounded by the
    rule of the table. ``colour`` is ``#rrggbb`` or empty, ``place`` 1 to 3 after the race. ``cost`` is what a bookmaker
    would lose if it won: negative is a loss. ``disqualified`` horses finished without a place: ``out`` says why.
    """

    number: int
    name: str
    owner: str = ""
    colour: str = ""
    backings: tuple[Backing, ...] = ()
    laid: int = 0
    pays: str = ""
    exact: str = ""
    cost: int | None = None
    place: int = 0
    out: str = ""
    tap: Offer | None = None
    disqualified: bool = False


@frozen
class ToteBoard:
    """A pool or a bookmaker's book, horse by horse, as bets come in.

    ``facts`` are short figures above it, label and words; ``foot`` one sentence below. ``payouts`` are there as soon as
    the result is: seat, what is paid, and the working; ``expected`` ones are still to be recorded. ``outcome`` is a
    sentence where the race is run and nobody is paid.
    """

    title: str
    subtitle: str
    runners: tuple[Runner, ...]
    pool: int
    unit: str = "$"
    facts: Facts = ()
    payouts: tuple[tuple[str, int, str], ...] = ()
    foot: str = ""
    book: bool = False
    lead: bool = False
    expected: bool = False
    outcome: str = ""


@frozen
class Clock:
    """A clock that runs down: to a moment in whole seconds since 1970, or stopped with so many seconds left."""

    until: int | None = None
    left: int = 0
    over: bool = False


@frozen
class Trade:
    """Something bought or sold: by whom, how many (negative where sold), and at what price each."""

    seat: str
    count: int
    price: int


@frozen
class Holder:
    """What one player holds of what is traded, and what that is worth at the price shown."""

    seat: str
    count: int
    worth: int


@frozen
class PriceBoard:
    """A price that moves by rolls: its history, who holds what, and what was traded.

    ``history`` is every price from the first on, oldest first, each with the roll that made it (``None`` for the first
    and for a corrected price). ``trades`` are newest first. ``facts`` are short figures, label and words; ``foot`` is a
    sentence below. ``taps`` are the actions it offers.
    """

    title: str
    price: int
    unit: str
    history: tuple[tuple[int, int | None], ...]
    holders: tuple[Holder, ...] = ()
    trades: tuple[Trade, ...] = ()
    facts: Facts = ()
    foot: str = ""
    taps: tuple[Offer, ...] = ()
    lead: bool = False

    @property
    def chart(self) -> Chart:
        """The price after each update."""
        points = tuple((at, price) for at, (price, _) in enumerate(self.history))
        return Chart(
            self.title, (Curve("", points),), self.unit, ("First price", "Now"), Span.around
        )


@frozen
class Pawn:
    """A pawn on a track: whose, on which space, and a remark. ``home`` pawns have arrived."""

    seat: str
    space: int
    note: str = ""
    leads: bool = False
    last: bool = False
    home: bool = False


@frozen
class Track:
    """Pawns on a track of so many spaces, in the order of the race: who leads, and who is last.

    ``spaces`` is ``None`` where it is unknown. ``said`` describes the track in a sentence.
    """

    title: str
    pawns: tuple[Pawn, ...]
    said: str
    spaces: int | None = None
    foot: str = ""
    taps: tuple[Offer, ...] = ()
    lead: bool = False


@frozen
class Grid:
    """A plain table: what heads its columns, and its rows. ``note`` stands below it."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    note: str = ""
    lead: bool = False


Board: TypeAlias = "ScoreSheet | ToteBoard | PriceBoard | Track | Grid"


@frozen
class Lane:
    """A stretch of the way through a game, with those who are on it: each is shown with what their card says."""

    title: str
    seats: tuple[str, ...]
    note: str = ""
    """What leads on from here."""
    next_up: tuple[str, str] | None = None
    """Who is about to come here, and what that player needs."""


@frozen
class Lanes:
    """Everybody in lanes, the first lane where players begin."""

    lanes: tuple[Lane, ...]


@frozen
class Bar:
    """What one player has, and in a few words what else matters."""

    seat: str
    amount: int
    detail: str = ""


@frozen
class Bars:
    """Everybody's figure as a bar, the best on top; who has come to the ``goal`` has won."""

    title: str
    unit: str
    bars: tuple[Bar, ...]
    goal: int | None = None


@frozen
class Lately:
    """What goes on, in a few words, above the last entries: an auction's lots, one after another."""

    title: str
    note: str = ""


BigBoard: TypeAlias = "Board | Lanes | Bars | Lately"
"""What a television shows: one of these for the room, and at most one more beside it."""
