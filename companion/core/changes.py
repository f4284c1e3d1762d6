"""Changing a house rule or a printed figure in the middle of a play: by an entry, with a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.option import BoardValue, Option
from companion.core.questions import Choice, Words
from companion.core.table import BOARD, HOUSE, Mark, Refusal
from companion.core.turn import TurnOf

HOW: Any = Words(text="How is it played from now on?")
WHAT: Any = Words(text="What does your board say?")
WHY: Any = Words(2, text="Why?")
OTHERWISE = "What is printed otherwise?"


def house_rule_changes(options: Sequence[Option[Any]]) -> Callable[..., None]:
    """Return the rule that changes how one of a game's options is played, unless it is fixed."""
    rules = {option.key: option for option in options if not option.fixed}
    which: Any = Choice({key: option.title for key, option in rules.items()}, text="Which house rule?")

    def change_house(t: TurnOf[Any], rule: str = which, way: str = HOW, reason: str = WHY) -> None:
        """Play a house rule another way from now on. What is written stays as it is."""
        option, now = rules[rule], t.table.house(rule)
        try:
            chosen = option.read(way)
        except Refusal as refusal:
            raise Refusal(refusal.sentence, "way") from None
        t.refuse(chosen == now, f"{option.title}: it is played that way already.", "way")
        t.record(marks=[Mark(HOUSE, rule, chosen)])
        t.narrate(f"House rule changed, {option.title}: {option.say(chosen).rstrip('.')} ({reason}).")
        t.step(f"Until now: {option.say(now)}")
        t.step(f"From now on: {option.say(chosen)}")
        t.explain("House rules are settled before the game; a change is an entry like any other.")

    return change_house


def board_changes(values: Sequence[BoardValue]) -> Callable[..., None]:
    """Return the rule that changes what the book believes is printed."""
    printed = {value.key: value for value in values}
    which: Any = Choice({key: f"{item.group}: {item.label}" for key, item in printed.items()}, text=OTHERWISE)

    def change_board(t: TurnOf[Any], fact: str = which, value: str = WHAT, reason: str = WHY) -> None:
        """Correct what the book believes is printed on the board, from now on."""
        item, before = printed[fact], t.table.fact(fact)
        try:
            said = item.read(value)
        except Refusal as refusal:
            raise Refusal(refusal.sentence, "value") from None
        t.refuse(said == before, f"{item.label}: that is what the book has already.", "value")
        t.record(marks=[Mark(BOARD, fact, said)])
        t.narrate(f"Board corrected, {item.group}, {item.label}: {item.say(said)} ({reason}).")
        t.step(f"Until now: {item.say(before)}")
        t.step(f"From now on: {item.say(said)}")
        t.explain("What is printed on your own board goes before the edition the book knows.")

    return change_board
