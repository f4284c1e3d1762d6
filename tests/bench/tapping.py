"""What a tap costs in the served app, beside a Flet app that counts taps: ``python -m tests.bench.tapping``.

From the tap until the last patch is there, over a websocket; all kinds in turns, so that a busy machine slows each of
them, beside a tap that only counts, one that puts thirty other buttons on the screen, and one that is written down for
good and sent to six screens. On a busy machine hold the server's processor time, not the time. With ``--browser``
also from letting go of the button until Chromium shows what came of it.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from models.book import Book
from models.journal import Journal
from tests.bench.laying import evening
from tests.bench.wire import PHONE, ROOT, TABLET, Device, Served, patched, rest
from tests.figures import head, median, percentile, print_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from driver import Tabletop

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
    "Find an action",
    "opening a sheet",
    "a key of the number pad",
    "to the journal, for the first time",
    "to the table, for the first time",
    "to the journal",
    "back to the table",
)
FLOORS = {COUNT: "(floor: 1.0 ms)", KEPT: "(floor: 4.9 ms)"}


def book(folder: Path, many: int = 1) -> list[str]:
    """Keep games of Ratrace for six, each as long as an evening; give their ids."""
    database = Book.open(folder)
    try:
        return [evening(Journal(database), LINES) for _ in range(many)]
    finally:
        database.close()


class Taps:
    """What each kind of tap took, by the clock and of the processor, in milliseconds, and the bytes it sent."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.worked: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.sent: dict[str, list[int]] = {kind: [] for kind in KINDS}
        self.counts = False

    def measure(self, kind: str, devices: Sequence[Device], do: Callable[[str], object], what: str) -> None:
        """Tap on the first of these, and wait until the last has what came of it."""
        before = devices[0].app.python()
        milliseconds, size = patched(devices, lambda: do(what))
        if self.counts:
            self.took[kind].append(milliseconds)
            self.worked[kind].append(devices[0].app.python() - before)
            self.sent[kind].append(size)


def over_the_wire(rounds: int, size: tuple[int, int]) -> Taps:
    """Tap all kinds in turns: on one screen, and then on one of six."""
    taps = Taps()
    with tempfile.TemporaryDirectory(dir=ROOT) as kept, ExitStack() as stack:
        folder = Path(kept)
        # what is recorded and undone makes one row of the journal's first page: it is looked at in another game
        table, other_table = (f"/play/{play}" for play in book(folder, 2))
        bare = ((), ("counter",), ("sheet",), ("ledger",))
        apps = [stack.enter_context(Served(*one, folder=folder)) for one in bare]
        for app in apps:
            app.wait()
        ours, counter, sheet, ledger = apps
        one, reading = Device(ours, table, size), Device(ours, other_table, size)
        counting, replacing = Device(counter), Device(sheet)
        keeping = [Device(ledger) for _ in range(SIX)]
        everybody = [one]
        for many in (1, SIX):
            everybody += [Device(ours, table, size) for _ in range(many - 1)]
            rest(
                (*everybody, reading, counting, replacing, *keeping), 3.0
            )  # what is loaded once the first screen is there, too
            for at in range(rounds + WARM):
                taps.counts = at >= WARM
                roll, other = "78" if at % 2 else "87"
                if many == 1:
                    taps.measure(COUNT, [counting], counting.tap, "Tap")
                    taps.measure(REPLACED, [replacing], replacing.tap, "Tap")
                    an_entry(taps, everybody, (RECORD, UNDO), roll, other)
                    a_look(taps, reading, other_table)
                else:
                    taps.measure(KEPT, keeping, keeping[0].tap, "Tap")
                    an_entry(taps, everybody, (RECORD_SIX, UNDO_SIX), roll, other)
        for device in (*everybody, reading, counting, replacing, *keeping):
            device.close()
    return taps


def an_entry(taps: Taps, everybody: Sequence[Device], kinds: tuple[str, str], roll: str, other: str) -> None:
    """Answer, and again, record it and take it back."""
    one = everybody[0]
    taps.measure(ANSWER, [one], one.key, roll)
    taps.measure(OTHER, [one], one.key, other)
    for kind, name in zip(kinds, ("Record", "Undo: ..."), strict=True):
        taps.measure(kind, everybody, one.tap, name)


