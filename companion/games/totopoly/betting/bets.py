"""The bets of a race: those on the Tote's pad, what each horse would pay, and those in bookmakers' books.

A bet at the Tote is noted as who laid it, on which horse, and how much; one in a book as whose book, who laid it, on
which horse, to win or for a place, how much, at which odds. The stakes of a book lie in the bookmaker's till, which is
the bookmaker's own money.

What an earlier race carried to this one is noted as ``carried``, and what a payout leaves for the next as ``left``: so
a pool that does not match its slips, as after an entry was crossed out, is seen.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.api import Refusal
from companion.games.totopoly import options
from companion.games.totopoly.game import GAME, POOL, POUND, SIDE, TILL, TOTE, Player, Stage, TotopolyTurn
from companion.games.totopoly.lease_cards import HORSES
from companion.rules import betting
from companion.rules.betting import Dividend, Odds, Terms, Wager, read_odds

PLACES = {"three": 3, "two": 2}
KINDS = {betting.WIN: "to win", betting.PLACE: "for a place"}


# --- whether bets are taken ------------------------------------------------------------------------


def find_stage(t: TotopolyTurn) -> str:
    """Return how far the evening is; while the cards of who left are auctioned, how far it was before."""
    return str(t.resume or t.stage) if t.stage == Stage.LOTS else t.stage


def is_closed(t: TotopolyTurn) -> bool:
    """Whether the race has come so far that nobody may bet on it any more."""
    now = find_stage(t)
    if now not in (Stage.RUNNING, Stage.HOME, Stage.OVER):
        return False
    return now != Stage.RUNNING or t.option(options.CLOSE) != "bend" or bool(t.in_race(TOTE, "closed"))


def owners_first(t: TotopolyTurn) -> bool:
    """Whether only owners bet so far, each on their own horses."""
    return t.tracked and t.option(options.OWNERS_ROUND) == "round" and not t.noted(TOTE, "open")


def require_runner(t: TotopolyTurn, horse: str) -> None:
    """Refuse a horse that is not in the race."""
    if horse not in t.runners:
        why = "is scratched" if t.is_scratched(horse) else "does not run in this race"
        raise Refusal(f"{t.horse(horse)} {why}.", "horse")


def require_money(who: Player) -> None:
    """Refuse who has nothing to lay, where cash is followed."""
    t = who.t
    t.refuse(t.tracked and who.cash <= 0, f"{who} holds {t.written(0)} and can't bet.", "who")


def require_stake(who: Player, stake: int, question: str) -> None:
    """Refuse a stake above what a player holds, where cash is followed."""
    t = who.t
    held = t.written(max(0, who.cash))
    t.refuse(t.tracked and stake > who.cash, f"{who} holds {held} and can't lay {t.written(stake)}.", question)


# --- the Tote's pad ------------------------------------------------------------------------------------


class Slip(NamedTuple):
    """A bet on the Tote's pad."""

    number: int
    who: Player
    horse: str
    stake: int


def slips(t: TotopolyTurn) -> tuple[Slip, ...]:
    """Return all bets of this race that stand, in the order they were laid."""
    players = {one.key: one for one in t.everybody}
    found = []
    for number, bet in t.bets(TOTE):
        who, horse, stake = bet.split()
        found.append(Slip(number, players.get(who) or t.holder(who), horse, int(stake)))
    return tuple(found)


def slip(t: TotopolyTurn, number: int) -> Slip | None:
    """Return the bet on one slip, if it stands."""
    return next((one for one in slips(t) if one.number == number), None)


def write_slip(t: TotopolyTurn, number: int, bet: Slip | None) -> None:
    """Record what stands on a slip from now on; ``None`` takes it off the pad."""
    t.note_in_race(TOTE, "bet", f"{bet.who.key} {bet.horse} {bet.stake}" if bet else None, number)


def give_back(t: TotopolyTurn, bet: Slip) -> None:
    """Give a stake back from the pool, and take the slip off the pad."""
    t.pay(TOTE, bet.who, bet.stake, POOL, into="cash")
    write_slip(t, bet.number, None)
    t.step(f"Back to {bet.who.name}", bet.stake, total=True)


