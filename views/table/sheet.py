"""One sheet for every action of every game: its questions, the receipt that follows, and Record."""

from __future__ import annotations

import re
from dataclasses import replace

import flet as ft

from companion.core.action import Action, Question
from companion.core.answers import REASON
from companion.core.recording.differences import button_figure
from models.ledger import Refusal
from views import theme
from views.components import amounts, controls
from views.components.amounts import LOW_SHEET, SHEET
from views.components.controls import Style, face, icon_button, press, soft, text
from views.components.fields import is_writing
from views.components.player_card import badge
from views.components.receipt import receipt, result, rule, says_all
from views.state.play.draft import Draft, Outcome, next_missing, visible_questions
from views.state.play.play_snapshot import PlaySnapshot
from views.state.play.play_state import PlayState
from views.table.bet import payoff
from views.table.fit import WHOLE, Fit
from views.table.landings import LANDING
from views.table.questions.card_pad import seats
from views.table.questions.kinds import draw, view_of
from views.table.questions.roll import RollAsked, roll_question, show_throw
from views.table.questions.view import Asking

LONG = 34
"""A folded answer longer than this would run off a phone; it is whole again when it is opened."""
LARGE = 1.5
"""From this text size on what was asked stands above its answer, and a player's own phone leaves out what it can."""
FOLDED = "folded"
"""The key of the line of answers."""
BRIEF = 24
"""A question up to this long is said beside the player who answers it."""


def sheet(  # noqa: C901, PLR0912 - the parts of a sheet, one after the other
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    outcome: Outcome,
    *,
    compact: bool,
    room: float = SHEET,
    fit: Fit = WHOLE,
) -> list[ft.Control]:
    """Lay out the questions of a sheet and, once all are answered, its receipt.

    Answers known from the start fold into small buttons that ask them again. On a phone every answered
    question folds, so that what follows from it takes its place; on a tablet as well where horses are chosen or
    a sum is typed.
    """
    action = snapshot.game.find_action(draft.action)
    folded: list[ft.Control] = []
    asked: list[ft.Control] = []
    extra: list[ft.Control] = []
    questions = _questions_put(state, snapshot, draft, action)
    # squares and names make way for the number pad on a tablet too: nothing of it may lie below the edge
    roomy = any(
        view_of(question.kind).roomy or view_of(question.kind).tiled(question.kind)
        for question in questions
    )
    pad = next(
        (
            question
            for question in questions[:1]
            if question.kind.beside and draft.opened in ("", question.name)
        ),
        None,
    )
    fit = replace(fit, seated=fit.seated and pad is not None)
    folds = (
        compact
        or fit.small
        or roomy
        or (len(questions) > 2 and any(question.kind.is_sum for question in questions))
    )
    written = fit.padded and not is_writing()
    for question in questions:
        given = draft.answers.get(question.name) is not None
        said = outcome.question == question.name and not question.kind.beside  # its pad says it
        wrong = outcome.sentence if said else ""
        if draft.opened == question.name or (question.optional and wrong):
            asked.append(_ask(state, snapshot, draft, question, wrong, room, fit))
        elif question.optional:
            extra.append(_fold(state, snapshot, action, draft, question, fit))
        elif (
            given
            and not wrong
            and not _in_row(question, room)
            and _folds(draft, question, compact=folds, written=written, room=room)
        ):
            if not _is_fixed(snapshot, draft, question):
                folded.append(_fold(state, snapshot, action, draft, question, fit))
        elif (
            draft.opened
            and action.question(draft.opened).kind.is_sum
            and not given
            and folds
            and question.kind.is_sum
        ):
            asked.append(
                _fold(state, snapshot, action, draft, question, fit)
            )  # another sum is being typed
        else:
            asked.append(_ask(state, snapshot, draft, question, wrong, room, fit))
            if not given:
                # later questions depend on this one; what a tap on the board has answered already is said
                later = questions[questions.index(question) + 1 :]
                answered = [
                    question
                    for question in later
                    if draft.answers.get(question.name) is not None
                    and view_of(question.kind).tiled(question.kind)
                ]
                folded += [
                    _fold(state, snapshot, action, draft, question, fit)
                    for question in answered
                    if question.name != draft.opened
                ]
                again = [question for question in answered if question.name == draft.opened]
                asked += [_ask(state, snapshot, draft, tiled, "", room, fit) for tiled in again]
                break
    parts_of_it: list[ft.Control] = []
    if pad and fit.seated:
        parts_of_it.append(seats(replace(Asking.of(state, draft, pad), fit=fit)))
    if fit.short and folded:
        # on one line, the answer given last first
        chips, extra = [*reversed(folded), *extra], []
        parts_of_it.append(
            ft.Row(chips, spacing=theme.GAP_S, scroll=ft.ScrollMode.HIDDEN, key=FOLDED)
        )
    elif folded:
        parts_of_it.append(controls.wrap(*folded, key=FOLDED))
    if compact and draft.faces and not draft.opened:
        parts_of_it.append(show_throw(draft.faces))
    beside = [controls.wrap(*extra, key="extra")] if extra else []
    # before what is asked: a trade comes before the roll that ends it, and below a number pad it is out of sight
    # on a small phone, and on one on its side, payments need all the room
    late = (fit.beside or fit.tight) and any(
        view_of(question.kind).first_key for question in questions
    )
    parts_of_it += (
        [*_tell_rolls_apart(asked), *beside] if late else [*beside, *_tell_rolls_apart(asked)]
    )
    parts_of_it += _offer_overruling(state, snapshot, action, draft, fit)
    parts_of_it += _payoff(state, snapshot, at_foot=False)
    if outcome.proposal and not says_all(outcome.proposal, fit.lines):
        # above the button stands how it begins and what it leaves, where that is not all
        parts_of_it.append(receipt(outcome.proposal, narrated=fit.tight, ruled=False))
    return parts_of_it


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


