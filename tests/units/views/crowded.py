"""Evenings as hard on a screen as any: everybody has a name of twelve letters, and every sum of money seven digits."""

import re
import sys
from contextlib import closing, contextmanager, suppress

from companion.core import units
from companion.core.prompt import Offer
from companion.formats.session import read_pairs, replay, steps
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from models.ledger import Refusal
from tests.paths import SESSION_FOLDER

HEAD = ("game", "title", "seats", "house", "start")
LETTERS, REST = 12, "melissandra"
MILLION = 1_000_000


def enlarge(patch):
    """Write every sum of money with seven digits, as another evening might have it."""

    def divided(size, by):
        if sys._getframe(1).f_code is not units.format_amount.__code__:
            return divmod(size, by)
        return size // by + MILLION // by, size % by

    patch.setattr(units, "divmod", divided, raising=False)
    patch.setattr(
        units, "_in_thousands", lambda size: f"{1_234 + size // 1_000:,}.{size % 1_000:03}M"
    )


def _lines(name, *, long=True):
    """The lines of an evening, by default with long names, in which nothing is refused; and how many its half has."""
    lines = (SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8").splitlines()
    said = [
        line
        for line in lines
        if line and not line.startswith((" ", "#", "refuse")) and line != "end"
    ]
    head = sum(line.startswith(HEAD) for line in said)
    text = "\n".join(said)
    for seat in next(line for line in said if line.startswith("seats")).split()[1:] if long else ():
        name = (seat + REST)[:LETTERS]
        for old, new in ((seat, name), (seat.lower(), name.lower())):
            text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    text = text.replace(
        "\u2212$50", units.format_amount(-50)
    )  # an answer named after what it costs
    return text.split("\n"), head + (len(said) - head) // 2


@contextmanager
def evening(name, *, half, long=True):
    """Play such an evening up to its half, or to its end."""
    lines, middle = _lines(name, long=long)
    with closing(UntrustedFile()) as file:
        yield replay(Journal(file), steps("\n".join(lines[:middle] if half else lines) + "\n"))


def coming(referee, name):
    """What a half played evening has next that is an action with answers; nothing where it has none."""
    lines, middle = _lines(name)
    for step in steps("\n".join(lines[middle:])):
        with suppress(KeyError, Refusal):
            action = referee.game.find_action(step.word)
            offer = Offer(action.name, action.read(referee.table, read_pairs(step)))
            referee.propose(offer.action, offer.answers)
            return offer
    return None
