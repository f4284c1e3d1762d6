"""The Tote: opening it, taking bets, putting slips and the pool right, withdrawing horses; and what bets are noted as.

A bet at the Tote is noted as who laid it, on which horse, and how much; one in a book as whose book, who laid it, on
which horse, to win or for a place, how much, at which odds. The stakes of a book lie in the bookmaker's till, which is
the bookmaker's own money.

What an earlier race carried to this one is noted as ``carried``, and what a payout leaves for the next as ``left``: so
a pool that does not match its slips, as after an entry was crossed out, is seen.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.api import Refusal
from companion.api.show import Tile
from companion.games.totopoly import borrowing
from companion.games.totopoly.box import BETTING, HORSES, LOTS, PARADE, PAYING_OUT, RUNNING
from companion.games.totopoly.game import (
    BEGUN,
    BOX,
    GAME,
    KEEPS_TOTE,
    NO_DEBT,
    POUND,
    SIDE,
    TILL,
    TOTE,
    BookSlip,
    Player,
    Slip,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
)
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


MOST_SLIPS = 99_999

TOTE_UNPAID = When(lambda t: not t.tote_paid, "The Tote has paid out on this race. Undo that first.")
OPEN = (
    KEEPS_TOTE,
    BEGUN,
    When(
        lambda t: t.phase != LOTS or t.day_phase not in (BETTING, RUNNING),
        "The Tote waits until the auction is over.",
    ),
    When(lambda t: t.phase in (BETTING, RUNNING, PAYING_OUT), "The Tote is not open yet."),
    When(lambda t: not t.is_closed, "They are off: the Tote is closed."),
    TOTE_UNPAID,
    NO_DEBT,
)
tote = partial(GAME.action, group="The Tote", source=SOURCE, when=OPEN)
pad = partial(
    tote,
    when=(KEEPS_TOTE, BEGUN, TOTE_UNPAID, When(lambda t: t.slips, "There is no bet on the pad.")),
    rule="A slip can be put right; after the off only for a reason.",
)


def _why_not_yet(who: Player, horse: str) -> tuple[str, str]:
    """Return why a player can't back a horse in the owners' round, and the question at fault."""
    t = who.t
    if t.owners_first and not who.horses:
        return f"The owners bet first, and {who.name} has no horse in the race.", "who"
    if t.owners_first and t.owner(horse) != who:
        return f"Until the Tote is open to all, {who.name} backs own horses only.", "horse"
    return "", ""


def horse_pays(t: TotopolyTurn, horse: str) -> str:
    """Say whose a horse is and what it pays now."""
    of, owner = dividends(t)[horse], t.owner(horse)
    gets = f"pays {pays(t, of)}" if of.backed else pays(t, of)
    return ", ".join(filter(None, (f"{owner.name}'s" if owner else "", gets)))


def tile_with_pay(t: TotopolyTurn, horse: str) -> Tile:
    """Show a horse's number on its colour, and what it pays now."""
    of = dividends(t)[horse]
    return replace(t.tile(horse), note=of.words() if of.backed else "")


@tote(
    "Take a bet",
    asked_by={"who": "Bet at the Tote"},
    rule="Any amount on any horse, to win; all stakes go into one pool, and the dividend includes the stake.",
    button="Bet on {horse}",
)
def bet(
    t: TotopolyTurn,
    who: Player = ask.player("Who bets?"),
    horse: str = ask_horse("On which horse?", detail=horse_pays, tile=tile_with_pay),
    amount: int = ask.money("How much?", paid_by="who", settles=True),
) -> None:
    """Write a bet on the Tote pad; the stake is paid in at once."""
    require_runner(t, horse)
    why, question = _why_not_yet(who, horse)
    t.refuse(why, why, question)
    number = t.next_bet(TOTE)
    t.pay(who, TOTE, amount)
    write_slip(t, number, Slip(number, who, horse, amount))
    t.note_in_race(TOTE, "bets", number)
    t.narrate(f"{who} lays {t.written(amount)} on {t.horse_name(horse)}.")
    if t.owners_first:
        t.explain("Owners back their own horses first.")
    show_dividend(t, horse)


