"""Lay out the tree that Flet's builder makes installed apps from: `python3 packaging/stage.py [--out build/stage]`.

Needs nothing but Python. Then, on a machine with Flet's builder: `cd build/stage && flet build apk`, or `aab`,
`ipa`, `windows`, `macos`, `linux`; packaging/README.md says what each needs.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

import outside_games
from environment import ROOT
from icon import NATIVE, write_icons

PACKAGES = ("companion", "models", "views")
LEFT_OUT = frozenset(
    {
        "companion/__main__.py",  # the command line
        "companion/testing.py",  # for the authors of games
        "views/testing.py",  # as above
        "views/hosting/browser.py",  # the app inside a browser
        "views/hosting/guard.py",  # serving
        "views/hosting/door.py",
        "views/hosting/join_page.py",
        "views/hosting/key.py",
        "views/hosting/serve.py",
        "views/hosting/visit.py",
        "views/hosting/connection.py",
        "views/hosting/connections.py",
        "views/hosting/messages.py",
        "views/hosting/phones.py",
        "views/hosting/site.py",
        "views/assets",  # beside the root module, where Flet expects them
    },
)
UNUSED = ("assets", "icons", "favicon.png", "icon.png", "index.html", "*.js")
"""Pictures, the page and what its client fetches for browsers; the window's icon comes from packaging/pictures."""

MARK = "staged by packaging/stage.py"
PYDANTIC = "pydantic>=2.13,<3"
"""A range, never a pin: pydantic requires its core by exact version, and only some cores are built for phones.

2.13.4 is one of them (its core is 2.46.4); the tests of models and companion have passed with it.
"""


def main(arguments: list[str] | None = None) -> None:
    """Write the tree, replacing that of an earlier run."""
    parser = argparse.ArgumentParser(
        description="Lay out the tree that Flet's builder makes installed apps from."
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "build" / "stage", help="folder (default: build/stage)"
    )
    outside_games.add_option(parser)
    options = parser.parse_args(arguments)
    folder = options.out.resolve()
    try:
        stage(folder)
        outside_games.unpack(options.game, folder)
    except OSError as problem:
        sys.exit(f"Could not lay out {folder}: {problem.strerror or problem}.")
    files = [path for path in folder.rglob("*") if path.is_file()]
    print(f"{folder}: {len(files)} files, {sum(path.stat().st_size for path in files):,} bytes")


def stage(folder: Path) -> None:
    """Write the tree into a folder of its own."""
    clear(folder)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=_left_out)
    shutil.copyfile(ROOT / "packaging" / "native_main.py", folder / "main.py")
    shutil.copytree(
        ROOT / "views" / "assets", folder / "assets", ignore=shutil.ignore_patterns(*UNUSED)
    )
    write_icons(folder / "assets", NATIVE)
    (folder / "pyproject.toml").write_text(project(), encoding="utf-8")


def clear(folder: Path) -> None:
    """Empty the folder, unless it has other contents.

    Raises:
        SystemExit: it has contents that were not written here.

    """
    if folder.exists() and any(folder.iterdir()):
        plan = folder / "pyproject.toml"
        if not (plan.is_file() and MARK in plan.read_text(encoding="utf-8", errors="replace")):
            sys.exit(
                f"{folder} holds something else: name an empty folder, or one that does not exist yet."
            )
        for entry in folder.iterdir():
            if entry.name != "build":  # the builder's own, which a second build reuses
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def _left_out(folder: str, names: list[str]) -> set[str]:
    inside = Path(folder).relative_to(ROOT)
    return {
        name for name in names if name == "__pycache__" or (inside / name).as_posix() in LEFT_OUT
    }


def project() -> str:
    """Write the pyproject.toml of the tree: what the app needs on a device, and our own tables for the builder."""
    import tomllib  # noqa: PLC0415 - an old Python is turned away before it would miss this

    source = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    metadata = tomllib.loads(source)["project"]
    fields = {
        key: metadata[key]
        for key in ("name", "version", "description", "requires-python", "license")
    }
    lines = [f"# {MARK}: change the project's own pyproject.toml instead", "[project]"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
    lines += [
        "dependencies = [",
        *(f"    {json.dumps(one)}," for one in needed(metadata["dependencies"])),
        "]",
    ]
    tables = re.findall(
        r"^\[tool\.flet[].].*?(?=^\[(?!tool\.flet[].])|\Z)", source, re.MULTILINE | re.DOTALL
    )
    return "\n".join(lines) + "\n\n" + "".join(tables)


def needed(dependencies: list[str]) -> list[str]:
    """Return what a device needs: Flet without its server, whose parts are not built for phones, and pydantic."""
    return [re.sub(r"\[web\]", "", one) for one in dependencies] + [PYDANTIC]


if __name__ == "__main__":
    main()
