"""How a sheet makes do with the height there is: what gives way, one step after the other."""

from __future__ import annotations

from dataclasses import dataclass

STEPS = ROOMY, BRIEF, BARE, TIGHT = range(4)
"""All is there; nothing is said twice; nothing stands above the sheet; tiles are as low as can be tapped."""
LINES = {ROOMY: 3, BRIEF: 3, BARE: 3, TIGHT: 1}
"""So many lines of a receipt stand above the button."""
RECEIPT_LINE = 24
"""Height of one of them, at text size 1."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a sheet is laid out: how much has given way, and how high it is where that is less than all there is.

    What is ``held`` stays in sight on a small screen: the receipt above the button. ``beside`` its question the keys
    stand where a phone lies on its side.
    """

    step: int = ROOMY
    height: float | None = None
    held: bool = False
    beside: bool = False

    @property
    def brief(self) -> bool:
        """Whether nothing is said twice, and nothing explained."""
        return self.step >= BRIEF

    @property
    def bare(self) -> bool:
        """Whether nothing stands above the sheet."""
        return self.step >= BARE

    @property
    def tight(self) -> bool:
        """Whether tiles are as low as can be tapped, and the sheet has no heading where its question says it."""
        return self.step >= TIGHT

    @property
    def gap(self) -> int:
        """So much lies between the parts of the sheet."""
        return 4 if self.tight else 12

    @property
    def lines(self) -> int:
        """So many lines of a receipt stand above the button."""
        return LINES[self.step]


WHOLE = Fit()
"""A sheet that has all the room it wants."""
ON_A_PHONE = Fit(held=True)
"""One on a phone, which scrolls where it wants more."""
