"""What goes wrong between people: two hands at one moment, a right that is taken, a stranger from another table."""

import asyncio
import hashlib
import hmac

from companion.formats.session import replay, steps
from models.rooms import IN
from tests.campaigns.simulation import promises
from tests.campaigns.simulation.device import Phone, settle
from tests.campaigns.simulation.people import BETTING, SESSIONS, WAITING, WAYS, YES
from tests.campaigns.simulation.promises import Broken

TAKEN_BACK = "^Take back$"
UNDO = "^Undo"
SHARING = "^Recorded at once|^The banker confirms|^Somebody new"
"""What is changed by a host alone."""


class Mischief:
    """Steps of an evening in which somebody does what comes too late, or is not theirs to do."""

    async def holds_the_bank_too(self):
        """Dot's phone is given the bank, if it has it not."""
        phone = self.phones[2]
        if not phone.rights:
            self.give(phone, bank=True)
            await settle()
        return phone

    def give(self, phone, **rights):
        """Give a phone rights, or take them."""
        shared = self.house.open_plays.shared
        shared.set_member(shared.rooms.member_with(phone.token), **rights)
        phone.rights = {right: True for right, has in (phone.rights | rights).items() if has}
        for right, has in rights.items():
            self.say(f"{phone} {'gets' if has else 'loses'} {right}")

    async def together(self, first, second):
        """Two fingers at one moment, each on what was there: one of both at most makes an entry."""
        before = self.version
        for device, button in (first, second):
            self.press(device, button)
        await settle()
        if self.version - before > 1:
            raise Broken(
                promises.UNREAD, f"{second[0]} recorded {second[1].name!r} on what it had not seen"
            )

    async def two_at_once(self):
        """The second banker says yes to a request, or undoes, in the moment in which the first one records."""
        hands = [self.tablet, await self.holds_the_bank_too()]
        self.dice.shuffle(hands)
        first, second = hands
        if not (self.sees(first) and self.sees(second)):
            return
        late = self.dice.choice((YES, UNDO))
        if late == UNDO and not self.begun:
            return
        if late == YES:
            await self.enters(self.dice.choice(self.phones[:2]))
            await self.follow(second, WAITING)
        *words, last = self.dice.choice(WAYS[self.kind])
        early = UNDO if late == UNDO and self.dice.random() < 0.5 else last
        if early == last:
            for each in words:
                await self.follow(first, each)
        there = [
            hand.glass.named(name) for hand, name in ((first, early), (second, late)) if hand.glass
        ]
        if len(there) == 2 and all(there):
            await self.together(*zip((first, second), (one[0] for one in there), strict=True))

    async def takes_back(self):
        """Somebody takes a request back in the moment in which the banker says yes."""
        phone = self.dice.choice(self.phones[:2])
        await self.enters(phone)
        await self.follow(self.tablet, WAITING)
        if not (self.sees(phone) and self.sees(self.tablet)):
            return
        back, yes = phone.glass.named(TAKEN_BACK), self.tablet.glass.named(YES)
        if back and yes:
            self.press(phone, back[0])
            self.press(self.tablet, yes[0])

    async def is_no_banker_any_more(self):
        """A banker's right is taken, and its finger is on its way."""
        phone = await self.holds_the_bank_too()
        if self.sees(phone):
            await self.taps_on(phone, 3)
        button = self.choose(phone) if self.sees(phone) else None
        self.give(phone, bank=False)
        if button:
            await self.comes_too_late(phone, button)

    async def is_no_host_any_more(self):
        """A host's right is taken, and its finger is on its way to who may do what."""
        phone = self.phones[2]
        self.give(phone, host=True)
        await settle()
        if self.sees(phone):
            phone.go(f"/play/{self.house.play}/phones")
            await settle()
        there = phone.glass.named(SHARING) if phone.glass and self.sees(phone) else []
        self.give(phone, host=False)
        if there:
            await self.comes_too_late(phone, self.dice.choice(there))

    async def comes_too_late(self, phone, button):
        """A tap of somebody who may no longer changes nothing."""
        before, room = self.version, self.room()
        self.press(phone, button)
        await settle()
        if self.version > before or self.room() != room:
            raise Broken(
                promises.RIGHT, f"{phone} did {button.name!r} with a right it has no longer"
            )

    async def looks_in(self):
        """Somebody opens the page, does nothing and leaves, again and again."""
        phone = self.dice.choice(self.phones)
        for _ in range(3):
            if phone.linked:
                phone.cut()
            phone.session, phone.route, phone.glass = "", "/", None
            self.say(f"{phone} looks in")
            self.connect(phone)
            await settle()
            await asyncio.sleep(self.dice.choice((1, 30, 2_000)))

    async def bets_in_anothers_book(self):
        """Where phones record at once, one bets in Ann's book: it may cost her, so she says yes first."""
        phone = self.dice.choice(self.phones[:2])
        if self.kind != "bets" or not self.sees(phone):
            await self.pays()
            return
        shared, before = self.house.open_plays.shared, self.version
        shared.set_room(shared.room_of(self.house.play), at_once=True)
        await settle()
        for each in BETTING:
            await self.follow(phone, each)
        shared.set_room(shared.room_of(self.house.play), at_once=False)
        if self.version > before:
            raise Broken(promises.RIGHT, f"{phone} has bound Ann, who was not asked")

    def room(self):
        """What the book says of the table's room."""
        return self.house.book.driver.execute("SELECT * FROM room").fetchall()

    async def a_stranger_asks(self):
        """Somebody has a seat at another table of this tablet, and says so here."""
        shared = self.house.open_plays.shared
        play = replay(self.house.open_plays.journal, steps(SESSIONS["points"])).play.id
        other = shared.open_room(play)
        token = f"{self.dice.randrange(10**9):040}"
        shared.rooms.add_member(token, room=other.id, people=["Ben"], state=IN)
        stranger = Phone(self.house, 5, "a stranger", "Ben")
        stranger.before = hmac.digest(
            hashlib.sha256(token.encode()).hexdigest().encode(),
            f" {stranger.token}".encode(),
            "sha256",
        ).hex()
        self.connect(stranger)
        await settle()
        if stranger.told.get("state") == IN:
            raise Broken(promises.SEAT, f"{stranger} sits here by the seat of another table")
        stranger.cut()
