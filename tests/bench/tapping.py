"""What a tap costs in the served app, beside a Flet app that counts taps: ``python -m tests.bench.tapping``.

From the tap until the last patch is there, over a websocket; all kinds in turns, so that a busy machine slows each of
them, beside a tap that only counts, one that puts thirty other buttons on the screen, and one that is written down for
good and sent to six screens. On a busy machine hold the server's processor time, not the time.

``--beside FOLDER`` taps an earlier version in turns with this one. FOLDER is a checkout of it; it runs on the same
packages, and opens a copy of the same book. Each ratio is one of medians.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.bench.laying import evening, journal_in
from tests.bench.wire import PHONE, TABLET, Device, Served, patched, rest
from tests.figures import head, median, percentile, print_figure
from tests.paths import ROOT

SIX, WARM = 6, 2
LINES = 200
(
    COUNT,
    REPLACED,
    KEPT,
    ANSWER,
    OTHER,
    RECORD,
    UNDO,
    RECORD_SIX,
    UNDO_SIX,
    LATER,
    LATER_SIX,
    MORE,
    SHEET,
    KEY,
    JOURNAL_FIRST,
    TABLE_FIRST,
    JOURNAL,
    TABLE,
) = KINDS = (
    "a tap that counts, in a Flet app of its own",
    "a tap that puts thirty other buttons in place of thirty, in a Flet app of its own",
    "a tap kept for good and sent to six screens, in the same",
    "an answer, the first",
    "an answer in its place",
    "Record",
    "Undo",
    "Record, until the last of six screens shows it",
    "Undo, until the last of six screens shows it",
    "what follows an Undo later, such as a chart",
    "what follows an Undo later, on six screens",
    "Find an action",
    "opening a sheet",
    "a key of the number pad",
    "to the journal, for the first time",
    "to the table, for the first time",
    "to the journal",
    "back to the table",
)
ENTRY = {1: (RECORD, UNDO, LATER), SIX: (RECORD_SIX, UNDO_SIX, LATER_SIX)}
PAUSE = 1.5
"""Seconds after an entry within which all that is drawn later has begun."""
FLOORS = {COUNT: "(floor: 1.0 ms)", KEPT: "(floor: 4.9 ms)"}


def book(folder, many=1):
    """Keep games of Ratrace for six, each as long as an evening; give their ids."""
    with journal_in(folder) as journal:
        return [evening(journal, LINES) for _ in range(many)]


class Taps:
    """What each kind of tap took, by the clock and of the processor, in milliseconds, and the bytes it sent."""

    counts = False
    """Whether taps are counted yet: the first ones load what later ones find."""

    def __init__(self):
        self.took = {kind: [] for kind in KINDS}
        self.worked = {kind: [] for kind in KINDS}
        self.sent = {kind: [] for kind in KINDS}

    def measure(self, kind, devices, do, what):
        """Tap on the first of these, and wait until the last has what came of it."""
        before = devices[0].app.python()
        milliseconds, size = patched(devices, lambda: do(what))
        if self.counts:
            self.took[kind].append(milliseconds)
            self.worked[kind].append(devices[0].app.python() - before)
            self.sent[kind].append(size)

    def follow(self, kind, devices):
        """Wait for what is drawn with no tap."""
        before = devices[0].app.python()
        rest(devices, PAUSE)
        if self.counts:
            self.worked[kind].append(devices[0].app.python() - before)

    def cost(self, kind):
        """Half cost less: of the processor, or by the clock where that is all that is known."""
        return median(self.worked[kind] or self.took[kind])


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
        self.everybody += [Device(self.app, self.table, self.size) for _ in range(many - len(self.everybody))]

    def an_entry(self, kinds, roll, other):
        """Answer, and again, record it and take it back."""
        one, (record, undo, later) = self.everybody[0], kinds
        self.taps.measure(ANSWER, [one], one.key, roll)
        self.taps.measure(OTHER, [one], one.key, other)
        self.taps.measure(record, self.everybody, one.tap, "Record")
        self.taps.measure(undo, self.everybody, one.tap, "Undo: ...")
        self.taps.follow(later, self.everybody)

    def a_look(self):
        """Find an action, type a figure for it, look into the journal, and come back."""
        taps, one, table = self.taps, self.reading, self.other_table
        taps.measure(MORE, [one], one.tap, "Find an action")
        one.tap("Correct something")
        one.rest(0.3)
        taps.measure(SHEET, [one], one.tap, "Set a credit debt")
        one.rest(0.6)  # the name is on the player's card as well, until the sheet is there
        one.tap("Finn")
        one.rest(0.1)
        for key in "42":
            taps.measure(KEY, [one], one.key, key)
        one.key("Escape")
        one.rest(0.1)
        for journal, back in ((JOURNAL_FIRST, TABLE_FIRST), (JOURNAL, TABLE)):
            if journal == JOURNAL_FIRST:
                one.go(f"{table}/rules")  # where neither is kept
                one.rest(0.3)
            taps.measure(journal, [one], one.go, f"{table}/journal")
            taps.measure(back, [one], one.go, table)


def serve(stack, kept, roots, bare):
    """Serve a book of two games by the app of each checkout, on a copy each, and bare apps; give the games too."""
    plays = book(kept / "0", 2)
    for at in range(1, len(roots)):
        shutil.copytree(kept / "0", kept / str(at))
    apps = [stack.enter_context(Served(folder=kept / str(at), root=root)) for at, root in enumerate(roots)]
    others = [stack.enter_context(Served(kind, folder=kept)) for kind in bare]
    return plays, apps, others


def over_the_wire(rounds, size, roots):
    """Tap all kinds in turns, on one screen and then on one of six: in bare apps, and in the app of each checkout."""
    bare = Taps()
    with tempfile.TemporaryDirectory(dir=ROOT) as kept, ExitStack() as stack:
        plays, apps, (counter, sheet, ledger) = serve(stack, Path(kept), roots, ("counter", "sheet", "ledger"))
        versions = [Version(app, plays, size) for app in apps]
        counting, replacing = Device(counter), Device(sheet)
        keeping = [Device(ledger) for _ in range(SIX)]
        for many in (1, SIX):
            for version in versions:
                version.open(many)
            rest(Device.open, 3.0)  # what is loaded once the first screen is there, too
            for at in range(rounds + WARM):
                Taps.counts = at >= WARM
                roll, other = "78" if at % 2 else "87"
                if many == 1:
                    bare.measure(COUNT, [counting], counting.tap, "Tap")
                    bare.measure(REPLACED, [replacing], replacing.tap, "Tap")
                else:
                    bare.measure(KEPT, keeping, keeping[0].tap, "Tap")
                for version in versions if at % 2 else reversed(versions):
                    version.an_entry(ENTRY[many], roll, other)
                    if many == 1:
                        version.a_look()
        for device in tuple(Device.open):
            device.close()
    return bare, [version.taps for version in versions]


BESIDE = ((OTHER, COUNT), (KEY, COUNT), (RECORD, COUNT), (UNDO, COUNT), (RECORD_SIX, KEPT), (UNDO_SIX, KEPT))


def print_taps(where, taps):
    """Print what was measured of each kind."""
    for kind in KINDS:
        what = f"{where}, {kind}:"
        if taps.took[kind]:
            floor = FLOORS.get(kind, "") if taps.worked[kind] else ""
            print_figure(f"{what} half take less than", median(taps.took[kind]), "ms", floor)
            print_figure("  99 in 100 take less than", percentile(taps.took[kind], 99), "ms")
            what = " "
        if taps.worked[kind]:
            print_figure(f"{what} of the server's processor", median(taps.worked[kind]), "ms")
        if taps.sent[kind]:
            print_figure("  sent to it", round(median(taps.sent[kind])), "bytes")


def print_all(where, bare, versions, names):
    """Print what each took, and ratios of medians: to the bare apps, and of this version to the earlier one."""
    print_taps(where, bare)
    for name, taps in zip(names, versions, strict=True):
        print_taps(where + name, taps)
    for kind, floor in BESIDE:
        for name, taps in zip(names, versions, strict=True):
            if taps.took[kind]:
                print_figure(f"{where}{name}, {kind} / {floor}", taps.cost(kind) / bare.cost(floor), "x")
    ours = versions[0]
    for name, theirs in zip(names[1:], versions[1:], strict=True):
        for kind in KINDS:
            if theirs.took[kind]:
                print_figure(f"{where}, {kind} / the same{name}", ours.cost(kind) / theirs.cost(kind), "x")


def main():
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="taps of each kind (default: %(default)s)")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="also an earlier version, checked out there")
    options = parser.parse_args()
    roots, names = [ROOT], [""]
    if options.beside:
        if not (options.beside / "companion").is_dir():
            parser.error(f"{options.beside} is no checkout of Companion.")
        roots.append(options.beside)
        asked = [sys.executable, "-m", "companion", "--version"]  # as it is served: of what lies there
        names.append(f" in {subprocess.check_output(asked, cwd=options.beside, text=True).strip()}")
    head(f"A tap, until the screen is patched{', and'.join(names)}")
    for where, size in (("phone", PHONE), ("tablet", TABLET)):
        print_all(where, *over_the_wire(options.count, size, roots), names)


if __name__ == "__main__":
    main()
