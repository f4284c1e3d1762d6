"""The plays that are open in this process, for all its screens, and what is to be said of where they are kept."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from companion.core.answers import Answers
from companion.core.recording.members import BOOK, REOPEN
from companion.games import demo_evening, game_of
from models import integrity
from models.backups.untrusted_file import UntrustedFile
from models.errors import StorageError
from models.journal import Journal
from models.ledger import Refusal
from models.plays import Play
from models.rooms import LOT, SEALED
from views.state.shared_table import Reach, SharedTable

if TYPE_CHECKING:  # loaded with the first game
    from companion.backup_thread import BackupThread
    from companion.core.recording.referee import Referee
    from views.state.copies import Copies
    from views.state.play.lot import Lot
    from views.state.play.play_snapshot import PlaySnapshot

DEMO = "demo"
"""The id of the demo evening."""


@dataclass(eq=False)
class StorageStatus:
    """Where the books are, and whether they are safe there. A change of any field redraws every screen.

    ``where`` says it in a sentence; empty if the path of the file says enough. ``alone`` is whether no other device can
    take part, ``may_clear`` whether the browser may delete the books when it needs room. ``read_only`` says why nothing
    can be written here, as in a second tab; ``take`` makes this tab the one that writes, if possible. ``new_version``
    is the version of the app that is ready, and ``renew`` starts it. ``backup_thread`` copies the book, if there is
    room beside it. ``broken`` says why nothing more is recorded after a failed save, until the book has been opened
    again. ``damage`` is what a check of the book found, a sentence each; ``None`` if it is still to be checked.
    ``reads_paths`` is whether the app runs on the very device whose files are picked, and so may read them by their
    paths: how it was started decides that, and never the client, which may send anything.

    It belongs to all sessions, so it is no observable of Flet's: that would redraw the other screens in the name of the
    one that changed it. ``screens`` are the clients, weak, so they go with their sessions.
    """

    screens: WeakSet[Any] = field(default_factory=WeakSet)
    where: str = ""
    alone: bool = False
    may_clear: bool = False
    read_only: str = ""
    broken: str = ""
    new_version: str = ""
    take: Callable[[], object] | None = None
    renew: Callable[[], object] | None = None
    damage: tuple[str, ...] | None = None
    backup_thread: BackupThread | None = None
    reads_paths: bool = False

    def __setattr__(self, name: str, value: object) -> None:
        before = getattr(self, name, value)
        super().__setattr__(name, value)
        if before != value and (before or value):  # no damage looks like not having looked for any
            self.on_every_screen(lambda client: client.redraw())

    def on_every_screen(self, act: Callable[[Any], object], first: str = "") -> None:
        """Have something done on every screen that is there, from whatever thread; ``first`` on those of a member."""
        for client in sorted(self.screens, key=lambda client: client.member_id != first):
            client.run_soon(act)

    def backup_tried(self) -> None:
        """Show on every screen but those of plays that a copy was tried, and what came of it."""
        self.on_every_screen(lambda client: None if client.location.playing else client.redraw())


class OpenPlays:
    """The plays that are open in this process: one referee each, shared by every screen.

    ``lots`` are what is bid for in them; sealed bids are here and nowhere else until they are opened. ``storage`` says
    where the books are kept, ``shared`` who takes part. The demo evening has a journal of its own in memory, so it is
    in no list, no statistics and no backup.
    """

    def __init__(
        self, journal: Journal, storage: StorageStatus | None = None, reach: Reach | None = None
    ) -> None:
        self.journal = journal
        self.storage = storage or StorageStatus()
        redraw = partial(self.storage.on_every_screen, lambda client: client.redraw_all())
        self.shared = SharedTable(journal, redraw, reach)
        self.copies: Copies | None = None
        """What phones keep of the plays, where this device has no server."""
        self.lots: dict[str, Lot] = {}
        self._noted: dict[tuple[str, str], tuple[str, Answers, str] | None] = {}
        """What the book has of them."""
        self._referees: dict[str, Referee] = {}
        self._snapshots: dict[str, PlaySnapshot] = {}
        self._glances: dict[str, tuple[Play, PlaySnapshot]] = {}
        self._faults: dict[str, tuple[str, ...]] = {}
        self._demo: Journal | None = None
        journal.database.on_status_change = self._on_storage_change
        self._on_storage_change()

    def _on_storage_change(self) -> None:
        """Note whether the book can be written."""
        self.storage.broken = self.journal.database.broken or ""

    def faults(self, play_id: str) -> tuple[str, ...]:
        """What in a play's file is damaged, a sentence each; checked once a process."""
        if play_id == DEMO:
            return ()  # it is in no file
        if play_id not in self._faults:
            tail = self.journal.database.tail
            lost = [tail.sentence] if tail and tail.play == play_id else []
            self._faults[play_id] = (*lost, *integrity.check(self.journal, play_id))
            if self._faults[play_id]:
                self.storage.damage = None  # so that the home screen reports it too
        return self._faults[play_id]

    def book(self, by: str) -> Journal:
        """Return the book for a member who changes what concerns more than one evening, or takes it out whole.

        Raises:
            Refusal: the member may not.

        """
        self.shared.require(by, BOOK)
        return self.journal

    def keep_here(self, by: str) -> object:
        """Make this tab the one that writes, if possible.

        Raises:
            Refusal: that is not for the member who asks, or the other tab does not answer.

        """
        self.shared.require(by, BOOK)
        return self.storage.take() if self.storage.take else None

    def start_new_version(self, by: str) -> None:
        """Start the version of the app that is ready.

        Raises:
            Refusal: that is not for the member who asks.

        """
        self.shared.require(by, BOOK)
        if self.storage.renew:
            self.storage.renew()

    def journal_of(self, play_id: str) -> Journal:
        """The journal that a play is in; the demo evening is played anew when first asked for."""
        if play_id != DEMO:
            return self.journal
        if self._demo is None:
            from companion.formats.session import replay, steps  # noqa: PLC0415 - with the first game

            self._demo = Journal(UntrustedFile())
            replay(self._demo, steps(demo_evening()), play_id=DEMO)
        return self._demo

    def referee(self, play_id: str) -> Referee:
        """The referee of a play, fetched when first asked for."""
        if play_id not in self._referees:
            from companion.core.recording.referee import Referee  # noqa: PLC0415 - with the first game

            self._referees[play_id] = Referee(self.journal_of(play_id), play_id, game_of)
            self._resume_bids(play_id)
        return self._referees[play_id]

    def keep_bids(self, play_id: str) -> None:
        """Note in the book what is bid for in a play now, so that it goes on after a restart."""
        lot = self.lots.get(play_id)
        word = lot.to_word() if lot else ""
        for state in (LOT, SEALED):
            noted = (
                (lot.action, lot.answers, word) if lot and word and lot.kept_as == state else None
            )
            if play_id == DEMO or noted == self._noted.get((play_id, state)):
                continue
            with suppress(
                StorageError
            ):  # where nothing can be written, it goes on until the app ends
                if noted:
                    self.shared.rooms.keep_bidding(play_id, state, *noted)
                else:
                    self.shared.rooms.forget_bidding(play_id, state)
                self._noted[play_id, state] = noted

    def _resume_bids(self, play_id: str) -> None:
        """Go on with what the book says is bid for, as after a restart, unless its entry was written by then."""
        from views.state.play.lot import Lot  # noqa: PLC0415 - with the first game

        for state in (LOT, SEALED):
            # what another version has noted may make no sense in this one
            with suppress(Refusal, StorageError, LookupError, TypeError, ValueError):
                kept = next(iter(self.shared.rooms.requests(play_id, state=state)), None)
                noted = (kept.action, kept.answers, kept.word) if kept else None
                if noted == self._noted.get((play_id, state)):
                    continue  # this process has noted it, and knows more
                self._noted[play_id, state] = noted
                before = self.lots.get(play_id)
                if before and before.kept_as == state:
                    del self.lots[play_id]
                lot = Lot.resume(kept, partial(self.snapshot, play_id)) if kept else None
                if lot and not self.journal.find_recorded(play_id, lot.command):
                    self.lots[play_id] = lot

    def is_open(self, play_id: str) -> bool:
        """Whether a play was opened in this process."""
        return play_id in self._referees

    def snapshot(self, play_id: str) -> PlaySnapshot:
        """The play as it is now; the same object until something is written, or a device goes away or comes back."""
        referee = self.referee(play_id)
        away = self.shared.away(play_id)
        held = self._snapshots.get(play_id)
        if held is None or held.table is not referee.table or held.away != away:
            from views.state.play.play_snapshot import PlaySnapshot  # noqa: PLC0415 - with the first game

            held = self._snapshots[play_id] = PlaySnapshot(referee, away)
        return held

    def glance(self, play: Play) -> PlaySnapshot:
        """A play as the home screen shows it: one that is not open needs no referee, who looks up what undo does."""
        if self.is_open(play.id):
            return self.snapshot(play.id)
        seen, held = self._glances.get(play.id, (None, None))
        if held is None or seen != play:
            from companion.core.recording.rules_at import RulesAt  # noqa: PLC0415 - with the first game
            from views.state.play.play_snapshot import PlaySnapshot  # noqa: PLC0415 - as above

            held = PlaySnapshot(RulesAt(play, game_of(play.game), self.journal.ledger(play.id)))
            self._glances[play.id] = play, held
        return held

    def last_line(self, play: Play) -> str:
        """What was recorded last in a play; empty where nothing was."""
        return "".join(last.proposal.narration for last in self.journal.entries(play.id, limit=1))

    def check_book(self) -> tuple[str, ...]:
        """Check the file and the list of plays: what is damaged, in sentences."""
        return tuple(fault.sentence for fault in integrity.check_file(self.journal))

    def with_plays(self, found: tuple[str, ...]) -> tuple[str, ...]:
        """Add the plays that were found damaged as they were opened, by now, to what was found in the file."""
        damage = list(found)
        for play_id in [play_id for play_id, faults in self._faults.items() if faults]:
            with suppress(Refusal, StorageError):
                damage.append(f"{self.referee(play_id).play.title} is damaged.")
        return tuple(dict.fromkeys(damage))

    def follow(self) -> None:
        """Read what other programs have done to the book, and redraw every screen if anything."""
        self.journal.database.notice_missing()
        if self.journal.database.has_changed_elsewhere():
            self.reread()
            self.storage.on_every_screen(lambda client: client.catch_up())

    def reread(self) -> None:
        """Read every play again: the file is another one now. Plays that are no longer in it are dropped."""
        for play_id in list(self._referees):
            try:
                self.refresh(play_id)
                self._resume_bids(play_id)
            except (Refusal, StorageError):
                del self._referees[play_id]
                self._snapshots.pop(play_id, None)
        self._faults.clear()

    def open_again(self, by: str) -> None:
        """Open the book again after a failed save, and read every play as it is now.

        Raises:
            Refusal: that is not for the member who asks.
            ReadOnlyError, BusyError: nothing can be saved yet, so it is still to be read only.
            CannotOpenError, DamagedError: it can't even be read.

        """
        self.shared.require(by, REOPEN)
        self.journal.database.reopen()
        self.reread()
        self.storage.on_every_screen(lambda client: client.catch_up())

    def refresh(self, play_id: str) -> None:
        """Read a play again, since another program may have written to it."""
        referee = self.referee(play_id)
        before, table, play = referee.version, referee.table, referee.play
        referee.refresh()
        held = self._snapshots.get(play_id)
        if held and held.table is table and referee.version == before and referee.play == play:
            held.table = referee.table  # nothing new: keep what was worked out

    def read_anew(self, play_id: str) -> None:
        """Read a play as the book has it now, on every screen: it was replaced, or may be recorded in no longer."""
        self.forget(play_id)
        self.storage.on_every_screen(lambda client: client.catch_up())

    def forget(self, play_id: str) -> None:
        """Drop a play that was archived or deleted, or the demo evening."""
        self._referees.pop(play_id, None)
        self._snapshots.pop(play_id, None)
        self.lots.pop(play_id, None)
        self.keep_bids(play_id)
        if play_id == DEMO:
            self._demo = None


def copy_after_entry(open_plays: OpenPlays, play_id: str) -> None:
    """Have the book copied before long: something was written in a play, which may be over with it."""
    if open_plays.copies and play_id != DEMO:
        open_plays.copies.note_entry(play_id)
    if (backup_thread := open_plays.storage.backup_thread) and play_id != DEMO:
        try:
            over = bool(open_plays.referee(play_id).play.ended)
        except (Refusal, StorageError):
            over = False  # it was put away, or can't be read
        backup_thread.note_entry(ended=over)
