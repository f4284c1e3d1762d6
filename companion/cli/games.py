"""``actions`` and ``new-game``: what can be done in a game, for whoever writes a session or a game."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from companion.cli.command import FINE, NO, Command, CommandError, arg
from companion.core.table import seat_key
from companion.games import INCLUDED_GAMES, find_game
from models.ledger import Refusal
from models.names import clean


def list_actions(options: argparse.Namespace) -> int:
    """List a game's actions with their questions, types and limits."""
    try:
        game = find_game(options.game)
    except Refusal as refusal:
        print(refusal.sentence)
        return NO
    edition = f" ({game.edition})" if game.edition else ""
    print(f"{game.title}, {game.least} to {game.most} players{edition}\n")
    print("A session begins with: game, seats, and any house= and board= lines.\n")
    for action in game.actions:
        print(f"{action.name}: {action.help}")
        for question in action.questions:
            extra = " (may be left out)" if question.optional else ""
            print(f"    {question.name}={question.kind.word}{extra}")
    print(
        "undo\nredo\nvoid: Cross out any entry.\n    seq=the entry's number\n    reason=a few words"
    )
    print("refuse ACTION ...: the action must be refused; under it stands the sentence.")
    print("end: balances stand under it.\n\nHouse rules (house KEY=WAY, the first is the default):")
    for house in game.options:
        ways = (
            f"any whole number of {house.what}"
            if house.whole
            else ", ".join(way for way, _ in house.ways)
        )
        print(f"    {house.key}={ways}: {house.title}")
    return FINE


ACTIONS = Command(
    "actions",
    "list a game's actions with their questions, kinds and limits",
    "List what can be done at a game's table, as a session writes it.",
    ((INCLUDED_GAMES[0].key, f"everything that the banker of {INCLUDED_GAMES[0].title} does"),),
    (arg("game", help=f"such as {INCLUDED_GAMES[0].key}"),),
    list_actions,
    needs_book=False,
)


PYPROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "companion-{dashed}"
version = "0.1"
description = "{title} for Companion."
requires-python = ">=3.11"
dependencies = ["companion"]

[project.entry-points."companion.games"]
{key} = "{key}:game"

[tool.setuptools]
py-modules = ["{key}"]
"""

README = """\
# {title}

A game for Companion, which keeps its books at the table.

    pip install .          # beside Companion
    companion

`pip install -e . pytest` and `pytest` try it out.
"""

LICENCE = """\
Copyright the author of {title}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

The software is provided "as is" and the author disclaims all warranties with regard to this software including all
implied warranties of merchantability and fitness. In no event shall the author be liable for any special, direct,
indirect, or consequential damages or any damages whatsoever resulting from loss of use, data or profits, whether in an
action of contract, negligence or other tortious action, arising out of or in connection with the use or performance of
this software.
"""

IGNORED = """\
__pycache__/
*.egg-info/
.pytest_cache/
build/
dist/
"""

GAME = '''\
"""{title}: points are written down until somebody has enough."""

from companion.api import Game, Result, Seat, Turn, ask, option

GOAL = option.number("goal", "Points to win", 100, at_least=1, unit="points", lead=True)

game = Game(
    "{key}",
    "{title}",
    "Points are written down until somebody has enough.",
    players=(2, 8),
    options=(GOAL,),
    banks=("sheet",),
    money="",
)


@game.score("Points", wins="highest", unit="points")
def points(t: Turn, who: Seat) -> int:
    return t.held(who, "points", "points")


@game.action("Score", button="{{who}} scores {{amount}}")
def score(
    t: Turn,
    who: Seat = ask.player("Who scores?"),
    amount: int = ask.number("How many points?", 1, 50, what="number of points"),
) -> None:
    """Write down what a player scores."""
    t.pay("sheet", who, amount, "points", "points")
    t.step(f"{{who}} has", points(t, who), unit="points")


@game.next
def what_next(t: Turn) -> tuple[object, ...]:
    return "Who scores?", score()


@game.end_if
def over(t: Turn) -> Result | None:
    enough = any(points(t, who) >= t.option(GOAL) for who in t.seats)
    return Result("{{winners}} reached the goal") if enough else None
'''

EVENING = """\
# An evening in plain text: below an entry may stand what it moves; "refuse" is an entry that the rules are against.
game {key}
title The first evening
seats Ann Ben
house goal=30

score who=ann amount=20
  ann:points 20 points
  @sheet:points -20 points
score who=ben amount=25
  ben:points 25 points
  @sheet:points -25 points
refuse score who=ann amount=60
  There is no number of points 60
score who=ann amount=15
  ann:points 15 points
  @sheet:points -15 points
end
  ann:points 35 points
"""

TESTS = '''\
"""What {title} is held to; run it with pytest, once the folder is installed"""

from pathlib import Path

import pytest

from companion.testing import random_evening, replayed
from views.testing import draw

EVENING = Path(__file__).with_name("evening.session").read_text(encoding="utf-8")


def test_an_evening_comes_out_as_written():
    referee = replayed(EVENING)
    assert referee.game.ending(referee.table).reason == "Ann reached the goal"


def test_every_screen_can_be_drawn():
    draw(EVENING)


@pytest.mark.parametrize("seed", range(20))
def test_evenings_at_random_hold(seed):
    random_evening("{key}", seed)
'''


def begin_game(options: argparse.Namespace) -> int:
    """Write the folder."""
    title = clean(options.title)
    key = seat_key(re.sub("['\u2019]", "", title))
    folder: Path = options.into or Path(key)
    if '"' in title or "\\" in title or not 1 <= len(title) <= 60:
        raise CommandError("A title has up to 60 letters, and no quotation marks.")
    if folder.exists():
        raise CommandError(f"{folder} is there already; nothing was written.")
    words = {"key": key, "title": title, "dashed": key.replace("_", "-")}
    folder.mkdir(parents=True)
    for name, text in (
        ("pyproject.toml", PYPROJECT),
        (f"{key}.py", GAME),
        ("evening.session", EVENING),
        (f"test_{key}.py", TESTS),
        ("README.md", README),
        ("LICENSE", LICENCE),
        (".gitignore", IGNORED),
    ):
        (folder / name).write_text(text.format(**words), encoding="utf-8")
    print(
        f"{folder} has the beginnings of {title}. Next:\n"
        f"  cd {folder}\n  pip install -e . pytest\n  pytest\n  companion"
    )
    return FINE


NEW_GAME = Command(
    "new-game",
    "lay out the beginnings of a game of your own",
    "Write a folder with a game of one file, an evening and its tests, which pass as they are.",
    (('"Poker Night"', "a folder poker_night, ready to be installed"),),
    (
        arg("title", help='what the game is called, such as "Poker Night"'),
        arg(
            "--into",
            type=Path,
            metavar="DIR",
            help="the new folder (default: the title, in this one)",
        ),
    ),
    begin_game,
    needs_book=False,
)

COMMANDS = (ACTIONS, NEW_GAME)
