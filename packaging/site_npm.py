"""The one package from npm: `qr`, which draws squares and reads them through a camera, as the site serves it."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import site_python

NAME, VERSION = "qr", "0.7.0"
INTEGRITY = "sha512-/VrrACmOAwZVipuRITwfEwOL5oAMEHH5PTmBWaGtlTom2Thxaa+rhmna4zU9PRN2uLw2wdccbkHOLGZb1Q9SdA=="
"""What npm itself calls the digest of an archive."""
FILES = ("index.js", "decode.js", "LICENSE-MIT")


def add(site: Path, kept: Path) -> None:
    """Lay the package's files and its licence into the site; the archive is kept for the next time.

    Raises:
        SystemExit: it can't be fetched, or is not the one that is meant.

    """
    archive = kept / f"{NAME}-{VERSION}.tgz"
    if not is_meant(archive):
        fetch(archive)
    (site / NAME).mkdir()
    with tarfile.open(archive) as opened:
        for name in FILES:
            found = opened.extractfile(f"package/{name}")
            if found is None:
                sys.exit(f"{archive.name} has no {name}: nothing was built.")
            (site / NAME / name).write_bytes(found.read())


def is_meant(archive: Path) -> bool:
    """Whether this is the archive whose digest stands here."""
    if not archive.exists():
        return False
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    return f"sha512-{digest}" == INTEGRITY


def fetch(archive: Path) -> None:
    """Fetch the archive with the npm that comes with Node."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    npm = (
        Path(site_python.node()).resolve().parents[1]
        / "lib"
        / "node_modules"
        / "npm"
        / "bin"
        / "npm-cli.js"
    )
    with tempfile.TemporaryDirectory(dir=archive.parent, prefix=".") as scratch:
        command = [
            site_python.node(),
            str(npm),
            "pack",
            f"{NAME}@{VERSION}",
            "--silent",
            "--pack-destination",
            scratch,
        ]
        done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        fresh = Path(scratch) / archive.name
        if done.returncode or not is_meant(fresh):
            sys.exit(
                f"Could not fetch {NAME} {VERSION} from npm (npm says why above; is this machine online?): "
                "nothing was built."
            )
        fresh.rename(archive)
