"""The texts by their names, and which evenings are told."""

from contextlib import closing
from functools import partial
from pathlib import Path

from companion.games import INCLUDED_GAMES
from models.backups.untrusted_file import UntrustedFile
from tests.evenings.said.book import game, tools
from tests.evenings.said.command_line import command_line
from tests.evenings.said.ending import ending
from tests.evenings.said.evening import ClockedJournal, evening
from tests.evenings.said.typed import typed
from tests.paths import EVENINGS
from tests.units.kept.kept_reader import in_zone

LEFT_OUT = (
    "any_score-rounds-of-zero", "any_score-stopped", "doubletrack-auctions-and-ties", "doubletrack-first-home-four",
    "doubletrack-undo-with-reason", "rat_a_tat_cat-rounds", "rat_a_tat_cat-stopped", "totopoly-three-players",
    "totopoly-tote-only", "totopoly-winner-not-backed", "ratrace-pool-corrected",
)  # fmt: skip
"""Evenings that reach hardly a branch of `companion/` that no other reaches.

They were chosen by coverage: time and again the evening was taken that reaches most new branches for a second and for
200 kB, and these came last. Without them all but 129 of the 21,332 branches are reached that all evenings reach,
counted while the table was told after every entry.
"""
FILES = (
    "any_money-cents", "doubletrack-corrections", "rat_a_tat_cat-limit-all-at-once", "rat_race_monopoly-bankrupt",
    "ratrace-counting",
)  # fmt: skip
"""Evenings of which all files are told: chosen in the same way, each at once without and with its files."""
TOLD = tuple(name for name in EVENINGS if name not in LEFT_OUT)
OTHERS = {f"game-{box.key}": partial(game, box.key) for box in INCLUDED_GAMES}
OTHERS |= {"tools": tools, "typed": typed, "command-line": command_line}
NAMES = (*TOLD, *OTHERS)
TEXTS = Path(__file__).with_name("texts")
ZONE = "CET-1"
"""Where what is written as if it were local time can be told from what is."""


def text_of(name):
    """A text as the product would have it today."""
    with in_zone(ZONE):
        return "".join(f"{line}\n" for line in _lines(name))


def _lines(name):
    if name in OTHERS:
        yield from OTHERS[name]()
        return
    with closing(UntrustedFile()) as file, file.writing():
        journal = ClockedJournal(file)
        yield from evening(name, journal)
        yield "\nat the end"
        yield from ending(journal, journal.plays()[0].id, files=name in FILES)
