"""One running app for each data folder: a lock held by the system, which releases it however the app ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from models.errors import StorageError
from models.paths import OWN_FOLDER

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_FILE = "companion.lock"
LONGEST_ADDRESS = 300
FAR = 2**30
"""The byte that is locked: on Windows it can't be read, so it comes after the address."""


class AlreadyRunningError(StorageError):
    """Another app has this data folder open; ``address`` is where it is served, empty where that is not known."""

    def __init__(self, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"Companion already runs{where} and has this book open. Use that one, or end it first."
        )
        self.address = address


class InstanceLock:
    """The lock of one data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOCK_FILE
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock, or keep it. Where no file can be made, or the disk has no locks, do without it.

        Raises:
            AlreadyRunningError: another app has it.

        """
        if self._file is not None:
            return
        try:
            self.path.parent.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return  # opening the book says what is wrong
        if not _lock(file):
            address = os.read(file, LONGEST_ADDRESS).decode(errors="replace").strip()
            os.close(file)
            raise AlreadyRunningError(address if address.startswith("http://") else "")
        self._file = file
        self.announce("")

    def announce(self, address: str) -> None:
        """Write the address of this app into the file, for an app that is started later."""
        if self._file is not None:
            with suppress(OSError):  # a full disk is no reason not to start
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
                os.write(self._file, address.encode())

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            self.announce("")
            os.close(self._file)
            self._file = None


HELD = PermissionError if sys.platform == "win32" else BlockingIOError
"""Error numbers for a file that another process has locked; any other means that the disk has no locks."""


def _lock(file: int) -> bool:
    """Lock a file; false if another process has it locked."""
    try:
        if sys.platform == "win32":
            os.lseek(file, FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except HELD:
        return False
    except OSError:
        return True
    finally:
        os.lseek(file, 0, os.SEEK_SET)
    return True
