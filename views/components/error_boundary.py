"""The boundary behind every screen and the guard of every handler, so that one fault doesn't take the rest with it.

In Flet 1.0.5 an exception while redrawing silently stops all later updates of its session.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable, Coroutine
from traceback import TracebackException
from typing import Any, ParamSpec, TypeVar

import flet as ft
from flet.components.component import Component

from models.errors import StorageError
from models.frozen import frozen
from models.ledger import Refusal
from views.theme import GAP, RADIUS, TONES, unbroken

log = logging.getLogger("companion.views")

P = ParamSpec("P")
C = TypeVar("C", bound=ft.Control)
Handler = Callable[[], Coroutine[Any, Any, None]]
OnTap = Callable[..., Any]
"""What a tap calls."""


REPORT = "report"
"""Under this a session keeps what saves the report of a fault."""
SAVE_REPORT = "Save a report"
SORRY = "Sorry, that went wrong. Nothing was recorded by it; what was recorded before is safe."


@frozen
class Fault:
    """What went wrong ``where``, with the exceptions that led to it; no value of any variable is kept."""

    where: str
    raised: TracebackException

    @classmethod
    def of(cls, error: BaseException, where: str) -> Fault:
        """Note what is known of an exception."""
        return cls(where, TracebackException.from_exception(error))


async def save_report(fault: Fault) -> None:
    """Save the report of a fault, as this session does it."""
    if save := ft.context.page.session.store.get(REPORT):
        await save(fault)


def screen(fn: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """Make a component with an error boundary; use it in place of ``@ft.component``.

    A fault while drawing would silently stop every later update of the session, so it is caught, logged, and shown in
    place of this one part.
    """
    return _bounded(fn, lambda note: note)


def whole_view(fn: Callable[P, ft.View]) -> Callable[..., ft.View]:
    """Make a component that draws a whole view, behind the same boundary as :func:`screen`."""
    return _bounded(fn, lambda note: ft.View(controls=[ft.SafeArea(note)]))


def _bounded(fn: Callable[P, C], stand_in: Callable[[ft.Control], C]) -> Callable[..., C]:
    @functools.wraps(fn)
    def body(*args: P.args, **kwargs: P.kwargs) -> C:
        try:
            return fn(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other parts of the screen live on
            return stand_in(_instead(error, fn.__name__))

    return ft.component(body)


def _instead(error: Exception, where: str) -> ft.Control:
    """Stand in for a part that could not be drawn: the book could not be read just now, or there is a fault."""
    if not isinstance(error, StorageError):
        log.error("drawing %s failed", where, exc_info=error)
        save = press(save_report, Fault.of(error, where))
        return failure_note(
            "The book itself is safe. Go on, or open the game again.",
            SAVE_REPORT,
            ft.Icons.SAVE_ALT,
            "A file to send, without names and amounts",
            save,
        )
    log.warning("drawing %s: %s", where, error.sentence)
    again = press(lambda: _component_of(note).update())  # type: ignore[no-untyped-call]
    note = failure_note(
        error.sentence, "Try again", ft.Icons.REFRESH, "Draw this part again", again
    )
    return note


def _component_of(control: ft.BaseControl) -> Component:
    """Return the component that drew a control; where it was kept from an earlier drawing, the one it is in now."""
    while not isinstance(control, Component):
        parent = control.parent
        if parent is None:
            raise RuntimeError("it has left the screen")
        control = parent
    return control


def memo(fn: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """Make a screen's part that is drawn again only when its values change: of long lists, or what typing leaves."""
    made: Callable[..., ft.Control] = ft.memo(screen(fn))  # type: ignore[no-untyped-call]
    return made


@memo
def Still(draw: Callable[..., ft.Control], *values: object) -> ft.Control:
    """Draw what a function makes of some values, and nothing again as long as it and they are the same."""
    return draw(*values)


