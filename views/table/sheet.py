"""One sheet for every action of every game: what it puts into the frame's zones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import flet as ft

from companion.core.action import Action, Question
from companion.core.answers import REASON
from companion.core.recording.differences import button_figure
from companion.core.show.in_short import in_short
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.controls import Style, face, icon_button, press, soft, text
from views.components.player_card import badge
from views.components.receipt import receipt, result
from views.state.play.draft import Draft, Outcome, find_asked, next_missing, visible_questions
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.bet import payoff
from views.table.frame import PAD_ASIDE, Measures, Zones, in_place_of_answers, use_measures
from views.table.questions.kinds import view_of
from views.table.questions.view import Asking

LONG = 34
"""A folded answer longer than this would run off a phone; it is whole again when it is opened."""
FOLDED = "folded"
"""The key of the line of answers."""
LANDING = "landing"
"""The tone of an offer that is what a square brings."""
BRIEF = 24
"""A question up to this long is said beside the player who answers it."""


def zones(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    others: Sequence[ft.Control] = (),
    *,
    label: str = "",
) -> Zones:
    """Fill the zones of the frame with a sheet: what is answered, what is asked now, what follows, and Record.

    The ``others`` are what can be done instead; a ``label`` is another name for Record.
    """
    action, outcome = snapshot.game.find_action(draft.action), state.sheet.outcome()
    measures, explained = use_measures(), state.sheet.explained == draft.command
    questions = _questions_put(state, snapshot, draft, action)
    asked = _asked(draft, action, questions, outcome)
    if measures.page and asked and outcome.proposal and not draft.opened:
        # what it leaves is nearer than on the far side of a long list of tiles
        asked = asked if view_of(asked.kind).stays_open else None
    ask = Asking.of(state, draft, asked) if asked else None
    seat = _hidden(state, draft).get(asked.name) if asked else None
    folded, acts = _folded(state, snapshot, action, draft, questions, asked)
    acts = [*(view_of(ask.kind).acts(ask) if ask and not seat else []), *acts, *others]
    said = _said(state, snapshot, draft, outcome, ask)
    follows = _follows(state, snapshot, outcome, draft.command)
    top, more = _head(state, snapshot, draft, action, ask)
    above = bool(acts and follows and not measures.page and not draft.touched)
    last = [_line(acts, "others")] if above else []
    alone = not (folded or last or more)
    cells, pad = (_draw_hidden(snapshot, seat), None) if seat else _draw(ask, alone=alone)
    answers = [*folded, *([cells] if cells else []), *last]
    plain = outcome.proposal if pad is cells is None and not measures.page else None
    if plain:  # nothing is asked, so there is room for all of it
        answers, follows = [*folded, receipt(plain)], None
    elif above:
        acts = []
    if acts and measures.page:
        below = controls.wrap(*acts, key="others")
        acts, pad = [], controls.column(pad, below, spacing=theme.GAP_S) if pad else below
    awaits = view_of(ask.kind).awaits(ask) if ask and not (said or acts) else ""
    shown = said or follows or (soft(awaits, Style.BODY_MEDIUM) if awaits else None)
    told = not answers
    if told and (more or (pad and pad.data)):  # keys have one place, with nothing above them too
        answers = [soft(more, Style.BODY_MEDIUM)]
    if explained and not plain:
        whole = _explain(snapshot, action, outcome)
        if follows and acts:
            whole = controls.column(whole, controls.wrap(*acts), spacing=theme.GAP_S)
            acts = []
        answers, pad = (answers, _scrolled(whole, measures)) if pad else ([whole], None)
    return Zones(
        top,
        controls.column(*answers, spacing=theme.GAP_S, key="told" if told else draft.action)
        if answers
        else None,
        pad,
        _below(acts, shown, beside=said is not None) if acts or shown else None,
        None
        if only_bids_missing(snapshot, draft, outcome)
        or (asked and _records_at_once(draft, outcome, asked))
        else record_button(state, snapshot, draft, outcome, label=label),
    )


def _below(acts: Sequence[ft.Control], shown: ft.Control | None, *, beside: bool) -> ft.Control:
    """Set what follows, or is wrong, below the pad; what can be done instead is ``beside`` it, else stays unseen.

    It is not sent anew when the next turn offers it again.
    """
    line = _line(acts, "others")
    line.visible = beside or not shown
    line.expand = beside and (len(acts) > 1 or use_measures().across <= PAD_ASIDE)
    if shown:
        shown.expand = True
    return ft.Row([*([shown] if shown else []), *([line] if acts else [])], spacing=theme.GAP_S)


def _scrolled(part: ft.Control, measures: Measures) -> ft.Control:
    return part if measures.page else controls.scrolling_column(part)


def _asked(
    draft: Draft, action: Action[...], questions: tuple[Question, ...], outcome: Outcome
) -> Question | None:
    """The question that has the pad: the one that is missing or typed, else the one answered last.

    The rule may ask for one that could be left out otherwise.
    """
    for question in questions:
        wanted = question.name == outcome.question and question.name not in draft.answers
        if wanted and not draft.opened:
            return question
    found = find_asked(action, draft)
    typed = found is not None and (
        bool(draft.opened) or found.name in draft.texts or not found.optional
    )
    if typed and found in questions:
        return found
    missing = next_missing(action, draft.answers)
    if missing in questions:
        return missing
    given = [question for question in questions if draft.is_answered(question.name)]
    open_ones = (question for question in questions if question.name not in draft.preset)
    typed_ones = (question for question in questions if question.kind.takes_digits)
    return given[-1] if given else next(open_ones, next(typed_ones, None))


def _records_at_once(draft: Draft, outcome: Outcome, asked: Question) -> bool:
    """Whether the tap on a tile records, so that no button has anything to do."""
    return asked.kind.settles_with_tap and outcome.missing == asked.name and not draft.opened


def _draw_hidden(snapshot: PlaySnapshot, seat: str) -> ft.Control:
    """Say on whose phone it is chosen."""
    name = snapshot.table.name(seat)
    words = f"Only {name} sees this: it is chosen on {name}'s phone."
    return controls.note(f"{words} {snapshot.who_is_away([seat])}".rstrip(), "info")


def _draw(ask: Asking | None, *, alone: bool) -> tuple[ft.Control | None, ft.Control | None]:
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
        cells = ft.Container(cells, key=key)
    return cells, pad


def _folded(  # noqa: PLR0917 - a sheet, its questions, and the one that is asked
    state: PlayState,
    snapshot: PlaySnapshot,
    action: Action[...],
    draft: Draft,
    questions: tuple[Question, ...],
    asked: Question | None,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Fold answers, and what may be said as well, into small buttons on one line, words still to be written first.

    Where nothing is answered yet, what may be said is no line of its own: it stands with what can be done instead.
    """
    wanted: list[ft.Control] = []
    given: list[ft.Control] = []
    left_out: list[ft.Control] = []
    for question in questions:
        known = draft.answers.get(question.name) is not None
        if question is asked or (not known and not question.optional and not question.kind.is_text):
            continue
        if not known and not question.optional:
            wanted.append(_fold(state, snapshot, action, draft, question))
        elif known and not _is_fixed(snapshot, draft, question):
            given.append(_fold(state, snapshot, action, draft, question))
        elif question.optional:
            left_out.append(_fold(state, snapshot, action, draft, question))
    if state.keeps_book:
        banks = (bank for bank in action.bank_questions if not _idle(snapshot, draft, bank))
        left_out += [_fold(state, snapshot, action, draft, bank) for bank in banks]
    if not given:
        return [], [*wanted, *left_out]
    chips = [*wanted, *given, *left_out]
    return [controls.wrap(*chips, key=FOLDED) if asked is None else _line(chips, FOLDED)], []


