"""The games the book can keep: those that come with it, and those that other packages bring.

The first are named here, for packaged apps can't be scanned for modules, and each is loaded when it is first asked for.
Others are found by the entry point group ``companion.games`` when the list of games is first shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, overload

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


def _ratrace() -> Game:
    from companion.games.ratrace import GAME  # noqa: PLC0415 - loaded when somebody plays it; so are the others

    return GAME


def _totopoly() -> Game:
    from companion.games.totopoly import GAME  # noqa: PLC0415 - as above

    return GAME


def _rat_a_tat_cat() -> Game:
    from companion.games.rat_a_tat_cat import GAME  # noqa: PLC0415 - as above

    return GAME


def _rat_race_monopoly() -> Game:
    from companion.games.rat_race_monopoly import GAME  # noqa: PLC0415 - as above

    return GAME


def _doubletrack() -> Game:
    from companion.games.doubletrack import GAME  # noqa: PLC0415 - as above

    return GAME


def _any_score() -> Game:
    from companion.games.any_score import ANY_SCORE  # noqa: PLC0415 - as above

    return ANY_SCORE


def _any_money() -> Game:
    from companion.games.any_money import ANY_MONEY  # noqa: PLC0415 - as above

    return ANY_MONEY


def demo_evening() -> str:
    """Session text of a short evening, for whoever opens the app for the first time."""
    from companion.games.ratrace.demo import EVENING  # noqa: PLC0415 - as above

    return EVENING


BOXES: tuple[GameInfo, ...] = (
    GameInfo("ratrace", "Ratrace", "#8B4A08", _ratrace, "Cash, credit and class", "TRENDING_UP", inked=True),
    GameInfo("totopoly", "Totopoly", "#14532D", _totopoly, "Horses, leases, the Tote", "EMOJI_EVENTS_OUTLINED"),
    GameInfo("rat_a_tat_cat", "Rat-a-Tat Cat", "#6B1A7A", _rat_a_tat_cat, "Low cards win the round", "PETS"),
    GameInfo(
        "rat_race_monopoly", "Rat Race Monopoly", "#1F5C7A", _rat_race_monopoly, "Jobs, streets and shares", "APARTMENT"
    ),
    GameInfo(
        "doubletrack",
        "Doubletrack",
        "#1F5FA8",
        _doubletrack,
        "Chips and secret bids",
        "ALT_ROUTE",
        hides=True,
        inked=True,
    ),
    GameInfo("any_score", "Any score game", "#5B3A8C", _any_score, "Points, round by round", "SCOREBOARD_OUTLINED"),
    GameInfo("any_money", "Any money game", "#0F5E5A", _any_money, "Who pays whom", "PAYMENTS_OUTLINED"),
)


TOOLS: tuple[ToolInfo, ...] = (
    ToolInfo("pool", "Tote pool", "What each horse pays, and who gets what", ("totopoly",)),
    ToolInfo("bet", "One bet", "What one more bet would win", ("totopoly", "ratrace")),
    ToolInfo("credit", "Credit Due", "A debt on credit, with its interest", ("ratrace",)),
    ToolInfo("salary", "Salary and loans", "Pay at GO, tax, and what a loan costs", ("rat_race_monopoly",)),
    ToolInfo("index", "Shares and index", "Prices by rolls, and investments", ("rat_race_monopoly", "ratrace")),
)
"""The quick tools that the games give."""
SCORE_PAD = "any_score"
"""The key of the game that is played in place of the score pad of earlier versions."""


@dataclass(frozen=True, slots=True)
class NotLoaded:
    """A game of another package that can't be played here: its name, and why."""

    name: str
    reason: str


@cache
def from_outside() -> tuple[tuple[GameInfo, ...], tuple[NotLoaded, ...]]:
    """Import the games of other packages, once a process; none of them can keep the app from starting."""
    found: list[GameInfo] = []
    faults: list[NotLoaded] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            game = _import_game(point)
            if any(one.key == game.key for one in (*BOXES, *found)):
                raise Refusal(f"There is another game with the key {game.key!r}.")  # noqa: TRY301 - listed as the others
        except Refusal as refusal:
            faults.append(NotLoaded(point.name, refusal.sentence))
        except Exception as error:
            log.exception("the game %s can't be loaded", point.name)
            faults.append(NotLoaded(point.name, f"{type(error).__name__}: {str(error)[:200]}"))
        else:
            for slip in game.check(None):
                log.warning("%s: %s", game.title, slip)
            found.append(GameInfo(game.key, game.title, game.colour, lambda game=game: game, game.tagline, game.icon))  # type: ignore[misc] # bound now
    return tuple(found), tuple(faults)


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
        raise Refusal(f"It is written for version {made.api} of companion.api; this Companion has version {VERSION}.")
    return made


def infos() -> tuple[GameInfo, ...]:
    """Every game that can be played here."""
    return (*BOXES, *from_outside()[0])


class _Games(Sequence["Game"]):
    """Every game, each loaded when it is taken out of its box."""

    def __len__(self) -> int:
        return len(infos())

    @overload
    def __getitem__(self, at: int) -> Game: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Game]: ...
    def __getitem__(self, at: int | slice) -> Game | Sequence[Game]:
        if isinstance(at, int):
            return (BOXES[at] if 0 <= at < len(BOXES) else infos()[at]).open()
        return tuple(one.open() for one in infos()[at])


GAMES: Sequence[Game] = _Games()


def key_of_play(game: Game, houses: Mapping[str, str]) -> str:
    """The key of the game under which a play by these house rules is kept; `find_info` reads it."""
    return game.key + IN_PARTS if parts_of(houses.get(game.currency, "")) else game.key


def find_info(key: str) -> GameInfo:
    """The box of the game under this key.

    Raises:
        Refusal: the book knows no such game.

    """
    key = key.removesuffix(IN_PARTS)
    for box in BOXES:
        if box.key == key:
            return box
    for box in infos():
        if box.key == key:
            return box
    if reason := why_not_loaded(key):
        raise Refusal(f"The game {key[:40]!r} can't be loaded here. {reason}")
    known = ", ".join(box.key for box in infos())
    others = (f" {one.name} can't be loaded here. {one.reason}" for one in from_outside()[1])
    raise Refusal(f"There is no game {key[:40]!r} here; choose {known}.{''.join(others)}")


def why_not_loaded(key: str) -> str:
    """Why the game that a package brings under this name can't be played here; empty where there is none."""
    return next((one.reason for one in from_outside()[1] if one.name == key), "")


def game_of(key: str) -> Game:
    """The game under this key, or a stand-in for one that is not installed or can't be loaded."""
    try:
        return find_game(key)
    except Refusal:
        from companion.core.unknown_game import unknown_game  # noqa: PLC0415 - with the first game

        return unknown_game(key, why_not_loaded(key))


def is_inked(key: str) -> bool:
    return any(box.inked for box in BOXES if box.key == key)


def find_game(key: str) -> Game:
    """The game under this key.

    Raises:
        Refusal: the book knows no such game.

    """
    return find_info(key).open()
