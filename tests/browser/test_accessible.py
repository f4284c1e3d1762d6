"""What is seen and reached as painted: contrasts, sizes of targets, what is in sight at once; axe-core on HTML."""

import base64
import re
from statistics import median

import pytest
from driver import PHONE, TABLET

from companion.formats.forms import FORMS
from models.rooms import Rooms
from tests.paths import SESSION_FOLDER

EVENING = (SESSION_FOLDER / "ratrace-retirement.session").read_text(encoding="utf-8")
CATS = "game rat_a_tat_cat\nseats Ann Ben Cy Dot\nstart first=ann\n"
MILLIONS = (
    "game rat_race_monopoly\nseats Ann Ben Cy Dorothea Emeka Frederika Gus Hilda\nstart first=ann\n"
)
TOTE = "game totopoly\nseats Ann Ben Cy\nhouse keeps=tote\nstart horses=12\nbet who=ann horse=h1 amount=120\n"
LEAST = 48
# Where something can be seen: what it scrolls in, or the screen.
ROOM = """const room = one => {
    const up = one.parentElement;
    return !up ? {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
        : /scroll|auto/.test(up.style.overflow + up.style.overflowX + up.style.overflowY)
        ? up.getBoundingClientRect() : room(up);
};"""
# The name, width and height of whatever can be tapped and is whole in what scrolls there, or on the screen.
TARGETS = """() => {
    @ROOM@
    return [...document.querySelectorAll("flt-semantics[flt-tappable]")]
        .map(one => [one, one.getBoundingClientRect(), room(one)])
        .filter(([, box, room]) => box.left > room.left - 1 && box.right < room.right + 1
            && box.top > room.top + 1 && box.bottom < room.bottom - 1)
        .map(([one, box]) => [one.getAttribute("aria-label") || one.innerText, box.width, box.height]);
}""".replace("@ROOM@", ROOM)
# What can be tapped and has something else above its middle, so that a finger or a reader's finds that instead.
COVERED = """() => [...document.querySelectorAll("flt-semantics[flt-tappable]")].filter(one => {
    const box = one.getBoundingClientRect();
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return found?.tagName === "FLT-SEMANTICS" && !one.contains(found) && !found.contains(one)
        && !found.innerText && !found.getAttribute("aria-label");
}).map(one => one.getAttribute("aria-label") || one.innerText)"""
# Every place with words of its own that is as whole there, and can be used: its name and its box.
WORDS = """() => {
    @ROOM@
    return [...document.querySelectorAll("flt-semantics")]
        .map(one => [one, (one.getAttribute("aria-label") || one.innerText || "").trim()])
        .map(([one, name]) => [one, name, one.getBoundingClientRect(), room(one)])
        .filter(([one, name, box, room]) => name && !one.querySelector("flt-semantics")
            && one.getAttribute("aria-disabled") !== "true" && box.width > 8 && box.height > 8
            && box.left >= room.left && box.top > room.top + 1
            && box.right <= room.right && box.bottom < room.bottom - 1)
        .map(([, name, box]) => [name, box.x, box.y, box.width, box.height]);
}""".replace("@ROOM@", ROOM)
# The contrast between the commonest colour in each box and the one that differs most from it, edges left out; and how
# light the commonest is.
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
        return [name, Math.max(...inks.map(ink => Math.max(ink, ground) / Math.min(ink, ground))), ground];
    });
}"""
GRAPHIC = {"Show the players": 3, "Show the score sheet": 3}  # a bar without words


@pytest.fixture
def found():
    """What axe-core finds wrong on a page."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-core is not installed here"
    ).Axe()

    def found(page):
        faults = axe.run(page).response["violations"]
        return [
            (fault["help"], node["html"], node["failureSummary"])
            for fault in faults
            for node in fault["nodes"]
        ]

    return found


def test_axe_finds_nothing_on_the_pages_of_joining_and_in_an_exported_evening(
    phone, evening, book, found
):
    play_id = evening(EVENING).removeprefix("/play/")
    room = Rooms(book.database).open_room(play_id)
    exported = FORMS[0].write(book, play_id).decode()

    phone.page.goto(f"{phone.app.url}/join")
    assert found(phone.page) == []
    phone.page.goto(f"{phone.app.url}/join?i={room.invitation}")
    assert found(phone.page) == []
    phone.dress("dark")
    assert found(phone.page) == []
    phone.page.locator("label.tile").first.click()
    phone.page.get_by_role("button", name="Join").click()
    phone.page.get_by_role("heading", name="Waiting for the table").wait_for()
    assert found(phone.page) == []
    phone.page.goto("about:blank")  # what a page of ours allows would hold for the next as well
    phone.page.set_content(exported)
    assert found(phone.page) == []
    phone.dress("light")
    assert found(phone.page) == []


@pytest.mark.parametrize(
    ("size", "scheme", "scale"),
    [(PHONE, "light", "100%"), (TABLET, "dark", "200%")],
    ids=["phone", "tablet"],
)
def test_words_stand_out_as_painted_and_whatever_can_be_tapped_is_large_enough(
    seat, evening, size, scheme, scale
):
    route = evening(
        EVENING.split("# Round 1")[0]
    )  # a row that a longer journal cuts off is no target
    device = seat(size, scheme).open("/settings")
    device.reach(scale)
    device.answered()
    targets, pale, grounds = [], [], []
    cats = evening(CATS)
    of_games = (route, f"{route}/journal", f"{route}/see", cats, f"{cats}/past", f"{cats}/count")
    for place in ("/settings", "/new", "/", *of_games):
        device.open(place)
        picture = base64.b64encode(device.still()).decode()
        painted = device.page.evaluate(CONTRASTS, [picture, device.page.evaluate(WORDS)])
        targets += [(place, *target) for target in device.page.evaluate(TARGETS)]
        assert device.page.evaluate(COVERED) == [], place
        pale += [
            (place, name, contrast)
            for name, contrast, _ in painted
            if contrast < GRAPHIC.get(name, 4.5)
        ]
        grounds += [ground for *_, ground in painted]
    assert min(len(targets), len(grounds)) > 40, "fewer were found than are there"
    assert [target for target in targets if min(target[2:]) < LEAST - 0.5] == []
    assert pale == []
    assert (median(grounds) > 0.5) == (scheme == "light")


@pytest.mark.parametrize(
    ("size", "game", "screen", "names", "lowest"),
    [
        (
            TABLET,
            MILLIONS,
            "",
            [rf"^{name}[.,].* Net worth 1.5M of 30M" for name in MILLIONS.split()[3:11]],
            820,
        ),
        (TABLET, TOTE, "/show", [rf"^{number}, Horse {number}[.]" for number in range(1, 13)], 820),
        ((844, 390), CATS, "", [f"^Card {number}\\b" for number in range(10)], 390 - LEAST),
    ],
    ids=["eight players", "twelve horses", "the cards on a phone on its side"],
)
def test_what_is_needed_together_is_in_sight_at_once(
    seat, evening, size, game, screen, names, lowest
):
    device = seat(size).open(evening(game) + screen)
    for name in names:
        box = device.steady(device.text(re.compile(name)).first)
        assert box["y"] + box["height"] <= lowest, name


def test_a_tablet_is_read_out_pane_by_pane(tablet, evening):
    tablet.open(evening("game any_money\nseats Ann Ben Cy Dot\n"))
    tablet.settle()
    read = tablet.tree()
    order = ("Find an action", "Ann. Money", "Before the start", "Hand out the money \u00b7")
    places = [read.index(words) for words in order]
    assert places == sorted(places), read
