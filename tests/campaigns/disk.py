"""A disk that counts what is asked of it, fails when asked to, and remembers what it was given.

Between SQLite and the files is a VFS of our own, registered with the very library that ``sqlite3`` is linked with,
so the app's own connections go through it without knowing. What Python itself does to files beside the book, as the
copies need, is watched in the same way.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import io
import os
import signal
import sqlite3
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

How: TypeAlias = Literal["ioerr", "full", "kill"]

OPEN_CREATE, OPEN_JOURNALS = 0x4, 0x800 | 0x4000 | 0x80000
CANTOPEN, FULL = sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL
IOERR = {
    "open": CANTOPEN,
    "name": CANTOPEN,
    "read": sqlite3.SQLITE_IOERR_READ,
    "write": sqlite3.SQLITE_IOERR_WRITE,
    "sync": sqlite3.SQLITE_IOERR_FSYNC,
    "truncate": sqlite3.SQLITE_IOERR_TRUNCATE,
    "size": sqlite3.SQLITE_IOERR_FSTAT,
    "delete": sqlite3.SQLITE_IOERR_DELETE,
    "access": sqlite3.SQLITE_IOERR_ACCESS,
    "lock": sqlite3.SQLITE_IOERR_LOCK,
    "asked for its lock": sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
    "share": sqlite3.SQLITE_IOERR_SHMMAP,
    "grow what is shared": sqlite3.SQLITE_IOERR_SHMSIZE,
    "lock what is shared": sqlite3.SQLITE_IOERR_SHMLOCK,
}
FULLS = {"write": FULL, "open": CANTOPEN, "grow what is shared": sqlite3.SQLITE_IOERR_SHMSIZE}
"""What a full disk answers; all else goes on working on it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Which call fails, counted from 1, how, and whether all later ones do too; ``kill`` ends the process before it."""

    at: int
    how: How = "ioerr"
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Op:
    """What was done to a file or to a name in the folder; ``at`` is where, or the size it was cut to."""

    what: Literal["make", "write", "truncate", "sync", "sync failed", "delete", "rename", "sync names"]
    name: str
    at: int = 0
    data: bytes = b""
    to: str = ""


# --- SQLite's own structures ------------------------------------------------------------------------

P = c_void_p
METHODS: dict[str, Any] = {
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
OPENER = CFUNCTYPE(c_int, P, P, P, c_int, POINTER(c_int))  # SQLite keeps the very name that it was given
DELETER = CFUNCTYPE(c_int, P, c_char_p, c_int)
ACCESSOR = CFUNCTYPE(c_int, P, c_char_p, c_int, P)
NAMER = CFUNCTYPE(c_int, P, c_char_p, c_int, P)


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
        ("access", ACCESSOR),
        ("full_name", NAMER),
        *((name, P) for name in ("dl_open", "dl_error", "dl_sym", "dl_close")),
        *((name, P) for name in ("random", "sleep", "time", "last_error", "time64")),
    )


ASKED = {"size": "size", "lock": "lock", "reserved": "asked for its lock"}
"""What a method that only hands a call on asks the disk for; the others never fail."""
OURS = 16
"""Bytes of a file of ours that come before the real one's."""


class NoShim(Exception):  # noqa: N818 - it is a reason, not a fault
    """Why nothing can be put between SQLite and the files on this machine."""


@cache
def shim() -> Shim:
    """The one shim of this process. It stays: connections may hold on to it.

    Raises:
        NoShim: ``sqlite3`` has its SQLite where nothing else can reach it.

    """
    return Shim()


