"""The end of an evening: what it came to, in the words of statistics, reports and files."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from urllib.parse import unquote

from companion.core import counting
from companion.core.recording import countable, meanwhile, members
from companion.core.recording.meanwhile import Overtaken, Shown
from companion.core.recording.referee import Referee
from companion.core.recording.turns import Turns
from companion.core.rematch import next_title, rematch
from companion.core.show.highlights import FEW, highlights
from companion.formats import bg_stats
from companion.formats.evening import read
from companion.formats.forms import FORMS
from companion.games import game_of
from companion.reconcile.explaining import Search
from companion.statistics import one_play, turn_times
from models.ledger import ANOTHER, COUNT, Place, Refusal, sum_postings
from models.rooms import THIS_DEVICE, Member
from tests.evenings.said.wording import lines_of, told

TAG = re.compile(r"(?=<(?!/))")
TRIED = 8
"""Of what could explain a difference so many are tried, the likeliest first."""


def ending(journal, play, *, files):
    """Tell what the evening came to; with its ``files``, or else of these only what is short."""
    referee = Referee(journal, play, game_of)
    evening = read(journal, play)
    yield from _figures(referee)
    yield from _counts(referee)
    yield from _others(referee, evening)
    yield "once more"
    yield from lines_of(rematch(referee.game, referee.table, referee.lines()))
    yield next_title(evening.play.title, [evening.play.title], 40)
    yield "a link for BG Stats"
    yield bg_stats.describe(evening)
    yield json.dumps(
        json.loads(unquote(bg_stats.link(evening).removeprefix(bg_stats.ADDRESS))),
        ensure_ascii=False,
    )
    for form in FORMS if files else ():
        yield f"a file: {form.title} {form.file_name(evening.play.title)}"
        text = form.write(journal, play).decode()
        yield from (
            TAG.split(re.sub(r"'sha256-[^']*'", "", text))
            if form.key == "page"
            else text.splitlines()
        )


def _figures(referee):
    game, table, lines = referee.game, referee.table, referee.lines()
    yield "highlights"
    every = game.highlights_of(table, lines)
    yield from (f"  {told(one)} {one.said}" for one in every)
    yield from (f"few: {one.sentence} {told(one.shared)}" for one in highlights(every, FEW))
    yield from (
        f"more: {one.sentence} {told(one.shared)}"
        for one in islice(highlights(every, 2 * FEW), FEW, None)
    )
    yield "turns"
    labels = Turns().of(referee, lines, [line.place for line in lines])
    yield " ".join(f"{place.seq}:{label.round}:{label.seat}" for place, label in labels.items())
    yield told(turn_times.turn_times(game, table, lines))
    yield told(turn_times.turn_began(game, table, lines))
    yield "worth"
    for most in (None, 7):
        how = one_play.course(game, table, lines, most)
        if how:
            yield f"{how.title} | {how.note} | {how.unit} {told(how.goal)} {how.lines} {how.moves} {how.whole}"
            yield from (f"  {who} {told(how.points(who))}" for who in how.seats if how.points(who))
            yield how.moments[-1].said
    yield "came and went"
    for one in one_play.flows(game, table, lines):
        yield f"{one.seat} {one.unit} {one.received} {one.spent} {one.change}"
        yield from (f"  + {told(stream)}" for stream in one.came)
        yield from (f"  - {told(stream)}" for stream in one.went)
        yield f"  {told(one_play.join_small(one.came, 4))}"


def _others(referee, evening):
    """Tell what other devices are told: what was recorded meanwhile, and whose secrets one more can show."""
    yield "on other devices"
    entries, last = evening.entries, [one for one in evening.entries if one.voided_by is None][-1]
    for many in (1, 2, 5):
        yield meanwhile.away(entries[-many:])
        yield meanwhile.summary(entries[-many:])
    with suppress(Refusal):
        again = referee.before(Place(last.seq)).propose(last.proposal.action, last.proposal.answers)
        try:
            Shown(last.seq - 1, again).check(referee.game, again, [last])
        except Overtaken as overtaken:
            yield overtaken.sentence
    first, *rest = (Member(seat.key, "room", (seat.name,)) for seat in referee.table.players)
    for after in (
        [THIS_DEVICE, first, *rest],
        [replace(first, bank=True), *rest],
        [first, replace(first, id="two")],
    ):
        for answers in members.another_device(
            [THIS_DEVICE, first], after, referee.table, hides=evening.hidden
        ):
            yield referee.propose(ANOTHER, answers).narration


def _counts(referee):
    """Count what everybody has, once as the book has it and once as if the last entry that moved it were not."""
    game, table = referee.game, referee.table
    yield f"the cash: {counting.why_uncountable(game.turn(table))} {game.cash.leave_out if game.cash else ''}"
    yield told(game.cash.notes(game.turn(table)) if game.cash else ())
    yield from (f"{one.place.seq}: {one.words}" for one in referee.counts())
    for purse in counting.countables(game.turn(table)):
        yield told(purse)
        if purse.held < 0:
            continue
        yield from _counted(referee, purse, purse.held)
        moved = (
            sum_postings(line.proposal.postings)[purse.account, purse.unit]
            for line in reversed(referee.lines())
        )
        last = next(filter(None, moved), 0)
        if last <= purse.held:
            yield from _counted(referee, purse, purse.held - last)


def _counted(referee, purse, counted):
    proposal = referee.propose(COUNT, {"who": purse.key, "counted": counted, "unit": purse.unit})
    yield f"= {proposal.narration} {countable.difference(purse, counted)}"
    if counted == purse.held:
        return
    yield told(countable.correction(referee.game, purse, counted))
    search = Search(referee, referee.lines(), referee.counts(), purse, counted)
    for found in filter(None, islice(search.go(), TRIED)):
        line = found.revision.consequences[0]
        yield f"  {found.suspicion.words}"
        now, then = (
            said.narration if said else "-" for said in (line.now and line.now.proposal, line.then)
        )
        yield f"    {now} becomes {then}, {len(found.revision.those('effects changed'))} later"
