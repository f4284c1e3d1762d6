"""A later start from what the device kept of Python's memory: no two are alike, and whatever is odd, none fails."""

import re
from itertools import count

import pytest
from installed import MEMORY, Eyes
from meetings import FROM_MEMORY
from sqlmodel import select
from test_kept import LOOKING

from models.tables import EntryRow, PlayRow, RoomRow

pytestmark = [pytest.mark.installed, pytest.mark.own]
KEPT = f"""async () => {{
    while (!await {MEMORY}) await new Promise(done => setTimeout(done, 200));
}}"""
FAILED = (
    "Object.keys(localStorage).filter(name => name.startsWith('companion-memory-failed')).length"
)
# Leaves nothing but zeros behind the head, as a worn disk does: Python begins, and fails.
SPOIL = """async () => {
    const kept = await fetch("start.memory");
    const bytes = new Uint8Array(await kept.arrayBuffer()).fill(0, 65536);
    await fetch("start.memory", { method: "PUT", body: bytes, headers: kept.headers });
}"""
LITTLE = "Object.defineProperty(navigator, 'deviceMemory', { get: () => 2 })"


def started(tenant):
    """Start the app as a device does that was put away; whether it started from memory."""
    tenant.put_down()
    tenant.open()
    tenant.see("Start a game")
    return tenant.page.evaluate(FROM_MEMORY)


@pytest.fixture
def remembering(tenant):
    """A device that keeps the app, and what its next start begins with."""
    tenant.keep().see("Start a game")
    assert not started(tenant)
    tenant.page.evaluate(KEPT)
    return tenant


def test_two_starts_from_one_memory_share_no_name_a_second_tab_looks_on_and_a_spoilt_one_is_left(
    remembering, tmp_path
):
    seen = []
    for number in (1, 2):
        assert started(remembering)
        remembering.open("/new")
        remembering.tap(re.compile("^Rat-a-Tat Cat[.]"))
        remembering.name_players("Ann", "Ben")
        remembering.follow("""
            tap Start with 2 players
            see Who deals first?
            tap Ann
            record Ann deals first
        """)
        remembering.open(remembering.page.url.removeprefix(remembering.app.url) + "/phones")
        remembering.tap("Invite phones")
        remembering.see_gone("Invite phones")
        eyes = Eyes(lambda: remembering.page, tmp_path)
        read = eyes.fetched().database.read
        made = [*read(select(PlayRow.id)), *read(select(EntryRow.command))]
        for room in read(select(RoomRow)):
            made += [room.id, room.code, room.invitation]
        eyes.close()
        assert len(made) == len(set(made)) == 5 * number
        seen.append(made)
    assert set(seen[0]) < set(seen[1])

    remembering.put_down()
    remembering.visit()
    remembering.page, first = remembering.context.new_page(), remembering.page
    remembering.open()
    assert first.evaluate(FROM_MEMORY)
    remembering.see(LOOKING, exact=False)
    remembering.page = first
    remembering._wake()
    remembering.see_gone(LOOKING, exact=False)
    remembering.put_down()
    remembering.page.add_init_script(LITTLE)
    remembering.open()
    assert not remembering.page.evaluate(FROM_MEMORY)
    assert remembering.page.evaluate(MEMORY), "it is another day's, when the browser says more"

    remembering.page.evaluate(SPOIL)
    remembering.put_down()
    loaded = count(1)
    # it begins anew by itself
    with remembering.page.expect_event("framenavigated", lambda _: next(loaded) == 2):
        remembering.visit()
    remembering._wake()
    assert remembering.page.evaluate(FAILED) == 1
    assert not remembering.page.evaluate(FROM_MEMORY)
    assert not started(remembering)
    assert not remembering.page.evaluate(MEMORY), "nor is it kept again by this version"
