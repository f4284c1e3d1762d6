"""The command line: ``python -m companion`` starts the app; see ``--help`` for the rest."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from companion import neighbours

if hides := neighbours.why_hidden():
    sys.exit(f"companion: {hides}")

from companion.addresses import HERE
from companion.cli import load
from companion.cli.command import FINE, NO, Command, CommandError, add, arg, notify
from companion.loading import loading
from companion.version import VERSION
from models.errors import LostBookError, StorageError
from models.ledger import Refusal

INSTALLED = Path(sys.argv[0]).stem == "companion"
PROGRAM = (
    Path(sys.executable).name
    if getattr(sys, "frozen", False)
    else "companion"
    if INSTALLED
    else "python -m companion"
)
"""How the program is called; a frozen folder has an executable of its own."""
ABOUT = """\
The referee's assistant at a physical games table. Without a command it starts the app and opens a browser;
with one it does something with the books and ends. The app may be running meanwhile.
"""
EXAMPLES = f"""\
examples:
  {PROGRAM}
      play: the app in this machine's browser
  {PROGRAM} --host 0.0.0.0
      a server that nobody sits at: on the network from the start
  {PROGRAM} list
      the games in the book
  {PROGRAM} backup /media/stick/companion.db
      everything as one file, to be kept elsewhere
  {PROGRAM} COMMAND --help
      what a command is good for, with examples
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; nothing named starts the app. Exit code 0 when all is well, 1 when not, 2 for misuse."""
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:
        # the reader has closed the pipe; what is left to write goes nowhere, or Python would complain as it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    return code


def _run(words: Sequence[str]) -> int:
    alone = _to_start(words)
    if alone is not None:
        return start(alone)
    commands = (*load(words), SERVE_PWA)
    options = _parser(commands).parse_args(words)
    run = next((command.run for command in commands if command.name == options.command), start)
    try:
        return run(options)
    except LostBookError as said:
        notify(
            f"companion: {said.sentence} To bring back what they hold, use restore without a file."
        )
    except (StorageError, Refusal) as said:
        notify(f"companion: {said.sentence}")
    except CommandError as said:
        notify(f"companion: {said.sentence}")
        return said.code
    except BrokenPipeError:
        raise  # ``main`` ends it
    except OSError as problem:
        notify(f"companion: {problem.filename or 'A file'}: {problem.strerror or problem}.")
    except KeyboardInterrupt:
        notify("\ncompanion: Stopped. What was not said to be done was not done.")
    return NO


def _to_start(words: Sequence[str]) -> argparse.Namespace | None:
    """Read what the app is started with, without loading a command; None where there is more, or something is amiss."""
    parser = argparse.ArgumentParser(prog=PROGRAM, add_help=False, exit_on_error=False)
    add(parser, OPTIONS)
    try:
        options, more = parser.parse_known_args(words)
    except argparse.ArgumentError:
        return None  # the full parser reports it
    return None if more else options


def _parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add(parser, OPTIONS)
    # without ``prog`` argparse sets up the help to find one, which takes as long as all else here
    named = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", prog=PROGRAM)
    for command in commands:
        command.add_to(named, PROGRAM)
    return parser


def _host_name(given: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?", given):
        raise argparse.ArgumentTypeError(
            f"{given!r} is not a name such as games.home, without http:// and a port"
        )
    return given.lower()


OPTIONS = (
    arg("--version", action="version", version=f"Companion {VERSION}"),
    arg("--data", type=Path, metavar="DIR", help="keep the books in this folder"),
    arg("--host", help="address to serve on (default: this machine, and phones once invited)"),
    arg("--port", type=int, default=8550, help="port to serve on (default: %(default)s)"),
    arg(
        "--name",
        type=_host_name,
        action="append",
        default=[],
        metavar="HOST",
        help="answer to this name too, such as games.home; may be given several times",
    ),
    arg("--desktop", action="store_true", help="open a window instead of the browser"),
    arg("--no-open", action="store_true", help="serve without opening the browser"),
)


def start(options: argparse.Namespace) -> int:
    """Start the app on its database."""
    with loading():
        from views.hosting.serve import serve  # noqa: PLC0415 - the text commands need no screens

    return _serve(
        partial(
            serve, data=options.data, desktop=options.desktop, open_browser=not options.no_open
        ),
        options,
        options.host,
    )


def serve_pwa(options: argparse.Namespace) -> int:
    """Serve the site that browsers install the app from."""
    from views.hosting.site import serve_site  # noqa: PLC0415 - the text commands need no screens

    return _serve(partial(serve_site, options.folder), options, options.host or HERE)


def _serve(serve: Callable[..., object], options: argparse.Namespace, host: str | None) -> int:
    try:
        serve(host=host, port=options.port, names=options.name)
    except (StorageError, OSError) as problem:
        notify(f"companion: {problem}")
        return NO
    return FINE


SERVE_PWA = Command(
    "serve-pwa",
    "serve the app that installs itself in a browser, once it is built",
    "",
    (),
    (
        arg("folder", type=Path, nargs="?", help="where it was built (default: build/pwa)"),
        arg(
            "--host",
            default=argparse.SUPPRESS,
            help="address to serve on (default: this machine only)",
        ),
        arg("--port", type=int, default=argparse.SUPPRESS, help="port to serve on (default: 8550)"),
    ),
    serve_pwa,
    needs_book=False,
)


if __name__ == "__main__":
    sys.exit(main())
