"""What tests all over share: how much of them is run, and fixtures that are made once for all.

Tests marked `long`, `build`, `campaign` or `bench` run with `--long` only, and Hypothesis tries more examples then.
It is an option of its own because a marker expression in `addopts` would be overridden by `-m browser`.
`site` is the folder of the app for a browser, and `node` the program that runs its scripts here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "packaging" / "build_pwa.py"
OFFLINE = "is this machine online"
LONG = ("long", "build", "campaign", "bench")
"""The markers of what runs with `--long` only."""

# A machine that is busy with other tests is no fault of the one that is tried.
hypothesis.settings.register_profile("quick", max_examples=15, deadline=None)
hypothesis.settings.register_profile("long", max_examples=150, deadline=None)


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests marked long, and more of Hypothesis")


def pytest_configure(config):
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "quick")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--long"):
        return
    left_out = {item for item in items if any(map(item.get_closest_marker, LONG))}
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "pwa"
    done = subprocess.run([sys.executable, BUILD, "--out", folder], capture_output=True, text=True, check=False)
    if (
        done.returncode
        and OFFLINE in " ".join(done.stderr.split())
        and os.environ.get("COMPANION_BROWSER") != "required"
    ):
        pytest.skip("the package registry can't be reached, so the site can't be built")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def node(site):  # noqa: ARG001 - building it made the environment that holds the program
    python = ROOT / ".venv-site" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = [python, "-c", "import site_python; print(site_python.node())"]
    surroundings = {**os.environ, "PYTHONPATH": str(BUILD.parent)}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=surroundings).stdout.strip()
