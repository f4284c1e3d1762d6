"""A play as one HTML page to read, print or send: self-contained, and without scripts.

Its content policy forbids scripts and external resources, and allows its own styles only, by digest.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

from companion.core.recording.differences import headline, sums_lines_above
from companion.core.show.cards import Standing
from companion.core.table import listed
from companion.core.units import format_amount
from companion.dates import clock, date
from companion.formats.evening import Evening
from companion.formats.html.charts import charts_of
from companion.formats.html.style import Guest, guests, sheet, with_teams
from companion.formats.markup import Html, join, tag
from models.ledger import Line, ReceiptLine

NOTHING = "Nothing was recorded."


def write(evening: Evening) -> Iterator[str]:
    """Write a play as a page, piece by piece."""
    people = guests(evening)
    end, house, charts = _ending(evening, people), _agreements(evening), charts_of(evening, people)
    links = [
        *([("end", "The end")] if end else []),
        ("standings", "Standings"),
        *([("seen", "Charts")] if charts else []),
        *([("house", "As agreed")] if house else []),
        ("journal", "Journal"),
    ]
    yield "<!DOCTYPE html>\n"
    yield '<html lang="en">\n'
    yield _front(evening, sheet(evening.game.colour, people))
    yield "<body>\n"
    yield _head(evening, people, links)
    yield "\n<main>\n"
    yield end
    yield _standings(evening, people)
    if charts:
        yield tag("section", tag("h2", "The evening in charts"), *charts, id="seen")
    yield house
    yield '\n<section class="journal" id="journal">'
    yield tag("h2", "Journal")
    yield _above(evening)
    yield from _journal(evening)
    yield "</section>\n</main>\n"
    yield tag("footer", f"Kept by Companion. This page was made of {_lines(len(evening.entries))} of the book.")
    yield "\n</body>\n</html>\n"


def _front(evening: Evening, look: str) -> Html:
    digest = b64encode(sha256(look.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    began = date(evening.play.created)
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        # before everything it applies to
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="format-detection", content="telephone=no"),
        tag("meta", name="generator", content="Companion"),
        tag("meta", name="description", content=f"{evening.game.title}, {began}"),
        tag("title", f"{evening.play.title} \u00b7 {evening.game.title}"),
        # made of our own text and checked colours; the policy has its digest
        tag("style", Html(look)),
    )


def _above(evening: Evening) -> Html:
    if not evening.entries:
        return tag("p", NOTHING, class_="soft")
    out = "What was crossed out stays, with a line through it."
    return join(tag("p", f"Open an entry to see its receipt. {out}", class_="soft hint"))


def _lines(many: int) -> str:
    return "1 entry" if many == 1 else f"{many:,} entries"


# -- above the journal --------------------------------------------------------------------------------

HIDDEN = (
    "Chips are hidden in this game, so this page does not show what anybody has. "
    "Whoever adds up its entries can still know."
)
STEPS = {1: "first", 2: "second", 3: "third"}


def _head(evening: Evening, people: tuple[Guest, ...], links: list[tuple[str, str]]) -> Html:
    """The title of the play, its date, its players, and links to the sections."""
    play, game = evening.play, evening.game
    return tag(
        "header",
        tag("p", game.title, class_="kicker"),
        tag("h1", play.title),
        tag("p", f"{_when(evening)} \u00b7 {_lines(len(evening.lines)) if evening.lines else 'nothing recorded yet'}"),
        tag("ul", *(tag("li", one.called) for one in people), class_="seats", role="list", aria_label="At the table"),
        *([tag("p", HIDDEN, class_="note")] if evening.hidden else []),
        tag("nav", *(tag("a", words, href=f"#{key}") for key, words in links), aria_label="On this page"),
    )


def _when(evening: Evening) -> str:
    rows = evening.lines
    first = (rows[0].at if rows else evening.play.created).astimezone()
    last = (rows[-1].at if rows else first).astimezone()
    if first.date() == last.date():
        times = dict.fromkeys((clock(first), clock(last)))
        return f"{date(first)}, {' to '.join(times)}"
    return f"{date(first)} to {date(last)}"


def _ending(evening: Evening, people: tuple[Guest, ...]) -> Html:
    """Who won and why, with everybody's place; empty while the play goes on."""
    end = evening.game.ending(evening.table)
    if end is None:
        return Html("")
    seats = {one.key: one for one in with_teams(evening, people)}
    winners = listed(evening.table.name(key) for key in end.winning_sides)
    # a play that recorded one role alone ends without a winner
    title, why = (f"{winners} {end.won}", end.reason) if winners else (end.reason, "How everyone stands in this book:")
    ranks = sorted((one for one in end.sides if one[0] in seats), key=lambda rank: rank[1])
    last = ranks[min(2, len(ranks) - 1)][1] if ranks else 0
    high = [one for one in ranks if one[1] <= last]
    # second to the left of first, third to the right, unless two share the first place
    apart = len(high) <= 3 and len({place for _, place, _ in high}) == len(high)
    podium = [
        tag(
            "li",
            seats[key].badge,
            tag("b", tag("bdi", seats[key].name)),
            tag("span", figure, class_="num"),
            tag("span", str(place), class_=f"step s{min(place, 3)}", aria_label=f"Place {place}"),
            class_=STEPS.get(place) if apart else None,
        )
        for key, place, figure in high
    ]
    rest = [
        tag("li", tag("b", f"{place}."), seats[key].called, tag("b", figure, class_="num"))
        for key, place, figure in ranks[len(high) :]
    ]
    return tag(
        "section",
        tag("h2", title, class_="big"),
        tag("p", why, class_="soft"),
        *([tag("ol", *podium, class_="podium", role="list")] if podium else []),
        *([tag("ol", *rest, class_="rest", role="list")] if rest else []),
        class_="card end",
        id="end",
    )


