"""``doctor``: what is installed is said in plain sentences, and what is wrong by the exit code too."""

import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from companion import neighbours
from companion.cli import doctor
from companion.version import FLET, VERSION
from models.paths import FILE
from tests.paths import ROOT
from tests.units.companion.cli.tried import EVENING, RETIRED, everything


@pytest.fixture(autouse=True)
def reachable(monkeypatch):
    monkeypatch.setattr(
        doctor, "addresses_of", lambda host, port: (f"http://192.168.0.7:{port}",) if host else ()
    )


def test_where_nothing_is_wrong_it_says_what_is_there(run, lay, folder):
    lay(RETIRED.read_text(encoding="utf-8"), EVENING.format("Friday"))
    before = everything(folder)
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    for said in (
        f"Companion {VERSION} lies in {ROOT}.",
        "It runs on Flet 1.",
        f"Each tap is drawn the quick way that was made for Flet {FLET}.",
        f"SQLite {sqlite3.sqlite_version} and Python {sys.version_info.major}.",
        "Games that come with it: Ratrace, Totopoly, ",
        f"The book is {folder / FILE}: 2 games, ",
        "The book and its copies are sound.",
        "Phones could reach this machine at 192.168.0.7, once somebody taps Invite phones.",
    ):
        assert said in out
    assert out.endswith("\nNothing is wrong.\n")
    assert everything(folder) == before


def test_where_there_is_no_book_yet_none_is_made(run, folder):
    code, out, err = run("doctor")
    assert (code, err) == (0, "")
    assert f"There is no book yet. The first start makes {folder / FILE}." in out
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "found", "said"),
    [
        ("_flet", lambda: "1.0.9", f"Flet {FLET} draws each tap in a quicker way than this one."),
        ("addresses_of", lambda *_: (), "Phones can't reach this machine"),
    ],
    ids=["another Flet", "no network"],
)
def test_what_is_otherwise_and_does_no_harm_is_said(run, monkeypatch, name, found, said):
    monkeypatch.setattr(doctor, name, found)
    code, out, _ = run("doctor")
    assert code == 0
    assert said in out


@pytest.mark.parametrize("name", neighbours.COMMON)
@pytest.mark.parametrize("words", [["doctor"], ["--no-open"]])
def test_a_package_that_hides_ours_is_named_before_it_is_imported(tmp_path, name, words):
    theirs = tmp_path / f"{name}.py"
    theirs.write_text("raise ValueError('somebody else is imported')")
    command = [sys.executable, "-m", "companion", *words]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    done = subprocess.run(
        command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"companion: Another package called {name}, {theirs}, hides Companion's. {neighbours.WAY_OUT}\n"
    )


def test_a_package_that_ours_hides_is_named(run, tmp_path, monkeypatch):
    theirs = tmp_path / "views" / "__init__.py"
    theirs.parent.mkdir()
    theirs.touch()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    code, out, _ = run("doctor")
    assert code == 1
    assert f"WRONG: Companion's package views hides another of that name, {theirs}." in out


def test_a_package_whose_files_lie_among_ours_is_named(tmp_path):
    (tmp_path / "companion").mkdir()
    shutil.copy(neighbours.__file__, tmp_path / "companion")
    for name in neighbours.COMMON:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    for package in ("companion", "django_cats"):
        about = tmp_path / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "RECORD").write_text("models/__init__.py,,\n")
    code = "from companion import neighbours; print(repr(neighbours.why_hidden()), *neighbours.in_the_way())"
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    said = subprocess.run(
        command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=True
    ).stdout
    assert said.startswith("'' The package django_cats has files in Companion's folder ")
    assert said.count("WRONG") == 0
    assert said.count(neighbours.WAY_OUT) == 1
