"""A book and all that lies beside it is its owner's alone."""

import os
import stat
import sys

import pytest

from models.backups.backup import make_copy
from models.book import Book
from models.paths import COPIES, FILE
from tests.units.models.evenings import pays

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows keeps a user's files so by itself"
)


@pytest.fixture(autouse=True)
def generous():
    """A system on which everybody may read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder):
    """The modes of a folder and of all that is in it."""
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in (folder, *folder.rglob("*"))}


def all_private(folder):
    found = modes(folder)
    return found == {name: 0o700 if name in (folder.name, COPIES) else 0o600 for name in found}


def test_a_new_book_its_log_and_its_copies_are_its_owners_alone(evening, folder):
    evening.write(pays(5))
    make_copy(evening.journal.database)
    assert (folder / f"{FILE}-wal").exists()
    assert all_private(folder), modes(folder)


def test_what_an_earlier_version_left_readable_is_so_no_longer(evening, folder):
    evening.write(pays(5))
    make_copy(evening.journal.database)
    evening.journal.database.close()
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    Book.open(folder).close()
    assert all_private(folder), modes(folder)


def test_a_folder_that_holds_other_things_stays_as_it_is_and_the_book_in_it_does_not(folder):
    folder.mkdir(0o755)
    (folder / "letters").mkdir(0o755)
    Book.open(folder).close()
    assert modes(folder) == {folder.name: 0o755, "letters": 0o755, FILE: 0o600}
