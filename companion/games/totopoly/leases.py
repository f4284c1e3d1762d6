"""The leases: opening the book, the deal, which of the dealt cards are kept and paid for, and the auction of the rest.

Rulebook: «Money», «The Deal», «Discarding», «Payment» and «Auctioneer».
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from companion.api import Auction, Refusal
from companion.games.totopoly.betting.totalisator import refund
from companion.games.totopoly.borrowing import require_may_hold, warn
from companion.games.totopoly.box import (
    BETTING,
    HORSES,
    LEASE_CARDS,
    LEASES,
    LOTS,
    OVER,
    PARADE,
    PHASES,
    RING,
    RUNNING,
    SETUP,
)
from companion.games.totopoly.game import (
    AUCTIONEER,
    BANK,
    BANKER,
    BOX,
    CLERK,
    GAME,
    HAMMER,
    NOBODY,
    OUT,
    PACK,
    ROLES,
    Player,
    Role,
    TotopolyTurn,
    When,
    ask,
    ask_lease,
    during,
)
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, EVENING, House
from companion.games.totopoly.race import close_race
from companion.rules.money import COMMISSION, commission, highest_bid

START_CASH = 700
FEW = 4
"""With fewer players than this the auctioneer's card is left out."""
PRINTED = "board"
"""Of whom the book notes what this table's board says otherwise."""

leases = partial(GAME.action, group="Leases", when=during(LEASES))


# --- opening the book ------------------------------------------------------------------------------


def _ask_who_is(role: str) -> Player:
    """Ask who has a role; nobody is offered where the book does not need it."""

    def now(t: TotopolyTurn) -> tuple[Player, ...]:
        return (*t.seats, t.holder(NOBODY)) if role in t.keeps.roles else ()

    return ask.anybody(f"Who is {ROLES[role]}?", NOBODY, now=now, optional=True)


@GAME.action(
    "Open the book",
    group="Set-up",
    source="Money",
    when=When(lambda t: t.phase == SETUP, "The book is open already."),
)
def start(
    t: TotopolyTurn,
    horses: int = ask.number(
        "How many horses run?", 2, len(HORSES), what="number of horses", usual=len(HORSES)
    ),
    banker: Player | None = _ask_who_is(BANKER),
    auctioneer: Player | None = _ask_who_is(AUCTIONEER),
    clerk: Player | None = _ask_who_is(CLERK),
) -> None:
    """Begin: everyone gets the money for the evening. For the Tote or a bookmaker alone the betting opens."""
    if not t.bets_only and horses != len(HORSES):
        raise Refusal("Which horses run is seen from the leases; leave the number out.", "horses")
    given = {BANKER: banker, AUCTIONEER: auctioneer, CLERK: clerk}
    if t.bets_only:
        _open_race(t, horses)
    elif t.keeps == AUCTION_ONLY:
        _open_auction(t)
    else:
        _open_leases(t)
    for role, who in given.items():
        if who:
            t.give_role(role, who)
            t.step(f"{ROLES[role]}: {who}")


def _open_leases(t: TotopolyTurn) -> None:
    t.go_to(LEASES)
    if t.keeps == EVENING:
        for who in t.seats:
            t.pay(BOX, who, START_CASH)
        t.narrate(f"Everyone begins with {t.written(START_CASH)}.")
        t.step(f"Each of {len(t.seats)} players gets", START_CASH, signed=True)
        t.step("Ten 50, six 25, eight 5 and ten 1; the rest goes back in the box")
    else:
        t.narrate("The bank's book is open; nobody's cash is followed.")
    card = t.business_of("auctioneer")
    if card and len(t.seats) < FEW:
        t.move(card, PACK, OUT)
        t.step("Fewer than four players: the auctioneer's card is left out, an Auctioneer is named")


def _open_auction(t: TotopolyTurn) -> None:
    t.narrate("The auction's book is open; nobody's cash is followed.")
    _put_up(t, LEASE_CARDS)
    if card := t.business_of("auctioneer"):
        t.move(card, PACK, OUT)


def _put_up(t: TotopolyTurn, cards: Iterable[str]) -> None:
    """Begin the auction with these cards, but for the auctioneer's."""
    t.go_to(LOTS)
    for lot in cards:
        if lot != t.business_of("auctioneer"):
            t.move(lot, PACK, HAMMER)


def _open_race(t: TotopolyTurn, horses: int) -> None:
    t.go_to(BETTING)
    t.field = horses
    t.narrate(f"The book is open on {horses} horses.")


@GAME.joined
def joined(t: TotopolyTurn, _who: Player) -> None:
    """Refuse who comes once the cards are dealt; a new backer may come at any time where only bets are kept."""
    t.refuse(not t.bets_only and t.phase != SETUP, "The cards are dealt: nobody can join any more.")


# --- payment ------------------------------------------------------------------------------------------


