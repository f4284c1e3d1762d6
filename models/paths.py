"""The data folder, how a file of this app is recognised, and who may read it."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

APPLICATION = int.from_bytes(b"Comp")
FILE = "companion.db"
COPIES = "backups"
OWN_FOLDER, OWN_FILE = 0o700, 0o600
"""With these modes nobody but the owner reads or writes. Windows and browsers keep a user's files so by themselves."""


def data_folder(given: Path | None = None) -> Path:
    """Return the data folder: the one given, the one the device names, or the system's place for data."""
    if given is not None:
        return given
    if given_by_device := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(given_by_device)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "companion"


def keep_private(folder: Path) -> None:
    """Make a book with all that lies beside it its owner's alone; earlier versions let everybody on the machine read.

    A folder that holds other things too is left as it is.
    """
    if sys.platform in ("win32", "emscripten"):
        return
    with suppress(OSError):  # another owner's, or a disk without owners
        inside = list(folder.iterdir())
        own = [
            path
            for path in inside
            if path.name.startswith("companion") or path.name in (COPIES, "key")
        ]
        if own == inside:
            _set_mode(folder, OWN_FOLDER)
        for path in own:
            _set_mode(path, OWN_FOLDER if path.is_dir() else OWN_FILE)
        for copy in (folder / COPIES).iterdir():
            _set_mode(copy, OWN_FILE)


def _set_mode(path: Path, mode: int) -> None:
    with suppress(OSError):  # gone meanwhile, or as above
        if not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) != mode:
            path.chmod(mode)