def a_look(taps: Taps, one: Device, table: str) -> None:
    """Find an action, type a figure for it, look into the journal, and come back."""
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


# --- in a browser ----------------------------------------------------------------------------------

# From the moment the finger leaves the button until the words that a screen reader has are others, and are painted.
WATCH = r"""() => {
    let up = 0;
    window.taps = [];
    const words = () => [...document.querySelectorAll("flt-semantics-host *")]
        .map(one => (one.getAttribute("aria-label") ?? "") + (one.childElementCount ? "" : one.textContent)
            + (one.getAttribute("aria-current") ?? "")).join("|");
    let before = "";
    addEventListener("pointerdown", () => (before = words()), true);
    addEventListener("pointerup", () => (up = performance.now()), true);
    new MutationObserver(() => {
        if (!up || words() === before) return;
        const from = up;
        up = 0;
        requestAnimationFrame(() => window.taps.push(performance.now() - from));
    }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
}"""


TAKE_BACK = re.compile("^Undo: ")


def painted(device: Tabletop, name: str | re.Pattern[str]) -> float:
    """Tap a button of a page that is watched; return the milliseconds until what came of it was painted."""
    seen = device.page.evaluate("window.taps.length")
    device.find("button", name).first.click()
    device.page.wait_for_function("seen => window.taps.length > seen", arg=seen)
    took = float(device.page.evaluate("window.taps.at(-1)"))
    device.page.wait_for_timeout(450)  # a second Record that comes sooner is taken for the same tap
    return took


def in_a_browser(rounds: int) -> dict[str, list[float]]:
    """Tap in Chromium, in turns with a Flet app that counts."""
    sys.path.insert(0, str(ROOT / "tests" / "browser"))
    from driver import Tabletop, chromium  # noqa: PLC0415 - found where the browser's tests lie
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only this half needs it

    took: dict[str, list[float]] = {COUNT: [], ANSWER: [], RECORD: [], UNDO: []}
    with tempfile.TemporaryDirectory(dir=ROOT) as kept, ExitStack() as stack:
        folder = Path(kept)
        (play,) = book(folder)
        ours, counter = (stack.enter_context(Served(*bare, folder=folder)) for bare in ((), ("counter",)))
        for app in (ours, counter):
            app.wait()
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        screens = [Tabletop(browser, ours, TABLET), Tabletop(browser, counter, TABLET)]
        screens[1].fonts = ()
        table, counting = (one.open(route) for one, route in zip(screens, (f"/play/{play}", "/"), strict=True))
        for screen in screens:
            screen.page.evaluate(WATCH)

        for at in range(rounds + WARM):
            for kind, device, name in (
                (COUNT, counting, "Tap"),
                (ANSWER, table, "Roll 8"),
                (RECORD, table, "Record"),
                (UNDO, table, TAKE_BACK),
            ):
                milliseconds = painted(device, name)
                if at >= WARM:
                    took[kind].append(milliseconds)
        browser.close()
    return took


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, help="taps of each kind (default: %(default)s)")
    parser.add_argument("--browser", action="store_true", help="in Chromium too")
    options = parser.parse_args()
    head("A tap, until the screen is patched")
    for name, size in (("phone", PHONE), ("tablet", TABLET)):
        taps = over_the_wire(options.count, size)
        for kind in KINDS:
            print_figure(f"{name}, {kind}: half take less than", median(taps.took[kind]), "ms", FLOORS.get(kind, ""))
            print_figure("  99 in 100 take less than", percentile(taps.took[kind], 99), "ms")
            print_figure("  of the server's processor", median(taps.worked[kind]), "ms")
            print_figure("  sent to it", round(median(taps.sent[kind])), "bytes")
        beside = ((OTHER, COUNT), (KEY, COUNT), (RECORD, COUNT), (UNDO, COUNT), (RECORD_SIX, KEPT), (UNDO_SIX, KEPT))
        for kind, floor in beside:
            print_figure(f"{name}, {kind} / {floor}", median(taps.worked[kind]) / median(taps.worked[floor]), "x")
    if options.browser:
        for kind, milliseconds in in_a_browser(options.count).items():
            print_figure(f"Chromium, {kind}: half take less than", median(milliseconds), "ms")
            print_figure("  99 in 100 take less than", percentile(milliseconds, 99), "ms")


if __name__ == "__main__":
    main()
