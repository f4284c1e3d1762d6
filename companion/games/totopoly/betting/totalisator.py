"""The Tote: opening it, taking bets, putting slips and the pool right, withdrawing horses; and what bets are noted as.

A bet at the Tote is noted as who laid it, on which horse, and how much; one in a book as whose book, who laid it, on
which horse, to win or for a place, how much, at which odds. The stakes of a book lie in the bookmaker's till, which is
the bookmaker's own money.

What an earlier race carried to this one is noted as ``carried``, and what a payout leaves for the next as ``left``: so
a pool that does not match its slips, as after an entry was crossed out, is seen.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.api import Refusal, sentence
from companion.api.questions import Number
from companion.api.show import Tile
from companion.games.totopoly import borrowing
from companion.games.totopoly.box import BETTING, HORSES, PARADE, WITH_BETS
from companion.games.totopoly.game import (
    BEGUN,
    BOX,
    GAME,
    KEEPS_TOTE,
    NO_DEBT,
    POUND,
    TOTE,
    Bet,
    Player,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    during,
)
from companion.rules import betting
from companion.rules.betting import Dividend, Terms

SOURCE = "The Totalisator or Bookmaker"


def to_be_paid(t: TotopolyTurn) -> list[Bet]:
    """Return the bets in books that have not paid out yet."""
    return [bet for bet in t.book_slips if not bet.keeper.book_paid]


def refund(t: TotopolyTurn, horse: str) -> None:
    """Give all bets on a horse back, from the pool and from every bookmaker's till."""
    at_tote = () if t.tote_paid else t.slips
    bets = [bet for bet in (*at_tote, *to_be_paid(t)) if bet.horse == horse]
    for bet in bets:
        bet.give_back()
    if bets:
        t.narrate("Its bets go back.")


# --- what the Tote would pay, and whether the pool holds what belongs there ---------------------------


def mismatch(t: TotopolyTurn) -> str:
    """Say that pool and slips do not match, and what to do; empty where they do."""
    should = t.belongs
    if should == t.in_pool:
        return ""
    amount = t.written(should) if should else "nothing"
    return (
        f"{t.written(t.in_pool)} lies in the pool, and {amount} belongs there: put the pool right."
    )


MATCH = When(lambda t: not mismatch(t), mismatch)


def terms(t: TotopolyTurn) -> Terms:
    """Return how this table plays its Tote; a whole evening has one race, and nothing is carried on from it."""
    in_vain = t.tracked and t.house.unbacked == betting.CARRIED
    unbacked = betting.KEPT if in_vain else t.house.unbacked
    return Terms(t.house.dividend, t.house.breakage, unbacked, t.house.least)


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
    """Show on the receipt what a horse would pay with the pool as it is."""
    of, name = dividends(t)[horse], t.card_name(horse)
    if of.backed:
        t.step(
            f"{name} would then pay {of.words()} for each {POUND}1: {of.net:,} \u00f7 {of.laid:,}"
        )
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
    elif of.whole:
        t.step("Its part would be less than was laid on it: the stakes come back whole")


@GAME.exposure
def open_results(t: TotopolyTurn, who: Player) -> dict[str, int]:
    """Return what each horse that may still win would bring a bookmaker, or cost, until the book is paid out."""
    return who.exposure if who in t.bookmakers and not who.book_paid else {}


MOST_SLIPS = 99_999

