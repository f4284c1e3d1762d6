"""Phones at a tablet with no server, over channels that are made up: what each says, and what it is sent."""

from __future__ import annotations

import asyncio
import json
import re

from models.rooms import IN
from tests.sockets import CALL, CRASHED, event, hello, packed, said
from tests.units.views.headless import PHONE, TABLET, Screen
from views.app import open_session
from views.hosting.connection import Sessions
from views.hosting.messages import ANSWER, WRITE
from views.hosting.phones import SAID, Phones


class Table:
    """A tablet whose page is made up here: what it was asked for, and what phones say to it."""

    def __init__(self, evening):
        self.evening = evening
        self.posted, self.packets = [], {}
        """What was sent to each phone."""
        self.sessions = Sessions(lambda page: open_session(page, evening.open_plays))
        self.phones = Phones(self.sessions, evening.shared, self.post, "1.9")
        self.phones.meeting.invite(evening.room.id)

    def screen(self, size=TABLET):
        """The tablet's own screen, which hears of what phones do."""
        self.evening.hub = self.sessions.hub
        return self.evening.screen(self.evening.tablet, size=size)

    def post(self, act, **more):
        self.posted.append((act, more))
        if act == "send":
            self.packets.setdefault(more["phone"], []).append(more["packet"])

    def greet(self, number, **more):
        """Connect a phone, which says who plays on it."""
        again = more.pop("again", False)
        words = {"token": f"{number:040}", "people": ["Ben"], "version": "1.9", **more}
        self.phones.hear("opened", {"phone": number, "again": again, "own": "PRINT"})
        self.hear(number, SAID + json.dumps({"hello": words}).encode())

    def let_in(self, **rights):
        """Let the phone in that asks, and return its member."""
        (member,) = self.evening.shared.members_asking(self.evening.room)
        self.evening.shared.set_member(member, state=IN, **rights)
        return member

    def hear(self, number, packet):
        self.phones.hear("heard", {"phone": number, "packet": packet})

    def told(self):
        """What the page was asked for, in its order, and what the table reads of the phones."""
        for number, (act, more) in enumerate(self.posted, 1):
            words = more.get("packet", b"")[1:].decode()
            words = re.sub(r'"sign": ".."', '"sign": "SIGN"', words).replace(
                self.evening.play, "PLAY"
            )
            said = {**more, **({"packet": words} if words else {})}
            yield f"{number}. {act} {' '.join(str(value) for value in said.values())}".rstrip()
        yield f"{len(self.phones.present())} connected"
        meeting = self.phones.meeting
        yield from (words for words in (meeting.offer, meeting.problem) if words)

    def frames(self, number=1, since=0):
        """What Flet has said to a phone, after so many packets."""
        return [
            said({"bytes": packet})
            for packet in self.packets.get(number, [])[since:]
            if packet[:1] != SAID
        ]


class Handset(Screen):
    """A phone that was let in. Whatever it does reaches the tablet as a packet, and so does what it is sent."""

    def __init__(self, table: Table, number: int, *people: str, **rights: bool) -> None:
        super().__init__(lambda _page: None, f"/play/{table.evening.play}")
        self.table, self.number, self.people, self.rights = table, number, people, rights
        self.read = 0
        """How many packets it has taken in."""

    async def __aenter__(self):
        self.table.greet(self.number, people=self.people, watch=not self.people)
        self.member = self.table.let_in(**self.rights).id
        width, height = PHONE
        self.say(hello(route=self.route, width=width, height=height))
        connection = self.table.phones._phones[self.number].connection
        self.session = connection.session
        self.page = self.session.page
        await self.settle()
        return self

    async def __aexit__(self, _kind, fault, _trace):
        if fault:
            fault.add_note("\n".join([f"{self} says:", *(f"    {word}" for word in self.words())]))
        self.table.phones.hear("closed", {"phone": self.number})
        await asyncio.sleep(0)

    def say(self, packet: bytes) -> None:
        """Send a packet of Flet's to the tablet."""
        self.table.hear(self.number, packet)

    async def fire(self, control, name, data=None):
        """Let a control have an event, and wait for what comes of it."""
        self.say(event(control._i, name, data))
        await self.settle()

    async def settle(self):
        """Wait until everything that was started has ended, and answer what the tablet asks of the phone."""
        for _ in range(40):
            await asyncio.sleep(0)
            frames = self.table.frames(self.number, self.read)
            self.read = len(self.table.packets[self.number])
            for action, body in frames:
                if action == CALL and body["name"] == "push_route":
                    self.say(packed(WRITE, id=self.page._i, props={"route": body["args"]["route"]}))
                    self.say(event(self.page._i, "route_change", {"route": body["args"]["route"]}))
                if action == CALL:
                    self.say(
                        packed(
                            ANSWER,
                            control_id=body["control_id"],
                            call_id=body["call_id"],
                            result=None,
                            error=None,
                        )
                    )
                assert action != CRASHED, body
        self.forget()
