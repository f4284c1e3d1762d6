"""The rules of Rat Race Monopoly in our own words, and the tables of the banker, worked out by the rules that pay."""

from __future__ import annotations

from companion.api import Grid, Refusal
from companion.api.show import Calculator
from companion.games.rat_race_monopoly.board import (
    BRACKETS,
    DEGREES,
    JOBS,
    MORTGAGE_INTEREST,
    bracket_of,
)
from companion.games.rat_race_monopoly.game import GAME, RatRaceTurn
from companion.games.rat_race_monopoly.work import full_salary, job_text, outcome, salary, tax


def jobs_grid(t: RatRaceTurn) -> Grid:
    """Every level, with what it is paid at GO with no loan, one or two, its tax and its loan."""
    rows = []
    for level in range(len(JOBS)):
        at = bracket_of(level)
        rows.append(
            (
                t.job_label(str(level)),
                BRACKETS[at] if at else "\u2013",
                *(t.written(salary(t, level, loans)) for loans in range(3)),
                t.written(tax(t, level)),
                t.written(t.loan_size(at)) if at else "none",
            )
        )
    return Grid(
        ("Job", "Bracket", "Salary", "With 1 loan", "With 2 loans", "Tax", "One loan"),
        tuple(rows),
        "Salary, tax and loans",
        "Salary is paid at GO; the bracket is that of the job held, not of the degree.",
    )


def _degrees_grid(t: RatRaceTurn) -> Grid:
    rows = tuple(
        (
            DEGREES[at],
            t.written(t.figure(f"fee.{at}")),
            f"{job_text(t, 2 * at - 1)} and {job_text(t, 2 * at)}",
        )
        for at in range(1, len(DEGREES))
    )
    return Grid(
        ("Degree", "Fee", "Opens"),
        rows,
        "Degrees",
        "In this order, one each time a token lands on a college.",
    )


def applications_grid(t: RatRaceTurn) -> Grid:
    """What a roll makes of an application, for each job that can be held with the highest degree of its bracket."""
    rows = []
    for degree in range(1, len(DEGREES)):
        for job in range(2 * degree):
            held = f"level {job}" if job else "no job"
            levels = (outcome(t, degree, job, roll).level for roll in (2, 3, 4, 5))
            rows.append(
                (
                    f"{DEGREES[degree]}, {held}",
                    *(str(level) if level else "no job" for level in levels),
                )
            )
    heads = ("Degree, job held", "2, 12", "3, 11", "Other even", "Other odd")
    note = "Figures are levels. Where the present job is the better one, it is kept."
    return Grid(heads, tuple(rows), "Job applications", note)


def banker_grids(t: RatRaceTurn) -> tuple[Grid, ...]:
    """The banker's tables, for the board and the house rules played with."""
    return jobs_grid(t), _degrees_grid(t), applications_grid(t)


def street_grids(t: RatRaceTurn) -> tuple[Grid, ...]:
    """Every street with its price, its mortgage, and what building on it costs."""
    rows = tuple(
        (
            str(street),
            street.group.title,
            t.written(street.price),
            t.written(street.mortgage_value),
            t.written(street.lifting_cost),
            t.written(street.house_cost),
        )
        for street in t.streets
    )
    heads = ("Street", "Group", "Price", "Mortgage", "Lifting it", "A house")
    note = "A hotel costs a fifth house. Names and prices can be put right under Correct the board."
    return (Grid(heads, rows, "Streets", note),)


def loan_cost(t: RatRaceTurn, text: str) -> tuple[str, ...]:
    """What one loan at a job's level costs in salary, GO by GO.

    Raises:
        Refusal: it is no level from 1 to 6.

    """
    plain = text.strip()
    if plain not in {str(level) for level in range(1, len(JOBS))}:
        raise Refusal("Type the level of a job, 1 to 6.")
    level = int(plain)
    size, full = t.loan_size(bracket_of(level)), full_salary(t, level)
    first, second = (t.written(full - salary(t, level, loans)) for loans in (1, 2))
    return (
        f"{t.job_name(level)}, level {level}: a loan is {t.written(size)}.",
        f"One loan costs {first} of salary at every GO until it is repaid; it takes at least one GO.",
        f"Two loans bring {t.written(2 * size)} and cost {second} at every GO: no salary.",
    )


