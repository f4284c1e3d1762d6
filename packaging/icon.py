"""Paint the app's pictures from icon.svg: `python3 packaging/icon.py`, in the test environment.

The results are kept in the repository, so only a change of the drawing needs Chromium; what is built takes the
kept ones by `write_icons`. The names are those that Flet's web client and its builder look for; what they do
not find, they fill with Flet's own mark.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
DRAWING = HERE / "icon.svg"
ASSETS = HERE.parent / "views" / "assets"
KEPT = HERE / "pictures"
STAMP = KEPT / "painted-from.txt"
"""The file with the SHA-256 of the drawing that the kept pictures were painted from."""

GROUND = "#7c430b"
SVG = '<body style="margin:0;overflow:hidden"><div style="width:100vw;height:100vh">{}</div>'
# Systems that crop icons need ground to every edge, and a drawing that keeps clear of the crop.
FULL = "<style>.ground{{rx:0}} svg{{transform:scale({})}} body{{background:" + GROUND + "}}</style>"
BARE = "<style>.ground{{display:none}} svg{{transform:scale({})}}</style>"
DIM = "<style>svg{filter:brightness(.86)}</style>"  # white paper glares on a dark screen


class Icon(NamedTuple):
    """One picture: where it is kept, its width and height in pixels, and what makes it differ from the drawing."""

    file: Path
    size: int
    style: str = ""


ICONS = (
    Icon(ASSETS / "icon.png", 512),
    Icon(ASSETS / "favicon.png", 64),
    Icon(ASSETS / "icons" / "icon-192.png", 192),
    Icon(ASSETS / "icons" / "icon-512.png", 512),
    Icon(ASSETS / "icons" / "icon-maskable-192.png", 192, FULL.format(0.86)),
    Icon(ASSETS / "icons" / "icon-maskable-512.png", 512, FULL.format(0.86)),
    Icon(ASSETS / "icons" / "apple-touch-icon-192.png", 192, FULL.format(1)),
    Icon(ASSETS / "icons" / "loading-animation.png", 256),
    Icon(KEPT / "apple-touch-icon.png", 180, FULL.format(1)),
    Icon(KEPT / "icon.png", 1024),
    Icon(KEPT / "full.png", 1024, FULL.format(1)),
    # An Android launcher puts the drawing on a ground of its own, and shows at least the inner 61% of it.
    Icon(KEPT / "bare.png", 1024, BARE.format(0.62)),
    # What Windows shows in lists and in the taskbar, where a scaled-down one is blurred.
    Icon(KEPT / "icon-16.png", 16),
    Icon(KEPT / "icon-32.png", 32),
    Icon(KEPT / "icon-48.png", 48),
    # Its size on the screen in points is a quarter of its width.
    Icon(KEPT / "splash.png", 768),
    Icon(KEPT / "splash_dark.png", 768, DIM),
)
SITE = {
    "icon-192.png": ASSETS / "icons" / "icon-192.png",
    "icon-512.png": ASSETS / "icons" / "icon-512.png",
    "icon-maskable-192.png": ASSETS / "icons" / "icon-maskable-192.png",
    "icon-maskable-512.png": ASSETS / "icons" / "icon-maskable-512.png",
    "apple-touch-icon.png": KEPT / "apple-touch-icon.png",
    "favicon.png": ASSETS / "favicon.png",
}
"""The icons of the installed web app, by name."""
NATIVE = {
    "icon.png": KEPT / "icon.png",
    "icon_android.png": KEPT / "bare.png",
    "icon_ios.png": KEPT / "full.png",
    "icon_macos.png": KEPT / "full.png",
    "splash.png": KEPT / "splash.png",
    "splash_dark.png": KEPT / "splash_dark.png",
}
"""What Flet's builder looks for; `icon.png` serves Windows and Linux as it is."""


def write_icons(folder: Path, pictures: dict[str, Path] = SITE) -> None:
    """Write pictures into a folder, which is created if missing: the site's, or those of `NATIVE`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, kept in pictures.items():
        shutil.copyfile(kept, folder / name)


def write_ico(file: Path) -> None:
    """Write the icon of a Windows program: one file that holds several sizes, each as the PNG it was painted as."""
    sizes = {
        16: "icon-16.png",
        32: "icon-32.png",
        48: "icon-48.png",
        256: "icons/loading-animation.png",
    }
    pictures = [
        (size, ((KEPT if size < 256 else ASSETS) / name).read_bytes())
        for size, name in sizes.items()
    ]
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    start = len(head) + 16 * len(pictures)
    for size, picture in pictures:
        # a width and a height of 256 are written as zero
        head += struct.pack(
            "<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), start + len(body)
        )
        body += picture
    file.write_bytes(head + body)


def painted_from() -> str:
    """Return the digest of a drawing, independent of its line ends."""
    return hashlib.sha256(DRAWING.read_text(encoding="utf-8").encode()).hexdigest()


def main() -> None:
    """Paint every picture again."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - who builds from the kept ones has no browser

    program = shutil.which("chromium") or sys.exit("Install Chromium first: it does the painting.")
    drawing = DRAWING.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for icon in ICONS:
            page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
            page.set_content(SVG.format(drawing) + icon.style)
            icon.file.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=icon.file, omit_background=True)
            page.close()
            print(f"{icon.file.relative_to(HERE.parent)}: {icon.file.stat().st_size:,} bytes")
        browser.close()
    STAMP.write_text(f"{painted_from()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
