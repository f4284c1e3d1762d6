"""The command line: every command does what it says, says no in a sentence, and changes nothing when it does."""

from __future__ import annotations

import io
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
from tried import EVENING, RETIRED, ROOT

from companion import cli
from companion.__main__ import main
from companion.cli.command import Progress
from models.book import Book
from models.journal import Journal
from models.paths import FILE

# --- all of them


@pytest.mark.parametrize(
    "program", [["-m", "companion"], ["-c", "import sys; from companion.__main__ import main; sys.exit(main())"]]
)
def test_whoever_closes_the_pipe_early_reads_no_traceback(program):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, *program, "actions", "ratrace"]
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, "")


def test_asking_for_help_loads_neither_storage_nor_games_nor_screens():
    heavy = "{'sqlmodel', 'sqlalchemy', 'pydantic', 'flet', 'views', 'companion.games', 'companion.formats.session'}"
    code = f"import sys; import companion.__main__; print(sorted({heavy} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("command", cli.load(), ids=lambda one: one.name)
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
    assert all(f"    {one.name}" in said for one in cli.load())


def test_every_module_of_a_command_is_on_the_command_line():
    folder = Path(cli.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "command", "books"}
    named = [name for module in modules for name in import_module(f"companion.cli.{module}").COMMANDS]
    assert sorted(named) == sorted(cli.COMMANDS)
    assert [one.name for one in cli.load()] == list(cli.COMMANDS)


def test_only_the_commands_that_are_named_are_loaded():
    assert [one.name for one in cli.load(["--data", "list", "check"])] == ["list", "check"]


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
    app = Journal(Book.open(folder))
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
    app = Book.open(folder)
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


def test_the_list_gives_every_play_a_number_that_no_other_has(run, lay, folder):
    ids = lay(EVENING.format("Friday"), RETIRED.read_text(encoding="utf-8"))
    code, out, _ = run("list")
    assert code == 0
    rows = sorted(out.splitlines())
    assert all(any(row.startswith(one[:6]) for row in rows) for one in ids)
    assert any("1 entry " in row and "Ratrace" in row and "in progress" in row and "Friday" in row for row in rows)
    assert any("73 entries" in row and "finished" in row and row.endswith("A short Friday") for row in rows)
    database = Book.open(folder)
    Journal(database).delete(ids[0])
    Journal(database).archive(ids[1])
    database.close()
    assert "put away" in run("list")[1]
    assert run("list", "--deleted")[1].endswith("Friday\n")


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("deleted", [False, True])
def test_a_play_is_in_one_of_two_lists_wherever_it_was_put_and_is_checked(run, lay, folder, archived, deleted):
    (play,) = lay(EVENING.format("Friday"))
    database = Book.open(folder)
    Journal(database).archive(play, archived)
    (Journal(database).delete if deleted else Journal(database).restore)(play)
    database.close()
    listed = [run("list")[1].endswith("Friday\n"), run("list", "--deleted")[1].endswith("Friday\n")]
    assert listed == [not deleted, deleted]
    assert f"Friday ({play[:6]}, 1 entry{', deleted' * deleted})" in run("check")[1]


def test_an_empty_book_says_so(run, folder):
    Book.open(folder).close()
    assert run("list")[:2] == (0, "There are no games in this book yet.\n")
    assert run("list", "--deleted")[:2] == (0, "No game was deleted.\n")
    assert run("check")[0] == 0
    assert run("stats")[0] == 0


def test_a_play_is_found_by_number_title_or_part_of_it(run, lay):
    friday, late = lay(EVENING.format("Friday"), EVENING.format("Late on Friday"))
    for words in (friday, friday[:8], "friday", "FRIDAY"):
        assert run("export", words)[1].startswith("game ratrace\ntitle Friday\n")
    for words in (late[:8], "late", "on fri"):
        assert run("export", words)[1].startswith("game ratrace\ntitle Late on Friday\n")


def test_an_ambiguous_play_is_refused_with_those_it_could_be(run, lay):
    ids = lay(EVENING.format("Friday one"), EVENING.format("Friday two"))
    code, _, err = run("export", "friday")
    assert code == 1
    assert all(one[:6] in err for one in ids)
    assert "2 games are called 'friday'" in err
    assert run("export", "\x1b[31m")[2].startswith("companion: There is no game '?[31m' in this book.")
    assert run("export", "")[0] == 1


def test_two_plays_of_one_title_are_distinguished_by_their_numbers(run, lay):
    ids = lay(EVENING.format("Friday"), EVENING.format("Friday"))
    assert run("export", "friday")[0] == 1
    assert run("export", ids[1][:8])[0] == 0


# --- stats


def test_the_records_are_printed_as_tables(run, lay):
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


def test_progress_is_shown_on_a_terminal_and_cleared_away(monkeypatch):
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

    monkeypatch.setattr("companion.cli.backup.make_copy", stop)
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
