"""What a tap sends: a key resends no table, Record no card that is as it was. In bytes, which no machine changes."""

import msgpack
import pytest

from companion.formats.session import replay, steps
from tests.units.views.device import opened
from tests.units.views.headless import PHONE, TABLET
from views.boards import worth_chart
from views.state.play.play_snapshot import PlaySnapshot
from views.table import panel, players, table

pytestmark = pytest.mark.games("all")

EVENING = """game ratrace
title Sizes
seats Alice Ben Cleo Dan Eva Finn
start first=alice
pick who=alice business=black
pick who=ben business=red
pick who=cleo business=blue
pick who=dan business=green
pick who=eva business=olive
pick who=finn business=brown
"""
PATCH = 2


@pytest.fixture
def play_id(open_plays):
    return replay(open_plays.journal, steps(EVENING)).play.id


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn, part by part."""
    parts = []
    for module, name in (
        (players, "_card"),
        (table, "_head"),
        (PlaySnapshot, "row_of"),
        (panel, "frame"),
    ):
        real = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *a, _r=real, _n=name, **k: parts.append(_n) or _r(*a, **k)
        )
    return parts


async def sent(screen, do):
    """Let something be done; give the bytes that went out for it, and the words in them."""
    screen.wire.sent.clear()
    await do
    patches = [
        one for one in screen.wire.sent if msgpack.unpackb(one, strict_map_key=False)[0] == PATCH
    ]
    return sum(map(len, patches)), b"".join(patches)


@pytest.mark.parametrize(("size", "most"), [(PHONE, 900), (TABLET, 1_400)])
async def test_a_key_draws_the_sheet_once_and_sends_nothing_beside_it(
    open_plays, play_id, drawn, size, most
):
    async with opened(open_plays, play_id, size) as screen:
        await screen.key("7")
        drawn.clear()
        many, words = await sent(screen, screen.key("8"))
        assert drawn == ["frame"]
        assert 0 < many < most
        assert b"Finn" not in words, "nobody's card is sent again"
        assert b"Journal" not in words, "nor the lines of the journal"
        for name in ("Find an action", "Correct something", "Set a credit debt..."):
            await screen.tap(name)
        await screen.fire(
            screen.named("Finn")[-1], "click"
        )  # on the sheet; the player's card is before it
        await screen.key("4")
        many, words = await sent(screen, screen.key("2"))
        assert 0 < many < 1_000
        assert b"42" in words
        assert b"Alice" not in words


async def test_on_a_tablet_record_sends_the_next_sheet_and_of_the_cards_what_changed(
    open_plays, play_id, monkeypatch
):
    monkeypatch.setattr(
        worth_chart, "course_of", lambda _snapshot: None
    )  # it comes by itself, once the entry is there
    async with opened(open_plays, play_id, TABLET) as screen:
        await screen.key("7")
        many, words = await sent(screen, screen.tap("Record"))
        assert 0 < many < 18_000, "a whole table is 50,000"
        assert words.count(b"Dan's") == 0
        assert b"Entry 8. Alice rolls 7" in words
