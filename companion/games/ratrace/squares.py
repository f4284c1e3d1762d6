"""Squares that pay or cost money: windfalls, payments, taxes, schools and clubs, the funeral.

Rulebook: «Q. Besides running your Business, how else do you make money in Ratrace?» and the questions on
schools, taxes and the funeral.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Answers, Choice, OneDie, TwoDice, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table
from companion.games.ratrace import gates, state
from companion.games.ratrace.board import CLASS_IN, PAPERS, SQUARE_NAMES
from companion.games.ratrace.business import Means
from companion.games.ratrace.dues import Due, falls_due
from companion.games.ratrace.state import LANDING_DONE, TREASURY, money, name

MONEY_SOURCE = "Q. Besides running your Business, how else do you make money in Ratrace?"
SCHOOL_SOURCE = "Q. What about the Schools and Clubs? Do I have to join those?"
FUNERAL_SOURCE = "Q. What about the Grandmother's Funeral square?"
TAX_SOURCE = "Q. How do you (gulp) pay your Taxes?"

FIXED = {"gift": "gift", "bingo": "bingo", "uncle": "uncle"}
WINDFALL_RULE = "Windfalls come from the Treasury at once."
PAYMENT_RULE = "Forced payments go to the Treasury at once, in cash and never on credit."


def receives(table: Table, who: str, amount: int, what: str) -> Effect:
    """The Treasury pays a player."""
    after = state.cash(table, who) + amount
    return Effect(
        f"{name(table, who)} receives {money(amount)}: {what}.",
        state.pay(amount, TREASURY, who),
        working=(
            Line(f"{what}: the Treasury pays", amount, signed=True, total=True),
            Line(f"{name(table, who)} then has", after),
        ),
        rule=WINDFALL_RULE,
    )


def income(table: Table, who: str) -> Effect:
    """Pay the income of a player's class."""
    amount = table.figure(f"income.{state.rank(table, who)}")
    effect = receives(table, who, amount, f"Collect {amount:,}")
    return Effect(effect.narration, effect.postings, effect.marks, effect.working, "Income is paid in passing.")


@action(MONEY_SOURCE, title="Collect income", group="Squares")
def collect(table: Table, who: Who) -> Effect:
    """Receive the income of the own class, where the book does not follow the tokens.

    who: Who passed the income square?
    """
    gates.quiet(table)
    gates.seated(table, who)
    if state.follows(table) and state.pending(table) != (who, "income"):
        raise Refusal("The book pays income itself when a token passes.", "who")
    return Effect(marks=LANDING_DONE) + income(table, who)


def windfall_of(table: Table, who: str, code: str) -> Effect:
    """Pay a windfall of a fixed amount."""
    return receives(table, who, table.figure(FIXED[code]), SQUARE_NAMES[code])


Windfall: TypeAlias = Annotated[str, Choice(tuple(FIXED), lambda _table, _answers, value: SQUARE_NAMES[value])]


@action(MONEY_SOURCE, title="Gift, Bingo or Rich Uncle", group="Squares")
def windfall(table: Table, who: Who, square: Windfall) -> Effect:
    """Receive a windfall of a fixed amount.

    who: Who landed there?
    square: On which square?
    """
    gates.landed(table, who, square, "square")
    return Effect(marks=LANDING_DONE) + windfall_of(table, who, square)


