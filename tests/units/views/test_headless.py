"""The headless client that screens are tested with sees what a person would see, and fails where a person would."""

import asyncio

import flet as ft
import pytest

from tests.units.views import headless
from tests.units.views.headless import Screen


async def test_what_is_hidden_or_beneath_is_not_read_and_a_dialog_above_is():
    def main(page):
        inside = ft.Row([ft.Text("inside"), ft.Button("Record", on_click=print)])
        page.add(ft.Text("beneath"))
        page.views.append(
            ft.View(
                controls=[
                    ft.Text("on top"),
                    ft.Text("hidden", visible=False),
                    ft.Container(inside, visible=False),
                ]
            )
        )
        page.show_dialog(ft.AlertDialog(title=ft.Text("asked")))

    async with Screen(main) as screen:
        assert screen.words() == ["on top", "asked"]
        assert not screen.named("Record")
        assert not screen.all(ft.Row)


@ft.memo
@ft.component
def counter():
    taps, count = ft.use_state(0)
    return ft.Column([ft.Text(f"{taps} taps"), ft.Button("Tap", on_click=lambda: count(taps + 1))])


@ft.component
def page_of_one():
    return [ft.View(controls=[counter()])]


async def test_what_changes_in_a_part_that_is_kept_is_seen_and_read_once():
    async with Screen(lambda page: page.render_views(page_of_one)) as screen:
        for taps in range(3):
            before = screen.shown
            assert screen.words() == [f"{taps} taps"]
            assert screen.shown is before
            await screen.tap("Tap")


async def test_words_that_another_thread_finds_out_are_waited_for():
    async def find():
        text.value = await asyncio.to_thread(lambda: "found")
        screen.page.update()

    text = ft.Text("looking")
    async with Screen(lambda page: page.add(text)) as screen:
        screen.page.run_task(find)
        await screen.see("found")


@ft.component
def brittle():
    broken, breaks = ft.use_state(False)
    return [
        ft.View(
            controls=[
                ft.Button("Record", on_click=lambda: breaks(True)),
                *([1 / 0] if broken else []),
            ]
        )
    ]


@pytest.mark.parametrize(
    ("main", "fault", "act"),
    [
        (lambda page: page.add(ft.Button("Record")), "nothing called 'Record'", "tap"),
        (
            lambda page: page.add(ft.Button("Record", on_click=print, disabled=True)),
            "'Record' is greyed",
            "tap",
        ),
        (lambda page: page.render_views(brittle), "stopped being drawn", "tap"),
        (lambda page: page.add(ft.Text(print)), "Cannot serialize", "tap"),
        (lambda page: page.add(ft.Text("Ann pays")), "'Record' never came", "see"),
    ],
)
async def test_a_fault_fails_the_test_and_shows_what_was_on_the_screen(
    monkeypatch, main, fault, act
):
    monkeypatch.setattr(headless, "PATIENCE", 0.1)
    with pytest.raises((AssertionError, RuntimeError), match=fault) as found:
        async with Screen(main) as screen:
            await getattr(screen, act)("Record")
    if act == "see":
        assert found.value.__notes__ == ["Screen('/', (390, 844)) says:\n    Ann pays"]
