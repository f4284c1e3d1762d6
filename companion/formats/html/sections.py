"""What stands above the journal: title and seats, how it ended, how everyone stands, and what was agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table import listed
from companion.dates import clock, date
from companion.formats.html.tags import Html, tag

if TYPE_CHECKING:
    from companion.core.game import Standing
    from companion.formats.evening import Evening
    from companion.formats.html.people import Guest

HIDDEN = (
    "Chips are hidden in this play, so this page says nowhere what anybody has. Who adds up its lines can still know."
)
STEPS = {1: "first", 2: "second", 3: "third"}


def head(evening: Evening, people: tuple[Guest, ...], links: list[tuple[str, str]]) -> Html:
    """The title of the evening, when it was, who sat there, and where on the page to find what."""
    play, game = evening.play, evening.game
    many = len(evening.lines)
    lines = "nothing recorded yet" if not many else "1 line" if many == 1 else f"{many:,} lines"
    return tag(
        "header",
        tag("p", game.title, class_="kicker"),
        tag("h1", play.title),
        tag("p", f"{_when(evening)} \u00b7 {lines}"),
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


def ending(evening: Evening, people: tuple[Guest, ...]) -> Html:
    """Who won and why, with everybody's place; nothing while the play goes on."""
    end = evening.game.ending(evening.table)
    if end is None:
        return Html("")
    seats = {one.key: one for one in people}
    winners = listed(evening.table.name(key) for key in end.winners)
    wins = "win" if len(end.winners) > 1 else "wins"
    # a book that was kept for one hat alone ends, and nobody wins it
    title, why = (f"{winners} {wins}", end.reason) if winners else (end.reason, "How everyone stands in this book:")
    ranks = sorted((one for one in end.ranks if one[0] in seats), key=lambda one: one[1])
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


def standings(evening: Evening, people: tuple[Guest, ...]) -> Html:
    """How everyone stands now, as the table sees it: what is for one player's eyes alone is not there."""
    title = "How everyone stood" if evening.game.ending(evening.table) else "How everyone stands"
    return tag(
        "section",
        tag("h2", title),
        tag("div", *(_card(one) for one in people), class_="cards"),
        id="standings",
    )


def _card(guest: Guest) -> Html:
    one = guest.standing
    figure = "hidden" if one.secret else one.figure
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


def _details(one: Standing) -> Html:
    pairs = [(label, said) for label, said in one.details if said]
    return tag("dl", *(tag("div", tag("dt", label), tag("dd", said)) for label, said in pairs)) if pairs else Html("")


def agreed(evening: Evening) -> Html:
    """The house rules in force and the printed figures that differ from the usual ones; nothing where none does."""
    game, table = evening.game, evening.table
    ways = {one.key: table.house(one.key) for one in game.houses}
    rules = [
        (one.title, one.say(ways[one.key])) for one in game.houses if ways[one.key] != one.default and one.speaks(ways)
    ]
    board = [
        (f"{one.group}: {one.label}" if one.group else one.label, one.say(table.fact(one.key)))
        for one in game.facts
        if table.fact(one.key) != one.value
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
