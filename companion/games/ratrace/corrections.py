"""Putting the book right: the table is sovereign, and every correction carries its reason.

Also gifts and private sales, where the house rule allows them.
"""

from __future__ import annotations

from companion.api import Refusal, sentence
from companion.games.ratrace.board import CLASS_IN, CLASS_NAMES, PAPER_CLASS, PAPER_NAMES
from companion.games.ratrace.game import (
    AUCTION,
    CREDIT,
    DUE,
    EVENT_NAMES,
    EXCHANGE,
    GAME,
    HAMMER,
    ITEMS,
    LOTTERY,
    QUIET,
    RACE,
    STOCK,
    TREASURY,
    Player,
    RatraceTurn,
    ask,
    ask_business,
)
from companion.games.ratrace.options import House

PURSES = (RACE, EXCHANGE, LOTTERY)


def _sum(t: RatraceTurn) -> str:
    return t.written(int(t.answers["amount"] or 0))


def _card_label(t: RatraceTurn, card: str) -> str:
    return ITEMS[card].name(t)


@GAME.action("Call it off", group="Event")
def call_off(t: RatraceTurn, reason: str = ask.reason()) -> None:
    """Call off what is under way: stakes go back, unsold cards go back to the seller, a due debt is dropped."""
    kind, whose = t.event, t.event_player
    lying = [(who, purse, held) for purse in PURSES for who, held in t.on_table(purse).items()]
    t.refuse(kind is None and not lying, "There is nothing under way to call off.")
    for who, purse, held in lying:
        t.pay(who, who, held, purse, into="cash")
        t.step(f"{who} takes back", held, signed=True)
    t.explain("The table may call it off at any time; the reason stays in the journal.")
    if kind is None:
        t.narrate(f"What a crossed-out entry left on the table is taken back ({reason}).")
        return
    paper, amount = t.auction.paper, t.debt.amount
    t.end()
    t.narrate(f"{sentence(EVENT_NAMES[kind])} is called off ({reason}).")
    if kind == AUCTION:
        for item in t.cards_of(HAMMER):
            t.hand_over(item, HAMMER, whose)
        t.step(f"Unsold lots go back to {whose.name}")
        if paper:
            whose.paper = paper
    if kind == DUE:
        t.step(f"{whose} is let off", amount)


def _moves(t: RatraceTurn, giver: Player, taker: Player, amount: int) -> None:
    t.refuse(giver == taker, "Giver and taker are the same.", "taker")
    if giver.key != TREASURY:
        must_hold(giver, amount)
    t.pay(giver, taker, amount)
    t.step(f"{giver} gives {taker.name}", amount, total=True)
    for who in (giver, taker):
        if who.key != TREASURY:
            t.step(f"{who} then has", who.cash)


def must_hold(who: Player, amount: int) -> None:
    """Refuse who has not so much in hand."""
    t = who.t
    t.refuse(who.cash < amount, f"{who} holds {t.written(who.cash)}, not {t.written(amount)}.", "amount")


@GAME.correction("Move money", button=lambda t: f"Move {_sum(t)} to {t.find_player('taker').name}", replaces=True)
def correct_money(
    t: RatraceTurn,
    giver: Player = ask.anybody("From whom?", TREASURY),
    taker: Player = ask.anybody("To whom?", TREASURY),
    amount: int = ask.money("How much?"),
) -> str:
    """Move money between two holders, for a reason."""
    _moves(t, giver, taker, amount)
    return f"{t.written(amount)} from {giver.name} to {taker.name}"


@GAME.correction("Set a credit debt", button="{who} owes {owed}")
def correct_credit(
    t: RatraceTurn,
    who: Player = ask.anybody("Whose debt?"),
    owed: int = ask.money("How much is owed?", at_least=0),
) -> str:
    """Set what a player owes on the Credit Card, for a reason."""
    before = who.debt
    t.refuse(before == owed, f"{who} owes {t.written(owed)} on credit already.", "owed")
    t.pay(who, TREASURY, owed - before, CREDIT)
    t.step("Owed so far", before)
    t.step("Owed from now on", owed, total=True)
    return f"{who} owes {t.written(owed)} on credit"


@GAME.correction(
    "Move a card",
    button=lambda t: f"Move {ITEMS[str(t.answers['card'])].name(t)} to {t.find_player('taker').name}",
)
def correct_card(
    t: RatraceTurn,
    card: str = ask.choice(
        "Which card?", tuple(ITEMS), label=_card_label, detail=lambda _t, card: CLASS_NAMES[ITEMS[card].rank]
    ),
    giver: Player = ask.anybody("From whom?", STOCK),
    taker: Player = ask.anybody("To whom?", STOCK),
) -> str:
    """Move a Status Symbol between players and the stock, for a reason."""
    item, called = ITEMS[card], ITEMS[card].name(t)
    t.refuse(giver == taker, "Giver and taker are the same.", "taker")
    if taker.key != STOCK:
        taker.must_play("taker")
    if giver.key == STOCK:
        t.refuse(t.in_stock(item) == 0, f"{called}: out of stock.", "giver")
    else:
        t.refuse(item not in giver.cards, f"{giver} does not hold the {called}.", "giver")
    t.hand_over(item, giver, taker)
    t.step(f"{called}: from {giver.name} to {taker.name}")
    return f"{called} from {giver.name} to {taker.name}"


