"""The devices of a table: the tablet's own page and the phones, each with what its frames have shown it."""

import asyncio
import json

from companion.version import VERSION
from models.rooms import IN
from tests.glass import Screen
from tests.sockets import CALL, CRASHED, hello
from views.hosting.phones import SAID
from views.testing import PHONE, TABLET

ROUNDS = 40
"""So often the loop goes round until all that a tap has started is done."""


class Device(Screen):
    """What somebody holds. ``frames`` is all that was sent to it since it was asked last."""

    def __init__(self, house, called, *people, size=PHONE, **rights):
        super().__init__()
        self.house, self.called, self.people, self.rights, self.size = (
            house,
            called,
            people,
            rights,
            size,
        )
        self.route = "/"
        self.frames = []
        self.crashed = ""
        self.looked = None
        """What it showed, and what the book said, when that was last found to be right."""
        self.lost_after = -1
        """So many more packets come to it until its link breaks; less than none where it holds."""

    def __repr__(self):
        return self.called

    # --- packets ------------------------------------------------------------------------------------
    def hear(self, packet):
        """Take in a packet of Flet's, unless the link has broken by now."""
        if self.lost_after == 0:
            return
        self.lost_after -= self.lost_after > 0
        self.frames.append(packet)
        try:
            action, body = self.take(packet)
        except (LookupError, TypeError, AttributeError) as fault:
            self.crashed = f"a patch fits nothing on it: {fault!r}"
            return
        if action == CALL:
            asyncio.get_running_loop().call_soon(self.answer, body)
        elif action == CRASHED:
            self.crashed = str(body)

    def answer(self, body):
        """Answer a call, and go where it asks the page to go."""
        if self.glass is None:
            return
        if body["name"] == "push_route":
            self.go(body["args"]["route"])
        super().answer(body)

    def greet(self):
        """Say hello to the app, with the session that it had."""
        width, height = self.size
        self.send(hello(self.session, route=self.route, width=width, height=height))

    # --- what a finger does ---------------------------------------------------------------------------
    @property
    def on(self):
        """Whether anything is on its screen."""
        return self.glass is not None

    def go(self, route):
        """Open another address, as by a link or by Back."""
        if self.glass:
            self.route = route
            super().go(route)


class OwnPage(Device):
    """The tablet's own page."""

    def __init__(self, house):
        super().__init__(house, "the tablet", size=TABLET, host=True, bank=True)
        self.connection = None

    def open(self):
        """Show the app on the tablet."""
        self.session, self.glass, self.lost_after = "", None, -1
        self.connection = self.house.own_page(self.hear)
        self.greet()

    def send(self, packet):
        """Send a packet to the app on the same device."""
        if self.connection:
            self.connection.receive(packet)

    def dark(self):
        """The app behind it is no longer there."""
        self.connection = self.glass = None


class Phone(Device):
    """A phone at the end of a channel."""

    def __init__(self, house, number, called, *people, **more):
        super().__init__(house, called, *people, **more)
        self.token = f"{number:040}"
        self.channel = 0
        self.linked = False
        self.before = None
        """The proof that it was in before, as a phone of 1.1.0 gives it."""
        self.told = {}
        """What its own page was told last."""
        self.member = ""

    def connect(self, channel):
        """Reach the tablet by a new channel, and say who it is."""
        self.channel, self.linked, self.lost_after = channel, True, -1
        self.house.phones.hear("opened", {"phone": channel, "again": False, "own": ""})
        words = {
            "token": self.token,
            "people": list(self.people),
            "version": VERSION,
            "watch": not self.people,
            **({"before": self.before} if self.before else {}),
        }
        self.send(SAID + json.dumps({"hello": words}).encode())

    def hear(self, packet):
        """Take in a packet, one of Flet's or a word for its page."""
        if packet[:1] != SAID:
            super().hear(packet)
        elif self.lost_after != 0:
            self.told = json.loads(packet[1:])
            if self.told.get("state") == IN:
                self.route = self.told["route"] if self.route == "/" else self.route
                asyncio.get_running_loop().call_soon(self.greet)

    def send(self, packet):
        """Send a packet over the channel, if there is one."""
        if self.linked and self.lost_after != 0:
            self.house.phones.hear("heard", {"phone": self.channel, "packet": packet})

    def cut(self):
        """The channel ends, which the tablet learns."""
        self.linked = False
        self.house.phones.hear("closed", {"phone": self.channel})

    def dark(self):
        """There is no tablet any more."""
        self.linked = False


async def settle():
    """Wait until everything that was started has ended: until nothing waits for its turn but timers of later."""
    loop = asyncio.get_running_loop()
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
        due = loop.time() + loop._clock_resolution
        if not loop._ready and not (loop._scheduled and loop._scheduled[0].when() < due):
            return
