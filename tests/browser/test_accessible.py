"""Main paths by keyboard alone and by the names that a screen reader says, and axe-core on what is HTML."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from driver import PHONE, TABLET

from companion.formats.forms import FORMS
from models.rooms import Rooms

EVENING = Path(__file__).resolve().parents[1] / "sessions" / "ratrace-retirement.session"
FOCUSED = """() => {
    const here = document.activeElement;
    return here === document.body ? "" : here.getAttribute("aria-label") || here.innerText || "";
}"""
STOPS = 120  # more than any screen has places that Tab comes to

# Every place with words of its own that is whole on the screen, and can be used: its name and its box.
WORDS = """() => [...document.querySelectorAll("flt-semantics")]
    .map(one => [one, (one.getAttribute("aria-label") || one.innerText || "").trim(), one.getBoundingClientRect()])
    .filter(([one, name, box]) => name && !one.querySelector("flt-semantics")
        && one.getAttribute("aria-disabled") !== "true" && box.width > 8 && box.height > 8
        && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight)
    .map(([, name, box]) => [name, box.x, box.y, box.width, box.height])"""
# The contrast between the commonest colour in each box and the one that differs most from it, edges left out.
CONTRASTS = """async ([picture, boxes]) => {
    const bytes = Uint8Array.from(atob(picture), one => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const linear = part => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const light = colour => 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8 & 255)
        + 0.0722 * linear(colour & 255) + 0.05;
    return boxes.map(([name, x, y, width, height]) => {
        const dots = pen.getImageData(Math.ceil(x) + 3, Math.ceil(y) + 3, width - 6, height - 6).data;
        const count = new Map();
        for (let at = 0; at < dots.length; at += 4) {
            const colour = dots[at] << 16 | dots[at + 1] << 8 | dots[at + 2];
            count.set(colour, (count.get(colour) || 0) + 1);
        }
        const ground = light([...count].sort((one, other) => other[1] - one[1])[0][0]);
        const inks = [...count].filter(([, many]) => many > 1).map(([colour]) => light(colour));
        return [name, Math.max(...inks.map(ink => Math.max(ink, ground) / Math.min(ink, ground)))];
    });
}"""
GRAPHIC = {"Show the players": 3}  # a bar without words


class Keyboard:
    """A device worked by its keys."""

    def __init__(self, device):
        self.device = device
        self.keys = device.page.keyboard

    def press(self, key):
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


def test_a_game_is_started_played_undone_read_and_shared_by_keyboard_alone(tablet, book):
    keys = Keyboard(tablet.open())
    keys.do("^Any money game")
    tablet.see_at("/new")
    keys.tab_to("Player's name")
    keys.write("Ann", "Ben")
    keys.do("^Start Any money game with 2")

    tablet.see(re.compile("Hand out the money"))
    keys.do("^Hand out the money")
    tablet.see_recorded("Everybody begins")
    keys.do("^Ann$")
    keys.do(r"^\$50$")
    keys.do("^Ann pays Ben")
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
    if tablet.phone:  # it lies over the journal there, not beside it
        keys.press("Escape")
        tablet.see_gone(re.compile("Correct this entry"))
        keys.do("^More")
    keys.do("^Phones")
    tablet.see_at(re.compile("/phones$"))
    keys.do("^Invite phones")
    tablet.see("or type this code")
    keys.do("^Stop sharing")
    tablet.see_at(re.compile(r"/play/\w+$"))
    assert Rooms(book.database).open_rooms() == []


@pytest.fixture
def found():
    """What axe-core finds wrong on a page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed here").Axe()

    def found(page):
        faults = axe.run(page).response["violations"]
        return [(fault["help"], node["html"], node["failureSummary"]) for fault in faults for node in fault["nodes"]]

    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_joining_and_in_an_exported_evening(
    seat, evening, book, found, tmp_path, scheme
):
    play_id = evening(EVENING.read_text(encoding="utf-8")).removeprefix("/play/")
    room = Rooms(book.database).open_room([play_id])
    file = tmp_path / "evening.html"
    file.write_bytes(FORMS[0].write(book, play_id))
    phone = seat(PHONE, scheme)

    phone.page.goto(f"{phone.app.url}/join")
    assert found(phone.page) == []
    phone.page.goto(f"{phone.app.url}/join?i={room.invitation}")
    assert found(phone.page) == []
    phone.page.locator("label.tile").first.click()
    phone.page.get_by_role("button", name="Join").click()
    phone.page.get_by_role("heading", name="Waiting for the table").wait_for()
    assert found(phone.page) == []
    phone.page.goto("about:blank")  # what a page of ours allows would hold for the next as well
    phone.page.set_content(file.read_text(encoding="utf-8"))
    assert found(phone.page) == []


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (TABLET, "dark")], ids=["phone", "tablet"])
def test_all_words_stand_out_from_their_ground_as_painted(seat, evening, size, scheme):
    route = evening(EVENING.read_text(encoding="utf-8").split("# Round 4")[0])
    device = seat(size, scheme)
    for place in ("/", route, f"{route}/journal"):
        device.open(place)
        picture = base64.b64encode(device.still()).decode()
        found = device.page.evaluate(CONTRASTS, [picture, device.page.evaluate(WORDS)])
        assert len(found) > 9, device.tree()
        assert [one for one in found if one[1] < GRAPHIC.get(one[0], 4.5)] == [], place
