"""A play as one HTML page to read, print or send: self-contained, and without scripts.

Its content policy forbids scripts and external resources, and allows its own styles only, by digest.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from xml.etree.ElementTree import Element

from companion.core.recording.differences import headline, sums_lines_above
from companion.core.show.people import People, people_at, with_teams
from companion.core.units import count_of, format_amount
from companion.dates import clock, date
from companion.formats.evening import ExportedPlay
from companion.formats.html.charts import Charts
from companion.formats.html.parts import badge, called, list_of, paragraph
from companion.formats.html.style import sheet
from companion.formats.markup import BLANK, Inside, tag
from companion.formats.markup import write as text
from models.ledger import Entry, Line, ReceiptLine

HIDDEN = (
    "Chips are hidden in this game, so this page does not show what anybody has. "
    "Whoever adds up its entries can still know."
)
STEPS = {1: "first", 2: "second", 3: "third"}
MANY = 1_000
"""The lines from which a browser lays out only the visible part of the journal; a shorter one is laid out at once,
for screenshots.
"""


def write(evening: ExportedPlay) -> Iterator[str]:
    """Write a play as a page, piece by piece."""
    people = people_at(evening.table, evening.game.standings(evening.table))
    everyone = with_teams(people, evening.game, evening.table)
    end = _ending(evening, everyone)
    house = _agreements(evening)
    charts = Charts(everyone).of(evening)
    seen = (
        tag("section", tag("h2", "The evening in charts"), *charts, id="seen") if charts else None
    )
    sections = [
        ("The end", end),
        ("Standings", _standings(evening, people)),
        ("Charts", seen),
        ("As agreed", house),
    ]
    shown = [(words, section) for words, section in sections if section is not None]
    links = [*((section.get("id"), words) for words, section in shown), ("journal", "Journal")]
    yield '<!DOCTYPE html>\n<html lang="en">\n'
    yield text(_front(evening, sheet(evening.game.colour, everyone)))
    yield "<body>\n"
    yield text(_head(evening, people, [tag("a", words, href=f"#{key}") for key, words in links]))
    yield "\n<main>\n"
    yield from (text(section) for _, section in shown)
    yield '\n<section class="journal" id="journal">'
    yield text(tag("h2", "Journal"))
    above = "Open an entry to see its receipt. What was crossed out stays, with a line through it."
    yield text(
        tag("p", above, class_="soft hint")
        if evening.entries
        else tag("p", "Nothing was recorded.", class_="soft")
    )
    yield from _journal(evening)
    yield "</section>\n</main>\n"
    kept = f"Kept by Companion. This page was made of {count_of(len(evening.entries), 'entry', 'entries')} of the book."
    yield text(tag("footer", kept))
    yield "\n</body>\n</html>\n"


def _front(evening: ExportedPlay, look: str) -> Element:
    digest = b64encode(sha256(look.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    named = {
        "viewport": "width=device-width, initial-scale=1",
        "color-scheme": "light dark",
        "referrer": "no-referrer",
        "format-detection": "telephone=no",
        "generator": "Companion",
        "description": f"{evening.game.title}, {date(evening.play.created)}",
    }
    style = tag("style")
    style.text = look  # made of our own text and checked colours, and the policy has its digest
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        # before everything it applies to
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        *(tag("meta", name=name, content=content) for name, content in named.items()),
        tag("title", f"{evening.play.title} \u00b7 {evening.game.title}"),
        style,
    )


def _when(entry: Entry) -> str:
    return f"{date(entry.at)}, {clock(entry.at)}"


# -- above the journal --------------------------------------------------------------------------------


def _head(evening: ExportedPlay, people: People, links: list[Element]) -> Element:
    """The title of the play, its date, its players, and links to the sections."""
    rows = evening.lines
    first = (rows[0].at if rows else evening.play.created).astimezone()
    last = (rows[-1].at if rows else first).astimezone()
    times = dict.fromkeys((clock(first), clock(last)))
    when = (
        f"{date(first)}, {' to '.join(times)}"
        if first.date() == last.date()
        else f"{date(first)} to {date(last)}"
    )
    names = [called(at, person) for at, person in enumerate(people)]
    return tag(
        "header",
        tag("p", evening.game.title, class_="kicker"),
        tag("h1", evening.play.title),
        tag(
            "p",
            f"{when} \u00b7 {count_of(len(rows), 'entry', 'entries') if rows else 'nothing recorded yet'}",
        ),
        list_of(names, class_="seats", aria_label="At the table"),
        paragraph(HIDDEN * evening.hidden, "note"),
        tag("nav", *links, aria_label="On this page"),
    )


def _ending(evening: ExportedPlay, everyone: People) -> Element | None:
    """Who won and why, with everybody's place; nothing while the play goes on."""
    end = evening.game.ending(evening.table)
    if end is None:
        return None
    title, why = end.headline(evening.table.name)
    seats = {person.key: (at, person) for at, person in enumerate(everyone)}
    ranks = [rank for rank in end.sides if rank[0] in seats]
    last = ranks[min(2, len(ranks) - 1)][1] if ranks else 0
    high = [rank for rank in ranks if rank[1] <= last]
    # second to the left of first, third to the right, unless two share the first place
    apart = len(high) <= 3 and len({place for _, place, _ in high}) == len(high)
    podium = [
        tag(
            "li",
            badge(*seats[key]),
            tag("b", tag("bdi", seats[key][1].name)),
            tag("span", figure, class_="num"),
            tag("span", str(place), class_=f"step s{min(place, 3)}", aria_label=f"Place {place}"),
            class_=STEPS.get(place) if apart else None,
        )
        for key, place, figure in high
    ]
    rest = [
        tag("li", tag("b", f"{place}."), called(*seats[key]), tag("b", figure, class_="num"))
        for key, place, figure in ranks[len(high) :]
    ]
    return tag(
        "section",
        tag("h2", title, class_="big"),
        tag("p", why, class_="soft"),
        tag("ol", *podium, class_="podium", role="list") if podium else None,
        tag("ol", *rest, class_="rest", role="list") if rest else None,
        class_="card end",
        id="end",
    )


