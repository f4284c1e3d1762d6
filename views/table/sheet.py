"""One sheet for every action of every game: what it puts into the frame's zones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from math import ceil

import flet as ft

from companion.core.action import Action
from companion.core.answers import REASON
from companion.core.recording.differences import button_figure
from companion.core.show.in_short import in_short
from models.ledger import Refusal
from views.components import amounts, controls
from views.components.controls import (
    Control,
    Controls,
    Icons,
    Style,
    flat,
    icon_button,
    note,
    press,
    read_out,
    remark,
    row,
    soft,
    text,
    wrap,
)
from views.components.player_card import badge
from views.components.receipt import receipt, result
from views.components.sections import answer_cell, pill
from views.state.play.draft import Draft, Outcome, find_asked, next_missing, visible_questions
from views.state.play.play_state import PlaySnapshot, PlayState
from views.table.bet import payoff
from views.table.frame import (
    PAD_ASIDE,
    WRITTEN,
    Measures,
    Place,
    Zones,
    abreast,
    evenly,
    in_place_of_answers,
    measured,
    use_measures,
)
from views.table.questions.kinds import view_of
from views.table.questions.view import Asking
from views.table.sealed_bids import hand_round
from views.theme import ACCENT, GAP_S, LOSS, ON_ACCENT, SIZES, SOFT_INK, TOUCH, grow

LONG = 34
"""A question up to this long says by itself what may be answered too."""
FOLDED = "folded"
"""The key of the cells of answers."""
BADGE = 24
LANDING = "landing"
"""The tone of an offer that is what a square brings."""
BRIEF = 24
"""A question up to this long is said beside the player who answers it."""


def zones(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    others: Sequence[Control] = (),
    *,
    label: str = "",
    out: Callable[[], Control] | None = None,
) -> Zones:
    """Fill the zones of the frame with a sheet: what is answered, what is asked now, what follows, and Record.

    The ``others`` are what can be done instead; a ``label`` is another name for Record, and ``out`` makes the way out.
    """
    action, outcome = snapshot.find_action(draft.action), state.sheet.outcome()
    measures, explained = use_measures(), state.sheet.explained == draft.command
    asks = _questions_put(state, snapshot, draft, action)
    ask = _asked(draft, action, asks, outcome)
    if measures.page and ask and outcome.proposal and not draft.opened:
        # what it leaves is nearer than on the far side of a long list of tiles
        ask = ask if view_of(ask.kind).stays_open else None
    # tiles that record leave the button's place to the way out, which is the last of the others
    tapped = (
        ask
        and ask.records
        and ask.kind.settles_with_tap
        and outcome.missing == ask.name
        and not draft.opened
    )
    if tapped and out and draft.lead:
        others = others[:-1]
    seat = _hidden(state, draft).get(ask.name) if ask else None
    folded, acts = _folded(state, draft, asks, ask)
    own = view_of(ask.kind).acts(ask) if ask and not seat else []
    # why something was refused has all the room
    acts = [] if state.problem else [*own, *acts, *others]
    said = _said(state, snapshot, draft, outcome, ask)
    follows = _follows(state, snapshot, outcome, draft.command)
    top, more = _head(state, snapshot, draft, action, ask)
    above = bool(acts and follows and not measures.page and not draft.touched)
    last = [evenly(acts)] if above else []
    alone = not (folded or last or more)
    taken = (TOUCH + GAP_S) * (len(last) + sum(len(part.controls) for part in folded))
    with measured(taken=taken):
        cells, pad = (_draw_hidden(snapshot, seat), None) if seat else _draw(ask, alone=alone)
    answers = _answers(folded, cells, last)
    plain = outcome.proposal if pad is cells is None and not measures.page else None
    if plain:  # nothing is asked, so there is room for all of it
        answers, follows = [*folded, receipt(plain)], None
    elif above:
        acts = []
    if acts and measures.page:
        below = wrap(acts, key="others")
        acts, pad = [], controls.column(pad, below, spacing=GAP_S) if pad else below
    awaits = view_of(ask.kind).awaits(ask) if ask and not said else ""
    shown = said or follows or (remark(awaits) if awaits else None)
    told = not answers
    if told and (more or (pad and pad.data)):  # keys have one place, with nothing above them too
        answers = [remark(more)]
    if explained and not plain:
        whole = _explain(snapshot, action, outcome)
        if follows and acts:
            whole = controls.column(whole, wrap(acts), spacing=GAP_S)
            acts = []
        answers, pad = (answers, _scrolled(whole, measures)) if pad else ([whole], None)
    button = out() if tapped and out else None
    if not tapped:
        button = record_button(state, snapshot, draft, outcome, label=label)
    column = _in_column(answers, cells)
    column.key = "told" if told else draft.action
    return Zones(
        top,
        column if answers else None,
        pad,
        _below(acts, shown, beside=said is not None) if acts or shown else None,
        button,
    )


def _answers(folded: Sequence[Control], cells: Control | None, last: Sequence[Control]) -> Controls:
    """Set below one another what is answered; above a keyboard there is room for its field alone."""
    if cells is None:
        return [*folded, *last]
    return [cells] if cells.data == WRITTEN else [*folded, cells, *last]


def _in_column(answers: Controls, cells: Control | None) -> Control:
    """Set answers below one another; cells that are a column are that column where there is nothing else."""
    if answers == [cells] and isinstance(cells, ft.Column) and not cells.key:
        return cells
    column = controls.column(answers, spacing=GAP_S)
    column.data = cells.data if cells else None
    return column


def _below(acts: Sequence[Control], shown: Control | None, *, beside: bool) -> Control:
    """Set what follows, or is wrong, below the pad; what can be done instead is ``beside`` it, else stays unseen.

    It is not sent anew when the next turn offers it again.
    """
    line = controls.onward(acts, key="others") if beside else evenly(acts)
    line.visible = beside or not shown
    line.expand = not beside or len(acts) > 1 or use_measures().across <= PAD_ASIDE
    if shown:
        shown.expand = True
    return row(shown, line if acts else None, spacing=GAP_S)


def _scrolled(part: Control, measures: Measures) -> Control:
    return part if measures.page else controls.scrolling_column(part)


def _asked(
    draft: Draft, action: Action[...], asks: Sequence[Asking], outcome: Outcome
) -> Asking | None:
    """The question that has the pad: the one that is missing or typed, else the one answered last.

    The rule may ask for one that could be left out otherwise.
    """
    named = {ask.name: ask for ask in asks}
    if outcome.question in named.keys() - draft.answers.keys() and not draft.opened:
        return named[outcome.question]
    found, missing = find_asked(action, draft), next_missing(action, draft.answers)
    typed = found and (draft.opened or found.name in draft.texts or not found.optional)
    for question in (found if typed else None, missing):
        if question and question.name in named:
            return named[question.name]
    given = [ask for ask in asks if draft.is_answered(ask.name)]
    open_ones = (ask for ask in asks if ask.name not in draft.preset)
    typed_ones = (ask for ask in asks if ask.kind.takes_digits)
    return given[-1] if given else next(open_ones, next(typed_ones, None))


def _draw_hidden(snapshot: PlaySnapshot, seat: str) -> Control:
    """Say on whose phone it is chosen."""
    name = snapshot.name(seat)
    words = f"Only {name} sees this: it is chosen on {name}'s phone."
    return note(f"{words} {snapshot.who_is_away([seat])}".rstrip(), "info")


def _draw(ask: Asking | None, *, alone: bool) -> tuple[Control | None, Control | None]:
    """Draw what is asked: its answers so far, and its pad; ``alone`` are tiles that nothing is answered before."""
    if ask is None:
        return None, None
    view = view_of(ask.kind)
    cells = view.cells(ask)
    with in_place_of_answers() if alone and not cells else nullcontext():
        pad = view.pad(ask)
    key = f"{ask.draft.action}-{ask.name}"
    if pad and not pad.data:
        pad = ft.Container(pad, key=key)
    elif cells and not pad:
        cells = ft.Container(cells, key=key, data=cells.data)
    return cells, pad


def _folded(
    state: PlayState, draft: Draft, asks: Sequence[Asking], asked: Asking | None
) -> tuple[list[ft.Row | ft.Column], Controls]:
    """Fold answers, and what may be said as well, into cells beside each other, words still to be written first.

    Where nothing is answered yet, what may be said is no line of its own: it stands with what can be done instead.
    Below the pad that would go unseen where only the answers have made it a question.
    """
    wanted, given, left_out = list[Asking](), list[Asking](), list[Asking]()
    # what may be said as well waits for the last question that has to be answered
    lacking = sum(ask.value is None and not ask.question.optional for ask in asks)
    early = lacking > 1 and not (asked and asked.kind.settles_with_tap)
    # what is typed anew leads on to nothing by itself
    stays = bool(draft.opened and asked and asked.kind.takes_digits)
    on_tiles = (
        {asked.kind.sums_with(value).question for value in asked.kind.candidates(asked.t) or ()}
        if asked
        else set()
    )
    for ask in asks:
        known, optional = ask.value is not None, ask.question.optional
        put = not early if optional else stays or ask.kind.is_text
        if ask is asked or ask.name in on_tiles or not (known or put):
            continue
        if known and not _is_fixed(ask):
            given.append(ask)
        elif optional:
            left_out.append(ask)
        elif not known:
            wanted.append(ask)
    if state.keeps_book:
        banks = state.snapshot.find_action(draft.action).bank_questions
        own = (Asking.of(state, draft, bank) for bank in banks)
        left_out += [ask for ask in own if not _idle(ask)]
    picked = left_out and asked and asked.kind.chosen and asked.value is not None
    if not (given or picked or any(map(_came_up, left_out))):
        return [], [_fold(ask) for ask in (*wanted, *left_out)]
    cells = [_fold(ask) for ask in (*wanted, *given, *left_out)]
    measures, typed = use_measures(), asked is not None and asked.kind.takes_digits
    if measures.page:
        return [wrap(cells, key=FOLDED)], []
    # on a phone what is typed has the only other line
    one_line = typed and measures.place is Place.PHONE
    columns = len(cells) if one_line else min(len(cells), abreast())
    return [controls.tiles(cells, columns, key=FOLDED)], []


def _head(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    action: Action[...],
    ask: Asking | None,
) -> tuple[Control, str]:
    """Head the sheet with what is asked; below it stands what the sheet is, or what the book says of it."""
    prompt = snapshot.prompt
    then = next((offer.then for offer in prompt.offers if offer.then and draft.fits(offer)), None)
    named = "" if draft.tone == LANDING else draft.label
    called: list[str] = []
    if draft.lead:
        title, help_ = prompt.where or prompt.title, prompt.text
        called = [prompt.event, prompt.title if prompt.where else ""]
    else:
        title, help_ = (draft.label, then.text) if then else (named or action.title, action.help)
    words = view_of(ask.kind).says(ask) if ask else ""
    if words and not title.startswith(words.removesuffix("?")):
        if not draft.lead:
            help_ = title
        elif not title.endswith("?"):
            called = [title, *called]
        title = words
    help_ = in_sentences(*called, words=help_)
    signs, proposal = Controls(), state.sheet.outcome().proposal
    if action.source or (proposal and (proposal.rule or proposal.source or proposal.house)):
        icon, does = Icons.INFO_OUTLINE, "Rules for this"
        if state.sheet.explained == draft.command:
            icon, does = Icons.INFO, "Hide the rules"
        signs.append(icon_button(icon, does, state.sheet.explain, draft.command))
    if not (draft.lead or state.past):  # a correction is left by its bar
        signs.append(icon_button(Icons.CLOSE, "Leave this sheet", state.panel.leave))
    return head(title, help_, signs)


def in_sentences(*titles: str, words: str) -> str:
    """Say what something is called before the words about it, and no name twice."""
    called: list[str] = []
    for title in titles:
        if title.lower() not in ". ".join(called).lower():
            called.append(title)
    return " ".join([*(f"{title}." for title in called), *([words] if words else [])])


def head(title: str, help_: str, signs: Sequence[Control] = ()) -> tuple[Control, str]:
    """Head a sheet with its question and, in small, the sentences with room on the lines left; return the others."""
    measures = use_measures()
    room, high = measures.beside - TOUCH * len(signs), measures.head
    size = grow(measures.title, measures.text)
    least = grow(measures.least_title, measures.text)
    small = grow(SIZES["body_small"][0], measures.text) * LINE
    lines, whole = None, help_
    if not measures.page:
        needed = amounts.width(title, size) / room
        lines = max(1, min(int(high / LINE / (least - 1)), ceil(needed * least / size)))
        size = min(size, high / lines / LINE, max(least, lines * FILLED * size / needed))
        left = int((high - lines * LINE * size) / small)
        whole = _whole(help_, left * FILLED * room, measures.text)
    said = flat((controls.heading(title, lines=lines, size=size), soft(whole) if whole else None))
    words = read_out(ft.Column(said, spacing=0, tight=True), identifier="prompt", expand=True)
    return row(words, signs, spacing=0), help_.removeprefix(whole).strip()


FILLED = 0.93
"""How much of a line words fill before they go on to the next."""


def _whole(words: str, room: float, scale: float) -> str:
    """The first sentences, as many as are whole in so many pixels."""
    while words and amounts.room_for(words, Style.BODY_SMALL, scale) > room:
        before, dot, _ = words.rpartition(". ")
        words = f"{before}." if dot else ""
    return words


def _explain(snapshot: PlaySnapshot, action: Action[...], outcome: Outcome) -> Control:
    """Show the whole receipt, and by which rules; before there is one, where the rules stand."""
    if outcome.proposal:
        return receipt(outcome.proposal)
    words = action.help or snapshot.prompt.text
    about = soft(words) if words else None
    return controls.card(about, soft(f"Rulebook: {action.source}"), spacing=5, padding=12)


def _said(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    outcome: Outcome,
    ask: Asking | None,
) -> Control | None:
    """Say why it can't be recorded, or what was recorded meanwhile or undone."""
    action, waiting = (
        snapshot.find_action(draft.action),
        state.requests.say_asked_already(draft),
    )
    elsewhere = all(outcome.question != asked.name for asked in action.questions)
    since: controls.Part = None
    if outcome.meanwhile:
        made = outcome.proposal
        since = (
            note(outcome.meanwhile.words, "warn", live=True),
            soft(f"Not recorded yet: {made.narration}") if made else None,
        )
    elif state.undone and not draft.lead:
        # beside the sheet that a turn lays out stands what was recorded last, and there it is said
        since = note(state.undone, "info", live=True)
    wrong = view_of(ask.kind).wrong(ask) if ask else ""
    answered = ask is not None and ask.value is not None
    if not wrong and ask and outcome.question == ask.name:
        # what is merely asked for is no mistake yet
        merely = not answered and outcome.sentence in {ask.question.text, ask.asked}
        wrong = "" if merely else outcome.sentence
    ink = LOSS if answered or (ask and (ask.words or not ask.question.optional)) else SOFT_INK
    notes = flat(
        (
            controls.problem(state.problem or (outcome.sentence if elsewhere else "")),
            note(waiting, "warn", live=True) if waiting else None,
            since,
            read_out(text(wrong, color=ink), live=True) if wrong else None,
        )
    )
    return _scrolled(controls.column(notes, spacing=4), use_measures()) if notes else None


