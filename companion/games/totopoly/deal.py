"""Opening the book, the deal, and which of the dealt cards are kept and paid for.

Rulebook: «Money», «The Deal», «Discarding» and «Payment».
"""

from __future__ import annotations

from companion.api import Refusal, sentence
from companion.games.totopoly.auction import close_if_empty
from companion.games.totopoly.discarding import warn, why_not_hold
from companion.games.totopoly.game import (
    AUCTIONEER,
    BANK,
    BANKER,
    BOX,
    CLERK,
    FUND,
    GAME,
    GAME_OVER,
    HAMMER,
    LEASED,
    NOBODY,
    OUT,
    PACK,
    ROLES,
    Player,
    Stage,
    TotopolyTurn,
    ask,
    ask_lease,
)
from companion.games.totopoly.lease_cards import HORSES, LEASE_CARDS
from companion.games.totopoly.options import AUCTION_ONLY, EVENING

START_CASH = 700
FEW = 4
"""With fewer players than this the auctioneer's card is left out."""
MOST_PRICE = 700
PRINTED = "board"
"""Of whom the book notes what this table's board says otherwise."""


# --- opening the book ------------------------------------------------------------------------------


def _ask_who_is(role: str) -> Player:
    """Ask who has a role; nobody is offered where the book does not need it."""

    def now(t: TotopolyTurn) -> tuple[Player, ...]:
        return (*t.seats, t.holder(NOBODY)) if role in t.roles else ()

    return ask.anybody(f"Who is {ROLES[role]}?", NOBODY, now=now, optional=True)


@GAME.action("Open the book", group="Set-up", source="Money")
def start(
    t: TotopolyTurn,
    horses: int = ask.number("How many horses run?", 2, len(HORSES), what="number of horses", usual=len(HORSES)),
    banker: Player | None = _ask_who_is(BANKER),
    auctioneer: Player | None = _ask_who_is(AUCTIONEER),
    clerk: Player | None = _ask_who_is(CLERK),
) -> None:
    """Begin: everyone gets the money for the evening. For the Tote or a bookmaker alone the betting opens."""
    t.refuse(t.stage != Stage.SETUP, "The book is open already.")
    if not t.bets_only and horses != len(HORSES):
        raise Refusal("Which horses run is seen from the leases; leave the number out.", "horses")
    given = {BANKER: banker, AUCTIONEER: auctioneer, CLERK: clerk}
    for role, who in given.items():
        if who and who.key != NOBODY:
            who.require_playing(role)
    if t.bets_only:
        _open_race(t, horses)
    elif t.keeps == AUCTION_ONLY:
        _open_auction(t)
    else:
        _open_leases(t)
    for role, who in given.items():
        if who:
            plays = who.key != NOBODY
            t.give_role(role, who if plays else None)
            t.step(f"{ROLES[role]}: {who if plays else 'nobody who plays'}")


def _open_leases(t: TotopolyTurn) -> None:
    t.go_to(Stage.LEASES)
    if t.keeps == EVENING:
        for who in t.seats:
            t.pay(BOX, who, START_CASH)
        t.narrate(f"Everyone begins with {t.written(START_CASH)}.")
        t.step(f"Each of {len(t.seats)} players gets", START_CASH, signed=True)
        t.step("Ten 50, six 25, eight 5 and ten 1; the rest goes back in the box")
        t.explain("The bank begins with nothing: what is left after 700 each does not come into the game again.")
    else:
        t.narrate("The bank's book is open; nobody's cash is followed.")
    card = t.business_of("auctioneer")
    if card and len(t.seats) < FEW:
        t.move(card, PACK, OUT)
        t.step("Fewer than four players: the auctioneer's card is left out, an Auctioneer is named")


def _open_auction(t: TotopolyTurn) -> None:
    t.go_to(Stage.LOTS)
    card = t.business_of("auctioneer")
    lots = [one for one in LEASE_CARDS if one != card]
    for lot in lots:
        t.move(lot, PACK, HAMMER)
    if card:
        t.move(card, PACK, OUT)
    t.narrate("The auction's book is open; nobody's cash is followed.")
    t.step(f"{len(lots)} cards may come under the hammer; the auctioneer picks each lot")


def _open_race(t: TotopolyTurn, horses: int) -> None:
    t.go_to(Stage.BETTING)
    t.field = horses
    t.narrate(f"The book is open on {horses} horses.")
    t.step(f"Horses by number, 1 to {horses}; nobody's cash is followed")


@GAME.action("Join", group="Players", replaces=True)
def join(
    t: TotopolyTurn,
    called: str = ask.words("What is the new player called?"),
    after: Player | None = ask.seat_before(),
) -> None:
    """Seat one more: any time where only bets are kept, else before the cards are dealt."""
    t.refuse(t.stage == Stage.OVER, GAME_OVER)
    t.refuse(not t.bets_only and t.stage != Stage.SETUP, "The cards are dealt: nobody can join any more.")
    t.refuse(len(t.seats) >= GAME.players[1], "Six players are the most.")
    t.sit_down(called, after)
    t.narrate(f"{sentence(called)} joins.")
    t.explain("A new backer may come at any time where only bets are kept.")


