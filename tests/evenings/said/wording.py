"""Values as lines of text, and of those what has changed since they were told last."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime, timedelta
from difflib import SequenceMatcher

Sections = "dict[str, list[str]]"
NOTHING = ("()", "[]", "-", "")


def told(value):
    """Tell a value in one line. What is as usual in it is left out, so a new field with a default changes no text."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    if is_dataclass(value):
        return f"({'; '.join(words for _, words in _unusual(value))})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{told(key)}: {told(part)}' for key, part in value.items())}}}"
    if isinstance(value, frozenset):
        value = sorted(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(told, value))}]"
    return "-" if value is None else str(value)


def lines_of(value):
    """Tell a value with a line for each field, and one for each part of a list."""
    for part, words in _unusual(value):
        if isinstance(part, tuple) and part and not isinstance(part[0], str | int | timedelta):
            yield from filter(_says, map(told, part))
        elif _says(words):
            yield words


def _says(words):
    return words not in NOTHING


def _unusual(value):
    """Give what is not as usual in a value, with its words: of a yes or no these are the name."""
    for field in fields(value):
        part = getattr(value, field.name)
        if field.compare and part != _usual(field) and not callable(part):
            if isinstance(part, bool):
                yield part, field.name if part else f"not {field.name}"
            else:
                yield part, told(part)


def _usual(field):
    return field.default if field.default_factory is MISSING else field.default_factory()


def changes(known, now):
    """Tell what is otherwise than it was ``known``, and know it from now on.

    What is gone and has nothing in its place begins with a minus.
    """
    for name, lines in now.items():
        yield from _section(name, known.get(name, []), lines)
    known.update(now)


def _section(name, old, new):
    if old == new:
        return
    if len(old) <= 1 and len(new) == 1:
        yield f"  {name}: {new[0]}"
        return
    yield f"  {name}"
    for how, first, last, begin, end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if how == "delete":
            yield from (f"    - {line[:FEW]}" for line in old[first:last])
        elif how != "equal":
            yield from (f"    {line}" for line in new[begin:end])


FEW = 24
"""So many letters of a line that is gone are told: it stands above, where it came."""


def indented(lines, by="    "):
    """Indent lines."""
    return (f"{by}{line}" for line in lines)
