"""What a device may ask for that wants to come in, whichever way it reached the table."""

from __future__ import annotations

from collections.abc import Iterable

from models.ledger import Refusal
from models.names import clean
from models.rooms import LAPSED, OUT, UNUSED, Room
from views.state.shared_table import SharedTable

MOST_WAITING = 16
"""So many devices may wait to be let into a room."""
LONGEST_NAME = 30
NOBODY_INVITES = "Nobody invites phones right now. At the table, tap Invite phones."
CROWDED = "Many phones are waiting to be let in. Try again in a moment."
WHY_OUT = {
    OUT: "Somebody at the table said no to this device, or removed it. You may ask again.",
    LAPSED: f"This device was not used for {UNUSED.days} days. Ask to be let in again.",
}


def people_asked_for(
    shared: SharedTable, room: Room, who: Iterable[str], *, newcomer: str | None, watch: bool
) -> list[str]:
    """Return the names of those who are to play on a device: seats of the room, or the ``newcomer`` who typed a name.

    Raises:
        Refusal: nobody was chosen, and the device is not there to watch.

    """
    if newcomer is not None and room.newcomers:
        if name := clean(newcomer)[:LONGEST_NAME]:
            return [name]
        raise Refusal("Type your name.")
    known = {seat.name for seat in shared.people(room)}
    people = [name for name in dict.fromkeys(who) if name in known]
    if not people and not watch:
        raise Refusal("Choose who you are.")
    return people
