"""The Tote's board for everyone: lit as long as it is watched, and lines that can be read."""

import pytest

from companion.formats.session import replay, steps
from tests.units.views.device import opened
from tests.units.views.headless import PHONE
from views.television.tote import LEAST, BoardLayout


@pytest.mark.games("all")
@pytest.mark.parametrize("part", ["", "/show"])
@pytest.mark.parametrize(("wanted", "then"), [(True, "enable"), (False, "disable")])
async def test_a_screen_that_is_watched_stays_lit_where_that_is_liked_until_it_is_left(
    open_plays, part, wanted, then
):
    play_id = replay(
        open_plays.journal, steps("game totopoly\nseats Ann Ben\nhouse keeps=tote\nstart\n")
    ).play.id
    async with opened(open_plays, play_id, PHONE, part, kept={"companion.awake": wanted}) as screen:
        assert [one for one in screen.wire.calls if one in ("enable", "disable")][-1] == then
        screen.wire.calls.clear()
        await screen.go(f"/play/{play_id}/journal")
        assert "disable" in screen.wire.calls
        assert "enable" not in screen.wire.calls


@pytest.mark.parametrize("lines", range(1, 13))
def test_up_to_twelve_lines_fit_a_tablet_without_scrolling(lines):
    room = BoardLayout.of(lines, 1180 - 32, 820 - 116, 1.0)

    assert not room.scrolls
    assert -(-lines // room.columns) * room.height <= 820 - 116
    assert room.height >= LEAST


def test_a_phone_scrolls_lines_that_can_still_be_read():
    room = BoardLayout.of(12, 390 - 32, 844 - 116, 1.0)

    assert room.scrolls
    assert room.columns == 1
    assert room.name >= 20
    assert room.figure >= 36
