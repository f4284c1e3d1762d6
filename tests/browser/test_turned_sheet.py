"""A sheet that is turned to a side of the tablet is scrolled by wheel and finger, and typed in, like any other."""

import re

import pytest
from driver import STEADY_FRAMES

STREETS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"
MIDDLE = 650, 434
SIDES = {"left": (1, 0), "far": (0, 1)}
"""Where Ann sits, and whither a list goes there as one reads on."""


@pytest.mark.parametrize(("side", "across", "down"), [(side, *to) for side, to in SIDES.items()])
def test_a_turned_list_is_scrolled_by_wheel_and_finger_and_searched(
    tablet, evening, side, across, down
):
    route = evening(STREETS)
    tablet.open(f"{route}/around")
    tablet.tap("Turn the sheet to whoever's turn it is", "switch")
    seat = f"Ann: The {side} side"
    tablet.tap(seat)
    tablet.page.locator('[aria-current="true"]').filter(has_text=seat).wait_for()
    tablet.open(route)
    tablet.tap("Find an action")
    row = tablet.find("button", re.compile("^Visit the stock exchange"))
    tablet.steady(row)

    def moved(before):
        tablet.frames(STEADY_FRAMES)
        now = tablet.steady(row)
        return (now["x"] - before["x"]) * across + (now["y"] - before["y"]) * down

    start = tablet.steady(row)
    tablet.page.mouse.move(*MIDDLE)
    tablet.page.mouse.wheel(0, 40)
    by_wheel = moved(start)
    assert by_wheel > 20

    finger = {"x": MIDDLE[0], "y": MIDDLE[1], "gestureSourceType": "touch", "speed": 300}
    touch = tablet.context.new_cdp_session(tablet.page)
    touch.send(
        "Input.synthesizeScrollGesture",
        {**finger, "xDistance": 60 * across, "yDistance": 60 * down},
    )
    assert moved(start) > by_wheel + 20

    tablet.type_into("Find an action", "jail")
    tablet.find("button", re.compile("^Go to Jail")).wait_for()
    row.wait_for(state="detached")
