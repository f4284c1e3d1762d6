"""Records across plays: what everybody played, won and did best, read from the plays of a book. Plain values.

Archived plays count, deleted ones don't; a play that is damaged or of a game unknown here is left out and named.
A player is a name, whatever its case: the one a seat goes by now.
"""

from __future__ import annotations

from companion.statistics.player_stats import (
    Between,
    Evening,
    InGame,
    LeftOut,
    Memory,
    PlayerHighlight,
    PlayerStats,
    Progress,
    Sat,
    Somebody,
    Sum,
    key_of,
    tables,
)

__all__ = [
    "Between",
    "Evening",
    "InGame",
    "LeftOut",
    "Memory",
    "PlayerHighlight",
    "PlayerStats",
    "Progress",
    "Sat",
    "Somebody",
    "Sum",
    "key_of",
    "tables",
]
