"""What tests all over share: how much of them is run, and fixtures that are made once for all.

Tests marked `long`, `build`, `campaign` or `bench` run with `--long` only. With it Hypothesis tries more examples, and
random walks that are marked `seeds` begin from more numbers.
It is an option of its own because a marker expression in `addopts` would be overridden by `-m browser`.
A test that is a coroutine runs on an event loop of its own.
`replayed` plays an evening of tests/evenings once, for all who only look at it.
`site` is the folder of the app for a browser, and `node` the program that runs its scripts here; `build_once` builds.
"""

import asyncio
import gc
import inspect
import os
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import hypothesis
import pytest

from companion.formats.session import replay, steps
from models.backups.untrusted_file import UntrustedFile
from models.database import Database
from models.journal import Journal
from models.migrations import MIGRATIONS
from tests.paths import ROOT, SESSION_FOLDER

OFFLINE = "is this machine online"
LONG = ("long", "build", "campaign", "bench")
"""The markers of what runs with `--long` only."""
MEMORY = Path("/dev/shm")  # noqa: S108 - nothing is put there but the folders that pytest makes, which it closes to others
ROOM = 4 * 2**30
"""Bytes that must be free in memory for the folders of tests to lie there."""

# what the tables and walkers of tests/laws/games assert is shown with both figures, as in a test
pytest.register_assert_rewrite("tests.laws.games")

# A machine that is busy with other tests is no fault of the one that is tried: nothing is too slow.
UNHURRIED = hypothesis.settings(
    deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
# A quick run tries the same examples every time: what it finds is about the change at hand. A long one looks further.
hypothesis.settings.register_profile("quick", UNHURRIED, max_examples=15, derandomize=True)
hypothesis.settings.register_profile("long", UNHURRIED, max_examples=150)


def pytest_addoption(parser):
    parser.addoption(
        "--long", action="store_true", help="also run the tests marked long, and more of Hypothesis"
    )
    parser.addoption(
        "--shard", default="1/1", metavar="N/M", help="run one of M parts of the files, the Nth"
    )
    parser.addoption(
        "--approve", action="store_true", help="write the texts of what the program says anew"
    )


def pytest_configure(config):
    gc.disable()  # until everything is collected
    # a book is synced line by line, and on a busy disk tests would wait for that more than they work
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "quick")
    _copy_tables_into_new_books()


def _copy_tables_into_new_books():
    """Books in memory begin as a copy of one: to migrate each of some thousands from nothing takes ten times as long.

    Books in files, which tests of the disk and of migrations look at, are made as ever.
    """
    made, migrate = UntrustedFile(), Database._migrate

    def copy(book):
        (version,) = book.driver.execute("PRAGMA user_version").fetchone()
        if version or book.newest != len(MIGRATIONS) or book.path != made.path:
            migrate(book)
        else:
            made.driver.backup(book.driver)

    Database._migrate = copy


def pytest_collection_finish():
    """Look for waste seldom, and never among what stays until the end: that took a seventh of the time of all tests."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


def pytest_generate_tests(metafunc):
    """Let a random walk begin from each number it is marked with, or from the first few unless all are asked for."""
    for mark in metafunc.definition.iter_markers("seeds"):
        numbers, quick = mark.args
        metafunc.parametrize(
            "seed", numbers if metafunc.config.getoption("--long") else numbers[:quick]
        )


def pytest_collection_modifyitems(config, items):
    part, parts = map(int, config.getoption("--shard").split("/"))
    files = sorted({item.path for item in items})
    others = {file for at, file in enumerate(files) if at % parts != part - 1}
    items[:] = [item for item in items if item.path not in others]
    if config.getoption("--long"):
        return
    left_out = {item for item in items if any(map(item.get_closest_marker, LONG))}
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a coroutine on a loop and a thread of its own: on this thread Playwright's may be running."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(lambda: asyncio.run(pyfuncitem.obj(**wanted))).result()
    return True


@pytest.fixture(scope="session")
def replayed():
    """Return the referee of a session by its name, at the end of the evening. Nothing can be written there any more."""
    played = {}

    def referee(name):
        if name not in played:
            text = (SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8")
            untrusted = UntrustedFile()
            with untrusted.writing():
                played[name] = replay(Journal(untrusted), steps(text))
            untrusted.driver.execute("PRAGMA query_only = ON")
        return played[name]

    yield referee
    for table in played.values():
        table.journal.database.close()


@pytest.fixture(scope="session")
def build_once(tmp_path_factory):
    """Runs a script of `packaging` once for all workers: whoever asks first builds, and the others wait for it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which all workers share

    def build(script, *options):
        out, built = folder / script.removesuffix(".py"), folder / f"{script}.built"
        # SQLite has a lock that works on every system, and that is free again when whoever held it was killed.
        with closing(
            sqlite3.connect(folder / f"{script}.lock", timeout=1_800, isolation_level=None)
        ) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            if not built.exists():
                command = [sys.executable, ROOT / "packaging" / script, *options, "--out", out]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                offline = done.returncode and OFFLINE in " ".join(done.stderr.split())
                if offline and os.environ.get("COMPANION_BROWSER") != "required":
                    pytest.skip("the package registry can't be reached, so this can't be built")
                assert done.returncode == 0, done.stderr
                built.touch()
        return out

    return build


@pytest.fixture(scope="session")
def site(build_once):
    return build_once("build_pwa.py", "--quickly")


@pytest.fixture(scope="session")
def node(site):  # noqa: ARG001 - building it made the environment that holds the program
    python = ROOT / ".venv-site" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = [python, "-c", "import site_python; print(site_python.node())"]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "packaging")}
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=surroundings
    ).stdout.strip()
