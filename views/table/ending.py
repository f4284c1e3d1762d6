"""The end of a play: the winner and everybody's place, how the evening went, and what one does next."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion import dates
from companion.core.show.boards import ScoreSheet
from companion.core.show.chart import Chart
from companion.core.show.highlights import Highlight, highlights
from companion.core.table import listed
from companion.statistics import one_play
from companion.statistics.one_play import Course
from companion.statistics.turn_times import BREAK, TurnTimes, turn_times
from models.errors import StorageError
from models.ledger import Line
from models.plays import Play
from views import theme
from views.app_shell import go, play_route
from views.components import controls
from views.components.charts import ChartView, in_hand
from views.components.controls import Style, button, press, screen, soft, text
from views.components.player_card import badge
from views.components.sections import without_semantics
from views.state.play.panel import Pane
from views.state.play.play_snapshot import Person, PlaySnapshot
from views.state.play.play_state import PlayState


def use_next_game(state: PlayState, later: Play | None, part: str = "") -> None:
    """Go on to the next game of the room once it has begun; ``part`` is this screen's route, kept in it. A hook."""

    def follow() -> None:
        if later:
            state.panel.moment.over()
            go(play_route(later.id, part))

    ft.use_effect(follow, dependencies=[later.id if later else ""])


def use_next_game_after(state: PlayState, *, over: bool, here: bool) -> None:
    """Take a table that is looked at along to the next game; who opens an old one, or leaves it, stays. A hook."""
    later = state.open_plays.shared.next_play(state.member(), state.play_id) if over else None
    last = ft.use_ref(later is None)
    use_next_game(state, later if here and last.current else None)


def next_game(state: PlayState) -> list[ft.Control]:
    """Lead on to the game that the table plays by now."""
    later = state.open_plays.shared.next_play(state.member(), state.play_id)
    if later is None:
        return []
    on = press(go, play_route(later.id, ""))
    return [
        button(
            f"Go on to {later.title}",
            on,
            tone="primary",
            icon=ft.Icons.ARROW_FORWARD,
            key="next-game",
        )
    ]


log = logging.getLogger("companion.views")

MOST = 5
"""At most so many highlights are shown."""
CHART, TALL_CHART = 200.0, 440.0
"""Height of the chart on a phone and at most on a tablet, at text size 1."""
SHARE, BESIDES = 0.37, 130
"""What the chart has of a tablet's height beside highlights, and what it leaves of it where there are none."""
FOR_BOTH = 620.0
"""With so much room the highlights leave enough of it to the players' cards."""


@dataclass(frozen=True, slots=True)
class SharedHighlight:
    """A highlight with all who share it, and the number of its entry; zero if it is about the whole evening."""

    highlight: Highlight
    people: tuple[Person, ...]
    seq: int

    @property
    def sentence(self) -> str:
        """The sentence of the highlight, and for whom else it is true."""
        others = [person.name for person in self.people if person.key != self.highlight.seat]
        return (
            f"{self.highlight.sentence} {listed(others)} too."
            if others
            else self.highlight.sentence
        )


@dataclass(frozen=True, slots=True)
class Story:
    """What to show at the end: the net worth or the rounds, the highlights, and how long the table waited for whom."""

    course: Course | None = None
    sheet: ScoreSheet | None = None
    highlights: tuple[SharedHighlight, ...] = ()
    times: TurnTimes | None = None

    @property
    def chart(self) -> Chart | None:
        """How it went: the rounds of a score sheet, else the net worth; nothing if neither is known."""
        shown = self.sheet or self.course
        return shown.chart if shown else None

    def __bool__(self) -> bool:
        return bool(self.course or self.sheet or self.highlights or self.times)

    @classmethod
    def of(cls, snapshot: PlaySnapshot) -> Story:
        """Compute it for a play that is over; empty if the book can't be read, and without figures that are hidden."""
        if snapshot.ending is None:
            return cls()
        try:
            lines = snapshot.referee.lines()
            found = highlights(snapshot.game.highlights_of(snapshot.table, lines), MOST)
            course = (
                None if snapshot.secret else one_play.course(snapshot.game, snapshot.table, lines)
            )
            times = turn_times(snapshot.game, snapshot.table, lines)
        except StorageError:
            return cls()  # the table says what is damaged
        except Exception:
            # a damaged book may hold what no rule ever wrote; the winner is shown all the same
            log.exception("the end of %s could not be told", snapshot.play.id)
            return cls()
        shared = tuple(
            SharedHighlight(
                highlight,
                tuple(filter(None, map(snapshot.person, (highlight.seat, *highlight.shared)))),
                _entry(highlight, lines),
            )
            for highlight in found
        )
        sheet = next(
            (board for board in snapshot.boards if isinstance(board, ScoreSheet) and board.rounds),
            None,
        )
        return cls(
            course if course and course.moves else None,
            None if snapshot.secret else sheet,
            shared,
            times,
        )