def _follows(
    state: PlayState, snapshot: PlaySnapshot, outcome: Outcome, command: str
) -> Control | None:
    """Say what follows from the sheet: what a bet would bring, or the result and what it leaves."""
    if outcome.proposal is None:
        return None
    measures = use_measures()
    short = in_short(snapshot.game, snapshot.table, outcome.proposal)
    if won := payoff(state, snapshot):
        short = replace(short, result=won)
    return result(
        short,
        measures.across,
        measures.text,
        press(state.sheet.explain, command),
        high=None if measures.page else measures.receipt,
        whole=state.sheet.explained == command,
    )


def _questions_put(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, action: Action[...]
) -> list[Asking]:
    """The questions that this screen puts, without those whose answers are not to be seen here."""
    # on a player's own phone it is that player who asks
    own = "" if state.keeps_book else action.own_question(draft.answers, state.seats)
    banks = {question.name for question in action.bank_questions}
    answered = {name for name, value in draft.answers.items() if value is not None}
    left_out = {own, *banks, *(answered & _hidden(state, draft).keys())}
    asks = (
        Asking(state.sheet, snapshot, draft, question, state)
        for question in visible_questions(action, draft)
        if question.name not in left_out
    )
    return [ask for ask in asks if not (_idle(ask) or _is_needless_reason(ask))]


