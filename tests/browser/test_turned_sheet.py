"""A sheet that is turned to a side of the tablet is scrolled by wheel and finger, and typed in, like any other."""

import re

import pytest
from driver import STEADY_FRAMES

STREETS = "game rat_race_monopoly\nseats Ann Ben\nstart first=ann\n"
ROUND = ("this side", "the left side", "the far side", "the right side")
"""Where a token sits after so many taps."""
MIDDLE = 650, 434
SIDES = {"left": (1, 1, 0), "far": (2, 0, 1)}
"""How often Ann's token is tapped, and whither a list goes there as one reads on."""


@pytest.mark.parametrize(("taps", "across", "down"), SIDES.values(), ids=SIDES)
def test_a_turned_list_is_scrolled_by_wheel_and_finger_and_searched(
    tablet, evening, taps, across, down
):
    route = evening(STREETS)
    tablet.open(f"{route}/around")
    tablet.tap("Turn the sheet to whoever's turn it is", "switch")
    for here in range(taps):
        tablet.look()  # a second tap at once is the same tap
        tablet.tap(f"Ann sits on {ROUND[here]}. Move to {ROUND[here + 1]}")
    tablet.find("button", re.compile(f"^Ann sits on {ROUND[taps]}")).wait_for()
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
