"""How far the evening is: cards are kept, sold, trained; fees; bets; the race; payouts."""

from __future__ import annotations

from typing import NamedTuple


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

PHASES = {phase.key: phase for phase in (SETUP, LEASES, LOTS, RING, PARADE, BETTING, RUNNING, PAYING_OUT, OVER)}
RACE_DAY = (PARADE, BETTING, RUNNING, PAYING_OUT)
"""When horses are on the course."""
