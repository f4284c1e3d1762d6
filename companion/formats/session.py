"""The session format: a play as text that people can read and the book can replay."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from companion.core.answers import REASON
from companion.core.game import Game
from companion.core.questions import MOST_WORDS
from companion.core.recording import revision
from companion.core.recording.referee import Referee
from companion.games import find_game, game_of, key_of_play
from models.journal import Journal
from models.ledger import AMEND, REDO, UNDO, VOID, Entry, Refusal, Value, sum_postings
from models.names import clean, is_text
from models.plays import Play, Seat

ID, BEGAN = "# id", "# began"
"""Comments, so that earlier versions read the file too."""
HEAD = ("game", "title", "seats", "house", "board", ID, BEGAN)
MOST_LINES = 200_000
MOST_LETTERS = 200_000
"""A correction of many lines is one line."""
POSTED = re.compile(
    r"(?P<account>@?[\w.]{1,60}:[\w.]{1,60})\s+(?P<quantity>[-+]?[0-9][0-9,]{0,20})(?:\s+(?P<unit>\S{1,60}))?"
)
IDENTITY = re.compile(rf"{ID} (?P<id>[0-9a-f]{{32}})")
DAY, CLOCK = r"(?P<day>20\d\d-\d\d-\d\d)T", r"(?P<clock>\d\d:\d\d:\d\d)Z"
BEGINNING = re.compile(BEGAN + " " + DAY + CLOCK, re.ASCII)
MADE = re.compile(rf"[ \t]+# (?:{DAY})?{CLOCK}", re.ASCII)
"""When an entry was made, in UTC; the day is written where it is not the day of the time before."""
AHEAD = timedelta(days=1)
"""How far a clock may be ahead of this device's."""


