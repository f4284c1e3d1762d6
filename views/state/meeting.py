"""How phones meet a tablet that has no server: what its screen shows of that, and what people can do there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

OFF, ON, REFUSED, NONE = "off", "on", "refused", "none"
"""The camera is off, looks, may not be used by this page, or isn't there."""
FRONT, BACK = "user", "environment"


def _nobody_looks(_picture: bytes) -> None:
    return


@dataclass
class Meeting:
    """What the table's screen shows while phones come in; ``post`` asks the page around the app for something."""

    post: Callable[..., Any]
    room: str = ""
    """The room into which phones are invited."""
    offer: str = ""
    """The site's address, and behind ``#`` the offer to the next phone, which goes to no server."""
    site: str = ""
    """The site's address alone."""
    letters: str = ""
    """What a device types that can scan no square; empty where this browser can call none that waits for it."""
    about: str = ""
    """What a square says besides the offer, which a device that typed the letters asks for."""
    back: str = ""
    """The same, and where each phone that was in finds a connection that waits for it: one square for all of them."""
    missing: frozenset[str] = frozenset()
    """The members whose phones had no answer for this page, or are gone for good."""
    noticed: bool = True
    """Whether somebody has seen so, or doesn't want to be told."""
    camera: str = OFF
    facing: str = FRONT
    problem: str = ""
    """What went wrong last, in one sentence with the cure."""
    scan_with: Callable[[str], object] = lambda _member: None
    """Asks the phone of a member to look for the next phone's square, for a table without a camera."""
    show_picture: Callable[[bytes], object] = _nobody_looks
    """Takes what the camera sees, as long as a screen shows it."""

    def invite(self, room: str) -> None:
        """Have a square made for the next phone, into a room."""
        if self.room != room or not self.offer:
            self.room, self.offer, self.problem = room, "", ""
            self.post("invite")

    def join(self) -> None:
        """Leave for the page on which the letters of another table are typed."""
        self.post("join")

    def gather(self) -> None:
        """Have a square made for all phones that were in, unless that was done when they were missed."""
        if self.noticed:
            self.post("gather")
        self.noticed = True

    def scatter(self) -> None:
        """Show that square no longer; whoever has scanned it may still come."""
        self.back = ""

    def look(self, facing: str = "") -> None:
        """Look through a camera for a phone's square; the front one, unless another was asked for."""
        self.facing = facing or self.facing
        self.post("scan", on=True, facing=self.facing)

    def look_away(self) -> None:
        """Stop looking."""
        self.camera, self.show_picture = OFF, _nobody_looks
        self.post("scan", on=False)

    def read(self, words: str) -> None:
        """Take what was read from a phone's square, or pasted."""
        self.problem = ""
        self.post("answer", words=words)

    def stop(self) -> None:
        """Let nobody in any more, and hang up on those who are."""
        self.room = self.offer = self.back = self.problem = ""
        self.missing = frozenset()
        self.look_away()
        self.post("stop")
