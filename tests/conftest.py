"""What tests all over share: `site` is the folder of the app for a browser, built once for all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(__file__).resolve().parents[1] / "packaging" / "build_pwa.py"
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
