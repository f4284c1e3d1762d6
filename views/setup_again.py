"""A rematch: the form of a new play, filled in with the seats, house rules and board of one that is over."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from companion.looks import INKS
from companion.rematch import numbered, rematch
from views.setup_form import Form
from views.setup_words import LONGEST_TITLE, usual_title

if TYPE_CHECKING:
    from datetime import datetime

    from companion.game import Game
    from models.journal import Journal
    from models.play import Play
    from views.picture import Picture


def form_again(journal: Journal, picture: Picture) -> Form:
    """Fill in a form with what a play came to, so that it can be begun once more by one tap.

    Raises:
        Damaged: the play can't be read.

    """
    game, play = picture.game, picture.play
    again = rematch(game, picture.table, picture.referee.lines())
    form = Form(game=game, players=tuple(journal.players()))
    form.choose_game(game, journal)
    order = [one.key for one in picture.people]
    for seat in again.seats:
        at = order.index(seat.key)
        colour = seat.colour if seat.colour in INKS else INKS[at % len(INKS)]
        form.seat(seat.name, colour, picture.people[at].shape)
    form.ways = again.ways
    form.lend(again.board, journal)
    form.title = title_again(journal, game, play)
    form.again, form.laid = play.title, monotonic()
    return form


def title_again(journal: Journal, game: Game, play: Play, now: datetime | None = None) -> str:
    """Name the next play of a series; one that is called by its day is called by the day of the next."""
    taken = [one.title for away in (False, True) for one in journal.plays(archived=away)]
    usual = usual_title(game, play.created.astimezone())
    if not play.title.startswith(usual):
        return numbered(play.title, taken, LONGEST_TITLE)
    today = usual_title(game, now)
    return today if today not in taken else numbered(today, taken, LONGEST_TITLE)