def _tell_rolls_apart(asked: list[ft.Control]) -> list[ft.Control]:
    """Give every roll but the first, whose pad is the one that every turn has, a key of its own."""
    for roll in [control for control in asked if isinstance(control.data, RollAsked)][1:]:
        roll.key = f"{roll.key}-{roll.data.asked.question}"
    return asked


def _payoff(state: PlayState, snapshot: PlaySnapshot, *, at_foot: bool) -> list[ft.Control]:
    """Say what a bet would bring: at the foot, or above the receipt where large text leaves no room there."""
    return payoff(state, snapshot) if at_foot == (state.scale() < LARGE) else []


def rules_here(
    state: PlayState, snapshot: PlaySnapshot, draft: Draft | None
) -> tuple[list[ft.Control], list[ft.Control]]:
    """Make the (i) for the head of a sheet, and what it shows: the rules, and where they come from."""
    if draft is None:
        return [], []
    action, proposal = snapshot.game.find_action(draft.action), state.sheet.outcome().proposal
    lines = (
        rule(proposal)
        if proposal
        else [soft(f"Rulebook: {action.source}")]
        if action.source
        else []
    )
    if not lines:
        return [], []
    shown = state.sheet.explained == draft.command
    sign = icon_button(
        ft.Icons.INFO if shown else ft.Icons.INFO_OUTLINE,
        "Hide the rules" if shown else "Rules for this",
        press(state.sheet.explain, draft.command),
    )
    return [sign], [controls.card(*lines, spacing=5, padding=12)] if shown else []


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


def _offer_overruling(
    state: PlayState, snapshot: PlaySnapshot, action: Action[...], draft: Draft, fit: Fit
) -> list[ft.Control]:
    """Offer the banker what overrules a refusal, right below it."""
    banks = [bank for bank in action.bank_questions if not _idle(snapshot, draft, bank)]
    if not banks or not state.keeps_book:
        return []
    return [controls.wrap(*(_fold(state, snapshot, action, draft, bank, fit) for bank in banks))]


def _is_fixed(snapshot: PlaySnapshot, draft: Draft, question: Question) -> bool:
    """Whether an answer known from the start is the only one there is: nobody needs to see it, or to change it."""
    if question.name not in draft.preset or not question.kind.chosen:
        return False
    options = snapshot.options(draft.action, draft.preset, question.name) or ()
    value = draft.answers[question.name]
    return value == draft.preset[question.name] and all(
        option.refusal for option in options if option.value != value
    )


