"""The board for everyone: what every horse would pay as bets come in, and who is paid after the race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.boards import Backing, Runner, ToteBoard
from companion.core.prompt import Offer
from companion.core.table import Table
from companion.games.totopoly import book_board, dividends, race, runner_lines, settling, state, tote
from companion.games.totopoly.dividends import TOTE, race_number
from companion.games.totopoly.houses import BANK, BOOK, EVENING
from companion.games.totopoly.houses import TOTE as TOTE_ALONE
from companion.games.totopoly.state import BETTING, HOME, OVER, PARADE, RUNNING, UNIT, money
from companion.rules import betting

if TYPE_CHECKING:
    from companion.games.totopoly.dividends import Slip

FROM_BETTING = (BETTING, RUNNING, HOME, OVER)


def boards(table: Table) -> tuple[ToteBoard, ...]:
    """Every board that lies on the table now: the Tote's, then one for each bookmaker."""
    stage = state.stage(table)
    found: tuple[ToteBoard, ...] = ()
    if state.keeps(table) in (EVENING, TOTE_ALONE) and stage in FROM_BETTING:
        found = (tote_board(table),)
    if state.keeps(table) in (EVENING, BOOK) and stage in (PARADE, *FROM_BETTING):
        found += book_board.boards(table)
    return found


def tote_board(table: Table) -> ToteBoard:
    """Draw up the Tote's own board."""
    stage, paid = state.stage(table), dividends.paid(table)
    slips = dividends.slips(table)
    carried = dividends.carried(table, slips)
    pool = dividends.laid(slips) + carried
    payouts, expected, outcome = _payouts(table, slips)
    figures = dividends.board(table, slips)
    backings: dict[str, list[Backing]] = {}
    for horse, backers in _backers(slips).items():
        backings[horse] = [Backing(who, sum(stakes), _stakes(stakes)) for who, stakes in backers.items()]
    open_now = not tote.closed(table) and stage in (BETTING, RUNNING)
    field = runner_lines.listed_horses(table, {one.horse for one in slips})
    return ToteBoard(
        title="The Tote",
        subtitle=runner_lines.subtitle(table),
        runners=tuple(
            Runner(
                number=int(horse[1:]),
                name=runner_lines.printed(table, horse),
                owner=runner_lines.owner(table, horse),
                colour=runner_lines.ink(table, horse),
                backings=tuple(backings.get(horse, ())),
                laid=figures[horse].laid,
                pays=dividends.pays(table, figures[horse]) if not (out := runner_lines.out_of_it(table, horse)) else "",
                exact=dividends.at_ten(figures[horse]),
                place=race.place_of(table, horse),
                out=out,
                tap=Offer("bet", {"horse": horse}) if open_now and not out else None,
                disqualified=bool(race.disqualified(table, horse)),
            )
            for horse in field
        ),
        pool=dividends.belongs(table, slips) if paid else pool,
        unit=UNIT,
        facts=_facts(table, pool, len(slips), carried),
        payouts=payouts,
        expected=expected,
        outcome=outcome,
        foot=dividends.apart(table, slips) or _foot(table, paid),
        lead=state.keeps(table) == TOTE_ALONE or stage in (BETTING, RUNNING, HOME),
    )


def _backers(slips: tuple[Slip, ...]) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for one in slips:
        found.setdefault(one.horse, {}).setdefault(one.who, []).append(one.stake)
    return found


def _stakes(stakes: list[int]) -> str:
    return " + ".join(f"{one:,}" for one in stakes) if len(stakes) > 1 else ""


def _facts(table: Table, pool: int, count: int, carried: int) -> tuple[tuple[str, str], ...]:
    facts = [("Pool", money(pool)), ("Commission 10%", money(betting.tenth(pool))), ("Bets", str(count))]
    if dividends.paid(table):
        # what lay in the pool is paid out, and the commission taken may be another for a round figure
        facts = [("Was in the pool", money(pool)), ("Bets", str(count))]
    if carried:
        facts.append(("Carried here", money(carried)))
    if dividends.paid(table) and (left := dividends.belongs(table)):
        facts.append(("Carried on", money(left)))
    return tuple(facts)


def _payouts(table: Table, slips: tuple[Slip, ...]) -> tuple[tuple[tuple[str, int, str], ...], bool, str]:
    """Who is paid, or will be once the table records it; else a sentence, where the result is there."""
    if dividends.paid(table):
        return (found := _recorded(table)), False, "" if found else "Nobody is paid."
    if not race.official(table) or dividends.apart(table, slips):
        return (), False, ""
    if not settling.tote_due(table, slips):
        return (), False, "Nobody has laid a bet."
    coming, why = settling.expected(table)
    return coming, bool(coming), why


def _recorded(table: Table) -> tuple[tuple[str, int, str], ...]:
    number = race_number(table)
    found = []
    for seat in table.players:
        if said := state.said(table, TOTE, f"payout_{number}_{seat.key}"):
            amount, _, how = said.partition(" ")
            found.append((seat.key, int(amount), how))
    return tuple(found)


def _foot(table: Table, paid: bool) -> str:
    if paid:
        return state.said(table, TOTE, f"foot_{race_number(table)}")
    if state.keeps(table) not in (EVENING, BANK) and settling.tote_due(table) and state.stage(table) == HOME:
        return "The result stands: pay out the Tote."
    return "Money in = paid out + commission + breakage, always"
