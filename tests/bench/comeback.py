"""How fast phones come back to a tablet by themselves: ``python -m tests.bench.comeback``, of a built site.

Each phone and the tablet have a browser of their own. One phone is stopped for a while, again and again, and wakes; its
page is loaded again; its browser is closed and opened. Then the tablet's page is loaded again, with all phones there. A
channel is back once the tablet has answered over it, and a phone's screen is drawn beside the moment at which its
Flutter has started and asks for it. Nothing is scanned, but where the pages of all were loaded again: then each phone
opens what one square says. At another table a phone has a network of its own, where one may be made, which goes for
as long as others sleep. ``--quick`` shows that all of it works: two phones, twice, asleep for five seconds.
"""

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.pages import (
    CONTAINED,
    FIRST_PAINT,
    NAMES,
    READ,
    READY,
    KeptPhone,
    Profile,
    asleep,
    may_be_made,
    network,
    pictured,
    press,
    seat_phone,
    start,
    table,
)
from tests.figures import asked, head, median, print_figure
from tests.paths import ROOT

HALF, ALL, DRAWN = 1.0, 3.0, 1.0
"""Seconds promised: half and all channels, and a screen after Flutter has started."""
TOGETHER, BY_SQUARE = 6.0, 10.0
"""Seconds promised for all phones after the tablet's first screen, with nothing scanned and with one square."""
AGREED = 3_000
"""Milliseconds until two that met have agreed on what waits for the next time."""
WAKE = "() => document.dispatchEvent(new Event('visibilitychange'))"
ANSWERED = "since => heard.said.find(at => at > since)"
SINCE_NAVIGATION = "() => [heard.said[0], heard.asked, heard.drawn].map(at => (at - performance.timeOrigin) / 1000)"


def answered(phone, since):
    """Wait until the tablet has answered a phone; give the seconds since a moment, in milliseconds of the clock."""
    return (
        phone.page.wait_for_function(ANSWERED, arg=since, timeout=FIRST_PAINT).json_value() - since
    ) / 1000


def sleep(phone, seconds):
    """Stop a phone's browser for so long; give the seconds until its channel is back."""
    with asleep(phone.context.browser):
        time.sleep(seconds)
        woken = time.time() * 1000
    phone.page.evaluate(WAKE)  # as its system tells a page that is seen again
    return answered(phone, woken)


def loaded(phone):
    """Wait until a page that was loaded again shows its game; give the seconds to its channel, Flutter and screen."""
    phone.page.wait_for_function("() => heard.drawn", timeout=FIRST_PAINT)
    return phone.page.evaluate(SINCE_NAVIGATION)


def reload(phone):
    """Load a phone's page again."""
    phone.page.reload(wait_until="commit")
    return loaded(phone)


def close(phone):
    """Close a phone's browser, and open it again at the address it had."""
    phone.close_and_open()
    return loaded(phone)


def reload_tablet(tablet, phones):
    """Load the tablet's page again; give the seconds from its first screen until the last phone is back."""
    began = time.time() * 1000
    tablet.page.reload(wait_until="commit")
    return together(tablet, phones, began)


def reload_all(tablet, phones):
    """Load the pages of all again, and have phones open what the tablet's square says; give the seconds as above."""
    eyes = phones[0].context.new_page()
    eyes.goto(tablet.app.address("/site.webmanifest"))
    began = time.time() * 1000
    tablet.page.reload(wait_until="commit")
    for phone in phones:
        phone.page.evaluate("() => void setTimeout(() => location.reload())")
    late = together(tablet, phones, began, lambda *there: scan(eyes, *there))
    eyes.close()
    tablet.destination("Table").click()
    return late


def scan(eyes, tablet, phones):
    """Have each phone open what the tablet's square says, all at once; one of them has ``eyes``, which read it."""
    tablet._wake()
    press(tablet, "Show the square")
    link = ""
    while "#back." not in link:
        link = eyes.evaluate(READ, pictured(tablet.page.screenshot()))
    for phone in phones:
        phone.page.evaluate("link => void setTimeout(() => location.assign(link))", link)


