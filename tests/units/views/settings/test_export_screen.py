"""Taking a play along: every form by one tap, with a notice when it is there, and a warning of what is hidden."""

import pytest

from companion.formats.forms import FORMS
from companion.games import find_game
from models.errors import DamagedError
from tests.load_play import load_play
from tests.paths import SESSION_FOLDER
from tests.units.views import hats_game, small_game
from tests.units.views.hats_game import new_play, opened, press
from views.settings import export_screen

FISTS = SESSION_FOLDER / "doubletrack-corrections.session"


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    for name in ("companion.games", "companion.formats.session"):
        monkeypatch.setattr(
            f"{name}.find_game", lambda key: hats_game.GAME if key == "hats" else find_game(key)
        )
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


def rolled(open_plays, play_id, times=1):
    for _ in range(times):
        open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 7})


async def test_every_form_is_saved_by_one_tap_and_once_more_without_being_made_again(
    open_plays, handed
):
    play_id = new_play(open_plays)
    rolled(open_plays, play_id)
    async with opened(open_plays, f"/play/{play_id}/take") as screen:
        for form in FORMS:
            await press(screen, export_screen.SAVES[form.key][0])
            await screen.see(f"Saved: Friday hats{form.suffix}, ")
            assert sum(said.startswith("Saved: ") for said in screen.words()) == 1
        assert [data for _, data in handed] == [
            form.write(open_plays.journal, play_id) for form in FORMS
        ]
        rolled(open_plays, play_id)
        await press(screen, "No file came? Save it again")
    assert [name for name, _ in handed[:-1]] == [f"Friday hats{form.suffix}" for form in FORMS]
    assert handed[-1] == handed[-2]


async def test_a_play_that_cannot_be_read_makes_no_file_and_says_why(
    open_plays, handed, monkeypatch
):
    play_id = new_play(open_plays)

    def unreadable(_play):
        raise DamagedError("Line 1 is damaged.")

    async with opened(open_plays, f"/play/{play_id}/take") as screen:
        monkeypatch.setattr(open_plays.journal, "all_entries", unreadable)
        await press(screen, "Save the table")
        await screen.see("No file was made")
        assert screen.says("Line 1 is damaged.")
    assert handed == []


async def test_where_chips_are_hidden_it_is_said_who_could_know_and_no_file_shows_them(
    open_plays, handed
):
    play_id = load_play(open_plays.journal, FISTS.read_bytes()).id
    assert open_plays.snapshot(play_id).secret
    async with opened(open_plays, f"/play/{play_id}/take") as screen:
        assert screen.says("anyone who adds it up can work out what is hidden")
        for form in FORMS:
            await press(screen, export_screen.SAVES[form.key][0])
    assert len(handed) == len(FORMS)
    assert not [
        words
        for _, data in handed
        for words in (b"balance after", b" = $", b"As chips")
        if words in data
    ]
