"""What every horse would pay at the Tote, and whether the pool holds what belongs there.

What an earlier race carried to this one is noted as ``carried``, and what a payout leaves for the next as ``left``: so
a pool that does not match its slips, as after an entry was crossed out, is seen.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from companion.games.totopoly.game import POUND, TotopolyTurn
from companion.games.totopoly.lease_cards import HORSES
from companion.games.totopoly.slips import Slip, slips
from companion.rules import betting
from companion.rules.betting import Dividend, Terms


def laid(found: tuple[Slip, ...]) -> int:
    """Add up what is laid on some slips."""
    return sum(one.stake for one in found)


def carried(t: TotopolyTurn, found: tuple[Slip, ...]) -> int:
    """Return how much an earlier race left in the pool beside the bets of this one."""
    if t.tote_paid:
        return 0
    return max(0, t.in_pool - laid(found)) if t.carried_in is None else t.carried_in


def belongs(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> int:
    """Return how much should lie in the pool: the bets and what was carried here, or what the payout carries on.

    Here and below, ``found`` are the slips where they have been read already.
    """
    if t.tote_paid:
        return max(0, t.in_pool) if t.carried_on is None else t.carried_on
    found = slips(t) if found is None else found
    return laid(found) + carried(t, found)


def mismatch(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> str:
    """Say that pool and slips do not match, and what to do; empty where they do."""
    should = belongs(t, found)
    if should == t.in_pool:
        return ""
    there, amount = f"{t.written(t.in_pool)} lies in the pool, and", t.written(should) if should else "nothing"
    if t.tote_paid:
        return f"{there} {amount} belongs there: put the pool right."
    who = "slips and what was carried here ask" if carried(t, slips(t)) else "the slips ask"
    return f"{there} {who} for {amount}: put the pool right."


def require_match(t: TotopolyTurn) -> None:
    """Refuse while the pool and the slips do not match."""
    t.refuse(why := mismatch(t), why)


def tote_due(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> bool:
    """Whether the Tote has still to pay out on this race."""
    if not t.keeps_tote or t.tote_paid:
        return False
    found = slips(t) if found is None else found
    return bool(found) or carried(t, found) > 0


def terms(t: TotopolyTurn) -> Terms:
    """Return how this table plays its Tote; a whole evening has one race, and nothing is carried on from it."""
    unbacked = betting.KEPT if carries_in_vain(t) else t.option("unbacked")
    return Terms(t.option("dividend"), t.option("breakage"), unbacked, t.option("least"))


def carries_in_vain(t: TotopolyTurn) -> bool:
    """Whether a pool that nobody won would be carried on, had the evening another race."""
    return t.tracked and bool(t.option("unbacked") == betting.CARRIED)


def dividends(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> dict[str, Dividend]:
    """Return what every horse would pay now."""
    found = slips(t) if found is None else found
    return betting.dividends(found, HORSES, terms(t), carried(t, found))


def pays(t: TotopolyTurn, of: Dividend) -> str:
    """Say what a unit on a horse gets back, or what becomes of the pool where nobody backed it."""
    if of.backed:
        return of.words()
    if not of.total:
        return ""
    unbacked = {betting.REFUND: "bets go back", betting.CARRIED: "pool is carried on"}
    return unbacked.get(terms(t).unbacked, "clerk keeps all")


def at_ten_percent(of: Dividend) -> str:
    """Write the dividend at exactly 10%, to two decimals; empty where nobody backed the horse."""
    return betting.exact(of.total, of.laid).words(2) if of.backed else ""


def show_dividend(t: TotopolyTurn, horse: str) -> None:
    """Show the pool on the receipt, and what a horse would pay with it as it is."""
    of, name = dividends(t)[horse], t.card_name(horse)
    t.step("In the pool", of.total)
    if of.backed:
        t.step(commission_words(of), -of.commission, signed=True)
    t.step(f"Laid on {name}", of.laid)
    if of.backed:
        t.step(f"{name} would then pay {of.words()} for each {POUND}1: {of.net:,} \u00f7 {of.laid:,}")
        if of.words() != at_ten_percent(of):
            t.step(f"At exactly 10% that would be {at_ten_percent(of)}")
        show_warning(t, of)


def commission_words(of: Dividend) -> str:
    """Name the commission, in percent to one decimal where it is not 10."""
    if of.gave_way:
        return "Commission, which gives way to the stakes"
    percent = betting.decimal(100 * of.commission, of.total, 1)
    return f"Commission, {percent}%" + (" for a round figure" if of.figure is not None and percent != "10" else "")


def show_warning(t: TotopolyTurn, of: Dividend) -> None:
    """Warn where the backers of a winner would get back less than they laid, or the commission gives way."""
    if of.short:
        t.step(f"Warning: the pool after commission, {t.written(of.net)}, is less than was laid on it")
    elif of.gave_way:
        t.step(f"Commission gives way to {t.written(of.commission)}, so that stakes come back whole")
