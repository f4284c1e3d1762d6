"""The command line: every command does what it says, says no in a sentence, and changes nothing when it does."""

from __future__ import annotations

import io
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion import commands
from companion.__main__ import main
from companion.commands import COMMANDS
from companion.commands.command import Progress
from companion.exports import FORMS
from companion.session import replay, steps
from models.copies import copies, make_copy
from models.database import FILE, Database
from models.journal import Journal

ROOT = Path(__file__).parents[2]
SESSIONS = ROOT / "tests" / "sessions"
RETIRED = SESSIONS / "ratrace-retirement.session"
FISTS = SESSIONS / "doubletrack-auctions-and-ties.session"
EVENING = "game ratrace\ntitle {}\nseats Alice Bob\nstart first=alice\n"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "books"


@pytest.fixture
def lay(folder):
    """Put plays on the shelf, each as far as a session tells it; gives their numbers."""

    def put(*texts):
        database = Database.open(folder)
        try:
            return [replay(Journal(database), steps(text)).play.id for text in texts]
        finally:
            database.close()

    return put


@pytest.fixture
def run(folder, capsys):
    """Run a command on the books: exit code, what it answered, and what it said beside that."""

    def do(*words):
        code = main([*(str(word) for word in words), "--data", str(folder)])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, said.out, said.err

    return do


