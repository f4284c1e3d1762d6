"""The command line: every command does what it says, says no in a sentence, and changes nothing when it does."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tried import EVENING, RETIRED, ROOT

from companion import cli
from companion.__main__ import main
from companion.cli.command import Progress
from models.book import Book
from models.journal import Journal


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


def test_what_a_terminal_would_obey_is_not_repeated_to_it(run, lay):
    lay(EVENING.format("Friday"))
    assert run("export", "\x1b[31m")[2].startswith("companion: There is no game '?[31m' in this book.")


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
