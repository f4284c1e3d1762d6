"""A backup holds the whole book; a file that is none is told off; restoring adds and never takes away."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from evenings import SEATS, Evening, evenings, pays
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.session import replay, steps
from models import foreign, merging
from models.backup import back_up, read_backup
from models.database import APPLICATION, Database
from models.foreign import MOST_BYTES, Aside
from models.journal import Journal
from models.merging import bring_in, compare
from models.migrations import MIGRATIONS
from models.trouble import Damaged, ForeignFile, NewerFile, ReadOnly, Trouble

SESSIONS = sorted(Path(__file__).parents[1].joinpath("sessions").glob("*.session"))


@pytest.fixture
def other(tmp_path):
    """A book on another device."""
    database = Database.open(tmp_path / "other")
    yield Journal(database)
    database.close()


def restore(book, data):
    backup = read_backup(data)
    try:
        return bring_in(book, backup, compare(book, backup))
    finally:
        backup.close()


def ways(plan):
    return [step.how for step in plan.steps]


def contents(journal):
    """Everything that was written in a book, to the letter."""
    tables = ("play", "seat", "entry", "posting", "mark", "voiding", "balance", "standing", "struck", "player",
              "board_fact", "preference")  # fmt: skip
    return {name: sorted(journal.database.driver.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}  # noqa: S608 - named above


def digests(journal, play):
    return [entry.digest for entry in journal.all_entries(play)]


def altered(data, *statements, keep_triggers=False):
    """A backup in which somebody has meddled, with all that keeps him from it taken out."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.deserialize(data)
        if not keep_triggers:
            for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(*statement) if isinstance(statement, tuple) else file.execute(statement)
        return file.serialize()


def table_without_strictness(name, *columns):
    return (f"DROP TABLE {name}", f"CREATE TABLE {name} ({', '.join(columns)})")


@pytest.fixture
def friday(evening):
    for _ in range(3):
        evening.write(pays(100))
    evening.undo()
    return evening


# --- there and back


@settings(max_examples=30, deadline=None)
@given(st.lists(evenings, min_size=1, max_size=3))
def test_whatever_was_played_comes_back_as_it_was(evenings):
    here, there = Journal(Aside()), Journal(Aside())
    try:
        plays = [Evening(here).go_through(steps).play for steps in evenings]
        plan = restore(there, back_up(here.database))
        assert ways(plan) == ["added"] * len(plays)
        # what is folded may be kept as a row or as none where it says nothing
        written = ("play", "seat", "entry", "posting", "mark", "voiding", "struck")
        assert all(contents(there)[name] == contents(here)[name] for name in written)
        for play in plays:
            assert there.ledger(play) == here.ledger(play)
            assert digests(there, play) == digests(here, play)
            assert there.check(play) == []
        assert there.database.check() == []
    finally:
        here.database.close()
        there.database.close()


def test_every_session_of_every_game_comes_back_as_it_was(journal, other):
    for file in SESSIONS:
        replay(journal, steps(file.read_text(encoding="utf-8")))
    restore(other, back_up(journal.database))
    for play in journal.plays():
        assert other.play(play.id) == play
        assert other.ledger(play.id) == journal.ledger(play.id)
        assert other.check(play.id) == []


def test_a_backup_is_one_whole_file_that_opens_as_a_book(friday, journal, tmp_path):
    folder = tmp_path / "again"
    folder.mkdir()
    (folder / "companion.db").write_bytes(back_up(journal.database))
    database = Database.open(folder)
    assert Journal(database).ledger(friday.play) == friday.ledger
    assert database.check() == []
    database.close()


@pytest.mark.usefixtures("friday")
def test_what_was_removed_for_good_is_in_no_backup(journal):
    gone = Evening(journal, title="Xyzzy").play
    journal.purge(gone)
    assert b"Xyzzy" not in back_up(journal.database)


