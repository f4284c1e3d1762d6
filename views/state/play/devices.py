"""Who plays on which device, as one screen changes it: whose secrets one more device can show stands in the journal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.core.answers import Answers
from companion.core.recording import members
from companion.core.recording.members import INVITE
from models.errors import StorageError
from models.ledger import ANOTHER, Refusal
from models.rooms import IN, OUT, THIS_DEVICE, Member, Room
from views.state.play.recorder import Recorder
from views.state.play.viewpoint import Part


@dataclass(eq=False)
class Devices(Part):
    """The devices that take part in one play, and the room they are in, as the member of one screen changes them.

    Whatever is done here is a ``Refusal`` where that is not for the member.
    """

    recorder: Recorder

    # --- who takes part ----------------------------------------------------------------------------
    def set_people(self, member: Member, people: tuple[str, ...]) -> None:
        """Have a device play for these people, and let it in, with the rights that they had on another tablet."""
        if member.state == IN:
            self.set_member(member, people=people)
            return
        before = self.before(member)
        had = {
            right: True for right in ("host", "bank") if any(getattr(one, right) for one in before)
        }
        self.set_member(member, people=people, state=IN, **had)
        for device in before:
            self._shared.rooms.forget_member(device.id)

    def before(self, member: Member) -> list[Member]:
        """The devices with rights that somebody had before the game went on on this one."""
        return self._shared.rooms.devices_before(member.room, member.people)

    def set_member(self, member: Member, **values: Any) -> None:
        """Change what a device may do, or for whom it plays."""
        if self._announce(member, **values):
            self._shared.set_member(member, by=self._by, **values)

    def turn_away(self, member: Member) -> None:
        """Refuse a device, or remove it."""
        if self._announce(member, state=OUT):
            self._shared.turn_away(member, by=self._by)

    def is_played_elsewhere(self, seat: str) -> bool:
        """Whether a player is played on another device than this one."""
        table, here = self.snapshot.table, self._by
        return any(seat in members.own_seats(one, table) for one in self._all if one.id != here)

    # --- the room ----------------------------------------------------------------------------------
    def invite(self) -> None:
        """Open a room for this play, and the network for its devices."""
        self._shared.open_room(self.play.play_id, by=self._by)

    def invite_anew(self, room: Room) -> None:
        """Make another code and invitation."""
        self._shared.invite_anew(room, by=self._by)

    def set_room(self, room: Room, **values: bool) -> None:
        """Choose whether newcomers may ask to come in, and whether all is recorded at once."""
        self._shared.set_room(room, by=self._by, **values)

    def stop_sharing(self, room: Room) -> None:
        """Remove all phones, and have nobody join any more."""
        self._shared.require(self._by, INVITE, room.id)
        if self._record(self._all, [one for one in self._all if not one.room]):
            self.set_room(room, closed=True)
            if meeting := self._shared.reach.meeting:
                meeting.stop()  # it tells the phones why, as long as they can be told anything

    def meet(self, act: Callable[..., object], *args: object) -> None:
        """Do something about phones that come in without a server."""
        self._shared.require(self._by, INVITE, self._shared.room_id(self.play.play_id))
        if meeting := self._shared.reach.meeting:
            act(meeting, *args)

    # --- what the journal says of it ---------------------------------------------------------------
    def _announce(self, member: Member, **values: Any) -> bool:
        """Record whose secrets other devices show once a device is changed; false if it can't be recorded."""
        self._shared.require_host(self._by, member)
        before = self._all
        others = [one for one in before if one.id != member.id]
        return self._record(before, [*others, replace(member, **values)])

    def _record(self, before: list[Member], after: list[Member]) -> bool:
        """Record whose secrets other devices show once these are all there are; false if it can't be recorded.

        Other games of the room that are not over have it too. One in which nothing is hidden now has an entry only
        where two devices play for somebody.
        """
        this, open_plays, shared = self.play, self.play.open_plays, self._shared

        def news(play_id: str) -> list[Answers]:
            snapshot = open_plays.snapshot(play_id)
            hides = any(standing.secret for standing in snapshot.standings)
            return [*members.another_device(before, after, snapshot.table, hides=hides)]

        for play in shared.plays_in(shared.room_id(this.play_id)):
            if play.id != this.play_id and not play.ended:
                with suppress(Refusal, StorageError):
                    for answers in news(play.id):
                        open_plays.referee(play.id).write(ANOTHER, answers, member=this.member())
        # this play last: phones that come in begin at the one touched last
        write = open_plays.referee(this.play_id).write
        return all(self.recorder.write(write, ANOTHER, answers) for answers in news(this.play_id))

    @property
    def _all(self) -> list[Member]:
        """All devices that take part, the table's own at the top."""
        shared = self._shared
        return [THIS_DEVICE, *shared.with_the_book(), *shared.devices_of(self.play.play_id)]
