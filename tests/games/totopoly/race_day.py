"""A race day of Totopoly for tests: the horses stand on the course, and nobody had to sit through the auction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.totopoly.game import GAME, POUND, ROLES, Stage
from models.ledger import Mark, Posting, Proposal
from tests.games.evening import Evening

if TYPE_CHECKING:
    from companion.core.show.boards import ToteBoard
    from companion.games.totopoly.game import TotopolyTurn

BOX, FUND, PACK, STACK = "box:cash", "bank:fund", "pack:cards", "stack:training"


def pay(amount: int, giver: str, taker: str) -> tuple[Posting, ...]:
    """Move money between two accounts."""
    return move(POUND, giver, taker, amount)


def move(what: str, giver: str, taker: str, count: int = 1) -> tuple[Posting, ...]:
    """Move so many of a unit between two accounts."""
    return (Posting(giver, -count, what), Posting(taker, count, what)) if count else ()


def to(stage: str) -> Mark:
    """Say how far the evening is from now on."""
    return Mark("table", "stage", stage)


LEASED = {"ann": (1, 5), "ben": (2, 10), "cy": (6,), "dee": (8, 12)}
"""Who leases which horses on most days."""


class RaceDay(Evening):
    """An evening of Totopoly, with its money in pounds."""

    def __init__(self, *names: str, **houses: str) -> None:
        super().__init__(*names, game="totopoly", **houses)

    @property
    def t(self) -> TotopolyTurn:
        """The table as the rules see it."""
        return GAME.turn(self.table)  # type: ignore[return-value]  # the turn that the game has

    def cash(self, who: str) -> int:
        """Cash in hand; what was won or lost where cash is not followed."""
        return self.held(f"{who}:cash")

    def held(self, account: str) -> int:
        """Money in an account."""
        return self.table.ledger.balance(account, POUND)

    def arrange(self, *postings: Posting, marks: tuple[Mark, ...] = ()) -> None:
        """Put the table as a test wants it."""
        self.write(Proposal("arranged", {}, "Arranged for the test.", postings, marks))

    def lay(self, *bets: str) -> None:
        """Lay bets at the Tote, each written ``ann h1 20``."""
        for wager in bets:
            who, horse, amount = wager.split()
            self.do("bet", who=who, horse=horse, amount=amount)

    def run(self, *horses: str) -> None:
        """Start the race, and bring these horses past the post."""
        self.do("off")
        for horse in horses:
            self.do("home", horse=horse)

    def board(self, at: int = 0) -> ToteBoard:
        """One of the boards on the table."""
        return self.game.boards(self.table)[at]  # type: ignore[return-value]  # this game shows no other

    def pays(self) -> dict[str, str]:
        """What the Tote's board says that every horse pays."""
        return {f"h{one.number}": one.pays for one in self.board().runners}

    def receipt(self) -> list[tuple[str, int | None]]:
        """The last receipt: words and figures."""
        assert self.last is not None
        return [(line.text, line.figure) for line in self.last.working]

    def lines(self) -> list[str]:
        """The words of the last receipt."""
        return [words for words, _ in self.receipt()]


def parade(*names: str, cash: int = 700, leased: dict[str, tuple[int, ...]] | None = None, **houses: str) -> RaceDay:
    """A table of four with seven horses at the start, entrance fees paid; nobody wears a hat."""
    day = RaceDay(*(names or ("Ann", "Ben", "Cy", "Dee")), **houses)
    postings: list[Posting] = []
    marks = [to(Stage.PARADE)]
    for seat in day.table.seats:
        postings += pay(cash, BOX, f"{seat.key}:cash")
        for number in (LEASED if leased is None else leased).get(seat.key, ()):
            postings += move(f"h{number}", PACK, f"{seat.key}:cards")
            marks.append(Mark(f"h{number}", "fee", 1))
    day.arrange(*postings, marks=tuple(marks))
    return day


def betting(*names: str, **options: object) -> RaceDay:
    """The same with the Tote open to all."""
    day = parade(*names, **options)  # type: ignore[arg-type]  # a test names its own house rules
    day.do("open_tote")
    if day.table.house("owners_round") == "round":
        day.do("open_to_all")
    return day


def tote_alone(*names: str, horses: int = 12, **houses: str) -> RaceDay:
    """Just the Tote, with horses by number."""
    day = RaceDay(*(names or ("Ann", "Ben", "Cy", "Dee")), keeps="tote", **houses)
    day.do("start", horses=horses)
    return day


def book_alone(*names: str, horses: int = 12, **houses: str) -> RaceDay:
    """Just a bookmaker's book, kept by the first player."""
    day = RaceDay(*(names or ("Ann", "Ben", "Cy", "Dee")), keeps="book", **houses)
    day.do("start", horses=horses)
    day.do("open_book", who=day.table.seats[0].key)
    return day


def wear(day: RaceDay, **hats: str) -> None:
    """Put hats on: ``banker="ann"``."""
    assert set(hats) <= set(ROLES)
    day.arrange(marks=tuple(Mark(hat, "who", who) for hat, who in hats.items()))


def whites(day: RaceDay, who: str, count: int = 1) -> None:
    """Give a player white cards from training."""
    day.arrange(*move("white.black", STACK, f"{who}:training", count))


def fund(day: RaceDay, amount: int) -> None:
    """Bring the prize fund to a sum."""
    day.arrange(*pay(amount - day.held(FUND), BOX, FUND))
