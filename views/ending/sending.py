"""Sending the end of a play: its picture and a sentence to look at, and what hands them to other apps."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import flet as ft
from flet.components.hooks.use_ref import MutableRef
from flet.controls.client_action import action_field, shared_service

from companion.core.show.cards import Ending
from companion.formats import bg_stats
from companion.formats.evening import read
from companion.formats.session import file_name
from models.errors import StorageError
from models.ledger import Refusal
from models.plays import Play
from views.app_shell import visit
from views.components import controls
from views.components.controls import (
    Control,
    Icons,
    Style,
    button,
    column,
    dialog,
    main_button,
    press,
    quiet_button,
    row,
    screen,
    soft,
    text,
    wrap,
)
from views.ending import picture
from views.ending.ending import Story
from views.settings.file_transfer import in_thread
from views.setup.setup import start_next_game, start_rematch
from views.state.client import Client
from views.state.open_plays import OpenPlays
from views.state.play.play_snapshot import PlaySnapshot


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
        more: dict[str, Any] = {
            "download_fallback_enabled": True,
            "mail_to_fallback_enabled": False,
        }
        self._bind(
            shared_service(ft.Share), "share_files", {"files": files, "text": self.words, **more}
        )


def ending_acts(client: Client, snapshot: PlaySnapshot) -> Control:
    """Offer the picture first, then another play, and small the other files and figures."""
    play = snapshot.play
    # a book that can't be written can still be shared
    barred = client.open_plays.journal.database.broken
    export, figures = (visit(play.id, part) for part in ("take", "see"))
    every = quiet_button("All the figures", figures, key="all-figures")
    return column(
        SendButton(snapshot, key="sending"),
        soft(barred) if barred else None,
        button(
            "Play again",
            start_rematch,
            client,
            snapshot,
            icon=Icons.REPLAY,
            disabled=bool(barred),
            key="rematch",
        ),
        button(
            "Next game",
            start_next_game,
            client,
            snapshot,
            icon=Icons.GROUP,
            disabled=bool(barred),
            key="another-game",
        ),
        wrap(
            quiet_button("Export", export, key="other-files"),
            BgStatsButton(client.open_plays, play, snapshot.version, key="stats"),
            None if snapshot.secret else every,
            spacing=4,
        ),
        spacing=8,
    )


@screen
def SendButton(snapshot: PlaySnapshot) -> Control:
    """Offer the picture; a tap shows it before anything leaves the device."""
    ending = snapshot.ending
    story, tell = ft.use_state(cast("Story | None", None))

    async def look() -> None:
        tell(await in_thread(Story.of, snapshot))

    close = partial(tell, None)
    ft.use_effect(close, [snapshot.version])
    shown = story is not None and ending is not None
    ft.use_dialog(
        dialog(
            "To your friends",
            Preview(snapshot, ending, story),
            quiet_button("Close", close, key="close-picture"),
            inset_padding=10,
            modal=False,
            on_dismiss=press(close),
        )
        if shown
        else None
    )
    return main_button("Send the picture", look, icon=Icons.IOS_SHARE, key="send")


@screen
def Preview(snapshot: PlaySnapshot, ending: Ending, story: Story) -> Control:
    """Show the picture and its words, and what hands them on once the picture is taken."""
    taken, keep = ft.use_state(b"")
    problem, say = ft.use_state("")
    shot = ft.use_memo(lambda: ft.Screenshot(picture.picture(snapshot, story)), [])
    picker: MutableRef[ft.FilePicker] = ft.use_ref(
        ft.FilePicker
    )  # without a reference it is taken off the page
    words = picture.sentence(snapshot, ending)
    name = file_name(snapshot.play.title, ".png")

    async def take() -> None:
        for _ in range(TRIES):
            with suppress(RuntimeError, TimeoutError):
                keep(await shot.capture(pixel_ratio=picture.PIXELS, delay=DRAWN))
                return
        say("This device can't take the picture.")

    async def save() -> None:
        if picker.current:
            await picker.current.save_file(file_name=name, src_bytes=taken)

    ft.use_effect(take, [])
    shown = controls.read_out(picture.preview(shot), "The picture of the end", image=True)
    share = main_button(
        "Send",
        icon=Icons.IOS_SHARE,
        disabled=not taken,
        key="share-picture",
        action=ShareFiles(name, taken, words),
    )
    page = ft.context.page
    # on Linux no program takes files from another
    share.visible = page.web or page.platform != ft.PagePlatform.LINUX
    acts = wrap(
        share,
        button("Save", save, icon=Icons.SAVE_ALT, disabled=not taken, key="save-picture"),
    )
    acts.alignment = ft.MainAxisAlignment.CENTER
    copy = quiet_button(
        "Copy the words",
        icon=Icons.CONTENT_COPY,
        key="copy-words",
        action=ft.CopyToClipboard(words),
    )
    whole = row(shown, alignment=ft.MainAxisAlignment.CENTER)
    said = controls.problem(problem), text(words, align=ft.TextAlign.CENTER)
    if float(page.height or HIGH) < HIGH:  # below the picture nobody would look for them
        return column(acts, said, copy, whole)
    return column(whole, said, acts, copy)


HIGH = 700
"""Height of a window in which the picture is whole, with what hands it on."""


DRAWN = ft.Duration(milliseconds=100)
"""After so long all of the picture is drawn on the device."""
TRIES = 2
"""A page that is loaded again while the picture is taken never answers, and is asked again."""


@screen
def BgStatsButton(open_plays: OpenPlays, play: Play, version: int) -> Control:
    """Open BG Stats with the play filled in, once it was said what goes there."""
    opened, show = ft.use_state(False)

    def make_link() -> tuple[str, str]:
        try:
            evening = read(open_plays.journal_of(play.id), play.id)
            return bg_stats.link(evening), bg_stats.describe(evening)
        except (StorageError, Refusal):
            return "", ""  # the table says what is damaged

    link, words = ft.use_memo(make_link, [play.id, version])
    close = partial(show, False)
    ft.use_effect(close, [version])
    # a browser opens a window only while a tap is handled
    leave = main_button(
        "Open BG Stats",
        close,
        icon=Icons.OPEN_IN_NEW,
        key="open-bg-stats",
        action=ft.OpenUrl(link, target=ft.UrlTarget.BLANK),
    )
    ft.use_dialog(
        dialog(
            "Open BG Stats?",
            text(words, Style.BODY_LARGE),
            quiet_button("Cancel", close, key="stay"),
            leave,
            modal=False,
            on_dismiss=press(close),
        )
        if opened
        else None
    )
    return quiet_button("BG Stats", show, True, disabled=not link, key="bg-stats")
