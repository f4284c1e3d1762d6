"""Decisions on past lines as words, the way a correction keeps them and a session writes them.

``5="roll who=ada roll=7" 17=drop 19=keep 5.1="turn who=ben" later=kept``: a number is a line, ``5.1`` one put in after
line 5. With ``later=kept`` the lines that nobody decided on stay as they are written.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from companion.amending import DROP, KEEP, Change
from models.ledger import Place, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.amending import Decision, Decisions
    from companion.kinds import Answers

LATER, KEPT = "later", "kept"
REASON = "reason"
PLACE = re.compile(r"(0|[1-9][0-9]{0,8})(?:[.]([1-9][0-9]{0,8}))?")


def said(action: str, answers: Answers) -> str:
    """Write an action with its answers, as a line of a session has it; an empty answer is none."""
    given = (f"{name}={shlex.quote(str(value))}" for name, value in answers.items() if value not in (None, ""))
    return " ".join((action, *given))


def written(decisions: Decisions, *, again: bool) -> dict[str, str]:
    """Write decisions as answers."""
    answers = {_place(place): _decision(decisions[place]) for place in sorted(decisions)}
    return answers if again else {**answers, LATER: KEPT}


def read(answers: Mapping[str, str]) -> tuple[Decisions, bool]:
    """Read decisions, and whether later lines are worked out again. A reason among them is passed over.

    Raises:
        Refusal: an answer is none of these.

    """
    decisions: dict[Place, Decision] = {}
    for name, value in answers.items():
        if name in (LATER, REASON):
            continue
        match = PLACE.fullmatch(name)
        if match is None:
            raise Refusal(f"{name[:40]!r} is no line; amend takes NUMBER=LINE, NUMBER=drop, NUMBER=keep and reason.")
        decisions[Place(int(match[1]), int(match[2] or 0))] = _read(value)
    if not decisions:
        raise Refusal("Say which line is to be corrected.")
    if answers.get(LATER, KEPT) != KEPT:
        raise Refusal("Later lines are worked out again, or later=kept.")
    return decisions, LATER not in answers


def keeps(answers: Answers) -> bool:
    """Whether a correction with these answers leaves lines as they were written."""
    return LATER in answers or KEEP in answers.values()


def _place(place: Place) -> str:
    return f"{place.seq}.{place.n}" if place.n else str(place.seq)


def _decision(decision: Decision) -> str:
    return said(decision.action, decision.answers) if isinstance(decision, Change) else decision


def _read(text: str) -> Decision:
    if text == DROP:
        return DROP
    if text == KEEP:
        return KEEP
    try:
        words = shlex.split(text)
    except ValueError:
        raise Refusal("A quotation mark is missing.") from None
    answers: dict[str, str] = {}
    for word in words[1:]:
        name, sign, value = word.partition("=")
        if not sign or not name or not value or name in answers:
            raise Refusal(f"{word[:60]!r} is not name=value, or is there twice.")
        answers[name] = value
    if not words:
        raise Refusal("Say what the line is to say.")
    return Change(words[0], answers)
