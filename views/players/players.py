"""People and their records: everybody, one player, and the best of a game; read a step at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic
from urllib.parse import quote, unquote

import flet as ft

from companion.core.show.player_colours import look
from companion.dates import describe_time
from companion.statistics.player_stats import (
    Between,
    InGame,
    Memory,
    PlayerHighlight,
    PlayerStats,
    Progress,
    Somebody,
    Tally,
    join_players,
    take_apart,
)
from models.errors import StorageError
from models.journal import Journal
from views import theme
from views.app_shell import go, not_found, visit
from views.components.controls import (
    Control,
    Icons,
    Part,
    Style,
    button,
    card,
    column,
    empty,
    heading,
    lines,
    log,
    main_button,
    note,
    press,
    problem,
    remark,
    screen,
    show_notice,
    soft,
    subheading,
    text,
    with_sign,
    without_semantics,
    wrap,
)
from views.components.player_card import appearance_picker, badge
from views.components.sections import Paged, fact, link_row, pills, scroll_pane, side_by_side
from views.state.client import Client
from views.state.play.play_snapshot import Person

YIELD_SECONDS = 0.03
"""Seconds of reading after which other tasks have a turn."""
SHOW_SECONDS = 0.7
"""Seconds after which what is read so far is shown: doing that more often would take longer than the reading."""
PATH = "players"
BEST = "best"


@lru_cache(maxsize=1)
def cache_of(_journal: Journal) -> Memory:
    """What was read of a book's plays; all screens of this process share it."""
    return Memory()


@dataclass(eq=False)
class StatsReader(ft.Observable):
    """The statistics as far as they are read, the progress until all are, or what went wrong."""

    book: PlayerStats | None = None
    progress: Progress | None = None
    wrong: str = ""
    seen: int = 0
    _turn: int = field(default=0, repr=False)

    def reload(self) -> None:
        """Read what has changed."""
        self.seen += 1

    def stop(self) -> None:
        """Stop the reading that is under way."""
        self._turn += 1

    async def read(self, journal: Journal) -> None:
        """Read every play that is new, and yield to other tasks now and then."""
        self._turn += 1
        turn, memory = self._turn, cache_of(journal)
        since = shown = monotonic()
        try:
            for step in memory.steps(journal):
                if monotonic() - since < YIELD_SECONDS:
                    continue
                if self.progress is None or monotonic() - shown >= SHOW_SECONDS:
                    if self.progress:
                        self.book = PlayerStats.of(memory, journal)
                    self.progress, shown = step, monotonic()
                await asyncio.sleep(0)
                if self._turn != turn:
                    return
                since = monotonic()
            whole = PlayerStats.of(memory, journal)
        except StorageError as error:
            self.wrong = error.sentence
            return
        except Exception:
            log.exception("the records could not be read")
            self.wrong = "The records could not be read. Your games are safe."
            return
        self.wrong, self.progress, self.book = "", None, whole


def use_reading(client: Client, path: str = "") -> StatsReader:
    """Read the records, and what has changed in them whenever a screen comes back. A hook: call it once.

    A screen of the ``path`` that lies under another one leaves the reading to that one.
    """
    reading, _ = ft.use_state(StatsReader())
    journal, here = client.open_plays.journal, ft.use_route_location()

    async def read() -> None:
        if path in ("", here):
            await reading.read(journal)

    ft.use_effect(read, [here, reading.seen], cleanup=reading.stop)
    return reading


def waiting_note(reading: StatsReader) -> Control:
    """Stand for records of which nothing is read yet."""
    return ft.Container(column(progress_note(reading)), padding=16)


def _missing(reading: StatsReader, words: str) -> Control:
    """Say that something is not there, once all is read."""
    return waiting_note(reading) if reading.progress else not_found(words)


