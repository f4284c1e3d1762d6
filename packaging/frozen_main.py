"""The entry point of the frozen folder: the command line, and what a start by double click needs.

A program that is started so has no terminal, or one that closes with it. So the reason why the app did not start is
shown in the window until a key is pressed, or else in the browser.
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
    """Writes to a stream and keeps what was written."""

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream
        self.said = ""

    def write(self, words: str) -> int:
        """Write and keep a text."""
        self.said += words
        if self.stream:
            self.stream.write(words)
        return len(words)

    def flush(self) -> None:
        """Flush the stream."""
        if self.stream:
            self.stream.flush()

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return bool(self.stream and self.stream.isatty())


def as_it_was() -> None:
    """Let programs that we start, such as the browser, find their own libraries and not those of this folder."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if os.environ.pop("LD_LIBRARY_PATH", "") and before:
        os.environ["LD_LIBRARY_PATH"] = before


def run(arguments: list[str]) -> int:
    """Run a command; where the app does not start, show the reason."""
    as_it_was()
    errors = Both(sys.stderr)
    sys.stderr = errors
    try:
        code = main(arguments)
    except BrokenPipeError:
        return 1  # the reader has closed the pipe
    except Exception:  # noqa: BLE001 - whatever it was, a person needs a sentence and we need the rest
        left = leave(f"{FILE}.txt", traceback.format_exc())
        print(
            f"companion: Something went wrong that should not have. Its account is in {left}.",
            file=errors,
        )
        code = 1
    finally:
        sys.stderr = errors.stream
    if code and not arguments:
        show_failure(errors.said.strip().removeprefix("companion: "))
    return code


def show_failure(sentence: str) -> None:
    """After a start by double click, keep the window open, or show the message in the browser."""
    if alone_in_a_window():
        input("\nPress Enter to close this window. ")
    elif not (sys.stderr and sys.stderr.isatty()):
        webbrowser.open(leave(f"{FILE}.html", PAGE.format(html.escape(sentence))).as_uri())


def alone_in_a_window() -> bool:
    """Whether Windows opened a console for this program alone, which closes with it."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only there

        return bool(ctypes.windll.kernel32.GetConsoleProcessList((ctypes.c_uint * 2)(), 2) == 1)
    return False


def leave(name: str, words: str) -> Path:
    """Write a file into the data folder, or where that fails, among the temporary files."""
    for beside_the_books in (True, False):
        try:
            folder = data_folder() if beside_the_books else Path(tempfile.gettempdir())
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(words, encoding="utf-8")
        except (OSError, RuntimeError):
            continue  # no room there, or no home folder
        return folder / name
    return Path(name)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
