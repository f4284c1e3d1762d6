"""No byte that a phone can read of its copy says what is hidden from its player now, however the evening went."""

import zlib

import pytest

from companion.core.recording.handing_out import HandingOut
from companion.core.recording.referee import Referee
from companion.games import find_game
from models.backups.phone_copies import HEAD, LEAST_BYTES
from models.book import Book
from models.journal import Journal
from tests.laws.games.doubletrack.doubletrack_walker import DoubletrackWalker
from tests.laws.games.evening import Evening
from tests.laws.games.random_evenings import walk
from tests.laws.games.totopoly.totopoly_walker import TotopolyWalker

HIDING = {DoubletrackWalker: {"secret": "yes"}, TotopolyWalker: {"hidden": "hidden"}}


class Phone:
    """A phone that is handed each part as it comes, and can read those that are not sealed."""

    def __init__(self, evening, folder):
        table = evening.table
        self.journal = Journal(Book.open(folder))
        self.play = self.journal.begin(
            game=evening.game.key,
            title="Friday",
            seats=table.seats,
            houses=table.houses,
            board={},
            edition=evening.game.edition,
        ).id
        self.referee = Referee(self.journal, self.play, find_game)
        self.handing = HandingOut(self.referee)
        self.number, self.mark, self.sealed, self.read = 0, "", False, ""

    def follow(self, evening):
        """Take over what the evening has more, and be handed a part after each entry."""
        for entry in evening.entries[self.number :]:
            self.journal.append(
                self.play, entry.proposal, after=self.number, by="test", command=f"{entry.seq:032}"
            )
            self.referee.refresh()
            part = self.handing.part(self.number, self.mark, sealed=self.sealed)
            self.look(part)
            self.number, self.mark = part.last, part.mark
            self.sealed = part.hidden

    def look(self, part):
        """See what is to be read of a part, and that it is nothing while anything is hidden."""
        game, table = self.referee.game, self.referee.table
        secret = [seat.key for seat in table.players if game.standing(table, seat.key).secret]
        if part.hidden:
            size = len(part.data)
            assert size % LEAST_BYTES == size & (size - 1) == 0, "how long it is says nothing"
            digests = {entry.digest for entry in self.referee.history.entries}
            assert not digests & set(part.mark.split("."))
        else:
            assert not secret
            words = zlib.decompressobj().decompress(part.data[HEAD:]).decode()
            # where the table chose to play in the open, everybody knows
            self.read += (
                words if table.houses.get("hidden") and table.house("hidden") == "hidden" else ""
            )
        for (account, unit), held in table.ledger.balances.items():
            holder, _, purse = account.partition(":")
            if holder in secret and purse == "leased" and held:
                assert f'"{account}","{unit}"' not in self.read, "it was crossed out once"


@pytest.mark.parametrize("made", HIDING, ids=lambda made: made.key)
@pytest.mark.seeds(range(12), 1)
def test_no_open_part_says_what_is_hidden_now(tmp_path, made, seed):
    phone, hid = None, 0
    for walker in walk(made, seed, 40, stains=True, **HIDING[made]):
        phone = phone or Phone(walker.evening, tmp_path)
        phone.follow(walker.evening)
        hid += phone.sealed
    phone.journal.database.close()
    assert hid or walker.evening.begun > 1, "it was about the race alone"


def test_what_was_taken_back_to_the_beginning_stays_sealed(tmp_path):
    evening = Evening("totopoly", "Ann", "Ben", "Cy", "Dora")
    phone = Phone(evening, tmp_path)
    evening.do("start")
    phone.follow(evening)
    assert not phone.sealed
    evening.do("keep", who="ben", card="b6")
    while evening.undo():
        phone.follow(evening)
        assert phone.sealed
    evening.do("start")
    evening.do("keep", who="ben", card="b6")
    phone.follow(evening)
    phone.journal.database.close()
    assert phone.sealed
    assert "ben:leased" not in phone.read
