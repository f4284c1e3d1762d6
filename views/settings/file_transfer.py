"""Files that go out and come in: backups, single plays, and what this screen is doing with them."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import flet as ft

from companion.backup_reminder import (
    Safety,
    describe_repair,
    describe_restore,
    note_backup,
    plans,
    size,
)
from companion.core.recording.members import PAST
from companion.dates import describe_time
from models.backups.backup import Copy, back_up, is_copied
from models.backups.backup_reader import Backup, read_backup
from models.backups.restore import HERE, Plan, PlayStep, Repair, bring_in, compare
from models.backups.untrusted_file import MOST_BYTES, is_database
from models.errors import StorageError
from models.journal import Journal
from models.ledger import Refusal
from models.plays import Play
from models.rooms import THIS_DEVICE
from views.components.controls import guard
from views.state.client import Client
from views.state.uploads import MOST_UPLOAD_BYTES, Uploads

if TYPE_CHECKING:  # loaded with the first game
    from companion.formats.forms import Form


WRONG_CLOCK = "later than this device's clock says; is its clock right?"


def last_backup(safe: Safety, now: datetime | None = None) -> str:
    """When the last backup was made, in a sentence."""
    if safe.last is None:
        return "Never backed up"
    return f"Last backup: {WRONG_CLOCK if safe.ahead else describe_time(safe.last, now)}"


log = logging.getLogger("companion.views")

T = TypeVar("T")

LONG = 500
"""Writing a play of so many lines takes long enough to show that it is under way."""
UNREADABLE = "This file can't be read on this device."
BAD_FILE = "Something in this file is wrong. Nothing was added."


@dataclass(eq=False)
class FileTransfer(ft.Observable):
    """The files sent and received on one screen.

    ``busy`` is what is going on, ``title`` and ``lines`` the result, ``warnings`` what was left out. A ``plan`` waits
    for confirmation; ``act`` is what its button says. ``saved`` is the name and size of the backup made last, ``taken``
    the format of the play saved last, with its name and size. ``opened`` is the play that was read. ``can_repair`` is
    whether what was recovered of a damaged book waits for confirmation, ``can_cancel`` whether a file is waited for
    that may never come.
    """

    client: Client
    changed: Callable[[], object]
    busy: str = ""
    title: str = ""
    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    plan: Plan | None = None
    act: str = "Restore"
    saved: str = ""
    opened: str = ""
    can_repair: bool = False
    can_cancel: bool = False
    _repair: Repair | None = field(default=None, repr=False)
    _backup: Backup | None = field(default=None, repr=False)
    taken: tuple[str, str] = ("", "")
    _made: tuple[str, bytes] = field(default=("", b""), repr=False)
    _current: bool = field(default=True, repr=False)
    _written: tuple[str, str, bytes] = field(default=("", "", b""), repr=False)

    def __post_init__(self) -> None:
        # a picker without a reference is taken off the page after each event
        self._picker = ft.FilePicker(
            on_result=guard(self._on_pick), on_upload=guard(self._upload_told)
        )

    # -- a damaged book ------------------------------------------------------------------------------
    async def check_book(self) -> None:
        """Look the book over for damage, once the screen is there; what was found before may be seen to since."""
        open_plays = self.client.open_plays
        if open_plays.storage.damage != ():
            with suppress(StorageError):
                found = await in_thread(open_plays.check_book)
                # a play may have been opened, and found damaged, while the file was checked
                open_plays.storage.damage = open_plays.with_plays(found)

    async def find_repair(self) -> None:
        """Find out what can be recovered of a damaged book, and ask for confirmation."""
        if self.busy:
            return  # the second half of a double tap

        path = self.client.book().database.path
        self.close()
        self.busy = "Looking for what can be recovered."
        try:
            self._repair = await in_thread(Repair, path)
        except StorageError as error:
            self._say("Nothing can be recovered", error.sentence)
            return
        finally:
            self.busy = ""
        self._say("What can be recovered", *describe_repair(self._repair))
        self.can_repair = True

    async def repair(self) -> None:
        """Replace the damaged book by what was recovered."""
        repair, open_plays = self._repair, self.client.open_plays
        if repair is None or self.busy:
            return  # the second half of a double tap
        database = self.client.book().database
        self.busy = "Repairing."

        def keep() -> None:
            with database.let_go():
                repair.keep()

        try:
            await in_thread(keep)
        except StorageError as error:
            self._say("Not repaired", error.sentence)
            return
        finally:
            self.busy = ""
            self._release()
        open_plays.reread()
        open_plays.storage.damage = None
        for play in open_plays.journal.plays():
            self.client.refresh(play.id)
            self.client.announce(play.id)
        self._say("Repaired", "The damaged file was put aside, not deleted.")
        self.changed()

    # -- going out -----------------------------------------------------------------------------------
    async def back_up(self) -> None:
        """Make a backup of everything, and save it on the device."""
        journal = self.client.book()
        if self.busy:
            return  # the second half of a double tap
        self.saved = ""
        self.busy = "Making the backup."
        try:
            data = await in_thread(back_up, journal.database)
        except StorageError as error:
            self._say("No backup was made", error.sentence)
            return
        finally:
            self.busy = ""
        self._made = (f"Companion {datetime.now().astimezone():%Y-%m-%d}.db", data)
        self._current = True
        await self.save_again()

    async def save_copy(self, copy: Copy) -> None:
        """Save one of the book's own copies elsewhere.

        Raises:
            Refusal: it is not there any more.

        """
        database = self.client.book().database
        if self.busy:
            return  # the second half of a double tap
        self.saved = ""
        try:
            data = await in_thread(copy.path.read_bytes)
        except OSError:
            raise Refusal("This copy can't be read any more.") from None
        self._made = (f"Companion {copy.at.astimezone():%Y-%m-%d %H.%M}.db", data)
        # an older one is worth keeping too, but what came after it is not backed up by that
        self._current = is_copied(database, [copy])
        await self.save_again()

    async def save_again(self) -> None:
        """Save the backup made last on the device.

        Safari on phones lets a page save a file only soon after a tap. Making a large backup may take longer, so it
        stays ready, and the button that calls this has nothing else to wait for.
        """
        name, data = self._made
        if data and await self._save_file(name, data):
            if self._current:
                with suppress(StorageError):  # a book that can't be written can still be backed up
                    note_backup(self.client.book())
            self.saved = f"{name}, {size(len(data))}"
            self.changed()

    async def export(self, play: Play, form: Form) -> None:
        """Write one play in a form, and save it on the device."""
        if self.busy:
            return  # the second half of a double tap
        self.client.open_plays.shared.require(self.client.member_id, PAST)
        journal = self.client.open_plays.journal_of(play.id)
        self.taken = ("", "")
        try:
            if journal.last(play.id) < LONG:
                data = form.write(journal, play.id)
            else:
                self.busy = f"Writing {journal.last(play.id):,} entries."
                data = await in_thread(form.write, journal, play.id)
        except (StorageError, Refusal) as said:
            self._say("No file was made", said.sentence)
            return
        finally:
            self.busy = ""
        self._written = (form.key, form.file_name(play.title), data)
        await self.save_play_again()

    async def save_play_again(self) -> None:
        """Save the play written last again, for a browser that blocked it: see ``save_again``."""
        key, name, data = self._written
        if data and await self._save_file(name, data):
            self.taken = (key, f"{name}, {size(len(data))}")

    async def _save_file(self, name: str, data: bytes) -> bool:
        """Let the person save a file; false when they thought better of it. A browser does not tell."""
        where = await self._picker.save_file(file_name=name, src_bytes=data)
        return bool(where) or not self._reads_paths

    # -- coming in -----------------------------------------------------------------------------------
    @property
    def action(self) -> ft.ClientAction:
        """What a button does to have a file picked.

        The client does it by itself: Safari on phones opens its files only while a tap is being handled, and an
        answer from here would come too late. What is picked in a browser that holds the book comes with the event, and
        to a served app by a request of its own.
        """
        return ft.PickFiles(self._picker, with_data=not (self._reads_paths or self._uploads))

    @property
    def _reads_paths(self) -> bool:
        """Whether this screen is the window of the device that files are read from, and no browser beside it."""
        return (
            self.client.open_plays.storage.reads_paths and self.client.member_id == THIS_DEVICE.id
        )

    @property
    def _uploads(self) -> Uploads | None:
        return None if self._reads_paths else self.client.open_plays.shared.reach.uploads

    def _upload_told(self, event: ft.FilePickerUploadEvent) -> None:
        if event.error and self._uploads:
            self._uploads.fail(self.client.member_id)

    async def _on_pick(self, event: ft.FilePickerResultEvent) -> None:
        if event.files:
            await self.open(event.files[0])

    async def open(self, file: ft.FilePickerFile) -> None:
        """Open a file that was picked: a backup waits for confirmation, a play is added to the book."""
        await self._take_in(lambda: self._data(file))

    async def open_copy(self, copy: Copy) -> None:
        """Open one of the book's own copies; it waits for confirmation as any backup does."""
        await self._take_in(lambda: in_thread(copy.path.read_bytes))

    async def _take_in(self, fetch: Callable[[], Awaitable[bytes]]) -> None:
        if self.busy:
            return  # the second half of a double tap
        journal = self.client.book()
        self.close()
        database = journal.database
        if database.broken:
            self._say("Nothing can be opened now", database.broken)
            return
        self.busy = "Reading the file."
        try:
            from companion.formats import play_file  # noqa: PLC0415 - with the first game

            data = await fetch()
            if is_database(data) or len(data) > play_file.MOST_BYTES:
                self._backup = await in_thread(read_backup, data)
                self._plan(await in_thread(compare, journal, self._backup), self._backup)
            else:
                await self._read_play(journal, data)
        except (StorageError, Refusal) as said:
            self._say(REFUSED, said.sentence)
        except OSError:
            self._say(REFUSED, UNREADABLE)
        except Exception:
            log.exception("a file could not be taken in")
            self._say(REFUSED, BAD_FILE)
        finally:
            self.busy = ""

    async def _read_play(self, journal: Journal, data: bytes) -> None:
        from companion.formats import play_file  # noqa: PLC0415 - with the first game
        from companion.formats.session import Mismatch  # noqa: PLC0415 - with the first game

        try:
            backup = self._backup = await in_thread(play_file.read, data)
            plan = await in_thread(compare, journal, backup)
            about, may = play_file.question(plan.steps[0])
            if about:
                self._ask(may, [f"{plan.steps[0].play.title}: {about}"], plan, may.rstrip("?"))
            else:
                self._taken_in(await in_thread(bring_in, journal, backup, plan), backup)
                self._release()
        except Mismatch as mismatch:
            self._say(
                REFUSED, f"Line {mismatch.line} is not by the rules: {mismatch.reason}", NOTHING
            )

    async def restore(self) -> None:
        """Do what was planned, all of it or nothing."""
        plan, backup = self.plan, self._backup
        if plan is None or backup is None or self.busy:
            return  # the second half of a double tap

        journal = self.client.book()
        self.busy = "Adding the game." if backup.content else "Restoring."
        try:
            plan = await in_thread(bring_in, journal, backup, plan)
        except StorageError as error:
            self._say(
                "Nothing was added" if backup.content else "Nothing was restored", error.sentence
            )
            return
        finally:
            self.busy = ""
            self.plan = None
            self._release()
        self._taken_in(plan, backup)

    def _taken_in(self, plan: Plan, backup: Backup) -> None:
        """Say what became of a backup or of the play of a file, and show it on every screen."""
        open_plays = self.client.open_plays
        for step in plan.steps:
            if step.how not in HERE:
                open_plays.forget(step.target)
                self.client.refresh(step.target)
                self.client.announce(step.target)
        if backup.content:
            self._say_opened(plan.steps[0])
        else:
            self._say("Restored", *describe_restore(plan))
        self.changed()

    def close(self) -> None:
        """Close the dialog, and the files that were read."""
        self.title, self.lines, self.warnings, self.plan, self.opened = "", (), (), None, ""
        self._release()

    def _release(self) -> None:
        self.can_repair = False
        if self._repair:
            self._repair.close()
            self._repair = None
        if self._backup:
            self._backup.close()
            self._backup = None

    async def _data(self, file: ft.FilePickerFile) -> bytes:
        """Read the picked file. Its fields are the client's word, so the type is checked and the bytes are counted."""
        if self._reads_paths and isinstance(file.path, str) and not file.bytes:
            return await in_thread(read_here, Path(file.path))
        most = min(MOST_BYTES, MOST_UPLOAD_BYTES)
        _refuse_more(file.size if isinstance(file.size, int) else 0, most)
        data = await self._receive(self._uploads, file) if self._uploads else file.bytes
        if not isinstance(data, bytes):
            raise OSError(UNREADABLE)
        _refuse_more(len(data), most)
        return data

    async def _receive(self, uploads: Uploads, file: ft.FilePickerFile) -> bytes:
        """Have the browser send the picked file to the server."""

        async def ask(address: str) -> None:
            await self._picker.upload(
                [ft.FilePickerUploadFile(address, id=file.id, name=file.name)]
            )

        self.can_cancel = True
        try:
            return await uploads.fetch(self.client.member_id, ask)
        finally:
            self.can_cancel = False

    def cancel(self) -> None:
        """Wait no longer for the picked file."""
        if self._uploads and self.can_cancel:
            self._uploads.fail(self.client.member_id)

    def _plan(self, plan: Plan, backup: Backup) -> None:
        self.warnings = tuple(f"Left out because it is damaged. {one}" for one in backup.damaged)
        if plan.changes:
            self._ask("Restore from this backup?", plans(plan), plan, "Restore")
            return
        nothing = (
            "There is nothing in this backup."
            if not plan.steps
            else "Everything in this backup is here already."
        )
        self._say(
            "Nothing to restore", nothing if not backup.damaged else "Nothing in it can be used."
        )

    def _say_opened(self, step: PlayStep) -> None:
        from companion.formats import play_file  # noqa: PLC0415 - with the first game

        self.opened = step.target
        play = self.client.open_plays.journal.play(step.target)
        self._say(
            "Opened" if step.how not in HERE else "Nothing to add", play_file.outcome(play, step)
        )

    def _ask(self, title: str, lines: Iterable[str], plan: Plan, act: str) -> None:
        self.title, self.lines, self.plan, self.act = title, tuple(lines), plan, act

    def _say(self, title: str, *lines: str) -> None:
        self.plan = None
        self.lines = lines
        self.title = title


REFUSED = "This file can't be used"
NOTHING = "Nothing was added."


def read_here(path: Path) -> bytes:
    """Read a file of this device that somebody picked on it.

    Raises:
        Refusal: it is too large, whatever the system says of its size.
        OSError: it can't be read, or is a device or a pipe, which may never end.

    """
    if not path.is_file():
        raise OSError(UNREADABLE)
    with path.open("rb") as file:
        _refuse_more(os.fstat(file.fileno()).st_size, MOST_BYTES)
        data = file.read(MOST_BYTES + 1)
    _refuse_more(len(data), MOST_BYTES)
    return data


def _refuse_more(count: int, most: int) -> None:
    if count > most:
        raise Refusal(
            f"This file has {size(count)}. Here a file may have {most // 1_000_000} MB at most."
        )


async def in_thread(act: Callable[..., T], *given: object) -> T:
    """Do something that takes a while without holding up the screens; a browser has to hold still for it."""
    if sys.platform == "emscripten":
        await asyncio.sleep(0.05)  # so that the words for it are drawn first
        return act(*given)
    return await asyncio.to_thread(act, *given)
