"""The end of a play: the winner and everybody's place, how the evening went, and what one does next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import pi

import flet as ft

from companion.core.show import player_colours
from companion.core.show.boards import ScoreSheet
from companion.core.show.chart import Chart
from companion.core.show.highlights import Highlight, highlights
from companion.core.table import listed
from companion.dates import describe_duration
from companion.statistics import one_play
from companion.statistics.turn_times import BREAK, TurnTimes, turn_times
from models.errors import StorageError
from models.frozen import frozen
from models.ledger import Line
from models.plays import Play
from views import theme
from views.app_shell import go, play_route, visit
from views.components.amounts import smaller
from views.components.charts import chart_column
from views.components.controls import (
    Control,
    Icons,
    Part,
    Style,
    card,
    column,
    flat,
    inline,
    log,
    main_button,
    packed,
    press,
    read_out,
    screen,
    soft,
    strong,
    subheading,
    text,
    with_sign,
    wrap,
)
from views.components.player_card import badge
from views.components.sections import link_row
from views.state.play.play_state import Pane, People, Person, PlaySnapshot, PlayState

MOST = 5
"""Most highlights that are shown."""
CHART = 240.0
"""Height of the chart, at text size 1."""
ON_STEPS = 3
"""Most players on a podium; more than that, as in a tie, are listed."""
STEP = 88.0
"""Width of a step of the podium on the smallest phone, inside."""
STEPS = {1: 48, 2: 24}
"""Height that a step of the podium has below its words, by the place."""
LARGE_TEXT = 1.35
"""From this text size on names are too wide to stand beside each other."""
RAYS = 24
GOLD = "#F2C230"


def use_next_game(state: PlayState, later: Play | None, part: str = "") -> None:
    """Go on to the next game of the room once it has begun; ``part`` is this screen's route, kept in it. A hook."""

    def follow() -> None:
        if later:
            state.panel.moment.over()
            go(play_route(later.id, part))

    ft.use_effect(follow, [later.id if later else ""])


def use_next_game_after(state: PlayState, *, over: bool, here: bool) -> None:
    """Take a table that is looked at along to the next game; who opens an old one, or leaves it, stays. A hook."""
    later = state.shared.next_play(state.member(), state.play_id) if over else None
    last = ft.use_ref(later is None)
    use_next_game(state, later if here and last.current else None)


def next_game(state: PlayState) -> Part:
    """Lead on to the game that the table plays by now; nothing where it still plays this one."""
    later = state.shared.next_play(state.member(), state.play_id)
    if not later:
        return None
    return main_button(
        f"Go on to {later.title}",
        visit(later.id),
        icon=Icons.ARROW_FORWARD,
        key="next-game",
    )


@frozen
class SharedHighlight:
    """A highlight with all who share it, and the number of its entry; zero if it is about the whole evening."""

    highlight: Highlight
    people: People
    seq: int

    @property
    def sentence(self) -> str:
        """The sentence of the highlight, and for whom else it is true."""
        others = [person.name for person in self.people if person.key != self.highlight.seat]
        more = f" {listed(others)} too." if others else ""
        return f"{self.highlight.sentence}{more}"


@frozen
class Story:
    """What to show at the end: the net worth or the rounds, the highlights, and how long the table waited for whom."""

    people: People = ()
    chart: Chart | None = None
    """How it went: the rounds of a score sheet, else the net worth; nothing if neither is known."""
    highlights: tuple[SharedHighlight, ...] = ()
    times: TurnTimes | None = None

    def __bool__(self) -> bool:
        return bool(self.chart or self.highlights or self.times)

    @classmethod
    def of(cls, snapshot: PlaySnapshot) -> Story:
        """Compute it for a play that is over; empty if the book can't be read, and without figures that are hidden."""
        if snapshot.ending is None:
            return cls()
        try:
            lines = snapshot.referee.lines()
            found = highlights(snapshot.game.highlights_of(snapshot.table, lines), MOST)
            chart = None if snapshot.secret else _chart_of(snapshot, lines)
            times = turn_times(snapshot.game, snapshot.table, lines)
        except StorageError:
            return cls()  # the table says what is damaged
        except Exception:
            # a damaged book may hold what no rule ever wrote; the winner is shown all the same
            log.exception("the end of %s could not be told", snapshot.play.id)
            return cls()
        people = everybody(snapshot)
        shared = tuple(
            SharedHighlight(
                highlight,
                tuple(
                    person for person in people if person.key in (highlight.seat, *highlight.shared)
                ),
                _entry(highlight, lines),
            )
            for highlight in found
        )
        return cls(people, chart, shared, times)


