"""The built site: whole, light enough, and the same every time."""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.version import VERSION

pytestmark = pytest.mark.build

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
MOST = 15_000_000
"""Bytes that a first visit may fetch, packed as a browser takes them over https."""
PACKED = (".br", ".gz")


def build(*options, **surroundings):
    command = [sys.executable, PACKAGING / "build_pwa.py", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **surroundings})


def listing(site):
    return json.loads((site / "site.json").read_text(encoding="utf-8"))


def contents(site):
    files = (file for file in site.rglob("*") if file.is_file() and file.suffix not in PACKED)
    return {file.relative_to(site).as_posix(): file for file in files}


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_listing_names_every_file_and_says_what_is_in_it(site):
    found = contents(site)

    listed = {path: (entry["size"], entry["sha256"]) for path, entry in listing(site)["files"].items()}
    on_disk = {path: (file.stat().st_size, digest(file)) for path, file in found.items()}
    assert listed == {path: digest for path, digest in on_disk.items() if path not in ("site.json", "sw.js")}


def test_the_service_worker_trusts_this_listing_and_no_other(site):
    worker = (site / "sw.js").read_text(encoding="utf-8")

    assert digest(site / "site.json") in worker
    assert f'VERSION = "{VERSION}"' in worker
    assert not re.search(r"@[A-Z]+@", worker)


def test_a_compressed_copy_holds_what_the_file_holds(site):
    for file in contents(site).values():
        packed = file.with_name(file.name + ".gz")
        if packed.exists():
            assert gzip.decompress(packed.read_bytes()) == file.read_bytes(), file
            assert file.with_name(file.name + ".br").exists(), file


@pytest.mark.parametrize("browser", ["chromium", "full"])
def test_a_first_visit_fetches_less_than_15_mb(site, browser):
    files = [site / path for path, entry in listing(site)["files"].items() if entry.get("for", browser) == browser]
    packed = [file.with_name(file.name + ".br") for file in files]

    assert (
        sum((small if small.exists() else file).stat().st_size for file, small in zip(files, packed, strict=True))
        < MOST
    )


def test_no_page_and_no_script_of_ours_names_another_address(site):
    ours = [site / file.name for file in (PACKAGING / "pwa").iterdir() if file.suffix != ".webmanifest"]

    for file in ours:
        text = file.read_text(encoding="utf-8").replace("https://.", "")  # words: what an address begins with
        assert "://" not in text, file.name


def test_the_page_lets_nothing_in_from_elsewhere(site):
    page = (site / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]

    assert policy.startswith("default-src 'self';")
    sources = {source for rule in policy.split(";") for source in rule.split()[1:]}
    assert sources <= {"'self'", "'none'", "'wasm-unsafe-eval'", "'unsafe-inline'", "data:", "blob:"}
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy


def test_what_is_asked_for_early_is_in_the_site_with_every_font_of_the_first_frame(site):
    early = re.findall(r'"(.+)": "(?:script|fetch)",', (site / "boot.js").read_text(encoding="utf-8"))

    assert set(early) <= set(listing(site)["files"])
    fonts = json.loads((site / "assets" / "FontManifest.json").read_text(encoding="utf-8"))
    assets = [f"assets/{font['asset']}".replace("assets/../", "") for family in fonts for font in family["fonts"]]
    assert set(assets) <= set(early)


def test_the_manifest_names_pictures_that_are_there_and_any_orientation(site):
    manifest = json.loads((site / "site.webmanifest").read_text(encoding="utf-8"))

    assert (manifest["name"], manifest["display"], manifest["orientation"], manifest["start_url"]) == (
        "Companion",
        "standalone",
        "any",
        ".",
    )
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width = int.from_bytes((site / icon["src"]).read_bytes()[16:20], "big")
        assert icon["sizes"] == f"{width}x{width}"


TRIM = runpy.run_path(str(PACKAGING / "site_trim.py"))
ABSENT = {path.replace("/", ".") for path in TRIM["trimmed"](TRIM["OURS"])}
ELSEWHERE = ("TYPE_CHECKING", "sys.platform == 'win32'")


def absent(name):
    return any(name == one or name.startswith(f"{one}.") for one in ABSENT)


def module(path):
    return path.relative_to(ROOT).with_suffix("").as_posix().removesuffix("/__init__").replace("/", ".")


def sources():
    found = (path for top in ("companion", "models", "views") for path in (ROOT / top).rglob("*.py"))
    return {module(path): path for path in found if not absent(module(path))}


class Imports(ast.NodeVisitor):
    """What a module imports while it runs, also within a function that is called late in an evening."""

    def __init__(self):
        self.found = set()

    def visit_If(self, node):
        for branch in node.orelse if ast.unparse(node.test) in ELSEWHERE else [node]:
            self.generic_visit(branch)

    def visit_ImportFrom(self, node):
        self.found |= {(node.module, one.name) for one in node.names}

    def visit_Import(self, node):
        self.found |= {(one.name, "__name__") for one in node.names}


def wanted():
    seen = Imports()
    for path in sources().values():
        seen.visit(ast.parse(path.read_text(encoding="utf-8")))
    return sorted(one for one in seen.found if not absent(one[0]))


@pytest.fixture(scope="module")
def imported(site, node):
    command = [node, ROOT / "tests" / "import_site.mjs", site, json.dumps(wanted())]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_every_module_of_the_app_can_be_imported_by_the_python_of_the_browser(imported):
    assert imported["failed"] == {}
    assert set(sources()) <= set(imported["imported"])


def test_what_only_a_server_needs_is_left_out(imported):
    assert not ABSENT & set(imported["imported"])


def test_rules_read_aloud_keep_their_words_in_the_browser(imported):
    assert imported["words"] > 100


def test_building_again_from_nothing_kept_gives_the_very_same_site(site, tmp_path):
    shutil.copytree(ROOT / "build" / "kept" / "wheels", tmp_path / "kept" / "wheels")

    done = build("--plain", "--out", tmp_path / "again", "--kept", tmp_path / "kept")

    assert done.returncode == 0, done.stderr
    again, before = listing(tmp_path / "again")["files"], listing(site)["files"]
    screen = "screen.js"  # it says how much travels, which without compressed copies is more
    assert {**again, screen: ""} == {**before, screen: ""}


def test_a_site_for_another_place_names_it_in_its_page(site, tmp_path):
    done = build("--plain", "--base", "games/companion", "--out", tmp_path / "site")

    assert done.returncode == 0, done.stderr
    assert '<base href="/games/companion/">' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert listing(tmp_path / "site")["build"] != listing(site)["build"]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "diary.txt").write_text("mine")

    done = build("--plain", "--out", tmp_path)

    assert done.returncode == 1
    assert "holds something else than a site" in done.stderr
    assert (tmp_path / "diary.txt").read_text() == "mine"


def test_where_the_registry_cannot_be_reached_one_sentence_says_so_and_nothing_is_built(tmp_path):
    done = build("--out", tmp_path / "site", "--kept", tmp_path / "kept", PIP_NO_INDEX="1", PIP_FIND_LINKS="")

    assert done.returncode == 1
    assert "Could not fetch the packages" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "site").exists()
