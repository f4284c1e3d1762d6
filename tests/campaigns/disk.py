"""A disk that counts what is asked of it, fails when asked to, and remembers what it was given.

Between SQLite and the files is a VFS of our own, registered with the very library that ``sqlite3`` is linked with,
so the app's own connections go through it without knowing. What Python itself does to files beside the book, as the
copies need, is watched in the same way.
"""

import builtins
import ctypes
import errno
import io
import os
import sqlite3
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pytest

OPEN_CREATE, OPEN_JOURNALS = 0x4, 0x800 | 0x4000 | 0x80000
CANTOPEN, FULL = sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL
IOERR = {
    "open": CANTOPEN,
    "read": sqlite3.SQLITE_IOERR_READ,
    "write": sqlite3.SQLITE_IOERR_WRITE,
    "sync": sqlite3.SQLITE_IOERR_FSYNC,
    "truncate": sqlite3.SQLITE_IOERR_TRUNCATE,
    "delete": sqlite3.SQLITE_IOERR_DELETE,
    "share": sqlite3.SQLITE_IOERR_SHMMAP,
    "grow": sqlite3.SQLITE_IOERR_SHMSIZE,
}
FULLS = {"write": FULL, "open": CANTOPEN, "grow": sqlite3.SQLITE_IOERR_SHMSIZE}
"""What a full disk answers; all else goes on working on it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Which call fails, counted from 1, how (``ioerr`` or ``full``), and whether all later ones do too."""

    at: int
    how: str = "ioerr"
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Op:
    """What was done to a file or to a name in the folder; ``at`` is where, or the size it was cut to."""

    what: str
    name: str
    at: int = 0
    data: bytes = b""
    to: str = ""


# --- SQLite's own structures ------------------------------------------------------------------------

P = c_void_p
METHODS = {
    "close": CFUNCTYPE(c_int, P),
    "read": CFUNCTYPE(c_int, P, P, c_int, c_int64),
    "write": CFUNCTYPE(c_int, P, P, c_int, c_int64),
    "truncate": CFUNCTYPE(c_int, P, c_int64),
    "sync": CFUNCTYPE(c_int, P, c_int),
    "size": CFUNCTYPE(c_int, P, P),
    "lock": CFUNCTYPE(c_int, P, c_int),
    "unlock": CFUNCTYPE(c_int, P, c_int),
    "reserved": CFUNCTYPE(c_int, P, P),
    "control": CFUNCTYPE(c_int, P, c_int, P),
    "sector": CFUNCTYPE(c_int, P),
    "traits": CFUNCTYPE(c_int, P),
    "shm_map": CFUNCTYPE(c_int, P, c_int, c_int, c_int, P),
    "shm_lock": CFUNCTYPE(c_int, P, c_int, c_int, c_int),
    "shm_barrier": CFUNCTYPE(None, P),
    "shm_unmap": CFUNCTYPE(c_int, P, c_int),
}
OPENER = CFUNCTYPE(
    c_int, P, P, P, c_int, POINTER(c_int)
)  # SQLite keeps the very name that it was given
DELETER = CFUNCTYPE(c_int, P, c_char_p, c_int)


class Methods(Structure):
    """What can be done with an open file: ``sqlite3_io_methods``."""

    _fields_ = (("version", c_int), *METHODS.items())


class System(Structure):
    """What can be done with files by name: ``sqlite3_vfs``."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_name", c_int),
        ("next", P),
        ("name", c_char_p),
        ("own", P),
        ("open", OPENER),
        ("delete", DELETER),
        *(
            (name, P)
            for name in ("access", "full_name", "dl_open", "dl_error", "dl_sym", "dl_close")
        ),
        *((name, P) for name in ("random", "sleep", "time", "last_error", "time64")),
    )


FAILS = ("read", "truncate")
"""Methods that may fail and else only hand a call on; the others that do never fail."""
NOWHERE = Path("\0")
OURS = 16
"""Bytes of a file of ours that come before the real one's."""


class NoShim(Exception):  # noqa: N818 - it is a reason, not a fault
    """Why nothing can be put between SQLite and the files on this machine."""


@cache
def shim():
    """The one shim of this process. It stays: connections may hold on to it.

    Raises:
        NoShim: ``sqlite3`` has its SQLite where nothing else can reach it.

    """
    return Shim()


