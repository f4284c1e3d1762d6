"""What the commands print on books, sound and damaged, and whether they change anything: `commands.txt` in order."""

import io
import re
import shlex
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

from companion.__main__ import main
from companion.cli import load
from companion.formats import session
from models.backups.backup import copies
from models.book import Book
from models.journal import Journal
from models.paths import FILE
from tests.evenings.said.evening import ClockedJournal
from tests.evenings.said.wording import told
from tests.paths import SESSION_FOLDER

SCRIPT = Path(__file__).with_name("commands.txt")
HEAD = "game {}\ntitle {}\nseats {}\n# id {}\n# began 2026-03-06T20:00:00Z\n"
FRIDAY = (
    HEAD.format("ratrace", "Friday", "Alice Bob", "1" * 32) + "start first=alice\n  # 20:01:00Z\n"
)
SATURDAY = (
    HEAD.format("ratrace", "Saturday", "Alice Cy", "2" * 32) + "start first=cy\n  # 20:02:00Z\n"
)
FISTS = HEAD.format("doubletrack", "Fists", "Ann Ben Cy", "3" * 32) + (
    "start first=ann\n  # 20:01:00Z\nsell_card who=ann bids='ben=10 cy=5'\n  # 20:02:00Z\n"
)
LONGER = f"{FRIDAY}undo\n  # 20:03:00Z\nredo\n  # 20:04:00Z\n"
CATS = (
    HEAD.format("rat_a_tat_cat", "Cats", "Ann Ben", "1" * 32) + "start first=ann\n  # 20:01:00Z\n"
)
FILES = {
    "friday.txt": FRIDAY.encode(),
    "saturday.txt": SATURDAY.encode(),
    "hidden.txt": FISTS.encode(),
    "longer.txt": LONGER.encode(),
    "otherwise.txt": FRIDAY.replace("first=alice", "first=bob").encode(),
    "rules.txt": LONGER.replace("start", "house position=off\nstart").encode(),
    "title.txt": LONGER.replace("Friday", "Old").encode(),
    "cats.txt": CATS.encode(),
    "fly.txt": f"{FRIDAY}fly who=alice\n".encode(),
    "chess.txt": b"game chess\nseats A B\n",
    "letter.txt": b"Dear aunt,\n",
    "empty.txt": b"",
    "picture.png": b"\x89PNG\r\n\x1a\n\xff\xfe",
    "torn.db": b"SQLite format 3\0" + b"\xff" * 5000,
    "packed.zip": b"PK\x03\x04zipped",
}
OPEN = (
    "game ratrace\nseats Alice Bob\nhouse position=off businesses=one\nstart first=alice\n"
    "pick who=alice business=black\npick who=bob business=red\n"
)
BEGINNINGS = {
    "head": "",
    "open": OPEN,
    "gain": f"{OPEN}correct_money giver=treasury taker=alice amount=300 reason=test\n",
}
"""What stands in a session before a line of the script, by the word that the line begins with."""
TODAY = (
    (re.compile(r"\d{8}T\d+Z"), "TIME"),
    (re.compile(r"(?!2026-03)20\d\d-\d\d-\d\d \d\d:\d\d"), "TODAY"),
    (re.compile(r"made on .+ at \d\d:\d\d"), "made TODAY"),
    (re.compile(r" +\d+ kB"), " SIZE"),
)
"""What is another each day."""


PLAYED = (
    "any_score-target", "any_score-teams", "any_money-pots-and-a-deal", "doubletrack-first-home-three",
    "doubletrack-undo-with-reason", "rat_a_tat_cat-rounds", "rat_a_tat_cat-stopped", "rat_a_tat_cat-sudden-death",
    "rat_race_monopoly-bankrupt", "ratrace-first-steps", "ratrace-two-bankruptcies", "ratrace-retirement",
    "totopoly-carried", "totopoly-three-players",
)  # fmt: skip
"""The evenings of the book that statistics are made of; some people played several."""