def _entry(highlight: Highlight, lines: list[Line]) -> int:
    """The entry of a highlight: its own line, or for one that was put in later the correction that holds it."""
    line = next((found for found in lines if found.place == highlight.place), None)
    if line is None:
        return 0
    return line.entry.seq if line.place.n else line.place.seq


def _times(story: Story, people: tuple[Person, ...], scale: float) -> list[ft.Control]:
    """Say how long the evening was, and each player's turns together, the longest first."""
    if story.times is None:
        return []
    turns = story.times.turns
    players = [person for person in people if person.key in turns]
    rows = [
        _row(person, 0, dates.describe_duration(turns[person.key]), scale=scale, numbered=False)
        for person in sorted(players, key=lambda person: turns[person.key], reverse=True)
    ]
    minutes = f"{BREAK.total_seconds() / 60:.0f}"
    head = controls.column(
        controls.heading("Time", level=3, style=Style.TITLE_LARGE),
        soft(f"{dates.describe_duration(story.times.evening)} in all; each player's turns:"),
        spacing=1,
    )
    foot = soft(
        f"From entry to entry. Where {minutes} minutes passed without one, you had a break."
    )
    return [controls.card(head, *rows, foot, padding=14)]


@screen
def StoryBelow(
    story: Story, people: tuple[Person, ...], look: Callable[[Pane], object], scale: float
) -> ft.Control:
    """Show it on a phone, below who has won."""
    blocks = (
        *_highlights(story, look),
        *_chart(story, people, CHART, scale),
        *_times(story, people, scale),
    )
    return controls.column(*blocks, spacing=12)


@screen
def StoryBeside(  # noqa: PLR0917 - the story, and the room and what else there is for it
    story: Story,
    people: tuple[Person, ...],
    look: Callable[[Pane], object],
    scale: float,
    height: float,
    players: Callable[[], ft.Control],
) -> ft.Control:
    """Show it in the middle of a tablet's table, beside who has won; without a chart, above the players."""
    tall = (
        max(CHART, height * SHARE)
        if story.highlights
        else min(TALL_CHART, max(CHART, height - BESIDES))
    )
    blocks = [
        *_chart(story, people, tall, scale),
        *_highlights(story, look),
        *_times(story, people, scale),
    ]
    inside = ft.Container(
        controls.column(*blocks, spacing=14), padding=ft.Padding.only(left=14, right=14, bottom=14)
    )
    stretched = ft.CrossAxisAlignment.STRETCH
    if not (story.course or story.sheet) and scale == 1 and height >= FOR_BOTH:
        return ft.Column(
            [inside, ft.Container(players(), expand=True)],
            spacing=0,
            expand=True,
            horizontal_alignment=stretched,
        )
    return ft.Column(
        [inside], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=stretched
    )


def _chart(
    story: Story, people: tuple[Person, ...], height: float, scale: float
) -> list[ft.Control]:
    """Draw how it went, where that is known."""
    chart = story.chart
    if chart is None:
        return []
    head = controls.column(
        controls.heading("How it went", level=3, style=Style.TITLE_LARGE),
        soft(f"{chart.title}. {chart.remark}".strip()),
        spacing=1,
    )
    drawn = ChartView(
        chart,
        people,
        height * min(1.35, scale),
        in_hand(scale, totals=bool(story.sheet)),
        key="course",
    )
    return [controls.card(head, drawn, padding=14)]


def _highlights(story: Story, look: Callable[[Pane], object]) -> list[ft.Control]:
    """Show the highlights, weightiest first; a tap on one shows the line where it happened."""
    if not story.highlights:
        return []
    head = controls.heading("Highlights", level=3, style=Style.TITLE_LARGE)
    return [
        controls.column(head, *(_highlight(shared, look) for shared in story.highlights), spacing=8)
    ]


def _highlight(shared: SharedHighlight, look: Callable[[Pane], object]) -> ft.Control:
    spoken = shared.sentence
    words = text(spoken, Style.BODY_LARGE, expand=True)
    cells: list[ft.Control] = [*(badge(person, size=32) for person in shared.people), words]
    padding = ft.Padding.symmetric(horizontal=14, vertical=11)
    if not shared.seq:
        # the work of a whole evening has no line of its own
        said = ft.Semantics(
            content=ft.Row(cells, spacing=theme.GAP),
            container=True,
            label=spoken,
            exclude_semantics=True,
        )
        return controls.card(said, padding=padding)
    cells.append(ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20))
    made = controls.face(
        without_semantics(ft.Row(cells, spacing=theme.GAP)),
        press(look, Pane("line", seq=shared.seq)),
        padding=padding,
        spoken=f"{spoken} Show the entry",
        role="button",
        key=f"highlight-{shared.highlight.key}-{shared.highlight.seat}",
    )
    return ft.Row([made])


STEPS = {1: 96, 2: 68, 3: 48}
ON_STEPS = 3
"""So many stand beside each other on a podium; more than that, as in a tie, are listed."""
LARGE_TEXT = 1.35
"""From this text size on names are too wide to stand beside each other."""
LONG = 14
"""A figure of more letters than this goes below the name."""
LONG_TITLE = 22

