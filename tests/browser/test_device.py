"""The tree that Flet's builder is given, started as a device does: compiled, and with one folder to write to."""

import compileall
import json
import os
import shutil
import subprocess
import sys

import pytest
from driver import PHONE, Tabletop
from serving import Server

from models.instance_lock import LOCK_FILE
from models.paths import FILE

pytestmark = pytest.mark.build

# Root may write wherever it likes, unless it gives that up.
BOUND = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner")


@pytest.fixture(scope="session")
def tree(build_once):
    return build_once("stage.py")


def inside(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def server(device):
    """The device, whose screens are looked over for slips at the end."""
    return device


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
        return subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=120, **self.surroundings
        )


def test_every_module_of_the_tree_is_complete_and_says_without_its_source_what_every_action_does(
    device,
):
    names = sorted(
        path.relative_to(device.app).with_suffix("").as_posix().replace("/", ".")
        for package in ("companion", "models", "views")
        for path in (device.app / package).rglob("*.pyc")
    )
    source = """import importlib, json, sys
[importlib.import_module(name) for name in json.loads(sys.argv[1])]
from companion.games import infos
print(min(len(action.help) for info in infos() for action in info.open().actions))
"""
    done = device.ask("-c", source, json.dumps(names))
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5


def test_on_a_device_that_lets_it_write_nowhere_else_it_shows_its_first_screen(
    device, browser, devices
):
    for place in (device.app, device.elsewhere):
        done = device.ask("-c", f"open({str(place / 'new')!r}, 'w')")
        assert "PermissionError" in done.stderr
    before = inside(device.app)
    device.start()
    screen = Tabletop(browser, device, PHONE)
    devices.append(screen)
    with screen.page.expect_response(device.address("/fonts/companion-sans.ttf")) as font:
        screen.open()
    assert font.value.ok
    screen.see("Look through a demo evening")
    assert not screen.strays
    assert (device.data / FILE).exists()
    device.kill()
    assert inside(device.app) == before
    assert not inside(device.elsewhere)
    assert {name.split("-")[0] for name in inside(device.data)} == {FILE, LOCK_FILE}
    device.see_no_fault()
