"""What is printed: the 22 streets in the order of the board, and the sheet of jobs, degrees and loans.

Prices are in notes, the smallest of the board's money. What the streets are called differs from board to board, so they
begin as "Brown 1" to "Dark blue 2"; a table writes its own board's names in.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.api.show import BoardValue

EDITION = "2010 edition of the add-on, for any Monopoly board"

THOUSANDS = "K"
"""The unit of money that is counted in thousands: 1,500 is written 1.5M."""
IN_NOTES = "in notes of 10K ($1 on Classic)"


@dataclass(frozen=True, slots=True)
class Money:
    """A board's money: its unit, and how many of them its smallest note is worth.

    The rulebook's amounts are for a board in millions; those of Classic are the same divided by 10,000.
    """

    unit: str
    note: int


MILLIONS, CLASSIC = "millions", "classic"
MONEY = {MILLIONS: Money(THOUSANDS, 10), CLASSIC: Money("$", 1)}


@dataclass(frozen=True, slots=True)
class Group:
    """A colour group: its title, its colour (``#rrggbb``), what a house costs, and its streets' prices in notes."""

    key: str
    title: str
    colour: str
    house: int
    prices: tuple[int, ...]


GROUPS: tuple[Group, ...] = (
    Group("brown", "Brown", "#7A4A2B", 50, (60, 60)),
    Group("light_blue", "Light blue", "#5BA7CC", 50, (100, 100, 120)),
    Group("pink", "Pink", "#C2408C", 100, (140, 140, 160)),
    Group("orange", "Orange", "#D97A16", 100, (180, 180, 200)),
    Group("red", "Red", "#C62828", 150, (220, 220, 240)),
    Group("yellow", "Yellow", "#C9A400", 150, (260, 260, 280)),
    Group("green", "Green", "#2E7D32", 200, (300, 300, 320)),
    Group("dark_blue", "Dark blue", "#1F3F8F", 200, (350, 400)),
)

GROUP_OF: dict[str, Group] = {}
STREETS_OF: dict[str, tuple[str, ...]] = {}
for _group in GROUPS:
    _keys = tuple(f"s{len(GROUP_OF) + at}" for at in range(1, len(_group.prices) + 1))
    STREETS_OF[_group.key] = _keys
    GROUP_OF |= dict.fromkeys(_keys, _group)

STREETS: tuple[str, ...] = tuple(GROUP_OF)
HOTEL = 5
PREMIUM = 10
"""Per cent of the printed prices that insurance costs."""
MORTGAGE_INTEREST = 10
"""Per cent of a mortgage that lifting it costs besides, and taking it over."""
"""A hotel is kept as five houses."""


def buildings_text(count: int) -> str:
    """Say how much is built on a street: nothing, houses, or a hotel."""
    if count >= HOTEL:
        return "a hotel"
    return "" if count <= 0 else "1 house" if count == 1 else f"{count} houses"


# The add-on's sheet

JOBS = ("No job", "Apprentice", "Technician", "Manager", "Senior Manager", "Director", "CEO")
"""By level; level 0 is no job."""

DEGREES = ("No degree", "Diploma", "Bachelor's degree", "Master's degree")
FEES = (0, 50, 300, 600)
BRACKETS = ("", "Low income", "Middle class", "High income")
LOANS = (0, 100, 200, 400)
"""By bracket, 1 to 3; the bracket of nobody is 0."""
TOP_JOB, TOP_DEGREE = len(JOBS) - 1, len(DEGREES) - 1
START_CASH, SALARY, TAX, SHARE = 150, 50, 10, 100
OTHER_TAX, JAIL_FINE = 100, 50


def bracket_of(job: int) -> int:
    """The bracket of a job's level: levels 1 and 2 are in 1, 5 and 6 in 3, no job is in 0."""
    return (job + 1) // 2


def _board_values() -> tuple[BoardValue, ...]:
    values: list[BoardValue] = []
    for group in GROUPS:
        for at, (key, price) in enumerate(zip(STREETS_OF[group.key], group.prices, strict=True), 1):
            title = f"{group.title} {at}"
            values.append(BoardValue(f"name.{key}", f"{title}, its name", title, "Streets: names"))
            values.append(
                BoardValue(
                    f"price.{key}",
                    title,
                    price,
                    f"Streets: prices {IN_NOTES}",
                    least=1,
                    most=100_000,
                )
            )
    values += [
        BoardValue(
            f"house.{group.key}",
            group.title,
            group.house,
            f"A house costs, {IN_NOTES}",
            least=1,
            most=100_000,
        )
        for group in GROUPS
    ]
    sheet = f"The add-on's sheet, {IN_NOTES}"
    values += [
        BoardValue("start", "Cash at the start", START_CASH, sheet, most=100_000),
        BoardValue("salary", "Salary of level 1", SALARY, sheet, most=100_000),
        BoardValue("tax", "Income tax of level 1", TAX, sheet, most=100_000),
        BoardValue(
            "tax.other",
            "The other tax square, where it is not an income tax",
            OTHER_TAX,
            sheet,
            most=100_000,
        ),
        BoardValue("jail", "Fine for leaving Jail", JAIL_FINE, sheet, most=100_000),
        BoardValue("share", "A share at the start", SHARE, sheet, least=1, most=100_000),
    ]
    values += [
        BoardValue(f"fee.{at}", DEGREES[at], FEES[at], f"Degrees: fees {IN_NOTES}", most=100_000)
        for at in (1, 2, 3)
    ]
    values += [
        BoardValue(
            f"loan.{at}", BRACKETS[at], LOANS[at], f"Loans {IN_NOTES}", least=1, most=100_000
        )
        for at in (1, 2, 3)
    ]
    values += [
        BoardValue(f"job.{at}", f"Level {at}", JOBS[at], "Jobs") for at in range(1, len(JOBS))
    ]
    return tuple(values)


BOARD_VALUES = _board_values()
