"""An evening, entry by entry: what each changes in what the book says and offers."""

from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta

from companion.core import counting
from companion.core.action import PossibleAnswer
from companion.core.prompt import Offer
from companion.core.questions import Amount, Moment, Words
from companion.core.recording import differences, members, revision
from companion.core.recording.referee import Referee
from companion.core.several import Counts, Each, Hands, Payments, Several
from companion.core.show.statement import share
from companion.core.show.television import big_boards
from companion.formats import session
from companion.games import game_of
from models.journal import Journal
from models.ledger import Refusal, sum_postings
from models.rooms import IN, Member
from tests.evenings.said.wording import changes, indented, lines_of, told
from tests.paths import SESSION_FOLDER

BEGAN = datetime(2026, 3, 6, 22, 31, tzinfo=UTC)
PACE, BREAK = timedelta(seconds=97), timedelta(minutes=15)
SHEETS = 6
"""After each entry every sixth sheet is opened, so that each has its turn."""
LONG = 20
"""Of an evening with more entries than this each receipt is told, and the table after every few of them."""
DECLARED = ("change_house", "change_board")
"""Their sheets list what the text of the game has."""
FIRST, CORRECTED = 5, 9
"""After the sixth, and then after so many, an earlier one is corrected, and all of it taken back."""


class ClockedJournal(Journal):
    """A journal whose clock is the same each time."""

    def append(self, play, proposal, *, after, **rest):
        rest["at"] = written_at(after + 1)
        return super().append(play, proposal, after=after, **rest)

    def begin(self, **rest):
        return super().begin(**{**rest, "at": BEGAN})


