"""A small game of the tests' own, with one action for each kind of question, and open plays for it."""

from __future__ import annotations

from companion.api import Game, KeptNames, Result, Seat, Turn, ask
from companion.api.show import Badge, Holding, Offer, Prompt, Standing
from models.book import Book
from models.journal import Journal
from models.plays import Seat as Place
from views.state.open_plays import OpenPlays

PRICES = {"straw": 20, "top": 30, "crown": 50}


def up(t):
    """Whose turn it is."""
    return t.seat(t.turn) if t.turn else t.seats[0]


def following(t, who):
    return t.seats[(t.seats.index(who) + 1) % len(t.seats)]


def roll(
    t: Turn, who: Seat = ask.anybody("Who rolls?"), roll: int = ask.roll("What do both dice show?")
) -> None:
    """Collect ten dollars a pip."""
    t.refuse(roll == 2, "Snake eyes do not count; throw again.", "roll")
    t.pay("treasury", who, 10 * roll)
    t.set(turn=following(t, who))
    t.narrate(f"{who} rolls {roll} and collects ${10 * roll}.")
    t.step("Pips", roll, unit="")
    t.step(f"{who} collects", 10 * roll, signed=True, total=True)
    t.explain("Ten dollars for every pip.")
    t.by_house_rule("Ten a pip")


def give(
    t: Turn,
    who: Seat = ask.anybody("Who pays?"),
    to: Seat = ask.anybody("Whom?"),
    amount: int = ask.money("How much?", at_most=lambda t: sum(map(t.held, t.named("who")))),
) -> None:
    """Move money between two players."""
    t.refuse(who == to, "Nobody pays himself.", "to")
    t.refuse(amount > t.held(who), f"{who} holds only ${t.held(who)}.", "amount")
    t.pay(who, to, amount)
    t.narrate(f"{who} pays {to} ${amount}.")
    t.step("Paid", -amount, signed=True, total=True)


def buy(
    t: Turn,
    who: Seat = ask.anybody("Who buys?"),
    hat: str = ask.choice("Which hat?", tuple(PRICES), detail=lambda _, hat: f"${PRICES[hat]}"),
    gift: bool = ask.yes_no("Is it a gift?", usual="no"),
) -> None:
    """Buy a hat from the Treasury."""
    price = PRICES[hat]
    t.refuse(price > t.held(who), f"${price} is more than {who} holds.", "hat")
    t.pay(who, "treasury", price)
    t.pay("stock", who, 1, "hats", "hat")
    t.narrate(f"{who} buys the {hat} hat{' as a gift' if gift else ''}.")
    t.step("Price", -price, signed=True, total=True)


def note(t: Turn, words: str = ask.reason("What is to be noted?")) -> None:
    """Write something into the journal."""
    t.narrate(f"Note: {words}")


def stop(t: Turn) -> None:
    """End the evening; whoever holds most wins."""
    t.set(over="yes")
    t.narrate("The evening ends.")


def standing(t, who):
    if who.name == "Broken":
        raise ValueError("a card that can't be drawn")
    held, hats = t.held(who), t.held(who, "hats", "hat")
    return Standing(
        who.key,
        f"${held:,}",
        holdings=tuple(Holding("Hat") if at < hats else Holding() for at in range(3)),
        progress=min(100, held // 5),
        up=up(t) == who,
        details=(("Cash", f"${held:,}"), ("Hats", str(hats))),
    )


def prompt(t):
    if t.over:
        return Prompt("The game is over")
    who = up(t)
    return Prompt(
        f"{who} rolls",
        "Throw both dice.",
        Offer("roll", {"who": who.key}, "Roll", "primary"),
        (Offer("buy", {"who": who.key}, "Buy a hat"), Offer("stop", {}, "Stop here", "danger")),
    )


def ending(t):
    if not t.over:
        return None
    order = sorted(t.seats, key=lambda who: -t.held(who))
    places = tuple((who, at, f"${t.held(who):,}") for at, who in enumerate(order, 1))
    return Result("Most money when the evening ended.", (order[0],), places)


def hats(next=prompt, **more):  # noqa: A002 - as a game calls it
    """Declare the game, with what a test has otherwise."""
    game = Game(
        "hats",
        "Hats",
        "A game for tests.",
        players=(2, 6),
        colour="#14532D",
        edition="tests",
        banks=("treasury", "stock"),
        kept=KeptNames(sign="", table="table"),
        table_state={"turn": None, "over": None},
        shortlist=("give",),
        **{"without": ("leave", "correct_money", "change_house"), **more},
    )
    game.action("Roll", group="Turn", source="Rolling")(roll)
    game.action("Pay a player", group="Money", source="Paying")(give)
    game.action("Buy a hat", group="Money", source="Buying")(buy)
    game.action("Write a note", group="Table")(note)
    game.action("Stop here", group="Table")(stop)
    game.card(standing)
    game.next(next)
    game.end_if(ending)
    game.status(lambda t: (Badge(f"Round {t.table.ledger.seq // len(t.seats) + 1}"),))
    return game


HATS = hats()
NAMES = ("Alice", "Ben", "Chen", "Dora", "Emeka", "Frederika")


def find(key):
    assert key == "hats"
    return HATS


def new_open_plays(folder):
    return OpenPlays(Journal(Book.open(folder)))


def new_play(open_plays, seats=2, names=NAMES):
    return open_plays.journal.begin(
        game="hats",
        title="Friday hats",
        seats=[Place(name.lower(), name) for name in names[:seats]],
        houses={},
        board={},
        edition="tests",
    ).id
