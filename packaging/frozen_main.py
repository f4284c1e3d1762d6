"""What the frozen folder starts: the command line, and beyond it what a start by double click needs.

A person who starts a program so has no terminal to read, or one that is gone as soon as the program is. What kept
the app from starting must not go with it: it waits in the window where there is one, and else stands in the browser.
"""

from __future__ import annotations

import html
import io
import os
import sys
import tempfile
import traceback
import webbrowser
from pathlib import Path
from typing import TextIO

from companion.__main__ import main
from models.paths import data_folder

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Companion</title>
<style>body{{font:1.1em/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em;
color-scheme:light dark}}</style>
<h1>Companion could not start</h1><p>{}</p></html>
"""
FILE = "companion-could-not-start"


class Both(io.TextIOBase):
    """Passes on what is said, and keeps it."""

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream
        self.said = ""

    def write(self, words: str) -> int:
        """Say and keep some words."""
        self.said += words
        if self.stream:
            self.stream.write(words)
        return len(words)

    def flush(self) -> None:
        """Have what was said arrive."""
        if self.stream:
            self.stream.flush()

    def isatty(self) -> bool:
        """Whether a person is watching."""
        return bool(self.stream and self.stream.isatty())


def as_it_was() -> None:
    """Let what we start, such as the browser, find its own libraries and not those of this folder."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if os.environ.pop("LD_LIBRARY_PATH", "") and before:
        os.environ["LD_LIBRARY_PATH"] = before


def run(arguments: list[str]) -> int:
    """Run a command; where the app does not start, leave the reason where whoever started it finds it."""
    as_it_was()
    errors = Both(sys.stderr)
    sys.stderr = errors
    try:
        code = main(arguments)
    except BrokenPipeError:
        return 1  # whoever read our lines has read enough
    except Exception:  # noqa: BLE001 - whatever it was, a person needs a sentence and we need the rest
        left = leave(f"{FILE}.txt", traceback.format_exc())
        print(f"companion: Something went wrong that should not have. Its account is in {left}.", file=errors)
        code = 1
    finally:
        sys.stderr = errors.stream
    if code and not arguments:
        tell(errors.said.strip().removeprefix("companion: "))
    return code


def tell(sentence: str) -> None:
    """Tell a person who started us by double click."""
    if alone_in_a_window():
        input("\nPress Enter to close this window. ")
    elif not (sys.stderr and sys.stderr.isatty()):
        webbrowser.open(leave(f"{FILE}.html", PAGE.format(html.escape(sentence))).as_uri())


def alone_in_a_window() -> bool:
    """Whether Windows opened a console for us alone, which closes with us."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only there

        return bool(ctypes.windll.kernel32.GetConsoleProcessList((ctypes.c_uint * 2)(), 2) == 1)
    return False


def leave(name: str, words: str) -> Path:
    """Write something down beside the books, or where that can't be done, among the temporary files."""
    for beside_the_books in (True, False):
        try:
            folder = data_folder() if beside_the_books else Path(tempfile.gettempdir())
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(words, encoding="utf-8")
        except (OSError, RuntimeError):
            continue  # no room there, or nobody's home
        return folder / name
    return Path(name)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
