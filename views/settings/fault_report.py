"""The report of a fault: one file to send, with nothing in it of who played and what they have."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import PurePath
from traceback import TracebackException

import flet as ft

from companion.version import VERSION
from views.components.error_boundary import Fault, log
from views.state.client import Client

LAST = 20
"""So many of the last actions are listed, by their keys."""
PACKAGES = ("models", "companion", "views")
SENTENCE = re.compile(r"(['\"])(?=[^'\"]*\s)[^'\"]*\1")
"""Words in quotation marks that are no key, such as the reason for an entry."""
PATH = re.compile(r"(?:\b[A-Za-z]:[\\/]|(?<![\w.])~?[\\/])[^'\"\n]*")
"""A path with whatever follows it: folders have spaces in their names, and one is called as the account is."""
LONGEST = 300


def report(fault: Fault, client: Client) -> str:
    """Write down where a fault happened, in which version and after which actions."""
    return "\n".join(
        (
            f"Companion {VERSION}, Flet {ft.__version__}, Python {platform.python_version()}, {sys.platform}",
            f"Window {client.width:.0f} x {client.height:.0f}, text {client.scale:.0%}",
            *_game(client),
            f"In {fault.where}",
            *_steps(fault, names(client)),
            "",
        )
    )


def names(client: Client) -> set[str] | None:
    """What people of this book are called, and their games; ``None`` if that can't be read."""
    found: set[str] = set()
    try:
        journal, shared = client.open_plays.journal, client.open_plays.shared
        found |= {player.name for player in journal.players()}
        for archived in (False, True):
            for play in journal.plays(archived=archived):
                found |= {
                    play.title,
                    *(word for seat in play.seats for word in (seat.key, seat.name)),
                }
        for room in shared.rooms.open_rooms():
            found |= {name for member in shared.rooms.members(room.id) for name in member.people}
    except Exception:
        log.debug("no names for the report", exc_info=True)
        return None
    return found


def redact(words: str, people: Iterable[str] | None) -> str:
    """Take names, paths, figures and typed sentences out of the words of a fault; all of it where in doubt."""
    if people is None:
        return "\u2026"
    words = PATH.sub("\u2026", words)
    for person in sorted(people, key=len, reverse=True):
        if person.strip():
            words = re.sub(
                rf"(?<!\w){re.escape(person)}(?!\w)", "\u2026", words, flags=re.IGNORECASE
            )
    return re.sub(r"\d+", "#", SENTENCE.sub("'\u2026'", words))[:LONGEST]


def place(path: str) -> str:
    """Return where in its package a file is, without the folders of this device."""
    parts = PurePath(path.replace("\\", "/")).parts
    for at in reversed(range(len(parts))):
        if parts[at] in PACKAGES:
            return "/".join(parts[at:])
        if parts[at] in {"site-packages", "dist-packages"}:
            return "/".join(parts[at + 1 :])
    return parts[-1] if parts else ""


def _game(client: Client) -> list[str]:
    """Say which game was on screen, and what was recorded last, by keys alone."""
    with suppress(Exception):
        if state := client.here():
            referee = state.snapshot.referee
            last = [
                entry.proposal.action
                for entry in referee.journal.entries(referee.play.id, limit=LAST)
            ]
            return [
                f"Game {referee.play.game}, entry {referee.version}",
                f"Last actions, the latest first: {', '.join(last)}",
            ]
    return []


def _steps(fault: Fault, people: Iterable[str] | None) -> list[str]:
    """List each exception after the one that led to it."""
    lines: list[str] = []
    seen: TracebackException | None = fault.raised
    while seen:
        steps = [
            f"  {place(one.filename)}:{one.lineno} {one.name}: {one.line}" for one in seen.stack
        ]
        lines = [*steps, f"{seen.exc_type.__name__}: {redact(str(seen), people)}", *lines]
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return lines


async def save(fault: Fault, client: Client) -> None:
    """Save the report of a fault as a file on the device."""
    name = f"Companion report {datetime.now().astimezone():%Y-%m-%d %H.%M}.txt"
    await ft.FilePicker().save_file(file_name=name, src_bytes=report(fault, client).encode())
