"""What the book expects next, and the actions it offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from companion.core.table import Value
from models.frozen import frozen


@frozen
class Offer:
    """An action that is offered, with the answers that are known already.

    ``tone`` is one of primary, plain, landing, quiet, danger; a landing is what a square brings. ``then`` is what the
    book says and offers as well once this sheet is chosen: so the next player's whole turn follows on what is passed
    over. Until something of it is recorded the turn is the one before on every screen; the sheet is headed by both.
    """

    action: str
    answers: Mapping[str, Value] = field(default_factory=dict)
    label: str = ""
    tone: str = "plain"
    then: Prompt | None = None


@frozen
class Prompt:
    """What the book expects next: a heading, a sentence, the sheet to open, and other ways to go on.

    ``where`` asks for the square among the offers that are landings, as in ``Where did Ann land?``
    """

    title: str
    text: str = ""
    sheet: Offer | None = None
    offers: tuple[Offer, ...] = ()
    event: str = ""
    where: str = ""
