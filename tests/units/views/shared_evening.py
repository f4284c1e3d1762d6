"""A table with phones: its own device, and devices that were let in, each with a screen or a state of its own."""

import asyncio
from itertools import count

from flet.pubsub.pubsub_hub import PubSubHub

from companion.formats.session import replay, steps
from models.rooms import IN
from tests.units.views.headless import PHONE, Screen
from views.app import open_session
from views.state.client import Client
from views.state.open_plays import OpenPlays
from views.state.play.play_state import PlayState
from views.state.shared_table import WHOSE

MONEY = """
game any_money
seats Ann Ben Cy
house debt=no

begin
"""

LOTS = """game totopoly
title Horses
seats Ann Ben Cleo Dan
house keeps=evening
start banker=dan auctioneer=ann
keep who=cleo card=h12 price=300
open_auction
"""
"""Horses are about to be sold by Ann."""


class Evening:
    """A play with the room it is in, and the members of that."""

    def __init__(self, open_plays, session=MONEY):
        self.open_plays, self.shared = open_plays, open_plays.shared
        # a session, or the id of a play that has begun
        self.play = (
            replay(open_plays.journal, steps(session)).play.id if "\n" in session else session
        )
        self.room = self.shared.open_room(self.play)
        self.hub = None
        self._number = count()
        self.out_of_reach = set()
        self.shared.reach.present = self.present
        self.tablet = self.add(room="", host=True, bank=True)

    def add(self, *people, room=None, state=IN, **rights):
        """Let a device in, and give its member's id."""
        where = self.room.id if room is None else room
        token = f"{self.play} {next(self._number)}"
        return self.shared.rooms.add_member(
            token, room=where, people=people, state=state, **rights
        ).id

    def present(self):
        """The members who are connected: all that were let in, but for those out of reach."""
        rooms = self.shared.rooms.open_rooms()
        return {
            member.id for room in rooms for member in self.shared.members(room)
        } - self.out_of_reach

    def lose(self, member, *, back=False):
        """Have a device out of reach, or back."""
        (self.out_of_reach.discard if back else self.out_of_reach.add)(member)
        self.shared.presence_changed()

    def start_again(self):
        """End the app, and start it again."""
        self.open_plays = OpenPlays(self.open_plays.journal, reach=self.shared.reach)
        self.shared = self.open_plays.shared

    def state(self, member):
        """The play as a device has it, on no screen."""
        client = Client(self.open_plays, member_id=member)
        return PlayState(
            self.open_plays, self.play, member=lambda: client.member, privacy=client.privacy
        )

    def screen(self, member, route=None, size=PHONE, clients=None, goes_on=None):
        """A device's screen; its client is added to ``clients``, and ``goes_on`` with another client's sheet."""
        if self.hub is None:
            self.hub = PubSubHub(loop=asyncio.get_running_loop())

        def enter(page):
            before = WHOSE.set(member)
            client = open_session(page, self.open_plays, goes_on)
            if clients is not None:
                clients.append(client)
            WHOSE.reset(before)

        return Screen(enter, f"/play/{self.play}" if route is None else route, size, hub=self.hub)

    @property
    def lines(self):
        """Who recorded what, the last first."""
        found = self.open_plays.journal.entries(self.play, limit=9)
        return [(one.by, one.proposal.narration) for one in found]

    @property
    def waiting(self):
        """What waits for the bank: the actions asked for."""
        return [one.action for one in self.shared.requests_waiting(self.play)]
