"""What the book expects next from the betting to the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.prompt import Offer, Prompt
from companion.core.table import Table, listed
from companion.games.totopoly import book_settling, book_slips, dividends, race, settling, state, tote, unsettled
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.dividends import race_number
from companion.games.totopoly.houses import BANK, BOOK, EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BETTING, FUND, HOME, OVER, PARADE, RUNNING, money

if TYPE_CHECKING:
    from companion.games.totopoly.dividends import Slip

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
FIX = Offer("correct_bet", {}, "Put a slip right", "quiet")
SCRATCH = Offer("withdraw", {}, "Withdraw a horse", "quiet")
OPEN_BOOK = Offer("open_book", {}, "Somebody keeps a book")
PLACES = Offer("correct_places", {}, "Set the places by hand", "quiet")
OBJECT = Offer("disqualify", {}, "An objection", "quiet")
POOL = Offer("correct_pool", {}, "Put the pool right")
AHEAD = Offer("correct_stage", {"stage": HOME}, "Go on to the paying out", "primary")


def prompt(table: Table) -> Prompt | None:
    """What comes next from the parade on, once the fees are paid; nothing before that."""
    stages = {PARADE: _parade, BETTING: _betting, RUNNING: _running, HOME: _home, OVER: _over}
    now = stages.get(state.stage(table))
    return now(table) if now else None


def _parade(table: Table) -> Prompt | None:
    if not all(state.entered(table, horse) for horse in state.runners(table)):
        return None
    if state.keeps(table) == BANK:
        return Prompt(
            "To the off", "The entrance fees are paid.", Offer("off", {}, "They are off", "primary"), (SCRATCH,)
        )
    text = "The entrance fees are paid."
    if tote.owners_first(table):
        text += " Owners back their own horses first, then the Tote is open to all."
    return Prompt("Open the Tote", text, Offer("open_tote", {}, "Open the Tote", "primary"), (OPEN_BOOK, SCRATCH))


def _betting(table: Table) -> Prompt:
    if back := _set_back(table):
        return back
    if not state.runners(table):
        return _no_horse(table)
    if state.keeps(table) == BOOK:
        return _book_betting(table)
    off = Offer("off", {}, "Off: close the book", "plain")
    slips = dividends.slips(table)
    pool = f"In the pool: {money(dividends.laid(slips) + dividends.carried(table, slips))}."
    apart = _apart(table, slips)
    pool = " ".join((pool, *apart, *(f"{words}." for words in race.unfit(table))))
    offers = [POOL] if apart else []
    if tote.owners_first(table):
        title, text = "Owners bet first", f"For now an owner's bets are on own horses only. {pool}"
        offers.append(Offer("open_to_all", {}, "Open to all"))
    else:
        title, text = "The Tote is open", f"Who backs which horse? {pool}"
    offers.append(off)
    if slips:
        offers.append(FIX)
    offers += [SCRATCH, *_side(table)]
    offers += _stop(table)
    return Prompt(title, text, Offer("bet", {}, "Take the bet", "primary"), tuple(offers), _event(table))


def _apart(table: Table, slips: tuple[Slip, ...] | None = None) -> tuple[str, ...]:
    """Say that the Tote's pool does not match its slips; nothing where it does, or none is kept."""
    words = dividends.apart(table, slips) if state.keeps(table) in (EVENING, TOTE_ALONE) else ""
    return (words,) if words else ()


def _set_back(table: Table) -> Prompt | None:
    """Lead on from a stage that was set back by hand after the payout; nothing where it was not."""
    keepers = book_slips.payers(table)
    books = state.keeps(table) == BOOK and keepers and all(book_slips.settled(table, who) for who in keepers)
    if not (dividends.paid(table) or books):
        return None
    text = "The stage was set back by hand. Go on to the paying out; or strike out the payout, and the race is open."
    who = "The Tote" if dividends.paid(table) else "The book"
    return Prompt(f"{who} has paid out on this race", text, AHEAD, (), _event(table))


def _no_horse(table: Table) -> Prompt:
    """Ask for a horse where every one was withdrawn."""
    event, apart = _event(table), _apart(table)
    offers = [POOL] if apart else []
    if state.keeps(table) in (EVENING, BANK):
        text = "Put a horse back into the race, or end the play from the shelf."
    else:
        text = "Every horse was withdrawn: put one back, go on to the next race, or close the book."
        if not unsettled.bets_open(table):
            offers += [Offer("next_race", {}, "Next race")]
            offers += [] if apart else [Offer("close_book", {}, "Close the book for today", "quiet")]
    if out := [horse for horse in HORSES if state.scratched(table, horse)]:
        answers = {"horse": out[0], "runs": "yes"} if len(out) == 1 else {}
        sheet = Offer("correct_scratch", answers, "Put a horse back", "primary")
    else:
        sheet = Offer("correct_lease", {}, "Move a lease card", "primary")
    return Prompt("No horse runs", " ".join((text, *apart)), sheet, tuple(offers), event)


def _side(table: Table) -> list[Offer]:
    """What bookmakers may do while bets are taken."""
    if state.keeps(table) not in (EVENING, BOOK):
        return []
    bets = [Offer("book_bet", {}, "A bet at fixed odds")] if book_slips.keepers(table) else []
    return [*bets, OPEN_BOOK]


