"""The auction: lot by lot to the highest bidder, with a commission for the auctioneer.

Rulebook: «Auctioneer».
"""

from __future__ import annotations

from companion.api import Auction, Refusal
from companion.games.totopoly import options
from companion.games.totopoly.betting.bets import refund
from companion.games.totopoly.discarding import warn, why_not_hold
from companion.games.totopoly.game import (
    AUCTIONEER,
    BANK,
    FUND,
    GAME,
    HAMMER,
    OUT,
    Player,
    Stage,
    TotopolyTurn,
    ask,
    ask_lease,
)
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY
from companion.games.totopoly.race import close_race, waits
from companion.rules.money import COMMISSION, commission, highest_bid

SOURCE = "Auctioneer"
PAID_OTHERWISE = {
    "price": f"The auctioneer's {COMMISSION}% comes out of the price.",
    "bank": f"The bank pays the auctioneer's {COMMISSION}%.",
}
ROUNDED_OTHERWISE = {"down": "Half a unit of commission is dropped.", "least": "Commission is never less than 1."}
NEXT = {
    Stage.RING: "No lot is left: the training ring is next.",
    Stage.PARADE: "No lot is left: the entrance fees are next.",
    Stage.OVER: "No lot is left: the auction is over.",
}


def lots_now(t: TotopolyTurn) -> tuple[str, ...]:
    """Return the lots that may be put up now: those passed over once come again when the others are gone."""
    lots = t.find_lying(HAMMER)
    return tuple(card for card in lots if not t.lease(card).passed) or lots


def _colour(t: TotopolyTurn, lot: str) -> str:
    """Return a horse's colour: what a lot costs is settled by the bids."""
    return t.colour(lot) if lot in HORSES else ""


def _require_lot(t: TotopolyTurn, lot: str) -> None:
    t.require_stage(Stage.LOTS)
    if lot not in lots_now(t):
        waits_for_others = "was passed over: it comes again when the others are gone"
        why = waits_for_others if lot in t.find_lying(HAMMER) else "is not under the hammer"
        raise Refusal(f"{t.card_name(lot)} {why}.", "lot")


def _auctioneer(t: TotopolyTurn) -> Player:
    return t.role(AUCTIONEER)


def commission_due(t: TotopolyTurn, who: Player, price: int) -> int:
    """Return the auctioneer's commission on a lot at this price; none on own ones if the table has it so."""
    if who == t.role(AUCTIONEER) and t.option(options.OWN_LOTS) == "none":
        return 0
    return commission(price, t.option(options.AUCTION_ROUNDING))


def highest_price(who: Player) -> int:
    """Return the highest price a player can pay with the commission; zero where cash is not followed."""
    t, held = who.t, max(0, who.cash)
    if not t.tracked:
        return 0
    if t.option(options.COMMISSION_ON) != "top" or who == t.role(AUCTIONEER):
        return held
    return highest_bid(held, t.option(options.AUCTION_ROUNDING))


@GAME.action(
    "Sold",
    group="Auction",
    source=SOURCE,
    asked_by="",
    button="Sell {lot} to {who}",
    auction=Auction("who", "price", unsold="no_bid", held_by=_auctioneer),
)
def sell(
    t: TotopolyTurn,
    lot: str = ask_lease("Which lot?", lots_now, _colour, _auctioneer),
    who: Player = ask.anybody("Who bids highest?"),
    price: int = ask.money("At what price?", at_most=lambda t: highest_price(t.find_player("who"))),
) -> None:
    """Sell a lot to the highest bidder, who pays the bank. The auctioneer gets a commission."""
    _require_lot(t, lot)
    who.require_playing()
    if reason := why_not_hold(who, lot):
        raise Refusal(reason, "who")
    if t.tracked:
        limit, held = highest_price(who), t.written(who.cash)
        t.refuse(limit < 1, f"{who} holds {held}: too little for any bid.", "who")
        with_it = "" if limit == who.cash else " with the commission"
        t.refuse(price > limit, f"{who} holds {held} and can pay {t.written(limit)} at most{with_it}.", "price")
    extra, on_top = commission_due(t, who, price), t.option(options.COMMISSION_ON) == "top"
    t.pay(who, BANK, price, into=FUND)
    if on_top:
        t.earn(AUCTIONEER, extra, who, "cash")
    else:
        t.earn(AUCTIONEER, extra, t.bank(BANK), FUND)
    t.move(lot, HAMMER, who)
    _forget_pass(t, lot)
    t.narrate(f"{who} buys {t.card_name(lot)} for {t.written(price)}.")
    t.step(f"{who} pays the bank", price, total=True)
    _show_commission(t, who, price, extra)
    who.show_cash()
    t.step("The bank has" if t.keeps == AUCTION_ONLY else "Prize fund", t.fund)
    t.explain(
        "One lot at a time, in whole units from 1, without reserve, to the highest bidder; the auctioneer may bid too."
    )
    warn(who, lot)
    close_if_empty(t)


