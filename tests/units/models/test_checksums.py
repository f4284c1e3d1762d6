"""Titles, players and board values have checksums, preferences have none: what is changed behind the book's back is
found.
"""

import pytest

from models import integrity
from models.backups.backup import back_up
from models.backups.backup_reader import read_backup
from models.backups.restore import DOUBT, bring_in, compare
from models.backups.untrusted_file import UntrustedFile
from models.integrity import CHECKSUMS, check_file
from models.journal import Journal
from tests.purging import purge
from tests.units.models.evenings import Evening, pays

NOON = "2026-11-21T12:00:00.000000+00:00"


@pytest.fixture
def book(journal):
    """A book with one of everything."""
    Evening(journal, title="Friday").write(pays(5))
    journal.remember_player("Zoë", "red", "cat")
    journal.set_board_fact("ratrace", "1", "gift", 120)
    journal.set_preference("houses:ratrace", {"goal": "5000"})
    return journal


def said(journal):
    return [fault.sentence for fault in check_file(journal)]


def meddle(journal, statement, *given):
    journal.database.driver.execute(statement, given)


def test_every_change_keeps_the_checksums_right(book):
    (play,) = book.plays()
    other = Evening(book, title="Saturday").play
    book.set_play(play.id, title="Freitag")
    book.set_play(play.id, archived=True)
    book.set_play(play.id, ended="Ada won")
    book.dress_player("zoË", "blue", "dog")
    book.dress_player("Nobody", "blue", "dog")
    book.remember_player("Ben")
    book.forget_player("BEN")
    book.set_board_fact("ratrace", "1", "tax", 7)
    book.clear_board_facts("ratrace", "1", "gift")
    book.set_board_fact("ratrace", "1", "gift", 8)
    book.clear_board_facts("ratrace", "1")
    book.set_preference("houses:ratrace", [])
    book.set_play(other, deleted=True)
    book.set_play(other, deleted=False)
    purge(book, other)
    assert said(book) == []
    assert book.database.driver.execute("SELECT count(*) FROM seal").fetchone() == (2,)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE play SET title = 'Fridby'", "The title of Fridby,"),
        ("UPDATE play SET archived = 1", "The title of Friday,"),
        ("UPDATE play SET ended = 'Ben won'", "The title of Friday,"),
        ("UPDATE player SET colour = 'rec'", "remembered of a player (Zoë)"),
        (
            "UPDATE board_fact SET value = '121'",
            "figure of the board that is kept for later games (gift)",
        ),
        ("DELETE FROM seal WHERE what = 'play'", "The title of Friday,"),
        ("UPDATE player SET name = CAST(x'5affeb' AS TEXT)", "remembered of a player (Z"),
    ],
)
def test_each_change_behind_the_book_s_back_is_named(book, statement, named):
    meddle(book, statement)
    (sentence,) = said(book)
    assert named in sentence


def test_a_write_elsewhere_does_not_bless_what_is_damaged(book):
    meddle(book, "UPDATE play SET title = 'Fridby'")
    book.remember_player("Ben")
    Evening(book, title="Saturday").write(pays(1))
    assert len(said(book)) == 1


def test_a_backup_with_damaged_checksums_gives_its_plays_and_leaves_the_rest(book):
    meddle(book, "UPDATE play SET title = 'Fridby', deleted = 1")
    meddle(book, "UPDATE player SET colour = 'rec'")
    here = Journal(UntrustedFile())
    backup = read_backup(back_up(book.database))
    bring_in(here, backup, compare(here, backup))
    assert [one.title for one in here.plays()] == [f"Fridby{DOUBT}"]
    assert here.players() == []
    assert here.board_facts("ratrace", "1") == {"gift": 120}
    assert said(here) == []
    backup.close()
    here.database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE play SET title = CAST(x'46ff' AS TEXT)",
        "UPDATE play SET houses = CAST(x'7bff7d' AS TEXT)",
        "UPDATE play SET board = '[1]'",
        "UPDATE play SET created = '2026-11-21'",
        "UPDATE seat SET name = CAST(x'80' AS TEXT)",
    ],
)
def test_a_damaged_play_is_listed_with_what_can_be_read_and_the_others_with_it(book, statement):
    Evening(book, title="Saturday").write(pays(5))
    first = next(one.id for one in book.plays() if one.title == "Friday")
    column = "play" if "seat" in statement else "id"
    meddle(book, f"{statement} WHERE {column} = ?", first)
    assert len(book.plays()) == 2
    assert [one.title for one in book.plays() if one.id != first] == ["Saturday"]
    assert integrity.check(book, first)


def test_what_is_remembered_and_can_not_be_read_is_left_out(book):
    meddle(book, "UPDATE player SET last_seen = 'soon'")
    meddle(book, "UPDATE board_fact SET value = '['")
    meddle(book, "UPDATE preference SET value = CAST(x'ff' AS TEXT)")
    assert book.players() == []
    assert book.board_facts("ratrace", "1") == {}
    assert book.preference("houses:ratrace", {"goal": "1"}) == {"goal": "1"}
    assert {fault.check for fault in check_file(book)} == {CHECKSUMS}
