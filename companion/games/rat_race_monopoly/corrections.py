"""Putting the book right: the table is sovereign, and every correction carries its reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.api import Refusal
from companion.games.rat_race_monopoly.board import DEGREES, HOTEL, JOBS, buildings_text
from companion.games.rat_race_monopoly.game import (
    BANK,
    BANKER,
    DEBT,
    GAME,
    HELD,
    OPEN,
    SLOTS,
    Player,
    RatRaceTurn,
    Street,
    ask,
    money,
)
from companion.games.rat_race_monopoly.stock_exchange import move_shares, set_price, shares_text
from companion.games.rat_race_monopoly.streets import one_street
from companion.games.rat_race_monopoly.work import show_loans

MOST_SHARES = 999
"""More than any game sells; a longer figure is a typo."""
LONG_AGO = -1
"""The entry of a loan with which GO is known to have been passed: before every entry."""
FIXED = {
    "board": "Every sum in this book is written in this board's money. For the other board, start a new game.",
    "books": "What this book keeps is settled when the table is opened. Start a new game for it.",
}
"""The options that can't be changed once the table is open, and why."""


CORRECTABLE = (OPEN, BANKER)
"""Corrections come before and after the end of a game, too."""

correction = partial(GAME.correction, when=CORRECTABLE)


# --- streets and shares


def other_than_bare(state: Callable[[Street], object]) -> Callable[[RatRaceTurn], list[Street]]:
    """Those streets that can be so, and those of the bank that voided entries have left so."""
    return lambda t: [street for street in t.streets if street.owner != t.the_bank or state(street)]


@correction("Set whose street it is")
def correct_street(
    t: RatRaceTurn,
    street: Street = one_street("Which street?"),
    to: Player = ask.player("Whose is it?", BANK),
) -> str:
    """Say whose a street is, and nobody else's, for a reason; no money moves. The bank's are bare and unmortgaged."""
    owner = street.owner
    street.hand_over(to)
    if t.the_bank in (owner, to):
        street.clear()
    return f"{street} is {to.name}'s"


@correction("Set the buildings on a street")
def correct_buildings(
    t: RatRaceTurn,
    street: Street = one_street(
        "On which street?", now=other_than_bare(lambda street: street.houses)
    ),
    houses: int = ask.number(
        "How many houses? Five are a hotel.", 0, HOTEL, what="number of houses"
    ),
) -> str:
    """Say how much stands on a street, for a reason; no money moves. Five are a hotel."""
    banks = street.owner.key == BANK and (houses or not street.houses)
    t.refuse(banks, f"{street} is the bank's: nothing stands on it.", "houses")
    t.refuse(street.mortgaged and houses, f"{street} is mortgaged: nothing stands on it.", "houses")
    street.build(houses - street.houses)
    t.step("Houses from now on", houses, unit="", total=True)
    return f"{street} has {buildings_text(houses) or 'nothing'} on it"


@correction("Set whether a street is mortgaged")
def correct_mortgage(
    t: RatRaceTurn,
    street: Street = one_street(
        "Which street?", now=other_than_bare(lambda street: street.mortgaged)
    ),
    mortgaged: bool = ask.yes_no("Is it mortgaged?"),
) -> str:
    """Say whether a street is mortgaged, for a reason; no money moves."""
    banks = street.owner.key == BANK and (mortgaged or not street.mortgaged)
    t.refuse(banks, f"{street} is the bank's: it is not mortgaged.", "mortgaged")
    carries = f"{street} carries {street.buildings}: take that off first."
    t.refuse(mortgaged and street.houses > 0, carries, "mortgaged")
    street.mortgage = "yes" if mortgaged else None
    return f"{street} is {'' if mortgaged else 'not '}mortgaged"


@GAME.correction("Set the share price", when=OPEN, button="A share costs {price}")
def correct_price(t: RatRaceTurn, price: int = money("What does a share cost?")) -> str:
    """Put the share price right, for a reason; the chart keeps both."""
    t.refuse(price == t.share_price, f"A share costs {t.written(price)} already.", "price")
    set_price(t, price)
    t.step("From now on", price, total=True)
    return f"a share costs {t.written(price)}"


