"""Back, as a browser reports it: what is on top is closed first, and only then does it lead anywhere."""

import flet as ft
import pytest

from tests.units.views import hats_game
from tests.units.views.headless import PHONE
from views.app_shell import go
from views.state.play.panel import TURN, Pane


@pytest.fixture
def play_id(open_plays):
    made = hats_game.new_play(open_plays)
    open_plays.referee(made).write("roll", {"who": "alice", "roll": 9})
    return made


async def test_a_sheet_opened_over_the_turn_is_closed_by_back_and_by_no_tap_that_leads_elsewhere(
    open_plays, play_id
):
    async with hats_game.opened(open_plays, f"/play/{play_id}", PHONE) as screen:
        panel = screen.clients[0].state(play_id).panel
        panel.look(Pane("player", seat="alice"))
        await screen.settle()
        screen.turn_to()
        go("/settings")
        await screen.settle()
        assert screen.page.route == "/settings"
        assert panel.pane == Pane("player", seat="alice")
        await screen.go(f"/play/{play_id}")
        for pane, route in ((TURN, f"/play/{play_id}"), (TURN, "/")):
            await screen.step("/")
            assert (panel.pane, screen.page.route) == (pane, route)


async def test_a_line_of_the_journal_is_closed_before_back_leads_to_the_table(open_plays, play_id):
    async with hats_game.opened(open_plays, f"/play/{play_id}/journal", PHONE) as screen:
        await hats_game.press(screen, "Entry 1")
        assert [one.open for one in screen.page._dialogs.controls] == [True]
        await screen.step(f"/play/{play_id}")
        assert not any(one.open for one in screen.page._dialogs.controls)
        assert screen.page.route == f"/play/{play_id}/journal"


async def test_a_passing_notice_does_not_hold_back_up(open_plays):
    async with hats_game.opened(open_plays, "/", PHONE) as screen:
        await screen.go("/settings")
        screen.turn_to()
        screen.page.show_dialog(ft.SnackBar("Saved."))
        await screen.step("/")
        assert screen.page.route == "/"


async def test_a_step_that_comes_after_its_device_has_gone_is_no_fault(
    open_plays, play_id, monkeypatch, caplog
):
    async with hats_game.opened(open_plays, f"/play/{play_id}", PHONE) as screen:
        monkeypatch.setattr(screen.session, "_Session__conn", None)
        await screen.session.dispatch_event(screen.page._i, "route_change", {"route": "/"})
        monkeypatch.undo()
        assert not caplog.records
