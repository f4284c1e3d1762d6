"""The copies that phones keep of the games they take part in: who has which, and what each gets next.

The pages carry them (``packaging/pwa/copies.mjs``); ``models.backups.phone_copies`` has what is in a part.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.backup_reminder import safety
from companion.core.recording.members import INVITE, NOD
from models import elsewhere
from models.elsewhere import Elsewhere
from models.errors import StorageError
from models.frozen import frozen
from models.ledger import Refusal
from models.names import name_key
from models.plays import Play
from models.rooms import ROOM_LETTERS, Member, Room
from views.state.shared_table import SharedTable

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.recording.handing_out import HandingOut
    from companion.core.recording.referee import Referee

KEEP = "copies.keep"
"""The preference that says whether phones keep copies."""
HERE = "copies.here."
"""The prefix of those that say on which device a game goes on, in words."""
LEFT = "copies.left."
"""The prefix of those that say which device it left, by its certificate."""
ELSEWHERE, THERE = "on another device", "on the device that was left"
SECONDS = 0.4
"""So long what was tapped has the processor and the channels before its copy."""
MOST_HELD = 64
"""Number of games of which a phone may say that it has a copy."""
SEAL_BYTES = 9
"""Bytes of a seal's name, as in ``packaging/pwa/sealing.mjs``."""
LONGEST = 100
"""Letters of a word of it."""
NO_PHONE = "No phone is here that has more of this game. Invite one of them, then try again."
ONE_MORE = "That copy is sealed. Let a second player's phone in, then take the longer book again."
TAKEN = "The longer book is here now."
KEPT_TOO = "What only this device had is kept as a game of its own:"


class CopyWordsError(ValueError):
    """What a phone says of its copies makes no sense."""


@frozen
class Held:
    """What a phone has of a game: up to which entry, with the seal and the mark of that, and from which device."""

    last: int
    seal: str
    mark: str
    by: str
    where: str


@dataclass
class Seal:
    """What locks the copies of a play: a line, on which each owner of phones has a place."""

    name: str = field(default_factory=lambda: secrets.token_urlsafe(SEAL_BYTES))
    owners: dict[str, str] = field(default_factory=dict)
    """Who each player has phones together with."""
    places: dict[str, int] = field(default_factory=dict)

    def fits(self, owners: Mapping[str, str]) -> bool:
        """Whether nobody has a second place by now, as somebody who plays for another one too."""
        kept = owners.keys() & self.owners.keys()
        pairs = {(owners[name], self.owners[name]) for name in kept}
        return len(pairs) == len(dict(pairs))

    def place(self, member: Member) -> int:
        """The place of a member's phone."""
        owner = self.owners[name_key(member.people[0])]
        return self.places.setdefault(owner, len(self.places) + 1)


@dataclass(eq=False)
class Keeper:
    """A phone that is connected, and its copies by the plays."""

    number: int
    member: str
    keeps: bool = False
    ready: bool = False
    """Whether it has all of the app, and could take over with no network."""
    held: dict[str, Held] = field(default_factory=dict)
    awaited: set[str] = field(default_factory=set)
    """The plays of which it has not answered the last part: what comes meanwhile goes with the next."""
    full: set[str] = field(default_factory=set)
    """The play of which it could not keep the last part."""
    given_up: set[str] = field(default_factory=set)
    """The plays of which it could not even keep all anew as one."""


