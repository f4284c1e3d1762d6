"""What goes with a play is all that the tables declare to be of one."""

from __future__ import annotations

from models import plays
from models.tables import SQLModel


def test_with_a_play_goes_all_that_is_of_a_play() -> None:
    tables = SQLModel.metadata.tables.values()
    assert {one.__tablename__ for one in plays.OF_A_PLAY} == {one.name for one in tables if "play" in one.columns}