def test_a_book_that_can_only_be_read_is_backed_up_all_the_same(friday, journal, other):
    journal.database.broken = "This device's storage is full."
    with pytest.raises(ReadOnly):
        friday.write(pays(1))
    restore(other, back_up(journal.database))
    assert other.ledger(friday.play) == friday.ledger


def test_a_book_copied_from_under_an_open_app_is_read_too(friday, journal, other):
    journal.database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = journal.database.path.read_bytes()
    assert data[18] == 2  # it says that there is a log beside it
    restore(other, data)
    assert other.ledger(friday.play) == friday.ledger


def test_a_damaged_book_makes_no_backup_that_would_not_hold(friday, journal):
    database = journal.database
    for turn in range(60):
        friday.write(pays(turn))
    root = database.driver.execute("SELECT rootpage FROM sqlite_master WHERE name = 'posting'").fetchone()[0]
    database.driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xff" * 64)
    database.reopen()
    with pytest.raises(Damaged, match="damaged in places"):
        back_up(database)


# --- what is here and there


def test_a_play_that_is_behind_is_brought_up_to_date(friday, journal, other):
    restore(other, back_up(journal.database))
    friday.write(pays(7))
    journal.mark_ended(friday.play, "Alice won")
    other.rename(friday.play, "Our Friday")
    plan = restore(other, back_up(journal.database))
    assert ways(plan) == ["continued"]
    assert other.ledger(friday.play) == friday.ledger
    assert digests(other, friday.play) == digests(journal, friday.play)
    assert other.check(friday.play) == []
    assert (other.play(friday.play).title, other.play(friday.play).ended) == ("Our Friday", "Alice won")


def test_a_play_that_is_the_same_or_further_here_is_left_alone(friday, journal):
    data = back_up(journal.database)
    before = contents(journal)
    plan = restore(journal, data)
    assert (ways(plan), plan.changes) == (["here"], False)
    assert contents(journal) == before
    friday.write(pays(5))
    before = contents(journal)
    assert ways(restore(journal, data)) == ["further here"]
    assert contents(journal) == before


def parted(friday, journal, other):
    """The same play, gone on otherwise on two devices."""
    restore(other, back_up(journal.database))
    there = Evening.__new__(Evening)
    there.journal, there.play = other, friday.play
    friday.write(pays(1))
    there.write(pays(2))
    there.write(pays(3))
    return there


def test_a_play_that_went_on_otherwise_stays_and_the_backup_s_comes_beside_it(friday, journal, other):
    there = parted(friday, journal, other)
    kept = digests(journal, friday.play)
    plan = restore(journal, back_up(other.database))
    assert ways(plan) == ["copied"]
    assert digests(journal, friday.play) == kept
    (copy,) = (play for play in journal.plays() if play.id != friday.play)
    assert copy.title == "Friday (from the backup)"
    assert journal.ledger(copy.id) == there.ledger
    assert [(one.at, one.by, one.proposal) for one in journal.all_entries(copy.id)] == [
        (one.at, one.by, one.proposal) for one in other.all_entries(friday.play)
    ]
    assert journal.check(copy.id) == []


def test_a_copy_is_found_again_and_brought_up_to_date(friday, journal, other):
    there = parted(friday, journal, other)
    restore(journal, back_up(other.database))
    assert ways(restore(journal, back_up(other.database))) == ["here"]
    there.write(pays(4))
    assert ways(restore(journal, back_up(other.database))) == ["continued"]
    assert len(journal.plays()) == 2
    (copy,) = (play for play in journal.plays() if play.id != friday.play)
    assert journal.ledger(copy.id) == there.ledger
    assert journal.check(copy.id) == []


def test_a_play_that_is_damaged_here_stays_and_the_sound_one_comes_beside_it(friday, journal):
    data = back_up(journal.database)
    driver = journal.database.driver
    driver.execute("DROP TRIGGER entry_is_never_changed")
    driver.execute("UPDATE entry SET narration = 'Forged.' WHERE seq = 2")
    sound = friday.ledger
    assert ways(restore(journal, data)) == ["copied"]
    (copy,) = (play for play in journal.plays() if play.id != friday.play)
    assert journal.ledger(copy.id) == sound
    assert journal.check(copy.id) == []


