"""Put the site together: `build_pwa.py` runs this in an environment that has what it needs."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import flet_web  # type: ignore[import-untyped]
import icon
import outside_games
import site_npm
import site_python
import site_sizes
import site_wheels
from site_sizes import LISTING, WORKER, meant_for, plain

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCE = HERE / "pwa"
PATIENCE = 14 * 24 * 3600
"""Seconds for which compiled or compressed files are kept unused."""
CLIENT = (
    "flutter.js",
    "history.js",
    "main.dart.js",
    "assets/AssetManifest.bin",
    "assets/AssetManifest.bin.json",
    "assets/NOTICES",
    "assets/fonts/MaterialIcons-Regular.otf",
    "assets/fonts/roboto.woff2",
    "assets/shaders/ink_sparkle.frag",
    "assets/shaders/stretch_effect.frag",
    "assets/packages/wakelock_plus/assets/no_sleep.js",
    "canvaskit/canvaskit.js",
    "canvaskit/canvaskit.wasm",
    "canvaskit/chromium/canvaskit.js",
    "canvaskit/chromium/canvaskit.wasm",
    "version.json",
)
"""The files of Flet's client that the app uses, and what makes Back of it: no source maps, no audio and video players.

One renderer of four: CanvasKit works in every browser, with a smaller build where the browser has parts of it built in.
The newer one starts a little sooner in Chromium, is as large, and leaves an iPhone's screen blank.
"""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
FONTS = [
    {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]},
    {"family": "MaterialIcons", "fonts": [{"asset": "fonts/MaterialIcons-Regular.otf"}]},
    {"family": "Text", "fonts": [{"asset": "../fonts/companion-sans.ttf"}]},
    {"family": "Display", "fonts": [{"asset": "../fonts/companion-serif.ttf"}]},
    {"family": "Symbols", "fonts": [{"asset": "../fonts/companion-symbols.ttf"}]},
]
"""The fonts that the client fetches before it draws: its own two, and ours by the names of views/theme.py.

With another font first, a screen would jump; and the client would fetch a font from elsewhere as soon as a character is
missing, as the minus is in its Roboto. Its twenty fonts for formulas are not used.
"""


def main(arguments: list[str]) -> None:
    """Build the site, and print how much a first visit fetches."""
    parser = argparse.ArgumentParser(prog="python3 packaging/build_pwa.py", description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=ROOT / "build" / "pwa", help="where to (default: build/pwa)"
    )
    parser.add_argument("--base", default="/", help="the path of its address (default: /)")
    parser.add_argument(
        "--kept", type=Path, default=ROOT / "build" / "kept", help="what is kept for the next time"
    )
    outside_games.add_option(parser)
    copies = parser.add_mutually_exclusive_group()
    copies.add_argument(
        "--plain", action="store_true", help="no compressed copies: for a quick look, not for use"
    )
    copies.add_argument(
        "--quickly", action="store_true", help="larger compressed copies: for tests, not for use"
    )
    options = parser.parse_args(arguments)
    base = "/" + options.base.strip("/") + "/" if options.base.strip("/") else "/"
    began = time.monotonic()
    if options.out.exists() and any(options.out.iterdir()) and not (options.out / LISTING).exists():
        sys.exit(
            f"{options.out} holds something else than a site: name another folder, or clear it yourself."
        )
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.out.parent, prefix=".site-") as scratch:
        site = Path(scratch) / "site"
        squeeze = None if options.plain else partial(site_sizes.squeeze, quickly=options.quickly)
        build(site, base, options.kept, options.game, squeeze)
        # a server sees the whole old one, then the whole new one
        if options.out.exists():
            options.out.rename(Path(scratch) / "before")
        site.rename(options.out)
    forget(options.kept)
    site_sizes.report(options.out, time.monotonic() - began)


def forget(kept: Path) -> None:
    """Delete what no build has used for a while."""
    for old in [*kept.glob("compiled/*"), *kept.glob("squeezed/*")]:
        if time.time() - old.stat().st_mtime > PATIENCE:
            shutil.rmtree(old) if old.is_dir() else old.unlink()


def build(
    site: Path,
    base: str,
    kept: Path,
    games: list[Path],
    squeeze: Callable[[Path, Path], None] | None,
) -> None:
    """Build into a new folder; what took long is kept for the next time."""
    web = Path(flet_web.get_package_web_dir())
    wheels = site_wheels.fetch(
        (ROOT / "requirements.lock").read_text(encoding="utf-8"), kept / "wheels"
    )
    client(web, site)
    site_npm.add(site, kept)
    python(web / "pyodide", wheels, site, kept, games)
    shutil.copytree(ROOT / "views" / "assets" / "fonts", site / "fonts")
    icon.write_icons(site / "icons")
    shutil.copyfile(icon.DRAWING, site / "icon.svg")
    if squeeze:
        squeeze(site, kept / "squeezed")
    pages(web, site, base)
    write_listing(site, base)
    if squeeze:
        squeeze(site, kept / "squeezed")


def client(web: Path, site: Path) -> None:
    """Copy the files of Flet's client that are used, or what the app has in their place."""
    for name in CLIENT:
        target = site / name
        target.parent.mkdir(parents=True, exist_ok=True)
        own = ROOT / "views" / "assets" / name
        shutil.copyfile(own if own.exists() else web / name, target)
    (site / "assets" / "FontManifest.json").write_text(json.dumps(FONTS), encoding="utf-8")


