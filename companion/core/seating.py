"""Who sits down, leaves, is called what and sits where, in every game."""

from __future__ import annotations

from typing import Any

from companion.core.action import Condition
from companion.core.ask import ask
from companion.core.table import listed, sentence
from companion.core.turn import Seat, TurnOf

OPEN: Condition[TurnOf[Any]] = Condition(
    lambda t: t.result is None, "The game is over. Undo its last entry to go on."
)
"""Nobody comes or goes once the game is over: that would change who has won."""


def join(
    t: TurnOf[Any],
    called: str = ask.words("What is the new player called?"),
    after: Seat | None = ask.seat_before(),
) -> None:
    """Seat a player who comes later."""
    t.refuse(len(t.seats) >= t.game.most, f"{t.game.most} players are the most.")
    newcomer = t.sit_down(called, after)
    t.narrate(f"{newcomer} sits down.")
    if rule := t.game.rules.get("joined"):
        rule(t, newcomer)


def leave(t: TurnOf[Any], who: Seat = ask.anybody("Who leaves?")) -> None:
    """Take a player out of the game."""
    t.refuse(who not in t.seats, f"{who} has left already.", "who")
    if rule := t.game.rules.get("left"):
        rule(t, who)
    t.narrate(f"{who} leaves for good.")
    t.note(who, **{t.game.gone: 1})


def rename(
    t: TurnOf[Any],
    who: Seat = ask.anybody("Whose name?"),
    called: str = ask.words("What is the player called?"),
) -> str:
    """Change what a player is called; what was written before stays as it is."""
    t.refuse(who.name == called, "That is the name already.", "called")
    t.require_name(called, of=who)
    words = f"{who} is called {called} from now on"
    t.note(who, name=called)
    return words


def move_seat(
    t: TurnOf[Any],
    who: Seat = ask.player("Who moves?"),
    after: Seat = ask.seat_before(optional=False),
) -> str:
    """Change where a player sits; the turn and the deal go round in the new order from now on."""
    before = t.seats
    t.seat_after(who, after)
    t.refuse(t.seats == before, f"{who} sits after {after} already.", "after")
    t.step(f"To the left from now on: {listed(seat.name for seat in t.seats)}")
    return f"{who} sits after {after} from now on"


def another_device(
    t: TurnOf[Any],
    who: str = ask.words("Whose secrets can be seen?"),
    on: str | None = ask.words("On whose devices?", optional=True),
) -> None:
    """Say whose secrets one more device shows, as it plays for them, or ``on`` which devices."""
    whose = [t.seat(key).name for key in who.split(",")]
    if on:
        called = {"table": "the table's", "bank": "the banker's", "host": "the host's"}
        devices = [called.get(key) or f"{t.seat(key).name}'s" for key in on.split(",")]
        words = f"{listed(devices)} device{'s' if devices[1:] else ''} can now show what is for {listed(whose)} alone."
    else:
        played = f"{listed(whose)} {'are' if whose[1:] else 'is'} played on one more device"
        words = f"{played}, which can show what is for {listed(whose)} alone."
    t.narrate(sentence(words))
    t.explain("Who gets to see a player's secrets stands in the journal.")
