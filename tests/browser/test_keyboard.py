"""A table worked by its keys: where they go is seen, they go on with what is asked, and digits belong to the sheet."""

from __future__ import annotations

import base64
import re

import pytest
from driver import TABLET, Tabletop
from test_accessible import Keyboard

TOTALS = "game rat_a_tat_cat\nseats Ann Ben Cy Dot\nstart first=ann\n"
SCORES = "game any_score\nseats Ann Ben Cy Dot\n"
MOST_KEYS = 40
# What the pixels are on a line from the left to the middle of each box, as light from 0 to 1.
LIGHT_ALONG = """async ([picture, x, y, length]) => {
    const bytes = Uint8Array.from(atob(picture), one => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const linear = part => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const dots = pen.getImageData(x, y, length, 1).data;
    return [...Array(length).keys()].map(at => 0.2126 * linear(dots[4 * at]) + 0.7152 * linear(dots[4 * at + 1])
        + 0.0722 * linear(dots[4 * at + 2]));
}"""


class CountedKeyboard(Keyboard):
    """A keyboard whose keys are counted."""

    def __init__(self, device):
        super().__init__(device)
        self.count = 0

    def press(self, key):
        self.count += 1
        super().press(key)

    def type(self, keys):
        for key in keys:
            self.press({"\n": "Enter"}.get(key, key))


def contrast(one, other):
    high, low = sorted((one + 0.05, other + 0.05), reverse=True)
    return high / low


def ring(device, keys, name):
    """Return the contrast of each pixel that the focus changes at the left edge of a button to what it was before."""
    box = device.steady(device.find("button", name))
    line = [round(box["x"]) - 4, round(box["y"] + box["height"] / 2), 14]

    def look():
        picture = base64.b64encode(device.still()).decode()
        return device.page.evaluate(LIGHT_ALONG, [picture, *line])

    before = look()
    keys.tab_to(f"^{name}$")
    return [contrast(*pair) for pair in zip(look(), before, strict=True)]


@pytest.mark.parametrize(("name", "scheme"), [("Cards", "light"), ("Find an action", "dark")])
def test_what_has_the_keys_has_a_ring_of_two_pixels_and_three_to_one(browser, server, devices, evening, name, scheme):
    device = Tabletop(browser, server, TABLET, scheme)
    devices.append(device)
    device.open(evening(TOTALS))
    device.settle()
    changed = ring(device, Keyboard(device), name)
    assert sum(one >= 3 for one in changed) >= 2, [round(one, 2) for one in changed]


def test_a_round_of_totals_for_four_takes_at_most_forty_keys(tablet, evening):
    keys = CountedKeyboard(tablet.open(evening(TOTALS)))
    keys.tab_to("^Total$")
    keys.press("Enter")
    tablet.see("Total 36")
    keys.type("125\n0\n31\n")
    tablet.see_recorded("Round 1: Ann 12, Ben 5, Cy 0 and Dot 31")
    assert keys.count <= MOST_KEYS


def test_a_sign_on_the_number_block_counts_and_a_point_is_shown(tablet, evening):
    keys = Keyboard(tablet.open(evening(SCORES)))
    tablet.settle()
    for key in ("NumpadSubtract", "5", "Enter", "7", "."):
        keys.press(key)
    tablet.see("Ann: minus 5 points")
    tablet.see("Ben: 7.")


def test_digits_after_a_tab_and_enter_stay_at_the_table_and_go_on(tablet, evening):
    keys = Keyboard(tablet.open(evening(SCORES)))
    tablet.settle()
    keys.press("Tab")
    tablet.answered()
    for digits in ("12", "5", "0", "31"):
        for digit in digits:
            keys.press(digit)
        tablet.see(re.compile(f": {digits} points?$"))
        tablet.answered()
        keys.press("Enter")
    tablet.see_recorded("Round 1: Ann 12, Ben 5, Cy 0, Dot 31")
    tablet.see_at(re.compile("/play/"))


def test_a_round_typed_faster_than_the_device_is_answered_presses_no_button(tablet, evening):
    keys = Keyboard(tablet.open(evening(SCORES)))
    keys.tab_to("^Find an action$")
    for key in (*"12", "Enter", "5", "Enter", "0", "Enter", *"31", "Enter"):
        keys.keys.press(key)
    tablet.see_recorded("Round 1: Ann 12, Ben 5, Cy 0, Dot 31")
    tablet.see("Round 2")


def test_after_an_answer_the_keys_go_on_to_what_is_asked_and_after_record_to_the_next_sheet(tablet, evening):
    keys = Keyboard(tablet.open(evening("game rat_a_tat_cat\nseats Ann Ben Cy Dot\n")))
    tablet.settle()
    keys.do("^Ann")
    keys.see_at("Open the sheet")
    keys.press("Enter")
    tablet.see_recorded("Ann deals first")
    keys.see_at("Ann: open")
