"""The app as a program of the device itself: one window on the device's own books.

``packaging/stage.py`` prepares what Flet's builder makes an installed app of; its root ``main.py`` calls ``start``.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

import flet as ft

from companion.backup_reminder import describe_repair
from companion.backup_thread import BackupThread
from companion.core.show import player_colours
from models.backups.restore import Repair
from models.book import Book
from models.database import Database
from models.errors import DamagedError, ForeignFileError, LostBookError, StorageError
from models.instance_lock import InstanceLock
from models.journal import Journal
from models.paths import FILE, data_folder
from views import theme
from views.app import TITLE, open_session
from views.components.controls import (
    Style,
    button,
    column,
    empty,
    main_button,
    quiet_button,
    text,
    wrap,
)
from views.settings.file_transfer import in_thread
from views.state.open_plays import OpenPlays, StorageStatus
from views.state.shared_table import Reach, SharedTable

CLOSED = "The books stay shut"
WIDE = 480
DOOR = "door"
"""The preference with the name of the door."""


def start() -> None:
    """Show the app until the device ends it. The assets are beside the root ``main.py``."""
    opener = BookOpener(data_folder(), reads_paths=True)
    try:
        ft.run(opener.open_on, name="", assets_dir="assets", no_cdn=True)
    finally:
        opener.close()


class BookOpener:
    """Opens the books once, and shows the app or the reason why it can't be shown.

    Nothing can be printed here, so the reason is shown on the screen. For a damaged book it offers what can be
    recovered, and says what would be missing.
    """

    def __init__(self, folder: Path, *, reads_paths: bool = False) -> None:
        self.folder = folder
        self.lock = InstanceLock(folder)
        self.reads_paths = reads_paths
        self.open_plays: OpenPlays | None = None
        self.reach = Reach()

    def open_on(self, page: ft.Page) -> None:
        """Show the app on a page, or why it can't be shown."""
        try:
            self.open()
        except (DamagedError, ForeignFileError) as error:
            acts = [
                main_button(
                    "See what can be recovered",
                    self.offer_repair,
                    page,
                    error.sentence,
                )
            ]
            if isinstance(error, LostBookError):
                acts.append(quiet_button("Start a new book", self.start_new, page))
            self.show_closed(page, error.sentence, *acts)
        except StorageError as error:
            self.show_closed(page, error.sentence)
        except OSError as problem:
            self.show_closed(
                page, f"The books can't be opened here: {problem.strerror or problem}."
            )
        else:
            open_session(page, self.open())

    def open(self) -> OpenPlays:
        """Open the books, once for all screens, and have them copied from now on.

        Raises:
            AlreadyRunningError: another app has them open.
            NewerFileError, ForeignFileError, CannotOpenError, DamagedError: each with a sentence that says why not.

        """
        if self.open_plays is None:
            self.lock.take()
            database = Book.open(self.folder)
            try:
                Journal(database).plays()
            except DamagedError:  # what the first screen lists can't be read
                database.close()
                raise
            backup_thread = BackupThread(database.path)
            storage = StorageStatus(backup_thread=backup_thread, reads_paths=self.reads_paths)
            backup_thread.on_finished = storage.backup_tried
            backup_thread.start()
            self.open_plays = OpenPlays(Journal(database), storage, self.reach)
        return self.open_plays

    def shared(self) -> SharedTable | None:
        """Who takes part, as far as the book is open."""
        return self.open_plays.shared if self.open_plays else None

    def door_name(self) -> str:
        """A name for this book's door: cookies take no notice of ports, and two books may be served on one machine."""
        if self.open_plays:
            journal = self.open_plays.journal
            name = journal.preference(DOOR, "")
            if re.fullmatch("[0-9a-f]{8}", name):  # a backup may have brought anything
                return name
            with suppress(StorageError):
                journal.set_preference(DOOR, token_hex(4))
                return journal.preference(DOOR, "")
        return ""

    def is_complete(self) -> bool:
        """Whether everything recorded is in the file that is opened next time."""
        return self.open_plays is None or self.open_plays.journal.database.in_place()

    def close(self) -> None:
        """Stop the backup thread, which copies what is new, and close the books."""
        if self.open_plays:
            if self.open_plays.storage.backup_thread:
                self.open_plays.storage.backup_thread.stop()
            self.open_plays.journal.database.close()
        self.lock.release()

    def show_closed(self, page: ft.Page, sentence: str, *more: ft.Control) -> None:
        """Show why the books can't be opened, with a button to try again."""
        again = button("Try again", self.open_on, page, tone="quiet" if more else "plain")
        self._show(page, empty(ft.Icons.MENU_BOOK_OUTLINED, CLOSED, sentence, *more, again))

    def start_new(self, page: ft.Page) -> None:
        """Begin a new book in place of one that was lost, whose copies stay; or say why it can't be begun."""
        with suppress(StorageError):  # opening it says why
            Database.open(self.folder).close()
        self.open_on(page)

    # -- a damaged book ------------------------------------------------------------------------------
    async def offer_repair(self, page: ft.Page, damage: str) -> None:
        """Find out what can be recovered of a damaged book, and ask whether to go on with that."""
        self._show(
            page,
            empty(ft.Icons.MENU_BOOK_OUTLINED, CLOSED, "Looking for what can be recovered."),
        )
        try:
            repair = await in_thread(Repair, self.folder / FILE)
        except StorageError as error:
            self.show_closed(page, f"{damage} {error.sentence}")
            return
        lines = column(*(text(one, Style.BODY_LARGE) for one in describe_repair(repair)), spacing=8)
        acts = wrap(
            quiet_button("Cancel", self._leave, page, repair),
            main_button("Go on with this", self._repair, page, repair, key="mend"),
        )
        self._show(page, empty(ft.Icons.HEALING, "What can be recovered", damage, lines, acts))

    def _leave(self, page: ft.Page, repair: Repair) -> None:
        repair.close()
        self.open_on(page)

    async def _repair(self, page: ft.Page, repair: Repair) -> None:
        try:
            await in_thread(repair.keep)
        except StorageError as error:
            self.show_closed(page, error.sentence)
            return
        finally:
            repair.close()
        self.open_on(page)

    def _show(self, page: ft.Page, content: ft.Control) -> None:
        page.title = TITLE
        page.fonts = theme.fonts()
        theme.apply(page, player_colours.HOUSE_ACCENT)
        long = ft.Column([ft.Container(content, width=WIDE)], scroll=ft.ScrollMode.AUTO, tight=True)
        middle = ft.Container(long, alignment=ft.Alignment.CENTER, expand=True)
        page.views = [ft.View(route="/", controls=[ft.SafeArea(middle, expand=True)])]
        page.update()
