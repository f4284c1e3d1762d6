"""A tool that is one sum: its questions, its pad, and the answer with its working as they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tools.formulas import FORMULAS
from views.components import amounts, controls
from views.components.controls import screen
from views.components.price_chart import PriceChart
from views.components.receipt import receipt
from views.tools.bench import use_bench
from views.tools.pad import number_pad
from views.tools.parts import NONE, answer_card, house_rules, lay, question

if TYPE_CHECKING:
    import flet as ft

    from companion.tools.asking import Ask, Outcome
    from views.state.client import Client
    from views.tools.bench import Bench

CHART = 150.0
"""Height of the chart of a price, at text size 1."""


def active(bench: Bench, tool: str, asked: tuple[Ask, ...], outcome: Outcome) -> Ask | None:
    """Tell which question takes the keys: the one tapped, else the first that lacks an answer or a usual figure."""
    typed = [one for one in asked if one.typed]
    tapped = next((one for one in typed if one.name == bench.at.get(tool)), None)
    missing = next((one for one in typed if one.name == outcome.missing), None)
    plain = [one for one in typed if not one.house]
    # what has a usual figure is asked for last
    plain.sort(key=lambda one: bool(one.default))
    return tapped or missing or (plain[0] if plain else None)


def takes(bench: Bench, tool: str) -> Ask | None:
    """The question that takes the keys now."""
    given = bench.given(tool)
    return active(bench, tool, FORMULAS[tool].asks(given), FORMULAS[tool].outcome(given))


@screen
def FormScreen(store: Client, tool: str) -> ft.Control:
    """Ask what the sum needs, and answer as soon as it can be worked out."""
    bench = use_bench(tool)
    formula, given, scale = FORMULAS[tool], bench.given(tool), store.prefs.scale
    asked = formula.asks(given)
    outcome = formula.outcome(given)
    asking = active(bench, tool, asked, outcome)
    faults = dict(outcome.faults)
    shown = [
        question(bench, tool, ask, faults.get(ask.name, ""), active=ask is asking, scale=scale)
        for ask in asked
        if not ask.house
    ]
    house = house_rules(bench, tool, [ask for ask in asked if ask.house], faults, scale)
    keys = number_pad(bench, tool, asking, store, wrong=asking.name in faults) if asking else None
    answer, working = _answer(outcome, asked), _working(outcome, scale)
    return lay(
        store,
        ([*shown, *([keys] if keys else []), *house], [answer, *working]),
        ([answer, *shown], [*working, *house]),
        keys,
    )


def _answer(outcome: Outcome, asked: tuple[Ask, ...]) -> ft.Control:
    found = outcome.answer
    if found is None:
        names = {ask.name: ask.text for ask in asked}
        open_one = names.get(outcome.missing, "")
        words = outcome.fault or next(iter(outcome.faults.values()), f"Still open: {open_one}.")
        return answer_card("Answer", NONE, words, (), words)
    figure = amounts.figure(found.figure, found.unit)
    return answer_card(found.label, figure, amounts.spoken(found.figure, found.unit), found.facts)


def _working(outcome: Outcome, scale: float) -> list[ft.Control]:
    """The receipt of each step, and the chart of a price that has moved."""
    found = outcome.answer
    if found is None:
        return []
    made: list[ft.Control] = [receipt(one) for one in found.receipts]
    if found.history:
        chart = PriceChart(found.history, found.unit, CHART * min(1.35, max(1.0, scale)), scale, key="tool-chart")
        made.append(controls.card(chart))
    return made
