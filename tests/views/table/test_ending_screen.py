"""The end of a play on the screen: what will be remembered, what is sent, what stays hidden, and a rematch."""

from __future__ import annotations

import flet as ft
import flet_charts
import pytest
from crowded import EVENINGS, SESSIONS
from device import opened
from hats_game import face, press
from headless import PHONE, TABLET

from companion.core.recording.revision import Change
from companion.formats.session import replay, steps
from models.errors import DamagedError
from models.ledger import Place
from views.setup import setup
from views.setup.setup import rematch_title
from views.state.setup_form import usual_title
from views.table.ending import Story
from views.table.sending import ShareFiles

pytestmark = pytest.mark.games("all")

SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
RACE = "ratrace-retirement"
CATS = """game rat_a_tat_cat
title Friday cats
seats Ann Ben Cy
house rounds=2
start first=ann
round scores='ann=12 ben=20 cy=7'
"""
LAST = "round scores='ann=5 ben=20 cy=9'\n"
WORTH = """game rat_race_monopoly
title Friday
seats Ann Ben Cy
house board=classic
start first=ben
leave who=cy
change_house rule=worth_shares way=no reason=agreed
buy_street who=ben street=s5
leave who=ann
"""
TEAMS = """game any_score
seats Ann Ben Cy Dee
house teams=team rounds=1
name_team name=We members=ann+cy
name_team name=They members=ben+dee
score points="We=300 They=-20"
"""


@pytest.fixture
def lay(open_plays):
    """Puts a play from a session, or the text of one, in the book; returns its id."""

    def laid(name: str) -> str:
        text = name if "\n" in name else (SESSIONS / f"{name}.session").read_text(encoding="utf-8")
        return replay(open_plays.journal, steps(text)).play.id

    return laid


@pytest.fixture
def unreadable(open_plays, monkeypatch):
    """Lets the entries of a book be damaged from now on."""

    def damaged(_play):
        raise DamagedError("Line 1 is damaged.")

    return lambda: monkeypatch.setattr(open_plays.journal, "all_entries", damaged)


def test_most_ends_have_something_to_remember(open_plays, lay) -> None:
    evenings = [open_plays.snapshot(lay(name)) for name in EVENINGS if not name.startswith("any_")]
    counts = [len(Story.of(evening).highlights) for evening in evenings if evening.ending]
    assert max(counts) <= 5
    assert sum(many >= 3 for many in counts) > len(counts) / 2


def test_a_highlight_that_was_put_in_later_opens_the_correction_that_holds_it(open_plays, lay) -> None:
    play_id = lay(CATS)
    referee = open_plays.referee(play_id)
    referee.amend({Place(2, 1): Change("round", {"scores": "ann=0 ben=9 cy=9"})}, "we forgot one")
    (best,) = [one for one in Story.of(open_plays.snapshot(play_id)).highlights if one.highlight.key == "lowest"]
    assert best.highlight.place == Place(2, 1)
    assert best.seq == referee.version


async def test_what_was_looked_at_during_the_game_gives_way_to_the_end(open_plays, lay) -> None:
    play_id = lay(CATS)
    async with opened(open_plays, play_id, TABLET) as screen:
        await press(screen, "Players")
        open_plays.referee(play_id).write("round", {"scores": "ann=5 ben=20 cy=9"})
        screen.clients[0].refresh(play_id)
        await screen.settle()
        assert screen.says("How it went")


@SIZES
async def test_a_book_that_cannot_be_read_still_says_who_won_and_why_there_is_no_picture(
    open_plays, lay, unreadable, size
) -> None:
    play_id = lay(RACE)
    open_plays.snapshot(play_id)
    unreadable()
    async with opened(open_plays, play_id, size) as screen:
        assert screen.says("Alice wins")
        assert not screen.says("Highlights")
        await press(screen, "Send the picture")
        await screen.see("Line 1 is damaged.")
        assert not screen.named("Send")


@SIZES
async def test_the_picture_is_looked_at_and_then_shared_or_saved(open_plays, lay, handed, size) -> None:
    async with opened(open_plays, lay(RACE), size) as screen:
        await press(screen, "Send the picture")
        await screen.see("A short Friday: Alice wins. Alice $25,300, Carl $3,735, Bob $740.")
        (shown,) = [image for image in screen.all(ft.Image) if isinstance(image.src, bytes)]
        (share,) = [button for button in screen.all(ft.FilledButton) if isinstance(button.action, ShareFiles)]
        assert share.action.args["files"][0]["data"] == shown.src
        assert share.action.args["text"].startswith("A short Friday: Alice wins")
        await press(screen, "Save")
    assert handed == [("A short Friday.png", shown.src)]


