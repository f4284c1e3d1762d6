"""Make the README's pictures from the app as it is: `.venv-test/bin/python tests/browser/pictures.py`."""

from __future__ import annotations

import base64
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # run by its path, as the drivers here are found by their names alone

from driver import PHONE, TABLET, Tabletop, chromium  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from serving import Server  # noqa: E402

from companion.formats.session import replay, steps  # noqa: E402
from companion.games import demo_evening  # noqa: E402
from models.book import Book  # noqa: E402
from models.journal import Journal  # noqa: E402
from models.rooms import Rooms  # noqa: E402

HERE = ROOT / "docs" / "pictures"
TITLE, PLAYER = "Friday Ratrace", "Ben"
EVENING = demo_evening().replace("Demo evening", TITLE)


def beside(browser: Browser, *pictures: bytes) -> bytes:
    """Lay pictures beside each other, as high as the lowest."""
    page = browser.new_page(viewport={"width": 1600, "height": 820})
    images = "".join(
        f'<img height="820" src="data:image/png;base64,{base64.b64encode(picture).decode()}">' for picture in pictures
    )
    page.set_content(f'<body style="margin:0"><div id="all" style="display:inline-flex;gap:16px">{images}</div>')
    joined = page.locator("#all").screenshot()
    page.close()
    return joined


def main() -> None:
    """Take all of them."""
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--force-color-profile=srgb"]
        )
        unused = Server(Path(folder) / "unused")  # of its own: who opens a book with its key is shown on *Phones*
        unused.data.mkdir(parents=True)
        unused.start()
        first = Tabletop(browser, unused, PHONE).open()
        first.picture(HERE / "first.png")
        unused.kill()

        server = Server(Path(folder))
        server.start()
        database = Book.open(server.data)
        play = replay(Journal(database), steps(EVENING)).play.id
        tablet = Tabletop(browser, server, TABLET).open(f"/play/{play}")
        tablet.picture(HERE / "table.png")
        tablet.go("Phones")
        tablet.tap("Invite phones")
        tablet.see("or type this code")
        shown = tablet.still()
        invitation = Rooms(database).open_rooms()[0].invitation
        database.close()

        phone = Tabletop(browser, server, PHONE)
        phone.page.goto(f"{phone.app.url}/join?i={invitation}")
        phone.page.locator("label.tile", has_text=PLAYER).click()
        phone.page.get_by_role("button", name="Join").click()
        tablet.tap(f"Let {PLAYER} in")
        phone.page.wait_for_url(re.compile("/play/"))
        phone._wake()
        (HERE / "phones.png").write_bytes(beside(browser, shown, phone.still()))
        for device in (first, tablet, phone):
            device.close()
        server.kill()
        browser.close()


if __name__ == "__main__":
    main()