def progress_note(reading: StatsReader) -> Part:
    """Show how far the reading is while it goes on, or what went wrong."""
    if reading.wrong:
        return problem(reading.wrong)
    if reading.progress is None:
        return None
    done, many = reading.progress
    bar = ft.ProgressBar(
        value=done / max(1, many), bar_height=6, border_radius=3, color=theme.ACCENT
    )
    return [
        soft(f"Reading the games: {done} of {many}", Style.BODY_LARGE),
        without_semantics(bar),
    ]


def route_of(key: str) -> str:
    """The route of a player's page; a name may contain any character."""
    return f"/{PATH}/{quote(key, safe='')}"


def person_of(who: Somebody) -> Person:
    """A player as badges show them; without looks of their own, by name."""
    return Person(who.key, who.name, *look(sum(map(ord, who.key)), who.colour, who.token))


def tally_words(tally: Tally) -> str:
    """Say a tally in one line."""
    said = [f"{tally.played} played, {tally.wins or 'none'} won"] if tally.played else []
    if tally.shared:
        said[-1] += " (shared)" if tally.shared == tally.wins else f" ({tally.shared} shared)"
    said += [f"{tally.going} in progress"] if tally.going else []
    return ", ".join(said) or "No games yet"


NONE = "No records yet. They come from bets, debts, rounds and how games end."


@screen
def RecordsScreen(client: Client) -> Control:
    """Show the records of the game that the route names beside who has won most."""
    game, reading = ft.use_route_params().get("game", ""), use_reading(client)
    book = reading.book
    if book is None:
        return waiting_note(reading)
    title = dict(book.games).get(game)
    if title is None:
        return _missing(reading, "This game has not been played yet.")
    records = book.best_of(game)
    left: Part = [
        heading(f"Best of {title}"),
        [_record(book, record) for record in records] or remark(NONE),
    ]
    right: Part = [
        heading("Who has won most"),
        [
            _player(
                player,
                here.tally,
                [
                    soft(f"{result.kind.label}: {result.average} on average")
                    for result in here.results
                ],
            )
            for player, here in book.ranking(game)
        ],
    ]
    return scroll_pane(client, progress_note(reading), side_by_side(client, left, right))


def _record(book: PlayerStats, record: PlayerHighlight) -> Control:
    """Show a record: what, how much and who, in a sentence; a tap opens the play."""
    holder, best = book.somebody(record.sat.player), record.highlight
    said = (text(best.said, Style.HEADLINE_SMALL), text(record.names, Style.LABEL_LARGE))
    return _highlight(
        record,
        soft(best.label, Style.LABEL_MEDIUM),
        wrap(said, spacing=10),
        remark(best.sentence),
        sign=badge(person_of(holder)) if holder else None,
    )


def _highlight(record: PlayerHighlight, *words: Part, sign: Control | None) -> Control:
    """Show something remarkable with when it was; a tap opens the play."""
    play = record.evening
    return link_row(
        visit(play.play),
        words,
        soft(f"{play.title}, {describe_time(play.at)}"),
        sign=sign,
        key=f"{play.play}-{record.highlight.key}",
    )


def _player(who: Somebody, tally: Tally, *more: Part) -> Control:
    """Show a player with how the games went; a tap leads to the player's page."""
    return link_row(
        press(go, route_of(who.key)),
        text(who.name, Style.TITLE_MEDIUM),
        remark(tally_words(tally)),
        more,
        sign=badge(person_of(who)),
        key=f"player-{who.key}",
    )


MOST = 12
"""So many partners are offered, those met most often."""