def _folds(draft: Draft, question: Question, *, compact: bool, written: bool, room: float) -> bool:
    """Whether an answer is a small button; words are as well, once they are written and keys need the room."""
    if _in_row(question, room):
        return False
    if question.kind.beside:
        # the pad is the sheet, and whoever opens a round to mend it wants it at once
        return compact and bool(draft.opened)
    if question.name in draft.preset or question.name in draft.settled:
        return True
    # what is asked again takes the place of a pad, or it would lie out of sight below
    finished = written and question.kind.is_text
    return compact and (bool(draft.opened) or finished or not view_of(question.kind).stays_open)


def _in_row(question: Question, room: float) -> bool:
    """Whether it is asked of one player after another, where there is room for all of them in a row."""
    return question.kind.stays and room > LOW_SHEET


def _ask(  # noqa: PLR0917 - a question, where it is put
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    question: Question,
    wrong: str,
    room: float,
    fit: Fit,
) -> ft.Control:
    if seat := _hidden(state, draft).get(question.name):
        name = snapshot.table.name(seat)
        words = f"Only {name} sees this: it is chosen on {name}'s phone."
        return controls.note(f"{words} {snapshot.who_is_away([seat])}".rstrip(), "info")
    lines: list[ft.Control] = []
    words = snapshot.game.find_action(draft.action).words_of(
        question, snapshot.table, draft.answers
    )
    plain, question = question.text, replace(question, text=words)
    headed = draft.lead and snapshot.prompt.title.startswith(words.removesuffix("?"))
    # where there is little height a pad says by itself what it is for
    headed = headed or (fit.seated and bool(question.kind.beside))
    headed = headed or (fit.bare and question.kind.is_sum)
    answered = draft.answers.get(question.name) is not None
    headed = headed or (answered and _in_row(question, room))
    # what is merely asked for is no mistake yet
    mistaken = bool(wrong) and (answered or wrong not in (words, plain))
    asking = Asking(state.sheet, snapshot, draft, question, state, room, fit)
    view = view_of(question.kind)
    if view.rolled and not mistaken:
        return roll_question(RollAsked.of(asking, "" if headed else words))
    in_place = mistaken and view.corrects_in_place
    if in_place:
        # it takes the place of the question: below the keys it is out of sight, and no key may move as digits come
        said = text(wrong, Style.LABEL_MEDIUM, theme.LOSS)
        lines.append(ft.Semantics(content=said, live_region=True, container=True))
    elif words and not headed and not view.headed:
        lines.append(soft(words, Style.LABEL_MEDIUM))
    lines.append(draw(asking))
    if mistaken and not in_place:
        lines.append(
            controls.note(wrong, "bad" if answered or not question.optional else "info", live=True)
        )
    return controls.column(*lines, spacing=theme.GAP_S, key=f"{draft.action}-{question.name}")


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


def _fold(  # noqa: PLR0917 - what a question is asked with
    state: PlayState,
    snapshot: PlaySnapshot,
    action: Action[...],
    draft: Draft,
    question: Question,
    fit: Fit,
) -> ft.Control:
    """Fold an answer into a button that asks it again."""
    said = _answer_text(snapshot, draft, question)
    if len(said) > LONG:
        said = said[: LONG - 2].rstrip(" ,") + "\u2026"
    value = draft.answers.get(question.name)
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
    asked = action.words_of(question, snapshot.table, draft.answers)
    if question.default == "no":
        return _switch(state, draft, question, asked)
    if value is None and question.default is None and 0 < len(asked) <= LONG:
        pieces = [
            text(asked, Style.LABEL_LARGE, expand=True)
        ]  # what may be said, as long as nobody has
    elif len(pieces) > bool(person) and state.scale() >= LARGE and not fit.short:
        asking, *sign = pieces
        answer = controls.with_sign(
            sign[0] if sign else None, text(said, Style.LABEL_LARGE), spacing=6
        )
        pieces = [ft.Column([asking, answer], spacing=0, tight=True, expand=True)]
    else:
        pieces.append(text(said, Style.LABEL_LARGE, expand=True))
    if fit.short:
        pieces[-1].expand = None  # on a line that goes on to the right there is no width to share
    else:
        pieces[-1].expand_loose = True
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


