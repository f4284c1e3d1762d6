"""The sizes of the site: its compressed copies, which browser needs which file, and what a first visit fetches."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
import subprocess
import sys
from pathlib import Path

import site_python

HERE = Path(__file__).resolve().parent
TEXTS = {".css", ".frag", ".html", ".js", ".json", ".mjs", ".otf", ".so", ".svg", ".ttf", ".wasm", ".webmanifest",
         ".zip", ""}  # fmt: skip
"""The file types that are compressed; pictures and one of the fonts are already."""
SMALL = 1024
SHOWN = 0.03
LISTING, WORKER = "site.json", "sw.js"
NOBODY = "nobody"
IN_WORDS = {"": "", "chromium": "in Chromium", "full": "in other browsers"}
PYTHON = ("app.zip", "native/", "pyodide/", "worker.mjs", "memory.mjs", "remember.mjs", "boot.js")
"""What the page of a phone that joins a table does without: its tablet has the book."""
MEANT_FOR = {
    "canvaskit/chromium/": "chromium",
    "canvaskit/canvaskit.": "full",
    "assets/NOTICES": NOBODY,  # the licences, which are fetched only when they are shown
}


def sizes(site: Path) -> dict[str, dict[str, float]]:
    """Count what a first visit fetches, by browser, and what the page of a phone that joins a table fetches.

    Each is the bytes on disk, and the megabytes that are transferred.
    """
    found = {}
    for browser, guest in itertools.product(filter(None, IN_WORDS), ("", "guest-")):
        files = visited(site, browser)
        if guest:
            files = [
                file for file in files if not file.relative_to(site).as_posix().startswith(PYTHON)
            ]
        lie, travel = (
            sum(file.stat().st_size for file in files),
            sum(travelling(file) for file in files),
        )
        found[guest + browser] = {"lie": lie, "travel": round(travel / 1e6, 1)}
    return found


def visited(site: Path, browser: str) -> list[Path]:
    """List what a kind of browser fetches on its first visit."""
    out = (LISTING, WORKER)  # fetched once the app runs, to store it
    return [
        file
        for file in plain(site)
        if meant_for(site, file) in ("", browser) and file.name not in out
    ]


def plain(site: Path) -> list[Path]:
    """List the site's files without the compressed copies."""
    return [
        file
        for file in sorted(site.rglob("*"))
        if file.is_file() and file.suffix not in (".br", ".gz")
    ]


def meant_for(site: Path, file: Path) -> str:
    """Return which browser a file is for, empty for all of them."""
    inside = file.relative_to(site).as_posix()
    return next((who for start, who in MEANT_FOR.items() if inside.startswith(start)), "")


def travelling(file: Path, ending: str = ".br") -> int:
    """Count the bytes that are transferred when a file is fetched."""
    small = Path(f"{file}{ending}")
    return (small if small.exists() else file).stat().st_size


def squeeze(site: Path, kept: Path, *, quickly: bool = False) -> None:
    """Put compressed copies beside each file; those that were made before are used again.

    What is compressed quickly is larger.
    """
    kept.mkdir(parents=True, exist_ok=True)
    files = [file for file in sorted(site.rglob("*")) if file.is_file() and file.suffix in TEXTS]
    how = ["quickly"] if quickly else []
    ready = {file: kept / "-".join([*how, hashlib.sha256(file.read_bytes()).hexdigest()])
             for file in files if file.stat().st_size >= SMALL}  # fmt: skip
    # Files that are alike have one copy, which two must not write at once.
    due = {one: file for file, one in ready.items() if not Path(f"{one}.br").exists()}
    jobs = "".join(json.dumps([str(file), str(one)]) + "\n" for one, file in due.items())
    done = subprocess.run(
        [site_python.node(), HERE / "squeeze.mjs", *how], input=jobs, text=True, check=False
    )
    if done.returncode:
        sys.exit("The files could not be compressed (the lines above say why): nothing was built.")
    for file, source in ready.items():
        for ending in (".br", ".gz"):
            Path(f"{source}{ending}").touch()
            shutil.copyfile(f"{source}{ending}", f"{file}{ending}")


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
        print(
            f"{file.relative_to(site).as_posix():34}{row[0]:10.2f}{row[1]:8.2f}{row[2]:8.2f}  {IN_WORDS[who]}"
        )
    print(f"{'everything else':34}{rest[0]:10.2f}{rest[1]:8.2f}{rest[2]:8.2f}\n")
    for who, words in IN_WORDS.items():
        if who:
            totals = [
                sum(travelling(file, ending) for file in visited(site, who)) / 1e6
                for ending in ("", ".gz", ".br")
            ]
            print(f"{'all of it ' + words:34}{totals[0]:10.2f}{totals[1]:8.2f}{totals[2]:8.2f}")
