"""Rat-a-Tat Cat: each session ends in the way it is named for, in words."""

from pathlib import Path

import pytest

SESSIONS = Path(__file__).parents[2] / "sessions"
REASONS = {
    "rounds": "Ann and Cy share the win with 30 after 3 rounds",
    "time-last-round": "Time is up: Ben wins with 29",
    "time-between-rounds": "Time is up: Ann wins with 14",
    "limit-last-one-in": "Cy is the last one in, and wins",
    "limit-all-at-once": "Everybody left was out at once: Ben wins with 55",
    "sudden-death": "Cy wins the tie by sudden death with 17 after 2 rounds",
    "leaving": "Only Ben is left, and wins",
    "seats": "Dorothy wins with 63 after 5 rounds",
    "stopped": "Stopped early (supper is ready): Ann wins the tie by the last round with 17",
}


@pytest.mark.parametrize("name", REASONS)
def test_a_session_ends_in_the_way_it_is_named_for(name, replayed):
    assert replayed(f"rat_a_tat_cat-{name}").play.ended == REASONS[name]


def test_every_session_of_the_game_is_looked_at_here():
    assert {file.stem for file in SESSIONS.glob("rat_a_tat_cat-*.session")} == {
        f"rat_a_tat_cat-{name}" for name in REASONS
    }
