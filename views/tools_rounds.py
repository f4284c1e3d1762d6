"""What is done on the score pad: points typed for one player after the other, rounds written and put right, players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tools import SCORES, scores
from models.ledger import Refusal
from views.keys import pad
from views.tools_bench import offer_undo

if TYPE_CHECKING:
    from companion.tools.scores import ScorePad
    from views.tools_bench import Bench

LONGEST = 6
"""So many digits make the largest number of points."""


def entries(bench: Bench, made: ScorePad) -> tuple[str, ...]:
    """What is typed for everybody in the round in hand."""
    given = bench.given(SCORES)
    return tuple(given.get(f"e{at}", "") for at in range(len(made.names)))


def mending(bench: Bench, made: ScorePad) -> int | None:
    """The round that is being put right, counted from 0; nothing where a new one is entered."""
    words = bench.given(SCORES).get("mend", "")
    at = int(words) if words.isascii() and words.isdigit() and len(words) < 4 else -1
    return at if 0 <= at < len(made.rounds) else None


def whose(bench: Bench, made: ScorePad) -> int:
    """Who takes the keys: who was tapped, else the first without a number, else the last."""
    tapped = bench.at.get(SCORES, "").removeprefix("e")
    if tapped.isdigit() and int(tapped) < len(made.names):
        return int(tapped)
    lacking = [at for at, one in enumerate(entries(bench, made)) if not one]
    return lacking[0] if lacking else len(made.names) - 1


def keep(bench: Bench, made: ScorePad, given: tuple[str, ...] = ()) -> None:
    """Keep a pad, with what is typed of the next round: nothing where a round is done."""
    blank = {f"e{at}": "" for at in range(scores.MOST)}
    bench.put(SCORES, {**made.written(), "mend": "", **blank, **{f"e{at}": one for at, one in enumerate(given)}})


def press_key(bench: Bench, key: str) -> None:
    """Give a digit, Backspace, Clear or a minus to who takes the keys."""
    made = scores.read(bench.given(SCORES))
    at = whose(bench, made)
    words = entries(bench, made)[at]
    sign, digits = ("-", words[1:]) if words.startswith("-") else ("", words)
    if key == "-":
        after = digits if sign else f"-{digits}"
    elif key == "Clear":
        after = ""
    elif key == "Backspace":
        after = sign + digits[:-1] if digits else ""
    elif key.isdecimal():
        # a nought may stand alone: it is a score like any other
        after = sign + (pad(digits, key) or "0")[:LONGEST]
    else:
        return
    if f"e{at}" != bench.at.get(SCORES):
        bench.look(SCORES, f"e{at}")
    bench.put(SCORES, {f"e{at}": after})


def onward(bench: Bench) -> None:
    """Hand the keys to the next player who has no number, else to the next at all."""
    made = scores.read(bench.given(SCORES))
    now, count = whose(bench, made), len(made.names)
    order = [(now + step) % count for step in range(1, count + 1)]
    typed = entries(bench, made)
    bench.look(SCORES, f"e{next((at for at in order if not typed[at] and at != now), order[0])}")


def enter(bench: Bench) -> None:
    """Do what Enter asks for: on to the next player, and once all have a number write the round."""
    made = scores.read(bench.given(SCORES))
    typed = entries(bench, made)
    if all(typed) or (made.names and not any(typed)):
        write(bench)
    else:
        onward(bench)


def write(bench: Bench) -> None:
    """Write the round in hand, or what is put right of an earlier one."""
    made = scores.read(bench.given(SCORES))
    at, typed = mending(bench, made), entries(bench, made)
    try:
        made = made.add(typed) if at is None else made.mend(at, typed)
    except Refusal as refusal:
        bench.refuse("round", refusal.sentence)
        return
    keep(bench, made)
    bench.look(SCORES, "")


def mend(bench: Bench, at: int) -> None:
    """Lay a round on the pad, to be put right."""
    made = scores.read(bench.given(SCORES))
    if at < len(made.rounds):
        words = {f"e{seat}": "" if one is None else str(one) for seat, one in enumerate(made.rounds[at])}
        bench.put(SCORES, {**words, "mend": str(at)})
        bench.look(SCORES, "e0")


def leave(bench: Bench) -> None:
    """Leave a round as it was."""
    keep(bench, scores.read(bench.given(SCORES)))
    bench.look(SCORES, "")


def drop(bench: Bench, at: int) -> None:
    """Take a round off the pad; it can be had back for a while."""
    had = bench.given(SCORES)
    keep(bench, scores.read(had).without(at))
    bench.look(SCORES, "")
    offer_undo(f"Round {at + 1} is taken off.", bench, SCORES, had)


def seat(bench: Bench) -> None:
    """Add a player; what is typed so far stays."""
    made = scores.read(bench.given(SCORES))
    try:
        keep(bench, made.seat(), entries(bench, made))
    except Refusal as refusal:
        bench.refuse("players", refusal.sentence)


def unseat(bench: Bench, at: int) -> None:
    """Take a player off the pad, points and all; that can be undone for a while."""
    had = bench.given(SCORES)
    made = scores.read(had)
    try:
        left, typed = made.unseat(at), entries(bench, made)
    except Refusal as refusal:
        bench.refuse("players", refusal.sentence)
        return
    keep(bench, left, typed[:at] + typed[at + 1 :])
    bench.look(SCORES, "")
    offer_undo(f"{made.names[at]} is taken off the pad.", bench, SCORES, had)
