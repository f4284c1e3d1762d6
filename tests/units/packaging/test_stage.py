"""What Flet's builder is given; tests/browser/test_device.py starts it as a device does."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
from packaging.requirements import Requirement

from tests.paths import ROOT

STAGE = ROOT / "packaging" / "stage.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def lay_out(folder, *more):
    command = [sys.executable, str(STAGE), "--out", str(folder), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stage")
    done = lay_out(folder)
    assert done.returncode == 0, done.stderr
    return folder


def inside(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_tree_holds_the_app_and_nothing_of_how_it_is_made(tree):
    files = inside(tree)
    assert {
        "main.py",
        "pyproject.toml",
        "assets/icon.png",
        "assets/fonts/companion-sans.ttf",
    } <= files
    assert {name.split("/")[0] for name in files} == {
        "main.py", "pyproject.toml", "assets", "companion", "models", "views",
    }  # fmt: skip
    strange = [
        name for name in files if re.search(r"test|\.session$|\.lock$|\.db$|__pycache__|/\.", name)
    ]
    assert not strange


def test_every_picture_was_painted_from_the_drawing_as_it_is():
    icon = "import icon; print(icon.painted_from()); print(icon.STAMP.read_text().strip())"
    now, then = subprocess.run(
        [sys.executable, "-c", icon],
        cwd=ROOT / "packaging",
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert now == then, "packaging/icon.svg has changed: run packaging/icon.py"


def test_a_device_gets_flet_without_its_server_and_pydantic_as_a_range(tree):
    plan = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))
    assert plan["tool"] == {"flet": PROJECT["tool"]["flet"]}
    wanted = [Requirement(line) for line in plan["project"]["dependencies"]]
    assert {one.name for one in wanted} == {"flet", "flet-charts", "segno", "sqlmodel", "pydantic"}
    assert not any(one.extras for one in wanted)
    (pydantic,) = [one for one in wanted if one.name == "pydantic"]
    assert pydantic.specifier.contains("2.13.4"), "the one whose core is made for phones"
    assert all(one.operator != "==" for one in pydantic.specifier)


def test_laid_out_again_it_is_the_same_and_keeps_what_the_builder_has_made(tree, tmp_path):
    copy = tmp_path / "again"
    shutil.copytree(tree, copy)
    (copy / "views" / "gone.py").touch()
    (copy / "build").mkdir()
    (copy / "build" / "kept").touch()
    assert lay_out(copy).returncode == 0
    assert inside(copy) == inside(tree) | {"build/kept"}


# -- games of other packages ----------------------------------------------------------------------------

POKER = ROOT / "docs" / "poker_night" / "poker_night.py"
INFO = "poker_night-1.0.dist-info"
FILES = {
    "poker_night.py": POKER.read_text(encoding="utf-8"),
    f"{INFO}/METADATA": "Metadata-Version: 2.1\nName: poker-night\nVersion: 1.0\n",
    f"{INFO}/entry_points.txt": "[companion.games]\npoker_night = poker_night:game\n",
}


def with_game(folder, files, name="poker_night-1.0-py3-none-any.whl"):
    with zipfile.ZipFile(folder / name, "w") as packed:
        for inside_it, words in files.items():
            packed.writestr(inside_it, words)
    return lay_out(folder / "stage", "--game", str(folder / name))


def test_a_game_of_another_package_is_in_the_app_that_it_was_built_into(tmp_path):
    done = with_game(tmp_path, FILES)
    assert done.returncode == 0, done.stderr
    # an app reads its packages from an archive in a browser, and from a folder elsewhere
    packed = shutil.make_archive(str(tmp_path / "app"), "zip", tmp_path / "stage")
    for place in (str(tmp_path / "stage"), packed):
        program = (
            f"import sys; sys.path.insert(0, {place!r}); from companion.games import from_outside; "
        )
        program += "print([game.title for game in from_outside()[0]], from_outside()[1])"
        found = subprocess.check_output([sys.executable, "-c", program], cwd=tmp_path, text=True)
        assert found.strip() == "['Poker Night'] {}"


@pytest.mark.parametrize(
    ("files", "name", "says"),
    [
        ({"poker_night.py": ""}, "poker_night-1.0-py3-none-any.whl", "declares no entry point"),
        (FILES, "poker_night-1.0-cp311-cp311-linux_x86_64.whl", "is for one system only"),
        ({**FILES, "views/a.py": ""}, "poker_night-1.0-py3-none-any.whl", "called views"),
    ],
)
def test_what_is_no_wheel_of_a_game_is_not_put_in(tmp_path, files, name, says):
    done = with_game(tmp_path, files, name)
    assert done.returncode == 1
    assert says in done.stderr
