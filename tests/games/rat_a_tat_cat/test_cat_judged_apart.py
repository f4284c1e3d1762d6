"""Rat-a-Tat Cat: a correction that is only tried out leaves no verdict behind for the table that is there."""

import pytest

from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Place, Refusal

OVER = """
game rat_a_tat_cat
seats Ann Ben
house ending=limit limit=1
start first=ann
round scores='ann=23 ben=10'
"""


def test_a_round_after_the_end_is_refused_still_when_a_correction_was_tried_out():
    untrusted = UntrustedFile()
    referee = replay(Journal(untrusted), steps(OVER))
    tried = referee.revise({Place(1, 1): Change("start", {"first": "ben"})})
    assert [consequence.refusal for consequence in tried.refused] == ["The sheet is open already."]
    with pytest.raises(Refusal, match="game is over"):
        referee.write("round", {"scores": "ann=15 ben=28"})
    untrusted.close()