class Mismatch(Exception):  # noqa: N818 - it is what a line does, not a fault of the program
    """A line of a session that can't be read, or does not come out as written: its number and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(slots=True)
class Step:
    """One line of a session with the lines indented under it.

    ``at`` is when it was made, where the session says so; else as far as it says, the time of the line before.
    """

    number: int
    word: str
    rest: str
    under: list[tuple[int, str]] = field(default_factory=list)
    at: datetime | None = None


def steps(text: str) -> list[Step]:
    """Read a session's lines.

    Raises:
        Mismatch: a line is too long, indented under nothing, or says a time that can't be; or there are too many.

    """
    found: list[Step] = []
    at: datetime | None = None
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if number > MOST_LINES:
            raise Mismatch(number, f"a session has at most {MOST_LINES:,} lines.")
        if len(raw) > MOST_LETTERS:
            raise Mismatch(number, f"a line has at most {MOST_LETTERS:,} letters.")
        if not is_text(raw.replace("\t", " ")):
            raise Mismatch(number, "there are signs here that are no text.")
        line = raw.rstrip()
        if line.lstrip().startswith("#"):
            at = _read_comment(found, number, line, at)
            continue
        if not line.strip():
            continue
        if line[0] in " \t":
            if not found:
                raise Mismatch(number, "this line is indented under nothing.")
            found[-1].under.append((number, line.strip()))
            continue
        word, _, rest = line.partition(" ")
        found.append(Step(number, word, rest.strip(), at=at))
    return found


def _read_comment(
    found: list[Step], number: int, line: str, at: datetime | None
) -> datetime | None:
    """Read a comment that says which play this is, or when; others are ignored. Return the latest time read."""
    if not found:
        return at
    if found[-1].word not in HEAD:
        if at and (match := MADE.fullmatch(line)):
            found[-1].at = at = _time(number, match["day"] or f"{at:%Y-%m-%d}", match["clock"])
    elif match := IDENTITY.fullmatch(line):
        found.append(Step(number, ID, match["id"]))
    elif match := BEGINNING.fullmatch(line):
        at = _time(number, match["day"], match["clock"])
        found.append(Step(number, BEGAN, "", at=at))
    return at


def _time(number: int, day: str, clock: str) -> datetime:
    try:
        at = datetime.fromisoformat(f"{day}T{clock}+00:00")
    except ValueError:
        raise Mismatch(number, f"there is no such time as {clock} on {day}.") from None
    if at > datetime.now(UTC) + AHEAD:
        raise Mismatch(number, f"{day} is later than this device's clock says. Is its clock right?")
    return at


def _words(step: Step) -> list[str]:
    try:
        return shlex.split(step.rest)
    except ValueError:
        raise Mismatch(step.number, "a quotation mark is missing.") from None


def read_pairs(step: Step) -> dict[str, str]:
    """Read the ``name=value`` pairs of a line.

    Raises:
        Mismatch: a pair is broken or given twice.

    """
    pairs: dict[str, str] = {}
    for word in _words(step):
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise Mismatch(step.number, f"{word[:60]!r} is not name=value.")
        if name in pairs:
            raise Mismatch(step.number, f"{name[:60]} is given twice.")
        pairs[name] = value
    return pairs


def _short(words: str, what: str) -> str:
    """Refuse text that is longer than a backup may have."""
    if len(words) > MOST_WORDS:
        raise Refusal(f"A {what} has at most {MOST_WORDS} letters.")
    return words


def begin(journal: Journal, found: list[Step], play_id: str = "") -> tuple[Play, list[Step]]:
    """Begin the play that a session's head describes, under an id, and return the lines that follow the head.

    Raises:
        Mismatch: the head names no game or no seats, or something in it can't be read.

    """
    if not found or found[0].word != "game":
        raise Mismatch(found[0].number if found else 1, "a session begins with: game NAME")
    after = next(
        (at for at, step in enumerate(found[1:], 1) if step.word not in HEAD[1:]), len(found)
    )
    seats: list[Seat] = []
    houses: dict[str, str] = {}
    board: dict[str, Value] = {}
    title, began = "", None
    seated = line = found[0]
    try:
        game = find_game(line.rest)
        for line in found[1:after]:
            if line.word == "title":
                title = _short(line.rest, "title") or title
            elif line.word == "seats":
                seated = line
                _seat(game, seats, _words(line))
            elif line.word == "house":
                houses |= {key: game.option(key).read(way) for key, way in read_pairs(line).items()}
            elif line.word == "board":
                board |= {
                    key: game.board_value(key).read(value)
                    for key, value in read_pairs(line).items()
                }
            elif line.word == BEGAN:
                began = line.at
        line = seated
        game.begin(len(seats))
    except Refusal as refusal:
        raise Mismatch(line.number, refusal.sentence) from None
    houses = game.house_rules(houses)
    play = journal.begin(
        game=key_of_play(game, houses),
        title=title or f"{game.title}, from a session",
        seats=tuple(seats),
        houses=houses,
        board=game.printed_values(board),
        edition=game.edition,
        at=began,
        play=play_id,
    )
    return play, found[after:]


def _seat(game: Game, seats: list[Seat], names: list[str]) -> None:
    """Seat people beside those who sit there already."""
    for name in names:
        if not _short(name, "name").strip():
            raise Refusal("A player has no name.")
        if any(seat.name.casefold() == name.casefold() for seat in seats):
            raise Refusal(f"{name[:60]} is seated twice.")
        seats.append(Seat(game.seat_key(name, (seat.key for seat in seats)), name))


def replay(
    journal: Journal,
    found: list[Step],
    watch: Callable[[Referee, Step], object] = lambda _referee, _step: None,
    *,
    play_id: str = "",
) -> Referee:
    """Begin a session's play and replay all its lines; return its referee. ``watch`` looks at each line before.

    Raises:
        Mismatch: a line can't be read or done, or does not come out as written. The lines before it are recorded.

    """
    play, rest = begin(journal, found, play_id)
    referee = Referee(journal, play.id, game_of)
    for step in rest:
        watch(referee, step)
        run(referee, step)
    return referee


def run(referee: Referee, step: Step) -> None:
    """Record one line of a session and check the lines indented under it.

    Raises:
        Mismatch: it can't be done, or does not come out as written.

    """
    if step.word == "end":
        if step.rest:
            raise Mismatch(step.number, "end stands alone on its line.")
        ledger = referee.table.ledger
        _check(step, lambda key: ledger.balance(*key), "should hold", "holds")
        return
    if step.word == "refuse":
        _check_refused(referee, step)
        return
    referee.recorded_at = step.at
    try:
        entry = _do(referee, step)
    except Refusal as refusal:
        raise Mismatch(step.number, f"refused: {refusal.sentence}") from None
    finally:
        referee.recorded_at = None
    made = sum_postings(entry.proposal.postings)
    written = _check(step, made.__getitem__, "should change by", "changes by")
    for (account, unit), quantity in made.items() if written else ():
        if (account, unit) not in written:
            raise Mismatch(
                step.number, f"{account} changes by {quantity:,} {unit}, which is not written here."
            )


ANSWERS = {UNDO: {REASON}, REDO: set[str](), VOID: {"seq", REASON}}
"""What the entries that are made of others may say."""


def _do(referee: Referee, step: Step) -> Entry:
    if step.word in HEAD:
        raise Mismatch(
            step.number, f"{step.word} stands at the head of a session, before the first action."
        )
    pairs = read_pairs(step)
    reason, known = pairs.get(REASON, ""), ANSWERS.get(step.word, pairs.keys())
    if not pairs.keys() <= known:
        takes = (
            "no answers but " + " and ".join(sorted(known, reverse=True)) if known else "no answers"
        )
        raise Mismatch(step.number, f"{step.word} takes {takes}.")
    if step.word == UNDO:
        return referee.undo(reason)
    if step.word == REDO:
        return referee.redo()
    if step.word == AMEND:
        decisions, again = revision.read_decisions(pairs)
        return referee.amend(decisions, reason, again=again)
    if step.word == VOID:
        if not re.fullmatch("[0-9]{1,12}", pairs.get("seq", "")):
            raise Mismatch(step.number, "void takes seq=NUMBER and reason=WORDS.")
        return referee.void(int(pairs["seq"]), reason)
    return referee.write(step.word, pairs)


def _check_refused(referee: Referee, step: Step) -> None:
    word, _, rest = step.rest.partition(" ")
    if not word:
        raise Mismatch(step.number, "refuse what?")
    try:
        entry = _do(referee, Step(step.number, word, rest.strip()))
    except Refusal as refusal:
        for number, words in step.under:
            if words.casefold() not in refusal.sentence.casefold():
                raise Mismatch(number, f"refused otherwise: {refusal.sentence}") from None
        return
    raise Mismatch(step.number, f"not refused, but recorded: {entry.proposal.narration}")


def _check(
    step: Step, found: Callable[[tuple[str, str]], int], should: str, does: str
) -> Collection[tuple[str, str]]:
    """Compare the sums of what is written under a line with what is found; return the accounts and units of them."""
    sums: Counter[tuple[str, str]] = Counter()
    lines: dict[tuple[str, str], int] = {}
    for number, line in step.under:
        match = POSTED.fullmatch(line)
        if match is None:
            raise Mismatch(number, f"{line[:60]!r} is not ACCOUNT QUANTITY UNIT.")
        key = match["account"], match["unit"] or "$"
        sums[key] += int(match["quantity"].replace(",", ""))
        lines[key] = number
    for (account, unit), quantity in sums.items():
        there = found((account, unit))
        if there != quantity:
            said = f"{account} {should} {quantity:,} {unit}; it {does} {there:,}."
            raise Mismatch(lines[account, unit], said)
    return lines


def write_out(play: Play, entries: Iterable[Entry], *, dated: bool = False) -> Iterator[str]:
    """Write a play as session text, with the postings of every entry; if ``dated``, with its id and all times too."""
    game = game_of(play.game)
    usual, printed = game.house_rules(), game.printed_values()
    yield f"game {game.key}"
    yield f"title {play.title}"
    yield f"seats {' '.join(shlex.quote(seat.name) for seat in play.seats)}"
    for key, way in play.houses.items():
        if way != usual.get(key):
            yield f"house {key}={shlex.quote(way)}"
    for key, value in play.board.items():
        if value != printed.get(key):
            yield f"board {key}={shlex.quote(str(value))}"
    at = play.created
    if dated:
        yield f"{ID} {play.id}"
        yield f"{BEGAN} {at:%Y-%m-%dT%H:%M:%SZ}"
    for entry in entries:
        proposal = entry.proposal
        yield revision.session_line(proposal.action, proposal.answers)
        if dated:
            same_day = entry.at.date() == at.date()
            at = entry.at
            yield f"  # {at:%H:%M:%SZ}" if same_day else f"  # {at:%Y-%m-%dT%H:%M:%SZ}"
        for posting in proposal.postings:
            yield f"  {posting.account} {posting.quantity} {posting.unit}"


def content(journal: Journal, play_id: str) -> list[str]:
    """List what a play is recognised by: how it began without its title, then each entry without its words and time."""
    play = journal.play(play_id)
    head = sorted(line for line in write_out(play, ()) if not line.startswith("title "))
    found = [" ".join(head)]
    for entry in journal.all_entries(play_id):
        line = revision.session_line(
            entry.proposal.action, dict(sorted(entry.proposal.answers.items()))
        )
        found.append(f"{line} {sorted(sum_postings(entry.proposal.postings).items())}")
    return list(map(clean, found))


def file_name(title: str, suffix: str) -> str:
    """Name a file of a play in signs that every device takes."""
    plain = "".join(sign if sign.isalnum() or sign in " -_'" else " " for sign in title)
    return f"{' '.join(plain.split())[:80].strip() or 'Play'}{suffix}"


def save(journal: Journal, play_id: str) -> bytes:
    """Write a play as the bytes of a file.

    Raises:
        Refusal: this app does not know its game.
        DamagedError: an entry of it can't be read.

    """
    play = journal.play(play_id)
    return ("\n".join(write_out(play, journal.all_entries(play_id), dated=True)) + "\n").encode()