def fit_for(state: PlayState, draft: Draft | None, fit: Fit) -> Fit:
    """How a sheet is laid out as far as it is filled in: keys of a sum need the room."""
    if draft is None or not (fit.small or fit.lying):
        return fit
    action = state.snapshot.game.find_action(draft.action)
    missing = next_missing(action, draft.answers)

    def has_keys(question: Question) -> bool:
        return view_of(question.kind).has_keys(Asking.of(state, draft, question))

    if draft.opened:
        return replace(fit, padded=has_keys(action.question(draft.opened)))
    padded = any(
        has_keys(question)
        and not question.optional
        and (question == missing or draft.is_answered(question.name))
        for question in visible_questions(action, draft)
    )
    return replace(fit, padded=padded)


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
    elif state.undone and not draft.lead:
        # beside the sheet that a turn lays out stands what was recorded last, and there it is said
        lines.append(controls.note(state.undone, "info", live=True))
    return lines


def record_bar(
    state: PlayState,
    snapshot: PlaySnapshot,
    draft: Draft,
    outcome: Outcome,
    *,
    label: str = "",
    fit: Fit,
) -> ft.Control:
    """Set at the foot of the panel the button that records, named by what it does, or by what is still missing.

    Above it stands why it can't be pressed, or what it would say.
    """
    lines = [] if fit.tight else bar_notes(state, snapshot, draft, outcome)
    meanwhile = outcome.meanwhile
    # a horse's tile and the button say the bet already; what it would bring lies out of sight below the number pad
    slip = _payoff(state, snapshot, at_foot=True)
    if outcome.proposal:
        words = outcome.proposal.narration
        if meanwhile:
            lines.append(text(f"Not recorded yet: {words}", Style.TITLE_SMALL))
        elif not fit.short and not slip and outcome.proposal.working:
            lines.append(text(words, Style.TITLE_SMALL))
        if not slip:
            lines.append(result(outcome.proposal, fit.lines))
    lines += slip
    ready = outcome.proposal is not None
    noticed = meanwhile is not None
    button = ft.FilledButton(
        content=text(
            "Record another"
            if meanwhile and meanwhile.again
            else label or record_words(snapshot, draft, outcome),
            Style.LABEL_MEDIUM if fit.tight else Style.TITLE_MEDIUM,
            theme.ON_ACCENT if ready else theme.SOFT_INK,
            align=ft.TextAlign.CENTER,
        ),
        icon=None
        if fit.tight
        else ft.Icon(ft.Icons.CHECK, color=theme.ON_ACCENT if ready else theme.SOFT_INK),
        disabled=not ready,
        on_click=press(state.recorder.record, draft.command, state.sheet.to_shown()),
        style=ft.ButtonStyle(padding=ft.Padding.symmetric(vertical=4, horizontal=8))
        if fit.tight or fit.beside
        else None,
        # another button on every version of the book: a tap is then known to have been made on the one that was seen
        key=f"record-{draft.command}-{snapshot.version}{'-told' if noticed else ''}",
    )
    made = ft.Semantics(
        content=state.taps.remember_button(button), identifier="record", disabled=not ready
    )
    record = ft.MergeSemantics(made, key="record")
    if fit.beside and lines and not fit.tight:
        parts = [
            ft.Container(part, expand=True) for part in (controls.column(*lines, spacing=8), record)
        ]
        lines = [
            ft.Row(list(parts), spacing=theme.GAP, vertical_alignment=ft.CrossAxisAlignment.END)
        ]
    else:
        lines.append(record)
    if noticed:
        lines.append(
            controls.button("Don't record it", press(state.panel.leave), tone="quiet", key="leave")
        )
    return controls.column(*lines, spacing=4 if fit.tight else 8)


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
