"""Six clients write to one play at once, in every way the app allows: ``python -m tests.campaigns.clients``.

They pay each other, undo, cross out and correct, all in each other's way; some commands are sent by two of them
under one id, as a tap that was not answered is. Then none may be lost and none doubled, all must read one journal, and
every line must be what its command comes to after the line before it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import threading
import time
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from companion.cli.books import writing
from companion.core import revision
from companion.core.referee import Referee
from companion.formats import play_file
from companion.games import find_game
from models import projections
from models.book import Book
from models.errors import BusyError
from models.integrity import examined
from models.journal import Journal
from models.ledger import AMEND, REDO, UNDO, VOID, Entry, Place, Refusal
from models.plays import Seat
from models.untrusted_file import UntrustedFile
from tests.campaigns.table_commands import SESSIONS
from tests.figures import head, percentile, print_figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.database import Database

CLIENTS = 6
SEATS = tuple(Seat(name.casefold(), name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"))
PLAY = "0123456789abcdef" * 2
SCREENS, THREADS, OPEN, COMMANDS = (
    "six screens of one app, while files are taken in",
    "six threads that share one referee",
    "six processes that keep the book open",
    "six processes by the command line, beside an open app",
)
WAYS = (SCREENS, THREADS, OPEN, COMMANDS)
OLD_TABLE, NO_IDS = "written on an old table", "sent without an id"
SABOTAGES = (OLD_TABLE, NO_IDS)
MOST_BUSY = 20
"""So often does a client try again where the book is busy."""


class Order(NamedTuple):
    """One command of a client: its id, what it does, and with which answers."""

    command: str
    action: str
    answers: dict[str, object]


@dataclass
class Client:
    """What one client got back: of each order how it ended and after how long; and what it read meanwhile."""

    answers: list[tuple[str, object]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    read: list[list[str]] = field(default_factory=list)
    busy: int = 0
    failed: str = ""


@dataclass
class Together:
    """What came of six clients at once; ``waits`` in seconds, from sending a command to its answer."""

    way: str
    seed: int
    sent: int = 0
    lines: int = 0
    refused: int = 0
    doubled: int = 0
    busy: int = 0
    took: float = 0.0
    waits: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


# --- what they do ----------------------------------------------------------------------------------


def orders(seed: int, count: int) -> list[list[Order]]:
    """Make so many orders for each client; about one in seven is sent by the next one too."""
    random = Random(seed)  # noqa: S311 - it pays, it keeps no secrets
    made = [[_order(random, f"{client}-{number}") for number in range(count)] for client in range(CLIENTS)]
    for client in range(CLIENTS):
        for number in range(count):
            if random.random() < 0.15:
                made[(client + 1) % CLIENTS].insert(number, made[client][number])
    return made


def _order(random: Random, command: str) -> Order:
    dice = random.random()
    if dice < 0.08:
        return Order(command, UNDO, {})
    if dice < 0.14:
        return Order(command, REDO, {})
    if dice < 0.2:
        return Order(command, VOID, {"seq": random.randint(8, 60), "reason": "not so"})
    if dice < 0.22:
        return Order(command, AMEND, {"seq": random.randint(8, 60), "reason": "it was not so"})
    giver, taker = random.sample([seat.key for seat in SEATS], 2)
    return Order(
        command,
        "correct_money",
        {"giver": giver, "taker": taker, "amount": random.randint(1, 60), "reason": "paid at the table"},
    )


def give(referee: Referee, order: Order) -> Entry:
    """Send an order to the referee."""
    if order.action == UNDO:
        return referee.undo(command=order.command)
    if order.action == REDO:
        return referee.redo(command=order.command)
    if order.action == VOID:
        return referee.void(order.answers["seq"], order.answers["reason"], command=order.command)
    if order.action == AMEND:
        decisions = {Place(order.answers["seq"]): revision.DROP}
        return referee.amend(decisions, order.answers["reason"], again=False, command=order.command)
    return referee.write(order.action, order.answers, command=order.command)


def send(client: Client, referee: Referee, order: Order) -> None:
    """Send an order, again and again while the book is busy, and keep the answer."""
    begun = time.perf_counter()
    for _ in range(MOST_BUSY):
        try:
            entry = give(referee, order)
            client.answers.append(("done", [entry.seq, entry.digest]))
        except Refusal as refusal:
            client.answers.append(("refused", refusal.sentence))
        except BusyError:
            client.busy += 1
            continue
        break
    else:
        client.answers.append(("busy", ""))
    client.waits.append(time.perf_counter() - begun)


def read(client: Client, journal: Journal) -> None:
    """Read the journal as it is by now."""
    client.read.append([entry.digest for entry in journal.all_entries(PLAY)])


def begin(journal: Journal) -> None:
    """Lay a play for six, who have some money each."""
    game = find_game("ratrace")
    journal.begin(
        game=game.key,
        title="All at once",
        seats=SEATS,
        houses=game.house_rules({}),
        board=game.printed(),
        edition=game.edition,
        play=PLAY,
    )
    referee = Referee(journal, PLAY)
    referee.write("start", {"first": "ada"}, command="start")
    for seat in SEATS:
        gift = {"giver": "treasury", "taker": seat.key, "amount": 500, "reason": "to begin with"}
        referee.write("correct_money", gift, command=f"start {seat.key}")


# --- the ways --------------------------------------------------------------------------------------


def together(way: str, seed: int, count: int, folder: Path, *, sabotage: str = "") -> Together:
    """Let six clients give so many orders each in one of the ways, and look what came of it."""
    found, wanted = Together(way, seed), orders(seed, count)
    database = Book.open(folder)
    try:
        begin(Journal(database))
        run = _screens if way == SCREENS else _threads if way == THREADS else _processes
        begun = time.perf_counter()
        clients = run(found, wanted, database, sabotage)
        found.took = time.perf_counter() - begun
        _compare(found, wanted, clients, Journal(database))
    finally:
        database.close()
    return found


def _screens(found: Together, wanted: list[list[Order]], database: Database, _: str) -> list[Client]:
    """Each screen's taps come to the one loop; what takes long is done on other threads meanwhile."""
    journal, clients = Journal(database), [Client() for _ in wanted]
    referee = Referee(journal, PLAY)

    async def taps(client: Client, mine: list[Order]) -> None:
        for number, order in enumerate(mine):
            send(client, referee, order)
            if number % 10 == 0:
                read(client, journal)
            await asyncio.sleep(0)

    async def files() -> None:
        data = (SESSIONS / "rat_a_tat_cat-stopped.session").read_bytes()
        for _ in range(3):
            await asyncio.to_thread(play_file.load, journal, data)

    async def all_of_them() -> None:
        await asyncio.gather(files(), *(taps(*one) for one in zip(clients, wanted, strict=True)))

    asyncio.run(all_of_them())
    _same_table(found, referee, journal)
    return clients


