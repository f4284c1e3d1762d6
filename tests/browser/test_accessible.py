"""Main paths by keyboard alone and by the names that a screen reader says, and axe-core on what is HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from driver import PHONE

from companion.formats.forms import FORMS
from models.rooms import Rooms

EVENING = Path(__file__).resolve().parents[1] / "sessions" / "ratrace-retirement.session"
FOCUSED = """() => {
    const here = document.activeElement;
    return here === document.body ? "" : here.getAttribute("aria-label") || here.innerText || "";
}"""
STOPS = 120  # more than any screen has places that Tab comes to


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

    def tab_to(self, wanted):
        """Press Tab until a place of this name is reached; a name that never comes fails."""
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


def test_a_game_is_started_played_undone_read_and_shared_by_keyboard_alone(table, book):
    keys = Keyboard(table.open())
    keys.do("^Any money game")
    table.see_at("/new")
    keys.tab_to("Player's name")
    keys.write("Ann", "Ben")
    keys.do("^Start Any money game with 2")

    table.see(re.compile("Hand out the money"))
    keys.do("^Hand out the money")
    table.see_recorded("Everybody begins")
    keys.do("^Ann$")
    keys.do(r"^\$50$")
    keys.do("^(Pay|Ann pays)")
    table.see_recorded("Ann pays Ben")
    (play,) = book.plays()
    assert book.ledger(play.id).balance("ben:cash", "$") == 1_550

    keys.do("^Undo: Ann pays Ben")
    table.see(re.compile("^Undo: Everybody begins"))
    assert book.ledger(play.id).balance("ben:cash", "$") == 1_500
    keys.do("^Ben. Money")
    table.see("Last movements")
    keys.press("Escape")

    keys.do("^Journal")
    table.see_at(re.compile("/journal$"))
    keys.do("^Entry 1. Everybody begins")
    table.see(re.compile("Correct this entry"))
    if table.phone:  # it lies over the journal there, not beside it
        keys.press("Escape")
        table.see_gone(re.compile("Correct this entry"))
        keys.do("^More")
    keys.do("^Phones")
    table.see_at(re.compile("/phones$"))
    keys.do("^Invite phones")
    table.see("or type this code")
    keys.do("^Stop sharing")
    table.see("Play with phones")


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
