"""Whatever can be tapped is 48 px wide and high at least, on a phone and on a tablet, at any size of the text."""

from __future__ import annotations

import pytest
from driver import PHONE, TABLET

CAT = "game rat_a_tat_cat\nseats Ann Ben Cy Dot\nstart first=ann\n"
RATRACE = "game ratrace\nseats Ann Ben\nstart first=ann\npick who=ann business=black\npick who=ben business=red\n"
OF_A_GAME = {CAT: ("", "/past", "/count"), RATRACE: ("", "/journal", "/see")}
LEAST = 48
# The name, width and height of whatever can be tapped and is whole in what scrolls there, or on the screen.
TARGETS = """() => {
    const room = one => {
        const up = one.parentElement;
        return !up ? {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
            : /scroll|auto/.test(up.style.overflow + up.style.overflowX + up.style.overflowY)
            ? up.getBoundingClientRect() : room(up);
    };
    return [...document.querySelectorAll("flt-semantics[flt-tappable]")]
        .map(one => [one, one.getBoundingClientRect(), room(one)])
        .filter(([, box, room]) => box.left > room.left - 1 && box.right < room.right + 1
            && box.top > room.top + 1 && box.bottom < room.bottom - 1)
        .map(([one, box]) => [one.getAttribute("aria-label") || one.innerText, box.width, box.height]);
}"""


@pytest.mark.parametrize(("size", "scale"), [(PHONE, "100%"), (TABLET, "200%")], ids=["phone", "tablet"])
def test_whatever_can_be_tapped_is_large_enough(seat, evening, size, scale):
    device = seat(size).open("/settings")
    device.scroll_to(device.find("button", scale)).click()
    device.answered()
    of_games = [route + part for game, parts in OF_A_GAME.items() for route in [evening(game)] for part in parts]
    found = []
    for route in ("/settings", "/new", *of_games):
        device.open(route)
        found += [(route, *one) for one in device.page.evaluate(TARGETS)]
    assert len(found) > 30, device.tree()
    assert [one for one in found if min(one[2:]) < LEAST - 0.5] == []
