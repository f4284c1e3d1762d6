"""The tree that Flet's builder is given, started as a device does: compiled, and with one folder to write to."""

from __future__ import annotations

import compileall
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest
from driver import PHONE, TABLET, Tabletop
from serving import Server
from wiretap import Wiretap

from models.book import Book
from models.instance_lock import LOCK_FILE
from models.paths import FILE

pytestmark = pytest.mark.build

# Root may write wherever it likes, unless it gives that up.
BOUND = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")


@pytest.fixture(scope="session")
def tree(build_once):
    return build_once("stage.py")


@pytest.fixture
def screens():
    return []


@pytest.fixture
def screen_at(browser, screens):
    """Opens a screen on what a device shows; all are looked over for slips at the end."""

    def take(app, size):
        screens.append(Tabletop(browser, app, size))
        return screens[-1]

    yield take
    problems = [(screen.errors, screen.strays) for screen in screens]
    for screen in screens:
        screen.close()
    assert problems == [([], [])] * len(screens)


def inside(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def device(tree, tmp_path):
    """The tree as a device has it: compiled, without its source, and not to be written to."""
    if os.name == "nt":
        pytest.skip("Windows knows no user who may not write")
    made = Device(tmp_path)
    shutil.copytree(tree, made.app)
    assert compileall.compile_dir(made.app, quiet=1, legacy=True)
    for source in made.app.rglob("*.py"):
        source.unlink()
    made.data.mkdir()
    made.elsewhere.mkdir()
    shut = [made.app, *made.app.rglob("*"), made.elsewhere]
    for path in shut:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield made
    made.kill()
    for path in shut:
        if path.is_dir():
            path.chmod(0o755)


def bound():
    """What is put before a command so that it may write only where it is let."""
    if os.getuid():
        return ()
    if not shutil.which(BOUND[0]):
        pytest.skip("root may write everywhere, and there is no setpriv here to hold it back")
    return BOUND


class Device(Server):
    def __init__(self, home):
        self.app, self.elsewhere = home / "app", home / "elsewhere"
        super().__init__(home)
        env = {
            "PATH": os.defpath,
            "PYTHONPATH": str(self.app),
            "PYTHONDONTWRITEBYTECODE": "1",
            "FLET_APP_STORAGE_DATA": str(self.data),
            "FLET_FORCE_WEB_SERVER": "true",
            "FLET_SERVER_IP": "127.0.0.1",
            "FLET_SERVER_PORT": str(self.port),
        }
        self.surroundings = {"cwd": self.elsewhere, "env": env}

    def command(self):
        return [*bound(), sys.executable, str(self.app / "main.pyc")]

    def ask(self, *arguments):
        command = [*bound(), sys.executable, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **self.surroundings)


def test_the_tree_is_not_to_be_written_to(device):
    for place in (device.app, device.elsewhere):
        done = device.ask("-c", f"open({str(place / 'new')!r}, 'w')")
        assert "PermissionError" in done.stderr


def test_every_module_of_the_tree_is_complete_in_itself(device):
    names = sorted(
        path.relative_to(device.app).with_suffix("").as_posix().replace("/", ".")
        for package in ("companion", "models", "views")
        for path in (device.app / package).rglob("*.pyc")
    )
    source = "import importlib, json, sys; [importlib.import_module(name) for name in json.loads(sys.argv[1])]"
    done = device.ask("-c", source, json.dumps(names))
    assert done.returncode == 0, done.stderr


def test_without_its_source_every_action_still_says_what_it_does(device):
    source = "from companion.games import GAMES; print(min(len(one.help) for game in GAMES for one in game.actions))"
    assert int(device.ask("-c", source).stdout) > 5


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_on_a_device_that_lets_it_write_nowhere_else_it_shows_its_first_screen(device, screen_at, size):
    before = inside(device.app)
    device.start()
    screen = screen_at(device, size)
    with screen.page.expect_response(device.address("/fonts/companion-sans.ttf")) as font:
        screen.open()
    assert font.value.ok
    screen.see("Look through a demo evening")
    assert (device.data / FILE).exists()
    device.kill()
    assert inside(device.app) == before
    assert not inside(device.elsewhere)
    assert {name.split("-")[0] for name in inside(device.data)} == {FILE, LOCK_FILE}
    assert "Traceback" not in device.said()


def test_books_of_a_newer_version_stay_shut_with_a_sentence_until_they_can_be_opened(device, screen_at):
    Book.open(device.data).close()
    book = device.data / FILE
    with sqlite3.connect(book) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    book.chmod(0o666)
    device.start()
    newer = "written by a newer version of Companion"
    screen = screen_at(device, PHONE)
    wire = Wiretap(screen)
    screen.open()
    screen.see(re.compile(newer))
    assert not screen.text(re.compile("Traceback")).count()
    wire.forget()
    screen.tap("Try again")
    wire.wait(newer)  # once more, on a screen that says the same as before
    screen.see(re.compile(newer))
    book.unlink()
    screen.tap("Try again")
    screen.see("Look through a demo evening")
    assert "Traceback" not in device.said()