@tote(
    "Open the Tote",
    when=(
        KEEPS_TOTE,
        BEGUN,
        When(
            lambda t: t.phase not in (BETTING, RUNNING, PAYING_OUT),
            "The Tote is open already.",
        ),
        When(lambda t: t.phase == PARADE, "The Tote opens when the horses are on the course."),
        When(lambda t: t.runners, "No horse runs: there is nothing to bet on."),
    ),
    rule="The owner of a horse has the first right to back it.",
)
def open_tote(t: TotopolyTurn) -> None:
    """Open the Tote for bets, once the entrance fees are paid."""
    borrowing.require_ready(t)
    t.go_to(BETTING)
    t.narrate("The Tote is open; owners back their own horses first." if t.owners_first else "The Tote is open to all.")
    t.step(f"{t.count(len(t.runners), 'horse')} in the race")


@tote(
    "Open to all",
    when=(*OPEN, When(lambda t: t.owners_first, "The Tote is open to all already.")),
    rule="After the owners, anybody backs any horse.",
)
def open_to_all(t: TotopolyTurn) -> None:
    """End the owners' round: from now on anybody may back any horse."""
    t.note(TOTE, open=1)
    t.narrate("The Tote is open to all.")


# --- putting a slip right -----------------------------------------------------------------------------


def _find_slip(t: TotopolyTurn, number: object) -> Slip | None:
    return next((slip for slip in t.slips if slip.number == number), None)


def _says(t: TotopolyTurn, slip: Slip) -> str:
    return f"{slip.who.name}, {t.written(slip.stake)} on {t.horse_name(slip.horse)}"


def _slip_label(t: TotopolyTurn, number: int) -> str:
    slip = _find_slip(t, number)
    return f"{number}: {_says(t, slip)}" if slip else f"Slip {number}"


SLIP = ask.number(
    "Which slip?", 1, MOST_SLIPS, what="slip", label=_slip_label, now=lambda t: [slip.number for slip in t.slips]
)


def _most_on_slip(t: TotopolyTurn) -> int:
    slip = _find_slip(t, t.answers.get("slip"))
    return slip.stake + max(0, slip.who.cash) if slip and t.tracked else 0


def _slip_to_correct(t: TotopolyTurn, number: int, reason: str | None) -> Slip:
    """Return the slip that is put right, where it still can be."""
    slip = _find_slip(t, number)
    if slip is None:
        raise Refusal(f"There is no slip {number} on the pad.", "slip")
    t.refuse(t.is_closed and not reason, "They are off: a slip is put right only for a reason. Say it.", "reason")
    return slip


def _because(reason: str | None) -> str:
    return f" ({reason})" if reason else ""


def _slip_after(t: TotopolyTurn) -> Slip | None:
    """Return the slip as it is to be."""
    old, said = _find_slip(t, t.answers["slip"]), t.answers
    if old is None:
        return None
    who, stake = said.get("who"), said.get("amount")
    return Slip(
        old.number,
        t.holder(str(who)) if who else old.who,
        str(said.get("horse") or old.horse),
        old.stake if stake is None else int(stake),
    )


def _slip_words(t: TotopolyTurn) -> str:
    slip = _slip_after(t)
    if slip is None:
        return ""
    return f"Slip {slip.number}: {_says(t, slip)}" if slip.stake else f"Take slip {slip.number} back"