def _hidden(state: PlayState, draft: Draft) -> dict[str, str]:
    """The questions that are put on another device, by whose that is; what the book offers with an answer is open."""
    hidden = state.hidden_questions(draft.action, draft.answers)
    return {name: seat for name, seat in hidden.items() if state.past or name not in draft.preset}


def _idle(ask: Asking) -> bool:
    """Whether a question that may be left out has nothing to answer it with now: it is not put then.

    So it is with rolls where nobody is level, with shares to sell where none are held, with choices of nobody, and with
    a number that can only be the usual one.
    """
    kind = ask.kind
    if not ask.question.optional or ask.value is not None:
        return False
    if kind.chosen and kind.takes_digits:
        options = ask.context.options(ask.draft.action, ask.draft.answers, ask.name) or ()
        others = [option for option in options if option.value != kind.usual]
        return bool(options) and all(option.refusal for option in others)
    try:
        return bool(kind.is_empty(ask.t))
    except Refusal:
        return True


def _came_up(ask: Asking) -> bool:
    """Whether nothing could have been answered before the sheet was filled in; a switch is beside what it is about."""
    return ask.question.default != "no" and _idle(
        replace(ask, draft=replace(ask.draft, answers=ask.draft.preset))
    )


def _is_needless_reason(ask: Asking) -> bool:
    """Whether a question asks for the reason of an entry that no rule is against, and nobody has given one."""
    if ask.name != REASON or ask.value is not None or ask.action.asks_why is None:
        return False
    return not ask.snapshot.rules.asks_why(ask.draft.action, ask.draft.answers)


