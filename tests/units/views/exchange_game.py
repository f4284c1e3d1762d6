"""The tests' own exchange: chips from everybody, counts of things, money in thousands, and pages that work figures out.

No game that is played asks for open numbers of everybody, or for how many of each, yet authors can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.api import Game, Grid, KeptNames, Seat, Turn, ask, listed
from companion.api.show import Calculator, Prompt, Standing
from companion.core.figures import read_figure
from companion.core.several import Amounts
from models.book import Book
from models.journal import Journal
from models.plays import Seat as Place
from views.state.open_plays import OpenPlays

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

CHAINS = {"towers": "Towers", "inns": "Inns", "ann": "Annexes"}
GAME = Game(
    "deals",
    "Deals",
    "An exchange for tests.",
    players=(2, 8),
    colour="#1B2F5B",
    edition="tests",
    banks=("bank", "pot"),
    kept=KeptNames(sign="", table="table"),
    table_state={"begun": None},
    money="K",
    without=("leave", "correct_money", "change_house"),
)


def chips(t: Turn, who: Seat) -> tuple[int, int]:
    held = t.held(who, "chips", "chips")
    return (5 if held else 0), held


@GAME.action("Begin", group="Money")
def begin(t: Turn) -> None:
    """Give everybody money and chips, but Cy no chips."""
    for who in t.seats:
        t.pay("bank", who, 1500)
        if who.key != "cy":
            t.pay("pot", who, 100, "chips", "chips")
    t.narrate("Everybody gets money.")


@GAME.action("Pay the bank", group="Money")
def pay(
    t: Turn,
    who: Seat = ask.anybody("Who pays?"),
    amount: int = ask.money(
        "How much?", at_least=10, at_most=lambda t: sum(map(t.held, t.named("who"))), step=10
    ),
) -> None:
    """Pay in money."""
    t.pay(who, "bank", amount)
    t.narrate(f"{who} pays {t.written(amount)}.")


@GAME.action("Open stakes", group="Rolls")
def stake(
    t: Turn,
    stakes: dict[Seat, int] = ask.of(
        "What does everybody stake?", Amounts(chips, step=5, unit="chips", what="stake")
    ),
) -> None:
    """Everybody stakes chips, openly."""
    for who, number in stakes.items():
        t.pay(who, "pot", number, "chips", "chips")
    t.narrate(f"{sum(stakes.values())} chips are staked.")


@GAME.action("Buy several", group="Shares")
def buy_several(
    t: Turn,
    who: Seat = ask.anybody("Who buys?"),
    bought: dict[str, int] = ask.counts(
        "How many of each?",
        lambda _t: CHAINS,
        label=lambda _t, key: CHAINS[key],
        at_most=3,
        total=(1, 3),
    ),
) -> None:
    """Buy up to three shares."""
    t.narrate(f"{who} buys {listed(f'{number} {CHAINS[key]}' for key, number in bought.items())}.")


@GAME.card
def standing(t: Turn, who: Seat) -> Standing:
    return Standing(who.key, t.written(t.held(who)))


@GAME.next
def prompt(_: Turn) -> Prompt:
    return Prompt("What happens?", "", buy_several("Buy several", "primary"))


def salaries(t: Turn) -> tuple[Grid, ...]:
    rows = tuple(
        (f"Level {level}", *(t.written(500 * level // part) for part in (1, 2)))
        for level in range(1, 7)
    )
    return (Grid(("Job", "Full", "With a loan"), rows, "Salaries", f"For {len(t.seats)} players."),)


def reckon(t: Turn, words: str) -> tuple[str, ...]:
    amount = read_figure(words, "K", "An amount")
    return (f"Half of {t.written(amount)} is {t.written(amount // 2)}.",)


GAME.page("Salaries", "Paid on passing GO.", grids=salaries)
GAME.page("Halves", "Half of anything.", asks=Calculator("How much?", "For instance 1.5M", reckon))
GAME.page("The aim", "Be rich.")
DEALS = GAME


def lay(monkeypatch: pytest.MonkeyPatch, folder: Path) -> tuple[OpenPlays, str]:
    """Make this the only game, and begin a play of three, everybody with 1.5M."""
    for name in (
        "companion.games.find_game",
        "views.home.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, lambda _key: DEALS)
    open_plays = OpenPlays(Journal(Book.open(folder)))
    people = [Place(name.lower(), name) for name in ("Ann", "Ben", "Cy")]
    play = open_plays.journal.begin(
        game="deals",
        title="Friday deals",
        seats=people,
        houses=DEALS.house_rules(),
        board={},
        edition="tests",
    )
    open_plays.referee(play.id).write("begin", {})
    return open_plays, play.id
