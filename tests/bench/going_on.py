"""How fast an evening goes on without its tablet: ``python -m tests.bench.going_on``, of a built site.

The tablet and each phone have a browser of their own. The tablet's is killed, one phone goes on and records, and the
others come to it, by one square each. What a camera would see is photographed and read by this program, which takes
longer than a camera: those seconds are printed beside. ``--quick`` is with two phones.
"""

import re
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from tests.bench.pages import (
    CAMERA,
    CONTAINED,
    FIRST_PAINT,
    FROM_MEMORY,
    IMPATIENT,
    NAMES,
    NEXT,
    READ,
    READY,
    KeptPhone,
    Profile,
    hold_up,
    kill,
    pictured,
    press,
    seat_phone,
    start,
    table,
)
from tests.figures import asked, head, print_figure
from tests.paths import ROOT

FIRST_ENTRY, FOUR_PHONES = 15.0, 40.0
"""Seconds promised from *Go on* to the first entry, and to four phones at the new host."""
OPENING = """() => ["Opening the books", "Setting the table"].includes(document.getElementById("step")?.textContent)
    || globalThis.companionReady?.()"""


class GoingPhone(KeptPhone):
    """A phone that can be the next host, and which comes to another one."""

    def __init__(self, browser, app):
        super().__init__(browser, app)
        for script in (CAMERA, IMPATIENT):
            self.context.add_init_script(script)

    def come(self, host, name, eyes):
        """Come to another host by its square; give the seconds, and those of reading and showing pictures."""
        began, before = time.monotonic(), self.page.url
        link = ""
        while "#join." not in link or link == before:
            link = eyes.evaluate(READ, pictured(host.page.screenshot()))
        read = time.monotonic() - began
        self.page.goto(link, wait_until="commit")
        self.page.locator("#guest .square svg").wait_for()
        shown = time.monotonic()
        hold_up(host, self.square)
        read += time.monotonic() - shown
        press(host, f"Let {name} in")
        hold_up(host, "")
        self.page.wait_for_function("() => heard.drawn", timeout=FIRST_PAINT)
        return time.monotonic() - began, read


def go_on(tablet, phones, eyes):
    """Kill the tablet, and go on on the first phone; print how long each part took, and say if all is as promised."""
    host, *others = phones
    kill(tablet)
    for phone in phones:
        phone.page.get_by_role("button", name="Go on without the tablet").wait_for(
            timeout=FIRST_PAINT
        )
    host.page.get_by_role("button", name="Go on without the tablet").click()
    began = time.time()
    host.page.get_by_role("button", name="Go on here").click()
    host.page.wait_for_url(re.compile("/phones$"), wait_until="commit")
    host.page.wait_for_function(OPENING, timeout=FIRST_PAINT)
    python = time.time()
    host.page.evaluate(READY)
    page, shown = host.page.evaluate("() => performance.timeOrigin / 1000"), time.time()
    host._wake()
    woken = time.time()
    host.destination("Table").click()
    host.find("button", NEXT).click()
    host.see(re.compile("Next player"), exact=False)
    entered = time.time()
    print_figure("the page's own start after the tap", page - began, "s")
    how = "from memory" if host.page.evaluate(FROM_MEMORY) else "anew"
    print_figure(f"Python, {how}", python - page, "s")
    print_figure("the book, and the first screen", shown - python, "s")
    print_figure("this program's own waiting until it can tap", woken - shown, "s")
    print_figure("two taps until the entry is shown", entered - woken, "s")
    print_figure("from Go on to the first entry", entered - began, "s", f"({FIRST_ENTRY})")
    host.destination("More").click()
    host.find("button", re.compile("^Phones")).click()
    read = 0.0
    for number, (phone, name) in enumerate(zip(others, NAMES[1:], strict=False), 1):
        took, reading = phone.come(host, name, eyes)
        read += reading
        print_figure(f"phone {number} by its square", took, "s", f"{reading:.1f} of it pictures")
    whole = time.time() - began
    print_figure(f"from Go on to {len(others)} phones", whole, "s", f"({FOUR_PHONES})")
    return entered - began <= FIRST_ENTRY and whole <= FOUR_PHONES


def main():
    """Measure, and print it; 1 where it is not as promised."""
    options = asked(__doc__, site=ROOT / "build" / "pwa", phones=5, quick=False)
    many = 2 if options.quick else options.phones
    head(f"An evening that goes on on a phone, with {many - 1} others")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch,
        sync_playwright() as playwright,
    ):
        browser = start(playwright.chromium, args=CONTAINED)
        with table(browser, options.site.resolve()) as (app, tablet):
            phones = [GoingPhone(Profile(browser.browser_type, scratch), app) for _ in range(many)]
            for phone, name in zip(phones, NAMES, strict=False):
                seat_phone(tablet, phone, name)
            tablet.see(f"Ready to take over: {NAMES[0]}", exact=False)
            tablet.destination("Table").click()
            eyes = browser.new_page()
            eyes.goto(app.address("/site.webmanifest"))
            held = go_on(tablet, phones, eyes)
            for phone in phones:
                phone.close()
        browser.close()
    return not held


if __name__ == "__main__":
    sys.exit(main())