@SIZES
async def test_while_chips_are_hidden_nothing_at_the_end_reveals_them(open_plays, lay, size) -> None:
    play_id = lay("doubletrack-first-home-three")
    secrets = [words for standing in open_plays.snapshot(play_id).standings for _, words in standing.secret]
    assert secrets
    async with opened(open_plays, play_id, size) as screen:
        assert not screen.all(flet_charts.LineChart)
        assert not screen.named("All the figures")
        await press(screen, "BG Stats")
        assert "score" not in face(screen, "Open BG Stats").action.url
        await press(screen, "Cancel")
        await press(screen, "Send the picture")
        await screen.see("With the track: Ann wins. Ann Home, Ben space 10, Cy space 9.")
        said = "\n".join([*screen.words(), *(str(semantics.label) for semantics in screen.all(ft.Semantics))])
        assert not [words for words in secrets if words in said]
        await press(screen, "Close")
        await press(screen, "Lift the screens")
        await screen.tap("Record")
        assert screen.all(flet_charts.LineChart)


async def test_a_rematch_has_the_same_seats_rules_and_board(open_plays, lay, monkeypatch) -> None:
    monkeypatch.setattr(setup, "SAME_TAP", 0.0)
    play_id = lay(WORTH)
    before = open_plays.snapshot(play_id)
    async with opened(open_plays, play_id, PHONE) as screen:
        await press(screen, "Play again")
        assert screen.says("1 house rule changed")
        await press(screen, "Start")
        again = open_plays.snapshot(screen.page.route.removeprefix("/play/"))
    assert again.people == before.people
    assert again.play.title == "Friday 2"
    assert again.play.houses == {rule.key: before.table.house(rule.key) for rule in before.game.options}
    assert again.play.board == {fact.key: before.table.fact(fact.key) for fact in before.game.board_values}


@pytest.mark.parametrize(
    ("left", "teams"),
    [
        ((), ["Ann and Cy are team We.", "Ben and Dee are team They."]),
        (("Ben", "Dee"), ["Ann and Cy are team We."]),
        (("Cy",), ["Ann is team We.", "Ben and Dee are team They."]),
    ],
)
def test_play_again_takes_the_teams_along_and_leaves_out_who_is_not_there(open_plays, lay, left, teams) -> None:
    form = setup.rematch_form(open_plays.journal, open_plays.snapshot(lay(TEAMS)))
    for seated in [one for one in form.seated if one.name in left]:
        form.remove(seated.number)
    entries = open_plays.journal.entries(form.begin(open_plays.journal))
    assert sorted(entry.proposal.narration for entry in entries) == teams


async def test_two_taps_on_rematch_and_two_on_start_begin_one_play(open_plays, lay, monkeypatch) -> None:
    async def tap_twice(button):
        for _ in range(2):
            await screen.session.dispatch_event(button._i, "click", None)
        await screen.settle()

    async with opened(open_plays, lay(RACE), PHONE) as screen:
        monkeypatch.setattr(setup, "SAME_TAP", float("inf"))  # however busy this machine is
        await tap_twice(face(screen, "Play again"))
        (sheet,) = screen.all(ft.AlertDialog)
        start = sheet.actions[-1]
        await screen.fire(start, "click")
        assert len(open_plays.journal.plays()) == 1, "a second tap on Play again that lands on Start begins nothing"
        monkeypatch.setattr(setup, "SAME_TAP", 0.0)
        await tap_twice(start)
        assert len(open_plays.journal.plays()) == 2


async def test_who_thinks_better_of_a_rematch_finds_an_empty_form_the_next_time(open_plays, lay) -> None:
    async with opened(open_plays, lay(RACE), PHONE) as screen:
        await press(screen, "Play again")
        await press(screen, "Change something")
        for route, kept in (("/new/board/ratrace", True), ("/", False)):
            await screen.go(route)
            await screen.go("/new")
            assert screen.says("A rematch of A short Friday") is kept


def test_board_values_changed_after_rematch_count_for_the_new_play(open_plays, lay) -> None:
    play_id = lay("game ratrace\ntitle Friday\nseats Ann Ben\nboard income.working=77 income.middle=777\n")
    again = setup.rematch_form(open_plays.journal, open_plays.snapshot(play_id))
    assert again.own_facts == 2
    open_plays.journal.set_board_fact("ratrace", again.game.edition, "income.working", 99)
    again.look_up(open_plays.journal)
    board = open_plays.journal.play(again.begin(open_plays.journal)).board
    assert (board["income.working"], board["income.middle"]) == (99, 777)


def test_a_play_called_by_its_day_has_a_rematch_called_by_the_day(open_plays, lay) -> None:
    play_id, journal = lay(CATS + LAST), open_plays.journal
    game = open_plays.snapshot(play_id).game
    journal.rename(play_id, usual_title(game))
    named = journal.play(play_id)
    second = rematch_title(journal, game, named)
    assert second == usual_title(game).replace(game.title, f"{game.title} 2")
    journal.rename(play_id, second)
    assert rematch_title(journal, game, journal.play(play_id)) == usual_title(game), "nobody has it any more"
    later = named.created.astimezone().replace(year=named.created.year + 1)
    assert rematch_title(journal, game, named, later) == usual_title(game, later)


async def test_a_book_that_cannot_be_written_offers_no_rematch_and_says_why(open_plays, lay) -> None:
    play_id = lay(RACE)
    open_plays.journal.database.broken = "The books are open in another tab."
    async with opened(open_plays, play_id, PHONE) as screen:
        assert face(screen, "Play again").disabled
        assert screen.says("The books are open in another tab.")
        assert not face(screen, "Send the picture").disabled
