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