@pad(
    "Put a slip right",
    asked_by="",
    button=_slip_words,
    amount=lambda t: slip.stake if (slip := _slip_after(t)) else 0,
)
def correct_bet(  # noqa: PLR0913, PLR0917 - one sheet asks whatever may be wrong on a slip
    t: TotopolyTurn,
    slip: int = SLIP,
    who: Player | None = ask.player("Another backer?", optional=True),
    horse: str | None = ask_horse("Another horse?", detail=horse_pays, optional=True),
    amount: int | None = ask.money("Another amount?", at_least=0, at_most=_most_on_slip, optional=True),
    reason: str | None = ask.reason(
        "Why? Needed after the off, and for another owner's horse while owners bet first.", optional=True
    ),
) -> None:
    """Put a slip on the Tote pad right: another backer, horse or amount. An amount of 0 takes the bet back."""
    old = _slip_to_correct(t, slip, reason)
    new = _slip_after(t) or old
    # an optional answer that is still to come may change that
    t.refuse(new == old, "That is what the slip says already.", "amount")
    if not new.stake:
        _take_back(t, old, reason)
        return
    t.refuse(new.who not in t.seats, f"{new.who} has left the game.", "slip")
    if horse is not None:
        require_runner(t, horse)
    if (new.who, new.horse) != (old.who, old.horse) and not reason:
        why, _ = _why_not_yet(new.who, new.horse)
        t.refuse(why, f"{why} Or say why.", "reason")
    t.pay(TOTE, old.who, old.stake)
    new.who.require_cash(new.stake, "amount" if amount is not None else "who" if who is not None else "slip")
    t.pay(new.who, TOTE, new.stake)
    write_slip(t, slip, new)
    # the number of slips is noted again, so that this one is seen even where its first entry is crossed out
    t.note_in_race(TOTE, "bets", t.next_bet(TOTE) - 1)
    t.narrate(
        f"Slip {slip} put right: {new.who.name} lays {t.written(new.stake)} on "
        f"{t.horse_name(new.horse)}{_because(reason)}."
    )
    t.step(f"Until now: {old.who.name}, {t.written(old.stake)} on {t.card_name(old.horse)}")
    # a horse that has left the race since keeps its bets, and pays nothing
    if new.horse in t.runners:
        show_dividend(t, new.horse)


@pad("Take a bet back")
def take_back(
    t: TotopolyTurn,
    slip: int = SLIP,
    reason: str | None = ask.reason("Why? Needed after the off.", optional=True),
) -> None:
    """Take a slip off the Tote pad: the stake goes back to the backer."""
    _take_back(t, _slip_to_correct(t, slip, reason), reason)


def _take_back(t: TotopolyTurn, old: Slip, reason: str | None) -> None:
    t.narrate(f"{old.who} takes back {t.written(old.stake)} from {t.horse_name(old.horse)}{_because(reason)}.")
    give_back(t, old)


# --- withdrawn horses, and the pool ----------------------------------------------------------------------


@tote(
    "Withdraw a horse",
    when=When(lambda t: t.phase in (PARADE, BETTING), "A horse is withdrawn between the parade and the off."),
    rule="Bets on a horse that is withdrawn before the off go back; its entrance fee does not.",
    button="Withdraw {horse}",
)
def withdraw(
    t: TotopolyTurn, horse: str = ask_horse("Which horse does not run?", detail=horse_pays, tile=tile_with_pay)
) -> None:
    """Take a horse out of the race before the off; all bets on it go back."""
    require_runner(t, horse)
    owner = t.owner(horse)
    if owner and t.tracked and not t.has_entered(horse) and owner.fees > owner.cash:
        owes = f"{owner} owes {t.written(owner.fees)} in entrance fees and holds {t.written(owner.cash)}"
        raise Refusal(f"{owes}: a horse is sold privately, not withdrawn.", "horse")
    t.lease(horse).scratched = 1
    t.narrate(f"{t.horse(horse)} is withdrawn.")
    if refund(t, horse):
        t.narrate("Its bets go back.")


@GAME.correction(
    "Put the pool right",
    when=(BEGUN, KEEPS_TOTE, When(lambda t: t.in_pool != t.belongs, "The pool holds what the slips ask for.")),
)
def correct_pool(
    t: TotopolyTurn,
    who: Player = ask.player(
        "Who pays what is missing, or gets what is too much?", "bank", names={"bank": "the money box"}
    ),
) -> str:
    """Bring the Tote's pool to what its slips ask for, from or to a player or the money box."""
    over = t.in_pool - t.belongs
    holder = t.bank(BOX) if who.key == "bank" else who
    if holder == who:
        who.require_cash(-over, "who")
    amount = t.written(abs(over))
    t.step("In the pool until now", t.in_pool)
    t.step("What belongs there" if t.tote_paid else "What the slips ask for", t.belongs)
    t.step("Out of the pool" if over > 0 else "Into the pool", abs(over), total=True)
    t.pay(TOTE, holder, over)
    return f"{amount} from the pool to {holder.name}" if over > 0 else f"{amount} from {holder.name} into the pool"
