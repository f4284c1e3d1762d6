"""What a screen shows of a play's journal: search, filter, the open entry, and how far it is scrolled."""

from __future__ import annotations

from dataclasses import dataclass, field

import flet as ft

from companion.core.recording.turns import Turns

A_PAGE = 24
"""So many entries are read at once; those that a screen has no room for are drawn as the list is scrolled."""


@dataclass(slots=True)
class Kept:
    """How far the list is scrolled, and the turns of its entries. Nothing is drawn from a change of it."""

    pixels: float = 0
    turns: Turns = field(default_factory=Turns)


@dataclass(eq=False)
class JournalState(ft.Observable):
    """The journal of one play as one screen shows it, over every change of tab.

    ``many`` entries are listed, and if none, as many as fill the screen. ``unfolded`` are the folds of crossed-out
    entries that are open, each by the number of its oldest entry.
    """

    find: str = ""
    searching: bool = False
    holder: str = ""
    many: int = 0
    seq: int = 0
    unfolded: frozenset[int] = frozenset()
    kept: Kept = field(default_factory=Kept)

    def look_for(self) -> None:
        """Show the field for words, or put it away with what is in it."""
        self.searching = not self.searching
        if not self.searching:
            self.search("")

    def search(self, words: str) -> None:
        """Look for some words."""
        self.find, self.many = words, 0

    def only(self, holder: str) -> None:
        """Show the entries about one player, or again about everybody."""
        self.holder, self.many = ("" if holder == self.holder else holder), 0

    def more(self) -> None:
        """Show another page."""
        self.many += A_PAGE

    def toggle(self, seq: int) -> None:
        """Open an entry; the same again closes it."""
        self.seq = 0 if seq == self.seq else seq

    def open(self, seq: int) -> None:
        """Open an entry that something else asks for; zero opens none."""
        self.seq = seq

    def fold(self, oldest: int) -> None:
        """Open or close a fold of crossed-out entries."""
        self.unfolded ^= {oldest}
