"""Whose yes a request needs, and who has given it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from models.frozen import frozen
from models.ledger import Proposal, Refusal
from models.rooms import Request
from views.state.play.play_snapshot import PlaySnapshot


@frozen
class Consent:
    """Whose yes a request needs as it comes out on the book as it is; nobody's where it can't be done.

    Where the banker confirms everything, those are asked with whom something is agreed; what the rules take from
    somebody is the banker's alone.
    """

    proposal: Proposal | None
    at_once: bool = False
    """Whether all is recorded at once where it was made, with no word of the bank."""
    losses: Mapping[str, str] = field(default_factory=dict)
    """What it takes from players, by their seats."""
    phones: frozenset[str] = frozenset()
    """The seats that have a phone."""
    agreed: frozenset[str] = frozenset()

    @property
    def waited_for(self) -> dict[str, str]:
        """What it takes from the players whose phones ask them, without those who said yes.

        Where all is recorded at once, and one of them has no phone, the banker decides for all.
        """
        if self.at_once and self.by_voice:
            return {}
        asked = self.phones - self.agreed
        return {seat: what for seat, what in self.losses.items() if seat in asked}

    @property
    def by_voice(self) -> list[str]:
        """Those who have no phone to say yes on: the banker asks them."""
        return [seat for seat in self.losses if seat not in self.phones]


def proposal_of(snapshot: PlaySnapshot, request: Request) -> Proposal | None:
    """What a request comes to on the book as it is; ``None`` where it can't be done, or is no action of the game."""
    try:
        return snapshot.referee.propose(request.action, request.answers)
    except Refusal:
        return None
