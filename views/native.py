"""The app as a program of the device itself: one window on the books that the device keeps for it.

``packaging/stage.py`` lays out what Flet's builder makes an installed app of; its root ``main.py`` calls ``start``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from models.database import Database, data_folder
from models.journal import Journal
from models.trouble import Trouble
from views import parts, theme
from views.app import TITLE, open_session
from views.boundary import press
from views.picture import House

if TYPE_CHECKING:
    from pathlib import Path


def start() -> None:
    """Show the app until the device ends it. The assets lie beside the root ``main.py``."""
    ft.run(Door(data_folder()).enter, name="", assets_dir="assets", no_cdn=True)


class Door:
    """Opens the books for the first screen; a later one, when the system has thrown the first away, gets the same.

    Nothing can be printed here, so what keeps the books shut stands on the screen.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house: House | None = None

    def enter(self, page: ft.Page) -> None:
        """Show the app on a page, or why it can't be shown."""
        try:
            self.house = self.house or House(Journal(Database.open(self.folder)))
        except Trouble as trouble:
            self.stay(page, trouble.sentence)
        except OSError as problem:
            self.stay(page, f"The books can't be opened here: {problem.strerror or problem}.")
        else:
            open_session(page, self.house)

    def stay(self, page: ft.Page, sentence: str) -> None:
        """Say why the books stay shut, and let the person try again once he has seen to it."""
        page.title = TITLE
        page.fonts = theme.fonts()
        page.theme, page.dark_theme = theme.make(theme.HOUSE_ACCENT), theme.make(theme.HOUSE_ACCENT, dark=True)
        again = parts.button("Try again", press(self.enter, page))
        closed = parts.empty(ft.Icons.MENU_BOOK_OUTLINED, "The books stay shut", sentence, again)
        page.views = [ft.View(route="/", controls=[ft.SafeArea(closed, expand=True)])]
        page.update()
