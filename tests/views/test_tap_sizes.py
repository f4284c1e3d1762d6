"""What a tap sends: a key resends no table, Record no card that is as it was. In bytes, which no machine changes."""

from __future__ import annotations

from contextlib import asynccontextmanager

import msgpack
import pytest
from headless import PHONE, TABLET, Screen, play

from companion.formats.session import replay, steps
from views import app
from views.table import panel, players, table
from views.table.boards import race

pytestmark = pytest.mark.games("all")

NAMES = ("Alice", "Ben", "Cleo", "Dan", "Eva", "Finn")
BUSINESSES = ("black", "red", "blue", "green", "olive", "brown")
PICKS = "\n".join(
    f"pick who={name.lower()} business={business}" for name, business in zip(NAMES, BUSINESSES, strict=True)
)
EVENING = f"game ratrace\ntitle Sizes\nseats {' '.join(NAMES)}\nstart first=alice\n{PICKS}\n"
PATCH = 2


@asynccontextmanager
async def laid(open_plays, size):
    play_id = replay(open_plays.journal, steps(EVENING)).play.id
    async with Screen(lambda page: app.open_session(page, open_plays), f"/play/{play_id}", size) as screen:
        await screen.settle()
        yield screen


async def sent(screen, do):
    """Let something be done; give the bytes that went out for it, and the words in them."""
    await screen.settle()
    screen.wire.sent.clear()
    await do
    await screen.settle()
    patches = [one for one in screen.wire.sent if msgpack.unpackb(one, strict_map_key=False)[0] == PATCH]
    return sum(map(len, patches)), b"".join(patches)


@pytest.mark.parametrize(("size", "most"), [(PHONE, 900), (TABLET, 1_400)])
async def test_another_answer_changes_a_few_words(open_plays, size, most):
    async with laid(open_plays, size) as screen:
        await screen.key("7")
        many, words = await sent(screen, screen.key("8"))
        assert 0 < many < most
        assert b"Finn" not in words, "nobody's card is sent again"
        assert b"Journal" not in words, "nor the lines of the journal"


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_key_of_the_number_pad_sends_the_figure(open_plays, size):
    async with laid(open_plays, size) as screen:
        await screen.tap("Find an action")
        await screen.tap("Correct something")
        await screen.tap("Set a credit debt...")
        await screen.fire(screen.named("Finn")[-1], "click")  # on the sheet; the player's card is before it
        await screen.key("4")
        many, words = await sent(screen, screen.key("2"))
        assert 0 < many < 1_000
        assert b"42" in words
        assert b"Alice" not in words


async def test_on_a_tablet_record_sends_the_next_sheet_and_of_the_cards_what_changed(open_plays, monkeypatch):
    monkeypatch.setattr(race, "race_of", lambda _snapshot: None)  # it comes by itself, once the entry is there
    async with laid(open_plays, TABLET) as screen:
        await screen.key("7")
        many, words = await sent(screen, screen.tap("Record"))
        assert 0 < many < 18_000, "a whole table is 50,000"
        assert words.count(b"Dan's") == 0
        assert b"Entry 8. Alice rolls 7" in words


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn, part by part."""
    parts = []
    for module, name in ((players, "standing_card"), (table, "_head"), (panel, "row_of"), (panel, "sheet")):
        real = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *a, _r=real, _n=name, **k: parts.append(_n) or _r(*a, **k))
    return parts


def draw_with_a_key(open_plays, size, drawn):
    async def scene():
        async with laid(open_plays, size) as screen:
            await screen.key("7")
            drawn.clear()
            await screen.key("8")

    play(scene)
    return drawn


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_key_draws_the_sheet_once_and_nothing_beside_it(open_plays, size, drawn):
    assert draw_with_a_key(open_plays, size, drawn) == ["sheet"]
