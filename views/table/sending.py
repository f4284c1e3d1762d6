"""Sending the end of a play: its picture and a sentence to look at, and what hands them to other apps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft
from flet.components.hooks.use_ref import MutableRef
from flet.controls.client_action import action_field, shared_service

from companion.formats import bg_stats, picture
from companion.formats.evening import read
from companion.formats.session import file_name
from models.errors import StorageError
from models.ledger import Refusal
from models.plays import Play
from views import theme
from views.components import controls
from views.components.controls import Style, button, press, screen, text
from views.settings.file_transfer import in_thread
from views.state.open_plays import OpenPlays

WIDE, HIGH = 264, 330
"""The picture as it is looked at, at a quarter of its size."""


@dataclass
class ShareFiles(ft.ClientAction):
    """Opens the device's share sheet with a file and words, while the tap is handled; else the client saves the file.

    Safari shares files only while a tap is handled, and an answer from here would come too late.
    """

    name: str = action_field()
    data: bytes = action_field()
    words: str = action_field()

    def __post_init__(self) -> None:
        files = [{"name": self.name, "mime_type": "image/png", "data": self.data}]
        more: dict[str, Any] = {"download_fallback_enabled": True, "mail_to_fallback_enabled": False}
        self._bind(shared_service(ft.Share), "share_files", {"files": files, "text": self.words, **more})


@dataclass(frozen=True, slots=True)
class Picture:
    """What is sent of a play: the picture's file, and the sentence beside it."""

    name: str
    data: bytes
    words: str


def make(open_plays: OpenPlays, play: Play) -> Picture:
    """Draw the picture of a play that is over."""
    evening = read(open_plays.journal_of(play.id), play.id)
    result = picture.Result(evening)
    name = file_name(play.title).removesuffix(".txt") + ".png"
    return Picture(name, picture.Drawing(result, theme.fonts_folder()).png(), result.sentence)


@screen
def SendButton(open_plays: OpenPlays, play: Play, version: int) -> ft.Control:
    """Offer the picture; a tap shows it before anything leaves the device."""
    made, keep = ft.use_state(NOTHING)
    opened, show = ft.use_state(False)
    problem, say = ft.use_state("")
    picker: MutableRef[ft.FilePicker] = ft.use_ref(ft.FilePicker)  # without a reference it is taken off the page

    async def look() -> None:
        show(True)
        say("")
        try:
            keep(await in_thread(make, open_plays, play))
        except (StorageError, Refusal) as refusal:
            say(refusal.sentence)

    async def save() -> None:
        if picker.current:
            await picker.current.save_file(file_name=made.name, src_bytes=made.data)

    def close() -> None:
        show(False)
        keep(NOTHING)

    ft.use_effect(close, dependencies=[version])
    ft.use_dialog(_dialog(made, problem, save, close) if opened else None)
    return button("Send the picture", press(look), tone="primary", icon=ft.Icons.IOS_SHARE, key="send")


NOTHING = Picture("", b"", "")


def _dialog(made: Picture, problem: str, save: Callable[..., object], close: Callable[..., object]) -> ft.AlertDialog:
    if problem:
        inside: list[ft.Control] = [controls.note(problem, "bad", live=True)]
    elif not made.data:
        ring = ft.ProgressRing(semantics_label="Drawing the picture")
        inside = [ft.Container(ring, width=WIDE, height=HIGH, alignment=ft.Alignment.CENTER)]
    else:
        inside = _ready(made, save)
    return ft.AlertDialog(
        title=text("To your friends", Style.HEADLINE_SMALL),
        content=ft.Container(
            ft.Column(
                inside,
                spacing=theme.GAP,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            width=WIDE + 16,
        ),
        actions=[button("Close", press(close), tone="quiet", key="close-picture")],
        scrollable=True,
        on_dismiss=press(close),
    )


def _ready(made: Picture, save: Callable[..., object]) -> list[ft.Control]:
    """Show the picture and its words, and what hands them on."""
    shown = ft.Image(
        src=made.data, width=WIDE, height=HIGH, border_radius=theme.RADIUS, semantics_label="The picture of the end"
    )
    copy = button("Copy the words", press(_ignore), tone="quiet", icon=ft.Icons.CONTENT_COPY, key="copy-words")
    copy.action = ft.CopyToClipboard(made.words)  # type: ignore[attr-defined]  # buttons of all tones have one
    keep = button("Save", press(save), icon=ft.Icons.SAVE_ALT, key="save-picture")
    acts: list[ft.Control] = [keep]
    page = ft.context.page
    if page.web or page.platform != ft.PagePlatform.LINUX:  # there no program takes files from another
        share = button("Send", press(_ignore), tone="primary", icon=ft.Icons.IOS_SHARE, key="share-picture")
        share.action = ShareFiles(made.name, made.data, made.words)  # type: ignore[attr-defined]
        acts.insert(0, share)
    return [
        shown,
        text(made.words, Style.BODY_MEDIUM, align=ft.TextAlign.CENTER),
        ft.Row([*acts], wrap=True, alignment=ft.MainAxisAlignment.CENTER),
        copy,
    ]


def _ignore() -> None:
    """The client has done it by itself."""


@screen
def BgStatsButton(open_plays: OpenPlays, play: Play, version: int) -> ft.Control:
    """Open BG Stats with the play filled in, once it was said what goes there."""
    opened, show = ft.use_state(False)

    def make_link() -> tuple[str, str]:
        try:
            evening = read(open_plays.journal_of(play.id), play.id)
            return bg_stats.link(evening), bg_stats.describe(evening)
        except (StorageError, Refusal):
            return "", ""  # the table says what is damaged

    link, words = ft.use_memo(make_link, dependencies=[play.id, version])
    close = partial(show, False)
    ft.use_effect(close, dependencies=[version])
    ft.use_dialog(_leave_for(link, words, close) if opened else None)
    return button("BG Stats", press(show, True), tone="quiet", disabled=not link, key="bg-stats")


def _leave_for(link: str, words: str, close: Callable[[], object]) -> ft.AlertDialog:
    """Say what goes to a site of others, before it is opened."""
    leave = button("Open BG Stats", press(close), tone="primary", icon=ft.Icons.OPEN_IN_NEW, key="open-bg-stats")
    # the client does it by itself: a browser opens a window only while a tap is handled
    leave.action = ft.OpenUrl(link, target=ft.UrlTarget.BLANK)  # type: ignore[attr-defined]
    return ft.AlertDialog(
        title=text("Open BG Stats?", Style.HEADLINE_SMALL),
        content=ft.Container(text(words, Style.BODY_LARGE), width=WIDE + 16),
        actions=[button("Cancel", press(close), tone="quiet", key="stay"), leave],
        scrollable=True,
        on_dismiss=press(close),
    )
