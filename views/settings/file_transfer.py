"""Files that go out and come in: backups, single plays, and what this screen is doing with them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
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
from models.backups.restore import HERE, Plan, Repair, bring_in, compare
from models.backups.untrusted_file import MOST_BYTES, is_database
from models.errors import StorageError
from models.frozen import frozen
from models.journal import Journal
from models.ledger import Refusal
from models.plays import Play
from models.rooms import THIS_DEVICE
from views.app_shell import go, play_route
from views.components.controls import guard, log
from views.state.client import Client
from views.state.uploads import MOST_UPLOAD_BYTES, Uploads

if TYPE_CHECKING:  # loaded with the first game
    from companion.formats.forms import Form


WRONG_CLOCK = "later than this device's clock says; is its clock right?"


def last_backup(safe: Safety) -> str:
    """When the last backup was made, in a sentence."""
    if safe.last is None:
        return "Never backed up"
    return f"Last backup: {WRONG_CLOCK if safe.ahead else describe_time(safe.last)}"


T = TypeVar("T")

LONG = 500
"""Writing a play of so many lines takes long enough to show that it is under way."""
UNREADABLE = "This file can't be read on this device."
BAD_FILE = "Something in this file is wrong. Nothing was added."


BACKUP = "backup"
"""The key of a file with everything; that of a play's file is the key of its form."""


@frozen
class MadeFile:
    """A file that was made here, and whether all there is now is backed up by it."""

    key: str
    name: str
    data: bytes
    current: bool = False


