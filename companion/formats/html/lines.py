"""The journal on the page: every line under its day, with its receipt, and what was struck out struck through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.differences import headline, summed
from companion.core.units import written
from companion.dates import clock, date
from companion.formats.html.tags import Html, joined, tag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.formats.evening import Evening, Row
    from models.ledger import Line

MANY = 1_000
"""Of a longer journal only what is in sight is laid out; a short one is laid out at once, for whoever pictures it."""
BLANK = Html(" ")


def lines(evening: Evening) -> Iterator[Html]:
    """Write the journal piece by piece, a list for each day."""
    look = "lines long" if len(evening.entries) > MANY else "lines"
    today = None
    for row in evening.rows():
        if row.at.date() != today:
            if today is not None:
                yield Html("</ol>\n")
            today = row.at.date()
            yield joined(tag("h3", date(row.at)), Html(f'<ol class="{look}" role="list">\n'))
        yield _line(evening, row)
        yield Html("\n")
    if today is not None:
        yield Html("</ol>")


def _line(evening: Evening, row: Row) -> Html:
    proposal, out = row.proposal, row.struck is not None
    told = proposal.narration or evening.what(proposal)
    head = headline(proposal)
    figure = _figure(head, quiet=out) if head else Html("")
    under = [clock(row.at)]
    if row.struck is not None:
        under.append(f"Struck out by line {row.struck}")
    elif row.corrected is not None:
        under.append(f"As corrected in line {row.corrected}")
    summary = tag(
        "summary",
        tag("span", str(row.number), class_="seq"),
        BLANK,
        tag("span", tag("s", told) if out else told, class_="t"),
        BLANK,
        tag("span", tag("s", figure) if out and figure else figure, class_="f"),
        BLANK,
        tag("small", " \u00b7 ".join(under)),
    )
    whole = tag("details", summary, _receipt(evening, row))
    return tag("li", whole, class_="struck" if out else None)


def _receipt(evening: Evening, row: Row) -> Html:
    proposal = row.proposal
    ruled = summed(proposal.working)
    blocks = [_working(line, ruled=over) for line, over in zip(proposal.working, ruled, strict=True)]
    rule = [f"\u00a7 {proposal.rule}"] if proposal.rule else []
    rule += [f"Rulebook: {proposal.source}"] if proposal.source else []
    rule += [f"House rule: {words}" for words in proposal.house]
    blocks += [tag("p", words, class_="soft") for words in rule]
    written_by = f"{evening.what(proposal)}. Recorded by the {row.entry.by}."
    if row.corrected is not None:
        when = f"{date(row.entry.at)}, {clock(row.entry.at)}"
        written_by = f"{evening.what(proposal)}. Corrected by the {row.entry.by} on {when}."
    blocks.append(tag("p", tag("small", written_by)))
    if row.struck is not None:
        by = evening.entries[row.struck - 1]
        at = by.at
        said = (
            f"Struck out by line {by.seq}, recorded by the {by.by} on {date(at)}, {clock(at)}: {by.proposal.narration}"
        )
        blocks.append(tag("p", said))
    return tag("div", *blocks, class_="receipt")


def _working(line: Line, *, ruled: bool) -> Html:
    figure = _figure(line) if line.figure is not None else Html("")
    look = "w" + " total" * line.total + " sum" * ruled
    return tag("p", tag("span", line.text), BLANK, tag("span", figure, class_="f"), class_=look)


def _figure(line: Line, *, quiet: bool = False) -> Html:
    """A figure with its unit; a signed one with plus or minus, which its colour only repeats."""
    number = line.figure or 0
    look = ("gain" if number > 0 else "loss") if line.signed and number and not quiet else None
    return tag("span", written(number, line.unit, signed=line.signed), class_=look)
