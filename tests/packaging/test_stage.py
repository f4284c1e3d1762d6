"""What Flet's builder is given; tests/browser/test_device.py starts it as a device does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from views import theme

ROOT = Path(__file__).resolve().parents[2]
STAGE = ROOT / "packaging" / "stage.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PICTURES = {
    "icon.png": 1024, "icon_android.png": 1024, "icon_ios.png": 1024, "icon_macos.png": 1024,
    "splash.png": 768, "splash_dark.png": 768,
}  # fmt: skip


def lay_out(folder, *more):
    command = [sys.executable, str(STAGE), "--out", str(folder), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stage")
    done = lay_out(folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def plan(tree):
    return tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))


def picture(path):
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def inside(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_tree_holds_the_app_and_nothing_of_how_it_is_made(tree):
    files = inside(tree)
    assert {"main.py", "pyproject.toml", "assets/icon.png", "assets/fonts/companion-sans.ttf"} <= files
    assert {name.split("/")[0] for name in files} == {
        "main.py", "pyproject.toml", "assets", "companion", "models", "views",
    }  # fmt: skip
    strange = [name for name in files if re.search(r"test|\.session$|\.lock$|\.db$|__pycache__|/\.", name)]
    assert not strange


def test_the_assets_are_there_once_and_the_pictures_have_the_sizes_the_builder_asks_for(tree):
    assert not (tree / "views" / "assets").exists()
    assert {path.name for path in (tree / "assets").glob("*.png")} == set(PICTURES)
    assert {name: picture(tree / "assets" / name) for name in PICTURES} == {
        name: (size, size) for name, size in PICTURES.items()
    }


def test_every_picture_was_painted_from_the_drawing_as_it_is():
    icon = "import icon; print(icon.painted_from()); print(icon.STAMP.read_text().strip())"
    now, then = subprocess.run(
        [sys.executable, "-c", icon], cwd=ROOT / "packaging", capture_output=True, text=True, check=True
    ).stdout.split()
    assert now == then, "packaging/icon.svg has changed: run packaging/icon.py"


def test_a_device_gets_flet_without_its_server_and_pydantic_as_a_range(plan):
    wanted = [Requirement(line) for line in plan["project"]["dependencies"]]
    assert {one.name for one in wanted} == {"flet", "flet-charts", "segno", "sqlmodel", "pydantic"}
    assert not any(one.extras for one in wanted)
    (pydantic,) = [one for one in wanted if one.name == "pydantic"]
    assert pydantic.specifier.contains("2.13.4"), "the one whose core is made for phones"
    assert pydantic.specifier.contains("2.14.3"), "the one we run on"
    assert all(one.operator != "==" for one in pydantic.specifier)


def test_the_builder_reads_the_version_and_our_own_tables(plan):
    assert plan["project"]["version"] == PROJECT["project"]["version"]
    assert plan["tool"] == {"flet": PROJECT["tool"]["flet"]}
    assert isinstance(plan["tool"]["flet"]["build_number"], int)


def test_no_permission_is_asked_for(plan):
    flet = plan["tool"]["flet"]
    assert flet["permissions"] == []
    assert flet["android"]["permission"] == {"android.permission.INTERNET": False}


def test_what_the_builder_leaves_out_is_there_to_be_left_out(tree, plan):
    for name in plan["tool"]["flet"]["app"]["exclude"]:
        assert (tree / name).is_file()


def test_the_wait_has_the_paper_of_the_app(plan):
    flet = plan["tool"]["flet"]
    boot = flet["boot_screen"]["flet"]
    light, dark = theme.LIGHT, theme.DARK
    assert [flet["splash"]["color"], boot["bgcolor_light"], boot["text_color_light"]] == [
        light["surface"], light["surface"], light["on_surface"],
    ]  # fmt: skip
    assert [flet["splash"]["dark_color"], boot["bgcolor_dark"], boot["text_color_dark"]] == [
        dark["surface"], dark["surface"], dark["on_surface"],
    ]  # fmt: skip


def test_laid_out_again_it_is_the_same_and_keeps_what_the_builder_has_made(tree, tmp_path):
    copy = tmp_path / "again"
    shutil.copytree(tree, copy)
    (copy / "views" / "gone.py").touch()
    (copy / "build").mkdir()
    (copy / "build" / "kept").touch()
    assert lay_out(copy).returncode == 0
    assert inside(copy) == inside(tree) | {"build/kept"}


def test_somebody_s_own_folder_is_left_alone(tmp_path):
    (tmp_path / "letters.txt").write_text("dear")
    done = lay_out(tmp_path)
    assert done.returncode == 1
    assert "holds something else" in done.stderr
    assert inside(tmp_path) == {"letters.txt"}


# -- games of other packages ----------------------------------------------------------------------------

POKER = ROOT / "docs" / "poker_night" / "poker_night.py"
DECLARED = "[companion.games]\npoker_night = poker_night:game\n"


def wheel(folder, files, name="poker_night-1.0-py3-none-any.whl"):
    path = folder / name
    with zipfile.ZipFile(path, "w") as packed:
        for inside_it, words in files.items():
            packed.writestr(inside_it, words)
    return path


def test_a_game_of_another_package_is_in_the_app_that_it_was_built_into(tmp_path):
    info = "poker_night-1.0.dist-info"
    files = {
        "poker_night.py": POKER.read_text(encoding="utf-8"),
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: poker-night\nVersion: 1.0\n",
        f"{info}/entry_points.txt": DECLARED,
        f"{info}/RECORD": "",
    }
    tree = tmp_path / "stage"
    done = lay_out(tree, "--game", str(wheel(tmp_path, files)))
    assert done.returncode == 0, done.stderr
    asked = "from companion.games import from_outside as games; print([one.title for one in games()[0]], games()[1])"
    # an app reads its packages from an archive in a browser, and from a folder elsewhere
    packed = shutil.make_archive(str(tmp_path / "app"), "zip", tree)
    for place in (str(tree), packed):
        program = f"import sys; sys.path.insert(0, {place!r}); {asked}"
        found = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert found.stdout.strip() == "['Poker Night'] ()", found.stderr


@pytest.mark.parametrize(
    ("files", "name", "says"),
    [
        ({"poker_night.py": ""}, "poker_night-1.0-py3-none-any.whl", "declares no entry point"),
        ({"p-1.dist-info/entry_points.txt": DECLARED}, "p-1-cp311-cp311-linux_x86_64.whl", "is for one system only"),
        ({"views/a.py": "", "p-1.dist-info/entry_points.txt": DECLARED}, "p-1-py3-none-any.whl", "called views"),
    ],
)
def test_what_is_no_wheel_of_a_game_is_not_put_in(tmp_path, files, name, says):
    done = lay_out(tmp_path / "stage", "--game", str(wheel(tmp_path, files, name)))
    assert done.returncode == 1
    assert says in done.stderr
