"""Where the books are kept, and how a file of ours is known."""

from __future__ import annotations

import os
import sys
from pathlib import Path

APPLICATION = int.from_bytes(b"Comp")
FILE = "companion.db"


def data_folder(given: Path | None = None) -> Path:
    """Choose where the books are kept: as given, as the device says, or where this system keeps data."""
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
