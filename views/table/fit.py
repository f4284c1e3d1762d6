"""How a sheet is laid out in the window there is: what of it gives way. Nothing is measured for it."""

from __future__ import annotations

from dataclasses import dataclass

from views.table.frame import Measures, Place

KEY = 50
"""Where keys are lower than this, all of a sheet is."""
FEW = 3
"""More players than this take two lines above a sheet."""
WHOLE_RECEIPT = 6
"""So many lines of a receipt stand above the button where nothing else needs the height: nearly all of any."""
LARGE = 1.3
"""From this text size on it hasn't, however high it is."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a sheet is laid out: the same for every sheet of a window, so that no tap has to find it out."""

    small: bool = False
    """Whether the window is a phone's, or a sheet lies in a tablet sideways."""
    lying: bool = False
    """Whether it is a tablet's that lies."""
    tight: bool = False
    """Whether nothing stands above a sheet, and tiles are as low as can be tapped."""
    beside: bool = False
    """Whether keys stand beside what they type, and the button beside the receipt: a phone lies on its side."""

    large: bool = False
    """Whether text is large: of several rows only the one in hand is whole."""
    flat: bool = False
    """Whether keys lie in few rows."""
    padded: bool = False
    """Whether a sum is typed, whose keys need the room."""
    seated: bool = False
    """Whether everybody's hands have the place of the heading and the question."""
    room: float = 0
    """So wide is the sheet, where it is known."""
    across: bool = False
    """Whether it is as wide as in the middle of a tablet, though low: it has the height of one for its width."""

    @property
    def short(self) -> bool:
        """Whether answers take the place of the heading, on one line, and nothing is explained."""
        return self.tight or self.beside or self.padded

    @property
    def bare(self) -> bool:
        """Whether there is hardly any height: large text on a phone on its side."""
        return self.tight and self.beside

    @property
    def lines(self) -> int:
        """So many lines of a receipt stand above the button."""
        if self.tight:
            return 1
        if self.short or self.flat or self.lying:
            return 2 if self.beside and self.padded else 3
        return WHOLE_RECEIPT

    @property
    def gap(self) -> int:
        """So much lies between the parts of the sheet."""
        return 6 if self.tight else 12

    @classmethod
    def of(cls, measures: Measures, people: int) -> Fit:
        """How it is laid out within the frame's measures, where so many people play."""
        large = measures.text > LARGE
        if measures.place is Place.SIDE:
            room = measures.width
            return cls(
                small=True, tight=large, beside=True, large=large, flat=True, seated=True, room=room
            )
        if measures.place is Place.PANE and not large:
            return cls(lying=True, room=measures.width)
        tight = measures.page or measures.key < KEY
        return cls(small=True, tight=tight, large=large, flat=tight or people > FEW, seated=large)


WHOLE = Fit()
"""A sheet that has all the room it wants."""