def _line(parts: Sequence[ft.Control], key: str) -> ft.Row:
    """Set parts on one line, which goes on to the right."""
    return ft.Row(list(parts), spacing=theme.GAP_S, scroll=ft.ScrollMode.HIDDEN, key=key)


def _head(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    action: Action[...],
    ask: Asking | None,
) -> tuple[ft.Control, str]:
    """Head the sheet with what is asked; below it stands what the sheet is, or what the book says of it."""
    prompt = snapshot.prompt
    then = next((offer.then for offer in prompt.offers if offer.then and draft.fits(offer)), None)
    named = "" if draft.tone == LANDING else draft.label
    if draft.lead:
        title, help_ = prompt.where or prompt.title, prompt.text
        title_too = prompt.title if prompt.where else ""
        help_ = in_sentences(prompt.event, title_too, words=help_)
    else:
        title, help_ = (draft.label, then.text) if then else (named or action.title, action.help)
    words = action.words_of(ask.question, snapshot.table, draft.answers) if ask else ""
    words = view_of(ask.kind).says(ask, words) if ask else ""
    if words and not title.startswith(words.removesuffix("?")):
        if not draft.lead:
            help_ = title
        elif not title.endswith("?"):
            help_ = f"{title}. {help_}"
        title = words
    signs = _rules_sign(state, action, draft)
    if not draft.lead:
        leave = press(state.panel.leave)
        signs.append(icon_button(ft.Icons.CLOSE, "Leave this sheet", leave))
    return head(title, help_, signs)


