"""Putting the book right: the table is sovereign, and every correction carries its reason.

Also gifts and private sales, where the house rule allows them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Player, Reason, Who, WhoOrTreasury
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.ratrace import auction, gates, sale, state
from companion.games.ratrace.board import CLASS_IN, CLASS_NAMES, CLASSES, PAPERS
from companion.games.ratrace.business import Business
from companion.games.ratrace.state import (
    AUCTION,
    DUE,
    EXCHANGE,
    ITEM_OF,
    LANDING_DONE,
    LOTTERY,
    RACE,
    STOCK,
    TREASURY,
    money,
    name,
)  # fmt: skip

PURSES = (RACE, EXCHANGE, LOTTERY)
RULE = "The table may correct the book at any time; the reason stays in the journal."

Sum: TypeAlias = Annotated[int, Amount(1)]
Debt: TypeAlias = Annotated[int, Amount(0)]
Rank: TypeAlias = Annotated[str, Choice(CLASSES, lambda _table, _answers, value: CLASS_NAMES[value])]
PaperOrNone: TypeAlias = Annotated[
    str, Choice((*PAPERS, "none"), lambda _table, _answers, value: PAPERS[value][0] if value in PAPERS else "None")
]
Card: TypeAlias = Annotated[
    str,
    Choice(
        tuple(ITEM_OF),
        lambda table, _answers, value: ITEM_OF[value].name(table),
        detail=lambda _table, _answers, value: CLASS_NAMES[ITEM_OF[value].rank],
    ),
]
WhoOrStock: TypeAlias = Annotated[str, Player(("stock",))]
OwnCard: TypeAlias = Annotated[
    str,
    Choice(
        tuple(ITEM_OF),
        lambda table, _answers, value: ITEM_OF[value].name(table),
        lambda table, answers: tuple(item.unit for item in state.cards(table, str(answers.get("giver") or ""))),
    ),
]


def _held_by_giver(table: Table, answers: Answers) -> int:
    return max(1, state.cash(table, str(answers.get("giver") or "")))


def _purse_of_taker(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("taker") or "")))


def _moves(table: Table, giver: str, taker: str, amount: int, told: str) -> Effect:
    if giver == taker:
        raise Refusal("Giver and taker are the same.", "taker")
    if giver != TREASURY and state.cash(table, giver) < amount:
        held = money(state.cash(table, giver))
        raise Refusal(f"{name(table, giver)} holds {held}, not {money(amount)}.", "amount")
    working = (
        Line(f"{name(table, giver)} gives {table.name(taker)}", amount, total=True),
        *(
            Line(f"{name(table, who)} then has", state.cash(table, who) + change)
            for who, change in ((giver, -amount), (taker, amount))
            if who != TREASURY
        ),
    )
    return Effect(told, state.pay(amount, giver, taker), working=working, rule=RULE)


@action("", title="Move money", group="Corrections")
def correct_money(table: Table, giver: WhoOrTreasury, taker: WhoOrTreasury, amount: Sum, reason: Reason) -> Effect:
    """Move money between two holders, for a reason.

    giver: From whom?
    taker: To whom?
    amount: How much?
    reason: Why?
    """
    told = f"Correction: {money(amount)} from {table.name(giver)} to {table.name(taker)} ({reason})."
    return _moves(table, giver, taker, amount, told)


@action("", title="Set a credit debt", group="Corrections")
def correct_credit(table: Table, who: Who, owed: Debt, reason: Reason) -> Effect:
    """Set what a player owes on the Credit Card, for a reason.

    who: Whose debt?
    owed: How much is owed?
    reason: Why?
    """
    before = state.debt(table, who)
    if before == owed:
        raise Refusal(f"{name(table, who)} owes {money(owed)} on credit already.", "owed")
    change = owed - before
    return Effect(
        f"Correction: {name(table, who)} owes {money(owed)} on credit ({reason}).",
        state.pay(change, who, TREASURY, "credit"),
        working=(Line("Owed so far", before), Line("Owed from now on", owed, total=True)),
        rule=RULE,
    )


def _card_place(holder: str) -> str:
    return STOCK if holder == "stock" else f"{holder}:cards"


@action("", title="Move a card", group="Corrections")
def correct_card(table: Table, card: Card, giver: WhoOrStock, taker: WhoOrStock, reason: Reason) -> Effect:
    """Move a Status Symbol between players and the stock, for a reason.

    card: Which card?
    giver: From whom?
    taker: To whom?
    reason: Why?
    """
    item = ITEM_OF[card]
    if giver == taker:
        raise Refusal("Giver and taker are the same.", "taker")
    if taker != "stock":
        gates.seated(table, taker, "taker")
    if giver != "stock" and item not in state.cards(table, giver):
        raise Refusal(f"{name(table, giver)} does not hold the {item.name(table)}.", "giver")
    if giver == "stock" and (left := state.in_stock(table, item)) is not None and left <= 0:
        raise Refusal(f"{item.name(table)}: out of stock.", "giver")
    return Effect(
        f"Correction: {item.name(table)} from {table.name(giver)} to {table.name(taker)} ({reason}).",
        state.hand_card(item, _card_place(giver), _card_place(taker)),
        working=(Line(f"{item.name(table)}: from {table.name(giver)} to {table.name(taker)}"),),
        rule=RULE,
    )


@action("", title="Set a class", group="Corrections")
def correct_class(table: Table, who: Who, rank: Rank, reason: Reason) -> Effect:
    """Set the class a player is in; the token goes to its first square, and can be put right from there.

    who: Whose class?
    rank: Which class?
    reason: Why?
    """
    gates.seated(table, who)
    if state.rank(table, who) == rank:
        raise Refusal(f"{name(table, who)} is in {CLASS_IN[rank]} already.", "rank")
    marks = [Mark(who, "class", rank), Mark(who, "square", 0), Mark(who, "owes_auction", None)]
    now = state.pending(table)
    if now is not None and now[0] == who:
        marks += LANDING_DONE
    return Effect(f"Correction: {name(table, who)} is in {CLASS_IN[rank]} ({reason}).", marks=tuple(marks), rule=RULE)


@action("", title="Set a diploma or membership", group="Corrections")
def correct_paper(table: Table, who: Who, paper: PaperOrNone, reason: Reason) -> Effect:
    """Give a player a diploma or membership, or take it away, for a reason.

    who: Whose paper?
    paper: Which one?
    reason: Why?
    """
    gates.seated(table, who)
    held = None if paper == "none" else paper
    if held is not None and PAPERS[held][1] != state.rank(table, who):
        raise Refusal(f"The {state.paper_name(held)} is of no use in {CLASS_IN[state.rank(table, who)]}.", "paper")
    if state.paper(table, who) == held:
        raise Refusal(f"That is what {table.name(who)} has already.", "paper")
    what = state.paper_name(held) if held else "no diploma or membership"
    return Effect(
        f"Correction: {name(table, who)} has {'the ' if held else ''}{what} ({reason}).",
        marks=(Mark(who, "paper", held),),
        rule=RULE,
    )


@action("", title="Set who owns a Business", group="Corrections")
def correct_business(table: Table, business: Business, owner: WhoOrTreasury, reason: Reason) -> Effect:
    """Say who owns a Business, for a reason.

    business: Which Business?
    owner: Whose is it?
    reason: Why?
    """
    if state.owner(table, business) == owner:
        raise Refusal(f"{state.business_name(table, business)} is {table.name(owner)}'s already.", "owner")
    if owner != TREASURY:
        gates.seated(table, owner, "owner")
    if owner != TREASURY and len(state.owned(table, owner)) >= 2:
        raise Refusal(f"{name(table, owner)} owns two Businesses already: never more.", "owner")
    mark = Mark("business", business, None if owner == TREASURY else owner)
    told = f"Correction: {state.business_name(table, business)} is {table.name(owner)}'s ({reason})."
    return Effect(told, marks=(mark,), rule=RULE)


@action("", title="Call it off", group="Event")
def call_off(table: Table, reason: Reason) -> Effect:
    """Call off what is under way: stakes go back, unsold cards go back to the seller, a due debt is dropped.

    reason: Why?
    """
    kind = state.event(table)
    lying = [(who, purse, held) for purse in PURSES for who, held in state.table_money(table, purse).items()]
    if kind is None and not lying:
        raise Refusal("There is nothing under way to call off.")
    postings = tuple(posting for who, purse, held in lying for posting in state.take_back(who, purse, held))
    working = [Line(f"{name(table, who)} takes back", held, signed=True) for who, _, held in lying]
    if kind is None:
        told = f"What a struck line left on the table is taken back ({reason})."
        return Effect(told, postings, working=tuple(working), rule=RULE)
    marks = state.end_event(table, kind)
    if kind == AUCTION:
        postings += auction.cards_back(table)
        working.append(Line(f"Unsold lots go back to {table.name(sale.seller(table))}"))
        if paper := state.said(table, AUCTION, sale.PAPER):
            marks += (Mark(sale.seller(table), "paper", paper),)
    if kind == DUE:
        who, amount = state.said(table, DUE, "who"), state.count(table, DUE, "amount")
        working.append(Line(f"{name(table, who)} is let off", amount))
    what = gates.EVENT_NAMES[kind]
    return Effect(f"{what[0].upper() + what[1:]} is called off ({reason}).", postings, marks, tuple(working), RULE)


@action("", title="Give money", group="Players")
def gift(
    table: Table,
    giver: Who,
    taker: Who,
    amount: Annotated[int, Amount(1, _held_by_giver)],
    reason: Reason,
) -> Effect:
    """Give another player money, where the house rule allows gifts.

    giver: Who gives?
    taker: Who gets it?
    amount: How much?
    reason: What for?
    """
    _allowed(table, giver, taker)
    told = f"{name(table, giver)} gives {table.name(taker)} {money(amount)} ({reason})."
    given = _moves(table, giver, taker, amount, told)
    return replace(given, rule="A gift is of cash in hand.", house=("Gifts and private sales are allowed.",))


@action("", title="Sell a card privately", group="Players")
def private_sale(
    table: Table,
    giver: Who,
    card: OwnCard,
    taker: Who,
    amount: Annotated[int, Amount(0, _purse_of_taker)],
) -> Effect:
    """Sell a Status Symbol to another player, where the house rule allows private sales.

    giver: Who sells?
    card: Which card?
    taker: Who buys?
    amount: For how much?
    """
    _allowed(table, giver, taker)
    item = ITEM_OF[card]
    if item not in state.cards(table, giver):
        raise Refusal(f"{name(table, giver)} does not hold the {item.name(table)}.", "card")
    if giver == taker:
        raise Refusal("Seller and buyer are the same.", "taker")
    if reason := state.why_not_hold(table, taker, item):
        raise Refusal(reason, "taker")
    if state.cash(table, taker) < amount:
        held = money(state.cash(table, taker))
        raise Refusal(f"{name(table, taker)} holds {held}, not {money(amount)}.", "amount")
    how = f"buys the {item.name(table)} from {table.name(giver)} privately for {money(amount)}"
    if not amount:
        how = f"is given the {item.name(table)} by {table.name(giver)}"
    return Effect(
        f"{name(table, taker)} {how}.",
        state.pay(amount, taker, giver) + state.hand_card(item, f"{giver}:cards", f"{taker}:cards"),
        working=(
            Line(f"{name(table, taker)} pays {table.name(giver)}", amount, total=True),
            Line(f"{name(table, taker)} then has", state.cash(table, taker) - amount),
            Line(f"{name(table, giver)} then has", state.cash(table, giver) + amount),
        ),
        rule="A private sale obeys the limits of the hand.",
        house=("Gifts and private sales are allowed.",),
    )


def _allowed(table: Table, giver: str, taker: str) -> None:
    if table.house("gifts") == "no":
        raise Refusal("There are no gifts and no private sales, unless the house rule allows them.")
    gates.quiet(table)
    gates.seated(table, giver, "giver")
    gates.seated(table, taker, "taker")


ACTIONS = (
    call_off, correct_money, correct_credit, correct_card, correct_class, correct_paper, correct_business, gift,
    private_sale,
)  # fmt: skip
