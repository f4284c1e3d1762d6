"""Numbered squares, names three beside each other, and quick stakes: the sheet of a bet."""

from __future__ import annotations

import flet as ft
import pytest
from device import opened
from flet.components.component import Renderer
from headless import PHONE, TABLET
from races_game import COLOURS, lay

from companion.core.show import player_colours
from views import theme
from views.table.questions.answers import ask


@pytest.fixture
def state(monkeypatch, tmp_path):
    from views.state.play.play_state import PlayState  # noqa: PLC0415 - after the tests' game is in the book

    open_plays, play_id = lay(monkeypatch, tmp_path, seats=6)
    return PlayState(open_plays, play_id)


def squares(state, name="horse"):
    """The buttons of the squares, by what is written on them."""
    made = ask(
        state,
        state.snapshot,
        state.sheet.draft,
        state.snapshot.game.find_action(state.sheet.draft.action).question(name),
    )
    return {one.content.value: one for one in buttons(made)}


def buttons(control):
    if isinstance(control, ft.OutlinedButton):
        return [control]
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    return [found for one in inside if isinstance(one, ft.BaseControl) for found in buttons(one)]


def words(control):
    if isinstance(control, ft.Text):
        return [control.value]
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    return [found for one in inside if isinstance(one, ft.BaseControl) for found in words(one)]


def grid(state):
    return ask(state, state.snapshot, state.sheet.draft, state.snapshot.game.find_action("bet").question("horse"))


def test_every_horse_is_a_square_of_its_colour_with_its_number_and_says_its_name(state) -> None:
    state.sheet.answer("who", "ben")
    made = squares(state)

    assert list(made) == [str(number) for number in range(1, 13)]
    assert made["4"].style.bgcolor == COLOURS[1].upper()
    assert made["7"].content.semantics_label == "7 \u00b7 Jerome Fandor"
    assert all(one.height >= theme.TOUCH for one in made.values())


def test_a_number_is_legible_on_every_colour(state) -> None:
    state.sheet.answer("who", "ben")
    for square in squares(state).values():
        assert player_colours.contrast(square.content.color, square.style.bgcolor) >= 4.5


def test_six_squares_are_in_a_row_and_four_where_text_is_large(state) -> None:
    state.sheet.answer("who", "ben")

    def widest():
        rows = grid(state).controls[0].controls[0].controls
        return max(len(row.controls) for row in rows)

    assert widest() == 6
    state.scale = lambda: 2.0
    assert widest() == 4


def test_the_chosen_square_is_outlined_and_said_in_words_below(state) -> None:
    state.sheet.answer("who", "ben")
    assert "2 \u00b7 Priory Park, \u00a30 laid" not in words(grid(state))
    state.sheet.answer("horse", "h2")
    assert "2 \u00b7 Priory Park, \u00a30 laid" in words(grid(state))


def test_a_barred_square_is_crossed_out_and_says_why_below(state) -> None:
    state.open_plays.referee(state.play_id).write("scratch", {"horse": "h4"})
    state.sync()
    state.sheet.answer("who", "ben")
    barred = squares(state)["4"]

    assert barred.disabled
    assert barred.content.style.decoration == ft.TextDecoration.LINE_THROUGH
    assert "4 \u00b7 Elton: Elton is scratched." in words(grid(state))


def stakes(state):
    question = state.snapshot.game.find_action("bet").question("amount")
    made = Renderer().render(ask, state, state.snapshot, state.sheet.draft, question)
    return [word for word in words(made) if word.startswith("\u00a3")][1:]


def test_stakes_in_pounds_are_small_and_end_with_all_there_is(state) -> None:
    state.sheet.answer("who", "ben")
    state.sheet.answer("horse", "h2")
    assert stakes(state) == ["\u00a35", "\u00a310", "\u00a320", "\u00a350", "\u00a3500"]
    state.open_plays.referee(state.play_id).write("bet", {"who": "ben", "horse": "h2", "amount": 488})
    state.sync()
    state.sheet.answer("who", "ben")
    state.sheet.answer("horse", "h2")
    assert stakes(state) == ["\u00a35", "\u00a310", "\u00a312"]


@pytest.mark.parametrize(("seats", "across"), [(2, 2), (3, 3), (4, 2)])
def test_short_names_are_three_in_a_row(monkeypatch, tmp_path, seats, across) -> None:
    from views.state.play.play_state import PlayState  # noqa: PLC0415 - as above

    state = PlayState(*lay(monkeypatch, tmp_path, seats=seats))
    made = ask(state, state.snapshot, state.sheet.draft, state.snapshot.game.find_action("bet").question("who"))

    assert max(len(row.controls) for row in made.controls[0].controls) == across


def test_a_long_name_keeps_them_two_and_two(state) -> None:
    made = ask(state, state.snapshot, state.sheet.draft, state.snapshot.game.find_action("bet").question("who"))
    assert max(len(row.controls) for row in made.controls[0].controls) == 2


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
async def test_backer_and_horse_collapse_so_that_pad_and_record_are_in_sight(monkeypatch, tmp_path, size) -> None:
    open_plays, play_id = lay(monkeypatch, tmp_path)
    async with opened(open_plays, play_id, size) as screen:
        state = screen.clients[0].state(play_id)
        state.sheet.answer("who", "ben")
        state.sheet.answer("horse", "h2")
        await screen.settle()
        sections = {one.key for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("fold-")}
        assert sections == {"fold-who", "fold-horse"}
        assert not [one for one in screen.all(ft.MergeSemantics) if str(one.key).startswith("tile-")]
        assert screen.by_id("amount")
