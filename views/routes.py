"""The screens by name, each loaded when it is first shown; the home screen, shown first, does without them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from companion.games import INCLUDED_GAMES

Screen: TypeAlias = Callable[..., Any]


def lazy(load: Callable[[], Screen]) -> Screen:
    """Make a screen of one that is still to be loaded."""

    def draw(*args: object, **kwargs: object) -> Any:
        return load()(*args, **kwargs)

    return draw


def table() -> Screen:
    """The play as it stands."""
    from views.table.table import TableScreen  # noqa: PLC0415 - all of these are loaded when they are first shown

    return TableScreen


def phones() -> Screen:
    """Inviting phones, and who is here."""
    from views.sharing.phones import PhonesScreen  # noqa: PLC0415 - see above

    return PhonesScreen


def next_game() -> Screen:
    """Setting up the next game of an evening."""
    from views.setup.setup import NextGameScreen  # noqa: PLC0415 - see above

    return NextGameScreen


def player_phone() -> Screen:
    """A play on a player's own phone."""
    from views.sharing.player_phone import PlayerPhone  # noqa: PLC0415 - see above

    return PlayerPhone


def table_keys() -> Callable[..., object]:
    """What the keys of a keyboard do in a play."""
    from views.table.keyboard import handle  # noqa: PLC0415 - see above

    return handle


def tool_keys() -> Callable[..., object]:
    """What the keys of a keyboard do at a quick tool."""
    from views.tools.keyboard import handle  # noqa: PLC0415 - see above

    return handle


def fault_report() -> Callable[..., Awaitable[None]]:
    """What saves the report of a fault."""
    from views.settings.fault_report import save  # noqa: PLC0415 - see above

    return save


def journal() -> Screen:
    """Every line of a play."""
    from views.journal.journal import JournalScreen  # noqa: PLC0415 - see above

    return JournalScreen


def time_travel() -> Screen:
    """The table as it was."""
    from views.table.time_travel import TravelScreen  # noqa: PLC0415 - see above

    return TravelScreen


def correct() -> Screen:
    """Putting the past right."""
    from views.journal.correct import CorrectScreen  # noqa: PLC0415 - see above

    return CorrectScreen


def rules() -> Screen:
    """The rules of a game."""
    from views.rules.rules import RulesScreen  # noqa: PLC0415 - see above

    return RulesScreen


def help_() -> Screen:
    """How the book works."""
    from views.rules.rules import HelpScreen  # noqa: PLC0415 - see above

    return HelpScreen


def help_of_play() -> Screen:
    """How the book works, in the middle of a game."""
    from views.rules.rules import HelpOfPlay  # noqa: PLC0415 - see above

    return HelpOfPlay


def house_rules() -> Screen:
    """The house rules of a play."""
    from views.rules.house_rules import HouseRulesScreen  # noqa: PLC0415 - see above

    return HouseRulesScreen


def board() -> Screen:
    """What is printed on the board of a play."""
    from views.rules.board_values import BoardScreen  # noqa: PLC0415 - see above

    return BoardScreen


def board_book() -> Screen:
    """What is printed on the boards of this table."""
    from views.rules.board_values import BoardBookScreen  # noqa: PLC0415 - see above

    return BoardBookScreen


def reports() -> Screen:
    """The evening in charts."""
    from views.reports.reports import ReportsScreen  # noqa: PLC0415 - see above

    return ReportsScreen


def more() -> Screen:
    """What else an evening has."""
    from views.table.more import MoreScreen  # noqa: PLC0415 - see above

    return MoreScreen


def facing() -> Screen:
    """Who sits where round a tablet."""
    from views.settings.facing import FacingScreen  # noqa: PLC0415 - see above

    return FacingScreen


def count() -> Screen:
    """Counting the cash."""
    from views.reconcile.count import CountScreen  # noqa: PLC0415 - see above

    return CountScreen


def export() -> Screen:
    """The evening as a file."""
    from views.settings.export_screen import ExportScreen  # noqa: PLC0415 - see above

    return ExportScreen


def setup() -> Screen:
    """A new play."""
    from views.setup.setup import SetupScreen  # noqa: PLC0415 - see above

    return SetupScreen


def settings() -> Screen:
    """Preferences, and where the books are."""
    from views.settings.settings import SettingsScreen  # noqa: PLC0415 - see above

    return SettingsScreen


def players() -> Screen:
    """Everybody who ever sat down."""
    from views.players.players import PlayersScreen  # noqa: PLC0415 - see above

    return PlayersScreen


def records() -> Screen:
    """The best of a game."""
    from views.players.players import records_screen  # noqa: PLC0415 - see above

    return records_screen


def player() -> Screen:
    """One player."""
    from views.players.players import player_screen  # noqa: PLC0415 - see above

    return player_screen


def everyones_board() -> Screen:
    """The tote board, large."""
    from views.television.television import EveryonesBoard  # noqa: PLC0415 - see above

    return EveryonesBoard


def bids() -> Screen:
    """A sealed bid on a device of its own."""
    from views.table.bid_pad import BidsView  # noqa: PLC0415 - see above

    return BidsView


def sum_tool() -> Screen:
    """A quick tool that is one sum."""
    from views.tools.form import SumScreen  # noqa: PLC0415 - see above

    return SumScreen


def pool_tool() -> Screen:
    """The quick tool for a pool."""
    from views.tools.pool import PoolScreen  # noqa: PLC0415 - see above

    return PoolScreen


def dice_tool() -> Screen:
    """The dice that the app throws."""
    from views.tools.dice import DiceScreen  # noqa: PLC0415 - see above

    return DiceScreen


_NOT_LOADED: list[Callable[[], object]] = [
    table, setup, journal, settings, rules, house_rules, board, players, reports, more, count, time_travel, correct,
    export, bids, everyones_board, *(box.open for box in INCLUDED_GAMES),
]  # fmt: skip
"""What is still to be loaded in this process, what is likely to be wanted first in front."""
PAUSE = 0.05
"""Seconds for whatever else waits, after each."""


async def preload() -> None:
    """Load what the first screen did without, so that no later tap waits for it: one by one, and once a process."""
    while _NOT_LOADED:
        _NOT_LOADED.pop(0)()
        await asyncio.sleep(PAUSE)
