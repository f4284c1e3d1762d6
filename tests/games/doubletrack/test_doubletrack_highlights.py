"""What is told of an evening at Doubletrack: nothing before it is over, and nothing that is hidden then."""

import pytest

from models.ledger import Place
from tests.games.sessions_told import SESSIONS, figures, session, told_of

FOUR = session("doubletrack-first-home-four")
BEFORE_HOME = FOUR.partition("\nhome who")[0] + "\n"
UNLIFTED = FOUR.partition("\nlift_screens")[0] + "\n"
ADDED_UP = {"chips", "tolls"}


def test_nothing_is_told_of_an_evening_that_goes_on_behind_screens():
    assert told_of(BEFORE_HOME) == {}


def test_what_lies_open_from_the_start_is_told_at_any_time():
    found = told_of(BEFORE_HOME.replace("seats", "house secret=no\nseats", 1))

    assert figures(found, "tolls") == {"ann": 20}


def test_as_long_as_the_screens_are_up_nothing_is_told_that_must_be_added_up():
    found = told_of(UNLIFTED)

    assert not ADDED_UP & set(found)
    assert found["bid"]["ben"].sentence == "Ben won the lead with a bid of $20."


def test_once_the_screens_are_lifted_chips_and_tolls_are_told():
    found = told_of(FOUR)

    assert figures(found, "chips") == {"ann": 120, "ben": 95, "cy": 165, "dee": 120}
    assert figures(found, "tolls") == {"ann": 20}  # the $15 that Ben laid down came back to him
    assert found["toll"]["ann"].sentence == "Ann let Dee through the Red gate for $20."
    assert found["toll"]["ann"].place == Place(10)
    assert figures(found, "bonus") == {"cy": 45}
    assert figures(found, "pot") == {"cy": 25}


@pytest.mark.parametrize(
    ("bids", "told"),
    [
        ("ann=15 ben=30 cy=5 dee=10", ["Ann lost a bid of $15", "Cy lost a bid of $5", "Dee lost a bid of $10"]),
        ("ann=30 ben=30 cy=5 dee=30", ["Ann tied at $30", "Ben tied at $30", "Cy lost a bid of $5", "Dee tied at $30"]),
    ],
)
def test_of_bids_that_lost_those_alone_are_a_tie_that_were_highest(bids, told):
    opened = "game doubletrack\nseats Ann Ben Cy Dee\nhouse secret=no\nstart first=ann\n"
    found = told_of(f"{opened}sell_lead who=ann bids='{bids}'\n")
    assert [one.sentence for one in found["in_vain"].values()] == [f"{words} for the lead." for words in told]


def test_bids_put_right_take_the_place_of_those_read_wrongly():
    before = UNLIFTED.partition("sell_lead")[0]
    sold = "sell_lead who=ann bids='ann=15 ben=20 cy=5 dee=5'\n"
    right = "correct_bids bids='ann=30 ben=20 cy=5 dee=5' reason='misread'\nlosers_bonus last=cy\nhome who=ben\n"
    found = told_of(before + sold + right)

    assert figures(found, "bid") == {"ann": 30}
    assert found["in_vain"]["ben"].figure == 20


@pytest.mark.parametrize("path", sorted(SESSIONS.glob("doubletrack-*.session")), ids=lambda path: path.stem)
def test_no_feat_says_what_somebody_has_while_that_is_hidden(path):
    found = told_of(path.read_text(encoding="utf-8").partition("\nlift_screens")[0])

    assert not ADDED_UP & set(found)
