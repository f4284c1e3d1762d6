"""What is printed: the 22 streets in the order of the board, and the sheet of jobs, degrees and loans.

Prices are in notes (10K on the board in millions, $1 on Classic). What the streets are called differs from board to
board, so they begin as "Brown 1" to "Dark blue 2"; a table writes its own board's names in.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import BoardValue
from companion.core.table import Table
from companion.games.rat_race_monopoly.scale import notes

EDITION = "2010 edition of the add-on, for any Monopoly board"

IN_NOTES = "in notes of 10K ($1 on Classic)"


@dataclass(frozen=True, slots=True)
class Group:
    """A colour group: how it is called, its ink (``#rrggbb``), what a house costs, and its streets' prices in notes."""

    key: str
    title: str
    ink: str
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
_PRINTED: dict[str, tuple[str, int]] = {}
for _group in GROUPS:
    _keys = tuple(f"s{len(GROUP_OF) + at}" for at in range(1, len(_group.prices) + 1))
    STREETS_OF[_group.key] = _keys
    for _at, _key in enumerate(_keys):
        GROUP_OF[_key] = _group
        _PRINTED[_key] = (f"{_group.title} {_at + 1}", _group.prices[_at])

STREETS: tuple[str, ...] = tuple(GROUP_OF)
HOTEL = 5
"""A hotel is booked as five houses."""

# The add-on's sheet

JOBS = ("No job", "Apprentice", "Technician", "Manager", "Senior Manager", "Director", "CEO")
"""What each level is called; level 0 is no job."""

DEGREES = ("No degree", "Diploma", "Bachelor's degree", "Master's degree")
FEES = (0, 50, 300, 600)
BRACKETS = ("", "Low income", "Middle class", "High income")
LOANS = (0, 100, 200, 400)
"""By bracket, 1 to 3; the bracket of nobody is 0."""
START_CASH, SALARY, TAX, SHARE = 150, 50, 10, 100
OTHER_TAX, JAIL_FINE = 100, 50


def bracket_of(job: int) -> int:
    """The bracket of a job's level: levels 1 and 2 are in 1, 5 and 6 in 3, no job is in 0."""
    return (job + 1) // 2


def street_name(table: Table, street: str) -> str:
    """What the table's board calls a street."""
    return table.words(f"name.{street}")


def street_price(table: Table, street: str) -> int:
    """The printed price of a street, as a quantity."""
    return notes(table, table.figure(f"price.{street}"))


def mortgage_value(table: Table, street: str) -> int:
    """What the bank lends on a street: half its printed price."""
    return notes(table, table.figure(f"price.{street}") // 2)


def lifting_cost(table: Table, street: str) -> int:
    """What lifting a mortgage costs: its value and 10%, fractions of a note dropped."""
    return notes(table, table.figure(f"price.{street}") // 2 * 11 // 10)


def house_cost(table: Table, street: str) -> int:
    """What one house costs on a street; a hotel costs another."""
    return notes(table, table.figure(f"house.{GROUP_OF[street].key}"))


def _facts() -> tuple[BoardValue, ...]:
    facts: list[BoardValue] = []
    for key, (title, price) in _PRINTED.items():
        facts.append(BoardValue(f"name.{key}", f"{title}, its name", title, "Streets: names"))
        facts.append(BoardValue(f"price.{key}", title, price, f"Streets: prices {IN_NOTES}", least=1, most=100_000))
    facts += [
        BoardValue(f"house.{one.key}", one.title, one.house, f"A house costs, {IN_NOTES}", least=1, most=100_000)
        for one in GROUPS
    ]
    sheet = f"The add-on's sheet, {IN_NOTES}"
    facts += [
        BoardValue("start", "Cash at the start", START_CASH, sheet, most=100_000),
        BoardValue("salary", "Salary of level 1", SALARY, sheet, most=100_000),
        BoardValue("tax", "Income tax of level 1", TAX, sheet, most=100_000),
        BoardValue("tax.other", "The other tax square, where it is not an income tax", OTHER_TAX, sheet, most=100_000),
        BoardValue("jail", "Fine for leaving Jail", JAIL_FINE, sheet, most=100_000),
        BoardValue("share", "A share at the start", SHARE, sheet, least=1, most=100_000),
    ]
    facts += [
        BoardValue(f"fee.{at}", DEGREES[at], FEES[at], f"Degrees: fees {IN_NOTES}", most=100_000) for at in (1, 2, 3)
    ]
    facts += [
        BoardValue(f"loan.{at}", BRACKETS[at], LOANS[at], f"Loans {IN_NOTES}", least=1, most=100_000)
        for at in (1, 2, 3)
    ]
    facts += [BoardValue(f"job.{at}", f"Level {at}", JOBS[at], "Jobs") for at in range(1, len(JOBS))]
    return tuple(facts)


FACTS = _facts()
