"""Paper and ink by day and by night, on the screen and on a page that is taken along."""

from __future__ import annotations

LIGHT = {
    "paper": "#F4F3EE",
    "card": "#FEFDF8",
    "ink": "#1B1A18",
    "soft": "#5D5950",
    "hair": "#DCD6C8",
    "edge": "#857E70",
    "fill": "#EEE9DD",
    "gain": "#1C6B3B",
    "loss": "#A7281E",
    "note": "#FCEFC0",
    "on-note": "#493900",
}
DARK = {
    "paper": "#161412",
    "card": "#211E1A",
    "ink": "#EFEAE0",
    "soft": "#BDB5A7",
    "hair": "#403A33",
    "edge": "#928A7C",
    "fill": "#302B26",
    "gain": "#84D09A",
    "loss": "#F59B90",
    "note": "#463A0C",
    "on-note": "#F7E5A0",
}
