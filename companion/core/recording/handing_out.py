"""What of a game is handed out to the phones of the table as a copy, when it has to be sealed, and going on from it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import bindparam, literal
from sqlmodel import col, select

from companion.core.game import Game
from companion.core.recording.members import another_device
from companion.core.recording.referee import Referee
from companion.core.table import BOARD
from models.backups.phone_copies import Part, PhoneCopy, open_here, part_since, salt_of
from models.journal import Journal
from models.ledger import ANOTHER
from models.rooms import IN, THIS_DEVICE, Member, Rooms
from models.tables import MarkRow, PostingRow

ACCOUNTS = (
    select(PostingRow.account)
    .where(PostingRow.play == bindparam("play"), col(PostingRow.seq) > bindparam("seq"))
    .distinct()
)
PRINTED = (
    select(literal(f"{BOARD}:").concat(col(MarkRow.name)))
    .where(MarkRow.play == bindparam("play"), col(MarkRow.seq) > bindparam("seq"))
    .where(MarkRow.holder == BOARD)
    .distinct()
)
"""What entries after one have touched, as a game's ``secret`` is asked about it."""


class HandingOut:
    """Hands out the parts of a game's copies. One a game, as long as its referee is used."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._touched: set[str] = set()
        self._looked = 0
        self._handed: tuple[object, Part] | None = None

    def part(self, number: int = 0, mark: str = "", *, sealed: bool = False) -> Part:
        """Return what a phone lacks that has a copy up to an entry, whose parts may be ``sealed``.

        Once nothing is hidden any more it gets the whole game anew, which anybody may open.

        Raises:
            StorageError: see ``part_since``.

        """
        journal, play, hidden = self.referee.journal, self.referee.play.id, self.hides
        asked = journal.database.state(), 0 if sealed and not hidden else number, mark
        if (
            self._handed is None or None in asked or self._handed[0] != asked
        ):  # several phones lack the same
            self._handed = asked, part_since(journal, play, *asked[1:], hidden=hidden)
        return self._handed[1]

    @property
    def hides(self) -> bool:
        """Whether a copy would show what is hidden from the table.

        A crossed out entry may have what is hidden again later, so what has hidden something opens no more copies
        after one until it is over.
        """
        referee = self.referee
        if referee.game.missing or "secret" not in referee.game.rules:
            return bool(referee.game.missing)  # nobody knows what a game hides that is not here
        self._look()
        if any(referee.game.is_secret(referee.table, account) for account in self._touched):
            return True
        was = bool(salt_of(referee.journal, referee.play.id)) and not referee.play.ended
        return was and any(entry.voided_by is not None for entry in referee.history.entries)

    def _look(self) -> None:
        """Note every account and printed value that an entry has touched, crossed out or not."""
        referee, play = self.referee, self.referee.play.id
        if self._looked == referee.version:
            return
        with referee.journal.database.reading() as connection:
            for names in (ACCOUNTS, PRINTED):
                which = {"play": play, "seq": self._looked}
                self._touched.update(connection.execute(names, which).scalars())
        self._looked = referee.version


def go_on(journal: Journal, copy: PhoneCopy, find: Callable[[str], Game]) -> str:
    """Go on with a game on this device, as ``open_here`` does; whose secrets it shows now stands in the journal.

    Raises:
        StorageError: nothing was written.

    """
    with journal.database.writing():
        kept = open_here(journal, copy)
        referee = Referee(journal, copy.play.id, find)
        rooms = Rooms(journal.database)
        room = rooms.room_of(referee.play.id)
        comes_back = room and any(member.state == IN for member in rooms.members(room.id))
        if copy.seating and not comes_back and not referee.play.ended:
            phones = [
                Member(f"{number}", "before", tuple(people), IN)
                for number, (people, _, _) in enumerate(copy.seating.devices)
            ]
            before, hides = [THIS_DEVICE, *phones], HandingOut(referee).hides
            for answers in another_device(before, [THIS_DEVICE], referee.table, hides=hides):
                referee.write(ANOTHER, answers)
    return kept