@dataclass(eq=False)
class FileTransfer(ft.Observable):
    """The files sent and received on one screen.

    ``busy`` is what is going on, ``title`` and ``lines`` the result, ``warnings`` what was left out; ``offer`` is the
    label of the button that goes on from there, what it does, and the label of the one that does not. ``saved`` is the
    key of the file saved last, with its name and size. ``can_cancel`` is whether a file is waited for that may never
    come.
    """

    client: Client
    changed: Callable[[], object]
    busy: str = ""
    title: str = ""
    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    offer: tuple[str, Callable[[], object], str] | None = None
    saved: tuple[str, str] = ("", "")
    can_cancel: bool = False
    _repair: Repair | None = field(default=None, repr=False)
    _backup: Backup | None = field(default=None, repr=False)
    _made: MadeFile | None = field(default=None, repr=False)

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
        self._repair = await self._work(
            "Looking for what can be recovered.", "Nothing can be recovered", Repair, path
        )
        if self._repair:
            self._say("What can be recovered", *describe_repair(self._repair))
            self.offer = "Go on with this", self.repair, "Cancel"

    async def repair(self) -> None:
        """Replace the damaged book by what was recovered."""
        repair, open_plays = self._repair, self.client.open_plays
        if repair is None or self.busy:
            return  # the second half of a double tap
        database = self.client.book().database

        def keep() -> bool:
            with database.let_go():
                repair.keep()
            return True

        repaired = await self._work("Repairing.", "Not repaired", keep)
        self._release()
        if not repaired:
            return
        open_plays.reread()
        open_plays.storage.damage = None
        for play in open_plays.journal.plays():
            self.client.refresh(play.id)
            self.client.announce(play.id)
        self._say("Repaired", "The damaged file was put aside, not deleted.")
        self.changed()

    async def _work(
        self, busy: str, failed: str, work: Callable[..., T], *given: object
    ) -> T | None:
        """Do something that takes a while; nothing comes of it if it fails, and it is said why."""
        self.busy = busy
        try:
            return await in_thread(work, *given)
        except (StorageError, Refusal) as said:
            self._say(failed, said.sentence)
            return None
        finally:
            self.busy = ""

    # -- going out -----------------------------------------------------------------------------------
    async def back_up(self) -> None:
        """Make a backup of everything, and save it on the device."""
        journal = self.client.book()
        if self.busy:
            return  # the second half of a double tap
        self.saved = ("", "")
        data = await self._work(
            "Making the backup.", "No backup was made", back_up, journal.database
        )
        if data:
            name = f"Companion {datetime.now().astimezone():%Y-%m-%d}.db"
            self._made = MadeFile(BACKUP, name, data, current=True)
            await self.save_again()

    async def save_copy(self, copy: Copy) -> None:
        """Save one of the book's own copies elsewhere.

        Raises:
            Refusal: it is not there any more.

        """
        database = self.client.book().database
        if self.busy:
            return  # the second half of a double tap
        self.saved = ("", "")
        try:
            data = await in_thread(copy.path.read_bytes)
        except OSError:
            raise Refusal("This copy can't be read any more.") from None
        name = f"Companion {copy.at.astimezone():%Y-%m-%d %H.%M}.db"
        # an older one is worth keeping too, but what came after it is not backed up by that
        self._made = MadeFile(BACKUP, name, data, current=is_copied(database, [copy]))
        await self.save_again()

    async def save_again(self) -> None:
        """Save the file made last on the device.

        Safari on phones lets a page save a file only soon after a tap. Making a large one may take longer, so it stays
        ready, and the button that calls this has nothing else to wait for.
        """
        made = self._made
        if made and await self._save_file(made.name, made.data):
            if made.current:
                with suppress(StorageError):  # a book that can't be written can still be backed up
                    note_backup(self.client.book())
            self.saved = made.key, f"{made.name}, {size(len(made.data))}"
            self.changed()

    async def export(self, play: Play, form: Form) -> None:
        """Write one play in a form, and save it on the device."""
        if self.busy:
            return  # the second half of a double tap
        self.client.open_plays.shared.require(self.client.member_id, PAST)
        journal = self.client.open_plays.journal_of(play.id)
        self.saved = ("", "")
        count = journal.last(play.id)
        busy = f"Writing {count:,} entries." if count >= LONG else ""
        data = await self._work(busy, "No file was made", form.write, journal, play.id)
        if data:
            self._made = MadeFile(form.key, form.file_name(play.title), data)
            await self.save_again()

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
                done = await in_thread(bring_in, journal, backup, plan)
                self._release()
                self._taken_in(done, backup)
        except Mismatch as mismatch:
            self._say(
                REFUSED, f"Line {mismatch.line} is not by the rules: {mismatch.reason}", NOTHING
            )

    async def restore(self, plan: Plan) -> None:
        """Do what was planned, all of it or nothing."""
        backup = self._backup
        if backup is None or self.busy:
            return  # the second half of a double tap
        busy, failed = (
            ("Adding the game.", "Nothing was added")
            if backup.content
            else ("Restoring.", "Nothing was restored")
        )
        done = await self._work(busy, failed, bring_in, self.client.book(), backup, plan)
        self._release()
        if done:
            self._taken_in(done, backup)

    def _taken_in(self, plan: Plan, backup: Backup) -> None:
        """Say what became of a backup or of the play of a file, and show it on every screen."""
        open_plays = self.client.open_plays
        for step in plan.steps:
            if step.how not in HERE:
                open_plays.forget(step.target)
                self.client.refresh(step.target)
                self.client.announce(step.target)
        if backup.content:
            from companion.formats import play_file  # noqa: PLC0415 - with the first game

            step = plan.steps[0]
            play = open_plays.journal.play(step.target)
            title = "Opened" if step.how not in HERE else "Nothing to add"
            self._say(title, play_file.outcome(play, step))

            def visit() -> None:
                self.close()
                go(play_route(play.id, ""))

            self.offer = "Open it", visit, "Close"
        else:
            self._say("Restored", *describe_restore(plan))
        self.changed()

    def close(self) -> None:
        """Close the dialog, and the files that were read."""
        self.title, self.lines, self.warnings, self.offer = "", (), (), None
        self._release()

    def _release(self) -> None:
        self.offer = None
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

    def _ask(self, title: str, lines: Iterable[str], plan: Plan, act: str) -> None:
        self.title, self.lines = title, tuple(lines)
        self.offer = act, partial(self.restore, plan), "Cancel"

    def _say(self, title: str, *lines: str) -> None:
        self.title, self.lines, self.offer = title, lines, None


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