def _show_commission(t: TotopolyTurn, who: Player, price: int, extra: int) -> None:
    """Say who pays the commission on a lot, and to whom, and which house rules made a difference to it."""
    on, auctioneer = t.option(options.COMMISSION_ON), t.role(AUCTIONEER)
    own, free = who == auctioneer, t.option(options.OWN_LOTS) == "none"
    if own and free:
        t.step("The auctioneer's own lot carries no commission")
        return
    if own:
        pays = {"top": f"{who} keeps", "bank": f"The bank pays {auctioneer.name}"}
        by = pays.get(on, f"Out of the price {auctioneer.name} gets")
        t.step(f"{by} {COMMISSION}% of {t.written(price)} on the auctioneer's own lot", extra)
    else:
        pays = {"top": f"{who} pays {auctioneer.name}", "bank": "The bank pays"}
        by = pays.get(on, "Out of the price")
        t.step(f"{by} {COMMISSION}% of {t.written(price)}, to the nearest unit", extra)
    if extra and on in PAID_OTHERWISE:
        t.by_house_rule(PAID_OTHERWISE[on])
    if extra and own:
        t.by_house_rule("The auctioneer's own lots carry commission.")
    if commission(price, rounding := t.option(options.AUCTION_ROUNDING)) != commission(price):
        t.by_house_rule(ROUNDED_OTHERWISE[rounding])


def _forget_pass(t: TotopolyTurn, card: str) -> None:
    if t.lease(card).passed is not None:
        t.lease(card).passed = None


@GAME.action("Nobody bids", group="Auction", source=SOURCE, button="Nobody bids for {lot}")
def no_bid(
    t: TotopolyTurn,
    lot: str = ask_lease("Which lot?", lots_now, _colour, _auctioneer),
) -> None:
    """Pass over a lot for which nobody bids."""
    _require_lot(t, lot)
    what = t.card_name(lot)
    if t.option(options.NO_BID) == "again" and not t.lease(lot).passed:
        t.lease(lot).passed = 1
        t.narrate(f"Nobody bids for {what}: it comes again at the end.")
        t.step("Passed over a second time it is out of the game")
        t.explain("A lot that nobody bids for comes once more when the others are gone.")
        t.by_house_rule("A lot without a bid is offered again.")
        return
    t.narrate(f"Nobody bids for {what}: it is out of the game.")
    t.step(f"{what}: unsold")
    t.explain("There is no reserve; what nobody wants is out of the game, and such a horse does not run.")
    _take_out(t, lot)
    close_if_empty(t)


@GAME.action("Stop the auction", group="Auction")
def end_auction(
    t: TotopolyTurn, reason: str = ask.reason(ready=("Everybody has enough", "It is getting late"))
) -> None:
    """End the auction early: every lot not sold is out of the game."""
    t.require_stage(Stage.LOTS)
    left = t.find_lying(HAMMER)
    count = f"{t.count(len(left), 'lot')} {'is' if len(left) == 1 else 'are'} out of the game"
    t.narrate(f"The auction is stopped, {count if left else 'no lot was left'} ({reason}).")
    t.explain("What is not sold is out of the game.")
    _take_out(t, *left)
    close_if_empty(t)


def _take_out(t: TotopolyTurn, *cards: str) -> None:
    """Take lots out of the game; a horse of who retired is scratched, and bets on it go back before the off."""
    for card in cards:
        t.move(card, HAMMER, OUT)
        _forget_pass(t, card)
    for card in cards:
        if card in HORSES and t.resume in (Stage.RING, Stage.PARADE, Stage.BETTING, Stage.RUNNING):
            t.lease(card).scratched = 1
            t.narrate(f"{t.card_name(card)} is scratched.")
            if t.resume in (Stage.PARADE, Stage.BETTING):
                refund(t, card)


def close_if_empty(t: TotopolyTurn) -> None:
    """End the auction with the last lot, and a race that went on beside it when no horse is left to come."""
    if t.stage != Stage.LOTS or t.find_lying(HAMMER):
        return
    if not t.resume:
        ring = Stage.PARADE if t.keeps == BANK_ONLY and t.option(options.TRAINING) != "fund" else Stage.RING
        stage = Stage.OVER if t.keeps == AUCTION_ONLY else ring
        t.go_to(stage)
        t.narrate(NEXT[stage])
        return
    t.go_to(t.resume)
    t.resume = None
    if t.stage == Stage.RUNNING and not waits(t):
        # the race closes itself with the last horse home; here the others were scratched, and it can't know
        t.narrate("The auction is over, and no horse is left to come.")
        close_race(t)
    else:
        t.narrate("The auction is over; the game goes on where it stood.")
