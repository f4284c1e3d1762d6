"""The table screen: quick hands, keys, what fails and what a turned device keeps."""

import asyncio

import flet as ft
import pytest

from companion.core.prompt import Offer
from companion.games import find_game
from models.errors import UnreadableError
from tests.units.views import small_game
from tests.units.views.device import lines, on_sheet, opened, type_keys
from tests.units.views.hats_game import press
from tests.units.views.headless import PHONE, TABLET
from views.state.play.panel import Pane
from views.state.play.play_state import PlayState
from views.table import panel
from views.table.menu import matches
from views.table.table import keep_awake

ON_ITS_SIDE, WITH_A_KEYBOARD = (844, 390), (1180, 420)


@pytest.fixture
def played(open_plays, monkeypatch):
    """Alice and Ben roll: the open plays, and the play's id."""
    monkeypatch.setattr("companion.games.find_game", small_game.find)
    return open_plays, small_game.new_play(open_plays)


async def roll(screen, *rolls):
    for number in rolls:
        await screen.tap(str(number))
        await screen.tap("Record")


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, WITH_A_KEYBOARD])
async def test_a_table_has_its_title_and_finds_every_action(played, size):
    async with opened(*played, size) as screen:
        assert played[0].journal.play(played[1]).title in screen.words()
        await roll(screen, 9)
        await screen.tap("Find an action")
        assert screen.button("Back to the turn")


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_an_amount_that_is_there_already_leads_on_to_whoever_is_missing(played, size):
    async with on_sheet(*played, "give", size, who="alice", amount=5) as screen:
        await screen.tap("Amount...")
        await type_keys(screen, "7")
        await screen.tap("Whom?")
        assert screen.says("Nobody pays himself")


async def test_a_device_that_is_turned_keeps_what_was_answered(played):
    async with opened(played[0], small_game.new_play(played[0], 6), PHONE) as screen:
        await screen.tap("9")
        await screen.resize(TABLET)
        assert screen.all(ft.NavigationRail)
        assert len(screen.all(ft.ProgressBar)) == 1, "the card of whoever's turn it is"
        assert screen.by_id("result") is not None
        await screen.tap("Record")
        await screen.resize(PHONE)
        assert not screen.all(ft.NavigationRail)
        await roll(screen, 8)
        assert screen.says("Chen rolls"), "both layouts live on after a turn"


async def test_two_taps_on_record_make_one_entry_and_a_quick_hand_is_never_held_back(played):
    async with opened(*played) as screen:
        screen.clients[0].state(played[1]).clock = lambda: 100.0
        await screen.tap("9")
        record = screen.button("Record")
        for _ in range(2):
            await screen.session.dispatch_event(record._i, "click", None)
        await screen.settle()
        assert len(lines(*played)) == 1
        await roll(screen, 8)
        assert len(lines(*played)) == 2


def test_a_second_tap_on_a_next_sheet_that_asks_nothing_is_the_same_tap(played):
    moments = iter([100.0, 100.2, 101.2, 101.2])
    state = PlayState(*played)
    for action, answers, recorded in (
        ("roll", {"who": "alice", "roll": 9}, 1),
        ("stop", {}, 1),
        ("stop", {}, 2),
    ):
        moment = next(moments)
        state.clock = lambda moment=moment: moment
        if state.sheet.draft.action != action or answers:
            state.sheet.open(Offer(action, answers))
        state.recorder.record(state.sheet.draft.command)
        assert len(lines(*played)) == recorded


@pytest.mark.parametrize(
    "do",
    [
        lambda state: state.sheet.open(Offer("give", {"who": "alice"})),
        lambda state: state.sheet.answer("roll", 9),
        lambda state: state.panel.look(Pane("more")),
        lambda state: state.panel.leave(),
        lambda state: state.recorder.record(state.sheet.draft.command),
        lambda state: state.recorder.undo(state.seen),
    ],
    ids=["another sheet", "an answer", "a look", "leaving", "recording", "undo"],
)
def test_what_went_wrong_is_said_until_the_next_thing_is_done(played, do):
    played[0].referee(played[1]).write("note", {"words": "hello"})
    state = PlayState(*played)
    state.sheet.answer("roll", 8)
    state.problem = "Not recorded."
    do(state)
    assert state.problem == ""


