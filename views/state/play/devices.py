"""Who plays on which device, as one screen changes it: whose secrets one more device can show stands in the journal."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.core.recording import members
from models.errors import StorageError
from models.ledger import ANOTHER, Refusal
from models.rooms import IN, THIS_DEVICE, Member, Room
from views.state.play.part import Part


@dataclass(eq=False)
class Devices(Part):
    """The devices that take part in one play."""

    def set_people(self, member: Member, people: tuple[str, ...]) -> None:
        """Have a device play for these people, and let it in."""
        self.set_member(member, people=people, **({} if member.state == IN else {"state": IN}))

    def set_member(self, member: Member, **values: Any) -> None:
        """Change what a device may do, or for whom it plays."""
        others = [one for one in self._all if one.id != member.id]
        if self._announce([*others, replace(member, **values)]):
            self.play.open_plays.shared.set_member(member, **values)

    def turn_away(self, member: Member) -> None:
        """Refuse a device, or remove it."""
        if self._announce([one for one in self._all if one.id != member.id]):
            self.play.open_plays.shared.turn_away(member)

    def stop_sharing(self, room: Room) -> None:
        """Remove all phones, and have nobody join any more."""
        if self._announce([one for one in self._all if not one.room]):
            self.play.open_plays.shared.set_room(room, closed=True)

    def is_played_elsewhere(self, seat: str, *, than: Member) -> bool:
        """Whether a player is played on another device than this one."""
        table = self.play.snapshot.table
        return any(seat in members.own_seats(one, table) for one in self._all if one.id != than.id)

    def _announce(self, after: list[Member]) -> bool:
        """Record whose secrets other devices show once these are all there are; false if it can't be recorded.

        Other games of the room that are not over have it too. One in which nothing is hidden now has an entry only
        where two devices play for somebody.
        """
        this, open_plays, member = self.play, self.play.open_plays, self.play.member()
        room = open_plays.shared.room_of(this.play_id)
        its = set(open_plays.shared.rooms.plays_of(room.id)) if room else set()
        # this play last: phones that come in begin at the one touched last
        others = [one.id for one in open_plays.journal.plays() if one.id in its and not one.ended]
        for play_id in (*(one for one in others if one != this.play_id), this.play_id):
            with nullcontext() if play_id == this.play_id else suppress(Refusal, StorageError):
                snapshot, referee = open_plays.snapshot(play_id), open_plays.referee(play_id)
                hides = any(one.secret for one in snapshot.standings)
                for answers in members.another_device(self._all, after, snapshot.table, hides=hides):
                    if play_id != this.play_id:
                        referee.write(ANOTHER, answers, member=member)
                    elif this.recorder.write(referee.write, ANOTHER, answers, member=member) is None:
                        return False
        return True

    @property
    def _all(self) -> list[Member]:
        """All devices that take part, the table's own at the top."""
        shared = self.play.open_plays.shared
        room = shared.room_of(self.play.play_id)
        return [THIS_DEVICE, *shared.with_the_book(), *(shared.members(room) if room else ())]
