"""What tests all over share, each made once for all of them.

`site` is the folder of the app for a browser, and `node` the program that runs its scripts here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "packaging" / "build_pwa.py"
OFFLINE = "is this machine online"


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