def _threads(found: Together, wanted: list[list[Order]], database: Database, _: str) -> list[Client]:
    journal, clients = Journal(database), [Client() for _ in wanted]
    referee, ready = Referee(journal, PLAY), threading.Barrier(len(wanted))

    def work(client: Client, mine: list[Order]) -> None:
        ready.wait()
        try:
            for number, order in enumerate(mine):
                send(client, referee, order)
                if number % 10 == 0:
                    read(client, journal)
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is reported
            client.failed = f"{type(problem).__name__}: {problem}"

    every = [threading.Thread(target=work, args=one) for one in zip(clients, wanted, strict=True)]
    for one in every:
        one.start()
    for one in every:
        one.join()
    _same_table(found, referee, journal)
    return clients


def _same_table(found: Together, referee: Referee, journal: Journal) -> None:
    """The one referee, which was never asked to look, knows what a new one reads."""
    fresh = Referee(journal, PLAY)
    for name in ("undoable", "redoable"):
        known, there = getattr(referee, name), getattr(fresh, name)
        if (known and known.seq) != (there and there.seq):
            found.broken.append(f"the referee's {name} is not the journal's")
    if referee.version != fresh.version or referee.table.ledger.holdings("ada:cash") != fresh.table.ledger.holdings(
        "ada:cash"
    ):
        found.broken.append("the referee's table is not the journal's")


