"""The rules of Rat Race Monopoly in our own words, and the tables of the banker, worked out by the rules that pay."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.boards import Grid
from companion.core.game import Calculator, Page
from companion.core.table import Refusal, Table
from companion.games.rat_race_monopoly import loans, salary, state, work
from companion.games.rat_race_monopoly.board import (
    BRACKETS,
    DEGREES,
    GROUPS,
    JOBS,
    STREETS_OF,
    bracket_of,
    house_cost,
    lifting_cost,
    mortgage_value,
    street_name,
    street_price,
)
from companion.games.rat_race_monopoly.scale import say


def _jobs(table: Table) -> Grid:
    """Every level, with what it is paid at GO with no loan, one or two, its tax and its loan."""
    rows = []
    for level in range(len(JOBS)):
        at = bracket_of(level)
        rows.append(
            (
                f"{level} \u00b7 {state.job_name(table, level)}" if level else "No job",
                BRACKETS[at] if at else "\u2013",
                *(say(table, salary.salary(table, level, number)) for number in range(3)),
                say(table, salary.tax(table, level)),
                say(table, state.loan_size(table, at)) if at else "none",
            )
        )
    return Grid(
        ("Job", "Bracket", "Salary", "With 1 loan", "With 2 loans", "Tax", "One loan"),
        tuple(rows),
        "Salary, tax and loans",
        "Salary is paid at GO; the bracket is that of the job held, not of the degree.",
    )


def _degrees(table: Table) -> Grid:
    rows = tuple(
        (
            DEGREES[at],
            say(table, work.fee(table, at)),
            " and ".join(work.job_words(table, level) for level in (2 * at - 1, 2 * at)),
        )
        for at in range(1, len(DEGREES))
    )
    return Grid(("Degree", "Fee", "Opens"), rows, "Degrees", "In this order, one each time a token lands on a college.")


def _applications(table: Table) -> Grid:
    """What a roll makes of an application, for each job that can be held with the highest degree of its bracket."""
    heads = ("Degree, job held", "2, 12", "3, 11", "Other even", "Other odd")
    rows = []
    for degree in range(1, len(DEGREES)):
        for job in range(2 * degree):
            rolls = (work.outcome(table, degree, job, roll).level for roll in (2, 3, 4, 5))
            rows.append((f"{DEGREES[degree]}, {_level(job)}", *_levels(rolls)))
    note = "Figures are levels. Where the present job is the better one, it is kept."
    return Grid(heads, tuple(rows), "Job applications", note)


def _level(job: int) -> str:
    return f"level {job}" if job else "no job"


def _levels(levels: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(level) if level else "no job" for level in levels)


def banker_grids(table: Table) -> tuple[Grid, ...]:
    """The banker's tables, for the board and the house rules played with."""
    return _jobs(table), _degrees(table), _applications(table)


def street_grids(table: Table) -> tuple[Grid, ...]:
    """Every street with its price, its mortgage, and what insuring it and building on it costs."""
    rows = tuple(
        (
            street_name(table, street),
            group.title,
            say(table, street_price(table, street)),
            say(table, mortgage_value(table, street)),
            say(table, lifting_cost(table, street)),
            say(table, house_cost(table, street)),
        )
        for group in GROUPS
        for street in STREETS_OF[group.key]
    )
    heads = ("Street", "Group", "Price", "Mortgage", "Lifting it", "A house")
    note = "A hotel costs a fifth house. Names and prices can be put right under Correct the board."
    return (Grid(heads, rows, "Streets", note),)


