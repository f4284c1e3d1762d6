"""Changing a house rule or a printed figure in the middle of a play: by an entry, with a reason."""

from __future__ import annotations

from companion.core.action import CORRECTIONS, Action, Question
from companion.core.game import BoardValue, Option
from companion.core.questions import Choice, Words
from companion.core.table import BOARD, HOUSE, Effect, Mark, ReceiptLine, Refusal, Table

WHY = Question("reason", Words(2), "Why?")


def change_actions(houses: tuple[Option, ...], facts: tuple[BoardValue, ...]) -> tuple[Action, ...]:
    """Declare the two changes for a game's own house rules and board; the second only where something is printed."""
    rules = {one.key: one for one in houses}
    printed = {one.key: one for one in facts}

    def change_house(table: Table, rule: str, way: str, reason: str) -> Effect:
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
            working=(
                ReceiptLine(f"Until now: {one.say(table.house(rule))}"),
                ReceiptLine(f"From now on: {one.say(chosen)}"),
            ),
            rule="House rules are settled before the game; a change is an entry like any other.",
        )

    def change_board(table: Table, fact: str, value: str, reason: str) -> Effect:
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
            working=(ReceiptLine(f"Until now: {one.say(before)}"), ReceiptLine(f"From now on: {one.say(said)}")),
            rule="What is printed on your own board goes before the edition the book knows.",
        )

    house = Action(
        "change_house",
        "Change a house rule",
        "Play a house rule another way from now on. What is written stays as it is.",
        CORRECTIONS,
        "",
        (
            Question("rule", Choice({key: one.title for key, one in rules.items()}), "Which house rule?"),
            Question("way", Words(), "How is it played from now on?"),
            WHY,
        ),
        change_house,
    )
    board = Action(
        "change_board",
        "Correct the board",
        "Correct what the book believes is printed on the board, from now on.",
        CORRECTIONS,
        "",
        (
            Question(
                "fact",
                Choice({key: f"{one.group}: {one.label}" for key, one in printed.items()}),
                "What is printed otherwise?",
            ),
            Question("value", Words(), "What does your board say?"),
            WHY,
        ),
        change_board,
    )
    return (house, board) if facts else (house,)
