"""Evenings as hard on a screen as any: everybody has a name of twelve letters, and every sum of money seven digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.core import units
from companion.core.referee import Referee
from companion.formats.session import replay, steps
from models.journal import Journal
from models.untrusted_file import UntrustedFile

SESSIONS = Path(__file__).resolve().parents[1] / "sessions"
EVENINGS = tuple(sorted(one.stem for one in SESSIONS.glob("*.session")))
HEAD = ("game", "title", "seats", "house", "start")
LETTERS, REST = 12, "melissandra"
MILLION = 1_000_000


def enlarge(patch: pytest.MonkeyPatch) -> None:
    """Write every sum of money with seven digits, as another evening might have it."""

    def divided(size: int, by: int) -> tuple[int, int]:
        return size // by + (MILLION if by == 1 else 0), size % by  # by 1 is only a sum in whole dollars divided

    patch.setattr(units, "divmod", divided, raising=False)
    patch.setattr(units, "_in_thousands", lambda size: f"{1_234 + size // 1_000:,}.{size % 1_000:03}M")


def session(name: str, *, half: bool) -> str:
    """The text of an evening with long names, up to its half or to its end; nothing is refused in it."""
    lines = (SESSIONS / f"{name}.session").read_text(encoding="utf-8").splitlines()
    said = [line for line in lines if line and not line.startswith((" ", "#", "refuse")) and line != "end"]
    head = sum(line.startswith(HEAD) for line in said)
    text = "\n".join(said[: head + (len(said) - head) // 2] if half else said)
    for seat in next(line for line in said if line.startswith("seats")).split()[1:]:
        long = (seat + REST)[:LETTERS]
        text = re.sub(rf"\b{re.escape(seat)}\b", long, text)
        text = re.sub(rf"\b{re.escape(seat.lower())}\b", long.lower(), text)
    return text.replace("\u2212$50", units.written(-50)) + "\n"  # an answer named after what it costs


@contextmanager
def evening(name: str, *, half: bool) -> Iterator[Referee]:
    """Play such an evening."""
    with closing(UntrustedFile()) as file:
        yield replay(Journal(file), steps(session(name, half=half)))
