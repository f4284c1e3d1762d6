"""Members who try everything that a device can send: no authority gained, and no secret told, not even by a refusal."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from models.rooms import RECORDED

EVENINGS = {
    "ratrace": """game ratrace
title Rats
seats Ann Ben Cy
start first=ann
""",
    "doubletrack": """game doubletrack
title Gates
seats Ann Ben Cy
house stack=145 secret=yes
start first=ann
toll who=cy gate=red answer=pays amount=25
passage gate=red came=yes
""",
}
PARTS = ("", "journal", "next", "see", "rules", "board", "house", "more", "past", "count", "take", "phones", "show",
         "bids", "correct/line/1", "correct/strike/1")  # fmt: skip
ELSEWHERE = ("/", "/new", "/settings", "/players", "/players/ann", "/tools")
EVENTS = {
    "on_click": ("click", None),
    "on_tap": ("tap", None),
    "on_change": ("change", "1"),
    "on_submit": ("submit", "1"),
    "on_long_press_start": ("long_press_start", {"l": {"x": 0, "y": 0}, "g": {"x": 0, "y": 0}, "lp": None, "gp": None}),
    "on_select": ("select", None),
}


@pytest.fixture(params=EVENINGS)
def evening(tmp_path, request, monkeypatch):
    monkeypatch.setattr("views.state.play.taps.SAME_TAP", -1)
    open_plays = new_open_plays(tmp_path)
    yield Evening(open_plays, EVENINGS[request.param])
    open_plays.journal.database.close()


def kept(evening):
    """All that nobody but the host and the bank may change."""
    journal, rooms = evening.open_plays.journal, evening.shared.rooms
    return (
        [(one.id, one.title, one.entries, one.archived, one.deleted) for one in journal.plays()],
        [asdict(one) for one in rooms.open_rooms()],
        [asdict(one) for one in rooms.members(evening.room.id)],
        journal.players(),
    )


async def fire_all(screen, done):
    """Fire every event of every control in the tree, greyed or hidden ones too, each at a place once."""
    for control in screen.walk():
        for name, (event, data) in EVENTS.items():
            mark = (type(control).__name__, name, str(control.key), screen.page.route)
            if getattr(control, name, None) and mark not in done:
                done.add(mark)
                await screen.session.dispatch_event(control._i, event, data)
    await screen.settle()


@pytest.mark.parametrize("people", [("Ben",), ()], ids=["player", "watcher"])
async def test_every_event_of_every_screen_writes_nothing_and_tells_no_secret(evening, people):
    member, before = evening.add(*people), None
    before = kept(evening)
    table = evening.open_plays.referee(evening.play).table
    hidden = [
        f"${quantity}"
        for (account, unit), quantity in table.ledger.balances.items()
        if unit == "$"
        and not account.startswith("ben:")
        and evening.open_plays.referee(evening.play).game.is_secret(table, account)
    ]
    done = set()
    async with evening.screen(member) as screen:
        for route in (*(f"/play/{evening.play}/{part}".rstrip("/") for part in PARTS), *ELSEWHERE):
            for _ in range(2):
                await screen.go(route)
                await fire_all(screen, done)
        sent = b"".join(screen.wire.sent).decode("utf-8", "replace")
    assert len(done) > 10
    for figure in set(hidden) - {"$0"}:
        assert not re.search(re.escape(figure) + r"(?!\d)", sent), figure
    assert kept(evening) == before
    assert evening.shared.rooms.requests(evening.play, state=RECORDED) == []


def test_every_action_with_every_name_is_refused_to_a_player_and_to_a_watcher(evening):
    for member in (evening.add("Ben"), evening.add()):
        state = evening.state(member)
        for action in state.snapshot.game.actions:
            for who in ("ann", "cy", "bank", "nobody"):
                state.sheet.open(Offer(action.name, {action.asked_by or "who": who}))
                assert state.sheet.own is None
                assert state.recorder.enter(action.name, {action.asked_by or "who": who}, "forged") is None
        assert state.recorder.undo(state.snapshot.version) is None
        assert state.recorder.redo(state.snapshot.version) is None
        assert state.recorder.void(1, "It did not happen.", state.snapshot.version) is None
        assert state.recorder.amend({}, "No reason.", "forged", again=True) is None
    assert evening.waiting == []
