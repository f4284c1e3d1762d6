"""Comparing what is kept with what the code says now, in plain words; and the wordings that were changed on purpose."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

HERE = Path(__file__).parent
TABLE = HERE / "rewordings.toml"
DOCS = HERE.parent / "docs"
KINDS = ("narration", "receipt", "rule", "refusal", "export", "command", "question", "name")
MOST_SHOWN = 12
LONGEST = 300
GONE = object()


# --- differences -----------------------------------------------------------------------------------


def differences(kept: Any, now: Any, where: str, *, more_may_be: bool = False) -> list[str]:
    """Return a sentence for each difference; what is only there now is none where there may be more."""
    return [_sentence(place, one, other) for place, one, other in _apart(kept, now, where, more_may_be=more_may_be)]


def _apart(kept: Any, now: Any, where: str, *, more_may_be: bool) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(kept, dict) and isinstance(now, dict):
        for key in {**kept, **now}:
            if key in kept or not more_may_be:
                place = f"{where}, {key}"
                yield from _apart(kept.get(key, GONE), now.get(key, GONE), place, more_may_be=more_may_be)
    elif isinstance(kept, list) and isinstance(now, list):
        yield from _lists_apart(kept, now, where, more_may_be=more_may_be)
    elif isinstance(kept, str) and isinstance(now, str) and "\n" in kept + now:
        yield from _lists_apart(kept.split("\n"), now.split("\n"), where, more_may_be=False)
    elif type(kept) is not type(now) or kept != now:
        yield where, kept, now


def _lists_apart(kept: list[Any], now: list[Any], where: str, *, more_may_be: bool) -> Iterator[tuple[str, Any, Any]]:
    if more_may_be:
        yield from ((where, one, GONE) for one in kept if one not in now)
        return
    keys = [[_key(one, at) for at, one in enumerate(side)] for side in (kept, now)]
    sides = [dict(zip(names, side, strict=True)) for names, side in zip(keys, (kept, now), strict=True)]
    for key in {**sides[0], **sides[1]}:
        one, other = (side.get(key, GONE) for side in sides)
        yield from _apart(one, other, f"{where}, {_name(other if one is GONE else one, key)}", more_may_be=False)
    if keys[0] != keys[1] and sorted(map(str, keys[0])) == sorted(map(str, keys[1])):
        yield f"{where}, the order", *keys


def _key(one: Any, at: int) -> Any:
    """What something in a list is known by: a play by its id, an entry by its number, else by its place."""
    return one.get("id", one.get("seq", at + 1)) if isinstance(one, dict) else at + 1


def _name(one: Any, key: Any) -> str:
    if isinstance(one, dict) and "title" in one:
        return f"play {one['title']!r} ({one.get('game')})"
    return f"entry {key}" if isinstance(one, dict) and "seq" in one else f"number {key}"


def _sentence(where: str, kept: Any, now: Any) -> str:
    if now is GONE:
        return f"{where}: {_shown(kept)} is gone."
    if kept is GONE:
        return f"{where}: {_shown(now)} was not there."
    return f"{where}: it was {_shown(kept)}, and is {_shown(now)}."


def _shown(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= LONGEST else f"{words[:LONGEST]} ..."


def same(kept: Any, now: Any, where: str, *, more_may_be: bool = False, but: Collection[str] = ()) -> None:
    """Fail with all that differs, as far as it helps; ``but`` are places that a decision lets differ."""
    found = [] if kept == now else differences(kept, now, where, more_may_be=more_may_be)
    found = [one for one in found if not one.startswith(tuple(but))]
    more = [f"... and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
    assert not found, "\n".join(["What 0.5.0 kept comes out otherwise:", *found[:MOST_SHOWN], *more])


LOOK = re.compile(r"<style>.*?</style>|'sha256-[^']+'|&#x27;sha256-.+?&#x27;| (?:class|style)=\"[^\"]*\"", re.DOTALL)


def plain(forms: dict[str, str]) -> dict[str, str]:
    """Return what a play was written out as, its page without styles, which may change."""
    return forms | {"page": LOOK.sub("", forms["page"])}


# --- wordings that were changed --------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A wording that was changed: where it is, what it was, what it is, and the decision that says so.

    ``{words}`` in it matches any words, which are the same in both.
    """

    kinds: tuple[str, ...]
    old: str
    new: str
    decision: str

    def pattern(self) -> re.Pattern[str]:
        """Find the old wording in a text."""
        parts = re.split(r"\{(\w+)\}", self.old)
        return re.compile("".join(f"(?P<{one}>.+?)" if at % 2 else re.escape(one) for at, one in enumerate(parts)))

    def applied(self, text: str) -> str:
        """Put the new wording in the place of the old one."""
        return self.pattern().sub(lambda found: re.sub(r"\{(\w+)\}", lambda one: found[one[1]], self.new), text)

    def faults(self) -> list[str]:
        """Return what is wrong with the row itself."""
        faults = [f"{kind!r} is none of {', '.join(KINDS)}" for kind in self.kinds if kind not in KINDS]
        if not self.kinds or not self.old or self.old == self.new:
            faults.append("it says no kind, or changes nothing")
        if Counter(re.findall(r"\d+|\{\w+\}", self.old)) != Counter(re.findall(r"\d+|\{\w+\}", self.new)):
            faults.append("it changes a figure, and no figure is ever reworded")
        if self.decision not in headings():
            faults.append(f"there is no heading {self.decision!r} in docs")
        return faults


