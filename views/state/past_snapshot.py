"""A play as it once was, for the screens: everything can be looked at and tried, and nothing recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from companion.core.meanwhile import Shown
from companion.core.prompt import Offer
from companion.core.questions import Answers, Moment, Words
from companion.core.referee import Referee
from companion.core.revision import Change
from companion.core.rules_at import HistoricalPlay
from models.journal import Written
from models.ledger import Entry, Refusal
from views.state.draft import Draft, begin, with_time
from views.state.open_plays import OpenPlays
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import TURN, PlayState


class PastSnapshot(PlaySnapshot):
    """What screens draw of a table as it was; nothing is written by then that could be undone."""

    def __init__(self, past: HistoricalPlay) -> None:
        # the screens that ask more of a referee than trying things out are not shown in the past
        super().__init__(past)  # type: ignore[arg-type]

    @cached_property
    def lines(self) -> tuple[Written, ...]:
        """The journal is looked at in the present alone."""
        return ()


class PastPlays(OpenPlays):
    """Open plays in which one play is as it once was."""

    def __init__(self, open_plays: OpenPlays, past: HistoricalPlay) -> None:
        super().__init__(open_plays.journal, open_plays.storage)
        self._snapshot = PastSnapshot(past)

    def snapshot(self, play_id: str) -> PlaySnapshot:
        """The play as it was."""
        del play_id
        return self._snapshot

    def referee(self, play_id: str) -> Referee:
        """Refuse: nothing is recorded in the past.

        Raises:
            Refusal: always.

        """
        del play_id
        raise Refusal("Nothing can be recorded in the past. Go back to now first.")


@dataclass(eq=False)
class PastPlayState(PlayState):
    """The state of a play in the past, with the sheet of one line on it; ``done`` gets what it is to say."""

    done: Callable[[Change], object] = lambda _: None
    in_the_open: bool = True

    def sync(self) -> None:
        """Do nothing but note the version: the past does not change."""
        self.seen = self.snapshot.version

    def load(self, action: str, answers: Answers) -> None:
        """Open the sheet of a line, as it was filled in."""
        draft = begin(self.snapshot, Offer(action, dict(answers)), lead=False)
        self.own = _with_words(self.snapshot, draft)
        if wrong := self.outcome().question:
            # it stays open while it is typed into, though what is typed first may be an answer already
            self.own = replace(self.own, opened=wrong)

    def open(self, offer: Offer) -> None:
        """Open another sheet."""
        self.problem = ""
        self.own = begin(self.snapshot, offer, lead=False)
        self.pane = TURN

    def record(self, command: str, shown: Shown | None = None) -> Entry | None:
        """Hand on what the sheet says; nothing is written yet."""
        del shown  # the past does not change
        draft = self.draft
        if draft and draft.command == command and self.outcome().proposal:
            action = self.snapshot.game.action(draft.action)
            said = with_time(action, draft.answers, self.now())
            self.done(Change(draft.action, {name: value for name, value in said.items() if value is not None}))
        return None


def _with_words(snapshot: PlaySnapshot, draft: Draft) -> Draft:
    """Put what was said in words into the fields for it, so that a letter can be mended."""
    asked = snapshot.game.action(draft.action).questions
    texts = {one.name: str(draft.answers[one.name]) for one in asked
             if isinstance(one.kind, Words) and draft.answers.get(one.name) is not None}  # fmt: skip
    return replace(draft, texts=MappingProxyType(texts))


def moment_of(snapshot: PlaySnapshot, action: str, answers: Answers, at: float) -> int:
    """The moment at which a line happened: what it says itself, else the time it was written, in seconds since 1970."""
    names = [one.name for one in snapshot.game.action(action).questions if isinstance(one.kind, Moment)]
    said = next((answers[name] for name in names if answers.get(name) is not None), None)
    return int(said) if said is not None else int(at)