def _processes(found: Together, wanted: list[list[Order]], database: Database, sabotage: str) -> list[Client]:
    """Fork six, which wait for each other; the app goes on reading, and moves the log into the file."""
    folder = database.path.parent
    started, go = os.pipe()
    pipes = []
    # no file may be open across a fork
    database.close()
    for mine in wanted:
        ours, theirs = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn where another thread is alive
            child = os.fork()
        if not child:
            try:
                os.close(go)
                os.read(started, 1)
                client = _one_process(found.way, mine, folder, sabotage)
                with os.fdopen(theirs, "w") as pipe:
                    json.dump(vars(client), pipe)
            finally:
                os._exit(0)
        os.close(theirs)
        pipes.append((child, ours))
    database.reopen()
    app = Journal(database)
    os.close(started)
    os.close(go)
    clients = []
    watch = threading.Event()
    watching = threading.Thread(target=_watch, args=(app, watch))
    watching.start()
    for child, ours in pipes:
        with os.fdopen(ours) as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        clients.append(Client(**json.loads(said)) if said else Client(failed="it ended without a word"))
    watch.set()
    watching.join()
    return clients


def _watch(app: Journal, enough: threading.Event) -> None:
    """An open app writes now and then, and so moves the log into the file."""
    number = 0
    while not enough.wait(0.02):
        number += 1
        app.set_preference("size", number)


def _one_process(way: str, mine: list[Order], folder: Path, sabotage: str) -> Client:
    client = Client()
    if sabotage:
        _sabotage(sabotage)
    try:
        with _opened(folder) as book:
            kept = None if way == COMMANDS else Referee(book, PLAY)
            for number, order in enumerate(mine):
                if kept:
                    send(client, kept, order)
                else:
                    begun = time.perf_counter()
                    with writing(argparse.Namespace(data=folder)) as journal:
                        send(client, Referee(journal, PLAY), order)
                    client.waits[-1] = time.perf_counter() - begun
                if number % 10 == 0:
                    read(client, book)
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is reported
        client.failed = f"{type(problem).__name__}: {problem}"
    return client


@contextmanager
def _opened(folder: Path) -> Iterator[Journal]:
    database = Book.open(folder)
    try:
        yield Journal(database)
    finally:
        database.close()


def _sabotage(how: str) -> None:
    """Break a promise in this process."""
    if how == OLD_TABLE:
        append = Journal.append

        def careless(journal: Journal, play: str, proposal: object, *, after: int, **more: object) -> Entry:
            del after
            return append(journal, play, proposal, after=journal.last(play), **more)

        Journal.append = careless
    else:
        once = Referee._once
        Referee._once = lambda referee, proposal, by, _: once(referee, proposal, by, None)


# --- looking ---------------------------------------------------------------------------------------


