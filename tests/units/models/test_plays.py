"""Plays, remembered players, board values and preferences."""

import pytest

from models.errors import NoSuchPlayError
from models.plays import Play
from models.tables import PlayerRow
from tests.units.models.evenings import SEATS


def test_a_play_is_read_as_it_was_begun(journal):
    began = journal.begin(
        game="ratrace",
        title="Friday",
        seats=SEATS,
        houses={"interest": "nearest"},
        board={"rent": 30, "name": "Hôtel", "none": None},
        edition="1973",
    )

    assert isinstance(began, Play)
    assert journal.play(began.id) == began
    assert journal.plays() == [began]
    assert (began.seats, began.entries, began.ended) == (SEATS, 0, None)


def test_nothing_is_done_to_a_play_that_is_not_there(journal):
    with pytest.raises(NoSuchPlayError):
        journal.set_play("nowhere", archived=True)


def test_players_are_remembered_once_whatever_the_case_and_however_they_were_typed(journal):
    # an earlier version remembered a name once more that was composed otherwise
    before = "2025-01-01T20:00:00+00:00"
    journal.put(
        PlayerRow(folded="zoe\u0308", name="Zoë", colour="gold", token="", last_seen=before)
    )
    journal.remember_player("Zoë", "red", "cat")
    journal.remember_player("Ben", "blue", "dog")
    journal.remember_player("ZOE\u0308 ", "green", "hat")
    assert [(one.name, one.colour, one.token) for one in journal.players()] == [
        ("ZOE\u0308", "green", "hat"),
        ("Ben", "blue", "dog"),
    ]

    journal.forget_player("zoë")

    assert [one.name for one in journal.players()] == ["Ben"]


def test_the_board_is_kept_by_game_and_edition(journal):
    journal.set_board_fact("ratrace", "1973", "rent", 30)
    journal.set_board_fact("ratrace", "1973", "rent", 40)
    journal.set_board_fact("ratrace", "1973", "name", "Hôtel")
    journal.set_board_fact("ratrace", "1985", "rent", 50)
    assert journal.board_facts("ratrace", "1973") == {"rent": 40, "name": "Hôtel"}

    journal.clear_board_facts("ratrace", "1973", "rent")
    assert journal.board_facts("ratrace", "1973") == {"name": "Hôtel"}

    journal.clear_board_facts("ratrace", "1973")
    assert journal.board_facts("ratrace", "1973") == {}
    assert journal.board_facts("ratrace", "1985") == {"rent": 50}


def test_a_preference_is_kept_and_one_of_another_kind_is_not_believed(journal):
    assert journal.preference("theme", "light") == "light"
    journal.set_preference("theme", "dark")
    journal.set_preference("houses", {"ratrace": {"interest": "up"}})

    assert journal.preference("theme", "light") == "dark"
    assert journal.preference("houses", {}) == {"ratrace": {"interest": "up"}}
    assert journal.preference("theme", 3) == 3
