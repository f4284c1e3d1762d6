"""Changing a house rule or a printed figure in the middle of a play: by an entry, with a reason."""

from __future__ import annotations

from typing import Annotated

from companion.core.action import Action, action
from companion.core.game import BoardValue, Option
from companion.core.questions import Answers, Choice, Name, Reason
from companion.core.table import BOARD, HOUSE, Effect, Line, Mark, Refusal, Table


def change_actions(houses: tuple[Option, ...], facts: tuple[BoardValue, ...]) -> tuple[Action, ...]:
    """Declare the two changes for a game's own house rules and board; the second only where something is printed."""
    rules = {one.key: one for one in houses}
    printed = {one.key: one for one in facts}

    def rule_label(_table: Table, _answers: Answers, key: str) -> str:
        return rules[key].title

    def fact_label(_table: Table, _answers: Answers, key: str) -> str:
        return f"{printed[key].group}: {printed[key].label}"

    def change_house(table: Table, rule: str, way: str, reason: str) -> Effect:
        """Play a house rule another way from now on. What is written stays as it is.

        rule: Which house rule?
        way: How is it played from now on?
        reason: Why?
        """
        one = rules[rule]
        try:
            chosen = one.read(way)
        except Refusal as refusal:
            raise Refusal(refusal.sentence, "way") from None
        if chosen == table.house(rule):
            raise Refusal(f"{one.title}: it is played that way already.", "way")
        return Effect(
            f"House rule changed, {one.title}: {one.say(chosen).rstrip('.')} ({reason}).",
            marks=(Mark(HOUSE, rule, chosen),),
            working=(Line(f"Until now: {one.say(table.house(rule))}"), Line(f"From now on: {one.say(chosen)}")),
            rule="House rules are settled before the game; a change is an entry like any other.",
        )

    def change_board(table: Table, fact: str, value: str, reason: str) -> Effect:
        """Correct what the book believes is printed on the board, from now on.

        fact: What is printed otherwise?
        value: What does your board say?
        reason: Why?
        """
        one = printed[fact]
        try:
            said = one.read(value)
        except Refusal as refusal:
            raise Refusal(refusal.sentence, "value") from None
        before = table.fact(fact)
        if said == before:
            raise Refusal(f"{one.label}: that is what the book has already.", "value")
        return Effect(
            f"Board corrected, {one.group}, {one.label}: {one.say(said)} ({reason}).",
            marks=(Mark(BOARD, fact, said),),
            working=(Line(f"Until now: {one.say(before)}"), Line(f"From now on: {one.say(said)}")),
            rule="What is printed on your own board goes before the edition the book knows.",
        )

    change_house.__annotations__ |= {
        "rule": Annotated[str, Choice(tuple(rules), rule_label)],
        "way": Name,
        "reason": Reason,
    }
    change_board.__annotations__ |= {
        "fact": Annotated[str, Choice(tuple(printed), fact_label)],
        "value": Name,
        "reason": Reason,
    }
    changes = (action("", title="Change a house rule", group="Corrections")(change_house),)
    if not facts:
        return changes
    return (*changes, action("", title="Correct the board", group="Corrections")(change_board))
