"""What a sheet has filled in for a person to change, which an entry without it does not have."""

from __future__ import annotations

import pytest
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer

GOLF = """game any_score
seats Ann Ben
house wins={wins}
score points="ann=20 ben=10"
score points="ann=20 ben=10"
"""


@pytest.mark.parametrize(("wins", "offered"), [("lowest", {"begins_with": 40}), ("highest", {})])
def test_who_comes_late_is_offered_the_worst_total_where_the_lowest_wins_and_may_begin_at_zero(tmp_path, wins, offered):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, GOLF.format(wins=wins))
    tablet = evening.state(evening.tablet)
    tablet.sheet.open(Offer("join"))
    assert dict(tablet.sheet.own.answers) == offered
    tablet.sheet.answer("called", "Cy")
    begins = [one.quantity for one in tablet.sheet.outcome().proposal.postings if one.account == "cy:points"]
    assert begins == list(offered.values())
    tablet.sheet.answer("begins_with", None)
    assert not tablet.sheet.outcome().proposal.postings
    open_plays.journal.database.close()


def test_nobody_changes_colour_when_somebody_sits_down_between_two_others(tmp_path):
    open_plays = new_open_plays(tmp_path)
    evening = Evening(open_plays, GOLF.format(wins="lowest"))
    before = open_plays.snapshot(evening.play).people
    open_plays.referee(evening.play).write("join", {"called": "Cy", "after": "ann"})
    ann, _, ben = open_plays.snapshot(evening.play).people
    assert (ann, ben) == before
    open_plays.journal.database.close()
