"""A play as one page to read, print or send: everything is in the file, and nothing in it runs.

Its policy forbids scripts, and whatever comes from elsewhere; of styles it allows its own alone, by digest.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from companion.dates import date
from companion.formats.html.lines import lines
from companion.formats.html.look import style
from companion.formats.html.people import guests
from companion.formats.html.sections import agreed, ending, head, standings
from companion.formats.html.seen import seen
from companion.formats.html.tags import Html, joined, tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.formats.evening import Evening

NOTHING = "Nothing was recorded."


def write(evening: Evening) -> Iterator[str]:
    """Write a play as a page, piece by piece."""
    people = guests(evening)
    end, house, charts = ending(evening, people), agreed(evening), seen(evening, people)
    links = [
        *([("end", "The end")] if end else []),
        ("standings", "Standings"),
        *([("seen", "Charts")] if charts else []),
        *([("house", "As agreed")] if house else []),
        ("journal", "Journal"),
    ]
    yield "<!DOCTYPE html>\n"
    yield '<html lang="en">\n'
    yield _front(evening, style(evening.game.accent, people))
    yield "<body>\n"
    yield head(evening, people, links)
    yield "\n<main>\n"
    yield end
    yield standings(evening, people)
    if charts:
        yield tag("section", tag("h2", "The evening in charts"), *charts, id="seen")
    yield house
    yield '\n<section class="journal" id="journal">'
    yield tag("h2", "Journal")
    yield _above(evening)
    yield from lines(evening)
    yield "</section>\n</main>\n"
    yield tag("footer", f"Kept by Companion. This page was made of {_lines(len(evening.entries))} of the book.")
    yield "\n</body>\n</html>\n"


def _front(evening: Evening, sheet: str) -> Html:
    digest = b64encode(sha256(sheet.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    began = date(evening.play.created)
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        # before everything that it is to be applied to
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="format-detection", content="telephone=no"),
        tag("meta", name="generator", content="Companion"),
        tag("meta", name="description", content=f"{evening.game.title}, {began}"),
        tag("title", f"{evening.play.title} \u00b7 {evening.game.title}"),
        # made of our own words and checked colours; a digest holds it to the letter
        tag("style", Html(sheet)),
    )


def _above(evening: Evening) -> Html:
    if not evening.entries:
        return tag("p", NOTHING, class_="soft")
    out = "What was struck out stays, struck through."
    return joined(tag("p", f"Open a line to see its receipt. {out}", class_="soft hint"))


def _lines(many: int) -> str:
    return "1 line" if many == 1 else f"{many:,} lines"