@pytest.fixture
def nobody(monkeypatch):
    """Nobody is at the keyboard."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())


def answering(monkeypatch, words):
    keyboard = io.StringIO(words)
    keyboard.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", keyboard)


def meddle(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            file.execute(statement)


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix in (".db", ".txt")}


# --- all of them


def test_asking_for_help_loads_neither_storage_nor_games_nor_screens():
    heavy = "{'sqlmodel', 'sqlalchemy', 'pydantic', 'flet', 'views', 'companion.games', 'companion.session'}"
    code = f"import sys; import companion.__main__; print(sorted({heavy} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.name)
def test_every_command_teaches_how_it_is_used(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command.name, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "examples:\n" in said
    assert f"python -m companion {command.name}" in said.partition("examples:")[2]
    assert len(said.splitlines()) < 45
    assert all(len(line) <= 120 for line in said.splitlines())


def test_the_help_names_every_command(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(f"    {one.name}" in said for one in COMMANDS)


def test_every_module_of_a_command_is_on_the_command_line():
    modules = {path.stem for path in Path(commands.__file__).parent.glob("*.py")} - {"__init__", "command", "books"}
    assert len(modules) == len(COMMANDS) == len({one.name for one in COMMANDS})


@pytest.mark.parametrize("words", [["fly"], ["export", "--fly"], ["check", "--data"]])
def test_what_makes_no_sense_is_misuse(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["list"], ["export", "x"], ["backup", "x"], ["check"], ["stats"], ["restore"]])
def test_where_there_is_no_book_none_is_made(words, run, folder):
    code, out, err = run(*words)
    assert (code, out) == (1, "")
    assert err.startswith("companion: There is no ")
    assert err.count("\n") == 1
    assert not folder.exists()


@pytest.mark.parametrize("words", [["list"], ["check", "--quiet"], ["export", "friday"], ["backup", "-"], ["stats"]])
def test_a_file_that_is_no_book_is_refused_and_left_alone(words, run, folder):
    folder.mkdir()
    (folder / FILE).write_bytes(b"This is a letter to my aunt. " * 300)
    code, _, err = run(*words)
    assert code == 1
    assert err.count("\n") <= 1
    assert (folder / FILE).read_bytes() == b"This is a letter to my aunt. " * 300


def test_a_book_of_a_newer_version_is_refused(run, folder, lay):
    lay(EVENING.format("Friday"))
    with closing(sqlite3.connect(folder / FILE)) as file:
        file.execute("PRAGMA user_version = 999")
    for words in (["list"], ["import", RETIRED], ["check"], ["restore", "--yes"]):
        code, _, err = run(*words)
        assert code == 1
        assert "newer version" in err


def test_the_commands_work_beside_a_running_app(run, folder, lay, tmp_path):
    lay(EVENING.format("Friday"))
    app = Journal(Database.open(folder))
    try:
        assert run("list")[0] == run("check")[0] == run("backup", tmp_path / "out.db")[0] == run("backup")[0] == 0
        assert run("import", RETIRED)[0] == 0
        assert {play.title for play in app.plays()} == {"Friday", "A short Friday"}
        app.rename(app.plays()[0].id, "Another")
    finally:
        app.database.close()


def test_a_book_that_somebody_is_writing_to_is_said_to_be_busy(run, folder, lay, monkeypatch):
    lay(EVENING.format("Friday"))
    monkeypatch.setattr("models.database.PATIENCE", 0.01)
    app = Database.open(folder)
    try:
        with app.writing():
            code, _, err = run("import", RETIRED)
            assert code == 1
            assert "written by another window" in err
            assert run("list")[0] == 0
    finally:
        app.close()
    assert run("list")[1].count("\n") == 1


# --- list, and finding a play


def test_the_list_tells_of_every_play_by_a_number_that_no_other_has(run, lay, folder):
    ids = lay(EVENING.format("Friday"), RETIRED.read_text(encoding="utf-8"))
    code, out, _ = run("list")
    assert code == 0
    rows = sorted(out.splitlines())
    assert all(any(row.startswith(one[:6]) for row in rows) for one in ids)
    assert any("1 line " in row and "Ratrace" in row and "in progress" in row and "Friday" in row for row in rows)
    assert any("73 lines" in row and "finished" in row and row.endswith("A short Friday") for row in rows)
    database = Database.open(folder)
    Journal(database).delete(ids[0])
    Journal(database).archive(ids[1])
    database.close()
    assert "put away" in run("list")[1]
    assert run("list", "--deleted")[1].endswith("Friday\n")


def test_an_empty_book_says_so(run, folder):
    Database.open(folder).close()
    assert run("list")[:2] == (0, "There are no plays in this book yet.\n")
    assert run("list", "--deleted")[:2] == (0, "No play was deleted.\n")
    assert run("check")[0] == 0
    assert run("stats")[0] == 0


def test_a_play_is_found_by_number_title_or_part_of_it(run, lay):
    friday, late = lay(EVENING.format("Friday"), EVENING.format("Late on Friday"))
    for words in (friday, friday[:8], "friday", "FRIDAY"):
        assert run("export", words)[1].startswith("game ratrace\ntitle Friday\n")
    for words in (late[:8], "late", "on fri"):
        assert run("export", words)[1].startswith("game ratrace\ntitle Late on Friday\n")


def test_a_play_that_can_t_be_told_is_refused_with_those_it_could_be(run, lay):
    ids = lay(EVENING.format("Friday one"), EVENING.format("Friday two"))
    code, _, err = run("export", "friday")
    assert code == 1
    assert all(one[:6] in err for one in ids)
    assert "2 plays are called 'friday'" in err
    assert run("export", "\x1b[31m")[2].startswith("companion: There is no play '?[31m' in this book.")
    assert run("export", "")[0] == 1


def test_two_plays_of_one_title_are_told_apart_by_their_numbers(run, lay):
    ids = lay(EVENING.format("Friday"), EVENING.format("Friday"))
    assert run("export", "friday")[0] == 1
    assert run("export", ids[1][:8])[0] == 0


# --- export


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.key)
def test_every_form_goes_to_a_file_to_a_folder_and_to_standard_output(form, lay, tmp_path):
    lay(RETIRED.read_text(encoding="utf-8"))
    out = tmp_path / "out"
    code = main(["export", "friday", "--form", form.key, "-o", str(out), "--data", str(tmp_path / "books")])
    assert code == 0
    done = subprocess.run(
        [sys.executable, "-m", "companion", "export", "friday", "--form", form.key, "--data", tmp_path / "books"],
        capture_output=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout == out.read_bytes()
    assert done.stderr == b""
    into = tmp_path / "into"
    into.mkdir()
    assert main(["export", "friday", "--form", form.key, "-o", str(into), "--data", str(tmp_path / "books")]) == 0
    assert [path.name for path in into.iterdir()] == [form.file_name("A short Friday")]


def test_an_export_comes_back_as_the_play_it_was(run, lay, tmp_path, folder):
    lay(RETIRED.read_text(encoding="utf-8"))
    assert run("export", "friday", "-o", tmp_path / "friday.txt")[0] == 0
    other = tmp_path / "other"
    assert main(["import", str(tmp_path / "friday.txt"), "--data", str(other)]) == 0
    assert main(["export", "friday", "-o", str(tmp_path / "again.txt"), "--data", str(other)]) == 0
    assert (tmp_path / "again.txt").read_bytes() == (tmp_path / "friday.txt").read_bytes()
    assert folder.exists()


def test_all_plays_go_into_a_folder_each_under_a_name_of_its_own(run, lay, tmp_path):
    ids = lay(EVENING.format("Friday"), EVENING.format("friday"), EVENING.format("Saturday"))
    code, out, _ = run("export", "--all", "-o", tmp_path)
    assert code == 0
    names = {Path(line).name for line in out.splitlines()}
    assert names == {f"Friday {ids[0][:6]}.txt", f"friday {ids[1][:6]}.txt", "Saturday.txt"}
    assert all((tmp_path / name).is_file() for name in names)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export"], "Which play? Name one, or say --all."),
        (["export", "friday", "--all"], "Say --all, or name plays; not both."),
        (["export", "--all"], "Several plays go into a folder"),
        (["export", "friday", "--form", "pdf"], "There is no form 'pdf'; choose "),
    ],
)
def test_an_export_that_makes_no_sense_is_misuse(words, said, run, lay):
    lay(EVENING.format("Friday"))
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_that_is_there_is_replaced_only_when_said(run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    out = tmp_path / "mine.txt"
    out.write_text("my diary")
    for words in (["export", "friday", "-o", out], ["backup", out]):
        code, _, err = run(*words)
        assert code == 1
        assert "is there already. Say --over" in err
        assert out.read_text() == "my diary"
    assert run("export", "friday", "-o", out, "--over")[0] == 0
    assert out.read_text(encoding="utf-8").startswith("game ratrace")


def test_a_place_that_can_t_be_written_is_said(run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    for words in (["export", "friday", "-o"], ["backup"]):
        code, _, err = run(*words, tmp_path / "nowhere" / "file")
        assert code == 1
        assert "can't be written: No such file or directory." in err
    assert run("backup", tmp_path, "--over")[2].endswith("is a folder.\n")


@pytest.mark.usefixtures("nobody")
def test_what_is_hidden_at_the_table_is_exported_only_after_a_yes(run, lay, monkeypatch):
    lay(FISTS.read_text(encoding="utf-8").partition("\nend\n")[0] + "\n")
    title = run("list")[1].split("  ")[-1].strip()
    code, out, err = run("export", title)
    assert (code, out) == (2, "")
    assert "is hidden from the table" in err
    answering(monkeypatch, "n\n")
    assert run("export", title)[:2] == (1, "")
    answering(monkeypatch, "y\n")
    assert run("export", title)[0] == 0
    assert run("export", title, "--yes")[0] == 0


# --- import


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "neither a backup made by Companion nor a play"),
        (b"Dear aunt,\n", "neither a backup made by Companion nor a play"),
        (
            EVENING.format("Friday").encode() + b"fly who=alice\n",
            "bad:5: refused: Ratrace knows no action 'fly'. Nothing",
        ),
        (b"game chess\nseats A B\n", "bad:1: There is no game 'chess' here"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "use: restore"),
        (b"PK\x03\x04zipped", "no single play but a whole book, or packed"),
    ],
)
def test_a_file_that_is_no_play_is_refused_and_leaves_no_trace(content, said, run, lay, folder, tmp_path):
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    code, out, err = run("import", bad)
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1
    assert not folder.exists()
    lay(EVENING.format("Mine"))
    before = run("list")
    assert run("import", bad)[0] == 1
    assert run("list") == before


def test_a_file_that_is_not_there_and_a_folder_are_refused(run, tmp_path):
    for file in (tmp_path / "nowhere.txt", tmp_path):
        code, _, err = run("import", file)
        assert code == 1
        assert "can't be read" in err


def test_several_plays_are_taken_in_at_once(run):
    code, out, _ = run("import", *sorted(SESSIONS.glob("rat_a_tat_cat-*.session")))
    assert code == 0
    assert out.count("and every one holds.") == len(list(SESSIONS.glob("rat_a_tat_cat-*.session")))
    assert len(run("list")[1].splitlines()) == out.count("\n")


def test_a_play_may_come_through_a_pipe(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "import", "-", "--data", tmp_path / "books"],
        input=RETIRED.read_bytes(), capture_output=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"A short Friday: 73 lines, and every one holds." in done.stdout
    assert done.stderr == b"", "no progress where nobody watches"


# --- backup and restore


def test_a_full_round_brings_every_evening_back_to_the_letter(run, tmp_path, folder):
    assert run("import", *sorted(SESSIONS.glob("*.session")))[0] == 0
    assert run("backup", tmp_path / "all.db")[0] == 0
    other, out, again = tmp_path / "elsewhere", tmp_path / "out", tmp_path / "again"
    out.mkdir()
    again.mkdir()
    assert main(["restore", str(tmp_path / "all.db"), "--yes", "--data", str(other)]) == 0
    assert main(["check", "--quiet", "--data", str(other)]) == 0
    assert main(["export", "--all", "--yes", "-o", str(out), "--data", str(folder)]) == 0
    assert main(["export", "--all", "--yes", "-o", str(again), "--data", str(other)]) == 0
    files = {path.name: path.read_bytes() for path in out.iterdir()}
    assert len(files) == len(list(SESSIONS.glob("*.session")))
    assert files == {path.name: path.read_bytes() for path in again.iterdir()}


def test_a_backup_is_noted_so_that_the_app_need_not_remind(run, lay, folder, tmp_path):
    lay(EVENING.format("Friday"))
    code, out, _ = run("backup", tmp_path / "all.db")
    assert code == 0
    assert "1 play, 1 line" in out
    database = Database.open(folder)
    assert Journal(database).preference("backup.at", "")
    database.close()


def test_a_backup_without_a_place_goes_among_the_copies(run, lay, folder):
    lay(EVENING.format("Friday"))
    assert "no copies yet" in run("backup", "--list")[1]
    code, out, _ = run("backup")
    assert code == 0
    (made,) = copies(folder / FILE)
    assert str(made.path) in out
    listed = run("backup", "--list")[1]
    assert "1 play, 1 line, proven" in listed
    assert str(made.path) in listed


def test_a_plan_is_shown_and_nothing_is_done_without_a_yes(run, lay, tmp_path, monkeypatch):
    lay(EVENING.format("Friday"))
    run("backup", tmp_path / "all.db")
    other = tmp_path / "elsewhere"
    words = ["restore", str(tmp_path / "all.db")]
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main([*words, "--data", str(other)]) == 2
    answering(monkeypatch, "\n")
    assert main([*words, "--data", str(other)]) == 1
    assert not other.exists()
    answering(monkeypatch, "Yes\n")
    assert main([*words, "--data", str(other)]) == 0
    database = Database.open(other)
    assert [play.title for play in Journal(database).plays()] == ["Friday"]
    database.close()


def test_what_is_here_already_is_not_restored_again(run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    run("backup", tmp_path / "all.db")
    assert run("restore", tmp_path / "all.db")[:2] == (0, "Everything in this backup is here already.\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file is empty."),
        (b"PK\x03\x04", "This file is packed."),
        (b"game ratrace\n", "This file is no backup made by Companion."),
        (b"SQLite format 3\0", "This backup is cut short."),
        (b"SQLite format 3\0" + b"\xff" * 8000, "another program's"),
    ],
)
def test_a_file_that_is_no_backup_is_refused(content, said, run, lay, tmp_path):
    lay(EVENING.format("Friday"))
    bad = tmp_path / "bad.db"
    bad.write_bytes(content)
    code, out, err = run("restore", bad, "--yes")
    assert (code, out) == (1, "")
    assert said in err
    assert str(bad) in err


def test_a_damaged_play_of_a_backup_is_left_out_and_named(run, lay, tmp_path):
    lay(EVENING.format("Friday"), EVENING.format("Saturday"))
    run("backup", tmp_path / "all.db")
    meddle(
        tmp_path / "all.db",
        "UPDATE entry SET narration = 'x' WHERE play = (SELECT id FROM play WHERE title = 'Friday')",
    )
    other = tmp_path / "elsewhere"
    code = main(["restore", str(tmp_path / "all.db"), "--yes", "--data", str(other)])
    assert code == 0
    database = Database.open(other)
    assert [play.title for play in Journal(database).plays()] == ["Saturday"]
    database.close()


def test_restoring_without_a_file_takes_the_newest_copy(run, lay, folder):
    (friday,) = lay(EVENING.format("Friday"))
    run("backup")
    database = Database.open(folder)
    Journal(database).purge(friday)
    database.close()
    code, out, _ = run("restore", "--yes")
    assert code == 0
    assert "1 play would be added" in out
    assert run("list")[1].endswith("Friday\n")


def test_a_damaged_book_is_mended_from_the_newest_copy_after_a_yes(run, lay, folder, monkeypatch):
    lay(EVENING.format("Friday"))
    run("backup")
    (folder / FILE).write_bytes(b"spoilt " * 900)
    before = everything(folder)
    answering(monkeypatch, "n\n")
    code, out, err = run("restore")
    assert code == 1
    assert "is not a Companion book" in err
    assert "1 play, 1 line" in out
    assert everything(folder) == before
    assert run("check")[0] == 1
    code, out, _ = run("restore", "--yes")
    assert code == 0
    assert "companion-damaged-" in out
    assert run("check", "--quiet")[:2] == (0, "")
    assert run("list")[1].endswith("Friday\n")


def test_a_backup_is_not_brought_into_a_damaged_book(run, lay, folder, tmp_path):
    lay(EVENING.format("Friday"))
    run("backup", tmp_path / "all.db")
    data = bytearray((folder / FILE).read_bytes())
    data[100:4096] = b"\xff" * 3996
    (folder / FILE).write_bytes(data)
    code, _, err = run("restore", tmp_path / "all.db", "--yes")
    assert code == 1
    assert "use restore without a file" in err
    assert (folder / FILE).read_bytes() == data


def test_a_damaged_book_without_a_copy_stays_as_it_is(run, folder):
    folder.mkdir()
    (folder / FILE).write_bytes(b"spoilt " * 900)
    code, _, err = run("restore", "--yes")
    assert code == 1
    assert "Nothing can be had back" in err
    assert (folder / FILE).read_bytes() == b"spoilt " * 900


# --- check


def test_a_sound_book_passes_every_check_by_name(run, lay):
    lay(RETIRED.read_text(encoding="utf-8"))
    run("backup")
    code, out, err = run("check")
    assert code == 0
    assert err == ""
    for check in ("SQLite finds it whole", "no row has lost", "chain of digests", "sums to nought", "balances kept",
                  "it is what was proven"):  # fmt: skip
        assert any(line.startswith("  ok ") and check in line for line in out.splitlines()), check
    assert out.endswith("12 checks, no fault.\n")
    assert "FAULT" not in out
    assert run("check", "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    ("statement", "check", "fault"),
    [
        ("UPDATE entry SET narration = 'x' WHERE seq = 3", "chain of digests", "Entry 3 is not what was written."),
        ("UPDATE posting SET quantity = quantity + 1 WHERE account = 'alice:cash'", "sums to nought", "come to"),
        ("UPDATE balance SET quantity = quantity + 7 WHERE account = 'alice:cash'", "balances kept", "alice:cash"),
        ("DELETE FROM entry WHERE seq = 73", "nothing is left of lines", "Entry 73 is gone"),
        ("UPDATE entry SET answers = '{' WHERE seq = 4", "can be read", ""),
        ("UPDATE play SET houses = '{}'", "it began as was written", "How this play began"),
        ("DELETE FROM seat", "it began as was written", "How this play began"),
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


def test_a_damaged_play_does_not_hide_the_others(run, lay, folder):
    lay(EVENING.format("Friday"), EVENING.format("Saturday"))
    meddle(folder / FILE, "UPDATE entry SET narration = 'x' WHERE play = (SELECT id FROM play WHERE title = 'Friday')")
    assert run("check", "saturday")[0] == 0
    assert run("check", "friday")[0] == 1
    assert "Friday: Entry 1" in run("backup")[2]


def test_no_balance_that_is_hidden_is_told_by_a_check(run, lay, folder):
    lay(FISTS.read_text(encoding="utf-8").partition("\nend\n")[0] + "\n")
    meddle(folder / FILE, "UPDATE balance SET quantity = quantity + 7")
    code, out, _ = run("check")
    assert code == 1
    assert "is not what the entries come to." in out
    assert "says" not in out


def test_a_copy_that_rotted_is_found(run, lay, folder):
    lay(EVENING.format("Friday"))
    database = Database.open(folder)
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


# --- stats


def test_the_records_are_told_as_tables(run, lay):
    lay(RETIRED.read_text(encoding="utf-8"), EVENING.format("Friday"))
    code, out, _ = run("stats")
    assert code == 0
    assert out.startswith("Players\n")
    assert "Alice" in out
    assert "Bob" in out
    only = run("stats", "alice")[1]
    assert "Alice" in only
    assert run("stats", "nobody at all")[1] == "Nothing in the records has that word.\n"


# --- telling how far it has come


class Watched(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_told_to_whoever_watches_and_cleared_away(monkeypatch):
    watched = Watched()
    monkeypatch.setattr(sys, "stderr", watched)
    with Progress("Checking", 4) as progress:
        progress.step()
    assert "Checking (1 of 4, 25%)" in watched.getvalue()
    assert watched.getvalue().endswith("\r")
    silent = io.StringIO()
    monkeypatch.setattr(sys, "stderr", silent)
    with Progress("Checking", 4) as progress:
        progress.step()
    assert silent.getvalue() == ""


def test_a_command_that_is_stopped_says_so(run, lay, monkeypatch):
    lay(EVENING.format("Friday"))

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("models.copies.make_copy", stop)
    code, _, err = run("backup")
    assert code == 1
    assert "Stopped." in err


def test_whoever_reads_only_the_first_lines_gets_no_traceback(lay, folder):
    lay(*[EVENING.format(f"Friday {number}") for number in range(3)])
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-u", "-m", "companion", "check", "--data", folder],
        stdout=write, stderr=subprocess.PIPE, check=False, cwd=ROOT,
    )  # fmt: skip
    os.close(write)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
