"""The bets of a race: writing them down and giving them back, and what is said of them.

A bet at the Tote is noted as who laid it, on which horse, and how much; one in a book as whose book, who laid it, on
which horse, to win or for a place, how much, at which odds. The stakes of a book lie in the bookmaker's till, which is
the bookmaker's own money.

What an earlier race carried to this one is noted as ``carried``, and what a payout leaves for the next as ``left``: so
a pool that does not match its slips, as after an entry was crossed out, is seen.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from companion.api import Refusal
from companion.games.totopoly.game import (
    GAME,
    POUND,
    SIDE,
    TILL,
    TOTE,
    BookSlip,
    Player,
    Slip,
    TotopolyTurn,
    When,
)
from companion.games.totopoly.lease_cards import HORSES
from companion.rules import betting
from companion.rules.betting import Dividend, Terms

SOURCE = "The Totalisator or Bookmaker"
KINDS = {betting.WIN: "to win", betting.PLACE: "for a place"}


def require_runner(t: TotopolyTurn, horse: str) -> None:
    """Refuse a horse that is not in the race."""
    if horse not in t.runners:
        why = "is scratched" if t.is_scratched(horse) else "does not run in this race"
        raise Refusal(f"{t.horse(horse)} {why}.", "horse")


# --- writing bets down, and giving them back -----------------------------------------------------------


def write_slip(t: TotopolyTurn, number: int, bet: Slip | None) -> None:
    """Record what stands on a slip from now on; ``None`` takes it off the pad."""
    t.note_in_race(TOTE, "bet", f"{bet.who.key} {bet.horse} {bet.stake}" if bet else None, number)


def write_book_slip(t: TotopolyTurn, bet: BookSlip) -> None:
    """Record a bet in a book."""
    words = f"{bet.bookmaker.key} {bet.who.key} {bet.horse} {bet.wager.kind} {bet.stake} {bet.wager.odds.key}"
    t.note_in_race(SIDE, "bet", words, bet.number)


def give_back(t: TotopolyTurn, bet: Slip) -> None:
    """Give a stake back from the pool, and take the slip off the pad."""
    t.pay(TOTE, bet.who, bet.stake)
    write_slip(t, bet.number, None)
    t.step(f"Back to {bet.who.name}", bet.stake, total=True)


def give_back_from_book(t: TotopolyTurn, bet: BookSlip) -> None:
    """Give a stake back from the till, and take the bet out of the book."""
    t.pay(bet.bookmaker, bet.who, bet.stake, TILL, into="cash")
    t.note_in_race(SIDE, "bet", None, bet.number)
    t.step(f"{bet.bookmaker} gives {bet.who.name} back", bet.stake)


def refund(t: TotopolyTurn, horse: str) -> bool:
    """Give all bets on a horse back, from the pool and from every bookmaker's till; return whether there were any."""
    at_tote = [bet for bet in t.slips if bet.horse == horse and not t.tote_paid]
    in_books = [bet for bet in t.book_slips if bet.horse == horse and not bet.bookmaker.book_paid]
    for slip in at_tote:
        give_back(t, slip)
    for bet in in_books:
        give_back_from_book(t, bet)
    return bool(at_tote or in_books)


def bet_words(t: TotopolyTurn, bet: BookSlip) -> str:
    """Say a bet: how much, on which horse, to win or for a place, at which odds."""
    wager = bet.wager
    return f"{t.written(wager.stake)} on {t.horse_name(wager.horse)} {KINDS[wager.kind]}, at {wager.odds.words}"


# --- what the Tote would pay, and whether the pool holds what belongs there ---------------------------


def mismatch(t: TotopolyTurn) -> str:
    """Say that pool and slips do not match, and what to do; empty where they do."""
    should = t.belongs
    if should == t.in_pool:
        return ""
    amount = t.written(should) if should else "nothing"
    said = f"{amount} belongs there"
    if not t.tote_paid:
        said = f"{'slips and what was carried here ask' if t.carried_here else 'the slips ask'} for {amount}"
    return f"{t.written(t.in_pool)} lies in the pool, and {said}: put the pool right."


MATCH = When(lambda t: not mismatch(t), mismatch)


def terms(t: TotopolyTurn) -> Terms:
    """Return how this table plays its Tote; a whole evening has one race, and nothing is carried on from it."""
    unbacked = betting.KEPT if carries_in_vain(t) else t.house.unbacked
    return Terms(t.house.dividend, t.house.breakage, unbacked, t.house.least)


def carries_in_vain(t: TotopolyTurn) -> bool:
    """Whether a pool that nobody won would be carried on, had the evening another race."""
    return t.tracked and t.house.unbacked == betting.CARRIED


def dividends(t: TotopolyTurn) -> dict[str, Dividend]:
    """Return what every horse would pay now."""
    return betting.dividends(t.slips, HORSES, terms(t), t.carried_here)


def pays(t: TotopolyTurn, of: Dividend) -> str:
    """Say what a unit on a horse gets back, or what becomes of the pool where nobody backed it."""
    if of.backed:
        return of.words()
    if not of.total:
        return ""
    unbacked = {betting.REFUND: "bets go back", betting.CARRIED: "pool is carried on"}
    return unbacked.get(terms(t).unbacked, "clerk keeps all")


def say_usual_dividend(of: Dividend) -> str:
    """Write the dividend at exactly the usual commission, to two decimals; empty where nobody backed the horse."""
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
        if of.words() != say_usual_dividend(of):
            t.step(f"At exactly {betting.USUAL_PERCENT}% that would be {say_usual_dividend(of)}")
        show_warning(t, of)


def commission_words(of: Dividend) -> str:
    """Name the commission, in percent to one decimal where it is not the usual one."""
    if of.gave_way:
        return "Commission, which gives way to the stakes"
    percent = betting.decimal(100 * of.commission, of.total, 1)
    rounded = of.figure is not None and percent != str(betting.USUAL_PERCENT)
    return f"Commission, {percent}%{' for a round figure' if rounded else ''}"


def show_warning(t: TotopolyTurn, of: Dividend) -> None:
    """Warn where the backers of a winner would get back less than they laid, or the commission gives way."""
    if of.short:
        what = "its part of the pool" if of.parts > 1 else "the pool after commission"
        t.step(f"Warning: {what}, {t.written(of.net // of.parts)}, is less than was laid on it")
    elif of.gave_way:
        t.step(f"Commission gives way to {t.written(of.commission)}, so that stakes come back whole")
    elif of.whole:
        t.step("Its part would be less than was laid on it: the stakes come back whole")


@GAME.exposure
def open_results(t: TotopolyTurn, who: Player) -> dict[str, int]:
    """Return what each horse that may still win would bring a bookmaker, or cost, until the book is paid out."""
    return who.exposure if who in t.bookmakers and not who.book_paid else {}
