"""What was remarkable about a play: bids, tolls, bonuses.

As long as the screens are up, nothing is shown that would have to be added up: only what everybody saw happen at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.api.show import Best, Highlight, Kind, Line, Place
from companion.games.doubletrack.auctions import CARD, LEAD
from companion.games.doubletrack.game import (
    AUCTION,
    GAME,
    GATE,
    DoubletrackTurn,
    LastAuction,
    Player,
)

BID = Kind("bid", "Highest winning bid")
IN_VAIN = Kind("in_vain", "Highest losing bid")
POT = Kind("pot", "Most taken at one auction")
TOLL = Kind("toll", "Dearest gate")
BONUS = Kind("bonus", "Biggest Loser's Bonus")
STOLEN = Kind("stolen", "Gate passes stolen", "", adds=True)
TOLLS = Kind("tolls", "Tolls taken", adds=True)
CHIPS = Kind("chips", "Chips at the end")


@GAME.highlights
def highlights(t: DoubletrackTurn, entries: Sequence[Line]) -> tuple[Highlight, ...]:
    """Everything worth keeping of a play that the table may know now."""
    if t.hidden and not t.winner:
        return ()
    best, stolen, tolls = Best(), Counter[Player](), Counter[Player]()
    sales: list[tuple[LastAuction, Place]] = []
    for entry, before, after in t.walk(entries):
        proposal = entry.proposal
        gained = {who: after.holder(who.key).chips - who.chips for who in before.seats}
        gains = {who: amount for who, amount in gained.items() if amount > 0}
        if any((mark.holder, mark.name) == (AUCTION, "bids") for mark in proposal.marks):
            if proposal.action == "correct_bids":
                sales.pop()  # corrected bids take the place of those read wrongly
            sales.append((after.auction, entry.place))
        elif proposal.action == "steal_pass":
            stolen[t.holder(str(proposal.answers.get("who")))] += 1
        elif proposal.action in ("toll", "passage"):
            gate = str(proposal.answers.get("gate") or "")
            asker = t.holder(
                str(before.noted(GATE, f"{gate}.asker") or proposal.answers.get("who") or "")
            )
            gains.pop(asker, None)
            tolls.update(gains)
            toll(best, asker, gate, entry.place, gains)
        elif proposal.action == "losers_bonus":
            bonus(best, t, entry.place, gains)
    for sale, place in sales:
        bids(best, t, sale, place)
    return (*best.highlights, *totals(t, stolen, tolls))


def weight(t: DoubletrackTurn, least: int, amount: int, most: int = 40, per_stack: int = 40) -> int:
    return least + min(most, per_stack * amount // max(1, t.starting_stack))


def bids(best: Best, t: DoubletrackTurn, sale: LastAuction, place: Place) -> None:
    """Add the bids of an auction, and what the seller took."""
    what = {CARD: "a card", LEAD: "the lead"}.get(
        sale.kind
    ) or f"the {t.colour_name(sale.what)} gate pass"
    for who, bid in sale.bids.items():
        if who == sale.winner:
            words = f"{who} won {what} with a bid of {t.written(bid)}."
            best.put(Highlight(BID, who.key, bid, words, place, weight(t, 30, bid)))
        elif bid:
            # where nobody won, there was a tie at the top
            how = "tied at" if sale.winner is None and bid == sale.top else "lost a bid of"
            words = f"{who} {how} {t.written(bid)} for {what}."
            best.put(Highlight(IN_VAIN, who.key, bid, words, place, weight(t, 20, bid)))
    if sale.pot and (sale.kind != LEAD or sale.winner is None):
        words = f"{sale.seller} took {t.written(sale.pot)} for {what}."
        best.put(Highlight(POT, sale.seller.key, sale.pot, words, place, weight(t, 25, sale.pot)))


def toll(best: Best, asker: Player, gate: str, place: Place, gains: Mapping[Player, int]) -> None:
    """Add what was paid at a gate: at once, or when the roll went through. Chips that come back pay nobody."""
    t = asker.t
    for who, amount in gains.items():
        words = f"{who} let {asker} through the {t.colour_name(gate)} gate for {t.written(amount)}."
        best.put(
            Highlight(TOLL, who.key, amount, words, place, weight(t, 25, amount, per_stack=80))
        )


def bonus(best: Best, t: DoubletrackTurn, place: Place, gains: Mapping[Player, int]) -> None:
    """Add a Loser's Bonus that was given, not rolled for."""
    for who, amount in gains.items():
        words = f"{who} got a Loser's Bonus of {t.written(amount)}."
        best.put(Highlight(BONUS, who.key, amount, words, place, weight(t, 25, amount, 30, 30)))


def totals(
    t: DoubletrackTurn, stolen: Counter[Player], tolls: Counter[Player]
) -> Iterable[Highlight]:
    """Yield how many gate passes everybody stole; and where the chips are open, tolls and chips added up."""
    for who, count in stolen.items():
        passes = "a gate pass" if count == 1 else f"{count} gate passes"
        yield Highlight(
            STOLEN, who.key, count, f"{who} stole {passes}.", weight=min(60, 20 + 8 * count)
        )
    if t.hidden:
        return
    for who, amount in tolls.items():
        yield Highlight(
            TOLLS, who.key, amount, f"{who} took {t.written(amount)} in tolls.", weight=20
        )
    for who in t.seats if t.winner else ():
        words = f"{who} had {t.written(who.chips)} in chips at the end."
        yield Highlight(CHIPS, who.key, who.chips, words, weight=8)
