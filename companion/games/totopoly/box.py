"""What is in the box, and how an evening goes: lease cards, cards gained in training, and the phases.

The names of the horses are known, winners of the Lincolnshire Handicap from 1926 to 1937; their numbers, colours and
prices are not, so those here are guesses for the table to copy over once. A price of 0 is one nobody has copied yet.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.api.show import BoardValue


class Phase(NamedTuple):
    """A phase of the evening: its key in the book, its name within a sentence, and what the head of the table says."""

    key: str
    name: str
    short: str


SETUP = Phase("setup", "the setting up", "Set-up")
LEASES = Phase("leases", "the leases", "Leases")
LOTS = Phase("lots", "the auction", "Auction")
RING = Phase("ring", "the training ring", "Training")
PARADE = Phase("parade", "the parade before the race", "Parade")
BETTING = Phase("betting", "the betting", "Betting")
RUNNING = Phase("running", "the race", "Race")
PAYING_OUT = Phase("home", "the paying out", "Paying out")
OVER = Phase("over", "the end", "Over")

WITH_BETS = (BETTING, RUNNING, PAYING_OUT)
RACE_DAY = (PARADE, *WITH_BETS)
"""When horses are on the course."""
STAGES = (LEASES, LOTS, RING, *RACE_DAY)
PHASES = {phase.key: phase for phase in (SETUP, *STAGES, OVER)}


NAMES = (
    "King of Clubs", "Priory Park", "Dark Warrior", "Elton", "Leonidas II", "Knight Error",
    "Jerome Fandor", "Dorigen", "Play On", "Flamenco", "Over Coat", "Marmaduke Jinks",
)  # fmt: skip
HORSES = tuple(f"h{number}" for number in range(1, 13))
"""The units under which the books count horses; every unit is one card."""

COLOURS = ("black", "red", "yellow", "blue")
INKS = {"black": "#222222", "red": "#B3261E", "yellow": "#C79A00", "blue": "#1F5FA8"}
ADVANTAGE = {"black": 4, "red": 3, "yellow": 2, "blue": 1}
"""Lengths that a colour card is worth, and a square of that colour."""

BUSINESSES: dict[str, tuple[str, str]] = {
    "b1": ("Walroy Stables", "walroy"),
    "b2": ("Stevedon Stables", "stevedon"),
    "b3": ("Veterinary Surgeon", "vet"),
    "b4": ("Forage Merchant", "forage"),
    "b5": ("Owners' Club Steward", "steward"),
    "b6": ("Auctioneer", "auctioneer"),
    "b7": ("Business 7", "other"),
    "b8": ("Business 8", "other"),
}
BUSINESS_TYPES = (
    ("walroy", "Walroy Stables"),
    ("stevedon", "Stevedon Stables"),
    ("vet", "Veterinary surgeon"),
    ("forage", "Forage merchant"),
    ("steward", "Owners' club steward"),
    ("auctioneer", "Auctioneer's card"),
    ("other", "Any other business"),
)
LEASE_CARDS = (*HORSES, *BUSINESSES)
"""All twenty lease cards, by unit."""

WHITES = {f"white.{colour}": colour for colour in COLOURS}
"""White cards by the colour of the horse that gained them: they go with horses of that colour only."""
TRAINING_CARDS = (*COLOURS, *WHITES, "remount")
"""What is gained in training and counted by the book; a remount card stands for every card that is used once."""

_COLOUR_CHOICES = tuple((colour, colour.capitalize()) for colour in COLOURS)

BOARD_VALUES: tuple[BoardValue, ...] = tuple(
    value
    for number, name in enumerate(NAMES, 1)
    for value in (
        BoardValue(f"h{number}.name", "Name", name, f"{number} \u00b7 {name}"),
        BoardValue(
            f"h{number}.colour",
            "Colour",
            COLOURS[(number - 1) // 3],
            f"{number} \u00b7 {name}",
            ways=_COLOUR_CHOICES,
        ),
        BoardValue(f"h{number}.price", "Price on the card", 0, f"{number} \u00b7 {name}", most=700),
    )
) + tuple(
    value
    for unit, (name, kind) in BUSINESSES.items()
    for value in (
        BoardValue(f"{unit}.name", "Name", name, name),
        BoardValue(f"{unit}.role", "What it is", kind, name, ways=BUSINESS_TYPES),
        BoardValue(f"{unit}.price", "Price on the card", 0, name, most=700),
    )
)
