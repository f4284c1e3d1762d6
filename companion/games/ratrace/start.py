"""Opening the table: cash for everyone, Businesses picked in turn; joining late and leaving.

Rulebook: «Q. What happens after the Treasurer is picked?» and «Q. There are six Businesses in the game. What
if there are fewer than six players?».
"""

from __future__ import annotations

from functools import partial

from companion.api import Condition, Refusal, listed
from companion.games.ratrace.board import CLASSES
from companion.games.ratrace.game import (
    CREDIT,
    GAME,
    QUIET,
    START_CASH,
    STOCK,
    TREASURY,
    Player,
    RatraceTurn,
    ask,
    ask_business,
)

SOURCE = "Q. What happens after the Treasurer is picked?"
RULE = "The lowest roll picks first and takes the first turn; picks and turns go round to the left."
OWNERS_RULE = "Nobody owns more than two Businesses; those nobody owns are the Treasury's."


def next_pick(t: RatraceTurn) -> Player | None:
    """Return who picks next: who has too few Businesses, first picks before second ones; nobody once all have."""
    first = t.first
    if first is None or t.under_way:
        return None
    once = (first, *first.others_from_left)
    twice = once[::-1] if t.house.second_pick == "reverse" else once
    order = ((who, have) for have, everybody in enumerate((once, twice)) for who in everybody)
    return next((who for who, have in order if len(who.businesses) <= have), None)


def check_not_taken(t: RatraceTurn, business: str) -> None:
    """Refuse a Business that a player owns."""
    if business not in t.unowned:
        raise Refusal(f"{t.business_name(business)} is {t.owner(business).name}'s.", "business")


@GAME.action(
    "Start the game",
    group="Set-up",
    source=SOURCE,
    rule=RULE,
    when=Condition[RatraceTurn](lambda t: not t.first, "The game has started already."),
)
def start(
    t: RatraceTurn, first: Player = ask.anybody("Who rolled lowest?", lowest=True, dice=2)
) -> None:
    """Give everyone their first cash and say who rolled lowest: that player picks first and takes the first turn."""
    for who in t.seats:
        t.pay(TREASURY, who, START_CASH)
        who.place(CLASSES[0])
    t.first = t.turn = first
    t.narrate(f"Everyone starts on Graduation Day with {t.written(START_CASH)} and a Credit Card.")
    t.narrate(f"{first} picks first.")
    t.step(f"The Treasury pays each of {len(t.seats)} players", START_CASH, signed=True)


@GAME.action(
    "Pick a Business", group="Set-up", source=SOURCE, rule=OWNERS_RULE, button="Pick {business}"
)
def pick(
    t: RatraceTurn,
    who: Player = ask.anybody("Who picks?"),
    business: str = ask_business("Which Business?"),
) -> None:
    """Pick a Business with its nine Status Symbol cards."""
    expected = next_pick(t)
    if expected is None:
        raise Refusal(
            "First say who rolled lowest." if not t.first else "Every Business is picked."
        )
    t.refuse(who != expected, f"It is {expected.name}'s pick.", "who")
    check_not_taken(t, business)
    is_first = not who.businesses
    t.note("business", **{business: who})
    if is_first:
        who.token = business
    t.narrate(f"{who} picks {t.business_name(business)}.")
    if t.under_way:
        t.started = 1
        if t.unowned:
            t.step(f"The Treasury's: {listed(map(t.business_name, t.unowned))}")


coming_and_going = partial(
    GAME.action,
    group="Players",
    source="Q. There are six Businesses in the game. What if there are fewer than six players?",
    when=QUIET,
    replaces=True,
)


@coming_and_going(
    "Join late",
    rule="A late joiner starts like everybody else, with a Business nobody owns.",
    button="Seat {called}",
)
def join(
    t: RatraceTurn,
    called: str = ask.words("What is the new player called?"),
    business: str = ask_business("With which Business?"),
    after: Player | None = ask.seat_before(),
) -> None:
    """Seat a late joiner, who starts like everybody else with a Business nobody owns."""
    t.refuse(not t.unowned, "Every Business has its owner: nobody can join.")
    who = t.sit_down(called, after)
    check_not_taken(t, business)
    who.place(CLASSES[0])
    t.note("business", **{business: who})
    t.pay(TREASURY, who, START_CASH)
    t.narrate(f"{who} joins with {t.business_name(business)} and {t.written(START_CASH)}.")
    t.step(f"The Treasury pays {who.name}", START_CASH, signed=True, total=True)


@coming_and_going(
    "Leave for good",
    rule="Who leaves for good gives everything to the Treasury; the credit debt is written off.",
    button="{who} leaves for good",
)
def leave(t: RatraceTurn, who: Player = ask.player("Who leaves?")) -> None:
    """Take a player out of the game: cash and cards go back, debt is written off."""
    t.refuse(len(t.seats) == 1, "The last player can't leave. End the game instead.", "who")
    was_on_turn, had_landed = t.on_turn == who, t.landed and who in t.landed
    t.step("Cash to the Treasury", -who.cash, signed=True)
    if who.debt:
        t.step("Credit debt written off", who.debt, signed=False)
    t.pay(who, TREASURY, who.cash)
    t.pay(TREASURY, who, who.debt, CREDIT)
    for item in who.cards:
        t.hand_over(item, who, STOCK)
    who.left = 1
    who.paper = who.closed = who.misses = None
    t.note("business", **dict.fromkeys(who.businesses))
    who.owes_auction = None
    if had_landed:
        t.square_is_done()
    t.narrate(f"{who} leaves the game; cash, cards and Businesses go to the Treasury.")
    if was_on_turn:
        t.pass_turn(who)
