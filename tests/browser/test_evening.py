"""An evening of Ratrace through the screen, as the Treasurer keeps it, with mistakes in it."""

from __future__ import annotations

import re

import pytest
from driver import PHONE, TABLET
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
IN_DEBT = """# eleven squares before Credit Due
roll who=alice roll=5
buy who=alice business=olive item=working on=credit
place who=alice square=21
turn who=alice
"""


def card(who, figure):
    """The button of a player's card that says a figure as what is held, and not in what it says of the next class."""
    return re.compile(rf"^{who}\b.*\. {re.escape(figure)}\.")


def see_cash(device, who, figure):
    shown = device.find("button", card(who, figure)).or_(device.text(f"{who}: {figure}", exact=False))
    expect(shown.first).to_be_attached()


def test_six_names_are_typed_with_one_tap_and_the_field_stays_in_its_place(table) -> None:
    table.open("/new")
    table.tap(re.compile("^Ratrace"))
    field = table.page.get_by_label("Player's name", exact=True)
    place = table.steady(field)
    field.click()
    for at, name in enumerate(("Alice", "Ben", "Chen", "Dora", "Emil", "Frida"), start=1):
        expect(field).to_be_focused()
        assert table.steady(field) == place
        table.page.keyboard.type(name, delay=KEYS)
        table.page.keyboard.press("Enter")
        table.see(f"Place {at}: {name}", exact=False)
    table.see("The table is full", exact=False)
    table.see("Start Ratrace with 6")


def test_names_typed_in_one_go_with_enter_between_lose_no_letter(table) -> None:
    names = ("Anna", "Ben", "Cora", "Dimitri")
    table.open("/new")
    table.tap(re.compile("^Ratrace"))
    field = table.page.get_by_label("Player's name", exact=True)
    field.click()
    expect(field).to_be_focused()
    table.settle()
    for name in names:
        table.page.keyboard.type(name, delay=KEYS)
        table.page.keyboard.press("Enter")
    for at, name in enumerate(names, start=1):
        table.see(f"Place {at}: {name}", exact=False)
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    table.tap("Remove Cora")
    expect(field).to_have_value("")
    table.see("Start Ratrace with 3")


def test_a_page_draws_on_one_thread_for_on_two_it_froze_now_and_then(phone) -> None:
    phone.open()
    assert phone.page.evaluate("crossOriginIsolated") is False


@pytest.mark.installed
def test_a_purchase_on_credit(table, evening, book) -> None:
    route = evening(OPEN)
    table.open(route)
    table.tap("Roll 5")
    table.record("Alice rolls 5")
    table.see("What does Alice buy from Chen?")
    table.tap(re.compile("^Quartz Watch"))
    table.choose(re.compile(r"^Credit Card \$100, then owes \$100"), "Alice buys the Quartz Watch")
    table.see("Ben rolls")
    assert book.ledger(route.removeprefix("/play/")).balance("alice:credit") == -100


@pytest.mark.installed
def test_a_credit_due_is_met_with_interest(table, evening, book) -> None:
    route = evening(f"{OPEN}{IN_DEBT}")
    table.open(route)
    table.tap("No investment Alice's turn")
    table.tap("Roll 11")
    table.see(re.compile("Interest 10%"), exact=False)
    table.record("Alice rolls 11")
    see_cash(table, "Alice", "$90")
    assert book.ledger(route.removeprefix("/play/")).balance("alice:credit") == 0


@pytest.mark.installed
def test_undo_and_redo_name_what_they_turn_back(table, evening) -> None:
    table.open(evening(OPEN))
    table.tap("Roll 7")
    table.record("Alice rolls 7")
    see_cash(table, "Alice", "$300")
    table.tap(re.compile(r"^Undo: Alice rolls 7 to Gift from Dad"))
    see_cash(table, "Alice", "$200")
    table.tap(re.compile(r"^Redo: Alice rolls 7 to Gift from Dad"))
    see_cash(table, "Alice", "$300")


@pytest.mark.installed
def test_two_quick_taps_on_record_make_one_entry(table, evening, book) -> None:
    route = evening(OPEN)
    table.open(route)
    table.tap("Roll 7")
    table.find("button", "Record").dblclick()
    table.see("Ben rolls")
    table.tap("Roll 7")
    table.see(re.compile("Gift from Dad"))  # so whatever came of the second tap has come

    assert book.last(route.removeprefix("/play/")) == 5


@pytest.mark.installed
def test_a_reload_in_the_middle_of_an_investment_loses_nothing(table, evening) -> None:
    table.open(evening(OPEN + "roll who=alice roll=3\ninvest who=alice stake=100\n"))
    table.see("Ben rolls for Alice's investment")
    table.tap("Roll 9")
    table.record("Ben rolls 9")
    table.see("Chen rolls for Alice's investment")
    table.reload()
    table.see("Chen rolls for Alice's investment")
    table.see(re.compile(r"worth \$200"), exact=False)
    table.choose("Alice cashes in $200", "Alice cashes in")
    see_cash(table, "Alice", "$300")


def test_a_power_cut_in_the_middle_of_a_lottery_loses_nothing(phone, evening, server) -> None:
    route = evening(OPEN + "roll who=alice roll=9\nlottery who=alice stake=20\nmatch who=chen\n")
    phone.open(route)
    phone.see(re.compile("Lottery"), exact=False)
    server.kill()
    server.start()
    phone.open(route)
    phone.see(re.compile(r"In so far: Alice and Chen"), exact=False)


@pytest.mark.installed
def test_an_amount_above_the_cash_in_hand_is_refused_at_its_field(table, evening, book) -> None:
    route = evening(OPEN + "roll who=alice roll=9\n")
    table.open(route)
    table.see("Alice on the Lottery")
    for key in "250":
        table.tap(key)
    table.see(re.compile(r"Alice holds \$200"), exact=False)
    expect(table.find("button", "Record")).to_be_disabled()

    assert book.last(route.removeprefix("/play/")) == 5


def test_a_keyboard_does_what_fingers_do(tablet, evening) -> None:
    tablet.open(evening(OPEN))
    tablet.see("Alice rolls")
    keys = tablet.page.keyboard
    keys.press("7")
    tablet.see(re.compile("Gift from Dad"))
    keys.press("Enter")
    see_cash(tablet, "Alice", "$300")
    keys.press("Control+z")
    see_cash(tablet, "Alice", "$200")


@pytest.mark.installed
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_dark_is_dark_and_light_is_light(seat, evening, size) -> None:
    route = evening(OPEN)
    devices = [seat(size, scheme).open(route) for scheme in ("light", "dark")]
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
