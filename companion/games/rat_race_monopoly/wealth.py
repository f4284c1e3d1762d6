"""What a player is worth over an evening: the net worth that wins; where only shares are kept, what they bring."""

from __future__ import annotations

from companion.core.game import Cash, Wealth, Worth
from companion.core.table import Table, listed
from companion.games.rat_race_monopoly import state
from companion.games.rat_race_monopoly.scale import notes, unit
from companion.games.rat_race_monopoly.worth import net_worth, shares_worth


def worth(table: Table, who: str) -> Worth | None:
    """Count a player's net worth in the board's unit; nothing before the table is open, or once he is out."""
    if not state.opened(table) or not state.alive(table, who):
        return None
    if state.broker_alone(table):
        note = "Shares at the price of the moment. Nobody's cash is followed."
        return Worth(shares_worth(table, who), unit(table), "Worth in shares", note)
    return Worth(net_worth(table, who)[0], unit(table), "Net worth", _note(table))


def _note(table: Table) -> str:
    counted = ["cash"]
    if table.house("worth_streets") == "yes":
        counted.append("streets")
    if table.house("worth_buildings") != "none":
        counted.append("buildings" if table.house("worth_buildings") == "cost" else "buildings at half")
    if table.house("worth_shares") == "yes":
        counted.append("shares at the price of the moment")
    said = listed(counted)
    return f"{said[0].upper()}{said[1:]}, less loans."


NOTES = (500, 100, 50, 20, 10, 5, 1)
"""Those of a Monopoly box, in the smallest of them."""
WEALTH = Wealth(worth, frozenset({"debt"}))
CASH = Cash(
    unit,
    followed=lambda table: not state.broker_alone(table),
    notes=lambda table: tuple(notes(table, one) for one in NOTES),
)
