"""The end of a play on the screen: who won, how it went, what will be remembered, and what comes next."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import flet as ft
import flet_charts
import pytest
import small_game
from device import opened
from hats_game import face, field, press
from headless import PHONE, TABLET, Reading, end_threads
from small_game import new_open_plays

from companion.core.recording.revision import Change
from companion.formats import bg_stats
from companion.formats.session import replay, steps
from companion.statistics.turn_times import TurnTimes
from models.errors import DamagedError
from models.ledger import Place
from views.setup import setup
from views.state import preferences
from views.state.client import Preferences
from views.state.setup_form import usual_title
from views.table import ending
from views.table.ending import Story, ending_card
from views.table.sending import ShareFiles

pytestmark = pytest.mark.games("all")

SESSIONS = Path(__file__).resolve().parents[2] / "sessions"
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
OVER = tuple(
    name
    for name in sorted(one.stem for one in SESSIONS.glob("*.session"))
    if name.startswith(("rat_a_tat_cat-", "totopoly-"))
    or name.endswith(("-three", "-four", "-fourth-pass", "-one-left", "-bank", "-bankrupt", "-moment", "-million"))
    or name == "ratrace-retirement"
)
RACE = "ratrace-retirement"
HIDDEN = "doubletrack-first-home-three"
CATS = """game rat_a_tat_cat
title Friday cats
seats Ann Ben Cy
house rounds=2
start first=ann
round scores='ann=12 ben=20 cy=7'
round scores='ann=5 ben=20 cy=9'
"""


@pytest.fixture
def lay(open_plays):
    """Puts a play from a session, or the text of one, in the book; returns its id."""

    def laid(name: str) -> str:
        text = name if "\n" in name else (SESSIONS / f"{name}.session").read_text(encoding="utf-8")
        return replay(open_plays.journal, steps(text)).play.id

    return laid


async def enlarge(screen, scale):
    """Set the text size; what is set before the screen is there gives way to what the device keeps."""
    preferences.apply(screen.page, screen.clients[0], Preferences(scale=scale))
    await screen.settle()


def places(screen):
    return [one.label for one in screen.all(ft.Semantics) if str(one.label).startswith("Place ")]


# -- who won ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if at % 4 else name for at, name in enumerate(OVER)]
)
async def test_every_way_to_end_has_its_moment(open_plays, lay, name) -> None:
    play_id = lay(name)
    snapshot = open_plays.snapshot(play_id)
    story = Story.of(snapshot)
    for size in (PHONE, TABLET):
        async with opened(open_plays, play_id, size) as screen:
            assert screen.by_id("ending")
            for key, place, figure in snapshot.ending.ranks:
                name = snapshot.table.name(key)
                assert screen.named(
                    f"Place {place}: {name}, {figure}" if snapshot.ending.winners else f"{name}: {figure}"
                )
            charts = screen.all(flet_charts.LineChart)
            assert len(charts) == bool(story.course or story.sheet)
            assert not (snapshot.secret and charts)
            assert screen.says("Highlights") == bool(story.highlights)
            assert all(screen.says(one.highlight.sentence) for one in story.highlights)
            assert face(screen, "Play again")


@SIZES
async def test_the_end_says_how_long_the_evening_was_and_whose_turns_took_most(open_plays, lay, monkeypatch, size):
    evening = TurnTimes(timedelta(minutes=75), {"alice": timedelta(minutes=20), "bob": timedelta(minutes=45)})
    monkeypatch.setattr(ending, "turn_times", lambda _game, table, _lines: replace(
        evening, turns={one.key: evening.turns.get(one.key, timedelta()) for one in table.players}
    ))  # fmt: skip
    async with opened(open_plays, lay(RACE), size) as screen:
        assert screen.says("1 h 15 min in all")
        assert screen.named("Bob: 45 min")
        said = [one.label for one in screen.all(ft.Semantics) if (one.label or "").endswith((" min", " 0 s"))]
        assert said[:2] == ["Bob: 45 min", "Alice: 20 min"]


def test_most_ends_have_something_to_remember(open_plays, lay) -> None:
    counts = {name: len(Story.of(open_plays.snapshot(lay(name))).highlights) for name in OVER}

    assert all(many <= 5 for many in counts.values())
    assert sum(many >= 3 for many in counts.values()) > len(counts) / 2


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("seats", [2, 4, 6])
async def test_everybody_is_listed_with_a_place_however_many_and_however_large(
    tmp_path, monkeypatch, seats, scale
) -> None:
    monkeypatch.setattr("companion.games.find_game", small_game.find)
    open_plays = new_open_plays(tmp_path)
    play_id = small_game.new_play(open_plays, seats)
    open_plays.referee(play_id).write("stop", {})
    for size in (PHONE, TABLET):
        async with opened(open_plays, play_id, size) as screen:
            await enlarge(screen, scale)
            assert len(places(screen)) == seats
    await end_threads()
    open_plays.journal.database.close()


def test_in_large_text_and_where_many_share_a_place_the_podium_is_a_list(open_plays, lay) -> None:
    snapshot = open_plays.snapshot(lay("rat_a_tat_cat-rounds"))
    steps_of = [
        [one for one in Reading(ending_card(snapshot, scale)).of(ft.Container) if one.height] for scale in (1.0, 2.0)
    ]

    assert any(one.height == 96 for one in steps_of[0])
    assert not any(one.height == 96 for one in steps_of[1])


async def test_in_large_text_on_a_phone_the_moment_has_the_room_of_the_figures_above_it(open_plays, lay) -> None:
    play_id = lay(RACE)
    figure = open_plays.snapshot(play_id).standings[0].figure
    for scale, many in ((1.0, 2), (2.0, 1)):
        async with opened(open_plays, play_id, PHONE) as screen:
            await enlarge(screen, scale)
            assert sum(words == figure for words in screen.words()) == many


# -- how it went --------------------------------------------------------------------------------------


@SIZES
async def test_a_highlight_opens_its_line_and_closing_it_leads_back(open_plays, lay, size) -> None:
    play_id = lay(RACE)
    best = next(one for one in Story.of(open_plays.snapshot(play_id)).highlights if one.seq)
    async with opened(open_plays, play_id, size) as screen:
        await press(screen, f"{best.highlight.sentence} Show the entry")
        assert screen.clients[0].state(play_id).panel.pane.seq == best.seq == best.highlight.place.seq
        assert screen.button("Correct this entry")
        await screen.key("Escape")
        assert screen.by_id("ending")


def test_a_highlight_that_was_put_in_later_opens_the_correction_that_holds_it(open_plays, lay) -> None:
    play_id = lay(CATS)
    referee = open_plays.referee(play_id)
    referee.undo()
    referee.amend({Place(2, 1): Change("round", {"scores": "ann=0 ben=9 cy=9"})}, "we forgot one")
    (best,) = [one for one in Story.of(open_plays.snapshot(play_id)).highlights if one.highlight.key == "lowest"]

    assert best.highlight.place == Place(2, 1)
    assert best.seq == referee.version


async def test_the_tablet_shows_the_end_first_and_the_table_behind_a_switch(open_plays, lay) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, TABLET) as screen:
        assert screen.says("How it went")
        await press(screen, "Players")
        assert not screen.says("How it went")
        await press(screen, "The end")
        assert screen.says("How it went")


async def test_what_was_looked_at_during_the_game_gives_way_to_the_end(open_plays, lay) -> None:
    play_id = lay("\n".join(CATS.splitlines()[:-1]) + "\n")
    async with opened(open_plays, play_id, TABLET) as screen:
        await press(screen, "Players")
        open_plays.referee(play_id).write("round", {"scores": "ann=5 ben=20 cy=9"})
        screen.clients[0].refresh(play_id)
        await screen.settle()
        assert screen.says("How it went")
        assert screen.says("Cy wins")


@SIZES
async def test_an_undo_takes_the_moment_away_and_a_correction_that_ends_a_play_brings_it(open_plays, lay, size) -> None:
    play_id = lay(CATS)
    async with opened(open_plays, play_id, size) as screen:
        assert screen.says("Highlights")
        await screen.tap("Undo: ...")
        assert not screen.by_id("ending")
        assert not screen.says("Highlights")
        assert not screen.named("Play again")
        open_plays.referee(play_id).amend(
            {Place(2, 1): Change("round", {"scores": "ann=0 ben=9 cy=9"})}, "we forgot one"
        )
        screen.clients[0].refresh(play_id)
        await screen.settle()
        assert screen.by_id("ending")
        assert screen.says("Highlights")


async def test_a_book_that_cannot_be_read_still_says_who_won(open_plays, lay, monkeypatch) -> None:
    play_id = lay(RACE)
    snapshot = open_plays.snapshot(play_id)

    def unreadable(_play):
        raise DamagedError("Line 1 is damaged.")

    monkeypatch.setattr(open_plays.journal, "all_entries", unreadable)
    for size in (PHONE, TABLET):
        async with opened(open_plays, play_id, size) as screen:
            assert screen.says("Alice wins")
            assert not screen.says("Highlights")
    assert snapshot.ending


# -- sharing ------------------------------------------------------------------------------------------


@SIZES
async def test_the_picture_is_looked_at_and_then_shared_or_saved(open_plays, lay, handed, size) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, size) as screen:
        await press(screen, "Send the picture")
        await screen.see("A short Friday: Alice wins. Alice $25,300, Carl $3,735, Bob $740.")
        (shown,) = [one for one in screen.all(ft.Image) if isinstance(one.src, bytes)]
        (share,) = [one for one in screen.all(ft.FilledButton) if isinstance(one.action, ShareFiles)]
        assert share.action.args["files"][0]["data"] == shown.src
        assert share.action.args["text"].startswith("A short Friday: Alice wins")
        await press(screen, "Save")
        await press(screen, "Close")
        assert not any(one.open for one in screen.all(ft.AlertDialog))
    assert handed == [("A short Friday.png", shown.src)]


@SIZES
async def test_bg_stats_gets_the_play_and_the_exports_are_a_tap_away(open_plays, lay, size) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, size) as screen:
        assert not getattr(face(screen, "BG Stats"), "action", None)
        await press(screen, "BG Stats")
        await screen.see(f"This opens {bg_stats.SITE}, a site of BG Stats. It gets the game (")
        assert face(screen, "Open BG Stats").action.url.startswith(bg_stats.ADDRESS)
        await press(screen, "Cancel")
        await press(screen, "Export")
        assert screen.page.route == f"/play/{play_id}/take"


async def test_a_picture_of_a_book_that_cannot_be_read_says_why(open_plays, lay, monkeypatch) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, PHONE) as screen:

        def unreadable(_play):
            raise DamagedError("Line 1 is damaged.")

        monkeypatch.setattr(open_plays.journal, "all_entries", unreadable)
        await press(screen, "Send the picture")
        await screen.see("Line 1 is damaged.")
        assert not screen.named("Send")


@SIZES
async def test_while_chips_are_hidden_nothing_at_the_end_reveals_them(open_plays, lay, size) -> None:
    play_id = lay(HIDDEN)
    secrets = [words for one in open_plays.snapshot(play_id).standings for _, words in one.secret]
    assert secrets
    async with opened(open_plays, play_id, size) as screen:
        assert not screen.all(flet_charts.LineChart)
        assert not screen.named("All the figures")
        await press(screen, "BG Stats")
        assert "score" not in face(screen, "Open BG Stats").action.url
        await screen.see("and their places.")
        await press(screen, "Cancel")
        await press(screen, "Send the picture")
        await screen.see("With the track: Ann wins. Ann Home, Ben space 10, Cy space 9.")
        said = [*screen.words(), *(str(one.label) for one in screen.all(ft.Semantics))]
        assert not [one for one in secrets if any(one in words for words in said)]
        await press(screen, "Close")
        await press(screen, "Lift the screens")
        await screen.tap("Record")
        assert screen.all(flet_charts.LineChart)


# -- a rematch ----------------------------------------------------------------------------------------


@SIZES
async def test_a_rematch_is_two_taps_with_the_same_seats_rules_and_board(open_plays, lay, size, monkeypatch) -> None:
    monkeypatch.setattr(setup, "SAME_TAP", 0.0)
    play_id = lay(
        "game rat_race_monopoly\ntitle Friday\nseats Ann Ben Cy\nhouse board=classic\nstart first=ben\nleave who=cy\n"
        "change_house rule=worth_shares way=no reason=agreed\nbuy_street who=ben street=s5\nleave who=ann\n"
    )
    before = open_plays.snapshot(play_id)
    assert before.ending
    async with opened(open_plays, play_id, size) as screen:
        await press(screen, "Play again")
        assert screen.says("Same three: Ann, Ben and Cy")
        assert screen.says("1 house rule changed")
        await press(screen, "Start")
        again = open_plays.journal.play(screen.page.route.removeprefix("/play/"))
        assert [seat.name for seat in again.seats] == ["Ann", "Ben", "Cy"]
        assert again.title == "Friday 2"
        assert again.houses == {rule.key: before.table.house(rule.key) for rule in before.game.options}
        assert again.board == {fact.key: before.table.fact(fact.key) for fact in before.game.board_values}
        looks = [(one.colour, one.shape) for one in before.people]
        assert [(one.colour, one.shape) for one in open_plays.snapshot(again.id).people] == looks


TEAMS = """game any_score
seats Ann Ben Cy Dee
house teams=team rounds=1
name_team name=We members=ann+cy
name_team name=They members=ben+dee
score points="We=300 They=-20"
"""


async def test_play_again_takes_the_teams_along_and_leaves_out_who_is_not_there(open_plays) -> None:
    snapshot = open_plays.snapshot(replay(open_plays.journal, steps(TEAMS)).play.id)

    def again(*left):
        form = setup.rematch_form(open_plays.journal, snapshot)
        for one in form.seated:
            if one.name in left:
                form.remove(one.number)
        play = form.begin(open_plays.journal)
        return [entry.proposal.narration for entry in open_plays.journal.entries(play)]

    assert sorted(again()) == ["Ann and Cy are team We.", "Ben and Dee are team They."]
    assert sorted(again("Ben", "Dee")) == ["Ann and Cy are team We."]
    assert sorted(again("Cy")) == ["Ann is team We.", "Ben and Dee are team They."]


async def test_two_taps_on_rematch_and_two_on_start_begin_one_play(open_plays, lay, monkeypatch) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, PHONE) as screen:
        monkeypatch.setattr(setup, "SAME_TAP", float("inf"))  # however busy this machine is
        button = face(screen, "Play again")
        await screen.session.dispatch_event(button._i, "click", None)
        await screen.session.dispatch_event(button._i, "click", None)
        await screen.settle()
        (sheet,) = screen.all(ft.AlertDialog)
        start = sheet.actions[-1]
        await screen.fire(start, "click")
        assert len(open_plays.journal.plays()) == 1, "a second tap on Play again that lands on Start begins nothing"
        monkeypatch.setattr(setup, "SAME_TAP", 0.0)
        await screen.session.dispatch_event(start._i, "click", None)
        await screen.session.dispatch_event(start._i, "click", None)
        await screen.settle()
        assert len(open_plays.journal.plays()) == 2


async def test_who_thinks_better_of_a_rematch_finds_an_empty_form_the_next_time(open_plays, lay) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, PHONE) as screen:
        await press(screen, "Play again")
        await press(screen, "Change something")
        assert screen.page.route == "/new"
        await screen.go("/new/board/ratrace")
        await screen.go("/new")
        assert screen.says("A rematch of A short Friday"), "a look at the board book takes nothing away"
        await screen.go("/")
        await screen.go("/new")
        assert not screen.says("A rematch of")
        assert face(screen, "Choose a game").disabled


async def test_the_same_people_can_go_on_to_another_game(open_plays, lay, monkeypatch) -> None:
    monkeypatch.setattr(setup, "SAME_TAP", 0.0)
    play_id = lay(RACE)
    async with opened(open_plays, play_id, PHONE) as screen:
        await press(screen, "Play again")
        await press(screen, "Change something")
        await press(screen, "Options")
        assert field(screen, "Title").value == "A short Friday 2"
        await press(screen, "Ratrace. Change the game")
        await press(screen, "Totopoly")
        assert not screen.says("A rematch of")
        await press(screen, "Options")
        assert field(screen, "Title").value == ""
        await press(screen, "Start Totopoly with 3")
        again = open_plays.journal.play(screen.page.route.removeprefix("/play/"))
        assert again.game == "totopoly"
        assert [seat.name for seat in again.seats] == ["Alice", "Bob", "Carl"]


async def test_the_next_game_has_everybody_seated_by_one_tap(open_plays, lay) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, PHONE) as screen:
        await press(screen, "Next game")
        assert screen.page.route == "/new"
        assert not screen.says("A rematch of")
        await press(screen, "Totopoly")
        await press(screen, "Start Totopoly with 3")
        again = open_plays.journal.play(screen.page.route.removeprefix("/play/"))
        assert [seat.name for seat in again.seats] == ["Alice", "Bob", "Carl"]


async def test_who_thinks_better_of_the_next_game_finds_an_empty_form_the_next_time(open_plays, lay) -> None:
    play_id = lay(RACE)
    async with opened(open_plays, play_id, PHONE) as screen:
        await press(screen, "Next game")
        await screen.go("/")
        await screen.go("/new")
        await press(screen, "Totopoly")
        assert not screen.named("Start Totopoly with 3")


def test_board_values_changed_after_rematch_count_for_the_new_play(open_plays, lay) -> None:
    play_id = lay("game ratrace\ntitle Friday\nseats Ann Ben\nboard income.working=77 income.middle=777\n")
    again = setup.rematch_form(open_plays.journal, open_plays.snapshot(play_id))
    edition = again.game.edition
    assert again.own_facts == 2

    open_plays.journal.set_board_fact("ratrace", edition, "income.working", 99)
    again.look_up(open_plays.journal)
    board = open_plays.journal.play(again.begin(open_plays.journal)).board

    assert (board["income.working"], board["income.middle"]) == (99, 777)


def test_a_play_called_by_its_day_has_a_rematch_called_by_the_day(open_plays, lay) -> None:
    from views.setup.setup import rematch_title  # noqa: PLC0415 - beside what it is compared with

    play_id = lay(CATS)
    game = open_plays.snapshot(play_id).game
    open_plays.journal.rename(play_id, usual_title(game))
    named = open_plays.journal.play(play_id)

    second = rematch_title(open_plays.journal, game, named)
    assert second == usual_title(game).replace(game.title, f"{game.title} 2")
    open_plays.journal.rename(play_id, second)
    again = open_plays.journal.play(play_id)
    assert rematch_title(open_plays.journal, game, again) == usual_title(game), "nobody has it any more"
    tomorrow = named.created.astimezone().replace(year=named.created.year + 1)
    assert rematch_title(open_plays.journal, game, named, tomorrow) == usual_title(game, tomorrow)


async def test_a_book_that_cannot_be_written_offers_no_rematch_and_says_why(open_plays, lay) -> None:
    play_id = lay(RACE)
    open_plays.journal.database.broken = "The books are open in another tab."
    async with opened(open_plays, play_id, PHONE) as screen:
        assert face(screen, "Play again").disabled
        assert screen.says("The books are open in another tab.")
        assert not face(screen, "Send the picture").disabled
