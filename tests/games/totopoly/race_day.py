"""Race days of Totopoly: bets are taken, and nobody had to sit through the auction."""

from __future__ import annotations

from tests.games.totopoly.stable import Stable

LEASED = {"h1": "ann", "h2": "ben", "h5": "ann", "h6": "cy", "h8": "dee", "h10": "ben", "h12": "dee"}


def betting(*, fund: int = 0, **houses: str) -> Stable:
    """A table of four with seven horses at the start, and the Tote open to all."""
    day = Stable(**houses)
    day.do("start")
    for horse, who in LEASED.items():
        day.do("correct_lease", card=horse, to=who, reason="for the test")
    day.do("correct_stage", stage="parade", reason="for the test")
    day.do("enter_race", who="everyone")
    if fund:
        day.do("correct_money", giver="bank", taker="fund", amount=fund, reason="for the test")
    day.do("open_tote")
    if day.table.house("owners_round") == "round":
        day.do("open_to_all")
    return day


def tote_alone(**houses: str) -> Stable:
    """Just the Tote, with horses by number."""
    day = Stable(keeps="tote", **houses)
    day.do("start")
    return day


def book_alone(**houses: str) -> Stable:
    """Just a bookmaker's book, kept by the first player."""
    day = Stable(keeps="book", **houses)
    day.do("start")
    day.do("open_book", who="ann")
    return day
