"""The table screen, on a real session without a client: what is tapped, what is written, what is shown."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest
import small_game
from device import lines, opened
from flet.pubsub.pubsub_hub import PubSubHub
from headless import PHONE, TABLET

from companion.core.prompt import Offer
from companion.core.recording.revision import Change
from companion.games import find_game
from models.errors import UnreadableError
from models.ledger import Place
from views.state import preferences
from views.state.client import Preferences
from views.state.play.panel import Pane
from views.state.play.play_state import PlayState
from views.table import panel, players
from views.table.menu import matches
from views.table.player_page import MOVEMENTS
from views.table.table import keep_awake


@pytest.fixture
def open_plays(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.games.find_game", small_game.find)
    open_plays = small_game.new_open_plays(tmp_path)
    yield open_plays
    open_plays.journal.database.close() if hasattr(open_plays.journal, "database") else None


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_a_roll_is_recorded_by_two_taps(open_plays, size):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id, size) as screen:
        assert screen.says("Alice rolls")
        await screen.tap("9")
        assert screen.by_id("receipt") is not None
        assert screen.says("+$90")
        await screen.tap("Record")
        assert lines(open_plays, play_id) == ["Alice rolls 9 and collects $90."]
        assert screen.says("Ben rolls")
        assert screen.says("$90")


ON_ITS_SIDE, WITH_A_KEYBOARD = (844, 390), (1180, 420)


@pytest.mark.parametrize(("size", "titled"), [(PHONE, True), (ON_ITS_SIDE, False), (WITH_A_KEYBOARD, True)])
async def test_a_phone_on_its_side_leaves_the_title_out_and_nothing_else(open_plays, size, titled):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id, size) as screen:
        title = open_plays.journal.play(play_id).title
        assert (title in [one.value for one in screen.all(ft.Text)]) is titled
        await screen.tap("9")
        await screen.tap("Record")
        await screen.tap("Undo: Alice rolls 9...")
        assert screen.says("Alice rolls")
        await screen.tap("Find an action")
        assert screen.button("Back to the turn")


async def test_two_taps_on_record_make_one_entry(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("9")
        record = screen.button("Record")
        await screen.session.dispatch_event(record._i, "click", None)
        await screen.session.dispatch_event(record._i, "click", None)
        await screen.settle()
        assert len(lines(open_plays, play_id)) == 1


async def test_an_undo_drawn_before_the_last_entry_takes_nothing_back(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        state = screen.clients[0].state(play_id)
        seen = state.seen
        open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
        assert state.recorder.undo(seen) is None
        assert len(lines(open_plays, play_id)) == 1


async def test_an_action_chosen_on_a_players_card_is_about_that_player(open_plays):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    open_plays.referee(play_id).write("roll", {"who": "ben", "roll": 9})
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Ben...")
        await screen.tap("Buy a hat...")
        assert screen.clients[0].state(play_id).sheet.draft.answers["who"] == "ben"


async def test_a_second_tap_on_a_next_sheet_that_asks_nothing_is_the_same_tap(open_plays):
    play_id = small_game.new_play(open_plays)
    moment = [100.0]
    async with opened(open_plays, play_id) as screen:
        state = screen.clients[0].state(play_id)
        state.clock = lambda: moment[0]
        await screen.tap("9")
        await screen.tap("Record")
        state.sheet.open(Offer("stop", {}))
        moment[0] += 0.2
        state.recorder.record(state.sheet.draft.command)
        assert len(lines(open_plays, play_id)) == 1
        moment[0] += 1
        state.recorder.record(state.sheet.draft.command)
        assert len(lines(open_plays, play_id)) == 2


async def test_a_quick_hand_that_answers_and_records_is_never_held_back(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        screen.clients[0].state(play_id).clock = lambda: 100.0
        await screen.tap("9")
        await screen.tap("Record")
        await screen.tap("8")
        await screen.tap("Record")
        assert len(lines(open_plays, play_id)) == 2


async def test_a_refusal_is_said_at_its_question_and_bars_record(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("2")
        assert screen.says("Snake eyes do not count; throw again.")
        assert screen.button("Record").disabled
        assert screen.by_id("receipt") is None
        await screen.tap("3")
        assert not screen.says("Snake eyes do not count; throw again.")
        assert not screen.button("Record").disabled


@pytest.mark.parametrize(
    "do",
    [
        lambda state: state.sheet.open(Offer("give", {"who": "alice"})),
        lambda state: state.sheet.answer("roll", 9),
        lambda state: state.sheet.type("roll", "9"),
        lambda state: state.sheet.reopen("who"),
        lambda state: state.panel.look(Pane("more")),
        lambda state: state.panel.leave(),
        lambda state: state.recorder.record(state.sheet.draft.command),
        lambda state: state.recorder.undo(state.seen),
    ],
    ids=["another sheet", "an answer", "a letter", "a question", "a look", "leaving", "recording", "undo"],
)
def test_what_went_wrong_is_said_until_the_next_thing_is_done(open_plays, do):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("note", {"words": "hello"})
    state = PlayState(open_plays, play_id)
    state.sheet.answer("roll", 8)
    state.problem = "Not recorded."
    do(state)
    assert state.problem == ""


@pytest.mark.parametrize("pulled", [True, False], ids=["up", "down"])
def test_a_panel_that_was_pulled_is_in_its_place_for_the_next_sheet_and_after_recording(open_plays, pulled):
    state = PlayState(open_plays, small_game.new_play(open_plays))
    state.panel.tall = pulled
    state.sheet.open(Offer("roll", {"who": "alice"}))
    assert state.panel.tall is None
    state.sheet.answer("roll", 9)
    state.panel.tall = pulled
    assert state.recorder.record(state.sheet.draft.command)
    assert state.panel.tall is None


async def test_undo_says_what_it_took_back_while_another_sheet_is_open(open_plays):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    async with opened(open_plays, play_id, PHONE) as screen:
        state = screen.clients[0].here()
        state.sheet.open(Offer("give", {"who": "alice"}))
        await screen.settle()
        await screen.tap("Undo: Alice rolls 9...")
        assert screen.says("Undone: Alice rolls 9 and collects $90.")
        state.sheet.answer("to", "ben")
        await screen.settle()
        assert not screen.says("Undone: "), "it is old news by now"


async def test_undo_and_redo_name_what_they_turn_back(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        assert not screen.named("Undo...")
        await screen.tap("9")
        await screen.tap("Record")
        await screen.tap("Undo: Alice rolls 9 and collects $90.")
        assert screen.says("Alice rolls")
        await screen.tap("Redo: Alice rolls 9 and collects $90.")
        assert screen.says("Ben rolls")
        assert len(lines(open_plays, play_id)) == 3


@pytest.mark.parametrize("size", [TABLET, PHONE])
async def test_the_word_for_an_action_is_typed_at_once(open_plays, monkeypatch, size):
    focused = []

    async def note(field):
        focused.append(field.label)

    monkeypatch.setattr(ft.TextField, "focus", note)
    async with opened(open_plays, small_game.new_play(open_plays), size) as screen:
        await screen.tap("Find an action")
        assert focused == ["Find an action"]


async def test_a_phone_has_rows_and_a_bar_and_a_tablet_cards_and_a_rail(open_plays):
    play_id = small_game.new_play(open_plays, 6)
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.all(ft.NavigationBar)
        assert not screen.all(ft.NavigationRail)
        assert not screen.all(ft.ProgressBar)
        await screen.tap("9")
        await screen.resize(TABLET)
        assert not screen.all(ft.NavigationBar)
        assert screen.all(ft.NavigationRail)
        assert len(screen.all(ft.ProgressBar)) == 1, "the card of whoever's turn it is"
        assert screen.by_id("receipt") is not None, "turning the screen keeps what was answered"
        await screen.tap("Record")
        assert screen.says("Ben rolls")
        await screen.resize(PHONE)
        await screen.tap("8")
        await screen.tap("Record")
        assert screen.says("Chen rolls"), "both layouts live on after a turn"
        await screen.resize(TABLET)
        await screen.tap("Chen...")
        assert screen.says("Record for Chen")


async def test_a_players_page_has_the_last_movements_the_latest_on_top(open_plays):
    play_id = small_game.new_play(open_plays, 2)
    for at in range(24):
        open_plays.referee(play_id).write("roll", {"who": ("alice", "ben")[at % 2], "roll": 4})
    open_plays.referee(play_id).amend({Place(24): Change("roll", {"who": "ben", "roll": 6})}, "misread")
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap("Ben...")
        assert screen.says("Last movements")
        listed = [str(one.label) for one in screen.all(ft.Semantics) if str(one.label).startswith("Entry ")]
    correction, corrected, *_ = listed
    numbers = [int(label.split()[1].rstrip(".")) for label in listed]
    assert numbers == [25, *range(24, 24 - 2 * (MOVEMENTS - 1), -2)]
    assert correction.endswith("Changed in all: plus 20 dollars.")
    assert corrected.endswith(
        "plus 60 dollars. Has 500 dollars. Corrected in entry 25. Before entry 25: plus 40 dollars."
    )


async def test_every_button_has_a_name(open_plays):
    play_id = small_game.new_play(open_plays, 4)
    for size in (PHONE, TABLET):
        async with opened(open_plays, play_id, size) as screen:
            for name in ("", "Find an action", "Alice, whose..."):
                if name:
                    await screen.tap(name)
                for control in screen.all(ft.IconButton):
                    assert control.tooltip
                for kind in (ft.OutlinedButton, ft.FilledButton, ft.TextButton):
                    for control in screen.all(kind):
                        icons = [icon for icon in screen.walk(control.content) if isinstance(icon, ft.Icon)]
                        assert (
                            isinstance(control.content, str)
                            or screen.words(control.content)
                            or any(icon.semantics_label for icon in icons)
                        )
                if name:
                    await screen.tap("Back to the turn")


async def test_the_dark_theme_and_large_text_are_put_on(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        client = screen.clients[0]
        small = screen.page.theme.text_theme["body_medium"]["size"]
        preferences.apply(screen.page, client, Preferences(mode="dark", scale=2.0))
        await screen.settle()
        assert screen.page.theme_mode == ft.ThemeMode.DARK
        assert screen.page.dark_theme.color_scheme["surface"] == "#161412"
        assert screen.page.theme.text_theme["body_medium"]["size"] == 2 * small
        await screen.tap("9")
        await screen.tap("Record")
        assert len(lines(open_plays, play_id)) == 1


async def test_a_part_that_fails_leaves_the_others_alive(open_plays, monkeypatch):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:

        def broken(*_args, **_more):
            raise ValueError("nobody expected this")

        monkeypatch.setattr(panel, "_prompt_head", broken)
        await screen.tap("9")
        assert screen.says("This part of the screen could not be drawn.")
        assert screen.says("Alice")
        monkeypatch.undo()
        monkeypatch.setattr("companion.games.find_game", small_game.find)
        screen.clients[0].state(play_id).redraw()
        await screen.settle()
        assert not screen.says("This part of the screen could not be drawn.")
        assert not screen.button("Record").disabled


async def test_a_part_that_could_not_be_read_says_so_and_is_drawn_again_by_a_tap(open_plays, monkeypatch):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:

        def unreadable(*_args, **_more):
            raise UnreadableError("This device failed to read the book. Try again.")

        monkeypatch.setattr(panel, "_prompt_head", unreadable)
        await screen.tap("9")
        assert screen.says("This device failed to read the book. Try again.")
        assert not screen.says("Save a report")
        monkeypatch.undo()
        monkeypatch.setattr("companion.games.find_game", small_game.find)
        await screen.tap("Try again")
        assert not screen.says("This part of the screen could not be drawn.")
        assert not screen.button("Record").disabled


async def test_a_handler_that_fails_becomes_a_notice(open_plays, monkeypatch):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        state = screen.clients[0].state(play_id)
        monkeypatch.setattr(type(state.recorder), "record", lambda *_: 1 // 0)
        await screen.tap("9")
        await screen.tap("Record")
        assert screen.says("Sorry, that went wrong.")


async def test_what_one_screen_records_the_others_show(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as one:
        hub = one.wire.pubsubhub
        assert isinstance(hub, PubSubHub)
        async with opened(open_plays, play_id, PHONE, hub=hub) as other:
            await one.tap("9")
            await one.tap("Record")
            await other.settle()
            assert other.says("Ben rolls")
            await other.tap("5")
            await other.tap("Record")
            await one.settle()
            assert one.says("Alice rolls")
            assert lines(open_plays, play_id) == [
                "Ben rolls 5 and collects $50.",
                "Alice rolls 9 and collects $90.",
            ]


async def test_the_keyboard_rolls_records_and_undoes(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        await screen.key("1")
        assert screen.button("Record").disabled
        await screen.key("1")
        assert screen.says("+$110")
        await screen.key("4")
        assert screen.says("+$40")
        await screen.key("Enter")
        assert screen.says("Ben rolls")
        await screen.key("Z", ctrl=True)
        assert screen.says("Alice rolls")
        await screen.key("Z", ctrl=True, shift=True)
        assert screen.says("Ben rolls")
        await screen.key("Tab")
        await screen.key("Enter")
        assert len(lines(open_plays, play_id)) == 3, "Enter belongs to the focused button after Tab"


async def test_keys_do_nothing_while_words_are_written(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        state = screen.clients[0].state(play_id)
        await screen.tap("Find an action")
        await screen.tap("Write a note...")
        field = screen.all(ft.TextField)[0]
        await screen.fire(field, "focus")
        await screen.key("9")
        assert not state.sheet.draft.answers
        await screen.write(field, "Nice game")
        assert state.sheet.draft.answers["words"] == "Nice game"
        await screen.tap("Record")
        assert lines(open_plays, play_id) == ["Note: Nice game"]


async def test_an_amount_is_typed_on_the_pad_and_its_limit_said_at_the_field(open_plays):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Alice...")
        await screen.tap("Pay a player...")
        assert screen.named("Whom? Ben Change"), "the only one who can be paid need not be asked for"
        for key in "91":
            await screen.tap(key)
        assert screen.says("Alice holds only $90.")
        await screen.tap("Backspace")
        assert screen.says("$9")
        await screen.tap("$90")
        await screen.tap("Record")
        assert lines(open_plays, play_id)[0] == "Alice pays Ben $90."


async def test_a_barred_choice_is_greyed_with_its_reason(open_plays):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 4})
    open_plays.referee(play_id).write("roll", {"who": "ben", "roll": 6})
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Buy a hat")
        assert screen.button("Crown...").disabled
        assert screen.says("$50 is more than Alice holds.")
        assert not screen.button("Straw...").disabled
        await screen.tap("Top...")
        await screen.tap("Record")
        assert lines(open_plays, play_id)[0] == "Alice buys the top hat."


async def test_a_line_is_crossed_out_for_a_reason(open_plays):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Entry 1...")
        await screen.tap("Cross out this entry")
        await screen.write(screen.all(ft.TextField)[0], "wrong player")
        await screen.tap("Cross it out")
        assert "wrong player" in lines(open_plays, play_id)[0]
        assert screen.says("1 entry crossed out"), "what is crossed out stays in sight, in one row"


async def test_the_end_is_a_moment_and_can_be_undone(open_plays):
    play_id = small_game.new_play(open_plays, 4)
    for who, roll in (("alice", 4), ("ben", 12), ("chen", 5), ("dora", 3)):
        open_plays.referee(play_id).write("roll", {"who": who, "roll": roll})
    for size in (TABLET, PHONE):
        async with opened(open_plays, play_id, size) as screen:
            await screen.tap("Stop here")
            await screen.tap("Record")
            assert screen.by_id("ending") is not None
            assert screen.says("Ben wins")
            await screen.tap("Undo: The evening ends.")
            assert screen.by_id("ending") is None


async def test_a_play_that_is_not_there_says_so(open_plays):
    async with opened(open_plays, "nowhere") as screen:
        assert screen.says("No such game")


@pytest.mark.parametrize("opens", ["Find an action", "Alice, whose..."])
async def test_a_phones_handle_closes_what_covers_the_turn(open_plays, opens):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap(opens)
        assert screen.named("Back to the turn")
        await screen.tap("Show the players")
        assert not screen.named("Back to the turn")
        assert screen.by_id("prompt")


async def test_a_player_is_shown_with_everything_held_and_what_there_is_to_say(open_plays):
    play_id = small_game.new_play(open_plays, 3)
    for who, roll in (("alice", 12), ("ben", 4), ("chen", 5)):
        open_plays.referee(play_id).write("roll", {"who": who, "roll": roll})
    open_plays.referee(play_id).write("buy", {"who": "alice", "hat": "top"})
    open_plays.referee(play_id).write("buy", {"who": "alice", "hat": "straw"})
    open_plays.referee(play_id).write("give", {"who": "ben", "to": "chen", "amount": 40})
    async with opened(open_plays, play_id, PHONE) as screen:
        await screen.tap("Alice...")
        assert screen.words().count("Hat") == 2
        assert not screen.named("Cash: $70"), "it is the figure at the head"
        assert screen.named("Hats: 2")
        assert screen.says("$430 short of $500")
        assert not screen.says("Down to nothing")
        await screen.tap("Back to the turn")
        await screen.tap("Show the players") if screen.named("Show the players") else None
        await screen.tap("Ben...")
        assert screen.says("Down to nothing")
        assert "Hat" not in screen.words()
        assert "$0" in screen.words()


async def test_an_answer_known_from_the_start_can_be_changed(open_plays):
    play_id = small_game.new_play(open_plays, 3)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("Alice Change")
        await screen.fire(screen.named("Chen")[-1], "click")
        await screen.tap("9")
        await screen.tap("Record")
        assert lines(open_plays, play_id) == ["Chen rolls 9 and collects $90."]


async def test_a_sheet_survives_being_away(open_plays):
    play_id = small_game.new_play(open_plays)
    async with opened(open_plays, play_id) as screen:
        await screen.tap("9")
        open_plays.referee(play_id).write("note", {"words": "hello"})
        await screen.fire(screen.page, "connect")
        assert screen.by_id("receipt") is not None
        assert screen.says("Note: hello")


async def test_a_play_that_was_changed_outside_the_app_says_so_and_opens_all_the_same(open_plays):
    play_id = small_game.new_play(open_plays)
    open_plays.referee(play_id).write("roll", {"who": "alice", "roll": 9})
    with open_plays.journal.database.writing() as connection:
        connection.exec_driver_sql("UPDATE balance SET quantity = quantity + 1 WHERE account = 'alice:cash'")
    open_plays.refresh(play_id)
    async with opened(open_plays, play_id) as screen:
        await screen.see("go by what lies on the table")
        assert screen.says("Ben rolls")


def test_a_screen_that_has_just_gone_is_not_kept_awake_and_nothing_fails(monkeypatch):
    monkeypatch.setattr("views.table.table.ft.Wakelock", lambda: 1 // 0)
    asyncio.run(keep_awake(on=True))


def test_a_card_says_more_where_there_is_room_for_it():
    assert players._facts_in(708, 1, 2) == 8
    assert players._facts_in(708, 1) > players._facts_in(708, 2) > players._facts_in(708, 3)


@pytest.mark.parametrize(
    ("game", "words", "found"),
    [
        ("totopoly", "cash", "Move money"),
        ("totopoly", "pay", "Move money"),
        ("ratrace", "cash", "Move money"),
        ("ratrace", "throw", "Roll"),
        ("any_money", "how much", "Pay"),
    ],
)
def test_an_action_is_found_by_what_it_asks_and_by_usual_words(game, words, found):
    titles = [action.title for action in find_game(game).actions if matches(action, words)]
    assert [title for title in titles if title.startswith(found)]