def played(database):
    """Fill a book with several evenings."""
    journal = ClockedJournal(database)
    with database.writing():
        for at, name in enumerate(PLAYED):
            steps = session.steps((SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8"))
            session.replay(journal, steps, play_id=f"{at:02x}" * 16)


def command_line():
    """Tell what the commands say."""
    for command in load():
        yield f"{command.name}: {command.help} | {command.about} | {told(command.examples)}"
    with tempfile.TemporaryDirectory() as folder:
        scene = _Scene(Path(folder))
        for line in SCRIPT.read_text(encoding="utf-8").splitlines():
            yield from scene.play(line)


class _Scene:
    """A folder of books and one of files, and what is done to them."""

    def __init__(self, folder):
        self.books, self.kept, self.files = folder / "books", folder / "kept", folder / "files"
        (self.files / "all").mkdir(parents=True)
        for name, content in FILES.items():
            (self.files / name).write_bytes(content)

    def play(self, line):
        """Do a line of the script, and tell what came of it."""
        word, _, rest = line.partition(" ")
        if not word or word == "#":
            yield from [line] if rest.startswith("---") else []
        elif (happens := getattr(self, f"_{word}", None)) is not None:
            yield line
            happens(rest)
        elif word in BEGINNINGS:
            yield line
            rest = re.sub(r"(.)\{(\d+)\}", lambda sign: sign[1] * int(sign[2]), rest)
            text = BEGINNINGS[word] + rest.encode().decode("unicode_escape")
            (self.files / "its.session").write_text(f"{text}\n" if rest else text, encoding="utf-8")
            yield from self._run("play FILES/its.session", "")
        else:
            yield from self._run(*line.partition(" < ")[::2])

    def _run(self, line, typed):
        yield f"companion {line}{f' < {typed}' if typed else ''}"
        before, keyboard = self._content(), sys.stdin
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        sys.stdin = io.StringIO(f"{typed}\n" if typed else "")
        sys.stdin.isatty = lambda: bool(typed)
        try:
            with redirect_stdout(out), redirect_stderr(out):
                words = shlex.split(line.replace("FILES", str(self.files)))
                code = main(["--data", str(self.books), *words])
        except SystemExit as ended:
            code = ended.code
        finally:
            sys.stdin = keyboard
        out.seek(0)
        said = out.read().replace(str(self.books), "FOLDER").replace(str(self.files), "FILES")
        for pattern, word in TODAY:
            said = pattern.sub(word, said)
        yield from (f"  {words}".rstrip() for words in said.splitlines())
        yield f"  = {code}{'' if self._content() == before else ', something was changed'}"

    def _content(self):
        """All that lies in the folders and is kept; beside a book that is open there may be more."""
        paths = [path for folder in (self.books, self.files) for path in folder.rglob("*")]
        return {
            path: path.read_bytes()
            for path in paths
            if path.is_file() and not path.name.endswith(("-shm", "-wal"))
        }

    def _evenings(self, _):
        with closing(Book.open(self.books)) as book:
            played(book)

    def _empty(self, _):
        Book.open(self.books).close()

    def _shelf(self, doing):
        with closing(Book.open(self.books)) as book:
            Journal(book).set_play("1" * 32, **{doing: True})

    def _keep(self, _):
        shutil.copytree(self.books, self.kept)

    def _anew(self, _):
        self._remove("all")
        if self.kept.exists():
            shutil.copytree(self.kept, self.books)

    def _remove(self, what):
        if what:
            shutil.rmtree(self.books)
        else:
            (self.books / FILE).unlink()

    def _spoil(self, where):
        path, at = (
            (copies(self.books / FILE)[0].path, 6000)
            if where == "copy"
            else (self.books / FILE, int(where))
        )
        path.parent.mkdir(exist_ok=True)
        data = path.read_bytes() if path.exists() else b""
        path.write_bytes(data[:at] + b"\xff" * 3996 + data[at + 3996 :])

    def _sql(self, statement):
        with closing(sqlite3.connect(self.books / FILE, isolation_level=None)) as file:
            for (name,) in file.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                file.execute(f"DROP TRIGGER {name}")
            file.execute(statement)
