"""Importing modules without garbage collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = (20_000, 20, 50)
"""How many things are made between two collections, and how many of these between two of what has been there longer."""


@contextmanager
def loading() -> Iterator[None]:
    """Import what stays loaded: it is neither collected while it is imported nor scanned later.

    Collections take about a seventh of the time of imports, and would delay a tap now and then. They are seldom after
    it, too: one that looks through all screens takes longer than what a tap does.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()