def test_a_play_deleted_here_is_brought_back_and_one_deleted_there_does_not_count(friday, journal, other):
    data = back_up(journal.database)
    journal.delete(friday.play)
    plan = restore(journal, data)
    assert (ways(plan), plan.count("brought back")) == (["brought back"], 1)
    assert [play.id for play in journal.plays()] == [friday.play]
    journal.delete(friday.play)
    plan = restore(other, back_up(journal.database))
    assert (ways(plan), plan.count("added")) == (["added"], 0)
    assert other.plays() == []
    assert len(other.plays(deleted=True)) == 1


def test_players_figures_and_likings_known_here_stay_and_others_are_added(journal, other):
    journal.remember_player("Zoë", "blue")
    journal.remember_player("Ben", "red")
    journal.set_board_fact("ratrace", "1", "price", 5)
    journal.set_preference("houses:ratrace", {"goal": "5"})
    journal.set_preference("backup.at", "2026-11-01T10:00:00+00:00")
    other.remember_player("ZOË", "green")
    other.set_board_fact("ratrace", "1", "price", 6)
    plan = restore(other, back_up(journal.database))
    assert plan.extras == 2
    assert {(one.name, one.colour) for one in other.players()} == {("ZOË", "green"), ("Ben", "red")}
    assert other.board_facts("ratrace", "1") == {"price": 6}
    assert other.preference("houses:ratrace", {}) == {"goal": "5"}
    assert other.preference("backup.at", "") == ""


@pytest.mark.usefixtures("friday")
def test_comparing_writes_nothing(journal, other):
    before = contents(other)
    backup = read_backup(back_up(journal.database))
    assert ways(compare(other, backup)) == ["added"]
    assert contents(other) == before
    backup.close()


@pytest.mark.usefixtures("friday")
def test_what_was_written_since_the_plan_counts(journal, other):
    backup = read_backup(back_up(journal.database))
    plan = compare(other, backup)
    restore(other, back_up(journal.database))
    assert ways(bring_in(other, backup, plan)) == ["here"]
    backup.close()


@pytest.mark.usefixtures("friday")
def test_a_restore_that_fails_half_way_leaves_nothing_behind(journal, other, monkeypatch):
    Evening(journal).write(pays(5))
    backup = read_backup(back_up(journal.database))
    plan = compare(other, backup)
    before, written = contents(other), []

    def failing(driver, rows):
        if len(written) == 3:
            raise sqlite3.OperationalError("as when the power goes")
        written.append(rows)
        write(driver, rows)

    write = merging.write_rows
    monkeypatch.setattr(merging, "write_rows", failing)
    with pytest.raises(sqlite3.OperationalError):
        bring_in(other, backup, plan)
    assert len(written) == 3
    assert contents(other) == before
    backup.close()


@pytest.mark.usefixtures("friday")
def test_a_book_that_can_only_be_read_takes_nothing_in(journal, other):
    other.database.broken = "This device's storage is full."
    with pytest.raises(ReadOnly):
        restore(other, back_up(journal.database))


def test_a_backup_made_by_an_older_version_is_taken_through_the_steps_since(friday, journal, monkeypatch):
    data = back_up(journal.database)

    def next_step(driver):
        driver.execute("ALTER TABLE play ADD COLUMN host TEXT NOT NULL DEFAULT 'nobody'")
        driver.execute("DROP TRIGGER entry_is_the_next")

    monkeypatch.setattr(foreign, "MIGRATIONS", (*MIGRATIONS, next_step))
    backup = read_backup(data)
    assert [play.id for play in backup.plays] == [friday.play]
    assert backup.book.driver.execute("SELECT host FROM play").fetchall() == [("nobody",)]
    assert backup.journal.check(friday.play) == []
    backup.close()


