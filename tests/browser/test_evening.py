"""An evening of Ratrace through the screen, as the Treasurer keeps it, with mistakes in it."""

from __future__ import annotations

import re

import pytest
from driver import PHONE
from playwright.sync_api import expect

KEYS = 20  # ms from key to key: faster than anybody types
OPEN = """game ratrace
title Friday Ratrace
seats Alice Ben Chen
house businesses=one
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=chen business=olive
"""


def card(who, figure):
    """The button of a player's card that says a figure as what is held, and not in what it says of the next class."""
    return re.compile(rf"^{who}\b.*\. {re.escape(figure)}\.")


def see_cash(device, who, figure):
    shown = device.find("button", card(who, figure)).or_(device.text(f"{who}: {figure}", exact=False))
    expect(shown.first).to_be_attached()


def test_six_names_are_typed_with_one_tap_and_the_field_stays_in_its_place(phone) -> None:
    phone.open("/new")
    phone.tap(re.compile("^Ratrace"))
    field = phone.page.get_by_label("Player's name", exact=True)
    place = phone.steady(field)
    field.click()
    for at, name in enumerate(("Alice", "Ben", "Chen", "Dora", "Emil", "Frida"), start=1):
        expect(field).to_be_focused()
        assert phone.steady(field) == place
        phone.page.keyboard.type(name, delay=KEYS)
        phone.page.keyboard.press("Enter")
        phone.see(f"Place {at}: {name}", exact=False)
    phone.see("The table is full", exact=False)
    phone.see("Start Ratrace with 6")


def test_names_typed_in_one_go_with_enter_between_lose_no_letter(tablet) -> None:
    names = ("Anna", "Ben", "Cora", "Dimitri")
    tablet.open("/new")
    tablet.tap(re.compile("^Ratrace"))
    field = tablet.page.get_by_label("Player's name", exact=True)
    field.click()
    expect(field).to_be_focused()
    tablet.settle()
    for name in names:
        tablet.page.keyboard.type(name, delay=KEYS)
        tablet.page.keyboard.press("Enter")
    for at, name in enumerate(names, start=1):
        tablet.see(f"Place {at}: {name}", exact=False)
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    tablet.tap("Remove Cora")
    expect(field).to_have_value("")
    tablet.see("Start Ratrace with 3")


def test_a_page_draws_on_one_thread_for_on_two_it_froze_now_and_then(phone) -> None:
    phone.open()
    assert phone.page.evaluate("crossOriginIsolated") is False


@pytest.mark.installed
def test_two_quick_taps_on_record_make_one_entry(phone, evening, book) -> None:
    route = evening(OPEN)
    phone.open(route)
    phone.tap("Roll 7")
    phone.find("button", "Record").dblclick()
    phone.see("Ben rolls")
    phone.tap("Roll 7")
    phone.see(re.compile("Gift from Dad"))  # so whatever came of the second tap has come

    assert book.last(route.removeprefix("/play/")) == 5


def test_a_reload_in_the_middle_of_an_investment_loses_nothing(phone, evening) -> None:
    phone.open(evening(OPEN + "roll who=alice roll=3\ninvest who=alice stake=100\n"))
    phone.see("Ben rolls for Alice's investment")
    phone.tap("Roll 9")
    phone.record("Ben rolls 9")
    phone.see("Chen rolls for Alice's investment")
    phone.reload()
    phone.see("Chen rolls for Alice's investment")
    phone.see(re.compile(r"worth \$200"), exact=False)
    phone.choose("Alice cashes in $200", "Alice cashes in")
    see_cash(phone, "Alice", "$300")


def test_a_power_cut_in_the_middle_of_a_lottery_loses_nothing(phone, evening, server) -> None:
    route = evening(OPEN + "roll who=alice roll=9\nlottery who=alice stake=20\nmatch who=chen\n")
    phone.open(route)
    phone.see(re.compile("Lottery"), exact=False)
    server.kill()
    server.start()
    phone.open(route)
    phone.see(re.compile(r"In so far: Alice and Chen"), exact=False)


def test_dark_is_dark_and_light_is_light(seat, evening) -> None:
    route = evening(OPEN)
    devices = [seat(PHONE, scheme).open(route) for scheme in ("light", "dark")]
    for device in devices:
        device.see("Alice rolls")
    light, dark = (device.still() for device in devices)

    assert brightness(devices[0], light) > 190
    assert brightness(devices[1], dark) < 80


def brightness(device, png):
    """How bright a picture is on average, from 0 to 255, as the browser itself decodes it."""
    return device.page.evaluate(
        """async bytes => {
            const map = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
            const canvas = new OffscreenCanvas(map.width, map.height);
            const drawn = canvas.getContext('2d');
            drawn.drawImage(map, 0, 0);
            const data = drawn.getImageData(0, 0, map.width, map.height).data;
            let sum = 0;
            for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
            return sum / (data.length / 4 * 3);
        }""",
        list(png),
    )
