"""Put the site together: `build_pwa.py` runs this in an environment that has what it needs."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

import flet_web  # type: ignore[import-untyped]
import icon
import site_python
import site_wheels

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCE = HERE / "pwa"
CLIENT = (
    "flutter.js",
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
"""What of Flet's client the app uses: no maps for who looks for faults in it, no players of sound and film.

One renderer of four: CanvasKit draws in every browser, in a smaller build where the browser has parts of it built
in. The newer one starts a little sooner in Chromium, is as large, and leaves an iPhone's screen blank.
"""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
FONTS = [
    {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]},
    {"family": "MaterialIcons", "fonts": [{"asset": "fonts/MaterialIcons-Regular.otf"}]},
    {"family": "Text", "fonts": [{"asset": "../fonts/companion-sans.ttf"}]},
    {"family": "Display", "fonts": [{"asset": "../fonts/companion-serif.ttf"}]},
    {"family": "Symbols", "fonts": [{"asset": "../fonts/companion-symbols.ttf"}]},
]
"""What the client fetches before it draws: its own two, and ours by the names of views/theme.py.

Drawn with another's letters first, a screen would jump; and the client would ask for a font from elsewhere as soon
as a sign is missing there, as the minus is in its Roboto. Its twenty fonts for formulas are for others.
"""
TEXTS = {".css", ".frag", ".html", ".js", ".json", ".mjs", ".otf", ".so", ".ttf", ".txt", ".wasm", ".webmanifest",
         ".zip", ""}  # fmt: skip
SMALL = 1024
SHOWN = 0.03
LISTING, WORKER = "site.json", "sw.js"
NOBODY = "nobody"
IN_WORDS = {"": "", "chromium": "in Chromium", "full": "in other browsers"}
MEANT_FOR = {
    "canvaskit/chromium/": "chromium",
    "canvaskit/canvaskit.": "full",
    "assets/NOTICES": NOBODY,
}


def main(arguments: list[str]) -> None:
    """Build the site, and say how much a first visit fetches."""
    parser = argparse.ArgumentParser(prog="python3 packaging/build_pwa.py", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "pwa", help="where to (default: build/pwa)")
    parser.add_argument("--base", default="/", help="the path of its address (default: /)")
    options = parser.parse_args(arguments)
    base = "/" + options.base.strip("/") + "/" if options.base.strip("/") else "/"
    began = time.monotonic()
    kept = ROOT / "build" / "kept"
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.out.parent, prefix=".site-") as scratch:
        site = Path(scratch) / "site"
        build(site, base, kept)
        # the folder is there whole, or as it was
        shutil.rmtree(options.out, ignore_errors=True)
        site.rename(options.out)
    report(options.out, time.monotonic() - began)


def build(site: Path, base: str, kept: Path) -> None:
    """Build into a folder that is not there yet; what took long is kept for the next time."""
    web = Path(flet_web.get_package_web_dir())
    wheels = site_wheels.fetch((ROOT / "requirements.lock").read_text(encoding="utf-8"), kept / "wheels")
    client(web, site)
    python(web / "pyodide", wheels, site, kept)
    shutil.copytree(ROOT / "views" / "assets" / "fonts", site / "fonts")
    icon.write_icons(site / "icons")
    shutil.copyfile(icon.DRAWING, site / "icon.svg")
    squeeze(site, kept / "squeezed")
    pages(web, site, base)
    seal(site, base)
    squeeze(site, kept / "squeezed")


def client(web: Path, site: Path) -> None:
    """Take over what of Flet's client is used."""
    for name in CLIENT:
        target = site / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(web / name, target)
    (site / "assets" / "FontManifest.json").write_text(json.dumps(FONTS), encoding="utf-8")


def python(pyodide: Path, wheels: list[Path], site: Path, kept: Path) -> None:
    """Lay down Python, its library, the packages and the app."""
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
    site_python.pack([site_python.standard_library(pyodide, kept / "compiled")], site / "pyodide" / "stdlib.zip")
    site_python.pack([packages, site_python.app(ROOT, pyodide, kept / "compiled")], site / "app.zip")


def pages(web: Path, site: Path, base: str) -> None:
    """Lay down our own pages, and tell them where they lie and which client they start."""
    found = re.search(r"_flutter\.buildConfig = (\{.*\});", (web / "flutter_bootstrap.js").read_text(encoding="utf-8"))
    if not found:
        sys.exit("Flet's client does not say how it is started (flutter_bootstrap.js has changed): nothing was built.")
    told = {"@BASE@": base, "@VERSION@": version(), "@CLIENT@": found[1], "@SIZES@": json.dumps(sizes(site))}
    for file in sorted(SOURCE.iterdir()):
        text = file.read_text(encoding="utf-8")
        for mark, value in told.items():
            text = text.replace(mark, value)
        (site / file.name).write_text(text, encoding="utf-8", newline="\n")