def refund(t: TotopolyTurn, horse: str) -> bool:
    """Give all bets on a horse back, from the pool and from every bookmaker's till; return whether there were any."""
    at_tote = [one for one in slips(t) if one.horse == horse and not t.tote_paid]
    in_books = [one for one in book_slips(t) if one.wager.horse == horse and not one.bookmaker.book_paid]
    for laid in at_tote:
        give_back(t, laid)
    for bet in in_books:
        give_back_from_book(t, bet)
    return bool(at_tote or in_books)


# --- what the Tote would pay, and whether the pool holds what belongs there ---------------------------


def sum_laid(found: tuple[Slip, ...]) -> int:
    return sum(one.stake for one in found)


def find_carried(t: TotopolyTurn, found: tuple[Slip, ...]) -> int:
    """Return how much an earlier race left in the pool beside the bets of this one."""
    if t.tote_paid:
        return 0
    return max(0, t.in_pool - sum_laid(found)) if t.carried_in is None else t.carried_in


def belongs(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> int:
    """Return how much should lie in the pool: the bets and what was carried here, or what the payout carries on.

    Here and below, ``found`` are the slips where they have been read already.
    """
    if t.tote_paid:
        return max(0, t.in_pool) if t.carried_on is None else t.carried_on
    found = slips(t) if found is None else found
    return sum_laid(found) + find_carried(t, found)


def mismatch(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> str:
    """Say that pool and slips do not match, and what to do; empty where they do."""
    should = belongs(t, found)
    if should == t.in_pool:
        return ""
    there, amount = f"{t.written(t.in_pool)} lies in the pool, and", t.written(should) if should else "nothing"
    if t.tote_paid:
        return f"{there} {amount} belongs there: put the pool right."
    who = "slips and what was carried here ask" if find_carried(t, slips(t)) else "the slips ask"
    return f"{there} {who} for {amount}: put the pool right."


def require_match(t: TotopolyTurn) -> None:
    t.refuse(why := mismatch(t), why)


def tote_due(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> bool:
    """Whether the Tote has still to pay out on this race."""
    if not t.keeps_tote or t.tote_paid:
        return False
    found = slips(t) if found is None else found
    return bool(found) or find_carried(t, found) > 0


def terms(t: TotopolyTurn) -> Terms:
    """Return how this table plays its Tote; a whole evening has one race, and nothing is carried on from it."""
    unbacked = betting.KEPT if carries_in_vain(t) else t.option(options.UNBACKED)
    return Terms(t.option(options.DIVIDEND), t.option(options.BREAKAGE), unbacked, t.option(options.LEAST))


def carries_in_vain(t: TotopolyTurn) -> bool:
    """Whether a pool that nobody won would be carried on, had the evening another race."""
    return t.tracked and t.option(options.UNBACKED) == betting.CARRIED


def dividends(t: TotopolyTurn, found: tuple[Slip, ...] | None = None) -> dict[str, Dividend]:
    """Return what every horse would pay now."""
    found = slips(t) if found is None else found
    return betting.dividends(found, HORSES, terms(t), find_carried(t, found))


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
    return f"Commission, {percent}%" + (
        " for a round figure" if of.figure is not None and percent != str(betting.USUAL_PERCENT) else ""
    )


def show_warning(t: TotopolyTurn, of: Dividend) -> None:
    """Warn where the backers of a winner would get back less than they laid, or the commission gives way."""
    if of.short:
        what = "its part of the pool" if of.parts > 1 else "the pool after commission"
        t.step(f"Warning: {what}, {t.written(of.net // of.parts)}, is less than was laid on it")
    elif of.gave_way:
        t.step(f"Commission gives way to {t.written(of.commission)}, so that stakes come back whole")
    elif of.whole:
        t.step("Its part would be less than was laid on it: the stakes come back whole")


# --- bookmakers' books -----------------------------------------------------------------------------------


class BookSlip(NamedTuple):
    """A bet in a bookmaker's book."""

    number: int
    bookmaker: Player
    who: Player
    wager: Wager


def bookmakers(t: TotopolyTurn) -> tuple[Player, ...]:
    """Return everyone who keeps a book; who has left keeps none."""
    return tuple(who for who in t.seats if t.noted(SIDE, f"open_{who.key}") is not None)


def payers(t: TotopolyTurn) -> tuple[Player, ...]:
    """Return everyone who keeps a book, and who has left with bets of this race in one: those are still paid."""
    pay = {*bookmakers(t), *(one.bookmaker for one in book_slips(t))}
    return tuple(who for who in t.everybody if who in pay)


def find_owing(t: TotopolyTurn) -> tuple[Player, ...]:
    """Return the bookmakers who have bets on this race and have not paid out yet."""
    owe = {one.bookmaker for one in book_slips(t)}
    return tuple(who for who in t.everybody if who in owe and not who.book_paid)


def places(t: TotopolyTurn) -> int:
    return PLACES[t.option(options.BOOK_PLACE)]


def book_slips(t: TotopolyTurn, bookmaker: Player | None = None) -> tuple[BookSlip, ...]:
    """Return all bets of this race that stand in one book, or in every book, in the order they were laid."""
    found = []
    for number, bet in t.bets(SIDE):
        of, who, horse, kind, stake, odds = bet.split()
        if bookmaker is None or of == bookmaker.key:
            wager = Wager(horse, kind, int(stake), read_odds(odds) or Odds(1, 1))
            found.append(BookSlip(number, t.holder(of), t.holder(who), wager))
    return tuple(found)


def book_slip(t: TotopolyTurn, number: int) -> BookSlip | None:
    """Return the bet under one number, if it stands."""
    return next((one for one in book_slips(t) if one.number == number), None)


def stakes(bets: Iterable[BookSlip]) -> int:
    return sum(one.wager.stake for one in bets)


def write_book_slip(t: TotopolyTurn, bet: BookSlip) -> None:
    """Record a bet in a book."""
    horse, kind, stake, odds = bet.wager.horse, bet.wager.kind, bet.wager.stake, bet.wager.odds.key
    t.note_in_race(SIDE, "bet", f"{bet.bookmaker.key} {bet.who.key} {horse} {kind} {stake} {odds}", bet.number)


def give_back_from_book(t: TotopolyTurn, bet: BookSlip) -> None:
    """Give a stake back from the till, and take the bet out of the book."""
    t.pay(bet.bookmaker, bet.who, bet.wager.stake, TILL, into="cash")
    t.note_in_race(SIDE, "bet", None, bet.number)
    t.step(f"{bet.bookmaker} gives {bet.who.name} back", bet.wager.stake)


def bet_words(t: TotopolyTurn, bet: BookSlip) -> str:
    """Say a bet: how much, on which horse, to win or for a place, at which odds."""
    wager = bet.wager
    return f"{t.written(wager.stake)} on {t.horse_name(wager.horse)} {KINDS[wager.kind]}, at {wager.odds.words}"


def find_odds(bookmaker: Player, horse: str) -> Odds | None:
    """Return the odds a bookmaker asks on a horse now, if any are chalked up."""
    return read_odds(str(bookmaker.t.noted(SIDE, f"odds_{bookmaker.key}_{horse}") or ""))


def exposure(bookmaker: Player) -> dict[str, int]:
    """Return what a bookmaker would make on this race if each horse won, at worst; negative is a loss."""
    t = bookmaker.t
    return betting.exposure((one.wager for one in book_slips(t, bookmaker)), t.runners, places(t))


@GAME.exposure
def open_results(t: TotopolyTurn, who: Player) -> dict[str, int]:
    """Return what each horse that may still win would bring a bookmaker, or cost, until the book is paid out."""
    return exposure(who) if who in bookmakers(t) and not who.book_paid else {}


def free_in_till(bookmaker: Player) -> int:
    """Return what lies in a till beyond the stakes of bets not paid out yet."""
    t = bookmaker.t
    bets = 0 if bookmaker.book_paid else stakes(book_slips(t, bookmaker))
    return max(0, bookmaker.till - bets)