@dataclass(frozen=True)
class Addition:
    """Something that today's rules say besides what 0.5.0 said: a mark of this name, by a decision."""

    mark: str
    decision: str

    def without(self, now: Any) -> Any:
        """Return what is written now without it, however deep it is."""
        if isinstance(now, list):
            return [self.without(one) for one in now]
        if isinstance(now, dict):
            return {
                key: [one for one in value if one[1] != self.mark] if key == "marks" else self.without(value)
                for key, value in now.items()
            }
        return now


@dataclass(frozen=True)
class Receipts:
    """Actions whose receipts show more steps than they did, by a decision: no figure of 0.5.0 may be missing."""

    actions: tuple[str, ...]
    decision: str

    def taken_over(self, kept: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
        """Return a kept line with the receipt of today's, where that shows all its figures in their order."""
        reworded = kept
        if kept["action"] == now["action"] and kept["action"] in self.actions:
            figures = iter(_figures(now))
            if all(one in figures for one in _figures(kept)):
                reworded = kept | {"working": now["working"]}
        if kept.get("retold") and len(kept["retold"]) == len(now["retold"]):
            revised = zip(kept["retold"], now["retold"], strict=True)
            reworded = reworded | {"retold": [self.taken_over(one, other) for one, other in revised]}
        return reworded


def _figures(line: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return the figures of a receipt with their units, without what is said beside them."""
    return [(figure, unit) for _, figure, unit, *_ in line["working"] if figure is not None]


def headings() -> set[str]:
    """Every heading in docs, and every decision's first line."""
    texts = [path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")]
    return {found for text in texts for found in re.findall(r"^(?:#+ |\*\*)(.+?)(?:\*\*)?$", text, flags=re.MULTILINE)}


@dataclass(frozen=True)
class Rewordings:
    """The table of rewordings: what a kept text would be by today's words."""

    rows: tuple[Row, ...] = field(default_factory=lambda: read(TABLE))
    additions: tuple[Addition, ...] = field(default_factory=lambda: read_additions(TABLE))
    receipts: tuple[Receipts, ...] = field(default_factory=lambda: read_receipts(TABLE))

    def text(self, text: str, *kinds: str) -> str:
        """Return a kept text as it would be worded today."""
        for row in self.rows:
            if set(kinds) & set(row.kinds):
                text = row.applied(text)
        return text

    def every(self, kept: Any, *kinds: str) -> Any:
        """Return all texts in something as they would be worded today, its keys left alone."""
        if isinstance(kept, str):
            return self.text(kept, *kinds)
        if isinstance(kept, list):
            return [self.every(one, *kinds) for one in kept]
        return {key: self.every(value, *kinds) for key, value in kept.items()} if isinstance(kept, dict) else kept

    def line(self, line: dict[str, Any]) -> dict[str, Any]:
        """Return a kept line as it would be worked out today. Its digest holds as long as its words do."""
        reworded = line | {
            "narration": self.text(line["narration"], "narration"),
            "working": [[self.text(one[0], "receipt"), *one[1:]] for one in line["working"]],
            "rule": self.text(line["rule"], "rule"),
            "source": self.text(line["source"], "rule"),
            "house": self.every(line["house"], "rule"),
        }
        if "retold" in line:
            reworded["retold"] = [self.line(one) for one in line["retold"]]
        return reworded

    def touches(self, lines: list[dict[str, Any]]) -> bool:
        """Whether lines of a play would be worded otherwise today."""
        actions = {action for row in self.receipts for action in row.actions}
        return any(one["action"] in actions or self.line(one) != one for one in lines)

    def lines(self, kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return kept lines of one play as worked out today; from a changed word on, digests differ."""
        lines, changed = [], False
        for one in kept:
            now = self.line(one)
            changed = changed or now != one
            lines.append(now | {"digest": ""} if changed else now)
        return lines

    def compared(self, kept: dict[str, Any], now: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return a kept play as worked out today, and today's without what has been added since.

        From the first line that differs by a decision, digests can't be known and are left out of both.
        """
        plain = now
        for one in self.additions:
            plain = one.without(plain)
        reworded = self.lines(kept["lines"])
        words = reworded
        for row in self.receipts:
            words = [row.taken_over(one, other) for one, other in zip(words, plain["lines"], strict=False)]
        words += reworded[len(words) :]
        more = [one["seq"] for one, bare in zip(now["lines"], plain["lines"], strict=True) if one != bare]
        more += [one["seq"] for one, other in zip(reworded, words, strict=True) if one != other]
        other = [one["seq"] for one in words if not one["digest"]]
        first = min([*more, *other], default=None)
        play = kept | {"lines": words, "ended": kept["ended"] and self.text(kept["ended"], "narration")}
        return undigested(play, first), undigested(plain, first)

    def stale(self, texts: Callable[[str], Collection[str]]) -> list[str]:
        """Return the rows that have nothing to change in any kept text of their kinds."""
        return [
            f"{row.old!r} in {kind}: nothing kept says so"
            for row in self.rows
            for kind in row.kinds
            if not any(row.applied(text) != text for text in texts(kind))
        ]


def read(path: Path) -> tuple[Row, ...]:
    """Read a table of rewordings."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(Row(tuple(one["in"]), one["old"], one["new"], one["decision"]) for one in table.get("rewording", []))


def read_additions(path: Path) -> tuple[Addition, ...]:
    """Read what today's rules say besides."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(Addition(one["mark"], one["decision"]) for one in table.get("addition", []))


def read_receipts(path: Path) -> tuple[Receipts, ...]:
    """Read whose receipts show more steps."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(Receipts(tuple(one["actions"]), one["decision"]) for one in table.get("receipts", []))


def superseded() -> tuple[str, ...]:
    """Places whose whole text is worked out otherwise by a decision, and which is tested elsewhere."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(f"{one['place']}{after}" for one in table.get("superseded", []) for after in (", ", ": "))


def undigested(play: dict[str, Any], first: int | None) -> dict[str, Any]:
    """Return a play without the digests of its lines from one number on."""
    if first is None:
        return play
    return play | {"lines": [one | {"digest": ""} if one["seq"] >= first else one for one in play["lines"]]}