class Shim:
    """A VFS that asks the ``disk`` in use before each call, and hands the call on to the system's own."""

    def __init__(self) -> None:
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
        self.disk: Disk | None = None
        self._system = System.from_address(self._base)
        self._files: dict[int, tuple[str, int]] = {}
        self._tables: dict[int, Methods] = {}
        self._methods = Methods(
            2, *(kind(getattr(self, f"_{name}", None) or self._handed_on(name)) for name, kind in METHODS.items())
        )
        self._own = System.from_buffer_copy(self._system)
        self._own.version = 2
        self._own.name = b"companion-campaign"
        self._own.file_size = OURS + self._system.file_size
        self._own.open, self._own.delete = OPENER(self._open), DELETER(self._delete)
        self._own.access, self._own.full_name = ACCESSOR(self._access), NAMER(self._full_name)

    def use(self, disk: Disk | None) -> None:
        """Send all connections that are opened from now on through a disk; with none, straight to the files."""
        self.disk = disk
        if disk:
            self._register(ctypes.byref(self._own), 1)
        else:
            self._register(self._base, 1)

    # -- names -----------------------------------------------------------------------------------------
    def _asked(self, what: str, name: str, *, writes: bool = False) -> int:
        return self.disk.asked(what, name, writes=writes) if self.disk else 0

    def _noted(self, op: Op) -> None:
        if self.disk:
            self.disk.noted(op)

    def _local(self, path: bytes | None) -> str:
        return self.disk.local(os.fsdecode(path)) if self.disk and path else ""

    def _open(self, _: int, where: int | None, file: int, flags: int, out: Any) -> int:
        path = ctypes.string_at(where) if where else None
        name = self._local(path)
        new = bool(flags & OPEN_CREATE) and path is not None and not os.path.lexists(path)
        c_void_p.from_address(file).value = None
        if code := self._asked("open", name, writes=new):
            return code
        if code := self._system.open(self._base, where, file + OURS, flags, out):
            return int(code)
        c_void_p.from_address(file).value = ctypes.addressof(self._methods)
        self._files[file] = (name, flags)
        if new and name:
            self._noted(Op("make", name))
        return 0

    def _delete(self, _: int, path: bytes, sync: int) -> int:
        name = self._local(path)
        if code := self._asked("delete", name):
            return code
        code = int(self._system.delete(self._base, path, sync))
        if not code and name:
            self._noted(Op("delete", name))
            if sync:
                self._noted(Op("sync names", ""))
        return code

    def _access(self, _: int, path: bytes, flags: int, out: int) -> int:
        return self._asked("access", self._local(path)) or int(self._system.access(self._base, path, flags, out))

    def _full_name(self, _: int, path: bytes, room: int, out: int) -> int:
        code = self._asked("name", self._local(path))
        return code or int(self._system.full_name(self._base, path, room, out))

    # -- open files ------------------------------------------------------------------------------------
    def _real(self, file: int) -> tuple[Any, int]:
        real = file + OURS
        table = c_void_p.from_address(real).value or 0
        if table not in self._tables:
            self._tables[table] = Methods.from_address(table)
        return self._tables[table], real

    def _close(self, file: int) -> int:
        methods, real = self._real(file)
        self._files.pop(file, None)
        return int(methods.close(real))

    def _read(self, file: int, data: int, amount: int, at: int) -> int:
        if code := self._asked("read", self._files[file][0]):
            return code
        methods, real = self._real(file)
        return int(methods.read(real, data, amount, at))

    def _write(self, file: int, data: int, amount: int, at: int) -> int:
        name = self._files[file][0]
        code = self._asked("write", name, writes=True)
        if code:
            amount //= 2  # a disk that fills up has taken some of it
        methods, real = self._real(file)
        failed = methods.write(real, data, amount, at) if amount else 0
        if name and amount:
            self._noted(Op("write", name, at, ctypes.string_at(data, amount)))
        return code or int(failed)

    def _truncate(self, file: int, size: int) -> int:
        name = self._files[file][0]
        if code := self._asked("truncate", name):
            return code
        methods, real = self._real(file)
        if name:
            self._noted(Op("truncate", name, size))
        return int(methods.truncate(real, size))

    def _sync(self, file: int, flags: int) -> int:
        name, opened = self._files[file]
        if code := self._asked("sync", name):
            self._noted(Op("sync failed", name))
            return code
        methods, real = self._real(file)
        if name:
            self._noted(Op("sync", name))
        if name and opened & OPEN_CREATE and opened & OPEN_JOURNALS:
            self._noted(Op("sync names", ""))  # SQLite's own VFS sees to it that a new log is found again
        return int(methods.sync(real, flags))

    def _handed_on(self, method: str) -> Callable[..., Any]:
        """A method that asks the disk where it may fail, and hands the call on to the system's own."""
        asked = ASKED.get(method, "")

        def call(file: int, *given: Any) -> Any:
            if asked and (code := self._asked(asked, self._files[file][0])):
                return code
            methods, real = self._real(file)
            return getattr(methods, method)(real, *given)

        return call

    def _shm_map(self, file: int, region: int, size: int, extend: int, out: int) -> int:
        what = "grow what is shared" if extend else "share"
        if code := self._asked(what, self._files[file][0], writes=bool(extend)):
            return code
        methods, real = self._real(file)
        return int(methods.shm_map(real, region, size, extend, out))

    def _shm_lock(self, file: int, at: int, many: int, flags: int) -> int:
        locks = not flags & 1  # letting go never fails
        if locks and (code := self._asked("lock what is shared", self._files[file][0])):
            return code
        methods, real = self._real(file)
        return int(methods.shm_lock(real, at, many, flags))