def _compare(found: Together, wanted: list[list[Order]], clients: list[Client], journal: Journal) -> None:
    """Compare what every client got back with what is in the book."""
    with journal.database.reading() as connection:
        rows = connection.exec_driver_sql(
            "SELECT seq, command, digest FROM entry WHERE play = ? ORDER BY seq", (PLAY,)
        ).fetchall()
        if projections.stored(connection, PLAY) != projections.computed(connection, PLAY):
            found.broken.append("it is folded otherwise than written")
    if [seq for seq, _, _ in rows] != list(range(1, len(rows) + 1)):
        found.broken.append("the numbers of the lines are not 1, 2, 3 ...")
    found.broken += [str(fault) for fault in examined(journal, PLAY)] + journal.database.check()
    there = {command: [seq, digest] for seq, command, digest in rows}
    acknowledged: set[str] = set()
    for number, (client, mine) in enumerate(zip(clients, wanted, strict=True)):
        found.broken += [f"client {number}: {fault}" for fault in _faults(client, mine, there, wanted)]
        if any(one != [digest for _, _, digest in rows][: len(one)] for one in client.read):
            found.broken.append(f"client {number} has read another journal")
        done = [order.command for order, (how, _) in zip(mine, client.answers, strict=False) if how == "done"]
        found.doubled += len(acknowledged.intersection(done))
        acknowledged.update(done)
        found.refused += sum(how == "refused" for how, _ in client.answers)
        found.sent += len(client.answers)
        found.busy += client.busy
        found.waits += client.waits
    if extra := {command for command in there if not command.startswith("start")} - acknowledged:
        found.broken.append(f"{len(extra)} lines that no client got back")
    found.lines = len(rows)
    _replay(found, wanted, journal)


def _faults(client: Client, mine: list[Order], there: dict[str, object], wanted: list[list[Order]]) -> Iterator[str]:
    """Find what one client got back that is not so. What it alone has sent is written in the order of sending."""
    if client.failed:
        yield client.failed
    last = 0
    for order, (how, answer) in zip(mine, client.answers, strict=False):
        if how == "busy":
            yield f"{order.command} was never taken: the book was busy {MOST_BUSY} times"
        elif how == "done" and there.get(order.command) != answer:
            yield f"{order.command} was answered with {answer}; there is {there.get(order.command)}"
        elif how == "done" and not _twice(order, wanted):
            if answer[0] < last:
                yield f"line {answer[0]} was written after line {last}"
            last = answer[0]


def _twice(order: Order, wanted: list[list[Order]]) -> bool:
    return sum(order in mine for mine in wanted) > 1


def _replay(found: Together, wanted: list[list[Order]], journal: Journal) -> None:
    """Send the orders one after the other, as the journal has them, to a new referee: each line is the same."""
    by_command = {order.command: order for mine in wanted for order in mine}
    untrusted = UntrustedFile()
    try:
        begin(Journal(untrusted))
        referee = Referee(Journal(untrusted), PLAY)
        with journal.database.reading() as connection:
            commands = dict(
                connection.exec_driver_sql("SELECT seq, command FROM entry WHERE play = ?", (PLAY,)).fetchall()
            )
        for entry in journal.all_entries(PLAY)[referee.version :]:
            order = by_command.get(commands[entry.seq])
            try:
                again = order and give(referee, order)
            except Refusal as refusal:
                found.broken.append(f"line {entry.seq} could not stand there: {refusal.sentence}")
                return
            if not again or again.proposal != entry.proposal:
                found.broken.append(f"line {entry.seq} is not what {order} comes to there")
                return
    finally:
        untrusted.close()


def main() -> int:
    """Print how six clients fare at once, in each of the ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="commands of each client, in each way")
    parser.add_argument("--sabotage", choices=SABOTAGES, default="", help="break the promise on purpose")
    options = parser.parse_args()
    head("Six clients write to one play at once")
    broken = 0
    for way in WAYS:
        with tempfile.TemporaryDirectory() as folder:
            found = together(way, options.seed, options.count, Path(folder), sabotage=options.sabotage)
        print_figure(way, found.sent, "", f"commands in {found.took:.1f} s")
        print_figure("  lines written, each once", found.lines)
        print_figure("  sent by two under one id, and answered the same", found.doubled)
        print_figure("  refused on the table as it was", found.refused)
        print_figure("  answered that the book is busy, and sent again", found.busy)
        print_figure("  wait, median", median(found.waits) * 1000, "ms")
        print_figure("  wait, 99 in a hundred", percentile(found.waits, 99) * 1000, "ms")
        print_figure("  wait, worst", max(found.waits) * 1000, "ms")
        for sentence in found.broken[:10]:
            sys.stdout.write(f"BROKEN: {sentence} (--seed {options.seed} --count {options.count})\n")
        broken += len(found.broken)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
