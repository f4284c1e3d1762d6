"""What the app costs as installed in a browser: ``python -m tests.bench.installed [SITE] [OTHER ...]``, of built sites.

Of more than one, such as an earlier version's, each is in its turn. A Record is one of a tablet, 200 entries in, from
letting go until it is painted; where that time goes is printed as well.
"""

import re
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.pages import BREATH, HEAR, TABLET, Device, Profile, Site
from tests.bench.tapping import book as ratrace
from tests.figures import head, interleaved, median, print_figure
from tests.paths import ROOT

TICKS = 40
CHART = 1500
"""Milliseconds until a tablet has drawn the chart, which follows an entry."""
# From the moment the finger leaves the button until the words that a screen reader has are others, and are painted.
PAINTED = r"""() => {
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
# Within the worker: when Python was told something, and when it said something.
WITHIN = """() => {
    const within = self.within = { heard: [], said: [] };
    const note = (when, data) => data instanceof Uint8Array && when.push(performance.timeOrigin + performance.now());
    const { onmessage, postMessage } = self;
    self.onmessage = message => {
        note(within.heard, message.data);
        return onmessage(message);
    };
    self.postMessage = (data, ...more) => {
        note(within.said, data);
        return postMessage.call(self, data, ...more);
    };
}"""
PARTS = (
    "the tap, until Python has it",
    "Python, until all it has to say is said",
    "until the page takes that",
    "Flutter, until it is painted",
)
TAKE_BACK = re.compile("^Undo: ")


def main():
    """Measure, and print."""
    sites = [Path(one).resolve() for one in sys.argv[1:]] or [ROOT / "build" / "pwa"]
    head("The app as installed")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        records(playwright.chromium, sites, Path(scratch))


def print_beside(what, took):
    """Print the median and the most of each site, beside the last."""
    for site, times in took.items():
        ratio = median(
            mine / theirs for mine, theirs in zip(times, [*took.values()][-1], strict=True)
        )
        print_figure(
            f"{what}, {site}: {median(times):,.0f} ms, at most {max(times):,.0f}", ratio, "x"
        )


def records(chrome, sites, scratch):
    """Time a tablet's Record until it is painted, each site in its turn; print it, also beside the last site's."""
    apps = [Site(scratch / f"tablet-{place}", site) for place, site in enumerate(sites)]
    tablets = {}
    for app in apps:
        app.data.parent.mkdir()
        (play,) = ratrace(app.data)
        app.start()
        tablets[str(app.site)] = tablet = Device(
            Profile(chrome, app.data.parent), app, TABLET, book=app.data
        )
        tablet.context.add_init_script(HEAR)
        tablet.open(f"/play/{play}")
        tablet.page.evaluate(PAINTED)
        tablet.page.workers[0].evaluate(WITHIN)

    def record(site):
        painted(tablets[site], "Roll 8")
        took = painted(tablets[site], "Record")
        parts = parts_of(tablets[site].page, took)
        painted(tablets[site], TAKE_BACK)
        tablets[site].page.wait_for_timeout(CHART)
        return took, parts

    turns = {site: lambda _, site=site: record(site) for site in tablets}
    interleaved(2, **turns)  # what is compiled once is not measured
    found = interleaved(TICKS // 2, **turns)
    print_beside(
        "Record until painted",
        {site: [took for took, _ in all_of] for site, all_of in found.items()},
    )
    for site, all_of in found.items():
        for what, times in zip(
            PARTS, zip(*(parts for _, parts in all_of), strict=True), strict=True
        ):
            print_figure(f"  {what}, {site}", median(times), "ms")
    for app in apps:
        tablets[str(app.site)].close()
        app.stop()


def painted(device, name):
    """Tap a button of a page that is watched; return the milliseconds until what came of it was painted."""
    seen = device.page.evaluate("window.taps.length")
    device.find("button", name).first.click()
    device.page.wait_for_function("seen => window.taps.length > seen", arg=seen)
    took = float(device.page.evaluate("window.taps.at(-1)"))
    device.page.wait_for_timeout(BREATH)
    return took


def parts_of(page, took):
    """Say where the milliseconds went from a tap until what came of it was painted."""
    page_heard, worker = page.evaluate("heard"), page.workers[0].evaluate("self.within")
    up = page_heard["up"]
    painted = up + took
    told = min(at for at in worker["heard"] if at > up)
    said = max(at for at in worker["said"] if at < painted)
    came = max(at for at in page_heard["came"] if at < painted)
    return [later - sooner for sooner, later in pairwise((up, told, said, came, painted))]


if __name__ == "__main__":
    main()