def head_to_head(
    book: PlayerStats, who: Somebody, rival: str, choose: Callable[[str], object]
) -> Part:
    """Offer everybody a player has met, and show how the two fared: with who was met most, unless another is chosen."""
    met = book.partners(who.key)
    if not met:
        return None
    other = next((each for each in met if each.key == rival), met[0])
    between = ((title, book.between(who.key, other.key, key)) for key, title in book.games)
    lines = (
        soft(f"{title}: {who.name} {played.ahead}, {other.name} {played.behind}")
        for title, played in between
        if played.together
    )
    whole = book.between(who.key, other.key)
    score = ft.Row(
        [
            _side(who, whole.ahead, ft.CrossAxisAlignment.START),
            text(":", Style.HEADLINE_MEDIUM, theme.SOFT_INK, spoken=""),
            _side(other, whole.behind, ft.CrossAxisAlignment.END),
        ],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
    )
    return [
        heading("Head to head"),
        _picks(met[:MOST], other.key, choose) if len(met) > 1 else None,
        card(ft.MergeSemantics(column(score, remark(_words(whole)))), lines),
    ]


def _picks(people: Sequence[Somebody], chosen: str, choose: Callable[[str], object]) -> Control:
    names = {who.key: who.name for who in people}
    signs = {who.key: badge(person_of(who), 26) for who in people}
    return wrap(pills(names, chosen, choose, signs=signs))


def _side(who: Somebody, times: int, align: ft.CrossAxisAlignment) -> Control:
    named = wrap(badge(person_of(who), 28), text(who.name, Style.LABEL_LARGE))
    return lines(
        named, text(str(times), Style.DISPLAY_SMALL), expand=True, horizontal_alignment=align
    )


def _words(met: Between) -> str:
    """Say how often each of the two finished ahead, and how often it is undecided."""
    if not met.together:
        return "They have not finished a game together yet."
    many = "1 game" if met.together == 1 else f"{met.together} games"
    said = [f"Who came out ahead in {many} together, by place."]
    said += [f"Level in {met.level}."] if met.level else []
    said += (
        [f"Undecided in {met.undecided}: one of the two had left, or there were no places."]
        if met.undecided
        else []
    )
    said += [f"{met.going} still in progress."] if met.going else []
    return " ".join(said)


FORGET = "A forgotten player is not offered for new games. Past games stay as they are, and so does this page."


@screen
def PlayerScreen(client: Client) -> Control:
    """Show everything about the player whom the route names, quoted or not."""
    part, reading = ft.use_route_params().get("player", ""), use_reading(client)
    rival, set_rival = ft.use_state("")
    book = reading.book
    if book is None:
        return waiting_note(reading)
    one = book.somebody(part) or book.somebody(unquote(part))
    if one is None:
        return _missing(reading, "Nobody of that name has played.")

    def dress(colour: str, token: str) -> None:
        client.book().dress_player(one.name, colour, token)
        reading.reload()

    def separate(key: str) -> None:
        take_apart(client.book(), key)
        reading.reload()

    def forget() -> None:
        client.book().forget_player(one.name)
        reading.reload()
        show_notice(f"{one.name} is forgotten. Past games stay.")
        if not has_played:
            go("/players")

    has_played = bool(one.tally.played or one.tally.going)
    moments = [
        _highlight(
            moment,
            text(moment.highlight.sentence, Style.BODY_LARGE),
            sign=ft.Icon(Icons.STAR_OUTLINE, theme.ACCENT, 22),
        )
        for moment in book.bests_of(one.key)
    ]
    left: Part = [
        with_sign(
            badge(person_of(one), 64),
            heading(one.name, style=Style.HEADLINE_MEDIUM),
            soft(tally_words(one.tally), Style.BODY_LARGE),
            soft(f"Last played {describe_time(one.last)}") if has_played else None,
        ),
        [heading("Moments to remember"), moments] if moments else None,
        head_to_head(book, one, rival, set_rival),
    ]
    right: list[Part] = [
        [_game(here) for here in book.games_of(one.key)],
        [
            card(
                text(f"Also played as {name}", Style.TITLE_SMALL),
                button("Take apart", separate, key, icon=Icons.CALL_SPLIT, key=f"part-{key}"),
            )
            for key, name in book.joined_with(one.key)
        ],
    ]
    if others := book.others(one.key):
        right.append(Namesakes(client, reading, one, others, key="namesakes"))
    if one.remembered:
        sign = Icons.PERSON_REMOVE_OUTLINED
        right += [
            heading("For the next game"),
            appearance_picker(person_of(one), dress),
            button(f"Forget {one.name}", forget, tone="danger", icon=sign),
            soft(FORGET),
        ]
    return scroll_pane(client, progress_note(reading), side_by_side(client, left, right))


