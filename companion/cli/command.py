"""What all commands share: their description, their options, and how they ask, report and fail."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from models.frozen import frozen
from models.names import is_text

FINE, NO, MISUSE = 0, 1, 2
"""Exit codes: success; failure, or a fault was found; a usage error."""
YES = ("y", "yes")
NOTHING_DONE = "Nothing was changed."
"""What is said after a no."""


class CommandError(Exception):
    """A command can't be done, with a sentence that says why; nothing was changed."""

    code = NO

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class UsageError(CommandError):
    """A command was called with arguments that make no sense."""

    code = MISUSE


Argument: TypeAlias = "tuple[tuple[str, ...], Mapping[str, Any]]"


def arg(*names: str, **settings: Any) -> Argument:
    """An argument or option, as argparse takes it."""
    return names, settings


DATA = arg(
    "--data",
    type=Path,
    metavar="DIR",
    default=argparse.SUPPRESS,
    help="the folder the books are kept in",
)
"""With its default suppressed, the option keeps the value that it has before the command."""
OVER = arg("--over", action="store_true", help="replace a file that is there already")


def add(parser: argparse.ArgumentParser, arguments: Sequence[Argument]) -> None:
    """Add arguments to a parser."""
    for names, settings in arguments:
        parser.add_argument(*names, **settings)


@frozen
class Command:
    """A command: its ``name``, its purpose in a line, how it is used, and its function.

    ``examples`` are pairs of arguments and what they do. ``run`` does it and returns the exit code.
    """

    name: str
    help: str
    about: str
    examples: tuple[tuple[str, str], ...]
    arguments: Sequence[Argument]
    run: Callable[[argparse.Namespace], int]
    needs_book: bool = True

    def add_to(
        self, commands: argparse._SubParsersAction[argparse.ArgumentParser], program: str
    ) -> None:
        """Add the command to the parser."""
        shown = "\n".join(
            f"  {f'{program} {self.name} {rest}'.rstrip()}\n      {does}"
            for rest, does in self.examples
        )
        parser = commands.add_parser(
            self.name,
            help=self.help,
            description=self.about,
            epilog=f"examples:\n{shown}" if shown else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        add(parser, (*self.arguments, DATA) if self.needs_book else self.arguments)


@contextmanager
def progress(words: str) -> Iterator[None]:
    """Show on a terminal what is being done; silent elsewhere."""
    watched, line = bool(sys.stderr and sys.stderr.isatty()), words[:78]
    if watched:
        print(line, end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if watched:
            print("\r" + " " * len(line), end="\r", file=sys.stderr, flush=True)


def confirm(question: str, *, yes: bool) -> bool:
    """Ask before something is done; ``yes`` is the answer given beforehand.

    Raises:
        UsageError: there is nobody to ask.

    """
    if yes:
        return True
    if not (sys.stdin and sys.stdin.isatty()):
        raise UsageError("There is nobody here to ask. Say --yes to go ahead without being asked.")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in YES


def plain(words: str) -> str:
    """Remove control characters from a text for a terminal."""
    return "".join(sign if is_text(sign) else "?" for sign in words)


def notify(words: str) -> None:
    """Print a message to standard error, apart from the command's output."""
    print(words, file=sys.stderr)