@leases(
    "Keep a card",
    source="Payment",
    rule="What is kept is paid for at the price on the card; anything may be thrown into the auction instead. The "
    "auctioneer's card is shown at once, costs nothing, and its player holds the auction.",
    button="Keep {card}",
)
def keep(
    t: TotopolyTurn,
    who: Player = ask.player("Who keeps a card?", stays=True),
    card: str = ask_lease(
        "Which card?",
        lambda t: t.keepable,
        "is not to be kept any more",
        private=lambda t: t.find_player("who") if t.hidden else None,
    ),
    price: int | None = ask.money(
        "What price is printed on it?",
        at_least=0,
        about="card",
        optional=True,
    ),
) -> None:
    """Keep a dealt card and pay the bank the price printed on it; the auctioneer's card is free."""
    if t.business_type(card) == "auctioneer":
        t.move(card, PACK, who)
        t.give_role(AUCTIONEER, who)
        t.narrate(f"{who} shows the auctioneer's card and is Auctioneer.")
        return
    require_may_hold(who, card, "card")
    printed = t.price(card)
    cost = printed if price is None else price
    t.refuse(not cost, f"Copy the price from the card of {t.card_name(card)}.", "price")
    if t.tracked and who.cash < cost:
        has = (
            f"{who} holds {t.written(who.cash)}, and the card costs {t.written(cost)}: throw it in."
        )
        raise Refusal(has, "card" if price is None else "price")
    t.narrate(f"{who} pays {t.written(cost)} for {'a card' if t.hidden else t.card_name(card)}.")
    t.pay(who, BANK, cost, what="")
    t.move(card, PACK, who)
    if cost != printed:
        t.note(PRINTED, **{f"{card}.price": cost})
    warn(who, card)


@leases(
    "Nobody shows the auctioneer's card",
    source="The Deal",
    when=(
        during(LEASES),
        When(
            lambda t: len(t.seats) >= FEW,
            "With fewer than four players the card is left out; name an Auctioneer.",
        ),
        When(
            lambda t: not t.thing(Role, AUCTIONEER).settled,
            lambda t: f"{t.role(AUCTIONEER).name} holds the auction already.",
        ),
        When(lambda t: not t.swapped, "Everybody has swapped a card already."),
    ),
    rule="With the auctioneer's card in nobody's hand everybody must swap one card with the dummy hand: it goes "
    "under that, and the top one is taken.",
)
def swap(
    t: TotopolyTurn,
    dealer: Player = ask.player("Who dealt? The player who cut the highest number."),
) -> None:
    """The card lies in the dummy hand: everyone swaps one card with it, the dealer's left first."""
    first = t.after(dealer)
    t.swapped = True
    t.dealer = dealer
    t.narrate(
        f"Nobody shows the auctioneer's card: everybody swaps one card with the dummy hand, {first.name} first."
    )


@leases(
    "Begin the auction",
    source="Auctioneer",
    when=(
        during(LEASES),
        When(
            lambda t: t.thing(Role, AUCTIONEER).settled,
            "First say who holds the auction: who shows the card, or who is named Auctioneer.",
        ),
    ),
    rule="The dummy hand and everything thrown in is sold one lot at a time, without reserve.",
)
def open_auction(t: TotopolyTurn) -> None:
    """End the leases: the cards that nobody kept are auctioned, with the dummy hand."""
    if (card := t.business_of("auctioneer")) in t.unkept:
        t.move(card, PACK, OUT)
        t.step("The auctioneer's card was in nobody's hand: it is out")
    _put_up(t, t.unkept)
    t.narrate(f"The leases are paid; {t.count(len(t.find_lying(HAMMER)), 'lot')} under the hammer.")
    close_if_empty(t)


# --- the auction --------------------------------------------------------------------------------------------

NEXT = {
    RING: "the training ring is next",
    PARADE: "the entrance fees are next",
    OVER: "the auction is over",
}
auction = partial(GAME.action, group="Auction", source="Auctioneer", when=during(LOTS))


def lots_now(t: TotopolyTurn) -> tuple[str, ...]:
    """Return the lots that may be put up now: those passed over once come again when the others are gone."""
    lots = t.find_lying(HAMMER)
    return tuple(card for card in lots if not t.lease(card).passed) or lots


def _ask_lot() -> Any:
    """Ask for a lot, by a horse's colour: what it costs is settled by the bids."""
    return ask_lease(
        "Which lot?",
        lots_now,
        "is not under the hammer now",
        private=lambda t: t.role(AUCTIONEER) if t.hidden else None,
        detail=lambda t, lot: t.colour(lot) if lot in HORSES else "",
    )


def commission_due(t: TotopolyTurn, who: Player, price: int) -> int:
    """Return the auctioneer's commission on a lot at this price; none on own ones if the table has it so."""
    if who == t.role(AUCTIONEER) and t.house.own_lots == "none":
        return 0
    return commission(price, t.house.auction_rounding)


def highest_price(who: Player) -> int:
    """Return the highest price a player can pay with the commission; zero where cash is not followed."""
    t, held = who.t, max(0, who.cash)
    if not t.tracked:
        return 0
    if t.house.commission_on != "top" or who == t.role(AUCTIONEER):
        return held
    return highest_bid(held, t.house.auction_rounding)


