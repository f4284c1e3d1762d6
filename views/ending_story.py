"""How an evening went, once it is over: its course as a chart, and the moments that will be remembered."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion import seeing
from companion.boards import ScoreSheet
from companion.feats import highlights
from companion.table import listed
from models.trouble import Trouble
from views import parts, theme
from views.desk import Pane
from views.fold import mute
from views.parts import Style, press, screen, soft, text
from views.players import badge

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.feats import Feat
    from companion.seeing import Course
    from models.history import Told
    from views.person import Person
    from views.picture import Picture

log = logging.getLogger("companion.views")

MOST = 5
"""So many highlights are told at most."""
CHART, TALL_CHART = 200.0, 440.0
"""Height of the chart on a phone and at most on a tablet, at text size 1."""
SHARE, BESIDES = 0.37, 130
"""What the chart has of a tablet's height beside highlights, and what it leaves of it where there are none."""
FOR_BOTH = 620.0
"""With so much room the highlights leave enough of it to the players' cards."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A feat with all who did it, and the number of the entry in which it is written; nought for an evening's work."""

    feat: Feat
    people: tuple[Person, ...]
    seq: int

    @property
    def sentence(self) -> str:
        """What is told of it, and of whom else it is just as true."""
        others = [one.name for one in self.people if one.key != self.feat.seat]
        return f"{self.feat.sentence} {listed(others)} too." if others else self.feat.sentence


@dataclass(frozen=True, slots=True)
class Story:
    """What there is to tell at the end: what everybody was worth or the rounds, and the highlights."""

    course: Course | None = None
    sheet: ScoreSheet | None = None
    highlights: tuple[Highlight, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.course or self.sheet or self.highlights)

    @classmethod
    def of(cls, picture: Picture) -> Story:
        """Work it out for a play that is over; nothing of a book that can't be read, and no figure that is hidden."""
        if picture.ending is None:
            return cls()
        try:
            lines = picture.referee.lines()
            feats = highlights(picture.game.feats(picture.table, lines), MOST)
            course = None if picture.secret else seeing.course(picture.game, picture.table, lines)
        except Trouble:
            return cls()  # the table says what is damaged
        except Exception:
            # a damaged book may hold what no rule ever wrote; the winner is told all the same
            log.exception("the end of %s could not be told", picture.play.id)
            return cls()
        told = tuple(
            Highlight(one, tuple(filter(None, map(picture.person, (one.seat, *one.shared)))), _entry(one, lines))
            for one in feats
        )
        sheet = next((one for one in picture.boards if isinstance(one, ScoreSheet) and one.rounds), None)
        return cls(course if _moves(course) else None, None if picture.secret else sheet, told)


def _entry(feat: Feat, lines: list[Told]) -> int:
    """Where a feat is written: its own line, or for one that was put in later the correction that holds it."""
    told = next((one for one in lines if one.place == feat.place), None)
    if told is None:
        return 0
    return told.entry.seq if told.place.n else told.place.seq


def _moves(course: Course | None) -> bool:
    """Whether anything is to be seen on a chart: nothing is where everybody's line is level from end to end."""
    return course is not None and any(len({amount for _, amount in course.points(who)}) > 1 for who in course.seats)


@screen
def StoryBelow(story: Story, people: tuple[Person, ...], look: Callable[[Pane], object], scale: float) -> ft.Control:
    """Tell it on a phone, below who has won."""
    return parts.column(*_highlights(story, look), *_chart(story, people, CHART, scale), spacing=12)


@screen
def StoryBeside(  # noqa: PLR0917 - the story, and the room and what else there is for it
    story: Story,
    people: tuple[Person, ...],
    look: Callable[[Pane], object],
    scale: float,
    height: float,
    players: Callable[[], ft.Control],
) -> ft.Control:
    """Tell it in the middle of a tablet's table, beside who has won; where there is no chart, above the players."""
    tall = max(CHART, height * SHARE) if story.highlights else min(TALL_CHART, max(CHART, height - BESIDES))
    blocks = [*_chart(story, people, tall, scale), *_highlights(story, look)]
    inside = ft.Container(parts.column(*blocks, spacing=14), padding=ft.Padding.only(left=14, right=14, bottom=14))
    stretched = ft.CrossAxisAlignment.STRETCH
    if not (story.course or story.sheet) and scale == 1 and height >= FOR_BOTH:
        return ft.Column(
            [inside, ft.Container(players(), expand=True)], spacing=0, expand=True, horizontal_alignment=stretched
        )
    return ft.Column([inside], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=stretched)


def _chart(story: Story, people: tuple[Person, ...], height: float, scale: float) -> list[ft.Control]:
    """Draw how it went: the rounds of a score sheet, else what everybody was worth; nothing where neither is known."""
    tall = height * min(1.35, scale)
    if story.sheet:
        from views.score_chart import ScoreChart  # noqa: PLC0415 - charts are loaded with the first of them

        title, said = "How it went", "Totals after each round."
        drawn = ScoreChart(story.sheet, people, tall, scale, key="rounds")
    elif story.course:
        from views.see_chart import CourseChart  # noqa: PLC0415 - as above

        title, said = "How it went", f"{story.course.title}, from the first line to the last."
        drawn = CourseChart(story.course, people, tall, scale, key="course")
    else:
        return []
    head = parts.column(parts.heading(title, level=3, style=Style.TITLE_LARGE), soft(said), spacing=1)
    return [parts.card(head, drawn, padding=14)]


def _highlights(story: Story, look: Callable[[Pane], object]) -> list[ft.Control]:
    """Tell the highlights, weightiest first; a tap on one shows the line where it happened."""
    if not story.highlights:
        return []
    head = parts.heading("Highlights", level=3, style=Style.TITLE_LARGE)
    return [parts.column(head, *(_highlight(one, look) for one in story.highlights), spacing=8)]


def _highlight(one: Highlight, look: Callable[[Pane], object]) -> ft.Control:
    spoken = one.sentence
    words = text(spoken, Style.BODY_LARGE, expand=True)
    cells: list[ft.Control] = [*(badge(person, size=32) for person in one.people), words]
    padding = ft.Padding.symmetric(horizontal=14, vertical=11)
    if not one.seq:
        # the work of a whole evening stands in no line
        said = ft.Semantics(
            content=ft.Row(cells, spacing=theme.GAP), container=True, label=spoken, exclude_semantics=True
        )
        return parts.card(said, padding=padding)
    cells.append(ft.Icon(ft.Icons.CHEVRON_RIGHT, color=theme.ACCENT, size=20))
    made = parts.face(
        mute(ft.Row(cells, spacing=theme.GAP)),
        press(look, Pane("line", seq=one.seq)),
        padding=padding,
        spoken=f"{spoken} Show the line",
        role="button",
        key=f"highlight-{one.feat.key}-{one.feat.seat}",
    )
    return ft.Row([made])
