"""On a real page the keys of every pad, Undo and Record stay where they are, whatever is asked and answered."""

import re
from collections import defaultdict

SIZES = (390, 844), (390, 763), (360, 640), (844, 390), (1180, 820)
PHONE = SIZES[0]
FIVE = "the point of the 5"
GAMES = {
    "any_money": (
        "game any_money\nseats Al Melissandrina Cy\nbegin\npay payer=al payee=cy amount=5\n",
        ("Al", "Melissandrina", FIVE, "Record"),
        "How much? $5",
    ),
    "any_score": (
        'game any_score\nseats Al Melissandrina Cy\nhouse zero=hearts\nscore points="al=26 melissandrina=0 cy=0"\n',
        (FIVE, "Next player", "Rest, 21 points"),
        "Al: 5",
    ),
    "rat_a_tat_cat": (
        "game rat_a_tat_cat\nseats Al Melissandrina Cy\nstart first=al\n",
        (FIVE, "Card 0"),
        "Al: 5 so far",
    ),
    "ratrace": (
        """game ratrace
seats Al Cy
house businesses=one
start first=al
pick who=al business=black
pick who=cy business=red
""",
        ("Roll 6",),
        "",
    ),
}
"""Evenings; what is tapped on each, which is measured before and after every tap; what a 5 is read out as."""
PARTS = r"""() => [...document.querySelectorAll("flt-semantics")].map(one => {
    const mark = one.getAttribute("flt-semantics-identifier");
    const said = (one.getAttribute("aria-label") || one.innerText || "").trim();
    const name = mark === "record" ? mark
        : one.hasAttribute("flt-tappable") ? /^((Roll |Card )?\d+(?=$|,)|Undo)/.exec(said)?.[0] : "";
    const box = one.getBoundingClientRect();
    return [name, [box.x, box.y, box.width, box.height]];
}).filter(([name]) => name)"""
"""The name and the box of each key, of Undo and of Record."""


def test_keys_undo_and_record_have_one_place_on_every_sheet(seat, evening):
    device = seat(PHONE)
    seen, point = defaultdict(list), {}

    def turn(size):
        device.turn(size)
        device.steady(device.find("button", re.compile("^Undo")))

    for game, (text, taps, five) in GAMES.items():
        device.open(evening(text))
        for tap in ("", *taps):
            if tap == FIVE:
                x, y, width, height = point.setdefault("5", next(reversed(seen[PHONE, "", "5"])))
                device.page.mouse.click(x + width / 2, y + height / 2)
                device.see(five, exact=False)
            elif tap:
                device.tap(tap)
            for size in SIZES:
                turn(size)
                # on a tablet the boards of a game are above or beside the sheet
                where = size, game if size == SIZES[-1] else ""
                for part, box in device.page.evaluate(PARTS):
                    seen[*where, "5" if part == "Card 5" else part].append(box)
            turn(PHONE)
    assert len(seen) > 60, "fewer were found than are there"
    jumps = {
        part: boxes
        for part, boxes in seen.items()
        if any(max(edge) - min(edge) > 1 for edge in zip(*boxes, strict=True))
    }
    assert jumps == {}
