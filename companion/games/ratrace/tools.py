"""The quick tools that Ratrace gives: what a Credit Due takes, an investment, and a bet at the Tote Board.

Each sets up a small table with one player at it, and asks the game's own rule.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.action import Question
from companion.core.questions import Amount, Number
from companion.core.table import Effect, Line, Mark, Posting, Refusal, Seat, Table
from companion.games.ratrace import exchange, racetrack, state
from companion.games.ratrace.board import HORSES, PLACES
from companion.games.ratrace.business import CREDIT_SOURCE, credit_falls_due
from companion.games.ratrace.houses import HOUSES
from companion.games.ratrace.state import EXCHANGE, RACE, TABLE, TREASURY, money
from companion.tools.sums import Amounts, Answer, Rolls, Sum, added, choose, receipt, rolled

WHO = Seat("one", "the player")
OWN = {one.key: one for one in HOUSES}
OTHERS = 5
"""So many others roll for an investment at the most: six play."""


def event(table: Table, name: str, stake: int, others: tuple[Seat, ...] = (), **facts: str | int) -> Table:
    """Lay a table where one player has put up a stake for what begins now."""
    bare = replace(table, seats=(WHO, *others))
    marks = (Mark(TABLE, "started", "yes"), *state.begin_event(bare, name, **facts))
    put_up = (Posting(f"{WHO.key}:{name}", stake), Posting(f"{TREASURY}:cash", -stake))
    return bare.after(Effect(postings=put_up, marks=marks))


# -- credit -------------------------------------------------------------------------------------------


def credit_due(table: Table, debt: str, cash: int | None) -> Answer:
    """Work out what a Credit Due takes for what was bought on credit, and what it leaves of the cash."""
    bought = added(debt)
    owing = _owing(table, sum(bought), 0)
    due = state.to_clear(owing, WHO.key)
    effect = credit_falls_due(_owing(table, sum(bought), due if cash is None else cash), WHO.key)
    lines = effect.working
    if cash is None:
        # below the total stands what is left in hand, of which nobody has said a word
        lines = lines[: 1 + next(at for at, one in enumerate(lines) if one.total)]
    parts = tuple(Line(f"Purchase {at}", one) for at, one in enumerate(bought, 1)) if len(bought) > 1 else ()
    told = None if cash is not None and cash < due else ""
    return Answer(
        "Credit Due takes",
        due,
        "$",
        (receipt(effect, CREDIT_SOURCE, working=(*parts, *lines), narration=told),),
        (("Debt", money(sum(bought))), ("Interest", money(state.debt_interest(owing, WHO.key)))),
    )


def _owing(table: Table, debt: int, cash: int) -> Table:
    owed = state.pay(debt, WHO.key, TREASURY, "credit")
    return replace(table, seats=(WHO,)).after(Effect(postings=(*owed, *state.pay(cash, TREASURY, WHO.key))))


# -- an investment ------------------------------------------------------------------------------------


def investment(table: Table, stake: int, rolls: str) -> Answer:
    """Work out what an investment returns, cashed in after so many rolls."""
    if stake % exchange.UNIT:
        raise Refusal(f"An investment is a multiple of ${exchange.UNIT}.", "stake")
    shown = rolled(rolls)
    others = tuple(Seat(f"other{at}", "somebody") for at in range(len(shown) + 1))
    order = " ".join(one.key for one in others)
    table = event(
        table, EXCHANGE, stake, others, who=WHO.key, order=order, rolls=0, level=7, invested=stake, value=stake
    )
    lines, said = [Line("Invested", stake)], Effect()
    for roll in shown:
        step = exchange.exchange_roll.rule(table, roll=roll)
        lines += [Line(one.text, one.figure) for one in step.working if one.total]
        said += step
        table = table.after(step)
    value = state.count(table, EXCHANGE, "value")
    gain = value - stake
    total = Line("A gain of" if gain >= 0 else "A loss of", abs(gain), total=True)
    return Answer(
        "Cashed in, it returns",
        value,
        "$",
        (receipt(said, exchange.SOURCE, working=(*lines, total), narration=""),),
        (("Level", str(shown[-1])), ("Gain" if gain >= 0 else "Loss", money(abs(gain)))),
    )


# -- a bet at the Tote Board --------------------------------------------------------------------------


def tote_bet(table: Table, horse: int, place: str, dollars: int) -> Answer:
    """Work out what a bet wins: it was rolled in vain as often as the place says, and now the horse comes in."""
    running = event(table, RACE, dollars, lander=WHO.key, horse=horse, rolls=PLACES.index(place))
    run = racetrack.race_roll.rule(running, roll=horse)
    back = state.cash(running.after(run), WHO.key)
    lines = (*run.working[:-1], Line("With the stake back", run.working[-1].figure))
    figures = " / ".join(str(table.figure(f"tote.{horse}.{one}")) for one in PLACES)
    return Answer(
        "With the stake back it comes to",
        back,
        "$",
        (receipt(run, racetrack.SOURCE, working=lines, narration=""),),
        (("Won", money(back - dollars)), ("Win / place / show", figures)),
    )


TOOLS = (
    Sum(
        "credit",
        (
            Question("debt", Amounts(quick=(20, 50, 100, 200, 500, 3_000)), "Bought on credit"),
            Question("cash", Amount(0), "Cash in hand", optional=True),
        ),
        credit_due,
        (OWN["interest"],),
    ),
    Sum(
        "index",
        (
            Question("stake", Amount(1, quick=(100, 200, 300, 500)), "Invested"),
            Question("rolls", Rolls(most=OTHERS), "Rolled"),
        ),
        investment,
        (OWN["exchange"], OWN["level3"]),
        "investment",
        "Investment",
    ),
    Sum(
        "bet",
        (
            Question("horse", Number(HORSES[0], HORSES[-1], "horse"), "Horse"),
            choose(
                "place",
                "It comes in on the first, second or third roll",
                {"win": "WIN", "place": "PLACE", "show": "SHOW"},
            ),
            Question("dollars", Amount(1, quick=(10, 50, 100, 500)), "The bet"),
        ),
        tote_bet,
        (OWN["tote"],),
        "board",
        "Tote Board of Ratrace",
    ),
)