class Copies:
    """What the phones of this device's games keep.

    ``referee`` has a play, and ``read_anew`` reads it as the book has it now. ``post`` asks the page to hand a part
    out, ``say`` has it tell a phone something.
    """

    def __init__(
        self,
        shared: SharedTable,
        referee: Callable[[str], Referee],
        read_anew: Callable[[str], object],
        post: Callable[..., Any],
        say: Callable[..., Any],
    ) -> None:
        self.shared = shared
        self.journal = shared.journal
        self.referee = referee
        self.read_anew = read_anew
        self.post = post
        self.say = say
        self.news: dict[str, str] = {}
        """What came of taking a longer book over, by the plays."""
        self._fetched: set[str] = set()
        """The plays of which somebody wants the longer book."""
        self._keepers: dict[int, Keeper] = {}
        self._seals: dict[str, Seal] = {}
        self._handing: dict[str, HandingOut] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}

    # --- what the table and a phone choose ---------------------------------------------------------

    @property
    def wanted(self) -> bool:
        """Whether phones keep copies."""
        return self.journal.preference(KEEP, True)

    def want(self, yes: bool, by: str) -> None:
        """Choose whether phones keep copies; where they don't, what they have is thrown away.

        Raises:
            Refusal: that is not for the member who chooses.

        """
        self.shared.require(by, INVITE)
        self.journal.set_preference(KEEP, yes)
        for keeper in self._keepers.values():
            for play_id in () if yes else keeper.held:
                self.say(keeper.number, drop=play_id)
        self.hand_out()
        self.shared.refresh()

    def of(self, member: Member) -> Keeper | None:
        """What a member's phone keeps; ``None`` if it has not said so."""
        return next((held for held in self._keepers.values() if held.member == member.id), None)

    def kept(self, play_id: str) -> list[tuple[Member, int, bool]]:
        """Whose phones have a copy of a play, up to which entry, and whether they have all of the app too."""
        return [
            (self.shared.member(keeper.member), keeper.held[play_id].last, keeper.ready)
            for keeper in self._keepers.values()
            if play_id in keeper.held
        ]

    def keep_on(self, member: Member, yes: bool) -> None:
        """Choose for a member's own phone, which remembers it."""
        if keeper := self.of(member):
            self.say(keeper.number, keep=yes)

    # --- phones ------------------------------------------------------------------------------------

    def hear(self, number: int, member_id: str, said: Mapping[str, Any]) -> None:
        """Take in what a phone says that it has.

        Raises:
            CopyWordsError: that makes no sense.

        """
        keeper = self._keepers.setdefault(number, Keeper(number, member_id))
        keeper.held = _held(said.get("held"))
        keeper.keeps, keeper.ready = said.get("keeps") is True, said.get("ready") is True
        keeper.awaited.clear()
        full = str(said.get("full", ""))
        keeper.held.pop(full, None)  # it gets it anew as one part
        keeper.given_up |= {full} & keeper.full
        keeper.full = {full} if full else set()
        for play_id, held in keeper.held.items():
            with suppress(Refusal, StorageError):
                self._look_elsewhere(keeper, play_id, held)
        self.hand_out(to=[keeper])
        self.shared.presence_changed()

    def forget(self, number: int) -> None:
        """Forget a phone that has hung up."""
        self._keepers.pop(number, None)

    # --- handing out -------------------------------------------------------------------------------

    def note_entry(self, play_id: str) -> None:
        """Hand out what a play has more, once the screens have what was tapped; phones hear its number at once."""
        for keeper in self._keepers.values():
            if play_id in keeper.held:
                self.say(keeper.number, seen=[play_id, self.journal.last(play_id)])
        if due := self._due.pop(play_id, None):
            due.cancel()
        later = asyncio.get_running_loop().call_later
        self._due[play_id] = later(SECONDS, self.hand_out, play_id)

    def hand_out(self, play_id: str = "", to: Iterable[Keeper] | None = None) -> None:
        """Send phones, or all of them, what they lack of a play, or of every play that could go on with their room."""
        by_room: dict[str, list[Keeper]] = defaultdict(list)
        keepers = self._keepers.values() if to is None else to
        for keeper in keepers if self.wanted else ():
            member = self.shared.member(keeper.member)
            if member.people and keeper.keeps:
                by_room[member.room].append(keeper)
        for room_id, its in by_room.items():
            with suppress(Refusal, StorageError):
                room = self.shared.rooms.room(room_id)
                if room is None:
                    continue
                plays = self.shared.plays_in(room_id)
                played = next((play.id for play in plays if not play.ended), "")
                for play in plays:
                    if play_id in ("", play.id) and not elsewhere.went_on(self.journal, play.id):
                        have = [keeper for keeper in its if play.id in keeper.held]
                        self._hand_out(room, play, its if play.id == played else have)

    def _hand_out(self, room: Room, play: Play, keepers: list[Keeper]) -> None:
        """Send phones what they lack of a play.

        The one that is played now is all that a phone begins to keep: else two large ones would push each other out.
        """
        from models.backups.phone_copies import standing  # noqa: PLC0415 - with the first phone

        if not keepers:
            return
        if play.ended and self._is_backed_up(play):
            for keeper in keepers:
                self.say(keeper.number, drop=play.id)
            return
        handing = self._of_play(play.id)
        seal = self._seal(play.id, room) if handing.hides else None
        name = seal.name if seal else ""
        lacking: dict[tuple[int, str, bool], list[Keeper]] = defaultdict(list)
        for keeper in keepers:
            held = keeper.held.get(play.id)
            if play.id in keeper.awaited | keeper.given_up:
                continue
            if held is None or held.seal != name:
                lacking[0, "", bool(held and held.seal)].append(keeper)
            elif standing(self.journal, play.id, held.last, held.mark) != "same":
                lacking[held.last, held.mark, bool(held.seal)].append(keeper)
        for (last, mark, sealed), those in lacking.items():
            part = handing.part(last, mark, sealed=sealed)
            for keeper in those:
                keeper.awaited.add(play.id)
            self.post(
                "copy",
                to=[
                    [keeper.number, seal.place(self.shared.member(keeper.member)) if seal else 0]
                    for keeper in those
                ],
                play=play.id,
                title=play.title,
                room=room.id[:ROOM_LETTERS],
                where=self.journal.preference(HERE + play.id, ELSEWHERE),
                seal=name,
                mark=part.mark,
                first=part.first,
                last=part.last,
                body=part.data,
            )

    def _is_backed_up(self, play: Play) -> bool:
        last = safety(self.journal, may_clear=False).last
        return last is not None and play.touched <= last

    def _of_play(self, play_id: str) -> HandingOut:
        from companion.core.recording.handing_out import HandingOut  # noqa: PLC0415 - with the first game

        referee = self.referee(play_id)
        if play_id not in self._handing or self._handing[play_id].referee is not referee:
            self._handing[play_id] = HandingOut(referee)
        return self._handing[play_id]

    def _seal(self, play_id: str, room: Room) -> Seal:
        """Return the seal of a play: a new one once somebody would have two places on its line."""
        owners = _owners(self.shared.members(room))
        seal = self._seals.get(play_id)
        if seal is None or not seal.fits(owners):
            seal = self._seals[play_id] = Seal()
        seal.owners |= owners
        return seal

    # --- a game that went on elsewhere -------------------------------------------------------------

    def _look_elsewhere(self, keeper: Keeper, play_id: str, held: Held) -> None:
        """Note that a game went on elsewhere, where a phone has more of it than this book, or something else."""
        from models.backups.phone_copies import standing  # noqa: PLC0415 - as above

        if not self.shared.may_see(self.shared.member(keeper.member), play_id):
            return  # none of its room's
        if standing(self.journal, play_id, held.last, held.mark) in ("ahead", "apart"):
            left = self.journal.preference(LEFT + play_id, "")
            news = Elsewhere(held.by, THERE if held.by == left else held.where, held.last)
            if elsewhere.note_elsewhere(self.journal, play_id, news):
                self._read_anew(play_id)

    def of_play(self, play_id: str) -> Elsewhere | None:
        """Where a play went on, as long as nobody has chosen what to do about it."""
        return elsewhere.went_on(self.journal, play_id)

    def stay_here(self, play_id: str, by: str) -> None:
        """Go on here all the same.

        Raises:
            Refusal: that is not for the member who chooses.

        """
        self.shared.require(by, NOD, self.shared.room_id(play_id))
        elsewhere.stay_here(self.journal, play_id)
        self._read_anew(play_id)
        self.hand_out(play_id)

    def fetch(self, play_id: str, by: str) -> None:
        """Have the phone that has most of a play hand it over; ``take`` hears of it.

        Raises:
            Refusal: that is not for the member who chooses, or no such phone is connected.

        """
        self.shared.require(by, NOD, self.shared.room_id(play_id))
        holders = [keeper for keeper in self._keepers.values() if play_id in keeper.held]
        if not holders:
            raise Refusal(NO_PHONE)
        self._fetched.add(play_id)
        for keeper in holders:  # of a sealed copy two players' phones are needed
            self.say(keeper.number, hand=play_id)

    def need_another(self, play_id: str) -> None:
        """Say that one phone alone can't open what it has handed over."""
        self._tell(play_id, ONE_MORE)

    def take(self, play_id: str, parts: Iterable[bytes]) -> None:
        """Take over what a phone has of a play; what only this book has is kept as another game."""
        from companion.core.recording.handing_out import go_on  # noqa: PLC0415 - wanted seldom
        from companion.games import game_of  # noqa: PLC0415 - as above
        from models.backups.phone_copies import assemble, branches  # noqa: PLC0415 - as above
        from models.backups.restore import compare  # noqa: PLC0415 - as above

        if play_id not in self._fetched:
            return  # a phone hands nothing over that nobody has asked for
        try:
            copy = assemble(parts, play_id)
        except StorageError as problem:
            self._tell(play_id, problem.sentence)
            return
        try:
            if not compare(self.journal, copy.backup).changes:
                return  # another phone has handed over as much
            lost = branches(play_id, self.journal, copy.backup.journal).more[0]
            go_on(self.journal, copy, game_of)
        except StorageError as problem:
            self._tell(play_id, problem.sentence)
            return
        finally:
            copy.close()
        self._fetched.discard(play_id)
        self._read_anew(play_id)
        self._tell(play_id, " ".join((TAKEN, *copy.faults, *((KEPT_TOO, *lost) if lost else ()))))
        self.hand_out(play_id)

    def close_news(self, play_id: str) -> None:
        """Close what was said of it."""
        self._tell(play_id, "")

    def _tell(self, play_id: str, words: str) -> None:
        self.news[play_id] = words
        self.shared.refresh()

    def _read_anew(self, play_id: str) -> None:
        """Read a play as the book has it now, on every screen."""
        self.read_anew(play_id)
        self.shared.refresh()


def _held(said: object) -> dict[str, Held]:
    """Read what a phone says that it has.

    Raises:
        CopyWordsError: that makes no sense.

    """
    found: dict[str, Held] = {}
    for copy in said if isinstance(said, list) and len(said) <= MOST_HELD else (None,):
        if not isinstance(copy, dict) or not isinstance(copy.get("last"), int):
            raise CopyWordsError("no list of copies")
        words = [copy.get(name, "") for name in ("play", "seal", "mark", "by", "where")]
        if not all(isinstance(word, str) and len(word) <= LONGEST for word in words):
            raise CopyWordsError("no copy")
        play_id, *more = words
        found[play_id] = Held(copy["last"], *more)
    return found


def _owners(members: Iterable[Member]) -> dict[str, str]:
    """Say who each player has phones together with: the first of them, by the keys of their names."""
    owners: dict[str, str] = {}
    for member in members:
        names = [name_key(person) for person in member.people]
        owners |= {name: owners.get(name, name) for name in names}
        joined = {owners[name] for name in names}
        owners = {name: min(joined) if owner in joined else owner for name, owner in owners.items()}
    return owners
