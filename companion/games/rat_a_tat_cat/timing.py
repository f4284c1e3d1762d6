"""A clock that runs down, kept as what has run and since when. It knows no time but what it is told."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Timing:
    """So many seconds in all, ``used`` of them before the clock was last set going at ``since``."""

    total: int
    used: int = 0
    since: int | None = None
    begun: bool = False

    @property
    def until(self) -> int | None:
        """The moment when it runs out; nothing while it stands still."""
        return None if self.since is None else self.since + self.total - self.used

    def left(self, at: int) -> int:
        """The seconds left at a moment.

        >>> Timing(1800).run(1000).pause(1600).left(9999)
        1200
        """
        ran = 0 if self.since is None else max(0, at - self.since)
        return max(0, self.total - self.used - ran)

    def up(self, at: int) -> bool:
        """Whether it has been set going and has run out."""
        return self.begun and not self.left(at)

    def run(self, at: int) -> Timing:
        """Set it going; one that goes already keeps going."""
        return self if self.since is not None else replace(self, since=at, begun=True)

    def pause(self, at: int) -> Timing:
        """Stop it; one that stands stays as it is."""
        if self.since is None:
            return self
        return replace(self, used=self.used + max(0, at - self.since), since=None)


def lasts(seconds: int) -> str:
    """A length of time in words.

    >>> lasts(59), lasts(60), lasts(754)
    ('59 seconds', '1 minute', '12 minutes')
    """
    if seconds < 60:
        return f"{seconds} {'second' if seconds == 1 else 'seconds'}"
    return f"{seconds // 60} {'minute' if seconds < 120 else 'minutes'}"
