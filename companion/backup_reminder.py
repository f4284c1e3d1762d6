"""When the book was last backed up, whether a reminder is due, and the sentences about backups."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from companion.core.table import listed
from companion.core.units import count_of
from companion.dates import clock, date
from models.backups.backup import Copy
from models.backups.restore import How, IncompletePlay, Plan, Repair
from models.frozen import frozen
from models.journal import Journal

MEGA, KILO = 1_000_000, 1_000


def size(count: int) -> str:
    """Write the size of a file."""
    if count >= MEGA:
        return f"{count / MEGA:.1f} MB"
    return f"{max(1, count // KILO)} kB"


def describe_size(plays: int, lines: int) -> str:
    """Write how much is in a book or a copy of it."""
    return f"{count_of(plays, 'game')}, {count_of(lines, 'entry', 'entries')}"


def describe_repair(repair: Repair) -> list[str]:
    """Say what can be recovered of a damaged book, and what can't."""
    lines = [f"This much can be had back: {describe_size(repair.plays, repair.lines)}."]
    made = _describe_copies(repair.copies)
    if made and repair.read:
        lines.append(
            f"What can still be read in the damaged book is taken from there, the rest from {made}."
        )
    elif made:
        lines.append(f"It comes from {made}. What was recorded after that would be missing.")
    else:
        lines.append(
            "It is what can still be read in the damaged book. There is no copy to make it whole."
        )
    lines += [_describe_loss(one) for one in repair.incomplete]
    if repair.tail:
        lines.append(repair.tail.sentence)
    elif repair.read and made and not repair.incomplete:
        lines.append("As far as can be told, nothing would be missing.")
    if repair.book.exists():
        lines.append("The damaged book is put aside beside it, not thrown away.")
    return lines


def _describe_copies(copies: Sequence[Copy]) -> str:
    """Say when copies were made; those dated in the future have a wrong date."""
    dated = [f"{date(copy.at)} at {clock(copy.at)}" for copy in copies if copy.dated]
    undated = len(copies) - len(dated)
    said = []
    if dated:
        said.append(f"the {'copy' if len(dated) == 1 else 'copies'} made on {listed(dated)}")
    if undated:
        said.append(
            "a copy with a wrong date" if undated == 1 else f"{undated} copies with wrong dates"
        )
    return listed(said) if said else ""


def _describe_loss(play: IncompletePlay) -> str:
    if play.lines is None:
        return f"{play.title} can't be had back."
    return f"{play.title} would lack its last {'entry' if play.lines == 1 else f'{play.lines:,} entries'}."


def plans(plan: Plan) -> list[str]:
    """Say what restoring a backup would do."""
    return _describe_plan(plan, "would be", "would come")


def describe_restore(plan: Plan) -> list[str]:
    """Say what restoring a backup did."""
    return _describe_plan(plan, "was", "came") or ["Everything in it was here already."]


def _describe_plan(plan: Plan, be: str, come: str) -> list[str]:
    def are(count: int) -> str:
        return "were" if be == "was" and count != 1 else be

    said: list[str] = []
    ways: tuple[tuple[How, str], ...] = (
        ("added", "added"),
        ("brought back", "brought back from the deleted"),
        ("continued", "brought up to date"),
        ("here", "here already"),
    )
    for how, words in ways:
        if count := plan.count(how):
            verb = "" if said else are(count)
            if how == "here":
                verb = "is" if count == 1 else "are"
            many = str(count) if said else count_of(count, "game")
            said.append(" ".join(filter(None, (many, verb, words))))
    lines = [f"{listed(said)}."] if said else []
    if count := plan.count("further here"):
        has, stays = ("has", "stays") if count == 1 else ("have", "stay")
        lines.append(
            f"{count_of(count, 'game')} {has} come further here than in the backup, and {stays} so."
        )
    if count := plan.count("copied"):
        stays, them, copies = (
            ("stays as it is", "it", "a copy")
            if count == 1
            else ("stay as they are", "them", "copies")
        )
        lines.append(
            f"{count_of(count, 'game')} went on differently here. Yours {stays}; what the backup has {come} beside "
            f"{them}, as {copies}."
        )
    if plan.extras:
        lines.append(
            f"{count_of(plan.extras, 'thing')} remembered for later games, such as players and figures of boards, "
            f"{are(plan.extras)} added."
        )
    return lines


OLD = timedelta(days=7)
"""The age from which a backup is old, and after which a dismissed reminder returns."""
WORTH = 10
"""The entries of the longest play from which a reminder is worth it."""
SLACK = timedelta(minutes=5)
"""A correction of a clock that is ignored."""

AT, ENTRIES, LATER = "backup.at", "backup.entries", "backup.later"


@frozen
class Safety:
    """How well the book is backed up.

    ``last`` is when it was backed up, ``written`` whether anything was recorded since. ``ahead`` is whether the last
    backup is dated in the future, as after a clock was set back. ``due`` is whether to remind.
    """

    last: datetime | None
    written: bool
    ahead: bool
    due: bool


def safety(journal: Journal, *, may_clear: bool, now: datetime | None = None) -> Safety:
    """Return how well the book is backed up. Where a browser ``may_clear`` it, the first backup is due at once.

    Nothing is due while the last backup has everything.
    """
    now = now or datetime.now(UTC)
    last = _time(journal, AT)
    plays = journal.every_play()
    entries = sum(play.entries for play in plays)
    written = last is None or entries != journal.preference(ENTRIES, -1)
    ahead = last is not None and last > now + SLACK
    since = last or min((play.created for play in plays), default=now)
    later = _time(journal, LATER)
    put_off = later is not None and timedelta(0) <= now - later < OLD
    old = ahead or now - since > OLD or (may_clear and last is None)
    due = written and old and any(play.entries >= WORTH for play in plays) and not put_off
    return Safety(last, written, ahead, due)


def note_backup(journal: Journal, now: datetime | None = None) -> None:
    """Note that everything in the book was backed up just now.

    Raises:
        ReadOnlyError, BusyError: it can't be noted; the backup is valid.

    """
    plays = journal.every_play()
    with journal.database.writing():
        journal.set_preference(AT, (now or datetime.now(UTC)).isoformat())
        journal.set_preference(ENTRIES, sum(play.entries for play in plays))


def put_off(journal: Journal, now: datetime | None = None) -> None:
    """Dismiss the reminder for a week.

    Raises:
        ReadOnlyError, BusyError: it can't be noted.

    """
    journal.set_preference(LATER, (now or datetime.now(UTC)).isoformat())


def _time(journal: Journal, key: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(journal.preference(key, ""))
    except ValueError:
        return None
    return found if found.tzinfo else None
