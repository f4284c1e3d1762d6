"""Passing GO: one entry with one receipt.

Salary after loans, insurance if wanted, trades where the token lands on GO, then the share price by a roll.
Rulebook: «Bank loans», «Insurance» and «Stock Exchange».
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, TwoDice, Who, YesNo
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.rat_race_monopoly import gates, insurance, market, salary, sevens, state
from companion.games.rat_race_monopoly.state import name

SOURCE = "Bank loans, Insurance, Stock Exchange"
RULE = (
    "At GO comes the salary, then insurance for the new year if wanted, then the share price is updated by two dice. "
    "Landing on GO, or being sent there or past it by a card, counts, once; going to Jail never does."
)


def _insurable(table: Table, answers: Answers) -> tuple[str, ...]:
    """Without a street there is nothing to insure, and nothing is offered."""
    return ("yes", "no") if state.streets_of(table, str(answers.get("who") or "")) else ()


def _to_sell(table: Table, answers: Answers) -> int:
    """Shares that can be sold on GO itself; none in passing."""
    return max(0, state.shares(table, str(answers.get("who") or ""))) if answers.get("landed") == "yes" else 0


def _trading(_table: Table, answers: Answers) -> tuple[str, ...]:
    return ("yes", "no") if answers.get("landed") == "yes" else ()


Insured: TypeAlias = Annotated[str, Choice(("yes", "no"), now=_insurable)]
SoldThere: TypeAlias = Annotated[int, Amount(0, _to_sell, unit="shares")]
BoughtThere: TypeAlias = Annotated[str, Choice(("yes", "no"), now=_trading)]


@action(SOURCE, title="Pass GO", group="Turn")
def pass_go(  # noqa: PLR0913 - one receipt for all that happens at GO
    table: Table,
    who: Who,
    *,
    insure: Insured | None = None,
    landed: YesNo | None = None,
    sell: SoldThere | None = None,
    buy: BoughtThere | None = None,
    roll: TwoDice,
) -> Effect:
    """Pass GO or land on it: salary, insurance, trades and the share price, all in one entry.

    who: Who passes GO?
    insure: Insure all streets for a year?
    landed: Landed on GO itself?
    sell: How many shares are sold?
    buy: Buy a share?
    roll: What do both dice show for the share price?
    """
    gates.on_turn(table, who)
    if state.in_jail(table, who):
        raise Refusal(f"{name(table, who)} sits in Jail: on the way there no GO is passed.", "who")
    lands = landed == "yes"
    if not lands and (sell or buy == "yes"):
        asked = "buy" if buy == "yes" else "sell"
        raise Refusal("Shares are traded only where the token lands on an exchange; in passing GO it does not.", asked)
    done = _year(table, who, "lands on GO" if lands else "passes GO")
    if insure == "yes":
        done += insurance.taken_out(table.after(done), who, "insure")
    now = table.after(done)
    done += market.visited(now, who, sell or 0, buy == "yes", roll) if lands else market.updated(now, roll)
    return replace(done + sevens.after_throw(table, who, roll), rule=RULE)


def _year(table: Table, who: str, how: str) -> Effect:
    """Begin a new year: the salary is paid, a GO is counted, and last year's insurance ends."""
    ended = state.insured(table, who)
    return salary.paid(table, who, how) + Effect(
        marks=(state.go_passed(table, who), Mark(who, "insured", None)),
        working=(Line("Last year's insurance ends"),) if ended else (),
    )


ACTIONS = (pass_go,)
