"""Whatever a table can ask of its book, one command at a time, each under an id made beforehand.

An evening here is a script of such deeds: plays of every game begun, their lines, undone and corrected, and all that
the shelf can do meanwhile. A deed is read on the table as it is, as a screen reads it, and may then be sent more than
once.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from companion import backup_reminder
from companion.core import revision
from companion.core.questions import Amount, Moment, Number, Words
from companion.core.referee import Referee
from companion.core.table import seat_key
from companion.formats.session import named, replay, steps, write_out
from companion.games import GAMES
from companion.reconcile import assertion
from models import projections
from models.entry_rows import read_rows
from models.errors import NoSuchPlayError
from models.journal import Journal
from models.ledger import AMEND, COUNT, REDO, UNDO, VOID, Entry, Refusal
from models.plays import Seat
from models.untrusted_file import UntrustedFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.core.game import Game
    from companion.formats.session import Step

SESSIONS = Path(__file__).parents[1] / "sessions"
NAMES = ("Ada", "Ben", "Zoë", "Dan", "Eva", "Finn")
HEAD = ("game", "title", "seats", "house", "board", "end", "refuse")


class Hand:
    """Somebody at the book: keeps a referee for each play, as the app does."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._referees: dict[str, Referee] = {}

    def referee(self, play: str) -> Referee:
        """The one referee of a play."""
        if play not in self._referees:
            self._referees[play] = Referee(self.journal, play)
        return self._referees[play]


Sending = "Callable[[Hand, str], str]"


@dataclass(frozen=True, slots=True)
class Deed:
    """One command: what kind it is, its id, and how it is read on the table as it is.

    What reading gives is sent to a hand under an id, as often as it takes; it says what it was told then.
    """

    kind: str
    command: str
    read: Callable[[Hand], Sending]


def sent_line(referee: Referee, step: Step) -> Callable[[Referee, str], Entry]:
    """Read a line of a session on the table as it is."""
    pairs = named(step)
    if step.word == UNDO:
        return lambda other, command: other.undo(pairs.get("reason", ""), command=command)
    if step.word == REDO:
        return lambda other, command: other.redo(command=command)
    if step.word == VOID:
        return lambda other, command: other.void(int(pairs["seq"]), pairs["reason"], command=command)
    if step.word == AMEND:
        decisions, again = revision.read(pairs)
        return lambda other, command: other.amend(decisions, pairs[revision.REASON], again=again, command=command)
    if step.word == COUNT:
        answers = assertion.read(referee.game, referee.table, pairs)
    else:
        answers = referee.game.action(step.word).read(referee.table, pairs)
    return lambda other, command: other.write(step.word, answers, command=command)


def line(play: str, game: str, step: Step, command: str) -> Deed:
    """A line of a play."""

    def read(hand: Hand) -> Sending:
        send = sent_line(hand.referee(play), step)

        def sending(other: Hand, command: str) -> str:
            entry = send(other.referee(play), command)
            return f"{play} {entry.seq} {entry.digest}"

        return sending

    kind = step.word if step.word in (UNDO, REDO, VOID, AMEND, COUNT) else f"line of {game}"
    return Deed(kind, command, read)


def shelved(kind: str, command: str, act: Callable[[Journal], object]) -> Deed:
    """Something that the shelf does, and that does no more when it is asked for twice."""

    def sending(hand: Hand, _: str) -> str:
        act(hand.journal)
        return ""

    return Deed(kind, command, lambda _: sending)


# --- what is played --------------------------------------------------------------------------------


