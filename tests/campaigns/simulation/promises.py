"""What must be so after each step of an evening, whatever has happened: each is looked for by plain sums of its own."""

from __future__ import annotations

import gc
import itertools
import re
from collections import Counter
from dataclasses import dataclass

from companion.core.units import format_amount
from models import integrity
from models.rooms import IN, RECORDED, WAITS, Rooms
from tests.campaigns.simulation.seeded import Ordered

LOST, TWICE, RIGHT, SUMS, SCREEN, SECRET, SEAT, FAULT, UNREAD, MEMORY = (
    "something acknowledged is lost",
    "something is there twice",
    "somebody recorded what only the banker may",
    "money was made or lost",
    "a screen shows what the book does not say",
    "a secret was sent to the wrong member",
    "somebody has lost a seat",
    "the app reports a fault of its own",
    "something was recorded that nobody had read",
    "what is over stays in memory",
)
SEATING = ("member", "room", "room_play")
"""The tables that say who is in, and where."""
LABEL = re.compile(r"Entry (\d+)\. ")


class Broken(Exception):  # noqa: N818 - it is what an evening finds
    """A promise that did not hold, with what was seen."""

    def __init__(self, promise, words):
        super().__init__(promise, words)
        self.promise, self.words = promise, words

    def __str__(self):
        return f"{self.promise}: {self.words}"


@dataclass(frozen=True)
class Written:
    """What a file says of one play, read from its tables by plain SQL."""

    entries: tuple
    """All there is of each entry, in their order; the number comes first, then its digest, action and narration."""
    balances: dict
    """What everyone holds, by the postings of the entries that count."""
    uneven: list
    """The numbers of entries that make or lose something."""
    standing: frozenset
    requests: dict
    """What has become of each request."""

    @classmethod
    def read(cls, driver, play):
        """Read it."""
        entries = driver.execute(
            "SELECT seq, digest, action, narration, by, command, answers FROM entry WHERE play = ? ORDER BY seq",
            (play,),
        ).fetchall()
        voided = {}
        for seq, target in driver.execute(
            "SELECT seq, target FROM voiding WHERE play = ?", (play,)
        ):
            voided.setdefault(seq, []).append(target)
        gone = set()
        for seq, *_ in reversed(entries):
            if seq not in gone:
                gone.update(voided.get(seq, ()))
        held = Counter()
        each = Counter()
        for seq, account, unit, quantity in driver.execute(
            "SELECT seq, account, unit, quantity FROM posting WHERE play = ?", (play,)
        ):
            each[seq, unit] += quantity
            if seq not in gone:
                held[account, unit] += quantity
        return cls(
            tuple(map(tuple, entries)),
            {key: quantity for key, quantity in held.items() if quantity},
            [seq for (seq, _), left in each.items() if left],
            frozenset(seq for seq, *_ in entries if seq not in gone),
            dict(
                driver.execute(
                    "SELECT id, state FROM request WHERE play = ? AND member <> ''", (play,)
                ).fetchall()
            ),
        )


def nothing_lost(before, now, acknowledged):
    """All that was acknowledged is there as it was, and nothing was written between."""
    kept = before.entries[:acknowledged]
    if now.entries[: len(kept)] != kept:
        there = sum(one == other for one, other in zip(kept, now.entries, strict=False))
        raise Broken(
            LOST, f"of {len(kept)} entries {there} are as they were; lost: {kept[there][3]!r}"
        )


def no_request_is_lost(before, now):
    """Whatever was asked for is there still, whatever has become of it."""
    if gone := before.requests.keys() - now.requests.keys():
        raise Broken(LOST, f"{len(gone)} requests are gone")


def nothing_twice(before, now, taps):
    """As many entries were added as something was tapped, at most."""
    if len(now.entries) - len(before.entries) > taps:
        added = [f"{one[2]} {one[3]}" for one in now.entries[len(before.entries) :]]
        raise Broken(TWICE, f"{taps} taps have made {len(added)} entries: {added}")
    commands = [one[5] for one in now.entries]
    if len(set(commands)) < len(commands):
        raise Broken(TWICE, "a command is there twice")


def one_tap_is_one_entry(added):
    """However often the packet of a tap came, it has made one entry at most."""
    if added > 1:
        raise Broken(TWICE, f"one tap has made {added} entries")


def only_leaders_record(before, now, *, led):
    """Nothing was added to the book where only phones did something that may ask, or watch."""
    if not led and len(now.entries) > len(before.entries):
        raise Broken(
            RIGHT, f"nobody who keeps the bank did anything, and there is {now.entries[-1][3]!r}"
        )


