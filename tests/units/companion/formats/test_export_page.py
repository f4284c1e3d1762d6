"""A play as one page: whole, safe to open whoever typed what, readable by everyone, and silent about what is hidden."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.show import player_colours
from companion.core.show.chart import Chart, Curve, Span
from companion.core.show.people import people_at
from companion.formats import markup
from companion.formats.evening import read
from companion.formats.forms import find_form
from companion.formats.html import style
from companion.formats.html.charts import Charts
from models.ledger import Proposal, ReceiptLine
from models.names import clean
from models.plays import Seat
from tests.every_game import GAMES
from tests.paths import SESSION_FOLDER, some_evenings
from tests.units.companion.laid import taken

VOID = {"meta", "br"}
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "nav", "section", "article", "figure",
    "h1", "h2", "h3", "p", "a", "ul", "ol", "li", "dl", "dt", "dd", "div", "span", "b", "s", "small", "bdi", "details",
    "summary", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "svg", "desc", "path", "line", "text",
    "polyline",
}  # fmt: skip
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><b>&amp;",
    "\u202eevil' onclick='x",
)


class Eyes(HTMLParser):
    """Reads a page as a browser would, and takes note of what is on it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.said = [], [], []
        self.feed(text)
        self.close()
        assert self.open == [], f"never ended: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.said.append((self.open[-1] if self.open else "", data))

    def all(self, name):
        return [attributes for tag, attributes, _ in self.elements if tag == name]

    def words(self, *without):
        return " ".join(
            " ".join(data.split()) for tag, data in self.said if tag not in {"style", *without}
        )


def seen(journal, play_id):
    return Eyes(find_form("page").write(journal, play_id).decode())