GAME.page(
    "The aim",
    (
        "Be the first with the net worth agreed on: cash, streets at their printed price (mortgaged ones at half), "
        "buildings at what they cost and shares at today's price, less loans. The usual game goes on beside it."
    ),
    (
        "Everyone starts with a tenth of the usual money, without a degree and without a job. Study, find work, "
        "buy streets and shares, and mind the sevens."
    ),
)
GAME.page(
    "Dice and Jail",
    (
        "Throw one die or two, as you like; a 1 on a single die is Jail. After a double you may stop or throw on; "
        "the third double in a row is Jail. Any other throw in the same turn is recorded with a reason."
    ),
    (
        "On the way to Jail no GO is passed and the share price is not updated. Sitting in Jail is no visit to the "
        "exchange there."
    ),
)
GAME.page(
    "Squares that changed",
    "The four stations are colleges: on landing you may pay for your next degree, one at a time and in order.",
    (
        "The Community Chest squares and the two utilities are employment offices: with a degree you may apply for "
        "a job with two dice. On Chance you take a card of either pile."
    ),
    "GO, Just Visiting and Free Parking are stock exchanges. Stations and utilities are not sold.",
)
GAME.page(
    "Salary, tax and loans",
    (
        "At GO you are paid the salary of your job: all of it without a loan, half with one, nothing with two. Tax "
        "squares cost the tax of your level."
    ),
    (
        "A loan has the size fixed for the bracket of your job; two at once are the most. It is repaid whole, on "
        "your own turn, after at least one GO: the salary lost is the interest."
    ),
    grids=banker_grids,
    asks=Calculator("What does a loan cost at level", "1 to 6", loan_cost),
)
GAME.page(
    "Insurance and disasters",
    "At GO you may insure all your streets for a tenth of their printed prices, until the next GO.",
    (
        "A 7 with both movement dice is a disaster. It strikes before the token moves, and hits everyone without "
        "insurance who has two streets or more. Two dice say how hard: 2, 3, 11 and 12 are severe."
    ),
    (
        "A severe one takes half the streets, rounded down, with what stands on them; an opponent draws them "
        "blindly. A light one takes the buildings of one street drawn."
    ),
)
GAME.page(
    "Shares",
    (
        "On an exchange you may sell as many shares as you like and buy one, at the price shown. Then two dice "
        "update the price: 8 to 12 one point up, 7 no change, 2 to 6 one point down. Passing GO updates it too."
    ),
    (
        "The add-on's printed price chart is not known to the book: the size of a point and the least price are "
        "the table's to say."
    ),
)
GAME.page(
    "Streets",
    (
        "Streets, mortgages, houses and rent go by the usual rules. The book knows the printed prices; rents and "
        "the sums on cards are read off the cards and typed in."
    ),
    (
        f"Who takes over a mortgaged street, in a trade or from a bankrupt player, pays the bank {MORTGAGE_INTEREST}% "
        "of the mortgage at once, unless your house rules leave that out, and "
        f"{MORTGAGE_INTEREST}% again on lifting it."
    ),
    grids=street_grids,
)
GAME.page(
    "Who can't pay",
    (
        "Sell buildings, mortgage, trade, sell shares, or take a loan you may still have. Who is still short is "
        "out; the creditor takes what there is, or the bank does. The last one left wins."
    ),
)
GAME.page(
    "The book",
    (
        "One device keeps the banker's book and the stock broker's; the broker's can be kept alone. Throwing the "
        "dice in the book is never needed, but it remembers doubles and sevens."
    ),
    (
        "You decide: cash, loans, jobs, degrees, streets, shares and the turn can be corrected at any time, with a "
        "reason."
    ),
)
