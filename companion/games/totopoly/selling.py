"""Private sales: by who cannot pay, and of surplus horses before the race.

Rulebook: «Borrowing» and «Discarding».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Who
from companion.core.table import Effect, Refusal, Table
from companion.games.totopoly import dues, gates, lots, state
from companion.games.totopoly.advantages import check_buyer
from companion.games.totopoly.board import CARDS, HORSES
from companion.games.totopoly.leases import card_detail, card_label, free, left_with
from companion.games.totopoly.state import PARADE, RING, line, money, name

SOURCE = "Borrowing"
RULE = "A private sale goes from player to player: no commission, nothing for the prize fund, no credit."


def _of_giver(table: Table, answers: Answers) -> tuple[str, ...]:
    giver = str(answers.get("giver") or "")
    return tuple(card for card in state.cards(table, giver) if not free(table, card))


def _most(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("taker") or ""))) if state.tracked(table) else 0


Lease: TypeAlias = Annotated[str, Choice(CARDS, card_label, _of_giver, card_detail)]
Price: TypeAlias = Annotated[int, Amount(1, _most, unit=state.UNIT)]


@action(SOURCE, title="Sell privately", group="Players")
def private_sale(table: Table, giver: Who, card: Lease, taker: Who, price: Price) -> Effect:
    """Sell a horse or a business to another player at the best offer, to meet a debt or because three horses run.

    giver: Who sells?
    card: What is sold?
    taker: Who makes the best offer?
    price: For how much?
    """
    gates.at(table, RING, PARADE)
    gates.seated(table, giver, "giver")
    due = dues.open_due(table)
    if due is not None and due.who != giver:
        gates.quiet(table)
    if not any(not free(table, one) for one in state.cards(table, giver)):
        raise Refusal(f"{name(table, giver)} has nothing to sell.", "giver")
    if due is None and not lots.surplus(table, giver):
        raise Refusal("Privately sells only who can't pay a debt, or has more than three horses.", "giver")
    if card not in state.cards(table, giver):
        raise Refusal(f"{state.card_name(table, card)} is not {table.name(giver)}'s.", "card")
    if free(table, card):
        raise Refusal("The auctioneer's card is not sold.", "card")
    if due is None and card not in HORSES:
        raise Refusal("Without a debt only a surplus horse is sold.", "card")
    check_buyer(table, giver, taker, price)
    if reason := lots.why_not_hold(table, taker, card):
        raise Refusal(reason, "taker")
    sold = Effect(
        f"{name(table, taker)} buys {state.card_name(table, card)} from {table.name(giver)} for {money(price)}.",
        state.pay(price, state.purse(taker), state.purse(giver)) + state.move(card, f"{giver}:cards", f"{taker}:cards"),
        working=(
            line(f"{name(table, taker)} pays {table.name(giver)}", price, total=True),
            *left_with(table, taker, state.cash(table, taker) - price),
            *left_with(table, giver, state.cash(table, giver) + price),
        ),
        rule=RULE,
    )
    sold += lots.warned(table, taker, card) + lots.crowded(table.after(sold), taker if card in HORSES else "")
    return sold + dues.settled_if_met(table.after(sold))


ACTIONS = (private_sale,)
