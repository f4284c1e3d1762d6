"""The packages of the app in a browser: the locked versions, in builds that a browser can run."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGES = (
    "annotated-types",
    "flet",
    "flet-charts",
    "msgpack",
    "pydantic",
    "pydantic-core",
    "repath",
    "segno",
    "six",
    "sqlalchemy",
    "sqlmodel",
    "typing-extensions",
    "typing-inspection",
)
"""What flet, flet-charts, segno and sqlmodel need without a server: the rest of the lock is for servers."""
BROWSER = (
    *("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"),
    *("--platform", "pyemscripten_2026_0_wasm32", "--platform", "any"),
)
"""The Python that comes with Flet's web client."""


def wanted(lock: str) -> str:
    """Read the entries of our packages from a lock, so that their versions are in one place.

    Raises:
        SystemExit: one is missing.

    """
    entries = {entry.split("==")[0]: entry for entry in re.split(r"\n(?=[a-z0-9])", lock)}
    missing = [name for name in PACKAGES if name not in entries]
    if missing:
        sys.exit(f"The lock names no {' and no '.join(missing)}.")
    lines = [line for name in PACKAGES for line in entries[name].splitlines()]
    return "\n".join(line for line in lines if not line.lstrip().startswith("#")) + "\n"


def fetch(lock: str, folder: Path) -> list[Path]:
    """Download every wheel into a folder, unless it is there, and verify the lock's hashes.

    Raises:
        SystemExit: one can't be downloaded.

    """
    asked = wanted(lock)
    if found := _kept(asked, folder):
        return found
    folder.parent.mkdir(parents=True, exist_ok=True)
    print(
        "Fetching the packages for the browser (once; needs the internet) ...",
        file=sys.stderr,
        flush=True,
    )
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".") as scratch:
        fresh = Path(scratch) / "wheels"
        requirements = Path(scratch) / "wanted.txt"
        requirements.write_text(asked, encoding="utf-8")
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--retries",
            "2",
        ]
        exact = ["--require-hashes", "--no-deps", "--only-binary", ":all:", *BROWSER]
        command = [*pip, *exact, "--dest", str(fresh), "--requirement", str(requirements)]
        if subprocess.run(command, check=False).returncode or not _kept(asked, fresh):
            sys.exit(
                "Could not fetch the packages that the app needs in a browser (pip says why above; is this machine "
                "online, and does the registry have each of them for pyemscripten?): nothing was built."
            )
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    return _kept(asked, folder)


def _kept(asked: str, folder: Path) -> list[Path]:
    wheels = sorted(folder.glob("*.whl"))
    sound = [one for one in wheels if hashlib.sha256(one.read_bytes()).hexdigest() in asked]
    return sound if len(sound) == len(PACKAGES) and sound == wheels else []


def unpack(wheels: list[Path], folder: Path) -> None:
    """Unpack the wheels side by side, as installed, but without their metadata."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            opened.extractall(
                folder, [name for name in opened.namelist() if ".dist-info/" not in name]
            )
