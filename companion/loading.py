"""Loading modules without looking for waste meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Load what stays for good: Python looks for waste neither while it is loaded nor in it later.

    Looking through all that is loaded already, again and again while more is, is about a seventh of what loading takes;
    and it would cost a tap now and then, if it were not set aside.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