def _standings(evening: Evening, people: tuple[Guest, ...]) -> Html:
    """Everyone's card as the table sees it, without what only its player may see."""
    title = "How everyone stood" if evening.game.ending(evening.table) else "How everyone stands"
    return tag(
        "section",
        tag("h2", title),
        tag("div", *(_card(one) for one in people), class_="cards"),
        id="standings",
    )


def _card(guest: Guest) -> Html:
    one = guest.standing
    figure = "hidden" if one.masked else one.figure
    chips = [chip.text for chip in (one.rank, one.debt, *one.chips) if chip.text]
    return tag(
        "article",
        tag("div", tag("h3", guest.called), tag("p", figure, class_="big num"), class_="top"),
        *([tag("p", one.subtitle, class_="soft")] if one.subtitle else []),
        *([tag("ul", *(tag("li", words) for words in chips), class_="chips", role="list")] if chips else []),
        *([tag("p", one.note)] if one.note else []),
        *([tag("p", one.warning, class_="loss")] if one.warning else []),
        _details(one),
        class_="card",
    )


def _details(standing: Standing) -> Html:
    pairs = [(label, said) for label, said in standing.details if said]
    return tag("dl", *(tag("div", tag("dt", label), tag("dd", said)) for label, said in pairs)) if pairs else Html("")


def _agreements(evening: Evening) -> Html:
    """The house rules and board values that differ from the defaults; empty where none does."""
    game, table = evening.game, evening.table
    ways = {one.key: table.house(one.key) for one in game.options}
    rules = [
        (rule.title, rule.say(ways[rule.key]))
        for rule in game.options
        if ways[rule.key] != rule.default and rule.applies(ways)
    ]
    board = [
        (f"{fact.group}: {fact.label}" if fact.group else fact.label, fact.say(evening.game.open_fact(table, fact.key)))
        for fact in game.board_values
        if evening.game.open_fact(table, fact.key) != fact.value
    ]
    if not rules and not board:
        return Html("")
    return tag(
        "section",
        *([tag("h2", "House rules"), _pairs(rules)] if rules else []),
        *([tag("h2", "This table's board"), _pairs(board)] if board else []),
        id="house",
    )