def _is_fixed(ask: Asking) -> bool:
    """Whether an answer known from the start is the only one there is: nobody needs to see it, or to change it."""
    preset, value = ask.draft.preset, ask.value
    if ask.name not in preset or not ask.kind.chosen:
        return False
    options = ask.context.options(ask.draft.action, preset, ask.name) or ()
    return value == preset[ask.name] and all(
        option.refusal for option in options if option.value != value
    )


def _switch(ask: Asking) -> Control:
    """Draw what may be said besides, yes or no, as a switch: a tap says the other."""
    said = ask.value == "yes"
    sign = Icons.CHECK_BOX if said else Icons.CHECK_BOX_OUTLINE_BLANK
    return pill(
        ask.asked,
        press(ask.target.answer, ask.name, None if said else "yes"),
        chosen=said,
        sign=ft.Icon(sign, ACCENT, 20),
        spoken=controls.answered(ask.asked, "yes" if said else "no"),
        key=f"switch-{ask.name}",
    )


def _fold(ask: Asking) -> Control:
    """Fold an answer into a button that asks it again."""
    question, value = ask.question, ask.value
    if question.default == "no":
        return _switch(ask)
    known = question.default if value is None else value
    said = "not entered" if known is None else ask.kind.show(known, ask.t)
    person = ask.context.person(str(value)) if ask.kind.names_player else None
    label = ask.name.replace("_", " ").capitalize()
    if known is None and 0 < len(ask.asked) <= LONG:
        label, said = "", ask.asked  # what may be said, as long as nobody has
    elif person and (ask.name == "who" or len(question.text) <= BRIEF):
        label = question.text if ask.name != "who" else ""
    elif view_of(ask.kind).tells and value not in (None, "yes", "no"):
        label = ""
    return answer_cell(
        label,
        said,
        badge(person, BADGE) if person else None,
        ask.state.sheet.reopen,
        ask.name,
        given=known is not None,
        quiet=True,
        low=use_measures().page,
        key=f"fold-{ask.name}",
    )


