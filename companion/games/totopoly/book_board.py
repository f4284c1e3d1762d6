"""A bookmaker's board: odds asked, who has bet, and what each winner would cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.boards import Backing, Runner, ToteBoard
from companion.core.prompt import Offer
from companion.core.table import Table
from companion.core.units import written
from companion.games.totopoly import book_settling, book_slips, race, runner_lines, state, tote
from companion.games.totopoly.book_slips import KINDS, SIDE, in_till
from companion.games.totopoly.dividends import race_number
from companion.games.totopoly.houses import BOOK
from companion.games.totopoly.state import BETTING, HOME, OVER, PARADE, RUNNING, UNIT, money

if TYPE_CHECKING:
    from companion.games.totopoly.book_slips import BookSlip


def boards(table: Table) -> tuple[ToteBoard, ...]:
    """One board for every bookmaker, in the order round to the left."""
    first = state.keeps(table) == BOOK
    found = []
    for keeper in book_slips.payers(table):
        found.append(_board(table, keeper, lead=first))
        first = False
    return tuple(found)


def _board(table: Table, keeper: str, *, lead: bool) -> ToteBoard:
    slips = book_slips.slips(table, keeper)
    settled = book_slips.settled(table, keeper)
    run = settled or race.official(table) or state.stage(table) == OVER
    costs = {} if run else book_slips.exposure(table, keeper)
    by_horse: dict[str, list[BookSlip]] = {}
    for one in slips:
        by_horse.setdefault(one.wager.horse, []).append(one)
    open_now = not tote.closed(table) and state.stage(table) in (PARADE, BETTING, RUNNING)
    open_now = open_now and keeper in book_slips.keepers(table)
    stakes = sum(one.wager.stake for one in slips)
    facts = [("Till", money(in_till(table, keeper))), ("Stakes", money(stakes))]
    sums = _recorded(table, keeper) if settled else book_settling.would_pay(table, keeper) if run else {}
    if costs:
        worst = min(costs.values())
        facts.append(("At worst", money(worst)))
    elif run and slips:
        made = written(stakes - sum(sums.values()), UNIT, signed=True)
        facts.append(("The book made" if settled else "The book makes", made))
    return ToteBoard(
        title=f"{state.name(table, keeper)}'s book",
        subtitle=runner_lines.subtitle(table) if state.stage(table) != PARADE else "Before the Tote",
        runners=tuple(
            Runner(
                number=int(horse[1:]),
                name=runner_lines.printed(table, horse),
                owner=runner_lines.owner(table, horse),
                colour=runner_lines.ink(table, horse),
                backings=_backings(by_horse.get(horse, [])),
                laid=sum(one.wager.stake for one in by_horse.get(horse, [])),
                pays=odds.words if (odds := book_slips.asked(table, keeper, horse)) else "",
                cost=costs.get(horse),
                place=race.place_of(table, horse),
                out=(out := runner_lines.out_of_it(table, horse)),
                tap=Offer("book_bet", {"bookmaker": keeper, "horse": horse}) if open_now and not out else None,
                disqualified=bool(race.disqualified(table, horse)),
            )
            for horse in runner_lines.listed_horses(table, set(by_horse))
        ),
        pool=stakes,
        unit=UNIT,
        facts=tuple(facts),
        payouts=_payouts(table, keeper, sums),
        expected=bool(sums) and not settled,
        foot=_foot(table),
        book=True,
        lead=lead and state.stage(table) in (BETTING, RUNNING, HOME),
    )


def _backings(slips: list[BookSlip]) -> tuple[Backing, ...]:
    found: dict[str, list[BookSlip]] = {}
    for one in slips:
        found.setdefault(one.who, []).append(one)
    return tuple(
        Backing(
            who,
            sum(one.wager.stake for one in own),
            ", ".join(f"{one.wager.stake:,} {KINDS[one.wager.kind]} at {one.wager.odds.words}" for one in own),
        )
        for who, own in found.items()
    )


def _recorded(table: Table, keeper: str) -> dict[str, int]:
    """What everybody was paid out of a book."""
    number = race_number(table)
    paid = {seat.key: table.ledger.mark(SIDE, f"payout_{number}_{keeper}_{seat.key}") for seat in table.players}
    return {who: one for who, one in paid.items() if isinstance(one, int)}


def _payouts(table: Table, keeper: str, sums: dict[str, int]) -> tuple[tuple[str, int, str], ...]:
    won = race.placed(table)
    found = []
    for who, paid in sums.items():
        own = (one for one in book_slips.slips(table, keeper) if one.who == who)
        bets = (one for one in own if one.wager.pays(won, book_slips.places(table)))
        found.append((who, paid, "; ".join(book_slips.said_bet(table, one) for one in bets)))
    return tuple(found)


def _foot(table: Table) -> str:
    places = "first, second or third" if book_slips.places(table) == 3 else "first or second"
    return f"Stakes come back on top of what is won; a place is {places}."
