"""Makes `tests/kept`, once and for all, with the code as it is now: 0.5.0. It is to be gone from the tree afterwards.

    PYTHONHASHSEED=0 TZ=UTC .venv-test/bin/python tests/make_kept.py books
    PYTHONHASHSEED=0 TZ=UTC .venv-test/bin/python tests/make_kept.py installed SITE
    PYTHONHASHSEED=0 TZ=UTC .venv-test/bin/python tests/make_kept.py expected

SITE is what `packaging/build_pwa.py` has built. Ids, times and chances come from fixed beginnings.
"""

# ruff: noqa: E501, PLR0915, T201 - it is in the tree for one commit, to be found in the history

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE), str(HERE / "browser")]

import kept_reader as reader  # noqa: E402 - found by the path above; so are all that follow

import models.shelf  # noqa: E402
from companion import amending, decided, looks, safekeeping  # noqa: E402
from companion.games import GAMES  # noqa: E402
from companion.kinds import Amount, Moment, Number, Words  # noqa: E402
from companion.referee import Referee  # noqa: E402
from companion.session import begin, run, steps, write_out  # noqa: E402
from companion.table import RESERVED, seat_key  # noqa: E402
from models.copies import make_copy  # noqa: E402
from models.database import Database  # noqa: E402
from models.foreign import Aside  # noqa: E402
from models.journal import Journal  # noqa: E402
from models.ledger import AMEND, COUNT, Refusal  # noqa: E402
from models.play import Seat  # noqa: E402
from models.snapshot import back_up  # noqa: E402

KEPT = HERE / "kept"
SESSIONS = HERE / "sessions"
NAMES = ("Ada", "Ben", "Zoë", "Dan", "Eva", "Finn")
GAME_TITLES = {one.key: one.title for one in GAMES}
LATER = ("Gwen", "Hugo", "Iris", "Jan")
REASONS = ("it was a slip", "as agreed", "forgotten", "read wrongly", "the table says so")
OLD = {1: "d6e6f68", 2: "d7533fa"}
"""The last commits of 0.3.0 and 0.4.0, whose files were of versions 1 and 2."""


# --- clock and ids ---------------------------------------------------------------------------------


class Clock:
    """Goes on by some seconds whenever it is asked."""

    def __init__(self, start: datetime) -> None:
        self.at = start
        self.random = Random(str(start))  # noqa: S311 - no secret; so below

    def now(self) -> datetime:
        self.at += timedelta(seconds=self.random.randint(8, 95), microseconds=self.random.randint(0, 999_999))
        return self.at

    def evening(self) -> None:
        """Go on to the next evening."""
        self.at = datetime(self.at.year, self.at.month, self.at.day, 19, tzinfo=UTC) + timedelta(days=1)


