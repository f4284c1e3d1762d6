"""An evening of tests/sessions as its game tells it: the feats of everybody, by kind and seat."""

from functools import cache
from pathlib import Path

from companion.formats.session import replay, steps
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import history

SESSIONS = Path(__file__).parents[1] / "sessions"


@cache
def told_of(text):
    """All feats of an evening: ``{kind: {seat: feat}}``."""
    untrusted = UntrustedFile()
    referee = replay(Journal(untrusted), steps(text))
    lines = history(referee.journal.all_entries(referee.play.id))
    found = {}
    for highlight in referee.game.highlights_of(referee.table, lines):
        assert highlight.seat not in found.setdefault(highlight.key, {}), "one feat of a kind and seat"
        found[highlight.key][highlight.seat] = highlight
    untrusted.close()
    return found


def session(name):
    """The text of an evening in tests/sessions."""
    return (SESSIONS / f"{name}.session").read_text(encoding="utf-8")


def figures(found, kind):
    """The figures of a kind by seat."""
    return {seat: highlight.figure for seat, highlight in found.get(kind, {}).items()}