def in_sentences(*titles: str, words: str) -> str:
    """Say what something is called before the words about it."""
    return " ".join([*(f"{title}." for title in titles if title), *([words] if words else [])])


def head(title: str, help_: str, signs: Sequence[ft.Control] = ()) -> tuple[ft.Control, str]:
    """Head a sheet with its question and, in small, the sentences with room on the lines left; return the others."""
    measures = use_measures()
    room, high = measures.beside - theme.TOUCH * len(signs), measures.head
    size = theme.grow(measures.title, measures.text)
    least = theme.grow(measures.least_title, measures.text)
    small = theme.grow(theme.SIZES["body_small"][0], measures.text) * LINE
    lines, whole = None, help_
    if not measures.page:
        needed = amounts.width(title, size) / room
        lines = 2 if needed * least > size and high >= 2 * LINE * least else 1
        size = min(size, high / lines / LINE, max(least, lines * FILLED * size / needed))
        left = int((high - lines * LINE * size) / small)
        whole = _whole(help_, left * FILLED * room, measures.text)
    said: list[ft.Control] = [controls.heading(title, lines=lines, size=size)]
    if whole:
        said.append(soft(whole))
    words = ft.Semantics(
        content=ft.Column(said, spacing=0, tight=True),
        identifier="prompt",
        container=True,
        expand=True,
    )
    made = ft.Row([words, *signs], spacing=0)
    return made, help_.removeprefix(whole).strip()


FILLED = 0.93
"""How much of a line words fill before they go on to the next."""


def _whole(words: str, room: float, scale: float) -> str:
    """The first sentences, as many as are whole in so many pixels."""
    while words and amounts.room_for(words, Style.BODY_SMALL, scale) > room:
        before, dot, _ = words.rpartition(". ")
        words = f"{before}." if dot else ""
    return words


def _rules_sign(state: PlayState, action: Action[...], draft: Draft) -> list[ft.Control]:
    """Make the (i): the rules, and where they come from, in the pad's place."""
    proposal = state.sheet.outcome().proposal
    if (
        not (proposal and (proposal.rule or proposal.source or proposal.house))
        and not action.source
    ):
        return []
    shown = state.sheet.explained == draft.command
    return [
        icon_button(
            ft.Icons.INFO if shown else ft.Icons.INFO_OUTLINE,
            "Hide the rules" if shown else "Rules for this",
            press(state.sheet.explain, draft.command),
        )
    ]


def _explain(snapshot: PlaySnapshot, action: Action[...], outcome: Outcome) -> ft.Control:
    """Show the whole receipt, and by which rules; before there is one, where the rules stand."""
    if outcome.proposal:
        return receipt(outcome.proposal)
    words = action.help or snapshot.prompt.text
    lines = [*([soft(words)] if words else []), soft(f"Rulebook: {action.source}")]
    return controls.card(*lines, spacing=5, padding=12)


def _said(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    outcome: Outcome,
    ask: Asking | None,
) -> ft.Control | None:
    """Say why it can't be recorded, or what was recorded meanwhile."""
    found = bar_notes(state, snapshot, draft, outcome)
    wrong = view_of(ask.kind).wrong(ask) if ask else ""
    # what is merely asked for is no mistake yet
    asked = (
        (ask.question.text, ask.action.words_of(ask.question, snapshot.table, draft.answers))
        if ask
        else ()
    )
    answered = ask is not None and ask.value is not None
    if (
        not wrong
        and ask
        and outcome.question == ask.name
        and (answered or outcome.sentence not in asked)
    ):
        wrong = outcome.sentence
    if wrong:
        ink = theme.LOSS if answered or outcome.sentence or (ask and ask.words) else theme.SOFT_INK
        said = text(wrong, Style.BODY_MEDIUM, ink)
        found.append(ft.Semantics(content=said, live_region=True, container=True))
    if not found:
        return None
    return _scrolled(controls.column(*found, spacing=4), use_measures())


def _follows(
    state: PlayState, snapshot: PlaySnapshot, outcome: Outcome, command: str
) -> ft.Control | None:
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


