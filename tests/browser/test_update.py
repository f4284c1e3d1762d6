"""From the installed app of a version before to the one of today: its own site, built anew from its commit, then this.

The book is what 0.5.0 kept in a browser (tests/kept/installed), played on in the screens of the version before.
"""

import base64
import copy
import io
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing

import pytest
from installed import ASK, LOOK, Eyes, Site, faults
from serving import ROOT
from test_kept import LOOKING
from test_kept_storage import lay_kept

from companion.version import VERSION
from models.migrations import MIGRATIONS

pytestmark = pytest.mark.build

COMMITS = {
    "0.5.0": "cf0d125a65bdece47845a08b717ebfe404e3fd02",
    "1.0.0": "320cec9dafe6bf7543a219ad4e863110f0cb3adf",
    "1.1.0": "2d9c22b14b16b789ab9eab2eba5689bcbe21ce0e",
}
READY = f"Version {VERSION} of Companion is ready."
RACE, CARDS = "Ratrace, Sun 22 Nov", "Rat-a-Tat Cat, Sun 22 Nov"
WRITTEN = 12
"""Entries of the kept book."""
SETTINGS = "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('flutter.companion')))"
# Everything in the books' storage, by the path that it has for Python; of a page that keeps the books too.
STORED = """async () => {
    const root = await navigator.storage.getDirectory();
    const found = {};
    for await (const [, file] of (await root.getDirectoryHandle("books")).entries()) {
        const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
        const length = bytes.length < 20 ? 0 : new DataView(bytes.buffer).getUint32(8);
        const path = new TextDecoder().decode(bytes.subarray(16, 16 + length));
        if (path) found[path] = btoa(Array.from(bytes.subarray(4096), byte => String.fromCharCode(byte)).join(""));
    }
    return found;
}"""


@pytest.fixture(scope="module", params=COMMITS)
def before(request, browser, node, tmp_path_factory):  # noqa: ARG001 - for both, the environment and a reason to build
    """The site of a version before, built by its own script."""
    version = request.param
    git = shutil.which("git")
    archive = [git, "-C", ROOT, "archive", "--format=tar", COMMITS[version]]
    packed = subprocess.run(archive, capture_output=True, check=False) if git else None
    if not packed or packed.returncode:
        pytest.skip(f"the history here does not reach back to {version}")
    folder = tmp_path_factory.mktemp("before")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tree:
        tree.extractall(folder, filter="data")
    python = (
        ROOT / ".venv-site" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    )
    options = ["--plain", "--out", folder / "site", "--kept", ROOT / "build" / "kept" / version]
    command = [python, folder / "packaging" / "site_folder.py", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "is this machine online" in " ".join(done.stderr.split()):
        pytest.skip(f"the package registry can't be reached, so {version} can't be built")
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture
def server(before, site, tmp_path):
    """Serves the site of the version before, until it is `renewed`."""
    shutil.copytree(before, tmp_path / "site")
    shutil.copytree(site, tmp_path / "next")
    with Site(tmp_path, tmp_path / "site") as app:
        yield app


def renewed(server):
    """Put the site of today in the place of the one that is served."""
    server.site.rename(server.site.with_name("gone"))
    server.site.with_name("next").rename(server.site)


@pytest.fixture
def tenant(tenant):
    """A device with the version before installed, and its book open."""
    lay_kept(tenant)
    tenant.keep()
    tenant.see(re.compile(RACE), exact=False)
    return tenant


def rows(book):
    """Every row of every table of a book, and the version of its file."""
    with closing(sqlite3.connect(":memory:")) as opened:
        opened.deserialize(base64.b64decode(book))
        tables = [
            name
            for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        found = {name: sorted(opened.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}  # noqa: S608
        return found | {"version": opened.execute("PRAGMA user_version").fetchall()}


def entries(device):
    return len(rows(device.page.evaluate(ASK))["entry"])


def open_play(device, title):
    """Open a play from the home screen: from its row, or from the card of the one to go on with."""
    name = re.compile(rf"^(Resume )?{re.escape(title)}")
    device.answered()
    device.find("button", name).first.click()


def roll(device):
    device.tap("Roll 7")
    record(device)


def record(device):
    """Tap Record on the screen of either version."""
    before = entries(device)
    device.look()
    device.answered()
    device.find("button", re.compile("^Record$")).or_(device.marked("record")).first.click()
    device.see_recorded(".* rolls 7")
    assert entries(device) == before + 1


def home(device):
    device.tap(re.compile("^Back to all (plays|games)$"))


def take_it(device):
    """Start the version that is offered."""
    device.see(READY, exact=False)
    with device.page.expect_navigation(wait_until="commit"):
        device.tap("Start it now")
    device._wake()


def came_through(device, book, tmp_path):
    """Assert that today's app has all of a book, beside a copy of it as it was, and goes on with it."""
    now = rows(device.page.evaluate(ASK))
    assert now["version"] == [(len(MIGRATIONS),)]
    for table in book.keys() - {"version"}:
        assert [row for row in book[table] if row not in now[table]] == [], table
    if now["version"] != book["version"]:
        stored = device.page.evaluate(STORED)
        (copied,) = [
            path
            for path in stored
            if path.startswith(f"/backups/companion-v{book['version'][0][0]}-")
        ]
        assert rows(stored[copied]) == book
    eyes = Eyes(lambda: device.page, tmp_path / "seen")
    for play in eyes.plays():
        assert faults(eyes, play.id) == []
    eyes.close()
    for title in (RACE, CARDS):
        device.see(re.compile(title), exact=False)


def test_an_update_waits_until_the_game_is_left_and_every_entry_and_setting_is_still_there(
    tenant, server, tmp_path
):
    open_play(tenant, RACE)
    tenant.tap("Roll 7")
    renewed(server)

    assert tenant.page.evaluate(LOOK) == "installed"
    tenant.see_gone(READY, exact=False)
    record(tenant)
    book, settings = rows(tenant.page.evaluate(ASK)), tenant.page.evaluate(SETTINGS)
    assert len(book["entry"]) == WRITTEN + 1
    home(tenant)
    take_it(tenant)

    came_through(tenant, book, tmp_path)
    assert tenant.page.evaluate(SETTINGS) == settings
    server.kill()
    tenant.put_down()
    tenant.open()
    open_play(tenant, RACE)
    roll(tenant)
    assert entries(tenant) == WRITTEN + 2


def in_front(tab):
    """Bring a tab to the front: one that nobody sees draws nothing."""
    tab.page.bring_to_front()
    return tab


def test_with_the_old_app_open_in_two_tabs_both_go_on_in_the_new_one(tenant, server, tmp_path):
    book = rows(tenant.page.evaluate(ASK))
    renewed(server)
    other = copy.copy(tenant)
    other.page = tenant.context.new_page()
    other.open()
    other.see(LOOKING, exact=False)
    # Chromium looks for a new version once the tab that was opened has come to rest, and not at all while it is hidden
    assert other.page.evaluate(LOOK) in ("installed", "nothing new")

    with other.page.expect_navigation(wait_until="commit"):
        take_it(in_front(tenant))
    in_front(other)._wake()

    looking = other.text(LOOKING, exact=False).count()
    keeper, onlooker = (tenant, other) if looking else (other, tenant)
    came_through(in_front(keeper), book, tmp_path)
    open_play(keeper, RACE)
    roll(keeper)
    in_front(onlooker).see(LOOKING, exact=False)
    open_play(onlooker, RACE)
    onlooker.see(re.compile("rolls 7"), exact=False)
