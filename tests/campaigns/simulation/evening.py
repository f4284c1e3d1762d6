"""An evening from one seed: a tablet, a banker, three phones and a watcher, what they do, and what happens to them.

Step ``n`` has dice of its own, so that a step can be left out and the others stay as they were: that is how an evening
in which a promise broke is made shorter.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import sqlite3
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.formats.session import replay, steps
from models.rooms import IN
from tests.campaigns.disk import Fault
from tests.campaigns.platter import STYLES
from tests.campaigns.simulation import going_on, promises
from tests.campaigns.simulation.device import OwnPage, Phone, settle
from tests.campaigns.simulation.house import Complaints, House
from tests.campaigns.simulation.mischief import Mischief
from tests.campaigns.simulation.people import (
    DONE,
    LIKED,
    LOT,
    PERSON,
    SESSIONS,
    SUM,
    WAITING,
    WAYS,
    YES,
)
from tests.campaigns.simulation.promises import Broken, Written
from tests.campaigns.simulation.seeded import Chance, Clock, Loop, seeded
from tests.glass import words_in

STEPS = 40
"""So many things happen in an evening."""
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there for each evening
INSIDE = re.compile(r"/play/[0-9a-f]+(/(journal|correct/.*|see|rules|count|house|bids))?")
"""Where people stay at the table; whoever gets elsewhere goes back."""
AVOIDED = re.compile(
    r"Back to all games|Invite|Phones|phones play|Save|Leave|Next game|Another game|Put away|End the|Play again"
    r"|Settle up|^\d+ s$|^Home\b|^Undo: Every|^Reset|picture"
)
"""What would end the evening, leave it, or take back that it began."""
OPEN_AGAIN = "Open the book again"


@dataclass
class Told:
    """What came of an evening."""

    seed: str
    taken: list = field(default_factory=list)
    """The numbers of the steps that were begun."""
    did: Counter = field(default_factory=Counter)
    entries: int = 0
    seconds: float = 0.0
    """How long it lasted on its own clock."""
    lines: list = field(default_factory=list)
    """What happened, with the time of each."""
    trace: str = ""
    """A digest of all that happened, and of every byte that was sent."""
    broken: Broken | None = None


class Evening(Mischief):
    """One evening while it lasts. It may lean to one kind of game, and to some of what may happen."""

    def __init__(
        self,
        seed,
        folder,
        clock,
        chance,
        told,
        *,
        kind="",
        acts=None,
        **more,
    ):
        self.seed, self.clock, self.chance, self.told = seed, clock, chance, told
        self.kind, self.acts = kind, acts or ACTS
        self.house = House(folder, self._to_phone, self._hung_up, **more)
        self.by_channel = {}
        self.channels = 0
        self.digest = hashlib.sha256()
        self.acknowledged = []
        """After how many calls to the disk a frame was sent that may show so many entries."""
        self.taps = 0
        """How much was done in this step from which an entry may come."""
        self.led = False
        """Whether any of it was done on a device that keeps the bank."""
        self.dice = Random(f"{seed} begin")  # noqa: S311 - an evening must come again

    # --- beginning ----------------------------------------------------------------------------------
    async def begin(self):
        """Lay the table: everyone sits down and is let in."""
        house = self.house
        house.start()
        chosen = self.dice.choice(list(SESSIONS))
        self.kind = self.kind or chosen
        house.play = replay(house.open_plays.journal, steps(SESSIONS[self.kind])).play.id
        shared = house.open_plays.shared
        house.room = shared.open_room(house.play).id
        house.phones.meeting.invite(house.room)
        self.tablet = OwnPage(house)
        self.tablet.route = f"/play/{house.play}"
        self.phones = [
            Phone(house, at, f"{name}'s phone", name)
            for at, name in enumerate(("Ben", "Cy", "Dot"), 1)
        ]
        self.phones.append(Phone(house, 4, "the watcher"))
        banker = self.dice.random() < 0.5
        if banker:
            self.phones[2].rights = {"bank": True}
        self.say(
            f"a table with {self.kind}; {'Dot keeps the bank' if banker else 'the tablet keeps the bank'}"
        )
        self.listen(self.tablet)
        self.tablet.open()
        await settle()
        for phone in self.phones:
            self.listen(phone)
            self.connect(phone)
            (member,) = shared.members_asking(shared.room_of(house.play))
            shared.set_member(member, state=IN, **phone.rights)
            await settle()
        self.before = self.written()
        self.first = len(self.before.standing)  # entries that begin the evening, and are not undone
        await self.hold()

    @property
    def begun(self):
        """Whether anything is in the book that may be undone."""
        return len(self.before.standing) > self.first

    @property
    def devices(self):
        return [self.tablet, *self.phones]

    @property
    def version(self):
        """How many entries the app has; none before it has looked."""
        referee = self.house.open_plays._referees.get(self.house.play)
        return referee.version if referee else 0

    def listen(self, device):
        """Note all that a device is sent."""
        hear = device.hear

        def noted(packet):
            self.digest.update(packet)
            self.acknowledged.append((self.house.calls, self.version))
            hear(packet)

        device.hear = noted

    def connect(self, phone):
        self.channels += 1
        self.by_channel[self.channels] = phone
        phone.connect(self.channels)

    def _to_phone(self, channel, packet):
        if (phone := self.by_channel.get(channel)) and phone.channel == channel and phone.linked:
            phone.hear(packet)

    def _hung_up(self, channel):
        if (phone := self.by_channel.get(channel)) and phone.channel == channel:
            phone.linked = False

    def say(self, words):
        """Note what happens, with the time."""
        self.told.lines.append(f"{self.clock} {words}")
        self.digest.update(self.told.lines[-1].encode())

    def written(self):
        return Written.read(self.house.book.driver, self.house.play)

    # --- a step -------------------------------------------------------------------------------------
    async def step(self, number):
        """Have something happen, and see that every promise holds afterwards."""
        self.dice = Random(f"{self.seed} {number}")  # noqa: S311 - an evening must come again
        self.chance.begin(f"{self.seed} {number}")
        await asyncio.sleep(self.dice.choice((0.1, 1.0, 3.0, 20.0, 60.0)))
        acts = [name for name, weight in self.acts.items() for _ in range(weight)]
        name = self.dice.choice(acts)
        self.taps, self.led = 0, False
        self.told.did[name] += 1
        for device in self.devices:
            device.frames.clear()
        self.acknowledged.clear()
        act = getattr(self, name)
        await act()
        await self.home()
        await settle()
        await self.hold()

    async def home(self):
        """Whoever got away from the table goes back to it."""
        for device in self.devices:
            if device.on and not INSIDE.fullmatch(device.route):
                device.go(f"/play/{self.house.play}")

    async def hold(self):
        """See that every promise holds."""
        now = self.written()
        promises.nothing_lost(self.before, now, len(self.before.entries))
        promises.no_request_is_lost(self.before, now)
        promises.nothing_twice(self.before, now, self.taps)
        promises.only_leaders_record(self.before, now, led=self.led)
        promises.requests_come_to_what_they_say(now)
        promises.bids_rise(self.house)
        promises.sums_are_zero(self.house, now)
        for device in self.devices:
            if device.crashed:
                raise Broken(promises.FAULT, f"{device}: {device.crashed}")
            if self.sees(device):
                promises.screen_says_so(device, self.house, now)
        promises.seats_are_kept(self.house, self.phones)
        self.before = now

    def sees(self, device):
        """Whether a device has all that was sent to it."""
        return (
            device.on and device.lost_after < 0 and (not isinstance(device, Phone) or device.linked)
        )

    # --- what people do -----------------------------------------------------------------------------
    def somebody(self):
        return self.dice.choice(
            [device for device in self.devices if self.sees(device)] or [self.tablet]
        )

    def choose(self, device, known=()):
        """Choose a button on a device, rather one that has come just now or that leads on."""
        if device.glass is None:
            return None
        avoided = re.compile(AVOIDED.pattern + ("" if self.begun else "|^Undo|Cross"))
        there = [
            one for one in device.glass.buttons if not one.off and not avoided.search(one.name)
        ]
        weights = [self._liking(one, known) for one in there]
        return self.dice.choices(there, weights)[0] if there else None

    @staticmethod
    def _liking(button, known):
        liked = next((many for words, many in LIKED if re.search(words, button.name)), 1)
        return liked * (4 if known and button.name not in known else 1)

    def press(self, device, button, times=1):
        """Tap a button; the packet may come more than once."""
        self.taps += 1
        self.led = self.led or bool(device.rights)
        more = f", which comes {times} times" if times > 1 else ""
        self.say(f"{device} taps {button.name!r}{more}")
        for _ in range(times):
            device.tap(button)

    async def taps_on(self, device=None, most=5):
        """Tap through a sheet, as far as somebody gets."""
        device = device or self.somebody()
        known = set()
        for _ in range(self.dice.randint(1, most)):
            button = self.choose(device, known)
            if button is None or device.glass is None:
                return
            known = {one.name for one in device.glass.buttons}
            self.press(device, button, self.dice.choice((1, 1, 1, 1, 1, 2)))
            await settle()
            if not INSIDE.fullmatch(device.route):
                return
            await asyncio.sleep(self.dice.choice((0.05, 0.5, 2.0)))

    async def all_at_once(self):
        """Several tap at the same moment."""
        for device in self.devices:
            if self.sees(device) and (button := self.choose(device)):
                self.press(device, button, self.dice.choice((1, 2)))

    async def follow(self, device, *words):
        """Tap one button after another by their names, as far as they are there; say whether all were."""
        for each in words:
            there = device.glass.named(each) if device.glass and self.sees(device) else []
            if not there:
                return False
            before = self.version
            self.press(device, self.dice.choice(there), self.dice.choice((1, 1, 2)))
            await settle()
            promises.one_tap_is_one_entry(self.version - before)
        return True

    async def pays(self):
        """Somebody enters something, from the first tile to the last tap."""
        await self.enters(self.somebody())

    async def enters(self, device):
        """Enter something on a device, from the first tile to the last tap."""
        for words in self.dice.choice(WAYS[self.kind]):
            await self.follow(device, words)

    async def bids(self):
        """Something is sold to the highest bidder: by sealed bids, or under the hammer."""
        tablet = self.tablet
        if self.kind == "chips":
            await self.follow(tablet, "^Sell a card|^Sell the lead|^Sell a pass")
            await self.follow(
                tablet, "Ann$" if self.dice.random() < 0.8 else PERSON, "Ask for the bids"
            )
            for phone in self.phones[:3]:
                await self.follow(phone, "Bid here")
                await self.follow(phone, r"^\$\d+")
                if await self.follow(phone, "^Bid$|^Bid .*[$]"):
                    await self.bids_otherwise(phone)
            await self.follow(tablet, "Bid here|Bids at", r"^\$\d+", "^Bid")
            if self.dice.random() < 0.7:
                await self.follow(tablet, "Open all bids")
                await self.follow(tablet, DONE)
        elif self.kind == "horses":
            await self.follow(tablet, LOT)
            await self.follow(tablet, "Take bids on phones")
            for _ in range(self.dice.randint(1, 4)):
                await self.follow(
                    self.dice.choice(self.phones[:3]), "^Bid £|^Bid £|^Other amount|out$"
                )
            if self.dice.random() < 0.7:
                await self.follow(tablet, "^Sold to")
        else:
            await self.pays()

    async def bids_otherwise(self, phone):
        """Somebody bids something else instead: whatever it is, the others are sent the same words."""
        others = [device for device in self.devices if device is not phone and self.sees(device)]
        sent = []
        for _ in range(2):
            await asyncio.sleep(1)
            for device in others:
                device.frames.clear()
            if not await self.follow(phone, PERSON, "Make your bid", SUM, "^Bid$"):
                return
            sent.append([[words_in(frame) for frame in device.frames] for device in others])
        if sent[0] != sent[1]:
            there = next(
                device for device, *two in zip(others, *sent, strict=True) if two[0] != two[1]
            )
            raise Broken(promises.SECRET, f"{there} can tell one bid of {phone} from another")

    async def nods(self):
        """The banker looks at what phones ask for, and says yes or no."""
        device = (
            self.phones[2] if self.phones[2].rights and self.dice.random() < 0.5 else self.tablet
        )
        if device.glass and not device.glass.named(WAITING):
            await self.enters(self.dice.choice(self.phones[:2]))
        await self.follow(device, WAITING)
        for _ in range(self.dice.randint(1, 3)):
            await self.follow(device, self.dice.choice((YES, YES, YES, r"^No$|^Change$")))

    async def undoes(self):
        """The banker undoes or redoes something."""
        device = self.dice.choice([self.tablet, self.phones[2]])
        await self.follow(device, "^Undo|^Redo" if self.begun else "^Redo")

    async def goes_through_the_journal(self):
        """The banker opens the journal, and crosses out or corrects something."""
        self.say("the tablet opens the journal")
        self.tablet.go(f"/play/{self.house.play}/journal")
        await settle()
        await self.taps_on(self.tablet)
        self.tablet.go(f"/play/{self.house.play}")

    # --- what happens to them -----------------------------------------------------------------------
    async def sleeps(self):
        """A phone is put away for a while, and others go on."""
        phone = self.dice.choice(self.phones)
        if not phone.linked:
            return
        seconds = self.dice.choice((5, 120, 2_000))
        self.say(f"{phone} sleeps for {seconds} s")
        self.house.phones.hear("reach", {"phone": phone.channel, "away": True})
        await self.pays()
        await asyncio.sleep(seconds)
        self.say(f"{phone} is back")
        self.house.phones.hear("reach", {"phone": phone.channel, "away": False})

    async def loses_its_link(self):
        """Packets to a phone are lost until its link is found to be broken, and it comes back after a while."""
        phone = self.dice.choice(self.phones)
        if not self.sees(phone):
            return
        phone.lost_after = self.dice.randint(0, 3)
        self.say(f"{phone} loses its link after {phone.lost_after} packets")
        await self.taps_on(phone, 2)
        await self.pays()
        await settle()
        await asyncio.sleep(self.dice.choice((2, 20, 400)))
        phone.cut()
        await settle()
        await self.pays()
        await asyncio.sleep(self.dice.choice((0, 5, 2_000)))
        self.back(phone)

    def back(self, phone):
        """A phone comes back, with the session it had or by a new page."""
        if self.dice.random() < 0.3:
            phone.session, phone.route = "", "/"
        self.say(f"{phone} comes back{'' if phone.session else ' with a new page'}")
        phone.glass = None
        self.connect(phone)

    async def reloads(self):
        """A phone loads its page again."""
        phone = self.dice.choice(self.phones)
        self.say(f"{phone} loads its page again")
        if phone.linked and self.dice.random() < 0.5:
            phone.cut()
        phone.route = self.dice.choice((phone.route, "/"))
        self.back(phone)

    async def ends(self, number, style, *, within):
        """The tablet's app ends in the midst of what is done, or after it, and starts again on what is left."""
        house, begun = self.house, self.house.calls
        await self.dice.choice((self.pays, self.taps_on, self.undoes))()
        await settle()
        at = self.dice.randint(begun, house.calls) if within else house.calls
        full = self.written()
        acknowledged = max(
            [len(self.before.entries), *(many for calls, many in self.acknowledged if calls <= at)]
        )
        self.say(f"{number}, {house.calls - at} calls to the disk before now")
        for device in self.devices:
            device.dark()
        house.end(at, style, self.dice)
        await settle()
        house.start()
        now = self.written()
        promises.nothing_lost(full, now, acknowledged)
        promises.nothing_twice(full, now, 0)
        if now.entries != full.entries[: len(now.entries)]:
            raise Broken(promises.LOST, "what is left is not the beginning of what was")
        promises.sound(house)
        promises.no_request_is_lost(self.before, now)
        self.before, self.taps, self.led = now, 0, False
        self.tablet.open()
        await settle()
        for phone in self.phones:
            phone.route = f"/play/{house.play}"
            phone.glass = None
            self.connect(phone)
        await settle()

    async def tablet_reloads(self):
        """The tablet's page is loaded again, and the app with it."""
        await self.ends("the tablet loads its page again", "as it came", within=False)

    async def killed(self):
        """The tablet's app is killed in the midst of something."""
        await self.ends("the app is killed", "as it came", within=True)

    async def goes_on(self):
        """The tablet is gone, and the evening goes on from a phone's copy."""
        await going_on.goes_on(self)

    async def power_cut(self):
        """The power goes in the midst of something."""
        style = self.dice.choice(STYLES)
        await self.ends(f"the power goes ({style})", style, within=self.dice.random() < 0.7)

    async def disk_is_full(self):
        """The disk is full for a while, or fails once."""
        how = self.dice.choice(("full", "ioerr"))
        at = self.dice.randint(1, 4 if how == "full" else 12)
        self.say(f"the disk {'is full' if how == 'full' else 'fails'} from call {at}")
        self.house.disk.arm(Fault(at, how, lasting=how == "full"))
        for _ in range(self.dice.randint(1, 3)):
            await self.dice.choice((self.pays, self.taps_on, self.undoes))()
            await settle()
        self.house.disk.heal()
        self.say(f"the disk works again; {self.house.disk.failed} calls have failed")
        await settle()
        if self.house.book.broken:
            await self.reopens()

    async def reopens(self):
        """The banner on the tablet says that the book is to be opened again, and somebody does that."""
        await self.home()
        await settle()
        again = self.tablet.glass.named(OPEN_AGAIN) if self.tablet.glass else []
        if not again:
            raise Broken(promises.SCREEN, "a save has failed, and the tablet does not say so")
        self.say(f"the tablet taps {OPEN_AGAIN!r}")
        self.tablet.tap(again[0])
        await settle()
        if self.house.book.broken:
            raise Broken(
                promises.FAULT, f"the book could not be opened again: {self.house.book.broken}"
            )

    async def finish(self):
        """The power goes once more, and what is left is the whole book."""
        self.dice = Random(f"{self.seed} end")  # noqa: S311 - an evening must come again
        self.chance.begin(f"{self.seed} end")
        await self.hold()
        promises.visits_end(self.house)
        await self.ends("the power goes at the end", self.dice.choice(STYLES), within=False)
        await self.hold()
        self.told.entries = len(self.before.entries)


