"""The app's own key, by which the browser that is opened on this machine is known."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

KEY_FILE = "key"


class Key:
    """The app's own key, used once: whoever opens the app with it has the whole book. The next one lies in a file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / KEY_FILE
        self.value = ""
        self.renew()

    def renew(self) -> None:
        """Make another key."""
        self.value = secrets.token_urlsafe(24)
        with suppress(OSError):  # where nothing can be written, the key is only said
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(file, "w", encoding="ascii") as out:
                out.write(self.value)

    def fits(self, given: str) -> bool:
        """Whether this is the key; then it is used up."""
        right = secrets.compare_digest(given.encode(), self.value.encode())
        if right:
            self.renew()
        return right


def key_in(folder: Path) -> str:
    """Return the key of the app that has a data folder open; empty where there is none."""
    with suppress(OSError, UnicodeDecodeError):
        return (folder / KEY_FILE).read_text(encoding="ascii").strip()
    return ""


def with_key(address: str, key: str) -> str:
    """Return an address that opens the app with its key."""
    return f"{address}{'&' if '?' in address else '?'}{urlencode({'key': key})}" if key else address
