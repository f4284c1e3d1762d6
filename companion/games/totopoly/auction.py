"""The auction: lot by lot to the highest bidder, with 5% for the auctioneer.

Rulebook: «Auctioneer».
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Reason, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.totopoly import gates, lots, race, retiring, state
from companion.games.totopoly.board import CARDS, HORSES
from companion.games.totopoly.houses import AUCTION
from companion.games.totopoly.leases import card_detail, card_label, left_with
from companion.games.totopoly.state import AUCTIONEER, FUND, HAMMER, LOTS, OUT, RUNNING, line, money, name
from companion.rules.money import commission

SOURCE = "Auctioneer"
RULE = "One lot at a time, in whole units from 1, without reserve, to the highest bidder; the auctioneer may bid too."
HOUSE_ON = {
    "price": "The auctioneer's 5% comes out of the price.",
    "bank": "The bank pays the auctioneer's 5%.",
}
HOUSE_ROUNDING = {
    "down": "Half a unit of commission is dropped.",
    "least": "Commission is never less than 1.",
}


def _offered(table: Table, _answers: Answers) -> tuple[str, ...]:
    return lots.offered(table)


def _most(table: Table, answers: Answers) -> int:
    return lots.most(table, str(answers.get("who") or ""))


Lot: TypeAlias = Annotated[str, Choice(CARDS, card_label, _offered, card_detail)]
Price: TypeAlias = Annotated[int, Amount(1, _most, unit=state.UNIT)]


def _up(table: Table, lot: str) -> None:
    gates.at(table, LOTS)
    if lot in lots.offered(table):
        return
    if lot in state.lying(table, HAMMER):
        raise Refusal(f"{state.card_name(table, lot)} was passed over: it comes again when the others are gone.", "lot")
    raise Refusal(f"{state.card_name(table, lot)} is not under the hammer.", "lot")


@action(SOURCE, title="Sold", group="Auction")
def sell(table: Table, lot: Lot, who: Who, price: Price) -> Effect:
    """Knock a lot down to the highest bidder, who pays the bank, and the auctioneer his commission.

    lot: Which lot?
    who: Who bids highest?
    price: At what price?
    """
    _up(table, lot)
    gates.seated(table, who)
    if reason := lots.why_not_hold(table, who, lot):
        raise Refusal(reason, "who")
    limit, held = lots.most(table, who), state.cash(table, who)
    if state.tracked(table):
        if limit < 1:
            raise Refusal(f"{name(table, who)} holds {money(held)}: too little for any bid.", "who")
        if price > limit:
            with_it = "" if limit == held else " with the commission"
            raise Refusal(
                f"{name(table, who)} holds {money(held)} and can pay {money(limit)} at most{with_it}.", "price"
            )
    sold = _sold(table, lot, who, price)
    return sold + _closed_if_empty(table.after(sold))


def _closed_if_empty(table: Table) -> Effect:
    """End the auction with the last lot, and a race that went on beside it when no horse is left to come."""
    closed = lots.closed_if_empty(table)
    after = table.after(closed)
    if state.stage(table) == state.stage(after) or state.stage(after) != RUNNING or race.waits(after):
        return closed
    # the race closes itself with the last horse home; here the others were scratched, and it can't know
    return replace(closed, narration="The auction is over, and no horse is left to come.") + race.close(after)


def _sold(table: Table, lot: str, who: str, price: int) -> Effect:
    extra, on = lots.due_on(table, who, price), table.house("commission_on")
    buyer, held = state.purse(who), state.cash(table, who)
    postings = state.pay(price, buyer, FUND) + state.earn(table, AUCTIONEER, extra, buyer if on == "top" else FUND)
    postings += state.move(lot, HAMMER, f"{who}:cards")
    after = held + sum(one.quantity for one in postings if one.account == buyer and one.unit == state.UNIT)
    fund = state.held(table, FUND) + price - (0 if on == "top" else extra)
    of_fund = "The bank has" if state.keeps(table) == AUCTION else "Prize fund"
    sale = Effect(
        f"{name(table, who)} buys {state.card_name(table, lot)} for {money(price)}.",
        postings,
        lots.forgotten(table, lot),
        (
            line(f"{name(table, who)} pays the bank", price, total=True),
            _commission_line(table, who, price, extra),
            *left_with(table, who, after),
            line(of_fund, fund),
        ),
        RULE,
        _bit(table, who, price, extra),
    )
    return sale + lots.warned(table, who, lot) + lots.crowded(table.after(sale), who if lot in HORSES else "")


def _commission_line(table: Table, who: str, price: int, extra: int) -> Line:
    """Say who pays the commission on a lot, and to whom."""
    on, auctioneer = table.house("commission_on"), state.hat_name(table, AUCTIONEER)
    if who != state.wearer(table, AUCTIONEER):
        by = {"top": f"{name(table, who)} pays {auctioneer}", "bank": "The bank pays"}
        return line(f"{by.get(on, 'Out of the price')} 5% of {money(price)}, to the nearest unit", extra)
    if table.house("own_lots") == "none":
        return Line("The auctioneer's own lot carries no commission")
    by = {"top": f"{name(table, who)} keeps", "bank": f"The bank pays {auctioneer}"}
    who_pays = by.get(on, f"Out of the price {auctioneer} gets")
    return line(f"{who_pays} 5% of {money(price)} on the auctioneer's own lot", extra)


def _bit(table: Table, who: str, price: int, extra: int) -> tuple[str, ...]:
    """Name the house rules that made a difference to this lot."""
    on, rounding = table.house("commission_on"), table.house("auction_rounding")
    own = who == state.wearer(table, AUCTIONEER)
    found = [HOUSE_ON[on]] if extra and on in HOUSE_ON else []
    if own and extra:
        found.append("The auctioneer's own lots carry commission.")
    carries = not own or table.house("own_lots") != "none"
    if carries and commission(price, rounding) != commission(price):
        found.append(HOUSE_ROUNDING[rounding])
    return tuple(found)


@action(SOURCE, title="Nobody bids", group="Auction")
def no_bid(table: Table, lot: Lot) -> Effect:
    """Pass over a lot for which nobody bids.

    lot: Which lot?
    """
    _up(table, lot)
    what = state.card_name(table, lot)
    if table.house("no_bid") == "again" and not table.ledger.mark(lot, "passed"):
        return Effect(
            f"Nobody bids for {what}: it comes again at the end.",
            marks=(Mark(lot, "passed", 1),),
            working=(Line("Passed over a second time it is out of the game"),),
            rule="A lot that nobody bids for comes once more when the others are gone.",
            house=("A lot without a bid is offered again.",),
        )
    gone = Effect(
        f"Nobody bids for {what}: it is out of the game.",
        working=(Line(f"{what}: unsold"),),
        rule="There is no reserve; what nobody wants is out of the game, and such a horse does not run.",
    )
    gone += lots.withdrawn(table, lot)
    gone += retiring.scratched_unsold(table, lot)
    return gone + _closed_if_empty(table.after(gone))


@action("", title="Stop the auction", group="Auction")
def end_auction(table: Table, reason: Reason) -> Effect:
    """End the auction early: every lot not sold is out of the game.

    reason: Why?
    """
    gates.at(table, LOTS)
    left = state.lying(table, HAMMER)
    count = f"{len(left)} {'lot is' if len(left) == 1 else 'lots are'} out of the game" if left else "no lot was left"
    ended = Effect(
        f"The auction is stopped, {count} ({reason}).",
        tuple(posting for card in left for posting in state.move(card, HAMMER, OUT)),
        tuple(mark for card in left for mark in lots.forgotten(table, card)),
        rule="What is not sold is out of the game.",
    )
    for card in left:
        ended += retiring.scratched_unsold(table.after(ended), card)
    return ended + _closed_if_empty(table.after(ended))


ACTIONS = (sell, no_bid, end_auction)
