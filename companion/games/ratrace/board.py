"""What is printed on the Ratrace board and cards: the 1984 English edition.

Everything here is a default that the table can edit; an older edition has other item names.
"""

from __future__ import annotations

from companion.api.show import BoardValue

EDITION = "1984 English edition"

CLASSES = ("working", "middle", "high")
CLASS_NAMES = {"working": "Working Class", "middle": "Middle Class", "high": "High Society"}
CLASS_IN = {"working": "the Working Class", "middle": "the Middle Class", "high": "High Society"}
"""The classes as a sentence has them."""

BUSINESSES: dict[str, tuple[str, str, str, str]] = {
    "black": ("Black's Art Gallery", "Bust of Beethoven", "Japanese Print", "Ming Vase"),
    "red": ("Rose's Clothes & Furs", "Latest-style Suit", "Designer Jogging Outfit", "Mink Coat"),
    "blue": ("Royal Car Sales", "C.B. Radio", "Chic Runabout", "Sports Car"),
    "green": ("Green's Furniture", "Microwave Oven", "Video Recorder", "Louis XV Commode"),
    "olive": ("Olive's Jewellery", "Quartz Watch", "24 Carat Gold Necklace", "Diamonds"),
    "brown": ("Brown's Sporting Goods", "Snooker Table", "Solarium", "Cabin Cruiser"),
}
COLOURS = tuple(BUSINESSES)

HORSES = tuple(range(2, 13))
PLACES = ("win", "place", "show")
TOTE = {
    2: (40, 20, 10),
    3: (20, 10, 5),
    4: (12, 7, 4),
    5: (10, 5, 3),
    6: (7, 4, 2),
    7: (6, 3, 1),
}
PERCENT = {2: 0, 4: 25, 5: 50, 6: 75, 7: 100, 8: 150, 9: 200, 10: 300, 11: 600, 12: 1100}

CREDIT_INTEREST = 10
"""Per cent of a credit debt that fall due with it."""

PAPER_NAMES = {
    "night_school": "Night School diploma",
    "country_club": "Country Club membership",
    "university": "University diploma",
    "yacht_club": "Yacht Club membership",
}
PAPER_CLASS = {"night_school": "working", "country_club": "working", "university": "middle", "yacht_club": "middle"}

SQUARE_NAMES = {
    "graduation": "Graduation Day",
    "enter": "Enter",
    "stock_exchange": "Stock Exchange",
    "night_school": "Night School",
    "country_club": "Country Club",
    "university": "University",
    "yacht_club": "Yacht Club",
    "gift": "Gift from Dad",
    "lottery": "Lottery",
    "pool": "Football Pool",
    "racetrack": "Racetrack",
    "income": "Collect",
    "unemployment": "Unemployment Insurance",
    "welfare": "Welfare",
    "wedding": "Society Wedding",
    "divorce": "Divorce",
    "taxes": "Taxes",
    "bingo": "Bingo",
    "credit_due": "Credit Due",
    "funeral": "Grandmother's Funeral",
    "ascot": "Ascot Sweepstake",
    "uncle": "Rich Uncle",
}

_SHORT = {"R": "red", "B": "blue", "G": "green", "O": "olive", "N": "brown", "K": "black"}
_RINGS = {
    "working": (
        "graduation R B stock_exchange night_school O G gift N lottery K B pool R racetrack country_club G O "
        "income N stock_exchange unemployment K racetrack B wedding R taxes G N bingo credit_due O K funeral "
        "racetrack"
    ),
    "middle": (
        "enter racetrack G pool N stock_exchange K divorce O B welfare university R ascot income racetrack N "
        "stock_exchange yacht_club K G taxes B wedding R uncle O credit_due"
    ),
    "high": "enter O B stock_exchange N divorce K G racetrack R income B O stock_exchange N taxes G K credit_due R",
}
RINGS: dict[str, tuple[str, ...]] = {
    name: tuple(_SHORT.get(code, code) for code in ring.split()) for name, ring in _RINGS.items()
}
"""The squares of each class, clockwise from the one where it is entered."""


FIGURES = {
    "working": (
        ("fee.night_school", "Night School fee", 50),
        ("fee.country_club", "Country Club fee", 50),
        ("gift", "Gift from Dad", 100),
        ("bingo", "Bingo", 100),
        ("pool.working", "Football Pool, for each point on both dice", 20),
        ("funeral", "Grandmother's Funeral", 200),
        ("unemployment", "Unemployment Insurance, for each point on one die", 10),
    ),
    "middle": (
        ("fee.university", "University fee", 200),
        ("fee.yacht_club", "Yacht Club fee", 200),
        ("uncle", "Rich Uncle", 500),
        ("pool.middle", "Football Pool, for each point on both dice", 100),
        ("ascot.double", "Ascot Sweepstake, a double", 1_000),
        ("ascot.even", "Ascot Sweepstake, any other even roll", 200),
        ("ascot.odd", "Ascot Sweepstake, an odd roll", 50),
        ("welfare", "Welfare, for each point on one die", 50),
        ("alimony.middle", "Divorce, for each point on both dice", 100),
    ),
    "high": (("alimony.high", "Divorce, for each point on both dice", 1_000),),
}
"""What is printed on the squares of one class only, in dollars."""


def _board_values() -> tuple[BoardValue, ...]:
    values: list[BoardValue] = []
    for name, symbol, other, income, tax in (
        ("working", 100, 20, 200, 10),
        ("middle", 500, 100, 1_000, 100),
        ("high", 3_000, 500, 10_000, 1_000),
    ):
        group = CLASS_NAMES[name]
        values += [
            BoardValue(f"symbol.{name}", "Status Symbol", symbol, group, least=1),
            BoardValue(f"other.{name}", "Other Purchase", other, group, least=1),
            BoardValue(f"income.{name}", "Collect, as you pass", income, group),
            BoardValue(f"tax.{name}", "Taxes, for each point on both dice", tax, group),
            *(BoardValue(key, label, figure, group) for key, label, figure in FIGURES[name]),
        ]
    for colour, (business, *items) in BUSINESSES.items():
        values.append(BoardValue(f"business.{colour}", f"{colour.capitalize()} Business", business, business))
        values += [
            BoardValue(f"item.{colour}.{name}", f"{CLASS_NAMES[name]} symbol", item, business)
            for name, item in zip(CLASSES, items, strict=True)
        ]
    values += [
        BoardValue(
            f"tote.{horse}.{place}", f"Horse {horse}, {place}", figure, "Tote Board, for each dollar", most=1_000
        )
        for horse in HORSES
        for place, figure in zip(PLACES, TOTE[min(horse, 14 - horse)], strict=True)
    ]
    values += [
        BoardValue(f"index.{level}", f"Level {level}, per cent back", percent, "Price Index", most=100_000)
        for level, percent in PERCENT.items()
    ]
    values.append(BoardValue("index.3", "Level 3, all lost except", 10, "Price Index", most=100_000))
    squares = tuple((colour, names[0]) for colour, names in BUSINESSES.items()) + tuple(SQUARE_NAMES.items())
    values += [
        BoardValue(
            f"square.{name}.{at}", f"Square {at + 1}", code, f"{CLASS_NAMES[name]}, square by square", ways=squares
        )
        for name, ring in RINGS.items()
        for at, code in enumerate(ring)
    ]
    return tuple(values)


BOARD_VALUES = _board_values()
