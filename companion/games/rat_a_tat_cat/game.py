"""Rat-a-Tat Cat, its table and its players, as the rules and the screens of the game see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from companion.api import Ask, Condition, Game, KeptNames, Seat, State, TurnOf, listed
from companion.api.questions import Hand
from companion.games.kept_names import RESERVED
from companion.games.rat_a_tat_cat.options import House
from companion.games.rat_a_tat_cat.sheet import SHEET, Sheet, SheetRow, count_sheet

POINTS = "points"
DECK = "deck"
NEAR = 20
"""A player this near to the limit is warned: a hand of middling cards would do it."""


class Player(Seat):
    """A player, with what the sheet has of them."""

    t: CatTurn

    @property
    def total(self) -> int:
        return self.t.sheet.totals.get(self.key, 0)

    @property
    def place(self) -> int | None:
        """The place by the sheet as it is; nothing for somebody who is not on it."""
        return self.t.sheet.places.get(self.key)

    @property
    def plays(self) -> bool:
        return self.key in self.t.sheet.playing

    @property
    def left(self) -> bool:
        return self.key in self.t.sheet.left

    @property
    def out_in(self) -> int | None:
        """The round with which the player went out."""
        return self.t.sheet.out.get(self.key)

    @property
    def to_go(self) -> int | None:
        """How far it is to the limit, in a game that has one."""
        limit = self.t.sheet.limit
        return None if limit is None else limit - self.total

    @property
    def near(self) -> bool:
        """Whether the next round may put the player out."""
        return (
            self.to_go is not None and self.to_go <= NEAR and self.plays and not self.t.sheet.over
        )

    @property
    def scores(self) -> list[int]:
        """The score of every round that counts in the player's total, with penalties."""
        return [row.points(self.key) for row in self.t.sheet.counting if self.key in row.counted]

    @property
    def knocks(self) -> list[SheetRow]:
        """The rounds in which the player knocked, as far as they count."""
        return [
            row
            for row in self.t.sheet.rounds
            if row.knocked == self.key and self.key in row.counted
        ]


class CatTurn(TurnOf[Player]):
    """The table with its score sheet."""

    seat_class = Player

    house = cached_property(House)
    opened = State(False)

    @property
    def sheet(self) -> Sheet:
        return count_sheet(self)

    @property
    def playing(self) -> tuple[Player, ...]:
        return self.players(self.sheet.playing)

    def players(self, keys: Iterable[str]) -> tuple[Player, ...]:
        return tuple(self.holder(key) for key in keys)

    def points(self, number: int) -> str:
        return self.written(number, POINTS)

    def totals_of(self, hands: Mapping[str, Hand]) -> str:
        return listed(f"{self.holder(who).name} {hand.total}" for who, hand in hands.items())


ask = Ask[CatTurn]()

GAME: Game[CatTurn] = Game(
    "rat_a_tat_cat",
    "Rat-a-Tat Cat",
    "The score sheet, every hand checked against the deck.",
    colour="#6B1A7A",
    players=(2, 6),
    edition="Gamewright, 1996",
    options=House.options(),
    banks=(DECK,),
    money="",
    shortlist=(
        "round",
        "correct_round",
        "pause_clock",
        "resume_clock",
        "time_up",
        "leave",
        "end_game",
    ),
    turn=CatTurn,
    kept=KeptNames(sign="", table=SHEET, reserved=RESERVED),
)

OPENED = Condition[CatTurn](lambda t: t.opened, "First say who deals.")
GOING_ON = Condition[CatTurn](
    lambda t: not t.sheet.over, "The game is over. Undo or correct a round to go on."
)
ON = (OPENED, GOING_ON)
"""The sheet is open, and the game is not over."""


def lasts(seconds: int) -> str:
    """Write a length of time.

    >>> lasts(59), lasts(60), lasts(754)
    ('59 seconds', '1 minute', '12 minutes')
    """
    if seconds < 60:
        return f"{seconds} {'second' if seconds == 1 else 'seconds'}"
    return f"{seconds // 60} {'minute' if seconds < 120 else 'minutes'}"
