"""A bookmaker pays out on the official result: from the till, then from cash, at last from the prizes.

There is no credit, and nobody buys a horse when the race is run: what is missing then is written off.

Rulebook: «The Totalisator or Bookmaker», «Borrowing».
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.action import action
from companion.core.table import Effect, Mark, Refusal, Table, listed
from companion.games.totopoly import book_slips, race, state, unsettled
from companion.games.totopoly.book import PaidBook, keeps_one, kept
from companion.games.totopoly.book_slips import PLACES, SIDE, BookSlip, in_till, till
from companion.games.totopoly.dividends import race_number
from companion.games.totopoly.state import money
from companion.rules.betting import PLACE

SOURCE = "The Totalisator or Bookmaker"
RULE = "A winning bet gets its profit at the odds agreed, and the stake on top; the till pays first, then cash."


def _won(table: Table, keeper: str) -> list[tuple[BookSlip, int]]:
    """What every bet in a book is owed on the official result."""
    placed, places = race.placed(table), book_slips.places(table)
    return [(slip, slip.wager.pays(placed, places)) for slip in book_slips.slips(table, keeper)]


def would_pay(table: Table, keeper: str) -> dict[str, int]:
    """What everybody with a bet won in a book is owed on the official result."""
    owed: dict[str, int] = {}
    for slip, one in _won(table, keeper):
        if one:
            owed[slip.who] = owed.get(slip.who, 0) + one
    return owed


def _there(table: Table, keeper: str, owed: int) -> tuple[int, int]:
    """What a bookmaker can pay of a sum, and how much of it comes from cash."""
    in_hand = max(0, in_till(table, keeper))
    wanting = max(0, owed - in_hand)
    # where cash is not followed, there is always enough
    cash = min(wanting, max(0, state.cash(table, keeper))) if state.tracked(table) else wanting
    return min(owed, in_hand) + cash, cash


def lacks(table: Table, keeper: str) -> int:
    """How much a bookmaker is short of, with till and cash together; nought where all can be paid."""
    owed = sum(one for _, one in _won(table, keeper))
    return owed - _there(table, keeper, owed)[0]


@action(SOURCE, title="Pay out a book", group="After the race")
def settle_book(table: Table, bookmaker: PaidBook) -> Effect:
    """Pay every bet won in a bookmaker's book.

    bookmaker: Whose book?
    """
    kept(table)
    race.known(table)
    if bookmaker not in book_slips.payers(table):
        keeps_one(table, bookmaker, "bookmaker")
    who = state.name(table, bookmaker)
    if book_slips.settled(table, bookmaker):
        raise Refusal(f"{who} has paid out on this race already.", "bookmaker")
    won = _won(table, bookmaker)
    if not won:
        raise Refusal(f"Nobody has bet with {table.name(bookmaker)}.", "bookmaker")
    prizes = unsettled.prizes_paid(table)
    short = lacks(table, bookmaker)
    if short and not prizes and bookmaker in state.playing(table):
        raise Refusal(
            f"{who} is {money(short)} short, with till and cash together: first the prizes are paid.", "bookmaker"
        )
    there, added = _there(table, bookmaker, sum(one for _, one in won))
    rows = _shared(won, there) if short else [Row(slip, one, one) for slip, one in won]
    return _paid_out(table, bookmaker, rows, added)


def _third_lost(table: Table, keeper: str) -> bool:
    """Whether a bet for a place was lost only because the third horse is not placed."""
    third = race.placed(table)[2]
    placed = [slip.wager for slip in book_slips.slips(table, keeper) if slip.wager.kind == PLACE]
    return book_slips.places(table) == PLACES["two"] and any(wager.horse == third for wager in placed)


class Row(NamedTuple):
    """A bet, what it is owed on the result, and what it gets."""

    slip: BookSlip
    owed: int
    paid: int


def _shared(won: list[tuple[BookSlip, int]], there: int) -> list[Row]:
    """Share what is there in proportion to what is owed; odd units go to the earlier bets."""
    owed = sum(one for _, one in won)
    sums = [one * there // owed for _, one in won]
    for at in [at for at, (_, one) in enumerate(won) if one][: there - sum(sums)]:
        sums[at] += 1
    return [Row(slip, due, one) for (slip, due), one in zip(won, sums, strict=True)]


def _paid_out(table: Table, keeper: str, rows: list[Row], added: int) -> Effect:
    number, name = race_number(table), state.name(table, keeper)
    stakes = sum(row.slip.wager.stake for row in rows)
    postings = state.pay(added, state.purse(keeper), till(keeper))
    marks = [Mark(SIDE, f"settled_{number}_{keeper}", 1)]
    lines = [state.line("Stakes taken", stakes)]
    sums: dict[str, int] = {}
    for slip, owed, one in rows:
        if owed:
            sums[slip.who] = sums.get(slip.who, 0) + one
            less = f", owed {money(owed)}" if one < owed else ""
            said = book_slips.said_bet(table, slip)
            lines.append(state.line(f"{state.name(table, slip.who)}, {said}{less}", -one, signed=True))
    for who, one in sums.items():
        postings += state.pay(one, till(keeper), state.purse(who))
        marks.append(Mark(SIDE, f"payout_{number}_{keeper}_{who}", one))
    total = sum(sums.values())
    if added:
        lines.append(state.line(f"From {table.name(keeper)}'s cash into the till", added))
    unpaid = sum(row.owed for row in rows) - total
    if unpaid:
        lines.append(state.line("Unpaid and written off; what is there is shared in proportion", unpaid))
    made = stakes - total
    lines.append(state.line("The book makes", made, signed=True, total=True))
    told = listed(f"{table.name(who)} {money(one)}" for who, one in sums.items())
    result = f"makes {money(made)}" if made > 0 else f"loses {money(-made)}" if made < 0 else "comes out even"
    return Effect(
        f"{name} pays {told}, and the book {result}." if told else f"{name} pays nobody, and the book {result}.",
        postings,
        tuple(marks),
        tuple(lines),
        RULE,
        ("A place is first or second.",) if _third_lost(table, keeper) else (),
    )


ACTIONS = (settle_book,)