def together(tablet, phones, began, act=lambda *_: None):
    """Wait for phones after the tablet's page was loaded again, once something was done; give the seconds as above."""
    ready = began + tablet.page.evaluate(READY)
    act(tablet, phones)
    return max(answered(phone, began) for phone in phones) - (ready - began) / 1000


def cut_off(phone, net, seconds):
    """Have a phone be without its network for so long; give the seconds until its channel is back."""
    with net.gone():
        time.sleep(seconds)
    there = time.time() * 1000
    phone.page.evaluate(WAKE)  # it asks, also where so short a time went unnoticed
    return answered(phone, there)


def print_back(what, seconds):
    """Print how long channels took to be back; say if that is as promised."""
    print_figure(f"{what}, median of {len(seconds)}: back after", median(seconds), "s", f"({HALF})")
    print_figure("  the slowest", max(seconds), "s", f"({ALL})")
    return median(seconds) <= HALF and max(seconds) <= ALL


def print_loaded(what, rounds):
    """Print also how long Flutter took, and its first screen after that."""
    back, flutter, drawn = zip(*rounds, strict=True)
    behind = [later - sooner for sooner, later in zip(flutter, drawn, strict=True)]
    held = print_back(what, back)
    print_figure("  Flutter's own start, median", median(flutter), "s")
    print_figure("  its screen after that, the slowest", max(behind), "s", f"({DRAWN})")
    return held and max(behind) <= DRAWN


def measure(tablet, phones, seconds, count):
    """Measure everything so often; say if all is as promised."""
    phone = phones[0]

    def again(act, *given):
        rounds = []
        for _ in range(count):
            phone.page.wait_for_timeout(AGREED)
            rounds.append(act(*given))
        return rounds

    held = [
        print_back(f"asleep for {seconds} s, one after the other", again(sleep, phone, seconds)),
        print_loaded("the phone's page loaded again", again(reload, phone)),
        print_loaded("its browser closed and opened", again(close, phone)),
    ]
    for what, act, limit in (
        ("the tablet's page loaded again", reload_tablet, TOGETHER),
        ("all loaded again, one square for all", reload_all, BY_SQUARE),
    ):
        late = again(act, tablet, phones)
        sys.stdout.write(
            f"{what}, seconds from the tablet's first screen until {len(phones)} phones are back\n"
        )
        print_figure(f"  median of {count}", median(late), "s")
        print_figure("  the slowest", max(late), "s", f"({limit})")
        held.append(max(late) <= limit)
    return all(held)


def measure_cut_off(browser, site, scratch, seconds, count):
    """Measure a phone whose network goes; say if it is back as promised, or that this can't be seen here."""
    what = f"its network gone for {seconds} s"
    if not may_be_made():
        sys.stdout.write(f"{what}: not measured, as this system lets no network be made\n")
        return True
    with network(Path(scratch)) as net, table(browser, site) as (app, tablet), net.served(app):
        phone = KeptPhone(Profile(browser.browser_type, scratch, net.program), app)
        seat_phone(tablet, phone, NAMES[0])
        tablet.destination("Table").click()
        rounds = []
        for _ in range(count):
            phone.page.wait_for_timeout(AGREED)
            rounds.append(cut_off(phone, net, seconds))
        phone.close()
    return print_back(what, rounds)


def main():
    """Measure, and print it; 1 where it is not as promised."""
    options = asked(
        __doc__, site=ROOT / "build" / "pwa", phones=5, asleep=60.0, count=20, quick=False
    )
    many, seconds, count = (
        (2, 5, 2) if options.quick else (options.phones, options.asleep, options.count)
    )
    head(f"Phones that come back to a tablet by themselves: {many}")
    site = options.site.resolve()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch,
        sync_playwright() as playwright,
    ):
        browser = start(playwright.chromium, args=CONTAINED)
        with table(browser, site) as (app, tablet):
            phones = [KeptPhone(Profile(browser.browser_type, scratch), app) for _ in range(many)]
            for phone, name in zip(phones, NAMES, strict=False):
                seat_phone(tablet, phone, name)
            tablet.destination("Table").click()
            held = measure(tablet, phones, seconds, count)
            for phone in phones:
                phone.close()
        held = measure_cut_off(browser, site, scratch, seconds, count) and held
        browser.close()
    return not held


if __name__ == "__main__":
    sys.exit(main())