# --- files that are no backup, or a bad one


def zipped(data):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        packed.writestr("Companion.db", data)
    return held.getvalue()


def headed(data, at, number):
    return data[:at] + number.to_bytes(4, "big") + data[at + 4 :]


@pytest.mark.parametrize(
    ("spoil", "kind", "words"),
    [
        (lambda _: b"", ForeignFile, "empty"),
        (lambda _: b"not a database", ForeignFile, "no backup made by Companion"),
        (lambda _: b"\x89PNG\r\n" + bytes(5000), ForeignFile, "no backup made by Companion"),
        (zipped, ForeignFile, "packed"),
        (lambda data: data[:60], Damaged, "cut short"),
        (lambda data: data[:-4096], Damaged, "cut short"),
        (lambda data: data[: len(data) // 2], Damaged, "cut short"),
        (lambda data: headed(data, 68, 1234), ForeignFile, "another program's"),
        (lambda data: headed(data, 60, 0), ForeignFile, "another program's"),
        (lambda data: headed(data, 60, len(MIGRATIONS) + 1), NewerFile, "Update the app"),
        (lambda data: data[:100] + bytes(len(data) - 100), Damaged, "can't be read"),
        (lambda data: altered(data, "DROP TABLE mark"), ForeignFile, "not laid out"),
        (lambda data: altered(data, "ALTER TABLE entry RENAME COLUMN source TO origin"), ForeignFile, "not laid out"),
    ],
)
@pytest.mark.usefixtures("friday")
def test_a_file_that_is_no_good_is_refused_in_a_sentence(journal, spoil, kind, words):
    before = contents(journal)
    data = spoil(back_up(journal.database))
    with pytest.raises(kind, match=words):
        read_backup(data)
    assert contents(journal) == before


@pytest.mark.usefixtures("friday")
def test_a_file_of_which_nothing_but_the_first_page_is_left_is_told_off(journal):
    data = back_up(journal.database)
    with pytest.raises(Damaged):
        read_backup(data[:4096] + b"\xff" * (len(data) - 4096))


def test_a_file_of_ten_gigabytes_is_refused_before_it_is_read():
    class Huge(bytes):
        def __len__(self):
            return 10 * 2**30

    with pytest.raises(ForeignFile, match=f"larger than {MOST_BYTES // 1_000_000} MB"):
        read_backup(Huge(b"SQLite format 3\0"))


@pytest.mark.usefixtures("friday")
def test_a_table_that_is_a_view_in_truth_is_not_read(journal):
    data = altered(
        back_up(journal.database),
        "ALTER TABLE posting RENAME TO kept",
        "CREATE VIEW posting AS SELECT * FROM kept",
    )
    with pytest.raises(ForeignFile, match="not laid out"):
        read_backup(data)


@pytest.mark.usefixtures("friday")
def test_a_view_that_passes_itself_off_as_a_table_is_not_read(journal):
    data = altered(
        back_up(journal.database),
        "ALTER TABLE posting RENAME TO kept",
        "CREATE VIEW posting AS SELECT * FROM kept",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET type = 'table', rootpage = 4 WHERE name = 'posting'",
    )
    with pytest.raises(Trouble):
        read_backup(data)


@pytest.mark.usefixtures("friday")
def test_columns_that_compute_are_not_read(journal):
    data = altered(
        back_up(journal.database),
        *table_without_strictness(
            "preference", "key TEXT", "value TEXT GENERATED ALWAYS AS (printf('%.*c', 100000000, 'x')) VIRTUAL"
        ),
        "INSERT INTO preference (key) VALUES ('a')",
    )
    with pytest.raises(ForeignFile, match="not laid out"):
        read_backup(data)


def test_triggers_and_views_that_come_along_are_never_run(friday, journal, other):
    data = altered(
        back_up(journal.database),
        "CREATE TRIGGER sly AFTER INSERT ON preference BEGIN DELETE FROM play; END",
        "CREATE VIEW sly_view AS SELECT * FROM play",
        "CREATE TABLE more (a)",
    )
    restore(other, data)
    other.set_preference("a", 1)
    assert [play.id for play in other.plays()] == [friday.play]
    names = {name for (name,) in other.database.driver.execute("SELECT name FROM sqlite_master")}
    assert not names & {"sly", "sly_view", "more"}


def beside(data, more):
    """A backup into which the plays of another one were laid, row by row."""
    with closing(sqlite3.connect(":memory:")) as spoilt:
        spoilt.deserialize(more)
        rows = [
            (f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - our own names
            for table in ("play", "seat", "entry", "posting", "mark", "voiding")
            for row in spoilt.execute(f"SELECT * FROM {table}")  # noqa: S608 - as above
        ]
    return altered(data, *rows)


BAD = {
    "an entry that was changed": ("UPDATE entry SET narration = 'Alice pays nothing.' WHERE seq = 2",),
    "a digest that is not its own": ("UPDATE entry SET digest = 'abc' WHERE seq = 4",),
    "a posting that was changed": ("UPDATE posting SET quantity = 101 WHERE seq = 1 AND n = 0",),
    "money out of nothing": ("UPDATE posting SET quantity = 10 * quantity WHERE quantity > 0",),
    "an entry that is missing": ("PRAGMA foreign_keys = OFF", "DELETE FROM entry WHERE seq = 2"),
    "a beginning that was changed": ("UPDATE play SET game = 'totopoly'",),
    "a number that no play has": ("UPDATE play SET id = '../etc'",),
    "a game named by a book": (("UPDATE play SET edition = ?", ("x" * 100_000,)),),
    "a text as long as a library": (("UPDATE entry SET rule = ? WHERE seq = 1", ("x" * 2_000_000,)),),
    "an account no page could name": ("UPDATE seat SET key = 'a:b' WHERE place = 0",),
    "answers nested for ever": (("UPDATE entry SET answers = ? WHERE seq = 1", ("[" * 100_000,)),),
    "a time of no day": ("UPDATE play SET touched = 'yesterday'",),
}


@pytest.mark.parametrize("statements", BAD.values(), ids=BAD)
def test_a_play_that_is_not_as_it_was_written_is_named_and_left_out_and_the_others_come(
    friday, journal, other, statements
):
    data = altered(back_up(journal.database), *statements)
    journal.purge(friday.play)
    Evening(journal, title="Sunday").write(pays(5))
    backup = read_backup(beside(back_up(journal.database), data))
    assert [play.title for play in backup.plays] == ["Sunday"]
    assert len(backup.damaged) == 1
    assert backup.damaged[0].startswith("Friday: ")
    bring_in(other, backup, compare(other, backup))
    assert [play.title for play in other.plays()] == ["Sunday"]
    backup.close()


@pytest.mark.parametrize("cell", [1.5, b"blob", "words", None, 2**62 * 1.0])
@pytest.mark.usefixtures("friday")
def test_tables_that_are_not_strict_smuggle_nothing_in(journal, cell):
    columns = ("play", "seq", "n", "account", "unit", "quantity")
    rows = journal.database.driver.execute("SELECT * FROM posting").fetchall()
    data = altered(
        back_up(journal.database),
        *table_without_strictness("posting", *columns),
        *(("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?)", row) for row in rows),
        ("UPDATE posting SET quantity = ? WHERE seq = 1 AND n = 0", (cell,)),
    )
    backup = read_backup(data)
    assert backup.plays == ()
    assert backup.damaged == ("Friday: a part of it is missing or not as this app writes.",)
    backup.close()


def test_a_chain_forged_from_end_to_end_can_say_nothing_that_this_app_could_not():
    """Whoever reckons the digests anew is believed, but only within what a table can hold."""
    there = Journal(Aside())
    evening = Evening(there)
    evening.write(pays(5))
    data = back_up(there.database)
    found = there.database.driver.execute("SELECT * FROM entry")
    entry = dict(zip([column[0] for column in found.description], found.fetchone(), strict=True))
    del entry["digest"]
    play = there.database.driver.execute("SELECT digest FROM play").fetchone()[0]
    forged = {
        "working": '[["Line", 1.5, "$", false, false]]',
        "answers": '{"who": ["a"]}',
        "house": "[1]",
        "narration": "fine",
        "at": "2026-11-20T10:00:00",
    }
    there.database.close()
    for name, value in forged.items():
        cells = entry | {name: value}
        postings = [[0, "treasury:cash", "$", -5], [1, "alice:cash", "$", 5]]
        chained = merging.digest([play, *cells.values(), postings, [], []])
        spoilt = altered(data, (f'UPDATE entry SET "{name}" = ?, digest = ?', (value, chained)))  # noqa: S608 - as above
        backup = read_backup(spoilt)
        assert (name, len(backup.plays)) == (name, 1 if name == "narration" else 0)
        backup.close()


@pytest.mark.usefixtures("friday")
def test_a_half_of_a_sign_that_no_screen_could_be_sent_is_left_out(journal):
    value = r'"\ud800"'
    data = altered(back_up(journal.database), ("INSERT INTO preference VALUES ('a', ?)", (value,)))
    backup = read_backup(data)
    other = Journal(Aside())
    assert compare(other, backup).extras == 0
    other.database.close()
    backup.close()


def test_players_that_could_not_be_shown_are_left_out(journal, other):
    journal.remember_player("Ann")
    data = altered(
        back_up(journal.database),
        ("INSERT INTO player VALUES ('b', 'Ben', '', '', 'soon')", ()),
        ("INSERT INTO player VALUES ('cy', ?, '', '', '2026-11-20T10:00:00.000000+00:00')", ("Cy\x00",)),
        ("INSERT INTO player VALUES ('dora', ?, '', '', '2026-11-20T10:00:00.000000+00:00')", ("Dora" * 1000,)),
    )
    restore(other, data)
    assert [one.name for one in other.players()] == ["Ann"]


def test_names_in_any_script_come_back(journal, other):
    seats = [type(SEATS[0])("zoe", "Zoë 😀"), type(SEATS[0])("name_2", "李小龍")]
    play = Evening(journal, title="Ça va? Да!", seats=seats).play
    restore(other, back_up(journal.database))
    assert other.play(play) == journal.play(play)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_few_flipped_bytes_never_get_past_unnoticed(data):
    there, here = Journal(Aside()), Journal(Aside())
    evening = Evening(there)
    for amount in range(12):
        evening.write(pays(amount))
    backed = bytearray(back_up(there.database))
    for _ in range(data.draw(st.integers(1, 4))):
        backed[data.draw(st.integers(100, len(backed) - 1))] = data.draw(st.integers(0, 255))
    try:
        restore(here, bytes(backed))
    except Trouble as trouble:
        assert trouble.sentence.endswith(".")
    for play in here.plays():
        assert here.check(play.id) == []
        assert here.ledger(play.id) == there.ledger(evening.play)
    there.database.close()
    here.database.close()


@pytest.mark.usefixtures("friday")
def test_the_number_that_says_whose_file_it_is_is_ours(journal):
    data = back_up(journal.database)
    assert int.from_bytes(data[68:72], "big") == APPLICATION


def test_damage_that_can_not_even_be_quoted_is_damage(journal, tmp_path):
    Evening(journal)
    backed = bytearray(back_up(journal.database))
    at = backed.index(b"CREATE TABLE play")
    backed[at + 8 : at + 10] = b"\x80("
    with pytest.raises(Damaged, match="damaged"):
        read_backup(bytes(backed))
    (tmp_path / "companion.db").write_bytes(backed)
    with pytest.raises(Damaged, match="damaged"):
        Database.open(tmp_path)
