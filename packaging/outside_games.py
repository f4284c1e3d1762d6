"""Games of other packages, put into an app that is built: `--game some_game-1.0-py3-none-any.whl`.

An installed app can't fetch packages, so a game goes in when it is made. Its wheel is unpacked beside our packages with
what declares its entry point, and the app finds it as it does anywhere else.
"""

from __future__ import annotations

import argparse
import configparser
import sys
import zipfile
from pathlib import Path

GROUP = "companion.games"
KEPT = ("METADATA", "entry_points.txt")
"""What an app reads of how a package was installed."""
OURS = ("companion", "models", "views")


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let a builder take games."""
    parser.add_argument(
        "--game",
        type=Path,
        action="append",
        default=[],
        metavar="WHEEL",
        help="a game of another package to put in",
    )


def unpack(wheels: list[Path], folder: Path) -> list[str]:
    """Unpack the wheels of games into a folder; return the names of what can be imported.

    Raises:
        SystemExit: a file is no wheel of a game, or needs a package of ours replaced or a library for one system.

    """
    names: list[str] = []
    for wheel in wheels:
        try:
            with zipfile.ZipFile(wheel) as opened:
                kept = [name for name in opened.namelist() if _kept(name)]
                _check(wheel, opened)
                opened.extractall(folder, kept)
        except (OSError, zipfile.BadZipFile) as problem:
            sys.exit(f"{wheel} can't be read: {problem}.")
        names += sorted(
            {name.split("/")[0].removesuffix(".py") for name in kept if ".dist-info/" not in name}
        )
    return names


def _kept(name: str) -> bool:
    top, _, rest = name.partition("/")
    return rest in KEPT if top.endswith(".dist-info") else not top.endswith(".data")


def _check(wheel: Path, opened: zipfile.ZipFile) -> None:
    declared = configparser.ConfigParser()
    for name in opened.namelist():
        if name.endswith(".dist-info/entry_points.txt"):
            declared.read_string(opened.read(name).decode())
    if not declared.has_section(GROUP):
        sys.exit(f"{wheel} is no game: it declares no entry point of the group {GROUP}.")
    if not wheel.name.endswith("-none-any.whl"):
        sys.exit(f"{wheel} is for one system only; a game that goes into an app is plain Python.")
    if hidden := [
        name for name in OURS if any(one.startswith(f"{name}/") for one in opened.namelist())
    ]:
        sys.exit(f"{wheel} has a package called {hidden[0]}, as Companion has.")
