"""What a first visit to the site fetches: what the browser needs, and no Python on a phone that joins a table."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT

PACKAGING = ROOT / "packaging"
FILES = {
    "index.html": 10,
    "app.zip": 4_000_000,
    "app.zip.br": 1_000_000,
    "pyodide/pyodide.mjs": 100_000,
    "canvaskit/chromium/canvaskit.wasm": 300_000,
    "canvaskit/canvaskit.wasm": 500_000,
    "assets/NOTICES": 900_000,
    "site.json": 70_000,
    "sw.js": 80_000,
}


@pytest.fixture
def site_sizes(monkeypatch):
    monkeypatch.syspath_prepend(PACKAGING)
    import site_sizes  # noqa: PLC0415 - only scripts beside it find it

    return site_sizes


@pytest.fixture
def sizes(tmp_path, site_sizes):
    for name, size in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"." * size)
    return site_sizes.sizes(tmp_path)


@pytest.mark.parametrize(
    ("browser", "lie", "travel"),
    [
        ("chromium", 4_400_010, 1.4),
        ("full", 4_600_010, 1.6),
        ("guest-chromium", 300_010, 0.3),
        ("guest-full", 500_010, 0.5),
    ],
)
def test_a_first_visit_fetches_what_its_browser_starts_with_and_nothing_else(
    sizes, browser, lie, travel
):
    assert sizes[browser] == {"lie": lie, "travel": travel}


def test_pages_that_are_alike_are_compressed_once(tmp_path, site_sizes, monkeypatch):
    """The copies are written side by side: two of one name would take each other's away."""
    site, written = tmp_path / "site", []

    def compress(_command, *, input, **_how):  # noqa: A002 - as subprocess names it
        for _file, target in map(json.loads, input.splitlines()):
            written.append(target)
            for ending in (".br", ".gz"):
                Path(f"{target}{ending}").write_bytes(b"small")
        return subprocess.CompletedProcess([], 0)

    monkeypatch.setattr(site_sizes.site_python, "node", lambda: "node")
    monkeypatch.setattr(subprocess, "run", compress)
    for page in ("index.html", "join/index.html"):
        (site / page).parent.mkdir(parents=True, exist_ok=True)
        (site / page).write_bytes(b"." * 2_000)
    site_sizes.squeeze(site, tmp_path / "kept")
    assert len(written) == 1
    assert (site / "join/index.html.br").read_bytes() == b"small"
