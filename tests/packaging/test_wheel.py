"""The app installed by its name, in an environment of its own, with a game of another package beside it."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.build

ROOT = Path(__file__).resolve().parents[2]
POKER_NIGHT = ROOT / "docs" / "poker_night"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment with the two packages; the command that its users type is returned."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "-r", ROOT / "requirements.lock"], folder)
    built = folder / "sources"
    for source in (ROOT, POKER_NIGHT):  # what a build leaves behind is left in a copy
        copy = built / source.name
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "."]
        names = subprocess.check_output(listing, cwd=source)
        for name in filter(None, names.decode().split("\0")):
            if not name.startswith("tests/"):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_bytes((source / name).read_bytes())
        run([*pip, "--no-deps", copy], folder)
    return programs / "companion"


def run(command, folder):
    return subprocess.run(
        [str(part) for part in command], cwd=folder, check=True, capture_output=True, text=True, timeout=600
    ).stdout


def test_the_installed_command_plays_an_evening_of_the_installed_game(installed, tmp_path):
    said = run([installed, "play", POKER_NIGHT / "evening.session"], tmp_path)
    assert "every line holds" in said


def test_the_installed_app_has_what_it_draws_with(installed, tmp_path):
    python = installed.with_name("python")
    where = "import pathlib, views; print(pathlib.Path(views.__file__).parent / 'assets')"
    assets = Path(run([python, "-c", where], tmp_path).strip())
    theirs = {path.relative_to(assets) for path in assets.rglob("*") if path.is_file()}
    ours = ROOT / "views" / "assets"
    assert theirs == {path.relative_to(ours) for path in ours.rglob("*") if path.is_file()}
