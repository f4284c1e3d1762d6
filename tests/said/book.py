"""What is said without an evening, and of several: games as declared, quick tools, statistics, the command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

from companion import dates
from companion.core.game import Game
from companion.core.table import Seat, Table
from companion.formats import session
from companion.games import BOXES, find_game
from companion.statistics.player_stats import Memory, PlayerStats, tables
from companion.tools import POOL, TOOLS, scores, sums_of
from companion.tools.pool import Pool
from companion.tools.scores import ScorePad
from companion.tools.sums import Amounts, Rolls, Sum
from companion.tools.throw_off import ThrowOff
from companion.tools.throws import Throws
from models.database import Database
from models.ledger import Refusal
from tests.said.evening import BEGAN, SESSIONS, ClockedJournal
from tests.said.wording import lines_of, told

PLAYED = (
    "any_score-target", "any_score-teams", "any_money-pots-and-a-deal", "doubletrack-first-home-three",
    "doubletrack-undo-with-reason", "rat_a_tat_cat-rounds", "rat_a_tat_cat-stopped", "rat_a_tat_cat-sudden-death",
    "rat_race_monopoly-bankrupt", "ratrace-first-steps", "ratrace-two-bankruptcies", "ratrace-retirement",
    "totopoly-carried", "totopoly-three-players",
)  # fmt: skip
"""The evenings of the book that statistics are made of; some people played several."""


def game(key: str) -> Iterator[str]:
    """Tell how a game is declared: all that is said of it before anybody plays."""
    game = find_game(key)
    seats = tuple(Seat(f"player_{at}", f"Player {at}") for at in range(1, game.least + 1))
    t = game.turn(Table(seats, houses=game.house_rules(), printed=game.printed_values()))
    yield f"{game.title} | {game.tagline} | {game.edition} | {game.players} {game.money} {game.colour} {game.icon}"
    yield f"first: {told(game.shortlist)} {told(sorted(game.debts))} {told(game.check())}"
    for option in game.options:
        yield f"house rule {option.key}: {told(option)}"
    for template in game.templates:
        yield f"template {told(template)}"
    ways: object = None
    for value in game.board_values:
        same = value.ways == ways
        yield f"board {told(replace(value, ways=()) if same else value)}: {value.say(value.value)}"
        ways = value.ways
    for page in game.pages:
        yield f"page {page.title}"
        yield from (f"  {words}" for words in page.words(t))
        yield from (f"  {line}" for grid in (page.grids(t) if page.grids else ()) for line in lines_of(grid))
        if page.asks:
            yield f"  {page.asks.label} {page.asks.hint}"
            yield from (f"  {words}: {_calculated(page.asks.calculate, t, words)}" for words in ("7", "250", "x"))
    for action in game.actions:
        asks = told(action.asks) if action.asks else ""
        yield f"{action.group}: {action.title} | {action.help} | {action.source} | {action.needs_reason} {asks}"
        for question in action.questions:
            yield f"  {question.name}={question.kind.word}: {question.template or question.text}"


def _calculated(calculate: object, t: object, words: str) -> str:
    try:
        return told(calculate(t, words))  # type: ignore[operator] # a function of the game
    except Refusal as refusal:
        return f"not so: {refusal.sentence}"


def tools() -> Iterator[str]:
    """Tell what each quick tool asks, and answers to the first and to the last of what can be given."""
    for tool in TOOLS:
        yield f"{tool.title}: {tool.line}"
        for game, one in sums_of(tool.key):
            yield f"  {game.title}: {one.title}"
            yield from (f"  {question.name}? {question.text} {question.kind.word}" for question in one.questions)
            yield from (f"  house rule {option.title}: {told(option.ways)}" for option in one.options)
            if tool.key == POOL:
                for winner in (0, *RUNNERS):
                    yield from (f"    {line}" for line in lines_of(one.rule(one.table(game, {}), _pool(winner))))
                continue
            for at in (0, 1, -1):
                outcome = one.outcome(game, _inputs(game, one, at))
                yield f"  {told(_inputs(game, one, at))}"
                yield from (f"    {line}" for line in lines_of(outcome.answer or outcome))


def pads() -> Iterator[str]:
    """Tell the pads that have no rules: scores, dice, who starts; and days and times in words."""
    pad = (
        ScorePad()
        .add(("12", "-3", ""))
        .seat()
        .add(("0", "15", "7", "4"))
        .rename(1, "Ben")
        .correct(0, ("12", "4", "", ""))
    )
    for made in (ScorePad(), pad, replace(pad, high=False), pad.unseat(0), pad.without(1), pad.open_round(0).enter()):
        yield f"{told(made)} {told(made.totals)} {told(made.ranks)} {made.leads} {told(made.to_stored())}"
        yield from (f"  {line}" for line in lines_of(scores.sheet(made)))
    for faces in ((), (4,), (6, 2, 6), (6, 2, 6, 1), (6, 2, 6, 1, 4)):
        for lowest in (False, True):
            thrown = ThrowOff(("ann", "ben", "cy"), lowest, faces)
            yield f"{told(thrown)} {told(thrown.rounds)} {told(thrown.waiting)} {thrown.winner or 'nobody yet'}"
    yield told(Throws().add((3, 4)).add((6, 1)).to_stored())
    for minutes in (-400 * 1_440, 0, 2, 59, 60, 300, 1_441, 6 * 1_440, 7 * 1_440, 100 * 1_440):
        now = BEGAN + timedelta(minutes=minutes)
        yield f"{dates.describe_time(BEGAN, now)} | {dates.day(BEGAN, now)} | {dates.days_ago(BEGAN, now)}"
        yield dates.describe_duration(timedelta(minutes=minutes, seconds=29))


RUNNERS = (3, 5, 8)


def _pool(winner: int) -> Pool:
    made = Pool().lay(RUNNERS[0], "20", "Ann").lay(RUNNERS[1], "10", "Ben").lay(RUNNERS[0], "15", "Ben")
    return replace(made, winner=winner)


def _inputs(game: Game, one: Sum, at: int) -> dict[str, str]:
    t, found = one.turn(game, {}), {}
    for question in one.questions if at else ():
        kind = question.kind
        values = kind.candidates(t)
        if values:
            found[question.name] = str(values[min(at, len(values) - 1)])
        elif isinstance(kind, Amounts | Rolls):
            found[question.name] = "7" if at > 0 else "3 8 11"
        else:
            found[question.name] = "120" if at > 0 else "4000"
    if at < 0:
        found |= {option.key: option.ways[-1][0] for option in one.options if not option.whole}
    return found


def played(database: Database) -> ClockedJournal:
    """A book of several evenings."""
    journal = ClockedJournal(database)
    with database.writing():
        for at, name in enumerate(PLAYED):
            steps = session.steps((SESSIONS / f"{name}.session").read_text(encoding="utf-8"))
            session.replay(journal, steps, play_id=f"{at:02x}" * 16)
    return journal


def records(journal: ClockedJournal) -> Iterator[str]:
    """Tell the statistics of a book: its tables, and what each player's own page is made of."""
    for grid in tables(journal):
        yield grid.title
        yield from (f"  {' | '.join(row)}" for row in (grid.heads, *grid.rows, (grid.note,)))
    memory = Memory()
    for _ in memory.steps(journal):
        pass
    stats = PlayerStats.of(memory, journal)
    for person in stats.people:
        yield f"{person.name} {told(person.tally)} {told([one.name for one in stats.partners(person.key)])}"
        for game in stats.games_of(person.key):
            yield f"  {game.title} {told(game.tally)}"
            for word, sums in (("result", game.results), ("sum", game.sums), ("best", game.bests)):
                for one in sums:
                    yield f"    {word} {one.kind.label}: {one.best.highlight.said} {one.said} {one.average} {one.plays}"
        yield from (f"  best: {one.highlight.sentence} {one.title} {one.names}" for one in stats.bests_of(person.key))
    for first, other in combinations(stats.people, 2):
        yield f"{first.name} and {other.name}: {told(stats.between(first.key, other.key))}"


GAMES = tuple(box.key for box in BOXES)
