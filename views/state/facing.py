"""Where people sit round a tablet that lies flat, and whom its sheet is turned to. Kept on the device alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from views.state.client import Client, Preferences

if TYPE_CHECKING:  # loaded with the first game
    from views.state.play.play_state import PlayState

NEAR, LEFT, FAR, RIGHT = "near", "left", "far", "right"
SIDES = (NEAR, LEFT, FAR, RIGHT)
"""The sides of a tablet that lies flat; the place of each here is by how many quarter turns it reads what it shows."""
MOST = 60
"""Of so many people the device keeps where they sat last."""


def side_of(prefs: Preferences, name: str) -> str:
    """Where somebody sits; whom nobody has placed sits where the tablet is read as it lies."""
    return dict(prefs.sides).get(name, NEAR)


def seat_at(prefs: Preferences, name: str, side: str) -> Preferences:
    """Have somebody sit at a side from now on, in this game and in those to come."""
    others = tuple(side for side in prefs.sides if side[0] != name)
    return replace(prefs, sides=(*others, (name, side))[-MOST:])


def to_stored(prefs: Preferences) -> list[str]:
    """Write down who sits where, as a device keeps it."""
    return [f"{side} {name}" for name, side in prefs.sides]


def read(kept: object) -> tuple[tuple[str, str], ...]:
    """Read what a device has kept; what can't be read is left out."""
    pairs = (
        [one.partition(" ") for one in kept if isinstance(one, str)]
        if isinstance(kept, list)
        else []
    )
    return tuple((name, side) for side, _, name in pairs if side in SIDES and name)[-MOST:]


def can_turn(client: Client) -> bool:
    """Whether the device may lie between the players: a phone is in somebody's hand."""
    return client.wide and not client.low


def quarter_turns(client: Client, state: PlayState) -> int:
    """How far the sheet is turned to be read by whoever acts; what is merely looked at stays as it is."""
    from views.state.play.panel import TURN  # noqa: PLC0415 - with the first game

    if state.panel.pane.kind not in (TURN.kind, "more"):
        return 0
    person = state.snapshot.person(who_acts(state))
    return SIDES.index(side_of(client.prefs, person.name)) if person else 0


def who_acts(state: PlayState) -> str:
    """Whose turn it is; while it is nobody's, who is named first on the sheet."""
    up = state.snapshot.up
    if len(up) == 1:
        return up[0]
    draft = state.sheet.draft
    if draft is None:
        return ""
    asked = [
        question.name
        for question in state.snapshot.find_action(draft.action).questions
        if question.kind.names_player
    ]
    return str(draft.answers.get(asked[0]) or "") if asked else ""
