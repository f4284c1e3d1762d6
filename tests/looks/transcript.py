"""What a screen shows in plain text, from the top down: a line for each text, and for each thing that can be tapped.

What stands in square brackets can be tapped, what stands in round ones can't be now, and a star is on what is chosen.
Between quotation marks is what a screen reader says where that is something else. A colour is named where it means
something.
"""

import flet as ft
import flet_charts as charts

from views.theme import GAIN, JOINER, LOSS, TONES

MEANS = {
    GAIN: "gain",
    LOSS: "loss",
    **{ink: tone for tone, (_, ink) in TONES.items() if tone not in ("plain", "accent")},
}
"""Colours of words that say something besides."""


def lines(screen):
    """What is on a screen."""
    return Transcript(screen.shown).lines


class Transcript:
    """The lines of what was read of a screen."""

    def __init__(self, reading):
        self.reading = reading
        self.lines = []
        self._within = set()
        for dialog in reading.of(ft.DialogControl):
            if not dialog.open:  # it is about to slide away
                self._within.update(id(one) for one in reading.below(dialog))
        for control in reading.controls:
            if id(control) not in self._within and (said := self._line(control)):
                self.lines.append(" ".join(said.split()))

    def _line(self, control):
        """The line of a control, or nothing: of one that holds others, these have theirs."""
        for kind, line in KINDS.items():
            if isinstance(control, kind):
                return line(self, control)
        if not isinstance(control, ft.MergeSemantics | ft.Semantics) and not _is_tapped(control):
            return _text(control)
        below = self.reading.below(control)
        buttons = [one for one in below if _is_tapped(one)]
        label = getattr(control, "label", None)
        merges = not isinstance(control, ft.Semantics)
        if len(buttons) == 1 and (
            merges or label or control.selected is not None or control.disabled
        ):
            return self._button(buttons[0], below)
        if not buttons and (merges or label or control.exclude_semantics):
            return self.merge(below)
        return f'"{label}"' if label else ""

    def _button(self, button, below):
        said = [one for one in below if isinstance(one, ft.Semantics)]
        off = getattr(button, "disabled", None) or any(one.disabled for one in said)
        hint = getattr(button, "tooltip", None)
        star = "* " if any(one.selected for one in said) else ""
        words = self.merge(below)
        content = getattr(button, "content", None)
        if isinstance(content, str):
            words = f"{content} {words}".strip()
        if isinstance(hint, str) and hint not in words:
            words += f" ({hint})"
        return f"({star}{words})" if off else f"[{star}{words}]"

    def merge(self, below):
        """Several controls as one line."""
        self._within.update(id(one) for one in below)
        shown = " | ".join(filter(None, (_text(one) for one in below)))
        labels = [
            one.label
            for one in below
            if isinstance(one, ft.Semantics) and one.label and one.label != shown
        ]
        return f"{shown} {' '.join(f'{chr(34)}{one}{chr(34)}' for one in labels)}".strip()


def _is_tapped(control):
    return bool(getattr(control, "on_click", None) or getattr(control, "on_tap", None))


def _text(control):
    if isinstance(control, ft.Text) and control.value:
        shown = str(control.value).replace(JOINER, "")
        spoken = control.semantics_label
        crossed = bool(control.style and control.style.decoration)
        colour = MEANS.get(control.color, "")
        more = [
            f'"{spoken}"' if spoken and spoken != shown else "",
            f"<{colour}>" if colour else "",
        ]
        return " ".join(filter(None, ("~" * crossed + shown, *more)))
    if isinstance(control, ft.Icon):
        return f"{control.icon.name.lower()}{' ' + repr(control.semantics_label) if control.semantics_label else ''}"
    if isinstance(control, ft.IconButton) and isinstance(control.icon, ft.IconData):
        return str(control.icon.name).lower()
    return ""


def _field(_, control):
    more = (getattr(control, name, None) for name in ("error", "helper", "hint_text"))
    said = [f"{control.label}: {control.value}", *more, "off" if control.disabled else ""]
    return f"field {' | '.join(str(one) for one in said if one)}"


def _chart(_, chart):
    def axis(one):
        return " ".join(str(label.label.value) for label in one.labels)

    curves = "; ".join(
        " ".join(f"{one.x:g},{one.y:g}" for one in line.points) for line in chart.data_series
    )
    return f"chart {axis(chart.left_axis)} / {curves}"


def _bar(transcript, bar):
    transcript.merge(transcript.reading.below(bar))
    names = (
        f"[{'* ' if at == bar.selected_index else ''}{one.label}]"
        for at, one in enumerate(bar.destinations)
    )
    return f"bar {' '.join(names)}"


def _row(transcript, row):
    return transcript.merge(transcript.reading.below(row))


KINDS = {
    ft.TextField: _field,
    ft.Switch: _field,
    ft.NavigationBar: _bar,
    ft.NavigationRail: _bar,
    ft.DataRow: _row,
    ft.PopupMenuButton: lambda _, control: f"menu ({control.tooltip})",
    ft.ProgressBar: lambda _, control: f"progress {control.value}",
    charts.LineChart: _chart,
}
"""How a control is told that is more than words or a button."""