def only_bids_missing(snapshot: PlaySnapshot, draft: Draft, outcome: Outcome) -> bool:
    """Whether only the sealed bids are missing on a sheet: opening them records it."""
    if not outcome.missing:
        return False
    return snapshot.find_action(draft.action).question(outcome.missing).kind.in_secret


def record_button(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, outcome: Outcome, *, label: str = ""
) -> Control | None:
    """Make the button that records, named by what it does, or by what is still missing.

    After something was recorded meanwhile there is also a way not to record it. What lacks sealed bids alone is
    recorded by opening them.
    """
    if only_bids_missing(snapshot, draft, outcome):
        return hand_round(state, draft, outcome.missing)
    ready, meanwhile, measures = outcome.proposal is not None, outcome.meanwhile, use_measures()
    words = label or record_words(snapshot, draft, outcome)
    if meanwhile and meanwhile.again:
        words = "Record another"
    width = measures.across - EDGES
    button = ft.FilledButton(
        content=text(
            words,
            Style.TITLE_MEDIUM,
            ON_ACCENT if ready else SOFT_INK,
            align=ft.TextAlign.CENTER,
            size=amounts.smaller(words, Style.TITLE_MEDIUM, width, measures.text)
            or _in_lines(words, width, measures),
        ),
        icon=ft.Icon(Icons.CHECK, color=ON_ACCENT) if ready else None,
        disabled=not ready,
        on_click=press(state.recorder.record, draft.command, state.sheet.to_shown()),
        # another button on every version of the book: a tap is then known to have been made on the one that was seen
        key=f"record-{draft.command}-{snapshot.version}{'-told' if meanwhile else ''}",
    )
    made = ft.Semantics(
        content=state.taps.remember_button(button), identifier="record", disabled=not ready
    )
    record = ft.MergeSemantics(made, key="record", expand=bool(meanwhile))
    if not meanwhile:
        return record
    leave = controls.quiet_button("Don't record it", state.panel.leave, key="leave")
    button.height = None if measures.page else measures.button
    return row(leave, record, spacing=GAP_S)


