"""Titles, players, figures of boards and likings are sealed: what is changed behind the book's back is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from evenings import Evening, pays

from models import checksums, integrity
from models.backup import back_up
from models.backup_reader import read_backup
from models.database import statements_on
from models.errors import DamagedError
from models.integrity import CHECKSUMS, looked_over
from models.journal import Journal
from models.ledger import Mark, Proposal
from models.restore import DOUBT, bring_in, compare, take_play
from models.tables import columns
from models.untrusted_file import UntrustedFile

NOON = "2026-11-21T12:00:00.000000+00:00"


@pytest.fixture
def shelf(journal):
    """A shelf with one of everything."""
    Evening(journal, title="Friday").write(pays(5))
    journal.remember_player("Zoë", "red", "cat")
    journal.set_board_fact("ratrace", "1", "gift", 120)
    journal.set_preference("houses:ratrace", {"goal": "5000"})
    return journal


def said(journal):
    return [fault.sentence for fault in looked_over(journal)]


def meddle(journal, statement, *given):
    journal.database.driver.execute(statement, given)


def test_whatever_is_done_on_the_shelf_leaves_it_sound(shelf):
    (play,) = shelf.plays()
    other = Evening(shelf, title="Saturday").play
    shelf.rename(play.id, "Freitag")
    shelf.archive(play.id)
    shelf.mark_ended(play.id, "Ada won")
    shelf.dress_player("zoË", "blue", "dog")
    shelf.dress_player("Nobody", "blue", "dog")
    shelf.remember_player("Ben")
    shelf.forget_player("BEN")
    shelf.set_board_fact("ratrace", "1", "tax", 7)
    shelf.clear_board_facts("ratrace", "1", "gift")
    shelf.set_board_fact("ratrace", "1", "gift", 8)
    shelf.clear_board_facts("ratrace", "1")
    shelf.set_preference("houses:ratrace", [])
    shelf.delete(other)
    shelf.restore(other)
    shelf.purge(other)
    assert said(shelf) == []
    assert shelf.database.driver.execute("SELECT count(*) FROM seal").fetchone() == (2,)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE play SET title = 'Fridby'", "The title of Fridby,"),
        ("UPDATE play SET archived = 1", "The title of Friday,"),
        ("UPDATE play SET ended = 'Ben won'", "The title of Friday,"),
        ("UPDATE player SET colour = 'rec'", "remembered of a player (Zoë)"),
        ("UPDATE board_fact SET value = '121'", "figure of the board that is kept for later plays (gift)"),
        ("DELETE FROM seal WHERE what = 'play'", "The title of Friday,"),
        ("UPDATE player SET name = CAST(x'5affeb' AS TEXT)", "remembered of a player (Z"),
    ],
)
def test_each_change_behind_the_book_s_back_is_named(shelf, statement, named):
    meddle(shelf, statement)
    (sentence,) = said(shelf)
    assert named in sentence


def test_a_new_title_is_sealed_anew(shelf):
    meddle(shelf, "UPDATE play SET title = 'Fridby'")
    (play,) = shelf.plays()
    shelf.rename(play.id, "Friday")
    assert said(shelf) == []


def test_a_write_elsewhere_does_not_bless_what_is_damaged(shelf):
    meddle(shelf, "UPDATE play SET title = 'Fridby'")
    shelf.remember_player("Ben")
    Evening(shelf, title="Saturday").write(pays(1))
    assert len(said(shelf)) == 1


def test_a_book_of_an_earlier_version_is_sealed_as_it_is(monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(checksums, "write_checksum", lambda *_: None)
        old = UntrustedFile(2)
    old.driver.execute(
        "INSERT INTO play VALUES ('a', 'ratrace', 'Friday', ?, ?, 0, 0, 0, NULL, '{}', '{}', '1', '')", (NOON, NOON)
    )
    old.driver.execute("INSERT INTO player VALUES ('zoë', 'Zoë', '', '', ?)", (NOON,))
    old.catch_up()
    assert checksums.broken(old.connection) == {}
    assert old.driver.execute("SELECT count(*) FROM seal").fetchone() == (2,)
    old.close()


def test_plays_of_other_books_are_sealed_as_they_come_in(shelf):
    here = Journal(UntrustedFile())
    backup = read_backup(back_up(shelf.database))
    bring_in(here, backup, compare(here, backup))
    assert said(here) == []
    there = Journal(UntrustedFile())
    take_play(there, here, here.plays()[0].id)
    assert said(there) == []
    for one in (backup, here.database, there.database):
        one.close()


def test_a_backup_with_a_damaged_shelf_gives_its_plays_and_leaves_the_rest(shelf):
    meddle(shelf, "UPDATE play SET title = 'Fridby', deleted = 1")
    meddle(shelf, "UPDATE player SET colour = 'rec'")
    here = Journal(UntrustedFile())
    backup = read_backup(back_up(shelf.database))
    bring_in(here, backup, compare(here, backup))
    assert [one.title for one in here.plays()] == [f"Fridby{DOUBT}"]
    assert here.players() == []
    assert here.board_facts("ratrace", "1") == {"gift": 120}
    assert said(here) == []
    backup.close()
    here.database.close()


def test_a_player_seen_at_the_end_of_the_calendar_is_left_out(shelf):
    meddle(shelf, "UPDATE player SET last_seen = '0001-01-01T00:00:00.000000+14:00'")
    checksums.write_all_checksums(shelf.database.connection)
    here = Journal(UntrustedFile())
    backup = read_backup(back_up(shelf.database))
    bring_in(here, backup, compare(here, backup))
    assert here.players() == []
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
def test_a_damaged_play_is_listed_with_what_can_be_read_and_the_others_with_it(shelf, statement):
    Evening(shelf, title="Saturday").write(pays(5))
    first = next(one.id for one in shelf.plays() if one.title == "Friday")
    column = "play" if "seat" in statement else "id"
    meddle(shelf, f"{statement} WHERE {column} = ?", first)
    assert len(shelf.plays()) == 2
    assert [one.title for one in shelf.plays() if one.id != first] == ["Saturday"]
    assert integrity.check(shelf, first)


def test_what_is_remembered_and_can_not_be_read_is_left_out(shelf):
    meddle(shelf, "UPDATE player SET last_seen = 'soon'")
    meddle(shelf, "UPDATE board_fact SET value = '['")
    meddle(shelf, "UPDATE preference SET value = CAST(x'ff' AS TEXT)")
    assert shelf.players() == []
    assert shelf.board_facts("ratrace", "1") == {}
    assert shelf.preference("houses:ratrace", {"goal": "1"}) == {"goal": "1"}
    assert {fault.check for fault in looked_over(shelf)} == {CHECKSUMS}


@pytest.mark.parametrize(
    ("table", "column"), [("entry", "narration"), ("posting", "account"), ("mark", "value"), ("standing", "value")]
)
def test_letters_that_are_none_are_damage_and_nothing_else(shelf, table, column):
    (play,) = shelf.plays()
    for name, kind in shelf.database.driver.execute("SELECT name, type FROM sqlite_master").fetchall():
        if kind == "trigger":
            shelf.database.driver.execute(f"DROP TRIGGER {name}")
    evening = Evening(shelf)
    evening.write(Proposal("say", {}, "Said.", marks=(Mark("alice", "class", "middle"),)))
    meddle(shelf, f"UPDATE {table} SET {column} = CAST(x'61ff' AS TEXT)")  # noqa: S608 - named above
    ids = [play.id, evening.play]
    assert any(integrity.check(shelf, one) for one in ids)
    for one in ids:
        for read in (shelf.all_entries, shelf.ledger, shelf.undoable, lambda one: shelf.entries(one, text="a")):
            try:
                read(one)
            except DamagedError as damage:
                assert damage.sentence.endswith(".")


@pytest.mark.parametrize("what", [None, "cushion", 7, b"play"])
def test_a_seal_of_which_a_damaged_sector_left_nothing_is_told_of_in_a_sentence(what):
    with closing(sqlite3.connect(":memory:")) as spoilt:
        for kind in checksums.CHECKSUMMED:
            spoilt.execute(f"CREATE TABLE {kind.__tablename__} ({', '.join(one.name for one in columns(kind))})")
        spoilt.execute("CREATE TABLE seal (what, key, digest)")  # as only damage leaves it: nothing need be anything
        spoilt.execute("INSERT INTO seal VALUES (?, NULL, NULL)", (what,))
        (told,) = checksums.broken(statements_on(spoilt)).values()
    assert told == "Something is gone from the shelf that should be there: it can't be told what."
