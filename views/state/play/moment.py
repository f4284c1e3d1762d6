"""What has just happened at the table and is shown large: the opening of bids, the end of a race, a winner."""

from __future__ import annotations

from dataclasses import dataclass, field

import flet as ft

from companion.core.show.boards import ToteBoard
from views.state.play.play_snapshot import PlaySnapshot

BIDS, RACE, END = "bids", "race", "end"


def reached_moments(snapshot: PlaySnapshot) -> frozenset[str]:
    """What of it is true of a play now: a race is run, somebody has won."""
    run = any(
        not board.book and (board.payouts or board.outcome)
        for board in snapshot.boards
        if isinstance(board, ToteBoard)
    )
    won = snapshot.ending is not None and bool(snapshot.ending.winners)
    return frozenset(kind for kind, true in ((RACE, run), (END, won)) if true)


@dataclass(eq=False)
class Moment(ft.Observable):
    """The moment that one screen shows, until somebody taps or anything else is written; empty where there is none.

    A screen that opens a play, or comes back to it, has missed the moment: it is never shown again.
    """

    kind: str = ""
    _version: int = field(default=-1, repr=False)
    _reached: frozenset[str] = field(default=frozenset(), repr=False)
    _opened: int = field(default=0, repr=False)

    def look(self, snapshot: PlaySnapshot, opened: int) -> None:
        """Notice what has happened since; ``opened`` is the entry with which sealed bids were opened."""
        kind, first = self.kind, self._version < 0
        if snapshot.version != self._version:
            now = reached_moments(snapshot)
            fresh = now - self._reached
            self._version, self._reached = snapshot.version, now
            kind = END if END in fresh else RACE if RACE in fresh else ""
        if opened == snapshot.version and opened != self._opened:
            self._opened = opened
            kind = kind or BIDS
        self._show("" if first else kind)

    def over(self) -> None:
        """Put it away."""
        self._show("")

    def _show(self, kind: str) -> None:
        if kind != self.kind:
            self.kind = kind
