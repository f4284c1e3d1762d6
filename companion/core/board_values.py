"""What is printed on the table's own copy of a board, kept for later plays: it is the same board then."""

from __future__ import annotations

from companion.core.game import Game
from companion.core.table import BOARD, Table
from models.journal import Journal


def remember(journal: Journal, game: Game, before: Table, after: Table) -> None:
    """Keep every figure that a line has changed, and forget those that are again as the edition has them."""
    said = {name for table in (before, after) for holder, name in table.ledger.marks if holder == BOARD}
    for key in said & set(game.printed()):
        value = after.fact(key)
        if value == before.fact(key):
            continue
        if value == game.fact(key).value:
            journal.clear_board_facts(game.key, game.edition, key)
        else:
            journal.set_board_fact(game.key, game.edition, key, value)
