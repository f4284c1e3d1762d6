"""What tests of packages share: the surroundings of a user who has nothing else, with a program of each way in."""

import os
import subprocess
import sys
import venv

import pytest

PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"


@pytest.fixture(scope="session")
def bare(tmp_path_factory):
    """A folder with a program of each way, and the surroundings of a user who has nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "tools", with_pip=True)
    pip = [folder / "tools" / PROGRAMS / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "uv", "pipx"], check=True, timeout=600)
    own = {
        "UV_CACHE_DIR": folder / "uv",
        "UV_PYTHON": sys.executable,
        "PIPX_HOME": folder / "pipx",
        "PIPX_BIN_DIR": folder / "programs",
        "PIPX_DEFAULT_PYTHON": sys.executable,
        "XDG_DATA_HOME": folder / "data",
    }
    env = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "VIRTUAL_ENV", "FLET"))
    }
    (folder / "elsewhere").mkdir()
    return folder, {
        "cwd": folder / "elsewhere",
        "env": {**env, **{key: str(value) for key, value in own.items()}},
    }
