"""The tests' own exchange: streets dealt and drawn, numbers from everybody, money in thousands, a price, a track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.api import Game, Grid, KeptNames, Seat, Turn, ask, listed, option
from companion.api.show import Calculator, Holder, Offer, Pawn, PriceBoard, Prompt, Standing, Tile, Track, Trade
from companion.core.answers import read_each
from companion.core.figures import read_figure
from companion.core.questions import Each
from companion.core.table import Table
from models.book import Book
from models.journal import Journal
from models.plays import Seat as Place
from views.state.open_plays import OpenPlays

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

NAMES = ("Ann", "Ben", "Cy", "Dee", "Emeka", "Frederika", "Gus", "Hilda")
STREETS = {f"s{number}": f"Street {number}" for number in range(1, 15)}
COLOURS = ("#7A4A21", "#8ECAE6", "#C2417C", "#E07A1F", "#B3261E", "#E9C500", "#1B6B3A")
PURSE = 1500
START = 1000

CHAINS = {"towers": "Towers", "inns": "Inns", "ann": "Annexes"}
GAME = Game(
    "deals",
    "Deals",
    "An exchange for tests.",
    players=(2, 8),
    colour="#1B2F5B",
    edition="tests",
    options=(option.number("goal", "The goal", 30_000, at_least=10, at_most=10**9, unit="K", quick=(10_000,)),),
    banks=("bank", "pot", "market"),
    kept=KeptNames(sign="", table="table"),
    table_state={"first": None},
    money="K",
    shortlist=("deal",),
    without=("leave", "correct_money", "change_house"),
)


def streets_of(table: Table, key: str) -> tuple[str, ...]:
    return tuple(street for street in STREETS if table.ledger.mark(street, "owner") == key)


def owned(question: str):
    """The streets of whoever is named in answer to a question."""
    return lambda t: tuple(street for who in t.named(question) for street in streets_of(t.table, who.key))


own_streets = owned("who")


def half(t: Turn) -> tuple[int, int]:
    count = len(own_streets(t)) // 2
    return count, count


def name(_: Turn, street: str) -> str:
    return STREETS[street]


def tile(_: Turn, street: str) -> Tile:
    return Tile(street[1:], COLOURS[(int(street[1:]) - 1) // 2])


def cash(t: Turn) -> int:
    return sum(map(t.held, t.named("who")))


def chips(t: Turn, who: Seat) -> tuple[int, int]:
    held = t.held(who, "chips", "chips")
    return (5 if held else 0), held


def prices(t: Turn) -> tuple[tuple[int, int | None], ...]:
    made: list[tuple[int, int | None]] = []
    for part in str(t.noted("price", "all") or START).split(","):
        price, _, roll = part.partition("/")
        made.append((int(price), int(roll) if roll else None))
    return tuple(made)


K_MONEY = {"at_least": 10, "at_most": cash, "step": lambda _: 10}


@GAME.action("Begin", group="Streets")
def begin(t: Turn, plan: str = ask.words("Who has how many streets?")) -> None:
    """Give everybody money and chips, but Cy no chips, and the first streets to whom the plan names."""
    free, count = list(STREETS), read_each(plan.removeprefix("nobody"))
    for who in t.seats:
        t.pay("bank", who, PURSE)
        if who.key != "cy":
            t.pay("pot", who, 100, "chips", "chips")
        for _ in range(count.get(who.key, 0)):
            t.note(free.pop(0), owner=who)
    t.narrate("Everybody gets money.")


@GAME.action("Lose half", group="Streets")
def lose(
    t: Turn,
    who: Seat = ask.anybody("Who is hit?"),
    streets: tuple[str, ...] = ask.several(
        "Which streets are drawn?",
        tuple(STREETS),
        now=own_streets,
        label=name,
        count=half,
        tile=tile,
        draw=True,
        none="Nothing to draw from.",
    ),
) -> None:
    """Lose half of the streets, drawn by an opponent."""
    for street in streets:
        t.note(street, owner=None)
    t.narrate(f"{who} loses {', '.join(STREETS[street] for street in streets)}.")
    t.step("Streets lost", len(streets), unit="")


@GAME.action("Take a street", group="Streets")
def take(
    t: Turn, who: Seat = ask.anybody("Who buys?"), street: str = ask.choice("Which street?", STREETS, tile=tile)
) -> None:
    """Buy a street of the bank: each costs 200K more than the one before."""
    price = 200 * int(street[1:])
    short = price - t.held(who)
    t.refuse(short > 0, f"{who} is {t.written(short)} short of {t.written(price)}.", "street")
    t.pay(who, "bank", price)
    t.note(street, owner=who)
    t.narrate(f"{who} buys {STREETS[street]}.")


@GAME.action("Deal", group="Streets")
def deal(
    t: Turn,
    who: Seat = ask.anybody("Who deals?"),
    to: Seat = ask.anybody("With whom?"),
    gives: tuple[str, ...] | None = ask.several(
        "Which streets are given?",
        tuple(STREETS),
        now=own_streets,
        label=name,
        tile=tile,
        none="He owns no street.",
        optional=True,
    ),
    gets: tuple[str, ...] | None = ask.several(
        "Which streets come back?",
        tuple(STREETS),
        now=owned("to"),
        label=name,
        tile=tile,
        none="The other owns no street.",
        optional=True,
    ),
    amount: int | None = ask.money("What is paid?", **K_MONEY, optional=True),
) -> None:
    """Trade streets and money."""
    t.refuse(who == to, "Nobody deals with himself.", "to")
    t.refuse(not (gives or gets or amount), "A deal of nothing is none.")
    t.pay(who, to, amount or 0)
    for street in gives or ():
        t.note(street, owner=to)
    for street in gets or ():
        t.note(street, owner=who)
    t.narrate(f"{who} deals with {to}.")


@GAME.action("Pay the bank", group="Money")
def pay(t: Turn, who: Seat = ask.anybody("Who pays?"), amount: int = ask.money("How much?", **K_MONEY)) -> None:
    """Pay in money."""
    t.refuse(amount > t.held(who), f"{who} holds {t.written(t.held(who))} only.", "amount")
    t.pay(who, "bank", amount)
    t.narrate(f"{who} pays {t.written(amount)}.")
    t.step("Paid", -amount, signed=True, total=True)


@GAME.action("Roll off", group="Rolls")
def roll_off(t: Turn, rolls: dict[Seat, int] = ask.rolls("What does everybody throw?")) -> None:
    """Throw for the first move."""
    best = max(rolls, key=rolls.__getitem__)
    t.set(first=best)
    t.narrate(f"{best} begins.")
    t.step("Best throw", rolls[best], unit="")


@GAME.action("Open stakes", group="Rolls")
def stake(
    t: Turn,
    stakes: dict[Seat, int] = ask.of(
        "What does everybody stake?", Each(limits=chips, step=5, unit="chips", what="stake")
    ),
) -> None:
    """Everybody stakes chips, openly."""
    for who, number in stakes.items():
        t.pay(who, "pot", number, "chips", "chips")
    t.narrate(f"{sum(stakes.values())} chips are staked.")
    t.step("In the pot", sum(stakes.values()), unit="chips", total=True)


@GAME.action("Buy several", group="Shares")
def buy_several(
    t: Turn,
    who: Seat = ask.anybody("Who buys?"),
    bought: dict[str, int] = ask.counts(
        "How many of each?", lambda _t: CHAINS, label=lambda _t, key: CHAINS[key], at_most=3, total=(1, 3)
    ),
) -> None:
    """Buy up to three shares."""
    t.narrate(f"{who} buys {listed(f'{number} {CHAINS[key]}' for key, number in bought.items())}.")


@GAME.action("Update the price", group="Shares")
def update(t: Turn, roll: int = ask.roll("What do both dice show?")) -> None:
    """Move the price by a roll."""
    now = prices(t)[-1][0] + (100 if roll >= 8 else 0 if roll == 7 else -100)
    t.note("price", all=",".join(f"{price}/{made or ''}" for price, made in (*prices(t), (now, roll))))
    t.narrate(f"The price is {t.written(now)}.")


@GAME.action("Buy a share", group="Shares")
def buy(t: Turn, who: Seat = ask.anybody("Who buys?")) -> None:
    """Buy one share."""
    t.refuse(t.held(who, "shares", "shares") >= 2, f"{who} has two shares already.", "who")
    price, count = prices(t)[-1][0], int(t.noted("trade", "n") or 0) + 1
    t.pay("market", who, 1, "shares", "shares")
    t.note("trade", n=count, **{str(count): f"{who.key} 1 {price}"})
    t.narrate(f"{who} buys a share at {t.written(price)}.")


@GAME.action("Close the exchange", group="Shares")
def shut(t: Turn) -> None:
    """Close it."""
    t.refuse(True, f"{t.seats[0]} has the key.")


@GAME.board
def boards(t: Turn) -> tuple[PriceBoard | Track, ...]:
    now = prices(t)[-1][0]
    trades = []
    for number in range(int(t.noted("trade", "n") or 0), 0, -1):
        who, size, price = str(t.noted("trade", str(number))).split()
        trades.append(Trade(who, int(size), int(price)))
    board = PriceBoard(
        "Share price",
        now,
        "K",
        prices(t),
        tuple(Holder(who.key, size, size * now) for who in t.seats for size in [t.held(who, "shares", "shares")]),
        tuple(trades),
        (("Point", "100K"), ("Floor", "100K")),
        "The printed chart is not known.",
        (update("Update the price", "primary"), buy(), Offer("shut", {})),
        lead=True,
    )
    pawns = tuple(
        Pawn(
            who.key,
            40 if not at else 30 - at * 5,
            note="Has the first gate" if at == 1 else "",
            leads=at == 0,
            last=at == len(t.seats) - 1,
            home=at == 0,
        )
        for at, who in enumerate(t.seats)
    )
    return board, Track("Inside track", pawns, "Ann is home. Hilda is last.", 40, "Home is the last space.")


@GAME.card
def standing(t: Turn, who: Seat) -> Standing:
    held = t.written(t.held(who))
    return Standing(who.key, held, details=(("Cash", held), ("Streets", str(len(streets_of(t.table, who.key))))))


@GAME.next
def prompt(_: Turn) -> Prompt:
    return Prompt("What happens?", "", update("Update the price", "primary"))


def salaries(t: Turn) -> tuple[Grid, ...]:
    rows = tuple((f"Level {level}", *(t.written(500 * level // part) for part in (1, 2))) for level in range(1, 7))
    return (Grid(("Job", "Full", "With a loan"), rows, "Salaries", f"For {len(t.seats)} players."),)


def reckon(t: Turn, words: str) -> tuple[str, ...]:
    amount = read_figure(words, "K", "An amount")
    return (f"Half of {t.written(amount)} is {t.written(amount // 2)}.",)


GAME.page("Salaries", "Paid on passing GO.", grids=salaries)
GAME.page("Halves", "Half of anything.", asks=Calculator("How much?", "For instance 1.5M", reckon))
GAME.page("The aim", "Be rich.")
DEALS = GAME


def lay(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *, seats: int = 3, plan: str = "ann=5 ben=2"
) -> tuple[OpenPlays, str]:
    """Make this the only game, and begin a play: everybody with 1.5M, and streets for whom the plan names."""
    for name in (
        "companion.games.find_game",
        "views.home.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, lambda _key: DEALS)
    open_plays = OpenPlays(Journal(Book.open(folder)))
    people = [Place(name.lower(), name) for name in NAMES[:seats]]
    play = open_plays.journal.begin(
        game="deals", title="Friday deals", seats=people, houses=DEALS.house_rules(), board={}, edition="tests"
    )
    open_plays.referee(play.id).write("begin", {"plan": plan})
    return open_plays, play.id
