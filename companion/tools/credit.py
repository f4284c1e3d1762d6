"""Credit and interest: what a Credit Due takes for what was bought on credit. Ratrace's own rule works it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.questions import Amount
from companion.core.table import Effect, Line, Seat, Table
from companion.games.ratrace import RATRACE, state
from companion.games.ratrace.business import CREDIT_SOURCE, credit_falls_due
from companion.games.ratrace.state import TREASURY
from companion.tools.asking import Answer, Ask, Formula, Inputs, Sums, added, by_house, receipt

if TYPE_CHECKING:
    from companion.core.questions import Answers

WHO = "one"
PRICES = (20, 50, 100, 200, 500, 3_000)
"""What is bought on credit most: the prices of purchases and symbols, and the fees of schools and clubs."""


def asks(inputs: Inputs) -> tuple[Ask, ...]:
    """Ask for the purchases, and for the cash where somebody wants to know what is left."""
    del inputs
    return (
        Ask("debt", "Bought on credit", Sums(), quick=PRICES, hint="Purchases, one after the other"),
        Ask("cash", "Cash in hand", Amount(0), optional=True, hint="If you like, to see what is left"),
        by_house(RATRACE.house("interest")),
    )


def table(debt: int, cash: int, rounding: str) -> Table:
    """Lay a table where one player owes so much on credit and holds so much."""
    bare = Table((Seat(WHO, "the player"),), houses=RATRACE.house_rules({"interest": rounding}))
    owed = state.pay(debt, WHO, TREASURY, "credit")
    return bare.after(Effect(postings=(*owed, *state.pay(cash, TREASURY, WHO))))


def work(answers: Answers) -> Answer:
    """Work out what a Credit Due takes."""
    bought = added(answers["debt"])
    debt, held = sum(bought), answers["cash"]
    rounding = str(answers["interest"])
    due = state.to_clear(table(debt, 0, rounding), WHO)
    known = table(debt, due if held is None else int(held), rounding)
    effect = credit_falls_due(known, WHO)
    lines = effect.working
    if held is None:
        # below the total stands what is left in hand, of which nobody has said a word
        lines = lines[: 1 + next(at for at, one in enumerate(lines) if one.total)]
    parts = tuple(Line(f"Purchase {at}", one) for at, one in enumerate(bought, 1)) if len(bought) > 1 else ()
    told = None if held is not None and int(held) < due else ""
    return Answer(
        label="Credit Due takes",
        figure=due,
        unit="$",
        receipts=(receipt(effect, CREDIT_SOURCE, working=(*parts, *lines), told=told),),
        facts=(("Debt", state.money(debt)), ("Interest", state.money(state.debt_interest(known, WHO)))),
    )


FORMULA = Formula(asks, work)
