"""What a browser keeps of an app that 0.5.0 installed: the site of today opens it, shows its plays, and goes on."""

import base64
import json
import re

import pytest
from installed import faults
from playwright.sync_api import expect

from tests.units.kept import kept_reader as reader
from tests.units.kept.kept_compare import same
from tests.units.kept.kept_reader import KEPT

INSTALLED = KEPT / "installed"
# Puts the raw files and settings where the browser had them.
LAY = """async ({ files, settings }) => {
    for (const [path, content] of Object.entries(files)) {
        const folders = path.split("/");
        const name = folders.pop();
        let folder = await navigator.storage.getDirectory();
        for (const one of folders) folder = await folder.getDirectoryHandle(one, { create: true });
        const out = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await out.write(Uint8Array.from(atob(content), letter => letter.charCodeAt(0)));
        await out.close();
    }
    for (const [key, value] of Object.entries(settings)) localStorage.setItem(key, value);
}"""


@pytest.fixture
def kept():
    return json.loads(reader.unpacked(KEPT / "expected.json.gz"))["books"]["installed"]


def lay_kept(device):
    """Put what was kept in the storage of a fresh device."""
    stored = json.loads((INSTALLED / "storage.json").read_text(encoding="utf-8"))
    raw = {path: reader.unpacked(INSTALLED / f"{path}.gz") for path in stored["files"]}
    files = {path: base64.b64encode(data).decode() for path, data in raw.items()}
    device.visit("/site.json")
    device.page.evaluate(LAY, {"files": files, "settings": stored["local_storage"]})


@pytest.mark.installed
def test_the_storage_that_was_kept_is_opened_shown_and_written_on(phone, book, kept):
    race, cards = kept["plays"]
    lay_kept(phone)
    phone.open()
    for play in (race, cards):
        phone.see(re.compile(re.escape(play["title"])), exact=False)
    there = book.fetched()
    same(
        kept["plays"],
        [one | reader.effective(there, one["id"]) for one in reader.plays(there)],
        "The kept storage",
    )

    held = {account: quantity for account, _, quantity in cards["balances"]}
    phone.open(f"/play/{cards['id']}")
    for name, key in (("Ann", "ann"), ("Zoë", "zoe")):
        card = phone.find("button", re.compile(rf"^{name}\..* {held[f'{key}:points']}\."))
        expect(card).to_be_attached()

    held = {account: quantity for account, _, quantity in race["balances"]}
    phone.open(f"/play/{race['id']}")
    for name in ("Alice", "Ben"):
        expect(
            phone.find("button", re.compile(rf"^{name}\b.*\. \${held[f'{name.lower()}:cash']}\."))
        ).to_be_attached()
    phone.follow("""
        tap Roll 7
        tap Record
        see /^Recorded: Ben rolls 7/
    """)
    lines = reader.lines(book, race["id"])
    same(race["lines"], lines[:-1], "The kept play")
    assert lines[-1]["seq"] == race["entries"] + 1
    assert faults(book, race["id"]) == []

    phone.tap("Back to all games")
    phone.tap("Settings")
    expect(phone.find("switch", "Vibrate when something is recorded")).not_to_be_checked()
