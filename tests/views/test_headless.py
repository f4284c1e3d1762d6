"""The headless client that screens are tested with sees what a person would see, and no more."""

from __future__ import annotations

import asyncio

import flet as ft
import pytest
from headless import Screen, play

from views import testing


def on_screen(main, scene):
    """Play a scene on a screen that is drawn like this."""

    async def entered():
        async with Screen(main) as screen:
            await scene(screen)

    play(entered)


def test_what_is_hidden_is_not_found_nor_anything_in_it():
    def main(page):
        inside = ft.Row([ft.Text("inside"), ft.Button("Record", on_click=print)])
        page.add(ft.Text("shown"), ft.Text("hidden", visible=False), ft.Container(inside, visible=False))

    async def scene(screen):
        assert screen.words() == ["shown"]
        assert not screen.named("Record")
        assert not screen.all(ft.Row)
        assert not screen.all(ft.Container)

    on_screen(main, scene)


def test_a_view_beneath_another_is_not_read_and_a_dialog_above_it_is():
    def main(page):
        page.add(ft.Text("beneath"))
        page.views.append(ft.View(controls=[ft.Text("on top")]))
        page.show_dialog(ft.AlertDialog(title=ft.Text("asked")))

    async def scene(screen):
        assert screen.words() == ["on top", "asked"]

    on_screen(main, scene)


@ft.memo
@ft.component
def counter():
    many, count = ft.use_state(0)
    return ft.Column([ft.Text(f"{many} taps"), ft.Button("Tap", on_click=lambda: count(many + 1))])


@ft.component
def page_of_one():
    return [ft.View(controls=[counter()])]


def test_what_changes_in_a_part_that_is_kept_is_seen_and_read_once():
    async def scene(screen):
        before = screen.shown
        assert screen.words() == ["0 taps"]
        assert screen.shown is before
        await screen.tap("Tap")
        assert screen.words() == ["1 taps"]
        assert screen.shown is not before
        await screen.tap("Tap")
        assert screen.words() == ["2 taps"]

    on_screen(lambda page: page.render_views(page_of_one), scene)


@pytest.mark.parametrize(
    ("button", "said"),
    [
        (ft.Button("Record"), "nothing called 'Record'"),
        (ft.Button("Record", on_click=print, disabled=True), "'Record' is greyed"),
    ],
    ids=["without a handler", "greyed"],
)
def test_a_button_that_does_nothing_can_not_be_tapped(button, said):
    async def scene(screen):
        await screen.tap("Record")

    with pytest.raises(AssertionError, match=said):
        on_screen(lambda page: page.add(button), scene)


def test_a_test_that_fails_shows_what_was_on_the_screen():
    def scene(screen):
        assert screen.says("Ann pays Ben $5.")

    with pytest.raises(AssertionError) as fault:
        on_screen(lambda page: page.add(ft.Text("Ann pays"), ft.Text("Ben $50.")), scene)
    assert fault.value.__notes__ == ["Screen('/', (390, 844)) says:\n    Ann pays\n    Ben $50."]


def test_words_that_another_thread_finds_out_are_waited_for_and_given_up_in_the_end(monkeypatch):
    monkeypatch.setattr(testing, "PATIENCE", 0.1)

    async def scene(screen):
        text = ft.Text("looking")

        async def find():
            text.value = await asyncio.to_thread(lambda: "found")
            screen.page.update()

        screen.page.add(text)
        screen.page.run_task(find)
        await screen.see("found")
        await screen.see("never")

    with pytest.raises(AssertionError, match="'never' never came"):
        on_screen(lambda _: None, scene)


def test_what_can_not_be_sent_is_noticed():
    with pytest.raises(RuntimeError, match="Cannot serialize"):
        on_screen(lambda page: page.add(ft.Text(print)), None)


def test_a_screen_that_is_drawn_no_longer_is_noticed():
    @ft.component
    def brittle():
        broken, breaks = ft.use_state(False)
        return [ft.View(controls=[ft.Button("Tap", on_click=lambda: breaks(True)), *([1 / 0] if broken else [])])]

    async def scene(screen):
        await screen.tap("Tap")

    with pytest.raises(AssertionError, match="stopped being drawn"):
        on_screen(lambda page: page.render_views(brittle), scene)