def sizes(site: Path) -> dict[str, dict[str, float]]:
    """Count what a first visit fetches, by browser: the bytes as they lie here, and the megabytes that travel."""
    told = {}
    for browser in filter(None, IN_WORDS):
        files = visited(site, browser)
        lie, travel = sum(file.stat().st_size for file in files), sum(travelling(file) for file in files)
        told[browser] = {"lie": lie, "travel": round(travel / 1e6, 1)}
    return told


def visited(site: Path, browser: str) -> list[Path]:
    """List what a browser of a kind fetches on its first visit."""
    out = (LISTING, WORKER)  # fetched when the app is there, to keep it
    return [file for file in plain(site) if meant_for(site, file) in ("", browser) and file.name not in out]


def plain(site: Path) -> list[Path]:
    """List what the site holds, without the compressed copies."""
    return [file for file in sorted(site.rglob("*")) if file.is_file() and file.suffix not in (".br", ".gz")]


def meant_for(site: Path, file: Path) -> str:
    """Say which browser a file is for: empty for all of them."""
    inside = file.relative_to(site).as_posix()
    return next((who for start, who in MEANT_FOR.items() if inside.startswith(start)), "")


def travelling(file: Path, ending: str = ".br") -> int:
    """Count the bytes that travel when a file is fetched."""
    small = Path(f"{file}{ending}")
    return (small if small.exists() else file).stat().st_size


def version() -> str:
    """Tell the version of the app, which stands in pyproject.toml."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def seal(site: Path, base: str) -> None:
    """Write down what the site consists of, so that a copy can be told whole from half."""
    files = {}
    for file in (one for one in plain(site) if one.name != WORKER):
        data = file.read_bytes()
        entry = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        who = meant_for(site, file)
        files[file.relative_to(site).as_posix()] = {**entry, "for": who} if who else entry
    build_digest = hashlib.sha256(json.dumps([base, files], sort_keys=True).encode()).hexdigest()[:16]
    text = json.dumps({"version": version(), "build": build_digest, "base": base, "files": files}, indent=1)
    (site / LISTING).write_text(text, encoding="utf-8", newline="\n")
    worker = site / WORKER
    if worker.exists():
        digest = hashlib.sha256(text.encode()).hexdigest()
        told = worker.read_text(encoding="utf-8").replace("@LISTING@", digest).replace("@BUILD@", build_digest)
        worker.write_text(told, encoding="utf-8", newline="\n")


def squeeze(site: Path, kept: Path) -> None:
    """Put a copy beside each file as a browser takes it compressed; what was compressed before is taken again."""
    kept.mkdir(parents=True, exist_ok=True)
    files = [file for file in sorted(site.rglob("*")) if file.is_file() and file.suffix in TEXTS]
    ready = {file: kept / hashlib.sha256(file.read_bytes()).hexdigest() for file in files
             if file.stat().st_size >= SMALL}  # fmt: skip
    due = [(file, one) for file, one in ready.items() if not Path(f"{one}.gz").exists()]
    jobs = "".join(json.dumps([str(file), str(one)]) + "\n" for file, one in due)
    done = subprocess.run([site_python.node(), HERE / "squeeze.mjs"], input=jobs, text=True, check=False)
    if done.returncode:
        sys.exit("The files could not be compressed (the lines above say why): nothing was built.")
    for file, one in ready.items():
        for ending in (".br", ".gz"):
            shutil.copyfile(f"{one}{ending}", f"{file}{ending}")


def report(site: Path, seconds: float) -> None:
    """Print what a first visit fetches, file by file and in all."""
    print(f"{site}: built in {seconds:.0f} s. A first visit fetches, in MB:\n")
    print(f"{'':34}{'as it lies':>10}{'gzip':>8}{'brotli':>8}")
    rest = [0.0, 0.0, 0.0]
    for file in plain(site):
        row = [file.stat().st_size / 1e6, travelling(file, ".gz") / 1e6, travelling(file) / 1e6]
        who = meant_for(site, file)
        if who == NOBODY or file.name in (LISTING, WORKER):
            continue
        if row[2] < SHOWN:
            rest = [sum(pair) for pair in zip(rest, row, strict=True)]
            continue
        print(f"{file.relative_to(site).as_posix():34}{row[0]:10.2f}{row[1]:8.2f}{row[2]:8.2f}  {IN_WORDS[who]}")
    print(f"{'everything else':34}{rest[0]:10.2f}{rest[1]:8.2f}{rest[2]:8.2f}\n")
    for who, words in IN_WORDS.items():
        if who:
            told = [sum(travelling(file, ending) for file in visited(site, who)) / 1e6 for ending in ("", ".gz", ".br")]
            print(f"{'all of it ' + words:34}{told[0]:10.2f}{told[1]:8.2f}{told[2]:8.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
