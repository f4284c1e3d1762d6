"""What the app costs as installed in a browser: ``python -m tests.bench.installed [SITE] [OTHER ...]``, of built sites.

Of more than one, such as an earlier version's, each is in its turn. A later start is with the network off, from the
navigation to the moment the waiting screen goes. A Record is one of a tablet, 200 entries in, from letting go until it
is painted; where that time goes is printed as well.
"""

import re
import sys
import tempfile
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.pages import BREATH, HEAR, PHONE, READY, TABLET, Device, Profile, Site, start_in
from tests.bench.tapping import book as ratrace
from tests.figures import head, interleaved, median, print_figure
from tests.paths import ROOT

STARTS, TICKS = 10, 40
COMPILED = 5000
"""Milliseconds after which a browser has kept what it compiled of a page."""
CHART = 1500
"""Milliseconds until a tablet has drawn the chart, which follows an entry."""
# Resolves once the browser keeps the site, all of it in its place.
KEPT = """() => navigator.serviceWorker.ready.then(kept => new Promise(done => {
    const look = () => kept.active.state === "activated" ? done() : setTimeout(look, 10);
    look();
}))"""
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
        waits(playwright.chromium, sites, Path(scratch))
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


def waits(chrome, sites, scratch):
    """Time a later start with the network off, each site in its turn; print it, also beside the last site's."""
    apps = {str(site): Site(scratch / f"visit-{place}", site) for place, site in enumerate(sites)}
    for app in apps.values():
        app.data.parent.mkdir()
        app.start()
        with opened(chrome, app) as page:
            page.evaluate(KEPT)
        app.kill()

    def start(site, breath=0):
        with opened(chrome, apps[site]) as page:
            took = float(page.evaluate(READY))
            page.wait_for_timeout(breath)
            return took

    for site in apps:
        start(site, COMPILED)  # of what runs then the browser keeps what it compiled
    print_beside(
        "later start, no network",
        interleaved(STARTS, **{site: lambda _, site=site: start(site) for site in apps}),
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


@contextmanager
def opened(chrome, app):
    """Open the app in a browser of its own, whose profile outlives it."""
    size = {"width": PHONE[0], "height": PHONE[1]}
    profile = app.data.parent / "profile"
    context = start_in(chrome, profile, viewport=size)
    context.pages[0].goto(app.address(), wait_until="commit")
    yield context.pages[0]
    context.close()


if __name__ == "__main__":
    main()