def reckon_loan(table: Table, text: str) -> tuple[str, ...]:
    """Tell what one loan at a job's level costs in salary, GO by GO.

    Raises:
        Refusal: it is no level from 1 to 6.

    """
    plain = text.strip()
    if plain not in {str(level) for level in range(1, len(JOBS))}:
        raise Refusal("Type the level of a job, 1 to 6.")
    level = int(plain)
    size = state.loan_size(table, bracket_of(level))
    full = salary.full_salary(table, level)
    first, second = (full - salary.salary(table, level, number) for number in (1, 2))
    return (
        f"{state.job_name(table, level)}, level {level}: a loan is {say(table, size)}.",
        f"One loan costs {say(table, first)} of salary at every GO until it is repaid; it takes at least one GO.",
        f"Two loans bring {say(table, 2 * size)} and cost {say(table, second)} at every GO: {loans.salary_with(2)}.",
    )


PAGES: tuple[Page, ...] = (
    Page(
        "The aim",
        (
            "Be the first with the net worth agreed on: cash, streets at their printed price (mortgaged ones at half), "
            "buildings at what they cost and shares at today's price, less loans. The usual game goes on beside it.",
            "Everyone starts with a tenth of the usual money, without a degree and without a job. Study, find work, "
            "buy streets and shares, and mind the sevens.",
        ),
    ),
    Page(
        "Dice and Jail",
        (
            "Throw one die or two, as you like; a 1 on a single die is Jail. After a double you may stop or throw on; "
            "the third double in a row is Jail.",
            "On the way to Jail no GO is passed and the share price is not updated. Sitting in Jail is no visit to the "
            "exchange there.",
        ),
    ),
    Page(
        "Squares that changed",
        (
            "The four stations are colleges: on landing you may pay for your next degree, one at a time and in order.",
            "The Community Chest squares and the two utilities are employment offices: with a degree you may apply for "
            "a job with two dice. On Chance you take a card of either pile.",
            "GO, Just Visiting and Free Parking are stock exchanges. Stations and utilities are not sold.",
        ),
    ),
    Page(
        "Salary, tax and loans",
        (
            "At GO you are paid the salary of your job: all of it without a loan, half with one, nothing with two. Tax "
            "squares cost the tax of your level.",
            "A loan has the size fixed for the bracket of your job; two at once are the most. It is repaid whole, on "
            "your own turn, after at least one GO: the salary lost is the interest.",
        ),
        banker_grids,
        Calculator("What does a loan cost at level", "1 to 6", reckon_loan),
    ),
    Page(
        "Insurance and disasters",
        (
            "At GO you may insure all your streets for a tenth of their printed prices, until the next GO.",
            "A 7 with both movement dice is a disaster. It strikes before the token moves, and hits everyone without "
            "insurance who has two streets or more. Two dice say how hard: 2, 3, 11 and 12 are severe.",
            "A severe one takes half the streets, rounded down, with what stands on them; an opponent draws them "
            "blindly. A light one takes the buildings of one street drawn.",
        ),
    ),
    Page(
        "Shares",
        (
            "On an exchange you may sell as many shares as you like and buy one, at the price shown. Then two dice "
            "update the price: 8 to 12 one point up, 7 no change, 2 to 6 one point down. Passing GO updates it too.",
            "The add-on's printed price chart is not known to the book: the size of a point and the least price are "
            "the table's to say.",
        ),
    ),
    Page(
        "Streets",
        (
            "Streets, mortgages, houses and rent go by the usual rules. The book knows the printed prices; rents and "
            "the sums on cards are read off the cards and typed in.",
            "Who takes over a mortgaged street, in a trade or from a bankrupt player, pays the bank 10% of the "
            "mortgage at once, unless your house rules leave that out, and 10% again on lifting it.",
        ),
        street_grids,
    ),
    Page(
        "Who can't pay",
        (
            "Sell buildings, mortgage, trade, sell shares, or take a loan you may still have. Who is still short is "
            "out; the creditor takes what there is, or the bank does. The last one left wins.",
        ),
    ),
    Page(
        "The book",
        (
            "One device keeps the banker's book and the stock broker's; the broker's can be kept alone. Throwing the "
            "dice in the book is never needed, but it remembers doubles and sevens.",
            "The table is sovereign: cash, loans, jobs, degrees, streets, shares and the turn can be put right by "
            "hand, with a reason.",
        ),
    ),
)