def written_at(number):
    """When an entry is written: over midnight, with breaks, and by a clock that is set back now and then."""
    breaks = (BREAK - PACE) * (number // 10) + BREAK * (number // 15)
    return BEGAN + PACE * number + breaks - (BREAK * 3 if number % 12 == 11 else timedelta())


def evening(name, journal):
    """Play a session in a journal, as its play of this number, and tell what each entry changes."""
    text = (SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8")
    play, steps = session.begin(journal, session.steps(text), "0" * 32)
    referee = Referee(journal, play.id, game_of)
    known = {}
    every = 1 + len(steps) // LONG
    yield "at the beginning"
    yield from changes(known, sections(referee) | sheets(referee))
    for at, step in enumerate(steps):
        before = referee.version
        yield f"{step.word} {step.rest}".rstrip()
        action = next((one for one in referee.game.actions if one.name == step.word), None)
        if action and not at % every:
            yield from changes(
                known,
                _before(referee, action, action.read(referee.table, session.read_pairs(step))),
            )
        session.run(referee, step)
        if referee.version == before:
            if step.word == "refuse":
                yield from indented(_refused(referee, step.rest))
            continue
        yield from entry_lines(referee)
        if at % every:
            continue
        yield from changes(known, sections(referee) | sheets(referee))
        if at // every % CORRECTED == FIRST:
            with _taken_back(journal):
                yield from _corrected(Referee(journal, play.id, game_of), known)


# -- the table --------------------------------------------------------------------------------------


def sections(rules):
    """All that a table shows."""
    game, table = rules.game, rules.table
    prompt, boards = game.prompt(table), game.boards(table)
    cards = [game.standing(table, seat.key) for seat in table.players]
    found = {"next": list(prompt_lines(prompt))}
    found["table"] = [
        *(f"status: {told(one)}" for one in game.status_of(table)),
        f"clock: {told(game.said('clock', table, otherwise=None))}",
        f"pots: {told(game.pots(table))}",
        f"count: {counting.why_uncountable(game.turn(table))}",
        f"undo: {rules.needs_reason(rules.undoable) if rules.undoable else '-'}",
    ]
    for card in cards:
        found[f"card {card.seat}"] = [
            *lines_of(card),
            *(["masked"] if card.masked else []),
            f"worth: {told(game.worth_of(table, card.seat))}",
        ]
    for at, board in enumerate(boards):
        found[f"board {at}"] = [type(board).__name__, *lines_of(board)]
    for at, large in enumerate(big_boards(game, table, boards, cards)):
        found[f"television {at}"] = [
            type(large).__name__,
            *([] if large in boards else lines_of(large)),
        ]
    if end := game.ending(table):
        found["end"] = [*lines_of(end), told(end.sides), f"{told(end.winning_sides)} {end.won}"]
    return found


def prompt_lines(prompt, indent=""):
    if prompt is None:
        return
    yield indent + " | ".join(filter(None, (prompt.title, prompt.text, prompt.event, prompt.where)))
    for word, offer in (("sheet", prompt.sheet), *(("offer", one) for one in prompt.offers)):
        if offer:
            yield f"{indent}{word}: {offer.label} ({offer.tone}) {revision.session_line(offer.action, offer.answers)}"
            yield from prompt_lines(offer.then, f"{indent}  ")


def sheets(rules):
    """Whether something can be done now, and the sheet of what can, of all whose turn it is to be opened."""
    prompt = rules.game.prompt(rules.table)
    offers = {
        revision.session_line(one.action, one.answers): one
        for one in (prompt.sheet, *prompt.offers)
        if one
    }
    offers |= {
        one.name: Offer(one.name)
        for one in rules.game.actions
        if one.name not in (*offers, *DECLARED)
    }
    found = {}
    for at, (line, offer) in enumerate(offers.items()):
        if (at + rules.version) % SHEETS:
            continue
        action = rules.game.find_action(offer.action)
        why = action.why_not(rules.table, offer.answers)
        found[f"can {line}"] = [why or "yes"]
        if not why:
            last = rules.version // SHEETS % 2
            words = f"sheet {line}{' with the last of each' if last else ''}"
            found[words] = list(sheet(rules, action, offer.answers, -last))
    return found


def sheet(rules, action, answers, at):
    """Fill in a sheet with the first possible answer to each question, or the last, and tell the receipt."""
    given = dict(answers)
    for question in action.questions:
        if given.get(question.name) is not None:
            continue
        lines, answer = _asked(rules, action, question, given, at)
        yield from lines
        if answer is not None and not question.optional:
            given[question.name] = answer
    yield from _tried(rules, action, given)
    for question in action.questions if at else ():
        if isinstance(question.kind, Amount) and isinstance(most := given.get(question.name), int):
            more = {
                **given,
                question.name: most + question.kind.step_on(action.turn(rules.table, given)),
            }
            with suppress(StopIteration):
                yield f"and more: {next(_tried(rules, action, more))}"


def _tried(rules, action, given):
    try:
        yield from receipt(rules, rules.propose(action.name, given))
    except Refusal as refusal:
        yield f"not so ({refusal.question}): {refusal.sentence}"


def _asked(rules, action, question, given, at=0):
    """Tell a question with what is offered, and give the first answer that is possible, or the last."""
    t, kind = action.turn(rules.table, given), question.kind
    lines = [f"{question.name}? {action.words_of(question, rules.table, given)}"]
    if question.optional:
        lines[0] += f" (or {told(question.default)})"
    options = action.options(rules.table, given, question.name)
    if options is not None:
        lines += [f"  {told(one.value)} {_possible(kind, t, one)}" for one in options]
        possible = [one.value for one in options if not one.refusal]
        return lines, possible[at] if possible else None
    if isinstance(kind, Amount):
        step, most = kind.step_on(t), kind.most_on(t)
        lines.append(
            f"  {kind.at_least} to {told(most)} by {step} {kind.unit_on(t)} {told(tuple(kind.quick_on(t)))}"
        )
        return lines, most // step * step if at and most else -(-kind.at_least // step) * step
    if isinstance(kind, Words | Moment):
        return lines, "as agreed" if isinstance(kind, Words) else int(BEGAN.timestamp())
    if isinstance(kind, Each):
        lines += [
            f"  {name} {told(kind.limits_of(key, t))}" for key, name in kind.offered(t).items()
        ]
        lines += [f"  in all {told(kind.total_on(t))}"] if isinstance(kind, Counts) else []
    elif isinstance(kind, Hands):
        lines.append(f"  {told(tuple(kind.offered(t)))} {kind.cards} {kind.highest}")
    elif isinstance(kind, Payments):
        lines.append(f"  {told(tuple(kind.offered(t)))} {told(kind.quick)}")
    elif isinstance(kind, Several):
        lines.append(f"  {told(kind.count_on(t))}")
        for key, name in kind.offered(t).items():
            one = PossibleAnswer(key, name, None, kind.detail(t, key) if kind.detail else "")
            lines.append(f"  {key} {_possible(kind, t, one)}")
    return lines, kind.sample(t) or None


def _possible(kind, t, one):
    tile, swatch = getattr(kind, "tile", None), getattr(kind, "swatch", None)
    words = [one.label, f"not: {one.refusal}" if one.refusal else "", one.detail]
    words += [
        told(tile(t, str(one.value))) if tile else "",
        swatch(t, str(one.value)) if swatch else "",
    ]
    return " | ".join(filter(None, words))


# -- an entry ---------------------------------------------------------------------------------------


def _before(rules, action, answers):
    """The sheet on which an entry is about to be recorded, and what the players' own phones say to that."""
    given = {}
    lines = []
    for question in action.questions:
        lines += _asked(rules, action, question, given)[0]
        if answers.get(question.name) is not None:
            given[question.name] = answers[question.name]
    phones = []
    for seat in rules.table.players:
        member = Member(seat.key, "room", (rules.table.name(seat.key),), IN, at_once=True)
        refusal = members.why_not_allowed(member, action.name, answers, rules)
        phones.append(f"{seat.key}'s phone: {refusal.sentence if refusal else 'records it'}")
    return {f"recorded by: {action.name}": lines, "phones": phones}


def entry_lines(referee):
    entry = referee.journal.entry(referee.play.id, referee.version)
    proposal = entry.proposal
    yield from indented(receipt(referee, proposal), "  ")
    sums = (
        referee.changed_sums(entry)
        if proposal.action == "amend"
        else sum_postings(proposal.postings)
    )
    shares = ((seat.key, share(referee.game, sums, seat.key)) for seat in referee.table.players)
    yield f"  = {told(differences.headline(proposal))} {told({who: line for who, line in shares if line})}"


def receipt(rules, proposal):
    """The receipt of an entry, and the button that records it."""
    yield f"= {proposal.narration}"
    ruled = differences.sums_lines_above(proposal.working)
    yield from (
        f"={'=' * over} {told(line)}" for line, over in zip(proposal.working, ruled, strict=True)
    )
    yield from (
        f"= {words}" for words in (proposal.rule, proposal.source, *proposal.house) if words
    )
    with suppress(Refusal):
        action, table = rules.game.find_action(proposal.action), rules.table
        figure = differences.button_figure(action, table, proposal)
        yield f"[{action.act(table, proposal.answers) or action.title}] {told(figure)}"


def _refused(referee, line):
    word, _, rest = line.partition(" ")
    try:
        session._do(referee, session.Step(0, word, rest))
    except Refusal as refusal:
        yield f"not so ({refusal.question}): {refusal.sentence}"


# -- corrections ------------------------------------------------------------------------------------


class _TakeBackError(Exception):
    pass


@contextmanager
def _taken_back(journal):
    """Let something be written, and nothing of it stay."""
    with suppress(_TakeBackError), journal.database.writing():
        yield
        raise _TakeBackError


def _corrected(referee, known):
    """Correct an entry in the middle, each time another way, and take that back; tell what each changes."""
    lines, table = referee.lines(), referee.table
    line = lines[len(lines) // 2]
    way = len(lines) % 3
    try:
        if way == 2:
            entry = referee.void(line.number, "it was a slip")
        else:
            decisions = {
                line.place: _another(referee, line.place, line.proposal) if way else revision.DROP
            }
            for one in referee.revise(decisions).consequences:
                if one.how != "same":
                    yield f"  ~ {one.number} {one.how} {one.refusal or (one.then.narration if one.then else '')}"
            entry = referee.amend(decisions, "it was a slip")
    except Refusal as refusal:
        yield f"  ~ not so ({refusal.question}): {refusal.sentence}"
        return
    yield from indented(receipt(referee, entry.proposal), "  ~ ")
    yield from (
        f"  ~ {told(one)}" for one in differences.card_changes(referee.game, table, referee.table)
    )
    yield from indented(changes(dict(known), sections(referee)), "  ~ ")
    yield from indented(receipt(referee, referee.undo("it was none").proposal), "  ~ ")
    yield from indented(changes(dict(known), sections(referee)), "  ~ ")


def _another(referee, place, proposal):
    """The same entry with another amount or player, where it has one."""
    rules = referee.before(place)
    action = rules.game.find_action(proposal.action)
    for question in action.questions:
        was = proposal.answers.get(question.name)
        if isinstance(question.kind, Amount) and isinstance(was, int):
            step = question.kind.step_on(action.turn(rules.table, proposal.answers))
            return revision.Change(action.name, {**proposal.answers, question.name: was + step})
        options = action.options(rules.table, proposal.answers, question.name) or ()
        for one in options:
            if one.value != was and not one.refusal:
                return revision.Change(action.name, {**proposal.answers, question.name: one.value})
    return revision.Change(action.name, proposal.answers)
