"""What a browser keeps of an app that 0.5.0 installed: the site of today opens it, shows its plays, and goes on."""

from __future__ import annotations

import base64
import json
import re

import kept_reader as reader
import pytest
from installed import faults
from kept_compare import same
from kept_reader import KEPT
from playwright.sync_api import expect

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
def form():
    return "installed"


@pytest.fixture
def kept():
    return json.loads(reader.unpacked(KEPT / "expected.json.gz"))["books"]["installed"]


@pytest.fixture
def device(phone):
    """A fresh device, with what was kept in its storage."""
    stored = json.loads((INSTALLED / "storage.json").read_text(encoding="utf-8"))
    raw = {path: reader.unpacked(INSTALLED / f"{path}.gz") for path in stored["files"]}
    files = {path: base64.b64encode(data).decode() for path, data in raw.items()}
    phone.visit("/site.json")
    phone.page.evaluate(LAY, {"files": files, "settings": stored["local_storage"]})
    return phone


@pytest.mark.long
def test_the_storage_that_was_kept_is_opened_shown_and_written_on(device, book, kept) -> None:
    race, cards = kept["plays"]
    device.open()
    for play in (race, cards):
        device.see(re.compile(re.escape(play["title"])), exact=False)
    there = book.fetched()
    same(kept["plays"], [one | reader.effective(there, one["id"]) for one in reader.plays(there)], "The kept storage")

    held = {account: quantity for account, _, quantity in cards["balances"]}
    device.open(f"/play/{cards['id']}")
    device.see(re.compile(rf"Totals: Ann {held['ann:points']}\b.*Zoë {held['zoe:points']}\b"), exact=False)

    held = {account: quantity for account, _, quantity in race["balances"]}
    device.open(f"/play/{race['id']}")
    for name in ("Alice", "Ben"):
        expect(device.find("button", re.compile(rf"^{name}\b.*\. \${held[f'{name.lower()}:cash']}\."))).to_be_attached()
    device.tap("Roll 7")
    device.tap("Record")
    device.see(re.compile("^Recorded: Ben rolls 7"), exact=False)
    lines = reader.lines(book, race["id"])
    same(race["lines"], lines[:-1], "The kept play")
    assert lines[-1]["seq"] == race["entries"] + 1
    assert faults(book, race["id"]) == []

    device.tap("Back to all games")
    device.tap("Settings")
    expect(device.find("switch", "Vibrate when something is recorded")).not_to_be_checked()
