"""A stand-in for a game that is not installed or can't be loaded: its plays can be read, exported and backed up.

A journal is text and postings, so reading it needs no rules.
"""

from __future__ import annotations

from companion.core.cards import Page, Standing
from companion.core.game import Game
from companion.core.player_colours import HOUSE_ACCENT
from companion.core.prompt import Prompt
from companion.core.table import Table
from companion.core.units import is_money, written

NOT_INSTALLED = "this game is not installed here"
NOT_LOADED = "this game can't be loaded here"
MOST_SEATS = 40


def title_of(key: str) -> str:
    """A title for a game made from its key."""
    return key.replace("_", " ").strip()[:60].capitalize() or "A game"


def unknown_game(key: str, fault: str = "") -> Game:
    """Return the stand-in for a game, with the ``fault`` that keeps it from being loaded.

    Everything can be read, and nothing can be done.
    """
    title, missing = title_of(key), NOT_LOADED if fault else NOT_INSTALLED
    why = f"{title}: {missing}, so nothing can be recorded. {fault}".strip()
    rest = "What was recorded can be read, taken along and backed up. Open it where the game is installed to play on."
    return Game(
        key=key,
        title=title,
        tagline=f"{title}: {missing}.",
        accent=HOUSE_ACCENT,
        least=1,
        most=MOST_SEATS,
        edition="",
        houses=(),
        facts=(),
        actions=(),
        standing=_standing,
        prompt=lambda _table: Prompt(f"{title}: {missing}", f"{rest} {fault}".strip()),
        ending=lambda _table: None,
        pages=(Page(title, (why, rest)),),
        missing=why,
    )


def _standing(table: Table, who: str) -> Standing:
    """Show what a player holds by account; the largest figure of money comes first."""
    held = [
        (account.partition(":")[2].replace("_", " "), quantity, unit)
        for (account, unit), quantity in sorted(table.ledger.balances.items())
        if account.partition(":")[0] == who
    ]
    first = max(held, key=lambda one: (is_money(one[2]), one[1]), default=None)
    return Standing(
        seat=who,
        figure=_said(first[1], first[2]) if first else "",
        details=tuple((purse.capitalize(), _said(quantity, unit)) for purse, quantity, unit in held),
    )


def _said(quantity: int, unit: str) -> str:
    return written(quantity, unit.replace("_", " "))
