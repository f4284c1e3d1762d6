"""The data folder, and how a file of this app is recognised."""

from __future__ import annotations

import os
import sys
from pathlib import Path

APPLICATION = int.from_bytes(b"Comp")
FILE = "companion.db"


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
