"""The tests' own exchange: streets dealt and drawn, numbers from everybody, money in thousands, a price, a track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from companion.core.action import action
from companion.core.boards import Grid, Holder, Pawn, PriceBoard, Track, Trade
from companion.core.game import Calculator, Game, Option, Page, Standing
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Amount, Choice, Each, Name, Several, Tile, TwoDice, Who, read_each, read_several
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from companion.core.units import read_thousands, written
from models.book import Book
from models.journal import Journal
from models.plays import Seat
from views.state.open_plays import OpenPlays

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

NAMES = ("Ann", "Ben", "Cy", "Dee", "Emeka", "Frederika", "Gus", "Hilda")
STREETS = {f"s{number}": f"Street {number}" for number in range(1, 15)}
COLOURS = ("#7A4A21", "#8ECAE6", "#C2417C", "#E07A1F", "#B3261E", "#E9C500", "#1B6B3A")
PURSE = 1500
START = 1000


def owner(table: Table, street: str) -> str:
    return str(table.ledger.mark(street, "owner") or "")


def streets_of(table: Table, who: str) -> tuple[str, ...]:
    return tuple(one for one in STREETS if owner(table, one) == who)


def own_streets(table: Table, answers: Any) -> tuple[str, ...]:
    return streets_of(table, str(answers.get("who", "")))


def theirs(table: Table, answers: Any) -> tuple[str, ...]:
    return streets_of(table, str(answers.get("to", "")))


def half(table: Table, answers: Any) -> tuple[int, int]:
    count = len(own_streets(table, answers)) // 2
    return count, count


def street(table: Table, answers: Any, value: str) -> str:
    del table, answers
    return STREETS[value]


def tile(table: Table, value: str) -> Tile:
    del table
    return Tile(value[1:], COLOURS[(int(value[1:]) - 1) // 2])


def cash(table: Table, answers: Any) -> int:
    return table.ledger.balance(f"{answers.get('who', '')}:cash", "K")


def everyone(table: Table, _answers: Any) -> tuple[str, ...]:
    return tuple(seat.key for seat in table.players)


def ties(_table: Table, _answers: Any, _seat: str) -> tuple[int, int]:
    return 2, 12


def chips(table: Table, _answers: Any, seat: str) -> tuple[int, int]:
    held = table.ledger.balance(f"{seat}:chips", "chips")
    return (5 if held else 0), held


def prices(table: Table) -> tuple[tuple[int, int | None], ...]:
    text = str(table.ledger.mark("price", "all") or START)
    made: list[tuple[int, int | None]] = []
    for one in text.split(","):
        price, _, roll = one.partition("/")
        made.append((int(price), int(roll) if roll else None))
    return tuple(made)


LOST = Several(own_streets, street, half, tile=tile, draw=True, none="Nothing to draw from.")
GIVEN = Several(own_streets, street, tile=tile, none="He owns no street.")
GOT = Several(theirs, street, tile=tile, none="The other owns no street.")
K_MONEY = Amount(10, cash, board=lambda _: ("K", 10))


@action("", title="Begin", group="Streets")
def begin(table: Table, plan: Name) -> Effect:
    """Give everybody money and chips, but Cy no chips, and the first streets to whom the plan names.

    plan: Who has how many streets?
    """
    postings: list[Posting] = []
    marks, free = [], list(STREETS)
    streets = read_each(plan.removeprefix("nobody"))
    for seat in table.players:
        postings += [Posting(f"{seat.key}:cash", PURSE, "K"), Posting("bank:cash", -PURSE, "K")]
        if seat.key != "cy":
            postings += [Posting(f"{seat.key}:chips", 100, "chips"), Posting("pot:chips", -100, "chips")]
        marks += [Mark(free.pop(0), "owner", seat.key) for _ in range(streets.get(seat.key, 0))]
    return Effect("Everybody gets money.", tuple(postings), tuple(marks))


@action("", title="Lose half", group="Streets")
def lose(table: Table, who: Who, streets: Annotated[str, LOST]) -> Effect:
    """Lose half of the streets, drawn by an opponent.

    who: Who is hit?
    streets: Which streets are drawn?
    """
    gone = read_several(streets)
    words = f"{table.name(who)} loses {', '.join(STREETS[one] for one in gone)}."
    return Effect(words, (), tuple(Mark(one, "owner", None) for one in gone), (Line("Streets lost", len(gone), ""),))


@action("", title="Take a street", group="Streets")
def take(table: Table, who: Who, street: Annotated[str, Choice(tuple(STREETS), street, tile=tile)]) -> Effect:
    """Buy a street of the bank: each costs 200K more than the one before.

    who: Who buys?
    street: Which street?
    """
    price = 200 * int(street[1:])
    short = price - cash(table, {"who": who})
    if short > 0:
        raise Refusal(f"{table.name(who)} is {written(short, 'K')} short of {written(price, 'K')}.", "street")
    moved = (Posting(f"{who}:cash", -price, "K"), Posting("bank:cash", price, "K"))
    return Effect(f"{table.name(who)} buys {STREETS[street]}.", moved, (Mark(street, "owner", who),))


@action("", title="Deal", group="Streets")
def deal(
    table: Table,
    who: Who,
    to: Who,
    gives: Annotated[str, GIVEN] = "",
    gets: Annotated[str, GOT] = "",
    amount: Annotated[int, K_MONEY] = 0,
) -> Effect:
    """Trade streets and money.

    who: Who deals?
    to: With whom?
    gives: Which streets are given?
    gets: Which streets come back?
    amount: What is paid?
    """
    if who == to:
        raise Refusal("Nobody deals with himself.", "to")
    if not (gives or gets or amount):
        raise Refusal("A deal of nothing is none.")
    money = (Posting(f"{who}:cash", -amount, "K"), Posting(f"{to}:cash", amount, "K")) if amount else ()
    marks = [Mark(one, "owner", to) for one in read_several(gives)]
    marks += [Mark(one, "owner", who) for one in read_several(gets)]
    return Effect(f"{table.name(who)} deals with {table.name(to)}.", money, tuple(marks))


@action("", title="Pay the bank", group="Money")
def pay(table: Table, who: Who, amount: Annotated[int, K_MONEY]) -> Effect:
    """Pay in money.

    who: Who pays?
    amount: How much?
    """
    if amount > cash(table, {"who": who}):
        raise Refusal(f"{table.name(who)} holds {written(cash(table, {'who': who}), 'K')} only.", "amount")
    words = f"{table.name(who)} pays {written(amount, 'K')}."
    moved = (Posting(f"{who}:cash", -amount, "K"), Posting("bank:cash", amount, "K"))
    return Effect(words, moved, (), (Line("Paid", -amount, "K", signed=True, total=True),))


@action("", title="Roll off", group="Rolls")
def roll_off(table: Table, rolls: Annotated[str, Each(everyone, ties, unit="", dice=2, what="roll")]) -> Effect:
    """Throw for the first move.

    rolls: What does everybody throw?
    """
    found = read_each(rolls)
    best = max(found, key=lambda seat: found[seat])
    return Effect(
        f"{table.name(best)} begins.", (), (Mark("table", "first", best),), (Line("Best throw", found[best], ""),)
    )


@action("", title="Open stakes", group="Rolls")
def stake(table: Table, stakes: Annotated[str, Each(everyone, chips, step=5, unit="chips", what="stake")]) -> Effect:
    """Everybody stakes chips, openly.

    stakes: What does everybody stake?
    """
    del table
    found = read_each(stakes)
    moved = [Posting(f"{seat}:chips", -number, "chips") for seat, number in found.items()]
    return Effect(
        f"{sum(found.values())} chips are staked.",
        (*moved, Posting("pot:chips", sum(found.values()), "chips")),
        (),
        (Line("In the pot", sum(found.values()), "chips", total=True),),
    )


@action("", title="Update the price", group="Shares")
def update(table: Table, roll: TwoDice) -> Effect:
    """Move the price by a roll.

    roll: What do both dice show?
    """
    by = 100 if roll >= 8 else 0 if roll == 7 else -100
    now = prices(table)[-1][0] + by
    text = ",".join(f"{price}/{made or ''}" for price, made in (*prices(table), (now, roll)))
    return Effect(f"The price is {written(now, 'K')}.", (), (Mark("price", "all", text),))


@action("", title="Buy a share", group="Shares")
def buy(table: Table, who: Who) -> Effect:
    """Buy one share.

    who: Who buys?
    """
    if table.ledger.balance(f"{who}:shares", "shares") >= 2:
        raise Refusal(f"{table.name(who)} has two shares already.", "who")
    price = prices(table)[-1][0]
    moved = (Posting(f"{who}:shares", 1, "shares"), Posting("market:shares", -1, "shares"))
    count = int(table.ledger.mark("trade", "n") or 0) + 1
    marks = (Mark("trade", "n", count), Mark("trade", str(count), f"{who} 1 {price}"))
    return Effect(f"{table.name(who)} buys a share at {written(price, 'K')}.", moved, marks)


@action("", title="Close the exchange", group="Shares")
def shut(table: Table) -> Effect:
    """Close it."""
    raise Refusal(f"{table.players[0].name} has the key.")


def boards(table: Table) -> tuple[PriceBoard | Track, ...]:
    now = prices(table)[-1][0]
    held = [(seat.key, table.ledger.balance(f"{seat.key}:shares", "shares")) for seat in table.players]
    count = int(table.ledger.mark("trade", "n") or 0)
    trades = []
    for number in range(count, 0, -1):
        who, size, price = str(table.ledger.mark("trade", str(number))).split()
        trades.append(Trade(who, int(size), int(price)))
    price = PriceBoard(
        "Share price",
        now,
        "K",
        prices(table),
        tuple(Holder(seat, size, size * now) for seat, size in held),
        tuple(trades),
        (("Point", "100K"), ("Floor", "100K")),
        "The printed chart is not known.",
        (Offer("update", {}, "Update the price", "primary"), Offer("buy", {}, "Buy a share"), Offer("shut", {})),
        lead=True,
    )
    pawns = tuple(
        Pawn(
            seat.key,
            40 if not at else 30 - at * 5,
            note="Has the first gate" if at == 1 else "",
            leads=at == 0,
            last=at == len(table.players) - 1,
            home=at == 0,
        )
        for at, seat in enumerate(table.players)
    )
    return price, Track("Inside track", pawns, "Ann is home. Hilda is last.", 40, "Home is the last space.")


def standing(table: Table, who: str) -> Standing:
    held = written(cash(table, {"who": who}), "K")
    return Standing(who, held, details=(("Cash", held), ("Streets", str(len(streets_of(table, who))))))


def salaries(table: Table) -> tuple[Grid, ...]:
    rows = tuple((f"Level {level}", *(written(500 * level // part, "K") for part in (1, 2))) for level in range(1, 7))
    return (Grid(("Job", "Full", "With a loan"), rows, "Salaries", f"For {len(table.players)} players."),)


def reckon(table: Table, words: str) -> tuple[str, ...]:
    del table
    amount = read_thousands(words, "An amount")
    return (f"Half of {written(amount, 'K')} is {written(amount // 2, 'K')}.",)


DEALS = Game(
    key="deals",
    title="Deals",
    tagline="An exchange for tests.",
    accent="#1B2F5B",
    least=2,
    most=8,
    edition="tests",
    houses=(Option("goal", "The goal", (("30000", "30M"),), whole=True, least=10, unit="K", quick=(10_000,)),),
    facts=(),
    actions=(begin, lose, take, deal, pay, roll_off, stake, update, buy, shut),
    standing=standing,
    prompt=lambda _: Prompt("What happens?", "", Offer("update", {}, "Update the price", "primary")),
    ending=lambda _: None,
    pages=(
        Page("Salaries", ("Paid on passing GO.",), grids=salaries),
        Page("Halves", ("Half of anything.",), asks=Calculator("How much?", "For instance 1.5M", reckon)),
        Page("The aim", ("Be rich.",)),
    ),
    quick=("deal",),
    boards=boards,
)


def lay(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *, seats: int = 3, plan: str = "ann=5 ben=2"
) -> tuple[OpenPlays, str]:
    """Make this the only game, and begin a play: everybody with 1.5M, and streets for whom the plan names."""
    for name in (
        "companion.core.rules_at.find_game",
        "views.home.find_info",
        "views.rules.board_values.find_game",
    ):
        monkeypatch.setattr(name, lambda _key: DEALS)
    open_plays = OpenPlays(Journal(Book.open(folder)))
    people = [Seat(name.lower(), name) for name in NAMES[:seats]]
    play = open_plays.journal.begin(
        game="deals", title="Friday deals", seats=people, houses=DEALS.house_rules(), board={}, edition="tests"
    )
    open_plays.referee(play.id).write("begin", {"plan": plan})
    return open_plays, play.id
