"""A backup with more rows than any book has is refused before anything is made of them."""

import pytest

from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.untrusted_file import MOST_ROWS, UntrustedFile
from models.errors import ForeignFileError
from models.journal import Journal
from models.ledger import Mark
from tests.units.models.evenings import Evening, moving, pays


@pytest.fixture
def backup():
    """A backup with something in every table."""
    journal = Journal(UntrustedFile())
    evening = Evening(journal).go_through([pays(5), moving([], [Mark("alice", "class", "middle")])])
    evening.undo()
    evening.write(pays(6))
    driver = journal.database.driver
    driver.execute("INSERT INTO retold VALUES (?, 4, 0, 1, 0, 1, '{}')", (evening.play,))
    journal.remember_player("Ann", "", "")
    journal.set_board_fact("ratrace", "1", "price", 5)
    journal.set_preference("sound", 1)
    data = back_up(journal.database)
    journal.database.close()
    return data


@pytest.mark.parametrize("table", MOST_ROWS)
def test_one_row_too_many_is_refused(backup, table, monkeypatch):
    monkeypatch.setitem(MOST_ROWS, table, 0)
    with pytest.raises(
        ForeignFileError,
        match=r"^This backup has more than 0 rows in a table. No book of Companion has.",
    ):
        read_backup(backup)
