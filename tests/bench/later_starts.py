"""How long a later start takes, with the network off: ``python -m tests.bench.later_starts [SITE] [OTHER ...]``.

SITE and OTHER are folders of built sites; of more than one, such as an earlier version's, each is in its turn. Each has
been started three times before, and has kept what it keeps by then. Times are from the navigation until Python has sent
the first screen, and until the waiting screen has gone, which is once that screen was painted.
"""

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.installed import print_beside
from tests.bench.pages import PHONE, READY, Site, start_in
from tests.figures import head, interleaved, print_figure
from tests.paths import ROOT

STARTS = 10
COMPILED = 5000
"""Milliseconds after which a browser has kept what it compiled of a page."""
# Resolves once the browser keeps the site, all of it in its place.
KEPT = """() => navigator.serviceWorker.ready.then(kept => new Promise(done => {
    const look = () => kept.active.state === "activated" ? done() : setTimeout(look, 10);
    look();
}))"""
# Resolves once the browser keeps what Python's memory held, or at once where a site keeps nothing of the kind.
REMEMBERED = """() => new Promise(async done => {
    const there = async file => (await fetch(file)).ok;
    if (!await there("remember.mjs")) return done();
    const look = async () => await there("start.memory") ? done() : setTimeout(look, 100);
    look();
})"""
# Takes down when Python said that the first screen was sent.
HEAR = """(() => {
    globalThis.Worker = class extends Worker {
        constructor(...how) {
            super(...how);
            this.addEventListener("message", ({ data }) => {
                if (data.name === "drawn") window.sent ??= performance.now();
            });
        }
    };
})()"""
FROM_MEMORY = "performance.getEntriesByName('from memory').length"


def main():
    """Measure, and print."""
    sites = [Path(one).resolve() for one in sys.argv[1:]] or [ROOT / "build" / "pwa"]
    head("Later starts with no network")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        apps = {str(site): keep(playwright.chromium, site, Path(scratch)) for site in sites}
        for app in apps.values():
            with started(playwright.chromium, app) as (page, _):
                page.evaluate(REMEMBERED)
                page.wait_for_timeout(COMPILED)
            with started(playwright.chromium, app) as (page, _):
                page.wait_for_timeout(COMPILED)  # of what runs from memory too

        def start(app):
            with started(playwright.chromium, app) as (page, ready):
                return float(page.evaluate("sent")), ready, page.evaluate(FROM_MEMORY)

        turns = {site: lambda _, app=app: start(app) for site, app in apps.items()}
        took = interleaved(STARTS, **turns)
    for place, what in enumerate(("first screen sent", "ready")):
        print_beside(what, {site: [one[place] for one in each] for site, each in took.items()})
    for site, each in took.items():
        print_figure(f"from memory, {site}", sum(one[2] for one in each), f"of {STARTS}")


def keep(chrome, site, scratch):
    """Open a site for the first time, until the browser keeps it; its server is gone then."""
    app = Site(Path(tempfile.mkdtemp(dir=scratch)) / "visit", site)
    app.data.parent.mkdir()
    app.start()
    with started(chrome, app) as (page, _):
        page.evaluate(KEPT)
    app.kill()
    return app


@contextmanager
def started(chrome, app):
    """Open the app in a browser of its own, whose profile outlives it; give the page, and when it was ready."""
    size = {"width": PHONE[0], "height": PHONE[1]}
    context = start_in(chrome, app.data.parent / "profile", viewport=size)
    context.add_init_script(HEAR)
    page = context.pages[0]
    page.goto(app.address(), wait_until="commit")
    yield page, float(page.evaluate(READY))
    context.close()


if __name__ == "__main__":
    main()
