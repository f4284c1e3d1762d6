"""The Tote's board for everyone: lit as long as it is watched."""

import pytest

from companion.formats.session import replay, steps
from tests.units.views.device import opened
from tests.units.views.headless import PHONE


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
