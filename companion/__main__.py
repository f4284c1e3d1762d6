"""The command line: ``python -m companion`` starts the app; see ``--help`` for the rest."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BYTES = 20_000_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; nothing named starts the app. Exit code 0 when all is well, 1 when not, 2 for misuse."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command == "play":
        return play(options.file)
    if options.command == "actions":
        return actions(options.game)
    if options.command == "serve-pwa":
        return serve_pwa(options)
    return start(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m companion", description="The referee's assistant at a physical games table."
    )
    parser.add_argument("--version", action="version", version=f"Companion {VERSION}")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the books in this folder")
    parser.add_argument("--host", default="127.0.0.1", help="address to serve on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8550, help="port to serve on (default: %(default)s)")
    parser.add_argument(
        "--name",
        type=_host_name,
        action="append",
        default=[],
        metavar="HOST",
        help="answer to this name too, such as games.home; may be given several times",
    )
    parser.add_argument("--desktop", action="store_true", help="open a window instead of the browser")
    parser.add_argument("--no-open", action="store_true", help="serve without opening the browser")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    one = commands.add_parser("play", help="replay a session and check every line of it")
    one.add_argument("file", type=Path, help="the session, or - for standard input")
    one = commands.add_parser("actions", help="list a game's actions with their questions, kinds and limits")
    one.add_argument("game", help="such as ratrace")
    one = commands.add_parser("serve-pwa", help="serve the app that installs itself in a browser, once it is built")
    one.add_argument("folder", type=Path, nargs="?", help="where it was built (default: build/pwa)")
    # left out here, they keep what was said before the command
    one.add_argument("--host", default=argparse.SUPPRESS, help="address to serve on (default: this machine only)")
    one.add_argument("--port", type=int, default=argparse.SUPPRESS, help="port to serve on (default: 8550)")
    return parser


def _host_name(given: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?", given):
        raise argparse.ArgumentTypeError(f"{given!r} is not a name such as games.home, without http:// and a port")
    return given.lower()


def start(options: argparse.Namespace) -> int:
    """Start the app on its database."""
    from models.trouble import Unopenable  # noqa: PLC0415 - the text commands need neither screens nor files
    from views.serve import serve  # noqa: PLC0415 - as above

    try:
        serve(
            data=options.data,
            host=options.host,
            port=options.port,
            desktop=options.desktop,
            open_browser=not options.no_open,
            names=options.name,
        )
    except (Unopenable, OSError) as problem:
        print(f"companion: {problem}", file=sys.stderr)
        return 1
    return 0


def serve_pwa(options: argparse.Namespace) -> int:
    """Serve the site that browsers install the app from."""
    from models.trouble import Unopenable  # noqa: PLC0415 - the text commands need neither screens nor files
    from views.site import serve_site  # noqa: PLC0415 - as above

    try:
        serve_site(options.folder, host=options.host, port=options.port, names=options.name)
    except (Unopenable, OSError) as problem:
        print(f"companion: {problem}", file=sys.stderr)
        return 1
    return 0


def play(file: Path) -> int:
    """Replay a session in a book of its own, and print the first line that does not hold."""
    from companion.session import Mismatch, replay, steps  # noqa: PLC0415 - listing actions needs no storage
    from models.database import Database  # noqa: PLC0415 - as above
    from models.journal import Journal  # noqa: PLC0415 - as above

    try:
        text = _read(file)
        found = steps(text)
        with tempfile.TemporaryDirectory() as folder:
            database = Database.open(Path(folder))
            try:
                entries = replay(Journal(database), found).version
            finally:
                database.close()
    except Mismatch as mismatch:
        print(f"{file}:{mismatch.line}: {mismatch.reason}")
        return 1
    except (OSError, UnicodeDecodeError) as problem:
        reason = "it is not UTF-8 text" if isinstance(problem, UnicodeDecodeError) else problem.strerror
        print(f"{file}: can't be read: {reason}")
        return 1
    print(f"{file}: every line holds, {entries} entries.")
    return 0


def _read(file: Path) -> str:
    data = sys.stdin.buffer.read(MOST_BYTES + 1) if str(file) == "-" else _bytes(file)
    if len(data) > MOST_BYTES:
        raise OSError(27, f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return data.decode("utf-8")


def _bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def actions(key: str) -> int:
    """List what a game's table can do, so that anybody can write a session."""
    from companion.games import find_game  # noqa: PLC0415 - only this command needs the rules here
    from models.ledger import Refusal  # noqa: PLC0415 - as above

    try:
        game = find_game(key)
    except Refusal as refusal:
        print(refusal.sentence)
        return 1
    print(f"{game.title}, {game.least} to {game.most} players ({game.edition})\n")
    print("A session begins with: game, seats, and any house= and board= lines.\n")
    for action in game.actions:
        print(f"{action.name}: {action.help}")
        for question in action.questions:
            extra = " (may be left out)" if question.optional else ""
            print(f"    {question.name}={question.kind.word}{extra}")
    print("undo\nredo\nvoid: Strike out any line.\n    seq=the line's number\n    reason=a few words")
    print("refuse ACTION ...: the action must be refused; under it stands the sentence.")
    print("end: balances stand under it.\n\nHouse rules (house KEY=WAY, the first is the default):")
    for house in game.houses:
        ways = f"any whole number of {house.what}" if house.whole else ", ".join(way for way, _ in house.ways)
        print(f"    {house.key}={ways}: {house.title}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # whoever read our lines has read enough
        sys.stderr.close()
        sys.exit(1)
