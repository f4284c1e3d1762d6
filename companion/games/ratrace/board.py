"""What is printed on the Ratrace board and cards: the 1984 English edition.

Everything here is a default that the table can edit; an older edition has other item names.
"""

from __future__ import annotations

from dataclasses import dataclass

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
TOKEN_COLOURS = {
    "black": "#2B2B2B",
    "red": "#B3261E",
    "blue": "#1F5FA8",
    "green": "#2E7D32",
    "olive": "#6B7A1E",
    "brown": "#7A4A21",
}

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

CREDIT_INTEREST = 10
"""Per cent of a credit debt that fall due with it."""


@dataclass(frozen=True, slots=True)
class Square:
    """A kind of square that is no Business: its name as a sentence has it, and in ``text`` what is done there.

    Figures of the board stand in the text by their names. Where a square may be left alone, ``skip`` says how. Some are
    in a few ``classes`` only. A school or club gives a ``paper``.
    """

    code: str
    name: str
    text: str = ""
    skip: str = ""
    classes: tuple[str, ...] = CLASSES
    paper: str = ""

    @property
    def title(self) -> str:
        """What is printed on it."""
        return self.name.removeprefix("the ")


LOWER, UPPER = CLASSES[:2], CLASSES[1:]
JOIN = ("A diploma or membership is needed to move up. One in each class is enough.", "Not joining")

SQUARES = {
    square.code: square
    for square in (
        Square("graduation", "Graduation Day"),
        Square("enter", "Enter"),
        Square(
            "stock_exchange",
            "the Stock Exchange",
            "Any number of hundreds. The others roll for it.",
            "No investment",
        ),
        Square("night_school", "Night School", *JOIN, CLASSES[:1], "Night School diploma"),
        Square("country_club", "the Country Club", *JOIN, CLASSES[:1], "Country Club membership"),
        Square("university", "the University", *JOIN, CLASSES[1:2], "University diploma"),
        Square("yacht_club", "the Yacht Club", *JOIN, CLASSES[1:2], "Yacht Club membership"),
        Square("gift", "Gift from Dad"),
        Square(
            "lottery",
            "the Lottery",
            "The others may put in the same. The highest roll takes the pot.",
            "No stake",
        ),
        Square("pool", "Football Pool", "Roll both dice. Win {pool} for each point.", "", LOWER),
        Square(
            "racetrack",
            "the Racetrack",
            "Win / place / show for each dollar. The others may bet on the same horse.",
            "No bet",
        ),
        Square("income", "Collect", "A token was put here by hand, so collect by hand."),
        Square(
            "unemployment",
            "Unemployment Insurance",
            "Roll one die. Pay {unemployment} for each point.",
        ),
        Square("welfare", "Welfare", "Roll one die. Pay {welfare} for each point."),
        Square("wedding", "Society Wedding", "Up one class at once.", "", LOWER),
        Square(
            "divorce", "Divorce", "Roll both dice. Alimony is {alimony} for each point.", "", UPPER
        ),
        Square("taxes", "Taxes", "Roll both dice. Pay {tax} for each point."),
        Square("bingo", "Bingo"),
        Square(
            "credit_due", "Credit Due", f"All that is owed and {CREDIT_INTEREST}% more, at once."
        ),
        Square("funeral", "Grandmother's Funeral", "Inherit {funeral} and miss a turn."),
        Square("ascot", "Ascot Sweepstake", "Both dice say what is won."),
        Square("uncle", "Rich Uncle"),
    )
}
"""The squares that are no Business, by what they are called in the books."""
PAPERS = {square.code: square.paper for square in SQUARES.values() if square.paper}
"""The diplomas and memberships, by the squares that give them."""

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


_FIGURES = {
    "working": """
        symbol.working 100 Status Symbol
        other.working 20 Other Purchase
        income.working 200 Collect, as you pass
        tax.working 10 Taxes, for each point on both dice
        fee.night_school 50 Night School fee
        fee.country_club 50 Country Club fee
        gift 100 Gift from Dad
        bingo 100 Bingo
        pool.working 20 Football Pool, for each point on both dice
        funeral 200 Grandmother's Funeral
        unemployment 10 Unemployment Insurance, for each point on one die
    """,
    "middle": """
        symbol.middle 500 Status Symbol
        other.middle 100 Other Purchase
        income.middle 1000 Collect, as you pass
        tax.middle 100 Taxes, for each point on both dice
        fee.university 200 University fee
        fee.yacht_club 200 Yacht Club fee
        uncle 500 Rich Uncle
        pool.middle 100 Football Pool, for each point on both dice
        ascot.double 1000 Ascot Sweepstake, a double
        ascot.even 200 Ascot Sweepstake, any other even roll
        ascot.odd 50 Ascot Sweepstake, an odd roll
        welfare 50 Welfare, for each point on one die
        alimony.middle 100 Divorce, for each point on both dice
    """,
    "high": """
        symbol.high 3000 Status Symbol
        other.high 500 Other Purchase
        income.high 10000 Collect, as you pass
        tax.high 1000 Taxes, for each point on both dice
        alimony.high 1000 Divorce, for each point on both dice
    """,
}
"""What is printed on the squares of each class: what it is called in the books, dollars, and the label."""


_INDEX = """
    index.2 0 Level 2, per cent back
    index.4 25 Level 4, per cent back
    index.5 50 Level 5, per cent back
    index.6 75 Level 6, per cent back
    index.7 100 Level 7, per cent back
    index.8 150 Level 8, per cent back
    index.9 200 Level 9, per cent back
    index.10 300 Level 10, per cent back
    index.11 600 Level 11, per cent back
    index.12 1100 Level 12, per cent back
    index.3 10 Level 3, all lost except
"""


def _read(lines: str, group: str, most: int = 10**9) -> list[BoardValue]:
    values = []
    for line in lines.strip().splitlines():
        key, figure, label = line.split(maxsplit=2)
        least = int(key.startswith(("symbol", "other")))
        values.append(BoardValue(key, label, int(figure), group, least, most))
    return values


def _board_values() -> tuple[BoardValue, ...]:
    values = [
        value for rank, lines in _FIGURES.items() for value in _read(lines, CLASS_NAMES[rank])
    ]
    for colour, (business, *items) in BUSINESSES.items():
        values.append(
            BoardValue(f"business.{colour}", f"{colour.capitalize()} Business", business, business)
        )
        values += [
            BoardValue(f"item.{colour}.{name}", f"{CLASS_NAMES[name]} symbol", item, business)
            for name, item in zip(CLASSES, items, strict=True)
        ]
    values += [
        BoardValue(
            f"tote.{horse}.{place}",
            f"Horse {horse}, {place}",
            figure,
            "Tote Board, for each dollar",
            most=1_000,
        )
        for horse in HORSES
        for place, figure in zip(PLACES, TOTE[min(horse, 14 - horse)], strict=True)
    ]
    values += _read(_INDEX, "Price Index", 100_000)
    squares = tuple((colour, names[0]) for colour, names in BUSINESSES.items())
    squares += tuple((square.code, square.title) for square in SQUARES.values())
    values += [
        BoardValue(
            f"square.{name}.{at}",
            f"Square {at + 1}",
            code,
            f"{CLASS_NAMES[name]}, square by square",
            ways=squares,
        )
        for name, ring in RINGS.items()
        for at, code in enumerate(ring)
    ]
    return tuple(values)


BOARD_VALUES = _board_values()