def _standings(evening: ExportedPlay, people: People) -> Element:
    """Everyone's card as the table sees it, without what only its player may see."""
    title = "How everyone stood" if evening.game.ending(evening.table) else "How everyone stands"
    cards = [_card(evening, called(at, person), person.key) for at, person in enumerate(people)]
    return tag("section", tag("h2", title), tag("div", *cards, class_="cards"), id="standings")


def _card(evening: ExportedPlay, name: Element, seat: str) -> Element:
    standing = evening.game.standing(evening.table, seat)
    figure = "hidden" if standing.masked else standing.figure
    chips = [chip.text for chip in (standing.rank, standing.debt, *standing.chips) if chip.text]
    chips += [card.text for card in standing.holdings if card.text]
    return tag(
        "article",
        tag("div", tag("h3", name), tag("p", figure, class_="big num"), class_="top"),
        paragraph(standing.subtitle, "soft"),
        list_of(chips, class_="chips") if chips else None,
        paragraph(standing.note),
        paragraph(standing.warning, "loss"),
        _pairs((label, said) for label, said in standing.details if said),
        class_="card",
    )


def _pairs(pairs: Iterable[tuple[str, str]]) -> Element | None:
    rows = [tag("div", tag("dt", label), tag("dd", said)) for label, said in pairs]
    return tag("dl", *rows) if rows else None


