"""What a tap costs in the served app, beside a Flet app that counts taps: ``python -m tests.bench.tapping``.

From the tap until the last patch is there, over a websocket; all kinds in turns, so that a busy machine slows each of
them, beside a tap that only counts, and one that is written down for good and sent to six screens. On a busy machine
hold the server's processor time, not the time.

``--beside FOLDER`` taps an earlier version in turns with this one. FOLDER is a checkout of it; it runs on the same
packages, and opens a copy of the same book. Each ratio is one of medians.
"""

import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from tests.bench.laying import evening, journal_in
from tests.bench.wire import PHONE, TABLET, Device, Served, patched, rest
from tests.figures import asked, head, median, percentile, print_figure
from tests.paths import ROOT

SIX, WARM = 6, 2
LINES = 200
COUNT, KEPT, RECORD, UNDO, RECORD_SIX, UNDO_SIX, KEY, JOURNAL = (
    "a tap that counts, in a Flet app of its own",
    "a tap kept for good and sent to six screens, in the same",
    "Record",
    "Undo",
    "Record, until the last of six screens shows it",
    "Undo, until the last of six screens shows it",
    "a key of the number pad",
    "to the journal, for the first time",
)
PAUSE = 1.5
"""Seconds after an entry within which all that is drawn later, such as a chart, has begun."""
ENTRY = {1: (RECORD, UNDO), SIX: (RECORD_SIX, UNDO_SIX)}
BESIDE = {KEY: COUNT, RECORD: COUNT, UNDO: COUNT, RECORD_SIX: KEPT, UNDO_SIX: KEPT}
"""What is held against a tap of the bare app, and against which."""


def book(folder, many=1):
    """Keep games of Ratrace for six, each as long as an evening; give their ids."""
    with journal_in(folder) as journal:
        return [evening(journal, LINES) for _ in range(many)]


class Taps:
    """What each kind of tap took, in milliseconds by the clock and of the processor, and the bytes it sent."""

    counts = False
    """Whether taps are counted yet: the first ones load what later ones find."""

    def __init__(self):
        self.found = {}

    def measure(self, kind, devices, do):
        """Do something to the first of these, and wait until the last has what came of it."""
        before = devices[0].app.python()
        took, sent = patched(devices, do)
        if self.counts:
            self.found.setdefault(kind, []).append((took, devices[0].app.python() - before, sent))

    def tap(self, kind, devices, words):
        """Tap a button of the first of these."""
        self.measure(kind, devices, partial(devices[0].tap, devices[0].find(words)))

    def cost(self, kind):
        """Half take less of the processor."""
        return median(worked for _, worked, _ in self.found[kind])


class Version:
    """The app of one checkout on a copy of the book: all screens of a game, one of another, and what taps took."""

    def __init__(self, app, plays, size):
        self.app, self.size, self.taps = app, size, Taps()
        self.table, self.other_table = (f"/play/{play}" for play in plays)
        self.everybody = []
        # what is recorded and undone makes one row of the journal's first page: it is looked at in the other game
        self.reading = Device(app, self.other_table, size)

    def open(self, many):
        """Open the game on so many screens in all."""
        self.everybody += [
            Device(self.app, self.table, self.size) for _ in range(many - len(self.everybody))
        ]

    def an_entry(self, kinds, roll):
        """Answer, record it and take it back."""
        record, undo = kinds
        self.everybody[0].press(roll)
        rest(self.everybody, 0.3)
        self.taps.tap(record, self.everybody, "#record-")
        self.taps.tap(undo, self.everybody, "#undo-")
        rest(self.everybody, PAUSE)

    def a_look(self):
        """Type a figure on a sheet, look into the journal from where it is not kept, and come back."""
        taps, device, table = self.taps, self.reading, self.other_table
        for words in ("^Find an action", "^Correct something", "^Set a credit debt", "^(. )?Finn$"):
            device.tap(device.find(words))
            device.rest(0.3)
        for key in "42":
            taps.measure(KEY, [device], partial(device.press, key))
        device.press("Escape")
        device.rest(0.1)
        device.go(f"{table}/rules")
        device.rest(0.3)
        taps.measure(JOURNAL, [device], partial(device.go, f"{table}/journal"))
        device.go(table)
        device.rest(0.3)


def over_the_wire(rounds, size, roots):
    """Tap all kinds in turns, on one screen and then on one of six: in bare apps, and in the app of each checkout."""
    bare = Taps()
    with tempfile.TemporaryDirectory(dir=ROOT) as name, ExitStack() as stack:
        kept = Path(name)
        plays = book(kept / "0", 2)
        for at in range(1, len(roots)):
            shutil.copytree(kept / "0", kept / str(at))
        apps = [
            stack.enter_context(Served(folder=kept / str(at), root=root))
            for at, root in enumerate(roots)
        ]
        counter, ledger = (
            stack.enter_context(Served(kind, folder=kept)) for kind in ("counter", "ledger")
        )
        versions = [Version(app, plays, size) for app in apps]
        counting, keeping = [Device(counter)], [Device(ledger) for _ in range(SIX)]
        for many, floor, screens in ((1, COUNT, counting), (SIX, KEPT, keeping)):
            for version in versions:
                version.open(many)
            rest(Device.open, 3.0)  # what is loaded once the first screen is there, too
            for at in range(rounds + WARM):
                Taps.counts = at >= WARM
                bare.tap(floor, screens, "^Tap$")
                for version in versions if at % 2 else reversed(versions):
                    version.an_entry(ENTRY[many], "78"[at % 2])
                    if many == 1:
                        version.a_look()
        for device in tuple(Device.open):
            device.close()
    return bare, [version.taps for version in versions]


def print_taps(where, taps):
    """Print what was measured of each kind."""
    for kind, found in taps.found.items():
        took, worked, sent = zip(*found, strict=True)
        print_figure(f"{where}, {kind}: half take less than", median(took), "ms")
        print_figure("  99 in 100 take less than", percentile(took, 99), "ms")
        print_figure("  of the server's processor", median(worked), "ms")
        print_figure("  sent to it", round(median(sent)), "bytes")


def print_all(where, bare, versions, names):
    """Print what each took, and ratios of medians: to the bare apps, and of this version to the earlier one."""
    print_taps(where, bare)
    for name, taps in zip(names, versions, strict=True):
        print_taps(where + name, taps)
        for kind, floor in BESIDE.items():
            print_figure(
                f"{where}{name}, {kind} / {floor}", taps.cost(kind) / bare.cost(floor), "x"
            )
    ours = versions[0]
    for name, theirs in zip(names[1:], versions[1:], strict=True):
        for kind in theirs.found:
            print_figure(
                f"{where}, {kind} / the same{name}", ours.cost(kind) / theirs.cost(kind), "x"
            )


def main():
    """Measure, and print it."""
    options = asked(__doc__, count=40, beside="")
    roots, names = [ROOT], [""]
    if options.beside:
        roots.append(Path(options.beside).resolve())
        command = [
            sys.executable,
            "-m",
            "companion",
            "--version",
        ]  # as it is served: of what lies there
        names.append(f" in {subprocess.check_output(command, cwd=roots[1], text=True).strip()}")
    head(f"A tap, until the screen is patched{', and'.join(names)}")
    for where, size in (("phone", PHONE), ("tablet", TABLET)):
        print_all(where, *over_the_wire(options.count, size, roots), names)


if __name__ == "__main__":
    main()