EDGES = 56
"""What the tick and the edges take of the button that records."""


def _in_lines(words: str, width: float, measures: Measures) -> float | None:
    """The size at which words fit the button on two lines; none where that of its style does."""
    size = grow(SIZES["title_medium"][0], measures.text)
    needed = amounts.width(words, size) / width
    if needed <= 1:
        return None
    high = measures.button / 2 / LINE
    return min(size, high, size * 2 / max(1.0, needed * 1.1))


LINE = 1.3
"""Height of a line, in parts of its text's size."""


def record_words(
    snapshot: PlaySnapshot, draft: Draft, outcome: Outcome, *, named: bool = True
) -> str:
    """Name the button at the foot: the act with its amount, or what is still missing.

    The act is ``named`` with its answers, unless one of them is hidden from whoever reads it.
    """
    action = snapshot.find_action(draft.action)
    if outcome.missing:
        missing = action.question(outcome.missing)
        return view_of(missing.kind).missing_words(missing.kind) or choose_words(
            missing.name, action.words_of(missing, snapshot.table, draft.answers)
        )
    label = "" if draft.tone == LANDING else draft.label
    title = (
        (named and outcome.proposal and action.act(snapshot.table, draft.answers))
        or label
        or action.title
    )
    rolls = [
        draft.answers.get(question.name)
        for question in action.questions
        if view_of(question.kind).rolled
    ]
    if not action.button and not label and len(rolls) == 1 and rolls[0]:
        title = f"{title} {rolls[0]}"
    head = button_figure(action, snapshot.table, outcome.proposal) if outcome.proposal else None
    if head is None or not head.figure:
        return title
    amount = amounts.figure(abs(head.figure), head.unit)
    told = (
        action.button if isinstance(action.button, str) and action.button else title
    )  # a horse's name has a dot too
    if amount in title or BEFORE_AMOUNT in told:
        return title
    # of a roll, the words alone don't say which way the money goes
    signed = head.signed and bool(rolls)
    return f"{title}{BEFORE_AMOUNT}{amounts.figure(head.figure, head.unit, signed=True) if signed else amount}"


BEFORE_AMOUNT = " \u00b7 "


DOES = re.compile(r"(What|How|Where) does (.+) (\w+)\?")
WHICH = re.compile(r"[Ww]hich (?!are\b)([\w ]+)")


def choose_words(name: str, asked: str) -> str:
    """Say what is still to be chosen, in the words and the capitals of the question."""
    if does := DOES.fullmatch(asked):
        ending = "es" if does[3].endswith(("o", "s", "x", "ch", "sh")) else "s"
        return f"Choose {does[1].lower()} {does[2]} {does[3]}{ending}"
    at = asked.casefold().find(plain := name.replace("_", " "))
    which = WHICH.search(asked)
    what = asked[at : at + len(plain)] if at >= 0 else which[1] if which else ""
    if not what or (what.endswith("s") and not what.endswith("ss")):
        return f"Choose {what}".strip()
    return f"Choose {what if what == 'one' else f'an {what}' if what[0] in 'aeiouAEIOU' else f'a {what}'}"