# --- the disk ---------------------------------------------------------------------------------------


class Disk:
    """All that is asked of the files below one folder, while it is entered.

    ``trace`` names each call since it was armed. ``log`` keeps what changed the files, from the first moment.
    """

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self.trace: list[str] = []
        self.log: list[Op] = []
        self.failed = 0
        self._fault: Fault | None = None
        self._armed = False
        self._handles: dict[int, str] = {}
        self._real: dict[tuple[Any, str], Any] = {}

    def __enter__(self) -> Self:
        shim().use(self)
        self._watch_python()
        return self

    def __exit__(self, *_: object) -> None:
        self.heal()
        for (module, name), real in self._real.items():
            setattr(module, name, real)
        shim().use(None)

    def arm(self, fault: Fault | None = None, how: How = "ioerr") -> None:
        """Count the calls from here on, those that a fault of this kind may hit, and let one fail."""
        self._fault = fault or Fault(0, how)
        self._armed = True
        self.trace.clear()
        self.failed = 0

    def heal(self) -> None:
        """Nothing fails any more, and nothing is counted."""
        self._armed = False

    @contextmanager
    def counting(self, how: How) -> Iterator[list[str]]:
        """List the calls of what is done within that a fault of this kind may hit."""
        self.arm(how=how)
        try:
            yield self.trace
        finally:
            self.heal()

    def local(self, path: str) -> str:
        """A file's name below the folder; nothing where it is elsewhere."""
        return path.removeprefix(self.root).strip("/\\") if path.startswith(self.root) else ""

    def asked(self, what: str, name: str, *, writes: bool = False) -> int:
        """Count a call of SQLite's; the code it fails with, zero where it does not."""
        if not self._armed or self._fault is None:
            return 0
        if self._fault.how == "full" and not writes:
            return 0
        return (FULLS if self._fault.how == "full" else IOERR)[what] if self._fails(f"{what} {name}") else 0

    def noted(self, op: Op) -> None:
        """Remember what was done to a file."""
        self.log.append(op)

    def _fails(self, call: str) -> bool:
        fault = self._fault
        self.trace.append(call)
        if fault is None or not fault.at:
            return False
        fails = len(self.trace) >= fault.at if fault.lasting else len(self.trace) == fault.at
        if fails and fault.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        self.failed += fails
        return fails

    # -- what Python does beside SQLite ------------------------------------------------------------------
    def _python(self, what: str, path: object, *, writes: bool) -> None:
        if not self._armed or self._fault is None or (self._fault.how == "full" and not writes):
            return
        if self._fails(f"{what} {path}"):
            number = errno.ENOSPC if self._fault.how == "full" else errno.EIO
            raise OSError(number, os.strerror(number), str(path))

    def _inside(self, path: object) -> str:
        if isinstance(path, int):
            return self._handles.get(path, "")
        given = os.fspath(path) if isinstance(path, (str, os.PathLike)) else ""
        return self.local(given) if isinstance(given, str) else ""

    def _replace(self, module: Any, name: str, made: Callable[..., object]) -> None:
        self._real[module, name] = getattr(module, name)
        setattr(module, name, made)

    def _watch_python(self) -> None:
        for name, writes in (("mkdir", True), ("stat", False), ("listdir", False), ("scandir", False)):
            self._replace(os, name, self._watched(name, getattr(os, name), writes=writes))
        self._replace(os, "statvfs", self._watched("statvfs", os.statvfs, writes=False))
        self._replace(os, "replace", self._renaming(os.replace))
        self._replace(os, "unlink", self._unlinking(os.unlink))
        self._replace(os, "fsync", self._syncing(os.fsync))
        self._replace(os, "open", self._taking(os.open))
        self._replace(os, "write", self._writing(os.write))
        opening = self._opening(io.open)
        self._replace(io, "open", opening)
        self._replace(builtins, "open", opening)

    def _watched(self, what: str, real: Callable[..., Any], *, writes: bool) -> Callable[..., Any]:
        def call(path: Any = ".", *args: Any, **kwargs: Any) -> Any:
            if self._inside(path):
                self._python(what, self._inside(path), writes=writes)
            return real(path, *args, **kwargs)

        return call

    def _renaming(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, to: Any, **kwargs: Any) -> Any:
            name = self._inside(path)
            if name:
                self._python("rename", name, writes=True)
            result = real(path, to, **kwargs)
            if name:
                self.noted(Op("rename", name, to=self._inside(to)))
            return result

        return call

    def _unlinking(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, **kwargs: Any) -> Any:
            name = self._inside(path)
            if name:
                self._python("unlink", name, writes=False)
            result = real(path, **kwargs)
            if name:
                self.noted(Op("delete", name))
            return result

        return call

    def _syncing(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(handle: Any) -> Any:
            name = self._inside(handle)
            if not name:
                return real(handle)
            folder = name.endswith("/")
            try:
                self._python("fsync", name, writes=not folder)
            except OSError:
                if not folder:
                    self.noted(Op("sync failed", name))
                raise
            self.noted(Op("sync names", "") if folder else Op("sync", name))
            return real(handle)

        return call

    def _taking(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """A file opened by its number, or a folder whose names are to be brought to the disk."""

        def call(path: Any, flags: int, *args: Any, **kwargs: Any) -> Any:
            name = "." if os.fspath(path) == self.root else self._inside(path)
            if not name:
                handle = real(path, flags, *args, **kwargs)
                self._handles.pop(handle, None)
                return handle
            writes = bool(flags & os.O_CREAT)
            self._python("take", name, writes=writes)
            handle = real(path, flags, *args, **kwargs)
            self._handles[handle] = name if writes else name + "/"
            if writes:
                self.noted(Op("make", name))
            return handle

        return call

    def _writing(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(handle: int, data: bytes) -> int:
            if name := self._inside(handle):
                self._python("write", name, writes=True)
                self.noted(Op("write", name, os.lseek(handle, 0, os.SEEK_CUR), data))
            return int(real(handle, data))

        return call

    def _opening(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
            name = self._inside(path)
            if not name:
                return real(path, mode, *args, **kwargs)
            writes = mode[0] in "wxa"
            self._python("open", name, writes=writes)
            file = real(path, mode, *args, **kwargs)
            if writes:
                self._handles[file.fileno()] = name
                self.noted(Op("make", name))
                self.noted(Op("truncate", name, 0))
            return Watched(self, file, name)

        return call


class Watched:
    """A file that Python has open, every call of which the disk hears of."""

    def __init__(self, disk: Disk, file: Any, name: str) -> None:
        self._disk, self._file, self._name = disk, file, name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, *amount: int) -> Any:
        self._disk._python("read", self._name, writes=False)
        return self._file.read(*amount)

    def write(self, data: bytes) -> int:
        at = self._file.tell()
        try:
            self._disk._python("write", self._name, writes=True)
        except OSError:
            data = data[: len(data) // 2]  # a disk that fills up has taken some of it
            self._file.write(data)
            self._disk.noted(Op("write", self._name, at, bytes(data)))
            raise
        self._disk.noted(Op("write", self._name, at, bytes(data)))
        return int(self._file.write(data))