def guard(fn: Callable[P, object]) -> Callable[P, Coroutine[Any, Any, None]]:
    """Guard a handler: a refusal or a fault becomes a notice at the foot of the screen."""

    @functools.wraps(fn)
    async def handler(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            result = fn(*args, **kwargs)
            if inspect.isawaitable(result):
                await result
        except (Refusal, StorageError) as said:
            show_notice(said.sentence)
        except Exception as error:
            log.exception("handler failed")
            fault = Fault.of(error, getattr(fn, "__qualname__", type(fn).__name__))
            show_notice(SORRY, ft.SnackBarAction(SAVE_REPORT, on_click=press(save_report, fault)))

    return handler


def ignore_late_taps(
    page: ft.Page,
    heard: Callable[[int], Handler | None],
    is_echo: Callable[[], bool],
) -> None:
    """Ignore a tap that was under way when its button went away, and one that ``is_echo`` of a key.

    Flet 1.0.5 dispatches to a control that has left the page if it still knows the number, fails, and shows the fault
    in place of the whole screen. ``heard`` gets the number of the control first, and may return a handler to run all
    the same.
    """
    session = page.session
    dispatch = session.dispatch_event

    async def dispatch_event(control_id: int, event_name: str, event_data: Any) -> None:
        if event_name == "click" and is_echo():
            return
        known = session.index.get(control_id)
        if known is not None and is_on(page, known):
            await dispatch(control_id, event_name, event_data)
            return
        if event_name == "click" and (handler := heard(control_id)):
            page.run_task(handler)
            return
        if known is None:
            await dispatch(control_id, event_name, event_data)
            return
        session.index.pop(control_id, None)
        try:
            await dispatch(control_id, event_name, event_data)
        finally:
            session.index.setdefault(control_id, known)  # it may be put back on the page

    session.dispatch_event = dispatch_event  # type: ignore[method-assign] # there is no other place to stand in between


def hear_late_answers(page: ft.Page) -> None:
    """Hear a device out that answers for a control which has gone meanwhile, such as a column told to scroll.

    Flet 1.0.5 hangs up on it instead. Who waits for the answer has it from the page, which never goes.
    """
    session = page.session
    answer = session.handle_invoke_method_results

    def hear_answer(control_id: int, call_id: str, result: Any, error: str | None) -> None:
        answer(control_id if control_id in session.index else page._i, call_id, result, error)  # noqa: SLF001 - Flet has no other name for it

    session.handle_invoke_method_results = hear_answer  # type: ignore[method-assign] # as above


def is_on(page: ft.Page, control: ft.BaseControl) -> bool:
    """Whether a control is on the page of its session."""
    try:
        return control.page is page
    except RuntimeError:
        return False


def press(fn: OnTap, *args: object, **kwargs: object) -> Handler:
    """Bind a handler to its values, guarded. For loops too: a default argument would get the event."""

    async def handler() -> None:
        await guard(fn)(*args, **kwargs)

    return handler


def show_notice(words: str, action: ft.SnackBarAction | None = None) -> None:
    """Show a passing notice at the foot of the screen, with what may be done about it."""
    said = ft.Text(unbroken(words), semantics_label=words)
    notice = ft.SnackBar(said, duration=5000, persist=False, show_close_icon=True)
    if action:
        notice.action, notice.duration = action, 10_000
    ft.context.page.show_dialog(notice)


def failure_note(
    words: str, name: str, icon: ft.IconData, tooltip: str, on_click: Handler
) -> ft.Control:
    """Say that a part could not be drawn, and what may be done: its name, its icon, what it does, and the tap."""
    ground, colour = TONES["bad"]
    title = "This part of the screen could not be drawn."
    content = ft.Column(
        [
            ft.Text(title, theme_style=ft.TextThemeStyle.TITLE_SMALL, color=colour),
            ft.Text(words, theme_style=ft.TextThemeStyle.BODY_MEDIUM, color=colour),
            ft.OutlinedButton(name, icon=icon, tooltip=tooltip, on_click=on_click),
        ],
        tight=True,
    )
    return ft.Container(content, padding=GAP, border_radius=RADIUS, bgcolor=ground)
