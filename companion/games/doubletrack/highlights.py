"""What was remarkable about an evening, told only once it is over: bids, tolls, bonuses.

As long as the screens are up, nothing is told that would have to be added up: only what everybody saw happen at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.highlights import Best, Highlight, Kind, walk
from companion.core.questions import read_each
from companion.core.table import Table
from companion.games.doubletrack import sales, state
from companion.games.doubletrack.sales import CARD, PASS, Sale
from companion.games.doubletrack.state import AUCTION, BIDS, money, name
from models.ledger import EffectiveEntry, Place, Proposal, moved

BID = Kind("bid", "Highest winning bid")
IN_VAIN = Kind("in_vain", "Highest bid in vain")
POT = Kind("pot", "Most taken at one auction")
TOLL = Kind("toll", "Dearest gate")
BONUS = Kind("bonus", "Biggest Loser's Bonus")
STOLEN = Kind("stolen", "Gate passes stolen", "", adds=True)
TOLLS = Kind("tolls", "Tolls taken", adds=True)
CHIPS = Kind("chips", "Chips at the end")


def highlights(table: Table, lines: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
    """Everything worth keeping of an evening that the table may know now."""
    if state.hidden(table) and not state.ended(table):
        return ()
    best, stolen, tolls = Best(), Counter[str](), Counter[str]()
    for sale, place in _sales(lines):
        _sold(best, table, sale, place)
    for told, before, _ in walk(table, lines):
        proposal = told.proposal
        if proposal.action == "steal_pass":
            stolen[str(proposal.answers.get("who"))] += 1
        elif proposal.action in ("toll", "passage"):
            _through(best, tolls, table, told, before)
        elif proposal.action == "losers_bonus":
            _bonus(best, table, told)
    return (*best.highlights, *_stolen(table, stolen), *(() if state.hidden(table) else _lifted(table, tolls)))


def _sales(lines: Sequence[EffectiveEntry]) -> list[tuple[Sale, Place]]:
    """List every auction as its bids stand: those put right take the place of those read wrongly."""
    found: list[tuple[Sale, Place]] = []
    for told in lines:
        said = {mark.name: mark.value for mark in told.proposal.marks if mark.holder == AUCTION}
        if not {"kind", "who", "bids"} <= set(said) or said["bids"] is None:
            continue
        if told.proposal.action == "correct_bids" and found:
            found.pop()
        bids = read_each(str(said["bids"]))
        found.append((Sale(str(said["kind"]), str(said["who"]), bids, str(said.get("what") or "")), told.place))
    return found


def _what(table: Table, sale: Sale) -> str:
    if sale.kind == CARD:
        return "a card"
    return f"the {state.colour_name(table, sale.what)} gate pass" if sale.kind == PASS else "the lead"


def _sold(best: Best, table: Table, sale: Sale, place: Place) -> None:
    what = _what(table, sale)
    scale = max(1, state.stack(table))
    for who, bid in sale.bids.items():
        called, weight = name(table, who), min(40, 40 * bid // scale)
        if who == sale.winner:
            best.put(Highlight(BID, who, bid, f"{called} won {what} with a bid of {money(bid)}.", place, 30 + weight))
        elif bid:
            # where nobody won, there was a tie at the top
            how = "tied at" if sale.winner is None and bid == sale.top else "lost a bid of"
            best.put(Highlight(IN_VAIN, who, bid, f"{called} {how} {money(bid)} for {what}.", place, 20 + weight))
    if sale.pot and (sale.kind != sales.LEAD or sale.winner is None):
        weight = 25 + min(40, 40 * sale.pot // scale)
        said = f"{name(table, sale.who)} took {money(sale.pot)} for {what}."
        best.put(Highlight(POT, sale.who, sale.pot, said, place, weight))


def _chips(proposal: Proposal) -> dict[str, int]:
    """What a line gave everybody in chips, or took."""
    sums = ((account.partition(":"), quantity) for (account, _), quantity in moved(proposal.postings).items())
    return {holder: quantity for (holder, _, what), quantity in sums if what == "chips"}


def _through(best: Best, tolls: Counter[str], table: Table, told: EffectiveEntry, before: Table) -> None:
    """Tell what was paid at a gate: at once, or when the roll went through. Chips that come back pay nobody."""
    proposal = told.proposal
    gate = str(proposal.answers.get("gate") or "")
    asker = str(before.ledger.mark(state.GATE, f"{gate}.asker") or proposal.answers.get("who") or "")
    for who, amount in _chips(proposal).items():
        if amount <= 0 or who == asker:
            continue
        tolls[who] += amount
        what = state.colour_name(table, gate)
        said = f"{name(table, who)} let {name(table, asker)} through the {what} gate for {money(amount)}."
        best.put(
            Highlight(TOLL, who, amount, said, told.place, 25 + min(40, 80 * amount // max(1, state.stack(table))))
        )


def _bonus(best: Best, table: Table, told: EffectiveEntry) -> None:
    given = any(one.account == BIDS and one.quantity < 0 for one in told.proposal.postings)
    for who, amount in _chips(told.proposal).items() if given else ():
        said = f"{name(table, who)} got a Loser's Bonus of {money(amount)}."
        best.put(
            Highlight(BONUS, who, amount, said, told.place, 25 + min(30, 30 * amount // max(1, state.stack(table))))
        )


def _stolen(table: Table, stolen: Counter[str]) -> Iterable[Highlight]:
    for who, count in stolen.items():
        passes = "a gate pass" if count == 1 else f"{count} gate passes"
        yield Highlight(STOLEN, who, count, f"{name(table, who)} stole {passes}.", weight=min(60, 20 + 8 * count))


def _lifted(table: Table, tolls: Counter[str]) -> Iterable[Highlight]:
    """Tell what adds up, where the chips lie open."""
    for who, amount in tolls.items():
        yield Highlight(TOLLS, who, amount, f"{name(table, who)} took {money(amount)} in tolls.", weight=20)
    for who in state.playing(table) if state.ended(table) else ():
        held = state.held(table, who)
        yield Highlight(CHIPS, who, held, f"{name(table, who)} had {money(held)} in chips at the end.", weight=8)
