"""Putting the book right: the table is sovereign, and every correction carries its reason.

Also gifts and private sales, where the house rule allows them.
"""

from __future__ import annotations

from functools import partial

from companion.api import Condition, sentence
from companion.games.ratrace.board import CLASS_IN, CLASS_NAMES, PAPERS, SQUARES
from companion.games.ratrace.game import (
    CREDIT,
    GAME,
    ITEMS,
    QUIET,
    STOCK,
    TREASURY,
    Player,
    RatraceTurn,
    ask,
    ask_business,
)
from companion.games.ratrace.options import House

ALLOWED = Condition[RatraceTurn](
    lambda t: t.house.gifts == "yes",
    "There are no gifts and no private sales, unless the house rule allows them.",
)
between = partial(GAME.action, group="Players", asked_by="giver", when=(ALLOWED, *QUIET))


def _card_label(t: RatraceTurn, card: str) -> str:
    return ITEMS[card].name(t)


@GAME.action(
    "Call it off",
    group="Event",
    rule="The table may call it off at any time; the reason stays in the journal.",
)
def call_off(t: RatraceTurn, reason: str = ask.reason()) -> None:
    """Call off what is under way: stakes go back, unsold cards go back to the seller, a due debt is dropped."""
    event = t.open_event
    t.refuse(
        event is None and not any(gamble.stakes for gamble in t.gambles),
        "There is nothing under way to call off.",
    )
    for gamble in t.gambles:
        gamble.give_back()
    if event is None:
        t.narrate(f"What a crossed-out entry left on the table is taken back ({reason}).")
        return
    event.call_off()
    t.narrate(f"{sentence(event.called)} is called off ({reason}).")


@GAME.correction("Move money", button="{taker} gets {amount}", replaces=True)
def correct_money(
    t: RatraceTurn,
    giver: Player = ask.anybody("From whom?", TREASURY),
    taker: Player = ask.anybody("To whom?", TREASURY, but="giver"),
    amount: int = ask.money("How much?", paid_by="giver"),
) -> str:
    """Move money between two holders, for a reason."""
    t.pay(giver, taker, amount, what="")
    return f"{t.written(amount)} from {giver.name} to {taker.name}"


@GAME.correction("Set a credit debt", button="{who} owes {owed}")
def correct_credit(
    t: RatraceTurn,
    who: Player = ask.anybody("Whose debt?"),
    owed: int = ask.money("How much is owed?", at_least=0),
) -> str:
    """Set what a player owes on the Credit Card, for a reason."""
    t.pay(who, TREASURY, owed - who.debt, CREDIT)
    t.step("Owed from now on", owed, total=True)
    return f"{who} owes {t.written(owed)} on credit"


@GAME.correction("Move a card", button="{taker} gets {card}")
def correct_card(
    t: RatraceTurn,
    card: str = ask.choice(
        "Which card?",
        tuple(ITEMS),
        label=_card_label,
        detail=lambda _t, card: CLASS_NAMES[ITEMS[card].rank],
    ),
    giver: Player = ask.anybody("From whom?", STOCK),
    taker: Player = ask.player("To whom?", STOCK, but="giver"),
) -> str:
    """Move a Status Symbol between players and the stock, for a reason."""
    item, called = ITEMS[card], ITEMS[card].name(t)
    if giver.key == STOCK:
        t.refuse(t.in_stock(item) == 0, f"{called}: out of stock.", "giver")
    else:
        t.refuse(item not in giver.cards, f"{giver} does not hold the {called}.", "giver")
    t.hand_over(item, giver, taker)
    return f"{called} from {giver.name} to {taker.name}"


@GAME.correction("Set a class", button="Set {who} to {rank}")
def correct_class(
    t: RatraceTurn,
    who: Player = ask.player("Whose class?"),
    rank: str = ask.choice("Which class?", CLASS_NAMES),
) -> str:
    """Set the class a player is in; the token goes to its first square, and can be put right from there."""
    who.place(rank)
    who.owes_auction = None
    if t.landed and who in t.landed:
        t.square_is_done()
    return f"{who} is in {CLASS_IN[rank]}"


@GAME.correction("Set a diploma or membership")
def correct_paper(
    t: RatraceTurn,
    who: Player = ask.player("Whose diploma or membership?"),
    paper: str = ask.choice("Which one?", PAPERS | {"none": "None"}),
) -> str:
    """Give a player a diploma or membership, or take it away, for a reason."""
    name = PAPERS.get(paper)
    useless = name and who.rank not in SQUARES[paper].classes
    t.refuse(useless, f"The {name} is of no use in {CLASS_IN[who.rank]}.", "paper")
    who.paper = paper if name else None
    return f"{who} has {f'the {name}' if name else 'no diploma or membership'}"


@GAME.correction("Set who owns a Business", button="{owner} owns {business}")
def correct_business(
    t: RatraceTurn,
    business: str = ask_business("Which Business?"),
    owner: Player = ask.player("Whose is it?", TREASURY),
) -> str:
    """Say who owns a Business, for a reason."""
    called, is_player = t.business_name(business), owner != t.treasury
    too_many = is_player and len({*owner.businesses, business}) > 2
    t.refuse(too_many, f"{owner} owns two Businesses already: never more.", "owner")
    t.note("business", **{business: owner if is_player else None})
    return f"{called} is {owner.name}'s"


@between("Give money", rule="A gift is of cash in hand.", button="Give {taker} {amount}")
def gift(
    t: RatraceTurn,
    giver: Player = ask.player("Who gives?"),
    taker: Player = ask.player("Who gets it?", but="giver"),
    amount: int = ask.money("How much?", paid_by="giver"),
    reason: str = ask.reason("What for?"),
) -> None:
    """Give another player money, where the house rule allows gifts."""
    t.pay(giver, taker, amount, what="")
    t.narrate(f"{giver} gives {taker.name} {t.written(amount)} ({reason}).")
    t.by_house_rule(House.gifts)


@between(
    "Sell a card privately",
    rule="A private sale obeys the limits of the hand.",
    button="Sell {card} to {taker} \u00b7 {amount}",
    agreed_by=lambda t: t.find_player("taker"),
)
def private_sale(
    t: RatraceTurn,
    giver: Player = ask.player("Who sells?"),
    card: str = ask.choice(
        "Which card?",
        tuple(ITEMS),
        label=_card_label,
        now=lambda t: [item.unit for item in t.find_player("giver").cards],
    ),
    taker: Player = ask.player("Who buys?", but="giver"),
    amount: int = ask.money("For how much?", at_least=0, paid_by="taker"),
) -> None:
    """Sell a Status Symbol to another player, where the house rule allows private sales."""
    item, called = ITEMS[card], ITEMS[card].name(t)
    t.refuse(item not in giver.cards, f"{giver} does not hold the {called}.", "card")
    reason = taker.why_not_hold(item)
    t.refuse(reason, reason, "taker")
    t.pay(taker, giver, amount, what="")
    t.hand_over(item, giver, taker)
    if amount:
        t.narrate(f"{taker} buys the {called} from {giver.name} privately for {t.written(amount)}.")
    else:
        t.narrate(f"{taker} is given the {called} by {giver.name}.")
    t.by_house_rule(House.gifts)