def by_this(clock: Clock) -> type[datetime]:
    class Set(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return clock.now().astimezone(tz)

    return Set


class Dated(Journal):
    """A journal that asks our clock, and has our ids."""

    def __init__(self, database: Database, clock: Clock, ids: Random) -> None:
        super().__init__(database)
        self.clock, self.ids = clock, ids

    def id(self) -> str:
        return UUID(int=self.ids.getrandbits(128), version=4).hex

    def begin(self, **told: Any) -> Any:
        seats = tuple(
            # in Doubletrack the colour of a seat is that of its pawns, so evenings without have to stay so
            replace(
                one,
                colour=one.colour or ("" if told["game"] == "doubletrack" else looks.INKS[at % 6]),
                token=looks.SHAPES[(at + 2) % 6],
            )
            for at, one in enumerate(told["seats"])
        )
        play = super().begin(**told | {"seats": seats, "at": self.clock.now(), "play": self.id()})
        for one in reversed(seats):
            self.remember_player(one.name, one.colour, one.token)
        self.set_preference(f"houses:{play.game}", dict(play.houses))
        return play

    def append(self, *told: Any, **more: Any) -> Any:
        return super().append(*told, **more | {"at": self.clock.now(), "command": self.id()})


# --- evenings at random ----------------------------------------------------------------------------


class Walk:
    """A random evening: whatever was done least so far, taken back and corrected now and then."""

    def __init__(self, random: Random, game: Any, used: Counter[str]) -> None:
        self.random, self.used = random, used
        self.journal = Journal(Aside())
        seats: list[Seat] = []
        for name in NAMES[: random.randint(game.least, min(game.most, 6))]:
            seats.append(Seat(seat_key(name, (one.key for one in seats)), name))
        houses = game.house_rules({one.key: random.choice([way for way, _ in one.ways]) for one in game.houses})
        play = self.journal.begin(
            game=game.key, title=f"{game.title} at random", seats=seats, houses=houses, board=game.printed(),
            edition=game.edition,
        )  # fmt: skip
        self.referee = Referee(self.journal, play.id)

    def text(self) -> str:
        play = self.referee.play
        return "\n".join(write_out(play, self.journal.all_entries(play.id)))

    def go(self, lines: int) -> str:
        for _ in range(lines * 25):
            if self.referee.version >= lines:
                break
            with suppress(Refusal):
                self.something()
        text = self.text()
        self.journal.database.close()
        return text

    def something(self) -> None:
        dice, referee, random = self.random.random(), self.referee, self.random
        if dice < 0.05:
            referee.undo(random.choice(REASONS) if random.random() < 0.5 else "")
        elif dice < 0.08:
            referee.redo()
        elif dice < 0.10 and referee.version:
            referee.void(random.randint(1, referee.version), random.choice(REASONS))
        elif dice < 0.15 and referee.lines():
            correct(random, referee)
        elif dice < 0.18:
            count(random, referee)
        else:
            prompt = referee.game.prompt(referee.table)
            offers = [one for one in (prompt.sheet, *prompt.offers) if one is not None]
            if offers and random.random() < 0.55:
                offer = min(random.sample(offers, min(len(offers), 3)), key=lambda one: self.used[one.action])
                name, answers = offer.action, dict(offer.answers)
            else:
                some = random.sample(referee.game.actions, 4)
                name, answers = min(some, key=lambda one: self.used[one.name]).name, {}
            self.used[name] += 1
            referee.write(name, fill(random, referee, referee.table, name, answers))


def fill(random: Random, referee: Any, table: Any, name: str, answers: dict[str, Any]) -> dict[str, Any]:
    action = referee.game.action(name)
    for question in action.questions:
        if question.name in answers or (question.optional and random.random() < 0.5):
            continue
        able = possible(random, referee, table, action, question, answers)
        if not able:
            raise Refusal("nothing to choose")
        answers[question.name] = random.choice(able)
    return answers


def possible(
    random: Random, referee: Any, table: Any, action: Any, question: Any, answers: dict[str, Any]
) -> list[Any]:
    options = action.options(table, answers, question.name)
    kind = question.kind
    if options is not None:
        return [one.value for one in options if one.refusal is None]
    if isinstance(kind, Amount):
        step = kind.step_on(table)
        most = kind.most(table, answers) if kind.most else 0
        return [max(kind.least, step * random.choice((1, 2, 5, 10, 50))), *([most] if most > 0 else [])]
    if isinstance(kind, Words):
        return words(random, referee.game, question.name, answers)
    if isinstance(kind, Number):
        return [random.randint(kind.least, min(kind.most, 40))]
    if isinstance(kind, Moment):
        return [1_800_000_000 + random.randint(0, 7200)]
    return [kind.sample(table, answers)]


def words(random: Random, game: Any, question: str, answers: dict[str, Any]) -> list[str]:
    if question == "called":
        return list(LATER)
    if question == "way":
        rule = game.house(str(answers["rule"]))
        return [str(max(rule.least, 12_000))] if rule.whole else [way for way, _ in rule.ways]
    if question == "value":
        fact = game.fact(str(answers["fact"]))
        return [way for way, _ in fact.ways] or [str(random.randint(fact.least, 900)) if fact.whole else "Another name"]
    return list(REASONS)


def correct(random: Random, referee: Any, how: str = "") -> None:
    """Correct a past line in any way that can be."""
    told = random.choice(referee.lines())
    how = how or random.choice(("change", "insert", "drop"))
    place = told.place
    if how == "drop":
        decision: Any = amending.DROP
    elif how == "change":
        answers = dict(told.proposal.answers)
        table = referee.before(place).table
        action = referee.game.action(told.proposal.action)
        if not action.questions:
            raise Refusal("it asks nothing")
        question = random.choice(action.questions)
        other = {key: value for key, value in answers.items() if key != question.name}
        able = [
            one
            for one in possible(random, referee, table, action, question, other)
            if one != answers.get(question.name)
        ]
        if not able:
            raise Refusal("nothing else to say")
        decision = amending.Change(action.name, answers | {question.name: random.choice(able)})
    else:
        table = referee.after(place).table
        name = random.choice(referee.game.actions).name
        place = amending.next_place(referee.lines(), place.seq)
        decision = amending.Change(name, fill(random, referee, table, name, {}))
    decisions, again = {place: decision}, random.random() < 0.8
    for _ in range(12):
        refused = [one.place for one in referee.revise(decisions, again=again).refused]
        if place in refused:
            raise Refusal("that can't be said there")
        if not refused:
            break
        decisions |= {one: amending.KEEP if random.random() < 0.6 else amending.DROP for one in refused}
    referee.amend(decisions, random.choice(REASONS), again=again)


def count(random: Random, referee: Any) -> None:
    who = random.choice(referee.table.players).key
    units = [unit for (account, unit), _ in referee.table.ledger.balances.items() if account == f"{who}:cash"]
    held = referee.table.ledger.balance(f"{who}:cash", units[0]) if units else 0
    referee.write(COUNT, {"who": who, "counted": max(0, held + random.choice((0, 0, 5, -10)))})


# --- where an evening stands -----------------------------------------------------------------------


def features(referee: Any) -> set[tuple[str, ...]]:
    """What is open on a table: its prompt, every kind of mark and of account, and what was done last."""
    game, table = referee.play.game, referee.table
    players = {one.key for one in table.players}
    prompt = referee.game.prompt(table)
    title = prompt.title
    for key in sorted(players, key=lambda one: -len(table.name(one))):
        title = re.sub(re.escape(table.name(key)), "*", title, flags=re.IGNORECASE)
    title = re.sub(r"the \w+ gate", "the gate", re.sub(r"[\d,.]+", "#", title))
    found = {("prompt", game, re.sub(r"\d", "#", prompt.event), prompt.sheet.action if prompt.sheet else "", title)}
    for holder, name in table.ledger.marks:
        if holder in ("board", "house", "line"):
            found.add(("mark", game, holder))
        else:
            found.add(("mark", game, plain(holder, players), plain(name, players)))
    for account, _ in table.ledger.balances:
        holder, _, purse = account.partition(":")
        found.add(("account", game, plain(holder, players), purse))
    if last := referee.undoable:
        found.add(("done", game, last.proposal.action))
        if last.proposal.action == AMEND:
            found |= {("amended", game, how_decided(value)) for value in last.proposal.answers.values()}
    return found


def how_decided(value: Any) -> str:
    return value if value in ("drop", "keep", "kept") else "line"


def plain(words: str, players: set[str]) -> str:
    if words in players:
        return "PLAYER"
    parts = re.split(r"([._])", words)
    return re.sub(r"\d+", "#", "".join("PLAYER" if one in players else one for one in parts))


class Candidates:
    """Beginnings of evenings, and what stands open where each ends."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.ends: dict[str, dict[int, set[tuple[str, ...]]]] = defaultdict(dict)

    def add(self, name: str, text: str) -> None:
        self.texts[name] = text
        with reader.scratch() as journal:
            play, rest = begin(journal, steps(text))
            referee = Referee(journal, play.id)
            done: set[tuple[str, ...]] = set()
            for at in range(len(rest) + 1):
                found = features(referee)
                done |= {one for one in found if one[0] in ("done", "amended")}
                if at == len(rest) or rest[at].word not in ("refuse", "end"):
                    self.ends[name][at] = found | done
                if at < len(rest):
                    run(referee, rest[at])

    def chosen(self) -> list[tuple[str, int]]:
        """As few and as short ones as can be, in which every kind of everything is open at the end, or done."""
        there = [(name, at, found) for name, ends in self.ends.items() for at, found in ends.items()]
        left = set().union(*(found for _, _, found in there))
        chosen = []
        while left:
            name, at, found = max(
                there,
                key=lambda one: (len(one[2] & left) / (one[1] + 12), one[0].startswith("session"), one[0], -one[1]),
            )
            chosen.append((name, at))
            left -= found
        return chosen


def candidates(walks: int) -> Candidates:
    found = Candidates()
    for file in sorted(SESSIONS.glob("*.session")):
        found.add(f"session {file.stem}", file.read_text(encoding="utf-8"))
    for name, text in EXTRA.items():
        found.add(f"session {name}", text)
    used: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for seed in range(walks):
        for game in GAMES:
            text = Walk(Random(f"{game.key} {seed}"), game, used[game.key]).go(36)  # noqa: S311
            found.add(f"walk {game.key} {seed}", text)
    for game in GAMES:
        done = {
            one[2]
            for ends in found.ends.values()
            for at in ends.values()
            for one in at
            if one[:2] == ("done", game.key)
        }
        print(game.key, "never done:", sorted({one.name for one in game.actions} - done))
    return found


# --- the book --------------------------------------------------------------------------------------

WHOLE = (
    "ratrace-retirement", "ratrace-put-right", "ratrace-counting", "totopoly-whole-evening", "totopoly-retiring",
    "rat_a_tat_cat-rounds", "rat_a_tat_cat-leaving", "rat_a_tat_cat-time-last-round", "rat_race_monopoly-disasters",
    "rat_race_monopoly-bankrupt", "doubletrack-corrections", "doubletrack-first-home-four", "doubletrack-undo-with-reason",
)  # fmt: skip

EXTRA = {
    "debt": """game ratrace
title A debt that is met after all
seats Alice Bob
house position=off gifts=yes businesses=one
start first=alice
pick who=alice business=black
pick who=bob business=red
correct_card card=olive.middle giver=stock taker=alice reason=forgotten
private_sale giver=alice card=olive.middle taker=bob amount=20
correct_class who=alice rank=middle reason=forgotten
taxes who=alice roll=12
correct_money giver=treasury taker=alice amount=1200 reason="read wrongly"
settle
""",
    "wedding": """game ratrace
title A wedding, and its auction at the next turn
seats Alice Bob
house wedding=next businesses=one position=off
start first=alice
pick who=alice business=black
pick who=bob business=red
correct_card card=olive.working giver=stock taker=alice reason=forgotten
wedding who=alice
hold_auction who=alice
sell lot=olive.working buyer=bob price=3
""",
    "let off": """game totopoly
title A debt let off, and one that is met
seats Ann Ben
start banker=ann auctioneer=ben clerk=ann
keep who=ann card=h1 price=600
keep who=ben card=h2 price=20
open_auction
sell lot=h5 who=ben price=10
end_auction reason="it is late"
train_pay who=ann to=bank amount=300 reason="a vet"
let_off reason="as agreed"
train_pay who=ann to=ben amount=200 reason="a vet"
correct_money giver=bank taker=ann amount=300 reason="forgotten"
settle
""",
    "diploma": """game ratrace
title A wedding with a diploma
seats Alice Bob
house businesses=one position=off
start first=alice
pick who=alice business=black
pick who=bob business=red
correct_card card=olive.working giver=stock taker=alice reason=forgotten
correct_paper who=alice paper=night_school reason=forgotten
wedding who=alice
""",
    "tolls": """game doubletrack
title Tolls at every gate
seats Ann Ben Cy Dee
start first=ann
toll who=ann gate=yellow answer=pays amount=10
toll who=ann gate=green answer=pays amount=5
toll who=ann gate=blue answer=pays amount=15
""",
    "four horses": """game totopoly
title Four horses of one owner
seats Ann Ben
start banker=ann auctioneer=ben clerk=ann
keep who=ann card=h1 price=20
keep who=ann card=h2 price=20
keep who=ann card=h3 price=20
open_auction
sell lot=h4 who=ann price=10
sell lot=h5 who=ben price=10
end_auction reason="it is late"
end_training
scratch horse=h4
enter_race who=everyone
""",
}
HARD_NAMES = """game ratrace
title =HYPERLINK("x"), "quoted"; a|b & <b>bold</b> \N{FOX FACE}
seats '=1+1' "O'Hara" 'Zoë  Ångström' '李雷' '@Ann-Marie <3'
house position=off gifts=yes
start first=o_hara
pick who=o_hara business=black
pick who=zoe_angstrom business=red
pick who=player_2 business=blue
pick who=ann_marie_3 business=green
pick who=1_1 business=olive
correct_money giver=treasury taker=o_hara amount=120 reason='=SUM(A1); "quoted" | <i>'
correct_money giver=o_hara taker=zoe_angstrom amount=20 reason='+ a tip, \N{EM DASH} ¡olé!'
gift giver=zoe_angstrom taker=o_hara amount=1 reason="don't ask"
undo reason="she's given it back"
redo
count who=o_hara counted=301
count who=zoe_angstrom counted=200
"""


def beginning(text: str, lines: int) -> tuple[list[Any], list[Any]]:
    """The head of a session with so many of its lines, and the lines after them."""
    found = steps(text)
    at = next(
        (n for n, one in enumerate(found) if one.word not in ("game", "title", "seats", "house", "board")), len(found)
    )
    rest = found[at:]
    return found[:at] + rest[:lines], rest[lines:]


def lay_play(journal: Journal, found: list[Any], title: str) -> Any:
    play, rest = begin(journal, found)
    journal.rename(play.id, title)
    referee = Referee(journal, play.id)
    for step in rest:
        run(referee, step)
    return referee


def title_of(referee: Any, taken: set[str]) -> str:
    prompt = referee.game.prompt(referee.table)
    words = f"{referee.game.title}: {prompt.title}".rstrip("?")[:60]
    title, number = words, 2
    while title.casefold() in taken:
        title, number = f"{words} {number}", number + 1
    taken.add(title.casefold())
    return title


def after(rest: list[Any]) -> list[str]:
    """The next line of an evening, as it was played."""
    for one in rest:
        if one.word not in ("refuse", "end"):
            return [f"{one.word} {one.rest}".strip()]
    return []


README = """\
# What version 0.5.0 kept

Files as Companion 0.5.0 wrote them on 22 November 2026. Nothing in this folder may ever change, not even this page:
`SHA256SUMS` has the digest of every file, and `tests/test_kept_files.py` that of `SHA256SUMS`.
What every later version has to make of them is tested in `tests/test_kept_*.py`. `.gz` files are packed with gzip.

- `book/`: a book of 142 plays of all five games and its own copies: plays in the middle of everything that can stand
  open, ended, put away and deleted ones; every action of every game; lines undone, brought back, struck out and corrected
- `download/`: the backup of that book, as a person saves it
- `damaged/`: a book in which four letters have changed, and its copy; three plays lack something
- `version-1/`, `version-2/`: books that versions 0.3.0 and 0.4.0 wrote, of file versions 1 and 2
- `installed/`: what a browser keeps of an installed app: each of its files raw, and `storage.json` for all the rest
- `sessions/`: every session of the tests
- `exports/`: what each play of `book/` and each session is written out as, in every form
- `expected.json.gz`: all that 0.5.0 read in these books and made of these sessions, what each play goes on with and what
  comes of it, what commands say, and what is had back of the damaged book
- `names.json`: every name that may never go: of actions and questions, accounts and marks, tables, commands, routes, files

The clock of the books is made up, and so are the people. The script that made all this is in the history of the
project, as `tests/make_kept.py`.
"""


def books() -> None:
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir()
    shutil.copytree(SESSIONS, KEPT / "sessions")
    (KEPT / "README.md").write_text(README, encoding="utf-8")
    found = candidates(WALKS)
    chosen = found.chosen()
    print(len(chosen), "beginnings of", sum(at for _, at in chosen), "lines")
    with tempfile.TemporaryDirectory() as scratch:
        played_on = big_book(Path(scratch) / "book", found, chosen)
        pack(Path(scratch) / "book", KEPT / "book")
        pack(Path(scratch) / "download", KEPT / "download")
        damaged(Path(scratch) / "damaged")
        pack(Path(scratch) / "damaged", KEPT / "damaged")
    for version, commit in OLD.items():
        old_book(version, commit)
    dump(PLAYED_ON, played_on)


WALKS = 50
PLAYED_ON = Path(tempfile.gettempdir()) / "played_on.json"
"""With what each play goes on; it comes to lie in what is expected."""


def big_book(folder: Path, found: Candidates, chosen: list[tuple[str, int]]) -> dict[str, list[str]]:
    clock = Clock(datetime(2026, 2, 27, 19, tzinfo=UTC))
    models.shelf.datetime = by_this(clock)
    journal = Dated(Database.open(folder), clock, Random("kept"))  # noqa: S311
    taken: set[str] = set()
    played_on: dict[str, list[str]] = {}
    whole = [(f"session {name}", 10**6) for name in WHOLE]
    for at, (name, lines) in enumerate([*whole, *chosen]):
        clock.evening()
        head, rest = beginning(found.texts[name], lines)
        referee = lay_play(journal, head, "to be named")
        named = next((one.rest for one in head if one.word == "title"), "")
        journal.rename(referee.play.id, named if lines == 10**6 else title_of(referee, taken))
        play = referee.play.id
        played_on[play] = after(rest)
        if at % 9 == 4:
            journal.archive(play)
        if at % 17 == 8:
            journal.delete(play)
        if at == len(chosen) // 3:
            gone = lay_play(journal, beginning(found.texts["session ratrace-first-steps"], 8)[0], "Gone for good")
            journal.purge(gone.play.id)
        if at in (len(chosen) // 5, len(chosen) // 2):
            make_copy(journal.database, clock.now())
    clock.evening()
    hard = steps(HARD_NAMES)
    referee = lay_play(journal, hard, hard[1].rest)
    played_on[referee.play.id] = ['correct_money giver=o_hara taker=treasury amount=7 reason="it\'s late"']
    played_on |= deeds(journal, clock, found)
    clock.evening()
    played_on |= in_colours(journal)
    journal.forget_player("Hugo")
    journal.remember_player("Gwen", "#7A2E73", "leaf")
    journal.dress_player("ZOË", "#1D5A99", "arch")
    journal.set_board_fact("totopoly", next(one for one in GAMES if one.key == "totopoly").edition, "fee.h1", 55)
    safekeeping.put_off(journal, clock.now())
    data = back_up(journal.database)
    (folder.parent / "download").mkdir()
    (folder.parent / "download" / f"Companion {clock.now():%Y-%m-%d}.db").write_bytes(data)
    safekeeping.backed_up(journal, clock.now())
    for more in played_on.values():
        if more:
            more += ["undo reason='it was a slip'", "redo"]
    journal.database.close()
    return played_on


def in_colours(journal: Journal) -> dict[str, list[str]]:
    """Doubletrack as the app seats people: each with a colour, which is that of the pawns where there are such."""
    game = next(one for one in GAMES if one.key == "doubletrack")
    seats = [Seat(seat_key(name), name, colour) for name, colour in zip(NAMES, looks.INKS[1:4], strict=False)]
    play = journal.begin(
        game=game.key, title="Pawns in colours", seats=seats, houses=game.house_rules({"positions": "yes"}),
        board=game.printed(), edition=game.edition,
    )  # fmt: skip
    referee = Referee(journal, play.id)
    used: Counter[str] = Counter()
    walk = Walk.__new__(Walk)
    walk.random, walk.used, walk.referee, walk.journal = Random("colours"), used, referee, journal  # noqa: S311
    for _ in range(400):
        if referee.version >= 20:
            break
        with suppress(Refusal):
            walk.something()
    return {play.id: ["undo reason='it was a slip'", "redo"]}


def deeds(journal: Journal, clock: Clock, found: Candidates) -> dict[str, list[str]]:
    """For each game a play in which everything is done to the past that can be; and as much again that is to come."""
    told: dict[str, list[str]] = {}
    for game, session, lines in (
        ("ratrace", "ratrace-two-players-two-businesses", 30),
        ("totopoly", "totopoly-three-players", 24),
        ("rat_a_tat_cat", "rat_a_tat_cat-time-between-rounds", 9),
        ("rat_race_monopoly", "rat_race_monopoly-thirty-million", 40),
        ("doubletrack", "doubletrack-first-home-three", 14),
    ):
        clock.evening()
        head, _ = beginning(found.texts[f"session {session}"], lines)
        referee = lay_play(journal, head, f"{GAME_TITLES[game]}, put right in every way")
        everything_to_the_past(Random(f"past {game}"), referee)  # noqa: S311
        play = referee.play
        with reader.scratch() as other:
            text = "\n".join(write_out(play, journal.all_entries(play.id)))
            again = Referee(other, begin(other, steps(text))[0].id)
            for step in begin_lines(text):
                run(again, step)
            last = again.version
            everything_to_the_past(Random(f"to come {game}"), again)  # noqa: S311
            more = other.all_entries(again.play.id)[last:]
            told[play.id] = [decided.said(one.proposal.action, one.proposal.answers) for one in more]
    return told


def begin_lines(text: str) -> list[Any]:
    return [one for one in steps(text) if one.word not in ("game", "title", "seats", "house", "board")]


def everything_to_the_past(random: Random, referee: Any) -> None:
    """Change, insert, drop, keep; correct a correction, undo it, redo it; strike out; count."""
    for how in ("change", "insert", "change", "drop", "insert", "change"):
        for _ in range(200):
            with suppress(Refusal):
                correct(random, referee, how)
                break
    referee.undo("that was right before")
    referee.redo()
    for _ in range(100):
        with suppress(Refusal):
            count(random, referee)
            break
    struck = 0
    for _ in range(200):
        with suppress(Refusal):
            referee.void(random.randint(2, referee.version), random.choice(REASONS))
            struck += 1
            if struck == 2:
                break
    for _ in range(100):
        with suppress(Refusal):
            count(random, referee)
            break
    referee.undo("enough of that")


# --- a damaged book --------------------------------------------------------------------------------

FRIDAY = """game ratrace
title {}
seats Ann Ben
house businesses=one position=off
start first=ann
pick who=ann business=black
pick who=ben business=olive
correct_money giver=treasury taker=ann amount=500 reason="an envelope of {}"
"""
MORE = """correct_money giver=ann taker=ben amount=40 reason="a debt of {}"
correct_money giver=ben taker=ann amount=30 reason="the change of {}"
collect who=ann
"""


def damaged(folder: Path) -> None:
    """Four plays, a copy of them, lines that came after it, and then four places in which a letter is another one."""
    clock = Clock(datetime(2026, 11, 6, 19, tzinfo=UTC))
    models.shelf.datetime = by_this(clock)
    journal = Dated(Database.open(folder), clock, Random("damaged"))  # noqa: S311
    before = [lay_play(journal, steps(FRIDAY.format(day, day)), day) for day in ("Friday", "Saturday", "Sunday")]
    for game in ("doubletrack-first-home-three", "rat_a_tat_cat-rounds"):
        lay_play(journal, steps((SESSIONS / f"{game}.session").read_text(encoding="utf-8")), f"All of {game}")
    make_copy(journal.database, clock.now())
    for referee in before:
        for step in steps(MORE.format(referee.play.title, referee.play.title)):
            run(referee, step)
    lay_play(journal, steps(FRIDAY.format("Monday", "Monday")), "Monday")
    lay_play(journal, steps(FRIDAY.format("Tuesday", "Tuesday")), "Tuesday")
    journal.set_board_fact("ratrace", before[0].game.edition, "gift", 75)
    journal.database.close()
    file = folder / "companion.db"
    data = file.read_bytes()
    for right, wrong in (
        (b"the change of Saturday", b"the chance of Saturday"),  # a line after the copy: it and those after it are lost
        (b"an envelope of Sunday", b"an envelope of Sundae"),  # one that is in the copy: what came after it is lost
        (b"an envelope of Monday", b"en envelope of Monday"),  # in a play that is in no copy: all of it is lost
        (b"All of rat_a_tat_cat-rounds", b"Ale of rat_a_tat_cat-rounds"),  # a title
    ):
        assert data.count(right), right
        data = data.replace(right, wrong)
    file.write_bytes(data)


# --- books of earlier versions ---------------------------------------------------------------------

EARLIER = """
import sys
from datetime import datetime, timedelta, UTC
from pathlib import Path
from random import Random
from uuid import UUID
sys.path[0] = sys.argv[1]
import models.shelf
from companion.referee import Referee
from companion.session import begin, run, steps
from models.database import Database
from models.journal import Journal

ids, seconds = Random("earlier"), [0]
def now():
    seconds[0] += ids.randint(8, 95)
    return datetime(2026, 11, 20, 19, tzinfo=UTC) + timedelta(seconds=seconds[0])
class Set(datetime):
    @classmethod
    def now(cls, tz=None):
        return now()
models.shelf.datetime = Set
models.shelf.uuid4 = lambda: UUID(int=ids.getrandbits(128), version=4)
class Dated(Journal):
    def append(self, *told, **more):
        return super().append(*told, **{**more, "at": now(), "command": UUID(int=ids.getrandbits(128), version=4).hex})
database = Database.open(Path(sys.argv[2]))
journal = Dated(database)
plays = []
for name in sys.argv[3:]:
    text = (Path(sys.argv[1]) / "tests" / "sessions" / f"{name}.session").read_text(encoding="utf-8")
    play, rest = begin(journal, steps(text))
    referee = Referee(journal, play.id)
    for step in rest:
        run(referee, step)
    plays.append(play.id)
    for seat in play.seats:
        journal.remember_player(seat.name, "#1D5A99", "circle")
    journal.set_preference(f"houses:{play.game}", dict(play.houses))
journal.archive(plays[1])
journal.delete(plays[2])
journal.rename(plays[0], "An evening of an earlier version")
journal.set_board_fact("ratrace", "1984 English edition", "gift", 75)
journal.set_preference("backup.at", now().isoformat())
database.close()
"""


def old_book(version: int, commit: str) -> None:
    names = [
        "ratrace-two-bankruptcies", "totopoly-three-players", "rat_a_tat_cat-rounds", "rat_race_monopoly-disasters",
        "doubletrack-auctions-and-ties", *(["ratrace-put-right"] if version > 1 else []),
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        code, folder = Path(scratch) / "code", Path(scratch) / "book"
        made = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S607
        with tarfile.open(fileobj=BytesIO(made)) as archive:
            archive.extractall(code, filter="data")
        subprocess.run([sys.executable, "-c", EARLIER, str(code), str(folder), *names], check=True, cwd=scratch)
        with closing(sqlite3.connect(folder / "companion.db")) as file:
            assert file.execute("PRAGMA user_version").fetchone() == (version,)
        pack(folder, KEPT / f"version-{version}")


# --- an installed app ------------------------------------------------------------------------------

TAKE = """async () => {
    const files = {};
    const walk = async (folder, above) => {
        for await (const [name, one] of folder.entries()) {
            if (one.kind === "directory") await walk(one, above + name + "/");
            else {
                const bytes = new Uint8Array(await (await one.getFile()).arrayBuffer());
                let letters = "";
                for (let at = 0; at < bytes.length; at += 30000) letters += String.fromCharCode(...bytes.subarray(at, at + 30000));
                files[above + name] = btoa(letters);
            }
        }
    };
    await walk(await navigator.storage.getDirectory(), "");
    return files;
}"""
ABOUT = """async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    const databases = await indexedDB.databases();
    return {
        local_storage: { ...localStorage },
        session_storage: Object.keys(sessionStorage),
        caches: await caches.keys(),
        indexed_databases: databases.map(one => one.name),
        service_workers: workers.map(one => ({
            scope: new URL(one.scope).pathname, script: new URL(one.active.scriptURL).pathname,
            query: new URL(one.active.scriptURL).search,
        })),
        locks: (await navigator.locks.query()).held.map(one => one.name),
    };
}"""


def installed(site: Path) -> None:
    """Play in the installed app as a person does, and take out what its browser keeps."""
    from driver import PHONE, chromium  # noqa: PLC0415 - only this has a browser
    from installed import Device, Site  # noqa: PLC0415 - as above
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - as above

    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Site(Path(scratch), site)
        server.start()
        context = playwright.chromium.launch_persistent_context(
            Path(scratch) / "profile", executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"],
            viewport={"width": PHONE[0], "height": PHONE[1]}, service_workers="allow", locale="en-GB", timezone_id="UTC",
        )  # fmt: skip
        context.set_default_timeout(30_000)
        device = Device.__new__(Device)
        device.url, device.size, device.strays, device.errors = server.url, PHONE, [], []
        device.context, device.laid, device.page = context, Path(scratch) / "nothing", context.pages[0]
        play_installed(device)
        about = device.page.evaluate(ABOUT)
        device.page.goto(f"{device.url}/site.json")  # the app lets go of its files
        files = device.page.evaluate(TAKE)
        assert not device.errors, device.errors
        context.close()
        server.stop()
    folder = KEPT / "installed"
    shutil.rmtree(folder, ignore_errors=True)
    about["files"] = {}
    for name, data in sorted(files.items()):
        raw = base64.b64decode(data)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.gz").write_bytes(gzip.compress(raw, mtime=0))
        about["files"][name] = len(raw)
    dump(folder / "storage.json", about)


def play_installed(device: Any) -> None:
    """A race and a game of cards, something undone and something brought back, a backup, and other settings."""
    from playwright.sync_api import expect  # noqa: PLC0415 - as above

    def record(told: str) -> None:
        device.tap("Record")
        device.see(re.compile(rf"^(Recorded: |Line \d+\. ){told}"), exact=False)

    def sit(*names: str) -> None:
        for name in names:
            device.type_into("Player's name", name)
            device.page.keyboard.press("Enter")
            device.see(re.compile(rf"Place \d: {name}"), exact=False)
        device.tap(f"Start with {len(names)} players")

    device.open()
    device.tap("Start a game")
    sit("Alice", "Ben")
    device.see("Who rolled lowest?")
    device.tap("Alice")
    record("Everyone starts")
    for who, business in (("Alice", "Black's"), ("Ben", "Olive's"), ("Ben", "Rose's"), ("Alice", "Royal")):
        device.see(f"{who} picks a Business")
        device.tap(re.compile(rf"^{business}"))
        record(f"{who} picks {business}")
    device.see("Alice rolls")
    device.tap("Roll 7")
    record("Alice rolls 7")
    device.see("Ben rolls")
    device.tap("Roll 7")
    record("Ben rolls 7")
    device.tap(re.compile("^Undo: Ben rolls 7"))
    device.tap(re.compile("^Redo: Ben rolls 7"))
    device.see("Alice rolls")
    device.tap(re.compile("^Undo: Ben rolls 7"))
    device.see("Ben rolls")

    device.tap("Back to all plays")
    device.tap("Start a game")
    device.see("Player's name")
    for name in ("Ann", "Zoë", "Cy"):
        device.type_into("Player's name", name)
        device.page.keyboard.press("Enter")
        device.see(re.compile(rf"Place \d: {name}"), exact=False)
    device.tap("Rat-a-Tat Cat")
    device.see("3 rounds")
    device.tap("3 rounds")
    device.settle()
    device.see(re.compile("Left empty: Rat-a-Tat Cat"), exact=False)
    device.tap("Start with 3 players")
    device.see("Who deals first?")
    device.tap("Ann")
    record("The sheet is open|Ann deals|")
    for card in "333300129998":
        device.tap(f"Card {card}")
    device.tap("Zoë: 3")
    device.tap("Zoë knocked")
    record("Round 1")

    device.open("/settings")
    with device.page.expect_download() as coming:
        device.scroll_to(device.find("button", "Back up everything"))
        device.tap("Back up everything")
    coming.value.path()
    device.see("Last backup: today")
    device.open("/settings")
    device.tap("Dark")
    device.tap("125%")
    switch = device.scroll_to(device.find("switch", "Tick when something is recorded"))
    device.steady(switch)
    switch.click()
    expect(switch).not_to_be_checked()
    device.settle()
    device.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    device.open()
    device.see(re.compile("Rat-a-Tat Cat"), exact=False)


# --- what is expected ------------------------------------------------------------------------------


COMMANDS = (["check"], ["list"], ["list", "--deleted"], ["stats"], ["backup", "--list"])


def expected() -> None:
    """Write down all that this version reads and works out of what lies in `tests/kept`."""
    more = json.loads(PLAYED_ON.read_text(encoding="utf-8"))
    told: dict[str, Any] = {"made by": "Companion 0.5.0", "books": {}, "sessions": {}, "damaged": {}}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name in ("book", "version-1", "version-2"):
            told["books"][name] = reader.read_book(reader.lay(KEPT / name, folder / name))
        told["books"]["installed"] = reader.read_book(reader.lay_installed(folder / "installed"))
        told["commands"] = {
            " ".join(words): reader.command(*words, "--data", folder / "book")
            for words in (
                *COMMANDS,
                *(["balances", one["id"]] for one in told["books"]["book"]["plays"][::14] if not one["deleted"]),
            )
        }
        with reader.book(folder / "book") as journal:
            forms = {one["id"]: reader.exported(journal, one["id"]) for one in told["books"]["book"]["plays"]}
        dump(KEPT / "exports" / "book.json.gz", forms)
        forms = {}
        for file in sorted((KEPT / "sessions").glob("*.session")):
            told["sessions"][file.stem], forms[file.stem] = reader.session_again(file.read_text(encoding="utf-8"))
        dump(KEPT / "exports" / "sessions.json.gz", forms)
        more = {play: lines for play, lines in more.items() if lines}
        done = reader.games_played(folder / "book", more)
        told["played on"] = {play: {"with": more[play], **done[play]} for play in more}
        mending(folder, told["damaged"])
        names(folder, told)
    dump(KEPT / "expected.json.gz", told)
    sums()


def mending(folder: Path, told: dict[str, Any]) -> None:
    book = reader.lay(KEPT / "damaged", folder / "damaged")
    told["check"] = reader.command("check", "--data", book)
    told["restore"] = reader.command("restore", "--yes", "--data", book)
    told["check afterwards"] = reader.command("check", "--data", book)
    told["restore"] = re.sub(r"companion-damaged-\d{8}T\d{6}Z", "companion-damaged-WHEN", told["restore"])
    told["book"] = reader.read_book(book)


def names(folder: Path, told: dict[str, Any]) -> None:
    plays = [play for one in told["books"].values() for play in one["plays"]] + list(told["sessions"].values())
    people = (
        "Ann",
        "Zoë Ångström",
        "李雷",
        "=1+1",
        "Anna Maria von und zu Hohenstein-Wittelsbach",
        "B1",
        "Round 2",
        "h 7",
        "42",
    )
    found = {
        "games": reader.games(),
        "in plays": reader.names_in(plays),
        "seat keys": reader.keys_of_seats([*people, *sorted(one.capitalize() for one in RESERVED)]),
        "file": reader.tables(folder / "new"),
        "commands": reader.commands(["", *(one.split()[0] for one in reader.command("--help").split("commands:")[1].split("examples:")[0].splitlines() if re.match(r"    [a-z]", one))]),
        "forms": reader.forms(),
        "routes": reader.routes(),
        "preferences": sorted({key for one in told["books"].values() for key in one["shelf"]["preferences"]}),
        "device preferences": reader.device_preferences(),
        "environment": ["FLET_APP_STORAGE_DATA", "APPDATA", "XDG_DATA_HOME", "DISPLAY", "WAYLAND_DISPLAY"],
        "file names": {
            "book": "companion.db",
            "copies": "backups",
            "copy": r"companion-v[0-9]{1,6}-[0-9]{8}T[0-9]{12}Z\.db",
            "proofs": "proofs.json",
            "damaged book put aside": r"companion-damaged-[0-9]{8}T[0-9]{6}Z\.db",
            "mended book made ready": r"companion\.db\.mended-[0-9]{8}T[0-9]{6}Z",
            "backup": r"Companion [0-9]{4}-[0-9]{2}-[0-9]{2}\.db",
            "copy saved": r"Companion [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}\.[0-9]{2}\.db",
        },
        "installed app": {
            "folder": "books", "slot": "slot-", "book": "/companion.db", "aside": "/aside/", "channel": "companion-books",
            "lock": "companion-books", "cache": "companion-site-", "service worker": "sw.js", "listing": "site.json",
        },
        "bundle": {
            "bundle_id": "table.companion.referee", "org": "table.companion", "product": "Companion", "artifact": "companion",
        },
    }  # fmt: skip
    dump(KEPT / "names.json", found)


# --- files -----------------------------------------------------------------------------------------


def pack(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*")):
        assert not path.name.endswith(("-wal", "-shm")), path
        if path.is_file():
            there = target / path.relative_to(source)
            there.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".db":
                there.with_name(f"{there.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
            else:
                there.write_bytes(path.read_bytes())


def dump(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def sums() -> None:
    """Write down the digest of every file."""
    there = sorted(path for path in KEPT.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(KEPT).as_posix()}" for path in there]
    (KEPT / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with reader.in_utc():
        {"books": books, "installed": lambda: installed(Path(sys.argv[2])), "expected": expected}[sys.argv[1]]()
