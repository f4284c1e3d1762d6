"""Paint the app's icons from icon.svg: `python3 packaging/icon.py`, in the test environment.

The results are kept in the repository, so only a change of the drawing needs this. The names are those that
Flet's web client and its builds look for; what they do not find, they fill with Flet's own mark.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
ASSETS = HERE.parent / "views" / "assets"
SVG = '<body style="margin:0"><div style="width:100vw;height:100vh">{}</div>'
# Phones cut an icon to a shape of their own, so these have ground to every edge and a smaller drawing.
FULL = "<style>.ground{{rx:0}} svg{{transform:scale({})}} body{{background:#7c430b}}</style>"


class Icon(NamedTuple):
    """One picture: its file, its size, and how much of it the drawing takes when it fills the square."""

    file: str
    size: int
    fills: float | None = None


ICONS = (
    Icon("icon.png", 512),
    Icon("favicon.png", 64),
    Icon("icons/icon-192.png", 192),
    Icon("icons/icon-512.png", 512),
    Icon("icons/icon-maskable-192.png", 192, fills=0.86),
    Icon("icons/icon-maskable-512.png", 512, fills=0.86),
    Icon("icons/apple-touch-icon-192.png", 192, fills=1.0),
    Icon("icons/loading-animation.png", 256),
)


def main() -> None:
    """Paint every icon."""
    program = shutil.which("chromium") or sys.exit("Install Chromium first: it does the painting.")
    drawing = (HERE / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for icon in ICONS:
            page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
            style = FULL.format(icon.fills) if icon.fills else ""
            page.set_content(SVG.format(drawing) + style)
            target = ASSETS / icon.file
            target.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=target, omit_background=True)
            page.close()
            print(f"{icon.file}: {target.stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
