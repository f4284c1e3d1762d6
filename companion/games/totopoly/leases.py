"""Leases: which of the dealt cards are kept and paid for, and who shows the auctioneer's card.

Rulebook: «The Deal», «Discarding» and «Payment».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Who
from companion.core.table import BOARD, Effect, Line, Mark, Refusal, Table
from companion.games.totopoly import gates, hats, lots, state
from companion.games.totopoly.board import BUSINESSES, CARDS, HORSES
from companion.games.totopoly.opening import FEW
from companion.games.totopoly.state import AUCTIONEER, FUND, GAME, LEASES, LOTS, OUT, PACK, line, money, name

SOURCE = "Payment"
MOST_PRICE = 700
RULE = "What is kept is paid for at the price on the card; anything may be thrown into the auction instead."


def card_label(table: Table, _answers: Answers, card: str) -> str:
    """Say a lease card where one is chosen."""
    return state.card_name(table, card)


def card_detail(table: Table, _answers: Answers, card: str) -> str:
    """Say what stands on a lease card: the price, and a horse's colour."""
    price = state.price(table, card)
    printed = money(price) if price else "price not copied yet"
    return f"{state.colour(table, card)}, {printed}" if card in HORSES else printed


def _in_the_deal(table: Table, _answers: Answers) -> tuple[str, ...]:
    return state.unkept(table)


Dealt: TypeAlias = Annotated[str, Choice(CARDS, card_label, _in_the_deal, card_detail)]
CardPrice: TypeAlias = Annotated[int, Amount(0, unit=state.UNIT)]


def free(table: Table, card: str) -> bool:
    """Whether a card is the auctioneer's, which costs nothing."""
    return card in BUSINESSES and state.role(table, card) == "auctioneer"


@action(SOURCE, title="Keep a card", group="Leases")
def keep(table: Table, who: Who, card: Dealt, price: CardPrice | None = None) -> Effect:
    """Keep a dealt card and pay the bank the price printed on it; the auctioneer's card is free.

    who: Who keeps a card?
    card: Which card?
    price: What is printed on it? Asked once for each card, and remembered.
    """
    gates.at(table, LEASES)
    gates.seated(table, who)
    if card not in state.unkept(table):
        raise Refusal(f"{state.card_name(table, card)} is {_where(table, card)} already.", "card")
    if free(table, card):
        return _shown(table, who, card)
    if reason := lots.why_not_hold(table, who, card):
        raise Refusal(f"{reason} Throw it in.", "card")
    printed = state.price(table, card)
    cost = printed if price is None else price
    if not cost:
        raise Refusal(f"Copy the price from the card of {state.card_name(table, card)} once.", "price")
    if cost > MOST_PRICE:
        raise Refusal(f"No card costs more than {money(MOST_PRICE)}.", "price")
    held = state.cash(table, who)
    if state.tracked(table) and held < cost:
        told = f"{name(table, who)} holds {money(held)}, and the card costs {money(cost)}: throw it in."
        raise Refusal(told, "card" if price is None else "price")
    learnt = (Mark(BOARD, f"{card}.price", cost),) if cost != printed else ()
    what = "a card" if state.hidden(table) else state.card_name(table, card)
    kept = Effect(
        f"{name(table, who)} pays {money(cost)} for {what}.",
        state.pay(cost, state.purse(who), FUND) + state.move(card, PACK, f"{who}:cards"),
        learnt,
        (
            line(f"{state.card_name(table, card)}, at the price on the card", cost, total=True),
            *((line("Price copied from the card", cost),) if learnt else ()),
            *left_with(table, who, held - cost),
            line("Prize fund", state.held(table, FUND) + cost),
        ),
        RULE,
    )
    return kept + lots.warned(table, who, card)


def left_with(table: Table, who: str, held: int) -> tuple[Line, ...]:
    """Say what a player has in hand then, where cash is followed."""
    return (line(f"{name(table, who)} then has", held),) if state.tracked(table) else ()


def _where(table: Table, card: str) -> str:
    if owner := state.owner(table, card):
        return "kept" if state.hidden(table) else f"{table.name(owner)}'s"
    return "out of the game" if table.ledger.balance(OUT, card) > 0 else "under the hammer"


def _shown(table: Table, who: str, card: str) -> Effect:
    return Effect(
        f"{name(table, who)} shows the auctioneer's card and is Auctioneer.",
        state.move(card, PACK, f"{who}:cards"),
        hats.worn(AUCTIONEER, who),
        (Line("The auctioneer's card costs nothing"),),
        "Who is dealt the auctioneer's card shows it at once and holds the auction.",
    )


@action("The Deal", title="Nobody shows the auctioneer's card", group="Leases")
def swap(table: Table, dealer: Who) -> Effect:
    """Note that the card lies in the dummy hand: everybody swaps one card with it, left of the dealer first.

    dealer: Who dealt? Whoever cut the highest number.
    """
    gates.at(table, LEASES)
    if len(state.playing(table)) < FEW:
        raise Refusal("With fewer than four players the card is left out; name an Auctioneer.")
    if hats.settled(table, AUCTIONEER):
        raise Refusal(f"{state.hat_name(table, AUCTIONEER)} holds the auction already.")
    if table.ledger.mark(GAME, "swapped") is not None:
        raise Refusal("Everybody has swapped a card already.")
    gates.seated(table, dealer, "dealer")
    order = state.playing(table)
    first = order[(order.index(dealer) + 1) % len(order)]
    return Effect(
        f"Nobody shows the auctioneer's card: everybody swaps one card with the dummy hand, {table.name(first)} first.",
        marks=(Mark(GAME, "swapped", 1), Mark(GAME, "dealer", dealer)),
        working=(Line("The card given up goes under the dummy hand, the top one is taken"),),
        rule="With the auctioneer's card in nobody's hand everybody must swap one card with the dummy hand.",
    )


@action("Auctioneer", title="Begin the auction", group="Leases")
def open_auction(table: Table) -> Effect:
    """End the leases: every card that was not kept goes under the hammer, with the dummy hand."""
    gates.at(table, LEASES)
    card = state.business_of(table, "auctioneer")
    thrown = tuple(one for one in state.unkept(table) if one != card)
    if not hats.settled(table, AUCTIONEER):
        raise Refusal("First say who holds the auction: who shows the card, or who is named Auctioneer.")
    away = state.move(card, PACK, OUT) if card in state.unkept(table) else ()
    begun = Effect(
        f"The leases are paid. {len(thrown)} {'lot comes' if len(thrown) == 1 else 'lots come'} under the hammer.",
        away,
        (state.to(LOTS),),
        (
            line("Prize fund so far", state.held(table, FUND)),
            *((Line("The auctioneer's card was in nobody's hand: it is out"),) if away else ()),
        ),
        "The dummy hand and everything thrown in is sold one lot at a time, without reserve.",
    )
    begun += lots.put_up(thrown, PACK)
    return begun + lots.closed_if_empty(table.after(begun))


ACTIONS = (keep, swap, open_auction)
