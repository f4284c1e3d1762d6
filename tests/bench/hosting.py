"""A tablet that is the server, and the phones at it: ``python -m tests.bench.hosting``, of a built site (``--site``),
not a plain one, since what is fetched is counted.

Everything is in one Chromium on one machine, over real channels between its pages; squares are read from pictures.
Phones join held to 20 Mbit/s and 20 ms each way, which slows what they fetch and not the channel, and are let in at
once; some have nothing kept, some have kept the site. Then the tablet records: timed from the finger's leaving the
tile until the last phone was sent it. ``--quick`` shows that all of it works, with too few for a figure to be kept.
"""

from contextlib import closing

from playwright.sync_api import sync_playwright

from tests.bench.pages import (
    CONTAINED,
    LATENCY,
    MEGABITS,
    NAMES,
    NEXT,
    FreshPhone,
    KeptPhone,
    start,
    table,
)
from tests.figures import asked, head, median, percentile, print_figure
from tests.paths import ROOT

PROMISED_MEGABYTES = 5
PROMISED_HALF, PROMISED_MOST = 350, 700


def print_joined(what, joined):
    """Print how long phones took, and what they fetched and were sent until then."""
    took, fetched, sent = zip(*joined, strict=True)
    print_figure(f"sight of the square to seated, {what}, median of {len(took)}", median(took), "s")
    print_figure("  the slowest", max(took), "s")
    print_figure(
        "  fetched until then, the most",
        max(fetched) / 1e6,
        "MB",
        f"(promised: {PROMISED_MEGABYTES})",
    )
    print_figure("  sent over the channel until then, a phone", median(sent) / 1000, "kB")
    assert max(fetched) <= PROMISED_MEGABYTES * 1e6, (
        "a phone fetched too much before it had its seat"
    )


def main():
    """Measure, and print it."""
    options = asked(__doc__, site=ROOT / "build" / "pwa", phones=5, entries=60, quick=False)
    many, entries = (2, 3) if options.quick else (options.phones, options.entries)
    names, site = NAMES[:many], options.site.resolve()
    head(
        f"A tablet with no computer, and {many} phones; {MEGABITS} Mbit/s and {LATENCY} ms for what they fetch"
    )
    with sync_playwright() as playwright:
        browser = start(playwright.chromium, args=CONTAINED)
        with table(browser, site) as (app, tablet):
            kept = []
            for name in names:
                with closing(KeptPhone(browser, app)) as phone:
                    kept.append(phone.join(tablet, name))
            print_joined("the site kept", kept)
        with table(browser, site) as (app, tablet):
            phones = [FreshPhone(browser, app) for _ in names]
            print_joined(
                "nothing kept",
                [phone.join(tablet, name) for phone, name in zip(phones, names, strict=True)],
            )
            tablet.destination("Table").click()  # its camera goes on sending what it sees
            tablet.find("button", NEXT).wait_for()
            before = sum(phone.sent() for phone in phones)
            took = [tablet.record(phones) for _ in range(entries)]
            bytes_each = (sum(phone.sent() for phone in phones) - before) / entries / many
            for phone in phones:
                phone.close()
        browser.close()
    print_figure(
        f"an entry until {many} phones were sent it, median",
        median(took),
        "ms",
        f"({PROMISED_HALF})",
    )
    print_figure("  99 in 100", percentile(took, 99), "ms", f"({PROMISED_MOST})")
    print_figure("  sent over the channel for it, a phone", bytes_each / 1000, "kB")


if __name__ == "__main__":
    main()
