"""The built site: whole, light enough, and the same every time."""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import re
import runpy
import shutil
import subprocess
import sys

import pytest

from companion.version import VERSION
from tests.paths import ROOT

pytestmark = pytest.mark.build

PACKAGING = ROOT / "packaging"


def listing(site):
    return json.loads((site / "site.json").read_text(encoding="utf-8"))


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_listing_names_every_file_as_it_is_and_its_compressed_copy_is_the_same(site):
    files = {file.relative_to(site).as_posix(): file for file in site.rglob("*") if file.is_file()}
    plain = {path for path in files if not path.endswith((".br", ".gz"))} - {"site.json", "sw.js"}
    listed = {
        path: (entry["size"], entry["sha256"]) for path, entry in listing(site)["files"].items()
    }
    assert listed == {path: (files[path].stat().st_size, digest(files[path])) for path in plain}
    for path, file in files.items():
        if path.endswith(".gz"):
            assert (
                gzip.decompress(file.read_bytes()) == files[path.removesuffix(".gz")].read_bytes()
            ), path


def test_the_service_worker_trusts_this_listing_and_no_other(site):
    worker = (site / "sw.js").read_text(encoding="utf-8")
    assert digest(site / "site.json") in worker
    assert f'VERSION = "{VERSION}"' in worker
    assert not re.search(r"@[A-Z]+@", worker)


def test_no_page_and_no_script_of_ours_names_another_address(site):
    ours = [
        site / file.name for file in (PACKAGING / "pwa").iterdir() if file.suffix != ".webmanifest"
    ]

    for file in ours:
        text = file.read_text(encoding="utf-8").replace(
            "https://.", ""
        )  # words: what an address begins with
        assert "://" not in text, file.name


def test_the_page_lets_nothing_in_from_elsewhere(site):
    page = (site / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]

    assert policy.startswith("default-src 'self';")
    sources = {source for rule in policy.split(";") for source in rule.split()[1:]}
    assert sources <= {
        "'self'",
        "'none'",
        "'wasm-unsafe-eval'",
        "'unsafe-inline'",
        "data:",
        "blob:",
    }
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy


def test_what_is_asked_for_early_is_in_the_site_with_every_font_of_the_first_frame(site):
    early = re.findall(
        r'"(.+)": "(?:script|fetch)",', (site / "boot.js").read_text(encoding="utf-8")
    )

    assert set(early) <= set(listing(site)["files"])
    fonts = json.loads((site / "assets" / "FontManifest.json").read_text(encoding="utf-8"))
    assets = [
        f"assets/{font['asset']}".replace("assets/../", "")
        for family in fonts
        for font in family["fonts"]
    ]
    assert set(assets) <= set(early)


TRIM = runpy.run_path(str(PACKAGING / "site_trim.py"))
ELSEWHERE = ("TYPE_CHECKING", "sys.platform == 'win32'")


def is_absent(name):
    return TRIM["left_out"](name.replace(".", "/"), TRIM["trimmed"](TRIM["OURS"]))


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


def test_every_module_can_be_imported_in_the_browser_keeps_its_words_and_none_is_for_a_server(
    site, node
):
    seen, ours = Imports(), set()
    for path in (
        path for top in ("companion", "models", "views") for path in (ROOT / top).rglob("*.py")
    ):
        name = (
            path.relative_to(ROOT)
            .with_suffix("")
            .as_posix()
            .removesuffix("/__init__")
            .replace("/", ".")
        )
        if not is_absent(name):
            ours.add(name)
            seen.visit(ast.parse(path.read_text(encoding="utf-8")))
    wanted = json.dumps(sorted(pair for pair in seen.found if not is_absent(pair[0])))
    command = [node, ROOT / "tests" / "import_site.mjs", site, wanted]
    found = json.loads(subprocess.check_output(command, text=True))
    assert found["failed"] == {}
    assert ours <= set(found["imported"])
    assert not [name for name in found["imported"] if is_absent(name)]
    assert found["words"] > 100


def test_built_again_from_nothing_kept_it_is_the_same_but_for_the_path_of_its_address(
    site, tmp_path
):
    shutil.copytree(ROOT / "build" / "kept" / "wheels", tmp_path / "kept" / "wheels")
    command = [sys.executable, PACKAGING / "build_pwa.py", "--plain", "--base", "games/companion"]
    subprocess.run([*command, "--out", tmp_path / "again", "--kept", tmp_path / "kept"], check=True)
    assert '<base href="/games/companion/">' in (tmp_path / "again" / "index.html").read_text(
        encoding="utf-8"
    )
    again, before = listing(tmp_path / "again")["files"], listing(site)["files"]
    apart = {path for path in {*again, *before} if again.get(path) != before.get(path)}
    assert apart <= {"index.html", "client.js", "site.webmanifest", "screen.js"}, (
        "the last says how much travels"
    )
