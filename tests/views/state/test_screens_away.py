"""What happens while a screen is away is no fault of anybody's."""

from __future__ import annotations

import gc

from hats_game import new_play, opened


async def test_a_home_screen_that_is_away_is_not_notified_of_a_new_play(open_plays):
    async with opened(open_plays) as away, opened(open_plays, hub=away.wire.pubsubhub) as here:
        await away.session.disconnect(60)
        here.clients[0].announce(new_play(open_plays))
        await here.settle()
        gc.collect()  # what was begun for the one that is away, and never done, warns when it goes


async def test_a_screen_that_was_cut_off_shows_in_one_line_what_others_recorded(open_plays):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}") as away:
        await away.session.disconnect(60)
        for who, roll in (("alice", 9), ("ben", 5)):
            open_plays.referee(play_id).write("roll", {"who": who, "roll": roll})
        await away.session.connect(away.wire)
        await away.see("While you were away: 2 entries. Last: Ben rolls 5 and collects $50.")
