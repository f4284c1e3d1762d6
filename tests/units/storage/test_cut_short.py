"""The book in a browser's storage, cut short at every call: what was acknowledged is there, and nothing is half there.

An evening is played through the browser's file system of the books, on a storage that notes every call. From that come
all the states in which a killed page or a power cut can leave the files, and each is opened like any other book.
"""

import base64
import json
import random
import struct
import subprocess
from pathlib import Path

import pytest

from models import integrity
from models.book import Book
from models.errors import StorageError
from models.journal import Journal
from models.paths import FILE
from tests.paths import SESSION_FOLDER

pytestmark = [pytest.mark.build, pytest.mark.campaign]

HERE = Path(__file__).parent
EVENING = SESSION_FOLDER / "ratrace-first-steps.session"
HEAD = 4096
MAGIC = 0x436F6D70
CUTS = 250
"""Moments of a power cut that are tried, each with what reached the device chosen at random."""


@pytest.fixture(scope="module")
def calls(site, node):
    done = subprocess.run(
        [node, HERE / "record_calls.mjs", site, EVENING],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [_read(call) for call in json.loads(done.stdout)]


def _read(call):
    if call[0] == "write":
        return ("write", call[1], call[2], base64.b64decode(call[3]))
    return tuple(call)


def apply(content, call):
    kind, _, at, *rest = call
    if kind == "truncate":
        del content[at:]
        content.extend(bytes(at - len(content)))
        return
    (data,) = rest
    content.extend(bytes(max(0, at + len(data) - len(content))))
    content[at : at + len(data)] = data


def powerless(calls, chance, *, flushing=True):
    """What is there after a power cut: what was flushed, and of the rest whatever happened to reach the device."""
    files, waiting = {}, {}
    for call in calls:
        if call[0] in ("write", "truncate"):
            waiting.setdefault(call[1], []).append(call)
        elif call[0] == "flush" and flushing:
            for change in waiting.pop(call[1], ()):
                apply(files.setdefault(call[1], bytearray()), change)
    for slot, calls_of in waiting.items():
        for change in calls_of:
            if chance.random() < 0.5:
                apply(files.setdefault(slot, bytearray()), change)
    return files


def lay_out(files, folder):
    """Put what the slots hold under the paths that their heads say, as the app does on opening."""
    held = {}
    for content in files.values():
        if len(content) < HEAD or struct.unpack_from(">I", content)[0] != MAGIC:
            continue
        turn, length = struct.unpack_from(">II", content, 4)
        path = content[16 : 16 + length].decode()
        if path and held.get(path, (-1,))[0] < turn:
            held[path] = turn, bytes(content[HEAD:])
    folder.mkdir()
    for path, (_, content) in held.items():
        if path.count("/") == 1:
            (folder / path.strip("/")).write_bytes(content)


def faults(files, folder, acknowledged):
    """Open the book, and say what is wrong with it: nothing, or what was lost or spoilt."""
    lay_out(files, folder)
    if acknowledged is not None and not (folder / FILE).exists():
        return ["the book is gone"]
    try:
        database = Book.open(folder)
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is what a player would meet
        return [f"it does not open: {problem}"]
    try:
        return list(_found_in(database, acknowledged))
    except StorageError as error:
        return [error.sentence]
    finally:
        database.close()


def _found_in(database, acknowledged):
    journal = Journal(database)
    file = (integrity.WHOLE, integrity.TIED)
    yield from (fault.sentence for fault in integrity.check_file(journal) if fault.check in file)
    if acknowledged is None:
        return
    plays = journal.plays()
    if len(plays) != 1:
        yield "the play is gone"
        return
    yield from integrity.check(journal, plays[0].id)
    last = journal.last(plays[0].id)
    if last < acknowledged:
        yield f"{acknowledged} were acknowledged and {last} are there"


def acknowledged_in(calls):
    return max((call[1] for call in calls if call[0] == "acknowledged"), default=None)


def test_a_page_killed_at_any_call_has_lost_nothing_that_was_acknowledged(calls, tmp_path):
    # what was called for is there, flushed or not; so nothing is found otherwise after a flush
    files, acknowledged = {}, None
    for cut, call in enumerate(calls, 1):
        if call[0] in ("write", "truncate"):
            apply(files.setdefault(call[1], bytearray()), call)
        elif call[0] == "acknowledged":
            acknowledged = call[1]
        else:
            continue
        assert faults(files, tmp_path / str(cut), acknowledged) == [], f"after {cut} calls"


def test_a_power_cut_at_any_moment_has_lost_nothing_that_was_acknowledged(calls, tmp_path):
    chance = random.Random(5)  # noqa: S311 - the same cuts every time
    for number in range(CUTS):
        done = calls[: chance.randrange(len(calls) + 1)]
        spoilt = faults(powerless(done, chance), tmp_path / str(number), acknowledged_in(done))
        assert spoilt == [], f"cut {number}, after {len(done)} calls"


def test_without_flushing_something_is_lost_so_these_cuts_are_real(calls, tmp_path):
    chance = random.Random(5)  # noqa: S311 - as above
    lost = 0
    for number in range(40):
        done = calls[: chance.randrange(len(calls) // 2, len(calls) + 1)]
        files = powerless(done, chance, flushing=False)
        lost += bool(faults(files, tmp_path / str(number), acknowledged_in(done)))
    assert lost > 10


def test_every_entry_is_on_the_device_before_it_is_acknowledged(calls):
    """Nothing waits to be flushed when the tick shows."""
    waiting = set()
    for call in calls:
        if call[0] in ("write", "truncate"):
            waiting.add(call[1])
        elif call[0] == "flush":
            waiting.discard(call[1])
        elif call[0] == "acknowledged":
            assert waiting == set(), f"entry {call[1]}"
