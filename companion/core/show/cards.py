"""What a game says of its players, its end and its rules: values that screens draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from companion.core.show.boards import Facts, Grid
from companion.core.table import listed
from models.frozen import frozen


@frozen
class Badge:
    """A short remark on a player's card; ``tone`` is one of plain, good, warn, bad, info."""

    text: str
    tone: str = "plain"


NO_BADGE = Badge("")


@frozen
class Holding:
    """One of a player's places for a card: the card, or an empty place."""

    text: str = ""
    detail: str = ""
    counts: bool = True
    colour: str = ""
    sign: str = ""
    """A letter or a number for it on a screen across the room; else the first of its name."""


@frozen
class Check:
    """One thing that is needed for the next step, and how far it is: ``detail`` says what is there or missing."""

    text: str
    done: bool
    detail: str = ""
    brief: str | None = None
    """The same in two or three words, for a screen across the room; empty where the cards say it."""
    missing: str = ""
    """What of it is missing, for the middle of a sentence."""


@frozen
class Stake:
    """What a player has at stake now, for all to see, and what each result brings: its name and words."""

    title: str
    results: Facts


@frozen
class Standing:
    """What a player's card shows: one large figure, remarks, cards held, and progress.

    ``checks`` are all that is needed for the next step, which ``toward`` names, as in ``Next: Middle Class``.

    ``progress`` is a percentage, or ``None`` where a game has none. ``secret`` is for this player alone, label and
    words: screens show it only while it is held, and in no accessibility label. ``figure`` must not reveal it.
    """

    seat: str
    figure: str
    subtitle: str = ""
    rank: Badge = NO_BADGE
    debt: Badge = NO_BADGE
    chips: tuple[Badge, ...] = ()
    holdings: tuple[Holding, ...] = ()
    progress: int | None = None
    note: str = ""
    warning: str = ""
    ready: bool = False
    out: bool = False
    up: bool = False
    colour: str = ""
    details: Facts = ()
    secret: Facts = ()
    toward: str = ""
    checks: tuple[Check, ...] = ()
    stakes: tuple[Stake, ...] = ()

    @property
    def masked(self) -> bool:
        """Whether the large figure itself is secret, and dots stand in its place."""
        return bool(self.secret) and not any(sign.isdigit() for sign in self.figure)


@frozen
class Ending:
    """How a play ended: why, who won, and everyone's rank with the figure it rests on.

    ``teams`` are the players of each team, by its key.
    """

    reason: str
    winners: tuple[str, ...]
    ranks: tuple[tuple[str, int, str], ...] = ()
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def sides(self) -> tuple[tuple[str, int, str], ...]:
        """Everyone's rank, best first, with a team in the place of those who are in it."""
        ranks = {self._side(seat): (place, figure) for seat, place, figure in self.ranks}
        return tuple(
            (side, *rest) for side, rest in sorted(ranks.items(), key=lambda rank: rank[1][0])
        )

    @property
    def winning_sides(self) -> tuple[str, ...]:
        """Who won, with a team in the place of those who are in it."""
        return tuple(dict.fromkeys(map(self._side, self.winners)))

    @property
    def won(self) -> str:
        """What the winners do, as it goes with their names; a team's may be singular or plural."""
        if any(side in self.teams for side in self.winning_sides):
            return "won"
        return "win" if len(self.winning_sides) > 1 else "wins"

    def headline(self, name: Callable[[str], str]) -> tuple[str, str]:
        """Say who won, and why; a play that recorded one role alone ends without a winner."""
        winners = listed(map(name, self.winning_sides))
        return (
            (f"{winners} {self.won}", self.reason)
            if winners
            else (self.reason, "How everyone stands in this book:")
        )

    def _side(self, seat: str) -> str:
        return next((team for team, members in self.teams.items() if seat in members), seat)


@frozen
class Worth:
    """A player's net worth in the game's own terms: a whole number of ``unit``.

    ``title`` is what the game calls it, ``note`` says what counts.
    """

    amount: int
    unit: str = "$"
    title: str = "Worth"
    note: str = ""
    goal: int | None = None
    """With how much the game is won, where that is what counts."""


@frozen
class Cash:
    """Money that can be counted at the table: its unit, and whether a play records it.

    ``notes`` are those of the box, largest first, in whole numbers of the unit; none where they are not known. ``bank``
    is the bank's name in the game's correction of money; empty where that sets a balance instead. ``leave_out`` names
    what is on the table and is no player's cash. ``purses`` are those that players have besides their cash, and what
    each is called; ``piles`` are common to all, by key: a name that begins a sentence, and the account.
    """

    unit: Callable[[Any], str] = lambda t: t.unit
    followed: Callable[[Any], bool] = lambda _: True
    notes: Callable[[Any], tuple[int, ...]] = lambda _: ()
    bank: str = ""
    leave_out: str = ""
    purses: Mapping[str, str] = field(default_factory=dict)
    piles: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@frozen
class Calculator:
    """A field on a page that answers what is typed into it; ``calculate`` refuses what it can't answer.

    Nothing of it is recorded.
    """

    label: str
    hint: str
    calculate: Callable[[Any, str], tuple[str, ...]]


@frozen
class Page:
    """A page of the rules in our own words: a heading and its paragraphs.

    ``grids`` are computed of the turn, by the rules; ``asks`` answers what is typed.
    """

    title: str
    paragraphs: tuple[str | Callable[[Any], str], ...]
    """A paragraph with figures of the table is computed of the turn."""
    grids: Callable[[Any], tuple[Grid, ...]] | None = None
    asks: Calculator | None = None

    def words(self, t: Any) -> tuple[str, ...]:
        """Return the paragraphs, with the figures of a table."""
        return tuple(words(t) if callable(words) else words for words in self.paragraphs)
