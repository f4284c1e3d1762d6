"""Hostile sessions: the text of a play, mutated by its grammar and by its bytes."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

SESSIONS = sorted((Path(__file__).parents[1] / "sessions").glob("*.session"))
SHORT = tuple(file for file in SESSIONS if file.stat().st_size < 4_000)

DIGITS = "9" * 5_000
NASTY = (
    "",
    "0",
    "-1",
    "1e9",
    "2.5",
    "١٢٣",
    "9" * 16,
    "9" * 25,
    DIGITS,
    "-" + DIGITS,
    "0x10",
    "1_000",
    "1,000",
    "NaN",
    "inf",
    "None",
    "true",
    "' '",
    '""',
    "'",
    '"',
    "\\",
    "a b",
    "=",
    "==",
    "=cmd|'/C calc'!A0",
    "+1",
    "@SUM(A1)",
    "\u202egnol\u202c",
    "\u200b",
    "\u200f",
    "e\u0301" * 60,
    "\U0001f600" * 40,
    "x" * 300,
    "x" * 5_000,
    "İ",
    "ﬁ",
    "ß",
    "../../etc/passwd",
    "treasury",
    "table",
    "alice",
    "bob",
    "ann",
    "1..5",
    "1-5",
    "5,5",
    "[]",
    "{}",
    "%s%n",
    "$(id)",
    "<script>alert(1)</script>",
    "NULL",
    "'; DROP TABLE play; --",
    "1:2:3",
    ":",
    "a:b",
    "\t",
    "#",
    "ann ben",
    "0" * 400,
)
"""What is put in the place of an answer, a name or a figure."""
LINES = (
    "undo",
    "redo",
    "undo reason=x",
    "void seq=1 reason=no",
    f"void seq={DIGITS} reason=no",
    "void seq=1 seq=1 reason=x",
    "amend 1=drop reason=x",
    "amend 1=keep 2=drop reason=x later=kept",
    "amend 0.1='undo' reason=x",
    "amend 1='amend 1=drop reason=y' reason=x",
    f"amend {DIGITS}=drop reason=x",
    "amend 2='void seq=1 reason=x' reason=y",
    "amend 1.1=drop 1.2=drop reason=x",
    "amend 3='count who=ann counted=5' reason=x",
    "amend",
    "count",
    "count who=ann",
    "count who=ann counted=5",
    "count who=treasury counted=-5",
    f"count who=ann counted={DIGITS}",
    "end",
    "end\n  a:b 1",
    "refuse",
    "refuse refuse refuse undo",
    "refuse end",
    "refuse game ratrace",
    "refuse amend 1=drop reason=x",
    "game ratrace",
    "seats A B",
    "house a=b",
    "board a=b",
    "title \u202eevil",
    "title " + "t" * 3_000,
    "title =1+1",
    "  treasury:cash 1 $",
    f"  treasury:cash {DIGITS} $",
    "\ttreasury:cash 5",
    "# " + "r" * 100,
    "correct_money giver=treasury taker=bank amount=1",
    "rename who=ann name='=1+1'",
    "rename who=ann name=" + "n" * 200,
    "leave who=ann",
    "join name=Zoë",
    "finish",
    "stop",
    "change_house key=interest way=nearest reason=x",
    "edit_board key=a value=b reason=x",
    "\u2028undo",
    "undo\x0bundo",
    "undo\x85",
    "undo who=ann",
    "UNDO",
    "undo undo",
    "=x",
    "x=",
    "  ",
    " undo",
    "'undo'",
    '"',
    "count counted=1 who=ann who=ann",
)


@functools.cache
def texts() -> tuple[str, ...]:
    """The evenings to mutate: the short ones, which reach the end of a game all the same."""
    return tuple(file.read_text(encoding="utf-8") for file in SHORT)


def session(chance: random.Random) -> bytes:
    """Make a hostile session, nearly always by the grammar."""
    lines = chance.choice(texts()).splitlines()
    for _ in range(1 + int(chance.expovariate(0.7))):
        chance.choice(GRAMMAR)(lines, chance)
    data = "\n".join(lines).encode("utf-8", errors="surrogatepass")
    if chance.random() < 0.15:
        data = bytes(spoilt(bytearray(data), chance))
    if chance.random() < 0.03:
        data = chance.choice(
            (
                lambda: b"\xef\xbb\xbf" + data,
                lambda: data.replace(b"\n", b"\r\n"),
                lambda: data.decode(errors="replace").encode("utf-16"),
                lambda: data + b"\0",
                lambda: data.replace(b"\n", b"\r"),
                lambda: b"\n" * 50_000 + data,
            )
        )()
    return data


def _drop(lines: list[str], chance: random.Random) -> None:
    if lines:
        del lines[chance.randrange(len(lines))]


def _double(lines: list[str], chance: random.Random) -> None:
    if lines:
        at = chance.randrange(len(lines))
        lines[at:at] = [lines[at]] * chance.choice((1, 1, 2, 30))


def _swap(lines: list[str], chance: random.Random) -> None:
    if lines:
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]


def _insert(lines: list[str], chance: random.Random) -> None:
    lines.insert(chance.randint(0, len(lines)), chance.choice(LINES))


def _append(lines: list[str], chance: random.Random) -> None:
    while lines and lines[-1][:1] in (" ", ""):
        lines.pop()  # the balances at the end would only refuse what comes now
    if lines and lines[-1] == "end":
        lines.pop()
    lines += [chance.choice(LINES) for _ in range(chance.randint(1, 6))]


def _bare(lines: list[str], chance: random.Random) -> None:
    """Leave the postings out, so that what changed is not refused for the sums written under it."""
    del chance
    lines[:] = [one for one in lines if one[:1] not in (" ", "\t") and one != "end"]


def _cross(lines: list[str], chance: random.Random) -> None:
    other = chance.choice(texts()).splitlines()
    lines[chance.randint(0, len(lines)) :] = other[chance.randint(0, len(other)) :]


def _value(lines: list[str], chance: random.Random) -> None:
    at = _having(lines, "=", chance)
    if at is not None:
        pairs = list(re.finditer(r"(\w+)=('[^']*'|\"[^\"]*\"|\S*)", lines[at]))
        if pairs:
            one = chance.choice(pairs)
            value = chance.choice(NASTY) if chance.random() < 0.7 else chance.choice(_values(lines))
            quoted = f"'{value}'" if chance.random() < 0.5 else value
            lines[at] = f"{lines[at][: one.start(2)]}{quoted}{lines[at][one.end(2) :]}"


def _name(lines: list[str], chance: random.Random) -> None:
    at = _having(lines, "=", chance)
    if at is not None:
        lines[at] = re.sub(
            r"\w+=", lambda _: chance.choice(("who=", "x=", "amount=", "=", "reason=")), lines[at], count=1
        )


def _word(lines: list[str], chance: random.Random) -> None:
    if lines:
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        words[chance.randrange(len(words))] = chance.choice(NASTY)
        lines[at] = " ".join(words)


def _figure(lines: list[str], chance: random.Random) -> None:
    at = _having(lines, "  ", chance)
    if at is not None:
        lines[at] = re.sub(
            r"-?\d+", lambda _: chance.choice(("0", "1", "-0", "99", DIGITS, "1" * 16)), lines[at], count=1
        )


def _seats(lines: list[str], chance: random.Random) -> None:
    for at, line in enumerate(lines):
        if line.startswith("seats "):
            names = line.split()[1:]
            if names:
                names[chance.randrange(len(names))] = chance.choice(NASTY)
            lines[at] = "seats " + " ".join(f"'{one}'" if chance.random() < 0.5 else one for one in names)
            return


def _having(lines: list[str], sign: str, chance: random.Random) -> int | None:
    there = [at for at, line in enumerate(lines) if sign in line]
    return chance.choice(there) if there else None


def _values(lines: list[str]) -> list[str]:
    return [pair.partition("=")[2] for line in lines for pair in line.split() if "=" in pair] or [""]


GRAMMAR = (
    _drop,
    _double,
    _swap,
    _insert,
    _insert,
    _append,
    _append,
    _bare,
    _cross,
    _value,
    _value,
    _value,
    _name,
    _word,
    _figure,
    _seats,
)


def spoilt(data: bytearray, chance: random.Random) -> bytearray:
    """Spoil bytes: flip, leave out, put in, double a stretch, cut off."""
    for _ in range(1 + int(chance.expovariate(0.5))):
        at = chance.randrange(len(data) + 1)
        way = chance.randrange(5)
        if way == 0 and data:
            data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
        elif way == 1:
            del data[at : at + chance.randint(1, 40)]
        elif way == 2:
            data[at:at] = chance.randbytes(chance.randint(1, 20))
        elif way == 3:
            data[at:at] = data[at : at + chance.randint(1, 400)]
        else:
            del data[at:]
    return data