def checked(eyes):
    """What must be so on every page."""
    names = {tag for tag, _, _ in eyes.elements}
    assert names <= ALLOWED, names - ALLOWED
    style = next(data for tag, data in eyes.said if tag == "style")
    policy = next(
        one["content"]
        for one in eyes.all("meta")
        if one.get("http-equiv") == "Content-Security-Policy"
    )
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert (
        policy
        == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"url\(|@import|expression|javascript:", style)
    ids = [attributes["id"] for _, attributes, _ in eyes.elements if attributes.get("id")]
    assert len(ids) == len(set(ids)), "two elements have one id"
    for tag, attributes, _ in eyes.elements:
        assert not {"src", "style", "srcset", "action", "data"} & set(attributes), (tag, attributes)
        assert not any(key.startswith("on") for key in attributes), (tag, attributes)
        if "href" in attributes:
            assert attributes["href"].removeprefix("#") in ids
        for key in ("aria-labelledby", "aria-describedby"):
            assert attributes.get(key, ids[0] if ids else None) in [*ids, None]
    assert eyes.all("html") == [{"lang": "en"}]
    assert len(eyes.all("h1")) == 1
    assert len(eyes.all("caption")) == len(eyes.all("table"))
    assert all(attributes.get("scope") for attributes in eyes.all("th"))
    for tag, attributes, _ in eyes.elements:
        if tag == "svg" and attributes.get("role") == "img":
            assert attributes["aria-labelledby"]
            assert attributes["aria-describedby"]
    levels = [int(tag[1]) for tag, _, _ in eyes.elements if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    return eyes


@pytest.mark.parametrize("name", some_evenings())
def test_the_page_is_whole_and_shows_every_line_and_the_end(name, replayed):
    journal, play_id = replayed(name).journal, replayed(name).play.id
    eyes = checked(seen(journal, play_id))
    evening = read(journal, play_id)
    said = eyes.words()
    for entry in evening.lines:
        assert clean(entry.proposal.narration) in said
        for line in entry.proposal.working:
            assert clean(line.text) in said
    end = evening.game.ending(evening.table)
    assert ("end" in [one.get("id") for one in eyes.all("section")]) is (end is not None)
    if end is not None:
        assert end.reason in said
        assert all(figure in said for _, _, figure in end.ranks)
    assert all(clean(evening.table.name(seat.key)) in said for seat in evening.table.players)


@pytest.mark.parametrize("name", NASTY)
def test_what_anybody_typed_is_words_and_nothing_else(name, journal):
    cat = next(one for one in GAMES if one.key == "rat_a_tat_cat")
    play_id = journal.begin(
        game=cat.key,
        title=name,
        seats=(Seat("first", name, name, name), Seat("ben", "Ben")),
        houses=cat.house_rules(),
        board={},
        edition=name,
    ).id
    sentence = Proposal(
        "no_such_action" + name,
        {},
        name,
        (),
        (),
        (ReceiptLine(name, 5, name),),
        rule=name,
        source=name,
        house=(name,),
    )
    journal.append(play_id, sentence, after=0, by=name, command=name)
    journal.append(
        play_id, replace(sentence, action="void", voids=(1,)), after=1, by=name, command="void"
    )
    eyes = checked(seen(journal, play_id))
    shown = "".join(sign for sign in name if sign != "\u202e")
    assert shown in eyes.words()
    assert "\u202e" not in find_form("page").write(journal, play_id).decode()


@given(inside=st.text(max_size=60))
def test_words_stay_words_in_text_and_in_attributes(inside):
    eyes = Eyes(markup.write(markup.tag("p", inside, title=inside)))
    ((tag, attributes, _),) = eyes.elements
    assert tag == "p"
    assert attributes["title"] == clean(inside)
    assert "".join(data for _, data in eyes.said) == clean(inside)


@given(colour=st.text(max_size=12))
def test_no_colour_gets_anything_else_into_the_style(colour):
    assert re.fullmatch("#[0-9A-F]{6}", player_colours.valid_colour(colour))


@pytest.mark.parametrize("stem", ["doubletrack-undo-with-reason", "doubletrack-corrections"])
def test_where_chips_are_hidden_nothing_shows_what_anybody_has(stem, journal):
    play_id = taken(journal, (SESSION_FOLDER / f"{stem}.session").read_bytes())
    evening = read(journal, play_id)
    assert evening.hidden
    eyes = seen(journal, play_id)
    said = eyes.words()
    assert not [one for one in eyes.all("svg") if one.get("role") == "img"]
    assert "As chips" not in said
    above = said[: said.rindex("Journal")]
    for seat in evening.table.players:
        secret = evening.game.standing(evening.table, seat.key).secret
        assert secret
        assert not [words for _, words in secret if words in above]
    figures = [data for tag, data in eyes.said if tag == "p" and data == "hidden"]
    assert len(figures) == len(evening.table.players), "said in a word that can be read out"


@given(
    st.lists(
        st.tuples(st.integers(0, 50), st.integers(-(10**6), 10**6)),
        min_size=1,
        max_size=30,
        unique=True,
    ),
    st.one_of(st.none(), st.integers(0, 500)),
    st.sampled_from([Span.holding, Span.around, Span.tenfold]),
)
def test_every_point_of_a_chart_lies_within_it(points, limit, axis):
    points = [(x, abs(y)) for x, y in points] if axis == Span.around else points
    chart = Chart("Title", (Curve("", tuple(sorted(points))),), "$", ("a", "b"), axis, limit)
    made = Eyes(markup.write(Charts(()).draw("c", chart)))
    for attributes in made.all("polyline"):
        for pair in attributes["points"].split():
            x, y = (float(one) for one in pair.split(","))
            assert 0 <= x <= 1000
            assert 0 <= y <= 1000


# --- It looks like the app


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_pair_of_colours_that_meets_is_legible(game, journal):
    seats = " ".join(f"P{number}" for number in range(game.least))
    evening = read(journal, taken(journal, f"game {game.key}\nseats {seats}\n"))
    sheet = style.sheet(
        game.colour, people_at(evening.table, evening.game.standings(evening.table))
    )
    roots = re.findall(r":root\{(.*?)\}", sheet)
    day, night = (dict(re.findall(r"--([a-z0-9-]+):(#[0-9A-F]{6})", root)) for root in roots)
    assert day != night
    for found in (day, night):
        pairs = [
            (ink, ground)
            for ink in ("ink", "soft", "accent", "gain", "loss")
            for ground in ("paper", "card")
        ]
        pairs += [("on-note", "note"), ("on-accent", "accent"), ("ink", "fill")]
        for ink, ground in pairs:
            assert player_colours.contrast(found[ink], found[ground]) >= 4.5, (
                game.key,
                ink,
                ground,
            )
        for name, colour in found.items():
            if re.fullmatch(r"p\d+", name):
                assert player_colours.contrast(colour, found["card"]) >= 3
