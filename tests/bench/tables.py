"""How long until a whole table shows an entry, while others play too: ``python -m tests.bench.tables --tables 5 8 12``.

Each table has a tablet that keeps the book and four phones of players, at Ratrace with six. Its tablet answers a roll
and taps Record about every five seconds, and undoes it in between: each table writes twice as often as is counted here.
Measured is from the tap until the last of the five has been sent what it changes there; a tap of which one of them
hears nothing for five seconds ends the run. All devices are one process of this machine, each table with an address.
"""

import random
import tempfile
import time
from pathlib import Path

from models.rooms import IN, Rooms
from tests.bench.laying import evening, journal_in
from tests.bench.wire import PATCH, PHONE, TABLET, Device, Served, heard, rest
from tests.figures import asked, head, median, percentile, print_figure
from views.hosting.door import COOKIE
from views.hosting.native import DOOR

PLAYERS = ("Alice", "Ben", "Cleo", "Dan")
LINES = 200
EVERY = 5.0
PROMISED = 300
NAME = "be9c4000"
"""The door's name, as a door makes one."""
AFTER = {"answer": 1.0, "record": 2.0, "undo": EVERY - 3.0}
"""What a hand at the tablet does, again and again, and the seconds after each."""


def lay_room(journal, number):
    """Begin a game in a room of its own; give its route, and the cookies of the bank and of each player's phone."""
    rooms, play = Rooms(journal.database), evening(journal, LINES)
    room = rooms.open_room(play).id
    rooms.add_member(f"bank-{number}", room=room, people=(), state=IN, host=True, bank=True)
    for name in PLAYERS:
        rooms.add_member(f"{name}-{number}", room=room, people=(name,), state=IN)
    return f"/play/{play}", [f"{COOKIE}{NAME}={name}-{number}" for name in ("bank", *PLAYERS)]


class Table:
    """The five devices at one table, and those that have not shown the last entry yet."""

    def __init__(self, app, number, route, cookies):
        self.devices = []
        for cookie, size in zip(cookies, (TABLET, *[PHONE] * 4), strict=True):
            rest(
                Device.open, 0.2
            )  # those that answer no heartbeat meanwhile would be taken to be gone
            self.devices.append(
                Device(app, route, size, cookie=cookie, address=f"127.0.0.{number + 2}")
            )
        self.chance = random.Random(number)  # noqa: S311 - it keeps no secrets
        self.roll, self.began = 7, 0.0
        self.missing = set()
        self.steps = [*AFTER]
        self.due = time.perf_counter() + self.chance.uniform(0, EVERY)

    def act(self):
        """Do what a hand at the tablet does next."""
        tablet, step = self.devices[0], self.steps.pop(0)
        self.steps.append(step)
        self.due += AFTER[step]
        if step == "answer":
            self.roll = 15 - self.roll
            tablet.press(str(self.roll))
        elif step == "undo":
            self.due += self.chance.uniform(-0.5, 0.5)
            tablet.tap(tablet.find("#undo-"))
        else:
            assert not self.missing, (
                f"for {EVERY} s {len(self.missing)} devices were sent nothing of an entry"
            )
            button = tablet.find("#record-")
            self.missing = set(self.devices)
            self.began = time.perf_counter()
            tablet.tap(button)

    def hear(self, device):
        """Take a message in; give the milliseconds since the tap where the last device has what came of it."""
        if device.hear()[0] == PATCH and device in self.missing:
            self.missing.discard(device)
            return 0 if self.missing else (time.perf_counter() - self.began) * 1000
        return 0


def measure(tables, seconds):
    """Have all tables play for so long, each in its own time; give how long each entry took to be everywhere."""
    at = {device: table for table in tables for device in table.devices}
    end, took = time.perf_counter() + seconds, []
    while (
        left := min(table.due for table in tables) - time.perf_counter()
    ) < end - time.perf_counter():
        if left <= 0:
            min(tables, key=lambda table: table.due).act()
        else:
            took += filter(None, (at[device].hear(device) for device in heard([*at], left)))
    rest([*at], 1.0)
    return took


def play(folder, many, seconds):
    """Have so many tables play at one server; give also how busy it was, as a part of one processor."""
    with journal_in(folder) as journal:
        journal.set_preference(DOOR, NAME)
        rooms = [lay_room(journal, number) for number in range(many)]
    with Served(folder=folder) as app:
        tables = [Table(app, number, *room) for number, room in enumerate(rooms)]
        rest(Device.open, 2.0)
        worked, began = app.python(), time.perf_counter()
        took = measure(tables, seconds)
        busy = (app.python() - worked) / 1000 / (time.perf_counter() - began)
        for device in [*Device.open]:
            device.close()
    return took, busy


def main():
    """Measure, and print it."""
    options = asked(__doc__, tables=[1, 5], seconds=60.0)
    head("An entry, until all five devices of its table show it")
    for many in options.tables:
        with tempfile.TemporaryDirectory() as kept:
            took, busy = play(Path(kept), many, options.seconds)
        print_figure(f"{many} tables, {len(took)} entries: half take less than", median(took), "ms")
        print_figure("  99 in 100", percentile(took, 99), "ms", f"(promised at five: {PROMISED})")
        print_figure("  of one processor, the server used", busy * 100, "%")


if __name__ == "__main__":
    main()
