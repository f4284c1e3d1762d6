"""How a sheet is laid out in the window there is: what of it gives way. Nothing is measured for it."""

from __future__ import annotations

from dataclasses import dataclass

from views.state.client import Client

TALL = 700
"""From this height on a phone has room for all that stands above a sheet."""
FEW = 3
"""More players than this take two lines above a sheet."""
LARGE = 1.3
"""From this text size on it hasn't, however high it is."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a sheet is laid out: the same for every sheet of a window, so that no tap has to find it out."""

    held: bool = False
    """Whether the receipt's first lines, and what it leaves, stay in sight above the button."""
    tight: bool = False
    """Whether nothing stands above a sheet, and tiles are as low as can be tapped."""
    beside: bool = False
    """Whether keys stand beside what they type, and the button beside the receipt: a phone lies on its side."""

    flat: bool = False
    """Whether keys lie in few rows."""
    padded: bool = False
    """Whether a pad of keys is open, which needs the room."""

    @property
    def short(self) -> bool:
        """Whether answers take the place of the heading, on one line, and nothing is explained."""
        return self.tight or self.beside or self.padded

    @property
    def lines(self) -> int:
        """So many lines of a receipt stand above the button."""
        return 1 if self.tight else 3

    @property
    def gap(self) -> int:
        """So much lies between the parts of the sheet."""
        return 6 if self.tight else 12

    @classmethod
    def of(cls, client: Client, people: int, *, sideways: bool = False) -> Fit:
        """How it is laid out on a device, where so many people play; ``sideways`` it has its height for a width."""
        large = client.prefs.scale > LARGE
        if client.low or sideways:
            return cls(held=True, tight=large, beside=True, flat=True)
        if client.wide:
            return WHOLE
        tight = large or client.height < TALL
        return cls(held=True, tight=tight, flat=tight or people > FEW)


WHOLE = Fit()
"""A sheet that has all the room it wants."""