def told(name: str) -> list[Step]:
    """A session of the tests, as its own entries tell it."""
    aside = UntrustedFile()
    try:
        return _written(replay(Journal(aside), steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8"))))
    finally:
        aside.close()


def walked(random: Random, game: Game, lines: int) -> list[Step]:
    """A random evening: any of a game's actions, taken back and corrected now and then."""
    aside = UntrustedFile()
    try:
        journal = Journal(aside)
        seats: list[Seat] = []
        for name in NAMES[: random.randint(game.least, min(game.most, 6))]:
            seats.append(Seat(seat_key(name, (one.key for one in seats)), name))
        houses = game.house_rules({one.key: random.choice([way for way, _ in one.ways]) for one in game.houses})
        play = journal.begin(
            game=game.key, title="At random", seats=seats, houses=houses, board=game.printed(), edition=game.edition
        )
        referee, used = Referee(journal, play.id), Counter()
        for _ in range(lines * 20):
            if referee.version >= lines:
                break
            with suppress(Refusal):
                _something(random, referee, used)
                used[referee.undoable.proposal.action if referee.undoable else ""] += 1
        return _written(referee)
    finally:
        aside.close()


def _written(referee: Referee) -> list[Step]:
    play = referee.play
    return steps("\n".join(write_out(play, referee.journal.all_entries(play.id))))


def _something(random: Random, referee: Referee, used: Counter[str]) -> None:
    dice = random.random()
    if dice < 0.08:
        referee.undo("it was a slip" if random.random() < 0.5 else "")
    elif dice < 0.13:
        referee.redo()
    elif dice < 0.17 and referee.version:
        referee.void(random.randint(1, referee.version), "struck out at random")
    elif dice < 0.22 and referee.lines():
        place = random.choice(referee.lines()).place
        referee.amend({place: revision.DROP}, "put right at random", again=random.random() < 0.5)
    else:
        prompt = referee.game.prompt(referee.table)
        offers = [one for one in (prompt.sheet, *prompt.offers) if one is not None]
        if offers and random.random() < 0.5:
            offer = random.choice(offers)
            _fill(random, referee, offer.action, dict(offer.answers))
        else:
            some = random.sample(referee.game.actions, 4)
            _fill(random, referee, min(some, key=lambda one: used[one.name]).name, {})


def _words(random: Random, game: Game, answers: dict[str, object]) -> list[str]:
    if "rule" in answers:
        return [way for way, _ in game.house(str(answers["rule"])).ways]
    if "fact" not in answers:
        return ["said at random"]
    fact = game.fact(str(answers["fact"]))
    return [way for way, _ in fact.ways] or [str(random.randint(fact.least, 900)) if fact.whole else "Another name"]


def _fill(random: Random, referee: Referee, name: str, answers: dict[str, object]) -> None:
    action, table = referee.game.action(name), referee.table
    for question in action.questions:
        if question.name in answers or (question.optional and random.random() < 0.5):
            continue
        options = action.options(table, answers, question.name)
        if options is not None:
            able = [one.value for one in options if one.refusal is None]
        elif isinstance(question.kind, Amount):
            step = question.kind.step_on(table)
            able = [max(question.kind.least, step * random.choice((1, 2, 5, 10, 50)))]
        elif isinstance(question.kind, Words):
            able = _words(random, referee.game, answers)
        elif isinstance(question.kind, Number):
            able = [random.randint(question.kind.least, min(question.kind.most, 40))]
        elif isinstance(question.kind, Moment):
            able = [1_800_000_000 + random.randint(0, 7200)]
        else:
            able = [question.kind.sample(table, answers)]
        if not able:
            raise Refusal("nothing to choose")
        answers[question.name] = random.choice(able)
    referee.write(name, answers)


# --- scripts ---------------------------------------------------------------------------------------


def script(seed: int) -> tuple[list[Deed], set[tuple[str, str]]]:
    """Make an evening of deeds, the same one whenever it is asked for; and tell which actions of which games are in it.

    Two plays go on at the same time, one of them a session of the tests, the other played at random.
    """
    random = Random(seed)  # noqa: S311 - it plays, it keeps no secrets
    names = sorted(path.stem for path in SESSIONS.glob("*.session"))
    ids = (UUID(int=random.getrandbits(128)).hex for _ in iter(int, 1))
    plays = [
        told(names[seed % len(names)]),
        walked(random, GAMES[seed % len(GAMES)], random.randint(25, 50)),
    ]
    hands, keys, actions = [], [], set()
    for lines in plays:
        play, game = next(ids), lines[0].rest
        keys.append(play)
        hands.append(chain([_begin(random, lines, play, next(ids))], _lines(lines, play, game, ids)))
        actions |= {(game, one.word) for one in lines if one.word not in HEAD}
    deeds = [next(hands[0]), next(hands[1])]
    while hands:
        one = random.choice(hands)
        for _ in range(random.randint(1, 4)):
            if (deed := next(one, None)) is None:
                hands.remove(one)
                break
            deeds.append(deed)
        if random.random() < 0.5:
            deeds.append(_on_the_shelf(random, random.choice(keys), next(ids)))
    gone = keys[seed % 2]
    last = [shelved("delete", next(ids), lambda one: one.delete(gone)), _purge(gone, next(ids))]
    return deeds + last, actions


def _begin(random: Random, lines: list[Step], play: str, command: str) -> Deed:
    """Begin a play, as the set-up does: who sits there and how they like to play are remembered along with it."""
    aside = UntrustedFile()
    try:
        head = replay(Journal(aside), [one for one in lines if one.word in HEAD]).play
    finally:
        aside.close()
    colours = [random.choice(("red", "blue", "green")) for _ in head.seats]
    seats = [Seat(one.key, one.name, colour, "cat") for one, colour in zip(head.seats, colours, strict=True)]

    def act(journal: Journal) -> None:
        with journal.database.writing():
            journal.begin(
                game=head.game,
                title=head.title,
                seats=seats,
                houses=head.houses,
                board=head.board,
                edition=head.edition,
                play=play,
            )
            for seat in seats:
                journal.remember_player(seat.name, seat.colour, seat.token)
            journal.set_preference(f"houses:{head.game}", dict(head.houses))

    return shelved("begin", command, act)


def _lines(lines: list[Step], play: str, game: str, ids: Iterator[str]) -> Iterator[Deed]:
    for step in lines:
        if step.word not in HEAD:
            yield line(play, game, step, next(ids))


def _on_the_shelf(random: Random, play: str, command: str) -> Deed:
    title = f"Called {random.randint(1, 99)}"
    name, colour = random.choice(NAMES), random.choice(("red", "blue", "green"))
    yes, size = random.random() < 0.5, random.choice((1, 1.5, 2))
    figure = random.randint(1, 9)
    acts: dict[str, Callable[[Journal], object]] = {
        "rename": lambda one: one.rename(play, title),
        "archive": lambda one: one.archive(play, yes),
        "delete": lambda one: one.delete(play),
        "restore": lambda one: one.restore(play),
        "remember a player": lambda one: one.remember_player(name, colour, "dog"),
        "dress a player": lambda one: one.dress_player(name, colour, "hat"),
        "forget a player": lambda one: one.forget_player(name),
        "a preference": lambda one: one.set_preference("size", size),
        "keep a figure": lambda one: one.set_board_fact("ratrace", "of ours", "rent", figure),
        "clear figures": lambda one: one.clear_board_facts("ratrace", "of ours"),
        "note a backup": backup_reminder.backed_up,
        "put a reminder off": backup_reminder.put_off,
    }
    kind = random.choice(sorted(acts))
    return shelved(kind, command, acts[kind])


def _purge(play: str, command: str) -> Deed:
    def act(journal: Journal) -> None:
        with suppress(NoSuchPlayError):  # that it is gone was asked for
            journal.purge(play)

    return shelved("purge", command, act)


# --- pictures --------------------------------------------------------------------------------------

SHELF = (
    "SELECT id, game, title, archived, deleted, purged, ended, houses, board, edition FROM play ORDER BY id",
    "SELECT * FROM seat ORDER BY play, place",
    "SELECT folded, name, colour, token FROM player ORDER BY folded",
    "SELECT * FROM board_fact ORDER BY game, edition, key",
    "SELECT * FROM preference WHERE key NOT IN ('backup.at', 'backup.later') ORDER BY key",
)


def picture(journal: Journal) -> dict[str, object]:
    """All that a book says, but for when it was said, and in which order within a line."""
    with journal.database.reading() as connection:
        found: dict[str, object] = {
            sql.split(" FROM ")[1].split()[0]: connection.exec_driver_sql(sql).fetchall() for sql in SHELF
        }
        for play in [row[0] for row in connection.exec_driver_sql("SELECT id FROM play ORDER BY id")]:
            found[f"{play} folded"] = projections.kept(connection, play)
            for rows in read_rows(connection, play):
                _, seq, _, by, command, *words, _ = rows.entry
                effects = [sorted(row[3:] for row in one) for one in (rows.postings, rows.marks)]
                found[f"{play} line {seq}"] = (by, command, *words, *effects, rows.voidings, rows.revised)
    return found


def difference(here: dict[str, object], there: dict[str, object]) -> str:
    """Say where two pictures differ, as far as it helps."""
    keys = [key for key in {**here, **there} if here.get(key) != there.get(key)]
    return "; ".join(f"{key}: {_apart(here.get(key), there.get(key))}" for key in keys[:4])


def _apart(here: object, there: object) -> str:
    if isinstance(here, list | tuple) and isinstance(there, list | tuple) and len(here) == len(there):
        return ", ".join(_apart(*pair) for pair in zip(here, there, strict=True) if pair[0] != pair[1])
    if isinstance(here, dict) and isinstance(there, dict):
        return difference(here, there)
    return f"{here!s:.120} / {there!s:.120}"
