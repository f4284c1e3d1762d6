"""A small game of the tests' own, with one action for each kind of question, and open plays for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from companion.core.action import action
from companion.core.game import Badge, Ending, Game, Holding, Page, Standing
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Amount, Choice, Number, Reason, TwoDice, Who, YesNo
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Table
from models.book import Book
from models.journal import Journal
from models.plays import Seat
from views.state.open_plays import OpenPlays

if TYPE_CHECKING:
    from pathlib import Path


def cash(table: Table, who: str) -> int:
    return table.ledger.balance(f"{who}:cash")


def pay(giver: str, taker: str, amount: int) -> tuple[Posting, ...]:
    return Posting(f"{giver}:cash", -amount), Posting(f"{taker}:cash", amount)


def turn(table: Table) -> str:
    return str(table.ledger.mark("table", "turn") or table.players[0].key)


def following(table: Table, who: str) -> str:
    keys = [seat.key for seat in table.players]
    return keys[(keys.index(who) + 1) % len(keys)]


@action("Rolling", title="Roll", group="Turn")
def roll(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Collect ten dollars a pip.

    roll: What do both dice show?
    """
    if roll == 2:
        raise Refusal("Snake eyes do not count; throw again.", "roll")
    got = 10 * roll
    return Effect(
        f"{table.name(who)} rolls {roll} and collects ${got}.",
        pay("treasury", who, got),
        (Mark("table", "turn", following(table, who)),),
        (Line("Pips", roll, ""), Line(f"{table.name(who)} collects", got, signed=True, total=True)),
        "Ten dollars for every pip.",
        ("Ten a pip",),
    )


@action("Paying", title="Pay a player", group="Money")
def give(
    table: Table,
    who: Who,
    to: Who,
    amount: Annotated[int, Amount(most=lambda table, answers: cash(table, str(answers.get("who", ""))))],
) -> Effect:
    """Move money between two players.

    who: Who pays?
    to: Whom?
    amount: How much?
    """
    if who == to:
        raise Refusal("Nobody pays himself.", "to")
    if amount > cash(table, who):
        raise Refusal(f"{table.name(who)} holds only ${cash(table, who)}.", "amount")
    words = f"{table.name(who)} pays {table.name(to)} ${amount}."
    return Effect(words, pay(who, to, amount), (), (Line("Paid", -amount, signed=True, total=True),))


PRICES = {"straw": 20, "top": 30, "crown": 50}


@action("Buying", title="Buy a hat", group="Money")
def buy(
    table: Table,
    who: Who,
    hat: Annotated[str, Choice(tuple(PRICES), detail=lambda _t, _a, value: f"${PRICES[value]}")],
    gift: YesNo = "no",
) -> Effect:
    """Buy a hat from the Treasury.

    hat: Which hat?
    gift: Is it a gift?
    """
    price = PRICES[hat]
    if price > cash(table, who):
        raise Refusal(f"${price} is more than {table.name(who)} holds.", "hat")
    held = (Posting(f"{who}:hats", 1, "hat"), Posting("stock:hats", -1, "hat"))
    words = f"{table.name(who)} buys the {hat} hat{' as a gift' if gift == 'yes' else ''}."
    return Effect(words, (*pay(who, "treasury", price), *held), (), (Line("Price", -price, signed=True, total=True),))


@action("", title="Bet on a horse", group="Money")
def bet(table: Table, who: Who, horse: Annotated[int, Number(2, 12, "horse")]) -> Effect:
    """Bet a dollar on a horse.

    horse: Which horse?
    """
    if horse == 7:
        raise Refusal("Horse 7 is lame.", "horse")
    return Effect(f"{table.name(who)} bets $1 on horse {horse}.", pay(who, "tote", 1))


@action("", title="Write a note", group="Table")
def note(table: Table, words: Reason) -> Effect:
    """Write something into the journal.

    words: What is to be noted?
    """
    del table
    return Effect(f"Note: {words}")


@action("", title="Stop here", group="Table")
def stop(table: Table) -> Effect:
    """End the evening; whoever holds most wins."""
    del table
    return Effect("The evening ends.", marks=(Mark("table", "over", "yes"),))


def standing(table: Table, who: str) -> Standing:
    if table.name(who) == "Broken":
        raise ValueError("a card that can't be drawn")
    held = cash(table, who)
    hats = table.ledger.balance(f"{who}:hats", "hat")
    return Standing(
        who,
        f"${held:,}",
        subtitle="Of the hat club",
        rank=Badge("Member", "info"),
        debt=Badge("no debt"),
        chips=(Badge("Lucky", "good"),) if held > 200 else (),
        holdings=tuple(Holding("Hat", counts=at != 1) if at < hats else Holding() for at in range(3)),
        progress=min(100, held // 5),
        note="Ready to stop" if held >= 500 else f"${max(0, 500 - held)} short of $500",
        warning="Down to nothing" if held == 0 else "",
        ready=held >= 500,
        up=turn(table) == who,
        details=(
            ("Cash", f"${held:,}"),
            ("Hats", str(hats)),
            ("Missing for a long step", "rather a long list of things"),
        ),
    )


def prompt(table: Table) -> Prompt:
    if table.ledger.mark("table", "over"):
        return Prompt("The game is over")
    who = turn(table)
    return Prompt(
        f"{table.name(who)} rolls",
        "Throw both dice.",
        Offer("roll", {"who": who}, "Roll", "primary"),
        (Offer("buy", {"who": who}, "Buy a hat"), Offer("stop", {}, "Stop here", "danger")),
    )


def ending(table: Table) -> Ending | None:
    if not table.ledger.mark("table", "over"):
        return None
    order = sorted(table.players, key=lambda seat: -cash(table, seat.key))
    ranks = tuple((seat.key, at + 1, f"${cash(table, seat.key):,}") for at, seat in enumerate(order))
    return Ending("Most money when the evening ended.", (order[0].key,), ranks)


HATS = Game(
    key="hats",
    title="Hats",
    tagline="A game for tests.",
    accent="#14532D",
    least=2,
    most=6,
    edition="tests",
    houses=(),
    facts=(),
    actions=(roll, give, buy, bet, note, stop),
    standing=standing,
    prompt=prompt,
    ending=ending,
    pages=(Page("Hats", ("Roll and collect.",)),),
    status=lambda table: (Badge(f"Round {table.ledger.seq // len(table.players) + 1}"),),
    quick=("give",),
)

NAMES = ("Alice", "Ben", "Chen", "Dora", "Emeka", "Frederika")


def find(key: str) -> Game:
    assert key == "hats"
    return HATS


def new_open_plays(folder: Path) -> OpenPlays:
    return OpenPlays(Journal(Book.open(folder)))


def new_play(open_plays: OpenPlays, seats: int = 2, names: tuple[str, ...] = NAMES) -> str:
    return open_plays.journal.begin(
        game="hats",
        title="Friday hats",
        seats=[Seat(name.lower(), name) for name in names[:seats]],
        houses={},
        board={},
        edition="tests",
    ).id
