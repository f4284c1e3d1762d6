"""The house rules: where the rulebook is silent, our ruling first, then the other ways to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.api import HouseRules, Option, option
from companion.games.rat_race_monopoly.board import (
    CLASSIC,
    MILLIONS,
    MONEY,
    MORTGAGE_INTEREST,
    PREMIUM,
)


def money(
    key: str, title: str, usual: int, *, at_least: int, quick: Sequence[int], **more: Any
) -> tuple[Option[int], Option[int]]:
    """A sum of money, counted in notes: for the board in millions, and for Classic."""
    millions, classic = (
        option.number(
            name,
            title,
            usual * of.note,
            at_least=at_least * of.note,
            unit=of.unit,
            quick=[one * of.note for one in quick],
            when=("board", board),
            **more,
        )
        for name, board, of in (
            (key, MILLIONS, MONEY[MILLIONS]),
            (f"{key}_classic", CLASSIC, MONEY[CLASSIC]),
        )
    )
    return millions, classic


class House(HouseRules):
    """How a table plays."""

    board = option.choice(
        "board",
        "The board's money",
        {
            MILLIONS: "In millions: the smallest note is 10K.",
            CLASSIC: "Classic: in dollars, 500K is $50.",
        },
        group="The game",
        lead=True,
    )
    books = option.ways(
        "The game",
        "What this book keeps",
        both="Banker and stock broker: everything.",
        broker="The stock broker alone: share price, trades and holdings, and nobody's cash.",
        lead=True,
    )
    goal, goal_classic = money(
        "goal",
        "Net worth that wins",
        3_000,
        at_least=100,
        at_most=10**9,
        quick=(1_000, 2_000, 3_000),
        group="The game",
        lead=True,
    )
    declare = option.ways(
        "The game",
        "Winning by net worth",
        turn="Is declared at any point of your turn.",
        moment="Counts the moment it is reached, judged after each entry.",
    )
    turns = option.ways(
        "The game",
        "The book keeps the turns",
        on="It knows whose turn it is, and what only the player on turn may do.",
        off="The table keeps them: anything may be recorded for anybody.",
    )
    worth_buildings = option.ways(
        "Net worth",
        "Buildings in net worth",
        cost="At what they cost.",
        half="At half.",
        none="Not counted.",
    )
    worth_shares = option.ways(
        "Net worth", "Shares in net worth", yes="At today's price.", no="Not counted."
    )
    worth_streets = option.ways(
        "Net worth",
        "Streets in net worth",
        yes="At their printed price, mortgaged ones at half.",
        no="Not counted.",
    )
    no_job_salary = option.ways(
        "Work",
        "Salary without a job",
        full="As at level 1.",
        half="Half of level 1.",
        none="No salary.",
    )
    tax_squares = option.ways(
        "Work",
        "Tax squares",
        both="Both cost income tax by the level of the job.",
        income="Only Income Tax does; the other costs what is printed on it.",
    )
    job_doubles = option.ways(
        "Work",
        "Job application: 3 and 11",
        top="Promote to the top job, as 2 and 12 do.",
        odd="Fail like other odd rolls.",
    )
    job_even = option.ways(
        "Work",
        "Job application: an even roll",
        up="Lifts to the bracket's bottom job, or from there one level up.",
        bottom="Never lifts above the bracket's bottom job.",
    )
    repay = option.ways(
        "Loans",
        "A loan is repaid",
        go="After passing GO at least once with it.",
        any="At any time in your turn.",
    )
    insurance_gained = option.ways(
        "Insurance",
        "Streets gained in an insured year",
        covered="Are covered.",
        premium=f"Cost {PREMIUM}% of their price on gaining them.",
    )
    insurance_when = option.ways(
        "Insurance",
        "Insurance is taken out",
        go="On passing GO.",
        purchase="On passing GO or buying a street.",
    )
    insurance_base = option.ways(
        "Insurance",
        f"Insurance costs {PREMIUM}% of",
        streets="The streets' printed prices.",
        buildings="The streets' printed prices and the buildings.",
    )
    disaster_sevens = option.ways(
        "Disasters",
        "A disaster is set off by",
        moving="A 7 with two movement dice, tries to leave Jail included.",
        any="Any 7 with two dice but the severity throw.",
    )
    disaster_hits = option.ways(
        "Disasters",
        "A disaster hits",
        both="Everybody without insurance who has two streets or more.",
        either="Everybody without insurance, and everybody with two streets or more.",
    )
    disaster_light = option.ways(
        "Disasters",
        "A light disaster takes",
        buildings="The street's buildings.",
        street="The street too.",
    )
    share_update = option.ways(
        "Shares",
        "On an exchange square, trades come",
        before="Before the price is updated.",
        after="After the price is updated.",
    )
    share_limit = option.ways(
        "Shares",
        "Shares bought",
        turn="One a turn at most.",
        landing="One a landing at most, even in one turn.",
    )
    point_kind = option.ways(
        "Shares",
        "A point of the share price",
        size="Is a sum of money.",
        percent="Is a percentage of the price.",
    )
    point, point_classic = money(
        "point",
        "Size of a point",
        10,
        at_least=1,
        at_most=100_000,
        quick=(5, 10, 20),
        group="Shares",
    )
    point_percent = option.number(
        "point_percent",
        "A point in per cent of the price",
        10,
        at_least=1,
        at_most=100,
        unit="per cent",
        quick=(5, 10, 20),
        group="Shares",
        when=("point_kind", "percent"),
    )
    floor, floor_classic = money(
        "floor",
        "The least a share can cost",
        10,
        at_least=1,
        at_most=1_000_000,
        quick=(10, 50),
        group="Shares",
    )
    building_stock = option.ways(
        "Streets",
        "Houses and hotels",
        box="As many as the box holds: 32 houses and 12 hotels.",
        unlimited="As many as are wanted.",
    )
    mortgage_taken = option.ways(
        "Streets",
        "Taking over a mortgaged street",
        tenth=f"Costs {MORTGAGE_INTEREST}% of the mortgage at once, as in the usual rules.",
        free=f"Costs nothing at once; lifting the mortgage costs its {MORTGAGE_INTEREST}% as ever.",
    )
    raise_shares = option.ways(
        "Cannot pay",
        "Selling shares to meet a debt",
        anywhere="At the price shown, wherever the token stands.",
        exchange="Only on an exchange.",
    )
    bankrupt_first = option.ways(
        "Cannot pay",
        "When somebody goes bankrupt",
        creditor="The creditor takes what there is; loans are written off in the end.",
        bank="The bank's loans come first.",
    )
