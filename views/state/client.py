"""What one session knows: a ``Client``, and a ``PlayState`` for each play in it. Both outlive a reload."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.core.recording.meanwhile import away
from companion.core.recording.members import PAST, why_not_allowed
from models.errors import NoSuchPlayError, StorageError
from models.frozen import frozen
from models.journal import Journal
from models.ledger import Refusal
from models.rooms import THIS_DEVICE, Member
from views.components.privacy import Privacy
from views.state.open_plays import DEMO, OpenPlays
from views.state.shared_table import LOST
from views.theme import TABLET

if TYPE_CHECKING:  # loaded with the first game
    from views.state.play.play_state import PlayState, Unfinished


@frozen
class Preferences:
    """How this person likes the screen. ``mode`` is system, light or dark; ``scale`` is from 1 to 2.

    ``one_tap`` records at once what a tile says in full; ``turn_clock`` shows how long a turn has lasted.
    ``facing`` turns the sheet to whoever acts, and ``sides`` says at which side of the device people sit, by name.
    """

    mode: str = "system"
    scale: float = 1.0
    haptics: bool = True
    awake: bool = True
    one_tap: bool = True
    turn_clock: bool = False
    facing: bool = False
    sides: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Location:
    """The play on screen and the place in it, whether its table is shown, the applied theme, and the follower task.

    It is not observed: a change redraws nothing. What stands ``above`` a screen is so many pixels high.
    """

    playing: str = ""
    above: float = 0
    place: str = ""
    attending: bool = False
    themed_with: tuple[str, str, float] | None = None
    following: Future[None] | None = None


TELEVISION = 1200
"""From this width on a screen is for the room: no tablet is so wide."""
ON_ITS_SIDE, LOW = 1000, 500
"""A window narrower and lower than this is a phone on its side; a tablet with a keyboard on it is wider."""


@dataclass(eq=False)
class Client(ft.Observable):
    """One session: its size, its preferences, and the state of every play it has opened."""

    open_plays: OpenPlays
    width: float = 390
    height: float = 844
    prefs: Preferences = field(default_factory=Preferences)
    location: Location = field(default_factory=Location)
    privacy: Privacy = field(default_factory=Privacy)
    member_id: str = THIS_DEVICE.id
    announce: Callable[[str], None] = lambda _: None
    tick: Callable[[], None] = lambda: None
    follow_play: Callable[[str], None] = lambda _: None
    run_soon: Callable[[Callable[[Client], object]], None] = lambda _: None
    left: dict[str, Unfinished] = field(default_factory=dict, repr=False)
    """What this device had half filled in before it came back over another connection, by the plays."""
    _states: dict[str, PlayState] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.privacy.may_show = lambda play, table, seat: (
            seat in self.open_plays.shared.seats(self.member, play, table)
        )

    @property
    def member(self) -> Member:
        """Whose device this is, with the rights it has now."""
        return self.open_plays.shared.member(self.member_id)

    def may(self, right: str) -> bool:
        """Whether this device has a right now, for what is drawn; whatever is written asks again."""
        return why_not_allowed(self.member, right) is None

    def book(self) -> Journal:
        """Return the book, to change what concerns more than one evening, or to take it out whole.

        Raises:
            Refusal: this device may not.

        """
        return self.open_plays.book(self.member_id)

    @property
    def scale(self) -> float:
        """How large its text is, where 1 is usual."""
        return self.prefs.scale

    @property
    def wide(self) -> bool:
        """Whether there is room for a tablet's layout; large text needs more of it."""
        return self.low or self.width >= TABLET * max(1.0, self.scale * 0.8)

    @property
    def low(self) -> bool:
        """Whether it is a phone on its side: wide enough for a rail, and too low for a title above the sheet."""
        return TABLET <= self.width < ON_ITS_SIDE and self.height < LOW

    @property
    def television(self) -> bool:
        """Whether it shows the room's board in place of the table: it is large, and whoever joined on it only watches.

        Nobody sits near enough to tap it.
        """
        large = self.width >= TELEVISION and self.height > LOW
        return large and not self.may(PAST) and not self.member.people

    def state(self, play_id: str) -> PlayState:
        """The state of a play, created when first asked for.

        Raises:
            Refusal: the journal holds no such play, or it is none of those this member sees.

        """
        if not self.open_plays.shared.may_see(self.member, play_id):
            raise Refusal("This game is not one of your table's.")
        if play_id not in self._states:
            from views.state.play.play_state import PlayState  # noqa: PLC0415 - with the first game

            self._states[play_id] = PlayState(
                self.open_plays,
                play_id,
                self._announce,
                self.tick,
                scale=lambda: self.scale,
                one_tap=lambda: self.prefs.one_tap,
                member=lambda: self._member_in(play_id),
                privacy=self.privacy,
            )
            if left := self.left.pop(play_id, None):
                self._states[play_id].take_over(left)
            self.follow_play(play_id)
        return self._states[play_id]

    def unfinished(self) -> dict[str, Unfinished]:
        """What is half filled in, by the plays."""
        return self.left | {
            play_id: state.unfinished for play_id, state in self._states.items() if not state.past
        }

    def _member_in(self, play_id: str) -> Member:
        """Whose device this is in a play; nobody's where that is in another room by now."""
        member = self.member
        return member if self.open_plays.shared.may_see(member, play_id) else LOST

    def here(self) -> PlayState | None:
        """The state of the play on screen."""
        return self._states.get(self.location.playing)

    def late_tap(self, number: int) -> Any | None:
        """The handler of a Record button that has gone by now; ``None`` if it was none."""
        state = self.here()
        button = state.taps.remembered_button(number) if state else None
        return button.on_click if button else None

    def is_echo(self) -> bool:
        """Whether a tap is what an Enter for the sheet has pressed besides."""
        state = self.here()
        return state is not None and state.taps.is_echo()

    def _announce(self, play_id: str) -> None:
        self.announce(play_id)  # the listener may be set after the state was created

    def is_up(self, play_id: str) -> bool:
        """Whether it is the own device of somebody whose turn it is in a play that is open here."""
        state = self._states.get(play_id)
        return state is not None and any(seat in state.seats for seat in state.snapshot.up)

    def refresh(self, play_id: str) -> None:
        """Somebody wrote to a play: take it in where it is open."""
        if play_id in self._states:
            self._states[play_id].sync()

    def end_demo(self) -> None:
        """Throw the demo evening away; whoever looks at it next finds it as it was at first."""
        self.open_plays.forget(DEMO)
        self._states.pop(DEMO, None)
        self.announce(DEMO)

    def redraw(self) -> None:
        """Redraw everything."""
        self.notify()  # type: ignore[no-untyped-call]

    def redraw_all(self) -> None:
        """Redraw everything, the sheet on screen too: who takes part has changed, or what they ask for.

        What was written with that is taken in as well, or each nod would be drawn twice.
        """
        if here := self.here():
            with suppress(StorageError):  # what can't be read is said where it is drawn
                here.sync()
            here.redraw()
        self.redraw()

    def catch_up(self) -> str:
        """Read everything that was written meanwhile, and redraw. Returns what happened in the play on screen."""
        here, words = self.here(), ""
        for play_id, state in list(self._states.items()):
            seen = state.seen
            try:
                state.sync()
                if state is here:
                    words = away(state.snapshot.since(seen))
            except NoSuchPlayError:
                del self._states[
                    play_id
                ]  # whoever asks for it then learns that it is no longer in the book
                continue
            state.panel.moment.over()  # whoever comes back has missed it
            state.problem = ""  # what was refused before may not be now
            state.redraw()
        self.redraw()
        return words


ClientContext: Any = ft.create_context(None)
"""Gives screens the session's client; the adapters in ``app_shell`` read it."""


def copy_soon(client: Client) -> None:
    """Copy the book soon, if anything is new in it: a play was left."""
    if backup_thread := client.open_plays.storage.backup_thread:
        backup_thread.note_leaving()
