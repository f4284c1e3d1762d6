"""The screens by name, each loaded when it is first shown; the home screen, shown first, does without them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from companion.games import INCLUDED_GAMES

Screen = Callable[..., Any]

WANTED = {
    "table": "views.table.table:TableScreen",
    "setup": "views.setup.setup:SetupScreen",
    "journal": "views.journal.journal:JournalScreen",
    "settings": "views.settings.settings:SettingsScreen",
    "rules": "views.rules.rules:RulesScreen",
    "house_rules": "views.rules.house_rules:HouseRulesScreen",
    "board": "views.rules.board_values:BoardScreen",
    "players": "views.players.players:PlayersScreen",
    "reports": "views.reports.reports:ReportsScreen",
    "more": "views.table.more:MoreScreen",
    "count": "views.reconcile.count:CountScreen",
    "time_travel": "views.table.time_travel:TravelScreen",
    "correct": "views.journal.correct:CorrectScreen",
    "export": "views.settings.export_screen:ExportScreen",
    "bids": "views.table.bid_pad:BidsScreen",
    "everyones_board": "views.television.television:EveryonesBoard",
}
"""Where the screens are that are loaded soon after the first, what is likely to be wanted first in front."""
SELDOM = {
    "phones": "views.sharing.phones:PhonesScreen",
    "next_game": "views.setup.setup:NextGameScreen",
    "player_phone": "views.sharing.player_phone:PlayerPhone",
    "help": "views.rules.rules:HelpScreen",
    "board_book": "views.rules.board_values:BoardBookScreen",
    "facing": "views.settings.facing:FacingScreen",
    "records": "views.players.players:RecordsScreen",
    "player": "views.players.players:PlayerScreen",
    "sum_tool": "views.tools.form:SumScreen",
    "pool_tool": "views.tools.pool:PoolScreen",
    "dice_tool": "views.tools.dice:DiceScreen",
    "table_keys": "views.table.keyboard:handle",
    "tool_keys": "views.tools.keyboard:handle",
    "fault_report": "views.settings.fault_report:save",
}
"""Where the other screens are, and what else is loaded when it is asked for."""
SCREENS = WANTED | SELDOM


def load(name: str) -> Screen:
    """Load a screen, or what its module has under another of these names."""
    module, _, function = SCREENS[name].partition(":")
    loaded: Screen = getattr(import_module(module), function)
    return loaded


def lazy(name: str) -> Screen:
    """Make a screen of one that is still to be loaded."""

    def draw(*args: object, **kwargs: object) -> Any:
        return load(name)(*args, **kwargs)

    return draw


_NOT_LOADED: list[Callable[[], object]] = [
    *(partial(load, name) for name in WANTED),
    *(box.open for box in INCLUDED_GAMES),
]
"""What is still to be loaded in this process."""
PAUSE = 0.05
"""Seconds for whatever else waits, after each."""


async def preload() -> None:
    """Load what the first screen did without, so that no later tap waits for it: one by one, and once a process."""
    while _NOT_LOADED:
        _NOT_LOADED.pop(0)()
        await asyncio.sleep(PAUSE)
