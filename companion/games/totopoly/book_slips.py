"""The books of separate bookmakers: who keeps one, the bets at fixed odds in it, and what each result would cost.

A bet is a mark of the side books, ``bet_<race>_<number>``: bookmaker, backer, horse, win or place, stake, odds. The
stakes lie in the bookmaker's till, ``<seat>:book``, which is the bookmaker's own money.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Effect, Mark, Table
from companion.games.totopoly import state, unsettled
from companion.games.totopoly.dividends import race_number
from companion.games.totopoly.state import money
from companion.rules import betting
from companion.rules.betting import Odds, Wager, read_odds

SIDE = unsettled.SIDE
"""Who holds the marks of all side books."""
PLACES = {"three": 3, "two": 2}
KINDS = {betting.WIN: "to win", betting.PLACE: "for a place"}


@dataclass(frozen=True, slots=True)
class BookSlip:
    """A bet in a bookmaker's book."""

    number: int
    keeper: str
    who: str
    wager: Wager


def till(who: str) -> str:
    """Name the account of a bookmaker's till."""
    return f"{who}:book"


def in_till(table: Table, who: str) -> int:
    """How much lies in a bookmaker's till."""
    return state.held(table, till(who))


def keepers(table: Table) -> tuple[str, ...]:
    """Everyone who keeps a book, in the order round to the left; who has left keeps none."""
    return tuple(who for who in state.playing(table) if table.ledger.mark(SIDE, f"open_{who}") is not None)


def payers(table: Table) -> tuple[str, ...]:
    """Everyone who keeps a book, and who has left with bets of this race in one: those are still paid."""
    keep, owe = keepers(table), {one.keeper for one in slips(table)}
    return tuple(seat.key for seat in table.players if seat.key in keep or seat.key in owe)


def places(table: Table) -> int:
    """How many horses are placed."""
    return PLACES[table.house("book_place")]


def slips(table: Table, keeper: str = "") -> tuple[BookSlip, ...]:
    """All bets of this race that stand in one book, or in every book, in the order they were laid."""
    race = race_number(table)
    found = []
    for number in range(1, state.count(table, SIDE, f"bets_{race}") + 1):
        if said := state.said(table, SIDE, f"bet_{race}_{number}"):
            of, who, horse, kind, stake, odds = said.split()
            if keeper in ("", of):
                wager = Wager(horse, kind, int(stake), read_odds(odds) or Odds(1, 1))
                found.append(BookSlip(number, of, who, wager))
    return tuple(found)


def slip(table: Table, number: int) -> BookSlip | None:
    """The bet on one slip; nothing where it was taken back or never was."""
    return next((one for one in slips(table) if one.number == number), None)


def write_slip(table: Table, number: int, said: BookSlip | None) -> Mark:
    """Mark what stands on a slip from now on; nothing takes it out of the book."""
    value = None
    if said:
        wager = said.wager
        value = f"{said.keeper} {said.who} {wager.horse} {wager.kind} {wager.stake} {wager.odds.key}"
    return Mark(SIDE, f"bet_{race_number(table)}_{number}", value)


def said_bet(table: Table, one: BookSlip) -> str:
    """Say a bet: how much, on which horse, to win or for a place, at which odds."""
    wager = one.wager
    horse = state.horse_name(table, wager.horse)
    return f"{money(wager.stake)} on {horse} {KINDS[wager.kind]}, at {wager.odds.words}"


def asked(table: Table, keeper: str, horse: str) -> Odds | None:
    """The odds a bookmaker asks on a horse now; nothing where none are chalked up."""
    return read_odds(state.said(table, SIDE, f"odds_{keeper}_{horse}"))


settled = unsettled.book_paid


def owing(table: Table) -> tuple[str, ...]:
    """The bookmakers who have bets on this race and have not paid out yet."""
    owing = {one.keeper for one in slips(table)}
    return tuple(seat.key for seat in table.players if seat.key in owing and not settled(table, seat.key))


def exposure(table: Table, keeper: str) -> dict[str, int]:
    """What a bookmaker would make on this race if each horse won, at worst; negative is a loss."""
    return betting.exposure((one.wager for one in slips(table, keeper)), state.runners(table), places(table))


def behind(table: Table, keeper: str) -> int | None:
    """What a bookmaker could lose beside the stakes taken: the till without them, and cash.

    Nothing where neither is followed.
    """
    own = in_till(table, keeper) - sum(one.wager.stake for one in slips(table, keeper))
    if state.tracked(table):
        return own + max(0, state.cash(table, keeper))
    return own if own > 0 else None


def taken_back(table: Table, one: BookSlip) -> Effect:
    """Give a bet's stake back from the till, and take the slip out of the book."""
    return Effect(
        postings=state.pay(one.wager.stake, till(one.keeper), state.purse(one.who)),
        marks=(write_slip(table, one.number, None),),
        working=(state.line(f"{state.name(table, one.keeper)} gives {table.name(one.who)} back", one.wager.stake),),
    )


def refunded(table: Table, horse: str) -> Effect:
    """Give all bets on a horse back."""
    back = Effect()
    for one in slips(table):
        if one.wager.horse == horse and not settled(table, one.keeper):
            back += taken_back(table, one)
    return back
