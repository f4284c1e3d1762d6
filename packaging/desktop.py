"""Make a folder that starts the app with no Python installed: `python3 packaging/desktop.py [--out build/desktop]`.

Needs nothing but Python and the package registry. The first run makes an environment of its own beside the
program. The folder is for the system it was made on; `--archive` packs it for somebody else.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import outside_games
from environment import ROOT, WINDOWS, Environment
from icon import KEPT, write_ico

NAME = "Companion"
WORK = ROOT / "build" / "freeze"

LEFT_OUT = (
    "tkinter",  # another way to draw windows
    "uvloop",  # 13 MB, of little use to a server of a few screens; there is none for Windows either
    "watchfiles",  # restarts a server when its source changes
    "yaml",  # reads settings of a server, which has none here
    "dotenv",
    "flet.testing",
    "fastapi.testclient",
    "pip",
    "setuptools",
)
"""Modules that are installed with the dependencies and never used."""

TRIM = (
    "flet_web/web/pyodide",  # Python for the browser, which is not needed here
    "flet_web/web/canvaskit/experimental_webparagraph",  # renderers that only custom builds use
    "flet_web/web/canvaskit/wimp.*",
    "flet_web/web/**/*.symbols",  # debug symbols of the renderers
    "flet_web/web/**/*.map",
)
"""Files of the client's folder that the app does not use."""

NOTICES = re.compile(r"^(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


def main(arguments: list[str] | None = None) -> None:
    """Make the folder."""
    parser = argparse.ArgumentParser(
        description="Make a folder that starts the app with no Python installed."
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "build" / "desktop",
        help="where (default: build/desktop)",
    )
    parser.add_argument(
        "--archive", action="store_true", help="pack the folder as well, into one file beside it"
    )
    outside_games.add_option(parser)
    options = parser.parse_args(arguments)
    folder = options.out.resolve() / NAME
    python = Environment(".venv-freeze", "requirements-freeze.lock").ready()
    try:
        freeze(python, folder.parent, options.game)
        trim(folder / "_internal")
        notices(python, folder / "licences")
        shutil.copyfile(KEPT / "icon.png", folder / "companion.png")
        size = sum(
            path.stat().st_size
            for path in folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        )
        print(f"{folder}: {size / 1e6:.0f} MB")
        if options.archive:
            packed = archive(folder)
            print(f"{packed}: {packed.stat().st_size / 1e6:.0f} MB")
    except OSError as problem:
        sys.exit(f"Could not make {folder}: {problem.strerror or problem}.")


def freeze(python: Path, out: Path, wheels: list[Path]) -> None:
    """Make the folder with PyInstaller, and with the games in wheels.

    Raises:
        SystemExit: it failed; its output is in a file.

    """
    WORK.mkdir(parents=True, exist_ok=True)
    icon, about, build_log = WORK / "companion.ico", WORK / "version.txt", WORK / "log.txt"
    write_ico(icon)
    games = WORK / "games"
    shutil.rmtree(games, ignore_errors=True)
    games.mkdir()
    names = outside_games.unpack(wheels, games)
    about.write_text(version_info(release()), encoding="utf-8")
    command = [
        *(str(python), "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"),
        *(
            "--onedir",
            "--console",
            "--name",
            NAME,
            "--icon",
            str(icon),
            "--version-file",
            str(about),
        ),
        *("--distpath", str(out), "--workpath", str(WORK / "work"), "--specpath", str(WORK)),
        *("--paths", str(ROOT), "--paths", str(games)),
        *("--add-data", f"{ROOT / 'views' / 'assets'}:views/assets"),
        *("--collect-data", "flet", "--collect-data", "flet_web"),
        *(
            word
            for name in ("companion", "models", "views", *names)
            for word in ("--collect-submodules", name)
        ),
        *(word for name in names for word in ("--hidden-import", name, "--collect-data", name)),
        *(
            word
            for one in games.glob("*.dist-info")
            for word in ("--add-data", f"{one}:{one.name}")
        ),
        *("--collect-submodules", "flet", "--collect-submodules", "flet_web"),
        *(word for name in LEFT_OUT for word in ("--exclude-module", name)),
        *(["--strip"] if sys.platform == "linux" and shutil.which("strip") else []),
        str(ROOT / "packaging" / "frozen_main.py"),
    ]
    print(f"Freezing {NAME} {release()} (half a minute or so) ...", file=sys.stderr, flush=True)
    with build_log.open("w", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(
            f"PyInstaller gave up; what it said is in {build_log}:\n{build_log.read_text(encoding='utf-8')[-2_000:]}"
        )


def trim(inside: Path) -> None:
    """Remove from the folder what the served app never sends."""
    for pattern in TRIM:
        found = list(inside.glob(pattern))
        if not found:
            sys.exit(
                f"Nothing in {inside} is called {pattern}: look at what the client holds by now."
            )
        for path in found:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def notices(python: Path, folder: Path) -> None:
    """Write the licences of everything that is distributed into a folder."""
    asked = "import json, sysconfig; print(json.dumps([sysconfig.get_path('purelib'), sysconfig.get_path('stdlib')]))"
    answer = subprocess.run(
        [str(python), "-c", asked], capture_output=True, text=True, check=True
    ).stdout
    packages, library = map(Path, json.loads(answer))
    folder.mkdir(exist_ok=True)
    shutil.copyfile(ROOT / "LICENSE", folder / "companion.txt")
    for terms in library.glob("LICENSE*"):
        shutil.copyfile(terms, folder / "python.txt")
    for terms in sorted(packages.glob("*.dist-info/**/*")):
        if terms.is_file() and NOTICES.match(terms.name):
            package = terms.relative_to(packages).parts[0].removesuffix(".dist-info")
            shutil.copyfile(terms, folder / f"{package}-{terms.stem.lower()}.txt")


def archive(folder: Path) -> Path:
    """Pack the folder in its system's usual format, keeping executable bits."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    name = f"companion-{release()}-{system}-{platform.machine().lower()}"
    kind = "zip" if WINDOWS else "gztar"
    return Path(shutil.make_archive(str(folder.parent / name), kind, folder.parent, NAME))


def release() -> str:
    """Read the version without importing the app, whose packages this Python may lack."""
    match = re.search(
        r'^VERSION = "(.+)"$', (ROOT / "companion" / "version.py").read_text("utf-8"), re.MULTILINE
    )
    return match[1] if match else sys.exit("companion/version.py names no version.")


def version_info(version: str) -> str:
    """Write what Windows shows under a program's properties, in PyInstaller's format."""
    four = (*(int(part) for part in version.split(".")), 0, 0, 0, 0)[:4]
    words = {
        "CompanyName": "The Companion authors",
        "FileDescription": "Companion, the referee's assistant at a physical games table",
        "FileVersion": version,
        "LegalCopyright": "Copyright (c) 2026 the Companion authors",
        "OriginalFilename": f"{NAME}.exe",
        "ProductName": NAME,
        "ProductVersion": version,
    }
    table = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in words.items())
    strings = f"StringFileInfo([StringTable('040904B0', [{table}])])"
    spoken = "VarFileInfo([VarStruct('Translation', [1033, 1200])])"
    return f"VSVersionInfo(ffi=FixedFileInfo(filevers={four}, prodvers={four}), kids=[{strings}, {spoken}])\n"


if __name__ == "__main__":
    main()