def requests_come_to_what_they_say(now):
    """What was asked for is in the book where it says so, and what was declined or taken back is not."""
    commands = {one[5] for one in now.entries}
    for request, state in now.requests.items():
        if state == RECORDED and request not in commands:
            raise Broken(LOST, "a request says that it is recorded, and is no entry")
        if state not in (RECORDED, WAITS) and request in commands:
            raise Broken(UNREAD, f"a request is {state}, and in the book all the same")


def bids_rise(house):
    """Each open bid is higher than the one before."""
    lot = house.open_plays.lots.get(house.play)
    bids = [bid.amount for bid in lot.bids] if lot and not lot.sealed else []
    if any(after <= before for before, after in itertools.pairwise(bids)):
        raise Broken(TWICE, f"one bid is no higher than another: {bids}")


def sums_are_zero(house, now):
    """Nothing is made or lost, and what the app keeps of balances is what the entries come to."""
    if len(now.entries) != house.open_plays.referee(house.play).version:
        raise Broken(LOST, f"the app has {house.open_plays.referee(house.play).version} entries, "
                           f"the file {len(now.entries)}")  # fmt: skip
    if now.uneven:
        raise Broken(SUMS, f"entry {now.uneven[0]} does not come to zero")
    shown = {
        key: held
        for key, held in house.open_plays.referee(house.play).table.ledger.balances.items()
        if held
    }
    if shown != now.balances:
        apart = [
            key for key in {**shown, **now.balances} if shown.get(key) != now.balances.get(key)
        ]
        raise Broken(SUMS, f"the app says {[(key, shown.get(key)) for key in apart]}, "
                           f"the entries {[(key, now.balances.get(key)) for key in apart]}")  # fmt: skip


def sound(house):
    """Every check of the book itself finds nothing."""
    if faults := integrity.check(house.open_plays.journal, house.play):
        raise Broken(SUMS, str(faults[0]))


def screen_says_so(device, house, now):
    """What a device shows of players and entries is what the book says."""
    if device.glass is None:
        return
    table = house.open_plays.referee(house.play).table
    secret = house.open_plays.snapshot(house.play).secret
    seats = {seat.name: seat.key for seat in table.seats}
    looked = device.glass, device.glass.changes, secret, seats, now.balances, len(now.entries)
    if looked == device.looked:
        return  # nothing has changed on it, nor in the book
    names = [button.name for button in device.glass.buttons]
    for name in names:
        if found := LABEL.match(name):
            _entry_is_written(device, int(found[1]), now)
        who, dot, rest = name.partition(". ")
        if dot and who in seats and "hidden" not in rest and not secret:
            _holds_what_it_says(device, who, seats[who], rest, now)
    words = device.glass.words
    if device.people and "You have" in words and not secret and len(device.people) == 1:
        who = device.people[0]
        shown = words[words.index("You have") + 1]
        _holds_what_it_says(device, who, seats[who], shown, now)
    device.looked = looked


def _entry_is_written(device, seq, now):
    if seq > len(now.entries):
        raise Broken(SCREEN, f"{device} shows entry {seq}, and the book has {len(now.entries)}")


def _holds_what_it_says(device, who, seat, words, now):
    money = {
        unit: held for (account, unit), held in now.balances.items() if account == f"{seat}:cash"
    }
    for unit, held in money.items():
        if format_amount(held, unit) not in words:
            raise Broken(
                SCREEN,
                f"{device} shows {who} with {words!r}, who holds {format_amount(held, unit)}",
            )


def seats_are_kept(house, phones):
    """Everyone who was let in is still in, with the same seat and the same rights."""
    for phone in phones:
        if phone.linked and phone.told.get("state") != IN:
            raise Broken(SEAT, f"{phone} is connected, and was told {phone.told}")
    rows = [house.book.driver.execute(f"SELECT * FROM {table}").fetchall() for table in SEATING]  # noqa: S608 - ours
    if rows == house.seating:
        return  # what they say has been read already in this life of the app
    rooms = Rooms(house.book)
    for phone in phones:
        member = rooms.member_with(phone.token)
        if (
            member is None
            or member.state != IN
            or member.people != phone.people
            or member.room != house.room
        ):
            raise Broken(SEAT, f"{phone} was let in, and is now {member}")
    room = rooms.room(house.room)
    if room is None or room.closed or house.play not in rooms.plays_of(house.room):
        raise Broken(SEAT, "the room is gone")
    house.seating = rows


def visits_end(house):
    """No visit is in memory that the app does not keep for its device to come back to."""
    gc.collect()
    alive, kept = len(Ordered.alive), len(house.sessions._kept)
    if alive > kept:
        raise Broken(MEMORY, f"{alive} visits are in memory, and {kept} are kept")
