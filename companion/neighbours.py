"""Packages of others that are called as ours: two of our names are common ones, and Python keeps only one of each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path

COMMON = ("models", "views")
HERE = Path(__file__).resolve().parents[1]
"""The folder in which our packages lie side by side."""
WAY_OUT = "Install Companion in an environment of its own, as pipx and uvx do, and start it with the command companion."


def why_hidden() -> str:
    """Say which of our packages is hidden by another, so that nothing here can run; empty where none is."""
    for name in COMMON:
        found = find_spec(name)
        if found is None or found.origin is None:
            return f"Companion's package {name} is missing from {HERE}. Install Companion again."
        if not _is_ours(name, found.origin):
            return (
                f"Another package called {name}, {Path(found.origin)}, hides Companion's. {WAY_OUT}"
            )
    return ""


def in_the_way() -> list[str]:
    """Say which packages of others share a folder with ours, or are hidden by ours."""
    return [
        f"{said} {WAY_OUT}" for name in COMMON for said in (*_find_mixed(name), *_find_hidden(name))
    ]


def _find_mixed(name: str) -> Iterator[str]:
    from importlib.metadata import distribution, packages_distributions  # noqa: PLC0415 - for whoever asks

    for package in sorted(set(packages_distributions().get(name, ())) - {"companion"}):
        if Path(str(distribution(package).locate_file(name))).resolve() == HERE / name:
            yield f"The package {package} has files in Companion's folder {HERE / name}, and may have overwritten some."


def _find_hidden(name: str) -> Iterator[str]:
    specs = (PathFinder.find_spec(name, [place]) for place in dict.fromkeys(sys.path))
    for origin in dict.fromkeys(spec.origin for spec in specs if spec and spec.origin):
        # an installed Companion beside a clone of it is no stranger
        if (
            not _is_ours(name, origin)
            and not (Path(origin).parents[1] / "companion" / "version.py").exists()
        ):
            yield f"Companion's package {name} hides another of that name, {origin}."


def _is_ours(name: str, origin: str) -> bool:
    return Path(origin).resolve().parent == HERE / name