@GAME.correction("Set how many shares a player holds", when=OPEN, button="{who} holds {count}")
def correct_shares(
    t: RatRaceTurn,
    who: Player = ask.player("Whose shares?"),
    count: int = ask.money("How many?", at_least=0, unit=HELD),
) -> str:
    """Say how many shares a player holds, for a reason; no money moves."""
    many = f"That is more shares than any game sells; {MOST_SHARES} are the most."
    t.refuse(count > MOST_SHARES, many, "count")
    move_shares(who, count - who.shares)
    t.step("Shares from now on", count, unit="", total=True)
    return f"{who} holds {shares_text(count)}"


# --- what a player has, owes and is


@correction("Set a player's cash", button="{who} has {cash}")
def correct_cash(
    t: RatRaceTurn,
    who: Player = ask.player("Whose cash?"),
    cash: int = money("How much is it?", at_least=0),
) -> str:
    """Set what a player holds in cash; the bank takes or gives the difference."""
    t.step("Cash so far", who.cash)
    t.pay(BANK, who, cash - who.cash)
    t.step(f"{who} then has", cash, total=True)
    return f"{who} holds {t.written(cash)} in cash"


@correction("Set a loan", button="{who} owes {owed}")
def correct_loan(
    t: RatRaceTurn,
    who: Player = ask.player("Whose loan?"),
    loan: str = ask.choice("Which one?", SLOTS),
    owed: int = money("How much is owed on it?", at_least=0),
    passed: bool | None = ask.yes_no(
        "Has GO been passed with it, so that it can be repaid?", optional=True
    ),
) -> str:
    """Set what a player owes on one of two loans; zero where there is none. No cash moves."""
    before, since = t.read_number(who, loan), t.read_number(who, f"{loan}_since")
    repayable = who.has_passed_go_since(since)
    if passed is not None:
        since = LONG_AGO if passed else t.number
    elif not before:
        since = t.number
    t.note(who, **{loan: owed or None, f"{loan}_since": since if owed else None})
    # voided entries may have left the debt other than the loans: it comes to their sum
    change = sum(each.owed for each in who.loans) - who.debt
    same = (
        before == owed and not change and (not owed or who.has_passed_go_since(since) == repayable)
    )
    t.refuse(same, f"That is what {who.name} owes on it already.", "owed")
    t.pay(who, BANK, change, DEBT)
    t.step("Owed on it from now on", owed, total=True)
    show_loans(who)
    return f"{who} owes {t.written(owed)} on the {SLOTS[loan].lower()}"


@correction("Set a player's job")
def correct_job(
    t: RatRaceTurn,
    who: Player = ask.player("Whose job?"),
    job: str = ask.choice(
        "Which one?",
        tuple(str(at) for at in range(len(JOBS))),
        label=RatRaceTurn.job_label,
    ),
) -> str:
    """Set the job a player holds."""
    level = int(job)
    who.job = level or None
    return f"{who} is {t.job_name(level)} (level {job})" if level else f"{who} has no job"


@correction("Set a player's degree")
def correct_degree(
    t: RatRaceTurn,
    who: Player = ask.player("Whose degree?"),
    degree: str = ask.choice(
        "Which is the highest?", {str(at): name for at, name in enumerate(DEGREES)}
    ),
) -> str:
    """Set the highest degree a player has. Nothing is paid for it."""
    del t
    at = int(degree)
    who.degree = at or None
    return f"{who} has {f'the {DEGREES[at]}' if at else 'no degree'}"


@correction("Set who is insured")
def correct_insurance(
    t: RatRaceTurn,
    who: Player = ask.player("Whose streets?"),
    insured: bool = ask.yes_no("Are they insured?"),
) -> str:
    """Say whether a player's streets are insured until the next GO. Nothing is paid for it."""
    del t
    who.insured = "yes" if insured else None
    return f"{who} is {'' if insured else 'not '}insured"


@correction("Set who sits in Jail")
def correct_jail(
    t: RatRaceTurn,
    who: Player = ask.player("Who?"),
    jail: bool = ask.yes_no("In Jail?"),
) -> str:
    """Say whether a player sits in Jail. Nothing is paid for it."""
    who.jail = "yes" if jail else None
    who.tries = None
    t.dice.jailed = None
    return f"{who} {'sits' if jail else 'does not sit'} in Jail"


@GAME.extend("change_house")
def change_house(t: RatRaceTurn, usual: Callable[[], None], **answers: Any) -> None:
    """Refuse to change what is settled once the table is open; leave everything else to the table."""
    if answers["rule"] in FIXED and t.opened:
        raise Refusal(FIXED[answers["rule"]], "rule")
    usual()
