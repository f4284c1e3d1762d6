"""Corrections: what the table puts right by hand, and what each of them asks and says."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter
from typing import Any

from companion.core.option import BoardValue, Option
from companion.core.questions import Choice, Words
from companion.core.table import BOARD, HOUSE, Mark, Refusal, sentence
from companion.core.turn import TurnOf
from models.ledger import sum_postings

RULE = "The table may correct the book at any time"


def with_reason(rule: Callable[..., str], why: Any) -> Callable[..., None]:
    """Turn a rule that returns what is true from now on into one that asks why and tells both.

    The reason is asked before what may be left out. What the rule narrates itself comes after that. Where it
    asks why, what would change nothing is refused, at the last question that has to be answered.
    """
    turn, *questions = inspect.signature(rule).parameters.values()
    questions = [question.replace(kind=Parameter.KEYWORD_ONLY) for question in questions]
    place = sum(not getattr(question.default, "optional", False) for question in questions)
    last = questions[place - 1].name if place else None

    @wraps(rule)
    def correct(t: TurnOf[Any], *, reason: str | None = None, **answers: Any) -> None:
        words = rule(t, **answers)
        if words and why is not None and _is_so_already(t):
            raise Refusal(f"The book says so already: {words}.", last)
        done = t.effect
        because = f" ({reason})" if reason else ""
        if not words:
            narration = f"Corrected{because}."
        elif reason:
            narration = f"Correction: {words}{because}."
        else:
            narration = f"{sentence(words)}."
        usual = f"{RULE}; the reason stays in the journal." if reason else f"{RULE}."
        t.rewrite(narration=f"{narration} {done.narration}".rstrip(), rule=done.rule or usual)

    if why is not None:
        questions.insert(place, Parameter("reason", Parameter.KEYWORD_ONLY, default=why))
    correct.__signature__ = inspect.Signature([turn, *questions])  # type: ignore[attr-defined] # `inspect` reads it
    return correct


def _is_so_already(t: TurnOf[Any]) -> bool:
    """Whether nothing changes; never while anything is hidden, as a sheet that says so would show it."""
    ledger, done = t.before.table.ledger, t.effect
    if any(t.game.is_secret(t.table, account) for account, _ in ledger.balances):
        return False
    noted = any(ledger.mark(mark.holder, mark.name) != mark.value for mark in done.marks)
    return not noted and not any(sum_postings(done.postings).values())


HOW: Any = Words(text="How is it played from now on?")
WHAT: Any = Words(text="What does your board say?")
WHY: Any = Words(2, text="Why?")


def house_rule_changes(options: Sequence[Option[Any]]) -> Callable[..., None]:
    """Return the rule that changes how one of a game's options is played, unless it is fixed."""
    rules = {option.key: option for option in options if not option.fixed}
    which: Any = Choice(
        {key: option.title for key, option in rules.items()}, text="Which house rule?"
    )

    def change_house(t: TurnOf[Any], rule: str = which, way: str = HOW, reason: str = WHY) -> None:
        """Play a house rule another way from now on. What is written stays as it is."""
        option, now = rules[rule], t.table.house(rule)
        try:
            chosen = option.read(way)
        except Refusal as refusal:
            raise Refusal(refusal.sentence, "way") from None
        t.refuse(chosen == now, f"{option.title}: it is played that way already.", "way")
        t.record(marks=[Mark(HOUSE, rule, chosen)])
        t.narrate(
            f"House rule changed, {option.title}: {option.say(chosen).rstrip('.')} ({reason})."
        )
        t.step(f"Until now: {option.say(now)}")
        t.step(f"From now on: {option.say(chosen)}")
        t.explain("House rules are settled before the game; a change is an entry like any other.")

    return change_house


def board_changes(values: Sequence[BoardValue]) -> Callable[..., None]:
    """Return the rule that changes what the book believes is printed."""
    printed = {value.key: value for value in values}
    which: Any = Choice(
        {key: f"{item.group}: {item.label}" for key, item in printed.items()},
        text="What is printed otherwise?",
    )

    def change_board(
        t: TurnOf[Any], fact: str = which, value: str = WHAT, reason: str = WHY
    ) -> None:
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
