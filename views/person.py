"""A player as every screen knows him."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the screens know him: name, and the colour and shape of his token."""

    key: str
    name: str
    colour: str
    shape: str
