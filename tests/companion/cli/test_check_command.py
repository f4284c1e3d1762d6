"""``check``: every damage is found by a check that is named, and nothing is changed."""

from __future__ import annotations

import pytest
from tried import EVENING, FISTS, RETIRED, everything, meddle

from models.backups.backup import make_copy
from models.book import Book
from models.paths import FILE


def test_a_sound_book_passes_every_check_by_name(run, lay):
    lay(RETIRED.read_text(encoding="utf-8"))
    run("backup")
    code, out, err = run("check")
    assert code == 0
    assert err == ""
    for check in (
        "SQLite finds it whole",
        "no row has lost",
        "acknowledged last is there",
        "titles, players and figures",
        "chain of digests",
        "sums to zero",
        "balances kept",
        "it is what was proven",
    ):
        assert any(line.startswith("  ok ") and check in line for line in out.splitlines()), check
    assert out.endswith("14 checks, no fault.\n")
    assert "FAULT" not in out
    assert run("check", "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    ("statement", "check", "fault"),
    [
        ("UPDATE entry SET narration = 'x' WHERE seq = 3", "chain of digests", "Entry 3 is not what was written."),
        ("UPDATE posting SET quantity = quantity + 1 WHERE account = 'alice:cash'", "sums to zero", "come to"),
        ("UPDATE balance SET quantity = quantity + 7 WHERE account = 'alice:cash'", "balances kept", "alice:cash"),
        ("DELETE FROM entry WHERE seq = 73", "nothing is left of entries", "Entry 73 is gone"),
        ("UPDATE entry SET answers = '{' WHERE seq = 4", "can be read", ""),
        ("UPDATE play SET houses = '{}'", "it began as was written", "How this game began"),
        ("DELETE FROM seat", "it began as was written", "How this game began"),
    ],
)
def test_each_damage_is_found_by_a_check_that_is_named(run, lay, folder, statement, check, fault):
    lay(RETIRED.read_text(encoding="utf-8"))
    meddle(folder / FILE, statement)
    code, out, _ = run("check")
    assert code == 1
    lines = out.splitlines()
    found = [at for at, line in enumerate(lines) if line.startswith("  FAULT") and check in line]
    assert found, out
    assert fault in lines[found[0] + 1]
    assert run("check", "--quiet")[1].startswith(("A short Friday", "The file"))
    assert run("check", "friday")[0] == 1


def test_a_lost_book_is_a_fault_and_the_copies_of_it_are_offered(run, lay, folder):
    lay(EVENING.format("Friday"))
    run("backup")
    (folder / FILE).unlink()

    code, out, _ = run("check")

    assert code == 1
    assert "is missing. There are copies of it. To mend it, use restore without a file." in out
    assert not (folder / FILE).exists()


def test_a_damaged_play_does_not_hide_the_others(run, lay, folder):
    lay(EVENING.format("Friday"), EVENING.format("Saturday"))
    meddle(folder / FILE, "UPDATE entry SET narration = 'x' WHERE play = (SELECT id FROM play WHERE title = 'Friday')")
    assert run("check", "saturday")[0] == 0
    assert run("check", "friday")[0] == 1
    assert "Friday: Entry 1" in run("backup")[2]


def test_no_balance_that_is_hidden_is_shown_by_a_check(run, lay, folder):
    lay(FISTS.read_text(encoding="utf-8").partition("\nend\n")[0] + "\n")
    meddle(folder / FILE, "UPDATE balance SET quantity = quantity + 7")
    code, out, _ = run("check")
    assert code == 1
    assert "is not what the entries come to." in out
    assert "says" not in out


def test_a_copy_that_rotted_is_found(run, lay, folder):
    lay(EVENING.format("Friday"))
    database = Book.open(folder)
    made = make_copy(database)
    database.close()
    data = bytearray(made.path.read_bytes())
    data[6000] ^= 1
    made.path.write_bytes(data)
    code, out, _ = run("check")
    assert code == 1
    assert f"The copy {made.path.name} is not what was written." in out


def test_looking_a_book_over_changes_nothing(run, lay, folder):
    lay(RETIRED.read_text(encoding="utf-8"))
    run("backup")
    before = everything(folder)
    for words in (["check"], ["list"], ["stats"], ["export", "friday"], ["backup", "--list"]):
        assert run(*words)[0] == 0
    assert everything(folder) == before
