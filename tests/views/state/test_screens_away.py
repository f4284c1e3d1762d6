"""What happens while a screen is away is no fault of anybody's."""

from __future__ import annotations

import gc

from hatbook import new_play, opened
from headless import play


def test_a_shelf_that_is_away_is_not_told_of_a_new_play(house):
    async def scene():
        async with opened(house) as away, opened(house, hub=away.wire.pubsubhub) as here:
            await away.session.disconnect(60)
            here.stores[0].tell(new_play(house))
            await here.settle()
            gc.collect()  # what was begun for the one that is away, and never done, warns when it goes

    play(scene)


def test_a_screen_that_was_cut_off_is_told_in_one_line_what_others_recorded(house):
    play_id = new_play(house)

    async def scene():
        async with opened(house, f"/play/{play_id}") as away:
            await away.session.disconnect(60)
            for who, roll in (("alice", 9), ("ben", 5)):
                house.referee(play_id).write("roll", {"who": who, "roll": roll})
            await away.session.connect(away.wire)
            await away.see("While you were away: 2 entries. Last: Ben rolls 5 and collects $50.")

    play(scene)