class Shim:
    """A VFS that asks the ``disk`` in use before each call, and hands the call on to the system's own."""

    def __init__(self):
        import _sqlite3  # noqa: PLC0415 - some Pythons have it built in, without a file

        try:
            library = ctypes.CDLL(_sqlite3.__file__)
            library.sqlite3_vfs_find.restype = P
            library.sqlite3_vfs_find.argtypes = [c_char_p]
            library.sqlite3_vfs_register.argtypes = [P, c_int]
            self._register = library.sqlite3_vfs_register
            self._base = library.sqlite3_vfs_find(None)
        except (AttributeError, OSError) as reason:
            raise NoShim(f"SQLite can't be reached in this Python: {reason}") from reason
        self._system = System.from_address(self._base)
        self._files = {}
        self._methods = Methods(
            2,
            *(
                kind(getattr(self, f"_{name}", None) or partial(self._hand_on, name))
                for name, kind in METHODS.items()
            ),
        )
        self._own = System.from_buffer_copy(self._system)
        self._own.version = 2
        self._own.name = b"companion-campaign"
        self._own.file_size = OURS + self._system.file_size
        self._own.open, self._own.delete = OPENER(self._open), DELETER(self._delete)

    def use(self, disk):
        """Send all connections that are opened from now on through a disk; with none, straight to the files."""
        self.disk = disk or Disk(NOWHERE)
        self._register(ctypes.byref(self._own) if disk else self._base, 1)

    # -- names -----------------------------------------------------------------------------------------
    def _open(self, _, where, file, flags, out):
        path = os.fsdecode(ctypes.string_at(where)) if where else ""
        name = self.disk.local(path)
        new = bool(flags & OPEN_CREATE and name) and not os.path.lexists(path)
        c_void_p.from_address(file).value = None
        code = self.disk.asked("open", name, writes=new) or self._system.open(
            self._base, where, file + OURS, flags, out
        )
        if not code:
            c_void_p.from_address(file).value = ctypes.addressof(self._methods)
            self._files[file] = (name, flags)
            if new:
                self.disk.log.append(Op("make", name))
        return int(code)

    def _delete(self, _, path, sync):
        name = self.disk.local(os.fsdecode(path))
        code = self.disk.asked("delete", name) or self._system.delete(self._base, path, sync)
        if not code and name:
            self.disk.log.append(Op("delete", name))
            if sync:
                self.disk.log.append(Op("sync names", ""))
        return int(code)

    # -- open files ------------------------------------------------------------------------------------
    def _hand_on(self, method, file, *given):
        """Ask the disk where a method may fail, and hand the call on to the system's own."""
        name = self._files[file][0]
        if method in FAILS and (code := self.disk.asked(method, name)):
            return code
        if method == "truncate" and name:
            self.disk.log.append(Op("truncate", name, given[0]))
        own = c_void_p.from_address(file + OURS).value
        return getattr(_methods_at(own), method)(file + OURS, *given)

    def _write(self, file, data, amount, at):
        name = self._files[file][0]
        code = self.disk.asked("write", name, writes=True)
        if code:
            amount //= 2  # a disk that fills up has taken some of it
        failed = self._hand_on("write", file, data, amount, at) if amount else 0
        if name and amount:
            self.disk.log.append(Op("write", name, at, ctypes.string_at(data, amount)))
        return code or failed

    def _sync(self, file, flags):
        name, opened = self._files[file]
        code = self.disk.asked("sync", name)
        if name:
            self.disk.log.append(Op("sync failed" if code else "sync", name))
            if not code and opened & OPEN_CREATE and opened & OPEN_JOURNALS:
                self.disk.log.append(
                    Op("sync names", "")
                )  # SQLite's own VFS sees to it that a new log is found again
        return code or self._hand_on("sync", file, flags)

    def _shm_map(self, file, region, size, extend, out):
        name = self._files[file][0]
        code = self.disk.asked("grow" if extend else "share", name, writes=bool(extend))
        return code or self._hand_on("shm_map", file, region, size, extend, out)


@cache
def _methods_at(address):
    return Methods.from_address(address)


ON_NAMES = {"unlink": "delete", "replace": "rename", "link": "link"} | dict.fromkeys(
    ("mkdir", "stat", "listdir", "scandir", "statvfs"), ""
)
"""What Python asks of a name, and what that changes on the disk."""
GROWING = ("mkdir", "replace", "link")
"""What a full disk refuses of it."""

# --- the disk ---------------------------------------------------------------------------------------


