"""What a device may ask for that wants to come in, whichever way it reached the table."""

from __future__ import annotations

from collections.abc import Iterable

from models.ledger import Refusal
from models.names import clean
from models.rooms import ASKS, LAPSED, OUT, UNUSED, Member, Room
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


def ask_to_join(
    shared: SharedTable,
    room: Room,
    token: str,
    who: Iterable[str],
    *,
    newcomer: str | None,
    watch: bool,
    earlier: Member | None,
) -> Member:
    """Have a device that holds a token wait for the host's nod, in place of what it asked ``earlier``.

    ``who`` are to play on it, seats of the room, or the ``newcomer`` who typed a name.

    Raises:
        Refusal: nobody was chosen, and the device is not there to watch; or too many wait.

    """
    if newcomer is not None and room.newcomers:
        people = [clean(newcomer)[:LONGEST_NAME]]
        if people == [""]:
            raise Refusal("Type your name.")
    else:
        known = {seat.name for seat in shared.people(room)}
        people = [name for name in dict.fromkeys(who) if name in known]
        if not people and not watch:
            raise Refusal("Choose who you are.")
    if earlier:
        shared.rooms.forget_member(earlier.id)
    if len(shared.members_asking(room)) >= MOST_WAITING:
        raise Refusal(CROWDED)
    asking = shared.rooms.add_member(token, room=room.id, people=people, state=ASKS)
    shared.refresh()
    return asking