SAME = "Tap the name that is the same person. Games stay as they are, and you can take the two apart again."


@screen
def Namesakes(
    client: Client, reading: StatsReader, who: Somebody, others: Sequence[Somebody]
) -> Control:
    """Offer to count games under another name for the same person."""
    choosing, choose = ft.use_state(False)

    def join(key: str) -> None:
        join_players(client.book(), key, who.key)
        choose(False)
        reading.reload()
        show_notice(f"Those games count for {who.name} now.")

    if not choosing:
        label = f"{who.name} also played under another name"
        return button(label, choose, True, icon=Icons.CALL_MERGE, key="same")
    return column(
        heading(f"Who is {who.name} too?"),
        remark(SAME),
        _picks(others, "", join),
        button("Nobody", choose, False),
        spacing=14,
    )


def _game(here: InGame) -> Control:
    """Show a player's figures in one game."""
    counts = {
        "Played to the end": here.tally.played,
        "Won": here.tally.wins,
        "Of these shared": here.tally.shared,
        "In progress": here.tally.going,
    }
    rows = [(label, str(count)) for label, count in counts.items() if count]
    for result in here.results:
        rows.append((f"{result.kind.label}, best", result.best.highlight.said))
        if result.plays > 1:
            rows.append((f"{result.kind.label}, on average", result.average))
    rows += [(total.kind.label, total.said) for total in here.sums]
    rows += [(best.kind.label, best.best.highlight.said) for best in here.bests]
    return card(
        subheading(here.title),
        [fact(*row) for row in rows],
    )


A_PAGE = 12
WHAT_COUNTS = (
    "Archived games count, deleted ones don't. A shared win counts for everyone who shares it. Games in progress are "
    "counted separately."
)


@screen
def PlayersScreen(client: Client) -> Control:
    """List everybody, and below or beside them the games with their best."""
    reading = use_reading(client, f"/{PATH}")
    book = reading.book
    if book is None or not (book.people or book.left_out or reading.progress is None):
        return waiting_note(reading)
    if not book.people and not book.left_out:
        return empty(
            Icons.GROUPS_OUTLINED,
            "Nobody has played yet",
            "After your first game, everybody's wins, best moments and duels are shown here.",
            main_button("Start a game", go, "/new", icon=Icons.ADD),
        )
    records = []
    for key, title in book.games:
        best = next(iter(book.best_of(key)), None)
        said = f"{best.highlight.label}: {best.names}, {best.highlight.said}" if best else ""
        row = link_row(
            press(go, f"/{PATH}/{BEST}/{key}"),
            text(f"Best of {title}", Style.TITLE_MEDIUM),
            remark(said or "No records yet"),
            sign=ft.Icon(Icons.EMOJI_EVENTS_OUTLINED, theme.ACCENT, 28),
            key=f"best-{key}",
        )
        records.append(row)
    left_out = (
        note(f"\u201c{play.title}\u201d is left out. {play.why}", "warn") for play in book.left_out
    )
    right: Part = [
        [heading("Records"), records] if records else None,
        left_out,
        soft(WHAT_COUNTS),
    ]
    left: Part = [heading("Players"), Paged(book.people, _rows, A_PAGE)]
    return scroll_pane(client, progress_note(reading), side_by_side(client, left, right), spacing=8)


def _rows(people: Sequence[Somebody]) -> Iterator[Control]:
    for who in people:
        verb = "Last played" if who.tally.played or who.tally.going else "Sat down"
        yield _player(who, who.tally, soft(f"{verb} {describe_time(who.last)}"))
