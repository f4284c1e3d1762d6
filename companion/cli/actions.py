"""``actions``: the actions of a game, for writing a session."""

from __future__ import annotations

import argparse

from companion.cli.command import FINE, NO, Command
from companion.games import find_game
from models.ledger import Refusal


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="such as ratrace")


def run(options: argparse.Namespace) -> int:
    """List a game's actions with their questions, types and limits."""
    try:
        game = find_game(options.game)
    except Refusal as refusal:
        print(refusal.sentence)
        return NO
    print(f"{game.title}, {game.least} to {game.most} players ({game.edition})\n")
    print("A session begins with: game, seats, and any house= and board= lines.\n")
    for action in game.actions:
        print(f"{action.name}: {action.help}")
        for question in action.questions:
            extra = " (may be left out)" if question.optional else ""
            print(f"    {question.name}={question.kind.word}{extra}")
    print("undo\nredo\nvoid: Strike out any line.\n    seq=the line's number\n    reason=a few words")
    print("refuse ACTION ...: the action must be refused; under it stands the sentence.")
    print("end: balances stand under it.\n\nHouse rules (house KEY=WAY, the first is the default):")
    for house in game.houses:
        ways = f"any whole number of {house.what}" if house.whole else ", ".join(way for way, _ in house.ways)
        print(f"    {house.key}={ways}: {house.title}")
    return FINE


COMMAND = Command(
    "actions",
    "list a game's actions with their questions, kinds and limits",
    "List what can be done at a game's table, as a session writes it.",
    (("ratrace", "everything that the banker of Ratrace does"),),
    _arguments,
    run,
    needs_book=False,
)