def _book_betting(table: Table) -> Prompt:
    keepers = book_slips.keepers(table)
    if not keepers:
        # who has left is still paid out for
        laid = (Offer("off", {}, "Off: close the book"),) if book_slips.slips(table) else ()
        return Prompt(
            "Who keeps the book?", "", Offer("open_book", {}, "Open the book", "primary"), (*laid, *_stop(table))
        )
    names = listed(table.name(who) for who in keepers)
    offers = [Offer("off", {}, "Off: close the book"), Offer("lay_odds", {}, "Ask odds")]
    if book_slips.slips(table):
        offers.append(Offer("book_take_back", {}, "Take a bet back", "quiet"))
    text = f"Bookmaker: {names}. Each horse shows what its win would bring or cost."
    return Prompt(
        "The book is open", text, Offer("book_bet", {}, "Take the bet", "primary"),
        (*offers, SCRATCH, OPEN_BOOK, *_stop(table)), _event(table),
    )  # fmt: skip


def _stop(table: Table) -> list[Offer]:
    """Offer to end the day where bets alone are kept and none is open."""
    if state.keeps(table) not in (TOTE_ALONE, BOOK) or race_number(table) == 1:
        return []
    if unsettled.bets_open(table) or _apart(table):
        return []
    return [Offer("close_book", {}, "Close the book for today", "quiet")]


def _event(table: Table) -> str:
    alone = state.keeps(table) in (TOTE_ALONE, BOOK)
    return f"Race {race_number(table)}" if alone else "The race"


def _awaits(table: Table) -> Prompt:
    """Ask for the next horse past the post."""
    if who := race.paid_on(table):
        # only a line struck out, or a stage set by hand, can do this
        text = "A horse that was home is not home any more. Undo that, or go on with the horses that are home."
        sheet = Offer("no_more", {}, "Go on as it is", "primary")
        return Prompt(f"{who} paid out on this race", text, sheet, (), _event(table))
    home = race.finishers(table)
    at = ORDINALS[len(home)] if len(home) < len(ORDINALS) else "next"
    told = [f"{ORDINALS[n]} {state.horse_name(table, horse)}" for n, horse in enumerate(home[: len(ORDINALS)])]
    text = f"Home so far: {listed(told)}." if told else "Tap the horses as they pass the post."
    if out := [horse for horse in home if race.disqualified(table, horse)]:
        text += f" Disqualified: {listed(state.horse_name(table, horse) for horse in out)}."
    apart = _apart(table)
    text = " ".join((text, *apart))
    offers = [POOL] if apart else []
    if not tote.closed(table):
        offers += [Offer("bend", {}, "Into the bend: close the book")]
        if state.keeps(table) != BOOK:
            offers.append(Offer("bet", {}, "A late bet"))
    if home:
        offers += [Offer("no_more", {}, "No more horses come"), OBJECT]
    return Prompt(
        f"Which horse is {at} past the post?", text, Offer("home", {}, "Past the post", "primary"),
        (*offers, PLACES), _event(table),
    )  # fmt: skip


def _running(table: Table) -> Prompt:
    if race.waits(table):
        return _awaits(table)
    # a stage set by hand, or a house rule changed while the race was on
    if back := _set_back(table):
        return back
    if race.paid_on(table):
        return Prompt("The horses are home", "The result is known, and a book has paid out on it.", AHEAD)
    return Prompt(
        "The horses are home", "The result is known.", Offer("correct_places", {}, "Set the places", "primary")
    )


def _result(table: Table) -> str:
    told = [
        f"{word} {state.horse_name(table, horse)}"
        for word, horse in zip(race.PLACES, race.placed(table), strict=True)
        if horse
    ]
    return f"Official: {listed(told)}." if told else "No horse is placed."


def _home(table: Table) -> Prompt:
    if race.waits(table):
        return _awaits(table)
    text, event = _result(table), _event(table)
    before = () if race.paid_on(table) else (OBJECT, PLACES)
    slips = () if dividends.paid(table) else dividends.slips(table)
    fix = (FIX,) if slips else ()
    if apart := _apart(table, slips):
        sheet = replace(POOL, tone="primary")
        return Prompt("The pool does not match its slips", " ".join((text, *apart)), sheet, (*before, *fix), event)
    if settling.tote_due(table, slips):
        return Prompt(
            "Pay out the Tote", text, Offer("pay_tote", {}, "Pay the backers", "primary"), (*before, *fix), event
        )
    whole = state.keeps(table) in (EVENING, BANK)
    owing = sorted(book_slips.owing(table), key=lambda who: book_settling.lacks(table, who) > 0)
    waits = whole and not unsettled.prizes_paid(table)
    if owing and not (waits and book_settling.lacks(table, owing[0])):
        sheet = Offer("settle_book", {"bookmaker": owing[0]}, "Pay the bets won", "primary")
        return Prompt(f"{state.name(table, owing[0])} pays out the book", text, sheet, before, event)
    if whole:
        text = f"{text} In the prize fund: {money(state.held(table, FUND))}."
        if owing:
            text += f" {state.name(table, owing[0])} is short for the book, and pays after the prizes."
        return Prompt("The prizes", text, Offer("pay_prizes", {}, "Pay the prizes", "primary"), before, event)
    stop = Offer("close_book", {}, "Close the book for today")
    return Prompt("Another race?", text, Offer("next_race", {}, "Next race", "primary"), (stop, *before), event)


def _over(table: Table) -> Prompt:
    del table
    return Prompt("The game is over")
