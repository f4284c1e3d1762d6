"""A stand-in for a game that is not installed or can't be loaded: its plays can be read, exported and backed up.

A journal is text and postings, so reading it needs no rules.
"""

from __future__ import annotations

from companion.core.game import Game
from companion.core.prompt import Prompt
from companion.core.show.cards import Standing
from companion.core.show.player_colours import HOUSE_ACCENT
from companion.core.table import Table
from companion.core.turn import Seat, Turn
from companion.core.units import format_amount, is_money

NOT_INSTALLED = "this game is not installed here"
NOT_LOADED = "this game can't be loaded here"
MOST_SEATS = 40
NO_GAME = Game("none", "No game", "", players=(0, MOST_SEATS))


def bare_turn(table: Table) -> Turn:
    """Look at a table where no game is played, as a quick tool does."""
    return Turn(NO_GAME, table)


def title_of(key: str) -> str:
    """A title for a game made from its key."""
    return key.replace("_", " ").strip()[:60].capitalize() or "A game"


def unknown_game(key: str, fault: str) -> Game:
    """Return the stand-in for a game, with the ``fault`` that keeps it from being loaded.

    Everything can be read, and nothing can be done.
    """
    title, missing = title_of(key), NOT_LOADED if fault else NOT_INSTALLED
    why = f"{title}: {missing}, so nothing can be recorded. {fault}".strip()
    rest = "What was recorded can be read, taken along and backed up. Open it where the game is installed to play on."
    game = Game(
        key,
        title,
        f"{title}: {missing}.",
        players=(1, MOST_SEATS),
        colour=HOUSE_ACCENT,
        without=("leave", "change_house"),
    )
    game.missing = why
    game.page(title, why, rest)
    game.card(_standing)
    game.next(lambda _: Prompt(f"{title}: {missing}", f"{rest} {fault}".strip()))
    return game


def _standing(t: Turn, who: Seat) -> Standing:
    """Show what a player holds by account; the largest figure of money comes first."""
    held = [
        (account.partition(":")[2].replace("_", " "), quantity, unit)
        for (account, unit), quantity in sorted(t.table.ledger.balances.items())
        if account.partition(":")[0] == who.key
    ]
    first = max(held, key=lambda holding: (is_money(holding[2]), holding[1]), default=None)
    return Standing(
        seat=who.key,
        figure=_format(first[1], first[2]) if first else "",
        details=tuple(
            (purse.capitalize(), _format(quantity, unit)) for purse, quantity, unit in held
        ),
    )


def _format(quantity: int, unit: str) -> str:
    return format_amount(quantity, unit.replace("_", " "))
