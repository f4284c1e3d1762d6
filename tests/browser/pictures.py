"""Make the README's pictures anew: `python3 packaging/test.py --long -n 0 tests/browser/pictures.py`.

They are kept a third as large, as `convert -dither None -colors 200` makes them.
"""

import base64

import pytest
from driver import PHONE, TABLET
from serving import ROOT
from test_shared_table import ask_in, let_in

from companion.games import demo_evening
from models.rooms import Rooms

HERE = ROOT / "docs" / "pictures"


@pytest.mark.own
def test_the_first_screen(phone):
    phone.open().picture(HERE / "first.png")


@pytest.mark.own
def test_the_table_and_a_phone_beside_its_invitation(seat, evening, book, browser):
    tablet = seat(TABLET).open(evening(demo_evening().replace("Demo evening", "Friday Ratrace")))
    tablet.picture(HERE / "table.png")
    tablet.go("Phones")
    tablet.tap("Invite phones")
    tablet.see("or type this code")
    shown = tablet.still()
    phone = seat(PHONE)
    ask_in(phone, f"/join?i={Rooms(book.database).open_rooms()[0].invitation}", "Ben")
    let_in(tablet, phone, "Ben")
    (HERE / "phones.png").write_bytes(beside(browser, shown, phone.still()))


def beside(browser, *pictures):
    """Lay pictures beside each other, as high as the lowest."""
    page = browser.new_page(viewport={"width": 1600, "height": 820})
    images = "".join(
        f'<img height="820" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
        for picture in pictures
    )
    page.set_content(
        f'<body style="margin:0"><div id="all" style="display:inline-flex;gap:16px">{images}</div>'
    )
    joined = page.locator("#all").screenshot()
    page.close()
    return joined
