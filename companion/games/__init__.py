"""The games the book can keep: those that come with it, and those that other packages bring.

The first are named here, for packaged apps can't be scanned for modules, and each is loaded when it is first asked for.
Others are found by the entry point group ``companion.games`` when the list of games is first shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from companion.core.units import IN_PARTS, parts_of
from models.ledger import Refusal

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game

log = logging.getLogger("companion")

GROUP = "companion.games"


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game before it is opened: what stands on its lid, as the game itself says it, and how it is opened."""

    key: str
    title: str
    colour: str
    open: Callable[[], Game]
    line: str = ""
    """What one plays for, in few words."""
    icon: str = "CASINO_OUTLINED"
    """The Material icon that stands for it."""
    hides: bool = False
    """Whether it can hide from the table what somebody holds."""
    inked: bool = False
    """Whether its board says in which colour somebody plays, whatever was chosen when sitting down."""


@dataclass(frozen=True, slots=True)
class ToolInfo:
    """A quick tool by the last part of its route, what it is for in a line, and the games whose rules it asks."""

    key: str
    title: str
    line: str
    games: tuple[str, ...] = ()


def _load(key: str) -> Game:
    game: Game = import_module(f"companion.games.{key}").GAME
    return game


def demo_evening() -> str:
    """Session text of a short evening, for whoever opens the app for the first time."""
    from companion.games.ratrace.demo import EVENING  # noqa: PLC0415 - loaded when it is first asked for

    return EVENING


def _included(key: str, title: str, colour: str, line: str, icon: str, **more: bool) -> GameInfo:
    return GameInfo(key, title, colour, partial(_load, key), line, icon, **more)


INCLUDED_GAMES: tuple[GameInfo, ...] = (
    _included("ratrace", "Ratrace", "#8B4A08", "Cash, credit and class", "TRENDING_UP", inked=True),
    _included(
        "totopoly", "Totopoly", "#14532D", "Horses, leases, the Tote", "EMOJI_EVENTS_OUTLINED"
    ),
    _included("rat_a_tat_cat", "Rat-a-Tat Cat", "#6B1A7A", "Low cards win the round", "PETS"),
    _included(
        "rat_race_monopoly", "Rat Race Monopoly", "#1F5C7A", "Jobs, streets and shares", "APARTMENT"
    ),
    _included(
        "doubletrack",
        "Doubletrack",
        "#1F5FA8",
        "Chips and secret bids",
        "ALT_ROUTE",
        hides=True,
        inked=True,
    ),
    _included(
        "any_score", "Any score game", "#5B3A8C", "Points, round by round", "SCOREBOARD_OUTLINED"
    ),
    _included("any_money", "Any money game", "#0F5E5A", "Who pays whom", "PAYMENTS_OUTLINED"),
)
"""The games that come with the book."""


TOOLS: tuple[ToolInfo, ...] = (
    ToolInfo("pool", "Tote pool", "What each horse pays, and who gets what", ("totopoly",)),
    ToolInfo("bet", "One bet", "What one more bet would win", ("totopoly", "ratrace")),
    ToolInfo("credit", "Credit Due", "A debt on credit, with its interest", ("ratrace",)),
    ToolInfo(
        "salary",
        "Salary and loans",
        "Pay at GO, tax, and what a loan costs",
        ("rat_race_monopoly",),
    ),
    ToolInfo(
        "index",
        "Shares and index",
        "Prices by rolls, and investments",
        ("rat_race_monopoly", "ratrace"),
    ),
)
"""The quick tools that the games give."""
SCORE_PAD = "any_score"
"""The key of the game that is played in place of the score pad of earlier versions."""


@cache
def from_outside() -> tuple[tuple[GameInfo, ...], dict[str, str]]:
    """Import the games of other packages, once a process; none of them can keep the app from starting.

    With them it returns the names of those that can't be played here, and why.
    """
    found: list[GameInfo] = []
    faults: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            game = _import_game(point)
            if any(info.key == game.key for info in (*INCLUDED_GAMES, *found)):
                raise Refusal(f"There is another game with the key {game.key!r}.")  # noqa: TRY301 - listed as the others
        except Refusal as refusal:
            faults[point.name] = refusal.sentence
        except Exception as error:
            log.exception("the game %s can't be loaded", point.name)
            faults[point.name] = f"{type(error).__name__}: {str(error)[:200]}"
        else:
            for slip in game.check(None):
                log.warning("%s: %s", game.title, slip)
            found.append(
                GameInfo(
                    game.key,
                    game.title,
                    game.colour,
                    lambda game=game: game,  # type: ignore[misc] # bound now
                    game.tagline,
                    game.icon,
                )
            )
    return tuple(found), faults


def _import_game(point: EntryPoint) -> Game:
    """Import one game.

    Raises:
        Refusal: it is none, or wants a newer Companion.

    """
    from companion.core.game import VERSION, Game  # noqa: PLC0415 - with the first game

    made = point.load()
    if not isinstance(made, Game):
        raise Refusal(f"{point.value} is no companion.api.Game.")
    if made.api > VERSION:
        raise Refusal(
            f"It is written for version {made.api} of companion.api; this Companion has version {VERSION}."
        )
    return made


def _each_info() -> Iterator[GameInfo]:
    """Give those that come with it first, so that no other package is loaded to find one of them."""
    yield from INCLUDED_GAMES
    yield from from_outside()[0]


def infos() -> tuple[GameInfo, ...]:
    """Every game that can be played here."""
    return tuple(_each_info())


def key_of_play(game: Game, houses: Mapping[str, str]) -> str:
    """The key of the game under which a play by these house rules is kept; `find_info` reads it."""
    return game.key + IN_PARTS if parts_of(houses.get(game.currency, "")) else game.key


def find_info(key: str) -> GameInfo:
    """The box of the game under this key.

    Raises:
        Refusal: the book knows no such game.

    """
    key = key.removesuffix(IN_PARTS)
    for info in _each_info():
        if info.key == key:
            return info
    if reason := why_not_loaded(key):
        raise Refusal(f"The game {key[:40]!r} can't be loaded here. {reason}")
    known = ", ".join(info.key for info in infos())
    others = (
        f" {name} can't be loaded here. {reason}" for name, reason in from_outside()[1].items()
    )
    raise Refusal(f"There is no game {key[:40]!r} here; choose {known}.{''.join(others)}")


def why_not_loaded(key: str) -> str:
    """Why the game that a package brings under this name can't be played here; empty where there is none."""
    return from_outside()[1].get(key, "")


def game_of(key: str) -> Game:
    """The game under this key, or a stand-in for one that is not installed or can't be loaded."""
    try:
        return find_game(key)
    except Refusal:
        from companion.core.unknown_game import unknown_game  # noqa: PLC0415 - with the first game

        return unknown_game(key, why_not_loaded(key))


def is_inked(key: str) -> bool:
    return any(info.inked for info in INCLUDED_GAMES if info.key == key)


def find_game(key: str) -> Game:
    """The game under this key.

    Raises:
        Refusal: the book knows no such game.

    """
    return find_info(key).open()