class Disk:
    """All that is asked of the files below one folder, while it is entered.

    ``trace`` names each call since it was armed. ``log`` keeps what changed the files, from the first moment.
    """

    def __init__(self, root):
        self.root = str(root)
        self.trace = []
        self.log = []
        self.failed = 0
        self._fault = None
        self._handles = {}
        self._patches = pytest.MonkeyPatch()

    def __enter__(self):
        shim().use(self)
        on_names = {(os, name): partial(self._on_name, name) for name in ON_NAMES}
        for (module, name), call in {
            **on_names, (os, "fsync"): self._sync, (os, "open"): self._take, (os, "write"): self._write,
            (io, "open"): self._open, (builtins, "open"): self._open,
        }.items():  # fmt: skip
            self._patches.setattr(module, name, partial(call, getattr(module, name)))
        return self

    def __exit__(self, *_):
        self.heal()
        self._patches.undo()
        shim().use(None)

    def arm(self, fault):
        """Count the calls from here on, those that a fault of this kind may hit, and let one fail."""
        self._fault = fault
        self.trace.clear()
        self.failed = 0

    def heal(self):
        """Nothing fails any more, and nothing is counted."""
        self._fault = None

    @contextmanager
    def counting(self, how):
        """List the calls of what is done within that a fault of this kind may hit."""
        self.arm(Fault(0, how))
        try:
            yield self.trace
        finally:
            self.heal()

    def local(self, path):
        """A file's name below the folder; nothing where it is elsewhere."""
        return path.removeprefix(self.root).strip("/\\") if path.startswith(self.root) else ""

    def asked(self, what, name, *, writes=False):
        """Count a call of SQLite's; the code it fails with, zero where it does not."""
        full = self._fails(f"{what} {name}", writes=writes)
        return {"full": FULLS, "ioerr": IOERR}[full][what] if full else 0

    def _fails(self, call, *, writes):
        """Count a call; say how it fails, if it does."""
        fault = self._fault
        if fault is None or (fault.how == "full" and not writes):
            return ""
        self.trace.append(call)
        at = len(self.trace)
        fails = 0 < fault.at <= at if fault.lasting else at == fault.at
        self.failed += fails
        return fault.how if fails else ""

    # -- what Python does beside SQLite ------------------------------------------------------------------
    def python(self, what, path, *, writes):
        """Count a call of Python's, and have it fail if it is to."""
        if how := self._fails(f"{what} {path}", writes=writes):
            number = errno.ENOSPC if how == "full" else errno.EIO
            raise OSError(number, os.strerror(number), str(path))

    def _inside(self, path):
        if isinstance(path, int):
            return self._handles.get(path, "")
        given = os.fspath(path) if isinstance(path, (str, os.PathLike)) else ""
        return self.local(given) if isinstance(given, str) else ""

    def _on_name(self, what, real, path=".", *more, **how):
        name = self._inside(path)
        if name:
            self.python(what, name, writes=what in GROWING)
        done = real(path, *more, **how)
        if (
            name and (op := ON_NAMES[what]) and not name.endswith("-shm")
        ):  # which is memory that connections share
            self.log.append(Op(op, name, to=self._inside(more[0]) if more else ""))
        return done

    def _sync(self, real, handle):
        name = self._inside(handle)
        folder = name.endswith("/")
        if name:
            try:
                self.python("fsync", name, writes=not folder)
            except OSError:
                self.log += [] if folder else [Op("sync failed", name)]
                raise
            self.log.append(Op("sync names", "") if folder else Op("sync", name))
        real(handle)

    def _take(self, real, path, flags, *args, **kwargs):
        """A file opened by its number, or a folder whose names are to be brought to the disk."""
        name, writes = (
            "." if os.fspath(path) == self.root else self._inside(path),
            bool(flags & os.O_CREAT),
        )
        if name:
            self.python("take", name, writes=writes)
        handle = real(path, flags, *args, **kwargs)
        self._handles.pop(handle, None)
        if name:
            self._handles[handle] = name if writes else name + "/"
            self.log += [Op("make", name)] if writes else []
        return handle

    def _write(self, real, handle, data):
        if name := self._inside(handle):
            self.python("write", name, writes=True)
            self.log.append(Op("write", name, os.lseek(handle, 0, os.SEEK_CUR), data))
        return real(handle, data)

    def _open(self, real, path, mode="r", *args, **kwargs):
        name, writes = self._inside(path), mode[0] in "wxa"
        if not name:
            return real(path, mode, *args, **kwargs)
        self.python("open", name, writes=writes)
        file = real(path, mode, *args, **kwargs)
        if writes:
            self._handles[file.fileno()] = name
            self.log += [Op("make", name), Op("truncate", name, 0)]
        return Watched(self, file, name)


class Watched:
    """A file that Python has open, every call of which the disk hears of."""

    def __init__(self, disk, file, name):
        self._disk, self._file, self._name = disk, file, name

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def read(self, *amount):
        self._disk.python("read", self._name, writes=False)
        return self._file.read(*amount)

    def write(self, data):
        at = self._file.tell()
        try:
            self._disk.python("write", self._name, writes=True)
        except OSError:
            data = data[: len(data) // 2]  # a disk that fills up has taken some of it
            raise
        finally:
            self._disk.log.append(Op("write", self._name, at, bytes(data)))
            written = self._file.write(data)
        return written
