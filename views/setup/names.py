"""Names and titles as they are written in a field: taken apart, trimmed, and refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.ledger import Refusal

BETWEEN_NAMES = re.compile(r"[,\n]")
"""What stands between two names, and so ends one."""
LONGEST_NAME = 30
LONGEST_TITLE = 60


def cleaned(words: str) -> str:
    """Take out line breaks, control signs and spare blanks."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())


def split_names(words: str) -> tuple[str, ...]:
    """Take names apart that were written in one go."""
    return tuple(name for name in map(cleaned, BETWEEN_NAMES.split(words)) if name)


def finished(words: str) -> tuple[tuple[str, ...], str]:
    """Tell the names that something ends from what follows the last of them, which may grow yet."""
    rest = BETWEEN_NAMES.split(words)[-1]
    return split_names(words[: len(words) - len(rest)]), cleaned(rest)


def without(names: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The names that are left when each of those gone is removed once."""
    left = list(names)
    for name in gone:
        if name in left:
            left.remove(name)
    return tuple(left)


def read_name(words: str, taken: Iterable[str]) -> str:
    """Read a player's name.

    Raises:
        Refusal: it is empty, too long, or somebody's already.

    """
    name = cleaned(words)
    if not name:
        raise Refusal("Write a name first.", "name")
    if len(name) > LONGEST_NAME:
        raise Refusal(f"Keep a name to {LONGEST_NAME} letters; this one has {len(name)}.", "name")
    if name.casefold() in {one.casefold() for one in taken}:
        raise Refusal(f"{name} sits at this table already. Add a letter to tell them apart.", "name")
    return name


def read_title(words: str) -> str:
    """Read a play's title; nothing written is no title.

    Raises:
        Refusal: it is too long.

    """
    title = cleaned(words)
    if len(title) > LONGEST_TITLE:
        raise Refusal(f"Keep the title to {LONGEST_TITLE} letters; this one has {len(title)}.", "title")
    return title
