"""The folder that needs no Python: made here once, and started as on a machine that has nothing else."""

import os
import re
import signal
import stat
import subprocess
import sys

import pytest
from serving import Server

from companion.version import VERSION
from models.paths import FILE
from tests.paths import SESSION_FOLDER

pytestmark = pytest.mark.build

NAME = "Companion.exe" if os.name == "nt" else "Companion"
MOST_MEGABYTES = 120
OPEN = """game ratrace
title Friday Ratrace
seats Alice Ben Chen
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=chen business=olive
"""


@pytest.fixture(scope="session")
def folder(build_once):
    return build_once("desktop.py") / "Companion"


def bare(home, **more):
    """What is left of the surroundings where no Python, no path and no setting is to be found."""
    kept = {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP", "TMP") if key in os.environ}
    return {**kept, "HOME": str(home), "APPDATA": str(home), "PATH": str(home), **more}


@pytest.fixture
def ask(folder, tmp_path):
    """Runs a command of the folder to its end."""

    def run(*arguments, **more):
        return subprocess.run(
            [str(folder / NAME), *map(str, arguments)],
            env=bare(tmp_path, **more),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


@pytest.fixture
def server(browser, folder, tmp_path):  # noqa: ARG001 - without a browser there is nothing to serve
    app = Server(tmp_path)
    app.program = [str(folder / NAME)]
    app.surroundings = {"cwd": tmp_path, "env": bare(tmp_path)}
    with app:
        yield app


def test_the_folder_is_trimmed_and_says_on_what_terms_it_comes(folder):
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    names = {path.relative_to(folder).as_posix() for path in files}
    assert sum(path.stat().st_size for path in files) < MOST_MEGABYTES * 1_000_000
    assert not [
        name
        for name in names
        if re.search(r"pyodide|\.symbols$|\.map$|/tests?/|tkinter|numpy", name)
    ]
    assert {"licences/companion.txt", "licences/python.txt", "companion.png"} <= names
    assert {
        "_internal/flet_web/web/assets/NOTICES",
        "_internal/views/assets/fonts/companion-sans.ttf",
    } <= names


def test_it_knows_its_version_its_options_and_its_games(ask):
    assert ask("--version").stdout == f"Companion {VERSION}\n"
    assert ask("--port", "x").returncode == 2
    done = ask("play", SESSION_FOLDER / "ratrace-first-steps.session")
    assert (done.returncode, done.stderr) == (0, "")
    assert "every line holds" in done.stdout
    assert "Cross out any entry." in ask("actions", "totopoly").stdout


def test_an_entry_is_in_the_book_after_the_power_went(phone, evening, server):
    phone.open(evening(OPEN))
    phone.follow("""
        tap Roll 5
        tap Record
        see /^Recorded: Alice rolls 5/
    """)
    server.kill()
    server.start()
    phone.reload()
    phone.see("Alice buys one thing from Chen.")
    assert not phone.strays


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a program without asking it")
def test_it_keeps_its_books_in_the_user_s_own_folder_and_ends_quietly(folder, tmp_path):
    command = [str(folder / NAME), "--no-open", "--port", "0"]
    with subprocess.Popen(
        command,
        env=bare(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as app:
        try:
            assert app.stdout.readline().startswith("Companion is at http://127.0.0.1:")
            app.send_signal(signal.SIGTERM)
            out, err = app.communicate(timeout=20)
        finally:
            app.kill()
    assert (app.returncode, out, err) == (
        0,
        "Companion has ended. Everything recorded is in the book.\n",
        "",
    )
    kept = "Library/Application Support" if sys.platform == "darwin" else ".local/share"
    assert (tmp_path / kept / "companion" / FILE).exists()
    assert not (folder / "_internal" / FILE).exists()


@pytest.mark.skipif(
    sys.platform != "linux", reason="Windows keeps its window open, and macOS opens a terminal"
)
def test_started_by_double_click_it_shows_in_the_browser_what_keeps_it_from_starting(ask, tmp_path):
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1|$LD_LIBRARY_PATH" > {opened}\n')
    browser.chmod(stat.S_IRWXU)
    books = tmp_path / ".local" / "share" / "companion"
    books.mkdir(parents=True)
    (books / FILE).write_text("a shopping list, and quite a long one as shopping lists go " * 20)
    done = ask(BROWSER=str(browser))
    assert done.returncode == 1
    page = books / "companion-could-not-start.html"
    assert opened.read_text().strip() == f"{page.as_uri()}|", (
        "the browser is given libraries of ours"
    )
    assert "is not a Companion book" in page.read_text()
    assert "Traceback" not in page.read_text()
