"""A sheet as it is filled in on a small screen: what of it must be in sight after every answer, and is not."""

from functools import partial

from companion.core.questions import Amount, Moment, Number, Words
from companion.core.several import Each, Hands, Payments, Several
from models.ledger import Refusal
from tests.units.views import crowded
from tests.units.views.layout import overlaps, placed
from views.state.play.draft import next_missing
from views.table.sheet import only_bids_missing

SMALL = ((390, 844), (360, 640), (844, 390))
SCALES = (1.0, 2.0)
SEEN = 8.0
"""So many pixels may be out of sight: heights are good to a few only."""


evening = partial(crowded.evening, long=False)


def sample(state, action, question):
    """An answer to a question, or nothing where there is none."""
    snapshot, answers = state.snapshot, dict(state.sheet.draft.answers) if state.sheet.draft else {}
    options = snapshot.options(action.name, answers, question.name)
    kind = question.kind
    try:
        if options is not None:
            return next((one.value for one in options if one.refusal is None), None)
        if isinstance(kind, Amount):
            return max(kind.at_least, kind.step_on(snapshot.turn(answers)))
        if isinstance(kind, Words):
            return "as it lay on the table"
        if isinstance(kind, Number):
            return kind.at_least
        return kind.sample(snapshot.turn(answers))  # type: ignore[attr-defined] # the kinds that are left have one
    except (Refusal, KeyError, ValueError):
        return None


def typed_in(question):
    """Whether its answer comes from keys or rows, and stays where it was put in."""
    return isinstance(question.kind, Amount | Words | Hands | Each | Several | Payments)


def marked(found, *marks):
    """What has one of these marks."""
    return [one for one in found if one.mark in marks]


def out_of_sight(  # noqa: C901 - one for each kind of question
    screen, scale, last, *, ready, sealed, refused
):
    """What of the answer given last, of the receipt and of the button is not in sight.

    What no answer can mend has its reason in sight in place of an answer.
    """
    found = placed(screen, scale)
    missing = []

    def look(what, some):
        if not some:
            missing.append(f"{what} is not there")
        elif not any(one.hidden <= SEEN for one in some):
            missing.append(f"{what} is {min(one.hidden for one in some):.0f} px out of sight")

    if not sealed:
        look("the button", marked(found, "record"))
    if refused:
        look("the reason", [one for one in found if one.words == refused])
    elif last and isinstance(last.kind, Amount | Payments):
        look("the amount", marked(found, "amount")[-1:])
        look("the keys", marked(found, "keys-of-pad")[-1:])
    elif last and not typed_in(last):
        look(f"the answer {last.name}", marked(found, f"fold-{last.name}", "chosen"))
    elif last and (
        isinstance(last.kind, Hands) or (isinstance(last.kind, Each) and not last.kind.sealed)
    ):
        look("the row", marked(found, "chosen"))
    elif last and isinstance(last.kind, Several):
        look("what was chosen", marked(found, "chosen", "still-to-choose"))
    if ready:
        look("the receipt", marked(found, "result", "receipt", "payoff"))
    broken = [f"{word!r} is broken in {one.words!r}" for one in found for word in one.broken]
    return [*missing, *overlaps(found), *broken]


async def filled_in(screen, state, offer):
    """Open a sheet, or take the one that is laid out, and answer all it asks.

    After opening it and after each answer it gives the sheet, and the question answered last.
    """
    if offer:
        if state.snapshot.with_reasons((offer,))[0][1] is not None:
            return  # it can't be done now, and nobody is led to it
        state.sheet.open(offer)
    await screen.settle()
    last = None
    for _ in range(12):
        draft = state.sheet.draft
        if draft is None:
            return
        yield draft, last
        action = state.snapshot.game.find_action(draft.action)
        question = next_missing(action, draft.answers)
        if question is None or (value := sample(state, action, question)) is None:
            return
        assert not isinstance(question.kind, Moment)
        if isinstance(question.kind, Amount | Words):
            state.sheet.type(question.name, str(value))
        else:
            state.sheet.answer(question.name, value)
        # whose phone it is need not be said there
        said = state.keeps_book or question.name != action.asker(
            state.sheet.draft.answers, state.seats
        )
        last = question if said else last
        await screen.settle()


async def fill_in(screen, state, offer, where):
    """Fill in a sheet; say what was out of sight, and when."""
    found = list[str]()
    async for draft, last in filled_in(screen, state, offer):
        outcome, action = state.sheet.outcome(), state.snapshot.game.find_action(draft.action)
        sealed = only_bids_missing(
            state.snapshot, draft, outcome
        )  # they have a screen of their own
        asked = {one.name for one in action.questions}
        refused = outcome.sentence if last and outcome.question not in asked else ""
        ready = outcome.proposal is not None
        missing = out_of_sight(
            screen, state.scale(), last, ready=ready, sealed=sealed, refused=refused
        )
        found += [
            f"{where} {draft.action} after {last.name if last else 'nothing'}: {one}"
            for one in missing
        ]
    return found
