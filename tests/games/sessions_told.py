"""An evening of tests/sessions as its game tells it: the feats of everybody, by kind and seat."""

from pathlib import Path

from companion.session import replay, steps
from models.database import Database
from models.history import history
from models.journal import Journal

SESSIONS = Path(__file__).parents[1] / "sessions"


def replayed(folder, text):
    """The referee of an evening replayed into a book of its own."""
    database = Database.open(folder)
    return replay(Journal(database), steps(text)), database


def told_of(folder, text):
    """All feats of an evening: ``{kind: {seat: feat}}``."""
    referee, database = replayed(folder, text)
    lines = history(referee.journal.all_entries(referee.play.id))
    found = {}
    for feat in referee.game.feats(referee.table, lines):
        assert feat.seat not in found.setdefault(feat.key, {}), "one feat of a kind and seat"
        found[feat.key][feat.seat] = feat
    database.close()
    return found


def session(name):
    """The text of an evening in tests/sessions."""
    return (SESSIONS / f"{name}.session").read_text(encoding="utf-8")


def figures(found, kind):
    """The figures of a kind by seat."""
    return {seat: feat.figure for seat, feat in found.get(kind, {}).items()}