def sheet(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, *, follows: bool
) -> list[ft.Control]:
    """Lay out a sheet where there is no frame: what is asked, and what ``follows`` where that is not said already."""
    found, proposal = zones(state, snapshot, draft), state.sheet.outcome().proposal
    below = receipt(proposal, ruled=False) if proposal and follows else None
    parts = [found.answers, found.pad, below if proposal else found.receipt]
    return [part for part in parts if part]


def _questions_put(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, action: Action[...]
) -> tuple[Question, ...]:
    """The questions that this screen puts, without those whose answers are not to be seen here."""
    # on a player's own phone it is that player who asks
    own = "" if state.keeps_book else action.own_question(draft.answers, state.seats)
    banks = {question.name for question in action.bank_questions}
    answered = {name for name, value in draft.answers.items() if value is not None}
    left_out = {own, *(answered & _hidden(state, draft).keys())}
    return tuple(
        question
        for question in visible_questions(action, draft)
        if question.name not in left_out
        and not _idle(snapshot, draft, question)
        and not _is_needless_reason(snapshot, draft, question)
        and question.name not in banks
    )


def _hidden(state: PlayState, draft: Draft) -> dict[str, str]:
    """The questions that are put on another device, by whose that is; what the book offers with an answer is open."""
    hidden = state.hidden_questions(draft.action, draft.answers)
    return {name: seat for name, seat in hidden.items() if state.past or name not in draft.preset}


def _idle(snapshot: PlaySnapshot, draft: Draft, question: Question) -> bool:
    """Whether a question that may be left out has nothing to answer it with now: it is not put then.

    So it is with rolls where nobody is level, with shares to sell where none are held, with choices of nobody, and with
    a number that can only be the usual one.
    """
    kind = question.kind
    if not question.optional or draft.answers.get(question.name) is not None:
        return False
    if kind.chosen and kind.takes_digits:
        options = snapshot.options(draft.action, draft.answers, question.name) or ()
        others = [option for option in options if option.value != kind.usual]
        return bool(options) and all(option.refusal for option in others)
    try:
        return kind.is_empty(snapshot.turn(draft.answers))
    except Refusal:
        return True


def _is_needless_reason(snapshot: PlaySnapshot, draft: Draft, question: Question) -> bool:
    """Whether a question asks for the reason of an entry that no rule is against, and nobody has given one."""
    if question.name != REASON or draft.answers.get(REASON) is not None:
        return False
    asks_why = snapshot.game.find_action(draft.action).asks_why
    return asks_why is not None and not snapshot.rules.asks_why(draft.action, draft.answers)


def _is_fixed(snapshot: PlaySnapshot, draft: Draft, question: Question) -> bool:
    """Whether an answer known from the start is the only one there is: nobody needs to see it, or to change it."""
    if question.name not in draft.preset or not question.kind.chosen:
        return False
    options = snapshot.options(draft.action, draft.preset, question.name) or ()
    value = draft.answers[question.name]
    return value == draft.preset[question.name] and all(
        option.refusal for option in options if option.value != value
    )


def _switch(state: PlayState, draft: Draft, question: Question, words: str) -> ft.Control:
    """Draw what may be said besides, yes or no, as a switch: a tap says the other."""
    said = draft.answers.get(question.name) == "yes"
    sign = ft.Icons.CHECK_BOX if said else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return face(
        ft.Row(
            [ft.Icon(sign, size=20, color=theme.ACCENT), text(words, Style.LABEL_LARGE)],
            spacing=6,
            tight=True,
        ),
        press(state.sheet.answer, question.name, None if said else "yes"),
        chosen=said,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=3),
        radius=24,
        spoken=f"{words}: {'yes' if said else 'no'}",
        key=f"switch-{question.name}",
    )


def _fold(
    state: PlayState,
    snapshot: PlaySnapshot,
    action: Action[...],
    draft: Draft,
    question: Question,
) -> ft.Control:
    """Fold an answer into a button that asks it again."""
    said = _answer_text(snapshot, draft, question)
    if len(said) > LONG:
        said = said[: LONG - 2].rstrip(" ,") + "\u2026"
    value = draft.answers.get(question.name)
    asked = action.words_of(question, snapshot.table, draft.answers)
    if question.default == "no":
        return _switch(state, draft, question, asked)
    pieces: list[ft.Control] = []
    person = snapshot.person(str(value)) if question.kind.names_player else None
    if person:
        if question.name != "who":
            pieces.append(
                soft(question.text if len(question.text) <= BRIEF else question.name.capitalize())
            )
        pieces.append(badge(person, size=24))
    elif not view_of(question.kind).tells or value in (None, "yes", "no"):
        pieces.append(soft(question.name.replace("_", " ").capitalize()))
    if value is None and question.default is None and 0 < len(asked) <= LONG:
        pieces, said = [], asked  # what may be said, as long as nobody has
    pieces.append(text(said, Style.LABEL_LARGE))
    pieces.append(
        ft.Icon(ft.Icons.EDIT_OUTLINED, size=16, color=theme.SOFT_INK, semantics_label="Change")
    )
    return face(
        ft.Row(pieces, spacing=6, tight=True),
        press(state.sheet.reopen, question.name),
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=3),
        radius=24,
        role="button",
        quiet=True,
        key=f"fold-{question.name}",
    )