@action(MONEY_SOURCE, title="Football Pool", group="Squares")
def pool(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Receive the Football Pool: both dice times the figure on the square.

    who: Who landed there?
    roll: What do both dice show?
    """
    gates.landed(table, who, "pool")
    rank = state.rank(table, who)
    if rank == "high":
        raise Refusal("There is no Football Pool in High Society.", "who")
    times = table.figure(f"pool.{rank}")
    line = Line(f"{roll} times {money(times)}", roll * times)
    return Effect(marks=LANDING_DONE, working=(line,)) + receives(table, who, roll * times, SQUARE_NAMES["pool"])


Outcome: TypeAlias = Annotated[
    str,
    Choice(
        ("double", "even", "odd"),
        lambda _table, _answers, value: {"double": "A double", "even": "Any other even roll", "odd": "An odd roll"}[
            value
        ],
        detail=lambda table, _answers, value: money(table.figure(f"ascot.{value}")),
    ),
]


@action(MONEY_SOURCE, title="Ascot Sweepstake", group="Squares")
def ascot(table: Table, who: Who, roll: Outcome) -> Effect:
    """Receive the Ascot Sweepstake by what both dice show.

    who: Who landed there?
    roll: What do both dice show?
    """
    gates.landed(table, who, "ascot")
    return Effect(marks=LANDING_DONE) + receives(
        table, who, table.figure(f"ascot.{roll}"), f"{SQUARE_NAMES['ascot']}, {roll}"
    )


def _costs(table: Table, who: str, roll: int, times: int, code: str) -> Effect:
    working = (Line(f"{SQUARE_NAMES[code]}: {roll} times {money(times)}", roll * times),)
    effect = falls_due(table, Due(who, roll * times, TREASURY, SQUARE_NAMES[code], code))
    return Effect(marks=LANDING_DONE, working=working, rule=PAYMENT_RULE) + effect


@action(TAX_SOURCE, title="Taxes", group="Squares")
def taxes(table: Table, who: Who, roll: TwoDice) -> Effect:
    """Pay taxes: both dice times the figure of the class, in cash.

    who: Who landed there?
    roll: What do both dice show?
    """
    gates.landed(table, who, "taxes")
    return _costs(table, who, roll, table.figure(f"tax.{state.rank(table, who)}"), "taxes")


@action("Q. Who do I make the Unemployment Insurance, Welfare, and Alimony payments to?", group="Squares")
def unemployment(table: Table, who: Who, roll: OneDie) -> Effect:
    """Pay Unemployment Insurance: one die times the figure on the square.

    who: Who landed there?
    roll: What does the die show?
    """
    gates.landed(table, who, "unemployment")
    return _costs(table, who, roll, table.figure("unemployment"), "unemployment")


@action("Q. Who do I make the Unemployment Insurance, Welfare, and Alimony payments to?", group="Squares")
def welfare(table: Table, who: Who, roll: OneDie) -> Effect:
    """Pay Welfare: one die times the figure on the square.

    who: Who landed there?
    roll: What does the die show?
    """
    gates.landed(table, who, "welfare")
    return _costs(table, who, roll, table.figure("welfare"), "welfare")


def _papers_now(table: Table, answers: Answers) -> tuple[str, ...]:
    rank = state.rank(table, str(answers.get("who") or ""))
    return tuple(code for code, (_, of) in PAPERS.items() if of == rank)


Paper: TypeAlias = Annotated[
    str,
    Choice(
        tuple(PAPERS),
        lambda _table, _answers, value: SQUARE_NAMES[value],
        _papers_now,
        lambda table, _answers, value: money(table.figure(f"fee.{value}")),
    ),
]


@action(SCHOOL_SOURCE, title="School or club", group="Squares")
def join_club(table: Table, who: Who, club: Paper, on: Means) -> Effect:
    """Pay the fee of a school or club and get its diploma or membership, in cash or on credit.

    who: Who landed there?
    club: Which one?
    on: How is it paid?
    """
    gates.landed(table, who, club, "club")
    if PAPERS[club][1] != state.rank(table, who):
        # only a board corrected by the table has the square there
        raise Refusal(f"The {state.paper_name(club)} is of no use in {CLASS_IN[state.rank(table, who)]}.", "club")
    if (held := state.own_paper(table, who)) is not None:
        raise Refusal(f"{name(table, who)} has the {state.paper_name(held)} already: one is enough.", "who")
    fee = table.figure(f"fee.{club}")
    if on == "cash" and state.cash(table, who) < fee:
        held_cash = money(max(0, state.cash(table, who)))
        raise Refusal(f"{name(table, who)} holds {held_cash}; the fee is {money(fee)}. The Credit Card will do.", "on")
    owed = state.debt(table, who)
    if on == "cash":
        postings = state.pay(fee, who, TREASURY)
        working = (
            Line(f"{name(table, who)} pays the Treasury", -fee, signed=True, total=True),
            Line(f"Leaves {table.name(who)} with", state.cash(table, who) - fee),
        )
    else:
        postings = state.pay(fee, who, TREASURY, "credit")
        working = (
            Line("Credit debt so far", owed),
            Line(f"{name(table, who)} now owes on credit", owed + fee, total=True),
        )
    return Effect(
        f"{name(table, who)} gets the {state.paper_name(club)} for {money(fee)}{'' if on == 'cash' else ' on credit'}.",
        postings,
        (*LANDING_DONE, Mark(who, "paper", club)),
        working,
        "One diploma or membership a class is needed to move up, and one is enough.",
    )


def funeral_of(table: Table, who: str) -> Effect:
    """Inherit, miss a turn, and close the Business until the next move."""
    effect = receives(table, who, table.figure("funeral"), SQUARE_NAMES["funeral"])
    return effect + Effect(
        f"{name(table, who)} misses a turn, and the Business is closed until {table.name(who)} moves again.",
        marks=(Mark(who, "closed", 1), Mark(who, "misses", 1)),
        rule="A funeral closes the Business and keeps its owner from auctions and gambling until the next move.",
    )


@action(FUNERAL_SOURCE, title="Grandmother's Funeral", group="Squares")
def funeral(table: Table, who: Who) -> Effect:
    """Inherit, miss one turn, and close the Business until the next move.

    who: Who landed there?
    """
    gates.landed(table, who, "funeral")
    effect = Effect(marks=LANDING_DONE) + funeral_of(table, who)
    if state.follows(table) and state.on_turn(table) == who:
        # the token was put right by hand when its next turn had come already: that is the turn missed
        effect += Effect(marks=(Mark(who, "misses", None),))
        effect += state.next_turn(table.after(effect), who)
    return effect


@action(FUNERAL_SOURCE, title="Open a closed Business again", group="Turn")
def reopen(table: Table, who: Who) -> Effect:
    """Open a Business again after a funeral, where the book does not follow the tokens.

    who: Who moves again?
    """
    gates.going(table)
    if not state.closed(table, who):
        raise Refusal(f"{name(table, who)}'s Business is open.", "who")
    if state.follows(table):
        raise Refusal(f"The book opens it again when {table.name(who)} moves.", "who")
    return Effect(
        f"{name(table, who)} moves again: the Business is open.",
        marks=(Mark(who, "closed", None), Mark(who, "misses", None)),
    )


ACTIONS = (collect, windfall, pool, ascot, taxes, unemployment, welfare, join_club, funeral, reopen)
