"""A table worked by its keys: where they go is seen, what is typed arrives, and fields keep what is written in them."""

import base64
import re

import pytest
from driver import TABLET
from playwright.sync_api import expect

from models.rooms import Rooms

FOCUSED = """() => {
    const here = document.activeElement;
    return here === document.body ? "" : here.getAttribute("aria-label") || here.innerText || "";
}"""
STOPS = 120  # more than any screen has places that Tab comes to
TOTALS = "game rat_a_tat_cat\nseats Ann Ben Cy Dot\n"
COUNTED = """game ratrace
seats Alice Ben
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=olive
"""
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


class Keyboard:
    """A device worked by its keys."""

    def __init__(self, device):
        self.device = device
        self.keys = device.page.keyboard
        self.count = 0

    def press(self, key):
        self.count += 1
        self.keys.press(key)
        self.device.frames(4)

    def name(self):
        """What a screen reader says of where the keys go."""
        return self.device.page.evaluate(FOCUSED)

    def see_at(self, wanted):
        """Wait until the keys go to what has this name."""
        self.device.page.wait_for_function(f"wanted => ({FOCUSED})() === wanted", arg=wanted)

    def tab_to(self, wanted):
        """Press Tab until a place of this name is reached, once what came of the key before is there.

        A name that never comes fails.
        """
        self.device.answered()
        names = []
        for _ in range(STOPS):
            self.press("Tab")
            names.append(self.name())
            if re.search(wanted, names[-1]):
                return
        raise AssertionError(f"Tab never came to {wanted!r}, only to {list(dict.fromkeys(names))}")

    def do(self, wanted):
        """Go to what has this name, and press Enter there."""
        self.tab_to(wanted)
        self.press("Enter")

    def write(self, *names):
        """Type names into the field that has the keys, each with Enter after it."""
        self.device.settle()
        for name in names:  # in one go: the field is emptied when somebody rests
            self.keys.type(name, delay=10)
            self.keys.press("Enter")
        for place, name in enumerate(names, 1):
            self.device.see(f"Place {place}: {name}", exact=False)


@pytest.mark.own
def test_a_game_is_started_played_undone_read_and_shared_by_keyboard_alone(tablet, book):
    keys = Keyboard(tablet.open())
    keys.do("^Any money game")
    tablet.see_at("/new")
    keys.tab_to("Player's name")
    keys.write("Ann", "Ben")
    keys.do("^Start with 2 players")

    tablet.see(re.compile("Hand out the money"))
    keys.do("^Hand out the money")
    tablet.see_recorded("Everybody begins")
    keys.do("^Ann$")
    keys.do(r"^\$50$")
    keys.do(r"^Ann pays Ben \$50$")
    tablet.see_recorded("Ann pays Ben")
    (play,) = book.plays()
    assert book.ledger(play.id).balance("ben:cash", "$") == 1_550

    keys.do("^Undo: Ann pays Ben")
    tablet.see(re.compile("^Undo: Everybody begins"))
    assert book.ledger(play.id).balance("ben:cash", "$") == 1_500
    keys.do("^Ben. Money")
    tablet.see("Last movements")
    keys.press("Escape")

    keys.do("^Journal")
    tablet.see_at(re.compile("/journal$"))
    keys.do("^Entry 1. Everybody begins")
    tablet.see(re.compile("Correct this entry"))
    keys.do("^Phones")
    tablet.see_at(re.compile("/phones$"))
    keys.do("^Invite phones")
    tablet.see("or type this code")
    keys.do("^Stop sharing")
    tablet.see_at(re.compile(r"/play/\w+$"))
    assert Rooms(book.database).open_rooms() == []


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


@pytest.mark.parametrize(("name", "scheme"), [("Total", "light"), ("Find an action", "dark")])
def test_what_has_the_keys_has_a_ring_of_two_pixels_and_three_to_one(seat, evening, name, scheme):
    device = seat(TABLET, scheme).open(evening(TOTALS + "start first=ann\n"))
    device.settle()
    changed = ring(device, Keyboard(device), name)
    assert sum(one >= 3 for one in changed) >= 2, [round(one, 2) for one in changed]


def test_after_an_answer_the_keys_go_on_to_what_is_asked_and_a_round_of_totals_takes_at_most_forty(
    tablet, evening
):
    keys = Keyboard(tablet.open(evening(TOTALS)))
    tablet.settle()
    keys.do("^Ann$")
    keys.see_at("Open the sheet")
    keys.press("Enter")
    tablet.see_recorded("Ann deals first")
    keys.see_at("Ann: open")
    keys.count = 0
    keys.do("^Total$")
    tablet.see("Cards")
    for key in (*"125", "Enter", "0", "Enter", *"31", "Enter"):
        keys.press(key)
    tablet.see_recorded("Round 1: Ann 12, Ben 5, Cy 0 and Dot 31")
    assert keys.count <= MOST_KEYS


def test_digits_after_a_tab_or_faster_than_they_are_answered_stay_at_the_table_and_press_no_button(
    tablet, evening
):
    keys = Keyboard(tablet.open(evening("game any_score\nseats Ann Ben Cy Dot\n")))
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

    keys.tab_to("^Find an action$")
    for key in (*"12", "Enter", "5", "Enter", "0", "Enter", *"31", "Enter"):
        keys.keys.press(key)
    tablet.see_recorded("Round 2: Ann 12, Ben 5, Cy 0, Dot 31")
    tablet.see_at(re.compile("/play/"))

    tablet.see(re.compile("^Round 3[.]"))
    for key in ("NumpadSubtract", "5", "Enter", "7", "."):
        keys.press(key)
    tablet.see("Ann: minus 5 points")
    tablet.see("Ben: 7.")

    tablet.tap("Find an action")  # with a finger; what is typed then is what is looked for
    tablet.see("Correct something")
    for key in "undo":
        keys.press(key)
    tablet.see_gone("Correct something")


def test_names_typed_in_one_go_lose_no_letter_and_the_field_stays_in_its_place(phone):
    phone.open("/new")
    phone.tap(re.compile("^Ratrace"))
    field = phone.page.get_by_label("Player's name", exact=True)
    place = phone.steady(field)
    field.click()
    expect(field).to_be_focused()
    Keyboard(phone).write("Alice", "Ben", "Chen", "Dora", "Emil")
    expect(field).to_be_focused()
    assert phone.steady(field) == place
    phone.tap("Remove Chen")
    phone.see("Start with 4 players")


def test_a_field_keeps_the_keys_while_what_stands_beside_it_changes_and_is_read_out_before_it(
    tablet, evening
):
    field = "Alice: what lies there, all together"
    tablet.open(f"{evening(COUNTED)}/count")
    for written, difference in (
        ("5", "$195 less"),
        ("20", "$180 less"),
        ("5300", "$5,100 more"),
        ("150", "$50 less"),
    ):
        tablet.type_into(field, written)
        tablet.see(
            re.compile(re.escape(f"Alice has {difference} than the book says.")), exact=False
        )
        tablet.settle()
        expect(tablet.find("textbox", field)).to_be_focused()
    read = tablet.tree()
    order = [
        "Count Alice",
        field,
        "Leave out what lies",
        "Counted $150",
        "In the book $200",
        "Alice has $50 less",
    ]
    places = [read.index(words) for words in order]
    assert places == sorted(places), read
