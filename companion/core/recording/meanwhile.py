"""Optimistic locking: whether a receipt that was shown may still be recorded, or others' entries conflict with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from models.frozen import frozen
from models.ledger import Entry, Mark, Proposal, Refusal, Value, sum_postings

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game

FEW = 3
"""The most entries that are named one by one; they are read between two taps."""


class Overtaken(Refusal):
    """Nothing was recorded, because of what others have recorded since the receipt was shown.

    ``entries`` are those that count, the newest last. ``same`` are those of them with the same action and the same
    answers.
    """

    def __init__(self, entries: Sequence[Entry], same: Sequence[Entry] = ()) -> None:
        self.entries = tuple(entries)
        self.same = tuple(same)
        super().__init__(f"{summary(self.same or self.entries)} Look once more, then record it.")


@frozen
class Shown:
    """What was shown before recording: the receipt, and the last entry known by then.

    ``announced`` is whether what was recorded meanwhile was shown above the receipt.
    """

    seen: int
    proposal: Proposal | None
    announced: bool = False

    def check(self, game: Game, now: Proposal, since: Sequence[Entry]) -> None:
        """Check that it may be recorded as it comes out ``now``, with these entries written ``since``.

        Raises:
            Overtaken: it differs from what was shown, or others have just recorded it.

        """
        again = find_repetitions(game, now, since)
        if since and (again or (self.proposal and not same(self.proposal, now))):
            raise Overtaken(since, again)


def summary(entries: Sequence[Entry], between: str = " ") -> str:
    """Say what was recorded meanwhile, the newest last; of many entries the first ones only as a number."""
    more = len(entries) - FEW
    words = [entry.proposal.narration or "Something was recorded." for entry in entries[-FEW:]]
    return between.join(
        ["Recorded meanwhile:", *([f"{more} more, then:"] if more > 0 else []), *words]
    )


def away(entries: Sequence[Entry]) -> str:
    """Say in one line what was recorded while a screen was offline; empty where nothing was."""
    if not entries:
        return ""
    last = entries[-1].proposal.narration or "Something was recorded."
    many = f"{len(entries)} entries. Last: " if len(entries) > 1 else ""
    return f"While you were away: {many}{last}"


def find_repetitions(game: Game, proposal: Proposal, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with the same action and the same answers, whatever their times."""
    from companion.core.questions import Moment  # noqa: PLC0415 - with the first game

    asked = game.find_action(proposal.action).questions
    moments = {question.name for question in asked if isinstance(question.kind, Moment)}

    def answers_of(proposal: Proposal) -> dict[str, Value]:
        return {name: value for name, value in proposal.answers.items() if name not in moments}

    wanted = answers_of(proposal)
    return tuple(
        entry
        for entry in entries
        if entry.proposal.action == proposal.action and answers_of(entry.proposal) == wanted
    )


def same(shown: Proposal, now: Proposal) -> bool:
    """Whether two receipts are equal: the same narration, the same sums and the same marks.

    Numbers in marks are ignored: they count lines or betting slips, and change with what others record. A number that
    matters to people is in the narration.
    """
    if shown.narration != now.narration or sum_postings(shown.postings) != sum_postings(
        now.postings
    ):
        return False
    return Counter(map(_mask_numbers, shown.marks)) == Counter(map(_mask_numbers, now.marks))


def _mask_numbers(mark: Mark) -> tuple[str, str, Value | type[int]]:
    holder, name = (re.sub(r"\d+", "#", part) for part in (mark.holder, mark.name))
    return holder, name, int if isinstance(mark.value, int) else mark.value