@auction(
    "Sold",
    asked_by="",
    rule="One lot at a time, in whole units from 1, without reserve, to the highest bidder; "
    "the auctioneer may bid too, and on such a lot there is no commission.",
    button="Sell {lot} to {who}",
    auction=Auction("who", "price", unsold="no_bid", held_by=lambda t: t.role(AUCTIONEER)),
)
def sell(
    t: TotopolyTurn,
    lot: str = _ask_lot(),
    who: Player = ask.player("Who bids highest?"),
    price: int = ask.money("At what price?", at_most=lambda t: highest_price(t.find_player("who"))),
) -> None:
    """Sell a lot to the highest bidder, who pays the bank. The auctioneer gets a commission."""
    require_may_hold(who, lot, "who")
    if t.tracked and price > (limit := highest_price(who)):
        raise Refusal(
            f"{who} holds {t.written(who.cash)} and can bid {t.written(limit)} at most.", "price"
        )
    extra = commission_due(t, who, price)
    t.narrate(f"{who} buys {t.card_name(lot)} for {t.written(price)}.")
    t.pay(who, BANK, price, what="")
    t.earn(AUCTIONEER, extra, who if t.house.commission_on == "top" else BANK)
    t.move(lot, HAMMER, who)
    forget_pass(t, lot)
    _show_commission(t, who, price, extra)
    warn(who, lot)
    close_if_empty(t)


def _show_commission(t: TotopolyTurn, who: Player, price: int, extra: int) -> None:
    """Say who pays the commission on a lot, and to whom, and which house rules made a difference to it."""
    auctioneer = t.role(AUCTIONEER)
    own = who == auctioneer
    if own and t.house.own_lots == "none":
        return
    how = {"top": "on top", "price": "out of the price", "bank": "from the bank"}[
        t.house.commission_on
    ]
    t.step(
        f"{auctioneer} gets {COMMISSION}% of {t.written(price)} {how}, to the nearest unit", extra
    )
    if extra:
        t.by_house_rule(House.commission_on)
    if extra and own:
        t.by_house_rule(House.own_lots)
    if commission(price, t.house.auction_rounding) != commission(price):
        t.by_house_rule(House.auction_rounding)


def forget_pass(t: TotopolyTurn, card: str) -> None:
    if t.lease(card).passed is not None:
        t.lease(card).passed = None


@auction(
    "Nobody bids",
    rule="There is no reserve: a lot that nobody bids for is out of the game, and such a horse does not run.",
    button="Nobody bids for {lot}",
)
def no_bid(t: TotopolyTurn, lot: str = _ask_lot()) -> None:
    """Pass over a lot for which nobody bids."""
    what = t.card_name(lot)
    if t.house.no_bid == "again" and not t.lease(lot).passed:
        t.lease(lot).passed = 1
        t.narrate(f"Nobody bids for {what}: it comes again at the end.")
        t.by_house_rule(House.no_bid)
        return
    t.narrate(f"Nobody bids for {what}: it is out of the game.")
    _take_out(t, lot)


@auction("Stop the auction", source="", rule="What is not sold is out of the game.")
def end_auction(
    t: TotopolyTurn, reason: str = ask.reason(ready=("Everybody has enough", "It is getting late"))
) -> None:
    """End the auction early: every lot not sold is out of the game."""
    left = t.find_lying(HAMMER)
    t.narrate(f"The auction is stopped, {t.count(len(left), 'lot')} out of the game ({reason}).")
    _take_out(t, *left)


def _take_out(t: TotopolyTurn, *cards: str) -> None:
    """Take lots out of the game; a horse of who retired is scratched, and bets on it go back before the off."""
    for card in cards:
        t.move(card, HAMMER, OUT)
        forget_pass(t, card)
    now = t.day_phase
    for card in cards:
        if card in HORSES and now in (RING, PARADE, BETTING, RUNNING):
            t.lease(card).scratched = 1
            t.narrate(f"{t.card_name(card)} is scratched.")
            if now in (PARADE, BETTING):
                refund(t, card)
    close_if_empty(t)


def close_if_empty(t: TotopolyTurn) -> None:
    """End the auction with the last lot, and a race that went on beside it when no horse is left to come."""
    if t.phase != LOTS or t.find_lying(HAMMER):
        return
    if not t.resume:
        without_ring = t.keeps == BANK_ONLY and t.house.training != "fund"
        phase = OVER if t.keeps == AUCTION_ONLY else PARADE if without_ring else RING
        t.go_to(phase)
        t.narrate(f"No lot is left: {NEXT[phase]}.")
        return
    t.go_to(PHASES[t.resume])
    t.resume = None
    if t.phase == RUNNING and not t.waits:
        # the race closes itself with the last horse home; here the others were scratched, and it can't know
        t.narrate("The auction is over, and no horse is left to come.")
        close_race(t)
    else:
        t.narrate("The auction is over; the game goes on where it stood.")
