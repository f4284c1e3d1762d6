"""What the app's letters can't write: a name without any is shown by the seat's shape and number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from unicodedata import normalize

import flet as ft

if TYPE_CHECKING:
    from companion.core.show.people import Person

DRAWN = (
    r"\u0020-\u007e\u00a0-\u0148\u014a-\u017f\u0218-\u021b\u1e9e-\u1e9e\u2002-\u2027"
    r"\u202a-\u203a\u2044-\u2044\u2060-\u2064\u2066-\u2069\u20ac-\u20ac\u2116-\u2116"
    r"\u2122-\u2122\u2153-\u2153\u215a-\u215e\u2190-\u22ff\u2318-\u2318\u232b-\u232b"
    r"\u23ce-\u23cf\u2460-\u2469\u2500-\u269c\u269e-\u26b8\u26c0-\u26c3\u2701-\u2704"
    r"\u2706-\u2709\u270c-\u2727\u2729-\u274b\u274d-\u274d\u274f-\u2752\u2756-\u2756"
    r"\u2758-\u275e\u2761-\u2794\u2798-\u27af\u27b1-\u27be\ufe00-\ufe0f\ufeff-\ufeff"
)
"""The characters that have a glyph, as packaging/fonts.py wrote them: a browser has no others for us."""
MISSING = re.compile(rf"[^\n{DRAWN}]+")
SHAPES = {
    "circle": "\u25cf",
    "square": "\u25a0",
    "diamond": "\u25c6",
    "shield": "\u25bc",
    "arch": "\u25b2",
    "leaf": "\u2766",
}
"""What stands for a token in a sentence, by its shape."""
NAMES = "names"
"""Under this a session keeps what stands for names."""


def know_names(page: ft.Page, people: Iterable[Person]) -> None:
    """Keep for a page what stands for those players' names that can't be written."""
    signs = {}
    for number, person in enumerate(people, 1):
        name = normalize("NFC", person.name)
        if MISSING.search(name):
            rest = MISSING.sub("", name).strip()
            sign = f"{SHAPES[person.shape]}\u00a0{number}"
            signs[name] = rest if any(map(str.isalnum, rest)) else sign
    page.session.store.set(NAMES, signs)


def shown(words: str) -> str:
    """Words as a page can show them; a native app finds other letters on its device."""
    if not MISSING.search(words) or not ft.context.page.web:
        return words
    words = normalize("NFC", words)
    for name, sign in (ft.context.page.session.store.get(NAMES) or {}).items():
        words = words.replace(name, sign)
    return MISSING.sub("", words) or SHAPES["circle"]


def initial(name: str) -> str:
    """The letter on a token, or the number of the seat."""
    written = shown(name)
    return written[:1].upper() if written[:1].isalnum() else written[-1:]