ACTS = {
    "taps_on": 14,
    "all_at_once": 4,
    "pays": 12,
    "bids": 6,
    "nods": 7,
    "undoes": 4,
    "goes_through_the_journal": 3,
    "sleeps": 2,
    "loses_its_link": 3,
    "reloads": 3,
    "tablet_reloads": 1,
    "goes_on": 1,
    "killed": 1,
    "power_cut": 1,
    "disk_is_full": 2,
    "two_at_once": 3,
    "takes_back": 2,
    "is_no_banker_any_more": 2,
    "is_no_host_any_more": 2,
    "a_stranger_asks": 1,
    "looks_in": 1,
    "bets_in_anothers_book": 1,
}
"""What may happen in a step, and how often."""


def play(seed, only=None, many=STEPS, **more):
    """Play an evening, or some steps of it."""
    told, clock, chance, complaints = Told(seed), Clock(), Chance(), Complaints()
    log = logging.getLogger("companion")
    log.addHandler(complaints)
    quiet, log.propagate = log.propagate, False
    try:
        with (
            tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as folder,
            seeded(chance, clock),
            asyncio.Runner(loop_factory=lambda: Loop(clock)) as runner,
        ):
            chance.begin(f"{seed} begin")
            evening = Evening(seed, Path(folder), clock, chance, told, **more)
            try:
                runner.run(
                    _through(evening, range(many) if only is None else sorted(only), complaints)
                )
            except Broken as broken:
                told.broken = broken
            except (
                AssertionError,
                sqlite3.Error,
                KeyError,
                IndexError,
                RuntimeError,
                TypeError,
                ValueError,
            ) as fault:
                told.broken = Broken(promises.FAULT, f"{type(fault).__name__}: {fault}")
                told.broken.__cause__ = fault
            told.trace = evening.digest.hexdigest()
    finally:
        log.removeHandler(complaints)
        log.propagate = quiet
    told.seconds = clock.seconds
    return told


async def _through(evening, numbers, complaints):
    try:
        await evening.begin()
        for number in numbers:
            evening.told.taken.append(number)
            await evening.step(number)
            if complaints.heard:
                raise Broken(promises.FAULT, complaints.heard[0])
        await evening.finish()
    finally:
        evening.house.stop()
