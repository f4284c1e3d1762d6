"""What of a game is handed out to the phones of the table as a copy, when it has to be sealed, and going on from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.core.game import Game
from companion.core.recording.members import another_device
from companion.core.recording.referee import Referee
from companion.core.table import BOARD, Table
from models.backups.phone_copies import Part, PhoneCopy, open_here, part_since
from models.journal import Journal
from models.ledger import ANOTHER, Projection
from models.rooms import IN, THIS_DEVICE, Member


class HandingOut:
    """Hands out the parts of a game's copies. One a game, as long as its referee is used."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._folded = Projection()
        self._touched: set[str] = set()
        self._hid: list[int] = []
        self._handed: tuple[object, Part] | None = None

    def part(self, number: int = 0, mark: str = "", *, sealed: bool = False) -> Part:
        """Return what a phone lacks that has a copy up to an entry, whose parts may be ``sealed``.

        Once nothing is hidden any more it gets the whole game anew, which anybody may open.

        Raises:
            StorageError: see ``part_since``.

        """
        journal, play, hidden = self.referee.journal, self.referee.play.id, self.hides
        asked = journal.database.state(), 0 if sealed and not hidden else number, mark
        # several phones lack the same
        if self._handed is None or None in asked or self._handed[0] != asked:
            self._handed = asked, part_since(journal, play, *asked[1:], hidden=hidden)
        return self._handed[1]

    @property
    def hides(self) -> bool:
        """Whether a copy would show what is hidden from the table.

        What was crossed out may be done again in secret, so an entry that moved what was hidden then, and is crossed
        out, keeps copies sealed until the game is over.
        """
        referee = self.referee
        if referee.game.missing or "secret" not in referee.game.rules:
            return bool(referee.game.missing)  # nobody knows what a game hides that is not here
        self._look()
        if self._is_secret(referee.table, self._touched):
            return True
        entries = self._folded.entries
        return referee.play.ended is None and any(
            entries[seq - 1].voided_by is not None for seq in self._hid
        )

    def _look(self) -> None:
        """Note what new entries have touched, and those that moved what was hidden as they were written."""
        entries, known = self.referee.history.entries, len(self._folded.entries)
        if known and [entry.digest for entry in entries[known - 1 : known]] != [
            self._folded.entries[-1].digest
        ]:  # another way of the game was taken over
            self._folded, self._touched, self._hid, known = Projection(), set(), [], 0
        for entry in entries[known:]:
            self._folded.add(replace(entry, voided_by=None))
            moved = {posting.account for posting in entry.proposal.postings}
            moved |= {
                f"{BOARD}:{mark.name}" for mark in entry.proposal.marks if mark.holder == BOARD
            }
            self._touched |= moved
            if self._is_secret(self.referee.table.at(self._folded.ledger), moved):
                self._hid.append(entry.seq)

    def _is_secret(self, table: Table, accounts: Iterable[str]) -> bool:
        return any(self.referee.game.is_secret(table, account) for account in accounts)


def go_on(journal: Journal, copy: PhoneCopy, find: Callable[[str], Game]) -> str:
    """Go on with a game on this device, as ``open_here`` does; whose secrets it shows now stands in the journal.

    Raises:
        StorageError: nothing was written.

    """
    with journal.database.writing():
        was_here = copy.play.id in {play.id for play in journal.every_play()}
        kept = open_here(journal, copy)
        referee = Referee(journal, copy.play.id, find)
        over = referee.play.ended or referee.game.missing
        if copy.seating and not was_here and not over:
            phones = [
                Member(f"{number}", "before", tuple(people), IN)
                for number, (people, _, _) in enumerate(copy.seating.devices)
            ]
            before, hides = [THIS_DEVICE, *phones], HandingOut(referee).hides
            for answers in another_device(before, [THIS_DEVICE], referee.table, hides=hides):
                referee.write(ANOTHER, answers)
    return kept