Rank = tuple["Person", int, str]
"""The players at one place, the place, and their figure."""


def ranks_of(snapshot: PlaySnapshot) -> list[Rank]:
    """Everybody who has a place, best first."""
    seats = {person.key: person for person in snapshot.sides}
    sides = snapshot.ending.sides if snapshot.ending else ()
    return [(seats[key], place, said) for key, place, said in sides if key in seats]


def ending_card(snapshot: PlaySnapshot, scale: float) -> ft.Control:
    """Show who won and why, a podium for the first three, and the others below it."""
    ending = snapshot.ending
    if ending is None:
        return ft.Container()
    (title, why), ranks = ending.headline(snapshot.table.name), ranks_of(snapshot)
    winners = ending.winning_sides
    high = _high(ranks) if winners and scale < LARGE_TEXT else []
    style = (
        Style.HEADLINE_LARGE
        if len(title) <= LONG_TITLE and scale < LARGE_TEXT
        else Style.HEADLINE_SMALL
    )
    rows = [_row(*rank, scale=scale, numbered=bool(winners)) for rank in ranks[len(high) :]]
    head = ft.Semantics(
        header=True,
        heading_level=2,
        content=text(title, style, align=ft.TextAlign.CENTER),
        live_region=True,
    )
    return ft.Semantics(
        identifier="ending",
        container=True,
        content=ft.Container(
            ft.Column(
                [
                    ft.Icon(
                        ft.Icons.EMOJI_EVENTS if winners else ft.Icons.FLAG_OUTLINED,
                        size=44,
                        color=theme.ACCENT,
                    ),
                    head,
                    soft(why, Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
                    *([_podium(high)] if high else []),
                    *rows,
                ],
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                spacing=theme.GAP,
                tight=True,
            ),
            bgcolor=theme.CARD,
            border=ft.Border.all(2, theme.ACCENT),
            border_radius=theme.RADIUS_L,
            padding=ft.Padding.only(left=14, right=14, top=18, bottom=14),
        ),
    )


def _high(ranks: list[Rank]) -> list[Rank]:
    """Who is on the podium; nobody if more share its places than there is room for, or one is alone."""
    last = ranks[min(2, len(ranks) - 1)][1] if ranks else 0
    high = [rank for rank in ranks if rank[1] <= last]
    return high if 1 < len(high) <= ON_STEPS else []


def _podium(high: list[Rank]) -> ft.Control:
    """As on a real podium: second to the left of first, third to the right; who share first are in seat order."""
    steps = [_step(*rank) for rank in high]
    swapped = high[1][1] > 1
    return ft.Row(
        [steps[1], steps[0], *steps[2:]] if swapped else steps,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.END,
        spacing=6,
    )


def _step(person: Person, place: int, figure: str) -> ft.Control:
    name = person.name
    block = ft.Container(
        text(str(place), Style.HEADLINE_MEDIUM, theme.ON_TINT if place > 1 else theme.ON_ACCENT),
        height=STEPS.get(place, 48),
        bgcolor=theme.ACCENT if place == 1 else theme.TINT,
        border_radius=ft.BorderRadius(10, 10, 0, 0),
        alignment=ft.Alignment.CENTER,
    )
    return ft.Semantics(
        container=True,
        label=f"Place {place}: {name}, {figure}",
        exclude_semantics=True,
        expand=True,
        content=ft.Column(
            [
                badge(person, size=44 if place == 1 else 36),
                text(name, Style.TITLE_SMALL, align=ft.TextAlign.CENTER),
                soft(figure, Style.LABEL_MEDIUM, align=ft.TextAlign.CENTER),
                ft.Row([ft.Container(block, expand=True)]),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=3,
            tight=True,
        ),
    )


def _row(person: Person, place: int, figure: str, *, scale: float, numbered: bool) -> ft.Control:
    """Show a place that is not on the podium; its figure goes below the name if both are long."""
    first = numbered and place == 1
    name = text(person.name, Style.TITLE_SMALL if first else Style.BODY_MEDIUM, expand=True)
    cells: list[ft.Control] = [badge(person, size=36 if first else 26)]
    if numbered:
        cells.insert(0, text(f"{place}.", Style.TITLE_SMALL))
    if len(figure) > LONG or scale >= LARGE_TEXT:
        below = ft.Column(
            [ft.Row([name]), soft(figure, Style.LABEL_MEDIUM)], spacing=1, tight=True, expand=True
        )
        cells.append(below)
    else:
        cells += [name, text(figure, Style.TITLE_SMALL)]
    said = f"Place {place}: {person.name}, {figure}" if numbered else f"{person.name}: {figure}"
    return ft.Semantics(
        container=True,
        label=said,
        exclude_semantics=True,
        content=ft.Container(
            ft.Row(cells, spacing=theme.GAP),
            bgcolor=theme.TINT if first else None,
            border_radius=theme.RADIUS_S,
            padding=ft.Padding.symmetric(horizontal=8, vertical=6) if first else 0,
        ),
    )
