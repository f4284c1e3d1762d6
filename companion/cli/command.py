"""What every command of the command line is made of: its words, its options, and how it asks, tells and gives up."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

FINE, NO, MISUSE = 0, 1, 2
"""Exit codes: all is well; it could not be done, or something is wrong; it was asked for as makes no sense."""
YES = ("y", "yes")


class CommandError(Exception):
    """A command can't be done, and a sentence says why; nothing was changed."""

    code = NO

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class UsageError(CommandError):
    """A command was asked for in a way that makes no sense."""

    code = MISUSE


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its ``name``, what it is good for in a line, how it is used, and what it does.

    ``examples`` are pairs of what to type after the program's name, and what that does. ``arguments`` adds the
    options, ``run`` does it and gives the exit code. Whatever ``run`` needs is imported when it runs.
    """

    name: str
    help: str
    about: str
    examples: tuple[tuple[str, str], ...]
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    needs_book: bool = True

    def add_to(self, commands: argparse._SubParsersAction[argparse.ArgumentParser], program: str) -> None:
        """Put the command on the command line."""
        shown = "\n".join(f"  {f'{program} {self.name} {rest}'.rstrip()}\n      {does}" for rest, does in self.examples)
        one = commands.add_parser(
            self.name,
            help=self.help,
            description=self.about,
            epilog=f"examples:\n{shown}" if shown else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.arguments(one)
        if self.needs_book:
            # left out here, it keeps what was said before the command
            one.add_argument(
                "--data", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="the folder the books are kept in"
            )


class Progress:
    """A line that tells how far something has come, for whoever watches; silent where nobody does."""

    def __init__(self, words: str, total: int = 0) -> None:
        self.words, self.total, self.done = words, total, 0
        self._watched = bool(sys.stderr and sys.stderr.isatty())
        self._width = 0
        self._show()

    def step(self, words: str = "") -> None:
        """One more is done; ``words`` say what comes next."""
        self.done += 1
        self.show(words or self.words)

    def show(self, words: str) -> None:
        """Say what is being done now."""
        self.words = words
        self._show()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the line away."""
        if self._watched:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

    def _show(self) -> None:
        if not self._watched:
            return
        far = f" ({self.done} of {self.total}, {100 * self.done // self.total}%)" if self.total else ""
        line = f"{self.words}{far}"[:78]
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = max(self._width, len(line))


def agreed(question: str, *, yes: bool) -> bool:
    """Ask before something is done; ``yes`` has said so beforehand.

    Raises:
        Misuse: there is nobody to ask.

    """
    if yes:
        return True
    if not (sys.stdin and sys.stdin.isatty()):
        raise UsageError("There is nobody here to ask. Say --yes to go ahead without being asked.")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in YES


def plain(words: str) -> str:
    """Take out of a text what a terminal would act upon."""
    return "".join(sign if sign.isprintable() else "?" for sign in words)


def tell(words: str) -> None:
    """Say something beside what the command answers, where it is in nobody's way."""
    print(words, file=sys.stderr)