@GAME.correction("Set a class", button="Set {who} to {rank}")
def correct_class(
    t: RatraceTurn,
    who: Player = ask.anybody("Whose class?"),
    rank: str = ask.choice("Which class?", CLASS_NAMES),
) -> str:
    """Set the class a player is in; the token goes to its first square, and can be put right from there."""
    who.must_play()
    t.refuse(who.rank == rank, f"{who} is in {CLASS_IN[rank]} already.", "rank")
    who.place(rank)
    who.owes_auction = None
    if t.landed is not None and t.landed[0] == who:
        t.square_is_done()
    return f"{who} is in {CLASS_IN[rank]}"


@GAME.correction("Set a diploma or membership")
def correct_paper(
    t: RatraceTurn,
    who: Player = ask.anybody("Whose diploma or membership?"),
    paper: str = ask.choice("Which one?", PAPER_NAMES | {"none": "None"}),
) -> str:
    """Give a player a diploma or membership, or take it away, for a reason."""
    who.must_play()
    name = PAPER_NAMES.get(paper)
    t.refuse(name and PAPER_CLASS[paper] != who.rank, f"The {name} is of no use in {CLASS_IN[who.rank]}.", "paper")
    held = paper if name else None
    t.refuse(who.paper == held, f"That is what {who.name} has already.", "paper")
    who.paper = held
    return f"{who} has {f'the {name}' if name else 'no diploma or membership'}"


@GAME.correction(
    "Set who owns a Business",
    button=lambda t: f"Give {t.business_name(str(t.answers['business']))} to {t.find_player('owner').name}",
)
def correct_business(
    t: RatraceTurn,
    business: str = ask_business("Which Business?"),
    owner: Player = ask.anybody("Whose is it?", TREASURY),
) -> str:
    """Say who owns a Business, for a reason."""
    called, is_player = t.business_name(business), owner.key != TREASURY
    t.refuse(t.owner(business) == owner, f"{called} is {owner.name}'s already.", "owner")
    if is_player:
        owner.must_play("owner")
        t.refuse(len(owner.businesses) >= 2, f"{owner} owns two Businesses already: never more.", "owner")
    t.note("business", **{business: owner if is_player else None})
    return f"{called} is {owner.name}'s"


def _must_be_allowed(t: RatraceTurn, giver: Player, taker: Player) -> None:
    t.refuse(t.house.gifts == "no", "There are no gifts and no private sales, unless the house rule allows them.")
    QUIET.check(t)
    giver.must_play("giver")
    taker.must_play("taker")
    t.by_house_rule(House.gifts)


@GAME.action("Give money", group="Players", asked_by="giver", button="Give {taker} {amount}")
def gift(
    t: RatraceTurn,
    giver: Player = ask.anybody("Who gives?"),
    taker: Player = ask.anybody("Who gets it?"),
    amount: int = ask.money("How much?", at_most=lambda t: max(1, t.find_player("giver").cash)),
    reason: str = ask.reason("What for?"),
) -> None:
    """Give another player money, where the house rule allows gifts."""
    _must_be_allowed(t, giver, taker)
    _moves(t, giver, taker, amount)
    t.narrate(f"{giver} gives {taker.name} {t.written(amount)} ({reason}).")
    t.explain("A gift is of cash in hand.")


@GAME.action(
    "Sell a card privately",
    group="Players",
    asked_by="giver",
    button="Sell {card} to {taker} \u00b7 {amount}",
    agreed_by=lambda t: t.find_player("taker"),
)
def private_sale(
    t: RatraceTurn,
    giver: Player = ask.anybody("Who sells?"),
    card: str = ask.choice(
        "Which card?", tuple(ITEMS), label=_card_label, now=lambda t: [one.unit for one in t.find_player("giver").cards]
    ),
    taker: Player = ask.anybody("Who buys?"),
    amount: int = ask.money("For how much?", at_least=0, at_most=lambda t: t.find_player("taker").cash),
) -> None:
    """Sell a Status Symbol to another player, where the house rule allows private sales."""
    _must_be_allowed(t, giver, taker)
    item, called = ITEMS[card], ITEMS[card].name(t)
    t.refuse(item not in giver.cards, f"{giver} does not hold the {called}.", "card")
    t.refuse(giver == taker, "Seller and buyer are the same.", "taker")
    if reason := taker.why_not_hold(item):
        raise Refusal(reason, "taker")
    must_hold(taker, amount)
    t.pay(taker, giver, amount)
    t.hand_over(item, giver, taker)
    if amount:
        t.narrate(f"{taker} buys the {called} from {giver.name} privately for {t.written(amount)}.")
    else:
        t.narrate(f"{taker} is given the {called} by {giver.name}.")
    t.step(f"{taker} pays {giver.name}", amount, total=True)
    t.step(f"{taker} then has", taker.cash)
    t.step(f"{giver} then has", giver.cash)
    t.explain("A private sale obeys the limits of the hand.")