def everybody(snapshot: PlaySnapshot) -> People:
    """All players and teams, without the mark of those who are away by now."""
    return tuple(replace(person, away=False) for person in snapshot.sides)


def _chart_of(snapshot: PlaySnapshot, lines: list[Line]) -> Chart | None:
    for board in snapshot.boards:
        if isinstance(board, ScoreSheet) and board.rounds:
            return board.chart
    course = one_play.course(snapshot.game, snapshot.table, lines)
    return course.chart if course and course.moves else None


def _entry(highlight: Highlight, lines: list[Line]) -> int:
    """The entry of a highlight: its own line, or for one that was put in later the correction that holds it."""
    line = next((found for found in lines if found.place == highlight.place), None)
    if line is None:
        return 0
    return line.entry.seq if line.place.n else line.place.seq


@screen
def StoryView(story: Story, look: Callable[[Pane], object], scale: float) -> Control:
    """Show how it went, with the highlights, and each player's turns together."""
    head = subheading("Highlights")
    took: Part = None
    if times := story.times:
        players = [person for person in story.people if person.key in times.turns]
        players.sort(key=lambda person: times.turns[person.key], reverse=True)
        minutes = f"{BREAK.total_seconds() / 60:.0f}"
        took = card(
            subheading("Time"),
            soft(f"{describe_duration(times.evening)} in all; each player's turns:"),
            _listed([(who, 0, describe_duration(times.turns[who.key])) for who in players]),
            soft(
                f"From entry to entry. Where {minutes} minutes passed without one, you had a break."
            ),
            padding=14,
        )
    high = CHART * min(LARGE_TEXT, scale)
    chart = chart_column(story.chart, story.people, high, scale) if story.chart else None
    return column(
        card(chart, padding=12) if chart else None,
        head if story.highlights else None,
        [_highlight(shared, look) for shared in story.highlights],
        took,
        spacing=12,
    )


def _highlight(shared: SharedHighlight, look: Callable[[Pane], object]) -> Control:
    """Show a highlight; a tap shows the line where it happened."""
    if not shared.seq:
        # the work of a whole evening has no line of its own
        return card(moment(shared, 32), padding=14)
    return link_row(
        press(look, Pane("line", seq=shared.seq)),
        text(shared.sentence, Style.BODY_LARGE),
        sign=_tokens(shared, 32),
        key=f"highlight-{shared.highlight.key}-{shared.highlight.seat}",
    )


def moment(shared: SharedHighlight, size: float) -> Control:
    """Write what was remarkable, beside whose it is."""
    return with_sign(_tokens(shared, size), text(shared.sentence, Style.BODY_LARGE))


def _tokens(shared: SharedHighlight, size: float) -> Control:
    return inline(badge(person, size) for person in shared.people)


Rank = tuple[Person, int, str]
"""A player, the place or zero, and the figure it rests on."""


def ranks_of(snapshot: PlaySnapshot) -> list[Rank]:
    """Everybody who has a place, best first."""
    seats = {person.key: person for person in everybody(snapshot)}
    sides = snapshot.ending.sides if snapshot.ending else ()
    return [(seats[key], place, said) for key, place, said in sides if key in seats]


