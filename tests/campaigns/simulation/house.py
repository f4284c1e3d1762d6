"""The tablet: its disk, the book on it, and the app that runs there until it is killed or the power goes."""

import asyncio
import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.version import VERSION
from models.journal import Journal
from models.rooms import THIS_DEVICE
from tests.campaigns.disk import Disk
from tests.campaigns.platter import Often, Platter, lay_out
from tests.campaigns.simulation.seeded import InTurn
from views.app import open_session
from views.hosting.connection import DeviceConnection, Sessions
from views.hosting.phones import Phones
from views.state.open_plays import OpenPlays, StorageStatus


class Complaints(logging.Handler):
    """What the app writes into its log as a fault of its own."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.heard = []

    def emit(self, record):
        fault = record.exc_info[1] if record.exc_info else None
        self.heard.append(f"{record.getMessage()}: {fault!r}" if fault else record.getMessage())


@dataclass
class House:
    """A tablet whose files lie in a folder, one below it for each life of its app.

    ``hear`` is given every packet that goes to a phone, and ``hung_up`` each phone that is hung up on.
    """

    folder: Path
    hear: Callable = lambda _phone, _packet: None
    hung_up: Callable = lambda _phone: None
    opening: Callable = Often.open
    lives: int = 0
    room: str = ""
    play: str = ""
    seating: list | None = field(default=None, repr=False)
    """What the tables said of who is in when that was last found to be right, in this life of the app."""

    def start(self):
        """Start the app on what the disk holds."""
        self.platter = Platter(self.place if self.place.exists() else None)
        self.disk = Disk(self.place).__enter__()
        self.seating = None
        self.book = self.opening(self.place)
        self.storage = StorageStatus(alone=True, screens=InTurn())
        self.sessions = Sessions(lambda page: open_session(page, self.open_plays), threads=False)
        self.open_plays = OpenPlays(Journal(self.book), self.storage)
        self.phones = Phones(self.sessions, self.open_plays.shared, self._post, VERSION)
        self.open_plays.shared.watching = InTurn()
        if self.room:
            self.phones.meeting.invite(self.room)

    @property
    def place(self):
        """Where this life of the app keeps its book."""
        return self.folder / f"life{self.lives}"

    def _post(self, act, **more):
        if act == "send":
            self.hear(more["phone"], more["packet"])
        elif act == "close":
            self.hung_up(more["phone"])

    def own_page(self, send):
        """Connect the tablet's own page."""
        return DeviceConnection(self.sessions, THIS_DEVICE.id, send, own=True)

    @property
    def calls(self):
        """How much the disk was asked until now."""
        return len(self.disk.log)

    def end(self, at, style, dice):
        """End the app where the disk had been asked so much; the next life begins with what that leaves on the disk."""
        self.platter.play(*self.disk.log[:at])
        image = self.platter.cut(style, dice)
        self.stop()
        self.lives += 1
        lay_out(self.place, image, dice)

    def stop(self):
        """Let go of everything, however it stands: what a process was about to do ends with it."""
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        self.disk.__exit__()
        for key in list(self.sessions._kept):
            self.sessions.end(key)
        self.book.close()
        shutil.rmtree(self.place, ignore_errors=True)