@pytest.mark.parametrize(
    ("fault", "said", "again"),
    [
        (ValueError("nobody expected this"), "This part of the screen could not be drawn.", False),
        (
            UnreadableError("This device failed to read the book."),
            "This device failed to read the book.",
            True,
        ),
    ],
    ids=["fails", "can't be read"],
)
async def test_a_part_that_fails_leaves_the_others_alive_and_is_drawn_again(
    played, monkeypatch, fault, said, again
):
    def broken(*_args, **_more):
        raise fault

    async with opened(*played) as screen:
        with monkeypatch.context() as failing:
            failing.setattr(panel, "turn_zones", broken)
            await screen.tap("9")
            assert screen.says(said)
            assert bool(screen.named("Try again")) is again
            assert screen.says("Alice")
        if again:
            await screen.tap("Try again")
        else:
            screen.clients[0].state(played[1]).redraw()
            await screen.settle()
        assert not screen.says(said)
        assert not screen.button("Record").disabled


async def test_a_handler_that_fails_becomes_a_notice(played, monkeypatch):
    async with opened(*played) as screen:
        monkeypatch.setattr(
            type(screen.clients[0].state(played[1]).recorder), "record", lambda *_: 1 // 0
        )
        await roll(screen, 9)
        assert screen.says("Sorry, that went wrong.")


async def test_the_keyboard_rolls_records_and_undoes(played):
    async with opened(*played) as screen:
        await type_keys(screen, "1")
        assert screen.button("Record").disabled
        await type_keys(screen, "1")
        assert screen.says("+$110")
        await type_keys(screen, "4")
        assert screen.says("+$40")
        await type_keys(screen, "Enter")
        assert screen.says("Ben rolls")
        await screen.key("Z", ctrl=True)
        assert screen.says("Alice rolls")
        await screen.key("Z", ctrl=True, shift=True)
        assert screen.says("Ben rolls")
        await type_keys(screen, "Tab", "Enter")
        assert len(lines(*played)) == 3, "Enter belongs to the focused button after Tab"


async def test_keys_do_nothing_while_words_are_written(played):
    async with opened(*played) as screen:
        await screen.tap("Find an action")
        await screen.tap("Write a note...")
        (field,) = screen.all(ft.TextField)
        await screen.fire(field, "focus")
        await type_keys(screen, "9")
        assert not screen.clients[0].state(played[1]).sheet.draft.answers
        await screen.write(field, "Nice game")
        await screen.tap("Record")
        assert lines(*played) == ["Note: Nice game"]


async def test_a_play_that_was_changed_outside_the_app_says_so_and_opens_all_the_same(played):
    open_plays, play_id = played
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    with open_plays.journal.database.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE balance SET quantity = quantity + 1 WHERE account = 'alice:cash'"
        )
    open_plays.refresh(play_id)
    async with opened(open_plays, play_id) as screen:
        await screen.see("go by what lies on the table")
        assert screen.says("Ben rolls")


def test_a_screen_that_has_just_gone_is_not_kept_awake_and_nothing_fails(monkeypatch):
    monkeypatch.setattr("views.table.table.ft.Wakelock", lambda: 1 // 0)
    asyncio.run(keep_awake(on=True))


@pytest.mark.parametrize(
    ("game", "words", "found"), [("ratrace", "throw", "Roll"), ("any_money", "how much", "Pay")]
)
@pytest.mark.games("all")
def test_an_action_is_found_by_what_it_asks_and_by_usual_words(game, words, found):
    titles = [action.title for action in find_game(game).actions if matches(action, words)]
    assert [title for title in titles if title.startswith(found)]


async def test_enter_after_a_tap_records_and_the_tapped_key_answers_nothing_of_what_comes_next(
    played,
):
    async with opened(*played) as screen:
        state, now = screen.clients[0].here(), 100.0
        state.clock = lambda: now
        await screen.tap("Roll 9")
        await screen.key("Enter")
        assert len(lines(*played)) == 1
        await screen.tap("Roll 9")  # which has the focus
        assert screen.button("Record").disabled
        now += 1
        await screen.tap("Roll 9")
        assert not screen.button("Record").disabled


async def test_on_a_small_phone_a_players_card_opens_in_brief_and_leaves_the_pad_in_sight(lay):
    play = lay("game any_score\nseats Ann Ben\nscore points='ann=3 ben=4'\n")
    async with opened(*play, size=(360, 640)) as screen:
        brief = {"kind": ft.MergeSemantics, "key": "turn-zone"}
        assert not screen.all(**brief)
        await press(screen, "Ben.")
        (shown,) = screen.all(**brief)
        assert screen.words(shown) == ["1", "3", "4"]
        await screen.tap("7")
        await press(screen, "Ben.")
        assert not screen.all(**brief)
        assert screen.says("then 10")
