"""What players ask for on their phones, without a screen."""

from __future__ import annotations

from companion.core.prompt import Offer


def ask(state, action, **answers):
    """Fill in a sheet and tap its button; return the request, if it waits."""
    state.sheet.open(Offer(action, answers))
    command = state.sheet.draft.command if state.sheet.draft else "none"
    state.recorder.record(command)
    waiting = state.open_plays.shared.requests_waiting(state.play_id)
    return next((request for request in waiting if request.id == command), None)


def grant(bank, request):
    return bank.requests.grant(request, bank.snapshot.version)