TOTE_UNPAID = When(
    lambda t: not t.tote_paid, "The Tote has paid out on this race. Undo that first."
)
OPEN = (
    KEEPS_TOTE,
    during(*WITH_BETS),
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


def what_it_brings(t: TotopolyTurn, stake: int) -> str:
    """Say what a player gets if the horse wins with this stake, all own bets on it together."""
    who, horse = t.find_player(), str(t.answers.get("horse") or "")
    if not horse:
        return ""
    bets = *t.slips, Bet(t.tote.next_bet, t.bank(TOTE), who, horse, stake)
    of = betting.dividends(bets, HORSES, terms(t), t.carried_here)[horse]
    back = sum(share for bet, share in share_out(t, bets, horse, of).items() if bet.who == who)
    return f"gets {t.written(back)}"


def share_out(t: TotopolyTurn, bets: Iterable[Bet], horse: str, of: Dividend) -> dict[Bet, int]:
    """Return what each bet on a horse gets back if it wins."""
    on_it = [bet for bet in bets if bet.horse == horse]
    stakes = [(bet.stake, of) for bet in on_it]
    return dict(zip(on_it, betting.share(of.net // of.parts, stakes, terms(t)), strict=True))


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
    horse: str = ask_horse("On which horse?", tile=tile_with_pay),
    amount: int = ask.money("How much?", paid_by="who", settles=True, brings=what_it_brings),
) -> None:
    """Write a bet on the Tote pad; the stake is paid in at once."""
    why, question = _why_not_yet(who, horse)
    t.refuse(why, why, question)
    slip = Bet(t.tote.next_bet, t.bank(TOTE), who, horse, amount)
    t.pay(who, TOTE, amount)
    slip.write()
    t.narrate(f"{who} lays {slip.words}.")
    show_dividend(t, horse)


@tote(
    "Open the Tote",
    when=(
        KEEPS_TOTE,
        during(PARADE),
        When(lambda t: t.runners, "No horse runs: there is nothing to bet on."),
    ),
    rule="The owner of a horse has the first right to back it.",
)
def open_tote(t: TotopolyTurn) -> None:
    """Open the Tote for bets, once the entrance fees are paid."""
    borrowing.require_ready(t)
    t.go_to(BETTING)
    t.narrate(
        "The Tote is open; owners back their own horses first."
        if t.owners_first
        else "The Tote is open to all."
    )


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


def ask_bet(
    text: str,
    bets: Callable[[TotopolyTurn], Sequence[Bet]],
    what: str = "slip",
    why: str = "is no bet",
) -> Any:
    """Ask for a bet by its number."""

    def label(t: TotopolyTurn, number: int) -> str:
        found = (
            f"{number}: {bet.who.name}, {bet.words}" for bet in bets(t) if bet.number == number
        )
        return next(found, f"{what.capitalize()} {number}")

    def find(t: TotopolyTurn, number: int) -> Bet:
        return next(bet for bet in bets(t) if bet.number == number)

    numbers = Number(1, MOST_SLIPS, what, label, lambda t: [bet.number for bet in bets(t)], why=why)
    return ask.of(text, numbers, read=find)


SLIP: Bet = ask_bet("Which slip?", lambda t: t.slips, why="is not on the pad")
SINCE_OFF = "Why? Needed after the off."


def _most_on_slip(t: TotopolyTurn) -> int:
    slip = next((slip for slip in t.slips if slip.number == t.answers.get("slip")), None)
    return slip.stake + max(0, slip.who.cash) if slip and t.tracked else 0


def require_reason(t: TotopolyTurn, reason: str | None) -> str:
    """Return a reason as it is said; after the off there must be one."""
    t.refuse(
        t.is_closed and not reason,
        "They are off: a bet is put right only for a reason. Say it.",
        "reason",
    )
    return f" ({reason})" if reason else ""


@pad("Put a slip right", asked_by="", amount="amount")
def correct_bet(  # noqa: PLR0913, PLR0917 - one sheet asks whatever may be wrong on a slip
    t: TotopolyTurn,
    slip: Bet = SLIP,
    who: Player | None = ask.player("Another backer?", optional=True),
    horse: str | None = ask_horse("Another horse?", tile=tile_with_pay, optional=True),
    amount: int | None = ask.money(
        "Another amount?", at_least=0, at_most=_most_on_slip, optional=True
    ),
    reason: str | None = ask.reason(
        "Why? Needed after the off, and for another owner's horse while owners bet first.",
        optional=True,
    ),
) -> None:
    """Put a slip on the Tote pad right: another backer, horse or amount. An amount of 0 takes the bet back."""
    if amount == 0:
        take_bet_back(t, slip, reason)
        return
    because = require_reason(t, reason)
    new = Bet(slip.number, slip.keeper, who or slip.who, horse or slip.horse, amount or slip.stake)
    # an optional answer that is still to come may change that
    t.refuse(new == slip, "That is what the slip says already.", "amount")
    t.refuse(new.who not in t.seats, f"{new.who} has left the game.", "slip")
    if (who or horse) and not reason:
        why, _ = _why_not_yet(new.who, new.horse)
        t.refuse(why, f"{why} Or say why.", "reason")
    t.pay(TOTE, slip.who, slip.stake)
    new.who.require_cash(new.stake, "amount")
    t.pay(new.who, TOTE, new.stake)
    # the number of slips is noted again, so that this one is seen even where its first entry is crossed out
    new.write()
    t.narrate(f"Slip {new.number} put right: {new.who.name} lays {new.words}{because}.")
    t.step(f"Until now: {slip.who.name}, {slip.words}")
    # a horse that has left the race since keeps its bets, and pays nothing
    if new.horse in t.runners:
        show_dividend(t, new.horse)


@pad("Take a bet back")
def take_back(
    t: TotopolyTurn, slip: Bet = SLIP, reason: str | None = ask.reason(SINCE_OFF, optional=True)
) -> None:
    """Take a slip off the Tote pad: the stake goes back to the backer."""
    take_bet_back(t, slip, reason)


def take_bet_back(t: TotopolyTurn, slip: Bet, reason: str | None) -> None:
    t.narrate(f"{slip.who} takes back {slip.words}{require_reason(t, reason)}.")
    slip.give_back()


# --- withdrawn horses, and the pool ----------------------------------------------------------------------


@tote(
    "Withdraw a horse",
    when=When(
        lambda t: t.phase in (PARADE, BETTING),
        "A horse is withdrawn between the parade and the off.",
    ),
    rule="Bets on a horse that is withdrawn before the off go back; its entrance fee does not.",
    button="Withdraw {horse}",
)
def withdraw(
    t: TotopolyTurn, horse: str = ask_horse("Which horse does not run?", tile=tile_with_pay)
) -> None:
    """Take a horse out of the race before the off; all bets on it go back."""
    owner = t.owner(horse)
    if owner and t.tracked and not t.lease(horse).fee and owner.fees > owner.cash:
        owes = f"{owner} owes {t.written(owner.fees)} in entrance fees and holds {t.written(owner.cash)}"
        raise Refusal(f"{owes}: a horse is sold privately, not withdrawn.", "horse")
    t.lease(horse).scratched = 1
    t.narrate(f"{t.horse(horse)} is withdrawn.")
    refund(t, horse)


@GAME.correction(
    "Put the pool right",
    when=(
        BEGUN,
        KEEPS_TOTE,
        When(lambda t: t.in_pool != t.belongs, "The pool holds what the slips ask for."),
    ),
)
def correct_pool(
    t: TotopolyTurn,
    who: Player = ask.player(
        "Who pays what is missing, or gets what is too much?",
        "bank",
        names={"bank": "the money box"},
    ),
) -> str:
    """Bring the Tote's pool to what its slips ask for, from or to a player or the money box."""
    over = t.in_pool - t.belongs
    holder = t.bank(BOX) if who.key == "bank" else who
    if holder == who:
        who.require_cash(-over, "who")
    moved = f"from the pool to {holder.name}" if over > 0 else f"from {holder.name} into the pool"
    t.step("In the pool until now", t.in_pool)
    t.step("What belongs there", t.belongs)
    t.step(sentence(moved), abs(over), total=True)
    t.pay(TOTE, holder, over)
    return f"{t.written(abs(over))} {moved}"