def _answer_text(snapshot: PlaySnapshot, draft: Draft, question: Question) -> str:
    """The answer to a question, in words."""
    value = draft.answers.get(question.name)
    value = question.default if value is None else value
    return (
        "not entered" if value is None else question.kind.show(value, snapshot.turn(draft.answers))
    )


def only_bids_missing(snapshot: PlaySnapshot, draft: Draft, outcome: Outcome) -> bool:
    """Whether only the sealed bids are missing on a sheet: opening them records it."""
    if not outcome.missing:
        return False
    return snapshot.game.find_action(draft.action).question(outcome.missing).kind.in_secret


def bar_notes(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, outcome: Outcome
) -> list[ft.Control]:
    """Say why a sheet can't be recorded, and what was recorded meanwhile or undone."""
    lines: list[ft.Control] = []
    action = snapshot.game.find_action(draft.action)
    names = {question.name for question in action.questions}
    if state.problem:
        lines.append(controls.note(state.problem, "bad", live=True))
    elif outcome.sentence and outcome.question not in names:
        lines.append(controls.note(outcome.sentence, "bad", live=True))
    if waiting := state.requests.say_asked_already(draft):
        lines.append(controls.note(waiting, "warn", live=True))
    if outcome.meanwhile:
        lines.append(controls.note(outcome.meanwhile.words, "warn", live=True))
        if outcome.proposal:
            lines.append(soft(f"Not recorded yet: {outcome.proposal.narration}"))
    elif state.undone and not draft.lead:
        # beside the sheet that a turn lays out stands what was recorded last, and there it is said
        lines.append(controls.note(state.undone, "info", live=True))
    return lines


def record_button(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft, outcome: Outcome, *, label: str = ""
) -> ft.Control:
    """Make the button that records, named by what it does, or by what is still missing.

    After something was recorded meanwhile there is also a way not to record it.
    """
    ready, meanwhile, measures = outcome.proposal is not None, outcome.meanwhile, use_measures()
    words = label or record_words(snapshot, draft, outcome)
    if meanwhile and meanwhile.again:
        words = "Record another"
    width = measures.across - EDGES
    button = ft.FilledButton(
        content=text(
            words,
            Style.TITLE_MEDIUM,
            theme.ON_ACCENT if ready else theme.SOFT_INK,
            align=ft.TextAlign.CENTER,
            size=amounts.smaller(words, Style.TITLE_MEDIUM, width, measures.text)
            or _in_lines(words, width, measures),
        ),
        icon=ft.Icon(ft.Icons.CHECK, color=theme.ON_ACCENT) if ready else None,
        disabled=not ready,
        on_click=press(state.recorder.record, draft.command, state.sheet.to_shown()),
        style=ft.ButtonStyle(padding=ft.Padding.symmetric(horizontal=8)),
        # another button on every version of the book: a tap is then known to have been made on the one that was seen
        key=f"record-{draft.command}-{snapshot.version}{'-told' if meanwhile else ''}",
    )
    made = ft.Semantics(
        content=state.taps.remember_button(button), identifier="record", disabled=not ready
    )
    record = ft.MergeSemantics(made, key="record", expand=bool(meanwhile))
    if not meanwhile:
        return record
    leave = controls.button("Don't record it", press(state.panel.leave), tone="quiet", key="leave")
    button.height = None if measures.page else measures.button
    return ft.Row([leave, record], spacing=theme.GAP_S)


EDGES = 56
"""What the tick and the edges take of the button that records."""


def _in_lines(words: str, width: float, measures: Measures) -> float | None:
    """The size at which words fit the button on two lines; none where that of its style does."""
    size = theme.grow(theme.SIZES["title_medium"][0], measures.text)
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
    action = snapshot.game.find_action(draft.action)
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