# --- payment ------------------------------------------------------------------------------------------


@GAME.action("Keep a card", group="Leases", source="Payment", button="Keep {card}")
def keep(
    t: TotopolyTurn,
    who: Player = ask.anybody("Who keeps a card?", stays=True),
    card: str = ask_lease("Which card?", lambda t: t.keepable, owner=lambda t: t.find_player("who")),
    price: int | None = ask.money(
        "What price is printed on it? It is asked once, and remembered.", at_least=0, optional=True
    ),
) -> None:
    """Keep a dealt card and pay the bank the price printed on it; the auctioneer's card is free."""
    t.require_stage(Stage.LEASES)
    who.require_playing()
    t.refuse(card not in t.keepable, f"{t.card_name(card)} is {_where(t, card)} already.", "card")
    if t.business_type(card) == "auctioneer":
        _show_auctioneers_card(who, card)
        return
    if reason := why_not_hold(who, card):
        raise Refusal(f"{reason} Throw it in.", "card")
    printed = t.price(card)
    cost = printed if price is None else price
    t.refuse(not cost, f"Copy the price from the card of {t.card_name(card)}.", "price")
    t.refuse(cost > MOST_PRICE, f"No card costs more than {t.written(MOST_PRICE)}.", "price")
    if t.tracked and who.cash < cost:
        has = f"{who} holds {t.written(who.cash)}, and the card costs {t.written(cost)}: throw it in."
        raise Refusal(has, "card" if price is None else "price")
    t.narrate(f"{who} pays {t.written(cost)} for {'a card' if t.hidden else t.card_name(card)}.")
    t.pay(who, BANK, cost, into=FUND)
    t.move(card, PACK, who)
    named = "At" if t.hidden else f"{t.card_name(card)}, at"
    t.step(f"{named} the price on the card", cost, total=True)
    if cost != printed:
        t.note(PRINTED, **{f"{card}.price": cost})
        t.step("Price copied from the card", cost)
    who.show_cash()
    t.step("Prize fund", t.fund)
    t.explain("What is kept is paid for at the price on the card; anything may be thrown into the auction instead.")
    warn(who, card)


def _where(t: TotopolyTurn, card: str) -> str:
    if owner := t.owner(card):
        return f"{owner.name}'s"
    return "out of the game" if t.held(OUT, LEASED, card) > 0 else "under the hammer"


def _show_auctioneers_card(who: Player, card: str) -> None:
    t = who.t
    t.move(card, PACK, who)
    t.give_role(AUCTIONEER, who)
    t.narrate(f"{who} shows the auctioneer's card and is Auctioneer.")
    t.step("The auctioneer's card costs nothing")
    t.explain("Who is dealt the auctioneer's card shows it at once and holds the auction.")


@GAME.action("Nobody shows the auctioneer's card", group="Leases", source="The Deal")
def swap(t: TotopolyTurn, dealer: Player = ask.anybody("Who dealt? The player who cut the highest number.")) -> None:
    """The card lies in the dummy hand: everyone swaps one card with it, the dealer's left first."""
    t.require_stage(Stage.LEASES)
    t.refuse(len(t.seats) < FEW, "With fewer than four players the card is left out; name an Auctioneer.")
    t.refuse(t.is_role_given(AUCTIONEER), f"{t.role(AUCTIONEER).name} holds the auction already.")
    t.refuse(t.swapped, "Everybody has swapped a card already.")
    dealer.require_playing("dealer")
    first = t.seats[(t.seats.index(dealer) + 1) % len(t.seats)]
    t.swapped = True
    t.dealer = dealer
    t.narrate(f"Nobody shows the auctioneer's card: everybody swaps one card with the dummy hand, {first.name} first.")
    t.step("The card given up goes under the dummy hand, the top one is taken")
    t.explain("With the auctioneer's card in nobody's hand everybody must swap one card with the dummy hand.")


@GAME.action("Begin the auction", group="Leases", source="Auctioneer")
def open_auction(t: TotopolyTurn) -> None:
    """End the leases: the cards that nobody kept are auctioned, with the dummy hand."""
    t.require_stage(Stage.LEASES)
    given = t.is_role_given(AUCTIONEER)
    t.refuse(not given, "First say who holds the auction: who shows the card, or who is named Auctioneer.")
    unkept, card = t.unkept, t.business_of("auctioneer")
    lots = [one for one in unkept if one != card]
    t.go_to(Stage.LOTS)
    come = "1 lot comes" if len(lots) == 1 else f"{len(lots)} lots come"
    t.narrate(f"The leases are paid. {come} under the hammer.")
    t.step("Prize fund so far", t.fund)
    if card in unkept:
        t.move(card, PACK, OUT)
        t.step("The auctioneer's card was in nobody's hand: it is out")
    for lot in lots:
        t.move(lot, PACK, HAMMER)
    t.explain("The dummy hand and everything thrown in is sold one lot at a time, without reserve.")
    close_if_empty(t)