def python(pyodide: Path, wheels: list[Path], site: Path, kept: Path, games: list[Path]) -> None:
    """Write Python, its library, the packages and the app."""
    (site / "pyodide").mkdir()
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, site / "pyodide" / name)
    with tempfile.TemporaryDirectory() as scratch:
        unpacked = Path(scratch)
        site_wheels.unpack(wheels, unpacked)
        packages = site_python.packages(unpacked, pyodide, kept / "compiled")
        for stem in ("msgpack/_cmsgpack", "pydantic_core/_pydantic_core"):
            (found,) = unpacked.glob(f"{stem}.*.so")
            target = site / "native" / f"{stem}.so"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(found, target)
    site_python.pack(
        [site_python.standard_library(pyodide, kept / "compiled")], site / "pyodide" / "stdlib.zip"
    )
    site_python.pack(
        [packages, site_python.app(ROOT, pyodide, kept / "compiled", games)], site / "app.zip"
    )


def pages(web: Path, site: Path, base: str) -> None:
    """Write our own pages, with the base path and the client that they start."""
    found = re.search(
        r"_flutter\.buildConfig = (\{.*\});",
        (web / "flutter_bootstrap.js").read_text(encoding="utf-8"),
    )
    if not found:
        sys.exit(
            "Flet's client does not say how it is started (flutter_bootstrap.js has changed): nothing was built."
        )
    replacements = {
        "@BASE@": base,
        "@VERSION@": version(),
        "@CLIENT@": found[1],
        "@SIZES@": json.dumps(site_sizes.sizes(site)),
    }
    for file in sorted(SOURCE.iterdir()):
        text = file.read_text(encoding="utf-8")
        for mark, value in replacements.items():
            text = text.replace(mark, value)
        (site / file.name).write_text(text, encoding="utf-8", newline="\n")
    (site / "join").mkdir()
    shutil.copyfile(
        site / "index.html", site / "join" / "index.html"
    )  # a plain server finds it at the address typed


def version() -> str:
    """Return the version of the app from pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    return str(project["version"])


def write_listing(site: Path, base: str) -> None:
    """Write the list of the site's files with their digests, so that an incomplete copy is noticed."""
    files = {}
    for file in (one for one in plain(site) if one.name != WORKER):
        data = file.read_bytes()
        entry = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        who = meant_for(site, file)
        files[file.relative_to(site).as_posix()] = {**entry, "for": who} if who else entry
    build_digest = hashlib.sha256(json.dumps([base, files], sort_keys=True).encode()).hexdigest()[
        :16
    ]
    text = json.dumps(
        {"version": version(), "build": build_digest, "base": base, "files": files}, indent=1
    )
    (site / LISTING).write_text(text, encoding="utf-8", newline="\n")
    worker = site / WORKER
    if worker.exists():
        digest = hashlib.sha256(text.encode()).hexdigest()
        text = (
            worker.read_text(encoding="utf-8")
            .replace("@LISTING@", digest)
            .replace("@BUILD@", build_digest)
        )
        worker.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