def _pairs(pairs: list[tuple[str, str]]) -> Html:
    return tag("div", tag("dl", *(tag("div", tag("dt", one), tag("dd", said)) for one, said in pairs)), class_="card")


# -- the journal ---------------------------------------------------------------------------------------

MANY = 1_000
"""The lines from which a browser lays out only the visible part of the journal; a shorter one is laid out at once,
for screenshots.
"""
BLANK = Html(" ")


def _journal(evening: Evening) -> Iterator[Html]:
    """Write the journal piece by piece, a list for each day."""
    look = "lines long" if len(evening.entries) > MANY else "lines"
    today = None
    for row in evening.rows():
        if row.at.date() != today:
            if today is not None:
                yield Html("</ol>\n")
            today = row.at.date()
            yield join(tag("h3", date(row.at)), Html(f'<ol class="{look}" role="list">\n'))
        yield _line(evening, row)
        yield Html("\n")
    if today is not None:
        yield Html("</ol>")


def _line(evening: Evening, row: Line) -> Html:
    proposal, out = row.proposal, row.entry.voided_by is not None
    text = proposal.narration or evening.what(proposal)
    head = headline(proposal)
    figure = _figure(head, quiet=out) if head else Html("")
    under = [clock(row.at)]
    if row.entry.voided_by is not None:
        under.append(f"Crossed out by entry {row.entry.voided_by}")
    elif row.corrected:
        under.append(f"As corrected in entry {row.entry.seq}")
    summary = tag(
        "summary",
        tag("span", str(row.number), class_="seq"),
        BLANK,
        tag("span", tag("s", text) if out else text, class_="t"),
        BLANK,
        tag("span", tag("s", figure) if out and figure else figure, class_="f"),
        BLANK,
        tag("small", " \u00b7 ".join(under)),
    )
    whole = tag("details", summary, _receipt(evening, row))
    return tag("li", whole, class_="crossed-out" if out else None)


def _receipt(evening: Evening, row: Line) -> Html:
    proposal = row.proposal
    ruled = sums_lines_above(proposal.working)
    blocks = [_working(line, ruled=over) for line, over in zip(proposal.working, ruled, strict=True)]
    rule = [f"\u00a7 {proposal.rule}"] if proposal.rule else []
    rule += [f"Rulebook: {proposal.source}"] if proposal.source else []
    rule += [f"House rule: {words}" for words in proposal.house]
    blocks += [tag("p", words, class_="soft") for words in rule]
    written_by = f"{evening.what(proposal)}. Recorded by the {row.entry.by}."
    if row.corrected:
        when = f"{date(row.entry.at)}, {clock(row.entry.at)}"
        written_by = f"{evening.what(proposal)}. Corrected by the {row.entry.by} on {when}."
    blocks.append(tag("p", tag("small", written_by), class_="by"))
    if row.entry.voided_by is not None:
        by = evening.entries[row.entry.voided_by - 1]
        when = f"{date(by.at)}, {clock(by.at)}"
        said = f"Crossed out by entry {by.seq}, recorded by the {by.by} on {when}: {by.proposal.narration}"
        blocks.append(tag("p", said))
    return tag("div", *blocks, class_="receipt")


def _working(line: ReceiptLine, *, ruled: bool) -> Html:
    figure = _figure(line) if line.figure is not None else Html("")
    look = "w" + " total" * line.total + " sum" * ruled
    return tag("p", tag("span", line.text), BLANK, tag("span", figure, class_="f"), class_=look)


def _figure(line: ReceiptLine, *, quiet: bool = False) -> Html:
    """A figure with its unit; a signed one with plus or minus, which its colour only repeats."""
    number = line.figure or 0
    look = ("gain" if number > 0 else "loss") if line.signed and number and not quiet else None
    return tag("span", format_amount(number, line.unit, signed=line.signed), class_=look)