def _agreements(evening: ExportedPlay) -> Element | None:
    """The house rules and board values that differ from the defaults; nothing where none does."""
    game, table = evening.game, evening.table
    ways = {option.key: table.house(option.key) for option in game.options}
    rules = [
        (rule.title, rule.say(ways[rule.key]))
        for rule in game.options
        if ways[rule.key] != rule.default and rule.applies(ways)
    ]
    board = [
        (
            f"{fact.group}: {fact.label}" if fact.group else fact.label,
            fact.say(game.open_fact(table, fact.key)),
        )
        for fact in game.board_values
        if game.open_fact(table, fact.key) != fact.value
    ]
    parts: list[Inside] = []
    for title, pairs in (("House rules", rules), ("This table's board", board)):
        if pairs:
            parts += [tag("h2", title), tag("div", _pairs(pairs), class_="card")]
    return tag("section", *parts, id="house") if parts else None


# -- the journal ---------------------------------------------------------------------------------------


def _journal(evening: ExportedPlay) -> Iterator[str]:
    """Write the journal piece by piece, a list for each day."""
    look = "lines long" if len(evening.entries) > MANY else "lines"
    for _, rows in groupby(evening.rows(), lambda row: row.at.date()):
        first = next(rows)
        yield f'{text(tag("h3", date(first.at)))}<ol class="{look}" role="list">\n'
        for row in (first, *rows):
            yield text(_line(evening, row))
            yield "\n"
        yield "</ol>\n"


def _line(evening: ExportedPlay, row: Line) -> Element:
    proposal, out = row.proposal, row.entry.voided_by is not None
    head = headline(proposal)
    under = [clock(row.at)]
    if out:
        under.append(f"Crossed out by entry {row.entry.voided_by}")
    elif row.corrected:
        under.append(f"As corrected in entry {row.entry.seq}")

    def crossed(part: Inside) -> Inside:
        return tag("s", part) if out else part

    summary = tag(
        "summary",
        tag("span", str(row.number), class_="seq"),
        BLANK,
        tag("span", crossed(proposal.narration or evening.what(proposal)), class_="t"),
        BLANK,
        tag("span", crossed(_figure(head, quiet=out)) if head else None, class_="f"),
        BLANK,
        tag("small", " \u00b7 ".join(under)),
    )
    return tag(
        "li", tag("details", summary, _receipt(evening, row)), class_="crossed-out" if out else None
    )


def _receipt(evening: ExportedPlay, row: Line) -> Element:
    proposal, entry = row.proposal, row.entry
    ruled = sums_lines_above(proposal.working)
    blocks = [
        _working(line, ruled=over) for line, over in zip(proposal.working, ruled, strict=True)
    ]
    rule = [f"\u00a7 {proposal.rule}"] if proposal.rule else []
    rule += [f"Rulebook: {proposal.source}"] if proposal.source else []
    rule += [f"House rule: {words}" for words in proposal.house]
    blocks += [tag("p", words, class_="soft") for words in rule]
    made = (
        f"Corrected by the {entry.by} on {_when(entry)}"
        if row.corrected
        else f"Recorded by the {entry.by}"
    )
    blocks.append(tag("p", tag("small", f"{evening.what(proposal)}. {made}."), class_="by"))
    if entry.voided_by is not None:
        by = evening.entries[entry.voided_by - 1]
        said = f"Crossed out by entry {by.seq}, recorded by the {by.by} on {_when(by)}: {by.proposal.narration}"
        blocks.append(tag("p", said))
    return tag("div", *blocks, class_="receipt")


def _working(line: ReceiptLine, *, ruled: bool) -> Element:
    figure = _figure(line) if line.figure is not None else None
    look = "w" + " total" * line.total + " sum" * ruled
    return tag("p", tag("span", line.text), BLANK, tag("span", figure, class_="f"), class_=look)


def _figure(line: ReceiptLine, *, quiet: bool = False) -> Element:
    """A figure with its unit; a signed one with plus or minus, which its colour only repeats."""
    number = line.figure or 0
    look = ("gain" if number > 0 else "loss") if line.signed and number and not quiet else None
    return tag("span", format_amount(number, line.unit, signed=line.signed), class_=look)
