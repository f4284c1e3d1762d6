"""The tablet is gone, and the evening goes on from the copies that phones keep; then the old tablet is awake again."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.recording.handing_out import HandingOut, go_on
from companion.core.recording.referee import Referee
from companion.games import find_game
from models import integrity
from models.backups.phone_copies import MOST_BYTES, assemble, branches, standing
from models.book import Book
from models.elsewhere import Elsewhere, note_elsewhere, stay_here
from models.journal import Journal
from models.ledger import Refusal
from models.rooms import IN
from tests.campaigns.platter import STYLES
from tests.campaigns.simulation import promises
from tests.campaigns.simulation.device import settle
from tests.campaigns.simulation.promises import Broken


@dataclass
class Kept:
    """What a phone keeps of a game."""

    number: int = 0
    mark: str = ""
    sealed: bool = False
    parts: list = field(default_factory=list)

    def take(self, handing):
        """Be handed what the game has more."""
        part = handing.part(self.number, self.mark, sealed=self.sealed)
        anew = part.first == 1
        self.parts = [part.data] if anew else [*self.parts, part.data]
        self.sealed = part.hidden or (self.sealed and not anew)
        self.number, self.mark = part.last, part.mark
        if sum(map(len, self.parts)) > MOST_BYTES:
            raise Broken(promises.FAULT, "a copy takes more of a phone than was promised")


async def goes_on(evening):
    """The tablet dies while some phones have a copy, older or newer; the evening goes on from any of them."""
    house, dice = evening.house, evening.dice
    copies = await _are_handed_out(evening)
    if not copies:
        return
    full = evening.written()
    _check_out(copies, full)
    evening.say(f"the tablet is gone; copies go up to {[kept.number for kept in copies.values()]}")
    others = [_gone(evening)]
    if dice.random() < 0.3:
        others.append(_rival(evening, copies[min(copies)].parts))
    copy = assemble(copies[dice.choice(sorted(copies))].parts, house.play)
    last = copy.play.entries
    go_on(house.open_plays.journal, copy, find_game)
    copy.close()
    await _all_come_to_it(evening)
    for name, kept in copies.items():
        how = standing(house.open_plays.journal, house.play, kept.number, kept.mark)
        if kept.number > last and how not in ("ahead", "apart"):
            raise Broken(promises.LOST, f"{name} has more, and nobody is told")
    now = evening.written()
    promises.nothing_lost(full, now, last)
    promises.sound(house)
    if len(now.entries) > last + 1:
        raise Broken(promises.TWICE, "more was written than whose secrets are seen here")
    evening.before, evening.taps, evening.led = now, 0, False
    for _ in range(dice.randint(0, 2)):
        await evening.pays()
        await settle()
    for place in others:
        evening.say(f"{place.name} is awake again")
        journal = Journal(Book.open(place))
        _comes_back(evening, journal, full.entries[last:] if place is others[0] else ())
        journal.database.close()


async def _are_handed_out(evening):
    """Return what phones keep after a while, by their names: those that are still at the table."""
    dice, house = evening.dice, evening.house
    keepers = {str(phone): Kept() for phone in evening.phones if phone.people and phone.linked}
    handing = HandingOut(house.open_plays.referee(house.play))
    for kept in keepers.values():
        kept.take(handing)
    for _ in range(dice.randint(1, 3)):
        await dice.choice((evening.pays, evening.taps_on, evening.undoes, evening.bids))()
        await settle()
        for kept in keepers.values():
            if dice.random() < 0.5:
                kept.take(handing)
    # of a sealed copy two players' phones are needed
    many = dice.randint(2, len(keepers)) if len(keepers) > 1 else 0
    return {name: keepers[name] for name in dice.sample(sorted(keepers), many)}


def _check_out(copies, full):
    """Whatever a phone was handed is a whole beginning of what there was."""
    for name, kept in copies.items():
        copy = assemble(kept.parts)
        found = copy.backup.journal.all_entries(copy.play.id)
        if copy.faults or [entry.digest for entry in found] != [
            entry[1] for entry in full.entries[: kept.number]
        ]:
            raise Broken(promises.LOST, f"{name} has not what it was handed: {copy.faults}")
        copy.close()


def _gone(evening):
    """End the tablet for good, and say where its disk lies; an app begins on a phone that has no book."""
    house = evening.house
    for device in evening.devices:
        device.dark()
    house.end(house.calls, evening.dice.choice(STYLES), evening.dice)
    old = house.place
    house.lives += 1
    house.room = ""
    house.start()
    return old


def _rival(evening, parts):
    """Another phone takes over at the same moment, and goes on in its own way."""
    house = evening.house
    place = house.folder / f"rival{house.lives}"
    journal, copy = Journal(Book.open(place)), assemble(parts)
    go_on(journal, copy, find_game)
    copy.close()
    referee = Referee(journal, house.play, find_game)
    if referee.undoable:
        referee.undo("it was another way there")
    journal.database.close()
    evening.say("another phone takes over, too")
    return place


async def _all_come_to_it(evening):
    """Everyone comes to the device that goes on, is let in by a nod, and has the rights of before."""
    house = evening.house
    shared = house.open_plays.shared
    room = shared.rooms.room_of(house.play)
    house.room = room.id
    house.phones.meeting.invite(room.id)
    evening.tablet.open()
    await settle()
    for phone in evening.phones:
        phone.glass, phone.session, phone.route = None, "", "/"
        evening.connect(phone)
        (member,) = shared.members_asking(room)
        before = shared.rooms.devices_before(room.id, member.people)
        rights = {
            right: True for right in ("host", "bank") if any(getattr(one, right) for one in before)
        }
        if phone.rights != rights:
            raise Broken(promises.SEAT, f"{phone} had {phone.rights}, and is offered {rights}")
        for device in before:
            shared.rooms.forget_member(device.id)
        shared.set_member(member, state=IN, **rights)
        await settle()


def _comes_back(evening, journal, only_there):
    """A device that knows nothing of it meets a phone: it records nothing, and takes the longer book when asked."""
    house, play, now = evening.house, evening.house.play, evening.written()
    kept = Kept()
    kept.take(HandingOut(house.open_plays.referee(play)))
    how = standing(journal, play, kept.number, kept.mark)
    if how in ("same", "behind"):  # it lacks nothing
        if now.entries[-1][1] not in {entry.digest for entry in journal.all_entries(play)}:
            raise Broken(promises.LOST, "two ways of a game were taken for one")
        return
    note_elsewhere(journal, play, Elsewhere(str(house.lives), "on Ben's phone", kept.number))
    referee = Referee(journal, play, find_game)
    _records_nothing(referee)
    if evening.dice.random() < 0.3:
        stay_here(journal, play)
        referee.refresh()
        if referee.undoable:
            referee.undo("the banker has chosen")
    had = journal.all_entries(play)
    theirs = assemble(kept.parts)
    parted = branches(play, journal, theirs.backup.journal)
    aside = go_on(journal, theirs, find_game)
    theirs.close()
    told = tuple(entry.proposal.narration for entry in had[parted.after :])
    if parted.more[0] != told or not {entry[3] for entry in only_there} <= {*told}:
        raise Broken(promises.LOST, f"{told} are there alone, and {parted.more[0]} are named")
    kept_too = [entry.proposal for entry in journal.all_entries(aside)] if aside else []
    if kept_too != [entry.proposal for entry in had if told]:
        raise Broken(promises.LOST, "what it had alone was not kept")
    if [entry.digest for entry in journal.all_entries(play)] != [one[1] for one in now.entries]:
        raise Broken(promises.LOST, "the longer book was not taken")
    for one in filter(None, (play, aside)):
        if faults := integrity.check(journal, one):
            raise Broken(promises.SUMS, faults[0])


def _records_nothing(referee):
    before = referee.version
    for act in (lambda: referee.undo("why not"), lambda: referee.void(1, "why not")):
        try:
            act()
        except Refusal as refusal:
            if referee.elsewhere and refusal.sentence == referee.elsewhere.sentence:
                continue
        raise Broken(promises.TWICE, "a book that went on elsewhere records on")
    if referee.journal.last(referee.play.id) != before:
        raise Broken(promises.TWICE, "a book that went on elsewhere has grown")
