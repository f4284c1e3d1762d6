"""Plays with one mistake in them: the lines of a session with one of them wrong."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.questions import Amount, Player
from companion.core.recording import countable
from companion.core.recording.revision import Change
from companion.core.recording.rules_at import RulesAt
from companion.formats.session import replay, steps
from companion.games import game_of
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Entry, Ledger, Line, Place, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.plays import Play

SESSIONS = Path(__file__).resolve().parents[1] / "sessions"
EVENINGS = tuple(sorted(
    path.stem for path in SESSIONS.glob("*.session")
    if path.stem.startswith(("ratrace", "rat_race_monopoly", "totopoly"))
    and not path.stem.endswith(("-only", "broker-alone", "carried", "not-backed"))
))  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """A mistake: its kind, the line in which it was made, and what the book has instead of the truth."""

    kind: str
    at: int
    lines: tuple[Change, ...]


@cache
def recorded(name: str) -> tuple[Play, tuple[Line, ...]]:
    """The play of a session, and its effective entries."""
    untrusted = UntrustedFile()
    try:
        referee = replay(Journal(untrusted), steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8")))
        return referee.play, tuple(referee.lines())
    finally:
        untrusted.close()


def wrote(play: Play, lines: tuple[Change, ...], at) -> tuple[RulesAt, list[Line]] | None:
    """A play of these lines as the rules have it; ``None`` where a line is refused."""
    rules = RulesAt(play, game_of(play.game), Ledger())
    found: list[Line] = []
    for number, line in enumerate(lines, 1):
        try:
            proposal = rules.propose(line.action, line.answers)
        except Refusal:
            return None
        found.append(Line(Place(number), number, proposal, Entry(number, at, "table", proposal), at))
        rules.table = rules.table_of(rules.table.ledger.after(proposal))
    return rules, found


def mistakes(rules: RulesAt, lines: tuple[Change, ...]) -> Iterator[Mistake]:
    """Every mistake of the usual kinds that can be made in an evening of these lines."""
    seats = [seat.key for seat in rules.table.players]
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        yield Mistake("left out", at, (*before, *after))
        yield Mistake("twice", at, (*before, line, line, *after))
        for question in rules.game.find_action(line.action).questions:
            said = line.answers.get(question.name)
            if isinstance(question.kind, Player) and said in seats:
                for other in seats:
                    if other not in line.answers.values():
                        wrong = Change(line.action, {**line.answers, question.name: other})
                        yield Mistake("other player", at, (*before, wrong, *after))
            if isinstance(question.kind, Amount) and isinstance(said, int):
                for turned in transposed(said):
                    wrong = Change(line.action, {**line.answers, question.name: turned})
                    yield Mistake("digits", at, (*before, wrong, *after))
                yield Mistake(
                    "zero", at, (*before, Change(line.action, {**line.answers, question.name: said * 10}), *after)
                )


def transposed(number: int) -> set[int]:
    """The number with two digits beside each other in each other's places."""
    words = str(number)
    found = {words[:at] + words[at + 1] + words[at] + words[at + 2 :] for at in range(len(words) - 1)}
    return {int(one) for one in found if not one.startswith("0")} - {number}


def cash(rules: RulesAt) -> dict[str, int]:
    """What every purse holds, common ones too."""
    return {one.key: one.held for one in countable.countables(rules.game, rules.table)}


def lines_of(lines: tuple[Line, ...]) -> tuple[Change, ...]:
    """What the lines of an evening say."""
    return tuple(Change(one.proposal.action, dict(one.proposal.answers)) for one in lines)
