"""The command line: every command does what it says, says no in a sentence, and changes nothing when it does."""

import io
import os
import subprocess
import sys

import pytest

from companion import cli
from companion.__main__ import main
from companion.cli.command import progress
from models.book import Book
from models.journal import Journal
from tests.paths import ROOT
from tests.units.companion.cli.tried import EVENING, RETIRED


@pytest.mark.parametrize(
    "program",
    [
        ["-m", "companion"],
        ["-c", "import sys; from companion.__main__ import main; sys.exit(main())"],
    ],
)
def test_whoever_closes_the_pipe_early_reads_no_traceback(program):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, *program, "actions", "ratrace"]
    done = subprocess.run(
        command, cwd=ROOT, check=False, stdout=write, stderr=subprocess.PIPE, text=True
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (1, "")


HEAVY = {"flet", "views", "companion.games.ratrace"}


@pytest.mark.parametrize(
    ("does", "heavy"),
    [
        (
            "pass",
            {
                *HEAVY,
                "sqlmodel",
                "sqlalchemy",
                "pydantic",
                "companion.games",
                "companion.formats.session",
            },
        ),
        ("main(['balances', '--data', sys.argv[1]])", HEAVY),
    ],
)
def test_nothing_is_loaded_that_a_command_does_not_need(does, heavy, lay, folder):
    lay(EVENING.format("Friday"))
    code = f"import sys; from companion.__main__ import main; {does}; sys.exit(', '.join({heavy} & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-c", code, folder], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.stderr == "\n"


@pytest.mark.parametrize("command", cli.load(), ids=lambda one: one.name)
def test_every_command_teaches_how_it_is_used(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command.name, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert f"python -m companion {command.name}" in said.partition("examples:\n")[2]
    assert all(len(line) <= 120 for line in said.splitlines())


def test_the_commands_work_beside_a_running_app(run, folder, lay, tmp_path):
    lay(EVENING.format("Friday"))
    app = Journal(Book.open(folder))
    try:
        assert (
            run("list")[0]
            == run("check")[0]
            == run("backup", tmp_path / "out.db")[0]
            == run("backup")[0]
            == 0
        )
        assert run("import", RETIRED)[0] == 0
        assert {play.title for play in app.plays()} == {"Friday", "A short Friday"}
        app.set_play(app.plays()[0].id, title="Another")
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


def test_what_a_terminal_would_obey_is_not_repeated_to_it(run, lay):
    lay(EVENING.format("Friday"))
    assert run("export", "\x1b[31m")[2].startswith(
        "companion: There is no game '?[31m' in this book."
    )


class Watched(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_a_terminal_and_cleared_away(monkeypatch):
    watched = Watched()
    monkeypatch.setattr(sys, "stderr", watched)
    with progress("Checking"):
        assert watched.getvalue() == "Checking"
    assert watched.getvalue() == "Checking\r        \r"
    silent = io.StringIO()
    monkeypatch.setattr(sys, "stderr", silent)
    with progress("Checking"):
        assert silent.getvalue() == ""


def test_a_command_that_is_stopped_says_so(run, lay, monkeypatch):
    lay(EVENING.format("Friday"))

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.backup.make_copy", stop)
    code, _, err = run("backup")
    assert code == 1
    assert "Stopped." in err