def ending_card(snapshot: PlaySnapshot, scale: float, about: str = "") -> Control:
    """Show on the game's colour who won and why, a podium for the first three, and the others below it."""
    ending = snapshot.ending
    if ending is None:
        return ft.Container()
    accent = player_colours.valid_colour(snapshot.game.colour)
    ink = player_colours.ink_on(accent)
    title, why = ending.headline(snapshot.name)
    ranks, won = ranks_of(snapshot), bool(ending.winning_sides)
    if not won:
        ranks = [(person, 0, figure) for person, _, figure in ranks]
    high = _high(ranks) if scale < LARGE_TEXT else []
    centre = ft.TextAlign.CENTER
    sign, colour = (Icons.EMOJI_EVENTS, GOLD) if won else (Icons.FLAG_OUTLINED, ink)
    podium, others = None, ranks[len(high) :]
    if high:
        # as on a real podium: second to the left of first, third to the right; who share first are in seat order
        steps = [_step(*rank, ink, scale) for rank in high]
        if high[1][1] > 1:
            steps[:2] = steps[1], steps[0]
        row = ft.Row(steps, vertical_alignment=ft.CrossAxisAlignment.END, spacing=6)
        # but read out from the first on
        said = (f"Place {place}: {person.name}, {figure}." for person, place, figure in high)
        podium = read_out(row, " ".join(said))
    light = player_colours.mix(accent, "#FFFFFF", 0.05)
    rays = ft.SweepGradient(
        colors=[accent, accent, light, light],
        stops=[0, 0.5, 0.5, 1],
        end_angle=2 * pi / RAYS,
        tile_mode=ft.GradientTileMode.REPEATED,
    )
    lines = (
        text(about, Style.BODY_MEDIUM, ink, align=centre) if about else None,
        ft.Icon(sign, colour, 40),
        ft.Semantics(
            header=True,
            heading_level=2,
            content=text(title, Style.HEADLINE_LARGE, ink, align=centre),
            live_region=True,
        ),
        text(why, Style.BODY_MEDIUM, ink, align=centre),
        podium,
        _listed(others, ink) if others else None,
    )
    return read_out(
        ft.Container(
            ft.Column(
                flat(lines),
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                alignment=ft.MainAxisAlignment.SPACE_EVENLY,
                spacing=6,
                tight=True,
            ),
            gradient=rays,
            border_radius=theme.RADIUS_L,
            padding=14,
        ),
        identifier="ending",
    )


def _high(ranks: list[Rank]) -> list[Rank]:
    """Who is on the podium; nobody if more share its places than there is room for, or one is alone."""
    last = ranks[min(2, len(ranks) - 1)][1] if ranks else 0
    high = [rank for rank in ranks if 0 < rank[1] <= last]
    return high if 1 < len(high) <= ON_STEPS else []


def _step(person: Person, place: int, figure: str, ink: str, scale: float) -> Control:
    centre, amount = ft.TextAlign.CENTER, figure.partition(", ")[0]
    size = smaller(amount, Style.TITLE_SMALL, STEP, scale)
    block = ft.Container(
        packed(
            strong(amount, align=centre, size=size),
            text(str(place), Style.HEADLINE_MEDIUM, theme.ACCENT, align=centre),
        ),
        padding=ft.Padding(4, 6, 4, STEPS.get(place, 4)),
        bgcolor=theme.CARD,
        border=ft.Border(top=ft.BorderSide(5, GOLD if place == 1 else theme.CARD)),
        border_radius=ft.BorderRadius(10, 10, 0, 0),
    )
    made = packed(
        ft.Row([badge(person, 44)], alignment=ft.MainAxisAlignment.CENTER),
        strong(person.name, ink, align=centre),
        block,
    )
    made.expand = True
    return made


def _listed(ranks: list[Rank], ink: ft.ColorValue = theme.INK) -> Control:
    """Name players with their figures, each with the place if there is one."""
    cells = []
    for person, place, figure in ranks:
        name = f"{place}. {person.name}" if place else person.name
        words = text(name, Style.BODY_SMALL, ink), strong(figure, ink)
        cells.append(
            read_out(
                with_sign(badge(person, 30), *words, spacing=6),
                f"{f'Place {place}: ' if place else ''}{person.name}, {figure}",
            )
        )
    return wrap(cells, spacing=14)
