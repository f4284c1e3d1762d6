"""Taking a play along: every form by one tap, with a notice when it is there, and a warning of what is hidden."""

from __future__ import annotations

from pathlib import Path

import flet as ft
import hats_game
import pytest
import small_game
from hats_game import new_play, opened, press
from headless import PHONE, TABLET, play

from companion.formats import play_file
from companion.formats.forms import FORMS
from companion.games import find_game
from models.errors import DamagedError
from views.settings import export_screen, file_transfer

FISTS = Path(__file__).parents[2] / "sessions" / "doubletrack-corrections.session"


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    for name in ("companion.games", "companion.formats.session"):
        monkeypatch.setattr(f"{name}.find_game", lambda key: hats_game.GAME if key == "hats" else find_game(key))
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close()


def rolled(open_plays, play_id, times=1):
    for _ in range(times):
        open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 7})


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_every_form_says_what_it_is_good_for_and_is_saved_by_one_tap(open_plays, handed, size):
    play_id = new_play(open_plays)
    rolled(open_plays, play_id)

    async def scene():
        async with opened(open_plays, f"/play/{play_id}/take", size) as screen:
            for form in FORMS:
                assert screen.says(form.title)
                assert screen.says(form.about)
                await press(screen, export_screen.SAVES[form.key][0])
                await screen.see(f"Saved: Friday hats{form.suffix}, ")
                assert sum(said.startswith("Saved: ") for said in screen.words()) == 1

    play(scene)
    assert [name for name, _ in handed] == [f"Friday hats{form.suffix}" for form in FORMS]
    assert [data for _, data in handed] == [form.write(open_plays.journal, play_id) for form in FORMS]


def test_every_form_has_a_button_of_its_own():
    assert set(export_screen.SAVES) == {form.key for form in FORMS}
    assert len({words for words, _ in export_screen.SAVES.values()}) == len(FORMS)


async def test_a_file_the_browser_kept_back_is_handed_out_again_without_being_made_again(open_plays, handed):
    play_id = new_play(open_plays)
    async with opened(open_plays, f"/play/{play_id}/take") as screen:
        await press(screen, "Save the table")
        await screen.see("Saved: ")
        rolled(open_plays, play_id)
        await press(screen, "No file came? Save it again")
    assert handed[0] == handed[1]


async def test_a_file_that_nobody_saved_is_not_said_to_be(open_plays, monkeypatch):
    play_id = new_play(open_plays)

    async def thought_better_of_it(_picker, **_):
        return None

    monkeypatch.setattr(ft.FilePicker, "save_file", thought_better_of_it)
    open_plays.storage.reads_paths = True  # a window reports whether anything was saved; a browser does not
    open_plays.storage.reads_paths = True  # on the device itself, where whoever thinks better of it is heard
    async with opened(open_plays, f"/play/{play_id}/take") as screen:
        await press(screen, "Save the page")
        assert not screen.says("Saved: ")


async def test_a_long_play_says_that_it_is_being_written(open_plays, handed, monkeypatch):
    play_id = new_play(open_plays)
    rolled(open_plays, play_id, 3)
    monkeypatch.setattr(file_transfer, "LONG", 3)
    said = []
    slow = file_transfer.in_thread
    async with opened(open_plays, f"/play/{play_id}/take") as screen:

        async def watched(act, *given):
            await screen.settle()
            said.extend(screen.words())
            # a second tap meanwhile makes no second file
            await press(screen, "Save the table")
            return await slow(act, *given)

        monkeypatch.setattr(file_transfer, "in_thread", watched)
        await press(screen, "Save the page")
        await screen.see("Saved: Friday hats.html")
        assert not screen.all(ft.AlertDialog, open=True)
    assert "Writing 3 entries" in said
    assert len(handed) == 1


async def test_a_play_that_cannot_be_read_makes_no_file_and_says_why(open_plays, handed, monkeypatch):
    play_id = new_play(open_plays)

    def unreadable(_journal, _play):
        raise DamagedError("Line 1 is damaged.")

    async with opened(open_plays, f"/play/{play_id}/take") as screen:
        monkeypatch.setattr(open_plays.journal, "all_entries", lambda _play: unreadable(open_plays.journal, _play))
        await press(screen, "Save the table")
        await screen.see("No file was made")
        assert screen.says("Line 1 is damaged.")
        await press(screen, "Close")
        assert screen.says("A page to read")
    assert handed == []


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_where_chips_are_hidden_it_is_said_who_could_know_and_no_file_shows_them(open_plays, handed, size):
    play_id = play_file.load(open_plays.journal, FISTS.read_bytes()).id
    secrets = [words for one in open_plays.snapshot(play_id).standings for _, words in one.secret]
    assert secrets
    async with opened(open_plays, f"/play/{play_id}/take", size) as screen:
        assert screen.says("anyone who adds it up can work out what is hidden")
        assert not [words for words in secrets if screen.says(words)]
        for form in FORMS:
            await press(screen, export_screen.SAVES[form.key][0])
    assert len(handed) == len(FORMS)
    assert not [one for _, data in handed for one in (b"balance after", b" = $", b"As chips") if one in data]
