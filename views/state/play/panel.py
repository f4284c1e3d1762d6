"""What lies on top of the turn on one screen: a player, an entry, everything one can do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.frozen import frozen
from views.state.play.viewpoint import Part


@frozen
class Pane:
    """What the working panel shows: the turn, a player, everything one can do, or a line of the journal.

    What a player has in ``brief`` leaves the turn's question and pad in sight.
    """

    kind: str = "turn"
    seat: str = ""
    seq: int = 0


TURN, FIND, BRIEF = Pane(), Pane("more"), "brief"


@dataclass(eq=False)
class OnTop(Part):
    """What the working panel of one screen shows."""

    pane: Pane = TURN
    firm: int = 0
    """The entry to be undone once a reason is given."""

    def look(self, pane: Pane) -> None:
        """Show something in the working panel; the same again puts it away."""
        self.play.problem = ""
        self.firm = 0
        self.pane = TURN if pane == self.pane else pane

    def find_action(self) -> None:
        """Show all that can be done, or put it away."""
        self.look(FIND)

    def glance(self, pane: Pane) -> None:
        """Show in brief what a player has; of several players, all of it."""
        self.look(replace(pane, kind=BRIEF) if pane.seat else pane)
