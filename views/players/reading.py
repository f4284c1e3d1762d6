"""Reading the records for a screen, a step at a time, so that it can be drawn and left meanwhile."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic
from urllib.parse import quote, unquote

import flet as ft

from companion.core.player_colours import look
from companion.statistics import Memory, PlayerStats, Progress, Somebody
from companion.statistics.player_stats import Tally
from models.errors import StorageError
from models.journal import Journal
from views import theme
from views.components import controls
from views.components.controls import Style, soft
from views.state.client import Client
from views.state.play_snapshot import Person

log = logging.getLogger("companion.views")

YIELD_SECONDS = 0.03
"""Seconds of reading after which other tasks have a turn."""
SHOW_SECONDS = 0.7
"""Seconds after which what is read so far is shown: doing that more often would take longer than the reading."""
PATH = "players"
BEST = "best"


@lru_cache(maxsize=1)
def cache_of(_journal: Journal) -> Memory:
    """What was read of a book's plays; all screens of this process share it."""
    return Memory()


@dataclass(eq=False)
class StatsReader(ft.Observable):
    """The statistics as far as they are read, the progress until all are, or what went wrong."""

    book: PlayerStats | None = None
    progress: Progress | None = None
    wrong: str = ""
    seen: int = 0
    _turn: int = field(default=0, repr=False)

    def reload(self) -> None:
        """Read what has changed."""
        self.seen += 1

    def stop(self) -> None:
        """Stop the reading that is under way."""
        self._turn += 1

    async def read(self, journal: Journal) -> None:
        """Read every play that is new, and yield to other tasks now and then."""
        self._turn += 1
        turn, memory = self._turn, cache_of(journal)
        since = shown = monotonic()
        try:
            for step in memory.steps(journal):
                if monotonic() - since < YIELD_SECONDS:
                    continue
                if self.progress is None or monotonic() - shown >= SHOW_SECONDS:
                    if self.progress:
                        self.book = PlayerStats.of(memory, journal.players())
                    self.progress, shown = step, monotonic()
                await asyncio.sleep(0)
                if self._turn != turn:
                    return
                since = monotonic()
            whole = PlayerStats.of(memory, journal.players())
        except StorageError as error:
            self.wrong = error.sentence
            return
        except Exception:
            log.exception("the records could not be read")
            self.wrong = "The records could not be read. The plays themselves are safe."
            return
        self.wrong, self.progress, self.book = "", None, whole


def use_reading(client: Client, path: str = "") -> StatsReader:
    """Read the records, and what has changed in them whenever a screen comes back. A hook: call it once.

    A screen of the ``path`` that lies under another one leaves the reading to that one.
    """
    reading, _ = ft.use_state(StatsReader())
    journal, here = client.open_plays.journal, ft.use_route_location()

    async def read() -> None:
        if path in ("", here):
            await reading.read(journal)

    ft.use_effect(read, dependencies=[here, reading.seen], cleanup=reading.stop)
    return reading


def waiting(reading: StatsReader) -> ft.Control:
    """Stand for records of which nothing is read yet."""
    return ft.Container(controls.column(*progress_note(reading)), padding=16)


def progress_note(reading: StatsReader) -> list[ft.Control]:
    """Show how far the reading is while it goes on, or what went wrong."""
    if reading.wrong:
        return [controls.note(reading.wrong, "bad", live=True)]
    if reading.progress is None:
        return []
    done, many = reading.progress
    bar = ft.ProgressBar(value=done / max(1, many), bar_height=6, border_radius=3, color=theme.ACCENT)
    return [
        soft(f"Reading the plays: {done} of {many}", Style.BODY_LARGE),
        ft.Semantics(content=bar, exclude_semantics=True),
    ]


def route_of(key: str) -> str:
    """The route of a player's page; a name may contain any character."""
    return f"/{PATH}/{quote(key, safe='')}"


def route_of_best(game: str) -> str:
    """Make the route of a game's records."""
    return f"/{PATH}/{BEST}/{game}"


def player_at(book: PlayerStats, part: str) -> Somebody | None:
    """Find the player whose page a part of the route names, whether it comes quoted or not."""
    return book.somebody(part) or book.somebody(unquote(part))


def person_of(one: Somebody) -> Person:
    """A player as badges show them; without looks of their own, by name."""
    return Person(one.key, one.name, *look(sum(map(ord, one.key)), one.colour, one.token))


def tally_words(tally: Tally) -> str:
    """Say a tally in one line."""
    said = [f"{tally.played} played, {tally.wins or 'none'} won"] if tally.played else []
    if tally.shared:
        said[-1] += " (shared)" if tally.shared == tally.wins else f" ({tally.shared} shared)"
    said += [f"{tally.going} going on"] if tally.going else []
    return ", ".join(said) or "No plays in this book"
