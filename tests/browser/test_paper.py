"""The page of an evening on paper: so many sheets, and every receipt on them."""

import re
from contextlib import closing

from companion.core.recording.referee import Referee
from companion.formats import evening, html, session
from companion.games import game_of
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from tests.paths import SESSION_FOLDER

ENTRIES, SHEETS = 72, 6


def test_an_evening_of_72_entries_is_printed_on_six_sheets_at_most(browser):
    with closing(UntrustedFile()) as file:
        journal = Journal(file)
        found = session.steps(
            (SESSION_FOLDER / "ratrace-retirement.session").read_text(encoding="utf-8")
        )
        play, steps = session.begin(journal, found)
        referee = Referee(journal, play.id, game_of)
        for step in steps:
            if referee.version < ENTRIES:
                session.run(referee, step)
        assert referee.version == ENTRIES
        written = "".join(html.write(evening.read(journal, play.id)))
    page = browser.new_page()
    page.set_content(written)
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= SHEETS
    page.emulate_media(media="print")
    receipts = page.locator(".receipt")
    assert receipts.count() >= ENTRIES - 4  # an undo and what corrects have none of their own
    assert all(receipts.nth(at).is_visible() for at in range(receipts.count()))
    page.close()
