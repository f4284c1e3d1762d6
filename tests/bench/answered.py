"""What phones wait for at a table with no computer, a nod and a hammer: ``python -m tests.bench.answered``.

Of a built site (``--site``), in one Chromium on one machine, over real channels. Timed from the finger's leaving the
tablet's button until the phone that asked, or all that bid, were sent what comes of it.
"""

import re
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

from tests.bench.pages import CONTAINED, FreshPhone, seat_phone, start, table
from tests.figures import asked, head, median, percentile, print_figure
from tests.paths import ROOT

CHIPS = """game doubletrack
title Chips
seats Ann Ben Cy
house stack=1000
start first=ann
"""
LOTS = """game totopoly
title Horses
seats Ann Ben Cy
house keeps=evening
start banker=ann auctioneer=ann
open_auction
"""
PHONES = ("Ben", "Cy")
TAKE = "Take from Ann \u00b7 $25"
PROMISED = 500


def main():
    """Measure, and print it."""
    options = asked(__doc__, site=ROOT / "build" / "pwa", each=16, quick=False)
    each = 2 if options.quick else options.each
    head("A nod and a hammer, with two phones")
    with sync_playwright() as playwright:
        browser = start(playwright.chromium, args=CONTAINED)
        with seated(browser, options.site.resolve(), CHIPS) as (tablet, phones):
            nods = [nod(tablet, phones[turn % 2]) for turn in range(each)]
        with seated(browser, options.site.resolve(), LOTS) as (tablet, phones):
            hammers = [hammer(tablet, phones, turn) for turn in range(each)]
        browser.close()
    for what, took in (
        ("a nod until its phone was sent it", nods),
        ("a hammer until both were", hammers),
    ):
        print_figure(f"{what}, median of {each}", median(took), "ms", f"({PROMISED})")
        print_figure("  95 in 100", percentile(took, 95), "ms")


@contextmanager
def seated(browser, site, evening):
    """Lay a table at which two phones have their seats; give the tablet, which shows the game, and them."""
    with table(browser, site, evening) as (app, tablet):
        phones = [FreshPhone(browser, app) for _ in PHONES]
        for phone, name in zip(phones, PHONES, strict=True):
            seat_phone(tablet, phone, name)
        tablet.destination("Table").click()
        yield tablet, phones
        for phone in phones:
            phone.close()


def nod(tablet, phone):
    """Have a phone ask for chips, and the banker say yes."""
    phone.follow("""
        tap /^Take [$]25/
        tap Ann
        tap $25
        look
        tap Record
    """)
    tablet.tap("1 phone is waiting")
    tablet.answered()
    tablet.tap(TAKE)
    return tablet.until_sent([phone])


def hammer(tablet, phones, turn):
    """Have phones bid for the next lot, and the tablet sell it."""
    tablet.follow(f"""
        tap /^{turn + 1} /
        tap Take bids on phones
    """)
    phones[turn % 2].tap("Bid £1")
    sold = re.compile("^Sold to ")
    tablet.see(sold)
    tablet.answered()
    tablet.tap(sold)
    return tablet.until_sent(phones)


if __name__ == "__main__":
    main()
