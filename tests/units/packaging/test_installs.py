"""The app installed from its wheel in an environment of its own, with a game of another package beside it."""

import re
import subprocess
import sys
import urllib.request
import venv
import zipfile

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.build

PACKAGES = ("companion", "models", "views")
PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"


def listed(*under):
    """What the repository has, as it is in the working tree."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *under]
    names = subprocess.check_output(listing, cwd=ROOT).decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def run(*command, **surroundings):
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        **surroundings,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A clone in which somebody built before a module was deleted."""
    folder = tmp_path_factory.mktemp("clone")
    for name in listed():
        if not name.startswith("tests/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    deleted = folder / "build" / "lib" / "companion" / "deleted.py"
    deleted.parent.mkdir(parents=True)
    deleted.touch()
    return folder


@pytest.fixture(scope="module")
def wheel(clone, bare):
    folder, surroundings = bare
    pip = [folder / "tools" / PROGRAMS / "python", "-m", "pip", "wheel", "--quiet", "--no-deps"]
    run(*pip, "--wheel-dir", folder / "wheels", clone, **surroundings)
    (made,) = (folder / "wheels").glob("companion-*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, clone, bare):
    """The command that its users type, and where they are. By uvx and pipx `test_commands` installs it."""
    folder, surroundings = bare
    venv.create(folder / "own", with_pip=True)
    pip = [folder / "own" / PROGRAMS / "python", "-m", "pip", "install", "--quiet"]
    run(*pip, wheel, clone / "docs" / "poker_night", **surroundings)
    return [folder / "own" / PROGRAMS / "companion"], surroundings


def test_the_wheel_has_the_three_packages_as_the_repository_has_them(wheel):
    with zipfile.ZipFile(wheel) as opened:
        held = {name: opened.read(name) for name in opened.namelist() if ".dist-info/" not in name}
    assert held == {name: (ROOT / name).read_bytes() for name in listed(*PACKAGES)}


def test_the_installed_command_plays_an_evening_of_the_installed_game_and_is_well(installed, clone):
    command, surroundings = installed
    assert "\n  companion list\n" in run(*command, "--help", **surroundings)
    said = run(*command, "doctor", **surroundings)
    assert "Games of other packages: Poker Night.\n" in said
    assert said.endswith("Nothing is wrong.\n")
    said = run(*command, "play", clone / "docs" / "poker_night" / "evening.session", **surroundings)
    assert "every line holds" in said


def test_it_shows_its_first_page_and_has_what_it_draws_with(installed, tmp_path):
    command, surroundings = installed
    words = [*map(str, command), "--no-open", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **surroundings) as app:
        try:
            address = re.search(r"http://[^/]+", app.stdout.readline())[0]
            for part in ("/", "/fonts/companion-sans.ttf"):
                with urllib.request.urlopen(address + part, timeout=60) as answer:  # noqa: S310 - our own address
                    assert answer.status == 200
        finally:
            app.terminate()
            app.wait(60)
