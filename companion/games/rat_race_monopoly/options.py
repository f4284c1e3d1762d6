"""The house rules: where the rulebook is silent, our ruling first, then the other ways to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.api import HouseRules, Option, option
from companion.games.rat_race_monopoly.board import CLASSIC, MILLIONS, MONEY, MORTGAGE_INTEREST, PREMIUM


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
        for name, board, of in ((key, MILLIONS, MONEY[MILLIONS]), (f"{key}_classic", CLASSIC, MONEY[CLASSIC]))
    )
    return millions, classic


class House(HouseRules):
    """How a table plays."""

    board = option.choice(
        "board",
        "The board's money",
        {MILLIONS: "In millions: the smallest note is 10K.", CLASSIC: "Classic: in dollars, 500K is $50."},
        group="The game",
        lead=True,
    )
    books = option.choice(
        "books",
        "What this book keeps",
        {
            "both": "Banker and stock broker: everything.",
            "broker": "The stock broker alone: share price, trades and holdings, and nobody's cash.",
        },
        group="The game",
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
    declare = option.choice(
        "declare",
        "Winning by net worth",
        {
            "turn": "Is declared at any point of your turn.",
            "moment": "Counts the moment it is reached, judged after each entry.",
        },
        group="The game",
    )
    turns = option.choice(
        "turns",
        "The book keeps the turns",
        {
            "on": "It knows whose turn it is, and what only the player on turn may do.",
            "off": "The table keeps them: anything may be recorded for anybody.",
        },
        group="The game",
    )
    worth_buildings = option.choice(
        "worth_buildings",
        "Buildings in net worth",
        {"cost": "At what they cost.", "half": "At half.", "none": "Not counted."},
        group="Net worth",
    )
    worth_shares = option.choice(
        "worth_shares", "Shares in net worth", {"yes": "At today's price.", "no": "Not counted."}, group="Net worth"
    )
    worth_streets = option.choice(
        "worth_streets",
        "Streets in net worth",
        {"yes": "At their printed price, mortgaged ones at half.", "no": "Not counted."},
        group="Net worth",
    )
    no_job_salary = option.choice(
        "no_job_salary",
        "Salary without a job",
        {"full": "As at level 1.", "half": "Half of level 1.", "none": "No salary."},
        group="Work",
    )
    tax_squares = option.choice(
        "tax_squares",
        "Tax squares",
        {
            "both": "Both cost income tax by the level of the job.",
            "income": "Only Income Tax does; the other costs what is printed on it.",
        },
        group="Work",
    )
    job_doubles = option.choice(
        "job_doubles",
        "Job application: 3 and 11",
        {"top": "Promote to the top job, as 2 and 12 do.", "odd": "Fail like other odd rolls."},
        group="Work",
    )
    job_even = option.choice(
        "job_even",
        "Job application: an even roll",
        {
            "up": "Lifts to the bracket's bottom job, or from there one level up.",
            "bottom": "Never lifts above the bracket's bottom job.",
        },
        group="Work",
    )
    repay = option.choice(
        "repay",
        "A loan is repaid",
        {"go": "After passing GO at least once with it.", "any": "At any time in your turn."},
        group="Loans",
    )
    insurance_gained = option.choice(
        "insurance_gained",
        "Streets gained in an insured year",
        {"covered": "Are covered.", "premium": f"Cost {PREMIUM}% of their price on gaining them."},
        group="Insurance",
    )
    insurance_when = option.choice(
        "insurance_when",
        "Insurance is taken out",
        {"go": "On passing GO.", "purchase": "On passing GO or buying a street."},
        group="Insurance",
    )
    insurance_base = option.choice(
        "insurance_base",
        f"Insurance costs {PREMIUM}% of",
        {"streets": "The streets' printed prices.", "buildings": "The streets' printed prices and the buildings."},
        group="Insurance",
    )
    disaster_sevens = option.choice(
        "disaster_sevens",
        "A disaster is set off by",
        {
            "moving": "A 7 with two movement dice, tries to leave Jail included.",
            "any": "Any 7 with two dice but the severity throw.",
        },
        group="Disasters",
    )
    disaster_hits = option.choice(
        "disaster_hits",
        "A disaster hits",
        {
            "both": "Everybody without insurance who has two streets or more.",
            "either": "Everybody without insurance, and everybody with two streets or more.",
        },
        group="Disasters",
    )
    disaster_light = option.choice(
        "disaster_light",
        "A light disaster takes",
        {"buildings": "The street's buildings.", "street": "The street too."},
        group="Disasters",
    )
    share_update = option.choice(
        "share_update",
        "On an exchange square, trades come",
        {"before": "Before the price is updated.", "after": "After the price is updated."},
        group="Shares",
    )
    share_limit = option.choice(
        "share_limit",
        "Shares bought",
        {"turn": "One a turn at most.", "landing": "One a landing at most, even in one turn."},
        group="Shares",
    )
    point_kind = option.choice(
        "point_kind",
        "A point of the share price",
        {"size": "Is a sum of money.", "percent": "Is a percentage of the price."},
        group="Shares",
    )
    point, point_classic = money(
        "point", "Size of a point", 10, at_least=1, at_most=100_000, quick=(5, 10, 20), group="Shares"
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
        "floor", "The least a share can cost", 10, at_least=1, at_most=1_000_000, quick=(10, 50), group="Shares"
    )
    building_stock = option.choice(
        "building_stock",
        "Houses and hotels",
        {"box": "As many as the box holds: 32 houses and 12 hotels.", "unlimited": "As many as are wanted."},
        group="Streets",
    )
    mortgage_taken = option.choice(
        "mortgage_taken",
        "Taking over a mortgaged street",
        {
            "tenth": f"Costs {MORTGAGE_INTEREST}% of the mortgage at once, as in the usual rules.",
            "free": f"Costs nothing at once; lifting the mortgage costs its {MORTGAGE_INTEREST}% as ever.",
        },
        group="Streets",
    )
    raise_shares = option.choice(
        "raise_shares",
        "Selling shares to meet a debt",
        {"anywhere": "At the price shown, wherever the token stands.", "exchange": "Only on an exchange."},
        group="Cannot pay",
    )
    bankrupt_first = option.choice(
        "bankrupt_first",
        "When somebody goes bankrupt",
        {
            "creditor": "The creditor takes what there is; loans are written off in the end.",
            "bank": "The bank's loans come first.",
        },
        group="Cannot pay",
    )
